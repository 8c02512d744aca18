"""Many games of Snake at once, for Python: the client of `ouro env`.

It is one file and needs only numpy. Copy it beside your program, or put this folder into
PYTHONPATH. It finds the program `ouro` through OURO_BINARY or PATH.

    import ouro_env

    with ouro_env.OuroVectorEnv(256, board="10x10") as envs:
        observations, infos = envs.reset(seed=1)
        for _ in range(1000):
            actions = envs.sample_legal(infos)
            observations, rewards, terminations, truncations, infos = envs.step(actions)

Four classes for learning, and the class on which they are built:

    OuroEnv                one snake, one board: Gymnasium's environments
    OuroVectorEnv          one snake a board: Gymnasium's vector environments
    OuroParallelEnv        several snakes, one board: PettingZoo's parallel environments
    OuroParallelVectorEnv  several snakes, many boards: OuroParallelEnv with arrays over boards
    Boards                 the sections of docs/environments.md as numpy arrays: the basis of all

If Gymnasium (1.0 or newer) or PettingZoo are installed, the first three are subclasses of
theirs with Gymnasium's spaces; otherwise this file has small replacements with the same
names. With Gymnasium, gymnasium.make("ouro/Snake-v1") makes an OuroEnv.

Solvers of the program can be opponents, and every class can draw its boards:

    env = ouro_env.OuroEnv(opponents=["hydra:nodes=200"], render_mode="rgb_array")
    observation, info = env.reset(seed=1)
    env.render().shape                       # (height, width, 3), the same picture as `ouro export`
    env.close()

Games are those of the program's other commands: game i of seed S begins as game i of
`ouro bench --seed S`. The same seed and actions give the same games, on any machine, with
any number of threads.

Copies and views. With `copy=True`, the default, reset() and step() return copies. With
`copy=False` they return views into memory that the next reset() or step() overwrites. That
saves a copy of the observations; copy a view yourself to keep it.

Nothing is left behind, however a program ends: `ouro env` ends with its standard input,
and the shared memory has no name (without memfd_create, as on macOS, it has one until
both sides have opened it). After fork() an environment belongs to the parent; a child
makes its own.
"""

from __future__ import annotations

import enum
import json
import mmap
import operator
import os
import secrets
import shutil
import socket as sockets
import struct
import subprocess
import sys
import tempfile
import time
import warnings
import weakref
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union

try:
    import numpy as np
except ImportError as err:
    raise ImportError("ouro_env needs numpy: install it with pip install numpy or, on Debian, apt-get install python3-numpy") from err

try:
    import gymnasium as _gymnasium
    import gymnasium.vector as _gymnasium_vector
except ImportError:
    _gymnasium = _gymnasium_vector = None
if _gymnasium is not None and int(_gymnasium.__version__.split(".")[0]) < 1:
    warnings.warn(
        f"ouro_env needs Gymnasium 1.0 or newer; this is {_gymnasium.__version__}. Its classes work without Gymnasium, "
        "but they are no subclasses of Gymnasium's, and gymnasium.make does not know them",
        stacklevel=2,
    )
    _gymnasium = _gymnasium_vector = None
try:
    import pettingzoo as _pettingzoo
except ImportError:
    _pettingzoo = None

__all__ = [
    "AutoresetMode",
    "BinaryNotFound",
    "Boards",
    "OuroEnv",
    "OuroEnvError",
    "OuroParallelEnv",
    "OuroParallelVectorEnv",
    "OuroVectorEnv",
    "UP",
    "RIGHT",
    "DOWN",
    "LEFT",
    "find_binary",
]

UP, RIGHT, DOWN, LEFT = range(4)

_PROTOCOL = 1
_HELLO, _RESET, _STEP, _CLOSE, _RENDER = 1, 2, 3, 4, 5
_READY, _STATE, _BYE, _PICTURE, _ERROR = 129, 130, 132, 133, 255
_RGB, _TEXT, _RECORD = 1, 2, 3
_HEAD = struct.Struct("<IBxxx")
_ENTRY = np.dtype([("board", "<u4"), ("stride", "<u4"), ("seed", "<u8"), ("game", "<u8")])
_WISH = struct.Struct("<III")
_SIZE = struct.Struct("<II")
_STEP_HEAD = _HEAD.pack(0, _STEP)


class OuroEnvError(Exception):
    """`ouro env` refused a request or the connection to it is lost; the message gives the reason."""


class BinaryNotFound(OuroEnvError, FileNotFoundError):
    """The program `ouro` is not in any of the places that the message lists."""


# --- the program ---------------------------------------------------------------------


def find_binary(binary: Optional[str] = None) -> str:
    """Returns the path of the program: `binary`, or else OURO_BINARY, or else the program in PATH, or else where
    `go build ./cmd/ouro` puts it in the clone that contains this file."""
    for name, source in ((binary, "binary="), (os.environ.get("OURO_BINARY"), "OURO_BINARY=")):
        if name:
            path = shutil.which(name)
            if path:
                return path
            raise BinaryNotFound(f"there is no program at {source}{name}")
    clone = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))), "ouro")
    path = shutil.which("ouro") or (shutil.which(clone) if os.path.isfile(clone) else None)
    if path:
        return path
    raise BinaryNotFound(
        "the program ouro was not found in PATH or at "
        + clone
        + "; name it with OURO_BINARY=/path/to/ouro or binary=, or build it with: go build ./cmd/ouro"
    )


class _Process:
    """`ouro env` as a child process with pipes."""

    def __init__(self, binary: Optional[str], memory: Optional[str]):
        path = find_binary(binary)
        self.errors = tempfile.TemporaryFile()
        try:
            # The child has its own session, so Ctrl-C reaches only the learner, which may
            # still need a step to save its work. The end of standard input ends the child.
            self.child = subprocess.Popen(
                [path, "env", *(["--memory", memory] if memory else [])],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self.errors,
                bufsize=0,
                start_new_session=True,
            )
        except OSError as err:
            self.errors.close()
            raise BinaryNotFound(f"{path} cannot be started: {err}") from err
        self.into, self.out = self.child.stdin.fileno(), self.child.stdout.fileno()

    def send(self, data) -> None:
        n = os.write(self.into, data)
        if n < len(data):
            rest = memoryview(data)[n:]
            while rest:
                rest = rest[os.write(self.into, rest) :]

    def receive_into(self, view) -> int:
        return self.child.stdout.readinto(view)

    def head(self) -> bytes:
        return os.read(self.out, 8)

    def final_message(self) -> str:
        """Returns the exit code and the standard error of the child after it has ended."""
        try:
            self.child.wait(timeout=2)
        except subprocess.TimeoutExpired:
            pass
        self.errors.seek(0, os.SEEK_END)
        self.errors.seek(max(0, self.errors.tell() - 2000))
        words = self.errors.read().decode("utf-8", "replace").strip()
        code = self.child.poll()
        ended = "" if code is None else f"ouro env ended with exit code {code}"
        return ": ".join(part for part in (ended, words) if part)

    def close(self) -> None:
        for pipe in (self.child.stdin, self.child.stdout):
            try:
                pipe.close()
            except OSError:
                pass
        try:
            self.child.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self.child.kill()
            self.child.wait()
        self.errors.close()


