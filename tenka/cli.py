"""The command ``tenka``. Games and their rules are loaded inside the commands, because loading takes a moment."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import random
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tenka import DISTRIBUTION, __version__
from tenka.cli_options import Given, TitledCommand, add_rule_options, read_given, rules_in, terminal_notes
from tenka.game import GameError
from tenka.games import DEFAULT_GAME, GAMES, get_game, get_title

if TYPE_CHECKING:
    from tenka.game import Rules
    from tenka.record import Replay
    from tenka.terminal.contest import Venue

app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)

NOTHING: Given = {}
MOST_DIGITS = 18
"""Of a number that somebody means."""
_UNHEARD = (errno.EPIPE, errno.ENOSPC, errno.EDQUOT, errno.EIO)
"""Why what is printed may reach nobody: who read it has left, or the disk that it goes to is full."""
_MOST_MINUTES = 100_000
_FEWEST_TRIES, _MOST_TRIES = 16, 1_000_000

HELP = """Board games: play them, watch them, study them.

\b
  tenka play
      play in your browser, against people and bots
  tenka play --terminal
      play against a bot, here and now
{others}  tenka match --players greedy,uniform --games 100
      let bots play each other
  tenka ladder
      let every bot play every other one, and rate them
  tenka rate PLAYER
      find out where a bot stands, on seeds that it cannot know
  tenka replay FILE
      look at a game step by step
  tenka review FILE
      find out what decided a game
  tenka puzzles make FILE
      look for positions with one best turn
  tenka train DIR
      let a network learn a game by playing itself
  tenka serve
      let people play in their browsers
  tenka docs
      read more

