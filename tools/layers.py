"""Contracts for ``lint-imports`` in which ``*`` stands for every title: pyproject.toml has to name none."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from importlinter.contracts.forbidden import ForbiddenContract
from importlinter.contracts.layers import LayersContract

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
from tenka.games import GAMES  # noqa: E402 - lint-imports runs from anywhere

TITLES = [package.removeprefix("tenka.") for package in GAMES.values() if package.startswith("tenka.")]


class TitleLayers(LayersContract):
    """Layers of the package. ``*.terminal``: that part of every title. ``*``: all their modules that no layer names."""

    type_name = "title_layers"

    def __init__(self, name: str, session_options: dict[str, Any], contract_options: dict[str, Any]) -> None:
        layers: list[str] = contract_options["layers"]
        named = {layer.removeprefix("*.") for layer in layers if layer.startswith("*.")}
        given = {
            **contract_options,
            "layers": [expanded for layer in layers if (expanded := _expand(layer, named))],
            "exhaustive_ignores": [*contract_options["exhaustive_ignores"], *TITLES],
        }
        super().__init__(name, session_options, given)


def _expand(layer: str, named: set[str]) -> str:
    if layer == "*":
        return " : ".join(f"{title}.{part}" for title in TITLES for part in _parts(title) if part not in named)
    if layer.startswith("*."):
        return " | ".join(f"({title}.{layer.removeprefix('*.')})" for title in TITLES)
    return layer


def _parts(title: str) -> list[str]:
    """The modules and packages right below a title."""
    folder = ROOT / "tenka" / title
    return sorted(
        path.stem
        for path in folder.iterdir()
        if (path.suffix == ".py" and path.stem != "__init__") or (path / "__init__.py").exists()
    )


class NoTitle(ForbiddenContract):
    """Nothing may import a title, except for the title itself: others ask `tenka.games`."""

    type_name = "no_title"

    def __init__(self, name: str, session_options: dict[str, Any], contract_options: dict[str, Any]) -> None:
        titles = [f"tenka.{title}" for title in TITLES]
        super().__init__(name, session_options, {**contract_options, "forbidden_modules": titles})
