"""PettingZoo's AEC interface for any game of tenka. `tenka.envs` has a module for each, named after it.

A seat with several decisions in a row stays `agent_selection`. Chance is rolled inside, from the seed. A wrong action
is a GameError with a sentence, and the game goes on as if it had not been tried; who wants the custom of PettingZoo
itself, where an illegal move loses, puts `pettingzoo.utils.TerminateIllegalWrapper` around.
"""

from __future__ import annotations

import random
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from tenka.encoding import Array, Spec
from tenka.envs.names import pettingzoo_module
from tenka.envs.play import RENDER_MODES, Play, check_render_mode
from tenka.game import GameError

Observation = dict[str, Any]


def observation_space_of(spec: Spec) -> dict[str, spaces.Space[Any]]:
    """The spaces of the parts of an observation, with the ranges that the spec lists."""
    low_planes, high_planes = spec.planes_range
    low_globals, high_globals = spec.globals_range
    return {
        "planes": spaces.Box(low_planes, high_planes, dtype=low_planes.dtype.type),
        "globals": spaces.Box(low_globals, high_globals, dtype=low_globals.dtype.type),
    }


def mask_space_of(num_actions: int) -> spaces.Space[Any]:
    """The space of masks."""
    return spaces.Box(0, 1, (num_actions,), np.int8)


class GameEnv(AECEnv[str, Observation, int | None], EzPickle):  # type: ignore[misc]  # PettingZoo has no types
    """A game as a PettingZoo environment. Agents are named by seat: ``player_0`` is the first colour."""

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
        **options: Any,
    ) -> None:
        """`one_shape`: observations have one shape for every number of players. `options` are those of the rules."""
        EzPickle.__init__(self, players, reward, render_mode, one_shape, **options)
        super().__init__()
        check_render_mode(render_mode)
        self.play = Play(self.game, players, reward, one_shape, options)
        self.metadata = {**type(self).metadata, "name": pettingzoo_module(self.game)}
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(self.play.players)]
        self.agents: list[str] = []
        num_actions = self.play.rules.num_actions
        # One space for each agent, so that each can be seeded by itself.
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Dict(observation_space_of(self.play.spec)),
                    "action_mask": mask_space_of(num_actions),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(num_actions) for agent in self.possible_agents}
        self._rng = random.Random()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The same for every agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The actions of the game; the mask says which are legal."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game. The same seed gives the same game, and the same games after it."""
        if seed is not None:
            self._rng = random.Random(seed)
        self.play.reset(random.Random(self._rng.getrandbits(64)))
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
        if self.play.turn is None:
            self.terminations = dict.fromkeys(self.agents, True)
        self.rewards = dict(zip(self.agents, self.play.rewards(), strict=True))
        self._go_on()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Observation:
        """What the agent may know, and what it may do now."""
        seat = self.possible_agents.index(agent)
        mask: Array = self.infos[agent]["action_mask"] if agent in self.infos else self.play.mask(seat)
        return {"observation": self.play.observe(seat), "action_mask": mask}

    def render(self) -> str | None:
        """The record of the game so far, with everything that is hidden; printed in the mode ``human``."""
        return self.play.render(self.render_mode)

    def close(self) -> None:
        """Nothing to close."""

    def _go_on(self) -> None:
        """Says who decides next, and what he may do."""
        turn = self.play.turn
        if turn is not None:
            self.agent_selection = self.possible_agents[turn]
        self.infos = {
            agent: {"action_mask": self.play.mask(seat), **self.play.end(seat)}
            for seat, agent in enumerate(self.possible_agents)
        }


class GameOrder(OrderEnforcingWrapper[str, Observation, int | None]):  # type: ignore[misc]
    """PettingZoo's checks of the order of calls, with an error and not a warning for a step after the end."""

    def step(self, action: int | None) -> None:
        """See `GameEnv.step`."""
        if self._has_reset and not self.agents:
            raise GameError("the game is over; call reset() for the next one")
        super().step(action)
