"""Scales: other numbers for the same hands, and their registry.

``strength`` (the default), ``cactus`` and ``percentile`` are xlpoker's own and know every hand. The others are
published answers to the question which single number says how good a hand is. Each is faithful to its source, defects
included: its module gives the source, the formula and the defects, and `xlpoker.scales.audit` counts these.

======================  ===========================  =========================================================
scale                   module                       published
======================  ===========================  =========================================================
``mrt``                 `xlpoker.scales.mrt`         Daily Dose of Excel, "Euler Problem 54", the post (2009)
``handval``             `xlpoker.scales.handval`     same post, reply 4
``fzz-...`` (three)     `xlpoker.scales.fzz`         same post, replies 1 and 2, 5, 9
``keepitcool``          `xlpoker.scales.keepitcool`  same post, reply 15
``hans``                `xlpoker.scales.hans`        same post, replies 16 and 18
``machanic``, ``-sql``  `xlpoker.scales.machanic`    SQL Server blog, "Texas Hold 'em Hint #1" (2006)
``luyun``               `xlpoker.scales.luyun`       caiqingfeng, pokerevaluator (2019)
======================  ===========================  =========================================================

A published scale takes five cards: of six and more the best five count, and a joker counts as the card that it
becomes. It has no number for one to four cards or five of a kind: these raise `HandError`. Two scales depend on more
than the class of the hand: `machanic-sql` at the suits of a straight, `luyun` at all cards where there is a joker.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal

from xlpoker.errors import HandError, OptionError, check_choice
from xlpoker.evaluator.classes import TOP, ladder
from xlpoker.evaluator.hand import strength as strength_of
from xlpoker.scales.face_numbers import sample
from xlpoker.scales.fzz import fzz_formulas, fzz_single, fzz_vba
from xlpoker.scales.handval import handval
from xlpoker.scales.hans import hans
from xlpoker.scales.keepitcool import keepitcool
from xlpoker.scales.luyun import luyun, luyun_of_hand
from xlpoker.scales.machanic import machanic, machanic_sql, machanic_sql_of_hand
from xlpoker.scales.mrt import mrt
from xlpoker.scales.percentile import percentile

__all__ = ["SCALES", "Scale", "on_scale", "scale_named"]

Codes = Sequence[int]
DAILY_DOSE = "Daily Dose of Excel, Euler Problem 54 (2009)"
SQL_BLOG = "Adam Machanic, Texas Hold 'em Hint #1 (2006)"
STRAIGHTS = range(1 + 1277 + 2860 + 858 + 858, 1 + 1277 + 2860 + 858 + 858 + 10)
STRAIGHT_FLUSHES = range(TOP - 9, TOP + 1)


@dataclass(frozen=True, slots=True)
class Scale:
    """A scale: which direction is better, its least and greatest number, one line about it, where it was published.

    A scale is a function of the strength (`own`) or of five cards (`five`). `loose` are the strengths whose number depends
    on the cards, for which `of_cards` takes the whole hand. Without its cards such a hand is an error if `needs_cards`, else
    it has the number of its class.
    """

    name: str
    better: Literal["higher", "lower"]
    least: float
    greatest: float
    help: str
    source: str = ""
    own: Callable[[float], float] | None = None
    five: Callable[[Codes], float] | None = None
    loose: Sequence[int] = ()
    of_cards: Callable[[Codes, float], float] | None = None
    needs_cards: bool = False

    @property
    def range(self) -> str:
        """Return the least and the greatest number as text.

        >>> SCALES["machanic"].range, SCALES["mrt"].range
        ('94 .. 11,300,015,872', '0.0705040302 .. 9')
        """
        return " .. ".join(f"{end:,}" if isinstance(end, int) else f"{end:.10g}" for end in (self.least, self.greatest))

    def of_strength(self, strength: float, cards: Codes = ()) -> float:
        """Return the number of a hand of that strength; `cards`, its codes, where the scale depends on them.

        Raises `HandError` for hands that the scale has no number for, `OptionError` where it needs the cards.
        """
        if strength > TOP + 13 and self.name != "strength":
            raise HandError(f"scale {self.name} has no number for the short deck; strength has")
        if self.own is not None:
            return self.own(strength)
        whole = int(strength)
        if whole != strength:
            raise HandError(f"scale {self.name} has no number for fewer than five cards; strength has")
        if whole > TOP:
            raise HandError(f"scale {self.name} has no number for five of a kind; strength has")
        if whole in self.loose and self.of_cards is not None:
            if cards:
                return self.of_cards(cards, strength)
            if self.needs_cards:
                raise OptionError(f"scale {self.name} needs the cards of a hand, not its strength alone")
        return self.of_class(whole)

    def of_class(self, strength: int) -> float:
        """Return the number of a class of five cards, 1 .. 7462; where suits matter, that of most of its hands."""
        if self.five is None:
            assert self.own is not None
            return self.own(strength)
        return _of_class(self.five, strength)

    def of_hand(self, cards: Codes, jokers: str = "natural") -> float:
        """Return the number of one to nine card codes.

        >>> from xlpoker.evaluator.cards import parse_cards
        >>> SCALES["mrt"].of_hand(parse_cards("KS QS JS TS 9S 9H 9C"))
        8.1312111009
        """
        return self.of_strength(strength_of(cards, jokers), cards)


@cache
def _of_class(five: Callable[[Codes], float], strength: int) -> float:
    return five(sample(ladder()[strength - 1]))


def _same(strength: float) -> float:
    return strength


def _cactus(strength: float) -> float:
    return 7463 - strength


SCALES: dict[str, Scale] = {
    scale.name: scale
    for scale in (
        Scale(
            "strength", "higher", 1, TOP, "place among the 7,462 classes of five cards, 7462 = royal flush", own=_same
        ),
        Scale("cactus", "lower", 1, TOP, "the same counted from the top, 1 = royal flush", own=_cactus),
        Scale(
            "percentile",
            "higher",
            0,
            1,
            "share of all five-card hands that it beats, equal ones half",
            own=percentile,
        ),
        Scale(
            "mrt",
            "higher",
            0.0705040302,
            9,
            "the category, then two decimals a card",
            f"{DAILY_DOSE}, the post",
            five=mrt,
        ),
        Scale(
            "handval",
            "higher",
            7,
            174,
            "a band of 20 for each category, the face of the largest group, the highest card / 20",
            f"{DAILY_DOSE}, reply 4",
            five=handval,
        ),
        Scale(
            "fzz-formulas",
            "higher",
            0.0604030201,
            1_312_111_009_000_000,
            "the cards as decimals times a power of 100 for the category",
            f"{DAILY_DOSE}, replies 1 and 2",
            five=fzz_formulas,
        ),
        Scale(
            "fzz-vba",
            "higher",
            0.4580554962158203,
            3_989_544_960,
            "the cards in base 16 times a power of 16 for the category",
            f"{DAILY_DOSE}, reply 5",
            five=fzz_vba,
        ),
        Scale(
            "fzz-single",
            "higher",
            410_401,
            242_693_837_946_880,
            "one formula: weighted groups in base 16",
            f"{DAILY_DOSE}, reply 9",
            five=fzz_single,
        ),
        Scale(
            "keepitcool",
            "higher",
            503,
            81_200,
            "10000 for each category, 100 for the highest rank, 1 for the next; a dictionary of prime products",
            f"{DAILY_DOSE}, reply 15",
            five=keepitcool,
        ),
        Scale(
            "hans",
            "higher",
            107,
            1014,
            "a band of 100 for each category; a loop for ties, which does not always end",
            f"{DAILY_DOSE}, replies 16 and 18",
            five=hans,
        ),
        Scale(
            "machanic",
            "higher",
            94,
            11_300_015_872,
            "a bit for each rank and bonuses of thousands of millions",
            f"{SQL_BLOG}, the text",
            five=machanic,
        ),
        Scale(
            "machanic-sql",
            "higher",
            62,
            19_017_047_560,
            "the same as its SQL is printed; depends on the suits of straights",
            f"{SQL_BLOG}, the SQL",
            five=machanic_sql,
            loose=STRAIGHTS,
            of_cards=machanic_sql_of_hand,
            needs_cards=True,
        ),
        Scale(
            "luyun",
            "lower",
            0,
            7461,
            "tables of prime products with the joker as 43, 0 = royal flush",
            "caiqingfeng, pokerevaluator (2019)",
            five=luyun,
            loose=STRAIGHT_FLUSHES,
            of_cards=luyun_of_hand,
        ),
    )
}


def scale_named(scale: str) -> Scale:
    """Return the scale of that name.

    Raises `OptionError` for an unknown one.
    """
    check_choice(scale, SCALES, "is not a scale")
    return SCALES[scale]


def on_scale(scale: str, strength: float, cards: Codes = ()) -> float:
    """Return the number that a scale gives to a hand of that strength; `cards`, its codes, where they matter.

    >>> on_scale("cactus", 7462), on_scale("percentile", 7462), on_scale("mrt", 7165)
    (1, 0.9999992304614154, 6.04)

    Raises `OptionError` for an unknown scale and where a scale needs the cards, `HandError` for a hand that a
    published scale has no number for.
    """
    return scale_named(scale).of_strength(strength, cards)
