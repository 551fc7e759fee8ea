"""`xlpoker excel ...`: the functions in Excel for Windows, in xlwings Lite and in xlwings Server."""

from __future__ import annotations

import functools
import importlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from xlpoker.cli.options import EXIT_BAD_ROWS, FILE, one_line_errors, replace_option
from xlpoker.cli.streams import STREAM
from xlpoker.cli.terminal import Command, Commands, say

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["add_steps", "excel", "write_file"]


@click.group(cls=Commands)
def excel() -> None:
    """Bring the functions into Excel: install, uninstall, doctor, build, lite, server.

    \b
    Examples:
      xlpoker excel install
      xlpoker excel doctor
      xlpoker excel lite

    In Python: xlpoker.addins.excel.install(machine), xlpoker.addins.excel.doctor(machine).
    """


STEPS = {
    "install": "Put {what} into {host}, for {whom}.",
    "uninstall": "Take {what} out of {host}.",
    "doctor": "Look for what is wrong between {host} and xlpoker: a line per check, with the remedy.\n\n"
    "The exit code is 1 when there is a fault.",
}


def add_steps(group: click.Group, module: str, given: str, found: Callable[..., Any], **words: str) -> None:
    """Add the commands install, uninstall and doctor to a group; they call the functions of a module with what `found` returns."""
    for name, text in STEPS.items():
        example = f"\b\nExamples:\n  xlpoker {group.name} {name}"
        step = Command(name, help=f"{text.format(**words)}\n\n{example}\n\nIn Python: {module}.{name}({given}).")
        step.params = list(getattr(found, "__click_params__", ()))[::-1]
        step.callback = one_line_errors(functools.partial(_step, module, name, found))
        group.add_command(step)


def _step(module: str, name: str, found: Callable[..., Any], **options: Any) -> None:
    """Run a step and print a line for each thing done or checked; the exit code is 1 where a check finds a fault."""
    faults = 0
    for line in getattr(importlib.import_module(module), name)(found(**options)):
        say(str(line))
        faults += not getattr(line, "good", True)
    if faults:
        raise click.exceptions.Exit(EXIT_BAD_ROWS)


def _windows() -> Any:
    from xlpoker.addins.machine import Windows

    return Windows()


add_steps(
    excel,
    "xlpoker.addins.excel",
    "xlpoker.addins.machine.Windows()",
    _windows,
    what="the add-in",
    host="Excel",
    whom="the Python that runs this",
)


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
    from xlpoker.addins import excel as addin

    write_file(output, addin.build(_windows(), interpreter), overwrite=overwrite, ending=".xlam")


def _paste_options(command: Callable[..., Any]) -> Callable[..., Any]:
    for option in (
        replace_option("FILE"),
        click.option("--requirement", is_flag=True, help="The short form, for a host that installs xlpoker."),
        click.option("-o", "--output", type=FILE, metavar="FILE", help="Write it to a file; - is standard output."),
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
    if output is None or output == STREAM:
        click.echo(text, nl=False)
    else:
        write_file(output, text.encode(), overwrite=overwrite)


def write_file(output: Path, content: bytes, *, overwrite: bool, ending: str = "") -> None:
    """Write a file and say so; raises `BookError` where it exists, unless `overwrite`, and for another ending."""
    from xlpoker.files.file_types import check_ending
    from xlpoker.files.replace import check_place, replaced

    if ending:
        check_ending(output, [ending])
    check_place(output, overwrite=overwrite)
    with replaced(output) as temporary:
        temporary.write_bytes(content)
    say(f"{len(content):,} bytes written to {output}")
