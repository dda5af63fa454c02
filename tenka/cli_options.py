"""The titles' rule options on the command line: each title describes its own, and commands get them all from here."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any

import typer
from typer.core import TyperCommand

from tenka.game import GameError
from tenka.games import DEFAULT_GAME, GAMES, get_title
from tenka.title import Option

Given = Mapping[str, Any]
"""What was typed for the titles' options, by their names."""


def add_rule_options(command: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Gives a command the options that titles describe for it; its argument `given` has those that were typed."""
    found = _options_of(command)

    def decorate(function: Callable[..., None]) -> Callable[..., None]:
        @functools.wraps(function)
        def run(**arguments: Any) -> None:
            typed = {name: arguments.pop(name) for name in found}
            function(**arguments, given={name: value for name, value in typed.items() if value not in (None, False)})

        own = inspect.signature(function, eval_str=True).parameters
        if taken := own.keys() & found.keys():
            raise ValueError(f"{command} has {', '.join(map(_flag, sorted(taken)))} itself; a title needs another name")
        parameters = [parameter for name, parameter in own.items() if name != "given"]
        parameters += [_parameter(name, options, "game" in own) for name, options in found.items()]
        run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]  # what typer makes options from
        run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
        del run.__wrapped__
        return run

    return decorate


def _options_of(command: str) -> dict[str, dict[str, Option]]:
    """By name and title: the options that a command has. Several titles may have one of the same name."""
    found: dict[str, dict[str, Option]] = {}
    for game in GAMES:
        for option in get_title(game).options:
            if command in option.commands:
                found.setdefault(option.name, {})[game] = option
    return found


def _parameter(name: str, options: Mapping[str, Option], has_choice: bool) -> inspect.Parameter:
    """An option of the command line, in the group of its title. `has_choice`: the command lets people name the game."""
    kinds = {option.is_flag for option in options.values()}
    if len(kinds) > 1:
        raise ValueError(f"--{name} is a flag of one title and has a value in another: {', '.join(options)}")
    helps = {game: option.help for game, option in options.items()}
    same = set(helps.values())
    text = same.pop() if len(same) == 1 else " ".join(f"{game}: {help_}" for game, help_ in helps.items())
    shown = "|".join(dict.fromkeys(word for option in options.values() for word in option.shown.split("|")))
    settings: dict[str, Any] = {"help": text, "rich_help_panel": _heading(tuple(options), has_choice)}
    if not kinds.pop():
        settings["metavar"] = shown
        annotation: Any = Annotated[str | None, typer.Option(_flag(name), **settings)]
        return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=annotation)
    annotation = Annotated[bool, typer.Option(_flag(name), **settings)]
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=False, annotation=annotation)


def _heading(games: Sequence[str], has_choice: bool) -> str:
    """Above the options of a title, or of those that share them."""
    titles = " and ".join(get_title(game).name for game in games)
    if not has_choice:
        return titles
    chosen = " or ".join(f"--game {game}" for game in games)
    return f"{titles} ({chosen}{', unless told' if games[0] == DEFAULT_GAME else ''})"


def _flag(name: str) -> str:
    """An option as it is typed.

    >>> _flag("switch_same")
    '--switch-same'
    """
    return f"--{name.replace('_', '-')}"


class TitledCommand(TyperCommand):
    """A command whose help has the options of each title in a group of its own."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """The groups, the command's own options first."""
        groups: dict[str, list[tuple[str, str]]] = {}
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx)
            usual = "Arguments" if parameter.param_type_name == "argument" else "Options"
            if record is not None:
                groups.setdefault(getattr(parameter, "rich_help_panel", None) or usual, []).append(record)
        for heading, records in groups.items():
            with formatter.section(heading):
                formatter.write_dl(records)


def read_given(game: str, given: Given) -> dict[str, Any]:
    """The options for a game's rules, out of what was typed; raises GameError. The rules say what they do not know."""
    described = {option.name: option for other in GAMES for option in get_title(other).options}
    described |= {option.name: option for option in get_title(game).options}
    values = {name: text for name, text in given.items() if not described[name].is_flag}
    for name in given.keys() - values.keys():
        means = described[name].means
        if any(values.get(other, value) != value for other, value in means.items()):
            meant = " ".join(f"{_flag(other)} {value}" for other, value in means.items())
            others = " and ".join(_flag(other) for other in means)
            raise GameError(f"{_flag(name)} means {meant}: leave it out, or {others}")
        values |= means
    for name, text in list(values.items()):
        read = described[name].read if name in described else None
        values[name] = text if read is None else read(text)
    return values


def terminal_notes() -> str:
    """What the help of ``play`` says of the titles, each in a paragraph."""
    titles = (get_title(game) for game in GAMES)
    return "\n\n".join(f"{title.name}: {title.terminal_note}" for title in titles if title.terminal_note)


def rules_in(given: Given) -> list[str]:
    """Of what was typed: the options that say what is played, and not where something lies."""
    places = {option.name for game in GAMES for option in get_title(game).options if option.is_place}
    return [name for name in given if name not in places]
