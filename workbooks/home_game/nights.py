"""The sheets *Nights* and *Standings*, and the sheet from which the standings are worked out."""

from __future__ import annotations

import datetime as dt
from typing import Any

from book_parts import ANSWER, INPUT, LABEL, RED, Style
from draft import Draft, letter

from home_game.hands import GETS
from home_game.parts import (
    CENTRED,
    DATE,
    GOOD_ROW,
    GREEN,
    HAND_ROWS,
    M_DATES,
    M_SUMS,
    MATRIX_ROW,
    MONEY,
    MONEY_INPUT,
    NAMES,
    NAMES_ROW,
    NIGHT_ROWS,
    NIGHTS,
    PLAYERS,
    PLAYERS_ROW,
    PROBLEM,
    SEASON,
    SHOWN_DATE,
    WORD,
    accept_amounts,
    name_cell,
    night_column,
    offer_list,
    style_chart,
    titled_sheet,
    working_sheet,
)
from home_game.sample import season_rows

LINES = ("#1F77B4", "#D62728", "#2CA02C", "#9467BD", "#FF7F0E")
LINES += ("#17BECF", "#8C564B", "#E377C2", "#7F7F7F", "#BCBD22")


# nights


def add_nights(draft: Draft) -> None:
    """Add the rows of nights, and the sums of each night."""
    text = "A row for each player and night. Several buy-ins are one sum; who leaves without chips cashes out 0."
    sheet = titled_sheet(draft, "Nights", "Nights", text)
    headings = ["Date", "Player", "Buy-ins", "Cash-out", "Hours", "Net", "What is wrong"]
    draft.headings("Nights", "A5", headings)
    draft.headings(
        "Nights", "I5", ["Night", "Present", "Bought in", "Cashed out", "Does it add up?"]
    )
    season = season_rows()
    for index, row in enumerate(NIGHT_ROWS):
        night = season[index] if index < len(season) else (None,) * 5
        styles = (DATE, INPUT, MONEY_INPUT, MONEY_INPUT, {**INPUT, "num_format": "0.0"})
        for column, content, style in zip("ABCDE", night, styles, strict=True):
            draft.input("Nights", f"{column}{row}", content, style)
        net = f"ROUND(D{row}-C{row},2)"
        draft.put(
            "Nights", f"F{row}", f'=IF(OR(COUNTA(A{row}:E{row})=0,G{row}<>""),"",{net})', MONEY
        )
        draft.put("Nights", f"G{row}", f"={_wrong_night(row)}", PROBLEM)
    last = NIGHT_ROWS[-1]
    for index in NIGHTS:
        _night_sum(draft, index)
    end = NIGHT_ROWS[0] + len(NIGHTS)
    more = f'IF(COUNTIF({night_column("A")},">"&I{end - 1})>0,"More nights than this book can hold","")'
    draft.put("Nights", f"I{end}", f'=IF(I{end - 1}="","",{more})', PROBLEM)
    first = NIGHT_ROWS[0]
    offer_list(sheet, f"B{first}:B{last}", f"={NAMES}", "Names of players are on the sheet Start.")
    accept_amounts(sheet, f"C{first}:E{last}", "Amounts and hours are numbers, 0 or more.")
    date = {
        "validate": "date",
        "criteria": ">=",
        "value": dt.date(1990, 1, 1),
        "error_type": "warning",
    }
    sheet.data_validation(
        f"A{first}:A{last}", {**date, "error_message": "A date, such as 2026-01-31."}
    )
    bad = {"type": "no_errors", "format": draft.book.style({"font_color": RED})}
    sheet.conditional_format(f"M{first}:M{first + len(NIGHTS) - 1}", {
        "type": "text", "criteria": "begins with", "value": "It adds up",
        "format": draft.book.style({"font_color": "#375623"}), "stop_if_true": True,
    })  # fmt: skip
    sheet.conditional_format(f"M{first}:M{first + len(NIGHTS) - 1}", bad)
    sheet.set_column("A:A", 12)
    sheet.set_column("B:B", 16)
    sheet.set_column("C:F", 11)
    sheet.set_column("G:G", 36)
    sheet.set_column("H:H", 2)
    sheet.set_column("I:I", 12)
    sheet.set_column("J:J", 8)
    sheet.set_column("K:L", 12)
    sheet.set_column("M:M", 40)
    draft.book.finish(sheet, f"A1:M{last}", freeze=f"A{first}", pages=0)
    sheet.repeat_rows(4)


