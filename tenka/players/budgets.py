"""How long players that look ahead may think: what they can keep to, and the names that say it."""

from __future__ import annotations

from tenka.game import GameError
from tenka.players import SEARCHER, Budget, Player

MOST_ITERATIONS = 200_000
"""However much time there is: a tree has room for no more."""
MOST_MILLISECONDS = 600_000
MOST_CORES = 64
LEAST_MILLISECONDS = 100
"""For a turn, in whatever haste."""


def _sentence(base: str) -> str:
    return (
        f"{base} thinks for 1 to {MOST_ITERATIONS:,} iterations, as in {base}:5000, "
        f"or 1 to {MOST_MILLISECONDS:,} milliseconds, as in {base}:500ms"
    )


def check_budget(budget: Budget, base: str = SEARCHER) -> Budget:
    """The budget, if a search can keep to it; raises GameError."""
    iterations, milliseconds, cores = budget
    if iterations is None and milliseconds is None:
        raise GameError("a search needs a number of iterations or milliseconds")
    if not (
        (iterations is None or 0 < iterations <= MOST_ITERATIONS)
        and (milliseconds is None or 0 < milliseconds <= MOST_MILLISECONDS)
    ):
        spent = f"{iterations:,}" if milliseconds is None else f"{milliseconds:,}ms"
        raise GameError(f"{_sentence(base)}, not for {spent}")
    if not 0 < cores <= MOST_CORES:
        raise GameError(f"a search uses 1 to {MOST_CORES} cores, not {cores}")
    return budget


def part_of_time(player: Player, part: float) -> Budget | None:
    """The budget of a player that may take a part of its time for a turn; None: its own.

    Who counts iterations alone, or does not look ahead, has no time that could be shorter.
    """
    own: Budget | None = getattr(player, "budget", None)
    if own is None or own.milliseconds is None or part >= 1:
        return None
    return own._replace(milliseconds=max(min(LEAST_MILLISECONDS, own.milliseconds), int(own.milliseconds * part)))


def parse_budget(name: str, default: Budget, base: str = SEARCHER) -> Budget:
    """How long ``mcts:5000`` or ``mcts:500ms`` thinks, and ``mcts`` by default; raises GameError for other names.

    `base` is the name without the time.

    >>> parse_budget("mcts:500ms", Budget(iterations=1000)).milliseconds
    500
    """
    if name == base:
        return default
    text = name.partition(":")[2]
    number = text.removesuffix("ms")
    if not number.isdecimal() or len(number) > 9:
        raise GameError(f"{_sentence(base)}, not for {text[:20]!r}")
    budget = Budget(milliseconds=int(number)) if text.endswith("ms") else Budget(iterations=int(number))
    return check_budget(budget, base)


def format_budget(budget: Budget, base: str = SEARCHER) -> str:
    """The name of ``mcts``, or of another one that thinks, with a budget.

    >>> format_budget(Budget(iterations=5000))
    'mcts:5000'
    """
    return f"{base}:{budget.milliseconds}ms" if budget.iterations is None else f"{base}:{budget.iterations}"
