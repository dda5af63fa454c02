"""Health, metrics, logs, stopping, upgrading, backup and restore."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from tenka.game import GameError
from tenka.server.app import make_app
from tenka.server.config import Config, read_config
from tenka.server.database import default_url
from tenka.terminal.warmup import WORD
from tests.server.client import BASIC, SECONDS, Node, Page, running

pytestmark = pytest.mark.slow


def test_health_and_metrics(guest: Page, node: Node) -> None:
    health = httpx.get(f"{node.url}/healthz").json()
    assert health["status"] == "ok"
    assert health["database"]
    text = httpx.get(f"{node.url}/metrics").text
    for name in (
        "tenka_connections",
        "tenka_rooms",
        "tenka_turns_total",
        "tenka_act_seconds_bucket",
        "tenka_responses_total",
    ):
        assert name in text


def test_logs_are_json_and_hold_no_secrets(tmp_path: Path) -> None:
    with running(Node(tmp_path, TENKA_LOG="json", TENKA_BOT_WORKERS="0")) as node:
        with Page(node.url).guest() as page:
            table = page.make_table("me", "open")
            httpx.get(f"{node.url}/api/tables/{table['id']}", params={"key": table["key"]})
            secrets = [page.http.cookies["tenka_session"], table["key"]]
            secrets.append(page.post("/api/tokens", {"label": "x", "scopes": ["read"]})["secret"])
        assert node.stop() == 0
    lines = [json.loads(line) for line in node.log.read_text().splitlines()]
    texts = [line["text"] for line in lines if line["name"].startswith("tenka") and line["text"] != WORD]
    assert texts == ["ready", "stopped"]
    assert not any(secret in node.log.read_text() for secret in secrets)


def test_a_server_that_stops_says_goodbye(tmp_path: Path) -> None:
    with running(Node(tmp_path, TENKA_BOT_WORKERS="0")) as node, Page(node.url).guest() as page, page.open() as line:
        line.until("welcome")
        assert node.process is not None
        node.process.terminate()
        assert line.until("goodbye")["reason"] == "restart"
        assert node.process.wait(20) == 0


def test_a_backup_of_a_running_server_can_be_restored(tmp_path: Path) -> None:
    """As docs/deploy.md says: sqlite3's own backup, while people play; and the file put back."""
    copy = tmp_path / "restored"
    copy.mkdir()
    with running(Node(tmp_path, TENKA_BOT_WORKERS="1")) as node, Page(node.url).guest() as page:
        table = page.make_table("me", "greedy", options=BASIC)["id"]
        source, target = sqlite3.connect(tmp_path / "server.db"), sqlite3.connect(copy / "server.db")
        source.backup(target)
        source.close()
        target.close()
        before = page.get(f"/api/tables/{table}")
        cookies = page.http.cookies
    with running(Node(copy, TENKA_BOT_WORKERS="1")) as node, Page(node.url) as page:
        page.http.cookies = cookies
        after = page.get(f"/api/tables/{table}")
        assert after["info"]["commitment"] == before["info"]["commitment"]
        assert after["position"]["seats"]["0"]["unseen"] is not None


def test_db_upgrade_makes_a_database_and_leaves_a_current_one_alone(tmp_path: Path) -> None:
    node = Node(tmp_path)
    for _ in range(2):
        command = [sys.executable, "-m", "tenka", "db", "upgrade"]
        done = subprocess.run(command, env=node.environment, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout) == (0, f"up to date: sqlite+aiosqlite:///{tmp_path / 'server.db'}\n")


def test_the_migrations_lead_to_the_tables_of_the_code(tmp_path: Path) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext
    from sqlalchemy import create_engine

    from tenka.server.database import metadata

    node = Node(tmp_path)
    subprocess.run([sys.executable, "-m", "tenka", "db", "upgrade"], env=node.environment, check=True)
    with create_engine(f"sqlite:///{tmp_path / 'server.db'}").connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []


@pytest.mark.parametrize(
    ("name", "value", "word"),
    [
        ("DATABASE_URL", "oracle://x", "sqlite or postgresql"),
        ("DATABASE_URL", "sqlite://", "in a file"),
        ("DATABASE_URL", "not a url", "looks like"),
        ("TENKA_BOT_WORKERS", "many", "TENKA_BOT_WORKERS is a number from 0 to 256, not 'many'"),
        ("TENKA_BOT_WORKERS", "257", "0 to 256, not '257'"),
        ("TENKA_BOT_PAUSE", "11", "TENKA_BOT_PAUSE is a number of seconds from 0 to 10, not '11'"),
        ("TENKA_EXHIBITION", "maybe", "TENKA_EXHIBITION is 1, or 0, not 'maybe'"),
        ("TENKA_BOT_PAUSE", "nan", "0 to 10, not 'nan'"),
        ("TENKA_BOT_WORKERS", "-1", "0 to 256, not '-1'"),
        ("TENKA_LIMITS", "few", "TENKA_LIMITS is a number such as 1, or 0 for no limits, not 'few'"),
        ("TENKA_LIMITS", "-1", "a number such as 1"),
        ("TENKA_LIMITS", "nan", "a number such as 1"),
        ("TENKA_LIMITS", "inf", "a number such as 1"),
        ("TENKA_LOG", "xml", "TENKA_LOG is text or json, not 'xml'"),
    ],
)
def test_bad_settings_are_refused(name: str, value: str, word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(GameError, match=word):
        make_app(read_config())


def test_settings_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = {
        "DATABASE_URL": "postgresql://tenka@db/tenka",
        "REDIS_URL": "redis://cache/0",
        "TENKA_BOT_WORKERS": "0",
        "TENKA_BOT_PAUSE": "1.5",
        "TENKA_LIMITS": "0.5",
        "TENKA_ORIGINS": "play.example.org:8443  example.org",
        "TENKA_LOG": "json",
        "TENKA_HOSTS": "Play.Example.org example.org",
        "TENKA_BOTS": "my_bots:Hasty  hasty",
    }
    for name, value in wanted.items():
        monkeypatch.setenv(name, value)
    origins = ("play.example.org:8443", "example.org")
    assert read_config() == Config(
        "postgresql://tenka@db/tenka",
        "redis://cache/0",
        0,
        1.5,
        0.5,
        origins,
        "json",
        ("play.example.org", "example.org"),
        guest_bots=("my_bots:Hasty", "hasty"),
    )
    for name in wanted:
        monkeypatch.setenv(name, "")
    assert read_config() == Config(default_url()), "an empty variable is as good as none"


def test_a_sqlite_that_is_too_old_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 31, 1))
    with pytest.raises(GameError, match=r"a server needs 3\.33 or newer"):
        make_app(Config(f"sqlite:///{tmp_path / 'server.db'}"))


def test_what_is_refused_at_the_start_is_a_sentence(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tenka", "serve", "--port", "0"]
    environment = Node(tmp_path, DATABASE_URL="oracle://x").environment
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=SECONDS)
    assert done.returncode == 2
    assert done.stderr.startswith("tenka: the database is sqlite or postgresql")
    assert "Traceback" not in done.stderr


def test_a_port_that_is_taken_or_is_none(node: Node) -> None:
    for port in (str(node.port), "99999", "x"):
        command = [sys.executable, "-m", "tenka", "serve", "--port", port]
        done = subprocess.run(
            command, env=node.environment, capture_output=True, text=True, check=False, timeout=SECONDS
        )
        assert done.returncode == 2
        assert done.stderr.startswith("tenka: ")
