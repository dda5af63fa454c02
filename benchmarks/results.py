"""What every benchmark needs: a table, the machine in words, and a file for the result."""

from __future__ import annotations

import os
import platform
from collections.abc import Sequence
from datetime import date
from pathlib import Path

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
