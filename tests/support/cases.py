"""Tables of cases."""

import pytest


def cases(names, table):
    """Run a test once for each row of a table: its id, and the values of its arguments."""
    return pytest.mark.parametrize(names, table.values(), ids=table)
