"""Tests of ouro_env.py with the real program, which OURO_BINARY names.

    python3 -m unittest discover clients/python
"""

import contextlib
import glob
import io
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import textwrap
import time
import unittest
from unittest import mock

import numpy as np

import ouro_env
import policy
from plain_env import PlainSnake

HERE = os.path.dirname(os.path.abspath(__file__))
PATIENCE = 60  # seconds; a guard against hanging


def state_of(snake: PlainSnake) -> dict:
    """Returns the position of a plain game as in the engine protocol."""
    return {"snakes": [{"body": [list(cell) for cell in snake.body]}], "food": [list(snake.food)] if snake.food else []}


def cell_of(plane: np.ndarray):
    """Returns the cell (x, y) of a plane's only mark; None without one."""
    marks = np.argwhere(plane)
    assert len(marks) <= 1, plane
    return (int(marks[0][1]), plane.shape[0] - 1 - int(marks[0][0])) if len(marks) else None


class Twin:
    """Plain games that follow boards of the program, with the same food."""

    PLANES = ("body", "head", "food", "tail")

    def __init__(self, test: unittest.TestCase, boards: int, width: int, height: int):
        self.test = test
        self.snakes = [PlainSnake(width, height) for _ in range(boards)]
        self.ended = {}

    def begin(self, i: int, planes: np.ndarray) -> None:
        self.snakes[i].reset(cell_of(planes[1]), cell_of(planes[2]))
        self.same(i, planes)

    def step(self, i: int, action: int, planes: np.ndarray) -> float:
        """Moves one snake, compares the observations, and returns the default reward."""
        snake = self.snakes[i]
        ate = snake.step(int(action), cell_of(planes[2]))
        if snake.over():
            self.ended[snake.ending] = self.ended.get(snake.ending, 0) + 1
        if snake.ending != "died":  # a dead snake is not on the board
            self.same(i, planes)
        return ate + {"won": 10, "died": -1, "trapped": -1}.get(snake.ending, 0)

    def same(self, i: int, planes: np.ndarray) -> None:
        snake = self.snakes[i]
        np.testing.assert_array_equal(planes[:3], policy.observation(state_of(snake), snake.width, snake.height)[0])
        self.test.assertEqual(cell_of(planes[3]), snake.body[-1])

    def mask(self, i: int) -> list:
        snake = self.snakes[i]
        return [int(not snake.over() and a in snake.legal()) for a in range(4)]


class TwinTest(unittest.TestCase):
    """With the same moves and food, the program shows what plain Python computes."""

    def play(self, mode: str, width: int, height: int, boards: int, steps: int, **settings):
        dice = np.random.default_rng(width * 100 + height)
        twin = Twin(self, boards, width, height)
        with ouro_env.OuroVectorEnv(boards, board=f"{width}x{height}", autoreset=mode, planes=Twin.PLANES, seed=3, **settings) as envs:
            observations, infos = envs.reset()
            for i in range(boards):
                twin.begin(i, observations[i])
            for step in range(steps):
                masks = infos["action_mask"].copy()
                for i in range(boards):
                    self.assertEqual(masks[i].tolist(), twin.mask(i))
                actions = envs.sample_legal(infos)
                random_move = dice.random(boards) < 0.02
                actions[random_move] = dice.integers(4, size=random_move.sum())
                observations, rewards, terminations, truncations, infos = envs.step(actions)
                again = np.zeros(boards, bool)  # games that are over, with "off"
                for i, snake in enumerate(twin.snakes):
                    if snake.over():  # only with "next": this step starts another game
                        self.assertEqual((mode, rewards[i], terminations[i], truncations[i], infos["turn"][i]), ("next", 0, False, False, 0))
                        twin.begin(i, observations[i])
                        continue
                    last = observations[i]
                    if mode == "same" and (terminations[i] or truncations[i]):
                        last = infos["final_obs"][i]
                    reward = twin.step(i, actions[i], last)
                    where = f"board {i}, step {step}: {snake.ending}"
                    self.assertEqual(rewards[i], reward, where)
                    self.assertEqual(terminations[i], snake.ending in ("won", "died", "trapped"), where)
                    self.assertEqual(truncations[i], snake.ending == "looped", where)
                    of = infos["final_info"] if mode == "same" and snake.over() else infos
                    self.assertTrue(of["_length"][i], where)
                    self.assertEqual((of["length"][i], of["turn"][i]), (len(snake.body), snake.turn), where)
                    if snake.over():
                        self.assertTrue(of["_ending"][i], where)
                        self.assertEqual(envs.endings[of["ending"][i]], snake.ending)
                        if mode == "same":
                            twin.begin(i, observations[i])
                        again[i] = mode == "off"
                if again.any():
                    kept = observations[~again]
                    observations, infos = envs.reset(options={"reset_mask": again})
                    np.testing.assert_array_equal(observations[~again], kept)
                    for i in np.flatnonzero(again):
                        twin.begin(i, observations[i])
        return twin.ended

    def test_endings(self):
        ended = {}
        for mode in ("next", "same", "off"):
            for shared in (True, False):
                for width, height, steps in ((3, 3, 150), (2, 3, 80), (6, 5, 120)):
                    for ending, n in self.play(mode, width, height, 8, steps, shared_memory=shared).items():
                        ended[ending] = ended.get(ending, 0) + n
        self.assertEqual(set(ended), {"won", "died", "trapped"} | (set(ended) & {"looped"}))

    def test_views_show_the_same(self):
        self.play("next", 4, 4, 5, 100, copy=False)

    def test_looped(self):
        twin = Twin(self, 1, 4, 4)
        with ouro_env.OuroVectorEnv(1, board="4x4", planes=Twin.PLANES, seed=1) as envs:
            for seed in range(100):  # find a start from which the snake can circle without food
                observations, infos = envs.reset(seed=seed)
                head, food = cell_of(observations[0, 1]), cell_of(observations[0, 2])
                if head[0] < 3 and head[1] < 3 and food not in [(head[0] + x, head[1] + y) for x in (0, 1) for y in (0, 1)]:
                    break
            twin.begin(0, observations[0])
            for turn in range(1, 49):
                action = (ouro_env.UP, ouro_env.RIGHT, ouro_env.DOWN, ouro_env.LEFT)[(turn - 1) % 4]
                observations, rewards, terminations, truncations, infos = envs.step(np.array([action]))
                self.assertEqual(twin.step(0, action, observations[0]), rewards[0])
                self.assertEqual((truncations[0], terminations[0]), (turn == 48, False))
        self.assertEqual(twin.ended, {"looped": 1})


