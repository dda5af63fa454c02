"""The pages that are written from data and odds are current, and the odds are right."""

from itertools import product
from pathlib import Path

import pytest

from tenka.game import GameError
from tenka.history.odds import combat_odds, make_odds_page, siege_odds
from tenka.history.reading import standard
from tenka.history.sources import KINDS, find_sheet, kind_of, make_page, make_sheet

DOCS = Path(__file__).parent.parent.parent / "docs"


def test_the_page_of_sources_is_current() -> None:
    assert (DOCS / "history-data.md").read_text(encoding="utf-8") == make_page(standard())


def test_the_page_of_odds_is_current() -> None:
    assert (DOCS / "odds.md").read_text(encoding="utf-8") == make_odds_page()


@pytest.mark.parametrize("castle", [0, 1])
@pytest.mark.parametrize("defender", [1, 2, 3, 4])
@pytest.mark.parametrize("attacker", [1, 2, 3])
def test_the_odds_are_those_of_all_throws(attacker: int, defender: int, castle: int) -> None:
    throws = list(product(range(1, 7), repeat=attacker + defender))
    wins = sum(max(throw[:attacker]) > max(throw[attacker:]) + castle for throw in throws)
    draws = sum(max(throw[:attacker]) == max(throw[attacker:]) + castle for throw in throws)
    odds = combat_odds(attacker, defender, castle)
    assert odds.win == pytest.approx(wins / len(throws))
    assert odds.draw == pytest.approx(draws / len(throws))
    row = f"| {attacker} {'die' if attacker == 1 else 'dice'} | {defender} {'die' if defender == 1 else 'dice'} | "
    page = (DOCS / "odds.md").read_text(encoding="utf-8")
    part = page[page.index("## With a castle" if castle else "## Without a castle") :]
    assert f"{row}{wins / len(throws):.2%} | {draws / len(throws):.2%} | " in part


def test_one_counter_takes_a_province_if_it_wins_every_combat() -> None:
    odds = combat_odds(2, 1)
    for defenders in (1, 2, 3):
        assert siege_odds(1, defenders, odds)[0][1] == pytest.approx(odds.win**defenders)


def test_every_value_has_a_source_of_a_known_kind() -> None:
    data = standard()
    for item in (*data.daimyo, *data.events, *data.regions, *data.provinces, *data.sea_zones):
        for fact in make_sheet(item).facts:
            assert fact.source
            assert fact.kind in KINDS


def test_a_source_in_two_parts_counts_as_the_less_certain_one() -> None:
    assert kind_of("province rulebook §9.2(2), the rest reconstruction") == "reconstruction"
    assert kind_of("report and rulebook §9.2(4)") == "report"
    assert kind_of("rulebook §6.3") == "rule book"


@pytest.mark.parametrize(
    ("wanted", "title"),
    [
        ("taira", "daimyo taira"),
        ("Minamoto no  Yoritomo", "daimyo yoritomo"),
        ("e31", "event e31 Surprise attack"),
        ("KAGA", "province kaga"),
        ("enshuu sea", "sea zone enshuu_sea"),
        ("kinki", "region kinki"),
        ("region:miyako", "region miyako"),
    ],
)
def test_a_sheet_is_found_by_id_number_or_name(wanted: str, title: str) -> None:
    assert find_sheet(standard(), wanted).title == title


def test_a_wrong_name_is_answered_with_a_similar_one() -> None:
    with pytest.raises(GameError, match=r"there is no card or place 'tiara'; did you mean taira"):
        find_sheet(standard(), "tiara")
