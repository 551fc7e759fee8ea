"""Replaces a file by a new one: in one step or not at all, and never over what another program has written meanwhile.

The new file is written beside its target under a temporary name, forced to the disk and put in the target's place, with the owner,
the rights and the attributes of the old one.

A job names the files that it depends on in `watched`: their device, inode, size and time of change are noted before they are
read, and compared on any failure and before a file is replaced.
"""

from __future__ import annotations

import contextlib
import gc
import os
import shutil
import stat
import sys
import traceback
from collections.abc import Iterator
from contextvars import ContextVar
from pathlib import Path

from xlpoker.errors import BookError, counted
from xlpoker.files.file_types import path_of

__all__ = ["changed", "check_output", "check_place", "check_target", "replaced", "same_file", "stamp_of", "watched"]

_watched: ContextVar[tuple[tuple[Path, tuple[int, ...] | None, str], ...]] = ContextVar("_watched", default=())
_remarks: ContextVar[list[str] | None] = ContextVar("_remarks", default=None)

BOOK = "was changed by another program while it was being read; nothing was written, run the command again"
OPEN = "cannot be replaced: it is open in another program, such as Excel, or write-protected; close it there and run the command again"
MEANWHILE = "was written by another program in the meantime and stays as it is; run the command again"
THERE = "is there already; --force replaces it"


def stamp_of(file: Path | int) -> tuple[int, ...] | None:
    """Return the values that identify a version of a file (a path or an open file), None where there is no file."""
    try:
        status = os.stat(file)  # noqa: PTH116 - of an open file too
    except (OSError, ValueError):
        return None
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns


def changed(path: Path) -> BookError:
    """Return the error about a book that was changed while it was read."""
    return BookError(f"{path.name} {BOOK}")


@contextlib.contextmanager
def watched(path: Path) -> Iterator[list[str]]:
    """Watch a book during the ``with`` block; yield a list that collects warnings about files replaced in it.

    Raises `BookError` where the block fails, or is about to replace a file, and the watched one has changed.
    """
    token = _watched.set((*_watched.get(), (path, stamp_of(path), f"{path.name} {BOOK}")))
    remarks: list[str] = []
    remarking = _remarks.set(remarks)
    try:
        yield remarks
    except Exception:  # any error: two mixed versions can look like any damage
        _check_watched()
        raise
    finally:
        _watched.reset(token)
        _remarks.reset(remarking)


def _check_watched() -> None:
    for path, stamp, problem in _watched.get():
        if stamp_of(path) != stamp:
            raise BookError(problem) from None


def same_file(one: Path, other: Path) -> bool:
    """Tell whether two names lead to one file, through links of either kind or different paths to its folder."""
    try:
        return one.samefile(other)
    except (OSError, ValueError):
        return os.path.realpath(one) == os.path.realpath(other)  # of links that lead to themselves, too


def check_target(target: Path) -> None:
    """Raise `BookError` where no file can be written: over a folder, a pipe or a device, in a missing folder, at a link to itself."""
    path_of(target, "written")
    if target.is_dir():
        raise BookError(f"{target} is a folder; name a file")
    if target.exists() and not target.is_file():
        raise BookError(f"{target} is no file but a pipe or a device; name a file")
    folder = target.resolve().parent if target.is_symlink() else target.parent
    if not folder.is_dir():
        raise BookError(f"{target} cannot be written: there is no folder {folder}")


def check_place(target: Path, *, overwrite: bool) -> None:
    """Raise `BookError` where `check_target` does or, unless `overwrite`, where a file exists."""
    check_target(target)
    if target.exists() and not overwrite:
        raise BookError(f"{target} {THERE}")


