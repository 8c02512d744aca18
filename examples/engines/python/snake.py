#!/usr/bin/env python3
"""A snake that speaks Ouro's engine protocol (docs/protocol.md).

The snake takes the shortest path to the food if it can still reach its own tail after the
meal. Otherwise it follows its tail by the longest path. Try it:

    ouro bench --solver "cell,exec:python3 examples/engines/python/snake.py"
    ouro engine --check "python3 examples/engines/python/snake.py"
"""

import json
import sys
from collections import deque

STEPS = {"up": (0, 1), "right": (1, 0), "down": (0, -1), "left": (-1, 0)}
PATIENCE = 2  # default of the option "patience"

HELLO = {
    "type": "hello", "version": 1, "name": "example in Python", "author": "ouro",
    "games": ["classic", "maze", "battlesnake"],
    "options": [{
        "name": "patience", "type": "int", "default": PATIENCE, "min": 0, "max": 3,
        "about": "after this many times the cells of the board without a meal, it takes any path to the food",
    }],
}


class Game:
    """The game of a message "new"."""

    def __init__(self, new):
        board = new["board"]
        self.width, self.height, self.wraps = board["width"], board["height"], board["wraps"]
        self.seat = new["seat"]
        self.turn_back = new.get("turn_back", False)
        self.patience = new.get("options", {}).get("patience", PATIENCE) * self.width * self.height
        self.near = {(x, y): list(self.neighbours(x, y)) for x in range(self.width) for y in range(self.height)}

    def neighbours(self, x, y):
        """Yields the moves from a cell that stay on the board, with their cells."""
        for move, (dx, dy) in STEPS.items():
            there = x + dx, y + dy
            if self.wraps:
                there = there[0] % self.width, there[1] % self.height
            if 0 <= there[0] < self.width and 0 <= there[1] < self.height:
                yield move, there

    def distances(self, start, blocked):
        """Returns the number of steps from start to every cell that can be reached."""
        found = {start: 0}
        queue = deque([start])
        while queue:
            cell = queue.popleft()
            for _, there in self.near[cell]:
                if there not in found and there not in blocked:
                    found[there] = found[cell] + 1
                    queue.append(there)
        return found

    def way(self, start, goals, blocked):
        """Returns the cells of a shortest path from start to one of the goals, or an empty list."""
        came = {start: None}
        queue = deque([start])
        while queue:
            cell = queue.popleft()
            if cell in goals:
                cells = []
                while cell != start:
                    cells.append(cell)
                    cell = came[cell]
                return cells[::-1]
            for _, there in self.near[cell]:
                if there not in came and there not in blocked:
                    came[there] = cell
                    queue.append(there)
        return []

    def move(self, state):
        """Returns the direction of the next move."""
        me = state["snakes"][self.seat]
        body = [tuple(cell) for cell in me["body"]]
        others = {tuple(cell) for cell in state["walls"]}
        for seat, snake in enumerate(state["snakes"]):
            if seat != self.seat and snake["alive"]:
                others.update(blocked_by([tuple(cell) for cell in snake["body"]], True))
        blocked = others | blocked_by(body, self.turn_back)
        steps = {move: cell for move, cell in self.near[body[0]] if cell not in blocked}
        if not steps:
            return "up"  # every move loses

        food = {tuple(cell) for cell in state["food"] + state["hedges"]}
        hurry = me["hunger"] >= self.patience or 0 < me["health"] <= 30
        way = self.way(body[0], food, blocked)
        if way and (hurry or self.is_safe(way, body, others)):
            return next(move for move, cell in steps.items() if cell == way[0])

        # Take the longest path to the tail. If there is none, take the move with the most
        # reachable cells.
        def worth(move):
            reached = self.distances(steps[move], blocked - {body[-1]})
            return body[-1] in reached, reached.get(body[-1], len(reached))
        return max(steps, key=worth)

    def is_safe(self, way, body, others):
        """Reports whether the head can reach the tail after a meal at the end of this path."""
        later = (way[::-1] + body)[:len(body) + 1]
        return later[-1] in self.distances(later[0], others | set(later[:-1]))


def blocked_by(body, turn_back):
    """Returns the cells of a body, without the tip of a tail that leaves its cell."""
    tip = body[-1]
    stays = tip in body[:-1] or len(body) == 2 and not turn_back
    return set(body if stays else body[:-1])


def answer(message, game):
    """Returns the answer to a message, or None, and the game played from then on."""
    kind = message.get("type")
    if kind == "hello":
        return HELLO, game
    if kind == "new":
        return {"type": "ready"}, Game(message)
    if kind == "turn":
        return {"type": "move", "id": message["id"], "move": game.move(message["state"])}, game
    return None, game


def main():
    game = None
    for line in sys.stdin:
        message = json.loads(line)
        if message.get("type") == "quit":
            break
        reply, game = answer(message, game)
        if reply:
            print(json.dumps(reply), flush=True)


if __name__ == "__main__":
    main()
