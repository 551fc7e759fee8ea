"""The functions in their host programs: Excel's add-in, xlwings Lite and Server, LibreOffice Calc, and formulas without Python."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from xlpoker.errors import BookError

__all__ = ["Finding", "demand"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One check: what was looked at, what was found, and what to do if that is not good."""

    name: str
    found: str
    remedy: str = ""

    @property
    def good(self) -> bool:
        """Return whether there is nothing to do."""
        return not self.remedy

    def __str__(self) -> str:
        line = f"{self.name}: {self.found}"
        return f"ok  {line}" if self.good else f"NO  {line} -> {self.remedy}"


def demand(checks: Iterable[Finding]) -> None:
    """Raise `BookError` with the remedy of the first check that finds a fault."""
    for check in checks:
        if not check.good:
            raise BookError(f"{check.name}: {check.found}; {check.remedy}")
