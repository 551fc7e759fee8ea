"""Finds ledgers with a column for each player, or with one for each night; their cells are nets.

    Date       | Anna | Ben | Cleo          Name | 2024-03-05 | 2024-03-12 | Total
    2024-03-05 | 15   | -20 | 5             Anna | 15         | -7         | 8
    2024-03-12 | -7   | 7   |               Ben  | -20        | 7          | -13
                                            Cleo | 5          |            | 5

The column of labels tells which it is: by its heading, by dates in it or above the amounts, else by
what sums to zero. A sheet whose amounts cannot be nets is no such ledger.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
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
    sections = _sections_with_known_labels(sheet)
    if sections:
        return sections
    count = len(sheet.rows)
    for head in range(min(count, _ROWS_BEFORE)):
        section = Section(sheet, head, count)
        label = _label_below(section, answers)
        if label is not None:
            return [(section, label)]
    return []


def _sections_with_known_labels(sheet: LedgerSheet) -> list[tuple[Section, Column]]:
    """Return the sections below headings with a word for names or nights; each ends at the next."""
    labels: dict[int, Column] = {}
    for number, row in enumerate(sheet.rows):
        label = _known_label(row)
        if label is not None:
            labels[number] = label
    if not labels:
        return []
    later_heads = list(labels)[1:]
    ends = [*later_heads, len(sheet.rows)]
    sections: list[tuple[Section, Column]] = []
    for head, end in zip(labels, ends, strict=True):
        section = Section(sheet, head, end)
        sections.append((section, labels[head]))
    return sections


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
    headings = [cell for cell in row if text_of(cell)]
    if has_both or len(headings) < 2:
        return None
    return labels.get(NIGHT) or labels.get(NAME)


def _label_below(section: Section, answers: Answers) -> Column | None:
    """Return the column of labels of a row of headings without a known word.

    The labels stand left of the amounts in the next row. None if there are no such amounts.
    """
    headings = _indices_of(section.headings, is_heading)
    if len(headings) < 2:
        return None
    index, amounts = _label_and_amounts(section)
    headings_of_amounts = set(headings) & set(amounts)
    if len(headings_of_amounts) < 2:
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
    other_headings = [section.headings[other] for other in headings if other != index]
    has_dates = all(map(is_date, other_headings))
    return Column(index, heading, NAME if has_dates else "")


def _label_and_amounts(section: Section) -> tuple[int, list[int]]:
    """Return the first column of the next row that is not blank, and those of its amounts."""
    for row in section.rows:
        filled = _indices_of(row, text_of)
        if not filled:
            continue
        label, *filled_beside = filled
        amounts = [index for index in filled_beside if _is_amount(row[index])]
        return label, amounts
    return 0, []


def _indices_of(row: Sequence[Any], test: Callable[[Any], object]) -> list[int]:
    """Return the indices of the cells of a row that pass a test."""
    return [index for index, cell in enumerate(row) if test(cell)]


def _is_amount(cell: Any) -> bool:
    return amount_or_none(cell) is not None


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
        is_unknown_word = letters_of(label.heading) != ""
        if balanced or is_unknown_word:
            grids = balanced
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
        cells = section.below(index)
        has_cells = any(map(text_of, cells))
        if index == label.index or not has_cells:
            continue
        heading = cell_in(headings, index)
        title = text_of(heading)
        meaning = answer_for(index, title, answers)
        has_no_date = needs_dates and not is_date(heading)
        if not meaning and not has_no_date and _may_be_nets(title, cells):
            meaning = NETS
        column = Column(index, title, meaning)
        if meaning == NETS:
            columns.append(column)
        else:
            unread.append(column)
    return Grid(section, label, columns, unread)


def _may_be_nets(title: str, cells: Sequence[Any]) -> bool:
    """Tell whether a column can be that of a player or a night."""
    if not title or has_word_of_totals(title):
        return False
    letters = letters_of(title)
    is_known = letters in LEDGER_COLUMN_OF
    is_nightly = ROLE_OF.get(letters) in _NIGHTLY
    is_word = not has_digit(title)
    if is_word and (is_known or is_nightly):
        return False
    return any(map(_is_amount, cells))
