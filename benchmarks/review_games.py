"""Games for the figures of benchmarks/review.py, gathered little by little: what is there already stays.

    python benchmarks/review_games.py [calibration] [levels] [confirmed] [books] [swaps] [--game samurai] [--minutes 60]
    python benchmarks/review_games.py levels --set-up random

Each game is one line of a file in the folder. A run that was stopped, however it was, goes on with the same command; it
ends when there are as many games of each kind as are wanted. Games whose set-up is dealt have a folder of their own,
for ``review.py --data``.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import count, pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from tenka import record as records
from tenka.arena.match import play_game
from tenka.arena.workers import count_processors, run_in_processes
from tenka.game import CHANCE
from tenka.games import GAMES, get_game
from tenka.players import decide_ply, get_player
from tenka.record import Replay
from tenka.review.books import Account
from tenka.review.compare import compare
from tenka.review.marks import Mark, par_of, sure_mark
from tenka.review.plies import judge_ply
from tenka.review.review import Settings, make_judge, put_together
from tenka.samurai.review import SamuraiJudge
from tenka.samurai.state import CHOOSING_HANDS, OVER, PLAYING, new_states
from tenka.search.judge import Judge
from tenka.search.mcts import win_shares

DATA = Path("build/review")
SET_UPS: dict[str, dict[str, dict[str, str]]] = {
    "usual": {},
    "random": {"samurai": {"hands": "random", "pieces": "random"}},
}
"""Options by name of a set-up and game; titles without any have no other set-up."""
TABLES = (
    *(("samurai", bot, players) for bot in ("bushi", "karo", "kanpaku") for players in (2, 3, 4)),
    *(("history", bot, players) for bot in ("bushi", "karo") for players in (2, 3, 4, 5, 6)),
)
"""Game, who plays it with itself, and how many. Nobody has learnt from these games."""
POSITIONS = 6
"""Of each game whose shares are compared with its result."""
WORLDS = 16
"""For each position."""
THOUSANDTHS = 1000
"""In which shares are kept."""
STRONG = {"samurai": "kanpaku", "history": "karo"}
FIRST_SEED = 10_000

LADDERS = {
    "samurai": ("farmer", "ashigaru", "bushi", "gokenin", "hatamoto", "karo", "daimyo", "mcts:3000", "kanpaku"),
    "history": ("farmer", "ashigaru", "bushi", "gokenin", "hatamoto", "karo", "mcts:30"),
}
"""Levels, weak to strong. ``mcts`` stands for ``shogun``, by the number of iterations alone: with a time to think it
would be weaker on a busy machine."""
UNLIKE = {
    "samurai": (("farmer", "kanpaku"), ("farmer", "karo"), ("bushi", "mcts:3000"), ("hatamoto", "kanpaku")),
    "history": (("farmer", "karo"), ("farmer", "mcts:30"), ("bushi", "karo")),
}
"""Who play each other too, because people do: whoever is much weaker has soon lost, and makes few errors then."""
BLUNDERING = (("farmer", "bushi"), ("bushi", "karo"))
TRIES = {"samurai": 160, "history": 200}
"""For each decision of these games: less than reviews take, and many more decisions in the same time."""
DECISIONS = {"samurai": 2, "history": 6}
"""Of each seat and game: more games tell more than more decisions of each."""
BLUNDERERS = (
    *(("samurai", weaker, stronger, players) for weaker, stronger in BLUNDERING for players in (2, 3, 4)),
    *(("history", "uniform", "karo", players) for players in (2, 5, 6)),
)
"""Who makes mistakes that are marked, and with how many at the table, by turns."""
MARKED_OF = {"samurai": 8, "history": 60}
"""Decisions of each game in which marks are looked for: in History they are rare."""
MORE = 10
"""Times the usual tries, to see whether a mark holds."""
ENDS = 256
"""Worlds in which strong players go on to the end, to see whether it is true."""
SWAPS = (
    *(("samurai", "kanpaku", "karo", own) for own in (0, 1, 2, 3, 5, 8)),
    *(("samurai", "kanpaku", "bushi", own) for own in (1, 2)),
    *(("samurai", "karo", "karo", own) for own in (1, 2, 3, 6)),
    *(("samurai", "bushi", "bushi", own) for own in (1, 2, 4)),
)
"""Who plays until a decision, who takes it, and which of a seat's it is: 0 is the hand, 1 the first turn. All levels
that do not look ahead keep the same hand."""
DEALS = 16
"""Of a line of swaps."""
BOOKS = (
    *(("samurai", "karo", players) for players in (2, 3, 4)),
    *(("history", "karo", players) for players in (2, 3, 4, 5, 6)),
)
"""Of which games whole reviews are made, only to see whether their sums are right."""
TRIES_OF_BOOKS = 16
LUCK_TRIES_OF_BOOKS = 2
WANTED = {"calibration": 300, "levels": 200, "confirmed": 40, "books": 25, "swaps": 60}
"""Games of each kind, or lines of them;"""
WANTED_OF_UNLIKE = 60
"""fewer of players that are no neighbours,"""
WANTED_OF_STRONG = 900
"""and for the calibration of those who play best, for whom shares are meant. A thousand at a table of two, and fewer at
larger ones, are off by a point by chance alone."""


class Chosen(NamedTuple):
    """A decision with a choice."""

    number: int
    """Of the ply."""
    seat: int
    actions: list[int]


def options_of(game: str, players: int, set_up: str) -> Any:
    """Of a game with so many players."""
    return get_game(game).options({"players": players, **SET_UPS[set_up].get(game, {})})


def play(game: str, players: Sequence[str], seed: int, set_up: str = "usual") -> Replay:
    """One game, read back from its record."""
    rules = get_game(game)
    options = options_of(game, len(players), set_up)
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


def look_at_shares(game: str, bot: str, players: int, seed: int, set_up: str) -> dict[str, Any]:
    """What each opinion said of a game, before anything is done to it, and how it ended."""
    replay = play(game, (bot,) * players, seed, set_up)
    assert replay.outcome is not None
    judge, rng, positions = make_judge(replay.rules), random.Random(seed), []
    judge.temperatures = {}
    found = decisions_of(replay, judge)
    for chosen in sorted(rng.sample(found, min(POSITIONS, len(found)))):
        before = replay.steps[chosen.number - 1].before
        worlds = judge.deal(replay.rules.view(before, chosen.seat), WORLDS, rng)
        lucks = [rng.getrandbits(64) for _ in worlds]
        shares = judge.try_out(worlds, [chosen.actions], chosen.seat, lucks)[:, 0]  # [opinion, world, seat]
        said = np.rint(THOUSANDTHS * shares).astype(int).tolist()
        positions.append({"seat": chosen.seat, "moment": judge.moment_of(before), "said": said})
    result = list(win_shares(replay.outcome, players))
    return {"game": game, "by": bot, "players": players, "seed": seed, "result": result, "positions": positions}


def look_at_errors(game: str, weaker: str, stronger: str, seed: int, set_up: str) -> dict[str, Any]:
    """What decisions of two neighbours cost each of them; in every other game seats change.

    Of each decision: its ply, the loss and the stake in hundredths of par, and the mover's share of the win before it.
    """
    names = (weaker, stronger) if seed % 2 else (stronger, weaker)
    replay = play(game, names, seed, set_up)
    judge = make_judge(replay.rules)
    judged: dict[str, list[list[float]]] = {weaker: [], stronger: []}
    found = decisions_of(replay, judge)
    for seat, name in enumerate(names):
        rng = random.Random(f"{seed} {seat}")
        own = [chosen for chosen in found if chosen.seat == seat]
        for chosen in sorted(rng.sample(own, min(DECISIONS[game], len(own)))):
            before = replay.steps[chosen.number - 1].before
            view, legal = replay.rules.view(before, seat), replay.rules.legal(before)
            compared = compare(judge, view, legal, chosen.actions, TRIES[game], rng)
            figures = 100 * compared.loss.mean / par_of(2), 100 * compared.stake / par_of(2), compared.before[seat].mean
            judged[name].append([chosen.number, *(round(figure, 3) for figure in figures)])
    return {"game": game, "pair": [weaker, stronger], "seed": seed, "judged": [judged[weaker], judged[stronger]]}


def look_at_marks(game: str, weaker: str, stronger: str, players: int, seed: int, set_up: str) -> dict[str, Any]:
    """The marks of mistakes and blunders at the usual budget, what many more tries in other worlds say, and what comes
    of it when strong players go on to the end, where that can be had."""
    replay = play(game, [(weaker, stronger)[seat % 2] for seat in range(players)], seed, set_up)
    judge, rng, marked = make_judge(replay.rules), random.Random(seed), []
    found = decisions_of(replay, judge)
    chosen_ones = rng.sample(found, min(MARKED_OF[game], len(found)))
    for chosen in chosen_ones:
        before = replay.steps[chosen.number - 1].before
        view, legal = replay.rules.view(before, chosen.seat), replay.rules.legal(before)
        compared = compare(judge, view, legal, chosen.actions, judge.tries, rng)
        mark = sure_mark(compared.loss, players)
        if mark in (Mark.MISTAKE, Mark.BLUNDER):
            again = compare(judge, view, legal, chosen.actions, MORE * judge.tries, rng).loss
            line: dict[str, Any] = {"mark": mark.value, "said": compared.loss.mean, "again": again.mean}
            if isinstance(judge, SamuraiJudge):
                worlds = judge.deal(view, ENDS, rng)
                ends = judge.play_to_ends(worlds, [compared.best, chosen.actions]).shares[..., chosen.seat]
                line["ends"], line["error"] = standard_error(ends[0] - ends[1])
                line["stack"] = int(before.num_stack[chosen.seat])
            marked.append(line)
    pair = [weaker, stronger, players]
    return {"game": game, "pair": pair, "seed": seed, "looked": len(chosen_ones), "marked": marked}


def look_at_books(game: str, bot: str, players: int, seed: int, set_up: str) -> dict[str, Any]:
    """By how much the sums of a whole review, made in haste, are off from what came, and gifts from nothing."""
    replay = play(game, (bot,) * players, seed, set_up)
    judge = make_judge(replay.rules)
    judge.luck_tries = LUCK_TRIES_OF_BOOKS
    plies = [judge_ply(judge, number, step, TRIES_OF_BOOKS, seed) for number, step in enumerate(replay.steps, 1)]
    books = put_together(replay, judge, Settings(TRIES_OF_BOOKS, seed), plies).books
    off = [abs(imbalance(account)) for account in books.accounts]
    off += [abs(sum(gift.mean for gift in row)) for row in books.gifts]
    return {"game": game, "by": bot, "players": players, "seed": seed, "plies": len(plies), "off": max(off)}


def imbalance(account: Account) -> float:
    """What is missing between the first value and the result."""
    changes = account.own_decisions, account.own_luck, account.others_decisions, account.others_luck, account.hidden
    return account.final - account.initial.mean - sum(change.mean for change in changes)


def standard_error(figures: Any) -> tuple[float, float]:
    """A mean, and by how much it may be off."""
    return float(figures.mean()), float(figures.std(ddof=1)) / len(figures) ** 0.5


def look_at_swaps(game: str, before: str, weaker: str, own: int, seed: int, set_up: str) -> dict[str, Any]:
    """What a single decision of a weaker player costs, if the strongest go on; and what each opinion says of that.

    Up to there all are `before`. Then the game goes on twice: with what the weaker one decides, and with what the
    strongest would.
    """
    rules, judge, rng, players = get_game(game), make_judge(get_game(game)), random.Random(seed), 2
    assert isinstance(judge, SamuraiJudge)
    first, weak, strong = (get_player(name, game) for name in (before, weaker, STRONG[game]))
    games = new_states(2 * players * DEALS)
    said: list[Any] = []
    places: list[tuple[int, int]] = []
    for deal in range(DEALS):
        for swapped in range(players):
            start = state = rules.start(options_of(game, players, set_up), random.Random(f"{seed} {deal}"))
            place = (swapped - int(start.first)) % players
            while (turn := rules.turn(state)) is not None and not (turn == swapped and _decision_of(state) == own):
                state = judge.carry_out(state, decide_ply(rules, state, turn, first, rng))
            if turn is None:
                continue
            options = [decide_ply(rules, state, swapped, player, rng) for player in (strong, weak)]
            worlds = judge.deal(rules.view(state, swapped), WORLDS, rng)
            shares = judge.try_out(worlds, options, swapped, [rng.getrandbits(64) for _ in worlds])
            for number, actions in enumerate(options):
                games[2 * len(said) + number] = judge.carry_out(state, actions)
            said.append(np.rint(THOUSANDTHS * shares[..., swapped].mean(2)).astype(int).tolist())
            places.append((place, swapped))
    games, crowd = games[: 2 * len(said)], judge.games[players]
    while len(waiting := np.flatnonzero(games["phase"] != OVER)):
        crowd.answer(games, waiting)
    shares = crowd.judge(games).reshape(len(said), 2, -1)
    results = [came[:, seat].tolist() for came, (_, seat) in zip(shares, places, strict=True)]
    swapped_ones = [[place, *both] for (place, _), *both in zip(places, said, results, strict=True)]
    return {"game": game, "pair": [before, weaker, own], "seed": seed, "swapped": swapped_ones}


def _decision_of(state: Any) -> int | None:
    """Which of the mover's decisions it is: 0 for the hand, 1 for the first turn; None for a piece of the set-up."""
    if state.phase == CHOOSING_HANDS:
        return 0
    place = (int(state.seat) - int(state.first)) % int(state.players)
    return 1 + (int(state.turns) - place) // int(state.players) if state.phase == PLAYING else None


