"""One click on the open sheet: what is written, asked, refused and removed; drawn sheets, no host."""

from __future__ import annotations

import datetime as dt
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from support.drawings import rows_of
from support.open_sheets import cells_after

from xlpoker.addresses import MOST_ROWS, Box
from xlpoker.scoring.buttons import COMMANDS
from xlpoker.scoring.open_sheet import refused_size, run
from xlpoker.scoring.seen import Done, Kind, NewColumn, Seen, SeenTable, after
from xlpoker.scoring.selection import selected_hands

TWO = """
    Ann            | Ben
    5H 5C 6S 7S KD | 2C 3S 8S 8D TD
    5D 8C 9S JS AC | 2C 5C 7D 8S QH
    """
ALL_ROWS = Box(0, 2, 2, 6)
"""The results of these two deals: the titles, and a row for each deal."""


def seen(drawing: str, **more: Any) -> Seen:
    """Return a drawn sheet as a host sees it."""
    return Seen("Book1", "Hands", rows_of(drawing), **more)


def scored(sheet: Seen) -> Seen:
    """Return a sheet once it is scored."""
    done = run("score", sheet)
    assert done.kind is Kind.GOOD, done.text
    return after(sheet, done)


def written(done: Done) -> list[list[Any]]:
    """Return the only block that is written."""
    (block,) = done.blocks
    return block.rows


def test_score_writes_one_block_beside_the_hands() -> None:
    """The winner by name, then value and name of each hand, under titles with the players' names."""
    done = run("score", seen(TWO))
    assert written(done) == [
        ["Winner", "Ann value", "Ann hand", "Ben value", "Ben hand"],
        ["Ben", 2067, "One Pair, Fives", 2633, "One Pair, Eights"],
        ["Ann", 963, "High Card, Ace", 275, "High Card, Queen"],
    ]
    assert done.blocks[0].box == ALL_ROWS
    assert done.titles == (ALL_ROWS._replace(bottom=0),)
    assert done.names == {
        "_xlpoker_results": (ALL_ROWS,),
        "_xlpoker_hands": (Box(1, 0, 2, 0),),
    }
    assert done.columns[:2] == (
        NewColumn(2, 10, "center", 0, 2),
        NewColumn(3, 11, "right", 0, 2),
    )
    assert (done.clear, done.resized) == ((), ())


def test_the_text_says_what_was_counted_and_read() -> None:
    """The counts come first, then what was read, in words without options of a command."""
    assert run("score", seen(TWO)).text.splitlines() == [
        "2 rows: Ann 1, Ben 1, ties 0",
        "Read: Hands 2-3: five-card; Ann A, Ben B",
        "Written to C1:G3",
    ]


def test_count_writes_nothing() -> None:
    """*Count wins* says the same, and changes no cell."""
    counts = "2 rows: Ann 1, Ben 1, ties 0\nRead: Hands 2-3: five-card; Ann A, Ben B"
    reply = run("count", seen(TWO))
    assert reply == Done(counts, counts=reply.counts)
    assert [table.players for table in reply.counts] == [[1, 1]]


def test_blank_cells_may_be_empty_texts() -> None:
    """LibreOffice has empty texts where Excel has nothing, and all numbers are floats."""
    drawing = f"No | {TWO.strip()}".replace("5H 5C", "1 | 5H 5C").replace("5D 8C", "2 | 5D 8C")
    rows = [*rows_of(drawing), [None, "no cards", None]]
    as_in_calc = [["" if cell is None else cell for cell in row] for row in rows]
    assert run("score", Seen("b", "s", as_in_calc)) == run("score", Seen("b", "s", rows))


def test_a_bad_row_has_its_reason_in_a_column_of_its_own() -> None:
    """The other rows are scored; the text names the first bad cells."""
    done = run("score", seen(TWO.replace("5D 8C", "1OH 8C")))
    problem = "A3: '1OH' is not a card; did you mean '10H'?"
    assert [row[-1] for row in written(done)] == ["Problem", None, problem]
    assert written(done)[2][:-1] == [None] * 5
    assert done.columns[-1] == NewColumn(7, len(problem) + 2, "left", 0, 2)
    assert done.text.splitlines()[:2] == ["2 rows: Ann 0, Ben 1, ties 0, bad 1", f"Hands!{problem}"]


