"""Three starting hands against each other before the flop: how long the table of all 818,805 classes of triples would take.

A random sample of the classes is counted exactly, as `xlpoker.equity` does; its mean time is extrapolated to all classes on two processors. Some of them
are counted again by brute force: each triple of hands up to the names of suits, every board dealt, every hand valued by the batch kernel.
"""

from __future__ import annotations

import random
import sys
import time
from itertools import combinations, permutations, product
from math import comb

import numpy as np

import xlpoker
from xlpoker.errors import HandError
from xlpoker.odds.ranges import STARTING_HANDS, parse_range

NAMES = [name for row in STARTING_HANDS for name in row]
CLASSES = comb(len(NAMES) + 2, 3)
Triple = tuple[str, str, str]


def triples(number: int, seed: int = 1) -> list[Triple]:
    """Return random classes, each as likely as any other, that can be held together."""
    source = random.Random(seed)
    found: list[Triple] = []
    while len(found) < number:
        first, second, third = sorted(
            source.sample(range(len(NAMES) + 2), 3)
        )  # multisets as sets, by stars and bars
        names = NAMES[first], NAMES[second - 1], NAMES[third - 2]
        if max(map(names.count, names)) < 3 or len(names[0]) > 2:  # not six cards of a rank
            found.append(names)
    return found


def brute_force(names: Triple) -> list[float]:
    """Return the equities, every board of every different triple of hands dealt."""
    weights: dict[tuple[tuple[int, ...], ...], int] = {}
    for hands in product(*(parse_range(name).hands for name in names)):
        if len({code for hand in hands for code in hand}) == 6:
            alike = min(
                tuple(
                    tuple(sorted(code - (code & 3) + suits[code & 3] for code in hand))
                    for hand in hands
                )
                for suits in permutations(range(4))
            )
            weights[alike] = weights.get(alike, 0) + 1
    pots, total = np.zeros(3), 0.0
    for hands, weight in weights.items():
        deck = np.array(
            [code for code in range(52) if not any(code in hand for hand in hands)], np.uint8
        )
        boards = deck[np.array(list(combinations(range(46), 5)))]
        values = np.stack(
            [
                xlpoker.values(
                    np.concatenate(
                        [np.tile(np.array(hand, np.uint8), (len(boards), 1)), boards], axis=1
                    )
                )
                for hand in hands
            ]
        )
        best = values == values.max(axis=0)
        pots += weight * (best / best.sum(axis=0)).sum(axis=1)
        total += weight * len(boards)
    return (pots / total).tolist()


def run(number: int = 100, checked: int = 3) -> str:
    """Return the time of a class, that of all classes, and the largest difference from brute force."""
    chosen = triples(number)
    for names in triples(20, seed=2):
        xlpoker.equity("", *names, exact=True)
    times, equities = [], []
    for names in chosen:
        start = time.process_time()
        try:
            equities.append(
                [player.equity for player in xlpoker.equity("", *names, exact=True).players]
            )
        except HandError:  # they cannot be held together
            equities.append([])
        times.append(time.process_time() - start)
    mean, off, compared = sum(times) / number, 0.0, 0
    for names, found in zip(chosen, equities, strict=True):
        if found and compared < checked:
            compared += 1
            off = max(
                off, *(abs(one - two) for one, two in zip(found, brute_force(names), strict=True))
            )
    return (
        f"### Three starting hands before the flop\n\n{number} random classes of {CLASSES:,}: {1e3 * mean:.1f} ms each, the "
        f"longest {1e3 * max(times):.0f} ms; all classes on two processors {mean * CLASSES / 7200:.2f} hours.\n"
        f"{compared} classes by brute force: largest difference {off:.1e}.\n"
    )


if __name__ == "__main__":
    print(run(*map(int, sys.argv[1:])))
