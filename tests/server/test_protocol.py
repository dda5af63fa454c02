"""The page's types and the document say what the messages are."""

from tenka.server import protocol


def test_the_pages_types_are_those_of_the_messages() -> None:
    written = protocol.TYPESCRIPT.read_text(encoding="utf-8")
    assert written == protocol.typescript(), "run: python -m tenka.server.protocol"


def test_the_document_tells_of_the_messages_as_they_are() -> None:
    written = protocol.DOCUMENT.read_text(encoding="utf-8")
    assert written == protocol.document(), "run: python -m tenka.server.protocol"
