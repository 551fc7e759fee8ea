"""What people do in Calc, run inside LibreOffice by its own Python: each scenario returns what is seen then.

`tests/test_calc_click.py` names the scenarios and looks at what they return. Nothing of pytest is there.
"""
# ruff: noqa: FBT003 - UNO knows no names of arguments

import time
from pathlib import Path

import uno
from calc_jobs import named_value, service
from com.sun.star.sheet import TableFilterField
from com.sun.star.sheet.FilterOperator import EQUAL

from xlpoker.hosts import calc_click
from xlpoker.hosts.calc_sheet import seen_in
from xlpoker.hosts.one_click import only_click

BOLD = 150.0
STRUCK = 1
ANN, BEN = "5H 5C 6S 7S KD".split(), "2C 3S 8S 8D TD".split()
CLEO, DAN = "5D 8C 9S JS AC".split(), "2C 5C 7D 8S QH".split()
BLANKS = [""] * 4
NEW = "private:factory/scalc"
TWO_DEALS = [["Ann", *BLANKS, "Ben", *BLANKS], [*ANN, *BEN], [*CLEO, *DAN]]
THREE_CARDS = [
    ["Ann", "", "", "Ben", "", ""],
    ["5H", "5C", "6S", "2C", "3S", "8S"],
    ["5D", "8C", "9S", "2D", "5S", "7D"],
]


class Book:
    """An open workbook; a context manager. To paint its window takes half of the time, so most have none."""

    def __init__(self, source=NEW, rows=None, *, is_painted=False):
        url = source if ":" in str(source) else Path(source).as_uri()
        desktop = service("com.sun.star.frame.Desktop")
        arguments = (named_value("Hidden", not is_painted),)
        self.document = desktop.loadComponentFromURL(url, "_blank", 0, arguments)
        self.controller = self.document.getCurrentController()
        self.sheet = self.controller.getActiveSheet()
        self.undo = self.document.getUndoManager()
        if source == NEW:
            self.sheet.setName("Sheet1")  # Tabelle1 in German
        if rows:
            width = max(map(len, rows))
            area = self.sheet.getCellRangeByPosition(0, 0, width - 1, len(rows) - 1)
            area.setDataArray(tuple((*row, *[""] * (width - len(row))) for row in rows))
        self.undo.clear()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.document.close(True)

    def click(self, command, choice=0):
        """Click as a program does, and return the state and the text."""
        helper = service("com.sun.star.frame.DispatchHelper")
        arguments = (named_value("Choice", choice),)
        url = f"org.xlpoker:{command}"
        event = helper.executeDispatch(self.controller.getFrame(), url, "", 0, arguments)
        return ["failure", "success", "question"][event.State], event.Result

    def range(self, address):
        """Return Calc's range."""
        return self.sheet.getCellRangeByName(address)

    def cells(self, address):
        """Return the values of a range, row by row."""
        return self.range(address).getDataArray()

    def all_cells(self):
        """Return all filled cells by row and column."""
        cursor = self.sheet.createCursor()
        cursor.gotoEndOfUsedArea(False)
        end = cursor.getRangeAddress()
        area = self.sheet.getCellRangeByPosition(0, 0, end.EndColumn, end.EndRow)
        return {
            f"{row},{column}": value
            for row, cells in enumerate(area.getDataArray())
            for column, value in enumerate(cells)
            if value != ""
        }

    def names(self):
        """Return the names on the sheet and what they stand for."""
        names = self.sheet.NamedRanges
        return {name: names.getByName(name).getContent() for name in names.getElementNames()}


def euler(folder):
    """Score, count, undo, redo, score again, remove; undo that, too."""
    with Book(folder / "euler54.xlsx") as book:
        before = book.all_cells()
        seen = {"count": book.click("count"), "counted": book.all_cells() == before}
        seen["score"] = book.click("score")
        scored = book.all_cells()
        winners = [row[0] for row in book.cells("Q3:Q1002")]
        seen["winners"] = [winners.count(1), winners.count(2)]
        seen["names"] = book.names()
        seen["steps"] = book.undo.getAllUndoActionTitles()
        book.undo.undo()
        seen["undone"] = book.all_cells() == before, book.names()
        book.undo.redo()
        seen["redone"] = book.all_cells() == scored, book.names() == seen["names"]
        seen["again"] = book.click("score")[1] == seen["score"][1], book.all_cells() == scored
        seen["remove"] = book.click("remove")
        seen["removed"] = book.all_cells() == before, book.names()
        book.undo.undo()
        seen["back"] = book.all_cells() == scored
        return seen


