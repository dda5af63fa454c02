"""Learning from self-play: proximal policy optimisation with a value for every seat.

A network plays all seats, and in some games one of them, against greedy or other networks. What a decision was worth is
read off the values of all seats (as the mover sees them, turned to the seats of the table), so that decisions of
different seats in one game need no care: the return of a position is a vector over seats. Beside policy and value the
network learns who takes what, the figures at the end, and what others hold; the latter from the full state, which it
never sees itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import torch
from torch import Tensor
from torch.nn import functional

from tenka.training.critic import Critic
from tenka.training.games import Games, Observations, Results, Seen
from tenka.training.names import Names
from tenka.training.net import Answer, Net
from tenka.training.subject import Subject

Decide = Callable[[int, Seen, Tensor], tuple[Tensor, Tensor, Tensor]]
"""From seats, what movers know, and `Maps.action_of`: their actions, log-probabilities, and the seats' chances."""

_NEVER = -1e9
"""The logit of what is not legal."""


@dataclass(frozen=True)
class Settings:
    """How it learns."""

    steps: int = 64
    """Decisions of each game between two bouts of learning."""
    batch: int = 16384
    rate: float = 1e-3
    last_rate: float = 0.05
    """Of `rate`, at the end of a run."""
    trace: float = 0.95
    """How far a result is traced back past the values on the way: lambda."""
    trace_over: float | None = None
    """The same from one stage of the game to the one before, where a title has stages; None: as anywhere else."""
    others: float = 1.0
    """The part of others' decisions that values are learnt from."""
    disorder: float = 0.0
    """The part of the games that begin with up to `most_disorder` decisions at random, which nothing is learnt from."""
    most_disorder: int = 48
    clip: float = 0.2
    most_moved: float = 0.12
    """By so much the chance of a decision should change at most while a bout is learnt from, on average."""
    entropy: float = 0.01
    last_entropy: float = 0.2
    """Of `entropy`, at the end of a run."""
    value_first: int = 0
    """For so many updates a new network does not change how it plays, and learns what positions are worth."""
    value: float = 1.0
    stakes: float = 0.3
    finals: float = 0.1
    secrets: float = 0.1
    """How much each loss weighs beside that of the policy."""
    lessons: float = 1.0
    """The same for a teacher's decisions, at the beginning of a run; at its end they count for nothing."""
    lessons_first: float = 0.15
    """The part of a run in which how to play is learnt from these alone, where there are any."""
    league: Mapping[int, float] = field(default_factory=dict)
    """By number of players: the part of the games in which it plays one seat only, and others the rest."""
    permute: bool = False
    """Whether what is alike in the rules has other names in every game; see `names.py`."""
    warm_up: int = 200
    """Over so many updates it learns faster and faster, at the beginning of a run."""
    keep: float = 0.999
    """Of the running mean of the weights, which is what plays in the end."""


def turn(values: Tensor, by: Tensor, players: int) -> Tensor:
    """Values by seat, for each game so many seats further; those of seats that nobody has stay where they are."""
    order = torch.arange(values.shape[-1], device=values.device)
    turned = (order + by.long()[..., None]) % players
    return values.gather(-1, torch.where(order < players, turned, order))


def relative(values: Tensor, seats: Tensor, players: int) -> Tensor:
    """``[game, seat of the table]`` as the movers see it, themselves first."""
    return turn(values, seats, players)


def absolute(values: Tensor, seats: Tensor, players: int) -> Tensor:
    """The other way round than `relative`."""
    return turn(values, -seats, players)


class Maps:
    """Actions of the contract and logits of the network, for one number of players."""

    def __init__(self, subject: Subject, players: int, device: torch.device) -> None:
        slots = torch.as_tensor(subject.graph(players).slots, device=device)
        self.slot_of = slots
        self.action_of = torch.full((int(slots.max()) + 1,), 0, dtype=torch.int64, device=device)
        on_board = slots >= 0
        self.action_of[slots[on_board]] = torch.arange(len(slots), device=device)[on_board]


