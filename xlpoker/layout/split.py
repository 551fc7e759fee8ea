"""Cuts a block's columns into hands and the board: by the words above, else by gaps and widths.

Columns with more than one reading are not cut: `UnclearError` holds the possible readings.

=========== ======================================= ==================================================
game        columns side by side, without labels    is asked about
=========== ======================================= ==================================================
five-card   5, 10, 15 ...: hands of five; 2 3 4 7:  6 8 9: one hand, or two, or hold'em; anything else
            one hand; 14: two of seven
holdem      -                                       2 + 2 + ... + 5: the board last, or first; 7: also two and the flop
omaha       -                                       4 + 4 + ... + 5, or 5, or 6, alike
front       3, 6, 9 ...                             anything else
=========== ======================================= ==================================================
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from xlpoker.errors import LayoutError, quoted
from xlpoker.layout.boards import (
    ASKED,
    HOLE,
    board_by_size,
    board_first,
    deal,
    deal_readings,
    ends_of,
    is_bare,
    split_last,
    told_board,
)
from xlpoker.layout.cell_types import BLANK, NUMBER, Sheet, counted
from xlpoker.layout.grid import Area, a1, joined
from xlpoker.layout.groups import (
    Piece,
    UnclearError,
    UnclearLayoutError,
    check_across,
    labelled,
    numbers_in,
    sliced,
)
from xlpoker.layout.labels import is_board, is_card_name, is_label, is_plain_label, is_street, numbered
from xlpoker.layout.regions import HEADER_ROWS, Block, where

__all__ = ["cut", "fives", "sides_of"]

_FEW_ROWS, MOST_CARDS = 3, 9
_WHOLE = (5, 7)
_SAMPLE = 200

Cut = tuple[list[Area], Area | None]


def cut(sheet: Sheet, block: Block, game: str) -> Cut:
    """Return the areas of the hands of a block and that of the board, None in games without one.

    >>> from xlpoker.layout.regions import find_blocks
    >>> from xlpoker.layout.grid import Grid
    >>> sheet = Sheet(Grid("Sheet1", [["P1", None, "P2"], ["6C", "7C", "AH", "AD", "8C", "9S", "4C", "JH", "TC"]]))
    >>> cut(sheet, find_blocks(sheet)[0], "holdem")
    ([Area(first=0, last=1), Area(first=2, last=3)], Area(first=4, last=8))

    Raises `UnclearError` where there is more than one reading, `LayoutError` where the game is not said or the cards
    of a hand stand apart.
    """
    told = boards, rest = told_board(sheet, block, game)
    if (dealt := _in_turn(rest)) is not None:
        widths, board = {len(hand.columns) for hand in dealt}, [one.area for one in boards]
        if len(boards) == (game in HOLE) and len(widths) == 1:
            return dealt, board[0] if board else None
        games = [f"--game {one} " for one in ASKED if boards and game not in HOLE and widths <= {*HOLE[one]}]
        raise UnclearError(f"{''.join(games)}--hands {block.ranges([*dealt, *board])}")
    check_across(sheet, block)
    _check_marks(sheet, block, (*_WHOLE, *HOLE.get(game, ())))
    try:
        return _cut(sheet, block, game, told)
    except UnclearError as unclear:
        ways = [way for way in unclear.args if "--hands" in way or _fits(sheet, block, way.split()[1])]
        if ways or game not in HOLE:
            raise UnclearError(*ways) from None
    listed = " and ".join(map(block.range, block.runs))
    sizes = " to ".join(map(str, sorted({HOLE[game][0], HOLE[game][-1]})))
    needed = f"{game} needs {sizes} cards for each player and a board of three to five"
    without = "" if any(map(is_board, block.header.values())) else "; without one leave --game out"
    raise LayoutError(f"{where(sheet)} holds hands in {listed}; {needed}{without}")


def _cut(sheet: Sheet, block: Block, game: str, told: tuple[list[Piece], Block]) -> Cut:
    """Return what `cut` returns, from what `told_board` does; the games that an `UnclearError` names are not checked yet."""
    if game in HOLE:
        boards, rest = told
        hands, board = deal([*labelled(sheet, rest, HOLE[game])[0], *boards], rest, HOLE[game])
        said = [block.header.get(at) for hand in hands for at in hand.columns]
        if any(is_board(word) or is_street(word) for word in said):
            raise UnclearError
        _check_beside(sheet, block, [*hands, board], [board])
        return hands, board
    pieces, counted_as_one = labelled(sheet, block)
    _ask_for_the_game(pieces, sheet, block)
    if game == "front":
        return _fronts(pieces, block), None
    hands = _hands(pieces, sheet, block, one=counted_as_one)
    _check_beside(sheet, block, hands, hands)
    return hands, None


def _fits(sheet: Sheet, block: Block, game: str) -> bool:
    """Tell whether a block is cut for a game."""
    try:
        return bool(_cut(sheet, block, game, told_board(sheet, block, game)))
    except (UnclearError, LayoutError):
        return False


def _in_turn(block: Block) -> list[Area] | None:
    """Return the hands where the header deals the cards in turn, P1 card 1, P2 card 1, P1 card 2 ..., None where it does not."""
    names = numbers_in({at: block.header[at] for at in block.columns if at in block.header})
    cards: dict[str, list[int]] = {}
    turns = 0
    for (_, (before, _)), (at, (who, number)) in pairwise([(-1, ("", -1)), *names.items()]):
        dealt = cards.setdefault(who, [])
        turns += who != before and bool(dealt) and number > names[dealt[-1]][1]
        dealt.append(at)
    if not turns:
        return None
    if any(block.stats[at].one_cell for at in names):  # hands and no cards: those of each number are a deal
        rounds = [[Area(at, at) for at, (_, one) in names.items() if one == number] for _, number in names.values()]
        raise UnclearError(*dict.fromkeys(f"--hands {block.ranges(hands)}" for hands in rounds))
    left = [at for at in block.columns if at not in names]
    return [joined(dealt) for dealt in cards.values()] + ([joined(left)] if left else [])


def _check_marks(sheet: Sheet, block: Block, sizes: Sequence[int]) -> None:
    """Raise `LayoutError` for a star before or behind a whole hand in its cell: a mark that would be read as a joker."""
    for row in range(block.first, min(block.last + 1, block.first + _SAMPLE)):
        for at in block.columns if any(size + 1 in sheet.rows[row] for size in sizes) else ():
            cell = sheet.grid.cell(row, at) if sheet.kind(row, at) - 1 in sizes else ""
            if "*" in (cell.strip()[:1], cell.strip()[-1:]):
                marked = f"{where(sheet)} has a mark * beside a whole hand in {a1(row, at)}, {quoted(cell)}"
                raise LayoutError(f"{marked}; take such marks away or, if they are jokers, name the hands with --hands")


def sides_of(sheet: Sheet, block: Block) -> Iterator[list[Block]]:
    """Yield the ways to read a block as tables side by side: separated by blank columns, each with its own title or the same words.

    A title stands alone above each table; repeated words are names, or headings beside the hands.
    """
    top = max(block.first - HEADER_ROWS, 0)
    filled = {at for kinds in set(sheet.rows[top : block.last + 1]) for at, kind in enumerate(kinds) if kind}
    gaps = [at for at in range(block.columns[0], block.columns[-1]) if at not in filled]
    for cells in sheet.grid.rows[top : block.first] if gaps else ():
        words = {at: cell for at, cell in enumerate(cells) if isinstance(cell, str) and cell.strip()}
        starts = {at: max([gap for gap in gaps if gap < at], default=-1) for at in words}
        texts = [word for word in words.values() if not is_card_name(word) and not is_plain_label(word)]
        twice = {starts[at] for at, word in words.items() if texts.count(word) > 1}
        for firsts in (sorted(starts.values()), sorted(twice)):
            ends = [*firsts[1:], block.columns[-1] + 1]
            parts = [[at for at in block.columns if first < at < end] for first, end in zip(firsts, ends, strict=False)]
            if len(parts) > 1 and all(parts) and sum(map(len, parts)) == len(block.columns):
                rows = [
                    [row for row in range(block.first, block.last + 1) if any(sheet.picked(row, part))]
                    for part in parts
                ]
                yield [replace(block, columns=part, last=shown[-1]) for part, shown in zip(parts, rows, strict=True)]


def _ask_for_the_game(pieces: Sequence[Piece], sheet: Sheet, block: Block) -> None:
    """Raise `LayoutError` where the hands share a board but the game has none; the message names only games that fit."""
    boards = [piece for piece in pieces if piece.label is not None and is_board(piece.label)]
    streets = [at for board in told_board(sheet, block, "omaha")[0] for at in board.area.columns]
    plain = [replace(piece, label=None) for piece in pieces]
    found = board_by_size(plain, HOLE["holdem"]) or board_by_size(split_last(plain, HOLE["holdem"]), HOLE["holdem"])
    if not boards and not streets and found is None:
        return
    games: list[str] = []
    ways: list[str] = []
    for game in ASKED:
        try:
            hands, board = cut(sheet, block, game)
        except UnclearError as unclear:
            several = unclear.args[: len(boards) or 1]
            ways += [way if way.startswith("--game") else f"--game {game} {way}" for way in several]
        except LayoutError:
            continue
        else:
            within = [block.header.get(at) for area in hands for at in area.columns[1:]]
            if games and any(isinstance(word, str) and not is_card_name(word) for word in within):
                continue  # hold'em with names of its own over every two cards
            games.append(f"--game {game}")
            found = found or Piece(board or block.runs[-1], 0, one_cell=False)
    choices = " or ".join(games or list(dict.fromkeys(ways)))
    if boards and not choices:
        others = [piece for piece in pieces if piece not in boards]
        unfit = f"{where(sheet)} has a board in {block.range(boards[0].area)} and no hands beside it as holdem and omaha have them"
        if len({piece.cards for piece in others}) != 1 or others[0].cards > MOST_CARDS:
            raise LayoutError(unfit)
        raise UnclearLayoutError(
            unfit, "to leave the board out, say so", f"--hands {block.ranges([one.area for one in others])}"
        )
    if boards or (streets and choices):
        area = boards[0].area if boards else found.area if found and games else Area(streets[0], streets[-1])
        raise UnclearLayoutError(f"{where(sheet)} has a board in {block.range(area)}", "say which game", choices)
    if found is not None and choices:
        looks = f"{where(sheet)} looks like hold'em with the board in {block.range(found.area)}"
        raise UnclearLayoutError(looks, "say so", choices)


def _hands(pieces: list[Piece], sheet: Sheet, block: Block, *, one: bool) -> list[Area]:
    """Return the hands of a game without a board; all have the same number of cards."""
    areas = [piece.area for piece in pieces]
    if len({piece.one_cell for piece in pieces}) > 1:
        raise UnclearError(*_each(pieces, block))
    if len({piece.cards for piece in pieces}) > 1:
        named = all(one.is_hand and one.cards <= MOST_CARDS for one in pieces) and len(block.columns) % 5 not in (0, 4)
        raise UnclearError(*([f"--hands {block.ranges(areas)}"] if named else _mended(block, areas)))
    if pieces[0].one_cell:
        return areas
    width = pieces[0].cards
    if len(areas) > width == 1 and (cuts := fives(Area(0, len(areas) - 1))) is not None:
        apart = [joined(areas[at].first for at in each.columns) for each in cuts]
        if len(apart) == 1 and apart[0].last in block.header and is_bare(apart[0].columns, block):
            return apart
        raise UnclearError(f"--hands {block.ranges(apart)}", f"--hands {block.ranges(areas)}")
    if len(areas) > 1 and _is_broken(block, pieces):
        raise UnclearError(*_mended(block, areas), f"--hands {block.ranges(areas)}")
    if len(areas) > 1 or (one and width <= 9):
        if width <= 9 and (width > 1 or one):
            return areas
        raise UnclearError(*_each(pieces, block))
    (area,) = areas
    few = block.last - block.first + 1 < _FEW_ROWS
    if width in (6, 8, 9) or (width == 14 and (few or _widened(sheet, block, area) != area)):
        raise UnclearError(*_readings(block, area))
    found = fives(area)
    if found is None:
        raise UnclearError(*_mended(block, areas))
    deals = deal_readings(area, HOLE["holdem"], 5) if len(found) > 1 else []
    words = {at for at in area.columns if isinstance(block.header.get(at), str)} - numbers_in(block.header).keys()
    if deals and not words <= {hand.first for hand in found}:  # such as a name over every second card
        raise UnclearError(f"--hands {block.ranges(found)}", f"--game holdem ({block.ranges(deals[0])})")
    return found


def _is_broken(block: Block, pieces: Sequence[Piece]) -> bool:
    """Tell whether pieces without words, too small for a hand, have a bad column between them and no gap."""
    between = [(one.area.last + 1, other.area.first - 1) for one, other in pairwise(pieces)]
    return all(piece.label is None and piece.cards < 5 for piece in pieces) and any(
        first == last and 2 * block.stats[first].blank <= block.last - block.first + 1 for first, last in between
    )


def fives(area: Area) -> list[Area] | None:
    """Cut columns into hands of five, or of seven where two fit, or leave them one hand of up to nine.

    >>> fives(Area(0, 9)), fives(Area(0, 10))
    ([Area(first=0, last=4), Area(first=5, last=9)], None)
    """
    width = len(area.columns)
    size = 5 if width % 5 == 0 else 7 if width == 14 else width
    return sliced(area, size) if size <= 9 else None


def _fronts(pieces: Sequence[Piece], block: Block) -> list[Area]:
    if all(piece.one_cell for piece in pieces):
        return [piece.area for piece in pieces]
    threes = [hand for piece in pieces for hand in sliced(piece.area, 3)]
    if any(piece.one_cell or piece.cards % 3 or (len(pieces) > 1 and piece.cards > 3) for piece in pieces):
        raise UnclearError(f"--hands {block.ranges(threes or [pieces[0].area])}")
    return threes


def _check_beside(sheet: Sheet, block: Block, areas: Sequence[Area], judged: Sequence[Area]) -> None:
    """Raise `UnclearError` where a card seems to be missing and the column beside holds something else.

    A hand of four beside a full column without a name is a hand of five whose fifth card is spelt wrongly throughout.
    """
    wider = [_widened(sheet, block, area) if area in judged else area for area in areas]
    if wider != list(areas):
        raise UnclearError(f"--hands {block.ranges(wider)}", f"--hands {block.ranges(areas)}")


def _widened(sheet: Sheet, block: Block, area: Area) -> Area:
    """Return the area with the column beside it that seems to hold the missing fifth, or seventh, card."""
    if len(area.columns) not in (4, 6, 9, 14):
        return area
    for beside, wider in (
        (area.last + 1, Area(area.first, area.last + 1)),
        (area.first - 1, Area(area.first - 1, area.last)),
    ):
        if beside >= 0 and beside not in block.labels.union(block.columns) and _is_filled(sheet, block, beside):
            return wider
    return area


def _is_filled(sheet: Sheet, block: Block, column: int) -> bool:
    """Tell whether a column has no name of its own and holds something, no counter, in most rows of a block."""
    word = block.header.get(column)
    names = numbered(list(block.header.items()))
    alike = column in names and [who for who, _ in names.values()].count(names[column][0]) > 2
    if word is not None and not is_label(word) and not alike:
        return False
    kinds = bytes(sheet.kind(row, column) for row in range(block.first, block.last + 1))
    if 2 * counted(kinds, BLANK) >= len(kinds):
        return False
    numbers = [sheet.grid.cell(row, column) for row in range(block.first, min(block.first + 64, block.last + 1))]
    if kinds.count(NUMBER) < len(kinds) or not all(isinstance(one, int | float) for one in numbers):
        return True
    return len(numbers) < 2 or any(a >= b for a, b in pairwise(numbers))


def _readings(block: Block, area: Area) -> list[str]:
    """Return the possible readings of six, eight or nine cards side by side."""
    width, missing = len(area.columns), sliced(Area(area.first, area.last + 1), 5)
    ways = [f"--hands {block.ranges([area])} (one hand)"] if width <= 9 else []
    ways += [f"--hands {block.ranges(sliced(area, width // 2))} (two hands)"] if width != 9 else []
    if width in (9, 14):
        ways.append(f"--hands {block.ranges(missing)} ({'two' if width == 9 else 'three'}, a card missing)")
    if width == 9:
        first, last = board_first(area, block, HOLE["holdem"]), deal_readings(area, HOLE["holdem"], 5)[0]
        known = [*first[0], first[1]] if first else last
        both = ends_of(last, block) if is_bare(area.columns, block) else [block.ranges(known)]
        ways += [f"--game holdem --hands {way}" for way in both]
    return ways


def _each(pieces: Sequence[Piece], block: Block) -> list[str]:
    """Return every piece as an alternative of its own."""
    ways = []
    for piece in pieces:
        hands = [piece.area] if piece.one_cell else fives(piece.area)
        ways += [f"--hands {block.ranges(hands)}"] if hands else []
    rows = block.last - block.first + 1
    misspelt = [one for one in pieces if one.cards == 1 and 2 * block.stats[one.area.first].near > rows]
    together = [one.area for one in pieces if one.one_cell or one in misspelt]
    if len(together) > 1:
        ways = [f"--hands {block.ranges(together)}", *ways[:1]]
    cards = [one for one in pieces if not one.one_cell]
    if len(cards) > 1 == len({one.cards for one in cards}) and cards[0].cards in _WHOLE:
        ways.insert(0, f"--hands {block.ranges([one.area for one in cards])}")
    return ways[:3] or [f"--hands {block.ranges(sliced(pieces[0].area, 5))}"]


def _mended(block: Block, areas: Sequence[Area]) -> list[str]:
    """Return hands of five over all columns from the first card to the last, or the fives nearest to that."""
    whole = Area(areas[0].first, areas[-1].last)
    missing = -(width := len(whole.columns)) % 5
    if missing <= 1:
        return [f"--hands {block.ranges(sliced(Area(whole.first, whole.last + missing), 5))}"]
    if width % 5 == 1 and width > 5:
        return [
            f"--hands {block.ranges(sliced(Area(first, first + width - 2), 5))}"
            for first in (whole.first, whole.first + 1)
        ]
    apart = len(areas) > 1 and all(len(area.columns) <= 9 for area in areas)
    return [f"--hands {block.ranges(areas if apart else sliced(whole, 5) or [whole])}"]
