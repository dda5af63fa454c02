"""A review as one page that needs nothing else: no scripts, no pictures, no fonts from anywhere."""

from __future__ import annotations

from html import escape

from tenka.games import get_title
from tenka.review.marks import Mark
from tenka.review.review import Review
from tenka.review.tables import WORDS, make_tables, players_of, tell_decision, tell_judge, tell_reasons

COLOURS = ("#ac3613", "#00548f", "#7d5600", "#046b53", "#86376f", "#3f3a34")
"""By seat, as on the page of the server;"""
DARK_COLOURS = ("#f58a55", "#79c0f2", "#f3cb52", "#46c9a4", "#dd9bd0", "#fbf6ea")
"""and by night."""
DASHES = ("", "8 4", "2 3", "10 3 2 3", "5 2", "1 4")
"""By seat, for those who do not see colours."""
CAPTION = (
    "Everybody’s share of the win, in points of 100, if all go on as strong players do, with the band in which it may "
    "lie. Dots are marks: the larger, the worse."
)
MARK_SIZES = {Mark.INACCURACY: 8, Mark.MISTAKE: 11, Mark.BLUNDER: 14}

_STYLE = """
:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;max-width:62rem;margin:0 auto;padding:1rem}
body{--line:#d8cbb8;color:#211b16;background:#fff8ec}
h1{font-size:1.5rem;line-height:1.25}h2{font-size:1.2rem}figure{margin:0}
.curve{display:grid;grid-template-columns:auto 1fr;gap:.2rem .4rem}
.curve svg{display:block;overflow:visible;width:100%;height:clamp(12rem,40vh,22rem)}
.curve svg{background:#fffdf8;outline:1px solid var(--line)}
.curve svg *{vector-effect:non-scaling-stroke}polyline,.key line,.mark{fill:none;stroke:var(--seat);stroke-width:2.5}
polygon{fill:var(--seat);opacity:.14}.mark{stroke-linecap:round}.level{stroke:var(--line)}
.scale,.plies{display:flex;justify-content:space-between;font-size:.8rem;line-height:1;opacity:.8}
.scale{flex-direction:column;text-align:right;margin:-.4rem 0}.plies{grid-column:2}
.key{display:flex;flex-wrap:wrap;gap:.2rem 1rem;list-style:none;padding:0;margin:.6rem 0}
.key svg{width:2rem;height:.5rem;margin-right:.4rem;vertical-align:middle}
.wide{overflow-x:auto;margin:1rem 0}table{border-collapse:collapse}
td,th{padding:.2rem .8rem;text-align:right;white-space:nowrap;border-bottom:1px solid var(--line)}
td:first-child,th:first-child{text-align:left;padding-left:0}li{margin:.3rem 0}
@media(prefers-color-scheme:dark){body{--line:#4a4038;color:#f1e8da;background:#1b1714}.curve svg{background:#231e1a}}
"""


def review_to_html(review: Review) -> str:
    """The whole page."""
    players = players_of(review)
    title = f"{get_title(review.game).name}: {', '.join(players)}"
    parts = [
        f"<h1>{escape(title)}</h1>",
        _curve(review, players),
        *(_table(heads, rows) for heads, rows in make_tables(review)),
        *(f"<p>{escape(line)}</p>" for line in WORDS),
        _decisions(review),
        f"<p>{escape(tell_judge(review))}</p>",
    ]
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width,initial-scale=1"><title>{escape(title)}</title>'
        f"<style>{_style()}</style></head><body>\n" + "\n".join(parts) + "\n</body></html>\n"
    )


def _style() -> str:
    """With everybody's colour, by day and by night."""
    day, night = (
        "".join(f".p{seat}{{--seat:{colour}}}" for seat, colour in enumerate(colours))
        for colours in (COLOURS, DARK_COLOURS)
    )
    return f"{_STYLE}{day}\n@media(prefers-color-scheme:dark){{{night}}}\n"


