"""Blocks: groups of rows with cards, and the columns in which the cards stand.

A row with two cards or more is a row of hands; one or two blank rows, or bad rows, do not end a block; words
that announce hands do. Within a block a column holds cards when most of what stands in it are cards. Columns in which they
are rare (a second player who seldom stays, a river that is seldom dealt) count where they are labelled or lie beside
others; columns of labels that look like cards (H7 H8 H9 ...) do not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from typing import Any

from xlpoker.evaluator.cells import is_out
from xlpoker.layout.cell_types import BLANK, CARD, LABEL, NEAR, NUMBER, SHORT, WORD, Sheet, cards_only, counted
from xlpoker.layout.forms import Places
from xlpoker.layout.grid import Area, a1
from xlpoker.layout.labels import (
    Numbered,
    is_board,
    is_card_name,
    is_label,
    is_no_hands,
    is_series,
    is_street,
    is_suit_first,
    numbered,
    series_of,
)

__all__ = ["Block", "Column", "find_blocks", "is_seats", "spread", "where", "words_above"]

HEADER_ROWS = 3
_WIDE_GAP = 2
_CARDS = range(1, NEAR + 1)
_SEEN, _DECK = 64, 52
_UNSHOWN = 1000  # rows without cards below labels


def where(sheet: Sheet) -> str:
    """Return a sheet's name for messages."""
    return sheet.grid.sheet or "The table"


@dataclass(frozen=True, slots=True)
class Column:
    """Counts of a column of a block: cells with one card, with several (and how many cards most have), others."""

    cards: int
    several: int
    most: int
    near: int
    short: int
    other: int
    blank: int

    @property
    def one_cell(self) -> bool:
        """Tell whether most cells with cards hold several."""
        return 2 * self.several > self.cards


@dataclass(slots=True)
class Block:
    """Rows of hands (both ends included) and their columns of cards by number; also the other columns, for comparison."""

    first: int
    last: int
    stats: list[Column]
    columns: list[int] = field(default_factory=list)
    header: dict[int, Any] = field(default_factory=dict)  # the words above: the nearest row that has any
    labels: set[int] = field(default_factory=set)  # columns like H7 H8 H9, which are no cards
    odd: list[int] = field(default_factory=list)  # columns that may be labels, each of which could be a card
    doubtful: list[int] = field(default_factory=list)  # columns of other things with a whole hand here and there
    places: Places = ()  # where columns that are pairs of others begin and end

    @property
    def runs(self) -> list[Area]:
        """Return the columns of cards that lie side by side."""
        runs: list[Area] = []
        for column in self.columns:
            if runs and runs[-1].last == column - 1:
                runs[-1] = Area(runs[-1].first, column)
            else:
                runs.append(Area(column, column))
        return runs

    def range(self, area: Area) -> str:
        """Return an area of the block as a spreadsheet writes it."""
        if area.apart:
            return "+".join(self.range(Area(at, at)) for at in area.apart)
        wide = spread(area, self.places)
        return f"{a1(self.first, wide.first)}:{a1(self.last, wide.last)}"

    def ranges(self, areas: Sequence[Area]) -> str:
        """Return areas as ``--hands`` takes them."""
        return ",".join(dict.fromkeys(map(self.range, areas)))


def spread(area: Area, places: Places) -> Area:
    """Return an area in the columns of the sheet, where the block's columns are pairs or parts of these (`places`).

    >>> spread(Area(1, 2), [(0, 0), (1, 2), (3, 4)])
    Area(first=1, last=4)
    >>> spread(Area(2, 2), [(0, 0), (1, 1), (1, 1)]).part
    1
    """
    beyond = places[-1][1] + 1 - len(places) if places else 0
    first, last = (places[at] if at < len(places) else (at + beyond,) * 2 for at in (area.first, area.last))
    parts = [at for at, place in enumerate(places) if place == first]
    return Area(first[0], last[1], parts.index(area.first) if len(parts) > 1 else None)


def find_blocks(sheet: Sheet, places: Places = ()) -> list[Block]:
    """Return the blocks of a sheet that hold cards; `places` has the sheet's columns for those that are pairs or parts of them.

    >>> from xlpoker.layout.grid import Grid
    >>> row = "5H 5C 6S 7S KD 2C 3S 8S 8D TD".split()
    >>> [(block.first, block.last, block.runs) for block in find_blocks(Sheet(Grid("Sheet1", [["Player 1"], row, row])))]
    [(1, 2, [Area(first=0, last=9)])]

    Raises `LayoutError` where cards stand so far apart that a whole sheet would lie between them.
    """
    blocks = []
    above = -1
    for first, last in _row_blocks(sheet):
        block = Block(first, last, [_column(kinds) for kinds in sheet.columns(first, last)], places=places)
        block.header = next(filter(None, words_above(sheet, first, above)), {})
        last_named = max((at for at, word in block.header.items() if is_card_name(word)), default=-1)
        nothing = _column(bytes(last - first + 1))
        block.stats += [nothing] * (last_named + 1 - len(block.stats))  # labels whose columns nobody filled
        block.columns = _columns(sheet, block)
        if block.columns:
            blocks.append(block)
        above = last
    return blocks


