"""What only the data can tell: the reasons to ask about hands before they are read.

Each check returns a `Flaw` or None. The first flaw is the question.
"""

from __future__ import annotations

from xlpoker.layout.card_checks import (
    board_in_a_row,
    cards_twice,
    cards_under_no_name,
    one_card_more,
    sizes_differ,
)
from xlpoker.layout.flaws import Check
from xlpoker.layout.folds import folds_beside
from xlpoker.layout.seats import no_showdown
from xlpoker.layout.several_tables import one_name_twice, tables_beside

__all__ = ["CHECKS"]

CHECKS: tuple[Check, ...] = (
    no_showdown,
    board_in_a_row,
    one_name_twice,
    tables_beside,
    cards_under_no_name,
    sizes_differ,
    one_card_more,
    cards_twice,
    folds_beside,
)
