"""Chapter 7 of the rule book: event cards, and every effect keyword of the data by itself."""

import pytest

from tenka.game import CHANCE, IllegalAction
from tenka.history.cards import EVENT_EFFECTS
from tenka.history.reading import standard
from tests.history.position import RULES, at, counters, dice, legal, play, points, position
from tests.history.test_placing import places
from tests.history.test_sequence import LAST_OF_EPOCH_4, OOUCHI

HATAKEYAMA = "epoch 4, 5 players\nred hatakeyama to move\n"


def test_every_keyword_is_used_by_some_card() -> None:
    assert {effect["kind"] for card in standard().events for effect in card.effects} == set(EVENT_EFFECTS)


def test_event_cards_are_discarded_when_used() -> None:
    state = play(position(HATAKEYAMA, {"red": "e40"}), "e40")
    assert state.hand[0] == 0
    assert state.played[0] == 1 << 39
    with pytest.raises(IllegalAction, match="has no e40 in hand"):
        play(state, "e40")


# --- before the turn ------------------------------------------------------------------------------------


def test_minor_daimyo() -> None:
    """Yuuki rise in Shimousa with 4 counters, act at once, found a city and are past when done."""
    state = play(position(HATAKEYAMA + "shimousa: gold past 2", {"red": "e3"}), "e3")
    assert legal(state) == ["shimousa"]
    state = play(state, "shimousa")
    assert at(state, "shimousa") == "red now 1, city"
    assert state.left == 3
    state = play(state, "kazusa kazusa musashi end")
    assert at(state, "kazusa") == "red past 2"
    assert legal(state) == ["ready"]
    assert points(state, "red") == 0  # points come once, at the end of the turn
    assert state.strength[0] == 0
    assert at(play(state, "ready etchuu"), "etchuu") == "red now 1, city"


def test_minor_daimyo_with_a_navy() -> None:
    state = play(position("epoch 2, 5 players\nred yoshinaka to move", {"red": "e1"}), "e1 kii")
    assert {"nankai", "east_seto"} <= places(state)


def test_lesser_daimyo_can_use_event_cards_and_their_help_ends_with_them() -> None:
    state = position(HATAKEYAMA + "kazusa: gold past 1\nkaga: gold past 1", {"red": "e3 e35"})
    state = play(state, "e3 shimousa e35 kazusa")
    assert dice(state) == (3, 1, 0)
    state = play(state, "6-1 musashi musashi end ready etchuu kaga")
    assert dice(state) == (2, 1, 0)


def test_grant_navy_and_extra_strength() -> None:
    state = play(position(HATAKEYAMA, {"red": "e37"}), "e37 ready etchuu kaga")
    assert state.left == 5
    assert "wakasa_bay" in places(state)


def test_extra_strength() -> None:
    assert play(position(HATAKEYAMA, {"red": "e40"}), "e40 ready etchuu").left == 7


def test_place_marker_and_vp_now() -> None:
    state = play(position(HATAKEYAMA, {"red": "e43 e44"}), "e43 e44")
    assert at(state, "izumi") == "sakai"
    assert at(state, "chikuzen") == "hakata"
    assert points(state, "red") == 4


def test_attrition() -> None:
    """Plague: one counter from Miyako and each province next to it, whoever owns it; nothing is sacked."""
    text = HATAKEYAMA + "miyako: gold past 1, capital, castle\noumi: red past 2\nkawachi: blue past 3\nkii: gold past 1"
    state = play(position(text, {"red": "e51"}), "e51")
    assert at(state, "miyako") == "castle, capital"
    assert at(state, "oumi") == "red past 1"
    assert at(state, "kawachi") == "blue past 2"
    assert at(state, "kii") == "gold past 1"
    assert points(state, "red") == 0


def test_a_plague_can_break_out_in_the_last_epoch() -> None:
    """As in a session that is told of: "in the last scroll a plague raged in the capital" (report chiharakai)."""
    assert "e51" in legal(position("epoch 7, 5 players\nred western_army to move", {"red": "e51"}))


# --- during the turn ------------------------------------------------------------------------------------


def test_revolt() -> None:
    """One counter in any province with an enemy counter; if victorious it becomes a past counter at once."""
    state = play(position(HATAKEYAMA + "satsuma: gold past 1\nkaga: red past 1", {"red": "e21"}), "ready etchuu e21")
    assert legal(state) == ["satsuma"]
    state = play(state, "satsuma")
    assert dice(state) == (2, 1, 0)
    won = play(state, "5-2")
    assert at(won, "satsuma") == "red past 1"
    assert won.left == 5
    assert at(play(state, "2-2"), "satsuma") == ""


