"""Outputs: which place may take one, and how it gets there, in one step or not at all.

A new file is written beside its target under a temporary name and forced to the disk. Then it
replaces the target, with the owner, the rights and the attributes of the old file.

Whatever writes a file for the user holds its place with `claimed` from the beginning of its work to
the end. Only the file that stood there at the beginning may be replaced: what other programs, or
another run of xlpoker, put there meanwhile stays.
"""

from __future__ import annotations

import contextlib
import gc
import os
import shutil
import stat
import sys
from collections.abc import Iterator
from contextvars import ContextVar
from pathlib import Path
from typing import NamedTuple, Protocol

from xlpoker.errors import BookError, counted
from xlpoker.files import Stamp, check_watched, path_of, stamp_of

__all__ = ["EarlierTries", "claimed", "collected_remarks", "repeatable", "replaced"]

OPEN = (
    "cannot be replaced: it is open in another program, such as Excel, or write-protected; "
    "close it there and run the command again"
)
MEANWHILE = (
    "was written by another program in the meantime and stays as it is; run the command again"
)
THERE = "is there already; --force replaces it"
_DENIED = (5, 32)
"""Windows' errors about a file that another program has open, or that is write-protected."""

_remarks: ContextVar[list[str] | None] = ContextVar("_remarks", default=None)


def check_target(target: Path) -> None:
    """Raise `BookError` where no file can be written.

    That is over a folder, a pipe or a device, in a missing folder, at a link to itself.
    """
    path_of(target, "written")
    if target.is_dir():
        raise BookError(f"{target} is a folder; name a file")
    if target.exists() and not target.is_file():
        raise BookError(f"{target} is no file but a pipe or a device; name a file")
    folder = target.resolve().parent if target.is_symlink() else target.parent
    if not folder.is_dir():
        raise BookError(f"{target} cannot be written: there is no folder {folder}")


class EarlierTries(Protocol):
    """What earlier tries of a task have written.

    A task is tried again after its process died.
    """

    def note(self, stamp: Stamp) -> None:
        """Remember a version of a file that is about to be put in its place."""

    def wrote(self, stamp: Stamp) -> bool:
        """Tell whether this version of a file was noted by any try of the task."""


class _Claim(NamedTuple):
    """The place of an output, and the version of the file that stood there when the job began.

    `standing` is None if there was no file.
    """

    target: Path
    standing: Stamp | None
    earlier_tries: EarlierTries | None

    def may_replace(self, stamp: Stamp | None) -> bool:
        """Tell whether this version of a file may be replaced."""
        if stamp is None:
            return False
        return stamp == self.standing or self.is_own(stamp)

    def is_own(self, stamp: Stamp | None) -> bool:
        """Tell whether an earlier try of the same task has written this version."""
        if stamp is None or self.earlier_tries is None:
            return False
        return self.earlier_tries.wrote(stamp)

    def note(self, temporary: Path) -> None:
        """Let later tries of the same task know a file that is about to be put in its place."""
        stamp = stamp_of(temporary)
        if self.earlier_tries is not None and stamp is not None:
            self.earlier_tries.note(stamp)


_claims: ContextVar[tuple[_Claim, ...]] = ContextVar("_claims", default=())
_earlier_tries: ContextVar[EarlierTries | None] = ContextVar("_earlier_tries", default=None)


def _claim_of(target: Path) -> _Claim | None:
    """Return the claim of a surrounding block to this place."""
    for claim in _claims.get():
        if claim.target == target:
            return claim
    return None


@contextlib.contextmanager
def claimed(
    target: Path, *, force: bool, in_place: bool = False, otherwise: str = ""
) -> Iterator[list[str]]:
    """Check that an output may be written, and hold its place during the ``with`` block.

    Yields remarks as `collected_remarks` does.

    What another program puts there during the block is not replaced: `replaced` raises `BookError`.
    It does so with `force` as well, which is leave to replace the file that the user saw there. A
    block for a file that a surrounding one holds checks nothing anew.

    Raises `BookError` where `check_target` does. Unless `force`, it also raises it for a file that
    is open in another program, is write-protected, or has hard links, which would keep the old
    content. The same holds for any file that is not changed `in_place`. `otherwise` is what that
    message offers beside --force.
    """
    place: contextlib.AbstractContextManager[None] = contextlib.nullcontext()
    if _claim_of(target) is None:
        place = _held(target, force=force, in_place=in_place, otherwise=otherwise)
    with collected_remarks() as remarks, place:
        yield remarks


