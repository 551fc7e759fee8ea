"""classroom.xlsx: a class deals hands, counts them and tests the counts; why the chances are what they are; a quiz.

`classroom-formulas.xlsx` is the same book with the functions as names, so that it needs nothing installed.
"""

from __future__ import annotations

import functools
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from book_parts import ANSWER, LABEL, RED, STEP, OpenBook, Style
from draft import Draft
from home_game.parts import (
    CARD,
    CENTRED,
    GREEN,
    LINK,
    PROBLEM,
    offer_list,
    style_chart,
    titled_sheet,
    working_sheet,
)
from named_functions import with_functions

from xlpoker.evaluator.cards import card_text
from xlpoker.evaluator.classes import CATEGORIES
from xlpoker.evaluator.classes import name as hand_name
from xlpoker.evaluator.hand import strength
from xlpoker.hosts.formulas import first_values

__all__ = ["classroom", "classroom_formulas", "drafted"]

CLASS_ROWS = range(6, 206)
CARDS = "BCDEF"
ROYAL = "Royal Flush"
HANDS = (*(category.name for category in CATEGORIES), ROYAL)
FIRSTS = (*first_values(), 7462)
"""The lowest value of each kind of hand, from a high card to the royal flush."""
KINDS = len(HANDS)
ALL_HANDS_ROW = 5 + KINDS
"""The row of the sums on the sheets *Counting* and *Counts*, whose kinds stand from row 5 on."""
WHOLE: Style = {**ANSWER, "num_format": "#,##0"}
PERCENT: Style = {**ANSWER, "num_format": "0.000%"}
DECIMAL: Style = {**ANSWER, "num_format": "#,##0.00"}
LEAST_EXPECTED = 5
"""Chi-square needs classes in which at least so many hands are expected."""
ARGUMENTS = (
    ("Five ranks that are no straight (one of ten), in suits that are not all alike.", "(COMBIN(13,5)-10)*(4^5-4)"),
    ("The rank of the pair and two of its suits; three other ranks, each in any suit.", "COMBIN(13,1)*COMBIN(4,2)*COMBIN(12,3)*4^3"),
    ("The ranks of both pairs, two suits of each; the fifth card has one of eleven ranks.", "COMBIN(13,2)*COMBIN(4,2)^2*COMBIN(11,1)*COMBIN(4,1)"),
    ("The rank of the three and three of its suits; two other ranks, each in any suit.", "COMBIN(13,1)*COMBIN(4,3)*COMBIN(12,2)*4^2"),
    ("Ten ranks can be the highest, from the five to the ace; suits that are not all alike.", "10*(4^5-4)"),
    ("Five ranks that are no straight, all in one of four suits.", "(COMBIN(13,5)-10)*COMBIN(4,1)"),
    ("The rank of the three and three of its suits; the rank of the pair and two of its suits.", "COMBIN(13,1)*COMBIN(4,3)*COMBIN(12,1)*COMBIN(4,2)"),
    ("The rank of the four; the fifth card is any of the other 48.", "COMBIN(13,1)*COMBIN(4,4)*COMBIN(48,1)"),
    ("Nine ranks can be the highest, from the five to the king; one of four suits.", "COMBIN(9,1)*COMBIN(4,1)"),
    ("Ten to ace; one of four suits.", "COMBIN(4,1)"),
)  # fmt: skip
"""Why there are so many hands of each kind: in words, and as a formula."""
PUPILS = (
    "Ada Alan Amir Bea Carl Chen Dana Eli Emma Fatou Finn Gita Hana Hugo Ines Ivan Jana Jonas"
    " Kira Lars Lena Luca Mara Milo Nora Omar Pia Quinn Rosa Sami"
).split()


def classroom(path: Path) -> None:
    """Write the book for the add-ins."""
    with OpenBook(path) as book:
        drafted(book, are_names=False).write()


def classroom_formulas(path: Path) -> None:
    """Write the book that needs nothing installed, in Excel that knows LAMBDA."""
    with OpenBook(path) as book:
        drafted(book, are_names=True).write()
    with_functions(path)


