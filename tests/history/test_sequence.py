"""Chapters 3.2 and 3.3 of the rule book: the order of turns, from current to past, the end of an epoch and the game."""

import random

import numpy as np
import pytest

from tenka.game import CHANCE, IllegalAction, draw_chance
from tenka.history import batch
from tenka.history.cards import colours_of
from tenka.history.notation import AREA_IDS
from tenka.history.state import BEFORE, new_states
from tenka.history.tables import standard_tables
from tenka.history.turns import _begin_turn, begin_epoch
from tests.history.position import RULES, at, legal, play, points, position


def test_the_player_with_the_lowest_number_plays_first_and_then_the_next_one_up() -> None:
    state = play(RULES.start(RULES.options({"players": 5}), random.Random(1)), "satake kouno yoshiie kiyohara matsuura")
    order = []
    for turn in (
        "ready hizen hizen end",
        "ready dewa dewa dewa echigo end",
        "ready miyako miyako miyako kawachi kawachi end",
        "ready iyo iyo iyo end",
        "ready hitachi hitachi hitachi end",
    ):
        order.append(RULES.seat_names[state.colour])
        state = play(state, turn)
    assert order == ["purple", "green", "gold", "blue", "red"]
    assert state.epoch == 1


def test_skipped_daimyo_are_considered_to_have_finished_their_turn() -> None:
    """Nobody holds Ashikaga, order 4: Akutou, order 1, is past when Southern Dynasty, order 5, begins."""
    text = """
        epoch 3, 5 players
        red kitabatake to move
        blue akutou
        gold southern_dynasty
        green nitta
        purple kikuchi
        kawachi: blue now 2
        """
    state = play(
        position(text),
        "ready south_mutsu south_mutsu south_mutsu dewa dewa dewa central_mutsu central_mutsu central_mutsu",
    )
    assert at(state, "kawachi") == "blue now 2"
    state = play(state, "end")
    assert RULES.seat_names[state.colour] == "gold"
    assert at(state, "kawachi") == "blue past 2"


def test_the_current_daimyos_counters_become_past_daimyo_counters() -> None:
    state = play(position("epoch 4, 5 players\nred hatakeyama to move"), "ready etchuu kaga kaga kaga noto noto end")
    assert at(state, "etchuu") == "red past 1, city"
    assert at(state, "kaga") == "red past 3"


def test_total_combat_strength_grows_by_what_is_written_on_the_card() -> None:
    state = position("epoch 4, 5 players\nred hatakeyama to move", events={"red": "e40"})
    state = play(state, "e40 ready etchuu kaga kaga kaga noto noto noto etchuu end")
    assert state.strength[0] == 6


def test_only_two_event_cards_can_be_played_during_each_epoch() -> None:
    state = position("epoch 4, 5 players\nred hatakeyama to move", events={"red": "e40 e51 e26 e32"})
    state = play(state, "e40 e51 ready etchuu")
    assert "e26" not in legal(state)
    with pytest.raises(IllegalAction, match="has played 2 events"):
        play(state, "e26")


def test_cards_are_played_at_their_time_only() -> None:
    state = position("epoch 4, 5 players\nred hatakeyama to move", events={"red": "e40 e26 e52"})
    assert legal(state) == ["ready", "e40"]
    with pytest.raises(IllegalAction, match="during military actions"):
        play(state, "e26")
    state = play(state, "ready")
    assert {move for move in legal(state) if move[0] == "e" and move[1:].isdigit()} == {"e26"}
    with pytest.raises(IllegalAction, match="before the turn"):
        play(state, "e40")


def test_cards_are_played_in_their_epochs_only() -> None:
    state = position("epoch 4, 5 players\nred hatakeyama to move", events={"red": "e39 e38"})
    assert legal(state) == ["ready", "e39"]
    with pytest.raises(IllegalAction, match="cannot be played in epoch 4"):
        play(state, "e38")


MOURI = "epoch 5, 5 players\nred mouri to move\nizumi: red past 1"