@contextlib.contextmanager
def _held(target: Path, *, force: bool, in_place: bool, otherwise: str) -> Iterator[None]:
    """Hold a place that no surrounding block holds."""
    check_target(target)
    claim = _Claim(target, stamp_of(target), _earlier_tries.get())
    if not force and not claim.is_own(claim.standing):
        _check_replaceable(target, in_place=in_place, otherwise=otherwise)
    token = _claims.set((*_claims.get(), claim))
    try:
        yield
    finally:
        _claims.reset(token)


@contextlib.contextmanager
def repeatable(earlier_tries: EarlierTries) -> Iterator[None]:
    """Let outputs that are claimed in the ``with`` block replace those of earlier tries."""
    token = _earlier_tries.set(earlier_tries)
    try:
        yield
    finally:
        _earlier_tries.reset(token)


@contextlib.contextmanager
def collected_remarks() -> Iterator[list[str]]:
    """Yield a list that collects what new files could not keep of the old ones.

    It does so during the ``with`` block.

    Inside of another such block it is the list of the outer one.
    """
    outer = _remarks.get()
    if outer is not None:
        yield outer
        return
    remarks: list[str] = []
    token = _remarks.set(remarks)
    try:
        yield remarks
    finally:
        _remarks.reset(token)


def _check_replaceable(target: Path, *, in_place: bool, otherwise: str) -> None:
    """Raise `BookError` for a file that only --force replaces."""
    _check_unlocked(target)
    if not target.exists():
        return
    status = target.stat()
    if not status.st_mode & (stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH):
        raise BookError(
            f"{target} is write-protected; write to another file, or use --force to replace it"
        )
    if status.st_nlink > 1:
        names = counted(status.st_nlink - 1, "other name")
        raise BookError(
            f"{target} has {names} (hard links), which would keep the old content; "
            "write to another file, or use --force to replace it under this name alone"
        )
    if not in_place:
        raise BookError(f"{target} {THERE}{otherwise}")


def _check_unlocked(path: Path) -> None:
    """Raise `BookError` where a workbook is open in Excel or LibreOffice, by their lock files."""
    for name in (f"~${path.name}", f".~lock.{path.name}#"):
        lock = path.with_name(name)
        if os.path.isfile(lock):  # noqa: PTH113 - False also for a name that is too long
            close = f"({lock.name} lies beside it); close it there, or write to another file"
            raise BookError(f"{path.name} is open {close}")


@contextlib.contextmanager
def replaced(target: Path, named: Path | None = None) -> Iterator[Path]:
    """Yield a temporary path beside the target; afterwards move that file to the target's place.

    Of a symbolic link the file that it leads to is replaced. Raises `BookError`, which calls the
    target `named`:

    - where the target cannot be written;
    - where it is `claimed` and holds another file than at the beginning;
    - where a `watched` file has changed.

    Then nothing is left behind, and the target is unchanged.
    """
    temporary = None
    try:
        check_target(target)
        place = target.resolve()
        # named before it is made: a signal may come in between
        temporary = place.parent / f".xlpoker-{os.urandom(8).hex()}.tmp"
        temporary.touch(0o600 if target.exists() else 0o666, exist_ok=False)
        yield temporary
        with temporary.open("rb+") as file:
            os.fsync(file.fileno())
        check_watched()
        _publish(temporary, target, place)
        _force_names_to_disk(place.parent)
    except OSError as error:
        _drop_writer(error)
        is_denied = getattr(error, "winerror", None) in _DENIED
        if is_denied and error.filename2:  # of replacing: Windows keeps open files
            raise BookError(f"{named or target} {OPEN}") from None
        raise BookError(f"{named or target} cannot be written: {error.strerror or error}") from None
    finally:
        if temporary is not None:
            temporary.unlink(missing_ok=True)


