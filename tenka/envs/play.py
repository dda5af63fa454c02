"""One game as every environment plays it: chance rolls by itself, and wrong actions change nothing."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import cycle, islice
from typing import Any, Protocol, cast

import numpy as np

from tenka.encoding import Array, Spec
from tenka.envs.flat import Flat
from tenka.envs.rewards import check_reward, margin_of, reward_of
from tenka.game import CHANCE, Action, GameError, Options, Outcome, Ply, Seat, State, View, draw_chance, name_of_seat
from tenka.games import get_game, get_title, load_part
from tenka.players import Player
from tenka.record import make_record, write

_WARM_UP = 80
"""Decisions, until players have met everything that takes compiling: setting up is most of them."""

RENDER_MODES = ("ansi", "human")


def check_render_mode(render_mode: str | None) -> None:
    """Raises GameError for a mode that there is not."""
    if render_mode is not None and render_mode not in RENDER_MODES:
        raise GameError(f"there is no render_mode {render_mode!r}; there are {', '.join(RENDER_MODES)} and None")


class Encoder(Protocol):
    """A game's ``encode.py``."""

    def spec(self, players: int | None = None) -> Spec:
        """What an observation holds."""

    def encode(self, view: View, players: int | None, planes: Array, globals_: Array) -> None:
        """Writes what the view's seat knows into buffers."""


def get_encoder(game: str) -> Encoder:
    """The observations of a game; raises GameError where its title has none."""
    return cast(Encoder, load_part(game, "encode"))


def observe(view: View, game: str, flat: bool = False, one_shape: bool = False) -> dict[str, Array] | Array:
    """What an environment of the same arguments shows to the seat of a view: so what has learnt there can play.

    Raises GameError for a spectator's view.

    >>> from tenka.games import DEFAULT_GAME
    >>> rules = get_game(DEFAULT_GAME)
    >>> view = rules.view(rules.start(rules.options({"players": 2}), random.Random(1)), 0)
    >>> spec = get_encoder(DEFAULT_GAME).spec(2)
    >>> observe(view, DEFAULT_GAME)["planes"].shape == spec.planes_shape
    True
    """
    shape = None if one_shape else int(view.known["players"])
    encoder = get_encoder(game)
    planes, globals_ = encoder.spec(shape).empty()
    encoder.encode(view, shape, planes, globals_)
    return _flat(game, shape).row(planes, globals_) if flat else {"planes": planes, "globals": globals_}


@cache
def _flat(game: str, shape: int | None) -> Flat:
    return Flat(get_encoder(game).spec(shape))