def test_cards_can_be_played_at_any_point_during_military_actions() -> None:
    """From their start, before the first counter, until the last one is used."""
    state = play(position(MOURI, events={"red": "e45"}), "ready")
    assert legal(state) == ["aki", "e45"]
    assert points(play(state, "e45"), "red") == 2
    for place in ["aki", "aki", "aki", "suou", "suou", "suou", "bingo"]:
        state = play(state, place)
        assert "e45" in legal(state)
    assert state.left == 1


def test_when_all_prepared_counters_are_used_military_actions_are_done() -> None:
    """No card can be played then, and nothing built, not even for free: all that is left is to say so."""
    state = position(MOURI, events={"red": "e45 e42"})
    state = play(state, "ready e42 aki aki aki suou suou suou bingo bingo")
    assert state.free_castles == 3
    assert legal(state) == ["end"]
    with pytest.raises(IllegalAction, match="e45 comes too late: all counters are used"):
        play(state, "e45")
    with pytest.raises(IllegalAction, match="no counter left to build a castle with"):
        play(state, "castle:aki")


def test_before_the_first_counter_nothing_else_can_be_done() -> None:
    state = play(position(MOURI), "ready")
    assert legal(state) == ["aki"]
    with pytest.raises(IllegalAction, match="the first counter of red goes to aki"):
        play(state, "suou")
    for move in ("castle:izumi", "izumi:own", "end", "ready"):
        with pytest.raises(IllegalAction, match="red places the first counter"):
            play(state, move)


def test_counters_are_used_while_they_can_be_and_cards_can_still_be_played_when_they_cannot() -> None:
    """Everywhere else stands a full stack with a castle: two counters have no use, and are still prepared."""
    full = [name for name in AREA_IDS if name not in ("etchuu", "izumi") and "sea" not in name]
    text = "epoch 4, 5 players\nred hatakeyama to move\nizumi: red now 3\n"
    text += "\n".join(f"{name}: red now 3, castle" for name in full[:58])
    state = play(position(text, {"red": "e46"}), "ready etchuu etchuu etchuu castle:etchuu")
    assert state.left == 2
    assert legal(state) == ["castle:izumi", "e46"]
    with pytest.raises(IllegalAction, match="2 counters left, and all must be used while they can be"):
        play(state, "end")
    state = play(state, "castle:izumi")
    assert state.left == 1
    assert legal(state) == ["end", "e46"]
    assert play(state, "e46 end").colour != 0


# --- 3.3 ------------------------------------------------------------------------------------------------

LAST_OF_EPOCH_4 = """
    epoch 4, 5 players
    red oouchi to move
    blue kantou_kubou
    gold hatakeyama
    green yamana
    purple hosokawa
    """
OOUCHI = "ready nagato nagato nagato suou suou suou iwami iwami iwami end capital:none"


def test_when_all_have_finished_after_epoch_cards_can_be_played_in_the_order_of_play() -> None:
    state = play(position(LAST_OF_EPOCH_4, events={"purple": "e52"}), OOUCHI)
    asked = []
    while state.epoch == 3:
        asked.append(RULES.seat_names[state.colour])
        assert legal(state) == (["end", "e52"] if asked[-1] == "purple" else ["end"])
        state = play(state, "end")
    assert asked == ["blue", "gold", "green", "purple", "red"]


def test_after_epoch_cards_do_not_count_towards_the_limit() -> None:
    state = position(LAST_OF_EPOCH_4, events={"red": "e52"})
    state.used[0] = 2
    state = play(state, OOUCHI + " end end end end")
    assert "e52" in legal(state)


def test_nobody_is_asked_when_no_card_can_be_played_after_this_epoch() -> None:
    """There is none for epoch 5."""
    text = "epoch 5, 5 players\nred ootomo to move\nblue go_houjou\ngold mouri\ngreen miyoshi\npurple imagawa"
    state = play(position(text), "ready bungo bungo bungo chikuzen chikuzen chikuzen hizen end")
    assert state.epoch == 5
    assert RULES.turn(state) == CHANCE