def drafted(book: OpenBook, *, are_names: bool) -> Draft:
    """Return the cells of the book, not written yet; `are_names` says that the functions are names of the book."""
    draft = Draft(book, are_names=are_names)
    _start(draft)
    _class(draft)
    _counts(draft)
    _counting(draft)
    _quiz(draft)
    _working(draft)
    return draft


SHEETS = {
    "Class": "a row for each hand: who dealt it, five cards, its value and name",
    "Counts": "how often each kind came, against the exact chances; chi-square; charts",
    "Counting": "why there are so many hands of each kind: 2,598,960 in all",
    "Quiz": "name the hand, say who wins: answers are marked",
}
NEEDS_NOTHING = (
    "Nothing to install in Excel 365, Excel 2024 and Excel for the web: the functions are names of this book."
    " Elsewhere take classroom.xlsx."
)


def _start(draft: Draft) -> None:
    sheet = draft.sheet("Start")
    steps = [
        "1. Class: each pupil shuffles, deals five cards, and chooses them in the yellow cells of a row; or paste a table.",
        "2. The value and the name of the hand appear beside the cards, and in red what is wrong with them.",
        "3. Counts: how often each kind of hand came, and whether chance explains the difference from the exact numbers.",
        "4. Counting: why there are so many hands of each kind.",
        "5. Quiz: choose the name of each hand and say who wins; then look at the marks.",
    ]
    draft.book.first_screen(sheet, "A class deals poker hands", steps)
    if draft.cells.are_names:
        draft.label("Start", "A7", NEEDS_NOTHING, {**STEP, "italic": True})
    draft.headings("Start", "A10", ["Sheet", "What it is for"])
    for row, (name, text) in enumerate(SHEETS.items(), 11):
        sheet.write_url(f"A{row}", f"internal:'{name}'!A1", draft.book.style(LINK), name)
        draft.label("Start", f"B{row}", text, STEP)
    sheet.set_column("A:A", 14)
    sheet.set_column("B:B", 90)
    draft.book.finish(sheet, "A1:B14")


# the class


def _class(draft: Draft) -> None:
    text = "A row for each hand that was dealt. Clear the examples, then choose or paste five cards: 5H, 10H, TH or 5♥."
    sheet = titled_sheet(draft, "Class", "The class", text)
    if not draft.cells.are_names:
        draft.book.status(sheet, "A3")
    headings = [
        "Pupil",
        *(f"Card {number}" for number in range(1, 6)),
        "Value",
        "Name",
        "What is wrong",
    ]
    draft.headings("Class", "A5", headings)
    source = random.Random(52)
    for index, row in enumerate(CLASS_ROWS):
        is_dealt = index < len(PUPILS)
        draft.input("Class", f"A{row}", PUPILS[index] if is_dealt else None)
        codes = source.sample(range(52), 5) if is_dealt else []
        for place, column in enumerate(CARDS):
            draft.input("Class", f"{column}{row}", card_text(codes[place]) if codes else None, CARD)
        draft.put("Class", f"G{row}", f'=IF(ISTEXT(Working!A{row}),"",Working!A{row})', CENTRED)
        name = f"HANDNAME(B{row}:F{row})"
        draft.put("Class", f"H{row}", f'=IF(ISTEXT(Working!A{row}),"",{name})', ANSWER)
        draft.put("Class", f"I{row}", f"={_wrong_cards(draft, row)}", PROBLEM)
    first, last = CLASS_ROWS[0], CLASS_ROWS[-1]
    cards = f"B{first}:F{last}"
    _color_cards(draft, sheet, cards)
    offer_list(sheet, cards, "=Working!$J$6:$J$57", "Cards are written 5H, 10H, TH or 5♥.")
    sheet.set_column("A:A", 16)
    sheet.set_column("B:F", 8)
    sheet.set_column("G:G", 9)
    sheet.set_column("H:H", 34)
    sheet.set_column("I:I", 60)
    draft.book.finish(sheet, f"A1:I{last}", freeze=f"A{first}", pages=0)
    sheet.repeat_rows(4)


