"""A critic that sees what is hidden: it says what positions were worth while a network learns, and is never released.

What a decision was worth is read off the values before and after it. Who sees what the others hold foretells results
better, so that less of this is luck. The network itself, which plays, is told nothing of it.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from tenka.training.net import Answer, Shape
from tenka.training.subject import Subject


class Critic(nn.Module):
    """Corrects a network's value by what others hold; a new one corrects nothing."""

    most: Tensor

    def __init__(self, subject: Subject, shape: Shape) -> None:
        super().__init__()
        seats = max(subject.players)
        most = torch.tensor(subject.secrets * (seats - 1)).float()
        self.register_buffer("most", most, persistent=False)
        self.seen_in = nn.Linear(shape.whole + 2 * len(most), 2 * shape.whole)
        self.middle = nn.Linear(2 * shape.whole, 2 * shape.whole)
        self.out = nn.Linear(2 * shape.whole, seats)
        nn.init.zeros_(self.out.weight)
        nn.init.zeros_(self.out.bias)

    def forward(self, answer: Answer, secrets: Tensor) -> Tensor:
        """Logits of winning ``[game, seat]``. The network that has answered learns nothing through them."""
        missing = len(self.most) - secrets.shape[1]
        known = functional.pad(secrets, (0, missing), value=-1)
        held = known.clamp(min=0) / self.most
        seen = torch.cat([answer.whole.detach().float(), held, (known >= 0).float()], 1)
        thought = functional.relu(self.middle(functional.relu(self.seen_in(seen))))
        value = answer.value.detach().float()
        corrected: Tensor = value + self.out(thought).float()[:, : value.shape[1]]
        return corrected
