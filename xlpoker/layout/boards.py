"""Hold'em and Omaha: tells hole cards from the board, by the words above, else by gaps and widths."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from xlpoker.evaluator.classes import SHORT_DECK
from xlpoker.layout.cell_types import Sheet
from xlpoker.layout.grid import Area, joined
from xlpoker.layout.groups import Piece, UnclearError, sliced, spread
from xlpoker.layout.labels import dealt, is_board, is_plain_label, numbered
from xlpoker.layout.regions import Block, words_above

__all__ = ["ASKED", "DEAL", "HOLE", "board_by_size", "board_first", "deal", "deal_readings", "split_last", "told_board"]

ASKED = ("holdem", "omaha")
"""The games with a board that a question offers."""
HOLE = {"holdem": (2,), "omaha": (4, 5, 6), **dict.fromkeys(SHORT_DECK, (2,))}
DEAL = "A3:B9,C3:D9,E3:I9"
_BOARD_SIZES = (3, 4, 5)
_FULL = 5
# Columns as a text, a mark each. 1 to 5, t, r, p, a to f: a word for such a card (`labels.dealt`); 0: a word for the board as a whole;
# -: no word; x: any other; |: a gap. Whole cells: # holds a flop, % a board. First what only a board can be, then mere numbers.
_SURE = re.compile(
    r"(?:#|0[-0]{2}|123)\|?[4td]\|?[5re]|(?:#|0[-0]{2}|123|abc|p[-p]{2})(?:\|?[4t](?:\|?[5r]|-)?|-[5r])"
    r"|(?:0[-0]{2}|123|ppp)(?:[-0][-05]?)?|#[-0]{2}|%"
)
_NUMBERED = re.compile(r"abc(?:de(?!f)|--|d(?=[^-e]|$)|(?=[^-d]|$))")
_BURNT = re.compile(r"\s*burn", re.IGNORECASE)
_DIGITS = re.compile(r"\d+")


def deal(pieces: list[Piece], block: Block, holes: tuple[int, ...]) -> tuple[list[Area], Area]:
    """Return the hole cards and the board of a hold'em or omaha deal."""
    pieces = _with_unseen(pieces, block)
    if len(pieces) == 1 and (found := board_first(pieces[0].area, block, holes)) is not None:
        return found
    boards = [piece for piece in pieces if piece.label is not None and is_board(piece.label)]
    hands = [piece for piece in pieces if piece not in boards]
    if len(boards) == 1:
        board = boards[0]
    elif boards:
        ways = [block.ranges([*(one.area for one in hands), board.area]) for board in boards]
        fit = hands and all(piece.cards in holes for piece in hands)
        raise UnclearError(*(f"--hands {way}" for way in ways if fit))
    elif len(pieces) == 1 and not pieces[0].one_cell:
        return _one_run(pieces[0], block, holes)
    else:
        sized = board_by_size(pieces, holes) or board_by_size(pieces := split_last(pieces, holes), holes)
        first = len(pieces) == 2 and pieces[0].cards == _FULL and (_FULL not in holes or pieces[1].cards > _FULL)
        board = sized or pieces[0 if first else -1]
        hands = [piece for piece in pieces if piece is not board]
        if sized is None and board.is_hand:
            raise UnclearError(*_deals(pieces, block, holes))
        _check_one_player(hands, board, block, holes)
    hands = _split_holes(hands, holes)
    sizes = {piece.cards for piece in hands}
    alike = len(sizes) == 1 or all(piece.one_cell for piece in hands)  # Omaha with four to six hole cards in one table
    if alike and sizes and sizes <= set(holes) and board.cards in _BOARD_SIZES:
        return [piece.area for piece in hands], board.area
    ranges = block.ranges([*(piece.area for piece in hands), board.area])
    others = [game for game in ASKED if HOLE[game] != holes and {*HOLE[game]} >= sizes > set()]
    raise UnclearError(*(f"--game {game} ({ranges})" for game in others), *_deals(pieces, block, holes)[:1])


