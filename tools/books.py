"""The two workbooks that need no Python: the functions as defined names, and as array formulas for an older Excel.

Both begin with a sheet that says what to do, and hold deals as examples, whose formulas carry their values. The look comes
from the sample workbooks. Needs XlsxWriter.
"""

from __future__ import annotations

import html
import re
import sys
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).parent.parent
sys.path.append(str(ROOT / "workbooks"))

from sample_book import Book, deals  # noqa: E402

import xlpoker  # noqa: E402
from xlpoker.functions import call  # noqa: E402
from xlpoker.hosts.calc import zipped  # noqa: E402
from xlpoker.hosts.formulas import formulas, old  # noqa: E402
from xlpoker.workbook.xlsx.package import Package  # noqa: E402
from xlpoker.workbook.xlsx.part_edits import with_defined_names  # noqa: E402

__all__ = ["NEW", "NEW_FUNCTIONS", "OLD", "filed", "new_excel", "old_excel", "with_names"]

NEW, OLD = "poker-formulas.xlsx", "poker-formulas-old-excel.xlsx"
NEW_FUNCTIONS = (
    "BYROW",
    "CHOOSEROWS",
    "HSTACK",
    "ISOMITTED",
    "LAMBDA",
    "LET",
    "MAP",
    "SEQUENCE",
    "UNICHAR",
)
"""Functions that files spell with a prefix, since the Excel of 2007 does not know them."""
DEALS, FIRST = 12, 3
LAST = FIRST + DEALS - 1
VERSION = f"xlpoker {xlpoker.__version__}, MIT licence. {xlpoker.__repository__}".strip()
NEW_STEPS = f"""\
Nothing to install | HANDVAL, HANDNAME, BESTHAND and WINNER are names of this workbook. It holds no macro.
Excel 365, 2024 | Press Enable Editing where Excel asks, go to the sheet Hands, and type =HANDVAL(A3:E3) in any free cell.
Excel on the web | Upload the file to OneDrive, open it there, and choose Editing above the sheet. Then as above.
Your own cards | Paste them into this workbook, on the sheet Hands or a new one: the functions work on every sheet of it.
What a hand is | Five to seven cards, one a cell or all in one cell, as 5H, 10H, th or 5♥. What is no card gives #VALUE!.
What the number is | 1 is 7-5-4-3-2 of several suits, 7,462 a royal flush: higher is better.
Many rows | =HANDVAL(A3:E14) answers all rows at once; =WINNER(A3:E14,F3:J14) says who wins: 1, 2, or 0 for a tie.
Where Excel writes 1,5 | Arguments are parted by semicolons: =WINNER(A3:E14;F3:J14).
Google Sheets | Paste the texts of google-sheets.txt: Data > Named functions > Add new function. The file says which text goes where.
Excel 2021 and older | They have no LAMBDA. Take the workbook {OLD}.
LibreOffice | It has no LAMBDA. Take the extension xlpoker.oxt: more functions, and sentences where a card is wrong."""
OLD_STEPS = f"""\
Nothing to install | The value of five cards is one array formula, for Excel 2007 to 2021 and LibreOffice. It holds no macro.
Try it | Press Enable Editing where Excel asks, go to the sheet Hands, and type other cards over A3:E3.
Your own cards | Copy the cell F3 of the sheet Hands to the right of your five cells, and fill down. It values the five cells to its left.
What a hand is | Five cards, one a cell, as 5H, 10H, th or 5♥. What is no card gives #VALUE!.
What the number is | 1 is 7-5-4-3-2 of several suits, 7,462 a royal flush: higher is better.
Who wins | The higher value: M3 compares F3 with L3.
If it shows {{ }} | The braces are Excel's mark of an array formula. Whoever edits it ends with Ctrl+Shift+Enter.
Excel 365, 2024 | Take the workbook {NEW}: functions with names, for five to seven cards.
LibreOffice | The extension xlpoker.oxt has more functions, and sentences where a card is wrong."""


def new_excel() -> bytes:
    """Return the workbook for Excel 365, 2024 and the web: names, deals as examples, the formulas to read."""
    return _made("Poker hands as formulas", NEW_STEPS, _named_formulas, names=True)


def old_excel() -> bytes:
    """Return the workbook for Excel 2007 to 2021: an array formula for each value."""
    return _made(
        "Poker hands as formulas, for Excel 2007 to 2021", OLD_STEPS, _array_formulas, names=False
    )


def _made(title: str, steps: str, fill: Callable[[Book], None], *, names: bool) -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "book.xlsx"
        with Book(path) as book:
            sheet = book.sheet("Start here")
            text = book.file.add_format({"text_wrap": True, "valign": "top"})
            sheet.write(0, 0, title, book.bold)
            for row, step in enumerate(steps.splitlines(), 2):
                for column, said in enumerate(step.split(" | ")):
                    sheet.write_string(row, column, said, text)
            sheet.write(row + 2, 0, VERSION, book.note)
            sheet.set_column(0, 0, 24)
            sheet.set_column(1, 1, 95)
            sheet.set_landscape()
            sheet.fit_to_pages(1, 0)
            fill(book)
        with Package(path) as package:
            parts = {name: package.read(name) for name in package.members}
            if names:
                parts[package.workbook] = with_names(parts[package.workbook])
    return zipped(parts)


