"""The sheet *Starting hands* of the calculator: the equity of each of the 169 hands against a hand or range.

Before the flop it comes from the exact table (`exact_table`), without a call. Which hands a range holds is asked by
CHANCES on a river, where it has nothing to count: a hand is in the range if nothing is left of it without the range.

    AKs,!TT+,!AK    no hand is left: AKs is in TT+, AK
    AQs,!TT+,!AK    four hands are left: AQs is not

On a board one call of EQUITY answers all hands, when it is asked for.
"""

from __future__ import annotations

from typing import Any

from book_parts import ANSWER, HEADER, INPUT, LABEL, NOTE, PROBLEM, STEP, OpenBook, Style
from exact_table import NAMES, points
from xlsxwriter.utility import xl_col_to_name

SIZE = 13
GRID_TOP, GRID_LEFT = 12, 1
"""The first cell of the grid: row 12 (row 11 holds the ranks), column B."""
TOP = 12
"""The row of the first hand on the sheet *Exact odds*."""
END = TOP + len(NAMES) - 1
POINTS_LEFT = 12
"""The first column of the points, M."""
RIVER = "2C 7D 9H JS 4C"
"""A board that leaves something of each starting hand."""
NOTHING_LEFT = "no hand is left"
RANKS = "AKQJT98765432"
STEPS = (
    "How often each of the 169 starting hands wins: pairs from corner to corner, suited hands above them, offsuit below.",
    "Type the opponent into C7: random, top 20%, a range such as TT+, AK, or player 2 for that hand on Calculator.",
    "Choose in C8 whether the board of Calculator counts. With a board the grid takes a moment.",
)
RANGE_CELL, BOARD_CELL = "C7", "C8"
BEFORE_THE_FLOP, WITH_BOARD = "Before the flop", "With the board"
WHOLE: Style = {**ANSWER, "num_format": "#,##0"}
SPELLINGS = (
    ("top ", ""), ("any two", "any"), ("/", ","), (";", ","), (" ", ","), (",,", ","), (",,", ","),
)  # fmt: skip
"""What makes the items of a range stand between single commas."""
SUGGESTIONS = ("random", "top 10%", "top 20%", "top 40%", "TT+, AK", "player 1", "player 2")


def write_grid(book: OpenBook, sheet: Any) -> None:
    """Write the sheet *Starting hands*, and the sheet *Exact odds* behind it."""
    odds = book.sheet("Exact odds")
    book.file.define_name("opponent", "='Exact odds'!$B$4")
    book.file.define_name("opponent_problem", "='Exact odds'!$B$8")
    book.file.define_name("counts_board", "='Exact odds'!$B$5")
    _write_inputs(book, sheet)
    _write_cells(book, sheet)
    book.finish(sheet, "A1:N25", freeze="")
    _write_opponent(book, odds)
    _write_hands(book, odds)
    _write_points(book, odds)
    book.finish(odds, f"A1:K{END}", freeze=f"B{TOP}", pages=0)


def _write_inputs(book: OpenBook, sheet: Any) -> None:
    """Write what to type where."""
    sheet.set_column_pixels(0, 0, 40)
    sheet.set_column_pixels(1, SIZE, 70)
    book.text(
        sheet, "A1", "Starting hands", {"bold": True, "font_size": 16, "font_color": "#1F3864"}
    )
    for row, step in enumerate(STEPS, 2):
        book.text(sheet, f"A{row}", step, STEP)
    book.status(sheet, "A5")
    for row, label, value in ((7, "Opponent", "random"), (8, "Board", BEFORE_THE_FLOP)):
        book.text(sheet, f"A{row}", label)
        sheet.merge_range(f"C{row}:E{row}", "", book.style(INPUT))
        book.input(sheet, f"C{row}", value)
        sheet.merge_range(f"F{row}:N{row}", "", book.style(PROBLEM))
        sheet.set_row_pixels(row - 1, 24)
    source = {"validate": "list", "source": list(SUGGESTIONS), "show_error": False}
    message = "random, top 20%, TT+, AK, or player 2. Choose one, or type it."
    sheet.data_validation(RANGE_CELL, {**source, "input_message": message})
    choices = {"validate": "list", "source": [BEFORE_THE_FLOP, WITH_BOARD]}
    sheet.data_validation(BOARD_CELL, choices)
    book.formula(sheet, "F7", "=opponent_problem", PROBLEM)
    book.formula(sheet, "F8", "='Exact odds'!B9", PROBLEM)
    book.formula(sheet, "A10", "='Exact odds'!B10", LABEL)


