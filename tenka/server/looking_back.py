"""Replays and the sandbox: any position of a game, through any eyes that may see it, and on from there."""

from __future__ import annotations

from collections.abc import Sequence

from tenka.game import Ply, Seat, State
from tenka.patches import merge_patch, patch
from tenka.position import Drawing
from tenka.server import audience, messages
from tenka.server.ledger import Ledger
from tenka.server.positions import Consequences, open_view, picture_of, possible_state, show_ply
from tenka.table import PlyDice, Refused, Table


def eyes_of(ledger: Ledger, person: str | None, wanted: str | None) -> tuple[Seat | None, bool]:
    """Whose eyes somebody may use: a seat, and whether everything is open. Raises Refused."""
    is_free = ledger.is_open or ledger.status == "imported"
    if wanted == "all" or (wanted is None and ledger.is_open):
        if not ledger.is_open:
            raise Refused("forbidden", "everything is open only once the game is over")
        return None, True
    if wanted == "spectator":
        return None, False
    if wanted is None:
        return ledger.seat_for(person, None), False
    seat = int(wanted)
    if seat >= len(ledger.seats):
        raise Refused("missing", f"the table has {len(ledger.seats)} seats, numbered from 0")
    return (seat if is_free else ledger.seat_for(person, seat)), False


def _draw(ledger: Ledger, state: State, seat: Seat | None, is_open: bool) -> Drawing:
    view = open_view(state) if is_open else ledger.rules.view(state, seat)
    return picture_of(ledger.rules.name).draw(view)


def replay_game(ledger: Ledger, info: messages.TableInfo, seat: Seat | None, is_open: bool) -> messages.ReplayInfo:
    """A game from its start, with what each ply changed."""
    states = ledger.states()
    drawn = [_draw(ledger, state, seat, is_open) for state in states]
    plies = ledger.table.plies if ledger.table and is_open else ledger.plies_seen_by(seat)
    steps = []
    for number, ply in enumerate(plies):
        changes = patch(drawn[number], drawn[number + 1])
        steps.append(messages.ReplayStep(ply=show_ply(ledger.rules.name, ply), changes=changes))
    return messages.ReplayInfo(info=info, seat=seat, is_open=is_open, start=drawn[0], steps=steps)


def position_at(ledger: Ledger, version: int, seat: Seat | None, is_open: bool) -> Drawing:
    """The position after so many plies."""
    return _draw(ledger, _state_at(ledger, version), seat, is_open)


def _state_at(ledger: Ledger, version: int) -> State:
    states = ledger.states()
    if version >= len(states):
        raise Refused("missing", f"the game has {len(states) - 1} plies so far")
    return states[version]


def table_at(ledger: Ledger, version: int, turns: Sequence[str], seat: Seat | None = None) -> tuple[Table, list[Ply]]:
    """A table that goes on from a position with some turns, and its plies since. Raises Refused.

    What the asker may not know there is dealt anew, and is the same every time.
    """
    state = _state_at(ledger, version)
    if not ledger.is_open:
        state = possible_state(ledger.rules, ledger.rules.view(state, seat))
    if ledger.table is None:
        raise Refused("turn", "the game has not begun yet")
    # Every request plays all turns again, so the dice are those of the position and the same every time.
    dice = PlyDice(f"sandbox {version}")
    table = Table(ledger.rules, ledger.table.options, ledger.table.names, state, dice, ledger.table.texts)
    plies = table.play_on()
    for moves in turns:
        waiting = table.to_move()
        if not waiting:
            raise Refused("over", "the game is over before the last of these turns")
        plies += table.act(waiting[0], moves)
    return table, plies


def play_on(ledger: Ledger, seat: Seat | None, wish: messages.SandboxRequest) -> messages.Sandbox:
    """Plays turns from a position."""
    table, plies = table_at(ledger, wish.version, wish.turns, seat)
    steps = [show_ply(table.rules.name, ply) for ply in plies]
    waiting = table.to_move()
    choice = None
    picture = picture_of(table.rules.name)
    position = picture.draw(open_view(table.state))
    found = Consequences([], None)
    if waiting:
        preview = table.preview(waiting[0], wish.moves)
        if preview.legal:
            position = picture.draw(open_view(preview.state))
        else:
            position = merge_patch(position, picture.compare_certain(table.state, preview.state))
        choice = audience.describe_choice(table, waiting[0], preview)
        before = table.preview(waiting[0], "").state
        found = audience.what_follows(table.rules, before, preview)
    return messages.Sandbox(
        position=position,
        steps=steps,
        choice=choice,
        takes=found.takes,
        ends=found.ends,
        outcome=audience.show_outcome(table.outcome),
    )
