"""Options that several commands share, and the groups in which the help lists them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from xlpoker.errors import OptionError, quoted
from xlpoker.evaluator.cards import JOKER_RULES, count_cards
from xlpoker.evaluator.cells import sides
from xlpoker.evaluator.games import GAMES
from xlpoker.evaluator.payouts import UNIT
from xlpoker.scales import SCALES

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Decorated = Callable[..., Any]

__all__ = [
    "WRITING",
    "GroupedCommand",
    "against",
    "books_argument",
    "column_option",
    "file",
    "force_option",
    "hand_options",
    "in_hands",
    "input_options",
    "meanings_of",
    "options_together",
    "output_options",
    "quiet_option",
    "scheduler_option",
    "stakes_options",
    "strict_options",
    "writing_options",
]

GROUPS = {
    "Where the hands are": ("--sheet", "--all-sheets", "--hands", "--skip", "--visible", "--by"),
    "Rules": ("--game", "--jokers", "--stakes", "--unit"),
    "Output": ("--output", "--in-place", "--force", "--columns", "--csv", "--json"),
}
"""The options that people use, as the help of `wins`, `score` and `report` groups them.

All others are listed under *More*.
"""
WRITING = ("columns", "at", "overwrite", "live")
"""Options that are fields of `xlpoker.workbook.jobs.Writing`."""


class GroupedCommand(click.Command):
    """A command whose help lists its options in groups."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options of each group, then all others."""
        options = [param for param in self.get_params(ctx) if isinstance(param, click.Option)]
        records = {max(option.opts, key=len): option.get_help_record(ctx) for option in options}
        groups = {
            title: [records.pop(name, None) for name in names] for title, names in GROUPS.items()
        }
        groups["More"] = [*records.values()]
        for title, group in groups.items():
            with formatter.section(title):
                formatter.write_dl([record for record in group if record is not None])


def against(words: Sequence[str]) -> tuple[str, ...]:
    """Return words as hands, without the words between them such as ``vs``.

    >>> against(["AhKh vs QQ"]), against(["AhKh", "vs.", "QQ", "JJ"])
    (('AhKh', 'QQ'), ('AhKh', 'QQ', 'JJ'))
    """
    hands: list[str] = []
    for word in words:
        if word.casefold().rstrip(".") not in ("v", "vs", "versus", "against"):
            hands += sides(word)
    return tuple(hands)


def in_hands(words: Sequence[str], size: int) -> tuple[str, ...]:
    """Return words as hands: words of one card each are joined, that many cards to a hand.

    >>> in_hands(["Ah", "Kh", "Qc", "Qd"], 2), in_hands(["AhKh", "Qc Qd"], 2)
    (('Ah Kh', 'Qc Qd'), ('AhKh', 'Qc Qd'))
    """
    fill_hands = len(words) > 1 and len(words) % size == 0
    if not fill_hands or any(count_cards(word) != 1 for word in words):
        return tuple(words)
    return tuple(" ".join(words[start : start + size]) for start in range(0, len(words), size))


class _File(click.Path):
    """A path that shells complete.

    An empty text, such as an unset variable of the shell, is refused: it would be the current
    folder.
    """

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        if not str(value).strip() or "\0" in str(value):
            self.fail(f"{value!r} is not the name of a file.", param, ctx)
        return Path(value)


file = _File(dir_okay=False)


def options_together(
    *options: Callable[[Decorated], Decorated],
) -> Callable[[Decorated], Decorated]:
    """Return several options as one decorator."""

    def decorate(command: Decorated) -> Decorated:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


_rule_options = options_together(
    click.option(
        "--jokers",
        type=click.Choice(JOKER_RULES),
        default="natural",
        show_default=True,
        help="A joker is the best card not in the hand, or makes five of a kind too.",
    ),
    click.option(
        "--scale",
        type=click.Choice(list(SCALES)),
        default="strength",
        show_default=True,
        help="Which number to give.",
    ),
)

hand_options = options_together(
    click.option(
        "--game",
        type=click.Choice(list(GAMES)),
        default="five-card",
        show_default=True,
        help="Rules.",
    ),
    _rule_options,
)


def _list_encodings(
    ctx: click.Context, _parameter: click.Parameter, name: str | None
) -> str | None:
    """Return the name of an encoding of cards; print all and end where the word for that stands."""
    from xlpoker.evaluator.encodings import ENCODINGS, LIST

    if name is None or name.strip().casefold() != LIST or ctx.resilient_parsing:
        return name
    from xlpoker.cli.output import echo_table

    rows = [(encoding.name, encoding.cells, encoding.example) for encoding in ENCODINGS.values()]
    echo_table("", ("--cards", "Cells a card", "The first cards"), rows)
    raise click.exceptions.Exit


