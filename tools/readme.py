"""The README as the package index shows it, where no file lies beside it.

For the build, so only the standard library.
"""

from __future__ import annotations

import re
from collections.abc import Callable

LINK = re.compile(r"(?P<picture>!?)\[(?P<text>[^\]]*)\]\((?P<target>[^)\s]+)\)")
ASIDE = re.compile(r"\s\((?:\[[^\]]*\]\([^)\s]+\)(?:, )?)+\)")
"""A parenthesis of nothing but links."""
FENCES = re.compile(r"(?ms)^```.*?^```$")
ELSEWHERE = ("https://", "http://", "mailto:")


def for_index(markdown: str, source: str = "", version: str = "") -> str:
    """With absolute links into the project's public sources; without such an address its links are plain words.

    >>> for_index("See [the rules](docs/samurai.md#end) ([more](docs/page.md)).")
    'See the rules.'
    >>> for_index("See [the rules](docs/samurai.md#end).", "https://forge.example/tenka", "0.2.0")
    'See [the rules](https://forge.example/tenka/blob/v0.2.0/docs/samurai.md#end).'
    """

    def replace(found: re.Match[str]) -> str:
        if found["target"].startswith(ELSEWHERE):
            return found[0]
        if not source:
            return "" if found["picture"] else found["text"]
        kind = "raw" if found["picture"] else "blob"
        return f"{found['picture']}[{found['text']}]({source}/{kind}/v{version}/{found['target']})"

    return outside_fences(markdown, lambda prose: "\n\n".join(_paragraphs(prose, replace, not source)))


def _paragraphs(prose: str, replace: Callable[[re.Match[str]], str], without_asides: bool) -> list[str]:
    """Without those, and those tables, in which there were only pictures."""
    if without_asides:
        prose = ASIDE.sub("", prose)
    pairs = ((paragraph, LINK.sub(replace, paragraph)) for paragraph in prose.split("\n\n"))
    return [new for old, new in pairs if new == old or new.strip(" |-\n")]


def links_that_break(markdown: str) -> list[str]:
    """Targets that lead nowhere from the index's page.

    >>> links_that_break("[Rules](docs/samurai.md), [more](https://forge.example)")
    ['docs/samurai.md']
    """
    prose = FENCES.sub("", markdown)
    return [found["target"] for found in LINK.finditer(prose) if not found["target"].startswith(ELSEWHERE)]


def outside_fences(markdown: str, change: Callable[[str], str]) -> str:
    """What is shown as code stays as it is."""
    parts: list[str] = []
    place = 0
    for fence in FENCES.finditer(markdown):
        parts += [change(markdown[place : fence.start()]), fence[0]]
        place = fence.end()
    return "".join([*parts, change(markdown[place:])])
