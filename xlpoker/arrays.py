"""The Python API for arrays: codes, values, winners and odds, one hand per row.

::

    texts          -> parse -> codes -> values, winners     by `xlpoker.evaluator.batch`
    boards, holes  -> equities                              by `xlpoker.odds`, few rows one by one
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from xlpoker.errors import HandError, OptionError, check_choice, counted, shown
from xlpoker.evaluator.batch import codes as codec
from xlpoker.evaluator.batch import kernel
from xlpoker.evaluator.batch.codes import ragged, whole_codes
from xlpoker.evaluator.batch.games import game_showdown
from xlpoker.evaluator.batch.tables import Codes
from xlpoker.evaluator.cards import JOKER, TEXTS
from xlpoker.odds.deals import count
from xlpoker.odds.equity import sums_of
from xlpoker.odds.known_hands import count_codes, count_texts
from xlpoker.odds.ranges import HOLES
from xlpoker.odds.table import MOST_PLAYERS, Deal
from xlpoker.scales.arrays import on_scale_array, values

__all__ = ["equities", "format", "on_scale_array", "parse", "values", "winners"]

Odds = npt.NDArray[np.float64]
"""Win, tie and equity of each player in each row: (rows, players, 3)."""
_ROWS = (list, tuple, np.ndarray)
_FEW_TEXTS_OF_TWO_PLAYERS = 160
"""So many rows are faster one after the other than as arrays."""
_FEW_TEXTS = 56
"""The same with more players."""
_FEW_CODES_OF_TWO_PLAYERS = 80
_FEW_CODES = 40


def parse(texts: npt.ArrayLike) -> Codes:
    """Return the codes of an array of cells: 4 * rank + suit, 52 for a joker, 255 for a blank or invalid cell.

    >>> parse([["5H", "td", "joker"], ["Ace of Spades", None, "5X"]])
    array([[ 14,  33,  52],
           [ 51, 255, 255]], dtype=uint8)

    Cells are texts of any accepted spelling; a table of n x k cells gives n x k codes. A flat array whose texts hold a
    whole hand each, ``5H 5C 6S 7S KD``, gives a row of codes for each; one whose texts hold one card each stays flat.
    Raises `OptionError` for rows of different lengths, and for a single text instead of an array.
    """
    is_array = isinstance(texts, np.ndarray)
    cells = np.asarray(texts) if is_array else _cells(texts, object)
    is_flat = cells.ndim == 1
    may_hold_rows = is_flat and cells.dtype == object
    if may_hold_rows and any(isinstance(cell, _ROWS) for cell in cells.tolist()):
        raise OptionError(ragged(texts))
    if isinstance(texts, np.ma.MaskedArray):
        is_masked = np.ma.getmaskarray(texts)
        cells = cells.astype(object)
        cells[is_masked] = None
    if not is_flat:
        codes = codec.parse(cells)
    else:
        codes = codec.parse_hands(cells)
        if codes.shape[1] == 1:
            codes = codes[:, 0]
    is_bad = codes == kernel.BAD
    codes[is_bad] = kernel.MISSING
    return codes


def _cells(texts: npt.ArrayLike, kind: type | None = None) -> npt.NDArray[Any]:
    """Return texts as an array of at least one dimension, or raise `OptionError`."""
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


def winners(
    *codes: npt.ArrayLike,
    jokers: str = "natural",
    game: str = "five-card",
    board: npt.ArrayLike | None = None,
) -> npt.NDArray[np.int8]:
    """Return the winner of each row: 1 .. N, 0 for a tie, -1 for a bad row; an array of codes for each hand.

    With a `board`, one for all rows or one for each, the hands are the hole cards. In ``omaha-hi-lo`` the winner wins the
    whole pot; 0 is a pot that is split.

    >>> winners(parse([["5H", "5C", "6S", "7S", "KD"]]), parse([["2C", "3S", "8S", "8D", "TD"]]))
    array([2], dtype=int8)
    >>> winners(parse([["7H", "5C", "4D", "3S", "2H"]]), parse([["AC", "5D", "4H", "3D", "2C"]]), game="2-7")
    array([1], dtype=int8)
    """
    if game == "five-card" and board is None:
        return kernel.showdown(codes, jokers).winners
    if not codes:
        raise HandError("no hands: a showdown needs one or more")
    return game_showdown(game, board, *codes, jokers=jokers).winners


def equities(boards: npt.ArrayLike, holes: npt.ArrayLike, game: str = "holdem") -> Odds:
    """Return win, tie and equity of each player in each row, (rows, players, 3): exact, all cards known.

    >>> equities(["8c9s4c", "8c9s4cJh"], [["6c7c", "AhAd"], ["6c7c", "AhAd"]]).round(4).tolist()
    [[[0.5626, 0.0, 0.5626], [0.4374, 0.0, 0.4374]], [[0.3409, 0.0, 0.3409], [0.6591, 0.0, 0.6591]]]

    `boards` are texts, one per row, or (rows, cards) codes with 255 for cards to come, or (rows, 0)
    before the flop. `holes` are (rows, players) texts or (rows, players, cards) codes. Two players
    of hold'em on the flop or turn take about a microsecond a row.

    A row with duplicate, missing or invalid cards, or a board of one or two, is NaN. Raises
    `OptionError` for another shape or an unknown game.
    """
    if isinstance(game, str) and game == "holdem":
        odds = _few_equities(boards, holes)
        if odds is not None:
            return odds
    check_choice(game, HOLES, "has no odds")
    from xlpoker.odds.known_rows import known_equities

    least, most = HOLES[game]
    board_codes = _codes(boards, 2, 0, 5)
    hole_codes = _codes(holes, 3, least, most)
    _check_shapes(board_codes, hole_codes)
    cards = hole_codes.shape[2]
    if not least <= cards <= most:
        takes = f"{least}" if least == most else f"{least} to {most}"
        raise OptionError(f"holes of {counted(cards, 'card')}; {game} takes {takes}")
    return known_equities(board_codes, hole_codes, game)


def _check_shapes(boards: Codes, holes: Codes) -> None:
    """Raise `OptionError` unless boards and holes have the same rows, two players or more."""
    have_dimensions = boards.ndim == 2 and holes.ndim == 3
    have_rows = have_dimensions and len(boards) == len(holes)
    if not have_rows or holes.shape[1] < 2 or boards.shape[1] > 5:
        raise OptionError(
            f"boards of shape {boards.shape} and holes of shape {holes.shape} do not go together; boards are (rows, up to 5 "
            "cards), holes (rows, players, cards)"
        )


def _few_equities(boards: Any, holes: Any) -> Odds | None:
    """Return the odds of few rows, one after the other.

    None for many rows, and where a row is bad or of another kind: these go the way of arrays.
    """
    is_coded = False
    try:
        are_lists = type(boards) is list and type(holes) is list
        if not are_lists:
            if type(boards) not in _ROWS or type(holes) not in _ROWS:
                return None
            if len(boards) > _FEW_TEXTS_OF_TWO_PLAYERS:
                return None
            if isinstance(boards, np.ndarray) and isinstance(holes, np.ndarray):
                is_coded = boards.dtype.kind in "iu"
            boards = _as_list(boards)
            holes = _as_list(holes)
        players = len(holes[0])
        rows = len(boards)
        if len(holes) != rows or rows > _few_rows(players, is_coded=is_coded):
            return None
    except (IndexError, TypeError):
        return None
    odds: list[float] = []
    for board, row_holes in zip(boards, holes, strict=True):
        counts = _counts_of_row(board, row_holes, is_coded=is_coded)
        if counts is None or len(row_holes) != players:
            return None
        if players == 2:
            odds += _odds_of_two(counts)
        else:
            odds += _odds_of_many(counts, players)
    return np.ndarray((rows, players, 3), np.float64, array("d", odds))


def _as_list(cells: Any) -> Any:
    """Return the rows of an array as lists; other rows as they are."""
    if isinstance(cells, np.ndarray):
        return cells.tolist()
    return cells


def _few_rows(players: int, *, is_coded: bool) -> int:
    """Return up to how many rows are faster one after the other than as arrays."""
    if players > 2:
        return _FEW_CODES if is_coded else _FEW_TEXTS
    return _FEW_CODES_OF_TWO_PLAYERS if is_coded else _FEW_TEXTS_OF_TWO_PLAYERS


def _counts_of_row(board: Any, holes: Any, *, is_coded: bool) -> Mapping[int, int] | None:
    """Return how many run-outs each set of players wins; None for a row that is bad or of another kind."""
    if is_coded:
        while board and board[-1] == kernel.MISSING:
            board.pop()
        counts = count_codes(board, holes)
    else:
        counts = count_texts(board, holes)
    if counts is not None:
        return counts
    are_texts = isinstance(board, str) and all(isinstance(hole, str) for hole in holes)
    if are_texts:  # with blanks: 8c 9s 4c
        narrow_board = board.replace(" ", "")
        narrow_holes = [hole.replace(" ", "") for hole in holes]
        counts = count_texts(narrow_board, narrow_holes)
    is_before_the_flop = isinstance(board, str | list) and not board
    if counts is None and is_before_the_flop:
        counts = _before_the_flop(holes, is_coded=is_coded)
    return counts


def _odds_of_two(counts: Mapping[int, int]) -> tuple[float, ...]:
    """Return win, tie and equity of two players; 1 and 2 are the players, 3 is both."""
    total = counts[1] + counts[2] + counts[3]
    win = counts[1] / total
    lose = counts[2] / total
    tie = counts[3] / total
    half = tie / 2
    equity = win + half
    other_equity = lose + half
    return win, tie, equity, lose, tie, other_equity


def _odds_of_many(counts: Mapping[int, int], players: int) -> list[float]:
    """Return win, tie and equity of each player."""
    wins, ties, pots, total = sums_of(sorted(counts.items()), players)
    odds: list[float] = []
    for player in range(players):
        odds.append(wins[player] / total)
        odds.append(ties[player] / total)
        odds.append(pots[player] / total)
    return odds


def _before_the_flop(holes: Any, *, is_coded: bool) -> dict[int, int] | None:
    """Return how many boards each set of players wins before the flop.

    None for what is no text of two cards, or no two codes.
    """
    hands = []
    try:
        for hole in holes:
            codes = hole
            if not is_coded:
                codes = [TEXTS[hole[:2]], TEXTS[hole[2:]]]
            hands.append(tuple(sorted(codes)))
    except (KeyError, TypeError):
        return None
    cards: set[int] = set()
    for hand in hands:
        if len(hand) != 2:
            return None
        cards.update(code for code in hand if code < JOKER)
    are_different = len(cards) == 2 * len(hands)
    if not are_different or not 2 <= len(hands) <= MOST_PLAYERS:
        return None
    deal = Deal(tuple(hands))
    boards_by_winners = count(deal)
    return dict(enumerate(boards_by_winners))


def _codes(cards: npt.ArrayLike, dimensions: int, least: int, most: int) -> Codes:
    """Return codes as they are, or those of texts, with room for that many cards.

    A text of more cards is bad.
    """
    cells = cards if isinstance(cards, np.ndarray) else _cells(cards)
    is_text = cells.dtype.kind in "OUST"
    if not is_text or cells.ndim >= dimensions:
        return whole_codes(cells)
    texts = cells.astype(np.object_)
    parsed_codes = codec.parse_hands(texts.ravel())
    hands, longest = parsed_codes.shape
    width = max(least, min(longest, most))
    codes = np.full((hands, width), kernel.MISSING, np.uint8)
    codes[:, :longest] = parsed_codes[:, :most]
    further_codes = parsed_codes[:, most:]
    is_further_card = further_codes != kernel.MISSING
    has_more_cards = is_further_card.any(axis=1)
    codes[has_more_cards] = kernel.BAD
    return codes.reshape(*cells.shape, width)
