"""Tables of cases."""

from collections.abc import Callable, Mapping
from typing import TypeVar

import pytest

Case = TypeVar("Case")


def cases(names, table):
    """Run a test once for each row of a table: its id, and the values of its arguments."""
    return pytest.mark.parametrize(names, table.values(), ids=table)


def check_each(table: Mapping[str, Case], check: Callable[[Case], None]) -> None:
    """Check all rows of a large table in one test, which fails with each row that fails, by its id."""
    assert table
    errors = []
    for name, case in table.items():
        try:
            check(case)
        except Exception as error:  # noqa: BLE001 - whatever fails is said with the row's id
            error.add_note(f"in the case {name!r}")
            errors.append(error)
    if errors:
        message = f"{len(errors)} of {len(table)} cases fail"
        raise ExceptionGroup(message, errors)


def parts_of(table: Mapping[str, Case], count: int) -> list[dict[str, Case]]:
    """Return a table in so many parts, each of which holds cases from everywhere in it."""
    rows = list(table.items())
    return [dict(rows[start::count]) for start in range(count)]
