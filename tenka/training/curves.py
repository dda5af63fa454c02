"""The curves of a run as a picture: how it fared against greedy and other networks, by minutes of learning."""

from __future__ import annotations

import json
from html import escape
from pathlib import Path

from tenka.training.evaluate import Strength

WIDTH, HEIGHT = 720, 360
LEFT, RIGHT, TOP, BOTTOM = 56, 110, 24, 44
COLOURS = ("#b3372f", "#3b6ea8", "#6b8e3d", "#8e5aa8", "#b7832f")
_MOST_STEPS = 8
_STEPS = tuple(factor * 10.0**power for power in range(-6, 7) for factor in (1, 2, 5))
"""Of minutes: as many as fit."""
_STYLE = """<style>
  svg { color: #1f2328; background: #ffffff; font: 13px system-ui, sans-serif; }
  text { fill: currentColor; } .grid { stroke: currentColor; opacity: 0.15; }
  @media (prefers-color-scheme: dark) { svg { color: #e6edf3; background: #0d1117; } }
</style>"""


Curves = dict[int, list[tuple[float, float, float]]]
"""By number of players: minutes, share of wins, half of its 95 % interval."""


def read_curves(log: Path) -> dict[str, Curves]:
    """By opponent, greedy first."""
    curves: dict[str, Curves] = {"greedy": {}}
    for line in log.read_text(encoding="utf-8").splitlines():
        noted = json.loads(line)
        for opponent, shares in {"greedy": noted.get("strength", {}), **noted.get("against", {})}.items():
            for players, (share, games) in shares.items():
                strength = Strength(int(players), games, share)
                points = curves.setdefault(opponent, {}).setdefault(strength.players, [])
                points.append((noted["seconds"] / 60, share, strength.error))
    return curves


def draw_curves(log: Path, game: str) -> str:
    """An SVG picture: the curves against each opponent, one above the other."""
    curves = read_curves(log)
    height = HEIGHT * len(curves)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
        f'role="img" aria-label="{escape(game)}: the network alone against {escape(", ".join(curves))}">',
        _STYLE,
    ]
    for number, (opponent, found) in enumerate(curves.items()):
        title = f"{game}: the network alone against {opponent}, with 95 % intervals"
        parts += [f'<g transform="translate(0 {number * HEIGHT})">', *_draw(found, title), "</g>"]
    return "\n".join([*parts, "</svg>", ""])


def _draw(curves: Curves, title: str) -> list[str]:
    most = max((point[0] for points in curves.values() for point in points), default=1.0) or 1.0
    inner_width, inner_height = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM

    def at(minutes: float, share: float) -> str:
        return f"{LEFT + inner_width * minutes / most:.1f},{TOP + inner_height * (1.0 - share):.1f}"

    parts = [f'<text x="{LEFT}" y="16">{escape(title)}</text>']
    for percent in range(0, 101, 20):
        y = TOP + inner_height * (1.0 - percent / 100)
        parts.append(f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{percent} %</text>')
    step = next(step for step in _STEPS if most / step <= _MOST_STEPS)
    for number in range(int(most / step) + 1):
        x = LEFT + inner_width * number * step / most
        parts.append(f'<text x="{x:.1f}" y="{HEIGHT - 22}" text-anchor="middle">{number * step:g}</text>')
    parts.append(
        f'<text x="{LEFT + inner_width / 2:.0f}" y="{HEIGHT - 6}" text-anchor="middle">minutes of learning</text>'
    )
    for colour, (players, points) in zip(COLOURS, sorted(curves.items()), strict=False):
        band = [at(x, min(y + e, 1.0)) for x, y, e in points] + [at(x, max(y - e, 0.0)) for x, y, e in reversed(points)]
        parts.append(f'<polygon points="{" ".join(band)}" fill="{colour}" opacity="0.2"/>')
        line = " ".join(at(x, y) for x, y, _ in points)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        end = at(*points[-1][:2]).split(",")
        parts.append(f'<text x="{float(end[0]) + 8:.1f}" y="{float(end[1]) + 4:.1f}">{players} players</text>')
    return parts
