"""Reading lines from a person, or from a file of what a person would type."""

from __future__ import annotations

import contextlib
import sys


class Quit(Exception):
    """The person leaves."""


def read_line(prompt: str) -> str:
    """What the person types; raises Quit at the end of the input."""
    if not sys.stdin.isatty():
        line = sys.stdin.readline()
        print(f"{prompt}{line.rstrip()}", flush=True)  # so that a transcript shows both sides
        if not line:
            raise Quit
        return line.strip()
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401 - arrow keys and history, where the system has them
    try:
        return input(prompt).strip()
    except EOFError:
        print()
        raise Quit from None
