"""The frames of WebSockets: uvicorn's protocol, but it reads a little of each connection at a time and writes at once.

uvicorn takes apart everything that has come before anybody else has a turn: a connection that is flooded with small
frames has a quarter of a megabyte waiting, which takes tens of milliseconds. And a message to a page went through a
task, the application's layers and a state machine, which cost more than to find out what to say.
"""

from __future__ import annotations

import struct
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

NAME = "tenka.frames"
"""Of the protocol among the extensions of an ASGI scope."""
BYTES_AT_ONCE = 2_048
"""Taken apart before others have a turn: a few messages of ours, or some hundred of the smallest frames."""


class Frames(WebSocketsSansIOProtocol):
    """One connection."""

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self._unread = b""
        """What has come and was not looked at yet; as long as there is some, no more is read."""
        self._at = 0
        self._goes_on = False
        """Whether more of it will be looked at when the others have had their turn."""

    # --- what comes in

    def data_received(self, data: bytes) -> None:
        """Some bytes."""
        self._unread = self._unread[self._at :] + data
        self._at = 0
        if not self._goes_on and self._may_go_on():
            self._look()

    def _may_go_on(self) -> bool:
        """Whether the application has what was looked at; after a farewell it takes nothing any more."""
        return self.queue.empty() or self.close_sent

    def _look(self) -> None:
        self._goes_on = False
        part = self._unread[self._at : self._at + BYTES_AT_ONCE]
        self._at += len(part)
        if self._at >= len(self._unread):
            self._unread, self._at = b"", 0
        if self.disconnected or not part:
            return
        super().data_received(part)
        if self.transport.is_closing():
            return
        if self._unread:
            if not self.read_paused:
                self.read_paused = True
                self.transport.pause_reading()
            self._look_later()
        elif self._may_go_on():  # half a message, perhaps: its rest is still to come
            self._read_on()

    def _look_later(self) -> None:
        if self._unread and not self._goes_on and self._may_go_on():
            self._goes_on = True
            self.loop.call_soon(self._look)

    async def receive(self) -> Any:
        """The next message, for the application."""
        message = await self.queue.get()
        if self.queue.empty():
            if self._unread:
                self._look_later()
            else:
                self._read_on()
        return message

    def _read_on(self) -> None:
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()

    async def send(self, message: Any) -> None:
        """What the application sends, other than text: that goes through `write`."""
        await super().send(message)
        if self.close_sent:
            self._look_later()

    def handle_connect(self, event: Any) -> None:
        """Somebody wants a WebSocket."""
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][NAME] = self  # type: ignore[assignment]

    # --- what goes out

    @property
    def is_free(self) -> bool:
        """Whether the connection takes more at once."""
        return self.writable.is_set()

    @property
    def is_over(self) -> bool:
        """Whether nobody gets what is written any more."""
        return self.disconnected or self.close_sent

    async def wait_until_free(self) -> None:
        """Until the connection takes more, or is over."""
        await self.writable.wait()

    def write(self, text: bytes) -> None:
        """Sends a text, unless the connection is over."""
        if self.is_over:
            return
        size = len(text)
        if size < 126:
            head = struct.pack(">BB", 0x81, size)
        elif size < 65_536:
            head = struct.pack(">BBH", 0x81, 126, size)
        else:
            head = struct.pack(">BBQ", 0x81, 127, size)
        self.transport.write(head + text)
