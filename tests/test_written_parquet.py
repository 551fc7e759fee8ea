"""A Parquet file that is made of a workbook or a text is read again by `wins` and `score`, with the same counts."""

import csv
from pathlib import Path

import pytest
from support.books import book
from support.cases import cases

from xlpoker.dealing import deal
from xlpoker.evaluator.cards import card_text
from xlpoker.workbook.jobs import Writing, score, wins

parquet = pytest.importorskip("pyarrow.parquet")
WORKBOOKS = Path(__file__).parent.parent / "workbooks"
FIVE = ["Card 1", "Card 2", "Card 3", "Card 4", "Card 5"]
CARDS = [[*map(card_text, one.hands[0] + one.hands[1])] for one in deal(12, seed=5)]
BAD = [["1OH", *CARDS[0][1:]], *CARDS[1:]]
OVER_BOTH = ["Anna", *[None] * 4, "Ben", *[None] * 4]
SHEETS = {
    "the-same-headings-twice": [FIVE * 2, *CARDS],
    "names-above-the-same-headings": [OVER_BOTH, FIVE * 2, *CARDS],
    "names-above-headings-of-their-own": [
        OVER_BOTH,
        [f"Card {number}" for number in range(1, 11)],
        *CARDS,
    ],
    "names-over-five-columns": [OVER_BOTH, *CARDS],
    "words-as-names": [["Player", *[None] * 4, "Dealer", *[None] * 4], *CARDS],
    "no-headings": CARDS,
    "a-bad-card": [FIVE * 2, *BAD],
    "a-blank-column-between": [
        [*FIVE, None, *FIVE],
        *[[*cards[:5], None, *cards[5:]] for cards in CARDS],
    ],
    "headings-again": [OVER_BOTH, *CARDS[:5], OVER_BOTH, *CARDS[5:]],
    "a-total-below": [OVER_BOTH, *CARDS, [], ["Total: 12 deals"]],
    "a-title-above": [["Our Friday evenings"], [], OVER_BOTH, *CARDS],
}


def written(path, rows):
    """Write rows to a workbook or a text file."""
    if path.suffix == ".xlsx":
        return book(path, rows, labels=None)
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(rows)
    return path


def counted(counts):
    """Return what is counted, without the place."""
    record = counts.as_dict()
    return {
        name: record.get(name)
        for name in ("rows", "player_1", "player_2", "ties", "bad", "names", "categories")
    }


def check_reads_again(source, folder, **options):
    """Write a Parquet file of a table, and read and score it again."""
    first = score(source, output=folder / "first.parquet", **options)
    assert counted(first) == counted(wins(source, **options))
    assert counted(wins(folder / "first.parquet", **options)) == counted(first)
    again = score(
        folder / "first.parquet",
        output=folder / "again.parquet",
        writing=Writing(overwrite=True),
        **options,
    )
    assert counted(again) == counted(first)
    first_rows, rows = (
        parquet.read_table(folder / name).to_pydict() for name in ("first.parquet", "again.parquet")
    )
    first_rows.pop("problem")
    rows.pop("problem")  # which names columns, and no cells of a sheet
    assert rows == first_rows


@pytest.mark.sampled(15)
@pytest.mark.parametrize("ending", [".xlsx", ".csv"])
@cases("rows", SHEETS)
def test_sheets(tmp_path, rows, ending):
    """Names of columns that are blank or the same, and rows that are no deals, are no hindrance."""
    check_reads_again(written(tmp_path / f"a{ending}", rows), tmp_path)


@pytest.mark.sampled(4)
@cases(
    ("name", "options"),
    {
        "euler54": ("euler54.xlsx", {}),
        "holdem": ("holdem.xlsx", {"game": "holdem"}),
        "bad-rows": ("layouts/bad-rows.xlsx", {}),
        "gap": ("layouts/gap.xlsx", {}),
        "one-player": ("layouts/one-player.xlsx", {}),
        "suits": ("layouts/suits.xlsx", {}),
        "three-players": ("layouts/three-players.xlsx", {}),
    },
)
def test_workbooks(tmp_path, name, options):
    """The workbooks of the project."""
    check_reads_again(WORKBOOKS / name, tmp_path, **options)


def test_rows_that_are_left_out_are_said(tmp_path):
    """A warning counts the rows that are no deals."""
    source = written(tmp_path / "a.xlsx", SHEETS["a-total-below"])
    warnings = score(source, output=tmp_path / "b.parquet").warnings
    assert "b.parquet lacks 1 row without a deal, such as titles and totals" in warnings
    assert parquet.read_metadata(tmp_path / "b.parquet").num_rows == len(CARDS) + 1
