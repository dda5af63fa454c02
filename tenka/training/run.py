"""A stretch of training: plays, learns, measures, and keeps what it has learnt on disk.

A run can be stopped at any time and taken up again: what it needs is in its folder, written every two minutes at the
latest.
"""

from __future__ import annotations

import json
import math
import random
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any

import torch
from torch import Tensor

from tenka.game import GameError
from tenka.training.critic import Critic
from tenka.training.evaluate import Strength, play_match
from tenka.training.games import Games, Seen
from tenka.training.lessons import TAUGHT, Lessons, lesson_losses
from tenka.training.net import Net, Shape, count_parameters
from tenka.training.ppo import Batches, Decide, Rollout, Settings, act, act_openly, arguments, losses, open_losses
from tenka.training.subject import get_subject

CHECKPOINT = "checkpoint.pt"
LOG = "log.jsonl"
PARTS = ("policy", "entropy", "value", "stakes", "finals", "secrets", "moved")
"""What `losses` tells."""
OPEN_VALUE = "open_value"
"""What `open_losses` tells besides."""


@dataclass(frozen=True)
class Plan:
    """What a run does."""

    game: str
    minutes: float = 10.0
    games: Mapping[int, int] = field(default_factory=dict)
    """By number of players: so many games at once."""
    options: Sequence[Mapping[str, str]] = ({},)
    """Rule options; each game is played under one of them, drawn at random."""
    spread: int = 0
    """Games stand at different points of about so many decisions when it begins to learn."""
    save_minutes: float = 1.5
    measure_minutes: float = 2.0
    """Between two measurements; there is one at the end in any case."""
    open_critic: bool = False
    """Whether what decisions were worth is judged by who sees what others hold; see `critic.py`."""
    seed: int = 1


@dataclass
class Done:
    """How much was learnt, over all runs of a folder."""

    samples: int = 0
    seconds: float = 0.0
    updates: int = 0


