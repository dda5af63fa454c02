"""A player that has learnt History of the Samurai: what its network would do at once, without looking ahead."""

from __future__ import annotations

from pathlib import Path

from tenka.players.policy import Policy

WEIGHTS = Path(__file__).parent.parent / "weights" / "history-1.onnx"
GAME = "history"


def make_policy(name: str = "policy", carelessness: float = 0.0, weights: Path = WEIGHTS) -> Policy:
    """What the network would do at once."""
    return Policy(GAME, weights, name, carelessness)
