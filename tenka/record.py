"""Records: one readable text per game. Read, write, replay, and redact for a reader who may not know everything.

Headers stand in front, then one line a ply. What the lines say of chance is needed to replay a game; what they say of
its consequences (captures, the end) is checked. Reading is lenient about blanks, case, comments and order, and about
consequences left out; writing is canonical: ``write(read(text)) == text`` for every text that was written here.

A record may have variations in brackets, and notes: `tenka.variations` reads those. Here only the main line counts.
"""

from __future__ import annotations

import contextlib
import os
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from tenka.game import Action, GameError, Hidden, InvalidRecord, Line, Outcome, Ply, Rules, Seat, State, name_of_seat
from tenka.games import DEFAULT_GAME, get_game

MAX_BYTES = 1_000_000
"""A longer text is not read. A game takes about 10,000 bytes."""

ENDING = ".game"
"""Of the name of a record's file."""

UNFINISHED = "*"
NOTE = "note"
"""The first word of a line with somebody's thoughts on the ply before it."""
OPEN, CLOSE = "(", ")"
"""Lines around a variation, which stands behind the ply that it replaces."""
HIDDEN = str(Hidden.HIDDEN)

_HEADER = re.compile(r'\[\s*(\w+)\s+"([^"]*)"\s*\]')
_NAME = re.compile(r'[^\s"=\[\]]{1,60}')
_FIRST_HEADER = f'[Game "{DEFAULT_GAME}"]'
_OWN_HEADERS = ("Game", "Rules", "Edition", "Options", "Seats", "First", "Result", "End")


@dataclass(frozen=True)
class Record:
    """One game, finished or not, as its reader may know it."""

    game: str
    options: Any
    """The game's own options, with the seat that begins."""
    texts: tuple[tuple[str, str], ...]
    """The same as texts by name, as they were when the game began: an option that came later is not among them."""
    names: tuple[str, ...]
    """By seat: who plays."""
    lines: tuple[str, ...]
    result: str = UNFINISHED
    """The winners' seats joined by ``+``."""
    end: str = UNFINISHED
    """Why the game ended."""
    extra: tuple[tuple[str, str], ...] = ()
    """Other headers, kept as they are."""


class Step(NamedTuple):
    """One ply of a replayed game."""

    line: str
    """As the record has it."""
    ply: Ply
    """The same as a value."""
    seat: Seat
    actions: list[Action]
    before: State
    after: State


@dataclass(frozen=True)
class Replay:
    """A record played through by the rules. Where the record has ``?``, the states have something possible."""

    rules: Rules
    record: Record
    """In canonical form."""
    start: State
    steps: list[Step]
    final: State
    outcome: Outcome | None

    def states(self) -> Iterator[State]:
        """The start, and the state after every ply."""
        yield self.start
        for step in self.steps:
            yield step.after


def seat_name(name: str) -> str:
    """A player's name as headers can hold it; raises GameError for one that they cannot."""
    if not _NAME.fullmatch(name):
        raise GameError(f"a player's name has 1 to 60 letters without blanks, quotes, brackets or '=', unlike {name!r}")
    return name


# --- writing ----------------------------------------------------------------------------------------------


def make_record(
    rules: Rules,
    options: Any,
    names: Sequence[str],
    start: State,
    plies: Sequence[Ply],
    state: State,
    extra: Sequence[tuple[str, str]] = (),
    texts: Mapping[str, str] | None = None,
) -> Record:
    """The complete record of a game from its start, its plies and its present state.

    `texts` are the options as the game began with them, where that was another day.
    """
    outcome = rules.outcome(state)
    lines = format_lines(rules, [*rules.opening(start), *plies, *rules.closing(state)])
    return Record(
        game=rules.name,
        options=options,
        texts=tuple((rules.describe_options(options) if texts is None else texts).items()),
        names=tuple(seat_name(name) for name in names),
        lines=tuple(lines),
        result=_format_winners(rules, outcome),
        end=outcome.reason if outcome else UNFINISHED,
        extra=tuple(extra),
    )


