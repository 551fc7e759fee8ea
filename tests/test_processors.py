"""Files on several processes: the results of one process, in the order of the files, whatever becomes of a process."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time

import pytest
from click.testing import CliRunner
from support.books import ONE, TWO, book, shared_book

from xlpoker.cli import main
from xlpoker.errors import BookError
from xlpoker.scoring.counts import Counts, Options
from xlpoker.workbook import many_files
from xlpoker.workbook.many_files import done, on_processors, processes_for

pytestmark = pytest.mark.slow


@pytest.fixture
def folder(tmp_path):
    """Write seven books: one with a bad row, one damaged, each with a number of rows of its own."""
    for number in range(1, 6):
        book(tmp_path / f"{number}.xlsx", [ONE + TWO] * number)
    book(tmp_path / "6.xlsx", [ONE + TWO, [*ONE, *ONE]])
    (tmp_path / "7.xlsx").write_bytes((tmp_path / "5.xlsx").read_bytes()[:-300])
    return tmp_path


def told(results):
    """Return what can be compared of some results."""
    return [
        (one.rows, one.players, [str(error) for error in one.errors]) if isinstance(one, Counts) else str(one)
        for one in results
    ]


def test_the_results_of_one_process_in_order(folder):
    """What is counted, and what is wrong with a file, is what one process after another says."""
    books = sorted(folder.glob("*.xlsx"))
    expected = [done(path, Options(), {}, written=False) for path in books]
    assert told(on_processors(books, Options(), 3, written=False)) == told(expected)
    assert [one.rows for one in expected[:-1]] == [1, 2, 3, 4, 5, 2]


def test_the_command_goes_to_all_processors(folder, monkeypatch):
    """Lines, totals and exit code are the same; the output of each file is written."""
    calm = CliRunner().invoke(main, ["wins", str(folder), "--json"])
    monkeypatch.setattr(many_files, "WORTH", 0)
    monkeypatch.setattr(many_files, "processes_for", lambda books: min(2, len(books)))
    quick = CliRunner().invoke(main, ["wins", str(folder), "--json"])
    assert (quick.stdout, quick.stderr, quick.exit_code) == (calm.stdout, calm.stderr, calm.exit_code)
    scored = CliRunner().invoke(main, ["score", str(folder), "--json"])
    assert [json.loads(line)["rows"] for line in scored.stdout.splitlines()] == [1, 2, 3, 4, 5, 2]
    assert sorted(path.name for path in folder.glob("*.scored.xlsx")) == [f"{n}.scored.xlsx" for n in range(1, 7)]


def test_few_small_files_are_done_by_one_process(folder, monkeypatch):
    """A process costs half a second to start."""
    books = sorted(folder.glob("*.xlsx"))
    assert processes_for(books) == 1
    monkeypatch.setattr(many_files, "WORTH", 0)
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    assert processes_for(books) == min(usable, 7)


def test_a_process_that_is_killed_takes_one_file_with_it(folder, monkeypatch):
    """The files behind it are done; the one that kills every process is named."""
    monkeypatch.setattr(many_files, "done", killed_by_three)
    *results, last = on_processors(sorted(folder.glob("*.xlsx")), Options(), 2, written=False)
    assert told(results[:2]) == told([done(folder / f"{n}.xlsx", Options(), {}, written=False) for n in (1, 2)])
    assert str(results[2]) == "3.xlsx: the process that read it was killed; is it larger than the memory?"
    assert [one.rows for one in results[3:]] == [4, 5, 2]
    assert isinstance(last, BookError)


def killed_by_three(path, options, named, *, written):
    """Count a file; the third one ends the process as the kernel does where there is no memory left."""
    if path.name == "3.xlsx":
        os.kill(os.getpid(), signal.SIGKILL)
    return done(path, options, named, written=written)


@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
def test_a_terminated_run_leaves_no_process_and_no_half_file(tmp_path):
    """SIGTERM ends the processes, too, and temporary files go."""
    large = shared_book(tmp_path / "0.xlsx", [ONE + TWO] * 30_000)
    shutil.copy(large, tmp_path / "1.xlsx")
    for number in range(2, 6):
        book(tmp_path / f"{number}.xlsx", [ONE + TWO])
    code = (
        "import sys; from xlpoker.workbook import many_files; many_files.WORTH = 0;"
        "many_files.processes_for = lambda books: 2\n"
        "from xlpoker.cli import main\n"
        "if __name__ == '__main__': main(sys.argv[1:])"
    )
    script = tmp_path / "run.py"
    script.write_text(code)
    started = subprocess.Popen([sys.executable, script, "score", tmp_path], stdout=subprocess.DEVNULL)
    while not list(tmp_path.glob(".xlpoker-*.tmp")) and started.poll() is None:
        time.sleep(0.02)
    started.send_signal(signal.SIGTERM)
    assert started.wait(60) in (128 + signal.SIGTERM, 0)  # 0: it was done before the signal came
    assert not list(tmp_path.glob(".xlpoker-*.tmp"))
