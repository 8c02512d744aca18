# The least engine that answers, for the benchmark of round trips: always up.
import json, sys

for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "turn":
        answer = {"type": "move", "id": m["id"], "move": "up"}
    elif m["type"] == "hello":
        answer = {"type": "hello", "version": 1, "name": "up"}
    elif m["type"] == "new":
        answer = {"type": "ready"}
    else:
        continue
    print(json.dumps(answer), flush=True)