def _row_blocks(sheet: Sheet) -> Iterator[tuple[int, int]]:
    start = end = -1
    hands = {  # and whether they may be labels like C1 C2 C3 or h2c2, which whole hands in cells are not
        kinds: max(cards_only(kinds)) < 3 and counted(kinds, NEAR, LABEL, SHORT) > 0
        for kinds in set(sheet.rows)
        if sum(cards_only(kinds)) > 1
    }
    for row in [row for row, kinds in enumerate(sheet.rows) if kinds in hands]:
        if hands[sheet.rows[row]] and is_series(sheet.grid.rows[row]):
            if start >= 0:
                yield start, end
            start = -1
            continue
        if start < 0 and is_seats(sheet, row):
            continue
        if start >= 0 and row - end > 1 and _ends_between(sheet, end, row):
            yield start, end
            start = -1
        if start < 0:
            start = _below_labels(sheet, row, end)
        end = row
    if start >= 0:
        yield start, end


def is_seats(sheet: Sheet, row: int) -> bool:
    """Tell whether a row holds seats like S4 S2 S1, each over the first of several columns, or names like Kh over whole hands."""
    words = {
        at: sheet.grid.rows[row][at]
        for at, kind in enumerate(sheet.rows[row])
        if kind and 0 < sheet.kind(row + 1, at) < NEAR
    }
    kinds = {*sheet.picked(row, words)}
    if len(words) > 1 and CARD in kinds <= {CARD, SHORT, LABEL, WORD} and CARD not in sheet.picked(row + 1, words):
        return not any(sheet.picked(row - 1, words))
    seats = {at for at, word in words.items() if is_suit_first(word)}
    beside = {at + 1 for at in seats}
    return (
        len(seats) > 1
        and beside.isdisjoint(words)
        and all(0 < kind < NEAR for kind in sheet.picked(row + 1, beside))
        and all(is_label(words[at]) or is_street(words[at]) for at in words.keys() - seats)
    )


def _below_labels(sheet: Sheet, first: int, above: int) -> int:
    """Return the first row below the labels of a block: deals in which everybody folds may precede the first cards."""
    cards = [at for at, kind in enumerate(sheet.rows[first]) if 0 < kind < NEAR]
    for row in range(first - 1, max(above, first - _UNSHOWN), -1):
        if all(sheet.kind(row, at) == LABEL for at in cards):
            return row + 1
        if not any(sheet.rows[row]) or not all(is_out(sheet.grid.cell(row, at)) for at in cards):
            break
    return first


def _ends_between(sheet: Sheet, end: int, row: int) -> bool:
    """Tell whether the rows between two rows of hands separate two blocks: blank rows, or the header of another."""
    blank = 0
    for between in range(end + 1, row):
        kinds = sheet.rows[between]
        words = counted(kinds, WORD, LABEL, SHORT) > 1 > counted(kinds, *_CARDS)
        labels = any(kind == LABEL and 0 < sheet.kind(end, at) < NEAR for at, kind in enumerate(kinds))
        if labels or (words and blank and between == row - 1):
            return True
        blank += not any(kinds)
    return blank > _WIDE_GAP


def _column(kinds: bytes) -> Column:
    rest = kinds.translate(None, b"\1")  # single cards, mostly all there is
    several = cards_only(rest)
    most = max(set(several), key=several.count) if several else 1
    near, short, other = rest.count(NEAR), rest.count(SHORT), counted(rest, NUMBER, LABEL, WORD)
    return Column(len(kinds) - len(rest) + len(several), len(several), most, near, short, other, rest.count(BLANK))


def words_above(sheet: Sheet, first: int, above: int = -1) -> list[dict[int, Any]]:
    """Return the words in the three rows above a block (and below the row `above`) by column, the nearest row first."""
    rows = range(first - 1, max(first - HEADER_ROWS - 1, above, -1), -1)
    return [{at: sheet.grid.rows[row][at] for at, kind in enumerate(sheet.rows[row]) if kind} for row in rows]


