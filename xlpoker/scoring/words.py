"""Reads the words around the hands: players' names, titles between rows, the column that identifies deals, deals in columns."""

from __future__ import annotations

import datetime as dt
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain, pairwise
from typing import Any

from xlpoker.errors import CardError
from xlpoker.evaluator.cards import TEXTS, count_cards
from xlpoker.evaluator.cells import cell_codes, is_blank, is_out, sides
from xlpoker.layout.cell_types import CARD, LABEL, SHORT, WORD, Sheet, cards_only, is_number, kind_of
from xlpoker.layout.find import Layout, UnclearLayoutError
from xlpoker.layout.grid import Area, Grid, a1
from xlpoker.layout.labels import WHO, is_card_name, is_label, is_plain_label, short
from xlpoker.layout.regions import Block, where

__all__ = [
    "cards_downwards",
    "check_names",
    "codes_in",
    "deal_heading",
    "folded",
    "is_cancelled",
    "is_deal",
    "is_title",
    "is_turned",
    "names_of",
    "rows_of",
    "seats_of",
    "several_cards",
    "without_copies",
    "words_above",
]

_DEAL = re.compile(
    r"(?:hand|deal|game|round|spiel|runde|main|donne)[\s_-]*(?:id|no\.?|nr\.?|n°|number|nummer|#)|deal|round|donne",
    re.IGNORECASE,
)
_COUNTED = re.compile(
    r"hand|game|spiel|main|mano|partie", re.IGNORECASE
)  # over numbers only: a hand's name comes again, too
_OF_DEAL = re.compile(
    r"(?:round|deal|game|runde|spiel|partie|donne|manche|ronda)\s*#?\d+|[rd]\d+|\d{1,4}([-./])\d{1,2}\1\d{1,4}(?: 00:00.*)?",
    re.IGNORECASE,
)
_SHARED, _DECK = 6, 52  # cards of hands of which a board may be part
_A_DEAL = 4  # characters of words that number deals and nothing else; D2 may be a card that is dealt
_TWO_HANDS = 6  # rows of two hands below each other, at least
_SAMPLE = 200  # rows whose cells are counted
_TOP = 10  # rows in which words that number deals are looked for
_CARDS_IN = re.compile(
    r"(?:(?<!\w)|(?<=[2-9TJQKA][cdhs]))(?:10|[2-9TJQKA])[cdhs♣♦♥♠](?!\w)|(?:[2-9TJQKA][cdhs]){2}", re.IGNORECASE
)
_OF_A_CARD = re.compile(
    r"\b(?:(?:of|ten|nine|eight|seven|six|five|four|three|two|ass?|roi)\b|ace|king|queen|jack|deuce|spad|heart|club|diamo|joker"
    r"|herz|pik|karo|kreuz|dame|könig|bube|valet|cœur|coeur|pique|trèfle|carreau)|[♣♦♥♠]",
    re.IGNORECASE,
)
_A_WORD = re.compile(r"[^#]*[^\W\d_]{3}")
_NAMED = re.compile(r"(?P<who>.*?)[\s_.'’:-]*(?:cards?|c|karte|carte)?[\s_.#-]*\d{1,2}", re.IGNORECASE)
_OWNED = re.compile(r"(?P<who>.+?)(?:['’]s?)?\s+(?:hand|cards|hole\s+cards)\s*:?", re.IGNORECASE)
_CARDS_OF = re.compile(r"(?:hole[\s_]+)?cards[\s_:-]+(?:(?:of|for)\s+)?(?P<who>.+)", re.IGNORECASE)
_COUNTED_PLAYER = re.compile(
    rf"(?P<who>(?:{WHO}|[ps])[\s\#.:_-]*)(?P<number>\d{{1,2}}|(?<=[\s_-])[a-j])", re.IGNORECASE
)
_SEAT = re.compile(r"(Seat \d+) cards")  # as hand histories have it, whose players change from row to row
_ROLES = ("hero", "villain", "dealer")
_BEST = re.compile(
    r"(?:the\s+)?(?:winning|winner['’]?s?|best|beste[sn]?)[\s_-]*(?:hand|cards|five|blatt)(?!\w).*|(?:sieger|gewinner)[\s-]?(?:hand|blatt)"
    r"|(?:(?:la\s+)?main\s+gagnante|(?:la\s+)?meilleure\s+main|mano\s+(?:ganadora|vincente|migliore)|mejor\s+mano)(?!\w).*",
    re.IGNORECASE,
)
_FEW, _TRIED = 4, 24  # rows in which nothing is proved by what comes again, and rows in which that is looked for
_NAMES_ABOVE = 3  # rows above the hands in which the players' names may stand


