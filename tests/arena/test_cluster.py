"""On a cluster the games are the same, even if a node dies; and whatever is wrong with it is told in a sentence."""

from __future__ import annotations

import importlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import tenka
from tenka.arena.journal import Journal, journal_path
from tenka.arena.plan import Plan
from tenka.arena.workers import play_plan
from tenka.game import GameError
from tests.arena.conftest import plan_of

ROOT = Path(tenka.__file__).parent.parent
GAMES = 240
ARGUMENTS = ["match", "--players", "uniform,greedy", "--basic", "--games", str(GAMES), "--seed", "5"]
PLAN = plan_of("uniform,greedy", GAMES, seed=5)
SECONDS = 90.0
"""More than anything here takes, on any machine."""


class RayCluster:
    """Ray on this machine: a head without processors, and nodes with one each."""

    def __init__(self) -> None:
        from ray.cluster_utils import Cluster

        head = {"num_cpus": 0, "include_dashboard": False, "object_store_memory": 80_000_000}
        self.cluster: Any = Cluster(
            initialize_head=True,
            head_node_args={
                **head,
                "_system_config": {"health_check_period_ms": 500, "health_check_failure_threshold": 3},
            },
        )
        self.address = str(self.cluster.address)

    def add_node(self, **env: str) -> Any:
        """One more node, with these variables in its environment."""
        return self.cluster.add_node(num_cpus=1, object_store_memory=80_000_000, env_vars=env or None)

    def close(self) -> None:
        self.cluster.shutdown()


@pytest.fixture
def ray_cluster(monkeypatch: pytest.MonkeyPatch) -> Iterator[RayCluster]:
    pytest.importorskip("ray")
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    # Sockets lie below this folder, and their paths must be short.
    with tempfile.TemporaryDirectory(prefix="tenka-", dir="/tmp", ignore_cleanup_errors=True) as folder:
        monkeypatch.setenv("RAY_TMPDIR", folder)
        cluster = RayCluster()
        try:
            yield cluster
        finally:
            cluster.close()


def command(address: str, folder: Path) -> list[str]:
    return [sys.executable, "-m", "tenka", *ARGUMENTS, "--cluster", address, "--records", str(folder)]


def wait_until(is_so: Callable[[], bool], process: subprocess.Popen[str]) -> None:
    deadline = time.monotonic() + SECONDS
    while not is_so():
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.01)


def finished(folder: Path) -> int:
    path = journal_path(folder, "match")
    return max(path.read_bytes().count(b"\n") - 1, 0) if path.exists() else 0


def children(parent: int) -> dict[int, str]:
    lines = subprocess.run(["ps", "-A", "-o", "pid=,ppid=,args="], capture_output=True, text=True, check=True).stdout
    rows = (line.split(maxsplit=2) for line in lines.splitlines())
    return {int(row[0]): row[2] for row in rows if int(row[1]) == parent}


def play_here(plan: Plan, folder: Path) -> None:
    journal = Journal(folder, plan)
    list(play_plan(plan, journal, workers=1))
    journal.close()


