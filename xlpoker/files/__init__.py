"""Files as bytes: the kind of a file, by its content and never by its name; and replacing one by a new one, in one step or not at all.

A new file is written beside its target under a temporary name, forced to the disk and put in the target's place, with the owner,
the rights and the attributes of the old one. A job names the files that it depends on in `watched`: their device, inode, size and
time of change are noted before they are read, and compared on any failure and before a file is replaced.
"""

from __future__ import annotations

import contextlib
import gc
import os
import re
import shutil
import stat
import sys
import traceback
import zipfile
from collections.abc import Iterator, Sequence
from contextvars import ContextVar
from pathlib import Path
from typing import BinaryIO, Literal, NamedTuple

from xlpoker.errors import BookError, counted, shown

__all__ = [
    "FORMATS", "Format", "changed", "check_ending", "check_output", "check_place", "holds_macros", "is_macro", "is_workbook",
    "kind_of", "no_table", "opened", "path_of", "replaced", "same_file", "stamp_of", "watched",
]  # fmt: skip


class Format(NamedTuple):
    """A kind of file that is read: what it is called, its endings, and the first bytes where these tell it.

    `reader` is the function (``module:name``) from a path and the name of a sheet, or None, to a list of `xlpoker.layout.grid.Grid`;
    results of such a file go into a new workbook. Without a reader it is read in blocks, and written in its own kind.
    """

    words: str
    endings: tuple[str, ...]
    reader: str = ""
    begins: bytes = b""


_CALAMINE = "xlpoker.workbook.foreign:read_foreign"
FORMATS = {
    "xlsx": Format("a workbook", (".xlsx", ".xlsm")),
    "xls": Format("an old .xls workbook", (".xls",), _CALAMINE),
    "xlsb": Format("an .xlsb workbook", (".xlsb",), _CALAMINE),
    "ods": Format("an OpenDocument workbook", (".ods",), _CALAMINE),
    "text": Format("text", (".csv", ".tsv", ".txt")),
    "parquet": Format("a Parquet file", (".parquet",), begins=b"PAR1"),
}

NO_NAME = "is not the name of a file; such as 'book.xlsx' is"
_HEAD = 1024
_ZIP = (b"PK\3\4", b"PK\5\6")
_COMPOUND = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_SEARCHED = 1 << 26  # bytes of a compound file in which the names of its streams are searched
_TEXT_SUFFIXES = (".csv", ".tsv", ".txt", "")
_DATA_SUFFIXES = (".data", ".dat", ".log")  # of texts as well as of anything else
_HISTORIES = (".phh", ".phhs", ".ohh")
_SESSION = {".xml": b"<session", ".json": b'"ohh"', ".jsonl": b'"ohh"'}  # the beginning of sites' histories
_OPEN_DOCUMENT = b"application/vnd.oasis.opendocument.spreadsheet"

_watched: ContextVar[tuple[tuple[Path, tuple[int, ...] | None, str], ...]] = ContextVar("_watched", default=())
_remarks: ContextVar[list[str] | None] = ContextVar("_remarks", default=None)

BOOK = "was changed by another program while it was being read; nothing was written, run the command again"
OPEN = "cannot be replaced: it is open in another program, such as Excel, or write-protected; close it there and run the command again"
MEANWHILE = "was written by another program in the meantime and stays as it is; run the command again"
THERE = "is there already; --force replaces it"


def path_of(name: object, purpose: Literal["read", "written"] = "read") -> Path:
    """Return the path of a file to be read or written, from a text or a path.

    Raises `BookError` for any other type, for an empty text, for a name that no file can have, and for ``~$book.xlsx``.
    """
    if not isinstance(name, str | os.PathLike) or not isinstance(text := os.fspath(name), str):
        raise BookError(f"{shown(name)} is not the name of a file; give a text, 'book.xlsx', or a pathlib.Path")
    if problem := _unreachable(text):
        unusable = f"{shown(text)} {NO_NAME}" if problem == NO_NAME else f"{text} cannot be {purpose}: {problem}"
        raise BookError(unusable)
    if (name := Path(text).name).startswith("~$"):
        raise BookError(f"{text} only marks {name[2:]} as open in a spreadsheet program; name {name[2:]} itself")
    return Path(text)


def _unreachable(text: str) -> str:
    """Return what is wrong with the name of a file, existing or not; an empty text for a usable name."""
    problem = "" if text.strip() else NO_NAME
    try:
        os.stat(text)  # noqa: PTH116 - pathlib takes a name that no file can have for a file that is missing
    except (FileNotFoundError, NotADirectoryError):
        return problem
    except ValueError:
        return NO_NAME
    except OSError as error:  # a name too long, a folder that may not be looked into
        return str(error.strerror)
    return problem


def opened(path: Path) -> BinaryIO:
    """Open a file for reading; raise `BookError` for one that is missing or no file."""
    if str(path) == "-" and not path.exists():
        raise BookError(
            "- is no file, and standard input is not read; save what comes there to a file, such as hands.csv"
        )
    if path.is_dir():  # opening it on Windows would fail with *permission denied*
        raise BookError(f"{path} is a folder, not a workbook")
    if path.exists() and not path.is_file():
        raise BookError(f"{path} is no file but a pipe or a device; save what it holds to a file first")
    try:
        return path.open("rb")
    except FileNotFoundError:
        raise BookError(f"{path} does not exist") from None
    except OSError as error:
        raise BookError(f"{path} cannot be read: {error.strerror}") from None


