"""Puzzles at a server: which one, how it is shown, and what came of a try.

A puzzle is drawn from its view, and tried out in a state that is sampled from it, so nothing that its seat may not know
can be told. What is right, the shares and the kinds are told with the answer to a try, and never before.
"""

from __future__ import annotations

import random
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterator, Sequence
from datetime import date
from typing import Any, Literal

from tenka.game import Action
from tenka.games import check_game_name, get_game
from tenka.puzzles.promise import AS_GOOD
from tenka.puzzles.puzzle import Puzzle, Told, get_setter
from tenka.puzzles.rate import reached
from tenka.puzzles.shelf import Card, Shelf, open_shelf
from tenka.server import audience, messages
from tenka.server.bots import BotPool, asking
from tenka.server.fair import Whose
from tenka.server.positions import picture_of, possible_state
from tenka.server.weighing import Weighed, add_up, play_replies, try_in_worlds, weigh_slice
from tenka.table import Refused, Table

NEAREST = 12
"""One of so many puzzles nearest to a rating is drawn."""
SECONDS_TO_WAIT = 25.0
SECONDS_TO_CHECK = 60.0
"""For each slice of a report."""
TIMES = 2
"""A report is checked in so many times as many worlds as the puzzle's promise,"""
SLICE = 4096
"""and in so many at a time: games come in between."""


# --- which ------------------------------------------------------------------------------------------------------


def shelf_of(game: str) -> Shelf:
    """The puzzles of a game; raises Refused where there are none."""
    shelf = open_shelf(check_game_name(game))
    if not shelf.cards:
        raise Refused("missing", f"there are no puzzles of {game} here")
    return shelf


def find_card(game: str, name: str) -> Card:
    """What is known of a puzzle by its id; raises Refused."""
    card = shelf_of(game).cards.get(name)
    if card is None:
        raise Refused("missing", f"there is no puzzle {name} of {game}")
    return card


def find_puzzle(game: str, name: str) -> Puzzle:
    """The puzzle of an id; raises Refused."""
    return shelf_of(game).read(find_card(game, name).id)


def choose(
    game: str,
    order: Sequence[tuple[float, str]],
    rating: float,
    kind: str | None,
    players: int | None,
    done: Collection[str],
    rng: random.Random,
) -> Card:
    """One of those nearest to a rating that were not done; raises Refused where none is left."""
    shelf, kinds = shelf_of(game), get_setter(game).kinds
    if kind is not None and kind not in kinds:
        raise Refused("invalid", f"puzzles of {game} are of the kinds {', '.join(kinds)}, and not {kind[:20]!r}")
    fitting: list[Card] = []
    for name in _outwards(order, rating):
        card = shelf.cards[name]
        if (kind is None or kind in card.kinds) and players in (None, card.players) and name not in done:
            fitting.append(card)
            if len(fitting) == NEAREST:
                break
    if not fitting:
        raise Refused("missing", "no puzzle of that kind is left; choose another, or begin again")
    return rng.choice(fitting)


def _outwards(order: Sequence[tuple[float, str]], rating: float) -> Iterator[str]:
    """Those nearest to a rating first."""
    above = bisect_left(order, (rating, ""))
    below = above - 1
    while below >= 0 or above < len(order):
        if below < 0 or (above < len(order) and order[above][0] - rating <= rating - order[below][0]):
            yield order[above][1]
            above += 1
        else:
            yield order[below][1]
            below -= 1


# --- shown ------------------------------------------------------------------------------------------------------


def _table(puzzle: Puzzle) -> Table:
    """A table at which the puzzle's turn can be tried out, and nothing else."""
    rules = get_game(puzzle.game)
    options = rules.options({"players": puzzle.players, **get_setter(puzzle.game).options})
    names = [rules.seat_names[seat] for seat in range(puzzle.players)]
    return Table(rules, options, names, possible_state(rules, puzzle.view))


def show(puzzle: Puzzle, rating: int, is_tried: bool = False, day: date | None = None) -> messages.PuzzleInfo:
    """A puzzle as it is before the try."""
    table, seat = _table(puzzle), _seat_of(puzzle)
    return messages.PuzzleInfo(
        id=puzzle.id,
        game=puzzle.game,
        day=None if day is None else day.isoformat(),
        rating=rating,
        is_tried=is_tried,
        asks_for=asks_for(puzzle),
        options=table.texts,
        seat=seat,
        position=picture_of(puzzle.game).draw(puzzle.view),
        choice=audience.describe_choice(table, seat, table.preview(seat, "")),
    )


def preview(puzzle: Puzzle, moves: str) -> messages.PreviewResult:
    """The first moves of a turn, tried out; raises Refused."""
    table, seat = _table(puzzle), _seat_of(puzzle)
    result = audience.try_moves(table, seat, moves, table.state)
    if asks_for(puzzle) == "turn" or not _one_decision(table.rules.parse(moves)):
        return result
    whole = result.choice.model_copy(update={"legal": [], "is_whole": True, "details": None})
    return result.model_copy(update={"choice": whole})


def asks_for(puzzle: Puzzle) -> Literal["turn", "decision"]:
    """A whole turn, or one decision of it, as the title's puzzles are."""
    return "turn" if get_setter(puzzle.game).whole_plies else "decision"


