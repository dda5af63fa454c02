"""Browsers in which somebody has signed in before. What is tried there is counted for that browser alone, so that
nobody who fails often at the same address, such as a school's, keeps its owner out.

A browser is known by a mark that it keeps and only the server can make; nothing of it is stored here.
"""

from __future__ import annotations

import hashlib
import hmac

from tenka.server.auth import new_id

COOKIE = "tenka_device"
DAYS = 400
"""Browsers keep no cookie for longer."""


def make_mark(key: str, person: str) -> str:
    """What a browser keeps in which a person has signed in."""
    device = new_id()
    return f"{person}.{device}.{_sign(key, person, device)}"


def read_mark(key: str, mark: str, person: str) -> str | None:
    """The browser, where this mark is one of the person's; else None."""
    owner, _, rest = mark.partition(".")
    device, _, given = rest.partition(".")
    is_right = hmac.compare_digest(given.encode(), _sign(key, owner, device).encode())
    return device if is_right and owner == person else None


def _sign(key: str, person: str, device: str) -> str:
    return hmac.new(key.encode(), f"device {person} {device}".encode(), hashlib.sha256).hexdigest()
