"""The sheets *Payouts* and *Deal*: prizes of a tournament, chip chop and ICM at its final table."""

from __future__ import annotations

from typing import Any

from book_parts import INPUT, NOTE, RED, STEP
from draft import Draft, letter

from home_game.parts import (
    AMOUNT,
    CARD,
    CENTRED,
    FINISHERS,
    MONEY,
    MONEY_INPUT,
    PROBLEM,
    SHARE,
    accept_amounts,
    style_chart,
    titled_sheet,
    working_sheet,
)

# prizes of a tournament

STRUCTURES = (
    (100,),
    (65, 35),
    (50, 30, 20),
    (40, 30, 20, 10),
    (38, 25, 17, 12, 8),
    (35, 23, 16, 12, 8, 6),
    (32, 21, 15, 11, 9, 7, 5),
    (30, 20, 14, 11, 9, 7, 5, 4),
    (28, 18, 13.5, 11, 9, 7.5, 5.5, 4, 3.5),
    (27, 17, 13, 10.5, 8.5, 7, 5.5, 4.5, 4, 3),
)
"""The share of each place in percent, for one to ten places that are paid."""


def add_payouts(draft: Draft) -> None:
    """Add the numbers of a tournament, its prizes, and the shares by the number of places paid."""
    text = "Type over the yellow cells. Prizes are whole multiples of the smallest note; what is left over goes to the winner."
    sheet = titled_sheet(draft, "Payouts", "Payouts of a tournament", text)
    rows = {
        "Entries": (12, "#,##0"), "Buy-in": (20, "#,##0.00"), "Rebuys and add-ons": (5, "#,##0"),
        "Price of each": (20, "#,##0.00"), "Kept for costs": (0, "#,##0.00"), "Smallest note": (5, "#,##0.00"),
        "Places paid": (3, "#,##0"),
    }  # fmt: skip
    for row, (text, (content, pattern)) in enumerate(rows.items(), 4):
        draft.label("Payouts", f"A{row}", text)
        draft.input("Payouts", f"B{row}", content, {**INPUT, "num_format": pattern})
    usual = 'IF(ISNUMBER(B4),"usual: "&MAX(1,MIN(10,ROUND(B4/4,0))),"")'
    draft.put("Payouts", "C10", f"={usual}", {**NOTE, "indent": 1})
    draft.label("Payouts", "A11", "Prize pool")
    draft.put("Payouts", "B11", '=IF(A13<>"","",ROUND(B4*B5+B6*B7-B8,2))', {**MONEY, "bold": True})
    draft.put("Payouts", "A13", f"={_wrong_payout()}", PROBLEM)
    draft.headings("Payouts", "E3", ["Place", "Player", "Share", "Prize"])
    for place in range(1, 11):
        row = 3 + place
        draft.put("Payouts", f"E{row}", place, CENTRED)
        draft.input("Payouts", f"F{row}", FINISHERS[place - 1] if place <= 3 else None)
        share = f"INDEX($C$18:$L$27,$E{row},$B$10)"
        draft.put(
            "Payouts", f"G{row}", f'=IF($A$13<>"","",IF($E{row}>$B$10,"",{share}/100))', SHARE
        )
        prize = f"ROUNDDOWN(ROUND($B$11*G{row}/$B$9,6),0)*$B$9"
        if place == 1:
            prize = "$B$11-SUM(H5:H13)"
        draft.put("Payouts", f"H{row}", f'=IF(G{row}="","",{prize})', {**MONEY, "bold": True})
    draft.label("Payouts", "A16", "Shares in percent by the number of places paid")
    draft.headings("Payouts", "B17", ["Place \\ paid", *[f"{number}" for number in range(1, 11)]])
    for place in range(1, 11):
        row = 17 + place
        draft.put("Payouts", f"B{row}", place, CENTRED)
        for paid, shares in enumerate(STRUCTURES, 1):
            content = shares[place - 1] if place <= paid else None
            draft.input(
                "Payouts", f"{letter(1 + paid)}{row}", content, {**CARD, "num_format": "0.#"}
            )
    draft.label("Payouts", "B28", "Sum")
    for paid in range(1, 11):
        column = letter(1 + paid)
        draft.put(
            "Payouts",
            f"{column}28",
            f"=SUM({column}18:{column}27)",
            {**CENTRED, "num_format": "0.#"},
        )
    wrong = {
        "type": "formula",
        "criteria": "=ROUND(C$28,6)<>100",
        "format": draft.book.style({"font_color": RED}),
    }
    sheet.conditional_format("C28:L28", wrong)
    accept_amounts(sheet, "B4:B9", "A number, 0 or more.")
    sheet.data_validation(
        "B10", {"validate": "integer", "criteria": "between", "minimum": 1, "maximum": 10}
    )
    chart = draft.book.file.add_chart({"type": "column"})
    chart.add_series({"name": "Prize", "categories": "=Payouts!$E$4:$E$13", "values": "=Payouts!$H$4:$H$13", "gap": 60,
                      "fill": {"color": "#4472C4"}})  # fmt: skip
    style_chart(chart, "Prizes", 380, 260)
    sheet.insert_chart("I2", chart, {"description": "The prize of each place"})
    sheet.set_column("A:A", 22)
    sheet.set_column("B:B", 13)
    sheet.set_column("C:M", 11)
    draft.book.finish(sheet, "A1:M28")


