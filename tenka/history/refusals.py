"""Why an action is not legal, as a sentence for the player. Only `rules.list_legal` decides; this explains."""

from __future__ import annotations

from tenka.game import Action
from tenka.history.actions import (
    CAPITAL,
    CASTLE,
    DRAW,
    END,
    EVENT,
    GIVE,
    KEEP,
    NUM_ACTIONS,
    PLACE,
    REGION,
    ROLL,
    YIELD,
)
from tenka.history.armies import holds_current, is_current, person_of, stack_limit
from tenka.history.cards import (
    AFTER_EPOCH,
    BEFORE_TURN,
    COLOURS,
    DURING_TURN,
    EVENTS_PER_EPOCH,
    NUM_PROVINCES,
    TIMINGS,
)
from tenka.history.combat import acting_card, has_navy
from tenka.history.notation import AREA_IDS, DAIMYO_IDS, REGION_IDS, format_actions
from tenka.history.placing import first_provinces, reachable_land, reachable_sea
from tenka.history.state import (
    AFTER,
    BEFORE,
    CAPITAL_PHASE,
    DRAWING,
    FAMINE,
    FIGHTING,
    GIVING,
    MILITARY,
    NOBODY,
    OVER,
    RAID,
    REVOLT,
    STARTING,
    State,
)
from tenka.history.tables import tables_of

_WANTED = {
    DRAWING: "a daimyo card is drawn",
    GIVING: "{who} keeps the daimyo card that was drawn or gives it away: keep, or a colour such as blue",
    BEFORE: "{who} plays events for before the turn, such as e40, or says ready",
    STARTING: "{who} places the first counter, or plays events for during the turn before that",
    MILITARY: "{who} places counters, such as kaga",
    REVOLT: "{who} names the province of the revolt, such as kaga",
    FIGHTING: "the dice decide",
    CAPITAL_PHASE: "{who} founds the capital, such as capital:settsu, or says capital:none",
    AFTER: "{who} plays events for after the epoch, or says end",
    FAMINE: "{who} names the region that is struck, such as region:kantou",
    RAID: "the dice decide",
}


_TIMING = {BEFORE: BEFORE_TURN, STARTING: DURING_TURN, MILITARY: DURING_TURN, AFTER: AFTER_EPOCH}
"""By phase: which events are played in it."""


def why_illegal(state: State, action: Action) -> str:
    """A sentence on an action that is not among the legal ones."""
    if not 0 <= action < NUM_ACTIONS:
        return f"there is no action {action}; actions are 0 to {NUM_ACTIONS - 1}"
    move = format_actions([action])
    if state.phase == OVER:
        return f"{move} is too late: the game is over"
    who = COLOURS[state.colour]
    wanted = _WANTED[int(state.phase)].format(who=who)
    if EVENT <= action < REGION and state.phase in _TIMING:
        return _why_no_event(state, action - EVENT, move)
    if PLACE <= action < CASTLE and state.phase == MILITARY:
        return _why_not_placed(state, action)
    if CASTLE <= action < CAPITAL and state.phase == MILITARY:
        return _why_no_castle(state, action - CASTLE)
    if PLACE <= action < YIELD and state.phase == REVOLT:
        return f"a revolt breaks out in a province with an enemy counter, and {move} has none"
    if PLACE <= action < YIELD and state.phase == STARTING:
        return _why_not_first(state, move)
    if action == END and state.phase == MILITARY:
        return f"{who} has {state.left} counters left, and all must be used while they can be"
    if (action == KEEP or GIVE <= action < PLACE) and state.phase == GIVING:
        return _why_not_given(state, action)
    if CAPITAL <= action < EVENT and state.phase == CAPITAL_PHASE:
        return _why_no_capital(state, action - CAPITAL)
    if DRAW <= action < ROLL and state.phase == DRAWING:
        return f"{DAIMYO_IDS[action - DRAW]} is not among the cards that can be drawn now"
    if REGION <= action < DRAW and state.phase == FAMINE:
        return _why_not_struck(state, action - REGION)
    return f"{move} is not possible now: {wanted}"


