"""The documentation on this machine: the site that a release brings along, shown by a server of its own."""

from __future__ import annotations

import webbrowser
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import tenka
from tenka.game import GameError

SITE = Path(tenka.__file__).parent / "site"
NO_SITE = "the documentation has not been built here: in a checkout, python -m tools.site builds it, or read docs/"


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        """Nobody reads who read what."""


def open_site() -> ThreadingHTTPServer:
    """A server at a free port of this machine alone; raises GameError where there is no site."""
    if not (SITE / "index.html").is_file():
        raise GameError(NO_SITE)
    return ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(SITE)))


def show(opens_browser: bool) -> None:
    """Shows the site until Ctrl-C."""
    with open_site() as server:
        url = f"http://localhost:{server.server_address[1]}/"
        print(f"the documentation is at {url} — press Ctrl-C to stop", flush=True)
        if opens_browser:
            webbrowser.open(url)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            print()
