"""The figures of a report: the categories and their odds, the best hands, tests of fairness.

`xlpoker.report.book` draws them. How often each category should come up is counted exactly, not
simulated: over every hand of five, six or seven cards (`xlpoker.evaluator.batch.counts`), and over
the 22,100 hands of three-card poker.

`figures` makes those of one book, `merged` those of several. A new figure is a field of `Figures`,
set in both. A new game needs its counts in `COUNTS`, and its name in `expected_shares`; without
them its hands are not tested.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, product
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

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

RankedHand = tuple[float, int, int, int]
"""The value of a hand, the index of its row, and its player."""
CategoryCounts = tuple[int, ...]
"""How often each category of hands came up."""
BEST = 10
"""So many of the best hands are shown."""
NAMES = (*(category.name for category in CATEGORIES), ROYAL_FLUSH)
"""The categories, weakest first; the royal flush is one of its own here."""
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
"""The number of cards of a hand -> how many of all such hands have each category of `NAMES`.

Those of three cards are in three-card poker.
"""


@dataclass(frozen=True, slots=True)
class BestHand:
    """One of the strongest hands: its value, where it begins, whose it is, its name, its cards.

    `deal` is the id of its deal in a table of hand histories, else empty.
    """

    value: float
    file: str
    sheet: str
    cell: str
    player: str
    name: str
    cards: str
    deal: str = ""


@dataclass(frozen=True, slots=True)
class Figures:
    """What a report shows: the counts of each of the `books`, and of all together.

    - `categories`: the names, weakest first;
    - `category_counts`: for each player, how often each category came up;
    - `expected`: the share that each category should have, None where that is not known (jokers,
      Omaha, hands of other sizes);
    - `cards`: the number of cards that each hand is made from, 0 where it differs;
    - `deals`: the rows of a table of hand histories;
    - `folds`: whether some players of a game with a board are not in every showdown.
    """

    counts: Counts
    books: tuple[Counts, ...]
    players: int
    categories: tuple[str, ...]
    category_counts: tuple[CategoryCounts, ...]
    expected: tuple[float, ...] | None
    cards: int
    best: tuple[BestHand, ...]
    deals: tuple[HistoryDeal, ...] = ()
    folds: bool = False

    @property
    def hands(self) -> int:
        """Return the number of hands with a value."""
        return sum(map(sum, self.category_counts))

    @property
    def has_several_files(self) -> bool:
        """Tell whether hands come from several files."""
        return len({book.file for book in self.books}) > 1

    @property
    def expected_wins(self) -> list[float]:
        """Return how many rows each player would win if all in a showdown won equally often."""
        players = len(self.counts.players)
        wins: list[float] = [0] * players
        for group, rows in self.counts.showdowns.items():
            for player in group:
                wins[player] += rows / len(group)
        return wins

    @property
    def tests(self) -> list[Fairness]:
        """Return the tests of fairness: of the wins, and of each player's hands.

        Those for which there are too few rows are left out.
        """
        tests: list[Fairness | None] = []
        wins = self.counts.players
        if wins and not self._why_wins_are_untested:
            question = "Do the players win equally often?"
            tests.append(fairness(question, wins, self.expected_wins))
        if self.expected and not self.folds:
            tests += self._tests_of_hands(self.expected)
        return [test for test in tests if test is not None]

    def _tests_of_hands(self, shares: Sequence[float]) -> list[Fairness | None]:
        """Return the test of each player's hands against the shares expected.

        A test for which there are too few is None.
        """
        labels = self.counts.labels
        subjects = [f"Does {label} get" for label in labels] or ["Are there"]
        tests = []
        for subject, counts in zip(subjects, self.category_counts, strict=False):
            hands = sum(counts)
            expected = [hands * share for share in shares]
            tests.append(fairness(f"{subject} the hands expected?", counts, expected))
        return tests

    @property
    def untested(self) -> list[str]:
        """Return what is not tested, and why."""
        reasons = [self._why_wins_are_untested] if self._why_wins_are_untested else []
        if self.expected and self.folds:
            reasons.append(
                "The hands are not tested against those expected: folded hands are not shown, and weak hands fold."
            )
        return reasons

    @property
    def _why_wins_are_untested(self) -> str:
        """Return why the wins are not tested.

        The text is empty where they are, and where there are no players.
        """
        players = len(self.counts.players)
        if _has_smaller_groups(self.counts, players):
            return "The wins are not tested: not all players are in every showdown."
        if any(wins < LEAST for wins in self.expected_wins):
            return f"Too few rows to test the wins: each player expects fewer than {LEAST}."
        return ""


def figures(
    layout: Layout, scored: Scored, counts: Counts, deals: Sequence[HistoryDeal] = ()
) -> Figures:
    """Return the figures of a report from the scored rows of a sheet.

    `scored` holds the cards of all hands.

    For a table of hand histories `deals` are its rows, with the players' names.
    """
    players = len(layout.hands)
    showdowns = [scored, *scored.further]
    values = np.concatenate([part.values for part in showdowns])
    tallies = [categories_of(values_of_player) for values_of_player in values.T]
    cards = _hand_size(showdowns)
    shares = expected_shares(cards, counts.game)
    names = [name for name in NAMES if shares.get(name, 1)]  # some games lack a category
    if any(FIVE_OF_A_KIND.name in tally for tally in tallies):
        names.append(FIVE_OF_A_KIND.name)
    known_shares = tuple(share for share in shares.values() if share)
    has_board = layout.board is not None
    return Figures(
        counts=counts,
        books=(counts,),
        players=players,
        categories=tuple(names),
        category_counts=tuple(_counts_in_order(tally, names) for tally in tallies),
        expected=known_shares or None,
        cards=cards,
        best=tuple(_best(layout, scored, counts, deals)),
        deals=tuple(deals),
        folds=has_board and _has_smaller_groups(counts, players),
    )


def _has_smaller_groups(counts: Counts, players: int) -> bool:
    """Tell whether not all players are in every showdown."""
    sizes = [len(group) for group in counts.showdowns]
    return any(size < players for size in sizes)


def _counts_in_order(tally: Mapping[str, int], names: Sequence[str]) -> CategoryCounts:
    """Return how often each of the named categories came up.

    >>> _counts_in_order({"Flush": 2, "One Pair": 9}, ["One Pair", "Two Pair", "Flush"])
    (9, 0, 2)
    """
    return tuple(tally.get(name, 0) for name in names)


def merged(parts: Sequence[Figures]) -> Figures:
    """Merge the figures of several books.

    The expected shares stay only where they are the same for all.
    """
    if len(parts) == 1:
        return parts[0]
    books: list[Counts] = []
    deals: list[HistoryDeal] = []
    for part in parts:
        books += part.books
        deals += part.deals
    total = total_of(name_of(books), books)
    category_counts = _merged_counts(parts, total)
    kinds = {(part.cards, part.expected, part.categories) for part in parts}
    categories = [part.categories for part in parts]
    mixes_players_and_hands = bool(total.labels) and _has_single_hands(total)
    is_one_kind = len(kinds) == 1 and not mixes_players_and_hands
    return Figures(
        counts=total,
        books=tuple(books),
        players=len(category_counts),
        categories=max(categories, key=len),
        category_counts=category_counts,
        expected=parts[0].expected if is_one_kind else None,
        cards=parts[0].cards if is_one_kind else 0,
        best=tuple(_merged_best(parts, total)),
        deals=tuple(deals),
        folds=any(part.folds for part in parts),
    )


def _has_single_hands(total: Counts) -> bool:
    """Tell whether some of the tables of a total have one hand in each row, and thus no players."""
    return any(not seats for seats in total.seats)


def _merged_counts(parts: Sequence[Figures], total: Counts) -> tuple[CategoryCounts, ...]:
    """Return how often each category came up, for each player of the total.

    Tables with one hand in each row have no players: their hands are counted in one more row, the
    last.
    """
    most_categories = max(len(part.categories) for part in parts)
    rows = len(total.labels)
    if _has_single_hands(total):
        rows += 1
    sums = [[0] * most_categories for _ in range(rows)]
    for part, seats in zip(parts, total.seats, strict=True):
        rows_of_part = seats or [-1]
        for row, counts in zip(rows_of_part, part.category_counts, strict=True):
            sums_of_row = sums[row]
            for category, count in enumerate(counts):
                sums_of_row[category] += count
    return tuple(map(tuple, sums))


def _merged_best(parts: Sequence[Figures], total: Counts) -> list[BestHand]:
    """Return the strongest hands of all books, with the players' names of the total."""
    hands: list[BestHand] = []
    for part, seats in zip(parts, total.seats, strict=True):
        old_labels = part.counts.labels
        new_labels = [total.labels[seat] for seat in seats]
        new_label_of = dict(zip(old_labels, new_labels, strict=True))
        for hand in part.best:
            player = new_label_of.get(hand.player, hand.player)
            hand_of_total = replace(hand, player=player)
            hands.append(hand_of_total)
    return heapq.nlargest(BEST, hands, key=lambda hand: hand.value)


