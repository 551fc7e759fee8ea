"""Where the hands of a file are: the search over the first rows of its sheets, with the options of a job.

    Source, Options -> first rows of each sheet, Wishes -> find_in_book -> Reading -> Detected
                                                                \\-> Question -> QuestionError
                                                                \\-> None     -> LayoutError

The options of the search are called wishes here, to tell them from those of the job.

A question is raised as `QuestionError`, which holds its lines and what to type for each option.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from xlpoker.errors import BookError, Choice, LayoutError, QuestionError, as_typed, quoted
from xlpoker.layout.book import find_in_book, is_reference_sheet
from xlpoker.layout.first_rows import are_enough, first_row, searched_sheet
from xlpoker.layout.later import Later
from xlpoker.layout.messages import (
    Voice,
    frame_arguments,
    option_arguments,
    option_text,
    question_lines,
)
from xlpoker.layout.model import ENDLESS, Layout
from xlpoker.layout.options import Options as Wishes
from xlpoker.layout.ranges import NO_SKIP
from xlpoker.layout.reading import Finding, Option, Question, Reading, UnreadRow
from xlpoker.layout.sheet import Sheet
from xlpoker.layout.why import why
from xlpoker.scoring.counts import Options
from xlpoker.scoring.detected import Detected
from xlpoker.scoring.marked_rows import NO_MARKS, without_rows
from xlpoker.scoring.sources import NamedColumns, Source, Table
from xlpoker.workbook.read import message_without_hands

__all__ = ["detect", "find_in", "sheets_with_hands", "wishes_of"]


def detect(
    source: Source,
    options: Options,
    voice: Voice = Voice.COMMAND,
    *,
    wishes: Wishes | None = None,
    nothing_found: str = "",
    whole: bool = False,
) -> Detected:
    """Return the table of a source that holds the hands, and where they are.

    `wishes` is what the caller says about the input, by default what the options say.
    `nothing_found` is the message where there are no hands, by default one about the file. With
    `whole` the table is read as a whole.

    Raises `QuestionError` where the layout is ambiguous, and `LayoutError` where there are no hands
    or an option names nothing.
    """
    wishes = wishes or wishes_of(options)
    if isinstance(source, NamedColumns):
        source.skip = wishes.skip
    tables = source.tables(whole=whole)
    if not whole:
        tables = _long_enough(source, tables, wishes)
    if options.visible:
        tables = _with_marks(source, tables)
    sheets, finding = find_in(tables, wishes, source.path)
    answer = finding.answer
    if answer is None:
        message = _all_hands_left_out(source, tables, wishes, voice) or nothing_found
        raise LayoutError(message or _no_hands(source, tables, wishes))
    if isinstance(answer, Question):
        raise _question(source, tables, wishes, voice)
    return _detected(tables, sheets, finding, answer)


def wishes_of(options: Options) -> Wishes:
    """Return what the options of a job say about the input."""
    return Wishes.parse(
        hands=options.hands or "",
        skip=options.skip or "",
        by=options.by or "",
        cards=options.cards or "",
        game=options.game or "",
    )


def find_in(
    tables: Sequence[Table], wishes: Wishes, path: Path, ends: Sequence[int] = ()
) -> tuple[list[Sheet], Finding]:
    """Return the first rows of tables as the search takes them, and what it finds.

    `ends` are the last rows of the tables, if these are known.
    """
    sheets: list[Sheet] = []
    for number, table in enumerate(tables):
        last_row = table.last_row
        if last_row is None and not table.ended:
            last_row = ends[number] if ends else ENDLESS
        left_out = table.marked.left_out(table.grid)
        seen = without_rows(table.grid, left_out)
        sheet = searched_sheet(
            seen.sheet,
            seen.rows,
            wishes,
            last_row=last_row,
            file=path.name,
            hidden_rows=left_out,
        )
        sheets.append(sheet)
    finding = find_in_book(sheets, wishes)
    return sheets, finding


def _holds_hands(tables: Sequence[Table], wishes: Wishes, path: Path) -> bool:
    """Tell whether any of some tables holds hands, also ones that need an option."""
    _, finding = find_in(tables, wishes, path)
    return finding.answer is not None  # a question is about hands, too


def _long_enough(source: Source, tables: list[Table], wishes: Wishes) -> list[Table]:
    """Return tables with the rows that options name, if these begin below the first ones."""
    if isinstance(source, NamedColumns):  # whose first rows are those that are not left out
        return tables
    first = first_row(wishes)
    if first == 0:
        return tables
    if all(_shows_enough(table, first) for table in tables):
        return tables
    return source.tables(whole=True)


def _with_marks(source: Source, tables: list[Table]) -> list[Table]:
    """Return tables with the rows that ``--visible`` leaves out; whole ones, if few others were read.

    Raises `BookError` where the file does not tell which rows these are.
    """
    marked = [_marked(source, table) for table in tables]
    if all(_shows_enough(table, _hidden_first_rows(table)) for table in marked):
        return marked
    return [_marked(source, table) for table in source.tables(whole=True)]


def _hidden_first_rows(table: Table) -> int:
    """Return how many of the first rows of a table are hidden."""
    shown = len(table.grid.rows)
    return len([row for row in table.marked.hidden if row < shown])


def _marked(source: Source, table: Table) -> Table:
    """Return a table with its rows that are hidden or struck out."""
    marked = source.marked_rows(table)
    if marked is None:
        raise BookError(
            f"{source.path.name}: it is not known which rows are hidden;"
            " save it as .xlsx, or leave --visible out"
        )
    return table._replace(marked=marked)


def _shows_enough(table: Table, first: int) -> bool:
    """Tell whether a table shows enough rows from one on, or all it has, to find hands there."""
    return table.ended or are_enough(first, len(table.grid.rows))


def _question(
    source: Source, tables: Sequence[Table], wishes: Wishes, voice: Voice
) -> QuestionError:
    """Return the question about a file; its ranges end with the last rows of the sheets."""
    ends = [source.last_row(table) for table in tables]
    _, finding = find_in(tables, wishes, source.path, ends)
    answer = finding.answer
    assert isinstance(answer, Question)
    lines = question_lines(answer, voice)
    choices = [_choice_of(option, voice) for option in answer.options]
    return QuestionError(lines, choices, why(finding))


def _choice_of(option: Option, voice: Voice) -> Choice:
    """Return an option of a question as hosts show it: what it says, and what to type for it."""
    is_frame = voice is Voice.PYTHON
    arguments = frame_arguments(option) if is_frame else option_arguments(option)
    return Choice(
        option_text(option, Voice.DIALOG),
        option_text(option, voice),
        option.first.preview,
        arguments,
    )


def _detected(
    tables: Sequence[Table], sheets: Sequence[Sheet], finding: Finding, reading: Reading
) -> Detected:
    """Return the table of a reading with its layout."""
    names = [sheet.name for sheet in sheets]
    number = names.index(reading.sheet)
    table = tables[number]
    sheet = sheets[number]
    if table.has_names:
        reading = _below_the_names(reading)
    reading = table.marked.taken_from(reading, table.grid)
    later = None
    if sheet.is_cut:
        finding_of_table = finding._replace(answer=reading)
        later = Later(finding_of_table, sheet)
    return Detected(table, reading, Layout.of(reading), later, tuple(why(finding)))


def _below_the_names(reading: Reading) -> Reading:
    """Return the reading of a table whose first row has the names of the columns, and no hand or text."""
    first = max(reading.first, 1)
    unread = [part for part in reading.unread if not _is_first_row(part)]
    return reading._replace(first=first, header=0, unread=tuple(unread))


def _is_first_row(part: object) -> bool:
    """Tell whether something that is not read is the first row."""
    return isinstance(part, UnreadRow) and part.row == 0


def _all_hands_left_out(
    source: Source, tables: Sequence[Table], wishes: Wishes, voice: Voice
) -> str:
    """Return the message that ``--skip`` or ``--visible`` leaves out all hands; an empty text where it does not."""
    with_marked_rows = [table._replace(marked=NO_MARKS) for table in tables if table.marked]
    if with_marked_rows and _holds_hands(with_marked_rows, wishes, source.path):
        return f"{source.path.name} holds hands only where --visible leaves them out"
    if not wishes.skip.rows and not wishes.skip.columns:
        return ""
    with_all_rows = wishes._replace(skip=NO_SKIP)
    if not _holds_hands(tables, with_all_rows, source.path):
        return ""
    typed = [part for part in wishes.skip.typed if part]
    skip = ",".join(typed)
    if voice is Voice.PYTHON:
        return f"the DataFrame holds hands only where skip={skip!r} leaves them out"
    return f"{source.path.name} holds hands only where --skip {skip} leaves them out"


def _no_hands(source: Source, tables: Sequence[Table], wishes: Wishes) -> str:
    """Return the message about a file without hands; it names a hidden sheet that holds some."""
    if wishes.cards:
        return _no_hands_as(source, tables, wishes)
    book = source.path.name
    for name in source.hidden_sheets:
        hidden = source.named_sheet(name)
        if _holds_hands([hidden], Wishes(), source.path):
            sheet = quoted(name)
            return f"{book} holds hands on a hidden sheet only, {sheet}; --sheet {as_typed(name)}"
    grids = [table.grid for table in tables]
    return message_without_hands(source.path, grids)


def _no_hands_as(source: Source, tables: Sequence[Table], wishes: Wishes) -> str:
    """Return the message about a file without hands in an encoding that the caller names."""
    message = f"{source.path.name} holds no hands with cards as {wishes.cards}"
    as_written = wishes._replace(cards="")
    if _holds_hands(tables, as_written, source.path):
        return f"{message}, but others; leave --cards out"
    return f"{message}; name each hand, such as --hands A:J"


def sheets_with_hands(source: Source, options: Options) -> list[str]:
    """Return the names of the visible sheets that hold hands.

    A sheet that explains the game, such as *Rules*, is left out where others hold hands. Raises `LayoutError` where no sheet holds any.
    """
    tables = source.tables(whole=False)
    if options.visible:
        tables = _with_marks(source, tables)
    wishes = wishes_of(options)
    with_hands = [table for table in tables if _holds_hands([table], wishes, source.path)]
    names = [table.grid.sheet for table in with_hands]
    if not names:
        raise LayoutError(_no_hands(source, tables, wishes))
    names_of_plain_sheets = [name for name in names if not is_reference_sheet(name)]
    return names_of_plain_sheets or names