def test_a_revolt_crosses_no_border_but_meets_the_castle() -> None:
    state = position(HATAKEYAMA + "hida: gold past 1, castle", {"red": "e21"})
    assert dice(play(state, "ready etchuu e21 hida")) == (2, 1, 1)


def test_ikko_ikki_place_three_counters_and_then_fight() -> None:
    state = play(position(HATAKEYAMA + "kaga: gold past 2", {"red": "e23"}), "ready etchuu e23 kaga")
    state = play(state, "1-4 3-3")
    assert at(state, "kaga") == "gold past 1"
    assert at(play(state, "6-5"), "kaga") == "red past 1"
    assert counters(play(state, "6-5"), "red") == 2


def test_a_revolt_needs_an_enemy() -> None:
    state = play(position(HATAKEYAMA + "kaga: red past 1", {"red": "e21"}), "ready etchuu")
    with pytest.raises(IllegalAction, match="enemy counter"):
        play(state, "e21")


def test_auto_win() -> None:
    """Betrayal: the next combat is won without rolling; it is an automatic victory."""
    state = play(position(HATAKEYAMA + "kaga: gold past 2, castle", {"red": "e26"}), "ready etchuu e26 kaga")
    assert at(state, "kaga") == "gold past 1, castle"
    assert RULES.turn(state) == CHANCE
    state = play(position(HATAKEYAMA + "kaga: gold past 1, castle", {"red": "e26"}), "ready etchuu e26 kaga")
    assert at(state, "kaga") == "red now 1"
    assert points(state, "red") == 0


def test_auto_win_of_two_combats_counts_in_one_province() -> None:
    text = "epoch 6, 5 players\nred shibata to move\nkaga: gold past 1\noumi: gold past 2"
    state = play(position(text, {"red": "e30"}), "ready echizen e30 kaga")
    assert at(state, "kaga") == "red now 1"
    state = play(state, "oumi")
    assert RULES.turn(state) == CHANCE
    assert at(play(position(text, {"red": "e30"}), "ready echizen e30 oumi"), "oumi") == "red now 1"


def test_a_second_betrayal_counts_wherever_it_is_wanted() -> None:
    """The first one was bound to Kaga; the card played after it is not."""
    text = HATAKEYAMA + "kaga: gold past 1\nnoto: gold past 1"
    state = play(position(text, {"red": "e26 e28"}), "ready etchuu e26 kaga e28 noto")
    assert at(state, "noto") == "red now 1"


def test_a_combat_won_without_a_roll_uses_up_no_extra_dice() -> None:
    """Night attack: "one more die in its next three combats", and one combat is one roll."""
    text = HATAKEYAMA + "kaga: gold past 3"
    state = play(position(text, {"red": "e26 e35"}), "ready etchuu e35 e26 kaga")
    assert at(state, "kaga") == "gold past 2"
    assert dice(play(state, "6-1")) == (3, 1, 0)
    assert play(state, "6-1").bonus_combats == 2


def test_vp_per_kill() -> None:
    """Surprise attack: a point for each enemy counter removed in combat, for the rest of the turn."""
    text = HATAKEYAMA + "kaga: gold past 2\nnoto: red past 1\nechigo: blue past 1"
    state = play(position(text, {"red": "e32"}), "ready etchuu e32 kaga 5-1 4-4")
    assert points(state, "red") == 2
    state = play(state, "noto:own")
    assert points(state, "red") == 2
    assert points(play(state, "echigo 6-1"), "red") == 3
    assert points(play(state, "echigo 1-6"), "red") == 2


def test_surprise_attack_counts_in_the_initial_province() -> None:
    """ "For each enemy combat strength removed in combat while using this card": an automatic victory is one too."""
    state = position(HATAKEYAMA + "etchuu: gold past 3", {"red": "e32"})
    assert points(play(state, "ready e32 etchuu"), "red") == 3
    assert points(play(state, "ready etchuu e32"), "red") == 0, "what was removed before does not count"
    own = position(HATAKEYAMA + "etchuu: red past 3", {"red": "e32"})
    assert points(play(own, "ready e32 etchuu"), "red") == 0, "his own past counters are no enemies"


def test_surprise_attack_pays_for_enemies_only_and_own_past_counters_are_none() -> None:
    """ "For each enemy combat strength removed in combat": his own past brings nothing, fought or yielding."""
    text = HATAKEYAMA + "kaga: red past 2\nnoto: red past 1"
    state = play(position(text, {"red": "e32"}), "ready etchuu e32")
    assert points(play(state, "kaga 6-1 6-1"), "red") == 0
    assert points(play(state, "kaga 3-3"), "red") == 0
    assert points(play(state, "noto:own"), "red") == 0
    betrayed = play(position(text, {"red": "e32 e26"}), "ready etchuu e32 e26 noto")
    assert at(betrayed, "noto") == "red now 1"
    assert points(betrayed, "red") == 0


