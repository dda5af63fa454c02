"""Records with variations: a game, or a position, with what else could have been played, and with notes.

Behind a ply may stand notes on it, lines that begin with ``note``, and variations: each between brackets, played from
the position before that ply, with notes and variations of its own. What is left without them is the main line, which is
a record as any other. `tenka.record` reads that alone.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from tenka.game import GameError, InvalidRecord, Ply, Rules, State
from tenka.record import (
    CLOSE,
    HIDDEN,
    NOTE,
    OPEN,
    CheckOptions,
    LinePlayer,
    Record,
    Replay,
    Step,
    TextLine,
    format_lines,
    load_text,
    play_lines,
    replay,
    split_text,
    write,
)

START = -1
"""Stands for the start where a node's parent is named."""
MOST_NODES = 5_000
"""Plies in all variations together."""
MOST_STEPS = 50_000
"""Plies to be played to check them all. Where hands are not known every line is played from the start."""
MOST_DEPTH = 50
"""Of brackets in brackets."""
MOST_NOTE = 4_000
"""Letters of a note."""


@dataclass(frozen=True)
class Node:
    """A ply in a tree."""

    parent: int
    """The index of the node that it follows, START for none. The first child of a node goes on its line."""
    line: str
    note: str = ""


@dataclass(frozen=True)
class Study:
    """A record with variations and notes."""

    record: Record
    """The main line."""
    num_opening: int
    """So many of its lines stand before its first ply."""
    note: str = ""
    """On the start."""
    nodes: tuple[Node, ...] = ()
    """In the order of the text: behind a ply come the variations that replace it, and then what follows it."""


class Explored(NamedTuple):
    """A study that was played through."""

    study: Study
    replay: Replay
    """The main line."""
    is_complete: bool
    """Whether everything hidden is told. If not, the states have something possible, for each line by itself."""
    steps: list[Step]
    """By node."""


def clean_note(text: str) -> str:
    """A note as it is kept: single blanks, no empty lines around it. Raises GameError for one that is too long."""
    lines = [" ".join("".join(c if c.isprintable() else " " for c in line).split()) for line in text.splitlines()]
    note = "\n".join(lines).strip("\n")
    if len(note) > MOST_NOTE:
        raise GameError(f"a note has at most {MOST_NOTE:,} letters, and this one has {len(note):,}")
    return note


# --- writing --------------------------------------------------------------------------------------------------


def write_study(study: Study) -> str:
    """The text; without variations and notes it is that of the record."""
    return write(replace(study.record, lines=tuple(_all_lines(study))))


def _all_lines(study: Study) -> Iterator[str]:
    lines, children = study.record.lines, _children(study.nodes)
    num_plies = 0
    node = START
    while node in children:
        node = children[node][0]
        num_plies += 1
    yield from lines[: study.num_opening]
    yield from _note_lines(study.note)
    yield from _tree_lines(study.nodes, children, START)
    yield from lines[study.num_opening + num_plies :]


def _children(nodes: Sequence[Node]) -> dict[int, list[int]]:
    children: dict[int, list[int]] = defaultdict(list)
    for index, node in enumerate(nodes):
        children[node.parent].append(index)
    return children


def _tree_lines(nodes: Sequence[Node], children: dict[int, list[int]], parent: int) -> Iterator[str]:
    """Everything behind a node."""
    while parent in children:
        main, *others = children[parent]
        yield nodes[main].line
        yield from _note_lines(nodes[main].note)
        for other in others:
            yield OPEN
            yield nodes[other].line
            yield from _note_lines(nodes[other].note)
            yield from _tree_lines(nodes, children, other)
            yield CLOSE
        parent = main


def _note_lines(note: str) -> Iterator[str]:
    if note:
        for line in note.split("\n"):
            yield f"{NOTE} {line}".rstrip()


# --- reading --------------------------------------------------------------------------------------------------


def load_study(path: Path) -> Explored:
    """Reads and plays a file; raises InvalidRecord, whatever the file is."""
    return explore(load_text(path))


def read_study(text: str, check_options: CheckOptions | None = None) -> Study:
    """The study in a text, in canonical form; raises InvalidRecord where something of it cannot be played."""
    return explore(text, check_options).study


def explore(text: str, check_options: CheckOptions | None = None) -> Explored:
    """Reads a text and plays all its lines, checking every claim; raises InvalidRecord."""
    replayed = replay(text, check_options)
    _, lines = split_text(text)
    num_opening = len(replayed.rules.opening(replayed.start))
    tree = _Tree(replayed.rules, lines, num_opening)
    is_told = is_complete(replayed)
    steps = _Explorer(replayed, tree, is_told).play()
    nodes = tuple(
        Node(raw.parent, step.line, note) for raw, step, note in zip(tree.raw, steps, tree.notes, strict=True)
    )
    _check_twins(nodes, tree)
    return Explored(Study(replayed.record, num_opening, tree.note, nodes), replayed, is_told, steps)


def is_complete(replayed: Replay) -> bool:
    """Whether a record tells everything that is hidden, also what is left in store."""
    closing = format_lines(replayed.rules, replayed.rules.closing(replayed.final))
    lines = replayed.record.lines
    return bool(closing) and set(closing) <= set(lines) and not any(HIDDEN in line for line in lines)


