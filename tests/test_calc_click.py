"""One click in a real LibreOffice Calc, this machine's and 25.2: `hosts.calc_scenarios` clicks, here is what comes of it."""

import ast
import datetime as dt
import re
import shutil

import openpyxl
import pytest
from hosts import ROOT
from openpyxl.worksheet.table import Table
from support.cases import cases
from support.open_sheets import cells_of, names_of
from support.parts import parts

from xlpoker.hosts.calc import build
from xlpoker.hosts.calc_menu import menu_parts
from xlpoker.hosts.calc_sheet import covered_in_calc
from xlpoker.hosts.one_click import AT_WORK
from xlpoker.scoring.buttons import COMMANDS
from xlpoker.workbook.jobs import score

WORKBOOKS = ROOT / "workbooks"
LAYOUTS = sorted((WORKBOOKS / "layouts").glob("*.xlsx"))
SCORED = [WORKBOOKS / "holdem.xlsx", *LAYOUTS]
QUESTIONS = ["two-tables.xlsx"]
"""Workbooks about which the command asks, as the click does."""
ANN, BEN = "5H 5C 6S 7S KD".split(), "2C 3S 8S 8D TD".split()
CLEO, DAN = "5D 8C 9S JS AC".split(), "2C 5C 7D 8S QH".split()
TITLES = ["Winner", "Ann value", "Ann hand", "Ben value", "Ben hand"]
FIRST = ["Ben", 2067, "One Pair, Fives", 2633, "One Pair, Eights"]
SECOND = ["Ann", 963, "High Card, Ace", 275, "High Card, Queen"]


# what is in the extension


@pytest.mark.slow
def test_the_menu_of_the_extension():
    """A label in English and in German for each command, in the menu and in the toolbar; the component is plain Python 3."""
    texts = menu_parts()
    for command in COMMANDS.values():
        assert texts["Addons.xcu"].count(f"<value>org.xlpoker:{command.name}</value>") == 2
        for label in command.labels.values():
            assert texts["Addons.xcu"].count(f">{label}</value>") >= 2
    packed = parts(build())
    manifest = packed["META-INF/manifest.xml"].decode()
    assert set(re.findall('full-path="([^"]+)"', manifest)) == {
        "functions.idl",
        "component.py",
        *texts,
    }
    for name in ("component.py", "clicks.py"):
        ast.parse(packed[name], feature_version=(3, 7))  # what says that Python is too old is read


@pytest.mark.slow
def test_no_newer_python_is_needed_than_libreoffice_has():
    """The Python 3.10 of LibreOffice 25.2 has no StrEnum, no Self and no ExceptionGroup."""
    newer = re.compile(r"\b(StrEnum|Self|ExceptionGroup|assert_never|tomllib|LiteralString)\b")
    for name, part in parts(build()).items():
        if name.endswith(".py"):
            imported = [
                alias.name
                for node in ast.walk(ast.parse(part))
                if isinstance(node, ast.Import | ast.ImportFrom)
                for alias in node.names
            ]
            assert [one for one in imported if newer.fullmatch(one)] == [], name


@cases(
    ("content", "boxes"),
    {
        "one": ("$Hands.$K$1:$M$9", [(0, 10, 8, 12)]),
        "two": ("$A.$K$1:$M$9~$A.$O$1:$O$9", [(0, 10, 8, 12), (0, 14, 8, 14)]),
        "quotes": ("$'Tom''s. ~ hands'.$A$1", [(0, 0, 0, 0)]),
        "gone": ("$Hands.#REF!", []),
        "sheet-gone": ("#REF!.$K$1", []),
        "formula": ("1+1", []),
    },
)
def test_what_a_name_of_calc_covers(content, boxes):
    """Cells of a sheet, alone or in a list."""
    assert covered_in_calc(content) == boxes


# in a real Calc