def folded(name: str) -> str:
    """Return a name as it is compared with others, whatever its capitals and blanks; columns of Parquet files have `_` for a blank.

    >>> folded(" Anna  Lee"), folded("anna_lee")
    ('anna lee', 'anna lee')
    """
    return " ".join(name.replace("_", " ").split()).casefold()


def codes_in(cell: Any) -> list[int]:
    """Return the codes of the cards in a cell, an empty list for a bad one.

    >>> codes_in("5H 5C"), codes_in("no game")
    ([14, 12], [])
    """
    try:
        return cell_codes(cell)
    except CardError:
        return []


def names_of(head: Grid, first: int, hands: Sequence[Area], above: int = _NAMES_ABOVE) -> tuple[str, ...]:
    """Return the name of each player in the rows `above` the first row of the hands, nothing where there are none.

    >>> hands = Area(0, 1), Area(2, 3)
    >>> names_of(Grid("", [["Anna", None, "Ben"], ["Card 1", "Card 2", "Card 1", "Card 2"]]), 2, hands)
    ('Anna', 'Ben')
    >>> names_of(Grid("", [[], ["Anna c1", "Anna c2", "Ben c1", "Ben c2"]]), 2, hands)
    ('Anna', 'Ben')
    >>> names_of(Grid("", [["Player 1", None, "Player 2"]]), 1, hands)
    ()
    >>> names_of(Grid("", [["Seat 2", None, "Seat 5"]]), 1, hands), names_of(Grid("", [["Hand A", None, "Hand B"]]), 1, hands)
    (('Seat 2', 'Seat 5'), ())
    >>> names_of(Grid("", [["Player A", "Cards A", "Player B", "Cards B"]]), 1, [Area(1, 1), Area(3, 3)])
    ('A', 'B')
    """
    for row in range(first - 1, max(first - 1 - above, -1), -1):
        names = tuple(_name(head, row, area) for area in hands)
        if not all(map(_is_own, names)):
            counts = [match for name in names if (match := _COUNTED_PLAYER.fullmatch(name))]
            numbers = [
                int(text) if text.isdecimal() else int(text, 36) - 9 for text in (match["number"] for match in counts)
            ]
            alike = len({match["who"].casefold() for match in counts}) == 1 and len(counts) == len(names)
            names = names if alike and len(names) > 1 and numbers != [*range(1, len(names) + 1)] else ()
        if names and len({*map(folded, names)}) == len(names):
            return names
    return ()


def seats_of(grid: Grid, layout: Layout) -> tuple[str, ...]:
    """Return the seats of a table of hand histories, in which others sit from row to row; nothing of other tables.

    >>> hands = Area(1, 1), Area(3, 3)
    >>> seats_of(Grid("", [["Seat 1 name", "Seat 1 cards", "Seat 2 name", "Seat 2 cards"]]), Layout("", 1, 9, hands, header=0))
    ('Seat 1', 'Seat 2')
    """
    titles = [] if layout.header is None else [str(grid.cell(layout.header, hand.first)) for hand in layout.hands]
    found = [match[1] for title in titles if (match := _SEAT.fullmatch(title))]
    return tuple(found) if len(found) == len(titles) else ()


def check_names(grid: Grid, layout: Layout) -> None:
    """Raise `UnclearLayoutError` where a heading between the hands has one of the players in another place."""
    order = [*map(folded, layout.names)]
    known, starts, headings = {*order}, [area.first for area in layout.hands], [layout.first - 1]
    for at, row in enumerate(grid.rows[layout.first : layout.last + 1] if known else (), layout.first):
        cells = [row[column] for column in starts if column < len(row)]
        if any(isinstance(cell, str) and folded(cell) in known for cell in cells):
            here = [*map(folded, names_of(grid, at + 1, layout.hands, above=1))]
            if any(one in known and one != name for one, name in zip(here, order, strict=False)):
                headings.append(at)
                order = here
    if headings[1:]:
        tables = [Block(top + 1, end - 1, []) for top, end in pairwise([*headings, layout.last + 1]) if end - top > 1]
        ways = " ".join(f"--hands {one.ranges(layout.areas)}" for one in tables)
        found = f"{where(Sheet(grid))} names the players anew, in another order, in row {headings[1] + 1}"
        raise UnclearLayoutError(found, "take each table by itself", ways)


