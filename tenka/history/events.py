"""Event cards (§7): when they can be played and what each keyword of the data does."""

from __future__ import annotations

from tenka.compiled import count_bits, inner, jit, lowest_bit
from tenka.history.armies import army_of, occupy, remove_counters
from tenka.history.cards import (
    AFTER_EPOCH,
    BEFORE_TURN,
    DURING_TURN,
    EVENTS_PER_EPOCH,
    NUM_AREAS,
    NUM_PROVINCES,
    NUM_REGIONS,
)
from tenka.history.combat import begin_fight, castle_bonus, is_initial, readied, win_automatically
from tenka.history.state import (
    AFTER,
    BEFORE,
    FAMINE,
    MILITARY,
    NO_CARD,
    NOBODY,
    NOWHERE,
    RAID,
    REVOLT,
    STARTING,
    State,
    int64,
)
from tenka.history.tables import Tables


@inner
def playable_events(state: State, tables: Tables) -> int:
    """The event cards that the colour to decide can play now, as bits (§3.2, §3.3, §7)."""
    cards = int64(state.hand[state.colour]) & int64(tables.events_in_epoch[state.epoch])
    if state.phase == AFTER:
        return cards & int64(tables.events_at[AFTER_EPOCH])
    if state.used[state.colour] >= EVENTS_PER_EPOCH:
        return 0
    if state.phase == BEFORE:
        return cards & int64(tables.events_at[BEFORE_TURN])
    if state.left == 0 or not (state.phase == STARTING or state.phase == MILITARY):
        return 0  # when all counters are used, military actions are done
    cards &= int64(tables.events_at[DURING_TURN])
    rest = cards
    has_enemy = enemy_provinces(state) != 0
    while rest:
        event = lowest_bit(rest)
        rest &= rest - 1
        if tables.revolt[event] > 0 and not has_enemy:
            cards &= ~(1 << event)
    return cards


@inner
def enemy_provinces(state: State) -> int:
    """The provinces with counters of other colours, as bits: where a revolt may break out."""
    provinces = 0
    for area in range(NUM_PROVINCES):
        if state.owner[area] != NOBODY and state.owner[area] != state.colour:
            provinces |= 1 << area
    return provinces


@inner
def events_to_come(state: State, tables: Tables) -> bool:
    """Whether, for all that everybody knows, a card for after this epoch may still be played."""
    cards = int64(tables.events_in_play[state.players]) & int64(tables.events_at[AFTER_EPOCH])
    cards &= int64(tables.events_in_epoch[state.epoch])
    for colour in range(int64(state.colours)):
        cards &= ~int64(state.played[colour])
    return cards != 0


@jit
def play_event(state: State, tables: Tables, event: int) -> None:
    """Discards the card and does what it says."""
    colour = int64(state.colour)
    event = int64(event)
    state.hand[colour] &= ~(1 << event)
    state.played[colour] |= 1 << event
    if state.phase != AFTER:
        state.used[colour] += 1
    state.points[colour] += int64(tables.vp_now[event]) + _hold_points(state, tables, event)
    _lend(state, tables, event)
    _strike(state, tables, event)
    if tables.minor_province[event] >= 0:
        _raise_minor(state, tables, event)
    elif tables.revolt[event] > 0:
        state.event = event
        state.phase = REVOLT
    elif tables.famine_each[event] > 0:
        state.event = event
        state.phase = FAMINE
    elif tables.foreign[event] != 0:
        state.event = event
        state.target = NOWHERE
        next_raid(state, tables)


@inner
def _hold_points(state: State, tables: Tables, event: int) -> int:
    """vp_hold: points for provinces where the player has an army, current or past."""
    held = count_bits(army_of(state, int64(state.colour)) & int64(tables.hold[event]))
    return min(held * int64(tables.hold_each[event]), int64(tables.hold_cap[event]))


