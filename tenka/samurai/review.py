"""What a review of Samurai knows of the game: what whole turns bring, the luck of the draw, and why.

A turn is carried out in a world, and the others answer with what the network would do in their place. What the network
sees then is what the turn brings. In the beginning it sees players rather than positions: it has learnt how weak ones
lose, so that their usual hand and first turn look like a lost game. So there it plays on for some rounds before it says
anything. Towards the end, when the seat has hardly a tile to draw, it plays on to the end instead of saying anything:
there it is often wrong about who will lead by a single piece. Without the network a review plays on by a player, as in
any game.
"""

from __future__ import annotations

import hashlib
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from math import comb, prod
from typing import NamedTuple

import numpy as np

from tenka.compiled import generator_state
from tenka.encoding import Array
from tenka.game import Action, Seat, State, View
from tenka.players.neural import is_available, load_network
from tenka.samurai.board import SETTLEMENTS, SETTLEMENTS_BY_PLAYERS, place_name
from tenka.samurai.game import RULES
from tenka.samurai.notation import tile_of_action
from tenka.samurai.pieces import CASTES, KINDS, NUM_CASTES, STACK_SIZE, hand_bits, hand_tiles, list_draws
from tenka.samurai.players.look import LATE, POSITIONS_A_TURN, WIDTH, Look
from tenka.samurai.players.neural import GAME, WEIGHTS
from tenka.samurai.players.side_by_side import SideBySide
from tenka.samurai.players.turns import new_takes
from tenka.samurai.state import CHOOSING_HANDS, OVER, PLACING_PIECES, PLAYING, new_states
from tenka.search.judge import Fact, Judge, Option, Worth, soften
from tenka.search.mcts import Guide

SETTLED = 4
"""Rounds of a game that are played before the network is asked what it is worth. By then a hand or a turn that it holds
for a weak player's has shown what it is (benchmarks/results/review.md)."""
DOUBT = 0.5
"""Which part of a loss before that may be the network's error: half of it was, where games went on to their ends."""
DRAWS_AT_ONCE = 192
"""How often possible draws are looked at, all together: the fewer there are, the more worlds for each."""
FEWEST_GAMES = 2
"""In which they are looked at: one would not tell how much luck differs."""
EARLY_DRAWS = 6
"""So many of them stand for all in each world while the beginning is played on to its end, which takes long."""
SET_UP = -1
"""Stands for the number of rounds while pieces are placed."""
BEGINNING = {2: (0.77, 0.23), 3: (0.483, 0.281, 0.236), 4: (0.338, 0.274, 0.206, 0.182)}
"""By number of players: what those win who begin, come second and so on, if all are strong (468 games each)."""
EARLY = 0.1
"""How much the network's opinion counts while pieces are placed, when playing on would take too long. By then it judges
hands and places of pieces, in which it recognises weak players."""
PART_OF_SET_UP = 0.25
PART_OF_BEGINNING = 0.35
HANDS = 5
"""So many are compared at most."""
FEWEST_OPTIONS = 4
"""So many are compared at least, where there are as many: also where the network knows one turn only."""
ANY_CHANCE = sys.float_info.min
"""However little the network thinks of a turn, it is then among them."""
PART_OF_END = 2.0
"""Who wins or loses differs more from world to world than what the network says of both, and less is left to play."""
MOST_FACTS = 4
LEAST_PART = 0.1
"""A piece or a leadership that is won in so few more of the worlds is no reason,"""
ERRORS = 2.0
"""nor one that is won in more of them by less than so many standard errors."""


class Ends(NamedTuple):
    """How games ended that began with options in worlds."""

    shares: Array
    """``[option, world, seat]``: of the win."""
    taken: Array
    """``[option, world, settlement, caste, seat]``: how many pieces the seat took there."""
    led: Array
    """``[option, world, caste, seat]``: whether it leads in the caste."""


