"""How strong a network is without any search: games against greedy or another one, on the device that it learns on."""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

import torch

from tenka.training.games import Games, Results
from tenka.training.ppo import Decide, Maps


class Strength(NamedTuple):
    """What came of a match."""

    players: int
    games: int
    share: float
    """Of the wins; a shared win counts as its part."""

    @property
    def error(self) -> float:
        """Half of the 95 % interval."""
        return 1.96 * sqrt(max(self.share * (1.0 - self.share), 1e-9) / self.games)

    def __str__(self) -> str:
        return f"{100 * self.share:.1f} % ± {100 * self.error:.1f}"


@torch.no_grad()
def play_match(games: Games, decide: Decide, other: Decide | None = None, most_steps: int = 2000) -> Strength:
    """One game in every place, the network in one seat (they take turns), another one in the rest; None: greedy."""
    players, count, device = games.players, games.count, games.device
    maps = Maps(games.subject, players, device)
    results = Results(games.subject, players, 1, count, device)
    own = torch.arange(count, device=device) % players
    is_open = torch.ones(count, dtype=torch.bool, device=device)
    total = torch.zeros(count, device=device)
    for step in range(most_steps):
        seen = games.look()
        actions = decide(games.shape, seen.told, maps.action_of)[0]
        if other is None:
            games.choose_greedily(0.0, games.actions)
        else:
            games.actions.copy_(other(games.shape, seen.told, maps.action_of)[0])
        torch.where(seen.seats.long() == own, actions, games.actions, out=games.actions)
        games.advance(results)
        ended = results.ended[0] & is_open
        total = torch.where(ended, results.shares[0].gather(1, own[:, None])[:, 0], total)
        is_open = is_open & ~ended
        if step % 16 == 15 and not bool(is_open.any()):
            break
    return Strength(players, count, float(total.mean()))
