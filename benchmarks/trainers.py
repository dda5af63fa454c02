"""Other people's trainers on these environments, unmodified: that they run, and how quickly.

    python benchmarks/trainers.py [--steps 4096] [--only maskable_ppo ...] [--tutorial sb3_connect_four_action_mask.py]

Samurai for two, hands and pieces dealt, and every trainer with the settings that it comes with: what is shown is that a
library takes the environment as it is and learns on without an error or a number that is none, not how well. Each runs
in a process of its own, and what is not installed is named. Into an environment of its own: ``pip install sb3-contrib
tianshou "ray[rllib]"`` beside the extras ``envs`` and ``train``. ``--tutorial`` is the file of that name out of
PettingZoo's repository (``tutorials/SB3/connect_four``), which is in no package.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from results import machine, save, table

GAME: dict[str, Any] = {"players": 2, "hands": "random", "pieces": "random"}
OPEN_SPIEL = "python_tenka_samurai(players=2,hands=random,pieces=random)"


def make_single(**given: Any) -> Any:
    """One seat against `uniform`, as a row of floats."""
    import gymnasium

    import tenka.envs  # noqa: F401 - it registers the names

    return gymnasium.make("tenka/Samurai-v1", opponents="uniform", flat=True, **GAME, **given)


def make_zoo() -> Any:
    """All seats, as rows of floats."""
    from tenka.envs import samurai_v1

    return samurai_v1.env(flat=True, **GAME)


def _load(file: Path) -> Any:
    """A program, as a module."""
    spec = importlib.util.spec_from_file_location(file.stem, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# --- trainers: each returns how many steps it made, and what there is to say ------------------------------------


def maskable_ppo(steps: int) -> tuple[int, str]:
    """MaskablePPO of sb3-contrib; it asks the environment for `action_masks`."""
    from sb3_contrib import MaskablePPO

    model = MaskablePPO("MlpPolicy", make_single(), n_steps=512, seed=1)
    model.learn(steps)
    rewards = [episode["r"] for episode in model.ep_info_buffer]
    return model.num_timesteps, f"mean reward of {len(rewards)} games {np.mean(rewards):+.2f}"


def maskable_ppo_parts(steps: int) -> tuple[int, str]:
    """The same on planes and globals, which its policy for several inputs takes."""
    import gymnasium
    from sb3_contrib import MaskablePPO

    import tenka.envs  # noqa: F401

    env = gymnasium.make("tenka/Samurai-v1", opponents="uniform", **GAME)
    model = MaskablePPO("MultiInputPolicy", env, n_steps=512, seed=1)
    model.learn(steps)
    rewards = [episode["r"] for episode in model.ep_info_buffer]
    return model.num_timesteps, f"mean reward of {len(rewards)} games {np.mean(rewards):+.2f}"


def cleanrl(steps: int) -> tuple[int, str]:
    """One file in the manner of CleanRL, on the compiled vector."""
    module = _load(Path(__file__).parents[1] / "examples" / "one_file_ppo.py")
    made, reward = module.train(total_steps=steps, opponents="uniform")
    return made, f"mean reward at the end {reward:+.2f}"


def pettingzoo_tutorial(steps: int, file: str = "") -> tuple[int, str]:
    """PettingZoo's own tutorial on masks with Stable-Baselines3: its file, called with our name for the game."""
    if not file:
        raise ImportError("its file is given by --tutorial")
    import tenka.envs  # noqa: F401 - it registers the names

    module = _load(Path(file))
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        module.train_action_mask("tenka/Samurai-v1", steps=steps, seed=1, flat=True, **GAME)
        module.eval_action_mask("tenka/Samurai-v1", num_games=10, flat=True, **GAME)
    return -(-steps // 2048) * 2048, "trained, saved, loaded, and played ten games against a random agent"


def tianshou(steps: int) -> tuple[int, str]:
    """DQN of tianshou against its random agent, both seats through its wrapper for PettingZoo."""
    import torch
    from tianshou.algorithm import DQN
    from tianshou.algorithm.algorithm_base import OffPolicyAlgorithm
    from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
    from tianshou.algorithm.multiagent.marl import MultiAgentOffPolicyAlgorithm
    from tianshou.algorithm.optim import AdamOptimizerFactory
    from tianshou.algorithm.random import MARLRandomDiscreteMaskedOffPolicyAlgorithm
    from tianshou.data import Collector, VectorReplayBuffer
    from tianshou.env import DummyVectorEnv
    from tianshou.env.pettingzoo_env import PettingZooEnv
    from tianshou.utils.net.common import Net
    from tianshou.utils.torch_utils import policy_within_training_step

    torch.manual_seed(1)
    env = PettingZooEnv(make_zoo())
    shape = env.observation_space["observation"].shape
    net = Net(state_shape=shape, action_shape=env.action_space.n, hidden_sizes=[128])
    policy = DiscreteQLearningPolicy(model=net, action_space=env.action_space, eps_training=0.1)
    learner: OffPolicyAlgorithm = DQN(policy=policy, optim=AdamOptimizerFactory(lr=1e-4), target_update_freq=320)
    other = MARLRandomDiscreteMaskedOffPolicyAlgorithm(action_space=env.action_space)
    both = MultiAgentOffPolicyAlgorithm(algorithms=[learner, other], env=env)
    envs = DummyVectorEnv([lambda: PettingZooEnv(make_zoo()) for _ in range(4)])
    buffer = VectorReplayBuffer(20_000, len(envs))
    collector = Collector(both, envs, buffer, exploration_noise=True)
    collector.reset()
    made, losses = 0, []
    while made < steps:
        with policy_within_training_step(both.policy):
            made += collector.collect(n_step=256).n_collected_steps
            told = both.update(buffer, sample_size=64).get_loss_stats_dict()
        losses += [loss for loss in told.values() if loss is not None]
    _demand_numbers(losses)
    return made, f"last loss {losses[-1]:.4f}"


def rllib(steps: int) -> tuple[int, str]:
    """PPO of RLlib with its own module for masks, which wants its own names for the two parts."""
    import gymnasium
    import ray
    from gymnasium import spaces
    from ray.rllib.algorithms.ppo import PPOConfig
    from ray.rllib.core.rl_module.rl_module import RLModuleSpec
    from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
    from ray.tune.registry import register_env

    class Named(gymnasium.ObservationWrapper):
        def __init__(self, env: Any) -> None:
            super().__init__(env)
            mask = spaces.Box(0.0, 1.0, (int(env.action_space.n),), np.float32)
            self.observation_space = spaces.Dict({"action_mask": mask, "observations": env.observation_space})

        def observation(self, observation: Any) -> Any:
            mask = self.env.unwrapped.action_masks().astype(np.float32)  # type: ignore[attr-defined]
            return {"action_mask": mask, "observations": observation}

    register_env("samurai", lambda config: Named(make_single()))
    ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False)
    module = RLModuleSpec(module_class=ActionMaskingTorchRLModule, model_config={"head_fcnet_hiddens": [64, 64]})
    config = (
        PPOConfig()
        .environment("samurai")
        .env_runners(num_env_runners=0)
        .training(train_batch_size_per_learner=1024, minibatch_size=128, num_epochs=2)
        .rl_module(rl_module_spec=module)
    )
    algorithm = config.build_algo()
    made, told = 0, {}
    while made < steps:
        told = algorithm.train()
        made = int(told["num_env_steps_sampled_lifetime"])
    reward = told["env_runners"].get("episode_return_mean", float("nan"))
    algorithm.stop()
    ray.shutdown()
    return made, f"mean reward {reward:+.2f}"


