"""Who sends a request: from its cookie or its token, never from what it says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from fastapi import Depends, Request, Response
from pydantic import TypeAdapter
from starlette.requests import HTTPConnection

from tenka.position import Drawing
from tenka.server import devices
from tenka.server.auth import NOBODY, SESSION_DAYS, Caller
from tenka.server.fair import Whose
from tenka.server.guard import COOKIE, address_of
from tenka.server.messages import Message, Person
from tenka.server.names import name_key
from tenka.server.positions import Position
from tenka.table import Refused

if TYPE_CHECKING:
    from tenka.server.app import Server

BROWSERS = 5
"""As many times as one browser may try to sign in, all together may in which somebody has been in before."""

_POSITION: TypeAdapter[Drawing] = TypeAdapter(Position)


def server_of(connection: HTTPConnection) -> Server:
    """The server that a request has reached."""
    server: Server = connection.app.state.server
    return server


async def recognise(connection: HTTPConnection) -> Caller:
    """The caller; nobody where there is no cookie. Raises Refused for a token that is not valid."""
    people = server_of(connection).people
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        caller = await people.by_token(token.strip())
        if caller.person is None:
            raise Refused("credentials", "that token is not valid; make a new one")
        return caller
    cookie = connection.cookies.get(COOKIE)
    return await people.by_cookie(cookie) if cookie else NOBODY


async def anybody(request: Request) -> Caller:
    """Whoever it is, also nobody."""
    return await recognise(request)


async def reader(request: Request) -> Caller:
    """Somebody who may see what is his."""
    return await _with_scope(request, "read")


async def player(request: Request) -> Caller:
    """Somebody who may play."""
    return await _with_scope(request, "play")


async def owner(request: Request) -> Caller:
    """Somebody at a page, not a program with a token: may change the account."""
    return await _with_scope(request, "account")


async def _with_scope(request: Request, scope: str) -> Caller:
    caller = await recognise(request)
    caller.must(scope)
    return caller


Anybody = Annotated[Caller, Depends(anybody)]
Reader = Annotated[Caller, Depends(reader)]
Player = Annotated[Caller, Depends(player)]
Owner = Annotated[Caller, Depends(owner)]


def answer(message: Message) -> Response:
    """A message with a position in it, which was drawn here and needs no check on its way out."""
    return Response(message.encode(), media_type="application/json")


def drawn(position: Drawing) -> Response:
    """A position as its title has drawn it."""
    return Response(_POSITION.dump_json(position), media_type="application/json")


async def limit(request: Request, what: str, caller: Caller = NOBODY) -> None:
    """Takes one of what the sender may do; raises Refused."""
    await server_of(request).limiter.take_both(what, caller.id, address_of(request.scope))


async def limit_tries(request: Request, name: str) -> None:
    """Takes one of the tries to come in by a name; raises Refused. By name and address, and by address: counted by name
    alone, anybody could keep its owner out. A browser where the owner has been in before has tries of its own."""
    limiter = server_of(request).limiter
    mark = request.cookies.get(devices.COOKIE, "")
    person = await server_of(request).people.by_name(name) if mark else None
    device = devices.read_mark(await server_of(request).salt(), mark, person.id) if person else None
    if person is not None and device is not None:
        await limiter.take_shared("sign_in_name", f"device {device}")
        # Whoever comes in gets a new mark, so all of a person's have together what five of them would.
        await limiter.take_shared("sign_in_name", f"devices of {person.id}", BROWSERS)
    else:
        await limit(request, "sign_in")
        await limiter.take_shared("sign_in_name", f"{name_key(name)} {address_of(request.scope)}")


def whose(request: Request, caller: Caller) -> Whose:
    """For whom something is worked out."""
    return Whose(address_of(request.scope), caller.id or "")


def set_cookie(request: Request, response: Response, secret: str) -> None:
    """Remembers somebody."""
    _keep(request, response, COOKIE, secret, SESSION_DAYS)


async def come_in(request: Request, response: Response, person: Person, secret: str) -> None:
    """Remembers somebody with an account, and that the browser is one of his."""
    set_cookie(request, response, secret)
    mark = devices.make_mark(await server_of(request).salt(), person.id)
    _keep(request, response, devices.COOKIE, mark, devices.DAYS)


def _keep(request: Request, response: Response, name: str, value: str, days: int) -> None:
    """Sets a cookie. No script can read it, and no other site can send it."""
    response.set_cookie(
        name,
        value,
        max_age=days * 86_400,
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
        path="/",
    )


def clear_cookie(response: Response) -> None:
    """Forgets somebody."""
    response.delete_cookie(COOKIE, path="/")
