"""How fast the environments are, with observation and mask at every step, beside others, in one run and one table.

    python benchmarks/envs.py [--seconds 2] [--before DIR]
    python benchmarks/envs.py --gpu [--games 1048576]

Random legal actions; choosing them is part of the time for everybody. A step is one decision in one game. Games that
end are followed by new ones. PettingZoo, OpenSpiel and pgx are measured where they are installed (the extra ``bench``).
Every figure is the best of three rounds, and the rounds of all contenders take turns, so that a noisy machine is
equally unkind to all of them; the last column counts the processor time that a contender got, and not what others took.
With ``--before`` one game of an older checkout is measured too.
With ``--gpu`` the vector on a GPU is measured, and compared with the processor's byte by byte; that needs an NVIDIA GPU
and the extra ``gpu``.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from results import machine, measure_before, save, table

ROUNDS = 3

Steps = Callable[[], int]
"""Makes some steps and returns how many."""


class Contender(NamedTuple):
    """A row of the table."""

    library: str
    game: str
    at_once: int
    bytes_a_step: int
    """Of observation and mask."""
    steps: Steps


def size_of(observation: Any) -> int:
    """Bytes in an array, or in a dict of them."""
    if isinstance(observation, dict):
        return sum(size_of(part) for part in observation.values())
    return int(np.asarray(observation).nbytes)


# --- ours -------------------------------------------------------------------------------------------------


def one_game(name: str, players: int) -> Contender:
    """A single game through the contract, with an observation for every decision."""
    from tenka.game import CHANCE, draw_chance
    from tenka.games import get_game
    from tenka.history import encode as history_encode
    from tenka.samurai import encode as samurai_encode

    rules, encode = get_game(name), samurai_encode if name == "samurai" else history_encode
    options, rng = rules.options({"players": players}), random.Random(1)
    planes, globals_ = encode.spec(players).empty()
    mask = np.zeros(rules.num_actions, np.int8)

    def steps() -> int:
        state = rules.start(options, rng)
        count = 0
        while (turn := rules.turn(state)) is not None:
            if turn == CHANCE:
                state = rules.apply(state, draw_chance(rules, state, rng))
                continue
            legal = rules.legal(state)
            encode.encode(rules.view(state, turn), players, planes, globals_)
            mask.fill(0)
            mask[legal] = 1
            state = rules.apply(state, rng.choice(legal))
            count += 1
        return count

    size = planes.nbytes + globals_.nbytes + mask.nbytes
    return Contender("tenka, contract", f"{name}, {players} players", 1, size, steps)


def vector(name: str, players: int, games: int, copy: bool = False) -> Contender:
    """Many games behind Gymnasium's vector interface, on all cores. `copy`: what comes back is not written to again."""
    from tenka.envs.vector import HistoryVectorEnv, SamuraiVectorEnv

    env = (SamuraiVectorEnv if name == "samurai" else HistoryVectorEnv)(games, players=players, seed=1, copy=copy)
    observation, _ = env.reset()
    size = size_of(observation) // games
    for _ in range(60):
        env.step(env.random_actions())

    def steps() -> int:
        repeats = max(1, 4096 // games)
        for _ in range(repeats):
            env.step(env.random_actions())
        return repeats * games

    library = "tenka, vector, copies" if copy else "tenka, vector"
    return Contender(library, f"{name}, {players} players", games, size, steps)


def seats(name: str, players: int, opponents: str, games: int) -> Contender:
    """One seat of many games; the others move in compiled code, and a step goes on to the next own decision."""
    from tenka.envs.against import HistorySeatVectorEnv, SamuraiSeatVectorEnv

    kind = SamuraiSeatVectorEnv if name == "samurai" else HistorySeatVectorEnv
    env = kind(games, players=players, opponents=opponents, seed=1, copy=False)
    observation, _ = env.reset()
    size = size_of(observation) // games
    for _ in range(30):
        env.step(env.random_actions())

    def steps() -> int:
        env.step(env.random_actions())
        return games

    return Contender("tenka, one seat, vector", f"{name}, {players} players, {opponents}", games, size, steps)


def one_seat(name: str, players: int, opponents: str) -> Contender:
    """One seat of one game through Gymnasium's interface, against the same players in Python."""
    import gymnasium

    import tenka.envs  # noqa: F401 - it registers the names

    env = gymnasium.make(f"tenka/{name.capitalize()}-v1", players=players, opponents=opponents)
    observation, info = env.reset(seed=1)
    size = size_of(observation)
    rng = np.random.default_rng(1)
    held = {"info": info}

    def steps() -> int:
        for _ in range(20):
            action = rng.choice(np.flatnonzero(held["info"]["action_mask"]))
            *_, is_over, _, held["info"] = env.step(action)
            if is_over:
                _, held["info"] = env.reset()
        return 20

    return Contender("tenka, one seat, Gymnasium", f"{name}, {players} players, {opponents}", 1, size, steps)


def our_open_spiel(name: str, players: int) -> Contender:
    """A game through OpenSpiel's interface."""
    import tenka.envs.openspiel  # noqa: F401 - it registers the names

    found = open_spiel(f"python_tenka_{name}(players={players})")
    return found._replace(library="tenka, OpenSpiel", game=f"{name}, {players} players")


def single_games() -> Iterator[Contender]:
    """The rows of one game after another."""
    yield one_game("samurai", 2)
    yield one_game("history", 5)
    yield petting_zoo("tenka, PettingZoo", "tenka.envs.samurai_v1", "samurai, 2 players", players=2)
    yield petting_zoo("tenka, PettingZoo", "tenka.envs.history_v1", "history, 5 players", players=5)


def ours() -> Iterator[Contender]:
    """Every row of this project."""
    yield from single_games()
    for name, players in (("samurai", 2), ("samurai", 4), ("history", 5)):
        for games in (1, 1024, 65536):
            yield vector(name, players, games)
        yield vector(name, players, 1024, copy=True)
    for name, players in (("samurai", 2), ("history", 5)):
        yield our_open_spiel(name, players)
        yield one_seat(name, players, "greedy")
        yield seats(name, players, "greedy", 1024)
        yield seats(name, players, "uniform", 1024)


# --- others -----------------------------------------------------------------------------------------------


def petting_zoo(library: str, module: str, name: str, **given: Any) -> Contender:
    """A game through PettingZoo's AEC interface."""
    import importlib

    env = importlib.import_module(module).env(**given)
    env.reset(seed=1)
    rng = random.Random(1)
    size = size_of(env.last()[0])

    def steps() -> int:
        env.reset()
        count = 0
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            legal = np.flatnonzero(observation["action_mask"])
            env.step(legal[int(rng.random() * len(legal))])  # NumPy's own choice was a third of the time
            count += 1
        return count

    return Contender(library, name, 1, size, steps)


def open_spiel(name: str) -> Contender:
    """A game of OpenSpiel, stepped from Python."""
    import pyspiel

    game = pyspiel.load_game(name)
    rng = random.Random(1)
    size = 4 * int(np.prod(game.observation_tensor_shape())) + 4 * game.num_distinct_actions()

    def steps() -> int:
        state = game.new_initial_state()
        count = 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(actions, chances)[0])
                continue
            state.observation_tensor(state.current_player())
            state.legal_actions_mask()
            state.apply_action(rng.choice(state.legal_actions()))
            count += 1
        return count

    return Contender("OpenSpiel, from Python", name, 1, size, steps)


