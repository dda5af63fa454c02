"""Observations: what a seat knows, as planes and globals."""

from __future__ import annotations

import random
import re

import numpy as np
import pytest

from tenka.game import GameError, InvalidAction, State
from tenka.games import get_game
from tenka.samurai import encode
from tenka.samurai.actions import NUM_ACTIONS
from tenka.samurai.board import FIELD_BY_NAME, LAND_BY_PLAYERS, SPACE_BY_NAME, SPACES
from tenka.samurai.notation import format_actions
from tenka.samurai.pieces import KINDS, MAX_PLAYERS
from tenka.samurai.state import PLAYING, array_of, new_states
from tests.encoding import check_knowledge_and_ranges, check_names, observe, random_positions

RULES = get_game("samurai")
EVERY_OPTIONS = list(RULES.every_options())


@pytest.mark.parametrize("number", range(len(EVERY_OPTIONS)))
def test_an_observation_is_the_same_for_a_state_its_view_and_a_sample_and_stays_in_its_range(number: int) -> None:
    rng = random.Random(number)
    for state in random_positions(RULES, EVERY_OPTIONS[number], rng, every=5):
        check_knowledge_and_ranges(encode, RULES, state, rng)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_moving_everybody_one_seat_on_changes_no_observation(players: int) -> None:
    rng = random.Random(players)
    for state in random_positions(RULES, RULES.options({"players": players}), rng, every=3):
        turned = _one_seat_on(state)
        for seat in range(players):
            here = observe(encode, RULES, state, seat, players)
            there = observe(encode, RULES, turned, (seat + 1) % players, players)
            assert np.array_equal(here[0], there[0])
            assert np.array_equal(here[1], there[1])


def _one_seat_on(state: State) -> State:
    states = new_states(1)
    states[0] = state
    turned = states[0]
    players = int(state.players)
    for name in ("hand", "num_hand", "num_stack", "stack", "captured"):
        turned[name][:players] = np.roll(state[name][:players], 1, axis=0)
    for name in ("seat", "first"):
        turned[name] = (state[name] + 1) % players
    turned.switched = sum(1 << (seat + 1) % players for seat in range(players) if state.switched >> seat & 1)
    for field, code in enumerate(state.tile.tolist()):
        turned.tile[field] = ((code >> 5) + 1) % players << 5 | code & 31 if code else 0
    return turned


def test_different_knowledge_makes_different_observations() -> None:
    """Positions that look different to a seat do so in its observation."""
    rng = random.Random(1)
    seen: dict[bytes, bytes] = {}
    for players in (2, 3, 4):
        for state in random_positions(RULES, RULES.options({"players": players}), rng):
            if state.phase != PLAYING:
                continue
            planes, globals_ = observe(encode, RULES, state, 0, None)
            view = RULES.view(state, 0).tobytes()
            assert seen.setdefault(planes.tobytes() + globals_.tobytes(), view) == view


def test_planes_and_globals_say_what_their_names_say() -> None:
    rng = random.Random(5)
    option = RULES.options({"players": 3, "hands": "random", "pieces": "random"})
    for state in random_positions(RULES, option, rng, every=7):
        for seat in range(3):
            spec = encode.spec(3)
            planes, globals_ = observe(encode, RULES, state, seat, 3)
            for place, name in enumerate(spec.places):
                if SPACE_BY_NAME[name].kind not in ".~":
                    continue
                code = int(state.tile[FIELD_BY_NAME[name]])
                assert planes[spec.plane("empty"), place] == (code == 0)
                if code:
                    whose = ((code >> 5) - seat) % 3
                    assert planes[spec.plane("tile"), place].tolist() == [int(r == whose) for r in range(3)]
                    kind = KINDS[(code & 31) - 1]
                    influence = planes[spec.plane("influence"), place].reshape(3, 3)
                    assert influence[whose].tolist() == [kind.strength * (caste in kind.castes) for caste in range(3)]
                    assert planes[spec.plane("fast"), place] == kind.is_fast
            assert globals_[spec.of_globals("hand")].sum() == state.num_hand[seat]
            for after in range(3):
                other = (seat + after) % 3
                unseen = globals_[spec.of_globals("unseen")].reshape(3, -1)[after].sum()
                assert unseen == state.num_stack[other] + (0 if after == 0 else state.num_hand[other])
                captured = globals_[spec.of_globals("captured")].reshape(3, 3)[after]
                assert captured.tolist() == state.captured[other].tolist()
            assert globals_[spec.of_globals("turns")] == state.turns


