"""HTTP: the analysis board, and studies that are kept."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response

from tenka.record import write
from tenka.server import analysis
from tenka.server import study_messages as messages
from tenka.server.api_tables import visible_room
from tenka.server.auth import Caller
from tenka.server.callers import Anybody, Player, Reader, answer, limit, server_of, whose
from tenka.server.ledger import Ledger
from tenka.server.messages import Person
from tenka.table import Refused

router = APIRouter(prefix="/api", tags=["studies"])

StudyId = Annotated[str, Path(max_length=24, pattern=r"^[A-Za-z0-9]+$")]
SECONDS_BETWEEN_LOOKS = 0.5
"""How often it is looked whether somebody who waits for a judge is still there."""


# --- the board --------------------------------------------------------------------------------------------------


@router.post("/analysis", response_model=messages.Analysis)
async def open_analysis(request: Request, caller: Anybody, wish: messages.AnalysisRequest) -> Response:
    """Opens a game that is over, or a record with variations; never a game that goes on."""
    await limit(request, "replay", caller)
    text = wish.text
    if wish.table is not None:
        ledger = (await visible_room(request, caller, wish.table, wish.key)).ledger
        must_have_ended(ledger)
        text = write(ledger.record(None))
    if text is None:
        raise Refused("invalid", "name the table of a game that is over, or send a record")
    return await _work_out(request, caller, partial(analysis.open_analysis, text))


def must_have_ended(ledger: Ledger) -> None:
    """Raises Refused for a table where a game goes on, or has not begun."""
    if ledger.status not in ("over", "imported"):
        raise Refused("forbidden", "a game is analysed when it is over; wait for its end")


@router.post("/analysis/turn", response_model=messages.AnalysisStep)
async def play_line(request: Request, caller: Anybody, wish: messages.AnalysisTurn) -> Response:
    """Plays a turn in a line, or tries its first moves."""
    await limit(request, "replay", caller)
    return await _work_out(request, caller, partial(analysis.play_on, wish))


async def _work_out(request: Request, caller: Caller, work: partial[Any]) -> Response:
    return answer(await server_of(request).lounge.study.work_out(work, whose(request, caller)))


@router.post("/analysis/judge")
async def judge_line(request: Request, caller: Player, wish: messages.AnalysisLine) -> messages.AnalysisJudged:
    """What a position is worth to everybody, and the best turns; given up when nobody waits for it any more."""
    await limit(request, "hint", caller)
    server, asking = server_of(request), whose(request, caller)
    place = await server.lounge.study.work_out(partial(analysis.place_to_judge, wish), asking)
    judging = asyncio.create_task(analysis.judge_place(server.bots, place, asking))
    try:
        while not judging.done():
            await asyncio.wait([judging], timeout=SECONDS_BETWEEN_LOOKS)
            if not judging.done() and await request.is_disconnected():
                raise Refused("stale", "whoever asked has gone on")
        return judging.result()
    finally:
        judging.cancel()


# --- what is kept -----------------------------------------------------------------------------------------------


def _person(caller: Caller) -> Person:
    if caller.person is None:
        raise Refused("sign_in", "this needs somebody")
    return caller.person


@router.get("/studies")
async def list_studies(request: Request, caller: Reader) -> messages.StudyList:
    """Your studies, the latest first."""
    await limit(request, "look", caller)
    return messages.StudyList(studies=await server_of(request).studies.list_of(_person(caller)))


@router.post("/studies", status_code=201)
async def save_study(request: Request, caller: Player, wish: messages.NewStudy) -> messages.StudyInfo:
    """Keeps a record with variations. Its id is its link: whoever has it may read."""
    await limit(request, "record", caller)
    server = server_of(request)
    game, text = await server.lounge.study.work_out(partial(analysis.check_study, wish.text), whose(request, caller))
    return await server.studies.add(_person(caller), wish.name, game, text)


@router.put("/studies/{study}")
async def change_study(request: Request, caller: Player, study: StudyId, wish: messages.NewStudy) -> messages.StudyInfo:
    """Keeps your study as it is now."""
    await limit(request, "record", caller)
    server = server_of(request)
    game, text = await server.lounge.study.work_out(partial(analysis.check_study, wish.text), whose(request, caller))
    return await server.studies.change(study, _person(caller), wish.name, game, text)


@router.get("/studies/{study}", response_model=messages.StudyOpened)
async def read_study(request: Request, caller: Anybody, study: StudyId) -> Response:
    """A study, for anybody who has its link."""
    await limit(request, "replay", caller)
    server = server_of(request)
    info, text = await server.studies.read(study, caller.id)
    opened = await server.lounge.study.work_out(partial(analysis.open_analysis, text), whose(request, caller))
    return answer(messages.StudyOpened(info=info, analysis=opened))


@router.delete("/studies/{study}", status_code=204, response_class=Response)
async def delete_study(request: Request, caller: Player, study: StudyId) -> None:
    """Deletes your study; its link leads nowhere then."""
    await limit(request, "look", caller)
    await server_of(request).studies.remove(study, _person(caller))
