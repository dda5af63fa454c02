"""HTTP: puzzles. Nobody needs an account, and nothing is kept of a try."""

from __future__ import annotations

import random
from datetime import UTC, datetime
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response

from tenka.server import messages, puzzling
from tenka.server.callers import Anybody, answer, limit, server_of, whose

router = APIRouter(prefix="/api/puzzles", tags=["puzzles"])

GameName = Annotated[str, Path(max_length=40)]
PuzzleId = Annotated[str, Path(max_length=40, pattern=r"^[0-9]+-[0-9]+-[0-9]+$")]
Done = Annotated[str, Query(max_length=1500, pattern=r"^[0-9,-]*$")]
"""Ids with commas between them."""


@router.get("/{game}/day", response_model=messages.PuzzleInfo)
async def puzzle_of_the_day(request: Request, caller: Anybody, game: GameName) -> Response:
    """The puzzle of the day, by UTC: the same for everybody."""
    await limit(request, "look", caller)
    today = datetime.now(UTC).date()
    return answer(puzzling.show(puzzling.of_day(game, today), today))


@router.get("/{game}/next", response_model=messages.PuzzleInfo)
async def next_puzzle(
    request: Request,
    caller: Anybody,
    game: GameName,
    rating: Annotated[int, Query(ge=0, le=4000)] = 1500,
    kind: Annotated[str | None, Query(max_length=40)] = None,
    players: Annotated[int | None, Query(ge=2, le=8)] = None,
    done: Done = "",
) -> Response:
    """A puzzle near a rating that is not among those done; of a kind, for so many players, if you like."""
    await limit(request, "look", caller)
    return answer(puzzling.show(puzzling.choose(game, rating, kind, players, set(done.split(",")), random.Random())))


@router.get("/{game}/{puzzle}", response_model=messages.PuzzleInfo)
async def show_puzzle(request: Request, caller: Anybody, game: GameName, puzzle: PuzzleId) -> Response:
    """A puzzle by its id."""
    await limit(request, "look", caller)
    return answer(puzzling.show(puzzling.find_puzzle(game, puzzle)))


@router.post("/{game}/{puzzle}/preview")
async def preview_puzzle(
    request: Request, caller: Anybody, game: GameName, puzzle: PuzzleId, wish: messages.PuzzleMoves
) -> messages.PreviewResult:
    """Tries out the first moves of the turn. Nothing of the answer is told."""
    await limit(request, "look", caller)
    return puzzling.preview(puzzling.find_puzzle(game, puzzle), wish.moves)


@router.post("/{game}/{puzzle}/try")
async def try_puzzle(
    request: Request, caller: Anybody, game: GameName, puzzle: PuzzleId, wish: messages.PuzzleMoves
) -> messages.PuzzleAnswer:
    """Answers with a whole turn: whether it is right, and what the worlds say of it and of the others."""
    await limit(request, "hint", caller)
    found = puzzling.find_puzzle(game, puzzle)
    return await puzzling.judge_try(server_of(request).bots, found, wish.moves, whose(request, caller))
