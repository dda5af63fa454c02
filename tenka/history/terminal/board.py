"""The map of History of the Samurai as text: region by region, with who stands where, and the players beside it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from tenka.game import Seat
from tenka.history.armies import army_of, current_army_of
from tenka.history.cards import COLOURS, NUM_PROVINCES, NUM_SEA_ZONES
from tenka.history.data import Data
from tenka.history.notation import AREA_IDS
from tenka.history.scoring import region_level
from tenka.history.state import AFTER, DRAWING, FAMINE, GIVING, OVER, RAID, State
from tenka.history.tables import find_data, tables_of
from tenka.history.terminal.cards import tell_event
from tenka.history.terminal.points import LEVELS
from tenka.history.view import UNKNOWN_CARD
from tenka.terminal.look import SEAT_STYLES, Look, look_of

MIN_CELL = 17
"""Of a province in characters, so that most regions line up."""


class Signs(NamedTuple):
    """What stands behind the name of a province."""

    now: str = "!"
    """Current counters."""
    castle: str = "#"
    capital: str = "★"
    city: str = "○"
    market: str = "$"
    empty: str = "·"
    fresh: str = "<"
    """Changed since the person's last turn."""


ASCII_SIGNS = Signs(capital="C", city="c", empty=".")


class Scene(NamedTuple):
    """What a screen is drawn from: nothing in here is hidden from who looks at it."""

    known: State
    seat: Seat | None
    """Who looks; None: a spectator, or somebody who may see all."""
    names: Sequence[str]
    data: Data
    look: Look
    signs: Signs
    fresh: frozenset[int] = frozenset()
    """Areas that have changed."""

    def is_own(self, colour: int) -> bool:
        """Whether the person who looks plays a colour."""
        return self.seat is not None and colour % int(self.known.players) == self.seat


def make_scene(console: Console, known: State, seat: Seat | None, names: Sequence[str]) -> Scene:
    """A scene for what a console can show."""
    is_utf = console.encoding.startswith("utf")
    data = find_data(f"{int(known.digest):012x}").data
    return Scene(known, seat, names, data, look_of(console), Signs() if is_utf else ASCII_SIGNS)


def draw_screen(scene: Scene, width: int) -> RenderableType:
    """The map, what its signs mean, and the players."""
    return Group(draw_map(scene, width), Text(), draw_legend(scene), Text(), draw_players(scene))


def draw_short_screen(scene: Scene) -> RenderableType:
    """The same for a low window: only where somebody stands, and what the others are worth."""
    held: list[RenderableType] = []
    free = []
    for head, name, areas in _parts_of_map(scene):
        taken = [area for area in areas if int(scene.known.owner[area]) >= 0]
        if taken:
            held.append(head.append(": ").append(Text(", ").join(draw_area(scene, area) for area in taken)))
        else:
            free.append(name)
    if free:
        held.append(Text(f"Nobody stands in {', '.join(free)}."))
    return Group(*held, Text("map shows all provinces, help what the signs mean.", "dim"), Text(), draw_players(scene))


def draw_map(scene: Scene, width: int) -> Group:
    """Every region with its base points and who has how much of it, then its provinces; the sea zones last."""
    parts: list[RenderableType] = []
    for head, _, areas in _parts_of_map(scene):
        parts += [head, _draw_cells(scene, areas, width)]
    return Group(*parts)


def _parts_of_map(scene: Scene) -> Iterator[tuple[Text, str, list[int]]]:
    """The regions in play and the sea: a headline with who has how much, a name with its worth, and the areas."""
    known = scene.known
    tables = tables_of(int(known.digest))[0]
    in_play = int(tables.land_in_play[known.players])
    for number, region in enumerate(scene.data.regions):
        provinces = [AREA_IDS.index(province) for province in region.provinces]
        provinces = [province for province in provinces if in_play >> province & 1]
        if not provinces:
            continue
        base = region.base[int(known.epoch)]
        head = Text().append(f"{region.name} {region.kanji}", "bold").append(f"  base {base}")
        for colour in range(known.colours):
            army = int(army_of(known, colour))
            level = int(region_level(known, tables, number, army, int(current_army_of(known, colour))))
            if level:
                held = sum(army >> province & 1 for province in provinces)
                head.append("  ").append(f"{scene.look.crests[colour]}{held}", SEAT_STYLES[colour])
                head.append(f" {LEVELS[level]} {base * level}", "dim")
        yield head, f"{region.name} (base {base})", provinces
    at_sea = int(tables.sea_in_play[known.players])
    zones = [NUM_PROVINCES + zone for zone in range(NUM_SEA_ZONES) if at_sea >> zone & 1]
    yield Text().append("Sea zones", "bold").append("  1 point each"), "the sea zones (1 point each)", zones


