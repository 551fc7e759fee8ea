"""The command line: parse, call, print. Each command has its equivalent in Python.

Exit codes: 0 done, 1 bad rows under ``--strict``, 2 wrong usage or an input that cannot be read.
"""

from xlpoker.cli.calc_commands import calc
from xlpoker.cli.commands import main
from xlpoker.cli.data_commands import deck, functions, import_
from xlpoker.cli.excel_commands import excel
from xlpoker.cli.formula_commands import formulas
from xlpoker.cli.odds_commands import equity, outs, range_
from xlpoker.cli.scale_commands import scales

__all__ = ["main"]

for _command in (import_, functions, outs, equity, range_, scales, deck, excel, calc, formulas):
    main.add_command(_command)
