"""A format of one's own: its reader and one line of the registry, no other file of the product."""

import json
from pathlib import Path

import pytest
from support import commands
from support.books import LABELS, ONE, TWO, cells
from support.refused import refused

from xlpoker.errors import BookError
from xlpoker.files import FORMATS, Format
from xlpoker.layout.grid import Grid
from xlpoker.report.report import report
from xlpoker.workbook.jobs import score, wins


def read_toy(path: Path, sheet: str | None = None) -> list[Grid]:
    """Return the one table of a file: a line for its mark, then one for each row, cells between tildes."""
    if sheet is not None:
        raise BookError(f"{path.name} has no sheet {sheet!r}")
    mark, *lines = path.read_text().splitlines()
    if mark != "TOY1":
        raise BookError(f"{path.name} is damaged: it begins with {mark!r}")
    return [Grid("", [[cell or None for cell in line.split("~")] for line in lines])]


@pytest.fixture
def toy(tmp_path, monkeypatch) -> Path:
    """Return a file of a format that the product does not have."""
    monkeypatch.setitem(
        FORMATS, "toy", Format("a toy file", (".toy",), f"{__name__}:read_toy", b"TOY")
    )
    path = tmp_path / "deals.toy"
    rows = [[*LABELS, *[""] * (10 - len(LABELS))], ONE + TWO, TWO + ONE, ONE + TWO]
    path.write_text(
        "\n".join(["TOY1", *map("~".join, ([cell or "" for cell in row] for row in rows))])
    )
    return path


def test_every_command_takes_it(toy):
    """It is counted, scored into a workbook and a .csv, reported, and found in a folder."""
    assert wins(toy).players == [1, 2]
    counts = score(toy)
    assert counts.output == str(toy.with_name("deals.scored.xlsx"))
    assert [row[10] for row in cells(Path(counts.output))][1:] == [2, 1, 2]
    assert score(toy, output=toy.with_suffix(".csv")).players == [1, 2]
    assert cells(Path(report(toy).output))[1][1] == "Poker report"
    toy.with_suffix(".csv").unlink()
    code, out, _ = commands.run("wins", toy.parent, "--json", "-q")
    assert (code, [json.loads(line)["file"] for line in out.splitlines()]) == (0, [str(toy)])


def test_what_is_wrong_is_told(toy):
    """Its words stand in the messages, its own reasons, too."""
    with refused(
        BookError, "deals.toy is a toy file and cannot be scored in place; leave --in-place out"
    ):
        score(toy, in_place=True)
    misnamed = toy.rename(toy.with_suffix(".xlsx"))
    with pytest.raises(BookError, match=r"deals\.xlsx is a toy file and cannot be scored in place"):
        score(misnamed, in_place=True)
    toy.write_text("TOY2\n")
    with pytest.raises(BookError, match=r"^deals\.toy is damaged: it begins with 'TOY2'$"):
        wins(toy)