input_options = options_together(
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
        help="Where the hands are: ranges such as A3:E1002,F3:J1002, with names as in "
        "Anna=A3:E9,board=K3:O9 (board= twice where hands are run twice), tables or names, a plus "
        "between the columns of a hand that stand apart; found without it. May be repeated, once for each table.",
    ),
    click.option(
        "--skip",
        metavar="PARTS",
        help="Leave columns out of the search, and rows out of the counts: G,L:M,7,9:12.",
    ),
    click.option(
        "--visible",
        is_flag=True,
        help="Leave out rows that are hidden, filtered out or struck out; else they are counted.",
    ),
    click.option(
        "--all-sheets",
        is_flag=True,
        help="Take every sheet that holds hands; print a line for each, and the sum.",
    ),
    click.option(
        "--cards",
        metavar="ENCODING",
        is_eager=True,
        callback=_list_encodings,
        help="How cards are written that are no texts such as 5H. One number: 0-51, 1-52, "
        "0-51-suits, 1-52-suits, treys; add -ace if aces come first, and an order of suits as in "
        "1-52:SHDC. Two cells: rank-suit, suit-rank, uci, 2-14, 2-14-0-3, 1-13, 1-13-0-3, 0-12-0-3. "
        "All ranks and all suits of a hand: ranks-suits, suits-ranks. "
        "--cards list prints the first cards of each, and nothing else.",
    ),
    click.option(
        "--by",
        metavar="HEADING",
        help="Compare the rows that hold the same value in that column, or in several, separated "
        "by commas, as one showdown.",
    ),
    click.option(
        "--game",
        type=click.Choice(list(GAMES)),
        help="Rules; without it the number of cards, the board and names on the sheet decide.",
    ),
    _rule_options,
    click.option(
        "--why",
        is_flag=True,
        help="Print how the hands were found: rows of headings, checks, names of games.",
    ),
)

stakes_options = options_together(
    click.option(
        "--stakes",
        metavar="COLUMNS",
        help="The column of what each player put in, by its letters or heading: "
        '"Anna=K,Ben=L". Main pot and side pots are paid out: what each player gets, and won.',
    ),
    click.option(
        "--unit",
        metavar="AMOUNT",
        default=UNIT,
        show_default=True,
        help="The least amount that is paid out where a pot is split, such as 1 for chips.",
    ),
)

writing_options = options_together(
    click.option(
        "--columns",
        metavar="LIST",
        help="Which columns to write: value, hand, winner, in hi-lo also low and share; default: all, "
        "from four players on the winner alone.",
    ),
    click.option(
        "--at", metavar="COLUMN", help="The first column to write to; else right of everything."
    ),
    click.option(
        "--overwrite",
        is_flag=True,
        help="Write over cells that are not empty, and columns titled like new ones.",
    ),
    click.option(
        "--live", is_flag=True, help="Write formulas (HANDVAL, HANDNAME, WINNER) with their values."
    ),
    click.option(
        "--engine",
        type=click.Choice(["splice", "openpyxl"]),
        default="splice",
        show_default=True,
        help="Change the rows of one sheet and nothing else, or write the workbook anew with "
        "openpyxl.",
    ),
)

books_argument = click.argument("books", metavar="BOOK...", nargs=-1, required=True, type=file)
output_options = options_together(
    click.option("--csv", "form", flag_value="csv", help="Print CSV."),
    click.option("--json", "form", flag_value="json", help="Print JSON, one object per input."),
)
quiet_option = click.option(
    "-q", "--quiet", is_flag=True, help="Print no bad rows, warnings or progress."
)
strict_options = options_together(
    click.option(
        "--strict",
        is_flag=True,
        help="Exit with 1 when there are bad rows, or cards or rows of text amid the deals that "
        "are not read.",
    ),
    quiet_option,
)
column_option = click.option(
    "--column",
    "columns",
    metavar="COLUMN=MEANING",
    multiple=True,
    help="What a column of a ledger holds, by heading or letter: Tips=skip. Meanings are name, "
    "night, buy-in, rebuy, rebuys (how many), cash-out, net, nets (of the player or night above "
    "them) and skip.",
)
scheduler_option = click.option(
    "--scheduler",
    metavar="ADDRESS",
    help="Process the files on a Dask cluster, such as tcp://127.0.0.1:8786. Dask authenticates "
    "nobody: keep it on one machine, in a network that you trust, or use its TLS.",
)


def force_option(output: str) -> Callable[[Decorated], Decorated]:
    """Return the option that lets an output replace a file."""
    return click.option("--force", is_flag=True, help=f"Replace {output}.")


def meanings_of(columns: Sequence[str]) -> dict[str, str]:
    """Return the meanings of columns that are typed as COLUMN=MEANING.

    >>> meanings_of(["Tips=skip", "B=net"])
    {'Tips': 'skip', 'B': 'net'}
    """
    meanings: dict[str, str] = {}
    for typed in columns:
        column, sign, meaning = typed.rpartition("=")
        if not sign or not column.strip():
            raise OptionError(f"--column {quoted(typed)} is not COLUMN=MEANING, such as Tips=skip")
        meanings[column.strip()] = meaning.strip()
    return meanings
