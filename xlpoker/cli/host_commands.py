"""The commands `excel`, `calc` and `formulas`: the functions in their hosts."""

from __future__ import annotations

import functools
import importlib
from typing import TYPE_CHECKING, Any

import click

from xlpoker.cli.options import file, force_option
from xlpoker.cli.print_counts import warn
from xlpoker.cli.streams import STREAM
from xlpoker.cli.terminal import EXIT_BAD_ROWS, say

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

__all__ = ["calc", "excel", "formulas"]


@click.group()
def excel() -> None:
    """Bring the functions into Excel.

    \b
    Examples:
      xlpoker excel install
      xlpoker excel doctor
      xlpoker excel lite

    In Python: xlpoker.hosts.excel.install(machine), xlpoker.hosts.excel.doctor(machine).
    """


STEPS = {
    "install": "Put {what} into {host}, for {whom}.",
    "uninstall": "Take {what} out of {host}.",
}


def _add_steps(
    group: click.Group, module: str, argument: str, find: Callable[..., Any], **words: str
) -> None:
    """Add the commands install and uninstall to a group.

    They call the function of a module that has their name with what `find` returns; `argument` says
    in Python what that is, for the help. The options of `find` are those of the commands.
    """
    for name, text in STEPS.items():
        example = f"\b\nExamples:\n  xlpoker {group.name} {name}"
        in_python = f"In Python: {module}.{name}({argument})."
        step = click.Command(name, help=f"{text.format(**words)}\n\n{example}\n\n{in_python}")
        step.params = list(getattr(find, "__click_params__", ()))[::-1]
        step.callback = functools.partial(_step, module, name, find)
        group.add_command(step)


def _step(module: str, name: str, find: Callable[..., Any], **options: Any) -> None:
    """Take a step and print a line for each thing done."""
    step = getattr(importlib.import_module(module), name)
    for line in step(find(**options)):
        say(line)


def _windows() -> Any:
    from xlpoker.hosts.windows import Windows

    return Windows()


EXCEL_WORDS = {"what": "the add-in", "host": "Excel", "whom": "the Python that runs this"}
_add_steps(excel, "xlpoker.hosts.excel", "xlpoker.hosts.windows.Windows()", _windows, **EXCEL_WORDS)


@excel.command()
def doctor() -> None:
    """Look for what is wrong between Excel and xlpoker.

    Each check is a line, with the remedy; the exit code is 1 when there is a fault.

    \b
    Examples:
      xlpoker excel doctor

    In Python: xlpoker.hosts.excel.doctor(xlpoker.hosts.windows.Windows()).
    """
    from xlpoker.hosts import excel as addin

    faults = 0
    for check in addin.doctor(_windows()):
        say(str(check))
        if not check.good:
            faults += 1
    if faults:
        raise click.exceptions.Exit(EXIT_BAD_ROWS)


@excel.command()
@click.option(
    "-o",
    "--output",
    type=file,
    metavar="FILE",
    help="Write it to a file; - is standard output.",
)
@force_option("FILE where it exists")
def lite(output: Path | None, force: bool) -> None:
    """Print what to paste into main.py of xlwings Lite.

    That is Excel for Mac, Windows and the web. It holds the functions themselves; nothing has to be
    installed beside xlwings.

    \b
    Examples:
      xlpoker excel lite -o main.py
      xlpoker excel lite | clip

    In Python: xlpoker.hosts.lite.lite().
    """
    from xlpoker.hosts.lite import lite as make_module

    source = make_module()
    if output is None or output == STREAM:
        click.echo(source, nl=False)
        return
    from xlpoker.files.outputs import claimed, replaced

    content = source.encode()
    with claimed(output, force=force) as remarks, replaced(output) as temporary:
        temporary.write_bytes(content)
    warn(remarks)
    say(f"{len(content):,} bytes written to {output}")


@click.group()
def calc() -> None:
    """Bring the functions into LibreOffice Calc.

    \b
    Examples:
      xlpoker calc install
      xlpoker calc install --program /opt/libreoffice25.2/program

    In Python: xlpoker.hosts.libreoffice.install(office), xlpoker.hosts.calc.build().
    """


@click.option(
    "--program",
    type=file,
    metavar="FOLDER",
    help="The folder of LibreOffice's programs; found without it.",
)
@click.option("--profile", type=file, metavar="FOLDER", help="Another profile than the user's own.")
def _office(program: Path | None, profile: Path | None) -> Any:
    from xlpoker.hosts.libreoffice import Office

    return Office.found(program, profile)


CALC_WORDS = {"what": "the extension", "host": "LibreOffice", "whom": "this user"}
_add_steps(
    calc,
    "xlpoker.hosts.libreoffice",
    "xlpoker.hosts.libreoffice.Office.found()",
    _office,
    **CALC_WORDS,
)


@click.command()
@click.option(
    "--print", "host", type=click.Choice(["excel", "sheets"]), help="Print the formulas to paste."
)
@click.option(
    "--old",
    is_flag=True,
    help="Print the one array formula for Excel without LAMBDA: five cards in A3:E3.",
)
def formulas(host: str | None, old: bool) -> None:
    """Print the functions as formulas, which need no Python.

    They are HANDVAL, HANDNAME, BESTHAND and WINNER, for hands of five to seven cards. In Excel 365,
    2024 and on the web they are names for the Name Manager, in Google Sheets named functions.

    \b
    Examples:
      xlpoker formulas --print excel
      xlpoker formulas --print sheets
      xlpoker formulas --old

    In Python: xlpoker.hosts.formulas.pasted(host), xlpoker.hosts.formulas.old(cells).
    """
    from xlpoker.hosts.formulas import old as old_formula
    from xlpoker.hosts.formulas import pasted

    if old and host is None:
        click.echo(f"={old_formula()}")
    elif host is not None and not old:
        click.echo(pasted(host), nl=False)
    else:
        raise click.UsageError("Say one of --print, --old.")
