"""The Python API for arrays: texts -> codes -> values and winners, one hand per row, by `xlpoker.evaluator.batch`."""

from __future__ import annotations

from array import array
from typing import Any

import numpy as np
import numpy.typing as npt

from xlpoker.errors import OptionError, check_choice, shown
from xlpoker.evaluator.batch import codes as codec
from xlpoker.evaluator.batch import kernel
from xlpoker.evaluator.batch.codes import ragged, whole_codes
from xlpoker.evaluator.cards import JOKER, TEXTS
from xlpoker.odds.deals import count
from xlpoker.odds.equity import sums_of
from xlpoker.odds.known_hands import count_codes, count_texts
from xlpoker.odds.ranges import HOLES
from xlpoker.odds.table import MOST_PLAYERS, Deal
from xlpoker.scales.arrays import on_scale_array, values

__all__ = ["equities", "format", "on_scale_array", "parse", "values", "winners"]

_ROWS = (list, tuple, np.ndarray)
_FEW = (160, 56), (80, 40)
"""So many rows are faster one after the other than as arrays: texts of two players, of more, codes of two, of more."""


def parse(texts: npt.ArrayLike) -> npt.NDArray[np.uint8]:
    """Return the codes of an array of cells: 4 * rank + suit, 52 for a joker, 255 for a blank or invalid cell.

    >>> parse([["5H", "td", "joker"], ["Ace of Spades", None, "5X"]])
    array([[ 14,  33,  52],
           [ 51, 255, 255]], dtype=uint8)

    Cells are texts of any accepted spelling; a table of n x k cells gives n x k codes. A flat array whose texts hold a
    whole hand each, ``5H 5C 6S 7S KD``, gives a row of codes for each; one whose texts hold one card each stays flat.
    Raises `OptionError` for rows of different lengths, and for a single text instead of an array.
    """
    cells = np.asarray(texts) if isinstance(texts, np.ndarray) else _cells(texts, object)
    if (
        cells.ndim == 1
        and cells.dtype == object
        and any(isinstance(cell, _ROWS) for cell in cells.tolist())
    ):
        raise OptionError(ragged(texts))
    if isinstance(texts, np.ma.MaskedArray):
        cells = cells.astype(object)
        cells[np.ma.getmaskarray(texts)] = None
    if cells.ndim == 1:
        hands = codec.parse_hands(cells)
        codes = hands if hands.shape[1] > 1 else hands[:, 0]
    else:
        codes = codec.parse(cells)
    codes[codes == kernel.BAD] = kernel.MISSING
    return codes


def _cells(texts: npt.ArrayLike, kind: type | None = None) -> npt.NDArray[Any]:
    try:
        cells = np.array(texts, kind)
    except (TypeError, ValueError):
        raise OptionError(ragged(texts)) from None
    if not cells.ndim:
        raise OptionError(
            f"{shown(texts)} is no array of cells; give a list of texts, or one hand to xlpoker.hand"
        )
    return cells


def format(codes: npt.ArrayLike) -> npt.NDArray[np.object_]:  # noqa: A001 - the name that goes with parse
    """Return card codes as texts in their shape, None for other codes.

    >>> format([[14, 33, 52, 255]]).tolist()
    [['5H', 'TD', 'Xn', None]]

    Raises `OptionError` for anything but whole numbers 0 .. 255.
    """
    return codec.format_codes(codes)


def winners(*codes: npt.ArrayLike, jokers: str = "natural") -> npt.NDArray[np.int8]:
    """Return the winner of each row: 1 .. N, 0 for a tie, -1 for a bad row; an array of codes for each hand.

    >>> winners(parse([["5H", "5C", "6S", "7S", "KD"]]), parse([["2C", "3S", "8S", "8D", "TD"]]))
    array([2], dtype=int8)
    """
    return kernel.showdown(codes, jokers).winners


