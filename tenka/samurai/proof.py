"""Endings without a doubt: every turn, every hand that the next seat may hold, and every reply of it.

A turn that ends the game has an exact result. Of any other turn there is a bound: where the next seat can end the game
and win it alone, nothing is left for who let it. So a turn that ends the game is the best beyond doubt where all
others end it worse, or let the next seat win in so many of all worlds that too little can be left. Which hands are
likely does not come into it: every hand counts as often as there are ways to draw it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import comb, prod
from random import Random

from tenka.game import Action, Seat, State, View
from tenka.samurai.batch import unseen_tiles_of
from tenka.samurai.every_turn import can_end, list_every_turn
from tenka.samurai.game import RULES
from tenka.samurai.pieces import hand_bits, hand_tiles, list_draws
from tenka.samurai.state import array_of, new_states

MOST_TURNS = 800
MOST_HANDS = 300
"""With more of either a proof would take too long, and is not tried."""


def is_proved(view: View, right: Sequence[Sequence[Action]], lead: float) -> bool:
    """Whether the right turns end the game, and bring at least so much more than any other one can."""
    assert view.seat is not None
    world = RULES.sample(view, Random(1))  # whatever is drawn at the end of a turn, it is not looked at
    shares = [_share(_after(world, turn), view.seat) for turn in right]
    sure = [share for share in shares if share is not None]
    if len(sure) < len(shares):
        return False
    least = min(sure)
    found = list_every_turn(array_of(world), MOST_TURNS)
    if not found.is_all:
        return False
    reached = {_after(world, turn).tobytes() for turn in right}
    others = [after for turn in found.turns if (after := _after(world, turn)).tobytes() not in reached]
    return all(_is_worse(after, view.seat, least - lead) for after in others)


def _after(state: State, turn: Sequence[Action]) -> State:
    for action in turn:
        state = RULES.apply(state, action)
    return state


def _share(state: State, seat: Seat) -> float | None:
    """A seat's part of the win; None: the game goes on."""
    outcome = RULES.outcome(state)
    if outcome is None:
        return None
    return 1 / len(outcome.winners) if seat in outcome.winners else 0.0


def _is_worse(after: State, seat: Seat, most: float) -> bool:
    """Whether a seat cannot have more than so much after its turn."""
    share = _share(after, seat)
    if share is not None:
        return share <= most
    lost = 0.0
    for chance, hand in _hands(after, int(after.seat)):
        world = new_states(1)
        world[0] = after
        world[0].hand[int(after.seat)] = hand
        if can_end(world, must_win=True):
            lost += chance
            if 1 - lost <= most:
                return True
    return False


def _hands(state: State, seat: Seat) -> Iterator[tuple[float, int]]:
    """Every hand that a seat may hold, as bits, with its chance; none where there are too many."""
    unseen = Counter(hand_tiles(int(unseen_tiles_of(array_of(state), seat))))
    size = int(state.num_hand[seat])
    ways = comb(unseen.total(), size)
    hands = list(list_draws(sorted(unseen.items()), size))
    if len(hands) > MOST_HANDS:
        return
    for hand in hands:
        chance = prod(comb(unseen[kind], num) for kind, num in hand.items()) / ways
        yield chance, hand_bits(sorted(hand.elements()))
