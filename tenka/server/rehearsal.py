"""A rehearsal: a table is played as people would play it, with all that the server shows them, before anybody comes.

So whatever the server needs of a game is compiled when it says that it is ready, without a list of what that is.
"""

from __future__ import annotations

import random

from tenka.fairness import Secret
from tenka.game import Action, Seat
from tenka.games import get_title
from tenka.server import audience
from tenka.server.ledger import Draft, Ledger, StoredEvent
from tenka.server.messages import NewSeat, NewTable

NUM_EVENTS = 60
"""Until then a game has shown everything that is compiled for it; a test plays on to the end."""


def rehearse(game: str, num_events: int = NUM_EVENTS) -> Ledger:
    """Plays at random, each decision with its preview, for the eyes of all seats and a spectator; returns the table."""
    num_players = min(get_title(game).players)
    wish = NewTable(game=game, seats=[NewSeat(kind="me") for _ in range(num_players)])
    seated = [{"person": "nobody", "name": f"p{seat}", "is_guest": True, "bot": None} for seat in range(num_players)]
    data = {"settings": wish.model_dump(mode="json"), "seated": seated, "key": "", "maker": "", "maker_name": ""}
    rng, stage, eyes = random.Random(1), audience.Stage(), {None, *range(num_players)}
    ledger = _after(Ledger(""), Draft("created", data))
    ledger = _after(ledger, ledger.start(None, Secret("salt", "seed")))
    stage.step(ledger, eyes)
    while ledger.status == "running" and ledger.number < num_events:
        seat = ledger.to_move()[0]
        audience.show_choice(ledger, seat)
        actions = _decide(ledger, seat, rng)
        audience.preview_moves(ledger, seat, ledger.rules.format(actions[:1]), ledger.version)
        ledger = _after(ledger, ledger.act_actions(seat, actions, "person"))
        audience.event_messages(ledger, ledger.events[-1], stage.step(ledger, eyes), ())
    return ledger


def _after(ledger: Ledger, draft: Draft) -> Ledger:
    return ledger.after(StoredEvent(ledger.number + 1, draft.kind, draft.data, 0.0), (), draft.after)


def _decide(ledger: Ledger, seat: Seat, rng: random.Random) -> list[Action]:
    """A whole turn or choice, which ends as soon as it may."""
    rules, table = ledger.rules, ledger.table
    assert table is not None
    state = table.preview(seat, "").state
    actions: list[Action] = []
    number = rules.num_plies(state)
    while rules.turn(state) == seat and rules.num_plies(state) == number:
        legal = list(rules.legal(state))
        others = [action for action in legal if action != rules.end_turn]
        is_enough = bool(actions) and rules.end_turn in legal
        actions.append(rules.end_turn if is_enough or not others else rng.choice(others))
        state = rules.apply(state, actions[-1])
    return actions
