"""The set-up: hands, stacks, and pieces on the board."""

import math
import random
from collections import Counter
from collections.abc import Mapping
from itertools import combinations, product
from math import factorial
from typing import Any

import numba
import numpy as np
import pytest

from tenka.compiled import generator_state
from tenka.samurai.actions import MAX_LEGAL
from tenka.samurai.board import CAPACITIES, SETTLEMENTS, SETTLEMENTS_BY_PLAYERS
from tenka.samurai.pieces import COLOURS, KINDS, PIECES_BY_PLAYERS
from tenka.samurai.rules import apply_action, list_legal
from tenka.samurai.setup import deal
from tenka.samurai.state import CHOOSING_HANDS, PLACING_PIECES, PLAYING, State, new_states

from .drawing import RULES, hand, land_names, moves, pieces_on, play, refusal, sea_names, stack, whose_turn

TILES_IN_ORDER = [kind.code for kind in KINDS for _ in range(kind.copies)]
ALL_TILES = sorted(TILES_IN_ORDER)
VILLAGES_2 = [s.name for s in SETTLEMENTS if s.kind == "v" and s.players == 2]
EACH_PLAYER_COUNT = pytest.mark.parametrize("players", [2, 3, 4])


def start(seed: int = 1, **options: object) -> State:
    return RULES.start(RULES.options(options), random.Random(seed))


def after_hands(state: State) -> State:
    """The state after everybody has chosen the first hand possible."""
    while state.phase == CHOOSING_HANDS:
        state = RULES.apply(state, RULES.legal(state)[0])
    return state


def after_pieces(state: State, seed: int = 1) -> State:
    """The state after everybody has placed pieces at random."""
    rng = random.Random(seed)
    state = after_hands(state)
    while state.phase == PLACING_PIECES:
        state = RULES.apply(state, rng.choice(RULES.legal(state)))
    return state


def chi_square(found: Counter[Any], expected: Mapping[Any, float]) -> float:
    """How far counts are from those expected: about as much as there are counts, if chance made them."""
    assert set(found) <= set(expected)
    total = found.total()
    return math.fsum((found[key] - total * chance) ** 2 / (total * chance) for key, chance in expected.items())


# --- hands and stacks -------------------------------------------------------------------------------------


@EACH_PLAYER_COUNT
def test_each_player_takes_the_20_tiles_of_his_color(players: int) -> None:
    """“Each player … gathers the 20 tiles … of that color” (2015 rules, Setup)."""
    state = after_hands(start(players=players))
    for colour in COLOURS[:players]:
        assert sorted(f"{hand(state, colour)} {stack(state, colour)}".split()) == ALL_TILES


def test_each_player_secretly_chooses_five_of_his_tiles() -> None:
    """“Each player secretly chooses five of his tiles” (2015 rules, Setup); “all players select 5 of their 20 tokens”
    (1998 rules).
    """
    state = play(start(first="red"), "b4 s3 h2 n1 c4")
    assert hand(state, "red") == "b4 c4 s3 n1 h2"
    assert whose_turn(state) == "blue"
    state = play(state, "s2 s2 s1 s1 m")
    assert hand(state, "blue") == "s2 s2 s1 s1 m"
    assert hand(state, "red") == "b4 c4 s3 n1 h2"


def test_all_players_select_simultaneously() -> None:
    """“Simultaneously and without showing other players, all players select 5 of their 20 tokens” (1998 rules)."""
    state = start(players=3)
    assert RULES.waiting(state) == (0, 1, 2)
    state = play(state, "b4 b3 b2 r4 r3")
    assert RULES.waiting(state) == (1, 2)
    state = after_hands(state)
    assert RULES.waiting(state) == ()


def test_every_one_of_the_7913_hands_can_be_chosen_in_exactly_one_way() -> None:
    """“Each player secretly chooses five of his tiles”: 7,913 different hands, because three kinds are there twice."""
    hands: Counter[str] = Counter()
    todo = [start()]
    while todo:
        state = todo.pop()
        for action in RULES.legal(state):
            after = RULES.apply(state, action)
            if after.seat == state.seat:
                todo.append(after)
            else:
                hands[hand(after, "red")] += 1
    assert set(hands.values()) == {1}
    assert len(hands) == 7913
    assert set(hands) == {" ".join(chosen) for chosen in combinations(TILES_IN_ORDER, 5)}


