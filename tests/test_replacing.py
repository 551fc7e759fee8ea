"""A file in the place of another: what it keeps, what is never replaced, and other programs that write meanwhile."""

import contextlib
import os
import re
import shutil
import stat
import struct
import sys
import threading
from pathlib import Path

import click
import pytest
from support.books import ONE, TWO, book, cells
from support.cases import cases
from support.commands import COMMAND, run
from support.refused import refused
from support.writers import WRITERS, make_inputs

from xlpoker.cli import main
from xlpoker.dealing import write_deals
from xlpoker.errors import BookError
from xlpoker.files import watched
from xlpoker.files.outputs import claimed, replaced
from xlpoker.report.report import report
from xlpoker.workbook.jobs import score, wins
from xlpoker.workbook.xlsx.package import Package

ROOT = Path(__file__).parents[1]
POSIX = pytest.mark.skipif(os.name != "posix", reason="owners, pipes and locks of POSIX")
READ = "was changed by another program while it was being read; nothing was written, run the command again"
OPEN = "cannot be replaced: it is open in another program, such as Excel, or write-protected; close it there and run the command again"
WRITTEN = "was written by another program in the meantime and stays as it is; run the command again"


def second_writer(path, forks):
    """Return what scores the book in another process, once, as soon as a job tells of its progress."""
    done = []

    def progress(_done, _total):
        if not done:
            other = forks.run("score", "--in-place", "-q", path)
            done.append((other.code, other.err, path.read_bytes()))

    progress.done = done
    return progress


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["splice", "openpyxl"])
@pytest.mark.parametrize("rows", [3, 40], ids=["few rows", "many rows"])
def test_a_second_writer_is_not_undone(tmp_path, forks, engine, rows):
    """What another process has scored in place while this one was at it stays as it is; Windows refuses the other."""
    path = book(tmp_path / "a.xlsx", [ONE + TWO] * rows)
    other = second_writer(path, forks)
    if sys.platform == "win32":
        assert score(path, in_place=True, engine=engine, progress=other).rows == rows
        assert [(code, said) for code, said, _ in other.done] == [(2, f"xlpoker: {path} {OPEN}\n")]
        return
    with refused(BookError, f"a.xlsx {READ}"):
        score(path, in_place=True, engine=engine, progress=other)
    assert [(code, said) for code, said, _ in other.done] == [(0, "")]
    assert path.read_bytes() == other.done[0][2]
    assert os.listdir(tmp_path) == ["a.xlsx"]
    assert score(path, in_place=True, engine=engine).rows == rows


@pytest.mark.slow
def test_many_writers_at_once(tmp_path, forks):
    """Of several processes that score one book in place each has done it, or says that another was faster or has it open."""
    path = shutil.copy(ROOT / "workbooks" / "euler54.xlsx", tmp_path / "a.xlsx")
    allowed = [f"a.xlsx {READ}", *([f"{path} {OPEN}"] if sys.platform == "win32" else [])]
    for _ in range(3):
        jobs = [forks.command("score", "--in-place", "-q", path) for _ in range(3)]
        ends = [(end.err.strip(), end.code) for end in [job.wait() for job in jobs]]
        assert {end for end in ends if end != ("", 0)} <= {
            (f"xlpoker: {said}", 2) for said in allowed
        }
        assert ("", 0) in ends
    assert wins(path).players == [376, 624]
    assert os.listdir(tmp_path) == ["a.xlsx"]


@pytest.mark.parametrize("number", [5, 32])
def test_windows_replaces_no_open_file(tmp_path, monkeypatch, number):
    """What Windows says of a file that Excel has open is put in words; nothing is left behind."""
    path = book(tmp_path / "a.xlsx", [ONE + TWO] * 3)
    before = path.read_bytes()

    def open_elsewhere(self, target):
        error = PermissionError(13, "Access is denied", str(self), None, str(target))
        error.winerror = number
        raise error

    monkeypatch.setattr(Path, "replace", open_elsewhere)
    with refused(BookError, f"{path} {OPEN}"):
        score(path, in_place=True)
    assert path.read_bytes() == before
    assert os.listdir(tmp_path) == ["a.xlsx"]


