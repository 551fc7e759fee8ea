"""Several tables of a book: `--hands` and `--sheet` given more than once, tables and names of Excel for ranges."""

import json

import openpyxl
import pytest
import xlsxwriter
from openpyxl.workbook.defined_name import DefinedName
from support.books import sheets
from support.kept_sheets import (
    cell_values,
    deals,
    expected_counts,
    offered_options,
    run,
    summary,
    write_table,
)

from xlpoker.errors import OptionError
from xlpoker.workbook.jobs import score, wins

ROWS = deals(10, 17, seed=3)
FIRST, SECOND = ROWS[:5], ROWS[5:]
UP, DOWN = "A2:E6,F2:J6", "A11:E22,F11:J22"
LABELS = [f"C{card}" for card in range(1, 11)]


def counted(rows):
    """Return the counts of rows of two hands."""
    return expected_counts([[row[:5], row[5:]] for row in rows])


@pytest.fixture
def year(tmp_path):
    """Return a book with two tables on Friday, one below the other, and one on the sheet of a name with a blank."""
    friday = [["Table 1"], *FIRST, [], [], [], [], *SECOND]
    tables = {"Friday": friday, "Notes": [["nothing"]], "Late night": [["Table 3"], *SECOND]}
    return sheets(tmp_path / "year.xlsx", tables)


CHOICES = {
    "two-on-a-sheet": (["--sheet", "Friday", "--hands", UP, "--hands", DOWN], [FIRST, SECOND]),
    "each-with-its-sheet": (
        ["--hands", f"Friday!{UP}", "--hands", "'Late night'!A2:E13,F2:J13"],
        [FIRST, SECOND],
    ),
    "sheets": (["--sheet", "Friday", "--sheet", "Late night", "--hands", UP], [FIRST, SECOND[:5]]),
    "a-blank-for-the-comma": (
        ["--sheet", "Friday", "--hands", UP.replace(",", " "), "--hands", DOWN],
        [FIRST, SECOND],
    ),
    "all-sheets": (["--all-sheets"], [[*FIRST, *SECOND], SECOND]),
}


@pytest.mark.sampled(5)
@pytest.mark.parametrize("command", ["wins", "report"])
@pytest.mark.parametrize(("options", "tables"), CHOICES.values(), ids=CHOICES)
def test_a_line_for_each_table_and_the_sum(year, monkeypatch, command, options, tables):
    """Each table is counted by itself, and the sum stands below."""
    monkeypatch.setenv("COLUMNS", "200")
    code, out, err = run(command, year, *options, "--json")
    found = [json.loads(line) for line in out.splitlines()]
    assert (code, err) == (0, "")
    assert [{key: one[key] for key in counted(FIRST)} for one in found] == [
        counted(rows) for rows in tables
    ]
    out = run(command, year, *options, *["--force"] * (command == "report"))[1]
    *lines, total = summary(out)[1:4]
    whole = counted([row for rows in tables for row in rows])
    assert [words[:2] for words in lines] == [["year.xlsx", "·"]] * 2
    if options == CHOICES["two-on-a-sheet"][0]:  # they are told apart by their ranges
        assert [words[4] for words in lines] == [one["hands"] for one in found] == [UP, DOWN]
    assert [total[0], *total[2:]] == [
        "2", *(str(whole[key]) for key in ("rows", "player_1", "player_2", "ties", "bad"))
    ]  # fmt: skip


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "place", [["-o", "out.xlsx"], ["--in-place"], []], ids=["-o", "in-place", "beside"]
)
def test_score_writes_each_table(year, tmp_path, monkeypatch, place):
    """Results of all tables go into one workbook; scored again they are replaced."""
    monkeypatch.chdir(tmp_path)
    options = [
        "--hands",
        f"Friday!{UP}",
        "--hands",
        f"Friday!{DOWN}",
        "--hands",
        "'Late night'!A2:E13,F2:J13",
    ]
    assert run("score", year, *options, *place)[0] == 0
    target = {"-o": tmp_path / "out.xlsx", "--in-place": year}.get(
        (place or [""])[0], tmp_path / "year.scored.xlsx"
    )

    def cells():
        book = openpyxl.load_workbook(target)
        return {
            sheet.title: [list(row) for row in sheet.iter_rows(values_only=True)] for sheet in book
        }

    found = cells()
    winners = [
        [
            cell
            for row in found[sheet]
            for cell, title in zip(row, row, strict=True)
            if title in (0, 1, 2)
        ]
        for sheet in ("Friday", "Late night")
    ]
    assert list(map(len, winners)) == [len(FIRST) + len(SECOND), len(SECOND)]
    assert run("score", target, *options, "--in-place")[0] == 0
    assert cells() == found


