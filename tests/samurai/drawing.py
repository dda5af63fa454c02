"""Positions as drawings: a state from a drawing of a part of the board, and the drawing of a state.

A column of the drawing, four letters wide, is a column of hexes; a line down is half a hex, as in ``board.txt``.

=========  ==================================================================================================
``.``      an empty land space
``~``      an empty sea space
``(br)``   a settlement with a Buddha and a rice piece; ``()`` is empty
``Rb4``    red's tile b4; the players are Red, Blue, Gold and greeN
``f18:~``  any of these, with the name of the space in front: at least one cell says where the drawing lies
=========  ==================================================================================================

>>> before = position('''
...     ~       .
...         g17:(r)
...     .       .
... ~       Bb2
...     (b)     ~
... ''', hands="b3")
>>> after = turn(before, "b3@f17")
>>> gains(before, after)
{'red': 'b'}
>>> print(redraw(after, '''
...         g17:.
...     .
... .       .
...     .'''))
        g17:(r)
    Rb3
~       Bb2
    ()
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from textwrap import dedent
from typing import NamedTuple

import numpy as np

from tenka.game import IllegalAction
from tenka.hexgrid import Hex
from tenka.samurai.board import (
    CAPACITY,
    FIELD_BY_NAME,
    LAND_BY_PLAYERS,
    LAND_SPACES,
    SEA_BY_PLAYERS,
    SEA_SPACES,
    SEA_WORD,
    SETTLEMENT_BY_NAME,
    SPACE_BY_NAME,
    SPACES,
    Space,
)
from tenka.samurai.game import Samurai
from tenka.samurai.pieces import (
    CASTE_LETTERS,
    COLOURS,
    HAND_SIZE,
    KIND_BY_CODE,
    KINDS,
    PIECES_BY_PLAYERS,
    STACK_SIZE,
    hand_bits,
    hand_tiles,
)
from tenka.samurai.rules import influence_around, influence_of
from tenka.samurai.state import NO_TILE, NOTHING, PLAYING, State, kind_of, new_states, owner, tile_code

RULES = Samurai()
CELL_WIDTH = 4
LETTERS = {"R": "red", "B": "blue", "G": "gold", "N": "green"}
LETTER_BY_COLOUR = {colour: letter for letter, colour in LETTERS.items()}
LETTER_BY_CASTE = dict(enumerate(CASTE_LETTERS))


class Cell(NamedTuple):
    """One cell of a drawing, and where it stands in the text."""

    row: int
    start: int
    label: str
    content: str
    space: Space


# --- a state from a drawing -------------------------------------------------------------------------------


def position(
    drawing: str,
    *,
    players: int = 2,
    turn: str = "red",
    hands: str | Mapping[str, str] = "",
    stacks: Mapping[str, str] | None = None,
    taken: Mapping[str, str] | None = None,
    aside: str = "",
    elsewhere: Mapping[str, str] | None = None,
    switched: str = "",
    lost: bool = False,
    **options: str,
) -> State:
    """The state that a drawing shows, at the start of a player's turn.

    - `hands`: the tiles in hand, by colour; a text alone is that of the player whose turn it is. Hands are filled up
      to five with the first other tiles in the order of kinds, and the rest lies in the stack in that order.
    - `stacks`: the tiles of a stack, the top first. Then that player's hand is just as written, and the tiles that are
      nowhere are an error, unless `lost`: positions that no game can reach need it.
    - `elsewhere`: the pieces on settlements that are not drawn, such as ``{"o14": "brc"}``; not given: all are full.
    - `taken`: captured pieces, by colour. Not given: the last player has all that are not on the board or beside it.
    - `switched`: the colours whose switch tile has left the game.
    """
    chosen = RULES.options({"players": players, **options})
    state = new_states(1)[0]
    state.players = players
    state.rules = chosen.bits
    state.first = state.seat = COLOURS.index(turn)
    state.phase = PLAYING
    state.pending = NOTHING
    state.stack[:] = NO_TILE
    state.switched = sum(1 << COLOURS.index(colour) for colour in switched.split())

    standing = _lay_out(state, read_drawing(drawing))
    _set_pieces(state, standing, taken, aside, elsewhere)
    by_colour = {turn: hands} if isinstance(hands, str) else hands
    for colour in COLOURS[:players]:
        _deal_tiles(state, colour, by_colour.get(colour, ""), (stacks or {}).get(colour), lost)
    _check_consistency(state, lost)
    return state


def read_drawing(drawing: str) -> list[Cell]:
    """The cells of a drawing with the spaces they show, in the order of reading."""
    found = []
    for row, text in enumerate(dedent(drawing).splitlines()):
        for match in re.finditer(r"\S+", text):
            label, colon, content = match[0].rpartition(":")
            found.append((row, match.start(), label + colon, content))
    anchors = [cell for cell in found if cell[2]]
    if not anchors:
        raise ValueError("no cell of the drawing names its space, as in 'f18:(b)'")
    row, start, label, _ = anchors[0]
    origin = SPACE_BY_NAME[label[:-1]].hex
    by_hex = {space.hex: space for space in SPACES}
    cells = []
    for cell in found:
        columns, rest = divmod(cell[1] - start, CELL_WIDTH)
        there = Hex(origin.column + columns, origin.line + cell[0] - row)
        if rest or there not in by_hex:
            raise ValueError(f"{cell[3]!r} in line {cell[0]} of the drawing stands beside every space")
        space = by_hex[there]
        if cell[2] not in ("", f"{space.name}:"):
            raise ValueError(f"{cell[2]} stands where {space.name} is")
        cells.append(Cell(*cell, space))
    return cells


def _lay_out(state: State, cells: list[Cell]) -> dict[str, str]:
    """Puts the tiles on the board; returns the pieces of the settlements drawn, by space."""
    state.land_empty = (1 << LAND_BY_PLAYERS[state.players]) - 1
    num_sea = SEA_BY_PLAYERS[state.players]
    state.sea_empty[:] = [(1 << min(num_sea, SEA_WORD)) - 1, (1 << max(num_sea - SEA_WORD, 0)) - 1]
    standing = {}
    for cell in cells:
        space, content = cell.space, cell.content
        if space.players > state.players:
            raise ValueError(f"{space.name} is not on the board of {state.players} players")
        if content.startswith("("):
            fits = space.kind in CAPACITY and len(content) - 2 in (0, CAPACITY[space.kind])
            standing[space.name] = content.strip("()")
        elif content in (".", "~"):
            fits = content == space.kind
        else:
            fits = space.kind == ("~" if content[1] == "h" else ".")
            kind = KIND_BY_CODE[content[1:]]
            _lay_tile(state, space.name, tile_code(COLOURS.index(LETTERS[content[0]]), kind))
        if not fits:
            raise ValueError(f"{content} cannot be on {space.name}, which is {space.kind!r}")
    return standing


def _lay_tile(state: State, name: str, code: int) -> None:
    field = FIELD_BY_NAME[name]
    state.tile[field] = code
    if field < len(LAND_SPACES):
        state.land_empty &= ~(1 << field)
    else:
        sea = field - len(LAND_SPACES)
        state.sea_empty[sea // SEA_WORD] &= ~(1 << sea % SEA_WORD)


def _set_pieces(
    state: State,
    standing: dict[str, str],
    taken: Mapping[str, str] | None,
    aside: str,
    elsewhere: Mapping[str, str] | None,
) -> None:
    given = Counter("".join([*standing.values(), *(elsewhere or {}).values(), *(taken or {}).values(), aside]))
    left = Counter({letter: PIECES_BY_PLAYERS[state.players] - given[letter] for letter in CASTE_LETTERS})
    if min(left.values()) < 0:
        raise ValueError(f"too many pieces: {given} for {state.players} players")
    standing |= dict(_fill(state, standing, left)) if elsewhere is None else elsewhere
    for name, letters in standing.items():
        for letter in letters:
            state.pieces[CASTE_LETTERS.index(letter)] |= 1 << SETTLEMENT_BY_NAME[name]
    if taken is None:
        taken = {COLOURS[state.players - 1]: "".join(left.elements())}
    elif left.total():
        raise ValueError(f"the pieces {left} are nowhere")
    for colour, letters in taken.items():
        state.captured[COLOURS.index(colour)] = [letters.count(letter) for letter in CASTE_LETTERS]
    state.aside[:] = [aside.count(letter) for letter in CASTE_LETTERS]


def _fill(state: State, standing: Mapping[str, str], left: Counter[str]) -> Iterator[tuple[str, str]]:
    """Pieces for the settlements that are not drawn, as far as there are any; takes them out of `left`."""
    undrawn = [s for s in SPACES if s.kind in CAPACITY and s.players <= state.players and s.name not in standing]
    for space in sorted(undrawn, key=lambda space: -CAPACITY[space.kind]):
        letters = sorted((letter for letter in CASTE_LETTERS if left[letter]), key=lambda letter: -left[letter])
        here = letters[: CAPACITY[space.kind]]
        if len(here) == CAPACITY[space.kind]:
            left.subtract(here)
            yield space.name, "".join(here)


def _deal_tiles(state: State, colour: str, hand_text: str, stack_text: str | None, lost: bool) -> None:
    seat = COLOURS.index(colour)
    unseen = Counter({number: kind.copies for number, kind in enumerate(KINDS)})
    unseen.subtract(kind_of(code) for code in state.tile if code and owner(code) == seat)
    if state.switched >> seat & 1:
        unseen[KIND_BY_CODE["x"]] -= 1
    hand = [KIND_BY_CODE[code] for code in hand_text.split()]
    stack = [KIND_BY_CODE[code] for code in (stack_text or "").split()]
    unseen.subtract(hand + stack)
    if min(unseen.values()) < 0:
        raise ValueError(f"{colour} has more than 20 tiles: {unseen}")
    rest = sorted(unseen.elements())
    if stack_text is None:
        missing = max(0, HAND_SIZE - len(hand))
        hand, stack = hand + rest[:missing], rest[missing:]
    elif rest and not lost:
        raise ValueError(f"tiles of {colour} are nowhere: {[KINDS[kind].code for kind in rest]}")
    state.hand[seat] = hand_bits(hand)
    state.num_hand[seat] = len(hand)
    state.num_stack[seat] = len(stack)
    if stack:
        state.stack[seat, STACK_SIZE - len(stack) :] = stack


def _check_consistency(state: State, lost: bool) -> None:
    """Whether a game could look like this: everything is somewhere, and nothing should have been captured before."""
    conserved = RULES.quantities(RULES.start(RULES.options({"players": int(state.players)}), random.Random(1)))
    if RULES.quantities(state) != conserved and not lost:
        raise ValueError(f"not everything is somewhere: {RULES.quantities(state)} instead of {conserved}")
    by_hex = {space.hex: space for space in SPACES}
    for space in SPACES:
        if space.kind in CAPACITY and pieces_on(state, space.name):
            column, line = space.hex
            around = [(0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)]
            land = [by_hex[Hex(column + x, line + y)] for x, y in around]
            if all(state.tile[FIELD_BY_NAME[other.name]] for other in land if other.kind == "."):
                raise ValueError(f"{space.name} is surrounded: draw it as ()")


# --- a drawing of a state ---------------------------------------------------------------------------------


def redraw(state: State, drawing: str) -> str:
    """The spaces of a drawing as they are in a state."""
    rows: dict[int, str] = {}
    for cell in read_drawing(drawing):
        rows[cell.row] = rows.get(cell.row, "").ljust(cell.start) + cell.label + _draw_cell(state, cell.space)
    return "\n".join(rows.get(row, "") for row in range(min(rows), max(rows) + 1))


def _draw_cell(state: State, space: Space) -> str:
    if space.kind in CAPACITY:
        return f"({pieces_on(state, space.name)})"
    code = state.tile[FIELD_BY_NAME[space.name]]
    return LETTER_BY_COLOUR[COLOURS[owner(code)]] + KINDS[kind_of(code)].code if code else space.kind


def expect(state: State, drawing: str) -> None:
    """Fails where the state does not look like the drawing."""
    lines = [line.rstrip() for line in dedent(drawing).splitlines()]
    wanted = "\n".join(lines).strip("\n")
    found = redraw(state, drawing)
    if found != wanted:
        raise AssertionError(f"the board should look like\n{wanted}\nbut looks like\n{found}")


def pieces_on(state: State, name: str) -> str:
    """The pieces on a settlement, such as ``br``."""
    number = SETTLEMENT_BY_NAME[name]
    return "".join(letter for caste, letter in LETTER_BY_CASTE.items() if state.pieces[caste] >> number & 1)


def _letters(counts: np.ndarray) -> str:
    return "".join(letter * int(count) for letter, count in zip(CASTE_LETTERS, counts, strict=True))


def captured(state: State, colour: str) -> str:
    """The pieces that a player has captured, such as ``bbr``."""
    return _letters(state.captured[COLOURS.index(colour)])


def aside(state: State) -> str:
    """The pieces beside the board."""
    return _letters(state.aside)


def gains(before: State, after: State) -> dict[str, str]:
    """Who got which pieces between two states, the side of the board included."""
    gained = {colour: after.captured[seat] - before.captured[seat] for seat, colour in enumerate(COLOURS)}
    gained["aside"] = after.aside - before.aside
    return {who: _letters(counts) for who, counts in gained.items() if counts.any()}


def influence(state: State, colour: str, settlement: str) -> str:
    """A player's influence on Buddhas, rice and castles at a settlement, such as ``3 0 1``."""
    packed = influence_around(state, SETTLEMENT_BY_NAME[settlement])
    return " ".join(str(influence_of(packed, COLOURS.index(colour), caste)) for caste in LETTER_BY_CASTE)


