"""Makes a release and tries it: python -m tools.release

Builds the documentation site, the source archive, and the wheel from that; looks at what is in them; installs each
into an empty environment and plays both games from it, in the terminal and at a server with its page, where no Node is;
and lets the source archive run its own quick tests. What is left in dist/ can be published.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import urllib.request
import zipfile
from collections.abc import Sequence
from pathlib import Path, PurePosixPath

from tenka import DISTRIBUTION
from tools.bootstrap import ROOT
from tools.page import WEB
from tools.readme import links_that_break
from tools.site import NOTICES

DIST = ROOT / "dist"
NAME = DISTRIBUTION.replace("-", "_")
"""As archives have it."""
LOG = ROOT / "build" / "release.log"
"""What a command that failed has said; beside dist/, whose content may be published."""
MOST_TOLD = 2000
"""Letters of it that are printed: of its end, and of the tests that failed before."""
FAILED = re.compile(r"(?m)^(?:FAILED|ERROR) \S.*$")
BUILDERS = ("build>=1.2,<2", "twine>=6,<7")
GAMES = ("samurai", "history")
PAGE = "tenka/server/page/"
SITE = "tenka/site/"
NEEDED_IN_WHEEL = (
    f"{PAGE}index.html",
    f"{PAGE}notices.md",
    f"{SITE}index.html",
    f"{SITE}{NOTICES}",
    "tenka/py.typed",
    "tenka/history/data/provinces.toml",
    "tenka/history/weights/history-2.onnx",
    "tenka/history/weights/README.md",
    "tenka/samurai/weights/samurai-2.onnx",
    "tenka/samurai/weights/README.md",
    "tenka/samurai/data/puzzles.list",
    "tenka/history/data/puzzles.list",
    "tenka/leaderboard/greedy/card.toml",
    "tenka/server/migrations/env.py",
)
NEEDED_IN_SOURCES = (
    "LICENSE",
    "README.md",
    "CHANGELOG.md",
    "pyproject.toml",
    "test",
    "play",
    "web/package-lock.json",
    "mkdocs.yml",
    "Dockerfile",
    ".github/workflows/test.yml",
    "tools/lock.txt",
    "tests/conftest.py",
    "examples/quick.ipynb",
    "leaderboard/greedy/samurai.json",
)
SUFFIXES_IN_WHEEL = (".py", ".toml", ".typed", ".mako", ".txt", ".json", ".list")
"""Of our own files; the page's are Vite's."""
WEIGHTS = re.compile(r"tenka/\w+/weights/(README\.md|[\w-]+\.(onnx|safetensors))")
"""What players have learnt, with a card that says how."""
IMPORT = re.compile(r"""^\s*(?:import|export) (?!type\b)[^'";]*?from "((?:@[\w.-]+/)?[a-z][\w.-]*)""", re.MULTILINE)
NOTICE = re.compile(r"^## (\S+) - \S+ \([\w. -]+\)\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
"""Of a package in the page: its name, and the text of its licence."""
NEVER = ("node_modules", "__pycache__", ".venv", ".git", ".env", ".coverage", "dist", ".DS_Store")
"""Folders and files that no archive holds, wherever."""


class NotReleased(Exception):
    """Says what is wrong with a release."""


def main() -> int:
    """The command."""
    try:
        with tempfile.TemporaryDirectory(prefix="tenka-release-") as folder:
            sources, wheel = build(Path(folder))
            check_wheel(wheel)
            check_sources(sources)
            for archive in (wheel, sources):
                try_out(archive, Path(folder) / f"try-{archive.suffix[1:]}")
            try_tests(sources, Path(folder) / "tests")
    except NotReleased as problem:
        print(f"no release: {problem}", file=sys.stderr)
        return 1
    print(f"ready: {wheel.name} and {sources.name} in {DIST}")
    return 0


def run(command: Sequence[str | Path], **options: object) -> str:
    """What a command prints; raises NotReleased where it fails."""
    words = [str(word) for word in command]
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, **options)  # type: ignore[call-overload]
    if done.returncode:
        LOG.parent.mkdir(parents=True, exist_ok=True)
        LOG.write_text(done.stdout, encoding="utf-8")
        end = done.stdout[-MOST_TOLD:]
        failed = "".join(f"{line}\n" for line in FAILED.findall(done.stdout) if line not in end)
        raise NotReleased(
            f"{' '.join(words[:4])} … ended with {done.returncode} (all that it said is in {LOG}):\n"
            f"{failed[:MOST_TOLD]}…\n{end}"
        )
    return str(done.stdout)


def build(folder: Path) -> tuple[Path, Path]:
    """The source archive and the wheel made from it, with metadata that an index takes."""
    for old in DIST.glob(f"{NAME}-*"):
        old.unlink()
    python = new_environment(folder / "builders")
    run([python, "-m", "pip", "install", "--quiet", *BUILDERS, *site_builders()])
    run([python, "-m", "tools.site"], cwd=ROOT)
    run([python, "-m", "build", "--outdir", DIST, ROOT])
    archives = sorted(DIST.glob(f"{NAME}-*"))
    run([python, "-m", "twine", "check", "--strict", *archives])
    sources, wheel = (next((path for path in archives if path.name.endswith(end)), None) for end in (".tar.gz", ".whl"))
    if sources is None or wheel is None:
        raise NotReleased(f"there should be a source archive and a wheel in {DIST}, not {[p.name for p in archives]}")
    return sources, wheel


def site_builders() -> list[str]:
    """What makes the documentation site, in the versions that pyproject.toml allows."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return [line for line in project["optional-dependencies"]["dev"] if line.startswith(("mkdocstrings", "zensical"))]


def new_environment(folder: Path) -> Path:
    """Its Python."""
    run([sys.executable, "-m", "venv", folder])
    return folder / "bin" / "python"


# --- what is inside ----------------------------------------------------------------------------------------


def check_wheel(path: Path) -> None:
    """Refuses a wheel without the page, its notices or our licence, or with anything that does not belong there."""
    with zipfile.ZipFile(path) as wheel:
        names = wheel.namelist()
        metadata = next((wheel.read(name).decode() for name in names if name.endswith(".dist-info/METADATA")), "")
        check_needed(path, names, NEEDED_IN_WHEEL)
        check_notices(wheel.read(f"{PAGE}notices.md").decode(), packages_in_page(WEB / "src"))
    if not any(re.fullmatch(rf"{NAME}-[^/]+\.dist-info/licenses/LICENSE", name) for name in names):
        raise NotReleased(f"{path.name} has no LICENSE")
    for line in (f"Name: {DISTRIBUTION}", "License-Expression: MIT", "Requires-Python: >=3.11"):
        if line not in metadata.splitlines():
            raise NotReleased(f"{path.name}: its metadata does not say {line!r}")
    broken = links_that_break(metadata.partition("\n\n")[2])
    if broken:
        raise NotReleased(f"{path.name}: its README links to {broken[0]}, which the index's page cannot reach")
    for name in names:
        if re.match(rf"{NAME}-[^/]+\.dist-info/", name) or name.startswith((PAGE, SITE)) or WEIGHTS.fullmatch(name):
            continue
        if not name.startswith("tenka/") or PurePosixPath(name).suffix not in SUFFIXES_IN_WHEEL:
            raise NotReleased(f"{path.name} holds {name}, which does not belong into it")
    stray = [name for name in names if name.startswith(PAGE) and name.endswith((".ts", ".svelte", ".map"))]
    if stray:
        raise NotReleased(f"{path.name} holds sources of the page: {stray[0]}")


def packages_in_page(sources: Path) -> set[str]:
    """Names of others' packages that the page's own sources import; those of tests and of types are not in it."""
    files = [path for end in ("*.ts", "*.svelte") for path in sources.rglob(end) if not path.name.endswith(".test.ts")]
    return {name for path in files for name in IMPORT.findall(path.read_text(encoding="utf-8"))} - {"vitest"}


def check_notices(notices: str, packages: set[str]) -> None:
    """Refuses notices that leave out a package that is built into the page, or what its licence says."""
    found = {name: text.strip() for name, text in NOTICE.findall(notices)}
    for name in sorted(packages | found.keys()):
        if "copyright" not in found.get(name, "").lower():
            raise NotReleased(f"{PAGE}notices.md has no licence of {name}, which is built into the page")


def check_sources(path: Path) -> None:
    """Refuses a source archive that lacks what builds and tests it, or holds what was made from it."""
    with tarfile.open(path) as archive:
        names = [name.partition("/")[2] for name in archive.getnames()]
    check_needed(path, names, NEEDED_IN_SOURCES)
    built = [name for name in names if name.startswith(PAGE)]
    if built:
        raise NotReleased(
            f"{path.name} holds the built page ({built[0]}), which is made from web/ where it is installed"
        )


def check_needed(path: Path, names: Sequence[str], needed: Sequence[str]) -> None:
    """Refuses an archive without these files, or with caches and the like."""
    for name in needed:
        if name not in names:
            raise NotReleased(f"{path.name} has no {name}")
    for name in names:
        if set(PurePosixPath(name).parts) & set(NEVER):
            raise NotReleased(f"{path.name} holds {name}, which does not belong into it")


# --- whether it works --------------------------------------------------------------------------------------


def try_out(archive: Path, folder: Path) -> None:
    """Installs an archive into an empty environment and plays from a folder where no checkout is."""
    print(f"trying {archive.name} ...", flush=True)
    python = new_environment(folder / "venv")
    run([python, "-m", "pip", "install", "--quiet", f"{DISTRIBUTION}[play] @ {archive.as_uri()}"])
    tenka = folder / "venv" / "bin" / "tenka"
    # No Node, and nothing else that this machine has and another one may lack.
    environment = {
        **without_this_checkout(),
        "PATH": str(tenka.parent),
        "XDG_DATA_HOME": str(folder),
        "TENKA_CACHE_DIR": str(folder / "compiled"),
        "DATABASE_URL": f"sqlite:///{folder / 'server.db'}",
    }
    where = {"cwd": folder, "env": environment}
    place = run([python, "-c", "import tenka; print(tenka.__file__)"], **where)
    if str(folder) not in place:
        raise NotReleased(f"the tenka that is tried is not the installed one, but {place.strip()}")
    for game in GAMES:
        run([tenka, "match", "--game", game, "--players", "greedy,uniform", "--games", "1", "--seed", "1"], **where)
        told = run([tenka, "play", "--terminal", "--game", game, "--watch", "--seed", "1"], **where)
        if "The game is over" not in told and "wins" not in told:
            raise NotReleased(f"a game of {game} in the terminal did not come to its end")
    # What people type. The browser that is opened is one that does nothing.
    nothing = shutil.which("true") or "true"
    try_server([str(tenka), "play"], folder, {**environment, "BROWSER": nothing})


def try_tests(sources: Path, folder: Path) -> None:
    """Whether the quick tests pass where there is the source archive and nothing else."""
    print(f"testing {sources.name}, which takes some minutes ...", flush=True)
    with tarfile.open(sources) as archive:
        archive.extractall(folder, filter="data")
    (root,) = folder.iterdir()
    run([sys.executable, root / "test", "--quick"], cwd=root, env=without_this_checkout())


def without_this_checkout() -> dict[str, str]:
    """An environment in which only what is installed is found."""
    return {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}


def try_server(command: list[str], folder: Path, environment: dict[str, str]) -> None:
    """Whether a server shows the page and opens tables of both games."""
    with subprocess.Popen(command, cwd=folder, env=environment, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            line = server.stdout.readline()
            found = re.search(r"http://\S+:\d+/", line)
            if found is None:
                raise NotReleased(f"the server did not start: {line.strip()!r}")
            url = found[0]
            page = _ask(url)[0]
            if "<script" not in page:
                raise NotReleased("the server shows no page")
            cookie = _ask(f"{url}api/guest", {})[1]
            for game in GAMES:
                seats = [{"kind": "me"}, {"kind": "bot", "bot": "uniform"}]
                table = json.loads(_ask(f"{url}api/tables", {"game": game, "seats": seats}, cookie)[0])
                if not table.get("id"):
                    raise NotReleased(f"the server opens no table of {game}")
        finally:
            server.terminate()


def _ask(url: str, body: object = None, cookie: str = "") -> tuple[str, str]:
    """An answer's text and cookie."""
    headers = {"Origin": re.sub(r"(://[^/]+)/.*", r"\1", url), "Content-Type": "application/json", "Cookie": cookie}
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(url, data, headers), timeout=120) as answer:
        return answer.read().decode(), str(answer.headers.get("set-cookie", "")).partition(";")[0]


if __name__ == "__main__":
    sys.exit(main())
