"""Trains a small policy for classic Snake with numpy.

    python3 train.py --out weights.npz
    ouro bench --solver "bfs,exec:python3 policy.py weights.npz" --board 6x6 --games 1000

The method is proximal policy optimisation: play some moves on many boards, find those
that turned out better than the policy expected (advantages), make them likelier within
bounds, and repeat with new moves. Each batch is rotated and mirrored at random, since a
position and its mirror image have the same value.

The same flags give the same weights on the same machine; another linear algebra library
rounds differently.
"""

from __future__ import annotations

import argparse
import dataclasses
import sys
import time
from typing import Callable, List, Optional, Sequence, Tuple

import numpy as np

import ouro_env
from policy_net import PLANES, Policy, log_softmax

REWARD = "meal=1,death=-1,win=1,loop=-1"


@dataclasses.dataclass
class Settings:
    """The parameters of training; the defaults are for 6x6."""

    steps: int = 10_000_000  # moves to learn from
    horizon: int = 32  # moves of each board between two updates
    epochs: int = 3  # passes over the moves of an update
    batch: int = 512  # positions per step of the optimiser
    rate: float = 2e-3  # learning rate at the start; it falls to 0
    discount: float = 0.98  # factor of a reward for each move that it is away
    trace: float = 0.95  # lambda of the advantages: 0 trusts the value, 1 the rewards
    clip: float = 0.2  # bound on the change of a move's probability in an update
    entropy: float = 0.01  # weight of the entropy at the start
    value: float = 0.5  # weight of the value's error
    norm: float = 0.5  # the greatest length of a gradient


class Adam:
    """The optimiser Adam: gradient descent with a step width for each parameter."""

    def __init__(self, parameters: List[np.ndarray]):
        self.parameters = parameters
        self.mean = [np.zeros_like(p) for p in parameters]
        self.square = [np.zeros_like(p) for p in parameters]
        self.count = 0

    def step(self, gradients: List[np.ndarray], rate: float) -> None:
        self.count += 1
        first, second = 1 - 0.9**self.count, 1 - 0.999**self.count
        for p, g, mean, square in zip(self.parameters, gradients, self.mean, self.square):
            mean += 0.1 * (g - mean)
            square += 0.001 * (g * g - square)
            p -= rate * (mean / first) / (np.sqrt(square / second) + 1e-5)


@dataclasses.dataclass
class Batch:
    """Positions, the moves made there, and their results."""

    x: np.ndarray  # (N, inputs)
    masks: np.ndarray  # bool (N, 4)
    actions: np.ndarray  # (N,)
    logs: np.ndarray  # (N,) log probability of each move when it was made
    advantages: np.ndarray  # (N,) how much better than expected each move was
    returns: np.ndarray  # (N,) the values to learn

    def take(self, rows) -> "Batch":
        return Batch(*(getattr(self, f.name)[rows] for f in dataclasses.fields(self)))

    def transformed(self, inputs: np.ndarray, moves: np.ndarray) -> "Batch":
        masks = np.empty_like(self.masks)
        masks[:, moves] = self.masks
        return dataclasses.replace(self, x=self.x[:, inputs], masks=masks, actions=moves[self.actions])


def loss(net, batch: Batch, settings: Settings, entropy: float) -> Tuple[float, List[np.ndarray]]:
    """Returns the training loss, and its gradient for each parameter of the net."""
    n = len(batch.actions)
    rows = np.arange(n)
    preferences, values, layers = net.forward(batch.x)
    logs = log_softmax(preferences, batch.masks)
    chances = np.exp(logs)
    logs = np.where(batch.masks, logs, 0)

    ratio = np.exp(logs[rows, batch.actions] - batch.logs)
    plain = ratio * batch.advantages
    clipped = np.clip(ratio, 1 - settings.clip, 1 + settings.clip) * batch.advantages
    spread = -(chances * logs).sum(1, keepdims=True)
    error = values - batch.returns
    total = -np.minimum(plain, clipped).mean() - entropy * spread.mean() + settings.value * 0.5 * (error**2).mean()

    # d log p(a) / d preferences is (1 at a) - p; where the clipped term is smaller, it is 0.
    weight = np.where(plain <= clipped, -plain, 0) / n
    d_preferences = -chances * weight[:, None]
    d_preferences[rows, batch.actions] += weight
    d_preferences += entropy / n * chances * (logs + spread)
    d_values = settings.value * error / n
    return float(total), net.backward(layers, d_preferences, d_values)


class Player:
    """Plays moves on all boards and returns them as batches to learn from."""

    def __init__(self, envs: "ouro_env.OuroVectorEnv", policy: Policy, settings: Settings, random: np.random.Generator, seed: int):
        self.envs, self.policy, self.settings, self.random = envs, policy, settings, random
        observations, infos = envs.reset(seed=seed)
        self._see(observations, infos)
        self.lengths: List[int] = []  # of the games that ended since the last report
        self.wins: List[bool] = []

    def _see(self, observations, infos) -> None:
        self.x = self.policy.window.features(observations)
        self.masks = infos["action_mask"] != 0

    def play(self) -> Batch:
        moves, boards = self.settings.horizon, self.envs.num_envs
        x = np.empty((moves, boards, self.x.shape[1]), np.float32)
        masks = np.empty((moves, boards, 4), np.bool_)
        actions = np.empty((moves, boards), np.int64)
        logs = np.empty((moves, boards), np.float32)
        rewards = np.empty((moves, boards), np.float32)
        values = np.empty((moves + 1, boards), np.float32)
        continues = np.empty((moves, boards), np.float32)
        every = np.arange(boards)
        for t in range(moves):
            preferences, values[t], _ = self.policy.net.forward(self.x)
            log = log_softmax(preferences, self.masks)
            x[t], masks[t] = self.x, self.masks
            actions[t] = (log + self.random.gumbel(size=log.shape)).argmax(1)  # a draw by the probabilities
            logs[t] = log[every, actions[t]]
            observations, rewards[t], terminated, truncated, infos = self.envs.step(actions[t])
            over = terminated | truncated
            continues[t] = ~over
            if over.any():
                ended = infos["final_info"]
                self.lengths += ended["length"][over].tolist()
                self.wins += (ended["ending"][over] == self.envs.endings.index("won")).tolist()
            self._see(observations, infos)
        values[moves] = self.policy.net.forward(self.x)[1]

        advantages = np.empty((moves, boards), np.float32)
        ahead = np.zeros(boards, np.float32)
        for t in range(moves - 1, -1, -1):
            surprise = rewards[t] + self.settings.discount * values[t + 1] * continues[t] - values[t]
            ahead = surprise + self.settings.discount * self.settings.trace * continues[t] * ahead
            advantages[t] = ahead
        returns = advantages + values[:moves]
        advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
        n = moves * boards
        return Batch(x.reshape(n, -1), masks.reshape(n, 4), actions.ravel(), logs.ravel(), advantages.ravel(), returns.ravel())