def masked(policy: Tensor, masks: Tensor, action_of: Tensor) -> Tensor:
    """Log-probabilities of the legal logits."""
    logits = policy.float().masked_fill(masks[:, action_of] == 0, _NEVER)
    return functional.log_softmax(logits, 1)


def act(
    net: Net, players: int, planes: Tensor, globals_: Tensor, masks: Tensor, action_of: Tensor, noise: Tensor
) -> tuple[Tensor, Tensor, Tensor]:
    """Actions, their log-probabilities, and the seats' chances as the movers see them. `noise` 0: the likeliest."""
    return _choose(net(players, planes, globals_), masks, action_of, noise)


def act_openly(
    net: Net,
    critic: Critic,
    players: int,
    planes: Tensor,
    globals_: Tensor,
    masks: Tensor,
    action_of: Tensor,
    secrets: Tensor,
    noise: Tensor,
) -> tuple[Tensor, Tensor, Tensor]:
    """The same, with the chances that a critic gives who sees what others hold."""
    answer = net(players, planes, globals_)
    actions, logs, _ = _choose(answer, masks, action_of, noise)
    return actions, logs, critic(answer, secrets).softmax(1)


def _choose(answer: Answer, masks: Tensor, action_of: Tensor, noise: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    logs = masked(answer.policy, masks, action_of)
    # Not nearer to 1, where a logarithm that is off in its last bit would be 0, and the noise infinite.
    gumbel = -torch.log(-torch.log(torch.rand_like(logs).clamp_(1e-10, 1.0 - 1e-6)))
    liked = (logs + noise * gumbel).masked_fill(masks[:, action_of] == 0, 2 * _NEVER)
    slots = liked.argmax(1, keepdim=True)
    return action_of[slots[:, 0]], logs.gather(1, slots)[:, 0], answer.value.float().softmax(1)


class Rollout:
    """Games of one number of players, and what happened in them in the last steps."""

    def __init__(self, games: Games, settings: Settings, others: Sequence[Decide] = ()) -> None:
        steps, count, players, device = settings.steps, games.count, games.players, games.device
        self.others = others
        """Networks that play in greedy's place, each in as many games."""
        self.num_league = int(settings.league.get(players, 0.0) * count)
        """In so many games, the first ones, it plays one seat, and greedy or `others` the rest."""
        if others:
            self.num_league -= self.num_league % len(others)
        self.own_seat = torch.arange(count, device=device) % players
        self.is_own = torch.ones(steps, count, device=device)
        """By decision: 1 where the network took it."""
        self.settings = settings
        self.is_random = torch.zeros(steps, count, dtype=torch.bool, device=device)
        """By decision: whether it was taken at random."""
        self.random_left = self._draw_disorder(count, device)
        """By game: so many decisions at random come before it is played in earnest."""
        self.traces = torch.full((steps, count), settings.trace, device=device)
        """By decision: how far what comes after it is traced back."""
        self.names: Names | None = None
        if settings.permute and games.subject.twins is not None:
            self.names = Names(games.subject.twins(players), players, count, device)
            self.ways = torch.zeros(steps, count, dtype=torch.int64, device=device)
            """By decision: under which names it was taken."""
        self.games, self.steps = games, steps
        self.maps = Maps(games.subject, players, device)
        self.results = Results(games.subject, players, steps, count, device)
        self.seen = games.seen.room(steps)
        """What was known at each step."""
        self.actions = torch.zeros(steps, count, dtype=torch.int64, device=device)
        self.logs = torch.zeros(steps, count, device=device)
        self.seats = torch.zeros(steps, count, dtype=torch.int8, device=device)
        self.values = torch.zeros(steps + 1, count, games.shape, device=device)
        self.returns = torch.zeros(steps, count, games.shape, device=device)
        self.advantages = torch.zeros(steps, count, device=device)
        self.ends = torch.zeros(steps, count, dtype=torch.int64, device=device)
        """By decision: the step in which its game ended, -1 where it has not."""

    def _draw_disorder(self, count: int, device: torch.device) -> Tensor:
        most, part = self.settings.most_disorder, self.settings.disorder
        drawn = torch.randint(1, most + 1, (count,), device=device)
        return torch.where(torch.rand(count, device=device) < part, drawn, 0)

    @torch.no_grad()
    def play(self, decide: Decide) -> None:
        """Plays on for so many steps."""
        games, settings = self.games, self.settings
        over = settings.trace_over
        stages = None if over is None else games.stages()
        for step in range(self.steps + 1):
            seen = games.look()
            if over is not None and stages is not None and step:
                before, stages = stages, games.stages()
                self.traces[step - 1] = torch.where(before == stages, settings.trace, over)
            told = seen.told
            if self.names is not None:
                ways = self.names.ways(told.masks)
                told = self.names.show(told, ways)
            actions, logs, values = decide(games.shape, told, self.maps.action_of)
            self.values[step] = absolute(values, seen.seats, games.players)
            if step == self.steps:
                break
            if self.names is not None:
                actions = self.names.old_actions(actions, ways)
            games.actions.copy_(actions)
            if self.num_league:
                self._ask_others(seen, actions, step)
            if settings.disorder:
                self._stumble(seen, step)
            for kept, now in zip(self.seen, told, strict=True):
                kept[step] = now
            self.actions[step] = games.actions
            if self.names is not None:
                self.actions[step] = self.names.new_actions(games.actions, ways)
                self.ways[step] = ways
            self.logs[step] = logs
            self.seats[step] = seen.seats
            games.advance(self.results, step)
            if settings.disorder:
                drawn = self._draw_disorder(games.count, games.device)
                self.random_left = torch.where(self.results.ended[step], drawn, self.random_left)
        self._look_back()

    def _ask_others(self, seen: Observations, actions: Tensor, step: int) -> None:
        first = slice(0, self.num_league)
        chosen = self.games.actions[first]
        if not self.others:
            self.games.choose_greedily(0.0, chosen)
        for number, ask in enumerate(self.others):
            size = self.num_league // len(self.others)
            part = slice(number * size, (number + 1) * size)
            told = Seen(*(each[part] for each in seen.told))
            chosen[part] = ask(self.games.shape, told, self.maps.action_of)[0]
        is_own = seen.seats[first].long() == self.own_seat[first]
        chosen.copy_(torch.where(is_own, actions[first], chosen))
        self.is_own[step, first] = is_own.float()

    def _stumble(self, seen: Observations, step: int) -> None:
        """In games that begin at random: any legal action, while that lasts."""
        chosen = self.games.actions
        is_random = self.random_left > 0
        anything = torch.where(seen.masks > 0, torch.rand_like(seen.masks, dtype=torch.float32), -1.0).argmax(1)
        chosen.copy_(torch.where(is_random, anything, chosen))
        self.is_random[step] = is_random
        self.random_left = (self.random_left - 1).clamp(min=0)
        own = torch.ones_like(self.is_own[step])
        if self.num_league:
            first = slice(0, self.num_league)
            own[first] = self.is_own[step, first]
        self.is_own[step] = own * ~is_random

    def _look_back(self) -> None:
        results = self.results
        after = self.values[-1]
        ends = torch.full_like(self.ends[0], -1)
        for step in range(self.steps - 1, -1, -1):
            ended, trace = results.ended[step], self.traces[step][:, None]
            bootstrapped = self.values[step + 1] * (1.0 - trace) + after * trace
            after = torch.where(ended[:, None], results.shares[step], bootstrapped)
            # What came of a decision at random says nothing of how games go that are played in earnest.
            after = torch.where(self.is_random[step][:, None], self.values[step], after)
            ends = torch.where(ended, torch.full_like(ends, step), ends)
            self.returns[step] = after
            self.ends[step] = ends
        gained = self.returns - self.values[:-1]
        advantages = gained.gather(2, self.seats.long()[..., None])[..., 0]
        self.advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-6)