def layouts(folder):
    """Score every workbook of a folder; return the text and the cells that changed."""
    seen = {}
    for path in sorted((folder / "layouts").glob("*.xlsx")):
        with Book(path) as book:
            before = book.all_cells()
            state, text = book.click("score")
            after = book.all_cells()
            new = {place: after[place] for place in after if after[place] != before.get(place)}
            seen[path.name] = {"state": state, "text": text, "cells": new, "names": book.names()}
    return seen


def looks(_folder):
    """Return how titles and columns look; one column has a width of its own."""
    with Book(rows=TWO_DEALS, is_painted=True) as book:
        columns = book.sheet.getColumns()
        columns.getByIndex(12).Width = 9000
        book.click("score")
        wide = [columns.getByIndex(column).Width for column in range(9, 16)]
        titles = [book.range(f"{letter}1").CharWeight == BOLD for letter in "JKO"]
        aligned = [book.range(f"{letter}2").HoriJustify.value for letter in "KLM"]
        indents = [book.range(f"{letter}2").ParaIndent > 0 for letter in "KLM"]
        return {
            "cells": book.cells("K1:O3"),
            "wide": wide,
            "bold": titles,
            "aligned": aligned,
            "indented": indents,
        }


def bad_row(_folder):
    """Score a sheet with a misspelt card."""
    with Book(rows=[*TWO_DEALS, ["1OH", *ANN[1:], *BEN]]) as book:
        return [*book.click("score"), book.cells("K4:P4"), book.range("K4").Type.value]


def question(_folder):
    """Three cards may be two games: nothing is written before the answer."""
    with Book(rows=THREE_CARDS) as book:
        asked = book.click("score")
        untouched = book.cells("G1:K3"), book.undo.getAllUndoActionTitles()
        answers = [book.click("count", number) for number in (1, 2)]
        answer = book.click("score", 2)
        written = book.cells("G1:K3")
        return {
            "asked": asked,
            "untouched": untouched,
            "answers": answers,
            "answer": answer,
            "written": written,
        }


def protected(_folder):
    """Score and count a protected sheet."""
    with Book(rows=TWO_DEALS) as book:
        before = book.all_cells()
        book.sheet.protect("")
        return [book.click("score"), book.click("count"), book.all_cells() == before]


def filtered(_folder):
    """Hidden rows are scored, and emptied again."""
    rows = [["No", *TWO_DEALS[0]], [1, *TWO_DEALS[1]], [2, *TWO_DEALS[2]], [1, *TWO_DEALS[1]]]
    with Book(rows=rows) as book:
        area = book.range("A1:K4")
        query = area.createFilterDescriptor(True)
        query.ContainsHeader = True
        query.setFilterFields((TableFilterField(0, 0, EQUAL, True, 2.0, ""),))
        area.filter(query)
        hidden = [not book.sheet.getRows().getByIndex(row).IsVisible for row in range(4)]
        text = book.click("score")[1]
        written = book.cells("L1:L4")
        removed = book.click("remove"), book.cells("L1:P4")
        return {"hidden": hidden, "text": text, "written": written, "removed": removed}


def not_seen(_folder):
    """Strike out a row and a cell without content, hide a row and a column of a hand."""
    with Book(rows=[*TWO_DEALS, [*CLEO, *DAN]]) as book:
        book.range("A2:J2").CharStrikeout = STRUCK
        book.range("B9").CharStrikeout = STRUCK
        book.sheet.getRows().getByIndex(2).IsVisible = False
        book.sheet.getColumns().getByIndex(3).IsVisible = False
        return book.click("count")


def two_clicks(_folder):
    """Click while another click is at work, and while a question waits for its answer."""
    with Book(rows=THREE_CARDS) as book, Book(rows=TWO_DEALS) as other:
        before = other.all_cells()
        with only_click():
            meanwhile = other.click("score")
        shown, answers = [], []

        def asked(*_):
            answers.append(other.click("score"))
            return 2

        kept = calc_click._asked, calc_click._show
        calc_click._asked, calc_click._show = asked, lambda _, reply: shown.append(reply.text)
        try:
            calc_click.clicked("score", book.controller.getFrame())
        finally:
            calc_click._asked, calc_click._show = kept
        untouched = other.all_cells() == before
        return [meanwhile, answers, untouched, shown, book.cells("G1:G3")]


