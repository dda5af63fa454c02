"""The processes of a server, as Linux shows them."""

from __future__ import annotations

import argparse
import contextlib
import os
from collections.abc import Iterator
from pathlib import Path


def children(process: int) -> list[int]:
    found: list[str] = []
    for task in Path(f"/proc/{process}/task").iterdir():
        with contextlib.suppress(OSError):  # a thread that has ended meanwhile
            found += (task / "children").read_text().split()
    return [int(child) for child in found]


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


# --- who runs on which cores ----------------------------------------------------------------------------------------


def add_cores(parser: argparse.ArgumentParser) -> None:
    """Options that keep a server and those who call it apart, as if they had a machine each."""
    parser.add_argument("--server-cores", type=cores, metavar="LIST", help="where the server runs, such as 0,1")
    parser.add_argument("--client-cores", type=cores, metavar="LIST", help="where all others run, such as 2-15")


def cores(text: str) -> frozenset[int]:
    """Cores by their numbers, such as 0,1 or 2-15; they must be there, and ours."""
    if not hasattr(os, "sched_setaffinity"):
        raise argparse.ArgumentTypeError("only Linux can keep processes on cores; leave the option out")
    try:
        ends = [[int(end) for end in part.split("-", 1)] for part in text.split(",")]
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no list of cores such as 0,1 or 2-15") from None
    wanted = frozenset(core for end in ends for core in range(end[0], end[-1] + 1))
    missing = sorted(wanted - os.sched_getaffinity(0))
    if missing or not wanted:
        there = ", ".join(str(core) for core in sorted(os.sched_getaffinity(0)))
        raise argparse.ArgumentTypeError(f"not all cores of {text!r} are there; there are {there}")
    return wanted


@contextlib.contextmanager
def on_cores(wanted: frozenset[int] | None) -> Iterator[None]:
    """What is started meanwhile stays on these cores, with all that it starts; None: wherever we are ourselves."""
    if wanted is None:
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, wanted)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def describe_cores(server: frozenset[int] | None, others: frozenset[int] | None) -> str:
    """Who ran where."""
    if server is None and others is None:
        return "server and clients on the same cores"
    if server and others and not server & others:
        return f"the server on {len(server)} cores, clients on {len(others)} others"
    return "server and clients partly on the same cores"
