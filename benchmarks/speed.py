"""How fast the rules are, beside other engines, in one run and one table.

    python benchmarks/speed.py [--seconds 2] [--before DIR]

Random play to the end, with the full list of legal actions at every decision:
(a) the whole loop compiled, one core; (b) stepped from Python through the public contract; (c) stepped from Python
through the compiled functions. Where dice are rolled, in History, the loop rolls them and lists nothing. OpenSpiel and
catanatron are measured where they are installed (the extra ``bench``).
Every figure is the best of five rounds, and the rounds of all engines take turns, so that a noisy machine is
equally unkind to all of them. With ``--before`` the contract of an older checkout is measured too.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from results import machine, measure_before, save, table

from tenka.compiled import generator_state, jit
from tenka.game import CHANCE, draw_chance
from tenka.history import batch as history_batch
from tenka.history.actions import MAX_LEGAL as HISTORY_MAX_LEGAL
from tenka.history.game import History
from tenka.history.state import STATE as HISTORY_STATE
from tenka.history.state import new_states as history_states
from tenka.history.tables import standard_tables
from tenka.samurai import batch
from tenka.samurai.actions import MAX_LEGAL
from tenka.samurai.game import Samurai
from tenka.samurai.options import Options, make_options
from tenka.samurai.state import STATE, new_states

ROUNDS = 5
HISTORY = History()

Play = Callable[[], int]
"""Plays one or more games and returns the number of decisions."""


@jit
def compiled_games(states: Any, players: int, rules: int, generator: Any, legal: Any, games: int) -> int:
    """So many games, one after another, in compiled code."""
    decisions = 0
    for game in range(games):
        batch.start(states, 0, players, game % players, rules, generator)
        decisions += batch.play_randomly(states, 0, generator, legal)
    return decisions


def loop_compiled(options: Options) -> Play:
    states, legal, generator = new_states(1), np.empty(MAX_LEGAL, np.int16), generator_state(1)
    return lambda: compiled_games(states, options.players, options.bits, generator, legal, 500)


def stepped_through_contract(options: Options) -> Play:
    rules, rng = Samurai(), random.Random(1)

    def play() -> int:
        state = rules.start(options, rng)
        decisions = 0
        while rules.turn(state) is not None:
            legal = rules.legal(state)
            state = rules.apply(state, legal[int(rng.random() * len(legal))])
            decisions += 1
        return decisions

    return play


def stepped_through_compiled(options: Options) -> Play:
    states, legal, generator = new_states(1), np.empty(MAX_LEGAL, np.int16), generator_state(1)
    actions: Any = memoryview(legal)  # type: ignore[arg-type]  # a quick way to single numbers
    rng = random.Random(1)
    chance, step = rng.random, batch.step

    def play() -> int:
        batch.start(states, 0, options.players, 0, options.bits, generator)
        num = batch.legal_actions(states, 0, legal)
        decisions = 0
        while num:
            num = step(states, 0, actions[int(chance() * num)], legal)
            decisions += 1
        return decisions

    return play


@jit
def compiled_history_games(
    states: Any, tables: Any, digest: int, players: int, colours: int, generator: Any, legal: Any, games: int
) -> int:
    """So many games of History, one after another, in compiled code; chance's decisions count too."""
    decisions = 0
    for _ in range(games):
        history_batch.start(states, 0, tables, digest, players, colours, generator)
        decisions += history_batch.play_randomly(states, 0, tables, generator, legal)
    return decisions


def history_loop_compiled(players: int) -> Play:
    options, loaded = HISTORY.options({"players": players}), standard_tables()
    states, legal, generator = history_states(1), np.empty(HISTORY_MAX_LEGAL, np.int16), generator_state(1)
    digest = int(loaded.digest, 16)
    return lambda: compiled_history_games(
        states, loaded.tables, digest, players, options.colours, generator, legal, 500
    )


