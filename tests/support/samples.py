"""How many random cases a test takes: as many as its property needs, or those of a release.

``pytest --samples release`` asks for those of a release, which take several times as long.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

USUAL, RELEASE = "usual", "release"
Case = TypeVar("Case")
_samples = USUAL


def choose(samples: str) -> None:
    """Choose the samples of this run, before its tests are collected."""
    global _samples  # noqa: PLW0603 - an option of pytest, for the parameters of tests
    _samples = samples


def sample_size(usual: int, *, release: int) -> int:
    """Return the number of cases of this run."""
    return release if _samples == RELEASE else usual


def each_nth(cases: Sequence[Case], step: int) -> Sequence[Case]:
    """Return the first case, and each n-th one behind it; all cases for a release."""
    return cases if _samples == RELEASE else cases[::step]


def mark_all_but_samples_as_slow(items: Iterable[Any]) -> None:
    """Leave each n-th case of a test marked ``sampled(n)`` to the quick tests: the first, and so on."""
    cases_before: Counter[str] = Counter()
    for item in items:
        marker = item.get_closest_marker("sampled")
        if marker is None:
            continue
        test = item.nodeid.partition("[")[0]
        if cases_before[test] % marker.args[0] != 0:
            item.add_marker("slow")
        cases_before[test] += 1
