"""The page's types and the document say what the messages are."""

from pathlib import Path

import pytest

from tenka.games import GAMES
from tenka.server import protocol
from tools import client


@pytest.mark.parametrize("path", protocol.files(), ids=lambda path: str(path.relative_to(protocol.ROOT)))
def test_the_pages_types_and_the_document_are_those_of_the_messages(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == protocol.files()[path], "run: python -m tenka.server.protocol"


def test_the_types_of_the_pages_shell_name_no_game() -> None:
    shell = protocol.typescript().lower()
    assert not [game for game in GAMES if game in shell]


def test_every_type_is_in_one_file_only() -> None:
    own = [model.__name__ for game in GAMES for model in protocol.models_of_title(game)]
    shell = [model.__name__ for model in protocol.models()]
    assert own
    assert not set(own) & set(shell)


def test_nothing_is_written_as_json_beside_the_types_of_the_messages() -> None:
    sources = sorted((protocol.ROOT / "tenka" / "server").glob("*.py"))
    assert len(sources) > 20
    for word in ("to_json", "JSONResponse"):
        found = [path.name for path in sources if word in path.read_text(encoding="utf-8")]
        assert found == (["messages.py"] if word == "to_json" else [])


def test_the_pages_http_client_is_that_of_the_server() -> None:
    assert client.is_fresh(), "run: python -m tools.client"


def test_the_pages_http_client_names_messages_and_no_game() -> None:
    text = client.CLIENT.read_text(encoding="utf-8")
    assert "messages.TableInfo" in text
    assert not [game for game in GAMES if game in text.lower()]
