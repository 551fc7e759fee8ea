"""Writing results: what is added, what stays, and that a failure leaves everything as it was."""

import errno
import functools
import os
import re
import stat
import sys
import zipfile
from pathlib import Path

import openpyxl
import pytest
from support.books import ONE, TWO, book, cells
from support.cases import cases
from support.parts import SHEET, parts
from support.refused import refused

from xlpoker.errors import BookError
from xlpoker.workbook import jobs

score = functools.partial(jobs.score, engine="openpyxl")

POSIX = pytest.mark.skipif(
    sys.platform == "win32", reason="modes of files, and errors about names, are those of POSIX"
)
RESULT = (2, 2067, "One Pair, Fives", 2633, "One Pair, Eights")


@cases(
    ("name", "output", "message"),
    {
        "xlsm": ("a.xlsm", None, "a.xlsm holds no macros; save it as .xlsx first"),
        "to-xlsm": ("a.xlsx", "b.xlsm", "a.xlsx holds no macros; name the output .xlsx"),
        "text": (
            "a.txt",
            None,
            "a.txt is text and cannot be scored in place; leave --in-place out",
        ),
    },
)
def test_what_has_no_place_for_results(tmp_path, name, output, message):
    """Excel would not open an .xlsm without macros, and a text has no cells; nothing is written."""
    path = tmp_path / name
    if name == "a.txt":
        path.write_text(" ".join(ONE + TWO))
    else:
        book(path, [ONE + TWO])
    before = path.read_bytes()
    with refused(BookError, message):
        score(path, output=output and tmp_path / output, in_place=output is None, force=True)
    assert (path.read_bytes(), os.listdir(tmp_path)) == (before, [name])


FULL = OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.sampled(4)
@cases(
    ("place", "name", "error"),
    {
        "locked": (Path, "replace", OSError(errno.EACCES, "Permission denied")),
        "disk-full": (os, "fsync", FULL),
        "full-in-the-middle": (openpyxl.Workbook, "save", FULL),
        "interrupted": (openpyxl.Workbook, "save", KeyboardInterrupt()),
    },
)
@pytest.mark.parametrize("in_place", [True, False], ids=["in-place", "copy"])
def test_a_failing_save_leaves_everything(tmp_path, monkeypatch, place, name, error, in_place):
    """What was written so far is removed, and the original is byte for byte the same."""
    path = book(tmp_path / "a.xlsx", [ONE + TWO])
    before = path.read_bytes()

    def fail(*given, **_):
        if name == "save":
            Path(given[1]).write_bytes(b"PK half a file")
        raise error

    monkeypatch.setattr(place, name, fail)
    with pytest.raises((BookError, KeyboardInterrupt)) as caught:
        score(path, in_place=in_place)
    target = path if in_place else tmp_path / "a.scored.xlsx"
    assert str(caught.value) == (
        f"{target} cannot be written: {error.strerror}" if isinstance(error, OSError) else ""
    )
    assert path.read_bytes() == before
    assert os.listdir(tmp_path) == ["a.xlsx"]


def test_dates_and_times_are_not_rounded(tmp_path):
    """The number of a date, of a time and of a duration is the same to its last digit, and so is its format."""
    path = book(tmp_path / "a.xlsx", [ONE + TWO])
    made = openpyxl.load_workbook(path)
    numbers = [45000.123456789012, 0.1234567890123, 3000000, 1.00000001]
    for at, form in enumerate(["d/m/yyyy h:mm", "h:mm:ss", "d/m/yyyy", "[h]:mm"]):
        made.active.cell(1, 20 + at, numbers[at]).number_format = form
    made.save(path)
    score(path)
    for one in (path, path.with_name("a.scored.xlsx")):
        found = re.findall(rb'<c r="[TUVW]1" [^<>]*><v>([^<]*)</v>', parts(one)[SHEET])
        assert [*map(float, found)] == numbers


def test_a_width_shared_by_many_columns_is_split(tmp_path):
    """Excel repairs, that is damages, a book whose column entries overlap."""
    path = book(tmp_path / "a.xlsx", [ONE + TWO])
    made = openpyxl.load_workbook(path)
    shared = made.active.column_dimensions["A"]
    shared.min, shared.max, shared.width = 1, 20, 6
    made.save(path)
    score(path, in_place=True)
    with zipfile.ZipFile(path) as package:
        xml = package.read("xl/worksheets/sheet1.xml").decode()
    found = [
        tuple(int(re.search(rf'{name}="(\d+)"', entry)[1]) for name in ("min", "max", "width"))
        for entry in re.findall(r"<col [^>]*>", xml)
    ]
    assert found == [
        (1, 10, 6),
        (11, 11, 9),
        (12, 12, 16),
        (13, 13, 28),
        (14, 14, 16),
        (15, 15, 28),
        (16, 20, 6),
    ]


def test_a_link_stays_a_link(tmp_path):
    """In place means the file that a link names."""
    path = book(tmp_path / "real.xlsx", [ONE + TWO])
    (tmp_path / "link.xlsx").symlink_to("real.xlsx")
    score(tmp_path / "link.xlsx", in_place=True)
    assert (tmp_path / "link.xlsx").is_symlink()
    assert cells(path)[1][10:] == RESULT
    with pytest.raises(
        BookError, match=r"is the workbook itself; use --in-place to write into it$"
    ):
        score(tmp_path / "link.xlsx", output=path)


@POSIX
def test_a_new_file_has_the_mode_of_any_new_file(tmp_path):
    """The temporary file's 0600 does not stay."""
    old = os.umask(0o027)
    try:
        score(book(tmp_path / "a.xlsx", [ONE + TWO]))
    finally:
        os.umask(old)
    assert stat.S_IMODE((tmp_path / "a.scored.xlsx").stat().st_mode) == 0o640
