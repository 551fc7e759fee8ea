"""Hold'em, Omaha, front, short-deck and three-card hands over arrays: how hole cards and board combine, row by row.

The games are those of `xlpoker.evaluator.games`, the codes those of `xlpoker.evaluator.batch.kernel`. A board may be
one row for all (``(5,)`` or ``(1, 5)``) or one for each row of hole cards.

**Omaha** takes exactly two of the hole cards and exactly three of the board: 60 hands for four and five cards. Additive
keys turn them into 6 + 10 sums and 60 additions, each with a look-up in the small table of five cards. Flushes are
looked up apart: only one row in eight has three board cards and two hole cards of one suit, and only for those rows are the
masks of the combinations looked up. A combination that is not all of that suit has an extra bit that no flush has.
"""

from __future__ import annotations

from itertools import combinations

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
    jokers_in,
    masks,
    shared,
    slow_strengths,
    strengths,
)
from xlpoker.evaluator.batch.tables import FIVE_LOG, Codes, Numbers, five_keys, flushes
from xlpoker.evaluator.cards import JOKER, check_rule
from xlpoker.evaluator.classes import OWN_VALUES
from xlpoker.evaluator.games import check_counts, check_game

__all__ = ["game_showdown", "game_strengths"]


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
    mine, common = _rows(hole, board)
    check_counts(rules, mine.shape[1], common.shape[1])
    if game == "omaha":
        best, bad = np.zeros(len(mine), np.uint16), np.zeros(len(mine), np.bool_)
        for start in range(0, len(mine), CHUNK):
            here = slice(start, start + CHUNK)
            best[here], bad[here] = _omaha_chunk(mine[here], common[here], jokers)
        return best, bad
    cards = np.concatenate([mine, common], axis=1) if common.shape[1] else mine
    return slow_strengths(cards, game=game) if game in OWN_VALUES else strengths(cards, jokers)


def game_showdown(
    game: str, board: npt.ArrayLike | None, *holes: npt.ArrayLike, jokers: str = "natural"
) -> Showdown:
    """Return the showdown of several players' hole cards over one board in every row.

    A card stands once in the board or in one player's hole cards; anything else makes the row bad.
    """
    results = [game_strengths(game, hole, board, jokers) for hole in holes]
    sets = [masks(_rows(hole, None)[0]) for hole in holes]
    return decide(results, shared(sets, board=False))


def _rows(hole: npt.ArrayLike, board: npt.ArrayLike | None) -> tuple[Codes, Codes]:
    """Return hole cards and board as arrays of as many rows."""
    mine = checked(np.atleast_2d(np.asarray(hole)))
    if board is None:
        return mine, np.empty((len(mine), 0), np.uint8)
    common = checked(np.atleast_2d(np.asarray(board)))
    rows = max(len(mine), len(common)) if len(mine) and len(common) else 0
    if {len(mine), len(common)} - {1, rows}:
        raise OptionError(f"{len(mine)} rows of hole cards do not fit {len(common)} boards")
    return tuple(
        np.ascontiguousarray(np.broadcast_to(cards, (rows, cards.shape[1])))
        for cards in (mine, common)
    )  # type: ignore[return-value]


def _omaha_chunk(hole: Codes, board: Codes, rule: str) -> tuple[Numbers, Bad]:
    mine, common = np.ascontiguousarray(hole.T), np.ascontiguousarray(board.T)
    best = _omaha_ranks(mine, common)
    _omaha_flushes(mine, common, best)
    cards = np.concatenate([hole, board], axis=1)
    jokers = jokers_in(cards)
    bad = bad_rows(cards, masks(cards), jokers)
    wild = np.flatnonzero((jokers > 0) & ~bad)
    if len(
        wild
    ):  # a joker is a card that is not among its five: every combination is a hand of its own
        fives = [
            strengths(np.concatenate([hole[wild][:, two], board[wild][:, three]], axis=1), rule)[0]
            for two in map(list, combinations(range(hole.shape[1]), 2))
            for three in map(list, combinations(range(board.shape[1]), 3))
        ]
        best[wild] = np.max(fives, axis=0)
    best[bad] = 0
    return best, bad


def _omaha_ranks(mine: Codes, common: Codes) -> Numbers:
    """Return the best value that needs no flush."""
    logarithm = np.zeros(256, np.int64)
    logarithm[:JOKER] = np.repeat(FIVE_LOG, 4)
    pairs = [first + second for first, second in combinations(logarithm.take(mine), 2)]
    triples = [
        first + second + third for first, second, third in combinations(logarithm.take(common), 3)
    ]
    table = five_keys()[2]
    key, found = np.empty_like(pairs[0]), np.empty(len(pairs[0]), np.uint16)
    best = np.zeros_like(found)
    for three in triples:
        for two in pairs:
            np.add(two, three, out=key)
            np.take(table, key, out=found, mode="wrap")
            np.maximum(best, found, out=best)
    return best


def _omaha_flushes(mine: Codes, common: Codes, best: Numbers) -> None:
    """Raise values to that of the best flush of two hole cards and three of the board."""
    suit = _flush_suit(common)
    rows = np.flatnonzero(suit < 4)
    held = mine.take(rows, axis=1)
    rows = rows[np.count_nonzero((held & 3 == suit.take(rows)) & (held < JOKER), axis=0) >= 2]
    if not len(rows):
        return
    table = np.zeros(1 << 14, np.uint16)
    table[: 1 << 13] = flushes()
    pairs = _suited_sets(mine[:, rows], suit[rows], 2)
    triples = _suited_sets(common[:, rows], suit[rows], 3)
    top = best[rows]
    for three in triples:
        for two in pairs:
            np.maximum(top, table.take(two | three), out=top)
    best[rows] = top


def _flush_suit(common: Codes) -> Numbers:
    """Return the suit of which three or more cards are on each board, 4 for none."""
    found = np.full(common.shape[1], 4, np.uint8)
    for suit in range(4):
        found[np.count_nonzero((common & 3 == suit) & (common < JOKER), axis=0) >= 3] = suit
    return found


def _suited_sets(cards: Codes, suit: Numbers, size: int) -> list[Numbers]:
    """Return the ranks of each combination as 13 bits; bit 13 is set where a card is not of that suit."""
    bits = np.where((cards & 3 == suit) & (cards < JOKER), np.int64(1) << (cards >> 2), 1 << 13)
    return [np.bitwise_or.reduce(chosen) for chosen in combinations(bits, size)]
