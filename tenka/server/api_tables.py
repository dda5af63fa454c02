"""HTTP: games, tables, seats."""

from __future__ import annotations

import gzip
import hashlib
from functools import cache
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request, Response

from tenka.games import GAMES, get_game
from tenka.record import seat_name
from tenka.server import audience, messages
from tenka.server.auth import Caller, new_id
from tenka.server.callers import Anybody, Player, Reader, answer, limit, server_of
from tenka.server.guard import address_of
from tenka.server.ledger import Draft, Ledger, must_have_account
from tenka.server.levels import check_bot
from tenka.server.positions import check_options, describe_game
from tenka.server.ratings import check_rated, check_rated_bot
from tenka.server.rooms import Room, start_draft
from tenka.table import Refused

router = APIRouter(prefix="/api", tags=["tables"])

TableId = Annotated[str, Path(max_length=24, pattern=r"^[A-Za-z0-9]+$")]
Key = Annotated[str | None, Query(max_length=64)]


@router.get("/games", response_model=messages.Games)
async def list_games(request: Request) -> Response:
    """What can be played here: options, editions, boards, tiles, bots."""
    plain, packed, tag = describe_games()
    headers = {"vary": "accept-encoding", "etag": tag, "cache-control": "no-cache"}
    if tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(plain, media_type="application/json", headers=headers)
    return Response(packed, media_type="application/json", headers={**headers, "content-encoding": "gzip"})


@cache
def describe_games() -> tuple[bytes, bytes, str]:
    """It is the same for everybody as long as the server runs, and with maps and cards worth compressing: plain,
    compressed, and a tag by which browsers ask whether what they have still holds."""
    plain = messages.Games(games=[describe_game(game) for game in GAMES]).model_dump_json().encode()
    return plain, gzip.compress(plain, mtime=0), f'W/"{hashlib.sha256(plain).hexdigest()[:20]}"'


@router.post("/tables", status_code=201)
async def make_table(request: Request, caller: Player, wish: messages.NewTable) -> messages.TableInfo:
    """Makes a table and seats you and the bots. It starts by itself if all seats are taken."""
    await limit(request, "table", caller)
    check_table(wish)
    room = await open_table(request, caller, wish, new_id(16))
    return room.show_info(caller.id)


def check_table(wish: messages.NewTable) -> None:
    """Raises GameError for a table that cannot be."""
    if wish.game not in GAMES:
        raise Refused("invalid", f"there is no game {wish.game!r}; there is {', '.join(GAMES)}")
    if "players" in wish.options:
        raise Refused("invalid", "the number of players is the number of seats; leave the option out")
    check_options(wish.game, wish.options)
    get_game(wish.game).options({**wish.options, "players": len(wish.seats)})
    if wish.stand_in is not None:
        check_bot(wish.stand_in, wish.game)
    for seat in wish.seats:
        if seat.kind in ("bot", "anybody"):
            if seat.bot is None:
                raise Refused("invalid", "a seat for a bot names its level, as in GET /api/games")
            check_bot(seat.bot, wish.game)
        if seat.name:
            seat_name(seat.name.replace(" ", "_"))
    check_rated(wish)


