"""HTTP: turns for bots, the event stream, records, replays, the sandbox, the proof."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from functools import partial
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.responses import PlainTextResponse, StreamingResponse

from tenka.fairness import deal_text
from tenka.record import read, write
from tenka.server import audience, hints, looking_back, messages, pictures
from tenka.server.api_tables import Key, TableId, visible_room
from tenka.server.auth import Caller, new_id
from tenka.server.bots import asking
from tenka.server.callers import Anybody, Player, Reader, answer, drawn, limit, server_of, whose
from tenka.server.guard import address_of
from tenka.server.ledger import Draft, Ledger
from tenka.server.lounge import Lounge
from tenka.server.painting import paint
from tenka.server.positions import Position, check_options
from tenka.server.streams import Stream
from tenka.table import Refused

router = APIRouter(prefix="/api", tags=["play"])

Eyes = Annotated[str | None, Query(pattern="^([0-7]|all|spectator)$")]
SECONDS_TO_PAINT = 20.0
"""So long somebody waits for a picture, while bots think for others."""


# --- turns ------------------------------------------------------------------------------------------------------


@router.post("/tables/{table}/act")
async def act(request: Request, caller: Player, table: TableId, wish: messages.Turn) -> messages.Taken:
    """Takes a whole turn. Sent again, it is accepted again and happens once."""
    server = server_of(request)
    room = await server.lounge.room(table)
    seat = room.own_seat(caller.id, wish.seat)
    number = await server.act(room, seat, wish.moves, wish.version)
    return messages.Taken(table=table, number=number, version=room.ledger.version)


@router.post("/tables/{table}/preview")
async def preview(
    request: Request, caller: Reader, table: TableId, wish: messages.FirstMoves
) -> messages.PreviewResult:
    """Tries out the first moves of a turn."""
    await limit(request, "look", caller)
    room = await server_of(request).lounge.room(table)
    seat = room.own_seat(caller.id, wish.seat)
    return audience.preview_moves(room.ledger, seat, wish.moves, None)


@router.post("/tables/{table}/hint")
async def hint(request: Request, caller: Player, table: TableId, wish: messages.FirstMoves) -> messages.Hint:
    """What the bot would do, if the table allows hints."""
    await limit(request, "hint", caller)
    server = server_of(request)
    room = await server.lounge.room(table)
    seat = room.own_seat(caller.id, wish.seat)
    version = room.ledger.version
    return await hints.give_hint(server.lounge.bots, room, seat, wish.moves, version, whose(request, caller))


@router.get("/events", response_class=StreamingResponse)
async def stream(request: Request, caller: Reader) -> StreamingResponse:
    """Everything a bot must hear of, one JSON object a line (`ToBot`), for as long as it listens."""
    server, address = server_of(request), address_of(request.scope)
    server.limiter.must_have_room("stream", caller.id, address)
    lines = _lines(server.lounge, Stream(caller), server.limiter.holding("stream", caller.id, address))
    return StreamingResponse(lines, media_type="application/x-ndjson", headers={"x-accel-buffering": "no"})


async def _lines(lounge: Lounge, stream: Stream, holding: AbstractAsyncContextManager[None]) -> AsyncIterator[bytes]:
    with contextlib.suppress(Refused):  # others were faster, and there is room for no more
        async with holding, contextlib.aclosing(stream.lines(lounge)) as lines:
            async for line in lines:
                yield line


# --- records ----------------------------------------------------------------------------------------------------


@router.get("/tables/{table}/record", response_class=PlainTextResponse)
async def export_record(
    request: Request,
    caller: Anybody,
    table: TableId,
    key: Key = None,
    seat: Annotated[int | None, Query(ge=0, le=7)] = None,
) -> PlainTextResponse:
    """The record of the game so far as you may read it; complete when it is over."""
    room = await visible_room(request, caller, table, key)
    ledger, eyes = room.ledger, room.ledger.seat_for(caller.id, seat)
    study = server_of(request).lounge.study
    text = await study.look_up(
        ("record", table, ledger.number, eyes), lambda: write(ledger.record(eyes)).encode(), whose(request, caller)
    )
    headers = {"content-disposition": f'attachment; filename="{table}.game"'}
    return PlainTextResponse(text, headers=headers)


@router.post("/records", status_code=201)
async def import_record(request: Request, caller: Player, wish: messages.RecordText) -> messages.TableInfo:
    """Brings a record, to replay it. It is checked word for word."""
    await limit(request, "record", caller)
    person = caller.person
    if person is None:
        raise Refused("sign_in", "this needs somebody")
    server = server_of(request)
    limits = await server.lounge.lists.must_have_room_for_record(person.id)
    place = await server.place_of(address_of(request.scope))
    record = await server.lounge.study.work_out(lambda: read(wish.text, check_options), whose(request, caller))
    if not record.lines:
        raise Refused("invalid", "this record tells nothing")
    settings = messages.NewTable(
        game=record.game, seats=[messages.NewSeat(kind="open") for _ in record.names]
    ).model_dump(mode="json")
    made = {"settings": settings, "maker": person.id, "maker_name": person.name, "key": new_id(16)}
    draft = Draft("created", made, then=Draft("imported", {"text": wish.text}))
    room = await server.lounge.make_room(draft, place, limits=limits)
    return room.show_info(caller.id)


@router.get("/tables/{table}/proof")
async def proof(request: Request, caller: Anybody, table: TableId, key: Key = None) -> messages.Proof:
    """The commitment to the deal, and once the game is over what was committed to."""
    ledger = (await visible_room(request, caller, table, key)).ledger
    if ledger.secret is None or ledger.commitment is None or ledger.table is None:
        raise Refused("turn", "the game has not begun yet")
    is_over = ledger.status == "over"
    return messages.Proof(
        commitment=ledger.commitment,
        salt=ledger.secret.salt if is_over else None,
        deal=deal_text(ledger.rules, ledger.table.texts, ledger.secret.seed) if is_over else None,
    )


# --- looking back, and trying out -------------------------------------------------------------------------------


@router.get("/tables/{table}/replay", response_model=messages.ReplayInfo)
async def replay(request: Request, caller: Anybody, table: TableId, key: Key = None, eyes: Eyes = None) -> Response:
    """The game from its start, through a seat's eyes, a spectator's, or with `all` open once it is over."""
    await limit(request, "replay", caller)
    room = await visible_room(request, caller, table, key)
    ledger = room.ledger
    seat, is_open = looking_back.eyes_of(ledger, caller.id, eyes)
    info = room.show_info(caller.id)
    text = await server_of(request).lounge.study.look_up(
        ("replay", table, ledger.number, seat, is_open, caller.id),
        lambda: looking_back.replay_game(ledger, info, seat, is_open).encode(),
        whose(request, caller),
    )
    return Response(text, media_type="application/json")


@router.get("/tables/{table}/positions/{version}", response_model=Position)
async def position(
    request: Request,
    caller: Anybody,
    table: TableId,
    version: Annotated[int, Path(ge=0, le=10_000)],
    key: Key = None,
    eyes: Eyes = None,
) -> Response:
    """The position after so many plies."""
    await limit(request, "replay", caller)
    room = await visible_room(request, caller, table, key)
    ledger = room.ledger
    seat, is_open = looking_back.eyes_of(ledger, caller.id, eyes)
    work = partial(looking_back.position_at, ledger, version, seat, is_open)
    return drawn(await server_of(request).lounge.study.work_out(work, whose(request, caller)))


@router.get(
    "/tables/{table}/positions/{version}/picture",
    response_class=Response,
    responses={200: {"content": {"image/png": {}}}},
)
async def picture(
    request: Request,
    caller: Anybody,
    table: TableId,
    version: Annotated[int, Path(ge=0, le=10_000)],
    key: Key = None,
) -> Response:
    """The position after so many plies as a picture to share: what everybody may see of it."""
    await limit(request, "replay", caller)
    room = await visible_room(request, caller, table, key)
    lounge, asker = server_of(request).lounge, whose(request, caller)
    work = partial(pictures.draw_at, room.ledger, version)
    kept_as = ("picture", table, version, room.ledger.number)  # at the end of a game more is shown

    async def finish(drawing: str) -> bytes:
        if not lounge.bots.num_workers:  # then nobody else could
            return await lounge.study.work_out(partial(paint, drawing), asker)
        async with asking(SECONDS_TO_PAINT, "the picture could not be painted; try again"):
            painted: bytes = await lounge.bots.work_out("hint", asker, paint, drawing)
        return painted

    found = await lounge.study.look_up(kept_as, work, asker, finish)
    return Response(found, media_type="image/png", headers={"cache-control": "private, max-age=86400"})


@router.post("/sandbox", response_model=messages.Sandbox)
async def sandbox(request: Request, caller: Anybody, wish: messages.SandboxRequest) -> Response:
    """Plays on from any position of a game that you may see."""
    await limit(request, "replay", caller)
    room = await visible_room(request, caller, wish.table, wish.key)
    work = partial(looking_back.play_on, room.ledger, caller_seat(caller, room.ledger, wish.seat), wish)
    return answer(await server_of(request).lounge.study.work_out(work, whose(request, caller)))


def caller_seat(caller: Caller, ledger: Ledger, wanted: int | None) -> int | None:
    """Whose knowledge a sandbox begins with."""
    if ledger.is_open or ledger.status == "imported":
        return wanted
    return ledger.seat_for(caller.id, wanted)
