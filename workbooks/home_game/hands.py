"""The sheet *Hands*: who wins, what each player gets, and what is wrong with a hand."""

from __future__ import annotations

from typing import Any

from book_parts import ANSWER, BLUE, GREY, LABEL, RED, STEP, Style
from draft import Draft, letter

from home_game.parts import (
    CARD,
    DATE,
    GREEN,
    HAND_ROWS,
    MONEY,
    MONEY_INPUT,
    PLAYERS,
    PROBLEM,
    accept_amounts,
    name_cell,
    offer_list,
    titled_sheet,
    working_sheet,
)
from home_game.sample import sample_hands
from xlpoker.evaluator.cards import card_text

BOARD = "EFGHI"
SEATS = 9
"""The first column of cards."""
STAKES = SEATS + 2 * PLAYERS
GETS = STAKES + PLAYERS


def _hole(row: int, index: int) -> str:
    return f"Hands!{letter(SEATS + 2 * index)}{row}:{letter(SEATS + 2 * index + 1)}{row}"


def _board(row: int) -> str:
    return f"Hands!$E{row}:$I{row}"


def add_hands(draft: Draft) -> None:
    """Add the hands: cards and stakes to type, who wins, what each one gets."""
    text = "The board; two cards for each player who shows down, or ?? for a winner who shows none; what each player put in."
    sheet = titled_sheet(draft, "Hands", "Hands", text)
    draft.book.status(sheet, "A3")
    head = draft.book.style(GROUP)
    sheet.merge_range("E5:I5", "Board", head)
    sheet.merge_range(4, STAKES, 4, GETS - 1, "What each player put in", head)
    sheet.merge_range(4, GETS, 4, GETS + PLAYERS - 1, "What each player gets", head)
    draft.headings("Hands", "A6", ["Date", "Winner", "Pot", "What is wrong", *FLOP])
    for index in range(PLAYERS):
        column = SEATS + 2 * index
        sheet.merge_range(4, column, 4, column + 1, "", head)
        draft.put("Hands", f"{letter(column)}5", f"={name_cell(index)}", GROUP)
        for place, text in enumerate(("Card 1", "Card 2")):
            cell = f"{letter(column + place)}6"
            draft.put("Hands", cell, f'=IF({letter(column)}5="","","{text}")', GROUP)
        for first in (STAKES, GETS):
            draft.put("Hands", f"{letter(first + index)}6", f"={name_cell(index)}", GROUP)
    played = sample_hands()
    for index, row in enumerate(HAND_ROWS):
        _hand_row(draft, row, played[index] if index < len(played) else None)
    _hands_look(draft, sheet)


FLOP = ["Flop 1", "Flop 2", "Flop 3", "Turn", "River"]
GROUP: Style = {
    "bold": True, "bg_color": BLUE, "border": 1, "border_color": GREY, "align": "center",
    "valign": "vcenter", "shrink": True,
}  # fmt: skip


def _hand_row(draft: Draft, row: int, hand: dict[str, Any] | None) -> None:
    hand = hand or {"date": None, "board": [], "holes": {}, "stakes": {}}
    work = "'Working hands'!"
    draft.input("Hands", f"A{row}", hand["date"], DATE)
    for index, column in enumerate(BOARD):
        card = hand["board"][index] if index < len(hand["board"]) else None
        draft.input("Hands", f"{column}{row}", card, CARD)
    for index in range(PLAYERS):
        hole = hand["holes"].get(index, (None, None))
        for place, card in enumerate(hole):
            draft.input("Hands", f"{letter(SEATS + 2 * index + place)}{row}", card, CARD)
        stake = hand["stakes"].get(index)
        draft.input("Hands", f"{letter(STAKES + index)}{row}", stake, MONEY_INPUT)
        raw = f"{work}{letter(W_PAID + index)}{row}"
        draft.put("Hands", f"{letter(GETS + index)}{row}", f'=IF(ISTEXT({raw}),"",{raw})', MONEY)
    stakes = f"{letter(STAKES)}{row}:{letter(GETS - 1)}{row}"
    draft.put("Hands", f"B{row}", f"={work}{letter(W_NAMES)}{row}", LABEL | ANSWER)
    draft.put("Hands", f"C{row}", f'=IF(SUM({stakes})=0,"",SUM({stakes}))', MONEY)
    draft.put("Hands", f"D{row}", f"={_wrong_hand(row)}", {**PROBLEM, "shrink": True})


