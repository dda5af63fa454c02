"""Nothing tells a seat what it may not know: two games that differ in every kind of secret look the same to it.

The second game is made here, card by card, and not by the rules' own sampling: whatever a seat does not know is dealt
otherwise wherever it can be. The tests say how often each kind of secret differed, so that none can drop out unseen.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tenka.game import CHANCE, Action, IllegalAction, Ply, Rules, Seat, View, draw_chance
from tenka.history.actions import NUM_ACTIONS
from tenka.history.game import History
from tenka.history.hands import when_playable
from tenka.history.position import draw_choice, draw_public, draw_seats, show_ply
from tenka.history.state import AFTER, DRAWING, FIGHTING, GIVING, RAID, STARTING, State
from tenka.history.view import UNKNOWN_CARD
from tenka.table import Table
from tests.history.naive_cards import DAIMYO, EVENTS
from tests.history.position import RULES, play, position
from tests.history.test_contract import ShowsHands, ShowsTheDraft

CARDS = list(DAIMYO)
EVENT_GROUPS = sorted({card["colour"] for card in EVENTS.values()})
NUMBER = {name: number for number, name in enumerate(EVENTS)}


def takes_part(card: dict[str, object], players: int) -> bool:
    four = players == 4 and card.get("not_in_4p")
    return not four and players in card.get("players", (players,))  # type: ignore[operator]


def is_drafting(state: State) -> bool:
    return state.phase in (DRAWING, GIVING)


def knows(state: State, seat: Seat | None, colour: int) -> bool:
    """§3.1, §3.2: who drew a card knows it, who has it knows it once all have one, all do when its turn comes."""
    if seat is not None and state.giver[colour] % state.players == seat:
        return True
    if is_drafting(state):
        return False
    return bool(colour % state.players == seat or DAIMYO[CARDS[state.card[colour]]]["order"] <= state.order)


def shuffled_apart(holders: list[int], free: list[int], rng: random.Random) -> list[int]:
    """What the holders have, dealt again from that and what is free, with as many as possible changed."""
    deals = [rng.sample([*holders, *free], len(holders)) for _ in range(8)]
    return max(deals, key=lambda deal: sum(a != b for a, b in zip(deal, holders, strict=True)))


def twin(state: State, seat: Seat | None, rng: random.Random) -> tuple[State, Counter[str]]:
    """A game that looks the same to a seat, and how many secrets of each kind differ."""
    other, players = state.copy(), int(state.players)
    differs: Counter[str] = Counter()
    colours = [colour for colour in range(state.colours) if colour % players != seat]
    played = sum(int(cards) for cards in state.played)
    for group in EVENT_GROUPS:
        names = [name for name, card in EVENTS.items() if card["colour"] == group and takes_part(card, players)]
        held = {c: NUMBER[name] for c in colours for name in names if state.hand[c] >> NUMBER[name] & 1}
        own = sum(int(state.hand[c]) for c in range(state.colours) if c not in colours)
        free = [NUMBER[n] for n in names if NUMBER[n] not in held.values() and not (own | played) >> NUMBER[n] & 1]
        for colour, card in zip(held, shuffled_apart(list(held.values()), free, rng), strict=True):
            other.hand[colour] += (1 << card) - (1 << held[colour])
            differs["event hands"] += card != held[colour]
    hidden = [colour for colour in range(state.colours) if state.card[colour] >= 0 and not knows(state, seat, colour)]
    drawn = state.drawn >= 0 and state.colour % players != seat
    epoch = [n for n, c in enumerate(DAIMYO.values()) if c["epoch"] == state.epoch + 1 and takes_part(c, players)]
    if not is_drafting(state):
        epoch = [number for number in epoch if DAIMYO[CARDS[number]]["order"] > state.order]
    holders = [int(state.card[colour]) for colour in hidden] + ([int(state.drawn)] if drawn else [])
    taken = {*state.card.tolist(), int(state.drawn)}
    dealt = shuffled_apart(holders, [number for number in epoch if number not in taken], rng)
    for colour, card in zip(hidden, dealt, strict=False):
        differs["face-down cards"] += card != other.card[colour]
        other.card[colour] = card
    if drawn:
        differs["drawn card"] += dealt[-1] != other.drawn
        other.drawn = dealt[-1]
    return other, differs


def answers(rules: Rules, state: State, tried: list[Action]) -> list[str]:
    """What a seat on turn is told of actions that it tries."""
    told = []
    for action in tried:
        try:
            rules.apply(state, action)
            told.append("legal")
        except IllegalAction as refusal:
            told.append(str(refusal))
    return told


Draw = Callable[[Rules, State, Seat | None], object]


def draw(rules: Rules, state: State, seat: Seat | None) -> object:
    """All that is shown to a seat: the position, and what is told of a choice to who has it."""
    view = rules.view(state, seat)
    is_asked = seat is not None and rules.turn(state) == seat
    choice = draw_choice(view, list(rules.legal(state))) if is_asked else None
    return draw_public(view.known), draw_seats(view), choice


def same_to(rules: Rules, one: State, two: State, seat: Seat | None, tried: list[Action], shown: Draw = draw) -> None:
    assert rules.view(one, seat).tobytes() == rules.view(two, seat).tobytes(), "the view tells"
    assert rules.turn(one) == rules.turn(two), "whose turn it is tells"
    assert rules.num_plies(one) == rules.num_plies(two)
    assert shown(rules, one, seat) == shown(rules, two, seat), "what is shown tells"
    if seat is not None and rules.turn(one) == seat:
        assert list(rules.legal(one)) == list(rules.legal(two)), "what is legal tells"
        assert answers(rules, one, tried) == answers(rules, two, tried), "refusals tell"
    if one.phase in (FIGHTING, RAID):
        assert rules.chance(one) == rules.chance(two), "dice tell"


def same_after(rules: Rules, one: State, two: State, seat: Seat | None, action: Action) -> None:
    """The same action in both: nothing that follows tells more, unless cards are turned up by it."""
    if action not in rules.legal(one) or action not in rules.legal(two):
        return  # a card that only one of the hidden hands has, or that chance can draw in one game only
    after, after_2 = rules.apply(one, action), rules.apply(two, action)
    turns_up = after.order != one.order or (is_drafting(one) and not is_drafting(after)) or after.epoch != one.epoch
    if turns_up or rules.turn(after) is None:
        return
    lines = [rules.redact(rules.make_ply(a, [action], b), seat) for a, b in ((one, after), (two, after_2))]
    assert lines[0] == lines[1], "the record tells"
    told = [None if line is None else show_ply(line) for line in lines]
    assert told[0] == told[1], "what is told of it tells"
    assert rules.view(after, seat).tobytes() == rules.view(after_2, seat).tobytes(), "what follows tells"


def positions(rules: Rules, players: int, seed: int) -> Iterator[tuple[State, random.Random]]:
    rng = random.Random(f"{players} {seed}")
    state = rules.start(rules.options({"players": players}), rng)
    while (turn := rules.turn(state)) is not None:
        yield state, rng
        legal = list(rules.legal(state))
        cards = [action for action in legal if rules.format([action])[1:].isdigit()]  # cards are played more often
        action = draw_chance(rules, state, rng) if turn == CHANCE else rng.choice(legal + 4 * cards)
        state = rules.apply(state, action)


def compare(rules: Rules, players: int, seed: int, every: int = 1, shown: Draw = draw) -> Counter[str]:
    """A game and its twins, for every seat and for spectators; returns how many secrets differed."""
    differed: Counter[str] = Counter()
    for number, (state, rng) in enumerate(positions(rules, players, seed)):
        if number % every and state.phase not in (GIVING, AFTER):
            continue
        for seat in (None, *range(players)):
            other, differs = twin(state, seat, rng)
            differed += differs
            same_to(rules, state, other, seat, rng.sample(range(NUM_ACTIONS), 5), shown)
            same_after(rules, state, other, seat, rng.choice(list(rules.legal(state))))
            if state.phase == AFTER:
                same_after(rules, state, other, seat, rules.end_turn)
    return differed


def check(players: int, seed: int, every: int) -> None:
    differed = compare(RULES, players, seed, every)
    assert differed["event hands"] > 500
    assert differed["face-down cards"] > 50
    assert differed["drawn card"] > 50


@pytest.mark.parametrize("players", [2, 4, 5])
def test_a_seat_cannot_tell_games_apart_that_differ_in_every_kind_of_secret(players: int) -> None:
    check(players, 1, every=15)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_no_decision_of_a_game_tells_a_secret(players: int) -> None:
    check(players, 2, every=2)


class ShowsFaceDownCards(History):
    """Shows a card to who was given it, before all have one."""

    def view(self, state: State, seat: Seat | None) -> View:
        shown = super().view(state, seat)
        for colour in range(state.colours):
            if shown.known.card[colour] == UNKNOWN_CARD and colour % state.players == seat:
                shown.known.card[colour] = state.card[colour]
        return shown


class AsksOnlyWhoHoldsACard(History):
    """After an epoch: who is asked tells who holds a card for it."""

    def apply(self, state: State, action: Action) -> State:
        after = super().apply(state, action)
        while after.phase == AFTER and len(super().legal(after)) == 1:
            after = super().apply(after, self.end_turn)
        return after


class AsksForTheFirstCounterOnlyWhoHoldsACard(History):
    """Places it by itself where nothing else could be done."""

    def apply(self, state: State, action: Action) -> State:
        after = super().apply(state, action)
        while after.phase == STARTING and len(super().legal(after)) == 1:
            after = super().apply(after, super().legal(after)[0])
        return after


class TellsInRefusals(History):
    """Says, of a card that somebody else holds, that he does."""

    def apply(self, state: State, action: Action) -> State:
        try:
            return super().apply(state, action)
        except IllegalAction as error:
            raise IllegalAction(f"{error} {sum(int(hand) % 1000 for hand in state.hand)}") from None


class WritesDrawnCards(History):
    """Forgets to hide drawn cards in the copies of a record."""

    def redact(self, line: Any, seat: Seat | None) -> Any:
        return line if line.kind == "draw" else super().redact(line, seat)


LEAKS = (
    ShowsHands(),
    ShowsTheDraft(),
    ShowsFaceDownCards(),
    AsksOnlyWhoHoldsACard(),
    AsksForTheFirstCounterOnlyWhoHoldsACard(),
    TellsInRefusals(),
)


@pytest.mark.parametrize("leaky", LEAKS, ids=lambda leaky: type(leaky).__name__)
def test_a_leak_of_any_kind_is_found_out(leaky: Rules) -> None:
    with pytest.raises(AssertionError, match="tell"):
        compare(leaky, 5, 1, every=3)


def draw_hands_of_the_state(rules: Rules, state: State, seat: Seat | None) -> object:
    """What every card is good for, taken from the state and not from a view of it."""
    return [when_playable(state, colour) for colour in range(state.colours)]


def draw_cards_to_come_that_are_held(rules: Rules, state: State, seat: Seat | None) -> object:
    """Of the cards to come only those that somebody has: one who has none of them would learn which are unused."""
    held = {CARDS[card] for card in state.card.tolist() if card >= 0}
    return [card for card in draw_public(state)["to_come"] if card in held]


@pytest.mark.parametrize("shown", [draw_hands_of_the_state, draw_cards_to_come_that_are_held])
def test_a_drawing_that_knows_too_much_is_found_out(shown: Draw) -> None:
    with pytest.raises(AssertionError, match="what is shown tells"):
        compare(RULES, 5, 1, every=3, shown=shown)


def copies_of_a_draw(rules: Rules, state: State, seat: Seat | None) -> set[Ply | None]:
    """What copies of the record for a seat say of a draw, whichever card it is."""
    after = {action: rules.apply(state, action) for action in rules.legal(state)}
    return {rules.redact(rules.make_ply(state, [action], drawn), seat) for action, drawn in after.items()}


def test_a_drawn_card_is_hidden_in_the_copies_of_a_record() -> None:
    draws = [s for s, _ in positions(RULES, 5, 1) if s.phase == DRAWING and s.epoch > 0 and s.drafted < s.colours - 1]
    assert len(draws) == 6 * 4
    for state in draws:
        for seat in (None, *range(5)):
            number = len(RULES.legal(state)) if seat == state.colour else 1
            assert len(copies_of_a_draw(RULES, state, seat)) == number
            assert len(copies_of_a_draw(WritesDrawnCards(), state, seat)) == len(RULES.legal(state))


def test_dice_to_come_are_nowhere_to_be_seen() -> None:
    """Two tables with other dice: all that a seat can ask for is the same until they are rolled."""
    text = "epoch 4, 5 players\nred hatakeyama to move\nkaga: gold past 3"
    rolled, asked = set(), set()
    for seed in range(12):
        table = Table.new(RULES, RULES.options({"players": 5}), list("abcde"), random.Random(1), random.Random(seed))
        table.plies.clear()
        table.state = play(position(text), "ready etchuu")
        preview = table.preview(0, "kaga")
        asked.add((preview.state.tobytes(), tuple(preview.legal), preview.is_whole, table.view(0).tobytes()))
        rolled.add(table.act(0, "kaga")[1])
    assert len(asked) == 1
    assert len(rolled) > 6, "and the dice were others"
