"""Tests of learning: gradients by differences, symmetries, training, the engine.

    python3 -m unittest discover clients/python
"""

import json
import os
import random
import subprocess
import sys
import tempfile
import unittest

import numpy as np

import duel
import ouro_env
import train
from plain_env import PlainSnake
from policy import MOVES, legal, observation
from policy_net import PLANES, STEPS, Net, Policy, Window
from test_ouro_env import HERE, PATIENCE, state_of


def positions(width: int, height: int, count: int, seed: int = 1):
    """Returns states of plain games after random legal moves."""
    dice = random.Random(seed)
    snake = PlainSnake(width, height, dice)
    found = []
    while len(found) < count:
        if not snake.body or snake.over():
            snake.reset()
        found.append(state_of(snake))
        snake.step(dice.choice(snake.legal()))
    return found


def towards_food(width: int, height: int) -> Policy:
    """Returns a policy that moves towards the food, with weights set by hand."""
    policy = Policy.new(width, height, [4], np.random.default_rng(1))
    into, _, out, _ = policy.net.parameters
    into[...] = out[...] = 0
    out[range(4), range(4)] = 10
    food = into[3 * policy.window.places : 4 * policy.window.places].reshape(2 * height - 1, 2 * width - 1, 4)
    food[: height - 1, :, 0] = food[:, width:, 1] = food[height:, :, 2] = food[:, : width - 1, 3] = 1
    return policy


class DuelTest(unittest.TestCase):
    """The input of duel.py, and its training."""

    RADIUS = 2

    def played(self, boards: int = 6, steps: int = 12, **settings):
        """Returns observations of some turns of games against opponents."""
        seen = []
        with ouro_env.OuroVectorEnv(boards, planes=duel.PLANES, board="7x7", opponents=["greedy", "random"], **settings) as envs:
            observations, infos = envs.reset(seed=1)
            for _ in range(steps):
                seen.append(observations[infos["action_mask"].any(1)])
                observations, *_, infos = envs.step(envs.sample_legal(infos))
        return np.concatenate(seen)

    def test_features(self):
        """Each input of a cell is what its name says, computed cell by cell."""
        crop = duel.Crop(self.RADIUS)
        observations = self.played(steps=60)
        x = crop.features(observations)
        self.assertEqual(x.shape, (len(observations), crop.inputs))
        dangers = set()
        for planes, row in zip(observations, x):
            body, head, others, heads, food, walls, reach = planes.astype(int)
            top, left = np.argwhere(head)[0] - self.RADIUS
            cells = row[:-3].reshape(duel.KINDS, crop.side, crop.side)
            for i in range(crop.side):
                for j in range(crop.side):
                    at = top + i, left + j
                    if not (0 <= at[0] < 7 and 0 <= at[1] < 7):
                        want = [1, 1, 0, 0, 0]
                    else:
                        danger = 0 if not heads[at] else 1 if others[at] >= body.max() else -1
                        dangers.add(danger)
                        want = [body[at] + others[at] + walls[at] > 0, max(body[at], others[at]) / 49, food[at], danger, reach[at] > 0]
                    np.testing.assert_allclose(cells[:, i, j], np.array(want, float), rtol=1e-6)
            np.testing.assert_allclose(row[-3:], [head.max() / 100, body.max() / 49, others.max() / 49], rtol=1e-6)
        self.assertEqual(dangers, {-1, 0, 1})

    def test_symmetries(self):
        """The input of a turned or mirrored board is the input with its numbers permuted."""
        crop = duel.Crop(self.RADIUS)
        observations = self.played()
        x = crop.features(observations)
        symmetries = crop.symmetries()
        boards = [np.rot90(o, quarter, (2, 3)) for o in (observations, observations[..., ::-1]) for quarter in range(4)]
        self.assertEqual(len(symmetries), len(boards))
        for (inputs, moves), turned in zip(symmetries, boards):
            np.testing.assert_array_equal(crop.features(turned), x[:, inputs])
            reach = duel.PLANES.index("reach")
            for old, new in zip(observations, turned):  # a legal move becomes the move that moves[] names
                for a, step in enumerate(STEPS):
                    self.assertEqual(self.leads(old, step, reach), self.leads(new, STEPS[moves[a]], reach))

    @staticmethod
    def leads(planes, step, reach) -> int:
        """Returns the distance of the cell beside the head; -1 off the board."""
        row, column = np.argwhere(planes[1])[0] + step
        return int(planes[reach, row, column]) if 0 <= row < 7 and 0 <= column < 7 else -1

    def test_learns(self):
        """A little training against an opponent changes the weights, and the same flags change them alike."""
        trained = []
        for _ in range(2):
            random = np.random.default_rng(1)
            policy = duel.Duelist(self.RADIUS, [8], random)
            before = [p.copy() for p in policy.net.parameters]
            settings = train.Settings(steps=1024)
            with ouro_env.OuroVectorEnv(16, planes=duel.PLANES, board="7x7", opponents=["random"], autoreset="same", copy=False) as envs:
                train.train(envs, policy, settings, random, 1)
            self.assertTrue(any((p != q).any() for p, q in zip(before, policy.net.parameters)))
            trained.append(b"".join(p.tobytes() for p in policy.net.parameters))
            lengths, wins = train.evaluate(policy, 5, 1, duel.PLANES, board="7x7", opponents=["random"])
            self.assertTrue((lengths >= 3).all())
            self.assertEqual(wins.shape, (5,))
        self.assertEqual(trained[0], trained[1])

    def test_the_program(self):
        done = subprocess.run(
            [sys.executable, "duel.py", "--steps", "600", "--boards", "16", "--games", "4", "--opponents", "random", "greedy"],
            cwd=HERE, capture_output=True, text=True, timeout=PATIENCE,
        )
        self.assertEqual(done.stderr, "")
        self.assertRegex(done.stdout, r"before training: won .* of 4 games of seed 1 against random, greedy\n(.*\n)*after training: won ")
        done = subprocess.run([sys.executable, "duel.py", "--opponents", "hydar"], cwd=HERE, capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, '^duel: opponent "hydar": .*hydra')