@inner
def _lend(state: State, tables: Tables, event: int) -> None:
    """What helps the current daimyo for the rest of his turn, and markers."""
    state.extra += tables.extra_strength[event]
    state.navy |= tables.grants_navy[event]
    state.ignores_terrain |= tables.ignores_terrain[event]
    state.kill_vp += tables.kill_vp[event]
    state.free_castles += tables.free_castles[event]
    if tables.bonus_combats[event] > 0:
        state.bonus_dice = tables.bonus_dice[event]
        state.bonus_combats = tables.bonus_combats[event]
    if tables.auto_wins[event] > 0:
        state.auto_wins = tables.auto_wins[event]
        state.auto_area = NOWHERE
    province = int64(tables.marker_province[event])
    if province >= 0 and (int64(tables.land_in_play[state.players]) >> province) & 1:
        if tables.marker[event] == 0:
            state.sakai = province
        else:
            state.hakata = province


@inner
def end_loans(state: State) -> None:
    """What was lent to a daimyo ends with his actions (§7.1)."""
    state.ignores_terrain = 0
    state.kill_vp = 0
    state.free_castles = 0
    state.bonus_dice = 0
    state.bonus_combats = 0
    state.auto_wins = 0
    state.auto_area = NOWHERE


@inner
def _strike(state: State, tables: Tables, event: int) -> None:
    """attrition, raze_castles, take_province: no combat, so nothing is sacked."""
    rest = int64(tables.attrition[event])
    while rest:
        area = lowest_bit(rest)
        rest &= rest - 1
        remove_counters(state, area, int64(tables.attrition_each[event]))
    state.castles &= ~int64(tables.raze[event])
    area = int64(tables.seizes[event])
    if area >= 0:
        colour = int64(state.colour)
        number = int64(tables.seizes_with[event])
        remove_counters(state, area, int64(state.count[area]))
        occupy(state, area, colour, number)
        state.raised[colour] += number


@inner
def _raise_minor(state: State, tables: Tables, event: int) -> None:
    """minor_daimyo: a lesser daimyo acts at once under the daimyo rules (§7.4)."""
    state.minor = event
    state.left = readied(state, tables)
    state.phase = STARTING


@inner
def revolt_in(state: State, tables: Tables, province: int) -> None:
    """revolt: counters rise inside a province and fight; no border is crossed (§7.4).

    They are the acting daimyo's, who wins automatically where he begins (§5.3).
    """
    number = int64(tables.revolt[state.event])
    state.raised[state.colour] += number
    if is_initial(state, tables, province):
        win_automatically(state, province)
    begin_fight(state, tables, province, number, int64(0))


@inner
def famine_regions(state: State, tables: Tables, event: int) -> int:
    """The regions that an event may strike, as bits: those in play (§9.2) which the card does not spare."""
    regions = 0
    for region in range(NUM_REGIONS):
        if int64(tables.region[region]) & int64(tables.land_in_play[state.players]):
            regions |= 1 << region
    return regions & ~int64(tables.famine_spares[event])


@inner
def starve(state: State, tables: Tables, region: int) -> None:
    """attrition_region: every stack of two or more in the region loses counters, but not its last one."""
    rest = int64(tables.region[region])
    each = int64(tables.famine_each[state.event])
    while rest:
        area = lowest_bit(rest)
        rest &= rest - 1
        remove_counters(state, area, min(each, int64(state.count[area]) - 1))
    state.event = NO_CARD
    state.phase = AFTER


@jit
def next_raid(state: State, tables: Tables) -> None:
    """foreign_attack: on to the next province that holds counters, in the order of the map."""
    state.phase = AFTER
    state.attackers = 0
    provinces = int64(tables.foreign[state.event])
    for area in range(NUM_AREAS):
        if area <= state.target or area >= NUM_PROVINCES or not (provinces >> area) & 1:
            continue
        if state.owner[area] != NOBODY and tables.foreign_attacks[state.event] > 0:
            state.target = area
            state.attackers = tables.foreign_attacks[state.event]
            state.phase = RAID
            return
    state.target = NOWHERE
    state.event = NO_CARD


@inner
def resolve_raid(state: State, tables: Tables, attacker: int, defender: int) -> None:
    """Foreigners win on a higher die only; a castle helps as ever. It is no combat: nothing is sacked or stays."""
    area = int64(state.target)
    state.attackers -= 1
    if attacker > defender + castle_bonus(state, area):
        remove_counters(state, area, int64(1))
    if state.attackers == 0 or state.owner[area] == NOBODY:
        next_raid(state, tables)
