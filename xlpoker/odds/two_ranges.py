"""Two ranges from the flop on: which pairs of hands win, by bits on a river, else by `xlpoker.odds.range_boards`.

On a river the hands are sorted by value. What a hand beats is the set of all lower ones without those that share a card with it, a whole
number with one bit a hand, and `int.bit_count` counts it. Ranges with weights, and boards with cards to come, need NumPy.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import combinations_with_replacement

from xlpoker.errors import HandError, PokerError
from xlpoker.evaluator.cards import JOKER, TEXTS
from xlpoker.evaluator.classes import SHORT_DECK
from xlpoker.odds.lanes import DECK, FLUSHED, KEY, NUMBER, RANK_KEYS, SUITS_AT, THREE, VALUES, flush_values
from xlpoker.odds.range_hands import Hands, hands_of
from xlpoker.odds.table import APART, Table

__all__ = ["count_ranges", "count_texts_of_ranges", "on_river"]


@lru_cache(1 << 6)
def _reach(first: Hands, second: Hands) -> list[int]:
    """Return for each hand of the first range those of the second that share no card with it, as bits."""
    return [second.apart(hand) for hand in first.cards]


@cache
def _values() -> tuple[dict[int, int], array[int]]:
    """Return where the 91 values of five board cards begin, by the key of their ranks, and the values with each pair of ranks."""
    keys = [sum(ranks) for ranks in combinations_with_replacement(RANK_KEYS, 5) if ranks[0] < ranks[4]]
    rows = b"".join([VALUES[key].to_bytes(182, "little") for key in keys])
    return dict(zip(keys, range(0, 91 * len(keys), 91), strict=True)), array("H", rows)


def on_river(board: Sequence[int], dead: Sequence[int], first: Hands, second: Hands) -> tuple[int, int, int]:
    """Return of all pairs of hands that share no card how many the first wins and how many tie, and their number; weights do not count.

    >>> from xlpoker.evaluator.cards import parse_cards
    >>> on_river(parse_cards("8c 9s 4c Jh 5d"), (), hands_of("6c7c, 22"), hands_of("TT+"))
    (27, 0, 189)
    """
    if len(first.cards) > len(second.cards):
        won, tied, total = on_river(board, dead, second, first)
        return total - won - tied, tied, total
    number = sum([NUMBER[code] for code in board])
    (starts, values), flushes, suit, common, need = _values(), flush_values(), None, 0, 9
    start = starts[number & KEY]
    if many := number + THREE & FLUSHED:
        at = SUITS_AT[many][0]
        suit, common = (at - DECK) // 13, number >> at & 8191
        need = 5 - common.bit_count()
    gone = (*board, *dead)
    reach, free, mine_free = _reach(first, second), second.apart(gone), first.apart(gone)
    mine = []
    for lane, ranks, bits, places in first.alike(suit):
        if there := bits & mine_free:
            value = values[start + lane]
            if ranks.bit_count() >= need and flushes[common | ranks] > value:
                value = flushes[common | ranks]
            mine.append((value, there, places))
    mine.sort()
    lowest, highest = mine[0][0] if mine else 0, mine[-1][0] if mine else 0
    below = 0
    levels: dict[int, int] = {}
    for lane, ranks, bits, _ in second.alike(suit):
        value = values[start + lane]
        if ranks.bit_count() >= need and flushes[common | ranks] > value:
            value = flushes[common | ranks]
        if value < lowest:
            below |= bits
        elif value <= highest:
            levels[value] = levels.get(value, 0) | bits
    won = tied = total = 0
    higher = sorted(levels, reverse=True)
    for value, there, places in mine:
        while higher and higher[-1] < value:
            below |= levels[higher.pop()]
        equal = levels.get(value, 0)
        for one in places:
            if there >> one & 1:
                able = reach[one] & free
                total += able.bit_count()
                won += (able & below).bit_count()
                if equal:
                    tied += (able & equal).bit_count()
    return won, tied, total


def count_ranges(table: Table) -> list[float]:
    """Return the (weighted) deals that player 1 wins, player 2 wins, and that tie: ``[0, first, second, tie]``.

    >>> from xlpoker.odds.table import table_of
    >>> count_ranges(table_of("8c 9s 4c", ["6c7c", "AhAd"]))
    [0.0, 557, 433, 0]
    """
    first, second = map(Hands, table.ranges)
    deck = table.game if table.game in SHORT_DECK else ""
    won, tied, total = _counted(table.board, table.dead, first, second, deck)
    if not total:
        raise HandError(APART)
    return [0.0, won, total - won - tied, tied]


def count_texts_of_ranges(board: str, first: str, second: str) -> tuple[float, float, float] | None:
    """Return how many boards the first and neither wins, and all boards, from the flop on; None for texts that are to be checked.

    >>> count_texts_of_ranges("8c9s4c", "6c7c", "TT+"), count_texts_of_ranges("8c9s4c", "6c7c", "TTs+")
    ((15528, 0, 29700), None)
    """
    try:
        codes = [TEXTS[board[place : place + 2]] for place in range(0, len(board), 2)]
        one, two = hands_of(first), hands_of(second)
    except (KeyError, TypeError, PokerError):
        return None
    if not 3 <= len(codes) <= 5 or len(set(codes)) < len(codes) or JOKER in codes:
        return None
    for mine, other in ((one, two), (two, one)):
        if not mine.level and not mine.heaviest & mine.apart(
            (*codes, *(other.cards[0] if len(other.cards) == 1 else ()))
        ):
            return None  # weights count from the highest one that is left
    try:
        counted = _counted(codes, (), one, two)
    except ImportError:  # without NumPy hand by hand
        return None
    return counted if counted[2] else None


def _counted(
    board: Sequence[int], dead: Sequence[int], first: Hands, second: Hands, deck: str = ""
) -> tuple[float, float, float]:
    if len(board) == 5 and first.level and second.level and not deck:
        return on_river(board, dead, first, second)
    from xlpoker.odds.range_boards import on_boards

    won, tied, total = on_boards(board, dead, first, second, deck).sum(axis=1).tolist()
    return (round(won), round(tied), round(total)) if first.level and second.level else (won, tied, total)
