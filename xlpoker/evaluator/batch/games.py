"""Hold'em, Omaha, low and other games over arrays, row by row.

The games are those of `xlpoker.evaluator.games`, the codes those of
`xlpoker.evaluator.batch.kernel`. Most games are the best five of all cards, and games with an order
of hands of their own have tables of their own. Both are the kernel's business; only Omaha needs
more, and is drawn below. A board may be one row for all (``(5,)`` or ``(1, 5)``) or one for each row
of hole cards.

**Omaha** takes exactly two of the hole cards and exactly three of the board::

    hole  AS KD QH JC           6 pairs       AS+KD  AS+QH  AS+JC  KD+QH  KD+JC  QH+JC
    board 2S 3S 4S 5S 9D       10 triples     2S+3S+4S  2S+3S+5S  ...  4S+5S+9D
                               60 hands       each pair's sum + each triple's sum -> value

Additive keys make 60 hands out of 6 + 10 sums and 60 additions, each with a look-up in the small
table of five cards. Flushes are looked up apart: only one row in eight has three board cards and
two hole cards of one suit. For those rows alone the masks of the combinations are looked up. A
combination that is not all of that suit has an extra bit that no flush has.

**The low half of hi-lo** depends on two sets of eight ranks only, those of the hole cards and those of the
board. So it takes one look-up a row.
"""

from __future__ import annotations

from itertools import combinations, product

import numpy as np
import numpy.typing as npt

from xlpoker.errors import OptionError
from xlpoker.evaluator.batch.kernel import (
    CHUNK,
    Bad,
    Showdown,
    bad_rows,
    checked,
    decide,
    decide_halves,
    jokers_in,
    masks,
    shared,
    slow_strengths,
    strengths,
)
from xlpoker.evaluator.batch.tables import (
    FIVE_LOG,
    Codes,
    Numbers,
    five_keys,
    flushes,
    low_bits,
    lows_of_omaha,
)
from xlpoker.evaluator.cards import JOKER, check_rule
from xlpoker.evaluator.classes import EIGHT_OR_BETTER, LOW_ORDERS, OWN_VALUES
from xlpoker.evaluator.games import HIGH_LOW, OMAHA_GAMES, check_counts, check_game

__all__ = ["game_lows", "game_showdown", "game_strengths"]


def game_strengths(
    game: str, hole: npt.ArrayLike, board: npt.ArrayLike | None = None, jokers: str = "natural"
) -> tuple[Numbers, Bad]:
    """Return the value of each row of hole cards with its board, 0 where it is bad, and whether it is.

    >>> board = np.array([3, 7, 11, 15, 29], np.uint8)
    >>> game_strengths("omaha", np.array([[51, 45, 42, 36]], np.uint8), board)
    (array([1154], dtype=uint16), array([False]))

    Raises `HandError` for a wrong number of cards, `OptionError` for an unknown game or joker rule.
    """
    rules = check_game(game)
    check_rule(jokers)
    hole_cards, common = _rows(hole, board)
    check_counts(rules, hole_cards.shape[1], common.shape[1])
    if game in OMAHA_GAMES:
        return _omaha_strengths(hole_cards, common, jokers)
    cards = hole_cards
    if common.shape[1]:
        cards = np.concatenate([hole_cards, common], axis=1)
    if game in LOW_ORDERS:
        return strengths(cards, jokers, game)
    if game in OWN_VALUES:
        return slow_strengths(cards, game=game)
    return strengths(cards, jokers)


def game_showdown(
    game: str, board: npt.ArrayLike | None, *holes: npt.ArrayLike, jokers: str = "natural"
) -> Showdown:
    """Return the showdown of several players' hole cards over one board in every row.

    `holes` are one array for each player. A card stands once in the board or in one player's hole cards;
    anything else makes the row bad.
    """
    results = [game_strengths(game, hole, board, jokers) for hole in holes]
    sets = [masks(_checked_rows(hole)) for hole in holes]
    bad = shared(sets, board=False)
    if game != HIGH_LOW:
        return decide(results, bad)
    lows = [game_lows(game, hole, board) for hole in holes]
    return decide_halves(results, lows, bad)


def game_lows(game: str, hole: npt.ArrayLike, board: npt.ArrayLike | None) -> Numbers:
    """Return the value of the low hand of each row where the pot is halved, 0 for none; bad rows mean nothing.

    >>> board = np.array([5, 10, 27, 44, 45], np.uint8)
    >>> game_lows("omaha-hi-lo", np.array([[51, 1, 42, 43], [51, 46, 42, 43]], np.uint8), board)
    array([60035,     0], dtype=uint16)

    Raises as `game_strengths` does.
    """
    rules = check_game(game)
    hole_cards, common = _rows(hole, board)
    check_counts(rules, hole_cards.shape[1], common.shape[1])
    table = lows_of_omaha().ravel()
    index = _low_ranks(hole_cards).astype(np.int64) << 8
    index |= _low_ranks(common)
    lows: Numbers = table.take(index)
    wild = np.flatnonzero((hole_cards == JOKER).any(axis=1) | (common == JOKER).any(axis=1))
    if len(wild):
        lows[wild] = _best_of_fives(hole_cards[wild], common[wild], "natural", EIGHT_OR_BETTER)
    return lows


def _low_ranks(cards: Codes) -> Codes:
    """Return the ranks from the ace to the eight in each row as eight bits."""
    bits = low_bits()
    ranks = np.zeros(len(cards), np.uint8)
    for column in cards.T:
        ranks |= bits.take(column)
    return ranks


def _checked_rows(cards: npt.ArrayLike) -> Codes:
    """Return card codes as rows; a single row may be given without its second dimension."""
    return checked(np.atleast_2d(np.asarray(cards)))


