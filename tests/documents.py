"""Files that a document shows: blocks with ``file=NAME`` behind their language."""

from __future__ import annotations

from pathlib import Path

from tests.test_docs import ROOT, split_blocks


def files_in(document: str) -> dict[str, str]:
    """By name: the text of every file that a document shows."""
    _, blocks = split_blocks((ROOT / document).read_text(encoding="utf-8"))
    named = ((word, block.text) for block in blocks for word in block.info if word.startswith("file="))
    return {word.removeprefix("file="): text for word, text in named}


def write_files(document: str, folder: Path, *names: str) -> None:
    """Writes the files that a document shows into a folder: all, or those of these names."""
    for name, text in files_in(document).items():
        if not names or name in names:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text, encoding="utf-8")


def commands_in(document: str) -> list[str]:
    """Every command for ``tenka`` that a document shows and does not run by itself."""
    _, blocks = split_blocks((ROOT / document).read_text(encoding="utf-8"))
    shown = (block for block in blocks if block.info[:1] == ["console"] and "no-run" in block.info)
    lines = (line.removeprefix("$ ") for block in shown for line in block.text.splitlines() if line.startswith("$ "))
    return [line for line in lines if line.startswith("tenka ")]
