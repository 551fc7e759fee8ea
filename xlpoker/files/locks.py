"""Locks of spreadsheet programs: the small files that Excel and LibreOffice lay beside a workbook which is open.

Who writes into a book that is open elsewhere loses one of the two versions, whichever is saved first.
"""

from __future__ import annotations

import os
from pathlib import Path

from xlpoker.errors import BookError

__all__ = ["check_unlocked"]

_LONGEST = 54  # characters of a name in Excel's file
_SIZE = 165  # bytes of Excel's file


def check_unlocked(path: Path) -> None:
    """Raise `BookError` where a workbook is open in Excel (``~$book.xlsx``) or LibreOffice (``.~lock.book.xlsx#``)."""
    for lock in (path.with_name(f"~${path.name}"), path.with_name(f".~lock.{path.name}#")):
        if os.path.isfile(lock):  # noqa: PTH113 - False also for a name that is too long
            who = _owner(lock)
            raise BookError(
                f"{path.name} is open{f' by {who}' if who else ''} ({lock.name} lies beside it); close it there, "
                "or write to another file"
            )


def _owner(lock: Path) -> str:
    """Return the user whom a lock file names, an empty text where it names none."""
    try:
        with lock.open("rb") as file:
            content = file.read(_SIZE)
    except OSError:
        return ""
    if lock.name.startswith(".~lock"):
        name = content.decode("utf-8", errors="replace").lstrip(",").split(",")[0]
    else:
        name = content[1 : 1 + min(content[0], _LONGEST)].decode("cp1252", errors="replace") if content else ""
    return name.strip() if name.isprintable() else ""
