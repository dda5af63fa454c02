"""Makes the golden games and counted trees of History again, after a change of its standard data or its records.

    python -m tests.history.make_games

A record names the data that it was played with, so new data needs new records. The games are random ones, picked so
that together they show every kind of line and every event card. Look at the difference before you commit it: what
changed should be what you meant to change.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

from tenka.game import CHANCE, State, draw_chance
from tenka.games import get_game
from tenka.history.actions import EVENT
from tenka.history.notation import DAIMYO_IDS
from tenka.history.state import AFTER, BEFORE, FIGHTING, GIVING, MILITARY, RAID, STARTING
from tenka.perft import count
from tenka.players import decide_ply, get_player
from tenka.record import write
from tenka.table import Table

TESTS = Path(__file__).parent.parent
RULES = get_game("history")
COUNTS = (2, 3, 4, 5, 6)

TREES: dict[str, tuple[int, Callable[[State], bool], int]] = {
    "draw": (5, lambda state: state.epoch == 0, 4),
    "give": (5, lambda state: state.phase == GIVING and state.drafted == 1, 3),
    "give-3-players": (3, lambda state: state.phase == GIVING and state.drafted == 3, 3),
    "give-2-players": (2, lambda state: state.phase == GIVING and state.drafted == 2, 3),
    "begin-anywhere": (6, lambda state: state.phase == BEFORE and state.card[state.colour] == 0, 3),
    "turn-2-players": (2, lambda state: state.phase == BEFORE and state.epoch == 4, 3),
    "turn-3-players": (3, lambda state: state.phase == BEFORE and state.epoch == 5, 3),
    "turn-4-players": (4, lambda state: state.phase == BEFORE and state.epoch == 3, 3),
    "turn-5-players": (5, lambda state: state.phase == BEFORE and state.epoch == 6, 3),
    "turn-6-players": (6, lambda state: state.phase == BEFORE and state.epoch == 2, 3),
    "off-map": (4, lambda state: _is_turn_of(state, "ashikaga"), 3),
    "uprising": (5, lambda state: _is_turn_of(state, "honganji"), 3),
    "far": (5, lambda state: _is_turn_of(state, "southern_dynasty"), 3),
    "navy": (5, lambda state: _is_turn_of(state, "oda"), 3),
    "fight": (5, lambda state: state.phase == FIGHTING and state.count[state.target] > 1, 2),
    "start": (5, lambda state: state.phase == STARTING and _can_play(state, 19, 36) and state.epoch > 2, 3),
    "own-past": (5, lambda state: state.phase == MILITARY and state.epoch > 4 and state.left == 4, 3),
    "revolt": (5, lambda state: state.phase == MILITARY and _can_play(state, 19, 24), 3),
    "capital": (5, lambda state: state.phase == MILITARY and state.left == 0 and _is_of(state, "oda"), 3),
    "famine": (5, lambda state: state.phase == AFTER and bool(int(state.hand[state.colour]) >> 51 & 1), 3),
    "famine-4-players": (4, lambda state: state.phase == AFTER and bool(int(state.hand[state.colour]) >> 51 & 1), 3),
    "raid": (5, lambda state: state.phase == RAID, 2),
}
"""By name: the players, the position that is looked for, and how deep it is counted."""


def _is_of(state: State, name: str) -> bool:
    return bool(DAIMYO_IDS[state.card[state.colour]] == name)


def _is_turn_of(state: State, name: str) -> bool:
    return state.phase == BEFORE and _is_of(state, name)


def _can_play(state: State, first: int, last: int) -> bool:
    return any(EVENT + number - 1 in RULES.legal(state) for number in range(first, last + 1))


def play_game(players: int, seed: int, is_enough: Callable[[State], bool] = lambda state: False) -> Table:
    """A game of bots that play at random, to its end or until it is enough."""
    rng = random.Random(f"golden:{players}:{seed}")
    names = [f"bot:uniform-{seat}" for seat in range(players)]
    table = Table.new(RULES, RULES.options({"players": players}), names, rng, dice=None)
    bot = get_player("uniform", "history")
    while table.outcome is None and not is_enough(table.state):
        seat = table.to_move()[0]
        if seat != CHANCE:
            table.commit(seat, decide_ply(RULES, table.state, seat, bot, rng))
            continue
        state, number, rolls = table.state, RULES.num_plies(table.state), []
        while RULES.turn(state) == CHANCE and RULES.num_plies(state) == number:
            rolls.append(draw_chance(RULES, state, rng))
            state = RULES.apply(state, rolls[-1])
        table.commit(CHANCE, rolls)
    return table


def golden_games() -> dict[str, str]:
    """By name: records of whole games, and one that stopped."""
    games: dict[str, str] = {}
    missing = {f"e{number}" for number in range(1, 55)}
    for players in COUNTS:
        games[f"history-{players}-players"] = write(play_game(players, 1).record())
    stopped = play_game(5, 2, lambda state: state.epoch == 3 and state.phase == FIGHTING)
    games["history-unfinished"] = write(stopped.record())
    for text in games.values():
        missing -= _cards_played(text)
    for seed in range(3, 200):
        text = write(play_game(6, seed).record())
        if missing & _cards_played(text):
            missing -= _cards_played(text)
            games[f"history-cards-{seed}"] = text
        if not missing:
            break
    tables = (play_game(5, seed) for seed in range(500))
    shared = (table for table in tables if table.outcome is not None and len(table.outcome.winners) > 1)
    games["history-shared-win"] = write(next(shared).record())
    return games


def _cards_played(record: str) -> set[str]:
    lines = [line for line in record.splitlines() if line.startswith(("turn", "after"))]
    return {word for line in lines for word in line.split() if word[0] == "e" and word[1:].isdigit()}


def counted_trees() -> dict[str, str]:
    """By name: a record up to a position, and how many sequences of decisions follow."""
    trees = {}
    for name, (players, is_wanted, depth) in TREES.items():
        for seed in range(500):
            table = play_game(players, seed, is_wanted)
            if table.outcome is None:
                break
        counts = [f"perft {level} {count(RULES, table.state, level)}" for level in range(1, depth + 1)]
        trees[f"history-{name}"] = write(table.record()) + "\n" + "\n".join(counts) + "\n"
    return trees


def main() -> None:
    for folder, ending, texts in (("games", "game", golden_games()), ("perft", "perft", counted_trees())):
        for old in (TESTS / folder).glob(f"history-*.{ending}"):
            old.unlink()
        for name, text in texts.items():
            (TESTS / folder / f"{name}.{ending}").write_text(text, encoding="utf-8")
            print(folder, name, len(text))


if __name__ == "__main__":
    main()