class VectorTest(unittest.TestCase):
    def record(self, envs, steps=40, **reset):
        """Returns all results of some steps, with the first legal move each."""
        seen = []
        observations, infos = envs.reset(**reset)
        for _ in range(steps):
            actions = infos["action_mask"].argmax(1)
            observations, rewards, terminations, truncations, infos = envs.step(actions)
            seen.append(b"".join(a.tobytes() for a in (observations, rewards, terminations, truncations, infos["game"])))
        return seen

    def test_shapes_and_types(self):
        for observation, dtype in (("uint8", np.uint8), ("float32", np.float32)):
            with ouro_env.OuroVectorEnv(7, board="6x5", observation=observation) as envs:
                self.assertEqual(envs.num_envs, 7)
                observations, infos = envs.reset(seed=1)
                planes = len(envs.boards.planes)
                self.assertEqual(envs.single_observation_space.shape, (planes, 5, 6))
                self.assertEqual(envs.observation_space.shape, (7, planes, 5, 6))
                self.assertEqual(envs.single_action_space.n, 4)
                self.assertEqual(envs.action_space.shape, (7,))
                for _ in range(30):
                    self.assertEqual((observations.shape, observations.dtype), ((7, planes, 5, 6), dtype))
                    self.assertTrue(envs.observation_space.contains(observations))
                    self.assertTrue(envs.single_observation_space.contains(observations[0]))
                    self.assertEqual((infos["action_mask"].shape, infos["action_mask"].dtype), ((7, 4), np.int8))
                    for key, value in infos.items():
                        if not key.startswith("_"):
                            self.assertEqual(infos["_" + key].dtype, np.bool_, key)
                            self.assertEqual(infos["_" + key].shape, (7,), key)
                    actions = envs.sample_legal(infos)
                    observations, rewards, terminations, truncations, infos = envs.step(actions)
                    self.assertEqual((rewards.shape, rewards.dtype), ((7,), np.float32))
                    self.assertEqual((terminations.shape, terminations.dtype), ((7,), np.bool_))
                    self.assertEqual((truncations.shape, truncations.dtype), ((7,), np.bool_))

    def test_same_seed_same_games(self):
        seen = {}
        for name, settings in {
            "one thread": {"workers": 1},
            "two threads": {"workers": 2},
            "pipes": {"shared_memory": False},
            "constructed": {"seed": 11},
            "other": {},
        }.items():
            with ouro_env.OuroVectorEnv(40, board="5x5", **settings) as envs:
                if name == "constructed":
                    seen[name] = self.record(envs)
                elif name == "other":
                    seen[name] = self.record(envs, seed=12)
                else:
                    seen[name] = self.record(envs, seed=11)
                    self.assertEqual(self.record(envs, seed=11), seen[name], "the second time")
        self.assertEqual(seen["one thread"], seen["two threads"])
        self.assertEqual(seen["one thread"], seen["pipes"])
        self.assertEqual(seen["one thread"], seen["constructed"])
        self.assertNotEqual(seen["one thread"], seen["other"])

    def test_seed_for_each_board(self):
        with ouro_env.OuroVectorEnv(3, board="5x5") as envs:
            together, infos = envs.reset(seed=[5, 6, (1 << 64) - 1])
            self.assertEqual(infos["game"].tolist(), [0, 0, 0])
            for i, seed in enumerate((5, 6, (1 << 64) - 1)):
                alone, _ = envs.reset(seed=seed)
                np.testing.assert_array_equal(alone[0], together[i])

    def test_copies_are_mine(self):
        for copy in (True, False):
            with ouro_env.OuroVectorEnv(4, board="5x5", copy=copy) as envs:
                first, infos = envs.reset(seed=1)
                kept = first.copy()
                again = envs.step(envs.sample_legal(infos))
                self.assertEqual(np.array_equal(first, kept), copy)
                self.assertEqual(np.shares_memory(first, again[0]), not copy)
        self.assertEqual(first.shape, kept.shape)  # readable after close

    def test_float_is_uint8_scaled(self):
        seen = {}
        for observation in ("uint8", "float32"):
            with ouro_env.OuroVectorEnv(4, board="5x5", observation=observation, planes=["body", "food"]) as envs:
                observations, infos = envs.reset(seed=2)
                for _ in range(20):
                    observations, *_, infos = envs.step(infos["action_mask"].argmax(1))
                seen[observation] = observations
        scaled = seen["uint8"].astype(np.float32)
        scaled[:, 0] /= 25
        np.testing.assert_allclose(seen["float32"], scaled, rtol=1e-6)

    def test_rewards_by_choice(self):
        with ouro_env.OuroVectorEnv(2, board="4x4", reward={"turn": -0.25, "meal": 3}) as envs:
            _, infos = envs.reset(seed=1)
            for _ in range(10):
                length = infos["length"].astype(int)
                _, rewards, terminations, truncations, infos = envs.step(envs.sample_legal(infos))
                ate = infos["length"] - length
                for i in np.flatnonzero(~(terminations | truncations) & (infos["turn"] > 0)):
                    self.assertEqual(rewards[i], -0.25 + 3 * ate[i])

    def test_reset_mask(self):
        with ouro_env.OuroVectorEnv(4, board="5x5", autoreset="off") as envs:
            _, infos = envs.reset(seed=1)
            for _ in range(3):
                before, *_, infos = envs.step(infos["action_mask"].argmax(1))
            mask = np.array([False, True, False, True])
            after, infos = envs.reset(options={"reset_mask": mask})
            np.testing.assert_array_equal(after[~mask], before[~mask])
            self.assertEqual(infos["turn"].tolist(), [3, 0, 3, 0])
            self.assertEqual(infos["game"].tolist(), [0, 5, 2, 7])
            self.assertEqual(infos["_turn"].tolist(), mask.tolist())
            for wrong in (mask.astype(int), mask[:2], np.zeros(4, bool), [True] * 4):
                with self.assertRaises(ValueError):
                    envs.reset(options={"reset_mask": wrong})

    def test_mistakes(self):
        with ouro_env.OuroVectorEnv(3, board="4x4") as envs:
            with self.assertRaisesRegex(ValueError, "(?i)reset"):
                envs.step(np.zeros(3, int))
            observations, infos = envs.reset(seed=1)
            for actions, error in (
                (np.zeros(2, int), ValueError),
                (np.zeros((3, 1), int), ValueError),
                (np.zeros(3), TypeError),
                (np.array([0, 4, 0]), ValueError),
                (np.array([0, 256, 0]), ValueError),
                (np.array([0, -1, 0]), ValueError),
                (np.array([0, 200, 0], np.uint8), ValueError),
                (np.array([0, -1, 0], np.int8), ValueError),
            ):
                with self.assertRaises(error, msg=repr(actions)):
                    envs.step(actions)
            again, *_, infos = envs.step(envs.sample_legal(infos))  # continues after the errors
            self.assertEqual(infos["turn"].tolist(), [1, 1, 1])
            for seed in (-1, 1 << 64, [1, 2]):
                with self.assertRaises(ValueError):
                    envs.reset(seed=seed)
            with self.assertRaisesRegex(ValueError, "render_mode"):
                envs.render()
        self.assertTrue(envs.closed)
        with self.assertRaisesRegex(ouro_env.OuroEnvError, "closed"):
            envs.step(np.zeros(3, int))
        envs.close()  # twice is fine

    def test_settings_that_are_refused(self):
        for settings, words in (
            ({"rules": "chess"}, "chess"),
            ({"board": "0x0"}, "0x0"),
            ({"planes": ["body", "soul"]}, "soul"),
            ({"reward": "joy=1"}, "joy"),
            ({"reward": {"joy": 1}}, "joy"),
            ({"autoreset": "maybe"}, "maybe"),
            ({"observation": "float64"}, "float64"),
            ({"seed": -3}, "-3"),
            ({"seats": 2}, "OuroParallelEnv"),
        ):
            with self.assertRaisesRegex(ValueError, words):
                ouro_env.OuroVectorEnv(2, **settings)
        with self.assertRaises(TypeError):
            ouro_env.OuroVectorEnv(2, borad="4x4")

    def test_max_turns(self):
        with ouro_env.OuroVectorEnv(2, board="6x6", max_turns=5) as envs:
            _, infos = envs.reset(seed=1)
            for turn in range(1, 6):
                _, _, terminations, truncations, infos = envs.step(infos["action_mask"].argmax(1))
            self.assertTrue((terminations | truncations).all())

    def test_maze(self):
        with ouro_env.OuroVectorEnv(2, rules="maze") as envs:
            _, infos = envs.reset(seed=1)
            self.assertIn("hedges", envs.boards.planes)
            for _ in range(20):
                observations, rewards, *_, infos = envs.step(envs.sample_legal(infos))
                self.assertTrue(np.isfinite(rewards).all())


    def test_seeds_and_next_games(self):
        """In a list of seeds, None starts the board's next game."""
        with ouro_env.OuroVectorEnv(3, board="5x5", seed=9) as envs, ouro_env.OuroVectorEnv(1, board="5x5") as alone:
            envs.reset(seed=20)
            observations, infos = envs.reset(seed=[1, None, 3])
            self.assertEqual(infos["game"].tolist(), [0, 4, 0])
            for i, seed in ((0, 1), (2, 3)):
                np.testing.assert_array_equal(observations[i], alone.reset(seed=seed)[0][0])
            again, infos = envs.reset(seed=[None, 7, None])
            self.assertEqual(infos["game"].tolist(), [1, 0, 1])
            np.testing.assert_array_equal(again[1], alone.reset(seed=7)[0][0])
            kept = again[0].copy()
            again, infos = envs.reset(seed=[None, None, 5], options={"reset_mask": np.array([False, True, True])})
            self.assertEqual(infos["game"].tolist(), [1, 1, 0])
            np.testing.assert_array_equal(again[0], kept)
            for wrong in ([1, None], [1, None, -1], [1, None, 2.5]):
                with self.assertRaises((ValueError, TypeError)):
                    envs.reset(seed=wrong)
            self.assertEqual(envs.reset()[1]["game"].tolist(), [2, 2, 1])  # the mistakes changed nothing
        with ouro_env.Boards(3, board="4x4") as boards:
            boards.reset()
            boards.reset([2, 0], seeds=[None, 5], games=[9, 8], stride=10)
            self.assertEqual(boards.game.tolist(), [8, 1, 5])
            boards.reset([0])
            self.assertEqual(boards.game.tolist(), [18, 1, 5])
            with self.assertRaisesRegex(ValueError, "1 seeds for 2 boards"):
                boards.reset([0, 1], seeds=[4])
        with ouro_env.OuroParallelVectorEnv(2, board="7x7") as envs:
            envs.reset(seed=4)
            _, infos = envs.reset(seed=[None, 8])
            self.assertEqual(infos["snake_1"]["game"].tolist(), [2, 0])

    def test_reach(self):
        """The cells of 1 are the legal moves, and each further cell has a nearer neighbour."""
        with ouro_env.OuroVectorEnv(8, board="6x5", planes=["reach", "head", "body"]) as envs:
            observations, infos = envs.reset(seed=2)
            far = 0
            for _ in range(80):
                for planes, mask in zip(observations, infos["action_mask"]):
                    if not mask.any():
                        continue
                    row, column = np.argwhere(planes[1])[0]
                    for action, (down, right) in enumerate(((-1, 0), (0, 1), (1, 0), (0, -1))):
                        at = row + down, column + right
                        inside = 0 <= at[0] < 5 and 0 <= at[1] < 6
                        self.assertEqual(mask[action], int(inside and planes[0][at] == 1))
                    around = np.pad(planes[0], 1).astype(int)
                    around[row + 1, column + 1] = -1  # the head has the distance 0, and so have cells out of reach
                    for cell in np.argwhere(planes[0] > 1):
                        r, c = cell + 1
                        near = {around[r - 1, c], around[r + 1, c], around[r, c - 1], around[r, c + 1]}
                        self.assertIn(around[r, c] - 1, near)
                        far = max(far, around[r, c])
                observations, *_, infos = envs.step(envs.sample_legal(infos))
            self.assertGreater(far, 6)