def read(path: Path) -> Iterator[dict[str, Any]]:
    """All games of a file."""
    if path.exists():
        for line in path.read_text("utf-8").splitlines():
            with suppress(json.JSONDecodeError):  # half a line, where a run was stopped
                yield json.loads(line)


def add(path: Path, line: dict[str, Any]) -> None:
    """Puts a game at the end of a file, at once, so that it is there however the run ends."""
    is_half = path.exists() and path.read_bytes()[-1:] not in (b"", b"\n")
    with path.open("ab", buffering=0) as file:
        file.write(b"\n" * is_half + json.dumps(line).encode() + b"\n")


Kind = tuple[Any, ...]
"""What is to be looked at: of which file, and what else the function is given before the seed."""
LOOKS: dict[str, tuple[Callable[..., dict[str, Any]], Sequence[Kind]]] = {
    "calibration": (look_at_shares, TABLES),
    "levels": (
        look_at_errors,
        [(game, *pair) for game, ladder in LADDERS.items() for pair in (*pairwise(ladder), *UNLIKE[game])],
    ),
    "confirmed": (look_at_marks, BLUNDERERS),
    "books": (look_at_books, BOOKS),
    "swaps": (look_at_swaps, SWAPS),
}


def kind_of(line: dict[str, Any]) -> Kind:
    """What a line is about."""
    return (line["game"], *(line["pair"] if "pair" in line else (line["by"], line["players"])))