class _Socket:
    """A connection to `ouro env --socket FILE`."""

    def __init__(self, path: str):
        self.socket = sockets.socket(sockets.AF_UNIX, sockets.SOCK_STREAM)
        try:
            self.socket.connect(path)
        except OSError as err:
            self.socket.close()
            raise OuroEnvError(f"no ouro env listens on {path}: {err}; start one with: ouro env --socket {path}") from err
        self.send = self.socket.sendall
        self.receive_into = self.socket.recv_into

    def head(self) -> bytes:
        return self.socket.recv(8)

    def final_message(self) -> str:
        return "the server closed the connection"

    def close(self) -> None:
        self.socket.close()


def _shared_file():
    """Returns an empty file for two processes: (descriptor, path for the other, name to remove)."""
    if hasattr(os, "memfd_create"):
        fd = os.memfd_create("ouro-env", os.MFD_CLOEXEC)
        return fd, f"/proc/{os.getpid()}/fd/{fd}", None
    folder = "/dev/shm" if os.path.isdir("/dev/shm") else None
    fd, path = tempfile.mkstemp(prefix="ouro-env-", dir=folder)
    return fd, path, path


def _end(connection, owner: int) -> None:
    if os.getpid() == owner:
        connection.close()


# --- boards --------------------------------------------------------------------------


