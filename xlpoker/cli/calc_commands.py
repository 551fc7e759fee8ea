"""`xlpoker calc ...`: the functions in LibreOffice Calc."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from xlpoker.cli.excel_commands import add_steps, write_file
from xlpoker.cli.options import FILE, one_line_errors, replace_option
from xlpoker.cli.terminal import Commands

__all__ = ["calc"]


@click.group(cls=Commands)
def calc() -> None:
    """Bring the functions into LibreOffice Calc: install, uninstall, doctor, build.

    \b
    Examples:
      xlpoker calc install
      xlpoker calc doctor --program /opt/libreoffice25.2/program

    In Python: xlpoker.addins.libreoffice.install(office), xlpoker.addins.calc.build().
    """


@click.option("--program", type=FILE, metavar="FOLDER", help="The folder of LibreOffice's programs; found without it.")
@click.option("--profile", type=FILE, metavar="FOLDER", help="Another profile than the user's own.")
def _office(program: Path | None, profile: Path | None) -> Any:
    from xlpoker.addins.libreoffice import Office

    return Office.found(program, profile)


add_steps(
    calc,
    "xlpoker.addins.libreoffice",
    "xlpoker.addins.libreoffice.Office.found()",
    _office,
    what="the extension",
    host="LibreOffice",
    whom="this user",
)


@calc.command()
@click.option("-o", "--output", type=FILE, required=True, metavar="FILE.oxt", help="Where to write it.")
@replace_option("FILE.oxt")
@one_line_errors
def build(output: Path, overwrite: bool) -> None:
    """Write the extension to a file, for Tools > Extensions of any LibreOffice.

    \b
    Examples:
      xlpoker calc build -o xlpoker.oxt

    In Python: xlpoker.addins.calc.build().
    """
    from xlpoker.addins import calc as extension

    write_file(output, extension.build(), overwrite=overwrite, ending=".oxt")
