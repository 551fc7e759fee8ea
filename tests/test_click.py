"""One click in Excel: xlwings' own classes over an Excel in memory, and the procedures of the ribbon above them."""

import datetime as dt
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from pathlib import Path

import openpyxl
import pytest
from hosts.fake_excel import Busy, Range, Refused, Table, book_of, select
from hosts.vba_interpreter import NOTHING, Excel, Interpreter, clicked
from support.cases import cases

from xlpoker.hosts import click, ribbon
from xlpoker.hosts.excel_cells import typed_text
from xlpoker.hosts.excel_sheet import seen_in
from xlpoker.hosts.one_click import AT_WORK
from xlpoker.hosts.reasons import BUSY, reason_of

BOOKS = Path(__file__).parents[1] / "workbooks"
ANN, BEN = "5H 5C 6S 7S KD".split(), "2C 3S 8S 8D TD".split()
CLEO, DAN = "5D 8C 9S JS AC".split(), "2C 5C 7D 8S QH".split()
HEADINGS = ["Ann", None, None, None, None, "Ben", None, None, None, None]
TITLES = ["Winner", "Ann value", "Ann hand", "Ben value", "Ben hand"]
FIRST = ["Ben", 2067.0, "One Pair, Fives", 2633.0, "One Pair, Eights"]


def sheet_of(*rows):
    """Return a book, and its only sheet as the Excel in memory has it."""
    book = book_of([list(row) for row in rows])
    return book, book.sheets.active.impl


def two_deals():
    """Return a book with two deals under names."""
    return sheet_of(HEADINGS, ANN + BEN, CLEO + DAN)


@pytest.fixture
def euler():
    """Return the thousand deals of Project Euler, as Excel would have them open."""
    worksheet = openpyxl.load_workbook(BOOKS / "euler54.xlsx").worksheets[0]
    rows = [list(row[:10]) for row in worksheet.iter_rows(values_only=True)]
    return book_of(rows, "euler54.xlsx", "euler54")


@pytest.mark.slow
def test_euler(euler):
    """Score, count, score again, remove: 376 wins for Player 1, by two reads and one write each."""
    sheet = euler.sheets.active
    before = sheet.impl.snapshot()
    answer = click.called("score", euler)
    assert answer.startswith("+1,000 rows: Player 1 376, Player 2 624, ties 0")
    winners = sheet.range("K3:K1002").value
    assert (winners.count(1), winners.count(2)) == (376, 624)
    assert sheet.impl.writes == 1
    assert sheet.impl.defined == {
        "_xlpoker_results": "='euler54'!$K$2:$O$1002",
        "_xlpoker_hands": "='euler54'!$A$3:$E$1002",
    }
    assert not sheet.impl.shown_names
    scored = sheet.impl.snapshot()
    assert click.called("count", euler).startswith(" 1,000 rows: Player 1 376, Player 2 624")
    assert click.called("score", euler)[0] == "+"
    assert sheet.impl.snapshot() == scored
    assert click.called("remove", euler)[0] == "+"
    after = sheet.impl.snapshot()
    assert (after["values"], after["names"]) == (before["values"], {})


def test_a_sheet_is_read_by_two_calls():
    """Values and formulas, whatever the number of cells; one write a block."""
    book, sheet = two_deals()
    click.called("count", book)
    assert sheet.reads == 2
    assert sheet.writes == 0


def test_the_columns_look_like_those_of_the_command():
    """Titles are bold, columns are as wide as in a scored file, names to the left and numbers to the right."""
    book, sheet = two_deals()
    click.called("score", book)
    assert book.sheets.active.range("K1:O2").value == [TITLES, FIRST]
    assert sheet.bold == {(1, column) for column in range(11, 16)}
    assert sheet.widths[13] > sheet.widths[12]
    assert sheet.alignments[2, 13] == "left"
    assert {column for (row, column) in sheet.indents if row == 2} == {13, 15}


def test_a_column_with_different_indents_keeps_them():
    """Undo could not put them back: Excel tells no indent of cells that differ."""
    book, sheet = two_deals()
    book.sheets.active.range("M3").impl.indent = 2
    click.called("score", book)
    assert sheet.indents == {(3, 13): 2} | {(row, 15): 1 for row in (1, 2, 3)}
    click.called("undo", book)
    assert sheet.snapshot()["indents"] == {(3, 13): 2}


