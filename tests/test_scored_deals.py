"""Results of long tables: beside each row of a deal, with the winner in the winners' rows."""

import json

import openpyxl
import pandas as pd
import pytest
from support.blocks import blocks
from support.cases import cases
from support.drawings import rows_of
from support.kept_deals import LONG, NAMES, SHOWN, THREE, holdem_table
from support.kept_sheets import expected_counts, read_table, run, write_table

import xlpoker
from xlpoker.addresses import a1
from xlpoker.errors import BookError, OptionError
from xlpoker.workbook.jobs import Options, Writing, score

WAYS = {
    "splice": (".xlsx", ".xlsx", []),
    "openpyxl": (".xlsx", ".xlsx", ["--engine", "openpyxl"]),
    "csv": (".csv", ".csv", []),
    "csv-to-xlsx": (".csv", ".xlsx", []),
    "xlsx-to-csv": (".xlsx", ".csv", []),
}


def texts(path):
    """Return the cells of a file as texts, as wide as what is there."""
    rows = [["" if cell is None else str(cell) for cell in row] for row in read_table(path)]
    width = max(max((at for at, cell in enumerate(row, 1) if cell), default=0) for row in rows)
    return [row[:width] + [""] * (width - len(row)) for row in rows]


def scored(path, ending, options):
    """Return the cells of a file and of its results, which are the same when these are scored again."""
    target = path.with_name(f"scored{ending}")
    assert run("score", path, *options, "-o", target, "--force")[0] == 0
    found = texts(target)
    again = path.with_name(f"again{ending}")
    assert (
        run(
            "score",
            target,
            *options,
            "-o",
            again,
            "--force",
            *["--overwrite"] * (target.suffix == ".csv"),
        )[0]
        == 0
    )
    assert texts(again) == found
    return found


def shares(hands):
    """Return the share of each hand in a showdown, 0 for who is not in it."""
    left = (
        iter(xlpoker.shares(*[hand for hand in hands if hand]))
        if sum(map(bool, hands)) > 1
        else iter([1])
    )
    return [next(left) if hand else 0 for hand in hands]


def said(hands):
    """Return the names of who wins."""
    return ", ".join(name for name, share in zip(NAMES, shares(hands), strict=True) if share)


ONCE = [
    (rows, way) for rows in LONG for way in WAYS if way == "splice" or rows == "rows-of-who-is-left"
]


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("rows", "way"), ONCE, ids=map(" ".join, ONCE))
def test_rows_of_one_deal(tmp_path, rows, way):
    """Each row has its value and hand, the rows of winners who wins; a heading says which rows are a deal, or --by."""
    (rows, showdowns), (source, ending, more) = LONG[rows], WAYS[way]
    path = write_table(tmp_path / f"a{source}", rows)
    expected = [
        [
            said(hands) if share else "",
            str(xlpoker.value(" ".join(hand))),
            xlpoker.hand(" ".join(hand)).name,
        ]
        for hands in showdowns
        for hand, share in zip(hands, shares(hands), strict=True)
        if hand
    ]
    for options in ([], ["--by", rows[0][0]]):
        title, *found = scored(path, ending, [*options, *more])
        width = len(rows[0])
        assert title[width:] == ["Winner", "Value", "Hand", *["Problem"] * (ending == ".csv")]
        assert [row[width : width + 3] for row in found] == expected


@pytest.mark.parametrize("where", ["each", "first"])
def test_long_tables_of_holdem(tmp_path, where):
    """The board may stand in every row of a deal or in one; who is left alone wins without a value."""
    rows = holdem_table(each=where == "each", folded=[0])
    _, *found = scored(write_table(tmp_path / "a.xlsx", rows), ".xlsx", ["--game", "holdem"])
    assert found[0][4:] == ["Anna", str(xlpoker.value(SHOWN[0][0])), xlpoker.hand(SHOWN[0][0]).name]
    assert [row[4:] for row in found[1:3]] == [[""] * 3] * 2
    assert [row[4] for row in found[3:]] == [
        said(hands) if share else "" for hands in SHOWN[1:] for share in shares(hands)
    ]