def _color_cards(draft: Draft, sheet: Any, area: str) -> None:
    red = draft.book.style({"font_color": RED})
    for sign in ("H", "D", "♥", "♦"):
        rule = {"type": "text", "criteria": "ends with", "value": sign, "format": red}
        sheet.conditional_format(area, rule)


def _wrong_cards(draft: Draft, row: int) -> str:
    """Return the formula of the sentence about five cards, blank if they are right."""
    cards, raw = f"B{row}:F{row}", f"Working!A{row}"
    if draft.cells.are_names:
        no_card = "A cell is no card: write 5H, 10H or 5♥, one card a cell"
        wrong = f'IF({_card_twice(row)},"A card is there twice",IF({raw}="wrong","{no_card}",""))'
        missing = "Needs Excel 365 or 2024"
    else:
        wrong = f'IF(ISTEXT({raw}),IF({raw}="joker","A joker is not one of the 52 cards",MID({raw},9,200)),"")'
        missing = "Live after installing xlpoker"
    known = f'IF(ISERROR({raw}),"{missing}",{wrong})'
    count = f'IF(COUNTA({cards})<5,COUNTA({cards})&" of 5 cards",{known})'
    return f'IF(COUNTA({cards})=0,"",{count})'


def _card_twice(row: int) -> str:
    """Return the condition that two of five cells hold the same."""
    pairs = [
        f"B{row}={column}{row}" if left == "B" else f"{left}{row}={column}{row}"
        for index, left in enumerate(CARDS)
        for column in CARDS[index + 1 :]
    ]
    return f"OR({','.join(pairs)})"


# the counts


def _counts(draft: Draft) -> None:
    text = "What the class dealt against the exact chances. Kinds of which fewer than five are expected are counted together."
    sheet = titled_sheet(draft, "Counts", "Counts", text)
    headings = [
        "Kind of hand",
        "Dealt",
        "Share",
        "Exact chance",
        "Expected",
        "Expected below",
        "Counted",
        "Chi-square",
    ]
    draft.headings("Counts", "A4", headings)
    for kind in range(KINDS):
        _count_row(draft, kind)
    total, pooled = ALL_HANDS_ROW, ALL_HANDS_ROW + 1
    draft.label("Counts", f"A{total}", "All hands")
    for column, style in (("B", WHOLE), ("D", PERCENT), ("E", DECIMAL)):
        draft.put(
            "Counts",
            f"{column}{total}",
            f"=SUM({column}5:{column}{total - 1})",
            {**style, "bold": True},
        )
    draft.label("Counts", f"A{pooled}", "Kinds counted together")
    for column, style in (("B", WHOLE), ("E", DECIMAL)):
        rare = f'SUMPRODUCT(($G$5:$G${total - 1}="together")*{column}5:{column}{total - 1})'
        draft.put("Counts", f"{column}{pooled}", f"={rare}", style)
    draft.put(
        "Counts", f"H{pooled}", f'=IF({TOO_FEW},"",(B{pooled}-E{pooled})^2/E{pooled})', DECIMAL
    )
    answers = pooled + 2
    rows: Sequence[tuple[str, str, Style]] = (
        ("Chi-square", f'IF({TOO_FEW},"",SUM(H5:H{pooled}))', DECIMAL),
        ("Degrees of freedom", f'IF({TOO_FEW},"",COUNTIF(G5:G{total - 1},"own"))', WHOLE),
        (
            "p-value",
            f'IF({TOO_FEW},"",_xlfn.CHISQ.DIST.RT(B{answers},B{answers + 1}))',
            {**ANSWER, "num_format": "0.000"},
        ),
    )
    for row, (label, formula, style) in enumerate(rows, answers):
        draft.label("Counts", f"A{row}", label)
        draft.put("Counts", f"B{row}", f"={formula}", style)
    p = f"B{answers + 2}"
    by_chance = (
        f'"By chance alone, "&ROUND(100*{p},0)&" of 100 classes would differ as much or more."'
    )
    unlikely = f'IF({p}<0.05,"Chance hardly explains it: were the cards shuffled well? ","")'
    few = f'"At least 11 hands are needed; "&B{total}&" are there."'
    draft.put("Counts", f"A{answers + 4}", f"=IF({TOO_FEW},{few},{unlikely}&{by_chance})", LABEL)
    _count_charts(draft, sheet, answers + 6)
    sheet.set_column("A:A", 22)
    sheet.set_column("B:H", 13)
    draft.book.finish(sheet, f"A1:N{answers + 25}", freeze="A5")


