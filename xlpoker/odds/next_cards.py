"""The next card, one by one: who is ahead after it, for all ranks at once in lanes (`xlpoker.odds.lanes`).

A set of cards is a number here: a card is the bit ``16 * rank + suit``, its place in lanes.
"""

from __future__ import annotations

from xlpoker.odds.lanes import (
    DECK,
    EACH_RANK,
    FLUSHED,
    FOUR,
    KEY,
    LANES,
    NUMBER,
    ONE_MORE,
    RANK_VALUES,
    SUITS_AT,
    TOPS_13,
    flush_values,
    make_rank_values,
)

__all__ = ["next_cards", "turn_cards"]

_OF_SUIT = {DECK + 13 * suit: EACH_RANK << suit for suit in range(4)}


def next_cards(rows: dict[int, int], first: int, second: int, live: int) -> tuple[int, int]:
    """Return those of the `live` cards after which the first of two hands is not worse, and those after which both are equal.

    The hands are sums of `NUMBER` with three or four cards of the board, `rows` the values of five or six cards and one
    more; a card is the bit ``16 * rank + suit``.

    >>> from xlpoker.evaluator.cards import parse_cards
    >>> hands = [sum(NUMBER[code] for code in parse_cards(text)) for text in ("6c 7c 8c 9s 4c Jh", "Ah Ad 8c 9s 4c Jh")]
    >>> [cards.bit_count() for cards in next_cards(RANK_VALUES, *hands, 15 << 16 * 3 | 15 << 16 * 5)]
    [4, 0]
    """
    mine, yours = rows[first & KEY], rows[second & KEY]
    left, ahead, tied = live, 0, 0
    if flushed := (first + FOUR | second + FOUR) & FLUSHED:
        for suit in SUITS_AT[flushed]:
            my_suit, your_suit = first >> suit & 8191, second >> suit & 8191
            cards = live & _OF_SUIT[suit]
            left ^= cards
            apart = (ONE_MORE[my_suit] or mine) - (ONE_MORE[your_suit] or yours)
            better = apart + TOPS_13 & TOPS_13
            same = TOPS_13 - apart & better
            ahead |= better - (better >> 15) & cards
            tied |= same - (same >> 15) & cards
            if my_suit.bit_count() > 4:
                mine = flush_values()[my_suit] * EACH_RANK
            if your_suit.bit_count() > 4:
                yours = flush_values()[your_suit] * EACH_RANK
    apart = mine - yours
    better = apart + TOPS_13 & TOPS_13
    ahead |= better - (better >> 15) & left
    if same := TOPS_13 - apart & better:
        tied |= same - (same >> 15) & left
    return ahead, tied


def turn_cards(first: int, second: int, live: int) -> list[tuple[int, int, int]]:
    """Return the rivers that win, tie and lose after each live turn card, in the order of their bits."""
    found = []
    make_rank_values(first & KEY)
    make_rank_values(second & KEY)
    plain: dict[int, tuple[int, int]] = {}
    for code, number in enumerate(NUMBER):
        if turn := live & number >> LANES:
            one, two, rest = first + number, second + number, live ^ turn
            if (one + FOUR | two + FOUR) & FLUSHED:
                ahead, tied = next_cards(RANK_VALUES, one, two, rest)
            else:
                if code >> 2 not in plain:
                    plain[code >> 2] = next_cards(RANK_VALUES, one, two, live)
                ahead, tied = plain[code >> 2]
            found.append(((ahead ^ tied) & rest, tied & rest, rest & ~ahead))
    return found
