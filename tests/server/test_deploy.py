"""The examples of docs/deploy work: nginx in front of two nodes, and the unit for systemd."""

from __future__ import annotations

import configparser
import json
import random
import re
import subprocess
import time
from pathlib import Path

import pytest
import yaml

from tenka.server.app import make_app
from tenka.server.config import Config
from tests.server.client import BASIC, Page
from tests.server.conftest import Cluster
from tests.server.services import free_port, program, wait_for
from tests.server.test_play import take_turn

pytestmark = pytest.mark.slow

FOLDER = Path(__file__).parent.parent.parent / "docs" / "deploy"


def test_nginx_in_front_of_two_nodes(cluster: Cluster, tmp_path: Path) -> None:
    port = free_port()
    site = (FOLDER / "nginx.conf").read_text()
    for old, new in (("8001", cluster.first.port), ("8002", cluster.second.port), ("8080", port)):
        site = site.replace(old, str(new))
    (tmp_path / "site.conf").write_text(site)
    config = tmp_path / "nginx.conf"
    logs = f"pid {tmp_path}/pid; error_log {tmp_path}/error.log;"
    config.write_text(f"daemon off; {logs} events {{}} http {{ access_log off; include {tmp_path}/site.conf; }}")
    process = subprocess.Popen([program("nginx", "nginx"), "-c", str(config), "-p", str(tmp_path)])
    try:
        wait_for(port)
        with Page(f"http://localhost:{port}").guest() as page:
            table = page.make_table("me", "uniform", options={**BASIC, "first": "red"})["id"]
            for _ in range(6):  # any node answers
                assert page.get(f"/api/tables/{table}")["info"]["id"] == table
            with page.open() as line:
                choice = line.ask("watch", table=table)["choice"]
                assert take_turn(line, table, choice, random.Random(1))["type"] == "accepted"
                while line.until("event")["entry"].get("by") != "bot":
                    pass
            assert page.http.get("/metrics").status_code == 404
            with page.http.stream("GET", "/api/events") as stream:
                begin = time.monotonic()
                assert next(stream.iter_lines())
                assert time.monotonic() - begin < 3, "the stream is not held back"
    finally:
        process.terminate()
        process.wait(10)


def test_alerts_and_dashboard_ask_for_figures_that_there_are() -> None:
    rendered = make_app(Config("sqlite:///unused.db")).state.server.metrics.render().decode()
    known = set(re.findall(r"^# TYPE (\w+)", rendered, re.M))
    known |= {f"{name}{end}" for name in known for end in ("_bucket", "_total")}
    rules = yaml.safe_load((FOLDER / "alerts.yml").read_text())["groups"][0]["rules"]
    panels = json.loads((FOLDER / "dashboard.json").read_text())["panels"]
    asked = [rule["expr"] for rule in rules] + [target["expr"] for panel in panels for target in panel["targets"]]
    found = {name for text in asked for name in re.findall(r"tenka_\w+", text)}
    assert found - known == set()
    assert {"tenka_loop_lag_seconds_bucket", "tenka_commit_seconds_bucket", "tenka_bots_wait_seconds_bucket"} <= found
    assert all(rule["annotations"]["summary"] for rule in rules)


def test_the_unit_starts_the_server_with_options_that_there_are() -> None:
    unit = configparser.ConfigParser(interpolation=None, strict=False)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read(FOLDER / "tenka@.service")
    command = unit["Service"]["ExecStart"].split()
    assert command[1:] == ["serve", "--host", "127.0.0.1", "--port", "%i"]
    assert unit["Service"]["Restart"] == "always"
