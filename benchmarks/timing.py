"""Interleaved timing: every contender runs in every round, and a ratio is the median of the rounds' own ratios.

A shared machine changes its speed from one second to the next; two contenders in the same round meet the same speed,
so their ratio means something where their times do not. Each turn is made twice and the second is timed: what is
measured is work on warm caches, not the traces of the contender before.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from statistics import median
from types import FunctionType
from typing import Any

ROUNDS = 21


def _pass(work: Callable[[Any], object], given: Sequence[Any]) -> int:
    start = time.perf_counter_ns()
    for one in given:
        work(one)
    return time.perf_counter_ns() - start


def _own_loop(name: str) -> Callable[[Callable[[Any], object], Sequence[Any]], int]:
    """Return the loop with bytecode of its own: the interpreter adapts a call to the one function that it calls."""
    return FunctionType(_pass.__code__.replace(co_name=name), globals())


def nanoseconds(
    contenders: dict[str, Callable[[Any], object]], inputs: dict[str, Sequence[Any]]
) -> dict[str, list[float]]:
    """Return each contender's nanoseconds per input in each of 21 rounds, in which all take turns."""
    times: dict[str, list[float]] = {name: [] for name in contenders}
    loops = {name: _own_loop(name) for name in contenders}
    names = list(contenders)
    for turn in range(ROUNDS):
        for place in range(
            len(names)
        ):  # another one starts each round: none always finds cold caches
            name = names[(turn + place) % len(names)]
            work, given = contenders[name], inputs[name]
            loops[name](work, given)
            times[name].append(loops[name](work, given) / len(given))
    return times


def whole(
    contenders: dict[str, tuple[Callable[[], object], int]], rounds: int = 9
) -> dict[str, list[float]]:
    """Return each contender's nanoseconds per hand in each round; each does a number of hands in one call."""
    times: dict[str, list[float]] = {name: [] for name in contenders}
    names = list(contenders)
    for turn in range(rounds):
        for place in range(len(names)):
            name = names[(turn + place) % len(names)]
            work, hands = contenders[name]
            work()
            start = time.perf_counter_ns()
            work()
            times[name].append((time.perf_counter_ns() - start) / hands)
    return times


def table(title: str, times: dict[str, list[float]], ours: str) -> str:
    """Return a Markdown table of median times and of how many times faster we are."""
    lines = [f"### {title}", "", "| | ns a hand | xlpoker is faster by |", "|---|---:|---:|"]
    if ours not in times:
        lines[2:] = ["| | ns a hand |", "|---|---:|"]
    for name, rounds in sorted(times.items(), key=lambda item: median(item[1])):
        nanos = median(rounds)
        line = f"| {name} | {nanos:,.{0 if nanos >= 100 else 2 if nanos < 10 else 1}f} |"
        if ours in times:
            ratio = median(theirs / mine for theirs, mine in zip(rounds, times[ours], strict=True))
            line += (
                " |"
                if name == ours
                else f" {ratio:,.{2 if ratio < 3 else 1 if ratio < 30 else 0}f} x |"
            )
        lines.append(line)
    return "\n".join(lines) + "\n"


def compact(title: str, ours: str, rows: dict[str, dict[str, list[float]]]) -> str:
    """Return a Markdown table with a row for each situation, in microseconds.

    Each peer has its median time, and how many times faster we are in the same round.
    """
    names = list(dict.fromkeys(name for times in rows.values() for name in times))
    lines = [f"### {title}", "", f"| us | {' | '.join(names)} |", f"|---|{'---:|' * len(names)}"]
    for situation, times in rows.items():
        cells = [_compact_cell(times, name, ours) for name in names]
        lines.append(f"| {situation} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def _compact_cell(times: dict[str, list[float]], name: str, ours: str) -> str:
    """Return the median of a contender in microseconds, with the ratio to ours."""
    if name not in times:
        return ""
    shown = digits(median(times[name]) / 1000)
    if name == ours or ours not in times:
        return shown
    ratio = median(theirs / mine for theirs, mine in zip(times[name], times[ours], strict=True))
    return f"{shown} ({digits(ratio)} x)"


def digits(number: float) -> str:
    """Return a number with three digits, or as a whole number.

    >>> digits(0.4567), digits(12.34), digits(123.4), digits(12345)
    ('0.457', '12.3', '123', '12,345')
    """
    if number >= 100:
        return f"{number:,.0f}"
    return f"{number:.3g}"
