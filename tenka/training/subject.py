"""What learning needs of a game: its observations, its graph, and many games of it on a device."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from tenka.encoding import Spec
from tenka.game import GameError
from tenka.games import find_part, get_game, get_title, load_part
from tenka.graph import Graph, Twins


@dataclass(frozen=True)
class Subject:
    """A game that can be learnt."""

    name: str
    players: tuple[int, ...]
    one_shape: bool
    """Whether what a network is told and says has the shape of the largest game for every number of players."""
    spec: Callable[[int | None], Spec]
    graph: Callable[[int], Graph]
    state: np.dtype[Any]
    num_actions: int
    num_stakes: int
    num_finals: int
    finals_scale: float
    secrets: tuple[int, ...]
    """By kind of secret: how many of it another seat can hold at most."""
    scales: Mapping[str, float]
    """By feature: what one step of it counts for a network, where its range says too little."""
    twins: Callable[[int], Twins] | None
    """By number of players: other names for what is alike; None where nothing is."""
    trust: float
    """By so much a new network likes an action more for one step of its hint."""
    stage: str
    """The field of its state that says which stage a game is in, such as an epoch; empty: it has none."""

    def shape_of(self, players: int) -> int:
        """The number of seats that a network answers for in a game of so many players."""
        return max(self.players) if self.one_shape else players

    def rules_of(self, players: int, options: Mapping[str, Any]) -> int:
        """Options by name as the number that `begin_games` takes."""
        bits: int = get_game(self.name).options({"players": players, **options}).bits
        return bits

    @property
    def on_cpu(self) -> Any:
        """Its compiled functions over arrays."""
        return load_part(self.name, "learning")

    @property
    def on_gpu(self) -> Any:
        """The same for arrays on a GPU."""
        return load_part(self.name, "learning_cuda")


@cache
def get_subject(name: str) -> Subject:
    """What can be learnt of a game; raises GameError where nothing can."""
    learning = find_part(name, "learning")
    if learning is None:
        raise GameError(f"{name} cannot be learnt yet: its folder has no learning.py")
    return Subject(
        name=name,
        players=get_title(name).players,
        one_shape=learning.ONE_SHAPE,
        spec=learning.spec,
        graph=learning.graph,
        state=learning.RECORD,
        num_actions=get_game(name).num_actions,
        num_stakes=learning.NUM_STAKES,
        num_finals=learning.NUM_FINALS,
        finals_scale=learning.FINALS_SCALE,
        secrets=learning.SECRETS,
        scales=learning.SCALES,
        twins=getattr(learning, "twins", None),
        trust=learning.TRUST,
        stage=learning.TRAINING_STAGE,
    )
