"""Which ways to learn are worth their minutes: runs of each, with several seeds, from the same network.

    python benchmarks/learning.py runs/learning [--game samurai] [--start FILE | --new] [--minutes 2] [--seeds 3]
        [--variants plain,older,open,permuted,disorder] [--older FILE] [--share PART] [--players 2,3,4] [--games N]
        [--lessons DIR] [--teacher PLAYER]

- `plain`: as `tenka train` learns.
- `older`: networks that stay as they are play in greedy's place, in so many of the games (`--older`, `--share`; unless
  told, the one that it starts from, and as many as greedy has).
- `open`: with a critic that sees what others hold.
- `permuted`: what is alike in the rules has other names in every game.
- `disorder`: half of the games begin with up to 48 decisions at random.
- `stages`: results are traced back all the way to where a stage of the game begins, and less beyond it.
- `league`: five in six games against greedy, and a quarter of greedy's decisions is learnt from; `league-stages`: both.
- `taught`: with a teacher's decisions in records of its games (`--lessons`, `--teacher`).
- `exploiter`: all games against the one that it starts from, which shows how much somebody can make of its weaknesses.

Runs come one after another, all variants of a seed before the next seed, and are kept in the folder: the same command
goes on where it was stopped, and only measures what is missing. Before the first run of a variant it is compiled, which
no run has to pay for. At the end of a run the running mean of its weights plays `greedy`, and the network that all have
started from; with `--new` all begin with nothing, and play that network in the end all the same.
"""

from __future__ import annotations

import argparse
import gc
import json
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import sqrt
from pathlib import Path
from statistics import mean, stdev
from typing import Any

import torch
from results import machine, save, table

import tenka
from tenka.training.command import Options, make_trainer
from tenka.training.evaluate import Strength
from tenka.training.export import load_weights
from tenka.training.net import Net
from tenka.training.run import CHECKPOINT, Trainer
from tenka.training.subject import get_subject

MEASURED = "measured.json"
USUAL = ("plain", "older", "open", "permuted", "disorder")
VARIANTS = (*USUAL, "stages", "league", "league-stages", "taught", "exploiter")
STAGES = {"trace": 0.99, "trace_over": 0.7}
VARIED: dict[str, dict[str, Any]] = {
    "stages": STAGES,
    "league": {"others": 0.25},
    "league-stages": {"others": 0.25, **STAGES},
}
"""By variant: the settings that differ."""
LEAGUE, DISORDER = 5 / 6, 0.5
_STUDENT = (12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26)
"""By degrees of freedom, from 1: so many standard errors are half of a 95 % interval."""


def released(game: str) -> Path:
    """The weights that the package brings along."""
    return sorted((Path(tenka.__file__).parent / game / "weights").glob("*.safetensors"))[-1]


def vary(usual: Options, variant: str, start: Path, given: argparse.Namespace) -> Options:
    """The options of a variant."""
    if variant == "older":
        return replace(usual, against=given.older or [start], opponents_share=given.share)
    if variant == "taught":
        return replace(usual, lessons=given.lessons, teacher=given.teacher)
    if variant == "exploiter":
        return replace(usual, against=[start], opponents_share=1.0)
    if variant.startswith("league"):
        return replace(usual, opponents_share=LEAGUE)
    if variant == "disorder":
        return replace(usual, disorder=DISORDER)
    return replace(usual, open_critic=variant == "open", permute=variant == "permuted")


def varied_trainer(options: Options, variant: str) -> Trainer:
    """Who carries a variant out."""
    trainer = make_trainer(options)
    trainer.settings = replace(trainer.settings, **VARIED.get(variant, {}))
    return trainer


def measure(trainer: Trainer, start: Net) -> dict[str, Any]:
    """What a run came to."""
    shares = {
        name: {strength.players: [strength.share, strength.games] for strength in trainer.measure(other)}
        for name, other in (("greedy", None), ("start", start))
    }
    return shares | {"decisions": trainer.done.samples, "seconds": trainer.done.seconds}


def run(options: Options, variant: str, start: Net, minutes: float) -> dict[str, Any]:
    """Learns for the minutes that are left, and measures."""
    trainer = varied_trainer(options, variant)
    trainer.plan = replace(trainer.plan, minutes=max(minutes - trainer.done.seconds / 60, 0.0), measure_minutes=1e9)
    trainer.train(lambda line: print(line, flush=True))
    return measure(trainer, start.to(trainer.device))


def warm_up(options: Options, variant: str, start: Net) -> None:
    """Compiles all that a run needs: plays, learns and measures once."""
    with tempfile.TemporaryDirectory() as folder:
        trainer = varied_trainer(replace(options, folder=Path(folder)), variant)
        trainer.begin()
        trainer.learn(0.0)
        measure(trainer, start.to(trainer.device))