def _name(head: Grid, row: int, area: Area) -> str:
    """Return the word above the hand of a player in a row, an empty text for none or several words."""
    first, *others = [head.cell(row, column) for column in area.columns]
    if area.part is not None:
        first = dict(enumerate(sides(first))).get(area.part)
    text = _text(first)
    if others and any(cell is not None for cell in others):
        alike = {_text(cell) for cell in (first, *others)}
        if len(alike) == 1:  # A A A A A
            return alike.pop()
        found = {match["who"].strip() if (match := _NAMED.fullmatch(_text(cell))) else "" for cell in (first, *others)}
        text = found.pop() if len(found) == 1 else ""
    elif (owned := _OWNED.fullmatch(text) or _CARDS_OF.fullmatch(text)) is not None:
        text = owned["who"]
    return text


def _is_own(text: str) -> bool:
    """Tell whether a word above a hand is a name, not the number of a player, hand or card."""
    generic = (is_label(text) and text.casefold() not in _ROLES) or is_plain_label(text) or is_card_name(text)
    return not generic and any(map(str.isalpha, text))


def _text(cell: Any) -> str:
    return short(cell) if isinstance(cell, str) else ""


def without_copies(grid: Grid, layout: Layout) -> Layout:
    """Return a layout without what only repeats hands of its row, such as the winning one, and without a single hand that stands aside.

    >>> hands = Area(0, 0), Area(1, 1), Area(2, 2)
    >>> rows = [["Ann", "Bob", "Best hand"], ["5H 5C 6S 7S KD", "2C 3S 8S 8D TD", "8S 8D TD 2C 3S"]]
    >>> len(without_copies(Grid("", rows), Layout("", 1, 1, hands)).hands)
    2

    Below words for the best hand the cards of most hands stand in their row, without such words equal hands in nearly all rows.
    """
    kept = list(layout.hands)
    above = range(max(layout.first - _NAMES_ABOVE, 0), layout.first)
    for area in reversed(layout.hands):
        told = any(_BEST.fullmatch(_text(grid.cell(row, area.first))) for row in above)
        if area.part is not None or not (told or area.first == area.last):
            continue
        others = [one for one in kept if one != area]
        if len(others) < 2 - told:
            continue
        rows = range(layout.first, min(layout.last + 1, len(grid.rows)))
        held = [(row, cards) for row in rows[:_TRIED] if (cards := _held(grid, row, area))]
        beside = [*others, *([layout.board] if layout.board else [])]
        there = sum(cards <= {card for one in beside for card in _held(grid, row, one)} for row, cards in held)
        whose = [next((one for one in others if cards == _held(grid, row, one)), None) for row, cards in held]
        again = len(held) - whose.count(None)
        if (told and 2 * there > len(held)) or (
            len({*whose} - {None}) > 1 and again >= _FEW and 10 * again >= 9 * len(held)
        ):
            kept = others
        elif len(held) == 1 and len(rows) > _FEW and layout.board is None:
            column = [grid.cell(row, area.first) for row in rows]
            gap = [grid.cell(row, area.first - 1) for row in (*above, *rows) if area.first]
            folds = any(is_out(cell) and not is_blank(cell) for cell in column)
            if (
                not folds
                and (told or (gap and all(map(is_blank, gap))))
                and sum(bool(codes_in(cell)) for cell in column) == 1
            ):
                kept = others
    if len(kept) == len(layout.hands):
        return layout
    return replace(layout, hands=tuple(kept), left=tuple(area for area in layout.hands if area not in kept))


def _held(grid: Grid, row: int, area: Area) -> set[int]:
    """Return the cards of a hand in a row, without bad ones."""
    return {card for at in area.columns for card in codes_in(grid.cell(row, at))}


