"""`xlpoker formulas`: the functions as formulas, for workbooks that no add-in reaches."""

from __future__ import annotations

from pathlib import Path

import click

from xlpoker.cli.options import FILE, one_line_errors
from xlpoker.cli.terminal import Command, say

__all__ = ["formulas"]


@click.command(cls=Command)
@click.argument("out", type=FILE, required=False)
@click.option("--into", type=FILE, metavar="BOOK", help="Add the names to this workbook; needs -o or --in-place.")
@click.option("-o", "--output", type=FILE, help="With --into: the file to write.")
@click.option("--in-place", is_flag=True, help="With --into: write into the workbook itself.")
@click.option("--print", "host", type=click.Choice(["excel", "sheets"]), help="Print the formulas to paste.")
@click.option("--old", is_flag=True, help="Print the one array formula for Excel without LAMBDA: five cards in A3:E3.")
@click.option("--overwrite", is_flag=True, help="With --into: replace names of BOOK that stand for something else.")
@click.option("--force", is_flag=True, help="Replace OUT or FILE where it exists.")
@one_line_errors
def formulas(
    out: Path | None,
    into: Path | None,
    output: Path | None,
    in_place: bool,
    host: str | None,
    old: bool,
    overwrite: bool,
    force: bool,
) -> None:
    """Write the functions as formulas: defined names HANDVAL, HANDNAME, BESTHAND, WINNER that need no Python.

    For Excel 365, 2024 and the web, and as named functions for Google Sheets; hands of five to seven cards. OUT is a new
    workbook with examples; with --into only the names are added, everything else of BOOK stays byte for byte.

    \b
    Examples:
      xlpoker formulas poker.xlsx
      xlpoker formulas --into book.xlsx -o with-names.xlsx
      xlpoker formulas --print sheets
      xlpoker formulas --old

    In Python: xlpoker.addins.formula_book.write_formulas(path), add_formulas(book, output).
    """
    if into is None and (output is not None or in_place):
        raise click.UsageError("-o FILE and --in-place go with --into BOOK; a new workbook is named alone: OUT.xlsx.")
    if sum([out is not None, into is not None, host is not None, old]) != 1:
        raise click.UsageError("Say one of OUT.xlsx, --into BOOK, --print, --old.")
    if into is not None and (output is not None) == in_place:
        raise click.UsageError("--into BOOK needs one of -o FILE and --in-place.")
    if into is None and out is None:
        click.echo(_printed(host), nl=False)
        return
    from xlpoker.addins import formula_book

    done: list[str] = []
    if into is not None:
        done = formula_book.add_formulas(into, output, in_place=in_place, force=force, overwrite=overwrite)
    elif out is not None:
        done = formula_book.write_formulas(out, force=force)
    for line in done:
        say(line)


def _printed(host: str | None) -> str:
    """Return the formulas to paste, each a block of name, arguments and formula; without a host the one for old Excel."""
    from xlpoker.addins.formulas import for_sheets
    from xlpoker.addins.formulas import formulas as made
    from xlpoker.addins.old_formula import old

    if host is None:
        return f"={old()}\n"
    if host == "excel":
        return "\n".join(f"Name: {one.name}\nComment: {one.help}\nRefers to:\n={one.text}\n" for one in made())
    return "\n".join(
        f"Function name: {one.name}\nFunction description: {one.help}\nArgument placeholders: {', '.join(one.parameters)}\n"
        f"Formula definition:\n={for_sheets(one.body)}\n"
        for one in made(optional=False)
    )
