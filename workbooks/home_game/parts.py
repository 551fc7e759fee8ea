"""What the sheets of home-game.xlsx share: where things stand, how they look."""

from __future__ import annotations

import datetime as dt
from typing import Any

from book_parts import ANSWER, GREY, INPUT, NOTE, STEP, TITLE, Style
from book_parts import PROBLEM as RED_TEXT
from draft import Draft

PLAYERS = 10
NAMES_ROW = 11
"""The first name on the sheet Start."""
NAMES = f"Start!$A${NAMES_ROW}:$A${NAMES_ROW + PLAYERS - 1}"
NIGHT_ROWS = range(6, 306)
NIGHTS = range(40)
HAND_ROWS = range(7, 107)
DATE: Style = {**INPUT, "num_format": "yyyy-mm-dd", "align": "center"}
SHOWN_DATE: Style = {**ANSWER, "num_format": "yyyy-mm-dd", "align": "center"}
AMOUNT = "#,##0.00;[Red]-#,##0.00"
MONEY: Style = {**ANSWER, "num_format": AMOUNT}
MONEY_INPUT: Style = {**INPUT, "num_format": "#,##0.00"}
CARD: Style = {**INPUT, "align": "center"}
SHARE: Style = {**ANSWER, "num_format": "0.0%"}
CENTRED: Style = {**ANSWER, "align": "center"}
PROBLEM: Style = {**RED_TEXT, "indent": 1}
WORD: Style = {**STEP, "indent": 1}
GREEN = {"bg_color": "#C6EFCE", "font_color": "#006100"}
EPOCH = dt.date(1899, 12, 30)
LIGHT_LINES = {"visible": True, "line": {"color": "#D9D9D9"}}
GOOD_ROW = '">-1E+99"'
"""Criterion of rows of *Nights* with a net: those in which nothing is wrong."""


LINK: Style = {"font_color": "#0563C1", "underline": 1, "valign": "vcenter"}


def name_cell(index: int) -> str:
    """Return the cell with a player's name, a blank text if there is none."""
    return f"Working!$A${PLAYERS_ROW + index}"


def titled_sheet(draft: Draft, name: str, title: str, text: str) -> Any:
    """Return a new sheet with a title and a line that says what to type."""
    sheet = draft.sheet(name)
    draft.label(name, "A1", title, TITLE)
    draft.label(name, "A2", text, STEP)
    sheet.set_row_pixels(0, 28)
    return sheet


def offer_list(sheet: Any, area: str, source: str, what: str) -> None:
    """Offer a list in yellow cells; another text is accepted after a warning."""
    rule = {"validate": "list", "source": source, "error_type": "warning"}
    rule |= {"error_title": "Not in the list", "error_message": what}
    sheet.data_validation(area, rule)


def accept_amounts(sheet: Any, area: str, what: str) -> None:
    """Accept numbers of 0 or more; anything else is accepted after a warning."""
    rule = {"validate": "decimal", "criteria": ">=", "value": 0, "error_type": "warning"}
    rule |= {"error_title": "An amount", "error_message": what}
    sheet.data_validation(area, rule)


def style_chart(chart: Any, title: str, width: int, height: int) -> None:
    """Give a chart its title and size, light lines, and no legend."""
    chart.set_title({"name": title, "name_font": {"size": 13}})
    chart.set_y_axis({"num_format": "#,##0", "major_gridlines": LIGHT_LINES})
    chart.set_legend({"none": True})
    chart.set_size({"width": width, "height": height})


def night_column(column: str) -> str:
    """Return the cells of a column of *Nights*."""
    return f"Nights!${column}${NIGHT_ROWS[0]}:${column}${NIGHT_ROWS[-1]}"


SEASON = "Whole season"
NOBODY = "(nobody)"


PLAYERS_ROW = 5
MATRIX_ROW = 20
M_SUMS = 12
"""The first column of the sums after each night."""
M_DATES = M_SUMS + PLAYERS
"""The column of dates for the chart: a night that is still to come has the last date."""


def working_sheet(draft: Draft, name: str, text: str) -> Any:
    """Return a sheet of working, with a line that says what it is."""
    sheet = draft.sheet(name)
    sheet.set_tab_color(GREY)
    draft.label(name, "A1", text, NOTE)
    return sheet


SEASON_NAMES = ("Ann", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus")
FINISHERS = ("Dora", "Ann", "Gus")
FIRST_NIGHT = dt.date(2026, 1, 9)


def serial(day: dt.date) -> int:
    """Return a date as a cell holds it."""
    return (day - EPOCH).days