@dataclass
class Batch:
    """Decisions to learn from."""

    seen: Seen
    slots: Tensor
    logs: Tensor
    advantages: Tensor
    returns: Tensor
    """``[game, seat]``, relative to the movers."""
    taken: Tensor
    """``[game, stake]``: 0 nobody, 1 beside the board, 2 + seat relative to the mover; -1 unknown."""
    finals: Tensor
    is_known: Tensor
    """Whether the end of the game is."""
    is_own: Tensor
    """Whether the network took the decision; those of others teach what positions are worth."""


class Batches:
    """Batches out of a rollout."""

    def __init__(self, rollout: Rollout, subject: Subject, size: int) -> None:
        games = rollout.games
        self._rollout, self._subject = rollout, subject
        self.total = rollout.steps * games.count
        self.size = min(size, self.total)

    def count(self) -> int:
        """How many batches the decisions are that it draws."""
        return self._num_drawn() // self.size

    def _num_drawn(self) -> int:
        others = self._rollout.settings.others
        if others == 1.0:
            return self.total
        num_own = int(self._rollout.is_own.sum())
        return max(self.size, num_own + int(others * (self.total - num_own)))

    def draw(self) -> Iterator[Batch]:
        """All decisions of its own, and as many of others' as are wanted, in random order."""
        drawn = self._num_drawn()
        order = torch.randperm(self.total, device=self._rollout.games.device)
        if drawn < self.total:
            own_first = self._rollout.is_own.flatten()[order].argsort(descending=True, stable=True)
            order = order[own_first[:drawn]]
            order = order[torch.randperm(drawn, device=order.device)]
        for start in range(0, drawn - self.size + 1, self.size):
            yield self._take(order[start : start + self.size])

    def _take(self, at: Tensor) -> Batch:
        rollout, subject = self._rollout, self._subject
        players, count = rollout.games.players, rollout.games.count
        flat = {
            name: getattr(rollout, name).flatten(0, 1)[at]
            for name in ("actions", "logs", "advantages", "returns", "seats", "ends", "is_own")
        }
        seats = flat["seats"].long()
        ends = flat["ends"]
        final = ends.clamp(min=0) * count + at % count
        taken = rollout.results.taken.flatten(0, 1)[final].long()
        finals = rollout.results.finals.flatten(0, 1)[final]
        if rollout.names is not None:
            ways = rollout.ways.flatten()[at]
            taken = rollout.names.rename("stakes", taken, ways)
            finals = rollout.names.rename("finals", finals, ways)
        seat = (taken - 1 - seats[:, None]) % players
        beside = taken == subject.on_cpu.BESIDE
        taken = torch.where(taken == subject.on_cpu.UNTAKEN, 0, torch.where(beside, 1, 2 + seat))
        finals = finals.view(len(at), -1, subject.num_finals)
        finals = (
            turn(finals.mT, seats[:, None].expand(-1, subject.num_finals), players).mT.flatten(1) / subject.finals_scale
        )
        return Batch(
            Seen(*(kept.flatten(0, 1)[at] for kept in rollout.seen)),
            rollout.maps.slot_of[flat["actions"]],
            flat["logs"],
            flat["advantages"],
            relative(flat["returns"], flat["seats"], players),
            taken,
            finals,
            (ends >= 0).float(),
            flat["is_own"],
        )


