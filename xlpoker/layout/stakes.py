"""The option ``--stakes``: the column of what each player put in, by its letters or its heading.

A name with a comma stands in quotes: ``--stakes "Anna=Anna stake,'Doe, John'=M"``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from xlpoker.errors import OptionError, quoted

__all__ = ["parse_stakes", "typed_stakes"]

_QUOTED = r"\s*+(?:'(?:[^']|'')*+'|\"(?:[^\"]|\"\")*+\")\s*+"
_PLAIN = r"[^,;=]*+"
_ENTRY = re.compile(
    rf"(?P<player>{_QUOTED}(?==)|{_PLAIN})=(?P<column>{_QUOTED}(?=[,;]|\Z)|{_PLAIN})(?:[,;]|\Z)"
)
_NEXT = re.compile(r"[^,;]*")


def parse_stakes(text: str) -> list[tuple[str, str]]:
    """Return the players that a text names, each with the letters or the heading of a column.

    >>> parse_stakes("Anna=K, 'Doe, John'=Stake of John")
    [('Anna', 'K'), ('Doe, John', 'Stake of John')]

    Raises `OptionError` for a part that names no player or no column.
    """
    entries = []
    place = 0
    while place < len(text):
        match = _ENTRY.match(text, place)
        parts = [_unquoted(part) for part in match.group("player", "column")] if match else []
        if match is None or not all(parts):
            raise _no_entry(text, place)
        player, column = parts
        entries.append((player, column))
        place = match.end()
    return entries


def _unquoted(text: str) -> str:
    """Return a text without blanks and quotes around it.

    >>> _unquoted(" 'Doe, John'"), _unquoted("O'Hara")
    ('Doe, John', "O'Hara")
    """
    text = text.strip()
    quote = text[:1]
    if quote not in ("'", '"') or len(text) < 2 or not text.endswith(quote):
        return text
    return text[1:-1].replace(2 * quote, quote)


def _no_entry(text: str, place: int) -> OptionError:
    """Return the error about a part of the option that is no player with a column."""
    part = _NEXT.match(text, place)
    wrong = part[0].strip() if part else ""
    return OptionError(
        f"{quoted(wrong)} in --stakes is no player with a column; "
        'write --stakes "Anna=K,Ben=L", a column for each player'
    )


def typed_stakes(entries: Sequence[tuple[str, str]]) -> str:
    """Return players and columns as the option is typed.

    >>> typed_stakes([("Anna", "K"), ("Doe, John", "L")])
    '--stakes "Anna=K,\\'Doe, John\\'=L"'
    """
    parts = [
        f"{_quoted_if_needed(player)}={_quoted_if_needed(column)}" for player, column in entries
    ]
    return f'--stakes "{",".join(parts)}"'


def _quoted_if_needed(text: str) -> str:
    """Return a name in single quotes where it holds a separator."""
    if not re.search(r"[,;=]", text) and not text.startswith("'"):
        return text
    doubled = text.replace("'", "''")
    return f"'{doubled}'"
