"""Terminal handling for all commands: streams that cannot encode a character, closed pipes, Ctrl-C and termination.

A character that a stream cannot write (a redirected one is cp1252 on Windows, ASCII under ``LC_ALL=C``) never stops a
command: drawings become their nearest ASCII, everything else an escape as in JSON, so that ``--json`` stays JSON.
A run that is cut short has the exit code that shells use for that, never 0, 1 or 2.
"""

from __future__ import annotations

import codecs
import errno
import os
import re
import signal
import sys
import threading
from typing import TYPE_CHECKING, Any, NoReturn

import click

from xlpoker.errors import visible

if TYPE_CHECKING:
    from types import FrameType

    from xlpoker.errors import PokerError

__all__ = ["Command", "Commands", "say", "say_error"]

EXIT_ERROR = 2
EXIT_INTERRUPTED = 128 + 2
EXIT_PIPE = 128 + 13

_RANGE = re.compile(r"\$?[A-Z]{1,3}\$?\d*:\$?[A-Z]{1,3}\$?\d*,?", re.IGNORECASE)
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


def say_error(error: PokerError) -> None:
    """Print what is wrong on standard error: a line, and below a question its readings."""
    first, *others = getattr(error, "lines", None) or [str(error)]
    say(f"xlpoker: {first}", err=True)
    for line in others:
        say(f"  {line}", err=True)


class Command(click.Command):
    """A command that rejects an option of one value given twice; click would silently drop the first value."""

    def make_parser(self, ctx: click.Context) -> Any:
        """Return click's parser, with the options in the order in which they were given."""
        parser: Any = super().make_parser(ctx)
        parse = parser.parse_args

        def parse_once(args: list[str]) -> Any:
            found = parse(_with_whole_ranges(args))
            for one in found[2]:
                if isinstance(one, click.Option) and not one.is_flag and not one.multiple and found[2].count(one) > 1:
                    raise click.UsageError(f"{max(one.opts, key=len)} is given twice; give it once.", ctx)
            return found

        parser.parse_args = parse_once
        return parser


def _with_whole_ranges(args: list[str]) -> list[str]:
    """Return the words of a command line, with ranges that a blank separates joined: the second one is not a file.

    >>> _with_whole_ranges(["--hands", "A3:E9", "F3:J9", "book.xlsx", "K3:L9"])
    ['--hands', 'A3:E9,F3:J9', 'book.xlsx', 'K3:L9']
    """
    words: list[str] = []
    for word in args:
        if words[-2:-1] == ["--hands"] and _RANGE.fullmatch(word) and not os.path.lexists(word):
            words[-1] += f",{word}"
        else:
            words.append(word)
    return words


class Commands(click.Group):
    """A group whose commands end in one line and an exit code whatever happens to their streams."""

    command_class = Command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands with their whole first sentences, wrapped where they are long."""
        with formatter.section("Commands"):
            formatter.write_dl(
                [
                    (name, self.commands[name].get_short_help_str(formatter.width * 3))
                    for name in self.list_commands(ctx)
                ]
            )

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run as click does, on streams that take every character; those that are closed are the null device."""
        for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
            if getattr(sys, name) is None:
                setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115, PTH123 - until the end
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="xlpoker")
        try:
            return super().main(*args, **kwargs)
        except OSError as error:
            place = f"{error.filename}: " if error.filename else "the output cannot be written: "
            say(f"xlpoker: {place}{error.strerror or error}", err=True)
            sys.exit(EXIT_ERROR)
        finally:
            _drop_unwritten()

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; what cuts it short becomes an exit code after everything has been cleaned up."""
        before = _on_termination()
        try:
            return super().invoke(ctx)
        except click.ClickException as error:
            if type(error).__name__ != "NoArgsIsHelpError":  # click's own help, of several lines
                vars(error).update(message=visible(error.message))
            raise
        except KeyboardInterrupt:
            say("xlpoker: interrupted", err=True)
            raise click.exceptions.Exit(EXIT_INTERRUPTED) from None
        except OSError as error:
            if error.errno != errno.EPIPE:
                raise
            raise click.exceptions.Exit(EXIT_PIPE) from None
        finally:
            for sent, handler in before.items():
                signal.signal(sent, handler)


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
    sent = [number for name in ("SIGTERM", "SIGHUP") if (number := getattr(signal, name, None)) is not None]
    return {number: signal.signal(number, _terminated) for number in sent if signal.getsignal(number) != signal.SIG_IGN}


def _terminated(number: int, _frame: FrameType | None) -> NoReturn:
    sys.exit(128 + number)


def say(line: str, *, err: bool = False) -> None:
    """Print one line for people: whatever names and texts it quotes, it stays one line and cannot control the terminal."""
    try:
        click.echo(visible(line), err=err)
    except OSError:
        if not err:
            raise  # standard error may be gone as well