TOO_FEW = 'COUNTIF($G$5:$G$14,"own")=0'


def _count_row(draft: Draft, kind: int) -> None:
    """Add a kind of hand; it is a class of its own if five are expected of it, and of all rarer kinds together."""
    row, last = 5 + kind, ALL_HANDS_ROW - 1
    kinds = f"Working!$B${CLASS_ROWS[0]}:$B${CLASS_ROWS[-1]}"
    draft.label("Counts", f"A{row}", HANDS[kind], {**LABEL, **ANSWER})
    draft.put("Counts", f"B{row}", f"=SUMPRODUCT(--({kinds}={kind + 1}))", WHOLE)
    draft.put("Counts", f"C{row}", f'=IF(B${ALL_HANDS_ROW}=0,"",B{row}/B${ALL_HANDS_ROW})', PERCENT)
    draft.put("Counts", f"D{row}", f"=Counting!E{row}", PERCENT)
    draft.put("Counts", f"E{row}", f"=B${ALL_HANDS_ROW}*D{row}", DECIMAL)
    below = f"SUM(E{row + 1}:E${last})" if row < last else "0"
    draft.put("Counts", f"F{row}", f"={below}", DECIMAL)
    is_own = f"AND(E{row}>={LEAST_EXPECTED},F{row}>={LEAST_EXPECTED})"
    draft.put("Counts", f"G{row}", f'=IF({is_own},"own","together")', CENTRED)
    draft.put("Counts", f"H{row}", f'=IF(G{row}="own",(B{row}-E{row})^2/E{row},"")', DECIMAL)


def _count_charts(draft: Draft, sheet: Any, row: int) -> None:
    """Add the chart of counts, and that of the share of high cards, which grows with the class."""
    bars = draft.book.file.add_chart({"type": "column"})
    last = ALL_HANDS_ROW - 2
    for column, title, color in ((1, "Dealt", "#4472C4"), (4, "Expected", "#BFBFBF")):
        bars.add_series({
            "name": title, "categories": ["Counts", 4, 0, last, 0], "values": ["Counts", 4, column, last, column],
            "fill": {"color": color}, "gap": 60,
        })  # fmt: skip
    style_chart(bars, "Dealt and expected", 620, 320)
    bars.set_legend({"position": "bottom"})
    sheet.insert_chart(f"A{row}", bars, {"description": "Hands of each kind, dealt and expected"})
    lines = draft.book.file.add_chart({"type": "scatter", "subtype": "straight"})
    top, bottom = CLASS_ROWS[0] - 1, CLASS_ROWS[-1] - 1
    for column, title, line in (
        (3, "High cards so far", {"color": "#4472C4", "width": 2}),
        (4, "Exact chance", {"color": "#C00000", "width": 1.25, "dash_type": "dash"}),
    ):
        lines.add_series({
            "name": title, "categories": ["Working", top, 2, bottom, 2],
            "values": ["Working", top, column, bottom, column], "line": line,
        })  # fmt: skip
    style_chart(lines, "The share of high cards, hand by hand", 460, 320)
    lines.set_y_axis(
        {
            "num_format": "0%",
            "min": 0,
            "max": 1,
            "major_gridlines": {"visible": True, "line": {"color": "#D9D9D9"}},
        }
    )
    lines.set_x_axis({"min": 0, "major_gridlines": {"visible": False}})
    lines.set_legend({"position": "bottom"})
    lines.show_na_as_empty_cell()
    about = {
        "description": "The share of high cards after each hand, and their exact chance",
        "x_offset": 20,
    }
    sheet.insert_chart(f"G{row}", lines, about)


