"""Known hands of hold'em from the flop on: how many boards each set of players wins, exactly, in plain Python.

All boards of one rank pair are compared in one lane (`xlpoker.odds.lanes`), all lanes at once. That is the whole answer where
nobody can make a flush (four flops of ten). For each suit of which a player has three cards with the board, the
boards are divided by how many cards of the suit come:

=====  =======================================  ==================================================================
cards  how many boards                          what is compared
=====  =======================================  ==================================================================
two    one in each lane whose ranks can come    flushes of those with three or more, all others' ranks
one    needed only where somebody has four:     the flush of that player, below every full house; where it can be
       the weights less the other two           a straight flush, or several have four, each of these cards by itself
none   the weights without the suit             ranks; a flush that is made already is the same in every lane
=====  =======================================  ==================================================================

No flush goes with a full house, since it leaves two of seven cards for other ranks. No board has two such suits. On a river each hand has one
value, that of its ranks or of its flush.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from struct import unpack

from xlpoker.odds.lanes import (
    CODE_NUMBER,
    DECK,
    EACH,
    EACH_RANK,
    FIVE,
    FLUSHED,
    FOUR,
    FULL_HOUSE,
    KEY,
    LANE_AT,
    LIVE_HIGH,
    LIVE_LOW,
    LIVE_RANKS,
    ONE_MORE,
    OTHER_RANKS,
    RANK_VALUES,
    RANKS_OF_FIVE,
    STRAIGHT_FLUSH,
    SUITS_AT,
    TEXT_NUMBER,
    THREE,
    TOPS,
    TOPS_13,
    TWO_MORE,
    VALUES,
    flush_values,
    lane_weights,
    rank_weights,
)

__all__ = ["count_codes", "count_texts", "next_values"]

Codes = Sequence[int]
Counts = dict[int, int]
"""Boards by the set of players who win them, player 1 being bit 0."""

_FULL, _FULL_13 = TOPS - FULL_HOUSE * EACH, TOPS_13 - FULL_HOUSE * EACH_RANK
_STRAIGHT = TOPS_13 - STRAIGHT_FLUSH * EACH_RANK
"""Numbers that, added to values, set the free bit of a full house or better, and of a straight flush."""

_BEST_FLUSH = (FULL_HOUSE - 1) * EACH


def count_texts(board: str, holes: Sequence[str]) -> Counts | None:
    """Return the boards by the set of players who win them, on the flop, turn or river.

    Texts must have two characters per card; for other texts and duplicate cards the result is None.

    >>> count_texts("Kc7s2d", ["AhKh", "QcQd"]), count_texts("Kc 7s 2d", ["Ah Kh", "Qc Qd"])
    ({1: 903, 2: 87, 3: 0}, None)
    """
    try:
        size = len(board)
        if size > 10 or len(holes[0]) != 4 or len(holes[-1]) != 4:
            return None
        common = TEXT_NUMBER[board[:2]] + TEXT_NUMBER[board[2:4]] + TEXT_NUMBER[board[4:6]]
        if size != 6:
            common += TEXT_NUMBER[board[6:8]]
        if size > 8:
            common += TEXT_NUMBER[board[8:]]
        known, hands = common, []
        for hole in holes:
            mine = TEXT_NUMBER[hole[:2]] + TEXT_NUMBER[hole[2:]]
            known += mine
            hands.append(common + mine)
    except (IndexError, KeyError, TypeError):
        return None
    return _checked(hands, common, known, size >> 1)


def count_codes(board: Codes, holes: Sequence[Codes], dead: Codes = ()) -> Counts | None:
    """Return the same for card codes; None for other codes, duplicate cards and boards of other sizes.

    >>> count_codes([46, 23, 1], [[50, 46], [40, 41]]), count_codes([44, 23, 1], [[50, 46], [40, 41]])
    (None, {1: 903, 2: 87, 3: 0})
    """
    try:
        common = 0
        for code in board:
            common += CODE_NUMBER[code]
        known, hands = common, []
        for one, two in holes:
            mine = CODE_NUMBER[one] + CODE_NUMBER[two]
            known += mine
            hands.append(common + mine)
        for code in dead:
            known += CODE_NUMBER[code]
    except (KeyError, ValueError):
        return None
    return _checked(hands, common, known, len(board), len(dead))


def _checked(hands: list[int], common: int, known: int, board: int, dead: int = 0) -> Counts | None:
    """Return the boards by their winners; hands with the board, the board and all known cards are sums of `NUMBER`."""
    cards = board + 2 * len(hands) + dead
    if (known >> DECK).bit_count() != cards or len(hands) < 2 or not 3 <= board <= 5:
        return None
    if board == 5:
        return {1: 0, 2: 0, 3: 0, _winners(hands, common): 1}
    if len(hands) == 2:
        return _two(hands[0], hands[1], known, board == 3, 52 - cards)
    return _several(hands, known, board)


def _winners(hands: list[int], common: int) -> int:
    """Return the set of players with the highest hand on a river."""
    row, values = VALUES[common & KEY], []
    for hand in hands:
        value = row >> LANE_AT[hand - common & KEY] & 65535
        if flushed := hand + FIVE & FLUSHED:
            value = max(value, flush_values()[hand >> SUITS_AT[flushed][0] & 8191])
        values.append(value)
    best = max(values)
    return sum([1 << place for place, value in enumerate(values) if value == best])


def _two(first: int, second: int, known: int, flop: bool, left: int) -> Counts:
    """Return what `_several` counts of two players, in a third of the time."""
    rows, more, tops, enough = (
        (VALUES, TWO_MORE, TOPS, THREE) if flop else (RANK_VALUES, ONE_MORE, TOPS_13, FOUR)
    )
    mine, yours = rows[first & KEY], rows[second & KEY]
    every = weights = lane_weights(known & KEY) if flop else rank_weights(known & KEY)
    ahead = ties = 0  # boards that the first wins or ties; boards that both tie
    if flushed := (first + enough | second + enough) & FLUSHED:
        for suit in SUITS_AT[flushed]:
            my_suit, your_suit, gone = (
                first >> suit & 8191,
                second >> suit & 8191,
                known >> suit & 8191,
            )
            live = LIVE_LOW[gone & 127] & LIVE_HIGH[gone >> 7] if flop else LIVE_RANKS[gone]
            apart = (more[my_suit] or mine) - (more[your_suit] or yours)
            better = apart + tops & live
            ahead += better.bit_count()
            ties += (tops - apart & better).bit_count()
            weights -= live >> 15
            if flop and (flush := ONE_MORE[my_suit] or ONE_MORE[your_suit]):
                my_flush = ONE_MORE[my_suit]
                if (my_flush and ONE_MORE[your_suit]) or flush + _STRAIGHT & LIVE_RANKS[gone]:
                    return _several([first, second], known, 3)
                suited = every - lane_weights((known & KEY) + OTHER_RANKS[gone]) - (live >> 15)
                weights -= suited
                better = (yours if my_flush else mine) + _FULL & TOPS
                lost = (better - (better >> 15) & suited) % 65535 if better else 0
                ahead += suited % 65535 - lost if my_flush else lost
            if my_suit.bit_count() > 4:
                mine = flush_values()[my_suit] * (tops >> 15)
            if your_suit.bit_count() > 4:
                yours = flush_values()[your_suit] * (tops >> 15)
    apart = mine - yours
    better = apart + tops & tops
    ahead += (better - (better >> 15) & weights) % 65535
    if tied := tops - apart & better:
        ties += (tied - (tied >> 15) & weights) % 65535
    boards = left * (left - 1) // 2 if flop else left
    return {1: ahead - ties, 2: boards - ahead, 3: ties}


def _several(hands: list[int], known: int, board: int) -> Counts:
    """Return the boards of any number of players on the flop or the turn."""
    flop, counts = board == 3, defaultdict[int, int](int)
    rows, more, full, tops = (
        (VALUES, TWO_MORE, _FULL, TOPS) if flop else (RANK_VALUES, ONE_MORE, _FULL_13, TOPS_13)
    )
    values = [rows[hand & KEY] for hand in hands]
    every = weights = lane_weights(known & KEY) if flop else rank_weights(known & KEY)
    flushed, enough = 0, THREE if flop else FOUR
    for hand in hands:
        flushed |= hand + enough
    for suit in SUITS_AT[flushed & FLUSHED]:
        gone = known >> suit & 8191
        live = LIVE_LOW[gone & 127] & LIVE_HIGH[gone >> 7] if flop else LIVE_RANKS[gone]
        suits = [hand >> suit & 8191 for hand in hands]
        able = [
            value if value + full & live else 0 for value in values
        ]  # a flush, which somebody has, must be beaten
        _add_winners(
            counts,
            [more[mine] or value for mine, value in zip(suits, able, strict=True)],
            live,
            tops,
        )
        weights -= live >> 15
        flushes = [ONE_MORE[mine] for mine in suits] if flop else []
        if any(flushes):
            suited = every - lane_weights((known & KEY) + OTHER_RANKS[gone])
            weights -= suited - (live >> 15)
            if flushes.count(0) < len(flushes) - 1 or max(flushes) + _STRAIGHT & LIVE_RANKS[gone]:
                _card_by_card(counts, hands, suit, known)
            else:
                best = [
                    _BEST_FLUSH if flush else value
                    for flush, value in zip(flushes, values, strict=True)
                ]
                _add_winners(counts, best, suited - (live >> 15), TOPS)
        for place, mine in enumerate(suits):
            if mine.bit_count() > 4:
                values[place] = flush_values()[mine] * (tops >> 15)
    _add_winners(counts, values, weights, tops)
    return counts


def _card_by_card(counts: Counts, hands: list[int], suit: int, known: int) -> None:
    """Count the boards with one card of a suit, card by card."""
    gone = known >> suit & 8191
    weights = rank_weights((known & KEY) + OTHER_RANKS[gone])
    for rank in range(13):
        if not gone >> rank & 1:
            flushes = [
                flush_values()[hand >> suit & 8191 | 1 << rank] * EACH_RANK for hand in hands
            ]
            values = [
                flush or RANK_VALUES[(hand & KEY) + (1 << 3 * rank)]
                for flush, hand in zip(flushes, hands, strict=True)
            ]
            _add_winners(counts, values, weights, TOPS_13)


def _add_winners(counts: Counts, values: Sequence[int], weights: int, tops: int) -> None:
    """Add the weight of each lane to the count of the players with its highest value; a lane whose weight is its free bit counts once."""
    once = weights & tops
    lanes = once or tops
    below = tops - values[0]
    for value in values[1:]:
        if value:
            apart = value + below
            ahead = apart & tops
            below -= apart & ahead - (ahead >> 15)
    best = [value + below & lanes if value else 0 for value in values]
    won = several = 0  # lanes that somebody wins, that several share
    for mine in best:
        several |= won & mine
        won |= mine
    shares = [(1 << place, mine ^ mine & several) for place, mine in enumerate(best) if mine]
    while several:
        some, lane, winners = several, several & -several, 0
        for place, mine in enumerate(best):
            if mine & lane:
                winners |= 1 << place
                some &= mine
            else:
                some ^= some & mine
        shares.append((winners, some))
        several ^= some
    for winners, some in shares:
        if some:
            counts[winners] += some.bit_count() if once else (some - (some >> 15) & weights) % 65535


def next_values(cards: Codes, coming: Codes) -> list[float]:
    """Return the values of five or six cards with each of some others.

    >>> from xlpoker.evaluator.cards import parse_cards
    >>> first, second = (next_values(parse_cards(text), [15, 1]) for text in ("6c 7c 8c 9s 4c", "Ah Ad 8c 9s 4c"))
    >>> [one > other for one, other in zip(first, second)]
    [True, False]
    """
    hand, flushes = sum([CODE_NUMBER[code] for code in cards]), flush_values()
    row = (RANK_VALUES if len(cards) == 6 else RANKS_OF_FIVE)[hand & KEY]
    values = [value for value in unpack("<13H", row.to_bytes(26, "little")) for _ in range(4)]
    for at in SUITS_AT[hand + FOUR & FLUSHED]:
        held, suit = hand >> at & 8191, (at - DECK) // 13
        values = [max(value, flushes[held]) for value in values]
        values[suit::4] = [
            max(value, flushes[held | 1 << rank]) for rank, value in enumerate(values[suit::4])
        ]
    return [values[code] for code in coming]
