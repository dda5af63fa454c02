"""Players of others: from a distribution that names them in its entry points, or from a module by ``module:Class``.

They are programs, so `find_player` is for names that whoever runs this program has typed. Names that come from
elsewhere, such as those that a server is sent, go to `tenka.players.get_player`, which knows our own only.
"""

from __future__ import annotations

import importlib
import inspect
import random
import re
import sys
import traceback
from collections.abc import Callable, Sequence
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

from tenka.game import Action, GameError, Rules, View
from tenka.games import DEFAULT_GAME, get_game
from tenka.players import Budget, Line, Player, get_player, is_own, no_such_player

GROUP = "tenka.players"
"""Of the entry points."""

_PROGRAM = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*:[^\W\d]\w*")


def is_program(name: str, game: str) -> bool:
    """Whether a name is that of a class in a module, as in ``my_bots:Hasty``."""
    return not is_own(name, game) and _PROGRAM.fullmatch(name) is not None


@cache
def find_player(name: str, game: str = DEFAULT_GAME) -> Player:
    """As `tenka.players.get_player`, and players of others too. Raises GameError."""
    if is_own(name, game):
        return get_player(name, game)
    return Guest(name, get_game(game), _load(name, game))


def source_of(name: str, game: str) -> bytes:
    """What a player of others is made from, as far as one file goes; nothing for our own."""
    if is_own(name, game):
        return b""
    try:
        return Path(inspect.getfile(_load(name, game))).read_bytes()
    except (GameError, TypeError, OSError):
        return b""


def _load(name: str, game: str) -> Callable[..., Any]:
    """The class of a player, or whatever makes one; raises GameError."""
    if _PROGRAM.fullmatch(name):
        return _load_from_module(name)
    found = {entry.name: entry for entry in entry_points(group=GROUP)}
    if name not in found:
        raise GameError(no_such_player(name, game, sorted(found)))
    return _load_entry(found[name])


def _load_from_module(name: str) -> Callable[..., Any]:
    module_name, _, attribute = name.partition(":")
    here = str(Path.cwd())
    if here not in sys.path and "" not in sys.path:  # as with python -m; processes of ours inherit it
        sys.path.insert(0, here)
    try:
        module = importlib.import_module(module_name)
    except ModuleNotFoundError as error:
        if error.name and module_name.startswith(error.name):
            raise GameError(
                f"there is no module {error.name!r} for the player {name}: it is looked for in this folder and where "
                f"Python finds packages"
            ) from None
        raise GameError(f"the player {name} cannot be loaded: {_tell(error)}") from error
    except Exception as error:  # whatever is wrong in it is for its author
        raise GameError(f"the player {name} cannot be loaded: {_tell(error)}") from error
    if not hasattr(module, attribute):
        classes = [own for own, value in vars(module).items() if inspect.isclass(value) and hasattr(value, "decide")]
        there = f"; it has {', '.join(classes)}" if classes else ", nor any other player"
        raise GameError(f"{module_name} has no {attribute}{there}")
    return _check_factory(name, getattr(module, attribute))


def _load_entry(entry: EntryPoint) -> Callable[..., Any]:
    try:
        factory = entry.load()
    except Exception as error:
        raise GameError(f"the player {entry.name} ({entry.value}) cannot be loaded: {_tell(error)}") from error
    return _check_factory(entry.name, factory)


def _check_factory(name: str, factory: Any) -> Callable[..., Any]:
    if not callable(factory):
        kind = type(factory).__name__
        raise GameError(f"the player {name} is of the type {kind}, and not a class or a function that makes a player")
    made: Callable[..., Any] = factory
    return made


class Guest:
    """A player of others. Whatever it does wrong is told in a sentence, with the place in its code."""

    def __init__(self, name: str, rules: Rules, factory: Callable[..., Any]) -> None:
        """`factory` is called with the rules of the game, or with nothing if that is what it takes."""
        self.name = name
        """By which it was asked for, so that other processes find it too."""
        try:
            arguments: tuple[Any, ...] = (rules,)
            signature = inspect.signature(factory)
            if not _takes(signature, rules) and _takes(signature):
                arguments = ()
            self._player = factory(*arguments)
        except GameError:
            raise
        except Exception as error:
            raise GameError(f"the player {name} cannot be made for {rules.name}: {_tell(error)}") from error
        if not callable(getattr(self._player, "decide", None)):
            raise GameError(f"the player {name} has no method decide(view, legal, rng); see docs/add-a-player.md")

    def decide(self, view: View, legal: Sequence[Action], rng: random.Random, budget: Budget | None = None) -> Action:
        """What it decides, if that is legal; raises GameError."""
        try:
            action = self._player.decide(view, list(legal), rng, *([] if budget is None else [budget]))
        except GameError:
            raise
        except Exception as error:
            raise GameError(f"the player {self.name} failed: {_tell(error)}") from error
        if action not in legal:
            said = repr(action)[:40]
            raise GameError(f"the player {self.name} decided {said}, which is none of the {len(legal)} legal actions")
        return int(action)

    def explain(
        self, view: View, legal: Sequence[Action], rng: random.Random, budget: Budget | None = None
    ) -> list[Line]:
        """What it would do, without reasons."""
        return [Line([self.decide(view, legal, rng, budget)], 0.0)]


def _takes(signature: inspect.Signature, *arguments: object) -> bool:
    try:
        signature.bind(*arguments)
    except TypeError:
        return False
    return True


def _tell(error: Exception) -> str:
    """What happened, and where."""
    said = f"{type(error).__name__}: {error}"
    frames = traceback.extract_tb(error.__traceback__)
    if isinstance(error, SyntaxError) or not frames:
        return said
    last = frames[-1]
    return f"{said} ({Path(last.filename).name}, line {last.lineno})"
