"""What a workbook shows while one types: LibreOffice opens it once, fills in cells, and says what stands in others."""

import shutil
from pathlib import Path

TYPED = """
  Dim source, words, sheets, found, row, line, started, value
  On Error Goto failed
  book = StarDesktop.loadComponentFromURL("{book}", "_blank", 0, Array())
  sheets = book.Sheets
  source = createUnoService("com.sun.star.io.TextInputStream")
  source.setInputStream(createUnoService("com.sun.star.ucb.SimpleFileAccess").openFileRead("{inputs}"))
  source.setEncoding("UTF-8")
  book.enableAutomaticCalculation(False)
  Do While Not source.isEOF()
    words = Split(source.readLine(), Chr(9))
    If words(0) = "type" Then
      sheets.getByName(words(1)).getCellRangeByName(words(2)).setFormula(words(3))
    ElseIf words(0) = "calculate" Then
      started = GetSystemTicks()
      book.calculate()
      Print #out, "took" & Chr(9) & (GetSystemTicks() - started)
    ElseIf words(0) = "show" Then
      found = sheets.getByName(words(1)).getCellRangeByName(words(2)).getDataArray()
      For Each row In found
        line = "row"
        For Each value In row
          If IsEmpty(value) Then
            line = line & Chr(9) & "#"
          ElseIf TypeName(value) = "String" Then
            line = line & Chr(9) & "'" & value
          Else
            line = line & Chr(9) & Str(value)
          End If
        Next value
        Print #out, line
      Next row
      Print #out, "end"
    End If
  Loop
  book.close(True)
failed:
  If Err <> 0 Then Print #out, Error()
"""
ERROR = "#error"
"""What stands for a cell that shows an error."""


def typed(calc, path, scenarios, areas):
    """Return what areas of a workbook show after each scenario, and the milliseconds that it took to calculate.

    A scenario is what is typed: texts by (sheet, cell). A blank is typed as a space, since a program
    cannot clear a cell of a protected sheet, though a person can. `areas` are (sheet, area).
    Each answer is the rows of cells by area, and the time.
    """
    book = Path(calc.folder) / path.name
    shutil.copy(path, book)
    inputs = Path(calc.folder) / "typed.txt"
    lines = []
    for scenario in scenarios:
        for (sheet, cell), text in scenario.items():
            lines.append(f"type\t{sheet}\t{cell}\t{text or ' '}")
        lines.append("calculate")
        for sheet, area in areas:
            lines.append(f"show\t{sheet}\t{area}")
    inputs.write_text("\n".join([*lines, ""]), encoding="utf-8")
    program = TYPED.replace("{book}", book.as_uri()).replace("{inputs}", inputs.as_uri())
    shown = iter(calc.run_macro(program))
    answers = []
    for _ in scenarios:
        took = int(next(shown).removeprefix("took\t"))
        answers.append(({area: _rows(shown) for area in areas}, took))
    return answers


def _rows(lines):
    """Return the rows of cells up to the next end."""
    rows = []
    for line in lines:
        if line == "end":
            return rows
        rows.append([_value(cell) for cell in line.split("\t")[1:]])
    raise AssertionError("the program ended too early")


def _value(cell):
    """Return a cell as a text or a number."""
    if cell == "#":
        return ERROR
    return cell[1:] if cell.startswith("'") else float(cell)