class Boards:
    """Many boards, with each section of docs/environments.md as an array.

    boards         the number of boards
    rules          "classic", "maze", "standard", "royale:shrink=10", ...: see `ouro list`;
                   None is "standard" with opponents, and "classic" without
    board          "10x10": columns x rows
    level          the name of a built-in level, or rows drawn
    start_length   length of the snake at the start (only classic)
    seats          snakes on each board that you move
    opponents      solvers that move the other snakes, such as ["hydra:nodes=200", "floodfill"]
    seed           of the games; None chooses a random one, see `game_seed`
    observation    "uint8" or "float32"
    planes         names in the requested order; None is what the game needs; "reach" has
                   the number of moves to each cell
    reward         "meal=1,death=-1,win=10,loop=0,turn=0,closer=0" or such a dict
    autoreset      "next", "same" or "off", or a member of AutoresetMode
    max_turns      a game is truncated after this many turns; 0 is never
    records        whether record() works; not with autoreset "same"
    workers        threads of the program; 0 is one for each processor
    binary         the program; None is the result of find_binary()
    socket         connect to `ouro env --socket FILE` instead of starting a program
    shared_memory  True, False, or None, which uses it if the system has it
    memory         how much the program may use, such as "8GB"; the default is 1 GB

    picture() and text() draw a board, and record() returns its game for `ouro replay`.

    The arrays `observations`, `rewards`, `terminated`, `truncated`, `masks`, `over`,
    `ending`, `turn`, `game`, `lengths`, `returns` and, with autoreset "same",
    `final_observations` are views that the next step() or reset() changes. The first
    index is the board; the second the seat, in all but `over`, `ending`, `turn` and
    `game`.

        with Boards(4, rules="standard", board="11x11", seats=2) as b:
            b.reset()
            b.step(b.masks.argmax(2))
            print(b.lengths)
    """

    def __init__(
        self,
        boards: int = 1,
        *,
        rules: Optional[str] = None,
        board: Optional[str] = None,
        level: Optional[str] = None,
        start_length: Optional[int] = None,
        seats: int = 1,
        opponents: Optional[Sequence[str]] = None,
        seed: Optional[int] = None,
        observation: str = "uint8",
        planes: Optional[Sequence[str]] = None,
        reward: Union[str, Mapping[str, float], None] = None,
        autoreset: Union[str, "enum.Enum"] = "next",
        max_turns: int = 0,
        records: bool = False,
        workers: int = 0,
        binary: Optional[str] = None,
        socket: Optional[str] = None,
        shared_memory: Optional[bool] = None,
        memory: Optional[str] = None,
    ):
        self.closed, self._why = True, ""  # until it is connected
        if isinstance(reward, Mapping):
            reward = ",".join(f"{key}={float(value)!r}" for key, value in reward.items())
        self.autoreset = autoreset_mode(autoreset)
        hello: Dict[str, Any] = {
            "version": _PROTOCOL,
            "rules": rules or ("standard" if opponents else "classic"),
            "boards": int(boards),
            "seats": int(seats),
            "seed": secrets.randbits(63) if seed is None else _seed(seed),
            "observation": observation,
            "autoreset": _WIRE_MODES[self.autoreset.value],
            "max_turns": int(max_turns),
            "workers": int(workers),
        }
        for key, value in (("board", board), ("level", level), ("start_length", start_length), ("reward", reward)):
            if value is not None:
                hello[key] = value
        if planes is not None:
            hello["planes"] = list(planes)
        if opponents:
            if isinstance(opponents, str):
                raise TypeError(f"opponents are a list of solvers: opponents=[{opponents!r}]")
            hello["opponents"] = list(opponents)
        if records:
            hello["records"] = True

        self._owner = os.getpid()
        self._connection = _Socket(socket) if socket else _Process(binary, memory)
        self._finalizer = weakref.finalize(self, _end, self._connection, self._owner)
        self.closed = False
        try:
            self._connect(hello, shared_memory)
        except BaseException:
            self._drop()
            raise
        self.game_seed: int = self.ready["seed"]
        self.planes = list(self.ready["planes"])
        self.endings = list(self.ready["endings"])
        self.seats: int = self.ready["seats"]
        self.opponents = list(self.ready.get("opponents", ()))
        self.width: int = self.ready["width"]
        self.height: int = self.ready["height"]

    def _connect(self, hello: Dict[str, Any], shared_memory: Optional[bool]) -> None:
        """Sends HELLO and maps the sections, to shared memory if possible."""
        refused = None
        if shared_memory is not False and os.name == "posix":
            fd, path, name = _shared_file()
            try:
                try:
                    self.ready = self._hello(dict(hello, shared=path))
                    memory = mmap.mmap(fd, self.ready["shared_bytes"])
                    self._map(memory)
                    self.shared_memory = True
                    return
                except ValueError as err:  # try again without shared memory
                    refused = err
            finally:
                os.close(fd)
                if name:
                    os.unlink(name)
        if shared_memory:
            raise refused or OuroEnvError("this system has no shared memory that this file can use")
        self.ready = self._hello(hello)
        self._map(bytearray(self.ready["state_bytes"]))
        self.shared_memory = False

    def _hello(self, hello: Dict[str, Any]) -> Dict[str, Any]:
        kind, payload = self._exchange(_HELLO, json.dumps(hello).encode())
        if kind != _READY:
            raise self._loss(f"frame {kind} is no answer to HELLO")
        return json.loads(payload)

    def _map(self, memory) -> None:
        """Makes arrays of the sections in the memory of the answers."""
        self._memory = memoryview(memory)
        sections: Dict[str, np.ndarray] = {}
        for section in self.ready["layout"]:
            if section["name"] == "actions" and not isinstance(memory, mmap.mmap):
                continue
            kind = np.dtype(section["type"]).newbyteorder("<")
            shape = tuple(section["shape"])
            sections[section["name"]] = np.frombuffer(
                memory, kind, int(np.prod(shape)), section["offset"]
            ).reshape(shape)
        self.sections = sections
        self.observations = sections["observations"]
        self.rewards = sections["rewards"]
        self.terminated = sections["terminated"].view(np.bool_)
        self.truncated = sections["truncated"].view(np.bool_)
        self.masks = sections["masks"].view(np.int8)  # the type that Gymnasium's sample(mask) needs
        self.over = sections["over"].view(np.bool_)
        self.ending = sections["ending"]
        self.turn = sections["turn"]
        self.game = sections["game"]
        self.lengths = sections["lengths"]
        self.returns = sections["returns"]
        self.final_observations = sections.get("final_observations")
        self._actions = sections.get("actions")
        if self._actions is None:
            self._frame = bytearray(_HEAD.pack(self.rewards.size, _STEP)) + bytearray(self.rewards.size)
            self._actions = np.frombuffer(self._frame, np.uint8, self.rewards.size, 8).reshape(self.rewards.shape)
        else:
            self._frame = _STEP_HEAD

    def __len__(self) -> int:
        return len(self.over)

    def reset(self, boards=None, seeds=None, games=None, stride: int = 1) -> None:
        """Starts games: the next one of every board, or those of given boards and seeds.

        boards  their numbers; None is all
        seeds   a seed for each board, or one for all; None starts the board's next game
        games   the number of the game for each; None is 0
        stride  the number of a board's next game minus the number of its last one
        """
        if boards is None and seeds is None:
            self._play(_HEAD.pack(0, _RESET))
            return
        boards = np.arange(len(self)) if boards is None else np.asarray(boards)
        entries = np.zeros(len(boards), _ENTRY)
        entries["board"] = boards
        if seeds is not None and np.ndim(seeds) == 0:
            entries["stride"], entries["seed"] = stride, _seed(seeds)
            entries["game"] = 0 if games is None else games
        elif seeds is not None:
            if len(seeds) != len(boards):
                raise ValueError(f"{len(seeds)} seeds for {len(boards)} boards: want one seed, or one for each board")
            given = np.array([seed is not None for seed in seeds], np.bool_)
            entries["stride"] = np.where(given, stride, 0)
            entries["seed"] = [0 if seed is None else _seed(seed) for seed in seeds]
            entries["game"] = np.where(given, 0 if games is None else games, 0)
        self._play(_HEAD.pack(entries.nbytes, _RESET) + entries.tobytes())

    def step(self, actions) -> None:
        """Moves every snake: actions 0 up, 1 right, 2 down, 3 left, an array [boards][seats]."""
        if actions is not self._actions:
            actions = np.asarray(actions)
            if actions.shape != self._actions.shape:
                raise ValueError(f"actions have the shape {actions.shape}, not {self._actions.shape}")
            if actions.dtype.kind not in "iu":
                raise TypeError(f"actions are whole numbers from 0 to 3, not {actions.dtype}")
            if actions.dtype.itemsize > 1 and (actions & ~3).any():  # before a cast to uint8 changes them
                wrong = actions[(actions & ~3) != 0].flat[0]
                raise ValueError(f"action {wrong}: must be 0 (up), 1 (right), 2 (down) or 3 (left)")
            self._actions[...] = actions
        self._play(self._frame)

    def picture(self, board: int = 0, size: int = 0) -> np.ndarray:
        """Returns a picture of a board, uint8 [height][width][3], as `ouro export --png` draws it.

        size  pixels of a cell, 2 to 128; 0 chooses them for the size of the board
        """
        payload = self._render(board, _RGB, size)
        width, height = _SIZE.unpack_from(payload)
        return np.frombuffer(payload, np.uint8, offset=_SIZE.size).reshape(height, width, 3)

    def text(self, board: int = 0) -> str:
        """Returns a board as text, as `ouro replay --turn` prints it."""
        return self._render(board, _TEXT, 0).decode()

    def record(self, board: int = 0) -> str:
        """Returns the record of a board's game, so far or to its end; `records` must be set.

        `ouro replay`, `ouro verify` and `ouro export` read it from a file.
        """
        return self._render(board, _RECORD, 0).decode()

    def _render(self, board: int, form: int, size: int) -> bytearray:
        self._check_usable()
        if "pictures" not in self.ready:
            raise OuroEnvError(f"{self.ready['host']} cannot draw boards: install a newer version of ouro")
        board, size = operator.index(board), operator.index(size)
        for what, value in (("board", board), ("size", size)):
            if not 0 <= value < 1 << 32:
                raise ValueError(f"{what} {value}: want 0 or more, below 2^32")
        kind, payload = self._exchange(_RENDER, _WISH.pack(board, form, size))
        if kind != _PICTURE:
            raise self._loss(f"frame {kind} is no answer to RENDER")
        return payload

    def _play(self, frame) -> None:
        """Sends RESET or STEP and receives STATE."""
        self._check_usable()
        try:
            self._connection.send(frame)
            length, kind = self._head()
            if kind == _STATE and length == (0 if self.shared_memory else len(self._memory)):
                if length:
                    self._receive(self._memory)
                return
            payload = self._payload(length)
        except OSError as err:
            raise self._loss(str(err)) from err
        except OuroEnvError:
            raise
        except BaseException:  # Ctrl-C: a later request would get this frame's answer
            self._drop()
            self._why = ": a step was interrupted"
            raise
        if kind == _ERROR:
            raise self._refusal(payload)
        raise self._loss(f"frame {kind} of {length} bytes is no answer to a move")

    def _exchange(self, kind: int, payload: bytes):
        self._check_usable()
        try:
            self._connection.send(_HEAD.pack(len(payload), kind) + payload)
            length, kind = self._head()
            answer = self._payload(length)
        except OSError as err:
            raise self._loss(str(err)) from err
        except OuroEnvError:
            raise
        except BaseException:  # as in _play
            self._drop()
            self._why = ": a request was interrupted"
            raise
        if kind == _ERROR:
            raise self._refusal(answer)
        return kind, answer

    def _head(self):
        head = self._connection.head()
        while len(head) < 8:
            part = bytearray(8 - len(head))
            n = self._connection.receive_into(part) if head else 0
            if n == 0:
                raise self._loss("no answer")
            head += part[:n]
        length, kind = _HEAD.unpack(head)
        if kind not in (_READY, _STATE, _BYE, _PICTURE, _ERROR) or head[5:] != b"\0\0\0":
            raise self._loss(f"the answer is not a frame of ouro env: {bytes(head)!r}")
        return length, kind

    def _payload(self, length: int) -> bytearray:
        if length > 1 << 24:
            raise self._loss(f"the frame has {length} bytes, which are too many")
        payload = bytearray(length)
        self._receive(memoryview(payload))
        return payload

    def _receive(self, rest: memoryview) -> None:
        while rest:
            n = self._connection.receive_into(rest)
            if n == 0:
                raise self._loss("the answer is incomplete")
            rest = rest[n:]

    def _check_usable(self) -> None:
        if self.closed:
            raise OuroEnvError("the environment is closed" + self._why)
        if os.getpid() != self._owner:
            raise OuroEnvError(f"process {self._owner} made the environment: make one in each process that needs one")

    def _refusal(self, payload) -> Exception:
        error = json.loads(payload)
        if error.get("closed"):
            self._drop()
            return OuroEnvError(error["message"])
        return ValueError(error["message"])

    def _loss(self, why: str) -> OuroEnvError:
        words = self._connection.final_message()
        self._drop()
        return OuroEnvError(f"the connection to ouro env is lost ({why})" + (f": {words}" if words else ""))

    def _drop(self) -> None:
        self.closed = True
        self._finalizer()

    def close(self) -> None:
        """Ends the program. Arrays returned before stay readable."""
        if not self.closed:
            self._drop()

    def __enter__(self):
        return self

    def __exit__(self, *exception) -> None:
        self.close()