def test_the_hand_may_be_named_in_any_order() -> None:
    in_order = play(start(), "b4 c4 s3 n1 h2")
    assert play(start(), "h2 n1 b4 s3 c4").tobytes() == in_order.tobytes()


def test_nobody_has_more_tiles_of_a_kind_than_there_are() -> None:
    """“Each player secretly chooses five of his tiles”: of his own 20, each as often as it is there."""
    assert "a hand is five of the own twenty tiles" in refusal(start(), "b4 b4")
    assert "a hand is five of the own twenty tiles" in refusal(start(), "s2 s2 s2")


@pytest.mark.parametrize("chosen", ["b4 b3 b2 r4 r3", "s2 s1 h1 b4 x", "s2 s2 s1 s1 h1", "b4 s2 h1 h1 m"])
def test_the_remaining_15_tiles_form_the_stack(chosen: str) -> None:
    """“Each player mixes his remaining 15 tiles (the tiles not chosen as his starting hand) facedown and places them
    in a stack” (2015 rules, Setup).
    """
    for seed in range(20):
        state = play(start(seed), chosen)
        assert len(stack(state, "red").split()) == state.num_stack[0] == 15
        assert sorted(f"{hand(state, 'red')} {stack(state, 'red')}".split()) == ALL_TILES


@pytest.mark.parametrize("hands", ["chosen", "random"])
def test_the_players_thoroughly_shuffle_their_remaining_15_tokens(hands: str) -> None:
    """“The players thoroughly shuffle their remaining 15 tokens” (reference sheet).

    The hand holds one of each two equal tiles, so that 15 different ones are left, and each must be as likely in each
    place as any other. With random hands, all 20 are as likely everywhere.
    """
    places: Counter[tuple[int, str]] = Counter()
    orders: Counter[bool] = Counter()
    for seed in range(3000):
        state = start(seed, hands=hands)
        if hands == "chosen":
            state = play(state, "b4 s2 s1 h1 x")
        tiles = stack(state, "red").split()
        places.update(enumerate(tiles))
        if {"m", "s3"} <= set(tiles):
            orders[tiles.index("m") < tiles.index("s3")] += 1
    if hands == "chosen":
        kinds = dict.fromkeys(set(ALL_TILES) - {"b4", "x"}, 1 / 15)
    else:
        kinds = {code: ALL_TILES.count(code) / 20 for code in ALL_TILES}
    expected = {(place, code): chance / 15 for place in range(15) for code, chance in kinds.items()}
    assert chi_square(places, expected) < 1.4 * len(expected)
    assert chi_square(orders, {True: 0.5, False: 0.5}) < 15


def test_the_stack_of_every_player_is_shuffled_by_itself() -> None:
    """“Each player mixes his remaining 15 tiles” (2015 rules, Setup)."""
    state = after_hands(start(players=4))
    assert len({stack(state, colour) for colour in COLOURS}) == 4


def test_players_may_want_to_select_their_starting_5_tokens_randomly() -> None:
    """“When first playing the game, players may want to select their starting 5 tokens randomly” (1998 rules)."""
    found: Counter[str] = Counter()
    for seed in range(2000):
        state = start(seed, hands="random")
        assert len(hand(state, "blue").split()) == state.num_hand[1] == 5
        assert sorted(f"{hand(state, 'blue')} {stack(state, 'blue')}".split()) == ALL_TILES
        found.update(hand(state, "blue").split())
    expected = {code: ALL_TILES.count(code) / 20 for code in ALL_TILES}
    assert chi_square(found, expected) < 45


# --- pieces on the board ----------------------------------------------------------------------------------


