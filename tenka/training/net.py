"""The network: one for every number of players of a game.

It thinks in *nodes*, the places of the board that matter, and in one vector for the position as a whole. In each block
a node hears from those that it is linked to, by each kind of link (or, where there is one kind only, from those one
further too; these relations are learnt from there on, so that any two places may come to matter to each other), and
from the whole; the whole hears from all nodes.

Where a title says what instinct thinks of every action, as features called `HINT`, a new network does what instinct
likes, and learns what to do better.

Tensors are ``[node, game, channel]``: what is done along either of the first two is then one large product of matrices.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from tenka.encoding import Feature
from tenka.graph import POOLS, Graph, board_arrays
from tenka.training.subject import Subject

_MULTIPLE = 8
"""Matrices whose sides are multiples of this are quick on a GPU."""

Board = Mapping[str, Tensor]
"""`board_arrays` as tensors."""


@dataclass(frozen=True)
class Shape:
    """How large a network is."""

    blocks: int = 6
    width: int = 96
    """Channels of a node."""
    hidden: int = 128
    """Channels in the middle of a block."""
    heard: int = 48
    """Channels that a node hears of others."""
    whole: int = 128
    """Channels of the position as a whole."""

    def to_json(self) -> dict[str, int]:
        """As plain values."""
        return asdict(self)


class Answer(NamedTuple):
    """What the network says; every logit is of the game's seats as the mover sees them, himself first."""

    policy: Tensor
    """``[game, logit]``, in the order of `Graph`."""
    value: Tensor
    """``[game, seat]``: logits of winning."""
    stakes: Tensor
    """``[node, game, part, 2 + seats]``: who takes what: nobody, beside the board, or a seat."""
    finals: Tensor
    """``[game, seat * figures]``: the figures at the end, scaled."""
    secrets: Tensor
    """``[game, other seat * kind]``: logits of what the others hold."""
    whole: Tensor
    """``[game, channel]``: the position as a whole, which values are read off."""


HINT = "hint"
"""The feature that says what instinct thinks of actions: planes for the parts of nodes, globals for the others."""


def _scales(features: Sequence[Feature], told: Mapping[str, float]) -> Tensor:
    return torch.tensor(
        [told.get(feature.name, max(feature.high, 1) ** -0.5) for feature in features for _ in range(feature.size)]
    )


def relations(graph: Graph) -> Tensor:
    """What networks begin with, ``[relation, to, from]``: each kind of link, or the only one and one further.

    Behind the nodes come the ways in which the whole hears: of all nodes, of those of each section, and any.
    """
    found = graph.links.astype(np.float32)
    if len(found) == 1:
        further = ((found @ found) > 0).astype(np.float32)
        np.fill_diagonal(further[0], 0.0)
        found = np.concatenate([found, further])
    num_nodes = found.shape[1]
    pools = torch.randn(len(found), POOLS, num_nodes) / num_nodes
    pools[:, 0] = 1.0 / num_nodes
    for number, section in enumerate(graph.sections[: POOLS - 1]):
        pools[:, 1 + number] = 0.0
        pools[:, 1 + number, section.start : section.stop] = 1.0 / (section.stop - section.start)
    found = found / np.maximum(found.sum(axis=2, keepdims=True), 1.0)
    return torch.cat([torch.as_tensor(found), pools], 1)


def _normal(values: Tensor) -> Tensor:
    """Scaled to a mean square of 1."""
    full = values.float()
    return (full * torch.rsqrt(full.square().mean(-1, keepdim=True) + 1e-5)).to(values.dtype)


class Heads(NamedTuple):
    """Where an observation shows what can be won."""

    stake_planes: slice
    stake_places: slice


def _heads(subject: Subject, players: int) -> Heads:
    graph = subject.graph(players)
    places = graph.nodes[graph.stakes.start : graph.stakes.stop]
    return Heads(subject.spec(players).plane(subject.on_cpu.STAKE_PLANE), slice(int(places[0]), int(places[-1]) + 1))


