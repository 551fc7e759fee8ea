"""The sheet *Settle up*: the fewest payments that settle a night or the season."""

from __future__ import annotations

from book_parts import ANSWER, LABEL, NOTE
from draft import Draft, letter

from home_game.parts import (
    CARD,
    DATE,
    GREEN,
    LIGHT_LINES,
    MATRIX_ROW,
    MONEY,
    NIGHTS,
    NOBODY,
    PLAYERS,
    PLAYERS_ROW,
    PROBLEM,
    SEASON,
    name_cell,
    offer_list,
    style_chart,
    titled_sheet,
    working_sheet,
)

S_FIRST, S_LAST = 5, 15
"""The columns of the players who owe or are owed, by name."""
S_REMOVED, S_SET, S_IS_GROUP, S_GROUP = 17, 18, 19, 20
S_CANDIDATE, S_AMONG = 21, 32
S_PAYER, S_PAYEE, S_AMOUNT = 43, 44, 45
S_OWED = 46
"""The first of two columns for the chart: what each one is owed, and what each one owes."""
S_SETS_ROW, S_PAYMENT_ROW, S_PAYMENTS = 20, 36, 10
S_PEOPLE = PLAYERS + 1
"""The players, and nobody, who stands for what is missing."""


CHOSEN = "'Settle up'!$B$4"
SETTLED = 99
"""The group of players who owe nothing any more."""


def add_settle_up(draft: Draft) -> None:
    """Add the choice of what is settled, the payments, and a chart."""
    text = "Choose what is settled in the yellow cell. There are as few payments as can be."
    sheet = titled_sheet(draft, "Settle up", "Settle up", text)
    work = "'Working settle'!"
    draft.label("Settle up", "A4", "Settle")
    draft.input("Settle up", "B4", SEASON, {**DATE, "align": "left"})
    nights = f"Working!$A${MATRIX_ROW}:$A${MATRIX_ROW + len(NIGHTS) - 1}"
    known = f'IF(B4="{SEASON}","",IF(COUNTIF({nights},B4)>0,"",'
    draft.put("Settle up", "C4", f'={known}"Choose {SEASON} or the date of a night"))', PROBLEM)
    draft.headings("Settle up", "A7", ["Pays", "To", "Amount", "Paid"])
    draft.headings("Settle up", "F7", ["Player", "Net"])
    for index in range(S_PAYMENTS):
        row, step = 8 + index, S_PAYMENT_ROW + index
        amount = f"{work}{letter(S_AMOUNT)}{step}"
        for column, place in (("A", S_PAYER), ("B", S_PAYEE)):
            person = (
                f"INDEX({work}${letter(S_FIRST)}$4:${letter(S_LAST)}$4,{work}{letter(place)}{step})"
            )
            draft.put(
                "Settle up", f"{column}{row}", f'=IF({amount}="","",{person})', LABEL | ANSWER
            )
        draft.put("Settle up", f"C{row}", f'=IF({amount}="","",{amount}/100)', MONEY)
        draft.input("Settle up", f"D{row}", None, CARD)
    for index in range(PLAYERS + 1):
        row, source = 8 + index, 3 + index
        name = f"{work}B{source}"
        no_name = f'OR({name}="",AND({work}C{source}=0,{index}={PLAYERS}))'
        draft.put("Settle up", f"F{row}", f'=IF({no_name},"",{name})', LABEL | ANSWER)
        draft.put("Settle up", f"G{row}", f'=IF(F{row}="","",{work}C{source}/100)', MONEY)
    first, last = 8, 7 + S_PAYMENTS
    people = f"{work}$D$15"
    counted = f'COUNT(C{first}:C{last})&" payments settle "&{people}&" players."'
    counted = f'IF(COUNT(C{first}:C{last})=1,"1 payment settles 2 players.",{counted})'
    draft.put("Settle up", "A5", f'=IF({people}=0,"Nobody owes anything.",{counted})', LABEL)
    nobody = f"The nights do not add up: {NOBODY} stands for what is missing. See the sheet Nights."
    draft.put("Settle up", "A18", f'=IF({work}C{3 + PLAYERS}=0,"","{nobody}")', PROBLEM)
    offer_list(sheet, "B4", "=Working!$L$5:$L$45", f"{SEASON}, or the date of a night.")
    sheet.data_validation(f"D{first}:D{last}", {"validate": "list", "source": ["yes"]})
    paid = {"type": "formula", "criteria": f'=$D{first}="yes"', "format": draft.book.style(GREEN)}
    sheet.conditional_format(f"A{first}:D{last}", paid)
    chart = draft.book.file.add_chart({"type": "bar"})
    for column, title, color in ((S_OWED, "is owed", "#70AD47"), (S_OWED + 1, "owes", "#C00000")):
        chart.add_series({
            "name": title, "categories": ["Settle up", 7, 5, 6 + PLAYERS, 5],
            "values": ["Working settle", 2, column, 1 + PLAYERS, column],
            "fill": {"color": color}, "gap": 60, "overlap": 100,
        })  # fmt: skip
    style_chart(chart, "Who owes, who is owed", 560, 300)
    chart.set_y_axis({"reverse": True, "label_position": "low"})
    chart.set_x_axis({"num_format": "#,##0", "major_gridlines": LIGHT_LINES})
    chart.set_legend({"position": "bottom"})
    sheet.insert_chart("A20", chart, {"description": "Each player's net"})
    sheet.set_column("A:B", 20)
    sheet.set_column("C:D", 12)
    sheet.set_column("E:E", 3)
    sheet.set_column("F:F", 22)
    sheet.set_column("G:G", 12)
    draft.book.finish(sheet, "A1:G36", freeze="A8")


