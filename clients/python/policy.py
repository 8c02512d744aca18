"""Plays classic Snake with the weights of train.py: an engine for docs/protocol.md.

    ouro bench --solver "bfs,exec:python3 clients/python/policy.py weights.npz" --board 6x6 --games 1000

It evaluates the current position and never looks ahead; all it knows is in the weights.
"""

from __future__ import annotations

import json
import sys
from typing import Any, Dict, List

import numpy as np

from policy_net import Policy, log_softmax

MOVES = ("up", "right", "down", "left")
STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))  # of x and y


def observation(state: Dict[str, Any], width: int, height: int) -> np.ndarray:
    """Returns the position as `ouro env` shows it: planes body, head, food, row 0 on top."""
    planes = np.zeros((1, 3, height, width), np.uint8)
    body = state["snakes"][0]["body"]
    for number, (x, y) in enumerate(reversed(body)):
        planes[0, 0, height - 1 - y, x] = number + 1
    x, y = body[0]
    planes[0, 1, height - 1 - y, x] = 1
    for x, y in state["food"]:
        planes[0, 2, height - 1 - y, x] = 1
    return planes


def legal(state: Dict[str, Any], width: int, height: int) -> np.ndarray:
    """Returns which moves avoid the edge and the body; the tip of the tail leaves its cell."""
    body = [tuple(cell) for cell in state["snakes"][0]["body"]]
    solid = set(body[:-1] if len(body) > 2 else body)
    x, y = body[0]
    near = [(x + dx, y + dy) for dx, dy in STEPS]
    return np.array([[0 <= a < width and 0 <= b < height and (a, b) not in solid for a, b in near]])


class Engine:
    def __init__(self, file: str):
        self.policy = Policy.load(file)
        self.width, self.height = self.policy.window.width, self.policy.window.height

    def hello(self, message: Dict[str, Any]) -> Dict[str, Any]:
        return {"type": "hello", "version": 1, "name": f"learned {self.width}x{self.height}", "games": ["classic"], "options": []}

    def new(self, message: Dict[str, Any]) -> Dict[str, Any]:
        board, state = message["board"], message["state"]
        if (board["width"], board["height"]) != (self.width, self.height):
            return {"type": "error", "message": f"the weights are for boards of {self.width}x{self.height}: choose such a board"}
        if message["game"] != "classic" or board.get("wraps") or state.get("walls"):
            return {"type": "error", "message": "the weights are for classic Snake on a board without walls: choose such a game"}
        return {"type": "ready"}

    def turn(self, message: Dict[str, Any]) -> Dict[str, Any]:
        state = message["state"]
        planes, masks = observation(state, self.width, self.height), legal(state, self.width, self.height)
        answer = {"type": "move", "id": message["id"], "move": MOVES[self.policy.best(planes, masks)[0]]}
        if message.get("watched"):
            preferences, values, _ = self.policy.net.forward(self.policy.window.features(planes))
            chances: List[Any] = np.exp(log_softmax(preferences, masks))[0].round(3).tolist()
            chances = [chance if ok else None for chance, ok in zip(chances, masks[0])]
            answer["score"] = round(float(values[0]), 3)
            answer["notes"] = [{"verb": "moves", "label": "chance", "moves": chances}]
        return answer


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit("policy: name the file of the weights: python3 policy.py weights.npz")
    try:
        engine = Engine(sys.argv[1])
    except (OSError, KeyError, ValueError) as err:
        sys.exit(f"policy: {sys.argv[1]}: {err}")
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "quit":
            return
        if message["type"] in ("hello", "new", "turn"):
            print(json.dumps(getattr(engine, message["type"])(message)), flush=True)


if __name__ == "__main__":
    main()
