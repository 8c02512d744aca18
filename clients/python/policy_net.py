"""A small policy for classic Snake: its input, its numbers, and their gradients.

`train.py` trains it and `policy.py` plays with it. Both use `features`, so the policy
plays with the input that it was trained on.

The policy sees the board from the snake's head: a window of (2H-1) x (2W-1) cells with
the head in the middle. Each cell has

    blocked   a segment or the edge of the board
    time      moves until the segment is gone, as a part of the board's size (edge: 1)
    late      the segment is still there at the earliest moment the head could arrive
    food      the food

Each of the four moves has the part of the board that can be reached after it, and whether
the tip of the tail can be, as if the snake stood still. The last input is the snake's
length. Two hidden layers turn all this into a preference for each of the four moves, and
an estimate of the rewards to come, the value.

Seen from the head, rotating or mirroring the board only permutes the cells of the window,
so each position on a square board stands for eight; `symmetries` has them.
"""

from __future__ import annotations

from typing import List, Sequence, Tuple

import numpy as np

# The planes that `ouro env` sends, in this order.
PLANES = ("body", "head", "food")
KINDS = 4  # inputs of a cell: blocked, time, late, food
MOVES = 2  # inputs of a move: reach, tail
STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))  # of row and column: up, right, down, left


class Window:
    """Turns positions on boards of one size into the input of the policy."""

    def __init__(self, width: int, height: int):
        self.width, self.height, self.size = width, height, width * height
        tall, wide = 2 * height - 1, 2 * width - 1
        rows, columns = np.mgrid[1 - height : height, 1 - width : width]
        self.distance = (abs(rows) + abs(columns)).ravel().astype(np.float32)
        head_row, head_column = np.divmod(np.arange(self.size), width)
        row = head_row[:, None] + rows.ravel()
        column = head_column[:, None] + columns.ravel()
        on_board = (row >= 0) & (row < height) & (column >= 0) & (column < width)
        # For each head, the cell of the board at each place of the window; places beyond the
        # edge have the number of cells.
        self.cells = np.where(on_board, row * width + column, self.size)
        self.places = tall * wide
        self.inputs = KINDS * self.places + MOVES * 4 + 1

    def features(self, observations: np.ndarray) -> np.ndarray:
        """Returns the input of the policy, float32 (N, inputs), for observations (N, 3, H, W)."""
        n = len(observations)
        body, head, food = observations.reshape(n, 3, self.size).swapaxes(0, 1)
        at = head.argmax(1)
        cells = self.cells[at] + np.arange(n)[:, None] * (self.size + 1)
        x = np.empty((n, self.inputs), np.float32)
        kinds = x[:, : KINDS * self.places].reshape(n, KINDS, self.places)
        edge = np.full((n, 1), self.size)
        time = np.concatenate([body, edge], 1).ravel()[cells]
        kinds[:, 0] = time > 0
        kinds[:, 1] = time
        kinds[:, 1] /= self.size
        kinds[:, 2] = time > self.distance
        kinds[:, 3] = np.concatenate([food, np.zeros_like(edge)], 1).ravel()[cells]
        x[:, -9:-1] = self._reach(body, at).reshape(n, 8)
        x[:, -1] = body[np.arange(n), at] / self.size
        return x

    def _reach(self, body: np.ndarray, at: np.ndarray) -> np.ndarray:
        """Returns (N, 2, 4): for each move, the reachable part of the board, and whether the tail is in it."""
        n, every = len(body), np.arange(len(body))
        # The boards are the last axis, so that a shift by a cell is one long copy.
        free = np.zeros((self.height + 2, self.width + 2, 1, n), np.bool_)  # the edge all round
        free[1:-1, 1:-1, 0] = (body <= 1).T.reshape(self.height, self.width, n)
        row, column = at // self.width + 1, at % self.width + 1
        free[row, column, 0, every] = False  # the head of a snake of one
        reached = np.zeros((self.height + 2, self.width + 2, 4, n), np.bool_)
        for move, (down, right) in enumerate(STEPS):
            reached[row + down, column + right, move, every] = True
        reached &= free
        count = -1
        while np.count_nonzero(reached) != count:
            count = np.count_nonzero(reached)
            grown = reached.copy()
            grown[1:] |= reached[:-1]
            grown[:-1] |= reached[1:]
            grown[:, 1:] |= reached[:, :-1]
            grown[:, :-1] |= reached[:, 1:]
            grown &= free
            reached = grown
        inside = reached[1:-1, 1:-1].reshape(self.size, 4, n)
        tail = (inside & (body == 1).T[:, None]).any(0)
        return np.stack([inside.sum(0) / self.size, tail]).transpose(2, 0, 1)

    def symmetries(self) -> List[Tuple[np.ndarray, np.ndarray]]:
        """Returns the symmetries of the board as (inputs, moves): eight if it is square, else four.

        x[:, inputs] is the transformed position, and moves[a] the move that a becomes.
        """
        quarters = range(4) if self.width == self.height else (0, 2)
        numbers = np.arange(self.places).reshape(2 * self.height - 1, -1)
        found = []
        for mirror in (False, True):
            for quarter in quarters:
                turned = np.rot90(numbers[:, ::-1] if mirror else numbers, quarter)
                moves = np.empty(4, int)
                for a, (row, column) in enumerate(STEPS):
                    column = -column if mirror else column
                    for _ in range(quarter):  # counterclockwise, as rot90
                        row, column = -column, row
                    moves[a] = STEPS.index((row, column))
                inputs = [turned.ravel() + kind * self.places for kind in range(KINDS)]
                inputs += [np.argsort(moves) + KINDS * self.places + kind * 4 for kind in range(MOVES)]
                found.append((np.concatenate(inputs + [[self.inputs - 1]]), moves))
        return found


