"""What all commands share at the terminal: errors as one line, exit codes, closed streams and pipes, Ctrl-C and termination.

A run that is cut short has the exit code that shells use for that, never 0, 1 or 2. A character that a stream cannot write is
written as an escape.
"""

from __future__ import annotations

import errno
import os
import signal
import sys
import threading
from typing import TYPE_CHECKING, Any, NoReturn

import click

from xlpoker.errors import PokerError, no_memory, not_installed, visible

if TYPE_CHECKING:
    from types import FrameType

__all__ = ["EXIT_BAD_ROWS", "EXIT_ERROR", "Commands", "say", "say_error"]

EXIT_BAD_ROWS = 1
EXIT_ERROR = 2
EXIT_INTERRUPTED = 128 + 2
EXIT_PIPE = 128 + 13


class Commands(click.Group):
    """A group whose commands end in one line and an exit code whatever goes wrong."""

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run as click does, on streams that take every character; those that are closed are the null device."""
        for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
            if getattr(sys, name) is None:
                setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115, PTH123 - until the end
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="backslashreplace")
        try:
            return super().main(*args, **kwargs)
        except OSError as error:
            place = f"{error.filename}: " if error.filename else "the output cannot be written: "
            say(f"xlpoker: {place}{error.strerror or error}", err=True)
            sys.exit(EXIT_ERROR)
        finally:
            _drop_unwritten()

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; an error, and what cuts it short, becomes an exit code after everything has been cleaned up."""
        before = _on_termination()
        code = EXIT_ERROR
        try:
            return super().invoke(ctx)
        except PokerError as error:
            say_error(error)
        except ModuleNotFoundError as error:
            if (missing := not_installed(error)) is None:
                raise
            say_error(missing)
        except click.exceptions.NoArgsIsHelpError:  # click's own help, of several lines
            raise
        except click.ClickException as error:
            vars(error).update(message=visible(error.message))
            raise
        except KeyboardInterrupt:
            say("xlpoker: interrupted", err=True)
            code = EXIT_INTERRUPTED
        except Exception as error:
            if (lack := no_memory(error)) is None and not _is_closed_pipe(error):
                raise
            if lack is None:
                code = EXIT_PIPE
            else:
                say_error(lack)
        finally:
            for sent, handler in before.items():
                signal.signal(sent, handler)
        raise click.exceptions.Exit(code)


def _is_closed_pipe(error: Exception) -> bool:
    return isinstance(error, OSError) and error.errno == errno.EPIPE


def _drop_unwritten() -> None:
    """Drop what the streams hold and cannot write: the interpreter's last flush must not fail, too."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _on_termination() -> dict[int, Any]:
    """Let a termination, and a terminal that closes, unwind the stack, so that no half-written file stays.

    Return the handlers before; a signal that is ignored, as SIGHUP under nohup, stays so.
    """
    if threading.current_thread() is not threading.main_thread():
        return {}
    sent = [
        number
        for name in ("SIGTERM", "SIGHUP")
        if (number := getattr(signal, name, None)) is not None
    ]
    return {
        number: signal.signal(number, _terminated)
        for number in sent
        if signal.getsignal(number) != signal.SIG_IGN
    }


def _terminated(number: int, _frame: FrameType | None) -> NoReturn:
    sys.exit(128 + number)


def say(line: str, *, err: bool = False) -> None:
    """Print one line for people: whatever names and texts it quotes, it stays one line and cannot control the terminal."""
    try:
        click.echo(visible(line), err=err)
    except OSError:
        if not err:
            raise  # standard error may be gone as well


def say_error(error: PokerError) -> None:
    """Print what is wrong on standard error: a line, and below a question its readings."""
    first, *others = getattr(error, "lines", None) or [str(error)]
    for line in (f"xlpoker: {first}", *(f"  {line}" for line in others)):
        say(line, err=True)
