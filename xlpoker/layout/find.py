"""The search for the hands: evidence -> readings -> exactly one layout without a doubt, or a question.

::

    rows of cells --tables_of--> [Table] --readings--> [Layout, ...] --chosen--> Layout | Question

What a heading says beats what the cells look like. A column with cards is a hand, the board, or listed as not read. The game
that is not said leaves all games open; exactly one reading, of the game that was said, is the answer. Everything else is asked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import pairwise, product

from xlpoker.evaluator.cards import MAX_CARDS
from xlpoker.evaluator.cells import sides
from xlpoker.evaluator.classes import OWN_VALUES, THREE_CARD
from xlpoker.evaluator.games import OUT
from xlpoker.layout.cells import BLANK, NEAR, Column
from xlpoker.layout.deals import by_rows, cards_of, duplicates
from xlpoker.layout.doubts import CHECKS, ends_apart, names_above, second_table, without_examples
from xlpoker.layout.evidence import Table, several_cards, tables_of
from xlpoker.layout.grid import Area, Grid, column_letters
from xlpoker.layout.headings import CALLED, GENERIC, Heading, called, folded, own_names
from xlpoker.layout.kinds import ASKED, FORMS, KINDS, Cut, Part, cut_up, parts_of
from xlpoker.layout.model import Layout, Question
from xlpoker.layout.named import name_above

__all__ = ["find"]

_TRIED, _WORD = 200, 30
_TABLES = 8  # of many that a question offers each by itself
SAME_CARDS = {"front": THREE_CARD, "holdem": "short-deck"}
"""Games, and others that have as many cards."""


def find(grid: Grid, game: str = "five-card", skip: Sequence[int] = ()) -> Layout | Question | None:
    """Return the layout of a sheet's hands, a question about it, or None for a sheet without hands.

    >>> row = "5H 5C 6S 7S KD 2C 3S 8S 8D TD".split()
    >>> print(find(Grid("Sheet1", [["Anna", *[None] * 4, "Ben"], row, row])).said())
    Sheet1 2-3: Anna A:E, Ben F:J (5 cards each), five-card
    >>> len(find(Grid("Sheet1", [[*row, "4H"]] * 2), "holdem").readings)
    2
    """
    if skip:
        grid = replace(grid, rows=[[None if at in skip else cell for at, cell in enumerate(row)] for row in grid.rows])
    tables = tables_of(grid)
    if not tables:
        return None
    answers = [readings(table, game) for table in tables]
    if len(tables) > 1:
        firsts = [found[0] for found in answers if len(found) == 1 and found[0].form not in ASKED]
        alone = [way for pair in zip(tables, answers, strict=True) for way in _each_game(*pair, game)]
        if len(firsts) == len(tables):
            if len({(one.hands, one.board, one.names, one.by, one.player) for one in firsts}) == 1:
                return _chosen(tables[0], [_joined(tables, firsts)], game)
            alone = [tuple(firsts), *alone[:_TABLES]]
        doubts = dict.fromkeys(("several tables", *(doubt for way in alone for one in way for doubt in one.doubts)))
        return Question(grid, tuple(alone), (*doubts,), _columns(tables))
    ((table, found),) = zip(tables, answers, strict=True)
    if all(one.doubts for one in found) and (beside := _sides(table, game)):
        return Question(grid, beside, ("side by side",), _columns(tables))
    return _chosen(table, found, game)


def _columns(tables: Sequence[Table]) -> tuple[int, ...]:
    """Return the columns with cards of some tables."""
    return tuple(sorted({column.at for table in tables for column in table.columns if column.cards}))


def readings(table: Table, game: str) -> list[Layout]:
    """Return every reading of a table, those that are only asked about where none is free of doubt.

    The default game leaves all others open, a game that was said does not.
    """
    ways = _named_ways(table.columns)
    found = _readings(table, game, ways, [form for form in FORMS if form not in ASKED])
    if any(not one.doubts and (one.game == game or (one.board and one.form == "labelled")) for one in found):
        return [one for one in found if "copies" not in one.doubts]
    texts = Counter(one.heading.text.rstrip("0123456789 ") for one in table.columns)
    bare = tuple(replace(one, heading=Heading()) for one in table.columns)  # words that stand above other columns
    ways += [
        _filled(table.columns),
        bare,
        _cards_of_players(table.columns),
        _called(table.columns, {text for text in texts if texts[text] > 1}),
    ]
    every = {(one.hands, one.board, one.by, one.game): one for one in reversed(found)}
    for one in _readings(table, game, ways, list(FORMS)):
        form, doubts = one.form if one.form in ASKED else "without", one.doubts or ("unread cards",)
        hands = [Part(tuple(table.columns[at] for at in area.columns)) for area in one.hands]
        names = one.names or (own_names([*map(name_above, hands)]) if one.by is None else ())
        asked = replace(one, form=form, doubts=doubts, names=names)
        every.setdefault((one.hands, one.board, one.by, one.game), asked)
    return [*found, *(one for one in every.values() if one not in found)]


def _readings(table: Table, game: str, ways: Sequence[tuple[Column, ...]], forms: Sequence[str]) -> list[Layout]:
    """Return every reading of the columns, with what stands above them taken in one way or another, in some forms."""
    found: dict[tuple[object, ...], Layout] = {}
    kinds = [kind for kind in KINDS if kind.game == game or (game == "five-card" and kind.game not in OWN_VALUES)]
    for columns in ways:
        parts = parts_of(columns)
        told = any(part.board for part in parts)
        for form, kind in product(forms, kinds):
            open_game = kind.game != game  # only the commonest number of cards: others must be said
            for cut in FORMS[form](parts, kind._replace(holes=kind.holes[:1]) if open_game else kind):
                if open_game and (
                    (len(cut.hands) < 2 and cut.board and not told) or (kind.game == "front" and form == "cut")
                ):
                    continue  # one hand and a board that nobody named; hands of three that nobody named
                one = _layout(table, cut, kind.game, form, columns)
                for layout in by_rows(table, one) if len(one.hands) == 1 and len(table.lines) > 1 else [one]:
                    found.setdefault((layout.hands, layout.board, layout.by), layout)
    for layout in [*found.values()]:
        if copies := _copies(table, layout):
            kept = [at for at in range(len(layout.hands)) if at not in copies]
            key, doubts = (layout.hands, layout.board, layout.by), (*layout.doubts, "copies")
            rest = replace(
                _only(layout, kept, [layout.names[at] for at in kept] if layout.names else []), doubts=doubts
            )
            found.setdefault((rest.hands, rest.board, rest.by), replace(rest, unread=_unread(rest, table.columns)))
            found[key] = replace(found.pop(key), doubts=doubts)
    return [
        replace(
            one,
            doubts=tuple(dict.fromkeys((*one.doubts, *(name for name, check in CHECKS.items() if check(table, one))))),
        )
        for one in found.values()
    ]


def _named_ways(columns: tuple[Column, ...]) -> list[tuple[Column, ...]]:
    """Return the columns as they are and, where hands stand below a word for notes or results, with that word as a name."""
    named = _called(columns)
    if not any(one.holds == "cards" for one in columns):  # Winning hand, Losing hand
        named = _called(columns, {one.heading.text for one in columns if one.whole})
    return [columns] if named == columns else [columns, named]


def _called(columns: tuple[Column, ...], texts: Collection[str] = ()) -> tuple[Column, ...]:
    """Return the columns with words above hands taken for names: those of doubt, and of cards left aside that are `texts`."""
    return tuple(
        replace(one, heading=called(one.heading))
        if one.holds == "doubt" or (one.holds == "aside" and one.heading.text.rstrip("0123456789 ") in texts)
        else one
        for one in columns
    )


def _cards_of_players(columns: tuple[Column, ...]) -> tuple[Column, ...]:
    """Return the columns with the numbers of players taken for those of their cards: Player 1 2 3, Dealer 1 2 3."""
    found = [GENERIC.fullmatch(one.heading.who) for one in columns]
    return tuple(
        replace(one, heading=replace(one.heading, who=match[1].strip(), number=int(match[2])))
        if match and match[2].isdecimal() and not one.whole
        else one
        for one, match in zip(columns, found, strict=True)
    )


def _filled(columns: tuple[Column, ...]) -> tuple[Column, ...]:
    """Return the columns with those taken for hands' that touch cards below no word of the table: bad throughout, blank, or rare."""
    made = [*columns]
    for at, one in enumerate(columns):
        near = [one for one in (*made[max(at - 1, 0) : at], *columns[at + 1 : at + 2]) if one.holds == "cards"]
        blank = one.count(BLANK) == len(one.codes)
        between = len(sides(f"2c {next((text for text in one.texts if isinstance(text, str)), '')} 2d")) > 1  # vs
        whole = bool(near) and near[0].whole
        named = one.heading.is_plain and not blank if whole else one.heading.role in CALLED and len(near) > blank
        if one.holds == "rare" or (near and named and not one.meant and not between):
            made[at] = replace(one, taken=near[0].size if near else one.size)
    return tuple(made)


