"""Who somebody is: guests, accounts, sessions, API tokens. Secrets are kept as hashes only."""

from __future__ import annotations

import asyncio
import hashlib
import json
import math
import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError
from sqlalchemy import Connection, Select, delete, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from tenka.server import database as db
from tenka.server.messages import Person, SessionInfo, TokenInfo, TokenMade
from tenka.server.names import check_name, check_password, look_of, name_key
from tenka.server.store import Store, limit_of
from tenka.table import Refused

SESSION_DAYS = 180
TOKEN_PREFIX = "tenka_"
MOST_TOKENS = 20
MOST_SESSIONS = 50
MOST_LEVELS = 12
"""Of what the page keeps for somebody."""
SECONDS_BETWEEN_NOTES = 600.0
"""How often it is noted that a session or token is still used."""

_HAS_ACCOUNT = or_(db.people.c.password.is_not(None), db.people.c.closed_at.is_not(None))
_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
"""Without signs that look alike."""


@dataclass(frozen=True)
class Caller:
    """Who sends a request."""

    person: Person | None = None
    session: str | None = None
    """The id of the session; None: an API token."""
    token: str | None = None
    """The id of the token; None: a session."""
    scopes: frozenset[str] = frozenset()

    @property
    def id(self) -> str | None:
        """The person's."""
        return self.person.id if self.person else None

    @property
    def ticket(self) -> str | None:
        """The id of the session or token by which somebody was let in."""
        return self.session or self.token

    def must(self, scope: str) -> None:
        """Raises Refused for who may not do what needs this scope."""
        if self.person is None:
            raise Refused("sign_in", "this needs somebody: play as a guest, or sign in")
        if scope not in self.scopes:
            raise Refused("forbidden", f"this token has no scope {scope!r}")


NOBODY = Caller()