def _draw_cells(scene: Scene, areas: Sequence[int], width: int) -> Table:
    cells = [draw_area(scene, area) for area in areas]
    cell_width = max(MIN_CELL, *(cell.cell_len for cell in cells))
    columns = max(1, (width - 2) // (cell_width + 2))
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(width=0)
    for _ in range(columns):
        grid.add_column(width=cell_width, no_wrap=True)
    for start in range(0, len(cells), columns):
        grid.add_row("", *cells[start : start + columns])
    return grid


def draw_area(scene: Scene, area: int) -> Text:
    """An area with all that stands in it."""
    known, signs = scene.known, scene.signs
    text = Text(AREA_IDS[area], "underline" if AREA_IDS[area] in scene.data.centres else "")
    text.append(" ")
    owner = int(known.owner[area])
    if owner < 0:
        text.append(signs.empty, "dim")
    else:
        is_land = area < NUM_PROVINCES
        current = int(known.current_land) >> area if is_land else int(known.current_sea) >> (area - NUM_PROVINCES)
        mark = signs.now if current & 1 else ""
        text.append(f"{scene.look.crests[owner]}{int(known.count[area])}{mark}", SEAT_STYLES[owner])
    if area < NUM_PROVINCES:
        for bits, sign in ((known.castles, signs.castle), (known.capitals, signs.capital), (known.cities, signs.city)):
            if int(bits) >> area & 1:
                text.append(sign, "bold")
        if area in (int(known.sakai), int(known.hakata)):
            text.append(signs.market, "bold")
    if area in scene.fresh:
        text.append(signs.fresh, "bold")
    return text


def draw_legend(scene: Scene) -> Text:
    """What the signs mean."""
    signs, crest = scene.signs, scene.look.crests[0]
    text = (
        f"{crest}2 two past counters, {crest}2{signs.now} current ones, {signs.castle} castle, "
        f"{signs.capital} capital, {signs.city} city, {signs.market} Sakai or Hakata, {signs.empty} nobody, "
        f"{signs.fresh} changed since your turn; {', '.join(scene.data.centres)} are political centres"
    )
    return Text(text, "dim")


def draw_players(scene: Scene) -> Table:
    """Everybody's daimyo, points, strength so far, and event cards."""
    known = scene.known
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="bold")
    for heading in ("", f"epoch {int(known.epoch) + 1} of 7"):
        table.add_column(heading, no_wrap=True)
    for heading in ("points", "strength", "events"):
        table.add_column(heading, justify="right")
    for colour in sorted(range(known.colours), key=lambda colour: _order(scene, colour)):
        who = scene.look.seat(colour, COLOURS[colour]) + Text(f" {scene.names[colour % int(known.players)]}")
        hand = 9 - int(known.played[colour]).bit_count()
        table.add_row(
            who,
            _describe_card(scene, colour),
            str(int(known.points[colour])),
            str(int(known.strength[colour])),
            str(hand),
        )
    return table


def _order(scene: Scene, colour: int) -> tuple[int, int]:
    """Who has played first, then who is still to come."""
    card = int(scene.known.card[colour])
    return (scene.data.daimyo[card].order if card >= 0 else 9, colour)


def _describe_card(scene: Scene, colour: int) -> Text:
    known = scene.known
    card = int(known.card[colour])
    if card == UNKNOWN_CARD:
        return Text("a card face down", "dim")
    if card < 0:
        return Text("no daimyo yet", "dim")
    daimyo = scene.data.daimyo[card]
    text = Text(f"{daimyo.name} ({daimyo.strength})")
    if known.phase in (AFTER, FAMINE, RAID, OVER) or daimyo.order < known.order:
        return text.append(" done", "dim")
    if known.phase not in (DRAWING, GIVING) and daimyo.order == known.order:
        return text.append(f" acts, {int(known.left)} to place" if known.left else " acts", "dim")
    return text.append(f" plays {_ordinal(daimyo.order)}", "dim")


def _ordinal(number: int) -> str:
    return f"{number}{('th', 'st', 'nd', 'rd')[number] if number < 4 else 'th'}"


def draw_hand(scene: Scene, colour: int, playable: Sequence[int] = ()) -> Table:
    """The event cards of a colour, those that can be played now first."""
    hand = int(scene.known.hand[colour])
    cards = [number for number in range(len(scene.data.events)) if hand >> number & 1]
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, show_header=False)
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column()
    for number in sorted(cards, key=lambda number: (number not in playable, number)):
        event = scene.data.events[number]
        when = {"before": "before", "during": "during", "after_epoch": "after"}[event.timing]
        epochs = (
            f"epoch {event.epochs[0]}" if len(event.epochs) == 1 else f"epochs {event.epochs[0]}-{event.epochs[-1]}"
        )
        style = "" if number in playable else "dim"
        mark = "*" if number in playable else " "
        table.add_row(Text(f"{mark}e{event.number}", style), Text(event.name, style), Text(f"{when}, {epochs}", style))
    if not cards:
        table.add_row("", "no event cards left", "")
    return table


def draw_cards(scene: Scene, cards: Sequence[int], playable: Sequence[int]) -> Table:
    """Event cards in whole sentences, those that can be played now marked."""
    table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, show_header=False)
    for _ in range(2):
        table.add_column(no_wrap=True)
    table.add_column()
    for number in cards:
        event = scene.data.events[number]
        mark = "*" if number in playable else " "
        table.add_row(f"{mark}e{event.number}", event.name, tell_event(event))
    return table


def seat_label(names: Sequence[str], seat: Seat, players: int, colours: int) -> str:
    """A seat, who sits there, and the colours that he plays.

    >>> seat_label(["you", "bot:greedy"], 0, 2, 6)
    'red, gold and purple (you)'
    """
    own = [COLOURS[colour] for colour in range(seat, colours, players)]
    shown = own[0] if len(own) == 1 else f"{', '.join(own[:-1])} and {own[-1]}"
    return f"{shown} ({names[seat]})"
