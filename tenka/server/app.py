"""The server put together: everything that a node has, and the application that uvicorn runs."""

from __future__ import annotations

import asyncio
import gc
import hashlib
import logging
import secrets
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.responses import PlainTextResponse, Response
from sqlalchemy import select
from starlette.exceptions import HTTPException

from tenka import __version__
from tenka.game import GameError, Seat
from tenka.games import GAMES
from tenka.review.run import engine_of
from tenka.server import (
    api_accounts,
    api_notices,
    api_pairing,
    api_people,
    api_play,
    api_puzzles,
    api_reviews,
    api_studies,
    api_tables,
    messages,
    page,
)
from tenka.server import database as db
from tenka.server.accounts import Accounts
from tenka.server.auth import NOBODY, People, new_id
from tenka.server.bots import BotPool
from tenka.server.bus import Bus, RedisBus
from tenka.server.callers import recognise, server_of
from tenka.server.config import Config
from tenka.server.failures import is_failure, line_of
from tenka.server.guard import STATUS, Guard, address_of, is_own_origin, must_know_host
from tenka.server.herald import Herald
from tenka.server.levels import seat_guests
from tenka.server.limits import SECONDS_BETWEEN_TELLINGS, SECONDS_HELD, Limiter
from tenka.server.listeners import Listeners
from tenka.server.lounge import Lounge
from tenka.server.metrics import BotFigures, Metrics, join
from tenka.server.outward import Caller as Outward
from tenka.server.pairing import Pairing
from tenka.server.post import Post
from tenka.server.push import PushKey
from tenka.server.ready import prepare_game
from tenka.server.reviews import Reviews
from tenka.server.rooms import Room
from tenka.server.socket import Socket
from tenka.server.solving import Solving
from tenka.server.store import Store
from tenka.server.studies import Studies
from tenka.table import Refused
from tenka.terminal.warmup import WORD

log = logging.getLogger("tenka.app")

SECONDS_BETWEEN_FAILURES = 10.0


