"""Chapter 6 of the rule book: daimyo cards, and every effect keyword of the data by itself."""

import pytest

from tenka.game import IllegalAction
from tenka.history.cards import DAIMYO_EFFECTS
from tenka.history.reading import standard
from tests.history.position import at, counters, dice, legal, play, points, position
from tests.history.test_placing import places

# --- 6.2 ------------------------------------------------------------------------------------------------


def test_a_regional_daimyo_has_one_die_fewer_when_attacking_other_regions() -> None:
    kubou = "epoch 4, 5 players\nred kantou_kubou to move\nkai: gold past 1\nsagami: gold past 1\nmusashi: red now 1\n"
    assert dice(play(position(kubou), "ready shimousa sagami")) == (2, 1, 0)
    assert dice(play(position(kubou), "ready shimousa kai")) == (1, 2, 0)


def test_supremacy_at_home_gives_the_die_back() -> None:
    text = "epoch 4, 5 players\nred kantou_kubou to move\nkai: gold past 1\n"
    home = ["izu", "sagami", "musashi", "kazusa", "hitachi", "shimotsuke", "kouzuke"]
    text += "\n".join(f"{province}: red now 1" for province in home)
    assert dice(play(position(text), "ready shimousa kai")) == (2, 2, 0)
    almost = text.replace("izu: red now 1", "izu: red past 1")
    assert dice(play(position(almost), "ready shimousa kai")) == (1, 2, 0)


def test_a_sea_zone_is_not_a_different_region() -> None:
    state = position("epoch 5, 5 players\nred ootomo to move\nwest_seto: gold past 1")
    assert dice(play(state, "ready bungo west_seto")) == (2, 1, 0)


def test_there_is_never_less_than_one_die() -> None:
    """Honganji's peasants have one die; a regional uprising would have none."""
    text = "epoch 5, 5 players\nred honganji to move\noumi: gold past 1"
    assert dice(play(position(text), "ready settsu oumi")) == (1, 1, 0)


def test_all_lesser_daimyo_are_regional() -> None:
    state = position(
        "epoch 4, 5 players\nred hatakeyama to move\nshimotsuke: gold past 1\nkai: gold past 1\nmusashi: red now 1",
        {"red": "e3"},
    )
    assert dice(play(state, "e3 shimousa shimotsuke")) == (2, 1, 0)
    assert dice(play(state, "e3 shimousa kai")) == (1, 2, 0)


# --- 6.3 and the keywords of the data -------------------------------------------------------------------


def test_every_keyword_is_used_by_some_card() -> None:
    assert {effect["kind"] for card in standard().daimyo for effect in card.effects} == set(DAIMYO_EFFECTS)


def test_stays_current_until() -> None:
    """Takeda stay current until Uesugi's turn is over."""
    text = "epoch 6, 5 players\nred takeda to move\nblue uesugi\ngold oda\ngreen akechi\npurple shibata"
    state = play(position(text), "ready kai kai kai shinano shinano shinano suruga suruga end")
    assert at(state, "kai") == "red now 3, city"
    state = play(state, "ready echigo echigo echigo etchuu etchuu etchuu kaga kaga")
    assert at(state, "kai") == "red now 3, city"
    assert at(play(state, "end"), "kai") == "red past 3, city"


def test_combat_dice() -> None:
    state = position("epoch 1, 5 players\nred yoshiie to move\noumi: gold past 1")
    assert dice(play(state, "ready miyako oumi")) == (3, 1, 0)


def test_place_far_in_any_province() -> None:
    """The Southern Dynasty can place in any province, and no sea zone; the defender gets a terrain die."""
    state = position("epoch 3, 5 players\nred southern_dynasty to move\nsatsuma: gold past 1\nmiyako: gold past 1")
    state = play(state, "ready yamato")
    assert len(places(state)) == 60
    assert dice(play(state, "satsuma")) == (2, 2, 0)
    assert dice(play(state, "miyako")) == (2, 1, 0)