@EACH_PLAYER_COUNT
def test_create_the_supply_based_on_the_number_of_players(players: int) -> None:
    """“2 Players: 7 of each caste piece; 3 Players: 10 of each; 4 Players: 13 of each” (2015 rules, Setup)."""
    state = start(players=players)
    each = {2: 7, 3: 10, 4: 13}[players]
    assert (state.supply + [int(bits).bit_count() for bits in state.pieces]).tolist() == [each] * 3
    assert PIECES_BY_PLAYERS[players] == each


@EACH_PLAYER_COUNT
def test_place_one_of_each_figure_in_edo(players: int) -> None:
    """“Place one Buddha, one rice, and one castle piece on the Edo space” (2015 rules, Setup)."""
    for pieces in ("placed", "random"):
        assert pieces_on(start(players=players, pieces=pieces), "o14") == "brc"
    state = after_hands(start(players=players))
    assert not [move for move in moves(state) if move.endswith("@o14")]


@EACH_PLAYER_COUNT
def test_hands_are_chosen_before_pieces_are_placed(players: int) -> None:
    """“Hands are chosen before pieces are placed” (our rules; the order of the steps in all books)."""
    state = start(players=players)
    assert state.phase == CHOOSING_HANDS
    assert moves(state) <= {kind.code for kind in KINDS}
    assert "first chooses five tiles" in refusal(state, "b@o10")
    assert after_hands(state).phase == PLACING_PIECES


@EACH_PLAYER_COUNT
def test_the_youngest_player_begins_and_the_others_follow_clockwise(players: int) -> None:
    """“Starting with the youngest player and proceeding clockwise, players take turns placing one caste piece” (2015
    rules, Setup). “Continuing with the next player”: the villages follow without a break.
    """
    for first in range(players):
        state = after_hands(start(players=players, first=first))
        seats = []
        while state.phase == PLACING_PIECES:
            seats.append(int(state.seat))
            state = RULES.apply(state, RULES.legal(state)[0])
        number = 3 * (PIECES_BY_PLAYERS[players] - 1)
        assert seats == [(first + turn) % players for turn in range(number)]


@pytest.mark.parametrize(("players", "next_player"), [(2, "red"), (3, "blue"), (4, "gold")])
def test_once_all_cities_are_full_the_next_player_chooses_a_figure_for_a_village(
    players: int, next_player: str
) -> None:
    """“Once all cities are full (i.e., each has two figures in it), the next player chooses a figure to place in the
    village … of their choice” (reference sheet): two or three cities take four or six pieces.
    """
    state = after_hands(start(players=players, first="red"))
    cities = [space.name for space in SETTLEMENTS if space.kind == "C" and space.players <= players]
    for city in cities:
        assert {move.split("@")[1] for move in moves(state)} <= set(cities)
        state = play(state, f"b@{city} c@{city}")
    villages = {space.name for space in SETTLEMENTS if space.kind == "v" and space.players <= players}
    assert moves(state) == {f"{caste}@{village}" for caste in "brc" for village in villages}
    assert whose_turn(state) == next_player


def test_a_figure_may_go_to_the_same_or_a_different_city() -> None:
    """“Choosing a figure and placing it in the same or a different city” (1998 rules)."""
    state = play(after_hands(start()), "b@o10")
    assert moves(state) == {"r@o10", "c@o10", "b@l16", "r@l16", "c@l16"}


def test_the_two_figures_of_a_city_must_always_be_different() -> None:
    """“City spaces cannot contain … more than one caste piece of the same type” (2015 rules, Setup); “the two figures
    must always be different” (1998 rules).
    """
    state = play(after_hands(start()), "b@o10")
    assert refusal(state, "b@o10") == "o10 already holds a buddha piece, and its pieces must differ"


def test_city_spaces_cannot_contain_more_than_two_caste_pieces() -> None:
    """“City spaces cannot contain more than two caste pieces” (2015 rules, Setup)."""
    state = play(after_hands(start()), "b@o10 r@o10")
    assert moves(state) == {"b@l16", "r@l16", "c@l16"}
    assert refusal(state, "c@o10") == "o10 is full: it holds 2"


