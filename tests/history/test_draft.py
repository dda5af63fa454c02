"""Chapters 2, 3.1 and 9.3 of the rule book: event hands, and who plays which daimyo."""

import random

import pytest

from tenka.game import CHANCE, IllegalAction, State, draw_chance
from tenka.history.cards import NUM_GROUPS
from tenka.history.tables import standard_tables
from tenka.history.turns import draft_key
from tests.history.position import RULES, legal, play

TABLES = standard_tables().tables[0]
FIRST_EPOCH = "matsuura kiyohara yoshiie kouno satake"
TURNS = "ready hizen hizen end ready dewa dewa dewa echigo end ready miyako miyako miyako kawachi kawachi end "
TURNS += "ready iyo iyo iyo end ready hitachi hitachi hitachi end"


def start(players: int = 5, seed: int = 1) -> State:
    return RULES.start(RULES.options({"players": players}), random.Random(seed))


def play_to_epoch(players: int, epoch: int, seed: int = 1) -> State:
    """A random game up to the draft of an epoch."""
    rng = random.Random(seed)
    state = start(players, seed)
    while state.epoch < epoch - 1:
        action = draw_chance(RULES, state, rng) if RULES.turn(state) == CHANCE else rng.choice(RULES.legal(state))
        state = RULES.apply(state, action)
    return state


# --- 2.3 ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_each_player_is_dealt_one_event_card_of_each_colour(players: int) -> None:
    state = start(players)
    dealt = 0
    for colour in range(state.colours):
        hand = int(state.hand[colour])
        assert [(hand & int(TABLES.group[group])).bit_count() for group in range(NUM_GROUPS)] == [1] * NUM_GROUPS
        assert not hand & dealt
        dealt |= hand
    assert dealt & ~int(TABLES.events_in_play[players]) == 0


def test_with_six_colours_no_event_card_is_left() -> None:
    state = start(6)
    assert sum(int(hand).bit_count() for hand in state.hand) == 54


# --- 3.1 ------------------------------------------------------------------------------------------------


def test_in_the_first_epoch_each_player_draws_at_random_and_plays_that_daimyo() -> None:
    state = start()
    assert sorted(legal(state)) == sorted(FIRST_EPOCH.split())
    assert [likely for _, likely in RULES.chance(state)] == pytest.approx([1 / 5] * 5)
    state = play(state, "kouno matsuura satake kiyohara")
    assert legal(state) == ["yoshiie"]
    state = play(state, "yoshiie")
    assert RULES.turn(state) == 1  # blue has Matsuura, the lowest number


def test_the_lowest_cumulative_strength_draws_first() -> None:
    state = play(start(), FIRST_EPOCH)
    state = play(state, TURNS)
    assert state.strength.tolist()[:5] == [2, 4, 5, 3, 3]
    assert state.draft.tolist()[0] == 0  # red played Matsuura, strength 2
    assert state.draft.tolist()[3:5] == [1, 2]


def test_ties_go_to_the_least_victory_points_then_most_events_then_first_to_play() -> None:
    state = play_to_epoch(5, 2)
    state.strength[:], state.points[:], state.played[:], state.played_at[:] = 5, 10, 0, (1, 2, 3, 4, 5, 6)
    assert draft_key(state, 0) < draft_key(state, 1)
    state.played[1] = 0b1
    assert draft_key(state, 1) < draft_key(state, 0)
    state.points[0] = 9
    assert draft_key(state, 0) < draft_key(state, 1)
    state.strength[1] = 4
    assert draft_key(state, 1) < draft_key(state, 0)


def test_the_drawn_card_is_kept_or_given_to_any_player_without_a_card() -> None:
    state = play_to_epoch(5, 2)
    drawer = RULES.seat_names[state.colour]
    state = RULES.apply(state, RULES.legal(state)[0])
    assert set(legal(state)) == {"keep", *RULES.seat_names[:5]} - {drawer}


def test_who_was_given_a_card_cannot_keep_one_and_nobody_gets_two() -> None:
    state = play_to_epoch(5, 2)
    second = RULES.seat_names[state.draft[1]]
    state = RULES.apply(state, RULES.legal(state)[0])
    state = play(state, second)
    state = RULES.apply(state, RULES.legal(state)[0])
    assert "keep" not in legal(state)
    assert second not in legal(state)
    with pytest.raises(IllegalAction, match="has a daimyo card already"):
        play(state, "keep")


def test_honganji_counts_as_four_combat_strength() -> None:
    from tenka.history.notation import DAIMYO_IDS

    assert TABLES.cumulative[DAIMYO_IDS.index("honganji")] == 4
    assert TABLES.strength[DAIMYO_IDS.index("honganji")] == 20


@pytest.mark.parametrize(("players", "unused"), [(2, 0), (3, 0), (4, 1), (5, 1), (6, 0)])
def test_how_many_daimyo_cards_are_left_unused_each_epoch(players: int, unused: int) -> None:
    colours = RULES.options({"players": players}).colours
    for epoch in range(7):
        cards = int(TABLES.daimyo_in_play[players]) & int(TABLES.epoch_cards[epoch])
        assert cards.bit_count() - colours == (0 if epoch == 0 else unused)


# --- 9.3 ------------------------------------------------------------------------------------------------


def test_a_player_cannot_give_a_card_to_the_other_colour_unless_there_is_no_choice() -> None:
    state = play_to_epoch(3, 2)
    for _ in range(6):
        assert state.phase == 0
        state = RULES.apply(state, RULES.legal(state)[0])
        drawer = int(state.colour)
        own = [colour for colour in range(6) if colour % 3 == drawer % 3 and colour != drawer]
        free = [colour for colour in range(6) if state.card[colour] == -1]
        options = set(legal(state))
        others = {RULES.seat_names[colour] for colour in free if colour % 3 != drawer % 3}
        expected = others | ({"keep"} if drawer in free else set())
        expected = expected or {RULES.seat_names[colour] for colour in own if colour in free}
        assert options == expected
        # give it away to the last colour that it can go to, so that choices run out
        state = RULES.apply(state, RULES.legal(state)[-1])


def test_the_own_other_colour_gets_it_if_nobody_else_can() -> None:
    state = play_to_epoch(2, 2)
    state.card[:] = [6, 7, -1, 8, 9, 10]
    state.giver[:] = [0, 1, -1, 3, 4, 5]
    state.colour, state.drafted, state.drawn, state.phase = 0, 5, 11, 1
    assert legal(state) == ["gold"]
