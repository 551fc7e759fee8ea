"""One click in xlwings Lite: its scripts over the Excel in memory, with reads that have to be awaited."""

import asyncio
import importlib
import inspect
import typing
from types import SimpleNamespace

import openpyxl
import pytest
import xlwings
from hosts import ROOT
from hosts.fake_excel import Later, Table, book_of

from xlpoker.hosts import lite, lite_sheet
from xlpoker.hosts.one_click import AT_WORK
from xlpoker.scoring.buttons import COMMANDS
from xlpoker.scoring.seen import Kind

ANN, BEN = "5H 5C 6S 7S KD".split(), "2C 3S 8S 8D TD".split()
CLEO, DAN = "5D 8C 9S JS AC".split(), "2C 5C 7D 8S QH".split()
HEADINGS = ["Ann", None, None, None, None, "Ben", None, None, None, None]


@pytest.fixture(scope="module")
def scripts():
    """Return the module of the scripts, as Lite imports it: after xlwings."""
    return importlib.reload(importlib.import_module("xlpoker.hosts.lite_click"))


def clicked(script, book, **fields):
    """Run a script as its button does; return the messages that were shown."""
    app = book.app.impl
    app.alerts = []
    app.alert = lambda prompt, *_: app.alerts.append(prompt)
    asyncio.run(script(Later(book), **fields))
    return app.alerts


def two_deals():
    return book_of([HEADINGS, ANN + BEN, CLEO + DAN])


@pytest.mark.slow
def test_each_button_is_a_script(scripts):
    """Lite shows what main.py imports: a script for each button, one parameter of it the workbook."""
    assert set(lite.SCRIPTS) == set(scripts.__all__)
    assert len(lite.SCRIPTS) == len(COMMANDS)
    for name in lite.SCRIPTS:
        hints = typing.get_type_hints(getattr(scripts, name))
        assert list(hints.values()).count(xlwings.BookAsync) == 1
        assert inspect.iscoroutinefunction(getattr(scripts, name))
        assert f"    {name},\n" in lite.lite()


def test_score_and_remove(scripts, capsys):
    """The results are written; the text is a message and stands in the Output pane."""
    book = two_deals()
    sheet = book.sheets.active
    (message,) = clicked(scripts.score_this_sheet, book)
    assert message.startswith("2 rows: Ann 1, Ben 1, ties 0")
    assert message in capsys.readouterr().out
    assert sheet.range("K1:K3").value == ["Winner", "Ben", "Ann"]
    assert clicked(scripts.count_wins, book)[0].startswith("2 rows: Ann 1, Ben 1")
    clicked(scripts.remove_results, book)
    assert sheet.range("K1:K3").value == [None, None, None]
    assert clicked(scripts.poker_help, book)[0].startswith("Score this sheet")


def test_euler(scripts):
    """376 wins for Player 1 of the thousand deals of Project Euler, and nothing is left once they are removed."""
    worksheet = openpyxl.load_workbook(ROOT / "workbooks" / "euler54.xlsx").worksheets[0]
    book = book_of([list(row[:10]) for row in worksheet.iter_rows(values_only=True)])
    before = dict(book.sheets.active.impl.values)
    (message,) = clicked(scripts.score_this_sheet, book)
    assert message.startswith("1,000 rows: Player 1 376, Player 2 624, ties 0")
    winners = book.sheets.active.range("K3:K1002").value
    assert (winners.count(1), winners.count(2)) == (376, 624)
    clicked(scripts.remove_results, book)
    assert book.sheets.active.impl.values == before


def test_a_form_names_the_game_or_the_reading(scripts):
    """Three cards may be two games: the question says where its number goes."""
    rows = [["5H", "5C", "6S", "2C", "3S", "8S"], ["5D", "8C", "9S", "2D", "5S", "7D"]]
    book = book_of([["Ann", None, None, "Ben", None, None], *rows])
    (question,) = clicked(scripts.score_this_sheet, book)
    assert question.endswith(lite_sheet.ANSWER)
    assert book.sheets.active.range("G1").value is None
    answers = [clicked(scripts.count_wins, book, reading=number)[0] for number in (1, 2)]
    assert answers[0] != answers[1]
    named = clicked(scripts.count_wins, book, game="three-card")[0]
    assert named in answers