class GradientTest(unittest.TestCase):
    """Compares the derivative of each parameter with the difference of a small step."""

    def test_loss(self):
        random = np.random.default_rng(1)
        net = Net([7, 6, 5], random, np.float64)
        for p in net.parameters:
            p += 0.3 * random.standard_normal(p.shape)
        n = 40
        masks = random.random((n, 4)) < 0.7
        actions = random.integers(4, size=n)
        masks[np.arange(n), actions] = True
        batch = train.Batch(
            x=random.standard_normal((n, 7)),
            masks=masks,
            actions=actions,
            logs=np.log(random.uniform(0.1, 1, n)),
            advantages=random.standard_normal(n),
            returns=random.standard_normal(n),
        )
        settings = train.Settings()
        _, gradients = train.loss(net, batch, settings, 0.1)
        step = 1e-6
        checked = 0
        for p, gradient in zip(net.parameters, gradients):
            self.assertEqual(p.shape, gradient.shape)
            for at in np.ndindex(p.shape):
                kept = p[at]
                p[at] = kept + step
                more, _ = train.loss(net, batch, settings, 0.1)
                p[at] = kept - step
                less, _ = train.loss(net, batch, settings, 0.1)
                p[at] = kept
                self.assertAlmostEqual((more - less) / (2 * step), gradient[at], delta=1e-6, msg=f"{p.shape} {at}")
                checked += abs(gradient[at]) > 1e-4
        self.assertGreater(checked, 50)

    def test_clipping_stops(self):
        """A move that became much likelier is not made likelier still."""
        random = np.random.default_rng(2)
        net = Net([3, 4], random, np.float64)
        x = random.standard_normal((1, 3))
        settings = train.Settings(value=0)
        for old, advantage, moves in ((0.25, 1, True), (0.1, 1, False), (0.1, -1, True), (0.9, -1, False)):
            batch = train.Batch(x, np.ones((1, 4), bool), np.array([2]), np.log([old]), np.array([float(advantage)]), np.zeros(1))
            _, gradients = train.loss(net, batch, settings, 0)
            self.assertEqual(any(g.any() for g in gradients), moves, (old, advantage))

    def test_adam(self):
        """It finds the minimum of a valley that is steep in one direction and flat in the other."""
        p = np.array([3.0, -2.0])
        optimiser = train.Adam([p])
        for _ in range(2000):
            optimiser.step([np.array([200 * p[0], 0.02 * p[1]])], 0.01)
        np.testing.assert_allclose(p, 0, atol=1e-3)


