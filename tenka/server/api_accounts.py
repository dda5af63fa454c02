"""HTTP: an account as its owner's: codes, coming back, download, deletion, blocks."""

from __future__ import annotations

import contextlib
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response
from fastapi.responses import StreamingResponse

from tenka.server import messages
from tenka.server.api_tables import leave_table
from tenka.server.callers import Owner, clear_cookie, come_in, limit, limit_tries, server_of
from tenka.table import Refused

router = APIRouter(prefix="/api", tags=["people"])

Name = Annotated[str, Path(max_length=60)]


@router.post("/recover")
async def recover(request: Request, response: Response, wish: messages.Recovery) -> messages.Me:
    """Gives you a new password for one of your codes, and signs you out everywhere else."""
    await limit_tries(request, wish.name)
    server = server_of(request)
    agent = request.headers.get("user-agent", "")
    person, secret = await server.accounts.recover(wish.name, wish.code, wish.password, agent)
    await server.lounge.end_connections(person.id)
    await come_in(request, response, person, secret)
    return messages.Me(person=person, settings={})


@router.post("/codes", status_code=201)
async def make_codes(request: Request, caller: Owner, wish: messages.PasswordOnly) -> messages.Codes:
    """Makes new codes to come back with; the old ones end. They are shown this once."""
    await limit(request, "password", caller)
    server = server_of(request)
    if caller.person is None or caller.person.is_guest:
        raise Refused("forbidden", "codes are for those with a name and a password")
    await server.people.must_know(caller, wish.password)
    return messages.Codes(codes=await server.accounts.make_codes(caller))


@router.get("/account", response_model=dict[str, Any])
async def download_account(request: Request, caller: Owner) -> Response:
    """Everything that is kept of you, as one JSON object."""
    await limit(request, "download", caller)
    return StreamingResponse(await server_of(request).accounts.download(caller), media_type="application/json")


@router.post("/account/delete", status_code=204, response_class=Response)
async def delete_account(request: Request, response: Response, caller: Owner, wish: messages.PasswordOnly) -> None:
    """Deletes your account. You leave your tables; games that were played stay with those who played them."""
    await limit(request, "password", caller)
    server = server_of(request)
    await server.people.must_know(caller, wish.password)
    for table in await server.accounts.tables_of(caller):
        with contextlib.suppress(Refused):  # such as one that he has left already
            await leave_table(await server.lounge.room(table), caller)
    await server.accounts.close(caller)
    await server.lounge.end_connections(caller.id or "")
    clear_cookie(response)


@router.get("/blocks")
async def list_blocks(request: Request, caller: Owner) -> list[str]:
    """The names of those whom you have blocked."""
    return await server_of(request).accounts.blocked(caller)


@router.put("/blocks/{name}", status_code=204, response_class=Response)
async def block(request: Request, caller: Owner, name: Name) -> None:
    """Blocks a person: you two do not sit at each other's tables, and hear no signals of each other."""
    await limit(request, "look", caller)
    await server_of(request).accounts.block(caller, name)


@router.delete("/blocks/{name}", status_code=204, response_class=Response)
async def unblock(request: Request, caller: Owner, name: Name) -> None:
    """Ends a block."""
    if not await server_of(request).accounts.unblock(caller, name):
        raise Refused("missing", "you have not blocked anybody of that name")
