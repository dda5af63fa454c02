"""Writes the tables of docs/env-samurai.md and docs/env-history.md again: ``python -m tests.envs.make_pages``."""

import re
from pathlib import Path

from tenka.envs.play import get_encoder
from tenka.envs.rewards import REWARDS
from tenka.game import Rules
from tenka.games import get_game
from tenka.history import actions as history_actions
from tenka.samurai import actions as samurai_actions

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGES = {"samurai": DOCS / "env-samurai.md", "history": DOCS / "env-history.md"}
COUNTS = {"samurai": (2, 3, 4), "history": (2, 3, 4, 5, 6)}
BLOCK = re.compile(r"(<!-- table: (\w+) -->).*?(\n<!-- end -->)", re.DOTALL)

SAMURAI_GROUPS = {
    "END_TURN": "end the turn",
    "PASS": "pass: no tile can be played",
    "SWITCH_NOTHING": "switch two pieces of one caste, which changes nothing",
    "KEEP": "keep a tile for the first hand: + kind",
    "PUT": "put a piece on a settlement before the game: + caste × 34 + settlement",
    "PLACE": "play a tile on land: + kind × {land} + land space",
    "SAIL": "play a ship: + (kind − {land_kinds}) × {sea} + sea space",
    "SWITCH_FIRST": "switch tile, the piece of the lower caste: + caste × 34 + settlement",
    "SWITCH_SECOND": "the piece to exchange it with: likewise",
    "MOVE_FROM": "move tile: take the own tile up here: + land space",
    "MOVE_TO": "put it down here: + land space",
}
HISTORY_GROUPS = {
    "END": "end military actions, or no (more) events after an epoch",
    "READY": "end the events before a turn",
    "KEEP": "keep the daimyo card that was drawn",
    "NO_CAPITAL": "found no capital",
    "GIVE": "give the daimyo card away: + colour",
    "PLACE": "place a counter, and fight who is in the way: + area",
    "YIELD": "place a counter where own past counters give way: + area",
    "CASTLE": "build a castle: + province",
    "CAPITAL": "found the capital: + province",
    "EVENT": "play an event card: + number − 1",
    "REGION": "the region that an event strikes: + region",
    "DRAW": "*chance* draws a daimyo card: + card",
    "ROLL": "*chance* rolls: + 6 × (attacker − 1) + (defender − 1)",
}


def write_actions(game: str) -> str:
    """The groups of actions with their first and last numbers and an example."""
    rules = get_game(game)
    module, groups = (samurai_actions, SAMURAI_GROUPS) if game == "samurai" else (history_actions, HISTORY_GROUPS)
    starts = [getattr(module, name) for name in groups]
    rows = ["| actions | example | meaning |", "|---|---|---|"]
    for start, end, meaning in zip(starts, [*starts[1:], rules.num_actions], groups.values(), strict=True):
        numbers = str(start) if end == start + 1 else f"{start}–{end - 1}"
        rows.append(f"| {numbers} | `{rules.format([start])}` | {_fill(meaning)} |")
    return "\n".join(rows)


def _fill(meaning: str) -> str:
    from tenka.samurai.board import NUM_LAND, NUM_SEA
    from tenka.samurai.pieces import NUM_LAND_KINDS

    return meaning.format(land=NUM_LAND, sea=NUM_SEA, land_kinds=NUM_LAND_KINDS)


def write_shapes(game: str) -> str:
    """The shape of observations for each number of players."""
    rows = ["| players | planes | globals |", "|---|---|---|"]
    for players in (*COUNTS[game], None):
        spec = get_encoder(game).spec(players)
        name = "any (`one_shape=True`)" if players is None else str(players)
        rows.append(f"| {name} | {spec.planes_shape[0]} × {spec.planes_shape[1]} | {spec.globals_shape[0]} |")
    return "\n".join(rows)


def write_rewards(game: str) -> str:
    """Every kind of reward."""
    return "\n".join(
        ["| `reward=` | what it is |", "|---|---|", *(f"| `{kind}` | {what} |" for kind, what in REWARDS.items())]
    )


def write_reasons(game: str) -> str:
    """Every reason that a game ends for."""
    rules: Rules = get_game(game)
    return ", ".join(f"`{reason}`" for reason in rules.end_reasons)


def write_page(game: str, text: str) -> str:
    """The page with its tables as they should be."""
    tables = {
        "shapes": write_shapes,
        "observation": lambda game: get_encoder(game).spec(None).table(),
        "actions": write_actions,
        "rewards": write_rewards,
        "reasons": write_reasons,
    }
    return BLOCK.sub(lambda found: f"{found[1]}\n{tables[found[2]](game)}{found[3]}", text)


if __name__ == "__main__":
    for game, page in PAGES.items():
        page.write_text(write_page(game, page.read_text(encoding="utf-8")), encoding="utf-8")
