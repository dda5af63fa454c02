"""What is shown of History: scores as the board stands, hands, centres, odds before an attack."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from tenka.game import CHANCE, draw_chance
from tenka.history.actions import PLACE, YIELD
from tenka.history.notation import AREA_IDS
from tenka.history.odds import combat_odds
from tenka.history.position import CHOICE, POSITION, describe, draw_choice, draw_public, draw_seats
from tenka.history.reading import standard
from tenka.history.sources import KINDS
from tenka.history.state import FIGHTING, MILITARY, REVOLT, State
from tenka.patches import patch
from tenka.players import get_player
from tenka.server.shapes import model_of
from tests.history.outcomes import fight_outcomes
from tests.history.position import RULES, play, position

TEXT = "epoch 4, 5 players\nred hatakeyama to move\n"


def drawn(state: State, seat: int | None = 0) -> dict[str, Any]:
    view = RULES.view(state, seat)
    return draw_public(view.known) | {"seats": draw_seats(view)}


def choice(state: State) -> dict[str, Any]:
    view = RULES.view(state, RULES.turn(state))
    told = draw_choice(view, RULES.legal(state))
    model_of(CHOICE).model_validate(told)
    return told


def odds(state: State, token: str) -> dict[str, Any]:
    return dict(choice(state)["moves"][token]["odds"])


# --- a position ---------------------------------------------------------------------------------------------


def test_a_score_is_told_step_by_step_as_the_board_stands() -> None:
    text = """
        epoch 4, 5 players
        red hatakeyama to move
        miyako: red now 1, capital
        settsu: red past 1
        kawachi: red past 1, city
        izumi: red past 2, sakai
        nankai: red now 1
        kaga: blue past 1
    """
    scores = drawn(position(text))["scores"]
    assert scores["red"] == {
        "total": 15 + 2 + 1 + 1 + 2 + 1 + 1,
        "regions": {
            "miyako": {"held": 1, "current": 1, "level": 5, "points": 15},
            "kinki": {"held": 3, "current": 0, "level": 2, "points": 2},
        },
        "seas": 1,
        "centres": 1,
        "capitals": 2,
        "cities": 1,
        "markets": 1,
    }
    assert scores["blue"]["total"] == scores["blue"]["regions"]["hokuriku"]["points"] == 1
    assert scores["green"] == {**dict.fromkeys(scores["green"], 0), "regions": {}}


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_what_is_shown_is_true_in_whole_games(players: int) -> None:
    """Of its type; and at the end of a turn a colour gets what was shown, where no capital comes before it."""
    greedy, rng, seen = get_player("greedy", "history"), random.Random(players), Counter[str]()
    state = RULES.start(RULES.options({"players": players}), rng)
    while (seat := RULES.turn(state)) is not None:
        if seat == CHANCE:
            state = RULES.apply(state, draw_chance(RULES, state, rng))
            continue
        told = choice(state)
        action = greedy.decide(RULES.view(state, seat), RULES.legal(state), rng)
        token = RULES.format([action])
        after = RULES.apply(state, action)
        gained = int(after.points[state.colour]) - int(state.points[state.colour])
        if token in ("end", "capital:none") and gained:
            colour = draw_public(state)["colour"]
            assert gained == draw_public(state)["scores"][colour]["total"]
            seen["scored"] += 1
        if state.phase == MILITARY and PLACE <= action < YIELD and after.phase == FIGHTING:
            likely = told["moves"][token]["odds"]
            assert [likely["take"], likely["empty"], likely["held"]] == pytest.approx(ends(state, after), abs=2e-5)
            seen["fights"] += 1
        if rng.random() < 0.05:
            model_of(POSITION).model_validate(drawn(state, rng.choice([None, *range(players)])))
        state = after
    assert seen["scored"] > 5
    assert seen["fights"] > 20


def ends(before: State, fight: State) -> list[float]:
    """How likely a fight is won, leaves nobody, and is lost, by trying every roll out."""
    area, found = int(fight.target), [0.0, 0.0, 0.0]
    for likely, result in fight_outcomes(fight):
        current = (result.current_land | result.current_sea << 60) >> area & 1
        won = result.owner[area] == before.colour and (before.owner[area] != before.colour or current)
        found[0 if won else 1 if result.owner[area] < 0 else 2] += likely
    return found


def test_centres_tell_who_holds_them_and_closed_areas_are_those_of_four() -> None:
    state = position("epoch 4, 4 players\nred hatakeyama to move\nsagami: blue past 1\nkaga: red past 1")
    shown = drawn(state)
    assert shown["centres"] == {"miyako": None, "sagami": "blue", "chikuzen": None}
    assert set(shown["closed"]) == {*standard().unused_by_four}
    assert drawn(position(TEXT))["closed"] == []


def test_cards_to_come_are_those_whose_turn_has_not_come() -> None:
    order = {card.id: card.order for card in standard().daimyo if card.epoch == 4}
    state = position("epoch 4, 6 players\nred hatakeyama to move")
    later = sorted((card for card in order if order[card] > order["hatakeyama"]), key=order.__getitem__)
    assert drawn(state)["to_come"] == later


def test_the_lowest_of_several_colours_counts() -> None:
    state = position("epoch 4, 3 players\nred hatakeyama to move")
    state.points[:6] = [10, 20, 30, 4, 25, 31]
    assert [seat["score"] for seat in drawn(state)["seats"].values()] == [4, 20, 30]


def test_a_placement_changes_little_of_what_is_sent() -> None:
    before = play(position(TEXT), "ready etchuu")
    after = play(before, "kaga")
    changes = patch(draw_public(before), draw_public(after))
    assert set(changes) == {"areas", "scores", "turn"}
    assert set(changes["scores"]) == {"red"}


# --- hands --------------------------------------------------------------------------------------------------


def hand(state: State, colour: str = "red") -> dict[str, str]:
    seat = {"red": 0, "blue": 1}[colour]
    return dict(drawn(state, seat)["seats"][str(seat)]["colours"][colour]["playable"])


def test_a_card_can_be_played_now_later_or_never() -> None:
    """e1 before the turn in epochs 2 and 3, e26 during it, e35 in 3 to 5, e49 after epoch 2."""
    epochs = {card.number: card.epochs for card in standard().events}
    assert 4 not in epochs[49]
    state = position(TEXT, {"red": "e11 e35 e49", "blue": "e26"})
    before = {"e11": "now" if 4 in epochs[11] else "later", "e35": "later", "e49": "never"}
    assert hand(state) == before
    assert hand(play(state, "ready"))["e35"] == "now"
    assert hand(play(state, "ready etchuu"))["e35"] == "now"


def test_after_the_last_counter_a_card_waits_for_another_epoch() -> None:
    state = play(position(TEXT, {"red": "e35"}), "ready etchuu kaga kaga kaga noto noto")
    assert hand(state) == {"e35": "later"}, "it can be played in epoch 5"
    last = position("epoch 5, 5 players\nred mouri to move", {"red": "e35"})
    assert hand(last) == {"e35": "later"}
    assert hand(spent(last)) == {"e35": "never"}


def spent(state: State) -> State:
    """All counters of the turn placed."""
    state = play(state, "ready")
    while RULES.turn(state) is not None and state.left:
        places = [action for action in RULES.legal(state) if PLACE <= action < YIELD]
        free = [action for action in places if state.owner[action - PLACE] in (-1, state.colour)]
        state = RULES.apply(state, free[0])
    return state


def test_two_events_are_all_for_an_epoch() -> None:
    state = play(position("epoch 4, 5 players\nred hatakeyama to move", {"red": "e26 e35 e31"}), "ready etchuu")
    assert set(hand(state).values()) == {"now"}
    played = play(state, "e26 e35")
    assert hand(played) == {"e31": "later" if max(standard().events[30].epochs) > 4 else "never"}
    assert drawn(played)["seats"]["0"]["colours"]["red"]["used"] == 2


@pytest.mark.parametrize("players", [2, 5])
def test_what_can_be_played_now_is_what_is_legal_and_what_never_can_never_is(players: int) -> None:
    rng, never = random.Random(players), set[tuple[int, str]]()
    state = RULES.start(RULES.options({"players": players}), rng)
    plays = Counter[str]()
    while (seat := RULES.turn(state)) is not None:
        legal = RULES.legal(state)
        tokens = [RULES.format([action]) for action in legal]
        if seat != CHANCE:
            shown = drawn(state, seat)["seats"][str(seat)]["colours"]
            colour = draw_public(state)["colour"]
            cards = {token for token in tokens if token[1:].isdigit()}
            assert {card for card, when in shown[colour]["playable"].items() if when == "now"} == cards
            assert not {card for number, card in never if number == int(state.colour)} & cards
            for number, told in enumerate(shown.values()):
                never |= {(seat + number * players, c) for c, when in told["playable"].items() if when == "never"}
            plays["later"] += sum(when == "later" for when in shown[colour]["playable"].values())
        events = [action for action, token in zip(legal, tokens, strict=True) if token[1:].isdigit()]
        state = RULES.apply(state, draw_chance(RULES, state, rng) if seat == CHANCE else rng.choice([*legal, *events]))
    assert never
    assert plays["later"] > 100


# --- odds ---------------------------------------------------------------------------------------------------


def test_the_odds_of_an_attack_say_why_there_are_so_many_dice() -> None:
    state = play(position(TEXT + "hida: gold past 3, castle\nkaga: gold past 1"), "ready etchuu")
    told = odds(state, "hida")
    assert (told["attack_dice"], told["defend_dice"], told["castle"], told["defenders"]) == (2, 2, True, 3)
    assert told["defender"] == ["past", "terrain", "castle"]
    assert told["attacker"] == []
    assert told["source"] == "etchuu"
    assert odds(state, "kaga")["defender"] == ["past"]


@pytest.mark.parametrize(
    ("text", "events", "moves", "token", "attacker", "defender"),
    [
        ("kaga: gold past 1", "e35", "ready etchuu e35", "kaga", ["bonus"], ["past"]),
        ("kaga: gold past 1", "e26", "ready etchuu e26", "kaga", ["sure"], ["past"]),
        ("kaga: gold now 1\ngold yamana", "", "ready etchuu", "kaga", [], ["current"]),
    ],
)
def test_events_and_daimyo_are_among_the_reasons(
    text: str, events: str, moves: str, token: str, attacker: list[str], defender: list[str]
) -> None:
    state = play(position(TEXT + text, {"red": events}), moves)
    told = odds(state, token)
    assert told["attacker"] == attacker
    assert told["defender"] == defender


def test_a_regional_power_has_a_die_fewer_abroad_and_three_dice_meet_three() -> None:
    regional = "epoch 7, 5 players\nred shimazu to move\nhyuuga: gold past 1\nnagato: gold past 1\n"
    state = play(position(regional), "ready satsuma")
    assert odds(state, "hyuuga")["attacker"] == ["three_dice"]
    state = position("epoch 6, 5 players\nred uesugi to move\nblue takeda\nshinano: blue now 1")
    state = play(state, "ready echigo")
    told = odds(state, "shinano")
    assert told["attacker"] == ["three_dice", "equal_skill"]
    assert told["defender"][:3] == ["current", "three_dice", "equal_skill"]
    assert told["attack_dice"] == 2


def test_a_revolt_has_odds_too_and_comes_from_nowhere() -> None:
    state = play(position(TEXT + "kaga: gold past 2\nsatsuma: blue past 1, castle", {"red": "e21"}), "ready etchuu e21")
    assert state.phase == REVOLT
    told = choice(state)["moves"]
    assert told["satsuma"]["odds"]["source"] is None
    assert told["satsuma"]["odds"]["attackers"] == 1
    assert told["satsuma"]["odds"]["defender"] == ["past", "castle"]
    for token in ("kaga", "satsuma"):
        fight = RULES.apply(state, PLACE + AREA_IDS.index(token))
        likely = told[token]["odds"]
        assert [likely["take"], likely["empty"], likely["held"]] == pytest.approx(ends(state, fight), abs=2e-5)


def test_raids_have_odds_for_every_province_that_they_strike() -> None:
    text = "epoch 2, 5 players\nred taira to move\nhizen: gold past 2\nchikuzen: blue past 1, castle\nkaga: blue past 1"
    state = position(text, {"red": "e49"})
    state.phase, state.order, state.asked = 8, 6, int(state.order)
    raids = choice(state)["moves"]["e49"]["raids"]
    assert [(raid["area"], raid["counters"], raid["castle"]) for raid in raids] == [
        ("chikuzen", 1, True),
        ("hizen", 2, False),
    ]
    lost = 125 / 216  # two dice beat one
    assert raids[1]["losses"] == pytest.approx([(1 - lost) ** 2, 2 * lost * (1 - lost), lost**2], abs=2e-5)
    castle = combat_odds(2, 1, 1).win
    assert raids[0]["losses"] == pytest.approx([(1 - castle) ** 2, 1 - (1 - castle) ** 2], abs=2e-5)


def test_points_of_a_move_are_those_at_once_and_at_the_end_of_the_turn() -> None:
    text = "epoch 3, 5 players\nred akutou to move\nmiyako: gold past 1, castle, capital\nsettsu: gold past 1"
    state = play(position(text), "ready kawachi")
    moves, base = choice(state)["moves"], standard().regions[0].base[2]
    assert moves["miyako"]["points"] == 5 * base + 1 + 1 + 1, "supremacy, centre, the city that it becomes, the castle"
    assert moves["miyako"]["costs"] == 4 * base + 1 + 2, "control, centre, capital"
    assert moves["settsu"]["points"] == 0, "two provinces of Kinki are no more than one"
    kinki = standard().regions[1].base[2]
    assert moves["settsu"]["costs"] == kinki
    assert choice(play(state, "yamato"))["moves"]["settsu"]["points"] == kinki, "and three are influence"


def test_points_of_cards_and_of_a_capital_are_told() -> None:
    state = position("epoch 5, 5 players\nred go_houjou to move\nmiyako: red past 1", {"red": "e44 e54"})
    assert choice(state)["moves"]["e44"] == {"points": 2}, "Hakata: two points at once, and no army there"
    state = play(state, "ready sagami")
    assert choice(state)["moves"]["e54"] == {"points": 3}, "Imperial mandate, for Miyako"
    places = "izu izu izu musashi musashi musashi sagami"
    moves = choice(play(state, f"{places} end"))["moves"]
    assert moves == {"capital:sagami": {"points": 2}}, "elsewhere it stands after the points are counted"


def test_what_brings_nothing_and_meets_nobody_is_left_out() -> None:
    state = play(position(TEXT), "ready etchuu")
    moves = choice(state)["moves"]
    assert "castle:etchuu" not in moves
    assert all(move["points"] or "odds" in move or "raids" in move for move in moves.values())


def test_only_cards_in_hand_make_a_choice_secret() -> None:
    state = position(TEXT, {"red": "e35"})
    assert choice(state)["is_secret"]
    assert choice(play(state, "ready"))["is_secret"]
    assert not choice(play(state, "ready etchuu"))["is_secret"]
    state.used[0] = 2
    assert not choice(state)["is_secret"]


# --- the game in general ------------------------------------------------------------------------------------


def test_every_value_says_where_it_comes_from() -> None:
    info = describe()
    items: list[Any] = [*info.provinces, *info.sea_zones, *info.regions, *info.daimyo, *info.events]
    assert all(item.sources for item in items)
    used = {source for item in items for source in item.sources.values()}
    assert used == set(info.source_kinds)
    assert set(info.source_kinds.values()) == set(KINDS)
    for report in info.reports:
        assert any(f"report {report.name}" in source for source in used), report.name


def test_cards_light_the_provinces_that_they_speak_of() -> None:
    info = describe()
    provinces = {province.id for province in info.provinces}
    cards: list[Any] = [*info.daimyo, *info.events]
    assert all(set(card.provinces) <= provinces for card in cards)
    by_id = {card.id: card for card in info.daimyo}
    assert by_id["nitta"].provinces[-1] == "sagami"
    assert by_id["shimazu"].regional == "kyuushuu"
    assert by_id["shimazu"].dice == 3
    assert next(card for card in info.events if card.id == "e49").provinces == ["hizen", "chikuzen", "chikugo"]
