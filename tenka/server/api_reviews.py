"""HTTP: reviews of games that are over, and what turns are worth."""

from __future__ import annotations

import asyncio
import gzip

from fastapi import APIRouter, Request, Response

from tenka.server import messages
from tenka.server.api_tables import Key, TableId, visible_room
from tenka.server.callers import Anybody, Player, limit, server_of, whose
from tenka.server.guard import address_of
from tenka.server.judging import judge_turn

router = APIRouter(prefix="/api", tags=["reviews"])


@router.post("/judge")
async def judge(request: Request, caller: Player, wish: messages.JudgeRequest) -> messages.Judged:
    """The best turns in a position of a game that is over, and your own beside them; never while a game goes on."""
    await limit(request, "hint", caller)
    room = await visible_room(request, caller, wish.table, wish.key)
    return await judge_turn(server_of(request).bots, room.ledger, wish, whose(request, caller))


@router.post("/tables/{table}/review", status_code=202)
async def ask_review(request: Request, caller: Player, table: TableId, key: Key = None) -> messages.ReviewStatus:
    """Asks for the review of a game that is over, or of a whole record that was brought; it is made when bots rest."""
    room = await visible_room(request, caller, table, key)
    server = server_of(request)
    status = await server.reviews.status(room.ledger)
    if status.status in ("none", "failed") or status.is_old:
        await limit(request, "review", caller)
        place = await server.place_of(address_of(request.scope))
        await server.reviews.ask(room.ledger, whose(request, caller), place, server.limiter)
        status = await server.reviews.status(room.ledger)
    return status


@router.get("/tables/{table}/review")
async def review_status(request: Request, caller: Anybody, table: TableId, key: Key = None) -> messages.ReviewStatus:
    """How far a game's review is."""
    room = await visible_room(request, caller, table, key)
    return await server_of(request).reviews.status(room.ledger)


@router.get(
    "/tables/{table}/review/result", response_class=Response, responses={200: {"content": {"application/json": {}}}}
)
async def review_result(request: Request, caller: Anybody, table: TableId, key: Key = None) -> Response:
    """A game's review, as `tenka review --json` writes it."""
    await limit(request, "replay", caller)
    room = await visible_room(request, caller, table, key)
    text = (await server_of(request).reviews.result(room.ledger)).encode()
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(text, media_type="application/json", headers={"vary": "accept-encoding"})
    headers = {"vary": "accept-encoding", "content-encoding": "gzip"}
    packed = await asyncio.to_thread(gzip.compress, text, 6)
    return Response(packed, media_type="application/json", headers=headers)