def with_names(xml: bytes) -> bytes:
    """Return a workbook part with the functions as defined names, whose comments are their help."""
    made: list[tuple[bytes, ...]] = []
    for one in formulas():
        lines = html.escape(filed(one.text), quote=False).replace(
            "\n", "\r\n"
        )  # as Excel ends them
        parts = (f'name="{one.name}" comment="{html.escape(one.help)}"', lines)
        made.append(tuple(part.encode("ascii", "xmlcharrefreplace") for part in parts))
    return with_defined_names(xml, made)


_WORD = re.compile(r"""("[^"]*")|(\[)?\b([a-z]\w*)\b\]?|\b([A-Z]+)(?=\()|(?<=,) +""")


def filed(text: str) -> str:
    """Return a formula as Excel writes it into files, where no blank stands between parameters.

    >>> filed('LAMBDA(x, [y], LET(z, "a, b", BYROW(x, LAMBDA(one, SUM(one)))))')
    '_xlfn.LAMBDA(_xlpm.x,_xlop.y,_xlfn.LET(_xlpm.z,"a, b",_xlfn.BYROW(_xlpm.x,_xlfn.LAMBDA(_xlpm.one,SUM(_xlpm.one)))))'
    """

    def prefixed(match: re.Match[str]) -> str:
        quoted, optional, word, function = match.groups()
        if quoted:
            return quoted
        if word:
            return f"{'_xlop' if optional else '_xlpm'}.{word}"
        return f"_xlfn.{function}" if function in NEW_FUNCTIONS else function or ""

    return _WORD.sub(prefixed, text)


def _dealt(book: Book, title: str, places: tuple[int, int]) -> tuple[Any, list[list[str]]]:
    """Return a sheet with deals to two players, and the deals."""
    sheet = book.sheet("Hands")
    sheet.write(0, 0, title, book.bold)
    dealt = list(islice(deals(54, 10), DEALS))
    for player, column in enumerate(places):
        sheet.set_column(column, column + 4, 5)
        book.cards(sheet, FIRST - 1, column, [deal[5 * player : 5 * player + 5] for deal in dealt])
    sheet.freeze_panes(FIRST - 1, 0)
    sheet.set_landscape()
    sheet.fit_to_pages(1, 0)
    return sheet, dealt


def _named_formulas(book: Book) -> None:
    sheet, dealt = _dealt(
        book,
        f"Deals to two players in A{FIRST}:J{LAST}; a formula in each cell from L to Q, one for all rows in R",
        (0, 5),
    )
    titles = [
        "Player 1 value",
        "hand",
        "best five",
        "Player 2 value",
        "hand",
        "Winner",
        "Winner, one formula",
    ]
    sheet.write_row(1, 11, titles, book.bold)
    for column, width in enumerate([14, 34, 16, 14, 34, 8, 20], 11):
        sheet.set_column(column, column, width)
    winners = []
    for row, deal in enumerate(dealt, FIRST):
        one, two = f"A{row}:E{row}", f"F{row}:J{row}"
        asked = [
            *((name, [one]) for name in ("HANDVAL", "HANDNAME", "BESTHAND")),
            ("HANDVAL", [two]),
            ("HANDNAME", [two]),
        ]
        cards = {one: deal[:5], two: deal[5:]}
        for letter, (name, places) in zip("LMNOPQ", [*asked, ("WINNER", [one, two])], strict=True):
            value = call(name, *(cards[place] for place in places))
            sheet.write_dynamic_array_formula(
                f"{letter}{row}", f"={name}({','.join(places)})", None, value
            )
        winners.append(value)
    spilled = f"R{FIRST}:R{LAST}"
    sheet.write_dynamic_array_formula(
        spilled, f"=WINNER(A{FIRST}:E{LAST},F{FIRST}:J{LAST})", None, winners[0]
    )
    for row, winner in enumerate(winners[1:], FIRST + 1):
        sheet.write_number(f"R{row}", winner)
    texts = book.sheet("Formulas")
    wrapped = book.file.add_format({"text_wrap": True, "valign": "top"})
    texts.write_row(0, 0, ["Name", "Arguments", "Gives", "Formula"], book.bold)
    for row, formula in enumerate(formulas(), 1):
        shown = [formula.name, ", ".join(formula.parameters), formula.help, f"={formula.text}"]
        for column, content in enumerate(shown):
            texts.write_string(row, column, content, wrapped)
    for column, width in enumerate([14, 24, 40, 140]):
        texts.set_column(column, column, width)


def _array_formulas(book: Book) -> None:
    sheet, dealt = _dealt(
        book, "The value of five cards, worked out from the five cells to its left", (0, 6)
    )
    for column, title, width in (
        (5, "Player 1 value", 14),
        (11, "Player 2 value", 14),
        (12, "Winner", 8),
    ):
        sheet.write(1, column, title, book.bold)
        sheet.set_column(column, column, width)
    for row, deal in enumerate(dealt, FIRST):
        values = [call("HANDVAL", deal[:5]), call("HANDVAL", deal[5:])]
        for cell, place, value in zip(
            (f"F{row}", f"L{row}"), (f"A{row}:E{row}", f"G{row}:K{row}"), values, strict=True
        ):
            sheet.write_array_formula(f"{cell}:{cell}", f"{{={old(place)}}}", None, value)
        winner = call("WINNER", deal[:5], deal[5:])
        sheet.write_formula(f"M{row}", f"=IF(F{row}=L{row},0,IF(F{row}>L{row},1,2))", None, winner)