class Server:
    """One node."""

    def __init__(self, config: Config, post: Post | None = None) -> None:
        """A post: this is one of several workers."""
        self.config = config
        self.post = post
        self.node = new_id()
        self.engine = db.connect(config.database_url)
        self.store = Store(self.engine, post.turnstile if post else None)
        self.people = People(self.store)
        self.accounts = Accounts(self.people)
        self.studies = Studies(self.store)
        self.solving = Solving(self.store)
        seat_guests(config.guest_bots)
        self.metrics = Metrics()
        self.bots: BotPool
        self.bus: Bus
        if post is not None:
            self.bots, self.bus = post.bots, post.bus
            post.render = self.metrics.render
        else:
            self.bots = BotPool(config.bot_workers, config.guest_bots)
            BotFigures(self.bots, self.metrics.registry)
            self.bus = RedisBus(config.redis_url, self.node) if config.redis_url else Bus()
        self.lounge = Lounge(
            self.store, self.bots, self.bus, self.node, config.bot_pause, has_exhibition=config.has_exhibition
        )
        self.pairing = Pairing(self.lounge)
        self.reviews = Reviews(self.lounge)
        self.listeners = Listeners(self.store)
        self.outward = Outward(config.is_private_called)
        key = PushKey(config.push_key or db.data_folder(self.engine) / "push-key.pem")
        self.herald = Herald(self.lounge, self.listeners, self.outward, key, config.contact)
        self.limiter = Limiter(config.limits, self.bus)
        self.lounge.hear_charged = self.limiter.hear_charged
        waiting = self.limiter.most("lobby")
        self.lounge.lobby.most_at_place = waiting.address if waiting else None
        self._salt = ""
        self._told_at = -SECONDS_BETWEEN_FAILURES
        self._measure()

    async def place_of(self, address: str) -> str:
        """An address as it is kept with tables: nobody can read it, and all nodes have the same for the same one."""
        return hashlib.sha256(f"{await self.salt()} {address}".encode()).hexdigest()[:24]

    async def salt(self) -> str:
        """What all nodes know, and nobody else."""
        if not self._salt:
            self._salt = await self.store.fact("salt", secrets.token_hex(16))
        return self._salt

    def _measure(self) -> None:
        lounge = self.lounge
        gauge = self.metrics.gauge
        gauge("tenka_connections", "Open WebSockets.", lambda: len(lounge.sockets))
        gauge("tenka_rooms", "Tables in memory.", lambda: len(lounge.rooms))
        gauge("tenka_tables_unreadable", "Tables whose log cannot be read.", lambda: lounge.num_unreadable)
        gauge("tenka_turns_total", "Turns taken at this node.", lambda: lounge.turns)
        gauge("tenka_turns_instead_total", "Turns of bots that could not decide.", lambda: lounge.turns_instead)
        self.store.on_commit = self.metrics.commit_seconds.observe
        self.store.on_error = self.note_failure
        gauge("tenka_study_waiting", "Replays and exports not begun yet.", lambda: lounge.study.num_waiting)
        gauge("tenka_notices_total", "Browsers and webhooks that were told.", lambda: self.herald.told)

    async def open(self) -> None:
        """Starts everything; raises GameError where the database cannot be used."""
        if self.post is not None:
            await self.post.open(self.node)
            self.lounge.is_first = self.post.is_first
        if self.store.is_sqlite:
            await db.upgrade(self.engine)
        else:
            await db.check_current(self.engine)
        await self.bots.open()
        for game in GAMES:
            await asyncio.to_thread(prepare_game, game, _say_so)
            await asyncio.to_thread(engine_of, game)
        await asyncio.to_thread(api_tables.describe_games)
        await self.bots.wait_until_ready()
        await self.store.open()
        await self.lounge.open()
        for loop in (self.pairing.sweep, self.herald.look, self.herald.call, self.reviews.make_one, self._hold_on):
            self.lounge.repeat(loop)
        # Rooms and connections live long and hold no circles; looking through all of them takes a second at a time.
        # What is new is looked through often and in small parts: 50,000 objects at once took 20 to 60 ms.
        gc.collect()
        gc.freeze()
        gc.set_threshold(2_000, 1_250, 1_000)
        # The event loop shall not wait five milliseconds for the study each time that it wakes up.
        sys.setswitchinterval(0.001)
        log.info("ready", extra={"node": self.node, "database": self.engine.dialect.name})

    async def _hold_on(self) -> None:
        """Says to the other nodes what is open here and what was charged, and measures how late that comes."""
        await self.limiter.hold_on()
        for _ in range(round(SECONDS_HELD / 3 / SECONDS_BETWEEN_TELLINGS)):
            begin = time.perf_counter()
            await asyncio.sleep(SECONDS_BETWEEN_TELLINGS)
            self.metrics.loop_lag.observe(time.perf_counter() - begin - SECONDS_BETWEEN_TELLINGS)
            self.limiter.tell_charged()

    async def close(self) -> None:
        """Stops everything; what was accepted is in the log."""
        await self.lounge.close()
        await self.bots.close()
        await self.store.close()
        log.info("stopped", extra={"node": self.node})

    async def act(self, room: Room, seat: Seat, moves: str, version: int) -> int:
        """A turn, measured."""
        begin = time.perf_counter()
        try:
            number = await room.act(seat, moves, version)
        except Refused as refusal:
            self.metrics.refused.labels(refusal.code).inc()
            raise
        self.metrics.act_seconds.observe(time.perf_counter() - begin)
        return number

    def note_failure(self, error: BaseException) -> None:
        """Of the database or the disk: counted always, and told in one line, but not again and again."""
        self.metrics.database_errors.inc()
        now = time.monotonic()
        if now - self._told_at > SECONDS_BETWEEN_FAILURES:
            self._told_at = now
            log.error("the database fails", extra={"reason": line_of(error)})

    async def health(self) -> messages.Health:
        """Whether everything works that a node needs: it writes that it lives every two seconds, and reads that."""
        try:
            query = select(db.nodes.c.id).where(db.nodes.c.id == self.node)
            has_database = await self.store.fetch_one(query) is not None and self.lounge.is_alive
        except Exception as error:
            self.note_failure(error)
            has_database = False
        has_bots = self.bots.is_well and self.bots.is_ready
        is_ok = has_database and has_bots
        return messages.Health(
            status="ok" if is_ok else "unwell",
            version=__version__,
            database=has_database,
            redis=self.bus.is_connected,
            bots=has_bots,
            workers=await self.bus.num_workers(),
        )

    async def figures(self) -> bytes:
        """What was measured, here or at all workers."""
        by_worker = await self.bus.figures()
        return self.metrics.render() if by_worker is None else join(by_worker)


