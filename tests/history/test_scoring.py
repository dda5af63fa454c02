"""Chapter 8 of the rule book: victory points, winning and losing."""

import pytest

from tenka.history.cards import NUM_PROVINCES
from tenka.history.notation import AREA_IDS
from tenka.history.scoring import (
    centre_points,
    market_points,
    outcome_of,
    region_points,
    sea_points,
    settlement_points,
    turn_points,
)
from tenka.history.tables import standard_tables
from tests.history.position import play, points, position

TABLES = standard_tables().tables[0]
HEAD = "epoch 1, 5 players\nred yoshiie to move\n"  # all base points are 1, Ouu's is 2

CHUUBU = ["ise", "owari", "mikawa", "toutoumi", "suruga", "mino", "hida", "shinano", "kai"]
SHIKOKU = ["awa", "sanuki", "iyo", "tosa"]


def armies(provinces: list[str], when: str = "past"):
    return position(HEAD + "\n".join(f"{province}: red {when} 1" for province in provinces))


@pytest.mark.parametrize(
    ("provinces", "when", "level"),
    [
        (CHUUBU[:0], "past", 0),
        (CHUUBU[:1], "past", 1),
        (CHUUBU[:2], "past", 1),
        (CHUUBU[:3], "past", 2),
        (CHUUBU[:4], "past", 2),
        (CHUUBU[:5], "past", 3),
        (CHUUBU[:8], "now", 3),
        (CHUUBU, "past", 4),
        (CHUUBU, "now", 5),
        (SHIKOKU[:2], "past", 1),
        (SHIKOKU[:3], "past", 3),
        (["miyako"], "past", 4),
        (["miyako"], "now", 5),
    ],
)
def test_presence_influence_dominance_control_supremacy(provinces: list[str], when: str, level: int) -> None:
    """Only the highest level of control counts; base points are 1 here."""
    assert region_points(armies(provinces, when), TABLES, 0) == level


def test_supremacy_needs_current_armies_in_all_provinces() -> None:
    state = armies(CHUUBU, "now")
    state.current_land &= ~(state.current_land & -state.current_land)
    assert region_points(state, TABLES, 0) == 4


def test_base_points_vary_from_epoch_to_epoch() -> None:
    state = position("epoch 4, 5 players\nred hatakeyama to move\nmiyako: red now 1")
    assert region_points(state, TABLES, 0) == 15
    assert region_points(armies(["dewa"]), TABLES, 0) == 2


def test_armies_of_others_count_for_them_only() -> None:
    state = position(HEAD + "miyako: gold past 1")
    assert turn_points(state, TABLES, 0) == 0
    assert turn_points(state, TABLES, 2) == 5


def test_a_point_for_each_sea_zone_including_past_daimyos() -> None:
    state = position(HEAD + "west_seto: red past 2\nnankai: red now 1\nariake_sea: gold past 1")
    assert sea_points(state, 0) == 2


def test_a_point_for_each_political_centre() -> None:
    state = position(HEAD + "sagami: red past 1\nmiyako: red now 3\nchikuzen: red past 2\nkaga: red past 1")
    assert centre_points(state, TABLES, 0) == 3


def test_two_points_for_a_capital_and_one_for_a_city_with_an_army() -> None:
    state = position(HEAD + "kai: red past 1, capital\nkaga: red now 1, city\nmino: city\nise: gold past 1, capital")
    assert settlement_points(state, 0) == 3


def test_a_point_for_sakai_or_hakata() -> None:
    state = position(HEAD + "izumi: red past 1, sakai\nchikuzen: gold past 1, hakata")
    assert market_points(state, 0) == 1
    assert market_points(state, 2) == 1


def test_a_market_that_is_not_on_the_map_gives_nothing() -> None:
    everywhere = "\n".join(f"{area}: red now 1" for area in AREA_IDS)
    assert market_points(position(HEAD + everywhere), 0) == 0
    assert market_points(position(HEAD + everywhere.replace("izumi: red now 1", "izumi: red now 1, sakai")), 0) == 1


def test_all_kinds_of_points_are_added_up() -> None:
    """§8.1: regions, sea zones, political centres, capitals and cities, markets."""
    for number in range(1, len(AREA_IDS)):
        held = "\n".join(
            f"{area}: red now 1" + (", capital" if place % 3 == 0 else ", city" if place % 3 == 1 else "")
            for place, area in enumerate(AREA_IDS[:number])
            if place < NUM_PROVINCES
        )
        ships = "\n".join(f"{area}: red now 1" for area in AREA_IDS[NUM_PROVINCES:number])
        state = position(f"{HEAD}{held}\n{ships}")
        parts = [region_points(state, TABLES, 0), sea_points(state, 0), centre_points(state, TABLES, 0)]
        parts += [settlement_points(state, 0), market_points(state, 0)]
        assert turn_points(state, TABLES, 0) == sum(int(part) for part in parts)


def test_points_are_received_at_the_end_of_the_turn_by_the_current_player() -> None:
    state = position(HEAD + "kai: red past 1, capital\nkaga: gold past 1, city")
    state = play(state, "ready miyako miyako miyako oumi oumi end")
    # Miyako: supremacy 5, centre 1, city 1; Kinki: presence 1; Chuubu: presence 1, capital 2
    assert points(state, "red") == 11
    assert points(state, "gold") == 0


def test_the_player_with_the_most_points_wins_and_equal_scores_share() -> None:
    state = position(HEAD)
    state.points[:5] = (10, 30, 20, 30, 5)
    outcome = outcome_of(state)
    assert outcome.winners == (1, 3)
    assert outcome.ranking == (4, 1, 3, 1, 5)
    assert outcome.totals[2] == {"points": 20}


def test_with_several_colours_the_lowest_is_the_players_score() -> None:
    state = position("epoch 1, 3 players\nred yoshiie to move")
    state.points[:] = (10, 30, 20, 25, 21, 40)
    outcome = outcome_of(state)
    assert [total["points"] for total in outcome.totals] == [10, 21, 20]
    assert outcome.winners == (1,)
    assert outcome.totals[1] == {"points": 21, "blue": 30, "purple": 21}
    two = position("epoch 1, 2 players\nred yoshiie to move")
    two.points[:] = (10, 30, 20, 25, 21, 40)
    assert [total["points"] for total in outcome_of(two).totals] == [10, 25]
