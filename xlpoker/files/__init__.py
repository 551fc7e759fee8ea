"""Files as bytes: the kind of a file, by its content and never by its name.

A job names the files that it depends on in `watched`. Their device, inode, size and time of change
are noted before they are read. They are compared on any failure and before a file is replaced
(`xlpoker.files.outputs`).
"""

from __future__ import annotations

import contextlib
import os
import re
import zipfile
from collections.abc import Iterator, Sequence
from contextvars import ContextVar
from pathlib import Path
from typing import BinaryIO, Literal, NamedTuple, TypeAlias

from xlpoker.errors import BookError, no_memory, shown

__all__ = [
    "FORMATS",
    "Format",
    "Stamp",
    "changed",
    "check_ending",
    "check_watched",
    "holds_macros",
    "is_macro",
    "is_workbook",
    "kind_of",
    "no_table",
    "opened",
    "path_of",
    "same_file",
    "stamp_of",
    "watched",
]

Stamp: TypeAlias = tuple[int, ...]
"""What identifies a version of a file: device, inode, size, time of change."""


class Format(NamedTuple):
    """A kind of file that is read: what it is called, its endings, its first bytes if they tell it.

    `reader` is the function (``module:name``) from a path and the name of a sheet, or None, to a
    list of `xlpoker.layout.grid.Grid`. Results of such a file go into a new workbook. Without a
    reader it is read in blocks, and written in its own kind.
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
"""Bytes at the beginning of a file that tell its kind."""
_ZIP = (b"PK\3\4", b"PK\5\6")
_COMPOUND = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_SEARCHED = 1 << 26
"""Bytes of a compound file in which the names of its streams are searched."""
_TEXT_SUFFIXES = (".csv", ".tsv", ".txt", "")
_DATA_SUFFIXES = (".data", ".dat", ".log")  # of texts as well as of anything else
_JSON = (".json", ".jsonl")
_HISTORIES = (".phh", ".phhs", ".ohh")
_SESSIONS = {
    ".xml": (b"<session",),
    ".json": (b'"ohh"', b'"handVersion"'),
    ".jsonl": (b'"ohh"',),
}
"""What the beginning of sites' histories holds, one of them."""
_OPEN_DOCUMENT = b"application/vnd.oasis.opendocument.spreadsheet"

_watched: ContextVar[tuple[tuple[Path, Stamp | None], ...]] = ContextVar("_watched", default=())

BOOK = (
    "was changed by another program while it was being read; "
    "nothing was written, run the command again"
)


def path_of(name: object, purpose: Literal["read", "written"] = "read") -> Path:
    """Return the path of a file to be read or written, from a text or a path.

    Raises `BookError` for any other type, for an empty text, for a name that no file can have, and
    for ``~$book.xlsx``.
    """
    text = os.fspath(name) if isinstance(name, str | os.PathLike) else None
    if not isinstance(text, str):
        raise BookError(
            f"{shown(name)} is not the name of a file; give a text, 'book.xlsx', or a pathlib.Path"
        )
    problem = _unreachable(text)
    if problem == NO_NAME:
        raise BookError(f"{shown(text)} {NO_NAME}")
    if problem:
        raise BookError(f"{text} cannot be {purpose}: {problem}")
    path = Path(text)
    if path.name.startswith("~$"):
        book = path.name[2:]
        raise BookError(
            f"{text} only marks {book} as open in a spreadsheet program; name {book} itself"
        )
    return path


def _unreachable(text: str) -> str:
    """Return what is wrong with the name of a file, existing or not; else an empty text."""
    problem = "" if text.strip() else NO_NAME
    try:
        os.stat(text)  # noqa: PTH116 - Path.exists is False for a name that no file can have
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
            "- is no file, and standard input is not read; "
            "save what comes there to a file, such as hands.csv"
        )
    if path.is_dir():  # opening it on Windows would fail with *permission denied*
        raise BookError(f"{path} is a folder, not a workbook")
    if path.exists() and not path.is_file():
        raise BookError(
            f"{path} is no file but a pipe or a device; save what it holds to a file first"
        )
    try:
        return path.open("rb")
    except FileNotFoundError:
        raise BookError(f"{path} does not exist") from None
    except OSError as error:
        raise BookError(f"{path} cannot be read: {error.strerror}") from None


def kind_of(path: Path, file: BinaryIO | None = None) -> str:
    """Return what a file is, which may be open already, by its content: a key of `FORMATS`.

    Raises `BookError` for a file that holds no table: encrypted, a document of another kind, a
    picture, missing, empty.
    """
    with contextlib.nullcontext(file) if file is not None else opened(path) as source:
        try:
            source.seek(0)
            head = source.read(_HEAD)
            if head.startswith(_ZIP):
                return _zipped(path, source)
            rest = source.read(_SEARCHED) if head.startswith(_COMPOUND) else b""
        except OSError as error:
            raise BookError(f"{path} cannot be read: {error.strerror}") from None
    if head.startswith(_COMPOUND):
        return _compound(path, head + rest)
    for kind, file_format in FORMATS.items():
        if file_format.begins and head.startswith(file_format.begins):
            return kind
    if not head:
        raise BookError(f"{path.name} is empty")
    suffix = path.suffix.lower()
    is_session = any(words in head for words in _SESSIONS.get(suffix, ()))
    if is_session or suffix in _HISTORIES:
        raise BookError(no_table(path))
    is_text_file = suffix in _DATA_SUFFIXES and _is_text(head)
    if is_text_file or suffix in _TEXT_SUFFIXES:
        return "text"
    raise BookError(f"{path.name} is not a workbook: its content is {_content(path, head)}")