def _say_so() -> None:
    log.info(WORD)


def make_app(config: Config, post: Post | None = None) -> FastAPI:
    """The application of one node, or of one of its workers."""
    server = Server(config, post)

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        await server.open()
        yield
        await server.close()

    refusals = {status: {"model": messages.Refusal} for status in sorted({*STATUS.values(), 500})}
    app = FastAPI(
        title="tenka",
        version=__version__,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        responses=refusals,  # type: ignore[arg-type]
        generate_unique_id_function=lambda route: route.name,
    )
    app.state.server = server
    app.add_middleware(Guard, server=server)
    _add_refusals(app)
    tables = (api_tables.router, api_pairing.router, api_notices.router, api_play.router)
    after = (api_reviews.router, api_studies.router, api_puzzles.router)
    for router in (api_people.router, api_accounts.router, *tables, *after):
        app.include_router(router)
    _add_operations(app)
    app.add_api_websocket_route("/api/socket", connect)
    app.include_router(page.router)
    return app


def _add_refusals(app: FastAPI) -> None:
    """Whatever goes wrong is answered with a code and a sentence."""

    def answer(code: str, sentence: str, status: int | None = None) -> Response:
        body = messages.Refusal(code=code, sentence=sentence).encode()
        return Response(body, status or STATUS.get(code, 422), media_type="application/json")

    @app.exception_handler(GameError)
    async def _refused(_request: Request, error: GameError) -> Response:
        return answer(error.code if isinstance(error, Refused) else "invalid", str(error))

    @app.exception_handler(RequestValidationError)
    async def _invalid(_request: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"][:6])
        return answer("invalid", f"{where[:100]}: {str(first['msg'])[:200].lower()}")

    @app.exception_handler(HTTPException)
    async def _http(_request: Request, error: HTTPException) -> Response:
        return answer(
            "missing" if error.status_code == 404 else "invalid", str(error.detail).lower(), error.status_code
        )


def _add_operations(app: FastAPI) -> None:
    @app.get("/healthz", tags=["operations"])
    async def healthz(request: Request, response: Response) -> messages.Health:
        """Whether this node works."""
        health = await server_of(request).health()
        if health.status != "ok":
            response.status_code = 503
        return health

    @app.get("/metrics", tags=["operations"], response_class=PlainTextResponse)
    async def metrics(request: Request) -> PlainTextResponse:
        """Figures for Prometheus."""
        return PlainTextResponse(await server_of(request).figures(), media_type="text/plain; version=0.0.4")


async def connect(websocket: WebSocket) -> None:
    """The WebSocket of a page. Only our own pages may connect with a cookie; programs have a token."""
    server = server_of(websocket)
    address = address_of(websocket.scope)
    try:
        must_know_host(websocket.headers, server.config)
        await server.limiter.take_shared("connect", address)
        caller = await recognise(websocket)
    except Refused:
        await websocket.close(1008)
        return
    except Exception as error:
        if not is_failure(error):
            raise
        server.note_failure(error)
        await websocket.send_denial_response(Response(status_code=503))
        return
    if caller.token is None and not is_own_origin(websocket.headers, server.config.origins):
        await websocket.close(1008)
        return
    try:
        async with server.limiter.holding("socket", caller.id, address):
            await websocket.accept()
            await Socket(server, websocket, caller if caller.person else NOBODY, address).run()
    except Refused:
        await websocket.close(1008)