def _layout(table: Table, cut: Cut, game: str, form: str, columns: Sequence[Column]) -> Layout:
    """Return a reading of a table."""
    hands, board, grid = tuple(hand.area for hand in cut.hands), cut.board, table.grid
    names = own_names([hand.name for hand in cut.hands])
    above = grid.rows[table.first - 1] if table.first else []
    header = table.first - 1 if any(isinstance(cell, str) and cell.strip() for cell in above) else None
    sizes = tuple(hand.cards for hand in cut.hands)
    layout = Layout(
        grid.sheet, table.first, table.last, hands, board.area if board else None, header, board.cards if board else 0,
        names=names, sizes=sizes, game=game, form=form,
    )  # fmt: skip
    last = max(layout.columns)
    behind = next((one for one in columns if one.at == last + 1), None)
    rare = behind is None or (10 * behind.cards < len(behind.codes) == behind.count(BLANK, NEAR) + behind.cards)
    bare = not table.head and hands[0].first < hands[0].last and rare
    mixed = any(columns[area.first].mixed for area in hands)
    layout = replace(
        layout,
        several=several_cards(grid, layout),
        edge=last + 1 if bare else None,
        strict=form != "other sizes" and (game != "omaha" or (len({*sizes}) == 1 and not mixed)),
    )
    used = {*layout.columns}
    left = tuple(Area(one.at, one.at) for one in columns if one.cards and one.at not in used)
    return replace(layout, unread=_unread(layout, columns), left=left)


