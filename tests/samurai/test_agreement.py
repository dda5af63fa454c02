"""The compiled engine agrees with a naive one, written independently from the rule books, over random games."""

import random
from collections import Counter
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tenka.samurai.board import FIELDS, SETTLEMENTS
from tenka.samurai.options import Options
from tenka.samurai.pieces import COLOURS, KIND_BY_CODE, KINDS, hand_bits
from tenka.samurai.state import NO_TILE, State, kind_of, owner
from tests.effort import examples

from .drawing import RULES, aside, captured, hand, moves, pieces_on, position, stack
from .naive import ROOM, NaiveGame

OPTIONS = list(product((2, 3, 4), ("end", "once"), ("yes", "no")))


def halves(whole: set[str], begun: str) -> set[str]:
    """Whole moves as the engine names them: a switch and a move are two decisions."""
    if begun:
        return {move.removeprefix(begun) for move in whole if move.startswith(begun) and move != begun}
    return {move.split("=")[0].split(">")[0] for move in whole}


STYLES = ("any", "short", "tricks", "slow", "crowd")


def choose(style: str, options: list[str], game: NaiveGame, rng: random.Random) -> str:
    """One of the moves, at random, but by a player with a habit."""
    if style == "short" and "done" in options:  # one tile a turn: the hands of all last long
        return "done"
    if style == "tricks" and rng.random() < 0.5:  # switches and moves as soon as possible
        options = [move for move in options if move[:2] in ("x:", "m:")] or options
    if style == "slow":  # fast tiles alone while there are any, then where least is surrounded
        fast = [move for move in options if move[0] in "hn" and move[1] in "12"]
        options = (["done"] if "done" in options else fast) or options
        options = sorted(options, key=lambda move: sum(n in game.tiles for n in near(game, move)))[
            : len(options) // 4 + 1
        ]
    if style == "crowd" and rng.random() < 0.8:  # where most is surrounded already
        options = sorted(options, key=lambda move: -sum(n in game.tiles for n in near(game, move)))[:10]
    return rng.choice(options)


def near(game: NaiveGame, move: str) -> list[str]:
    """The spaces beside the settlements that a tile is played next to."""
    target = move.rpartition("@")[2].rpartition(">")[2]
    if target not in game.around:
        return []
    return [n for s in game.around[target] if game.pieces.get(s) for n in game.around[s] if game.kind[n] == "."]


def same(game: NaiveGame, state: State) -> None:
    """Both engines hold the same position."""
    tiles = {
        FIELDS[field].name: (COLOURS[owner(code)], KINDS[kind_of(code)].code)
        for field, code in enumerate(state.tile)
        if code
    }
    assert tiles == game.tiles
    for space in SETTLEMENTS:
        assert set(pieces_on(state, space.name)) == game.pieces.get(space.name, set()), space.name
    for colour in game.players:
        assert Counter(hand(state, colour).split()) == Counter(game.hands[colour])
        assert Counter(captured(state, colour)) == game.captured[colour]
        if game.stage != "hands":
            assert stack(state, colour).split() == game.stacks[colour]
    assert Counter(aside(state)) == game.aside
    outcome = RULES.outcome(state)
    assert (outcome is not None) == (game.stage == "over")
    if outcome is None:
        seat = RULES.turn(state)
        assert seat is not None
        assert COLOURS[seat] == game.turn
    else:
        assert set(outcome.reason.split("+")) == game.reasons
        assert {COLOURS[seat] for seat in outcome.winners} == game.winners()


def begin(state: State, options: Options) -> NaiveGame:
    """The naive engine's game for a start of the compiled one."""
    game = NaiveGame(options.players, COLOURS[state.first], options.captures, options.switch_same == "yes")
    if options.pieces == "random":
        game.supply.clear()
        game.pieces = {name: set(pieces_on(state, name)) for name in game.settlements}
    if options.hands == "random":
        game.hands = {colour: hand(state, colour).split() for colour in game.players}
        game.stacks = {colour: stack(state, colour).split() for colour in game.players}
        game.next_stage("pieces")
    return game