def new_id(length: int = 12) -> str:
    """A name for something, which nobody can guess."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(length))


def hash_secret(secret: str) -> str:
    """What is stored of a random secret. Unlike a password it needs no slow hash: nobody can try them all."""
    return hashlib.sha256(secret.encode()).hexdigest()


@cache
def _hasher() -> PasswordHasher:
    return PasswordHasher()


@cache
def _hash_of_nothing() -> str:
    """Checked where there is no such name, so that it takes as long as where there is."""
    return _hasher().hash(secrets.token_hex(16))


def _verify(stored: str | None, password: str) -> bool:
    try:
        _hasher().verify(stored or _hash_of_nothing(), password)
    except (Argon2Error, InvalidHashError):
        return False
    return stored is not None


class People:
    """Everybody whom the server knows."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._hashing = asyncio.Semaphore(2)
        """A password takes 64 MB and a tenth of a second; not too many at once."""
        self._has_looked = False

    # --- coming and going

    async def make_guest(self, agent: str) -> tuple[Person, str]:
        """A new guest and the secret for its cookie."""
        person = Person(id=new_id(), name=f"guest-{new_id(6)}", is_guest=True)
        row = {"id": person.id, "name": person.name, "name_key": name_key(person.name), "password": None, "look": None}
        secret, session = new_session(person.id, agent)
        await self.store.execute(
            insert(db.people).values(**row, settings="{}", created_at=time.time()),
            insert(db.sessions).values(**session),
        )
        return person, secret

    async def register(self, caller: Caller, name: str, password: str, agent: str) -> tuple[Person, str]:
        """Gives a guest a name and a password, or makes a new person; and the secret of a new session, so that whoever
        knew that of the guest's does not know the account's. Tokens end too: he may have made one."""
        name = check_name(name)
        check_password(password, name)
        if caller.person is not None and not caller.person.is_guest:
            raise Refused("forbidden", "you have an account already: sign out first to make another")
        hashed = await self.hash_password(password)
        await self._look_again()
        person = Person(id=caller.id or new_id(), name=name, is_guest=False)
        values = {"name": name, "name_key": name_key(name), "look": look_of(name), "password": hashed}
        secret, session = new_session(person.id, agent)

        def register(connection: Connection) -> None:
            _must_be_free(connection.execute(_like(name, person.id)).all(), name)
            if caller.person is not None:
                connection.execute(update(db.people).where(db.people.c.id == person.id).values(**values))
                for table in (db.sessions, db.tokens):
                    connection.execute(delete(table).where(table.c.person == person.id))
            else:
                new = {"id": person.id, "settings": "{}", "created_at": time.time()}
                connection.execute(insert(db.people).values(**values, **new))
            connection.execute(insert(db.sessions).values(**session))

        try:
            await self.store.transact(register)
        except IntegrityError:
            raise Refused("taken", "that name is taken; choose another one") from None
        return person, secret

    async def must_be_free(self, name: str, person: str | None) -> str:
        """A name that somebody may be shown under at a table; raises Refused where it is another's, or looks so."""
        row = await self.store.fetch_one(select(db.people.c.name_key).where(db.people.c.id == person, _HAS_ACCOUNT))
        if row is not None and row.name_key == name_key(name):
            return name
        name = check_name(name)
        await self._look_again()
        _must_be_free(await self.store.fetch(_like(name, person or "")), name)
        return name

    async def _look_again(self) -> None:
        """Before names are compared for the first time: an older server may have kept how they look to it."""
        if self._has_looked:
            return
        columns = db.people.c
        known = await self.store.fetch(select(columns.id, columns.name, columns.look).where(_HAS_ACCOUNT))
        for row in known:
            look = row.look if row.name.isascii() else look_of(row.name)
            if look != row.look:
                await self.store.execute(update(db.people).where(columns.id == row.id).values(look=look))
        self._has_looked = True

    async def sign_in(self, name: str, password: str, agent: str) -> tuple[Person, str]:
        """A person by name and password. Unknown name and wrong password look the same, and take as long."""
        row = await self._row_of(name)
        async with self._hashing:
            is_right = await asyncio.to_thread(_verify, row.password if row else None, password)
        if not is_right:
            raise Refused("credentials", "name and password do not go together")
        secret, session = new_session(row.id, agent)
        await self.store.execute(insert(db.sessions).values(**session))
        await self._prune(row.id)
        return _person(row), secret

    async def change_password(self, caller: Caller, old: str, new: str) -> None:
        """A new password ends all other sessions."""
        check_password(new, caller.person.name if caller.person else "")
        row = await self.store.fetch_one(select(db.people).where(db.people.c.id == caller.id))
        async with self._hashing:
            is_right = await asyncio.to_thread(_verify, row.password if row else None, old)
        if not is_right:
            raise Refused("credentials", "that is not your present password")
        hashed = await self.hash_password(new)
        mine = db.sessions.c.person == caller.id
        await self.store.execute(
            update(db.people).where(db.people.c.id == caller.id).values(password=hashed),
            delete(db.sessions).where(mine, db.sessions.c.id != (caller.session or "")),
        )

    async def must_know(self, caller: Caller, password: str) -> None:
        """Raises Refused unless this is the caller's password; a guest has none, and needs none."""
        row = await self.store.fetch_one(select(db.people.c.password).where(db.people.c.id == caller.id))
        if row is None or row.password is None:
            return
        async with self._hashing:
            is_right = await asyncio.to_thread(_verify, row.password, password)
        if not is_right:
            raise Refused("credentials", "that is not your password")

    async def _row_of(self, name: str) -> Any:
        """An account that is there."""
        query = select(db.people).where(db.people.c.name_key == name_key(name), db.people.c.closed_at.is_(None))
        return await self.store.fetch_one(query)

    async def hash_password(self, password: str) -> str:
        """What is stored of a password."""
        async with self._hashing:
            return await asyncio.to_thread(_hasher().hash, password)

    # --- recognising

    async def by_cookie(self, secret: str) -> Caller:
        """Whose session this is."""
        now = time.time()
        query = select(db.people, db.sessions.c.id.label("session"), db.sessions.c.seen_at)
        query = query.join(db.sessions, db.sessions.c.person == db.people.c.id)
        query = query.where(db.sessions.c.secret == hash_secret(secret), db.sessions.c.expires_at > now)
        row = await self.store.fetch_one(query)
        if row is None:
            return NOBODY
        if now - row.seen_at > SECONDS_BETWEEN_NOTES:
            values = {"seen_at": now, "expires_at": now + SESSION_DAYS * 86_400}
            await self.store.execute(update(db.sessions).where(db.sessions.c.id == row.session).values(**values))
        return Caller(_person(row), row.session, None, frozenset(("read", "play", "account")))

    async def by_token(self, secret: str) -> Caller:
        """Whose API token this is."""
        now = time.time()
        query = select(db.people, db.tokens.c.id.label("token"), db.tokens.c.scopes, db.tokens.c.used_at)
        query = query.join(db.tokens, db.tokens.c.person == db.people.c.id)
        row = await self.store.fetch_one(query.where(db.tokens.c.secret == hash_secret(secret)))
        if row is None:
            return NOBODY
        if now - (row.used_at or 0) > SECONDS_BETWEEN_NOTES:
            await self.store.execute(update(db.tokens).where(db.tokens.c.id == row.token).values(used_at=now))
        return Caller(_person(row), None, row.token, frozenset(row.scopes.split()))

    async def by_name(self, name: str) -> Person | None:
        """A person whom others ask for."""
        row = await self._row_of(name)
        return None if row is None else _person(row)

    # --- settings, sessions, tokens

    async def settings_of(self, caller: Caller) -> dict[str, Any]:
        """What the page has kept for somebody."""
        row = await self.store.fetch_one(select(db.people.c.settings).where(db.people.c.id == caller.id))
        return json.loads(row.settings) if row and _is_plain(json.loads(row.settings)) else {}

    async def keep_settings(self, caller: Caller, settings: dict[str, Any]) -> None:
        """Keeps what the page wants."""
        if not _is_plain(settings):
            raise Refused("invalid", f"settings are plain JSON of at most {MOST_LEVELS} levels, with text and numbers")
        text = json.dumps(settings)
        if len(text) > 8_000:
            raise Refused("limit", "settings have at most 8,000 characters")
        await self.store.execute(update(db.people).where(db.people.c.id == caller.id).values(settings=text))

    async def list_sessions(self, caller: Caller) -> list[SessionInfo]:
        """Where somebody is signed in."""
        columns = db.sessions.c
        query = select(db.sessions).where(columns.person == caller.id, columns.expires_at > time.time())
        return [
            SessionInfo(
                id=row.id,
                created_at=row.created_at,
                seen_at=row.seen_at,
                agent=row.agent,
                is_this=row.id == caller.session,
            )
            for row in await self.store.fetch(query.order_by(columns.seen_at.desc()))
        ]

    async def end_session(self, caller: Caller, session: str) -> bool:
        """Signs a device out; False where it is not the caller's."""
        mine = (db.sessions.c.id == session, db.sessions.c.person == caller.id)
        return await self.store.execute(delete(db.sessions).where(*mine)) > 0

    async def _prune(self, person: str) -> None:
        keep = select(db.sessions.c.id).where(db.sessions.c.person == person)
        keep = keep.order_by(db.sessions.c.seen_at.desc()).limit(MOST_SESSIONS)
        await self.store.execute(
            delete(db.sessions).where(db.sessions.c.person == person, db.sessions.c.id.not_in(keep)),
            delete(db.sessions).where(db.sessions.c.expires_at < time.time()),
        )

    async def make_token(self, caller: Caller, label: str, scopes: list[str]) -> TokenMade:
        """A new API token, with its secret for this once."""
        secret = TOKEN_PREFIX + secrets.token_urlsafe(32)
        made = {"id": new_id(), "label": label, "created_at": time.time(), "used_at": None}
        kept = {"secret": hash_secret(secret), "person": caller.id, "scopes": " ".join(sorted(set(scopes)))}
        sentence = f"nobody has more than {MOST_TOKENS} tokens: remove one first"
        limit = limit_of(db.tokens, caller.id, MOST_TOKENS, sentence)
        await self.store.execute(insert(db.tokens).values(**made, **kept), limits=[limit])
        return TokenMade(**made, scopes=sorted(set(scopes)), secret=secret)  # type: ignore[arg-type]

    async def list_tokens(self, caller: Caller) -> list[TokenInfo]:
        """Somebody's tokens."""
        query = select(db.tokens).where(db.tokens.c.person == caller.id).order_by(db.tokens.c.created_at)
        return [
            TokenInfo(
                id=row.id,
                label=row.label,
                scopes=row.scopes.split(),
                created_at=row.created_at,
                used_at=row.used_at,
            )
            for row in await self.store.fetch(query)
        ]

    async def end_token(self, caller: Caller, token: str) -> bool:
        """Removes a token; False where it is not the caller's."""
        mine = (db.tokens.c.id == token, db.tokens.c.person == caller.id)
        return await self.store.execute(delete(db.tokens).where(*mine)) > 0


