"""A .csv that is made of a text file looks like it: delimiter, line ends, byte order mark and the directive of Excel."""

import codecs
import csv
import io
from contextlib import nullcontext
from functools import partial

import pytest
from click.testing import CliRunner
from support.blocks import blocks
from support.books import BAD, GOOD, RESULTS, cells, csv_rows

import xlpoker
from xlpoker.cli import main
from xlpoker.workbook.imports import import_text
from xlpoker.workbook.jobs import Writing, score, wins

CARDS = [f"P{player} card {card}" for player in (1, 2) for card in range(1, 6)]
TITLES = [*RESULTS, "Problem"]
BOM = codecs.BOM_UTF8
SIZES = {"small": nullcontext, "large": partial(blocks, first=8, lines=300)}
LIKE = {  # the delimiter, what ends a line, above the rows, encoding; what the output begins with, and has between cells
    "commas": (",", "\n", "", "utf-8", b"", ","),
    "windows": (",", "\r\n", "", "utf-8", b"", ","),
    "old-mac": (",", "\r", "", "utf-8", b"", ","),
    "semicolons": (";", "\n", "", "utf-8", b"", ";"),
    "tabs": ("\t", "\r\n", "", "utf-8", b"", "\t"),
    "bars": ("|", "\n", "", "utf-8", b"", "|"),
    "blanks": (" ", "\n", "", "utf-8", b"", ","),
    "a-mark": (";", "\r\n", "", "utf-8-sig", BOM, ";"),
    "utf-16": ("\t", "\r\n", "", "utf-16", BOM, "\t"),
    "windows-1252": (";", "\r\n", "", "cp1252", BOM, ";"),
    "directive": (";", "\r\n", "sep=;", "utf-8", b"sep=;\r\n", ";"),
    "directive-behind-a-mark": (",", "\n", "SEP=,", "utf-8-sig", BOM + b"SEP=,\n", ","),
    "directive-of-another": ("^", "\n", "sep=^", "utf-8", b"sep=^\n", "^"),
}


def text(mark, end, above, notes, count=12):
    """Return lines of hands, labels above them; there are none, nor notes, where blanks part the cards."""
    blank = mark == " "
    rows = [] if blank else [["Note", *CARDS]]
    rows += [[*[notes] * (not blank), *(BAD if at == 9 else GOOD[at % 3])] for at in range(count)]
    return "".join(line + end for line in [*[above] * bool(above), *map(mark.join, rows)])


