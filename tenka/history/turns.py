"""The sequence of the game (§3): draft, turns in the order of the cards, events after the epoch, and the end."""

from __future__ import annotations

from tenka.compiled import count_bits, inner, jit
from tenka.history.armies import current_army_of, go_home, person_of, turn_past
from tenka.history.cards import MAX_COLOURS, NUM_EPOCHS, NUM_ORDERS
from tenka.history.combat import military_phase, readied
from tenka.history.events import end_loans, events_to_come
from tenka.history.placing import found_capital
from tenka.history.scoring import turn_points
from tenka.history.state import (
    AFTER,
    BEFORE,
    CAPITAL_PHASE,
    DRAWING,
    GIVING,
    NO_CARD,
    NOBODY,
    NOWHERE,
    OVER,
    State,
    int64,
)
from tenka.history.tables import Tables

# --- the draft --------------------------------------------------------------------------------------------


@jit
def begin_epoch(state: State) -> None:
    """New daimyo cards (§3.1)."""
    for colour in range(MAX_COLOURS):
        state.card[colour] = NO_CARD
        state.giver[colour] = NOBODY
        state.used[colour] = 0
    state.order = 0
    state.asked = 0
    state.drafted = 0
    state.drawn = NO_CARD
    _order_draft(state)
    state.colour = state.draft[0]
    state.phase = DRAWING


@inner
def _order_draft(state: State) -> None:
    """The weakest draws first (§3.1): sorted by `draft_key`, and in the first epoch as they sit."""
    for place in range(int64(state.colours)):
        colour = place
        if state.epoch > 0:
            while place > 0 and draft_key(state, int64(state.draft[place - 1])) > draft_key(state, colour):
                state.draft[place] = state.draft[place - 1]
                place -= 1
        state.draft[place] = colour


@jit
def draft_key(state: State, colour: int) -> int:
    """Who has less draws earlier: strength, then points, then fewer events left unplayed, then who played first."""
    key = int64(state.strength[colour]) * 4096 + int64(state.points[colour])
    return (key * 64 + 63 - count_bits(int64(state.played[colour]))) * 8 + int64(state.played_at[colour])


@inner
def cards_to_draw(state: State, tables: Tables) -> int:
    """The daimyo cards of the epoch that nobody has drawn, as bits."""
    cards = int64(tables.daimyo_in_play[state.players]) & int64(tables.epoch_cards[state.epoch])
    for colour in range(int64(state.colours)):
        if state.card[colour] >= 0:
            cards &= ~(1 << int64(state.card[colour]))
    return cards


@inner
def draw_card(state: State, tables: Tables, card: int) -> None:
    """A card is drawn; in the first epoch everybody plays what he draws (§3.1)."""
    state.drawn = card
    if state.epoch == 0:
        give_card(state, tables, int64(state.colour))
    else:
        state.phase = GIVING


@inner
def may_give(state: State, colour: int) -> bool:
    """Whether the drawn card may go to a colour (§3.1): to one without a card, to an own other one only if need be."""
    if state.card[colour] != NO_CARD:
        return False
    giver = int64(state.colour)
    if colour == giver or person_of(state, colour) != person_of(state, giver):
        return True
    if state.card[giver] == NO_CARD:
        return False
    for other in range(int64(state.colours)):
        if state.card[other] == NO_CARD and person_of(state, other) != person_of(state, giver):
            return False
    return True


@inner
def give_card(state: State, tables: Tables, colour: int) -> None:
    """The drawn card goes to a colour, and the next one draws."""
    state.card[colour] = state.drawn
    state.giver[colour] = state.colour
    state.drawn = NO_CARD
    state.drafted += 1
    if state.drafted < state.colours:
        state.colour = state.draft[state.drafted]
        state.phase = DRAWING
        return
    next_turn(state, tables)


# --- turns ------------------------------------------------------------------------------------------------