def history_through_contract(players: int) -> Play:
    options, rng = HISTORY.options({"players": players}), random.Random(1)

    def play() -> int:
        state = HISTORY.start(options, rng)
        decisions = 0
        while (turn := HISTORY.turn(state)) is not None:
            if turn == CHANCE:
                action = draw_chance(HISTORY, state, rng)
            else:
                legal = HISTORY.legal(state)
                action = legal[int(rng.random() * len(legal))]
            state = HISTORY.apply(state, action)
            decisions += 1
        return decisions

    return play


def open_spiel(name: str) -> Play | None:
    try:
        import pyspiel
    except ImportError:
        return None
    game, rng = pyspiel.load_game(name), random.Random(1)
    chance = rng.random

    def play() -> int:
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[int(chance() * len(legal))])
            decisions += 1
        return decisions

    return play


def catanatron() -> Play | None:
    try:
        from catanatron import Color, Game, RandomPlayer
    except ImportError:
        return None

    def play() -> int:
        game = Game([RandomPlayer(color) for color in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)])
        game.play()
        state = game.state
        return len(getattr(state, "action_records", None) or state.actions)

    return play


def rates(plays: dict[str, Play], seconds: float) -> dict[str, tuple[float, float]]:
    """By name: decisions and games a second, the best of the rounds."""
    best = dict.fromkeys(plays, (0.0, 0.0))
    for play in plays.values():
        play()
    for _ in range(ROUNDS):
        for name, play in plays.items():
            decisions = games = 0
            start = time.perf_counter()
            while (elapsed := time.perf_counter() - start) < seconds / ROUNDS:
                decisions += play()
                games += 500 if "(a)" in name else 1
            best[name] = max(best[name], (decisions / elapsed, games / elapsed))
    return best


def time_of(arguments: list[str], environment: dict[str, str]) -> float:
    start = time.perf_counter()
    subprocess.run([sys.executable, *arguments], env=environment, check=True, capture_output=True)
    return time.perf_counter() - start


FIRST_DECISION = """
import random, sys
from tenka.game import CHANCE, draw_chance
from tenka.games import get_game
rules, rng = get_game(sys.argv[1]), random.Random(1)
state = rules.start(rules.options({}), rng)
while rules.turn(state) == CHANCE:
    state = rules.apply(state, draw_chance(rules, state, rng))
rules.apply(state, rules.legal(state)[0])
"""


def first_decision(game: str) -> str:
    """From the first import to the first decision where nothing is compiled yet, by the clock and of the processor."""
    with tempfile.TemporaryDirectory() as folder:
        used = os.times()
        seconds = time_of(["-c", FIRST_DECISION, game], {**os.environ, "TENKA_CACHE_DIR": folder})
        now = os.times()
    processor = now.children_user - used.children_user + now.children_system - used.children_system
    return f"{seconds:.1f} s, {processor:.1f} s of the processor"


def start_times() -> list[list[str]]:
    """Import, first compile and cached start, each in a process of its own."""
    match = ["-m", "tenka", "match", "--players", "greedy,uniform", "--games", "1"]
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "TENKA_CACHE_DIR": folder}
        bare = min(time_of(["-c", "pass"], environment) for _ in range(3))
        first = time_of(match, environment)
        imported = min(time_of(["-c", "import tenka.samurai.game"], environment) for _ in range(3))
        history = ["-m", "tenka", "match", "--game", "history", "--players", "uniform,uniform", "--games", "1"]
        history_first = time_of(history, environment)
        history_cached = min(time_of(history, environment) for _ in range(3))
        version = min(time_of(["-m", "tenka", "--version"], environment) for _ in range(3))
        cached = min(time_of(match, environment) for _ in range(3))
    return [
        ["python -c pass", f"{bare:.2f} s"],
        ["import of the rules", f"{imported:.2f} s"],
        ["tenka --version", f"{version:.2f} s"],
        ["first import to first decision, nothing compiled", first_decision("samurai")],
        ["the same, History", first_decision("history")],
        ["tenka match --games 1, first compile", f"{first:.1f} s"],
        ["tenka match --games 1, cached", f"{cached:.2f} s"],
        ["tenka match --game history --games 1, first compile", f"{history_first:.1f} s"],
        ["tenka match --game history --games 1, cached", f"{history_cached:.2f} s"],
    ]


