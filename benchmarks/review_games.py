"""Games for the figures of benchmarks/review.py, gathered little by little: what is there already stays.

    python benchmarks/review_games.py [calibration] [levels] [confirmed] [--minutes 60] [--data build/review]

Each game is one line of a file in the folder, and what is looked for is in the order of their numbers; a run that was
stopped goes on, and a later one adds games.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from tenka import record as records
from tenka.arena.match import play_game
from tenka.game import CHANCE
from tenka.games import get_game
from tenka.players import get_player
from tenka.record import Replay
from tenka.review.compare import compare
from tenka.review.marks import Mark, par_of, sure_mark
from tenka.review.review import make_judge
from tenka.search.judge import Judge, soften
from tenka.search.mcts import win_shares

DATA = Path("build/review")
TABLES = (
    *(("samurai", bot, players) for bot in ("bushi", "karo", "kanpaku") for players in (2, 3, 4)),
    *(("history", "karo", players) for players in (2, 3, 4, 5, 6)),
)
"""Game, who plays it with itself, and how many. Nobody has learnt from these games."""
POSITIONS = 6
"""Of each game whose shares are compared with its result."""
WORLDS = 24
FIRST_SEED = 10_000
TEMPERATURES = (0.7, 0.85, 1.0, 1.2, 1.4, 1.7, 2.0, 2.5, 3.0)

LADDERS = {
    "samurai": ("farmer", "ashigaru", "bushi", "gokenin", "hatamoto", "karo", "daimyo", "mcts:300", "kanpaku"),
    "history": ("farmer", "ashigaru", "bushi", "gokenin", "hatamoto", "karo", "mcts:30"),
}
"""Levels, weak to strong. ``mcts`` stands for ``shogun``, with fewer iterations in Samurai, and by their number
alone: with a time to think it would be weaker on a busy machine."""
TRIES = {"samurai": 96, "history": 200}
"""For each decision of these games: less than reviews take, and many more decisions in the same time."""
DECISIONS = {"samurai": 4, "history": 8}
"""Of each seat and game."""
BLUNDERERS = (("samurai", "farmer", "bushi"), ("samurai", "bushi", "karo"), ("history", "farmer", "farmer"))
"""Who makes mistakes that are marked."""
MARKED_OF = 8
"""Decisions of each game in which marks are looked for."""
MORE = 10
"""Times the usual tries, to see whether a mark holds."""


class Chosen(NamedTuple):
    """A decision with a choice."""

    number: int
    """Of the ply."""
    seat: int
    actions: list[int]


def play(game: str, players: Sequence[str], seed: int) -> Replay:
    """One game, read back from its record."""
    rules = get_game(game)
    options = rules.options({"players": len(players)})
    bots = [get_player(name, game) for name in players]
    played = play_game(rules, options, bots, random.Random(seed), random.Random(seed))
    return records.replay(records.write(played.record()))


def decisions_of(replay: Replay, judge: Judge) -> list[Chosen]:
    """All decisions with a choice; where plies are not judged as a whole, the first of each."""
    rules = replay.rules
    return [
        Chosen(number, step.seat, step.actions if judge.whole_plies else step.actions[:1])
        for number, step in enumerate(replay.steps, 1)
        if step.seat != CHANCE and len(rules.legal(step.before)) > 1
    ]


def look_at_shares(game: str, bot: str, players: int, seed: int) -> dict[str, Any]:
    """What was said of a game, at every temperature, and how it ended."""
    replay = play(game, (bot,) * players, seed)
    assert replay.outcome is not None
    judge, rng, positions = make_judge(replay.rules), random.Random(seed), []
    judge.temperatures = {}
    found = decisions_of(replay, judge)
    for chosen in sorted(rng.sample(found, min(POSITIONS, len(found)))):
        worlds = judge.deal(replay.rules.view(replay.steps[chosen.number - 1].before, chosen.seat), WORLDS, rng)
        lucks = [rng.getrandbits(64) for _ in worlds]
        shares = judge.try_out(worlds, [chosen.actions], chosen.seat, lucks)[:, 0]  # [opinion, world, seat]
        said = [soften(shares, temperature).mean(1).round(4).tolist() for temperature in TEMPERATURES]
        positions.append({"at": round(chosen.number / len(replay.steps), 3), "said": said})
    result = list(win_shares(replay.outcome, players))
    return {"game": game, "by": bot, "players": players, "seed": seed, "result": result, "positions": positions}


def look_at_errors(game: str, weaker: str, stronger: str, seed: int) -> dict[str, Any]:
    """What decisions of two neighbours cost each of them, in hundredths of par; in every other game seats change."""
    names = (weaker, stronger) if seed % 2 else (stronger, weaker)
    replay = play(game, names, seed)
    judge, rng = make_judge(replay.rules), random.Random(seed)
    losses: dict[str, list[float]] = {weaker: [], stronger: []}
    found = decisions_of(replay, judge)
    for seat, name in enumerate(names):
        own = [chosen for chosen in found if chosen.seat == seat]
        for chosen in sorted(rng.sample(own, min(DECISIONS[game], len(own)))):
            before = replay.steps[chosen.number - 1].before
            view, legal = replay.rules.view(before, seat), replay.rules.legal(before)
            compared = compare(judge, view, legal, chosen.actions, TRIES[game], rng)
            losses[name].append(round(100 * compared.loss.mean / par_of(2), 2))
    return {"game": game, "pair": [weaker, stronger], "seed": seed, "losses": [losses[weaker], losses[stronger]]}


def look_at_marks(game: str, weaker: str, stronger: str, seed: int) -> dict[str, Any]:
    """The marks of mistakes and blunders at the usual budget, and what many more tries in other worlds say."""
    replay = play(game, (weaker, stronger), seed)
    judge, rng, marked = make_judge(replay.rules), random.Random(seed), []
    found = decisions_of(replay, judge)
    chosen_ones = rng.sample(found, min(MARKED_OF, len(found)))
    for chosen in chosen_ones:
        before = replay.steps[chosen.number - 1].before
        view, legal = replay.rules.view(before, chosen.seat), replay.rules.legal(before)
        mark = sure_mark(compare(judge, view, legal, chosen.actions, judge.tries, rng).loss, 2)
        if mark in (Mark.MISTAKE, Mark.BLUNDER):
            again = compare(judge, view, legal, chosen.actions, MORE * judge.tries, rng).loss
            marked.append({"mark": mark.value, "again": round(again.mean / par_of(2), 3)})
    return {"game": game, "pair": [weaker, stronger], "seed": seed, "looked": len(chosen_ones), "marked": marked}


def read(path: Path) -> Iterator[dict[str, Any]]:
    """All games of a file."""
    if path.exists():
        yield from (json.loads(line) for line in path.read_text("utf-8").splitlines())


Kind = tuple[Any, ...]
"""What is to be looked at: of which file, and what else the function is given before the seed."""
LOOKS: dict[str, tuple[Callable[..., dict[str, Any]], Sequence[Kind]]] = {
    "calibration": (look_at_shares, TABLES),
    "levels": (look_at_errors, [(game, *pair) for game, ladder in LADDERS.items() for pair in pairwise(ladder)]),
    "confirmed": (look_at_marks, BLUNDERERS),
}


def kind_of(line: dict[str, Any]) -> Kind:
    """What a line is about."""
    return (line["game"], *(line["pair"] if "pair" in line else (line["by"], line["players"])))


def gather(data: Path, what: Sequence[str], minutes: float) -> None:
    """Adds games, of each kind one after another, so that all kinds have as many at any time."""
    data.mkdir(parents=True, exist_ok=True)
    done = Counter((name, *kind_of(line)) for name in what for line in read(data / f"{name}.jsonl"))
    kinds = [(name, *kind) for name in what for kind in LOOKS[name][1]]
    end = time.monotonic() + 60 * minutes
    while time.monotonic() < end:
        name, *given = kind = min(kinds, key=lambda kind: done[kind])
        done[kind] += 1
        line = LOOKS[name][0](*given, FIRST_SEED + done[kind])
        with (data / f"{name}.jsonl").open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
    for kind in kinds:
        print(done[kind], "games of", *kind)


def main() -> None:
    """Gathers what is asked for, or all of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", nargs="*", metavar="|".join(LOOKS), choices=[*LOOKS, []], default=list(LOOKS))
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--data", type=Path, default=DATA)
    given = parser.parse_args()
    gather(given.data, given.what, given.minutes)


if __name__ == "__main__":
    main()