def told_board(sheet: Sheet, block: Block, game: str) -> tuple[list[Piece], Block]:
    """Return the board if words tell where it stands, and the block without it and, in games with a board, burn cards."""
    rows, holes = words_above(sheet, block.first) or [{}], HOLE.get(game, ())
    burnt = {at for at, word in block.header.items() if holes and _BURNT.match(str(word))}
    block = replace(block, columns=[at for at in block.columns if at not in burnt])
    for pattern, row in [(_SURE, row) for row in rows] + [(_NUMBERED, row) for row in rows if _FULL not in holes]:
        marks: list[tuple[int, str]] = []
        for before, at in pairwise([-1, *block.columns]):
            marks += [(-1, "|")] if before >= 0 and at > before + 1 else []
            mark, one = dealt(row.get(at)), block.stats[at]
            flop = one.most == _BOARD_SIZES[0] and bool(holes)
            whole = "#" if flop else "%" if is_board(row.get(at)) else "x"
            marks.append((at, whole if one.one_cell else mark))
        found = [*pattern.finditer("".join(mark for _, mark in marks))]
        columns = [at for one in found for at, _ in marks[one.start() : one.end()] if at >= 0]
        if len(found) == 1 and len(columns) < len(block.columns):
            sizes = [block.stats[at].most if block.stats[at].one_cell else 1 for at in columns]
            board = Piece(joined(columns), sum(sizes), one_cell=sizes == [sum(sizes)], label="Board")
            return [board], replace(block, columns=[at for at in block.columns if at not in columns])
    return [], block


def _with_unseen(pieces: list[Piece], block: Block) -> list[Piece]:
    """Add the columns of players who never show their cards: blank ones below a label like those of the others."""
    shown = [piece for piece in pieces if piece.one_cell and piece.is_hand]
    labels = {_DIGITS.sub("#", piece.label or "") for piece in shown}
    seen = {at for piece in pieces for at in piece.area.columns}
    unseen = [
        replace(shown[0], area=Area(at, at), label=word)
        for at, word in block.header.items()
        if isinstance(word, str) and _DIGITS.search(word) and _DIGITS.sub("#", word) in labels and at not in seen
        if at < len(block.stats) and not (block.stats[at].cards or block.stats[at].near or block.stats[at].other)
    ]
    return sorted([*pieces, *unseen], key=lambda piece: piece.area.first)


def _check_one_player(hands: Sequence[Piece], board: Piece, block: Block, holes: Sequence[int]) -> None:
    """Raise `UnclearError` for one player and a board of five that may be two players and the flop: 2, gap, 2 + 3."""
    alone = [(hand.cards, hand.label) for hand in hands] == [(2, None)]
    if alone and 2 in holes and board.cards == _FULL and not board.one_cell:
        middle = board.area.first + 2
        split = [hands[0].area, Area(board.area.first, middle - 1), Area(middle, board.area.last)]
        raise UnclearError(f"--hands {block.ranges([hands[0].area, board.area])}", f"--hands {block.ranges(split)}")


def _one_run(piece: Piece, block: Block, holes: tuple[int, ...]) -> tuple[list[Area], Area]:
    """Cut columns side by side into hole cards and a board of five at their end, if words stand above and no other cut is possible."""
    area = piece.area
    full = deal_readings(area, holes, 5)
    many = [way for way in full if len(way) > 2]
    if many and piece.label is None and is_bare(area.columns, block):
        raise UnclearError(*(f"--hands {way}" for one in many[:2] for way in ends_of(one, block)))
    row = block.header
    words = {at for at in area.columns if isinstance(row.get(at), str) and row[at] != row.get(at - 1)}
    names = words if len(words) > 1 and words.isdisjoint(numbered([*row.items()])) else set()
    ways = (way for size in (4, 3) for way in deal_readings(area, holes, size) if len(way) > 2)
    others = [way for way in ways if names <= {part.first for part in way}]  # which do not cut across a name
    chosen = many or ([] if others else full)
    if len(chosen) == 1:
        return chosen[0][:-1], chosen[0][-1]
    raise UnclearError(*[f"--hands {block.ranges(way)}" for way in (many or [*full, *others])[:3]])


