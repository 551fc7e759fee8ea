"""Doubts about a reading: each a named check, which makes a question of it. A new doubt is one function and one entry of `CHECKS`."""

from __future__ import annotations

import re
from bisect import bisect
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import chain, pairwise
from typing import NamedTuple

import numpy as np

from xlpoker.evaluator.cards import count_cards
from xlpoker.evaluator.cells import is_blank, sides
from xlpoker.layout.cells import DATE, NEAR, NEARLY, NUMBER, OUT, WORD, Column, is_said
from xlpoker.layout.evidence import Table, duplicates
from xlpoker.layout.grid import Area
from xlpoker.layout.headings import CALLED, WORDS, folded, heading, plain
from xlpoker.layout.kinds import name_of, players_of
from xlpoker.layout.model import Layout

__all__ = ["CHECKS", "MENDED", "Remark"]

_REMARKS, _STAYED, _RULES, _FLAGS, _UNASKED = (frozenset(map(plain, words)) for words in WORDS["remarks"].values())
_ONE_RANK = ("JBVW", "QD", "KRP")  # Jack, Bube, valet, walet; queen, Dame; king, roi, papaz: in several languages
_CODES = ("deal", "group", "code", "name", "note", "result")
_NUMBERING = ("deal", "group", "code", "name", "player")
_TRIED, _LOOKED, _WORDS = 200, 1000, 40  # rows; words of a text
_VALUES, _AGAIN = 3, 4  # of a column that says which rows count; of so many deals one has another's number by mistake
_DIFFERENT = 5  # deals, of which none is written again and again to try something
_FEW = 4  # rows too few to tell a column of notes from a hand that is bad throughout


def _has_unread_cards(table: Table, layout: Layout) -> bool:
    """Tell whether cards that no heading explains, or cells that were meant to be cards, would not be read."""
    used, names = {*layout.columns}, {*map(folded, layout.labels)}
    left = [one for one in table.columns if one.at not in (*used, layout.edge, layout.player)]
    heads = [one.heading for one in left if one.cards and one.heading.role in _CODES]
    stems = Counter(folded(head.text).rstrip("0123456789 ") for head in heads)  # Nom 1 ... Nom 5 are no codes
    few = len(table.rows) < _FEW and table.columns[layout.hands[0].first].whole

    def is_unsure(one: Column) -> bool:
        """Tell whether a column is no hand's by its cells alone, or was meant to be one: its cells are misspelt, or hold a card: ZZ 8S."""
        head, behind = one.heading, one.at - 1 in used
        near, half = behind or one.at + 1 in used, len(one.codes) / 2
        cards = sum(any(map(count_cards, str(text).split()[:_WORDS])) for text in one.texts)
        seated = few or (behind and len(layout.hands) > 1)
        player = head.is_plain and seated and _UNASKED.isdisjoint(_words(head.text))
        words = sum(few or is_said(str(text)) for text in one.texts) * player
        each = len(one.codes) / max(len(one.texts), 1)  # rows for each text: these are of the first rows
        spoilt = one.count(NEAR, NEARLY) + min(words * each, one.count(WORD)) + cards * each * (not one.cards)
        out = one.count(OUT) * (1 if head.text else 2)
        meant = head.role == "" and near and spoilt + out / 2 >= half
        stranger = head.role in ("aside", "stage", "note") and head.who and folded(head.who) not in names  # Cole Burn
        unsaid = one.holds in ("cards", "doubt") or not head.text or (head.is_plain and one.cards > half / 2.5)
        return meant or (stranger and one.cards > half) or (unsaid and one.cards > (not near))

    return max(stems.values(), default=0) > 1 or any(map(is_unsure, left))


def _repeats_names(table: Table, layout: Layout) -> bool:
    """Tell whether a name stands above two hands, or the first word of names above as many hands each: Anna H1, Anna H2."""
    firsts_of = [table.columns[area.first] for area in layout.hands]
    begin = [one for one in firsts_of if one.starts or one.heading != table.columns[one.at - 1].heading]
    names = [name for one in begin if (name := folded(name_of(one)))]
    firsts = Counter(name.split(" ")[0] for name in names).values()
    return len({*names}) < len(names) or (1 < min(firsts, default=0) == max(firsts, default=0) < len(names))


def _begin_beside(table: Table, layout: Layout) -> list[int]:
    """Return where tables side by side begin: below titles over several hands each, at a name or a heading that comes again: No, Anna, Ben, No, Cy, Di."""
    firsts, places = [area.first for area in layout.hands], dict[str, list[int]]()
    for one in table.columns:
        if one.at not in {*layout.columns} - {*firsts} and one.heading.text and one.heading.role != "note":
            places.setdefault(folded(one.heading.text), []).append(one.at)
    rows = [table.grid.rows[row] for row in (*table.head, *table.titles) if row < table.lines[0]]
    labels = [[at for at, cell in enumerate(row) if not is_blank(cell) and cell != [None, *row][at]] for row in rows]
    for ats in (*places.values(), *labels):
        groups = Counter(bisect(ats, first) for first in firsts)
        numbered = ats in places.values() and table.columns[ats[0]].heading.role in _NUMBERING
        if len(groups) > 1 < len(ats) and (numbered or min(groups.values()) > 1):
            return ats
    return []


