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

from xlpoker.addresses import boxes_of
from xlpoker.errors import BookError, PokerError, mistake, quoted
from xlpoker.files import kind_of, typed
from xlpoker.functions import call
from xlpoker.layout.book import find_in_book
from xlpoker.layout.first_rows import searched_sheet
from xlpoker.layout.messages import Voice, option_arguments, reading_line
from xlpoker.layout.options import Options as Wishes
from xlpoker.layout.reading import Part, Question
from xlpoker.scoring.counts import Counts
from xlpoker.scoring.open_sheet import run
from xlpoker.scoring.open_sheet_texts import NO_HANDS, choices_of, numbers_of, question_text
from xlpoker.scoring.remedies import DIALOG
from xlpoker.scoring.seen import Done, Kind, Seen, after

__all__ = ["Page", "hand", "odds"]

_SHOWN = 1000
"""So many bad rows, at most, are listed."""
_WITHOUT_BUTTON = (
    "delete the columns of these results in a spreadsheet program, save the workbook, and open it"
    " here again"
)
"""What the page says in place of *Remove results*, a button that it does not have."""
Report = Callable[[str, float], None]
"""Takes what is being done, and how much of it is done, from 0 to 1."""
Answer = dict[str, Any]


class Page:
    """The file on the page: its sheets as they are read, and the reply about one of them."""

    def __init__(self, report: Report, folder: str = "/tmp") -> None:  # noqa: S108 - in memory
        self._report = report
        self._folder = Path(folder)
        self._path = Path()
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
        if kind == "xlsx":
            self._sheets = self._sheets_of_book()
        elif kind == "text":
            self._sheets = {"": self._text()}
        else:
            raise BookError(
                f"{name} is of a kind that this page does not read; save it as .xlsx, or run"
                f" xlpoker score {typed(Path(name))} in a terminal"
            )
        return {"kind": "opened", "file": self._path.name, "sheets": [*self._sheets]}

    def _sheets_of_book(self) -> dict[str, Seen]:
        """Return the visible sheets of a workbook."""
        from xlpoker.hosts.page_sheet import loaded, seen_in
        from xlpoker.workbook.xlsx.package import Package

        with Package(self._path) as package:
            sheets = package.chosen(None)
            book = loaded(self._path)
            seen: dict[str, Seen] = {}
            for number, sheet in enumerate(sheets):

                def report(part: float, before: int = number) -> None:
                    self._report("reading", (before + part) / len(sheets))

                if sheet.name in book.sheetnames and hasattr(book[sheet.name], "_shared_strings"):
                    seen[sheet.name] = seen_in(package, book, sheet, report)
            book.close()
        return seen

    def _text(self) -> Seen:
        """Return a text file as a sheet without a name."""
        from xlpoker.hosts.page_sheet import MOST_ROWS
        from xlpoker.workbook.text_files import TextSource

        source = TextSource(self._path)
        self._dialect = source.dialect
        (table,) = source.tables(whole=True)
        rows = table.grid.rows
        if len(rows) > MOST_ROWS:
            raise BookError(
                f"{self._path.name} has {len(rows):,} rows, too many for this page; run"
                f" xlpoker score {typed(self._path)} in a terminal"
            )
        return Seen(self._path.name, "", rows)

    def _score(
        self, sheet: str, choice: int, game: str = "", hands: str = "", *, visible: bool = False
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
        seen = self._sheets[sheet]
        selection = boxes_of(hands.upper().replace(";", ",").split(",")) if hands.strip() else []
        if hands.strip() and not selection:
            raise BookError(f"{quoted(hands)} are no cells; write them like A3:E1002,F3:J1002")
        seen = replace(seen, game=game, visible=visible, selection=selection)
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
        return self._question(Done(question_text(answer), Kind.QUESTION, choices_of(answer)))

    def _answer(self, seen: Seen, reply: Done) -> Answer:
        """Return a reply as plain values."""
        if reply.kind is Kind.QUESTION:
            question = self._question(reply)
            return {**question, "sheet": seen.sheet}
        text = reply.text
        if not seen.sheet:
            text = text.replace(" holds", f"{seen.book} holds", 1)
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

    def _question(self, reply: Done) -> Answer:
        """Return a question: its cause, and each answer with the first row that it reads."""
        lines = reply.text.splitlines()
        choices = []
        for number, label in enumerate(reply.choices, start=1):
            line = lines[number] if number < len(lines) else ""
            first_row = line.removeprefix(f"{number}  {label}").strip()
            choices.append({"label": label, "first": first_row})
        return {"kind": "question", "text": lines[0], "choices": choices, "sheet": ""}

    def _save(self, kind: str) -> Answer:
        if self._scored is None:
            raise BookError("nothing is scored yet")
        self._report("writing", 0.0)
        ending = self._path.suffix if kind == "book" else f".{kind}"
        target = self._path.with_name(f"{self._path.stem}.scored{ending}")
        target.unlink(missing_ok=True)
        warnings: list[str] = []
        if kind == "book" and self._scored.sheet:
            warnings = self._splice(self._scored, target)
        elif kind == "xlsx":
            target.write_bytes(_new_book(after(self._scored, self._reply)))
        else:
            target.write_bytes(self._csv(after(self._scored, self._reply).values))
        content = target.read_bytes()
        target.unlink()
        return {"kind": "file", "name": target.name, "content": content, "warnings": warnings}

    def _splice(self, seen: Seen, target: Path) -> list[str]:
        """Write a workbook with the new cells; return warnings."""
        from xlpoker.workbook.xlsx.package import Package
        from xlpoker.workbook.xlsx.plain_splice import splice

        with Package(self._path) as package:
            return splice(package, package.sheet(seen.sheet), seen, self._reply, target)

    def _csv(self, rows: Sequence[Sequence[Any]]) -> bytes:
        """Return rows as a text, in the dialect of the file where it is one."""
        from xlpoker.workbook.text_files import Dialect, writer_of

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
        return {"kind": "error", "text": mistake(error), "traceback": traceback.format_exc()}


def _with_steps_of_page(text: str) -> str:
    """Return an error of a click with steps that can be taken on the page."""
    for remedy in (DIALOG.rows_apart, DIALOG.other_title):
        text = text.replace(remedy, _WITHOUT_BUTTON)
    return text


def _counted(counts: Counts) -> Answer:
    """Return the counts of a table as plain values."""
    read = "" if counts.reading is None else reading_line(counts.reading, Voice.DIALOG)
    return {
        "rows": counts.rows,
        "showdowns": counts.counted_showdowns if counts.further_showdowns else None,
        "read": read,
        "numbers": numbers_of(counts),
        "bad": [[error.cell, error.value, error.reason] for error in counts.errors[:_SHOWN]],
        "warnings": list(counts.warnings),
    }


def _hand(cards: str) -> Answer:
    from xlpoker.api import hand as hand_of

    best = hand_of(cards)
    return {
        "kind": "good",
        "value": f"{best.value:g}",
        "name": best.name,
        "best": str(call("BESTHAND", cards)),
    }


def _odds(hands: str, board: str) -> Answer:
    from xlpoker.odds.equity import equity

    players = [line.strip() for line in hands.splitlines() if line.strip()]
    result = equity(board, *players)
    rows = []
    for player in result.players:
        shares = {"win": player.win, "tie": player.tie, "equity": player.equity}
        texts = {name: f"{share:.2%}" for name, share in shares.items()}
        rows.append({"hand": player.hand, **texts})
    return {"kind": "good", "rows": rows, "note": str(result).splitlines()[-1]}


def _new_book(seen: Seen) -> bytes:
    """Return a workbook with the values of a sheet alone; texts stay texts."""
    from openpyxl import Workbook
    from openpyxl.cell import WriteOnlyCell

    from xlpoker.workbook.xlsx.xml_texts import legal

    book = Workbook(write_only=True)
    sheet = book.create_sheet(seen.sheet or "Hands")
    for row in seen.values:
        cells = []
        for value in row:
            cell = WriteOnlyCell(sheet, legal(value) if isinstance(value, str) else value)
            if isinstance(value, str):
                cell.data_type = "s"  # openpyxl takes =2+2 for a formula
            cells.append(cell)
        sheet.append(cells)
    content = io.BytesIO()
    book.save(content)
    return content.getvalue()
