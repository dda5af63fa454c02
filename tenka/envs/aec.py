"""PettingZoo's AEC interface for any game of tenka. `tenka.envs` has a module for each, named after it.

A seat with several decisions in a row stays `agent_selection`. Chance is rolled inside, from the seed. A wrong action
is a GameError with a sentence, and the game goes on as if it had not been tried; who wants the custom of PettingZoo
itself, where an illegal move loses, puts `pettingzoo.utils.TerminateIllegalWrapper` around.
"""

from __future__ import annotations

import random
from typing import Any, ClassVar

import numpy as np

from tenka.encoding import Array
from tenka.envs.compiling import telling
from tenka.envs.extras import missing
from tenka.envs.names import pettingzoo_module
from tenka.envs.play import RENDER_MODES, Play, check_render_mode
from tenka.game import GameError

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
except ModuleNotFoundError as error:
    raise missing(missing(error, "pettingzoo"), "gymnasium") from None
from gymnasium.utils import EzPickle
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from tenka.envs.spaces import mask_space_of, observation_space_of

Observation = dict[str, Any]


class GameEnv(AECEnv[str, Observation, int | None], EzPickle):  # type: ignore[misc]  # PettingZoo has no types
    """A game as a PettingZoo environment. Agents are named by seat: ``player_0`` is the first colour.

    >>> from tenka.games import DEFAULT_GAME
    >>> class Example(GameEnv):
    ...     game = DEFAULT_GAME
    >>> env = Example(players=2)
    >>> env.reset(seed=1)
    >>> observation, reward, termination, truncation, info = env.last()
    >>> env.step(int(observation["action_mask"].argmax()))
    >>> env.possible_agents, termination
    (['player_0', 'player_1'], False)
    """

    game: ClassVar[str]
    metadata: dict[str, Any] = {  # noqa: RUF012 - PettingZoo's form
        "render_modes": list(RENDER_MODES),
        "render_fps": 1,
        "is_parallelizable": False,
    }

    def __init__(
        self,
        players: int | None = None,
        reward: str = "win",
        render_mode: str | None = None,
        one_shape: bool = False,
        flat: bool = False,
        **options: Any,
    ) -> None:
        """`one_shape`: observations have one shape for every number of players. `options` are those of the rules.

        `flat`: what is seen is a row of floats from -1 to 1.
        """
        EzPickle.__init__(self, players, reward, render_mode, one_shape, flat, **options)
        super().__init__()
        check_render_mode(render_mode)
        self.play = Play(self.game, players, reward, one_shape, flat, options)
        self.metadata = {**type(self).metadata, "name": pettingzoo_module(self.game)}
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(self.play.players)]
        self.agents: list[str] = []
        num_actions = self.play.rules.num_actions
        # One space for each agent, so that each can be seeded by itself.
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": observation_space_of(self.play),
                    "action_mask": mask_space_of(num_actions),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(num_actions) for agent in self.possible_agents}
        self._rng = random.Random()
        with telling(self.game):
            self.play.warm_up()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The same for every agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The actions of the game; the mask says which are legal."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game. The same seed gives the same game, and the same games after it.

        `options` are rule options for this game alone, such as ``{"hands": "random"}``. Others are left to whoever they
        are for: PettingZoo's own test hands one over.
        """
        chosen = self.play.options_with(options, leaves_others=True)
        if seed is not None:
            self._rng = random.Random(seed)
        self.play.reset(random.Random(self._rng.getrandbits(64)), chosen)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._go_on()

    def step(self, action: int | None) -> None:
        """A decision of `agent_selection`; raises GameError for one that the rules do not allow."""
        if not self.agents:
            raise GameError("the game is over; call reset() for the next one")
        agent = self.agent_selection
        if self.terminations[agent]:
            if action is not None:
                raise GameError(f"the game is over ({self.infos[agent]['reason']}): the only step left is None")
            self._was_dead_step(action)
            return
        self.play.act(action)
        self._cumulative_rewards[agent] = 0.0
        self._go_on()
        if self.play.turn is None:  # until then there is no reward to add
            self.terminations = dict.fromkeys(self.agents, True)
            self.rewards = dict(zip(self.agents, self.play.rewards(), strict=True))
            self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Observation:
        """What the agent may know, and what it may do now."""
        seat = self.possible_agents.index(agent)
        mask: Array = self.infos[agent]["action_mask"] if agent in self.infos else self.play.mask(seat)
        return {"observation": self.play.observe(seat), "action_mask": mask}

    def action_masks(self) -> Array:
        """By action: whether `agent_selection` may do that now."""
        mask: Array = self.infos[self.agent_selection]["action_mask"]
        return mask.astype(np.bool_)

    def render(self) -> str | None:
        """The record of the game so far, with everything that is hidden; printed in the mode ``human``."""
        return self.play.render(self.render_mode)

    def close(self) -> None:
        """Nothing to close."""

    def _go_on(self) -> None:
        """Says who decides next, and what he may do."""
        play, turn = self.play, self.play.turn
        masks = np.zeros((play.players, play.rules.num_actions), np.int8)
        self.infos = {agent: {"action_mask": mask} for agent, mask in zip(self.possible_agents, masks, strict=True)}
        if turn is not None:
            self.agent_selection = self.possible_agents[turn]
            play.mark_legal(masks[turn])
            return
        for seat, agent in enumerate(self.possible_agents):
            self.infos[agent] |= play.end(seat)


def _after_reset(name: str) -> Any:
    """What the environment has once it was reset. PettingZoo's own way to it is three calls long."""

    def get(self: GameOrder) -> Any:
        if not self._has_reset:
            raise AttributeError(f"{name} cannot be accessed before reset")
        return getattr(self.env, name)

    return property(get)


class GameOrder(OrderEnforcingWrapper[str, Observation, int | None]):  # type: ignore[misc]
    """PettingZoo's checks of the order of calls, with an error and not a warning for a step after the end."""

    agents = _after_reset("agents")
    agent_selection = _after_reset("agent_selection")
    rewards = _after_reset("rewards")
    terminations = _after_reset("terminations")
    truncations = _after_reset("truncations")
    infos = _after_reset("infos")
    _cumulative_rewards = _after_reset("_cumulative_rewards")

    def step(self, action: int | None) -> None:
        """See `GameEnv.step`."""
        if self._has_reset and not self.env.agents:
            raise GameError("the game is over; call reset() for the next one")
        super().step(action)

    def last(self, observe: bool = True) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]:
        """What there is to say to `agent_selection`."""
        if not self._has_reset:
            raise AttributeError("agent_selection cannot be accessed before reset")
        found: tuple[Any, Any, Any, Any, Any] = self.env.last(observe)
        return found
