"""Puzzles over HTTP: the same for everybody, and nothing of the answer before the try."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import httpx
import pytest

from tenka.games import GAMES, get_game
from tenka.puzzles.promise import AS_GOOD
from tenka.puzzles.puzzle import Promise, Puzzle, Told, load_puzzles
from tenka.server import puzzling
from tenka.server.app import make_app
from tenka.server.bots import BotPool
from tenka.server.config import Config
from tenka.server.fair import NOBODYS
from tenka.table import Refused

GAME = next(game for game in GAMES if load_puzzles(game))
PUZZLES = load_puzzles(GAME)
PUZZLE = PUZZLES[0]
RULES = get_game(GAME)


def another_answer(puzzle: Puzzle) -> Puzzle:
    """The same view and rating, and everything else is not."""
    turns = tuple(Told(told.actions, told.shares[::-1]) for told in puzzle.others)
    return replace(puzzle, right=turns, others=puzzle.right, kinds=("none",), promise=Promise(1, 1, 1, 1, 1, True))


@pytest.mark.parametrize("shown", [puzzling.show, lambda puzzle: puzzling.preview(puzzle, "")])
def test_what_is_told_before_the_try_does_not_depend_on_the_answer(shown: Callable[[Puzzle], object]) -> None:
    for puzzle in PUZZLES[:20]:
        assert shown(puzzle) == shown(another_answer(puzzle))


def test_a_puzzle_shows_what_its_seat_sees_and_no_more() -> None:
    told = puzzling.show(PUZZLE)
    assert PUZZLE.view.seat == told.seat == told.choice.seat
    for seat, shown in told.position["seats"].items():
        assert (shown["hand"] is None) == (int(seat) != told.seat), seat


def test_every_day_has_its_puzzle() -> None:
    days = [date(2026, 11, 16) + timedelta(number) for number in range(len(PUZZLES))]
    assert {puzzling.of_day(GAME, day).id for day in days} == {puzzle.id for puzzle in PUZZLES}
    assert puzzling.of_day(GAME, days[0]) == puzzling.of_day(GAME, days[0])


def test_puzzles_come_at_a_strength_of_a_kind_and_only_once() -> None:
    rng = random.Random(1)
    ratings = [puzzle.rating for puzzle in PUZZLES]
    nearest = sorted(abs(rating - max(ratings)) for rating in ratings)[: puzzling.NEAREST]
    assert abs(puzzling.choose(GAME, max(ratings), None, None, (), rng).rating - max(ratings)) <= nearest[-1]
    kind = PUZZLE.kinds[0]
    fitting = {puzzle.id for puzzle in PUZZLES if kind in puzzle.kinds and puzzle.players == PUZZLE.players}
    assert puzzling.choose(GAME, 1500, kind, PUZZLE.players, fitting - {PUZZLE.id}, rng) == PUZZLE
    with pytest.raises(Refused, match="no puzzle of that kind is left"):
        puzzling.choose(GAME, 1500, kind, PUZZLE.players, fitting, rng)
    with pytest.raises(Refused, match="are of the kinds"):
        puzzling.choose(GAME, 1500, "nonsense", None, (), rng)


@pytest.mark.parametrize("place", [0, 1])
def test_a_try_is_answered_with_what_the_worlds_say(place: int) -> None:
    turn = (*PUZZLE.right[:1], *PUZZLE.others[:1])[place]
    answer = asyncio.run(puzzling.judge_try(BotPool(0), PUZZLE, RULES.format(turn.actions), NOBODYS))
    assert answer.is_right is (place == 0)
    assert answer.turns[0].is_right
    yours = [told for told in answer.turns if told.is_yours]
    assert [told.shares for told in yours] == [list(turn.shares)]
    assert answer.lead.mean == PUZZLE.promise.lead
    assert tuple(answer.kinds) == PUZZLE.kinds


def test_half_a_turn_is_no_try() -> None:
    with pytest.raises(Refused, match="not a whole turn"):
        asyncio.run(puzzling.judge_try(BotPool(0), PUZZLE, "", NOBODYS))


def test_anybody_can_ask_and_try_over_http(tmp_path: Path) -> None:
    """In this process, and nothing else of the server runs: nobody is asked who they are, nothing is kept."""

    async def story() -> None:
        app = make_app(Config(f"sqlite:///{tmp_path / 'unused.db'}"))
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost") as stranger:
            day = (await stranger.get(f"/api/puzzles/{GAME}/day")).json()
            assert day["id"] == puzzling.of_day(GAME, datetime.now(UTC).date()).id
            same = (await stranger.get(f"/api/puzzles/{GAME}/{day['id']}")).json()
            assert same == {**day, "day": None}
            wish = {"rating": "1200", "kind": PUZZLE.kinds[0], "done": f"{PUZZLES[-1].id},1-1-1"}
            near = (await stranger.get(f"/api/puzzles/{GAME}/next", params=wish)).json()
            assert near["id"] not in wish["done"]
            path = f"/api/puzzles/{GAME}/{PUZZLE.id}"
            headers = {"origin": "http://localhost"}
            told = (await stranger.get(path)).json()
            assert told.keys() == {"id", "game", "day", "rating", "options", "seat", "position", "choice"}
            first = {"moves": told["choice"]["legal"][0]}
            preview = (await stranger.post(f"{path}/preview", json=first, headers=headers)).json()
            assert preview["choice"]["seat"] == told["seat"]
            right = {"moves": RULES.format(PUZZLE.right[0].actions)}
            answer = (await stranger.post(f"{path}/try", json=right, headers=headers)).json()
            assert answer["is_right"]
            for wrong, code in (({"moves": "nonsense"}, "invalid"), ({"moves": ""}, "incomplete")):
                refused = await stranger.post(f"{path}/try", json=wrong, headers=headers)
                assert refused.json()["code"] == code
            missing = await stranger.get(f"/api/puzzles/{GAME}/1-2-99999")
            assert (missing.status_code, missing.json()["code"]) == (404, "missing")
            for game in ("chess",):
                for path in ("day", "next", "1-2-3"):
                    refused = await stranger.get(f"/api/puzzles/{game}/{path}")
                    assert refused.status_code in (404, 422), refused.text

    asyncio.run(story())


@pytest.mark.slow
def test_a_turn_that_the_puzzle_does_not_tell_of_is_tried_in_worlds() -> None:
    seat = PUZZLE.view.seat
    assert seat is not None
    again = puzzling.try_in_worlds(GAME, PUZZLE.id, PUZZLE.right[0].actions)
    assert again == pytest.approx(PUZZLE.right[0].shares)
    worse = puzzling.try_in_worlds(GAME, PUZZLE.id, PUZZLE.others[0].actions)
    assert worse[seat] < again[seat] - AS_GOOD
