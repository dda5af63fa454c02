"""The numbers of actions: one fixed space of small ints for every board and option.

A switch and a move are two decisions each. So that every exchange is one sequence, not two, its first
piece is the one of the lower caste; so that every hand is one sequence, its tiles are kept in the order of
`pieces.KINDS`.
"""

from __future__ import annotations

from tenka.samurai.board import NUM_LAND, NUM_SEA, NUM_SETTLEMENTS
from tenka.samurai.pieces import NUM_CASTES, NUM_KINDS, NUM_LAND_KINDS, NUM_SHIP_KINDS

NUM_PIECE_PLACES = NUM_CASTES * NUM_SETTLEMENTS
"""A piece on the board is caste * NUM_SETTLEMENTS + settlement."""

END_TURN = 0
PASS = 1
SWITCH_NOTHING = 2
"""Exchange two pieces of one caste: nothing changes but that the tile is gone."""
KEEP = 3
"""+ kind: keep this tile for the first hand."""
PUT = KEEP + NUM_KINDS
"""+ piece: put a piece on a settlement before the game."""
PLACE = PUT + NUM_PIECE_PLACES
"""+ kind * NUM_LAND + land space: play a tile on land."""
SAIL = PLACE + NUM_LAND_KINDS * NUM_LAND
"""+ (kind - NUM_LAND_KINDS) * NUM_SEA + sea space: play a ship."""
SWITCH_FIRST = SAIL + NUM_SHIP_KINDS * NUM_SEA
"""+ piece: play the switch tile, with this as the first piece."""
SWITCH_SECOND = SWITCH_FIRST + NUM_PIECE_PLACES
"""+ piece: exchange the first piece with this one."""
MOVE_FROM = SWITCH_SECOND + NUM_PIECE_PLACES
"""+ land space: play the move tile here and take the own tile up."""
MOVE_TO = MOVE_FROM + NUM_LAND
"""+ land space: put the tile down here."""
NUM_ACTIONS = MOVE_TO + NUM_LAND

MAX_LEGAL = 512
"""More than any position has: a list of legal actions fits into this many places."""