class _Block(nn.Module):
    def __init__(self, shape: Shape, mix: Tensor) -> None:
        super().__init__()
        width, hidden, heard, whole = shape.width, shape.hidden, shape.heard, shape.whole
        self.own = nn.Linear(width, hidden, bias=False)
        self.tell = nn.Parameter(torch.randn(len(mix), width, heard) * width**-0.5)
        self.hear = nn.Linear(heard, hidden, bias=False)
        self.mix = nn.Parameter(mix.clone())
        self.out = nn.Linear(hidden, width, bias=False)
        self.to_nodes = nn.Linear(whole, hidden)
        self.whole_in = nn.Linear(whole + POOLS * heard, whole)
        self.whole_out = nn.Linear(whole, whole, bias=False)
        nn.init.zeros_(self.out.weight)
        nn.init.zeros_(self.whole_out.weight)

    def forward(self, nodes: Tensor, whole: Tensor, rows: Tensor, columns: Tensor) -> tuple[Tensor, Tensor]:
        num_rows, num_games, width = nodes.shape
        relations = len(self.mix)
        normal, normal_whole = _normal(nodes), _normal(whole)
        mix = functional.pad(self.mix, (0, 1, 0, 1))[:, rows][:, :, columns]
        mix = mix.permute(1, 0, 2).reshape(rows.shape[0], -1).to(nodes.dtype)
        told = torch.matmul(normal.view(1, -1, width), self.tell.to(nodes.dtype))
        heard = (mix @ told.view(relations * num_rows, -1)).view(rows.shape[0], num_games, -1)
        thought = self.own(normal) + self.hear(heard[:num_rows]) + self.to_nodes(normal_whole)
        nodes = nodes + self.out(functional.relu(thought))
        pooled = heard[num_rows:].permute(1, 0, 2).reshape(num_games, -1)
        seen = torch.cat([normal_whole, pooled], 1)
        whole = whole + self.whole_out(functional.relu(self.whole_in(seen)))
        return nodes, whole