def look(kinds: Sequence[Kind], set_up: str, number: int) -> tuple[str, dict[str, Any]]:
    """One game, for the file of that name: its number says of which kind, and its seed."""
    seed, place = divmod(number, len(kinds))
    name, *given = kinds[place]
    return name, LOOKS[name][0](*given, seed, set_up)


def is_unlike(kind: Kind) -> bool:
    """Whether it is a pair of levels that are no neighbours."""
    name, game, *pair = kind
    return name == "levels" and tuple(pair) in UNLIKE[game]


def wanted(kind: Kind) -> int:
    """How many games of a kind are enough."""
    name, game, player, *_ = kind
    if is_unlike(kind):
        return WANTED_OF_UNLIKE
    return WANTED_OF_STRONG if name == "calibration" and player == STRONG[game] else WANTED[name]


def choose(kinds: Sequence[Kind], seeds: dict[Kind, set[int]], end: float) -> Iterator[int]:
    """Numbers of games to look at, until the time is over: of the kind of which most are missing, one by one."""
    while time.monotonic() < end:
        kind = min(kinds, key=lambda kind: len(seeds[kind]) / wanted(kind))
        if len(seeds[kind]) >= wanted(kind):
            return
        seed = next(seed for seed in count(FIRST_SEED + 1) if seed not in seeds[kind])
        seeds[kind].add(seed)
        yield seed * len(kinds) + kinds.index(kind)


