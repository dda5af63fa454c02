"""A fair queue: what is urgent first, and of that everybody in turn, so that nobody waits for another's hundred.

Turns go round the places that requests come from, and at each place round its people: a thousand guests at one address
get as much together as one person at another.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from typing import Generic, NamedTuple, TypeVar

from tenka.table import Refused

_T = TypeVar("_T")


class Whose(NamedTuple):
    """For whom something is done."""

    place: str = ""
    person: str = ""


NOBODYS = Whose()


class _Ring(Generic[_T]):
    """What waits with one urgency."""

    def __init__(self) -> None:
        self._places: OrderedDict[str, OrderedDict[str, deque[_T]]] = OrderedDict()

    def put(self, item: _T, whose: Whose) -> None:
        self._places.setdefault(whose.place, OrderedDict()).setdefault(whose.person, deque()).append(item)

    def count(self, whose: Whose) -> tuple[int, int]:
        """How many wait for a person, and for all at the same place."""
        people = self._places.get(whose.place) or OrderedDict()
        return len(people.get(whose.person, ())), sum(map(len, people.values()))

    def num_other_places(self, place: str) -> int:
        return len(self._places) - (place in self._places)

    def take(self) -> _T:
        """The next; its person, and the place, have to wait for the others then."""
        place, people = self._places.popitem(last=False)
        person, items = people.popitem(last=False)
        item = items.popleft()
        if items:
            people[person] = items
        if people:
            self._places[place] = people
        return item

    def __bool__(self) -> bool:
        return bool(self._places)


class FairQueue(Generic[_T]):
    """What waits to be done."""

    def __init__(self, num_urgencies: int = 1) -> None:
        self._rings: list[_Ring[_T]] = [_Ring() for _ in range(num_urgencies)]
        self._is_something_there = asyncio.Event()
        self._length = 0

    def put(self, item: _T, whose: Whose = NOBODYS, urgency: int = 0) -> None:
        """Adds something; 0 is the most urgent."""
        self._rings[urgency].put(item, whose)
        self._length += 1
        self._is_something_there.set()

    def must_have_room(self, whose: Whose, of_person: int, of_place: int, urgency: int = 0) -> None:
        """Raises Refused where so many wait already for a person, or for all of a place."""
        person, place = self._rings[urgency].count(whose)
        if person >= of_person or place >= of_place:
            raise Refused("limit", "you have asked for several of these already; wait for the first")

    def num_other_places(self, whose: Whose, urgency: int = 0) -> int:
        """At how many other places somebody waits for something as urgent."""
        return self._rings[urgency].num_other_places(whose.place)

    async def get(self) -> _T:
        """Takes what is next."""
        while not self._length:
            self._is_something_there.clear()
            await self._is_something_there.wait()
        self._length -= 1
        return next(ring for ring in self._rings if ring).take()

    def __len__(self) -> int:
        return self._length