def add_working_settle(draft: Draft) -> None:
    """Add the working of *Settle up*.

    Players who settle among themselves are a group whose nets add up to 0. The more groups, the fewer payments.
    For each set of players the sheet has the sum of its nets, and into how many groups it falls at most: that of
    the best set with one player less, and one more if its own sum is 0. From the set of all, the best player to
    take out is taken out until nobody is left. Within a group the one who owes most pays the one who is owed most.
    """
    name = "Working settle"
    text = "Working of Settle up: nothing to type here. Amounts are in cents; a set of players is a number, whose bits are the players."
    sheet = working_sheet(draft, name, text)
    draft.headings(name, "A2", ["(number)", "(name)", "(cents)", "(place)"])
    for index in range(S_PEOPLE):
        _person_to_settle(draft, index)
    draft.headings(name, f"{letter(S_OWED)}2", ["is owed", "owes"])
    draft.put(name, "D15", "=SUMPRODUCT(--($C$3:$C$13<>0))")
    for place, column in enumerate(range(S_FIRST, S_LAST + 1), 1):
        cell = letter(column)
        index = f"MATCH({cell}$3,$D$3:$D$13,0)"
        draft.put(name, f"{cell}3", place)
        draft.put(name, f"{cell}4", f'=IF({cell}$3>$D$15,"",INDEX($B$3:$B$13,{index}))')
        draft.put(name, f"{cell}5", f"=IF({cell}$3>$D$15,0,INDEX($C$3:$C$13,{index}))")
        draft.put(name, f"{cell}6", 2 ** (place - 1))
        removed = (
            f"${letter(S_REMOVED)}${S_SETS_ROW}:${letter(S_REMOVED)}${S_SETS_ROW + S_PEOPLE - 1}"
        )
        groups = removed.replace(letter(S_REMOVED), letter(S_GROUP))
        is_group = removed.replace(letter(S_REMOVED), letter(S_IS_GROUP))
        group = f"SUM({is_group})-INDEX({groups},MATCH({cell}$3,{removed},0))+1"
        draft.put(name, f"{cell}8", f"=IF({cell}$3>$D$15,0,{group})")
    _sets_to_settle(draft)
    for step in range(S_PEOPLE):
        _set_without_one(draft, step)
    for step in range(S_PAYMENTS):
        _payment(draft, step)
    sheet.set_column(0, S_OWED + 1, 9)
    draft.book.finish(sheet, f"A1:{letter(S_OWED + 1)}{S_SETS_ROW + 2**S_PEOPLE - 1}", pages=0)


def _person_to_settle(draft: Draft, index: int) -> None:
    """Add a player: the net in cents of what is settled, and the place among those who owe or are owed, by name."""
    name, row = "Working settle", 3 + index
    draft.put(name, f"A{row}", index + 1)
    if index == PLAYERS:
        draft.label(name, f"B{row}", NOBODY)
        draft.put(name, f"C{row}", f"=-SUM(C3:C{row - 1})")
    else:
        draft.put(name, f"B{row}", f"={name_cell(index)}", LABEL)
        season = f"ROUND(100*N(Working!$F${PLAYERS_ROW + index}),0)"
        column, bottom = letter(1 + index), MATRIX_ROW + len(NIGHTS) - 1
        nights = f"Working!$A${MATRIX_ROW}:$A${bottom}"
        night = (
            f"INDEX(Working!${column}${MATRIX_ROW}:${column}${bottom},MATCH({CHOSEN},{nights},0))"
        )
        one_night = f"IF(COUNTIF({nights},{CHOSEN})=0,0,ROUND(100*N({night}),0))"
        draft.put(name, f"C{row}", f'=IF({CHOSEN}="{SEASON}",{season},{one_night})')
    draft.put(name, f"{letter(S_OWED)}{row}", f"=MAX(C{row},0)/100")
    draft.put(name, f"{letter(S_OWED + 1)}{row}", f"=MIN(C{row},0)/100")
    before = f"SUMPRODUCT(($B$3:$B$13<B{row})*($C$3:$C$13<>0))"
    same = f"SUMPRODUCT(($B$2:B{row - 1}=B{row})*($C$2:C{row - 1}<>0))"
    draft.put(name, f"D{row}", f'=IF(C{row}=0,"",1+{before}+{same})')


