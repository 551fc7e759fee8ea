"""What the web page does with a dropped file: detects, asks, scores, and makes the files to save.

::

    file --open--> sheets --score--> reply, as plain values for JavaScript --save--> bytes
                               ^        |
                               +-choice-+   where the reply is a question

A sheet takes the steps of a click (`xlpoker.scoring.open_sheet`), so the page counts and asks as the
buttons do, in the same words. A workbook is saved by the splice: only the new cells differ. The page
runs this in Pyodide, in a web worker; `docs/app` has the other half.
"""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from pathlib import Path
from typing import Any

from xlpoker.addresses import Box, boxes_of
from xlpoker.api import hand as hand_of
from xlpoker.errors import BookError, PokerError, mistake, quoted
from xlpoker.files import kind_of
from xlpoker.functions import call
from xlpoker.hosts.page_sheet import MOST_ROWS, in_terminal, sheets_of, too_long
from xlpoker.layout.book import find_in_book
from xlpoker.layout.first_rows import searched_sheet
from xlpoker.layout.messages import Voice, option_arguments, reading_line
from xlpoker.layout.options import Options as Wishes
from xlpoker.layout.reading import Part, Question
from xlpoker.odds.equity import equity
from xlpoker.scoring.counts import Counts
from xlpoker.scoring.open_sheet import run
from xlpoker.scoring.open_sheet_texts import NO_HANDS, choices_of, numbers_of, question_text
from xlpoker.scoring.remedies import DIALOG
from xlpoker.scoring.seen import Done, Kind, Seen, after
from xlpoker.workbook.new_table import write_table
from xlpoker.workbook.targets import output_of
from xlpoker.workbook.text_files import Dialect, TextSource
from xlpoker.workbook.xlsx.package import Package
from xlpoker.workbook.xlsx.plain_splice import splice

__all__ = ["Page", "hand", "odds", "warm_up"]

_SHOWN = 1000
"""So many bad rows, at most, are listed."""
_AGAIN = "save the file, and drop it here again"
_STEPS_OF_PAGE = {
    DIALOG.rows_apart: f"delete the columns of these results in a spreadsheet program, {_AGAIN}",
    "select the cells of each hand, and click again": (
        "name the cells of each hand below Sheet, game, cells, and press Score again"
    ),
    "then click again": _AGAIN,
}
"""What the page says in place of steps that can be taken in a spreadsheet program only."""
_NO_MEMORY = "The file needs more memory than a page has; run xlpoker score in a terminal"
_FIRST_FILE = b"Anna,Ben,Note\n5H 5C 6S 7S KD,2C 3S 8S 8D TD,A & B\n5H 5C 6S 7S KD,1OH,\n"
Answer = dict[str, Any]


def _in_sentences(work: Callable[..., Answer]) -> Callable[..., Answer]:
    """Let a call of the page answer with a sentence where something is wrong; it raises nothing.

    The traceback of a mistake of ours goes to the console.
    """

    @wraps(work)
    def answer(*arguments: Any, **wishes: Any) -> Answer:
        try:
            return work(*arguments, **wishes)
        except PokerError as error:
            text = str(error)
        except MemoryError:
            text = _NO_MEMORY
        except Exception as error:  # noqa: BLE001 - a page shows sentences
            text = mistake(error)
            sys.stderr.write(traceback.format_exc())
        return {"kind": "error", "text": text}

    return answer


