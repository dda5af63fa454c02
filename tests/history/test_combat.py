"""Chapter 5 of the rule book: combat, terrain, automatic victory, sacking."""

import pytest

from tenka.game import CHANCE
from tenka.history.cards import NUM_AREAS, NUM_PROVINCES
from tenka.history.combat import acting_card, readied, reward_taking, skills_cancel
from tenka.history.notation import AREA_IDS, DAIMYO_IDS
from tenka.history.odds import best_of, combat_odds, roll_chances, siege_odds
from tenka.history.state import NOWHERE
from tenka.history.tables import standard_tables
from tests.history.position import RULES, at, dice, legal, play, points, position

HATAKEYAMA = "epoch 4, 5 players\nred hatakeyama to move\n"

# --- 5.1 ------------------------------------------------------------------------------------------------


def attack(defender: str = "gold past 1", roll: str = "", where: str = "kaga"):
    """Red's Hatakeyama, in Etchuu, attacks next door."""
    state = position(f"epoch 4, 5 players\nred hatakeyama to move\n{where}: {defender}")
    return play(state, f"ready etchuu {where} {roll}")


def test_the_one_that_rolls_higher_wins_and_the_losing_side_removes_one_counter() -> None:
    assert at(attack(roll="5-3"), "kaga") == "red now 1"
    assert at(attack(roll="3-5"), "kaga") == "gold past 1"


def test_if_both_sides_roll_the_same_number_both_sides_remove_one_counter() -> None:
    assert at(attack(roll="4-4"), "kaga") == ""
    assert at(attack("gold past 2", "4-4"), "kaga") == "gold past 1"


def test_a_current_daimyo_rolls_two_dice_and_a_past_daimyo_one() -> None:
    assert dice(attack("gold past 1")) == (2, 1, 0)


def test_only_the_highest_die_is_used() -> None:
    assert best_of(1) == pytest.approx([1 / 6] * 6)
    assert best_of(2) == pytest.approx([1 / 36, 3 / 36, 5 / 36, 7 / 36, 9 / 36, 11 / 36])
    faces = [(a, b) for a in range(1, 7) for b in range(1, 7)]
    rolls = {(max(a, b), c): 0 for a, b in faces for c in range(1, 7)}
    for a, b in faces:
        for c in range(1, 7):
            rolls[max(a, b), c] += 1
    expected = [rolls[a, c] / 216 for a in range(1, 7) for c in range(1, 7)]
    assert [likely for _, likely in roll_chances(2, 1)] == pytest.approx(expected)


def test_if_defending_counters_remain_the_combat_must_be_continued() -> None:
    state = attack("gold past 3", "5-3 6-1")
    assert at(state, "kaga") == "gold past 1"
    assert legal(state)[0] == "1-1"
    assert at(play(state, "2-1"), "kaga") == "red now 1"


def test_further_counters_placed_there_attack_again() -> None:
    state = attack("gold past 2", "1-2 kaga 6-2 5-2")
    assert at(state, "kaga") == "red now 1"


# --- 5.2 ------------------------------------------------------------------------------------------------


def test_crossing_defensive_terrain_gives_the_defender_one_extra_die() -> None:
    state = position("epoch 4, 5 players\nred hatakeyama to move\nhida: gold past 1")
    assert dice(play(state, "ready etchuu hida")) == (2, 2, 0)


def test_entering_a_province_from_a_sea_zone_gives_the_defender_one_extra_die() -> None:
    state = position("epoch 4, 5 players\nred hosokawa to move\nbizen: gold past 1")
    assert dice(play(state, "ready sanuki east_seto bizen")) == (2, 2, 0)


def test_entering_a_sea_zone_gives_no_extra_die() -> None:
    state = position("epoch 4, 5 players\nred hosokawa to move\neast_seto: gold past 2")
    assert dice(play(state, "ready sanuki east_seto")) == (2, 1, 0)


def test_the_attacker_comes_from_the_best_place() -> None:
    """Mino is next to Shinano (defensive) and to Oumi (open)."""
    state = position("epoch 7, 5 players\nred western_army to move\nshinano: red now 1\nmino: gold past 1")
    assert dice(play(state, "ready oumi mino")) == (2, 1, 0)


def test_a_castle_adds_one_to_the_highest_die_roll_of_the_defender() -> None:
    state = attack("gold past 1, castle")
    assert dice(state) == (2, 1, 1)
    assert at(play(state, "4-4"), "kaga") == "gold past 1, castle"
    assert at(play(state, "5-4"), "kaga") == ""
    assert at(play(state, "6-4"), "kaga") == "red now 1"


