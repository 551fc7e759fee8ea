"""A new file in the place of an old one: in one step or not at all, and never over what somebody else wrote meanwhile.

The file is written beside its target under a temporary name, forced to the disk and then put in the target's place in
one step; whatever goes wrong before that leaves everything as it was.

Who reads a book while another program replaces it would see two versions mixed, and who then writes would undo the
other's work. So a job says in `watched` which files it leans on: what they are (device, inode, size, time of change) is
taken down before they are read and compared when something goes wrong and before anything is replaced.
"""

from __future__ import annotations

import contextlib
import gc
import os
import shutil
import sys
import tempfile
import traceback
from collections.abc import Iterator
from contextvars import ContextVar
from pathlib import Path

from xlpoker.errors import BookError

__all__ = ["Stamp", "changed", "check_place", "replaced", "stamp_of", "watch_target", "watched"]

Stamp = tuple[int, int, int, int]
_watched: ContextVar[tuple[tuple[Path, Stamp | None, str], ...]] = ContextVar("_watched", default=())

BOOK = "was changed by another program while it was being read; nothing was written, run the command again"
OPEN = "cannot be replaced: it is open in another program, such as Excel, or write-protected; close it there and run the command again"
TARGET = "was written by another program in the meantime and stays as it is; run the command again"


def stamp_of(file: Path | int) -> Stamp | None:
    """Return what tells a version of a file from another, None where there is none; a file is a path or open."""
    try:
        status = os.stat(file)  # noqa: PTH116 - of an open file too
    except (OSError, ValueError):
        return None
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns


def changed(path: Path) -> BookError:
    """Return the error about a book that has become another one while it was read."""
    return BookError(f"{path.name} {BOOK}")


@contextlib.contextmanager
def watched(path: Path) -> Iterator[None]:
    """Watch a book that is read as long as the block runs.

    Raises `BookError` where the block fails, or is about to replace a file, and the watched one has changed.
    """
    token = _watched.set((*_watched.get(), (path, stamp_of(path), str(changed(path)))))
    try:
        yield
    except Exception:  # whatever it is: two versions mixed can look like any damage
        _check_watched()
        raise
    finally:
        _watched.reset(token)


def watch_target(target: Path) -> None:
    """Watch the file, or the lack of one, that the surrounding block of `watched` is going to replace."""
    _watched.set((*_watched.get(), (target, stamp_of(target), f"{target} {TARGET}")))


def _check_watched() -> None:
    for path, stamp, problem in _watched.get():
        if stamp_of(path) != stamp:
            raise BookError(problem) from None


def check_place(target: Path, *, overwrite: bool) -> None:
    """Raise `BookError` where a file cannot be made: a folder is there or is missing, or a file, unless `overwrite`."""
    if target.is_dir():
        raise BookError(f"{target} is a folder; name a file")
    if not target.parent.is_dir():
        raise BookError(f"{target} cannot be written: there is no folder {target.parent}")
    if target.exists() and not overwrite:
        raise BookError(f"{target} exists; use --overwrite to replace it")


@contextlib.contextmanager
def replaced(target: Path) -> Iterator[Path]:
    """Give a temporary path beside the target; afterwards put that file in the target's place.

    A link stays one: the file that it names is replaced. Raises `BookError` where the target cannot be written, or a
    file that is `watched` has changed; then nothing is left behind and the target is as it was.
    """
    temporary: Path | None = None
    try:
        place = target.resolve()
        if target.is_dir():
            raise BookError(f"{target} is a folder; name a file")
        handle, name = tempfile.mkstemp(prefix=".xlpoker-", suffix=".tmp", dir=place.parent)
        temporary = Path(name)
        os.close(handle)
        if target.exists():
            shutil.copymode(target, temporary)
        else:
            temporary.chmod(0o666 & ~_umask())
        yield temporary
        with temporary.open("rb+") as file:
            os.fsync(file.fileno())
        _check_watched()
        temporary.replace(place)
    except FileNotFoundError:
        raise BookError(f"{target} cannot be written: there is no folder {target.parent}") from None
    except OSError as error:
        _let_go(error)
        if getattr(error, "winerror", None) in (5, 32) and error.filename2:  # of replacing: Windows keeps open files
            raise BookError(f"{target} {OPEN}") from None
        raise BookError(f"{target} cannot be written: {error.strerror or error}") from None
    finally:
        if temporary is not None:
            temporary.unlink(missing_ok=True)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _let_go(error: BaseException) -> None:
    """Drop what a failed writer has left behind, without a word.

    Half-written archives and streams try to end their files when they go, fail as the writer did, and Python would print
    that ("Exception ignored in ...") above or below the one line that says it all.
    """
    before = sys.unraisablehook
    sys.unraisablehook = lambda _: None
    try:
        one: BaseException | None = error
        while one is not None:
            traceback.clear_frames(one.__traceback__)
            one = one.__context__
        gc.collect()
    finally:
        sys.unraisablehook = before
