"""Tables of cases."""

import pytest


def cases(names, table):
    """Run a test once for each row of a table: its id, and the values of its arguments."""
    return pytest.mark.parametrize(names, table.values(), ids=table)


def sampled(values, step):
    """Return values of which the quick tests take each so manieth, the slow ones the others."""
    return [
        one if at % step == 0 else pytest.param(one, marks=pytest.mark.slow)
        for at, one in enumerate(values)
    ]
