"""Puzzles over HTTP: the same for everybody, and nothing of the answer before the try."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from itertools import takewhile
from pathlib import Path
from typing import Any

import pytest

from tenka.game import CHANCE, State, View
from tenka.games import GAMES, get_game
from tenka.puzzles.promise import AS_GOOD
from tenka.puzzles.puzzle import (
    Promise,
    Puzzle,
    Told,
    format_puzzle,
    games_with_puzzles,
    get_setter,
    load_puzzles,
    parse_puzzle,
)
from tenka.puzzles.shelf import Shelf, open_shelf
from tenka.server import api_puzzles, puzzling, solving, weighing
from tenka.server.bots import BotPool
from tenka.server.fair import NOBODYS
from tenka.server.positions import open_view
from tenka.server.puzzling import Tried
from tenka.table import Refused
from tests.server.site import Site, open_site, refusal

GAME = next(game for game in GAMES if load_puzzles(game))
PUZZLES = load_puzzles(GAME)
PUZZLE = PUZZLES[0]
RULES = get_game(GAME)
ORDER = sorted((float(puzzle.rating), puzzle.id) for puzzle in PUZZLES)
PATH = f"/api/puzzles/{GAME}/{PUZZLE.id}"
ONE_OF_EACH_KIND = [
    next(puzzle for puzzle in load_puzzles(game) if kind in puzzle.kinds)
    for game in games_with_puzzles()
    for kind in get_setter(game).kinds
]


def moves_of(told: Told) -> dict[str, str]:
    return {"moves": RULES.format(told.actions)}


def another_answer(puzzle: Puzzle) -> Puzzle:
    """The same view and rating, and everything else is not."""
    turns = tuple(Told(told.actions, told.shares[::-1]) for told in puzzle.others)
    return replace(puzzle, right=turns, others=puzzle.right, kinds=("none",), promise=Promise(1, 1, 1, 1, 1, True))


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with open_site(tmp_path) as site:
        yield site


@pytest.mark.parametrize(
    "shown", [lambda puzzle: puzzling.show(puzzle, 1), lambda puzzle: puzzling.preview(puzzle, "")]
)
def test_what_is_told_before_the_try_does_not_depend_on_the_answer(shown: Callable[[Puzzle], object]) -> None:
    for puzzle in PUZZLES[:20]:
        assert shown(puzzle) == shown(another_answer(puzzle))


def test_nothing_of_the_answer_is_on_the_wire_before_the_try(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything that somebody can ask for before, word for word, of two shelves that differ in the answers alone."""
    guest = site.guest()

    def ask() -> list[object]:
        first = guest.get(PATH)["choice"]["legal"][0]
        asked: list[tuple[str, str, Any]] = [
            ("GET", f"/api/puzzles/{GAME}/day", None),
            *(("GET", f"/api/puzzles/{GAME}/next?{wish}", None) for wish in ("", "rating=900", "players=3")),
            ("GET", PATH, None),
            ("POST", f"{PATH}/preview", {"moves": ""}),
            ("POST", f"{PATH}/preview", {"moves": first}),
            ("POST", f"{PATH}/preview", moves_of(PUZZLE.right[0])),
            ("POST", f"{PATH}/replies", moves_of(PUZZLE.right[0])),
            ("POST", f"{PATH}/report", moves_of(PUZZLE.right[0])),
            ("POST", f"{PATH}/report", moves_of(PUZZLE.others[0])),
            ("PUT", f"{PATH}/vote", {"vote": 1}),
            ("POST", f"{PATH}/try", {"moves": ""}),
        ]
        counted = guest.get(f"/api/puzzles/{GAME}")
        assert counted in guest.get("/api/puzzles")["games"]
        del counted["kinds"]  # of how many puzzles, and not of which
        return [counted, *(guest.send(method, path, json).text for method, path, json in asked)]

    monkeypatch.setattr(puzzling, "NEAREST", 1)
    for path in ("replies", "report"):
        refusal(guest.send("POST", f"{PATH}/{path}", moves_of(PUZZLE.others[0])), 403, "forbidden")
    told = ask()
    others = Shelf(GAME, "\n".join(format_puzzle(another_answer(puzzle)) for puzzle in PUZZLES))
    _put(monkeypatch, others)
    assert ask() == told
    assert guest.post(f"{PATH}/try", moves_of(PUZZLE.right[0]))["kinds"] == ["none"]


