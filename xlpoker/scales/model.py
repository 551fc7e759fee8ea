"""A scale: another number for the same hands, of the strength of a hand or of its five best cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Literal, NamedTuple

from xlpoker.errors import HandError, OptionError
from xlpoker.evaluator.classes import TOP, ladder
from xlpoker.evaluator.hand import strength as strength_of
from xlpoker.scales.face_numbers import sample

__all__ = ["DAILY_DOSE", "SQL_BLOG", "Codes", "Scale"]

Codes = Sequence[int]
DAILY_DOSE = "Daily Dose of Excel, Euler Problem 54 (2009)"
SQL_BLOG = "Adam Machanic, Texas Hold 'em Hint #1 (2006)"


class Scale(NamedTuple):
    """A scale: which direction is better, its least and greatest number, one line about it, where it was published.

    A scale is a function of the strength (`by_strength`) or of five cards (`by_five_cards`). `loose` are the strengths
    whose number depends on the cards, for which `of_cards` takes the whole hand. Without its cards such a hand is an
    error if `needs_cards`, else it has the number of its class.
    """

    name: str
    better: Literal["higher", "lower"]
    least: float
    greatest: float
    help: str
    source: str = ""
    by_strength: Callable[[float], float] | None = None
    by_five_cards: Callable[[Codes], float] | None = None
    loose: Sequence[int] = ()
    of_cards: Callable[[Codes, float], float] | None = None
    needs_cards: bool = False

    @property
    def range(self) -> str:
        """Return the least and the greatest number as text.

        >>> Scale("cactus", "lower", 1, 7462, "1 = royal flush").range
        '1 .. 7,462'
        """
        return " .. ".join(
            f"{end:,}" if isinstance(end, int) else f"{end:.10g}"
            for end in (self.least, self.greatest)
        )

    def of_strength(self, strength: float, cards: Codes = ()) -> float:
        """Return the number of a hand of that strength; `cards`, its codes, where the scale depends on them.

        Raises `HandError` for hands that the scale has no number for, `OptionError` where it needs the cards.
        """
        if strength > TOP + 13 and self.name != "strength":
            raise HandError(
                f"scale {self.name} has no number for a game with an order of hands of its own; strength has"
            )
        if self.by_strength is not None:
            return self.by_strength(strength)
        whole = int(strength)
        if whole != strength:
            raise HandError(
                f"scale {self.name} has no number for fewer than five cards; strength has"
            )
        if whole > TOP:
            raise HandError(f"scale {self.name} has no number for five of a kind; strength has")
        if whole in self.loose and self.of_cards is not None:
            if cards:
                return self.of_cards(cards, strength)
            if self.needs_cards:
                raise OptionError(
                    f"scale {self.name} needs the cards of a hand, not its strength alone"
                )
        return self.of_class(whole)

    def of_class(self, strength: int) -> float:
        """Return the number of a class of five cards, 1 .. 7462; where suits matter, that of most of its hands."""
        if self.by_five_cards is None:
            assert self.by_strength is not None
            return self.by_strength(strength)
        return _of_class(self.by_five_cards, strength)

    def of_hand(self, cards: Codes, jokers: str = "natural") -> float:
        """Return the number of one to nine card codes.

        >>> Scale("half", "higher", 0.5, 3731, "half the strength", by_strength=lambda strength: strength / 2).of_hand([48, 44, 40, 36, 32])
        3731.0
        """
        return self.of_strength(strength_of(cards, jokers), cards)


@cache
def _of_class(five: Callable[[Codes], float], strength: int) -> float:
    return five(sample(ladder()[strength - 1]))
