"""A stub of Gymnasium 1.x for tests: the part that a subclass uses."""

from . import spaces, vector  # noqa: F401

__version__ = "1.0.stub"

registry = {}


def register(id, entry_point, vector_entry_point):
    registry[id] = {"entry_point": entry_point, "vector_entry_point": vector_entry_point}


class Env:
    metadata = {"render_modes": []}
    render_mode = spec = _np_random_seed = None

    def reset(self, *, seed=None, options=None):
        if seed is not None:
            self._np_random_seed = seed

    def close(self):
        pass

    @property
    def unwrapped(self):
        return self

    def __enter__(self):
        return self

    def __exit__(self, *args):
        self.close()
        return False
