"""The nursery: loads everything once, and makes a worker of a copy of itself whenever it is asked to.

It has no threads and no event loop, so that a copy of it is whole.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import signal
import socket
import sys
from typing import Any

from tenka.game import GameError
from tenka.games import GAMES
from tenka.server.app import make_app
from tenka.server.config import read_config
from tenka.server.metrics import set_up_logs
from tenka.server.patience import PatientProtocol
from tenka.server.post import Ends, Post
from tenka.server.ready import prepare_game
from tenka.server.run import Uvicorn, make_loop, make_uvicorn


def main(wish: dict[str, Any]) -> None:
    """Answers each byte, the number of a worker, with that worker; until the server is gone."""
    control, ends = socket.socket(fileno=wish["control"]), Ends(**wish["ends"])
    config = read_config()
    set_up_logs(config.log_format)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the hub notices who dies; nobody here asks why
    for game in GAMES:
        prepare_game(game, lambda: None)
    gc.collect()
    gc.freeze()
    try:
        control.send(b"+")
        while True:
            data, links, _flags, _address = socket.recv_fds(control, 1, 1)
            if not data:
                return
            with socket.socket(fileno=links[0]) as link:
                if os.fork() == 0:
                    control.close()
                    work(Post(data[0], wish["workers"], link.dup(), ends, config.bot_workers), ends)
                    os._exit(0)
    except OSError:  # the server is gone
        return


def work(post: Post, ends: Ends) -> None:
    """The life of a worker."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    app = make_app(read_config(), post)
    server = make_uvicorn(app, lambda: None)
    post.stop = lambda: server.handle_exit(signal.SIGTERM, None)
    PatientProtocol.hand_over = post.hand_over
    PatientProtocol.num_workers = post.num_workers
    listener = socket.socket(fileno=ends.listener)
    try:
        with asyncio.Runner(loop_factory=make_loop) as runner:
            runner.run(_serve(server, post, listener))
    except GameError as error:
        print(error, file=sys.stderr, flush=True)
        os._exit(1)


async def _serve(server: Uvicorn, post: Post, listener: socket.socket) -> None:
    def make_protocol(data: bytes) -> PatientProtocol:
        return PatientProtocol(
            config=server.config, server_state=server.server_state, app_state=server.lifespan.state, handed=data
        )

    async def begin() -> None:
        post.open_door(make_protocol)
        await post.link.ask("ready")

    server.tell_ready = lambda: post.keep(asyncio.create_task(begin()))
    await server.serve([listener])


if __name__ == "__main__":
    main(json.loads(sys.argv[1]))
