"""Known hands of hold'em from the flop on: how many boards each set of players wins, exactly.

Plain Python. All boards of one rank pair are compared in one lane (`xlpoker.odds.lanes`), all lanes
at once::

    turn 8c 9s 4c Jh, by ranks; some of the lanes of the 13 ranks that can come

    rank that comes    2       4         5         8         T         A
    first   6c 7c      high    pair      straight  pair      straight  high
    second  Ah Ad      pair    two pair  pair      two pair  pair      three
    weight             4       3         4         3         4         2         cards left
    won by the first   -       -         4         -         4         -

That is the whole answer where nobody can make a flush (four flops of ten). For each suit of which a
player has three cards with the board, the boards are divided by how many cards of the suit come:

=====  =======================================  ====================================================
cards  how many boards                          what is compared
=====  =======================================  ====================================================
two    one in each lane whose ranks can come    flushes of those with three or more cards of the
                                                suit, the ranks of all others
one    needed only where somebody has four:     the flush of that player, below every full house;
       the weights less the other two           where it can be a straight flush, or several players
                                                have four, each of these cards by itself
none   the weights without the suit             ranks; a flush that is made already is the same in
                                                every lane
=====  =======================================  ====================================================

No flush goes with a full house, since it leaves two of seven cards for other ranks. No board has two
such suits. On a river each hand has one value, that of its ranks or of its flush.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
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
    LANE_SHIFT,
    LIVE_PAIRS,
    LIVE_RANKS,
    ONE_MORE,
    OTHER_RANKS,
    RANK_VALUES,
    RANKS_OF_FIVE,
    STRAIGHT_FLUSH,
    SUIT_SHIFTS,
    TEXT_NUMBER,
    THREE,
    TOPS,
    TOPS_13,
    TWO_MORE,
    VALUES,
    flush_values,
    lane_weights,
    lanes_by_winners,
    rank_weights,
    winning_lanes,
)

__all__ = ["count_codes", "count_texts", "next_values"]

Codes = Sequence[int]
Counts = dict[int, int]
"""Boards by the set of players who win them, player 1 being bit 0."""

_FULL = TOPS - FULL_HOUSE * EACH
_FULL_13 = TOPS_13 - FULL_HOUSE * EACH_RANK
"""Added to values of 91 or 13 lanes, these set the free bit of a full house or better."""

_STRAIGHT = TOPS_13 - STRAIGHT_FLUSH * EACH_RANK
"""Added to values of 13 lanes, this sets the free bit of a straight flush."""

_BEST_FLUSH = (FULL_HOUSE - 1) * EACH
"""The highest flush that is no straight flush, in 91 lanes."""


@dataclass(frozen=True, slots=True)
class _Street:
    """What is different on the flop and on the turn: 91 lanes of pairs of ranks, or 13 of ranks."""

    rows: Mapping[int, int]
    """Key of a hand with the board -> its value in each lane."""
    weights_of: Callable[[int], int]
    """Key of all known cards -> in how many ways each lane comes."""
    flush_rows: Mapping[int, int]
    """Ranks that a hand has of a suit -> its flush in each lane, all cards to come being of the suit."""
    live_lanes: Mapping[int, int]
    """Ranks of a suit that are gone -> the lanes whose cards can all be of the suit."""
    enough: int
    """Added to a hand, it marks the suits of which a flush can come."""
    full: int
    """Added to values, it sets the free bit of a full house or better."""
    tops: int
    """The free bit of each lane."""


_FLOP = _Street(VALUES, lane_weights, TWO_MORE, LIVE_PAIRS, THREE, _FULL, TOPS)
_TURN = _Street(RANK_VALUES, rank_weights, ONE_MORE, LIVE_RANKS, FOUR, _FULL_13, TOPS_13)


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
        known = common
        hands = []
        for hole in holes:
            mine = TEXT_NUMBER[hole[:2]] + TEXT_NUMBER[hole[2:]]
            known += mine
            hands.append(common + mine)
    except (IndexError, KeyError, TypeError):
        return None
    return _count_checked(hands, common, known, size >> 1)


def count_codes(board: Codes, holes: Sequence[Codes], dead: Codes = ()) -> Counts | None:
    """Return the boards by the set of players who win them, as `count_texts` does, from card codes.

    The result is None for other codes, duplicate cards and boards of other sizes.

    >>> count_codes([46, 23, 1], [[50, 46], [40, 41]]), count_codes([44, 23, 1], [[50, 46], [40, 41]])
    (None, {1: 903, 2: 87, 3: 0})
    """
    try:
        common = 0
        for code in board:
            common += CODE_NUMBER[code]
        known = common
        hands = []
        for first, second in holes:
            mine = CODE_NUMBER[first] + CODE_NUMBER[second]
            known += mine
            hands.append(common + mine)
        for code in dead:
            known += CODE_NUMBER[code]
    except (KeyError, ValueError):
        return None
    return _count_checked(hands, common, known, len(board), len(dead))


def _count_checked(
    hands: list[int], common: int, known: int, board: int, dead: int = 0
) -> Counts | None:
    """Return the boards by their winners; None for duplicate cards and boards of other sizes.

    The numbers of hands (with the board), of the board and of all known cards are sums of those of
    their cards; `board` and `dead` are numbers of cards.
    """
    cards = board + 2 * len(hands) + dead
    if (known >> DECK).bit_count() != cards or len(hands) < 2 or not 3 <= board <= 5:
        return None
    if board == 5:
        return {1: 0, 2: 0, 3: 0, _winners(hands, common): 1}
    street = _FLOP if board == 3 else _TURN
    if len(hands) > 2:
        return _count_several(hands, known, street)
    left = 52 - cards
    boards = left * (left - 1) // 2 if board == 3 else left
    return _count_two(hands[0], hands[1], known, boards, street)


def _winners(hands: list[int], common: int) -> int:
    """Return the set of players with the highest hand on a river."""
    row = VALUES[common & KEY]
    values = []
    for hand in hands:
        value = row >> LANE_SHIFT[hand - common & KEY] & 65535
        flushed = hand + FIVE & FLUSHED
        if flushed:
            value = max(value, flush_values()[hand >> SUIT_SHIFTS[flushed][0] & 8191])
        values.append(value)
    best = max(values)
    return sum([1 << place for place, value in enumerate(values) if value == best])


# --- two players -------------------------------------------------------------------------------------


def _count_two(first: int, second: int, known: int, boards: int, street: _Street) -> Counts:
    """Return the boards of two players on a flop or turn.

    `_count_several` would give the same in three times the time.

    `boards` is the number of all boards.
    """
    tops = street.tops
    flush_rows = street.flush_rows
    mine = street.rows[first & KEY]
    yours = street.rows[second & KEY]
    every = street.weights_of(known & KEY)
    weights = every
    not_lost = 0  # boards that the first player wins or ties
    ties = 0
    enough = street.enough
    flushed = (first + enough | second + enough) & FLUSHED
    for shift in SUIT_SHIFTS[flushed]:
        my_suit = first >> shift & 8191
        your_suit = second >> shift & 8191
        gone = known >> shift & 8191
        live = street.live_lanes[gone]
        my_values = flush_rows[my_suit] or mine
        your_values = flush_rows[your_suit] or yours
        lead = my_values - your_values
        not_behind = lead + tops & live
        not_lost += not_behind.bit_count()
        ties += (tops - lead & not_behind).bit_count()
        weights -= live >> 15
        if street is _FLOP:
            my_flush = ONE_MORE[my_suit]
            your_flush = ONE_MORE[your_suit]
            flush = my_flush or your_flush
            if flush:
                both_have_four = my_flush and your_flush
                if both_have_four or flush + _STRAIGHT & LIVE_RANKS[gone]:
                    return _count_several([first, second], known, street)
                one_card = _weights_with_one_card(every, known, gone, live)
                weights -= one_card
                if my_flush:
                    not_lost += one_card % 65535 - _weight(yours + _FULL & TOPS, one_card)
                else:
                    not_lost += _weight(mine + _FULL & TOPS, one_card)
        if my_suit.bit_count() > 4:
            mine = flush_values()[my_suit] * (tops >> 15)
        if your_suit.bit_count() > 4:
            yours = flush_values()[your_suit] * (tops >> 15)
    lead = mine - yours
    not_behind = lead + tops & tops
    not_lost += _weight(not_behind, weights)
    ties += _weight(tops - lead & not_behind, weights)
    return {1: not_lost - ties, 2: boards - not_lost, 3: ties}


def _weight(lanes: int, weights: int) -> int:
    """Return the sum of the weights of the lanes whose free bit is set."""
    if not lanes:
        return 0
    return (lanes - (lanes >> 15) & weights) % 65535


# --- any number of players ---------------------------------------------------------------------------


def _count_several(hands: list[int], known: int, street: _Street) -> Counts:
    """Return the boards of any number of players on a flop or turn by the set of winners."""
    counts = defaultdict[int, int](int)
    tops = street.tops
    flush_rows = street.flush_rows
    values = [street.rows[hand & KEY] for hand in hands]
    every = street.weights_of(known & KEY)
    weights = every
    flushed = 0
    for hand in hands:
        flushed |= hand + street.enough
    for shift in SUIT_SHIFTS[flushed & FLUSHED]:
        gone = known >> shift & 8191
        suits = [hand >> shift & 8191 for hand in hands]
        live = street.live_lanes[gone]
        # Somebody has a flush; of all others only full houses and better can beat it.
        able = [value if value + street.full & live else 0 for value in values]
        best = [flush_rows[ranks] or value for ranks, value in zip(suits, able, strict=True)]
        _add_winners(counts, best, live, tops)
        weights -= live >> 15
        if street is _FLOP and any(ONE_MORE[ranks] for ranks in suits):
            one_card = _weights_with_one_card(every, known, gone, live)
            weights -= one_card
            _count_one_card(counts, hands, values, shift, known, one_card)
        for place, ranks in enumerate(suits):
            if ranks.bit_count() > 4:
                values[place] = flush_values()[ranks] * (tops >> 15)
    _add_winners(counts, values, weights, tops)
    return counts


def _weights_with_one_card(every: int, known: int, gone: int, live: int) -> int:
    """Return in how many ways each pair of ranks comes with exactly one card of a suit.

    These are all ways but those without the suit and those with two cards of it. `every` are the
    weights of all boards, `gone` the ranks of the suit that cannot come, `live` the lanes of which
    both cards can be of the suit.
    """
    key_without_suit = (known & KEY) + OTHER_RANKS[gone]
    return every - lane_weights(key_without_suit) - (live >> 15)


def _count_one_card(
    counts: Counts, hands: list[int], values: list[int], shift: int, known: int, one_card: int
) -> None:
    """Count the boards of a flop with one card of a suit of which somebody has four.

    `values` are those without a flush, `one_card` the weights of the boards.
    """
    flushes = [ONE_MORE[hand >> shift & 8191] for hand in hands]
    live = LIVE_RANKS[known >> shift & 8191]
    several_have_one = flushes.count(0) < len(flushes) - 1
    if several_have_one or max(flushes) + _STRAIGHT & live:
        _count_card_by_card(counts, hands, shift, known)
        return
    best = []
    for flush, value in zip(flushes, values, strict=True):
        best.append(_BEST_FLUSH if flush else value)
    _add_winners(counts, best, one_card, TOPS)


def _count_card_by_card(counts: Counts, hands: list[int], shift: int, known: int) -> None:
    """Count the boards with one card of a suit, card by card."""
    gone = known >> shift & 8191
    weights = rank_weights((known & KEY) + OTHER_RANKS[gone])
    for rank in range(13):
        if gone >> rank & 1:
            continue
        values = []
        for hand in hands:
            flush = flush_values()[hand >> shift & 8191 | 1 << rank]
            if flush:
                values.append(flush * EACH_RANK)
            else:
                values.append(RANK_VALUES[(hand & KEY) + (1 << 3 * rank)])
        _add_winners(counts, values, weights, TOPS_13)


def _add_winners(counts: Counts, values: Sequence[int], weights: int, tops: int) -> None:
    """Add the weight of each lane to the count of the players with its highest value.

    A lane whose weight is its free bit counts once.
    """
    single_lanes = weights & tops
    lanes = single_lanes or tops
    best = winning_lanes(values, lanes, tops)
    for winners, lanes_won in lanes_by_winners(best):
        if single_lanes:
            counts[winners] += lanes_won.bit_count()
        else:
            counts[winners] += _weight(lanes_won, weights)


# --- next cards --------------------------------------------------------------------------------------


def next_values(cards: Codes, coming: Codes) -> list[float]:
    """Return the values of five or six cards with each of some others.

    >>> from xlpoker.evaluator.cards import parse_cards
    >>> hands = parse_cards("6c 7c 8c 9s 4c"), parse_cards("Ah Ad 8c 9s 4c")
    >>> first, second = [next_values(hand, [15, 1]) for hand in hands]
    >>> first[0] > second[0], first[1] > second[1]
    (True, False)
    """
    hand = sum([CODE_NUMBER[code] for code in cards])
    rows = RANK_VALUES if len(cards) == 6 else RANKS_OF_FIVE
    values_by_rank = unpack("<13H", rows[hand & KEY].to_bytes(26, "little"))
    values = [value for value in values_by_rank for _ in range(4)]
    flushes = flush_values()
    for shift in SUIT_SHIFTS[hand + FOUR & FLUSHED]:
        ranks = hand >> shift & 8191
        suit = (shift - DECK) // 13
        values = [max(value, flushes[ranks]) for value in values]
        for rank in range(13):
            code = 4 * rank + suit
            values[code] = max(values[code], flushes[ranks | 1 << rank])
    return [values[code] for code in coming]