def test_undo_restores_alignment_and_indent():
    """Somebody's own look of empty cells is there again, also an indent that numbers cannot have."""
    book, sheet = two_deals()
    area = book.sheets.active.range("L1:M3")
    area.impl.horizontal_alignment = "right"
    area.impl.indent = 3
    before = sheet.snapshot()
    click.called("score", book)
    assert sheet.snapshot()["indents"] != before["indents"]
    click.called("undo", book)
    assert sheet.snapshot() == before


@pytest.mark.parametrize("name", ["=2+2", "May 5", "1/2", "TRUE", "-Ann", "@x", "+1", "3.50"])
def test_names_stay_texts(name):
    """What Excel would take for a formula, a date, a truth value or a number is typed as a text."""
    book, sheet = two_deals()
    sheet.values[1, 1] = name
    answer = click.called("score", book)
    assert answer[0] == "+", answer
    written = {cell: value for cell, value in sheet.values.items() if cell[1] > 10}
    assert len(written) == 15
    assert not [column for _, column in sheet.formulas]
    texts = [value for value in written.values() if isinstance(value, str)]
    assert not [text for text in texts if text.startswith("<")]
    assert {type(value) for value in written.values()} <= {str, int, float}


@pytest.mark.parametrize(
    "text", ["=2+2", "May 5", "1/2", "TRUE", "-Ann", "@x", "+1", "3.50", "May"]
)
def test_texts_are_typed_with_an_apostrophe(text):
    """Excel hides it; without it Excel would make something else of most of these."""
    book, _ = two_deals()
    cell = book.sheets.active.range("Z1")
    cell.value = typed_text(text)
    assert cell.value == text


def test_a_bad_row_has_its_reason():
    """The other rows are scored; the message counts the bad one."""
    book, _ = sheet_of(HEADINGS, ANN + BEN, ["1OH", *ANN[1:], *BEN], CLEO + DAN)
    answer = click.called("score", book)
    cells = book.sheets.active.range("P1:P4").value
    assert cells == ["Problem", None, "A3: '1OH' is not a card; did you mean '10H'?", None]
    assert "bad 1" in answer
    assert "A3: '1OH' is not a card; did you mean '10H'?" in answer


def test_cells_beside_the_hands_stay():
    """A note beside the hands is the user's; the results stand right of it."""
    book, _ = sheet_of([*HEADINGS, None, "note"], ANN + BEN + [None, "x"], CLEO + DAN)
    click.called("score", book)
    assert book.sheets.active.range("L1:M2").value == [["note", "Winner"], ["x", "Ben"]]


def test_a_formula_that_gives_nothing_holds_its_cell():
    """A formula whose value is an empty text looks blank, and is the user's."""
    book, sheet = two_deals()
    sheet.formulas[2, 11], sheet.values[2, 11] = '=IF(A2="","?","")', ""
    click.called("score", book)
    assert book.sheets.active.range("L1").value == "Winner"
    assert sheet.formulas == {(2, 11): '=IF(A2="","?","")'}


def test_a_remark_among_the_results_is_kept():
    """Neither a second click nor *Remove results* takes a cell that can be no result."""
    book, sheet = two_deals()
    click.called("score", book)
    sheet.values[2, 13] = "my remark"
    before = sheet.snapshot()
    for command in ("score", "remove"):
        answer = click.called(command, book)
        assert answer[0] == "!", answer
        assert "M2" in answer
        assert sheet.snapshot() == before


def test_a_table_of_excel_grows():
    """Hands in a table: the new columns are columns of that table, and go with it."""
    book, sheet = sheet_of([*"abcde", *"fghij"], ANN + BEN, CLEO + DAN)
    table = Table(sheet, "A1:J3")
    select(book, "A2:E3,F2:J3")
    answer = click.called("score", book)
    assert answer[0] == "+", answer
    assert table.box == (1, 1, 3, 15)
    click.called("undo", book)
    assert table.box == (1, 1, 3, 10)


# Undo


def test_undo_after_results_that_were_replaced():
    """The former results come back, with their texts, widths and names."""
    book, sheet = two_deals()
    click.called("score", book)
    sheet.values[2, 1] = "KH"
    before = sheet.snapshot()
    click.called("score", book)
    assert sheet.snapshot() != before
    assert click.called("undo", book) == f" {click.UNDONE}"
    assert sheet.snapshot() == before
    assert click.called("undo", book) == "!There is nothing to undo."


