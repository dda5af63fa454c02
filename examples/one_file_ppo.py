"""PPO with masked actions in one file, in the manner of CleanRL, on thousands of games against a player of tenka.

    python examples/one_file_ppo.py --opponents greedy --total-steps 200000

The games are a vector of Gymnasium whose opponents move in compiled code: `gymnasium.make_vec`. Needs the extras
``envs`` and ``train``.
"""

from __future__ import annotations

import argparse
from typing import Any

import gymnasium
import numpy as np
import torch
from torch import nn
from torch.distributions import Categorical

import tenka.envs  # noqa: F401 - it registers the names

OPTIONS: dict[str, Any] = {"players": 2, "hands": "random", "pieces": "random"}


class Agent(nn.Module):
    """Two layers for what to do, two for what it is worth."""

    def __init__(self, num_inputs: int, num_actions: int) -> None:
        super().__init__()
        last = nn.Linear(128, num_actions)
        nn.init.orthogonal_(last.weight, 0.01)
        self.actor = nn.Sequential(nn.Linear(num_inputs, 128), nn.Tanh(), last)
        self.critic = nn.Sequential(nn.Linear(num_inputs, 128), nn.Tanh(), nn.Linear(128, 1))

    def act(self, seen: torch.Tensor, mask: torch.Tensor) -> Any:
        """How likely each legal action is."""
        return Categorical(logits=self.actor(seen).masked_fill(~mask, -1e9))


def train(
    total_steps: int = 200_000,
    opponents: str = "greedy",
    num_envs: int = 64,
    num_steps: int = 64,
    seed: int = 1,
    epochs: int = 3,
    minibatches: int = 4,
    gamma: float = 0.99,
    gae_lambda: float = 0.95,
    clip: float = 0.2,
    entropy: float = 0.01,
    rate: float = 1e-3,
) -> tuple[int, float]:
    """Trains, and returns how many steps it made and the mean reward of the last games."""
    torch.manual_seed(seed)
    envs = gymnasium.make_vec(
        "tenka/Samurai-v1", num_envs=num_envs, opponents=opponents, reward="margin", flat=True, seed=seed, **OPTIONS
    )
    assert isinstance(envs.single_action_space, gymnasium.spaces.Discrete)
    num_inputs, num_actions = envs.single_observation_space.shape[0], int(envs.single_action_space.n)  # type: ignore[index]
    agent = Agent(num_inputs, num_actions)
    optimizer = torch.optim.Adam(agent.parameters(), lr=rate, eps=1e-5)
    seen, info = envs.reset(seed=seed)
    ended: list[float] = []
    made = 0
    while made < total_steps:
        shape = (num_steps, num_envs)
        observations, masks = torch.zeros((*shape, num_inputs)), torch.zeros((*shape, num_actions), dtype=torch.bool)
        actions, log_probs, rewards, dones, values = (torch.zeros(shape) for _ in range(5))
        for step in range(num_steps):
            observations[step], masks[step] = torch.as_tensor(seen), torch.as_tensor(info["action_mask"]).bool()
            with torch.no_grad():
                likely = agent.act(observations[step], masks[step])
                chosen = likely.sample()
                values[step] = agent.critic(observations[step]).flatten()
            actions[step], log_probs[step] = chosen, likely.log_prob(chosen)
            seen, reward, terminated, _, info = envs.step(chosen.numpy())
            rewards[step], dones[step] = torch.as_tensor(reward), torch.as_tensor(terminated).float()
            ended += reward[terminated].tolist()
            made += num_envs
        advantages = torch.zeros(shape)
        with torch.no_grad():
            following, last = agent.critic(torch.as_tensor(seen)).flatten(), torch.zeros(num_envs)
        for step in reversed(range(num_steps)):
            goes_on = 1 - dones[step]
            delta = rewards[step] + gamma * following * goes_on - values[step]
            advantages[step] = last = delta + gamma * gae_lambda * goes_on * last
            following = values[step]
        batch: list[Any] = [observations, masks, actions, log_probs, advantages, advantages + values]
        batch = [part.flatten(0, 1) for part in batch]
        for _ in range(epochs):
            for rows in torch.randperm(num_steps * num_envs).chunk(minibatches):
                optimizer.zero_grad()
                _loss(agent, [part[rows] for part in batch], clip, entropy).backward()
                nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
                optimizer.step()
        recent = float(np.mean(ended[-200:])) if ended else 0.0
        print(f"{made:9,} steps, {len(ended):6,} games, mean reward of the last 200 {recent:+.3f}", flush=True)
    envs.close()
    return made, recent


def _loss(agent: Agent, batch: list[torch.Tensor], clip: float, entropy: float) -> Any:
    seen, mask, action, log_prob, advantage, worth = batch
    likely = agent.act(seen, mask)
    ratio = (likely.log_prob(action) - log_prob).exp()
    advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
    policy = -torch.min(advantage * ratio, advantage * ratio.clamp(1 - clip, 1 + clip)).mean()
    value = 0.5 * (agent.critic(seen).flatten() - worth).square().mean()
    return policy + value - entropy * likely.entropy().mean()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--total-steps", type=int, default=200_000)
    parser.add_argument("--opponents", default="greedy")
    parser.add_argument("--num-envs", type=int, default=64)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    train(arguments.total_steps, arguments.opponents, arguments.num_envs, seed=arguments.seed)


if __name__ == "__main__":
    main()
