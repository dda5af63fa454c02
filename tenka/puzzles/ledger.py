"""What looking for puzzles costs: by stage, how many positions came, how many were refused, and how long it took."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import NamedTuple


class Stage(NamedTuple):
    """One stage of the sieve."""

    came: int = 0
    refused: int = 0
    seconds: float = 0.0
    """Of a processor."""


class Ledger:
    """Counts, stage by stage, in the order in which they are met first."""

    def __init__(self, clock: Callable[[], float] = time.process_time) -> None:
        self.stages: dict[str, Stage] = {}
        self._clock = clock

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Something that is done in a stage."""
        begin = self._clock()
        try:
            yield
        finally:
            self._add(name, Stage(came=1, seconds=self._clock() - begin))

    def refuse(self, name: str) -> None:
        """Something ends at a stage."""
        self._add(name, Stage(refused=1))

    def join(self, stages: Mapping[str, Stage]) -> None:
        """Takes in what another one has counted."""
        for name, stage in stages.items():
            self._add(name, stage)

    def _add(self, name: str, more: Stage) -> None:
        came, refused, seconds = self.stages.get(name, Stage())
        self.stages[name] = Stage(came + more.came, refused + more.refused, seconds + more.seconds)

    def tell(self, accepted: int) -> list[str]:
        """Lines of a table: every stage, and what it costs for each puzzle that was kept."""
        lines = [f"{'stage':24} {'came':>8} {'refused':>8} {'s':>9} {'s a puzzle':>11}"]
        for name, stage in self.stages.items():
            each = f"{stage.seconds / accepted:.2f}" if accepted else "-"
            lines.append(f"{name:24} {stage.came:8} {stage.refused:8} {stage.seconds:9.1f} {each:>11}")
        return lines
