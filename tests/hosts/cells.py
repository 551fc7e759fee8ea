"""The table of odd inputs: what a cell can hold instead of a card, and what it is called."""

import datetime as dt
from decimal import Decimal

from xlpoker.evaluator.cards import ACCEPTED
from xlpoker.evaluator.cells import EXCEL_ERRORS

NUMBER, DATE, TIME = (f"is a {kind}, not a card; {ACCEPTED}" for kind in ("number", "date", "time"))
CELLS = [
    *((error, f"{error} is an Excel error, not a card") for error in EXCEL_ERRORS.values()),
    (True, f"TRUE is not a card; {ACCEPTED}"),
    (False, f"FALSE is not a card; {ACCEPTED}"),
    (7, f"7 {NUMBER}"),
    (-2.5, f"-2.5 {NUMBER}"),
    (0.1 + 0.2, f"0.3 {NUMBER}"),
    (1e300, f"1e+300 {NUMBER}"),
    (Decimal("12.5"), f"12.5 {NUMBER}"),
    (Decimal("-922337203685477.5808"), f"-922337203685478 {NUMBER}"),
    (Decimal(7), f"7 {NUMBER}"),
    (dt.datetime(2023, 3, 15), f"2023-03-15 {DATE}"),
    (dt.datetime(2023, 3, 15, 12), f"2023-03-15 12:00:00 {DATE}"),
    (dt.datetime(2024, 7, 1, 23, 59, 59), f"2024-07-01 23:59:59 {DATE}"),
    (dt.datetime(1899, 12, 30, 18, 30), f"18:30:00 {TIME}"),
    (dt.datetime(9999, 12, 31), f"9999-12-31 {DATE}"),
    (None, "a card is missing: cell 1 of 5 is blank"),
    ("", "a card is missing: cell 1 of 5 is blank"),
    (0, "a card is missing: cell 1 of 5 is blank"),
    ("1OH", "'1OH' is not a card; did you mean '10H'?"),
    ('a "b"\\c', f"'a \"b\"\\c' is not a card; {ACCEPTED}"),
]
"""What a cell can hold instead of a card, and what it is called."""