class Page:
    """The file on the page: its sheets as they are read, and the reply about one of them.

    `report` takes how much of a file is read, from 0 to 1.
    """

    def __init__(self, report: Callable[[float], None], folder: str = "/tmp") -> None:  # noqa: S108 - in memory
        self._report = report
        self._folder = Path(folder)
        self._path = Path()
        self._sheets: dict[str, Seen] = {}
        self._dialect: Dialect | None = None
        self._scored: Seen | None = None
        self._reply = Done("")

    @_in_sentences
    def open(self, name: str, content: bytes | None) -> Answer:
        """Read a file, of which a browser may not give the content; return the names of its sheets."""
        if content is None:
            raise BookError(f"{name} cannot be read. Drop a file, not a folder.")
        self._path = self._folder / Path(name).name
        self._path.write_bytes(content)
        self._sheets = {}
        self._dialect = self._scored = None
        kind = kind_of(self._path)
        if kind == "xlsx":
            with Package(self._path) as package:
                sheets = list(sheets_of(package, self._report))
        elif kind == "text":
            sheets = [self._text()]
        else:
            text = f"{name} is of a kind that this page does not read; save it as .xlsx"
            raise BookError(f"{text}, or {in_terminal(self._path)}")
        self._sheets = {seen.sheet: seen for seen in sheets}
        return {"kind": "opened", "sheets": list(self._sheets)}

    def _text(self) -> Seen:
        """Return a text file as a sheet without a name."""
        source = TextSource(self._path)
        self._dialect = source.dialect
        if source.rereads:
            (table,) = source.tables(whole=True)
            rows = table.grid.rows
            if len(rows) <= MOST_ROWS:
                return Seen(self._path.name, "", rows)
        raise too_long(self._path, self._path.name)

    @_in_sentences
    def score(
        self,
        sheet: str = "",
        choice: int = 0,
        game: str = "",
        hands: str = "",
        *,
        visible: bool = False,
    ) -> Answer:
        """Score a sheet, or the one with the hands; `choice` answers a question.

        Wishes are the game, the cells of the hands, and whether marked rows are left out.
        """
        self._scored = None
        if sheet not in self._sheets:
            chosen = self._chosen_sheet(choice, game)
            if isinstance(chosen, Question):
                reply = Done(question_text(chosen), Kind.QUESTION, choices_of(chosen))
                return _question(reply, sheet="")
            sheet, choice = chosen, 0
        selection = _selection(hands)
        seen = replace(self._sheets[sheet], game=game, visible=visible, selection=selection)
        reply = run("score", seen, choice or None)
        if reply.kind is Kind.QUESTION:
            return _question(reply, sheet)
        if reply.kind is Kind.ERROR:
            return {"kind": "error", "text": _with_steps_of_page(reply.text)}
        self._scored, self._reply = seen, reply
        return _results(reply, sheet)

    def _chosen_sheet(self, choice: int, game: str) -> str | Question:
        """Return the sheet with the hands, or the question which one it is."""
        if len(self._sheets) == 1:
            return next(iter(self._sheets))
        name = self._path.name
        wishes = Wishes.parse(game=game) if game else Wishes()
        searched = [
            searched_sheet(sheet, seen.grid.rows, wishes, file=name)
            for sheet, seen in self._sheets.items()
        ]
        answer = find_in_book(searched, wishes).answer
        if answer is None:
            raise BookError(NO_HANDS.format(sheet=name))
        if not isinstance(answer, Question):
            return answer.sheet
        options = tuple(option for option in answer.options if Part.SHEET in option.parts)
        if not options:
            return answer.sheet or next(iter(self._sheets))
        if 1 <= choice <= len(options):
            return str(option_arguments(options[choice - 1])["sheet"])
        return answer._replace(options=options)

    @_in_sentences
    def save(self, kind: str) -> Answer:
        """Return the name and the bytes of a file: a `book`, or results only as `csv` or `xlsx`."""
        if self._scored is None:
            raise BookError("nothing is scored yet")
        name = f"{self._path.stem}.scored{self._ending(kind)}"
        target = self._path.with_name(name)
        warnings: list[str] = []
        if kind == "book" and self._dialect is None:
            with Package(self._path) as package:
                sheet = package.sheet(self._scored.sheet)
                warnings = splice(package, sheet, self._scored, self._reply, target)
        else:
            target = target.with_suffix(".xlsx" if kind == "xlsx" else ".csv")
            self._write_values(after(self._scored, self._reply), target)
        content = target.read_bytes()
        target.unlink()
        return {"kind": "file", "name": name, "content": content, "warnings": warnings}

    def _ending(self, kind: str) -> str:
        """Return the ending of a file; that of a workbook tells whether it may hold macros."""
        if kind != "book":
            return f".{kind}"
        if self._dialect is not None:
            return self._path.suffix or ".csv"
        return output_of(self._path).suffix

    def _write_values(self, seen: Seen, target: Path) -> None:
        """Write the values of a sheet alone; a .csv has the dialect of the file where that is a text."""
        width = max(map(len, seen.values), default=0)
        rows = [[*row, *[None] * (width - len(row))] for row in seen.values]
        titles = [box.top for box in self._reply.titles]
        dialect = self._dialect or Dialect("\ufeff")
        write_table(target, seen.sheet, rows, min(titles, default=None), dialect=dialect)


