"""The page: what the build has put into ``page/`` beside this file, or a word on how to build it."""

from __future__ import annotations

import mimetypes
import re
from pathlib import Path

from fastapi import APIRouter, Request
from fastapi.responses import FileResponse, HTMLResponse, RedirectResponse, Response

from tenka.server.callers import server_of
from tenka.server.pictures import describe_link
from tenka.table import Refused
from tenka.terminal.manual import NO_SITE, SITE

FOLDER = Path(__file__).parent / "page"
ASSETS = "assets/"
"""Files in here have a hash in their name and never change."""

router = APIRouter(include_in_schema=False)

NO_PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>tenka</title><h1>tenka</h1><p>The server runs, but its page has not been built. In a checkout,
<code>./play</code> builds it; with <code>pip install .</code> it comes along. Meanwhile
<code>./play --terminal</code> plays in the terminal, and
<a href="/api/openapi.json">the interface for programs</a> works.</p></html>"""


def is_built() -> bool:
    """Whether there is a page."""
    return (FOLDER / "index.html").is_file()


@router.get("/{path:path}")
async def serve(request: Request, path: str) -> Response:
    """A file of the page; for any other address the page itself, which knows its own addresses."""
    if path.startswith(("api/", "healthz", "metrics")):
        return Response('{"code":"missing","sentence":"there is nothing here"}', 404, media_type="application/json")
    if path == "docs" or path.startswith("docs/"):
        return _show_manual(request, path.removeprefix("docs").removeprefix("/"))
    if not is_built():
        return HTMLResponse(NO_PAGE, 200 if path == "" else 404, {"cache-control": "no-store"})
    file = _find(FOLDER, path)
    if file is not None:
        age = "public, max-age=31536000, immutable" if path.startswith(ASSETS) else "no-cache"
        return _answer(request, file, age)
    if path.startswith(ASSETS):
        return Response(status_code=404)
    told = await _describe(request, path)
    if told:
        whole = (FOLDER / "index.html").read_text(encoding="utf-8").replace("</head>", f"{told}</head>")
        return HTMLResponse(whole, headers={"cache-control": "no-cache"})
    return _answer(request, FOLDER / "index.html", "no-cache")


async def _describe(request: Request, path: str) -> str:
    """What is told of a table to those who show its link; nothing where it is not for everybody with this link."""
    found = re.fullmatch(r"(?:table|replay)/([A-Za-z0-9]{1,24})", path)
    if found is None:
        return ""
    server = server_of(request)
    key = request.query_params.get("key")
    try:
        room = await server.lounge.room(found[1])
        room.must_be_visible(None, key)
    except Refused:
        return ""
    origin = server.config.origins[0] if server.config.origins else str(request.base_url).rstrip("/")
    return describe_link(room.ledger, origin, path, key)


def _show_manual(request: Request, path: str) -> Response:
    """A file of the documentation."""
    if not request.url.path.startswith("/docs/"):
        return RedirectResponse("/docs/")
    file = _find(SITE, path or "index.html")
    if file is None:
        sentence = "there is no such page" if (SITE / "index.html").is_file() else NO_SITE
        return Response(sentence, 404, media_type="text/plain")
    return _answer(request, file, "no-cache")


def _find(folder: Path, path: str) -> Path | None:
    """The file of a path; None where there is none, and for what cannot be one."""
    try:
        file = (folder / path).resolve()
        return file if path and file.is_relative_to(folder.resolve()) and file.is_file() else None
    except (OSError, ValueError):  # too long for a name, or with a sign that no name has
        return None


def _answer(request: Request, file: Path, age: str) -> Response:
    """A file, compressed where the build has done that and the browser understands it."""
    headers = {"cache-control": age, "vary": "accept-encoding"}
    packed = file.with_name(file.name + ".gz")
    if "gzip" not in request.headers.get("accept-encoding", "") or not packed.is_file():
        return FileResponse(file, headers=headers)
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    return FileResponse(packed, media_type=kind, headers={**headers, "content-encoding": "gzip"})
