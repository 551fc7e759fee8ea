"""The figures of a report: how often each category came up and should have, the best hands, tests of fairness.

`xlpoker.report.book` draws them. How often each category should come up is counted, not simulated:
`xlpoker.evaluator.batch.counts` knows the value of every hand of five, six or seven cards; the 22,100 of three-card poker are valued.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING

from xlpoker.evaluator.cards import JOKER, card_text
from xlpoker.evaluator.classes import CATEGORIES, FIVE_OF_A_KIND, ROYAL_FLUSH, THREE_CARD, name
from xlpoker.layout.model import Layout
from xlpoker.report.fairness import LEAST, Fairness, fairness
from xlpoker.scoring.counts import Counts
from xlpoker.scoring.model import categories_of
from xlpoker.scoring.totals import total_of

if TYPE_CHECKING:
    from xlpoker.report.history_figures import HistoryDeal
    from xlpoker.scoring.model import Scored

__all__ = ["BestHand", "Figures", "expected_shares", "figures", "merged"]

BEST = 10
NAMES = (*(category.name for category in CATEGORIES), ROYAL_FLUSH)
COUNTS = {
    3: (16_440, 3_744, 0, 52, 720, 1_096, 0, 0, 48, 0),
    5: (1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 36, 4),
    6: (6_612_900, 9_730_740, 2_532_816, 732_160, 361_620, 205_792, 165_984, 14_664, 1_656, 188),
    7: (
        23_294_460,
        58_627_800,
        31_433_400,
        6_461_620,
        6_180_020,
        4_047_644,
        3_473_184,
        224_848,
        37_260,
        4_324,
    ),
}
"""How many of all hands of so many cards have each category; of three in three-card poker."""


@dataclass(frozen=True, slots=True)
class BestHand:
    """One of the strongest hands: its value, where it begins, whose it is, its name and its cards."""

    value: float
    file: str
    sheet: str
    cell: str
    player: str
    name: str
    cards: str


@dataclass(frozen=True, slots=True)
class Figures:
    """What a report shows: the counts of each of the `books`, and of all together.

    `categories` are the names, weakest first; `found` holds for each player how often each came up; `expected` the
    share that each should have (None where that is not known: jokers, Omaha, hands of other sizes); `cards` the
    number of cards that each hand is made from (0 where it differs); `deals` the rows of a table of hand histories;
    `folds` is true where some players of a game with a board are not in every showdown.
    """

    counts: Counts
    books: tuple[Counts, ...]
    players: int
    categories: tuple[str, ...]
    found: tuple[tuple[int, ...], ...]
    expected: tuple[float, ...] | None
    cards: int
    best: tuple[BestHand, ...]
    deals: tuple[HistoryDeal, ...] = ()
    folds: bool = False

    @property
    def hands(self) -> int:
        """Return the number of hands with a value."""
        return sum(map(sum, self.found))

    @property
    def several(self) -> bool:
        """Tell whether hands come from several books."""
        return len({one.file for one in self.books}) > 1

    @property
    def expected_wins(self) -> list[float]:
        """Return how many rows each player would win if all players in a showdown won equally often."""
        groups = self.counts.showdowns.items()
        return [
            sum(rows / len(group) for group, rows in groups if player in group)
            for player in range(len(self.counts.players))
        ]

    @property
    def tests(self) -> list[Fairness]:
        """Return the tests of fairness for which there are enough rows: of the wins, and of each player's hands."""
        counts, tests = self.counts, []
        if counts.players and not self._wins_untested:
            tests.append(
                fairness("Do the players win equally often?", counts.players, self.expected_wins)
            )
        if self.expected and not self.folds:
            for player, found in enumerate(self.found[: len(counts.players) or 1]):
                whose = f"Does {counts.labels[player]} get" if counts.players else "Are there"
                expected = [sum(found) * share for share in self.expected]
                tests.append(fairness(f"{whose} the hands expected?", found, expected))
        return [test for test in tests if test is not None]

    @property
    def untested(self) -> list[str]:
        """Return what is not tested, and why."""
        said = [self._wins_untested] if self._wins_untested else []
        if self.expected and self.folds:
            said.append(
                "The hands are not tested against those expected: folded hands are not shown, and weak hands fold."
            )
        return said

    @property
    def _wins_untested(self) -> str:
        """Return why the wins are not tested; nothing where they are, and where there are no players."""
        players = len(self.counts.players)
        if any(len(group) < players for group in self.counts.showdowns):
            return "The wins are not tested: not all players are in every showdown."
        if any(wins < LEAST for wins in self.expected_wins):
            return f"Too few rows to test the wins: each player expects fewer than {LEAST}."
        return ""