@pytest.mark.sampled(15)
@pytest.mark.parametrize("notes", ["Müller", '"a, ""ü"""'], ids=["plain", "quoted"])
@pytest.mark.parametrize("size", ["small", pytest.param("large", marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", LIKE)
def test_a_csv_is_like_its_source(tmp_path, name, size, notes):
    """Its rows have the lines of the source, results behind them; scored again, in the place of the old."""
    mark, end, above, encoding, head, between = LIKE[name]
    source, target = tmp_path / "in.csv", tmp_path / "out.csv"
    given = text(mark, end, above, notes)
    source.write_bytes(given.encode(encoding))
    with SIZES[size]():
        counts = score(source, output=target)
        assert counts.as_dict() == wins(source).as_dict() | {"output": str(target)}
    made = target.read_bytes()
    assert made.startswith(head + (b"P1 card 1" if mark == " " else b"Note"))
    lines = made.removeprefix(head).decode().split(end)
    assert lines.pop() == ""
    assert lines[0].split(between)[-6:] == TITLES
    hand = '"One Pair, Fives"' if between == "," else "One Pair, Fives"
    assert between.join(["2", "2067", hand, "2633", hand.replace("Fives", "Eights")]) in lines[1]
    (problem,) = [row[-1] for row in csv.reader(lines[1:], delimiter=between) if row[-1]]
    assert problem == f"{'E10' if mark == ' ' else 'F11'}: '1OH' is not a card; did you mean '10H'?"
    olds = given.removeprefix(above + end if above else "").replace(mark, between).split(end)[:-1]
    if mark == " ":
        olds.insert(0, lines[0].split(f"{between}Winner")[0])
    bare = [line[: len(old)] for line, old in zip(lines, olds, strict=True)]
    assert [line.replace('"', "") for line in bare if '"' not in line] == [
        old for old in olds if '"' not in old
    ]
    with SIZES[size]():
        score(target, output=tmp_path / "again.csv", writing=Writing(overwrite=True))
    assert (tmp_path / "again.csv").read_bytes() == made.replace(
        b"E10:", b"E11:" if mark == " " else b"E10:"
    )  # below labels


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("mark", "end"), [(",", "\r\n"), (";", "\n"), ("\t", "\r")])
def test_cells_of_several_lines(tmp_path, mark, end, size):
    """Most ends of lines, and most lines without a delimiter, are in cells: the rows are told all the same."""
    note = "a\n\r\n\n\rb"
    (tmp_path / "in.csv").write_bytes(
        text(mark, end, "", f'"{note}"').replace("Note", '"No\n\nte"').encode()
    )
    with SIZES[size]():
        assert score(tmp_path / "in.csv", output=tmp_path / "out.csv").rows == 12
    made = (tmp_path / "out.csv").read_bytes().decode()
    rows = list(csv.reader(io.StringIO(made, newline=""), delimiter=mark))
    assert ([row[0] for row in rows], rows[0][-6:]) == (["No\n\nte", *[note] * 12], TITLES)


def test_the_directive_is_no_row(tmp_path):
    """It is neither counted nor a row of a workbook; cells have the addresses that Excel shows."""
    path = tmp_path / "in.csv"
    path.write_text(text(";", "\n", "sep=;", "x"))
    counts = score(path)
    assert counts.rows == 12
    assert str(counts.errors[0]) == "F11: '1OH' is not a card; did you mean '10H'?"
    rows = cells(tmp_path / "in.scored.xlsx")
    assert rows[0][:2] == ("Note", "P1 card 1")
    assert len(rows) == 13


def test_standard_streams(tmp_path):
    """What goes through standard input and output is like it, too; of a workbook it has commas."""
    given = text(";", "\n", "sep=;", "x").encode("utf-8-sig")
    done = CliRunner().invoke(main, ["score", "-"], input=given)
    assert done.stdout_bytes.startswith(BOM + b"sep=;\nNote;P1 card 1;")
    (tmp_path / "in.csv").write_bytes(given)
    score(tmp_path / "in.csv", output=tmp_path / "in.xlsx")
    done = CliRunner().invoke(main, ["score", str(tmp_path / "in.xlsx"), "--overwrite", "-o", "-"])
    assert done.stdout_bytes.startswith(b"Note,P1 card 1,")
    assert done.stdout_bytes.count(b"\r\n") == 13


@pytest.mark.parametrize("name", [name for name in LIKE if name != "blanks"])
def test_import_keeps_the_dialect(tmp_path, name):
    """The table that `import` makes of a text is like it, too."""
    mark, end, above, encoding, head, _ = LIKE[name]
    given = text(mark, end, above, "Müller")
    (tmp_path / "in.txt").write_bytes(given.encode(encoding))
    import_text(tmp_path / "in.txt", tmp_path / "out.csv")
    made = io.StringIO((tmp_path / "out.csv").read_bytes().removeprefix(head).decode(), newline="")
    assert made.getvalue() == given.removeprefix(above + end if above else "")


@pytest.mark.parametrize(
    "title", ["Hand", '"Hand"', None], ids=["title", "title-in-quotes", "no-title"]
)
def test_one_column_in_quotes(tmp_path, title):
    """Hands in quotes, one a line, are whole hands: blanks within quotes part no cells."""
    path = tmp_path / "a.csv"
    path.write_text(
        "\n".join([*[title] * (title is not None), '"AS KS QS JS TS"', '"2C 3D 5S 9C KD"', ""])
    )
    assert wins(path).categories == {"High Card": 1, "Royal Flush": 1}
    score(path, output=tmp_path / "b.csv")
    assert (tmp_path / "b.csv").read_text().splitlines()[-2] == "AS KS QS JS TS,7462,Royal Flush,"


def test_results_are_replaced_in_their_place(tmp_path):
    """Also where a row was mended or spoilt since: the user's own column stays behind results and problems."""
    labels, kings = "C1,C2,Value,Hand,Problem,Note", xlpoker.value("KS KD", "percentile")
    (tmp_path / "a.csv").write_text(
        f"{labels}\n1OS,AD,5,Flush,,nice\nKS,KD,,,A3: '?' is not a card,\n"
    )
    again = {"hands": "A2:B3", "scale": "percentile", "writing": Writing(overwrite=True)}
    score(tmp_path / "a.csv", output=tmp_path / "b.csv", **again)
    problem = "A2: '1OS' is not a card; did you mean '10S'?"
    rows = [
        labels.split(","),
        ["1OS", "AD", "", "", problem, "nice"],
        ["KS", "KD", str(kings), "One Pair, Kings", "", ""],
    ]
    assert csv_rows(tmp_path / "b.csv") == rows
