"""Parquet and CSV streams: what comes out is what small files give, whatever the size of the blocks."""

import csv
import random
import shutil
from contextlib import nullcontext
from functools import partial
from pathlib import Path

import pytest
from support.blocks import blocks
from support.books import CARDS, RESULTS, csv_rows
from support.cases import cases

import xlpoker
from xlpoker.errors import BookError, HandError, LayoutError, OptionError
from xlpoker.evaluator.cards import card_text
from xlpoker.workbook import jobs, plain_lines
from xlpoker.workbook import text_files as csv_stream
from xlpoker.workbook import text_files as grid
from xlpoker.workbook.read import read_grids

pa = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")
TWO_ENCODINGS = Path(__file__).parent / "workbooks" / "two_encodings.parquet"
SIZES = {"small": nullcontext, "large": partial(blocks, first=64, lines=2000)}


def plain(count, seed, change=lambda _number, row: row):
    """Return lines of two hands each, some changed."""
    source = random.Random(seed)
    deck = [*map(card_text, range(52))]
    return [change(number, source.sample(deck, 10)) for number in range(count)]


def rows_of_cards(count, seed=3):
    """Return lines of two hands each, a bad one now and then."""
    source = random.Random(seed)
    rows = plain(count, seed)
    for bad in range(10, count, 97):
        rows[bad][source.randrange(10)] = source.choice(["5X", "", rows[bad][0]])
    return rows


@pytest.fixture
def deals(tmp_path):
    """Write a Parquet file and a CSV file with the same rows, an own column on either side."""
    rows = [[number, *cards, f"note, {number}"] for number, cards in enumerate(rows_of_cards(1000))]
    header = ["id", *CARDS, "note"]
    table = pa.table(
        {name: [row[place] for row in rows] for place, name in enumerate(header)}
    ).replace_schema_metadata({"made by": "a test"})
    parquet.write_table(table, tmp_path / "deals.parquet", row_group_size=300)
    with (tmp_path / "deals.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([header, *rows])
    return tmp_path


@pytest.mark.slow
def test_parquet_is_scored_row_by_row(deals):
    """New columns stand behind the old ones, which are as they were; bad rows have nulls and a reason."""
    with blocks(batch=128):
        counts = xlpoker.score(deals / "deals.parquet")
    old, new = (
        parquet.read_table(deals / "deals.parquet"),
        parquet.read_table(deals / "deals.scored.parquet"),
    )
    assert new.select(old.column_names).equals(old)
    assert new.schema.metadata[b"made by"] == b"a test"
    assert new.column_names[len(old.column_names) :] == [
        "winner", "player_1_value", "player_1_hand", "player_2_value", "player_2_hand", "problem",
    ]  # fmt: skip
    assert new.schema.field("player_1_value").type == pa.float64()
    csv_counts = jobs.wins(deals / "deals.csv").as_dict()
    assert counts.as_dict() | {"file": ""} == csv_counts | {"file": "", "output": counts.output}
    for line in new.to_pylist():
        cards = [line[name] for name in CARDS]
        if line["problem"]:
            assert line["winner"] is line["player_1_value"] is line["player_2_hand"] is None
            assert f"row {line['id'] + 1:,}, p" in line["problem"]
        else:
            assert line["winner"] == xlpoker.winner(cards[:5], cards[5:])
            assert line["player_2_hand"] == xlpoker.hand(cards[5:]).name


@pytest.mark.parametrize("hands", ["A:E,F:J", "A:E,G:K"], ids=["cards-in-all", "cards-in-one"])
def test_parquet_hands_right_of_the_last_column(hands, tmp_path):
    """Ranges that go beyond the columns are refused in one sentence, whatever is asked for."""
    path = tmp_path / "one.parquet"
    parquet.write_table(pa.table({name: ["5H", "6H"] for name in "abcde"}), path)
    for work in (jobs.wins, jobs.score):
        with pytest.raises(LayoutError, match=r"nothing stands in (F:J|G:K)"):
            work(path, hands=hands)


def test_parquet_cards_as_bytes(tmp_path):
    """Columns of bytes, as writers make them that name no text, are read as texts."""
    parquet.write_table(
        pa.table({"cards": [b"5H 6H 7H 8H 9H", b"5H 5X"]}), tmp_path / "bytes.parquet"
    )
    counts = jobs.score(tmp_path / "bytes.parquet")
    assert (counts.rows, counts.categories, counts.bad) == (2, {"Straight Flush": 1}, 1)
    assert parquet.read_table(counts.output)["value"].to_pylist() == [7457, None]


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ["DELTA_LENGTH_BYTE_ARRAY", "DELTA_BYTE_ARRAY"])
@pytest.mark.parametrize("ending", ["parquet", "csv"])
def test_parquet_texts_that_pyarrow_reads_without_dictionaries_only(deals, encoding, ending):
    """Version 2 of the format, as DuckDB and parquet-mr write it: all doors give what they give of the plain file."""
    plain, delta = deals / "deals.parquet", deals / "delta.parquet"
    texts = dict.fromkeys([*CARDS, "note"], encoding)
    parquet.write_table(
        parquet.read_table(plain), delta, use_dictionary=False, column_encoding=texts
    )
    counts, known = (
        jobs.score(path, output=deals / f"{path.stem}.out.{ending}") for path in (delta, plain)
    )
    same = {"file": "", "output": ""}
    assert counts.as_dict() | same == known.as_dict() | same == jobs.wins(delta).as_dict() | same
    assert read_grids(Path(counts.output)) == read_grids(Path(known.output))


