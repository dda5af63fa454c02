"""Bots: those of the server in their processes, and those of others over the API."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

import pytest

from tenka.game import GameError
from tenka.games import get_game
from tenka.players import decide_ply, get_player
from tenka.server import hints
from tenka.server.bots import Advice, BotFailed, BotPool, Job, answer_job, asking
from tenka.table import Refused
from tests.server.client import BASIC, SECONDS, Node, Page
from tests.server.place import Place, run
from tests.server.test_tables import play_out

pytestmark = pytest.mark.slow

EXAMPLE = Path(__file__).parent.parent.parent / "examples" / "bot.py"
RULES = get_game("samurai")


@contextlib.contextmanager
def sit_down(node: Node, table: dict[str, Any], path: Path) -> Iterator[Callable[[], str]]:
    """The script of the example joins a table; what is given back waits for what it prints at the end of the game."""
    with Page(node.url).guest() as owner:
        token = owner.post("/api/tokens", {"label": "bot", "scopes": ["read", "play"]})["secret"]
    with path.open("w+") as out:
        script = subprocess.Popen(
            [sys.executable, str(EXAMPLE), node.url, table["id"], table["key"]],
            env={**os.environ, "TENKA_TOKEN": token},
            stdout=out,
        )

        def result() -> str:
            end = time.monotonic() + SECONDS
            while not (text := path.read_text()) and time.monotonic() < end:
                with pytest.raises(subprocess.TimeoutExpired):
                    script.wait(0.2)
            return text

        try:
            yield result
        finally:
            script.kill()
            script.wait()


def test_a_short_script_sits_at_a_table_and_plays_to_the_end(guest: Page, node: Node, tmp_path: Path) -> None:
    table = guest.make_table("me", "open", stand_in="uniform")
    with sit_down(node, table, tmp_path / "out") as result:
        with guest.open() as line:
            started = line.ask("watch", table=table["id"])
            if started["info"]["status"] == "open":
                line.until("event")
        play_out(guest, table["id"])
        text = result()
    outcome = guest.get(f"/api/tables/{table['id']}")["info"]["outcome"]
    assert text == f"{table['id']} {'won' if 1 in outcome['winners'] else 'lost'}\n"


def test_the_example_has_thirty_lines() -> None:
    code = [line for line in EXAMPLE.read_text().split('"""', 2)[2].splitlines() if line.strip()]
    assert len(code) <= 30


def test_the_event_stream_needs_a_token_or_a_session(node: Node) -> None:
    with Page(node.url) as nobody:
        assert nobody.http.get("/api/events").status_code == 401


@pytest.mark.slow
def test_a_bot_that_dies_is_replaced_and_its_decision_repeated() -> None:
    async def play() -> tuple[list[int], int]:
        pool = BotPool(1)
        await pool.open()
        try:
            state = RULES.start(RULES.options(BASIC), random.Random(1))
            seat = RULES.turn(state)
            assert seat is not None
            await pool.decide("samurai", state, seat, "greedy")
            asking = asyncio.create_task(pool.decide("samurai", state, seat, "mcts:3000ms"))
            await asyncio.sleep(1)
            pid = pool.processes[0].pid
            assert pid is not None
            os.kill(pid, signal.SIGKILL)
            actions = await asking
            return actions, pool.replaced
        finally:
            await pool.close()

    actions, replaced = asyncio.run(play())
    assert actions
    assert replaced == 1


@pytest.mark.slow
def test_a_bot_that_fails_is_an_error_and_not_the_end_of_its_process() -> None:
    async def play() -> list[int]:
        pool = BotPool(1)
        await pool.open()
        try:
            state = RULES.start(RULES.options(BASIC), random.Random(1))
            seat = RULES.turn(state)
            assert seat is not None
            with pytest.raises(BotFailed, match="no player"):
                await pool.decide("samurai", state, seat, "deep-thought")
            assert pool.replaced == 0
            return await pool.decide("samurai", state, seat, "greedy")
        finally:
            await pool.close()

    assert asyncio.run(play())


def test_a_decision_depends_only_on_the_view_and_the_seed() -> None:
    state = RULES.start(RULES.options(BASIC), random.Random(1))
    seat = RULES.turn(state)
    assert seat is not None
    other = RULES.sample(RULES.view(state, seat), random.Random(2))
    for kind in ("decide", "hint"):
        answers = [answer_job(Job(kind, "samurai", s, seat, "mcts:50", 7)) for s in (state, other)]
        assert answers[0] == answers[1]


