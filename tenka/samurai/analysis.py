"""What an analysis of Samurai knows of the game: what a seat could play whose hand is not known."""

from __future__ import annotations

from tenka.game import View
from tenka.samurai.batch import unseen_tiles_of
from tenka.samurai.state import State, new_states


def suppose(state: State, seat: int, _view: View) -> State:
    """The state with every tile in a seat's hand that it could hold: all that it has not played."""
    states = new_states(1)
    states[0] = state
    states[0].hand[seat] = unseen_tiles_of(states, seat)
    return states[0]
