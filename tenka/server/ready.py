"""Ready means ready: everything that a server needs is compiled before it serves, a process for each game, all at once.

What they compile is kept on the disk, where the server and its bots find it. So nothing is compiled twice, and
whoever confirms a first turn or waits for a bot's first answer waits for nothing else.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import random
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import numba
import platformdirs
from llvmlite.binding import get_host_cpu_name  # type: ignore[import-untyped]

from tenka import record as records
from tenka.game import CHANCE
from tenka.games import GAMES, get_game, get_title
from tenka.players import SEARCHER, default_player, describe_players
from tenka.players.neural import is_available
from tenka.puzzles.shelf import open_shelf
from tenka.review.plies import judge_ply
from tenka.review.review import make_judge
from tenka.server.rehearsal import rehearse
from tenka.server.weighing import play_replies, try_in_worlds
from tenka.terminal.warmup import warm_up

SECONDS_BETWEEN_LOOKS = 0.1
_PACKAGE = Path(__file__).parent.parent


def prepare_games(show: Callable[[str], None]) -> None:
    """Compiles all games that are not compiled on this machine yet, and shows how far it is, once a second."""
    folder = compiled_folder()
    missing = [game for game in GAMES if not stamp_of(folder, game).exists()]
    begin, shown = time.monotonic(), -1
    with contextlib.ExitStack() as stack:
        children: dict[str, subprocess.Popen[bytes]] = {}
        try:
            for game in missing:
                # A child hears from its empty pipe that this process is gone, however it went.
                command = [sys.executable, "-m", "tenka.server.ready", game]
                children[game] = stack.enter_context(subprocess.Popen(command, stdin=subprocess.PIPE))
            while any(child.poll() is None for child in children.values()):
                seconds = int(time.monotonic() - begin)
                if seconds > shown:
                    shown = seconds
                    show(_progress({game: child.poll() is not None for game, child in children.items()}, seconds))
                time.sleep(SECONDS_BETWEEN_LOOKS)
        except BaseException:
            for child in children.values():
                child.kill()
            raise
    for game, child in children.items():
        if child.returncode == 0:
            with contextlib.suppress(OSError):  # where nothing can be kept, everybody compiles for themselves
                folder.mkdir(parents=True, exist_ok=True)
                stamp_of(folder, game).touch()


def _progress(is_done: dict[str, bool], seconds: int) -> str:
    games = ", ".join(f"{get_title(game).name} {'done' if done else '…'}" for game, done in is_done.items())
    return f"Preparing the rules for this machine, once, about a minute: {games} {seconds} s"


def compiled_folder() -> Path:
    """Where everything compiled is kept."""
    return Path(os.environ.get("TENKA_CACHE_DIR") or platformdirs.user_cache_path("tenka"))


def stamp_of(folder: Path, game: str) -> Path:
    """A file that is there once a game was compiled: by this code, for this processor."""
    digest = hashlib.sha256(f"{game} {sys.version} {numba.__version__} {get_host_cpu_name()}".encode())
    for file in sorted(_PACKAGE.rglob("*.py")):
        digest.update(file.read_bytes())
    return folder / f"prepared-{game}-{digest.hexdigest()[:16]}"


def prepare_game(game: str, say: Callable[[], None]) -> None:
    """Compiles, or loads, what a table of this game needs in the server's process."""
    warm_up(get_game(game), ["uniform"], say)
    rehearse(game)


def prepare_bots(game: str) -> None:
    """Compiles, or loads, what the bots of this game need."""
    warm_up(get_game(game), (default_player(game), SEARCHER), _say_nothing)


def prepare_judge(game: str) -> None:
    """Compiles, or loads, what judges turns of this game, for reviews."""
    table = rehearse(game).table
    assert table is not None
    replay = records.replay(records.write(table.record()))
    judge, rng = make_judge(replay.rules), random.Random(1)
    number, step = next((n, step) for n, step in reversed(list(enumerate(replay.steps, 1))) if step.seat != CHANCE)
    judge_ply(judge, number, step, tries=1, seed=1)
    view, first = replay.rules.view(step.before, step.seat), [replay.rules.legal(step.before)[0]]
    played = step.actions if judge.whole_plies else first
    judge.find_facts(view, played, played, rng)


def prepare_puzzles(game: str) -> None:
    """Compiles, or loads, what judges a try at a puzzle of this game, and plays it out."""
    shelf = open_shelf(game)
    if not shelf.cards:
        return
    puzzle = shelf.read(next(iter(shelf.cards)))
    turn = (*puzzle.others, *puzzle.right)[0].actions
    try_in_worlds(game, puzzle.id, turn)
    play_replies(game, puzzle.id, turn)


def _say_nothing() -> None:
    """Whoever waits sees the progress."""


def main() -> None:
    """Compiles all games, or, in a child, the one that is named."""
    if not sys.argv[1:]:
        prepare_games(lambda _progress: None)
        return
    threading.Thread(target=_end_with_parent, daemon=True).start()
    game = sys.argv[1]
    prepare_game(game, _say_nothing)
    prepare_bots(game)
    learnt = [name for name in ("policy", "neural") if name in describe_players(game)]
    if learnt and is_available():
        warm_up(get_game(game), learnt, _say_nothing)
    prepare_judge(game)
    if is_available():
        prepare_puzzles(game)


def _end_with_parent() -> None:
    os.read(0, 1)
    os._exit(1)


if __name__ == "__main__":
    main()