def _wrong_payout() -> str:
    """Return the formula of the sentence about the numbers of a tournament."""
    sums = "ROUND(INDEX($C$28:$L$28,B10),6)"
    shares = f'IF({sums}<>100,"The shares for "&B10&" places add up to "&{sums}&", not to 100","")'
    enough = f'IF(B4*B5+B6*B7-B8<0,"More is kept than was paid in",{shares})'
    note = f'IF(B9<=0,"The smallest note is more than 0",{enough})'
    places = f'IF(OR(B10<1,B10>10,B10<>INT(B10)),"Places paid: 1 to 10",{note})'
    return f'IF(COUNT(B4:B10)<7,"Each yellow cell in B4:B10 needs a number",IF(MIN(B4:B10)<0,"Numbers are 0 or more",{places}))'


# a deal at the final table

DEALERS = 9
D_FIRST, D_LAST = 7, 15
EXAMPLE_DEAL = (("Amy", 100_000), ("Paul", 70_000), ("Sophie", 50_000), ("Tim", 20_000))
"""Stacks of a published example, whose prizes are 200, 120, 80 and 50:
www.hold-em-k.com/poker/news-poker-basics-edge-based-final-table-deals/ has 140.84, 123.80, 108.96, 76.40 by ICM."""
EXAMPLE_PRIZES = (200, 120, 80, 50)


def add_deal(draft: Draft) -> None:
    """Add stacks and prizes, chip chop and ICM, and a chart of both."""
    text = "Type who is left, their chips, and the prizes that are left. A chip chop gives each the lowest prize, and the rest by chips."
    sheet = titled_sheet(draft, "Deal", "A deal at the final table", text)
    model = "ICM: the chance of each place, if every chip is as likely as any other to win (Malmuth, Harville)."
    draft.label("Deal", "A3", model, STEP)
    draft.put("Deal", "A4", f"={_wrong_deal()}", PROBLEM)
    headings = ["Player", "Chips", "Share of chips", "Chip chop", "ICM", "ICM less chop"]
    draft.headings("Deal", "A6", [*headings, "Chop, rounded", "ICM, rounded"])
    draft.headings("Deal", "J6", ["Place", "Prize"])
    for index in range(DEALERS):
        _deal_row(draft, index)
    bottom = D_LAST + 1
    for column in "ABDEGHK":
        total: Any = f"=SUM({column}{D_FIRST}:{column}{D_LAST})" if column != "A" else "All"
        style = {**MONEY, "bold": True, "num_format": "#,##0" if column == "B" else AMOUNT}
        draft.put("Deal", f"{column}{bottom}", total, style)
    draft.label("Deal", f"J{bottom}", "All")
    draft.label("Deal", f"J{bottom + 1}", "Round to")
    draft.input("Deal", f"K{bottom + 1}", 1, MONEY_INPUT)
    first_prize, chops = f"K{D_FIRST}", f"D{D_FIRST}:D{D_LAST}"
    above = f'IF(MAX({chops})>{first_prize},"By chip chop the leader gets more than the first prize.","")'
    draft.put("Deal", f"A{bottom + 1}", f'=IF(A4<>"","",{above})', PROBLEM)
    rule = f"=AND(ISNUMBER(D{D_FIRST}),D{D_FIRST}>${first_prize[0]}${D_FIRST})"
    pink = draft.book.style({"bg_color": "#FFC7CE"})
    sheet.conditional_format(chops, {"type": "formula", "criteria": rule, "format": pink})
    accept_amounts(sheet, f"B{D_FIRST}:B{D_LAST}", "Chips are a number, 0 or more.")
    accept_amounts(sheet, f"K{D_FIRST}:K{bottom + 1}", "A prize is a number, 0 or more.")
    chart = draft.book.file.add_chart({"type": "column"})
    for column, name, color in ((3, "Chip chop", "#A5A5A5"), (4, "ICM", "#4472C4")):
        chart.add_series({
            "name": name, "categories": ["Deal", D_FIRST - 1, 0, D_LAST - 1, 0],
            "values": ["Deal", D_FIRST - 1, column, D_LAST - 1, column], "fill": {"color": color}, "gap": 80,
        })  # fmt: skip
    style_chart(chart, "Chip chop and ICM", 760, 300)
    chart.set_legend({"position": "bottom"})
    about = {"description": "What each player gets by chip chop and by ICM"}
    sheet.insert_chart(f"A{bottom + 3}", chart, about)
    sheet.set_column("A:A", 18)
    sheet.set_column("B:H", 13)
    sheet.set_column("I:I", 3)
    sheet.set_column("J:J", 10)
    sheet.set_column("K:K", 13)
    draft.book.finish(sheet, f"A1:K{bottom + 19}", freeze=f"A{D_FIRST}")