class _Raw(NamedTuple):
    parent: int
    line: TextLine
    is_main: bool


class _Tree:
    """The lines of a text, by what they follow."""

    def __init__(self, rules: Rules, lines: Sequence[TextLine], num_opening: int) -> None:
        self.num_opening = num_opening
        self.opening: list[TextLine] = []
        self.note = ""
        self.raw: list[_Raw] = []
        self.notes: list[str] = []
        at = START
        branches: list[int] = []  # where variations go back to
        written: dict[int, list[str]] = defaultdict(list)
        for line in lines:
            if line.text == OPEN:
                if at == START:
                    raise InvalidRecord("a variation stands behind the ply that it replaces", line.number)
                if len(branches) == MOST_DEPTH:
                    raise InvalidRecord(f"there are no more than {MOST_DEPTH} brackets in brackets", line.number)
                branches.append(at)
                at = self.raw[at].parent
            elif line.text == CLOSE:
                if at == self.raw[branches[-1]].parent:
                    raise InvalidRecord("a variation has at least one ply", line.number)
                at = branches.pop()
            elif line.is_note:
                if branches and at == self.raw[branches[-1]].parent:
                    raise InvalidRecord("a note stands behind the ply that it is about", line.number)
                written[at].append(line.text[len(NOTE) :].strip())
            else:
                at = self._take(rules, line, at, is_main=not branches)
        self.note, *self.notes = [self._note(written[node], lines) for node in range(START, len(self.raw))]

    def _take(self, rules: Rules, line: TextLine, at: int, is_main: bool) -> int:
        try:
            told = rules.parse_line(line.text.partition(";")[0])
        except GameError as error:
            raise InvalidRecord(getattr(error, "reason", str(error)), line.number) from None
        if not isinstance(told, Ply):
            if not is_main:
                raise InvalidRecord("in a variation there are plies, notes and variations only", line.number)
            if len(self.opening) < self.num_opening:
                self.opening.append(line)
            return at
        if len(self.raw) == MOST_NODES:
            raise InvalidRecord(f"there are no more than {MOST_NODES:,} plies in a record with variations", line.number)
        self.raw.append(_Raw(at, line, is_main))
        return len(self.raw) - 1

    @staticmethod
    def _note(written: Sequence[str], lines: Sequence[TextLine]) -> str:
        try:
            return clean_note("\n".join(written))
        except GameError as error:
            first = next(line.number for line in lines if line.is_note and line.text.endswith(written[0]))
            raise InvalidRecord(str(error), first) from None


class _Explorer:
    """Plays all lines of a tree."""

    def __init__(self, replayed: Replay, tree: _Tree, is_complete: bool) -> None:
        self.replay = replayed
        self.tree = tree
        self.is_complete = is_complete
        self.steps: list[Step | None] = [None] * len(tree.raw)
        self.num_played = 0

    def play(self) -> list[Step]:
        main = iter(self.replay.steps)
        for node, raw in enumerate(self.tree.raw):
            if raw.is_main:
                self.steps[node] = next(main)
        if self.is_complete:
            for node in self._missing():
                self.steps[node] = self._go_on(node)
        else:  # the last ply of a line tells most of what its first ones have left open
            parents = {raw.parent for raw in self.tree.raw}
            for node in self._missing():
                if node not in parents:
                    self._play_line(node)
        return [step for step in self.steps if step is not None]

    def _missing(self) -> list[int]:
        return [node for node, step in enumerate(self.steps) if step is None]

    def _state_before(self, node: int) -> State:
        parent = self.tree.raw[node].parent
        step = self.steps[parent] if parent != START else None
        return self.replay.start if step is None else step.after

    def _go_on(self, node: int) -> Step:
        line = self.tree.raw[node].line
        player = LinePlayer(self.replay.rules, self._state_before(node), is_begun=True)
        player.take(line, line.text)
        return player.steps[0]

    def _play_line(self, leaf: int) -> None:
        """Plays a line from the start to its end, and keeps the plies that no other line has led to."""
        path = []
        node = leaf
        while node != START:
            path.append(node)
            node = self.tree.raw[node].parent
        path.reverse()
        self.num_played += len(path)
        if self.num_played > MOST_STEPS:
            line = self.tree.raw[leaf].line
            raise InvalidRecord("there are too many variations with hands that are not known", line.number)
        lines = [*self.tree.opening, *(self.tree.raw[node].line for node in path)]
        player, _ = play_lines(self.replay.rules, self.replay.record.options, lines)
        for node, step in zip(path, player.steps, strict=True):
            if self.steps[node] is None:
                self.steps[node] = step


def _check_twins(nodes: Sequence[Node], tree: _Tree) -> None:
    seen: set[tuple[int, str]] = set()
    for node, raw in zip(nodes, tree.raw, strict=True):
        key = (node.parent, node.line.partition(";")[0])
        if key in seen:
            raise InvalidRecord("this ply is there already: what follows it belongs to one line", raw.line.number)
        seen.add(key)
