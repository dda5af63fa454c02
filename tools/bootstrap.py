"""Makes .venv and installs the project into it, for ./play and ./test.

Only the standard library, because nothing else is installed when this runs.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

# Here and in ./play and ./test the syntax stays that of old Pythons, or they could not say this.
if sys.version_info < (3, 11):
    sys.exit(
        f"tenka needs Python 3.11 or newer, and this is {sys.version.split()[0]}; "
        f"if you have a newer one, call it by name, for example: python3.12 {sys.argv[0]}"
    )

from tools import page

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
BIN = VENV / "bin"
STAMP = VENV / "tenka-installed.json"
LOCK = ROOT / "tools" / "lock.txt"


def set_up(*extras: str, locked: bool = False) -> None:
    """Sees to it that .venv holds the project with these extras, or exits with the reason.

    Locked: in the versions of tools/lock.txt, so that all who test do it with the same. Once so, .venv stays so.
    """
    stamp = read_stamp()
    # The programs in .venv have its path written into them, so it does not survive a move.
    is_moved = stamp.get("root", str(ROOT)) != str(ROOT)
    is_usable = (BIN / "python").exists() and (BIN / "pip").exists() and not is_moved
    if not is_usable:
        stamp = {}
    wanted = {
        "root": str(ROOT),
        "pyproject": hashlib.sha256((ROOT / "pyproject.toml").read_bytes()).hexdigest(),
        "extras": sorted({*extras, *stamp.get("extras", [])}),
        # The page is built while the project is installed, so that its Node stays out of .venv.
        "page": page.fingerprint(),
    }
    locked = locked or "lock" in stamp
    if locked:
        wanted["lock"] = hashlib.sha256(LOCK.read_bytes()).hexdigest()
    if stamp == wanted:
        return

    print("Setting up (once, about a minute) ...", flush=True)
    if not is_usable:
        make_venv()
    STAMP.unlink(missing_ok=True)
    project = "." + (f"[{','.join(wanted['extras'])}]" if wanted["extras"] else "")
    constraints = ["--constraint", str(LOCK)] if locked else []
    run_quietly(
        [str(BIN / "python"), "-m", "pip", "install", "--quiet", *constraints, "--editable", project],
        f"The packages could not be installed; the lines above are pip's. To try again, run {sys.argv[0]} again.",
    )
    STAMP.write_text(json.dumps(wanted), encoding="utf-8")


def read_stamp() -> dict[str, Any]:
    """What the last install was made from; empty if there was none."""
    try:
        stamp: dict[str, Any] = json.loads(STAMP.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return stamp


def make_venv() -> None:
    if importlib.util.find_spec("ensurepip") is None:
        sys.exit(
            "This Python cannot make a virtual environment, because its ensurepip is missing; "
            "on Debian and Ubuntu, install it with: sudo apt install python3-venv"
        )
    run_quietly(
        [sys.executable, "-m", "venv", "--clear", str(VENV)],
        f"The virtual environment {VENV} could not be made.",
    )


def run_quietly(command: list[str], failure: str) -> None:
    """Runs a command that is silent unless it fails."""
    done = subprocess.run(
        command,
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
    )
    if done.returncode != 0:
        print("\n".join(done.stdout.splitlines()[-15:]), file=sys.stderr)
        sys.exit(failure)
