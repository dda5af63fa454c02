"""OpenSpiel's interface: importing this registers every game that says how long it can be, as ``python_tenka_`` and its
name.

All chance is explicit, so a game is what was decided in it. The deal is what a seed makes of it: at the root, chance
draws the seed in `DEAL_NODES` nodes of `DEAL_OUTCOMES` equally likely outcomes, which mean nothing by themselves. Dice
and draws after that are chance nodes with the rules' own probabilities.

The information state string is perfect recall: the record of the game as the seat may read it. The information state
tensor is the observation with every visible decision so far; of the own tiles it tells which were drawn and not when.
Every number in a tensor is a part of the highest there can be, so all lie between -1 and 1.

>>> from tenka.games import DEFAULT_GAME
>>> state = pyspiel.load_game(f"{short_name(DEFAULT_GAME)}(players=2)").new_initial_state()
>>> while state.is_chance_node():
...     state.apply_action(state.chance_outcomes()[0][0])
>>> len(state.legal_actions()) > 0, len(state.observation_tensor()) > 0
(True, True)
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import numpy as np

from tenka.encoding import Array, Spec
from tenka.envs.extras import missing
from tenka.envs.flat import scales_of
from tenka.envs.names import env_name
from tenka.envs.play import get_encoder
from tenka.envs.rewards import check_reward, margin_of, reward_of
from tenka.envs.story import DEAL_NODES, Position
from tenka.game import CHANCE, GameError, Seat
from tenka.games import GAMES, find_part, get_game, get_title
from tenka.title import Title

try:
    import pyspiel
except ModuleNotFoundError as error:
    raise missing(error, "pyspiel") from None

_TERMINAL, _CHANCE = int(pyspiel.PlayerId.TERMINAL), int(pyspiel.PlayerId.CHANCE)

DEAL_OUTCOMES = 256


NO_PARAMETER = ("edition",)
"""Rule options that are not offered here: OpenSpiel reads 1998 as a number, and editions are presets of the others."""


def short_name(game: str) -> str:
    """What `pyspiel.load_game` calls a game."""
    return f"python_tenka_{game}"


def options_of(game: str) -> tuple[str, ...]:
    """The rule options that are parameters, besides the number of players."""
    options = get_title(game).options
    return tuple(option.name for option in options if not option.is_flag and option.name not in NO_PARAMETER)


def game_type_of(game: str, reward: str = "win", players: int | None = None) -> Any:
    """The type of a game; a margin is zero-sum for two only."""
    title = get_title(game)
    is_zero_sum = reward != "margin" or players == 2
    utility = pyspiel.GameType.Utility.ZERO_SUM if is_zero_sum else pyspiel.GameType.Utility.GENERAL_SUM
    return pyspiel.GameType(
        short_name=short_name(game),
        long_name=f"{title.name} ({title.author})" if title.author else title.name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(title.players),
        min_num_players=min(title.players),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "players": get_game(game).options({}).players,
            "reward": "win",
            **dict.fromkeys(options_of(game), ""),
        },
    )


# --- OpenSpiel --------------------------------------------------------------------------------------------


class TenkaState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """A state as OpenSpiel knows it: a history over a position."""

    def __init__(self, game: Any, position: Position, reward: str) -> None:
        """Called by `TenkaGame.new_initial_state` alone."""
        super().__init__(game)
        self.position = position
        self.reward = reward

    def current_player(self) -> int:
        """A seat, chance, or TERMINAL."""
        turn = self.position.turn
        return _TERMINAL if turn is None else (_CHANCE if turn == CHANCE else turn)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.position.turn is None

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.position.rules.legal(self.position.state))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Digits of the seed before the deal, then what the rules say."""
        position = self.position
        if position.state is None:
            return [(digit, 1 / DEAL_OUTCOMES) for digit in range(DEAL_OUTCOMES)]
        return sorted((action, likely) for action, likely in position.rules.chance(position.state) if likely > 0)

    def _apply_action(self, action: int) -> None:
        if self.is_terminal():
            raise GameError("the game is over")
        if self.position.state is not None:
            if not 0 <= action < self.position.rules.num_actions:
                last = self.position.rules.num_actions - 1
                raise GameError(f"there is no action {action}; actions are 0 to {last}")
            self.position = self.position.act(action)
        elif 0 <= action < DEAL_OUTCOMES:
            self.position = self.position.deal(action)
        else:
            raise GameError(f"the deal is {DEAL_NODES} numbers from 0 to {DEAL_OUTCOMES - 1}, not {action}")

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE and self.position.state is None:
            return f"deal {action}"
        return self.position.rules.format([action])

    def returns(self) -> list[float]:
        """By player; nothing until the end."""
        position = self.position
        outcome = None if position.state is None else position.rules.outcome(position.state)
        if outcome is None:
            return [0.0] * position.options.players
        return reward_of(outcome, self.reward, margin_of(position.game))

    def rewards(self) -> list[float]:
        """What the last action brought: everything comes at the end."""
        return self.returns()

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> TenkaState:
        """A state that looks the same to the player. In its history, what the player did not see is 0.

        OpenSpiel's C++ code does not find this, as it finds no resampling of any Python game.
        """
        rng = random.Random(int(sampler() * 2**53))
        position = self.position.resample(player, rng)
        history = ",".join(f"{who}:{action}" for who, action in position.course())
        head, _, attributes = TenkaState._with(self, position).serialize().partition("__dict__=")
        del head
        text = f"history={history}\nmove_number={self.move_number()}\n__dict__={attributes}"
        resampled: TenkaState = self.get_game().deserialize_state(text)
        return resampled

    def _with(self, position: Position) -> TenkaState:
        """A copy with another position."""
        copied: TenkaState = self.clone()
        copied.position = position
        return copied

    def __str__(self) -> str:
        position = self.position
        if position.state is None:
            return f"deal {' '.join(map(str, position.digits))}".strip()
        digest = hashlib.blake2b(position.state.tobytes(), digest_size=8).hexdigest()
        return f"{position.told.texts[-1]}{_begun_text(position)}state {digest}"