@pytest.mark.slow
def test_a_node_dies_and_the_result_is_that_of_one_machine_game_by_game(
    ray_cluster: RayCluster, tmp_path: Path
) -> None:
    doomed = ray_cluster.add_node()
    ray_cluster.add_node()
    folder = tmp_path / "cluster"
    with subprocess.Popen(
        command(ray_cluster.address, folder), text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        raylet = doomed.all_processes["raylet"][0].process.pid
        wait_until(lambda: finished(folder) >= 20, process)
        wait_until(lambda: any("play_games" in name for name in children(raylet).values()), process)
        for victim in (raylet, *children(raylet)):
            os.kill(victim, signal.SIGKILL)
        assert finished(folder) < GAMES, "the match was over before the node died"
        out, err = process.communicate(timeout=SECONDS)
    assert process.returncode == 0, err
    assert f"{GAMES} games in" in out
    assert "raylet" not in out, "what Ray says of its nodes is no result of ours"
    assert err == ""
    play_here(PLAN, tmp_path / "here")
    of_cluster, of_one = (
        journal_path(tmp_path / name, "match").read_text().splitlines() for name in ("cluster", "here")
    )
    assert len(of_cluster) == GAMES + 1
    assert of_cluster[0] == of_one[0]
    assert sorted(of_cluster) == sorted(of_one)
    for path in (tmp_path / "here").glob("*.game"):
        assert (folder / path.name).read_text() == path.read_text()


@pytest.mark.slow
def test_nodes_that_cannot_play_are_told(ray_cluster: RayCluster, tmp_path: Path) -> None:
    def refusal() -> str:
        done = subprocess.run(
            command(ray_cluster.address, tmp_path / "records"),
            cwd=tmp_path,  # because on this machine nodes would look for tenka where the command is given
            text=True,
            capture_output=True,
            timeout=SECONDS,
            check=False,
        )
        assert done.returncode == 2, done.stderr
        assert done.stdout == ""
        return done.stderr

    assert "has no processors to play on" in refusal()
    assert not (tmp_path / "records").exists()
    shutil.copytree(ROOT / "tenka", tmp_path / "other" / "tenka")
    with (tmp_path / "other" / "tenka" / "table.py").open("a") as file:
        file.write("# another one\n")
    other = ray_cluster.add_node(PYTHONPATH=str(tmp_path / "other"))
    assert "has other sources of tenka than this machine; install the same version on every node" in refusal()
    assert finished(tmp_path / "records") == 0
    ray_cluster.cluster.remove_node(other, allow_graceful=False)
    (tmp_path / "none").mkdir()
    (tmp_path / "none" / "tenka.py").touch()
    ray_cluster.add_node(PYTHONPATH=str(tmp_path / "none"))
    assert "of the Ray cluster cannot import this tenka; install the same version on every node" in refusal()


def test_who_does_not_answer_is_told_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("ray")
    from tenka.arena import cluster

    monkeypatch.setattr(cluster, "SECONDS_TO_CONNECT", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        with pytest.raises(GameError, match=f"no Ray cluster answers at 127.0.0.1:{port};"):
            cluster.Cluster(f"127.0.0.1:{port}").__enter__()
    for address in (f"127.0.0.1:{port}", "nowhere.invalid:6379", "127.0.0.1:99999"):
        with pytest.raises(GameError, match="no Ray cluster answers at"):
            cluster.Cluster(address).__enter__()


@pytest.mark.parametrize("address", ["", "here", "10.0.0.1", "10.0.0.1:", "http://10.0.0.1:6379", "local"])
def test_an_address_has_a_host_and_a_port(address: str) -> None:
    pytest.importorskip("ray")
    from tenka.arena.cluster import Cluster

    with pytest.raises(GameError, match=r"such as 10\.0\.0\.1:6379"):
        Cluster(address)


def test_without_ray_the_command_that_installs_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    monkeypatch.delitem(sys.modules, "tenka.arena.cluster", raising=False)
    with pytest.raises(GameError, match=r"--cluster needs Ray, and ray is not installed; install it with: .* -m pip"):
        importlib.import_module("tenka.arena.cluster")


BOTS = "class Hasty:\n    def decide(self, view, legal, rng):\n        return legal[0]\n"
SENT = """
import sys
from tenka.arena.cluster import Cluster
from tenka.arena.plan import make_plan
from tenka.game import GameError
from tenka.games import get_game
from lone_bots import Hasty

rules = get_game("samurai")
for player in ("lone_bots:Hasty", Hasty(), Hasty):
    plan = make_plan("match", rules, rules.options({"players": 2}), [player, "uniform"], 2, 1)
    try:
        with Cluster(sys.argv[1]) as cluster:
            print(len(list(cluster.play(plan, iter([1, 2]), None))))
    except GameError as error:
        print(error)
"""


@pytest.mark.slow
def test_a_node_without_a_players_module_is_told_with_both_names(ray_cluster: RayCluster, tmp_path: Path) -> None:
    for folder, text in (("here", BOTS), ("other", f"{BOTS}# another one\n")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "lone_bots.py").write_text(text)
    (tmp_path / "empty").mkdir()

    def answers() -> list[str]:
        done = subprocess.run(
            [sys.executable, "-c", SENT, ray_cluster.address],
            cwd=tmp_path / "empty",  # because on this machine nodes would look for modules where the command is given
            env={**os.environ, "PYTHONPATH": str(tmp_path / "here")},
            text=True,
            capture_output=True,
            timeout=SECONDS,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.splitlines()

    node = ray_cluster.add_node(PYTHONPATH=str(tmp_path / "empty"))
    named, sent, made = answers()
    for told, player in ((named, "lone_bots:Hasty"), (sent, "Hasty"), (made, "Hasty")):
        assert told.startswith("the node ")
        assert f"of the Ray cluster cannot load the player {player}: there is no module 'lone_bots'" in told
        assert told.endswith("; install it on every node")
    ray_cluster.cluster.remove_node(node, allow_graceful=False)
    ray_cluster.add_node(PYTHONPATH=str(tmp_path / "other"))
    assert "has another lone_bots:Hasty than this machine, or other sources of tenka" in answers()[0]