def _seed(seed) -> int:
    seed = operator.index(seed)
    if not 0 <= seed < 1 << 64:
        raise ValueError(f"seed {seed}: must be from 0 to {(1 << 64) - 1}")
    return seed


# --- Gymnasium -----------------------------------------------------------------------


if hasattr(_gymnasium_vector, "AutoresetMode"):
    AutoresetMode = _gymnasium_vector.AutoresetMode
else:

    class AutoresetMode(enum.Enum):
        """When a board starts another game after the end of one, as in Gymnasium."""

        NEXT_STEP = "NextStep"
        SAME_STEP = "SameStep"
        DISABLED = "Disabled"


_WIRE_MODES = {"NextStep": "next", "SameStep": "same", "Disabled": "off"}


def autoreset_mode(mode: Union[str, "enum.Enum"]) -> "AutoresetMode":
    """Returns a member of AutoresetMode, given as "next", "same", "off" or the member's value."""
    value = getattr(mode, "value", mode)
    for name, short in _WIRE_MODES.items():
        if value in (name, short):
            return AutoresetMode(name)
    raise ValueError(f'autoreset {mode!r}: must be "next", "same" or "off", or a member of AutoresetMode')


if _gymnasium is not None:
    _Box, _Discrete, _MultiDiscrete = _gymnasium.spaces.Box, _gymnasium.spaces.Discrete, _gymnasium.spaces.MultiDiscrete
    _Env, _VectorEnv = _gymnasium.Env, _gymnasium_vector.VectorEnv