def test_the_game_ends_when_everyone_has_finished_the_seventh_epoch() -> None:
    text = "epoch 7, 5 players\nred date to move\nblue chousokabe\ngold shimazu\ngreen toyotomi\npurple tokugawa"
    state = play(
        position(text), "ready central_mutsu central_mutsu central_mutsu north_mutsu north_mutsu north_mutsu end"
    )
    assert RULES.turn(state) is None
    outcome = RULES.outcome(state)
    assert outcome is not None
    assert outcome.reason == "epochs"
    assert legal(state) == []
    with pytest.raises(IllegalAction, match="game is over"):
        play(state, "end")


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_every_colour_plays_one_daimyo_in_each_of_seven_epochs(players: int) -> None:
    rng = random.Random(players)
    state = RULES.start(RULES.options({"players": players}), rng)
    begun: dict[int, list[int]] = {}
    while RULES.turn(state) is not None:
        if state.phase == 2 and state.minor == -1 and state.used[state.colour] == 0:
            seen = begun.setdefault(int(state.epoch), [])
            if int(state.colour) not in seen:
                seen.append(int(state.colour))
        action = draw_chance(RULES, state, rng) if RULES.turn(state) == CHANCE else rng.choice(RULES.legal(state))
        state = RULES.apply(state, action)
    assert all(sorted(colours) == list(range(state.colours)) for colours in begun.values())
    assert len(begun) == 7


def test_a_turn_begins_with_nothing_left_of_the_one_before() -> None:
    """Counters, a navy that was lent, provinces that were paid for, a lesser daimyo: all of it was the other's."""
    state = position("epoch 4, 5 players\nred hatakeyama to move")
    for name in ("left", "extra", "navy", "paid", "seas_paid", "minor", "event"):
        state[name] = 1
    _begin_turn(state, 2)
    assert (state.colour, state.phase, state.left, state.extra, state.navy) == (2, BEFORE, 0, 0, 0)
    assert (state.paid, state.seas_paid, state.minor, state.event) == (0, 0, -1, -1)


def test_an_epoch_begins_with_a_new_draft() -> None:
    state = position("epoch 4, 5 players\nred hatakeyama to move")
    state.asked = state.used[:] = 3
    begin_epoch(state)
    assert (state.asked, state.order, state.drafted, state.drawn) == (0, 0, 0, -1)
    assert state.card.tolist() == [-1] * 6
    assert state.used.tolist() == [0] * 6
    assert state.colour == state.draft[0]


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_a_new_game_begins_the_same_on_a_used_board(players: int) -> None:
    """With an empty map, no points and nothing lent: whatever was played there before."""
    used, fresh = new_states(1), new_states(1)
    used.view(np.uint8)[:] = 3
    digest = int(standard_tables().digest, 16)
    for states in (used, fresh):
        batch.start_without_events(states, digest, players, colours_of(players))
    begun = {name: np.atleast_1d(fresh[0][name]).tolist() for name in fresh.dtype.names}
    assert {name: np.atleast_1d(used[0][name]).tolist() for name in used.dtype.names} == begun
    others = {name: values for name, values in begun.items() if any(values)}
    nobody = ("minor", "auto_area", "event", "target", "sakai", "hakata", "owner", "card", "giver", "drawn")
    assert {name for name, values in others.items() if set(values) == {-1}} == set(nobody)
    assert {name for name in others if name not in nobody} == {"digest", "players", "colours", "draft"}
    assert (others["players"], others["colours"], others["draft"]) == ([players], [colours_of(players)], [*range(6)])


def test_a_ply_ends_where_somebody_else_decides() -> None:
    """Dice, for example: the lines of a record are plies, and so are the versions of a table."""
    state = position("epoch 4, 5 players\nred hatakeyama to move\nkaga: gold past 1")
    begun = RULES.num_plies(state)
    state = play(state, "ready etchuu")
    assert RULES.num_plies(state) == begun
    state = play(state, "kaga")
    assert (RULES.turn(state), RULES.num_plies(state)) == (CHANCE, begun + 1)
    while RULES.turn(state) == CHANCE:
        state = RULES.apply(state, RULES.legal(state)[-1])
    assert (RULES.turn(state), RULES.num_plies(state)) == (0, begun + 2)
