"""The games of a plan on a Ray cluster: its nodes play, this machine writes the records and keeps the journal.

Nothing of the program is sent to the nodes. tenka must be installed on them with the same sources, and so must be the
modules of players that are not ours: of one that is given as an object only what it holds is sent.
"""

from __future__ import annotations

import logging
import os
import re
import socket
import sys
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from tenka.arena.journal import record_path
from tenka.arena.match import GameResult, play_numbered
from tenka.arena.plan import Plan
from tenka.game import GameError
from tenka.players import is_own
from tenka.players.others import find_player
from tenka.record import write_file

os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # Ray reads it when it is loaded, and shall not report home

try:
    import grpc
    import ray
    import ray._private.worker as ray_worker
    from ray.exceptions import RayError, RayTaskError
except ImportError as error:
    raise GameError(
        f"--cluster needs Ray, and {error.name} is not installed; install it with: "
        f"{sys.executable} -m pip install ray grpcio"
    ) from None

SECONDS_TO_CONNECT = 10.0
SECONDS_TO_WAIT = 10.0
"""For a processor that is free, and between two looks whether there is still a node."""

AHEAD = 2
"""Tasks that lie ready for each processor of the cluster."""
SECONDS_A_TASK = 1.0
"""About as much play is lost with a node for each of its processors, or else one game."""
MOST_GAMES_A_TASK = 32
TRIES = 5
"""So often a task is given to another node after one has died, before it is held for the task's fault."""

ray_worker.print_to_stdstream = lambda *_, **__: None
"""Ray tells of dead nodes and tasks on standard output, which is for results, and has no switch for it."""

_ADDRESS = re.compile(r"([\w.-]+):([0-9]{1,5})")