def test_a_copy_is_not_made_of_two_versions(tmp_path):
    """A book that changes while it is scored into a copy gives no copy: its rows may not be those that were read."""
    path = book(tmp_path / "a.xlsx", [ONE + TWO] * 3)
    with pytest.raises(BookError, match=READ):
        score(path, progress=lambda *_: book(path, [TWO + ONE] * 3))
    assert os.listdir(tmp_path) == ["a.xlsx"]


@pytest.mark.sampled(4)
@pytest.mark.parametrize("before", [True, False], ids=["replaced", "made"])
@pytest.mark.parametrize("job", [score, report])
def test_the_output_of_another_stays(tmp_path, job, before):
    """A file that appears in the output's place, or changes there, while the book is read is not overwritten."""
    path = book(tmp_path / "a.xlsx", [ONE + TWO] * 3)
    target = tmp_path / ("a.scored.xlsx" if job is score else "a.report.xlsx")
    if before:
        job(path)
    with refused(BookError, f"{target} {WRITTEN}"):
        job(path, force=before, progress=lambda *_: book(target, [["mine"]], labels=None))
    assert cells(target) == [("mine",)]


MINE = b"my thesis"


def once_complete(monkeypatch, change):
    """Let another program do something in the moment in which a new file is complete and forced to the disk."""
    fsync, changes = os.fsync, [change]

    def forced(handle):
        fsync(handle)
        if changes:
            changes.pop()()

    monkeypatch.setattr(os, "fsync", forced)


@pytest.fixture
def inputs(tmp_path, monkeypatch):
    """Return the current folder, with the inputs of the commands that write."""
    monkeypatch.chdir(tmp_path)
    make_inputs(tmp_path)
    return tmp_path


def commands_below(group, words=()):
    """Yield the words of each command of a group, and the command."""
    for name, command in group.commands.items():
        if isinstance(command, click.Group):
            yield from commands_below(command, (*words, name))
        else:
            yield (*words, name), command


def test_all_commands_that_write_are_tried():
    """The table of writers has every command that takes --force."""
    with_force = {
        words
        for words, command in commands_below(main)
        if any(param.name == "force" for param in command.params)
    }
    tried = {
        tuple(writer.words[: 2 if writer.words[0] == "excel" else 1]) for writer in WRITERS.values()
    }
    assert tried == with_force


@pytest.mark.sampled(15)
@pytest.mark.parametrize("force", [[], ["--force"]], ids=["", "force"])
@pytest.mark.parametrize("name", WRITERS)
def test_a_file_that_appears_meanwhile_stays(inputs, monkeypatch, name, force):
    """What another program saves under the output's name during a run is kept: --force is about what stood there before."""
    target = Path(f"out{WRITERS[name].ending}")
    before = set(inputs.iterdir())
    once_complete(monkeypatch, lambda: target.write_bytes(MINE))
    code, _, err = run(*WRITERS[name].words, target, *force)
    assert (code, err.removeprefix("xlpoker: ").removeprefix("a.xlsx: ")) == (
        2,
        f"{target} {WRITTEN}\n",
    )
    assert target.read_bytes() == MINE
    assert set(inputs.iterdir()) - before == {inputs / target}


@pytest.mark.sampled(8)
@pytest.mark.parametrize("name", WRITERS)
def test_a_file_that_changes_meanwhile_stays(inputs, monkeypatch, name):
    """With --force, too, only that version of a file is replaced which stood there when the command began."""
    target = Path(f"out{WRITERS[name].ending}")
    target.write_bytes(b"old")
    once_complete(monkeypatch, lambda: target.write_bytes(MINE))
    code, _, err = run(*WRITERS[name].words, target, "--force")
    assert (code, err.removeprefix("xlpoker: ").removeprefix("a.xlsx: ")) == (
        2,
        f"{target} {WRITTEN}\n",
    )
    assert target.read_bytes() == MINE
    monkeypatch.undo()
    monkeypatch.chdir(inputs)
    assert run(*WRITERS[name].words, target, "--force")[0] == 0
    assert target.read_bytes() != MINE


