"""Making a review: one ply after another, in several processes, with a file in which what is done is kept."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Generator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import Any

from tenka import record as records
from tenka.arena.workers import run_in_processes
from tenka.games import find_part
from tenka.record import Replay
from tenka.review.plies import JudgedPly, judge_ply, ply_from_json, ply_to_json
from tenka.review.review import Settings, make_judge, put_together, review_to_json
from tenka.search.judge import Judge

VERSION = 3
"""Of what is kept. What another version kept is done again."""
PLAIN_ENGINE = "plain"
"""Who judges games that have no judge of their own."""
ENDING = ".review"
"""Of the file beside a record in which its review is kept while it is made."""


def judge_plies(
    replay: Replay, settings: Settings, kept: Mapping[int, JudgedPly], workers: int
) -> Generator[JudgedPly, None, None]:
    """Every ply that is not kept, as it is finished. Raises GameError."""
    todo = [number for number in range(1, len(replay.steps) + 1) if number not in kept]
    work = partial(_judge_numbered, records.write(replay.record), settings)
    if workers == 1:
        yield from (work(number) for number in todo)
        return
    for done in run_in_processes(work, todo, workers):
        yield from done


def _judge_numbered(text: str, settings: Settings, number: int) -> JudgedPly:
    replay, judge = _prepare(text)
    return judge_ply(judge, number, replay.steps[number - 1], settings.tries, settings.seed)


@cache
def engine_of(game: str) -> str:
    """By what a game's reviews are made today: what was made by another engine can be made anew."""
    part = find_part(game, "review")
    return f"{VERSION}-{PLAIN_ENGINE if part is None else part.version()}"


def judge_numbered(text: str, number: int) -> dict[str, Any]:
    """One ply of a record, judged as usual: a slice of a review, as JSON."""
    _, judge = _prepare(text)
    return ply_to_json(_judge_numbered(text, Settings(judge.tries), number))


def join_plies(text: str, plies: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The whole review from its slices, as JSON."""
    replay, judge = _prepare(text)
    found = [ply_from_json(ply) for ply in plies]
    return review_to_json(put_together(replay, judge, Settings(judge.tries), found))


@lru_cache(maxsize=1)
def _prepare(text: str) -> tuple[Replay, Judge]:
    replay = records.replay(text)
    return replay, make_judge(replay.rules)


def kept_beside(file: Path) -> Path:
    """Where what is done of a record's review is kept."""
    return file.with_name(file.name + ENDING)


@dataclass
class Keeper:
    """Keeps judged plies in a file, so that a review that was stopped goes on."""

    path: Path
    header: str
    plies: dict[int, JudgedPly] = field(default_factory=dict)
    is_kept: bool = True
    """False where nothing can be written there: then a review has to be made in one go."""

    @classmethod
    def beside(cls, file: Path, replay: Replay, judge: Judge, settings: Settings) -> Keeper:
        """The keeper of a record's review, with what an earlier one kept of the same."""
        text = records.write(replay.record)
        header = {
            "version": VERSION,
            "record": hashlib.sha256(text.encode()).hexdigest(),
            "judge": judge.name,
            "engine": engine_of(replay.rules.name),
            "tries": settings.tries,
            "seed": settings.seed,
        }
        keeper = cls(kept_beside(file), json.dumps(header))
        keeper._read()
        return keeper

    def _read(self) -> None:
        with suppress(OSError, UnicodeDecodeError):
            header, *lines = self.path.read_text("utf-8").splitlines() or [""]
            if header == self.header:
                for line in lines:
                    with suppress(ValueError, KeyError, TypeError):  # half a line, where it was stopped
                        ply = ply_from_json(json.loads(line))
                        self.plies[ply.number] = ply
        try:
            lines = [json.dumps(ply_to_json(ply)) for ply in self.plies.values()]
            self.path.write_text("\n".join([self.header, *lines, ""]), "utf-8")
        except OSError:
            self.is_kept = False

    def add(self, ply: JudgedPly) -> None:
        """Keeps one more."""
        self.plies[ply.number] = ply
        if not self.is_kept:
            return
        try:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(ply_to_json(ply)) + "\n")
        except OSError:
            self.is_kept = False

    def in_order(self) -> list[JudgedPly]:
        """All plies, in the order of the game."""
        return [self.plies[number] for number in sorted(self.plies)]