class Cluster:
    """A connection to a cluster that is running: ``with Cluster(address) as cluster``."""

    def __init__(self, address: str) -> None:
        """Takes ``HOST:PORT``, or ``auto`` for the cluster that this machine belongs to; else raises GameError."""
        if address != "auto" and not _ADDRESS.fullmatch(address):
            raise GameError(
                f"--cluster is the address of a Ray cluster, such as 10.0.0.1:6379, or auto on one of its nodes, "
                f"not {address[:40]}"
            )
        self.address = address

    def __enter__(self) -> Cluster:
        """Connects; raises GameError where nobody answers, or where no processor is free."""
        if self.address != "auto" and os.environ.get("RAY_USE_TLS", "0") == "0":
            self._knock()
        try:
            ray.init(self.address, logging_level=logging.CRITICAL, log_to_driver=False)
        except (ConnectionError, OSError, RuntimeError, ValueError, AssertionError) as error:
            ray.shutdown()
            raise GameError(f"cannot join the Ray cluster at {self.address}: {_first_sentence(error)}") from None
        try:
            self._find_processor()
        except BaseException:
            ray.shutdown()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        """Whatever still plays is stopped by Ray when the connection ends."""
        ray.shutdown()

    def play(self, plan: Plan, todo: Iterator[int], folder: Path | None) -> Iterator[list[GameResult]]:
        """The games with these numbers as they finish, their records written. Raises GameError.

        If a node dies, Ray gives its tasks to others. What a game is depends on the plan and its number only, so it
        is the same game there.
        """
        task = ray.remote(num_cpus=1, max_retries=TRIES)(play_games)
        shared = self._share(plan)
        running: set[Any] = set()
        games_a_task = 1
        while True:
            free = AHEAD * max(_count_processors(), 1) - len(running)
            while free > 0 and (numbers := list(islice(todo, games_a_task))):
                running.add(task.remote(shared, numbers))
                free -= 1
            if not running:
                return
            done, _ = ray.wait(list(running), timeout=SECONDS_TO_WAIT)
            if not done and not _count_processors():
                raise GameError(f"the Ray cluster at {self.address} has no node left that could play")
            for reference in done:
                running.discard(reference)
                games, seconds = self._get(plan, reference)
                games_a_task = min(max(int(SECONDS_A_TASK * len(games) / seconds), 1), MOST_GAMES_A_TASK)
                if folder is not None:
                    for result, record in games:
                        write_file(record_path(folder, plan, result.number), record)
                yield [result for result, _ in games]

    def _knock(self) -> None:
        """Ray itself would wait for over a minute where nobody answers, or somebody who is not Ray."""
        host, _, port = self.address.rpartition(":")
        try:
            socket.create_connection((host, int(port)), SECONDS_TO_CONNECT).close()
            with grpc.insecure_channel(self.address) as channel:
                grpc.channel_ready_future(channel).result(timeout=SECONDS_TO_CONNECT)
        except (OSError, OverflowError, grpc.FutureTimeoutError):
            raise GameError(
                f"no Ray cluster answers at {self.address}; 'ray status' on its head node says whether it runs, "
                f"and 'ray start --head' prints its address"
            ) from None

    def _find_processor(self) -> None:
        deadline = time.monotonic() + SECONDS_TO_WAIT
        while ray.available_resources().get("CPU", 0) < 1:
            processors = _count_processors()
            if not processors:
                raise GameError(f"the Ray cluster at {self.address} has no processors to play on; add a node to it")
            if time.monotonic() > deadline:
                raise GameError(
                    f"none of the {processors} processors of the Ray cluster at {self.address} is free; "
                    f"try again when other work there is done"
                )
            time.sleep(0.2)

    def _share(self, plan: Plan) -> Any:
        """The plan where all nodes find it: it may hold a player with all its weights."""
        try:
            return ray.put(plan)
        except Exception as error:  # whatever its author has in it
            names = ", ".join(plan.brought)
            raise GameError(f"the player {names} cannot be sent to a cluster: {_first_sentence(error)}") from None

    def _get(self, plan: Plan, reference: Any) -> tuple[list[tuple[GameResult, str]], float]:
        try:
            games: tuple[list[tuple[GameResult, str]], float] = ray.get(reference)
        except RayTaskError as error:
            if isinstance(error.cause, GameError):
                raise GameError(str(error.cause)) from None
            found = re.search(r"ip=([\w.:]+)", str(error))
            node = f"the node {found[1] if found else '?'} of the Ray cluster"
            if "No module named 'tenka" in str(error):
                raise GameError(f"{node} cannot import this tenka; install the same version on every node") from None
            missing = re.search(r"No module named ('[\w.]+')", str(error))
            if missing and plan.brought:
                raise GameError(
                    f"{node} cannot load the player {', '.join(plan.brought)}: there is no module {missing[1]}; "
                    f"install it on every node"
                ) from None
            raise
        except RayError as error:
            raise GameError(
                f"the Ray cluster at {self.address} gave a game up: {_first_sentence(error)}; "
                f"with --records the same command goes on"
            ) from None
        return games


def play_games(plan: Plan, numbers: list[int]) -> tuple[list[tuple[GameResult, str]], float]:
    """Runs on a node: these games with their records, and the seconds they took. Raises GameError for other sources."""
    if not plan.is_of_this_program():
        raise GameError(f"the node {socket.gethostname()} of the Ray cluster {_what_is_other(plan)}")
    begin = time.perf_counter()
    games = [play_numbered(plan, number) for number in numbers]
    return games, time.perf_counter() - begin


def _what_is_other(plan: Plan) -> str:
    """Why a node cannot play a plan. That a player of others is not there comes first: it is easily forgotten."""
    named = [name for name in plan.players if name not in plan.brought and not is_own(name, plan.game)]
    for name in named:
        try:
            find_player(name, plan.game)
        except GameError as error:
            return f"cannot load the player {name}: {error}; install it on every node"
    if named:
        return (
            f"has another {' or '.join(named)} than this machine, or other sources of tenka; install the same version "
            f"of both on every node"
        )
    return "has other sources of tenka than this machine; install the same version on every node"


def _count_processors() -> int:
    """Of all nodes that are alive, in use or not."""
    return int(ray.cluster_resources().get("CPU", 0))


def _first_sentence(error: Exception) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[0].rstrip(".:") if lines else type(error).__name__
