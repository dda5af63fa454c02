"""What the Markdown files show is run, and where they point to exists.

- ```python with ``>>>`` is a doctest, without it a program; a file's blocks share their names.
- ```console: each ``$ tenka …`` is run and must succeed; if output follows, it must match.
  ``...`` stands for any text in a line, and on a line of its own for any lines.
- ```record: a whole record, which is replayed and must be written as we write it.
- ``file=NAME`` after the language writes a block into the folder where commands run.
- ``no-run`` after the language leaves a block out.
"""

import difflib
import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tenka.game import InvalidRecord
from tenka.record import replay, write
from tenka.terminal.warmup import WORD as PREPARING

ROOT = Path(__file__).resolve().parent.parent
DOCUMENTS = sorted(str(path.relative_to(ROOT)) for path in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
SECONDS_PER_COMMAND = 120

FENCE = re.compile(r"(?P<indent> *)(?P<fence>`{3,})(?P<info>[^`]*)")
LINK = re.compile(r"\]\(<?([^)\s>]+)|^ *\[[^\]]+\]: *(\S+)|(?:src|href)=\"([^\"]+)\"", re.MULTILINE)
SHELL_WORDS = {"|", "||", "&", "&&", ";", "<", ">", ">>"}


class Block(NamedTuple):
    info: list[str]
    line: int
    """The number of its first line in the file."""
    text: str


class Command(NamedTuple):
    text: str
    output: list[str]


def split_blocks(markdown: str) -> tuple[str, list[Block]]:
    """The prose, and the fenced blocks in their order."""
    prose: list[str] = []
    blocks: list[Block] = []
    lines = iter(enumerate(markdown.splitlines(), start=1))
    for number, line in lines:
        opening = FENCE.fullmatch(line)
        if opening is None:
            prose.append(line)
            continue
        body: list[str] = []
        for _, inner in lines:
            if inner.strip() == opening["fence"]:
                break
            body.append(inner.removeprefix(opening["indent"]))
        blocks.append(Block(opening["info"].split(), number + 1, "".join(f"{b}\n" for b in body)))
    return "\n".join(prose), blocks


def run_python(block: Block, names: dict[str, Any], document: str) -> None:
    if ">>>" not in block.text:
        # The empty lines in front make the line numbers of a traceback those of the document.
        source = "\n" * (block.line - 1) + block.text
        exec(compile(source, str(ROOT / document), "exec"), names)
        return
    parser = doctest.DocTestParser()
    test = parser.get_doctest(block.text, names, document, str(ROOT / document), block.line - 1)
    test.globs = names  # instead of a copy, so that the next block knows this one's names
    report: list[str] = []
    runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS)
    if runner.run(test, out=report.append, clear_globs=False).failed:
        pytest.fail("".join(report), pytrace=False)


def parse_commands(console: str) -> list[Command]:
    commands: list[Command] = []
    for line in console.replace("\\\n", " ").splitlines():
        if line.startswith("$ "):
            commands.append(Command(re.sub(r"\s#\s.*", "", line[2:]), []))
        elif commands:
            commands[-1].output.append(line)
    return commands


def run_console(block: Block, folder: Path, document: str) -> None:
    for command in parse_commands(block.text):
        words = shlex.split(command.text)
        if words[:1] != ["tenka"]:
            continue
        where = f"{document}, in the block at line {block.line}: $ {command.text}"
        if SHELL_WORDS.intersection(words):
            pytest.fail(f"{where}\nneeds a shell; mark its block no-run", pytrace=False)
        try:
            done = subprocess.run(
                [sys.executable, "-m", *words],
                cwd=folder,
                env=command_environment(folder),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                encoding="utf-8",
                timeout=SECONDS_PER_COMMAND,
                check=False,
            )
        except subprocess.TimeoutExpired:
            pytest.fail(f"{where}\ntook over {SECONDS_PER_COMMAND} seconds", pytrace=False)
        if done.returncode != 0:
            pytest.fail(f"{where}\nended with {done.returncode}:\n{done.stdout}", pytrace=False)
        expected, actual = tidy("\n".join(command.output)), tidy(done.stdout)
        if expected and not matches(expected, actual):
            difference = difflib.ndiff(expected.splitlines(), actual.splitlines())
            report = "\n".join([where, "- expected, + actual:", *difference])
            pytest.fail(report, pytrace=False)