def test_three_dice_are_before_modifiers_due_to_other_cards() -> None:
    state = position("epoch 6, 5 players\nred uesugi to move\nshinano: gold past 1", events={"red": "e36"})
    assert dice(play(state, "ready echigo e36 shinano")) == (4, 1, 0)


def test_if_it_is_still_their_current_daimyo_special_rules_have_an_effect() -> None:
    state = position("epoch 6, 5 players\nred oda to move\nblue takeda\nmino: blue now 1")
    assert dice(play(state, "ready owari mino")) == (2, 3, 0)


def test_if_both_sides_have_the_same_effect_they_offset() -> None:
    state = position("epoch 6, 5 players\nred uesugi to move\nblue takeda\nshinano: blue now 1")
    assert dice(play(state, "ready echigo shinano")) == (2, 2, 0)


# --- 5.3 ------------------------------------------------------------------------------------------------


def test_a_daimyo_automatically_wins_when_attacking_the_initial_province() -> None:
    state = position("epoch 4, 5 players\nred hatakeyama to move\netchuu: gold past 3")
    assert at(play(state, "ready etchuu"), "etchuu") == "red now 1, city"


def test_the_player_can_choose_to_have_the_own_past_counters_automatically_lose() -> None:
    state = play(position("epoch 4, 5 players\nred hatakeyama to move\nkaga: red past 2"), "ready etchuu")
    assert {"kaga", "kaga:own"} <= set(legal(state))
    assert at(play(state, "kaga:own"), "kaga") == "red now 1"
    fought = play(state, "kaga")
    assert dice(fought) == (2, 1, 0)
    assert at(play(fought, "1-3"), "kaga") == "red past 2"
    assert at(play(fought, "4-3 4-4"), "kaga") == ""


def test_only_own_past_counters_give_way() -> None:
    state = play(position("epoch 4, 5 players\nred hatakeyama to move\nkaga: gold past 2"), "ready etchuu")
    assert "kaga:own" not in legal(state)


# --- 5.4 ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "after"),
    [("castle", ""), ("capital", ", city"), ("city", ""), ("castle, capital", ", city"), ("sakai", ", sakai")],
)
def test_when_the_last_counter_of_the_defending_side_is_removed(before: str, after: str) -> None:
    assert at(attack(f"gold past 1, {before}", "6-1"), "kaga") == f"red now 1{after}"


def test_nothing_is_sacked_while_defenders_remain() -> None:
    assert at(attack("gold past 2, castle, city", "6-1"), "kaga") == "gold past 1, castle, city"


def test_a_draw_that_removes_the_last_counter_sacks_the_province_too() -> None:
    assert at(attack("gold past 1, city", "4-4"), "kaga") == ""


def test_if_the_province_is_empty_nothing_is_sacked() -> None:
    state = position("epoch 4, 5 players\nred hatakeyama to move\nkaga: castle, capital")
    assert at(play(state, "ready etchuu kaga"), "kaga") == "red now 1, castle, capital"


def test_automatic_victories_count_as_combat_for_sacking() -> None:
    state = position(
        "epoch 4, 5 players\nred hatakeyama to move\nkaga: red past 1, castle, capital\netchuu: gold past 1, capital"
    )
    state = play(state, "ready etchuu kaga:own")
    assert at(state, "kaga") == "red now 1, city"
    assert at(state, "etchuu") == "red now 1, city"


# --- 8.2 ------------------------------------------------------------------------------------------------


def test_taking_a_province_with_a_castle_through_combat_gives_a_point() -> None:
    assert points(attack("gold past 1, castle", "6-1"), "red") == 1


def test_a_castle_emptied_by_a_draw_is_not_taken() -> None:
    assert points(attack("gold past 1, castle", "5-4"), "red") == 0


def test_automatic_victories_give_no_point_for_a_castle() -> None:
    state = position(
        "epoch 4, 5 players\nred hatakeyama to move\netchuu: gold past 1, castle\nkaga: red past 1, castle"
    )
    assert points(play(state, "ready etchuu kaga:own"), "red") == 0


# --- the example ----------------------------------------------------------------------------------------