Each command says more with --help, such as: tenka play --help""".format(
    others="".join(
        f"  tenka play --terminal --game {game}\n      the same with {get_title(game).name}\n"
        for game in GAMES
        if game != DEFAULT_GAME
    )
)

Game = Annotated[str, typer.Option(help="The game.", metavar="|".join(GAMES))]
Seed = Annotated[str | None, typer.Option(help="The same seed gives the same game.", metavar="N")]

Records = Annotated[Path | None, typer.Option(help="A folder for the games' records.", metavar="DIR")]
Workers = Annotated[
    str | None, typer.Option(help="How many processes play: one for each processor unless told.", metavar="N")
]
Json = Annotated[Path | None, typer.Option(help="Write the result for programs.", metavar="FILE")]
Csv = Annotated[Path | None, typer.Option(help="Write the result for spreadsheets.", metavar="FILE")]
OnCluster = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        help="Let a Ray cluster play that this machine belongs to: HOST:PORT of its head, or auto.",
        metavar="ADDRESS",
    ),
]


@app.callback(invoke_without_command=True, help=HELP)
def _tenka(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version.", is_eager=True)] = False,
) -> None:
    if version:
        raise typer.Exit(main(["--version"]))
    if context.invoked_subcommand is None:
        print(context.get_help())


@app.command(cls=TitledCommand, epilog=terminal_notes())
@add_rule_options("play")
def play(
    terminal: Annotated[bool, typer.Option("--terminal", help="In this terminal, as with every other option.")] = False,
    players: Annotated[str | None, typer.Option(help="How many play, you included.", metavar="N")] = None,
    seat: Annotated[
        str | None, typer.Option(help="Your seat, such as red: the first one unless told.", metavar="SEAT")
    ] = None,
    bots: Annotated[
        str | None,
        typer.Option(
            help="Who plays the other seats: one name for all, or a list with commas.",
            metavar="NAME,NAME…",
        ),
    ] = None,
    watch: Annotated[bool, typer.Option("--watch", help="Bots in all seats.")] = False,
    game: Game = DEFAULT_GAME,
    seed: Seed = None,
    save: Annotated[
        Path | None,
        typer.Option(
            help="Where to keep the game; a new file in your data folder unless told.",
            metavar="FILE",
        ),
    ] = None,
    resume: Annotated[Path | None, typer.Option(help="Go on with a saved game.", metavar="FILE")] = None,
    given: Given = NOTHING,
) -> None:
    """Play: on the page, in your browser; with any of these options against bots in this terminal."""
    others = (players, seat, bots, seed, save, resume)
    wants_page = not (terminal or watch or given or game != DEFAULT_GAME or any(other is not None for other in others))
    if wants_page and (missing := _missing_for_page()):
        print(f"{missing}, so the game opens in the terminal.", file=sys.stderr)
    elif wants_page:
        _server_run().serve("127.0.0.1", None, opens_browser=True)
        return
    if resume is not None and (rules_in(given) or players is not None or watch):
        raise GameError("a resumed game keeps its rules and players: with --resume goes only --seat, --seed and --save")
    if watch and seat is not None:
        raise GameError("with --watch bots play all seats: leave --seat out, or --watch")
    from tenka.players import default_player
    from tenka.terminal.play import find_seat, introduce, new_session, resume_session, run
    from tenka.terminal.saves import find_game

    number = _seed(seed)
    console = _console()
    if resume is not None:
        find_game(resume)
        game = _game_in(resume)
        read_given(game, given)
        _warm_up(get_game(game), [default_player(game)])
        session, notes = resume_session(console, resume, seat, number, save, _names(bots) if bots else [])
    else:
        title, rules, chosen = get_title(game), get_game(game), read_given(game, given)
        options = rules.options({**title.at_terminal, **({} if players is None else {"players": players}), **chosen})
        person = None if watch else find_seat(rules, seat or rules.seat_names[0], options.players)
        names = _names(bots or default_player(game))
        _bots(names, game)  # which says who there is, before anybody waits
        _warm_up(rules, [*names, default_player(game)])
        session, notes = new_session(console, rules, options, person, names, number, save), []
        if title.terminal_note and not title.at_terminal.keys() & chosen.keys():
            notes = [title.terminal_note]
    session.save()
    introduce(session, notes)
    run(session)


@app.command(cls=TitledCommand)
@add_rule_options("match")
def match(
    players: Annotated[
        str | None,
        typer.Option(help="The bots, with commas: greedy,uniform unless told.", metavar="NAME,NAME…"),
    ] = None,
    games: Annotated[
        str | None,
        typer.Option(help="How many games: 100 unless told; with --sprt at most, 10000 unless told.", metavar="N"),
    ] = None,
    sprt: Annotated[
        str | None,
        typer.Option(
            help="Stop when it is clear which is nearer to the first bot's share of wins.", metavar="SHARE,SHARE"
        ),
    ] = None,
    json: Json = None,
    csv: Csv = None,
    workers: Workers = None,
    cluster: OnCluster = None,
    records: Records = None,
    seed: Seed = None,
    game: Game = DEFAULT_GAME,
    given: Given = NOTHING,
) -> None:
    """Let bots play each other.

    They take turns in the seats, get the same deal until each has sat everywhere, and then sit down in another order.
    The same seed gives the same games. A match with --records that was stopped goes on with the same command.
    """
    from tenka.arena.plan import MATCH, make_plan
    from tenka.arena.sprt import parse_sprt
    from tenka.terminal.contest import Outputs, run_match

    test = None if sprt is None else parse_sprt(sprt)
    if games is None:
        games = "100" if test is None else "10000"
    num_games = _count("--games", games)
    venue = _venue(records, workers, cluster)
    outputs = Outputs(json, csv)
    outputs.check()
    number = _contest_seed(seed, records, MATCH)
    rules = get_game(game)
    names = _bots(_contenders(game) if players is None else _names(players), game)
    options = rules.options({"players": len(names)} | read_given(game, given))
    plan = make_plan(MATCH, rules, options, names, num_games, number, test)
    if cluster is None:
        _warm_up(rules, names)
    run_match(_console(), plan, venue, outputs)


@app.command(cls=TitledCommand)
@add_rule_options("ladder")
def ladder(
    players: Annotated[
        str | None,
        typer.Option(help="The bots, with commas; all levels unless told.", metavar="NAME,NAME…"),
    ] = None,
    games: Annotated[
        str, typer.Option(help="How many games for each pair; rounded up until all have sat everywhere.", metavar="N")
    ] = "100",
    seats: Annotated[
        str, typer.Option(help="How many sit at a table; one of a pair sits in one seat only.", metavar="N")
    ] = "2",
    json: Json = None,
    csv: Csv = None,
    picture: Annotated[Path | None, typer.Option(help="Draw the ladder.", metavar="FILE.svg")] = None,
    workers: Workers = None,
    cluster: OnCluster = None,
    records: Records = None,
    seed: Seed = None,
    game: Game = DEFAULT_GAME,
    given: Given = NOTHING,
) -> None:
    """Let every bot play every other one, and rate them.

    All pairs get the same deals, each until both have sat everywhere. The same seed gives the same games. A ladder
    with --records that was stopped goes on with the same command.
    """
    from tenka.arena.plan import LADDER, make_plan
    from tenka.players import describe_levels, describe_players
    from tenka.terminal.contest import Outputs, run_ladder

    num_games = _count("--games", games)
    venue = _venue(records, workers, cluster)
    outputs = Outputs(json, csv, picture)
    outputs.check()
    number = _contest_seed(seed, records, LADDER)
    rules = get_game(game)
    everybody = list(describe_levels(game) or describe_players(game))
    names = _bots(everybody if players is None else _names(players), game)
    if len(names) < 2:
        raise GameError(f"a ladder has two players or more, not only {names[0]}")
    for name in names:
        if names.count(name) > 1:
            raise GameError(f"in a ladder everybody is named once, and {name} is named {names.count(name)} times")
    options = rules.options({"players": seats} | read_given(game, given))
    plan = make_plan(LADDER, rules, options, names, num_games, number)
    if cluster is None:
        _warm_up(rules, names)
    run_ladder(_console(), plan, venue, outputs)


@app.command()
def rate(
    player: Annotated[str | None, typer.Argument(help="The bot; module:Class for yours.", metavar="[PLAYER]")] = None,
    check: Annotated[
        Path | None, typer.Option(help="Check a trial that somebody has published.", metavar="FILE")
    ] = None,
    against: Annotated[
        str | None,
        typer.Option(help="Its opponents: all levels and the leaderboard, unless told.", metavar="NAME,NAME…"),
    ] = None,
    seats: Annotated[
        str | None, typer.Option(help="How many sit at a table, with commas; all numbers unless told.", metavar="N,N…")
    ] = None,
    games: Annotated[
        str | None,
        typer.Option(
            help="How many with each opponent, rounded up until it has sat everywhere: 24 unless told. With --check "
            "how many are played again: 2 unless told.",
            metavar="N",
        ),
    ] = None,
    commitment: Annotated[
        str | None, typer.Option(help="With --check: what was published before the first game.", metavar="HASH")
    ] = None,
    workers: Workers = None,
    records: Records = None,
    game: Game = DEFAULT_GAME,
) -> None:
    """Find out where a bot stands, on seeds that it cannot know.

    A commitment to the seed is printed before the first game, the seed itself after the last one. Everybody can check
    the games then, and play them again. A trial that was stopped goes on with the same command.
    """
    from tenka.arena.leaderboard import entry_folder
    from tenka.arena.trial import make_terms
    from tenka.terminal.rate import find_opponents, run_check, run_trial

    num_workers = None if workers is None else _count("--workers", workers)
    if check is not None:
        if against is not None or seats is not None or records is not None:
            raise GameError(
                "a check takes everything from the file: with --check goes only --commitment, --games and --workers"
            )
        again = 0 if games == "0" else _count("--games", games or "2")
        run_check(_console(), check, again, num_workers, [] if player is None else _names(player), commitment)
        return
    if commitment is not None:
        raise GameError("--commitment goes with --check FILE: a trial of yours prints its own")
    if player is None:
        raise GameError("name the player to rate, such as greedy or my_bots:Hasty; or a file with --check")
    (name,) = _bots([player], game)
    others = find_opponents(game) if against is None else _bots(_names(against), game)
    numbers = [] if seats is None else [_count("--seats", text) for text in _names(seats)]
    terms = make_terms(name, game, others, 24 if games is None else _count("--games", games), numbers)
    _warm_up(get_game(game), [name, *others])
    run_trial(_console(), records or Path(f"trial-{entry_folder(name)}-{game}"), terms, num_workers)


@app.command(cls=TitledCommand)
@add_rule_options("replay")
def replay(
    file: Annotated[Path, typer.Argument(help="The record of a game.", metavar="FILE")],
    seat: Annotated[
        str | None, typer.Option(help="Show only what this seat could see, such as red.", metavar="SEAT")
    ] = None,
    check: Annotated[bool, typer.Option("--check", help="Only check that the game went by the rules.")] = False,
    given: Given = NOTHING,
) -> None:
    """Look at a game step by step, or check its record."""
    from tenka.terminal.play import find_seat
    from tenka.terminal.stepper import make_stepper, summarise

    game = _prepare_to_read(file, given)
    if check:
        print(summarise(game) + _check_variations(file, len(game.steps)))
        return
    place = None if seat is None else find_seat(game.rules, seat, game.record.options.players)
    make_stepper(_console(), game, place).run()


def _check_variations(file: Path, num_main: int) -> str:
    """Plays the variations of a record too; returns what is said of them."""
    from tenka.game import InvalidRecord
    from tenka.variations import load_study

    try:
        num = len(load_study(file).study.nodes)
    except InvalidRecord as error:
        raise GameError(f"{file}: {error}") from None
    return f"; with its variations {num} plies in all" if num > num_main else ""


@app.command(cls=TitledCommand)
@add_rule_options("review")
def review(
    file: Annotated[Path, typer.Argument(help="The record of a finished game.", metavar="FILE")],
    budget: Annotated[
        str | None, typer.Option(help="How many tries for each decision; what the game takes unless told.", metavar="N")
    ] = None,
    json: Json = None,
    html: Annotated[Path | None, typer.Option(help="Write a page of its own.", metavar="FILE.html")] = None,
    workers: Workers = None,
    seed: Annotated[str, typer.Option(help="The same seed gives the same review.", metavar="N")] = "1",
    given: Given = NOTHING,
) -> None:
    """Find out what decided a game: mistakes, luck, and who gave what to whom.

    A review that was stopped goes on with the same command: what is done is kept in a file beside the record. More
    tries make the intervals narrower.
    """
    from tenka.arena.workers import count_processors
    from tenka.terminal.contest import check_writable
    from tenka.terminal.review import check_files, run_review

    tries = None if budget is None else _tries(budget)
    num_workers = count_processors() if workers is None else _count("--workers", workers)
    check_writable([json, html])
    number = _seed(seed)
    game = _prepare_to_read(file, given)
    check_files(file, json, html)  # what is no file, such as a folder, has been refused by now
    run_review(_console(), file, game, tries, number, num_workers, json, html)


puzzles = typer.Typer(help="Positions with one best turn.", no_args_is_help=True, rich_markup_mode=None)
app.add_typer(puzzles, name="puzzles")


@puzzles.command()
def make(
    file: Annotated[Path, typer.Argument(help="Where the puzzles go.", metavar="FILE")],
    records: Annotated[
        list[Path] | None, typer.Argument(help="Records to look at; bots play unless told.", metavar="[RECORD]…")
    ] = None,
    games: Annotated[str, typer.Option(help="How many games bots play, those of earlier runs included.")] = "100",
    minutes: Annotated[str | None, typer.Option(help="No game is begun after so many minutes.", metavar="M")] = None,
    bots: Annotated[
        str | None, typer.Option(help="Who plays: one of these a game, in all seats.", metavar="NAME,NAME…")
    ] = None,
    players: Annotated[
        str | None, typer.Option(help="Numbers of players, in turn; all unless told.", metavar="N,N…")
    ] = None,
    workers: Workers = None,
    seed: Annotated[str, typer.Option(help="The same seed gives the same puzzles.", metavar="N")] = "1",
    game: Game = DEFAULT_GAME,
) -> None:
    """Look for puzzles in games of bots, or in records, and check them in thousands of worlds.

    What is done is kept beside the file, so a run that was stopped goes on with the same command.
    """
    from tenka.arena.workers import count_processors
    from tenka.games import check_game_name
    from tenka.puzzles.make import Order
    from tenka.terminal.contest import check_writable
    from tenka.terminal.puzzles import run_making

    title = get_title(check_game_name(game))
    numbers = [] if players is None else [_count("--players", text) for text in _names(players)]
    for number in numbers:
        if number not in title.players:
            raise GameError(f"{title.name} is for {title.players[0]} to {title.players[-1]} players, not for {number}")
    names = [] if bots is None else _bots(_names(bots), game)
    found = [str(path) for path in records or ()]
    order = Order(game, _seed(seed), tuple(names), tuple(found), tuple(numbers))
    check_writable([file])
    num_workers = count_processors() if workers is None else _count("--workers", workers)
    num_games = len(found) or _count("--games", games)
    limit = None if minutes is None else _count("--minutes", minutes)
    run_making(_console(), file, order, num_games, num_workers, limit)


@puzzles.command()
def choose(
    file: Annotated[Path, typer.Argument(help="Where those that are chosen go.", metavar="FILE")],
    made: Annotated[list[Path], typer.Argument(help="Puzzles that 'make' has written.", metavar="MADE…")],
    number: Annotated[str, typer.Option(help="How many.", metavar="N")] = "1000",
    without: Annotated[
        str | None, typer.Option(help="Puzzles that are left out, such as those that fell.", metavar="ID,ID…")
    ] = None,
    game: Game = DEFAULT_GAME,
) -> None:
    """Choose from many puzzles: all numbers of players, kinds and strengths alike, no two that are nearly the same."""
    from tenka.games import check_game_name
    from tenka.puzzles.choose import choose_from_files, count_groups
    from tenka.terminal.contest import check_writable

    check_writable([file])
    fallen = [] if without is None else _names(without)
    chosen = choose_from_files(check_game_name(game), made, _count("--number", number), file, fallen)
    for line in count_groups(chosen):
        _console().print(line, highlight=False, soft_wrap=True)


@puzzles.command()
def check(
    file: Annotated[Path, typer.Argument(help="Puzzles that 'make' has written.", metavar="FILE")],
    times: Annotated[str, typer.Option(help="In how many times 4,096 worlds.", metavar="N")] = "4",
    number: Annotated[str | None, typer.Option(help="So many, drawn at random; all unless told.", metavar="N")] = None,
    seed: Annotated[str, typer.Option(help="The same seed draws and deals the same.", metavar="N")] = "1",
    workers: Workers = None,
    game: Game = DEFAULT_GAME,
) -> None:
    """Judge puzzles again in new worlds, against every turn, and name those that fell."""
    from tenka.arena.workers import count_processors
    from tenka.games import check_game_name
    from tenka.terminal.puzzles import run_check

    chosen = None if number is None else _count("--number", number)
    num_workers = count_processors() if workers is None else _count("--workers", workers)
    run_check(_console(), file, check_game_name(game), _count("--times", times), chosen, _seed(seed), num_workers)


@puzzles.command()
def reports(
    game: Annotated[str | None, typer.Option(help="Of one game; all unless told.", metavar="GAME")] = None,
) -> None:
    """List the turns that people at this server held for as good as an answer, and what came of each check."""
    from tenka.games import check_game_name

    for line in _server_run().list_reports(None if game is None else check_game_name(game)):
        print(line)


@app.command(cls=TitledCommand)
@add_rule_options("perft")
def perft(
    depth: Annotated[str, typer.Option(help="How many decisions deep.", metavar="D")] = "2",
    split: Annotated[bool, typer.Option("--split", help="The count for each first decision.")] = False,
    players: Annotated[str, typer.Option(help="How many play.", metavar="N")] = "2",
    seed: Annotated[str, typer.Option(help="Which deal.", metavar="N")] = "1",
    game: Game = DEFAULT_GAME,
    given: Given = NOTHING,
) -> None:
    """Count the sequences of decisions from a deal, to compare rules engines."""
    from rich.table import Table

    from tenka.perft import count
    from tenka.perft import split as split_count

    levels, number = _count("--depth", depth), _seed(seed)
    rules = get_game(game)
    options = rules.options({"players": players} | read_given(game, given))
    _warm_up(rules, ["uniform"])
    state = rules.start(options, random.Random(number))
    console = _console()
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="bold")
    if split:
        table.add_column("first")
        table.add_column("count", justify="right")
        counts = split_count(rules, state, levels)
        for text, found in counts.items():
            table.add_row(text, f"{found:,}")
        table.add_row("all", f"{sum(counts.values()):,}")
        console.print(table)
        return
    for heading in ("depth", "count", "seconds"):
        table.add_column(heading, justify="right")
    for level in range(1, levels + 1):
        begin = time.perf_counter()
        found = count(rules, state, level)
        table.add_row(str(level), f"{found:,}", f"{time.perf_counter() - begin:.2f}")
    console.print(table)


@app.command()
def train(
    folder: Annotated[Path, typer.Argument(help="Where the run is kept; an earlier one there goes on.", metavar="DIR")],
    minutes: Annotated[str, typer.Option(help="How long it learns.", metavar="N")] = "10",
    players: Annotated[
        str | None, typer.Option(help="Numbers of players, with commas; all unless told.", metavar="N,N…")
    ] = None,
    device: Annotated[
        str, typer.Option(help="Where: a GPU where there is one, unless told.", metavar="auto|cuda|cpu")
    ] = "auto",
    size: Annotated[str, typer.Option(help="How large a new network is.", metavar="tiny|usual")] = "usual",
    games: Annotated[
        str | None, typer.Option(help="How many games of each number of players are played at once.", metavar="N")
    ] = None,
    start: Annotated[
        Path | None, typer.Option(help="Weights to begin with, such as the released ones.", metavar="FILE.safetensors")
    ] = None,
    against: Annotated[
        list[Path] | None,
        typer.Option(
            help="A network that stays as it is and plays in greedy's place; once for each.", metavar="FILE.safetensors"
        ),
    ] = None,
    opponents_share: Annotated[
        str | None,
        typer.Option(help="The part of the games against greedy, or those networks: 1 is all of them.", metavar="PART"),
    ] = None,
    lessons: Annotated[
        Path | None,
        typer.Option(help="Records of games whose decisions it learns as well, less and less.", metavar="DIR"),
    ] = None,
    teacher: Annotated[
        str | None, typer.Option(help="Whose decisions in them; everybody's unless told.", metavar="PLAYER")
    ] = None,
    open_critic: Annotated[
        bool,
        typer.Option("--open-critic", help="Judge decisions by who sees what others hold; who plays is told nothing."),
    ] = False,
    permute: Annotated[
        bool, typer.Option("--permute-castes", help="Give castes other names in every game, for they are alike.")
    ] = False,
    disorder: Annotated[
        str, typer.Option(help="The part of the games that begin with decisions at random.", metavar="PART")
    ] = "0",
    anneal: Annotated[
        bool, typer.Option("--anneal", help="Learn more and more slowly: for the last run, before a release.")
    ] = False,
    seed: Seed = None,
    game: Game = DEFAULT_GAME,
) -> None:
    """Let a network learn a game by playing itself.

    What it has learnt is kept in the folder every two minutes, and the same command goes on from there. At the end
    there are weights to train on from, a player for programs without torch, and a picture of its curves.
    """
    try:
        from tenka.training import command
    except ModuleNotFoundError as error:
        raise GameError(f"learning needs the package {error.name}: pip install '{DISTRIBUTION}[train]'") from None
    numbers = [] if players is None else [_count("--players", name) for name in _names(players)]
    options = command.Options(
        game=game,
        folder=folder,
        minutes=_minutes(minutes),
        players=numbers,
        device=device,
        size=size,
        games=None if games is None else _count("--games", games),
        start=start,
        against=against or [],
        opponents_share=None if opponents_share is None else _part("--opponents-share", opponents_share),
        lessons=lessons,
        teacher=teacher,
        open_critic=open_critic,
        permute=permute,
        disorder=_part("--disorder", disorder),
        anneal=anneal,
        seed=1 if seed is None else _seed(seed),
    )
    command.train(options, lambda line: print(line, flush=True))


@app.command()
def serve(
    host: Annotated[
        str, typer.Option(help="The address to listen at; 0.0.0.0 for all.", metavar="ADDRESS")
    ] = "127.0.0.1",
    port: Annotated[str | None, typer.Option(help="8000 unless told, or the next free one.", metavar="N")] = None,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page when ready.")] = False,
    workers: Annotated[
        str | None, typer.Option(help="Processes that serve, for more than one core can do.", metavar="N")
    ] = None,
) -> None:
    """Serve the page, for people and bots.

    Games are kept in your data folder. DATABASE_URL and REDIS_URL name other places; see docs/deploy.md.
    """
    number = None
    if port is not None:
        if not port.isdecimal() or not 0 <= int(port[:9]) <= 65_535:
            raise GameError(f"--port is a number from 0 to 65535, such as 8000, not {port[:40]}")
        number = int(port)
    num_workers = None
    if workers is not None:
        if not workers.isdecimal() or not 1 <= int(workers[:9]) <= 64:
            raise GameError(f"--workers is a number from 1 to 64, such as 2, not {workers[:40]}")
        num_workers = int(workers)
    _server_run().serve(host, number, browser, num_workers=num_workers)


@app.command()
def docs(
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open it.")] = True,
) -> None:
    """Read the documentation in your browser; it comes along, and no network is needed."""
    from tenka.terminal.manual import show

    show(browser)


database = typer.Typer(help="Look after the server's database.", no_args_is_help=True, rich_markup_mode=None)
app.add_typer(database, name="db")


@app.command()
def backup(
    file: Annotated[Path | None, typer.Argument(help="Beside the database unless told.", metavar="FILE")] = None,
) -> None:
    """Copy the server's games and people to a file, also while they play."""
    print(f"copied to {_server_run().back_up(file)}")


