"""Web Push: a notice to a browser whose page is closed (RFC 8030), for its eyes only (8291), from us (8292)."""

from __future__ import annotations

import base64
import binascii
import contextlib
import os
import time
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import http_ece
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from py_vapid import Vapid02

from tenka.server.messages import PushKeys
from tenka.table import Refused

DAYS_KEPT = 3
"""By the push service, for a browser that is not there."""
HOURS_SIGNED = 12
KEY_BYTES, AUTH_BYTES = 65, 16


class PushKey:
    """What push services know this server by: made once, and kept in a file that is for nobody else's eyes."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._vapid: Vapid02 | None = None

    @property
    def public(self) -> str:
        """For browsers."""
        return _encode(_bytes_of(self._key().public_key))

    def headers(self, endpoint: str, contact: str) -> dict[str, str]:
        """That a call comes from us."""
        parts = urlsplit(endpoint)
        claims = {"aud": f"{parts.scheme}://{parts.netloc}", "sub": contact, "exp": str(_hour() + HOURS_SIGNED * 3600)}
        signed: dict[str, str] = self._key().sign(claims)
        return signed

    def _key(self) -> Vapid02:
        if self._vapid is None:
            try:
                with contextlib.suppress(FileExistsError):
                    _write_new(self.path)
                self._vapid = Vapid02.from_pem(self.path.read_bytes())
                # It would refuse an address with a port or a path, such as that of a page at home, as a contact.
                self._vapid.conf = {"no-strict": True}
            except (OSError, ValueError) as error:
                reason = getattr(error, "strerror", None) or "it is no private key"
                raise Refused("unavailable", f"the server has no key for notices: {self.path.name}: {reason}") from None
        return self._vapid


def _write_new(path: Path) -> None:
    """A new key, whole from the first moment; raises FileExistsError where there is one."""
    if path.exists():
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    vapid = Vapid02()
    vapid.generate_keys()
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    with os.fdopen(os.open(draft, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "wb") as file:
        file.write(vapid.private_pem())
    try:
        os.link(draft, path)
    finally:
        draft.unlink()


def check_keys(keys: PushKeys) -> None:
    """Raises Refused for keys that no browser has."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _decode(keys.p256dh))
        is_right = len(_decode(keys.p256dh)) == KEY_BYTES and len(_decode(keys.auth)) == AUTH_BYTES
    except (ValueError, binascii.Error):
        is_right = False
    if not is_right:
        raise Refused("invalid", "these are not the keys of a browser's push subscription")


def encrypt(payload: bytes, keys: PushKeys) -> bytes:
    """What only the browser with these keys can read."""
    own = ec.generate_private_key(ec.SECP256R1())
    sealed: bytes = http_ece.encrypt(
        payload, private_key=own, dh=_decode(keys.p256dh), auth_secret=_decode(keys.auth), version="aes128gcm"
    )
    return sealed


def headers(topic: str) -> dict[str, str]:
    """What the push service shall do with it: of several notices of a table only the last one matters."""
    return {
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(DAYS_KEPT * 86_400),
        "Topic": topic,
        "Urgency": "normal",
    }


def _bytes_of(key: Any) -> bytes:
    found: bytes = key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
    return found


def _hour() -> int:
    return int(time.time()) // 3600 * 3600


def _encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _decode(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
