"""How a server is set up: nothing has to be, everything can be, by the command line or the environment."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass

from tenka.game import GameError
from tenka.server.database import default_url


@dataclass(frozen=True)
class Config:
    """What can be chosen for a server."""

    database_url: str
    redis_url: str | None = None
    bot_workers: int | None = None
    """None: one for each processor but one. 0: bots play at other nodes only."""
    limits: float = 1.0
    """Multiplies every rate limit; 0: none, for measuring."""
    origins: tuple[str, ...] = ()
    """Further hosts, with port, whose pages may use this server."""
    log_format: str = "text"
    """Or json."""


def read_config(environment: Mapping[str, str] = os.environ) -> Config:
    """The set-up that environment variables ask for; raises GameError."""
    workers = environment.get("TENKA_BOT_WORKERS")
    if workers is not None and not (workers.isdecimal() and int(workers[:4]) <= 256):
        raise GameError(f"TENKA_BOT_WORKERS is a number from 0 to 256, not {workers[:20]!r}")
    limits = environment.get("TENKA_LIMITS", "1")
    try:
        scale = float(limits)
    except ValueError:
        raise GameError(f"TENKA_LIMITS is a number such as 1, or 0 for no limits, not {limits[:20]!r}") from None
    log_format = environment.get("TENKA_LOG", "text")
    if log_format not in ("text", "json"):
        raise GameError(f"TENKA_LOG is text or json, not {log_format[:20]!r}")
    return Config(
        database_url=environment.get("DATABASE_URL") or default_url(),
        redis_url=environment.get("REDIS_URL") or None,
        bot_workers=int(workers) if workers else None,
        limits=scale,
        origins=tuple(environment.get("TENKA_ORIGINS", "").split()),
        log_format=log_format,
    )
