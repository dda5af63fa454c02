"""What a file of weights fits: it says so itself, and is not used for anything else."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping

from tenka.encoding import Spec
from tenka.game import GameError
from tenka.games import get_game, load_part

FORMAT = "1"
"""Of the inputs and outputs of a network."""


def fingerprint(spec: Spec) -> str:
    """A short text that changes whenever observations do.

    >>> fingerprint(Spec(2, ("a",), (), ())) == fingerprint(Spec(2, ("b",), (), ()))
    False
    """
    features = [[each.name, each.low, each.high, *each.parts] for each in (*spec.planes, *spec.globals)]
    return hashlib.sha256(json.dumps([spec.places, features]).encode()).hexdigest()[:16]


def describe_fit(game: str) -> dict[str, str]:
    """What weights for this program's game say of themselves."""
    rules = get_game(game)
    return {
        "format": FORMAT,
        "game": game,
        "rules": rules.version,
        "observations": fingerprint(load_part(game, "learning").spec(None)),
        "actions": str(rules.num_actions),
    }


def check_fit(found: Mapping[str, str], game: str, file: str) -> None:
    """Raises GameError unless weights that say this of themselves fit the game."""
    wanted = describe_fit(game)
    for name, value in wanted.items():
        if found.get(name) != value:
            said = found.get(name)
            what = f"has {name} {said[:40]!r}" if said else f"does not say its {name}"
            raise GameError(f"the weights {file} do not fit: the file {what}, and this program needs {value!r}")