STACKED = {
    "parted-by-blanks": [[*FIRST], [[]] * 3, [*SECOND]],
    "titles-and-headings": [[LABELS, *FIRST], [["Table 2"], LABELS], [*SECOND]],
}


ENGINES = pytest.mark.parametrize("engine", ["splice", "openpyxl"])


@pytest.mark.sampled(2)
@pytest.mark.parametrize("parts", STACKED.values(), ids=STACKED)
def test_results_of_stacked_tables_share_their_columns(tmp_path, parts):
    """One below the other, in the columns right of the cards; scored again they are replaced, and a bad row keeps its reason."""
    rows = [[], *[list(row) for part in parts for row in part]]
    above = len(parts[0]) - len(FIRST)
    up, down = 2 + above, 2 + len(parts[0]) + len(parts[1])
    rows[up][0] = rows[down][0] = "1OH"
    ranges = [
        f"A{row}:E{row + size - 1},F{row}:J{row + size - 1}" for row, size in ((up, 5), (down, 12))
    ]
    path = write_table(tmp_path / "a.xlsx", rows)
    words = [word for one in ranges for word in ("--hands", one)]
    assert run("score", path, *words)[0] == 0
    found = cell_values(tmp_path / "a.scored.xlsx")
    assert {len(row) for row in found} == {16}
    assert sum(row[10] in (0, 1, 2) for row in found) == len(FIRST) + len(SECOND) - 2
    assert [row[15] for row in found if row[15] and row[15] != "Problem"] == [
        f"A{row + 1}: '1OH' is not a card; did you mean '10H'?" for row in (up, down)
    ]
    assert run("score", tmp_path / "a.scored.xlsx", "--in-place", *words)[0] == 0
    assert cell_values(tmp_path / "a.scored.xlsx") == found

    for one in ranges:
        assert run("score", tmp_path / "a.scored.xlsx", "--hands", one, "--in-place")[0] == 0
        assert cell_values(tmp_path / "a.scored.xlsx") == found


@pytest.mark.parametrize(
    "above", [[], [[*LABELS, None, None, None, *LABELS]]], ids=["without-labels", "labels"]
)
def test_tables_side_by_side_keep_apart(tmp_path, above):
    """Where rows are shared the results stand side by side; those of one table are no earlier results of the other."""
    rows = [[*row, None, None, None, *row[5:], *row[:5]] for row in FIRST]
    rows[0][0], rows[1][-1] = "1OH", "1OD"
    path = write_table(tmp_path / "a.xlsx", [*above, *rows])
    top, end = 1 + len(above), len(FIRST) + len(above)
    ranges = [f"A{top}:E{end},F{top}:J{end}", f"N{top}:R{end},S{top}:W{end}"]
    assert run("score", path, "--hands", ranges[0], "--hands", ranges[1])[0] == 0
    found = cell_values(tmp_path / "a.scored.xlsx")[len(above) :]
    assert [row[24:28] for row in found[2:]] == [row[32:34] + row[30:32] for row in found[2:]]
    problems = [
        str(cell).partition(":")[0] for row in found for cell in row if "did you mean" in str(cell)
    ]
    assert problems == [f"A{top}", f"W{top + 1}"]
    for one in reversed(ranges):  # each by itself finds its own
        assert run("score", tmp_path / "a.scored.xlsx", "--hands", one, "--in-place")[0] == 0
        assert cell_values(tmp_path / "a.scored.xlsx")[len(above) :] == found


WRONG = {
    "no-rows": ("A60:E70,F60:J70", "no cards"),
    "no-range": ("tblHands", "'tblHands' is not a range"),
}


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "place", [["-o", "out.xlsx"], ["--in-place"], []], ids=["-o", "in-place", "beside"]
)
@pytest.mark.parametrize(("ranges", "reason"), WRONG.values(), ids=WRONG)
def test_all_tables_or_none(year, tmp_path, monkeypatch, ranges, reason, place):
    """A table that cannot be scored leaves everything as it was, and the message says which it is."""
    monkeypatch.chdir(tmp_path)
    before = year.read_bytes()
    code, _, err = run("score", year, "--sheet", "Friday", "--hands", UP, "--hands", ranges, *place)
    assert (code, f"{ranges}: {reason}" in err, err.endswith("; nothing was written\n")) == (
        2,
        True,
        True,
    )
    assert year.read_bytes() == before
    assert sorted(one.name for one in tmp_path.iterdir()) == ["year.xlsx"]