def selected(_folder):
    """Areas with cards are the hands; cells without a card, and a single one, say nothing."""
    titles, first, second = TWO_DEALS
    rows = [[*titles, "Cleo"], [*first, *CLEO], [*second, "KH", *CLEO[1:]]]
    texts = {}
    with Book(rows=rows, is_painted=True) as book:
        for areas in (
            "L9",
            "A1:F1",
            "A2",
            "A2:E3 K2:O3",
            "F1:J1048576 A1:E1048576",
            "A1:O3",
            "A2:F3",
        ):
            ranges = book.document.createInstance("com.sun.star.sheet.SheetCellRanges")
            for area in areas.split():
                ranges.addRangeAddress(book.range(area).getRangeAddress(), False)
            book.controller.select(ranges)
            texts[areas] = book.click("count")
    return texts


def odd_names(_folder):
    """Names that Calc would take for formulas, dates and numbers."""
    seen = {}
    with Book(rows=TWO_DEALS) as book:
        for name in ("=2+2", "May 5", "1/2", "TRUE", "-Ann", "@x", "'quoted"):
            book.range("A1").setString(name)
            book.click("score")
            titles, values = book.cells("K1:O2"), book.range("L1").Type.value
            seen[name] = [titles[0][1], values, book.click("remove")[0]]
    return seen


def users_cell(_folder):
    """Type a note among earlier results, then score and remove."""
    with Book(rows=TWO_DEALS) as book:
        book.click("score")
        book.range("L2").setString("my note")
        before = book.all_cells()
        return [book.click("score"), book.click("remove"), book.all_cells() == before]


def nothing_there(_folder):
    """No hands, an empty sheet, no results."""
    with Book() as empty, Book(rows=[["Date", "Sum"], ["a", 1]]) as words:
        return [empty.click("score"), words.click("score"), words.click("remove")]


def apostrophe(_folder):
    """Score a sheet whose name Calc has to quote, again, and remove the results."""
    with Book(rows=TWO_DEALS) as book:
        book.sheet.setName("O'Neil")
        seen = [book.click("score")[0], book.names(), book.click("score")[0]]
        return [
            *seen,
            book.click("remove")[0],
            book.names(),
            book.all_cells() == cells_of(TWO_DEALS),
        ]


def cells_of(rows):
    """Return filled cells by row and column."""
    return {
        f"{row},{column}": cell
        for row, cells in enumerate(rows)
        for column, cell in enumerate(cells)
        if cell != ""
    }


def a_million_formatted_rows(_folder):
    """Colour whole columns, then count and score."""
    with Book(rows=TWO_DEALS) as book:
        book.range("A1:J1048576").CellBackColor = 0xFFFF00
        return [book.click("count"), book.click("score"), book.cells("K1:K3")]


def no_document(_folder):
    """Click in a window without a document, and in one that is closed meanwhile."""
    with Book(rows=TWO_DEALS) as book:
        controller = book.controller
    done = [calc_click.click("score", gone) for gone in (None, controller)]
    return [(reply.kind.value, reply.text) for reply in done]


def nothing_half(_folder):
    """Let Calc fail after the cells are written."""
    with Book(rows=TWO_DEALS) as book:
        book.range("L9").setString("typed")
        before, steps = book.all_cells(), book.undo.getAllUndoActionTitles()
        own_set_name, calc_click._set_name = calc_click._set_name, fail
        try:
            answer = book.click("score")
        finally:
            calc_click._set_name = own_set_name
        now = book.undo.getAllUndoActionTitles()
        return [answer, book.all_cells() == before, book.names(), steps, now]


def fail(*_):
    """Fail as Calc may do."""
    raise RuntimeError("the disk is full")


def earlier_cells(_folder):
    """Score over earlier results that were changed since: undo, redo, undo."""
    with Book(rows=TWO_DEALS) as book:
        book.click("score")
        book.range("K2").setString("Ann")
        book.range("L3").setString("")
        book.undo.clear()
        before = book.range("J1:P4").getFormulaArray()
        book.click("score")
        after = book.range("J1:P4").getFormulaArray()
        seen = [before != after]
        for step, expected in (("undo", before), ("redo", after), ("undo", before)):
            getattr(book.undo, step)()
            seen.append(book.range("J1:P4").getFormulaArray() == expected)
        return seen


