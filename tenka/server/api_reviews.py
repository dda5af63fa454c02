"""HTTP: what turns are worth."""

from __future__ import annotations

from fastapi import APIRouter, Request

from tenka.server import messages
from tenka.server.api_tables import visible_room
from tenka.server.callers import Player, limit, server_of, whose
from tenka.server.judging import judge_turn

router = APIRouter(prefix="/api", tags=["reviews"])


@router.post("/judge")
async def judge(request: Request, caller: Player, wish: messages.JudgeRequest) -> messages.Judged:
    """The best turns in a position of a game that is over, and your own beside them; never while a game goes on."""
    await limit(request, "hint", caller)
    room = await visible_room(request, caller, wish.table, wish.key)
    return await judge_turn(server_of(request).bots, room.ledger, wish, whose(request, caller))
