"""A game of History of the Samurai told in sentences, from the lines of its record as the listener may read them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tenka.game import Outcome, Seat
from tenka.history.cards import COLOURS
from tenka.history.data import Data
from tenka.history.record_lines import HIDDEN_WORD, Words, parse_who, split_line
from tenka.terminal.look import join


class Teller(NamedTuple):
    """Tells what happened."""

    data: Data
    players: int
    listener: Seat | None
    """Is called *you*."""

    def tell(self, line: str, sources: Sequence[str] = ()) -> str:
        """A line of a record as a sentence; with what its points were for, where that is known."""
        words = split_line(line)
        if words.keyword == "deal":
            return f"{self._does(words, 'get')} event cards: {' '.join(words.tokens)}."
        if words.keyword == "draw":
            sentence = self._tell_draw(words)
        elif words.keyword == "draft":
            sentence = self._tell_draft(words)
        elif words.keyword in ("dice", "raid"):
            sentence = self._tell_dice(words)
        elif words.keyword in ("turn", "after"):
            sentence = self._tell_turn(words)
        else:
            return line
        return sentence + self._tell_facts(words, sources)

    def colour_of(self, line: str) -> int:
        """Whose line it is."""
        return split_line(line).colour

    def _tell_draw(self, words: Words) -> str:
        card = words.tokens[0]
        return f"{self._does(words, 'draw')} {'a daimyo card' if card == HIDDEN_WORD else self._daimyo(card)}."

    def _tell_draft(self, words: Words) -> str:
        if words.tokens[0] == "keep":
            return f"{self._does(words, 'keep')} it."
        return f"{self._does(words, 'give')} it to {self._who_named(words.tokens[0])}."

    def _tell_dice(self, words: Words) -> str:
        dice = words.facts.get("of", [])
        rolls = [f"{roll} ({_dice(of)})" for roll, of in zip(words.tokens, dice, strict=False)] or words.tokens
        whose = "The foreigners roll" if words.keyword == "raid" else self._does(words, "roll")
        sentence = f"{whose} {join(rolls)}"
        for result, ending in (("won", "is won"), ("lost", "is not taken"), ("empty", "is left empty")):
            if result in words.facts:
                sentence += f": {words.facts[result][0]} {ending}"
        return f"{sentence}."

    def _tell_turn(self, words: Words) -> str:
        parts: list[str] = []
        placed: list[str] = []
        for token in words.tokens:
            if (told := self._tell_token(token)) is None:
                placed.append(token.replace(":own", " (own past counters give way)"))
                continue
            if placed:
                parts.append(_tell_placed(placed))
                placed = []
            parts.append(told)
        if placed:
            parts.append(_tell_placed(placed))
        return f"{self._who(words)}: {'; '.join(parts)}."

    def _tell_token(self, token: str) -> str | None:
        """None for a counter that is placed."""
        kind, _, what = token.partition(":")
        if token.startswith("e") and token[1:].isdecimal():
            return f"event {self.data.events[int(token[1:]) - 1].name} ({token})"
        if token in ("ready", "end"):
            return {"ready": "ready", "end": "done"}[token]
        if kind == "castle":
            return f"castle in {what}"
        if kind == "capital":
            return "no capital" if what == "none" else f"capital in {what}"
        if kind == "region":
            return f"strikes {what}"
        return None

    def tell_beginning(self, line: str) -> str | None:
        """Of a draw that the listener may not see: who begins, once all have a card."""
        return self._tell_facts(split_line(line), ()).strip() or None

    def _tell_facts(self, words: Words, sources: Sequence[str]) -> str:
        told = ""
        if "points" in words.facts:
            points = words.facts["points"][0]
            told += f" {points} {'point' if points == '1' else 'points'}{': ' if sources else ''}{', '.join(sources)}."
        following = words.facts.get("next", [])
        if len(following) == 2:
            told += f" Next: {self._who_named(following[0])} with {self._daimyo(following[1])}."
        if "epoch" in words.facts:
            number = int(words.facts["epoch"][0])
            epoch = self.data.epochs[number - 1]
            told += f" Epoch {number} begins: {epoch['name']} ({epoch['years']})."
        return told

    def tell_result(self, outcome: Outcome) -> list[str]:
        """The points, and who has won."""
        told = []
        for seat in sorted(range(self.players), key=lambda seat: outcome.ranking[seat]):
            totals = outcome.totals[seat]
            colours = [f"{name} {points}" for name, points in totals.items() if name != "points"]
            more = f" (the lowest of {join(colours)})" if colours else ""
            told.append(f"{outcome.ranking[seat]}. {self._seat(seat)}: {totals['points']} points{more}")
        winners = [self._seat(seat) for seat in outcome.winners]
        verb = "share the win" if len(winners) > 1 else "win" if winners == ["you"] else "wins"
        return [*told, f"{join(winners).capitalize()} {verb}."]

    # --- who

    def _seat(self, seat: Seat) -> str:
        return "you" if seat == self.listener else COLOURS[seat]

    def _who(self, words: Words) -> str:
        if words.seat == self.listener:
            return "You" if words.colour == words.seat else f"You ({COLOURS[words.colour]})"
        return COLOURS[words.colour]

    def _does(self, words: Words, verb: str) -> str:
        return f"{self._who(words)} {verb}{'' if words.seat == self.listener else 's'}"

    def _who_named(self, text: str) -> str:
        who = parse_who(text)
        if who is None:
            return text
        if who[1] % self.players == self.listener:
            return "you" if who[1] == self.listener else f"you ({COLOURS[who[1]]})"
        return COLOURS[who[1]]

    def _daimyo(self, card: str) -> str:
        found = [daimyo for daimyo in self.data.daimyo if daimyo.id == card]
        return (
            f"{found[0].name} ({found[0].strength} counters, begins in {join(found[0].initial) or 'any province'})"
            if found
            else "a card"
        )


def _tell_placed(placed: Sequence[str]) -> str:
    counts = {area: placed.count(area) for area in placed}
    return "places " + join([f"{area} x{count}" if count > 1 else area for area, count in counts.items()])


def _dice(text: str) -> str:
    """The numbers of dice of a roll.

    >>> _dice("2-1+1")
    '2 dice against 1 and a castle'
    """
    attacker, _, defender = text.partition("-")
    defender, _, castle = defender.partition("+")
    return f"{attacker} {'die' if attacker == '1' else 'dice'} against {defender}{' and a castle' if castle else ''}"
