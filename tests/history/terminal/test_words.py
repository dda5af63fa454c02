"""What is told of cards, points and revolts: whole sentences, and figures that add up."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tenka.game import State
from tenka.history.notation import AREA_IDS
from tenka.history.prospects import look_at_attack
from tenka.history.reading import standard
from tenka.history.terminal.cards import tell_daimyo, tell_event
from tenka.history.terminal.points import tell_sources
from tenka.record import load
from tests.history.position import RULES, at, play, position

GAMES = Path(__file__).parent.parent.parent / "games"


def test_every_daimyo_is_told_in_whole_sentences() -> None:
    for card in standard().daimyo:
        told = tell_daimyo(card)
        assert re.fullmatch(r"([A-Z][^.]*\. ?)+", told), told
        assert card.name in told
        assert "_" not in re.sub("|".join(AREA_IDS), "", told), "words of people, not of the data"
        kinds = [effect["kind"] for effect in card.effects if effect["kind"] not in ("any_initial", "no_settlement")]
        assert len(told.split(". ")) >= 2 + len(kinds), told


@pytest.mark.parametrize(
    ("card", "sentence"),
    [
        ("satake", "He is regional"),
        ("taira", "He has a navy"),
        ("taira", "Every sea zone that he takes brings 1 point at once."),
        ("yoshiie", "He rolls 3 dice in combat, and not two."),
        ("yukiie", "His counters can go all over an island where he stands"),
        ("honganji", "attacks with one die, and no terrain counts."),
        ("akechi", "One of his counters may begin in miyako"),
        ("shikken_houjou", "Taking sagami and miyako brings 1 point each at once."),
    ],
)
def test_what_is_special_about_a_daimyo_is_said(card: str, sentence: str) -> None:
    assert any(sentence in tell_daimyo(daimyo) for daimyo in standard().daimyo if daimyo.id.startswith(card))


def test_an_event_says_when_it_can_be_played_and_what_it_does() -> None:
    surprise = standard().events[30]
    assert tell_event(surprise) == (
        "In epochs 2 to 4, during your military actions. For the rest of this turn gain 1 point for each enemy counter "
        "your current daimyo removes in combat."
    )


@pytest.mark.parametrize("path", sorted(GAMES.glob("history-*.game")), ids=lambda path: path.stem)
def test_the_sources_of_points_add_up_to_what_every_line_says(path: Path) -> None:
    data, lines = standard(), 0
    for step in load(path).steps:
        sources = tell_sources(RULES, data, step.before, step.actions)
        gained = re.search(r"; points (\d+)", step.line)
        numbers = [int(found[1]) for source in sources if (found := re.search(r" (\d+)( \(\w+\))?$", source))]
        assert len(numbers) == len(sources)
        assert sum(numbers) == (int(gained[1]) if gained else 0), (step.line, sources)
        lines += gained is not None
    assert lines > 3


@pytest.mark.parametrize(("founded", "scores"), [("oumi", True), ("owari", False), ("none", False)])
def test_a_capital_scores_at_once_only_in_its_place(founded: str, scores: bool) -> None:
    """Oda begins in Owari, and his card names Oumi."""
    state = position("epoch 6, 5 players\nred oda to move\noumi: red now 1")
    state = play(state, "ready owari")
    state.left = 0  # as if all his counters were placed
    state = play(state, "end")
    told = tell_sources(RULES, standard(), state, RULES.parse(f"capital:{founded}"))
    assert ("capitals and cities 2" in told) == scores
    assert any(source.startswith("capitals") for source in told) == scores


def test_the_odds_of_a_revolt_are_those_of_every_roll() -> None:
    state = position("epoch 5, 5 players\nred mouri to move\nkaga: blue past 2", {"red": "e24"})
    state = play(state, "ready e24")
    revolt = look_at_attack(state, AREA_IDS.index("kaga"))
    assert revolt is not None
    assert revolt.takes + revolt.empties == pytest.approx(counted(play(state, "kaga"), {})[0])


def counted(state: State, known: dict[bytes, dict[int, float]]) -> dict[int, float]:
    """By how many of blue's counters are left: the chance, going through every roll."""
    if not RULES.chance(state):
        standing = at(state, "kaga")
        return {int(standing.split()[-1]) if standing.startswith("blue") else 0: 1.0}
    if state.tobytes() not in known:
        found: dict[int, float] = {}
        for action, likely in RULES.chance(state):
            for left, chance in counted(RULES.apply(state, action), known).items():
                found[left] = found.get(left, 0.0) + likely * chance
        known[state.tobytes()] = found
    return known[state.tobytes()]
