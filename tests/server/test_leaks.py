"""Nothing leaks: all that somebody receives is the same for two games that differ only in what he may not know.

Two ledgers are played side by side: one from a deal, the other from a sample of what the watched seat sees of it. Both
get the same turns; where one is not possible in both, the second game is made anew from what the watched seat may
read of the first. Every message that the seat or a spectator would get must be byte for byte the same.
"""

from __future__ import annotations

import base64
import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic_core import to_json

from tenka.fairness import Secret
from tenka.game import GameError, Seat
from tenka.record import replay, write
from tenka.server import audience, looking_back
from tenka.server.ledger import Draft, Ledger, StoredEvent
from tenka.server.messages import SandboxRequest
from tenka.table import Refused, Table
from tests.effort import examples


def add(ledger: Ledger, draft: Draft) -> Ledger:
    """With fixed times, so that only the games differ."""
    return ledger.after(StoredEvent(ledger.number + 1, draft.kind, draft.data, 1000.0 + ledger.number), (), draft.after)


def new_ledger(players: int, options: dict[str, str], game: str = "samurai") -> Ledger:
    settings = {"game": game, "seats": [{"kind": "open"}] * players, "options": options, "visibility": "open"}
    settings["clock"] = {"kind": "real"}
    made = {"settings": settings, "maker": "p0", "maker_name": "p0", "key": "k"}
    ledger = add(Ledger("table"), Draft("created", made))
    for seat in range(players):
        ledger = add(ledger, ledger.sit(f"p{seat}", f"p{seat}", False, seat))
    return ledger


def start_twice(ledger: Ledger, eyes: Seat | None, seed: int) -> tuple[Ledger, Ledger]:
    """Two games that look the same to these eyes: a deal, and one dealt again around what they see."""
    draft = ledger.start(None, Secret("salt", f"seed {seed}"))
    assert draft.after is not None
    table = draft.after
    if table.plies:  # chance has had its say already: the second game is made from what these eyes may read of that
        return resample(add(ledger, draft), eyes)
    start = table.rules.sample(table.view(eyes), random.Random(seed))
    other = Table(table.rules, table.options, table.names, start)
    data = draft.data | {"start": base64.b64encode(start.tobytes()).decode(), "seed": "another", "salt": "another"}
    return add(ledger, draft), add(ledger, Draft("started", data, other))


def everything(
    ledger: Ledger, stage: audience.Stage, eyes: Seat | None, event: StoredEvent
) -> Iterator[tuple[str, bytes]]:
    """All that the owner of these eyes can get out of the server at this moment."""
    person = None if eyes is None else f"p{eyes}"
    info = audience.show_table(ledger, person, (), ())
    info = info.model_copy(update={"clocks": None, "deadline": None})
    seen = stage.step(ledger, {eyes})
    message = audience.event_messages(ledger, event, seen, ())[eyes] | {"clocks": None, "info": info}
    yield "event", to_json(message)
    snapshot = audience.show_snapshot(ledger, eyes, info, audience.draw_position(ledger, eyes))
    yield "snapshot", to_json(snapshot)
    yield "record", write(ledger.record(eyes)).encode()
    seat, is_open = looking_back.eyes_of(ledger, person, None if eyes is not None else "spectator")
    yield "replay", to_json(looking_back.replay_game(ledger, info, seat, is_open))
    wish = SandboxRequest(table="table", ply=ledger.version)
    yield "sandbox", to_json(looking_back.play_on(ledger, eyes, wish))
    if eyes is None:
        return
    choice = audience.show_choice(ledger, eyes)
    attempts = ["", "b4", "pass", "done", "x:same", "r@o10", "b4@o14", "zzz"]
    if choice is not None:
        attempts += [*choice["legal"][:20], *(f"{token} done" for token in choice["legal"][:5])]
    for moves in attempts:
        yield f"preview {moves}", attempt(lambda m=moves: to_json(audience.preview_moves(ledger, eyes, m, None)))
        yield f"refusal {moves}", attempt(lambda m=moves: refusal_of(ledger, eyes, m))


def attempt(do: Any) -> bytes:
    try:
        return bytes(do())
    except Refused as refusal:
        return f"{refusal.code} {refusal}".encode()


def refusal_of(ledger: Ledger, eyes: Seat, moves: str) -> bytes:
    """What an act answers, where it is refused."""
    ledger.act(eyes, moves, ledger.version, "person")
    return b"accepted"


def random_turn(ledger: Ledger, rng: random.Random) -> tuple[Seat, str]:
    """Some whole turn of somebody who is to move."""
    seat = rng.choice(ledger.to_move())
    table = ledger.table
    assert table is not None
    rules, moves = table.rules, list[str]()
    preview = table.preview(seat, "")
    while not (moves and preview.is_whole):
        moves.append(rules.format([rng.choice([a for a in preview.legal if a != rules.end_turn] or preview.legal)]))
        preview = table.preview(seat, " ".join(moves))
    return seat, " ".join(moves)


