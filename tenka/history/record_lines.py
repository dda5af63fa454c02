"""A game as lines of a record, and back.

=====================================================  ============================================================
``position 3`` and ``board red …``                     a game that begins in the middle, see ``midgame.py``
``deal red e3 e12 …``                                  an event hand, one card of each colour of cards
``draw red taira``                                     chance draws a daimyo card for red
``draft red blue ; red kouno ; … ; next blue taira``   red gives it to blue; all have a card; blue's turn comes first
``turn red ready kaga``                                decisions of a turn, until dice are rolled or the turn is over
``dice red 5-3 4-4 ; of 2-1 2-1+1 ; empty kaga``       the rolls of a fight, with how many dice, and how it ended
``after red e52 region:kinki end``                     events after an epoch
``raid red 5-3 … ; of 2-1 …``                          the rolls of foreigners
``end epochs ; red 168 ; blue 177``                    the points
=====================================================  ============================================================

With two and three players the person comes before the colour: ``red/green``. ``?`` stands for a card that the reader of
this copy may not know. What follows from a line (behind semicolons) is checked when it is read.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

import numpy as np

from tenka.game import CHANCE, HIDDEN, Action, GameError, Hidden, InvalidAction, InvalidRecord, Line, Seat
from tenka.history import batch
from tenka.history.actions import DRAW, EVENT, GIVE, KEEP, PLACE, REGION, ROLL
from tenka.history.cards import COLOURS, NUM_DAIMYO, NUM_EPOCHS, NUM_GROUPS
from tenka.history.lines import CHANCE_LINES, DealLine, Dice, EndLine, Fight, HistoryPly, Holding, Who
from tenka.history.midgame import (
    LINES,
    BoardLine,
    Midgame,
    build_state,
    format_midgame,
    parse_midgame,
    read_midgame,
)
from tenka.history.notation import AREA_IDS, DAIMYO_IDS, format_actions, parse_actions
from tenka.history.options import Options
from tenka.history.state import (
    State,
    new_states,
)
from tenka.history.tables import find_data

HIDDEN_WORD = str(HIDDEN)
_ENDS: tuple[Literal["won", "empty", "lost"], ...] = ("won", "empty", "lost")
_DECISIONS = ("draft", "turn", "after")
_OF_NOBODY = ("position", "end")
_KEYWORDS = (*LINES, "deal", *CHANCE_LINES, *_DECISIONS, "end")


class Words(NamedTuple):
    """A line taken apart."""

    keyword: str
    seat: Seat
    colour: int
    tokens: list[str]
    """What follows the keyword and who."""
    facts: dict[str, list[str]]
    """The parts behind semicolons, by their first word."""

    @property
    def who(self) -> Who:
        """Whose line it is."""
        return Who(self.seat, self.colour)


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
    if keyword in _OF_NOBODY:
        return Words(keyword, 0, 0, head[1:], facts)
    who = parse_who(head[1]) if len(head) > 1 else None
    if who is None:
        raise InvalidRecord(f"after {keyword!r} comes who: {', '.join(COLOURS)}")
    return Words(keyword, *who, head[2:], facts)


# --- writing ----------------------------------------------------------------------------------------------


def format_line(line: Line) -> str:
    """The text of a line."""
    if isinstance(line, HistoryPly):
        return _format_ply(line)
    if isinstance(line, DealLine):
        cards = (str(card) if isinstance(card, Hidden) else f"e{card + 1}" for card in line.cards)
        return f"deal {_format_who(line.who)} {' '.join(cards)}"
    if isinstance(line, EndLine):
        return " ; ".join([f"end {line.reason}", *(f"{_format_who(who)} {points}" for who, points in line.points)])
    text = format_midgame(line, _format_who(line.who) if isinstance(line, BoardLine) else "")
    if text is None:
        raise TypeError(f"{line} is no line of this game")
    return text


def _format_ply(ply: HistoryPly) -> str:
    moves = (str(action) if isinstance(action, Hidden) else format_actions([action]) for action in ply.actions)
    parts = [f"{ply.kind} {_format_who(ply.who)} {' '.join(moves)}"]
    if ply.dice:
        dice = (f"{roll.attacker}-{roll.defender}{'+1' if roll.castle else ''}" for roll in ply.dice)
        parts.append(f"of {' '.join(dice)}")
    if ply.fight is not None:
        parts.append(f"{ply.fight.ended} {AREA_IDS[ply.fight.area]}")
    if ply.points:
        parts.append(f"points {ply.points}")
    parts += [_format_holding(holding) for holding in ply.cards]
    if ply.next is not None:
        parts.append(f"next {_format_holding(ply.next)}")
    if ply.epoch is not None:
        parts.append(f"epoch {ply.epoch}")
    return " ; ".join(parts)


def _format_who(who: Who) -> str:
    return COLOURS[who.colour] if who.person == who.colour else f"{COLOURS[who.person]}/{COLOURS[who.colour]}"


def _format_holding(holding: Holding) -> str:
    card = str(holding.card) if isinstance(holding.card, Hidden) else DAIMYO_IDS[holding.card]
    return f"{_format_who(holding.who)} {card}"


# --- reading ----------------------------------------------------------------------------------------------


def parse_line(text: str) -> Line:
    """What a text tells; raises GameError. Consequences may be left out."""
    words = split_line(text)
    try:
        if words.keyword == "end":
            points = ((Who(*who), int(told[0])) for name, told in words.facts.items() if (who := parse_who(name)))
            return EndLine("end", " ".join(words.tokens), tuple(points))
        if words.keyword == "deal":
            return DealLine("deal", words.who, tuple(_parse_event(token) for token in words.tokens))
        begun = parse_midgame(words.keyword, words.who, words.tokens, words.facts)
        return _parse_ply(words) if begun is None else begun
    except (IndexError, ValueError) as error:
        if isinstance(error, GameError):
            raise
        raise InvalidRecord(f"this cannot be read: {text[:60]!r}") from None


def _parse_ply(words: Words) -> HistoryPly:
    facts = words.facts
    ended = next((end for end in _ENDS if end in facts), None)
    return HistoryPly(
        kind=words.keyword,
        seat=CHANCE if words.keyword in CHANCE_LINES else words.seat,
        actions=_parse_decisions(words),
        who=words.who,
        dice=tuple(_parse_dice(text) for text in facts.get("of", [])),
        fight=Fight(ended, AREA_IDS.index(facts[ended][0])) if ended else None,
        points=int(facts["points"][0]) if "points" in facts else 0,
        cards=tuple(_parse_holding([name, *told]) for name, told in facts.items() if parse_who(name) is not None),
        next=_parse_holding(facts["next"]) if "next" in facts else None,
        epoch=int(facts["epoch"][0]) if "epoch" in facts else None,
    )


def _parse_decisions(words: Words) -> tuple[Action | Hidden, ...]:
    if words.keyword == "draw" and words.tokens == [HIDDEN_WORD]:
        return (HIDDEN,)
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
    return tuple(actions)


def _parse_event(token: str) -> int | Hidden:
    return HIDDEN if token == HIDDEN_WORD else parse_actions(token)[0] - EVENT


def _parse_dice(text: str) -> Dice:
    numbers, plus, _ = text.partition("+")
    attacker, _, defender = numbers.partition("-")
    return Dice(int(attacker), int(defender), bool(plus))


def _parse_holding(words: Sequence[str]) -> Holding:
    who = parse_who(words[0])
    if who is None:
        raise InvalidRecord(f"{words[0][:20]!r} is nobody's colour")
    return Holding(Who(*who), HIDDEN if words[1] == HIDDEN_WORD else DAIMYO_IDS.index(words[1]))


def restore_start(options: Options, lines: Sequence[str]) -> tuple[State, list[str]]:
    """The start of the game that lines tell of, and the lines with a possible card for each ``?``."""
    split = []
    for index, line in enumerate(lines):
        try:
            words = split_line(line)
        except InvalidRecord as error:
            raise InvalidRecord(error.reason, index) from None
        if words.keyword not in _OF_NOBODY and (
            words.colour >= options.colours or words.seat != words.colour % options.players
        ):
            who = ", ".join(format_who(options.players, colour) for colour in range(options.colours))
            raise InvalidRecord(f"with {options.players} players there are {who}", index)
        split.append(words)
    rng = random.Random("\n".join(lines))  # the same record always leads to the same game
    filled = list(lines)
    midgame = _read_midgame(options, split)
    hands = _Hands(options, split, midgame)
    hands.complete(rng, filled)
    _Draws(options, split, midgame.position.epoch - 1 if midgame else 0).complete(rng, filled)
    if midgame:
        return build_state(options, midgame, hands.known), filled
    states = new_states(1)
    batch.start_without_events(states, options.bits, options.players, options.colours)
    state = states[0]
    state.hand[:] = np.array([sum(1 << card for card in hand) for hand in hands.known] + [0] * (6 - options.colours))
    return state, filled


def _read_midgame(options: Options, split: Sequence[Words]) -> Midgame | None:
    """Where a game begins in the middle, what is told of that; None: it begins at the beginning."""
    if not split or split[0].keyword != "position":
        return None
    lines = []
    for index, words in enumerate(split):
        try:
            line = parse_midgame(words.keyword, words.who, words.tokens, words.facts)
        except GameError as error:
            raise InvalidRecord(str(error), index) from None
        if line is not None:
            lines.append((index, line))
    return read_midgame(options, lines)


def _replace_head(line: str, tokens: Sequence[str]) -> str:
    """The line with other tokens after the keyword and who."""
    head, semicolon, rest = line.partition(";")
    return " ".join([*head.split()[:2], *tokens]) + (f" {semicolon}{rest}" if semicolon else "")


class _Hands:
    """The event hands as a record tells of them."""

    def __init__(self, options: Options, split: Sequence[Words], midgame: Midgame | None) -> None:
        tables = find_data(options.data).tables[0]
        in_play = int(tables.events_in_play[options.players])
        self.groups = [int(tables.group[group]) & in_play for group in range(NUM_GROUPS)]
        self.known: list[list[int]] = [[] for _ in range(options.colours)]
        """By colour: its cards, -1 where a record does not say."""
        self.where = [-1] * options.colours
        before = [set(board.played) for board in midgame.boards] if midgame else [set() for _ in self.known]
        played = [now | then for now, then in zip(self._played(options, split), before, strict=True)]
        for index, words in enumerate(split):
            if words.keyword != "deal":
                continue
            if self.where[words.colour] >= 0 or len(words.tokens) != NUM_GROUPS:
                raise InvalidRecord(f"everybody has one line 'deal' with {NUM_GROUPS} event cards", index)
            self.where[words.colour] = index
            self.known[words.colour] = [
                self._card(index, group, token, played[words.colour]) for group, token in enumerate(words.tokens)
            ]
            if strange := sorted(before[words.colour] - set(self.known[words.colour])):
                raise InvalidRecord(f"e{strange[0] + 1} was played, so it was dealt", index)
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
        if token == HIDDEN_WORD:
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

    def __init__(self, options: Options, split: Sequence[Words], first_epoch: int) -> None:
        self.options = options
        self.first_epoch = first_epoch
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
            epoch = self.first_epoch + len(self.draws) // self.options.colours
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
            if HIDDEN_WORD in filled[draw.line].partition(";")[0]:
                filled[draw.line] = _replace_head(filled[draw.line], [DAIMYO_IDS[card]])

    def _candidates(self, epoch: int) -> Iterator[int]:
        if epoch >= NUM_EPOCHS:
            return
        cards = self.in_play & int(self.tables.epoch_cards[epoch])
        for card in range(NUM_DAIMYO):
            if cards >> card & 1 and self.tables.order[card] > self.last_order.get(epoch, 0):
                yield card
