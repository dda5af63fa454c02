"""HTTP: puzzles. Nobody needs an account; the first tries of those who are somebody, guests too, are counted."""

from __future__ import annotations

import random
from datetime import UTC, date, datetime
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response

from tenka.games import GAMES
from tenka.puzzles.puzzle import Told
from tenka.puzzles.shelf import Card, open_shelf
from tenka.server import messages, puzzling
from tenka.server.auth import Caller
from tenka.server.callers import Anybody, Player, answer, limit, server_of, whose
from tenka.server.puzzling import Tried, find_card, find_puzzle, shelf_of
from tenka.server.solving import Counted, Report

router = APIRouter(prefix="/api/puzzles", tags=["puzzles"])

GameName = Annotated[str, Path(max_length=40)]
PuzzleId = Annotated[str, Path(max_length=40, pattern=r"^[0-9]+-[0-9]+-[0-9]+$")]
Done = Annotated[str, Query(max_length=1500, pattern=r"^[0-9,-]*$")]
"""Ids with commas between them."""


@router.get("")
async def list_all_puzzles(request: Request, caller: Anybody) -> messages.PuzzleLists:
    """The games that have puzzles."""
    await limit(request, "look", caller)
    return messages.PuzzleLists(games=[await _count(request, caller, game) for game in GAMES if open_shelf(game).cards])


@router.get("/{game}")
async def list_puzzles(request: Request, caller: Anybody, game: GameName) -> messages.PuzzleList:
    """How many puzzles there are of each kind, and how you stand."""
    await limit(request, "look", caller)
    return await _count(request, caller, game)


@router.get("/{game}/day", response_model=messages.PuzzleInfo)
async def puzzle_of_the_day(request: Request, caller: Anybody, game: GameName) -> Response:
    """The puzzle of the day, by UTC: the same for everybody."""
    await limit(request, "look", caller)
    today = _today()
    return await _show(request, caller, game, find_card(game, shelf_of(game).of_day(today)), today)


@router.get("/{game}/next", response_model=messages.PuzzleInfo)
async def next_puzzle(
    request: Request,
    caller: Anybody,
    game: GameName,
    rating: Annotated[int | None, Query(ge=0, le=4000)] = None,
    kind: Annotated[str | None, Query(max_length=40)] = None,
    players: Annotated[int | None, Query(ge=2, le=8)] = None,
    done: Done = "",
) -> Response:
    """A puzzle near your strength, or a rating, that you have not tried, and that is not among those done; of a kind,
    for so many players, if you like."""
    await limit(request, "look", caller)
    # A stream by kind would tell what the puzzle of the day is about before anybody has tried it.
    solving, tried = server_of(request).solving, {shelf_of(game).of_day(_today()), *done.split(",")}
    if caller.id is not None:
        tried |= await solving.tried(caller.id, game)
    if rating is None:
        rating = 1500 if caller.id is None else (await solving.standing(caller.id, game)).rating
    order = await solving.order(game)
    return await _show(
        request, caller, game, puzzling.choose(game, order, rating, kind, players, tried, random.Random())
    )


@router.get("/{game}/{puzzle}", response_model=messages.PuzzleInfo)
async def show_puzzle(request: Request, caller: Anybody, game: GameName, puzzle: PuzzleId) -> Response:
    """A puzzle by its id."""
    await limit(request, "look", caller)
    return await _show(request, caller, game, find_card(game, puzzle))


@router.post("/{game}/{puzzle}/preview")
async def preview_puzzle(
    request: Request, caller: Anybody, game: GameName, puzzle: PuzzleId, wish: messages.PuzzleMoves
) -> messages.PreviewResult:
    """Tries out the first moves of the turn. Nothing of the answer is told."""
    await limit(request, "look", caller)
    return puzzling.preview(find_puzzle(game, puzzle), wish.moves)


@router.post("/{game}/{puzzle}/try")
async def try_puzzle(
    request: Request, caller: Anybody, game: GameName, puzzle: PuzzleId, wish: messages.PuzzleMoves
) -> messages.PuzzleAnswer:
    """Answers with a whole turn: whether it is right, and what the worlds say of it and of the others.

    The first try of somebody at a puzzle is rated; nobody's is not.
    """
    await limit(request, "hint", caller)
    if caller.id is not None:
        caller.must("play")
    server, card = server_of(request), find_card(game, puzzle)
    solving = server.solving
    tried = Tried(find_puzzle(game, puzzle), wish.moves)
    reports = await solving.reports(game, puzzle)
    judged = await puzzling.judge_try(server.bots, tried, _right_by(tried, reports), whose(request, caller))
    counted = Counted(None, None)
    if caller.id is not None:
        counted = await solving.note_try(caller.id, game, card, tried.moves, judged.is_right)
    return messages.PuzzleAnswer(
        is_right=judged.is_right,
        rating=await solving.rating_of(game, card),
        standing=counted.standing,
        change=counted.change,
        votes=await solving.votes(caller.id, game, puzzle),
        turns=judged.show(tried),
        kinds=list(tried.puzzle.kinds),
        lead=puzzling.lead_of(tried.puzzle),
        is_proved=tried.puzzle.promise.is_proved,
    )