def format_lines(rules: Rules, lines: Sequence[Line]) -> list[str]:
    """The texts of lines."""
    return [rules.format_line(line) for line in lines]


def _format_winners(rules: Rules, outcome: Outcome | None) -> str:
    return "+".join(rules.seat_names[seat] for seat in outcome.winners) if outcome else UNFINISHED


def write(record: Record) -> str:
    """The text of a record."""
    rules = get_game(record.game)
    described = dict(record.texts)
    edition = described.pop("edition", None)
    first = described.pop("first", None)
    seats = (f"{seat}={name}" for seat, name in zip(rules.seat_names, record.names, strict=False))
    headers = [
        ("Game", record.game),
        ("Rules", rules.version),
        ("Edition", edition),
        ("Options", " ".join(f"{name}={value}" for name, value in described.items())),
        ("Seats", " ".join(seats)),
        ("First", first),
        ("Result", record.result),
        ("End", record.end),
        *record.extra,
    ]
    texts = [f'[{name} "{value}"]' for name, value in headers if value is not None]
    return "\n".join([*texts, "", *record.lines]) + "\n"


def write_file(path: Path, text: str) -> None:
    """Replaces a file as a whole: whatever happens meanwhile, the old or the new text is there. Raises GameError."""
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        try:
            with part.open("w", encoding="utf-8") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            part.replace(path)
        finally:
            with contextlib.suppress(OSError):
                part.unlink(missing_ok=True)
    except OSError as error:
        raise GameError(f"cannot write {path}: {error.strerror or error}; name a place that can be written") from None


def redact(record: Record, seat: Seat | None) -> Record:
    """The record as a seat, or None for a spectator, may read it. Once the game is over everybody may read all."""
    if record.result != UNFINISHED:
        return record
    rules = get_game(record.game)
    lines = (redact_text(rules, text, seat) for text in record.lines)
    return replace(record, lines=tuple(line for line in lines if line is not None))


def redact_text(rules: Rules, text: str, seat: Seat | None) -> str | None:
    """A line of a record as a seat, or None for a spectator, may read it; None: not at all."""
    known = rules.redact(rules.parse_line(text), seat)
    return None if known is None else rules.format_line(known)


# --- reading ----------------------------------------------------------------------------------------------


class TextLine(NamedTuple):
    """A line of a text."""

    number: int
    """From 1."""
    text: str
    """With single blanks, and without a comment."""

    @property
    def is_note(self) -> bool:
        """Whether it is somebody's thoughts."""
        return _is_note(self.text)


def load(path: Path) -> Replay:
    """Reads and replays a file; raises InvalidRecord, whatever the file is."""
    return replay(load_text(path))


def load_text(path: Path) -> str:
    """The text of a file; raises InvalidRecord where it cannot be that of a record."""
    try:
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise InvalidRecord(f"cannot read {path}: {error.strerror or error}") from None
    if len(content) > MAX_BYTES:
        raise InvalidRecord(f"{path} is longer than {MAX_BYTES:,} bytes; a record of a game is about 10,000")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InvalidRecord(f"{path} is not a text: byte {error.start + 1} is not UTF-8") from None


CheckOptions = Callable[[str, Mapping[str, str]], None]
"""Raises GameError for options of a game, by its name, that a reader does not want to play with."""


def read(text: str, check_options: CheckOptions | None = None) -> Record:
    """The record in a text, in canonical form; raises InvalidRecord where no game went like that."""
    return replay(text, check_options).record