def _columns(sheet: Sheet, block: Block) -> list[int]:
    """Return the columns of a block that hold cards."""
    rows = block.last - block.first + 1
    stats = block.stats
    names = numbered(list(block.header.items()))
    words = {at for at, word in block.header.items() if is_label(word) or is_card_name(word)}
    likely = {at for at, one in enumerate(stats) if one.cards and (one.cards >= one.other or at in words)}
    series = {at: one for at in likely if (one := series_of(_cells(sheet, block, at))) is not None}
    block.labels = {at for at, one in series.items() if one.length >= 3 and one.impossible}
    likely -= block.labels
    chosen = {at for at in likely if 10 * (stats[at].cards + stats[at].near + stats[at].short) >= rows}
    rare = likely - chosen
    chosen |= {at for at in rare if at in words or not rare.isdisjoint((at - 1, at + 1))}
    if chosen and all(stats[at].one_cell for at in chosen):
        chosen |= {at for at in rare if stats[at].one_cell}
    rare |= {at for at, one in enumerate(stats) if not one.cards and 2 * one.near > rows and one.near >= one.other}
    rare |= _numbered_alike(block, names, chosen)
    while beside := {at for at in rare - chosen if chosen & {at - 1, at + 1}}:
        chosen |= beside
    chosen |= _numbered_alike(block, names, chosen)
    chosen |= {at for at, one in enumerate(stats) if one.cards and {at - 1, at + 1} <= chosen}
    block.labels |= _look_alikes(sheet, block, chosen)
    used = chosen | block.labels
    block.doubtful = [
        at
        for at, one in enumerate(stats)
        if at not in used and one.one_cell and one.cards > 1 and 10 * one.cards >= rows
    ]
    block.labels |= _probably_labels(sheet, block, sorted(chosen - block.labels), names)
    return sorted(chosen - block.labels)


def _look_alikes(sheet: Sheet, block: Block, chosen: set[int]) -> set[int]:
    """Return columns that only seem to hold cards: names, notes, marks ``*`` beside complete hands, a list of all cards."""
    found = {
        at for at, word in block.header.items() if is_no_hands(word) and at + 1 not in chosen - block.header.keys()
    }
    whole = [at for at in chosen if block.stats[at].one_cell]
    marks = set()
    for at in chosen - found:
        one, word = block.stats[at], block.header.get(at)
        cells = (str(cell).strip() for cell in _cells(sheet, block, at))
        if one.one_cell or is_board(word) or is_street(word) or is_card_name(word):
            continue
        if str(word).casefold() != "joker" and next(cells, "") == "*" and all(cell == "*" for cell in cells):
            marks.add(at)
        elif one.cards < one.other and len(whole) > 1:
            found.add(at)
        elif (
            not chosen & {at - 1, at + 1} and len({str(cell).strip() for cell in _cells(sheet, block, at)}) == one.cards
        ):
            found |= {at} if one.cards == _DECK or sheet.kind(block.last + 1, at) == CARD else set()
    short = [run for run in Block(0, 0, [], sorted(chosen - marks)).runs if len(run.columns) in (4, 6, 9, 14)]
    found |= marks - {at for run in short for at in (run.first - 1, run.last + 1)}
    return found if chosen - found else set()


def _numbered_alike(block: Block, names: Numbered, chosen: set[int]) -> set[int]:
    """Return the columns that the header numbers as it numbers the cards: Card 5 beside Card 4, not Column5."""
    whose = [names[at][0] for at in chosen if at in names]
    alike = {at for at, (who, number) in names.items() if whose.count(who) > 1 and 0 < number < 10}
    return {at for at in alike if is_card_name(block.header[at])}


def _cells(sheet: Sheet, block: Block, column: int) -> Iterator[Any]:
    """Return the first texts in a column of a block."""
    rows = range(block.first, block.last + 1)
    return islice((sheet.grid.rows[row][column] for row in rows if sheet.kind(row, column)), _SEEN)


def _probably_labels(sheet: Sheet, block: Block, columns: list[int], names: Numbered) -> set[int]:
    """Return the columns of labels at the ends of runs, in a block where other columns are not labels.

    Where each of a few labels may be a card, one of these decides: the words above, the width (six and eleven columns are
    hands of five and a label), or that no other column has the suit first. Uncertain columns are remembered in the block.
    """
    cells = partial(_cells, sheet, block)
    told = {at for at, word in block.header.items() if is_board(word) or is_street(word) or is_card_name(word)}
    found = {at: series for at in columns if at not in told and (series := series_of(cells(at))) is not None}
    odd = {at for at in columns if at not in told and all(map(is_suit_first, cells(at)))}
    if len(odd) != 1 or any(is_suit_first(cell) for at in set(columns) - odd for cell in cells(at)):
        odd = set()
    if len(found) == len(columns):
        return set()
    labels: set[int] = set()
    for run in Block(block.first, block.last, [], columns).runs:
        width = len(run.columns)
        for at in {run.first, run.last} & (found.keys() | odd):
            word = block.header.get(at)
            named = isinstance(word, str) and at not in names and not is_label(word) and width != 5
            beside = at + 1 if at == run.first else at - 1
            alone = run.first == run.last or block.stats[beside].one_cell
            series = found.get(at)
            sure = series is not None and series.steady and (named or series.length > 3 or at in odd)
            if series is not None and series.length >= 3 and (alone or width % 5 == 1 or sure):
                labels.add(at)
            elif at in odd and (series is not None or len(list(cells(at))) == 1):
                block.odd.append(at)
    return labels
