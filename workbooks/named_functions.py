"""Puts our functions into a workbook as names, each a LAMBDA, so that it needs nothing installed."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
if str(ROOT) not in sys.path:
    sys.path.append(str(ROOT))

from tools.books import with_names  # noqa: E402
from xlpoker.hosts.calc import zipped  # noqa: E402
from xlpoker.workbook.xlsx.package import Package  # noqa: E402

__all__ = ["with_functions"]


def with_functions(path: Path) -> None:
    """Add HANDVAL, HANDNAME, BESTHAND and WINNER to the names of a workbook."""
    with Package(path) as package:
        parts = {name: package.read(name) for name in package.members}
        parts[package.workbook] = with_names(parts[package.workbook])
    path.write_bytes(zipped(parts))