def test_only_five_bad_rows_are_shown() -> None:
    """A message box has little room."""
    rows = "\n".join(f"{number}H 5C 6S 7S KD | 2C 3S 8S 8D TD" for number in range(31, 39))
    done = run("count", seen(f"{TWO}\n{rows}"))
    assert "... and 3 more bad rows" in done.text.splitlines()


EULER = Path(__file__).parents[1] / "workbooks" / "euler54.xlsx"


@pytest.mark.slow
def test_euler_without_numpy() -> None:
    """Project Euler 54 by a click in a Python that has no NumPy: 376 and 624 wins."""
    import openpyxl

    sheet = openpyxl.load_workbook(EULER, data_only=True).active
    assert sheet is not None
    rows = [list(row)[:10] for row in sheet.iter_rows(values_only=True)]
    code = """
import json, sys
class NoNumpy:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("numpy", "pandas", "openpyxl"):
            raise ImportError(name)
sys.meta_path.insert(0, NoNumpy())
from xlpoker.scoring.open_sheet import run
from xlpoker.scoring.seen import Seen, after
sheet = Seen("euler54.xlsx", "euler54", json.load(sys.stdin))
texts = []
for command in ("count", "score", "score", "remove", "help"):
    done = run(command, sheet)
    sheet = after(sheet, done)
    texts.append(done.text.splitlines()[0])
print(json.dumps(texts))
"""
    process = subprocess.run(
        [sys.executable, "-c", code],
        cwd=EULER.parents[1],
        input=json.dumps(rows),
        capture_output=True,
        text=True,
        check=True,
    )
    wins = "1,000 rows: Player 1 376, Player 2 624, ties 0"
    *texts, help_text = json.loads(process.stdout)
    assert texts == [wins, wins, wins, "The results in K2:O1002 of euler54 are removed"]
    assert help_text.startswith("Score this sheet finds the hands")


def test_scoring_again_replaces() -> None:
    """The same cells are written; own results are not listed among what is not read."""
    sheet = scored(seen(TWO))
    done = run("score", sheet)
    assert after(sheet, done) == sheet
    assert done.text == run("score", seen(TWO)).text


def test_a_deal_that_is_gone_leaves_no_result() -> None:
    """Results of rows that hold no hand any more are emptied."""
    sheet = scored(seen(TWO))
    values = [list(row) for row in sheet.values]
    values[2][:2] = None, None
    done = run("score", Seen("Book1", "Hands", values, names=sheet.names))
    assert done.clear == (Box(2, 2, 2, 6),)
    assert [row[0] for row in written(done)] == ["Winner", "Ben"]


def test_remove_takes_away_the_results_and_nothing_else() -> None:
    """The sheet is as it was before, without names."""
    sheet = seen(TWO)
    done = run("remove", scored(sheet))
    assert done.text == "The results in C1:G3 of Hands are removed"
    assert after(scored(sheet), done).names == {}
    assert cells_after(scored(sheet), done) == cells_after(sheet, Done(""))


GAPS = """
    5H 5C 6S 7S KD | 2C 3S 8S 8D TD
    -
    5D 8C 9S JS AC | 2C 5C 7D 8S QH
    """


def test_blank_rows_between_hands_are_part_of_the_block() -> None:
    """One write, also over a gap."""
    done = run("score", seen(GAPS))
    assert [row[0] for row in written(done)] == [2, None, 1]


def test_a_cell_of_the_users_among_results_splits_the_block() -> None:
    """A note in a gap, in a column that results had, stays."""
    sheet = scored(seen(GAPS))
    values = [list(row) for row in sheet.values]
    results = [Box(0, 2, 0, 6), Box(2, 2, 2, 6)]
    values[1] = [None, None, "a note"]
    names = {**sheet.names, "_xlpoker_results": [results[0]]}
    values[2][2:] = [None] * 5
    done = run("score", Seen("Book1", "Hands", values, names=names))
    assert [block.box for block in done.blocks] == results
    assert cells_after(Seen("Book1", "Hands", values), done)[1, 2] == "a note"


def test_columns_beside_the_hands_stay() -> None:
    """Notes right of the hands keep their columns, also one whose formula gives an empty text."""
    rows = [[*row, None, None] for row in rows_of(TWO)]
    typed = [list(row) for row in rows]
    typed[1][3] = '=IF(A2="","?","")'
    done = run("score", Seen("Book1", "Hands", rows, typed=typed))
    assert done.blocks[0].left == 4