def test_surprise_attack_pays_for_other_colours_of_the_same_person() -> None:
    """With three players the other colour is an enemy like all others."""
    text = "epoch 4, 3 players\nred hatakeyama to move\nkaga: green past 1"
    assert points(play(position(text, {"red": "e32"}), "ready etchuu e32 kaga 6-1"), "red") == 1


def test_surprise_attack_counts_in_both_initial_provinces() -> None:
    text = "epoch 6, 5 players\nred akechi to move\ntanba: gold past 1\nmiyako: blue past 2"
    assert points(play(position(text, {"red": "e33"}), "ready e33 tanba"), "red") == 3


def test_lesser_daimyo_can_use_event_cards_as_normal_before_their_first_counter() -> None:
    state = play(position(HATAKEYAMA + "shimousa: gold past 2", {"red": "e3 e32"}), "e3")
    assert legal(state) == ["shimousa", "e32"]
    assert points(play(state, "e32 shimousa"), "red") == 2
    later = play(
        position(HATAKEYAMA + "etchuu: gold past 2", {"red": "e3 e32"}), "e3 e32 shimousa kazusa kazusa kazusa"
    )
    assert points(play(later, "end ready etchuu"), "red") == 0, "the card served the lesser daimyo alone"


def test_a_revolt_can_come_before_the_first_counter() -> None:
    state = play(position(HATAKEYAMA + "kaga: gold past 1", {"red": "e21"}), "ready e21 kaga 6-1")
    assert at(state, "kaga") == "red past 1"
    assert legal(state) == ["etchuu"]
    assert state.left == 6
    assert at(play(state, "etchuu kaga:own"), "kaga") == "red now 1"


def test_a_revolt_wins_automatically_in_the_initial_province() -> None:
    """ "A daimyo automatically wins without rolling dice when attacking their initial province" (5.3)."""
    text = HATAKEYAMA + "etchuu: gold past 2, castle, capital\nkaga: gold past 1"
    state = play(position(text, {"red": "e23"}), "ready e23 etchuu")
    assert at(state, "etchuu") == "red past 3, city", "and it is sacked"
    assert points(state, "red") == 0, "but for an automatic victory there is no point for the castle"
    assert at(play(state, "etchuu"), "etchuu") == "red now 1, city"
    lesser = play(position(HATAKEYAMA + "shimousa: gold past 2", {"red": "e3 e21"}), "e3 e21 shimousa")
    assert at(lesser, "shimousa") == "red past 1"


def test_betrayal_and_extra_dice_are_not_used_up_where_nobody_rolls() -> None:
    """In the initial province there is nothing to win without a roll: it is won automatically as it is."""
    text = HATAKEYAMA + "etchuu: gold past 2\nkaga: gold past 1"
    assert at(play(position(text, {"red": "e26"}), "ready e26 etchuu kaga"), "kaga") == "red now 1"
    night = play(position(text, {"red": "e35"}), "ready e35 etchuu")
    assert night.bonus_combats == 3


def test_dice_bonus() -> None:
    """Night attack: one more die in the next three combats."""
    text = HATAKEYAMA + "kaga: gold past 3\nnoto: gold past 1"
    state = play(position(text, {"red": "e35"}), "ready etchuu e35 kaga")
    for roll in ("6-1", "6-1", "6-1"):
        assert dice(state) == (3, 1, 0)
        state = play(state, roll)
    assert dice(play(state, "noto")) == (2, 1, 0)


def test_ignore_terrain() -> None:
    text = "epoch 2, 5 players\nred yoshinaka to move\nmino: gold past 1"
    assert dice(play(position(text, {"red": "e34"}), "ready shinano mino")) == (2, 2, 0)
    assert dice(play(position(text, {"red": "e34"}), "ready shinano e34 mino")) == (2, 1, 0)


def test_free_castle() -> None:
    state = play(position(HATAKEYAMA, {"red": "e41"}), "ready etchuu kaga e41 castle:kaga castle:etchuu")
    assert at(state, "kaga") == "red now 1, castle"
    assert state.left == 4
    assert play(state, "noto castle:noto").left == 2


def test_free_castles_can_be_left_unbuilt_and_lapse_with_the_last_counter() -> None:
    state = play(position(HATAKEYAMA, {"red": "e41"}), "ready etchuu kaga kaga kaga noto e41")
    assert {"castle:kaga", "noto"} <= set(legal(state))
    state = play(state, "noto")
    assert legal(state) == ["end"]
    assert play(state, "end").free_castles == 0


