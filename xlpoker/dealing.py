"""Random deals of every game, each from one deck, as card codes or as a file to score, to mark or to practise with.

**The same on every machine.** Of Python's generator only ``random.Random(seed).random()`` is used, the one sequence that Python
promises to keep. A deck is the cards of the game in the order of their codes (2C 2D 2H 2S 3C ... AS), jokers behind them; of n cards
that are left the next is number ``int(random() * n)``, and the last one takes its place. Hands come one after the other, the board
last. Files hold neither time nor program, and workbooks are not compressed, since packers differ.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, chain, pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from zipfile import ZipFile, ZipInfo

from xlpoker.errors import BookError, HandError, OptionError, shown
from xlpoker.evaluator.cards import JOKER, MAX_JOKERS, card_text
from xlpoker.evaluator.games import GAMES, OUT, check_game

if TYPE_CHECKING:
    from xlpoker.layout.model import Layout

__all__ = ["Deal", "deal", "write_deals"]

MOST_CELLS = 1 << 25
"""Cells of a sheet: more take over 2 GB, which Excel does not open."""
_FIVE, _ENDINGS = 5, (".xlsx", ".csv")
_SPACE, _TYPE = "http://schemas.openxmlformats.org", "application/vnd.openxmlformats-officedocument.spreadsheetml"
_MAIN, _OFFICE = f"{_SPACE}/spreadsheetml/2006/main", f"{_SPACE}/officeDocument/2006/relationships"
_PACKAGE, _RELS = f"{_SPACE}/package/2006", "application/vnd.openxmlformats-package.relationships+xml"
_TITLE, _CARD, _RED, _CENTRED = 3, 1, 2, 'applyAlignment="1"><alignment horizontal="center"/></xf>'
_STYLES = (
    f'<styleSheet xmlns="{_MAIN}"><fonts count="3"><font><sz val="11"/><name val="Calibri"/></font><font><sz val="11"/>'
    '<color rgb="FFC00000"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>'
    '<fills count="1"><fill><patternFill/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>'
    f'<cellXfs count="4"><xf/><xf {_CENTRED}<xf fontId="1" applyFont="1" {_CENTRED}<xf fontId="2" applyFont="1" {_CENTRED}'
    '</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
)


class Deal(NamedTuple):
    """A deal: the codes of each player's cards, and of the board, which only some games have."""

    hands: list[list[int]]
    board: list[int]


def deal(
    count: int = 1, players: int = 2, game: str = "five-card", seed: int | None = None, jokers: int = 0
) -> list[Deal]:
    """Return random deals, each from one deck, so that no card comes twice in a deal.

    >>> deal(2, game="holdem", seed=7)[1]
    Deal(hands=[[22, 3], [4, 20]], board=[39, 5, 10, 28, 41])

    A `seed`, a whole number, always gives the same deals, of which fewer are the first ones. Raises `OptionError` for an
    unknown game and for numbers that are out of range, `HandError` for more players than the deck is enough for.
    """
    board, hole = check_game(game).board[1], _FIVE if game == "five-card" else GAMES[game].hole[0]
    most = 0 if game in OUT else MAX_JOKERS
    for name, number, allowed in (
        ("count", count, range(1, 1 << 32)),
        ("players", players, range(1, JOKER + 1)),
        ("seed", seed or 0, range(1 << 53)),
        ("jokers", jokers, range(most + 1)),
    ):
        if type(number) is not int or number not in allowed:
            such = f"a whole number from {allowed[0]} to {allowed[-1]:,}" if len(allowed) > 1 else f"0 in {game}"
            raise OptionError(f"{name}={shown(number)} is not understood; {name} is {such}")
    deck = [code for code in range(JOKER) if code not in OUT.get(game, ())] + [JOKER] * jokers
    cards = players * hole + board
    if cards > len(deck):
        enough = f"{len(deck)} are enough for {(len(deck) - board) // hole}"
        raise HandError(f"{players} players of {game} take {cards} cards; {enough}")
    draw = random.Random(seed).random  # noqa: S311 - for games, not for secrets
    deals = []
    for _ in range(count):
        left = [*deck]
        dealt: list[int] = []
        while len(dealt) < cards:
            at = int(draw() * len(left))
            left[at], left[-1] = left[-1], left[at]
            dealt.append(left.pop())
        deals.append(Deal([dealt[at : at + hole] for at in range(0, cards - board, hole)], dealt[cards - board :]))
    return deals


