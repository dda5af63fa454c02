"""Builds the documentation site, which `tenka docs` and the server show, and checks it: python -m tools.site

The pages are the project's Markdown files, whose examples are tests. They are copied to build/site with links that fit
the site, Zensical makes tenka/site of them, and then every link is followed.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from posixpath import relpath
from urllib.parse import unquote, urlsplit

from tools.bootstrap import ROOT
from tools.readme import ELSEWHERE, LINK, outside_fences

PAGES = ROOT / "build" / "site"
SITE = ROOT / "tenka" / "site"
RESULTS = "benchmarks/results"
LOOKS = {"docs/site.css": "site.css", "web/public/icon.svg": "pictures/icon.svg"}
"""Files that mkdocs.yml names, and where it looks for them."""
NOTICES = "notices.txt"
FENCE = re.compile(r"(?m)^( *```+)(\w+)[^\n`]*$")
ROW = re.compile(r"(?m)^\|.*$")
CODE = re.compile(r"`[^`\n]*`")
INLINE = re.compile(r"<script>(.*?)</script>", re.DOTALL)
NAMED = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "SECURITY.md": "reporting.md",
    "tenka/history/weights/README.md": "figures/weights-history.md",
    "tenka/samurai/weights/README.md": "figures/weights.md",
}
"""Pages from outside docs/, and what they are called."""
MODULES = (
    "tenka.game",
    "tenka.games",
    "tenka.title",
    "tenka.table",
    "tenka.record",
    "tenka.fairness",
    "tenka.check",
    "tenka.perft",
    "tenka.players",
    "tenka.players.others",
    "tenka.arena.measure",
    "tenka.arena.plan",
    "tenka.arena.match",
    "tenka.arena.sprt",
    "tenka.envs",
    "tenka.envs.aec",
    "tenka.envs.single",
    "tenka.envs.vector",
    "tenka.envs.against",
    "tenka.envs.cuda",
    "tenka.envs.openspiel",
    "tenka.envs.play",
    "tenka.envs.rewards",
    "tenka.envs.names",
    "tenka.encoding",
    "tenka.hexgrid",
)
"""What others build on; the examples in their docstrings are tests."""


class NotBuilt(Exception):
    """Says what is wrong with the site."""


def main() -> int:
    """The command."""
    try:
        build()
    except NotBuilt as problem:
        print(f"no site: {problem}", file=sys.stderr)
        return 1
    files = [path for path in SITE.rglob("*") if path.is_file()]
    size = sum(path.stat().st_size for path in files) / 1e6
    print(f"written: {SITE.relative_to(ROOT)}, {len(files)} files, {size:.1f} MB")
    return 0


def build() -> None:
    """Writes tenka/site; raises NotBuilt."""
    write_pages()
    shutil.rmtree(SITE, ignore_errors=True)
    command = [sys.executable, "-m", "zensical", "build", "--clean", "--strict"]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode:
        raise NotBuilt(f"zensical ended with {done.returncode}:\n{done.stdout[-3000:]}")
    for name in ("404.html", "sitemap.xml"):  # for sites with an address of their own
        (SITE / name).unlink(missing_ok=True)
    move_scripts_out(SITE)
    write_notices(SITE)
    check(SITE)


# --- pages -------------------------------------------------------------------------------------------------


def page_names() -> dict[str, str]:
    """For every Markdown file that is a page: what it is called in the site."""
    documents = {f"docs/{path.name}": path.name for path in sorted((ROOT / "docs").glob("*.md"))}
    results = {f"{RESULTS}/{path.name}": f"figures/{path.name}" for path in sorted((ROOT / RESULTS).glob("*.md"))}
    return {**NAMED, **documents, **results}


def write_pages() -> None:
    """The sources of the site."""
    shutil.rmtree(PAGES, ignore_errors=True)
    names = page_names()
    shown: list[str] = []
    for source, page in names.items():
        text = (ROOT / source).read_text(encoding="utf-8")
        first = text.lstrip().partition("\n")[0]
        has_title = first.startswith("# ")
        title = first.removeprefix("# ") if has_title else words_of(Path(source).stem)
        _write(page, fit(source, text if has_title else f"# {title}\n\n{text}", names))
        if page.startswith("figures/"):
            shown.append(f"- [{title}]({page})" + ("" if has_title else f": {first}"))
    for source, place in LOOKS.items():
        (PAGES / place).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / source, PAGES / place)
    _write("figures.md", "# Figures\n\nEverything that was measured, with what and how.\n\n" + "\n".join(shown) + "\n")
    reference = "".join(f"::: {module}\n    options:\n      toc_label: {module}\n\n" for module in MODULES)
    _write("api.md", f"# Python\n\nWhat programs use. Examples in it are run as tests.\n\n{reference}")


def _write(page: str, text: str) -> None:
    path = PAGES / page
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def words_of(stem: str) -> str:
    """A name for people of a file that has no title.

    >>> words_of("first_game"), words_of("envs-gpu")
    ('First game', 'Envs GPU')
    """
    words = re.split("[-_]", stem)
    return re.sub("(?i)gpu", "GPU", " ".join([words[0].capitalize(), *words[1:]]))


def fit(source: str, markdown: str, names: dict[str, str]) -> str:
    """A file's text as a page: links lead to pages and to copies of files, blocks say only their language, and bars
    within code in a table are bare."""
    here = (ROOT / source).parent
    page = names[source]

    def replace(found: re.Match[str]) -> str:
        target, _, anchor = found["target"].partition("#")
        if found["target"].startswith(ELSEWHERE) or not target:
            return found[0]
        file = (here / target).resolve()
        if file.is_dir():
            return found["text"]
        if not file.is_file():
            raise NotBuilt(f"{source} links to {target}, which is not there")
        address = relpath(_place(file, names), Path(page).parent.as_posix())
        return f"{found['picture']}[{found['text']}]({address}{'#' + anchor if anchor else ''})"

    return FENCE.sub(r"\1\2", outside_fences(markdown, lambda prose: bare_bars(LINK.sub(replace, prose))))


def bare_bars(prose: str) -> str:
    """GitHub wants a bar within code in a table escaped; the site's Markdown takes it as it is, and would show both.

    >>> bare_bars("| `number \\\\| null` | one \\\\| none |")
    '| `number | null` | one \\\\| none |'
    """
    return ROW.sub(lambda row: CODE.sub(lambda code: code[0].replace("\\|", "|"), row[0]), prose)


def _place(file: Path, names: dict[str, str]) -> str:
    """Where a file is in the site: its page, or a copy, of sources as text that browsers show."""
    path = file.relative_to(ROOT).as_posix()
    if path in names:
        return names[path]
    place = path.removeprefix("docs/") if path.startswith("docs/pictures/") else f"files/{path}.txt"
    copy = PAGES / place
    copy.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(file, copy)
    return place


# --- what was built ----------------------------------------------------------------------------------------


def move_scripts_out(site: Path) -> None:
    """Scripts that stand in pages become files: our server lets no page run others, so that none can be slipped in."""

    def replace(found: re.Match[str]) -> str:
        name = f"assets/page-{hashlib.sha256(found[1].encode()).hexdigest()[:8]}.js"
        (site / name).write_text(found[1], encoding="utf-8")
        return f'<script src="{relpath(name, folder)}"></script>'

    for path in sorted(site.rglob("*.html")):
        folder = path.parent.relative_to(site).as_posix()
        path.write_text(INLINE.sub(replace, path.read_text(encoding="utf-8")), encoding="utf-8")


def write_notices(site: Path) -> None:
    """Whose code is in the site, and under which licence: the site's maker's, and what that brings along."""
    files = importlib.metadata.files("zensical") or []
    own = next((file.read_text() for file in files if file.name.startswith("LICENSE")), None)
    if own is None:
        raise NotBuilt("zensical has no licence in its distribution, which the site must come with")
    others = (site / "assets" / "javascripts" / "LICENSE").read_text(encoding="utf-8")
    (site / NOTICES).write_text(f"The site is made with Zensical.\n\n{own}\n\n{others}", encoding="utf-8")


class _Page(HTMLParser):
    """What a page is linked to, what it loads, and where it can be linked to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.anchors: set[str] = set()
        self.has_script = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.anchors |= {str(found[name]) for name in ("id", "name") if found.get(name)}
        self.has_script |= tag == "script" and not found.keys() & {"src", "type"}
        address = found.get("href" if tag in ("a", "link") else "src")
        if address:
            (self.links if tag == "a" else self.loads).append(address)


