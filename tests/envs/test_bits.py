"""Observations proved bit by bit: whatever is public changes them, and whatever a seat may not know does not.

Every field of a state is changed here, in all its elements, or is named as one that tells nothing of its own.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from tenka.games import get_game, load_part
from tenka.history import state as history
from tenka.history.cards import NUM_AREAS, NUM_EPOCHS, NUM_EVENTS, NUM_ORDERS, NUM_PROVINCES
from tenka.history.tables import tables_of
from tenka.samurai import state as samurai
from tenka.samurai.board import (
    LAND_BY_PLAYERS,
    NUM_LAND,
    NUM_SETTLEMENTS,
    SEA_BY_PLAYERS,
    SEA_WORD,
    SETTLEMENTS_BY_PLAYERS,
)
from tenka.samurai.pieces import ALL_TILES, NUM_CASTES, NUM_KINDS, NUM_LAND_KINDS, STACK_SIZE
from tests.encoding import random_positions

Change = tuple[str, dict[tuple[str, Any], int], bool]
"""The field that it is about, what is written where, and whether the seat may know."""

NO_FACTS = {
    "samurai": {
        "players": "it is the shape of the observation",
        "reason": "why a game ended follows from its end, and before it is 0",
    },
    "history": {
        "digest": "the data, which is the same in all games of a vector",
        "players": "it is the shape of the observation",
        "colours": "they follow from the players",
        "first": "always 0: nobody begins",
        "raised": "a count that no rule asks for",
        "lost": "a count that no rule asks for",
        "plies": "a count that no rule asks for",
    },
}


def bits(state: Any, field: str, at: Any, mask: int, is_public: bool = True) -> Iterator[Change]:
    """Each bit of a number, flipped."""
    for bit in range(mask.bit_length()):
        if mask >> bit & 1:
            yield field, {(field, at): int(state[field][at]) ^ 1 << bit}, is_public


def values(state: Any, field: str, at: Any, others: Any, is_public: bool = True) -> Iterator[Change]:
    """Each other value of a number."""
    for value in others:
        if value != int(state[field][at]):
            yield field, {(field, at): int(value)}, is_public


def samurai_changes(state: Any, seat: int) -> Iterator[Change]:
    players = int(state.players)
    num_land, num_sea = int(LAND_BY_PLAYERS[players]), int(SEA_BY_PLAYERS[players])
    num_settlements = int(SETTLEMENTS_BY_PLAYERS[players])
    settlements = (1 << num_settlements) - 1
    for caste in range(NUM_CASTES):
        yield from bits(state, "pieces", caste, settlements)
        for field in ("aside", "supply"):
            yield from values(state, field, caste, range(3))
    yield from bits(state, "touched", (), settlements)
    for place in range(num_land + num_sea):
        yield from _tile_changes(state, place if place < num_land else NUM_LAND + place - num_land)
    for other in range(players):
        yield from bits(state, "hand", other, ALL_TILES, other == seat)
        for place in range(STACK_SIZE):
            yield from values(state, "stack", (other, place), (samurai.NO_TILE, 0, NUM_KINDS - 1), False)
        yield from values(state, "num_hand", other, range(6))
        yield from values(state, "num_stack", other, range(STACK_SIZE + 1))
        for caste in range(NUM_CASTES):
            yield from values(state, "captured", (other, caste), range(4))
    yield from bits(state, "switched", (), (1 << players) - 1)
    yield from bits(state, "rules", (), 0b11111)
    for field in ("first", "seat"):
        yield from values(state, field, (), range(players))
    pieces = (
        caste * NUM_SETTLEMENTS + settlement for caste in range(NUM_CASTES) for settlement in range(num_settlements)
    )
    moves = (samurai.PENDING_MOVE + land for land in range(num_land))
    yield from values(state, "pending", (), (samurai.NOTHING, *pieces, *moves))
    yield from values(state, "phase", (), range(samurai.OVER))
    yield from values(state, "turns", (), (0, 1, int(state.turns) + 1, 255))
    for field, most in (("slow_played", 1), ("tiles_played", 5), ("passes", players)):
        yield from values(state, field, (), range(most + 1))


def _tile_changes(state: Any, field: int) -> Iterator[Change]:
    """Another tile on a space, or one on an empty space, with the bit that says that it is not empty any more."""
    on_land = field < NUM_LAND
    words: tuple[str, Any] = ("land_empty", ()) if on_land else ("sea_empty", (field - NUM_LAND) // SEA_WORD)
    bit = field if on_land else (field - NUM_LAND) % SEA_WORD
    filled = int(state[words[0]][words[1]]) & ~(1 << bit)
    kinds = range(NUM_LAND_KINDS) if on_land else range(NUM_LAND_KINDS, NUM_KINDS)
    for owner in range(int(state.players)):
        for kind in kinds:
            code = samurai.tile_code(owner, kind)
            if code != int(state.tile[field]):
                yield "tile", {("tile", field): code, words: filled}, True
    yield words[0], {("tile", field): 0, words: filled | 1 << bit}, int(state.tile[field]) != 0


def history_changes(state: Any, seat: int) -> Iterator[Change]:
    tables = tables_of(int(state.digest))[0]
    players, colours = int(state.players), int(state.colours)
    land, sea = int(tables.land_in_play[players]), int(tables.sea_in_play[players])
    for field in ("castles", "capitals", "cities", "paid"):
        yield from bits(state, field, (), land)
    yield from bits(state, "seas_paid", (), sea)
    owned = [area for area in range(NUM_AREAS) if state.owner[area] >= 0]
    yield from bits(state, "current_land", (), sum(1 << area for area in owned if area < NUM_PROVINCES))
    zones = sum(1 << area - NUM_PROVINCES for area in owned if area >= NUM_PROVINCES)
    yield from bits(state, "current_sea", (), zones)
    for area in owned:
        yield from values(state, "owner", area, (*range(colours), history.NOBODY))
        yield from values(state, "count", area, range(1, 6))
    yield from _history_colours(state, seat, tables, players, colours)
    yield from values(state, "epoch", (), range(NUM_EPOCHS))
    yield from values(state, "phase", (), range(history.OVER))
    yield from values(state, "colour", (), range(colours))
    for field, most in (("order", NUM_ORDERS), ("asked", NUM_ORDERS), ("drafted", colours)):
        yield from values(state, field, (), range(most + 1))
    for field in ("left", "extra", "kill_vp", "free_castles", "bonus_dice", "bonus_combats", "auto_wins", "attackers"):
        yield from values(state, field, (), range(4))
    for field in ("ignores_terrain", "terrain"):
        yield from values(state, field, (), range(2))
    for field in ("auto_area", "target"):
        yield from values(state, field, (), range(-1, NUM_PROVINCES))
    for field in ("sakai", "hakata"):
        yield from values(state, field, (), [area for area in range(NUM_PROVINCES) if land >> area & 1])
    yield from values(state, "event", (), range(-1, NUM_EVENTS))
    minors = [event for event in range(NUM_EVENTS) if tables.minor_province[event] >= 0]
    yield from values(state, "minor", (), minors)
    if state.phase in (history.MILITARY, history.STARTING) and state.minor < 0:
        # Whose daimyo has a navy of his own gains nothing by another.
        yield from values(state, "navy", (), range(2), not tables.navy[state.card[state.colour]])


def _history_colours(state: Any, seat: int, tables: Any, players: int, colours: int) -> Iterator[Change]:
    played = 0
    for colour in range(colours):
        played |= int(state.played[colour])
    unplayed = ~played & (1 << NUM_EVENTS) - 1
    for colour in range(colours):
        yield from bits(state, "hand", colour, (1 << NUM_EVENTS) - 1, colour % players == seat)
        yield from bits(state, "played", colour, unplayed | int(state.played[colour]))
        for field in ("points", "strength"):
            yield from values(state, field, colour, (0, 1, int(state[field][colour]) + 1))
        yield from values(state, "used", colour, range(3))
        yield from values(state, "played_at", colour, range(NUM_ORDERS + 1))
        following = (colour + 1) % colours
        swapped = {("draft", colour): int(state.draft[following]), ("draft", following): int(state.draft[colour])}
        yield "draft", swapped, True
        yield from _card_changes(state, seat, tables, colour, players, colours)
    if state.phase == history.GIVING:
        others = [card for card in range(len(tables.order)) if tables.order[card] > 0]
        yield from values(state, "drawn", (), others[:8], int(state.colour) % players == seat)


def _card_changes(state: Any, seat: int, tables: Any, colour: int, players: int, colours: int) -> Iterator[Change]:
    """Another daimyo card, and another giver of one. Cards that are known for their order stay so, or hidden."""
    if state.card[colour] < 0:
        return
    is_past = bool(tables.order[state.card[colour]] <= state.order)
    is_drafting = state.phase in (history.DRAWING, history.GIVING)
    is_known = int(state.giver[colour]) % players == seat or (not is_drafting and (is_past or colour % players == seat))
    alike = [
        card
        for card in range(len(tables.order))
        if tables.order[card] > 0 and bool(tables.order[card] <= state.order) == is_past
    ]
    yield from values(state, "card", colour, alike[:8], is_known)
    yield from values(state, "giver", colour, range(colours))


def _changed(state: Any, writes: dict[tuple[str, Any], int]) -> Any:
    changed = state.copy()
    for (field, at), value in writes.items():
        if at == ():
            changed[field] = value
        else:
            changed[field][at] = value
    return changed


CHANGES = {"samurai": samurai_changes, "history": history_changes}


@pytest.mark.parametrize(
    ("game", "players", "every"), [("samurai", 2, 23), ("samurai", 4, 67), ("history", 3, 149), ("history", 6, 229)]
)
def test_every_public_bit_changes_an_observation_and_no_hidden_one_does(game: str, players: int, every: int) -> None:
    rules, encode = get_game(game), load_part(game, "encode")
    rng = random.Random(players)
    tried: dict[str, set[bool]] = {}
    phases: Counter[int] = Counter()
    for number, state in enumerate(random_positions(rules, rules.options({"players": players}), rng)):
        phases[int(state.phase)] += 1
        if rules.turn(state) is None or (phases[int(state.phase)] > 2 and number % every):
            continue
        seat = rng.randrange(players)
        before = _observe(encode, rules, state, seat, players)
        for field, writes, is_public in CHANGES[game](state, seat):
            tried.setdefault(field, set()).add(is_public)
            after = _observe(encode, rules, _changed(state, writes), seat, players)
            assert (after != before) == is_public, (field, writes, "seen" if is_public else "not seen", "by", seat)
    assert set(tried) == set(state.dtype.names) - set(NO_FACTS[game])
    hidden = {field for field, kinds in tried.items() if False in kinds}
    assert hidden >= ({"hand", "stack"} if game == "samurai" else {"hand", "card"})


def _observe(encode: Any, rules: Any, state: Any, seat: int, players: int) -> bytes:
    planes, globals_ = encode.spec(players).empty()
    encode.encode(rules.view(state, seat), players, planes, globals_)
    return bytes(planes.tobytes() + globals_.tobytes())
