"""The drawn map shows the map of the rules: who is next to whom, and where counters stand."""

from __future__ import annotations

from collections import Counter

from tenka.history.data import Province, SeaZone
from tenka.history.mosaic import contacts, hexes, read_mosaic
from tenka.history.reading import BORDERS, standard

DATA = standard()
AREAS: list[Province | SeaZone] = [*DATA.provinces, *DATA.sea_zones]
CODES = {area.code: area.id for area in AREAS}
TOUCHING = {(CODES[one], CODES[other]) for one, other in contacts()}
SEAS = {zone.id for zone in DATA.sea_zones}


def test_every_area_is_drawn_and_nothing_else() -> None:
    assert set(hexes().values()) == set(CODES)
    assert {len(row) for row in read_mosaic()} == {67}
    assert len(read_mosaic()) == 37


def test_provinces_touch_on_the_map_exactly_where_they_have_a_border() -> None:
    borders = {(p.id, other) for p in DATA.provinces for kind in BORDERS for other in p.neighbours[kind]}
    assert {pair for pair in TOUCHING if not SEAS & set(pair)} == borders


def test_sea_zones_wash_the_coasts_that_they_touch_in_the_rules() -> None:
    coasts = {(zone.id, province) for zone in DATA.sea_zones for province in zone.touches}
    assert {(a, b) for a, b in TOUCHING if a in SEAS and b not in SEAS} == coasts
    meetings = {(zone.id, other) for zone in DATA.sea_zones for other in zone.adjacent}
    assert {(a, b) for a, b in TOUCHING if a in SEAS and b in SEAS} == meetings


def test_a_strait_has_water_between_its_shores() -> None:
    for strait in DATA.straits:
        assert (strait.a, strait.b) not in TOUCHING
        assert {(strait.sea_zone, strait.a), (strait.sea_zone, strait.b)} <= TOUCHING


def test_counters_stand_inside_their_area() -> None:
    drawn = hexes()
    for area in AREAS:
        column, row = area.anchor
        assert drawn[column, row] == area.code


def test_every_area_is_large_enough_to_be_tapped() -> None:
    sizes = Counter(drawn for drawn in hexes().values())
    assert min(sizes.values()) >= 3
