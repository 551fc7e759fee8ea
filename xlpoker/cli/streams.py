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
        self, books: Sequence[Path], output: Path | None, stdin_file: Path | None = None
    ) -> None:
        self.books = tuple(books)
        self.output = output
        self._stdin_file = stdin_file

    def with_given_names(self, result: Counts | PokerError) -> Counts | PokerError:
        """Return a result of a file with the file names that the user gave."""
        if not isinstance(result, Counts):
            text = str(result).replace(f'"{self._stdin_file}"', "-")
            return type(result)(text) if text != str(result) else result
        is_stdout = result.output and Path(result.output).name == STDOUT
        is_stdin = Path(result.file).name == STDIN
        return replace(
            result,
            file="-" if is_stdin else result.file,
            output=None if is_stdout else result.output,
            warnings=[warning.replace(STDOUT, Path(STDOUT).stem) for warning in result.warnings],
        )


@contextmanager
def streams(
    books: Sequence[Path], output: Path | None = None, *, written: bool = False
) -> Iterator[Streams]:
    """Give ``-`` among the books and as output a file while a command works.

    Standard input is copied to a file, since most readers seek in it.

    With `written` the output goes to standard output at the end, as .csv, where ``-`` is the output
    or, without an output, the input. Everything else that is printed then goes to standard error.
    """
    takes_stdin = STREAM in books and not STREAM.exists()  # a file of that name is the file
    gives_stdout = written and (output == STREAM or (output is None and takes_stdin))
    if not takes_stdin and not gives_stdout:
        yield Streams(books, output)
        return
    import shutil
    import tempfile

    if gives_stdout and sys.__stdout__ is None:
        raise click.UsageError("- is standard output, which is closed; name a file.")
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="xlpoker-")))
        stdin_file, stdout_file = folder / STDIN, folder / STDOUT
        files = list(books)
        if takes_stdin:
            _check_stdin(books)
            with stdin_file.open("wb") as target:
                shutil.copyfileobj(sys.stdin.buffer, target)
            files = [stdin_file if book == STREAM else book for book in books]
        if not gives_stdout:
            yield Streams(files, output, stdin_file)
            return
        with redirect_stdout(sys.stderr):
            yield Streams(files, stdout_file, stdin_file)
        if stdout_file.exists():
            with stdout_file.open("rb") as source:
                shutil.copyfileobj(source, sys.stdout.buffer)
            sys.stdout.buffer.flush()


def _check_stdin(books: Sequence[Path]) -> None:
    """Raise `click.UsageError` where standard input is named twice or is a terminal."""
    if books.count(STREAM) > 1:
        raise click.UsageError("- is standard input and can be read once.")
    if sys.stdin.isatty():
        raise click.UsageError(
            "- is standard input, and nothing is piped in: xlpoker wins - < hands.csv."
        )