@ENGINES
def test_a_list_of_ranges_in_python(year, tmp_path, engine):
    """The sum, and each table; a list of one is one table, and what is no range is refused."""
    found = score(
        year, hands=[f"Friday!{UP}", f"Friday!{DOWN}"], output=tmp_path / "out.xlsx", engine=engine
    )
    assert [found.rows, found.players, found.output] == [
        17,
        [*_players([*FIRST, *SECOND])],
        str(tmp_path / "out.xlsx"),
    ]
    assert [(one.rows, one.players, one.hands) for one in found.tables] == [
        (5, _players(FIRST), f"Friday!{UP}"), (12, _players(SECOND), f"Friday!{DOWN}")
    ]  # fmt: skip
    assert wins(year, hands=(f"Friday!{UP}",)).tables[0].players == _players(FIRST)
    assert wins(year, hands=f"Friday!{UP}").players == _players(FIRST)
    for wrong in ([], 7, [7]):
        with pytest.raises(OptionError, match="hands is a text"):
            wins(year, hands=wrong)


def _players(rows):
    found = counted(rows)
    return [found["player_1"], found["player_2"]]


REFUSED = {
    "text": (
        ["a.csv", "--hands", "A1:E2", "--hands", "A3:E4"],
        "several tables are written into .xlsx and .xlsm only",
    ),
    "csv": (
        ["a.xlsx", "--all-sheets", "-o", "b.csv"],
        "several tables are written into .xlsx and .xlsm only",
    ),
    "both": (
        ["a.xlsx", "--all-sheets", "--sheet", "Friday"],
        "--all-sheets and --sheet exclude each other",
    ),
    "cluster": (
        ["a.xlsx", "--all-sheets", "--scheduler", "x"],
        "--scheduler takes one table of each book",
    ),
}


