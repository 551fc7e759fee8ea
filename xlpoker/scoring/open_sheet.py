"""One click in a spreadsheet program: *Score this sheet*, *Count wins*, *Remove results*, *Help*.

::

    host reads its sheet --> Seen --> run("score", seen) --> Done --> host writes, and shows the text
                                          ^                    |
                                          +--- choice: 2 <-----+  where the text is a question

A click equals the command ``xlpoker score``, cell by cell. Nothing here knows a host, and nothing
needs NumPy. The steps are those of a file, each in a module that needs no arrays: `open_table`
detects and scores, `sheet_blocks` plans and makes the blocks to write. A new host fills a `Seen` and
does what a `Done` says; a new button is an entry of `COMMANDS` and of `_answers`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from xlpoker.addresses import Box
from xlpoker.errors import LayoutError, PokerError, check_choice, counted
from xlpoker.layout.grid import Grid
from xlpoker.layout.messages import option_arguments
from xlpoker.layout.options import Options as Wishes
from xlpoker.layout.ranges import parse_ranges
from xlpoker.layout.reading import Question
from xlpoker.scoring.buttons import COMMANDS
from xlpoker.scoring.counts import Counts, Options
from xlpoker.scoring.marked_rows import NO_MARKS
from xlpoker.scoring.open_sheet_texts import (
    EMPTY,
    HELP,
    NO_HANDS,
    PROTECTED,
    READ_ONLY,
    choices_of,
    counts_text,
    failure_text,
    marked_rows_text,
    question_text,
    too_large,
)
from xlpoker.scoring.open_table import Detection, OpenTable, find_table, score_table
from xlpoker.scoring.remove_results import remove_results
from xlpoker.scoring.result_names import RESULTS
from xlpoker.scoring.seen import CellBlock, Done, Kind, NewColumn, Seen, after, is_filled
from xlpoker.scoring.selection import selected_hands
from xlpoker.scoring.sheet_blocks import write_results
from xlpoker.scoring.totals import total_of

__all__ = ["refused_size", "run"]

_SELECTION = "the selection"
_MOST_AREAS = 6
"""How many areas with results the text names."""


class _AskedAgainError(Exception):
    """A question about the answer to a question."""

    def __init__(self, question: Question) -> None:
        super().__init__(question.cause)
        self.question = question


def run(command: str, seen: Seen, choice: int | None = None) -> Done:
    """Return what a host is to do for a click; `choice` is the number that answers a question.

    No exception is raised: what is wrong is the text.

    >>> rows = [["5H 5C 6S 7S KD", "2C 3S 8S 8D TD"], ["5D 8C 9S JS AC", "2C 5C 7D 8S QH"]]
    >>> reply = run("score", Seen("Book1", "Hands", rows))
    >>> reply.text.splitlines()[0], reply.blocks[0].left, reply.blocks[0].rows[1]
    ('2 rows: Player 1 1, Player 2 1, ties 0', 2, [1, 963, 'High Card, Ace', 275, 'High Card, Queen'])
    """
    try:
        check_choice(command, COMMANDS, "is not a button")
        answer = _answers()[command]
        reply = answer(seen, choice)
    except PokerError as error:
        return Done(str(error), Kind.ERROR)
    except _AskedAgainError as asked:
        return Done(question_text(asked.question), Kind.ERROR)
    except Exception as error:  # noqa: BLE001 - a host has no terminal for a traceback
        return Done(failure_text(error), Kind.ERROR)
    if seen.is_read_only and reply.changes_cells:
        warning = READ_ONLY.format(book=seen.book)
        return replace(reply, text=f"{reply.text}\n{warning}")
    return reply


def _answers() -> dict[str, Callable[[Seen, int | None], Done]]:
    """Return the function of each button."""
    return {
        "score": _score,
        "count": _count,
        "remove": lambda seen, _choice: remove_results(_checked(seen, writes=True)),
        "help": lambda _seen, _choice: Done(HELP),
    }


def refused_size(sheet: str, rows: int, columns: int) -> Done | None:
    """Return the refusal of a sheet that is too large to be read, None for any other.

    A host asks before it reads so many rows and columns from A1 on.
    """
    text = too_large(sheet, rows, columns)
    if not text:
        return None
    return Done(text, Kind.ERROR)


def _checked(seen: Seen, *, writes: bool) -> Seen:
    """Return the sheet; raise `LayoutError` for one that cannot be read or written."""
    sheet = seen.title
    rows = seen.values
    if not any(_is_filled_row(row) for row in rows):
        raise LayoutError(EMPTY.format(sheet=sheet))
    width = max(map(len, rows))
    text = too_large(sheet, len(rows), width)
    if text:
        raise LayoutError(text)
    if writes and seen.is_protected:
        raise LayoutError(PROTECTED.format(sheet=sheet))
    return seen


def _is_filled_row(row: Sequence[Any]) -> bool:
    """Tell whether something is typed in a row."""
    return any(map(is_filled, row))


def _score(seen: Seen, choice: int | None) -> Done:
    """Write values, names and winners beside the hands."""
    sheet = _checked(seen, writes=True)
    return _with_tables(sheet, choice, _write_tables)


def _count(seen: Seen, choice: int | None) -> Done:
    """Count the wins."""
    sheet = _checked(seen, writes=False)
    return _with_tables(sheet, choice, _count_tables)


class _Table(NamedTuple):
    """A table to be scored, and the arguments of the command that would name it.

    `arguments` are texts by option: hands, game, by, cards, skip.

    `detection` is where its hands are, None where this has to be searched.
    """

    arguments: Mapping[str, str]
    detection: Detection | None = None


def _with_tables(
    seen: Seen, choice: int | None, work: Callable[[Seen, list[_Table]], Done]
) -> Done:
    """Do something with the tables of a sheet, or return the question which they are."""
    arguments: dict[str, str] = {}
    hands = selected_hands(seen)
    if hands:
        arguments["hands"] = hands
    if seen.game:
        arguments["game"] = seen.game
    detection = _find(seen, arguments)
    answer = detection.finding.answer
    if not isinstance(answer, Question):
        return work(seen, [_Table(arguments, detection)])
    choices = choices_of(answer)
    if choice is None or not 1 <= choice <= len(choices):
        kind = Kind.QUESTION if choices else Kind.ERROR
        return Done(question_text(answer), kind, choices)
    return work(seen, _chosen_tables(answer, choice, arguments))


def _find(seen: Seen, arguments: Mapping[str, str]) -> Detection:
    """Return where the hands are; raise `LayoutError` where there are none."""
    left_out = seen.marked if seen.visible else NO_MARKS
    detection = find_table(_searched(seen), seen.book, _wishes(arguments), left_out)
    if detection.finding.answer is None:
        raise LayoutError(NO_HANDS.format(sheet=seen.title))
    return detection


def _chosen_tables(question: Question, choice: int, arguments: Mapping[str, str]) -> list[_Table]:
    """Return the tables that an answer to a question names; `arguments` are those of the selection."""
    remedy = question.remedy
    if remedy is not None and remedy.game is not None:
        return [_Table({**arguments, "game": remedy.game.value})]
    answer = option_arguments(question.options[choice - 1])
    ranges = answer.pop("hands", None)
    texts = {name: text for name, text in answer.items() if isinstance(text, str)}
    texts.pop("sheet", None)
    if not isinstance(ranges, list):
        return [_Table({**arguments, **texts})]
    return [_Table({**arguments, **texts, "hands": hands}) for hands in ranges]


def _wishes(arguments: Mapping[str, str]) -> Wishes:
    """Return the arguments of a command as wishes of the search.

    Raises `LayoutError` for ranges that do not go together.
    """
    texts = {**arguments}
    hands = texts.pop("hands", "")
    wishes = Wishes.parse(**texts)
    if not hands:
        return wishes
    ranges = parse_ranges(hands, _SELECTION)
    return wishes._replace(hands=ranges)


def _scored(seen: Seen, table: _Table) -> OpenTable:
    """Score a table."""
    detection = table.detection or _find(seen, table.arguments)
    answer = detection.finding.answer
    if isinstance(answer, Question):
        raise _AskedAgainError(answer)
    return score_table(seen.book, detection, Options(), seen.marked)


def _searched(seen: Seen) -> Grid:
    """Return the cells of a sheet without earlier results, which are no reason to ask.

    Nor are blank cells right of all others, which they leave behind.
    """
    covered: list[Box] = []
    for name, boxes in seen.names.items():
        if name.startswith(RESULTS):
            covered += boxes
    if not covered:
        return seen.grid
    rows = [list(row) for row in seen.values]
    for box in covered:
        columns = slice(box.left, box.right + 1)
        for row in rows[box.top : box.bottom + 1]:
            row[columns] = [None] * len(row[columns])
    for row in rows:
        while row and not is_filled(row[-1]):
            row.pop()
    return Grid(seen.sheet, rows)


def _count_tables(seen: Seen, tables: list[_Table]) -> Done:
    """Return the counts of some tables."""
    scored = [_scored(seen, table) for table in tables]
    counts = [table.counts for table in scored]
    lines = [_text_of(counts), *_remarks(seen, scored)]
    text = "\n".join(lines)
    return Done(text, counts=tuple(counts))


def _remarks(seen: Seen, tables: list[OpenTable]) -> Iterator[str]:
    """Yield what is said of the sheet beside the counts of its tables."""
    for remark in seen.remarks:
        yield f"Warning: {remark}"
    if any(table.has_marked_rows for table in tables):
        yield marked_rows_text(has_choice=seen.visible is not None)


def _text_of(counts: list[Counts]) -> str:
    """Return the counts of tables as a text, with their sum where they are several."""
    if len(counts) == 1:
        return counts_text(counts[0])
    texts = [counts_text(table) for table in counts]
    total = counts_text(total_of("", counts))
    tables = counted(len(counts), "table")
    return "\n\n".join([f"{tables}, {total}", *texts])


def _write_tables(seen: Seen, tables: list[_Table]) -> Done:
    """Write the results of some tables, one after the other."""
    counts: list[Counts] = []
    scored_tables: list[OpenTable] = []
    steps: list[Done] = []
    sheet = seen
    for table in tables:
        if steps:
            sheet = after(sheet, steps[-1])
        scored = _scored(sheet, table)
        rows_are_chosen = "hands" in table.arguments
        step, warnings = write_results(sheet, scored, rows_are_chosen=rows_are_chosen)
        warnings = [*warnings, *scored.counts.warnings]
        counts.append(replace(scored.counts, warnings=warnings))
        scored_tables.append(scored)
        steps.append(step)
    reply = _merged(steps)
    areas = [block.box.address for block in reply.blocks[:_MOST_AREAS]]
    written = f"Written to {', '.join(areas)}"
    lines = [_text_of(counts), *_remarks(seen, scored_tables), written]
    text = "\n".join(lines)
    return replace(
        reply,
        text=text,
        counts=tuple(counts),
    )


def _with_one_width(steps: list[Done]) -> Iterator[NewColumn]:
    """Yield the new columns of several tables; the first one gives a column its width."""
    columns_with_width: set[int] = set()
    for step in steps:
        for new_column in step.columns:
            if new_column.column in columns_with_width:
                yield new_column._replace(width=None)
            else:
                yield new_column
                columns_with_width.add(new_column.column)


def _merged(steps: list[Done]) -> Done:
    """Return what is to be done for several tables, one after the other, as one."""
    resized: list[tuple[Box, Box]] = []
    clear: list[Box] = []
    blocks: list[CellBlock] = []
    titles: list[Box] = []
    names: dict[str, tuple[Box, ...] | None] = {}
    for step in steps:
        resized += step.resized
        clear += step.clear
        blocks += step.blocks
        titles += step.titles
        names.update(step.names)
    return Done(
        "",
        resized=tuple(resized),
        clear=tuple(clear),
        blocks=tuple(blocks),
        titles=tuple(titles),
        columns=tuple(_with_one_width(steps)),
        names=names,
    )