def _rows(hole: npt.ArrayLike, board: npt.ArrayLike | None) -> tuple[Codes, Codes]:
    """Return hole cards and board as arrays of as many rows."""
    hole_cards = _checked_rows(hole)
    if board is None:
        no_cards = np.empty((len(hole_cards), 0), np.uint8)
        return hole_cards, no_cards
    common = _checked_rows(board)
    heights = {len(hole_cards), len(common)}
    rows = 0 if 0 in heights else max(heights)
    if heights - {1, rows}:
        raise OptionError(f"{len(hole_cards)} rows of hole cards do not fit {len(common)} boards")
    return _repeated(hole_cards, rows), _repeated(common, rows)


def _repeated(cards: Codes, rows: int) -> Codes:
    """Return cards of that many rows; a single row is repeated."""
    shape = (rows, cards.shape[1])
    return np.ascontiguousarray(np.broadcast_to(cards, shape))


def _omaha_strengths(hole: Codes, board: Codes, rule: str) -> tuple[Numbers, Bad]:
    """Return the values of rows of hole cards with their boards, and whether they are bad."""
    best = np.zeros(len(hole), np.uint16)
    bad = np.zeros(len(hole), np.bool_)
    for start in range(0, len(hole), CHUNK):
        rows = slice(start, start + CHUNK)
        best[rows], bad[rows] = _omaha_chunk(hole[rows], board[rows], rule)
    return best, bad


def _omaha_chunk(hole: Codes, board: Codes, rule: str) -> tuple[Numbers, Bad]:
    """Return the values of one chunk of rows, and whether they are bad."""
    hole_columns = np.ascontiguousarray(hole.T)
    board_columns = np.ascontiguousarray(board.T)
    best = _omaha_ranks(hole_columns, board_columns)
    _omaha_flushes(hole_columns, board_columns, best)
    cards = np.concatenate([hole, board], axis=1)
    jokers = jokers_in(cards)
    bad = bad_rows(cards, masks(cards), jokers)
    wild = np.flatnonzero((jokers > 0) & ~bad)
    if len(wild):
        best[wild] = _best_of_fives(hole[wild], board[wild], rule)
    best[bad] = 0
    return best, bad


def _best_of_fives(hole: Codes, board: Codes, rule: str, game: str = "") -> Numbers:
    """Return the best values of rows with jokers.

    A joker is a card that is not among its five, so every combination is a hand of its own.
    """
    pairs = combinations(range(hole.shape[1]), 2)
    triples = combinations(range(board.shape[1]), 3)
    values = []
    for pair, triple in product(pairs, triples):
        fives = np.concatenate([hole[:, pair], board[:, triple]], axis=1)
        values_of_fives, _ = strengths(fives, rule, game)
        values.append(values_of_fives)
    best: Numbers = np.max(values, axis=0)
    return best


def _omaha_ranks(hole_columns: Codes, board_columns: Codes) -> Numbers:
    """Return the best value that needs no flush."""
    logarithm = np.zeros(256, np.int64)
    logarithm[:JOKER] = np.repeat(FIVE_LOG, 4)
    hole_logs = logarithm.take(hole_columns)
    board_logs = logarithm.take(board_columns)
    pairs = [first + second for first, second in combinations(hole_logs, 2)]
    triples = [first + second + third for first, second, third in combinations(board_logs, 3)]
    _, _, table = five_keys()
    keys = np.empty_like(pairs[0])
    values = np.empty(len(pairs[0]), np.uint16)
    best = np.zeros_like(values)
    for triple in triples:
        for pair in pairs:
            np.add(pair, triple, out=keys)
            np.take(table, keys, out=values, mode="wrap")
            np.maximum(best, values, out=best)
    return best


def _omaha_flushes(hole_columns: Codes, board_columns: Codes, best: Numbers) -> None:
    """Raise values to that of the best flush of two hole cards and three of the board."""
    suit = _flush_suit(board_columns)
    rows = np.flatnonzero(suit < 4)
    hole = hole_columns.take(rows, axis=1)
    is_suited = _suits_of(hole) == suit.take(rows)
    rows = rows[np.count_nonzero(is_suited, axis=0) >= 2]
    if not len(rows):
        return
    table = np.zeros(1 << 14, np.uint16)
    table[: 1 << 13] = flushes()
    pairs = _suited_sets(hole_columns[:, rows], suit[rows], 2)
    triples = _suited_sets(board_columns[:, rows], suit[rows], 3)
    best_here = best[rows]
    for triple in triples:
        for pair in pairs:
            np.maximum(best_here, table.take(pair | triple), out=best_here)
    best[rows] = best_here


def _flush_suit(board_columns: Codes) -> Numbers:
    """Return the suit of which three or more cards are on each board, 4 for none."""
    flush_suits = np.full(board_columns.shape[1], 4, np.uint8)
    suits = _suits_of(board_columns)
    for suit in range(4):
        cards = np.count_nonzero(suits == suit, axis=0)
        flush_suits[cards >= 3] = suit
    return flush_suits


def _suits_of(columns: Codes) -> Numbers:
    """Return the suit of each card, 4 for a joker and for codes that are no card."""
    suits: Numbers = np.where(columns < JOKER, columns & 3, np.uint8(4))
    return suits


def _suited_sets(columns: Codes, suit: Numbers, size: int) -> list[Numbers]:
    """Return the ranks of each combination as 13 bits; bit 13 is set where a card is not of that suit."""
    rank_bits = np.int64(1) << (columns >> 2)
    is_suited = _suits_of(columns) == suit
    bits = np.where(is_suited, rank_bits, 1 << 13)
    return [np.bitwise_or.reduce(chosen) for chosen in combinations(bits, size)]
