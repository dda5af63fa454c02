"""A game as lines of a record, and back.

=====================================================  ============================================================
``deal red e3 e12 …``                                  an event hand, one card of each colour of cards
``draw red taira``                                     chance draws a daimyo card for red
``draft red blue ; red kouno ; … ; next blue taira``   red gives it to blue; all have a card; blue's turn comes first
``turn red ready kaga``                                decisions of a turn, until dice are rolled or the turn is over
``dice red 5-3 4-4 ; of 2-1 2-1+1 ; empty kaga``       the rolls of a fight, with how many dice, and how it ended
``… ; against blue 2 ; chances 0.1 0.2 0.7``           who defended with how many counters, and how likely it was before
                                                       the first roll that the area is taken, left to nobody, or held
``… ; points 7 ; gained kills:1 ; scored kinki:2x3``   points of the ply, those of its course, and those of the turn's
                                                       end: for regions base times level, then seas, centres, …
``after red e52 region:kinki end``                     events after an epoch
``raid red 5-3 … ; of 2-1 … ; at … ; against …``       the rolls of foreigners, where and against whom
``end epochs ; red 168 ; blue 177``                    the points
=====================================================  ============================================================

With two and three players the person comes before the colour: ``red/green``. ``?`` stands for a card that the reader of
this copy may not know. What follows from a line (behind semicolons) is checked when it is read.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from tenka.game import CHANCE, Action, GameError, InvalidAction, InvalidRecord, Ply, Seat
from tenka.history import batch
from tenka.history.actions import DRAW, EVENT, GIVE, KEEP, MAX_LEGAL, PLACE, REGION, ROLL
from tenka.history.cards import COLOURS, NUM_DAIMYO, NUM_EPOCHS, NUM_GROUPS, NUM_PROVINCES
from tenka.history.notation import AREA_IDS, DAIMYO_IDS, format_actions, parse_actions
from tenka.history.options import Options
from tenka.history.points import format_points
from tenka.history.prospects import chances_of
from tenka.history.scoring import END_REASON
from tenka.history.state import (
    AFTER,
    BEFORE,
    DRAWING,
    FAMINE,
    FIGHTING,
    GIVING,
    NOBODY,
    OVER,
    RAID,
    State,
    new_states,
)
from tenka.history.tables import find_data, tables_of

HIDDEN = "?"
_CHANCE_LINES = ("draw", "dice", "raid")
_DECISIONS = ("draft", "turn", "after")
_KEYWORDS = ("deal", *_CHANCE_LINES, *_DECISIONS, "end")


class Words(NamedTuple):
    """A line taken apart."""

    keyword: str
    seat: Seat
    colour: int
    tokens: list[str]
    """What follows the keyword and who."""
    facts: dict[str, list[str]]
    """The parts behind semicolons, by their first word."""


def format_who(players: int, colour: int) -> str:
    """A colour, with the person in front where that is not the same.

    >>> format_who(5, 3), format_who(3, 3)
    ('green', 'red/green')
    """
    return COLOURS[colour] if colour < players else f"{COLOURS[colour % players]}/{COLOURS[colour]}"


def parse_who(text: str) -> tuple[Seat, int] | None:
    """The seat and the colour of a text, None where it names none."""
    seat, _, colour = text.partition("/")
    if seat not in COLOURS or (colour or seat) not in COLOURS:
        return None
    return COLOURS.index(seat), COLOURS.index(colour or seat)


def split_line(line: str) -> Words:
    """Takes a line apart; raises InvalidRecord where it is none of ours."""
    head, *parts = (part.split() for part in line.lower().split(";"))
    keyword = head[0] if head else ""
    if keyword not in _KEYWORDS:
        raise InvalidRecord(f"lines begin with {', '.join(_KEYWORDS)}, not with {keyword[:20]!r}")
    facts = {part[0]: part[1:] for part in parts if part}
    if keyword == "end":
        return Words(keyword, 0, 0, head[1:], facts)
    who = parse_who(head[1]) if len(head) > 1 else None
    if who is None:
        raise InvalidRecord(f"after {keyword!r} comes who: {', '.join(COLOURS)}")
    return Words(keyword, *who, head[2:], facts)


# --- writing ----------------------------------------------------------------------------------------------


def format_opening(state: State) -> list[str]:
    """The event hands."""
    tables = tables_of(int(state.digest))[0]
    lines = []
    for colour in range(state.colours):
        hand = int(state.hand[colour])
        cards = [(hand & int(tables.group[group])).bit_length() for group in range(NUM_GROUPS)]
        lines.append(f"deal {format_who(state.players, colour)} {' '.join(f'e{card}' for card in cards)}")
    return lines


def format_ply(before: State, actions: Sequence[Action], after: State) -> str:
    """The line for the decisions of a seat or of chance, with what followed."""
    phase, players = int(before.phase), int(before.players)
    keyword = {DRAWING: "draw", FIGHTING: "dice", RAID: "raid", GIVING: "draft", AFTER: "after", FAMINE: "after"}
    parts = [f"{keyword.get(phase, 'turn')} {format_who(players, before.colour)} {format_actions(actions)}"]
    if phase in (FIGHTING, RAID):
        parts += _fight_facts(before, actions)
    gained = int(after.points[before.colour]) - int(before.points[before.colour])
    if gained:
        parts += [f"points {gained}", *format_points(before, actions)]
    if phase in (DRAWING, GIVING) and after.phase not in (DRAWING, GIVING):
        parts += [f"{format_who(players, colour)} {DAIMYO_IDS[after.card[colour]]}" for colour in range(after.colours)]
    if after.phase == BEFORE and (before.epoch, before.order) != (after.epoch, after.order):
        parts.append(f"next {format_who(players, after.colour)} {DAIMYO_IDS[after.card[after.colour]]}")
    if after.epoch != before.epoch:
        parts.append(f"epoch {after.epoch + 1}")
    return " ; ".join(parts)


def _fight_facts(before: State, rolls: Sequence[Action]) -> list[str]:
    """How many dice there were in each roll, and how a fight ended."""
    tables = tables_of(int(before.digest))
    states, after = new_states(1), new_states(1)
    states[0] = before
    room = np.empty(MAX_LEGAL, np.int16)
    area = int(before.target)
    dice, areas, owners = [], [], []
    for roll in rolls:
        attacker, defender, castle = batch.dice_of(states, tables)
        dice.append(f"{attacker}-{defender}" + ("+1" if castle else ""))
        areas.append(AREA_IDS[states[0].target])
        owners.append(COLOURS[states[0].owner[states[0].target]])
        batch.try_action(states, after, tables, roll, room)
        states, after = after, states
    state = states[0]
    facts = [f"of {' '.join(dice)}"]
    if before.phase == FIGHTING:
        bits, place = (state.current_land, area) if area < NUM_PROVINCES else (state.current_sea, area - NUM_PROVINCES)
        is_own = state.owner[area] == before.colour and (before.owner[area] != before.colour or bits >> place & 1)
        ended = "won" if is_own else "empty" if state.owner[area] == NOBODY else "lost"
        facts.append(f"{ended} {AREA_IDS[area]}")
        facts.append(f"against {owners[0]} {before.count[area]}")
        facts.append(f"chances {' '.join(f'{chance:.4f}' for chance in chances_of(before))}")
    else:
        facts += [f"at {' '.join(areas)}", f"against {' '.join(owners)}"]
    return facts


def format_closing(state: State) -> list[str]:
    """The points, if the game is over."""
    if state.phase != OVER:
        return []
    points = [f"{format_who(state.players, colour)} {state.points[colour]}" for colour in range(state.colours)]
    return [" ; ".join([f"end {END_REASON}", *points])]


def redact_line(line: str, seat: Seat | None) -> str | None:
    """A line of a game that goes on, as a seat may read it."""
    words = split_line(line)
    if words.keyword == "deal":
        if words.seat == seat:
            return line
        return " ".join([*line.split()[:2], *(HIDDEN for _ in words.tokens)])
    if words.keyword not in ("draw", "draft"):
        return line
    head, *facts = line.split(" ; ")
    if words.keyword == "draw" and words.seat != seat:
        head = " ".join([*head.split()[:2], HIDDEN])
    shown = [head]
    for fact in facts:
        who = parse_who(fact.split()[0])
        shown.append(fact if who is None or who[0] == seat else f"{fact.split()[0]} {HIDDEN}")
    return " ; ".join(shown)


# --- reading ----------------------------------------------------------------------------------------------


def parse_ply(line: str) -> Ply | None:
    """The decisions in a line, None where it holds none."""
    words = split_line(line)
    if words.keyword in ("deal", "end"):
        return None
    actions = parse_actions(" ".join(words.tokens))
    wrong = InvalidAction(f"{' '.join(words.tokens)[:60]!r} is not what a line {words.keyword!r} tells")
    if not actions:
        raise InvalidAction(f"a line {words.keyword!r} tells what was done")
    if words.keyword == "draw" and not (len(actions) == 1 and DRAW <= actions[0] < ROLL):
        raise wrong
    if words.keyword in ("dice", "raid") and not all(action >= ROLL for action in actions):
        raise wrong
    if words.keyword == "draft" and not (len(actions) == 1 and (actions[0] == KEEP or GIVE <= actions[0] < PLACE)):
        raise wrong
    if words.keyword in ("turn", "after") and any(action >= DRAW for action in actions):
        raise wrong
    return Ply(CHANCE if words.keyword in _CHANCE_LINES else words.seat, actions)


def restore_start(options: Options, lines: Sequence[str]) -> tuple[State, list[str]]:
    """The start of the game that lines tell of, and the lines with a possible card for each ``?``."""
    split = []
    for index, line in enumerate(lines):
        try:
            words = split_line(line)
        except InvalidRecord as error:
            raise InvalidRecord(error.reason, index) from None
        if words.keyword != "end" and (words.colour >= options.colours or words.seat != words.colour % options.players):
            who = ", ".join(format_who(options.players, colour) for colour in range(options.colours))
            raise InvalidRecord(f"with {options.players} players there are {who}", index)
        split.append(words)
    rng = random.Random("\n".join(lines))  # the same record always leads to the same game
    filled = list(lines)
    loaded = find_data(options.data)
    hands = _Hands(options, split)
    hands.complete(rng, filled)
    _Draws(options, split).complete(rng, filled)
    states = new_states(1)
    batch.start_without_events(states, int(loaded.digest, 16), options.players, options.colours)
    state = states[0]
    state.hand[:] = np.array([sum(1 << card for card in hand) for hand in hands.known] + [0] * (6 - options.colours))
    return state, filled


def _replace_head(line: str, tokens: Sequence[str]) -> str:
    """The line with other tokens after the keyword and who."""
    head, semicolon, rest = line.partition(";")
    return " ".join([*head.split()[:2], *tokens]) + (f" {semicolon}{rest}" if semicolon else "")


class _Hands:
    """The event hands as a record tells of them."""

    def __init__(self, options: Options, split: Sequence[Words]) -> None:
        tables = find_data(options.data).tables[0]
        in_play = int(tables.events_in_play[options.players])
        self.groups = [int(tables.group[group]) & in_play for group in range(NUM_GROUPS)]
        self.known: list[list[int]] = [[] for _ in range(options.colours)]
        """By colour: its cards, -1 where a record does not say."""
        self.where = [-1] * options.colours
        played = self._played(options, split)
        for index, words in enumerate(split):
            if words.keyword != "deal":
                continue
            if self.where[words.colour] >= 0 or len(words.tokens) != NUM_GROUPS:
                raise InvalidRecord(f"everybody has one line 'deal' with {NUM_GROUPS} event cards", index)
            self.where[words.colour] = index
            self.known[words.colour] = [
                self._card(index, group, token, played[words.colour]) for group, token in enumerate(words.tokens)
            ]
        if -1 in self.where:
            who = format_who(options.players, self.where.index(-1))
            raise InvalidRecord(f"a line is missing: deal {who}")
        everything = [card for hand in self.known for card in hand if card >= 0]
        for colour, hand in enumerate(self.known):
            for card in hand:
                if card >= 0 and everything.count(card) > 1:
                    raise InvalidRecord(f"e{card + 1} is dealt twice", self.where[colour])

    def _played(self, options: Options, split: Sequence[Words]) -> list[set[int]]:
        played: list[set[int]] = [set() for _ in range(options.colours)]
        for words in split:
            if words.keyword in ("turn", "after"):
                for token in words.tokens:
                    try:
                        action = parse_actions(token)[0]
                    except GameError:
                        continue  # replaying the line will say what is wrong
                    if EVENT <= action < REGION:
                        played[words.colour].add(action - EVENT)
        return played

    def _card(self, index: int, group: int, token: str, played: set[int]) -> int:
        if token == HIDDEN:
            return next((card for card in sorted(played) if self.groups[group] >> card & 1), -1)
        try:
            action = parse_actions(token)[0]
        except GameError as error:
            raise InvalidRecord(str(error), index) from None
        if not EVENT <= action < REGION or not self.groups[group] >> (action - EVENT) & 1:
            raise InvalidRecord(
                f"{token} is not a card in play of colour {group + 1}; hands name one of each in order", index
            )
        return action - EVENT

    def complete(self, rng: random.Random, filled: list[str]) -> None:
        """Deals the cards that nobody is known to have for those that are not known."""
        for group in range(NUM_GROUPS):
            taken = {hand[group] for hand in self.known}
            left = [card for card in range(54) if self.groups[group] >> card & 1 and card not in taken]
            rng.shuffle(left)
            for hand in self.known:
                if hand[group] < 0:
                    hand[group] = left.pop()
        for hand, index in zip(self.known, self.where, strict=True):
            filled[index] = _replace_head(filled[index], [f"e{card + 1}" for card in hand])


class _Draw(NamedTuple):
    line: int
    """Its index."""
    epoch: int
    holder: int | None
    """Who got the card, None where that is still to come."""
    card: int | None


class _Draws:
    """The daimyo cards drawn as a record tells of them."""

    def __init__(self, options: Options, split: Sequence[Words]) -> None:
        self.options = options
        self.tables = find_data(options.data).tables[0]
        self.in_play = int(self.tables.daimyo_in_play[options.players])
        self.draws: list[_Draw] = []
        self.shown: dict[tuple[int, int], int] = {}
        """By epoch and colour: the card, where a later line tells it."""
        self.last_order: dict[int, int] = {}
        """By epoch: the order of the last turn that began."""
        for index, words in enumerate(split):
            self._take(index, words)

    def _take(self, index: int, words: Words) -> None:
        if words.keyword == "draw" and words.tokens:
            epoch = len(self.draws) // self.options.colours
            card = self._card(words.tokens[0])
            self.draws.append(_Draw(index, epoch, words.colour if epoch == 0 else None, card))
        elif words.keyword == "draft" and words.tokens and self.draws:
            to = words.tokens[0]
            holder = words.colour if to == "keep" else COLOURS.index(to) if to in COLOURS else None
            self.draws[-1] = self.draws[-1]._replace(holder=holder)
        if not self.draws:
            return
        epoch = self.draws[-1].epoch
        facts = words.facts if words.keyword in ("draw", "draft") else {}
        shown = [(who, tokens[0]) for who, tokens in facts.items() if tokens]
        if len(words.facts.get("next", ())) == 2:
            shown.append((words.facts["next"][0], words.facts["next"][1]))
            if (card := self._card(words.facts["next"][1])) is not None:
                self.last_order[epoch] = int(self.tables.order[card])
        for text, token in shown:
            who, card = parse_who(text), self._card(token)
            if who is not None and card is not None:
                self.shown[epoch, who[1]] = card

    def _card(self, token: str) -> int | None:
        return DAIMYO_IDS.index(token) if token in DAIMYO_IDS else None

    def complete(self, rng: random.Random, filled: list[str]) -> None:
        """Names a card for every draw that the record does not tell of."""
        known = [
            draw._replace(card=self.shown.get((draw.epoch, draw.holder)))
            if draw.card is None and draw.holder is not None
            else draw
            for draw in self.draws
        ]
        taken = {draw.card for draw in known if draw.card is not None}
        for draw in known:
            card = draw.card
            if card is None:
                left = [card for card in self._candidates(draw.epoch) if card not in taken]
                if not left:
                    raise InvalidRecord("there is no daimyo card left to be drawn", draw.line)
                card = rng.choice(left)
                taken.add(card)
            if HIDDEN in filled[draw.line].partition(";")[0]:
                filled[draw.line] = _replace_head(filled[draw.line], [DAIMYO_IDS[card]])

    def _candidates(self, epoch: int) -> Iterator[int]:
        if epoch >= NUM_EPOCHS:
            return
        cards = self.in_play & int(self.tables.epoch_cards[epoch])
        for card in range(NUM_DAIMYO):
            if cards >> card & 1 and self.tables.order[card] > self.last_order.get(epoch, 0):
                yield card
