"""Which modules must be held by which tests: quick ones that run in one process, the likeliest to fail first."""

from __future__ import annotations

from typing import NamedTuple


class Module(NamedTuple):
    """What is mutated, and what must notice."""

    path: str
    tests: tuple[str, ...]
    """Arguments of pytest."""
    is_compiled: bool = False
    """Such code runs as plain Python here."""

    @property
    def name(self) -> str:
        """As it is imported."""
        return self.path.removesuffix(".py").replace("/", ".")


def _in(folder: str, names: str) -> tuple[str, ...]:
    return tuple(f"tests/{folder}/test_{name}.py" for name in names.split())


_SAMURAI = (
    *_in("samurai", "turn captures tiles switch move end draw editions board setup"),
    "-k",
    "not (7913 or as_likely_as or thoroughly_shuffle or any_piece_at_random)",  # half a minute, as plain Python
)
_HISTORY = _in("history", "sequence combat placing events daimyo scoring draft player_counts knowledge")

MODULES = {
    "guard": Module("tenka/server/guard.py", _in("server", "guard")),
    "auth": Module("tenka/server/auth.py", _in("server", "auth")),
    "ledger": Module("tenka/server/ledger.py", _in("server", "ledger")),
    "fairness": Module("tenka/fairness.py", ("tests/test_fairness.py",)),
    "record": Module("tenka/record.py", (*_in("samurai", "records"), *_in("history", "records"))),
    "samurai.rules": Module("tenka/samurai/rules.py", _SAMURAI, True),
    "samurai.scoring": Module("tenka/samurai/scoring.py", _in("samurai", "scoring end payoff"), True),
    "samurai.view": Module("tenka/samurai/view.py", _in("samurai", "knowledge"), True),
    **{
        f"history.{name}": Module(f"tenka/history/{name}.py", _HISTORY, True)
        for name in ("rules", "turns", "events", "combat", "placing", "armies", "scoring", "cards", "view")
    },
}
