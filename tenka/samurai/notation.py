"""Actions as texts: the one place where ints and tokens meet. No token needs the position to be understood.

======================  =====================================================================================
``b4``                  keep this tile for the first hand
``r@l16``               put a rice piece on the settlement l16
``b4@k17``              play this tile on this space
``x:l16.b=o10.r``       switch: exchange the Buddha of l16 with the rice of o10 (halves: ``x:l16.b``, ``=o10.r``)
``x:same``              switch: exchange two pieces of one caste, which changes nothing
``m:k17>l15``           move: the own tile of k17 goes to l15 (halves: ``m:k17``, ``>l15``)
``pass``                no tile can be played
``done``                the turn ends; a line of a record leaves it out
======================  =====================================================================================
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache

from tenka.game import Action, Hidden, InvalidAction
from tenka.samurai.actions import (
    END_TURN,
    KEEP,
    MOVE_FROM,
    MOVE_TO,
    NUM_ACTIONS,
    PASS,
    PLACE,
    PUT,
    SAIL,
    SWITCH_FIRST,
    SWITCH_NOTHING,
    SWITCH_SECOND,
)
from tenka.samurai.board import (
    FIELD_BY_NAME,
    LAND_SPACES,
    NUM_LAND,
    NUM_SEA,
    NUM_SETTLEMENTS,
    SEA_SPACES,
    SETTLEMENT_BY_NAME,
    SETTLEMENTS,
    SPACE_BY_NAME,
)
from tenka.samurai.pieces import CASTE_LETTERS, KIND_BY_CODE, KINDS, MOVE, NUM_LAND_KINDS, SWITCH

END_WORD = "done"
PASS_WORD = "pass"
SAME_WORD = "x:same"

_PLAY = re.compile(r"([a-z]\d?)@([a-z]\d+)")
_SWITCH = re.compile(r"x:([a-z]\d+)\.([a-z])(?:=([a-z]\d+)\.([a-z]))?")
_SWITCH_HALF = re.compile(r"=([a-z]\d+)\.([a-z])")
_MOVE = re.compile(r"m:([a-z]\d+)(?:>([a-z]\d+))?")
_MOVE_HALF = re.compile(r">([a-z]\d+)")


def parse_actions(text: str) -> list[Action]:
    """The actions of tokens with blanks between them.

    The tiles of a hand and the pieces of a switch may come in any order; the actions come in the engine's.
    """
    actions: list[Action] = []
    for token in text.lower().split():
        actions += _parse_token(token)
    keeps = sorted(action for action in actions if KEEP <= action < PUT)
    return [keeps.pop(0) if KEEP <= action < PUT else action for action in actions]


@lru_cache(10_000)
def _parse_token(token: str) -> list[Action]:
    if token == END_WORD:
        return [END_TURN]
    if token == PASS_WORD:
        return [PASS]
    if token == SAME_WORD:
        return [SWITCH_NOTHING]
    if token in KIND_BY_CODE:
        return [KEEP + KIND_BY_CODE[token]]
    if match := _PLAY.fullmatch(token):
        return [_parse_play(*match.groups())]
    if match := _SWITCH.fullmatch(token):
        return _parse_switch(*match.groups())
    if match := _SWITCH_HALF.fullmatch(token):
        return [SWITCH_SECOND + _parse_piece(*match.groups())]
    if match := _MOVE.fullmatch(token):
        origin, target = match.groups()
        return [MOVE_FROM + _parse_land(origin)] + ([MOVE_TO + _parse_land(target)] if target else [])
    if match := _MOVE_HALF.fullmatch(token):
        return [MOVE_TO + _parse_land(match[1])]
    raise InvalidAction(
        f"{token!r} is not a move; moves look like b4@k17, h1@j17, x:l16.b=o10.r, x:same, m:k17>l15 or pass"
    )


def _parse_play(what: str, where: str) -> Action:
    space = _parse_space(where)
    if what in CASTE_LETTERS:
        return PUT + _parse_piece(where, what)
    if what not in KIND_BY_CODE:
        codes = " ".join(kind.code for kind in KINDS)
        raise InvalidAction(f"there is no tile {what!r}; the tiles are {codes}")
    kind = KIND_BY_CODE[what]
    if kind == SWITCH:
        raise InvalidAction("a switch tile is played as x:l16.b=o10.r, with the two pieces to exchange")
    if kind == MOVE:
        raise InvalidAction("a move tile is played as m:k17>l15, from an own tile to an empty land space")
    if space in SETTLEMENT_BY_NAME:
        raise InvalidAction(f"{where} is a settlement; tiles go on the land and sea around it")
    field = FIELD_BY_NAME[where]
    if kind < NUM_LAND_KINDS:
        if field >= NUM_LAND:
            raise InvalidAction(f"{what} goes on land, and {where} is a sea space")
        return PLACE + kind * NUM_LAND + field
    if field < NUM_LAND:
        raise InvalidAction(f"{what} is a ship and goes on sea, and {where} is a land space")
    return SAIL + (kind - NUM_LAND_KINDS) * NUM_SEA + field - NUM_LAND


def _parse_switch(where: str, caste: str, where_2: str | None, caste_2: str | None) -> list[Action]:
    piece = _parse_piece(where, caste)
    if where_2 is None or caste_2 is None:
        return [SWITCH_FIRST + piece]
    piece_2 = _parse_piece(where_2, caste_2)
    if caste == caste_2 or where == where_2:
        raise InvalidAction(f"exchanging {where}.{caste} and {where_2}.{caste_2} changes nothing: write {SAME_WORD}")
    first, second = sorted((piece, piece_2))
    return [SWITCH_FIRST + first, SWITCH_SECOND + second]


def _parse_space(name: str) -> str:
    if name not in SPACE_BY_NAME:
        raise InvalidAction(f"there is no space {name!r} on the board; spaces are named like k17 or o14")
    return name


def _parse_piece(where: str, caste: str) -> int:
    if _parse_space(where) not in SETTLEMENT_BY_NAME:
        raise InvalidAction(f"{where} is not a settlement; pieces stand on villages, cities and Edo")
    if caste not in CASTE_LETTERS:
        raise InvalidAction(f"there is no caste {caste!r}; the castes are b (Buddha), r (rice) and c (castle)")
    return CASTE_LETTERS.index(caste) * NUM_SETTLEMENTS + SETTLEMENT_BY_NAME[where]


def _parse_land(name: str) -> int:
    field = FIELD_BY_NAME.get(_parse_space(name), NUM_LAND)
    if field >= NUM_LAND:
        raise InvalidAction(f"{name} is not a land space, and tiles move from land to land")
    return field


def format_actions(actions: Sequence[Action]) -> str:
    """The tokens of actions with blanks between them.

    >>> format_actions(parse_actions("n1@k17 x:o10.r=l16.b done"))
    'n1@k17 x:l16.b=o10.r done'
    """
    return " ".join(tokens_of(actions))


def tokens_of(actions: Sequence[Action | Hidden]) -> list[str]:
    """The tokens of actions, with the halves of a switch or a move joined, and ``?`` for what is hidden."""
    tokens: list[str] = []
    for action in actions:
        token = str(action) if isinstance(action, Hidden) else _format_action(action)
        is_second = token[0] in _FIRST_HALVES and tokens and _FIRST_HALVES[token[0]].fullmatch(tokens[-1])
        if is_second:
            tokens[-1] += token
        else:
            tokens.append(token)
    return tokens


_FIRST_HALVES = {"=": re.compile(r"x:\w+\.\w"), ">": re.compile(r"m:\w+")}
"""By the first letter of a second half: what stands before it."""


@cache
def _format_action(action: Action) -> str:
    if not 0 <= action < NUM_ACTIONS:
        raise InvalidAction(f"there is no action {action}; actions are 0 to {NUM_ACTIONS - 1}")
    if action >= MOVE_TO:
        return f">{LAND_SPACES[action - MOVE_TO].name}"
    if action >= MOVE_FROM:
        return f"m:{LAND_SPACES[action - MOVE_FROM].name}"
    if action >= SWITCH_SECOND:
        return f"={format_piece(action - SWITCH_SECOND)}"
    if action >= SWITCH_FIRST:
        return f"x:{format_piece(action - SWITCH_FIRST)}"
    if action >= SAIL:
        ship, sea = divmod(action - SAIL, NUM_SEA)
        return f"{KINDS[NUM_LAND_KINDS + ship].code}@{SEA_SPACES[sea].name}"
    if action >= PLACE:
        kind, land = divmod(action - PLACE, NUM_LAND)
        return f"{KINDS[kind].code}@{LAND_SPACES[land].name}"
    if action >= PUT:
        caste, settlement = divmod(action - PUT, NUM_SETTLEMENTS)
        return f"{CASTE_LETTERS[caste]}@{SETTLEMENTS[settlement].name}"
    if action >= KEEP:
        return KINDS[action - KEEP].code
    return (END_WORD, PASS_WORD, SAME_WORD)[action]


def format_piece(piece: int) -> str:
    """A piece on the board, such as ``l16.b``."""
    caste, settlement = divmod(piece, NUM_SETTLEMENTS)
    return f"{SETTLEMENTS[settlement].name}.{CASTE_LETTERS[caste]}"


def parse_piece(text: str) -> int:
    """The piece of a text such as ``l16.b``; raises InvalidAction."""
    return _parse_piece(*text.partition(".")[::2])


def tile_of_action(action: Action) -> int | None:
    """The kind of the tile that an action plays, None for other actions and for second halves."""
    if PLACE <= action < SAIL:
        return (action - PLACE) // NUM_LAND
    if SAIL <= action < SWITCH_FIRST:
        return NUM_LAND_KINDS + (action - SAIL) // NUM_SEA
    if SWITCH_FIRST <= action < SWITCH_SECOND or action == SWITCH_NOTHING:
        return SWITCH
    if MOVE_FROM <= action < MOVE_TO:
        return MOVE
    return None
