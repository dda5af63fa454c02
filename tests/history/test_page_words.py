"""The page has words for everything that the data can say; types cannot tell it, because they are the data's own."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from tenka.history.info import EffectInfo, describe

PAGE = Path(__file__).resolve().parents[2] / "web" / "src" / "games" / "history"
INFO = describe()


@pytest.mark.parametrize("language", ["en", "de", "ja"])
def test_every_value_whose_source_is_told_has_a_name(language: str) -> None:
    text = (PAGE / "words" / f"{language}.ts").read_text(encoding="utf-8")
    block = text[text.index("  values: {") :].split("}", 1)[0]
    named = set(re.findall(r'^    "?([\w ]+)"?: "', block, re.M))
    items = (*INFO.daimyo, *INFO.events, *INFO.provinces, *INFO.regions, *INFO.sea_zones)
    assert named == {value for item in items for value in item.sources}


def test_every_effect_of_a_card_has_a_sentence() -> None:
    told = set(re.findall(r'case "(\w+)":', (PAGE / "cards.ts").read_text(encoding="utf-8")))

    def kinds(effects: Iterable[EffectInfo]) -> set[str]:
        return {effect.kind for effect in effects}

    assert kinds(effect for card in (*INFO.daimyo, *INFO.events) for effect in card.effects) <= told
