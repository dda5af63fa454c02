"""Players of others: from a distribution that names them in its entry points, from a module by ``module:Class``, or as
objects.

They are programs, so `find_player` is for names that whoever runs this program has typed. Names that come from
elsewhere, such as those that a server is sent, go to `tenka.players.get_player`, which knows our own only.
"""

from __future__ import annotations

import importlib
import inspect
import pickle
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

_NAME = re.compile(r"[^\s,\"=\[\]]{1,56}")
"""What records and lists of players can tell from everything else."""
_PROGRAM = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*:[^\W\d]\w*")


def is_program(name: str, game: str) -> bool:
    """Whether a name is that of a class in a module, as in ``my_bots:Hasty``."""
    return not is_own(name, game) and _PROGRAM.fullmatch(name) is not None


def find_player(player: object, game: str = DEFAULT_GAME) -> Player:
    """As `tenka.players.get_player`, and players of others too: by a name, or an object, or a class. Raises GameError.

    An object is called as its `name` says, or else after its class.
    """
    if isinstance(player, str):
        return find_named(player, game)
    if isinstance(player, Guest):
        return player
    name = _name_of(player)
    kind = player if inspect.isclass(player) else type(player)
    if is_own(name, game):
        if kind.__module__.startswith("tenka."):
            return get_player(name, game)
        raise GameError(f"{name} is the name of a player of tenka; give yours another `name`")
    if inspect.isclass(player) or not hasattr(player, "decide"):
        return _make(name, get_game(game), _check_factory(name, player))
    return Guest(name, player, _source(kind) + _content(player))


@cache
def find_named(name: str, game: str) -> Player:
    """The same for names only; a name's player is made once."""
    if is_own(name, game):
        return get_player(name, game)
    return _make(name, get_game(game), _load(name, game))


def source_of(name: str, game: str) -> bytes:
    """What a player of others is made from, as far as one file goes; nothing for our own."""
    if is_own(name, game):
        return b""
    try:
        return _source(_load(name, game))
    except GameError:
        return b""


def _name_of(player: object) -> str:
    given = getattr(player, "name", None)
    name = given if isinstance(given, str) else getattr(player, "__name__", type(player).__name__)
    if not _NAME.fullmatch(name):
        raise GameError(
            f"a player's name has 1 to 56 letters without blanks, commas, quotes or brackets, unlike {name!r}"
        )
    return str(name)


def _source(kind: Any) -> bytes:
    try:
        return Path(inspect.getfile(kind)).read_bytes()
    except (TypeError, OSError):  # it was typed in, or is made by something else
        return b""


def _content(player: object) -> bytes:
    """What an object holds, such as weights, as far as that can be written down."""
    try:
        return pickle.dumps(player)
    except Exception:  # whatever its author has in it
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
    except (Exception, SystemExit) as error:  # whatever is wrong in it is for its author
        raise GameError(f"the player {name} cannot be loaded: {_tell(error)}") from error
    if not hasattr(module, attribute):
        classes = [own for own, value in vars(module).items() if inspect.isclass(value) and hasattr(value, "decide")]
        there = f"; it has {', '.join(classes)}" if classes else ", nor any other player"
        raise GameError(f"{module_name} has no {attribute}{there}")
    return _check_factory(name, getattr(module, attribute))


def _load_entry(entry: EntryPoint) -> Callable[..., Any]:
    try:
        factory = entry.load()
    except (Exception, SystemExit) as error:
        raise GameError(f"the player {entry.name} ({entry.value}) cannot be loaded: {_tell(error)}") from error
    return _check_factory(entry.name, factory)


def _check_factory(name: str, factory: Any) -> Callable[..., Any]:
    if not callable(factory):
        kind = type(factory).__name__
        raise GameError(f"the player {name} is of the type {kind}, and not a class or a function that makes a player")
    made: Callable[..., Any] = factory
    return made


def _make(name: str, rules: Rules, factory: Callable[..., Any]) -> Guest:
    """`factory` is called with the rules of the game, or with nothing if that is what it takes."""
    try:
        arguments: tuple[Any, ...] = (rules,)
        signature = inspect.signature(factory)
        if not _takes(signature, rules) and _takes(signature):
            arguments = ()
        player = factory(*arguments)
    except GameError:
        raise
    except (Exception, SystemExit) as error:
        raise GameError(f"the player {name} cannot be made for {rules.name}: {_tell(error)}") from error
    return Guest(name, player, _source(factory))


class Guest:
    """A player of others. Whatever it does wrong is told in a sentence, with the place in its code."""

    def __init__(self, name: str, player: Any, source: bytes = b"") -> None:
        self.name = name
        """By which it was asked for."""
        self.source = source
        """What it is made from, as far as that is known: a change of it is a change of the player."""
        self._player = player
        if not callable(getattr(self._player, "decide", None)):
            raise GameError(f"the player {name} has no method decide(view, legal, rng); see docs/add-a-player.md")

    def decide(self, view: View, legal: Sequence[Action], rng: random.Random, budget: Budget | None = None) -> Action:
        """What it decides, if that is legal; raises GameError."""
        try:
            action = self._player.decide(view, list(legal), rng, *([] if budget is None else [budget]))
        except GameError:
            raise
        except (Exception, SystemExit) as error:
            raise GameError(f"the player {self.name} failed: {_tell(error)}") from error
        try:
            number = int(action)
            is_legal = number in legal and bool(number == action)
        except Exception:  # it may be an array, or anything at all
            is_legal = False
        if not is_legal:
            said = repr(action)[:40]
            raise GameError(f"the player {self.name} decided {said}, which is none of the {len(legal)} legal actions")
        return number

    @property
    def description(self) -> str:
        """What its author says of it: the first line of its docstring."""
        text = inspect.getdoc(type(self._player)) or "a player of somebody else's"
        return text.splitlines()[0]

    def must_travel(self) -> None:
        """Raises GameError where it cannot be sent to other processes of this machine."""
        kind = type(self._player)
        if kind.__module__ == "__main__" and not hasattr(sys.modules["__main__"], "__file__"):
            raise GameError(
                f"the player {self.name} was typed in here, where other processes cannot find it; put its class into a "
                f"module, or play with workers=1"
            )
        try:
            pickle.dumps(self)
        except Exception as error:
            raise GameError(
                f"the player {self.name} cannot be sent to other processes ({_tell(error)}); play with workers=1"
            ) from error

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


def _tell(error: BaseException) -> str:
    """What happened, on one line, and where in the player's file: not in a library that it called, nor here."""
    said = f"{type(error).__name__}: {' '.join(str(error).split())}"
    trace = traceback.extract_tb(error.__traceback__)
    frames = [frame for frame in trace if frame.filename != __file__ and "importlib" not in frame.filename]
    if isinstance(error, SyntaxError) or not frames:
        return said
    last = [frame for frame in frames if frame.filename == frames[0].filename][-1]
    return f"{said} ({Path(last.filename).name}, line {last.lineno})"