Report = Callable[[int, List[int], List[bool]], None]


def train(envs, policy: Policy, settings: Settings, random: np.random.Generator, seed: int, report: Optional[Report] = None) -> None:
    """Trains the policy with settings.steps moves on these boards."""
    player = Player(envs, policy, settings, random, seed)
    optimiser = Adam(policy.net.parameters)
    symmetries = policy.window.symmetries()
    moves = settings.horizon * envs.num_envs
    for done in range(0, settings.steps, moves):
        left = 1 - done / settings.steps
        batch = player.play()
        for _ in range(settings.epochs):
            order = random.permutation(moves)
            for start in range(0, moves, settings.batch):
                part = batch.take(order[start : start + settings.batch])
                part = part.transformed(*symmetries[random.integers(len(symmetries))])
                _, gradients = loss(policy.net, part, settings, settings.entropy * left)
                length = np.sqrt(sum(float((g * g).sum()) for g in gradients))
                if length > settings.norm:
                    for g in gradients:
                        g *= settings.norm / length
                optimiser.step(gradients, settings.rate * left)
        if report:
            report(done + moves, player.lengths, player.wins)


def evaluate(policy: Policy, games: int, seed: int, planes: Sequence[str] = PLANES, **settings) -> Tuple[np.ndarray, np.ndarray]:
    """Returns (lengths, wins) of games 0, 1, ... of this seed, played with the preferred moves."""
    with ouro_env.OuroVectorEnv(games, planes=planes, autoreset="off", seed=seed, **settings) as envs:
        observations, infos = envs.reset(seed=seed)
        over = np.zeros(games, bool)
        while not over.all():
            actions = np.zeros(games, np.int64)
            going = np.flatnonzero(~over)
            actions[going] = policy.best(observations[going], infos["action_mask"][going])
            observations, _, terminated, truncated, infos = envs.step(actions)
            over = terminated | truncated
        return infos["length"].astype(int), infos["ending"] == envs.endings.index("won")


def main() -> None:
    defaults = Settings()
    flags = argparse.ArgumentParser(description="Trains a policy for classic Snake.")
    flags.add_argument("--board", default="6x6", help="columns x rows (6x6)")
    flags.add_argument("--out", default="weights.npz", help="file for the weights (weights.npz)")
    flags.add_argument("--steps", type=float, default=defaults.steps, help="moves to learn from (10 million)")
    flags.add_argument("--boards", type=int, default=256, help="boards that are played at once (256)")
    flags.add_argument("--hidden", default="80,64", help="sizes of the hidden layers (80,64)")
    flags.add_argument("--rate", type=float, default=defaults.rate, help="learning rate at the start (%(default)s)")
    flags.add_argument("--seed", type=int, default=1000001, help="seed of the training games and of the first weights (1000001)")
    flags.add_argument("--games", type=int, default=1000, help="games of seed 1 to evaluate on at the end (1000)")
    given = flags.parse_args()
    width, height = (int(n) for n in given.board.split("x"))
    settings = Settings(steps=int(given.steps), rate=given.rate)
    random = np.random.default_rng(given.seed)
    policy = Policy.new(width, height, [int(n) for n in given.hidden.split(",")], random)

    begin = time.monotonic()
    shown = [0.0]

    def report(steps: int, lengths: List[int], wins: List[bool]) -> None:
        if steps < settings.steps and steps < shown[0] + settings.steps / 40 or not lengths:
            return
        shown[0] = steps
        seconds = time.monotonic() - begin
        print(f"{steps:>12,} moves  {seconds:6.0f} s  {len(lengths):>7,} games  length {np.mean(lengths):6.2f}  won {100 * np.mean(wins):5.1f} %", flush=True)
        lengths.clear()
        wins.clear()

    with ouro_env.OuroVectorEnv(given.boards, board=given.board, planes=PLANES, autoreset="same", reward=REWARD, copy=False) as envs:
        train(envs, policy, settings, random, given.seed, report)
    policy.save(given.out)
    if given.games:
        policy = Policy.load(given.out)  # as policy.py will load it
        lengths, wins = evaluate(policy, given.games, 1, board=given.board)
        print(f"{given.out}: {given.games} games of seed 1, not used in training: mean length {lengths.mean():.2f}, won {100 * wins.mean():.1f} %")


if __name__ == "__main__":
    try:
        main()
    except (ouro_env.OuroEnvError, ValueError) as err:
        sys.exit(f"train: {err}")
    except KeyboardInterrupt:
        sys.exit(130)
