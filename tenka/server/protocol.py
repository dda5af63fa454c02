"""TypeScript's types and docs/protocol.md, made from the messages: ``python -m tenka.server.protocol`` writes them.

The page's shell has a file of types that names no game, and each title has one of its own beside its components.
"""

from __future__ import annotations

import dataclasses
import inspect
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from fastapi.routing import APIRoute
from pydantic import BaseModel
from pydantic.fields import FieldInfo

from tenka.games import GAMES, find_part, get_title
from tenka.server import (
    api_accounts,
    api_notices,
    api_pairing,
    api_people,
    api_play,
    api_reviews,
    api_studies,
    api_tables,
    levels,
    messages,
    plies,
    positions,
    socket_messages,
    study_messages,
)
from tenka.server.shapes import model_of

ROOT = Path(__file__).resolve().parents[2]
TYPESCRIPT = ROOT / "web" / "src" / "messages.ts"
DOCUMENT = ROOT / "docs" / "protocol.md"
UNIONS = {
    "Entry": messages.Entry,
    "ToServer": socket_messages.ToServer,
    "ToPage": socket_messages.ToPage,
    "ToBot": socket_messages.ToBot,
}
OF_TITLES = {"Position": positions.Position, "Board": positions.Board}
"""What each title has a type of its own for."""
_HOMES = (plies, levels, positions, messages, socket_messages, study_messages)
_PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null", Any: "unknown"}


def models() -> list[type[BaseModel]]:
    """Every message and part of one, in the order of their definition."""
    found: dict[str, type[BaseModel]] = {}
    for home in _HOMES:
        for name, value in vars(home).items():
            is_model = inspect.isclass(value) and issubclass(value, BaseModel) and value.__module__ == home.__name__
            if is_model and not name.startswith("_") and name not in ("Message", "EntryBase", "Request"):
                found.setdefault(name, value)
    return list(found.values())


def models_of_title(game: str) -> list[type[BaseModel]]:
    """The types of a title's own, in the order of their definition; none where it has no ``position.py``."""
    part = find_part(game, "position")
    if part is None:
        return []
    shown = positions.shown_of(game)
    sent = {shape for whole in (shown.BOARD, shown.POSITION, shown.CHOICE, shown.PLY) for shape in _parts_of(whole)}
    own: list[type] = [value for value in vars(part).values() if inspect.isclass(value) and value in sent]
    return [model_of(shape) for shape in dict.fromkeys(own)]


def _parts_of(annotation: Any) -> Iterator[type]:
    """The dataclasses that a type is made of, itself included."""
    if dataclasses.is_dataclass(annotation) and isinstance(annotation, type):
        yield annotation
        for part in get_type_hints(annotation).values():
            yield from _parts_of(part)
    for argument in get_args(annotation):
        yield from _parts_of(argument)


def typescript_of_title(game: str) -> Path:
    """The file with a title's own types."""
    return ROOT / "web" / "src" / "games" / game / "messages.ts"


def type_of(annotation: Any) -> str:
    """A type as TypeScript writes it.

    >>> type_of(list[int | None])
    '(number | null)[]'
    """
    if annotation in _PLAIN:
        return _PLAIN[annotation]
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return type_of(arguments[0])
    if origin is Literal:
        return " | ".join(f'"{value}"' for value in arguments)
    if origin in (Union, types.UnionType):
        return " | ".join(dict.fromkeys(type_of(part) for part in arguments))
    if origin is list:
        inner = type_of(arguments[0])
        return f"({inner})[]" if " " in inner else f"{inner}[]"
    if origin is dict:
        return f"Record<string, {type_of(arguments[1])}>"
    if inspect.isclass(annotation) and issubclass(annotation, BaseModel):
        return annotation.__name__
    raise TypeError(f"no word of TypeScript for {annotation}")


def _named(annotation: Any) -> str:
    """Unions by their names."""
    if get_origin(annotation) is list:
        inner = _named(get_args(annotation)[0])
        return f"({inner})[]" if " " in inner else f"{inner}[]"
    members = _members(annotation)
    named: dict[str, Any] = {**UNIONS, **OF_TITLES}
    for name, union in named.items():
        if members == _members(union):
            return name
        if members == (*_members(union), type(None)):
            return f"{name} | null"
    return type_of(annotation)


def _members(annotation: Any) -> tuple[Any, ...]:
    """What a union is of, those of unions in it included; anything else is of itself."""
    if get_origin(annotation) is Annotated:
        return _members(get_args(annotation)[0])
    if get_origin(annotation) in (Union, types.UnionType):
        return tuple(member for part in get_args(annotation) for member in _members(part))
    return (annotation,)