def let_go() -> None:
    """What a run has had on the card is free for the next one."""
    gc.collect()
    if torch.cuda.is_available():
        torch.cuda.empty_cache()


def describe(strengths: Sequence[Strength]) -> str:
    """The mean over seeds; its interval comes of how much they differ, and is never narrower than that of the games."""
    shares = [strength.share for strength in strengths]
    whole = Strength(strengths[0].players, sum(strength.games for strength in strengths), mean(shares))
    error = whole.error
    if len(shares) > 1:
        errors = _STUDENT[min(len(shares) - 1, len(_STUDENT)) - 1]
        error = max(error, errors * stdev(shares) / sqrt(len(shares)))
    return f"{100 * whole.share:.1f} % ± {100 * error:.1f}"


def tabulate(found: Mapping[str, Sequence[Mapping[str, Any]]]) -> str:
    """A row for each variant and number of players."""
    rows = []
    for variant, runs in found.items():
        decisions = mean(each["decisions"] for each in runs) / 1e6
        for players in runs[0]["greedy"]:
            cells = [
                describe([Strength(int(players), each[other][players][1], each[other][players][0]) for each in runs])
                for other in ("greedy", "start")
            ]
            rows.append([variant, players, str(len(runs)), f"{decisions:,.1f} M", *cells])
    return table(["variant", "players", "seeds", "decisions", "against greedy", "against the network"], rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="where the runs are kept")
    parser.add_argument("--game", default="samurai")
    parser.add_argument("--start", type=Path, help="the weights that all begin with; the released ones unless told")
    parser.add_argument("--new", action="store_true", help="begin with nothing, and only be measured against --start")
    parser.add_argument("--minutes", type=float, default=2.0, help="of each run")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--variants", help=f"with commas, out of {', '.join(VARIANTS)}; the first five unless told")
    parser.add_argument("--older", type=Path, action="append", default=[], help="once for each network")
    parser.add_argument("--share", type=float, help="the part of the games against older networks")
    parser.add_argument("--lessons", type=Path, help="records of games, for those that are taught")
    parser.add_argument("--teacher", help="whose decisions in them; everybody's unless told")
    parser.add_argument("--players", default="", help="numbers of players, with commas")
    parser.add_argument("--games", type=int, help="of each number of players at once")
    parser.add_argument("--device", default="auto")
    parser.add_argument("--size", default="usual", help="how large the network is that all begin with")
    parser.add_argument("--name", default="learning", help="of the file in benchmarks/results/")
    given = parser.parse_args()
    subject = get_subject(given.game)
    usual_variants = [name for name in USUAL if name != "permuted" or subject.twins is not None]
    variants = given.variants.split(",") if given.variants else usual_variants
    if unknown := [name for name in variants if name not in VARIANTS]:
        parser.error(f"there is no variant {unknown[0]!r}; there are {', '.join(VARIANTS)}")
    if "taught" in variants and given.lessons is None:
        parser.error("who is taught needs records of games: --lessons DIR")
    if not subject.stage and any("stages" in name for name in variants):
        parser.error(f"{given.game} has no stages that results could be traced back by")
    file = given.start or released(given.game)
    start = load_weights(file, subject)
    players = [int(number) for number in given.players.split(",") if number]
    found: dict[str, list[dict[str, Any]]] = {}
    warm = set()
    for seed in range(1, given.seeds + 1):
        for variant in variants:
            folder = given.folder / f"{variant}-{seed}"
            kept = folder / MEASURED
            if not kept.exists():
                usual = Options(
                    given.game, folder, given.minutes, players, given.device, given.size, given.games, seed=seed
                )
                usual = replace(usual, start=None if given.new else file)
                options = vary(usual, variant, file, given)
                if variant not in warm:
                    print(f"compiles {variant}", flush=True)
                    warm_up(options, variant, start)
                    warm.add(variant)
                    let_go()
                print(f"{variant}, seed {seed}", flush=True)
                if (folder / CHECKPOINT).exists():
                    options = replace(options, start=None)
                measured = run(options, variant, start, given.minutes)
                kept.write_text(json.dumps(measured), encoding="utf-8")
                let_go()
            found.setdefault(variant, []).append(json.loads(kept.read_text(encoding="utf-8")))
    text = (
        f"{given.game}, {given.minutes:g} minutes of each run from {'nothing' if given.new else file.name}; shares of "
        f"wins of the network alone, by its likeliest action, in one seat against all others (greedy, and "
        f"{file.name}), with 95 % intervals of the mean over seeds"
    )
    where = torch.cuda.get_device_name() if torch.cuda.is_available() else "no GPU"
    save(given.name, f"{machine()}, {where}\n\n{text}\n\n{tabulate(found)}")


if __name__ == "__main__":
    main()
