"""The same rules on a GPU, one thread per game, against the processor: equal states, and decisions a second.

    python benchmarks/gpu.py [--games 1000000] [--compare 20000]

Needs an NVIDIA GPU and the extra ``gpu``. Every game is played at random to its end with the full list of legal
actions at every decision. The same games are then played on the processor and compared byte for byte.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np
from results import machine, save, table

from tenka.compiled import enable_cuda, jit, random_below
from tenka.samurai import batch
from tenka.samurai.actions import MAX_LEGAL
from tenka.samurai.options import make_options
from tenka.samurai.rules import apply_action, list_legal
from tenka.samurai.setup import deal
from tenka.samurai.state import OVER, STATE, new_states

enable_cuda()
from numba import cuda  # noqa: E402

THREADS_PER_BLOCK = 64


@cuda.jit
def play_games(states: Any, generators: Any, decisions: Any, players: int, rules: int) -> None:
    """One thread, one game. State and list are local, where the accesses of neighbouring threads join."""
    game = cuda.grid(1)
    if game >= states.shape[0]:
        return
    legal = cuda.local.array(MAX_LEGAL, np.int16)
    generator = cuda.local.array(4, np.int64)
    local = cuda.local.array(1, STATE)
    for word in range(4):
        generator[word] = generators[game, word]
    state = local[0]
    deal(state, players, game % players, rules, generator)
    count = 0
    while state.phase != OVER:
        num = list_legal(state, legal)
        apply_action(state, legal[random_below(generator, num)])
        count += 1
    states[game] = state
    decisions[game] = count


@jit
def play_on_cpu(states: Any, generators: Any, players: int, rules: int, legal: Any) -> int:
    """The same games, one after another."""
    decisions = 0
    for game in range(len(states)):
        deal(states[game], players, game % players, rules, generators[game])
        decisions += batch.play_randomly(states, game, generators[game], legal)
    return decisions


def measure(players: int, set_up: dict[str, str], games: int, compare: int) -> list[str]:
    """One row of the table."""
    options = make_options({"players": players, **set_up})
    generators = np.random.default_rng(players).integers(1, 2**32, (games, 4), dtype=np.int64)
    on_gpu = [cuda.to_device(array) for array in (new_states(games), generators, np.zeros(games, np.int32))]
    blocks = -(-games // THREADS_PER_BLOCK)

    def run() -> float:
        start = time.perf_counter()
        play_games[blocks, THREADS_PER_BLOCK](*on_gpu, players, options.bits)
        cuda.synchronize()
        return time.perf_counter() - start

    compile_seconds = run()
    seconds = min(run() for _ in range(5))
    decisions = int(on_gpu[2].copy_to_host().sum())

    states = new_states(compare)
    legal = np.empty(MAX_LEGAL, np.int16)
    play_on_cpu(new_states(1), generators[:1].copy(), players, options.bits, legal)
    start = time.perf_counter()
    cpu_decisions = play_on_cpu(states, generators[:compare].copy(), players, options.bits, legal)
    cpu_rate = cpu_decisions / (time.perf_counter() - start)
    is_same = on_gpu[0].copy_to_host()[:compare].tobytes() == states.tobytes()
    if not is_same:
        raise SystemExit(f"{players} players: the GPU's states differ from the processor's")
    rate = decisions / seconds
    return [
        str(players),
        options.hands,
        f"{games:,}",
        f"{decisions / games:.1f}",
        f"{rate / 1e6:,.0f} M",
        f"{games / seconds / 1e6:,.2f} M",
        f"{cpu_rate / 1e6:.1f} M",
        f"{rate / cpu_rate:,.0f}",
        f"{compare:,} of {compare:,}",
        f"{compile_seconds:.1f} s",
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--compare", type=int, default=20_000)
    arguments = parser.parse_args()
    columns = [
        "players",
        "hands, pieces",
        "games",
        "decisions a game",
        "decisions/s",
        "games/s",
        "one core, decisions/s",
        "ratio",
        "states equal",
        "first run",
    ]
    basic = {"hands": "random", "pieces": "random"}
    rows = [
        measure(players, set_up, arguments.games, arguments.compare) for set_up in (basic, {}) for players in (2, 3, 4)
    ]
    text = table(columns, rows)
    device = cuda.get_current_device().name
    name = device.decode() if isinstance(device, bytes) else device
    save("gpu", f"Random play on a GPU\n\n{machine()}\nGPU: {name}\n\n{text}")


if __name__ == "__main__":
    main()