def fields_of(model: type[BaseModel]) -> Iterator[tuple[str, str, bool, str]]:
    """Name, type, whether it may be missing, and meaning of each field."""
    hints = get_type_hints(model, include_extras=True)
    for name, field in model.model_fields.items():
        yield name, _named(hints[name]), _is_optional(field), (field.description or "").replace("\n", " ")


def _is_optional(field: FieldInfo) -> bool:
    is_tag = get_origin(field.annotation) is Literal and len(get_args(field.annotation)) == 1
    return not field.is_required() and not is_tag


_SHELL = """// Made from tenka/server/messages.py by `python -m tenka.server.protocol`. Do not change it by hand.

/** A JSON merge patch (RFC 7396): objects are merged, null removes, everything else replaces. */
export type Changes = Record<string, unknown>;

/** A position as one pair of eyes sees it. What else is in it is the game's own: see games/<game>/messages.ts. */
export interface Position {
  game: string;
  /** By seat number. */
  seats: Record<string, unknown>;
}

/** What is the same in every game of a title: its own type is in games/<game>/messages.ts. */
export type Board = object;

"""


def typescript() -> str:
    """The types of the page's shell."""
    unions = [f"export type {name} = {type_of(union)};\n" for name, union in UNIONS.items()]
    return _SHELL + "\n".join([_interfaces(models()), *unions])


def title_typescript(game: str) -> str:
    """The types of a title's own."""
    head = "// Made from the title's position.py by `python -m tenka.server.protocol`. Do not change it by hand.\n"
    return f"{head}\n{_interfaces(models_of_title(game))}"


def _interfaces(chosen: list[type[BaseModel]]) -> str:
    parts = []
    for model in chosen:
        parts += [f"/** {_doc(model)} */", f"export interface {model.__name__} {{"]
        for name, kind, is_optional, meaning in fields_of(model):
            if meaning:
                parts.append(f"  /** {meaning} */")
            parts.append(f"  {name}{'?' if is_optional else ''}: {kind};")
        parts += ["}", ""]
    return "\n".join(parts)


def _doc(thing: Any) -> str:
    return " ".join((inspect.getdoc(thing) or "").split())


def routes() -> list[APIRoute]:
    """Every HTTP call."""
    tables = (api_tables.router, api_pairing.router, api_notices.router, api_play.router)
    after = (api_reviews.router, api_studies.router)
    routers = (api_people.router, api_accounts.router, *tables, *after)
    return [route for router in routers for route in router.routes if isinstance(route, APIRoute)]


def _body_of(route: APIRoute) -> str:
    return type_of(route.body_field.field_info.annotation) if route.body_field else ""


def _answer_of(route: APIRoute) -> str:
    if route.name == "stream":
        return "lines of ToBot"
    if route.name == "export_record":
        return "text"
    return type_of(route.response_model) if route.response_model else "nothing"


def document() -> str:
    """docs/protocol.md."""
    parts = [_INTRODUCTION, "## HTTP", "", "| call | sends | answers | what it does |", "|---|---|---|---|"]
    for route in routes():
        method = next(iter(route.methods or {"GET"}))
        cells = (f"`{method} {route.path}`", _code(_body_of(route)), _code(_answer_of(route)), _doc(route.endpoint))
        parts.append(f"| {' | '.join(cells)} |")
    parts += ["", _SOCKET]
    for title, union in (
        ("From the page", socket_messages.ToServer),
        ("To the page", socket_messages.ToPage),
        ("On the event stream of bots", socket_messages.ToBot),
        ("Entries of a table's log", messages.Entry),
    ):
        parts += [f"### {title}", "", "| message | what it is for |", "|---|---|"]
        parts += [
            f"| {_tag(model)} [`{model.__name__}`](#{model.__name__.lower()}) | {_doc(model)} |"
            for model in _members(union)
        ]
        parts.append("")
    parts += ["## Types", "", "A field with `?` may be left out.", "", _OF_TITLES]
    for model in models():
        parts += _section(model)
    for game in GAMES:
        parts += _title_section(game)
    return "\n".join(parts).rstrip() + "\n"