def _ends_apart(table: Table, layout: Layout) -> bool:
    """Tell whether a hand under a word for no player ends or begins rows apart from the first hand."""
    some = max(1, len(table.rows) // 10)
    columns = [[table.columns[at] for at in area.columns] for area in layout.hands]
    rows = [np.flatnonzero(np.any([one.codes > 0 for one in each], axis=0)) for each in columns]
    ends = np.array([(places[0], places[-1]) if len(places) else (0, len(table.rows) - 1) for places in rows])
    named = [each[0].heading.role != "" for each in columns]
    return bool((np.abs(ends - ends[0]).max(axis=1) > np.where(named, len(table.rows), some)).any())


def _repeats_cards(table: Table, layout: Layout) -> bool:
    """Tell whether most rows that all hands fill hold a card twice, without headings some: copies, one player at two moments, codes."""
    areas = [*{area.first: Area.of(area.columns) for area in layout.areas}.values()]
    rows = table.rows[:_TRIED]
    filled = [row for row in rows if not any(is_blank(table.grid.cell(row, one.first)) for one in areas)]
    most = 0.5 if table.head else 0.15
    return len(areas) > 2 and duplicates(table.grid, areas, [[row] for row in filled or rows]) > most


class Remark(NamedTuple):
    """What says that rows do not count, or a player is out: its words, if any, and each way to leave out rows."""

    text: str = ""
    rows: Sequence[Sequence[int]] = ()


def _remarks(table: Table, layout: Layout) -> Iterator[Remark]:
    """Yield the remarks beside the hands, above them and in titles."""
    used, names = {*layout.columns}, {*map(plain, layout.names)}
    remarks = _REMARKS | {f"{name}_out" for name in names}
    first, last = table.lines[0], table.lines[-1]
    alone = {row: texts for row, texts in table.titled.items() if len(texts) == 1 or row < first}
    for row, (title, *_) in alone.items():
        leaves = names & {*_words(title)}  # Ben leaves, Cay joins
        above = {area.first for area in layout.hands[1:] if not is_blank(table.grid.cell(row, area.first))}
        if first < row < last and (leaves or above):
            yield Remark(title)
    texts = [(text, row) for row, found in alone.items() for text in found]
    over = ((one.heading.text, one.at in used, one.is_blank) for one in table.columns)  # sentences over blank columns
    texts += [(text, last) for text, hand, blank in over if hand or blank * text.count(" ") > 2]
    for text, row in texts:
        end = (*table.titles, last + 1)[bisect(table.titles, row)]
        if _tells(text, remarks | _RULES):
            yield Remark(text, [table.rows[bisect(table.rows, row) : bisect(table.rows, end)]])
    for at, words in table.words.items():
        one = table.columns[at]
        # A column of ours, Folded, holds the cards of those who have folded: "Ann folded [Ah Kh]".
        if at in used or one.is_blank or " [" in "\n".join(words):
            continue
        head, heads = one.heading, {*_words(one.heading.text)} - names
        said = {plain(str(text)) for text in (*words, *one.texts[: _TRIED * (head.text != "")]) if not is_blank(text)}
        differ = len(said) > 1 or one.count(OUT, NEARLY, WORD) < len(one.codes)
        marks = set() < said <= _FLAGS and _UNASKED.isdisjoint(heads)
        numbers = head.role in ("deal", "group") or (head.role == "" and at < layout.hands[0].first)
        numbered = numbers and 2 * one.count(NUMBER, DATE) + (head.role == "deal") > len(one.codes)
        rules = _RULES if head.role not in ("note", "result") and head.text else frozenset()
        # Test, 2 corrected, 2bis and 2* are odd numbers, by the first blank or else the last sign; HD123 is an id.
        odd = {text for text in words if numbered and text[text.find(" ")] not in "0123456789?.-–—"}
        told = odd.union(text for text in words if _tells(text, remarks | rules))
        flags = (
            (set() < heads <= _STAYED and (words or len(said) <= 3))
            or (differ and set() < {*map(plain, words)} <= _STAYED)
            or (differ and marks and head.role in ("", "board", "aside"))
            or (at == layout.player and {"aside", "board"} & {heading(word).role for word in words})
            or _tells(head.text, remarks | rules)
        )
        if flags or told:
            cells = {row: str(table.grid.cell(row, at) or "") for row in table.rows}
            values = sorted({*cells.values()})
            ways = [told] * (told != set()) + [{text} for text in values if flags and len(values) <= _VALUES]
            apart = [[row for row, text in cells.items() if text in some] for some in ways]
            yield Remark(min(told, default=head.text or min(words, default="")), apart[:_VALUES])


def _tells(text: str, words: AbstractSet[str]) -> bool:
    """Tell whether one of the first words of a text, or two that follow one another, are among some words."""
    found = _words(text)
    return not words.isdisjoint([*found, *map("_".join, pairwise(found))])


def _has_stages(table: Table, _: Layout) -> bool:
    """Tell whether rows are hands at several moments, as words in a column or the titles say: dealt, drawn."""
    titles = {*chain.from_iterable(table.titled.values())}
    roles = [{heading(word).role for word in words} for words in (*table.words.values(), titles) if len(words) > 1]
    return any({"stage"} <= each <= {"stage", "deal", "hand"} for each in roles)


def _repeats_numbers(table: Table, layout: Layout) -> bool:
    """Tell whether hardly any number of a deal stands twice, a deal that was played or written again; run it twice has a board."""
    columns = [one.at for one in table.columns if one.heading.role == "deal" and not one.cards]
    numbers = [[str(table.grid.cell(row, at)) for row in table.rows] for at in columns * (layout.board is None)]
    return any(0 < len(each) - len({*each}) <= len(each) // _AGAIN for each in numbers)


def _words(text: object) -> list[str]:
    """Return the first words of a text."""
    return [word.strip("?!.()[]\"'“”„«»") for word in re.split(r"[\s/_:;,]+", plain(str(text)))[:_WORDS]]


def _repeated_deals(table: Table, layout: Layout) -> Remark | None:
    """Return rows whose deals stand above them, also from both sides; few only if they are all below the last title, or headings."""
    dealt = table.rows[:_LOOKED]
    held = ([table.grid.cell(row, at) for row in dealt] for at in layout.columns)
    keys = [*map(frozenset, zip(*held, strict=True))]
    first, times = dict(zip(keys[::-1], dealt[::-1], strict=True)), [*Counter(keys).values()]
    later = [row for row, key in zip(dealt, keys, strict=True) if first[key] < row]
    title = max((*table.titles, *table.again), default=0)
    below = [row for row in dealt if row > title > table.lines[0]]
    twice = len(layout.hands) > 1 and len(times) > _DIFFERENT and max(times) == 2
    return Remark(rows=[later]) if twice or later == below != [] else None


def _changes_players(table: Table, layout: Layout) -> bool:
    """Tell whether titles or words left of each hand set other players against each other, or each row has one player's hands."""
    names = {*map(folded, layout.names)}
    titles = {text for texts in table.titled.values() for text in texts if len({*map(folded, sides(text))} - names) > 1}
    left = [table.columns[area.first - 1] for area in layout.hands]
    beside = [table.words.get(one.at, frozenset()) for one in left if not one.heading.text]
    differ = 1 < len(beside) == len(left) and all(len(each) > 1 for each in beside)
    found, rows = players_of(table.columns, layout), len(table.rows)  # different names in each row
    seats = [one.at for one in found if len(table.words.get(one.at, ())) * (one.heading.role == "player") == rows]
    first = layout.hands[0].first
    alone = min(seats, default=first) < first and len(seats) < len(layout.hands)
    return differ or len(titles) > 1 or alone


CHECKS: dict[str, Callable[[Table, Layout], object]] = {
    "unread cards": _has_unread_cards,
    "repeated names": _repeats_names,
    # a word for a group, a note, a result or a stage, which may be a name, stands above a hand
    "words": lambda table, layout: (
        (roles := {table.columns[at].heading.role for one in layout.hands for at in one.columns}) - {*CALLED, "board"}
        or {"hand", "card", *layout.names} <= roles  # Hand, and a legend below Cards
    ),
    "side by side": _begin_beside,
    "ends apart": _ends_apart,
    "repeated cards": _repeats_cards,
    # many hands in cells have another number of cards than the rest
    "sizes": lambda table, layout: (
        layout.game != "omaha" and any(table.columns[one.first].mixed for one in layout.hands)
    ),
    "remarks": lambda table, layout: next(_remarks(table, layout), None),
    "draws": _has_stages,
    "deal numbers": _repeats_numbers,
    "repeated deals": _repeated_deals,
    "players": _changes_players,
    # one rank has letters of two languages: V, the jack in French and the queen in Dutch, beside B
    "letters": lambda table, _: any(len(table.letters & {*letters}) > 1 for letters in _ONE_RANK),
}
"""Doubts about a reading, each with its check, which returns what was found."""
MENDED = {*CHECKS} - {"sizes", "remarks", "draws", "deal numbers", "repeated deals", "letters", "players"}
"""Doubts about which columns are hands: a question offers others, too."""