def test_the_shape_for_all_player_counts_masks_seats_and_spaces() -> None:
    state = RULES.start(RULES.options({"players": 2}), random.Random(0))
    spec = encode.spec(None)
    planes, globals_ = observe(encode, RULES, state, 1, None)
    assert globals_[spec.of_globals("present")].tolist() == [1, 1, 0, 0]
    assert planes[spec.plane("land")].sum() == LAND_BY_PLAYERS[2]
    out_of_play = planes[[0, 1, 2]].sum(axis=0) == 0
    assert out_of_play.any()
    assert not planes[:, out_of_play].any()


@pytest.mark.parametrize(("players", "shape"), [(2, None), (3, None), (4, None), (2, 2), (3, 3)])
def test_planes_written_place_by_place_are_the_same(players: int, shape: int | None) -> None:
    rng = random.Random(players)
    for state in random_positions(RULES, RULES.options({"players": players}), rng):
        for seat in range(players):
            planes, _ = observe(encode, RULES, state, seat, shape)
            again = np.zeros_like(planes)
            for place in range(planes.shape[1]):
                encode.mark_places(array_of(state)[0], seat, encode.shape_of(shape), place, place + 1, again)
            assert np.array_equal(planes, again)


def test_every_number_has_a_name() -> None:
    check_names(encode, (None, 2, 3, 4))


def test_wrong_buffers_and_counts_are_refused_in_a_sentence() -> None:
    state = RULES.start(RULES.options({"players": 2}), random.Random(0))
    planes, globals_ = encode.spec(2).empty()
    with pytest.raises(GameError, match="contiguous array"):
        encode.encode(RULES.view(state, 0), None, planes, globals_)
    with pytest.raises(GameError, match="contiguous array"):
        encode.encode(RULES.view(state, 0), 2, planes.astype(np.int16), globals_)
    with pytest.raises(GameError, match="does not fit"):
        encode.encode(RULES.view(state, 0), 3, *encode.spec(3).empty())
    with pytest.raises(GameError, match="2, 3 or 4 players"):
        encode.spec(5)
    with pytest.raises(GameError, match="spectator"):
        encode.encode(RULES.view(state, None), 2, planes, globals_)


@pytest.mark.parametrize("players", [None, 2, 3, 4])
def test_every_action_can_be_taken_apart_and_put_together(players: int | None) -> None:
    spec, table = encode.spec(players), encode.factor_table(players)
    found = 0
    for action in range(NUM_ACTIONS):
        if table[action, 0] == encode.NONE:
            with pytest.raises(InvalidAction, match=f"no action {action} on the board for {players} players"):
                encode.factor(action, players)
            continue
        found += 1
        parts = encode.factor(action, players)
        assert tuple(table[action]) == parts
        assert encode.unfactor(parts, players) == action
        text = format_actions([action])
        if parts.place != encode.NONE:
            assert spec.places[parts.place] in text
        if encode.ACTION_KINDS[parts.kind] in ("keep", "play"):
            assert text.startswith(KINDS[parts.piece].code)
    on_board = {space.name for space in SPACES if players is None or space.players <= players}
    texts = [format_actions([action]) for action in range(NUM_ACTIONS)]
    assert found == sum(set(re.findall(r"[a-t]\d+", text.partition("@")[2] or text[1:])) <= on_board for text in texts)


@pytest.mark.parametrize("players", [2, 3, MAX_PLAYERS])
def test_every_legal_action_has_parts_on_its_board(players: int) -> None:
    rng = random.Random(players)
    for state in random_positions(RULES, RULES.options({"players": players}), rng):
        for action in RULES.legal(state):
            assert encode.unfactor(encode.factor(action, players), players) == action


def test_parts_that_do_not_go_together_are_refused() -> None:
    with pytest.raises(InvalidAction, match="no action has the parts"):
        encode.unfactor((0, 3, 4))
    with pytest.raises(InvalidAction, match="no action"):
        encode.factor(NUM_ACTIONS)