def no_table(path: Path) -> str:
    """Return the message about hand histories in the place of a table.

    It names the command that makes a table of them.

    >>> no_table(Path("my hands.txt")).partition("; ")[2]
    'make a table of them first: xlpoker import "my hands.txt" hands.xlsx'
    """
    command = f"xlpoker import {typed(path)} hands.xlsx"
    return f"{path.name} holds hand histories; make a table of them first: {command}"


def typed(path: Path) -> str:
    """Return a path as one types it in a command, in quotes where needed."""
    return str(path) if re.fullmatch(r"[\w./\\:~-]+", str(path)) else f'"{path}"'


def _compound(path: Path, content: bytes) -> str:
    """Return the kind of a compound file, the container of old Office and of encrypted books."""
    if "EncryptedPackage".encode("utf-16-le") in content:
        raise BookError(
            f"{path.name} is encrypted; open it with its password and save it without one"
        )
    for stream in ("Workbook\0", "Book\0"):
        if stream.encode("utf-16-le") in content:
            return "xls"
    raise BookError(
        f"{path.name} is not a workbook: its content is an old document of another kind"
    )


def _zipped(path: Path, file: BinaryIO) -> str:
    """Return the kind of a zip file, the container of workbooks and of OpenDocument."""
    try:
        with zipfile.ZipFile(file) as package:
            names = {name.lower() for name in package.namelist()}
            if "mimetype" in names and "content.xml" in names:
                with package.open("mimetype") as member:
                    if member.read(len(_OPEN_DOCUMENT)) == _OPEN_DOCUMENT:
                        return "ods"
    except (OSError, ValueError, KeyError, RuntimeError, NotImplementedError, zipfile.BadZipFile):
        raise BookError(
            f"{path.name} is damaged: it begins like a workbook but is not a whole zip file"
        ) from None
    if "xl/workbook.bin" in names:
        return "xlsb"
    is_office = "[content_types].xml" in names
    if is_office and any(name.startswith("xl/") for name in names):
        return "xlsx"
    remedy = "; unzip it first" if names and not is_office else ""
    raise BookError(f"{path.name} is not a workbook: its content is a zip file without one{remedy}")


def _content(path: Path, head: bytes) -> str:
    """Return what a file of no known kind holds, by its beginning."""
    if head.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] == b"<":
        return "HTML or XML"
    if not _is_text(head):
        return "not known"
    if path.suffix.lower() in _JSON:
        return "JSON, which is read where it holds hand histories of PokerNow or Open Hand History"
    return f"text; name it {path.stem}.csv or {path.stem}.txt"


def _is_text(head: bytes) -> bool:
    """Tell whether a file that begins so may be a text.

    One in UTF-16 has a mark, any other holds no zero byte.
    """
    return head.startswith((b"\xff\xfe", b"\xfe\xff")) or b"\0" not in head


def check_ending(target: Path, endings: Sequence[str]) -> None:
    """Raise `BookError` for standard output and for a name without one of these endings."""
    *first, last = endings
    choices = f"{', '.join(first)} or {last}" if first else last
    if str(target) == "-":
        raise BookError(
            "- is standard output, where this cannot be written; "
            f"name a file that ends in {choices}"
        )
    if target.suffix.lower() in endings:
        return
    if len(endings) == 1:
        raise BookError(f"{target.name} does not end in {last}; name it {target.stem}{last}")
    raise BookError(f"{target.name} has no ending that can be written here; choose {choices}")


def holds_macros(path: Path, file: BinaryIO | None = None) -> bool:
    """Tell whether a workbook, which may be open already, holds macros.

    Then its name must end in .xlsm. What its content types allow says nothing. A file that is no
    workbook holds none: who reads it says what is wrong.
    """
    try:
        with zipfile.ZipFile(file or path) as package:
            return any(is_macro(part) for part in package.namelist())
    except (OSError, zipfile.BadZipFile):
        return False


def is_macro(part: str) -> bool:
    """Tell whether a part of that name holds macros."""
    return re.search(r"vbaproject\.bin$|/macrosheets/", part.lower()) is not None


def is_workbook(path: Path) -> bool:
    """Tell whether a file is an .xlsx or .xlsm workbook, by its content.

    Results can be written into such a file. Raises `BookError` for a file that cannot be read.
    """
    return kind_of(path) == "xlsx"


def stamp_of(file: Path | int) -> Stamp | None:
    """Return what identifies a version of a file, a path or an open file; None if there is none."""
    try:
        status = os.stat(file)  # noqa: PTH116 - of an open file too
    except (OSError, ValueError):
        return None
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns


def changed(path: Path) -> BookError:
    """Return the error about a book that was changed while it was read."""
    return BookError(f"{path.name} {BOOK}")


@contextlib.contextmanager
def watched(path: Path) -> Iterator[None]:
    """Watch a book during the ``with`` block.

    Raises `BookError` where the block fails, or is about to replace a file, and the watched one has
    changed; and where the block fails for want of memory.
    """
    token = _watched.set((*_watched.get(), (path, stamp_of(path))))
    try:
        yield
    except Exception as error:  # two mixed versions, or too little memory, look like any damage
        check_watched()
        memory_error = no_memory(error, path.name)
        if memory_error is not None:
            raise memory_error from None
        raise
    finally:
        _watched.reset(token)


def check_watched() -> None:
    """Raise `BookError` where a file that is watched has changed."""
    for path, stamp in _watched.get():
        if stamp_of(path) != stamp:
            raise changed(path) from None


def same_file(first: Path, second: Path) -> bool:
    """Tell whether two names lead to one file.

    They may do so through links of either kind, or by different paths to its folder.
    """
    try:
        return first.samefile(second)
    except (OSError, ValueError):  # of links that lead to themselves, too
        return os.path.realpath(first) == os.path.realpath(second)