def pgx(name: str, games: int) -> Contender:
    """A game of pgx on JAX's processor backend, vectorised and compiled, with automatic reset."""
    import jax
    import jax.numpy as jnp
    import pgx as library
    from pgx.experimental.wrappers import auto_reset

    env = library.make(name)
    reset = jax.jit(jax.vmap(env.init))
    step_one = auto_reset(env.step, env.init)

    def act(state: Any, key: Any) -> Any:
        choose_key, step_key = jax.random.split(key)
        weights = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
        action = jax.random.categorical(choose_key, weights)
        return step_one(state, action, step_key)

    step = jax.jit(jax.vmap(act))
    held: dict[str, Any] = {"key": jax.random.PRNGKey(1)}
    held["state"] = reset(jax.random.split(held["key"], games))
    size = held["state"].observation[0].nbytes + held["state"].legal_action_mask[0].nbytes

    def steps() -> int:
        held["key"], now = jax.random.split(held["key"])
        held["state"] = step(held["state"], jax.random.split(now, games))
        held["state"].observation.block_until_ready()
        return games

    for _ in range(3):
        steps()
    return Contender("pgx, JAX on the processor", name, games, size, steps)


def others() -> Iterator[Contender]:
    """Every row of another library that is installed."""
    wanted: list[tuple[str, Callable[[], Contender]]] = [
        ("PettingZoo", lambda: petting_zoo("PettingZoo", "pettingzoo.classic.connect_four_v3", "connect four")),
        ("PettingZoo", lambda: petting_zoo("PettingZoo", "pettingzoo.classic.chess_v6", "chess")),
        ("OpenSpiel", lambda: open_spiel("connect_four")),
        ("OpenSpiel", lambda: open_spiel("backgammon")),
        ("OpenSpiel", lambda: open_spiel("chess")),
        *(("pgx", lambda n=n: pgx("connect_four", n)) for n in (1, 1024, 65536)),
        *(("pgx", lambda n=n: pgx("tic_tac_toe", n)) for n in (1024, 65536)),
        *(("pgx", lambda n=n: pgx("hex", n)) for n in (1024,)),
        *(("pgx", lambda n=n: pgx("backgammon", n)) for n in (1, 1024)),
        ("pgx", lambda: pgx("chess", 1024)),
    ]
    for library, make in wanted:
        try:
            yield make()
        except ImportError as error:
            print(f"{library} is left out: {error}")