def test_place_far_on_the_same_landmass() -> None:
    """Minamoto no Yukiie cannot cross over sea zones."""
    state = position("epoch 2, 5 players\nred yukiie to move\ndewa: gold past 1")
    state = play(state, "ready mino")
    landmasses = {province.id: province.landmass for province in standard().provinces}
    assert {landmasses[name] for name in places(state)} == {"honshuu"}
    assert len(places(state)) == sum(landmass == "honshuu" for landmass in landmasses.values())
    assert dice(play(state, "dewa")) == (2, 2, 0)


def test_extra_initial() -> None:
    """Akechi begin in Tanba and Miyako, both with automatic victory, with two of their ten counters."""
    state = play(position("epoch 6, 5 players\nred akechi to move\nmiyako: gold past 3, capital"), "ready tanba")
    assert at(state, "tanba") == "red now 1, city"
    assert at(state, "miyako") == "red now 1, city"  # the capital was sacked
    assert state.left == 8


def test_vp_take() -> None:
    """Yoshinaka gains 2 points when he stands alone in Miyako, once."""
    text = "epoch 2, 5 players\nred yoshinaka to move\noumi: red now 1\nmiyako: gold past 2"
    state = play(position(text), "ready shinano miyako 6-1")
    assert points(state, "red") == 0
    state = play(state, "5-1")
    assert points(state, "red") == 2
    assert points(play(state, "miyako"), "red") == 2


def test_vp_take_in_an_empty_province_and_for_each_province() -> None:
    state = play(position("epoch 2, 5 players\nred shikken_houjou to move\noumi: red now 1"), "ready izu sagami miyako")
    assert points(state, "red") == 2


def test_vp_sea() -> None:
    state = play(position("epoch 2, 5 players\nred taira to move"), "ready ise nankai nankai east_seto")
    assert points(state, "red") == 2


def test_uprising() -> None:
    """Honganji begin in two provinces and rise in those of the card only, one die, never a terrain die."""
    text = "epoch 5, 5 players\nred honganji to move\nkii: gold past 1\nsettsu: gold past 1\nkaga: gold past 2"
    state = play(position(text), "ready settsu")
    assert at(state, "settsu") == "red now 1"
    assert at(state, "kaga") == "red now 1"
    assert state.left == 18
    rises = next(effect for card in standard().daimyo for effect in card.effects if effect["kind"] == "uprising")
    assert places(state) == set(rises["provinces"])
    assert dice(play(state, "kii")) == (1, 1, 0)
    with pytest.raises(IllegalAction, match="provinces of its card only"):
        play(state, "miyako")


def test_the_leagues_of_an_uprising_go_home() -> None:
    state = play(
        position("epoch 5, 5 players\nred honganji to move"),
        "ready settsu settsu settsu kaga oumi oumi oumi noto noto noto",
    )
    state = play(state, "ise ise ise owari owari owari mikawa mikawa mikawa end capital:settsu")
    assert at(state, "settsu") == "red past 2, capital"
    assert at(state, "kaga") == "red past 2"
    assert counters(state, "red") == 4
    assert state.strength[0] == 4


ASHIKAGA = "epoch 3, 4 players\nred ashikaga to move\n"


def test_off_map_start() -> None:
    """With four players Ashikaga come from Chikuzen, out of play, to West Seto or Nagato with all counters."""
    state = play(position(ASHIKAGA), "ready")
    assert state.left == 15
    assert counters(state, "red") == 0
    assert places(state) == {"nagato", "west_seto"}


def test_off_map_start_crosses_the_strait() -> None:
    assert dice(play(position(ASHIKAGA + "nagato: gold past 1"), "ready nagato")) == (2, 2, 0)
    assert dice(play(position(ASHIKAGA + "nagato: gold past 1"), "ready west_seto nagato")) == (2, 1, 0)


def test_with_five_players_ashikaga_begin_in_chikuzen() -> None:
    assert at(play(position("epoch 3, 5 players\nred ashikaga to move"), "ready chikuzen"), "chikuzen") == "red now 1"


def test_any_initial_and_no_settlement() -> None:
    """The Samurai division places one counter in the province of its choice, without a city or capital."""
    state = play(position("epoch 1, 6 players\nred samurai_division to move"), "ready")
    assert len(legal(state)) == 60
    state = play(state, "kaga")
    assert at(state, "kaga") == "red now 1"
    assert legal(state) == ["end"]