def test_merged_cells_and_tables_are_seen():
    """A title over several cells, and a table of Excel."""
    book = book_of([["Friday"], HEADINGS, ANN + BEN, CLEO + DAN])
    sheet = book.sheets.active.impl
    sheet.merged.append((1, 1, 1, 10))
    Table(sheet, "A2:J4")
    later = Later(book)
    seen = asyncio.run(lite_sheet.seen_in(later, Later(book.sheets.active)))
    assert [box.address for box in seen.merged] == ["A1:J1"]
    assert [table.box.address for table in seen.tables] == ["A2:J4"]


def test_hidden_rows_are_counted_or_left_out(scripts):
    """The field *visible* leaves them out; the sentence names it."""
    book = book_of([HEADINGS, ANN + BEN, CLEO + DAN, DAN + CLEO])
    book.sheets.active.impl.hidden = {3}
    book.sheets.active.impl.hidden_columns = {2, 12}
    lines = clicked(scripts.count_wins, book)[0].splitlines()
    assert lines[0].startswith("3 rows: Ann 1, Ben 2")
    assert "Warning: a hidden column holds cards, which count: B" in lines
    assert lines[-1] == "To leave these rows out, choose visible and click again"
    lines = clicked(scripts.score_this_sheet, book, visible=True)[0].splitlines()
    assert lines[0].startswith("2 rows: Ann 0, Ben 2")
    assert "1 hidden row is left out" in lines[-2]
    assert book.sheets.active.range("K1:K4").value == ["Winner", "Ben", None, "Ben"]


def test_two_clicks_at_once(scripts):
    """A second button while the first one waits for Excel: a sentence, and nothing is written by it."""
    book = two_deals()
    app = book.app.impl
    app.alerts = []
    app.alert = lambda prompt, *_: app.alerts.append(prompt)

    async def both():
        await asyncio.gather(
            scripts.score_this_sheet(Slow(book)),
            scripts.remove_results(Slow(book)),
        )

    asyncio.run(both())
    second, first = app.alerts
    assert second == AT_WORK.text
    assert first.startswith("2 rows: Ann 1, Ben 1")
    assert book.sheets.active.range("K1:K3").value == ["Winner", "Ben", "Ann"]


class Slow(Later):
    """A workbook whose sheet takes a while to come."""

    @property
    def sheets(self):
        """The sheets, which Excel gives after a while."""

        async def active():
            await asyncio.sleep(0.01)
            return Later(self.inner.sheets.active)

        return SimpleNamespace(get_active=active)


def test_what_cannot_be_done_is_a_sentence(scripts):
    """An empty sheet, a protected one, and a million formatted rows."""
    empty = book_of([[]])
    assert clicked(scripts.score_this_sheet, empty)[0].startswith("Sheet1 is empty; ")
    book = two_deals()
    book.sheets.active.impl.is_protected = True
    (message,) = clicked(scripts.score_this_sheet, book)
    assert message.startswith("Sheet1 cannot be written (")
    book.sheets.active.impl.formulas[1_048_576, 10] = "=1"
    assert clicked(scripts.count_wins, book)[0].startswith("Sheet1 has 1,048,576 rows")


def test_a_sheet_that_cannot_be_read(scripts):
    """A chart sheet, a workbook that is closed meanwhile, a cell that is being edited: Lite says what Excel said."""
    book = two_deals()
    before = book.sheets.active.impl.snapshot()
    app = book.app.impl
    app.alerts = []
    app.alert = lambda prompt, *_: app.alerts.append(prompt)
    asyncio.run(scripts.score_this_sheet(Refusing(book)))
    (message,) = app.alerts
    assert message == (
        "This sheet cannot be read (Excel is in cell-editing mode)."
        " Select a worksheet and try again."
    )
    assert book.sheets.active.impl.snapshot() == before


class Refusing(Later):
    """A workbook of an Excel that gives no sheet."""

    @property
    def sheets(self):
        """The sheets, which Excel does not give."""

        async def active():
            raise RuntimeError("Excel is in cell-editing mode.")

        return SimpleNamespace(get_active=active)


def test_an_error_is_shown_as_one():
    """The kind of message follows from what was done."""
    done = asyncio.run(lite_sheet.clicked("score", Later(quiet(book_of([["a", "b"]])))))
    assert done.kind is Kind.ERROR


def quiet(book):
    book.app.impl.alert = lambda *_: None
    return book
