"""Classic Snake in plain Python: a slow and simple twin of `ouro env`.

It is written to be read: a list of cells, and one rule after the other. The tests play
the same moves with both and compare every observation; `speed.py` shows how much faster
`ouro env` is.

    from plain_env import PlainSnake

    snake = PlainSnake(6, 6, random.Random(1))
    snake.reset()
    while not snake.over():
        snake.step(random.choice(snake.legal()))
    print(snake.ending, len(snake.body))

Cells are (x, y) with (0, 0) bottom left and y upwards. Moves are 0 up, 1 right,
2 down, 3 left.
"""

from __future__ import annotations

import random
from typing import List, Optional, Tuple

Cell = Tuple[int, int]

STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))


class PlainSnake:
    """One game of classic Snake at a time.

    body     cells, the head first
    food     the cell of the food; None on a full board
    hunger   moves since the last meal
    turn     moves of this game
    ending   "" during the game, then "won", "died", "trapped" or "looped"
    """

    def __init__(self, width: int = 10, height: int = 10, dice: Optional[random.Random] = None):
        self.width, self.height = width, height
        self.cells = [(x, y) for y in range(height) for x in range(width)]
        self.dice = dice or random.Random()
        self.body: List[Cell] = []
        self.food: Optional[Cell] = None
        self.hunger = self.turn = 0
        self.ending = ""

    def reset(self, head: Optional[Cell] = None, food: Optional[Cell] = None) -> None:
        """Starts a game with a snake of one cell; head and food are random if not given."""
        self.body = [head or self.dice.choice(self.cells)]
        self.hunger = self.turn = 0
        self.ending = ""
        self.food = None
        self._spawn(food)
        self._end()

    def legal(self) -> List[int]:
        """Returns the moves that do not kill."""
        return [move for move in range(4) if self._enterable(self._next(move))]

    def step(self, move: int, food: Optional[Cell] = None) -> bool:
        """Moves the snake and reports whether it ate.

        `food` is the cell of the next food, if one appears; it is random if not given.
        """
        if self.ending:
            raise ValueError("the game is over: call reset() to start another")
        self.turn += 1
        head = self._next(move)
        if not self._enterable(head):
            self.ending = "died"
            return False
        ate = head == self.food
        if ate:
            self.hunger = 0
            self.food = None
        else:
            self.hunger += 1
            self.body.pop()
        self.body.insert(0, head)
        if ate:
            self._spawn(food)
        self._end()
        return ate

    def over(self) -> bool:
        return self.ending != ""

    def _next(self, move: int) -> Cell:
        (x, y), (dx, dy) = self.body[0], STEPS[move]
        return x + dx, y + dy

    def _enterable(self, cell: Cell) -> bool:
        x, y = cell
        if not (0 <= x < self.width and 0 <= y < self.height):
            return False
        if cell == self.body[-1]:  # the tail leaves; a snake of two would turn back
            return len(self.body) > 2
        return cell not in self.body

    def _spawn(self, food: Optional[Cell]) -> None:
        free = [cell for cell in self.cells if cell not in self.body]
        if not free:
            return
        if food is not None and food not in free:
            raise ValueError(f"no food can be at {food}: the cell is not free")
        self.food = food or self.dice.choice(free)

    def _end(self) -> None:
        if len(self.body) == len(self.cells):
            self.ending = "won"
        elif self.hunger >= 3 * len(self.cells):
            self.ending = "looped"
        elif not self.legal():
            self.ending = "trapped"
