"""Chapters 1.3, 3.2 and 4 of the rule book: the map, placing counters, stacks, castles, capitals and cities."""

import pytest

from tenka.game import IllegalAction
from tenka.history.cards import NUM_AREAS
from tenka.history.notation import AREA_IDS
from tenka.history.tables import standard_tables
from tests.history.naive_cards import LAND, SEA, borders_of
from tests.history.position import at, dice, legal, play, points, position

HATAKEYAMA = "epoch 4, 5 players\nred hatakeyama to move\n"


def places(state) -> set[str]:
    """The areas where a counter may go."""
    return {move.removesuffix(":own") for move in legal(state) if ":" not in move.removesuffix(":own")} - {"end"}


# --- 1.3, 3.2 -------------------------------------------------------------------------------------------


def test_the_first_counter_is_placed_in_the_initial_province() -> None:
    assert at(play(position(HATAKEYAMA), "ready etchuu"), "etchuu") == "red now 1, city"


def test_further_counters_go_where_the_daimyo_stands_or_next_to_it() -> None:
    assert places(play(position(HATAKEYAMA), "ready etchuu")) == {"etchuu", "kaga", "noto", "echigo", "hida"}


def test_past_counters_are_no_starting_point() -> None:
    assert "mino" not in places(play(position(HATAKEYAMA + "hida: red past 1"), "ready etchuu"))


def test_impassable_borders_and_corners_are_not_adjacent() -> None:
    """Etchuu and Shinano share a thick border; Miyako and Ise meet at a point."""
    assert "shinano" not in places(play(position(HATAKEYAMA), "ready etchuu"))
    state = position("epoch 1, 5 players\nred yoshiie to move")
    assert "ise" not in places(play(state, "ready miyako"))


def test_a_daimyo_without_naval_ability_cannot_be_placed_in_a_sea_zone() -> None:
    state = play(position(HATAKEYAMA), "ready etchuu kaga")
    assert "wakasa_bay" not in places(state)
    with pytest.raises(IllegalAction, match="only a daimyo with a navy"):
        play(state, "wakasa_bay")


def test_a_daimyo_with_naval_ability_can_place_counters_in_sea_zones_in_the_same_way() -> None:
    state = play(position("epoch 4, 5 players\nred hosokawa to move"), "ready sanuki east_seto")
    assert {"bizen", "settsu", "nankai", "west_seto", "east_seto"} <= places(state)


def test_chikuzen_and_nagato_are_adjacent_with_defensive_terrain() -> None:
    oouchi = "epoch 4, 5 players\nred oouchi to move\nchikuzen: gold past 1\n"
    assert dice(play(position(oouchi), "ready nagato chikuzen")) == (2, 2, 0)


def test_naval_strength_in_west_seto_takes_the_defensive_terrain_away() -> None:
    oouchi = "epoch 4, 5 players\nred oouchi to move\nchikuzen: gold past 1\n"
    assert dice(play(position(oouchi), "ready nagato west_seto chikuzen")) == (2, 1, 0)
    past = position(oouchi + "west_seto: red past 1")
    assert dice(play(past, "ready nagato chikuzen")) == (2, 2, 0)


def test_military_actions_are_done_when_all_counters_are_used() -> None:
    state = play(position(HATAKEYAMA), "ready etchuu kaga")
    assert state.left == 4
    with pytest.raises(IllegalAction, match="all must be used"):
        play(state, "end")
    assert legal(play(state, "kaga kaga noto noto")) == ["end"]


def test_every_border_has_two_sides_and_every_province_a_way_in() -> None:
    """In the files and in the tables of the rules: who can go there can come back, over the same border."""
    tables = standard_tables().tables[0]
    borders = {
        (AREA_IDS[area], AREA_IDS[tables.near[area, place]]): int(tables.border[area, place])
        for area in range(NUM_AREAS)
        for place in range(tables.num_near[area])
    }
    for (one, two), kind in borders.items():
        assert (two, one) in borders
        if one in LAND and two in LAND:  # at sea it matters which way: landing is hard, putting to sea is not
            assert borders[two, one] == kind, (one, two)
    for name, province in LAND.items():
        for kind, others in province["neighbours"].items():
            assert all(name in LAND[other]["neighbours"][kind] for other in others), (name, kind)
        shores = {zone for zone in SEA if name in SEA[zone]["touches"]}
        sides = {two for one, two in borders if one == name}
        assert sides == set(borders_of(name)) | shores
        assert set(borders_of(name)), name


def test_nobody_reaches_a_province_through_the_ships_of_another() -> None:
    """ "… containing at least 1 combat strength counter of the current daimyo, or any province adjacent to one".

    Oda's ships are still current while others play; they carry nobody but Oda.
    """
    text = "epoch 6, 5 players\nred shibata to move\nblue oda\nwakasa_bay: {} now 1\n"
    reached = {colour: places(play(position(text.format(colour)), "ready echizen")) for colour in ("red", "blue")}
    assert {"tango", "tajima"} <= reached["red"]
    assert not {"tango", "tajima"} & reached["blue"]


def test_nobody_sails_on_from_the_ships_of_another() -> None:
    text = "epoch 6, 5 players\nred ryuuzouji to move\nblue oda\neast_seto: {} now 1\n"
    reached = {colour: places(play(position(text.format(colour)), "ready hizen")) for colour in ("red", "blue")}
    assert {"nankai", "west_seto"} <= reached["red"]
    assert not {"nankai", "west_seto", "east_seto"} & reached["blue"]


