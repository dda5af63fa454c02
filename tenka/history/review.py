"""What a review of History of the Samurai knows of the game: what decisions bring, and why."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np

from tenka.compiled import generator_state
from tenka.encoding import Array
from tenka.game import Action, Seat, State, View
from tenka.history.actions import PLACE, YIELD
from tenka.history.cards import COLOURS, NUM_PROVINCES, NUM_REGIONS
from tenka.history.game import RULES
from tenka.history.players.search import HistoryGuide
from tenka.history.playout import horizon_of, play_on, play_out_all
from tenka.history.prospects import look_at_attack
from tenka.history.state import OVER, array_of, new_states
from tenka.history.tables import standard_tables, tables_of
from tenka.search.judge import Fact, Judge, soften

MOST_FACTS = 4
LEAST_POINTS = 0.5
"""Smaller differences of mean points are no reason,"""
LEAST_PROVINCES = 0.2
"""nor are fewer provinces of a region."""
TWO_EPOCHS = 2
NO_FIGHT = -1.0
"""Stands for the odds where nobody is fought."""


class HistoryJudge(Judge):
    """Plays on by instinct for an epoch or two, as the search does."""

    name = "play-outs by instinct over two epochs"
    tries = 800
    luck_tries = 32
    temperatures = {2: 1.2} | dict.fromkeys((3, 4, 5, 6), 1.4)

    def __init__(self) -> None:
        self._guide = HistoryGuide()
        super().__init__(RULES, self._guide)

    def moment_of(self, state: State) -> tuple[int, ...]:
        """The epoch."""
        return (int(state.epoch),)

    def owner_of_chance(self, state: State) -> Seat:
        """The person whose card is drawn or whose counters fight."""
        return int(state.colour) % int(state.players)

    def find_facts(
        self, view: View, best: Sequence[Action], played: Sequence[Action], rng: random.Random
    ) -> list[Fact]:
        """The odds of both fights, mean points of everybody, and the own provinces of a region after two epochs."""
        assert view.seat is not None
        facts = []
        odds = [_chance_to_take(view.known, actions) for actions in (best, played)]
        if odds != [NO_FIGHT, NO_FIGHT]:
            pairs = zip(("best", "played"), (best, played), odds, strict=True)
            areas = {name: RULES.format(actions[:1]) for name, actions, chance in pairs if chance != NO_FIGHT}
            facts.append(Fact("odds", view.seat, areas, odds[0], odds[1], 0))
        players, colour = int(view.known.players), int(view.known.colour)
        points, provinces = np.zeros((2, players)), np.zeros((2, NUM_REGIONS))
        held = np.zeros((2, players, NUM_REGIONS))
        for world in self.deal(view, self.fact_worlds, rng):
            luck = rng.getrandbits(128)
            for place, actions in enumerate((best, played)):
                later = self._play_two_epochs(self.carry_out(world, actions), world, luck)
                points[place] += [later.points[seat : int(later.colours) : players].min() for seat in range(players)]
                provinces[place] += _provinces_by_region(later, colour)
                for each in range(int(later.colours)):
                    held[place, each % players] += _provinces_by_region(later, each)
        for figures in (points, provinces, held):
            figures /= self.fact_worlds
        for seat in range(players):
            if abs(points[0, seat] - points[1, seat]) >= LEAST_POINTS:
                about = _where_most_differs(held[:, seat])
                found = points[:, seat].tolist()
                facts.append(Fact("points", seat, about, found[0], found[1], self.fact_worlds))
        for region in range(NUM_REGIONS):
            if abs(provinces[0, region] - provinces[1, region]) >= LEAST_PROVINCES:
                about = {"region": _region_id(region), "colour": COLOURS[colour]}
                found = provinces[:, region].tolist()
                facts.append(Fact("provinces", view.seat, about, found[0], found[1], self.fact_worlds))
        return sorted(facts, key=lambda fact: (fact.kind != "odds", -abs(fact.best - fact.played)))[:MOST_FACTS]

    def _play_on_all(self, states: Sequence[State], root: State, lucks: Sequence[int]) -> Array:
        """The results of games that are over two epochs later, else how likely a win looks."""
        games, players, guide = new_states(len(states)), int(root.players), self._guide
        for place, state in enumerate(states):
            games[place] = state
        shares = np.zeros((len(games), players))
        seeds = np.array([generator_state(luck) for luck in lucks])
        tables, horizon = tables_of(int(root.digest)), horizon_of(array_of(root), TWO_EPOCHS)
        play_out_all(games, tables, guide.greedy.weights, seeds, guide.noise, horizon, new_states(2), shares)
        is_open = games["phase"] != OVER
        shares[is_open] = soften(shares[is_open], self.temperatures.get(players, 1.0))
        return shares

    def _play_two_epochs(self, state: State, root: State, luck: int) -> State:
        states = new_states(2)
        states[0] = state
        guide, tables = self._guide, tables_of(int(state.digest))
        horizon = horizon_of(array_of(root), TWO_EPOCHS)
        play_on(states, tables, guide.greedy.weights, generator_state(luck), guide.noise, horizon)
        return states[0]


def _chance_to_take(known: State, actions: Sequence[Action]) -> float:
    """The chance that a counter wins an area, or `NO_FIGHT`."""
    if not PLACE <= actions[0] < YIELD:
        return NO_FIGHT
    attack = look_at_attack(known, actions[0] - PLACE)
    return NO_FIGHT if attack is None else attack.takes


def _region_id(region: int) -> str:
    return standard_tables().data.regions[region].id


def _where_most_differs(held: Array) -> dict[str, str]:
    """The region in which a seat holds more or less ``[option, region]``; nothing where it holds as much in all."""
    differences = np.abs(held[0] - held[1])
    region = int(differences.argmax())
    return {"region": _region_id(region)} if differences[region] >= LEAST_PROVINCES else {}


def _provinces_by_region(state: State, colour: int) -> Array:
    held = state.owner[:NUM_PROVINCES] == colour
    regions = tables_of(int(state.digest))[0].region_of[:NUM_PROVINCES][held]
    return np.bincount(regions, minlength=NUM_REGIONS)


def version() -> str:
    """Of the judge's opinions."""
    return "3"


def tell_fact(fact: Fact, best: str, played: str) -> str:
    """A fact in a sentence. `best` and `played` are the texts of the two actions."""
    seat = RULES.seat_names[fact.seat or 0]
    if fact.kind == "odds":
        told = [
            f"{text} is {'no fight' if chance == NO_FIGHT else f'won at {chance:.0%}'}"
            for text, chance in ((best, fact.best), (played, fact.played))
        ]
        return f"the odds: {told[0]}, {told[1]}"
    figures = f"{fact.best:.1f} after {best}, {fact.played:.1f} after {played}"
    if fact.kind == "points":
        return f"{seat}'s points, an epoch later, mean of {fact.worlds} worlds: {figures}"
    return f"{fact.about['colour']}'s provinces in {fact.about['region']}, mean of {fact.worlds} worlds: {figures}"


def make_judge() -> Judge:
    """Who judges this game."""
    return HistoryJudge()
