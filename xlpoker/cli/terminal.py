"""What all commands share at the terminal.

That is: errors as one line, exit codes, closed streams and pipes, Ctrl-C and termination.

A run that is cut short has the exit code that shells use for that, never 0, 1 or 2. A character
that a stream cannot write is written as an escape.
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
        """Run as click does, on streams that take every character."""
        _open_streams()
        try:
            return super().main(*args, **kwargs)
        except OSError as error:
            place = f"{error.filename}: " if error.filename else "the output cannot be written: "
            say(f"xlpoker: {place}{error.strerror or error}", err=True)
            sys.exit(EXIT_ERROR)
        finally:
            _drop_unwritten()

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; an error, and what cuts it short, becomes an exit code.

        The command has cleaned up everything before.
        """
        handlers = _on_termination()
        code = EXIT_ERROR
        try:
            return super().invoke(ctx)
        except PokerError as error:
            say_error(error)
        except ModuleNotFoundError as error:
            missing = not_installed(error)
            if missing is None:
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
            memory_error = no_memory(error)
            if memory_error is not None:
                say_error(memory_error)
            elif _is_closed_pipe(error):
                code = EXIT_PIPE
            else:
                raise
        finally:
            for number, handler in handlers.items():
                signal.signal(number, handler)
        raise click.exceptions.Exit(code)


def _open_streams() -> None:
    """Open the null device for closed streams, and write escapes for what others cannot write."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            null = open(os.devnull, mode, encoding="utf-8")  # noqa: SIM115, PTH123 - until the end
            setattr(sys, name, null)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def _is_closed_pipe(error: Exception) -> bool:
    return isinstance(error, OSError) and error.errno == errno.EPIPE


def _drop_unwritten() -> None:
    """Drop what the streams hold and cannot write, or the interpreter's last flush would fail."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _on_termination() -> dict[int, Any]:
    """Let SIGTERM and SIGHUP unwind the stack, so that no half-written file stays.

    Return the handlers before. A signal that is ignored, as SIGHUP under nohup, stays so.
    """
    if threading.current_thread() is not threading.main_thread():
        return {}
    handlers: dict[int, Any] = {}
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)  # there is no SIGHUP on Windows
        if number is not None and signal.getsignal(number) != signal.SIG_IGN:
            handlers[number] = signal.signal(number, _terminated)
    return handlers


def _terminated(number: int, _frame: FrameType | None) -> NoReturn:
    sys.exit(128 + number)


def say(line: str, *, err: bool = False) -> None:
    """Print one line for people.

    Whatever names and texts it quotes, it stays one line and cannot control the terminal.
    """
    try:
        click.echo(visible(line), err=err)
    except OSError:
        if not err:
            raise  # standard error may be gone as well


def say_error(error: PokerError) -> None:
    """Print what is wrong on standard error: a line, and below a question its answers."""
    first, *answers = getattr(error, "lines", None) or [str(error)]
    say(f"xlpoker: {first}", err=True)
    for line in answers:
        say(f"  {line}", err=True)
