"""The styles of a workbook's cells, to which those of results are added: the same as those of the column, but aligned.

A style is an ``xf`` among the ``cellXfs``, known by its number. New ones stand behind all others, so that every cell keeps its own::

    <cellXfs count="2"><xf numFmtId="0" .../><xf numFmtId="14" .../></cellXfs>
    <cellXfs count="3"> ...            <xf numFmtId="0" ... applyAlignment="1"><alignment horizontal="center"/></xf></cellXfs>
"""

from __future__ import annotations

import re

from xlpoker.workbook.xlsx.package import Package

__all__ = ["CellStyles"]

_XFS = re.compile(rb"<((?:[\w.-]+:)?)cellXfs(\s[^<>]*)?>(.*?)</\1cellXfs\s*>", re.DOTALL)
_XF = re.compile(rb"<((?:[\w.-]+:)?)xf(\s[^<>]*?)?(?:/>|>(.*?)</\1xf\s*>)", re.DOTALL)
_ALIGNMENT = re.compile(rb"<(?:[\w.-]+:)?alignment(\s[^<>]*?)?(?:/>|></(?:[\w.-]+:)?alignment\s*>)")
_APPLIED = re.compile(rb"\s+applyAlignment=[\"'][^\"'<>]*[\"']")
_COUNT = re.compile(rb"(?<=\bcount=[\"'])\d+(?=[\"'])")
_MOST = 60_000  # Excel opens 65,490
_LOOKS = {"left": b'horizontal="left" indent="1"', "center": b'horizontal="center"'}


class CellStyles:
    """The styles of an open workbook, and those that are added; one that cannot be understood stays as it is."""

    def __init__(self, package: Package) -> None:
        self._xml = package.read(package.styles) if package.styles else b""
        match = _XFS.search(self._xml)
        self._place = match
        inside = match[3] if match is not None else b""
        self._found = [one[0] for one in _XF.finditer(inside)]
        if b"".join(self._found) != re.sub(rb">\s+<", b"><", inside.strip()) or len(self._found) > _MOST:
            self._found.clear()  # comments, or anything else between them
        self._known = len(self._found)
        self._made: dict[tuple[int, str], int] = {}

    def aligned(self, style: int, align: str) -> int:
        """Return the number of a style like that one (-1 for none), aligned; a column that is aligned already stays so."""
        if align not in _LOOKS or not max(style, 0) < self._known:
            return style
        if (style, align) not in self._made:
            self._made[style, align] = self._number(style, _LOOKS[align])
        return self._made[style, align]

    def _number(self, style: int, look: bytes) -> int:
        match = _XF.fullmatch(self._found[max(style, 0)])
        assert match is not None
        prefix, attributes, inside = match[1], match[2] or b"", match[3] or b""
        old = _ALIGNMENT.search(inside)
        others = (old[1] or b"") if old is not None else b""
        if b"horizontal=" in others or b"indent=" in others or (old is None and b"alignment" in inside):
            return style
        rest = _ALIGNMENT.sub(b"", inside, count=1).strip()
        tag = b'<%sxf%s applyAlignment="1">' % (prefix, _APPLIED.sub(b"", attributes.rstrip()))
        made = tag + b"<%salignment %s%s/>" % (prefix, look, others) + rest + b"</%sxf>" % prefix
        if made not in self._found:
            self._found.append(made)
        return self._found.index(made)

    @property
    def changed(self) -> bytes | None:
        """The part with the styles that were added, None where there are none."""
        match, new = self._place, self._found[self._known :]
        if match is None or not new:
            return None
        attributes = _COUNT.sub(b"%d" % len(self._found), match[2] or b"", count=1)
        start, end = match.span(3)
        opening = b"<%scellXfs%s>" % (match[1], attributes)
        return self._xml[: match.start()] + opening + self._xml[start:end] + b"".join(new) + self._xml[end:]
