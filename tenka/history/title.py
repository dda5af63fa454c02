"""History of the Samurai, in short."""

from __future__ import annotations

import os
from pathlib import Path

from tenka.title import Option, Title


def use_data(folder: str) -> str:
    """The folder as an option, known also to the processes that this one starts; raises GameError."""
    from tenka.history.tables import FOLDER_VARIABLE, load_folder

    path = Path(folder).expanduser().resolve()
    load_folder(Path(folder))
    os.environ[FOLDER_VARIABLE] = str(path)
    return str(path)


TITLE = Title(
    name="History of the Samurai",
    author="Tajima",
    players=(2, 3, 4, 5, 6),
    options=(
        Option(
            "data",
            "Other map and card data: a folder like tenka/history/data.",
            metavar="DIR",
            read=use_data,
            is_place=True,
        ),
    ),
    max_decisions=2000,
    max_rolls=800,
)
