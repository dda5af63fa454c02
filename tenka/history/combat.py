"""Combat (§5): how many dice both sides roll, what follows from a roll, and sacking."""

from __future__ import annotations

from tenka.compiled import inner, jit
from tenka.history.armies import current_army_of, holds_current, is_current, make_current, occupy, remove_counters
from tenka.history.cards import NORMAL_DICE, NUM_PROVINCES, PAST_DICE
from tenka.history.state import FIGHTING, MILITARY, NO_CARD, NOBODY, NOWHERE, STARTING, State, int64
from tenka.history.tables import OPEN_BORDER, STRAIT, Tables

# --- who acts ---------------------------------------------------------------------------------------------


@jit
def acting_card(state: State) -> int:
    """The daimyo card that acts, `NO_CARD` while a lesser daimyo does."""
    return NO_CARD if state.minor >= 0 else int64(state.card[state.colour])


@jit
def has_navy(state: State, tables: Tables) -> bool:
    """Whether the acting daimyo may place counters in sea zones (§6.2)."""
    if state.minor >= 0:
        return bool(tables.minor_navy[state.minor] != 0)
    return bool(tables.navy[state.card[state.colour]] != 0 or state.navy != 0)


@inner
def home_province(state: State, tables: Tables) -> int:
    """The initial province of the acting daimyo."""
    if state.minor >= 0:
        return int64(tables.minor_province[state.minor])
    return int64(tables.initial[state.card[state.colour], 0])


@inner
def is_initial(state: State, tables: Tables, province: int) -> bool:
    """Whether the acting daimyo begins in a province, be it his second one."""
    if state.minor >= 0:
        return bool(tables.minor_province[state.minor] == province)
    initial = tables.initial[state.card[state.colour]]
    return bool(initial[0] == province or initial[1] == province or initial[2] == province)


@inner
def is_regional(state: State, tables: Tables) -> bool:
    """Whether the acting daimyo is a regional power; all lesser daimyo are (§6.2)."""
    return bool(state.minor >= 0 or tables.regional[state.card[state.colour]] != 0)


@inner
def has_supremacy(state: State, tables: Tables, colour: int, region: int) -> bool:
    """Whether current counters of a colour stand in all provinces of a region (§8.1)."""
    provinces = int64(tables.region[region])
    return current_army_of(state, colour) & provinces == provinces


@inner
def begins_off_map(state: State, tables: Tables, card: int) -> bool:
    """Whether a daimyo begins in a province that is out of play: Ashikaga with four players (§9.2)."""
    return bool(card >= 0 and tables.off_map_players[card] == state.players)


@jit
def readied(state: State, tables: Tables) -> int:
    """How many counters the acting daimyo has for his military actions, in all (§3.2)."""
    if state.minor >= 0:
        return int64(tables.minor_strength[state.minor])
    return int64(tables.strength[state.card[state.colour]]) + int64(state.extra)


@inner
def military_phase(state: State, tables: Tables) -> int:
    """The phase of military actions: `STARTING` until the first counter is placed, which none is off the map."""
    if begins_off_map(state, tables, acting_card(state)) or state.left < readied(state, tables):
        return MILITARY
    return STARTING


# --- dice -------------------------------------------------------------------------------------------------


@inner
def terrain_die(state: State, tables: Tables, area: int) -> int:
    """1 where the defender of an area gets a die more for its borders, else 0 (§5.2).

    The attacker comes the best way there is: over an open border from any of his current counters there is no die.
    Entering a sea zone never gives one. Placing far away does (§6.3), an uprising and `ignore_terrain` do not.
    """
    if area >= NUM_PROVINCES or state.ignores_terrain:
        return 0
    colour = int64(state.colour)
    card = acting_card(state)
    if card >= 0 and tables.uprising[card] != 0:
        return 0
    start = NOWHERE
    if begins_off_map(state, tables, card):
        start = int64(tables.initial[card, 0])
    for place in range(int64(tables.num_near[area])):
        source = int64(tables.near[area, place])
        if not (source == start or holds_current(state, source, colour)):
            continue
        border = int64(tables.border[area, place])
        if border == OPEN_BORDER:
            return 0
        if border >= STRAIT and crosses_freely(state, tables, border):
            return 0
    return 1


@inner
def crosses_freely(state: State, tables: Tables, border: int) -> bool:
    """Whether a strait is no defensive terrain, because own ships lie between its shores (§1.3)."""
    return holds_current(state, int64(tables.strait_sea[border - STRAIT]), int64(state.colour))


@inner
def _skill(state: State, tables: Tables, card: int) -> int:
    """The dice of a daimyo before everything else."""
    return NORMAL_DICE if card < 0 else int64(tables.dice[card])


@jit
def attack_dice(state: State, tables: Tables, area: int) -> int:
    """How many dice the acting daimyo rolls when attacking an area (§5.1, §5.2, §6.2)."""
    card = acting_card(state)
    dice = _skill(state, tables, card)
    if card >= 0 and tables.uprising[card] != 0:
        dice = int64(tables.attack_dice[card])
    elif skills_cancel(state, tables, area):
        dice = NORMAL_DICE
    if state.bonus_combats > 0:
        dice += int64(state.bonus_dice)
    if is_weak_abroad(state, tables, area):
        dice -= 1
    return max(dice, 1)