def kind_of(path: Path, file: BinaryIO | None = None) -> str:
    """Return what a file is, which may be open already, by its content.

    Raises `BookError` for a file that holds no table: encrypted, a document of another kind, a picture, missing, empty.
    """
    with contextlib.nullcontext(file) if file is not None else opened(path) as there:
        try:
            there.seek(0)
            head = there.read(_HEAD)
            if head.startswith(_ZIP):
                return _zipped(path, there)
            rest = there.read(_SEARCHED) if head.startswith(_COMPOUND) else b""
        except OSError as error:
            raise BookError(f"{path} cannot be read: {error.strerror}") from None
    if head.startswith(_COMPOUND):
        return _compound(path, head + rest)
    for kind, one in FORMATS.items():
        if one.begins and head.startswith(one.begins):
            return kind
    if not head:
        raise BookError(f"{path.name} is empty")
    suffix = path.suffix.lower()
    if suffix in _HISTORIES or (suffix in _SESSION and _SESSION[suffix] in head):
        raise BookError(no_table(path))
    if suffix in _TEXT_SUFFIXES or (suffix in _DATA_SUFFIXES and _is_text(head)):
        return "text"
    raise BookError(f"{path.name} is not a workbook: its content is {_content(path, head)}")


def no_table(path: Path) -> str:
    """Return the message about hand histories in the place of a table, with the command that makes a table of them.

    >>> no_table(Path("my hands.txt"))
    'my hands.txt holds hand histories; make a table of them first: xlpoker import "my hands.txt" hands.xlsx'
    """
    return f"{path.name} holds hand histories; make a table of them first: xlpoker import {typed(path)} hands.xlsx"


def typed(path: Path) -> str:
    """Return a path as one types it in a command, in quotes where needed."""
    return str(path) if re.fullmatch(r"[\w./\\:~-]+", str(path)) else f'"{path}"'


def _compound(path: Path, content: bytes) -> str:
    """Return the kind of a compound file, the container of old Office and of encrypted books."""
    if "EncryptedPackage".encode("utf-16-le") in content:
        raise BookError(f"{path.name} is encrypted; open it with its password and save it without one")
    if any(name.encode("utf-16-le") in content for name in ("Workbook\0", "Book\0")):
        return "xls"
    raise BookError(f"{path.name} is not a workbook: its content is an old document of another kind")


def _zipped(path: Path, file: BinaryIO) -> str:
    try:
        with zipfile.ZipFile(file) as package:
            names = {name.lower() for name in package.namelist()}
            if "mimetype" in names and "content.xml" in names:
                with package.open("mimetype") as member:
                    if member.read(len(_OPEN_DOCUMENT)) == _OPEN_DOCUMENT:
                        return "ods"
    except (OSError, ValueError, KeyError, RuntimeError, NotImplementedError, zipfile.BadZipFile):
        raise BookError(f"{path.name} is damaged: it begins like a workbook but is not a whole zip file") from None
    if "xl/workbook.bin" in names:
        return "xlsb"
    if "[content_types].xml" not in names or not any(name.startswith("xl/") for name in names):
        files = "; unzip it first" if names and "[content_types].xml" not in names else ""
        raise BookError(f"{path.name} is not a workbook: its content is a zip file without one{files}")
    return "xlsx"


def _content(path: Path, head: bytes) -> str:
    if head.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] == b"<":
        return "HTML or XML"
    if not _is_text(head):
        return "not known"
    return f"text; name it {path.stem}.csv or {path.stem}.txt"


def _is_text(head: bytes) -> bool:
    """Tell whether a file that begins so may be a text: one in UTF-16 has a mark, any other holds no zero byte."""
    return head.startswith((b"\xff\xfe", b"\xfe\xff")) or b"\0" not in head


def check_ending(target: Path, endings: Sequence[str]) -> None:
    """Raise `BookError` for standard output and for a name without one of these endings."""
    *others, last = endings
    choices = f"{', '.join(others)} or {last}" if others else last
    if str(target) == "-":
        raise BookError(f"- is standard output, where this cannot be written; name a file that ends in {choices}")
    if target.suffix.lower() not in endings:
        if not others:
            raise BookError(f"{target.name} does not end in {last}; name it {target.stem}{last}")
        raise BookError(f"{target.name} has no ending that can be written here; choose {choices}")


def holds_macros(path: Path, file: BinaryIO | None = None) -> bool:
    """Tell whether a workbook, which may be open already, holds macros, so that its name must end in .xlsm.

    What its content types allow says nothing.
    """
    with (
        contextlib.suppress(OSError, zipfile.BadZipFile),
        zipfile.ZipFile(file or path) as package,
    ):  # who reads it says what is wrong
        return any(map(is_macro, package.namelist()))
    return False


def is_macro(part: str) -> bool:
    """Tell whether a part of that name holds macros."""
    return re.search(r"vbaproject\.bin$|/macrosheets/", part.lower()) is not None


def is_workbook(path: Path) -> bool:
    """Tell whether a file is an .xlsx or .xlsm workbook, by its content: results can be written into it.

    Raises `BookError` for a file that cannot be read.
    """
    return kind_of(path) == "xlsx"


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
    with contextlib.suppress(OSError):
        shutil.copystat(old, new)
        os.utime(new)  # its content is of now
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
