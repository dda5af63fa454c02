"""Who may know what: event hands, drawn and given daimyo cards, unused cards."""

import random

import pytest

from tenka.game import CHANCE, State, draw_chance
from tenka.history.notation import DAIMYO_IDS
from tenka.history.view import UNKNOWN_CARD, UNKNOWN_HAND
from tenka.record import redact, write
from tenka.table import Table
from tests.history.position import RULES, play
from tests.history.test_draft import play_to_epoch

UNKNOWN = UNKNOWN_CARD


def test_event_cards_are_kept_secret_from_other_players() -> None:
    state = play_to_epoch(5, 2)
    for seat in (None, 0, 1, 4):
        hands = RULES.view(state, seat).known.hand.tolist()[:5]
        assert [hand == UNKNOWN_HAND for hand in hands] == [colour != seat for colour in range(5)]


def test_event_cards_played_are_seen_by_all() -> None:
    state = play_to_epoch(5, 4, seed=3)
    assert state.played.any()
    assert RULES.view(state, None).known.played.tolist() == state.played.tolist()


def draft_one(players: int = 5) -> State:
    """The second epoch: the first drawer has drawn Taira."""
    state = play_to_epoch(players, 2)
    return play(state, "taira")


def test_the_drawn_card_is_seen_by_the_drawer_only() -> None:
    state = draft_one()
    drawer = int(state.colour)
    for seat in (None, *range(5)):
        expected = DAIMYO_IDS.index("taira") if seat == drawer else UNKNOWN
        assert RULES.view(state, seat).known.drawn == expected


def test_the_receiving_player_may_not_look_at_it_until_all_have_one() -> None:
    state = draft_one()
    giver, receiver = int(state.draft[0]), int(state.draft[4])
    state = play(state, RULES.seat_names[receiver])
    assert RULES.view(state, receiver).known.card[receiver] == UNKNOWN
    assert RULES.view(state, giver).known.card[receiver] == DAIMYO_IDS.index("taira")
    rng = random.Random(1)
    while state.phase in (0, 1):
        state = RULES.apply(
            state, draw_chance(RULES, state, rng) if RULES.turn(state) == CHANCE else RULES.legal(state)[0]
        )
    assert RULES.view(state, receiver).known.card[receiver] == DAIMYO_IDS.index("taira")


def test_cards_are_shown_when_their_turn_comes() -> None:
    state = play(RULES.start(RULES.options({"players": 5}), random.Random(1)), "satake kouno yoshiie kiyohara matsuura")
    names = [UNKNOWN] * 4 + [DAIMYO_IDS.index("matsuura")]
    assert RULES.view(state, None).known.card.tolist()[:5] == names
    state = play(state, "ready hizen hizen end")
    names[3] = DAIMYO_IDS.index("kiyohara")
    assert RULES.view(state, None).known.card.tolist()[:5] == names


@pytest.mark.parametrize("players", [4, 5])
def test_the_unused_card_is_unseen_by_all(players: int) -> None:
    """A sampled state may have another card unused, whoever looks, as long as its turn has not come."""
    rng = random.Random(1)
    state = play_to_epoch(players, 2)
    while state.phase in (0, 1):
        action = draw_chance(RULES, state, rng) if RULES.turn(state) == CHANCE else RULES.legal(state)[0]
        state = RULES.apply(state, action)
    for seat in (None, *range(players)):
        sampled = {tuple(RULES.sample(RULES.view(state, seat), rng).card.tolist()[:players]) for _ in range(60)}
        assert len(sampled) > 1
        unused = [frozenset(cards) for cards in sampled]
        assert len(set(unused)) > 1


def test_a_sample_never_has_a_card_whose_turn_has_passed() -> None:
    rng = random.Random(5)
    state = play_to_epoch(5, 3, seed=5)
    while state.epoch == 2:
        for seat in (None, 0, 3):
            sampled = RULES.sample(RULES.view(state, seat), rng)
            assert RULES.turn(sampled) == RULES.turn(state)
            if state.phase not in (0, 1):
                orders = [DAIMYO_IDS[card] for card in sampled.card[:5]]
                assert len(set(orders)) == 5
        action = draw_chance(RULES, state, rng) if RULES.turn(state) == CHANCE else rng.choice(RULES.legal(state))
        state = RULES.apply(state, action)


def test_a_copy_of_a_record_hides_hands_and_draws() -> None:
    table = Table.new(RULES, RULES.options({"players": 3}), list("abc"), random.Random(1), dice=random.Random(2))
    spectator = write(redact(table.record(), None))
    assert "deal red ? ? ? ? ? ? ? ? ?" in spectator
    assert "draw red/green ?" in spectator
    own = write(redact(table.record(), 0)).splitlines()
    mine = [line.partition(";")[0] for line in own if line.startswith(("deal red", "draw red"))]
    others = [line for line in own if line.startswith(("deal blue", "draw gold"))]
    assert {line.split()[0] for line in mine} == {line.split()[0] for line in others} == {"deal", "draw"}
    assert not any("?" in line for line in mine)
    assert all("?" in line for line in others)


def test_once_the_game_is_over_everybody_may_know_everything() -> None:
    rng = random.Random(1)
    state = RULES.start(RULES.options({"players": 4}), rng)
    while RULES.turn(state) is not None:
        action = draw_chance(RULES, state, rng) if RULES.turn(state) == CHANCE else rng.choice(RULES.legal(state))
        state = RULES.apply(state, action)
    assert RULES.view(state, None).known.tobytes() == state.tobytes()
