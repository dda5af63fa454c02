"""A game that begins in the middle, as lines of a record: a position at the beginning of an epoch that somebody set up.

=============================================================  ====================================================
``position 3 ; empty kaga+city ; sakai settsu``                the third epoch begins; what stands where nobody is
``board red musashi*2+castle … ; points 34 ; strength 22 …``   red's counters and buildings, points and strength
``… ; last 4 ; played e3 e12``                                 the order of red's last daimyo, and its events so far
``deal red e3 ? …``                                            its event hand, with those that it has played
=============================================================  ====================================================
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tenka.game import InvalidRecord, Line
from tenka.history import batch
from tenka.history.actions import EVENT, REGION
from tenka.history.cards import (
    COLOURS,
    MARKERS,
    NUM_AREAS,
    NUM_EPOCHS,
    NUM_EVENTS,
    NUM_GROUPS,
    NUM_ORDERS,
    NUM_PROVINCES,
    STACK_AT_SEA,
    STACK_ON_LAND,
)
from tenka.history.lines import Who
from tenka.history.notation import AREA_IDS, parse_actions
from tenka.history.options import Options
from tenka.history.state import State, new_states
from tenka.history.tables import find_data
from tenka.history.turns import begin_epoch

LINES = ("position", "board")
"""The kinds of lines, in their order; the lines ``deal`` follow."""
MOST = 999
"""More points, and more strength, than any game brings."""
BUILDINGS = ("castle", "capital", "city")
CURRENT = "current"
FIGURES = {"points": (0, MOST), "strength": (0, MOST), "last": (1, NUM_ORDERS)}
"""What a line ``board`` tells in numbers, from where to where."""
UNTOLD = -1
"""Stands for a figure that a line leaves out."""
_HELD = re.compile(r"([a-z_]+)(?:\*(\d{1,2}))?((?:\+[a-z]+)*)")


class Held(NamedTuple):
    """What is in an area."""

    area: int
    counters: int
    """Counters; 0 where nobody is."""
    has: tuple[str, ...]
    """Buildings, and whether the counters are current ones."""


@dataclass(frozen=True)
class PositionLine(Line):
    """Which epoch begins, and what is nobody's."""

    epoch: int
    """From 1."""
    empty: tuple[Held, ...]
    markers: tuple[tuple[str, int], ...]
    """Each with its province."""


@dataclass(frozen=True)
class BoardLine(Line):
    """What a colour has."""

    who: Who
    held: tuple[Held, ...]
    points: int
    strength: int
    """Cumulative: who has less draws earlier."""
    last: int
    """The order of its last daimyo."""
    played: tuple[int, ...]
    """Event cards."""


# --- from a state, and as texts -------------------------------------------------------------------------------


def make_lines(state: State) -> list[Line]:
    """The lines of a state at the beginning of an epoch, but for event hands."""
    held: dict[int, list[Held]] = {colour: [] for colour in range(-1, int(state.colours))}
    for area in range(NUM_AREAS):
        has = tuple(_has(state, area))
        if has or state.count[area]:
            held[max(int(state.owner[area]), -1)].append(Held(area, int(state.count[area]), has))
    markers = tuple((name, int(state[name])) for name in MARKERS if state[name] >= 0)
    lines: list[Line] = [PositionLine("position", int(state.epoch) + 1, tuple(held[-1]), markers)]
    for colour in range(int(state.colours)):
        played = int(state.played[colour])
        lines.append(
            BoardLine(
                "board",
                Who(colour % int(state.players), colour),
                tuple(held[colour]),
                int(state.points[colour]),
                int(state.strength[colour]),
                int(state.played_at[colour]),
                tuple(card for card in range(NUM_EVENTS) if played >> card & 1),
            )
        )
    return lines


def _has(state: State, area: int) -> Iterator[str]:
    if area >= NUM_PROVINCES:
        if int(state.current_sea) >> (area - NUM_PROVINCES) & 1:
            yield CURRENT
        return
    sets = (state.castles, state.capitals, state.cities, state.current_land)
    for name, bits in zip((*BUILDINGS, CURRENT), sets, strict=True):
        if int(bits) >> area & 1:
            yield name