def test_undo_after_remove():
    """The results stand where they stood."""
    book, sheet = two_deals()
    click.called("score", book)
    before = sheet.snapshot()
    click.called("remove", book)
    click.called("undo", book)
    assert sheet.snapshot() == before


def test_undo_on_another_sheet_does_nothing():
    """The memory is that of one sheet of one book."""
    book, _ = two_deals()
    click.called("score", book)
    other, sheet = two_deals()
    other.impl.title = "other.xlsx"
    before = sheet.snapshot()
    answer = click.called("undo", other)
    assert answer.startswith("!The last click was on Sheet1 of ")
    assert sheet.snapshot() == before


@pytest.mark.parametrize("writes", [0, 1])
def test_a_write_that_fails_leaves_the_sheet_as_it_was(writes):
    """The column *Problem* is emptied, then Excel refuses the new results: all comes back."""
    book, sheet = sheet_of(HEADINGS, ["1OH", *ANN[1:], *BEN], CLEO + DAN)
    click.called("score", book)
    sheet.values[2, 1] = "5H"
    before = sheet.snapshot()
    sheet.refuses_after = sheet.writes + writes
    sheet.refusal = Refused("The cell is locked.")
    answer = click.called("score", book)
    assert answer == "!Sheet1 cannot be written (The cell is locked). Nothing was changed."
    assert sheet.snapshot() == before
    assert click.called("score", book)[0] == "+"
    assert "Problem" not in sheet.values.values()


# What is selected, asked, or refused


@cases(
    ("address", "read"),
    {
        "one cell": ("C3", "Ann A:E, Ben F:J"),
        "cells without cards": ("A1:E1", "Ann A:E, Ben F:J"),
        "everything": ("A1:J3", "Ann A:E, Ben F:J"),
        "the hands": ("A2:E3,F2:J3", "Ann A:E, Ben F:J"),
        "one of the hands, with its name": ("A1:E3", "one hand a row in A:E"),
        "the second row": ("A3:E3,F3:J3", "Sheet1 3-3"),
        "a shape": ("", "Ann A:E, Ben F:J"),
    },
)
def test_what_is_selected(address, read):
    """A selection with cards says which cells are the hands; any other one says nothing."""
    book, _ = two_deals()
    select(book, address)
    answer = click.called("count", book)
    assert answer[0] == " ", answer
    assert read in answer


def test_a_question_is_answered_by_its_number():
    """Three cards may be two games: a click asks, a number answers, nothing is written before."""
    rows = [["5H", "5C", "6S", "2C", "3S", "8S"], ["5D", "8C", "9S", "2D", "5S", "7D"]]
    book, sheet = sheet_of(["Ann", None, None, "Ben", None, None], *rows)
    question = click.called("score", book)
    assert question[0] == "?"
    assert len(question) <= 1024
    assert "--" not in question
    assert sheet.writes == 0
    assert click.called("score", book, "9") == question
    assert click.called("score", book, "two") == question
    first, second = (click.called("count", book, number) for number in "12")
    assert first[0] == second[0] == " "
    assert first != second


def test_the_ribbon_asks_and_python_answers():
    """From the button through VBA and xlwings to the cells, and back by Undo."""
    rows = [["5H", "5C", "6S", "2C", "3S", "8S"], ["5D", "8C", "9S", "2D", "5S", "7D"]]
    book, sheet = sheet_of(["Ann", None, None, "Ben", None, None], *rows)
    before = sheet.snapshot()
    host = Excel(click.called, book)
    boxes = clicked(host, ribbon.procedures(), "XlpokerScore", "1")
    assert [kind for kind, _ in boxes] == ["question", "information"]
    assert book.sheets.active.range("G1").value == "Winner"
    assert host.application.undo
    boxes = clicked(host, ribbon.procedures(), "XlpokerUndo")
    assert boxes == [("information", click.UNDONE)]
    assert sheet.snapshot() == before


def protected(sheet):
    sheet.is_protected = True


def with_array(sheet):
    sheet.arrays.append((1, 11, 3, 11))
    sheet.formulas.update({(row, 11): "=A1:A3" for row in (1, 2, 3)})


def no_worksheet(sheet):
    del sheet.book.all_sheets[:]


def busy(sheet):
    sheet.refuses_after = 0


