"""Random hands of five to seven cards against four live oracles: ``python -m benchmarks.agreement [MILLIONS]``.

The oracles count in their own numbers, up or down. What must hold is that every number of theirs belongs to one value of
ours, and that both are in the same order: then all these hands, and all pairs of them, compare alike.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable, Sequence
from typing import Any

import eval7
import numpy as np
import phevaluator
import pkrbot
from pokerfast.equity import _load

from benchmarks.arrays import deal
from xlpoker.evaluator.batch import kernel

MILLIONS = 2
PART = 100_000
Oracle = Callable[[np.ndarray], np.ndarray]


def _one_by_one(evaluate: Callable[[Sequence[Any]], int], cards: Sequence[Any]) -> Oracle:
    deck = np.array(cards, dtype=object)
    return lambda hands: np.fromiter(map(evaluate, deck[hands].tolist()), np.int64, len(hands))


def _pokerfast(hands: np.ndarray) -> np.ndarray:
    rows, cards = hands.shape
    out = np.empty(rows, np.uint16)
    given = hands.ctypes.data_as(ctypes.c_char_p)
    _load().pf_evaluate(given, rows, cards, out.ctypes.data_as(ctypes.POINTER(ctypes.c_uint16)))
    return out.astype(np.int64)


def oracles() -> dict[str, Oracle]:
    """Return the oracles: codes in, their numbers out."""
    names = ["23456789TJQKA"[code >> 2] + "cdhs"[code & 3] for code in range(52)]
    return {
        "phevaluator": lambda hands: np.array(
            [phevaluator.evaluate_cards(*hand) for hand in hands.tolist()], np.int64
        ),
        "eval7": _one_by_one(eval7.evaluate, [eval7.Card(name) for name in names]),
        "pkrbot": _one_by_one(pkrbot.evaluate, [pkrbot.Card(name) for name in names]),
        "pokerfast": _pokerfast,
    }


def check(cards: int, hands: int) -> dict[str, int]:
    """Return how many different pairs (theirs, ours) were seen, by oracle; stop where they do not agree."""
    known: dict[str, dict[int, int]] = {name: {} for name in oracles()}
    for part in range(hands // PART):
        codes = deal(PART, cards, seed=1000 * cards + part)
        ours = kernel.strengths(codes)[0].astype(np.int64)
        for name, oracle in oracles().items():
            pairs = np.unique(oracle(codes) * 10_000 + ours)
            for pair in pairs.tolist():
                theirs, mine = divmod(pair, 10_000)
                if known[name].setdefault(theirs, mine) != mine:
                    sys.exit(f"{name} calls {theirs} what is {known[name][theirs]} and {mine} here")
    for name, seen in known.items():
        values = [mine for _, mine in sorted(seen.items())]
        if values not in (sorted(set(values)), sorted(set(values), reverse=True)):
            sys.exit(f"{name} has another order")
    return {name: len(seen) for name, seen in known.items()}


def main() -> None:
    """Print a line for each number of cards."""
    millions = int(sys.argv[1]) if len(sys.argv) > 1 else MILLIONS
    for cards, hands in ((5, 300_000 * millions), (6, 300_000 * millions), (7, 400_000 * millions)):
        found = ", ".join(f"{name} {count:,}" for name, count in check(cards, hands).items())
        print(f"{cards} cards, {hands:,} hands: all agree; different values seen: {found}\n")


if __name__ == "__main__":
    main()
