"""The command line: parse, call, print. Each command has its equal in Python.

Exit codes: 0 done, 1 bad rows under ``--strict``, 2 wrong usage or an input that cannot be read.
"""

from xlpoker.cli.commands import main
from xlpoker.cli.data_commands import deck
from xlpoker.cli.scale_commands import scales

main.add_command(deck)
main.add_command(scales)

__all__ = ["main"]