def what_is_seen(folder):
    """Dates, TRUE, errors, formulas, arrays, merged cells, hidden rows, tables and drawings, as `Seen` has them."""
    with Book(folder / "cells.xlsx") as book:
        sheet = book.sheet
        sheet.getRows().getByIndex(3).IsVisible = False
        book.range("F1:F2").setArrayFormula("=A1:A2")
        book.range("G1").setFormula("=TODAY()")
        book.range("G2").setFormula('=""')
        shape = book.document.createInstance("com.sun.star.drawing.RectangleShape")
        sheet.getDrawPage().add(shape)
        place = shape.getPosition()
        corner = book.range("B6").Position
        place.X, place.Y = corner.X + 10, corner.Y + 10
        shape.setPosition(place)
        size = shape.getSize()
        end = book.range("D9").Position
        size.Width, size.Height = end.X - corner.X, end.Y - corner.Y
        shape.setSize(size)
        seen = seen_in(book.document, book.controller)
        return {
            "values": [[repr(value) for value in row[:5]] for row in seen.values[:5]],
            "typed": [list(row) for row in seen.typed[:5]],
            "today": type(seen.values[0][6]).__name__,
            "merged": seen.merged,
            "arrays": seen.arrays,
            "tables": seen.tables,
            "drawings": seen.drawings,
            "hidden": sorted(seen.hidden_rows),
        }


def table_grows(folder):
    """Score a table of Excel, and undo that."""
    with Book(folder / "table.xlsx") as book:

        def columns_of_table():
            ranges = book.document.DatabaseRanges
            areas = [ranges.getByName(name).getDataArea() for name in ranges.getElementNames()]
            return [[area.StartColumn, area.EndColumn] for area in areas]

        seen = [columns_of_table(), book.click("score"), columns_of_table()]
        if book.undo.isUndoPossible():
            book.undo.undo()
        return [*seen, columns_of_table()]


def read_only(folder):
    """Score and count a workbook that is open for reading only."""
    with Book(folder / "euler54.xlsx") as book:
        arguments = (named_value("ReadOnly", True),)
        url = book.document.getURL()
    desktop = service("com.sun.star.frame.Desktop")
    document = desktop.loadComponentFromURL(url, "_blank", 0, arguments)
    try:
        return [
            (done.kind.value, done.text)
            for done in (
                calc_click.click(command, document.getCurrentController())
                for command in ("score", "count")
            )
        ]
    finally:
        document.close(True)


def speed(_folder):
    """5,000 rows of two hands: the seconds of a click, of the next one, and of undo."""
    rows = [TWO_DEALS[0], *[TWO_DEALS[1], TWO_DEALS[2]] * 2500]
    seconds = {}
    with Book(rows=rows, is_painted=True) as book:
        for name, work in {
            "count": lambda: book.click("count"),
            "score": lambda: book.click("score"),
            "again": lambda: book.click("score"),
            "undo": book.undo.undo,
        }.items():
            start = time.perf_counter(), time.process_time()
            work()
            seconds[name] = [time.perf_counter() - start[0], time.process_time() - start[1]]
    return seconds


def menu(_folder):
    """Return the entries of menu and toolbar as LibreOffice has them in this language."""
    node = uno.createUnoStruct("com.sun.star.beans.NamedValue")
    node.Name, node.Value = "nodepath", "/org.openoffice.Office.Addons/AddonUI"
    provider = service("com.sun.star.configuration.ConfigurationProvider")
    view = "com.sun.star.configuration.ConfigurationAccess"
    settings = provider.createInstanceWithArguments(view, (node,))
    menus = settings.getByName("OfficeMenuBar").getByName("org.xlpoker.menu")
    toolbar = settings.getByName("OfficeToolBar").getByName("org.xlpoker.toolbar")
    return [
        menus.getByName("Title"),
        *[
            [
                (
                    entries.getByName(name).getByName("URL"),
                    entries.getByName(name).getByName("Title"),
                )
                for name in entries.getElementNames()
            ]
            for entries in (menus.getByName("Submenu"), toolbar)
        ],
    ]


SCENARIOS = [
    euler,
    layouts,
    looks,
    bad_row,
    question,
    protected,
    filtered,
    not_seen,
    two_clicks,
    selected,
    odd_names,
    users_cell,
    nothing_there,
    apostrophe,
    a_million_formatted_rows,
    no_document,
    nothing_half,
    earlier_cells,
    what_is_seen,
    table_grows,
    read_only,
    menu,
]

MEASURED = [speed]
"""Run where they are named: the benchmarks ask for them."""