def _deal_row(draft: Draft, index: int) -> None:
    """Add a player's row: chips, chip chop, ICM, and both rounded; what is lost by rounding goes to the chip leader."""
    row = D_FIRST + index
    stacks = f"$B${D_FIRST}:$B${D_LAST}"
    name, chips = EXAMPLE_DEAL[index] if index < len(EXAMPLE_DEAL) else (None, None)
    draft.input("Deal", f"A{row}", name)
    draft.input("Deal", f"B{row}", chips, {**INPUT, "num_format": "#,##0"})
    draft.put("Deal", f"J{row}", index + 1, CENTRED)
    prize = EXAMPLE_PRIZES[index] if index < len(EXAMPLE_PRIZES) else None
    draft.input("Deal", f"K{row}", prize, MONEY_INPUT)
    is_out = f'OR($A$4<>"",N($B{row})=0)'
    work = "'Working deal'!"
    # The formula of help.nj.betmgm.com/en/poker-help/game-rules/faq/tournaments/deal-making/chip-payout,
    # whose example (570, lowest prize 57, stacks 15000, 12000, 10000, 6000, 500) the tests have.
    chop = f"{work}$D$3+({work}$C$3-{work}$B$3*{work}$D$3)*C{row}"
    worth = f"{work}{letter(D_BITS + index)}$4"
    formulas = {"C": f"B{row}/SUM({stacks})", "D": chop, "E": worth, "F": f"E{row}-D{row}"}
    for column, formula in formulas.items():
        style = {"C": SHARE, "E": {**MONEY, "bold": True}}.get(column, MONEY)
        draft.put("Deal", f"{column}{row}", f'=IF({is_out},"",{formula})', style)
    is_leader = f"MATCH(MAX({stacks}),{stacks},0)={index + 1}"
    for column, rounded in (("G", "R"), ("H", "S")):
        cell = f"{work}{rounded}{6 + index}"
        lost = f"{work}$C$3-SUM({work}${rounded}$6:${rounded}$14)"
        draft.put(
            "Deal", f"{column}{row}", f'=IF({is_out},"",{cell}+IF({is_leader},{lost},0))', MONEY
        )


def _wrong_deal() -> str:
    """Return the formula of the sentence about stacks and prizes, blank if they are right."""
    stacks, prizes = f"B{D_FIRST}:B{D_LAST}", f"K{D_FIRST}:K{D_LAST}"
    left, paid = f'COUNTIF({stacks},">0")', f'COUNTIF({prizes},">0")'
    rising = f"SUMPRODUCT(--(K{D_FIRST + 1}:K{D_LAST}>K{D_FIRST}:K{D_LAST - 1}))>0"
    unit = f"K{D_LAST + 2}"
    formula = f'IF(N({unit})<=0,"Round to: an amount above 0","")'
    for condition, text in (
        (
            f"{paid}>{left}",
            f'{paid}&" prizes for "&{left}&" players: at most one for each who is left"',
        ),
        (rising, '"Prizes do not rise from place to place, and none is left out"'),
        (f"{paid}=0", '"Type the prizes that are left"'),
        (f"MIN({prizes})<0", '"A prize is 0 or more"'),
        (f"COUNTA({prizes})>COUNT({prizes})", '"A prize is no number"'),
        (f"{left}<2", '"Type the chips of two players or more"'),
        (f"MIN({stacks})<0", '"A stack is 0 or more"'),
        (f"COUNTA({stacks})>COUNT({stacks})", '"A stack is no number"'),
    ):
        formula = f"IF({condition},{text},{formula})"
    return formula


