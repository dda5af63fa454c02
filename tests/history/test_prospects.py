"""The exact chances of an attack, against counting every roll."""

import random

import pytest

from tenka.game import CHANCE, State
from tenka.history.notation import AREA_IDS
from tenka.history.prospects import chances_of, look_at_attack
from tenka.table import Refused, Table
from tests.history.outcomes import fight_outcomes
from tests.history.position import RULES, at, play, position

TEXT = "epoch 4, 5 players\nred hatakeyama to move\n"


def brute_force(state: State, area: str, chance: float = 1.0) -> dict[str, float]:
    """What may stand in an area after a fight, by going through every roll."""
    if RULES.turn(state) != CHANCE:
        return {at(state, area): chance}
    found: dict[str, float] = {}
    for action, likely in RULES.chance(state):
        for what, chance_of in brute_force(RULES.apply(state, action), area, chance * likely).items():
            found[what] = found.get(what, 0.0) + chance_of
    return found


@pytest.mark.parametrize(
    "defender", ["gold past 1", "gold past 2", "gold past 2, castle", "gold past 1, capital", "red past 2"]
)
@pytest.mark.parametrize("events", ["", "e35", "e26"])
def test_the_chances_of_an_attack_are_those_of_all_its_rolls(defender: str, events: str) -> None:
    state = play(position(TEXT + f"kaga: {defender}", {"red": events}), f"ready etchuu {events}")
    placed = play(state, "kaga")
    expected = brute_force(placed, "kaga")
    outcomes: dict[str, float] = {}
    for likely, result in fight_outcomes(placed):
        outcomes[at(result, "kaga")] = outcomes.get(at(result, "kaga"), 0.0) + likely
    assert outcomes == pytest.approx(expected)
    attack = look_at_attack(state, AREA_IDS.index("kaga"))
    assert attack is not None
    assert attack.takes == pytest.approx(sum(p for what, p in expected.items() if what.startswith("red now")))
    nobody = sum(p for what, p in expected.items() if "past" not in what and "now" not in what)
    assert attack.empties == pytest.approx(nobody)
    if RULES.turn(placed) == CHANCE:
        assert chances_of(placed) == pytest.approx([attack.takes, attack.empties, 1 - attack.takes - attack.empties])


def test_nobody_is_fought_in_an_empty_province_and_where_nobody_can_go() -> None:
    state = play(position(TEXT + "satsuma: gold past 1"), "ready etchuu")
    assert look_at_attack(state, AREA_IDS.index("kaga")) is None
    assert look_at_attack(state, AREA_IDS.index("satsuma")) is None


def test_the_dice_of_an_attack_are_told() -> None:
    state = play(position(TEXT + "hida: gold past 3, castle"), "ready etchuu")
    attack = look_at_attack(state, AREA_IDS.index("hida"))
    assert attack is not None
    assert attack[:5] == (2, 2, 1, 3, "gold")


def test_a_turn_is_not_whole_before_the_capital_is_decided() -> None:
    """``end`` may be left out only where it ends the turn."""
    rng = random.Random(1)
    table = Table.new(RULES, RULES.options({"players": 5}), list("abcde"), rng, dice=random.Random(1))
    table.state = position("epoch 4, 5 players\nred oouchi to move")
    turn = "ready nagato nagato nagato suou suou suou iwami iwami iwami"
    with pytest.raises(Refused, match="not a whole turn yet"):
        table.act(0, turn)
    assert "capital:suou" in RULES.format_line(table.act(0, turn + " end capital:suou")[0])


def test_end_may_be_left_out_where_it_ends_the_turn() -> None:
    rng = random.Random(1)
    table = Table.new(RULES, RULES.options({"players": 5}), list("abcde"), rng, dice=random.Random(1))
    table.state = position(TEXT)
    assert "end" in RULES.format_line(table.act(0, "ready etchuu kaga kaga kaga noto noto")[0]).split()