def pivot_table(sheet):
    sheet.refusal = Refused("We can't make this change because it will affect a PivotTable")
    sheet.refuses_after = 0


def edited(sheet):
    sheet.refusal = Busy(Busy.BEING_EDITED, "OLE error 0x800ac472")
    sheet.refuses_reads = True


def edited_meanwhile(sheet):
    sheet.refusal = Refused("", scode=Busy.BEING_EDITED)
    sheet.refuses_after = 0


def shared_book(sheet):
    sheet.refusal = Refused("That command isn't available in a shared workbook.")
    sheet.refuses_names = True


def closed_book(sheet):
    sheet.book.all_sheets = None


@cases(
    ("change", "start"),
    {
        "a pivot table in the way": (
            pivot_table,
            (
                "!Sheet1 cannot be written (We can't make this change because it will affect a PivotTable)."
                " Nothing was changed."
            ),
        ),
        "a book that was closed meanwhile": (closed_book, "!This sheet cannot be read ("),
        "a protected sheet": (protected, "!Sheet1 is protected; "),
        "no worksheet": (no_worksheet, "!This sheet cannot be read ("),
        "Excel is busy": (busy, f"!Sheet1 cannot be written ({BUSY}). Nothing was changed."),
        "a cell is being edited": (
            edited,
            f"!This sheet cannot be read ({BUSY}). Select a cell of a worksheet and try again.",
        ),
        "a cell is being edited when results are written": (
            edited_meanwhile,
            f"!Sheet1 cannot be written ({BUSY}). Nothing was changed.",
        ),
        "a shared book in which Excel refuses the last step": (
            shared_book,
            (
                "!Sheet1 cannot be written (That command isn't available in a shared workbook)."
                " Nothing was changed."
            ),
        ),
    },
)
def test_a_sheet_that_cannot_be_written(change, start):
    """One sentence, nothing half written."""
    book, sheet = two_deals()
    change(sheet)
    before = sheet.snapshot()
    answer = click.called("score", book)
    assert answer.startswith(start), answer
    assert sheet.snapshot() == before
    assert "Traceback" not in answer


def test_an_excel_that_refuses_even_names_is_busy():
    """Then pywin32 says that a property does not exist; of a property that really does not, it is said as it is."""

    class Pointer:
        def GetIDsOfNames(self, _locale, _name):
            raise Busy() if is_busy else Refused("Unknown name.")

    class Dispatched:
        _oleobj_ = Pointer()

        def __getattr__(self, name):
            raise AttributeError(f"<unknown>.{name}")

    is_busy = True
    with pytest.raises(AttributeError) as refused:
        Dispatched().UsedRange  # noqa: B018 - it is asked for
    assert reason_of(refused.value) == BUSY
    is_busy = False
    assert reason_of(refused.value) == "<unknown>.UsedRange"


def test_an_excel_that_stays_busy_is_undone_later(monkeypatch):
    """Excel takes neither the results nor their removal: this is said, and Undo takes them back."""
    monkeypatch.setattr(click, "PAUSE", 0)
    book, sheet = sheet_of(HEADINGS, ["1OH", *ANN[1:], *BEN], CLEO + DAN)
    click.called("score", book)
    sheet.values[2, 1] = "5H"
    before = sheet.snapshot()
    sheet.refuses_after, sheet.refuses_for_good = sheet.writes + 1, True
    answer = click.called("score", book)
    assert answer == f"+{click.HALF_WRITTEN.format(sheet='Sheet1', reason=BUSY)}"
    assert sheet.snapshot() != before
    assert click.called("undo", book) == f"+{click.NOT_UNDONE.format(sheet='Sheet1', reason=BUSY)}"
    sheet.refuses_after = None
    assert click.called("undo", book) == f" {click.UNDONE}"
    assert sheet.snapshot() == before


def test_two_clicks_at_once(monkeypatch):
    """The second one, from another thread, is one sentence; the first one does its work."""
    book, sheet = two_deals()
    is_reading, may_go_on = threading.Event(), threading.Event()
    read = Range.raw_value.fget

    def slow_read(area):
        is_reading.set()
        assert may_go_on.wait(30)
        return read(area)

    monkeypatch.setattr(Range, "raw_value", property(slow_read, Range.raw_value.fset))
    with ThreadPoolExecutor() as pool:
        first = pool.submit(click.called, "score", book)
        assert is_reading.wait(30)
        second = [click.called(command, book) for command in ("score", "undo", "remove")]
        assert sheet.writes == 0
        may_go_on.set()
        assert first.result()[0] == "+"
    assert second == [f"!{AT_WORK.text}"] * 3
    assert sheet.writes == 1
    assert click.called("count", book)[0] == " "