def test_village_spaces_cannot_contain_more_than_one_caste_piece() -> None:
    """“Village spaces cannot contain more than one caste piece” (2015 rules, Setup)."""
    state = play(after_hands(start()), "b@o10 r@o10 b@l16 r@l16 c@f18")
    assert not [move for move in moves(state) if move.endswith("@f18")]
    assert refusal(state, "b@f18") == "f18 is full: it holds 1"


def test_pieces_are_chosen_from_the_supply() -> None:
    """“Placing one caste piece from the supply” (2015 rules, Setup): no more than there are."""
    state = play(after_hands(start()), "b@o10 r@o10 b@l16 r@l16")
    state = play(state, " ".join(f"c@{village}" for village in VILLAGES_2[:6]))
    assert state.supply.tolist() == [4, 4, 0]
    assert not [move for move in moves(state) if move.startswith("c@")]
    assert refusal(state, f"c@{VILLAGES_2[6]}") == "no castle piece is left to place"


@EACH_PLAYER_COUNT
def test_players_proceed_until_all_city_and_village_spaces_are_full(players: int) -> None:
    """“Players proceed in this fashion until all city spaces have two caste pieces … until all village spaces have one
    caste piece. After all caste pieces from the supply are on the game board, players are ready to begin” (2015 rules,
    Setup). The pieces “fit exactly” (our rules).
    """
    for seed in range(10):
        state = after_pieces(start(players=players), seed)
        assert state.phase == PLAYING
        assert not state.supply.any()
        for number, space in enumerate(SETTLEMENTS):
            on_board = number < SETTLEMENTS_BY_PLAYERS[players]
            assert len(pieces_on(state, space.name)) == (CAPACITIES[number] if on_board else 0)


@EACH_PLAYER_COUNT
def test_the_youngest_player_starts_taking_the_first_turn(players: int) -> None:
    """“The youngest player starts, taking the first turn” (1998 rules), whoever placed the last piece."""
    for first, pieces in product(range(players), ("placed", "random")):
        state = after_pieces(start(players=players, first=first, pieces=pieces))
        assert state.phase == PLAYING
        assert RULES.turn(state) == first


def test_the_first_player_is_a_seat_given_or_drawn_at_random() -> None:
    """“The first player is the "youngest": a seat given or drawn at random” (our rules)."""
    drawn = Counter(int(start(seed, players=3).first) for seed in range(600))
    assert chi_square(drawn, {0: 1 / 3, 1: 1 / 3, 2: 1 / 3}) < 20
    assert {int(start(seed, players=3, first="gold").first) for seed in range(20)} == {2}