class SamuraiJudge(Judge):
    """Asks the network."""

    name = "the network, a round ahead, in the beginning four, and near the end all"
    tries = 256
    width = 10
    fact_worlds = 48
    whole_plies = True

    def __init__(self) -> None:
        super().__init__(RULES, Guide())
        self._network = load_network(WEIGHTS, GAME)
        self.games = {players: SideBySide(self._network, players) for players in self._network.slots}
        self._seen = b""
        self._look: Look | None = None

    def list_options(self, view: View, legal: Sequence[Action], rng: random.Random) -> list[Option]:
        """The turns that the network holds for best."""
        self._seen = view.tobytes()
        self._look = Look(self._network, view, generator_state(rng.getrandbits(128)), WIDTH * POSITIONS_A_TURN)
        most = HANDS if view.known.phase == CHOOSING_HANDS else self.width
        turns = self._look.list_turns()
        if len(turns) < FEWEST_OPTIONS:
            turns = self._look.list_turns(ANY_CHANCE)
            most = FEWEST_OPTIONS
        turns = sorted(turns, key=lambda turn: -turn.chance)[:most]
        return [Option(turn.actions, turn.chance) for turn in turns]

    def part_of_tries(self, view: View) -> float:
        """Less before the first turn, where each decision matters little, and as long as playing on takes longer."""
        if view.known.phase != PLAYING:
            return PART_OF_SET_UP
        if view.known.turns < SETTLED * view.known.players:
            return PART_OF_BEGINNING
        return 1.0 if view.known.num_stack[view.seat] > LATE else PART_OF_END

    def deal(self, view: View, num: int, rng: random.Random) -> list[State]:
        """Worlds in which the others hold what they likely do."""
        if self._look is None or self._seen != view.tobytes():
            self.list_options(view, (), rng)
        assert self._look is not None
        return list(self._look.deal(num))

    def try_out(
        self, worlds: Sequence[State], options: Sequence[Sequence[Action]], seat: Seat, lucks: Sequence[int]
    ) -> Array:
        """Shares of the win after a round or more, as the network sees them, or at the end."""
        games = self._play_round(worlds, options, seat)
        if worlds[0].phase != PLACING_PIECES:
            self._settle(games, seat)
        return self._judge(games).reshape(1, len(options), len(worlds), -1)

    def moment_of(self, state: State) -> tuple[int, ...]:
        """How many rounds are finished, or `SET_UP` while pieces are placed; and who began or will begin."""
        rounds = SET_UP if state.phase == PLACING_PIECES else int(state.turns) // int(state.players)
        return rounds, int(state.first)

    def temper(self, shares: Array, moment: tuple[int, ...]) -> Array:
        """While pieces are placed the order of turns counts most."""
        rounds, first = moment
        if rounds != SET_UP:
            return shares
        beginning = np.roll(np.array(BEGINNING[shares.shape[-1]]), first)
        return soften(shares**EARLY * beginning ** (1 - EARLY), 1.0)

    def doubt(self, moment: tuple[int, ...]) -> float:
        """Half of a loss in the beginning, and nothing later."""
        rounds, _ = moment
        return DOUBT if rounds < SETTLED else 0.0

    def _play_round(self, worlds: Sequence[State], options: Sequence[Sequence[Action]], seat: Seat) -> Array:
        """The games after options in worlds, when the seat is to move again: the first option's first."""
        crowd = self.games[int(worlds[0].players)]
        games = crowd.carry_out(_side_by_side(worlds), options)
        while len(waiting := np.flatnonzero((games["phase"] != OVER) & (games["seat"] != seat))):
            crowd.answer(games, waiting)
        return games

    def _settle(self, games: Array, seat: Seat) -> None:
        """Plays games on until the beginning is over and the seat is to move; to their ends where that is near."""
        players = int(games[0].players)
        while True:
            is_early = (games["phase"] < PLAYING) | (games["turns"] < SETTLED * players) | (games["seat"] != seat)
            is_late = (games["phase"] == PLAYING) & (games["num_stack"][:, seat] <= LATE)
            waiting = np.flatnonzero((games["phase"] != OVER) & (is_early | is_late))
            if not len(waiting):
                return
            self.games[players].answer(games, waiting)

    def _judge(self, games: Array) -> Array:
        """``[game, seat]``: shares of the win, as the network sees them."""
        players = int(games[0].players)
        found = self.games[players].judge(games)[:, :players].astype(np.float64)
        whole: Array = found / found.sum(-1, keepdims=True)  # the network's are exact to seven places only
        return whole

    def worth(self, before: State, actions: Sequence[Action], after: State, seat: Seat, rng: random.Random) -> Worth:
        """With open hands: over all tiles that the seat could have drawn, each with its chance, and with those drawn.

        Nobody sees them before the seat's next turn. So the game goes on to there once, and then the tiles are changed.
        """
        later = self._play_round([_shuffled(after, rng) for _ in range(self.luck_tries)], [()], seat)
        if before.phase == PLAYING and (later["turns"] < SETTLED * int(after.players)).any():
            return self._worth_of_early_draw(before, after, seat, later, rng)
        luck = self._luck_of_draw(before, after, seat, later, rng)
        if before.phase != PLACING_PIECES:
            self._settle(later, seat)
        return Worth(self.temper(self._judge(later), self.moment_of(before)), luck)

    def _worth_of_early_draw(self, before: State, after: State, seat: Seat, later: Array, rng: random.Random) -> Worth:
        """The same while the beginning is not over: played on to its end with the tiles drawn, and with some others."""
        draws = list(_possible_draws(before, after, seat))
        others = _with_other_draws(np.tile(later, EARLY_DRAWS), draws, seat, rng)
        for games in (later, others):
            self._settle(games, seat)
        came = self._judge(later)
        return Worth(came, came - self._judge(others).reshape(EARLY_DRAWS, *came.shape).mean(0))

    def _luck_of_draw(self, before: State, after: State, seat: Seat, later: Array, rng: random.Random) -> Array:
        """``[game, seat]``: how much better the tiles that were drawn are than those that could have been."""
        players = int(after.players)
        draws = list(_possible_draws(before, after, seat))
        later = later[: max(DRAWS_AT_ONCE // len(draws), FEWEST_GAMES)]
        luck = np.zeros((len(later), players))  # nothing, where the game is over before they are played
        is_going_on = (later["phase"] != OVER) & (later["num_stack"][:, seat] == after.num_stack[seat])
        later = later[is_going_on]
        if len(draws) == 1 or not len(later):
            return luck
        games = np.tile(later, len(draws))
        for place, (_, hand, stack) in enumerate(draws):
            alike = slice(place * len(later), (place + 1) * len(later))
            games["hand"][alike, seat] = hand
            for game in games[alike]:
                game.stack[seat, STACK_SIZE - len(stack) :] = rng.sample(stack, len(stack))
        self._settle(games, seat)
        by_draw = self._judge(games).reshape(len(draws), len(later), players)
        chances = np.array([chance for chance, _, _ in draws])
        luck[is_going_on] = by_draw[0] - np.tensordot(chances, by_draw, 1)
        return luck

    # --- reasons

    def find_facts(
        self, view: View, best: Sequence[Action], played: Sequence[Action], rng: random.Random
    ) -> list[Fact]:
        """Who takes which pieces, and who leads which caste, in how many of the worlds; and which tiles were kept."""
        assert view.seat is not None
        found = self.play_to_ends(self.deal(view, self.fact_worlds, rng), [best, played])
        return [*_facts_of_ends(found.taken, found.led), *_kept_tiles(view.known, view.seat, best, played)]

    def play_to_ends(self, worlds: Sequence[State], options: Sequence[Sequence[Action]]) -> Ends:
        """What comes of options in worlds when the network plays on to the end for everybody."""
        players, shape = int(worlds[0].players), (len(options), len(worlds))
        crowd, takes = self.games[players], new_takes(len(options) * len(worlds), players)
        games = crowd.carry_out(_side_by_side(worlds), options, takes)
        while len(waiting := np.flatnonzero(games["phase"] != OVER)):
            crowd.answer(games, waiting, takes)
        captured = games["captured"][:, :players]  # [game, seat, caste]
        has_most = captured == captured.max(1, keepdims=True)
        leads = has_most & (has_most.sum(1, keepdims=True) == 1)
        num_settlements = int(SETTLEMENTS_BY_PLAYERS[players])
        return Ends(
            crowd.judge(games)[:, :players].reshape(*shape, players),
            takes.by[:, :num_settlements].reshape(*shape, num_settlements, NUM_CASTES, players),
            leads.swapaxes(1, 2).reshape(*shape, NUM_CASTES, players),
        )


def _facts_of_ends(taken: Array, led: Array) -> list[Fact]:
    """What differs surely between the best option and what was played, the most first."""
    num = taken.shape[1]
    facts = []
    for settlement, caste, seat in np.argwhere(_is_sure(taken)).tolist():
        about = {"settlement": SETTLEMENTS[settlement].name, "place": place_name(settlement), "caste": CASTES[caste]}
        found = taken[:, :, settlement, caste, seat].mean(1).tolist()
        facts.append(Fact("piece", seat, about, found[0], found[1], num))
    for caste, seat in np.argwhere(_is_sure(led)).tolist():
        about = {"caste": CASTES[caste], "settlements": _where_it_tips(taken[:, :, :, caste, seat].mean(1))}
        found = led[:, :, caste, seat].mean(1).tolist()
        facts.append(Fact("leadership", seat, about, found[0], found[1], num))
    return sorted(facts, key=lambda fact: -abs(fact.best - fact.played))[:MOST_FACTS]


def _is_sure(counts: Array) -> Array:
    """Whether figures of two options ``[option, world, ...]`` differ in many worlds, and beyond chance."""
    differences = counts[0].astype(np.float64) - counts[1]
    mean, deviation = np.abs(differences.mean(0)), differences.std(0, ddof=1)
    sure: Array = (mean >= LEAST_PART) & (mean >= ERRORS * deviation / np.sqrt(len(differences)))
    return sure


def _where_it_tips(taken: Array) -> str:
    """The settlements in which a seat takes a piece of a caste more or less often ``[option, settlement]``."""
    differences = np.abs(taken[0] - taken[1])
    tipping = [int(place) for place in np.argsort(-differences, kind="stable") if differences[place] >= LEAST_PART]
    return " ".join(SETTLEMENTS[place].name for place in tipping)


def _kept_tiles(known: State, seat: Seat, best: Sequence[Action], played: Sequence[Action]) -> Iterator[Fact]:
    """Tiles of the hand that the best turn would have kept, and what was played has not."""
    if known.phase != PLAYING:
        return
    held = Counter(hand_tiles(int(known.hand[seat])))
    spent = [
        Counter(kind for action in actions if (kind := tile_of_action(action)) is not None)
        for actions in (best, played)
    ]
    for kind in sorted(spent[1] - spent[0]):
        left = [float(held[kind] - used[kind]) for used in spent]
        yield Fact("kept", seat, {"tile": KINDS[kind].code}, left[0], left[1], 0)


# --- draws ------------------------------------------------------------------------------------------------


def _possible_draws(before: State, after: State, seat: Seat) -> Iterator[tuple[float, int, list[int]]]:
    """What a seat could have drawn: the chance, its hand then, and its stack; first what it drew.

    Which of the tiles that are left come next is all the same to everybody, so the stack is in any order.
    """
    if before.phase != PLAYING:  # before the first turn a stack may not even be there
        yield 1.0, int(after.hand[seat]), []
        return
    first, last = (STACK_SIZE - int(state.num_stack[seat]) for state in (before, after))
    drawn = Counter(before.stack[seat, first:last].tolist())
    kept = Counter(hand_tiles(int(after.hand[seat]))) - drawn
    left = Counter(before.stack[seat, first:].tolist())
    draws = [drawn, *(draw for draw in list_draws(sorted(left.items()), last - first) if draw != drawn)]
    ways = comb(left.total(), drawn.total())
    for draw in draws:
        chance = prod(comb(left[kind], num) for kind, num in draw.items()) / ways
        yield chance, hand_bits(sorted((kept + draw).elements())), sorted((left - draw).elements())


def _with_other_draws(
    games: Array, draws: Sequence[tuple[float, int, list[int]]], seat: Seat, rng: random.Random
) -> Array:
    """Games in which a seat has drawn this or that, as often as its chance says."""
    ends = np.cumsum([chance for chance, _, _ in draws])
    places = [(place + rng.random()) / len(games) for place in range(len(games))]
    rng.shuffle(places)
    _, drawn, left = draws[0]
    for game, place in zip(games, np.searchsorted(ends[:-1], places, "right").tolist(), strict=True):
        if game.phase != OVER and game.num_stack[seat] == len(left):
            stack = game.stack[seat, STACK_SIZE - len(left) :]
            game.hand[seat] = draws[place][1]
            stack[:] = _swapped(stack.tolist(), drawn, draws[place][1], rng)
    return games


def _swapped(stack: Sequence[int], drawn: int, other: int, rng: random.Random) -> list[int]:
    """A stack in any order with another hand drawn from it: tiles change places, and all else stays where it is."""
    found, (old, new) = list(stack), (Counter(hand_tiles(hand)) for hand in (drawn, other))
    for put_back, taken in zip((old - new).elements(), (new - old).elements(), strict=True):
        found[rng.choice([place for place, kind in enumerate(found) if kind == taken])] = put_back
    return found


def _shuffled(state: State, rng: random.Random) -> State:
    """The state with what nobody could know dealt again: the order of all stacks."""
    states = new_states(1)
    states[0] = state
    for seat in range(int(state.players)):
        top = STACK_SIZE - int(state.num_stack[seat])
        tiles = state.stack[seat, top:].tolist()
        rng.shuffle(tiles)
        states[0].stack[seat, top:] = tiles
    return states[0]


def _side_by_side(worlds: Sequence[State]) -> Array:
    games = new_states(len(worlds))
    for place, world in enumerate(worlds):
        games[place] = world
    return games


def version() -> str:
    """Of the judge's opinions, with that of its network."""
    weights = hashlib.sha256(WEIGHTS.read_bytes()).hexdigest()[:12] if is_available() else "none"
    return f"6-{weights}"


def tell_fact(fact: Fact, best: str, played: str) -> str:
    """A fact in a sentence. `best` and `played` are the texts of the two turns."""
    seat = RULES.seat_names[fact.seat or 0]
    if fact.kind == "kept":
        return f"{seat} keeps {fact.best:.0f} of {fact.about['tile']} after {best}, {fact.played:.0f} after {played}"
    figures = (
        f"in {fact.best * fact.worlds:.0f} of {fact.worlds} worlds after {best}, "
        f"in {fact.played * fact.worlds:.0f} after {played}"
    )
    if fact.kind == "leadership":
        return f"{seat} leads in {fact.about['caste']} {figures}"
    return f"{seat} takes the {fact.about['caste']} of {fact.about['place']} {figures}"


@cache
def make_judge() -> Judge | None:
    """Who judges this game; None where what the network needs is not installed."""
    return SamuraiJudge() if is_available() else None