class WindowTest(unittest.TestCase):
    def turned(self, planes: np.ndarray, mirror: bool, quarter: int) -> np.ndarray:
        planes = planes[..., ::-1] if mirror else planes
        return np.rot90(planes, quarter, (-2, -1))

    def test_symmetries(self):
        """Rotating the board and its input are the same; legal moves rotate too."""
        for width, height in ((5, 5), (6, 4)):
            window = Window(width, height)
            quarters = range(4) if width == height else (0, 2)
            ways = [(mirror, quarter) for mirror in (False, True) for quarter in quarters]
            symmetries = window.symmetries()
            self.assertEqual(len(symmetries), len(ways))
            for state in positions(width, height, 40):
                planes = observation(state, width, height)
                x = window.features(planes)
                for (mirror, quarter), (inputs, moves) in zip(ways, symmetries):
                    other = self.turned(planes, mirror, quarter)
                    np.testing.assert_array_equal(window.features(other), x[:, inputs])
                    for a in np.flatnonzero(legal(state, width, height)[0]):
                        np.testing.assert_array_equal(
                            self.turned(self.moved(planes, a), mirror, quarter), self.moved(other, moves[a])
                        )

    def moved(self, planes: np.ndarray, action: int) -> np.ndarray:
        """Returns the plane of the head after a move."""
        head = planes[:, 1:2]
        return np.roll(head, *(((-1, 2), (1, 3), (1, 2), (-1, 3))[action]))

    def test_features(self):
        """A snake in the corner of 3x3, cell by cell."""
        #  . F .      head (0,0), then (1,0), (1,1)
        #  . 1 .
        #  3 2 .
        state = {"snakes": [{"body": [[0, 0], [1, 0], [1, 1]]}], "food": [[1, 2]]}
        window = Window(3, 3)
        x = window.features(observation(state, 3, 3))[0]
        blocked, time, late, food = x[:100].reshape(4, 5, 5)
        reach, tail = x[100:108].reshape(2, 4)
        self.assertEqual(
            blocked.tolist(),
            [[1, 1, 0, 0, 0], [1, 1, 0, 1, 0], [1, 1, 1, 1, 0], [1, 1, 1, 1, 1], [1, 1, 1, 1, 1]],
        )
        np.testing.assert_allclose(time[:3, 2:] * 9, [[0, 0, 0], [0, 1, 0], [3, 2, 0]], atol=1e-6)
        self.assertEqual(late[:3, 2:].tolist(), [[0, 0, 0], [0, 0, 0], [1, 1, 0]])
        self.assertEqual(np.argwhere(food).tolist(), [[0, 3]])
        np.testing.assert_allclose(reach * 9, [7, 0, 0, 0], atol=1e-6)
        self.assertEqual(tail.tolist(), [1, 0, 0, 0])
        self.assertAlmostEqual(float(x[-1]), 3 / 9, places=6)

    def test_policy_of_turned_boards(self):
        """The move on a rotated board is the rotated move."""
        policy = Policy.new(5, 5, [8], np.random.default_rng(3))
        policy.net.parameters[-2] *= 100  # preferences far apart
        symmetries = policy.window.symmetries()
        ways = [(mirror, quarter) for mirror in (False, True) for quarter in range(4)]
        for state in positions(5, 5, 60):
            planes, masks = observation(state, 5, 5), legal(state, 5, 5)
            best = policy.best(planes, masks)
            for (mirror, quarter), (_, moves) in zip(ways, symmetries):
                turned = np.empty_like(masks)
                turned[:, moves] = masks
                self.assertEqual(policy.best(self.turned(planes, mirror, quarter), turned), moves[best])


class TrainTest(unittest.TestCase):
    def test_learns(self):
        """A second of training on 4x4 beats random legal moves, and is reproducible."""
        board, seed = "4x4", 5
        settings = train.Settings(steps=60_000, horizon=16, batch=256, rate=3e-3, discount=0.95)
        made = []
        for _ in range(2):
            random = np.random.default_rng(seed)
            policy = Policy.new(4, 4, [32], random)
            first, last, steps = [], [], []

            def report(done, lengths, wins):
                steps.append(done)
                (first if done < settings.steps / 4 else last).extend(lengths)
                lengths.clear()

            with ouro_env.OuroVectorEnv(64, board=board, planes=PLANES, autoreset="same", reward=train.REWARD, copy=False) as envs:
                train.train(envs, policy, settings, random, seed, report)
            made.append(policy)
            self.assertGreaterEqual(steps[-1], settings.steps)
            self.assertGreater(len(last), 200)
            self.assertGreater(np.mean(last), np.mean(first) + 2)
        for a, b in zip(made[0].net.parameters, made[1].net.parameters):
            np.testing.assert_array_equal(a, b)

        games = 200
        with ouro_env.OuroVectorEnv(games, board=board, autoreset="off") as envs:
            _, infos = envs.reset(seed=1)
            over = np.zeros(games, bool)
            while not over.all():
                _, _, terminated, truncated, infos = envs.step(envs.sample_legal(infos))
                over = terminated | truncated
        self.assertGreater(np.mean(last), infos["length"].mean() + 1)

    def test_evaluate(self):
        """Evaluates games 0, 1, ... of the seed, independently of their number."""
        policy = Policy.new(3, 3, [8], np.random.default_rng(1))
        policy.net.parameters[-2] *= 100  # clear preferences
        lengths, wins = train.evaluate(policy, 60, 1, board="3x3")
        self.assertEqual((lengths == 9).tolist(), wins.tolist())
        self.assertGreater(len(set(lengths)), 1)
        fewer, _ = train.evaluate(policy, 20, 1, board="3x3")
        np.testing.assert_array_equal(fewer, lengths[:20])

    def test_file(self):
        policy = Policy.new(5, 4, [8, 6], np.random.default_rng(1))
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "w.npz")
            policy.save(file)
            again = Policy.load(file)
            self.assertEqual((again.window.width, again.window.height), (5, 4))
            for a, b in zip(policy.net.parameters, again.net.parameters):
                np.testing.assert_array_equal(a.astype(np.float16), b.astype(np.float16))
                self.assertEqual(b.dtype, np.float32)

    def test_weights_that_come_with_it(self):
        """The input still fits the stored weights: a change of it would make them noise."""
        policy = Policy.load(os.path.join(HERE, "weights-6x6.npz"))
        lengths, _ = train.evaluate(policy, 40, 3, board="6x6")
        self.assertGreater(lengths.mean(), 30)  # bfs reaches 18.5, docs/results/learning.md

    def test_flags(self):
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "w.npz")
            done = subprocess.run(
                [sys.executable, "train.py", "--board", "4x4", "--steps", "2000", "--boards", "16", "--hidden", "8", "--games", "10", "--out", file],
                cwd=HERE, capture_output=True, text=True, timeout=PATIENCE,
            )
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertRegex(done.stdout, r"2,048 moves .* won .*\n.*10 games of seed 1, not used in training: mean length")
            self.assertEqual(Policy.load(file).window.size, 16)


class EngineTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.file = os.path.join(self.folder.name, "w.npz")
        towards_food(5, 5).save(self.file)
        self.policy = Policy.load(self.file)

    def test_protocol(self):
        states = positions(5, 5, 30)
        board = {"width": 5, "height": 5, "wraps": False}
        lines = [{"type": "hello", "version": 1, "host": "test", "field": "of tomorrow"}]
        lines.append({"type": "new", "rules": "classic", "game": "classic", "board": dict(board, width=6), "state": states[0]})
        lines.append({"type": "new", "rules": "classic", "game": "classic", "board": board, "state": states[0]})
        lines.append({"type": "message of tomorrow"})
        lines += [{"type": "turn", "id": i, "state": state, "watched": i % 2 == 0} for i, state in enumerate(states)]
        lines += [{"type": "end"}, {"type": "quit"}, {"type": "turn", "id": 99, "state": states[0]}]
        done = subprocess.run(
            [sys.executable, "policy.py", self.file], cwd=HERE, capture_output=True, text=True, timeout=PATIENCE,
            input="".join(json.dumps(line) + "\n" for line in lines),
        )
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        hello, refused, ready, *moves = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual((hello["type"], hello["version"]), ("hello", 1))
        self.assertIn("5x5", refused["message"])
        self.assertEqual(ready, {"type": "ready"})
        self.assertEqual(len(moves), len(states))
        for i, (state, move) in enumerate(zip(states, moves)):
            self.assertEqual(move["id"], i)
            self.assertEqual("notes" in move, i % 2 == 0)
            best = self.policy.best(observation(state, 5, 5), legal(state, 5, 5))[0]
            self.assertEqual(move["move"], MOVES[best])
            self.assertTrue(legal(state, 5, 5)[0, best])

    def test_same_games_as_bench(self):
        """evaluate() gives the results of ouro bench with the engine."""
        games = 12
        lengths, wins = train.evaluate(self.policy, games, 7, board="5x5")
        self.assertGreater(len(set(lengths)), 3)
        command = f"{sys.executable} {os.path.join(HERE, 'policy.py')} {self.file}"
        done = subprocess.run(
            [ouro_env.find_binary(), "bench", "--solver", "exec:" + command, "--board", "5x5", "--games", str(games), "--seed", "7", "--json"],
            stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE,
        )
        self.assertEqual(done.returncode, 0, done.stderr)
        facts = json.loads(done.stdout)
        self.assertEqual(facts["results"][0]["won"], int(wins.sum()))
        self.assertAlmostEqual(facts["results"][0]["length"]["mean"], lengths.mean(), places=5)

    def test_mistakes(self):
        for arguments, words in (([], "weights.npz"), (["nowhere.npz"], "nowhere.npz")):
            done = subprocess.run([sys.executable, "policy.py", *arguments], cwd=HERE, capture_output=True, text=True, timeout=PATIENCE)
            self.assertEqual(done.returncode, 1)
            self.assertIn(words, done.stderr)
            self.assertNotIn("Traceback", done.stderr)


if __name__ == "__main__":
    unittest.main()
