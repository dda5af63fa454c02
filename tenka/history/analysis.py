"""What an analysis of History knows of the game: what a seat could play whose cards are not known."""

from __future__ import annotations

from tenka.game import View
from tenka.history.cards import NUM_GROUPS
from tenka.history.state import State, new_states
from tenka.history.tables import tables_of
from tenka.history.view import UNKNOWN_HAND


def suppose(state: State, seat: int, view: View) -> State:
    """The state with every event card in a seat's hands that it could hold, as far as this view tells."""
    tables = tables_of(int(state.digest))[0]
    unseen = int(tables.events_in_play[state.players])
    for colour in range(state.colours):
        unseen &= ~int(state.played[colour])
        hand = int(view.known.hand[colour])
        if hand != UNKNOWN_HAND:
            unseen &= ~hand
    states = new_states(1)
    states[0] = state
    for colour in range(seat, int(state.colours), int(state.players)):
        groups = (int(tables.group[group]) for group in range(NUM_GROUPS))
        states[0].hand[colour] = sum(cards & unseen for cards in groups if not cards & int(state.played[colour]))
    return states[0]