def _curve(review: Review, players: list[str]) -> str:
    """Everybody's share of the win over the game, with the bands in which it may lie and the marks."""
    first, last = review.plies[0], review.plies[-1].number
    rows = [(0, [account.initial.mean for account in review.books.accounts], first.values[0].margins)]
    rows += [(ply.number, value.shares, value.margins) for ply in review.plies for value in ply.values[-1:]]
    if rows[-1][0] == last:
        rows.pop()
    rows.append((last, [account.final for account in review.books.accounts], [0.0] * len(players)))
    lost = {ply: shares for ply, shares, _ in rows}
    drawn = [f'<line class="level" x2="{last}" y1="{level / 4}" y2="{level / 4}"/>' for level in range(1, 4)]
    for seat in range(len(players)):
        upper = [_point(ply, shares[seat] + margins[seat]) for ply, shares, margins in rows]
        lower = [_point(ply, shares[seat] - margins[seat]) for ply, shares, margins in rows]
        drawn.append(f'<polygon class="p{seat}" points="{" ".join(upper + lower[::-1])}"/>')
    for seat, player in enumerate(players):
        points = " ".join(_point(ply, shares[seat]) for ply, shares, _ in rows)
        drawn.append(
            f'<polyline class="p{seat}" stroke-dasharray="{DASHES[seat]}" points="{points}">'
            f"<title>{escape(player)}</title></polyline>"
        )
    for ply in review.plies:
        for decision in ply.decisions:
            if decision.mark is not Mark.NONE:
                at = _point(ply.number, lost[ply.number][decision.seat])
                drawn.append(
                    f'<path class="mark p{decision.seat}" style="stroke-width:{MARK_SIZES[decision.mark]}" d="M{at}h0">'
                    f"<title>ply {ply.number}: {decision.mark.value}</title></path>"
                )
    key = "".join(
        f'<li><svg viewBox="0 0 32 8" aria-hidden="true"><line class="p{seat}" x2="32" y1="4" y2="4" '
        f'stroke-dasharray="{DASHES[seat]}"/></svg>{escape(player)}</li>'
        for seat, player in enumerate(players)
    )
    scale = "".join(f"<span>{level}</span>" for level in (100, 75, 50, 25, 0))
    return (
        f'<figure><div class="curve"><div class="scale" aria-hidden="true">{scale}</div>'
        f'<svg viewBox="0 0 {last} 1" preserveAspectRatio="none" role="img" '
        f'aria-label="Shares of the win, ply by ply">{"".join(drawn)}</svg>'
        f'<div class="plies" aria-hidden="true"><span>ply 0</span><span>{last}</span></div></div>'
        f'<ul class="key">{key}</ul><figcaption>{CAPTION}</figcaption></figure>'
    )


def _point(ply: int, share: float) -> str:
    """Where that is in the curve. No share is drawn beyond nothing or everything, however far it may be off."""
    return f"{ply},{1 - min(1.0, max(0.0, share)):.4g}"


def _decisions(review: Review) -> str:
    """Every decision with a mark, with its reasons."""
    items = []
    for ply in review.plies:
        for decision in ply.decisions:
            if decision.mark is Mark.NONE:
                continue
            head = tell_decision(review, ply.number, decision)
            reasons = "".join(f"<li>{escape(reason)}</li>" for reason in tell_reasons(review, decision))
            items.append(f"<li>{escape(head)}<ul>{reasons}</ul></li>")
    return f"<h2>Decisions that cost something</h2><ol>{''.join(items)}</ol>" if items else ""


def _table(heads: list[str], rows: list[list[str]]) -> str:
    """Where it is too wide it scrolls, by keys too."""
    head = "".join(f'<th scope="col">{escape(text)}</th>' for text in heads)
    body = "".join("<tr>" + "".join(f"<td>{escape(text)}</td>" for text in row) + "</tr>" for row in rows)
    label = escape(heads[0])
    return (
        f'<div class="wide" tabindex="0" role="region" aria-label="{label}"><table><tr>{head}</tr>{body}</table></div>'
    )