def board_first(area: Area, block: Block, holes: Sequence[int]) -> tuple[list[Area], Area] | None:
    """Return the hole cards and the board before them, where words stand only above these."""
    words = [block.header.get(at) for at in area.columns]
    if any(words[:_FULL]) or not any(words[_FULL : _FULL + 1]):
        return None
    rest = Area(area.first + _FULL, area.last)
    sizes = [size for size in holes if len(rest.columns) and len(rest.columns) % size == 0]
    return (sliced(rest, sizes[0]), Area(area.first, rest.first - 1)) if len(sizes) == 1 else None


def deal_readings(area: Area, holes: Sequence[int], board: int) -> list[list[Area]]:
    """Return the ways to cut columns into hole cards and a board of that size at their end, the board last.

    >>> deal_readings(Area(0, 8), (2,), 5)
    [[Area(first=0, last=1), Area(first=2, last=3), Area(first=4, last=8)]]
    """
    rest = len(area.columns) - board
    end = area.last - board
    return [
        [*sliced(Area(area.first, end), size), Area(end + 1, area.last)]
        for size in holes
        if rest > 0 and rest % size == 0
    ]


def is_bare(columns: Sequence[int], block: Block) -> bool:
    """Tell whether no words above columns divide them: there is a title at most, or they number all cards."""
    words = [block.header.get(at) for at in columns]
    named = numbered(list(enumerate(words)))
    who, first = named.get(0, ("", 0))
    return not any(words[1:]) or [*named.values()] == [(who, at) for at in range(first, first + len(words))]


def ends_of(way: Sequence[Area], block: Block) -> list[str]:
    """Return the ranges of hole cards and a board behind them, and of as many with the board before them."""
    *hands, board = way
    moved = [Area(area.first + _FULL, area.last + _FULL) for area in hands]
    return [block.ranges(way), block.ranges([*moved, Area(hands[0].first, hands[0].first + len(board.columns) - 1)])]


def board_by_size(pieces: Sequence[Piece], holes: Sequence[int]) -> Piece | None:
    """Return the piece that is the board if all others are hole cards; the last one before any other.

    Three or four cards are a board only at the end, and not where they could be hole cards.
    """
    for board in reversed(pieces):
        hands = [piece for piece in pieces if piece is not board]
        sizes = _BOARD_SIZES if board is pieces[-1] else (5,)
        if board.is_hand or board.cards not in sizes or not hands or (board.cards in holes and board.cards < 5):
            continue
        if all(piece.cards in holes for piece in hands):
            return board
    return None


def _split_holes(pieces: list[Piece], holes: Sequence[int]) -> list[Piece]:
    """Cut the pieces besides the board into hole cards, but those that words call one player's."""
    sizes = [size for size in holes if all(piece.cards % size == 0 for piece in pieces)]
    if len(sizes) != 1:
        return pieces
    whole = [one.one_cell or (one.is_hand and not is_plain_label(one.label)) for one in pieces]
    cuts = zip(pieces, whole, strict=True)
    return [part for one, keep in cuts for part in ([one] if keep else map(spread, sliced(one.area, sizes[0])))]


def split_last(pieces: list[Piece], holes: Sequence[int]) -> list[Piece]:
    """Cut the board off the last hole cards where that piece is as wide as the other hole cards and a board together."""
    *before, last = pieces
    size, *sizes = {piece.cards for piece in before} or {0}
    if last.one_cell or sizes or size not in holes or last.cards - size not in (_BOARD_SIZES if last.is_hand else (5,)):
        return pieces
    middle = last.area.first + size
    return [*before, spread(Area(last.area.first, middle - 1), last.label), spread(Area(middle, last.area.last))]


def _deals(pieces: Sequence[Piece], block: Block, holes: Sequence[int]) -> list[str]:
    """Return the first pieces that can be cut into a deal, as examples."""
    wide = [piece.area for piece in pieces if not piece.one_cell]
    full = [way for area in wide for way in deal_readings(area, holes, 5) if len(way) > 1]
    return [f"--hands {block.ranges(way)}" for way in full[:2]]
