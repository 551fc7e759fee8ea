"""Doubts about a reading: each a named check, which makes a question of it. A new doubt is one function and one entry of `CHECKS`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from itertools import pairwise

import numpy as np

from xlpoker.evaluator.cards import count_cards
from xlpoker.evaluator.cells import is_blank
from xlpoker.layout.cells import BLANK, NEAR, NUMBER, OUT, RANK, WORD, Column, cards_in, code_of, is_deal
from xlpoker.layout.deals import cards_of, duplicates
from xlpoker.layout.evidence import Table
from xlpoker.layout.headings import CALLED, ROLES, folded, heading
from xlpoker.layout.model import Layout

__all__ = ["CHECKS", "ends_apart", "names_above", "second_table", "without_examples"]

_TRIED = 200
_EXAMPLES = frozenset(
    "example examples sample e.g beispiel exemple ejemplo esempio przykład practice legend legende best beste ranking rankings".split()
)
_FOLDED = frozenset(
    "fold folds folded muck mucks mucked gave_up pass passed passt gepasst couché couchée absent sat_out sitting_out".split()
)
_FOLDERS = _FOLDED | frozenset("out in ausgestiegen retirado fuori spasował".split())
_STAYED = frozenset("in active stayed live showdown sd playing dabei".split())
_NO = frozenset("no n 0 nein non false out".split())
_VOID = frozenset(
    "void voided misdeal misdeals ungültig annulé annulée annullato anulado nieważne invalid not_counted redeal cancelled canceled practice warm-up warmup unofficial nicht_gewertet".split()
)
_ONE_RANK = ("JBVW", "QD", "KR")  # Jack, Bube, valet, walet; queen, Dame; king, roi: of one rank, in several languages
_WORDS = 12  # of a text
_DECK = 52
_MOST_REPEATED = 8  # rows below a title
_FEW = 4  # rows too few to tell a column of notes from a hand that is bad throughout


def _has_unread_cards(table: Table, layout: Layout) -> bool:
    """Tell whether cards that no heading explains, or cells that were meant to be cards, would not be read."""
    used = {*layout.columns}
    beside = used | {at + step for at in used for step in (1, -1)}
    left = [one for one in table.columns if one.at not in used and one.at != layout.edge]
    blank = {one.at for one in left if one.count(BLANK) < len(one.codes) and not one.heading.text}
    asides = Counter(folded(one.heading.text).rstrip("0123456789 ") for one in left if one.holds == "aside")
    explained = {folded(one.heading.text).rstrip("0123456789 ") for one in left if one.heading.role == "aside"}
    again = any(count > 1 for word, count in asides.items() if word not in explained)  # Nom 1 ... Nom 5: no codes

    def is_unsure(one: Column) -> bool:
        label = layout.names and layout.board and one.at + 1 == layout.board.first  # Deal, over a board
        if label and one.holds == "aside" and not table.columns[one.at + 1].heading.text:
            return True
        if one.holds in ("cards", "doubt", "rare"):
            return one.cards > (one.at not in beside) and not (
                one.holds == "doubt" and _repeats_cards(table, layout, one)
            )
        plain, touches = one.heading.is_plain, one.at in beside
        unnamed = touches and (not one.heading.text or one.heading.text.isdigit())
        over = plain and not one.cards and one.at + 1 in blank  # a name over columns in which no cell is a card
        few = plain and touches and len(table.rows) < _FEW and layout.hands[0].first == layout.hands[0].last
        out = one.count(OUT, NEAR) * (unnamed or over or few) + one.count(WORD) * few
        return 2 * (out + sum(map(_has_card, one.texts)) * plain) > len(one.codes)

    return again or any(map(is_unsure, left))


def _has_card(text: object) -> bool:
    """Tell whether a word of a text that is no hand is a card: ZZ 8S."""
    return code_of(text) == WORD and any(count_cards(word) == 1 for word in str(text).split()[:_WORDS])


def _repeats_cards(table: Table, layout: Layout, column: Column) -> bool:
    """Tell whether a column repeats cards of its row, such as the winning hand below a word for it."""
    rows = [row for row in table.rows[:_TRIED] if cards_in(table.grid.cell(row, column.at))]
    areas = layout.columns
    again = sum({*cards_in(table.grid.cell(row, column.at))} <= {*cards_of(table.grid, [row], areas)} for row in rows)
    return 2 * again > len(rows)


def names_above(table: Table, layout: Layout) -> list[str]:
    """Return the name above each hand, as the headings have it."""
    above = {one.at: one.heading.text if len(one.heading.who) == 1 else one.heading.who for one in table.columns}  # H1
    return [above.get(area.first, "") for area in layout.hands]


def _repeats_names(table: Table, layout: Layout) -> bool:
    """Tell whether a name stands above two hands."""
    names = [folded(name) for name in names_above(table, layout) if name]
    firsts = Counter(name.split(" ")[0] for name in names)  # Anna H1, Anna H2, Ben H1, Ben H2
    each = {*firsts.values()} if len(firsts) > 1 and not {*firsts} & {*ROLES} else {1}
    return layout.form == "labelled" and (len(set(names)) < len(names) or (len(each) == 1 and each != {1}))


def _is_staged(table: Table, layout: Layout) -> bool:
    """Tell whether headings of the hands name stages or rows of a hand."""
    used = {at for area in layout.hands for at in area.columns}
    return any(one.at in used and one.heading.role == "stage" for one in table.columns)


def _is_side_by_side(table: Table, layout: Layout) -> bool:
    """Tell whether hands without names have a column of names each, or a hand ends or begins rows apart from the first one."""
    if len(layout.hands) < 2 or layout.form == "in a cell":
        return False
    return second_table(table, layout) > 0 or any(ends_apart(table, layout, at) for at in range(len(layout.hands)))


def second_table(table: Table, layout: Layout) -> int:
    """Return the column in which headings beside the hands begin again, 0 where they do not: No, Anna, No, Ben."""
    for row in (*table.head, *(row for row in table.titles if row < table.first)):  # Room 1 over Anna, Ben; Room 2
        cells = table.grid.rows[row]
        every = [at for at, cell in enumerate(cells) if not is_blank(cell) and (not at or cell != cells[at - 1])]
        numbered = [at for at in every if heading(cells[at]).role in ("deal", "group", "code")]
        for labels in (numbered, every):
            over = Counter(max((at for at in labels if at <= area.first), default=-1) for area in layout.hands)
            alike = labels is numbered or 1 < min(over.values()) == max(over.values())
            if -1 not in over and 1 < len(over) < len(layout.hands) and alike:
                return sorted(over)[1]
    roles = ("deal", "group", "code", "hand") if layout.names else ("", "name", "player", "deal", "group", "code")
    places: dict[str, list[int]] = {}
    for one in table.columns:
        if one.heading.text and one.holds in ("other", "aside") and one.heading.role in (*roles, "result"):
            places.setdefault(folded(one.heading.text), []).append(one.at)
    for again in places.values():
        each = {*Counter(sum(at < area.first for at in again) for area in layout.hands).values()}
        results = table.columns[again[0]].heading.role == "result"  # Pot behind each two players
        if len(again) > 1 and (not results or (len(each) == 1 and each.isdisjoint((1, len(layout.hands))))):
            return again[1]
    return 0


def without_examples(table: Table, layout: Layout) -> list[int]:
    """Return the rows of hands but for those at an end that a word calls an example, and those below a title such as Legend."""
    left = range(min(layout.columns))
    rows = [*table.rows]
    for title in table.titles:
        if title > table.first and (_is_example(table.grid.rows[title]) or _repeats_deals(table, layout, title)):
            rows = [row for row in rows if row < title]
    while len(rows) > 1 and _is_example([table.grid.cell(rows[0], at) for at in left]):
        del rows[0]
    while len(rows) > 1 and _is_example([table.grid.cell(rows[-1], at) for at in left]):
        del rows[-1]
    return rows


def _repeats_deals(table: Table, layout: Layout, title: int) -> bool:
    """Tell whether the few rows below a title are deals that stand above it, too: Hand of the night."""
    count = sum(row > title for row in table.rows)
    if not 0 < count <= _MOST_REPEATED:
        return False
    deals = [tuple(table.grid.cell(row, at) for at in layout.columns) for row in table.rows]
    return len({*deals}) == len({*deals[:-count]}) == len(deals) - count  # above the title none repeats another


def _is_example(cells: Sequence[object]) -> bool:
    """Tell whether the first filled cell holds nothing but words for hands that are no player's: Example, Best hand, Legend."""
    first = next((cell for cell in cells if not is_blank(cell)), None)
    words = first.strip(" :.").casefold().split() if isinstance(first, str) else []
    return bool(words) and words[0] in _EXAMPLES and all(word in _EXAMPLES or word[:4] == "hand" for word in words)