def _write_cells(book: OpenBook, sheet: Any) -> None:
    """Write the 13 x 13 cells, coloured by their equity; each number shows the hand before it."""
    for place, rank in enumerate(RANKS):
        sheet.write_string(GRID_TOP - 2, GRID_LEFT + place, rank, book.style(HEADER))
        sheet.write_string(GRID_TOP - 1 + place, 0, rank, book.style(HEADER))
        sheet.set_row_pixels(GRID_TOP - 1 + place, 26)
    for place, name in enumerate(NAMES):
        row, column = divmod(place, SIZE)
        cell = f"{xl_col_to_name(GRID_LEFT + column)}{GRID_TOP + row}"
        shape: Style = {**ANSWER, "align": "center", "font_size": 9, "num_format": f'"{name}" 0%'}
        book.formula(sheet, cell, f"='Exact odds'!K{TOP + place}", shape)
    last = f"{xl_col_to_name(GRID_LEFT + SIZE - 1)}{GRID_TOP + SIZE - 1}"
    colours = {"min_color": "#F8696B", "mid_color": "#FFEB84", "max_color": "#63BE7B"}
    scale = {"type": "3_color_scale", **colours}
    sheet.conditional_format(f"{xl_col_to_name(GRID_LEFT)}{GRID_TOP}:{last}", scale)


def _write_opponent(book: OpenBook, sheet: Any) -> None:
    """Write what is known about the opponent: the text, its items, and what is wrong."""
    typed = f"TRIM('Starting hands'!{RANGE_CELL})"
    player = 'MATCH(LOWER(B3),{"player 1","player 2","player 3","player 4","player 5","player 6","player 7","player 8","player 9"},0)'
    items = "LOWER(B4)"
    for old, new in SPELLINGS:
        items = f'SUBSTITUTE({items},"{old}","{new}")'
    special = '{"!",":","@","[","(",",-"}'
    rows = {
        3: ("Typed", f"={typed}"),
        4: ("Opponent", f"=IF(ISNUMBER({player}),INDEX(Workings!B13:B21,{player}),B3)"),
        5: (
            "With the board",
            f'=AND(\'Starting hands\'!{BOARD_CELL}="{WITH_BOARD}",Workings!B5>=3,board_problem="")',
        ),
        6: ("Items of the range", f'=IF(OR(LOWER(B4)="random",LOWER(B4)="any two"),"any",{items})'),
        7: ("The range on a river", f'=IF(OR(B4="",B6="any"),"",CHANCES("{RIVER}",B4))'),
        8: ("What is wrong with the opponent", f"={_opponent_problem(special)}"),
        9: (
            "What is wrong with the board",
            (
                f'=IF(OR(counts_board,\'Starting hands\'!{BOARD_CELL}="{BEFORE_THE_FLOP}"),"",'
                'IF(board_problem<>"",board_problem,"there is no board on Calculator: these are the odds before the flop"))'
            ),
        ),
        10: (
            "Title",
            (
                '=IF(opponent_problem<>"","","Equity against "&IF(B6="any","a random hand",B4)&'
                'IF(counts_board," on "&board,", before the flop, exact"))'
            ),
        ),
    }
    for row, (label, formula) in rows.items():
        book.text(sheet, f"A{row}", label, STEP)
        book.formula(sheet, f"B{row}", formula)


def _opponent_problem(special: str) -> str:
    """Return the formula part for the sentence about an opponent whose text is not understood."""
    rest = f'CHANCES("{RIVER}",B4&D{END})'
    whole = f'ISNUMBER(SEARCH("{NOTHING_LEFT}",INDEX({rest},1,1)))'
    return (
        'IF(is_omaha,"the grid is for hold\'em: choose it on Calculator",'
        'IF(B4="",IF(B3="","type an opponent, such as random or TT+, AK",B3&" has no hand on Calculator"),'
        'IF(B6="any","",'
        'IF(AND(LEFT(B7,1)="#",ISERROR(SEARCH("board and hole",B7)),ISERROR(SEARCH("no hand of",B7))),MID(B7,9,300),'
        'IF(counts_board,IF(AND(LEFT(H12,1)="#",ISNUMBER(SEARCH("hole 2",H12))),SUBSTITUTE(MID(H12,9,300),"hole 2","the opponent"),""),'
        f"IF(SUMPRODUCT(--ISNUMBER(SEARCH({special},B4)))>0,"
        '"before the flop a range here has no weights and no exceptions",'
        f'IF({whole},"","before the flop name whole starting hands, such as AKs or QQ+; single cards count with a board"))))))'
        ")"
    )


