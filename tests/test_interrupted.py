"""Power cuts, full disks, folders without rights, books that are open elsewhere: the original stands every time."""

import os
import shutil

import pytest
from support.books import ONE, TWO, book
from support.refused import refused
from support.samples import sample_size

from xlpoker.errors import BookError
from xlpoker.workbook.jobs import score

pytestmark = [
    pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked"),
    pytest.mark.slow,
]


@pytest.fixture
def said(forks):
    """Return what runs some lines with `kill_runs` in a process without threads and returns what they print."""

    def said(code, *words):
        lines = (
            f"import sys\nfrom pathlib import Path\nfrom support import kill_runs as runs\n{code}"
        )
        ended = forks.start(lines, *words).wait()
        assert ended.code == 0, ended.err
        return ended.out.strip()

    return said


def test_killed_at_any_moment(tmp_path, said):
    """The process dies without a chance to clean up: the old book stands there whole, or the new one."""
    times = sample_size(4, release=8)
    found = said(f"print(sum(runs.kills({times}, sys.argv[1], seed=5).values()))", tmp_path)
    assert found == str(times)


@pytest.mark.parametrize("share", [0, 0.2, 0.6, 0.95])
def test_a_disk_that_is_full_at_any_point(tmp_path, said, share):
    """However far the writing came, it ends in one line; the book is as it was and nothing is left behind."""
    code = (
        "path = runs.made(sys.argv[1])\n"
        "print(runs.refused(path, runs.limited(int(path.stat().st_size * float(sys.argv[2])))))"
    )
    assert said(code, tmp_path, share) == f"{tmp_path / 'a.xlsx'} cannot be written: File too large"


def test_a_folder_that_may_not_be_written_to(tmp_path, said):
    """Without the right to make files beside it, the book is not touched."""
    code = (
        "path = runs.made(sys.argv[1])\n"
        "try: print(runs.refused(path, lambda: (path.parent.chmod(0o555), runs.nobody())))\n"
        "finally: path.parent.chmod(0o755)"
    )
    for folder in [tmp_path, *tmp_path.parents] if os.geteuid() == 0 else []:
        if folder.stat().st_mode & 5 != 5:
            folder.chmod(folder.stat().st_mode | 5)
    assert said(code, tmp_path) == f"{tmp_path / 'a.xlsx'} cannot be written: Permission denied"


@pytest.mark.parametrize("name", ["~$a.xlsx", ".~lock.a.xlsx#"], ids=["Excel", "LibreOffice"])
def test_a_book_that_is_open_elsewhere(tmp_path, name):
    """A book that another program holds open is not written into, nor over; a copy of it may be made."""
    path = book(tmp_path / "a.xlsx", [ONE + TWO])
    before = path.read_bytes()
    (tmp_path / name).touch()
    other = shutil.copy(path, tmp_path / "b.xlsx")
    for job in (lambda: score(path, in_place=True), lambda: score(other, output=path)):
        with refused(
            BookError,
            f"a.xlsx is open ({name} lies beside it); close it there, or write to another file",
        ):
            job()
    assert path.read_bytes() == before
    assert score(path).output == str(tmp_path / "a.scored.xlsx")
    score(path, in_place=True, force=True)
    assert path.read_bytes() != before
