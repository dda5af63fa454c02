"""The frames of WebSockets: uvicorn's protocol, but it reads a little of each connection at a time and writes at once.

uvicorn takes apart everything that has come before anybody else has a turn: a connection that is flooded with small
frames has a quarter of a megabyte waiting, which takes tens of milliseconds. And a message to a page went through a
task, the application's layers and a state machine, which cost more than to find out what to say.

Whole messages are paid for where they are taken (`socket.py`). Pings, pongs and parts of messages are not, and uvicorn
answers pings also where nobody reads the answers; so there may be only a few of them for each message.
"""

from __future__ import annotations

import struct
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

NAME = "tenka.frames"
"""Of the protocol among the extensions of an ASGI scope."""
BYTES_AT_ONCE = 2_048
"""Taken apart before others have a turn: a few messages of ours, or some hundred of the smallest frames."""
MOST_BETWEEN = 20
"""Pings, pongs and parts between two messages; a connection with more is closed. Clients ping every 20 seconds or so,
and send a message as often."""


class Frames(WebSocketsSansIOProtocol):
    """One connection."""

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self._unread = b""
        """What has come and was not looked at yet; as long as there is some, no more is read."""
        self._at = 0
        self._goes_on = False
        """Whether more of it will be looked at when the others have had their turn."""
        self._num_between = 0
        """Frames since the last message that were none."""

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
            self.handshake_complete = True  # also by a refusal, of which uvicorn would say that there was none
            self._look_later()

    def handle_ping(self) -> None:
        """Somebody wants to know whether the server is there."""
        if self._may_come():
            super().handle_ping()

    def handle_pong(self, event: Any) -> None:
        """An answer to a ping, or none."""
        if self._may_come():
            super().handle_pong(event)

    def handle_cont(self, event: Any) -> None:
        """A part of a message that began before."""
        if self._may_come():
            super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        """A message is whole. What calls itself a text and is none goes on as bytes, which the application refuses:
        uvicorn would write a traceback into the log."""
        self._num_between = 0
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.curr_msg_data_type = "bytes"
        super().send_receive_event_to_app()

    def _may_come(self) -> bool:
        self._num_between += 1
        if self._num_between > MOST_BETWEEN:
            self.transport.abort()
        return self._num_between <= MOST_BETWEEN

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

    def cut_off(self) -> None:
        """Ends the connection, also where somebody has not read what was sent."""
        self.transport.abort()

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