def _one_decision(actions: Sequence[Action]) -> bool:
    """Whether one is there; raises Refused for more."""
    if len(actions) > 1:
        raise Refused("illegal", "this puzzle asks for one decision, and here are more; take the last ones back")
    return bool(actions)


def _seat_of(puzzle: Puzzle) -> int:
    assert puzzle.view.seat is not None
    return puzzle.view.seat


# --- tried ------------------------------------------------------------------------------------------------------


class Tried:
    """A whole turn that somebody tries at a puzzle."""

    def __init__(self, puzzle: Puzzle, moves: str) -> None:
        """Raises Refused for what is no whole turn."""
        self.puzzle = puzzle
        self.table = _table(puzzle)
        self.seat = _seat_of(puzzle)
        begun = self.table.preview(self.seat, moves)
        is_turn = asks_for(puzzle) == "turn"
        if not (begun.is_whole if is_turn else _one_decision(begun.actions)):
            raise Refused("incomplete", f"{moves.strip() or 'nothing'!r} is not a whole {asks_for(puzzle)} yet")
        end = [self.table.rules.end_turn] if is_turn and begun.legal else []
        self.actions: tuple[Action, ...] = (*begun.actions, *end)
        self._position = self.reached(self.actions)

    @property
    def moves(self) -> str:
        """As text."""
        return self.table.rules.format(self.actions)

    def is_same(self, moves: str) -> bool:
        """Whether other moves of a whole turn lead to the same position."""
        return self.reached(self.table.rules.parse(moves)) == self._position

    def find(self, turns: Sequence[Told]) -> Told | None:
        """The turn that leads to the same position."""
        return next((told for told in turns if self.reached(told.actions) == self._position), None)

    def reached(self, actions: Sequence[Action]) -> bytes:
        """The position that a turn leads to, in a world that fits the view."""
        return reached(self.table.rules, self.table.state, actions)


class Judged:
    """What a try is worth, beside the turns that the puzzle tells of, and those that people have found to be right."""

    def __init__(self, tried: Tried, own: Told, found: Sequence[Told]) -> None:
        puzzle, positions = tried.puzzle, {tried.reached(told.actions) for told in found}
        self.right = [*puzzle.right, *found]
        self.turns = [*self.right, *(told for told in puzzle.others if tried.reached(told.actions) not in positions)]
        if own not in self.turns:
            self.turns.append(own)
        best = puzzle.right[0].shares[tried.seat]
        self.own = own
        self.is_right = own in self.right or best - own.shares[tried.seat] <= AS_GOOD

    def show(self, tried: Tried) -> list[messages.PuzzleTurn]:
        """All turns, the right ones first."""
        return [
            messages.PuzzleTurn(
                moves=tried.table.rules.format(told.actions),
                shares=list(told.shares),
                is_right=told in self.right or (told is self.own and self.is_right),
                is_yours=told is self.own,
            )
            for told in self.turns
        ]


async def judge_try(bots: BotPool, tried: Tried, found: Sequence[Told], whose: Whose) -> Judged:
    """What a turn is worth; `found` are right by reports. Raises Refused where nobody can say it."""
    puzzle = tried.puzzle
    own = tried.find((*found, *puzzle.right, *puzzle.others))
    if own is None:
        work = (try_in_worlds, puzzle.game, puzzle.id, tried.actions)
        own = Told(tried.actions, await _work_out(bots, "hint", whose, SECONDS_TO_WAIT, *work))
    return Judged(tried, own, found)


def lead_of(puzzle: Puzzle) -> messages.PuzzleLead:
    """What a puzzle promises."""
    promise = puzzle.promise
    return messages.PuzzleLead(
        mean=promise.lead, low=promise.low, high=promise.high, worlds=promise.worlds, best_in=promise.best_in
    )


# --- afterwards -------------------------------------------------------------------------------------------------


async def check_report(bots: BotPool, tried: Tried, whose: Whose) -> Weighed:
    """By how much the best turn leads this one, in more worlds than the puzzle was made with. Raises Refused."""
    puzzle = tried.puzzle
    if tried.find(puzzle.right) is not None:
        raise Refused("invalid", "this turn is one of the right ones already")
    work = (weigh_slice, puzzle.game, puzzle.id, tried.actions, SLICE)
    num = max(1, TIMES * puzzle.promise.worlds // SLICE)
    return add_up([await _work_out(bots, "review", whose, SECONDS_TO_CHECK, *work, number) for number in range(num)])


async def show_replies(bots: BotPool, tried: Tried, whose: Whose) -> messages.PuzzleReplies:
    """A turn played out in one of the worlds. Raises Refused."""
    work = (play_replies, tried.puzzle.game, tried.puzzle.id, tried.actions)
    drawn: messages.PuzzleReplies = await _work_out(bots, "hint", whose, SECONDS_TO_WAIT, *work)
    return drawn


async def _work_out(
    bots: BotPool, urgency: str, whose: Whose, seconds: float, function: Callable[..., Any], *given: Any
) -> Any:
    """What a function finds in a bot's process; raises Refused."""
    async with asking(seconds, "nobody can judge this turn just now; try again"):
        return await bots.work_out(urgency, whose, function, *given)
