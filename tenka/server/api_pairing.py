"""HTTP: playing against anybody."""

from __future__ import annotations

import time

from fastapi import APIRouter, Request

from tenka.server import messages
from tenka.server.api_tables import check_table, open_table, whereabouts
from tenka.server.auth import new_id
from tenka.server.callers import Player, limit, server_of
from tenka.server.ledger import Draft, Ledger, must_have_account
from tenka.server.pairing import SECONDS_UNTIL_BOT, table_of, wanted_by
from tenka.server.ratings import check_rated_bot
from tenka.table import Refused

router = APIRouter(prefix="/api", tags=["tables"])


@router.post("/pairing")
async def pair(request: Request, caller: Player, wish: messages.PairingWish) -> messages.TableInfo:
    """Seats you with somebody who wants the same game, or at a table of your own, which waits for somebody."""
    await limit(request, "table", caller)
    person, pairing = caller.person, server_of(request).pairing
    if person is None:
        raise Refused("sign_in", "this needs somebody")
    table = table_of(wish)
    check_table(table)
    if wish.rated:
        must_have_account(person.is_guest)
        check_rated_bot(wish.game, wish.players, wish.bot)

    wanted = wanted_by(wish)
    async with pairing.looking:
        apart = await server_of(request).accounts.kept_apart(person.id)

        def sit(ledger: Ledger) -> Draft:
            where = whereabouts(request, ledger.key)
            return ledger.sit(person.id, person.name, person.is_guest, None, where, apart)

        room = await pairing.find(wanted, person.id, sit)
        if room is None:
            bot_at = time.time() + SECONDS_UNTIL_BOT if wish.rated else None
            room = await open_table(request, caller, table, new_id(16), bot_at)
            await pairing.note(room, wish, person.id)
    return room.show_info(caller.id)