def same(a, b) -> bool:
    """Reports whether two results are equal in type and value, as Gymnasium's data_equivalence."""
    if type(a) is not type(b):
        return False
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(same(a[key], b[key]) for key in a)
    if isinstance(a, (tuple, list)):
        return len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, np.ndarray):
        return a.dtype == b.dtype and a.shape == b.shape and bool((a == b).all())
    return a == b


class EnvTest(unittest.TestCase):
    GAMES = (
        {"board": "6x6"},
        {"board": "6x5", "observation": "float32"},
        {"rules": "maze"},
        {"rules": "royale:shrink=2", "observation": "float32", "opponents": ["random", "greedy"]},
        {"board": "5x5", "planes": ["reach", "body"]},
    )

    def test_as_gymnasium_demands(self):
        """Makes the checks of Gymnasium's check_env."""
        for settings in self.GAMES:
            with ouro_env.OuroEnv(**settings) as env:
                self.assertIs(env.unwrapped, env)
                self.assertFalse(hasattr(env, "seed"))
                self.assertTrue(np.isfinite(env.observation_space.high).all())
                self.assertTrue((env.observation_space.low < env.observation_space.high).all())
                self.assertEqual((env.action_space.n, env.action_space.shape), (4, ()))
                self.assertEqual(len(env.reset()), 2)
                self.assertIn("options", env.reset.__code__.co_varnames)
                first, second = env.reset(seed=123), env.reset()
                self.assertTrue(same(first, env.reset(seed=123)), "the same seed, another game")
                self.assertTrue(same(second, env.reset()), "the game after it is another one")
                if settings.get("rules") != "maze":  # whose games all begin in the same position
                    self.assertFalse(same(first[0], env.reset(seed=456)[0]) and same(first[0], second[0]), "all games are the same")
                env.reset(options={})
                env.action_space.seed(123)
                action = env.action_space.sample()
                env.reset(seed=123)
                moved = env.step(action)
                env.reset(seed=123)
                self.assertTrue(same(moved, env.step(action)), "the same move, another result")
                over = False
                observation, info = env.reset(seed=5)
                while not over:
                    self.assertEqual((type(observation), observation.dtype), (np.ndarray, env.observation_space.dtype))
                    self.assertTrue(env.observation_space.contains(observation))
                    self.assertIs(type(info), dict)
                    self.assertNotIn("ending", info)
                    observation, reward, terminated, truncated, info = env.step(env.action_space.sample())
                    self.assertEqual((type(reward), type(terminated), type(truncated)), (float, bool, bool))
                    self.assertTrue(np.isfinite(reward))
                    over = terminated or truncated
                self.assertIn(info["ending"], ("died", "trapped", "drawn", "won", "looped"))
                self.assertEqual(info["action_mask"].tolist(), [0, 0, 0, 0])
                after = env.step(0)
                self.assertEqual(after[1:4], (0.0, terminated, truncated))
                self.assertTrue(same(after[0], observation))
            env.close()  # twice is fine

    def test_plays_the_games_of_the_vector(self):
        with ouro_env.OuroVectorEnv(1, board="5x5", autoreset="off") as envs, ouro_env.OuroEnv(board="5x5") as env:
            for seed in (3, (1 << 64) - 1):
                many, infos = envs.reset(seed=seed)
                one, info = env.reset(seed=seed)
                for _ in range(30):
                    np.testing.assert_array_equal(many[0], one)
                    for key in ("action_mask", "length", "turn", "game", "return"):
                        np.testing.assert_array_equal(infos[key][0], info[key])
                    actions = envs.sample_legal(infos)
                    many, rewards, terminations, truncations, infos = envs.step(actions)
                    one, reward, terminated, truncated, info = env.step(actions[0])
                    self.assertEqual((rewards[0], terminations[0], truncations[0]), (reward, terminated, truncated))

    def test_copies(self):
        for copy in (True, False):
            with ouro_env.OuroEnv(board="5x5", copy=copy) as env:
                observation, info = env.reset(seed=1)
                kept = observation.copy()
                env.step(int(info["action_mask"].argmax()))
                self.assertEqual(np.array_equal(observation, kept), copy)

    def test_mistakes(self):
        for settings, words in (
            ({"boards": 2}, "OuroVectorEnv"),
            ({"autoreset": "next"}, "OuroVectorEnv"),
            ({"seats": 2}, "OuroParallelEnv"),
            ({"render_mode": "gif"}, "'rgb_array' or 'ansi'"),
        ):
            with self.assertRaisesRegex(ValueError, words):
                ouro_env.OuroEnv(**settings)
        with ouro_env.OuroEnv(board="4x4") as env:
            with self.assertRaisesRegex(ValueError, "(?i)reset"):
                env.step(0)
            env.reset(seed=1)
            for action in (4, -1, [0, 1], 1.0, "up"):
                with self.assertRaises((ValueError, TypeError), msg=repr(action)):
                    env.step(action)
            self.assertEqual(env.step(np.int64(0))[4]["turn"], 1)  # continues after the errors
            for seed in (-1, 1 << 64, 1.5):
                with self.assertRaises((ValueError, TypeError)):
                    env.reset(seed=seed)
            with self.assertRaisesRegex(ValueError, "render_mode"):
                env.render()


