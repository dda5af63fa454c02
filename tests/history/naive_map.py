"""The map of the naive engine: who stands where, and how counters come and go (chapters 1.3, 4 and 8)."""

from __future__ import annotations

from collections import Counter

from tenka.history.cards import COLOURS
from tests.history.naive_cards import LAND, META, REGIONS, SEA, Army, borders_of, turn_points


class NaiveMap:
    """Areas are names; a position is dictionaries and sets."""

    def __init__(self, players: int) -> None:
        self.persons = players
        self.colours = list(COLOURS[: {2: 6, 3: 6}.get(players, players)])  # §9.3, §9.4: the six-colour game
        self.unused: set[str] = set()
        if players == 4:  # §9.2(3)
            for region in META["four_players"]["unused_regions"]:
                self.unused |= set(REGIONS[region]["provinces"])
            self.unused |= set(META["four_players"]["unused_sea_zones"])
        self.land = [name for name in LAND if name not in self.unused]
        self.sea = [name for name in SEA if name not in self.unused]
        self.points = Counter(dict.fromkeys(self.colours, 0))
        self.raised = Counter(dict.fromkeys(self.colours, 0))
        self.lost = Counter(dict.fromkeys(self.colours, 0))
        self.armies: dict[str, Army] = {}
        self.castles: set[str] = set()
        self.cities: set[str] = set()
        self.capitals: set[str] = set()
        self.markers: dict[str, str] = {}
        self.epoch = 1
        self.colour = ""
        """Who decides, or whose card or dice chance decides."""
        self.happened: Counter[str] = Counter()
        """Which branches of the rules this game has come by."""

    def borders(self, name: str) -> dict[str, str]:
        """The provinces in play that are adjacent to a province, and over what kind of border."""
        return {other: kind for other, kind in borders_of(name).items() if other not in self.unused}

    def person(self, colour: str) -> int:
        return self.colours.index(colour) % self.persons

    def armies_of(self, colour: str) -> dict[str, Army]:
        return {area: army for area, army in self.armies.items() if army.colour == colour}

    def stands(self, area: str) -> bool:
        """Whether a current counter of who acts is there."""
        army = self.armies.get(area)
        return army is not None and army.colour == self.colour and army.current

    def own_past(self, area: str) -> bool:
        army = self.armies.get(area)
        return army is not None and army.colour == self.colour and not army.current

    def put(self, area: str, count: int, current: bool) -> None:
        """Counters come onto the map where nobody else stands."""
        army = self.armies.setdefault(area, Army(self.colour, current, 0))
        assert (army.colour, army.current) == (self.colour, current)
        army.count += count
        self.raised[self.colour] += count

    def remove(self, area: str, count: int) -> None:
        army = self.armies[area]
        army.count -= count
        self.lost[army.colour] += count
        if not army.count:
            del self.armies[area]

    def make_past(self, colour: str) -> None:
        for army in self.armies_of(colour).values():
            army.current = False

    def sack(self, area: str) -> None:
        """§5.4."""
        self.castles.discard(area)
        if area in self.capitals:
            self.capitals.remove(area)
            self.cities.add(area)
            self.happened["capital sacked"] += 1
        else:
            self.cities.discard(area)

    def found_capital(self, area: str) -> None:
        self.cities.discard(area)
        self.capitals.add(area)

    def capital_places(self) -> set[str]:
        """§4.2(2), §4.1: where a current counter stands, and no capital does."""
        return {
            area
            for area, army in self.armies_of(self.colour).items()
            if area in LAND and army.current and area not in self.capitals
        }

    def revolt_places(self) -> set[str]:
        """§7(4): "any single province containing at least 1 enemy combat strength counter"."""
        return {area for area, army in self.armies.items() if area in LAND and army.colour != self.colour}

    def turn_points(self, colour: str) -> int:
        return turn_points(
            {area: army.current for area, army in self.armies_of(colour).items()},
            self.epoch,
            self.capitals,
            self.cities,
            set(self.markers.values()),
        )

    def scores(self) -> list[int]:
        """By person: the points of his lowest colour (§9.3)."""
        return [
            min(self.points[colour] for colour in self.colours if self.person(colour) == person)
            for person in range(self.persons)
        ]