def _wrong_night(row: int) -> str:
    """Return the formula of the sentence about a row of *Nights*, blank if it is right."""
    texts = f'IF(COUNTIF({NAMES},B{row})=0,B{row}&" is not on the sheet Start",'
    texts += (
        f'IF(C{row}="","Type the buy-ins",IF(NOT(ISNUMBER(C{row})),"\'"&C{row}&"\' is no amount",'
    )
    texts += f'IF(D{row}="","Type the cash-out; 0 if no chips were left",'
    texts += f'IF(NOT(ISNUMBER(D{row})),"\'"&D{row}&"\' is no amount",'
    texts += f'IF(AND(E{row}<>"",NOT(ISNUMBER(E{row}))),"\'"&E{row}&"\' is no number of hours",'
    texts += f'IF(MIN(C{row}:E{row})<0,"An amount is 0 or more","")))))))'
    who = f'IF(B{row}="","Who played? Choose a name",{texts})'
    when = f'IF(NOT(ISNUMBER(A{row})),"Type the date, such as 2026-01-31",{who})'
    return f'IF(COUNTA(A{row}:E{row})=0,"",{when})'


def _night_sum(draft: Draft, index: int) -> None:
    """Add a night's date, the next one after the date above it, and its sums."""
    row = NIGHT_ROWS[0] + index
    dates, nets = night_column("A"), night_column("F")
    if index == 0:
        date = f'IF(COUNT({dates})=0,"",MIN({dates}))'
    else:
        later = f'SMALL({dates},COUNTIF({dates},"<="&I{row - 1})+1)'
        date = f'IF(I{row - 1}="","",IF(COUNTIF({dates},">"&I{row - 1})=0,"",{later}))'
    draft.put("Nights", f"I{row}", f"={date}", SHOWN_DATE)
    count = f"COUNTIFS({dates},I{row},{nets},{GOOD_ROW})"
    draft.put("Nights", f"J{row}", f'=IF(I{row}="","",{count})', CENTRED)
    for column, amounts in (("K", "C"), ("L", "D")):
        total = f"SUMIFS({night_column(amounts)},{dates},I{row},{nets},{GOOD_ROW})"
        draft.put("Nights", f"{column}{row}", f'=IF(I{row}="","",{total})', MONEY)
    rows_in_all = f"COUNTIF({dates},I{row})"
    missing = f'IF(J{row}<{rows_in_all},"Not all rows of this night are right",'
    more = f'FIXED(ABS(L{row}-K{row}),2)&IF(L{row}>K{row}," more"," less")&" cashed out than bought in"'
    check = f'IF(ROUND(L{row}-K{row},2)=0,"It adds up",{more})'
    draft.put("Nights", f"M{row}", f'=IF(I{row}="","",{missing}{check}))', WORD)


# standings


