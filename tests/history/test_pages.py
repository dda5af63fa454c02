"""The pages that are written from data and odds are current, and the odds are right."""

import re
from itertools import product
from pathlib import Path

import pytest

from tenka.game import GameError
from tenka.history.odds import combat_odds, make_odds_page, siege_odds
from tenka.history.reading import standard
from tenka.history.sources import KINDS, Item, find_sheet, kind_of, make_page, make_sheet

DOCS = Path(__file__).parent.parent.parent / "docs"


def test_the_page_of_sources_is_current() -> None:
    assert (DOCS / "history-data.md").read_text(encoding="utf-8") == make_page(standard())


def test_the_page_of_odds_is_current() -> None:
    assert (DOCS / "odds.md").read_text(encoding="utf-8") == make_odds_page()


@pytest.mark.parametrize("castle", [0, 1])
@pytest.mark.parametrize("defender", [1, 2, 3, 4])
@pytest.mark.parametrize("attacker", [1, 2, 3, 4])
def test_the_odds_are_those_of_all_throws(attacker: int, defender: int, castle: int) -> None:
    """Four dice: three on the card, and one more by an event, or behind a border."""
    ours, theirs = ([max(throw) for throw in product(range(1, 7), repeat=dice)] for dice in (attacker, defender))
    throws = len(ours) * len(theirs)
    wins = sum(ours.count(a) * theirs.count(b) for a in range(1, 7) for b in range(1, 7) if a > b + castle)
    draws = sum(ours.count(b + castle) * theirs.count(b) for b in range(1, 7))
    odds = combat_odds(attacker, defender, castle)
    assert odds.win == pytest.approx(wins / throws)
    assert odds.draw == pytest.approx(draws / throws)
    row = f"| {attacker} {'die' if attacker == 1 else 'dice'} | {defender} {'die' if defender == 1 else 'dice'} | "
    page = (DOCS / "odds.md").read_text(encoding="utf-8")
    part = page[page.index("## With a castle" if castle else "## Without a castle") :]
    assert f"{row}{wins / throws:.2%} | {draws / throws:.2%} | " in part


def test_one_counter_takes_a_province_if_it_wins_every_combat() -> None:
    odds = combat_odds(2, 1)
    for defenders in (1, 2, 3):
        assert siege_odds(1, defenders, odds)[0][1] == pytest.approx(odds.win**defenders)


def test_every_value_has_a_source_of_a_known_kind() -> None:
    data = standard()
    items: list[Item] = [*data.daimyo, *data.events, *data.regions, *data.provinces, *data.sea_zones]
    for item in items:
        for fact in make_sheet(data, item).facts:
            assert fact.source
            assert fact.kind in KINDS


def test_every_report_that_is_named_can_be_found() -> None:
    data = standard()
    reports = {report.name: report.address for report in data.reports}
    assert all(address.startswith("http") for address in reports.values())
    named = set()
    items: list[Item] = [*data.daimyo, *data.events, *data.regions, *data.provinces, *data.sea_zones]
    for item in items:
        for fact in make_sheet(data, item).facts:
            if fact.kind == "report":
                named |= set(re.findall(r"report (\w+)", fact.source))
                assert re.search(r"report \w+|which one was not noted", fact.source), fact
    assert named == set(reports)


def kinds(wanted: str) -> dict[str, str]:
    return {fact.name: fact.kind for fact in find_sheet(standard(), wanted).facts}


def test_what_the_rule_book_says_is_not_called_a_report_and_what_it_only_allows_is_ours() -> None:
    """Its example gives Hatakeyama six counters; of card 7 it tells the province and no clan; it allows extra dice."""
    assert kinds("hatakeyama")["strength"] == "rule book"
    assert kinds("e7")["is a card"] == "rule book"
    assert kinds("e7")["name"] == "reconstruction"
    for card in ("e35", "e36"):
        assert kinds(card)["effect"] == "reconstruction"


def test_how_many_copies_there_are_is_ours_and_only_the_first_of_them_is_known() -> None:
    assert all(kinds(f"e{number}")["copies"] == "reconstruction" for number in range(1, 55))
    assert kinds("e19")["is a card"] == "rule book"
    assert [kinds(f"e{number}")["is a card"] for number in (20, 21, 22)] == ["reconstruction"] * 3


def test_a_source_in_two_parts_counts_as_the_less_certain_one() -> None:
    assert kind_of("province rulebook §9.2(2), the rest reconstruction") == "reconstruction"
    assert kind_of("report and rulebook §9.2(4)") == "report"
    assert kind_of("rulebook §6.3") == "rule book"
    assert kind_of("rulebook §5 (a report says otherwise)") == "rule book", "a note in brackets is not a source"


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