def copy_time() -> float:
    """Nanoseconds to copy a state in compiled code."""
    states, count = new_states(2), 1_000_000
    copy_states(states, 1)
    start = time.perf_counter()
    copy_states(states, count)
    return (time.perf_counter() - start) / count * 1e9


@jit
def copy_states(states: Any, count: int) -> None:
    """Copies to and fro."""
    for number in range(count):
        states[number & 1] = states[1 - (number & 1)]


def random_deal(players: int) -> Options:
    """The options of a game in which every decision is a turn's."""
    return make_options({"players": players, "hands": "random", "pieces": "random"})


def measure_contract(seconds: float) -> dict[str, Any]:
    """What is asked of an older checkout: the rows of the contract, and the first decision, nothing compiled."""
    plays = {f"tenka, {n} players, (b) public contract": stepped_through_contract(random_deal(n)) for n in (2, 4)}
    plays["tenka, History, 5 players, (b) public contract"] = history_through_contract(5)
    first = [
        [f"{game}: first import to first decision, before", first_decision(game)] for game in ("samurai", "history")
    ]
    return {"rates": rates(plays, seconds), "first": first}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=2.0, help="of play for each row")
    parser.add_argument("--before", type=Path, metavar="DIR", help="an older checkout, to measure its contract too")
    parser.add_argument(
        "--contract", action="store_true", help="measure the contract only, and print the figures as JSON"
    )
    arguments = parser.parse_args()
    if arguments.contract:
        print(json.dumps(measure_contract(arguments.seconds)))
        return
    before = measure_before(arguments.before, __file__, arguments.seconds) if arguments.before else {}
    plays: dict[str, Play] = {}
    for players in (2, 3, 4):
        options = random_deal(players)
        plays[f"tenka, {players} players, (a) loop compiled"] = loop_compiled(options)
        plays[f"tenka, {players} players, (b) public contract"] = stepped_through_contract(options)
        plays[f"tenka, {players} players, (c) compiled functions"] = stepped_through_compiled(options)
    full = make_options({"players": 4})
    plays["tenka, 4 players, hands and pieces chosen, (a)"] = loop_compiled(full)
    for players in (2, 5):
        plays[f"tenka, History, {players} players, (a) loop compiled"] = history_loop_compiled(players)
        plays[f"tenka, History, {players} players, (b) public contract"] = history_through_contract(players)
    others = {
        "OpenSpiel hex 11x11, stepped from Python": open_spiel("hex"),
        "OpenSpiel go 9x9, stepped from Python": open_spiel("go(board_size=9)"),
        "catanatron, 4 players": catanatron(),
    }
    plays |= {name: play for name, play in others.items() if play is not None}
    missing = [name for name, play in others.items() if play is None]
    measured = rates(plays, arguments.seconds)
    measured |= {f"{name}, before": tuple(found) for name, found in before.get("rates", {}).items()}
    columns = ["engine", "decisions/s", "games/s"]
    references = {"x hex": "OpenSpiel hex 11x11, stepped from Python", "x catanatron": "catanatron, 4 players"}
    references = {column: name for column, name in references.items() if name in measured}
    rows = [
        [
            name,
            f"{decisions:,.0f}",
            f"{games:,.0f}",
            *(f"{decisions / measured[reference][0]:,.2f}" for reference in references.values()),
        ]
        for name, (decisions, games) in measured.items()
    ]
    sizes = [
        ["state", f"{STATE.itemsize} bytes"],
        ["state, History", f"{HISTORY_STATE.itemsize} bytes"],
        ["copy of a state", f"{copy_time():.0f} ns"],
    ]
    notes = f"\nnot installed here, so not measured: {', '.join(missing)}" if missing else ""
    save(
        "speed",
        f"Random play with the full list of legal actions at every decision\n\n{machine()}\n\n"
        f"{table([*columns, *references], rows)}{notes}\n\n"
        f"{table(['what', 'figure'], sizes + start_times() + before.get('first', []))}",
    )


if __name__ == "__main__":
    main()
