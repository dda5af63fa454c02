"""A player of Samurai for two that is a table of 284 numbers, and how it learns them by playing itself.

What a tile is worth on a space is the sum of what it is worth at each settlement beside it, for each piece there. That
is read off a table: by how strong the tile is for the piece, by how much the player leads there already, and by how
many spaces around the settlement are still empty. The better a move, the likelier it is to be played. `quick.ipynb`
lets it learn, and plays you.

Games run side by side in compiled code (`SamuraiVectorEnv`), the rest is NumPy. The table learns by policy gradients
(REINFORCE): what was played becomes likelier if its seat came out ahead at the end, and less likely if not.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from tenka.envs.vector import SamuraiVectorEnv
from tenka.game import Action, GameError, Rules, View
from tenka.hexgrid import neighbours
from tenka.samurai.board import CAPACITY, SPACE_BY_NAME
from tenka.samurai.encode import ACTION_KINDS, encode, factor_table, spec
from tenka.samurai.pieces import CASTES, KINDS

Array = np.ndarray[Any, Any]

FILE = Path("table.npy")
"""Where the player finds what was learnt, in the folder that it is started in."""
PLAYERS = 2
OPTIONS: dict[str, Any] = {"players": PLAYERS, "hands": "random", "pieces": "random"}
"""The first game that the rule book suggests."""
GAMES = 256
"""Side by side."""
GAMES_OF_A_STEP = 128
"""Finished games between two steps of learning."""
RATE = 0.05

SEEN = spec(PLAYERS)
PLACES = [SPACE_BY_NAME[name] for name in SEEN.places]
IS_SETTLEMENT = np.array([space.kind in CAPACITY for space in PLACES])
BESIDE = np.array(
    [
        [float(town.hex in neighbours(space.hex)) for town in PLACES if town.kind in CAPACITY]
        for space in PLACES
        if space.kind not in CAPACITY
    ],
    np.float32,
)
"""By space and settlement: 1 where one lies beside the other."""
TILES = [kind for kind in KINDS if kind.strength]
LEADS, EMPTY = 9, 4
"""The table's columns: leads from 4 behind to 4 ahead, and 1 to 4 or more empty spaces; one more where no piece is."""
ROWS = 7
"""Its rows: how strong a land tile is for the caste, 0 to 4, and a ship's two strengths."""
STRENGTHS = np.array(
    [
        [
            (kind.strength if caste in kind.castes else 0) + (4 if kind.name == "ship" else 0)
            for caste in range(len(CASTES))
        ]
        for kind in TILES
    ]
)
NO_PIECE = LEADS * EMPTY
SIZE = ROWS * (NO_PIECE + 1) + len(TILES) + len(ACTION_KINDS)

_parts = factor_table(PLAYERS)
_PLAY = np.flatnonzero(_parts[:, 0] == ACTION_KINDS.index("play"))
_SLOT = _parts[_PLAY, 1].astype(np.int64) * len(BESIDE) + _parts[_PLAY, 2]
_OTHERS = [np.flatnonzero(_parts[:, 0] == kind) for kind in range(len(ACTION_KINDS))]


def new_table() -> Array:
    """One that holds every move for as good as every other."""
    return np.zeros(SIZE, np.float32)


def _split(table: Array) -> tuple[Array, Array, Array]:
    """By strength and situation; by tile; by kind of action where it is no tile."""
    cells, tiles, others = np.split(table, [ROWS * (NO_PIECE + 1), ROWS * (NO_PIECE + 1) + len(TILES)], axis=-1)
    return cells.reshape(*table.shape[:-1], ROWS, NO_PIECE + 1), tiles, others


def look(planes: Array) -> Array:
    """By game, caste and settlement: the column of the table."""
    here = planes[:, :, IS_SETTLEMENT].astype(np.int64)
    piece, influence = here[:, SEEN.plane("piece")], here[:, SEEN.plane("influence")]
    lead = np.clip(influence[:, :3] - influence[:, 3:], -4, 4) + 4
    empty = np.clip(here[:, SEEN.plane("empty")], 1, EMPTY) - 1
    return np.where(piece > 0, lead * EMPTY + empty, NO_PIECE)


def score(table: Array, columns: Array) -> Array:
    """By game and action: how good it is."""
    cells, tiles, others = _split(table)
    around = _spread(cells[:, columns], BESIDE.T)  # by strength, game, caste and space
    plays = np.empty((len(columns), len(TILES), len(BESIDE)), np.float32)
    for tile, strengths in enumerate(STRENGTHS):
        plays[:, tile] = sum(around[strength, :, caste] for caste, strength in enumerate(strengths)) + tiles[tile]
    scores = np.zeros((len(columns), len(_parts)), np.float32)
    scores[:, _PLAY] = plays.reshape(len(columns), -1)[:, _SLOT]
    for kind, actions in enumerate(_OTHERS):
        if kind != ACTION_KINDS.index("play"):
            scores[:, actions] = others[kind]
    return scores


def _spread(values: Array, matrix: Array) -> Array:
    """The last axis times a matrix, as one product."""
    return (values.reshape(-1, len(matrix)) @ matrix).reshape(*values.shape[:-1], -1)


def chances(scores: Array, mask: Array) -> Array:
    """How likely each action is."""
    likely = np.exp(scores - np.where(mask, scores, -np.inf).max(1, keepdims=True)) * mask
    return np.asarray(likely / likely.sum(1, keepdims=True))