class Play:
    """A game in progress, or none yet. Environments translate between this and their library.

    >>> from tenka.games import DEFAULT_GAME
    >>> play = Play(DEFAULT_GAME, players=2)
    >>> play.reset(random.Random(1))
    >>> while play.turn is not None:
    ...     play.act(play.rng.choice(play.legal()))
    >>> len(play.decisions) > 0
    True
    """

    def __init__(
        self,
        game: str,
        players: int | None = None,
        reward: str = "win",
        one_shape: bool = False,
        flat: bool = False,
        options: Mapping[str, Any] = {},
    ) -> None:
        self.rules = get_game(game)
        self.title = get_title(game)
        self.encoder = get_encoder(game)
        self._given = dict(options) if players is None else {"players": players, **options}
        self.options = self.rules.options(self._given)
        """Of every game for which no others are given."""
        self.playing = self.options
        """Of the game that is going on."""
        self.players: int = self.options.players
        self.margin = margin_of(game)
        self.reward = check_reward(reward, self.margin)
        self.shape = None if one_shape else self.players
        """The number of players that observations are shaped for; None: for any."""
        self.spec = self.encoder.spec(self.shape)
        self.flat = Flat(self.spec) if flat else None
        self._encode_state = getattr(self.encoder, "encode_whole_state", None)
        """The same numbers as of a view, sooner."""
        self.rng = random.Random()
        self.start: State = None
        self.state: State = None
        self.turn: Seat | None = None
        """Whose decision it is; None: the game is over, or there is none."""
        self.decisions: list[tuple[Seat, Action, State]] = []
        """Who decided, what, and in which state."""

    def options_with(self, given: Mapping[str, Any] | None, leaves_others: bool = False) -> Options:
        """The options for a single game, some of them changed; raises GameError.

        `leaves_others`: what is no option of these rules is somebody else's.
        """
        if leaves_others and given:
            own = {"players", *(option.name for option in self.title.options)}
            given = {name: value for name, value in given.items() if name in own}
        if not given:
            return self.options
        options = self.rules.options({**self._given, **given})
        if options.players != self.players:
            raise GameError(
                f"this environment is for {self.players} players, as its spaces are; make another one for "
                f"{options.players}"
            )
        return options

    def warm_up(self, players: Sequence[Player] = ()) -> None:
        """Compiles what is needed, also by these players, with the beginning of a game that nobody plays."""
        self.reset(random.Random(0))
        turn = self.turn
        assert turn is not None
        self.observe(turn)
        self.act(self.legal()[0])
        for player in islice(cycle(players), _WARM_UP):
            if self.turn is not None:
                self.let_decide(player, self.rng)
        self.start = self.state = self.turn = None
        self.decisions = []

    def reset(self, rng: random.Random, options: Options = None) -> None:
        """A new game, with options of its own if there are some; all its chance comes from `rng`."""
        self.rng = rng
        self.playing = options or self.options
        self.start = self.state = self.rules.start(self.playing, rng)
        self.turn = self.rules.turn(self.state)
        self.decisions = []
        self._roll()

    @property
    def outcome(self) -> Outcome | None:
        """None while the game goes on."""
        return self.rules.outcome(self.state)

    def rewards(self) -> list[float]:
        """By seat: what the last decision brought; nothing until the end."""
        outcome = self.outcome
        return [0.0] * self.players if outcome is None else reward_of(outcome, self.reward, self.margin)

    def act(self, action: object) -> None:
        """Takes a decision of the seat whose turn it is. Raises GameError, and nothing has changed."""
        if self.state is None:
            raise GameError("there is no game yet; call reset() first")
        seat = self.turn
        if seat is None:
            raise GameError("the game is over; call reset() for the next one")
        self._apply(seat, self.check_action(action))
        self._roll()

    def check_action(self, action: object) -> Action:
        """The action as an int; raises GameError for what is none in any position."""
        last = self.rules.num_actions - 1
        if isinstance(action, np.ndarray) and action.shape == ():
            action = action[()]
        if isinstance(action, (bool, np.bool_)) or not isinstance(action, (int, np.integer)):
            raise GameError(f"an action is one whole number from 0 to {last}, not {_tell(action)}")
        if not 0 <= action <= last:
            raise GameError(f"there is no action {action}; actions are 0 to {last}")
        return int(action)

    def legal(self) -> list[Action]:
        """What the seat whose turn it is may do."""
        return list(self.rules.legal(self.state))

    def mask(self, seat: Seat) -> Array:
        """By action: 1 where the seat may do that now."""
        mask = np.zeros(self.rules.num_actions, np.int8)
        if self.turn == seat:
            self.mark_legal(mask)
        return mask

    def mark_legal(self, mask: Array) -> None:
        """Writes 1 where the seat whose turn it is may do that now."""
        mask[np.array(self.rules.legal(self.state), np.intp)] = 1  # NumPy is slow with numbers of another width

    def view(self, seat: Seat) -> View:
        """What the seat may know."""
        return self.rules.view(self.state, seat)

    def let_decide(self, player: Player, rng: random.Random) -> None:
        """A decision of a player for the seat whose turn it is."""
        seat = self.turn
        assert seat is not None
        self.act(player.decide(self.view(seat), self.legal(), rng))

    def observe(self, seat: Seat) -> dict[str, Array] | Array:
        """What the seat may know, as arrays: ``planes`` and ``globals``; or as a row."""
        planes, globals_ = self.spec.empty()
        if self._encode_state is not None:
            self._encode_state(self.state, seat, self.shape, planes, globals_)
        else:
            self.encoder.encode(self.view(seat), self.shape, planes, globals_)
        return {"planes": planes, "globals": globals_} if self.flat is None else self.flat.row(planes, globals_)

    def end(self, seat: Seat) -> dict[str, Any]:
        """How the game ended for a seat; empty while it goes on."""
        outcome = self.outcome
        if outcome is None:
            return {}
        return {
            "reason": outcome.reason,
            "rank": outcome.ranking[seat],
            "won": seat in outcome.winners,
            "totals": dict(outcome.totals[seat]),
        }

    def record(self) -> str:
        """The record of the game so far, complete: it tells everything, also what is hidden."""
        options = self.playing
        if options.first is None:
            first = self.rules.seat_names[int(self.start.first)]
            options = self.rules.options(self.rules.describe_options(options) | {"first": first})
        names = [f"player_{seat}" for seat in range(self.players)]
        return write(make_record(self.rules, options, names, self.start, self._plies(), self.state))

    def describe(self) -> str:
        """The record, with the moves of a turn that is not over yet and whose turn it is."""
        turn = self.turn
        text = self.record()
        if turn is None:
            return text
        number = self.rules.num_plies(self.state)
        begun = [action for _, action, before in self.decisions if self.rules.num_plies(before) == number]
        moves = f" ({self.rules.format(begun)} …)" if begun else ""
        return f"{text}\n{name_of_seat(self.rules, turn)} to move{moves}\n"

    def render(self, render_mode: str | None) -> str | None:
        """What `describe` says; printed in the mode ``human``."""
        if render_mode is None:
            raise GameError(f"make the environment with render_mode={RENDER_MODES[0]!r} to render it")
        text = self.describe()
        if render_mode == "human":
            print(text)
            return None
        return text

    def _apply(self, seat: Seat, action: Action) -> None:
        after = self.rules.apply(self.state, action)
        self.decisions.append((seat, action, self.state))
        self.state = after
        self.turn = self.rules.turn(after)

    def _roll(self) -> None:
        while self.turn == CHANCE:
            self._apply(CHANCE, draw_chance(self.rules, self.state, self.rng))

    def _plies(self) -> list[Ply]:
        """The whole plies so far."""
        plies = []
        actions: list[Action] = []
        begin: State = None
        for index, (_, action, before) in enumerate(self.decisions):
            if not actions:
                begin = before
            actions.append(action)
            last = index + 1 == len(self.decisions)
            after = self.state if last else self.decisions[index + 1][2]
            if self.rules.num_plies(after) != self.rules.num_plies(begin):
                plies.append(self.rules.make_ply(begin, actions, after))
                actions = []
        return plies


def _tell(action: object) -> str:
    """An argument in a few words."""
    if isinstance(action, np.ndarray):
        return f"an array of shape {action.shape}"
    return repr(action)[:40]