def test_parquet_that_changes_its_encoding(deals):
    """A column that cannot be read as dictionaries from some row on: no row twice, none missing, all as it was."""
    path = Path(shutil.copy(TWO_ENCODINGS, deals))
    with blocks(batch=500):
        counts = jobs.score(path)
    old, new = parquet.read_table(path), parquet.read_table(counts.output)
    assert (counts.rows, counts.players, counts.bad) == (2100, [1050, 1050], 0)
    assert new.select(old.column_names).equals(old)
    assert new.column("winner").to_pylist()[::6] == ["anna"] * 350
    assert len(read_grids(path)[0].rows) == 2101


def test_columns_of_one_name(deals):
    """Columns beside the cards may have one name: they are told apart by their place."""
    table = pa.table(
        [*map(pa.array, zip(*plain(9, 31), strict=True)), pa.array(["x"] * 9), pa.array([1] * 9)],
        [*CARDS, "note", "note"],
    )
    parquet.write_table(table, deals / "two.parquet")
    assert jobs.wins(deals / "two.parquet").rows == jobs.score(deals / "two.parquet").rows == 9
    new = parquet.ParquetFile(deals / "two.scored.parquet").read()
    assert new.column_names[:12] == table.column_names
    assert [new.column(at).to_pylist() for at in (10, 11)] == [["x"] * 9, [1] * 9]


