"""The names of a workbook that cover results, and tell the next run what it may replace.

Spreadsheet programs keep a name right when rows and columns are inserted, moved and sorted. Each table has two, hidden and
local to its sheet, with a number behind them where a sheet has several tables: `_xlpoker_results` covers the new columns,
`_xlpoker_hands` the first hand of each row, by which the table is known again.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain, count

from xlpoker.layout.grid import Box, column_letters, unquoted
from xlpoker.workbook.xlsx.cells import attribute, boxes, text_of, xml_text
from xlpoker.workbook.xlsx.part_edits import BEFORE_NAMES, NAME, SHEET, behind, local_number, on_sheet

__all__ = ["ResultNames", "over_results"]

RESULTS, HANDS = "_xlpoker_results", "_xlpoker_hands"
_OWN = re.compile(f"({RESULTS}|{HANDS})([0-9]*)")
_ONE = r"('(?:[^']|'')*'|[^'!,()]+)!(\$?[A-Z]{1,3}\$?\d+(?::\$?[A-Z]{1,3}\$?\d+)?)"
_AREA, _AREAS = re.compile(_ONE), re.compile(rf"{_ONE}(?:,{_ONE})*")
_WHOLE = re.compile(rb"<((?:[\w.-]+:)?)definedName\s[^<>]*>[^<>]*</\1definedName\s*>")
_NONE = re.compile(rb"<(?:[\w.-]+:)?definedNames\s*/>")
_END = re.compile(rb"</((?:[\w.-]+:)?)definedNames\s*>")


def over_results(sheet: str, suffix: str, results: Sequence[Box], hand: Box) -> dict[str, str]:
    """Return the names of a table on a sheet of that name, and what they stand for.

    >>> over_results("Hands", "", [Box(0, 10, 8, 12)], Box(1, 0, 8, 4))
    {'_xlpoker_results': "'Hands'!$K$1:$M$9", '_xlpoker_hands': "'Hands'!$A$2:$E$9"}
    """
    return {
        name + suffix: ",".join(on_sheet(sheet, _fixed(box)) for box in covered)
        for name, covered in ((RESULTS, results), (HANDS, [hand]))
    }


def _fixed(box: Box) -> str:
    return f"${column_letters(box.left)}${box.top + 1}:${column_letters(box.right)}${box.bottom + 1}"


class ResultNames:
    """The names on the sheet with that number, for the table whose first hand stands in some cells.

    `own` is what the name of its results covers, `others` what those of other tables do.

    >>> name = b'<definedName name="_xlpoker_%s" localSheetId="0">Hands!$%s$1:$%s$9</definedName>'
    >>> book = b'<sheet sheetId="7"/>' + name % (b"results", b"K", b"M") + name % (b"hands", b"A", b"E")
    >>> ResultNames(book, "7", Box(1, 0, 8, 4)).own, ResultNames(book, "7", Box(1, 20, 8, 24)).own
    ([Box(top=0, left=10, bottom=8, right=12)], [])
    """

    def __init__(self, book: bytes, sheet: str, hand: Box) -> None:
        self._sheet = local_number(book, sheet)
        sheets = [text_of(attribute(tag, "name")).casefold() for tag in SHEET.findall(book)]
        others = {one for at, one in enumerate(sheets) if str(at).encode() != self._sheet}
        found: dict[str, dict[str, list[Box]]] = {}
        for tag, text in NAME.findall(book):
            name = _OWN.fullmatch(text_of(attribute(tag, "name")))
            if name and attribute(tag, "localSheetId") == self._sheet:
                there = _AREA.findall(text_of(text)) if _AREAS.fullmatch(text_of(text)) else []
                mine = [cells for sheet, cells in there if unquoted(sheet).casefold() not in others]
                found.setdefault(name[2], {})[name[1]] = boxes([cells.encode() for cells in mine])
        found = {suffix: one for suffix, one in found.items() if any(one.values())}  # others lost their cells
        own = (suffix for suffix, one in found.items() if any(map(hand.meets, one.get(HANDS, ()))))
        free = (suffix for suffix in chain([""], map(str, count(2))) if suffix not in found)
        self._suffix = next(chain(own, free))
        self.own = found.pop(self._suffix, {}).get(RESULTS, [])
        self.others = [box for one in found.values() for box in one.get(RESULTS, ())]

    def written(self, book: bytes, sheet: str, places: Sequence[int], rows: tuple[int, int], hand: Box) -> bytes:
        """Return the workbook part with names over the new columns in some rows, and the first hand, of a sheet of that name."""
        starts, ends = ([at for at in places if at + step not in places] for step in (-1, 1))
        results = [Box(rows[0], left, rows[1], right) for left, right in zip(starts, ends, strict=True)]
        names = over_results(sheet, self._suffix, results, hand)

        def others(match: re.Match[bytes]) -> bytes:
            local = attribute(match[0], "localSheetId") == self._sheet
            return b"" if local and text_of(attribute(match[0], "name")) in names else match[0]

        book = _NONE.sub(b"", _WHOLE.sub(others, book))
        listed = _END.search(book)
        place, prefix = (listed.start(), listed[1]) if listed else behind(book, BEFORE_NAMES)
        made = b"".join(
            b'<%sdefinedName name="%s" localSheetId="%s" hidden="1">%s</%sdefinedName>'
            % (prefix, name.encode(), self._sheet, xml_text(text), prefix)
            for name, text in names.items()
        )
        made = made if listed else b"<%sdefinedNames>%s</%sdefinedNames>" % (prefix, made, prefix)
        return book[:place] + made + book[place:]