def _sets_to_settle(draft: Draft) -> None:
    """Add each set of players: its sum, and the most groups into which it falls."""
    name = "Working settle"
    draft.headings(name, f"A{S_SETS_ROW - 1}", ["Set", "Sum", "Groups"])
    for members in range(2**S_PEOPLE):
        row = S_SETS_ROW + members
        draft.put(name, f"A{row}", members, NOTE)
        if members == 0:
            draft.put(name, f"B{row}", 0, NOTE)
            draft.put(name, f"C{row}", 0, NOTE)
            continue
        places = [place for place in range(S_PEOPLE) if members >> place & 1]
        rest = S_SETS_ROW + members - 2 ** places[0]
        draft.put(name, f"B{row}", f"=B{rest}+{letter(S_FIRST + places[0])}$5", NOTE)
        smaller = ",".join(f"C{S_SETS_ROW + members - 2**place}" for place in places)
        draft.put(name, f"C{row}", f"=MAX({smaller})+IF(B{row}=0,1,0)", NOTE)


def _set_without_one(draft: Draft, step: int) -> None:
    """Add a step: the player without whom the set falls into the most groups is taken out of it."""
    name, row = "Working settle", S_SETS_ROW + step
    members = f"${letter(S_SET)}{row}"
    last = S_SETS_ROW + 2**S_PEOPLE - 1
    for column in range(S_FIRST, S_LAST + 1):
        bit = f"{letter(column)}$6"
        is_in = f"MOD(INT({members}/{bit}),2)=1"
        groups = f"INDEX($C${S_SETS_ROW}:$C${last},{members}-{bit}+1)"
        draft.put(name, f"{letter(column)}{row}", f"=IF({is_in},{groups},-1)")
    candidates = f"{letter(S_FIRST)}{row}:{letter(S_LAST)}{row}"
    removed = f"{letter(S_REMOVED)}{row}"
    draft.put(name, removed, f"=IF({members}=0,0,MATCH(MAX({candidates}),{candidates},0))")
    above = row - 1
    before = f"IF({letter(S_REMOVED)}{above}=0,0,{letter(S_SET)}{above}-2^({letter(S_REMOVED)}{above}-1))"
    draft.put(name, members.replace("$", ""), "=2^$D$15-1" if step == 0 else f"={before}")
    total = f"INDEX($B${S_SETS_ROW}:$B${last},{members}+1)"
    is_group, groups = letter(S_IS_GROUP), letter(S_GROUP)
    draft.put(name, f"{is_group}{row}", f"=IF({members}=0,0,IF({total}=0,1,0))")
    draft.put(name, f"{groups}{row}", f"=SUM({is_group}${S_SETS_ROW}:{is_group}{row})")


def _payment(draft: Draft, step: int) -> None:
    """Add a payment: in the first group that is not settled the one who owes most pays the one who is owed most."""
    name, row = "Working settle", S_PAYMENT_ROW + step
    candidates = f"{letter(S_CANDIDATE)}{row}:{letter(S_CANDIDATE + S_PEOPLE - 1)}{row}"
    among = f"{letter(S_AMONG)}{row}:{letter(S_AMONG + S_PEOPLE - 1)}{row}"
    payer, payee, amount = (f"${letter(column)}{row}" for column in (S_PAYER, S_PAYEE, S_AMOUNT))
    draft.put(name, f"E{row}", f"=MIN({candidates})")
    for place in range(S_PEOPLE):
        cell, above = f"{letter(S_FIRST + place)}{row}", f"{letter(S_FIRST + place)}{row - 1}"
        paid = f"+IF(${letter(S_PAYER)}{row - 1}={place + 1},${letter(S_AMOUNT)}{row - 1},0)"
        paid += f"-IF(${letter(S_PAYEE)}{row - 1}={place + 1},${letter(S_AMOUNT)}{row - 1},0)"
        draft.put(name, cell, f"={letter(S_FIRST + place)}$5" if step == 0 else f"={above}{paid}")
        group = f"{letter(S_CANDIDATE + place)}{row}"
        draft.put(name, group, f"=IF({cell}=0,{SETTLED},{letter(S_FIRST + place)}$8)")
        draft.put(name, f"{letter(S_AMONG + place)}{row}", f"=IF({group}=$E{row},{cell},0)")
    for cell, extreme in ((payer, "MIN"), (payee, "MAX")):
        person = f"MATCH({extreme}({among}),{among},0)"
        draft.put(name, cell.replace("$", ""), f'=IF($E{row}={SETTLED},"",{person})')
    smaller = f"MIN(-MIN({among}),MAX({among}))"
    draft.put(name, amount.replace("$", ""), f'=IF($E{row}={SETTLED},"",{smaller})')