def _why_no_event(state: State, event: int, move: str) -> str:
    tables = tables_of(int(state.digest))[0]
    who = COLOURS[state.colour]
    here = 1 << event
    if not state.hand[state.colour] & here:
        cards = [f"e{card + 1}" for card in range(54) if state.hand[state.colour] >> card & 1]
        return f"{who} has no {move} in hand, but {' '.join(cards) or 'nothing'}"
    if not tables.events_in_epoch[state.epoch] & here:
        return f"{move} cannot be played in epoch {state.epoch + 1}"
    timing = next(number for number in range(len(TIMINGS)) if tables.events_at[number] & here)
    if timing != _TIMING[int(state.phase)]:
        when = ("before the turn", "during military actions", "after the epoch")[timing]
        return f"{move} is played {when}, and not now"
    if state.phase == MILITARY and state.left == 0:
        return f"{move} comes too late: all counters are used, so military actions are done"
    if state.phase != AFTER and state.used[state.colour] >= EVENTS_PER_EPOCH:
        return f"{who} has played {EVENTS_PER_EPOCH} events in this epoch, and more are not allowed"
    return f"{move} needs a province with an enemy counter, and there is none"


def _why_not_first(state: State, move: str) -> str:
    provinces = int(first_provinces(state, tables_of(int(state.digest))[0]))
    if provinces & (provinces - 1):
        return f"{move} is not a province in play; a daimyo begins on land"
    return f"the first counter of {COLOURS[state.colour]} goes to {AREA_IDS[provinces.bit_length() - 1]}"


def _why_not_placed(state: State, action: Action) -> str:
    tables = tables_of(int(state.digest))[0]
    who = COLOURS[state.colour]
    area = (action - PLACE) if action < YIELD else (action - YIELD)
    name = AREA_IDS[area]
    if state.left == 0:
        return f"{who} has no counter left to place"
    if area < NUM_PROVINCES:
        if not int(tables.land_in_play[state.players]) >> area & 1:
            return f"{name} is out of play with {state.players} players"
        card = acting_card(state)
        if not reachable_land(state, tables) >> area & 1:
            if card >= 0 and tables.uprising[card]:
                return f"{DAIMYO_IDS[card]} rises in the provinces of its card only, and {name} is none of them"
            return f"no current counter of {who} stands in {name} or next to it"
    else:
        zone = area - NUM_PROVINCES
        if not int(tables.sea_in_play[state.players]) >> zone & 1:
            return f"{name} is out of play with {state.players} players"
        if not has_navy(state, tables):
            return f"{name} is a sea zone, and only a daimyo with a navy goes there"
        if not reachable_sea(state, tables) >> zone & 1:
            return f"no current counter of {who} stands in {name} or next to it"
    if holds_current(state, area, int(state.colour)) and state.count[area] >= stack_limit(area):
        return f"{name} is full: it holds {stack_limit(area)} counters"
    if state.owner[area] == NOBODY or state.owner[area] != state.colour or is_current(state, area):
        return f"{name} holds no past counters of {who} that could give way"
    return f"{name} cannot be reached now"


def _why_no_castle(state: State, province: int) -> str:
    who, name = COLOURS[state.colour], AREA_IDS[province]
    if state.left == 0:
        return f"{who} has no counter left to build a castle with"
    if not holds_current(state, province, int(state.colour)):
        return f"{who} builds castles where a current counter of {who} stands, and {name} has none"
    return f"{name} has a castle already"


def _why_not_given(state: State, action: Action) -> str:
    who = COLOURS[state.colour]
    receiver = int(state.colour) if action == KEEP else action - GIVE
    if receiver >= state.colours:
        return f"{COLOURS[receiver]} does not play"
    if state.card[receiver] != -1:
        return f"{COLOURS[receiver]} has a daimyo card already"
    if receiver == state.colour:
        return f"say keep, if {who} is to keep the card"
    if person_of(state, receiver) == person_of(state, int(state.colour)):
        return f"{COLOURS[receiver]} is played by the same person as {who}, and others have no card yet"
    return f"{COLOURS[receiver]} cannot get the card"


def _why_no_capital(state: State, province: int) -> str:
    who, name = COLOURS[state.colour], AREA_IDS[province]
    if not holds_current(state, province, int(state.colour)):
        return f"{who} founds a capital where a current counter of {who} stands, and {name} has none"
    return f"{name} has a capital already"


def _why_not_struck(state: State, region: int) -> str:
    tables = tables_of(int(state.digest))[0]
    if not int(tables.region[region]) & int(tables.land_in_play[state.players]):
        return f"{REGION_IDS[region]} is out of play with {state.players} players"
    return f"this event spares {REGION_IDS[region]}"
