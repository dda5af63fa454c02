"""Writes tools/lock.txt again, the versions that ./test installs: python -m tools.lock

The newest that pyproject.toml allows, for every Python and platform at once: one file, with conditions where versions
differ. uv finds them, in an environment of its own that is thrown away; pip reads the file as constraints, so nobody
else needs uv.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from tools.bootstrap import LOCK, ROOT

EXTRAS = ("dev", "cluster", "envs", "postgres", "redis", "server", "train")
"""What ./test installs."""
UV = "uv>=0.9,<1"
OLDEST = "3.11"

HEAD = """# Exactly what ./test installs. Written by: python -m tools.lock
# Who only plays gets what fits the ranges in pyproject.toml.
"""


def main() -> int:
    """The command."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        tools = Path(folder) / "bin"
        subprocess.run([str(tools / "pip"), "install", "--quiet", UV], check=True)
        found = subprocess.run(
            [
                *(str(tools / "uv"), "pip", "compile", "--quiet", "--universal", "--python-version", OLDEST),
                *("--no-header", "--no-annotate", "--no-emit-index-url", "--no-emit-find-links", "--upgrade"),
                *(f"--extra={extra}" for extra in EXTRAS),
                "pyproject.toml",
            ],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        ).stdout
    LOCK.write_text(HEAD + found, encoding="utf-8")
    print(f"written: {LOCK.relative_to(ROOT)}, {len(found.splitlines())} lines")
    return 0


if __name__ == "__main__":
    sys.exit(main())