def write_deals(
    target: Path | str,
    count: int,
    *,
    seed: int | None = None,
    answers: bool = False,
    overwrite: bool = False,
    **how: Any,
) -> int:
    """Write what `deal` returns to a workbook or a .csv, one card per cell; return the seed.

    With `answers` a second sheet of the workbook has the columns that `xlpoker.score` writes, in the same rows. Raises what
    `deal` raises, and `BookError` for a file of another kind, for more than a sheet holds, and for a file that exists
    unless `overwrite`.
    """
    from xlpoker.files.file_types import check_ending, path_of
    from xlpoker.files.replace import check_place, replaced
    from xlpoker.layout.grid import MOST_ROWS, Area
    from xlpoker.layout.model import Layout
    from xlpoker.workbook.new_book import write_table
    from xlpoker.workbook.tables import labels_of

    target, seed = path_of(target, "written"), random.SystemRandom().randrange(1 << 32) if seed is None else seed
    check_ending(target, _ENDINGS)
    check_place(target, overwrite=overwrite)
    if answers and target.suffix.lower() != _ENDINGS[0]:
        raise BookError(f"the answers go on a second sheet, which {target.name} has not; name a workbook (.xlsx)")
    deals = deal(count, seed=seed, **how)
    ends = [*accumulate(map(len, [*deals[0].hands, deals[0].board]), initial=0)]
    *hands, board = [Area(start, end - 1) for start, end in pairwise(ends)]
    layout = Layout("", 1, count, tuple(hands), board if deals[0].board else None, 0)
    codes = [[*chain(*one.hands), *one.board] for one in deals]
    sheets = {"Deals": [labels_of(layout, ends[-1]), *([*map(card_text, row)] for row in codes)]}
    if target.suffix.lower() != _ENDINGS[0]:
        write_table(target, "", sheets["Deals"])
        return seed
    if count >= min(MOST_ROWS, MOST_CELLS // ends[-1]):
        raise BookError(f"{target.name} cannot hold {count:,} deals; write a .csv")
    if answers:
        sheets["Answers"] = _answers(codes, layout, how.get("game", "five-card"))
    with replaced(target) as temporary:
        _write_book(temporary, sheets)
    return seed


def _answers(rows: Sequence[Sequence[int]], layout: Layout, game: str) -> list[list[Any]]:
    """Return the titles and the results of some rows of codes."""
    import numpy as np

    from xlpoker.evaluator.batch.games import game_showdown
    from xlpoker.scoring.counts import Options
    from xlpoker.scoring.model import Scored
    from xlpoker.scoring.results import Results

    codes = np.array(rows, np.uint8)
    parts = [codes[:, area.first : area.last + 1] for area in layout.areas]
    found = game_showdown(game, parts.pop() if layout.board else None, *parts)
    results = Results(layout, Options(game=game))
    cells = results.cells(Scored(np.arange(1, len(codes) + 1, dtype=np.int32), found.values, found.winners))
    return [results.titles, *map(list, zip(*cells, strict=True))]


def _write_book(target: Path, sheets: Mapping[str, Sequence[Sequence[Any]]]) -> None:
    """Write a workbook that is the same bytes everywhere."""
    named = "".join(f'<sheet name="{name}" sheetId="{at}" r:id="rId{at}"/>' for at, name in enumerate(sheets, 1))
    pages = [(f"rId{at}", "worksheet", f"worksheets/sheet{at}.xml") for at in range(1, len(sheets) + 1)]
    above, below = [("rId1", "officeDocument", "xl/workbook.xml")], [*pages, ("rId0", "styles", "styles.xml")]
    links = {
        name: "".join(f'<Relationship Id="{id_}" Type="{_OFFICE}/{kind}" Target="{to}"/>' for id_, kind, to in some)
        for name, some in (("_rels/.rels", above), ("xl/_rels/workbook.xml.rels", below))
    }
    others = "".join(
        f'<Override PartName="/xl/{name}.xml" ContentType="{_TYPE}.{kind}+xml"/>'
        for name, kind in (("workbook", "sheet.main"), ("styles", "styles"))
    )
    types = f'<Default Extension="rels" ContentType="{_RELS}"/><Default Extension="xml" ContentType="{_TYPE}.worksheet+xml"/>'
    parts: dict[str, Sequence[str] | Iterator[str]] = {
        "[Content_Types].xml": [f'<Types xmlns="{_PACKAGE}/content-types">{types}{others}</Types>'],
        **{
            name: [f'<Relationships xmlns="{_PACKAGE}/relationships">{text}</Relationships>']
            for name, text in links.items()
        },
        "xl/workbook.xml": [f'<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}"><sheets>{named}</sheets></workbook>'],
        "xl/styles.xml": [_STYLES],
        **{f"xl/{page}": _sheet_xml(rows) for (_, _, page), rows in zip(pages, sheets.values(), strict=True)},
    }
    with ZipFile(target, "w") as archive:
        for name, texts in parts.items():
            info = ZipInfo(name)
            info.create_system, info.external_attr = 0, 0x20  # of every system the same
            with archive.open(info, "w") as part:
                for text in chain(['<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'], texts):
                    part.write(text.encode())


def _sheet_xml(rows: Sequence[Sequence[Any]]) -> Iterator[str]:
    """Yield a sheet: titles in bold that stay in view, cards centred and those of hearts and diamonds red."""
    from xlpoker.layout.grid import column_letters

    letters = [*map(column_letters, range(len(rows[0])))]
    widths = [max(len(str(row[at])) for row in rows) + 2 for at in range(len(letters))]
    cols = "".join(
        f'<col min="{at}" max="{at}" width="{width}" customWidth="1"/>' for at, width in enumerate(widths, 1)
    )
    yield f'<worksheet xmlns="{_MAIN}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" '
    yield f'activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>{cols}</cols><sheetData>'
    for at, row in enumerate(rows, 1):
        cells = (
            f'<c r="{letter}{at}" {_cell(cell, title=at == 1)}</c>' for letter, cell in zip(letters, row, strict=True)
        )
        yield f'<row r="{at}">{"".join(cells)}</row>'
    yield '</sheetData><pageSetup orientation="landscape" fitToHeight="0"/></worksheet>'


def _cell(value: Any, *, title: bool) -> str:
    """Return a cell behind its address."""
    if not isinstance(value, str):
        return f's="{_CARD}"><v>{value}</v>'
    style = _TITLE if title else 0 if len(value) > len("Xn") else _RED if value[-1] in "DH" else _CARD
    return f's="{style}" t="inlineStr"><is><t>{value}</t></is>'