def test_a_hint_is_the_line_that_was_thought_best_to_the_end_of_its_turn() -> None:
    state = RULES.start(RULES.options(BASIC), random.Random(1))
    seat = RULES.turn(state)
    assert seat is not None
    for seed in range(5):
        turn, lines = cast(Any, answer_job(Job("hint", "samurai", state, seat, "mcts:20", seed)))
        assert lines[0].actions == turn
        after = state
        for action in turn:
            assert RULES.turn(after) == seat
            after = RULES.apply(after, action)
        assert RULES.num_plies(after) == RULES.num_plies(state) + 1


def test_who_waits_for_bots_is_told_in_a_sentence_why_there_is_no_answer() -> None:
    async def ask(seconds: float, error: Exception | None) -> None:
        async with asking(seconds, "nobody knows; try again"):
            if error is not None:
                raise error
            await asyncio.sleep(10)

    def told(seconds: float, error: Exception | None) -> tuple[str, str]:
        with pytest.raises(Refused) as refused:
            asyncio.run(ask(seconds, error))
        return refused.value.code, str(refused.value)

    assert told(5, BotFailed("it died")) == ("unavailable", "nobody knows; try again")
    assert told(0.01, None) == ("busy", "the bots play for others just now; try again in a moment")
    assert told(5, Refused("limit", "you wait for two already")) == ("limit", "you wait for two already")


@pytest.mark.parametrize("game", ["samurai", "history"])
def test_the_strongest_player_that_is_installed_gives_hints(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert hints.adviser_of(game) == "neural:1000ms"

    def missing(*_: object) -> None:
        raise GameError("it is not installed")

    monkeypatch.setattr("tenka.players.policy.load_network", missing)
    get_player.cache_clear()
    assert hints.adviser_of(game) == "mcts:1000ms"


def test_whoever_gives_hints_is_loaded_by_the_bots_and_not_where_people_are_served(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A network takes a third of a second to load, and everybody's turns waited for it."""
    asked: list[str] = []

    class Elsewhere:
        async def work_out(self, urgency: str, _whose: Any, function: Any, *given: Any) -> str:
            asked.append(urgency)
            assert (function, given) == (hints.adviser_of, ("samurai",))
            return "greedy"

        async def advise(self, game: str, state: Any, seat: int, player: str, _whose: Any) -> Advice:
            assert player == "greedy"
            turn = decide_ply(get_game(game), state, seat, get_player("uniform"), random.Random(1), None)
            return Advice(turn, [])

    def load(name: str, _game: str) -> None:
        raise AssertionError(f"{name} is loaded here")

    async def ask(here: Place) -> None:
        monkeypatch.setattr(hints, "get_player", load)
        monkeypatch.setattr(hints, "_advisers", {})
        bots = cast(BotPool, Elsewhere())
        for _ in range(2):
            hint = await hints.give_hint(bots, here.room, here.seat, "", here.room.ledger.version)
            assert hint.bot == "greedy"
        assert asked == ["hint"], "and only once"

    run(tmp_path, ask)


def test_a_line_that_is_a_whole_turn_is_the_advice_as_it_is() -> None:
    """It was compared with others to its end; to think again about the rest of it could bring another one."""
    rules = RULES
    state = rules.start(rules.options({"players": 2, **BASIC}), random.Random(1))
    advice = answer_job(Job("hint", rules.name, state, int(state.seat), "neural:200", 5))
    assert advice.turn == advice.lines[0].actions
    after = state
    for action in advice.turn:
        assert rules.num_plies(after) == rules.num_plies(state)
        after = rules.apply(after, action)
    assert rules.num_plies(after) == rules.num_plies(state) + 1


@pytest.mark.slow
def test_a_player_of_others_that_says_nothing_is_not_asked_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hangs = "import time\n\nclass Never:\n    def decide(self, view, legal, rng):\n        time.sleep(600)\n"
    (tmp_path / "hanging_bots.py").write_text(hangs)
    monkeypatch.syspath_prepend(tmp_path)  # the bots' processes inherit it
    monkeypatch.setattr("tenka.server.bots.SECONDS_TO_THINK", 2.0)

    async def play() -> int:
        pool = BotPool(1, guests=("hanging_bots:Never",))
        await pool.open()
        try:
            state = RULES.start(RULES.options(BASIC), random.Random(1))
            seat = RULES.turn(state)
            assert seat is not None
            with pytest.raises(BotFailed, match="hanging_bots:Never said nothing for 2 s"):
                await pool.decide("samurai", state, seat, "hanging_bots:Never")
            return pool.replaced
        finally:
            await pool.close()

    assert asyncio.run(play()) == 1