def losses(net: Net, players: int, planes: Tensor, globals_: Tensor, *told: Any) -> tuple[Tensor, Tensor]:
    """The loss, and its parts: policy, entropy, value, stakes, finals, secrets, how far the policy moved.

    What it is told else is as `_losses_of` names it.
    """
    return _losses_of(net, players, net(players, planes, globals_), planes, *told)


def open_losses(
    net: Net,
    critic: Critic,
    players: int,
    planes: Tensor,
    globals_: Tensor,
    masks: Tensor,
    action_of: Tensor,
    secrets: Tensor,
    slots: Tensor,
    old_logs: Tensor,
    advantages: Tensor,
    returns: Tensor,
    *others: Any,
) -> tuple[Tensor, Tensor]:
    """The same with a critic who sees what others hold; its own loss is the last part."""
    answer = net(players, planes, globals_)
    loss, parts = _losses_of(
        net, players, answer, planes, masks, action_of, secrets, slots, old_logs, advantages, returns, *others
    )
    value = value_loss(critic(answer, secrets), returns)
    return loss + value, torch.cat([parts, value.detach()[None]])


def value_loss(logits: Tensor, returns: Tensor) -> Tensor:
    """How badly shares of the win were foretold."""
    return -(returns * functional.log_softmax(logits.float(), 1)).sum(1).mean()


