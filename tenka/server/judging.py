"""What can be done in a position, judged at once: the best turns, and those that somebody asks for.

A bot's process tries them in worlds that are dealt from what the mover knows. Games go first, as before hints.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache

from tenka.game import CHANCE, Action, Rules, Seat, State
from tenka.games import get_game
from tenka.review.marks import Interval
from tenka.review.rank import Ranking, rank
from tenka.review.review import make_judge
from tenka.search.judge import Judge
from tenka.server import messages
from tenka.server.bots import BotPool, asking
from tenka.server.fair import NOBODYS, Whose
from tenka.server.ledger import Ledger
from tenka.server.looking_back import table_at
from tenka.table import Refused, Table

SECONDS_TO_WAIT = 90.0
"""For a process and its answer, which on a machine with much else to do takes its time; nobody stays for longer."""
MOST_TRIES = 2_000
"""More would keep a process from games for too long."""


async def judge_position(
    bots: BotPool,
    game: str,
    state: State,
    seat: Seat,
    options: Sequence[list[Action]] = (),
    whose: Whose = NOBODYS,
    tries: int | None = None,
) -> messages.Judged:
    """The best turns of a seat that is to move, and further options, each a whole turn or its beginning.

    Of the state only that is looked at which the seat may know. Raises Refused.
    """
    rules = get_game(game)
    if rules.turn(state) != seat or seat == CHANCE:
        raise Refused("turn", "only who is to move has turns that can be judged")
    work = (game, state, seat, [list(option) for option in options], tries)
    async with asking(SECONDS_TO_WAIT, "nobody can judge this just now; try again"):
        ranking, judge = await bots.work_out("hint", whose, rank_turns, *work)
    return _show(rules, seat, ranking, judge)


async def judge_turn(
    bots: BotPool, ledger: Ledger, wish: messages.JudgeRequest, whose: Whose = NOBODYS
) -> messages.Judged:
    """A position of a game that is over, or what it leads to. Raises Refused, for everybody while a game goes on."""
    must_be_over(ledger)
    table, _ = table_at(ledger, wish.version, wish.turns)
    waiting = table.to_move()
    if not waiting:
        raise Refused("over", "the game is over in this position")
    seat = waiting[0]
    begun = table.preview(seat, wish.moves)
    if not begun.legal:
        raise Refused("over", "this turn is complete, so nothing is left to be judged")
    options = [_read_option(table, seat, wish.moves, moves)[len(begun.actions) :] for moves in wish.options]
    return await judge_position(bots, ledger.rules.name, begun.state, seat, options, whose)


def must_be_over(ledger: Ledger) -> None:
    """Raises Refused while a game goes on: then nobody is told what is good in it, whoever asks."""
    if not ledger.is_open:
        if ledger.status == "imported":
            raise Refused("forbidden", "this record hides something, or its game is not over; bring a whole one")
        raise Refused("forbidden", "nobody is told what is good in a game while it goes on; wait for its end")


def _read_option(table: Table, seat: Seat, begun: str, moves: str) -> list[Action]:
    """A turn that goes on from what is begun, to its end where the rules let it end there."""
    preview = table.preview(seat, f"{begun} {moves}".strip())
    if preview.is_whole and preview.legal:
        return [*preview.actions, table.rules.end_turn]
    if not moves.strip():
        raise Refused("invalid", "an option is at least one move")
    return preview.actions


def _show(rules: Rules, seat: Seat, ranking: Ranking, judge: str) -> messages.Judged:
    turns = [
        messages.JudgedTurn(
            moves=rules.format(option.actions),
            shares=[_figure(share) for share in option.shares],
            loss=_figure(option.loss),
            mark=option.mark.value,
            asked=option.is_asked,
        )
        for option in ranking.options
    ]
    return messages.Judged(seat=seat, shares=turns[0].shares, turns=turns, worlds=ranking.worlds, judge=judge)


def _figure(interval: Interval) -> messages.Figure:
    return messages.Figure(**interval._asdict())


# --- in a bot's process -----------------------------------------------------------------------------------------


def rank_turns(
    game: str, state: State, seat: Seat, options: list[list[Action]], tries: int | None
) -> tuple[Ranking, str]:
    """The ranking, and who judged. The same question has the same answer."""
    rules, judge = get_game(game), _judge_of(game)
    view = rules.view(state, seat)
    num = min(judge.tries if tries is None else tries, MOST_TRIES)
    return rank(judge, view, rules.legal(state), options, num, random.Random(1)), judge.name


@lru_cache(maxsize=4)
def _judge_of(game: str) -> Judge:
    return make_judge(get_game(game))
