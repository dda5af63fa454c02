"""The rules: what is legal, and what an action does. Plain functions over the state's record, compiled.

`list_legal` is the one source of what is legal; `apply_action` trusts that its action came from there. Both write into
what the caller gives them and allocate nothing. `tables` is the data (`tenka.history.tables`). Callers who want values
and refusals use the contract in ``game.py``.
"""

from __future__ import annotations

from typing import Any

from tenka.compiled import inner, jit, lowest_bit, random_below
from tenka.history.actions import (
    CAPITAL,
    CASTLE,
    DRAW,
    END,
    EVENT,
    GIVE,
    KEEP,
    NO_CAPITAL,
    PLACE,
    READY,
    REGION,
    ROLL,
    YIELD,
)
from tenka.history.armies import current_army_of, is_current
from tenka.history.cards import (
    MAX_COLOURS,
    NUM_AREAS,
    NUM_GROUPS,
    NUM_PROVINCES,
    PAST_DICE,
)
from tenka.history.combat import attack_dice, defence_dice, resolve_roll
from tenka.history.events import (
    enemy_provinces,
    events_to_come,
    famine_regions,
    play_event,
    playable_events,
    resolve_raid,
    revolt_in,
    starve,
)
from tenka.history.placing import (
    begin_in,
    build_castle,
    first_provinces,
    has_room,
    place_counter,
    reachable_land,
    reachable_sea,
)
from tenka.history.state import (
    AFTER,
    BEFORE,
    CAPITAL_PHASE,
    DRAWING,
    FAMINE,
    FIGHTING,
    GIVING,
    MILITARY,
    NO_CARD,
    NOBODY,
    NOWHERE,
    OVER,
    RAID,
    REVOLT,
    STARTING,
    State,
    int64,
)
from tenka.history.tables import Tables
from tenka.history.turns import (
    ask_next,
    begin_epoch,
    capital_provinces,
    cards_to_draw,
    draw_card,
    end_actions,
    end_epoch,
    finish_turn,
    give_card,
    may_give,
    ready,
)

# --- set-up -----------------------------------------------------------------------------------------------


@jit
def set_up(state: State, digest: int, players: int, colours: int) -> None:
    """A new game without event hands, whatever the state was."""
    state.digest = digest
    state.players = players
    state.colours = colours
    state.first = 0
    state.plies = 0
    state.epoch = 0
    state.castles = 0
    state.capitals = 0
    state.cities = 0
    state.current_land = 0
    state.current_sea = 0
    state.paid = 0
    state.seas_paid = 0
    state.left = 0
    state.extra = 0
    state.navy = 0
    state.minor = NO_CARD
    state.ignores_terrain = 0
    state.kill_vp = 0
    state.bonus_dice = 0
    state.bonus_combats = 0
    state.auto_wins = 0
    state.auto_area = NOWHERE
    state.free_castles = 0
    state.event = NO_CARD
    state.target = NOWHERE
    state.attackers = 0
    state.terrain = 0
    state.sakai = NOWHERE
    state.hakata = NOWHERE
    for area in range(NUM_AREAS):
        state.owner[area] = NOBODY
        state.count[area] = 0
    for colour in range(MAX_COLOURS):
        state.hand[colour] = 0
        state.played[colour] = 0
        state.points[colour] = 0
        state.strength[colour] = 0
        state.raised[colour] = 0
        state.lost[colour] = 0
        state.played_at[colour] = 0
        state.draft[colour] = colour
    begin_epoch(state)


@inner
def deal_events(state: State, tables: Tables, generator: Any) -> None:
    """Everybody gets one random card of each colour; the rest is unused and unseen (§2.3)."""
    for group in range(NUM_GROUPS):
        cards = int64(tables.group[group]) & int64(tables.events_in_play[state.players])
        for colour in range(int64(state.colours)):
            card = random_bit(cards, generator)
            cards &= ~card
            state.hand[colour] |= card


@inner
def random_bit(bits: int, generator: Any) -> int:
    """A random one of the set bits; there must be one."""
    number = 0
    rest = bits
    while rest:
        rest &= rest - 1
        number += 1
    for _ in range(random_below(generator, number)):
        bits &= bits - 1
    return bits & -bits


# --- what is legal ----------------------------------------------------------------------------------------


@jit
def is_chance(state: State) -> bool:
    """Whether dice or cards decide."""
    return bool(state.phase == DRAWING or state.phase == FIGHTING or state.phase == RAID)


@inner
def list_legal(state: State, tables: Tables, legal: Any) -> int:
    """Writes every legal action into `legal`; returns their number, 0 when the game is over."""
    phase = int64(state.phase)
    if phase == MILITARY:
        return _list_military(state, tables, legal)
    if is_chance(state) and phase != DRAWING:
        for pair in range(36):
            legal[pair] = ROLL + pair
        return 36
    if phase == BEFORE:
        legal[0] = READY
        return _list_bits(playable_events(state, tables), int64(EVENT), legal, int64(1))
    if phase == DRAWING:
        return _list_bits(cards_to_draw(state, tables), int64(DRAW), legal, int64(0))
    if phase == GIVING:
        return _list_gifts(state, legal)
    if phase == CAPITAL_PHASE:
        legal[0] = NO_CAPITAL
        return _list_bits(capital_provinces(state, tables), int64(CAPITAL), legal, int64(1))
    if phase == AFTER:
        legal[0] = END
        return _list_bits(playable_events(state, tables), int64(EVENT), legal, int64(1))
    if phase == REVOLT:
        return _list_bits(enemy_provinces(state), int64(PLACE), legal, int64(0))
    if phase == STARTING:
        num = _list_bits(first_provinces(state, tables), int64(PLACE), legal, int64(0))
        return _list_bits(playable_events(state, tables), int64(EVENT), legal, num)
    if phase == FAMINE:
        return _list_bits(famine_regions(state, tables, int64(state.event)), int64(REGION), legal, int64(0))
    return 0


