"""How often Python looks for objects that only hold each other. Its own 700 is for programs that make few: a page makes some ten thousand."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

MANY_OBJECTS = (50_000, 20, 20)


@contextmanager
def many_objects() -> Iterator[None]:
    """For work that makes hundreds of thousands of objects and keeps them: saves a fifth of the time of an import."""
    before = gc.get_threshold()
    gc.set_threshold(*MANY_OBJECTS)
    try:
        yield
    finally:
        gc.set_threshold(*before)