class OpponentTest(unittest.TestCase):
    def test_it_ends_with_my_snake(self):
        """Games go on until the client's snake is dead or alone, and are the same each time."""
        seen = []
        for shared in (True, False):
            with ouro_env.OuroVectorEnv(6, board="7x7", opponents=["hydra:nodes=20", "greedy"], shared_memory=shared, autoreset="same") as envs:
                self.assertEqual(envs.boards.opponents, ["hydra:hash=1,nodes=20", "greedy:nodes=1000"])
                self.assertIn("others_body", envs.boards.planes)
                observations, infos = envs.reset(seed=3)
                self.assertTrue(observations[:, envs.boards.planes.index("others_head")].any())
                ended = {}
                seen.append([])
                for _ in range(60):
                    observations, rewards, terminations, truncations, infos = envs.step(envs.sample_legal(infos))
                    seen[-1].append((observations.tobytes(), rewards.tobytes()))
                    for i in np.flatnonzero(terminations | truncations):
                        ending = envs.endings[infos["final_info"]["ending"][i]]
                        ended[ending] = ended.get(ending, 0) + 1
                        self.assertEqual(rewards[i] > 5, ending == "won", ending)
                self.assertIn("died", ended)
                self.assertLessEqual(set(ended), {"died", "drawn", "won"})
        self.assertEqual(seen[0], seen[1])

    def test_several_of_each(self):
        with ouro_env.OuroParallelEnv(board="7x7", seats=2, opponents=["random", "random"]) as env:
            observations, infos = env.reset(seed=1)
            self.assertEqual(env.agents, ["snake_0", "snake_1"])
            turns = 0
            while env.agents:
                actions = {agent: int(infos[agent]["action_mask"].argmax()) for agent in env.agents}
                observations, rewards, terminations, truncations, infos = env.step(actions)
                turns += 1
            self.assertGreater(turns, 1)

    def test_refused(self):
        for opponents, words in (
            (["hydar"], "hydra"),
            (["exec:python3 x.py"], "built-in"),
            (["hydra:nodes=0"], "nodes=0"),
            (["hydra:hash=4096"], "--memory"),
        ):
            with self.assertRaisesRegex(ValueError, words):
                ouro_env.OuroEnv(opponents=opponents)
        with self.assertRaisesRegex(ValueError, "classic is 1 snake; rules standard allow more"):
            ouro_env.OuroEnv(rules="classic", opponents=["hydra"])
        with self.assertRaisesRegex(TypeError, r"opponents=\['hydra'\]"):
            ouro_env.OuroEnv(opponents="hydra")


