"""`xlpoker calc ...`: the functions in LibreOffice Calc."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from xlpoker.cli.excel_commands import show_checks, write_file
from xlpoker.cli.options import FILE, one_line_errors, replace_option
from xlpoker.cli.terminal import Commands, say

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["calc"]


@click.group(cls=Commands)
def calc() -> None:
    """Bring the functions into LibreOffice Calc: install, uninstall, doctor, build.

    \b
    Examples:
      xlpoker calc install
      xlpoker calc doctor

    In Python: xlpoker.addins.libreoffice.install(office), xlpoker.addins.calc.build().
    """


def _office_options(command: Callable[..., Any]) -> Callable[..., Any]:
    for option in (
        click.option("--profile", type=FILE, metavar="FOLDER", help="Another profile than the user's own."),
        click.option(
            "--program", type=FILE, metavar="FOLDER", help="The folder of LibreOffice's programs; found without it."
        ),
    ):
        command = option(command)
    return command


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
    from xlpoker.addins.calc import build as built

    write_file(output, built(), overwrite=overwrite)


@calc.command()
@_office_options
@one_line_errors
def install(program: Path | None, profile: Path | None) -> None:
    """Put the extension into LibreOffice, for this user.

    \b
    Examples:
      xlpoker calc install
      xlpoker calc install --program /opt/libreoffice25.2/program

    In Python: xlpoker.addins.libreoffice.install(xlpoker.addins.libreoffice.Office.found()).
    """
    from xlpoker.addins.libreoffice import Office
    from xlpoker.addins.libreoffice import install as install_it

    for line in install_it(Office.found(program, profile)):
        say(line)


@calc.command()
@_office_options
@one_line_errors
def uninstall(program: Path | None, profile: Path | None) -> None:
    """Take the extension out of LibreOffice.

    \b
    Examples:
      xlpoker calc uninstall

    In Python: xlpoker.addins.libreoffice.uninstall(xlpoker.addins.libreoffice.Office.found()).
    """
    from xlpoker.addins.libreoffice import Office
    from xlpoker.addins.libreoffice import uninstall as uninstall_it

    for line in uninstall_it(Office.found(program, profile)):
        say(line)


@calc.command()
@_office_options
@one_line_errors
def doctor(program: Path | None, profile: Path | None) -> None:
    """Look for what is wrong between LibreOffice and xlpoker: a line per check, with the remedy.

    The exit code is 1 when there is a fault.

    \b
    Examples:
      xlpoker calc doctor

    In Python: xlpoker.addins.libreoffice.doctor(xlpoker.addins.libreoffice.Office.found()).
    """
    from xlpoker.addins.libreoffice import Office
    from xlpoker.addins.libreoffice import doctor as checks_of

    show_checks(checks_of(Office.found(program, profile)))
