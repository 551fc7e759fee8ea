"""Expands the inputs of the command line, folders and patterns such as ``hands/*.xlsx``, to files.

Of a folder (without its subfolders, which a note says; ``hands/**/*`` searches these, too) and of a pattern the readable
files are taken, in the order of their names. Left out are ``~$book.xlsx``, by which Excel marks an open book, hidden files,
the outputs ``book.scored.xlsx`` and ``book.report.xlsx``, and outputs by other names where a file beside them holds the
same hands. A file that is named itself is always taken, except for the output of a book that is named with it: then the
shell has expanded a pattern.
"""

from __future__ import annotations

import glob
import os
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from itertools import islice
from pathlib import Path

from xlpoker.errors import BookError
from xlpoker.workbook.job import output_of
from xlpoker.workbook.outputs import deals_of, is_report, may_hold_results

__all__ = ["SUFFIXES", "expanded"]

SUFFIXES = (".xlsx", ".xlsm", ".xls", ".xlsb", ".ods", ".csv", ".tsv", ".txt", ".parquet")
MOST_FOLDERS = 1000
"""The most subfolders of a named folder that are searched for files to mention as left out."""
MOST_NAMED = 3
"""The most copies that are named one by one as left out."""
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
    pattern whose output belongs to another file. With `notes`, which get a line for each, an output of another name is left out, too,
    where a file beside it holds the same hands. A file is taken once, whatever its names are: links lead to it, too.
    """
    files: list[Path] = []
    taken: set[Path] = set()
    errors: list[BookError] = []
    outputs: dict[Path, Path] = {}
    paths = _in_quotes([Path(name) for name in names], errors)
    books = {(path.parent, path.stem) for path in paths}
    for name in paths:
        if name.is_dir():
            matches, missing, folder = list(name.iterdir()), f"{name} holds no file to read", name
        elif not name.exists() and glob.has_magic(str(name)):
            matches = [Path(match) for match in glob.glob(str(name), recursive=True)]  # noqa: PTH207 - absolute ones too
            missing, folder = f"no file to read matches '{name}'", None
        else:
            if not _is_of_another(name, books):
                files.append(name)
                taken.add(name)
                outputs.setdefault(output_of(name), name)
            continue
        known = [path for path in matches if path.suffix.lower() in SUFFIXES]
        found = sorted(path for path in known if path.is_file() and not _is_skipped(path))
        below = _below(folder) if folder is not None and (not found or notes is not None) else ""
        if not found:
            kinds = f"those are {', '.join(SUFFIXES[:-1])} and {SUFFIXES[-1]}"
            skipped = sorted(path.name for path in known if _is_skipped(path))
            left_out = f" ({skipped[0]}{' ...' * (len(skipped) > 1)} is left out)" if skipped else ""
            errors.append(BookError(f"{missing}; {below or kinds + left_out}"))
        elif below and notes is not None:
            notes.append(below)
        for file in found if notes is None else _without_copies(found, notes):
            other = outputs.setdefault(output_of(file), file) if written else file
            if other == file and file not in taken:
                files.append(file)
                taken.add(file)
            elif other != file:
                same = f"{other} has the same output {output_of(file).name}"
                errors.append(BookError(f"{file} is left out: {same}; score it by itself, with -o"))
    return _once(files, notes), errors


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
    count = 0
    for place, folders, files in islice(os.walk(folder), MOST_FOLDERS):
        folders[:] = [name for name in folders if not name.startswith(".")]
        known = (Path(name) for name in files if Path(name).suffix.lower() in SUFFIXES)
        count += sum(not _is_skipped(name) for name in known) if Path(place) != folder else 0
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


def _without_copies(files: Sequence[Path], notes: list[str]) -> list[Path]:
    """Return the files without scored copies of other files, whose hands would be counted twice.

    A scored book whose hands no other file holds is taken: it may be all that its owner has. One that shares only some of
    its hands with another is taken, with a note.
    """
    held = [file for file in files if may_hold_results(file)]
    if len(files) == 1 or not held:
        return list(files)
    left_out = {file for file in held if file.suffix.lower() == ".xlsx" and is_report(file)}
    notes += [f"{file} is left out: it is a report; name it by itself to take it" for file in sorted(left_out)]
    looked = {file: deals_of(file) for file in files if file not in left_out}
    holders: dict[str, list[Path]] = {}
    copies: list[str] = []
    for file in sorted(looked, key=lambda file: looked[file][0]):  # those without results first
        scored, deals, more = looked[file]
        shared = Counter(other for cards in deals for other in holders.get(cards, ())) if scored else Counter[Path]()
        other, count = (shared.most_common(1) or [(file, 0)])[0]
        if count and count == len(deals) and more <= looked[other][2]:
            left_out.add(file)
            copies.append(
                f"{file} is left out: it holds results and the hands of {other}; name it by itself to take it"
            )
            continue
        if 2 * count > len(deals):
            notes.append(f"{file} holds results and most hands of {other}: they count twice if it is made from that")
        for cards in deals:
            holders.setdefault(cards, []).append(file)
    if len(copies) > MOST_NAMED:
        copies[:] = [f"{copies[0]}; so are {len(copies) - 1:,} other files with results, for the same reason"]
    notes += copies
    return [file for file in files if file not in left_out]


def _is_skipped(path: Path) -> bool:
    return path.name.startswith(("~$", ".")) or path.stem.lower().endswith((".scored", ".report"))


def _is_of_another(path: Path, books: Collection[tuple[Path, str]]) -> bool:
    """Tell whether an output, which a pattern would leave out, belongs to another named file."""
    book = path.stem.removeprefix("~$").rpartition(".")[0] if not path.name.startswith("~$") else path.stem[2:]
    return _is_skipped(path) and (path.parent, book) in books