def test_a_click_while_the_first_one_waits_for_an_answer():
    """VBA is entered again while Python or a question is open: a sentence, and Python is not asked."""
    rows = [["5H", "5C", "6S", "2C", "3S", "8S"], ["5D", "8C", "9S", "2D", "5S", "7D"]]
    book, sheet = sheet_of(["Ann", None, None, "Ben", None, None], *rows)

    def answer(*arguments):
        interpreter.run("XlpokerScore", [NOTHING])
        return click.called(*arguments)

    host = Excel(answer, book)
    interpreter = Interpreter(host)
    interpreter.add_module(ribbon.procedures(), name="RibbonXlpoker")
    interpreter.answers.extend([1, "1"])
    interpreter.run("XlpokerScore", [NOTHING])
    texts = [prompt for _, prompt, _, _ in interpreter.dialogs]
    at_work, question, at_work_again, scored = texts
    assert at_work == at_work_again == AT_WORK.text
    assert question.startswith("Sheet1")
    assert scored.startswith("2 rows")
    assert len(host.server.calls) == 2
    assert sheet.writes == 1


def test_a_book_that_is_open_for_reading_only():
    """Excel keeps the results in memory: they are written, and the text says how to keep them."""
    book, _ = two_deals()
    book.impl.is_read_only = True
    answer = click.called("score", book)
    assert answer[0] == "+"
    to_keep = "Book1.xlsx is open for reading only; save it under another name to keep this"
    assert answer.splitlines()[-1] == to_keep
    assert "reading only" not in click.called("count", book)
    assert click.called("remove", book).splitlines()[-1] == to_keep


@cases(
    ("rows", "start"),
    {
        "an empty sheet": ([[]], "!Sheet1 is empty; "),
        "no cards": ([["a", "b"], ["c", "d"]], "!Sheet1 holds no hands; "),
        "dates": ([["Day"], [dt.datetime(2026, 5, 5)]], "!Sheet1 holds no hands; "),
        "errors only": ([["#N/A", "#REF!"]], "!Sheet1 holds no hands; "),
        "numbers": ([[1, 2], [3, 4]], "!Sheet1 holds no hands; "),
    },
)
def test_a_sheet_without_hands(rows, start):
    """It is said what cards look like."""
    book, sheet = sheet_of(*rows)
    answer = click.called("score", book)
    assert answer.startswith(start), answer
    assert sheet.writes == 0


def test_nothing_to_remove():
    """A sheet that was never scored has no results."""
    book, _ = two_deals()
    assert click.called("remove", book).startswith("!Sheet1 holds no results of xlpoker")


def test_a_million_formatted_rows():
    """A sheet that is formatted down to its end is refused before it is read."""
    book, sheet = two_deals()
    sheet.formulas[1_048_576, 10] = "=1"
    answer = click.called("score", book)
    assert answer.startswith("!Sheet1 has 1,048,576 rows and 10 columns; ")
    assert sheet.reads == 0


def test_an_array_in_the_way():
    """A formula that fills several cells stays; the results stand right of it."""
    book, sheet = two_deals()
    with_array(sheet)
    answer = click.called("score", book)
    assert answer[0] == "+", answer
    assert book.sheets.active.range("L1").value == "Winner"


def test_a_spill_in_the_way():
    """A formula beside the hands spills an empty text to its right: that cell looks blank, and stays."""
    book, sheet = two_deals()
    sheet.formulas[3, 11] = '=IF(A3:B3="5D",1,"")'
    sheet.values.update({(3, 11): 1, (3, 12): ""})
    sheet.spills.append((3, 11, 3, 12))
    before = sheet.snapshot()
    answer = click.called("score", book)
    assert answer.startswith("!Sheet1!L3 is part of a formula that fills K3:L3; ")
    assert sheet.snapshot() == before


