"""Twins: two games that look the same to one pair of eyes and differ in what these may not know.

They are played side by side and get the same turns, except that another's sealed choice is another one in each. Where
a turn is not possible in both, the second game is made anew from what the watched seat may read of the first.
"""

from __future__ import annotations

import base64
import random
from collections import Counter

from tenka.fairness import Secret
from tenka.game import GameError, Seat
from tenka.record import Replay, format_lines, replay, write
from tenka.server.ledger import Draft, Ledger, StoredEvent
from tenka.table import Table

Twins = tuple[Ledger, Ledger]


def add(ledger: Ledger, draft: Draft | int) -> Ledger:
    """With fixed times, so that only the games differ."""
    assert isinstance(draft, Draft)
    return ledger.after(StoredEvent(ledger.number + 1, draft.kind, draft.data, 1000.0 + ledger.number), (), draft.after)


def new_ledger(players: int, options: dict[str, str], game: str = "samurai") -> Ledger:
    settings = {"game": game, "seats": [{"kind": "open"}] * players, "options": options, "visibility": "open"}
    settings["on_leave"] = "wait"  # nobody sits at these tables all the time
    settings["clock"] = {"kind": "real", "main_seconds": 86_400}  # which runs while other tests have the machine
    made = {"settings": settings, "maker": "p0", "maker_name": "p0", "key": "k"}
    ledger = add(Ledger("table"), Draft("created", made))
    for seat in range(players):
        ledger = add(ledger, ledger.sit(f"p{seat}", f"p{seat}", False, seat))
    return ledger


def start_twice(ledger: Ledger, eyes: Seat | None, seed: int) -> Twins:
    """Two games that look the same to these eyes: a deal, and one dealt again around what they see."""
    draft = ledger.start(None, Secret("salt", f"seed {seed}"))
    assert draft.after is not None
    table = draft.after
    if table.plies:  # chance has had its say already: the second game is made from what these eyes may read of that
        return resample(add(ledger, draft), eyes, random.Random(seed))
    start = table.rules.sample(table.view(eyes), random.Random(seed))
    other = Table(table.rules, table.options, table.names, start)
    data = draft.data | {"start": base64.b64encode(start.tobytes()).decode(), "seed": "another", "salt": "another"}
    return add(ledger, draft), add(ledger, Draft("started", data, other))


def random_turn(ledger: Ledger, rng: random.Random, whose: Seat | None = None) -> tuple[Seat, str]:
    """Some whole turn of a seat, or of somebody who is to move."""
    seat = rng.choice(ledger.to_move()) if whose is None else whose
    table = ledger.table
    assert table is not None
    rules, moves = table.rules, list[str]()
    preview = table.preview(seat, "")
    while not (moves and preview.is_whole):
        moves.append(rules.format([rng.choice([a for a in preview.legal if a != rules.end_turn] or preview.legal)]))
        preview = table.preview(seat, " ".join(moves))
    return seat, " ".join(moves)


def is_secret_choice(ledger: Ledger, seat: Seat, eyes: Seat | None) -> bool:
    """Whether a seat chooses now what these eyes may not see."""
    assert ledger.table is not None
    return seat != eyes and seat in ledger.rules.waiting(ledger.table.state)


def turn_of_both(ledgers: Twins, eyes: Seat | None, rng: random.Random) -> tuple[Seat, tuple[str, str]]:
    """A turn for both games: the same, or, where it is a secret choice, another one in each."""
    seat, moves = random_turn(ledgers[0], rng)
    if not is_secret_choice(ledgers[0], seat, eyes):
        return seat, (moves, moves)
    return seat, (moves, another_choice(ledgers[1], seat, moves, rng))


def another_choice(ledger: Ledger, seat: Seat, moves: str, rng: random.Random) -> str:
    while True:
        _, other = random_turn(ledger, rng, seat)
        if sorted(other.split()) != sorted(moves.split()):
            return other


def play_both(ledgers: Twins, eyes: Seat | None, rng: random.Random) -> Twins | None:
    """One turn more in both games, so that they still look the same; None where one is over."""
    first = ledgers[0]
    if first.status != "running" or ledgers[1].status != "running":
        return None
    for _ in range(10):
        seat, moves = turn_of_both(ledgers, eyes, rng)
        try:
            drafts = [
                ledger.act(seat, text, ledger.version, "person") for ledger, text in zip(ledgers, moves, strict=True)
            ]
        except GameError:
            continue  # a tile that only one of the hidden hands has
        then = add(ledgers[0], drafts[0]), add(ledgers[1], drafts[1])
        if then[0].status == "over" or then[1].status == "over":
            return None
        return then if look_the_same(then, eyes) else resample(then[0], eyes, rng)
    draft = first.act(*random_turn(first, rng), first.version, "person")
    after = add(first, draft)
    return None if after.status == "over" else resample(after, eyes, rng)


def look_the_same(ledgers: Twins, eyes: Seat | None) -> bool:
    tables = [ledger.table for ledger in ledgers]
    assert tables[0] is not None
    assert tables[1] is not None
    lines = [[table.rules.redact(line, eyes) for line in table.plies] for table in tables if table]
    return tables[0].view(eyes) == tables[1].view(eyes) and lines[0] == lines[1]


def resample(first: Ledger, eyes: Seat | None, rng: random.Random) -> Twins:
    """A second game, made from the record that these eyes may read of the first, with other dice to come."""
    told = replay(write(first.record(eyes)))
    second = new_ledger(len(first.seats), first.settings.options, first.rules.name)
    plies = [first.rules.make_ply(step.before, step.actions, step.after) for step in told.steps]
    lines = iter(format_lines(first.rules, plies))
    started = next(event for event in first.events if event.kind == "started")
    start = base64.b64encode(told.start.tobytes()).decode()
    opening = [next(lines) for _ in started.data["lines"]]
    other = {"start": start, "lines": opening, "seed": f"{told.final.tobytes().hex()[:32]} other", "salt": "other"}
    second = add(second, Draft("started", started.data | other))
    for event in first.events:
        if event.kind == "played":
            second = add(second, Draft("played", event.data | {"lines": [next(lines) for _ in event.data["lines"]]}))
        elif event.kind == "chose":
            second = add(second, Draft("chose", event.data | {"moves": _chosen(second, event, told, eyes, rng)}))
    return first, second


def _chosen(ledger: Ledger, event: StoredEvent, told: Replay, eyes: Seat | None, rng: random.Random) -> str:
    """What a seat has chosen in the second game: what is told, where its line is there; else something else."""
    seat, moves = event.data["seat"], str(event.data["moves"])
    if seat == eyes:
        return moves
    lines = [step for step in told.steps if step.seat == seat]
    return ledger.rules.format(lines[0].actions) if lines else another_choice(ledger, seat, moves, rng)


def differences(ledgers: Twins) -> Counter[str]:
    """What is different behind what looks the same: parts of the state, sealed choices, and what chance will do."""
    tables = [ledger.table for ledger in ledgers]
    assert tables[0] is not None
    assert tables[1] is not None
    found: Counter[str] = Counter()
    for name in tables[0].state.dtype.names:
        found[name] += tables[0].state[name].tobytes() != tables[1].state[name].tobytes()
    found["sealed"] += tables[0].sealed != tables[1].sealed
    found["secret"] += ledgers[0].secret != ledgers[1].secret
    return +found