class Net(nn.Module):
    """The network of a game."""

    plane_scales: Tensor
    global_scales: Tensor
    secrets_most: Tensor

    def __init__(self, subject: Subject, shape: Shape) -> None:
        super().__init__()
        self.subject, self.shape = subject, shape
        most = max(subject.players)
        largest, spec = subject.graph(most), subject.spec(None)
        width, whole = shape.width, shape.whole
        num_planes, num_globals = spec.planes_shape[0], spec.globals_shape[0]
        self._names: tuple[str, ...] = ()
        for players in subject.players:
            arrays = board_arrays(subject.graph(players), largest, subject.spec(players), spec, _MULTIPLE)
            self._names = tuple(arrays)
            for name, array in arrays.items():
                self.register_buffer(f"board_{players}_{name}", torch.as_tensor(array), persistent=False)
        self.register_buffer("plane_scales", _scales(spec.planes, subject.scales), persistent=False)
        self.register_buffer("global_scales", _scales(spec.globals, subject.scales), persistent=False)
        self.register_buffer("secrets_most", torch.tensor(subject.secrets * (most - 1)).float(), persistent=False)
        self.heads = {players: _heads(subject, players) for players in subject.players}
        self.planes_in = nn.Linear(num_planes, width, bias=False)
        self.has_leaves = bool(len(largest.leaves))
        if self.has_leaves:
            self.leaves_in = nn.Linear(num_planes, width, bias=False)
        self.places = nn.Parameter(torch.randn(len(largest.nodes), width) * 0.1)
        self.globals_to_nodes = nn.Linear(num_globals, width, bias=False)
        self.globals_in = nn.Linear(num_globals, whole)
        self.blocks = nn.ModuleList(_Block(shape, relations(largest)) for _ in range(shape.blocks))
        self.whole_in = nn.Linear(whole + 2 * width, whole)
        # heads
        self.section_in = nn.ModuleList(nn.Linear(width, width, bias=False) for _ in largest.sections)
        self.section_whole = nn.ModuleList(nn.Linear(whole, width) for _ in largest.sections)
        self.section_out = nn.ModuleList(nn.Linear(width, section.parts) for section in largest.sections)
        if self.has_leaves:
            self.leaf_in = nn.Linear(width, shape.heard, bias=False)
            self.leaf_whole = nn.Linear(whole, shape.heard)
            self.leaf_places = nn.Parameter(torch.zeros(len(largest.leaves), shape.heard))
            self.leaf_out = nn.Linear(shape.heard, largest.leaf_parts)
        self.global_out = nn.Linear(whole, largest.global_parts)
        self.hints = (spec.plane(HINT), spec.of_globals(HINT)) if subject.trust else None
        if self.hints is not None:
            self.trust = nn.Parameter(torch.full((2,), subject.trust))
        self.value_in = nn.Linear(whole, whole)
        self.value_out = nn.Linear(whole, most)
        self._num_parts = largest.stakes.parts
        self.stakes_out = nn.Linear(width, self._num_parts * (2 + most))
        self.finals_out = nn.Linear(whole, most * subject.num_finals)
        self.secrets_out = nn.Linear(whole, (most - 1) * len(subject.secrets))
        for layer in (
            *self.section_out,
            *([self.leaf_out] if self.has_leaves else []),
            self.global_out,
            self.value_out,
        ):
            nn.init.normal_(layer.weight, std=0.01)
            nn.init.zeros_(layer.bias)

    def board(self, players: int) -> dict[str, Tensor]:
        """The board of so many players."""
        return {name: self.get_buffer(f"board_{players}_{name}") for name in self._names}

    def forward(self, players: int, planes: Tensor, globals_: Tensor) -> Answer:
        """What it makes of so many observations ``[game, plane, place]`` and ``[game, global]``."""
        answer = self.look(self.board(players), planes, globals_)
        return Answer(
            answer.policy,
            answer.value[:, :players],
            answer.stakes[..., : 2 + players],
            answer.finals[:, : players * self.subject.num_finals],
            answer.secrets[:, : (players - 1) * len(self.subject.secrets)],
            answer.whole,
        )

    def look(self, board: Board, planes: Tensor, globals_: Tensor) -> Answer:
        """The same for any board, with answers for as many seats as there can be."""
        num_games, num_leaves = planes.shape[0], board["leaves"].shape[0]
        num_nodes = sum(board[f"section_{number}"].shape[0] for number in range(len(self.section_in)))
        device = planes.device.type
        dtype = torch.get_autocast_dtype(device) if torch.is_autocast_enabled(device) else torch.float32
        scaled = planes.permute(2, 0, 1).to(dtype) * self.plane_scales[board["plane_ids"]].to(dtype)
        numbers = globals_.to(dtype) * self.global_scales[board["global_ids"]].to(dtype)
        planes_in = self.planes_in.weight[:, board["plane_ids"]]
        to_nodes = self.globals_to_nodes.weight[:, board["global_ids"]]
        to_whole = self.globals_in.weight[:, board["global_ids"]]
        nodes = functional.linear(scaled[board["nodes"]], planes_in)
        nodes = nodes + self.places[board["node_ids"]][:, None].to(dtype)
        if self.has_leaves:
            leaves_in = self.leaves_in.weight[:, board["plane_ids"]]
            around = board["leaf_links"].to(dtype) @ scaled[board["leaves"]].reshape(num_leaves, -1)
            nodes = nodes + functional.linear(around.view(nodes.shape[0], num_games, -1), leaves_in)
        nodes = nodes + functional.linear(numbers, to_nodes)
        whole = functional.linear(numbers, to_whole, self.globals_in.bias)
        for block in self.blocks:
            nodes, whole = block(nodes, whole, board["rows"], board["columns"])
        nodes = _normal(nodes[:num_nodes])
        # Not amax: on the way back it looks for equals; compiled, in half precision, it may find none and divide by 0.
        highest = nodes.max(0).values
        whole = functional.relu(self.whole_in(torch.cat([_normal(whole), nodes.mean(0), highest], 1)))
        stakes = self.stakes_out(nodes[board["stakes"]])
        policy = self._policy(board, nodes, whole)
        if self.hints is not None:
            policy = policy + self._hints(*self.hints, board, planes, globals_)
        return Answer(
            policy,
            self.value_out(functional.relu(self.value_in(whole))),
            stakes.view(*stakes.shape[:2], self._num_parts, -1),
            self.finals_out(whole),
            self.secrets_out(whole),
            whole,
        )

    def _hints(self, of_nodes: slice, of_others: slice, board: Board, planes: Tensor, globals_: Tensor) -> Tensor:
        """What instinct has to say about each logit of the policy."""
        hints = planes[:, of_nodes].permute(0, 2, 1)[:, board["nodes"]].float() * self.trust[0]
        parts = []
        for number, layer in enumerate(self.section_out):
            parts.append(hints[:, board[f"section_{number}"], : layer.out_features].flatten(1))
        return torch.cat([*parts, globals_[:, of_others].float() * self.trust[1]], 1)

    def _policy(self, board: Board, nodes: Tensor, whole: Tensor) -> Tensor:
        num_games, num_nodes = nodes.shape[1], nodes.shape[0]
        parts = []
        for number, layer in enumerate(self.section_in):
            seen = layer(nodes[board[f"section_{number}"]]) + self.section_whole[number](whole)
            logits = self.section_out[number](functional.relu(seen))
            parts.append(logits.permute(1, 0, 2).reshape(num_games, -1))
        if self.has_leaves:
            told = self.leaf_in(nodes).view(num_nodes, -1)
            links = board["leaf_links"][:num_nodes].t().to(told.dtype)
            heard = (links @ told).view(links.shape[0], num_games, -1)
            seen = heard + self.leaf_whole(whole) + self.leaf_places[board["leaf_ids"]][:, None].to(told.dtype)
            parts.append(self.leaf_out(functional.relu(seen)).permute(1, 0, 2).reshape(num_games, -1))
        parts.append(self.global_out(whole))
        return torch.cat(parts, 1)


def count_parameters(net: nn.Module) -> int:
    """How many numbers it has learnt."""
    return sum(parameter.numel() for parameter in net.parameters())