def hand(state: State, colour: str) -> str:
    """The tiles in a hand, in the order of kinds."""
    return " ".join(KINDS[kind].code for kind in hand_tiles(int(state.hand[COLOURS.index(colour)])))


def stack(state: State, colour: str) -> str:
    """The tiles in a stack, the top first."""
    seat = COLOURS.index(colour)
    return " ".join(KINDS[kind].code for kind in state.stack[seat, STACK_SIZE - int(state.num_stack[seat]) :])


# --- playing ----------------------------------------------------------------------------------------------


def play(state: State, text: str) -> State:
    """The state after moves; `IllegalAction` where one is not allowed."""
    for action in RULES.parse(text):
        state = RULES.apply(state, action)
    return state


def turn(state: State, text: str) -> State:
    """The state after a whole turn."""
    return play(state, f"{text} done")


def whose_turn(state: State) -> str | None:
    """The colour that decides; None: the game is over."""
    seat = RULES.turn(state)
    return None if seat is None else COLOURS[seat]


def moves(state: State) -> set[str]:
    """Every legal move as a text, switches and moves as wholes."""
    texts = set()
    for action in RULES.legal(state):
        text = RULES.format([action])
        if text.startswith(("m:", "x:")) and text != "x:same":
            seconds = RULES.legal(RULES.apply(state, action))
            if not seconds:
                raise AssertionError(f"{text} can be begun, but not completed")
            texts |= {text + RULES.format([second]) for second in seconds}
        else:
            texts.add(text)
    return texts


def tiles_to_play(state: State) -> set[str]:
    """The codes of the tiles that could be played now."""
    return {re.split("[@:]", move)[0] for move in moves(state)} - {"done", "pass"}


def refusal(state: State, text: str) -> str:
    """The sentence with which one of these moves is refused."""
    try:
        play(state, text)
    except IllegalAction as error:
        return str(error)
    raise AssertionError(f"{text} is allowed")


def land_names(players: int) -> set[str]:
    """The land spaces of a board."""
    return {space.name for space in LAND_SPACES if space.players <= players}


def sea_names(players: int) -> set[str]:
    """The sea spaces of a board."""
    return {space.name for space in SEA_SPACES if space.players <= players}
