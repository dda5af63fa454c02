"""What the README says about speed is what was measured, rounded to two or three digits."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

SPEED = {  # by the README's words: those of the result
    "tenka, Samurai for 2, loop compiled": "tenka, 2 players, (a) loop compiled",
    "tenka, Samurai for 4, loop compiled": "tenka, 4 players, (a) loop compiled",
    "tenka, History for 5, loop compiled": "tenka, History, 5 players, (a) loop compiled",
    "tenka, Samurai for 4, stepped from Python through the compiled functions": (
        "tenka, 4 players, (c) compiled functions"
    ),
    "tenka, Samurai for 4, stepped from Python through the public contract": "tenka, 4 players, (b) public contract",
    "tenka, History for 5, stepped from Python through the public contract": (
        "tenka, History, 5 players, (b) public contract"
    ),
    "OpenSpiel's hex 11x11, stepped from Python": "OpenSpiel hex 11x11, stepped from Python",
    "catanatron, 4 players": "catanatron, 4 players",
}
STEPS = {
    ("PettingZoo's interface", "1"): ("tenka, PettingZoo", "samurai, 2 players", "1"),
    ("`SamuraiVectorEnv`", "1,024"): ("tenka, vector", "samurai, 2 players", "1,024"),
    ("`SamuraiVectorEnv`", "65,536"): ("tenka, vector", "samurai, 2 players", "65,536"),
    ("for comparison, OpenSpiel's backgammon from Python", "1"): ("OpenSpiel, from Python", "backgammon", "1"),
    ("for comparison, pgx's backgammon on the same cores", "1,024"): (
        "pgx, JAX on the processor",
        "backgammon",
        "1,024",
    ),
}
FIRST = {  # the row of the result: where the README says it
    "first import to first decision, nothing compiled": r"takes (\d+) s of processor time for Samurai",
    "the same, History": r"and (\d+) s for History",
}


def rows_of(path: str) -> list[list[str]]:
    """The cells of every line of a table."""
    lines = (ROOT / path).read_text(encoding="utf-8").splitlines()
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("|")]


def number(cell: str) -> int:
    return int(cell.replace(",", ""))


def check(said: int, measured: int) -> None:
    rounded = {int(float(f"{measured:.{digits}g}")) for digits in (2, 3)}
    assert said in rounded, f"measured were {measured:,}, and the README says {said:,}: {max(rounded):,} would do"


@pytest.mark.parametrize("engine", SPEED)
def test_decisions_a_second(engine: str) -> None:
    (said,) = (row[1] for row in rows_of("README.md") if row[0] == engine)
    (measured,) = (row[1] for row in rows_of("benchmarks/results/speed.md") if row[0] == SPEED[engine])
    check(number(said), number(measured))


@pytest.mark.parametrize("row", STEPS)
def test_steps_a_second(row: tuple[str, str]) -> None:
    (said,) = (found[2] for found in rows_of("README.md") if tuple(found[:2]) == row)
    (measured,) = (found[4] for found in rows_of("benchmarks/results/envs.md") if tuple(found[:3]) == STEPS[row])
    check(number(said), number(measured))


@pytest.mark.parametrize("row", FIRST)
def test_seconds_to_the_first_decision(row: str) -> None:
    said = re.search(FIRST[row], (ROOT / "README.md").read_text(encoding="utf-8"))
    assert said
    for what, figure in (found for found in rows_of("benchmarks/results/speed.md") if len(found) == 2):
        if what == row:
            assert said[1] == f"{float(figure.split(', ')[1].split()[0]):.0f}"