@router.post("/{game}/{puzzle}/replies", response_model=messages.PuzzleReplies)
async def show_replies(
    request: Request, caller: Player, game: GameName, puzzle: PuzzleId, wish: messages.PuzzleMoves
) -> Response:
    """Once you have tried a puzzle: a turn played out in one of the worlds, with what was hidden and what the others
    reply."""
    await limit(request, "hint", caller)
    server, tried = server_of(request), Tried(find_puzzle(game, puzzle), wish.moves)
    await server.solving.must_have_tried(_person(caller), game, puzzle)
    return answer(await puzzling.show_replies(server.bots, tried, whose(request, caller)))


@router.put("/{game}/{puzzle}/vote")
async def vote_for_puzzle(
    request: Request, caller: Player, game: GameName, puzzle: PuzzleId, wish: messages.PuzzleVote
) -> messages.PuzzleVotes:
    """Once you have tried a puzzle: what you think of it."""
    await limit(request, "look", caller)
    find_card(game, puzzle)
    return await server_of(request).solving.vote(_person(caller), game, puzzle, wish.vote)


@router.post("/{game}/{puzzle}/report")
async def report_turn(
    request: Request, caller: Player, game: GameName, puzzle: PuzzleId, wish: messages.PuzzleMoves
) -> messages.PuzzleReport:
    """Once you have tried a puzzle: says that a turn is as good as the answer. It is checked at once in more worlds
    than the puzzle was made with; if it is, it counts as right from now on, and your try with it."""
    server, person = server_of(request), _person(caller)
    solving = server.solving
    tried = Tried(find_puzzle(game, puzzle), wish.moves)
    first = await solving.must_have_tried(person, game, puzzle)
    report = next((each for each in await solving.reports(game, puzzle) if tried.is_same(each.moves)), None)
    if report is None:
        await limit(request, "report", caller)
        weighed = await puzzling.check_report(server.bots, tried, whose(request, caller))
        is_right = weighed.is_as_good and not tried.puzzle.promise.is_proved
        report = Report(tried.moves, is_right, weighed.lead, weighed.shares)
        await solving.keep_report(person, game, puzzle, report)
    if report.is_right and tried.is_same(first):
        standing = await solving.make_right(person, game, puzzle)
    else:
        standing = await solving.standing(person, game)
    turn = messages.PuzzleTurn(
        moves=tried.moves, shares=list(report.shares), is_right=report.is_right, is_yours=tried.is_same(first)
    )
    return messages.PuzzleReport(is_right=report.is_right, lead=report.lead, turn=turn, standing=standing)


def _today() -> date:
    return datetime.now(UTC).date()


async def _count(request: Request, caller: Caller, game: str) -> messages.PuzzleList:
    shelf = shelf_of(game)
    standing = None if caller.id is None else await server_of(request).solving.standing(caller.id, game)
    return messages.PuzzleList(game=game, puzzles=len(shelf.cards), kinds=dict(shelf.kinds), standing=standing)


async def _show(request: Request, caller: Caller, game: str, card: Card, day: date | None = None) -> Response:
    """A puzzle before the try, with what is known of it and of the caller by now."""
    solving = server_of(request).solving
    is_tried = caller.id is not None and await solving.first_moves(caller.id, game, card.id) is not None
    rating = await solving.rating_of(game, card)
    return answer(puzzling.show(find_puzzle(game, card.id), rating, is_tried, day))


def _right_by(tried: Tried, reports: list[Report]) -> list[Told]:
    """The turns that were found to be right since the puzzle was made, each once, whoever reported it."""
    parse = tried.table.rules.parse
    found = [Told(tuple(parse(report.moves)), report.shares) for report in reports if report.is_right]
    return list({tried.reached(told.actions): told for told in found}.values())


def _person(caller: Caller) -> str:
    assert caller.id is not None
    return caller.id
