"""What can be done where new columns cannot stand: options for a terminal, steps for a dialog."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["COMMAND", "DIALOG", "Remedies"]


class Remedies(NamedTuple):
    """The ends of messages, each for one obstacle; `{cells}` and `{them}` are filled in.

    >>> COMMAND.occupied.format(cells="2 cells")
    'name another column, or use --overwrite to write over 2 cells'
    """

    occupied: str
    other_table: str
    rows_apart: str
    other_title: str
    same_titles: str
    not_ours: str
    no_room: str


COMMAND = Remedies(
    occupied="name another column, or use --overwrite to write over {cells}",
    other_table="name another column, or use --overwrite to write into it",
    rows_apart="use --overwrite to replace all between",
    other_title="choose the columns of the first run, or --overwrite",
    same_titles="--overwrite replaces {them}",
    not_ours="move it, or use --overwrite to replace it",
    no_room="name the hands of another sheet",
)
_ONCE_MORE = "click Remove results, then score again"
DIALOG = Remedies(
    occupied="move or delete what stands in {cells}, then click again",
    other_table="move that table, then click again",
    rows_apart=_ONCE_MORE,
    other_title=_ONCE_MORE,
    same_titles="delete {them} if nobody needs {them}",
    not_ours="move or delete it, then click again",
    no_room="move the hands to another sheet",
)
