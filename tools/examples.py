"""Examples in docstrings as code: without this the site's Markdown would take each `>>>` for three quotations.

An extension of Griffe, which reads the docstrings for the site; mkdocs.yml names it.
"""

from __future__ import annotations

import re
from typing import Any

import griffe

EXAMPLE = re.compile(r"(?m)^>>> (?:.+(?:\n|\Z))+")
"""Up to the next empty line, as doctest has it."""


def show_as_code(text: str) -> str:
    r"""A docstring whose examples stand in fences.

    >>> show_as_code("Adds.\n\n>>> 1 + 1\n2\n")
    'Adds.\n\n```pycon\n>>> 1 + 1\n2\n```\n'
    """
    return EXAMPLE.sub(lambda found: f"```pycon\n{found[0].rstrip()}\n```\n", text)


class Examples(griffe.Extension):
    """Changes the docstrings that are shown."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Hears of everything that has been read."""
        if obj.docstring is not None:
            obj.docstring.value = show_as_code(obj.docstring.value)