@jit
def next_turn(state: State, tables: Tables) -> None:
    """The turn of the next daimyo that somebody holds; those that nobody holds are done when skipped (§3.2)."""
    while state.order < NUM_ORDERS:
        state.order += 1
        for colour in range(int64(state.colours)):
            if tables.order[state.card[colour]] == state.order:
                _begin_turn(state, colour)
                return
        _end_stays(state, tables)
    state.asked = 0
    ask_next(state, tables)


@jit
def _begin_turn(state: State, colour: int) -> None:
    state.colour = colour
    state.phase = BEFORE
    state.left = 0
    state.extra = 0
    state.navy = 0
    state.paid = 0
    state.seas_paid = 0
    state.minor = NO_CARD
    state.event = NO_CARD
    end_loans(state)


@jit
def ready(state: State, tables: Tables) -> None:
    """Readies the counters; military actions begin (§3.2)."""
    state.left = readied(state, tables)
    state.phase = military_phase(state, tables)


@inner
def capital_provinces(state: State, tables: Tables) -> int:
    """Where the acting daimyo may found his capital, as bits: with a current counter, where none stands (§4.2)."""
    if tables.capital[state.card[state.colour]] < 0:
        return 0
    return current_army_of(state, int64(state.colour)) & ~int64(state.capitals)


@inner
def end_actions(state: State, tables: Tables) -> None:
    """Military actions are over: of a lesser daimyo, or of the daimyo whose turn it is."""
    if state.minor >= 0:
        turn_past(state, int64(state.colour))
        end_loans(state)
        state.left = 0
        state.minor = NO_CARD
        state.phase = BEFORE
    elif capital_provinces(state, tables):
        state.phase = CAPITAL_PHASE
    else:
        finish_turn(state, tables, int64(NOWHERE))


@inner
def finish_turn(state: State, tables: Tables, capital: int) -> None:
    """Capital, victory points, and from current to past (§3.2, §4.2).

    A capital in the province of the card stands before scoring; elsewhere it comes after, and scores nothing yet.
    """
    colour = int64(state.colour)
    card = int64(state.card[colour])
    named = int64(tables.capital[card])
    if capital >= 0 and capital == named:
        found_capital(state, capital)
    state.points[colour] += turn_points(state, tables, colour)
    if capital >= 0 and capital != named:
        found_capital(state, capital)
    state.strength[colour] += tables.cumulative[card]
    state.played_at[colour] = state.order
    state.left = 0
    end_loans(state)
    if tables.stays_until[card] == 0:
        _become_past(state, tables, colour)
    _end_stays(state, tables)
    next_turn(state, tables)


@inner
def _end_stays(state: State, tables: Tables) -> None:
    """Daimyo who stay current until this turn is over become past ones."""
    for colour in range(int64(state.colours)):
        card = int64(state.card[colour])
        if card >= 0 and tables.stays_until[card] == state.order:
            _become_past(state, tables, colour)


@inner
def _become_past(state: State, tables: Tables, colour: int) -> None:
    card = int64(state.card[colour])
    if tables.uprising[card] != 0:
        go_home(state, tables, colour, card)
    turn_past(state, colour)


# --- after the epoch --------------------------------------------------------------------------------------


@jit
def ask_next(state: State, tables: Tables) -> None:
    """The next player, in the order of play, may play events after the epoch (§3.3); then the next epoch begins."""
    if events_to_come(state, tables):
        while state.asked < NUM_ORDERS:
            state.asked += 1
            for colour in range(int64(state.colours)):
                if tables.order[state.card[colour]] == state.asked:
                    state.colour = colour
                    state.phase = AFTER
                    return
    end_epoch(state)


@jit
def end_epoch(state: State) -> None:
    """The next epoch, or the end of the game after the last one."""
    if state.epoch + 1 == NUM_EPOCHS:
        state.phase = OVER
        return
    state.epoch += 1
    begin_epoch(state)
