"""What the caller says: ``--hands --skip --by --cards --game --sheet``, as values.

They are edits of the input, so that what they name goes through the same search:

    --sheet Jan            only this sheet is searched
    --skip G,7:9           column G and rows 7 to 9 are left blank
    --cards uci            only this way to write cards is tried
    --game omaha           only groupings that fit this game
    --hands "Anna=A3:E9"   the grouping itself; no check asks about it
    --hands A2:O90         one range wider than a hand: all else is left blank
    --by "Date,Deal"       the columns that tell deals apart
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any, NamedTuple

from xlpoker.addresses import column_number
from xlpoker.errors import LayoutError, NoCardsError, counted, nearest, quoted
from xlpoker.evaluator.cards import has_ranks_alone, not_a_card
from xlpoker.evaluator.encodings import encoding
from xlpoker.layout.boards import with_named_boards
from xlpoker.layout.columns_text import letters, range_of
from xlpoker.layout.games import GAMES_WITH_BOARD
from xlpoker.layout.grid import Area
from xlpoker.layout.grouping import (
    FIVE,
    Grouping,
    HandColumns,
    Hands,
    Shape,
    hands_of_a_line,
    total_size,
)
from xlpoker.layout.heading_rows import heading_rows_above, looks_like_headings
from xlpoker.layout.ranges import BOARD, NO_SKIP, Ranges, Skip, parse_ranges, parse_skip
from xlpoker.layout.sheet import NEAR, Sheet, is_cards
from xlpoker.layout.tables import Column, Columns, Table
from xlpoker.layout.written import Written

__all__ = ["NO_OPTIONS", "Options", "asked_columns", "asked_grouping", "asked_table", "cut_cards"]

_MOST_NAMED = 4
_MOST_CARDS = 9
_SIZES_OF_BOARDS = (3, 5)


class Options(NamedTuple):
    """What the caller says about the input; empty where nothing was said."""

    game: str = ""
    cards: str = ""
    by: tuple[str, ...] = ()
    sheet: str = ""
    skip: Skip = NO_SKIP
    hands: Ranges | None = None

    @classmethod
    def parse(
        cls,
        *,
        hands: str = "",
        skip: str = "",
        by: str = "",
        cards: str = "",
        game: str = "",
        sheet: str = "",
    ) -> Options:
        """Return the options of a command line.

        >>> options = Options.parse(hands="Anna=A3:E9,board=K3:O9", skip="G,7:9")
        >>> options.hands.names, options.skip.columns, options.skip.rows
        (('Anna', 'board'), (6,), ((6, 8),))

        Raises `LayoutError` for ranges that cannot be read.
        """
        ranges = None
        if hands:
            ranges = parse_ranges(hands)
            sheet = sheet or ranges.sheet or ""
        headings = [heading.strip() for heading in by.split(",")]
        filled_headings = filter(None, headings)
        return cls(
            game=game,
            cards=cards,
            by=tuple(filled_headings),
            sheet=sheet,
            skip=parse_skip(skip),
            hands=ranges,
        )

    @property
    def skipped_rows(self) -> set[int]:
        """The rows of ``--skip``."""
        rows: set[int] = set()
        for first, last in self.skip.rows:
            rows.update(range(first, last + 1))
        return rows

    def without_skipped(self, sheet: Sheet) -> Sheet:
        """Return a sheet with the columns and rows of ``--skip`` left blank."""
        return sheet.without(self.skip.columns, self.skipped_rows)

    def is_wide(self) -> bool:
        """Tell whether ``--hands`` is one range of more cards than a hand has, and without a name.

        Such a range is a whole table, in which the hands are searched.
        """
        if self.hands is None or self.hands.names or len(self.hands.areas) > 1:
            return False
        area = self.hands.areas[0]
        most_columns = _MOST_CARDS
        if self.cards:
            most_columns *= encoding(self.cards).cells
        return len(area.columns) > most_columns

    def within_range(self, sheet: Sheet) -> tuple[Sheet, Options]:
        """Return the part of a sheet in the one range of ``--hands``, and the other options.

        Headings right above the range are kept.
        """
        assert self.hands is not None
        columns = _columns_of(sheet, self.hands)
        first, last = self.hands.rows or (0, sheet.last_row)
        if first < len(sheet.rows):
            headings = heading_rows_above(sheet, first, 0)
            first = min((first, *headings))
        return sheet.part(columns, first, last), self._replace(hands=None)

    def picked(self, sheets: Sequence[Sheet]) -> Sequence[Sheet]:
        """Return the sheet of ``--sheet``, or all.

        Raises `LayoutError` where no sheet has this name.
        """
        if not self.sheet:
            return sheets
        wanted = self.sheet.casefold()
        chosen = [sheet for sheet in sheets if sheet.name.casefold() == wanted]
        if chosen:
            return chosen
        names = ", ".join(quoted(sheet.name) for sheet in sheets)
        raise LayoutError(f"there is no sheet {quoted(self.sheet)}; there are {names}")


NO_OPTIONS = Options()


def asked_table(sheet: Sheet, ranges: Ranges) -> Table:
    """Return the rows of named ranges as a table: those with cards in these columns.

    Raises `NoCardsError` where none of them holds a card.
    """
    sheet = _with_named_columns(sheet, ranges)
    columns = _columns_of(sheet, ranges)
    first, last = ranges.rows or (0, sheet.last_row)
    rows: list[int] = []
    for row, kinds in enumerate(sheet.kinds):
        if first <= row <= last and _has_cards(kinds, columns):
            rows.append(row)
    if not rows:
        rows_named = sheet.rows[first : last + 1]
        cells = [row[column] for row in rows_named for column in columns]
        raise NoCardsError(_no_cards_in(ranges, cells))
    while len(rows) > 1 and looks_like_headings(sheet, rows[0]):
        rows.pop(0)  # the first row of a table of Excel
    headings = heading_rows_above(sheet, rows[0], 0)
    return Table(sheet, headings, tuple(rows))


def _with_named_columns(sheet: Sheet, ranges: Ranges) -> Sheet:
    """Return a sheet with the last columns of the named hands, which no row may fill: there cards are missing."""
    last_columns = [max(origin) for origin in sheet.origins]
    width = 1 + max(last_columns, default=-1)
    named = [max(area.columns) for area in ranges.areas if min(area.columns) < width]
    missing = range(width, 1 + max(named, default=0))
    if not missing or len(missing) > _MOST_CARDS:
        return sheet
    blank_cells = [None for _ in missing]
    rows = [[*row, *blank_cells] for row in sheet.rows]
    new_origins = [(column,) for column in missing]
    return sheet.with_columns(rows, [*sheet.origins, *new_origins])


def _no_cards_in(ranges: Ranges, cells: Sequence[Any]) -> str:
    """Return the message about named ranges without any card, given their cells."""
    first_areas = ranges.areas[:_MOST_NAMED]
    places = ", ".join(_place(area, ranges.rows) for area in first_areas)
    for cell in cells:
        if isinstance(cell, str) and has_ranks_alone(cell) and not cell.isdecimal():
            return f"no cards stand in {places}; {not_a_card(cell)}"
    return f"no cards stand in {places}; cards look like 5H or TD, and numbers need their encoding, such as 0-51"


def _place(area: Area, rows: tuple[int, ...] | None) -> str:
    """Return a named range, with its rows if these are named, too."""
    if rows is None:
        return area.letters
    first, last = rows
    return range_of(list(area.columns), first, last)


def _has_cards(kinds: bytes, columns: Sequence[int]) -> bool:
    """Tell whether a row has cards in some columns; one alone may be a heading such as C1."""
    count = 0
    for column in columns:
        kind = kinds[column]
        if is_cards(kind):
            count += kind
        elif kind == NEAR:
            count += 1
    return count > 1


def _columns_of(sheet: Sheet, ranges: Ranges) -> list[int]:
    """Return the columns of the sheet that ranges name, counted as the sheet has them."""
    named: set[int] = set()
    for area in ranges.areas:
        named.update(area.columns)
    places = enumerate(sheet.origins)
    return [place for place, origin in places if origin[0] in named]


def asked_grouping(table: Table, options: Options) -> Grouping:
    """Return the hands and the board that ``--hands`` names.

    ``board=K3:O9`` is the board, twice for hands that are run twice; a range with another name
    never. Of ranges without names the
    board is the one below a word for it, or in a game with a board the one of its size.
    """
    assert options.hands is not None
    ranges = options.hands
    names = ranges.names or [""] * len(ranges.areas)
    hands: list[HandColumns] = []
    boards: list[list[Column]] = []
    for name, area in zip(names, ranges.areas, strict=True):
        columns = _area_columns(table, area)
        if _is_board(name, columns):
            boards.append(columns)
        else:
            hands.extend(_hands_in(name, columns))
    board = [*chain.from_iterable(boards)]
    if not board and not ranges.names and options.game in GAMES_WITH_BOARD:
        board = _columns_of_a_board(hands)
        hands = [hand for hand in hands if list(hand.columns) != board]
    if not hands:
        raise LayoutError("the named ranges are a board, but no hand")
    named_by = table.heading_rows[-1] if table.heading_rows else None
    grouping = Grouping(tuple(hands), tuple(board), Shape.ASKED, named_by)
    return with_named_boards(grouping, boards, options.game)


def _is_board(name: str, columns: Columns) -> bool:
    """Tell whether a range is the board: by its name, or without one by the headings above it."""
    if name:
        return name.casefold() == BOARD
    return any(head.is_board for head in columns[0].headings)


def _area_columns(table: Table, area: Area) -> list[Column]:
    """Return the columns of a table that one range names."""
    columns = [column for column in table.columns if table.real_column(column) in area.columns]
    if not columns:
        raise LayoutError(f"nothing stands in {area.letters}")
    return columns


def _hands_in(name: str, columns: Columns) -> Hands:
    """Return the hand in one range; ten cards and more in a row are hands of five."""
    total = total_size(columns)
    if total > FIVE and total % FIVE == 0 and not name:
        return hands_of_a_line(columns, total // FIVE)
    return [HandColumns(name or _common_name(columns), tuple(columns))]


def _common_name(columns: Columns) -> str:
    """Return the name that all headings of a hand say: Anna 1, Anna 2; nothing if they differ."""
    names = {column.heading.name for column in columns}
    stems = {column.heading.stem for column in columns}
    if len(names) == 1:
        return names.pop()
    if len(stems) == 1:
        return stems.pop()
    return ""


def _columns_of_a_board(hands: Hands) -> list[Column]:
    """Return the columns of the only range that has the size of a board beside hands."""
    boards = [hand for hand in hands if hand.size in _SIZES_OF_BOARDS]
    if len(boards) != 1 or len(hands) == 1:
        return []
    return list(boards[0].columns)


def cut_cards(
    sheet: Sheet,
    ranges: Ranges,
    cards: str,
) -> Written:
    """Return the columns of each card where ranges and the encoding are both given."""
    code = encoding(cards)
    columns_of_cards: list[tuple[int, ...]] = []
    for area in ranges.areas:
        columns = list(area.columns)
        if len(columns) % code.cells:
            raise LayoutError(
                f"{area.letters} is {counted(len(columns), 'column')} wide, and a card as {cards} has"
                f" {counted(code.cells, 'cell')}; name a range per hand"
            )
        if columns[-1] >= sheet.width:
            raise LayoutError(
                f"{sheet.name or 'the file'} holds nothing in {letters([columns[-1]])}"
            )
        for part in code.parts(len(columns)):
            card = columns[part]
            columns_of_cards.append(tuple(card))
    return Written(cards, tuple(columns_of_cards), is_sure=True)


def asked_columns(table: Table, names: Sequence[str]) -> tuple[Column, ...]:
    """Return the columns of headings, or of letters.

    Raises `LayoutError` where a column has neither.
    """
    return tuple(_asked_column(table, name) for name in names)


def _asked_column(table: Table, name: str) -> Column:
    """Return the column with a heading, in large or small letters, else with a letter."""
    wanted = name.casefold()
    for column in table.columns:
        if column.heading.text.casefold() == wanted:
            return column
    if name.isascii() and name.isalpha():
        number = column_number(name)
        for column in table.columns:
            if table.real_column(column) == number:
                return column
    headings = [column.heading.text for column in table.columns if column.heading.text]
    advice = nearest(name, headings).replace("choose from", "the headings are")
    raise LayoutError(f"no column is headed {quoted(name)}; {advice}")
