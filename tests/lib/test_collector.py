import gc

from aiteam.lib.collector import MANY_OBJECTS, many_objects


def test_the_collector_is_as_before_also_after_an_error() -> None:
    before = gc.get_threshold()
    try:
        with many_objects():
            assert gc.get_threshold() == MANY_OBJECTS
            raise ValueError
    except ValueError:
        pass
    assert gc.get_threshold() == before
