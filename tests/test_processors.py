"""Files on several processes: the results of one process, in the order of the files, whatever becomes of a process."""

import json
import os
import shutil
import signal
import subprocess
import sys
import textwrap
import time
import zipfile
from multiprocessing import active_children

import pytest
from click.testing import CliRunner
from support.books import ONE, TWO, book, shared_book
from support.commands import environment

from xlpoker.cli import main
from xlpoker.errors import BookError
from xlpoker.scoring.counts import Counts, Options
from xlpoker.workbook import many_files
from xlpoker.workbook.many_files import on_processors, processes_for, result_of

pytestmark = pytest.mark.slow
LONG = 120  # seconds: a hang, or work without an end


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
        (one.rows, one.players, [str(error) for error in one.errors])
        if isinstance(one, Counts)
        else str(one)
        for one in results
    ]


def test_the_command_goes_to_all_processors(folder, monkeypatch):
    """Where there is enough to do: lines, totals and exit code are the same; the output of each file is written."""
    calm = CliRunner().invoke(main, ["wins", str(folder), "--json"])
    books = sorted(folder.glob("*.xlsx"))
    assert processes_for(books) == 1  # a process costs half a second to start
    monkeypatch.setattr(many_files, "WORTH", 0)
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    assert processes_for(books) == min(usable, 7)
    monkeypatch.setattr(many_files, "processes_for", lambda books: min(2, len(books)))
    quick = CliRunner().invoke(main, ["wins", str(folder), "--json"])
    assert (quick.stdout, quick.stderr, quick.exit_code) == (
        calm.stdout,
        calm.stderr,
        calm.exit_code,
    )
    scored = CliRunner().invoke(main, ["score", str(folder), "--json"])
    assert [json.loads(line)["rows"] for line in scored.stdout.splitlines()] == [1, 2, 3, 4, 5, 2]
    assert sorted(path.name for path in folder.glob("*.scored.xlsx")) == [
        f"{n}.scored.xlsx" for n in range(1, 7)
    ]


def test_a_process_that_is_killed_takes_one_file_with_it(folder, monkeypatch):
    """The files behind it are done; the one that killed its process is named."""
    monkeypatch.setattr(many_files, "result_of", killed_by_three)
    *results, last = on_processors(sorted(folder.glob("*.xlsx")), Options(), 2, written=False)
    assert told(results[:2]) == told(
        [result_of(folder / f"{n}.xlsx", Options(), {}, written=False) for n in (1, 2)]
    )
    assert str(results[2]) == f"3.xlsx: {many_files.KILLED}"
    assert [one.rows for one in results[3:]] == [4, 5, 2]
    assert isinstance(last, BookError)


def killed_by_three(path, options, named, *, written):
    """Count a file; the third one ends the process as the kernel does where there is no memory left."""
    if path.name == "3.xlsx":
        os.kill(os.getpid(), signal.SIGKILL)
    return result_of(path, options, named, written=written)


def started(folder, words, further=""):
    """Start a command on two processes; `further` lines are run by a thread beside it."""
    script = folder / "run.py"
    script.write_text(
        "import sys, threading, time\nfrom multiprocessing import active_children\nfrom pathlib import Path\n"
        "from xlpoker.workbook import many_files\n"
        "many_files.WORTH, many_files.processes_for = 0, lambda books: 2\n"
        "from xlpoker.cli import main\n"
        f"def further():\n{textwrap.indent(further, '    ') or '    pass'}\n"
        "if __name__ == '__main__':\n    threading.Thread(target=further, daemon=True).start()\n    main(sys.argv[1:])"
    )
    return subprocess.Popen(
        [sys.executable, script, *words], stdout=subprocess.PIPE, env=environment(), text=True
    )


KILL = """
writing = lambda: list(Path(sys.argv[2]).glob(".xlpoker-*.tmp"))
while len(writing()) < 2: time.sleep(0.01)
active_children()[0].kill()
"""


def test_a_killed_process_does_not_hold_up_another(tmp_path):
    """One process is killed while the other works for seconds: the other file is scored, and the command ends."""
    lines = (",".join(ONE + TWO) + "\n") * 50_000
    for name in ("a.csv", "b.csv"):
        (tmp_path / name).write_text(lines)
    with started(tmp_path, ["score", tmp_path, "--json"], KILL) as process:
        try:
            out, _ = process.communicate(timeout=LONG)
        finally:
            process.kill()
    assert (process.returncode, [json.loads(line)["rows"] for line in out.splitlines()]) == (
        2,
        [50_000],
    )
    assert [zipfile.ZipFile(path).testzip() for path in tmp_path.glob("*.scored.xlsx")] == [None]


@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
def test_a_terminated_run_leaves_no_process_and_no_half_file(tmp_path):
    """SIGTERM ends the processes, too, and temporary files go."""
    large = shared_book(tmp_path / "0.xlsx", [ONE + TWO] * 12_000)
    shutil.copy(large, tmp_path / "1.xlsx")
    for number in range(2, 6):
        book(tmp_path / f"{number}.xlsx", [ONE + TWO])
    with started(tmp_path, ["score", tmp_path]) as process:
        while not list(tmp_path.glob(".xlpoker-*.tmp")) and process.poll() is None:
            time.sleep(0.02)
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=LONG)  # the end of what the last process may print
    assert process.returncode in (128 + signal.SIGTERM, 0)  # 0: it was done before the signal came
    assert not list(tmp_path.glob(".xlpoker-*.tmp"))


def test_a_process_that_does_not_end_is_killed(folder, monkeypatch):
    """Whoever takes no further results waits a set time, and no longer, for a process that minds no signal."""
    monkeypatch.setattr(many_files, "PATIENCE", 0.1)
    monkeypatch.setattr(many_files, "result_of", deaf_behind_one)
    results = on_processors(sorted(folder.glob("*.xlsx")), Options(), 2, written=False)
    assert next(results).rows == 1
    while not (folder / "deaf").exists():
        time.sleep(0.01)
    began = time.monotonic()
    results.close()
    assert time.monotonic() - began < LONG / 2
    assert active_children() == []


def deaf_behind_one(path, options, named, *, written):
    """Count the first file; then take no notice of a termination."""
    if path.name != "1.xlsx":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        (path.parent / "deaf").touch()
        time.sleep(LONG)
    return result_of(path, options, named, written=written)