def add_standings(draft: Draft) -> None:
    """Add the ranking and the chart of the season."""
    text = "The season so far: from the sheet Nights, the biggest pots from the sheet Hands."
    sheet = titled_sheet(draft, "Standings", "Standings", text)
    headings = [
        "Place",
        "Player",
        "Nights",
        "Hours",
        "Bought in",
        "Cashed out",
        "Net",
        "Net an hour",
    ]
    draft.headings("Standings", "A4", [*headings, "Best night", "Worst night", "Biggest pot"])
    columns = dict(zip("BCDEFGIJK", "ABCDEFHIJ", strict=True))
    hours: Style = {**CENTRED, "num_format": "0.0"}
    styles = dict(zip("BCDEFGIJK", (LABEL | ANSWER, CENTRED, hours, *[MONEY] * 6), strict=True))
    last = PLAYERS_ROW + PLAYERS - 1
    for place in range(1, PLAYERS + 1):
        row = 4 + place
        orders = f"Working!$G${PLAYERS_ROW}:$G${last}"
        draft.put("Standings", f"A{row}", f'=IF({place}>MAX({orders}),"",{place})', CENTRED)
        for column, source in columns.items():
            area = f"Working!${source}${PLAYERS_ROW}:${source}${last}"
            answer = f"INDEX({area},MATCH($A{row},{orders},0))"
            draft.put("Standings", f"{column}{row}", f'=IF($A{row}="","",{answer})', styles[column])
        rate = f'IF(N(D{row})=0,"",G{row}/D{row})'
        draft.put("Standings", f"H{row}", f'=IF(A{row}="","",{rate})', MONEY)
    bottom = 5 + PLAYERS
    draft.label("Standings", f"B{bottom}", "All")
    for column in "DEFG":
        style = {**(hours if column == "D" else MONEY), "bold": True}
        draft.put("Standings", f"{column}{bottom}", f"=SUM({column}5:{column}{bottom - 1})", style)
    off = f'FIXED(ABS(G{bottom}),2)&" are "&IF(G{bottom}>0,"too much","missing")&": see the sheet Nights"'
    draft.put(
        "Standings", f"H{bottom}", f'=IF(ROUND(G{bottom},2)=0,"Everything adds up",{off})', WORD
    )
    won = {"type": "formula", "criteria": "=N(G5)>0", "format": draft.book.style(GREEN)}
    sheet.conditional_format(f"G5:G{bottom - 1}", won)
    sheet.set_column("A:A", 8)
    sheet.set_column("B:B", 18)
    sheet.set_column("C:D", 9)
    sheet.set_column("E:K", 12)
    _season_legend(draft, bottom + 2)
    _season_chart(draft, sheet, bottom + 3)
    draft.book.finish(sheet, f"A1:K{bottom + 25}", freeze="A5")


def _season_legend(draft: Draft, row: int) -> None:
    """Add the names in the colours of their lines.

    The legend of a chart would also show a line for each player without a name.
    """
    for index, color in enumerate(LINES):
        name = name_cell(index)
        style: Style = {**LABEL, "font_color": color, "align": "center", "shrink": True}
        formula = f'=IF({name}="","","● "&{name})'
        draft.put("Standings", f"{letter(1 + index)}{row}", formula, style)


def _season_chart(draft: Draft, sheet: Any, row: int) -> None:
    """Add the chart of the sums after each night: it grows with the nights."""
    chart = draft.book.file.add_chart({"type": "scatter", "subtype": "straight_with_markers"})
    first, last = MATRIX_ROW, MATRIX_ROW + len(NIGHTS) - 1
    for index, color in enumerate(LINES):
        column = M_SUMS + index
        chart.add_series({
            "name": ["Working", MATRIX_ROW - 2, column],
            "categories": ["Working", first - 1, M_DATES, last - 1, M_DATES],
            "values": ["Working", first - 1, column, last - 1, column],
            "line": {"color": color, "width": 2},
            "marker": {"type": "circle", "size": 5, "fill": {"color": color}, "border": {"color": color}},
        })  # fmt: skip
    style_chart(chart, "The season: net after each night", 900, 420)
    chart.set_x_axis(
        {"num_format": "d mmm", "label_position": "low", "major_gridlines": {"visible": False}}
    )
    chart.set_legend({"none": True})
    chart.show_na_as_empty_cell()
    sheet.insert_chart(f"A{row}", chart, {"description": "Each player's net after each night"})


