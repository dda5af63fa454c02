"""Pictures of positions, drawn by the title from what spectators see; and what is told to those who show a link."""

from __future__ import annotations

import html

from tenka.games import find_part, get_title
from tenka.server.ledger import Ledger
from tenka.server.looking_back import position_at
from tenka.table import Refused


def has_picture(ledger: Ledger) -> bool:
    """Whether there is something to be seen, and somebody who draws it."""
    return ledger.table is not None and find_part(ledger.rules.name, "picture") is not None


def draw_at(ledger: Ledger, version: int) -> str:
    """The position after so many plies in SVG, for all eyes; raises Refused."""
    part = find_part(ledger.rules.name, "picture")
    if part is None:
        raise Refused("missing", f"there are no pictures of {get_title(ledger.rules.name).name}")
    if ledger.table is None:
        raise Refused("turn", "the game has not begun yet")
    drawing: str = part.draw(position_at(ledger, version, None, False), len(ledger.seats))
    return drawing


def describe_link(ledger: Ledger, origin: str, path: str, key: str | None) -> str:
    """What others show beside a link to a table: its game, who plays, and a picture, in the words of Open Graph."""
    names = [state.name.capitalize() if state.bot else state.name for state in ledger.seats if not state.is_open]
    game = get_title(ledger.rules.name).name
    told = {
        "og:type": "website",
        "og:site_name": "tenka",
        "og:title": f"{game}: {', '.join(names)}" if names else game,
        "og:url": f"{origin}/{path}" + (f"?key={key}" if key else ""),
    }
    if has_picture(ledger):
        address = f"{origin}/api/tables/{ledger.id}/positions/{ledger.version}/picture"
        told |= {"og:image": address + (f"?key={key}" if key else ""), "og:image:type": "image/png"}
        told |= {"og:image:width": "1200", "og:image:height": "630", "twitter:card": "summary_large_image"}
    return "".join(f'<meta property="{name}" content="{html.escape(text)}" />' for name, text in told.items())
