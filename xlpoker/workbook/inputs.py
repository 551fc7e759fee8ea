"""Expands the inputs of the command line, folders and patterns such as ``hands/*.xlsx``, to files.

Of a folder (without its subfolders; ``hands/**/*`` searches these, too) and of a pattern the readable
files are taken, in the order of their names. Left out by their names are outputs, ``*.scored.*`` and ``*.report.*``, ``~$book.xlsx``,
by which Excel marks an open book, and hidden files. A file that is named itself is always taken, except for the output of
a book that is named with it: then the shell has expanded a pattern.
"""

from __future__ import annotations

import glob
from collections.abc import Iterable
from pathlib import Path

from xlpoker.errors import BookError, counted
from xlpoker.files import FORMATS
from xlpoker.workbook.job import output_of

__all__ = ["expanded"]

OUTPUTS = "*.scored.*, *.report.*, ~$*"


def expanded(
    names: Iterable[Path | str], *, written: bool = False, notes: list[str] | None = None
) -> tuple[list[Path], list[BookError]]:
    """Return the files, those of each pattern and folder sorted by name, and the errors about the others.

    >>> files, errors = expanded(["book.xlsx", "book.scored.xlsx", "poker.txt"])
    >>> [str(file) for file in files], errors
    (['book.xlsx', 'poker.txt'], [])

    Errors are a folder or a pattern without a file and, where outputs are `written` beside their inputs, a file whose output
    belongs to another file. `notes` get lines about what is left out. A file is taken once, whatever its names are: links lead to it, too.
    """
    errors, notes = list[BookError](), [] if notes is None else notes
    outputs, seen = dict[Path, Path](), dict[Path, Path]()
    skipped, paths = set[Path](), [Path(name) for name in names]
    books = {(path.parent, path.stem) for path in paths}
    for name in paths:
        matches = _matches(name)
        if matches is None:
            found = [] if _is_skipped(name) and (name.parent, _book_of(name)) in books else [name]
            skipped.update([name] * (not found))
        else:
            found = [path for path in matches if path.is_file() and not _is_skipped(path)]
            skipped.update(left_out := [path for path in matches if _is_skipped(path)])
            if not found:
                missing = (
                    f"{name} holds no file to read"
                    if name.is_dir()
                    else f"no file to read matches '{name}'"
                )
                *others, last = _endings()
                left = (
                    f" ({left_out[0].name}{' ...' * (len(left_out) > 1)} is left out)"
                    if left_out
                    else ""
                )
                errors.append(
                    BookError(f"{missing}; those are {', '.join(others)} and {last}{left}")
                )
        for file in found:
            first = seen.setdefault(file.resolve(), file)
            if first is not file:
                if first != file:
                    notes.append(f"{file} is left out: it is the same file as {first}")
                elif matches is None:
                    notes.append(f"{file} is named twice and counts once")
            elif written and (other := outputs.setdefault(output_of(file), file)) is not file:
                same = f"{other} has the same output {output_of(file).name}"
                errors.append(BookError(f"{file} is left out: {same}; score it by itself, with -o"))
                del seen[file.resolve()]
    if count := len(skipped - {*seen.values()}):
        them = "it" if count == 1 else "one"
        notes.append(
            f"{counted(count, 'file')} left out by name ({OUTPUTS}); name {them} by itself to take it"
        )
    return [*seen.values()], errors


def _matches(name: Path) -> list[Path] | None:
    """Return the readable files of a folder or a pattern, and the outputs among them, by name; None for a file that is named itself."""
    if name.is_dir():
        matches = list(name.iterdir())
    elif not name.exists() and glob.has_magic(str(name)):
        matches = [Path(match) for match in glob.glob(str(name), recursive=True)]  # noqa: PTH207 - absolute ones too
    else:
        return None
    endings = _endings()
    return sorted(
        path for path in matches if path.suffix.lower() in endings and not path.name.startswith(".")
    )


def _endings() -> list[str]:
    """Return the endings of all files that are read."""
    return [ending for one in FORMATS.values() for ending in one.endings]


def _is_skipped(path: Path) -> bool:
    """Tell whether a file is left out by its name, being one of `OUTPUTS`."""
    return path.name.startswith("~$") or path.stem.lower().endswith((".scored", ".report"))


def _book_of(output: Path) -> str:
    """Return the name, without its ending, of the book to which a file of such a name belongs."""
    return output.stem[2:] if output.name.startswith("~$") else output.stem.rpartition(".")[0]
