"""The command line: parse, call, print. Each command has its equal in Python.

Exit codes: 0 done, 1 bad rows under ``--strict``, 2 wrong usage or an input that cannot be read.
"""

from xlpoker.cli.commands import main
from xlpoker.cli.excel_commands import excel

__all__ = ["main"]

main.add_command(excel)
