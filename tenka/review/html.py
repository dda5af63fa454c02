"""A review as one page that needs nothing else: no scripts, no pictures, no fonts from anywhere."""

from __future__ import annotations

from html import escape

from tenka.review.marks import Mark
from tenka.review.review import Review
from tenka.review.tables import make_tables, players_of, tell_decision, tell_judge, tell_reasons

COLOURS = ("#c4401a", "#0072b2", "#b07d00", "#0a8266", "#7a4a9e", "#3d8fa1")
"""By seat."""
DASHES = ("", "8 4", "2 3", "10 3 2 3", "5 2", "1 4")
"""By seat, for those who do not see colours."""
WIDTH, HEIGHT = 960, 280

_STYLE = """
body{font:16px/1.5 system-ui,sans-serif;max-width:62rem;margin:2rem auto;padding:0 1rem}
body{color:#211b16;background:#fff8ec}
table{border-collapse:collapse;margin:1rem 0}td,th{padding:.2rem .8rem;text-align:right;border-bottom:1px solid #d8cbb8}
td:first-child,th:first-child{text-align:left}svg{width:100%;height:auto;background:#fffdf8;border:1px solid #d8cbb8}
li{margin:.3rem 0}.wide{overflow-x:auto}
@media(prefers-color-scheme:dark){body{color:#f1e8da;background:#1b1714}svg{background:#231e1a}}
"""


def review_to_html(review: Review) -> str:
    """The whole page."""
    players = players_of(review)
    title = f"{review.game}: {', '.join(players)}"
    parts = [
        f"<h1>{escape(title)}</h1>",
        _curve(review, players),
        *(_table(heads, rows) for heads, rows in make_tables(review)),
        _decisions(review),
        f"<p>{escape(tell_judge(review))}</p>",
    ]
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width,initial-scale=1"><title>{escape(title)}</title>'
        f"<style>{_STYLE}</style></head><body>\n" + "\n".join(parts) + "\n</body></html>\n"
    )


def _curve(review: Review, players: list[str]) -> str:
    """Everybody's share of the win over the game, with the marks."""
    rows = [(ply.number, value.shares) for ply in review.plies for value in ply.values[-1:]]
    last = max(review.plies[-1].number, 1)
    drawn = [
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="Shares of the win, ply by ply">',
        *(
            f'<line x1="0" x2="{WIDTH}" y1="{HEIGHT * level / 4}" y2="{HEIGHT * level / 4}" stroke="#8886"/>'
            for level in range(1, 4)
        ),
    ]
    for seat in range(len(players)):
        points = " ".join(f"{WIDTH * x / last:.1f},{HEIGHT * (1 - shares[seat]):.1f}" for x, shares in rows)
        drawn.append(
            f'<polyline fill="none" stroke="{COLOURS[seat]}" stroke-width="2.5" stroke-dasharray="{DASHES[seat]}" '
            f'points="{points}"><title>{escape(players[seat])}</title></polyline>'
        )
    for ply in review.plies:
        for decision in ply.decisions:
            if decision.mark is not Mark.NONE:
                x, y = WIDTH * ply.number / last, HEIGHT * (1 - decision.after[decision.seat].mean)
                drawn.append(
                    f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" fill="{COLOURS[decision.seat]}">'
                    f"<title>ply {ply.number}: {decision.mark.value}</title></circle>"
                )
    legend = " ".join(f'<span style="color:{COLOURS[s]}">■ {escape(player)}</span>' for s, player in enumerate(players))
    return "".join(drawn) + f"</svg><p>{legend}</p>"


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
    head = "".join(f'<th scope="col">{escape(text)}</th>' for text in heads)
    body = "".join("<tr>" + "".join(f"<td>{escape(text)}</td>" for text in row) + "</tr>" for row in rows)
    return f'<div class="wide"><table><tr>{head}</tr>{body}</table></div>'
