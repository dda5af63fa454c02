# ruff: noqa: E501 (one bad value a line)
"""Map and cards as data: bad files are refused with the file, the card and the field; others can be played with."""

import random
import re
import shutil
from pathlib import Path

import pytest

from tenka.check import check_game
from tenka.game import GameError, InvalidOptions
from tenka.history import tables
from tenka.history.data import FILES, InvalidData
from tenka.history.reading import read_data, standard
from tenka.history.sources import Item
from tenka.history.tables import load_folder, standard_tables
from tenka.record import replay, write
from tenka.table import Table
from tests.history.position import RULES, at, play, position

DATA = Path(tables.__file__).parent / "data"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the standard data, to be spoilt."""
    target = tmp_path / "data"
    shutil.copytree(DATA, target)
    return target


def edit(folder: Path, file: str, old: str, new: str) -> None:
    path = folder / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def entry(file: str, name: str) -> str:
    """The text of one entry of the standard data."""
    text = (DATA / file).read_text(encoding="utf-8")
    return next(part for part in re.split(r"(?=\n\[\[)", text) if f'\nid = "{name}"\n' in part)


# --- what is there --------------------------------------------------------------------------------------


def test_the_standard_data_is_complete() -> None:
    data = standard()
    assert (len(data.provinces), len(data.sea_zones), len(data.regions)) == (60, 7, 9)
    assert (len(data.daimyo), len(data.events), len(data.groups)) == (42, 54, 9)
    assert data.centres == ("sagami", "miyako", "chikuzen")


def test_every_value_says_where_it_comes_from() -> None:
    data = standard()
    for card in data.daimyo:
        assert {"name", "epoch", "order", "initial", "strength", "navy", "capital", "regional", "special"} <= set(
            card.src
        )
    for event in data.events:
        assert {"exists", "epochs", "effect", "params", "timing"} <= set(event.src)
    areas: list[Item] = [*data.provinces, *data.sea_zones, *data.regions]
    for area in areas:
        assert area.src["exists"]
    for item in (*data.daimyo, *data.events, *areas):
        for field, source in item.src.items():
            assert re.search("rulebook|report|reconstruction|history", source), (item.name, field, source)


def test_a_copy_of_the_data_is_the_same_data(folder: Path) -> None:
    assert load_folder(folder).digest == standard_tables().digest


def test_the_order_of_entries_does_not_matter(folder: Path) -> None:
    taira = entry("daimyo.toml", "taira")
    edit(folder, "daimyo.toml", taira, "")
    with (folder / "daimyo.toml").open("a", encoding="utf-8") as file:
        file.write(taira)
    assert load_folder(folder).digest == standard_tables().digest


# --- bad data -------------------------------------------------------------------------------------------

BAD = [
    ("provinces.toml", 'normal = ["kawachi", "oumi", "settsu"', 'normal = ["oumi", "settsu"', r"provinces.toml: province miyako: neighbours.normal: kawachi is missing"),
    ("provinces.toml", '"tanba", "yamato"], defensive', '"tanba", "atlantis"], defensive', r"province miyako: neighbours.normal: 'atlantis' is not known"),
    ("provinces.toml", 'region = "miyako"', 'region = "kinki"', r"region miyako: provinces: miyako says that it is in kinki"),
    ("provinces.toml", "base = [1, 1, 2, 3, 2, 2, 2]", "base = [1, 1, 2, 3, 2, 2]", r"region miyako: base: it has 7 numbers"),
    ("provinces.toml", 'id = "settsu"', 'id = "miyako"', r"province miyako: id: there is another one"),
    ("provinces.toml", 'cancelled_by_sea_zone = "west_seto"', 'cancelled_by_sea_zone = "moat"', r"strait: cancelled_by_sea_zone: 'moat' is not known"),
    ("provinces.toml", 'adjacent = ["east_seto"]', "adjacent = []", r"sea zone west_seto: adjacent: east_seto is missing"),
    ("provinces.toml", 'political_centers = ["sagami"', 'political_centers = ["edo"', r"meta: political_centers: 'edo' is not known"),
    ("provinces.toml", "format = 1", "format = 2", r"provinces.toml: format: it is 1, not 2"),
    ("provinces.toml", "[meta]", "[meta", r"provinces.toml is not TOML"),
    ("daimyo.toml", 'address = "https://ayukata', 'adress = "https://ayukata', r"daimyo.toml: report: address: a text is missing"),
    ("daimyo.toml", 'kind = "vp_sea"', 'kind = "vp_ocean"', r"daimyo.toml: daimyo taira: effects: there is no effect 'vp_ocean'"),
    ("daimyo.toml", 'kind = "vp_sea", vp = 1', 'kind = "vp_sea"', r"daimyo taira: vp_sea: with it goes vp"),
    ("daimyo.toml", 'kind = "vp_sea", vp = 1', 'kind = "vp_sea", vp = -1', r"daimyo taira: vp_sea.vp: it is a whole number from 0"),
    ("daimyo.toml", 'clan = "yoritomo"', 'clan = "nobody"', r"daimyo oushuu_fujiwara: stays_current_until.clan: 'nobody'"),
    ("daimyo.toml", 'initial = ["hizen"]', 'initial = ["seoul"]', r"daimyo matsuura: initial: 'seoul' is not known"),
    ("daimyo.toml", "strength = 13", 'strength = "13"', r"daimyo taira: strength: it is a whole number from 1 to 40, not '13'"),
    ("daimyo.toml", "navy = true", 'navy = "yes"', r"daimyo matsuura: navy: it is true or false, not 'yes'"),
    ("daimyo.toml", "order = 2", "order = 3", r"order: two cards of epoch 1 have the order 3"),
    ("daimyo.toml", 'capital = "settsu"', 'capital = "tokyo"', r"daimyo taira: capital: 'tokyo' is not known"),
    ("daimyo.toml", "not_in_4p = true   # rulebook §9.2(1)\nnote = \"the Matsuura", "note = \"the Matsuura", r"daimyo matsuura: not_in_4p"),
    ("events.toml", 'kind = "revolt", counters = 1', 'kind = "riot", counters = 1', r"events.toml: event 19: effects: there is no effect 'riot'"),
    ("events.toml", 'kind = "revolt", counters = 1', 'kind = "revolt", counters = 4', r"event 19: revolt.counters: a province holds 1 to 3"),
    ("events.toml", 'timing = "before"', 'timing = "whenever"', r"event 1: timing: it is before, during, after_epoch"),
    ("events.toml", 'timing = "before"', 'timing = "during"', r"event 1: timing: a card with minor_daimyo is played before"),
    ("events.toml", "epochs = [2]", "epochs = [8]", r"event 1: epochs: it is a list of numbers from 1 to 7"),
    ("events.toml", "number = 2\n", "number = 1\n", r"event 1: number: there is another card"),
    ("events.toml", 'colour = "white"', 'colour = "brown"', r"colour white: 5 cards have it"),
    ("events.toml", 'marker = "sakai"', 'marker = "osaka"', r"event 43: place_marker.marker: it is sakai or hakata"),
    ("events.toml", 'exclude = ["miyako"]', 'exclude = ["edo"]', r"event 52: attrition_region.exclude: 'edo' is not known"),
]  # fmt: skip


@pytest.mark.parametrize(("file", "old", "new", "complaint"), BAD)
def test_bad_data_is_refused_by_file_card_and_field(
    folder: Path, file: str, old: str, new: str, complaint: str
) -> None:
    edit(folder, file, old, new)
    before = dict(tables._loaded)
    with pytest.raises(InvalidData, match=complaint):
        load_folder(folder)
    assert tables._loaded == before  # nothing is half-loaded


def test_41_cards_are_not_enough(folder: Path) -> None:
    edit(folder, "daimyo.toml", entry("daimyo.toml", "taira"), "")
    with pytest.raises(InvalidData, match=r"daimyo\.toml: daimyo: there are 41 entries, and there must be 42"):
        load_folder(folder)


@pytest.mark.parametrize("file", FILES)
def test_a_missing_file_is_named(folder: Path, file: str) -> None:
    (folder / file).unlink()
    with pytest.raises(InvalidData, match=f"cannot read .*{file}"):
        load_folder(folder)


def test_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(GameError, match="cannot read"):
        RULES.options({"data": str(tmp_path / "nowhere")})


def test_ids_stay_as_they_are(folder: Path) -> None:
    path = folder / "daimyo.toml"
    path.write_text(path.read_text(encoding="utf-8").replace('"taira"', '"heike"'), encoding="utf-8")
    with pytest.raises(InvalidData, match="'taira' is missing and 'heike' is not known"):
        load_folder(folder)


# --- playing with other data ----------------------------------------------------------------------------


def other_data(folder: Path) -> Path:
    """Taira are stronger, Miyako is worth more, and two cards have changed places."""
    edit(folder, "daimyo.toml", "strength = 13\ncumulative = 13", "strength = 17\ncumulative = 17")
    edit(folder, "provinces.toml", "base = [1, 1, 2, 3, 2, 2, 2]", "base = [3, 3, 3, 3, 3, 3, 3]")
    path = folder / "daimyo.toml"
    text = path.read_text(encoding="utf-8")
    for name, order in (("hatakeyama", 1), ("kantou_kubou", 2)):
        card = entry("daimyo.toml", name)
        text = text.replace(card, re.sub(r"order = \d", f"order = {order}", card))
    path.write_text(text, encoding="utf-8")
    return folder


def test_other_values_are_played_with(folder: Path) -> None:
    loaded = load_folder(other_data(folder))
    assert loaded.digest != standard_tables().digest
    state = play(position("epoch 2, 5 players\nred taira to move", loaded=loaded), "ready ise")
    assert state.left == 16
    assert at(state, "ise") == "red now 1"
    assert read_data(folder).daimyo[18].order == 2  # Kantou Kubou's


def test_the_contract_holds_with_other_data(folder: Path) -> None:
    other_data(folder)
    report = check_game(RULES, options=[{"players": 4, "data": str(folder)}])
    assert report.games == 1


def test_a_record_names_its_data_and_is_refused_without_it(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    options = RULES.options({"players": 5, "data": str(other_data(folder))})
    table = Table.new(RULES, options, list("abcde"), random.Random(1), dice=random.Random(1))
    text = write(table.record())
    assert f"data={options.data}" in text
    assert replay(text).final.tobytes() == table.state.tobytes()
    monkeypatch.setattr(tables, "_loaded", {})
    tables.standard_tables.cache_clear()
    with pytest.raises(GameError, match=rf"played with data {options.data}, .* name the folder .* --data DIR"):
        replay(text)
    monkeypatch.setenv(tables.FOLDER_VARIABLE, str(folder))
    assert replay(text).final.tobytes() == table.state.tobytes()
    monkeypatch.undo()
    tables.standard_tables.cache_clear()


def test_a_digest_that_nobody_knows_is_refused() -> None:
    with pytest.raises(InvalidOptions, match="played with data 0123456789ab"):
        RULES.options({"data": "0123456789ab"})