D_BITS = 7
D_SETS_ROW = 6


def add_working_deal(draft: Draft) -> None:
    """Add the working of *Deal*: the chance that a set of players takes the first places, in any order.

    The next place goes to each of the others by the share of the chips that they have among them.
    """
    name = "Working deal"
    text = "Working of Deal: nothing to type here. A set of players is a number, whose bits are the players."
    sheet = working_sheet(draft, name, text)
    draft.headings(name, "B2", ["Players", "Prizes", "Lowest prize", "All chips"])
    last, sets = D_SETS_ROW + 2**DEALERS - 1, f"{D_SETS_ROW}:$F${D_SETS_ROW + 2**DEALERS - 1}"
    chips = f"{letter(D_BITS)}3:{letter(D_BITS + DEALERS - 1)}3"
    prizes = f"Deal!$K${D_FIRST}:$K${D_LAST}"
    draft.put(name, "B3", f'=COUNTIF({chips},">0")')
    draft.put(name, "C3", f"=SUM({prizes})")
    draft.put(name, "D3", f"=IF(B3=0,0,N(INDEX({prizes},B3)))")
    draft.put(name, "E3", f"=SUM({chips})")
    draft.headings(
        name, f"A{D_SETS_ROW - 1}", ["Set", "Players", "Chips", "Chance", "By a chip", "By prize"]
    )
    draft.headings(name, f"R{D_SETS_ROW - 1}", ["Chop", "ICM"])
    draft.label(name, "G3", "Chips")
    draft.label(name, "G4", "ICM")
    for index in range(DEALERS):
        column, row = letter(D_BITS + index), D_SETS_ROW + index
        draft.headings(name, f"{column}{D_SETS_ROW - 1}", [f"Not {index + 1}"])
        draft.put(name, f"{column}3", f'=IF(Deal!$A$4<>"",0,N(Deal!$B${D_FIRST + index}))')
        others = f"${column}${D_SETS_ROW}:${column}${last}"
        draft.put(name, f"{column}4", f"={column}3*SUMPRODUCT($F${sets},{others})")
        for rounded, source in (("R", "D"), ("S", "E")):
            cell, unit = f"Deal!${source}${D_FIRST + index}", f"Deal!$K${D_LAST + 2}"
            amount = f"ROUND({cell}/{unit},0)*{unit}"
            draft.put(name, f"{rounded}{row}", f'=IF({cell}="",0,{amount})')
    for members in range(2**DEALERS):
        _set_of_deal(draft, members)
    sheet.set_column("A:S", 10)
    draft.book.finish(sheet, f"A1:S{last}", pages=0)


def _set_of_deal(draft: Draft, members: int) -> None:
    name, row = "Working deal", D_SETS_ROW + members
    places = [place for place in range(DEALERS) if members >> place & 1]
    draft.put(name, f"A{row}", members, NOTE)
    draft.put(name, f"B{row}", len(places), NOTE)
    for place in range(DEALERS):
        draft.put(name, f"{letter(D_BITS + place)}{row}", int(place not in places), NOTE)
    held = "+".join(f"{letter(D_BITS + place)}$3" for place in places)
    draft.put(name, f"C{row}", f"={held}" if places else 0, NOTE)
    ways = "+".join(
        f"{letter(D_BITS + place)}$3*E{D_SETS_ROW + members - 2**place}" for place in places
    )
    draft.put(name, f"D{row}", f"={ways}" if places else "=IF($E$3>0,1,0)", NOTE)
    draft.put(name, f"E{row}", f"=IF(OR(D{row}=0,C{row}>=$E$3),0,D{row}/($E$3-C{row}))", NOTE)
    prize = f"N(INDEX(Deal!$K${D_FIRST}:$K${D_LAST},{len(places) + 1}))"
    draft.put(name, f"F{row}", f"=E{row}*{prize}" if len(places) < DEALERS else 0, NOTE)