def run_record(block: Block, document: str) -> None:
    where = f"{document}, in the block at line {block.line}"
    try:
        told = replay(block.text)
    except InvalidRecord as error:
        pytest.fail(f"{where}: {error}", pytrace=False)
    assert write(told.record) == block.text, where


def command_environment(folder: Path) -> dict[str, str]:
    env = {
        **os.environ,
        "COLUMNS": "100",
        "NO_COLOR": "1",
        "PYTHONUTF8": "1",
        "XDG_CONFIG_HOME": str(folder / ".config"),
        "XDG_DATA_HOME": str(folder / ".data"),
    }
    # Each of these makes the output a terminal's, with colours, though it goes to a pipe.
    for name in ("FORCE_COLOR", "GITHUB_ACTIONS", "PY_COLORS"):
        env.pop(name, None)
    return env


def tidy(output: str) -> str:
    """Without what a reader cannot see: spaces at the ends of lines, empty lines at both ends.

    And without the word that rules are being prepared, which only slow machines give.
    """
    return "\n".join(line.rstrip() for line in output.splitlines() if line != PREPARING).strip("\n")


def matches(expected: str, actual: str) -> bool:
    pattern = "".join(
        r"(?:.*\n)*" if line.strip() == "..." else re.escape(line).replace(r"\.\.\.", ".*") + r"\n"
        for line in expected.splitlines()
    )
    return re.fullmatch(pattern, actual + "\n") is not None


@pytest.mark.parametrize("document", DOCUMENTS)
def test_examples_in_the_documents_work(document: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {"__name__": "__main__"}
    _, blocks = split_blocks((ROOT / document).read_text(encoding="utf-8"))
    for block in blocks:
        if "no-run" in block.info:
            continue
        for word in block.info:
            if word.startswith("file="):
                (tmp_path / word.removeprefix("file=")).write_text(block.text, encoding="utf-8")
        if block.info[:1] == ["python"]:
            run_python(block, names, document)
        elif block.info[:1] == ["console"]:
            run_console(block, tmp_path, document)
        elif block.info[:1] == ["record"]:
            run_record(block, document)


def test_every_game_has_a_record_in_the_documents_that_is_played() -> None:
    """A record shown as plain text would not be noticed when the rules or the data change."""
    _, blocks = split_blocks((ROOT / "docs" / "records.md").read_text(encoding="utf-8"))
    records = [block for block in blocks if "[Game " in block.text]
    assert all(block.info == ["record"] for block in records)
    assert {replay(block.text).record.game for block in records} == {"samurai", "history"}


@pytest.mark.parametrize("document", DOCUMENTS)
def test_links_in_the_documents_lead_to_files(document: str) -> None:
    prose, _ = split_blocks((ROOT / document).read_text(encoding="utf-8"))
    prose = re.sub(r"`[^`\n]*`", "", prose)
    for link in ("".join(groups) for groups in LINK.findall(prose)):
        if re.match(r"[a-z]+:|#", link):
            continue
        target = ((ROOT / document).parent / link.split("#")[0]).resolve()
        assert target.is_relative_to(ROOT), f"{link} leads out of the project"
        assert target.exists(), f"{link} leads nowhere"


@pytest.mark.parametrize(
    ("expected", "actual", "is_match"),
    [
        ("seed 7", "seed 7", True),
        ("seed 7", "seed 77", False),
        ("seed ...", "seed 77", True),
        ("first\n...", "first\nsecond\nthird", True),
        ("first\n...", "first", True),
        ("...\nlast", "first\nlast", True),
        ("first\n...\nlast", "first\nmiddle", False),
        ("(a.b)", "(aXb)", False),
    ],
)
def test_three_dots_stand_for_any_text(expected: str, actual: str, is_match: bool) -> None:
    assert matches(expected, actual) is is_match
