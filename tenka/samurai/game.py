"""Samurai behind the contract of `tenka.game`: values in, values out, refusals in sentences."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy import ndarray

from tenka.compiled import generator_state
from tenka.game import Action, Actions, IllegalAction, Line, LineT, Outcome, Seat, View, check_action
from tenka.samurai import batch, lines, notation, options, record_lines
from tenka.samurai.actions import END_TURN, NUM_ACTIONS
from tenka.samurai.options import Options
from tenka.samurai.pieces import CASTES, COLOURS, HAND_SIZE, NUM_CASTES, NUM_TILES, PIECES_BY_PLAYERS
from tenka.samurai.refusals import why_illegal
from tenka.samurai.scoring import ASIDE_REASON, CASTE_REASONS, outcome_of
from tenka.samurai.state import (
    CHOOSING_HANDS,
    HANDS_CHOSEN,
    OVER,
    PIECES_PLACED,
    STATE,
    State,
    array_of,
    bytes_of,
    new_states,
)
from tenka.samurai.view import SPECTATOR, recall_captures, remember_captures

_field = np.void.__getitem__
"""A field of a state, past np.record, which looks fields up in slow Python."""
_RULES, _PLAYERS, _SEAT, _PHASE = (bytes_of(field).start for field in ("rules", "players", "seat", "phase"))
_SUPPLY, _TURNS = bytes_of("supply"), bytes_of("turns")


class Samurai:
    """The rules of Samurai. It holds no game: one object serves all."""

    name = "samurai"
    version = "1"
    num_actions = NUM_ACTIONS
    seat_names: tuple[str, ...] = COLOURS
    end_turn = END_TURN
    end_reasons: tuple[str, ...] = (*CASTE_REASONS, ASIDE_REASON)
    # "passed" is a reason too, but no full game can end with it: who passes has at most the switch and the move
    # tile left, so fifteen land tiles of each player would have to lie on a board with land to spare.

    # --- options

    def options(self, given: Mapping[str, Any]) -> Options:
        """See `tenka.game.Rules`; the names and values are those of `tenka.samurai.options.Options`."""
        return options.make_options(given)

    def describe_options(self, chosen: Options) -> dict[str, str]:
        """The options by name, as texts."""
        return options.describe_options(chosen)

    def every_options(self) -> Iterator[Options]:
        """Every player count with every combination of rule options."""
        return options.every_options()

    # --- play

    def start(self, chosen: Options, rng: random.Random) -> State:
        """A new game; the seat that begins is drawn unless the options name it."""
        states = new_states(1)
        generator = generator_state(rng.getrandbits(128))
        first = rng.randrange(chosen.players) if chosen.first is None else chosen.first
        batch.start(states, 0, chosen.players, first, chosen.bits, generator)
        return states[0]

    def turn(self, state: State) -> Seat | None:
        """Whose decision it is; None: the game is over."""
        seat: Seat = batch.whose_turn.call(state)
        return None if seat == batch.NOBODY else seat

    def waiting(self, state: State) -> tuple[Seat, ...]:
        """The seats that have not chosen their hand yet: all choose at the same time."""
        is_choosing = _field(state, "phase") == CHOOSING_HANDS
        return tuple(range(_field(state, "seat"), _field(state, "players"))) if is_choosing else ()

    def legal(self, state: State) -> Sequence[Action]:
        """Every legal action, each once."""
        return Actions("h", batch.consult.call(state, batch.ASK))

    def apply(self, state: State, action: Action) -> State:
        """The state after a legal action."""
        if type(action) is not int:
            action = check_action(action)
        if not 0 <= action < NUM_ACTIONS or not (after := batch.consult.call(state, action)):
            raise IllegalAction(why_illegal(state, action))
        return ndarray((1,), STATE, after)[0]

    def chance(self, state: State) -> tuple[tuple[Action, float], ...]:
        """Nothing: each stack is shuffled once, before play."""
        return ()

    def outcome(self, state: State) -> Outcome | None:
        """None while the game goes on."""
        return outcome_of(state) if _field(state, "phase") == OVER else None

    def num_plies(self, state: State) -> int:
        """Hands chosen, pieces placed and turns taken so far."""
        stored = np.void.tobytes(state)
        rules, players = stored[_RULES], stored[_PLAYERS]
        hands = pieces = 0
        if rules & HANDS_CHOSEN:
            hands = stored[_SEAT] if stored[_PHASE] == CHOOSING_HANDS else players
        if rules & PIECES_PLACED:
            pieces = NUM_CASTES * (PIECES_BY_PLAYERS[players] - 1) - sum(stored[_SUPPLY])
        return hands + pieces + int.from_bytes(stored[_TURNS], sys.byteorder)

    # --- knowledge

    def view(self, state: State, seat: Seat | None) -> View:
        """What a seat or a spectator may know; everything once the game is over."""
        known = ndarray((1,), STATE, batch.make_view.call(state, SPECTATOR if seat is None else seat))[0]
        return View(seat, known, remember_captures(state))

    def sample(self, view: View, rng: random.Random) -> State:
        """A state that looks the same to that seat."""
        states = new_states(1)
        seat = SPECTATOR if view.seat is None else view.seat
        captured = recall_captures(view.memory)
        batch.make_sample(array_of(view.known), states, seat, captured, generator_state(rng.getrandbits(128)))
        return states[0]

    def quantities(self, state: State) -> dict[str, int]:
        """Every player's tiles and every caste's pieces, wherever they are."""
        counts = {}
        captured = _field(state, "captured").tolist()
        standing, supply, aside, hands, num_hand, num_stack = (
            _field(state, name).tolist() for name in ("pieces", "supply", "aside", "hand", "num_hand", "num_stack")
        )
        for caste, name in enumerate(CASTES):
            taken = sum(by_caste[caste] for by_caste in captured)
            counts[f"{name} pieces"] = standing[caste].bit_count() + supply[caste] + aside[caste] + taken
        for seat in range(_field(state, "players")):
            unseen = int(batch.unseen_tiles_of(array_of(state), seat))
            hand = hands[seat]
            played = NUM_TILES - unseen.bit_count()
            counts[f"{COLOURS[seat]}'s tiles"] = played + num_hand[seat] + num_stack[seat]
            counts[f"{COLOURS[seat]}'s uncounted tiles in hand"] = hand.bit_count() - num_hand[seat]
            counts[f"{COLOURS[seat]}'s tiles in hand that lie on the board"] = hand & ~unseen
            counts[f"{COLOURS[seat]}'s hand is too large"] = int(num_hand[seat] > HAND_SIZE)
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
        """Hands and pieces that were dealt at random."""
        return lines.make_opening(state)

    def make_ply(self, before: State, actions: Sequence[Action], after: State) -> lines.SamuraiPly:
        """A hand, a piece placed, or a turn with its captures and draws."""
        return lines.make_ply(before, actions, after)

    def closing(self, state: State) -> list[Line]:
        """The result, and what is left in the stacks."""
        return lines.make_closing(state)

    def redact(self, line: LineT, seat: Seat | None) -> LineT | None:
        """The line as a seat or a spectator may know it."""
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


RULES = Samurai()
"""For everybody: it holds no game."""