def replay(text: str, check_options: CheckOptions | None = None) -> Replay:
    """Reads a text and plays it through, checking every claim; raises InvalidRecord.

    Options may name a folder, so whoever reads what strangers send checks them first.
    """
    if len(text) > MAX_BYTES:
        raise InvalidRecord(f"the record is longer than {MAX_BYTES:,} characters; a game takes about 10,000")
    headers, lines = split_text(text)
    rules = _read_game(headers)
    options, texts = _read_options(rules, headers, check_options)
    names = _read_names(rules, options, headers)
    player, start = play_lines(rules, options, main_line(lines))
    canonical = player.finish()
    outcome = rules.outcome(player.state)
    result = _format_winners(rules, outcome)
    end = outcome.reason if outcome else UNFINISHED
    _check_claim(headers, "End", end)
    _check_claim(headers, "Result", result)
    extra = tuple((name, line.text) for name, line in headers.items() if name not in _OWN_HEADERS)
    record = Record(rules.name, options, texts, names, tuple(canonical), result, end, extra)
    return Replay(rules, record, start, player.steps, player.state, outcome)


def play_lines(rules: Rules, options: Any, lines: Sequence[TextLine]) -> tuple[LinePlayer, State]:
    """Plays all lines; returns also the start."""
    try:
        start, filled = rules.restore(options, [line.text for line in lines])
    except InvalidRecord as error:
        if error.line is None:
            raise
        try:
            play_lines(rules, options, lines[: error.line])
        except InvalidRecord as earlier:
            if earlier.line is not None:  # a line before that is wrong already, and says more
                raise earlier from None
        raise InvalidRecord(error.reason, lines[error.line].number) from None
    player = LinePlayer(rules, start)
    for line, full in zip(lines, filled, strict=True):
        player.take(line, full)
    return player, start


def split_text(text: str) -> tuple[dict[str, TextLine], list[TextLine]]:
    """Headers and lines, each with its number in the text; blank lines and comments left out."""
    if "\0" in text:
        raise InvalidRecord("this is not a record but binary data")
    headers: dict[str, TextLine] = {}
    lines: list[TextLine] = []
    for number, raw in enumerate(text.splitlines(), start=1):
        stripped = raw.strip()
        if not _is_note(stripped):  # a note may have a # in it
            stripped = stripped.split("#")[0].strip()
        if not stripped:
            continue
        if stripped.startswith("["):
            match = _HEADER.fullmatch(stripped)
            if not match:
                raise InvalidRecord(f"a header looks like {_FIRST_HEADER}, not like {stripped[:40]}", number)
            if lines:
                raise InvalidRecord("headers stand in front of the game", number)
            if match[1] in headers:
                raise InvalidRecord(f"a second header {match[1]}", number)
            headers[match[1]] = TextLine(number, match[2])
        else:
            if not headers:
                raise InvalidRecord(f"a record begins with headers such as {_FIRST_HEADER}", number)
            lines.append(TextLine(number, " ".join(stripped.split())))
    if not headers:
        raise InvalidRecord(f"the record is empty; it begins with headers such as {_FIRST_HEADER}")
    return headers, lines


def _is_note(text: str) -> bool:
    return text[: len(NOTE)].lower() == NOTE and text[len(NOTE) :][:1].strip() == ""


def main_line(lines: Sequence[TextLine]) -> list[TextLine]:
    """The lines without variations and notes; raises InvalidRecord for brackets that do not go together."""
    found: list[TextLine] = []
    opened: list[int] = []
    for line in lines:
        if line.text == OPEN:
            opened.append(line.number)
        elif line.text == CLOSE:
            if not opened:
                raise InvalidRecord("this bracket closes a variation, and none is open", line.number)
            opened.pop()
        elif not opened and not line.is_note:
            found.append(line)
    if opened:
        raise InvalidRecord("the variation that begins here has no closing bracket", opened[-1])
    return found


def _read_game(headers: dict[str, TextLine]) -> Rules:
    if "Game" not in headers:
        raise InvalidRecord(f"there is no header such as {_FIRST_HEADER}")
    try:
        rules = get_game(headers["Game"].text)
    except GameError as error:
        raise InvalidRecord(str(error), headers["Game"].number) from None
    version = headers.get("Rules")
    if version and version.text != rules.version:
        raise InvalidRecord(
            f"these are rules {version.text[:20]!r}; this program plays {rules.version!r}", version.number
        )
    return rules