# why there are so many


def _counting(draft: Draft) -> None:
    text = "How many hands of five cards there are of each kind. COMBIN(n,k) is in how many ways one can choose k of n things."
    sheet = titled_sheet(draft, "Counting", "Counting", text)
    headings = [
        "Kind of hand",
        "What one chooses",
        "As a formula",
        "Hands",
        "Exact chance",
        "One in",
        "Lowest value",
    ]
    draft.headings("Counting", "A4", headings)
    for kind, (argument, formula) in enumerate(ARGUMENTS):
        row = 5 + kind
        draft.label("Counting", f"A{row}", HANDS[kind], {**LABEL, **ANSWER})
        draft.label("Counting", f"B{row}", argument, {**ANSWER, "text_wrap": True})
        draft.label("Counting", f"C{row}", formula, ANSWER)
        draft.put("Counting", f"D{row}", f"={formula}", WHOLE)
        draft.put(
            "Counting",
            f"E{row}",
            f"=D{row}/D${ALL_HANDS_ROW}",
            {**ANSWER, "num_format": "0.000000%"},
        )
        draft.put("Counting", f"F{row}", f"=1/E{row}", {**ANSWER, "num_format": "#,##0.0"})
        draft.put("Counting", f"G{row}", FIRSTS[kind], CENTRED)
    row = ALL_HANDS_ROW
    draft.label("Counting", f"A{row}", "All hands")
    draft.label("Counting", f"B{row}", "Five of 52 cards.", ANSWER)
    draft.label("Counting", f"C{row}", "COMBIN(52,5)", ANSWER)
    draft.put("Counting", f"D{row}", "=COMBIN(52,5)", {**WHOLE, "bold": True})
    kinds = f"SUM(D5:D{row - 1})"
    right = '"The kinds add up to all hands: none is missing, none is counted twice."'
    check = f'=IF(ROUND({kinds}-D{row},0)=0,{right},"The kinds do not add up to all hands.")'
    draft.put("Counting", f"A{row + 2}", check, LABEL)
    sheet.set_column("A:A", 18)
    sheet.set_column("B:B", 72)
    sheet.set_column("C:C", 50)
    sheet.set_column("D:D", 12)
    sheet.set_column("E:G", 13)
    draft.book.finish(sheet, f"A1:G{row + 2}", freeze="A5")


# the quiz

NAMED, COMPARED = range(6, 18), range(22, 30)
"""The rows of hands to name, and of pairs of hands to compare."""
FIVE = ("BCDEF", "GHIJK")


