"""Standard input and output, named ``-``, as files for commands that read and write files."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, redirect_stdout
from dataclasses import replace
from pathlib import Path

import click

from xlpoker.errors import PokerError
from xlpoker.scoring.counts import Counts

__all__ = ["Streams", "streams"]

STREAM = Path("-")
STDIN, STDOUT = "standard input", "standard output.csv"


class Streams:
    """The files that stand for the streams: `books` and `output` as a command takes them."""

    def __init__(
        self, books: Sequence[Path], output: Path | None, kept: Path | None = None
    ) -> None:
        self.books, self.output, self._kept = tuple(books), output, kept

    def told(self, result: Counts | PokerError) -> Counts | PokerError:
        """Return a result of a file with the file names that the user gave."""
        if not isinstance(result, Counts):
            text = str(result).replace(f'"{self._kept}"', "-")
            return type(result)(text) if text != str(result) else result
        output = None if result.output and Path(result.output).name == STDOUT else result.output
        warnings = [warning.replace(STDOUT, Path(STDOUT).stem) for warning in result.warnings]
        file = "-" if Path(result.file).name == STDIN else result.file
        return replace(result, file=file, output=output, warnings=warnings)


@contextmanager
def streams(
    books: Sequence[Path], output: Path | None = None, *, written: bool = False
) -> Iterator[Streams]:
    """Give ``-`` among the books and as output a file while a command works.

    Standard input is copied to a file, since most readers seek in it. With `written` the output goes to standard output at
    the end, as .csv, where ``-`` is the output or, without one, the input; everything else printed then goes to standard error.
    """
    read = STREAM in books and not STREAM.exists()  # a file of that name is the file
    piped = written and (output == STREAM or (output is None and read))
    if not read and not piped:
        yield Streams(books, output)
        return
    import shutil
    import tempfile

    if piped and sys.__stdout__ is None:
        raise click.UsageError("- is standard output, which is closed; name a file.")
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="xlpoker-")))
        if read:
            if books.count(STREAM) > 1:
                raise click.UsageError("- is standard input and can be read once.")
            if sys.stdin.isatty():
                raise click.UsageError(
                    "- is standard input, and nothing is piped in: xlpoker wins - < hands.csv."
                )
            with (folder / STDIN).open("wb") as kept:
                shutil.copyfileobj(sys.stdin.buffer, kept)
        files = [folder / STDIN if read and book == STREAM else book for book in books]
        if not piped:
            yield Streams(files, output, folder / STDIN)
            return
        with redirect_stdout(sys.stderr):
            yield Streams(files, folder / STDOUT, folder / STDIN)
        if (folder / STDOUT).exists():
            with (folder / STDOUT).open("rb") as made:
                shutil.copyfileobj(made, sys.stdout.buffer)
            sys.stdout.buffer.flush()
