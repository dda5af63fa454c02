"""The compiled rules against an engine that was written from the rule book alone, compared at every decision."""

import random
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tenka.game import CHANCE
from tenka.history.cards import COLOURS, NUM_EVENTS
from tenka.history.notation import AREA_IDS
from tenka.history.state import PHASE_NAMES, State
from tenka.players import get_player
from tenka.record import load
from tests.effort import examples
from tests.history.naive import NaiveGame
from tests.history.naive_cards import DAIMYO, EVENTS, LAND, SEA, Army
from tests.history.position import RULES, armies, dice, position, settlements

COUNTS = (2, 3, 4, 5, 6)
GAMES = Path(__file__).parent.parent / "games"
STYLES = ("any", "cards", "war", "sea", "narrow", "greedy")
GREEDY = get_player("greedy", "history")
BEGINNINGS = {area for card in DAIMYO.values() for area in card["initial"]}
BEGINNINGS |= {
    one["province"] for card in [*DAIMYO.values(), *EVENTS.values()] for one in card["effects"] if "province" in one
}
"""Where somebody may begin, and so nobody of his stands yet."""


def cards_in(bits: int) -> set[str]:
    return {f"e{number + 1}" for number in range(NUM_EVENTS) if bits >> number & 1}


def begin(state: State) -> NaiveGame:
    """The naive engine's game for a start of the compiled one."""
    hands = {COLOURS[colour]: sorted(cards_in(int(state.hand[colour]))) for colour in range(state.colours)}
    return NaiveGame(int(state.players), hands)


def same(game: NaiveGame, state: State) -> None:
    """Both engines hold the same position, and ask the same colour the same question."""
    assert PHASE_NAMES[state.phase] == game.stage
    assert int(state.epoch) + 1 == game.epoch
    stood = {}
    for number, colour in enumerate(game.colours):
        for area, current in armies(state, number).items():
            stood[area] = Army(colour, current, int(state.count[AREA_IDS.index(area)]))
        assert cards_in(int(state.hand[number])) == game.hands[colour]
        assert cards_in(int(state.played[number])) == set(game.played[colour])
    assert stood == game.armies
    assert settlements(state, "castles") == game.castles
    assert settlements(state, "cities") == game.cities
    assert settlements(state, "capitals") == game.capitals
    assert {name: AREA_IDS[state[name]] for name in ("sakai", "hakata") if state[name] >= 0} == game.markers
    for field, counts in (("points", game.points), ("strength", game.strength), ("used", game.used)):
        assert dict(zip(game.colours, state[field].tolist(), strict=False)) == dict(counts), field
    for field, counts in (("raised", game.raised), ("lost", game.lost)):
        assert dict(zip(game.colours, state[field].tolist(), strict=False)) == dict(counts), field
    outcome = RULES.outcome(state)
    if game.stage == "over":
        assert outcome is not None
        scores = game.scores()
        assert [total["points"] for total in outcome.totals] == scores
        assert list(outcome.ranking) == [1 + sum(other > score for other in scores) for score in scores]
        assert [seat for seat, score in enumerate(scores) if score == max(scores)] == list(outcome.winners)
        return
    assert outcome is None
    assert COLOURS[state.colour] == game.colour
    chances = game.stage in ("drawing", "fighting", "raid")
    assert RULES.turn(state) == (CHANCE if chances else game.person(game.colour))
    if game.stage in ("starting", "military"):
        assert int(state.left) == game.left
    if game.stage in ("fighting", "raid"):
        assert dice(state) == game.dice()
    if chances:
        found = {RULES.format([action]): likely for action, likely in RULES.chance(state)}
        assert found == pytest.approx({move: float(chance) for move, chance in game.chances().items()})


def weight(style: str, move: str, game: NaiveGame) -> float:
    """How much a player of that habit likes a move."""
    area = move.removesuffix(":own")
    if style == "cards":  # cards as soon as they can be played, and castles
        return 30.0 if move in EVENTS else 4.0 if move.startswith("castle:") else 1.0
    if style == "war":  # where enemies stand, best where there is something to be sacked
        if area in LAND and area in game.armies and not game.stands(area):
            return 40.0 if area in game.castles | game.capitals | game.cities else 15.0
        return 5.0 if move in EVENTS or move.startswith(("castle:", "capital:")) else 1.0
    if style == "sea":  # by ship wherever there is one, and what a capital needs
        return 30.0 if area in SEA else 6.0 if move.startswith(("castle:", "capital:")) else 1.0
    if style == "narrow":  # high stacks at home: places run out
        return 40.0 if area in game.armies and game.stands(area) else 10.0 if move.endswith(":own") else 1.0
    return 1.0


def choose(style: str, state: State, game: NaiveGame, moves: list[str], rng: random.Random) -> str:
    """A move, at random, but by a player with a habit; dice as they fall, or in a war drawn more often."""
    if game.stage in ("drawing", "fighting", "raid"):
        if style == "war" and game.stage == "fighting" and rng.random() < 0.2:
            return "4-4"
        chances = game.chances()
        return rng.choices(moves, [float(chances[move]) for move in moves])[0]
    if style == "greedy":
        seat = RULES.turn(state)
        return str(RULES.format([GREEDY.decide(RULES.view(state, seat), RULES.legal(state), rng)]))
    return rng.choices(moves, [weight(style, move, game) for move in moves])[0]