def _wrong_hand(row: int) -> str:
    """Return the formula of the sentence about a hand, blank if it is right."""
    typed = f"E{row}:{letter(GETS - 1)}{row}"
    work = "'Working hands'!"
    check, count, paid = (f"{work}{letter(column)}{row}" for column in (W_CHECK, W_COUNT, W_PAID))
    sentence = f"{work}{letter(W_SENTENCE)}{row}"
    pot = f"SUM({letter(STAKES)}{row}:{letter(GETS - 1)}{row})"
    paid_out = f'IF(LEFT({paid},7)="#VALUE!",MID({paid},9,200),"")'
    stakes = f'IF({pot}=0,"Type what each player put in",{paid_out})'
    board = f'IF(AND({count}>1,COUNTA(E{row}:I{row})<5),"The board has "&COUNTA(E{row}:I{row})&" cards of 5",{stakes})'
    winner = f'IF({count}=0,"Who won? Type the cards, or ?? for one winner without cards",{board})'
    cards = f'IF({sentence}<>"",{sentence},{winner})'
    known = f'IF(ISERROR({check}),"Live after installing xlpoker",{cards})'
    return f'IF(COUNTA({typed})=0,"",{known})'


def _hands_look(draft: Draft, sheet: Any) -> None:
    first, last = HAND_ROWS[0], HAND_ROWS[-1]
    cards = f"E{first}:{letter(STAKES - 1)}{last}"
    red = draft.book.style({"font_color": RED})
    for sign in ("H", "D", "♥", "♦"):
        sheet.conditional_format(
            cards, {"type": "text", "criteria": "ends with", "value": sign, "format": red}
        )
    gets = f"{letter(GETS)}{first}:{letter(GETS + PLAYERS - 1)}{last}"
    more = f"=AND(ISNUMBER({letter(GETS)}{first}),{letter(GETS)}{first}>{letter(STAKES)}{first})"
    sheet.conditional_format(
        gets, {"type": "formula", "criteria": more, "format": draft.book.style(GREEN)}
    )
    offer_list(sheet, cards, "='Working hands'!$A$7:$A$58", "Cards are written 5H, 10H, TH or 5♥.")
    accept_amounts(
        sheet,
        f"{letter(STAKES)}{first}:{letter(GETS - 1)}{last}",
        "A stake is a number, 0 or more.",
    )
    sheet.set_column("A:A", 11)
    sheet.set_column("B:B", 13)
    sheet.set_column("C:C", 9)
    sheet.set_column("D:D", 38)
    sheet.set_column(4, STAKES - 1, 6.5)
    sheet.set_column(STAKES, GETS + PLAYERS - 1, 9)
    area = f"A1:{letter(GETS + PLAYERS - 1)}{last}"
    draft.book.finish(sheet, area, freeze=f"E{first}", pages=0)
    sheet.fit_to_pages(2, 0)
    sheet.repeat_rows(4, 5)
    sheet.repeat_columns("A:D")


W_CHECK, W_SENTENCE, W_COUNT, W_UNKNOWN, W_NAMES, W_HAND = range(1, 7)
"""Columns: what HOLDEM says, its sentence, who can win, winners without cards, the winners' names, each hand."""
W_VALUE = W_HAND + PLAYERS
W_PAID = W_VALUE + PLAYERS
DECK_ROW = 7


