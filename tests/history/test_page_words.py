"""The page has words for everything that the data can say; types cannot tell it, because they are the data's own."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tenka.history.info import describe

PAGE = Path(__file__).resolve().parents[2] / "web" / "src" / "games" / "history"
INFO = describe()


@pytest.mark.parametrize("language", ["en", "de", "ja"])
def test_every_value_whose_source_is_told_has_a_name(language: str) -> None:
    text = (PAGE / "words" / f"{language}.ts").read_text(encoding="utf-8")
    block = text[text.index("  values: {") :].split("}", 1)[0]
    named = set(re.findall(r'^    "?([\w ]+)"?: "', block, re.M))
    cards = [card.sources for card in INFO.daimyo] + [card.sources for card in INFO.events]
    places = [area.sources for area in INFO.provinces] + [zone.sources for zone in INFO.sea_zones]
    assert named == set().union(*cards, *places, *(region.sources for region in INFO.regions))


def test_every_effect_of_a_card_has_a_sentence() -> None:
    told = set(re.findall(r'case "(\w+)":', (PAGE / "cards.ts").read_text(encoding="utf-8")))
    effects = [card.effects for card in INFO.daimyo] + [card.effects for card in INFO.events]
    assert {effect.kind for some in effects for effect in some} <= told
