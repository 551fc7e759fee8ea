"""A text file of a million deals of two hands, ten cards a line: counted, and scored into another text file.

Peers, as their documentation has it, on the first 20,000 lines in a process of their own, their time given for all lines:

- *csv + treys*: ``csv.reader``, ``treys.Evaluator().evaluate([], cards)`` for each hand, ``csv.writer``;
- *pandas + phevaluator*: ``read_csv``, ``phevaluator.evaluate_cards`` for each hand, ``to_csv``.

``python -m benchmarks.text_files``.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from statistics import median

import numpy as np

from benchmarks.workbook import CARDS, measured

LINES = 1_000_000
PEER_LINES = 20_000
ROUNDS = 3

_OURS = """
import os, sys
from xlpoker.workbook.jobs import score, wins
if sys.argv[2] == "wins":
    wins(sys.argv[1])
else:
    score(sys.argv[1], output=sys.argv[1] + ".out.csv", force=True)
"""
_PEERS = {
    "csv + treys": """
import csv, sys
from treys import Card, Evaluator
evaluate, new = Evaluator().evaluate, Card.new
with open(sys.argv[1], newline="") as source, open(sys.argv[1] + ".out.csv", "w", newline="") as target:
    writer = csv.writer(target)
    for row in csv.reader(source):
        cards = [new(cell[0] + cell[1].lower()) for cell in row]
        first, second = evaluate([], cards[:5]), evaluate([], cards[5:])
        writer.writerow([*row, first, second, 0 if first == second else 1 if first < second else 2])
""",
    "pandas + phevaluator": """
import sys, pandas
from phevaluator import evaluate_cards
table = pandas.read_csv(sys.argv[1], header=None)
rows = [[cell[0] + cell[1].lower() for cell in row] for row in table.itertuples(index=False)]
table["first"] = [evaluate_cards(*row[:5]) for row in rows]
table["second"] = [evaluate_cards(*row[5:]) for row in rows]
table["winner"] = [0 if a == b else 1 if a < b else 2 for a, b in zip(table["first"], table["second"])]
table.to_csv(sys.argv[1] + ".out.csv", index=False)
""",
}


def make(path: Path, lines: int) -> None:
    """Write the file."""
    source = np.random.default_rng(54)
    with path.open("w") as file:
        for first in range(0, lines, 10_000):
            deals = (
                source.random((min(10_000, lines - first), 52), np.float32)
                .argsort(axis=1)[:, :10]
                .tolist()
            )
            file.writelines(",".join([CARDS[card] for card in deal]) + "\n" for deal in deals)


def run() -> str:
    """Return the table."""
    with tempfile.TemporaryDirectory() as folder:
        large, small = Path(folder, "large.csv"), Path(folder, "small.csv")
        make(large, LINES)
        make(small, PEER_LINES)
        measured(_OURS, small, "wins")
        lines = [
            f"### A text file of {LINES:,} deals",
            "",
            "| | seconds | peak memory | xlpoker score is faster by |",
            "|---|---:|---:|---:|",
        ]
        rounds = [
            (measured(_OURS, large, "wins"), measured(_OURS, large, "score")) for _ in range(ROUNDS)
        ]
        counted, scored = (
            [median(one[which][place] for one in rounds) for place in range(3)]
            for which in range(2)
        )
        lines.append(f"| xlpoker wins | {counted[0]:.1f} | {counted[2]:,.0f} MB | |")
        lines.append(f"| xlpoker score | {scored[0]:.1f} | {scored[2]:,.0f} MB | |")
        for name, work in _PEERS.items():
            wall, _, memory = measured(work, small)
            seconds = wall * LINES / PEER_LINES
            lines.append(
                f"| {name} (from {PEER_LINES:,} lines) | {seconds:,.0f} | {memory:,.0f} MB for these "
                f"| {seconds / scored[0]:,.0f} x |"
            )
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(run())