def prepare(folder):
    """Write the workbooks of the scenarios, which whoever runs LibreOffice may change."""
    shutil.copy(WORKBOOKS / "euler54.xlsx", folder)
    layouts = folder / "layouts"
    layouts.mkdir()
    for path in SCORED:
        shutil.copy(path, layouts)
    book = openpyxl.Workbook()
    for row in (
        [dt.date(2026, 5, 1), True, "=1/0", "x", 5],
        [dt.datetime(2026, 5, 1, 20, 15), False, "=A1", "#N/A", 0.5],
        [dt.time(20, 15), "=A3", "5", None, "=1=1"],
    ):
        book.active.append(row)
    book.active["B3"].data_type = "s"  # a text that looks like a formula
    book.active["E5"] = "end"
    book.active.merge_cells("A4:C5")
    book.save(folder / "cells.xlsx")
    book = openpyxl.Workbook()
    names = [f"{name} {number}" for name in ("Ann", "Ben") for number in range(1, 6)]
    for row in (names, [*ANN, *BEN], [*CLEO, *DAN]):
        book.active.append(row)
    book.active.add_table(Table(displayName="Deals", ref="A1:J3"))
    book.save(folder / "table.xlsx")
    for path in [layouts, *folder.rglob("*.xlsx")]:
        path.chmod(0o777)


@pytest.fixture(scope="module", params=["calc", "calc_installed"])
def facts(request):
    """Return what each scenario saw, in German in 25.2 and in English in this machine's LibreOffice."""
    calc = request.getfixturevalue(request.param)
    prepare(calc.folder)
    language = "de" if request.param == "calc" else "en"
    return calc.scenarios({"de": "de", "en": "en-US"}[language]) | {"language": language}


def real(test):
    """Mark a test that runs LibreOffice."""
    return pytest.mark.slow(pytest.mark.engine("soffice")(test))


@real
def test_every_scenario_came_to_its_end(facts):
    """Whatever is no text is what a scenario returned; a text is a traceback."""
    assert [
        text for name, text in facts.items() if isinstance(text, str) and name != "language"
    ] == []


@real
def test_euler(facts):
    """376 and 624 wins; one step of undo for a click, which Redo repeats; scored again it is the same, removed it is gone."""
    euler = facts["euler"]
    for command in ("count", "score"):
        state, text = euler[command]
        assert state == "success"
        assert text.startswith(
            "1,000 rows: Player 1 376, Player 2 624, ties 0\nRead: euler54 3-1002"
        )
    assert euler["counted"]
    assert euler["winners"] == [376, 624]
    assert euler["names"] == {
        "_xlpoker_results": "$euler54.$Q$2:$U$1002",
        "_xlpoker_hands": "$euler54.$A$3:$E$1002",
    }
    assert euler["steps"] == [COMMANDS["score"].labels[facts["language"]]]
    assert (euler["undone"], euler["redone"]) == ([True, {}], [True, True])
    assert euler["again"] == [True, True]
    assert euler["remove"] == ["success", "The results in Q2:U1002 of euler54 are removed"]
    assert (euler["removed"], euler["back"]) == ([True, {}], True)


@real
@pytest.mark.parametrize("path", SCORED, ids=lambda path: path.stem)
def test_a_click_equals_the_command(facts, path, tmp_path):
    """The cells that change, and the names, are those of `xlpoker score`."""
    clicked = facts["layouts"][path.name]
    if path.name in QUESTIONS:
        assert (clicked["state"], clicked["cells"]) == ("question", {})
        return
    output = tmp_path / "output.xlsx"
    score(path, output=output)
    before, after = cells_of(path), cells_of(output)
    assert clicked["state"] == "success"
    changed = {place: after[place] for place in after if after[place] != before.get(place)}
    assert {
        tuple(map(int, place.split(","))): value for place, value in clicked["cells"].items()
    } == changed
    covered = {name: covered_in_calc(content) for name, content in clicked["names"].items()}
    assert covered == names_of(output)


@real
def test_titles_and_columns(facts):
    """Titles are bold, columns aligned and wide enough; a column that somebody has widened stays as it is."""
    looks = facts["looks"]
    assert looks["cells"] == [TITLES, FIRST, SECOND]
    assert looks["bold"] == [False, True, True]
    assert looks["aligned"] == ["CENTER", "RIGHT", "LEFT"]
    assert looks["indented"] == [False, False, True]
    before, *_, kept, value, hand, after = looks["wide"]
    assert kept == pytest.approx(9000, abs=2)
    assert before == after
    assert value < hand


