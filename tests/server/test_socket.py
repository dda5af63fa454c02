"""The connection itself: who says nothing for long is sent away, and who says something is not."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tenka.server import socket
from tenka.server.config import Config
from tests.server.client import inside


@pytest.fixture
def line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ClientConnection]:
    """A connection to a server in this process that expects a ping every half second."""
    monkeypatch.setattr(socket, "SECONDS_BETWEEN_PINGS", 0.5)
    with (
        inside(Config(f"sqlite:///{tmp_path}/tenka.db", bot_workers=0)) as url,
        connect(f"{url.replace('http', 'ws')}/api/socket", additional_headers={"Origin": url}) as connection,
    ):
        assert receive(connection)["type"] == "welcome"
        yield connection


def receive(line: ClientConnection) -> Any:
    return json.loads(line.recv(timeout=10))


def test_a_connection_that_is_silent_for_three_pings_is_closed(line: ClientConnection) -> None:
    assert receive(line) == {"type": "goodbye", "reason": "silent", "after": 0.0}
    with pytest.raises(ConnectionClosed) as closed:
        receive(line)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == socket.POLICY


def test_a_connection_that_pings_stays_open(line: ClientConnection) -> None:
    for number in range(1, 8):  # two seconds in all, and nobody may be silent for one and a half
        time.sleep(0.3)
        line.send(json.dumps({"type": "ping", "id": number}))
        assert receive(line)["type"] == "pong"