def add_working_hands(draft: Draft) -> None:
    """Add the deck, and a row of working for each hand."""
    name = "Working hands"
    sheet = working_sheet(draft, name, "Working of Hands: nothing to type here.")
    headings = ["The deck", "HOLDEM", "Sentence", "In the hand", "Without cards", "Winner"]
    headings += [f"Cards {number}" for number in range(1, PLAYERS + 1)]
    headings += [f"Value {number}" for number in range(1, PLAYERS + 1)]
    draft.headings(
        name,
        f"A{DECK_ROW - 1}",
        [*headings, *(f"Paid {number}" for number in range(1, PLAYERS + 1))],
    )
    for code in range(52):
        draft.label(name, f"A{DECK_ROW + code}", card_text(51 - code), STEP)
    for row in HAND_ROWS:
        _working_hand(draft, row)
    sheet.set_column(0, W_PAID + PLAYERS - 1, 9)
    draft.book.finish(sheet, f"A1:{letter(W_PAID + PLAYERS - 1)}{HAND_ROWS[-1]}", pages=0)


def _working_hand(draft: Draft, row: int) -> None:
    name = "Working hands"
    cells = {
        key: f"${letter(column)}{row}"
        for key, column in (("check", W_CHECK), ("sentence", W_SENTENCE), ("count", W_COUNT), ("unknown", W_UNKNOWN))
    }  # fmt: skip
    holes = [_hole(row, index) for index in range(PLAYERS)]
    cards = f"Hands!{letter(SEATS)}{row}:{letter(STAKES - 1)}{row}"
    hands = f"${letter(W_HAND)}{row}:${letter(W_VALUE - 1)}{row}"
    values = f"${letter(W_VALUE)}{row}:${letter(W_PAID - 1)}{row}"
    stakes = f"Hands!{letter(STAKES)}{row}:{letter(GETS - 1)}{row}"
    winner = f"HOLDEM({_board(row)},{','.join(holes)})"
    draft.put(name, f"B{row}", f'=IF(COUNTA({cards})=0,"",{winner})')
    sentence = f"MID({cells['check']},9,200)"
    for index in reversed(range(PLAYERS)):
        sentence = f'SUBSTITUTE({sentence},"hole {index + 1}",{name_cell(index)})'
    is_sentence = f'LEFT({cells["check"]},7)="#VALUE!"'
    draft.put(name, f"C{row}", f'=IF(ISERROR({cells["check"]}),"",IF({is_sentence},{sentence},""))')
    one_unknown = f"IF({cells['unknown']}=1,1,0)"
    draft.put(name, f"D{row}", f"=IF(COUNT({hands})>0,COUNT({hands}),{one_unknown})")
    draft.put(name, f"E{row}", f'=SUMPRODUCT(--({cards}="??"))')
    best = ""
    for index, hole in enumerate(holes):
        hand, value = f"{letter(W_HAND + index)}{row}", f"{letter(W_VALUE + index)}{row}"
        draft.put(name, hand, f'=IF(COUNTA({hole})=0,"",HANDVAL({hole}))')
        only = f'IF(IF(COUNT({hands})>0,ISNUMBER({hand}),{hole.partition(":")[0]}="??"),1,"")'
        shown = f'IF(ISNUMBER({hand}),HANDVAL(BESTHAND({hole},{_board(row)})),"")'
        several = f"IF({cells['count']}=1,{only},{shown})"
        draft.put(name, value, f'=IF({cells["count"]}=0,"",{several})')
        wins = f"AND(ISNUMBER({value}),{value}=MAX({values}))"
        best += f'&IF({wins},", "&{name_cell(index)},"")'
    names = f'IF(Hands!$D{row}<>"","",MID({best.removeprefix("&")},3,200))'
    draft.put(name, f"F{row}", f"=IF(ISERROR({cells['check']}),{cells['check']},{names})")
    half_board = f"AND({cells['count']}>1,COUNTA({_board(row)})<5)"
    is_wrong = f'OR({cells["count"]}=0,{cells["sentence"]}<>"",{half_board},SUM({stakes})=0)'
    paid = f'IF({is_wrong},"",PAYOUTS({stakes},{values}))'
    area = f"{letter(W_PAID)}{row}:{letter(W_PAID + PLAYERS - 1)}{row}"
    draft.array(name, area, f"=IF(ISERROR({cells['check']}),{cells['check']},{paid})")
