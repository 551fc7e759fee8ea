"""The numbers of hands on a published scale, some of which depend on the individual cards.

This module needs no NumPy: buttons in a spreadsheet program use it, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from xlpoker.errors import HandError
from xlpoker.evaluator.games import game_hand
from xlpoker.evaluator.hand import codes_of
from xlpoker.scales import scale_named
from xlpoker.scoring.counts import Options

__all__ = ["ScaleNumbers"]


class ScaleNumbers:
    """The numbers of hands on the scale of a job; `loose` are the values whose number depends on the cards.

    >>> ScaleNumbers(Options(scale="cactus"), "").of_value(7462)
    1
    """

    def __init__(self, options: Options, sheet: str) -> None:
        self._options = options
        self._sheet = sheet
        self._scale = scale_named(options.scale)
        self._of_value = cache(self._scale.of_strength)
        self.loose = self._scale.loose

    def of_value(self, value: float) -> float:
        """Return the number of all hands of a value; raise `HandError` where the scale has none."""
        return self._of_value(value)

    def of_cards(self, value: float, hand: Sequence[int], board: Sequence[int]) -> float:
        """Return the number of a single hand of a value, given by its codes and those of the board."""
        game = self._options.rule
        if game != "five-card":
            best = game_hand(game, hand, board, self._options.jokers)
            hand = codes_of(best.cards)
        return self._scale.of_strength(value, hand)

    def error_in_row(self, error: HandError, row: int) -> HandError:
        """Return an error about a hand as one that names the sheet and the row."""
        where = f"row {row + 1}"
        if self._sheet:
            where = f"{self._sheet}, {where}"
        return HandError(f"{where}: {error}")