def compare(game: NaiveGame, state: State, style: str, rng: random.Random, until: Callable[[NaiveGame], bool]) -> None:
    """Plays on in both engines, and compares them at every decision."""
    while game.stage != "over" and not until(game):
        same(game, state)
        actions = {RULES.format([action]): action for action in RULES.legal(state)}
        assert len(actions) == len(RULES.legal(state))
        assert set(actions) == game.legal(), game.stage
        move = choose(style, state, game, sorted(actions), rng)
        state = RULES.apply(state, actions[move])
        game.play(move)
    same(game, state)
    assert (RULES.legal(state) == []) == (game.stage == "over")


def play_both(players: int, seed: int, style: str) -> Counter[str]:
    """A whole game in both engines; returns which branches of the rules it came by."""
    rng = random.Random(f"{players} {seed} {style}")
    state = RULES.start(RULES.options({"players": players}), rng)
    game = begin(state)
    compare(game, state, style, rng, until=lambda game: False)
    return +game.happened


def any_position(players: int, rng: random.Random) -> tuple[State, NaiveGame]:
    """A turn begins on a crowded map, in both engines: stacks, castles and capitals where no game would have them."""
    epoch, colours = rng.randint(1, 7), COLOURS[: RULES.options({"players": players}).colours]
    naive = NaiveGame(players, {colour: [] for colour in colours})
    naive.begin_epoch(epoch)
    naive.cards = dict(zip(colours, rng.sample(sorted(naive.stack), len(colours)), strict=True))
    mover = rng.choice(colours)
    naive.order = DAIMYO[naive.cards[mover]]["order"] - 1
    beginnings = LAND if naive.cards[mover] == "samurai_division" else BEGINNINGS
    text = [f"epoch {epoch}, {players} players"]
    text += [f"{colour} {card}{' to move' if colour == mover else ''}" for colour, card in naive.cards.items()]
    for area in [*naive.land, *naive.sea]:
        things = []
        if rng.random() < 0.8:
            colour = rng.choice([mover, *colours])
            current = colour == mover and area not in beginnings and rng.random() < 0.5
            army = Army(colour, current, rng.randint(1, 3 if area in LAND else 2))
            naive.armies[area] = army
            naive.raised[colour] += army.count
            things.append(f"{colour} {'now' if army.current else 'past'} {army.count}")
        if area in LAND:
            built = (("castle", naive.castles), ("city", naive.cities), ("capital", naive.capitals))
            for what, where in rng.sample(built[:1], rng.randint(0, 1)) + rng.sample(built[1:], rng.randint(0, 1)):
                where.add(area)
                things.append(what)
        if things:
            text.append(f"{area}: {', '.join(things)}")
    for group in {card["colour"] for card in EVENTS.values()}:
        cards = [name for name in naive.events_in_play if EVENTS[name]["colour"] == group]
        for colour, card in zip(colours, rng.sample(cards, len(colours)), strict=True):
            naive.hands[colour].add(card)
    state = position("\n".join(text), {colour: " ".join(hand) for colour, hand in naive.hands.items()})
    naive.next_turn()
    return state, naive


@pytest.mark.parametrize("style", STYLES)
def test_both_engines_play_the_same_game(style: str) -> None:
    play_both(COUNTS[STYLES.index(style) % len(COUNTS)], 1, style)


def _is_after(order: int, game: NaiveGame) -> bool:
    return game.order != order


@pytest.mark.parametrize("players", COUNTS)
def test_both_engines_agree_on_a_turn_wherever_it_begins(players: int) -> None:
    """Straits, supremacy at home, full maps, capitals in a row: seldom in a game, and all legal on a map like this."""
    rng = random.Random(players)
    for style in ("any", "cards", "war", "sea", "narrow") * 2:
        state, game = any_position(players, rng)
        compare(game, state, style, rng, until=partial(_is_after, game.order))


@pytest.mark.parametrize("path", sorted(GAMES.glob("history-*.game")), ids=lambda path: path.stem)
def test_the_naive_engine_replays_the_golden_games(path: Path) -> None:
    told = load(path)
    game = begin(told.start)
    for step in told.steps:
        same(game, step.before)
        for move in RULES.format(step.actions).split():
            game.play(move)
    same(game, told.final)


BRANCHES = {one["kind"] for card in EVENTS.values() for one in card["effects"]} | {
    *("skipped", "stayed current", "gave away", "gave to himself", "off the map", "went home", "points of a daimyo"),
    *("automatic victory in an initial province", "own past gave way", "fought own past", "came by sea"),
    *("betrayal", "kill points", "more dice", "three against three", "emptied by a draw", "famine took one", "raid"),
    *("castle", "free castle", "castle taken", "capital in its place", "capital elsewhere", "capital sacked"),
}
"""What games come by; the others have tests of their own in `test_events` and `test_sequence`."""


@pytest.mark.slow
def test_both_engines_play_the_same_games_with_every_number_of_players_and_come_by_every_rule() -> None:
    happened: Counter[str] = Counter()
    for players in COUNTS:
        for style in STYLES:
            happened += play_both(players, 2, style)
    assert set(happened) >= BRANCHES


@pytest.mark.slow
@settings(max_examples=examples(10))  # an example is a whole game, and another one from a crowded map
@given(st.sampled_from(COUNTS), st.integers(0, 2**32), st.sampled_from(STYLES))
def test_both_engines_play_the_same_game_whatever_is_played(players: int, seed: int, style: str) -> None:
    play_both(players, seed, style)
    rng = random.Random(seed)
    state, game = any_position(players, rng)
    compare(game, state, style, rng, until=lambda game: False)
