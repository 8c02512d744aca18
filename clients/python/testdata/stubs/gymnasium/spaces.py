import numpy as np


class Space:
    def __init__(self, shape=None, dtype=None, seed=None):
        self._shape = None if shape is None else tuple(shape)
        self.dtype = None if dtype is None else np.dtype(dtype)
        self.seed(seed)

    @property
    def shape(self):
        return self._shape

    def seed(self, seed=None):
        self.np_random = np.random.default_rng(seed)


class Box(Space):
    def __init__(self, low, high, shape=None, dtype=np.float32, seed=None):
        super().__init__(shape, dtype, seed)
        self.low, self.high = np.full(shape, low, dtype), np.full(shape, high, dtype)

    def contains(self, x):
        return np.can_cast(x.dtype, self.dtype) and x.shape == self.shape and bool(np.all((x >= self.low) & (x <= self.high)))


class Discrete(Space):
    def __init__(self, n, seed=None, start=0):
        super().__init__((), np.int64, seed)
        self.n, self.start = np.int64(n), np.int64(start)

    def sample(self, mask=None):
        if mask is None:
            return self.start + self.np_random.integers(self.n)
        assert isinstance(mask, np.ndarray) and mask.dtype == np.int8 and mask.shape == (self.n,), mask
        legal = np.flatnonzero(mask == 1)
        return self.start + self.np_random.choice(legal) if len(legal) else self.start


class MultiDiscrete(Space):
    def __init__(self, nvec, dtype=np.int64, seed=None):
        self.nvec = np.array(nvec, dtype)
        super().__init__(self.nvec.shape, dtype, seed)

    def sample(self):
        return self.np_random.integers(self.nvec)
