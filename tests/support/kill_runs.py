"""Scoring in place, struck down at random moments: the workbook is the old one or the new one, never half of either.

Run by hand for many: ``PYTHONPATH=tests python -m support.kill_runs 200``. Each run forks this warm process, lets the
child score a book in place and kills it (SIGKILL) after a random part of the time that scoring takes; other ways to
fail (a full disk, a folder that nobody may write to) are made the same way.
"""

import contextlib
import os
import random
import resource
import shutil
import signal
import sys
import tempfile
import time
from pathlib import Path

import openpyxl

from support import rich_books
from support.books import ONE, TWO, book
from xlpoker.errors import PokerError
from xlpoker.workbook.jobs import score

ROWS = 1500
WINNER = "Winner"


def made(folder):
    """Return a workbook with some rows."""
    return book(Path(folder) / "a.xlsx", [ONE + TWO] * ROWS, labels=rich_books.HEADER)


def child(path, prepare=lambda: None, pipe=None):
    """Fork, and let the child score the book in place; it exits with 0, or 2 for a refusal, its words into the pipe."""
    pid = os.fork()
    if pid:
        return pid
    code, words = 3, ""
    try:
        prepare()
        score(path, in_place=True)
        code = 0
    except PokerError as error:
        code, words = 2, str(error)
    except BaseException as error:  # noqa: BLE001 - the parent fails with these words
        words = repr(error)
    finally:
        if pipe is not None:
            os.write(pipe, words.encode())
        os._exit(code)


def state(path, before):
    """Return "old" for the very file that was there, "new" for a whole book with its results; else fail."""
    if path.read_bytes() == before:
        return "old"
    sheet = openpyxl.load_workbook(path).active
    rows = list(sheet.iter_rows(values_only=True))
    assert rows[0][-5] == WINNER
    assert [row[-5] for row in rows[1:]] == [2] * ROWS
    return "new"


def kills(runs, folder, seed=0):
    """Strike so many times; return how often the old and the new book stood there afterwards."""
    chance = random.Random(seed)
    path = made(folder)
    before = path.read_bytes()
    start = time.monotonic()
    assert os.waitstatus_to_exitcode(os.waitpid(child(path), 0)[1]) == 0
    whole = time.monotonic() - start
    found = {"old": 0, "new": 0}
    for _ in range(runs):
        path.write_bytes(before)
        pid = child(path)
        time.sleep(chance.random() * whole * 1.1)
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        found[state(path, before)] += 1
        for left in path.parent.glob(".xlpoker-*"):
            left.unlink()
    return found


def limited(bytes_):
    """Return a preparation that lets the process write files of so many bytes at most, as a full disk does."""

    def prepare():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        sys.dont_write_bytecode = True  # Python would keep compiled modules cut short
        resource.setrlimit(resource.RLIMIT_FSIZE, (bytes_, bytes_))

    return prepare


def nobody():
    """Become a user without rights, where this is root."""
    if os.geteuid() == 0:
        os.setgroups([])
        os.setgid(65534)
        os.setuid(65534)


def refused(path, prepare):
    """Let a prepared child score the book in place; return what it said, after making sure that nothing changed."""
    score(
        path, output=path.with_name("warm.xlsx")
    )  # everything is imported, which nobody may have no right to do
    path.with_name("warm.xlsx").unlink()
    before, names = path.read_bytes(), set(os.listdir(path.parent))
    reader, writer = os.pipe()
    pid = child(path, prepare, writer)
    code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    os.close(writer)
    with os.fdopen(reader) as pipe:
        words = pipe.read()
    assert code == 2, words
    assert path.read_bytes() == before
    assert set(os.listdir(path.parent)) == names
    return words


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place:
        sys.stdout.write(f"{kills(int(sys.argv[1]), place)}\n")
    shutil.rmtree(place, ignore_errors=True)