def _write_hands(book: OpenBook, sheet: Any) -> None:
    """Write what is worked out for each starting hand."""
    headings = (
        "Hand", "The hand without the range", "What is left of it", "Hands of the range", "In the range",
        "Points", "Points of the range", "Win", "Tie", "Equity on the board", "Equity shown",
    )  # fmt: skip
    sheet.set_column("A:D", 28)
    sheet.set_column("E:E", 12)
    sheet.set_column("F:K", 18)
    book.text(
        sheet,
        "A1",
        "What the sheet Starting hands works with. There is nothing to type here.",
        LABEL,
    )
    for column, heading in enumerate(headings):
        sheet.write_string(TOP - 2, column, heading, book.style(NOTE))
    needs_range = 'AND(NOT(counts_board),NOT(is_omaha),B4<>"",B6<>"any",LEFT(B7,1)<>"#")'
    book.array(sheet, _rows("C"), f'=IF({needs_range},CHANCES("{RIVER}",{_rows("B")}),"")')
    book.array(sheet, _rows("F"), f"=MMULT({_points_area()},{_rows('E')})", WHOLE)
    dead = 'IF(dead_cards="","folded","dead "&dead_cards)'
    can_ask = 'AND(counts_board,NOT(is_omaha),B4<>"")'
    equity = f'=IF({can_ask},EQUITY(board,{_rows("A")},B4,{dead}),"")'
    book.array(sheet, f"H{TOP}:J{END}", equity)
    for place, name in enumerate(NAMES):
        _write_hand(book, sheet, TOP + place, name)


def _write_hand(book: OpenBook, sheet: Any, row: int, name: str) -> None:
    """Write the row of a starting hand."""
    book.text(sheet, f"A{row}", name, STEP)
    book.formula(sheet, f"B{row}", f'=A{row}&",!"&SUBSTITUTE($B$6,",",",!")')
    earlier = "" if row == TOP else f"D{row - 1}&"
    book.formula(sheet, f"D{row}", f'={earlier}IF(E{row}=1,",!"&A{row},"")')
    is_in_range = f'ISNUMBER(SEARCH("{NOTHING_LEFT}",C{row}))'
    book.formula(sheet, f"E{row}", f'=IF(OR($B$6="any",{is_in_range}),1,0)')
    column = xl_col_to_name(POINTS_LEFT + row - TOP)
    against = f"SUMPRODUCT({column}${TOP}:{column}${END},E${TOP}:E${END})"
    book.formula(sheet, f"G{row}", f"={against}", WHOLE)
    on_board = f'IF(ISTEXT(J{row}),"",J{row})'
    shown = f'=IF(opponent_problem<>"","",IF(counts_board,{on_board},F{row}/(F{row}+G{row})))'
    book.formula(sheet, f"K{row}", shown)


def _rows(column: str) -> str:
    """Return the rows of the starting hands in a column."""
    return f"{column}{TOP}:{column}{END}"


def _points_area() -> str:
    """Return the area of the points."""
    first, last = xl_col_to_name(POINTS_LEFT), xl_col_to_name(POINTS_LEFT + len(NAMES) - 1)
    return f"{first}{TOP}:{last}{END}"


def _write_points(book: OpenBook, sheet: Any) -> None:
    """Write the exact table: the points of each hand against each hand."""
    title = (
        "Points of the hand of the row against the hand of the column, over all boards: 2 for a win, 1 for a tie."
        " Both hands together have all points."
    )
    sheet.write_string(TOP - 3, POINTS_LEFT, title, book.style(NOTE))
    sheet.write_row(TOP - 2, POINTS_LEFT, NAMES, book.style(HEADER))
    number = book.style({"num_format": "#,##0"})
    for row, values in enumerate(points(), TOP - 1):
        sheet.write_row(row, POINTS_LEFT, values, number)
    sheet.set_column(POINTS_LEFT, POINTS_LEFT + len(NAMES) - 1, 12)
