"""Compiled rewards beside those of `tenka.envs.rewards`, for the tests of every title."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tenka.envs.rewards import Margin, margin_of, reward_of
from tenka.game import Outcome
from tenka.payoff import KINDS, write_rewards


def compiled_rewards(figures: Sequence[int], kind: str, scale: float) -> tuple[list[float], list[int]]:
    """Rewards and ranking."""
    rewards, ranking = np.zeros(len(figures), np.float32), np.zeros(len(figures), np.int8)
    write_rewards(np.array(figures, np.int64), len(figures), KINDS[kind], float(scale), rewards, ranking)
    return rewards.tolist(), ranking.tolist()


def check_rewards(outcome: Outcome, figures: Sequence[int], margin: Margin | str) -> None:
    """That all kinds of rewards are the same, with a margin or that of a game, and the ranking too."""
    found = margin_of(margin) if isinstance(margin, str) else margin
    assert found is not None
    assert list(figures) == [found.figure(totals) for totals in outcome.totals]
    for kind in KINDS:
        rewards, ranking = compiled_rewards(figures, kind, found.scale)
        assert rewards == [float(np.float32(reward)) for reward in reward_of(outcome, kind, found)]
        assert tuple(ranking) == outcome.ranking
