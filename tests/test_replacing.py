"""Other programs that change a book while it is read and scored: their work stands, and the message says what happened."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from books import ONE, TWO, book, cells

from xlpoker.errors import BookError
from xlpoker.workbook.container import Package
from xlpoker.workbook.job import score, wins
from xlpoker.workbook.replacing import replaced, watched
from xlpoker.workbook.report import report

ROOT = Path(__file__).parents[1]
READ = "was changed by another program while it was being read; nothing was written, run the command again"
OPEN = "cannot be replaced: it is open in another program, such as Excel, or write-protected; close it there and run the command again"
WRITTEN = "was written by another program in the meantime and stays as it is; run the command again"


def command(*words, **more):
    """Run the command line in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "xlpoker", *map(str, words)],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **more,
    )


def second_writer(path):
    """Return what scores the book in another process, once, as soon as a job tells of its progress."""
    done = []

    def progress(_done, _total):
        if not done:
            other = command("score", "--in-place", "-q", path)
            said = other.communicate()[1]
            done.append((other.returncode, said, path.read_bytes()))

    progress.done = done
    return progress


@pytest.mark.parametrize("engine", ["splice", "openpyxl"])
@pytest.mark.parametrize("rows", [3, 40], ids=["few rows", "many rows"])
def test_a_second_writer_is_not_undone(tmp_path, engine, rows):
    """What another process has scored in place while this one was at it stays as it is."""
    path = book(tmp_path / "a.xlsx", [ONE + TWO] * rows)
    other = second_writer(path)
    with pytest.raises(BookError) as caught:
        score(path, in_place=True, engine=engine, progress=other)
    assert str(caught.value) == f"a.xlsx {READ}"
    assert [(code, said) for code, said, _ in other.done] == [(0, "")]
    assert path.read_bytes() == other.done[0][2]
    assert os.listdir(tmp_path) == ["a.xlsx"]
    assert score(path, in_place=True, engine=engine).rows == rows


def test_many_writers_at_once(tmp_path):
    """Of several processes that score one book in place each has done it, or says that another was faster or has it open."""
    path = shutil.copy(ROOT / "workbooks" / "euler54.xlsx", tmp_path / "a.xlsx")
    allowed = [f"a.xlsx {READ}", *([f"{path} {OPEN}"] if sys.platform == "win32" else [])]
    for _ in range(3):
        jobs = [command("score", "--in-place", "-q", path) for _ in range(3)]
        ends = [(job.communicate()[1].strip(), job.returncode) for job in jobs]
        assert {end for end in ends if end != ("", 0)} <= {(f"xlpoker: {said}", 2) for said in allowed}
        assert ("", 0) in ends
    assert wins(path).players == [376, 624]
    assert os.listdir(tmp_path) == ["a.xlsx"]


@pytest.mark.parametrize("number", [5, 32])
def test_windows_replaces_no_open_file(tmp_path, monkeypatch, number):
    """What Windows says of a file that Excel has open is put in words; nothing is left behind."""
    path = book(tmp_path / "a.xlsx", [ONE + TWO] * 3)
    before = path.read_bytes()

    def refused(self, target):
        error = PermissionError(13, "Access is denied", str(self), None, str(target))
        error.winerror = number
        raise error

    monkeypatch.setattr(Path, "replace", refused)
    with pytest.raises(BookError) as caught:
        score(path, in_place=True)
    assert str(caught.value) == f"{path} {OPEN}"
    assert path.read_bytes() == before
    assert os.listdir(tmp_path) == ["a.xlsx"]


def test_a_copy_is_not_made_of_two_versions(tmp_path):
    """A book that changes while it is scored into a copy gives no copy: its rows may not be those that were read."""
    path = book(tmp_path / "a.xlsx", [ONE + TWO] * 3)
    with pytest.raises(BookError, match=READ):
        score(path, progress=lambda *_: book(path, [TWO + ONE] * 3))
    assert os.listdir(tmp_path) == ["a.xlsx"]


@pytest.mark.parametrize("before", [True, False], ids=["replaced", "made"])
@pytest.mark.parametrize("job", [score, report])
def test_the_output_of_another_stays(tmp_path, job, before):
    """A file that appears in the output's place, or changes there, while the book is read is not overwritten."""
    path = book(tmp_path / "a.xlsx", [ONE + TWO] * 3)
    target = tmp_path / ("a.scored.xlsx" if job is score else "a.report.xlsx")
    if before:
        job(path)
    with pytest.raises(BookError) as caught:
        job(path, progress=lambda *_: book(target, [["mine"]], labels=None))
    assert str(caught.value) == f"{target} {WRITTEN}"
    assert cells(target) == [("mine",)]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows does not let an open file be replaced")
def test_parts_are_never_read_from_two_versions(tmp_path):
    """A package that is replaced after it was opened is not read on, whichever part is asked for."""
    path = book(tmp_path / "a.xlsx", [ONE + TWO])
    with Package(path) as package:
        book(tmp_path / "b.xlsx", [TWO + ONE]).replace(path)
        with pytest.raises(BookError, match=f"^a.xlsx {READ}$"):
            package.read(package.workbook)
    with Package(path) as package:
        path.unlink()
        with pytest.raises(BookError, match=f"^a.xlsx {READ}$"):
            package.read(package.workbook)


def test_damage_by_a_writer_is_not_called_damage(tmp_path):
    """A file that is cut off while it is read was changed; one that was cut off before is damaged."""
    path = book(tmp_path / "a.xlsx", [ONE + TWO])
    content = path.read_bytes()
    with Package(path) as package:
        path.write_bytes(content[:200])
        with pytest.raises(BookError, match=f"^a.xlsx {READ}$"):
            package.read(package.sheets[0].part)
    with pytest.raises(BookError, match=r"^a\.xlsx is damaged: "):
        wins(path)


def test_what_is_not_watched_is_replaced(tmp_path):
    """Outside of a job nothing is compared; inside, an unchanged file is no obstacle."""
    path = tmp_path / "a.txt"
    path.write_text("old")
    with watched(path), replaced(path) as temporary:
        temporary.write_text("new")
    with replaced(path) as temporary:
        path.write_text("other")
        temporary.write_text("newer")
    assert path.read_text() == "newer"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows knows no limit for the size of files")
@pytest.mark.parametrize(
    "words",
    [
        pytest.param(["score", "euler54.xlsx", "--engine", "openpyxl"], id="score"),
        pytest.param(["report", "euler54.xlsx"], id="report"),
        pytest.param(["import", "poker.txt", "a.xlsx"], id="import"),
        pytest.param(["deck", "a.sqlite"], id="sqlite"),
        pytest.param(["deck", "a.xlsx"], id="deck"),
    ],
)
@pytest.mark.parametrize("most", [2_000, 40_000])
def test_a_full_disk_is_one_line(tmp_path, words, most):
    """Archives and streams that cannot be ended after the disk was full say nothing: one line says it all."""
    from kill_runs import limited

    for name in ("euler54.xlsx", "poker.txt"):
        shutil.copy(ROOT / "workbooks" / name, tmp_path)
    job = command(*words, cwd=tmp_path, preexec_fn=limited(most if words[0] != "report" else most // 10))
    lines = job.communicate()[1].splitlines()
    assert len(lines) == 1, lines
    assert lines[0].endswith(("cannot be written: File too large", "cannot be written: disk I/O error"))
    assert job.returncode == 2
    assert sorted(os.listdir(tmp_path)) == ["euler54.xlsx", "poker.txt"]