def _quiz(draft: Draft) -> None:
    text = "Choose the name of each hand, then say who wins. Other hands may be typed over these."
    sheet = titled_sheet(draft, "Quiz", "Quiz", text)
    kinds, hands, pairs = _quiz_cards()
    draft.headings("Quiz", "A5", ["No", *(f"Card {number}" for number in range(1, 6))])
    draft.headings("Quiz", "L5", ["What is it?", "Mark"])
    for number, row in enumerate(NAMED, 1):
        draft.put("Quiz", f"A{row}", number, CENTRED)
        cards = hands[number - 1]
        for column, card in zip(FIVE[0], cards, strict=True):
            draft.input("Quiz", f"{column}{row}", card, CARD)
        draft.input("Quiz", f"L{row}", {1: HANDS[kinds[0]], 2: "Two Pair"}.get(number))
        draft.put("Quiz", f"M{row}", f"={_mark_of_name(row)}", {**STEP, "indent": 1})
    draft.headings(
        "Quiz",
        "A21",
        [
            "No",
            *(f"Hand 1, {number}" for number in range(1, 6)),
            *(f"Hand 2, {number}" for number in range(1, 6)),
            "Who wins?",
            "Mark",
        ],
    )
    for number, row in enumerate(COMPARED, 1):
        draft.put("Quiz", f"A{row}", number, CENTRED)
        for column, card in zip("".join(FIVE), pairs[number - 1], strict=True):
            draft.input("Quiz", f"{column}{row}", card, CARD)
        draft.input("Quiz", f"L{row}", None, CARD)
        draft.put("Quiz", f"M{row}", f"={_mark_of_winner(row)}", {**STEP, "indent": 1})
    marks = [f"M{rows[0]}:M{rows[-1]}" for rows in (NAMED, COMPARED)]
    answers = [f"L{rows[0]}:L{rows[-1]}" for rows in (NAMED, COMPARED)]
    right = "+".join(f'COUNTIF({area},"right")' for area in marks)
    given = "+".join(f"COUNTA({area})" for area in answers)
    draft.put(
        "Quiz",
        "A3",
        f'={right}&" right of "&{given}&" answers, "&{len(NAMED) + len(COMPARED)}&" questions."',
        LABEL,
    )
    draft.label("Quiz", "A20", "Who wins? 1, 2, or 0 for a tie.")
    for rows in (NAMED, COMPARED):
        _color_cards(draft, sheet, f"B{rows[0]}:K{rows[-1]}")
        offer_list(
            sheet,
            f"B{rows[0]}:{'F' if rows is NAMED else 'K'}{rows[-1]}",
            "=Working!$J$6:$J$57",
            "Cards are written 5H, 10H, TH or 5♥.",
        )
    offer_list(sheet, answers[0], f"=Working!$L$6:$L${5 + KINDS}", "Choose a name from the list.")
    sheet.data_validation(
        answers[1],
        {"validate": "list", "source": [1, 2, 0], "error_message": "1, 2, or 0 for a tie."},
    )
    for area in marks:
        rule = {
            "type": "cell",
            "criteria": "==",
            "value": '"right"',
            "format": draft.book.style(GREEN),
        }
        sheet.conditional_format(area, rule)
        wrong = {
            "type": "text",
            "criteria": "begins with",
            "value": "no",
            "format": draft.book.style({"font_color": RED}),
        }
        sheet.conditional_format(area, wrong)
    sheet.set_column("A:A", 5)
    sheet.set_column("B:K", 9)
    sheet.set_column("L:L", 18)
    sheet.set_column("M:M", 48)
    draft.book.finish(sheet, f"A1:M{COMPARED[-1]}", freeze="A6")


@functools.cache
def _quiz_cards() -> tuple[list[int], list[list[str]], list[list[str]]]:
    """Return the kinds of the hands to name, these hands, and ten cards for each pair to compare.

    Both books have the same; to deal a hand of a rare kind takes long.
    """
    source = random.Random(2026)
    kinds = source.sample([*range(len(CATEGORIES)), 0, 1, 2], len(NAMED))
    hands = [_quiz_hand(source, kind) for kind in kinds]
    pairs = [[card_text(code) for code in source.sample(range(52), 10)] for _ in COMPARED]
    return kinds, hands, pairs


def _quiz_hand(source: random.Random, kind: int) -> list[str]:
    """Return five cards of a kind of hand, as they are dealt."""
    while True:
        codes = source.sample(range(52), 5)
        if hand_name(strength(codes), "short") == HANDS[kind]:
            return [card_text(code) for code in codes]


def _mark_of_name(row: int) -> str:
    """Return the formula of the mark for the name of a hand."""
    names = f"Working!$L$6:$L${5 + KINDS}"
    kind = f"MATCH(Working!F{row},Working!$K$6:$K${5 + KINDS})"
    is_answer = f"COUNTIF({names},L{row})>0"
    is_right = f"L{row}=INDEX({names},{kind})"
    truth = f'"no: "&HANDNAME(B{row}:F{row})'
    return _mark(row, is_answer, "Choose a name from the list", is_right, truth)