async def open_table(
    request: Request, caller: Caller, wish: messages.NewTable, key: str, bot_at: float | None = None
) -> Room:
    """The table of a wish that was checked, with everybody seated whom it names."""
    person = caller.person
    if person is None:
        raise Refused("sign_in", "this needs somebody")
    if wish.rated:
        must_have_account(person.is_guest)
    server = server_of(request)
    place = await server.place_of(address_of(request.scope))
    is_waiting = wish.starts == "maker" or any(seat.kind == "open" for seat in wish.seats)
    is_lobby = wish.visibility == "open" and is_waiting
    limits = await server.lounge.lists.must_have_room(person.id, place, is_lobby, server.limiter)
    seated: list[dict[str, Any] | None] = []
    num_own = 0
    for seat in wish.seats:
        if seat.kind in ("bot", "anybody"):
            seated.append({"person": None, "name": seat.bot, "is_guest": False, "bot": seat.bot})
        elif seat.kind == "me":
            num_own += 1
            name = person.name if num_own == 1 else f"{person.name}-{num_own}"
            if seat.name and seat.name != name:
                await server.people.must_be_free(seat.name.replace(" ", "_"), person.id)
                name = seat.name
            taken = {"person": person.id, "name": name, "is_guest": person.is_guest, "bot": None}
            seated.append(taken | ({"whereabouts": whereabouts(request, key)} if wish.rated else {}))
        else:
            seated.append(None)
    data: dict[str, Any] = {"settings": wish.model_dump(mode="json"), "seated": seated, "key": key}
    data |= {"maker": person.id, "maker_name": person.name}
    data |= {} if bot_at is None else {"bot_at": bot_at}
    return await server.lounge.make_room(Draft("created", data), place, limits=limits)


def whereabouts(request: Request, key: str) -> str:
    """Where a request comes from, so that it can be compared with others at the same table, and with nothing else."""
    return hashlib.sha256(f"{key} {address_of(request.scope)}".encode()).hexdigest()[:16]


@router.get("/tables")
async def lobby(request: Request, caller: Anybody) -> messages.TableList:
    """The lobby: open tables that wait for players, and those that can be watched."""
    await limit(request, "look", caller)
    return messages.TableList(tables=await server_of(request).lounge.lobby.show(caller.id))


@router.get("/tables/mine")
async def my_tables(
    request: Request,
    caller: Reader,
    status: Annotated[str | None, Query(pattern="^(open|running|over|imported)$")] = None,
) -> messages.TableList:
    """Your tables, those first where it is your turn."""
    await limit(request, "look", caller)
    return messages.TableList(tables=await server_of(request).lounge.lists.mine(caller.id or "", status))


@router.post("/exhibition")
async def exhibition(request: Request, caller: Anybody) -> messages.TableInfo | None:
    """The game of the strongest bots that is shown on the first page; begins one where none goes on. It waits until
    somebody watches it, and it is in no list. null: people play, or the server is set up to show none."""
    await limit(request, "look", caller)
    room = await server_of(request).lounge.exhibition.find()
    return room.show_info(caller.id) if room else None


async def visible_room(request: Request, caller: Caller, table: str, key: str | None) -> Room:
    """A room that the caller may look into; raises Refused."""
    await limit(request, "look", caller)
    room = await server_of(request).lounge.room(table)
    room.must_be_visible(caller.id, key)
    return room


@router.get("/tables/{table}", response_model=messages.Snapshot)
async def show_table(
    request: Request,
    caller: Anybody,
    table: TableId,
    key: Key = None,
    seat: Annotated[int | None, Query(ge=0, le=7)] = None,
) -> Response:
    """A table as you may see it, whole."""
    room = await visible_room(request, caller, table, key)
    eyes = room.ledger.seat_for(caller.id, seat)
    position = audience.draw_position(room.ledger, eyes)
    return answer(audience.show_snapshot(room.ledger, eyes, room.show_info(caller.id), position))


@router.post("/tables/{table}/join")
async def join(request: Request, caller: Player, table: TableId, wish: messages.Join) -> messages.TableInfo:
    """Takes a seat."""
    room = await visible_room(request, caller, table, wish.key)
    person = caller.person
    if person is None:
        raise Refused("sign_in", "this needs somebody")
    apart = await server_of(request).accounts.kept_apart(person.id)
    where = whereabouts(request, room.ledger.key)
    await room.submit(lambda ledger: ledger.sit(person.id, person.name, person.is_guest, wish.seat, where, apart))
    return room.show_info(caller.id)


@router.post("/tables/{table}/start")
async def start(request: Request, caller: Player, table: TableId) -> messages.TableInfo:
    """Starts the game, for its maker, when every seat is taken."""
    room = await visible_room(request, caller, table, None)
    await room.submit(start_draft(caller.id or ""))
    return room.show_info(caller.id)


