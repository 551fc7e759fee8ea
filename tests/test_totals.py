"""Sums over tables: by the players' names, by seats where there are none, whatever adds them up."""

import json
import os

import pytest
from support.blocks import blocks
from support.books import book, sheets
from support.kept_sheets import run, summary, true_reading

import xlpoker
from xlpoker.cli.print_counts import _common_folder
from xlpoker.scoring.counts import Counts
from xlpoker.scoring.totals import total_of
from xlpoker.workbook.jobs import wins

BEST, WORST, THIRD = "AS KS QS JS TS", "2C 3D 5S 9C KD", "2H 3H 4H 6H 7D"


JAN = [["Ana", "Ben"], *[[BEST, WORST]] * 3]
CASES = {
    "swapped": ([["Ben", "Ana"], *[[WORST, BEST]] * 2], {"Ana": 5, "Ben": 0}),
    "capitals-and-blanks": ([["BEN ", "ana"], *[[WORST, BEST]] * 2], {"Ana": 5, "Ben": 0}),
    "a-third": (
        [["Cleo", "Ana", "Ben"], *[[THIRD, BEST, WORST]] * 2],
        {"Ana": 5, "Ben": 0, "Cleo": 0},
    ),
    "another": ([["Cleo", "Ana"], *[[BEST, THIRD]] * 2], {"Ana": 3, "Ben": 0, "Cleo": 2}),
    "no-names": (
        [["Hand 1", "Hand 2"], *[[WORST, BEST]] * 2],
        {"Ana": 3, "Ben": 0, "Player 1": 0, "Player 2": 2},
    ),
    "long": (
        [
            ["Hand id", "Player", "Cards"],
            [1, "Ben", WORST],
            [1, "Ana", BEST],
            [2, "ana", BEST],
            [2, "Ben", WORST],
        ],
        {"Ana": 5, "Ben": 0},
    ),
}


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("feb", "won"), CASES.values(), ids=CASES)
def test_sheets_are_summed_by_name(tmp_path, feb, won):
    """The last line of the table has everybody's wins, each line those of who is in it."""
    path = sheets(tmp_path / "a.xlsx", {"Jan": JAN, "Feb": feb})
    _, out, err = run("wins", path, "--all-sheets")
    head, *_, total = summary(out)
    assert head == " ".join(["File", "Rows", *won, "Ties", "Bad rows"]).split()
    assert total == ["2", "sheets", "5", *map(str, won.values()), "0", "0"]
    assert ("Feb without names" in err) == ("Player 1" in won)
    each = [
        json.loads(line) for line in run("wins", path, "--all-sheets", "--json")[1].splitlines()
    ]
    named = {}
    for one in each:  # the keys are seats, whose names stand beside them
        for seat, name in enumerate(one.get("names", ["Player 1", "Player 2"]), 1):
            spelled = next((other for other in won if other.casefold() == name.casefold()), name)
            named[spelled] = named.get(spelled, 0) + one[f"player_{seat}"]
    assert named == won


def test_tables_of_a_sheet_are_summed_by_name(tmp_path):
    """Ranges of one sheet, each under its heading, are one sum in Python and in the file that is scored."""
    rows = [["Ana", "Ben"], *[[BEST, WORST]] * 3, [None], ["Ben", "Ana"], *[[WORST, BEST]] * 2]
    path = book(tmp_path / "a.xlsx", rows, labels=None)
    for job in (wins, xlpoker.score):
        found = job(path, hands=["A2:A4,B2:B4", "A7:A8,B7:B8"])
        assert (found.players, found.names) == ([5, 0], ["Ana", "Ben"])
        assert [one.players for one in found.tables] == [[3, 0], [0, 2]]


