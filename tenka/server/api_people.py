"""HTTP: people, sessions, tokens, ratings."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response

from tenka.games import DEFAULT_GAME, GAMES
from tenka.server import messages
from tenka.server.auth import Caller
from tenka.server.callers import (
    Anybody,
    Owner,
    clear_cookie,
    come_in,
    limit,
    limit_tries,
    server_of,
    set_cookie,
)
from tenka.server.levels import list_bots
from tenka.table import Refused

router = APIRouter(prefix="/api", tags=["people"])

Id = Annotated[str, Path(max_length=24)]


@router.get("/me")
async def who_am_i(request: Request, caller: Anybody) -> messages.Me:
    """Who you are, and what the page keeps for you."""
    settings = await server_of(request).people.settings_of(caller) if caller.person else {}
    return messages.Me(person=caller.person, settings=settings)


@router.post("/guest")
async def play_as_guest(request: Request, response: Response, caller: Anybody) -> messages.Me:
    """Makes you a guest, in one click, unless you are somebody already."""
    if caller.person is None:
        await limit(request, "guest")
        person, secret = await server_of(request).people.make_guest(request.headers.get("user-agent", ""))
        set_cookie(request, response, secret)
        return messages.Me(person=person, settings={})
    return await who_am_i(request, caller)


@router.post("/register")
async def register(
    request: Request, response: Response, caller: Anybody, wish: messages.Credentials
) -> messages.Registered:
    """Gives you a name and a password. A guest keeps all games."""
    await limit(request, "register", caller)
    server = server_of(request)
    if caller.person is not None and caller.session is None:
        raise Refused("forbidden", "a token cannot do that")
    agent = request.headers.get("user-agent", "")
    person, secret = await server.people.register(caller, wish.name, wish.password, agent)
    if caller.session is not None:  # whoever has the guest's secret is not in any longer
        await server.lounge.end_connections(person.id)
    await come_in(request, response, person, secret)
    codes = await server.accounts.make_codes(Caller(person))
    return messages.Registered(person=person, settings={}, codes=codes)


@router.post("/sign-in")
async def sign_in(request: Request, response: Response, wish: messages.Credentials) -> messages.Me:
    """Signs you in on this device."""
    await limit_tries(request, wish.name)
    people, agent = server_of(request).people, request.headers.get("user-agent", "")
    person, secret = await people.sign_in(wish.name, wish.password, agent)
    await come_in(request, response, person, secret)
    return messages.Me(person=person, settings={})


@router.post("/sign-out", status_code=204, response_class=Response)
async def sign_out(request: Request, response: Response, caller: Anybody) -> None:
    """Signs you out on this device. A guest without a password cannot come back."""
    if caller.session is not None:
        await server_of(request).people.end_session(caller, caller.session)
        await server_of(request).lounge.end_connections(caller.id or "", caller.session)
    clear_cookie(response)


@router.put("/password", status_code=204, response_class=Response)
async def change_password(request: Request, caller: Owner, wish: messages.NewPassword) -> None:
    """Changes your password and signs you out on all other devices."""
    await limit(request, "password", caller)
    await server_of(request).people.change_password(caller, wish.old, wish.new)
    await server_of(request).lounge.end_connections(caller.id or "", but=caller.session)


@router.put("/settings", status_code=204, response_class=Response)
async def keep_settings(request: Request, caller: Owner, wish: messages.Settings) -> None:
    """Keeps the page's settings for you."""
    await server_of(request).people.keep_settings(caller, wish.settings)


@router.get("/sessions")
async def list_sessions(request: Request, caller: Owner) -> list[messages.SessionInfo]:
    """The devices where you are signed in."""
    return await server_of(request).people.list_sessions(caller)


@router.delete("/sessions/{session}", status_code=204, response_class=Response)
async def end_session(request: Request, caller: Owner, session: Id) -> None:
    """Signs a device out."""
    if not await server_of(request).people.end_session(caller, session):
        raise Refused("missing", "you have no such session")
    await server_of(request).lounge.end_connections(caller.id or "", session)


@router.get("/tokens")
async def list_tokens(request: Request, caller: Owner) -> list[messages.TokenInfo]:
    """Your API tokens."""
    return await server_of(request).people.list_tokens(caller)


@router.post("/tokens", status_code=201)
async def make_token(request: Request, caller: Owner, wish: messages.NewToken) -> messages.TokenMade:
    """Makes an API token, for a bot. Its secret is shown this once."""
    return await server_of(request).people.make_token(caller, wish.label, list(wish.scopes))


@router.delete("/tokens/{token}", status_code=204, response_class=Response)
async def end_token(request: Request, caller: Owner, token: Id) -> None:
    """Removes an API token."""
    if not await server_of(request).people.end_token(caller, token):
        raise Refused("missing", "you have no such token")
    await server_of(request).lounge.end_connections(caller.id or "", token)


@router.get("/leaderboard")
async def leaderboard(
    request: Request,
    caller: Anybody,
    game: Annotated[str, Query(max_length=40)] = DEFAULT_GAME,
    players: Annotated[int, Query(ge=2, le=8)] = 2,
) -> list[messages.LeaderboardLine]:
    """The best, people and bots on one scale."""
    await limit(request, "look", caller)
    return await server_of(request).lounge.ratings.leaderboard(game, players)


@router.get("/people/{name}")
async def profile(request: Request, caller: Anybody, name: Annotated[str, Path(max_length=60)]) -> messages.Profile:
    """What everybody may know of a person or a bot."""
    await limit(request, "look", caller)
    ratings = server_of(request).lounge.ratings
    person = await server_of(request).people.by_name(name)
    if person is not None:
        return await ratings.profile(person.name, person.id)
    if any(name == bot.name for game in GAMES for bot in list_bots(game)):
        return await ratings.bot_profile(name)
    raise Refused("missing", "there is nobody of that name")