def test_a_new_game_begins_the_same_on_a_used_board() -> None:
    """Whatever lay there before: “Place the … board pieces on the table” (1998 rules, Preparation)."""
    used, fresh = new_states(2)
    deal(used, 4, 3, 0, generator_state(1))
    legal = np.empty(MAX_LEGAL, np.int16)
    while (num := list_legal(used, legal)) > 0:
        apply_action(used, int(legal[num // 2]))
    for players, rules in product((2, 3, 4), range(32)):
        deal(used, players, 1, rules, generator_state(2))
        deal(fresh, players, 1, rules, generator_state(2))
        assert used.tobytes() == fresh.tobytes()
        fresh = new_states(1)[0]


@EACH_PLAYER_COUNT
def test_every_space_of_the_board_is_empty_when_the_game_begins(players: int) -> None:
    """“Places it on an empty land or sea space” (2015 rules, Turn Sequence): at first that is all of them."""
    seen: dict[str, set[str]] = {"land": set(), "sea": set()}
    for seed in range(4):
        for move in moves(start(seed, players=players, hands="random", pieces="random")):
            tile, at, space = move.partition("@")
            if at:
                seen["sea" if tile in ("h2", "h1") else "land"].add(space)
    assert seen == {"land": land_names(players), "sea": sea_names(players)}


# --- pieces at random -------------------------------------------------------------------------------------


@EACH_PLAYER_COUNT
def test_first_time_players_may_randomly_distribute_the_caste_pieces(players: int) -> None:
    """“First time players may choose to simplify setup by randomly selecting their starting hands and randomly
    distributing the caste pieces … be sure the Edo space has three pieces and each city space has two pieces” (2015
    rules, Basic Setup); “Edo one of each; a city never two of a caste” (our rules).
    """
    for seed in range(200):
        state = start(seed, players=players, hands="random", pieces="random")
        assert state.phase == PLAYING
        assert not state.supply.any()
        assert [int(bits).bit_count() for bits in state.pieces] == [PIECES_BY_PLAYERS[players]] * 3
        for number, space in enumerate(SETTLEMENTS):
            on_board = number < SETTLEMENTS_BY_PLAYERS[players]
            assert len(pieces_on(state, space.name)) == (CAPACITIES[number] if on_board else 0)


def test_every_arrangement_of_the_pieces_is_as_likely_as_any_other() -> None:
    """“Randomly distributing the caste pieces onto the settlement spaces” (2015 rules, Basic Setup).

    Six of each caste are shared out. How likely each pair of cities and each pair of villages should be follows from
    counting in how many ways the other settlements can then be filled.
    """
    cities: Counter[tuple[str, ...]] = Counter()
    villages: Counter[tuple[str, ...]] = Counter()
    for seed in range(6000):
        state = start(seed, pieces="random", hands="random")
        cities[pieces_on(state, "o10"), pieces_on(state, "l16")] += 1
        villages[pieces_on(state, "o8"), pieces_on(state, "f18")] += 1

    ways = {}
    for pairs in product(("br", "bc", "rc"), repeat=2):
        left = Counter("b" * 6 + "r" * 6 + "c" * 6)
        left.subtract("".join(pairs))
        ways[pairs] = factorial(14) // (factorial(left["b"]) * factorial(left["r"]) * factorial(left["c"]))
    expected_cities = {pairs: number / sum(ways.values()) for pairs, number in ways.items()}
    expected_villages = dict.fromkeys(product("brc", repeat=2), 0.0)
    for pairs, chance in expected_cities.items():
        left = Counter("b" * 6 + "r" * 6 + "c" * 6)
        left.subtract("".join(pairs))
        for one, other in product("brc", repeat=2):
            expected_villages[one, other] += chance * left[one] / 14 * (left[other] - (one == other)) / 13
    assert chi_square(cities, expected_cities) < 30
    assert chi_square(villages, expected_villages) < 30


@pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="as plain Python this takes minutes")
@EACH_PLAYER_COUNT
def test_a_small_bias_in_how_the_pieces_are_scattered_would_be_seen(players: int) -> None:
    """Such as that of a city whose second piece is any other caste, however many of it are left: one deal in twenty is
    another one then, and who knows it plays better than who does not. All cities together, in 60,000 deals.
    """
    cities = [number for number in range(SETTLEMENTS_BY_PLAYERS[players]) if CAPACITIES[number] == 2]
    state, generator = new_states(1)[0], generator_state(7)
    found: Counter[tuple[int, ...]] = Counter()
    for _ in range(60_000):
        deal(state, players, 0, 0, generator)
        bits = state.pieces.tolist()
        found[tuple(next(caste for caste in range(3) if not bits[caste] >> city & 1) for city in cities)] += 1

    ways = {}
    for missing in product(range(3), repeat=len(cities)):
        left = [PIECES_BY_PLAYERS[players] - 1 - len(cities) + missing.count(caste) for caste in range(3)]
        ways[missing] = factorial(sum(left)) // (factorial(left[0]) * factorial(left[1]) * factorial(left[2]))
    expected = {missing: number / sum(ways.values()) for missing, number in ways.items()}
    assert chi_square(found, expected) < 2.6 * len(expected)


def test_every_village_may_get_any_piece_at_random() -> None:
    found: dict[str, Counter[str]] = {village: Counter() for village in VILLAGES_2}
    for seed in range(1500):
        state = start(seed, pieces="random", hands="random")
        for village, counts in found.items():
            counts[pieces_on(state, village)] += 1
    for counts in found.values():
        assert chi_square(counts, {"b": 1 / 3, "r": 1 / 3, "c": 1 / 3}) < 20
