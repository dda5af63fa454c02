"""The command ``tenka train``: from a few options to a run, and to the files that play."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import torch

from tenka import DISTRIBUTION
from tenka.game import GameError
from tenka.training.curves import draw_curves
from tenka.training.export import load_checkpoint, load_weights, save_player, save_weights
from tenka.training.lessons import describe, read_lessons
from tenka.training.net import Shape
from tenka.training.ppo import Settings
from tenka.training.run import CHECKPOINT, LOG, Plan, Trainer
from tenka.training.subject import get_subject

WEIGHTS, PLAYER, CURVES = "weights.safetensors", "player.onnx", "curves.svg"

TINY = Shape(blocks=2, width=32, hidden=32, heard=16, whole=32)
SIZES = ("tiny", "usual")
"""How large a network is; the usual size is the title's."""
_AT_ONCE = {"cpu": 64, "cuda": 6144}
"""How many games of each number of players, unless told."""
_BATCH = {"cpu": 1024, "cuda": 32768}
_PARTS_OF_LESSONS = 4
"""There is one decision of a teacher for so many of a run's own."""


def choose_device(name: str) -> torch.device:
    """The device of a name; raises GameError where there is none."""
    if name not in ("auto", "cpu", "cuda"):
        raise GameError(f"a run is on auto, cpu or cuda, not on {name[:20]!r}")
    if name == "auto":
        name = "cuda" if torch.cuda.is_available() else "cpu"
    if name == "cuda" and not torch.cuda.is_available():
        raise GameError("torch finds no GPU here; --device cpu learns too, some hundred times more slowly")
    if name == "cuda":
        try:
            import numba.cuda  # noqa: F401
        except ImportError:
            raise GameError(
                f"to play on a GPU the package numba-cuda is needed: pip install '{DISTRIBUTION}[gpu]'"
            ) from None
    return torch.device(name)


@dataclass(frozen=True)
class Options:
    """What `tenka train` is told."""

    game: str
    folder: Path
    minutes: float = 10.0
    players: Sequence[int] = ()
    """Numbers of players; none: all of them."""
    device: str = "auto"
    size: str = "usual"
    games: int | None = None
    """Of each number of players at once."""
    start: Path | None = None
    """The weights to begin with."""
    against: Sequence[Path] = ()
    """Networks that play in greedy's place, and stay as they are."""
    opponents_share: float | None = None
    """The part of the games against these, or greedy; None: the title's."""
    lessons: Path | None = None
    """A folder with records of games whose decisions are learnt from, too."""
    teacher: str | None = None
    """Only the decisions of who has this name there."""
    open_critic: bool = False
    permute: bool = False
    disorder: float = 0.0
    """The part of the games that begin with decisions at random."""
    anneal: bool = False
    seed: int = 1


def make_trainer(options: Options) -> Trainer:
    """Who carries a run out, with what its folder holds of it; raises GameError where that cannot be."""
    game, folder, start, against = options.game, options.folder, options.start, options.against
    subject = get_subject(game)
    for number in options.players:
        if number not in subject.players:
            raise GameError(f"{game} is for {subject.players[0]} to {subject.players[-1]} players, not {number}")
    if options.size not in SIZES:
        raise GameError(f"there is no network of size {options.size[:20]!r}; there are {', '.join(SIZES)}")
    if options.permute and subject.twins is None:
        raise GameError(f"in {game} nothing is alike that could have other names")
    if not 0.0 <= options.disorder <= 1.0:
        raise GameError(f"the part of the games that begin at random is from 0 to 1, not {options.disorder:g}")
    device = choose_device(options.device)
    learning = subject.on_cpu
    shape = TINY if options.size == "tiny" else Shape(**learning.TRAINING_SHAPE)
    count = options.games or _AT_ONCE[device.type]
    players = options.players or subject.players
    plan = Plan(
        game=game,
        minutes=options.minutes,
        games=dict.fromkeys(players, count),
        options=learning.TRAINING_OPTIONS,
        spread=learning.TRAINING_SPREAD,
        measure_minutes=learning.TRAINING_MEASURE,
        open_critic=options.open_critic,
        seed=options.seed,
    )
    settings = Settings(
        steps=learning.TRAINING_STEPS,
        trace=learning.TRAINING_TRACE,
        batch=_BATCH[device.type],
        rate=learning.TRAINING_RATE,
        last_rate=0.03 if options.anneal else 1.0,
        entropy=learning.TRAINING_ENTROPY,
        last_entropy=0.25 if options.anneal else 1.0,
        league=_league(options, learning.TRAINING_LEAGUE, players, count),
        permute=options.permute,
        disorder=options.disorder,
        value_first=learning.TRAINING_VALUE_FIRST,
    )
    net = None if start is None else load_weights(start, subject)
    others = {str(file): load_weights(file, subject) for file in against}
    lessons = {}
    if options.lessons is not None:
        size = max(1, settings.batch // _PARTS_OF_LESSONS)
        lessons = read_lessons(options.lessons, subject, options.teacher, size, device)
    elif options.teacher is not None:
        raise GameError(f"{options.teacher[:40]} teaches by records of games: name their folder with --lessons")
    trainer = Trainer(plan, net.shape if net is not None else shape, settings, folder, device, others, lessons)
    kept = folder / CHECKPOINT
    if kept.exists() and start is not None:
        raise GameError(f"{folder} has a run already; to begin anew from {start.name}, choose another folder")
    if kept.exists():
        trainer.load(kept)
    elif net is not None:
        trainer.take(net)
    return trainer


def _league(options: Options, usual: Mapping[int, float], players: Sequence[int], count: int) -> Mapping[int, float]:
    share, num_others = options.opponents_share, len(options.against)
    if share is not None and not 0.0 <= share <= 1.0:
        raise GameError(f"a share of the games is from 0 to 1, such as 0.5, not {share:g}")
    league = usual if share is None else dict.fromkeys(players, share)
    for number in players:
        num_league = int(league.get(number, 0.0) * count)
        if 0 < num_league < num_others:
            raise GameError(
                f"of {count} games of {number} players {num_league} are against others, too few for {num_others} "
                f"networks; --games or --opponents-share makes them more"
            )
    return league


def train(options: Options, tell: Callable[[str], None]) -> None:
    """One run, and the files that come of it."""
    trainer = make_trainer(options)
    done = trainer.done
    if done.updates:
        tell(f"goes on from {done.samples / 1e6:,.1f} million decisions, {done.seconds / 60:.1f} minutes")
    if trainer.lessons:
        tell(describe(trainer.lessons))
    tell(f"learns {options.game} on {_describe(trainer.device)}; compiling takes some minutes the first time")
    trainer.train(tell)
    write_files(options.game, options.folder)
    tell(f"wrote {WEIGHTS}, {PLAYER} and {CURVES} into {options.folder}")


def write_files(game: str, folder: Path) -> None:
    """What a run has learnt so far, for playing and for training on, and its curves."""
    net = load_checkpoint(folder / CHECKPOINT, game)
    save_weights(net, folder / WEIGHTS)
    save_player(net, folder / PLAYER)
    (folder / CURVES).write_text(draw_curves(folder / LOG, game), encoding="utf-8")


def _describe(device: torch.device) -> str:
    if device.type == "cuda":
        return torch.cuda.get_device_name()
    return f"the processor ({torch.get_num_threads()} threads)"