def check_output(target: Path, *, force: bool, in_place: bool = False) -> None:
    """Do what `check_target` does, and let the surrounding block of `watched` watch the target from now on.

    Raises `BookError`, unless `force`, for any file but one that is changed `in_place`, is not open in another program, not
    write-protected, and has no hard links, which would keep the old content.
    """
    check_target(target)
    _watched.set((*_watched.get(), (target, stamp_of(target), f"{target} {MEANWHILE}")))
    if not force:
        _check_unlocked(target)
    if force or not target.exists():
        return
    status = target.stat()
    if not status.st_mode & (stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH):
        raise BookError(f"{target} is write-protected; write to another file, or use --force to replace it")
    if more := status.st_nlink - 1:
        has = f"has {counted(more, 'other name')} (hard links), which would keep the old content; write to another file"
        raise BookError(f"{target} {has}, or use --force to replace it under this name alone")
    if not in_place:
        raise BookError(f"{target} {THERE}, -o names another")


def _check_unlocked(path: Path) -> None:
    """Raise `BookError` where a workbook is open in Excel (``~$book.xlsx``) or LibreOffice (``.~lock.book.xlsx#``)."""
    for lock in (path.with_name(f"~${path.name}"), path.with_name(f".~lock.{path.name}#")):
        if os.path.isfile(lock):  # noqa: PTH113 - False also for a name that is too long
            close = f"({lock.name} lies beside it); close it there, or write to another file"
            raise BookError(f"{path.name} is open {close}")


@contextlib.contextmanager
def replaced(target: Path, named: Path | None = None) -> Iterator[Path]:
    """Yield a temporary path beside the target; afterwards move that file to the target's place.

    Of a symbolic link the file that it leads to is replaced. Raises `BookError` where the target (in the message: `named`)
    cannot be written, or a `watched` file has changed; then nothing is left behind and the target is as it was.
    """
    temporary = None
    try:
        check_target(target)
        place = target.resolve()
        temporary = place.parent / f".xlpoker-{os.urandom(8).hex()}.tmp"  # named before it is made: signals may come
        temporary.touch(0o600 if target.exists() else 0o666, exist_ok=False)
        yield temporary
        with temporary.open("rb+") as file:
            os.fsync(file.fileno())
        _check_watched()
        if place.exists():
            _take_over(place, temporary)
        temporary.replace(place)
        with contextlib.suppress(OSError):  # where folders can be opened
            folder = os.open(place.parent, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)
    except OSError as error:
        _let_go(error)
        if getattr(error, "winerror", None) in (5, 32) and error.filename2:  # of replacing: Windows keeps open files
            raise BookError(f"{named or target} {OPEN}") from None
        raise BookError(f"{named or target} cannot be written: {error.strerror or error}") from None
    finally:
        if temporary is not None:
            temporary.unlink(missing_ok=True)


def _take_over(old: Path, new: Path) -> None:
    """Give a new file the owner, the rights and the attributes of the old one; add a remark on those that cannot be kept."""
    status, made, lost = old.stat(), new.stat(), []
    for what, user, group in (("its owner", status.st_uid, -1), ("its group", -1, status.st_gid)):
        if made.st_uid != user != -1 or made.st_gid != group != -1:  # never on Windows
            try:
                os.chown(new, user, group)
            except OSError:
                lost.append(what)
    try:
        shutil.copystat(old, new)
        os.utime(new)  # its content is of now
    except OSError:
        lost.append("its rights")
    if "its group" in lost:  # the rights of one group must not pass to another
        rights = stat.S_IMODE(status.st_mode)
        new.chmod(rights & ~stat.S_IRWXG | (rights & stat.S_IRWXO) << 3)
    if status.st_nlink > 1:
        lost.append("its other names (hard links), which hold the old content")
    if lost and (remarks := _remarks.get()) is not None:
        remarks.append(f"{old.name} could not keep {', '.join(lost)}")


def _let_go(error: BaseException) -> None:
    """Drop the objects of a failed writer: half-written archives complete their files, fail again, and Python would print that."""
    before, sys.unraisablehook = sys.unraisablehook, lambda _: None
    one: BaseException | None = error
    try:
        while one is not None:
            traceback.clear_frames(one.__traceback__)
            one = one.__context__
        gc.collect()
    finally:
        sys.unraisablehook = before