else:

    class _Space:
        """The part of gymnasium.spaces.Space that programs use."""

        def __init__(self, shape, dtype, key):
            self.shape, self.dtype, self._key = shape, np.dtype(dtype), key
            self._random = np.random.default_rng()

        def seed(self, seed=None):
            self._random = np.random.default_rng(seed)
            return seed

        def __contains__(self, x) -> bool:
            return self.contains(x)

        def __eq__(self, other) -> bool:
            return type(self) is type(other) and self._key == other._key

        def __hash__(self):
            return hash(self._key)

        def __repr__(self) -> str:
            return f"{type(self).__name__.lstrip('_')}{self._key}"

    class _Box(_Space):
        def __init__(self, low, high, shape, dtype=np.float32):
            super().__init__(tuple(shape), dtype, (low, high, tuple(shape), np.dtype(dtype).name))
            self.low, self.high = np.full(shape, low, dtype), np.full(shape, high, dtype)

        def sample(self, mask=None):
            high = np.where(np.isfinite(self.high), self.high, 1)
            return (self.low + self._random.random(self.shape) * (high - self.low)).astype(self.dtype)

        def contains(self, x) -> bool:
            x = np.asarray(x)
            return x.shape == self.shape and np.can_cast(x.dtype, self.dtype) and bool(
                ((x >= self.low) & (x <= self.high)).all()
            )

    class _Discrete(_Space):
        def __init__(self, n):
            super().__init__((), np.int64, (n,))
            self.n = n

        def sample(self, mask=None):
            allowed = np.arange(self.n) if mask is None or not np.any(mask) else np.flatnonzero(mask)
            return np.int64(self._random.choice(allowed))

        def contains(self, x) -> bool:
            return np.ndim(x) == 0 and np.asarray(x).dtype.kind in "iu" and 0 <= int(x) < self.n

    class _MultiDiscrete(_Space):
        def __init__(self, nvec):
            self.nvec = np.asarray(nvec, np.int64)
            super().__init__(self.nvec.shape, np.int64, (tuple(self.nvec.ravel()), self.nvec.shape))

        def sample(self, mask=None):
            if mask is None:
                return self._random.integers(self.nvec)
            return np.array([np.int64(self._random.choice(np.flatnonzero(m) if np.any(m) else len(m))) for m in mask])

        def contains(self, x) -> bool:
            x = np.asarray(x)
            return x.shape == self.shape and x.dtype.kind in "iu" and bool(((x >= 0) & (x < self.nvec)).all())

    class _Env:
        """The part of gymnasium.Env that programs use."""

        metadata: Dict[str, Any] = {}
        spec = render_mode = None

        def reset(self, *, seed=None, options=None):
            pass

        @property
        def unwrapped(self):
            return self

        def __enter__(self):
            return self

        def __exit__(self, *exception) -> None:
            self.close()

    class _VectorEnv:
        """The part of gymnasium.vector.VectorEnv that programs use."""

        metadata: Dict[str, Any] = {}
        spec = render_mode = None
        closed = False

        def reset(self, *, seed=None, options=None):
            pass

        def close(self, **kwargs) -> None:
            if not self.closed:
                self.close_extras(**kwargs)
                self.closed = True

        @property
        def unwrapped(self):
            return self

        def __repr__(self) -> str:
            return f"{type(self).__name__}(num_envs={self.num_envs})"


def _spaces(boards: Boards):
    """Returns the spaces of one snake: its observation, and its four moves."""
    shape = boards.observations.shape[2:]
    if boards.observations.dtype == np.uint8:
        return _Box(0, 255, shape, np.uint8), _Discrete(4)
    high = 65536.0 if "hazards" in boards.planes else 1.0  # hazards can be stacked
    return _Box(0.0, high, shape, np.float32), _Discrete(4)