def test_the_table_of_the_hands_grows_and_shrinks() -> None:
    """A table of Excel gets the new columns, and gives them back."""
    table = SeenTable(Box(0, 0, 2, 1))
    sheet = seen(TWO, tables=[table])
    done = run("score", sheet)
    assert done.resized == ((table.box, ALL_ROWS._replace(left=0)),)
    assert run("remove", after(sheet, done)).resized == ((ALL_ROWS._replace(left=0), table.box),)


def test_a_question_has_numbered_answers() -> None:
    """Three cards each may be two games: the host asks for a number, and calls again with it."""
    drawing = """
        Ann      | Ben
        9S JH 2C | 4C TC 3H
        5D 8C 9S | 2C 5C 7D
        """
    asked = run("score", seen(drawing))
    assert asked.kind is Kind.QUESTION
    assert not asked.changes_cells
    assert asked.text.splitlines() == [
        "Hands: three cards each: which rules?",
        "1  three-card, casino rules: a straight beats a flush   Ann 9S JH 2C · Ben 4C TC 3H",
        "2  front hands, Chinese poker: pairs and trips only   Ann 9S JH 2C · Ben 4C TC 3H",
        "choose a number; or cancel, select the cells of each hand, and click again",
    ]
    assert asked.choices == (
        "three-card, casino rules: a straight beats a flush",
        "front hands, Chinese poker: pairs and trips only",
    )
    for choice, rule in ((1, "three-card, casino rules"), (2, "front hands")):
        done = run("score", seen(drawing), choice)
        assert f"Read: Hands 2-3: {rule}" in done.text
        assert len(written(done)) == 3
    assert run("score", seen(drawing), 3) == asked


def test_a_game_that_is_not_scored_may_be_counted_as_another() -> None:
    """The only answer to choose is that other game."""
    drawing = """
        Stud Hi-Lo night
        Ann            | Ben
        5H 5C 6S 7S KD | 2C 3S 8S 8D TD
        """
    asked = run("count", seen(drawing))
    assert asked.text.splitlines()[-1] == "1  the game five-card counts the high hands"
    assert asked.choices == ("the game five-card counts the high hands",)
    assert run("count", seen(drawing), 1).kind is Kind.GOOD


def test_several_tables_are_scored_one_after_the_other() -> None:
    """The answer *both* writes beside each; the second table's results have names of their own."""
    drawing = """
        Name | Hand           |  | Name | Hand
        Anna | AH TC 6C 3D 2H |  | Finn | 2D KH KD AC 7S
        Ben  | AS 3C 9H 8H TS |  | Gus  | JS 5C AC JH 4C
        Cora | AS 4D 7S AH 5S |  | Hal  | 6S JS KH 9C 3S
        """
    asked = run("score", seen(drawing))
    both = "one hand a row in B, rows 2 to 4 and one hand a row in E, rows 2 to 4"
    assert asked.choices == (both, "Player 1 B, Player 2 E, rows 2 to 4")
    done = run("score", seen(drawing), 1)
    assert [*done.names] == [
        "_xlpoker_results",
        "_xlpoker_hands",
        "_xlpoker_results2",
        "_xlpoker_hands2",
    ]
    assert done.text.splitlines()[0].startswith("2 tables, 6 rows: High Card 3, One Pair 3")
    removed = run("remove", after(seen(drawing), done))
    assert cells_after(after(seen(drawing), done), removed) == cells_after(seen(drawing), Done(""))


CARDS = """
    Friday
    Ann |    | Ben
    5H  | 5C | 2C  | 3S
    5D  | 8C | 2D  | 7D
    """
SELECTIONS = {
    "nothing": ([], ""),
    "one cell": ([Box(2, 0, 2, 0)], ""),
    "a title over merged cells": ([Box(0, 0, 0, 3)], ""),
    "cells without a card": ([Box(8, 4, 9, 5)], ""),
    "all that is used": ([Box(0, 0, 3, 3)], ""),
    "the whole sheet": ([Box(0, 0, MOST_ROWS - 1, 16_383)], ""),
    "two hands": ([Box(2, 0, 3, 1), Box(2, 2, 3, 3)], "A3:B4,C3:D4"),
    "with a title row": ([Box(1, 0, 3, 1), Box(1, 2, 3, 3)], "A2:B4,C2:D4"),
    "far below the hands": ([Box(2, 0, 900, 1)], "A3:B4"),
    "whole columns": ([Box(0, 0, MOST_ROWS - 1, 1), Box(0, 2, MOST_ROWS - 1, 3)], "A:B,C:D"),
    "whole rows": ([Box(2, 0, 3, 16_383)], "A3:D4"),
}


