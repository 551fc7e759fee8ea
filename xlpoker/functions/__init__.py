"""The spreadsheet functions that every host offers.

`catalogue` declares them and calls them, `arguments` reads what spreadsheet programs pass, and
`answers` implements them.

A new function is a function of one row in `answers` and an entry of `CATALOGUE`. For Excel it is
also written out in `xlpoker.udfs`; a test compares the two. The other hosts and the command line
are made from the catalogue, and the README is compared with it.
"""

from __future__ import annotations

from xlpoker.functions.catalogue import (
    CATALOGUE,
    Argument,
    Function,
    call,
)

__all__ = ["CATALOGUE", "Argument", "Function", "call"]
