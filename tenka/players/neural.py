"""A network that has learnt a game, on any processor: ONNX Runtime carries it out, in batches.

One file serves every number of players: the board is among its inputs.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from tenka import DISTRIBUTION
from tenka.encoding import Array
from tenka.game import GameError
from tenka.games import get_title, load_part
from tenka.graph import board_arrays
from tenka.players.weights import check_fit

OUTPUTS = ("policy", "value", "stakes", "secrets")
FIRST_TAKER = 2
"""Of stakes: before the seats stand that nobody takes it, and that it goes beside the board."""
EXTRA = "neural"


class Answers(NamedTuple):
    """What a network says of so many positions; seats are as the movers see them, themselves first."""

    policy: Array
    """``[position, logit]``: the action's place is in `Graph.slots`."""
    shares: Array
    """``[position, seat]``: chances to win, together 1."""
    stakes: Array
    """``[node, position, part, 2 + seat]``: chances that nobody takes it, that it goes beside the board, or a seat."""
    secrets: Array
    """``[position, (other seat, kind)]``: the part of the copies of a kind that the other holds, as expected."""


class Network:
    """A network with the weights of a file."""

    def __init__(self, file: Path, game: str, cores: int = 1) -> None:
        runtime = _runtime()
        options = runtime.SessionOptions()
        options.intra_op_num_threads = cores
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        try:
            self._session = runtime.InferenceSession(str(file), options, providers=["CPUExecutionProvider"])
        except Exception as error:  # ONNX Runtime has a type of its own for each of its troubles
            raise GameError(f"the weights {file.name} cannot be read; is the file there, and whole?") from error
        check_fit(self._session.get_modelmeta().custom_metadata_map, game, file.name)
        self.slots: dict[int, Array] = {}
        """By number of players: the logit of each action."""
        self._boards: dict[int, dict[str, Array]] = {}
        learning = load_part(game, "learning")
        graph, spec = learning.graph, learning.spec
        players = get_title(game).players
        largest, whole_spec = graph(max(players)), spec(None)
        wanted = {given.name for given in self._session.get_inputs()}
        for number in players:
            arrays = board_arrays(graph(number), largest, spec(number), whole_spec)
            self._boards[number] = {
                f"board_{name}": array for name, array in arrays.items() if f"board_{name}" in wanted
            }
            self.slots[number] = graph(number).slots

    def ask(self, players: int, planes: Array, globals_: Array) -> Answers:
        """What it makes of observations ``[position, plane, place]`` and ``[position, global]``."""
        given = {"planes": planes, "globals": globals_, **self._boards[players]}
        policy, value, stakes, secrets = self._session.run(OUTPUTS, given)
        num_secrets = secrets.shape[1] // (max(self._boards) - 1)
        return Answers(
            policy,
            _softmax(value[:, :players]),
            _softmax(stakes[..., : FIRST_TAKER + players]),
            1.0 / (1.0 + np.exp(-secrets[:, : (players - 1) * num_secrets])),
        )


def _softmax(values: Array) -> Array:
    powers = np.exp(values - values.max(-1, keepdims=True))
    found: Array = powers / powers.sum(-1, keepdims=True)
    return found


def _runtime() -> Any:
    # Its makers would be told of every session, and the machine would get a number; it is read when it is loaded.
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    try:
        import onnxruntime
    except ImportError:
        raise GameError(
            "a player that has learnt needs ONNX Runtime, which is not installed: "
            f"pip install '{DISTRIBUTION}[{EXTRA}]'; without it the strongest player is mcts"
        ) from None
    return onnxruntime


def is_available() -> bool:
    """Whether what a network needs is installed."""
    try:
        _runtime()
    except GameError:
        return False
    return True


@cache
def load_network(file: Path, game: str, cores: int = 1) -> Network:
    """A network; raises GameError where it cannot be had. It is loaded once."""
    return Network(file, game, cores)