@pytest.mark.parametrize(("areas", "expected"), SELECTIONS.values(), ids=SELECTIONS)
def test_what_a_selection_says(areas: list[Box], expected: str) -> None:
    """A selection that holds cards says which cells are the hands; others say nothing."""
    assert selected_hands(seen(CARDS, selection=areas)) == expected


def test_selected_hands_are_scored() -> None:
    """The titles of the hands may be selected with them; other columns are left alone."""
    drawing = """
        Ann            | Ben            | Cem
        5H 5C 6S 7S KD | 2C 3S 8S 8D TD | AC AD 2H 3H 4H
        5D 8C 9S JS AC | 2C 5C 7D 8S QH | KC KD 2S 3D 4S
        """
    selection = [Box(0, 0, 2, 0), Box(0, 1, 2, 1)]
    done = run("score", seen(drawing, selection=selection))
    assert written(done)[0] == ["Winner", "Ann value", "Ann hand", "Ben value", "Ben hand"]
    assert done.text.splitlines()[0] == "2 rows: Ann 1, Ben 1, ties 0"


@pytest.mark.parametrize(
    ("visible", "hint"),
    [
        (None, "To leave these rows out, copy the other rows to a sheet of their own"),
        (False, "To leave these rows out, choose visible and click again"),
    ],
)
def test_hidden_rows_are_counted_and_said(visible: bool | None, hint: str) -> None:
    """Rows that a filter hides are scored, too; how to leave them out depends on the host."""
    sheet = seen(TWO, hidden_rows=frozenset([2]), visible=visible)
    first, read, last = run("count", sheet).text.splitlines()
    assert first == "2 rows: Ann 1, Ben 1, ties 0"
    assert read.endswith("; 1 hidden row is counted")
    assert last == hint
    assert run("score", sheet).text.splitlines() == [first, read, hint, "Written to C1:G3"]


def test_struck_cells_without_content_say_nothing() -> None:
    """Only a filled cell that is struck out strikes its row out."""
    sheet = seen(TWO, struck_cells={1: [5, 9], 40: [0]})
    assert run("count", sheet) == run("count", seen(TWO))


def test_remarks_of_a_host_are_warnings() -> None:
    """A host may know something of the sheet that stands in no cell; it is said once."""
    done = run("count", seen(TWO, remarks=["rows in too many places are hidden; they are counted"]))
    last = done.text.splitlines()[-1]
    assert last == "Warning: rows in too many places are hidden; they are counted"


def test_a_book_for_reading_only_is_to_be_saved() -> None:
    """Results that only memory holds are lost; a click that writes nothing does not say so."""
    to_keep = "Book1 is open for reading only; save it under another name to keep this"
    sheet = seen(TWO, is_read_only=True)
    assert run("score", sheet).text.splitlines()[-1] == to_keep
    assert to_keep not in run("count", sheet).text


def with_note_among_results() -> Seen:
    """Return a scored sheet in which somebody has written over a result."""
    sheet = scored(seen(TWO))
    values = [list(row) for row in sheet.values]
    values[1][4] = "my remark"
    return Seen("Book1", "Hands", values, names=sheet.names)


def with_formula_among_results() -> Seen:
    """Return a scored sheet in which a formula of the user's stands in place of a result."""
    sheet = scored(seen(TWO))
    typed = [list(row) for row in sheet.values]
    typed[1][3] = "=A1+1"
    return Seen("Book1", "Hands", sheet.values, typed=typed, names=sheet.names)


