"""Choosing from many puzzles: none that is nearly another, and all numbers of players, kinds and strengths alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path

from tenka.game import GameError
from tenka.puzzles.puzzle import Puzzle, format_puzzle, parse_puzzles
from tenka.record import write_file

NEIGHBOURS = 4
"""Puzzles of a game that are so few plies apart, or fewer, are one and the same question."""
BAND = 200
"""Ratings are balanced by bands of this width."""


def leave_neighbours(puzzles: Iterable[Puzzle]) -> list[Puzzle]:
    """Without those that come from nearly the same place of a game as one before them, or ask for the same view."""
    kept: dict[str, list[int]] = {}
    seen: set[bytes] = set()
    left = []
    for puzzle in puzzles:
        game, _, ply = puzzle.id.rpartition("-")
        view = puzzle.view.tobytes()
        if view in seen or any(abs(int(ply) - other) <= NEIGHBOURS for other in kept.get(game, ())):
            continue
        seen.add(view)
        kept.setdefault(game, []).append(int(ply))
        left.append(puzzle)
    return left


def choose(puzzles: Sequence[Puzzle], number: int) -> list[Puzzle]:
    """So many of them, or all where there are fewer, in their order.

    Again and again the one is taken whose number of players, rarest kind and strength are least among those taken.
    """
    num_of_kind = Counter(kind for puzzle in puzzles for kind in puzzle.kinds)
    rare_first = sorted(puzzles, key=lambda puzzle: min(num_of_kind[kind] for kind in puzzle.kinds))
    kept = {puzzle.id for puzzle in leave_neighbours(rare_first)}
    left = [puzzle for puzzle in puzzles if puzzle.id in kept]
    groups = [_groups(puzzle) for puzzle in left]
    num = [len({puzzle_groups[0] for puzzle_groups in groups}), len({found[1] for found in groups})]
    kinds = {kind for found in groups for kind in found[2]}
    players: Counter[str] = Counter()
    bands: Counter[str] = Counter()
    by_kind: Counter[str] = Counter()

    def fullness(place: int) -> int:
        of_players, band, own = groups[place]
        return num[0] * players[of_players] + num[1] * bands[band] + len(kinds) * min(by_kind[kind] for kind in own)

    waiting = list(range(len(left)))
    taken: list[int] = []
    while waiting and len(taken) < number:
        place = min(waiting, key=fullness)
        waiting.remove(place)
        taken.append(place)
        of_players, band, own = groups[place]
        players[of_players] += 1
        bands[band] += 1
        by_kind.update(own)
    return [left[place] for place in sorted(taken)]


def _groups(puzzle: Puzzle) -> tuple[str, str, tuple[str, ...]]:
    """For how many players it is, how strong, and of which kinds."""
    return f"{puzzle.players} players", f"{puzzle.rating // BAND * BAND}", puzzle.kinds


def count_groups(puzzles: Sequence[Puzzle]) -> list[str]:
    """Lines that tell how many there are of each."""
    groups = [_groups(puzzle) for puzzle in puzzles]
    players = Counter(found[0] for found in groups)
    bands = Counter(found[1] for found in groups)
    kinds = Counter(kind for found in groups for kind in found[2])
    proved = sum(puzzle.promise.is_proved for puzzle in puzzles)
    return [
        f"{len(puzzles)} puzzles, {proved} of them proved",
        ", ".join(f"{players[name]} of {name}" for name in sorted(players)),
        ", ".join(f"{kind} {num}" for kind, num in kinds.most_common()),
        ", ".join(f"from {band} on {bands[band]}" for band in sorted(bands, key=int)),
    ]


def choose_from_files(
    game: str, paths: Sequence[Path], number: int, target: Path, without: Collection[str] = ()
) -> list[Puzzle]:
    """Writes so many puzzles of some files into another one, and none of certain ids; which. Raises GameError."""
    heads: list[str] = []
    puzzles: list[Puzzle] = []
    for path in paths:
        try:
            text = path.read_text("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise GameError(f"cannot read {path}: {getattr(error, 'strerror', None) or error}") from None
        heads += [line for line in text.splitlines() if line.startswith("#")]
        puzzles += parse_puzzles(game, text)
    if unknown := set(without) - {puzzle.id for puzzle in puzzles}:
        raise GameError(f"there is no puzzle {min(unknown)[:40]!r} to be left out")
    chosen = choose([puzzle for puzzle in puzzles if puzzle.id not in without], number)
    if not chosen:
        raise GameError(f"there is no puzzle in {', '.join(map(str, paths))}; 'tenka puzzles make' writes such files")
    head = f"# {len(chosen)} of {len(puzzles)} puzzles, chosen by 'tenka puzzles choose' from:"
    heads += [f"# without {', '.join(sorted(without))}"] if without else []
    write_file(target, "\n".join([head, *heads, *map(format_puzzle, chosen), ""]))
    return chosen
