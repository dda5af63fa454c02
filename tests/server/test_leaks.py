"""Nothing leaks: all that somebody receives is the same for two games that differ only in what he may not know.

Two ledgers are played side by side (`twins.py`): one from a deal, the other from a sample of what the watched seat sees
of it. Every message that the seat or a spectator would get must be byte for byte the same.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic_core import to_json

from tenka.game import Seat
from tenka.record import write
from tenka.server import audience, looking_back
from tenka.server.ledger import Ledger, StoredEvent
from tenka.server.messages import SandboxRequest
from tenka.table import Refused
from tests.effort import examples
from tests.server.twins import differences, new_ledger, play_both, start_twice


def everything(
    ledger: Ledger, stage: audience.Stage, eyes: Seat | None, event: StoredEvent
) -> Iterator[tuple[str, bytes]]:
    """All that the owner of these eyes can get out of the server at this moment."""
    person = None if eyes is None else f"p{eyes}"
    info = audience.show_table(ledger, person, (), ())
    info = info.model_copy(update={"clocks": None, "deadline": None})
    seen = stage.step(ledger, {eyes})
    message = audience.event_messages(ledger, event, seen, ())[eyes]
    yield "event", message.model_copy(update={"clocks": None, "info": info}).encode()
    snapshot = audience.show_snapshot(ledger, eyes, info, audience.draw_position(ledger, eyes))
    yield "snapshot", to_json(snapshot)
    yield "record", write(ledger.record(eyes)).encode()
    seat, is_open = looking_back.eyes_of(ledger, person, None if eyes is not None else "spectator")
    yield "replay", to_json(looking_back.replay_game(ledger, info, seat, is_open))
    wish = SandboxRequest(table="table", version=ledger.version)
    yield "sandbox", to_json(looking_back.play_on(ledger, eyes, wish))
    if eyes is None:
        return
    choice = audience.show_choice(ledger, eyes)
    attempts = ["", "b4", "pass", "done", "x:same", "r@o10", "b4@o14", "zzz"]
    if choice is not None:
        attempts += [*choice.legal[:20], *(f"{token} done" for token in choice.legal[:5])]
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


def compare(
    players: int,
    eyes: Seat | None,
    seed: int,
    options: dict[str, str],
    most: int,
    game: str = "samurai",
    differed: Counter[str] | None = None,
) -> int:
    """Plays twins for so many turns; returns how many it were. Counts what was different behind the same looks."""
    rng = random.Random(seed)
    ledgers = start_twice(new_ledger(players, options, game), eyes, seed)
    stages = audience.Stage(), audience.Stage()
    turns = 0
    while True:
        events = [ledger.events[-1] for ledger in ledgers]
        if differed is not None:
            differed += differences(ledgers)
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


@pytest.mark.parametrize("eyes", [None, 0, 1, 2, 3])
def test_nothing_leaks_while_hands_are_chosen_in_secret(eyes: Seat | None) -> None:
    differed: Counter[str] = Counter()
    for seed in range(8):
        compare(4, eyes, seed, {}, most=8, differed=differed)
    assert differed["sealed"] >= 8, "hands that are chosen but not shown yet"
    assert differed["hand"] > 10
    assert differed["stack"] > 10
    assert differed["secret"] > 10, "what chance will do"


@pytest.mark.slow
@pytest.mark.parametrize("eyes", [None, 0, 1])
def test_nothing_leaks_in_whole_games(eyes: Seat | None) -> None:
    turns = [compare(2, eyes, seed, {"pieces": "random"}, most=60) for seed in range(2)]
    assert max(turns) > 15
