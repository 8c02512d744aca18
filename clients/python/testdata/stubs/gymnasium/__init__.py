"""A stand-in for Gymnasium 1.x, as much as a subclass meets of it. Written for tests."""

from . import spaces, vector  # noqa: F401

__version__ = "1.0.stub"