def is_title(cells: Sequence[Any]) -> bool:
    """Tell whether a row is a title: words in one cell that are not (misspelt) cards, and nothing else.

    >>> is_title([None, "February"]), is_title(["Table 2", ""]), is_title(["Table 2", 7]), is_title(["AhKhQhJhTx"])
    (True, True, False, False)
    """
    held = [cell for cell in cells if not is_blank(cell)]
    if len(held) != 1 or not isinstance(held[0], str) or is_out(held[0]) or _CARDS_IN.search(held[0]):
        return False
    return kind_of(held[0]) in (SHORT, LABEL, WORD) and _A_WORD.match(held[0]) is not None


def words_above(grid: Grid, layout: Layout) -> dict[int, str]:
    """Return the headings of the columns beside the hands."""
    cells = grid.rows[layout.header] if layout.header is not None else []
    beside = [at for at in range(len(cells)) if not any(at in area.columns for area in layout.areas)]
    return {at: " ".join(cells[at].split()) for at in beside if isinstance(cells[at], str) and cells[at].strip()}


def rows_of(grid: Grid, layout: Layout) -> list[int]:
    """Return the rows of a long table that hold a hand, without blank rows and titles."""
    rows = range(layout.first, min(layout.last + 1, len(grid.rows)))
    held = [row for row in rows if any(not is_blank(grid.cell(row, at)) for at in layout.hands[0].columns)]
    return [row for row in held if not is_title(grid.rows[row])]


def deal_heading(grid: Grid, layout: Layout) -> str | None:
    """Return the heading under which every deal has several rows, None where there is none, or more than one.

    >>> from xlpoker.layout.find import find_layout
    >>> rows = [["Hand id", "Cards"], [7, "5H 5C 6S 7S KD"], [7, "2C 3S 8S 8D TD"]]
    >>> deal_heading(Grid("", rows), find_layout(Grid("", rows)))
    'Hand id'
    """
    found = []
    for column, word in words_above(grid, layout).items():
        cells = [grid.cell(row, column) for row in rows_of(grid, layout)]
        if not _DEAL.fullmatch(word) and not (
            _COUNTED.fullmatch(word) and all(_is_counter(cell) or is_blank(cell) for cell in cells)
        ):
            continue
        before, times = None, Counter[object]()
        for cell in cells:
            before = before if is_blank(cell) else cell
            times[before] += 1
        whole = list(times.values())
        several = _DEAL.fullmatch(word) or (len(whole) > 1 and column < layout.hands[0].first)
        if several and min(whole[:-1] or whole) > 1:  # the rows that are here may end within a deal
            found.append(word)
    return found[0] if len(found) == 1 else None


def _is_counter(cell: Any) -> bool:
    """Tell whether a cell holds a number, or one behind a mark.

    >>> _is_counter(12), _is_counter("12"), _is_counter("#12"), _is_counter("Full House")
    (True, True, True, False)
    """
    return is_number(cell.strip().removeprefix("#") if isinstance(cell, str) else cell)


def is_turned(grid: Grid, layout: Layout) -> bool:
    """Tell whether whole hands stand with a deal in each column: words number deals, or duplicate cards occur only within rows.

    >>> from xlpoker.layout.find import find_layout
    >>> grid = Grid("", [["Round 1", "Round 2"], ["5H 5C 6S 7S KD", "2C 3S 8S 8D TD"], ["2H 4S 4C 2D 4H", "2S 8H AS QS 3S"]])
    >>> is_turned(grid, find_layout(grid))
    True
    """
    rows, columns = range(layout.first, layout.last + 1), [area.first for area in layout.hands]
    alone = all(area.first == area.last and area.part is None for area in layout.areas)
    if not 1 < len(rows) < _DECK // 2 or len(columns) < 2 or layout.board is not None or not alone:
        return False
    cells = [[codes_in(grid.cell(row, at)) for at in columns] for row in rows]
    most = max(map(len, chain.from_iterable(cells)))
    head = [grid.cell(layout.first - 1 if layout.header is None else layout.header, at) for at in columns]
    if most > 1 and all(map(is_deal, head)):
        return True
    across, down = (
        sum(len(set(cards)) < len(cards) for cards in map(list, map(chain.from_iterable, lines)))
        for lines in (cells, zip(*cells, strict=True))
    )
    return 1 < most < _SHARED and 2 * across > max(4, len(rows)) and not down


