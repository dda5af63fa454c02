"""Hints: what the bot would do in somebody's place, from what that seat may know."""

from __future__ import annotations

from tenka.game import GameError, Seat
from tenka.players import get_player
from tenka.server.bots import BotPool, asking
from tenka.server.fair import NOBODYS, Whose
from tenka.server.messages import Hint, HintLine
from tenka.server.positions import consequences, possible_state
from tenka.server.rooms import Room
from tenka.table import Refused, Table

ADVISERS = ("neural:1000ms", "mcts:1000ms", "greedy", "uniform")
"""The first of these that plays the game gives hints: the strongest that is installed."""
_advisers: dict[str, str] = {}
"""By game: which that is, once it is known."""
SECONDS_TO_WAIT = 20.0
"""Games go before hints; who has waited for so long would rather decide himself."""


async def _find_adviser(bots: BotPool, game: str, whose: Whose) -> str:
    """Who gives hints. A process of the bots finds out: a network that is loaded here would keep everybody waiting."""
    if game not in _advisers:
        _advisers[game] = await bots.work_out("hint", whose, adviser_of, game)
    return _advisers[game]


def adviser_of(game: str) -> str:
    """Who gives hints, where the players of a game can be loaded."""
    for name in ADVISERS:
        try:
            get_player(name, game)
        except GameError:
            continue
        return name
    raise Refused("missing", "nobody gives hints for this game")


async def give_hint(bots: BotPool, room: Room, seat: Seat, moves: str, version: int, whose: Whose = NOBODYS) -> Hint:
    """Advice for a seat that is to move, after the first moves of its turn. At a rated table it is noted first."""
    ledger = room.ledger
    table = ledger.table
    if not ledger.settings.hints:
        raise Refused("forbidden", "hints are switched off at this table")
    if table is None or seat not in ledger.to_move():
        raise Refused("turn", "there are hints only for who is to move")
    if version != table.version and seat not in table.rules.waiting(table.state):
        raise Refused("stale", f"the game has moved on: this was for version {version}, and it is {table.version}")
    rules = table.rules
    scratch = Table(rules, table.options, table.names, table.start, texts=table.texts)
    scratch.state = possible_state(rules, table.view(seat))
    scratch.sealed = {other: [] for other in table.sealed}
    before = scratch.preview(seat, "").state
    preview = scratch.preview(seat, moves)
    if not preview.legal:
        raise Refused("over", "this turn is complete: confirm it, or take something back")
    await room.submit(lambda now: now.hint(seat))
    async with asking(SECONDS_TO_WAIT, "the bot has no answer just now; try again"):
        bot = await _find_adviser(bots, rules.name, whose)
        advice = await bots.advise(rules.name, preview.state, seat, bot, whose)
    lines = []
    for line in advice.lines:
        actions = [*preview.actions, *line.actions]
        try:
            after = scratch.preview(seat, rules.format(actions))
            found = consequences(rules, before, after.actions, not after.legal) if after.is_whole else None
        except GameError:
            found = None
        lines.append(
            HintLine(
                moves=rules.format(line.actions),
                score=line.score,
                visits=line.visits,
                win_shares=list(line.win_shares),
                takes=found.takes if found else [],
            )
        )
    return Hint(bot=bot, turn=rules.format(advice.turn), lines=lines)
