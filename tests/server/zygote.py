"""Starts servers quickly, for tests that kill them often: everything is loaded once, and each server is a fork of it.

Reads a JSON object a line: the environment and the port of the next server; answers with its process id.
"""

from __future__ import annotations

import json
import os
import sys


def main() -> None:
    from tenka.games import GAMES
    from tenka.server.ready import prepare_game
    from tenka.server.run import serve

    for game in GAMES:
        prepare_game(game, lambda: None)
    for line in sys.stdin:
        wish = json.loads(line)
        process = os.fork()
        if process == 0:
            os.environ.update(wish["environment"])
            errors = os.open(wish["log"], os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
            os.dup2(errors, 1)
            os.dup2(errors, 2)
            serve("127.0.0.1", wish["port"], False, is_quiet=True)
            os._exit(0)
        print(process, flush=True)
        os.waitpid(process, 0)


if __name__ == "__main__":
    main()