def _like(name: str, person: str) -> Select[Any]:
    """Who else has a name, or one that looks like it."""
    columns = db.people.c
    looks = {look_of(each) for each in (name, name.lower(), name.upper())}
    is_like = or_(columns.look.in_(looks), columns.name_key == name_key(name))
    return select(columns.name_key).where(is_like, columns.id != person, _HAS_ACCOUNT)


def _must_be_free(found: Sequence[Any], name: str) -> None:
    """Raises Refused for a name that somebody has, or that looks like somebody's."""
    keys = {row.name_key for row in found}
    if name_key(name) in keys:
        raise Refused("taken", "that name is taken; choose another one")
    if keys:
        raise Refused("taken", "that name looks like somebody else's; choose another one")


def _is_plain(value: Any, level: int = 0) -> bool:
    """Whether something can be told again as JSON: not too deep, and text that can be written."""
    if isinstance(value, dict):
        return level < MOST_LEVELS and all(_is_plain(part, level + 1) for pair in value.items() for part in pair)
    if isinstance(value, list):
        return level < MOST_LEVELS and all(_is_plain(part, level + 1) for part in value)
    if isinstance(value, float):
        return math.isfinite(value)
    return not isinstance(value, str) or not any(0xD800 <= ord(letter) <= 0xDFFF for letter in value)


def _person(row: Any) -> Person:
    return Person(id=row.id, name=row.name, is_guest=row.password is None)


def new_session(person: str, agent: str) -> tuple[str, dict[str, Any]]:
    """A secret for a cookie, and what is stored of it."""
    secret = secrets.token_urlsafe(32)
    now = time.time()
    return secret, {
        "id": new_id(),
        "secret": hash_secret(secret),
        "person": person,
        "agent": agent[:200],
        "created_at": now,
        "seen_at": now,
        "expires_at": now + SESSION_DAYS * 86_400,
    }
