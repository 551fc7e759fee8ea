"""The search for the hands of a sheet. It ends with one reading, or with one question.

sheet -> tables -> hands -> checks -> game -> deals -> Reading
                     |        |        |       |
                     +--------+--------+-------+-----> Question

A sheet is searched twice at most: as it is (`_find_plain`), and where its cells are no cards, with
its numbers, or its ranks and suits, put together as cards (`_find_encoded`).

- A new shape of sheet is a function of `xlpoker.layout.shapes`, a new way to write cards one of
  `xlpoker.layout.ways_of_writing`, a new check one of `xlpoker.layout.checks`.
- A new game is a member of `xlpoker.layout.games`, chosen by `xlpoker.layout.which_game`.
- File formats are unknown here: a `Sheet` is made of plain values.
"""

from __future__ import annotations

from collections.abc import Sequence

from xlpoker.addresses import MOST_COLUMNS, a1
from xlpoker.errors import LayoutError
from xlpoker.layout.card_checks import board_in_a_row
from xlpoker.layout.complete import first_options, option_for_hands
from xlpoker.layout.options import NO_OPTIONS, Options, asked_table, cut_cards
from xlpoker.layout.read_table import TableReader
from xlpoker.layout.reading import Answer, Finding, Option, Part, Question, Reading, Trace
from xlpoker.layout.seats import NO_SHOWDOWN, has_seats
from xlpoker.layout.sheet import CARD, Sheet
from xlpoker.layout.tables import Table, tables_of
from xlpoker.layout.written import Written, sheet_of_cards

__all__ = ["find"]

_LEAST_ROWS_OF_CARDS = 5
"""So many rows with cards are asked about, though nothing is read; fewer are chance."""
_MOST_TABLES = 20
"""So many tables of a sheet, at most, are read for the options of a question."""
_TIMES_LARGER = 10
"""Smaller tables are not asked about if the largest has at least so many times their rows."""
_RUNNING_DOWN = (
    "cards stand one below the other; each hand needs a row of its own (Paste Special, Transpose)"
)


def find(sheet: Sheet, options: Options = NO_OPTIONS) -> Finding:
    """Return where the hands of a worksheet are, or a question about them.

    The answer is None for a sheet without cards. Raises `LayoutError` for options that name
    nothing on the sheet, and for more columns than a sheet can have.
    """
    if sheet.width > MOST_COLUMNS and options.hands is None:
        raise LayoutError(
            f"{sheet.width:,} columns are too many; a sheet has at most {MOST_COLUMNS:,}"
        )
    sheet = options.without_skipped(sheet)
    if options.is_wide():
        sheet, options = options.within_range(sheet)
    finding = Finding(None)
    if not options.cards:
        finding = _find_plain(sheet, options)
    if finding.answer is None:
        finding = _find_encoded(sheet, options)
    reading = finding.answer
    skipped_rows = options.skipped_rows
    if not isinstance(reading, Reading) or not skipped_rows:
        return finding
    skipped = sorted(skipped_rows.union(reading.skipped_rows))
    return finding._replace(answer=reading._replace(skipped_rows=tuple(skipped)))


def _find_plain(sheet: Sheet, options: Options) -> Finding:
    """Return where the hands are on a sheet whose cells are cards."""
    if options.hands:
        return _find_asked(sheet, options)
    tables = tables_of(sheet)
    if not tables and has_seats(sheet):
        return Finding(Question(sheet.name, NO_SHOWDOWN))
    if not tables:
        return Finding(None)
    return _read_tables(tables, options)


def _find_asked(sheet: Sheet, options: Options) -> Finding:
    """Return the reading of the hands that the caller named."""
    assert options.hands is not None
    table = asked_table(sheet, options.hands)
    finding = TableReader(table, options).read_asked()
    reading = finding.answer
    if not isinstance(reading, Reading) or not options.hands.rows:
        return finding
    first, last = options.hands.rows
    if reading.header is not None:  # the first row of a table of Excel
        first = max(first, reading.header + 1)
    return finding._replace(answer=reading._replace(first=first, last=last))


