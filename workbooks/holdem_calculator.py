"""The workbook holdem-calculator.xlsx: the odds of up to nine players, and the grid of the 169 starting hands.

The sheet *Calculator* is what people see. *Workings* checks what they type and asks our functions, each once for all
players; its rows of players have the numbers that they have on *Calculator*. `starting_hands` writes the grid.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from book_parts import (
    ANSWER,
    BLUE,
    GREY,
    HEADER,
    INPUT,
    LABEL,
    NOTE,
    PERCENT,
    PROBLEM,
    STEP,
    OpenBook,
    Style,
)
from starting_hands import write_grid
from xlsxwriter.utility import xl_col_to_name

PLAYERS = 9
FIRST, LAST = 13, 21
"""The rows of the players, on both sheets."""
RANKS, SUITS, SUIT_SIGNS = "AKQJT98765432", "CDHS", "♣♦♥♠"
CARDS = [rank + suit for suit in SUITS for rank in RANKS]
CARDS_TOP = 32
"""The row of the first of the 52 cards on *Workings*."""
CARDS_END = CARDS_TOP + len(CARDS) - 1
COLOURS = (
    "#F8CBAD", "#BDD7EE", "#C6E0B4", "#FFE699", "#D9C3EC",
    "#B4E5E1", "#F4B6C9", "#D6DCE4", "#DBC9A8",
)  # fmt: skip
"""A colour for each player."""
CATEGORIES = (
    "High card", "One pair", "Two pair", "Three of a kind", "Straight",
    "Flush", "Full house", "Four of a kind", "Straight flush", "Royal flush",
)  # fmt: skip
WIDTHS = (62, 132, 230, 108, 54, 50, 56, *[49] * len(CATEGORIES), 60)
"""The columns of *Calculator*, in pixels."""
CHANCE: Style = {**PERCENT, "font_size": 9, "num_format": "0.0%;;–"}
STEPS = (
    "1  Yellow cells are yours: a hand for each player in B13:B21, as AhKh, 10♥ 9♥ or a range such as TT+, AK; random is any hand.",
    "2  Type the board into E9:I9, a card a cell: none, or three to five. Cards that are out of play go into E10.",
    "3  Beside each hand stand its name, its best five cards, its odds, and what it becomes by the river.",
    "4  After a flop or turn of known hands the small table shows who leads after each next card.",
    "5  Pot odds: type pot and call into C26 and C27. Omaha: choose it in B9. The 169 starting hands are on the next sheet.",
)
BOARD_CELLS = ("E9", "F9", "G9", "H9", "I9")
DEAD_CELL, GAME_CELL = "E10", "B9"
EXAMPLE_HANDS = ("6c 7c", "Ah Ad", "Kc Qc")
EXAMPLE_BOARD = ("8c", "9s", "4c")
ODDS_COLUMNS = 3 * (PLAYERS + 1)
"""Win, tie and equity of each player, and of the seat that names dead cards."""
ODDS = f"A24:{xl_col_to_name(ODDS_COLUMNS - 1)}24"
NAMES = {
    "board": "=Workings!$B$3",
    "board_problem": "=Workings!$B$6",
    "dead_cards": "=Workings!$B$7",
    "dead_problem": "=Workings!$B$9",
    "is_omaha": "=Workings!$B$10",
    "odds_problem": "=Workings!$B$26",
    "can_show_next": "=Workings!$B$28",
}
"""Names of single cells, so that the formulas can be read."""


def write(path: Path) -> None:
    """Write the workbook."""
    with OpenBook(path) as book:
        calculator = book.sheet("Calculator")
        grid = book.sheet("Starting hands")
        workings = book.sheet("Workings")
        for name, cell in NAMES.items():
            book.file.define_name(name, cell)
        _write_inputs(book, calculator)
        _write_players(book, calculator)
        _write_pot_odds(book, calculator)
        _write_next_cards(book, calculator)
        _draw_equities(book, calculator)
        book.finish(calculator, "A1:R32", freeze="C13")
        _write_checks(book, workings)
        for row in range(FIRST, LAST + 1):
            _write_workings_of_player(book, workings, row)
        _write_odds(book, workings)
        _write_cards(book, workings)
        _finish_workings(book, workings)
        write_grid(book, grid)


# --- the sheet Calculator ------------------------------------------------------------------------


def _write_inputs(book: OpenBook, sheet: Any) -> None:
    """Write the first screen, the game, the board and the dead cards."""
    for column, width in enumerate(WIDTHS):
        sheet.set_column_pixels(column, column, width)
    book.first_screen(sheet, "Hold'em calculator", STEPS)
    sheet.set_row_pixels(7, 8)
    right: Style = {**LABEL, "align": "right"}
    centred: Style = {**INPUT, "align": "center"}
    book.text(sheet, "A9", "Game")
    book.input(sheet, GAME_CELL, "Hold'em")
    sheet.data_validation(GAME_CELL, {"validate": "list", "source": ["Hold'em", "Omaha"]})
    book.text(sheet, "D9", "Board", right)
    for place, cell in enumerate(BOARD_CELLS):
        card = EXAMPLE_BOARD[place] if place < len(EXAMPLE_BOARD) else None
        book.input(sheet, cell, card, centred)
    book.text(sheet, "D10", "Dead cards", right)
    sheet.merge_range(f"{DEAD_CELL}:I10", "", book.style(INPUT))
    _offer_cards(sheet, "E9:I9", "A card, such as 8c, 10♥ or Ah. Choose one, or type it.")
    _explain(sheet, DEAD_CELL, "Cards that are out of play, such as 2h 3d. At most eight.")
    for row, cell in ((9, "B11"), (10, "B12")):
        sheet.merge_range(f"J{row}:R{row}", "", book.style(PROBLEM))
        book.formula(sheet, f"J{row}", f"=Workings!{cell}", PROBLEM)
        sheet.set_row_pixels(row - 1, 24)
    sheet.set_row_pixels(10, 8)


def _offer_cards(sheet: Any, cells: str, text: str) -> None:
    """Offer the 52 cards in a list; any other spelling can be typed."""
    source = f"=Workings!$A${CARDS_TOP}:$A${CARDS_END}"
    rule = {"validate": "list", "source": source, "show_error": False}
    sheet.data_validation(cells, {**rule, "input_title": "Board", "input_message": text})


def _explain(sheet: Any, cells: str, text: str) -> None:
    """Show a text where one is about to type; anything can be typed."""
    rule = {"validate": "any", "input_title": "What to type", "input_message": text}
    sheet.data_validation(cells, rule)


def _write_players(book: OpenBook, sheet: Any) -> None:
    """Write the table of the players."""
    headers = ("Player", "Hand or range", "Hand now, or what is wrong", "Best five")
    headers += ("Win", "Tie", "Equity", *CATEGORIES, "Next cards that lead")
    for column, header in enumerate(headers):
        sheet.write_string(FIRST - 2, column, header, book.style(HEADER, font_size=9))
    sheet.set_row_pixels(FIRST - 2, 40)
    _explain(
        sheet,
        f"B{FIRST}:B{LAST}",
        "Two cards, as AhKh; a range, as TT+, AK; random; or blank. In Omaha four to six cards.",
    )
    for row in range(FIRST, LAST + 1):
        _write_player(book, sheet, row)
    blank = book.style({"font_color": GREY})
    area = f"H{FIRST}:Q{LAST}"
    sheet.conditional_format(area, {"type": "cell", "criteria": "==", "value": 0, "format": blank})
    scale = {"type": "2_color_scale", "min_color": "#FFFFFF", "max_color": "#7FB2E5"}
    limits = {"min_type": "num", "min_value": 0, "max_type": "num", "max_value": 1}
    sheet.conditional_format(area, {**scale, **limits})
    sheet.merge_range(f"A{LAST + 1}:R{LAST + 1}", "", book.style(PROBLEM))
    book.formula(sheet, f"A{LAST + 1}", "=Workings!B27", PROBLEM)


def _write_player(book: OpenBook, sheet: Any, row: int) -> None:
    """Write the row of a player."""
    player = row - FIRST
    example = EXAMPLE_HANDS[player] if player < len(EXAMPLE_HANDS) else None
    sheet.set_row_pixels(row - 1, 26)
    colour = {"bg_color": COLOURS[player], "align": "center", "valign": "vcenter", "bold": True}
    sheet.write_number(f"A{row}", player + 1, book.style({**ANSWER, **colour}))
    book.input(sheet, f"B{row}", example)
    cell = f"C{row}"
    hand: Style = {**ANSWER, "text_wrap": True, "font_size": 9}
    book.formula(sheet, cell, f'=IF(Workings!U{row}<>"",Workings!U{row},Workings!Q{row})', hand)
    red = book.style({"font_color": PROBLEM["font_color"]})
    is_problem = f'=Workings!$U{row}<>""'
    sheet.conditional_format(cell, {"type": "formula", "criteria": is_problem, "format": red})
    book.formula(sheet, f"D{row}", f"=Workings!R{row}", {**ANSWER, "font_size": 9})
    for place in range(3):
        odds = f"Workings!{xl_col_to_name(3 * player + place)}$24"
        formula = f'=IF(OR(Workings!$B{row}="",ISTEXT(Workings!$A$24)),"",{odds})'
        style: Style = {**PERCENT, "bold": place == 2}
        book.formula(sheet, f"{'EFG'[place]}{row}", formula, style)
    for place in range(len(CATEGORIES)):
        chance = f"Workings!{xl_col_to_name(6 + place)}{row}"
        formula = f'=IF(ISTEXT({chance}),"",{chance})'
        column = xl_col_to_name(7 + place)
        book.formula(sheet, f"{column}{row}", formula, CHANCE)
    formula = f'=IF(OR(NOT(can_show_next),Workings!$B{row}=""),"",COUNTIF($E$26:$Q$29,$A{row}))'
    book.formula(sheet, f"R{row}", formula, {**ANSWER, "align": "center"})


def _write_pot_odds(book: OpenBook, sheet: Any) -> None:
    """Write pot, call and what the call is worth."""
    book.text(sheet, "A24", "Pot odds")
    for row in range(24, 32):
        sheet.set_row_pixels(row - 1, 22)
    amount: Style = {**INPUT, "num_format": "#,##0.##", "align": "center"}
    value: Style = {**ANSWER, "num_format": "0.00", "align": "center"}
    share: Style = {**PERCENT, "align": "center"}
    labels = ("Player who calls", "Pot before the call", "To call", "Equity", "Equity needed")
    for row, label in enumerate((*labels, "Value of the call"), 25):
        sheet.merge_range(f"A{row}:B{row}", label, book.style(ANSWER))
    for cell, example in (("C25", 1), ("C26", 100), ("C27", 50)):
        book.input(sheet, cell, example, amount)
    _restrict(sheet, "C25", "integer", (1, PLAYERS), "The number of a player, 1 to 9.")
    _restrict(sheet, "C26:C27", "decimal", (0, 1e12), "An amount, 0 or more.")
    equity = f'=IF(OR(ISTEXT(Workings!A24),NOT(ISNUMBER(C25))),"",INDEX(G{FIRST}:G{LAST},C25))'
    book.formula(sheet, "C28", equity, share)
    has_amounts = "AND(ISNUMBER(C26),ISNUMBER(C27))"
    needed = f'=IF({has_amounts},IF(C26+C27>0,C27/(C26+C27),""),"")'
    book.formula(sheet, "C29", needed, share)
    worth = f'=IF(OR(C28="",NOT({has_amounts})),"",C28*(C26+C27)-C27)'
    book.formula(sheet, "C30", worth, value)
    advice = (
        f'=IF(NOT({has_amounts}),"Type pot and call as numbers.",IF(C30="","This player has no odds.",'
        'IF(ROUND(C30,2)>0,"Call: it wins "&TEXT(C30,"0.00")&" on average.",IF(ROUND(C30,2)=0,'
        '"Call or fold: it makes no difference.","Fold: a call loses "&TEXT(-C30,"0.00")&" on average."))))'
    )
    sheet.merge_range("A31:C31", "", book.style(LABEL))
    book.formula(sheet, "A31", advice, LABEL)


def _restrict(sheet: Any, cells: str, kind: str, limits: tuple[float, float], message: str) -> None:
    """Accept only numbers within limits."""
    least, most = limits
    rule = {"validate": kind, "criteria": "between", "minimum": least, "maximum": most}
    rule |= {"error_title": "Not possible", "error_message": message, "input_message": message}
    sheet.data_validation(cells, rule)


def _write_next_cards(book: OpenBook, sheet: Any) -> None:
    """Write the table of the next cards: who leads after each."""
    title = (
        '=IF(can_show_next,"Who leads after the next card: the number of the player, = for a tie, · for a known card",'
        '"Who leads after the next card: shown after a flop or turn, for known hands")'
    )
    book.formula(sheet, "D24", title, LABEL)
    right: Style = {**STEP, "align": "right"}
    for place, rank in enumerate(RANKS, 4):
        sheet.write_string(24, place, "10" if rank == "T" else rank, book.style(HEADER))
    centred: Style = {**ANSWER, "align": "center"}
    for down, sign in enumerate(SUIT_SIGNS):
        row = 26 + down
        colour = "#C00000" if sign in "♦♥" else "#000000"
        book.text(sheet, f"D{row}", sign, {**right, "font_size": 13, "font_color": colour})
        for across in range(len(RANKS)):
            source = CARDS_TOP + len(RANKS) * down + across
            winner, dead = f"Workings!$C{source}", f"Workings!$D{source}"
            formula = (
                f'=IF({winner}="","",IF(OR(ISTEXT({winner}),ISTEXT({dead})),"·",'
                f'IF({winner}=0,"=",{winner})))'
            )
            book.formula(sheet, f"{xl_col_to_name(4 + across)}{row}", formula, centred)
    for player, colour in enumerate(COLOURS, 1):
        fill = book.style({"bg_color": colour})
        rule = {"type": "cell", "criteria": "==", "value": player, "format": fill}
        sheet.conditional_format("E26:Q29", rule)
    outs = (
        f'=IF(NOT(can_show_next),"",IF(Workings!F{CARDS_END}="","No next card brings player "&C25&" into the lead.",'
        f'"Player "&C25&" leads after:"&Workings!F{CARDS_END}))'
    )
    sheet.merge_range("E30:R31", "", book.style(STEP, text_wrap=True))
    book.formula(sheet, "E30", outs, {**STEP, "text_wrap": True})


def _draw_equities(book: OpenBook, sheet: Any) -> None:
    """Draw the equities as columns in the colours of the players."""
    chart = book.file.add_chart({"type": "column"})
    points = [{"fill": {"color": colour}, "border": {"color": "#7F7F7F"}} for colour in COLOURS]
    chart.add_series(
        {
            "name": "Equity",
            "categories": f"=Calculator!$A${FIRST}:$A${LAST}",
            "values": f"=Calculator!$G${FIRST}:$G${LAST}",
            "points": points,
            "gap": 40,
            "data_labels": {"value": True, "num_format": "0%;;", "font": {"size": 8}},
        }
    )
    chart.set_title({"name": "Equity of each player", "name_font": {"size": 10}})
    chart.set_legend({"none": True})
    chart.set_y_axis(
        {"min": 0, "max": 1, "num_format": "0%", "major_gridlines": {"visible": False}}
    )
    chart.set_size({"width": 440, "height": 160})
    chart.set_chartarea({"border": {"color": BLUE}})
    sheet.insert_chart("J1", chart, {"x_offset": 4, "y_offset": 4, "object_position": 3})


# --- the sheet Workings --------------------------------------------------------------------------


def _write_checks(book: OpenBook, sheet: Any) -> None:
    """Write what is known about board, dead cards and game."""
    cells = '&" "&'.join(f"Calculator!{cell}" for cell in BOARD_CELLS)
    too_few = '" board card"&IF(B5=1,"","s")&": a board has three to five cards, or none"'
    is_board_of_odds = 'ISNUMBER(SEARCH("board cards",odds_problem))'
    are_dead_of_odds = 'ISNUMBER(SEARCH("the dead cards",odds_problem))'
    rows = {
        3: ("Board", f"=TRIM({cells})"),
        4: ("Board as it was read", '=IF(B3="","",BESTHAND(B3))'),
        5: ("Cards on the board", '=IF(B4="",0,IF(LEFT(B4,1)="#",0,(LEN(B4)+1)/3))'),
        6: (
            "What is wrong with it",
            f'=IF(B3="","",IF(LEFT(B4,1)="#",MID(B4,9,300),IF(B5<3,B5&{too_few},"")))',
        ),
        7: ("Dead cards", f"=TRIM(Calculator!{DEAD_CELL})"),
        8: ("Dead cards as they were read", '=IF(B7="","",HANDVAL(B7))'),
        9: (
            "What is wrong with them",
            (
                f'=IF(B7="","",IF(LEFT(B8,1)="#",MID(B8,9,300),'
                f'IF(B29={len(CARDS)},"at most eight cards can be dead","")))'
            ),
        ),
        10: ("Omaha", f'=Calculator!{GAME_CELL}="Omaha"'),
        11: (
            "Shown beside the board",
            f'=IF(board_problem<>"",board_problem,IF({is_board_of_odds},odds_problem,""))',
        ),
        12: (
            "Shown beside the dead cards",
            (
                f'=IF(dead_problem<>"",dead_problem,IF({are_dead_of_odds},'
                'SUBSTITUTE(odds_problem,"hole ","player "),""))'
            ),
        ),
    }
    for row, (label, formula) in rows.items():
        book.text(sheet, f"A{row}", label, STEP)
        book.formula(sheet, f"B{row}", formula)


def _write_workings_of_player(book: OpenBook, sheet: Any, row: int) -> None:
    """Write the checks, the seat, the chances and the hand of a player."""
    is_list = f'ISNUMBER(SEARCH(",",B{row}))'
    takes_four = (
        f'IF(LEFT(C{row},1)="#",MID(C{row},9,300),"Omaha takes four to six cards, or random")'
    )
    in_omaha = (
        f'IF(AND(D{row}>0,D{row}<4),"Omaha takes four to six cards",'
        f'IF(OR(D{row}>0,C{row}="",{is_list},LOWER(B{row})="random"),"",{takes_four}))'
    )
    in_holdem = f'IF(D{row}>3,"four cards and more are Omaha: choose it in {GAME_CELL}","")'
    is_ready = f'AND(B{row}<>"",E{row}="",board_problem="",dead_problem="")'
    names_seat = f'ISNUMBER(SEARCH("hole "&A{row},odds_problem))'
    is_of_others = f'ISNUMBER(SEARCH("the dead cards",G{row}))'
    chances_problem = f'IF(AND(LEFT(G{row},1)="#",NOT({is_of_others})),MID(G{row},9,300),"")'
    formulas = {
        "A": f"=Calculator!A{row}",
        "B": f"=TRIM(Calculator!B{row})",
        "C": f'=IF(B{row}="","",BESTHAND(B{row}))',
        "D": f'=IF(C{row}="",0,IF(LEFT(C{row},1)="#",0,(LEN(C{row})+1)/3))',
        "E": f'=IF(B{row}="","",IF(is_omaha,{in_omaha},{in_holdem}))',
        "F": f'=IF(B{row}="","folded",B{row})',
        "Q": f'=IF({is_ready},{_hand_now(row)},"")',
        "R": f'=IF(OR(NOT({is_ready}),U{row}<>"",D{row}=0,AND(is_omaha,board="")),"",BESTHAND(B{row},board))',
        "S": f"={chances_problem}",
        "T": f'=IF({names_seat},SUBSTITUTE(odds_problem,"hole ","player "),"")',
        "U": (
            f'=IF(E{row}<>"",E{row},IF(T{row}<>"",T{row},'
            f'IF(S{row}<>"",SUBSTITUTE(S{row},"and hole","and in this hand"),'
            f'IF(LEFT(Q{row},1)="#",MID(Q{row},9,300),""))))'
        ),
    }
    for column, formula in formulas.items():
        book.formula(sheet, f"{column}{row}", formula)
    has_chances = f"AND({is_ready},NOT(AND(is_omaha,D{row}=0)))"
    chances = f'=IF({has_chances},CHANCES(board,B{row},dead_cards),"")'
    book.array(sheet, f"G{row}:P{row}", chances)


def _hand_now(row: int) -> str:
    """Return the formula part for a player's hand in words."""
    cards = f'IF(AND(is_omaha,board=""),D{row}&" cards",HANDNAME(BESTHAND(B{row},board)))'
    others = f'IF(LOWER(B{row})="random","any hand",IF(C{row}="","out","a range"))'
    return f"IF(D{row}>0,{cards},{others})"


