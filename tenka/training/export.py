"""What is released of a network: weights for those who train on, and a file that plays without torch."""

from __future__ import annotations

import contextlib
import io
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from safetensors.torch import load_file, save_file
from torch import Tensor, nn

from tenka.game import GameError
from tenka.graph import board_arrays
from tenka.players.neural import OUTPUTS
from tenka.players.weights import check_fit, describe_fit
from tenka.training.net import Net, Shape
from tenka.training.subject import Subject, get_subject

OPSET = 17
_FEW = 256
"""Numbers of arrays smaller than this stay whole: they take no room."""


class _Asked(nn.Module):
    """A network with the board among its inputs."""

    def __init__(self, net: Net, names: list[str]) -> None:
        super().__init__()
        self._net, self._names = net, names

    def forward(self, planes: Tensor, globals_: Tensor, *board: Tensor) -> tuple[Tensor, ...]:
        answer = self._net.look(dict(zip(self._names, board, strict=True)), planes, globals_)
        return answer.policy, answer.value, answer.stakes, answer.secrets


def save_weights(net: Net, file: Path) -> None:
    """Writes the weights, in half precision, with what they fit and how large the network is."""
    fit = describe_fit(net.subject.name)
    shape = {f"shape.{name}": str(value) for name, value in net.shape.to_json().items()}
    save_file({name: value.detach().cpu().half() for name, value in net.state_dict().items()}, file, fit | shape)


def load_weights(file: Path, subject: Subject) -> Net:
    """The network of a file; raises GameError where it does not fit."""
    from safetensors import SafetensorError, safe_open

    try:
        with safe_open(file, "pt") as opened:
            found: dict[str, str] = opened.metadata() or {}
        values = load_file(file)
    except (OSError, SafetensorError) as error:
        raise GameError(f"the weights {file.name} cannot be read; is the file there, and whole?") from error
    check_fit(found, subject.name, file.name)
    sizes = {name.removeprefix("shape."): int(value) for name, value in found.items() if name.startswith("shape.")}
    net = Net(subject, Shape(**sizes))
    net.load_state_dict({name: value.float() for name, value in values.items()})
    return net


def save_player(net: Net, file: Path) -> None:
    """Writes the network as ONNX, with weights in half precision, which are made whole when it is loaded."""
    subject = net.subject
    most = max(subject.players)
    examples = _example_inputs(subject, most)
    names = [name.removeprefix("board_") for name in examples if name.startswith("board_")]
    axes: dict[str, dict[int, str]] = {
        "planes": {0: "games", 1: "planes", 2: "places"},
        "globals": {0: "games", 1: "numbers"},
    }
    for name in names:
        axes[f"board_{name}"] = {0: f"{name}_length"}
    axes["board_leaf_links"] = {0: "nodes_length", 1: "leaves_length"}
    axes |= {"policy": {0: "games", 1: "logits"}, "value": {0: "games"}, "secrets": {0: "games"}}
    axes["stakes"] = {0: "stakes_length", 1: "games"}
    net = net.eval().float().cpu()
    whole = io.BytesIO()
    # What the exporter has to say is for those who write exporters.
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()), torch.no_grad():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            _Asked(net, names),
            tuple(examples.values()),
            whole,  # type: ignore[arg-type]  # a file in memory is taken as well
            dynamo=False,
            input_names=list(examples),
            output_names=list(OUTPUTS),
            dynamic_axes=axes,
            opset_version=OPSET,
        )
    model = onnx.load_from_string(whole.getvalue())
    _halve(model.graph)
    helper.set_model_props(model, describe_fit(subject.name))
    onnx.checker.check_model(model)
    onnx.save(model, file)


def _example_inputs(subject: Subject, players: int) -> Mapping[str, Tensor]:
    spec, whole_spec = subject.spec(players), subject.spec(None)
    planes, globals_ = spec.empty(3)
    graph = subject.graph(players)
    board = board_arrays(graph, subject.graph(max(subject.players)), spec, whole_spec)
    arrays = {"planes": planes, "globals": globals_} | {f"board_{name}": array for name, array in board.items()}
    return {name: torch.as_tensor(array) for name, array in arrays.items()}


def _halve(graph: Any) -> None:
    """Keeps large arrays in half precision, each with a node behind it that makes it whole again."""
    casts = []
    for number, array in enumerate(graph.initializer):
        values = numpy_helper.to_array(array)
        if array.data_type != TensorProto.FLOAT or values.size < _FEW:
            continue
        name = f"{array.name}.half"
        casts.append(helper.make_node("Cast", [name], [array.name], to=TensorProto.FLOAT))
        graph.initializer[number].CopyFrom(numpy_helper.from_array(values.astype("float16"), name))
    for cast in reversed(casts):
        graph.node.insert(0, cast)


def load_checkpoint(file: Path, game: str) -> Net:
    """The network that a run has learnt so far: the running mean of its weights."""
    kept = torch.load(file, map_location="cpu", weights_only=True)
    net = Net(get_subject(game), Shape(**kept["shape"]))
    net.load_state_dict(kept["mean"])
    return net
