"""Webhooks, as https://www.standardwebhooks.com describes them: signed, so that who is called knows who calls."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets

PREFIX = "whsec_"
SECRET_BYTES = 32


def new_secret() -> str:
    """What only the server and who made the hook know."""
    return PREFIX + base64.b64encode(secrets.token_bytes(SECRET_BYTES)).decode()


def headers(secret: str, call: str, at: int, body: bytes) -> dict[str, str]:
    """The headers of a call. It has the same name each time it is repeated, so that nobody acts on it twice.

    >>> made = headers("whsec_c2VjcmV0", "a.1", 1000, b"{}")
    >>> made["webhook-id"], made["webhook-timestamp"], made["webhook-signature"]
    ('a.1', '1000', 'v1,qkQtHvKwuIxY+0FuPg7bhMGL8YhwkH+6RzcBd7X5mvo=')
    """
    key = base64.b64decode(secret.removeprefix(PREFIX))
    signature = hmac.digest(key, f"{call}.{at}.".encode() + body, hashlib.sha256)
    return {
        "Content-Type": "application/json",
        "webhook-id": call,
        "webhook-timestamp": str(at),
        "webhook-signature": f"v1,{base64.b64encode(signature).decode()}",
    }