def _has_examples(table: Table, layout: Layout) -> bool:
    """Tell whether rows at an end of the table are examples."""
    return len(without_examples(table, layout)) < len(table.rows)


def ends_apart(table: Table, layout: Layout, hand: int) -> bool:
    """Tell whether a hand under a word for no player, or behind a gap, ends or begins rows apart from the first hand."""
    first, area = layout.hands[0], layout.hands[hand]
    rows, others = (
        np.flatnonzero(np.any([table.columns[at].codes != BLANK for at in one.columns], axis=0))
        for one in (area, first)
    )
    some = max(1, len(table.rows) // 10)
    gap = any(table.columns[at].count(BLANK) == len(table.rows) for at in range(max(area.first - 2, 0), area.first))
    apart = len(rows) and len(others) and (abs(rows[-1] - others[-1]) > some or abs(rows[0] - others[0]) > some)
    return bool(apart and (gap or not table.columns[area.first].heading.role))


def _is_downwards(table: Table, layout: Layout) -> bool:
    """Tell whether the columns of a hand stand below names, or numbers of deals, of their own."""
    hands = [[table.columns[at].heading for at in area.columns] for area in layout.hands]
    return any(
        len({one.text for one in heads}) == len(heads) > 1
        and all(
            (one.is_plain and not one.number and len(one.who) > 1) or one.role in ("deal", "group") for one in heads
        )
        for heads in hands
    )


def _is_turned(table: Table, layout: Layout) -> bool:
    """Tell whether deals may stand in columns: words number deals above whole hands, or cards come twice in rows, and never in columns."""
    columns = [table.columns[area.first] for area in layout.hands]
    if len(columns) < 2 or any(one.versus for one in columns):
        return False
    if all(one.whole and (one.heading.role in ("deal", "group") or is_deal(one.heading.text)) for one in columns):
        return True
    rows = table.rows
    if len(rows) * max(layout.sizes) > _DECK:
        return False  # some card comes twice in a column
    across = duplicates(table.grid, layout.hands, [[row] for row in rows])
    return 2 * across * len(rows) > max(4, len(rows)) and not any(
        duplicates(table.grid, [area], [rows]) for area in layout.hands
    )


def _has_other_sizes(table: Table, layout: Layout) -> bool:
    """Tell whether hands have another number of cards than the game, or many in cells have another than the rest."""
    mixed = layout.game != "omaha" and any(table.columns[area.first].mixed for area in layout.hands)
    return mixed or layout.form == "other sizes"


def _has_odd_words(table: Table, layout: Layout) -> bool:
    """Tell whether a word for a group, a note or a result, which may be a name, stands above a hand."""
    used = {at for area in layout.hands for at in area.columns}
    return any(one.at in used and one.heading.role not in (*CALLED, "board", "stage") for one in table.columns)


def _beside(table: Table, layout: Layout) -> list[Column]:
    """Return the columns without cards beside the hands that hold anything."""
    used = {*layout.columns}
    return [one for one in table.columns if not one.cards and one.at not in used and one.count(BLANK) < len(one.codes)]


def _says(text: object, words: Collection[str]) -> bool:
    """Tell whether one of the first words of a text is among some words, or two of them that `_` joins."""
    found = _words(text)
    return not {*found, *map("_".join, pairwise(found))}.isdisjoint(words)


def _words(text: object) -> list[str]:
    """Return the first words of a text."""
    return [word.strip("?!.,:;()") for word in str(text).casefold().replace("/", " ").split()[:_WORDS]]


def _says_who_folds(table: Table, layout: Layout) -> bool:
    """Tell whether a column beside the hands says of rows with cards that a player is out: Status, folded; Folded?, x."""
    beside = _beside(table, layout)
    heads = {one.at: {*_words(one.heading.text)} for one in beside if one.heading.text}
    headed = [at for at, words in heads.items() if words & _FOLDED or words <= _FOLDERS]
    # A column of ours, Folded, holds the cards of those who have folded: "Ann folded [Ah Kh]".
    ours = {one.at for one in beside if any(_has_card(text) or " folded [" in text for text in table.words[one.at])}
    stayed = [at for at, words in heads.items() if words <= _STAYED]
    out = any(str(table.grid.cell(row, at)).strip().casefold() in _NO for at in stayed for row in table.lines)
    return (
        bool({*headed} - ours)
        or out
        or any(_says(text, _FOLDED) for one in beside if one.at not in ours for text in table.words[one.at])
    )


def _has_void_rows(table: Table, layout: Layout) -> bool:
    """Tell whether a row with cards is called void, or has a word in place of its number."""
    beside = _beside(table, layout)
    numbers = [one for one in beside if one.heading.role == "deal" and 2 * one.count(NUMBER, RANK) > len(one.codes)]
    # A word without digits, unlike the id of a deal: HD123.
    named = any(isinstance(text, str) and text.replace(" ", "").isalpha() for one in numbers for text in one.texts)
    rows = [[cell for cell in table.grid.rows[row] if not is_blank(cell)] for row in (*table.titles, *table.bad)]
    heads = [*(one.heading.text for one in beside), *(row[0] for row in rows if len(row) == 1)]
    return named or any(
        _says(text, _VOID) for text in (*heads, *(text for one in beside for text in table.words[one.at]))
    )


def _mixes_letters(table: Table, layout: Layout) -> bool:  # noqa: ARG001 - as the others
    """Tell whether one rank has letters of two languages: V, the jack in French and the queen in Dutch, beside B."""
    return any(len(table.letters & {*letters}) > 1 for letters in _ONE_RANK)


CHECKS: dict[str, Callable[[Table, Layout], bool]] = {
    "unread cards": _has_unread_cards,
    "repeated names": _repeats_names,
    "stages": _is_staged,
    "side by side": _is_side_by_side,
    "turned": _is_turned,
    "downwards": _is_downwards,
    "words": _has_odd_words,
    "sizes": _has_other_sizes,
    "examples": _has_examples,
    "folds": _says_who_folds,
    "void": _has_void_rows,
    "letters": _mixes_letters,
}
"""Doubts about a reading."""
