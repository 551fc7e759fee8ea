"""One table, every door: workbook, text, .ods, Parquet and DataFrame hold the same rows, and get the same answer."""

import re
import zipfile
from xml.sax.saxutils import escape

import pandas as pd
import pytest
from support.cases import sampled
from support.kept_sheets import written
from support.layout_cases import CASES, FAULTS
from support.layout_table import rows_of

import xlpoker
import xlpoker.frames
from xlpoker.errors import PokerError, QuestionError
from xlpoker.layout.cells import NEAR, code_of

CONTENT = (
    '<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" '
    'office:version="1.2"><office:body><office:spreadsheet><table:table table:name="Sheet">{}</table:table>'
    "</office:spreadsheet></office:body></office:document-content>"
)
MANIFEST = (
    '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" manifest:version="1.2">'
    '<manifest:file-entry manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.spreadsheet"/>'
    "</manifest:manifest>"
)


def ods(path, rows):
    """Write rows to an OpenDocument sheet."""

    def cell(value):
        if value is None:
            return "<table:table-cell/>"
        if isinstance(value, int):
            return f'<table:table-cell office:value-type="float" office:value="{value}"/>'
        return f'<table:table-cell office:value-type="string"><text:p>{escape(value)}</text:p></table:table-cell>'

    lines = [f"<table:table-row>{''.join(map(cell, row or [None]))}</table:table-row>" for row in rows]
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        file.writestr("META-INF/manifest.xml", MANIFEST)
        file.writestr("content.xml", CONTENT.format("".join(lines)))
    return path


def frame(rows):
    """Return rows as a DataFrame with the names of the first row."""
    width = len(rows[0])
    held = [[*row, *[None] * (width - len(row))] for row in rows[1:]]
    columns = {str(name): [row[at] for row in held] for at, name in enumerate(rows[0])}
    whole = {name: all(isinstance(cell, int) for cell in cells) for name, cells in columns.items()}
    texts = {
        name: cells if whole[name] else [None if cell is None else str(cell) for cell in cells]
        for name, cells in columns.items()
    }
    return pd.DataFrame(texts)


def parquet(path, rows):
    """Write rows to a Parquet file."""
    frame(rows).to_parquet(path)
    return path


def told(count):
    """Return what is read and counted, as it does not depend on the kind of the file, or what is asked."""
    try:
        found = count()
    except QuestionError as error:
        return ["asked", *(line.partition("   ")[2] for line in error.lines[1:-1])]
    except PokerError as error:
        return ["refused", type(error).__name__]
    read = dict(found.pop("read"))
    areas = {name: re.sub(r"\d", "", where) for name, where in read["hands"].items()}
    board = re.sub(r"\d", "", read["board"] or "")
    left = [word for word in read["not_read"] if not re.fullmatch("[A-Z]+", word)]  # a column without a name
    counts = {name: value for name, value in found.items() if name not in ("file", "sheet", "names", "persons")}
    return ["read", areas, board, read["by"], read["names"], read["cards"], left, counts]


def through(path, game):
    """Return what is told of a file."""
    return told(lambda: xlpoker.wins(path, game=game).as_dict())


def known(request, door, name):
    """Expect a case with a known fault of a door to fail."""
    if (key := f"{door}: {name}") in FAULTS:
        request.applymarker(pytest.mark.xfail(strict=True, reason=FAULTS[key]))


SHEETS = {name: rows_of(sheet, name) for name, (_, sheet, _) in CASES.items()}
BY_ODS = [*CASES][::5]
NAMED = [  # sheets whose first row names each column
    name
    for name, rows in SHEETS.items()
    if len(rows) > 1
    and all(isinstance(cell, str) for cell in rows[0])
    and not any(0 < code_of(cell) <= NEAR for cell in rows[0])
    and len(set(rows[0])) == len(rows[0]) == max(map(len, rows))
]


@pytest.mark.parametrize("name", sampled(CASES, 8))
def test_text_is_read_like_a_workbook(request, tmp_path, name):
    """A .csv, in which all cells are text, and an .ods have the answer of the workbook."""
    known(request, "doors", name)
    game, rows = CASES[name][0], SHEETS[name]
    book = through(written(tmp_path / "a.xlsx", rows), game)
    if name in BY_ODS:
        assert through(ods(tmp_path / "a.ods", rows), game) == book
    if max(map(len, rows), default=0) > 1:  # else cards between blanks are columns of a text
        assert through(written(tmp_path / "a.csv", rows), game) == book


@pytest.mark.parametrize("name", sampled(NAMED, 8))
def test_columns_with_names_are_read_like_a_sheet(request, tmp_path, name):
    """The columns of a Parquet file or a DataFrame have the headings as names, and the answer of the workbook."""
    known(request, "columns", name)
    game, rows = CASES[name][0], SHEETS[name]
    book = through(written(tmp_path / "a.xlsx", rows), game)
    assert through(parquet(tmp_path / "a.parquet", rows), game) == book
    if book[0] != "read":
        with pytest.raises(PokerError):
            frame(rows).poker.wins(game=game)
        return
    table = frame(rows).poker.wins(game=game).to_dict()
    table.pop("names", None)
    assert table == book[-1]


@pytest.mark.parametrize("kind", ["frame", "parquet"])
def test_columns_whose_names_say_nothing(tmp_path, kind):
    """Ten columns that pandas has numbered are two players, as ten bare columns of a sheet are."""
    rows = rows_of("6x 10c", "numbers")
    book = through(written(tmp_path / "a.xlsx", rows), "five-card")[-1]
    table = pd.DataFrame(rows)
    if kind == "frame":
        assert table.poker.wins().to_dict() == book
    else:
        table.rename(columns=str).to_parquet(tmp_path / "a.parquet")
        assert through(tmp_path / "a.parquet", "five-card")[-1] == book


@pytest.mark.parametrize("kind", ["frame", "parquet"])
def test_columns_whose_names_are_cards(tmp_path, kind):
    """Where the first deal became the names of the columns, as of a text without headings, nobody meets a crash."""
    rows = rows_of("6x 10c", "cards")
    if kind == "frame":
        with pytest.warns(UserWarning, match="the names of the columns are cards"):
            assert frame(rows).poker.wins()["rows"] in (5, 6)
    else:
        assert through(parquet(tmp_path / "a.parquet", rows), "five-card")[-1]["rows"] in (5, 6)


def test_what_is_read_of_a_long_file_can_be_named(tmp_path):
    """The ranges in the record of a Parquet file are those of its rows, which ``--hands`` takes."""
    rows = rows_of("Deal|Anna|Ben // 6x {n}|[5]|[5]")
    read = xlpoker.wins(parquet(tmp_path / "a.parquet", rows)).as_dict()["read"]
    assert read["hands"] == {"Anna": "B2:B7", "Ben": "C2:C7"}