def add_working(draft: Draft) -> None:
    """Add each player's sums, and a row for each night."""
    text = "Working of Standings: nothing to type here. #N/A keeps a chart from drawing nights that are still to come."
    sheet = working_sheet(draft, "Working", text)
    headings = ["Player", "Nights", "Hours", "Bought in", "Cashed out", "Net", "Place"]
    draft.headings(
        "Working", f"A{PLAYERS_ROW - 1}", [*headings, "Best night", "Worst night", "Biggest pot"]
    )
    draft.headings("Working", f"A{MATRIX_ROW - 1}", ["Night"])
    draft.headings("Working", f"{letter(M_DATES)}{MATRIX_ROW - 1}", ["For the chart"])
    names, nets = night_column("B"), night_column("F")
    bottom = MATRIX_ROW + len(NIGHTS) - 1
    for index in range(PLAYERS):
        row, column, sums = PLAYERS_ROW + index, letter(1 + index), letter(M_SUMS + index)
        source = f"Start!A{NAMES_ROW + index}"
        draft.put("Working", f"A{row}", f'=IF({source}="","",{source})', LABEL)
        nights = f"{column}{MATRIX_ROW}:{column}{bottom}"
        draft.put("Working", f"B{row}", f'=IF(A{row}="","",COUNT({nights}))')
        for total, amounts in (("C", "E"), ("D", "C"), ("E", "D")):
            formula = f"SUMIFS({night_column(amounts)},{names},A{row},{nets},{GOOD_ROW})"
            draft.put("Working", f"{total}{row}", f'=IF(N(B{row})=0,"",{formula})')
        draft.put("Working", f"F{row}", f'=IF(N(B{row})=0,"",ROUND(E{row}-D{row},2))')
        order = f"RANK(F{row},F${PLAYERS_ROW}:F${PLAYERS_ROW + PLAYERS - 1})+COUNTIF(F${PLAYERS_ROW - 1}:F{row - 1},F{row})"
        draft.put("Working", f"G{row}", f'=IF(N(B{row})=0,"",{order})')
        draft.put("Working", f"H{row}", f'=IF(N(B{row})=0,"",MAX({nights}))')
        draft.put("Working", f"I{row}", f'=IF(N(B{row})=0,"",MIN({nights}))')
        won = letter(GETS + index)
        pots = f"Hands!{won}${HAND_ROWS[0]}:{won}${HAND_ROWS[-1]}"
        draft.put("Working", f"J{row}", f'=IF(A{row}="","",MAX({pots}))')
        draft.put("Working", f"{column}{MATRIX_ROW - 1}", f"=A{row}", LABEL)
        draft.put("Working", f"{sums}{MATRIX_ROW - 1}", f'=IF(A{row}="","-",A{row})', LABEL)
    for index in NIGHTS:
        _night_of_matrix(draft, index)
    draft.headings("Working", "L4", ["To settle"])
    draft.label("Working", "L5", SEASON)
    for index in NIGHTS:
        draft.put("Working", f"L{6 + index}", f"=A{MATRIX_ROW + index}", SHOWN_DATE)
    sheet.set_column("A:W", 11)
    draft.book.finish(sheet, f"A1:W{bottom}")


def _night_of_matrix(draft: Draft, index: int) -> None:
    """Add a night's row: each player's net, and the sum of it and of the nights before."""
    row = MATRIX_ROW + index
    draft.put("Working", f"A{row}", f"=Nights!I{NIGHT_ROWS[0] + index}", SHOWN_DATE)
    dates = letter(M_DATES)
    draft.put("Working", f"{dates}{row}", f'=IF(A{row}="",N({dates}{row - 1}),A{row})', SHOWN_DATE)
    names, nets = night_column("B"), night_column("F")
    for player in range(PLAYERS):
        column, sums = letter(1 + player), letter(M_SUMS + player)
        head = f"{column}${MATRIX_ROW - 1}"
        is_blank = f'OR($A{row}="",{head}="")'
        of_night = f"{night_column('A')},$A{row},{names},{head}"
        net = f"ROUND(SUMIFS({nets},{of_night}),2)"
        played = f'IF(COUNTIFS({of_night},{nets},{GOOD_ROW})=0,"",{net})'
        draft.put("Working", f"{column}{row}", f'=IF({is_blank},"",{played})', MONEY)
        so_far = f"ROUND(SUM({column}${MATRIX_ROW}:{column}{row}),2)"
        draft.put("Working", f"{sums}{row}", f"=IF({is_blank},NA(),{so_far})", MONEY)