class Trainer:
    """A network that learns."""

    def __init__(
        self,
        plan: Plan,
        shape: Shape,
        settings: Settings,
        folder: Path,
        device: torch.device,
        others: Mapping[str, Net] = MappingProxyType({}),
        lessons: Mapping[int, Lessons] = MappingProxyType({}),
    ) -> None:
        self.plan, self.settings, self.folder, self.device = plan, settings, folder, device
        folder.mkdir(parents=True, exist_ok=True)
        torch.manual_seed(plan.seed)
        torch.set_float32_matmul_precision("high")
        self.subject = get_subject(plan.game)
        self.net = Net(self.subject, shape).to(device)
        self.mean = Net(self.subject, shape).to(device)
        """The running mean of the weights: what is measured and released."""
        self.mean.load_state_dict(self.net.state_dict())
        self.others = {name: net.to(device) for name, net in others.items()}
        """By name: networks that play against it in greedy's place, and stay as they are."""
        self.lessons = lessons
        """By number of players: a teacher's decisions, which count less and less."""
        self.done = Done()
        self.optimizer = torch.optim.AdamW(
            self.net.parameters(), lr=settings.rate, betas=(0.9, 0.98), weight_decay=1e-4, fused=self._is_gpu
        )
        self._compile: Callable[[Any], Any] = (
            partial(torch.compile, dynamic=False) if self._is_gpu else lambda function: function
        )
        if self._is_gpu and self.others:
            # One more for each number of games and size of network; beyond the limit it would be slow, and say nothing.
            torch._dynamo.config.recompile_limit = 8 * (1 + len(self.others))
        self._act, self._losses = self._compile(act), self._compile(losses)
        self._lesson_losses = self._compile(lesson_losses)
        self.critic = Critic(self.subject, shape).to(device) if plan.open_critic else None
        if self.critic is not None:
            self._critic_optimizer = torch.optim.AdamW(self.critic.parameters(), weight_decay=1e-4, fused=self._is_gpu)
            self._act_openly, self._open_losses = self._compile(act_openly), self._compile(open_losses)
        self._updates_here = 0
        self._caution = 1.0
        """Less where the policy moves further in a bout than it should."""
        self.rollouts: list[Rollout] = []
        self.batches: list[Batches] = []

    @property
    def _is_gpu(self) -> bool:
        return self.device.type == "cuda"

    def begin(self) -> None:
        """Begins the games; how they are dealt depends on what was learnt before, so that no run sees them again."""
        others = [self.decide(net, 0.0) for net in self.others.values()]
        for players, count in self.plan.games.items():
            rules = [self.subject.rules_of(players, options) for options in self.plan.options]
            games = Games(self.subject, players, rules, count, self.plan.seed + self.done.updates, self.device)
            if self.plan.spread:
                games.spread(self.plan.spread)
            self.rollouts.append(Rollout(games, self.settings, others))
        self.batches = [Batches(rollout, self.subject, self.settings.batch) for rollout in self.rollouts]

    # --- what is kept

    def load(self, file: Path) -> None:
        """Takes up what another run has learnt; raises GameError where that is of another kind."""
        try:
            kept = torch.load(file, map_location=self.device, weights_only=True)
            if kept["game"] != self.plan.game or kept["shape"] != self.net.shape.to_json():
                raise GameError(f"{file} is of another game or size of network; choose another folder")
            self.net.load_state_dict(kept["net"])
            self.mean.load_state_dict(kept["mean"])
            self.optimizer.load_state_dict(kept["optimizer"])
            if self.critic is not None and "critic" in kept:
                self.critic.load_state_dict(kept["critic"])
                self._critic_optimizer.load_state_dict(kept["critic_optimizer"])
            self.done = Done(**kept["done"])
        except GameError:
            raise
        except Exception as error:  # a file that was cut short fails in many ways
            raise GameError(f"{file} cannot be read: it is not what a run of this program has kept") from error

    def take(self, net: Net) -> None:
        """Goes on from the weights of another network, with nothing else of how it was learnt."""
        self.net.load_state_dict(net.state_dict())
        self.mean.load_state_dict(net.state_dict())

    def save(self) -> None:
        """Keeps everything; whatever happens meanwhile, the old or the new file is there."""
        kept = {
            "game": self.plan.game,
            "net": self.net.state_dict(),
            "mean": self.mean.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "shape": self.net.shape.to_json(),
            "done": asdict(self.done),
        }
        if self.critic is not None:
            kept |= {"critic": self.critic.state_dict(), "critic_optimizer": self._critic_optimizer.state_dict()}
        part = self.folder / f".{CHECKPOINT}.part"
        torch.save(kept, part)
        part.replace(self.folder / CHECKPOINT)

    def _note(self, **values: Any) -> None:
        with (self.folder / LOG).open("a", encoding="utf-8") as log:
            log.write(json.dumps({**asdict(self.done), **values}) + "\n")

    # --- playing and learning

    def _autocast(self) -> AbstractContextManager[None]:
        return torch.autocast(self.device.type, torch.bfloat16, enabled=self._is_gpu)

    def decide(self, net: Net, noise: float) -> Decide:
        """A network as `Rollout.play` asks it; without noise it takes what is likeliest."""
        amount = torch.tensor(noise, device=self.device)

        def ask(players: int, seen: Seen, action_of: Tensor) -> tuple[Tensor, Tensor, Tensor]:
            with self._autocast():
                actions, logs, values = self._act(
                    net, players, seen.planes, seen.globals, seen.masks, action_of, amount
                )
            return actions, logs, values

        return ask

    def decide_openly(self, critic: Critic) -> Decide:
        """The network that learns, with the chances that the critic gives; what it does is the same."""
        amount = torch.tensor(1.0, device=self.device)

        def ask(players: int, seen: Seen, action_of: Tensor) -> tuple[Tensor, Tensor, Tensor]:
            told = (seen.planes, seen.globals, seen.masks, action_of, seen.secrets)
            with self._autocast():
                actions, logs, values = self._act_openly(self.net, critic, players, *told, amount)
            return actions, logs, values

        return ask

    def measure(self, other: Net | None = None) -> list[Strength]:
        """The mean network's likeliest actions against those of another one; None: against greedy."""
        found = []
        opponent = None if other is None else self.decide(other, 0.0)
        deals = 1_000_000 * (1 + self.plan.seed) + self.done.updates
        for rollout in self.rollouts:
            players = rollout.games.players
            rules = [self.subject.rules_of(players, {})]
            count = rollout.games.count  # another number would have to be compiled for
            games = Games(self.subject, players, rules, count, deals, self.device)
            found.append(play_match(games, self.decide(self.mean, 0.0), opponent))
        return found

    def _weigh(self, progress: float) -> tuple[float, Tensor]:
        """How fast it learns at this point of the run, and how much each loss weighs."""
        settings = self.settings
        falling = 0.5 * (1.0 + math.cos(math.pi * min(progress, 1.0)))
        rate = settings.rate * (settings.last_rate + (1.0 - settings.last_rate) * falling)
        rate *= min(1.0, (self._updates_here + 1) / settings.warm_up) * self._caution
        entropy = settings.entropy * (settings.last_entropy + (1.0 - settings.last_entropy) * falling)
        plays = float(self.done.updates >= settings.value_first and not self._is_taught(progress))
        weights = [plays, plays * entropy, settings.value, settings.stakes, settings.finals, settings.secrets]
        return rate, torch.tensor(weights, device=self.device)

    def _is_taught(self, progress: float) -> bool:
        """Whether how to play is learnt from lessons alone at this point of the run."""
        return bool(self.lessons) and progress < self.settings.lessons_first

    def learn(self, progress: float) -> dict[str, float]:
        """One bout: plays some steps of all games, then learns from all of them once."""
        settings = self.settings
        start = time.monotonic()
        critic = self.critic
        decide = self.decide(self.net, 1.0) if critic is None else self.decide_openly(critic)
        for rollout in self.rollouts:
            rollout.play(decide)
        self._wait()
        played = time.monotonic()
        rate, weights = self._weigh(progress)
        optimizers = [self.optimizer] if critic is None else [self.optimizer, self._critic_optimizer]
        for optimizer in optimizers:
            for group in optimizer.param_groups:
                group["lr"] = rate
        drawn = [batches.draw() for batches in self.batches]
        turns = [number for number, batches in enumerate(self.batches) for _ in range(batches.count())]
        random.Random(self.done.updates).shuffle(turns)
        names = PARTS if critic is None else (*PARTS, OPEN_VALUE)
        if self.lessons:
            names = (*names, TAUGHT)
        sums = torch.zeros(len(names), device=self.device)
        samples = 0
        for number in turns:
            batch, rollout = next(drawn[number]), self.rollouts[number]
            told = (rollout.games.shape, *arguments(batch, rollout.maps), weights, settings.clip)
            with self._autocast():
                if critic is None:
                    loss, parts = self._losses(self.net, *told)
                else:
                    loss, parts = self._open_losses(self.net, critic, *told)
                if self.lessons:
                    loss, parts = self._teach(rollout.games, loss, parts, 1.0 - min(progress, 1.0))
            for optimizer in optimizers:
                optimizer.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(self.net.parameters(), 1.0)
            if critic is not None:
                torch.nn.utils.clip_grad_norm_(critic.parameters(), 1.0)
            for optimizer in optimizers:
                optimizer.step()
            self._keep_mean()
            self._updates_here += 1
            self.done.updates += 1
            sums += parts
            samples += batch.slots.shape[0]
        self._wait()
        ended = time.monotonic()
        self.done.samples += samples
        self.done.seconds += ended - start
        means = dict(zip(names, (sums / max(len(turns), 1)).tolist(), strict=True))
        if self.lessons:
            num_taught = sum(self.rollouts[number].games.players in self.lessons for number in turns)
            means[TAUGHT] *= len(turns) / max(num_taught, 1)
        if self._updates_here > 2 * settings.warm_up and not self._is_taught(progress):
            slower = means["moved"] > settings.most_moved
            self._caution = max(0.1, 0.9 * self._caution) if slower else min(1.0, 1.05 * self._caution)
        means["played_per_s"] = sum(batches.total for batches in self.batches) / (played - start)
        means["learnt_per_s"] = samples / (ended - played)
        return means | {"rate": rate}

    def _teach(self, games: Games, loss: Tensor, parts: Tensor, weight: float) -> tuple[Tensor, Tensor]:
        """A loss and its parts with those of some lessons, where there are any for so many players."""
        lessons = self.lessons.get(games.players)
        if lessons is None:
            return loss, torch.cat([parts, parts.new_zeros(1)])
        more, taught = self._lesson_losses(self.net, games.shape, *lessons.arguments())
        return loss + self.settings.lessons * weight * more, torch.cat([parts, taught[None]])

    @torch.no_grad()
    def _keep_mean(self) -> None:
        keep = min(self.settings.keep, (self.done.updates + 1) / (self.done.updates + 10))
        torch._foreach_lerp_(list(self.mean.parameters()), list(self.net.parameters()), 1.0 - keep)

    def _wait(self) -> None:
        if self._is_gpu:
            torch.cuda.synchronize()

    def train(self, tell: Callable[[str], None]) -> None:
        """Learns until the time is over."""
        plan = self.plan
        begin = saved = measured = time.monotonic()
        self.begin()
        tell(
            f"{count_parameters(self.net):,} parameters; {sum(each.total for each in self.batches):,} decisions a bout"
        )
        while (elapsed := time.monotonic() - begin) < 60 * plan.minutes:
            told = self.learn(elapsed / (60 * plan.minutes))
            if not all(math.isfinite(value) for value in told.values()):
                raise GameError(
                    f"after {self.done.updates:,} updates the network says what is no number; "
                    f"nothing of this is kept, and the same command goes on from what was kept before"
                )
            self._note(**told)
            now = time.monotonic()
            tell(
                f"{now - begin:6.0f} s of {60 * plan.minutes:.0f}  {self.done.samples / 1e6:8.2f} M decisions  "
                f"value {told['value']:.3f}  entropy {-told['entropy']:.2f}  moved {told['moved']:.3f}  "
                f"plays {told['played_per_s']:,.0f}/s  learns {told['learnt_per_s']:,.0f}/s"
            )
            if now - measured > 60 * plan.measure_minutes:
                self._tell_strength(tell)
                measured = time.monotonic()
            if now - saved > 60 * plan.save_minutes:
                self.save()
                saved = time.monotonic()
        self._tell_strength(tell)
        self.save()

    def _tell_strength(self, tell: Callable[[str], None]) -> None:
        noted: dict[str, Any] = {}
        for name, other in ((None, None), *self.others.items()):
            start = time.monotonic()
            found = self.measure(other)
            shares = {strength.players: [strength.share, strength.games] for strength in found}
            if name is None:
                noted["strength"] = shares
            else:
                noted.setdefault("against", {})[name] = shares
            tell(
                f"  against {name or 'greedy'}: "
                + ", ".join(f"{strength.players} players {strength}" for strength in found)
                + f" ({time.monotonic() - start:.1f} s)"
            )
        self._note(**noted)
