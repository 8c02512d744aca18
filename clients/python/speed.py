"""Measures steps a second in Python: `ouro env` and plain Python, by the same rules.

    python3 speed.py
    python3 speed.py --boards 1024 --board 6x6 --seconds 10
    python3 speed.py --opponents greedy hydra:nodes=50

Each row is measured in rounds of a twentieth of a second: the best round shows what the
machine can do, the median what it did under its other load.

A step is one move of one board with its observation (planes body, head, tail, food), its
reward, its mask, and a new game after the last one. Moves are random legal ones; the time
to choose them does not count, since it is the same for all.
"""

from __future__ import annotations

import argparse
import random
import sys
import time

import numpy as np

import ouro_env
from plain_env import PlainSnake

PLANES = ("body", "head", "tail", "food")


ROUND = 0.05


class Rounds:
    """The rates of steps, in steps a second, of many short rounds."""

    def __init__(self, seconds: float):
        self.rates, self.left, self.steps, self.spent = [], seconds, 0, 0.0

    def add(self, steps: int, spent: float) -> bool:
        """Adds n steps and the seconds that they took, and reports whether time remains for more."""
        self.steps += steps
        self.spent += spent
        if self.spent >= ROUND:
            self.rates.append(self.steps / self.spent)
            self.left -= self.spent
            self.steps, self.spent = 0, 0.0
        return self.left > 0


def program(boards: int, board: str, seconds: float, **settings) -> Rounds:
    """`ouro env`."""
    with ouro_env.OuroVectorEnv(boards, board=board, planes=PLANES, seed=1, **settings) as envs:
        _, infos = envs.reset()
        rounds = Rounds(seconds)
        more = True
        while more:
            actions = envs.sample_legal(infos)
            begin = time.perf_counter()
            *_, infos = envs.step(actions)
            more = rounds.add(boards, time.perf_counter() - begin)
    return rounds


def planes_of(snake: PlainSnake) -> np.ndarray:
    planes = np.zeros((4, snake.height, snake.width), np.uint8)
    for number, (x, y) in enumerate(reversed(snake.body)):
        planes[0, snake.height - 1 - y, x] = number + 1
    for plane, cell in ((1, snake.body[0]), (2, snake.body[-1]), (3, snake.food)):
        if cell is not None:
            planes[plane, snake.height - 1 - cell[1], cell[0]] = 1
    return planes


def plain(boards: int, board: str, seconds: float) -> Rounds:
    """plain_env.py."""
    width, height = (int(n) for n in board.split("x"))
    dice = random.Random(1)
    snakes = [PlainSnake(width, height, dice) for _ in range(boards)]
    for snake in snakes:
        snake.reset()
    observations = np.stack([planes_of(snake) for snake in snakes])
    rewards = np.zeros(boards, np.float32)
    masks = np.zeros((boards, 4), np.int8)
    rounds = Rounds(seconds)
    more = True
    while more:
        moves = [dice.choice(snake.legal()) for snake in snakes]
        begin = time.perf_counter()
        for i, snake in enumerate(snakes):
            ate = snake.step(moves[i])
            rewards[i] = ate + {"won": 10, "trapped": -1}.get(snake.ending, 0)
            if snake.over():
                snake.reset()
            observations[i] = planes_of(snake)
            masks[i] = 0
            masks[i, snake.legal()] = 1
        more = rounds.add(boards, time.perf_counter() - begin)
    return rounds


def main() -> None:
    flags = argparse.ArgumentParser(description="Steps a second of ouro env beside plain Python.")
    flags.add_argument("--boards", type=int, default=256)
    flags.add_argument("--board", default="10x10")
    flags.add_argument("--opponents", nargs="*", default=[], help="measure duels with each of these solvers instead of games alone")
    flags.add_argument("--seconds", type=float, default=3.0, help="seconds of measuring for each row (3)")
    given = flags.parse_args()
    rows = (
        ("shared memory, views", lambda: program(given.boards, given.board, given.seconds, copy=False)),
        ("shared memory, copies", lambda: program(given.boards, given.board, given.seconds)),
        ("pipes, copies", lambda: program(given.boards, given.board, given.seconds, shared_memory=False)),
        ("plain Python", lambda: plain(given.boards, given.board, given.seconds)),
    )
    if given.opponents:
        rows = tuple((one, lambda one=one: program(given.boards, given.board, given.seconds, opponents=[one])) for one in given.opponents)
    print(f"{given.boards} boards of {given.board}, steps a second    best       median")
    for name, measure in rows:
        rates = measure().rates
        print(f"{name:33} {max(rates):>12,.0f} {np.median(rates):>12,.0f}", flush=True)


if __name__ == "__main__":
    try:
        main()
    except (ouro_env.OuroEnvError, ValueError) as err:
        sys.exit(f"speed: {err}")
    except KeyboardInterrupt:
        sys.exit(130)