def test_ships_of_another_take_no_terrain_away() -> None:
    """In the strait "a daimyo with naval combat strength in West Seto" has none; those of another do not help him."""
    text = "epoch 7, 5 players\nred chousokabe to move\nblue toyotomi\nnagato: red now 1\nchikuzen: gold past 1\n"
    assert dice(play(position(text + "west_seto: blue now 1"), "ready tosa chikuzen"))[1] == 2
    assert dice(play(position(text + "west_seto: red now 1"), "ready tosa chikuzen"))[1] == 1


# --- 4.1 ------------------------------------------------------------------------------------------------


def test_three_combat_strength_counters_can_be_in_one_province() -> None:
    state = play(position(HATAKEYAMA), "ready etchuu etchuu etchuu")
    assert "etchuu" not in places(state)
    with pytest.raises(IllegalAction, match="full"):
        play(state, "etchuu")


def test_up_to_two_combat_strength_counters_can_be_placed_in_a_sea_zone() -> None:
    state = play(position("epoch 4, 5 players\nred hosokawa to move"), "ready sanuki east_seto east_seto")
    assert "east_seto" not in places(state)


def test_no_other_counters_can_exist_in_a_sea_zone() -> None:
    state = play(position("epoch 4, 5 players\nred hosokawa to move"), "ready sanuki east_seto")
    assert "castle:east_seto" not in legal(state)


def test_current_and_past_armies_of_the_same_player_cannot_be_stacked() -> None:
    state = play(position(HATAKEYAMA + "kaga: red past 1"), "ready etchuu kaga:own kaga")
    assert at(state, "kaga") == "red now 2"


# --- 4.2 ------------------------------------------------------------------------------------------------


def test_a_castle_can_be_placed_instead_of_a_counter() -> None:
    state = play(position(HATAKEYAMA), "ready etchuu castle:etchuu")
    assert at(state, "etchuu") == "red now 1, city, castle".replace("city, castle", "castle, city")
    assert state.left == 4


def test_a_castle_stands_where_it_was_built_and_nowhere_else() -> None:
    state = play(position(HATAKEYAMA), "ready etchuu castle:etchuu")
    assert int(state.castles) == 1 << AREA_IDS.index("etchuu")


def test_every_counter_that_comes_onto_the_map_was_raised() -> None:
    """The first one too: what somebody has lost is counted from what he raised."""
    state = play(position(HATAKEYAMA), "ready etchuu")
    assert state.raised.tolist()[:2] == [1, 0]
    assert play(state, "kaga kaga").raised.tolist()[:2] == [3, 0]


def test_a_province_holds_one_castle() -> None:
    with pytest.raises(IllegalAction, match="has a castle already"):
        play(position(HATAKEYAMA), "ready etchuu castle:etchuu castle:etchuu")


def test_castles_stand_where_the_current_daimyo_does() -> None:
    with pytest.raises(IllegalAction, match="kaga has none"):
        play(position(HATAKEYAMA + "kaga: red past 1"), "ready etchuu castle:kaga")


def test_a_daimyo_without_a_capital_places_a_city_in_the_initial_province() -> None:
    assert at(play(position(HATAKEYAMA + "etchuu: city"), "ready etchuu"), "etchuu") == "red now 1, city"
    assert at(play(position(HATAKEYAMA + "etchuu: capital"), "ready etchuu"), "etchuu") == "red now 1, capital"


OOUCHI = "epoch 4, 5 players\nred oouchi to move\n"
ALL_OOUCHI = "ready nagato nagato nagato suou suou suou iwami iwami iwami end"


def test_a_daimyo_with_a_capital_places_no_city() -> None:
    assert at(play(position(OOUCHI), "ready nagato"), "nagato") == "red now 1"


def test_a_capital_can_be_placed_at_the_end_in_any_province_with_a_current_army() -> None:
    state = play(position(OOUCHI), ALL_OOUCHI)
    assert set(legal(state)) == {"capital:none", "capital:nagato", "capital:suou", "capital:iwami"}


def test_in_the_listed_province_the_capital_gives_points_at_once() -> None:
    named = play(position(OOUCHI), ALL_OOUCHI + " capital:suou")
    none = play(position(OOUCHI), ALL_OOUCHI + " capital:none")
    assert at(named, "suou") == "red past 3, capital"
    assert points(named, "red") == points(none, "red") + 2


def test_elsewhere_it_is_placed_after_victory_points() -> None:
    elsewhere = play(position(OOUCHI), ALL_OOUCHI + " capital:iwami")
    none = play(position(OOUCHI), ALL_OOUCHI + " capital:none")
    assert at(elsewhere, "iwami") == "red past 3, capital"
    assert points(elsewhere, "red") == points(none, "red")


def test_a_capital_replaces_a_city() -> None:
    state = play(position(OOUCHI + "suou: city"), ALL_OOUCHI + " capital:suou")
    assert at(state, "suou") == "red past 3, capital"


def test_no_second_capital_stands_in_a_province() -> None:
    state = play(position(OOUCHI + "suou: capital"), ALL_OOUCHI)
    assert "capital:suou" not in legal(state)
    with pytest.raises(IllegalAction, match="has a capital already"):
        play(state, "capital:suou")