def open_spiel_dqn(steps: int) -> tuple[int, str]:
    """OpenSpiel's DQN in PyTorch, one agent for each seat, over its own environment and information states."""
    from open_spiel.python import rl_environment
    from open_spiel.python.pytorch import dqn

    import tenka.envs.openspiel  # noqa: F401

    env = rl_environment.Environment(OPEN_SPIEL, chance_event_sampler=rl_environment.ChanceEventSampler(seed=1))
    size, num_actions = env.observation_spec()["info_state"][0], env.action_spec()["num_actions"]
    agents = [dqn.DQN(player, size, num_actions, [64], min_buffer_size_to_learn=200) for player in range(2)]
    made, losses = 0, []
    while made < steps:
        step = env.reset()
        while not step.last():
            player = step.observations["current_player"]
            step = env.step([agents[player].step(step).action])
            made += 1
        for agent in agents:
            agent.step(step)
        losses += [float(agent.loss) for agent in agents if agent.loss is not None]
    _demand_numbers(losses)
    return made, f"last loss {losses[-1]:.4f}"


def _search(steps: int, make: Callable[[Any, Any], Any]) -> tuple[int, str]:
    import pyspiel
    from open_spiel.python.algorithms import mcts

    import tenka.envs.openspiel  # noqa: F401

    rng = np.random.RandomState(1)
    game = pyspiel.load_game(OPEN_SPIEL)
    bot = make(game, mcts.RandomRolloutEvaluator(1, rng))
    made, state = 0, game.new_initial_state()
    while made < steps and not state.is_terminal():
        if state.is_chance_node():
            actions, likely = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choice(actions, p=likely))
            continue
        state.apply_action(bot.step(state))
        made += 1
    return made, "decisions; 8 simulations each"


