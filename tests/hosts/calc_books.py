"""A workbook open in Calc: cells are typed into, everything is calculated, areas are read, all in one session."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from hosts.libreoffice import Calc

PROGRAM = """
  Dim commands, line, parts, range, row, column, cell, kind, answer, hidden(0) As New com.sun.star.beans.PropertyValue
  hidden(0).Name = "Hidden"
  hidden(0).Value = True
  book = StarDesktop.loadComponentFromURL("{book}", "_blank", 0, hidden())
  book.calculateAll()
  book.enableAutomaticCalculation(False)
  commands = FreeFile
  Open "{commands}" For Input As #commands
  Do While Not EOF(commands)
    Line Input #commands, line
    parts = Split(line, Chr(9))
    range = book.Sheets.getByName(parts(1)).getCellRangeByName(parts(2))
    Select Case parts(0)
    Case "clear"
      range.clearContents(7)
    Case "number"
      range.setValue(Val(parts(3)))
    Case "text"
      range.setString(parts(3))
    Case "read"
      book.calculate()
      For row = 0 To range.Rows.Count - 1
        answer = ""
        For column = 0 To range.Columns.Count - 1
          cell = range.getCellByPosition(column, row)
          kind = cell.Type
          If kind = com.sun.star.table.CellContentType.FORMULA Then kind = cell.FormulaResultType2
          If cell.getError() <> 0 Then
            answer = answer & Chr(9) & "e" & cell.getString()
          ElseIf kind = com.sun.star.table.CellContentType.VALUE Then
            answer = answer & Chr(9) & "n" & Str(cell.getValue())
          Else
            answer = answer & Chr(9) & "t" & cell.getString()
          End If
        Next column
        Print #out, answer
      Next row
    End Select
  Loop
  book.close(True)
"""


class Typed(NamedTuple):
    """Cells that are typed over, by sheet and address; None empties a cell, or all cells of an area."""

    sheet: str
    cells: dict[str, Any]


class Read(NamedTuple):
    """An area whose cells are read."""

    sheet: str
    area: str


def answers_in_calc(calc: Calc, path: Path, steps: Iterable[Typed | Read]) -> list[list[list[Any]]]:
    """Return the rows of each area that is read, in order: numbers, texts, and errors as Calc shows them.

    The workbook is opened once; before the first step all its formulas are calculated anew.
    """
    book = calc.folder / path.name
    shutil.copy(path, book)
    book.chmod(
        0o666
    )  # Calc is another user, and empties no cells of a book that is not its to write
    lines: list[str] = []
    heights: list[int] = []
    for step in steps:
        if isinstance(step, Read):
            lines.append(f"read\t{step.sheet}\t{step.area}")
            heights.append(_height(step.area))
        else:
            lines += [_command(step.sheet, *cell) for cell in step.cells.items()]
    commands = calc.folder / "commands.txt"
    commands.write_text("\n".join(lines) + "\n", encoding="utf-8")
    program = PROGRAM.format(book=book.as_uri(), commands=commands)
    rows = [_cells(line) for line in calc.run_macro(program)]
    assert len(rows) == sum(heights), rows[-1:]
    remaining = iter(rows)
    return [[next(remaining) for _ in range(height)] for height in heights]


def _height(area: str) -> int:
    from openpyxl.utils import range_boundaries

    _, top, _, bottom = range_boundaries(area)
    return int(bottom - top + 1)


def _command(sheet: str, cell: str, content: Any) -> str:
    if content is None:
        return f"clear\t{sheet}\t{cell}"
    kind = "text" if isinstance(content, str) else "number"
    return f"{kind}\t{sheet}\t{cell}\t{content}"


def _cells(line: str) -> list[Any]:
    return [float(cell[1:]) if cell.startswith("n") else cell[1:] for cell in line.split("\t")[1:]]
