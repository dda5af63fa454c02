"""The command ``tenka train``: from a few options to a run, and to the files that play."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import torch

from tenka import DISTRIBUTION
from tenka.game import GameError
from tenka.training.curves import draw_curves
from tenka.training.export import load_checkpoint, load_weights, save_player, save_weights
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


def train(
    game: str,
    folder: Path,
    minutes: float,
    players: list[int],
    device_name: str,
    size: str,
    games: int | None,
    start: Path | None,
    anneal: bool,
    seed: int,
    tell: Callable[[str], None],
) -> None:
    """One run, and the files that come of it."""
    subject = get_subject(game)
    for number in players:
        if number not in subject.players:
            raise GameError(f"{game} is for {subject.players[0]} to {subject.players[-1]} players, not {number}")
    if size not in SIZES:
        raise GameError(f"there is no network of size {size[:20]!r}; there are {', '.join(SIZES)}")
    device = choose_device(device_name)
    shape = TINY if size == "tiny" else Shape(**subject.on_cpu.TRAINING_SHAPE)
    count = games or _AT_ONCE[device.type]
    learning = subject.on_cpu
    plan = Plan(
        game=game,
        minutes=minutes,
        games=dict.fromkeys(players or subject.players, count),
        options=learning.TRAINING_OPTIONS,
        spread=learning.TRAINING_SPREAD,
        measure_minutes=learning.TRAINING_MEASURE,
        seed=seed,
    )
    settings = Settings(
        steps=learning.TRAINING_STEPS,
        trace=learning.TRAINING_TRACE,
        batch=_BATCH[device.type],
        rate=learning.TRAINING_RATE,
        last_rate=0.03 if anneal else 1.0,
        entropy=learning.TRAINING_ENTROPY,
        last_entropy=0.25 if anneal else 1.0,
        league=learning.TRAINING_LEAGUE,
        value_first=learning.TRAINING_VALUE_FIRST,
    )
    net = None if start is None else load_weights(start, subject)
    trainer = Trainer(plan, net.shape if net is not None else shape, settings, folder, device)
    kept = folder / CHECKPOINT
    if kept.exists() and start is not None:
        raise GameError(f"{folder} has a run already; to begin anew from {start.name}, choose another folder")
    if kept.exists():
        trainer.load(kept)
        tell(
            f"goes on from {trainer.done.samples / 1e6:,.1f} million decisions, {trainer.done.seconds / 60:.1f} minutes"
        )
    elif net is not None:
        trainer.take(net)
    tell(f"learns {game} on {_describe(device)}; compiling takes some minutes the first time")
    trainer.train(tell)
    write_files(game, folder)
    tell(f"wrote {WEIGHTS}, {PLAYER} and {CURVES} into {folder}")


def write_files(game: str, folder: Path) -> None:
    """What a run has learnt so far, for playing and for training on, and its curves."""
    net = load_checkpoint(folder / CHECKPOINT, game)
    save_weights(net, folder / WEIGHTS)
    save_player(net, folder / PLAYER)
    title = f"{game}: the network alone against greedy, with 95 % intervals"
    (folder / CURVES).write_text(draw_curves(folder / LOG, title), encoding="utf-8")


def _describe(device: torch.device) -> str:
    if device.type == "cuda":
        return torch.cuda.get_device_name()
    return f"the processor ({torch.get_num_threads()} threads)"