@real
def test_a_bad_row_has_its_reason(facts):
    """The other rows are scored; the cells of the bad one are empty, not blank texts."""
    problem = "A4: '1OH' is not a card; did you mean '10H'?"
    state, text, cells, kind = facts["bad_row"]
    assert (state, kind) == ("success", "EMPTY")
    assert text.splitlines()[:2] == ["3 rows: Ann 1, Ben 1, ties 0, bad 1", f"Sheet1!{problem}"]
    assert cells == [["", "", "", "", "", problem]]


@real
def test_a_question_is_answered_by_its_number(facts):
    """Nothing is written, and there is nothing to undo, before the answer."""
    question = facts["question"]
    state, text = question["asked"]
    assert (state, text.splitlines()[0]) == ("question", "Sheet1: three cards each: which rules?")
    assert question["untouched"] == [[[""] * 5] * 3, []]
    first, second = question["answers"]
    assert "three-card, casino rules" in first[1]
    assert "front hands, Chinese poker" in second[1]
    assert question["answer"] == [second[0], f"{second[1]}\nWritten to G1:K3"]
    assert [row[0] for row in question["written"]] == ["Winner", "Ann", "Ann"]


@real
def test_refusals(facts):
    """A sentence each; counting needs no permission to write."""
    protected, counted, is_unchanged = facts["protected"]
    assert protected == ["failure", "Sheet1 is protected; remove the protection, then click again"]
    assert (counted[0], is_unchanged) == ("success", True)
    read_only, counted = facts["read_only"]
    sentence = "euler54.xlsx is open for reading only; save it under another name, then click again"
    assert (read_only, counted[0]) == (["error", sentence], "good")
    states, texts = zip(*facts["nothing_there"], strict=True)
    assert set(states) == {"failure"}
    assert [text.partition("; ")[0] for text in texts] == [
        "Sheet1 is empty",
        "Sheet1 holds no hands",
        "Sheet1 holds no results of xlpoker",
    ]
    score_again, remove, is_unchanged = facts["users_cell"]
    assert score_again[0] == "failure"
    assert score_again == remove
    assert score_again[1].startswith("Sheet1!L2: 'my note' is no result of xlpoker")
    assert is_unchanged


@real
def test_a_window_without_a_sheet(facts):
    """No document, or one that is closed meanwhile."""
    sentence = "Open a spreadsheet, select a cell of it, and click again"
    assert facts["no_document"] == [["error", sentence]] * 2


@real
def test_a_sheet_whose_name_has_an_apostrophe(facts):
    """Names refer to it as Calc writes it, are found again, and go."""
    score, names, again, remove, names_after, is_unchanged = facts["apostrophe"]
    assert (score, again, remove) == ("success", "success", "success")
    assert names["_xlpoker_results"] == "$'O''Neil'.$K$1:$O$3"
    assert (names_after, is_unchanged) == ({}, True)


@real
def test_a_million_formatted_rows(facts):
    """Calc tells cells with content from cells that are only coloured."""
    (counted, _), (scored, _), winners = facts["a_million_formatted_rows"]
    assert (counted, scored) == ("success", "success")
    assert winners == [["Winner"], ["Ben"], ["Ann"]]


@real
def test_filtered_rows_are_written_and_emptied(facts):
    """The text says how many rows are hidden."""
    filtered = facts["filtered"]
    assert filtered["hidden"] == [False, True, False, True]
    assert "2 hidden rows are counted" in filtered["text"]
    assert filtered["written"] == [["Winner"], ["Ben"], ["Ann"], ["Ben"]]
    (state, _), cells = filtered["removed"]
    assert (state, cells) == ("success", [[""] * 5] * 4)


@real
def test_what_a_person_does_not_see_is_counted_and_said(facts):
    """The words are those of the command; a line says how such rows are left out."""
    state, text = facts["not_seen"]
    lines = text.splitlines()
    assert state == "success"
    assert "Warning: a hidden column holds cards, which count: D" in lines
    assert "; 1 hidden row is counted; 1 struck-out row is counted" in lines[-2]
    assert lines[-1] == "To leave these rows out, copy the other rows to a sheet of their own"


