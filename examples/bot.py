"""A bot for a tenka server that plays any legal move: TENKA_TOKEN=... python bot.py http://localhost:8000 TABLE KEY

Make the token at POST /api/tokens with the scopes read and play. Needs nothing but Python.
"""

import json
import os
import random
import sys
import urllib.request
from typing import Any

server, table, key = (*sys.argv[1:], "", "")[:3]


def call(path: str, body: object = None) -> Any:
    """Sends a request; returns its answer, a file that can be read line by line."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": f"Bearer {os.environ['TENKA_TOKEN']}", "Content-Type": "application/json"}
    return urllib.request.urlopen(urllib.request.Request(server + path, data, headers))


if table:
    call(f"/api/tables/{table}/join", {"key": key or None})
for line in call("/api/events"):
    event = json.loads(line)
    if event["type"] == "your_turn":
        moves, choice = [], event | {"is_whole": False}
        while not choice["is_whole"]:
            moves.append(random.choice([token for token in choice["legal"] if token != "done"]))
            turn = {"seat": event["seat"], "moves": " ".join(moves)}
            choice = json.load(call(f"/api/tables/{event['table']}/preview", turn))["choice"]
        call(f"/api/tables/{event['table']}/act", turn | {"version": event["version"]})
    elif event["type"] == "game_over":
        print(event["table"], "won" if set(event["seats"]) & set(event["outcome"]["winners"]) else "lost", flush=True)
