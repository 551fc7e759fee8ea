"""Options that several commands share, and errors as one line with exit code 2."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from xlpoker.cli.terminal import say_error
from xlpoker.errors import OptionError, PokerError
from xlpoker.evaluator.cards import JOKER_RULES, count_cards
from xlpoker.evaluator.cells import sides
from xlpoker.evaluator.games import GAMES
from xlpoker.scales import SCALES
from xlpoker.scoring.counts import ENGINES

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Command = Callable[..., Any]

__all__ = [
    "FILE",
    "WRITING",
    "Number",
    "against",
    "hand_options",
    "in_hands",
    "input_options",
    "one_line_errors",
    "output_options",
    "replace_option",
    "scheduler_option",
    "strict_options",
]

EXIT_BAD_ROWS = 1
EXIT_ERROR = 2


def against(words: Sequence[str]) -> tuple[str, ...]:
    """Return words as hands, without the words between them such as ``vs``.

    >>> against(["AhKh vs QQ"]), against(["AhKh", "vs.", "QQ", "JJ"])
    (('AhKh', 'QQ'), ('AhKh', 'QQ', 'JJ'))
    """
    between = [word.casefold().rstrip(".") in ("v", "vs", "versus", "against") for word in words]
    return tuple(part for word, left in zip(words, between, strict=True) if not left for part in sides(word))


def in_hands(words: Sequence[str], size: int) -> tuple[str, ...]:
    """Return words as hands: words of one card each are joined, that many cards to a hand.

    >>> in_hands(["Ah", "Kh", "Qc", "Qd"], 2), in_hands(["AhKh", "Qc Qd"], 2)
    (('Ah Kh', 'Qc Qd'), ('AhKh', 'Qc Qd'))
    """
    if len(words) < 2 or len(words) % size or any(count_cards(word) != 1 for word in words):
        return tuple(words)
    return tuple(" ".join(words[at : at + size]) for at in range(0, len(words), size))


class _File(click.Path):
    """A path. An empty text (an unset shell variable) is an error instead of the current folder."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path, or fail with a usage error."""
        if isinstance(value, str) and (not value.strip() or "\0" in value):
            self.fail(f"{value!r} is not the name of a file.", param, ctx)
        return super().convert(value, param, ctx)


FILE = _File(path_type=Path)


class Number(click.IntRange):
    """A whole number within limits; help and messages call it *whole number*."""

    name = "whole number"


def _all(*options: Callable[[Command], Command]) -> Callable[[Command], Command]:
    def decorate(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


hand_options = _all(
    click.option("--game", type=click.Choice(list(GAMES)), default="five-card", show_default=True, help="Rules."),
    click.option(
        "--jokers",
        type=click.Choice(JOKER_RULES),
        default="natural",
        show_default=True,
        help="A joker is the best card not in the hand, or makes five of a kind too.",
    ),
    click.option(
        "--scale", type=click.Choice(list(SCALES)), default="strength", show_default=True, help="Which number to give."
    ),
)

input_options = _all(
    click.option(
        "--sheet",
        metavar="NAME",
        multiple=True,
        help="The worksheet; without it the one that holds hands. May be repeated.",
    ),
    click.option(
        "--hands",
        metavar="RANGES",
        multiple=True,
        help="Where the hands are: ranges such as A3:E1002,F3:J1002, with names as in Anna=A3:E9,board=K3:O9, tables or names, a plus between the columns of a hand that stand apart; found without it. May be repeated, once for each table.",
    ),
    click.option("--skip", metavar="COLUMNS", help="Leave columns out of the search for hands: G, or G,L:M."),
    click.option(
        "--all-sheets", is_flag=True, help="Take every sheet that holds hands; print a line for each, and the sum."
    ),
    click.option(
        "--cards",
        metavar="ENCODING",
        help="Cards as numbers: uci, 0-51, 1-52, 0-51-suits, 1-52-suits or 2-14, with a suit order as in 1-52:SHDC; in two cells: rank-suit, suit-rank, or all of a hand: ranks-suits, suits-ranks.",
    ),
    click.option(
        "--by",
        metavar="HEADING",
        help="Compare the rows that hold the same value in that column, or in several, separated by commas, as one showdown; 'columns': hands stand downwards; 'turns': a deal ends at a blank row, a title, or where a player comes again.",
    ),
    hand_options,
)


class _FirstName(click.Option):
    """An option of which the help shows the first name only; the other names are those of earlier versions."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Return the option's lines in the help."""
        record = super().get_help_record(ctx)
        return record and (self.opts[0], record[1])


def replace_option(what: str) -> Callable[[Command], Command]:
    """Return the option that lets the output replace an existing file."""
    names = ("--force", "--overwrite", "overwrite")
    return click.option(*names, is_flag=True, cls=_FirstName, help=f"Replace {what} where it exists.")


WRITING = ("columns", "at", "overwrite", "live", "level")

writing_options = _all(
    click.option(
        "--columns",
        metavar="LIST",
        help="Which columns to write: value, hand, winner, winner-number (where players have names); default: the first three.",
    ),
    click.option("--at", metavar="COLUMN", help="The first column to write to; else right of everything."),
    click.option(
        "--overwrite", is_flag=True, help="Write over cells that are not empty, and columns titled like new ones."
    ),
    click.option("--live", is_flag=True, help="Write formulas (HANDVAL, HANDNAME, WINNER) with their values."),
    click.option("--level", type=Number(1, 9), metavar="N", help="Compression, from 1 (fast) to 9 (small)."),
    click.option(
        "--engine",
        type=click.Choice(ENGINES),
        default=ENGINES[0],
        show_default=True,
        help="Change the rows of one sheet and nothing else, or write the workbook anew and formatted.",
    ),
)


def _alone(ctx: click.Context, _: click.Parameter, value: bool) -> bool:
    """Return whether a form of output is asked for; raise `click.UsageError` where the other one is, too."""
    if value and (ctx.params.get("as_csv") or ctx.params.get("as_json")):
        raise click.UsageError("--csv and --json exclude each other.")
    return value


output_options = _all(
    click.option("--csv", "as_csv", is_flag=True, callback=_alone, help="Print CSV."),
    click.option("--json", "as_json", is_flag=True, callback=_alone, help="Print JSON, one object per input."),
)

scheduler_option = click.option(
    "--scheduler",
    metavar="ADDRESS",
    help="Process the files on a Dask cluster, such as tcp://127.0.0.1:8786. Dask authenticates nobody: keep it on one "
    "machine, in a network that you trust, or use its TLS.",
)

strict_options = _all(
    click.option("--strict", is_flag=True, help="Exit with 1 when there are bad rows."),
    click.option("-q", "--quiet", is_flag=True, help="Print no bad rows, warnings or progress."),
)


def one_line_errors(command: Command) -> Command:
    """Return the command with every `PokerError`, and a package that is missing, printed as one line, exit code 2."""

    @functools.wraps(command)
    def run(*args: Any, **kwargs: Any) -> Any:
        try:
            return command(*args, **kwargs)
        except PokerError as error:
            say_error(error)
            raise click.exceptions.Exit(EXIT_ERROR) from None
        except ModuleNotFoundError as error:
            package = (error.name or "xlpoker").partition(".")[0]
            if package == "xlpoker":
                raise
            say_error(OptionError(f"this command needs {package}, which is not installed: pip install {package}"))
            raise click.exceptions.Exit(EXIT_ERROR) from None

    return run
