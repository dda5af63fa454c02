"""A game of Samurai as lines of a record, and back.

======================================================  =====================================================
``position 9 blue`` and three more kinds of lines       a game that begins in the middle, see ``midgame.py``
``deal red b4 s3 h2 n1 c4``                             a hand dealt at random
``setup b@o10 c@o10 …``                                 the pieces scattered at random (Edo always has one of each)
``hand red b4 s3 h2 n1 c4``                             a hand chosen
``put red r@l16``                                       a piece placed
``turn 1 red n1@k17 b4@l15 ; take l16.b=red ; draw s1 r2``  a turn, what was captured by whom, what was drawn
``end caste:rice ; red 3b 4r 2c ; … ; aside 1b 0r 0c``  why it ended, and who has what
``rest red b3 c2``                                      what is left in a stack, the top first
======================================================  =====================================================

``?`` stands for a tile that the reader of this copy may not know.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from tenka.compiled import generator_state
from tenka.game import HIDDEN, Action, GameError, Hidden, InvalidAction, InvalidRecord, Line, Seat
from tenka.samurai.actions import END_TURN, KEEP, PASS, PUT
from tenka.samurai.board import CAPACITIES, EDO, NUM_SETTLEMENTS, SETTLEMENTS, SETTLEMENTS_BY_PLAYERS
from tenka.samurai.lines import Capture, EndLine, SamuraiPly, SetupLine, TileLine, Tiles
from tenka.samurai.midgame import (
    LINES,
    Midgame,
    build_state,
    format_counts,
    format_midgame,
    hand_size,
    parse_counts,
    parse_midgame,
    read_midgame,
)
from tenka.samurai.notation import (
    format_actions,
    format_piece,
    parse_actions,
    parse_piece,
    tile_of_action,
    tokens_of,
)
from tenka.samurai.options import Options
from tenka.samurai.pieces import (
    CASTES,
    COLOURS,
    HAND_SIZE,
    KIND_BY_CODE,
    KINDS,
    NUM_CASTES,
    NUM_TILES,
    PIECES_BY_PLAYERS,
    hand_bits,
)
from tenka.samurai.setup import arrange_pieces, arrange_tiles, deal
from tenka.samurai.state import State, new_states

HIDDEN_WORD = str(HIDDEN)
ASIDE = "aside"
_BEFORE_PLAY = ("deal", "setup", *LINES)
_DECISIONS = ("hand", "put", "turn")
_AFTER_PLAY = ("end", "rest")
NOBODY: Seat = -1


class Words(NamedTuple):
    """A line taken apart."""

    keyword: str
    seat: Seat
    """NOBODY where a line is about all."""
    number: int
    """Of a turn."""
    tokens: list[str]
    """What follows the keyword, the number of a turn, and the seat."""
    facts: dict[str, list[str]]
    """The parts behind semicolons, by their first word."""


def split_line(line: str) -> Words:
    """Takes a line apart; raises InvalidRecord where it is none of ours."""
    head, *parts = (part.split() for part in line.lower().split(";"))
    keyword = head[0] if head else ""
    if keyword not in _BEFORE_PLAY + _DECISIONS + _AFTER_PLAY:
        known = ", ".join(_BEFORE_PLAY + _DECISIONS + _AFTER_PLAY)
        raise InvalidRecord(f"lines begin with {known}, not with {keyword[:20]!r}")
    rest, number, seat = head[1:], 0, NOBODY
    if keyword in ("turn", "position"):
        if not rest or not rest[0].isdecimal():
            raise InvalidRecord(f"a {keyword} has a number, as in '{keyword} 1 red'")
        number = int(rest[0][:9])
        rest = rest[1:]
    if keyword not in ("setup", "pieces", "end"):
        if not rest or rest[0] not in COLOURS:
            raise InvalidRecord(f"after {keyword!r} comes who: {', '.join(COLOURS)}")
        seat = COLOURS.index(rest[0])
        rest = rest[1:]
    facts = {part[0]: part[1:] for part in parts if part}
    return Words(keyword, seat, number, rest, facts)


# --- writing -------------------------------------------------------------------------------------------


def format_line(line: Line) -> str:
    """The text of a line."""
    if isinstance(line, SamuraiPly):
        return _format_ply(line)
    if isinstance(line, TileLine):
        return f"{line.kind} {COLOURS[line.seat]} {_codes(line.tiles)}"
    if isinstance(line, SetupLine):
        return f"setup {format_actions([PUT + piece for piece in line.pieces])}"
    if isinstance(line, EndLine):
        counts = [f"{colour} {format_counts(own)}" for colour, own in zip(COLOURS, line.captured, strict=False)]
        return " ; ".join([f"end {line.reason}", *counts, f"aside {format_counts(line.aside)}"])
    text = format_midgame(line)
    if text is not None:
        return text
    raise TypeError(f"{line} is no line of this game")


def _format_ply(ply: SamuraiPly) -> str:
    moves = " ".join(tokens_of([action for action in ply.actions if action != END_TURN]))
    number = f" {ply.turn}" if ply.kind == "turn" else ""
    parts = [f"{ply.kind}{number} {COLOURS[ply.seat]} {moves}"]
    if ply.takes:
        takers = (f"{format_piece(piece)}={ASIDE if taker is None else COLOURS[taker]}" for piece, taker in ply.takes)
        parts.append(f"take {' '.join(takers)}")
    if ply.draws:
        parts.append(f"draw {_codes(ply.draws)}")
    return " ; ".join(parts)


def _codes(kinds: Tiles) -> str:
    return " ".join(str(kind) if isinstance(kind, Hidden) else KINDS[kind].code for kind in kinds)


# --- reading -------------------------------------------------------------------------------------------


def parse_line(text: str) -> Line:
    """What a text tells; raises GameError. Consequences may be left out."""
    words = split_line(text)
    try:
        if words.keyword in _DECISIONS:
            return _parse_ply(words)
        if words.keyword == "setup":
            pieces = (action - PUT for action in parse_actions(" ".join(words.tokens)))
            return SetupLine("setup", tuple(pieces))
        if words.keyword == "end":
            captured = (parse_counts(words.facts[colour]) for colour in COLOURS if colour in words.facts)
            return EndLine("end", " ".join(words.tokens), tuple(captured), parse_counts(words.facts.get(ASIDE, [])))
        begun = parse_midgame(*words)
        if begun is not None:
            return begun
        return TileLine(words.keyword, words.seat, _parse_tiles(words.tokens))
    except (KeyError, ValueError) as error:
        if isinstance(error, GameError):
            raise
        raise InvalidRecord(f"this cannot be read: {text[:60]!r}") from None


def _parse_ply(words: Words) -> SamuraiPly:
    takes = []
    for fact in words.facts.get("take", []):
        piece, _, whose = fact.partition("=")
        takes.append(Capture(parse_piece(piece), None if whose == ASIDE else COLOURS.index(whose)))
    draws = _parse_tiles(words.facts.get("draw", []))
    return SamuraiPly(words.keyword, words.seat, _parse_decisions(words), words.number, tuple(takes), draws)


def _parse_decisions(words: Words) -> tuple[Action | Hidden, ...]:
    if words.keyword == "hand" and HIDDEN_WORD in words.tokens:
        return tuple(kind if isinstance(kind, Hidden) else KEEP + kind for kind in _parse_tiles(words.tokens))
    actions = parse_actions(" ".join(words.tokens))
    wrong = InvalidAction(f"{' '.join(words.tokens)[:60]!r} is not what a line {words.keyword!r} tells")
    if words.keyword == "hand":
        if len(actions) != HAND_SIZE or not all(KEEP <= action < PUT for action in actions):
            raise InvalidAction(f"a hand is {HAND_SIZE} tiles, as in 'hand red b4 s3 h2 n1 c4'")
    elif words.keyword == "put":
        if len(actions) != 1:
            raise wrong
    elif not actions:
        raise InvalidAction("a turn is one or more moves, or pass")
    elif actions != [PASS]:
        if END_TURN in actions or PASS in actions:
            raise wrong
        actions.append(END_TURN)
    return tuple(actions)


def _parse_tiles(codes: Sequence[str]) -> Tiles:
    return tuple(HIDDEN if code == HIDDEN_WORD else KIND_BY_CODE[code] for code in codes)


class _Tiles:
    """One seat's 20 tiles as a record tells of them: first the hand, then the stack, None where it does not say.

    Of a game that begins in the middle, those that had not been played before.
    """

    def __init__(self, played: Sequence[int] = ()) -> None:
        self.played = played
        self.total = NUM_TILES - len(played)
        self.known: list[int | None] = []
        self.where: list[tuple[int, str, int]] = []  # line, fact, place in it
        self.in_hand: list[int] = []  # indices of tiles not played yet

    def add(self, index: int, fact: str, codes: Sequence[str]) -> None:
        for place, code in enumerate(codes):
            if code != HIDDEN_WORD and code not in KIND_BY_CODE:
                raise InvalidRecord(f"there is no tile {code[:20]!r}", index)
            self.known.append(KIND_BY_CODE.get(code))
            self.where.append((index, fact, place))
            if fact != "rest":
                self.in_hand.append(len(self.known) - 1)

    def play(self, kind: int) -> None:
        """A tile played was in the hand: if none is known there, it was the first one not known."""
        for wanted in (kind, None):
            for tile in self.in_hand:
                if self.known[tile] == wanted:
                    self.known[tile] = kind
                    self.in_hand.remove(tile)
                    return

    def num_to_draw(self) -> int:
        """How many tiles are drawn after a turn, where the record does not say."""
        return max(0, min(HAND_SIZE - len(self.in_hand), self.total - len(self.known)))

    def complete(self, colour: str, rng: random.Random) -> list[int]:
        """All 20, with the tiles that are left, at random, in place of those still not known."""
        left = Counter({kind: tile.copies for kind, tile in enumerate(KINDS)})
        left.subtract(self.played)
        for tile, known in enumerate(self.known):
            if known is not None:
                left[known] -= 1
                if left[known] < 0:
                    raise InvalidRecord(
                        f"{colour} has only {KINDS[known].copies} of {KINDS[known].code}, and this is one more",
                        self.where[tile][0],
                    )
        elements = list(left.elements())
        rng.shuffle(elements)
        spare = iter(elements)
        if len(self.known) > self.total:
            raise InvalidRecord(f"{colour} has only {NUM_TILES} tiles, and this is one more", self.where[self.total][0])
        self.known = [next(spare) if known is None else known for known in self.known]
        return [kind for kind in self.known if kind is not None] + list(spare)


def restore_start(options: Options, lines: Sequence[str]) -> tuple[State, list[str]]:
    """The start of the game that lines tell of, and the lines with a possible tile for each ``?``."""
    split = []
    for index, line in enumerate(lines):
        try:
            split.append(split_line(line))
        except InvalidRecord as error:
            raise InvalidRecord(error.reason, index) from None
    midgame = _read_midgame(options, split)
    tiles = [_Tiles(midgame.played(seat) if midgame else ()) for seat in range(options.players)]
    filled = list(lines)
    hand_word = "holds" if midgame else "hand" if options.hands == "chosen" else "deal"
    for index, words in enumerate(split):
        if words.seat == NOBODY:
            continue
        if words.seat >= options.players:
            raise InvalidRecord(f"{COLOURS[words.seat]} does not play: there are {options.players} players", index)
        own = tiles[words.seat]
        if words.keyword in ("hand", "deal", "holds"):
            size = hand_size(own.played)
            if words.keyword != hand_word or own.known or len(words.tokens) != size:
                raise InvalidRecord(f"{COLOURS[words.seat]} has one line {hand_word!r} with {size} tiles", index)
            own.add(index, words.keyword, words.tokens)
        elif words.keyword == "turn":
            for kind in _tiles_played(words.tokens):
                own.play(kind)
            own.add(index, "draw", words.facts.get("draw", [HIDDEN_WORD] * own.num_to_draw()))
        elif words.keyword == "rest":
            own.add(index, "rest", words.tokens)
    rng = random.Random("\n".join(lines))  # the same record always leads to the same game
    if midgame:
        return _begin_midgame(options, midgame, tiles, filled, rng), filled
    state = new_states(1)[0]
    first = 0 if options.first is None else options.first
    deal(state, options.players, first, options.bits, generator_state(1))
    for seat, own in enumerate(tiles):
        all_tiles = own.complete(COLOURS[seat], rng)
        try:
            arrange_tiles(state, seat, hand_bits(all_tiles[:HAND_SIZE]), all_tiles[HAND_SIZE:])
        except ValueError as error:
            raise InvalidRecord(str(error), own.where[0][0] if own.where else None) from None
        _fill_in(filled, own)
    if options.pieces == "random":
        arrange_pieces(state, _read_setup(options, split))
    return state, filled


def _read_midgame(options: Options, split: Sequence[Words]) -> Midgame | None:
    """Where a game begins in the middle, what is told of that; None: it begins at the beginning."""
    if not split or split[0].keyword != "position":
        return None
    lines = []
    for index, words in enumerate(split):
        if words.keyword in LINES and words.keyword != "holds":
            try:
                lines.append((index, parse_midgame(*words)))
            except GameError as error:
                raise InvalidRecord(str(error), index) from None
    return read_midgame(options, [(index, line) for index, line in lines if line is not None])


def _begin_midgame(
    options: Options, midgame: Midgame, tiles: Sequence[_Tiles], filled: list[str], rng: random.Random
) -> State:
    for seat, own in enumerate(tiles):
        if not own.known and own.total:
            raise InvalidRecord(f"a line is missing: holds {COLOURS[seat]}")
    left = [own.complete(COLOURS[seat], rng) for seat, own in enumerate(tiles)]
    for own in tiles:
        _fill_in(filled, own)
    return build_state(options, midgame, left)


def _tiles_played(tokens: Sequence[str]) -> list[int]:
    """The kinds of tile that a turn plays, as far as it can be read; replaying it will say what is wrong."""
    try:
        played = [tile_of_action(action) for action in parse_actions(" ".join(tokens))]
    except GameError:
        return []
    return [kind for kind in played if kind is not None]


def _fill_in(lines: list[str], tiles: _Tiles) -> None:
    by_line: dict[tuple[int, str], list[str]] = {}
    for kind, (index, fact, _place) in zip(tiles.known, tiles.where, strict=True):
        if kind is not None:
            by_line.setdefault((index, fact), []).append(KINDS[kind].code)
    for (index, fact), codes in by_line.items():
        if HIDDEN_WORD not in lines[index]:
            continue
        parts = lines[index].split(";")
        for number, part in enumerate(parts):
            words = part.split()
            if words and words[0].lower() == fact:
                kept = words[:2] if number == 0 else words[:1]
                parts[number] = " ".join([*kept, *codes])
        lines[index] = " ; ".join(part.strip() for part in parts)


def _read_setup(options: Options, split: Sequence[Words]) -> list[int]:
    """The pieces scattered at random, by caste, as bits."""
    found = [index for index, words in enumerate(split) if words.keyword == "setup"]
    if len(found) != 1:
        raise InvalidRecord("with pieces=random there is one line 'setup' with all pieces", found[1] if found else None)
    pieces = [1 << EDO] * NUM_CASTES
    try:
        for action in parse_actions(" ".join(split[found[0]].tokens)):
            caste, settlement = divmod(action - PUT, NUM_SETTLEMENTS)
            if not 0 <= caste < NUM_CASTES or pieces[caste] >> settlement & 1:
                raise InvalidRecord("a line 'setup' names each piece once, as in 'b@o10'")
            pieces[caste] |= 1 << settlement
    except GameError as error:
        raise InvalidRecord(str(error), found[0]) from None
    for settlement, space in enumerate(SETTLEMENTS):
        here = sum(bits >> settlement & 1 for bits in pieces)
        wanted = int(CAPACITIES[settlement]) if settlement < SETTLEMENTS_BY_PLAYERS[options.players] else 0
        if here != wanted:
            raise InvalidRecord(f"{space.name} holds {wanted} pieces, not {here}", found[0])
    for caste, bits in enumerate(pieces):
        if bits.bit_count() != PIECES_BY_PLAYERS[options.players]:
            raise InvalidRecord(
                f"there are {PIECES_BY_PLAYERS[options.players]} {CASTES[caste]} pieces, not {bits.bit_count()}",
                found[0],
            )
    return pieces
