"""A folder of games that outlives its program: one record a game, and a journal with one line a game.

The record is there before its line in the journal, and both are on the disk before the game counts. So whatever stops
the program, a game that counted is whole, and the same plan goes on after it. A line has a fingerprint of its record:
where one is gone or has been changed since, the plan does not go on as if nothing had happened.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from tenka.arena.match import GameResult
from tenka.arena.plan import Plan
from tenka.game import GameError, Outcome
from tenka.record import ENDING, write_file

DIGITS = 4
"""Of the number in the name of a record's file, at least."""


class Journal:
    """The games of a plan that are finished, in a folder of their own."""

    def __init__(self, folder: Path, plan: Plan) -> None:
        """Begins a journal, or goes on with the one that is there. Raises GameError where it is of another plan."""
        path = journal_path(folder, plan.kind)
        self.folder = folder
        self.plan = plan
        self.results: dict[int, GameResult] = {}
        with _speaking(f"write records into {folder}", "name a folder that can be written"):
            if path.exists():
                _refuse_another(folder, read_plan(folder, plan.kind), plan)
            else:
                folder.mkdir(parents=True, exist_ok=True)
                _refuse_records(folder)
                write_file(path, json.dumps(plan.describe()) + "\n")
            self._file = path.open("r+b", buffering=0)  # or closing it would fail again where the disk is full
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                self._file.close()
                raise GameError(f"another {plan.kind} is playing into {folder} just now; let it finish") from None
            self._read(path)
            for part in folder.glob(f".*{ENDING}.*.part"):
                part.unlink(missing_ok=True)

    def add(self, results: Sequence[GameResult]) -> None:
        """Takes games in whose records are written."""
        with _speaking("read a record again", "let records be until the games are over"):
            paths = [record_path(self.folder, self.plan, result.number) for result in results]
            fingerprints = [fingerprint_of(path.read_bytes()) for path in paths]
        entries = [_to_json(*entry) for entry in zip(results, fingerprints, strict=True)]
        lines = "".join(f"{json.dumps(entry)}\n" for entry in entries).encode()
        with _speaking("write the journal", "make room for it"):
            while lines:
                lines = lines[self._file.write(lines) :]
            os.fsync(self._file.fileno())
        self.results.update((result.number, result) for result in results)

    def close(self) -> None:
        """Lets others play into the folder."""
        self._file.close()

    def _read(self, path: Path) -> None:
        content = self._file.read()
        whole = content.rfind(b"\n") + 1  # a line that was cut off is of a game that did not count yet
        for index, line in enumerate(content[:whole].splitlines()[1:], start=2):
            try:
                entry = json.loads(line)
                result = _from_json(entry)
                if result.seats != self.plan.seating(result.number).seats or result.number > self.plan.games:
                    raise ValueError
                wrong = self._check_record(result.number, entry["record"])
            except (KeyError, TypeError, ValueError):
                wrong = f"{path}, line {index} is damaged; delete the line"
            if wrong is not None:
                self._file.close()
                raise GameError(f"{wrong}, and its game is played again")
            self.results[result.number] = result
        self._file.truncate(whole)
        self._file.seek(whole)

    def _check_record(self, number: int, fingerprint: str) -> str | None:
        """What is wrong with the record of a game that counts, and what to do; None: nothing."""
        path = record_path(self.folder, self.plan, number)
        line = f"delete the line of game {number} in {journal_path(self.folder, self.plan.kind).name}"
        try:
            if fingerprint_of(path.read_bytes()) == fingerprint:
                return None
        except FileNotFoundError:
            return f"{path} is gone, and its game counts; put it back, or {line}"
        return f"{path} has been changed since its game was played; put it back as it was, or {line}"


def journal_path(folder: Path, kind: str) -> Path:
    """The file of the journal."""
    return folder / f"{kind}.jsonl"


def read_plan(folder: Path, kind: str) -> Mapping[str, Any] | None:
    """What a journal says of its plan; None where there is no journal. Raises GameError."""
    path = journal_path(folder, kind)
    try:
        with path.open(encoding="utf-8") as file:
            plan = json.loads(file.readline())
        if not isinstance(plan, dict) or not isinstance(plan.get("seed"), int):
            raise ValueError
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise GameError(f"cannot read {path}: {error.strerror or error}; name another folder") from None
    except ValueError:
        raise GameError(f"{path} does not begin with a plan; name another folder") from None
    return plan


def record_path(folder: Path, plan: Plan, number: int) -> Path:
    """The file of a game's record."""
    digits = max(DIGITS, len(str(plan.games)))
    return folder / f"{number:0{digits}}{ENDING}"


def _refuse_another(folder: Path, there: Mapping[str, Any] | None, plan: Plan) -> None:
    wanted = json.loads(json.dumps(plan.describe()))
    if there is None or there == wanted:
        return
    # An option that it does not name did not exist yet.
    there = {**there, "options": {**wanted["options"], **there.get("options", {})}}
    if {**there, "code": plan.code} == wanted:
        raise GameError(f"the program has changed since the {plan.kind} in {folder} began; name a new folder")
    differences = []
    for name, value in wanted.items():
        before = there.get(name)
        if isinstance(value, dict) and isinstance(before, dict):
            differences += [_differ(key, before.get(key), value[key]) for key in value if before.get(key) != value[key]]
        elif before != value and name != "code":
            differences.append(_differ(name, before, value))
    raise GameError(
        f"{folder} holds a {plan.kind} with {', '.join(differences)}; "
        f"repeat its arguments to go on with it, or name a new folder"
    )


def _differ(name: str, before: object, value: object) -> str:
    return f"{name.replace('_', ' ')} {_say(before)} (not {_say(value)})"


def _say(value: object) -> str:
    if isinstance(value, list):
        return ",".join(str(part) for part in value)
    return "none" if value is None else str(value)


def _refuse_records(folder: Path) -> None:
    there = sorted(path.name for path in folder.iterdir() if path.suffix == ENDING)
    if there:
        raise GameError(f"{folder} holds records already, such as {there[0]}; name a new or an empty folder")


def fingerprint_of(record: bytes) -> str:
    """A short text that changes whenever a record does."""
    return hashlib.sha256(record).hexdigest()[:16]


def _to_json(result: GameResult, fingerprint: str) -> dict[str, Any]:
    outcome = result.outcome
    return {
        "game": result.number,
        "seats": result.seats,
        "winners": outcome.winners,
        "ranking": outcome.ranking,
        "totals": [dict(totals) for totals in outcome.totals],
        "end": outcome.reason,
        "record": fingerprint,
    }


def _from_json(line: dict[str, Any]) -> GameResult:
    outcome = Outcome(line["end"], tuple(line["winners"]), tuple(line["ranking"]), tuple(line["totals"]))
    return GameResult(line["game"], tuple(line["seats"]), outcome)


@contextlib.contextmanager
def _speaking(doing: str, advice: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise GameError(f"cannot {doing}: {error.strerror or error}; {advice}") from None
