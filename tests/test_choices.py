"""The question on a terminal, and what a table says of rows and sheets that are not read as one would think."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import openpyxl
import pandas as pd
import pytest
from openpyxl.styles import Font
from support.commands import environment
from support.kept_sheets import deals, run, write_table
from support.parts import zipped

from xlpoker.errors import QuestionError
from xlpoker.workbook.jobs import wins

Rows = list[list[Any]]

HANDS = [[" ".join(deal[:5]), " ".join(deal[5:])] for deal in deals(10, 8)]
THREE_CARDS = [["Anna", None, None, "Ben"], *deals(6, 4)]
QUESTION = [
    "three cards each: which rules?",
    "  1  three-card, casino rules: a straight beats a flush   Anna 7C 4D 8D · Ben QD 2S 3C",
    "  2  front hands, Chinese poker: pairs and trips only     Anna 7C 4D 8D · Ben QD 2S 3C",
    '     or say where they are: --hands "Anna=A3:E9,Ben=F3:J9"',
]
"""What is printed on a terminal above the prompt."""


# --- the question ----------------------------------------------------------------------------------------------------


@pytest.fixture
def three_cards(tmp_path: Path) -> Path:
    """Return a sheet of two hands of three cards, which may be of two games."""
    return write_table(tmp_path / "a.csv", THREE_CARDS)


def on_a_terminal(*words: object, typed: str) -> tuple[int, list[str]]:
    """Return the exit code and the lines of a command at a terminal on which somebody types."""
    pty = pytest.importorskip("pty", reason="this system has no pseudo-terminals")
    controller, terminal = pty.openpty()
    environment_of_it = environment(NO_COLOR="1", TERM="dumb", COLUMNS="120")
    command = [sys.executable, "-m", "xlpoker", *map(str, words)]
    with subprocess.Popen(
        command, stdin=terminal, stdout=terminal, stderr=terminal, env=environment_of_it
    ) as process:
        os.close(terminal)
        os.write(controller, typed.encode())
        shown = b""
        while part := _read(controller):
            shown += part
    os.close(controller)
    return process.returncode, shown.decode().replace("\r", "").splitlines()


def _read(controller: int) -> bytes:
    """Return what a terminal shows next, nothing when the program has ended."""
    try:
        return os.read(controller, 1 << 12)
    except OSError:
        return b""


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("typed", "line", "option"),
    [
        (
            "1\n",
            "2-5: three-card, casino rules: a straight beats a flush; Anna A:C, Ben D:F",
            "--game three-card",
        ),
        (
            "2\n",
            "2-5: front hands, Chinese poker: pairs and trips only; Anna A:C, Ben D:F",
            "--game front",
        ),
        (
            "3\n2\n",
            "2-5: front hands, Chinese poker: pairs and trips only; Anna A:C, Ben D:F",
            "--game front",
        ),
    ],
    ids=["the first", "the second", "a number that is none of them"],
)
def test_a_question_is_a_choice(three_cards: Path, typed: str, line: str, option: str) -> None:
    """The counts follow the number that is typed, and the last line says what to add the next time."""
    code, lines = on_a_terminal("wins", three_cards, typed=typed)
    start = lines.index(QUESTION[0])
    assert (code, lines[start : start + 4]) == (0, QUESTION)
    assert lines[start + 4].startswith("Which one? (1, 2): ")
    assert line in lines
    assert lines[-1] == f"Without the question the next time: add {option}"


@pytest.mark.slow
def test_the_added_option_asks_nothing(three_cards: Path) -> None:
    """What the last line says gives the same counts without a question."""
    *asked, last = on_a_terminal("wins", three_cards, typed="2\n")[1]
    option = last.partition("add ")[2].split()
    counts = on_a_terminal("wins", three_cards, *option, typed="")[1]
    assert counts[-7].startswith("2-5: front hands")
    assert asked[-7:] == counts[-7:]


@pytest.mark.slow
def test_a_choice_is_scored(three_cards: Path) -> None:
    """`score` asks as well, and writes what was chosen."""
    code, lines = on_a_terminal("score", three_cards, typed="2\n")
    assert (code, lines[-1]) == (0, "Without the question the next time: add --game front")
    rows = list(openpyxl.load_workbook(three_cards.with_name("a.scored.xlsx")).active.values)
    assert rows[0][6:8] == ("Winner", "Anna value")


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    "options",
    [["-q"], ["--json"], ["--csv"], ["-q", "--json"]],
    ids=["quiet", "json", "csv", "quiet json"],
)
def test_programs_are_not_asked(three_cards: Path, options: list[str]) -> None:
    """With -q, --json or --csv the question is an error with options to paste, also on a terminal."""
    code, lines = on_a_terminal("wins", three_cards, *options, typed="2\n")
    expected = [
        f"xlpoker: {QUESTION[0]}",
        "  --game three-card   Anna 7C 4D 8D · Ben QD 2S 3C",
        "  --game front   Anna 7C 4D 8D · Ben QD 2S 3C",
        '  or say where they are: --hands "Anna=A3:E9,Ben=F3:J9"',
    ]
    assert (code, lines[-4:]) == (2, expected)


def test_a_pipe_is_not_asked(three_cards: Path) -> None:
    """Without a terminal nothing waits for an answer; the exit code is 2."""
    code, out, err = run("wins", three_cards, input="2\n")
    assert (code, out, err.splitlines()[0]) == (2, "", f"xlpoker: {QUESTION[0]}")


@pytest.mark.slow
def test_several_files_are_not_asked_about(three_cards: Path) -> None:
    """Among several files the question is an error of that file; the others are counted."""
    other = write_table(three_cards.with_name("b.csv"), HANDS)
    code, lines = on_a_terminal("wins", three_cards, other, typed="2\n")
    assert code == 2
    assert any(line.startswith("1 done, 1 failed ") for line in lines)


TIPS = [["Name", "Buy-in", "Cash-out", "Tips"], ["Anna", 20, 23, 2], ["Ben", 20, 15, 0]]
LEDGER_QUESTION = [
    "D2: what does the column 'Tips' hold?",
    "  1  what a player paid in             Anna: 2",
    "  2  what a player took out            Anna: 2",
    "  3  neither: the column is not read   Anna: 2",
]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("command", ["import", "report"])
def test_a_column_of_a_ledger_is_a_choice(tmp_path: Path, command: str) -> None:
    """What a column means is asked in the same way; the answer settles the night."""
    ledger = write_table(tmp_path / "friday.csv", TIPS)
    target = tmp_path / "season.xlsx"
    words = [ledger, target] if command == "import" else [ledger, "-o", target]
    code, lines = on_a_terminal(command, *words, typed="2\n")
    start = lines.index(LEDGER_QUESTION[0])
    assert (code, lines[start : start + 4]) == (0, LEDGER_QUESTION)
    assert lines[start + 4].startswith("Which one? (1, 2, 3): ")
    assert lines[-1] == 'Without the question the next time: add --column "Tips=cash-out"'
    results = openpyxl.load_workbook(target)["Results"]
    rows = results.iter_rows(values_only=True)
    assert ("Ben", "Anna", 5) in [(row[1], row[2], row[4]) for row in rows]


def test_python_gets_the_choices(three_cards: Path) -> None:
    """The exception holds each answer as arguments, which give the counts."""
    with pytest.raises(QuestionError) as asked:
        wins(three_cards)
    assert [choice.arguments for choice in asked.value.choices] == [
        {"game": "three-card"},
        {"game": "front"},
    ]
    assert [wins(three_cards, **choice.arguments).game for choice in asked.value.choices] == [
        "three-card",
        "front",
    ]


CHECKS = [
    "no showdown",
    "board in a row",
    "one name twice",
    "tables beside",
    "cards under no name",
    "sizes differ",
    "one card more",
    "cards twice",
    "folds beside",
]


# --- how the hands were found ----------------------------------------------------------------------------------------


def test_why_a_sheet_is_read(tmp_path: Path) -> None:
    """The row of headings that names the hands, and the checks that ran, stand on the error stream."""
    path = write_table(tmp_path / "a.csv", [["Anna", "Ben"], *HANDS])
    code, out, err = run("wins", path, "--why")
    assert (code, err.splitlines()) == (
        0,
        [
            "tables: rows 2 to 9",
            "shape: a heading above each hand",
            "rows of headings: 1",
            "the hands are named by row 1",
            f"checks without a finding: {', '.join(CHECKS)}",
        ],
    )
    assert out == run("wins", path)[1]


def test_why_a_sheet_is_asked_about(three_cards: Path) -> None:
    """The check that asked stands below the question."""
    code, _, err = run("wins", three_cards, "--why")
    assert (code, err.splitlines()[0], err.splitlines()[-1]) == (
        2,
        f"xlpoker: {QUESTION[0]}",
        "asked by: decide game",
    )


# --- what is not read ------------------------------------------------------------------------------------------------

UNREAD = {
    "numbers": (
        [["No", "Anna", "Ben"], *([number, *hands] for number, hands in enumerate(HANDS, 1))],
        0,
    ),
    "remarks": ([["Anna", "Ben", "Note"], *([*hands, "Ben folded"] for hands in HANDS)], 0),
    "a title above": ([["Friday night"], [], ["Anna", "Ben"], *HANDS], 0),
    "cards in another column": (
        [["Anna", "Ben", "Discard"], *([*hands, "AH"] for hands in HANDS)],
        1,
    ),
    "a row of text amid the deals": ([["Anna", "Ben"], *HANDS[:4], ["Second half"], *HANDS[4:]], 1),
}


@pytest.mark.parametrize(("rows", "code"), UNREAD.values(), ids=UNREAD)
def test_strict_minds_what_may_belong_to_the_deals(tmp_path: Path, rows: Rows, code: int) -> None:
    """Under --strict cards that are not read, and rows of text amid the deals, are exit code 1; all is said without it."""
    path = write_table(tmp_path / "a.csv", rows)
    assert run("wins", path)[0] == 0
    assert run("wins", path, "--strict")[0] == code
    assert "; not read: " in wins(path).read


def marked_rows(path: Path, *, struck: tuple[int, ...] = (), hidden: tuple[int, ...] = ()) -> Path:
    """Write the hands into a workbook with some rows struck out, and some hidden."""
    made = openpyxl.Workbook()
    sheet = made.active
    for row in [["Anna", "Ben"], *HANDS]:
        sheet.append(row)
    for row in struck:
        for cell in sheet[row]:
            cell.font = Font(strike=True)
    for row in hidden:
        sheet.row_dimensions[row].hidden = True
    made.save(path)
    return path


@pytest.mark.parametrize(
    ("marks", "said"),
    [
        ({"struck": (3, 4, 7)}, "; 3 struck-out rows are counted"),
        ({"struck": (3,)}, "; 1 struck-out row is counted"),
        ({"hidden": (5, 6)}, "; 2 hidden rows are counted"),
        (
            {"struck": (3, 4), "hidden": (4,)},
            "; 1 hidden row is counted; 2 struck-out rows are counted",
        ),
        ({"struck": (1,), "hidden": (12,)}, ""),
    ],
    ids=["three struck out", "one struck out", "hidden", "both", "none with hands"],
)
def test_marked_rows_are_counted_and_said(
    tmp_path: Path, marks: dict[str, tuple[int, ...]], said: str
) -> None:
    """Rows that are struck out or hidden count, since formatting is not data, and the line says how many there are."""
    counts = wins(marked_rows(tmp_path / "a.xlsx", **marks))
    assert (counts.rows, counts.read) == (8, f"Sheet 2-9: five-card; Anna A, Ben B{said}")


# --- hidden sheets ---------------------------------------------------------------------------------------------------


def xlsx_with_a_hidden_sheet(path: Path, rows: Rows) -> Path:
    """Write a workbook whose only hands are on a hidden sheet *Data*."""
    made = openpyxl.Workbook()
    made.active.append(["nothing here"])
    data = made.create_sheet("Data")
    data.sheet_state = "hidden"
    for row in rows:
        data.append(row)
    made.save(path)
    return path


def ods_with_a_hidden_sheet(path: Path, rows: Rows) -> Path:
    """Write the same as an OpenDocument file, in which the style of a sheet hides it."""
    names = "urn:oasis:names:tc:opendocument:xmlns"
    spaces = "".join(
        f' xmlns:{name}="{names}:{name}:1.0"' for name in ("office", "style", "table", "text")
    )
    hidden = "<style:table-properties table:display='false'/>"
    lines = [_ods_row(row) for row in rows]
    content = (
        f"<office:document-content{spaces}><office:automatic-styles>"
        f"<style:style style:name='hidden' style:family='table'>{hidden}</style:style></office:automatic-styles>"
        f"<office:body><office:spreadsheet><table:table table:name='Start'>{_ods_row(['nothing here'])}</table:table>"
        f"<table:table table:name='Data' table:style-name='hidden'>{''.join(lines)}</table:table>"
        "</office:spreadsheet></office:body></office:document-content>"
    )
    manifest = f'<m:manifest xmlns:m="{names}:manifest:1.0"/>'
    kind = "application/vnd.oasis.opendocument.spreadsheet"
    path.write_bytes(
        zipped({"mimetype": kind, "META-INF/manifest.xml": manifest, "content.xml": content})
    )
    return path


def _ods_row(texts: list[str]) -> str:
    """Return a row of an OpenDocument sheet."""
    cells = [
        f"<table:table-cell office:value-type='string'><text:p>{text}</text:p></table:table-cell>"
        for text in texts
    ]
    return f"<table:table-row>{''.join(cells)}</table:table-row>"


@pytest.mark.parametrize(
    "write", [xlsx_with_a_hidden_sheet, ods_with_a_hidden_sheet], ids=["book.xlsx", "book.ods"]
)
def test_hands_on_a_hidden_sheet_only(
    tmp_path: Path, request: pytest.FixtureRequest, write: Callable[[Path, Rows], Path]
) -> None:
    """A hidden sheet is not read unasked, but named where it holds the only hands; --sheet reads it."""
    name = request.node.callspec.id
    path = write(tmp_path / name, [["Anna", "Ben"], *HANDS])
    said = f"xlpoker: {name} holds hands on a hidden sheet only, 'Data'; --sheet Data\n"
    assert run("wins", path) == (2, "", said)
    assert wins(path, sheet="Data").read == "Data 2-9: five-card; Anna A, Ben B"


# --- rows below the first ones ---------------------------------------------------------------------------------------


def long_sheet(changes: dict[int, list[Any]]) -> Rows:
    """Return a sheet of 6,000 deals in four columns; some of its rows, counted from 1, are others."""
    rows: Rows = [["Anna", "Ben", "Note", "More"]]
    rows += [[*HANDS[number % 8], None, None] for number in range(6_000)]
    for number, row in changes.items():
        rows[number - 1] = [*row, *[None] * (4 - len(row))]
    return rows


def parquet(path: Path, rows: Rows) -> Path:
    """Write rows to a Parquet file, whose first row has the names of its columns."""
    pd.DataFrame(rows[1:], columns=rows[0]).to_parquet(path)
    return path


DOORS = pytest.mark.parametrize("name", ["a.xlsx", "a.csv", "a.parquet"])
AGAIN = "row 10 holds the cards of row 2, 1,490 more such rows"
"""What the first 1,500 rows of a sheet of eight deals say."""


def later_line(folder: Path, name: str, changes: dict[int, list[Any]]) -> tuple[int, str]:
    """Return the exit code for a long sheet, and what is said of it behind the players."""
    write = parquet if name.endswith(".parquet") else write_table
    code, out, err = run("wins", write(folder / name, long_sheet(changes)))
    assert err == ""
    return code, out.splitlines()[1].partition("five-card; Anna A, Ben B; ")[2]


@pytest.mark.sampled(2)
@DOORS
def test_cards_that_begin_far_down(tmp_path: Path, name: str) -> None:
    """Cards in a column that is blank above row 5,001 are not read: a warning, and exit code 1."""
    row = [*HANDS[0], None, HANDS[1][0]]
    quoted = f"(from row 5001 on, first '{HANDS[1][0]}')"
    expected = f"{AGAIN}; cards in D begin only in row 5001; not read: D More {quoted}"
    assert later_line(tmp_path, name, {5_001: row}) == (1, expected)


@pytest.mark.sampled(2)
@DOORS
def test_words_that_begin_far_down(tmp_path: Path, name: str) -> None:
    """Words in a column that is blank above row 5,001 are said, and no reason for another exit code."""
    expected = f"{AGAIN}; not read: C Note (from row 5001 on, first 'Ben was late')"
    assert later_line(tmp_path, name, {5_001: [*HANDS[0], "Ben was late"]}) == (0, expected)


@pytest.mark.sampled(2)
@DOORS
def test_rows_of_text_far_down(tmp_path: Path, name: str) -> None:
    """Rows without a card below row 1,500 are said, the first of them with their texts, and not counted."""
    changes: dict[int, list[Any]] = {
        2_000 + 500 * number: [f"Evening {number}"] for number in range(1, 6)
    }
    quoted = ", ".join(f"row {2_000 + 500 * number} 'Evening {number}'" for number in range(1, 4))
    expected = f"{AGAIN}; not read: {quoted}, 2 more rows of text"
    assert later_line(tmp_path, name, changes) == (0, expected)


@pytest.mark.sampled(2)
@DOORS
def test_other_headings_far_down(tmp_path: Path, name: str) -> None:
    """Other names above the hands are a warning with exit code 1: the rows below them may be somebody else's."""
    expected = f"{AGAIN}; row 4001 has other headings: Dan, Eve"
    assert later_line(tmp_path, name, {4_001: ["Dan", "Eve"]}) == (1, expected)


@pytest.mark.sampled(2)
@DOORS
def test_the_same_headings_far_down(tmp_path: Path, name: str) -> None:
    """Headings that come again go on with the same table, without a word."""
    assert later_line(tmp_path, name, {4_001: ["Anna", "Ben", "Note", "More"]}) == (0, AGAIN)
