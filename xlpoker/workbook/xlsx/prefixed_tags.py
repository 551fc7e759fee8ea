"""A block whose tags all have the prefix of the sheet, for readers of plain tags.

Some programs write the prefix of a namespace into each tag. The readers see the block without it; the
places that they give are moved to the right by what was left out before them::

    block   <x:row r="7"><x:c r="A7"><x:v>12</x:v></x:c></x:row>      value at 30
    plain   <row r="7"><c r="A7"><v>12</v></c></row>                  value at 24, behind three tags
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from xlpoker.workbook.xlsx.cells import Cells, Numbers

__all__ = ["cells_with_prefix", "without_prefix"]

_LESS_THAN = ord("<")


def without_prefix(block: bytes, prefix: bytes) -> bytes | None:
    """Return a block without the prefix (with its colon) of its tags, None unless each tag has it.

    >>> without_prefix(b"<x:c><x:v>12</x:v></x:c>", b"x:")
    b'<c><v>12</v></c>'
    >>> without_prefix(b"<x:c><v>12</v></x:c>", b"x:") is None
    True
    """
    plain = block.replace(b"<" + prefix, b"<").replace(b"</" + prefix, b"</")
    left_out = len(block) - len(plain)
    return plain if left_out == block.count(b"<") * len(prefix) else None


def cells_with_prefix(cells: Cells, block: bytes, prefix: bytes) -> Cells:
    """Return the cells of a block that were read without the prefix of its tags."""
    plain = np.frombuffer(cells.block, np.uint8)
    tags = np.flatnonzero(plain == _LESS_THAN)

    def moved(places: Numbers) -> Numbers:
        """Return places of the block for those in the plain one; -1 is none."""
        tags_before = np.searchsorted(tags, places)
        return places + tags_before * len(prefix)

    return replace(
        cells,
        block=block,
        starts=moved(cells.starts),
        ends=moved(cells.ends),
        start=moved(cells.start),
        value=moved(cells.value),
        formula=moved(cells.formula),
    )
