"""`xlpoker excel ...`: the functions in Excel for Windows, in xlwings Lite and in xlwings Server."""

from __future__ import annotations

import click

from xlpoker.cli.options import EXIT_BAD_ROWS, one_line_errors
from xlpoker.cli.terminal import Commands

__all__ = ["excel"]


@click.group(cls=Commands)
def excel() -> None:
    """Bring the functions into Excel: install, uninstall, doctor, lite, server.

    \b
    Examples:
      xlpoker excel install
      xlpoker excel doctor
      xlpoker excel lite

    In Python: xlpoker.addins.excel.install(machine), xlpoker.addins.doctor.doctor(machine).
    """


@excel.command()
@one_line_errors
def install() -> None:
    """Put the add-in into Excel for Windows, for the Python that runs this.

    \b
    Examples:
      xlpoker excel install

    In Python: xlpoker.addins.excel.install(xlpoker.addins.machine.Windows()).
    """
    from xlpoker.addins.excel import install as install_it
    from xlpoker.addins.machine import Windows

    for line in install_it(Windows()):
        click.echo(line)


@excel.command()
@one_line_errors
def uninstall() -> None:
    """Take the add-in out of Excel and put its settings back.

    \b
    Examples:
      xlpoker excel uninstall

    In Python: xlpoker.addins.excel.uninstall(xlpoker.addins.machine.Windows()).
    """
    from xlpoker.addins.excel import uninstall as uninstall_it
    from xlpoker.addins.machine import Windows

    for line in uninstall_it(Windows()):
        click.echo(line)


@excel.command()
@one_line_errors
def doctor() -> None:
    """Look for what is wrong between Excel and xlpoker: a line per check, with the remedy.

    The exit code is 1 when there is a fault.

    \b
    Examples:
      xlpoker excel doctor

    In Python: xlpoker.addins.doctor.doctor(xlpoker.addins.machine.Windows()).
    """
    from xlpoker.addins.doctor import doctor as checks_of
    from xlpoker.addins.machine import Windows

    faults = 0
    for check in checks_of(Windows()):
        click.echo(str(check))
        faults += not check.good
    if faults:
        raise click.exceptions.Exit(EXIT_BAD_ROWS)


@excel.command()
def lite() -> None:
    """Print what to paste into xlwings Lite (Excel for Mac, Windows and the web).

    \b
    Examples:
      xlpoker excel lite

    In Python: xlpoker.addins.paste.lite().
    """
    from xlpoker.addins import paste

    _print_files(paste.lite())


@excel.command()
def server() -> None:
    """Print what to put into an xlwings Server.

    \b
    Examples:
      xlpoker excel server

    In Python: xlpoker.addins.paste.server().
    """
    from xlpoker.addins import paste

    _print_files(paste.server())


def _print_files(files: dict[str, str]) -> None:
    for name, text in files.items():
        click.secho(f"# {name}", bold=True)
        click.echo(text)
