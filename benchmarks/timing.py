"""Interleaved timing: every contender runs in every round, and ratios are taken of each one's fastest round."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

ROUNDS = 25


def nanoseconds(contenders: dict[str, Callable[[Any], object]], inputs: dict[str, Sequence[Any]]) -> dict[str, float]:
    """Return each contender's nanoseconds per input: its fastest of 25 rounds, in which all take turns."""
    best = dict.fromkeys(contenders, float("inf"))
    names = list(contenders)
    for turn in range(ROUNDS):
        for place in range(len(names)):  # another one starts each round: none always finds cold caches
            name = names[(turn + place) % len(names)]
            work = contenders[name]
            given = inputs[name]
            start = time.perf_counter_ns()
            for one in given:
                work(one)
            best[name] = min(best[name], (time.perf_counter_ns() - start) / len(given))
    return best


def table(title: str, times: dict[str, float], ours: str) -> str:
    """Return a Markdown table of times and of how many times faster we are."""
    lines = [f"### {title}", "", "| | ns a hand | xlpoker is faster by |", "|---|---:|---:|"]
    for name, nanos in sorted(times.items(), key=lambda item: item[1]):
        ratio = "" if name == ours else f"{nanos / times[ours]:.1f} x"
        lines.append(f"| {name} | {nanos:,.0f} | {ratio} |")
    return "\n".join(lines) + "\n"