def test_vp_hold() -> None:
    """Tally trade: 2 points for each of five provinces with an army, at most 4."""
    text = HATAKEYAMA + "izumi: red past 1\nsuou: red past 1\nsettsu: red past 1\nnagato: gold past 1"
    assert points(play(position(text, {"red": "e46"}), "ready etchuu e46"), "red") == 4
    one = HATAKEYAMA + "izumi: red past 1"
    assert points(play(position(one, {"red": "e46"}), "ready etchuu e46"), "red") == 2


# --- after the epoch ------------------------------------------------------------------------------------


def test_attrition_region() -> None:
    """Great famine: every province of a region other than Miyako with two or more counters loses one."""
    text = LAST_OF_EPOCH_4 + "\nkai: gold past 3, castle\nmino: blue past 1\nise: green past 2"
    state = play(position(text, {"blue": "e52"}), OOUCHI + " e52")
    assert "region:miyako" not in legal(state)
    with pytest.raises(IllegalAction, match="spares miyako"):
        play(state, "region:miyako")
    state = play(state, "region:chuubu")
    assert at(state, "kai") == "gold past 2, castle"
    assert at(state, "mino") == "blue past 1"
    assert at(state, "ise") == "green past 1"
    assert state.epoch == 4  # nobody can have another card for after this epoch


def test_a_famine_cannot_strike_a_region_that_is_not_used() -> None:
    """ "The Kyuushuu region and the Ariake Sea are not used" (9.2)."""
    text = "epoch 4, 4 players\nred oouchi to move\nblue kantou_kubou\ngold hatakeyama\ngreen yamana"
    state = play(position(text, {"blue": "e52"}), OOUCHI + " e52")
    assert "region:shikoku" in legal(state)
    assert "region:kyuushuu" not in legal(state)
    with pytest.raises(IllegalAction, match="kyuushuu is out of play with 4 players"):
        play(state, "region:kyuushuu")


LAST_OF_EPOCH_2 = """
    epoch 2, 5 players
    red shikken_houjou to move
    blue oushuu_fujiwara
    gold taira
    green yukiie
    purple yoshinaka
    """
HOUJOU = "ready izu izu izu sagami sagami sagami musashi musashi musashi end capital:none"


def test_foreign_attack() -> None:
    """The Mongols attack three provinces twice each with two dice; they remove counters but do not stay."""
    text = LAST_OF_EPOCH_2 + "\nchikuzen: gold past 1, city\nhizen: blue past 2, castle"
    state = play(position(text, {"blue": "e49"}), HOUJOU + " e49")
    assert RULES.turn(state) == CHANCE
    assert dice(state) == (2, 1, 0)
    state = play(state, "6-1")
    assert at(state, "chikuzen") == "city"  # no combat: not sacked; and the second attack finds nobody
    assert dice(state) == (2, 1, 1)
    state = play(state, "5-4")
    assert at(state, "hizen") == "blue past 2, castle"  # equal: no win
    state = play(state, "6-4")
    assert at(state, "hizen") == "blue past 1, castle"
    assert points(state, "blue") == 0
    assert state.epoch == 2


def test_foreign_attack_on_nobody_is_over_at_once() -> None:
    state = play(position(LAST_OF_EPOCH_2, {"blue": "e49"}), HOUJOU + " e49")
    assert state.epoch == 2


def test_take_province() -> None:
    """Yoshimitsu: all other counters in Miyako are removed and two past counters stand in their place."""
    text = """
        epoch 3, 5 players
        red southern_dynasty to move
        blue akutou
        gold nitta
        green kitabatake
        purple ashikaga
        miyako: gold past 3, capital
        """
    state = play(position(text, {"blue": "e50"}), "ready yamato yamato yamato kawachi kawachi end capital:none e50")
    assert at(state, "miyako") == "blue past 2, capital"


def test_raze_castles_and_attrition() -> None:
    text = """
        epoch 6, 5 players
        red shibata to move
        blue takeda
        gold uesugi
        green oda
        purple akechi
        mino: gold past 2, castle
        hida: castle
        oumi: gold past 2, castle
        """
    state = play(
        position(text, {"blue": "e53"}), "ready echizen echizen echizen kaga kaga kaga wakasa wakasa wakasa end e53"
    )
    assert at(state, "mino") == "gold past 1"
    assert at(state, "hida") == ""
    assert at(state, "kaga") == "red past 2"
    assert at(state, "oumi") == "gold past 2, castle"