def _unread(layout: Layout, columns: Sequence[Column]) -> tuple[str, ...]:
    """Return what a layout leaves out: columns with their headings."""
    used, made = {*layout.columns}, []
    for column in columns:
        if column.at not in used and column.at != layout.edge and column.count(BLANK) < len(column.codes):
            word = f" {column.heading.text[:_WORD]}" if column.heading.text else ""
            made.append(
                column_letters(column.at) + word + (" (cards)" if column.cards and column.holds != "other" else "")
            )
    return tuple(made)


def _copies(table: Table, layout: Layout) -> list[int]:
    """Return the hands that repeat the cards of other hands of their row in most rows, such as a column of winning hands."""
    again: Counter[int] = Counter()
    rows = table.rows[:_TRIED] if layout.form == "labelled" and len(layout.hands) > 2 else ()
    for row in rows:
        seen: set[frozenset[int]] = set()
        for hand, area in enumerate(layout.hands):
            cards = frozenset(cards_of(table.grid, [row], area.columns))
            again[hand] += bool(cards) and cards in seen
            seen.add(cards)
    return [hand for hand in range(len(layout.hands) - 1, 1, -1) if 2 * again[hand] > len(rows)]


def _joined(tables: Sequence[Table], layouts: Sequence[Layout]) -> Layout:
    """Return tables one below the other in the same columns, below the same headings or none, as one."""
    gaps = [(before.last + 1, after.first - 1) for before, after in pairwise(layouts)]
    doubts = {doubt: None for one in layouts for doubt in one.doubts} | (
        {"deal numbers": None} if layouts[0].by is not None else {}
    )
    unread = {word: None for one in layouts for word in one.unread}
    return replace(
        layouts[0],
        last=layouts[-1].last,
        gaps=tuple(gap for gap in gaps if gap[0] <= gap[1]),
        unread=(*unread, f"{len(tables)} tables as one"),
        doubts=(*doubts,),
        edge=None,
    )


def _chosen(table: Table, found: list[Layout], game: str) -> Layout | Question:
    """Return the only reading if nothing speaks against it, else a question."""
    if len(found) == 1 and not found[0].doubts and found[0].game == game:
        return found[0]
    doubts = [*dict.fromkeys(doubt for layout in found for doubt in layout.doubts)]
    doubts += ["game"] if any(layout.game != game for layout in found) else []
    doubts += ["several readings"] if len(found) > 1 and not doubts else [] if found else ["no kind fits"]
    offered = _each_game(table, _worth(table, found), game) + _apart(table, found, game)
    return Question(table.grid, tuple(offered), tuple(doubts), _columns([table]))


