"""A WebSocket client that costs next to nothing, for measuring servers on the machine that they run on.

It knows what our servers send, and no more: whole frames, not compressed, in text. It masks with zeros, which is
allowed and leaves the text as it is.
"""

from __future__ import annotations

import asyncio
import base64
import secrets
import struct
from collections import deque
from urllib.parse import urlsplit


class Wire(asyncio.Protocol):
    """One connection, with the same words as that of the package websockets."""

    def __init__(self) -> None:
        self._transport: asyncio.Transport | None = None
        self._buffer = b""
        self._is_open = False
        self._messages: deque[bytes] = deque()
        self._is_something_there = asyncio.Event()
        self._is_lost = False

    @classmethod
    async def connect(cls, url: str, headers: dict[str, str]) -> Wire:
        """Connects; raises ConnectionError where the server does not want it."""
        parts = urlsplit(url)
        loop = asyncio.get_running_loop()
        transport, wire = await loop.create_connection(cls, parts.hostname or "127.0.0.1", parts.port or 80)
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        key = base64.b64encode(secrets.token_bytes(16)).decode()
        lines = [f"GET {path} HTTP/1.1", f"Host: {parts.netloc}", "Upgrade: websocket", "Connection: Upgrade"]
        lines += [f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        transport.write("\r\n".join([*lines, "", ""]).encode())
        await wire._wait()
        if not wire._is_open:
            raise ConnectionError(f"the server does not want a WebSocket at {url}: {wire._buffer[:80]!r}")
        return wire

    async def send(self, text: str) -> None:
        """Sends one message."""
        body = text.encode()
        is_short = len(body) < 126
        size = struct.pack(">B", 0x80 | len(body)) if is_short else struct.pack(">BH", 0xFE, len(body))
        self._write(b"\x81" + size + b"\0\0\0\0" + body)

    def _write(self, frame: bytes) -> None:
        assert self._transport is not None
        self._transport.write(frame)

    async def recv(self) -> bytes:
        """The next message; raises ConnectionError at the end."""
        while not self._messages:
            if self._is_lost:
                raise ConnectionError("the server has closed the connection")
            await self._wait()
        return self._messages.popleft()

    async def close(self) -> None:
        """Hangs up."""
        if self._transport is not None:
            self._transport.abort()

    async def _wait(self) -> None:
        self._is_something_there.clear()
        await self._is_something_there.wait()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begins."""
        self._transport = transport  # type: ignore[assignment]

    def connection_lost(self, exc: Exception | None) -> None:
        """Ends."""
        self._is_lost = True
        self._is_something_there.set()

    def data_received(self, data: bytes) -> None:
        """Some bytes: first the answer to the request, then frames."""
        buffer = self._buffer + data if self._buffer else data
        if not self._is_open:
            head, end, rest = buffer.partition(b"\r\n\r\n")
            self._buffer = buffer
            if not end:
                return
            self._is_something_there.set()
            if not head.startswith(b"HTTP/1.1 101"):
                return
            self._is_open, buffer = True, rest
        begin = 0
        while (end_of := self._end_of_frame(buffer, begin)) is not None:
            start, end_at = end_of
            if buffer[begin] & 0x0F == 1:
                self._messages.append(buffer[start:end_at])
            elif buffer[begin] & 0x0F == 9:  # a ping: its pong brings the same bytes back
                self._write(bytes([0x8A, 0x80 | end_at - start]) + b"\0\0\0\0" + buffer[start:end_at])
            begin = end_at
        self._buffer = buffer[begin:]
        if self._messages:
            self._is_something_there.set()

    @staticmethod
    def _end_of_frame(buffer: bytes, begin: int) -> tuple[int, int] | None:
        """Where a frame's text begins and ends; None: it is not whole yet."""
        if len(buffer) < begin + 2:
            return None
        size, start = buffer[begin + 1] & 0x7F, begin + 2
        if size >= 126:
            form, width = (">H", 2) if size == 126 else (">Q", 8)
            if len(buffer) < start + width:
                return None
            size, start = struct.unpack_from(form, buffer, start)[0], start + width
        return (start, start + size) if len(buffer) >= start + size else None
