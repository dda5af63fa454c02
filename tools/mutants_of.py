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
    "not (7913 or as_likely_as or select_their_starting or thoroughly_shuffle or any_piece_at_random)",
)
_HISTORY = {
    "rules": "placing sequence draft events player_counts",
    "turns": "sequence draft daimyo player_counts",
    "events": "events player_counts",
    "combat": "combat daimyo events placing",
    "placing": "placing daimyo sequence",
    "armies": "armies",
    "scoring": "scoring player_counts",
    "cards": "data draft combat",
    "view": "knowledge draft",
}
_AGREEMENT = "tests/history/test_agreement.py::test_both_engines_agree_on_a_turn_wherever_it_begins"
"""Comes last, for what the chapters did not see: seconds, as plain Python."""

_RECORDS = (
    *_in("samurai", "records"),
    *_in("history", "records"),
    "-k",
    "not (damaged or cut_or_shuffled or matches_are or copy_for_a_seat or very_same or redacted_record_shows)",  # long
)

_PUZZLES = (*_in("server", "solving puzzles"), "-k", "not one_node_counts")  # that one asks two processes

MODULES = {
    "guard": Module("tenka/server/guard.py", _in("server", "guard")),
    "auth": Module("tenka/server/auth.py", _in("server", "auth")),
    "audience": Module("tenka/server/audience.py", _in("server", "audience secrets")),
    "entries": Module("tenka/server/entries.py", _in("server", "audience secrets")),
    "ledger": Module("tenka/server/ledger.py", _in("server", "ledger")),
    "fairness": Module("tenka/fairness.py", ("tests/test_fairness.py",)),
    "record": Module("tenka/record.py", _RECORDS),
    "promise": Module("tenka/puzzles/promise.py", _in("puzzles", "promise")),
    "choose": Module("tenka/puzzles/choose.py", _in("puzzles", "choose")),
    "rate": Module("tenka/puzzles/rate.py", (*_in("puzzles", "make"), *_in("samurai", "puzzles"))),
    "puzzling": Module("tenka/server/puzzling.py", _PUZZLES),
    "solving": Module("tenka/server/solving.py", _PUZZLES),
    "api_puzzles": Module("tenka/server/api_puzzles.py", _PUZZLES),
    "samurai.rules": Module("tenka/samurai/rules.py", _SAMURAI, True),
    "samurai.setup": Module("tenka/samurai/setup.py", _SAMURAI, True),
    "samurai.scoring": Module("tenka/samurai/scoring.py", _in("samurai", "scoring end payoff"), True),
    "samurai.view": Module(
        "tenka/samurai/view.py", (*_in("samurai", "knowledge"), "-k", "not as_likely_in_the_hand"), True
    ),
    **{
        f"history.{name}": Module(f"tenka/history/{name}.py", (*_in("history", tests), _AGREEMENT), True)
        for name, tests in _HISTORY.items()
    },
}
