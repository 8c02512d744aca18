"""A stub of Gymnasium 1.x for tests: the part that a subclass uses."""

from . import spaces, vector  # noqa: F401

__version__ = "1.0.stub"
