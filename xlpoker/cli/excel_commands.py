"""`xlpoker excel ...`: the functions in Excel for Windows, in xlwings Lite and in xlwings Server."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from xlpoker.cli.options import EXIT_BAD_ROWS, FILE, one_line_errors, replace_option
from xlpoker.cli.terminal import Commands

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from xlpoker.addins.doctor import Check

__all__ = ["excel", "show_checks", "write_file"]


@click.group(cls=Commands)
def excel() -> None:
    """Bring the functions into Excel: install, uninstall, doctor, build, lite, server.

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
    """Take the add-in out of Excel.

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

    show_checks(checks_of(Windows()))


def show_checks(checks: Iterable[Check]) -> None:
    """Print checks as they come; the exit code is 1 when one of them is a fault."""
    faults = 0
    for check in checks:
        click.echo(str(check))
        faults += not check.good
    if faults:
        raise click.exceptions.Exit(EXIT_BAD_ROWS)


@excel.command()
@click.option("-o", "--output", type=FILE, required=True, metavar="FILE.xlam", help="Where to write it.")
@click.option("--interpreter", default="", metavar="PATH", help="The Python to start; under Windows this one.")
@replace_option("FILE.xlam")
@one_line_errors
def build(output: Path, interpreter: str, overwrite: bool) -> None:
    """Write the add-in that install puts into Excel to any place, on any machine.

    \b
    Examples:
      xlpoker excel build -o xlpoker.xlam
      xlpoker excel build -o xlpoker.xlam --interpreter "C:\\Python312\\python.exe"

    In Python: xlpoker.addins.excel.build(xlpoker.addins.machine.Windows(), interpreter).
    """
    from xlpoker.addins.excel import build as built
    from xlpoker.addins.machine import Windows

    content = built(Windows(), interpreter)
    write_file(output, content, overwrite=overwrite)


def _paste_options(command: Callable[..., Any]) -> Callable[..., Any]:
    for option in (
        replace_option("FILE"),
        click.option("--requirement", is_flag=True, help="The short form, for a host that installs xlpoker."),
        click.option("-o", "--output", type=FILE, metavar="FILE", help="Write it to a file."),
    ):
        command = option(command)
    return command


@excel.command()
@_paste_options
@one_line_errors
def lite(output: Path | None, requirement: bool, overwrite: bool) -> None:
    """Print what to paste into main.py of xlwings Lite (Excel for Mac, Windows and the web).

    It holds the functions themselves; nothing has to be installed beside xlwings.

    \b
    Examples:
      xlpoker excel lite -o main.py
      xlpoker excel lite | clip

    In Python: xlpoker.addins.paste.lite().
    """
    from xlpoker.addins import paste

    _shown(paste.lite(requirement=requirement), output, overwrite=overwrite)


@excel.command()
@_paste_options
@one_line_errors
def server(output: Path | None, requirement: bool, overwrite: bool) -> None:
    """Print the module custom_functions/__init__.py for an xlwings Server.

    \b
    Examples:
      xlpoker excel server -o custom_functions/__init__.py --force
      xlpoker excel server --requirement

    In Python: xlpoker.addins.paste.server().
    """
    from xlpoker.addins import paste

    _shown(paste.server(requirement=requirement), output, overwrite=overwrite)


def _shown(text: str, output: Path | None, *, overwrite: bool) -> None:
    if output is None:
        click.echo(text, nl=False)
    else:
        write_file(output, text.encode(), overwrite=overwrite)


def write_file(output: Path, content: bytes, *, overwrite: bool) -> None:
    """Write a file that was made, and say so; raises `BookError` where one is there, unless `overwrite`."""
    from xlpoker.files.replace import check_place, replaced

    check_place(output, overwrite=overwrite)
    with replaced(output) as temporary:
        temporary.write_bytes(content)
    click.echo(f"{len(content):,} bytes written to {output}")