NOTE = (
    "Hands!E2: 'my remark' is no result of xlpoker, but stands among those in C1:G3;"
    " move or delete it, then click again"
)
NO_HANDS = (
    "Hands holds no hands; cards look like 5H or TD, and each hand has columns of its own, or a"
    " cell such as 5H 5C 6S 7S KD"
)
EMPTY = "Hands is empty; type or paste hands first, a card in each cell, such as 5H"
PROTECTED = "Hands is protected; remove the protection, then click again"
REFUSED: dict[str, tuple[str, Seen, str]] = {
    "an empty sheet": ("score", Seen("Book1", "Hands", []), EMPTY),
    "a sheet of blank cells": ("count", Seen("Book1", "Hands", [["", None]]), EMPTY),
    "words alone": ("score", seen("a | b"), NO_HANDS),
    "dates": ("score", Seen("Book1", "Hands", [[dt.datetime(2026, 5, 8)] * 5] * 3), NO_HANDS),
    "errors": ("score", Seen("Book1", "Hands", [["#N/A"] * 5] * 3), NO_HANDS),
    "a protected sheet": ("score", seen(TWO, is_protected=True), PROTECTED),
    "a protected sheet, to remove": ("remove", seen(TWO, is_protected=True), PROTECTED),
    "a note among results": ("score", with_note_among_results(), NOTE),
    "a note among results, to remove": ("remove", with_note_among_results(), NOTE),
    "a formula among results": (
        "score",
        with_formula_among_results(),
        (
            "Hands!D2: '2067' is no result of xlpoker, but stands among those in C1:G3;"
            " move or delete it, then click again"
        ),
    ),
    "nothing to remove": ("remove", seen(TWO), "Hands holds no results of xlpoker"),
    "names whose cells are gone": (
        "remove",
        seen(TWO, names={"_xlpoker_results": []}),
        "Hands holds no results of xlpoker",
    ),
    "ranges of different rows": (
        "score",
        seen(CARDS, selection=[Box(2, 0, 3, 1), Box(2, 2, 2, 3)]),
        "the ranges of the selection A3:B4,C3:D3 have different rows; give every hand the same ones",
    ),
    "a result would be hidden in a merged area": (
        "score",
        Seen(
            "Book1",
            "Hands",
            scored(seen(TWO)).values,
            names=scored(seen(TWO)).names,
            merged=[Box(1, 3, 1, 4)],
        ),
        "Hands!E2 is part of the merged area D2:E2; column E stays as it is",
    ),
    "an array formula in the way": (
        "score",
        Seen(
            "Book1",
            "Hands",
            scored(seen(TWO)).values,
            names=scored(seen(TWO)).names,
            arrays=[Box(1, 3, 2, 3)],
        ),
        "Hands!D2 is part of a formula that fills D2:D3; column D stays as it is",
    ),
    "no such button": (
        "scroe",
        seen(TWO),
        "'scroe' is not a button; did you mean 'score'?",
    ),
}


@pytest.mark.parametrize(("command", "sheet", "expected"), REFUSED.values(), ids=REFUSED)
def test_what_is_refused(command: str, sheet: Seen, expected: str) -> None:
    """One sentence says why, and what to do; nothing is written."""
    assert run(command, sheet) == Done(expected, Kind.ERROR)


def test_a_sheet_that_is_too_large_is_not_read() -> None:
    """A host asks before it reads a million formatted rows."""
    assert refused_size("Hands", 1_000, 20) is None
    refused = refused_size("Hands", 1_048_576, 10)
    assert refused is not None
    assert (refused.kind, refused.text) == (
        Kind.ERROR,
        (
            "Hands has 1,048,576 rows and 10 columns; a click reads up to 5,000,000 cells; delete rows"
            " that are only formatted, or save the workbook and run xlpoker score in a terminal"
        ),
    )


def test_a_mistake_of_ours_is_one_sentence() -> None:
    """A host has no terminal for a traceback."""
    done = run("score", Seen("Book1", "Hands", [[5], 7]))  # type: ignore[list-item]
    assert done.kind is Kind.ERROR
    assert done.text.startswith(
        "Nothing was written: a mistake in xlpoker, please report it: TypeError"
    )
    assert len(done.text.splitlines()) == 1


def test_every_button_has_labels_and_tooltips() -> None:
    """Ribbon, menu and scripts share one table, in English and German."""
    assert [*COMMANDS] == ["score", "count", "remove", "help"]
    for command in COMMANDS.values():
        assert [*command.labels] == [*command.tooltips] == ["en", "de"]
    assert [command.labels["en"] for command in COMMANDS.values() if command.writes] == [
        "Score this sheet",
        "Remove results",
    ]