@inner
def is_weak_abroad(state: State, tables: Tables, area: int) -> bool:
    """Whether a regional daimyo without supremacy at home attacks another region; no sea zone is one (§6.2)."""
    if area >= NUM_PROVINCES or not is_regional(state, tables):
        return False
    home = int64(tables.region_of[home_province(state, tables)])
    return int64(tables.region_of[area]) != home and not has_supremacy(state, tables, int64(state.colour), home)


@jit
def skills_cancel(state: State, tables: Tables, area: int) -> bool:
    """Whether both sides have the same number of dice by their cards: then both roll the normal number (§5.2)."""
    if not is_current(state, area):
        return False
    attacker = _skill(state, tables, acting_card(state))
    return attacker != NORMAL_DICE and attacker == _skill(state, tables, int64(state.card[state.owner[area]]))


@inner
def defence_dice(state: State, tables: Tables, area: int, terrain: int) -> int:
    """How many dice the defender of an area rolls; `terrain` is his die for its borders."""
    dice = PAST_DICE
    if is_current(state, area):
        dice = NORMAL_DICE
        if not skills_cancel(state, tables, area):
            dice = _skill(state, tables, int64(state.card[state.owner[area]]))
    return max(dice, 1) + terrain


@inner
def castle_bonus(state: State, area: int) -> int:
    """What the defender adds to his best die (§5.2)."""
    return 1 if area < NUM_PROVINCES and (int64(state.castles) >> int64(area)) & 1 else 0


# --- fighting ---------------------------------------------------------------------------------------------


@inner
def begin_fight(state: State, tables: Tables, area: int, attackers: int, terrain: int) -> None:
    """Counters just placed attack who stands there."""
    state.target = area
    state.attackers = attackers
    state.terrain = terrain
    _fight_on(state, tables)


@inner
def resolve_roll(state: State, tables: Tables, attacker: int, defender: int) -> None:
    """One combat by the best die of each side (§5.1): the loser removes a counter, on a draw both do."""
    area = int64(state.target)
    castle = castle_bonus(state, area)
    defender += castle
    if state.bonus_combats > 0:
        state.bonus_combats -= 1
    if attacker <= defender:
        state.attackers -= 1
        state.lost[state.colour] += 1
    if attacker >= defender:
        _lose_defender(state, area)
    if state.owner[area] == NOBODY and state.attackers > 0:
        state.points[state.colour] += castle  # for taking a castle, not by automatic victory (§8.2)
    _fight_on(state, tables)


@inner
def _fight_on(state: State, tables: Tables) -> None:
    """Combat goes on until the province is won or the attackers are lost; combats won by an event need no roll."""
    area = int64(state.target)
    while state.attackers > 0 and state.owner[area] != NOBODY and _wins_by_event(state, area):
        state.auto_wins -= 1
        state.auto_area = area
        _lose_defender(state, area)
    if state.attackers > 0 and state.owner[area] != NOBODY:
        state.phase = FIGHTING
        return
    if state.attackers > 0:
        occupy(state, area, int64(state.colour), int64(state.attackers))
        if state.event < 0:  # the counters of a revolt are past ones at once
            make_current(state, area)
            reward_taking(state, tables, area)
    state.attackers = 0
    state.terrain = 0
    state.target = NOWHERE
    state.event = NO_CARD
    state.phase = military_phase(state, tables)


@inner
def _wins_by_event(state: State, area: int) -> bool:
    return bool(state.auto_wins > 0 and (state.auto_area == NOWHERE or state.auto_area == area))


@inner
def _lose_defender(state: State, area: int) -> None:
    """A defender loses a counter; with the last one the province is sacked (§5.4)."""
    colour = int64(state.colour)
    if state.owner[area] != colour:
        state.points[colour] += state.kill_vp
    remove_counters(state, area, int64(1))
    if state.owner[area] == NOBODY:
        sack(state, area)


@inner
def win_automatically(state: State, area: int) -> None:
    """All who stand in an area are removed without a roll (§5.3): that is combat, so the province is sacked."""
    colour = int64(state.colour)
    if state.owner[area] == NOBODY:
        return
    if state.owner[area] != colour:
        state.points[colour] += int64(state.kill_vp) * int64(state.count[area])
    remove_counters(state, area, int64(state.count[area]))
    sack(state, area)


@jit
def sack(state: State, area: int) -> None:
    """The last defender is gone: a castle is removed, a capital becomes a city, a city is removed (§5.4)."""
    if area >= NUM_PROVINCES:
        return
    here = 1 << int64(area)
    state.castles &= ~here
    if state.capitals & here:
        state.capitals &= ~here
        state.cities |= here
    else:
        state.cities &= ~here


@jit
def reward_taking(state: State, tables: Tables, area: int) -> None:
    """Points of a daimyo card at the moment his current counter stands alone in an area, once for each (§8.2)."""
    card = acting_card(state)
    if card < 0:
        return
    area = int64(area)
    if area < NUM_PROVINCES:
        here = 1 << area
        if not state.paid & here:
            state.points[state.colour] += tables.take_vp[card, area]
            state.paid |= here
        return
    here = 1 << (area - NUM_PROVINCES)
    if not int64(state.seas_paid) & here:
        state.points[state.colour] += tables.sea_vp[card]
        state.seas_paid |= here
