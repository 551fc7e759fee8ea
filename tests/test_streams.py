"""Parquet and CSV streams: what comes out is what small files give, whatever the size of the blocks."""

import csv
import random

import pytest

import xlpoker
from xlpoker.errors import BookError, HandError, LayoutError, OptionError
from xlpoker.evaluator.cards import card_text
from xlpoker.frames import streams
from xlpoker.workbook import job
from xlpoker.workbook.formats import csv_stream

pa = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")
NAMES = [f"p{player}_card{card}" for player in (1, 2) for card in range(1, 6)]


def rows_of_cards(count, seed=3):
    source = random.Random(seed)
    rows = [[card_text(code) for code in source.sample(range(52), 10)] for _ in range(count)]
    for bad in range(10, count, 97):
        rows[bad][source.randrange(10)] = source.choice(["5X", "", rows[bad][0]])
    return rows


@pytest.fixture
def deals(tmp_path):
    """Write a Parquet file and a CSV file with the same rows, an own column on either side."""
    rows = [[number, *cards, f"note, {number}"] for number, cards in enumerate(rows_of_cards(1000))]
    header = ["id", *NAMES, "note"]
    table = pa.table({name: [row[place] for row in rows] for place, name in enumerate(header)}).replace_schema_metadata(
        {"made by": "a test"}
    )
    parquet.write_table(table, tmp_path / "deals.parquet", row_group_size=300, compression="gzip")
    with (tmp_path / "deals.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([header, *rows])
    return tmp_path


def test_parquet_is_scored_row_by_row(deals, monkeypatch):
    """New columns stand behind the old ones, which are as they were; bad rows have nulls and a reason."""
    monkeypatch.setattr(streams, "ROWS", 128)
    counts = xlpoker.score(deals / "deals.parquet")
    old, new = parquet.read_table(deals / "deals.parquet"), parquet.read_table(deals / "deals.scored.parquet")
    assert new.select(old.column_names).equals(old)
    assert new.schema.metadata[b"made by"] == b"a test"
    assert new.column_names[len(old.column_names) :] == [
        "player_1_value", "player_1_hand", "player_2_value", "player_2_hand", "winner", "problem",
    ]  # fmt: skip
    assert new.schema.field("player_1_value").type == pa.uint16()
    assert parquet.ParquetFile(deals / "deals.scored.parquet").metadata.row_group(0).column(0).compression == "GZIP"
    csv_counts = job.wins(deals / "deals.csv").as_dict()
    assert counts.as_dict() | {"file": ""} == csv_counts | {"file": "", "output": counts.output}
    for line in new.to_pylist():
        cards = [line[name] for name in NAMES]
        if line["problem"]:
            assert line["winner"] is line["player_1_value"] is line["player_2_hand"] is None
            assert f"row {line['id'] + 1:,}, p" in line["problem"]
        else:
            assert line["winner"] == xlpoker.winner(cards[:5], cards[5:])
            assert line["player_2_hand"] == xlpoker.hand(cards[5:]).name


def test_parquet_again_and_elsewhere(deals):
    """In place, twice, to CSV; a second run replaces the columns of the first."""
    book = deals / "deals.parquet"
    first = job.score(book, in_place=True)
    once = parquet.read_table(book)
    again = job.score(book, in_place=True)
    assert parquet.read_table(book).equals(once)
    assert first.as_dict() == again.as_dict()
    job.score(book, output=deals / "out.csv")
    with (deals / "out.csv").open(encoding="utf-8", newline="") as file:
        assert next(csv.reader(file)) == once.column_names
    with pytest.raises(BookError, match=r"is the input; name another"):
        job.score(book, output=book)
    with pytest.raises(BookError, match=r"out.xlsx has no ending that can be written here; choose \.parquet or \.csv"):
        job.score(book, output=deals / "out.xlsx")


@pytest.mark.parametrize(
    ("options", "kind"),
    [
        ({"scale": "percentile"}, pa.float64()),
        ({"hands": "B:D,G:I"}, pa.float64()),
        ({"hands": "B:F,G:K"}, pa.uint16()),
    ],
    ids=["scale", "three cards", "ranges"],
)
def test_types_of_values(deals, options, kind):
    """Whole numbers only where all values are whole, whatever the rows of one block hold."""
    counts = job.score(deals / "deals.parquet", job.Options(**options))
    assert parquet.read_schema(counts.output).field("player_1_value").type == kind


def test_parquet_errors(deals):
    """Damaged files, sheets that cannot be, names in use: one line each, and nothing is written."""
    book = deals / "deals.parquet"
    with pytest.raises(BookError, match=r"deals\.parquet is a Parquet file and has no sheet 'Friday'"):
        job.wins(book, job.Options(sheet="Friday"))
    (deals / "cut.parquet").write_bytes(book.read_bytes()[:5000])
    with pytest.raises(BookError, match=r"cut\.parquet is damaged"):
        job.wins(deals / "cut.parquet")
    middle = bytearray(book.read_bytes())
    middle[len(middle) // 2 : len(middle) // 2 + 400] = bytes(400)
    (deals / "holes.parquet").write_bytes(middle)
    with pytest.raises(BookError, match=r"holes\.parquet is damaged"):
        job.score(deals / "holes.parquet")
    parquet.write_table(pa.table({"hand": ["5H 5C 6S 7S KD"] * 3, "winner": ["me"] * 3}), deals / "mine.parquet")
    with pytest.raises(OptionError, match="there is a column 'hand' already"):
        job.score(deals / "mine.parquet")
    parquet.write_table(pa.table({"a": [1, 2]}), deals / "none.parquet")
    with pytest.raises(LayoutError, match="no column holds cards"):
        job.wins(deals / "none.parquet")
    assert not list(deals.glob("*.scored.*")) + list(deals.glob(".xlpoker*"))


@pytest.mark.parametrize("how", ["header", "no header", "blanks", "utf-16", "semicolons"])
def test_large_text_files(deals, monkeypatch, how):
    """A streamed text file gives the counts, problems and rows of one that is read as a whole."""
    rows = [row for row in rows_of_cards(700, seed=4) if how != "blanks" or all(row)]
    if how == "header":
        rows.insert(0, NAMES)
    mark = {"blanks": " ", "semicolons": ";"}.get(how, ",")
    text = "\n".join(mark.join(row) for row in rows) + "\n"
    book = deals / "large.csv"
    book.write_text(text, encoding="utf-16" if how == "utf-16" else "utf-8")
    whole = job.score(book, output=deals / "whole.csv")
    monkeypatch.setattr(csv_stream, "HEAD", 64)
    monkeypatch.setattr(job, "LARGE", 1)
    seen = []
    streamed = job.score(book, output=deals / "streamed.csv", progress=lambda done, total: seen.append((done, total)))
    assert streamed.as_dict() | {"output": ""} == whole.as_dict() | {"output": ""}
    assert list(map(str, streamed.errors)) == list(map(str, whole.errors))
    assert job.wins(book).as_dict() | {"output": ""} == whole.as_dict() | {"output": ""}
    assert len(seen) > 5
    lines = [list(csv.reader((deals / name).read_text("utf-8").splitlines())) for name in ("whole.csv", "streamed.csv")]
    assert lines[0] == [row[: len(lines[0][0])] for row in lines[1]]
    assert lines[1][0][-1] == "Problem"


def test_large_text_files_that_cannot_be_streamed(deals, monkeypatch):
    """Where the hands end within the first rows, the file is read as a whole after all."""
    rows = rows_of_cards(60, seed=9)
    book = deals / "odd.csv"
    book.write_text("\n".join(",".join(row) for row in rows) + "\n" + "the end,,,,,\n" * 50)
    whole = job.wins(book)
    monkeypatch.setattr(csv_stream, "HEAD", 80)
    monkeypatch.setattr(job, "LARGE", 1)
    assert job.wins(book).as_dict() == whole.as_dict()


@pytest.mark.parametrize("scale", ["mrt", "machanic-sql", "luyun"])
def test_large_text_files_on_any_scale(deals, monkeypatch, scale):
    """Streamed or not, each hand has the number of the one hand, also where it depends on the cards."""
    rows = [*rows_of_cards(300, seed=11), "2C 3C 4D 5H 6S 2S 3H 4H 5D 6C".split()]
    book = deals / "scaled.csv"
    book.write_text("\n".join(",".join(row) for row in rows) + "\n")
    job.score(book, output=deals / "whole.csv", scale=scale)
    monkeypatch.setattr(csv_stream, "HEAD", 64)
    monkeypatch.setattr(job, "LARGE", 1)
    job.score(book, output=deals / "streamed.csv", scale=scale)
    lines = [list(csv.reader((deals / name).read_text("utf-8").splitlines())) for name in ("whole.csv", "streamed.csv")]
    assert lines[0] == [row[: len(lines[0][0])] for row in lines[1]]
    last = lines[1][-1]
    assert [float(last[10]), float(last[12])] == [xlpoker.value(last[:5], scale), xlpoker.value(last[5:10], scale)]


def test_a_scale_without_a_number_names_the_row(deals, monkeypatch):
    """A joker that makes five of a kind, far down a streamed file, is refused with its row; nothing is written."""
    rows = [*rows_of_cards(9), *rows_of_cards(100)[11:100], ["AS", "AD", "AC", "AH", "Xn", *"2C 3C 4D 5H 7S".split()]]
    book = deals / "five.csv"
    book.write_text("\n".join(",".join(row) for row in rows) + "\n")
    monkeypatch.setattr(csv_stream, "HEAD", 30)
    monkeypatch.setattr(job, "LARGE", 1)
    with pytest.raises(
        HandError, match=rf"^row {len(rows)}: scale mrt has no number for five of a kind; strength has$"
    ):
        job.score(book, output=deals / "out.csv", scale="mrt", jokers="five")
    assert not (deals / "out.csv").exists()
