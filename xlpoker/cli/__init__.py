"""The command line: parse, call, print. Each command has its equal in Python.

Exit codes: 0 done, 1 bad rows under ``--strict``, 2 wrong usage or an input that cannot be read.
"""

from xlpoker.cli.commands import main
from xlpoker.cli.data_commands import deck

main.add_command(deck)

__all__ = ["main"]