def play_both(ledgers: tuple[Ledger, Ledger], eyes: Seat | None, rng: random.Random) -> tuple[Ledger, Ledger] | None:
    """One turn more in both games, so that they still look the same; None where one is over."""
    first = ledgers[0]
    if first.status != "running" or ledgers[1].status != "running":
        return None
    for _ in range(10):
        seat, moves = random_turn(first, rng)
        try:
            drafts = [ledger.act(seat, moves, ledger.version, "person") for ledger in ledgers]
        except GameError:
            continue  # a tile that only one of the hidden hands has
        if drafts[0] is None or drafts[1] is None:
            continue
        then = add(ledgers[0], drafts[0]), add(ledgers[1], drafts[1])
        if then[0].status == "over" or then[1].status == "over":
            return None
        return then if look_the_same(then, eyes) else resample(then[0], eyes)
    draft = first.act(*random_turn(first, rng), first.version, "person")
    assert draft is not None
    after = add(first, draft)
    return None if after.status == "over" else resample(after, eyes)


def compare(
    players: int, eyes: Seat | None, seed: int, options: dict[str, str], most: int, game: str = "samurai"
) -> int:
    rng = random.Random(seed)
    ledgers = start_twice(new_ledger(players, options, game), eyes, seed)
    stages = audience.Stage(), audience.Stage()
    turns = 0
    while True:
        events = [ledger.events[-1] for ledger in ledgers]
        if turns > 0:
            facts = [
                everything(ledger, stage, eyes, event)
                for ledger, stage, event in zip(ledgers, stages, events, strict=True)
            ]
            for (name, one), (_, two) in zip(*facts, strict=True):
                if "record" in name:
                    one, two = (
                        b"\n".join(x for x in text.splitlines() if b"Commitment" not in x) for text in (one, two)
                    )
                one, two = (
                    text.replace(str(ledger.commitment).encode(), b"")
                    for text, ledger in zip((one, two), ledgers, strict=True)
                )
                assert one == two, f"{name} tells {eyes} what it may not know"
        then = play_both(ledgers, eyes, rng)
        if then is None or turns >= most:
            return turns
        ledgers = then
        turns += 1


def look_the_same(ledgers: tuple[Ledger, Ledger], eyes: Seat | None) -> bool:
    tables = [ledger.table for ledger in ledgers]
    assert tables[0] is not None
    assert tables[1] is not None
    lines = [[table.rules.redact(line, eyes) for line in table.plies] for table in tables if table]
    return tables[0].view(eyes) == tables[1].view(eyes) and lines[0] == lines[1]


def resample(first: Ledger, eyes: Seat | None) -> tuple[Ledger, Ledger]:
    """A second game, made from the record that these eyes may read of the first, with other dice to come."""
    told = replay(write(first.record(eyes)))
    second = new_ledger(len(first.seats), first.settings.options, first.rules.name)
    lines = iter(first.rules.line(step.before, step.actions, step.after) for step in told.steps)
    started = next(event for event in first.events if event.kind == "started")
    start = base64.b64encode(told.start.tobytes()).decode()
    opening = [next(lines) for _ in started.data["lines"]]
    other = {"start": start, "lines": opening, "seed": f"{told.final.tobytes().hex()[:32]} other", "salt": "other"}
    second = add(second, Draft("started", started.data | other))
    for event in first.events:
        if event.kind == "played":
            second = add(second, Draft("played", event.data | {"lines": [next(lines) for _ in event.data["lines"]]}))
        elif event.kind == "chose":
            second = add(second, Draft("chose", event.data))
    return first, second


@settings(max_examples=examples(4))  # an example is six turns, with all that anybody can ask
@given(
    st.integers(2, 4),
    st.integers(0, 10**6),
    st.sampled_from(["hidden", "open"]),
    st.sampled_from(["end", "once"]),
    st.data(),
)
def test_what_is_received_does_not_depend_on_what_is_hidden(
    players: int, seed: int, captured: str, captures: str, data: st.DataObject
) -> None:
    eyes = data.draw(st.one_of(st.none(), st.integers(0, players - 1)))
    options = {"hands": "random", "pieces": "random", "captured": captured, "captures": captures}
    compare(players, eyes, seed, options, most=6)


@pytest.mark.parametrize("eyes", [None, 0, 1, 2])
def test_nothing_leaks_while_hands_are_chosen_in_secret(eyes: Seat | None) -> None:
    for seed in range(3):
        compare(3, eyes, seed, {}, most=12)


@pytest.mark.slow
@pytest.mark.parametrize("eyes", [None, 0, 1])
def test_nothing_leaks_in_whole_games(eyes: Seat | None) -> None:
    turns = [compare(2, eyes, seed, {"pieces": "random"}, most=60) for seed in range(2)]
    assert max(turns) > 15