def name_of(tables: Sequence[Counts]) -> str:
    """Return the common name of several tables.

    >>> name_of([Counts("a.xlsx", "Jan"), Counts("a.xlsx", "Feb")])
    'a.xlsx · 2 sheets'
    >>> name_of([Counts("a.xlsx", ""), Counts("b.xlsx", "")])
    '2 books'
    """
    files = list(dict.fromkeys(table.file for table in tables))
    if len(files) == len(tables):
        return f"{len(files):,} books"
    have_ranges = any(table.hands for table in tables)
    unit = "tables" if have_ranges else "sheets"
    book = f"{len(files):,} books"
    if len(files) == 1:
        book = Path(files[0]).name
    return f"{book} · {len(tables):,} {unit}"


def expected_shares(cards: int, game: str = "five-card") -> dict[str, float]:
    """Return the share of each category among all hands of that many cards.

    The royal flush is a category of its own.

    The dictionary is empty where the shares of a game are not known.

    >>> round(expected_shares(7)["Flush"], 6), expected_shares(3)
    (0.030255, {})
    """
    games = (THREE_CARD,) if cards == 3 else ("five-card", "holdem")
    if game not in games or cards not in COUNTS:
        return {}
    counts = COUNTS[cards]
    total = sum(counts)
    shares = [count / total for count in counts]
    return dict(zip(NAMES, shares, strict=True))