@inner
def _list_bits(bits: int, first: int, legal: Any, num: int) -> int:
    """Adds an action for each set bit; returns the new number of actions."""
    while bits:
        legal[num] = first + lowest_bit(bits)
        num += 1
        bits &= bits - 1
    return num


@inner
def _list_gifts(state: State, legal: Any) -> int:
    num = 0
    for colour in range(int64(state.colours)):
        if may_give(state, colour):
            legal[num] = KEEP if colour == state.colour else GIVE + colour
            num += 1
    return num


@inner
def _list_military(state: State, tables: Tables, legal: Any) -> int:
    """Until all counters are used; they must be while they can be (§3.2.3)."""
    num = int64(0)
    if state.left > 0:
        num = _list_places(state, reachable_land(state, tables), int64(0), legal, num)
        num = _list_places(state, reachable_sea(state, tables), int64(NUM_PROVINCES), legal, num)
        unbuilt = current_army_of(state, int64(state.colour)) & ~int64(state.castles)
        num = _list_bits(unbuilt, int64(CASTLE), legal, num)
    if num == 0:
        legal[num] = END
        num += 1
    return _list_bits(playable_events(state, tables), int64(EVENT), legal, num)


@inner
def _list_places(state: State, bits: int, first: int, legal: Any, num: int) -> int:
    while bits:
        area = first + lowest_bit(bits)
        bits &= bits - 1
        if has_room(state, area):
            legal[num] = PLACE + area
            num += 1
            if state.owner[area] == state.colour and not is_current(state, area):
                legal[num] = YIELD + area
                num += 1
    return num


@inner
def dice_now(state: State, tables: Tables) -> tuple[int, int]:
    """Where chance rolls: how many dice the attacker and the defender have."""
    area = int64(state.target)
    if state.phase == RAID:
        return int64(tables.foreign_dice[state.event]), PAST_DICE
    return attack_dice(state, tables, area), defence_dice(state, tables, area, int64(state.terrain))


# --- what an action does ----------------------------------------------------------------------------------


@jit
def apply_action(state: State, tables: Tables, action: int) -> None:
    """Changes the state by a legal action."""
    scene = _scene(state)
    if action >= ROLL:
        attacker, defender = (action - ROLL) // 6 + 1, (action - ROLL) % 6 + 1
        if state.phase == RAID:
            resolve_raid(state, tables, attacker, defender)
            _after_event(state, tables)
        else:
            resolve_roll(state, tables, attacker, defender)
    elif action >= DRAW:
        draw_card(state, tables, action - DRAW)
    elif action >= REGION:
        starve(state, tables, action - REGION)
        _after_event(state, tables)
    elif action >= EVENT:
        play_event(state, tables, action - EVENT)
        _after_event(state, tables)
    elif action >= CAPITAL:
        finish_turn(state, tables, action - CAPITAL)
    elif action >= CASTLE:
        build_castle(state, action - CASTLE)
    elif action >= PLACE:
        _place(state, tables, action)
    else:
        _decide(state, tables, action)
    if _scene(state) != scene:
        state.plies += 1


@jit
def _place(state: State, tables: Tables, action: int) -> None:
    is_yielding = action >= YIELD
    area = action - YIELD if is_yielding else action - PLACE
    if state.phase == REVOLT:
        revolt_in(state, tables, area)
    elif state.phase == STARTING:
        begin_in(state, tables, area)
    else:
        place_counter(state, tables, area, is_yielding)


@inner
def _decide(state: State, tables: Tables, action: int) -> None:
    if action >= GIVE:
        give_card(state, tables, action - GIVE)
    elif action == KEEP:
        give_card(state, tables, int64(state.colour))
    elif action == READY:
        ready(state, tables)
    elif action == NO_CAPITAL:
        finish_turn(state, tables, int64(NOWHERE))
    elif state.phase == AFTER:
        ask_next(state, tables)
    else:
        end_actions(state, tables)


@inner
def _after_event(state: State, tables: Tables) -> None:
    """The epoch is over as soon as everybody knows that no event is left to play after it."""
    if state.phase == AFTER and not events_to_come(state, tables):
        end_epoch(state)


@jit
def _scene(state: State) -> int:
    """Changes whenever somebody else, or chance, decides: then a ply is over."""
    who = int64(state.colour)
    if is_chance(state):
        who = MAX_COLOURS
    if state.phase == OVER:
        who = MAX_COLOURS + 1
    return (int64(state.epoch) * 8 + int64(state.drafted)) * 8 + who