def _read_options(
    rules: Rules, headers: dict[str, TextLine], check_options: CheckOptions | None
) -> tuple[Any, tuple[tuple[str, str], ...]]:
    """The options, and those that the record names as texts; the others have their defaults."""
    if "Options" not in headers:
        raise InvalidRecord('there is no header such as [Options "players=2 …"]')
    header = headers["Options"]
    given: dict[str, Any] = {}
    for part in header.text.split():
        name, equals, value = part.partition("=")
        if not equals:
            raise InvalidRecord(f"options look like players=2, not like {part[:40]}", header.number)
        given[name] = value
    if "Edition" in headers:
        given["edition"] = headers["Edition"].text
    if "First" in headers:
        given["first"] = headers["First"].text
    try:
        if check_options is not None:
            check_options(rules.name, given)
        options = rules.options(given)
    except GameError as error:
        raise InvalidRecord(str(error), header.number) from None
    if options.first is None:
        if "First" not in headers:
            raise InvalidRecord('there is no header such as [First "red"]')
        raise InvalidRecord("the first player is a seat", headers["First"].number)
    described = rules.describe_options(options)
    return options, tuple((name, text) for name, text in described.items() if name in given)


def _read_names(rules: Rules, options: Any, headers: dict[str, TextLine]) -> tuple[str, ...]:
    seats = rules.seat_names[: options.players]
    if "Seats" not in headers:
        return tuple(seats)
    header = headers["Seats"]
    pairs = [part.partition("=") for part in header.text.split()]
    if tuple(seat for seat, _, _ in pairs) != tuple(seats):
        wanted = " ".join(f"{seat}=name" for seat in seats)
        raise InvalidRecord(f"the seats of {options.players} players are {wanted}", header.number)
    try:
        return tuple(seat_name(name) for _, _, name in pairs)
    except GameError as error:
        raise InvalidRecord(str(error), header.number) from None


def _check_claim(headers: dict[str, TextLine], name: str, truth: str) -> None:
    header = headers.get(name)
    if header is None or header.text == truth:
        return
    if truth == UNFINISHED:
        raise InvalidRecord(
            f'[{name} "{header.text[:40]}"] tells of a finished game, but the lines stop before its end: '
            "the record was cut off",
            header.number,
        )
    raise InvalidRecord(f'[{name} "{header.text[:40]}"] is wrong: it is "{truth}"', header.number)


