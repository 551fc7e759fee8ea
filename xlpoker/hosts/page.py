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

import io
import traceback
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from xlpoker.addresses import Box, boxes_of
from xlpoker.api import hand as hand_of
from xlpoker.errors import BookError, PokerError, mistake, quoted
from xlpoker.files import FORMATS, kind_of
from xlpoker.functions import call
from xlpoker.hosts.page_sheet import MOST_ROWS, has_cells, in_terminal, loaded, seen_in, too_long
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
from xlpoker.workbook.text_files import Dialect, TextSource, writer_of
from xlpoker.workbook.xlsx.package import Package
from xlpoker.workbook.xlsx.plain_splice import splice
from xlpoker.workbook.xlsx.xml_texts import legal

__all__ = ["Page", "hand", "odds"]

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
Report = Callable[[str, float], None]
"""Takes what is being done, and how much of it is done, from 0 to 1."""
Answer = dict[str, Any]


class Page:
    """The file on the page: its sheets as they are read, and the reply about one of them."""

    def __init__(self, report: Report, folder: str = "/tmp") -> None:  # noqa: S108 - in memory
        self._report = report
        self._folder = Path(folder)
        self._path = Path()
        self._is_book = False
        self._sheets: dict[str, Seen] = {}
        self._dialect: Any = None
        self._scored: Seen | None = None
        self._reply = Done("")

    def open(self, name: str, content: bytes) -> Answer:
        """Read a file; return the names of its sheets, or what is wrong with it."""
        return _sentence(lambda: self._open(name, content))

    def score(self, sheet: str = "", choice: int = 0, **wishes: Any) -> Answer:
        """Score a sheet, or the one with the hands; `choice` answers a question.

        `wishes` are the game, the cells of the hands, and whether marked rows are left out.
        """
        return _sentence(lambda: self._score(sheet, choice, **wishes))

    def save(self, kind: str) -> Answer:
        """Return the name and the bytes of a file: a `book`, or results only as `csv` or `xlsx`."""
        return _sentence(lambda: self._save(kind))

    def _open(self, name: str, content: bytes) -> Answer:
        self._path = self._folder / Path(name).name
        self._path.write_bytes(content)
        self._scored = None
        kind = kind_of(self._path)
        self._is_book = kind == "xlsx"
        if self._is_book:
            self._sheets = self._sheets_of_book()
        elif kind == "text":
            self._sheets = {"": self._text()}
        else:
            text = f"{name} is of a kind that this page does not read; save it as .xlsx"
            raise BookError(f"{text}, or {in_terminal(self._path)}")
        return {
            "kind": "opened",
            "file": self._path.name,
            "sheets": list(self._sheets),
        }

    def _sheets_of_book(self) -> dict[str, Seen]:
        """Return the visible sheets of a workbook."""
        seen: dict[str, Seen] = {}
        with Package(self._path) as package:
            book = loaded(package)
            sheets = [sheet for sheet in package.chosen(None) if has_cells(book, sheet)]
            for number, sheet in enumerate(sheets):

                def report(part: float, before: int = number) -> None:
                    self._report("reading", (before + part) / len(sheets))

                seen[sheet.name] = seen_in(package, book, sheet, report)
            book.close()
        return seen

    def _text(self) -> Seen:
        """Return a text file as a sheet without a name."""
        source = TextSource(self._path)
        self._dialect = source.dialect
        if not source.rereads:
            raise too_long(self._path, self._path.name)
        (table,) = source.tables(whole=True)
        rows = table.grid.rows
        if len(rows) > MOST_ROWS:
            raise too_long(self._path, self._path.name)
        return Seen(self._path.name, "", rows)

    def _score(
        self,
        sheet: str,
        choice: int,
        game: str = "",
        hands: str = "",
        *,
        visible: bool = False,
    ) -> Answer:
        self._scored = None
        if len(self._sheets) == 1:
            (sheet,) = self._sheets
        if sheet not in self._sheets:
            asked = self._chosen_sheet(choice, game)
            if isinstance(asked, dict):
                return asked
            sheet, choice = asked, 0
        self._report("scoring", 0.0)
        seen = replace(
            self._sheets[sheet],
            game=game,
            visible=visible,
            selection=_selection(hands),
        )
        reply = run("score", seen, choice or None)
        if reply.changes_cells:
            self._scored, self._reply = seen, reply
        return self._answer(seen, reply)

    def _chosen_sheet(self, choice: int, game: str) -> str | Answer:
        """Return the sheet with the hands, or the question which one it is."""
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
        answer = replace(answer, options=options)
        question = Done(question_text(answer), Kind.QUESTION, choices_of(answer))
        return _question(question, sheet="")

    def _answer(self, seen: Seen, reply: Done) -> Answer:
        """Return a reply as plain values."""
        if reply.kind is Kind.QUESTION:
            return _question(reply, seen.sheet)
        text = reply.text
        if text.startswith(" "):  # the name of the sheet, which a text file does not have
            text = f"{seen.book}{text}"
        if reply.kind is Kind.ERROR:
            text = _with_steps_of_page(text)
            return {"kind": "error", "text": text, "sheet": seen.sheet}
        lines = text.splitlines()
        return {
            "kind": "good",
            "sheet": seen.sheet,
            "text": lines[0],
            "written": lines[-1],
            "tables": [_counted(counts) for counts in reply.counts],
        }

    def _save(self, kind: str) -> Answer:
        if self._scored is None:
            raise BookError("nothing is scored yet")
        self._report("writing", 0.0)
        name = f"{self._path.stem}.scored{self._ending(kind)}"
        scored_sheet = after(self._scored, self._reply)
        warnings: list[str] = []
        if kind == "book" and self._scored.sheet:
            content, warnings = self._spliced(self._scored, name)
        elif kind == "xlsx":
            content = _new_book(scored_sheet)
        else:
            content = self._csv(scored_sheet.values)
        return {
            "kind": "file",
            "name": name,
            "content": content,
            "warnings": warnings,
        }

    def _ending(self, kind: str) -> str:
        """Return the ending of a file; that of a workbook tells whether it may hold macros."""
        if kind != "book":
            return f".{kind}"
        ending = self._path.suffix
        if not self._is_book:
            return ending or ".csv"
        return ending if ending.lower() in FORMATS["xlsx"].endings else ".xlsx"

    def _spliced(self, seen: Seen, name: str) -> tuple[bytes, list[str]]:
        """Return a workbook with the new cells, and warnings."""
        target = self._path.with_name(name)
        target.unlink(missing_ok=True)
        with Package(self._path) as package:
            sheet = package.sheet(seen.sheet)
            warnings = splice(package, sheet, seen, self._reply, target)
        content = target.read_bytes()
        target.unlink()
        return content, warnings

    def _csv(self, rows: Sequence[Sequence[Any]]) -> bytes:
        """Return rows as a text, in the dialect of the file where it is one."""
        out = io.StringIO(newline="")
        width = max(map(len, rows), default=0)
        writer = writer_of(out, self._dialect or Dialect("\ufeff"))
        for row in rows:
            missing = width - len(row)
            writer.writerow([*row, *[None] * missing])
        return out.getvalue().encode()


