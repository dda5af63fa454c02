"""A ladder as a picture: a bar for each player's share of wins, with its interval. An SVG for light and dark pages."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from tenka.arena.ladder import Row
from tenka.arena.plan import Plan

WIDTH = 720
MARGIN = 24
TOP = 92
ROW = 34
BAR = 14
FIGURES = 186
"""The width of what stands behind the bars."""
LETTER = 7.6
"""About the width of a letter in a name."""

STYLE = """
  svg { color: #1f2328; font-family: system-ui, -apple-system, "Segoe UI", Helvetica, Arial, sans-serif; }
  text { fill: currentColor; font-size: 13px; }
  .title { font-size: 17px; font-weight: 600; }
  .quiet { fill-opacity: .62; font-size: 12px; }
  .name { font-size: 14px; }
  .figure { font-variant-numeric: tabular-nums; text-anchor: end; }
  .middle { text-anchor: middle; }
  .track { fill: currentColor; fill-opacity: .07; }
  .bar { fill: #b3372f; }
  .line { stroke: currentColor; stroke-width: 1.5; fill: none; }
  .par { stroke: currentColor; stroke-opacity: .45; stroke-dasharray: 2 3; }
  @media (prefers-color-scheme: dark) { svg { color: #e6edf3; } .bar { fill: #d9635a; } }
"""


def draw_ladder(plan: Plan, rows: Sequence[Row]) -> str:
    """The text of the SVG."""
    left = MARGIN + LETTER * max(len(row.player) for row in rows) + 16
    right = WIDTH - MARGIN - FIGURES
    height = TOP + ROW * len(rows) + 34
    par = 1 / plan.num_seats
    title = f"{plan.game.capitalize()} with {plan.num_seats} players"
    others = "each other bot" if plan.num_seats == 2 else f"{plan.num_seats - 1} copies of each other bot"
    subtitle = f"share of wins against {others}, 95 % interval, {rows[0].score.games:,} games each"

    def across(share: float) -> float:
        return left + share * (right - left)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
        f'role="img" aria-labelledby="title">',
        f'<title id="title">{escape(_tell(title, rows))}</title>',
        f"<style>{STYLE}</style>",
        _text(MARGIN, 32, "title", title),
        _text(MARGIN, 53, "quiet", subtitle),
        _text(WIDTH - MARGIN - 96, TOP - 14, "quiet figure", "win share"),
        _text(WIDTH - MARGIN, TOP - 14, "quiet figure", "rating"),
    ]
    for index, row in enumerate(rows):
        middle = TOP + ROW * index + ROW / 2
        low, high = (across(share) for share in row.score.interval)
        parts += [
            _text(MARGIN, middle + 5, "name", row.player),
            _bar("track", left, right, middle),
            _bar("bar", left, across(row.score.share), middle),
            f'<path class="line" d="M{low:.1f} {middle:.1f}H{high:.1f}M{low:.1f} {middle - 4:.1f}v8'
            f'M{high:.1f} {middle - 4:.1f}v8"/>',
            _text(WIDTH - MARGIN - 96, middle + 5, "figure", f"{row.score.share:.1%}"),
            _text(WIDTH - MARGIN, middle + 5, "figure", f"{row.rating.mu:.1f} ± {2 * row.rating.sigma:.1f}"),
        ]
    bottom = TOP + ROW * len(rows)
    parts += [
        f'<path class="par" d="M{across(par):.1f} {TOP - 4}V{bottom + 4}"/>',
        _text(across(par), bottom + 20, "quiet middle", f"equal players: {par:.0%}"),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _tell(title: str, rows: Sequence[Row]) -> str:
    """The picture in words, for who cannot see it."""
    return f"{title}. " + "; ".join(f"{row.player} {row.score.share:.1%}" for row in rows)


def _text(x: float, y: float, kind: str, text: str) -> str:
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}">{escape(text)}</text>'


def _bar(kind: str, begin: float, end: float, middle: float) -> str:
    width = max(end - begin, 0.0)
    return (
        f'<rect class="{kind}" x="{begin:.1f}" y="{middle - BAR / 2:.1f}" width="{width:.1f}" height="{BAR}" rx="2"/>'
    )
