"""HTTP: where to hear of your tables while no page of yours is open."""

from __future__ import annotations

from typing import Annotated
from urllib.parse import urlsplit

from fastapi import APIRouter, Path, Request, Response

from tenka.server import messages
from tenka.server.callers import Owner, limit, server_of
from tenka.server.push import check_keys
from tenka.table import Refused

router = APIRouter(prefix="/api", tags=["notices"])


@router.get("/push-key")
async def push_key(request: Request) -> messages.PushKeyInfo:
    """The key that a browser subscribes to notices with."""
    return messages.PushKeyInfo(key=server_of(request).herald.key.public)


@router.get("/listeners")
async def list_listeners(request: Request, caller: Owner) -> list[messages.ListenerInfo]:
    """Your browsers and webhooks."""
    return await server_of(request).listeners.list(caller.id or "")


@router.post("/listeners/push", status_code=201)
async def add_browser(request: Request, caller: Owner, wish: messages.PushSubscription) -> messages.ListenerInfo:
    """Tells this browser when it is your turn, by Web Push, also while no page is open."""
    await limit(request, "listener", caller)
    server = server_of(request)
    check_keys(wish.keys)
    await server.outward.check(wish.endpoint)
    host = urlsplit(request.headers.get("origin") or str(request.base_url)).netloc
    return await server.listeners.add_browser(caller.id or "", wish, f"https://{host}")


@router.post("/listeners/hook", status_code=201)
async def add_hook(request: Request, caller: Owner, wish: messages.NewHook) -> messages.HookMade:
    """Makes a webhook: for all your tables, called at your turn and at the end; or for one table, at every change."""
    await limit(request, "listener", caller)
    server = server_of(request)
    if wish.table is not None:
        room = await server.lounge.room(wish.table)
        room.must_be_visible(caller.id, None)
        if not room.ledger.seats_of(caller.id) and room.ledger.maker != caller.id:
            raise Refused("forbidden", "a webhook for a table is for those who sit there")
    url = await server.outward.check(wish.url)
    return await server.listeners.add_hook(caller.id or "", url, wish.table)


@router.delete("/listeners/{listener}", status_code=204, response_class=Response)
async def remove_listener(request: Request, caller: Owner, listener: Annotated[str, Path(max_length=24)]) -> None:
    """Removes a browser or a webhook."""
    if not await server_of(request).listeners.remove(caller.id or "", listener):
        raise Refused("missing", "you have no such browser or webhook")