def figures(
    layout: Layout, scored: Scored, counts: Counts, deals: Sequence[HistoryDeal] = ()
) -> Figures:
    """Return the figures of a report from the scored rows of a sheet; `scored` holds the cards of all hands.

    For a table of hand histories `deals` are its rows, with the players' names.
    """
    players = len(layout.hands)
    tally = [categories_of(scored.values[:, player]) for player in range(players)]
    cards = _cards(scored)
    expected = expected_shares(cards, counts.game)
    names = [
        name for name in NAMES if expected.get(name, 1)
    ]  # some games have no hands of a category
    names += [FIVE_OF_A_KIND.name] * any(FIVE_OF_A_KIND.name in one for one in tally)
    return Figures(
        counts,
        (counts,),
        players,
        tuple(names),
        tuple(tuple(one.get(category, 0) for category in names) for one in tally),
        tuple(filter(None, expected.values())) or None,
        cards,
        tuple(_best(layout, scored, counts, deals)),
        tuple(deals),
        folds=layout.board is not None and any(len(group) < players for group in counts.showdowns),
    )


def merged(made: Sequence[Figures]) -> Figures:
    """Merge the figures of several books; the expected shares stay only where they are the same for all."""
    if len(made) == 1:
        return made[0]
    books = [book for one in made for book in one.books]
    total = total_of(name_of(books), books)
    labels, places = total.labels, total.seats
    categories = max((one.categories for one in made), key=len)
    single = any(not one for one in places)  # tables with one hand in each row have no players
    found = [[0] * len(categories) for _ in range(len(labels) + single)]
    for one, at in zip(made, places, strict=True):
        for place, counts in zip(at or [-1], one.found, strict=True):
            found[place] = [
                had + new for had, new in zip_longest(found[place], counts, fillvalue=0)
            ]
    alike = len({(one.cards, one.expected, one.categories) for one in made}) == 1 and not (
        labels and single
    )
    called = [
        {name: labels[place] for name, place in zip(one.counts.labels, at, strict=True)}
        for one, at in zip(made, places, strict=True)
    ]
    hands = (
        replace(hand, player=names.get(hand.player, hand.player))
        for one, names in zip(made, called, strict=True)
        for hand in one.best
    )
    best = heapq.nlargest(BEST, hands, key=lambda hand: hand.value)
    return Figures(
        total,
        tuple(books),
        len(found),
        categories,
        tuple(map(tuple, found)),
        made[0].expected if alike else None,
        made[0].cards if alike else 0,
        tuple(best),
        tuple(deal for one in made for deal in one.deals),
        any(one.folds for one in made),
    )


def name_of(tables: Sequence[Counts]) -> str:
    """Return the common name of several tables.

    >>> name_of([Counts("a.xlsx", "Jan"), Counts("a.xlsx", "Feb")]), name_of([Counts("a.xlsx", ""), Counts("b.xlsx", "")])
    ('a.xlsx · 2 sheets', '2 books')
    """
    files = list(dict.fromkeys(one.file for one in tables))
    if len(files) == len(tables):
        return f"{len(files):,} books"
    what = "tables" if any(one.hands for one in tables) else "sheets"
    book = Path(files[0]).name if len(files) == 1 else f"{len(files):,} books"
    return f"{book} · {len(tables):,} {what}"


def expected_shares(cards: int, game: str = "five-card") -> dict[str, float]:
    """Return the share of each category among all hands of that many cards, the royal flush by itself; nothing where it is not counted.

    >>> round(expected_shares(7)["Flush"], 6), expected_shares(3)
    (0.030255, {})
    """
    games = (THREE_CARD,) if cards == 3 else ("five-card", "holdem")
    counts = COUNTS.get(cards, ()) if game in games else ()
    return {category: count / sum(counts) for category, count in zip(NAMES, counts, strict=False)}


def _cards(scored: Scored) -> int:
    """Return how many cards every hand is made from; 0 where they differ, where there are jokers, or no hands."""
    sizes: set[int] = set()
    for at in range(len(scored.rows)):
        hands, board = scored.hands(at)
        cards = (
            [*hand, *board] for hand, value in zip(hands, scored.values[at], strict=True) if value
        )
        sizes |= {0 if JOKER in one else len(one) for one in cards}
    return sizes.pop() if len(sizes) == 1 else 0


def _best(
    layout: Layout, scored: Scored, counts: Counts, deals: Sequence[HistoryDeal]
) -> Iterator[BestHand]:
    """Yield the strongest hands, the first of equal ones first."""
    every = (
        (value, -at, -player)
        for at, values in enumerate(scored.values.tolist())
        for player, value in enumerate(values)
        if value
    )
    labels = counts.labels or [""]
    who = {(deal.row, part.seat): part.name for deal in deals for part in deal.parts}
    for value, place, seat in heapq.nlargest(BEST, every):
        hands, board = scored.hands(-place)
        cell = scored.named(int(scored.rows[-place]), layout.hands[-seat].first)
        cards = " ".join(map(card_text, [*hands[-seat], *board]))
        player = who.get((int(scored.rows[-place]), labels[-seat]), labels[-seat])
        yield BestHand(value, counts.file, counts.sheet, cell, player, name(value), cards)
