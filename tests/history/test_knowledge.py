"""Who may know what: event hands, drawn and given daimyo cards, unused cards."""

import random

import pytest

from tenka.game import CHANCE, State, draw_chance
from tenka.history.notation import DAIMYO_IDS
from tenka.history.state import DRAWING, GIVING
from tenka.history.view import UNKNOWN_CARD, UNKNOWN_HAND
from tenka.record import redact, write
from tenka.table import Table
from tests.history.naive_cards import DAIMYO
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


def test_who_gave_a_card_away_knows_it_and_nobody_else_does() -> None:
    """§3.1: whichever seat he has."""
    state, rng, givers = play_to_epoch(5, 2), random.Random(1), set()
    while state.phase in (0, 1):
        if RULES.turn(state) == CHANCE:
            state = RULES.apply(state, draw_chance(RULES, state, rng))
            continue
        giver, card = int(state.colour), int(state.drawn)
        others = [action for action in RULES.legal(state) if RULES.format([action]) != "keep"]
        state = RULES.apply(state, others[-1] if others else RULES.legal(state)[0])
        if state.phase not in (0, 1):
            break  # the last one: now all look
        receiver = state.card.tolist().index(card)
        for seat in (None, *range(5)):
            assert RULES.view(state, seat).known.card[receiver] == (card if seat == giver else UNKNOWN)
        givers.add(giver)
    assert len(givers) > 2


@pytest.mark.parametrize("players", [3, 5])
def test_nobody_can_hold_a_card_that_was_played_or_is_held_by_another(players: int) -> None:
    rng = random.Random(2)
    state = play_to_epoch(players, 5, seed=3)
    played = 0
    for cards in state.played.tolist():
        played |= cards
    assert played
    for seat in (None, *range(players)):
        view = RULES.view(state, seat)
        for _ in range(20):
            sampled = RULES.sample(view, rng)
            assert RULES.view(sampled, seat) == view
            hands = sampled.hand.tolist()[: state.colours]
            assert [hand.bit_count() for hand in hands] == [h.bit_count() for h in state.hand.tolist()[: state.colours]]
            seen = played
            for hand in hands:
                assert not hand & seen
                seen |= hand


def test_what_somebody_has_drawn_may_be_any_card_of_the_epoch_that_nobody_has() -> None:
    state, rng, looked = play_to_epoch(5, 2), random.Random(1), 0
    while state.phase in (0, 1):
        if RULES.turn(state) == CHANCE:
            state = RULES.apply(state, draw_chance(RULES, state, rng))
            continue
        for seat in (None, *range(5)):
            view = RULES.view(state, seat)
            drawn = set()
            for _ in range(20):
                sampled = RULES.sample(view, rng)
                assert RULES.view(sampled, seat) == view
                cards = [card for card in sampled.card.tolist() if card >= 0] + [int(sampled.drawn)]
                assert len(set(cards)) == len(cards) == 1 + sum(card >= 0 for card in state.card.tolist())
                assert {DAIMYO[DAIMYO_IDS[card]]["epoch"] for card in cards} == {2}
                drawn.add(int(sampled.drawn))
            assert drawn == {int(state.drawn)} if seat == state.colour else len(drawn) > 1
            looked += 1
        state = RULES.apply(state, RULES.legal(state)[-1])
    assert looked > 15


@pytest.mark.parametrize("players", [5, 6])
def test_in_the_first_epoch_too_what_is_dealt_anew_looks_the_same(players: int) -> None:
    """The first card of all is in play with six, and is gone through with the others once the draft is over."""
    rng = random.Random(1)
    state = RULES.start(RULES.options({"players": players}), rng)
    while state.phase in (DRAWING, GIVING):
        is_chance = RULES.turn(state) == CHANCE
        state = RULES.apply(state, draw_chance(RULES, state, rng) if is_chance else rng.choice(RULES.legal(state)))
    for seat in (None, *range(players)):
        view = RULES.view(state, seat)
        for seed in range(10):
            assert RULES.view(RULES.sample(view, random.Random(seed)), seat) == view
