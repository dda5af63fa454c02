"""Trains a small policy against `greedy`, on one core, in minutes: PPO with masked actions in a single file.

    pip install ".[envs,train]"
    python examples/ppo.py --picture curve.svg

Many games of Samurai run side by side in a `SamuraiVectorEnv`. At first the policy watches `greedy` play itself, and
learns to do the same and what positions are worth. Then it has one seat of each game and `greedy` the other, and
learns from the results, which come at the end of a game only. The network is a small graph network over the board: each
space hears from the settlements beside it, and says how good each kind of tile would be there (see "Actions" in
docs/env-samurai.md). Time is CPU time of this process, so that a busy machine changes nothing but your patience.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import nn
from torch.distributions import Categorical

from tenka.arena.standings import wilson_interval
from tenka.envs.vector import SamuraiVectorEnv
from tenka.hexgrid import neighbours
from tenka.players import get_player
from tenka.samurai.board import CAPACITY, SPACE_BY_NAME
from tenka.samurai.encode import factor_table, spec

GAMES = 128
DECISIONS = 8192
"""Own decisions between two updates."""
EPOCHS = 2
MINIBATCH, WATCHING_MINIBATCH = 1024, 256
RATE, WATCHING_RATE = 1e-4, 2e-3
WATCHING = 0.5
"""The part of the time in which the policy only watches."""
JUDGING = 5
"""Updates after watching that only teach what positions are worth now: the policy loses to its teacher at first, and
would unlearn whatever it did just before."""
MEASUREMENTS = 10
GAMMA, LAMBDA = 1.0, 0.95
CLIP, VALUE, WATCHING_VALUE = 0.2, 2.0, 0.5
WIDTH = 32
PLAYERS = 2
OPTIONS: dict[str, Any] = {"players": PLAYERS, "hands": "random", "pieces": "random"}
"""The first game that the rule book suggests."""


class Policy(nn.Module):
    """Observations to a logit for every action and a value."""

    beside: torch.Tensor
    planes_scale: torch.Tensor
    globals_scale: torch.Tensor
    where: torch.Tensor

    def __init__(self) -> None:
        super().__init__()
        seen = spec(PLAYERS)
        num_planes, num_places = seen.planes_shape
        spaces = [SPACE_BY_NAME[name] for name in seen.places]
        index = {space.hex: place for place, space in enumerate(spaces)}
        beside = torch.zeros(num_places, num_places)
        for place, space in enumerate(spaces):
            for other in neighbours(space.hex):
                # Spaces hear from settlements and settlements from spaces: influence goes no farther.
                if other in index and (space.kind in CAPACITY) != (spaces[index[other]].kind in CAPACITY):
                    beside[place, index[other]] = 1 / 2
        self.register_buffer("beside", beside)
        self.register_buffer("planes_scale", 1 / torch.tensor(seen.planes_range[1], dtype=torch.float32).clamp(min=1))
        self.register_buffer("globals_scale", 1 / torch.tensor(seen.globals_range[1], dtype=torch.float32).clamp(min=1))
        # An action with a place is an output of that place, by what is done there; others are outputs of the whole.
        parts = factor_table(PLAYERS)
        kinds = sorted({(kind, piece) for kind, piece, place in parts.tolist() if place >= 0})
        rest = [action for action, (_, _, place) in enumerate(parts.tolist()) if place < 0]
        where = {action: num_places * len(kinds) + number for number, action in enumerate(rest)}
        for action, (kind, piece, place) in enumerate(parts.tolist()):
            if place >= 0:
                where[action] = place * len(kinds) + kinds.index((kind, piece))
        self.register_buffer("where", torch.tensor([where[action] for action in range(len(parts))]))
        self.whole = nn.Linear(seen.globals_shape[0], WIDTH)
        self.here = nn.ModuleList([nn.Linear(num_planes, WIDTH), nn.Linear(WIDTH, WIDTH)])
        self.around = nn.ModuleList([nn.Linear(num_planes, WIDTH), nn.Linear(WIDTH, WIDTH)])
        self.over_all = nn.ModuleList([nn.Linear(WIDTH, WIDTH), nn.Linear(WIDTH, WIDTH)])
        self.place_logits = nn.Linear(WIDTH, len(kinds))
        self.whole_logits = nn.Linear(2 * WIDTH, len(rest))
        self.value = nn.Sequential(nn.Linear(2 * WIDTH, WIDTH), nn.ReLU(), nn.Linear(WIDTH, 1))
        # A piece more than the other is worth something from the start: that is what makes learning quick.
        captured = seen.of_globals("captured")
        half = (captured.stop - captured.start) // 2
        lead = torch.zeros(seen.globals_shape[0])
        lead[captured.start : captured.start + half] = 0.08
        lead[captured.start + half : captured.stop] = -0.08
        self.lead = nn.Parameter(lead)
        for head in (self.place_logits, self.whole_logits):
            nn.init.zeros_(head.weight)  # all legal actions are equally likely at first

    def forward(
        self, planes: torch.Tensor, globals_: torch.Tensor, mask: torch.Tensor, is_playing: bool = True
    ) -> tuple[Categorical, torch.Tensor]:
        """Shapes: (batch, planes, places), (batch, globals), (batch, actions).

        Once it plays, what it learns about values changes nothing else: that would disturb what it does.
        """
        whole = torch.relu(self.whole(globals_.float() * self.globals_scale))
        places = (planes.float() * self.planes_scale).transpose(1, 2)
        for here, around, over_all in zip(self.here, self.around, self.over_all, strict=True):
            places = torch.relu(here(places) + around(self.beside @ places) + over_all(whole)[:, None])
        pooled = torch.cat([places.mean(1), whole], 1)
        outputs = torch.cat([self.place_logits(places).flatten(1), self.whole_logits(pooled)], 1)
        logits = outputs[:, self.where].masked_fill(mask == 0, -1e9)
        value = self.value(pooled.detach() if is_playing else pooled)[:, 0] + globals_.float() @ self.lead
        return Categorical(logits=logits, validate_args=False), value


class Measurement(NamedTuple):
    """A point of the learning curve."""

    minutes: float
    shares: dict[str, float]
    """By opponent: wins."""


@dataclass
class Decision:
    """One own decision, and what came of it."""

    planes: np.ndarray
    globals: np.ndarray
    mask: np.ndarray
    action: int
    log_probability: float
    value: float
    reward: float = 0.0
    is_last: bool = False


class Table:
    """The games, with the policy in one seat of each and an opponent in the other."""

    def __init__(self, games: int, opponent: str, seed: int) -> None:
        self.env = SamuraiVectorEnv(games, seed=seed, reward="margin", threads=1, **OPTIONS)
        self.seats = np.arange(games) % PLAYERS
        self.opponent = get_player(opponent)
        self.rng = random.Random(seed)
        self.observation, _ = self.env.reset()
        self.open: list[list[Decision]] = [[] for _ in range(games)]
        """By game: own decisions that were not learnt from yet."""
        self.wins: list[float] = []
        """Of all finished games; a shared win counts half."""
        self.ended: list[int] = []
        """The games that ended with the last step."""

    def step(self, policy: Policy, is_greedy: bool = False) -> int:
        """One decision in every game; returns how many were own."""
        seen = self.observation
        is_own = seen["seat"] == self.seats
        actions = np.zeros(len(self.seats), np.int64)
        own = np.flatnonzero(is_own)
        if len(own):
            parts = [seen[name][own].copy() for name in ("planes", "globals", "action_mask")]
            with torch.no_grad():
                chances, values = policy(*(torch.from_numpy(part) for part in parts))
            chosen = chances.probs.argmax(1) if is_greedy else chances.sample()
            for row, game in enumerate(own.tolist()):
                actions[game] = int(chosen[row])
                if not is_greedy:
                    likely = float(chances.logits[row, chosen[row]])
                    planes, globals_, mask = (part[row] for part in parts)
                    decision = Decision(planes, globals_, mask, int(chosen[row]), likely, float(values[row]))
                    self.open[game].append(decision)
        for game in np.flatnonzero(~is_own).tolist():
            legal = np.flatnonzero(seen["action_mask"][game]).tolist()
            actions[game] = self.opponent.decide(self.env.view(game, int(seen["seat"][game])), legal, self.rng)
        self.observation, _, terminated, _, info = self.env.step(actions)
        self.ended = np.flatnonzero(terminated).tolist()
        for game in self.ended:
            seat = self.seats[game]
            ranking = info["ranking"][game]
            self.wins.append(float(ranking[seat] == 1) / int((ranking == 1).sum()))
            if self.open[game]:
                self.open[game][-1].reward = float(info["rewards"][game, seat])
                self.open[game][-1].is_last = True
        return len(own)

    def take(self) -> tuple[list[Decision], list[float], list[float]]:
        """The open decisions with their advantages and returns; the last one of an unfinished game stays open."""
        decisions, advantages, returns = [], [], []
        for game, line in enumerate(self.open):
            is_unfinished = bool(line) and not line[-1].is_last
            advantage, following = 0.0, line[-1].value if is_unfinished else 0.0
            for decision in reversed(line[:-1] if is_unfinished else line):
                if decision.is_last:
                    advantage = following = 0.0
                delta = decision.reward + GAMMA * following - decision.value
                advantage = delta + GAMMA * LAMBDA * advantage
                following = decision.value
                decisions.append(decision)
                advantages.append(advantage)
                returns.append(advantage + decision.value)
            self.open[game] = line[-1:] if is_unfinished else []
        return decisions, advantages, returns


def learn(policy: Policy, optimiser: torch.optim.Optimizer, table: Table, is_judging: bool) -> None:
    """One update of PPO from the open decisions of a table; `is_judging`: of what positions are worth, alone."""
    decisions, advantages, returns = table.take()
    planes, globals_, mask = stack(decisions)
    action = torch.tensor([decision.action for decision in decisions])
    old = torch.tensor([decision.log_probability for decision in decisions])
    advantage, target = torch.tensor(advantages), torch.tensor(returns)
    for _ in range(EPOCHS):
        for rows in torch.split(torch.randperm(len(decisions)), MINIBATCH):
            chances, value = policy(planes[rows], globals_[rows], mask[rows])
            ratio = (chances.log_prob(action[rows]) - old[rows]).exp()
            gain = advantage[rows]
            gain = (gain - gain.mean()) / (gain.std() + 1e-8)
            surrogate = torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
            error = (value - target[rows]).pow(2).mean()
            loss = VALUE * error if is_judging else VALUE * error - surrogate
            take_step(policy, optimiser, loss)


class Lesson:
    """Games of a player against itself, to learn from before playing against it."""

    def __init__(self, teacher: str, seed: int) -> None:
        self.env = SamuraiVectorEnv(GAMES, seed=seed, reward="margin", threads=1, **OPTIONS)
        self.teacher = get_player(teacher)
        self.rng = random.Random(seed)
        self.observation, _ = self.env.reset()
        self.open: list[list[tuple[int, Decision]]] = [[] for _ in range(GAMES)]
        self.done: list[Decision] = []
        """Decisions of finished games, whose reward is what the game brought the seat."""

    def step(self) -> None:
        """One decision in every game."""
        seen = self.observation
        actions = np.zeros(GAMES, np.int64)
        for game, seat in enumerate(seen["seat"].tolist()):
            legal = np.flatnonzero(seen["action_mask"][game]).tolist()
            actions[game] = self.teacher.decide(self.env.view(game, seat), legal, self.rng)
            planes, globals_, mask = (seen[name][game].copy() for name in ("planes", "globals", "action_mask"))
            self.open[game].append((seat, Decision(planes, globals_, mask, int(actions[game]), 0.0, 0.0)))
        self.observation, _, terminated, _, info = self.env.step(actions)
        for game in np.flatnonzero(terminated).tolist():
            for seat, decision in self.open[game]:
                decision.reward = float(info["rewards"][game, seat])
                self.done.append(decision)
            self.open[game] = []


def watch(policy: Policy, optimiser: torch.optim.Optimizer, lesson: Lesson) -> int:
    """Learns to do what the teacher does, and what positions are worth; returns from how many decisions."""
    while len(lesson.done) < DECISIONS:
        lesson.step()
    decisions, lesson.done = lesson.done, []
    planes, globals_, mask = stack(decisions)
    action = torch.tensor([decision.action for decision in decisions])
    target = torch.tensor([decision.reward for decision in decisions])
    for _ in range(EPOCHS):
        for rows in torch.split(torch.randperm(len(decisions)), WATCHING_MINIBATCH):
            chances, value = policy(planes[rows], globals_[rows], mask[rows], is_playing=False)
            loss = -chances.log_prob(action[rows]).mean() + WATCHING_VALUE * (value - target[rows]).pow(2).mean()
            take_step(policy, optimiser, loss)
    return len(decisions)


def stack(decisions: Sequence[Decision]) -> list[torch.Tensor]:
    """What was seen at the decisions: planes, globals, masks."""
    return [
        torch.from_numpy(np.stack([getattr(decision, name) for decision in decisions]))
        for name in ("planes", "globals", "mask")
    ]


def take_step(policy: Policy, optimiser: torch.optim.Optimizer, loss: torch.Tensor) -> None:
    """One step down the gradient."""
    optimiser.zero_grad()
    loss.backward()  # type: ignore[no-untyped-call]
    nn.utils.clip_grad_norm_(policy.parameters(), 0.5)
    optimiser.step()


def train(opponents: Sequence[str], minutes: float, seed: int) -> tuple[Policy, list[Measurement]]:
    """A trained policy, and its learning curve. It watches the last opponent at first, and then plays against it."""
    random.seed(seed)
    torch.manual_seed(seed)
    policy = Policy()
    optimiser = torch.optim.Adam(policy.parameters(), lr=WATCHING_RATE, eps=1e-5)
    lesson, table = Lesson(opponents[-1], seed), Table(GAMES, opponents[-1], seed + 1)
    evaluate(policy, opponents, 2, seed)  # compiles what is compiled
    curve: list[Measurement] = []
    spent = 0.0  # in minutes, on learning; what is measured in between does not count
    decisions = updates = 0
    while True:
        if spent >= len(curve) / MEASUREMENTS * minutes:
            shares = evaluate(policy, opponents, 100, seed + len(curve))
            curve.append(Measurement(spent, shares))
            told = ", ".join(f"{share:6.1%} against {opponent}" for opponent, share in shares.items())
            print(f"{spent:5.1f} min  {decisions:9,} decisions  wins {told}", flush=True)
        if spent >= minutes:
            return policy, curve
        begin = time.process_time()
        is_watching = spent < WATCHING * minutes
        for group in optimiser.param_groups:
            group["lr"] = WATCHING_RATE * (1 - spent / minutes / WATCHING) + 1e-4 if is_watching else RATE
        if is_watching:
            decisions += watch(policy, optimiser, lesson)
        else:
            num = 0
            while num < DECISIONS:
                num += table.step(policy)
            decisions += num
            learn(policy, optimiser, table, is_judging=updates < JUDGING)
            updates += 1
        spent += (time.process_time() - begin) / 60


def evaluate(policy: Policy, opponents: Sequence[str], games: int, seed: int) -> dict[str, float]:
    """By opponent: the share of wins in so many games, playing the likeliest action; a shared win is a half."""
    shares = {}
    for opponent in opponents:
        table = Table(games, opponent, seed)
        finished: dict[int, float] = {}
        while len(finished) < games:
            before = len(table.wins)
            table.step(policy, is_greedy=True)
            for game, win in zip(table.ended, table.wins[before:], strict=True):
                finished.setdefault(game, win)  # one game in each place: more would favour short ones
        shares[opponent] = float(np.mean(list(finished.values())))
    return shares


def draw(curve: Sequence[Measurement], subtitle: str) -> str:
    """The learning curve as an SVG that is dark on dark pages."""
    left, top, width, height = 64, 84, 560, 260
    end = curve[-1].minutes
    lines = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 400" width="720" height="400" role="img">',
        f"<title>Learning Samurai: wins against each opponent by minutes of training. {subtitle}</title>",
        "<style>svg { color: #1f2328; background: #fff; font: 13px system-ui, sans-serif } text { fill: currentColor }",
        "polyline { fill: none; stroke-width: 2.5; stroke-linejoin: round }",
        ".c0 { stroke: #3b6ea8 } .c1 { stroke: #b3372f }",
        ".grid { stroke: currentColor; stroke-opacity: .15 } .end { text-anchor: end } .middle { text-anchor: middle }",
        "@media (prefers-color-scheme: dark) { svg { color: #e6edf3; background: #0d1117 }",
        ".c0 { stroke: #5b94d6 } .c1 { stroke: #e0685f } }</style>",
        '<text x="28" y="36" font-size="18" font-weight="600">Learning Samurai</text>',
        f'<text x="28" y="58" fill-opacity=".7">{subtitle}</text>',
    ]
    for percent in (0, 25, 50, 75, 100):
        y = top + height * (1 - percent / 100)
        lines.append(f'<path class="grid" d="M{left} {y:.1f}h{width}"/>')
        lines.append(f'<text class="end" x="{left - 8}" y="{y + 4:.1f}">{percent} %</text>')
    for minutes in range(0, int(end) + 1, max(1, round(end / 8))):
        x = left + width * minutes / end
        lines.append(f'<text class="middle" x="{x:.1f}" y="{top + height + 20}">{minutes}</text>')
    lines.append(f'<text class="middle" x="{left + width / 2}" y="{top + height + 42}">minutes on one core</text>')
    watched = left + width * WATCHING
    lines.append(f'<path class="grid" stroke-dasharray="3 3" d="M{watched:.1f} {top}v{height}"/>')
    lines.append(f'<text class="end" x="{watched - 8:.1f}" y="{top + 130}">watches {list(curve[0].shares)[-1]}</text>')
    lines.append(f'<text x="{watched + 8:.1f}" y="{top + 130}">plays against it</text>')
    for number, opponent in enumerate(curve[0].shares):
        heights = [top + height * (1 - point.shares[opponent]) for point in curve]
        points = [f"{left + width * point.minutes / end:.1f},{y:.1f}" for point, y in zip(curve, heights, strict=True)]
        lines.append(f'<polyline class="c{number % 2}" points="{" ".join(points)}"/>')
        lines.append(f'<text x="{left + width + 8}" y="{heights[-1] + 4:.1f}">{opponent}</text>')
    return "\n".join([*lines, "</svg>"]) + "\n"


def main() -> None:
    """Trains, measures, draws."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--opponents", default="uniform,greedy", help="players of tenka, the easiest first")
    parser.add_argument("--minutes", type=float, default=8.0, help="CPU time to train for")
    parser.add_argument("--games", type=int, default=400, help="for the measurement at the end")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--picture", type=Path, help="where to draw the learning curve, as SVG")
    parser.add_argument("--save", type=Path, help="where to keep the policy's weights")
    arguments = parser.parse_args()
    torch.set_num_threads(1)

    opponents = arguments.opponents.split(",")
    policy, curve = train(opponents, arguments.minutes, arguments.seed)
    if arguments.save:
        torch.save(policy.state_dict(), arguments.save)
    shares = evaluate(policy, opponents, arguments.games, arguments.seed + 1000)
    for opponent, share in shares.items():
        low, high = wilson_interval(share, arguments.games)
        print(f"wins {share:.1%} of {arguments.games} games against {opponent} ({low:.1%} to {high:.1%})")
    if arguments.picture:
        subtitle = "Wins in 100 games against each opponent, the policy playing its likeliest moves"
        arguments.picture.write_text(draw(curve, subtitle), encoding="utf-8")


if __name__ == "__main__":
    main()
