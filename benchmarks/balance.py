"""Is History of the Samurai balanced with our data? A thousand games of five equal players, and what comes of them.

    python benchmarks/balance.py [--games 1000] [--player greedy]

Scores by place, wins by seat and by daimyo, points by source, length; written to results/balance.md.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter, defaultdict
from statistics import mean

from results import machine, save, table

from tenka.game import CHANCE, Action, State, draw_chance
from tenka.games import get_game
from tenka.history.actions import CAPITAL, END, EVENT, NO_CAPITAL
from tenka.history.cards import COLOURS
from tenka.history.placing import found_capital
from tenka.history.reading import standard
from tenka.history.scoring import centre_points, market_points, region_points, sea_points, settlement_points
from tenka.history.state import CAPITAL_PHASE, MILITARY, new_states
from tenka.history.tables import tables_of
from tenka.players import Player, get_player

PLAYERS = 5
SEED = 1
PUBLISHED = (177, 168, 164, 150, 119)
"""The points by place of a published session; the means should stay within 15 % of these."""
TOLERANCE = 0.15
SOURCES = ("regions", "sea zones", "political centres", "capitals and cities", "Sakai and Hakata", "at once")


class Tally:
    """What is counted over all games."""

    def __init__(self) -> None:
        self.places: list[list[int]] = [[] for _ in range(PLAYERS)]
        self.seats: Counter[int] = Counter()
        self.winners: Counter[str] = Counter()
        self.played: Counter[str] = Counter()
        self.gained: defaultdict[str, list[int]] = defaultdict(list)
        self.sources: Counter[str] = Counter()
        self.decisions: list[int] = []
        self.plies: list[int] = []


def play(seed: int, player: Player, tally: Tally) -> None:
    """One game, counted."""
    rules = get_game("history")
    rng = random.Random(f"{SEED}:{seed}")
    state = rules.start(rules.options({"players": PLAYERS}), rng)
    cards = standard().daimyo
    own: list[list[str]] = [[] for _ in range(PLAYERS)]
    started = [0] * PLAYERS
    decisions = 0
    while (seat := rules.turn(state)) is not None:
        if seat == CHANCE:
            action = draw_chance(rules, state, rng)
        else:
            action = player.decide(rules.view(state, seat), rules.legal(state), rng)
            decisions += 1
        colour, after = int(state.colour), rules.apply(state, action)
        gained = int(after.points[colour]) - int(state.points[colour])
        if ends_turn(state, action, after):
            scored = score_by_source(state, action)
            tally.sources.update(scored)
            tally.sources["at once"] += gained - sum(scored.values())
            card = cards[int(state.card[colour])].id
            own[colour].append(card)
            tally.gained[card].append(int(after.points[colour]) - started[colour])
            started[colour] = int(after.points[colour])
        else:
            tally.sources["at once"] += gained
        state = after
    outcome = rules.outcome(state)
    assert outcome is not None
    scores = sorted((totals["points"] for totals in outcome.totals), reverse=True)
    for place, score in enumerate(scores):
        tally.places[place].append(score)
    for seat in range(PLAYERS):
        tally.played.update(own[seat])
        if seat in outcome.winners:
            tally.seats[seat] += 1
            tally.winners.update(own[seat])
    tally.decisions.append(decisions)
    tally.plies.append(rules.num_plies(state))


def ends_turn(before: State, action: Action, after: State) -> bool:
    """Whether a daimyo's turn is over with this action, and its points are counted."""
    if before.minor >= 0 or before.phase not in (MILITARY, CAPITAL_PHASE):
        return False
    is_last = action in (END, NO_CAPITAL) or CAPITAL <= action < EVENT
    return is_last and after.phase != CAPITAL_PHASE


def score_by_source(before: State, action: Action) -> dict[str, int]:
    """The points at the end of a turn, by where they come from."""
    states = new_states(1)
    states[0] = before
    state, tables, colour = states[0], tables_of(int(before.digest))[0], int(before.colour)
    if action >= CAPITAL and action - CAPITAL == tables.capital[state.card[colour]]:
        found_capital(state, action - CAPITAL)
    points = (
        region_points(state, tables, colour),
        sea_points(state, colour),
        centre_points(state, tables, colour),
        settlement_points(state, colour),
        market_points(state, colour),
    )
    return {source: int(number) for source, number in zip(SOURCES[:-1], points, strict=True)}


def report(tally: Tally, player: str) -> str:
    """The result in words and tables."""
    games = len(tally.decisions)
    rows = []
    for place, published in enumerate(PUBLISHED):
        ours = mean(tally.places[place])
        apart = ours / published - 1
        fits = "yes" if abs(apart) <= TOLERANCE else "no"
        rows.append([str(place + 1), f"{ours:.1f}", str(published), f"{apart:+.1%}", fits])
    parts = [
        f"{games} games of five `{player}`, data {get_game('history').options({}).data}, seed {SEED}\n\n{machine()}",
        "## Points by place\n\n"
        + table(["place", "mean", "published session", "apart", f"within {TOLERANCE:.0%}"], rows),
    ]
    rows = [[COLOURS[seat], f"{tally.seats[seat] / games:.1%}"] for seat in range(PLAYERS)]
    parts.append("## Wins by seat\n\nPar is 20 %; shared wins count for each.\n\n" + table(["seat", "wins"], rows))
    total = sum(tally.sources.values())
    rows = [
        [source, f"{tally.sources[source] / games / PLAYERS:.1f}", f"{tally.sources[source] / total:.1%}"]
        for source in SOURCES
    ]
    parts.append("## Points by source\n\nFor each player and game.\n\n" + table(["source", "points", "share"], rows))
    rows = [
        [
            str(card.epoch),
            card.name,
            str(card.strength),
            str(tally.played[card.id]),
            f"{mean(tally.gained[card.id]):.1f}",
            f"{tally.winners[card.id] / tally.played[card.id]:.1%}",
        ]
        for card in standard().daimyo
        if tally.played[card.id]
    ]
    columns = ["epoch", "daimyo", "strength", "played", "points since last turn", "wins of who played it"]
    parts.append("## Daimyo\n\nPar of the last column is 20 %.\n\n" + table(columns, rows))
    lengths = f"{mean(tally.decisions):.0f} decisions and {mean(tally.plies):.0f} lines of a record in the mean, "
    lengths += f"{min(tally.decisions)} to {max(tally.decisions)} decisions"
    parts.append(f"## Length\n\n{lengths}; always seven epochs.")
    return "\n\n".join(parts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--player", default="greedy")
    arguments = parser.parse_args()
    tally = Tally()
    player = get_player(arguments.player, "history")
    for seed in range(arguments.games):
        play(seed, player, tally)
    save("balance", report(tally, arguments.player))


if __name__ == "__main__":
    main()
