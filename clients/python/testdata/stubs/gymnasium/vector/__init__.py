from enum import Enum


class AutoresetMode(Enum):
    NEXT_STEP = "NextStep"
    SAME_STEP = "SameStep"
    DISABLED = "Disabled"


class VectorEnv:
    metadata = {}
    spec = None
    render_mode = None
    closed = False
    _np_random_seed = None

    def reset(self, *, seed=None, options=None):
        if seed is not None:
            assert isinstance(seed, int) and seed >= 0, seed
            self._np_random_seed = seed

    def step(self, actions):
        raise NotImplementedError

    def close(self, **kwargs):
        if self.closed:
            return
        self.close_extras(**kwargs)
        self.closed = True

    def close_extras(self, **kwargs):
        pass

    @property
    def unwrapped(self):
        return self

    def __repr__(self):
        return f"{type(self).__name__}(num_envs={self.num_envs})"
