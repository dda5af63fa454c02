"""How a server is set up: nothing has to be, everything can be, by the command line or the environment."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, ValidationError, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from tenka.game import GameError
from tenka.server.database import default_url


@dataclass(frozen=True)
class Config:
    """What can be chosen for a server."""

    database_url: str
    redis_url: str | None = None
    bot_workers: int | None = None
    """None: one for each processor but one. 0: bots play at other nodes only."""
    bot_pause: float = 0.6
    """Seconds that a bot lets pass before its turn, so that people see whose it is; 0: it answers at once."""
    limits: float = 1.0
    """Multiplies every rate limit; 0: none, for measuring."""
    origins: tuple[str, ...] = ()
    """Further hosts, with port, whose pages may use this server."""
    log_format: str = "text"
    """Or json."""
    hosts: tuple[str, ...] = ()
    """The names of this server, apart from addresses and names of the local network."""
    push_key: Path | None = None
    """The file with the key for Web Push, made where it is missing; None: beside the database."""
    contact: str | None = None
    """Where push services find who runs the server, as mailto: or https:; None: its page."""
    is_private_called: bool = False
    """Whether webhooks may lead to private addresses."""
    workers: int = 1
    """Processes that serve one SQLite file."""
    has_exhibition: bool = True
    """Whether bots play for who looks at the first page while nobody plays."""
    guest_bots: tuple[str, ...] = ()
    """Players of others that may sit at tables, by name or ``module:Class``. Only who runs the server names them."""


class _Environment(BaseSettings):
    """The variables, by their names. An empty one is as good as none."""

    model_config = SettingsConfigDict(env_ignore_empty=True, extra="ignore")

    database_url: str = ""
    redis_url: str | None = None
    tenka_bot_workers: Annotated[int | None, Field(ge=0, le=256)] = None
    tenka_workers: Annotated[int, Field(ge=1, le=64)] = 1
    tenka_bot_pause: Annotated[float, Field(ge=0, le=10)] = 0.6
    tenka_exhibition: bool = True
    tenka_limits: Annotated[float, Field(ge=0)] = 1.0
    tenka_origins: Annotated[tuple[str, ...], NoDecode] = ()
    tenka_hosts: Annotated[tuple[str, ...], NoDecode] = ()
    tenka_log: Literal["text", "json"] = "text"
    tenka_push_key: Path | None = None
    tenka_contact: Annotated[str | None, Field(pattern=r"^(mailto:|https://)\S+$")] = None
    tenka_private_calls: bool = False
    tenka_bots: Annotated[tuple[str, ...], NoDecode] = ()

    @field_validator("tenka_origins", "tenka_hosts", mode="before")
    @classmethod
    def _split(cls, given: Any) -> Any:
        return given.lower().split() if isinstance(given, str) else given

    @field_validator("tenka_bots", mode="before")
    @classmethod
    def _split_names(cls, given: Any) -> Any:
        return tuple(given.split()) if isinstance(given, str) else given

    @field_validator("tenka_limits")
    @classmethod
    def _finite(cls, given: float) -> float:
        if not math.isfinite(given):
            raise ValueError
        return given


_RIGHT = {
    "tenka_bot_workers": "a number from 0 to 256",
    "tenka_workers": "a number from 1 to 64",
    "tenka_bot_pause": "a number of seconds from 0 to 10",
    "tenka_exhibition": "1, or 0",
    "tenka_limits": "a number such as 1, or 0 for no limits",
    "tenka_log": "text or json",
    "tenka_push_key": "the path of a file",
    "tenka_contact": "an address such as mailto:somebody@example.org or https://example.org",
    "tenka_private_calls": "1, or 0",
}
"""By variable: what it may be."""


def read_config() -> Config:
    """The set-up that environment variables ask for; raises GameError."""
    try:
        found = _Environment()
    except ValidationError as error:
        (name, *_), given = error.errors()[0]["loc"], error.errors()[0]["input"]
        raise GameError(f"{str(name).upper()} is {_RIGHT[str(name)]}, not {str(given)[:20]!r}") from None
    return Config(
        database_url=found.database_url or default_url(),
        redis_url=found.redis_url,
        bot_workers=found.tenka_bot_workers,
        workers=found.tenka_workers,
        bot_pause=found.tenka_bot_pause,
        has_exhibition=found.tenka_exhibition,
        limits=found.tenka_limits,
        origins=found.tenka_origins,
        log_format=found.tenka_log,
        hosts=found.tenka_hosts,
        push_key=found.tenka_push_key,
        contact=found.tenka_contact,
        is_private_called=found.tenka_private_calls,
        guest_bots=found.tenka_bots,
    )