def _title_section(game: str) -> list[str]:
    shown, own = positions.shown_of(game), models_of_title(game)
    parts = [f"## {get_title(game).name}", ""]
    if shown.NOTATION:
        parts += [shown.NOTATION, ""]
    if not own:
        return [*parts, "It has no types of its own: its positions are plain ones.", ""]
    position, board = positions.position_model(game), positions.board_model(game)
    known = [f"its `Position` is [`{position.__name__}`](#{position.__name__.lower()})"]
    if board is not None:
        known.append(f"its `Board` [`{board.__name__}`](#{board.__name__.lower()})")
    for name, shape in (("Choice.details", shown.CHOICE), ("Ply.details", shown.PLY)):
        if shape is not None:
            known.append(f"its `{name}` [`{shape.__name__}`](#{shape.__name__.lower()})")
    parts += [f"As `game` it is `{game}`; {', '.join(known)}.", ""]
    for model in own:
        parts += _section(model)
    return parts


def _section(model: type[BaseModel]) -> list[str]:
    parts = [f"### {model.__name__}", "", _doc(model), ""]
    rows = list(fields_of(model))
    if rows:
        parts += ["| field | type | meaning |", "|---|---|---|"]
        parts += [
            f"| `{name}{'?' if is_optional else ''}` | {_code(kind)} | {meaning} |"
            for name, kind, is_optional, meaning in rows
        ]
        parts.append("")
    return parts


def _code(text: str) -> str:
    return "`" + text.replace("|", "\\|") + "`" if text else ""


def _tag(model: type[BaseModel]) -> str:
    field = model.model_fields.get("type") or model.model_fields["kind"]
    return f"`{get_args(field.annotation)[0]}`"


_INTRODUCTION = """<!-- Made from tenka/server by `python -m tenka.server.protocol`. Do not change it by hand. -->

# The protocol

How pages and bots talk to the server. The types below are those of `tenka/server/messages.py` and
`socket_messages.py`; the page's TypeScript types are made from the same files.

## In short

1. **Who you are** comes from a cookie (`POST /api/guest`, `/api/register`, `/api/sign-in`) or an API token
   (`Authorization: Bearer tenka_…`), never from what a message says. Requests with a cookie that change something
   must come from our own page (`Origin`); programs use a token.
2. **A table** is made by `POST /api/tables` and found in the lobby or by its link, which holds its `key`. It starts
   by itself when its last seat is taken, unless its maker wants to say when.
3. **Everything that happens at a table is an event with a number**, from 1 and without gaps, the same for
   everybody; what it tells depends on who looks. It is in the server's log before anybody hears of it, and stays
   there.
4. **One WebSocket** (`/api/socket`) serves all tables of a page. `watch` answers with the whole table; from then on
   each event comes with the *changes* of the position. After a broken connection `watch` with `since` brings what
   was missed.
5. **A turn** is staged with `preview`, as often as you like: nothing happens. `act` sends all its tokens and the
   *version* it is meant for. `accepted` means: it is in the log. Sent again (because no answer came) it is accepted
   again and happens once.
6. **Refusals** have a `code` for programs and a `sentence` for people, and change nothing.

Moves are tokens with blanks between them, in [the notation of records](records.md), which each game has for itself. A
`Choice` lists every token that can come next.

Positions change by JSON merge patches (RFC 7396): objects are merged, `null` removes, everything else replaces. So
a field that can be `null` may be missing after a patch, and means the same.

A person with several seats (on one device) watches through one of them at a time: `watch` again with another `seat`
after the curtain. Everybody without a seat is a spectator.
"""

_SOCKET = """## WebSocket

Connect to `/api/socket` with the session's cookie (or a token). Every message is one JSON object. `welcome` comes
first. Send `ping` every `ping_every` seconds; a connection that is silent for three times as long is closed. When
the server says `goodbye`, or the connection breaks, connect again (after 0.5, 1, 2 … seconds) and `watch` each
table with `since`.

A frame has at most 8,192 characters. Who sends too fast is read more slowly; who sends junk is sent away.
"""


_OF_TITLES = """`Position` and `Board` are one of several types, those of the games below. A `Position` has at least
`game`, which tells them apart, and `seats`, by seat number. A game without a type of its own has plain positions:
`to_move`, `table` (what everybody knows, by the names of the game's own record) and in `seats` what you know. What
a game tells in the `details` of a `Choice` or a `Ply` has a type of its own, too.
"""


def files() -> dict[Path, str]:
    """All that is made, by file."""
    made = {TYPESCRIPT: typescript(), DOCUMENT: document()}
    return made | {typescript_of_title(game): title_typescript(game) for game in GAMES if models_of_title(game)}


def main() -> None:
    """Writes the files."""
    for path, text in files().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        print(path.relative_to(ROOT))


if __name__ == "__main__":
    main()