def hand(cards: str) -> Answer:
    """Return value, name and best five cards of a hand.

    >>> hand("5H 5C 6S 7S KD")
    {'kind': 'good', 'value': '2067', 'name': 'One Pair, Fives', 'best': '5H 5C KD 7S 6S'}
    """
    return _sentence(lambda: _hand(cards))


def odds(hands: str, board: str) -> Answer:
    """Return the odds of hands or ranges, a line each: win, tie and equity.

    >>> answer = odds("6C 7C\\nAH AD", "8C 9S 4C")
    >>> [row["equity"] for row in answer["rows"]]
    ['56.26%', '43.74%']
    """
    return _sentence(lambda: _odds(hands, board))


def _sentence(work: Callable[[], Answer]) -> Answer:
    """Return an answer, or what is wrong as a sentence; the traceback of a mistake stands beside it."""
    try:
        return work()
    except PokerError as error:
        return {"kind": "error", "text": str(error)}
    except MemoryError:
        text = "The file needs more memory than a page has; run xlpoker score in a terminal"
        return {"kind": "error", "text": text}
    except Exception as error:  # noqa: BLE001 - a page shows sentences
        return {
            "kind": "error",
            "text": mistake(error),
            "traceback": traceback.format_exc(),
        }


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
    return {
        "kind": "question",
        "text": cause,
        "choices": choices,
        "sheet": sheet,
    }


def _with_steps_of_page(text: str) -> str:
    """Return an error of a click with steps that can be taken on the page."""
    for step, step_of_page in _STEPS_OF_PAGE.items():
        text = text.replace(step, step_of_page)
    return text


def _counted(counts: Counts) -> Answer:
    """Return the counts of a table as plain values."""
    read = ""
    if counts.reading is not None:
        read = reading_line(counts.reading, Voice.DIALOG)
    errors = counts.errors[:_SHOWN]
    bad_rows = [[error.cell, error.value, error.reason] for error in errors]
    return {
        "rows": counts.rows,
        "showdowns": counts.counted_showdowns if counts.further_showdowns else None,
        "read": read,
        "numbers": numbers_of(counts),
        "bad": bad_rows,
        "warnings": list(counts.warnings),
    }


def _hand(cards: str) -> Answer:
    best = hand_of(cards)
    return {
        "kind": "good",
        "value": f"{best.value:g}",
        "name": best.name,
        "best": str(call("BESTHAND", cards)),
    }


def _odds(hands: str, board: str) -> Answer:
    lines = map(str.strip, hands.splitlines())
    players = list(filter(None, lines))
    result = equity(board, *players)
    rows = []
    for player in result.players:
        row = {
            "hand": player.hand,
            "win": f"{player.win:.2%}",
            "tie": f"{player.tie:.2%}",
            "equity": f"{player.equity:.2%}",
        }
        rows.append(row)
    note = str(result).splitlines()[-1]
    return {"kind": "good", "rows": rows, "note": note}


def _new_book(seen: Seen) -> bytes:
    """Return a workbook with the values of a sheet alone; texts stay texts."""
    from openpyxl import Workbook
    from openpyxl.cell import WriteOnlyCell

    book = Workbook(write_only=True)
    sheet = book.create_sheet(seen.sheet or "Hands")
    for row in seen.values:
        cells = []
        for value in row:
            cell = WriteOnlyCell(sheet)
            if isinstance(value, str):
                cell.value = legal(value)
                cell.data_type = "s"  # openpyxl takes =2+2 for a formula
            else:
                cell.value = value
            cells.append(cell)
        sheet.append(cells)
    content = io.BytesIO()
    book.save(content)
    return content.getvalue()