def _mark_of_winner(row: int) -> str:
    """Return the formula of the mark for who wins."""
    winner = f"Working!F{row}"
    is_answer = f"ISNUMBER(L{row})"
    is_right = f"L{row}={winner}"
    truth = f'IF({winner}=0,"no: a tie","no: hand "&{winner})'
    return _mark(row, is_answer, "Type 1, 2, or 0 for a tie", is_right, truth)


def _mark(row: int, is_answer: str, wish: str, is_right: str, truth: str) -> str:
    """Return the formula of a mark: right, the truth, or why there is none.

    `is_answer` and `is_right` are conditions, `wish` is what to do if there is no answer.
    """
    marked = f'IF({is_right},"right",{truth})'
    wrong_cards = "The cards of this question are not right"
    known = f'IF(ISTEXT(Working!F{row}),"{wrong_cards}",{marked})'
    listed = f'IF({is_answer},{known},"{wish}")'
    return f'IF(L{row}="","",{listed})'


# what the other sheets are worked out from


def _working(draft: Draft) -> None:
    text = "Working of the other sheets: nothing to type here. #N/A keeps a chart from drawing hands that are still to come."
    sheet = working_sheet(draft, "Working", text)
    draft.headings("Working", "A5", ["Value", "Kind", "Number", "High cards", "Exact", "Quiz"])
    draft.headings("Working", "J5", ["The deck", "Lowest", "Kinds"])
    for row in CLASS_ROWS:
        draft.put("Working", f"A{row}", f"={_value(draft, row)}")
        draft.put("Working", f"B{row}", f'=IF(ISTEXT(A{row}),"",MATCH(A{row},$K$6:$K${5 + KINDS}))')
        first = CLASS_ROWS[0]
        draft.put("Working", f"C{row}", f"=COUNT(B${first}:B{row})")
        so_far = f"SUMPRODUCT(--(B${first}:B{row}=1))/C{row}"
        draft.put("Working", f"D{row}", f"=IF(ISNUMBER(B{row}),{so_far},NA())")
        draft.put("Working", f"E{row}", f"=IF(ISNUMBER(B{row}),Counting!$E$5,NA())")
    for rows, call_of in (
        (NAMED, "HANDVAL(Quiz!B{0}:F{0})"),
        (COMPARED, "WINNER(Quiz!B{0}:F{0},Quiz!G{0}:K{0})"),
    ):
        for row in rows:
            last = "F" if rows is NAMED else "K"
            is_whole = f"COUNTA(Quiz!B{row}:{last}{row})={5 if rows is NAMED else 10}"
            answer = _without_mistake(draft, call_of.format(row))
            draft.put("Working", f"F{row}", f'=IF({is_whole},{answer},"wrong")')
    for code in range(52):
        draft.label("Working", f"J{6 + code}", card_text(51 - code), STEP)
    for kind, name in enumerate(HANDS):
        draft.put("Working", f"K{6 + kind}", FIRSTS[kind])
        draft.label("Working", f"L{6 + kind}", name, STEP)
    sheet.set_column("A:K", 10)
    sheet.set_column("L:L", 18)
    draft.book.finish(sheet, f"A1:L{CLASS_ROWS[-1]}", pages=0)


def _value(draft: Draft, row: int) -> str:
    """Return the formula of the value of a hand: a number, or a text if the cards are not right."""
    cards = f"Class!B{row}:F{row}"
    value = _without_mistake(draft, f"HANDVAL({cards})")
    if not draft.cells.are_names:
        jokers = "+".join(f'COUNTIF({cards},"{word}")' for word in ("*joker*", "~*", "xn"))
        value = f'IF({jokers}>0,"joker",{value})'
    return f'IF(COUNTA({cards})=5,{value},"")'


def _without_mistake(draft: Draft, formula: str) -> str:
    """Return a formula that gives a text for a mistake, as the add-ins do; an unknown function stays #NAME?."""
    if not draft.cells.are_names:
        return formula
    single = f"SUM({formula})"  # a number, where a name gives an array of one cell
    return f'IF(ISERROR({single}),IF(ERROR.TYPE({single})=3,"wrong",{single}),{single})'
