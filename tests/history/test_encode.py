"""Observations: what a seat knows, as planes and globals."""

from __future__ import annotations

import random

import numpy as np
import pytest

from tenka.game import GameError, InvalidAction, State
from tenka.history import encode
from tenka.history.actions import NUM_ACTIONS
from tenka.history.cards import NUM_AREAS
from tenka.history.notation import AREA_IDS, format_actions
from tenka.history.state import GIVING, OVER, new_states
from tenka.history.tables import standard_tables
from tests.encoding import check_knowledge_and_ranges, check_names, observe, random_positions
from tests.history.position import RULES

COUNTS = (2, 3, 4, 5, 6)


@pytest.mark.parametrize("players", COUNTS)
def test_an_observation_is_the_same_for_a_state_its_view_and_a_sample_and_stays_in_its_range(players: int) -> None:
    rng = random.Random(players)
    for _ in range(3):
        for state in random_positions(RULES, RULES.options({"players": players}), rng, every=7):
            check_knowledge_and_ranges(encode, RULES, state, rng)


@pytest.mark.parametrize("players", COUNTS)
def test_moving_everybody_one_seat_on_changes_no_observation(players: int) -> None:
    rng = random.Random(players)
    for state in random_positions(RULES, RULES.options({"players": players}), rng, every=5):
        turned = _one_seat_on(state)
        for seat in range(players):
            here = observe(encode, RULES, state, seat, players)
            there = observe(encode, RULES, turned, (seat + 1) % players, players)
            assert np.array_equal(here[0], there[0])
            assert np.array_equal(here[1], there[1])


def _one_seat_on(state: State) -> State:
    """Every person one seat on; with several colours each, all of them."""
    states = new_states(1)
    states[0] = state
    turned = states[0]
    players, colours = int(state.players), int(state.colours)
    new = [colour // players * players + (colour % players + 1) % players for colour in range(colours)]

    def one_on(colour: int) -> int:
        return new[int(colour)] if colour >= 0 else colour

    for colour in range(colours):
        for name in ("hand", "played", "points", "strength", "raised", "lost", "card", "played_at", "used"):
            turned[name][new[colour]] = state[name][colour]
        turned.giver[new[colour]] = one_on(state.giver[colour])
        turned.draft[colour] = one_on(state.draft[colour])
    for area in range(NUM_AREAS):
        turned.owner[area] = one_on(state.owner[area])
    turned.colour = one_on(state.colour)
    return turned


@pytest.mark.parametrize("players", [2, 5])
def test_planes_and_globals_say_what_their_names_say(players: int) -> None:
    rng = random.Random(players)
    spec = encode.spec(players)
    for state in random_positions(RULES, RULES.options({"players": players}), rng, every=11):
        colours = int(state.colours)
        for seat in range(players):
            planes, globals_ = observe(encode, RULES, state, seat, players)
            counters = planes[spec.plane("counters")]
            colours_seen = [
                first + (seat + after) % players for first in range(0, colours, players) for after in range(players)
            ]
            for area in range(NUM_AREAS):
                owner = int(state.owner[area])
                expected = [0] * colours
                if owner >= 0:
                    expected[colours_seen.index(owner)] = int(state.count[area])
                assert counters[:, area].tolist() == expected
            points = globals_[spec.of_globals("points")]
            assert points.tolist() == [state.points[colour] for colour in colours_seen]
            hands = globals_[spec.of_globals("hand")].reshape(colours // players, -1)
            for own, colour in enumerate(range(seat, colours, players)):
                assert sum(int(bit) << event for event, bit in enumerate(hands[own])) == state.hand[colour]
            held = globals_[spec.of_globals("held")].reshape(colours, -1).sum(axis=1)
            assert held.tolist() == [int(state.hand[colour]).bit_count() for colour in colours_seen]
            assert globals_[spec.of_globals("to_move")].sum() == (state.phase != OVER)


def test_only_who_drew_a_card_sees_it() -> None:
    rng = random.Random(3)
    spec = encode.spec(5)
    seen = 0
    for state in random_positions(RULES, RULES.options({"players": 5}), rng):
        if state.phase != GIVING:
            continue
        seen += 1
        begins = standard_tables().data.daimyo[int(state.drawn)].initial
        for seat in range(5):
            planes, globals_ = observe(encode, RULES, state, seat, 5)
            drawn = globals_[spec.of_globals("drawn")].tolist()
            if seat == state.colour:
                assert sum(drawn) == 1
                home = [AREA_IDS[area] for area in np.flatnonzero(planes[spec.plane("home")])]
                assert set(begins) <= set(home)
            else:
                assert not any(drawn)
                assert not planes[spec.plane("home")].any()
    assert seen


def test_every_number_has_a_name() -> None:
    check_names(encode, (None, *COUNTS))


def test_the_shape_for_all_player_counts_masks_colours_and_areas() -> None:
    state = RULES.start(RULES.options({"players": 4}), random.Random(0))
    spec = encode.spec(None)
    planes, globals_ = observe(encode, RULES, state, 1, None)
    assert globals_[spec.of_globals("present")].tolist() == [1, 1, 1, 1, 0, 0]
    out_of_play = planes[[0, 1]].sum(axis=0) == 0
    assert out_of_play.any()
    assert not planes[:, out_of_play].any()


def test_wrong_buffers_and_counts_are_refused_in_a_sentence() -> None:
    state = RULES.start(RULES.options({"players": 5}), random.Random(0))
    with pytest.raises(GameError, match="contiguous array"):
        encode.encode(RULES.view(state, 0), None, *encode.spec(5).empty())
    with pytest.raises(GameError, match="does not fit"):
        encode.encode(RULES.view(state, 0), 3, *encode.spec(3).empty())
    with pytest.raises(GameError, match="2 to 6 players"):
        encode.spec(7)
    with pytest.raises(GameError, match="spectator"):
        encode.encode(RULES.view(state, None), 5, *encode.spec(5).empty())


def test_every_action_can_be_taken_apart_and_put_together() -> None:
    table = encode.factor_table()
    for action in range(NUM_ACTIONS):
        parts = encode.factor(action)
        assert tuple(table[action]) == parts
        assert encode.unfactor(parts) == action
        if parts.place != encode.NONE:
            assert AREA_IDS[parts.place] in format_actions([action])
    with pytest.raises(InvalidAction, match=f"there is no action {NUM_ACTIONS}; they go from 0"):
        encode.factor(NUM_ACTIONS)
    with pytest.raises(InvalidAction, match="no action has the parts"):
        encode.unfactor((0, 1, 2))
