"""Ledgers in a report: their sessions, which become the sheet *Results*."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from xlpoker.errors import BookError, counted
from xlpoker.histories.files import Histories, read_ledger
from xlpoker.histories.ledgers import headings_of
from xlpoker.histories.pokernow import Session
from xlpoker.scoring.counts import Counts
from xlpoker.workbook.imports import sheets_of_ledger

__all__ = ["LedgerFigures", "ledger_figures", "merged_ledgers"]

MOST_QUOTED = 10
"""How many notes, and how many rows that are not counted, are quoted."""


@dataclass(frozen=True, slots=True)
class LedgerFigures:
    """What a report shows of a ledger; the counts name the file, and have the notes as warnings.

    `headings` are those of its columns, and their letters.
    """

    counts: Counts
    sessions: tuple[Session, ...]
    headings: tuple[str, ...]


def ledger_figures(
    path: Path, columns: Mapping[str, str] | None = None, sheet: str | None = None
) -> LedgerFigures | None:
    """Return the figures of a ledger that is kept by hand, None for a file without one.

    `columns` are meanings of its columns, `sheet` is the one to read. Raises `QuestionError` where
    a meaning is open, `BookError` where no row is understood.
    """
    sheets = sheets_of_ledger(path, columns, sheet)
    if not sheets:
        return None
    headings = headings_of(sheets, columns)
    known = {heading.casefold() for heading in headings}
    answers = columns or {}
    meanings = {column: answers[column] for column in answers if column.casefold() in known}
    ledger = read_ledger(path, sheets, meanings)
    if not ledger.sessions:
        reason = f": {ledger.unread[0]}" if ledger.unread else ""
        raise BookError(f"{path.name} holds a ledger without a row that is understood{reason}")
    warnings = _warnings(ledger)
    counts = Counts(str(path), sheet or "", len(ledger.sessions), [], warnings=warnings)
    return _described(counts, ledger.sessions, headings)


def _described(
    counts: Counts, sessions: Sequence[Session], headings: Sequence[str]
) -> LedgerFigures:
    """Return figures whose counts say how many nights and players there are."""
    nights = {session.night for session in sessions}
    players = {session.name for session in sessions}
    number_of_nights = counted(len(nights), "night")
    number_of_players = counted(len(players), "player")
    described = replace(counts, ledger=f"a ledger: {number_of_nights}, {number_of_players}")
    return LedgerFigures(described, tuple(sessions), tuple(headings))


def _warnings(ledger: Histories) -> list[str]:
    """Return what does not add up, and what is not counted."""
    notes: list[str] = []
    for session in ledger.sessions:
        notes += [f"ledger of {session.night}: {note}" for note in session.notes]
    not_read = [f"not read: {unread}" for unread in ledger.unread]
    return [*_first_of(notes, "notes"), *_first_of(not_read, "rows not read")]


def _first_of(lines: Sequence[str], noun: str) -> list[str]:
    """Return the first lines, and how many more there are."""
    more = len(lines) - MOST_QUOTED
    if more <= 0:
        return [*lines]
    return [*lines[:MOST_QUOTED], f"... and {more:,} more {noun}"]


def merged_ledgers(ledgers: Sequence[LedgerFigures]) -> LedgerFigures:
    """Return the figures of several ledgers as those of one, the nights in the order of the files."""
    if len(ledgers) == 1:
        return ledgers[0]
    sessions: list[Session] = []
    warnings: list[str] = []
    headings: list[str] = []
    last_place = 0
    for ledger in ledgers:
        for session in ledger.sessions:
            place = session.place + last_place if session.place else 0
            sessions.append(replace(session, place=place))
        last_place = max(session.place for session in sessions)
        warnings += ledger.counts.warnings
        headings += ledger.headings
    counts = Counts(f"{len(ledgers)} books", "", len(sessions), [], warnings=warnings)
    return _described(counts, sessions, headings)