def test_no_stream_tells_what_the_puzzle_of_the_day_is_about(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """Streams by kind and all others, word for word, of two shelves that differ in this puzzle alone."""
    day = site.visitor().get(f"/api/puzzles/{GAME}/day")
    puzzle = open_shelf(GAME).read(day["id"])
    kinds = get_setter(GAME).kinds
    left = replace(another_answer(puzzle), kinds=tuple(kind for kind in kinds if kind not in puzzle.kinds))
    others = Shelf(GAME, "\n".join(format_puzzle(left if each.id == left.id else each) for each in PUZZLES))
    monkeypatch.setattr(puzzling, "NEAREST", 1)

    def ask() -> list[str]:
        wishes = [f"players={puzzle.players}", "", *(f"kind={kind}" for kind in kinds)]
        paths = [f"/api/puzzles/{GAME}/next?rating={day['rating']}&{wish}" for wish in wishes]
        return [visitor.send("GET", path).text for visitor in (site.visitor(), site.guest()) for path in paths]

    told = ask()
    assert not any(f'"id":"{puzzle.id}"' in text for text in told)
    _put(monkeypatch, others)
    assert ask() == told


def _put(monkeypatch: pytest.MonkeyPatch, shelf: Shelf) -> None:
    """Another shelf in the place of this game's own."""
    for module in (puzzling, weighing, solving, api_puzzles):
        monkeypatch.setattr(module, "open_shelf", lambda game: shelf if game == GAME else open_shelf(game))


def test_a_puzzle_shows_what_its_seat_sees_and_no_more() -> None:
    told = puzzling.show(PUZZLE, PUZZLE.rating)
    assert PUZZLE.view.seat == told.seat == told.choice.seat
    for seat, shown in told.position["seats"].items():
        assert (shown["hand"] is None) == (int(seat) != told.seat), seat


def test_puzzles_come_at_a_strength_of_a_kind_and_only_once() -> None:
    rng = random.Random(1)
    ratings = [puzzle.rating for puzzle in PUZZLES]
    for wanted in (0, 1500, max(ratings)):
        nearest = sorted(abs(rating - wanted) for rating in ratings)[: puzzling.NEAREST]
        found = {puzzling.choose(GAME, ORDER, wanted, None, None, (), rng).rating for _ in range(50)}
        assert {abs(rating - wanted) for rating in found} == set(nearest)
    kind = PUZZLE.kinds[0]
    fitting = {puzzle.id for puzzle in PUZZLES if kind in puzzle.kinds and puzzle.players == PUZZLE.players}
    chosen = puzzling.choose(GAME, ORDER, 1500, kind, PUZZLE.players, fitting - {PUZZLE.id}, rng)
    assert chosen.id == PUZZLE.id
    with pytest.raises(Refused, match="no puzzle of that kind is left"):
        puzzling.choose(GAME, ORDER, 1500, kind, PUZZLE.players, fitting, rng)
    with pytest.raises(Refused, match="are of the kinds"):
        puzzling.choose(GAME, ORDER, 1500, "nonsense", None, (), rng)


@pytest.mark.parametrize("place", [0, 1])
def test_a_try_is_answered_with_what_the_worlds_say(place: int) -> None:
    turn = (*PUZZLE.right[:1], *PUZZLE.others[:1])[place]
    tried = Tried(PUZZLE, RULES.format(turn.actions))
    judged = asyncio.run(puzzling.judge_try(BotPool(0), tried, (), NOBODYS))
    assert judged.is_right is (place == 0)
    shown = judged.show(tried)
    assert shown[0].is_right
    assert [told.shares for told in shown if told.is_yours] == [list(turn.shares)]


def test_half_a_turn_is_no_try() -> None:
    with pytest.raises(Refused, match="not a whole turn"):
        Tried(PUZZLE, "")


def test_where_one_decision_is_asked_for_it_is_whole_and_nothing_follows(monkeypatch: pytest.MonkeyPatch) -> None:
    first, *rest = (RULES.format([action]) for action in PUZZLE.right[0].actions)
    assert puzzling.show(PUZZLE, 1).asks_for == "turn"
    monkeypatch.setattr(get_setter(GAME), "whole_plies", False)
    shown = puzzling.show(PUZZLE, 1)
    assert shown.asks_for == "decision"
    assert puzzling.preview(PUZZLE, "").choice == shown.choice
    after = puzzling.preview(PUZZLE, first).choice
    assert (after.is_whole, after.legal) == (True, [])
    assert Tried(PUZZLE, first).moves == first
    for more in (puzzling.preview, Tried):
        with pytest.raises(Refused, match="asks for one decision"):
            more(PUZZLE, " ".join((first, *rest)))
    with pytest.raises(Refused, match="not a whole decision"):
        Tried(PUZZLE, "")


def test_anybody_can_ask_and_try_over_http(site: Site) -> None:
    """Nobody is asked who they are, and nobody's tries are counted."""
    stranger = site.visitor()
    day = stranger.get(f"/api/puzzles/{GAME}/day")
    assert day["id"] == open_shelf(GAME).of_day(datetime.now(UTC).date())
    assert stranger.get(f"/api/puzzles/{GAME}/{day['id']}") == {**day, "day": None}
    done = f"{PUZZLES[-1].id},1-1-1"
    near = stranger.get(f"/api/puzzles/{GAME}/next?rating=1200&kind={PUZZLE.kinds[0]}&done={done}")
    assert near["id"] not in done
    counted = stranger.get(f"/api/puzzles/{GAME}")
    assert counted in stranger.get("/api/puzzles")["games"]
    assert (counted["puzzles"], counted["standing"]) == (len(PUZZLES), None)
    assert counted["kinds"][PUZZLE.kinds[0]] == sum(PUZZLE.kinds[0] in puzzle.kinds for puzzle in PUZZLES)
    told = stranger.get(PATH)
    assert told.keys() == {
        "id",
        "game",
        "day",
        "rating",
        "is_tried",
        "asks_for",
        "options",
        "seat",
        "position",
        "choice",
    }
    preview = stranger.post(f"{PATH}/preview", {"moves": told["choice"]["legal"][0]})
    assert preview["choice"]["seat"] == told["seat"]
    for _ in range(2):
        answer = stranger.post(f"{PATH}/try", moves_of(PUZZLE.right[0]))
        assert (answer["is_right"], answer["standing"], answer["change"]) == (True, None, None)
        assert (answer["lead"]["mean"], tuple(answer["kinds"])) == (PUZZLE.promise.lead, PUZZLE.kinds)
    assert stranger.get(PATH) == told
    for wrong, code in (("nonsense", "invalid"), ("", "incomplete")):
        refusal(stranger.send("POST", f"{PATH}/try", {"moves": wrong}), 422, code)
    refusal(stranger.send("GET", f"/api/puzzles/{GAME}/1-2-99999"), 404, "missing")
    for path in ("", "/day", "/next", "/1-2-3"):
        assert stranger.send("GET", f"/api/puzzles/chess{path}").status_code in (404, 422)


def test_a_puzzle_is_read_when_it_is_shown_and_not_to_choose_one(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []

    def note(game: str, line: str) -> Puzzle:
        read.append(line)
        return parse_puzzle(game, line)

    many = (replace(puzzle, id=f"77-{n}-{place}") for n in range(40) for place, puzzle in enumerate(PUZZLES[:3]))
    crowd = Shelf(GAME, "\n".join(map(format_puzzle, many)))
    monkeypatch.setattr("tenka.puzzles.shelf.parse_puzzle", note)
    for module in (puzzling, solving):
        monkeypatch.setattr(module, "open_shelf", lambda game: crowd)
    stranger = site.visitor()
    assert stranger.get(f"/api/puzzles/{GAME}")["puzzles"] == 120
    assert read == []
    stranger.get(f"/api/puzzles/{GAME}/next")
    assert len(read) == 1


@pytest.mark.slow
def test_a_turn_that_the_puzzle_does_not_tell_of_is_tried_in_worlds() -> None:
    seat = PUZZLE.view.seat
    assert seat is not None
    again = weighing.try_in_worlds(GAME, PUZZLE.id, PUZZLE.right[0].actions)
    assert again == pytest.approx(PUZZLE.right[0].shares)
    worse = weighing.try_in_worlds(GAME, PUZZLE.id, PUZZLE.others[0].actions)
    assert worse[seat] < again[seat] - AS_GOOD


@pytest.mark.slow
@pytest.mark.parametrize("puzzle", ONE_OF_EACH_KIND, ids=lambda puzzle: f"{puzzle.game}-{puzzle.id}")
def test_a_turn_is_played_out_until_its_seat_moves_again(puzzle: Puzzle, monkeypatch: pytest.MonkeyPatch) -> None:
    """The own seat goes on where its turn is not over yet; then all others reply."""
    drawn: list[State] = []

    def note(state: State) -> View:
        drawn.append(state)
        return open_view(state)

    monkeypatch.setattr(weighing, "open_view", note)
    for turn in (puzzle.right[0], puzzle.others[0]):
        replies = weighing.play_replies(puzzle.game, puzzle.id, turn.actions)
        seats = [step.ply.seat for step in replies.steps if step.ply.seat != CHANCE]
        own = list(takewhile(lambda seat: seat == puzzle.view.seat, seats))
        others = seats[len(own) :]
        assert own
        assert others or replies.outcome
        assert puzzle.view.seat not in others
        assert get_game(puzzle.game).turn(drawn[-1]) == (None if replies.outcome else puzzle.view.seat)


@pytest.mark.slow
@pytest.mark.parametrize("place", [0, 1])
def test_what_is_played_out_begins_with_the_turn_and_nothing_is_hidden(place: int) -> None:
    seat = PUZZLE.view.seat
    assert seat is not None
    turn = (PUZZLE.right[0], PUZZLE.others[0])[place]
    replies = weighing.play_replies(GAME, PUZZLE.id, turn.actions)
    first, *others = replies.steps
    assert first.ply.seat == seat
    assert " ".join(first.ply.tokens) in RULES.format(turn.actions)
    assert replies.outcome or [step.ply.seat for step in others] == [
        (seat + 1 + n) % PUZZLE.players for n in range(PUZZLE.players - 1)
    ]
    for number, shown in replies.start["seats"].items():
        assert shown["hand"] is not None, f"what {number} holds is open in this world"
    own = puzzling.show(PUZZLE, 1).position
    for name in ("tiles", "settlements", "aside"):
        assert replies.start[name] == own[name]
