"""The spreadsheet functions that every host offers.

`catalogue` declares them and calls them, `arguments` reads what spreadsheet programs pass, and
`answers` implements them.
"""

from __future__ import annotations

from xlpoker.functions.catalogue import CATALOGUE, Argument, Function, call

__all__ = ["CATALOGUE", "Argument", "Function", "call"]