def _force_names_to_disk(folder: Path) -> None:
    """Force the names in a folder to the disk, where folders can be opened."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _publish(temporary: Path, target: Path, place: Path) -> None:
    """Move a finished file to the place of the target, which may be a link to it.

    Raises `BookError` where the target is claimed and the place holds what another program has put
    there meanwhile.
    """
    claim = _claim_of(target)
    if claim is None:
        if place.exists():
            _take_over(place, temporary)
        temporary.replace(place)
        return
    if stamp_of(target) is None:
        claim.note(temporary)
        if _moved_to_free_place(temporary, place):
            return
    if not claim.may_replace(stamp_of(target)):
        raise BookError(f"{target} {MEANWHILE}")
    _take_over(place, temporary)
    claim.note(temporary)
    temporary.replace(place)


def _moved_to_free_place(temporary: Path, place: Path) -> bool:
    """Move a file to a place where there is none, in one step.

    Return False, and move nothing, where there is one after all.

    `rename` of POSIX replaces files, so the file gets its second name first, which the system
    refuses where that name is taken. A file system without hard links gets an empty file in the
    place, which nobody else can make meanwhile.
    """
    try:
        if os.name == "nt":
            temporary.rename(place)
        elif _has_second_name(temporary, place):
            temporary.unlink()
        else:
            place.touch(exist_ok=False)
            _move_over_empty_file(temporary, place)
    except FileExistsError:
        return False
    return True


def _has_second_name(file: Path, name: Path) -> bool:
    """Give a file a second name; return False where its file system knows no hard links."""
    try:
        name.hardlink_to(file)
    except FileExistsError:
        raise
    except OSError:
        return False
    return True


def _move_over_empty_file(temporary: Path, place: Path) -> None:
    """Move a file over the empty one that holds its place and is removed where that fails."""
    try:
        temporary.replace(place)
    except BaseException:
        place.unlink(missing_ok=True)
        raise


def _take_over(old: Path, new: Path) -> None:
    """Give a new file the owner, the rights and the attributes of the old one.

    What cannot be kept becomes a remark.
    """
    old_status = old.stat()
    new_status = new.stat()
    lost: list[str] = []
    # owner and group never differ on Windows
    if new_status.st_uid != old_status.st_uid and not _changes_owner(new, user=old_status.st_uid):
        lost.append("its owner")
    if new_status.st_gid != old_status.st_gid and not _changes_owner(new, group=old_status.st_gid):
        lost.append("its group")
    with contextlib.suppress(OSError):
        shutil.copystat(old, new)
        os.utime(new)  # its content is of now
    if "its group" in lost:  # the rights of one group must not pass to another
        rights = stat.S_IMODE(old_status.st_mode)
        rights_of_others = rights & stat.S_IRWXO
        new.chmod((rights & ~stat.S_IRWXG) | (rights_of_others << 3))
    if old_status.st_nlink > 1:
        lost.append("its other names (hard links), which hold the old content")
    remarks = _remarks.get()
    if lost and remarks is not None:
        remarks.append(f"{old.name} could not keep {', '.join(lost)}")


def _changes_owner(file: Path, user: int = -1, group: int = -1) -> bool:
    """Give a file another owner or group, -1 for the same; return False where that is denied."""
    try:
        os.chown(file, user, group)
    except OSError:
        return False
    return True


def _drop_writer(error: BaseException) -> None:
    """Drop the objects of a failed writer.

    Half-written archives complete their files when they go, fail again, and Python would print
    that.
    """
    import traceback

    hook = sys.unraisablehook
    sys.unraisablehook = lambda _: None
    cause: BaseException | None = error
    try:
        while cause is not None:
            traceback.clear_frames(cause.__traceback__)
            cause = cause.__context__
        gc.collect()
    finally:
        sys.unraisablehook = hook