def is_deal(cell: Any) -> bool:
    """Tell whether a cell numbers a deal, or is its date: *Round 7*, *Deal #2*."""
    return isinstance(cell, dt.date) or (isinstance(cell, str) and _OF_DEAL.fullmatch(cell.strip()) is not None)


def cards_downwards(grid: Grid) -> str | None:
    """Return the range of single cards with a deal in each column and the hands below each other, None where there is none.

    Its columns have no more duplicate cards than its rows, or words at the left begin groups of equally many rows.

    >>> rows = [["", "5H", "2C"], ["", "6S", "3S"], ["", "9D", "5H"], ["", "AS", "KD"], ["", "3D", "8D"], ["", "4C", "8H"]]
    >>> [cards_downwards(Grid("", [["", *words], *rows])) for words in (("Deal 1", "Deal 2"), ("D1", "D2"), ("Ann", "Bob"))]
    ['B2:C7', None, None]
    """
    for top, head in enumerate(grid.rows[:_TOP], 1):
        columns = [at for at, cell in enumerate(head) if is_deal(cell)]
        if len(columns) < 2:
            continue
        sheet = Sheet(replace(grid, rows=grid.rows[top : top + _DECK]))
        rows = [row for row in range(len(sheet.rows)) if CARD in sheet.picked(row, columns)]
        kinds = b"".join(sheet.picked(row, columns) for row in rows)
        if len(rows) < _TWO_HANDS or rows[0] > 1 or 2 * kinds.count(CARD) < len(kinds) or max(cards_only(kinds)) > CARD:
            continue
        lines = ([(row, at) for at in columns] for row in rows), ([(row, at) for row in rows] for at in columns)
        held = ([[cell for one in line for cell in codes_in(sheet.grid.cell(*one))] for line in way] for way in lines)
        across, down = (sum(len(set(cards)) < len(cards) for cards in way) for way in held)
        words = [at for at, row in enumerate(rows) if columns[0] and sheet.kind(row, columns[0] - 1)]
        size = len(rows) // max(len(words), 1)
        least = 2 * any(len(str(head[at])) < _A_DEAL for at in columns)
        if across >= max(down, least) or (1 < size < len(rows) and words == [*range(0, len(rows), size)]):
            return f"{a1(top + rows[0], columns[0])}:{a1(top + rows[-1], columns[-1])}"
    return None


def is_cancelled(cells: Sequence[Any], columns: Sequence[int]) -> bool:
    """Tell whether a row with a date, or the number of a deal, says in the first cell of its hands that there was none.

    >>> is_cancelled(["2026-01-24", "no game", None], [1, 2]), is_cancelled(["2026-01-24", "ace of spads", None], [1, 2])
    (True, False)
    """
    first, *others = [cells[at] if at < len(cells) else None for at in columns]
    taken = set(columns)
    beside = [cell for at, cell in enumerate(cells) if at not in taken and not is_blank(cell)]
    if not beside or not all(map(is_deal, beside)) or not is_title([first]) or not all(map(is_blank, others)):
        return False
    return not _OF_A_CARD.search(text := str(first)) and not any(map(str.isdigit, text))


def several_cards(grid: Grid, layout: Layout) -> frozenset[int]:
    """Return those columns of hands over several columns in which most cells hold several cards; other columns hold one card per cell.

    >>> rows = [["AhKh", "2c", "3c"], ["QsQd", "4c", "5c 6c"], ["JsJd", "7c", "8c"]]
    >>> sorted(several_cards(Grid("", rows), Layout("", 0, 2, (Area(0, 2),))))
    [0]
    """
    found = []
    rows = grid.rows[layout.first : min(layout.last + 1, layout.first + _SAMPLE)]
    for at in [at for area in layout.hands if area.last > area.first for at in area.columns]:
        texts = [row[at] for row in rows if at < len(row) and isinstance(row[at], str)]
        if TEXTS.keys() >= set(texts):
            continue
        counts = [1 if text in TEXTS else count_cards(text) for text in texts]
        if 2 * sum(count > 1 for count in counts) > sum(count > 0 for count in counts):
            found.append(at)
    return frozenset(found)