def gradient(columns: Array, likely: Array, actions: Array) -> Array:
    """By game: in which direction the table makes what was played likelier."""
    count = len(actions)
    push = -likely
    push[np.arange(count), actions] += 1
    flat = np.zeros((count, len(TILES) * len(BESIDE)), np.float32)
    flat[:, _SLOT] = push[:, _PLAY]
    plays = flat.reshape(count, len(TILES), len(BESIDE))
    around = np.zeros((ROWS, count, len(CASTES), len(BESIDE)), np.float32)
    for tile, strengths in enumerate(STRENGTHS):
        for caste, strength in enumerate(strengths):
            around[strength, :, caste] += plays[:, tile]
    pushed = _spread(around, BESIDE)
    rows = np.arange(ROWS)[:, None, None, None] * (NO_PIECE + 1)
    where = np.arange(count)[None, :, None, None] * ROWS * (NO_PIECE + 1) + rows + columns[None]
    cells = np.bincount(where.ravel(), pushed.ravel(), count * ROWS * (NO_PIECE + 1)).reshape(count, ROWS, NO_PIECE + 1)
    cells[:, :, NO_PIECE] = 0  # where no piece is, nothing is to be had
    others = np.stack([push[:, kind].sum(1) for kind in _OTHERS], 1)
    others[:, ACTION_KINDS.index("play")] = 0
    return np.concatenate([cells.reshape(count, -1), plays.sum(2), others], 1).astype(np.float32)


def learn(seconds: float, seed: int = 1) -> Iterator[tuple[float, int, Array]]:
    """Seconds of this process, finished games, and the table so far, after every step of learning."""
    rng = np.random.default_rng(seed)
    env = SamuraiVectorEnv(GAMES, seed=seed, reward="margin", threads=1, **OPTIONS)
    seen, _ = env.reset()
    table, mean, square = new_table(), np.zeros(SIZE), np.zeros(SIZE)
    played = np.zeros((GAMES, PLAYERS, SIZE), np.float32)
    """By game and seat: what would make its decisions so far likelier."""
    total, games, steps, waiting = np.zeros(SIZE), 0, 0, 0
    begin = time.process_time()
    yield 0.0, 0, table.copy()
    while (spent := time.process_time() - begin) < seconds:
        columns, seats = look(seen["planes"]), seen["seat"].copy()
        likely = chances(score(table, columns), seen["action_mask"])
        actions = (likely.cumsum(1) > rng.random((GAMES, 1)) * likely.sum(1, keepdims=True)).argmax(1)
        played[np.arange(GAMES), seats] += gradient(columns, likely, actions)
        seen, _, terminated, _, info = env.step(actions)
        for game in np.flatnonzero(terminated):
            total += info["rewards"][game] @ played[game]
            played[game] = 0
            waiting += 1
        if waiting >= GAMES_OF_A_STEP:  # a step of Adam
            games, steps = games + waiting, steps + 1
            slope = total / waiting
            mean, square = 0.9 * mean + 0.1 * slope, 0.99 * square + 0.01 * slope**2
            rate = RATE * (1 - spent / seconds)  # smaller and smaller, so that it comes to rest
            table += rate * (mean / (1 - 0.9**steps)) / (np.sqrt(square / (1 - 0.99**steps)) + 1e-8)
            total, waiting = np.zeros(SIZE), 0
            yield spent, games, table.copy()
    env.close()


class TablePolicy:
    """A table of 284 numbers, learnt in a minute and a half."""

    def __init__(self, rules: Rules, table: Array | None = None) -> None:
        if rules.name != "samurai":
            raise GameError("this player plays samurai only")
        if table is None:
            if not FILE.exists():
                raise GameError(f"there is no {FILE} in this folder: let the notebook learn one first")
            table = np.load(FILE)
        self.table = table

    def decide(self, view: View, legal: Sequence[Action], rng: random.Random) -> Action:
        """The action that the table holds for best."""
        if view.known.players != PLAYERS:
            raise GameError(f"this player has learnt to play at a table of {PLAYERS} only")
        planes, whole = SEEN.empty(1)
        encode(view, PLAYERS, planes[0], whole[0])
        scores = score(self.table, look(planes))[0, legal]
        return legal[int(scores.argmax())]


def curve_svg(points: Sequence[tuple[float, float]], label: str) -> str:
    """Seconds and shares of wins as a picture."""
    most = max(seconds for seconds, _ in points) or 1.0
    line = " ".join(f"{50 + 500 * seconds / most:.1f},{220 - 200 * share:.1f}" for seconds, share in points)
    grid = "".join(
        f'<text x="44" y="{224 - 2 * percent}" text-anchor="end">{percent} %</text>'
        f'<path d="M50 {220 - 2 * percent}H550" stroke="#8884"/>'
        for percent in (0, 25, 50, 75, 100)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 570 260" width="570" font-family="sans-serif" '
        f'font-size="12"><rect width="570" height="260" fill="#fff"/>{grid}<polyline points="{line}" fill="none" '
        f'stroke="#b3372f" stroke-width="2"/><text x="300" y="248" text-anchor="middle">seconds of learning, up to '
        f"{most:.0f}: {label}</text></svg>"
    )