@router.put("/tables/{table}/seats/{seat}")
async def change_seat(
    request: Request,
    caller: Player,
    table: TableId,
    seat: Annotated[int, Path(ge=0, le=7)],
    wish: messages.SeatChange,
) -> messages.TableInfo:
    """Puts a bot into a seat, or opens it, before the game; for the table's maker."""
    room = await visible_room(request, caller, table, None)
    if wish.bot is not None:
        check_bot(wish.bot, room.ledger.rules.name)
        if room.ledger.settings.rated:
            check_rated_bot(room.ledger.rules.name, len(room.ledger.seats), wish.bot)
    await room.submit(lambda ledger: ledger.put_bot(caller.id or "", seat, wish.bot))
    return room.show_info(caller.id)


@router.post("/tables/{table}/leave")
async def leave(request: Request, caller: Player, table: TableId) -> messages.TableInfo:
    """Leaves: before the game your seats become free; during it a bot plays for you, or the table waits."""
    room = await visible_room(request, caller, table, None)
    await leave_table(room, caller)
    return room.show_info(caller.id)


async def leave_table(room: Room, caller: Caller) -> None:
    """Somebody gets up from all his seats at a table."""
    own = room.ledger.seats_of(caller.id)
    if not own and not (room.ledger.maker == caller.id and room.ledger.status == "open"):
        raise Refused("forbidden", "you have no seat at this table")
    for seat in own:
        await room.submit(lambda ledger, s=seat: _leave_seat(ledger, s, caller.id or ""))  # type: ignore[misc]
    await room.submit(_give_up_if_empty)


def _leave_seat(ledger: Ledger, seat: int, person: str) -> Draft | None:
    if ledger.seats[seat].person != person:  # who leaves twice at once has left; somebody else may sit there by now
        return None
    return ledger.stand(person, seat) if ledger.status == "open" else ledger.leave(seat)


def _give_up_if_empty(ledger: Ledger) -> Draft | None:
    return None if any(state.person for state in ledger.seats) else ledger.give_up()


@router.post("/tables/{table}/return")
async def come_back(request: Request, caller: Player, table: TableId) -> messages.TableInfo:
    """Comes back to a game that you have left, or where your time was up."""
    room = await visible_room(request, caller, table, None)
    own = room.ledger.seats_of(caller.id)
    if not own:
        raise Refused("forbidden", "you have no seat at this table")
    away = [seat for seat in own if room.ledger.seats[seat].stand_in or room.ledger.seats[seat].is_away]
    for seat in away or own[:1]:
        await room.submit(lambda ledger, s=seat: ledger.come_back(s))  # type: ignore[misc]
    return room.show_info(caller.id)


@router.post("/tables/{table}/rematch", status_code=201)
async def rematch(request: Request, caller: Player, table: TableId) -> messages.TableInfo:
    """Another game with the same rules and seats. The others find it at the old table, and join."""
    await limit(request, "table", caller)
    room = await visible_room(request, caller, table, None)
    ledger = room.ledger
    if ledger.status != "over":
        raise Refused("turn", "a rematch is for when the game is over")
    if not ledger.seats_of(caller.id):
        raise Refused("forbidden", "a rematch is for those who played")
    if ledger.rematch is None:
        seats = [
            messages.NewSeat(kind="bot", bot=state.bot)
            if state.bot
            else messages.NewSeat(kind="me" if state.person == caller.id else "open")
            for state in ledger.seats
        ]
        wish = ledger.settings.model_copy(update={"seats": seats})
        made = await open_table(request, caller, wish, ledger.key)
        await room.submit(lambda now: Draft("rematch", {"table": made.id}) if now.rematch is None else None)
        if room.ledger.rematch == made.id:
            return made.show_info(caller.id)
        await made.submit(Ledger.give_up)
    other = await server_of(request).lounge.room(room.ledger.rematch or "")
    return other.show_info(caller.id)
