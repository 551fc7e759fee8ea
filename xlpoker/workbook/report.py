"""The command ``report``: what a workbook's hands came to, in a workbook of its own with charts.

Here the figures are made, in `xlpoker.workbook.report_book` they are drawn. How often each category should come up is
counted, not simulated: `xlpoker.evaluator.batch.counts` knows the value of every hand of five, six or seven cards.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from xlpoker.errors import BookError, PokerError
from xlpoker.evaluator.cards import JOKER, card_text
from xlpoker.evaluator.cells import cell_codes
from xlpoker.evaluator.classes import CATEGORIES, FIVE_OF_A_KIND, ROYAL_FLUSH, TOP, class_of, name
from xlpoker.evaluator.encodings import encoding
from xlpoker.workbook.counts import Counts, Options, options_of
from xlpoker.workbook.grid import Grid, a1
from xlpoker.workbook.job import examined
from xlpoker.workbook.kinds import path_of
from xlpoker.workbook.layout import Layout
from xlpoker.workbook.own import check_target_is_ours, is_report
from xlpoker.workbook.replacing import same_file, watch_target, watched
from xlpoker.workbook.scoring import Outcome

__all__ = ["BestHand", "Figures", "figures", "report"]

Progress = Callable[[int, int], None]

BEST = 10
COUNTED = (5, 6, 7)  # cards of which the best five decide and whose hands are counted


@dataclass(frozen=True, slots=True)
class BestHand:
    """One of the strongest hands: where it begins, whose it is, its name and its cards."""

    cell: str
    player: int
    name: str
    cards: str


@dataclass(frozen=True, slots=True)
class Figures:
    """What a report shows.

    `categories` are the names, weakest first; `found` holds for each player how often each came up; `expected` the
    share that each should have (None where that is not known: jokers, Omaha, hands of other sizes); `cards` the
    number of cards that each hand is made from (0 where it differs).
    """

    counts: Counts
    players: int
    categories: tuple[str, ...]
    found: tuple[tuple[int, ...], ...]
    expected: tuple[float, ...] | None
    cards: int
    best: tuple[BestHand, ...]

    @property
    def hands(self) -> int:
        """Return the number of hands with a value."""
        return sum(map(sum, self.found))


def report(
    book: Path | str,
    options: Options | None = None,
    *,
    output: Path | str | None = None,
    force: bool = False,
    progress: Progress | None = None,
) -> Counts:
    """Write a summary of a book's hands to BOOK.report.xlsx or `output`; return what `wins` returns, and the output.

    The summary has native charts (wins per player, categories against their expected share) and the bad rows with
    sheet, cell, value and reason. Raises what `wins` raises, and `BookError` where the output cannot be written or, unless
    `force`, stands where a file is that is no report of ours.
    """
    from xlpoker.workbook.report_book import write_report

    path = path_of(book)
    target = path_of(output, "written") if output is not None else path.with_name(f"{path.stem}.report.xlsx")
    if target.suffix.lower() != ".xlsx":
        raise BookError(f"{target.name} has no ending that can be written here; choose .xlsx")
    if same_file(target, path):
        raise BookError(f"{target} is the input; name another")
    options = options_of(options)
    with watched(path) as remarks:
        watch_target(target)
        check_target_is_ours(target, force=force, ours=is_report)
        made = figures(*examined(path, options, progress), options)
        write_report(target, made)
    made.counts.output = str(target)
    made.counts.warnings += remarks
    return made.counts


def figures(grid: Grid, layout: Layout, results: list[Outcome], counts: Counts, options: Options) -> Figures:
    """Return the figures of a report from what the rows of a sheet came to."""
    players = len(layout.hands)
    good = [outcome for outcome in results if outcome.error is None]
    tally = [Counter(map(_category, (outcome.values[player] for outcome in good))) for player in range(players)]
    names = [category.name for category in CATEGORIES] + [ROYAL_FLUSH]
    if any(FIVE_OF_A_KIND.name in one for one in tally):
        names.append(FIVE_OF_A_KIND.name)
    hands = _Hands(grid, layout, options.cards)
    cards = hands.cards(good)
    known = options.game in ("five-card", "holdem") and cards in COUNTED
    return Figures(
        counts,
        players,
        tuple(names),
        tuple(tuple(one[category] for category in names) for one in tally),
        _expected(cards) if known else None,
        cards,
        tuple(hands.best(good)),
    )


@cache
def _category(value: float) -> str:
    return ROYAL_FLUSH if value == TOP else class_of(value).category.name


@cache
def _expected(cards: int) -> tuple[float, ...]:
    """Return the share of each category among all hands of that many cards, the royal flush by itself."""
    from xlpoker.evaluator.batch.counts import value_counts

    counts = value_counts(cards)
    sums: Counter[str] = Counter()
    for value in range(1, TOP + 1):
        sums[_category(value)] += int(counts[value])
    total = sum(sums.values())
    return tuple(sums[category] / total for category in [one.name for one in CATEGORIES] + [ROYAL_FLUSH])


@dataclass(frozen=True, slots=True)
class _Hands:
    """The cards of the hands, read again from the grid where a report shows or counts them."""

    grid: Grid
    layout: Layout
    encoding: str | None

    def codes(self, row: int, player: int) -> list[int]:
        """Return the cards that a player's hand is made from, the board's too; none where they cannot be read."""
        board = self.layout.board
        codes: list[int] = []
        for area in (self.layout.hands[player], *([board] if board else [])):
            cells = [self.grid.cell(row, column) for column in area.columns]
            try:
                if self.encoding is None:
                    codes += [code for cell in cells for code in cell_codes(cell)]
                else:
                    numbers = encoding(self.encoding)
                    for start in range(0, len(cells), numbers.cells):
                        codes += numbers.codes(cells[start : start + numbers.cells])
            except PokerError:
                return []
        return codes

    def cards(self, good: list[Outcome]) -> int:
        """Return how many cards every hand has; 0 where they differ, where there are jokers, or no hands."""
        size = 0
        for outcome in good:
            for player in range(len(self.layout.hands)):
                codes = self.codes(outcome.row, player)
                size = size or len(codes)
                if len(codes) != size or JOKER in codes:
                    return 0
        return size

    def best(self, good: list[Outcome]) -> list[BestHand]:
        """Return the strongest hands, the first of equal ones first."""
        every = ((value, -outcome.row, -player) for outcome in good for player, value in enumerate(outcome.values))
        return [
            BestHand(
                a1(-row, self.layout.hands[-player].first),
                1 - player,
                name(value),
                " ".join(map(card_text, self.codes(-row, -player))),
            )
            for value, row, player in heapq.nlargest(BEST, every)
        ]
