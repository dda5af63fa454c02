"""A trial: a player against everybody, on deals that follow from a seed that nobody could know before.

The seed is drawn from the system's randomness when the trial begins. A *commitment* to it, and to everything else that
the games depend on, is there before the first game, and the seed itself after the last one. So nobody could prepare for
the deals, and nobody can change them afterwards; `tenka.arena.trial_check` checks a finished trial, and plays it again.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import platform
import signal
import threading
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import asdict, dataclass, field
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from tenka import __version__
from tenka.arena.journal import Journal, fingerprint_of, record_path
from tenka.arena.match import GameResult
from tenka.arena.plan import TRIAL, Plan, hash_code
from tenka.arena.standings import Score
from tenka.arena.workers import count_processors, play_into, run_in_processes
from tenka.fairness import commitment_to, new_secret
from tenka.game import GameError
from tenka.games import check_game_name, get_game, get_title
from tenka.record import write_file
from tenka.title import Title

Result = TypeVar("Result")

FORMAT = 1
FILE = "trial.json"
FEW = 20
"""Games that are over before other processes would be ready."""
SECRET = "secret.txt"
"""The seed, as long as nobody shall know it."""
PRIVATE, PUBLIC = 0o700, 0o755
"""Who may look into folders of records, before the seed is published and after."""
LONGEST = 3600
"""Seconds that a game may take; a player that never decides would hold its trial up for good."""


@dataclass(frozen=True)
class Terms:
    """What is fixed before the first game, apart from the seed."""

    player: str
    game: str
    rules: str
    """The version of the game's rules."""
    seats: tuple[int, ...]
    """How many sit at a table: so many tables there are, one for each number."""
    against: tuple[str, ...]
    """At each table everybody of these has all other seats in turn."""
    games: int
    """Against each of them, rounded up until the player has sat everywhere."""
    code: str
    """A hash of the program, players included."""

    def commit(self, seed: str) -> str:
        """What is published first: a fingerprint of all this and the seed."""
        return commitment_to(seed, json.dumps(asdict(self), sort_keys=True))

    def plan(self, seats: int, seed: str) -> Plan:
        """The games at a table of so many, by the usual rules. Nobody is loaded for it, and no program looked at."""
        rules = get_game(self.game)
        options = rules.describe_options(rules.options({"players": seats}))
        games = -(-self.games // seats) * seats * len(self.against)
        number = int(hashlib.sha256(f"{seed} {seats}".encode()).hexdigest(), 16)
        return Plan(TRIAL, self.game, self.rules, options, (self.player, *self.against), games, number, self.code)


@dataclass(frozen=True)
class Pairing:
    """The player against one other."""

    against: str
    score: Score
    wins: tuple[float, ...]
    """Game by game."""
    records: tuple[str, ...]
    """Their fingerprints."""


@dataclass(frozen=True)
class Finished:
    """A trial that is over, as its file tells it."""

    terms: Terms
    commitment: str
    seed: str
    tables: Mapping[int, tuple[Pairing, ...]]
    """By how many sit at a table."""
    played: str = ""
    """When and on what, in words."""
    seconds: float = 0.0
    """How long it took, where it was not stopped in between; 0: nobody has noted it."""


@dataclass
class Trial:
    """One in a folder, where it can be taken up again."""

    folder: Path
    terms: Terms
    seed: str = field(repr=False)

    @property
    def commitment(self) -> str:
        """What is published first."""
        return self.terms.commit(self.seed)

    @property
    def plans(self) -> dict[int, Plan]:
        """By number of seats."""
        return {seats: self.terms.plan(seats, self.seed) for seats in self.terms.seats}


def make_terms(player: str, game: str, against: Sequence[str], games: int, seats: Sequence[int] = ()) -> Terms:
    """The terms of a trial at tables of so many, or of every size there is. Raises GameError."""
    title, rules = _check_sizes(game, seats), get_game(game)
    others = tuple(name for name in dict.fromkeys(against) if name != player)
    if not others:
        raise GameError(f"there is nobody to play against but {player}; name somebody else with --against")
    sizes = tuple(sorted(set(seats))) or title.players
    return Terms(player, game, rules.version, sizes, others, games, hash_code(game, (player, *others)))


def _check_sizes(game: str, seats: Iterable[int]) -> Title:
    """The title of a game; raises GameError where there is none, or so many cannot play it."""
    title = get_title(check_game_name(game))
    for number in seats:
        if number not in title.players:
            raise GameError(f"{title.name} is for {title.players[0]} to {title.players[-1]} players, not for {number}")
    return title


def begin_trial(folder: Path, terms: Terms) -> Trial:
    """A new trial in a folder, with a new seed, or the one that was begun there. Raises GameError."""
    path = folder / FILE
    if path.exists():
        content = _load(path)
        if "seed" in content:
            raise GameError(f"the trial in {folder} is over; name a new folder, or check it with --check {path}")
        begun = _read_terms(path, content)
        if begun != terms:
            different = [name for name, value in asdict(terms).items() if value != asdict(begun)[name]]
            raise GameError(
                f"{folder} holds a trial with another {' and another '.join(different)}; repeat its arguments with "
                f"the same program to go on with it, or name a new folder"
            )
        try:
            seed = (folder / SECRET).read_text(encoding="utf-8").strip()
        except OSError:
            raise GameError(
                f"the seed of the trial in {folder} is gone, so it cannot go on; name a new folder"
            ) from None
        if terms.commit(seed) != content.get("commitment"):
            raise GameError(f"the seed in {folder} is not the one that was committed to; name a new folder")
        return Trial(folder, terms, seed)
    trial = Trial(folder, terms, new_secret().seed)
    try:
        for seats in terms.seats:  # journals in there tell the deals
            (folder / str(seats)).mkdir(mode=PRIVATE, parents=True, exist_ok=True)
        secret = folder / SECRET
        secret.touch(mode=0o600)
        secret.write_text(trial.seed + "\n", encoding="utf-8")
        write_file(path, format_file({"format": FORMAT, "terms": asdict(terms), "commitment": trial.commitment}))
    except OSError as error:
        raise GameError(f"cannot write into {folder}: {error.strerror or error}; name another folder") from None
    return trial


def play_trials(trials: Sequence[Trial], workers: int | None = None) -> Generator[int, None, None]:
    """Plays what is left of the trials, one after the other; how many games there are still to play, again and again.

    Whoever stops it can go on later. Raises GameError.
    """
    with ExitStack() as stack:
        journals = [
            stack.enter_context(closing(Journal(trial.folder / str(seats), plan)))
            for trial in trials
            for seats, plan in trial.plans.items()
        ]
        todo = [
            (place, number)
            for place, journal in enumerate(journals)
            for number in range(1, journal.plan.games + 1)
            if number not in journal.results
        ]
        left = len(todo)
        yield left
        work = partial(_play_one, [(journal.folder, journal.plan) for journal in journals], todo)
        for results in run_all(work, left, workers):
            for place in {place for place, _ in results}:
                journals[place].add([result for where, result in results if where == place])
            left -= len(results)
            yield left


def run_all(work: partial[Result], count: int, workers: int | None) -> Iterator[list[Result]]:
    """Does some work for each number below `count`: in so many processes, or in all where it is worth starting them."""
    num_workers = workers or (count_processors() if count > FEW else 1)
    alone = ([work(index)] for index in range(count))
    return alone if num_workers == 1 else run_in_processes(work, range(count), num_workers)


def _play_one(
    tables: Sequence[tuple[Path, Plan]], todo: Sequence[tuple[int, int]], index: int
) -> tuple[int, GameResult]:
    place, number = todo[index]
    folder, plan = tables[place]
    with time_limit(LONGEST, f"game {number} of {folder}"):
        return place, play_into(folder, plan, number)


class _OutOfTime(BaseException):
    """No Exception, because a player that catches those would go on."""


@contextlib.contextmanager
def time_limit(seconds: float, what: str) -> Iterator[None]:
    """Raises GameError where something takes longer; in a thread that signals do not reach it takes its time."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(*_: object) -> None:
        raise _OutOfTime

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    except _OutOfTime:
        raise GameError(f"{what} has taken {seconds:g} seconds, which is too long for a game") from None
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def finish_trial(trial: Trial, seconds: float = 0.0) -> Finished:
    """Publishes a trial whose games are all played: the seed, and what came out. Raises GameError."""
    tables = {}
    for seats, plan in trial.plans.items():
        folder = trial.folder / str(seats)
        with closing(Journal(folder, plan)) as journal:
            results = [journal.results.get(number) for number in range(1, plan.games + 1)]
        if None in results:
            raise GameError(f"{results.count(None)} games of the trial in {folder} are still to be played")
        records = [fingerprint_of(record_path(folder, plan, number + 1).read_bytes()) for number in range(plan.games)]
        tables[seats] = pair_up(plan, [wins_of(result) for result in results if result is not None], records)
    machine = f"{date.today()}, tenka {__version__}, Python {platform.python_version()}, {_processor()}"
    finished = Finished(trial.terms, trial.commitment, trial.seed, tables, machine, round(seconds, 1))
    write_finished(trial.folder / FILE, finished)
    (trial.folder / SECRET).unlink(missing_ok=True)
    for seats in trial.terms.seats:
        (trial.folder / str(seats)).chmod(PUBLIC)
    return finished


def wins_of(result: GameResult) -> float:
    """What the player has won in a game, as the file tells it."""
    return round(result.wins(0), 4)


def pair_up(plan: Plan, wins: Sequence[float], records: Sequence[str]) -> tuple[Pairing, ...]:
    """The games of a table by whom the player met; wins and fingerprints by the numbers of the games."""
    by_opponent: dict[int, list[int]] = {other: [] for other in range(1, len(plan.players))}
    for number in range(1, plan.games + 1):
        (other,) = set(plan.seating(number).seats) - {0}
        by_opponent[other].append(number)
    pairings = []
    for other, numbers in by_opponent.items():
        score = Score()
        for number in numbers:
            score.add(plan.seating(number).deal, wins[number - 1])
        own = tuple(wins[number - 1] for number in numbers)
        pairings.append(Pairing(plan.players[other], score, own, tuple(records[number - 1] for number in numbers)))
    return tuple(pairings)


# --- the file ---------------------------------------------------------------------------------------------


def _to_json(finished: Finished) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "terms": asdict(finished.terms),
        "commitment": finished.commitment,
        "seed": finished.seed,
        "played": finished.played,
        "seconds": finished.seconds,
        "tables": {str(seats): [_describe(pairing) for pairing in table] for seats, table in finished.tables.items()},
    }


def _describe(pairing: Pairing) -> dict[str, Any]:
    low, high = pairing.score.interval
    return {
        "against": pairing.against,
        "games": pairing.score.games,
        "share": round(pairing.score.share, 4),
        "low": round(low, 4),
        "high": round(high, 4),
        "wins": " ".join(f"{wins:.4g}" for wins in pairing.wins),
        "records": " ".join(pairing.records),
    }


def write_finished(path: Path, finished: Finished) -> None:
    """Publishes a trial as a file. Raises GameError."""
    write_file(path, format_file(_to_json(finished)))


def format_file(content: Mapping[str, Any]) -> str:
    """As text that people can read and compare."""
    return json.dumps(content, indent=1, ensure_ascii=False) + "\n"


def read_finished(path: Path) -> Finished:
    """A finished trial out of its file; raises GameError where it is none, or contradicts itself."""
    content = _load(path)
    terms = _read_terms(path, content)
    if "seed" not in content:
        raise GameError(f"the trial in {path} is not over yet, and its seed is not published")
    try:
        seed, commitment = str(content["seed"]), str(content["commitment"])
        rows = {int(seats): table for seats, table in content["tables"].items()}
        tables = {seats: tuple(_read_pairings(terms, seats, table)) for seats, table in rows.items()}
        finished = Finished(terms, commitment, seed, tables, str(content["played"]), float(content["seconds"]))
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise GameError(f"{path} is damaged: {error}; get it again from whoever has published it") from None
    if terms.commit(seed) != commitment:
        raise GameError(f"{path} does not keep its commitment: seed or terms are not those of before the first game")
    if json.loads(format_file(_to_json(finished))) != content:
        raise GameError(f"the figures in {path} do not follow from its games")
    if tuple(tables) != terms.seats:
        raise GameError(f"{path} has tables for {_list(tables)}, and should have them for {_list(terms.seats)}")
    return finished


def _read_pairings(terms: Terms, seats: int, rows: Sequence[Mapping[str, Any]]) -> Iterator[Pairing]:
    if [row["against"] for row in rows] != list(terms.against):
        raise ValueError(f"its games with {seats} players are not against {', '.join(terms.against)}")
    for place, row in enumerate(rows):
        wins = tuple(float(text) for text in str(row["wins"]).split())
        records = tuple(str(row["records"]).split())
        if len(wins) != len(records) or len(wins) != -(-terms.games // seats) * seats:
            raise ValueError(f"it has {len(wins)} games against {row['against']}, and {len(records)} records")
        score = Score()
        for index, won in enumerate(wins):
            if not 0.0 <= won <= 1.0:
                raise ValueError(f"nobody wins {won:g} of a game")
            score.add(index // seats, won)
        yield Pairing(terms.against[place], score, wins, records)


def _read_terms(path: Path, content: Mapping[str, Any]) -> Terms:
    try:
        if content["format"] != FORMAT:
            raise GameError(f"{path} has format {content['format']!r}, and this program knows {FORMAT} only")
        terms = dict(content["terms"])
        found = Terms(**{**terms, "seats": tuple(terms["seats"]), "against": tuple(terms["against"])})
        _check_types(found)
    except (KeyError, TypeError, ValueError) as error:
        raise GameError(f"{path} is not a trial: {error}; name a {FILE} that 'tenka rate' has written") from None
    _check_sizes(found.game, found.seats)
    return found


def _check_types(terms: Terms) -> None:
    """Raises ValueError for what a file may hold and a trial cannot."""
    words = (terms.player, terms.game, terms.rules, terms.code, *terms.against)
    if not all(isinstance(word, str) for word in words):
        raise ValueError("a name in its terms is no text")
    if not all(word.isprintable() for word in words):  # a terminal would obey some letters
        raise ValueError("a name in its terms has letters that nobody can read")
    if twice := [name for name in terms.against if terms.against.count(name) > 1]:
        raise ValueError(f"its terms name {twice[0]} twice")
    if not all(type(number) is int and number > 0 for number in (terms.games, *terms.seats)):
        raise ValueError("a number in its terms is none from 1 on")
    if not terms.seats or not terms.against or terms.player in terms.against:
        raise ValueError("its terms name nobody to play against")


def _load(path: Path) -> dict[str, Any]:
    try:
        content = json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=_once)
    except OSError as error:
        raise GameError(f"cannot read {path}: {error.strerror or error}; name a {FILE}") from None
    except _Twice as error:  # people would read the one, and programs the other
        raise GameError(f"{path} is damaged: {error} stands in it twice") from None
    except ValueError:
        raise GameError(f"{path} is not a trial; name a {FILE} that 'tenka rate' has written") from None
    if not isinstance(content, dict):
        raise GameError(f"{path} is not a trial; name a {FILE} that 'tenka rate' has written")
    return content


class _Twice(ValueError):
    """Something that a file tells two things of."""


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    content = dict(pairs)
    if len(content) < len(pairs):
        names = [name for name, _ in pairs]
        raise _Twice(next(name for name in content if names.count(name) > 1))
    return content


def _list(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers)) or "nobody"


def _processor() -> str:
    name = platform.processor() or platform.machine()
    with contextlib.suppress(OSError):
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        name = next((line.split(":")[1].strip() for line in lines if line.startswith("model name")), name)
    return f"{count_processors()} cores of {name}"