# --- measuring ----------------------------------------------------------------------------------------------


def rate(steps: Steps, seconds: float) -> tuple[float, float]:
    """Steps a second by the clock, and for each second of one core that this process used."""
    start, used = time.perf_counter(), time.process_time()
    count = 0
    while (passed := time.perf_counter() - start) < seconds:
        count += steps()
    return count / passed, count / (time.process_time() - used)


def measure(contenders: Sequence[Contender], seconds: float) -> list[list[str]]:
    """A row for each: the best of the rounds, in which all take turns."""
    for contender in contenders:
        contender.steps()
    best = np.zeros((len(contenders), 2))
    for _ in range(ROUNDS):
        for number, contender in enumerate(contenders):
            best[number] = np.maximum(best[number], rate(contender.steps, seconds))
    return [
        [
            contender.library,
            contender.game,
            f"{contender.at_once:,}",
            f"{contender.bytes_a_step:,}",
            *(f"{figure:,.0f}" for figure in found),
        ]
        for contender, found in zip(contenders, best, strict=True)
    ]


ABOUT = """Random play with observation and mask at every step

PettingZoo's rows, ours and others', choose by Python's `random`. Earlier figures chose by NumPy's `Generator.choice`
and are lower for that alone: on one machine 36,000 steps/s of ours with it are 57,000 without. Rows called "before" are
an older version with today's choice."""
"""Of the result."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=1.0, help="for each of the three rounds of each contender")
    parser.add_argument("--before", type=Path, metavar="DIR", help="an older checkout, to measure one game of it too")
    parser.add_argument("--contract", action="store_true", help="measure one game only, and print JSON")
    parser.add_argument("--gpu", action="store_true", help="measure the vector on a GPU instead")
    parser.add_argument("--games", type=int, default=2**20, help="the largest number of games on the GPU")
    arguments = parser.parse_args()
    if arguments.gpu:
        from envs_gpu import measure_gpu

        measure_gpu(arguments.games)
        return
    if arguments.contract:
        print(json.dumps(measure(list(single_games()), arguments.seconds)))
        return
    before = measure_before(arguments.before, __file__, arguments.seconds) if arguments.before else []
    rows = measure([*ours(), *others()], arguments.seconds)
    rows += [[f"{library}, before", *row] for library, *row in before]
    text = table(["library", "game", "games at once", "bytes a step", "steps/s", "for a core-second"], rows)
    busy = os.getloadavg()[0]
    save("envs", f"{ABOUT}\n\n{machine()}, load {busy:.1f}\n\n{text}")


if __name__ == "__main__":
    main()