class LinePlayer:
    """Plays the lines of a record and keeps their canonical form."""

    def __init__(self, rules: Rules, start: State, *, is_begun: bool = False) -> None:
        """`is_begun`: the lines go on from a state, and do not tell how the game began."""
        self.rules = rules
        self.state = start
        self.steps: list[Step] = []
        self.opening = [] if is_begun else rules.opening(start)
        self.closing: list[Line] | None = None
        self.canonical: list[str] = []

    def take(self, line: TextLine, full: str) -> None:
        """One line, as it stands in the record and with its ``?`` filled in."""
        try:
            told = self.rules.parse_line(full.partition(";")[0])  # what followed is checked, and not believed
            if isinstance(told, Ply):
                self._take_ply(line, full, told.seat, told.decisions)
            else:
                self._take_chance(line, full)
        except InvalidRecord as error:
            raise InvalidRecord(error.reason, line.number) from None
        except GameError as error:
            raise InvalidRecord(str(error), line.number) from None

    def finish(self) -> list[str]:
        """The canonical lines, after the last one."""
        if self.opening:
            raise InvalidRecord(f"a line is missing: {self.opening[0].kind}")
        public = [line for line in self.rules.closing(self.state) if self.rules.redact(line, None) is not None]
        texts = format_lines(self.rules, public)
        return self.canonical + [text for text in texts if text not in self.canonical]

    def _take_ply(self, line: TextLine, full: str, seat: Seat, actions: list[Action]) -> None:
        turn = self.rules.turn(self.state)
        if turn is None or self.closing is not None:
            raise InvalidRecord("the game was over before this line")
        if seat != turn:
            whose, given = name_of_seat(self.rules, turn), name_of_seat(self.rules, seat)
            raise InvalidRecord(f"it is {whose}'s turn, not {given}'s")
        if self.opening:
            raise InvalidRecord(f"a line is missing before this: {self.opening[0].kind}")
        before = self.state
        number = self.rules.num_plies(before)
        for action in actions:
            if self.rules.num_plies(self.state) != number:
                raise InvalidRecord("the line goes on after the turn is over")
            self.state = self.rules.apply(self.state, action)
        if self.rules.num_plies(self.state) == number:
            raise InvalidRecord("the line stops before the turn is over")
        ply = self.rules.make_ply(before, actions, self.state)
        text = self._agree(line.text, full, ply, whole=False)
        if HIDDEN in text:
            told = self.rules.parse_line(text)
            assert isinstance(told, Ply)
            ply = told
        self.steps.append(Step(text, ply, seat, actions, before, self.state))

    def _take_chance(self, line: TextLine, full: str) -> None:
        if self.opening:
            expected = self.opening.pop(0)
        else:
            if self.closing is None:
                self.closing = self.rules.closing(self.state)
            words = full.split()[:2]
            matching = [other for other in self.closing if self.rules.format_line(other).split()[:2] == words] or [
                other for other in self.closing if other.kind == words[0]
            ]
            if not matching:
                raise InvalidRecord(f"this does not happen: {line.text[:60]}")
            expected = matching[0]
            self.closing.remove(expected)
        self._agree(line.text, full, expected, whole=True)

    def _agree(self, given: str, full: str, expected: Line, whole: bool) -> str:
        """Adds the canonical line, and returns it; raises InvalidRecord where a line claims what did not happen."""
        given_head, given_facts = _facts(given)
        full_head, _ = _facts(full)
        head, facts = _facts(self.rules.format_line(expected))
        _, public = _facts(self.rules.format_line(self.rules.redact(expected, None) or expected))
        length = max(len(head), len(full_head)) if whole else 2
        if not _same_words(full_head[:length], head[:length]):
            raise InvalidRecord(f"the line says {_quote(given_head)}, but it should be {_quote(head)}")
        parts = [given_head if HIDDEN in given_head else head]
        for name, words in given_facts.items():
            if not _same_words(words, facts.get(name, [])):
                happened = _quote([name, *facts[name]]) if name in facts else f"no {name}"
                raise InvalidRecord(f"the line claims {_quote([name, *words])}, but what happens is {happened}")
        for name, words in facts.items():
            claimed = given_facts.get(name, public[name])
            parts.append([name, *(claimed if HIDDEN in claimed else words)])
        canonical = " ; ".join(" ".join(part) for part in parts)
        self.canonical.append(canonical)
        return canonical


def _facts(line: str) -> tuple[list[str], dict[str, list[str]]]:
    """The words before the first semicolon, and those behind each one by their first word."""
    head, *parts = (part.split() for part in line.lower().split(";"))
    return head, {part[0]: part[1:] for part in parts if part}


def _same_words(given: Sequence[str], truth: Sequence[str]) -> bool:
    """The same words in any order, where a ``?`` stands for any one."""
    missing = Counter(truth) - Counter(given)
    surplus = Counter(given) - Counter(truth)
    hidden = surplus.pop(HIDDEN, 0)
    return not surplus and missing.total() == hidden


def _quote(words: Sequence[str]) -> str:
    text = " ".join(words)
    return f"'{text[:80]}…'" if len(text) > 80 else f"'{text}'"
