"""A ladder as a picture: a bar for each player's share of wins with its interval, and beside it who beats whom.

An SVG that draws itself dark on dark pages.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from tenka.arena.ladder import Row
from tenka.arena.plan import Plan

MARGIN = 28
TOP = 112
ROW = 34
BAR = 12
BARS = 210
"""The width of the bars' whole scale."""
CELL = 46
"""The width of a cell of the cross table."""
GAP = 30
LETTER = 7.9
"""About the width of a letter in a name."""
NUMBER = 24
"""The width of the place in the ladder."""
LEAST_WIDTH = 640
"""So that the lines above and below fit."""

STYLE = """
  svg { color: #1f2328; background: #ffffff; --win: #b3372f; --lose: #3b6ea8;
    font-family: system-ui, -apple-system, "Segoe UI", Helvetica, Arial, sans-serif; }
  text { fill: currentColor; font-size: 13px; }
  .title { font-size: 18px; font-weight: 600; }
  .quiet { fill-opacity: .65; font-size: 12px; }
  .name { font-size: 14px; font-weight: 500; }
  .figure { font-variant-numeric: tabular-nums; text-anchor: end; }
  .middle { font-variant-numeric: tabular-nums; text-anchor: middle; }
  .track { fill: currentColor; fill-opacity: .07; }
  .bar { fill: var(--win); }
  .line { stroke: currentColor; stroke-width: 1.4; fill: none; }
  .par { stroke: currentColor; stroke-opacity: .4; stroke-dasharray: 2 3; }
  .win { fill: var(--win); } .lose { fill: var(--lose); } .self { fill: currentColor; fill-opacity: .04; }
  @media (prefers-color-scheme: dark) { svg { color: #e6edf3; background: #0d1117; --win: #e0685f; --lose: #5b94d6; } }
"""


def draw_ladder(plan: Plan, rows: Sequence[Row]) -> str:
    """The text of the SVG."""
    names = MARGIN + NUMBER
    left = names + LETTER * max(len(row.player) for row in rows) + 16
    right = left + BARS
    share_end, rating_end = right + 62, right + 150
    cross = rating_end + GAP
    width = max(cross + CELL * len(rows) + MARGIN, LEAST_WIDTH)
    bottom = TOP + ROW * len(rows)
    height = bottom + 44
    par = 1 / plan.num_seats
    title = f"{plan.game.capitalize()}, {plan.num_seats} players: who beats whom"
    others = "each other player" if plan.num_seats == 2 else f"{plan.num_seats - 1} copies of each other player"
    subtitle = f"Wins against {others}, {rows[0].score.games:,} games each, with 95 % intervals"

    def across(share: float) -> float:
        return left + share * BARS

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" width="{width:.0f}" '
        f'height="{height}" role="img" aria-labelledby="title">',
        f'<title id="title">{escape(_tell(title, rows))}</title>',
        f"<style>{STYLE}</style>",
        _text(MARGIN, 38, "title", title),
        _text(MARGIN, 60, "quiet", subtitle),
        _text(share_end, TOP - 12, "quiet figure", "wins"),
        _text(rating_end, TOP - 12, "quiet figure", "rating"),
    ]
    for index, row in enumerate(rows):
        middle = TOP + ROW * index + ROW / 2
        low, high = (across(share) for share in row.score.interval)
        parts += [
            _text(MARGIN, middle + 5, "quiet", str(index + 1)),
            _text(names, middle + 5, "name", row.player),
            _bar("track", left, right, middle),
            _bar("bar", left, across(row.score.share), middle),
            f'<path class="line" d="M{low:.1f} {middle:.1f}H{high:.1f}M{low:.1f} {middle - 4:.1f}v8'
            f'M{high:.1f} {middle - 4:.1f}v8"/>',
            _text(share_end, middle + 5, "figure", f"{row.score.share:.1%}"),
            _text(rating_end, middle + 5, "figure", f"{row.rating.mu:.1f} ± {2 * row.rating.sigma:.1f}"),
            _text(cross + CELL * (index + 0.5), TOP - 12, "quiet middle", str(index + 1)),
        ]
        for column, other in enumerate(rows):
            parts += _cell(row, other, par, cross + CELL * column, TOP + ROW * index)
    parts += [
        f'<path class="par" d="M{across(par):.1f} {TOP - 4}V{bottom + 4}"/>',
        _text(across(par), bottom + 22, "quiet middle", f"equal players: {par:.0%}"),
        _text(cross + CELL * len(rows), bottom + 22, "quiet figure", "wins in % of the row against the column"),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _cell(row: Row, other: Row, par: float, x: float, y: float) -> list[str]:
    """Of the cross table: the stronger its colour, the farther from what equal players win."""
    if other is row:
        return [_square("self", x, y, 1.0)]
    share = row.against[other.player].share
    strength = (share - par) / (1 - par) if share > par else (par - share) / par
    kind = "win" if share > par else "lose"
    return [
        _square(kind, x, y, 0.08 + 0.52 * strength),
        _text(x + CELL / 2, y + ROW / 2 + 5, "middle", f"{100 * share:.0f}"),
    ]


def _tell(title: str, rows: Sequence[Row]) -> str:
    """The picture in words, for who cannot see it."""
    return f"{title}. " + "; ".join(f"{row.player} {row.score.share:.1%}" for row in rows)


def _text(x: float, y: float, kind: str, text: str) -> str:
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}">{escape(text)}</text>'


def _square(kind: str, x: float, y: float, opacity: float) -> str:
    place = f'x="{x + 1:.1f}" y="{y + 1:.1f}" width="{CELL - 2}" height="{ROW - 2}" rx="3"'
    return f'<rect class="{kind}" {place} opacity="{opacity:.2f}"/>'


def _bar(kind: str, begin: float, end: float, middle: float) -> str:
    width = max(end - begin, 0.0)
    return (
        f'<rect class="{kind}" x="{begin:.1f}" y="{middle - BAR / 2:.1f}" width="{width:.1f}" height="{BAR}" rx="2"/>'
    )