def format_midgame(line: Line, who: str) -> str | None:
    """The text of one of these lines, `who` is whose; None: it is another."""
    if isinstance(line, PositionLine):
        parts = [f"position {line.epoch}"]
        if line.empty:
            parts.append(" ".join(["empty", *(_format_held(held) for held in line.empty)]))
        return " ; ".join([*parts, *(f"{name} {AREA_IDS[province]}" for name, province in line.markers)])
    if isinstance(line, BoardLine):
        parts = [" ".join(["board", who, *(_format_held(held) for held in line.held)])]
        parts += [f"points {line.points}", f"strength {line.strength}", f"last {line.last}"]
        if line.played:
            parts.append(" ".join(["played", *(f"e{card + 1}" for card in line.played)]))
        return " ; ".join(parts)
    return None


def _format_held(held: Held) -> str:
    count = f"*{held.counters}" if held.counters else ""
    return AREA_IDS[held.area] + count + "".join(f"+{name}" for name in held.has)


def parse_midgame(keyword: str, who: Who, tokens: Sequence[str], facts: Mapping[str, Sequence[str]]) -> Line | None:
    """One of these lines from its words; None: it is another. Raises GameError."""
    if keyword == "position":
        epoch = _number("an epoch", tokens, 2, NUM_EPOCHS)
        markers = tuple((name, _province(name, facts[name])) for name in MARKERS if name in facts)
        return PositionLine(keyword, epoch, tuple(_parse_held(token) for token in facts.get("empty", ())), markers)
    if keyword == "board":
        return BoardLine(
            keyword,
            who,
            tuple(_parse_held(token) for token in tokens),
            _figure("points", facts),
            _figure("strength", facts),
            _figure("last", facts),
            tuple(_event(token) for token in facts.get("played", ())),
        )
    return None


def _figure(name: str, facts: Mapping[str, Sequence[str]]) -> int:
    return _number(name, facts[name], *FIGURES[name]) if name in facts else UNTOLD


def _number(what: str, words: Sequence[str], least: int, most: int) -> int:
    if len(words) != 1 or not words[0].isdecimal() or not least <= int(words[0][:6]) <= most:
        raise InvalidRecord(f"{what}: one number from {least} to {most}, not {' '.join(words)[:20]!r}")
    return int(words[0])


def _province(name: str, words: Sequence[str]) -> int:
    if len(words) != 1 or words[0] not in AREA_IDS[:NUM_PROVINCES]:
        raise InvalidRecord(f"the marker {name} lies in one province, not in {' '.join(words)[:20]!r}")
    return AREA_IDS.index(words[0])


def _event(token: str) -> int:
    action = parse_actions(token)[0]
    if not EVENT <= action < REGION:
        raise InvalidRecord(f"{token[:20]!r} is no event card; they are e1 to e{NUM_EVENTS}")
    return action - EVENT


def _parse_held(token: str) -> Held:
    match = _HELD.fullmatch(token)
    if not match or match[1] not in AREA_IDS:
        raise InvalidRecord(f"what somebody holds looks like kaga*2+castle, not like {token[:30]!r}")
    area, count, has = AREA_IDS.index(match[1]), int(match[2] or 0), tuple(match[3].split("+")[1:])
    allowed = (*BUILDINGS, CURRENT) if area < NUM_PROVINCES else (CURRENT,)
    for name in has:
        if name not in allowed or has.count(name) > 1:
            raise InvalidRecord(f"{match[1]} may have {', '.join(allowed)}, each once, and not {name[:20]!r}")
    if "capital" in has and "city" in has:
        raise InvalidRecord(f"{match[1]} has a capital or a city, and not both")
    return Held(area, count, has)


# --- from lines to a state ------------------------------------------------------------------------------------


class Midgame(NamedTuple):
    """A position, as its lines tell it."""

    position: PositionLine
    boards: list[BoardLine]
    """By colour."""