class RenderTest(unittest.TestCase):
    """The pictures themselves are compared with those of `ouro export` in the tests of env."""

    def test_modes(self):
        """Makes the checks of Gymnasium's render checker and of PettingZoo's render_test."""
        for make in (ouro_env.OuroEnv, ouro_env.OuroParallelEnv):
            self.assertIn(make.metadata["render_fps"], range(1, 100))
            for mode in make.metadata["render_modes"]:
                printed = io.StringIO()
                with contextlib.redirect_stdout(printed), make(render_mode=mode, rules="standard", board="7x7") as env:
                    self.assertEqual(env.render_mode, mode)
                    env.reset(seed=1)
                    for _ in range(3):
                        frame = env.render()
                        if mode == "human":
                            self.assertIsNone(frame)
                        elif mode == "ansi":
                            self.assertIs(type(frame), str)
                        else:
                            self.assertEqual((type(frame), frame.dtype, frame.ndim, frame.shape[2]), (np.ndarray, np.uint8, 3, 3))
                        env.step(0 if make is ouro_env.OuroEnv else {agent: 0 for agent in env.agents})
                self.assertEqual(printed.getvalue().count("+-"), 8 if mode == "human" else 0, mode)
            self.assertEqual(set(make.metadata["render_modes"]), {"human", "ansi", "rgb_array"})

    def test_shows_the_observation(self):
        """The text and the pixels of a cell agree with the planes, for each board."""
        planes = ["head", "food", "body"]
        for size in (0, 12):
            with ouro_env.OuroVectorEnv(4, board="6x5", planes=planes, render_mode="rgb_array", render_size=size) as envs:
                _, infos = envs.reset(seed=1)
                looks = {}
                for _ in range(12):
                    observations, *_, infos = envs.step(envs.sample_legal(infos))
                    frames = envs.render()
                    self.assertEqual(len(frames), 4)
                    for i, frame in enumerate(frames):
                        rows = [line[2:-1] for line in envs.boards.text(i).splitlines()[1:-1]]
                        cell = size or 24
                        edge = max(2, cell // 3)
                        self.assertEqual(frame.shape, (5 * cell + 2 * edge, 6 * cell + 2 * edge, 3))
                        for row in range(5):
                            for column in range(6):
                                sign = rows[row][2 * column]
                                head, food, body = observations[i][:, row, column]
                                self.assertEqual((sign == "@", sign == "*"), (bool(head), bool(food)))
                                middle = frame[edge + row * cell + cell // 2, edge + column * cell + cell // 2]
                                looks.setdefault("food" if food else "floor" if not body else "snake", set()).add(tuple(middle))
                self.assertEqual(len(looks["food"]), 1)
                self.assertFalse(looks["food"] & looks["floor"] or looks["floor"] & looks["snake"], looks)

    def test_ansi_of_many(self):
        with ouro_env.OuroParallelVectorEnv(3, board="7x7", render_mode="ansi") as envs:
            with self.assertRaisesRegex(ValueError, "(?i)reset"):
                envs.render()
            envs.reset(seed=1)
            self.assertEqual([type(frame) for frame in envs.render()], [str] * 3)
            self.assertEqual(envs.render()[2], envs.boards.text(2))
            envs.step({agent: np.zeros(3, int) for agent in envs.agents})  # a picture leaves no answer behind

    def test_mistakes(self):
        with ouro_env.Boards(2, board="4x4") as boards:
            boards.reset()
            for board, size, words in ((2, 0, "board 2"), (-1, 0, "board -1"), (0, 1, "size 1"), (0, 999, "size 999"), (0, -2, "size -2")):
                with self.assertRaisesRegex(ValueError, words):
                    boards.picture(board, size)
            boards.picture(1)[...] = 0  # the caller owns the picture
            del boards.ready["pictures"]  # as with an older program
            with self.assertRaisesRegex(ouro_env.OuroEnvError, "newer"):
                boards.picture()
        with self.assertRaisesRegex(ValueError, "'rgb_array' or 'ansi'"):
            ouro_env.OuroVectorEnv(2, render_mode="human")


class RecordTest(unittest.TestCase):
    def test_other_commands_read_it(self):
        """`ouro verify` derives the games of policies again, with opponents and without."""
        with tempfile.TemporaryDirectory() as folder:
            for settings in ({"board": "6x6"}, {"board": "7x7", "opponents": ["greedy", "random"]}):
                with ouro_env.OuroEnv(records=True, **settings) as env:
                    _, info = env.reset(seed=3)
                    while "ending" not in info:
                        *_, info = env.step(env.action_space.sample(info["action_mask"]))
                    path = os.path.join(folder, "game.ouro")
                    with open(path, "w") as file:
                        file.write(env.boards.record())
                done = subprocess.run([ouro_env.find_binary(), "verify", path], capture_output=True, text=True, timeout=PATIENCE)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertIn(f"record, {info['turn']} turn", done.stdout)
                with open(path) as file:
                    changed = re.sub("(?m)^(turn 1 .)", lambda m: m[1][:-1] + ("L" if m[1][-1] != "L" else "R"), file.read())
                with open(path, "w") as file:
                    file.write(changed)
                done = subprocess.run([ouro_env.find_binary(), "verify", path], capture_output=True, text=True, timeout=PATIENCE)
                self.assertEqual(done.returncode, 3, done.stdout)

    def test_refused(self):
        with ouro_env.OuroEnv(board="4x4") as env:
            env.reset(seed=1)
            with self.assertRaisesRegex(ValueError, "records"):
                env.boards.record()
        with self.assertRaisesRegex(ValueError, '"next" or "off"'):
            ouro_env.OuroVectorEnv(2, records=True, autoreset="same")


class StateTest(unittest.TestCase):
    """Makes the checks of PettingZoo's state_test, and compares the state with the observations."""

    def test_shows_every_snake(self):
        for settings in (
            {"seats": 3},
            {"seats": 2, "opponents": ["greedy"]},
            {"seats": 2, "observation": "float32", "rules": "royale"},
            {"seats": 2, "planes": ["others_head", "food"]},
            {"seats": 1},
        ):
            with ouro_env.OuroParallelEnv(board="7x7", **settings) as env:
                observations, infos = env.reset(seed=2)
                planes = env.boards.planes
                names = env.state_planes
                self.assertEqual(len(set(names)), len(names))
                self.assertEqual(env.state_space.shape, (len(names), 7, 7))
                self.assertTrue(np.isfinite(env.state_space.high).all())
                for _ in range(15):
                    state = env.state()
                    self.assertTrue(env.state_space.contains(state))
                    self.assertTrue(state.any())
                    for agent, observation in observations.items():
                        for plane, shown in zip(planes, observation):
                            for name in (plane, f"{agent}.{plane}"):
                                if name in names:
                                    np.testing.assert_array_equal(state[names.index(name)], shown)
                    if not env.agents:
                        break
                    actions = {agent: int(infos[agent]["action_mask"].argmax()) for agent in env.agents}
                    observations, *_, infos = env.step(actions)
                shown = {name.split(".")[-1] for name in names}
                hidden = {plane for plane in planes if plane not in shown}
                if hidden:  # the planes of the other seats show them
                    self.assertEqual({plane[len("others_") :] for plane in hidden}, {"body", "head", "tail"})
                    self.assertNotIn("opponents", settings)

    def test_of_many(self):
        with ouro_env.OuroParallelVectorEnv(3, board="7x7") as envs, ouro_env.OuroParallelEnv(board="7x7") as env:
            envs.reset(seed=6)
            env.reset(seed=6)
            self.assertEqual(envs.state_planes, env.state_planes)
            state = envs.state()
            self.assertEqual(state.shape, (3, *env.state_space.shape))
            np.testing.assert_array_equal(state[0], env.state())
            envs.step({agent: np.zeros(3, int) for agent in envs.agents})
            self.assertFalse(np.array_equal(state, envs.state()), "a state is a copy")


class ParallelTest(unittest.TestCase):
    def test_as_pettingzoo_demands(self):
        """Makes the checks of PettingZoo's parallel_api_test."""
        with ouro_env.OuroParallelEnv(rules="standard", board="7x7", seats=3) as env:
            env.reset(seed=0, options={"options": 1})
            died_early = False
            for _ in range(10):
                observations, infos = env.reset()
                self.assertEqual(env.agents, env.possible_agents)
                self.assertIsNot(env.agents, env.possible_agents)
                self.assertEqual((set(observations), set(infos)), (set(env.agents), set(env.agents)))
                self.assertEqual((env.num_agents, env.max_num_agents), (3, 3))
                finished = set()
                while env.agents:
                    live = set(env.agents)
                    actions = {agent: env.action_space(agent).sample(infos[agent]["action_mask"]) for agent in live}
                    observations, rewards, terminations, truncations, infos = env.step(actions)
                    for seen in (observations, rewards, terminations, truncations, infos):
                        self.assertEqual(set(seen), live)
                    finished |= {agent for agent in live if terminations[agent] or truncations[agent]}
                    self.assertEqual(set(env.agents), set(env.possible_agents) - finished)
                    died_early |= 0 < len(env.agents) < 3
                    for agent in live:
                        self.assertTrue(env.observation_space(agent).contains(observations[agent]))
                        self.assertIs(env.observation_space(agent), env.observation_space(agent))
                        self.assertIs(env.action_space(agent), env.action_space(agent))
                        self.assertIs(type(rewards[agent]), float)
                        self.assertIs(type(terminations[agent]), bool)
                self.assertEqual(finished, set(env.possible_agents))
                self.assertEqual(env.step({}), ({}, {}, {}, {}, {}))
            self.assertTrue(died_early)

    def test_seeds_and_mistakes(self):
        with ouro_env.OuroParallelEnv(board="7x7") as env:
            first, _ = env.reset(seed=4)
            with self.assertRaisesRegex(ValueError, "snake_1"):
                env.step({"snake_0": 0})
            again, _ = env.reset(seed=4)
            for agent in env.agents:
                np.testing.assert_array_equal(first[agent], again[agent])
        with self.assertRaisesRegex(ValueError, "OuroParallelVectorEnv"):
            ouro_env.OuroParallelEnv(boards=3)

    def test_many_boards_are_each_as_one(self):
        n, steps = 5, 60
        with ouro_env.OuroParallelVectorEnv(n, board="7x7", autoreset="off") as envs, ouro_env.OuroParallelEnv(board="7x7") as env:
            observations, infos = envs.reset(seed=9)
            first = {agent: o[0].copy() for agent, o in observations.items()}
            alone, info = env.reset(seed=9)
            for agent in env.agents:
                np.testing.assert_array_equal(first[agent], alone[agent])
            for _ in range(steps):
                actions = {agent: infos[agent]["action_mask"].argmax(1) for agent in envs.agents}
                observations, rewards, terminations, truncations, infos = envs.step(actions)
                self.assertEqual(observations["snake_1"].shape, (n, *envs.observation_space("snake_1").shape))
                alone, reward, terminated, truncated, info = env.step({agent: int(actions[agent][0]) for agent in env.agents})
                for agent in alone:
                    np.testing.assert_array_equal(observations[agent][0], alone[agent])
                    self.assertEqual(rewards[agent][0], np.float32(reward[agent]))
                    self.assertEqual((terminations[agent][0], truncations[agent][0]), (terminated[agent], truncated[agent]))
            with self.assertRaisesRegex(ValueError, "snake_0"):
                envs.step({"snake_1": np.zeros(n, int)})


class EndTest(unittest.TestCase):
    """However a program ends, nothing is left behind."""

    def setUp(self):
        self.files = set(glob.glob("/dev/shm/ouro-env-*") + glob.glob(os.path.join(tempfile.gettempdir(), "ouro-env-*")))

    def nothing_left(self, pid):
        deadline = time.monotonic() + PATIENCE
        while self.alive(pid):
            self.assertLess(time.monotonic(), deadline, f"ouro env, process {pid}, is still there")
            time.sleep(0.01)
        files = set(glob.glob("/dev/shm/ouro-env-*") + glob.glob(os.path.join(tempfile.gettempdir(), "ouro-env-*")))
        self.assertEqual(files - self.files, set())

    @staticmethod
    def alive(pid):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return False
        try:
            with open(f"/proc/{pid}/stat") as stat:
                return stat.read().rsplit(")", 1)[1].split()[0] != "Z"  # a zombie has ended
        except OSError:
            return os.path.isdir("/proc/self") is False

    def test_close_and_exceptions(self):
        envs = ouro_env.OuroVectorEnv(2, board="4x4")
        pid = envs.boards._connection.child.pid
        self.assertTrue(self.alive(pid))
        envs.close()
        self.nothing_left(pid)
        with self.assertRaises(ZeroDivisionError):
            with ouro_env.OuroVectorEnv(2, board="4x4") as envs:
                pid = envs.boards._connection.child.pid
                1 // 0
        self.nothing_left(pid)

    def test_forgotten(self):
        envs = ouro_env.OuroVectorEnv(2, board="4x4")
        pid = envs.boards._connection.child.pid
        observations, _ = envs.reset(seed=1)
        del envs
        self.nothing_left(pid)
        self.assertTrue(observations.any())

    def test_program_dies(self):
        envs = ouro_env.OuroVectorEnv(2, board="4x4")
        _, infos = envs.reset(seed=1)
        envs.boards._connection.child.kill()
        with self.assertRaisesRegex(ouro_env.OuroEnvError, "is lost"):
            for _ in range(100):
                envs.step(np.zeros(2, int))
        self.nothing_left(envs.boards._connection.child.pid)

    def test_interrupted(self):
        """After Ctrl-C between a request and its answer, no later request gets that answer."""
        envs = ouro_env.OuroVectorEnv(2, board="4x4")
        _, infos = envs.reset(seed=1)
        connection = envs.boards._connection
        with mock.patch.object(connection, "head", side_effect=KeyboardInterrupt):
            with self.assertRaises(KeyboardInterrupt):
                envs.step(envs.sample_legal(infos))
        with self.assertRaisesRegex(ouro_env.OuroEnvError, "interrupted"):
            envs.step(envs.sample_legal(infos))
        self.nothing_left(connection.child.pid)

    def test_memory(self):
        with self.assertRaisesRegex(ValueError, "memory"):
            ouro_env.OuroVectorEnv(60000, board="10x10", memory="1MB")

    def python(self, code, **settings):
        return subprocess.Popen(
            [sys.executable, "-c", textwrap.dedent(code)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=HERE, **settings
        )

    PLAYS = """
        import numpy as np, ouro_env
        envs = ouro_env.OuroVectorEnv(64, board="10x10", shared_memory={shared})
        _, infos = envs.reset(seed=1)
        print(envs.boards._connection.child.pid, flush=True)
        while True:
            *_, infos = envs.step(envs.sample_legal(infos))
    """

    def test_killed_and_interrupted(self):
        for how in (signal.SIGKILL, signal.SIGINT, signal.SIGTERM):
            for shared in (True, False):
                with self.python(self.PLAYS.format(shared=shared)) as learner:
                    pid = int(learner.stdout.readline())
                    self.assertTrue(self.alive(pid))
                    time.sleep(0.05)
                    learner.send_signal(how)
                    learner.communicate(timeout=PATIENCE)
                    self.assertNotEqual(learner.returncode, 0)
                self.nothing_left(pid)

    def test_without_memfd(self):
        memfd = getattr(os, "memfd_create", None)
        with mock.patch.object(os, "memfd_create", memfd, create=True):
            del os.memfd_create
            with ouro_env.OuroVectorEnv(2, board="4x4", shared_memory=True) as envs:
                pid = envs.boards._connection.child.pid
                observations, _ = envs.reset(seed=1)
                self.assertTrue(observations.any())
                files = set(glob.glob("/dev/shm/ouro-env-*") + glob.glob(os.path.join(tempfile.gettempdir(), "ouro-env-*")))
                self.assertEqual(files - self.files, set(), "the name is still there")
        self.nothing_left(pid)

    def test_fork(self):
        with ouro_env.OuroVectorEnv(2, board="4x4") as envs:
            _, infos = envs.reset(seed=1)
            child = os.fork()
            if child == 0:
                code = 1
                try:
                    envs.step(np.zeros(2, int))
                except ouro_env.OuroEnvError as err:
                    code = 0 if "made the environment" in str(err) else 2
                os._exit(code)
            self.assertEqual(os.waitpid(child, 0)[1], 0)
            *_, infos = envs.step(envs.sample_legal(infos))  # the parent's is unaffected
            self.assertEqual(infos["turn"].tolist(), [1, 1])


class ProgramTest(unittest.TestCase):
    def test_not_found(self):
        with mock.patch.dict(os.environ, {"OURO_BINARY": "/nowhere/ouro"}):
            with self.assertRaisesRegex(ouro_env.BinaryNotFound, "OURO_BINARY=/nowhere/ouro"):
                ouro_env.OuroVectorEnv(1)
        with self.assertRaisesRegex(FileNotFoundError, "binary=/nowhere/ouro"):
            ouro_env.OuroVectorEnv(1, binary="/nowhere/ouro")
        with mock.patch.dict(os.environ, {"PATH": "/nowhere"}), mock.patch.object(ouro_env, "__file__", "/nowhere/a/b/ouro_env.py"):
            os.environ.pop("OURO_BINARY", None)
            with self.assertRaisesRegex(ouro_env.BinaryNotFound, "(?s)PATH.*/nowhere/ouro.*OURO_BINARY.*go build"):
                ouro_env.OuroVectorEnv(1)

    def test_other_programs(self):
        with self.assertRaisesRegex(ouro_env.OuroEnvError, "is lost"):  # no answer
            ouro_env.OuroVectorEnv(1, binary="true")
        with tempfile.TemporaryDirectory() as folder:
            script = os.path.join(folder, "ouro")
            with open(script, "w") as file:
                file.write("#!/bin/sh\necho this is no frame at all\ncat >/dev/null\n")
            os.chmod(script, 0o755)
            with self.assertRaisesRegex(ouro_env.OuroEnvError, "not a frame of ouro env"):  # another answer
                ouro_env.OuroVectorEnv(1, binary=script)
        with self.assertRaisesRegex(ouro_env.OuroEnvError, "No such file"):  # an error message
            ouro_env.OuroVectorEnv(1, binary="cat")

    def test_socket(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "s")
            with self.assertRaisesRegex(ouro_env.OuroEnvError, "ouro env --socket"):
                ouro_env.OuroVectorEnv(1, socket=path)
            with subprocess.Popen([ouro_env.find_binary(), "env", "--socket", path], stderr=subprocess.DEVNULL) as server:
                try:
                    deadline = time.monotonic() + PATIENCE
                    while True:  # the file appears before the server listens
                        with socket.socket(socket.AF_UNIX) as knock:
                            if knock.connect_ex(path) == 0:
                                break
                        self.assertLess(time.monotonic(), deadline)
                        time.sleep(0.01)
                    seen = []
                    for shared in (True, False):
                        with ouro_env.OuroVectorEnv(3, board="5x5", socket=path, shared_memory=shared) as envs:
                            _, infos = envs.reset(seed=1)
                            seen.append([envs.step(infos["action_mask"].argmax(1))[0].tobytes() for _ in range(5)])
                    self.assertEqual(seen[0], seen[1])
                finally:
                    server.terminate()


class DocumentTest(unittest.TestCase):
    def test_examples_run(self):
        """Runs each example of the documents and of ouro_env.py unchanged."""
        texts = {"ouro_env": ouro_env.__doc__}
        for path in ("README.md", os.path.join("..", "..", "docs", "environments.md")):
            with open(os.path.join(HERE, path), encoding="utf-8") as file:
                texts[path] = file.read()
        for name in ("Boards", "OuroEnv", "OuroVectorEnv", "OuroParallelEnv", "OuroParallelVectorEnv"):
            texts[name] = getattr(ouro_env, name).__doc__
        for name, text in texts.items():
            ran = 0
            first, _, rest = text.partition("\n")
            for block in re.findall(r"(?:(?<=\n\n)(?: {4}.*\n|\n(?= {4}))+)", "\n\n" + textwrap.dedent(rest) + "\n"):
                try:
                    code = compile(textwrap.dedent(block), text[:40], "exec")
                except SyntaxError:  # a table or another figure
                    self.assertNotIn("import ouro_env", block)
                    continue
                with contextlib.redirect_stdout(io.StringIO()):
                    exec(code, dict({known: getattr(ouro_env, known) for known in ouro_env.__all__}, ouro_env=ouro_env))
                ran += 1
            self.assertGreater(ran, 0, name)


class SubclassTest(unittest.TestCase):
    def test_with_the_libraries(self):
        """With Gymnasium and PettingZoo, their classes are the base classes and the spaces."""
        code = """
            import gymnasium, pettingzoo, warnings, numpy as np, ouro_env
            warnings.simplefilter("error")
            with ouro_env.OuroVectorEnv(3, board="5x5", autoreset=gymnasium.vector.AutoresetMode.SAME_STEP) as envs:
                assert isinstance(envs, gymnasium.vector.VectorEnv)
                assert isinstance(envs.single_observation_space, gymnasium.spaces.Box)
                assert isinstance(envs.observation_space, gymnasium.spaces.Box)
                assert isinstance(envs.single_action_space, gymnasium.spaces.Discrete)
                assert isinstance(envs.action_space, gymnasium.spaces.MultiDiscrete)
                assert envs.metadata["autoreset_mode"] is gymnasium.vector.AutoresetMode.SAME_STEP
                assert ouro_env.OuroVectorEnv.metadata["autoreset_mode"] is gymnasium.vector.AutoresetMode.NEXT_STEP
                observations, infos = envs.reset(seed=5)
                assert envs._np_random_seed == 5
                assert envs.observation_space.contains(observations)
                envs.single_action_space.sample(infos["action_mask"][0])
                while True:
                    observations, rewards, terminations, truncations, infos = envs.step(envs.action_space.sample())
                    if terminations.any():
                        break
                assert infos["final_obs"][terminations.argmax()].shape == envs.single_observation_space.shape
            assert envs.closed
            spec = gymnasium.registry["ouro/Snake-v1"]
            assert spec["entry_point"] == "ouro_env:OuroEnv" and spec["vector_entry_point"] == "ouro_env:OuroVectorEnv", spec
            with ouro_env.OuroEnv(board="5x5", render_mode="ansi") as env:
                assert isinstance(env, gymnasium.Env)
                assert isinstance(env.observation_space, gymnasium.spaces.Box) and isinstance(env.action_space, gymnasium.spaces.Discrete)
                observation, info = env.reset(seed=(1 << 64) - 1)
                assert env._np_random_seed == (1 << 64) - 1
                assert env.observation_space.contains(observation)
                env.step(env.action_space.sample(info["action_mask"]))
                assert "@" in env.render()
            with ouro_env.OuroParallelEnv(board="7x7", seats=2) as env:
                assert env.state_space.contains(env.state()) and isinstance(env.state_space, gymnasium.spaces.Box)
                assert isinstance(env, pettingzoo.ParallelEnv) and env.unwrapped is env
                observations, infos = env.reset(seed=1)
                while env.agents:
                    actions = {a: env.action_space(a).sample(infos[a]["action_mask"]) for a in env.agents}
                    observations, rewards, terminations, truncations, infos = env.step(actions)
                assert isinstance(env.observation_space("snake_0"), gymnasium.spaces.Box)
            print("fine")
        """
        done = self.python(code, os.path.join(HERE, "testdata", "stubs"))
        self.assertEqual((done.stdout, done.stderr), ("fine\n", ""))

    @staticmethod
    def python(code, *folders):
        """Runs code with these folders in PYTHONPATH."""
        return subprocess.run(
            [sys.executable, "-c", textwrap.dedent(code)], env=dict(os.environ, PYTHONPATH=os.pathsep.join([*folders, HERE])),
            capture_output=True, text=True, timeout=PATIENCE,
        )

    def test_an_old_gymnasium(self):
        """With a Gymnasium before 1.0, the module warns and works without it."""
        with tempfile.TemporaryDirectory() as folder:
            os.makedirs(os.path.join(folder, "gymnasium", "vector"))
            for path, text in (("__init__.py", "__version__ = '0.29.1'"), (os.path.join("vector", "__init__.py"), "")):
                with open(os.path.join(folder, "gymnasium", path), "w") as file:
                    file.write(text)
            code = """
                import ouro_env
                with ouro_env.OuroEnv(board="5x5") as env:
                    env.reset(seed=1)
                    print("fine")
            """
            done = self.python(code, folder)
        self.assertEqual(done.stdout, "fine\n", done.stderr)
        self.assertRegex(done.stderr, "needs Gymnasium 1.0 or newer; this is 0.29.1")

    def test_without_numpy(self):
        done = self.python("import sys; sys.modules['numpy'] = None; import ouro_env")
        self.assertRegex(done.stderr, "ImportError: ouro_env needs numpy: install it with pip")


if __name__ == "__main__":
    unittest.main()