def _find_encoded(sheet: Sheet, options: Options) -> Finding:
    """Return where the hands are on a sheet whose cards are numbers, or have two cells each.

    An encoding without a doubt is taken. Several possible ones become the options of a question.
    """
    encodings = _encodings(sheet, options)
    sure_encodings = [written for written in encodings if written.is_sure]
    if sure_encodings:
        finding = _find_as_written(sheet, sure_encodings[0], options)
        if finding.answer:
            return finding
        return Finding(_cards_running_down(sheet))
    options_of_encodings: list[Option] = []
    trace = Trace()
    for written in encodings:
        finding = _find_as_written(sheet, written, options)
        option = _option_for_encoding(finding.answer)
        if option:
            options_of_encodings.append(option)
            trace = finding.trace
    if not options_of_encodings:
        return Finding(_cards_running_down(sheet))
    question = Question(
        sheet.name,
        cause=encodings[0].doubt,
        options=first_options(options_of_encodings),
    )
    return Finding(question, trace)


def _option_for_encoding(answer: Answer | None) -> Option | None:
    """Return the option for what was found with an encoding: the hands, or the first option there.

    None where nothing was found.
    """
    if isinstance(answer, Reading):
        return Option((answer,), (Part.CARDS,))
    if answer and answer.options:
        return answer.options[0]
    return None


def _encodings(sheet: Sheet, options: Options) -> list[Written]:
    """Return the ways in which the cards may be written, or the one that the caller named."""
    if options.hands:
        return [cut_cards(sheet, options.hands, options.cards)]
    from xlpoker.layout.ways_of_writing import ways_of_writing

    return ways_of_writing(sheet, options.cards)


def _find_as_written(sheet: Sheet, written: Written, options: Options) -> Finding:
    """Return where the hands are if the cards are written in this way."""
    finding = _find_plain(sheet_of_cards(sheet, written), options)
    trace = finding.trace._replace(cards=written.encoding)
    answer = finding.answer
    if isinstance(answer, Reading):
        return Finding(answer._replace(cards=written.encoding), trace)
    if isinstance(answer, Question):
        choices = [_with_cards(option, written.encoding) for option in answer.options]
        return Finding(answer._replace(options=tuple(choices)), trace)
    return finding


def _with_cards(option: Option, cards: str) -> Option:
    """Return the same option with the encoding of the cards."""
    readings = [reading._replace(cards=cards) for reading in option.readings]
    parts = option.parts
    if Part.CARDS not in parts:
        parts = (*parts, Part.CARDS)
    return Option(tuple(readings), parts)


def _cards_running_down(sheet: Sheet) -> Question | None:
    """Return the question about cards that stand one below the other; None for a few cards only."""
    rows = [row for row, kinds in enumerate(sheet.kinds) if CARD in kinds]
    if len(rows) < _LEAST_ROWS_OF_CARDS:
        return None
    first = rows[0]
    column = sheet.kinds[first].index(CARD)
    return Question(sheet.name, _RUNNING_DOWN, a1(first, column))


def _read_tables(tables: Sequence[Table], options: Options) -> Finding:
    """Return what is read of the table that holds nearly all hands, or a question about several."""
    largest = max(tables, key=lambda table: len(table.rows))
    smaller = [table for table in tables if table is not largest]
    places = tuple((table.first, table.last) for table in tables)
    rows_in_smaller = sum(len(table.rows) for table in smaller)
    if _TIMES_LARGER * rows_in_smaller <= len(largest.rows):
        finding = TableReader(largest, options).read()
        trace = finding.trace._replace(tables=places)
        return finding._replace(trace=trace)
    readings: list[Reading] = []
    for table in tables[:_MOST_TABLES]:
        finding = TableReader(table, options).read()
        if finding.trace.asked_by == board_in_a_row.__name__:
            return finding
        if isinstance(finding.answer, Reading):
            readings.append(finding.answer)
    question = _which_tables(largest.sheet, tables, readings)
    return Finding(question, Trace(places, asked_by="read_tables"))


def _which_tables(
    sheet: Sheet,
    tables: Sequence[Table],
    readings: Sequence[Reading],
) -> Question:
    """Return the question which of several tables count; all together is an option if all are read."""
    other = tables[1]
    choices = [option_for_hands([reading]) for reading in readings]
    if len(readings) == len(tables):
        choices.insert(0, option_for_hands(readings))
    rows = f"rows {other.first + 1} to {other.last + 1}"
    cause = f"several tables with different headings; another is in {rows}"
    cell = f"row {other.first + 1}"
    if other.heading_rows:
        top = other.heading_rows[0]
        cell = a1(top, min(sheet.texts(top)))
    return Question(sheet.name, cause, cell, first_options(choices))
