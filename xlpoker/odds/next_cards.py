"""The next card, one by one: who is ahead after it, for all ranks at once in lanes (`xlpoker.odds.lanes`).

Sets of cards are numbers here in which a card is the bit ``16 * rank + suit``, as lanes have it.
"""

from __future__ import annotations

from xlpoker.odds.lanes import (
    DECK,
    EACH_RANK,
    FLUSHED,
    FOUR,
    KEY,
    NUMBER,
    ONE_MORE,
    RANK_VALUES,
    SUITS_AT,
    TOPS_13,
    flush_values,
)

__all__ = ["next_cards", "turn_cards"]


def next_cards(rows: dict[int, int], first: int, second: int, live: int) -> tuple[int, int, int]:
    """Return the cards after which the first of two hands is better, equal and worse, of those that are `live`.

    The hands are sums of `NUMBER` with three or four cards of the board, `rows` the values of five or six cards and one
    more; a card is the bit ``16 * rank + suit``.

    >>> from xlpoker.evaluator.cards import parse_cards
    >>> hands = [sum(NUMBER[code] for code in parse_cards(text)) for text in ("6c 7c 8c 9s 4c Jh", "Ah Ad 8c 9s 4c Jh")]
    >>> [cards.bit_count() for cards in next_cards(RANK_VALUES, *hands, 15 << 16 * 3 | 15 << 16 * 5)]
    [4, 0, 4]
    """
    mine, yours = rows[first & KEY], rows[second & KEY]
    own_win = own_lose = own = 0  # of the suits of which there may be a flush
    if flushed := (first + FOUR | second + FOUR) & FLUSHED:
        before = mine, yours
        for suit in SUITS_AT[flushed]:
            my_suit, your_suit = first >> suit & 8191, second >> suit & 8191
            up, down = _ahead(ONE_MORE[my_suit] or before[0], ONE_MORE[your_suit] or before[1])
            lanes = EACH_RANK << (suit - DECK) // 13
            own, own_win, own_lose = own | lanes, own_win | up & lanes, own_lose | down & lanes
            if my_suit.bit_count() > 4:
                mine = flush_values()[my_suit] * EACH_RANK
            if your_suit.bit_count() > 4:
                yours = flush_values()[your_suit] * EACH_RANK
    win, lose = _ahead(mine, yours)
    win = (win & ~own | own_win) & live
    lose = (lose & ~own | own_lose) & live
    return win, live ^ win ^ lose, lose


def turn_cards(first: int, second: int, live: int) -> list[tuple[int, int, int]]:
    """Return `next_cards` after each live turn card, in the order of their bits."""
    found = []
    plain: dict[int, tuple[int, int]] = {}
    for code in range(52):
        turn = 1 << 16 * (code >> 2) + (code & 3)
        if live & turn:
            one, two, rest = first + NUMBER[code], second + NUMBER[code], live ^ turn
            if (one + FOUR | two + FOUR) & FLUSHED:
                found.append(next_cards(RANK_VALUES, one, two, rest))
                continue
            if code >> 2 not in plain:
                plain[code >> 2] = _ahead(RANK_VALUES[one & KEY], RANK_VALUES[two & KEY])
            win, lose = plain[code >> 2]
            found.append((win & rest, rest & ~(win | lose), lose & rest))
    return found


def _ahead(one: int, two: int) -> tuple[int, int]:
    """Return the lanes in which the one value is the higher, and in which the other is, four bits each."""
    apart = one - two
    return 15 * ((TOPS_13 ^ (TOPS_13 - apart & TOPS_13)) >> 15), 15 * ((TOPS_13 ^ (apart + TOPS_13 & TOPS_13)) >> 15)
