"""Cards as numbers: read only when the encoding is named, never guessed, because suit orders differ.

================ ================== ==================================================== ===========
name             cells per card     meaning                                              suit order
================ ================== ==================================================== ===========
``uci``          2: suit, rank      suit 1-4, rank 1-13 with the ace 1 (UCI data set)    H S D C
``2-14``         2: rank, suit      rank 2-14 with the ace 14, suit 1-4                  C D H S
``0-51``         1                  4 * rank + suit, the deuce's ranks first             C D H S
``1-52``         1                  the same from 1                                      C D H S
``0-51-suits``   1                  13 * suit + rank, the deuces first in each suit      C D H S
``1-52-suits``   1                  the same from 1                                      C D H S
``...-ace``      1                  these four with the ace as the first rank: 0-51-ace  C D H S
``2-14-0-3``     2: rank, suit      rank 2-14 with the ace 14, suit 0-3                  C D H S
``0-12-0-3``     2: rank, suit      rank 0-12 with the deuce 0, suit 0-3                 C D H S
``1-13``         2: rank, suit      rank 1-13 with the deuce 1, suit 1-4                 C D H S
``1-13-0-3``     2: rank, suit      the same with suit 0-3                               C D H S
``...-ace``      2: rank, suit      these three with the ace as the first: 1-13-ace      C D H S
``treys``        1                  the integers of treys and Cactus Kev                 none
``rank-suit``    2: rank, suit      words, letters, signs; 2-14 for ranks: K | Spades    none
``suit-rank``    2: suit, rank      the same: Spades | K                                 none
``ranks-suits``  2                  the same, all ranks of a hand before its suits       none
``suits-ranks``  2                  the same, all suits of a hand before its ranks       none
================ ================== ==================================================== ===========

Another suit order is named behind a colon: ``1-52:SHDC``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice, product
from typing import Any, NamedTuple

from xlpoker.errors import CardError, OptionError, check_choice, nearest, quoted
from xlpoker.evaluator.cards import SUITS, card_text, pair_code
from xlpoker.evaluator.cells import is_blank
from xlpoker.evaluator.primes import PRIMES

__all__ = ["APART", "ENCODINGS", "LIST", "Encoding", "encoding"]


class Encoding(NamedTuple):
    """An encoding: its name, cells per card, suit order, the numbers that each cell takes, and their rank and suit."""

    name: str
    cells: int
    suits: str
    numbers: tuple[Sequence[int], ...]
    place: Callable[..., tuple[int, int]]

    def parts(self, cells: int) -> list[slice]:
        """Return where each card is among the cells of a hand.

        >>> encoding("uci").parts(4), encoding("ranks-suits").parts(4)
        ([slice(0, 2, None), slice(2, 4, None)], [slice(0, None, 2), slice(1, None, 2)])
        """
        if self.name in APART:
            return [slice(first, None, cells // 2) for first in range(cells // 2)]
        return [slice(first, first + self.cells) for first in range(0, cells, self.cells)]

    @property
    def example(self) -> str:
        """Return its two first cards, which tell it from others.

        >>> encoding("uci").example, encoding("treys").example, encoding("rank-suit").example
        ('1 | 1 is AH, 1 | 2 is 2H', '69634 is 2S, 73730 is 2H', 'such as K | Spades')
        """
        if not self.numbers:
            return f"such as {self.suits}"
        first = islice(product(*self.numbers), 2)
        return ", ".join(
            f"{' | '.join(map(str, cells))} is {card_text(self.codes(cells)[0])}" for cells in first
        )

    def codes(self, cells: Sequence[Any]) -> list[int]:
        """Return the card codes of a row of cells, an empty list for a blank row.

        >>> encoding("uci").codes([1, 10, 1, 11]), encoding("0-51").codes([0, 51])
        ([34, 38], [0, 51])

        Raises `CardError` for a number out of range, with the range, and for anything that is not a number.
        """
        if all(is_blank(cell) for cell in cells):
            return []
        if len(cells) % self.cells:
            raise CardError(
                f"{self.name} takes {self.cells} cells for each card, not {len(cells)} in all"
            )
        numbers = [
            self._number(cell, self.numbers[place % self.cells]) for place, cell in enumerate(cells)
        ]
        codes = []
        for start in range(0, len(numbers), self.cells):
            rank, suit = self.place(*numbers[start : start + self.cells])
            codes.append(4 * rank + SUITS.index(self.suits[suit]))
        return codes

    def _number(self, cell: Any, numbers: Sequence[int]) -> int:
        if is_blank(cell):
            raise CardError("a card is missing")
        if (
            numbers[-1] == len(SUITS) and (code := pair_code(2, cell)) is not None
        ):  # the suit as a letter, word or sign
            return self.suits.index(SUITS[code]) + 1
        try:
            number = float(cell)
        except (TypeError, ValueError, OverflowError):
            number = float("nan")
        if isinstance(cell, bool) or not number.is_integer() or int(number) not in numbers:
            shown = str(cell).upper() if isinstance(cell, bool) else str(cell)
            raise CardError(
                f"{quoted(shown)} is not a number {numbers[0]} .. {numbers[-1]} as {self.name} has it"
            )
        return int(number)


class _Pairs(Encoding):
    """Ranks and suits in cells of their own, as words, letters, signs, or numbers 2 .. 14 for ranks."""

    def codes(self, cells: Sequence[Any]) -> list[int]:
        """Return the card codes of a row of cells, an empty list for a blank row."""
        codes = []
        for start in range(0, len(cells), 2) if not all(map(is_blank, cells)) else ():
            pair = cells[start : start + 2]
            if len(pair) < 2 or any(map(is_blank, pair)):
                raise CardError("a card is missing")
            code = pair_code(*(pair if self.name.startswith("rank") else reversed(pair)))
            if code is None:
                raise CardError(
                    f"{quoted(' | '.join(map(str, pair)))} is not a card; {self.name} has cells such as {self.suits}"
                )
            codes.append(code)
        return codes


_TREYS = {
    1 << rank + 16 | 8 >> suit << 12 | rank << 8 | PRIMES[rank]: (rank, suit)
    for rank in range(13)
    for suit in range(4)
}
"""The integers of treys: a bit of the rank, a bit of the suit, the rank, its prime."""


def _of_deck(first: int, suits: int, ace: int, card: int) -> tuple[int, int]:
    """Return rank and suit of a card of a deck that is numbered from `first` on, rank by rank or suit by suit, maybe aces first."""
    rank, suit = divmod(card - first, 13)[::-1] if suits else divmod(card - first, 4)
    return (rank - ace) % 13, suit


def _of_pair(first_rank: int, first_suit: int, ace: int, rank: int, suit: int) -> tuple[int, int]:
    """Return rank and suit of two numbers that are counted from some first ones, the deuce or with `ace` the ace first."""
    return (rank - first_rank - ace) % 13, suit - first_suit


ENCODINGS: dict[str, Encoding] = {
    encoding.name: encoding
    for encoding in (
        Encoding(
            "uci",
            2,
            "HSDC",
            (range(1, 5), range(1, 14)),
            lambda suit, rank: ((rank - 2) % 13, suit - 1),
        ),
        Encoding(
            "2-14", 2, "CDHS", (range(2, 15), range(1, 5)), lambda rank, suit: (rank - 2, suit - 1)
        ),
        *(
            Encoding(
                f"{name}{'-ace' * ace}",
                1,
                "CDHS",
                (range(first, first + 52),),
                partial(_of_deck, first, suits, ace),
            )
            for ace in (0, 1)
            for name, first, suits in (
                ("0-51", 0, 0),
                ("1-52", 1, 0),
                ("0-51-suits", 0, 1),
                ("1-52-suits", 1, 1),
            )
        ),
        Encoding(
            "2-14-0-3", 2, "CDHS", (range(2, 15), range(4)), lambda rank, suit: (rank - 2, suit)
        ),
        *(
            Encoding(
                f"{name}{'-ace' * ace}",
                2,
                "CDHS",
                (ranks, suits),
                partial(_of_pair, ranks[0], suits[0], ace),
            )
            for ace in (0, 1)
            for name, ranks, suits in (
                ("0-12-0-3", range(13), range(4)),
                ("1-13", range(1, 14), range(1, 5)),
                ("1-13-0-3", range(1, 14), range(4)),
            )
        ),
        Encoding("treys", 1, "CDHS", (sorted(_TREYS),), _TREYS.__getitem__),
        _Pairs("rank-suit", 2, "K | Spades", (), divmod),
        _Pairs("suit-rank", 2, "Spades | K", (), divmod),
        _Pairs("ranks-suits", 2, "K | Spades", (), divmod),
        _Pairs("suits-ranks", 2, "Spades | K", (), divmod),
    )
}
LIST = "list"
"""The word in the place of an encoding for which all of them are shown."""
APART = ("ranks-suits", "suits-ranks")
"""The encodings in which all ranks, or all suits, of a hand come first."""


def encoding(name: str) -> Encoding:
    """Return the encoding of a name like ``uci`` or ``1-52:SHDC``.

    >>> encoding("1-52:SHDC").codes([1])
    [3]

    Raises `OptionError` for an unknown name and for a suit order that is not the four suits.
    """
    if not isinstance(name, str):
        check_choice(name, ENCODINGS, "is not an encoding of cards")
    base, _, order = name.strip().partition(":")
    known = ENCODINGS.get(base.lower())
    if known is None:
        if base.lower() == LIST:
            every = (f"{name} ({known.example})" for name, known in ENCODINGS.items())
            raise OptionError(f"the encodings of cards are {', '.join(every)}")
        near = nearest(base, ENCODINGS)
        near += "" if near.startswith("did") else f"; {LIST!r} shows the first cards of each"
        raise OptionError(f"{quoted(base)} is not an encoding of cards; {near}")
    if not order:
        return known
    if isinstance(known, _Pairs):
        raise OptionError(f"{known.name} has no order of suits; leave {quoted(order)} out")
    if sorted(order.upper()) != sorted(SUITS):
        raise OptionError(
            f"{quoted(order)} is not a suit order; name each of C D H S once, as in {base}:SHDC"
        )
    return Encoding(known.name, known.cells, order.upper(), known.numbers, known.place)
