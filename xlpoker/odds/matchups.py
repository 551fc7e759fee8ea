"""Ranges against each other: every combination of hands, those that differ only in the names of the suits once.

A suit's *signature* is what each player holds in it together with what the board and the dead cards take of it. The
four signatures without their order say everything about a combination that matters: as many boards are won by the same
players whichever suit is called spades. Ace-king suited against all pairs of queens are 24 combinations and two
different questions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xlpoker.odds.ranges import Range

__all__ = ["Matchups", "TooMany"]

Hand = tuple[int, ...]
Signature = tuple[int, int, int, int]


class TooMany(Exception):  # noqa: N818 - no error, but the end of an attempt
    """There are more combinations than were allowed."""


class Matchups:
    """Combinations of hands without a card twice, one for all that are alike, with the sum of their weights.

    >>> from xlpoker.odds.ranges import parse_range
    >>> matchups = Matchups()
    >>> matchups.add((), (), [parse_range("AKs"), parse_range("QQ")])
    >>> [weight for weight, _ in matchups]
    [12, 12]
    """

    def __init__(self, different: float = float("inf")) -> None:
        self._found: dict[Signature, tuple[Hand, ...]] = {}
        self._weights: dict[Signature, float] = {}
        self._different = different

    def __iter__(self) -> Iterator[tuple[float, tuple[Hand, ...]]]:
        """Yield the weight of all that are alike and one of them."""
        for key, holes in self._found.items():
            yield self._weights[key], holes

    def __len__(self) -> int:
        return len(self._found)

    def add(self, board: Hand, dead: Hand, ranges: Sequence[Range]) -> None:
        """Add all combinations of some ranges; raise `TooMany` when too many of them are different."""
        lots = [
            [(hand, sum(1 << code for code in hand), _signature(hand, place), weight) for hand, weight in _pairs(one)]
            for place, one in enumerate(ranges)
        ]
        common = [a | b for a, b in zip(_signature(board, 9), _signature(dead, 10), strict=True)]
        stack: list[tuple[int, tuple[Hand, ...], int, Sequence[int], float]] = [(0, (), 0, common, 1)]
        while stack:
            depth, holes, used, suits, weight = stack.pop()
            last = depth + 1 == len(lots)
            for hand, bits, (clubs, diamonds, hearts, spades), share in lots[depth]:
                if bits & used:
                    continue
                c, d, h, s = suits
                together = [c | clubs, d | diamonds, h | hearts, s | spades]
                if last:
                    together.sort()
                    key: Signature = tuple(together)  # type: ignore[assignment]
                    if key in self._weights:
                        self._weights[key] += weight * share
                        continue
                    self._weights[key] = weight * share
                    self._found[key] = (*holes, hand)
                    if len(self._found) > self._different:
                        raise TooMany
                else:
                    stack.append((depth + 1, (*holes, hand), used | bits, together, weight * share))


def _pairs(one: Range) -> Iterator[tuple[Hand, float]]:
    return zip(one.hands, one.weights, strict=True)


def _signature(cards: Hand, place: int) -> Signature:
    """Return what some cards take of each suit, as 13 bits that are the player's own."""
    suits = [0, 0, 0, 0]
    for code in cards:
        suits[code & 3] |= 1 << 13 * place + (code >> 2)
    return suits[0], suits[1], suits[2], suits[3]
