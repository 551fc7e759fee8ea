"""The commands that make data of their own."""

from __future__ import annotations

from pathlib import Path

import click

from xlpoker.cli.options import FILE, one_line_errors, replace_option
from xlpoker.cli.output import Bar
from xlpoker.cli.terminal import Command, say
from xlpoker.scales import SCALES

__all__ = ["deck"]


@click.command(cls=Command)
@click.argument("out", type=FILE)
@click.option(
    "--scale", "scales", type=click.Choice(list(SCALES)), multiple=True, help="One more column; may be repeated."
)
@replace_option("OUT")
@click.option("-q", "--quiet", is_flag=True, help="Print nothing.")
@one_line_errors
def deck(out: Path, scales: tuple[str, ...], overwrite: bool, quiet: bool) -> None:
    """Write all 2,598,960 five-card hands: cards, value, category, name.

    OUT ends in .parquet, .csv, .sqlite or .xlsx (three sheets; this takes three minutes).

    \b
    Examples:
      xlpoker deck deck.parquet
      xlpoker deck deck.sqlite --scale cactus --scale percentile

    In Python: xlpoker.deck.write_deck(path, scales).
    """
    from xlpoker.deck import write_deck
    from xlpoker.files.replace import check_place

    check_place(out, overwrite=overwrite)
    with Bar(out.name, quiet=quiet) as bar:
        hands = write_deck(out, scales, bar)
    if not quiet:
        say(f"{hands:,} hands written to {out}")