def check(site: Path) -> None:
    """Refuses links that lead nowhere, what would be loaded from elsewhere, and scripts in pages; raises NotBuilt."""
    pages = {path: _Page(path.read_text(encoding="utf-8")) for path in sorted(site.rglob("*.html"))}
    if not pages:
        raise NotBuilt(f"there is no page in {site}")
    wrong = [line for path, page in pages.items() for line in _wrong_in(site, path, page, pages)]
    if wrong:
        raise NotBuilt("\n".join([f"{len(wrong)} links are wrong:", *wrong[:40]]))


def _wrong_in(site: Path, path: Path, page: _Page, pages: dict[Path, _Page]) -> Iterator[str]:
    name = path.relative_to(site)
    if page.has_script:
        yield f"{name} has a script in it, which our server lets no page run"
    for address in [*page.links, *page.loads]:
        parts = urlsplit(address)
        if parts.scheme or parts.netloc:
            if address in page.loads and parts.scheme != "data":
                yield f"{name} loads {address}"
            continue
        target = Path(os.path.normpath(path.parent / unquote(parts.path))) if parts.path else path
        if not target.is_file():
            yield f"{name} links to {address}, which is not there"
        elif parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].anchors:
            yield f"{name} links to {address}, where nothing has that name"


if __name__ == "__main__":
    sys.exit(main())