class Net:
    """Layers of max(0, xW + b), and a last layer without max that gives 4 preferences and a value."""

    def __init__(self, sizes: Sequence[int], random: np.random.Generator, dtype=np.float32):
        self.parameters: List[np.ndarray] = []
        for into, out in zip(sizes[:-1], sizes[1:]):
            self._layer(into, out, np.sqrt(2 / into), random, dtype)
        self._layer(sizes[-1], 5, 0.01, random, dtype)

    def _layer(self, into: int, out: int, scale: float, random: np.random.Generator, dtype) -> None:
        weights = random.standard_normal((into, out)) * scale
        self.parameters += [weights.astype(dtype), np.zeros(out, dtype)]

    def forward(self, x: np.ndarray):
        """Returns preferences (N, 4), values (N,), and the layers that backward needs."""
        layers = [x]
        for weights, bias in self._pairs()[:-1]:
            x = np.maximum(x @ weights + bias, 0)
            layers.append(x)
        weights, bias = self._pairs()[-1]
        last = x @ weights + bias
        return last[:, :4], last[:, 4], layers

    def backward(self, layers: List[np.ndarray], preferences: np.ndarray, values: np.ndarray) -> List[np.ndarray]:
        """Returns the gradient of each parameter from the gradients of preferences and values."""
        gradient = np.concatenate([preferences, values[:, None]], 1).astype(layers[0].dtype)
        found: List[np.ndarray] = []
        pairs = self._pairs()
        for i in range(len(pairs) - 1, -1, -1):
            found += [gradient.sum(0), layers[i].T @ gradient]
            if i > 0:
                gradient = (gradient @ pairs[i][0].T) * (layers[i] > 0)
        return found[::-1]

    def _pairs(self):
        return list(zip(self.parameters[::2], self.parameters[1::2]))


class Policy:
    """A net with its window, as stored in files."""

    def __init__(self, width: int, height: int, net: Net):
        self._use(Window(width, height), net)

    def _use(self, window, net: Net) -> None:
        self.window, self.net = window, net
        self._views = [np.stack(part) for part in zip(*self.window.symmetries())]

    @classmethod
    def new(cls, width: int, height: int, hidden: Sequence[int], random: np.random.Generator) -> "Policy":
        return cls(width, height, Net([Window(width, height).inputs, *hidden], random))

    def best(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Returns the preferred legal move for each position, (N,).

        The preferences are averaged over all symmetries, so that the policy plays a
        position and its mirror image alike.
        """
        inputs, moves = self._views
        x = self.window.features(observations)
        n, views = len(x), len(inputs)
        preferences, _, _ = self.net.forward(x[:, inputs].reshape(n * views, -1))
        logs = log_softmax(preferences, np.ones(4, bool)).reshape(n, views, 4)
        total = np.take_along_axis(logs, np.broadcast_to(moves, logs.shape), 2).sum(1)
        return np.where(masks != 0, total, -np.inf).argmax(1)

    def save(self, file: str) -> None:
        """Writes the numbers as float16, which hardly changes the policy."""
        numbers = {f"p{i}": p.astype(np.float16) for i, p in enumerate(self.net.parameters)}
        board = np.array([self.window.width, self.window.height])
        with open(file, "wb") as out:
            np.savez_compressed(out, board=board, **numbers)

    @classmethod
    def load(cls, file: str) -> "Policy":
        with np.load(file) as numbers:
            width, height = (int(n) for n in numbers["board"])
            net = Net.__new__(Net)
            count = len(numbers.files) - 1
            net.parameters = [numbers[f"p{i}"].astype(np.float32) for i in range(count)]
        return cls(width, height, net)


def log_softmax(preferences: np.ndarray, masks: np.ndarray) -> np.ndarray:
    """Returns log probabilities; those of moves that the mask excludes are very small."""
    x = np.where(masks, preferences, np.float32(-1e9))
    x = x - x.max(1, keepdims=True)
    return x - np.log(np.exp(x).sum(1, keepdims=True))