def _losses_of(
    net: Net,
    players: int,
    answer: Answer,
    planes: Tensor,
    masks: Tensor,
    action_of: Tensor,
    secrets: Tensor,
    slots: Tensor,
    old_logs: Tensor,
    advantages: Tensor,
    returns: Tensor,
    taken: Tensor,
    finals: Tensor,
    is_known: Tensor,
    is_own: Tensor,
    weights: Tensor,
    clip: float,
) -> tuple[Tensor, Tensor]:
    heads = net.heads[players]
    logs = masked(answer.policy, masks, action_of)
    log = logs.gather(1, slots[:, None])[:, 0]
    has_choice = (masks.sum(1) > 1).float() * is_own
    num_choices = has_choice.sum().clamp(min=1.0)
    ratio = torch.exp((log - old_logs).clamp(max=20.0))
    clipped = ratio.clamp(1.0 - clip, 1.0 + clip) * advantages
    gained = torch.minimum(ratio * advantages, clipped)
    policy = -(gained * has_choice).sum() / num_choices
    entropy = -((logs.exp() * logs.clamp(min=-50.0)).sum(1) * has_choice).sum() / num_choices
    value = value_loss(answer.value, returns)
    num_known = is_known.sum().clamp(min=1.0)
    # who takes the pieces that stand there now: [node, game, part]
    stands = planes[:, heads.stake_planes][:, :, heads.stake_places].permute(2, 0, 1).float() * is_known[None, :, None]
    num_nodes, _, parts_here = stands.shape
    wanted = taken[:, : num_nodes * parts_here].view(-1, num_nodes, parts_here).permute(1, 0, 2)
    stake_logs = functional.log_softmax(answer.stakes.float(), 3).gather(3, wanted[..., None])[..., 0]
    stakes = -(stake_logs * stands).sum() / stands.sum().clamp(min=1.0)
    final = ((answer.finals.float() - finals).square().mean(1) * is_known).sum() / num_known
    is_secret = (secrets >= 0).float()
    held = secrets.float().clamp(min=0.0) / net.secrets_most[: secrets.shape[1]]
    secret = functional.binary_cross_entropy_with_logits(answer.secrets.float(), held, is_secret)
    parts = torch.stack([policy, -entropy, value, stakes, final, secret])
    moved = ((ratio - 1.0).abs() * has_choice).sum() / num_choices
    return (parts * weights).sum(), torch.cat([parts.detach(), moved.detach()[None]])


def arguments(batch: Batch, maps: Maps) -> tuple[Any, ...]:
    """A batch as `losses` takes it."""
    seen = batch.seen
    return (
        seen.planes,
        seen.globals,
        seen.masks,
        maps.action_of,
        seen.secrets,
        batch.slots,
        batch.logs,
        batch.advantages,
        batch.returns,
        batch.taken,
        batch.finals,
        batch.is_known,
        batch.is_own,
    )
