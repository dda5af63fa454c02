"""What holds in every game: stacks, counters, cards, points recomputed the long way, records, knowledge."""

import random
from collections.abc import Iterator

from hypothesis import given, settings
from hypothesis import strategies as st

from tenka.game import CHANCE, Action, State, draw_chance
from tenka.history.cards import COLOURS, NUM_GROUPS, NUM_PROVINCES
from tenka.history.notation import AREA_IDS
from tenka.history.scoring import turn_points
from tenka.history.state import BEFORE, OVER
from tenka.history.tables import standard_tables
from tests.effort import examples
from tests.history import naive_cards
from tests.history.position import RULES, armies, settlements

TABLES = standard_tables().tables[0]
seeds = st.integers(0, 2**32)
counts = st.integers(2, 6)
few = settings(max_examples=examples(5))
"""An example is a whole game, with hundreds of states."""


def naive_points(state: State, colour: int) -> int:
    """What a colour would receive at the end of its turn, counted by the naive engine."""
    markets = {AREA_IDS[state[marker]] for marker in ("sakai", "hakata") if state[marker] >= 0}
    capitals, cities = settlements(state, "capitals"), settlements(state, "cities")
    return naive_cards.turn_points(armies(state, colour), int(state.epoch) + 1, capitals, cities, markets)


def breaches(state: State) -> list[str]:
    """What is wrong on the map by chapter 4.1."""
    wrong = []
    colours, owners = int(state.colours), state.owner.tolist()
    for area, (name, count, owner) in enumerate(zip(AREA_IDS, state.count.tolist(), owners, strict=True)):
        limit = 3 if area < NUM_PROVINCES else 2
        if not 0 <= count <= limit:
            wrong.append(f"{count} counters in {name}")
        if (count == 0) != (owner == -1) or owner >= colours:
            wrong.append(f"{name} is held by {owner} with {count}")
    both = settlements(state, "capitals") & settlements(state, "cities")
    wrong += [f"a capital and a city in {name}" for name in sorted(both)]
    held = sum(1 << area for area, owner in enumerate(owners) if owner >= 0)
    if (int(state.current_land) | int(state.current_sea) << NUM_PROVINCES) & ~held:
        wrong.append("current counters where nobody stands")
    return wrong


def random_states(seed: int, players: int) -> Iterator[tuple[State, Action | None]]:
    """Every state of a random game with the action that follows it."""
    rng = random.Random(seed)
    state = RULES.start(RULES.options({"players": players}), rng)
    while RULES.turn(state) is not None:
        is_chance = RULES.turn(state) == CHANCE
        action = draw_chance(RULES, state, rng) if is_chance else rng.choice(RULES.legal(state))
        yield state, action
        state = RULES.apply(state, action)
    yield state, None


@few
@given(seeds, counts)
def test_stack_limits_hold_and_no_stack_is_mixed(seed: int, players: int) -> None:
    for state, _ in random_states(seed, players):
        assert breaches(state) == []


@few
@given(seeds, counts)
def test_points_at_the_end_of_a_turn_are_those_counted_the_long_way(seed: int, players: int) -> None:
    for state, _ in random_states(seed, players):
        if state.phase == BEFORE:
            for colour in range(state.colours):
                assert turn_points(state, TABLES, colour) == naive_points(state, colour)


@few
@given(seeds, counts)
def test_points_change_by_no_more_than_the_turn_gives(seed: int, players: int) -> None:
    """Every point that anybody gains is the acting colour's, and at the end of a turn it is the naive sum."""
    previous: State | None = None
    last: int | None = None
    ends = 0
    for state, action in random_states(seed, players):
        if previous is not None:
            gained = [int(state.points[c]) - int(previous.points[c]) for c in range(previous.colours)]
            others = [gain for colour, gain in enumerate(gained) if colour != previous.colour]
            assert not any(others)
            assert gained[previous.colour] >= 0
            if last == 3 or (last == 0 and previous.phase == 4 and previous.minor == -1 and state.phase != 7):
                # capital:none, or the end of military actions: only §8.1 gives points
                assert gained[previous.colour] == naive_points(previous, int(previous.colour))
                ends += 1
        previous, last = state, action
    assert ends > 10, "turns that ended"


@few
@given(seeds, counts)
def test_counters_are_conserved(seed: int, players: int) -> None:
    """What came onto the map is there, or was lost; nobody has counters that nobody raised."""
    for state, _ in random_states(seed, players):
        for colour in range(state.colours):
            stacks = zip(state.count.tolist(), state.owner.tolist(), strict=True)
            standing = sum(count for count, owner in stacks if owner == colour)
            fighting = int(state.attackers) if state.phase == 6 and state.colour == colour else 0
            assert standing + fighting == int(state.raised[colour]) - int(state.lost[colour]), COLOURS[colour]


@few
@given(seeds, counts)
def test_event_cards_are_one_of_each_colour_in_hand_or_played(seed: int, players: int) -> None:
    for state, _ in random_states(seed, players):
        seen = 0
        for colour in range(state.colours):
            cards = int(state.hand[colour]) | int(state.played[colour])
            assert all((cards & int(TABLES.group[group])).bit_count() == 1 for group in range(NUM_GROUPS))
            assert not cards & seen
            seen |= cards


@few
@given(seeds, counts)
def test_only_who_acts_or_stays_is_current(seed: int, players: int) -> None:
    """Between two turns the only current counters are those of daimyo whose cards let them stay."""
    for state, _ in random_states(seed, players):
        if state.phase == BEFORE and state.minor == -1:
            for colour in range(state.colours):
                if any(armies(state, colour).values()):
                    assert TABLES.stays_until[state.card[colour]] >= state.order
        if state.phase in (0, 1, 8, OVER):
            assert state.current_land == 0
            assert state.current_sea == 0
