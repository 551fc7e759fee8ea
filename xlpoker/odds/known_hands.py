"""Known hands of hold'em from the flop on: how many boards each set of players wins, exactly.

Plain Python. All boards of one rank pair are compared in one lane (`xlpoker.odds.lanes`), all lanes
at once::

    turn 8c 9s 4c Jh, by ranks; some of the lanes of the 13 ranks that can come

    rank that comes    2       4         5         8         T         A
    first   6c 7c      high    pair      straight  pair      straight  high
    second  Ah Ad      pair    two pair  pair      two pair  pair      three
    won by the first   -       -         yes       -         yes       -
    live cards         cdhs    -dh-s     cdhs      -dhs      cdhs      c--s

That is the whole answer where nobody can make a flush (four flops of ten). For each suit of which a
player has enough cards with the board, the boards are divided into parts (`xlpoker.odds.streets`),
in each of which a hand has one value a lane. The first hand above can make a flush of clubs::

    part               live cards           first                second
    a club             2c 3c 5c 9c .. Ac    flush in each lane   by ranks
    another card       the rest             by ranks             by ranks

No flush goes with a full house, since it leaves two of seven cards for other ranks. No board has two
such suits. So against a flush only hands with a pair are compared: no other becomes a full house.
On a river each hand has one value, that of its ranks or of its flush.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from struct import unpack

from xlpoker.odds.lanes import (
    CODE_NUMBER,
    DECK,
    FIVE,
    FLUSHED,
    FOUR,
    KEY,
    LANE_SHIFT,
    LANES,
    PAIRED,
    RANK_VALUES,
    RANKS_OF_FIVE,
    SUIT_SHIFTS,
    TEXT_NUMBER,
    THREE,
    TWO_CARDS_NUMBER,
    VALUES,
    behind_best,
    flush_values,
    lanes_by_winners,
)
from xlpoker.odds.streets import FLOP, TURN, Street

__all__ = ["count_codes", "count_texts", "next_values"]

Codes = Sequence[int]
Counts = dict[int, int]
"""Boards by the set of players who win them, player 1 being bit 0."""


def count_texts(board: str, holes: Sequence[str], dead: str = "") -> Counts | None:
    """Return the boards by the set of players who win them, on the flop, turn or river.

    Texts must have two characters per card. The result is None for other texts, for duplicate cards,
    and where dead cards leave no board.

    >>> count_texts("Kc7s2d", ["AhKh", "QcQd"]), count_texts("Kc 7s 2d", ["Ah Kh", "Qc Qd"])
    ({1: 903, 2: 87, 3: 0}, None)
    """
    try:
        size = len(board)
        if len(holes[0]) != 4 or len(holes[-1]) != 4:
            return None
        if size == 6:
            common = TWO_CARDS_NUMBER[board[:4]] + TEXT_NUMBER[board[4:]]
        elif size == 8:
            common = TWO_CARDS_NUMBER[board[:4]] + TWO_CARDS_NUMBER[board[4:]]
        elif size == 10:
            common = TWO_CARDS_NUMBER[board[:4]] + TWO_CARDS_NUMBER[board[4:8]]
            common += TEXT_NUMBER[board[8:]]
        else:
            return None
        known = common
        hands = []
        for hole in holes:
            number = TWO_CARDS_NUMBER[hole]
            known += number
            hands.append(common + number)
        if dead:
            known += sum([TEXT_NUMBER[dead[start : start + 2]] for start in range(0, len(dead), 2)])
    except (IndexError, KeyError, TypeError):
        return None
    return _count_checked(hands, common, known, size >> 1, len(dead) >> 1)


def count_codes(board: Codes, holes: Sequence[Codes], dead: Codes = ()) -> Counts | None:
    """Return the boards by the set of players who win them, as `count_texts` does, from card codes.

    The result is None for other codes, duplicate cards and boards of other sizes.

    >>> count_codes([46, 23, 1], [[50, 46], [40, 41]]), count_codes([44, 23, 1], [[50, 46], [40, 41]])
    (None, {1: 903, 2: 87, 3: 0})
    """
    if not 3 <= len(board) <= 5:
        return None
    try:
        common = 0
        for code in board:
            common += CODE_NUMBER[code]
        known = common
        hands = []
        for first, second in holes:
            number = CODE_NUMBER[first] + CODE_NUMBER[second]
            known += number
            hands.append(common + number)
        for code in dead:
            known += CODE_NUMBER[code]
    except (KeyError, ValueError):
        return None
    return _count_checked(hands, common, known, len(board), len(dead))


def _count_checked(
    hands: list[int], common: int, known: int, board: int, dead: int
) -> Counts | None:
    """Return the boards by their winners; None for duplicate or too many cards and a single hand.

    The numbers of each hand with the board, of the board and of all known cards are sums of those of
    their cards; `board` and `dead` are numbers of cards.
    """
    players = len(hands)
    cards = board + 2 * players + dead
    if (known >> LANES).bit_count() != cards or players < 2:
        return None
    if cards - board > 47:  # no five cards are left for the board
        return None
    if board == 5:
        winners = _winners(hands, common)
        return {1: 0, 2: 0, 3: 0, winners: 1} if players == 2 else {winners: 1}
    street = FLOP if board == 3 else TURN
    if players == 2:
        return _count_two(hands[0], hands[1], known, street)
    return _count_several(hands, known, street)


def _winners(hands: list[int], common: int) -> int:
    """Return the set of players with the highest hand on a river."""
    board = common & KEY
    row = VALUES[board]
    may_flush = common + THREE & FLUSHED
    best = 0
    winners = 0
    player = 1
    for hand in hands:
        value = row >> LANE_SHIFT[(hand & KEY) - board] & 65535
        if may_flush:
            flushed = hand + FIVE & FLUSHED
            if flushed:
                value = max(value, flush_values()[hand >> SUIT_SHIFTS[flushed][0] & 8191])
        if value > best:
            best = value
            winners = player
        elif value == best:
            winners |= player
        player <<= 1
    return winners


# --- two players -------------------------------------------------------------------------------------


def _count_two(first: int, second: int, known: int, street: Street) -> Counts:
    """Return the boards of two players on a flop or turn.

    `_count_several` would give the same in twice the time.
    """
    tops = street.tops
    mine = street.rows[first & KEY]
    yours = street.rows[second & KEY]
    boards = street.live(known)
    total = boards.bit_count()
    not_lost = 0  # boards that the first player wins or ties
    ties = 0
    enough = street.enough
    flushed = (first + enough | second + enough) & FLUSHED
    for shift in SUIT_SHIFTS[flushed]:
        my_suit = first >> shift & 8191
        your_suit = second >> shift & 8191
        for part in street.parts[shift]:
            my_flush = part.flushes[my_suit]
            your_flush = part.flushes[your_suit]
            if not my_flush and not your_flush:
                break
            my_values = my_flush or mine
            your_values = your_flush or yours
            suited_boards = boards & part.boards
            boards ^= suited_boards
            lead = my_values - your_values
            not_behind = lead + tops & tops
            equal = tops - lead & not_behind
            not_lost += _boards_in(not_behind, suited_boards)
            ties += _boards_in(equal, suited_boards)
        mine = street.made_flush[my_suit] or mine
        yours = street.made_flush[your_suit] or yours
    lead = mine - yours
    not_behind = lead + tops & tops
    equal = tops - lead & not_behind
    not_lost += _boards_in(not_behind, boards)
    if equal:
        ties += _boards_in(equal, boards)
    return {1: not_lost - ties, 2: total - not_lost, 3: ties}


def _boards_in(free_bits: int, boards: int) -> int:
    """Return how many boards are in the lanes whose free bit is set."""
    return ((free_bits << 16) - free_bits & boards).bit_count()


# --- any number of players ---------------------------------------------------------------------------


def _count_several(hands: list[int], known: int, street: Street) -> Counts:
    """Return the boards of any number of players on a flop or turn by the set of winners."""
    tops = street.tops
    live = street.live(known)
    best = [0] * len(hands)  # for each player the boards on which nobody has more
    for values, boards in _parts(hands, live, street):
        behind = behind_best(values, tops)
        for place, value in enumerate(values):
            if value:
                lanes = value + behind & tops
                best[place] |= (lanes << 16) - lanes & boards
    return {winners: boards.bit_count() for winners, boards in lanes_by_winners(best)}


def _parts(hands: list[int], boards: int, street: Street) -> Iterator[tuple[list[int], int]]:
    """Yield the boards in parts, each with the values of all hands.

    A hand that cannot win in a part has the value 0.
    """
    rows = street.rows
    enough = street.enough
    values = []
    flushed = 0
    for hand in hands:
        values.append(rows[hand & KEY])
        flushed |= hand + enough
    for shift in SUIT_SHIFTS[flushed & FLUSHED]:
        suits = [hand >> shift & 8191 for hand in hands]
        longest = max(map(int.bit_count, suits))
        for part in street.parts[shift]:
            if longest < part.suited:
                break
            suited_boards = boards & part.boards
            boards ^= suited_boards
            flushes = part.flushes
            best = []
            for place, ranks in enumerate(suits):  # faster than zip
                value = flushes[ranks]
                if not value and hands[place] & PAIRED:
                    value = values[place]
                best.append(value)
            yield best, suited_boards
        if longest > 4:
            made_flushes = [street.made_flush[ranks] for ranks in suits]
            values = [flush or value for flush, value in zip(made_flushes, values, strict=True)]
    yield values, boards


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