def _write_odds(book: OpenBook, sheet: Any) -> None:
    """Write the one call of EQUITY, and what is said about all players."""
    seats = ",".join(f"F{row}" for row in range(FIRST, LAST + 1))
    dead = 'IF(dead_cards="","folded","dead "&dead_cards)'
    texts, problems, cards = (f"{column}{FIRST}:{column}{LAST}" for column in "BED")
    players = f"SUMPRODUCT(--(LEN({texts})>0))"
    has_problem = f'OR(SUMPRODUCT(--(LEN({problems})>0))>0,board_problem<>"",dead_problem<>"")'
    lacks_omaha = f'AND(is_omaha,MAX({cards})<4,SUMPRODUCT(--ISNUMBER(SEARCH(",",{texts})))=0)'
    can_ask = f"AND({players}>0,NOT({has_problem}),NOT({lacks_omaha}))"
    book.array(sheet, ODDS, f'=IF({can_ask},EQUITY(board,{seats},{dead}),"")')
    said = f"U{FIRST}:U{LAST}"
    is_said_elsewhere = f'OR(SUMPRODUCT(--(LEN({said})>0))>0,B11<>"",B12<>"")'
    unknown = f"SUMPRODUCT((LEN({texts})>0)*({cards}=0)*(LEN(C{FIRST}:C{LAST})>0))"
    rows = {
        26: ("What EQUITY says", '=IF(LEFT(A24,1)="#",MID(A24,9,300),"")'),
        27: (
            "Shown below the players",
            (
                f'=IF({is_said_elsewhere},"The odds appear when what is said in red is mended.",'
                f'IF({players}=0,"Type a hand for each player.",'
                f'IF({lacks_omaha},"Omaha needs a player with four to six known cards.",'
                f'IF(odds_problem<>"",odds_problem,IF({players}=1,"One player wins everything: '
                'type a second hand, or random.","")))))'
            ),
        ),
        28: (
            "Can the next cards be shown",
            f"=AND(OR(B5=3,B5=4),ISNUMBER(A24),{players}>1,{unknown}=0)",
        ),
        29: ("Cards that are dead, or unreadable", f"=SUMPRODUCT(--ISTEXT({_cards('D')}))"),
    }
    for row, (label, formula) in rows.items():
        book.text(sheet, f"A{row}", label, STEP)
        book.formula(sheet, f"B{row}", formula)