def is_there(kind: Kind, set_up: str) -> bool:
    """Whether games with such a set-up have what is to be looked at: where hands are dealt nobody chooses one."""
    name, game, *given = kind
    return not (name == "swaps" and given[-1] == 0 and "hands" in SET_UPS[set_up].get(game, {}))


def gather(
    data: Path,
    what: Sequence[str],
    games: Collection[str],
    minutes: float,
    workers: int,
    set_up: str = "usual",
    only_neighbours: bool = False,
) -> None:
    """Adds games, of all kinds alike, so that a run that is stopped has as large a part of each."""
    data.mkdir(parents=True, exist_ok=True)
    kinds = [(name, *kind) for name in what for kind in LOOKS[name][1] if kind[0] in games]
    kinds = [kind for kind in kinds if is_there(kind, set_up) and not (only_neighbours and is_unlike(kind))]
    seeds: dict[Kind, set[int]] = defaultdict(set)
    for name in what:
        for line in read(data / f"{name}.jsonl"):
            seeds[name, *kind_of(line)].add(line["seed"])
    todo = choose(kinds, seeds, time.monotonic() + 60 * minutes)
    for done in run_in_processes(partial(look, kinds, set_up), todo, workers):
        for name, line in done:
            add(data / f"{name}.jsonl", line)
    for kind in kinds:
        print(len(seeds[kind]), "games of", *kind)


def main() -> None:
    """Gathers what is asked for, or all of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", nargs="*", metavar="|".join(LOOKS))
    parser.add_argument("--game", choices=GAMES)
    parser.add_argument("--neighbours", action="store_true", help="no levels that are no neighbours")
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--workers", type=int, default=count_processors())
    parser.add_argument("--set-up", choices=SET_UPS, default="usual")
    parser.add_argument("--data", type=Path, help="a folder; one for each set-up unless told")
    given = parser.parse_args()
    if unknown := set(given.what) - set(LOOKS):
        parser.error(f"there is no {', '.join(sorted(unknown))} to gather; there are {', '.join(LOOKS)}")
    games = GAMES if given.game is None else [given.game]
    data = given.data or (DATA if given.set_up == "usual" else DATA.with_name(f"{DATA.name}-{given.set_up}"))
    gather(data, given.what or list(LOOKS), games, given.minutes, given.workers, given.set_up, given.neighbours)


if __name__ == "__main__":
    main()
