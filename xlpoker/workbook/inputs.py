"""Expands the inputs of the command line, folders and patterns such as ``hands/*.xlsx``, to files.

Of a folder (without its subfolders; ``hands/**/*`` searches these, too) and of a pattern the
readable files are taken, in the order of their names. Left out by their names are outputs,
``*.scored.*`` and ``*.report.*``, ``~$book.xlsx``, by which Excel marks an open book, and hidden
files. A file that is named itself is always taken, except for the output of a book that is named
with it: then the shell has expanded a pattern.
"""

from __future__ import annotations

import glob
from collections.abc import Iterable, Sequence
from pathlib import Path

from xlpoker.errors import BookError, counted
from xlpoker.files import FORMATS
from xlpoker.workbook.targets import output_of

__all__ = ["expanded"]

OUTPUTS = "*.scored.*, *.report.*, ~$*"


def expanded(
    names: Iterable[Path | str], *, written: bool = False, notes: list[str] | None = None
) -> tuple[list[Path], list[BookError]]:
    """Return the files, those of each pattern and folder sorted by name, and the errors about others.

    >>> files, errors = expanded(["book.xlsx", "book.scored.xlsx", "poker.txt"])
    >>> [str(file) for file in files], errors
    (['book.xlsx', 'poker.txt'], [])

    Errors are a folder or a pattern without a file and, where outputs are `written` beside their
    inputs, a file whose output belongs to another file. `notes` get lines about what is left out. A
    file is taken once, whatever its names are: links lead to it, too.
    """
    paths = [Path(name) for name in names]
    inputs = _Inputs([] if notes is None else notes, written=written)
    books = {(path.parent, path.stem) for path in paths}
    for path in paths:
        matches = _matches(path)
        if matches is None:
            is_output = _is_skipped(path) and (path.parent, _book_of(path)) in books
            inputs.take_named(path, is_output=is_output)
        else:
            inputs.take_matches(path, matches)
    inputs.note_skipped()
    return [*inputs.files.values()], inputs.errors


class _Inputs:
    """The inputs so far, and what is left out and why.

    `files` are the inputs by their resolved path, `outputs` the inputs by their output.
    """

    def __init__(self, notes: list[str], *, written: bool) -> None:
        self.written = written
        self.notes = notes
        self.files: dict[Path, Path] = {}
        self.outputs: dict[Path, Path] = {}
        self.skipped: set[Path] = set()
        self.errors: list[BookError] = []

    def take_named(self, file: Path, *, is_output: bool) -> None:
        """Take a file that is named itself, unless it is the output of another named one."""
        if is_output:
            self.skipped.add(file)
            return
        first = self.files.get(file.resolve())
        self._take(file)
        if first is not None and first == file:
            self.notes.append(f"{file} is named twice and counts once")

    def take_matches(self, name: Path, matches: Sequence[Path]) -> None:
        """Take the files of a folder or a pattern, without outputs."""
        left_out = [path for path in matches if _is_skipped(path)]
        self.skipped.update(left_out)
        files = [path for path in matches if path.is_file() and not _is_skipped(path)]
        if not files:
            self.errors.append(_nothing_to_read(name, left_out))
        for file in files:
            self._take(file)

    def _take(self, file: Path) -> None:
        """Take a file, unless it is taken already or its output belongs to another one."""
        key = file.resolve()
        first = self.files.get(key)
        if first is not None:
            if first != file:
                self.notes.append(f"{file} is left out: it is the same file as {first}")
            return
        if self.written:
            output = output_of(file)
            other = self.outputs.setdefault(output, file)
            if other is not file:
                self.errors.append(
                    BookError(
                        f"{file} is left out: {other} has the same output {output.name};"
                        " score it by itself, with -o"
                    )
                )
                return
        self.files[key] = file

    def note_skipped(self) -> None:
        """Note how many files are left out by their names and not taken for another name."""
        count = len(self.skipped.difference(self.files.values()))
        if count:
            them = "it" if count == 1 else "one"
            self.notes.append(
                f"{counted(count, 'file')} left out by name ({OUTPUTS}); name {them} by itself to take it"
            )


def _nothing_to_read(name: Path, left_out: Sequence[Path]) -> BookError:
    """Return the error about a folder or a pattern without a file to read."""
    missing = f"no file to read matches '{name}'"
    if name.is_dir():
        missing = f"{name} holds no file to read"
    *endings, last = _endings()
    message = f"{missing}; those are {', '.join(endings)} and {last}"
    if left_out:
        more = " ..." if len(left_out) > 1 else ""
        message += f" ({left_out[0].name}{more} is left out)"
    return BookError(message)


def _matches(name: Path) -> list[Path] | None:
    """Return the readable files of a folder or a pattern, and the outputs among them, by name.

    A file that is named itself gives None.
    """
    if name.is_dir():
        matches = list(name.iterdir())
    elif not name.exists() and glob.has_magic(str(name)):
        matches = [Path(match) for match in glob.glob(str(name), recursive=True)]  # noqa: PTH207 - absolute ones too
    else:
        return None
    endings = _endings()
    readable = [path for path in matches if path.suffix.lower() in endings]
    return sorted(path for path in readable if not path.name.startswith("."))


def _endings() -> list[str]:
    """Return the endings of all files that are read."""
    endings: list[str] = []
    for file_format in FORMATS.values():
        endings += file_format.endings
    return endings


def _is_skipped(path: Path) -> bool:
    """Tell whether a file is left out by its name, being one of `OUTPUTS`."""
    return path.name.startswith("~$") or path.stem.lower().endswith((".scored", ".report"))


def _book_of(output: Path) -> str:
    """Return the name, without its ending, of the book to which a file of such a name belongs."""
    return output.stem[2:] if output.name.startswith("~$") else output.stem.rpartition(".")[0]
