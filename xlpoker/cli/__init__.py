"""The command line: parse, call, print. Each command has its equivalent in Python.

The exit codes stand in the help of `main`. A command's module is imported when the command is used.
"""

from __future__ import annotations

from collections import UserDict
from collections.abc import Iterator
from importlib import import_module

import click

import xlpoker
from xlpoker.cli.terminal import Commands

__all__ = ["main"]

_COMMANDS = {
    "table_commands": ("wins", "score", "report"),
    "import_command": ("import",),
    "hand_commands": ("hand", "functions", "scales", "deal"),
    "odds_commands": ("outs", "equity", "range"),
    "host_commands": ("excel", "calc", "formulas"),
}
_MODULES = {name: module for module, names in _COMMANDS.items() for name in names}


class _Commands(UserDict[str, click.Command]):
    """The commands by name, each imported when it is asked for."""

    def __getitem__(self, name: str) -> click.Command:
        if name in _MODULES and name not in self.data:
            module = import_module(f"xlpoker.cli.{_MODULES[name]}")
            self.data[name] = getattr(module, f"{name}_" if name in ("import", "range") else name)
        return self.data[name]

    def __contains__(self, name: object) -> bool:
        return name in _MODULES

    def __iter__(self) -> Iterator[str]:
        return iter(_MODULES)

    def __len__(self) -> int:
        return len(_MODULES)


@click.group(
    cls=Commands,
    commands=_Commands(),
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(xlpoker.__version__, message="xlpoker %(version)s")
def main() -> None:
    """Exact poker hands, winners and pot shares in spreadsheets.

    \b
    xlpoker wins book.xlsx                  count each player's wins
    xlpoker score book.xlsx                 write the results to book.scored.xlsx
    xlpoker report book.xlsx                write a summary with charts to book.report.xlsx
    xlpoker hand "4D 6S 9H QH QC"           value one hand
    xlpoker outs 6c7c AhAd --board 8c9s4c   the next cards that win, tie and lose
    xlpoker equity AhKh QcQd                odds of hands and ranges
    xlpoker import poker.txt book.xlsx      make a workbook from a text file
    xlpoker deal 1000 -o deals.xlsx         write random deals
    xlpoker functions                       the functions for Excel
    xlpoker excel install                   put them into Excel

    \b
    Exit codes:
      0  done
      1  every row of a table is bad, or a doctor found something;
         under --strict also bad rows, and rows that differ (--check)
      2  wrong usage, an input that cannot be read, or a question that nobody answered
    """