@app.command()
def restore(file: Annotated[Path, typer.Argument(help="A copy that 'tenka backup' has made.", metavar="FILE")]) -> None:
    """Bring a copy back, while no server runs. What was there is kept beside it."""
    aside = _server_run().restore(file)
    print(f"restored; what was there before is {aside}" if aside.exists() else "restored")


@database.command()
def upgrade() -> None:
    """Bring the database up to date. SQLite's is by itself, when the server starts."""
    print(f"up to date: {_server_run().upgrade_database()}")


@app.command(cls=TitledCommand)
@add_rule_options("verify")
def verify(
    file: Annotated[Path, typer.Argument(help="The record of a finished game.", metavar="RECORD")],
    given: Given = NOTHING,
) -> None:
    """Check that the deal of a game was the one that was committed to before its first move."""
    from tenka.fairness import check_fairness
    from tenka.game import InvalidRecord

    game = _prepare_to_read(file, given)
    try:
        check_fairness(game)
    except InvalidRecord as error:
        raise GameError(f"{file}: {error}") from None
    print(f"ok: {file} keeps its commitment; all {len(game.steps)} plies follow from the deal that was promised")


def main(args: Sequence[str] | None = None) -> int:
    """The entry point; returns the exit code. Whatever a person got wrong ends here, as a sentence."""
    _replace_closed_streams()
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # whatever bytes there are, they are no reason to stop
            stream.reconfigure(errors="replace")
    args = sys.argv[1:] if args is None else args
    try:
        code = _run(args)
        sys.stdout.flush()  # or what is left would fail after the end
    except OSError as error:
        if error.errno not in _UNHEARD:
            raise
        with contextlib.suppress(OSError):
            sys.stdout.close()
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - nobody reads the rest
        if error.errno != errno.EPIPE:
            print(f"tenka: cannot print: {error.strerror}", file=sys.stderr)
        return 2
    return code


