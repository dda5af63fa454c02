"""Under which names a network sees games, where a title says what is alike in it (`Twins`).

Every game has its names from its beginning to its end, so that the network learns from decisions that it has taken
under these very names: renamed afterwards, a decision would be one that it took with another chance.
"""

from __future__ import annotations

import torch
from torch import Tensor

from tenka.graph import Twins
from tenka.training.games import Seen


class Names:
    """Names for so many games of one number of players; neighbours with the same seat have different ones."""

    def __init__(self, twins: Twins, players: int, count: int, device: torch.device) -> None:
        self._tables = {name: torch.as_tensor(table, device=device) for name, table in twins._asdict().items()}
        actions = self._tables["actions"]
        self._new_actions = actions.argsort(1)
        self._way_of = torch.arange(count, device=device) // players % len(actions)

    def ways(self, masks: Tensor) -> Tensor:
        """By game: the names for a decision; the usual ones where no others fit."""
        is_fixed = masks[:, self._tables["fixed"]].any(1)
        return torch.where(is_fixed, 0, self._way_of)

    def rename(self, table: str, values: Tensor, ways: Tensor) -> Tensor:
        """``[game, number, ...]`` under new names; `table` is a field of `Twins`."""
        found = self._tables[table][ways]
        return values.gather(1, found.view(*found.shape, *[1] * (values.dim() - 2)).expand_as(values))

    def show(self, seen: Seen, ways: Tensor) -> Seen:
        """What a network is told."""
        return Seen(
            self.rename("planes", seen.planes, ways),
            self.rename("globals", seen.globals, ways),
            self.rename("actions", seen.masks, ways),
            self.rename("secrets", seen.secrets, ways),
        )

    def new_actions(self, actions: Tensor, ways: Tensor) -> Tensor:
        """Actions of the game as the network has them."""
        return self._new_actions[ways, actions]

    def old_actions(self, actions: Tensor, ways: Tensor) -> Tensor:
        """The other way round than `new_actions`."""
        return self._tables["actions"][ways, actions]
