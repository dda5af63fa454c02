"""History of the Samurai behind the contract of `tenka.game`: values in, values out, refusals in sentences.

A seat is a person. With two and three players a person plays several colours (§9.3, §9.4): he knows the cards of all of
them, and his score is the lowest of theirs.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy import ndarray

from tenka.compiled import generator_state
from tenka.game import Action, Actions, Chances, IllegalAction, Line, LineT, Outcome, Seat, View, check_action
from tenka.history import batch, lines, midgame, notation, odds, options, record_lines
from tenka.history.actions import END, NUM_ACTIONS
from tenka.history.cards import COLOURS, NUM_AREAS
from tenka.history.options import Options
from tenka.history.refusals import why_illegal
from tenka.history.scoring import END_REASON, outcome_of
from tenka.history.state import DRAWING, FIGHTING, OVER, RAID, STATE, State, array_of, new_states
from tenka.history.tables import TABLE_BYTES, standard_bytes, tables_of
from tenka.history.view import SPECTATOR

_field = np.void.__getitem__
"""A field of a state, past np.record, which looks fields up in slow Python."""


NO_CHANCES = Chances()


def _consult(state: State, action: Action) -> Any:
    """What `batch.consult` says with the data that the state names; with the standard data it was asked before."""
    return batch.consult.call(state, TABLE_BYTES[batch.glance.call(state, batch.DATA)], action)


@lru_cache(4096)
def _each_as_likely(cards: bytes) -> Chances:
    """The chances of actions as `consult` packs them. The same few cards are left again and again."""
    actions = Actions("h", cards)
    return Chances((action, 1 / len(actions)) for action in actions)


class History:
    """The rules of History of the Samurai. It holds no game: one object serves all."""

    name = "history"
    version = "2"
    num_actions = NUM_ACTIONS
    seat_names: tuple[str, ...] = COLOURS
    end_turn = END
    end_reasons: tuple[str, ...] = (END_REASON,)

    # --- options

    def options(self, given: Mapping[str, Any]) -> Options:
        """See `tenka.game.Rules`; the names and values are those of `tenka.history.options.Options`."""
        return options.make_options(given)

    def describe_options(self, chosen: Options) -> dict[str, str]:
        """The options by name, as texts."""
        return options.describe_options(chosen)

    def every_options(self) -> Iterator[Options]:
        """Every player count."""
        return options.every_options()

    # --- play

    def start(self, chosen: Options, rng: random.Random) -> State:
        """A new game: the event hands are dealt. Daimyo cards are drawn as the game goes on."""
        states = new_states(1)
        generator = generator_state(rng.getrandbits(128))
        digest = int(chosen.data, 16)
        batch.start(states, 0, tables_of(digest), digest, chosen.players, chosen.colours, generator)
        return states[0]

    def turn(self, state: State) -> Seat | None:
        """Whose decision it is: a person's, or chance's; None: the game is over."""
        seat: Seat = batch.glance.call(state, batch.TURN)
        return None if seat == batch.NOBODY else seat

    def waiting(self, state: State) -> tuple[Seat, ...]:
        """Nobody decides at the same time as others."""
        return ()

    def legal(self, state: State) -> Sequence[Action]:
        """Every legal action, each once."""
        return Actions("h", batch.consult.call(state, standard_bytes(), batch.ASK) or _consult(state, batch.ASK))

    def apply(self, state: State, action: Action) -> State:
        """The state after a legal action."""
        if type(action) is not int:
            action = check_action(action)
        if not 0 <= action < NUM_ACTIONS:
            raise IllegalAction(why_illegal(state, action))
        after = batch.consult.call(state, standard_bytes(), action) or _consult(state, action)
        if not after:
            raise IllegalAction(why_illegal(state, action))
        return ndarray((1,), STATE, after)[0]

    def chance(self, state: State) -> Sequence[tuple[Action, float]]:
        """A daimyo card, all equally likely, or the best dice of both sides."""
        phase = batch.glance.call(state, batch.PHASE)
        if phase not in (DRAWING, FIGHTING, RAID):
            return NO_CHANCES
        if phase == DRAWING:
            return _each_as_likely(_consult(state, batch.ASK))
        tables = TABLE_BYTES[batch.glance.call(state, batch.DATA)]
        return odds.roll_chances(*divmod(batch.count_dice.call(state, tables), batch.DICE_BASE))

    def outcome(self, state: State) -> Outcome | None:
        """None while the game goes on."""
        return outcome_of(state) if batch.glance.call(state, batch.PHASE) == OVER else None

    def num_plies(self, state: State) -> int:
        """Runs of decisions so far."""
        plies: int = batch.glance.call(state, batch.PLIES)
        return plies

    # --- knowledge

    def view(self, state: State, seat: Seat | None) -> View:
        """What a person or a spectator may know; everything once the game is over."""
        tables = TABLE_BYTES[batch.glance.call(state, batch.DATA)]
        known = batch.make_view.call(state, tables, SPECTATOR if seat is None else seat)
        return View(seat, ndarray((1,), STATE, known)[0])

    def sample(self, view: View, rng: random.Random) -> State:
        """A state that looks the same to that seat."""
        states = new_states(1)
        tables = tables_of(int(_field(view.known, "digest")))
        seat = SPECTATOR if view.seat is None else view.seat
        batch.make_sample(array_of(view.known), states, tables, seat, generator_state(rng.getrandbits(128)))
        return states[0]

    def quantities(self, state: State) -> dict[str, int]:
        """Every colour's event cards and counters, wherever they are."""
        counts = {}
        owner, count, hand, played, raised, lost = (
            _field(state, name).tolist() for name in ("owner", "count", "hand", "played", "raised", "lost")
        )
        fighting = int(_field(state, "attackers")) if _field(state, "phase") == FIGHTING else 0
        for colour in range(int(_field(state, "colours"))):
            name = COLOURS[colour]
            standing = sum(count[area] for area in range(NUM_AREAS) if owner[area] == colour)
            placed = standing + (fighting if colour == _field(state, "colour") else 0)
            counts[f"{name}'s event cards"] = (hand[colour] | played[colour]).bit_count()
            counts[f"{name}'s event cards played and still in hand"] = (hand[colour] & played[colour]).bit_count()
            counts[f"{name}'s counters unaccounted for"] = raised[colour] - lost[colour] - placed
        counts["areas held by nobody with counters"] = sum((owner[a] < 0) != (count[a] == 0) for a in range(NUM_AREAS))
        return counts

    # --- texts

    def parse(self, text: str) -> list[Action]:
        """The actions of one or more moves."""
        return notation.parse_actions(text)

    def format(self, actions: Sequence[Action]) -> str:
        """The moves of actions."""
        return notation.format_actions(actions)

    # --- what happened

    def opening(self, state: State) -> list[Line]:
        """The event hands, and before them the position where a game does not begin with the first epoch."""
        hands = lines.make_opening(state)
        return [*midgame.make_lines(state), *hands] if state.epoch > 0 else hands

    def make_ply(self, before: State, actions: Sequence[Action], after: State) -> lines.HistoryPly:
        """What a person or chance decided, with what followed."""
        return lines.make_ply(before, actions, after)

    def closing(self, state: State) -> list[Line]:
        """The points, if the game is over."""
        return lines.make_closing(state)

    def redact(self, line: LineT, seat: Seat | None) -> LineT | None:
        """The line as a person or a spectator may know it."""
        return lines.redact_line(line, seat)

    # --- lines of a record

    def format_line(self, line: Line) -> str:
        """The text of a line."""
        return record_lines.format_line(line)

    def parse_line(self, text: str) -> Line:
        """What a text tells."""
        return record_lines.parse_line(text)

    def restore(self, chosen: Options, texts: Sequence[str]) -> tuple[State, list[str]]:
        """The start of the game that the lines tell of, and the lines without ``?``."""
        return record_lines.restore_start(chosen, texts)


RULES = History()
"""For everybody: it holds no game."""