def test_parquet_errors(deals):
    """Damaged files, sheets that cannot be, names in use: one line each, and nothing is written."""
    book = deals / "deals.parquet"
    with pytest.raises(
        BookError, match=r"deals\.parquet is a Parquet file and has no sheet 'Friday'"
    ):
        jobs.wins(book, jobs.Options(sheet="Friday"))
    (deals / "cut.parquet").write_bytes(book.read_bytes()[:5000])
    with pytest.raises(BookError, match=r"cut\.parquet is damaged"):
        jobs.wins(deals / "cut.parquet")
    middle = bytearray(book.read_bytes())
    middle[len(middle) // 2 : len(middle) // 2 + 400] = bytes(400)
    (deals / "holes.parquet").write_bytes(middle)
    with pytest.raises(BookError, match=r"holes\.parquet is damaged"):
        jobs.score(deals / "holes.parquet")
    parquet.write_table(
        pa.table({"cards": ["5H 5C 6S 7S KD"] * 3, "value": [7] * 3}), deals / "mine.parquet"
    )
    with pytest.raises(OptionError, match="there is a column 'value' already"):
        jobs.score(deals / "mine.parquet")
    parquet.write_table(pa.table({"a": [1, 2]}), deals / "none.parquet")
    with pytest.raises(LayoutError, match=r"none\.parquet holds no hands; cards look like 5H"):
        jobs.wins(deals / "none.parquet")
    assert not list(deals.glob("*.scored.*")) + list(deals.glob(".xlpoker*"))


def test_a_scale_without_a_number_names_the_row(deals):
    """A joker that makes five of a kind, far down a streamed file, is refused with its row; nothing is written."""
    rows = [
        *rows_of_cards(9),
        *rows_of_cards(100)[11:100],
        ["AS", "AD", "AC", "AH", "Xn", *"2C 3C 4D 5H 7S".split()],
    ]
    book = deals / "five.csv"
    book.write_text("\n".join(",".join(row) for row in rows) + "\n")
    said = rf"^row {len(rows)}: scale mrt has no number for five of a kind; strength has$"
    with blocks(first=30), pytest.raises(HandError, match=said):
        jobs.score(book, output=deals / "out.csv", scale="mrt", jokers="five")
    assert not (deals / "out.csv").exists()


def every(step, new):
    """Change every so manieth row from the hundredth on."""
    return lambda number, row: new(row) if number >= 100 and number % step == 0 else row


STRAIGHTS = "2C 3C 4D 5H 6S 2S 3H 4H 5D 6C".split()
TEXTS = {
    "plain": (plain(400, 1), ",", {}),
    "tens-in-digits": (
        plain(400, 2, lambda _, row: [cell.replace("T", "10").lower() for cell in row]),
        ",",
        {},
    ),
    "bad-cells": (plain(400, 3, every(7, lambda row: [*row[:3], "1OH", *row[4:]])), ",", {}),
    "cells-missing": (plain(400, 4, every(9, lambda row: [*row[:8], "", row[9]])), ",", {}),
    "blank-rows": (plain(400, 5, every(50, lambda _: [""] * 10)), ",", {}),
    "a-card-twice": (plain(400, 6, every(11, lambda row: [*row[:9], row[0]])), ",", {}),
    "other-spellings": (
        plain(400, 8, every(13, lambda row: ["\u2665".join([row[0][0], ""]), *row[1:]])),
        ",",
        {},
    ),
    "ragged": (plain(400, 10, every(90, lambda row: [*row, "late"])), ",", {}),
    "a-column-of-notes": (
        [[str(number), *row, "M\u00fcller"] for number, row in enumerate(plain(400, 9))],
        ",",
        {},
    ),
    "quotes-far-down": (
        plain(400, 11, lambda n, row: [*row, '"a, ""b\nc"' if n == 300 else "late"]),
        ",",
        {},
    ),
    "blanks-behind-commas": (
        plain(400, 12, every(60, lambda row: [" " + cell for cell in row])),
        ",",
        {},
    ),
    "tabs": (plain(400, 15), "\t", {}),
    "semicolons-and-commas": (
        plain(400, 14, lambda n, row: [*row, "a,b" if n == 222 else ""]),
        ";",
        {},
    ),
    "blanks": (plain(400, 16), " ", {}),
    "one-hand": ([row[:5] for row in plain(400, 18)], ",", {}),
    "another-end-of-line": (
        plain(400, 23, lambda n, row: [*row, "a\rb" if n == 250 else "c"]),
        ",",
        {},
    ),
    "two-blanks": (plain(400, 17, every(70, lambda row: [row[0] + " ", *row[1:]])), " ", {}),
    "a-blank-line": (plain(400, 24, every(200, lambda _: [])), ",", {}),
    "no-cards-in-a-block": (
        plain(500, 25, lambda n, row: row if n < 200 or n > 350 else ["break"] * 10),
        ",",
        {},
    ),
    "jokers": (plain(400, 19, every(21, lambda row: ["*", *row[1:]])), ",", {"jokers": "natural"}),
    "blank-lines-behind": ([*plain(300, 27), *[[]] * 900, *plain(9, 28)], ",", {}),
    "a-scale": (plain(400, 20), ",", {"scale": "percentile"}),
    "holdem": (
        [
            row[:9] if number % 3 else [*row[:7], "", ""]
            for number, row in enumerate(plain(400, 22))
        ],
        ",",
        {"game": "holdem", "hands": "A:B,C:D,E:I"},
    ),
    "labels": ([CARDS, *rows_of_cards(400, seed=4)], ",", {}),
    "utf-16": (rows_of_cards(400, seed=6), ",", {"encoding": "utf-16"}),
    "crlf": (rows_of_cards(400, seed=5), ",", {"end": "\r\n"}),
    "a-scale-of-suits": ([*rows_of_cards(300, seed=11), STRAIGHTS], ",", {"scale": "machanic-sql"}),
    "short-hands": ([row[:3] for row in plain(400, 21)], ",", {"game": "front"}),
}


@pytest.mark.sampled(16)
@pytest.mark.parametrize("name", TEXTS)
def test_every_way_of_a_text_is_the_same(tmp_path, monkeypatch, name):
    """Lines as arrays give the bytes that the csv module gives, and the rows, counts and problems of the file as a whole."""
    rows, mark, more = TEXTS[name]
    book = tmp_path / "a.csv"
    book.write_text(
        more.get("end", "\n").join(map(mark.join, rows)), more.get("encoding", "utf-8"), newline=""
    )
    given = jobs.Options(
        **{key: value for key, value in more.items() if key not in ("end", "encoding")}
    )
    used, seen = [], []
    real = plain_lines.cut
    monkeypatch.setattr(
        plain_lines, "cut", lambda *arguments: used.append(real(*arguments)) or used[-1]
    )
    whole = jobs.score(book, given, output=tmp_path / "whole.csv")
    with blocks(first=64, lines=2000):
        fast = jobs.score(
            book, given, output=tmp_path / "fast.csv", progress=lambda *counts: seen.append(counts)
        )
        counted = jobs.wins(book, given)
    assert (
        not {"game", "encoding"}.isdisjoint(more) or sum(block is not None for block in used) >= 2
    )
    assert len(seen) > 3
    monkeypatch.setattr(plain_lines, "cut", lambda *_: None)
    with blocks(first=64, lines=2000):
        slow = jobs.score(book, given, output=tmp_path / "slow.csv")
    assert (tmp_path / "fast.csv").read_bytes() == (tmp_path / "slow.csv").read_bytes()
    for one in (fast, counted, slow):
        assert one.as_dict() | {"output": "", "read": ""} == whole.as_dict() | {
            "output": "",
            "read": "",
        }
        assert list(map(str, one.errors)) == list(map(str, whole.errors))
    streamed, at_once = (
        csv_rows(tmp_path / f"{way}.csv", mark.replace(" ", ",")) for way in ("slow", "whole")
    )
    assert at_once == [row[: len(at_once[0])] for row in streamed]


@pytest.mark.parametrize("end", ["\r", "\n"], ids=["cr", "lf"])
def test_lines_that_never_end(tmp_path, end):
    """Lines that end in carriage returns only, and one longer than any block, are read by the csv module."""
    book = tmp_path / "a.csv"
    rows = [",".join(row) for row in plain(300, 26)]
    book.write_text(end.join([*rows, rows[0] + "," + "x" * 9000, *rows]), "utf-8", newline="")
    whole = jobs.wins(book)
    with blocks(first=64, lines=2000, line=4000):
        assert jobs.wins(book).as_dict() | {"read": ""} == whole.as_dict() | {"read": ""}
    assert whole.rows == 601


@pytest.mark.parametrize("piece", [1 << 20, 7], ids=["one-piece", "many"])
@cases(
    ("text", "encoding"),
    {
        "utf-8": ("5H \u00e9\U0001f0a1\n".encode() * 9, "utf-8-sig"),
        "mark": (b"\xef\xbb\xbf5H\n", "utf-8-sig"),
        "utf-16": ("5H\n".encode("utf-16"), "utf-16"),
        "within-a-letter": (b"5H\n" * 9 + b"\xe9", "cp1252"),
        "both": (b"5H \xe9\n" + "\u00e9".encode() * 9, "cp1252"),
        "empty": (b"", "utf-8-sig"),
    },
)
def test_encodings(tmp_path, text, encoding, piece):
    """The whole file says what it is in; letters may be cut by the pieces in which it is read."""
    (tmp_path / "a.csv").write_bytes(text)
    assert grid.encoding_of(tmp_path / "a.csv", piece) == encoding


@pytest.mark.sampled(3)
@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
@pytest.mark.parametrize(
    "below", [["Total,5"], ["", "Total,5"], ["Total", "", "x"]], ids=["next", "apart", "two"]
)
def test_notes_below_the_hands(tmp_path, below, size):
    """What stands below the hands is no bad row, in a small file and in a large one, and comes out as it was."""
    (tmp_path / "a.csv").write_text(
        "\n".join([",".join(CARDS), *(",".join(row) for row in plain(300, 30)), *below])
    )
    with size():
        counts = jobs.score(tmp_path / "a.csv", output=tmp_path / "b.csv")
        assert jobs.wins(tmp_path / "a.csv").rows == counts.rows == 300
    assert counts.bad == 0
    lines = (tmp_path / "b.csv").read_text("utf-8").splitlines()
    assert [line.rstrip(",") for line in lines[301:]] == below
    assert lines[0].endswith((",Player 2 hand", ",Player 2 hand,Problem"))


def test_nul_bytes_are_refused(tmp_path):
    """A file with NUL bytes is no text, wherever they stand."""
    book = tmp_path / "a.csv"
    book.write_bytes("\n".join(",".join(row) for row in plain(300, 28)).encode() + b"\n\0\0\0\0\n")
    for work in (jobs.wins, jobs.score):
        with pytest.raises(
            BookError, match=r"^a\.csv is neither a workbook nor text in UTF-8; save it as UTF-8$"
        ):
            work(book)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
@cases(
    ("row", "column", "cell", "stays"),
    {
        "a-note": (250, 12, "a note", False),
        "a-card": (250, 0, "1OH", True),
        "below": (300, 10, "a total", True),
    },
)
def test_columns_of_the_same_titles(tmp_path, size, row, column, cell, stays):
    """They are refused, and under --overwrite replaced beside hands, in a small file and in a large one."""
    book = tmp_path / "a.csv"
    book.write_text(
        "\n".join([",".join(CARDS), *(",".join(row) for row in plain(300, 29)), "," * 9]) + "\n"
    )
    jobs.score(book, output=tmp_path / "b.csv")
    lines = csv_rows(tmp_path / "b.csv")
    fresh = [line[10:15] for line in lines]
    lines[row + 1][column] = cell
    with (tmp_path / "b.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(lines)
    with size():
        with pytest.raises(
            OptionError, match="'Winner' already; rename it, or use --overwrite to replace it"
        ):
            jobs.score(tmp_path / "b.csv", output=tmp_path / "c.csv")
        jobs.score(
            tmp_path / "b.csv", output=tmp_path / "c.csv", writing=jobs.Writing(overwrite=True)
        )
    again = csv_rows(tmp_path / "c.csv")
    assert (again[row + 1][column] == cell) == stays
    assert again[0].count("Winner") == 1
    assert [line[10:15] for at, line in enumerate(again) if at != row + 1] == fresh[
        : row + 1
    ] + fresh[row + 2 :]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("note", ["late", '"quoted, late"'], ids=["plain", "quoted"])
@pytest.mark.parametrize("most", [1 << 20, 100], ids=["read again", "too large for that"])
def test_a_longer_row_comes_late(tmp_path, monkeypatch, most, note):
    """The results of all rows stand under their titles, however long a row is that the first ones do not announce."""
    monkeypatch.setattr(csv_stream, "MOST_TEXT", most)
    lines = [",".join(row) for row in [CARDS, *rows_of_cards(300)]]
    lines[200] += "," + note
    (tmp_path / "a.csv").write_text("\n".join(lines), "utf-8")
    with blocks(first=64, lines=2000):
        assert xlpoker.score(tmp_path / "a.csv", output=tmp_path / "b.csv").rows == 300
    titles, *rows = csv_rows(tmp_path / "b.csv")
    assert titles[10:] == ["", *RESULTS, "Problem"]
    assert {len(row) for row in rows} == {len(titles)}
    assert [row[10] for row in rows if row[10]] == [note.strip('"')]
    assert [row[12] for row in rows if not row[-1]] == [
        str(xlpoker.value(row[:5])) for row in rows if not row[-1]
    ]


def test_an_index_of_pandas_stays_one(tmp_path):
    """An index of pandas without a name is a column of the file, and again an index when pandas reads it."""
    pd = pytest.importorskip("pandas")
    frame = pd.DataFrame(
        {"one": ["5H 5C 6S 7S KD"] * 2, "two": ["2C 3S 8S 8D TD"] * 2}, index=[7, 3]
    )
    frame.to_parquet(tmp_path / "a.parquet")
    xlpoker.score(tmp_path / "a.parquet", output=tmp_path / "b.parquet")
    assert pd.read_parquet(tmp_path / "b.parquet").index.equals(frame.index)


def test_a_small_text_is_read_once(tmp_path):
    """Its first rows are searched, and all are counted: both come from one reading."""
    path = tmp_path / "deals.csv"
    path.write_text("5H,5C,6S,7S,KD\n" * (csv_stream.HEAD + 1))
    source = csv_stream.TextSource(path)
    (first,) = source.tables(whole=False)
    path.unlink()
    (whole,) = source.tables(whole=True)
    assert (len(first.grid.rows), first.ended) == (csv_stream.HEAD, False)
    assert (len(whole.grid.rows), whole.ended) == (csv_stream.HEAD + 1, True)