def _each_game(table: Table, found: Sequence[Layout], game: str) -> list[tuple[Layout, ...]]:
    """Return readings as a question offers them: one of a game that was not said also as the other that has these cards."""
    made: list[tuple[Layout, ...]] = []
    for one in found:
        made.append((one,))
        other = SAME_CARDS.get(one.game) if game == "five-card" else None
        if other and {*OUT.get(other, ())}.isdisjoint(cards_of(table.grid, table.rows[:_TRIED], one.columns)):
            made.append((replace(one, game=other),))
    return made


def _worth(table: Table, found: Sequence[Layout]) -> list[Layout]:
    """Return the readings that a question offers: those whose rows hold a card twice go where another is better."""

    def twice(layout: Layout) -> float:
        if layout.by is not None or "copies" in layout.doubts:
            return 0
        areas = layout.areas
        return duplicates(table.grid, areas, [[row] for row in table.rows[:_TRIED]])

    shares = [twice(layout) for layout in found]
    least = min(shares, default=0)
    return [layout for layout, share in zip(found, shares, strict=True) if share < least + 0.1]


def _apart(table: Table, found: Sequence[Layout], game: str) -> list[tuple[Layout, ...]]:
    """Return what else a question offers: tables side by side, each hand by itself, the hands of one stage, those that go on to the end."""
    made: list[tuple[Layout, ...]] = []
    for layout in found[:1]:
        doubts, count = {*layout.doubts}, len(layout.hands)
        if "examples" in doubts:
            rest = without_examples(table, layout)
            made.append((replace(layout, first=rest[0], last=rest[-1], doubts=()),))
        if "stages" in doubts:
            made += [(one,) for one in _stages(table, max(found, key=lambda one: len(one.hands)))]
        elif (
            {"side by side", "words", "repeated names"} & doubts
            and not layout.board
            and count > 1
            and game == layout.game
        ):
            whos = names_above(table, layout)
            cut = second_table(table, layout)
            left, half = sum(area.last < cut for area in layout.hands), count // 2
            again = "repeated names" in doubts and whos[:half] == whos[half:]
            split = left if 0 < left < count else half if again else 0
            whole = [at for at in range(count) if not ends_apart(table, layout, at)]
            parts: list[list[Sequence[int]]] = [[range(split), range(split, count)]] if split else []
            parts += [[whole]] if 1 < len(whole) < count else []
            parts.append([[at] for at in range(count)])
            for way in parts:
                made.append(tuple(_only(layout, part, own_names([whos[at] for at in part])) for part in way))
    return made


def _sides(table: Table, game: str) -> tuple[tuple[Layout, ...], ...]:
    """Return tables side by side without headings of hands, each cut by itself, and each alone."""
    named = _named_ways(table.columns)[-1]
    parts = [part for part in parts_of(named) if not part.board and part.size > MAX_CARDS]
    kinds = [kind for kind in KINDS if kind.game == game]
    each = [
        _layout(table, cut, game, "cut", table.columns)
        for part in parts
        for kind in kinds
        for cut in [*cut_up([part], kind)][:1]
    ]
    return (tuple(each), *((one,) for one in each)) if len(each) == len(parts) > 1 else ()


def _stages(table: Table, layout: Layout) -> list[Layout]:
    """Return the hands of each stage or row against each other: all fronts, all cards dealt."""
    above = {one.at: one.heading for one in table.columns}
    heads = [above[area.first] for area in layout.hands]
    stages: dict[str, list[int]] = {}
    for at, head in enumerate(heads):
        stages.setdefault(folded(head.text.replace(head.who, "")).rstrip("0123456789 "), []).append(at)
    return [
        replace(_only(layout, hands, own_names([heads[at].who for at in hands])), doubts=("stages",))
        for hands in stages.values()
    ]


def _only(layout: Layout, hands: Sequence[int], names: Sequence[str]) -> Layout:
    """Return a layout with some of its hands, and the names of their players."""
    return replace(
        layout,
        hands=tuple(layout.hands[at] for at in hands),
        sizes=tuple(layout.sizes[at] for at in hands),
        names=tuple(names),
        doubts=(),
    )
