"""Calls to addresses that strangers have named: only to public ones, no further than those, and not for long.

The name is looked up once, and what was found is both checked and connected to: a name that answers differently the
second time reaches nothing inside.
"""

from __future__ import annotations

import asyncio
import ipaddress
import re
import socket
import ssl
from collections.abc import Mapping
from functools import cache
from urllib.parse import SplitResult, urlsplit

import h11

from tenka import __version__
from tenka.table import Refused

SECONDS = 10.0
"""For a whole call."""
MOST_CHARACTERS = 1_000
"""Of an address."""
LOWEST_PORT = 1024
"""Below it are the services of machines; pages are at 80 and 443."""
_VISIBLE = re.compile(r"[!-~]+")
_TRANSLATED = ipaddress.ip_network("64:ff9b::/96")
"""Addresses of the old kind in the dress of the new one."""


class NoAnswer(Exception):
    """Nobody has answered, for a reason that stands in the log."""


class Caller:
    """Calls others."""

    def __init__(self, is_private_allowed: bool = False) -> None:
        """Private addresses are for servers whose people are all at home."""
        self.is_private_allowed = is_private_allowed

    async def check(self, url: str) -> str:
        """An address that can be called; raises Refused for one that cannot."""
        parts = self._parts(url)
        try:
            async with asyncio.timeout(SECONDS):
                await self._look_up(parts)
        except (NoAnswer, TimeoutError):
            # The same for all: nobody shall learn which names there are inside.
            raise Refused("invalid", "that address cannot be called: it must be a public one that exists") from None
        return url

    async def post(self, url: str, headers: Mapping[str, str], body: bytes) -> int:
        """Posts, and returns the answer's status; raises NoAnswer."""
        writer: asyncio.StreamWriter | None = None
        try:
            parts = self._parts(url)
            async with asyncio.timeout(SECONDS):
                address, port = await self._look_up(parts)
                is_safe = parts.scheme == "https"
                reader, writer = await asyncio.open_connection(
                    address,
                    port,
                    ssl=_context() if is_safe else None,
                    server_hostname=parts.hostname if is_safe else None,
                )
                return await _exchange(reader, writer, _request(parts, headers, body), body)
        except (OSError, TimeoutError, h11.ProtocolError, Refused) as error:
            raise NoAnswer(f"{type(error).__name__}: {error}"[:200]) from None
        finally:
            if writer is not None:
                writer.close()

    def _parts(self, url: str) -> SplitResult:
        wrong = Refused("invalid", "an address looks like https://example.org/path, with at most 1,000 characters")
        if len(url) > MOST_CHARACTERS or not _VISIBLE.fullmatch(url):
            raise wrong
        try:
            parts = urlsplit(url)
            port = parts.port
        except ValueError:
            raise wrong from None
        if parts.scheme not in ("http", "https") or not parts.hostname or "@" in parts.netloc or parts.fragment:
            raise wrong
        if port is not None and port not in (80, 443) and port < LOWEST_PORT:
            raise Refused("invalid", f"a port is 80, 443, or {LOWEST_PORT} and above")
        return parts

    async def _look_up(self, parts: SplitResult) -> tuple[str, int]:
        """What to connect to; raises NoAnswer where that is nothing, or not for us."""
        port = parts.port or (443 if parts.scheme == "https" else 80)
        loop = asyncio.get_running_loop()
        try:
            found = await loop.getaddrinfo(parts.hostname, port, type=socket.SOCK_STREAM)
        except (OSError, UnicodeError) as error:
            raise NoAnswer(f"no such name: {error}") from None
        addresses = [str(entry[4][0]) for entry in found]
        if not addresses or not (self.is_private_allowed or all(map(is_public, addresses))):
            raise NoAnswer("not a public address")
        return addresses[0], port


def is_public(address: str) -> bool:
    """Whether an address is one of the open internet.

    >>> [is_public(text) for text in ("93.184.215.14", "10.0.0.1", "::ffff:127.0.0.1", "169.254.169.254")]
    [True, False, False, False]
    """
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address) and (ip.ipv4_mapped or ip.sixtofour or ip.teredo or ip in _TRANSLATED):
        return False
    return ip.is_global and not ip.is_multicast


@cache
def _context() -> ssl.SSLContext:
    return ssl.create_default_context()


def _request(parts: SplitResult, headers: Mapping[str, str], body: bytes) -> h11.Request:
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    sent = {"Host": parts.netloc, "User-Agent": f"tenka/{__version__}", "Connection": "close"}
    sent |= {"Content-Length": str(len(body)), **headers}
    return h11.Request(method="POST", target=target, headers=list(sent.items()))


async def _exchange(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, request: h11.Request, body: bytes
) -> int:
    connection = h11.Connection(h11.CLIENT)
    for part in (request, h11.Data(data=body), h11.EndOfMessage()):
        writer.write(connection.send(part) or b"")
    await writer.drain()
    while True:
        event = connection.next_event()
        if event is h11.NEED_DATA:
            connection.receive_data(await reader.read(4096))
        elif isinstance(event, h11.Response):
            return event.status_code
        elif not isinstance(event, h11.InformationalResponse):
            raise NoAnswer("no answer of HTTP")