def test_deals_without_players(tmp_path):
    """Where nobody has a name, the rows of winners say who wins by number, ties 0."""
    hands = ["5H 5C 6S 7S KD", "2C 3S 8S 8D TD", "5D 5S 6H 7H KC", "5H 5C 6S 7S KD"]
    rows = [["Deal", "Cards"], *([1 + at // 2, cards] for at, cards in enumerate(hands))]
    _, *found = scored(write_table(tmp_path / "a.xlsx", rows), ".xlsx", [])
    assert [row[2] for row in found] == ["", "2", "0", "0"]


@pytest.mark.parametrize("title", ["Cards", "Hand"])
@pytest.mark.parametrize("ending", [".xlsx", ".csv"])
def test_names_of_hands_are_no_players(tmp_path, title, ending):
    """A second run takes the column of the first, whose texts differ in each deal, for no players."""
    drawing = f"""
        Deal | {title}
        1    | 4D KC 2S 2H 4S
        1    | 7C 6C 7H KH 3H
        2    | 4H 4S 2C JS 6D
        2    | 7S 7D 3H AD 8C
        3    | QS QC QD 2C 3D
        3    | 7C 7D 9D 2S 3S
    """
    path = write_table(tmp_path / f"a{ending}", rows_of(drawing))
    winners = [row[2] for row in scored(path, ending, [])[1:]]
    assert winners == ["1", "", "", "2", "1", ""]


@pytest.mark.sampled(3)
@cases("way", WAYS)
def test_a_bad_card_spoils_its_deal(tmp_path, way):
    """Each row of the deal says why it has no result; the others have theirs."""
    source, ending, more = way
    rows = [line.copy() for line in LONG["whole-hands"][0]]
    rows[5][2] = rows[5][2].replace(rows[5][2].split()[0], "1OH")
    title, *found = scored(write_table(tmp_path / f"a{source}", rows), ending, more)
    assert title[3:] == ["Winner", "Value", "Hand", "Problem"]
    wrong = "C6: '1OH' is not a card; did you mean '10H'?"
    assert [row[3:] for row in found[3:6]] == [["", "", "", wrong]] * 3
    assert all(row[4] and not row[6] for row in found[:3] + found[6:])


def test_a_note_among_the_winners_stays(tmp_path):
    """Names of players are replaced, whoever wins now; another word is named, and nothing is written."""
    path = write_table(tmp_path / "a.xlsx", LONG["whole-hands"][0])
    score(path, in_place=True)
    found = texts(path)
    book = openpyxl.load_workbook(path)
    row = next(number for number in range(2, 50) if book.active.cell(number, 4).value is None)
    for word in ("Anna", "nobody"):
        book.active.cell(row, 4).value = word
        book.save(path)
        before = path.read_bytes()
        if word == "Anna":
            assert score(path, in_place=True).warnings == []
            assert texts(path) == found
    with pytest.raises(
        BookError, match=f"D{row}: 'nobody' is no result of xlpoker, but stands among those in D1:F"
    ):
        score(path, in_place=True)
    assert path.read_bytes() == before


def test_report(tmp_path):
    """A report counts showdowns as `wins` does, and names the cells of the best hands."""
    rows = LONG["the-deal-in-its-first-row"][0]
    code, out, _ = run("report", write_table(tmp_path / "a.xlsx", rows), "--json")
    found, expected = json.loads(out), expected_counts(THREE)
    assert code == 0
    assert [found[key] for key in ("rows", "ties", "bad", "names")] == [
        len(THREE),
        expected["ties"],
        0,
        NAMES,
    ]
    sheet = openpyxl.load_workbook(tmp_path / "a.report.xlsx")["Best hands"]
    best = max((hand for hands in THREE for hand in hands), key=xlpoker.value)
    (place,) = [a1(row, 2) for row, cells in enumerate(rows) if cells[2:] == best]
    assert place in [cell for row in sheet.iter_rows(values_only=True) for cell in row]


@pytest.mark.parametrize("options", [{"by": "A"}, {}], ids=["by", "found"])
def test_formulas_are_refused(tmp_path, options):
    """Formulas know their own row alone."""
    with pytest.raises(
        OptionError, match=r"formulas \(--live\) work only with a showdown in each row"
    ):
        score(
            write_table(tmp_path / "a.xlsx", LONG["whole-hands"][0]),
            Options(**options),
            writing=Writing(live=True),
        )


def test_parquet_goes_into_a_worksheet(tmp_path):
    """A worksheet made of a Parquet file has the results beside each row."""
    title, *rows = LONG["whole-hands"][0]
    pd.DataFrame(rows, columns=title).to_parquet(tmp_path / "a.parquet")
    counts = score(tmp_path / "a.parquet", by="Hand id", output=tmp_path / "a.xlsx")
    assert counts.rows == len(THREE)
    assert texts(tmp_path / "a.xlsx")[0][3:] == ["Winner", "Value", "Hand"]


def test_large_text_files(tmp_path):
    """A table that is longer than its first rows is found out in time, and read as a whole."""
    rows = LONG["the-deal-in-its-first-row"][0]
    with blocks(first=7, lines=200):
        found = scored(write_table(tmp_path / "a.csv", rows), ".csv", [])
    assert [bool(row[-4]) for row in found[1:]] == [
        share > 0 for hands in THREE for share in shares(hands)
    ]
