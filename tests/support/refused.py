"""What is refused, in these very words."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest


@contextmanager
def refused(error: type[Exception] | tuple[type[Exception], ...], message: str) -> Iterator[None]:
    """Expect an error that says exactly this."""
    with pytest.raises(error) as caught:
        yield
    assert str(caught.value) == message
