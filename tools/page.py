"""Builds the page: web/ becomes tenka/server/page/. For the build hook, ./play and ./test.

Only the standard library, because nothing else is installed when this runs.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
PAGE = ROOT / "tenka" / "server" / "page"
STAMP = PAGE / "built-from.txt"
LOG = WEB / "build.log"
PACKED = (".html", ".css", ".js", ".svg", ".webmanifest")
"""The server sends these compressed."""

LEFT_OUT = ("node_modules", "build.log", "screenshots", "shots")


class PageNotBuilt(Exception):
    """Says why there is no page."""


def fingerprint() -> str:
    """A hash of everything that the page is made from; empty where there is nothing to make it from."""
    if not WEB.is_dir():
        return ""
    digest = hashlib.sha256()
    kept = [part for part in WEB.iterdir() if part.name not in LEFT_OUT]
    for path in sorted([*kept, *(inner for part in kept if part.is_dir() for inner in part.rglob("*"))]):
        if not path.is_file():
            continue
        relative = path.relative_to(WEB)
        digest.update(relative.as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def is_current() -> bool:
    """Whether the page was built from web/ as it is now."""
    try:
        return STAMP.read_text(encoding="utf-8") == fingerprint()
    except OSError:
        return False


def build(binaries: Path) -> None:
    """Builds the page with the Node that is in this folder, unless it is there already; raises PageNotBuilt."""
    if is_current():
        return
    node = binaries / "bin" / "node"
    npm = binaries / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    LOG.unlink(missing_ok=True)
    # Not "npm ci": it refuses a lock file that was written on another kind of machine.
    _run([str(node), str(npm), "install", "--no-audit", "--no-fund", "--no-save", "--loglevel=error"], node)
    _run([str(node), str(WEB / "node_modules" / "vite" / "bin" / "vite.js"), "build", "--logLevel=warn"], node)
    for path in sorted(PAGE.rglob("*")):
        if path.suffix in PACKED:
            path.with_name(path.name + ".gz").write_bytes(gzip.compress(path.read_bytes(), mtime=0))
    STAMP.write_text(fingerprint(), encoding="utf-8")


def _run(command: list[str], node: Path) -> None:
    environment = {**os.environ, "PATH": f"{node.parent}{os.pathsep}{os.environ.get('PATH', '')}"}
    done = subprocess.run(
        command,
        cwd=WEB,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
    )
    if done.returncode != 0:
        LOG.write_text(done.stdout, encoding="utf-8")
        last = "\n".join(done.stdout.splitlines()[-15:])
        raise PageNotBuilt(f"the page could not be built; {LOG.relative_to(ROOT)} says why, and ends with:\n{last}")