def _run(args: Sequence[str]) -> int:
    if list(args) == ["--version"]:  # typer would load much more than this needs
        print(f"tenka {__version__}")
        return 0
    try:
        app(args, prog_name="tenka")
    except GameError as error:
        print(f"tenka: {error}", file=sys.stderr)
        return 2
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else int(leaving.code is not None)
    return 0


def _replace_closed_streams() -> None:
    """Where the shell has closed one (``<&-``), nobody types and nobody reads."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115 - as long as all of this


def _prepare_to_read(file: Path, given: Given) -> Replay:
    """The game in a record, with the rules ready; raises GameError."""
    from tenka.terminal.saves import find_game, load_game

    find_game(file)
    game = _game_in(file)
    read_given(game, given)
    _warm_up(get_game(game), ["uniform"])
    return load_game(file)


def _game_in(file: Path) -> str:
    """The game that a record seems to tell of, to have its rules ready."""
    try:
        with file.open("rb") as record:
            beginning = record.read(200)
    except OSError:  # reading it will say why
        return DEFAULT_GAME
    return next((name for name in GAMES if f'"{name}"'.encode() in beginning), DEFAULT_GAME)


def _count(option: str, text: str) -> int:
    if not text.isdecimal() or len(text) > MOST_DIGITS or int(text) == 0:
        raise GameError(f"{option} is a whole number from 1, such as 3, not {text[:40]}")
    return int(text)


def _tries(text: str) -> int:
    if not text.isdecimal() or len(text) > MOST_DIGITS or not _FEWEST_TRIES <= int(text) <= _MOST_TRIES:
        raise GameError(
            f"--budget is a whole number from {_FEWEST_TRIES} to {_MOST_TRIES:,}, such as 1000, not {text[:40]}"
        )
    return int(text)


def _minutes(text: str) -> float:
    try:
        minutes = float(text)
    except ValueError:
        minutes = 0.0
    if not 0.0 < minutes <= _MOST_MINUTES:
        raise GameError(f"--minutes is a number above 0 and up to {_MOST_MINUTES:,}, not {text[:20]!r}")
    return minutes


def _part(option: str, text: str) -> float:
    try:
        part = float(text)
    except ValueError:
        part = -1.0
    if not 0.0 <= part <= 1.0:
        raise GameError(f"{option} is a number from 0 to 1, such as 0.5, not {text[:20]!r}")
    return part


def _seed(text: str | None) -> int:
    if text is None:
        return random.SystemRandom().getrandbits(32)
    if not text.removeprefix("-").isdecimal() or len(text) > MOST_DIGITS:
        raise GameError(f"--seed is a whole number, such as 7, not {text[:40]}")
    return int(text)


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",")]


def _bots(names: Sequence[str], game: str) -> list[str]:
    """The players' own names, as records have them: ``mcts`` says how long it thinks. Raises GameError."""
    from tenka.players.others import find_player

    return [find_player(name, game).name for name in names]