def test_a_book_that_is_closed_before_it_is_written(monkeypatch):
    """Excel gives the cells, and then nothing more: one sentence, and the next book can be scored."""
    book, sheet = two_deals()

    def closed(*_):
        raise Refused("The object invoked has disconnected from its clients.")

    monkeypatch.setattr(click, "before_of", closed)
    answer = click.called("score", book)
    reason = "The object invoked has disconnected from its clients"
    assert answer == f"!Sheet1 cannot be written ({reason}). Nothing was changed."
    assert sheet.writes == 0
    monkeypatch.undo()
    other, _ = two_deals()
    assert click.called("score", other)[0] == "+"


def test_merged_titles_are_read():
    """A title over several cells is one merged area, found by few questions."""
    book, sheet = sheet_of(["Friday night"], HEADINGS, ANN + BEN, CLEO + DAN)
    sheet.merged.append((1, 1, 1, 10))
    seen = seen_in(book, book.sheets.active)
    assert [box.address for box in seen.merged] == ["A1:J1"]
    assert click.called("count", book)[0] == " "


def test_what_a_person_does_not_see_is_counted_and_said():
    """A row that a filter hides, one that is struck out, a hidden column: the words are those of the command."""
    book, sheet = sheet_of(HEADINGS, ANN + BEN, CLEO + DAN, DAN + CLEO)
    sheet.hidden = {3}
    sheet.struck = {(2, column) for column in range(1, 6)}
    sheet.hidden_columns = {4, 12}
    seen = seen_in(book, book.sheets.active)
    assert seen.hidden_rows == {2}
    assert seen.struck_cells == {1: [0, 1, 2, 3, 4]}
    assert seen.hidden_columns == {3}
    lines = click.called("count", book).splitlines()
    assert "Warning: a hidden column holds cards, which count: D" in lines
    assert "; 1 hidden row is counted; 1 struck-out row is counted" in lines[-2]
    assert lines[-1] == "To leave these rows out, copy the other rows to a sheet of their own"


@pytest.mark.slow
@cases(
    ("change", "remark"),
    {
        "a filter": (
            lambda sheet: sheet.hidden.update(range(3, 6000, 2)),
            "rows in too many places are hidden; they are counted",
        ),
        "struck out": (
            lambda sheet: sheet.struck.update((row, 1) for row in range(3, 1000, 2)),
            "rows in too many places are struck out; they are counted",
        ),
    },
)
def test_excel_is_asked_a_bounded_number_of_times(change, remark):
    """Where every other row is hidden or struck out, that is said without their number."""
    book, sheet = sheet_of(*[ANN + BEN, CLEO + DAN] * 3_000)
    change(sheet)
    answer = click.called("count", book)
    assert f"Warning: {remark}" in answer.splitlines()


@cases(
    ("raw_value", "value"),
    {
        "a date": (dt.datetime(2026, 5, 1, 20, 15, tzinfo=dt.UTC), dt.datetime(2026, 5, 1, 20, 15)),
        "an error": (-2146826246, "#N/A"),
        "a truth value": (True, True),
        "a text that looks like an error": ("#N/A", "#N/A"),
        "an amount of money": (Decimal("12.5"), Decimal("12.5")),
    },
)
def test_values_are_those_that_xlwings_converts(raw_value, value):
    """Cells are read as Excel gives them; what is no text and no number becomes what a command reads."""
    book, sheet = two_deals()
    sheet.values[2, 11] = raw_value
    assert seen_in(book, book.sheets.active).values[1][10] == value


def test_a_sheet_whose_name_has_an_apostrophe():
    """Names refer to it as Excel writes it."""
    book, sheet = two_deals()
    sheet.title = "O'Neil"
    assert click.called("score", book)[0] == "+"
    assert sheet.defined["_xlpoker_results"] == "='O''Neil'!$K$1:$O$3"
    assert click.called("remove", book)[0] == "+"


def test_long_messages_fit_a_box():
    """Excel shows 1,024 characters; whole lines of a longer text are shown."""
    rows = [[f"1O{suit}", *ANN[1:], *BEN] for suit in "HDCS" * 40]
    book, _ = sheet_of(["x" * 250, *HEADINGS[1:]], ANN + BEN, *rows)
    answer = click.called("score", book)
    assert len(answer) <= 1024


def test_no_numpy_is_needed():
    """The module of the buttons loads neither NumPy nor pandas, which xlwings itself may do."""
    code = (
        "import sys; import xlpoker.hosts.click; "
        "print([name for name in ('numpy', 'pandas', 'openpyxl', 'xlwings') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