def equities(
    boards: npt.ArrayLike, holes: npt.ArrayLike, game: str = "holdem"
) -> npt.NDArray[np.float64]:
    """Return win, tie and equity of each player in each row, (rows, players, 3): exact, all cards known.

    >>> equities(["8c9s4c", "8c9s4cJh"], [["6c7c", "AhAd"], ["6c7c", "AhAd"]]).round(4).tolist()
    [[[0.5626, 0.0, 0.5626], [0.4374, 0.0, 0.4374]], [[0.3409, 0.0, 0.3409], [0.6591, 0.0, 0.6591]]]

    `boards` are texts, one per row, or (rows, cards) codes with 255 for cards to come, or (rows, 0) before the flop; `holes`
    (rows, players) texts or (rows, players, cards) codes. Two players of hold'em on the flop or turn take about a
    microsecond a row. A row with duplicate, missing or invalid cards, or a board of one or two, is NaN. Raises `OptionError`
    for another shape or an unknown game.
    """
    if (
        isinstance(game, str)
        and game == "holdem"
        and (found := _few_equities(boards, holes)) is not None
    ):
        return found
    check_choice(game, HOLES, "has no odds")
    from xlpoker.odds.known_rows import known_equities

    least, most = HOLES[game]
    common, hands = _codes(boards, 2, 0, 5), _codes(holes, 3, least, most)
    if (
        common.ndim != 2
        or hands.ndim != 3
        or len(common) != len(hands)
        or hands.shape[1] < 2
        or common.shape[1] > 5
    ):
        raise OptionError(
            f"boards of shape {common.shape} and holes of shape {hands.shape} do not go together; boards are (rows, up to 5 "
            "cards), holes (rows, players, cards)"
        )
    if not least <= hands.shape[2] <= most:
        raise OptionError(
            f"holes of {hands.shape[2]} cards; {game} takes {' to '.join(map(str, sorted({least, most})))}"
        )
    return known_equities(common, hands, game)


def _few_equities(boards: Any, holes: Any) -> npt.NDArray[np.float64] | None:
    """Return the same of few rows, one after the other; None of many, and where a row is bad or of another kind."""
    coded = False
    try:
        if type(boards) is not list or type(holes) is not list:
            if type(boards) not in _ROWS or type(holes) not in _ROWS or len(boards) > _FEW[0][0]:
                return None
            coded = (
                isinstance(boards, np.ndarray)
                and isinstance(holes, np.ndarray)
                and boards.dtype.kind in "iu"
            )
            boards, holes = [
                cells.tolist() if isinstance(cells, np.ndarray) else cells
                for cells in (boards, holes)
            ]
        players = len(holes[0])
        if not len(boards) == len(holes) <= _FEW[coded][players > 2]:
            return None
    except (IndexError, TypeError):
        return None
    found: list[float] = []
    for place, some in enumerate(holes):
        board = boards[place]
        while coded and board and board[-1] == kernel.MISSING:
            board.pop()
        counts = count_codes(board, some) if coded else count_texts(board, some)
        if (
            counts is None
            and isinstance(board, str)
            and all(isinstance(hole, str) for hole in some)
        ):  # with blanks: 8c 9s 4c
            counts = count_texts(board.replace(" ", ""), [hole.replace(" ", "") for hole in some])
        if counts is None and isinstance(board, str | list) and not board:
            counts = _before_the_flop(some, coded)
        if counts is None or len(some) != players:
            return None
        if players == 2:
            wins, losses, ties = counts[1], counts[2], counts[3]
            total = wins + losses + ties
            win, lose, tie, half = wins / total, losses / total, ties / total, ties / total / 2
            found += win, tie, win + half, lose, tie, lose + half
        else:
            won, shared, pots, every = sums_of(counts.items(), players)
            found += [
                part / every for player in zip(won, shared, pots, strict=True) for part in player
            ]
    return np.ndarray((len(boards), players, 3), np.float64, array("d", found))


def _before_the_flop(holes: Any, coded: bool) -> dict[int, int] | None:
    """Return how many boards each set of players wins before the flop; None for what is no text of two cards, or no two codes."""
    try:
        hands = [
            tuple(sorted(hole if coded else (TEXTS[hole[:2]], TEXTS[hole[2:]]))) for hole in holes
        ]
    except (KeyError, TypeError):
        return None
    cards = [code for hand in hands for code in hand if code < JOKER]
    if (
        len({*cards}) < 2 * len(hands)
        or {*map(len, hands)} != {2}
        or not 2 <= len(hands) <= MOST_PLAYERS
    ):
        return None
    return dict(enumerate(count(Deal(tuple(hands)))))


def _codes(cards: npt.ArrayLike, dimensions: int, least: int, most: int) -> npt.NDArray[np.uint8]:
    """Return codes as they are, or those of texts, with room for that many cards; a text of more cards is bad."""
    cells = cards if isinstance(cards, np.ndarray) else _cells(cards)
    if cells.dtype.kind not in "OUST" or cells.ndim >= dimensions:
        return whole_codes(cells)
    codes = codec.parse_hands(cells.astype(np.object_).ravel())
    found = np.full((len(codes), max(least, min(codes.shape[1], most))), kernel.MISSING, np.uint8)
    found[:, : codes.shape[1]] = codes[:, :most]
    found[(codes[:, most:] != kernel.MISSING).any(axis=1)] = kernel.BAD
    return found.reshape(*cells.shape, found.shape[1])
