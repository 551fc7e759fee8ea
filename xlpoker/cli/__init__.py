"""The command line: parse, call, print. Each command has its equal in Python.

Exit codes: 0 done, 1 bad rows under ``--strict``, 2 wrong usage or an input that cannot be read.
"""

from xlpoker.cli import odds_commands as _odds_commands  # noqa: F401 - adds its commands to main
from xlpoker.cli.commands import main

__all__ = ["main"]