def read_midgame(options: Options, lines: Sequence[tuple[int, Line]]) -> Midgame:
    """The position that lines, each with its index, tell of; raises InvalidRecord where there is none such."""
    position: PositionLine | None = None
    boards: dict[int, BoardLine] = {}
    taken: set[int] = set()
    for index, line in lines:
        try:
            if isinstance(line, PositionLine):
                if position is not None:
                    raise InvalidRecord("there is a second line 'position'")
                position = line
                _check_areas(options, line.empty, taken, is_empty=True)
            elif isinstance(line, BoardLine):
                if line.who.colour in boards:
                    raise InvalidRecord(f"there is a second line 'board' of {COLOURS[line.who.colour]}")
                _check_areas(options, line.held, taken, is_empty=False)
                _check_figures(options, line, boards)
                boards[line.who.colour] = line
        except InvalidRecord as error:
            raise InvalidRecord(error.reason, index) from None
    for colour in range(options.colours):
        if colour not in boards:
            raise InvalidRecord(f"a line is missing: board {COLOURS[colour]}")
    assert position is not None
    return Midgame(position, [boards[colour] for colour in range(options.colours)])


def _check_areas(options: Options, areas: Sequence[Held], taken: set[int], is_empty: bool) -> None:
    tables = find_data(options.data).tables[0]
    in_play = int(tables.land_in_play[options.players]) | int(tables.sea_in_play[options.players]) << NUM_PROVINCES
    for held in areas:
        name, most = AREA_IDS[held.area], STACK_ON_LAND if held.area < NUM_PROVINCES else STACK_AT_SEA
        if not in_play >> held.area & 1:
            raise InvalidRecord(f"{name} is out of play with {options.players} players")
        if held.area in taken:
            raise InvalidRecord(f"{name} stands there twice")
        taken.add(held.area)
        if is_empty and (held.counters or CURRENT in held.has or not held.has):
            raise InvalidRecord(f"{name}: where nobody is there are no counters, but a castle, a capital or a city")
        if not is_empty and not 1 <= held.counters <= most:
            raise InvalidRecord(f"in {name} there are 1 to {most} counters, not {held.counters}")


def _check_figures(options: Options, line: BoardLine, others: Mapping[int, BoardLine]) -> None:
    tables = find_data(options.data).tables[0]
    name = COLOURS[line.who.colour]
    for figure in FIGURES:
        if getattr(line, figure) == UNTOLD:
            raise InvalidRecord(
                f"it is not told how much {name} has: {figure}, with one number from {FIGURES[figure][0]}"
            )
    for card in line.played:
        group = next(group for group in range(NUM_GROUPS) if int(tables.group[group]) >> card & 1)
        if not int(tables.events_in_play[options.players]) >> card & 1:
            raise InvalidRecord(f"e{card + 1} is out of play with {options.players} players")
        if sum(int(tables.group[group]) >> other & 1 for other in line.played) > 1:
            raise InvalidRecord(f"{name} has one event card of each colour, and e{card + 1} is the second of its own")
        if any(card in other.played for other in others.values()):
            raise InvalidRecord(f"e{card + 1} was played by somebody else")
    for other in others.values():
        if other.last == line.last:
            raise InvalidRecord(f"{name} and {COLOURS[other.who.colour]} cannot both have had the order {line.last}")


def build_state(options: Options, found: Midgame, hands: Sequence[Sequence[int]]) -> State:
    """The state of a position; `hands` are the event cards that each colour was dealt."""
    states = new_states(1)
    batch.start_without_events(states, options.bits, options.players, options.colours)
    state = states[0]
    state.epoch = found.position.epoch - 1
    for name, province in found.position.markers:
        state[name] = province
    for held in found.position.empty:
        _put(state, held)
    for colour, board in enumerate(found.boards):
        for held in board.held:
            _put(state, held)
            state.owner[held.area], state.count[held.area] = colour, held.counters
        state.raised[colour] = sum(held.counters for held in board.held)
        state.points[colour], state.strength[colour] = board.points, board.strength
        state.played_at[colour] = board.last
        state.played[colour] = sum(1 << card for card in board.played)
        state.hand[colour] = sum(1 << card for card in hands[colour] if card not in board.played)
    begin_epoch(state)
    return state


def _put(state: State, held: Held) -> None:
    for name in held.has:
        if name == CURRENT and held.area >= NUM_PROVINCES:
            state.current_sea |= 1 << (held.area - NUM_PROVINCES)
        else:
            field = {"castle": "castles", "capital": "capitals", "city": "cities", CURRENT: "current_land"}[name]
            state[field] = int(state[field]) | 1 << held.area
