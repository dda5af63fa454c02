"""The processes of a server, as Linux shows them."""

from __future__ import annotations

import contextlib
from pathlib import Path


def children(process: int) -> list[int]:
    return [
        int(child)
        for task in Path(f"/proc/{process}/task").iterdir()
        for child in (task / "children").read_text().split()
    ]


def command_of(process: int) -> str:
    return Path(f"/proc/{process}/cmdline").read_text().replace("\0", " ")


def workers_of(server: int) -> list[int]:
    """The processes that serve."""
    found = [child for child in children(server) if "tenka.server.nursery" in command_of(child)]
    return [worker for nursery in found for worker in children(nursery)]


def family_of(server: int) -> list[int]:
    return [process for child in children(server) for process in (child, *family_of(child))]


def is_alive(process: int) -> bool:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False
