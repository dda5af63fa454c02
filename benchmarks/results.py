"""What every benchmark needs: a table, the machine in words, and a file for the result."""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any

import numba
import numpy as np

import tenka

RESULTS = Path(__file__).parent / "results"


def table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table whose columns line up in a terminal too."""
    widths = [max(len(row[index]) for row in [columns, *rows]) for index in range(len(columns))]
    lines = [columns, ["-" * width for width in widths], *rows]
    return "\n".join(
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)) + " |" for line in lines
    )


def machine() -> str:
    """The machine and the versions, for a reader of the result."""
    processor = platform.processor() or "unknown processor"
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        models = [
            line.split(":")[1].strip() for line in cpuinfo.read_text().splitlines() if line.startswith("model name")
        ]
        processor = models[0] if models else processor
    return (
        f"{date.today()}, tenka {tenka.__version__}, Python {platform.python_version()}, Numba {numba.__version__}, "
        f"NumPy {np.__version__}\n{processor}, {os.cpu_count()} cores, {platform.system()}"
    )


def save(name: str, text: str) -> None:
    """Prints a result and writes it to benchmarks/results/."""
    print(text)
    RESULTS.mkdir(exist_ok=True)
    path = RESULTS / f"{name}.md"
    path.write_text(text + "\n", encoding="utf-8")
    print(f"\nwritten to {path}")


def measure_before(checkout: Path, script: str, seconds: float) -> Any:
    """What a benchmark prints with ``--contract``, here and now, of the package in an older checkout."""
    if not (checkout / "tenka" / "game.py").is_file():
        sys.exit(f"{checkout} is no checkout of tenka; git worktree add DIR COMMIT makes one")
    environment = {**os.environ, "PYTHONPATH": str(checkout.resolve())}
    done = subprocess.run(
        [sys.executable, str(Path(script).resolve()), "--contract", "--seconds", str(seconds)],
        cwd=checkout,  # Python looks there first for what a process of its own imports
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return json.loads(done.stdout.splitlines()[-1])
