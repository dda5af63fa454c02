"""A board as a network sees it: the places it thinks about, how they hang together, where actions are read off."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from tenka.encoding import Array, Feature, Spec

POOLS = 8
"""In so many ways a network's idea of the whole hears from the nodes."""


class Section(NamedTuple):
    """Nodes side by side that have the same kinds of actions, or the same kinds of stakes."""

    start: int
    stop: int
    parts: int
    """How many numbers are read off each of the nodes."""

    @property
    def size(self) -> int:
        """How many numbers are read off all of them."""
        return (self.stop - self.start) * self.parts


@dataclass(frozen=True)
class Graph:
    """How the places of a board hang together, and where a network's actions are read off.

    *Nodes* are the places that a network thinks about. *Leaves* are places that matter only to the nodes beside them:
    what lies there is added to these, and what to do there is read off them. The logits of a network come section by
    section, node by node, then leaf by leaf, then those of actions without a place.
    """

    nodes: Array
    """Indices into the places of the observation."""
    leaves: Array
    node_ids: Array
    """By node: which one it is on the largest board, so that boards of all sizes share what is known about it."""
    leaf_ids: Array
    links: Array
    """By kind of link, node and node: whether there is such a link from the second to the first."""
    leaf_links: Array
    """By node and leaf, likewise."""
    sections: tuple[Section, ...]
    leaf_parts: int
    global_parts: int
    slots: Array
    """By action: its logit, -1 where it has no place on this board."""
    stakes: Section
    """The nodes where something is won, and how many things on each."""

    @property
    def num_logits(self) -> int:
        """The length of a network's policy."""
        of_nodes = sum(section.size for section in self.sections)
        return of_nodes + len(self.leaves) * self.leaf_parts + self.global_parts


def board_arrays(graph: Graph, largest: Graph, spec: Spec, whole_spec: Spec, multiple: int = 1) -> dict[str, Array]:
    """What a network is told of a board, in terms of the largest one, which its weights are for.

    The number of rows is made a multiple: a GPU is quicker with those of 8. Rows and columns of the relations point to
    the largest board's; behind the last of these stands one of zeros.
    """
    num_nodes, num_all = len(graph.nodes), len(largest.nodes)
    missing = -num_nodes % multiple
    pools = range(num_all, num_all + POOLS)
    arrays = {
        "plane_ids": _places_in(spec.planes, whole_spec.planes),
        "global_ids": _places_in(spec.globals, whole_spec.globals),
        "nodes": [*graph.nodes, *[0] * missing],
        "leaves": graph.leaves,
        "node_ids": [*graph.node_ids, *[0] * missing],
        "leaf_ids": graph.leaf_ids,
        "rows": [*graph.node_ids, *[num_all + POOLS] * missing, *pools],
        "columns": [*graph.node_ids, *[num_all] * missing],
        **{f"section_{number}": np.arange(part.start, part.stop) for number, part in enumerate(graph.sections)},
        "stakes": np.arange(graph.stakes.start, graph.stakes.stop),
    }
    found = {name: np.asarray(values, np.int64) for name, values in arrays.items()}
    found["leaf_links"] = np.pad(graph.leaf_links.astype(np.float32), ((0, missing), (0, 0)))
    return found


def _places_in(features: Sequence[Feature], all_features: Sequence[Feature]) -> list[int]:
    labels = [label for feature in all_features for label in feature.labels]
    return [labels.index(label) for feature in features for label in feature.labels]


class Twins(NamedTuple):
    """Ways to rename what is alike in a game, so that one position has several names; the first way changes nothing.

    Each table says, by way and number under the new names, which number it is under the old ones.
    """

    planes: Array
    globals: Array
    actions: Array
    secrets: Array
    stakes: Array
    finals: Array
    fixed: Array
    """Actions that say more than they do: where one of them is legal, no other names fit."""