def take_tiles_away(game: NaiveGame, state: State, rng: random.Random) -> State:
    """The same position, but no stack is left, and hands are small: soon somebody will have to pass."""
    state = state.copy()
    for seat, colour in enumerate(game.players):
        game.stacks[colour] = []
        game.hands[colour] = rng.sample(game.hands[colour], min(rng.randrange(4), len(game.hands[colour])))
        state.stack[seat] = NO_TILE
        state.num_stack[seat] = 0
        state.hand[seat] = hand_bits([KIND_BY_CODE[code] for code in game.hands[colour]])
        state.num_hand[seat] = len(game.hands[colour])
    return state


def play_both(seed: int, style: str, poor_after: int = -1, **options: Any) -> Counter[str]:
    """A random game in both engines, compared at every decision; returns what happened in it.

    After so many turns most tiles are taken away, if asked for.
    """
    rng = random.Random(f"{seed} {style} {sorted(options.items())}")
    chosen = RULES.options(options)
    state = RULES.start(chosen, rng)
    game = begin(state, chosen)
    happened: Counter[str] = Counter()
    begun = ""
    while game.stage != "over":
        if game.stage == "play" and happened["done"] == poor_after and not game.played and not begun:
            state = take_tiles_away(game, state, rng)
            poor_after = -1
        whole = game.legal()
        expected = halves(whole, begun)
        actions = {RULES.format([action]): action for action in RULES.legal(state)}
        assert len(actions) == len(RULES.legal(state))
        assert set(actions) == expected
        token = choose(style, sorted(expected), game, rng)
        state = RULES.apply(state, actions[token])
        begun += token
        if begun in whole:
            was_choosing = game.stage == "hands"
            game.play(begun)
            happened[begun if begun in ("pass", "done", "x:same") else begun[:2]] += 1
            begun = ""
            if was_choosing and game.stage != "hands":  # only now the stacks are there to be read
                game.stacks = {colour: stack(state, colour).split() for colour in game.players}
            same(game, state)
    happened.update(game.reasons)
    return happened


@pytest.mark.parametrize(("players", "captures", "switch_same"), OPTIONS)
def test_both_engines_play_the_same_game(players: int, captures: str, switch_same: str) -> None:
    for seed, style in enumerate(STYLES):
        happened = play_both(seed, style, players=players, captures=captures, switch_same=switch_same)
        assert not happened["passed"], "no full game can end like that"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_both_engines_play_the_same_game_after_a_random_set_up(players: int) -> None:
    for seed, style in enumerate(STYLES):
        play_both(seed, style, players=players, hands="random", pieces="random")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_both_engines_agree_when_tiles_run_out(players: int) -> None:
    """Tiles are taken away after a while, so that players pass, and games end because all did."""
    happened: Counter[str] = Counter()
    for seed, switch_same in product(range(5), ("yes", "no")):
        happened += play_both(
            seed, "any", 2 * seed, players=players, hands="random", pieces="random", switch_same=switch_same
        )
    assert happened["pass"] > 20
    assert happened["passed"]


@pytest.mark.parametrize("switch_same", ["yes", "no"])
def test_both_engines_allow_the_same_exchanges_whatever_stands_on_the_board(switch_same: str) -> None:
    """Few pieces, in cities above all: there most exchanges fail for some reason."""
    rng = random.Random(switch_same)
    game = NaiveGame(4, "red", "end", switch_same == "yes")
    room = {space.name: ROOM[space.kind] for space in SETTLEMENTS}
    cities = [name for name, number in room.items() if number > 1]
    for _ in range(300):
        names = rng.sample(cities, rng.randint(0, 4)) + rng.sample(["o8", "f18", "o2", "e23"], rng.randint(0, 3))
        pieces = {name: "".join(rng.sample("brc", room[name])) for name in names}
        state = position("n1:~", players=4, hands="x", elsewhere=pieces, switch_same=switch_same)
        game.pieces = {name: set(pieces.get(name, "")) for name in game.settlements}
        assert {move for move in moves(state) if move.startswith("x")} == game.legal_switches(), pieces


@pytest.mark.slow
@settings(max_examples=examples(2))  # an example is a whole game
@given(st.integers(0, 2**32), st.sampled_from(STYLES), st.sampled_from(list(RULES.every_options())))
def test_both_engines_play_the_same_game_whatever_the_options(seed: int, style: str, options: Options) -> None:
    described: dict[str, Any] = RULES.describe_options(options)
    happened = play_both(seed, style, **described)
    assert not happened["passed"], "no full game can end like that"
