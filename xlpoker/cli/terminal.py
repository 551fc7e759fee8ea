"""Between the commands and the terminal: streams that cannot show a character, readers that leave, Ctrl-C.

A character that a stream cannot write (a redirected one is cp1252 on Windows, ASCII under ``LC_ALL=C``) never stops a
command: drawings become their nearest ASCII, everything else an escape as in JSON, so that ``--json`` stays JSON.
A run that is cut short says so by the exit code that shells use, never by 0, 1 or 2.
"""

from __future__ import annotations

import codecs
import errno
import os
import signal
import sys
import threading
from typing import TYPE_CHECKING, Any, NoReturn

import click

if TYPE_CHECKING:
    from types import FrameType

__all__ = ["Commands"]

EXIT_ERROR = 2
EXIT_INTERRUPTED = 128 + 2
EXIT_PIPE = 128 + 13
EXIT_TERMINATED = 128 + 15

DRAWN = str.maketrans("·█▒±–─━", "-#=~---")


def _replaced(error: UnicodeError) -> tuple[str, int]:
    """Return text in ASCII for what a stream cannot encode.

    >>> "9♠ · 5 🃏".encode("ascii", "xlpoker").decode()
    '9\\\\u2660 - 5 \\\\ud83c\\\\udccf'
    """
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text = error.object[error.start : error.end].translate(DRAWN)
    return "".join(char if char.isascii() else _escaped(char) for char in text), error.end


def _escaped(char: str) -> str:
    units = char.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at : at + 2].hex()}" for at in range(0, len(units), 2))


codecs.register_error("xlpoker", _replaced)


class Commands(click.Group):
    """A group of commands that end in one line and an exit code whatever happens to their streams."""

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run as click does, on streams that take every character."""
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="xlpoker")
        try:
            return super().main(*args, **kwargs)
        except OSError as error:
            place = f"{error.filename}: " if error.filename else "the output cannot be written: "
            _say(f"xlpoker: {place}{error.strerror or error}")
            sys.exit(EXIT_ERROR)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; what cuts it short becomes an exit code after everything has been cleaned up."""
        before = _on_termination()
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            _say("xlpoker: interrupted")
            raise click.exceptions.Exit(EXIT_INTERRUPTED) from None
        except OSError as error:
            if error.errno != errno.EPIPE:
                raise
            # nobody reads on; the interpreter's own last flush must not fail too
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise click.exceptions.Exit(EXIT_PIPE) from None
        finally:
            if before is not None:
                signal.signal(signal.SIGTERM, before)


def _on_termination() -> Any:
    """Let SIGTERM unwind the stack, so that no half-written file stays; return the handler before, if it was changed."""
    if threading.current_thread() is not threading.main_thread():
        return None
    return signal.signal(signal.SIGTERM, _terminated)


def _terminated(_signal: int, _frame: FrameType | None) -> NoReturn:
    sys.exit(EXIT_TERMINATED)


def _say(line: str) -> None:
    try:
        click.echo(line, err=True)
    except OSError:
        return  # standard error is gone as well
