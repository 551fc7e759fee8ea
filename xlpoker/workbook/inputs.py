"""Expands the inputs of the command line, folders and patterns such as ``hands/*.xlsx``, to files.

Of a folder (without its subfolders, which a note says; ``hands/**/*`` searches these, too) and of a pattern the readable
files are taken, in the order of their names. Left out by their names are outputs, ``*.scored.*`` and ``*.report.*``, ``~$book.xlsx``,
by which Excel marks an open book, and hidden files. A file that is named itself is always taken, except for the output of
a book that is named with it: then the shell has expanded a pattern.
"""

from __future__ import annotations

import glob
import os
from collections.abc import Collection, Iterable, Sequence
from itertools import islice
from pathlib import Path

from xlpoker.errors import BookError, counted
from xlpoker.files.file_types import FORMATS
from xlpoker.workbook.job import output_of

__all__ = ["expanded"]

OUTPUTS = "*.scored.*, *.report.*, ~$*"
MOST_FOLDERS = 1000
"""The most subfolders of a named folder that are searched for files to mention as left out."""
MOST_WORDS = 12
"""The most words that are joined to test whether they are one name with blanks."""


def expanded(
    names: Iterable[Path | str], *, written: bool = False, notes: list[str] | None = None
) -> tuple[list[Path], list[BookError]]:
    """Return the files, those of each pattern and folder sorted by name, and the errors about the others.

    >>> files, errors = expanded(["book.xlsx", "book.scored.xlsx", "poker.txt"])
    >>> [str(file) for file in files], errors
    (['book.xlsx', 'poker.txt'], [])

    Errors are a folder or a pattern without a file and, where outputs are `written` beside their inputs, a file of a folder or
    pattern whose output belongs to another file. `notes` get lines about what is left out. A file is taken once, whatever its
    names are: links lead to it, too.
    """
    files: list[Path] = []
    taken: set[Path] = set()
    errors: list[BookError] = []
    outputs: dict[Path, Path] = {}
    paths = _in_quotes([Path(name) for name in names], errors)
    books = {(path.parent, path.stem) for path in paths}
    skipped: set[Path] = set()
    endings = _endings()
    for name in paths:
        if name.is_dir():
            matches, missing, folder = list(name.iterdir()), f"{name} holds no file to read", name
        elif not name.exists() and glob.has_magic(str(name)):
            matches = [Path(match) for match in glob.glob(str(name), recursive=True)]  # noqa: PTH207 - absolute ones too
            missing, folder = f"no file to read matches '{name}'", None
        else:
            if _is_of_another(name, books):
                skipped.add(name)
            else:
                files.append(name)
                taken.add(name)
                outputs.setdefault(output_of(name), name)
            continue
        known = [path for path in matches if path.suffix.lower() in endings and not path.name.startswith(".")]
        found = sorted(path for path in known if path.is_file() and not _is_skipped(path))
        left_out = sorted(path for path in known if _is_skipped(path))
        skipped.update(left_out)
        below = _below(folder) if folder is not None and (not found or notes is not None) else ""
        if not found:
            *others, last = endings
            kinds = f"those are {', '.join(others)} and {last}"
            names_left = f" ({left_out[0].name}{' ...' * (len(left_out) > 1)} is left out)" if left_out else ""
            errors.append(BookError(f"{missing}; {below or kinds + names_left}"))
        elif below and notes is not None:
            notes.append(below)
        for file in found:
            other = outputs.setdefault(output_of(file), file) if written else file
            if other == file and file not in taken:
                files.append(file)
                taken.add(file)
            elif other != file:
                same = f"{other} has the same output {output_of(file).name}"
                errors.append(BookError(f"{file} is left out: {same}; score it by itself, with -o"))
    if notes is not None and (count := len(skipped - taken)):
        notes.append(
            f"{counted(count, 'file')} left out by name ({OUTPUTS}); name {'it' if count == 1 else 'one'} by itself to take it"
        )
    return _once(files, notes), errors


def _endings() -> list[str]:
    """Return the endings of all files that are read."""
    return [ending for one in FORMATS.values() for ending in one.endings]


def _in_quotes(paths: Sequence[Path], errors: list[BookError]) -> list[Path]:
    """Return the paths without the words of an existing path with blanks; `errors` gets a line for each such path."""
    kept: list[Path] = []
    at = 0
    while at < len(paths):
        ends = range(at + 2, min(len(paths), at + MOST_WORDS) + 1) if not os.path.lexists(paths[at]) else ()
        joined = ((end, " ".join(map(str, paths[at:end]))) for end in ends)
        end, whole = next(((end, name) for end, name in joined if os.path.lexists(name)), (at + 1, ""))
        if whole:
            errors.append(BookError(f'{whole} has blanks in its name; put it in quotes: "{whole}"'))
        else:
            kept.append(paths[at])
        at = end
    return kept


def _below(folder: Path) -> str:
    """Return the note on files in the subfolders of a folder, an empty text where there are none."""
    count, endings = 0, _endings()
    for place, folders, files in islice(os.walk(folder), MOST_FOLDERS):
        folders[:] = [name for name in folders if not name.startswith(".")]
        known = (Path(name) for name in files if Path(name).suffix.lower() in endings)
        count += (
            sum(not _is_skipped(name) and not name.name.startswith(".") for name in known)
            if Path(place) != folder
            else 0
        )
    what = "1 file in a subfolder is" if count == 1 else f"{count:,} files in subfolders are"
    return f'{what} left out; name "{Path(glob.escape(str(folder))) / "**" / "*"}" to take all' if count else ""


def _once(files: Sequence[Path], notes: list[str] | None) -> list[Path]:
    """Return the files without repetitions, by the same name or another."""
    seen: dict[object, Path] = {}
    for file in files:
        try:
            found = file.stat()
            key: object = (found.st_dev, found.st_ino) if found.st_ino else file.resolve()
        except OSError:  # missing: the error is raised when it is read
            key = file
        other = seen.setdefault(key, file)
        if other is not file and notes is not None:
            same = f"is left out: it is the same file as {other}" if other != file else "is named twice and counts once"
            notes.append(f"{file} {same}")
    return list(seen.values())


def _is_skipped(path: Path) -> bool:
    """Tell whether a file is left out by its name, being one of `OUTPUTS`."""
    return path.name.startswith("~$") or path.stem.lower().endswith((".scored", ".report"))


def _is_of_another(path: Path, books: Collection[tuple[Path, str]]) -> bool:
    """Tell whether an output, which a pattern would leave out, belongs to another named file."""
    book = path.stem.removeprefix("~$").rpartition(".")[0] if not path.name.startswith("~$") else path.stem[2:]
    return _is_skipped(path) and (path.parent, book) in books