def _contenders(game: str) -> list[str]:
    """Who plays a match where nobody is named."""
    from tenka.players import UNIFORM, default_player

    return [default_player(game), UNIFORM]


def _venue(records: Path | None, workers: str | None, cluster: str | None) -> Venue:
    from tenka.terminal.contest import Venue

    if workers is not None and cluster is not None:
        raise GameError("a cluster plays on all its processors: leave --workers out, or --cluster")
    return Venue(records, None if workers is None else _count("--workers", workers), cluster)


def _contest_seed(text: str | None, folder: Path | None, kind: str) -> int:
    """The seed that was given, or else the one that the games in the folder began with, or else any."""
    from tenka.arena.journal import read_plan

    begun = None if text is not None or folder is None else read_plan(folder, kind)
    return _seed(text) if begun is None else int(begun["seed"])


def _warm_up(rules: Rules, players: Sequence[str]) -> None:
    from tenka.terminal.warmup import warm_up

    warm_up(rules, players)


def _server_run() -> Any:
    try:
        from tenka.server import run
    except ModuleNotFoundError as error:
        raise GameError(f"the server needs the package {error.name}: pip install '{DISTRIBUTION}[server]'") from None
    return run


def _missing_for_page() -> str:
    """Why there is no page, where there is none."""
    try:
        from tenka.server.page import is_built
    except ModuleNotFoundError as error:
        return f"The page needs the package {error.name} (pip install '{DISTRIBUTION}[play]')"
    return "" if is_built() else "The page has not been built"


def _console() -> Any:
    from rich.console import Console

    return Console(highlight=False, markup=False, emoji=False)