def _sample_legal(masks: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """Draws one of the legal actions, uniformly; 0 if there is no legal one."""
    return (random.random(masks.shape, dtype=np.float32) * masks).argmax(-1)


# What render() returns: "human" prints the text of each position at once, and returns None.
_RENDER_MODES = ["human", "rgb_array", "ansi"]
_RENDER_MODES_OF_MANY = ["rgb_array", "ansi"]
_RENDER_FPS = 10


class _Canvas:
    """Draws the boards of an environment in its render mode."""

    def __init__(self, boards: Boards, mode: Optional[str], size: int):
        self.boards, self.mode, self.size = boards, mode, size

    def frame(self, board: int = 0):
        if self.mode is None:
            raise ValueError('render() needs render_mode="rgb_array" or "ansi" when the environment is made')
        return self.boards.picture(board, self.size) if self.mode == "rgb_array" else self.boards.text(board)

    def frames(self) -> tuple:
        return tuple(self.frame(board) for board in range(len(self.boards)))

    def render(self):
        """Returns the frame of the only board; None if it is printed at each step."""
        return None if self.mode == "human" else self.frame()

    def show(self) -> None:
        """Prints the position if the mode is "human". In a terminal, it replaces the last one."""
        if self.mode != "human":
            return
        if sys.stdout.isatty():
            print("\x1b[H\x1b[J", end="")
            time.sleep(1 / _RENDER_FPS)
        print(self.boards.text(), end="", flush=True)


def _check_render_mode(mode: Optional[str], modes: Sequence[str]) -> None:
    if mode is not None and mode not in modes:
        raise ValueError(f"render_mode {mode!r}: must be None, " + " or ".join(map(repr, modes)))


def _refuse(settings: Mapping[str, Any], names: Sequence[str], advice: str) -> None:
    for name in names:
        if name in settings:
            raise ValueError(f"{name}: {advice}")


class OuroEnv(_Env):
    """One board with one snake, as gymnasium.Env.

    render_mode    "rgb_array", "ansi", or "human", which prints each position; None draws nothing
    render_size    pixels of a cell, 2 to 128; 0 chooses them for the size of the board
    copy           False returns views that the next step overwrites
    settings       those of `Boards`: rules, board, level, opponents, reward, planes, ...

        env = OuroEnv(board="6x6", render_mode="ansi")
        observation, info = env.reset(seed=1)
        over = False
        while not over:
            action = env.action_space.sample(info["action_mask"])
            observation, reward, terminated, truncated, info = env.step(action)
            over = terminated or truncated
        print(env.render(), info["ending"])
        env.close()

    info has action_mask, length, turn, game and return, and ending, a name, once the game is
    over. reset(seed=7) starts game 0 of seed 7; reset() starts the next game. After the end
    of a game, steps change nothing until reset().
    """

    metadata = {"render_modes": _RENDER_MODES, "render_fps": _RENDER_FPS}

    def __init__(self, *, render_mode: Optional[str] = None, render_size: int = 0, copy: bool = True, **settings):
        _refuse(settings, ("boards", "autoreset"), "OuroEnv has one board and no autoreset: use OuroVectorEnv")
        if settings.get("seats", 1) != 1:
            raise ValueError("OuroEnv has one snake that you move: use OuroParallelEnv for several snakes")
        _check_render_mode(render_mode, _RENDER_MODES)
        self.boards = Boards(1, autoreset="off", **settings)
        self.endings = self.boards.endings
        self.copy = copy
        self.render_mode = render_mode
        self._canvas = _Canvas(self.boards, render_mode, render_size)
        self.observation_space, self.action_space = _spaces(self.boards)

    def reset(self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None):
        """Starts a game and returns (observation, info)."""
        super().reset(seed=None if seed is None else _seed(seed))
        if seed is None:
            self.boards.reset()
        else:
            self.boards.reset([0], seeds=seed)
        self._canvas.show()
        return self._observation(), self._info()

    def step(self, action):
        """Moves the snake and returns (observation, reward, terminated, truncated, info)."""
        boards = self.boards
        action = np.asarray(action)
        if action.size != 1:
            raise ValueError(f"action has the shape {action.shape}, not ()")
        boards.step(action.reshape(1, 1))
        self._canvas.show()
        terminated, truncated = bool(boards.terminated[0, 0]), bool(boards.truncated[0, 0])
        return self._observation(), float(boards.rewards[0, 0]), terminated, truncated, self._info()

    def _observation(self) -> np.ndarray:
        view = self.boards.observations[0, 0]
        return view.copy() if self.copy else view

    def _info(self) -> Dict[str, Any]:
        boards = self.boards
        info: Dict[str, Any] = {
            "action_mask": boards.masks[0, 0].copy() if self.copy else boards.masks[0, 0],
            "length": int(boards.lengths[0, 0]),
            "turn": int(boards.turn[0]),
            "game": int(boards.game[0]),
            "return": float(boards.returns[0, 0]),
        }
        if boards.over[0]:
            info["ending"] = boards.endings[boards.ending[0]]
        return info

    def render(self):
        """Returns the current position as `render_mode` says."""
        return self._canvas.render()

    def close(self) -> None:
        """Ends the program."""
        self.boards.close()


class OuroVectorEnv(_VectorEnv):
    """Boards with one snake each, as gymnasium.vector.VectorEnv.

    num_envs       the number of boards
    autoreset      "next" (Gymnasium's default), "same" or "off"
    render_mode    "rgb_array" or "ansi"; None draws nothing
    render_size    pixels of a cell, 2 to 128; 0 chooses them for the size of the board
    copy           False returns views that the next step overwrites
    settings       those of `Boards`: rules, board, level, opponents, reward, planes, ...

        envs = OuroVectorEnv(256, board="6x6", reward={"turn": -0.001})
        observations, infos = envs.reset(seed=1)
        actions = envs.sample_legal(infos)
        observations, rewards, terminations, truncations, infos = envs.step(actions)
        envs.close()

    observations   uint8 or float32 (num_envs, planes, height, width), row 0 on top
    rewards        float32 (num_envs,)
    terminations   bool (num_envs,): won, died, trapped
    truncations    bool (num_envs,): too long without a meal, or max_turns
    infos          action_mask int8 (num_envs, 4), length, turn, game, return: (num_envs,);
                   ending: a number of `endings`. As in Gymnasium, `_key` marks the boards
                   that have `key`: `_ending` those whose game is over.

    reset(seed=7) gives board i the game i of seed 7, then i + num_envs and so on; a list
    has a seed for each board, which then plays games 0, 1, 2, ... of it; in a list, None
    starts the board's next game.
    reset(options={"reset_mask": mask}) resets the boards where the mask is True.

    With autoreset "same", `final_obs` and `final_info` describe the games that are over,
    and `length`, `turn`, `game` and `return` the other boards. With "off", a board that is
    over stays unchanged until it is reset.
    """

    metadata = {"render_modes": _RENDER_MODES_OF_MANY, "render_fps": _RENDER_FPS, "autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(self, num_envs: int = 1, *, render_mode: Optional[str] = None, render_size: int = 0, copy: bool = True, **settings):
        if settings.get("seats", 1) != 1:
            raise ValueError("OuroVectorEnv has one snake per board: use OuroParallelEnv or OuroParallelVectorEnv for several snakes")
        _check_render_mode(render_mode, _RENDER_MODES_OF_MANY)
        self.boards = boards = Boards(num_envs, **settings)
        self.render_mode = render_mode
        self._canvas = _Canvas(boards, render_mode, render_size)
        self.num_envs = num_envs
        self.copy = copy
        self.endings = boards.endings
        self.metadata = dict(self.metadata, autoreset_mode=boards.autoreset)
        self.single_observation_space, self.single_action_space = _spaces(boards)
        box = self.single_observation_space
        low, high = box.low.flat[0], box.high.flat[0]
        self.observation_space = _Box(low, high, (num_envs, *box.shape), box.dtype.type)
        self.action_space = _MultiDiscrete([4] * num_envs)
        self._random = np.random.default_rng(boards.game_seed)
        self._all = np.ones(num_envs, np.bool_)
        self._all.flags.writeable = False  # it is returned many times
        self._same = boards.final_observations is not None
        views = {
            "action_mask": boards.masks[:, 0],
            "length": boards.lengths[:, 0],
            "turn": boards.turn,
            "game": boards.game,
            "return": boards.returns[:, 0],
        }
        self._views = [(key, "_" + key, view) for key, view in views.items()]
        self._outcome = boards.observations[:, 0], boards.rewards[:, 0], boards.terminated[:, 0], boards.truncated[:, 0]

    def reset(self, *, seed: Union[int, Sequence[Optional[int]], None] = None, options: Optional[Dict[str, Any]] = None):
        """Starts games and returns (observations, infos)."""
        n = self.num_envs
        mask = (options or {}).get("reset_mask")
        if mask is not None:
            if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_ or mask.shape != (n,) or not mask.any():
                raise ValueError(f"reset_mask: must be a numpy array of bool with the shape ({n},) and at least one True")
        which = None if mask is None else np.flatnonzero(mask)
        if seed is None:
            self.boards.reset(which)
        elif np.ndim(seed) == 0:
            super().reset(seed=_seed(seed))
            self._random = np.random.default_rng(_seed(seed))
            which = np.arange(n) if which is None else which
            self.boards.reset(which, seeds=seed, games=which, stride=n)
        else:
            if len(seed) != n:
                raise ValueError(f"{len(seed)} seeds for {n} boards: want one seed, or one for each board")
            which = np.arange(n) if which is None else which
            self.boards.reset(which, seeds=[seed[i] for i in which])
        observations = self._outcome[0]
        infos: Dict[str, Any] = {}
        has = self._all if mask is None else mask
        self._add_infos(infos, has)
        return observations.copy() if self.copy else observations, infos

    def _add_infos(self, infos: Dict[str, Any], has: np.ndarray) -> None:
        for key, has_key, view in self._views:
            infos[key] = view.copy() if self.copy else view
            infos[has_key] = has

    def step(self, actions):
        """Moves every snake and returns (observations, rewards, terminations, truncations, infos)."""
        boards = self.boards
        actions = np.asarray(actions)
        if actions.ndim != 1:
            raise ValueError(f"actions have the shape {actions.shape}, not ({self.num_envs},)")
        boards.step(actions[:, None])
        infos: Dict[str, Any] = {}
        has = self._all
        over = boards.over
        if over.any():
            over = over.copy()
            if self._same:
                has = ~over
                self._final(infos, over)
            else:
                infos["ending"], infos["_ending"] = boards.ending.copy(), over
        self._add_infos(infos, has)
        infos["_action_mask"] = self._all
        if not self.copy:
            return (*self._outcome, infos)
        observations, rewards, terminations, truncations = self._outcome
        return observations.copy(), rewards.copy(), terminations.copy(), truncations.copy(), infos

    def _final(self, infos: Dict[str, Any], over: np.ndarray) -> None:
        """Adds the results of finished games; the arrays already show the next games."""
        final = np.full(self.num_envs, None, object)
        for i in np.flatnonzero(over):
            final[i] = self.boards.final_observations[i, 0].copy()
        infos["final_obs"], infos["_final_obs"] = final, over
        ended: Dict[str, Any] = {"ending": self.boards.ending.copy(), "_ending": over}
        for key, has_key, view in self._views:
            if key != "action_mask":
                ended[key], ended[has_key] = view.copy(), over
        infos["final_info"], infos["_final_info"] = ended, over

    def sample_legal(self, infos: Dict[str, Any]) -> np.ndarray:
        """Draws a legal move for every board, uniformly."""
        return _sample_legal(infos["action_mask"], self._random)

    def render(self) -> tuple:
        """Returns a tuple with the current position of each board, as `render_mode` says."""
        return self._canvas.frames()

    def close_extras(self, **kwargs) -> None:
        self.boards.close()

    def __enter__(self):
        return self

    def __exit__(self, *exception) -> None:
        self.close()


# --- PettingZoo ----------------------------------------------------------------------

_ParallelEnv = _pettingzoo.ParallelEnv if _pettingzoo is not None else object


class _Agents:
    """The common part of environments with several seats: agents by name, their spaces, and the
    state of all of them."""

    def _seat(self, boards: Boards, name: str, canvas: "_Canvas", modes: Sequence[str]) -> None:
        self.boards = boards
        self.endings = boards.endings
        self.metadata = {"name": name, "render_modes": list(modes), "render_fps": _RENDER_FPS, "is_parallelizable": True}
        self.render_mode = canvas.mode
        self._canvas = canvas
        self.state_planes, self._state = _state_planes(boards)
        box = _spaces(boards)[0]
        low, high = box.low.flat[0], box.high.flat[0]
        self.state_space = _Box(low, high, (len(self.state_planes), *box.shape[1:]), box.dtype.type)
        self.possible_agents = [f"snake_{seat}" for seat in range(boards.seats)]
        spaces = {agent: _spaces(boards) for agent in self.possible_agents}
        self.observation_spaces = {agent: pair[0] for agent, pair in spaces.items()}
        self.action_spaces = {agent: pair[1] for agent, pair in spaces.items()}
        self._random = np.random.default_rng(boards.game_seed)

    def observation_space(self, agent: str):
        """Returns the space of the agent's observations: always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str):
        """Returns the space of the four moves: always the same object."""
        return self.action_spaces[agent]

    @property
    def num_agents(self) -> int:
        return len(self.agents)

    @property
    def max_num_agents(self) -> int:
        return len(self.possible_agents)

    @property
    def unwrapped(self):
        return self

    def __str__(self) -> str:
        return self.metadata["name"]

    def close(self) -> None:
        self.boards.close()

    def __enter__(self):
        return self

    def __exit__(self, *exception) -> None:
        self.close()


_SHARED_PLANES = ("food", "walls", "hedges", "hazards")  # they are the same for all seats


def _state_planes(boards: Boards) -> Tuple[List[str], Tuple[List[int], List[int]]]:
    """Returns the names of the planes that show a whole board, and their seats and numbers.

    These are the planes of each seat, and once those that all seats share. What others_*
    shows is omitted if the planes of the other seats show it.
    """
    names, seats, numbers = [], [], []
    for seat in range(boards.seats):
        for number, plane in enumerate(boards.planes):
            known = plane.startswith("others_") and not boards.opponents and plane[len("others_") :] in boards.planes
            if known or plane in _SHARED_PLANES and seat > 0:
                continue
            names.append(plane if plane in _SHARED_PLANES else f"snake_{seat}.{plane}")
            seats.append(seat)
            numbers.append(number)
    return names, (seats, numbers)


def _several(settings: Dict[str, Any]) -> Dict[str, Any]:
    """Returns the settings with the defaults: two snakes, standard rules."""
    return {"rules": "standard", "seats": 2, **settings}


class OuroParallelEnv(_Agents, _ParallelEnv):
    """A board with several snakes, as pettingzoo.ParallelEnv.

    Its settings are those of `Boards`, and `render_mode`, `render_size` and `copy` as in
    OuroEnv; the default is two snakes with the standard rules of Battlesnake. Agents are
    called snake_0, snake_1, ...; an agent that dies, or whose game ends, is reported once and
    then removed from `agents`. Opponents are no agents.

        with OuroParallelEnv(rules="standard", board="11x11", seats=4) as env:
            observations, infos = env.reset(seed=1)
            while env.agents:
                actions = {a: env.action_space(a).sample(infos[a]["action_mask"]) for a in env.agents}
                observations, rewards, terminations, truncations, infos = env.step(actions)

    infos[agent] has action_mask, length and turn, and ending, a name, once the game
    is over. reset(seed=7) is game 0 of seed 7; reset() the next game. state() is the whole
    board for a critic that sees everything: the planes that `state_planes` names.
    """

    metadata = {"name": "ouro_v1", "render_modes": _RENDER_MODES, "render_fps": _RENDER_FPS, "is_parallelizable": True}

    def __init__(self, *, render_mode: Optional[str] = None, render_size: int = 0, copy: bool = True, **settings):
        _refuse(settings, ("boards", "autoreset"), "PettingZoo's environments have one board and no autoreset: use OuroParallelVectorEnv")
        _check_render_mode(render_mode, _RENDER_MODES)
        boards = Boards(1, autoreset="off", **_several(settings))
        self._seat(boards, "ouro_v1", _Canvas(boards, render_mode, render_size), _RENDER_MODES)
        self.copy = copy
        self.agents: list = []

    def reset(self, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None):
        """Starts a game and returns (observations, infos)."""
        if seed is None:
            self.boards.reset()
        else:
            self._random = np.random.default_rng(_seed(seed))
            self.boards.reset([0], seeds=seed)
        self.agents = list(self.possible_agents)
        self._canvas.show()
        observations, _, _, _, infos = self._results()
        return observations, infos

    def step(self, actions: Mapping[str, int]):
        """Moves the living agents; returns five dicts with a key for each of them."""
        if not self.agents:
            return {}, {}, {}, {}, {}
        joint = np.zeros((1, self.boards.seats), np.int64)
        for seat, agent in enumerate(self.possible_agents):
            if agent in self.agents:
                if agent not in actions:
                    raise ValueError(f"no action for {agent}: step() needs one for each of {', '.join(self.agents)}")
                joint[0, seat] = actions[agent]
        self.boards.step(joint)
        self._canvas.show()
        results = self._results()
        done = self.boards.terminated[0] | self.boards.truncated[0]
        self.agents = [agent for agent in self.agents if not done[self.possible_agents.index(agent)]]
        return results

    def _results(self):
        boards = self.boards
        observations, rewards, terminations, truncations, infos = {}, {}, {}, {}, {}
        ending = boards.endings[boards.ending[0]] if boards.over[0] else None
        for seat, agent in enumerate(self.possible_agents):
            if agent not in self.agents:
                continue
            view, mask = boards.observations[0, seat], boards.masks[0, seat]
            observations[agent] = view.copy() if self.copy else view
            rewards[agent] = float(boards.rewards[0, seat])
            terminations[agent] = bool(boards.terminated[0, seat])
            truncations[agent] = bool(boards.truncated[0, seat])
            infos[agent] = {
                "action_mask": mask.copy() if self.copy else mask,
                "length": int(boards.lengths[0, seat]),
                "turn": int(boards.turn[0]),
            }
            if ending is not None:
                infos[agent]["ending"] = ending
        return observations, rewards, terminations, truncations, infos

    def state(self) -> np.ndarray:
        """Returns the whole board, an array of `state_space`."""
        seats, planes = self._state
        return self.boards.observations[0][seats, planes]

    def render(self):
        """Returns the current position as `render_mode` says."""
        return self._canvas.render()


class OuroParallelVectorEnv(_Agents):
    """Many boards with several snakes: as OuroParallelEnv, with arrays over boards as values.

        with OuroParallelVectorEnv(64, rules="standard", board="7x7", seats=2) as envs:
            observations, infos = envs.reset(seed=1)
            actions = {a: envs.sample_legal(infos[a]) for a in envs.agents}
            observations, rewards, terminations, truncations, infos = envs.step(actions)
            observations["snake_0"].shape   # (64, planes, 7, 7)

    All agents are always in `agents`: each may live on one board and be dead on another.
    Boards whose game is over start the next one according to `autoreset`; a dead snake in
    a game that continues has reward 0, an empty mask and its termination set.
    infos[agent] has action_mask, length, turn, game, over and ending (a number of
    `endings`), and with autoreset "same" final_obs, an array that is valid for boards that
    are over. reset(seed=7) gives board i game i of seed 7; a list has a seed for each board,
    or None for its next game. state() has the whole boards, and render() a tuple of frames.
    """

    def __init__(self, num_envs: int = 1, *, render_mode: Optional[str] = None, render_size: int = 0, copy: bool = True, **settings):
        _check_render_mode(render_mode, _RENDER_MODES_OF_MANY)
        boards = Boards(num_envs, **_several(settings))
        self._seat(boards, "ouro_vector_v1", _Canvas(boards, render_mode, render_size), _RENDER_MODES_OF_MANY)
        self.num_envs = num_envs
        self.copy = copy
        self.metadata["autoreset_mode"] = self.boards.autoreset
        self.agents = list(self.possible_agents)

    def reset(self, seed: Union[int, Sequence[Optional[int]], None] = None, options: Optional[Dict[str, Any]] = None):
        """Starts a game on every board and returns (observations, infos)."""
        if seed is None:
            self.boards.reset()
        elif np.ndim(seed) > 0:
            self.boards.reset(seeds=seed)
        else:
            self._random = np.random.default_rng(_seed(seed))
            every = np.arange(self.num_envs)
            self.boards.reset(every, seeds=seed, games=every, stride=self.num_envs)
        observations, _, _, _, infos = self._results()
        return observations, infos

    def step(self, actions: Mapping[str, Any]):
        """Moves all snakes; actions has for each agent an array over the boards."""
        lacking = [agent for agent in self.possible_agents if agent not in actions]
        if lacking:
            raise ValueError(f"no actions for {', '.join(lacking)}")
        self.boards.step(np.stack([np.asarray(actions[agent]) for agent in self.possible_agents], axis=1))
        return self._results()

    def _results(self):
        boards, keep = self.boards, (np.copy if self.copy else np.asarray)
        observations, rewards, terminations, truncations, infos = {}, {}, {}, {}, {}
        shared = {"turn": keep(boards.turn), "game": keep(boards.game), "over": keep(boards.over), "ending": keep(boards.ending)}
        for seat, agent in enumerate(self.possible_agents):
            observations[agent] = keep(boards.observations[:, seat])
            rewards[agent] = keep(boards.rewards[:, seat])
            terminations[agent] = keep(boards.terminated[:, seat])
            truncations[agent] = keep(boards.truncated[:, seat])
            infos[agent] = {"action_mask": keep(boards.masks[:, seat]), "length": keep(boards.lengths[:, seat]), **shared}
            if boards.final_observations is not None:
                infos[agent]["final_obs"] = keep(boards.final_observations[:, seat])
        return observations, rewards, terminations, truncations, infos

    def state(self) -> np.ndarray:
        """Returns the whole boards, with the board as the first index."""
        seats, planes = self._state
        return self.boards.observations[:, seats, planes]

    def render(self) -> tuple:
        """Returns a tuple with the current position of each board, as `render_mode` says."""
        return self._canvas.frames()

    def sample_legal(self, info: Dict[str, Any]) -> np.ndarray:
        """Draws a legal move of the agent for every board, uniformly."""
        return _sample_legal(info["action_mask"], self._random)


if hasattr(_gymnasium, "register") and "ouro/Snake-v1" not in _gymnasium.registry:
    _gymnasium.register(
        id="ouro/Snake-v1",
        entry_point=f"{__name__}:OuroEnv",
        vector_entry_point=f"{__name__}:OuroVectorEnv",
    )