@pytest.mark.parametrize(("words", "message"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_written(tmp_path, monkeypatch, words, message):
    """The message says what to do instead."""
    monkeypatch.chdir(tmp_path)
    write_table(tmp_path / "a.csv", FIRST)
    write_table(tmp_path / "a.xlsx", FIRST)
    code, _, err = run("score", *words)
    assert (code, message in err) == (2, True)
    assert not (tmp_path / "b.csv").exists()


@pytest.fixture
def named(tmp_path):
    """Return a book with a table of Excel, a note in its first column, and names for ranges."""
    with xlsxwriter.Workbook(tmp_path / "named.xlsx") as book:
        book.add_worksheet("Notes").write(0, 0, "nothing")
        sheet = book.add_worksheet("It's Friday")
        columns = [{"header": label} for label in ("Note", *LABELS)]
        rows = [["x", *row] for row in FIRST]
        sheet.add_table(
            2, 1, 8, 12, {"name": "tblHands", "data": rows, "columns": columns, "total_row": True}
        )
        for number, row in enumerate(SECOND):
            sheet.write_row(20 + number, 0, row)
        sheet.write(50, 0, "5H 5C 6S 7S KD")
        for name, ranges in (
            ("black", ["$C$4:$G$8"]), ("white", ["$H$4:$L$8"]), ("later", ["$A$21:$J$32"]), ("both", ["$A$21:$E$32", "$F$21:$J$32"])
        ):  # fmt: skip
            book.define_name(name, "=" + ",".join(f"'It''s Friday'!{one}" for one in ranges))
    return tmp_path / "named.xlsx"


@pytest.mark.sampled(8)
@pytest.mark.parametrize("command", ["wins", "score", "report"])
@pytest.mark.parametrize(
    ("hands", "rows"),
    [
        ("tblHands", FIRST),
        ("TBLHANDS", FIRST),
        ("black,white", FIRST),
        ("both", SECOND),
        ("later", SECOND),
        ("'It''s Friday'!A21:J32", SECOND),
    ],
)
def test_tables_and_names(named, command, hands, rows):
    """What Excel calls a range by is one here, too; one that is wider than a hand is searched."""
    code, out, err = run(command, named, "--hands", hands, "--json")
    assert (code, err) == (0, "")
    assert {key: json.loads(out)[key] for key in counted(rows)} == counted(rows)


def test_columns_that_are_wider_than_a_hand(year):
    """They are searched, too, not refused as a hand of ten cards."""
    assert wins(year, sheet="Late night", hands="A:J").players == _players(SECOND)


@pytest.mark.parametrize(
    ("hands", "advice"),
    [
        ("tblHand", "did you mean 'tblhands'?"),
        ("tblHands[C1]", "did you mean 'tblhands'?"),
    ],
)
def test_names_that_are_not_there(named, hands, advice):
    """The nearest is named."""
    said = f"xlpoker: '{hands}' is not a range, and no table or name of the workbook; {advice}\n"
    assert run("wins", named, "--hands", hands) == (2, "", said)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("command", ["wins", "score", "report"])
def test_monthly_sheets_have_a_hint_that_works(tmp_path, command):
    """The message names one sheet and all of them."""
    path = sheets(tmp_path / "year.xlsx", {"Sheet": [], "Jan": FIRST, "Feb": FIRST})
    code, _, err = run(command, path)
    assert (code, offered_options(err)) == (
        2,
        [["--all-sheets"], ["--sheet", "Jan"], ["--sheet", "Feb"]],
    )
    for hint in offered_options(err):
        assert run(command, path, *hint, *["--force"] * (command != "wins"))[0] == 0


TWICE = {
    "sheets": (
        ["--sheet", "Friday", "--sheet", "friday"],
        "a sheet is named twice; its rows would count twice",
    ),
    **{
        name: (
            [word for one in ranges for word in ("--hands", one)],
            f"--hands {ranges[0]} and --hands {ranges[1]} overlap in {cell}; rows would count twice",
        )
        for name, ranges, cell in (
            ("ranges", [UP, UP], "A2"),
            ("columns", ["A:E,F:J", "F:J"], "F2"),
            ("rows-in-columns", ["A:E,F:J", DOWN], "A11"),
            ("the-first-names-its-sheet", [f"Friday!{UP}", "D3:H4,I3:M4"], "D3"),
            ("the-second", [UP, "friday!$A$6:$E$7,$F$6:$J$7"], "A6"),
            ("a-name-before-ranges", ["deals", UP], "A2"),
            ("a-name-behind-columns", ["Friday!E:H", "deals"], "E2"),
        )
    },
}


@pytest.mark.sampled(15)
@pytest.mark.parametrize("command", ["wins", "score", "report"])
@pytest.mark.parametrize(("options", "message"), TWICE.values(), ids=TWICE)
def test_tables_that_would_count_twice(year, command, options, message):
    """Tables with cells in common are refused before anything is written: ranges without a sheet mean the one with cards there."""
    book = openpyxl.load_workbook(year)
    del book["Late night"]
    book.defined_names["deals"] = DefinedName("deals", attr_text="Friday!$A$2:$J$6")
    book.save(year)
    code, out, err = run(command, year, *options)
    assert (code, out) == (2, "")
    assert message in err
    assert [path.name for path in year.parent.iterdir()] == ["year.xlsx"]
    if options[0] == "--hands":
        with pytest.raises(OptionError, match=f"{message.partition(' overlap')[1]} in "):
            wins(year, hands=options[1::2])


def test_deals_that_were_run_twice(tmp_path):
    """Counts of the same hands with two boards are added up; results of both have no room beside the hands."""
    rows = [
        ["Ann", "Ben", "Board 1", "Board 2"],
        ["As Ah", "Ks Kh", "2c 3d 7h 8s Jc", "Kd 4c 5d 9h Qs"],
    ]
    path = write_table(tmp_path / "a.xlsx", rows)
    both = [f"Ann=A2:A2,Ben=B2:B2,board={column}2:{column}2" for column in "CD"]
    assert wins(path, hands=both, game="holdem").as_dict()["player_1"] == 1
    assert run("wins", path, "--game", "holdem", "--hands", both[0], "--hands", both[1])[0] == 0
    with pytest.raises(OptionError, match="overlap in A2"):
        score(path, hands=both, game="holdem", output=tmp_path / "b.xlsx")
    with pytest.raises(OptionError, match="overlap in A2"):
        wins(path, hands=[both[0], both[0]], game="holdem")