def _hand_size(showdowns: Sequence[Scored]) -> int:
    """Return how many cards every hand is made from, on each of some boards.

    The result is 0 where they differ, where there are jokers, and without hands.
    """
    sizes: set[int] = set()
    for scored in showdowns:
        for cards in _hands_with_board(scored):
            if JOKER in cards:
                return 0
            sizes.add(len(cards))
    if len(sizes) != 1:
        return 0
    return sizes.pop()


def _hands_with_board(scored: Scored) -> Iterator[list[int]]:
    """Yield the cards of each hand with a value, with those of the board."""
    for index, values in enumerate(scored.values.tolist()):
        hands, board = scored.hands(index)
        for hand, value in zip(hands, values, strict=True):
            if value:
                yield [*hand, *board]


def _best(
    layout: Layout, scored: Scored, counts: Counts, deals: Sequence[HistoryDeal]
) -> Iterator[BestHand]:
    """Yield the strongest hands, the first of equal ones first."""
    labels = counts.labels or [""]
    names: dict[tuple[int, str], str] = {}
    ids: dict[int, str] = {}
    for deal in deals:
        ids.update(dict.fromkeys(deal.rows, deal.hand_id))
        for row, part in product(deal.rows, deal.parts):
            names[row, part.seat] = part.name
    for value, index, board_number, player in _strongest(scored):
        showdown = scored.on_board(board_number)
        row = int(showdown.rows[index])
        hands, board = showdown.hands(index)
        label = labels[player]
        seated = showdown.seated.get(row, ())
        person = seated[player] if seated and seated[player] else label
        cards = [*hands[player], *board]
        yield BestHand(
            value,
            file=counts.file,
            sheet=counts.sheet,
            cell=scored.address_of(row, layout.hands[player].first),
            player=names.get((row, label), person),
            name=name(value),
            cards=" ".join(map(card_text, cards)),
            deal=ids.get(row, ""),
        )


def _strongest(scored: Scored) -> list[RankedHand]:
    """Return the value, the row's index, the board's number and the player of the strongest hands.

    Of equal hands the first comes first.
    """
    boards = [scored, *scored.further]
    hands_by_board = [_ranked_hands(part, number) for number, part in enumerate(boards)]
    ranked_hands = chain.from_iterable(hands_by_board)
    strongest = heapq.nlargest(BEST, ranked_hands)
    return [(value, -index, -board, -player) for value, index, board, player in strongest]


def _ranked_hands(scored: Scored, board: int) -> Iterator[RankedHand]:
    """Yield each hand on a board; all but the value is negated, so that the first of equal ones is ahead."""
    for index, values in enumerate(scored.values.tolist()):
        for player, value in enumerate(values):
            if value:
                yield value, -index, -board, -player