def test_a_heading_between_the_hands(tmp_path):
    """Names in another order, without a blank row above, are no bad row, and are summed by name."""
    path = book(tmp_path / "a.xlsx", [*JAN, ["Ben", "Ana"], *[[WORST, BEST]] * 2], labels=None)
    options = ["--hands", "Ana=A2:A4,Ben=B2:B4", "--hands", "Ben=A6:A7,Ana=B6:B7"]
    assert (
        true_reading(path, {"rows": 5, "names": ["Ana", "Ben"], "player_1": 5, "player_2": 0})
        == options
    )


def test_a_heading_far_down(tmp_path):
    """Names in another order below the first rows, in a file that is read in blocks, are a warning with exit code 1."""
    rows = [f"{BEST},{WORST}"] * 600
    path = tmp_path / "a.csv"
    path.write_text("\n".join(["Ana,Ben", *rows, "Ben,Ana", f"{WORST},{BEST}", ""]))
    with blocks(first=64, lines=2000):
        code, out, _ = run("wins", path)
    assert (code, "; row 602 has other headings: Ben, Ana" in out.splitlines()[1]) == (1, True)
    assert [line.split() for line in out.splitlines()[4:6]] == [["Ana", "600"], ["Ben", "1"]]
    sums = ["--hands", "Ana=A2:A601,Ben=B2:B601", "--hands", "Ben=A603:A603,Ana=B603:B603"]
    assert summary(run("wins", path, *sums)[1])[-1][-4:] == ["601", "0", "0", "0"]


def test_two_spellings_in_one_table():
    """Names that differ in capitals within a table are two players there and everywhere."""
    done = [
        Counts("a", "", players=[3, 1], names=["Ana", "ANA"]),
        Counts("b", "", players=[2, 4], names=["ANA", "Ben"]),
    ]
    total = total_of("2 books", done)
    assert (total.names, total.players) == (["Ana", "ANA", "Ben"], [3, 3, 4])


def test_hands_without_an_opponent(tmp_path):
    """A table with one hand a row has nobody who wins, also where a name stands over the hands, alone and beside others."""
    paths = [
        book(tmp_path / f"{name}.xlsx", [[name], [BEST], [WORST]], labels=None)
        for name in ("Ana", "Ben")
    ]
    code, out, _ = run("wins", *paths)
    assert (code, out.split()[-5:-2]) == (0, ["Royal", "Flush", "2"])
    paths.append(book(tmp_path / "c.xlsx", JAN, labels=None))
    assert summary(run("wins", *paths)[1])[1:] == [
        ["Ana.xlsx", "2", "0"],
        ["Ben.xlsx", "2", "0"],
        ["c.xlsx", "3", "3", "0", "0", "0"],
        ["3", "files", "7", "3", "0", "0", "0"],
    ]
    titles, row = run("wins", paths[-1], "--csv")[1].splitlines()
    assert (titles, '"Ana, Ben"' in row) == (
        "file,sheet,rows,player_1,player_2,ties,names,bad,read",
        True,
    )


COMMON_FOLDERS = {
    "none": ([], ""),
    "one-file": (["evenings/may.xlsx"], "evenings/"),
    "same-folder": (["evenings/may.xlsx", "evenings/march.xlsx"], "evenings/"),
    "half-a-name": (["evenings/may.xlsx", "evening/may.xlsx"], ""),
    "inner-folder": (["a/b/c/may.xlsx", "a/b/d/may.xlsx", "a/b/june.xlsx"], "a/b/"),
    "root": (["/may.xlsx", "/home/june.xlsx"], "/"),
    "no-folder": (["may.xlsx", "june.xlsx"], ""),
    "absolute-and-relative": (["/home/may.xlsx", "home/may.xlsx"], ""),
}


@pytest.mark.parametrize(("files", "folder"), COMMON_FOLDERS.values(), ids=COMMON_FOLDERS)
def test_files_are_named_from_their_common_folder(files, folder):
    """Only whole names of folders count, and the separator belongs to them."""
    native = [file.replace("/", os.sep) for file in files]
    assert _common_folder(native) == folder.replace("/", os.sep)
