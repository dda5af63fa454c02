"""Decisions of a teacher to learn from: those in records of its games, and what came of these.

A teacher may take as long as it likes, as `mcts` does, or a network that looks ahead: its games are played beforehand,
on any number of processors. What it did is a start for a new network, and something to keep to until playing itself
has taught it more.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from tenka import record as records
from tenka.game import GameError, Seat
from tenka.games import get_game
from tenka.training.games import Observations, Seen
from tenka.training.net import Net
from tenka.training.ppo import Maps, masked, relative, value_loss
from tenka.training.subject import Subject

TAUGHT = "taught"
"""What `lesson_losses` tells: how unlikely the teacher's decisions are to the network."""


class Lessons:
    """Decisions of one number of players. What is known at them is seen again whenever they are drawn."""

    def __init__(
        self, subject: Subject, players: int, states: Any, actions: Any, shares: Any, size: int, device: torch.device
    ) -> None:
        self.players = players
        self.count = len(states)
        self.size = min(size, self.count)
        """How many are drawn at once."""
        self._maps = Maps(subject, players, device)
        self._states = torch.as_tensor(np.ascontiguousarray(states).view(np.uint8).reshape(self.count, -1))
        self._states = self._states.to(device)
        self._slots = self._maps.slot_of[torch.as_tensor(actions, device=device)]
        self._shares = torch.as_tensor(shares, dtype=torch.float32, device=device)
        self._seen = Observations(subject, players, self.size, device)

    def draw(self) -> tuple[Seen, Tensor, Tensor]:
        """Some of them: what movers knew, the logits of what they did, and shares of the win, theirs first."""
        at = torch.randint(self.count, (self.size,), device=self._states.device)
        self._seen.states.copy_(self._states[at])
        seen = self._seen.look()
        return seen.told, self._slots[at], relative(self._shares[at], seen.seats, self.players)

    def arguments(self) -> tuple[Any, ...]:
        """Some of them as `lesson_losses` takes them."""
        told, slots, shares = self.draw()
        return told.planes, told.globals, told.masks, self._maps.action_of, slots, shares


def lesson_losses(
    net: Net, players: int, planes: Tensor, globals_: Tensor, masks: Tensor, action_of: Tensor, *told: Any
) -> tuple[Tensor, Tensor]:
    """The loss: of decisions that are not what the teacher did, and of results that were not foretold; and the first
    of them alone. What it is told else are logits that were taken, and shares of the win."""
    slots, shares = told
    answer = net(players, planes, globals_)
    log = masked(answer.policy, masks, action_of).gather(1, slots[:, None])
    taught = functional.relu(-log).mean()
    return taught + value_loss(answer.value, shares), taught.detach()


def read_lessons(
    folder: Path, subject: Subject, teacher: str | None, batch: int, device: torch.device
) -> dict[int, Lessons]:
    """By number of players: the decisions with a choice in a folder's finished games. `teacher`: only of the players of
    that name. Raises GameError where there are none."""
    if not folder.is_dir():
        raise GameError(f"there is no folder {folder} with records of games")
    known = {options.bits for options in get_game(subject.name).every_options()}
    found: dict[int, list[tuple[Any, int, list[float]]]] = {}
    for path in sorted(folder.rglob(f"*{records.ENDING}")):
        replay = records.load(path)
        if replay.rules.name != subject.name or replay.outcome is None or replay.record.options.bits not in known:
            continue
        players = replay.record.options.players
        shares = [0.0] * subject.shape_of(players)
        for winner in replay.outcome.winners:
            shares[winner] = 1.0 / len(replay.outcome.winners)
        seats = {seat for seat, name in enumerate(replay.record.names) if _is_called(name, teacher)}
        for state, action in _decisions(replay, seats, subject):
            found.setdefault(players, []).append((state, action, shares))
    if not found:
        what = f"game of {subject.name}" + ("" if teacher is None else f" in which {teacher} decided")
        raise GameError(f"in {folder} is no finished {what}, as tenka match --records keeps them")
    return {
        players: Lessons(
            subject,
            players,
            np.concatenate([state for state, _, _ in decisions]),
            [action for _, action, _ in decisions],
            [shares for _, _, shares in decisions],
            batch,
            device,
        )
        for players, decisions in found.items()
    }


def _is_called(name: str, teacher: str | None) -> bool:
    return teacher is None or name in (teacher, f"bot:{teacher}")


def _decisions(replay: records.Replay, seats: set[Seat], subject: Subject) -> list[tuple[Any, int]]:
    rules, learning = replay.rules, subject.on_cpu
    found = []
    for step in replay.steps:
        state = step.before
        for action in step.actions if step.seat in seats else ():
            if len(rules.legal(state)) > 1:
                seen = learning.see_actions(rules.view(state, step.seat), [action])
                kept = np.frombuffer(state.tobytes(), subject.state)
                found.append((kept, int(seen[0])))
            state = rules.apply(state, action)
    return found


def describe(lessons: Mapping[int, Lessons]) -> str:
    """How much there is to learn from."""
    told = [f"{each.count:,} decisions with {players} players" for players, each in sorted(lessons.items())]
    return f"lessons: {', '.join(told)}"