def test_a_file_that_is_deleted_meanwhile_is_not_missed(inputs, monkeypatch):
    """Where the file that --force would replace is gone there is nothing to lose."""
    target = inputs / "out.csv"
    target.write_bytes(b"old")
    once_complete(monkeypatch, target.unlink)
    assert run("deal", 3, "-o", target, "--force")[0] == 0
    assert target.read_text().count("\n") == 4


@pytest.mark.sampled(5)
@POSIX
@pytest.mark.parametrize("name", WRITERS)
def test_what_a_command_could_not_keep_is_said(inputs, name):
    """Each command that replaces a file says what the new one lost, here its other name."""
    target = Path(f"out{WRITERS[name].ending}")
    target.write_bytes(b"old")
    Path("other").hardlink_to(target)
    lost = f"{target} has 1 other name (hard links), which would keep the old content; write to another file"
    code, _, err = run(*WRITERS[name].words, target)
    assert (code, lost in err) == (2, True)
    code, _, err = run(*WRITERS[name].words, target, "--force")
    kept = f"Warning: {target} could not keep its other names (hard links), which hold the old content\n"
    assert (code, err.count(kept)) == (0, 1)
    assert (inputs / "other").read_bytes() == b"old"


@POSIX
@cases("links", {"hard links": True, "no hard links": False})
def test_of_two_at_once_one_is_written(tmp_path, monkeypatch, links):
    """Two runs that are complete in the same moment cannot both say that they have written one file."""
    if not links:
        monkeypatch.setattr(Path, "hardlink_to", without_links)
    target = tmp_path / "x.xlsx"
    both_complete = threading.Barrier(2, timeout=60)
    moved = {"hardlink_to": Path.hardlink_to, "replace": Path.replace}
    for method, move in moved.items():
        monkeypatch.setattr(Path, method, meeting(both_complete, move))
    outcomes = {}

    def write(seed):
        try:
            outcomes[seed] = write_deals(target, 10, seed=seed)
        except BookError as error:
            outcomes[seed] = str(error)
        finally:
            both_complete.abort()  # the one that is left waits for nobody

    threads = [threading.Thread(target=write, args=(seed,)) for seed in (1, 2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    (written,) = [seed for seed, outcome in outcomes.items() if outcome == seed]
    assert outcomes[3 - written] == f"{target} {WRITTEN}"
    write_deals(tmp_path / "same.xlsx", 10, seed=written)
    assert target.read_bytes() == (tmp_path / "same.xlsx").read_bytes()
    assert sorted(os.listdir(tmp_path)) == ["same.xlsx", "x.xlsx"]


def without_links(self, target):
    """Do what `Path.hardlink_to` does on FAT and on some network drives."""
    raise PermissionError(1, "Operation not permitted", str(self), None, str(target))


def meeting(barrier, move):
    """Return a way to move a file in which two threads wait for each other, unless one has ended."""

    def moved(self, target):
        with contextlib.suppress(threading.BrokenBarrierError):
            barrier.wait()
        return move(self, target)

    return moved


@POSIX
def test_a_drive_without_hard_links(inputs, monkeypatch):
    """Such a drive takes outputs as any other does, and leaves no empty file where the last step fails."""
    monkeypatch.setattr(Path, "hardlink_to", without_links)
    assert run("deal", 3, "-o", "a.csv")[0] == 0
    assert Path("a.csv").read_text().count("\n") == 4

    def full(self, target):
        raise OSError(28, "No space left on device", str(self), None, str(target))

    monkeypatch.setattr(Path, "replace", full)
    code, _, err = run("deal", 3, "-o", "b.csv")
    assert (code, err) == (2, "xlpoker: b.csv cannot be written: No space left on device\n")
    assert not [path.name for path in inputs.iterdir() if path.name.startswith((".xlpoker", "b"))]


@POSIX
def test_a_link_that_appears_meanwhile_is_not_followed(inputs, monkeypatch):
    """A link to nowhere that another program makes in the output's place stays, and nothing is made behind it."""
    once_complete(monkeypatch, lambda: Path("a.csv").symlink_to("nowhere.csv"))
    code, _, err = run("deal", 3, "-o", "a.csv")
    assert (code, err) == (2, f"xlpoker: a.csv {WRITTEN}\n")
    assert Path("a.csv").readlink() == Path("nowhere.csv")
    assert not (inputs / "nowhere.csv").exists()


def test_a_place_is_held_from_the_outermost_block_on(tmp_path):
    """A function that holds a place which its caller holds already does not take the file that came in between for an old one."""
    target = tmp_path / "a.txt"

    def write():
        with claimed(target, force=True), replaced(target) as temporary:
            temporary.write_text("new")

    with claimed(target, force=True):
        target.write_bytes(MINE)
        with refused(BookError, f"{target} {WRITTEN}"):
            write()
    assert target.read_bytes() == MINE


@pytest.mark.skipif(sys.platform == "win32", reason="Windows does not let an open file be replaced")
@cases(
    "change",
    {
        "replaced": lambda path: book(path.with_name("b.xlsx"), [TWO + ONE]).replace(path),
        "deleted": Path.unlink,
        "cut-off": lambda path: path.write_bytes(path.read_bytes()[:200]),
    },
)
def test_parts_are_never_read_from_two_versions(tmp_path, change):
    """A package that is changed after it was opened is not read on, nor called damaged; one that was cut off before is."""
    path = book(tmp_path / "a.xlsx", [ONE + TWO])
    with Package(path) as package:
        change(path)
        for part in (package.workbook, package.sheets[0].part):
            with refused(BookError, f"a.xlsx {READ}"):
                package.read(part)
    path.write_bytes(b"PK\3\4" + bytes(200))
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


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows knows no limit for the size of files")
@cases(
    "words",
    {
        "score": ["score", "euler54.xlsx", "--engine", "openpyxl"],
        "report": ["report", "euler54.xlsx"],
        "import": ["import", "poker.txt", "a.xlsx"],
        "deal": ["deal", "1000", "-o", "a.xlsx"],
    },
)
@pytest.mark.parametrize("most", [2_000, 40_000])
def test_a_full_disk_is_one_line(tmp_path, forks, words, most):
    """Archives and streams that cannot be ended after the disk was full say nothing: one line says it all."""
    for name in ("euler54.xlsx", "poker.txt"):
        shutil.copy(ROOT / "workbooks" / name, tmp_path)
    limited = f"from support.kill_runs import limited\nlimited({most if words[0] != 'report' else most // 10})()\n"
    ended = forks.start(limited + COMMAND, *words, cwd=tmp_path).wait()
    lines = ended.err.splitlines()
    assert len(lines) == 1, lines
    assert lines[0].endswith(
        ("cannot be written: File too large", "cannot be written: disk I/O error")
    )
    assert ended.code == 2
    assert sorted(os.listdir(tmp_path)) == ["euler54.xlsx", "poker.txt"]


@POSIX
@pytest.mark.parametrize("engine", ["splice", "openpyxl"])
def test_in_place_keeps_what_the_file_was(tmp_path, engine):
    """Owner, group, rights, lists of rights and extended attributes are those of the old file."""
    path = book(tmp_path / "a.xlsx", [ONE + TWO] * 3)
    owner = (1234, 4321) if os.geteuid() == 0 else (os.geteuid(), os.getegid())
    os.chown(path, *owner)
    path.chmod(0o640)
    rules = [
        (1, 6, -1),
        (2, 4, 1),
        (4, 4, -1),
        (16, 4, -1),
        (32, 0, -1),
    ]  # its owner, user 1, group, mask, others
    rights = b"".join(struct.pack("<HHi", *rule) for rule in rules)
    attributes = {"user.tag": b"mine", "system.posix_acl_access": struct.pack("<I", 2) + rights}
    try:
        for name, value in attributes.items():
            os.setxattr(path, name, value)
    except OSError:
        pytest.skip("this file system has no extended attributes")
    rights = path.stat().st_mode
    assert score(path, in_place=True, engine=engine).warnings == []
    made = path.stat()
    assert (made.st_uid, made.st_gid, made.st_mode) == (*owner, rights)
    assert {name: os.getxattr(path, name) for name in os.listxattr(path)} == attributes


@POSIX
@cases(
    ("denied_to", "lost", "rights"),
    {
        "neither": ({"owner", "group"}, "its owner, its group", 0o600),
        "owner": ({"owner"}, "its owner", 0o660),
        "group": ({"group"}, "its group", 0o600),
    },
)
def test_what_cannot_be_kept_is_said(tmp_path, monkeypatch, denied_to, lost, rights):
    """A file that now belongs to somebody else is no secret to its new group, and the user is told."""
    if os.geteuid() != 0:
        pytest.skip("files of others take root")
    path = book(tmp_path / "a.xlsx", [ONE + TWO] * 3)
    os.chown(path, 1234, 4321)
    path.chmod(0o660)
    chown = os.chown

    def denied(file, user, group):
        if ("owner" in denied_to and user != -1) or ("group" in denied_to and group != -1):
            raise PermissionError(1, "Operation not permitted")
        chown(file, user, group)

    monkeypatch.setattr(os, "chown", denied)
    assert score(path, in_place=True).warnings == [f"a.xlsx could not keep {lost}"]
    assert stat.S_IMODE(path.stat().st_mode) == rights


def test_hard_links_are_not_cut_unasked(tmp_path):
    """A file with another name is replaced by force only, with a warning; the other name keeps the old content."""
    path = book(tmp_path / "a.xlsx", [ONE + TWO] * 3)
    other = tmp_path / "b.xlsx"
    other.hardlink_to(path)
    before = path.read_bytes()
    with refused(
        BookError,
        f"{path} has 1 other name (hard links), which would keep the old content; write to another file, or use --force "
        "to replace it under this name alone",
    ):
        score(path, in_place=True)
    assert path.samefile(other)
    counts = score(path, in_place=True, force=True)
    assert counts.warnings == [
        "a.xlsx could not keep its other names (hard links), which hold the old content"
    ]
    assert other.read_bytes() == before != path.read_bytes()


@pytest.mark.parametrize("job", [score, report])
def test_a_hard_link_to_the_input_is_the_input(tmp_path, job):
    """What is written to another name of the input would be written into it."""
    path = book(tmp_path / "a.xlsx", [ONE + TWO] * 3)
    other = tmp_path / "b.xlsx"
    other.hardlink_to(path)
    with pytest.raises(BookError, match=re.escape(f"{other} is the ")):
        job(path, output=other, force=True)
    assert path.samefile(other)


@POSIX
def test_folders_that_are_missing_are_named(tmp_path):
    """The folder that is missing is the one behind a link; where no file can be made, that is what is said."""
    path = book(tmp_path / "a.xlsx", [ONE + TWO])
    link = tmp_path / "link.xlsx"
    link.symlink_to(tmp_path / "gone" / "b.xlsx")
    gone = tmp_path / "gone"
    for target, reason in (
        (link, f"there is no folder {gone}"),
        (Path("/proc/x.xlsx"), "No such file or directory"),
    ):
        with refused(BookError, f"{target} cannot be written: {reason}"):
            score(path, output=target)


@POSIX
def test_the_folder_is_forced_to_the_disk(tmp_path, monkeypatch):
    """After the file itself its new name is made to last, once it is in its place."""
    target = tmp_path / "a.txt"
    forced = []

    def fsync(handle):
        forced.append((stat.S_ISDIR(os.fstat(handle).st_mode), target.exists()))

    monkeypatch.setattr(os, "fsync", fsync)
    with replaced(target) as temporary:
        temporary.write_text("new")
    assert forced == [(False, False), (True, True)]