def open_spiel_mcts(steps: int) -> tuple[int, str]:
    """OpenSpiel's MCTS in Python, which looks at the whole state."""
    from open_spiel.python.algorithms import mcts

    return _search(
        min(steps, 40),
        lambda game, evaluator: mcts.MCTSBot(game, 1.4, 8, evaluator, random_state=np.random.RandomState(1)),
    )


def open_spiel_ismcts(steps: int) -> tuple[int, str]:
    """OpenSpiel's IS-MCTS in Python, which resamples what the player does not know."""
    from open_spiel.python.algorithms import ismcts

    return _search(
        min(steps, 40),
        lambda game, evaluator: ismcts.ISMCTSBot(
            game, evaluator, uct_c=1.4, max_simulations=8, random_state=np.random.RandomState(1)
        ),
    )


TRAINERS: dict[str, Callable[..., tuple[int, str]]] = {
    trainer.__name__: trainer
    for trainer in (
        maskable_ppo,
        maskable_ppo_parts,
        cleanrl,
        pettingzoo_tutorial,
        tianshou,
        rllib,
        open_spiel_dqn,
        open_spiel_mcts,
        open_spiel_ismcts,
    )
}


def _demand_numbers(losses: list[float]) -> None:
    if not losses or not np.isfinite(losses).all():
        raise ArithmeticError("a loss is no number" if losses else "nothing was learnt")


# --- measuring --------------------------------------------------------------------------------------------------


def run_here(name: str, steps: int, tutorial: str) -> None:
    """Runs one trainer in this process, and prints what came of it."""
    make_single().reset(seed=1)  # what is compiled or loaded once is no part of the time
    start, used = time.perf_counter(), time.process_time()
    trainer = TRAINERS[name]
    made, said = trainer(steps, tutorial) if trainer is pettingzoo_tutorial else trainer(steps)
    print(json.dumps([made, time.perf_counter() - start, time.process_time() - used, said]))


def run_apart(name: str, arguments: argparse.Namespace) -> list[str]:
    """A row of the table."""
    command = [sys.executable, __file__, "--here", name, "--steps", str(arguments.steps)]
    done = subprocess.run([*command, "--tutorial", arguments.tutorial], capture_output=True, text=True, check=False)
    what = (TRAINERS[name].__doc__ or "").splitlines()[0]
    if done.returncode:
        why = (done.stderr.strip().splitlines() or ["no word"])[-1]
        return [name, what, "", "", f"did not run: {why}"]
    made, seconds, used, said = json.loads(done.stdout.strip().splitlines()[-1])
    return [name, what, f"{made:,}", f"{made / used:,.0f}", f"{said} ({seconds:.0f} s)"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=4096, help="for each trainer, about")
    parser.add_argument("--only", nargs="+", default=list(TRAINERS), choices=TRAINERS)
    parser.add_argument("--tutorial", default="", help="the file of PettingZoo's tutorial")
    parser.add_argument("--here", choices=TRAINERS, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    arguments.tutorial = str(Path(arguments.tutorial).resolve()) if arguments.tutorial else ""
    if arguments.here:
        run_here(arguments.here, arguments.steps, arguments.tutorial)
        return
    rows = [run_apart(name, arguments) for name in arguments.only]
    text = table(["trainer", "what", "steps", "for a core-second", "what came of it"], rows)
    where = f"{machine()}, load {os.getloadavg()[0]:.0f}"
    save("trainers", f"Other people's trainers on Samurai for two, unmodified\n\n{where}\n\n{text}")


if __name__ == "__main__":
    main()