def _begun_text(position: Position) -> str:
    return f"begun {position.rules.format(position.begun)}\n" if position.begun else ""


class TenkaGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its options. `register` makes one class of it for each game."""

    game: ClassVar[str]

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = dict(params or {})
        title = get_title(self.game)
        self.rules = get_game(self.game)
        self.players = int(given.get("players", self.rules.options({}).players))
        self.reward = check_reward(str(given.get("reward", "win")), margin_of(self.game))
        chosen = {name: given[name] for name in options_of(self.game) if given.get(name)}
        self.options = self.rules.options({"players": self.players, **chosen})
        game_type = game_type_of(self.game, self.reward, self.players)
        is_zero_sum = game_type.utility == pyspiel.GameType.Utility.ZERO_SUM
        info = pyspiel.GameInfo(
            num_distinct_actions=self.rules.num_actions,
            max_chance_outcomes=max(DEAL_OUTCOMES, self.rules.num_actions if title.max_rolls else 0),
            num_players=self.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if is_zero_sum else None,
            max_game_length=title.max_decisions,
        )
        super().__init__(game_type, info, {name: value for name, value in given.items() if value != ""})

    def new_initial_state(self) -> TenkaState:
        """Before the deal."""
        return TenkaState(self, Position(self.game, self.options), self.reward)

    def max_chance_nodes_in_history(self) -> int:
        """The deal, and dice and draws."""
        return DEAL_NODES + get_title(self.game).max_rolls

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> TenkaObserver | None:
        """Observations of one player; of a spectator, and of what a player knows beyond him, as texts; else None."""
        if params:
            raise GameError(f"observations have no parameters; {', '.join(params)} was given")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        is_single = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        is_spectator = kind.private_info == pyspiel.PrivateInfoType.NONE
        if not (is_single or is_spectator) or (is_spectator and not kind.public_info):
            return None
        return TenkaObserver(self.game, self.players, kind.perfect_recall, is_single, kind.public_info)


class TenkaObserver:
    """What a player sees, as OpenSpiel's observers give it: a tensor, its named parts, and a text."""

    def __init__(self, game: str, players: int, perfect_recall: bool, is_single: bool, has_public: bool = True) -> None:
        self.encoder = get_encoder(game)
        self.players = players
        self.perfect_recall = perfect_recall
        self.is_single = is_single
        self.has_public = has_public
        self.spec: Spec = self.encoder.spec(players)
        self.planes, self.globals = self.spec.empty()
        self._scales = scales_of(self.spec)
        self.tensor: Array | None = None
        self.dict: dict[str, Array] = {}
        if is_single and has_public:
            self._make_tensor(get_title(game))

    def _make_tensor(self, title: Title) -> None:
        shapes: dict[str, tuple[int, ...]] = {
            "player": (self.players,),
            "planes": self.spec.planes_shape,
            "globals": self.spec.globals_shape,
        }
        if self.perfect_recall:
            shapes["decisions"] = (title.max_decisions + title.max_rolls, 2)
        self.tensor = np.zeros(sum(int(np.prod(shape)) for shape in shapes.values()), np.float32)
        begin = 0
        for name, shape in shapes.items():
            end = begin + int(np.prod(shape))
            self.dict[name] = self.tensor[begin:end].reshape(shape)
            begin = end

    def set_from(self, state: TenkaState, player: int) -> None:
        """Writes what the player sees into the tensor; 0 before the deal."""
        if self.tensor is None:
            return
        self.tensor.fill(0)
        position = state.position
        if position.state is None:
            return
        self.dict["player"][player] = 1
        self._encode(position, player)
        planes, globals_ = self._scales
        np.multiply(self.planes, planes, out=self.dict["planes"])
        np.multiply(self.globals, globals_, out=self.dict["globals"])
        if self.perfect_recall:
            decisions = [
                (self._relative(event.seat, player), 0 if player in event.hidden_from else action + 1)
                for event in position.told.events
                for action in event.actions
            ]
            if position.turn == player:
                decisions += [(1, action + 1) for action in position.begun]
            if decisions:
                highest = (self.players, position.rules.num_actions)
                self.dict["decisions"][: len(decisions)] = np.divide(decisions, highest)

    def string_from(self, state: TenkaState, player: int) -> str:
        """What the player sees, as a text: the record, or the observation by its names."""
        position = state.position
        if position.state is None:
            return "before the deal"
        if not self.has_public:
            public = set(position.read(None).splitlines())
            return "\n".join(line for line in position.read(player).splitlines() if line not in public)
        seat = player if self.is_single else None
        if self.perfect_recall or not self.is_single:
            view = position.rules.view(position.state, seat)
            digest = hashlib.blake2b(view.tobytes(), digest_size=8).hexdigest()
            is_own = position.turn == seat
            begun = _begun_text(position) if is_own else ""
            reader = "spectator" if seat is None else f"player {seat}"
            return f"{reader}\n{position.read(seat)}{begun}view {digest}"
        self._encode(position, player)
        return f"player {player}\n{self._describe()}"

    def _encode(self, position: Position, player: int) -> None:
        self.encoder.encode(position.rules.view(position.state, player), self.players, self.planes, self.globals)

    def _relative(self, seat: Seat, player: int) -> int:
        """1 for the player himself, then the others from the next seat on, and 0 for chance."""
        return 0 if seat == CHANCE else 1 + (seat - player) % self.players

    def _describe(self) -> str:
        """Every number of the observation that is not 0, by its name."""
        labels = [label for feature in self.spec.globals for label in feature.labels]
        lines = [f"{label} {value}" for label, value in zip(labels, self.globals.tolist(), strict=True) if value]
        labels = [label for feature in self.spec.planes for label in feature.labels]
        for place, name in enumerate(self.spec.places):
            values = zip(labels, self.planes[:, place].tolist(), strict=True)
            lines.append(" ".join([name, *(f"{label}={value}" for label, value in values if value)]))
        return "\n".join(lines)


def register() -> None:
    """Makes the games known to OpenSpiel, once."""
    for game in GAMES:
        if not get_title(game).max_decisions or find_part(game, "encode") is None:
            continue
        if short_name(game) not in pyspiel.registered_names():
            name, text = f"{env_name(game)}Game", f"``{short_name(game)}``."
            kind = type(name, (TenkaGame,), {"game": game, "__module__": __name__, "__doc__": text})
            globals()[name] = kind  # where pickles look for it
            pyspiel.register_game(game_type_of(game), kind)


register()
