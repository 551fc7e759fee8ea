"""Finds ledgers with a column for each player, or with one for each night; their cells are nets.

    Date       | Anna | Ben | Cleo          Name | 2024-03-05 | 2024-03-12 | Total
    2024-03-05 | 15   | -20 | 5             Anna | 15         | -7         | 8
    2024-03-12 | -7   | 7   |               Ben  | -20        | 7          | -13
                                            Cleo | 5          |            | 5

The column of labels tells which it is: by its heading, by dates in it or above the amounts, else by
what sums to zero. A sheet whose amounts cannot be nets is no such ledger.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from xlpoker.histories.amounts import amount_or_none
from xlpoker.histories.ledger_cells import are_mostly_dates, cell_in, has_digit, is_date, is_heading
from xlpoker.histories.ledger_grid_questions import which_way
from xlpoker.histories.ledger_nets import Grid, Section, holds_nets, is_balanced, nets_of
from xlpoker.histories.ledger_tables import (
    NETS,
    SKIP,
    Answers,
    Column,
    LedgerSheet,
    answer_for,
    has_word_of_totals,
    letters_of,
    text_of,
)
from xlpoker.layout.words import LEDGER_COLUMN_OF, ROLE_OF, LedgerColumn, Role

__all__ = ["grids_of"]

NIGHT = LedgerColumn.NIGHT.value
NAME = LedgerColumn.NAME.value
_ROWS_BEFORE = 50  # rows among which headings without a known word stand
_OWN_SUMS = "afterthenight"
"""The heading of sums in the sheet *Results* that xlpoker writes, which are no nets."""
_NIGHTLY = (Role.DEAL, Role.GROUP)
"""Roles of headings above numbers of nights: *Game*, *No.*, *Table*."""


def grids_of(sheets: Sequence[LedgerSheet], answers: Answers) -> list[Grid]:
    """Return the grids of sheets; raise `QuestionError` where rows may be nights or players.

    >>> rows = [["Date", "Anna", "Ben"], ["2024-03-05", 5, -5], ["2024-03-12", -7, 7]]
    >>> [grid.rows_are_nights for grid in grids_of([LedgerSheet("2024", rows)], {})]
    [True]
    """
    grids: list[Grid] = []
    for sheet in sheets:
        for section, label in _sections(sheet, answers):
            grid = _grid(section, label, answers)
            if grid is not None:
                grids.append(grid)
    return grids


# --- the headings ------------------------------------------------------------------------------------


def _sections(sheet: LedgerSheet, answers: Answers) -> list[tuple[Section, Column]]:
    """Return the sections of a sheet, each with its column of labels, whose meaning may be open."""
    labels: dict[int, Column] = {}
    for number, row in enumerate(sheet.rows):
        label = _known_label(row)
        if label is not None:
            labels[number] = label
    if labels:
        _, *ends = [*labels, len(sheet.rows)]
        sections = [Section(sheet, head, end) for head, end in zip(labels, ends, strict=True)]
        return list(zip(sections, labels.values(), strict=True))
    count = len(sheet.rows)
    for head in range(min(count, _ROWS_BEFORE)):
        section = Section(sheet, head, count)
        label = _label_below(section, answers)
        if label is not None:
            return [(section, label)]
    return []


def _known_label(row: Sequence[Any]) -> Column | None:
    """Return the column whose heading is a word for names or nights; None for both, or neither."""
    labels: dict[str, Column] = {}
    for index, cell in enumerate(row):
        heading = text_of(cell)
        known = LEDGER_COLUMN_OF.get(letters_of(heading))
        is_word = isinstance(cell, str) and not has_digit(heading)
        if known is not None and is_word:
            labels.setdefault(known.value, Column(index, heading, known.value))
    has_both = NIGHT in labels and NAME in labels
    has_more_headings = len([cell for cell in row if text_of(cell)]) > 1
    if has_both or not has_more_headings:
        return None
    return labels.get(NIGHT) or labels.get(NAME)


def _label_below(section: Section, answers: Answers) -> Column | None:
    """Return the column of labels of a row of headings without a known word.

    The labels stand left of the amounts in the next row. None if there are no such amounts.
    """
    headings = {index for index, cell in enumerate(section.headings) if is_heading(cell)}
    index, amounts = _label_and_amounts(section)
    if len(headings.intersection(amounts)) < 2:
        return None
    heading = text_of(cell_in(section.headings, index))
    answer = answer_for(index, heading, answers)
    if answer == SKIP or letters_of(heading) == _OWN_SUMS:
        return None
    if answer in (NIGHT, NAME):
        return Column(index, heading, answer)
    is_nightly = ROLE_OF.get(letters_of(heading)) in _NIGHTLY
    if is_nightly or are_mostly_dates(section.below(index)):
        return Column(index, heading, NIGHT)
    dates_above = [is_date(section.headings[other]) for other in headings - {index}]
    return Column(index, heading, NAME if all(dates_above) else "")


def _label_and_amounts(section: Section) -> tuple[int, list[int]]:
    """Return the first column of the next row that is not blank, and those of its amounts."""
    filled_rows = [row for row in section.rows if any(map(text_of, row))]
    if not filled_rows:
        return 0, []
    row = filled_rows[0]
    label, *filled = [index for index, cell in enumerate(row) if text_of(cell)]
    amounts = [index for index in filled if amount_or_none(row[index]) is not None]
    return label, amounts


# --- the columns -------------------------------------------------------------------------------------


def _grid(section: Section, label: Column, answers: Answers) -> Grid | None:
    """Return the grid below some headings, None where the amounts are no nets."""
    if label.meaning == NAME and are_mostly_dates(section.below(label.index)):
        label = replace(label, meaning=NIGHT)
    meanings = [label.meaning] if label.meaning else [NIGHT, NAME]
    grids: list[Grid] = []
    for meaning in meanings:
        grid = _with_columns(section, replace(label, meaning=meaning), answers)
        if holds_nets(grid, answers):
            grids.append(grid)
    if not label.meaning:
        balanced = [grid for grid in grids if is_balanced(nets_of(grid))]
        is_unknown_word = bool(letters_of(label.heading))
        grids = balanced if balanced or is_unknown_word else grids
    if len(grids) > 1:
        raise which_way(grids)
    return grids[0] if grids else None


def _with_columns(section: Section, label: Column, answers: Answers) -> Grid:
    """Return the grid of some labels with its columns: those of nets, and those that are not read."""
    headings = [*section.headings]
    if label.index < len(headings):
        headings[label.index] = None
    needs_dates = label.meaning == NAME and are_mostly_dates(headings)
    columns: list[Column] = []
    unread: list[Column] = []
    for index in range(section.width):
        heading = cell_in(headings, index)
        cells = section.below(index)
        if index == label.index or not any(map(text_of, cells)):
            continue
        meaning = answer_for(index, text_of(heading), answers)
        has_no_date = needs_dates and not is_date(heading)
        if not meaning and not has_no_date and _may_be_nets(heading, cells):
            meaning = NETS
        column = Column(index, text_of(heading), meaning)
        if meaning == NETS:
            columns.append(column)
        else:
            unread.append(column)
    return Grid(section, label, columns, unread)


def _may_be_nets(heading: Any, cells: Sequence[Any]) -> bool:
    """Tell whether a column can be that of a player or a night."""
    text = text_of(heading)
    if not text or has_word_of_totals(text):
        return False
    letters = letters_of(text)
    is_known = letters in LEDGER_COLUMN_OF or ROLE_OF.get(letters) in _NIGHTLY
    if is_known and not has_digit(text):
        return False
    return any(amount_or_none(cell) is not None for cell in cells)
