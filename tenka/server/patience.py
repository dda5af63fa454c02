"""How long a connection may take to say what it wants, and how many may be open from one address.

uvicorn waits for the rest of a request's head as long as it takes: a thousand half requests kept everybody else out.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Any, ClassVar

from uvicorn.protocols.http.auto import AutoHTTPProtocol

from tenka.server.limits import network_of

SECONDS_FOR_HEAD = 10.0
MOST_CONNECTIONS = 600
"""From one address, before they are WebSockets, which are counted by person too. A proxy in front has as many as it
likes: it is the same that uvicorn believes who its clients are."""


class PatientProtocol(AutoHTTPProtocol):  # type: ignore[misc, valid-type]
    """uvicorn's own, with a clock."""

    _num_open: ClassVar[Counter[str]] = Counter()
    num_workers: ClassVar[int] = 1
    """That share the connections, and with them what one address may have."""
    hand_over: ClassVar[Callable[[int, bytes], bool] | None] = None
    """Of a worker: whether a connection that begins so has been given to another one."""

    def __init__(self, *args: Any, handed: bytes | None = None, **named: Any) -> None:
        """Handed: what another worker has read already."""
        super().__init__(*args, **named)
        self._until_head: asyncio.TimerHandle | None = None
        self._address: str | None = None
        self._handed = handed
        self._is_between = handed is None
        """Whether the next bytes begin a request."""

    def connection_made(self, transport: asyncio.Transport) -> None:
        """Begins to wait for a head."""
        super().connection_made(transport)
        peer = self.client[0] if self.client else ""
        if peer and peer not in str(self.config.forwarded_allow_ips).split(","):
            self._address = network_of(peer)
            self._num_open[self._address] += 1
            if self._num_open[self._address] > MOST_CONNECTIONS // self.num_workers:
                transport.abort()
                return
        self._mind_head()
        if self._handed is not None:
            self.data_received(self._handed)
            self._handed = None

    def data_received(self, data: bytes) -> None:
        """Some of a request."""
        if self._is_between:
            self._is_between = False
            hand_over = type(self).hand_over
            if hand_over is not None and hand_over(self.transport.get_extra_info("socket").fileno(), data):
                self.transport.abort()  # which ends our end; the other worker has its own
                return
        super().data_received(data)
        self._mind_head()

    def on_response_complete(self) -> None:
        """A request is done with; a proxy may send one of somebody else's next."""
        self._is_between = True
        super().on_response_complete()

    def handle_websocket_upgrade(self, *args: Any) -> None:
        """From now on another protocol has the connection."""
        self._let_go()
        super().handle_websocket_upgrade(*args)

    def connection_lost(self, exc: Exception | None) -> None:
        """Over."""
        self._let_go()
        super().connection_lost(exc)

    def _mind_head(self) -> None:
        """The clock runs while a head is awaited, from its first byte or from the beginning."""
        is_awaited = self.cycle is None or self.cycle.response_complete
        if not is_awaited or self.transport.is_closing():
            self._stop_clock()
        elif self._until_head is None and self.transport.get_protocol() is self:
            self._until_head = self.loop.call_later(SECONDS_FOR_HEAD, self._hang_up)

    def _hang_up(self) -> None:
        self._until_head = None
        if self.cycle is None or self.cycle.response_complete:
            self.transport.abort()

    def _stop_clock(self) -> None:
        if self._until_head is not None:
            self._until_head.cancel()
            self._until_head = None

    def _let_go(self) -> None:
        self._stop_clock()
        if self._address is not None:
            self._num_open[self._address] -= 1
            if not self._num_open[self._address]:
                del self._num_open[self._address]
            self._address = None