def _cards(column: str) -> str:
    """Return the rows of the 52 cards in a column."""
    return f"{column}{CARDS_TOP}:{column}{CARDS_END}"


def _write_cards(book: OpenBook, sheet: Any) -> None:
    """Write who leads after each of the 52 cards."""
    seats = ",".join(f"F{row}" for row in range(FIRST, LAST + 1))
    boards, with_dead = _cards("B"), _cards("E")
    winners = f"IF(is_omaha,OMAHA({boards},{seats}),HOLDEM({boards},{seats}))"
    book.array(sheet, _cards("C"), f'=IF(can_show_next,{winners},"")')
    book.array(sheet, _cards("D"), f'=IF(dead_cards="",0,HANDVAL({with_dead}))')
    for row, card in enumerate(CARDS, CARDS_TOP):
        book.text(sheet, f"A{row}", card, STEP)
        book.formula(sheet, f"B{row}", f'=IF(can_show_next,board&" "&A{row},"")')
        book.formula(sheet, f"E{row}", f'=dead_cards&" "&A{row}')
        earlier = "" if row == CARDS_TOP else f"F{row - 1}&"
        leads = (
            f"AND(can_show_next,NOT(ISTEXT(C{row})),NOT(ISTEXT(D{row})),C{row}=Calculator!$C$25)"
        )
        book.formula(sheet, f"F{row}", f'={earlier}IF({leads}," "&A{row},"")')


def _finish_workings(book: OpenBook, sheet: Any) -> None:
    """Write the headings, and lock the sheet."""
    book.text(
        sheet, "A1", "What the sheet Calculator works with. There is nothing to type here.", LABEL
    )
    headings = {
        "A23": "Odds: win, tie, equity of each player, then of the dead cards",
        "A31": "Card", "B31": "Board with it", "C31": "Leader", "D31": "Text: dead", "E31": "Dead with it",
        "F31": "Leads so far",
    }  # fmt: skip
    for cell, heading in headings.items():
        book.text(sheet, cell, heading, NOTE)
    of_players = (
        "As it was read", "Cards", "Of another game", "Seat of EQUITY", *CATEGORIES,
        "Hand now", "Best five", "What CHANCES says", "What EQUITY says", "What is wrong",
    )  # fmt: skip
    for column, heading in enumerate(of_players, 2):
        sheet.write_string(FIRST - 2, column, heading, book.style(NOTE))
    for columns, width in {"A:A": 32, "B:C": 26, "D:D": 10, "E:F": 20, "G:P": 14}.items():
        sheet.set_column(columns, width)
    sheet.set_column("Q:U", 28)
    book.finish(sheet, f"A1:U{CARDS_END}", freeze="A3", pages=0)