@real
def test_two_clicks_at_once(facts):
    """The second one is a sentence and writes nothing; the first one does its work."""
    meanwhile, answers, is_untouched, shown, written = facts["two_clicks"]
    assert meanwhile == ["failure", AT_WORK.text]
    assert answers == [["failure", AT_WORK.text]]
    assert is_untouched
    assert len(shown) == 1
    assert written == [["Winner"], ["Ann"], ["Ann"]]


@real
@cases(
    ("areas", "read"),
    {
        "cell-beside": ("L9", "Ann A:E, Ben F:J, Cleo K:O"),
        "titles": ("A1:F1", "Ann A:E, Ben F:J, Cleo K:O"),
        "card": ("A2", "Ann A:E, Ben F:J, Cleo K:O"),
        "all": ("A1:O3", "Ann A:E, Ben F:J, Cleo K:O"),
        "two-hands": ("A2:E3 K2:O3", "Ann A:E, Cleo K:O"),
        "six-columns": ("A2:F3", "one hand a row in A:F"),
    },
)
def test_the_selection(facts, areas, read):
    """Areas with cards are the hands; a single cell, all cells, and cells without a card say nothing."""
    state, text = facts["selected"][areas]
    (line,) = [line for line in text.splitlines() if line.startswith("Read: ")]
    assert (state, re.split("; ", line)[1]) == ("success", read) or read in line.split(
        "; not read"
    )[0]


@real
def test_texts_stay_texts(facts):
    """A name that Calc would take for a formula, a date or a number is a text in the title."""
    assert {name: seen[1:] for name, seen in facts["odd_names"].items()} == {
        name: ["TEXT", "success"]
        for name in ("=2+2", "May 5", "1/2", "TRUE", "-Ann", "@x", "'quoted")
    }
    assert facts["odd_names"]["1/2"][0] == "1/2 value"


@real
def test_nothing_is_half_written(facts):
    """Calc fails after the cells: they and the steps of undo are as before."""
    answer, is_unchanged, names, before, after = facts["nothing_half"]
    sentence = "Sheet1 cannot be written (the disk is full). Nothing was changed."
    assert answer == ["failure", sentence]
    assert (is_unchanged, names) == (True, {})
    assert after == before


@real
def test_undo_restores_earlier_results(facts):
    """Cells that were filled and cells that were empty are as before, again and again."""
    assert facts["earlier_cells"] == [True] * 4


@real
def test_what_is_seen_of_cells(facts):
    """Dates, truth values and errors as in the file; formulas, arrays, merged cells, drawings, hidden rows."""
    seen = facts["what_is_seen"]
    assert seen["values"][:3] == [
        ["datetime.datetime(2026, 5, 1, 0, 0)", "True", "'#DIV/0!'", "'x'", "5.0"],
        [
            "datetime.datetime(2026, 5, 1, 20, 15)",
            "False",
            "datetime.datetime(2026, 5, 1, 0, 0)",
            "'#N/A'",
            "0.5",
        ],
        ["datetime.time(20, 15)", "'=A3'", "'5'", "''", "True"],
    ]
    assert [row[1:3] for row in seen["typed"][:2]] == [["TRUE", "=1/0"], ["FALSE", "=A1"]]
    assert [row[5:] for row in seen["typed"][:2]] == [["=A1:A2", "=TODAY()"], ["=A1:A2", '=""']]
    assert seen["today"] == "datetime"
    assert (seen["merged"], seen["arrays"]) == ([[3, 0, 4, 2]], [[0, 5, 1, 5]])
    assert (seen["drawings"], seen["hidden"]) == ([[5, 1, 8, 3]], [3])


@real
def test_a_table_of_excel_grows(facts):
    """Calc keeps it as a database range, which takes the new columns in; Undo takes them out."""
    before, (state, _), grown, undone = facts["table_grows"]
    assert (before, state, grown, undone) == ([[0, 9]], "success", [[0, 14]], [[0, 9]])


@real
def test_the_menu_in_calc(facts):
    """The labels in the language of the windows."""
    title, *bars = facts["menu"]
    labels = {
        f"org.xlpoker:{command.name}": command.labels[facts["language"]]
        for command in COMMANDS.values()
    }
    assert title == "xlpoker"
    assert [list(map(tuple, bar)) for bar in bars] == [list(labels.items())] * 2
