"""Trains a policy against solvers of Ouro, with numpy.

    python3 duel.py
    python3 duel.py --opponents hydra:nodes=50 floodfill --board 11x11 --steps 5e6 --out duel.npz

The opponents move their snakes in the program itself (docs/environments.md#opponents); the
policy moves one snake, and learns by the method of train.py. It is evaluated on games that
it was not trained on, before and after the training.

The policy sees a square around its head, cut out of these planes of each position:

    solid   the edge of the board, walls and bodies
    time    moves until a body leaves the cell, as a part of the board's size (edge: 1)
    food    the food
    danger  1 at the head of another snake of at least the own length, -1 at a shorter snake's
    reach   whether the snake can reach the cell

The last inputs are its health, its length, and the length of the longest other snake.
"""

from __future__ import annotations

import argparse
import sys
import time
from typing import List, Sequence, Tuple

import numpy as np

import ouro_env
from policy_net import STEPS, Net, Policy
from train import Settings, evaluate, train

PLANES = ("body", "head", "others_body", "others_head", "food", "walls", "reach")
KINDS = 5  # inputs of a cell: solid, time, food, danger, reach
REWARD = "meal=0.1,death=-1,win=1"


class Crop:
    """Turns positions into the input of the policy: a square around the head."""

    def __init__(self, radius: int):
        self.radius, self.side = radius, 2 * radius + 1
        self.places = self.side**2
        self.inputs = KINDS * self.places + 3

    def features(self, observations: np.ndarray) -> np.ndarray:
        """Returns the input of the policy, float32 (N, inputs), for observations (N, planes, H, W)."""
        n, _, height, width = observations.shape
        body, head, others, heads, food, walls, reach = observations.swapaxes(0, 1)
        length, longest = body.max((1, 2)), others.max((1, 2))
        cells = np.zeros((n, KINDS, height, width), np.float32)
        cells[:, 0] = (body > 0) | (others > 0) | (walls > 0)
        cells[:, 1] = np.maximum(body, others) / np.float32(height * width)
        cells[:, 2] = food
        # The length of another snake is its number at its head.
        cells[:, 3] = np.where(heads > 0, np.where(others >= length[:, None, None], 1, -1), 0)
        cells[:, 4] = reach > 0
        padded = np.zeros((n, KINDS, height + 2 * self.radius, width + 2 * self.radius), np.float32)
        padded[:, :2] = 1  # the edge
        padded[:, :, self.radius : -self.radius, self.radius : -self.radius] = cells
        row, column = np.divmod(head.reshape(n, -1).argmax(1), width)
        windows = np.lib.stride_tricks.sliding_window_view(padded, (self.side, self.side), (2, 3))
        x = np.empty((n, self.inputs), np.float32)
        x[:, :-3] = windows[np.arange(n), :, row, column].reshape(n, -1)
        x[:, -3] = head.max((1, 2)) / np.float32(100)
        x[:, -2] = length / np.float32(height * width)
        x[:, -1] = longest / np.float32(height * width)
        return x

    def symmetries(self) -> List[Tuple[np.ndarray, np.ndarray]]:
        """Returns the eight symmetries of the square as (inputs, moves), like Window.symmetries."""
        numbers = np.arange(self.places).reshape(self.side, self.side)
        found = []
        for mirror in (False, True):
            for quarter in range(4):
                turned = np.rot90(numbers[:, ::-1] if mirror else numbers, quarter).ravel()
                moves = np.empty(4, int)
                for a, (row, column) in enumerate(STEPS):
                    column = -column if mirror else column
                    for _ in range(quarter):
                        row, column = -column, row
                    moves[a] = STEPS.index((row, column))
                inputs = [turned + kind * self.places for kind in range(KINDS)]
                found.append((np.concatenate([*inputs, np.arange(self.inputs - 3, self.inputs)]), moves))
        return found


class Duelist(Policy):
    """A policy that sees a Crop."""

    def __init__(self, radius: int, hidden: Sequence[int], random: np.random.Generator):
        crop = Crop(radius)
        self._use(crop, Net([crop.inputs, *hidden], random))


def main() -> None:
    flags = argparse.ArgumentParser(description="Trains a policy against solvers of Ouro.")
    flags.add_argument("--opponents", nargs="+", default=["greedy"], help="solvers that move the other snakes (greedy)")
    flags.add_argument("--rules", default="standard", help="rules with several snakes (standard)")
    flags.add_argument("--board", default="7x7", help="columns x rows (7x7)")
    flags.add_argument("--steps", type=float, default=1e6, help="moves to learn from (a million)")
    flags.add_argument("--boards", type=int, default=256, help="boards that are played at once (256)")
    flags.add_argument("--radius", type=int, default=3, help="cells that the policy sees on each side of its head (3)")
    flags.add_argument("--hidden", default="48,32", help="sizes of the hidden layers (48,32)")
    flags.add_argument("--seed", type=int, default=1000001, help="seed of the training games and of the first weights (1000001)")
    flags.add_argument("--games", type=int, default=1000, help="games of seed 1 to evaluate on (1000)")
    flags.add_argument("--out", help="file for the weights; without it, the weights are not saved")
    given = flags.parse_args()
    settings = Settings(steps=int(given.steps))
    random = np.random.default_rng(given.seed)
    policy = Duelist(given.radius, [int(n) for n in given.hidden.split(",")], random)
    game = {"rules": given.rules, "board": given.board, "opponents": given.opponents}

    def show(name: str) -> None:
        _, wins = evaluate(policy, given.games, 1, PLANES, **game)
        print(f"{name}: won {100 * wins.mean():.1f} % of {given.games} games of seed 1 against {', '.join(given.opponents)}", flush=True)

    show("before training")
    begin, shown = time.monotonic(), [0.0]

    def report(steps: int, lengths: List[int], wins: List[bool]) -> None:
        if steps < settings.steps and steps < shown[0] + settings.steps / 10 or not lengths:
            return
        shown[0] = steps
        print(f"{steps:>12,} moves  {time.monotonic() - begin:6.0f} s  {len(lengths):>7,} games  won {100 * np.mean(wins):5.1f} %", flush=True)
        lengths.clear()
        wins.clear()

    with ouro_env.OuroVectorEnv(given.boards, planes=PLANES, autoreset="same", reward=REWARD, copy=False, **game) as envs:
        train(envs, policy, settings, random, given.seed, report)
    show("after training")
    if given.out:
        np.savez_compressed(given.out, radius=given.radius, **{f"p{i}": p for i, p in enumerate(policy.net.parameters)})


if __name__ == "__main__":
    try:
        main()
    except (ouro_env.OuroEnvError, ValueError) as err:
        sys.exit(f"duel: {err}")
    except KeyboardInterrupt:
        sys.exit(130)
