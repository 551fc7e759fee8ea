"""How many random cases a test takes: as many as its property needs, or those of a release.

``XLPOKER_SAMPLES=release`` asks for those of a release, which take several times as long.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TypeVar

IS_RELEASE = os.environ.get("XLPOKER_SAMPLES") == "release"
Case = TypeVar("Case")


def sample_size(usual: int, *, release: int) -> int:
    """Return the number of cases of this run."""
    return release if IS_RELEASE else usual


def each_nth(cases: Sequence[Case], step: int) -> Sequence[Case]:
    """Return the first case, and each n-th one behind it; all cases for a release."""
    return cases if IS_RELEASE else cases[::step]
