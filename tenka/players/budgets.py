"""How long players that look ahead may think: what they can keep to, and the names that say it."""

from __future__ import annotations

from tenka.game import GameError
from tenka.players import Budget

MOST_ITERATIONS = 200_000
"""However much time there is: a tree has room for no more."""
MOST_MILLISECONDS = 600_000
MOST_CORES = 64
SENTENCE = (
    f"mcts thinks for 1 to {MOST_ITERATIONS:,} iterations, as in mcts:5000, "
    f"or 1 to {MOST_MILLISECONDS:,} milliseconds, as in mcts:500ms"
)


def check_budget(budget: Budget) -> Budget:
    """The budget, if a search can keep to it; raises GameError."""
    iterations, milliseconds, cores = budget
    if iterations is None and milliseconds is None:
        raise GameError("a search needs a number of iterations or milliseconds")
    if not (
        (iterations is None or 0 < iterations <= MOST_ITERATIONS)
        and (milliseconds is None or 0 < milliseconds <= MOST_MILLISECONDS)
    ):
        spent = f"{iterations:,}" if milliseconds is None else f"{milliseconds:,}ms"
        raise GameError(f"{SENTENCE}, not for {spent}")
    if not 0 < cores <= MOST_CORES:
        raise GameError(f"a search uses 1 to {MOST_CORES} cores, not {cores}")
    return budget


def parse_budget(name: str, default: Budget) -> Budget:
    """How long ``mcts:5000`` or ``mcts:500ms`` thinks, and ``mcts`` by default; raises GameError for other names.

    >>> parse_budget("mcts:500ms", Budget(iterations=1000)).milliseconds
    500
    """
    if name == "mcts":
        return default
    text = name.partition(":")[2]
    number = text.removesuffix("ms")
    if not number.isdecimal() or len(number) > 9:
        raise GameError(f"{SENTENCE}, not for {text[:20]!r}")
    return check_budget(Budget(milliseconds=int(number)) if text.endswith("ms") else Budget(iterations=int(number)))


def format_budget(budget: Budget) -> str:
    """The name of ``mcts`` with a budget.

    >>> format_budget(Budget(iterations=5000))
    'mcts:5000'
    """
    return f"mcts:{budget.milliseconds}ms" if budget.iterations is None else f"mcts:{budget.iterations}"