@_in_sentences
def hand(cards: str) -> Answer:
    """Return value, name and best five cards of a hand.

    >>> hand("5H 5C 6S 7S KD")
    {'kind': 'good', 'text': '2067: One Pair, Fives, 5H 5C KD 7S 6S'}
    """
    best = hand_of(cards)
    return {"kind": "good", "text": f"{best.value:g}: {best.name}, {call('BESTHAND', cards)}"}


@_in_sentences
def odds(hands: str, board: str) -> Answer:
    """Return the odds of hands or ranges, a line each: the hand, win, tie and equity.

    >>> odds("6C 7C\\nAH AD", "8C 9S 4C")["rows"]
    [['6C 7C', '56.26%', '0.00%', '56.26%'], ['AH AD', '43.74%', '0.00%', '43.74%']]
    """
    lines = map(str.strip, hands.splitlines())
    result = equity(board, *filter(None, lines))
    rows = []
    for player in result.players:
        shares = (player.win, player.tie, player.equity)
        rows.append([player.hand, *(f"{share:.2%}" for share in shares)])
    note = str(result).splitlines()[-1]
    return {"kind": "good", "rows": rows, "note": note}


def warm_up() -> None:
    """Take each step once, so that the first file finds everything loaded; raise what goes wrong."""
    page = Page(lambda _part: None)
    answers = [page.open("first.csv", _FIRST_FILE), page.score(), page.save("csv")]
    book = page.save("xlsx")
    answers += [book, page.open("first.xlsx", book["content"]), page.score(), page.save("book")]
    answers += [hand("5H 5C 6S 7S KD"), odds("6C 7C\nAH AD", "8C 9S 4C")]
    for answer in answers:
        if answer["kind"] in ("error", "question"):
            raise RuntimeError(answer["text"])


def _selection(hands: str) -> list[Box]:
    """Return the cells of the hands as they are typed, an empty list where nothing is."""
    if not hands.strip():
        return []
    ranges = hands.upper().replace(";", ",").split(",")
    selection = boxes_of(ranges)
    if not selection:
        raise BookError(f"{quoted(hands)} are no cells; write them like A3:E1002,F3:J1002")
    return selection


def _question(reply: Done, sheet: str) -> Answer:
    """Return a question: its cause, and each answer with the first row that it reads."""
    cause, *lines = reply.text.splitlines()
    choices = []
    for number, label in enumerate(reply.choices, start=1):
        line = lines[number - 1] if number <= len(lines) else ""
        first_row = line.removeprefix(f"{number}  {label}")
        choices.append({"label": label, "first": first_row.strip()})
    return {"kind": "question", "text": cause, "choices": choices, "sheet": sheet}


def _with_steps_of_page(text: str) -> str:
    """Return an error of a click with steps that can be taken on the page."""
    for step, step_of_page in _STEPS_OF_PAGE.items():
        text = text.replace(step, step_of_page)
    return text


def _results(reply: Done, sheet: str) -> Answer:
    """Return a reply with results as plain values."""
    lines = reply.text.splitlines()
    return {
        "kind": "good",
        "sheet": sheet,
        "text": lines[0],
        "written": lines[-1],
        "tables": [_counted(counts) for counts in reply.counts],
    }


def _counted(counts: Counts) -> Answer:
    """Return the counts of a table as plain values."""
    errors = counts.errors[:_SHOWN]
    return {
        "rows": counts.rows,
        "showdowns": counts.counted_showdowns if counts.further_showdowns else None,
        "read": reading_line(counts.reading, Voice.DIALOG) if counts.reading else "",
        "numbers": numbers_of(counts),
        "bad": [[error.cell, error.value, error.reason] for error in errors],
        "warnings": list(counts.warnings),
    }