def test_military_actions_example_of_the_hatakeyama() -> None:
    state = position(
        """
        epoch 4, 5 players
        red hatakeyama to move
        etchuu: blue past 1
        kaga: red past 1
        echizen: gold past 1
        oumi: green past 2
        miyako: purple past 1
        """
    )
    state = play(state, "ready etchuu")
    assert state.left == 5  # six counters, the first one is placed
    assert at(state, "etchuu") == "red now 1, city"  # 1) removed automatically
    state = play(state, "kaga:own")
    assert at(state, "kaga") == "red now 1"  # 2) his own, removed without rolling
    state = play(state, "echizen 2-5")
    assert at(state, "echizen") == "gold past 1"  # 3) loses
    state = play(state, "echizen 6-3")
    assert at(state, "echizen") == "red now 1"  # 4) is victorious
    state = play(state, "oumi 4-2 5-1")
    assert at(state, "oumi") == "red now 1"  # 5) two consecutive victories
    state = play(state, "miyako 3-2")
    assert at(state, "miyako") == "red now 1"  # 6) and takes Miyako with the last one
    assert legal(state) == ["end"]
    state = play(state, "end")
    # Hokuriku: 3 of 6 provinces, influence, base 1; Kinki: presence, base 1; Miyako: supremacy, base 3;
    # a political centre; a city in Etchuu.
    assert points(state, "red") == 2 + 1 + 15 + 1 + 1


# --- odds -----------------------------------------------------------------------------------------------


def test_odds_are_those_of_counting_all_dice() -> None:
    for attacker in (1, 2, 3):
        for defender in (1, 2, 3):
            for castle in (0, 1):
                rolls = [0, 0, 0]
                for number in range(6 ** (attacker + defender)):
                    faces = [number // 6**place % 6 for place in range(attacker + defender)]
                    best, other = max(faces[:attacker]), max(faces[attacker:]) + castle
                    rolls[0 if best > other else 1 if best == other else 2] += 1
                total = 6 ** (attacker + defender)
                assert combat_odds(attacker, defender, castle) == pytest.approx([roll / total for roll in rolls])


def test_a_fight_to_the_end_goes_through_all_its_combats() -> None:
    odds = combat_odds(2, 1)
    taken, held = siege_odds(1, 2, odds)
    assert taken == pytest.approx((odds.win * odds.draw, odds.win**2))
    assert held[2] == pytest.approx(odds.lose)
    assert held[1] == pytest.approx(odds.draw + odds.win * odds.lose)
    assert sum(taken) + sum(held) == pytest.approx(1)


# --- what is remembered, and what is not ----------------------------------------------------------------------


def test_points_for_taking_an_area_are_given_once_for_each() -> None:
    """§8.2."""
    tables = standard_tables().tables[0]
    cards = [card for card in range(len(DAIMYO_IDS)) if tables.take_vp[card].any()]
    assert cards
    for card in cards:
        state = position(HATAKEYAMA)
        state.card[0], state.points[0] = card, 0
        for _ in range(2):
            for area in range(NUM_PROVINCES):
                reward_taking(state, tables, area)
        assert state.points[0] == int(tables.take_vp[card].sum())
    sailors = [card for card in range(len(DAIMYO_IDS)) if tables.sea_vp[card]]
    assert sailors
    for card in sailors:
        state = position(HATAKEYAMA)
        state.card[0], state.points[0] = card, 0
        for _ in range(2):
            for area in range(NUM_PROVINCES, NUM_AREAS):
                reward_taking(state, tables, area)
        assert state.points[0] == int(tables.sea_vp[card]) * (NUM_AREAS - NUM_PROVINCES)


def test_while_a_lesser_daimyo_acts_no_card_does() -> None:
    """§9.1: the first of them, too."""
    tables = standard_tables().tables[0]
    state = position(HATAKEYAMA)
    assert acting_card(state) == DAIMYO_IDS.index("hatakeyama")
    for minor in range(len(tables.minor_strength)):
        state.minor = minor
        assert acting_card(state) == -1
        assert readied(state, tables) == tables.minor_strength[minor]


def test_two_daimyo_with_normal_dice_have_nothing_to_cancel() -> None:
    tables = standard_tables().tables[0]
    state = position(HATAKEYAMA + "kaga: blue now 1\nblue yamana")
    assert not skills_cancel(state, tables, AREA_IDS.index("kaga"))


def test_after_a_fight_nobody_is_attacked() -> None:
    state = play(position(HATAKEYAMA + "kaga: gold past 1"), "ready etchuu kaga")
    assert state.target == AREA_IDS.index("kaga")
    while RULES.turn(state) == CHANCE:
        state = RULES.apply(state, RULES.legal(state)[-1])
    assert (state.target, state.attackers, state.terrain) == (NOWHERE, 0, 0)
