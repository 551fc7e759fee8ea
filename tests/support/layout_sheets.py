"""The table of layouts: sheets as people keep them, and what is read of each (see `support.layout_table`).

``! 1`` behind the ranges says how many rows of words among the hands are bad; the others are titles, or totals.
"""

NUMBERED = (
    "Player 1>5|Player 2", "P1>5|P2", "Hand 1>5|Hand 2", "Spieler 1>5|Spieler 2", "玩家1>5|玩家2", "5*Player 1|5*Player 2",
    "Player 1 Card {1..5}|Player 2 Card {1..5}", "p1_card{1..5}|p2_card{1..5}", "P1C{1..5}|P2C{1..5}",
    "c1_p1|c2_p1|c3_p1|c4_p1|c5_p1|c1_p2|c2_p2|c3_p2|c4_p2|c5_p2", "Card {1..5}|Card {1..5}",
    "{1..5}|{1..5}", "C{1..10}", "C{1..5}|C{1..5}", "1C|2C|3C|4C|5C|1C|2C|3C|4C|5C", "Player 1>5|Player 2 // Card {1..5}|Card {1..5}",
)  # fmt: skip
"""Headings over two hands of five cards."""

NAMED = {
    "Anna,Ben": ["Anna>5|Ben", "5*Anna|5*Ben", "Anna's hand>5|Ben's hand", "Anna's cards (5)>5|Ben's cards (5)", "Anna>5|Ben // Card {1..5}|Card {1..5}"],
    "A,B": ["5*A|5*B"], "h1,h2": ["h1>5|h2"],
    "Hero,Villain": ["Hero>5|Villain"], "Ahmed,Kim": ["Ahmed>5|Kim"], "As,Jack": ["As>5|Jack"], "Away,Home": ["Away>5|Home"],
}  # fmt: skip
"""Headings with names over two hands of five cards."""

FIVE_CARD = {
    **{
        f"over {deals}, as {heads}": (f"{heads} // {deals}x 10c", "A{0}:E{1},F{0}:J{1}".format(first, first + deals - 1))
        for heads in NUMBERED for deals in (1, 5) for first in [2 + heads.count("//")]
    },
    **{
        f"named, over {deals}, as {heads}": (f"{heads} // {deals}x 10c", "{2}=A{0}:E{1},{3}=F{0}:J{1}".format(first, first + deals - 1, *names.split(",")))
        for names, several in NAMED.items() for heads in several for deals in (1, 5) for first in [2 + heads.count("//")]
    },
    "cards dealt in turn, as letters": ("h1|v1|h2|v2|h3|v3|h4|v4|h5|v5 // 8x 10c", "h=A2:A9+C2:C9+E2:E9+G2:G9+I2:I9,v=B2:B9+D2:D9+F2:F9+H2:H9+J2:J9"),
    "no labels": ("2x 10c", "A1:E2,F1:J2"),
    "labels two rows above": ("Player 1>5|Player 2 //  // 10c", "A3:E3,F3:J3"),
    "gap": ("2x 5c||5c", "A1:E2,G1:K2"),
    "one cell": ("Deal|Player {1..2} // 2x {n}|[5]|[5]", "B2:B3,C2:C3"),
    "names like cards": ("Kh|Stack|JD // [5]|9|[5] // [5]|8|[5]", "Kh=A2:A3,JD=C2:C3"),
    "a name like a card": ("Friday //  // Anna|Kh // 2x [5]|[5]", "Anna=A4:A5,Kh=B4:B5"),
    "cards below labels are bad hands": ("Player {1..2} // 2c // 2x [5]|[5]", "A2:A4,B2:B4"),
    "one cell without labels": ("[5]|[5]", "A1:A1,B1:B1"),
    "one player": ("2x 5c", "A1:E2"),
    "offset": ("Home game //  // ||Player 1>5|Player 2 // ||10c //  // a note", "C4:G4,H4:L4"),
    "bad cells": ("Player 1>5|Player 2 // 10c // 4c|1OH|5c // 9c // 10c", "A2:E5,F2:J5"),
    "ids like cards before": ("12x H{n}|10c", "? B1:F12,G1:K12 / A1:E12 because game"),
    "one cell compact": ("5H5C6S7SKD|2C3S8S8DTD", "A1:A1,B1:B1"),
    "a row without any card": ("10c // 10*x // 10c", "A1:E3,F1:J3 ! 1"),
    "note above": ("c //  // 2x 10c", "A3:E4,F3:J4"),
    "results of an earlier run": ("Player 1>5|Player 2>6|Player 1 value|Player 1 hand|Player 2 value|Player 2 hand|Winner // 3x 10c||2067|One Pair, Fives|2336|Pair, Eights|2", "A2:E4,F2:J4"),
    "a column mostly bad": ("Player 1>5|Player 2 // 10c // 3x 4c|1OH|5c // 30x 4c|?|5c", "A2:E35,F2:J35"),
    "blank rows": ("10c //  //  // 10c", "A1:E4,F1:J4"),
    **{f"nothing, as {sheet}": (sheet, "nothing") for sheet in ("", "a|1", "Player 1|5", "1|10|2|13 // 3|1|4|2", "c", "C{1..5}")},
    "a title a date and a total": ("Friday night poker // Date:|2024-05-03 //  // #|Ann>5|Bob>5|Pot // 1|10c|121 // 2|10c|122 // 3|10c|123 // 4|10c|124 // 5|10c|125 // 6|10c|126 // Total>11|741", "Ann=B5:F10,Bob=G5:K10"),
    "deals named as hands": ("Hand|Player 1>5|Player 2 // 3x Hand {n-1}|10c // Hand 3|10*x // 2x Hand {n+3}|10c", "B2:F7,G2:K7 ! 1"),
    "two tables with titles": ("Table 1 // Player 1>5|Player 2 // 6x 10c //  // Table 2 // Player 1>5|Player 2 // 6x 10c", "A3:E17,F3:J17"),
    "a subtotal in between": ("Player 1>5|Player 2 // 3x 10c // Subtotal>5|3 // 3x 10c", "A2:E8,F2:J8"),
    "the second player seldom stays": ("Player 1>5|Player 2 // 40x 5c // 2x 10c", "A2:E43,F2:J43"),
    "the second hand in one cell is rare": ("Player {1..2} // 40x [5] // [5]|[5]", "A2:A42,B2:B42"),
    "cards dealt in turn": ("P1 card 1|P2 card 1|P1 card 2|P2 card 2|P1 card 3|P2 card 3|P1 card 4|P2 card 4|P1 card 5|P2 card 5 // 6x 10c", "A2:A7+C2:C7+E2:E7+G2:G7+I2:I7,B2:B7+D2:D7+F2:F7+H2:H7+J2:J7"),
    "a card never filled in": ("p1_card{1..5}|p2_card{1..5} // 6x 4c||5c", "A2:E7,F2:J7"),
    "a hand written suit first": ("3x H7|D8|CA|SK|S2", "A1:E3"),
    "straight flushes are no ids": ("C{2..6} // C{3..7} // C{4..8} // C{5..9}", "A1:E4"),
    "a last row of one card": ("Player 1>5|Player 2 // 6x 10c // c", "A2:E8,F2:J8"),
    "a misdeal at the end": ("P{1..2} // 6x [5]|[5] // misdeal|misdeal", "A2:A8,B2:B8 ! 1"),
    "a second header": ("Player 1>5|Player 2 // A|B|C|D|E|A|B|C|D|E // 6x 10c", "A3:E8,F3:J8"),
    "columns that excel has numbered": ("Column{1..7} // 6x 5c|won|120", "A2:E7"),
    "a bad first row that counts": ("Deal|Ann // 1|void // 6x {n+1}|[5]", "Ann=B2:B8 ! 1"),
    "names under labels in one cell": ("P{1..2} // Ann|Bob // 6x [5]|[5]", "Ann=A3:A8,Bob=B3:B8"),
    "a player who folds": ("P{1..2} // 6x [5]|fold // [5]|[5]", "A2:A8,B2:B8"),
    "a discard below merged labels": ("Anna>5|Discard|Ben>5|Discard // 8x 12c", "Anna=A2:E9,Ben=G2:K9"),
    "initials": ("Initials|1st|2nd|3rd|{4..5}th // 2x 6c // MB|5c // 2x 6c // RW|5c // PL|5c // 6c", "B2:F9"),
    "pairs of pupils": ("Pupil 1|Hand 1|Pupil 2|Hand 2 // 8x Pat{n-1}|[5]|Kim{n-1}|[5]", "B2:B9,D2:D9"),
    "words in a hand's cell": ("Anna|Ben // 3x [5]|[5] // two aces and three kings // 5x [5]|[5]", "Anna=A2:A10,Ben=B2:B10 ! 1"),
    "the same names below": ("Anna|Ben // 8x [5]|[5] //  // Anna|Ben // 8x [5]|[5]", "Anna=A2:A19,Ben=B2:B19"),
    # words over the columns, from other trials
    # cards of a copy, a bad token, bad players
    "a copied player": ("Anna>5|Ben>5|Carl // 20x 10c|=A:E", "? Ben=F2:J21,Carl=K2:O21 / Anna=A2:E21,Ben=F2:J21 because repeated cards"),
    "a copied hand": ("Anna|Ben|Carl // 8x [5]|[5]|=A", "? Ben=B2:B9,Carl=C2:C9 / Anna=A2:A9,Ben=B2:B9 because repeated cards"),
    "two players with the same cards": ("Anna>5|Ben // 20x 5c|=A:E", "~ Anna=A2:E21,Ben=F2:J21"),
    "a bad token in both hands of the first row": ("5♥ 5♣ 6♠ 7♠ 5X|2♥ 2♣ 3♠ 4♠ 3X // 6x [5]|[5]", "A1:A7,B1:B7"),
    "a bad token in the only row": ("Anna|Ben // qc 8c 6s 2s 4s 5X|[5]", "Anna=A2:A2,Ben=B2:B2"),
    "a bad token in text": ("6x [5] // qc 8c 6s 2s 5X // [5]", "A1:A8"),
    "two rows, a player all bad": ("Anna>5|Ben>5 // 2x 5c|5*??", "~ Anna=A2:E3,Ben=F2:J3"),
    "two rows, a hand in a cell bad": ("Anna|Ben // 2x [5]|no idea", "~ Anna=A2:A3,Ben=B2:B3"),
    # several hands in a cell, ranks and suits
    "ten cards in a cell": ("8x [10]", "? because no kind fits"),
    "ranks and suits": ("8x 10rs", "nothing"),
    "suits and ranks": ("8x 10sr", "nothing"),
    "ranks and suits below words": ("Anna>10|Ben // 8x 10rs", "nothing"),
    "all ranks, then all suits": ("8x 5r5s|5r5s", "nothing"),
    # a row for each player
    "a row for each player": ("Deal|Player|Cards // 6x {n}|Ann|[5] / {n}|Bob|[5]", "C2:C13 by Deal"),
    "the deal in its first row": ("Deal #|Player|Card {1..5} // 6x {n}|Ann|5c / |Bob|5c / |Cy|5c", "C2:G19 by Deal #"),
    "deals by number and date": ("Date|Deal|Player|Cards // 3x Fri 0|{n}|Ann|[5] / Fri 0|{n}|Bob|[5] // 3x Fri 1|{n}|Ann|[5] / Fri 1|{n}|Bob|[5]", "D2:D13 by Date,Deal"),
    "deals by number and match": ("Match|Deal|Player|Cards // 3x M1|{n}|Ann|[5] / M1|{n}|Bob|[5] // 3x M2|{n}|Ann|[5] / M2|{n}|Cy|[5]", "D2:D13 by Match,Deal"),
    "matches of one deal": ("Match|Hand|Player|Cards // 6x M{n-1}|1|Ann|[5] / M{n-1}|1|Bob|[5]", "D2:D13 by Match"),
    "numbers of the club's rooms, a hand a row": ("Hand|Deal|Room no|Stake // [5]|1|7H|538 // [5]|2|8D|180 // [5]|3|8D|144 // [5]|4|9C|116", "A2:A5"),
    # columns that are not read, and are said to be
    "a legend": ("Anna|Ben||Ranking|Example // [5]|[5]||Royal flush|[5] // [5]|[5]||Flush|[5] // [5]|[5]||Pair|[5] // 5x [5]|[5]", "Anna=A2:A9,Ben=B2:B9 - D Ranking, E Example (cards)"),
    "a discard that is listed": ("Anna {1..5}|Discard|Ben {1..5}|Changed // 8x 12c", "Anna=A2:E9,Ben=G2:K9 - F Discard (cards), L Changed (cards)"),
    "a class of two hands": ("Class|Anna|Ben // 8x {7C,8D,9C,7H,8S}|[5]|[5]", "~ Anna=B2:B9,Ben=C2:C9"),
    "initials behind a hand": ("Card {1..5}|Initials // 8x 5c|{AS,JD,MB,KH,TC,RW,PL,AD}", "A2:E9"),
    # titles, and rows of words that are bad
    "a title between blank rows": ("Anna>5|Ben // 4x 10c //  // Table 2 (late) //  // 5x 10c", "Anna=A2:E13,Ben=F2:J13"),
    "two lines of titles": ("Anna>5|Ben // 4x 10c // Table 2 // February 2026 // 5x 10c", "Anna=A2:E12,Ben=F2:J12"),
    "a title among the cards": ("Anna>5|Ben // 4x 10c // 4*|Tisch 2 // 5x 10c", "Anna=A2:E11,Ben=F2:J11"),
    "headings again and again": ("9x Player 1>5|Player 2 / 10c", "A2:E18,F2:J18"),
    "blank rows and a total": ("C{1..10}|Stake // 5x 10c //  //  //  //  // 4x 10c //  // 3x 10c // Total>10|60", "A2:E18,F2:J18"),
    **{f"not a title, as {row!r}": (f"Anna>5|Ben // 4x 10c // {row} // 5x 10c", f"Anna=A2:E11,Ben=F2:J11{bad}") for row, bad in {"1OH": " ! 1", "x": "", "5H": "", "#REF!": " ! 1", "AhKhQhJhTx": " ! 1", "Table 2|7": " ! 1", "12": " ! 1"}.items()},
    **{f"no game, as {row!r}": (f"Date|Anna>5|Ben>5|Pot // 4x 2026-01-0{{n}}|10c|{{n}} // {row} // 5x 2026-02-0{{n}}|10c|{{n}} // {row}", "Anna=B2:F11,Ben=G2:K11") for row in ("2026-01-20|no game", "2026-01-20|cancelled (snow)", "20.1.2026|ausgefallen", "2026-01-20|5 cards lost", "2026-01-20||day off")},
    "a round without a game": ("Date|Anna>5|Ben>5|Pot // 4x 2026-01-0{n}|10c|{n} // Round 4|misdeal // 5x 2026-02-0{n}|10c|{n} // Round 4|misdeal", "Anna=B2:F11,Ben=G2:K11 ! 1"),
    **{f"no evening off, as {row!r}": (f"Date|Anna>5|Ben>5|Pot // 4x 2026-01-0{{n}}|10c|{{n}} // {row} // 5x 2026-02-0{{n}}|10c|{{n}}", f"Anna=B2:F11,Ben=G2:K11{bad}") for row, bad in {"2026-01-20|1OH": " ! 1", "2026-01-20|Ace of Spads": " ! 1", "2026-01-20|x": "", "2026-01-20|no game|5H": "", "2026-01-20|Pik Dme": " ! 1", "4|no game": " ! 1", "2026-01-20|no game>10|5": " ! 1"}.items()},
    "a title between deals": ("Hand id|Player|Cards // 2x {n}|Anna|[5] / {n}|Ben|[5] // February // 2x {n+2}|Anna|[5] / {n+2}|Ben|[5]", "C2:C10 by Hand id"),
    # words that only look like doubts
    **{f"no doubt, as {head}": (f"No|Anna|Ben|{head} // 8x {{n}}|[5]|[5]|{cells}", "Anna=B2:B9,Ben=C2:C9") for head, cells in {"Buy in|Cash out": "20|{n+15}", "Day": "{Sat,Sun}"}.items()},
    "a pot of each deal": ("Deal|Player|Cards|Pot // 8x {n}|Anna|[5]|{n+10} / {n}|Ben|[5]|{n+10}", "C2:C17 by Deal"),
    "queens and kings": ("Q♠ K♥ 4♣ 5♦ J♣|A♦ J♥ 10♣ 7♦ 3♣", "A1:A1,B1:B1"),
    # hands against each other
    "against below names": ("Anna vs Ben // 9x [5] vs. [5]", "nothing"),
    "a slash between hands": ("#|Hands // 9x {n}|[5] {/} [5]", "? because no kind fits"),
    "a line for each hand": ("#|Hands // 9x {n}|[5]\n[5]", "? because no kind fits"),
    "notes with the word between hands": ("10c|AhKh vs QsQc // 8x 10c|Anna vs Ben", "A1:E9,F1:J9"),
    # columns that hold cards and are no players
    **{f"the winning hand, as {word!r}": (f"#|Ann|Ben|{word} // 6x {{n}}|[5]|[5]|=B / {{n}}|[5]|[5]|=C", "Ann=B2:B13,Ben=C2:C13") for word in ("Winning hand", "Best hand", "Siegerhand", "Beste Hand", "main gagnante")},
    "the winning hand in columns": ("|Ann>5|Ben>5|Winning hand // 6x {n}|10c|=B:F / {n}|10c|=G:K", "Ann=B2:F13,Ben=G2:K13"),
    "the best hand so far in a box": ("#|Ann|Ben||Best hand so far // 1|[5]|[5]||Ah Kh Qh Jh Th // 2|[5]|[5]||by Ben, 2019 // 10x {n+2}|[5]|[5]", "Ann=B2:B13,Ben=C2:C13"),
    **{f"cards among notes, as {word!r}": (f"Deal|Ann>5|Ben>5|{word} // {{n}}|10c|Kd Qd // 4x {{n}}|10c // {{n}}|10c|Kd Qd // 4x {{n}}|10c", "Ann=B2:F11,Ben=G2:K11") for word in ("Notes", "My comments", "Bemerkung", "Remarques", "Mucked")},
    # a hand a row, a row for each player
    "hands of players in any order": ("39x {Ann,Bob,Bob,Cid,Ann,Cid,Cid}|5c", "? B1:F39 because turns"),
    "rows of who is left": ("Game No.|Player|Cards // 3x {n}|Ann|[5] / {n}|Bob|[5] / {n}|Cy|[5] // 3x {n+3}|Ann|[5] / {n+3}|Cy|[5] // 2x {n+6}|Bob|[5] / {n+6}|Cy|[5]", "C2:C20 by Game No."),
    **{f"deals behind a mark, as {word!r}": (f"{word}|Player|Cards // 6x #{{n}}|Ann|[5] / #{{n}}|Ben|[5]", f"C2:C13 by {word}") for word in ("Game", "Hand", "Spiel")},
    "deals without players": ("Deal|Cards // 4x {n}|[5] / {n}|[5]", "B2:B9 by Deal"),
    # players who are not counted from one
    **{f"players, as {names!r}": ("Nr|" + names.replace("|", ">5|") + " // 8x {n}|15c", ",".join(f"{name}={where}" for name, where in zip(names.split("|"), ("B2:F9", "G2:K9", "L2:P9"), strict=True))) for names in ("Spieler 2|Spieler 3|Spieler 1", "Seat 2|Seat 5|Seat 9", "Player 3|Player 4|Player 5", "S4|S2|S1")},
    "a mark in the cell of a whole hand": ("Ann|Ben // 2x [5]|[5] // [5] *|[5] // 7x [5]|[5]", "Ann=A2:A11,Ben=B2:B11"),
    "players who fold by a word": ("Anna|Bernd // [5]|[5] // [5]|folded // mucked|[5] // [5]|?? // passt|passt // [5]", "Anna=A2:A7,Bernd=B2:B7"),
}  # fmt: skip
"""Sheets of the game that is not said."""

HOLDEM = {
    **{
        f"hole cards and a board, as {heads}": (f"{heads} // 2x 9c", where)
        for where, several in {
            "A2:B3,C2:D3,E2:I3": ("P1>2|P2>2|Board", "P1>2|P2", "Hole cards>4|Board", "p1_card{1..2}|p2_card{1..2}|board{1..5}", "Hole {1..2}|Hole {1..2}|Flop {1..3}|Turn|River"),
            "F2:G3,H2:I3,A2:E3": ("Board>5|P1>2|P2", "F{1..3}|T|R", "B{1..5}", "Flop{1..3}|Turn|River"),
            "Ann=A2:B3,Bob=C2:D3,board=E2:I3": ("Ann>2|Bob>2|Board", "Ann>2|Bob"), "Ann=F2:G3,Bob=H2:I3,board=A2:E3": ("Board>5|Ann>2|Bob",),
        }.items() for heads in several
    },
    "holdem one player": ("Hero>2|Board // 7c", "Hero=A2:B2,board=C2:G2"),
    "a blank column of seats": ("Seat no|Ann>2|Bob>2|Flop>3|Turn|River // 6x |9c", "Ann=B2:C7,Bob=D2:E7,board=F2:J7"),
    "names like cards over holdem": ("Kh|JD|Board // [2]|[2]|[5]", "Kh=A2:A2,JD=B2:B2,board=C2:C2"),
    "holdem board first without labels": ("5c||2c||2c", "G1:H1,J1:K1,A1:E1"),
    "holdem streets": ("P1>2|P2>2|Board // 9c // 7c // 8c", "A2:B4,C2:D4,E2:I4"),
    "a seat that never shows": ("Seat 1 cards|Net|Seat 2 cards|Net|Seat 3 cards|Board // 3x [2]|1>2|2|[2]|[5]", "Seat 1=A2:A4,Seat 2=C2:C4,Seat 3=E2:E4,board=F2:F4"),
    "few hands reach the river": ("#|Hero>2|Villain>2|Flop>3|Turn|River // 2x {n-1}|9c // 4x {n+1}|7c // 34x {n+5}|4c", "Hero=B2:C41,Villain=D2:E41,board=F2:J41"),
    "hole cards in one cell each": ("6x [2]|[2]|5c", "A1:A6,B1:B6,C1:G6"),
    "a flop in one cell then streets": ("P{1..2}|Flop|Turn|River // 6x [2]|[2]|[3]|2c", "A2:A7,B2:B7,C2:E7"),
    "holdem dealt in turn": ("Seat {1..2}a|Seat {1..2}b|Flop {1..3}|Turn|River // 6x 9c", "Seat 1=A2:A7+C2:C7,Seat 2=B2:B7+D2:D7,board=E2:I7"),
    "hole cards, a gap, a board": ("6x 2c||5c", "A1:B6,D1:H6"),
    "a flop in a cell before two hole cards": ("Deal|Flop|Turn|River|Card {1..2} // 6x {n}|[3]|4c", "~ E2:F7,B2:D7"),
    "burn cards in their columns": ("Hero|Villain|Burn|Flop|Burn|Turn|Burn|River // 6x [2]|[2]|c|[3]|c|c|c|c", "Hero=A2:A7,Villain=B2:B7,board=D2:D7+F2:F7+H2:H7"),
    "columns between the streets": ("Hero|Villain|Burn 1|F||T||R // 6x [2]|[2]|c|[3]||c||c", "Hero=A2:A7,Villain=B2:B7,board=D2:D7+F2:F7+H2:H7"),
    "a row for each player of hold'em": ("Hand id|Player|Hole|Board // 6x {n}|Anna|[2]|[5] / {n}|Ben|[2]|=D", "~ C2:C13,D2:D13 by Hand id"),
    "the board in the first row of each deal": ("Hand id|Player|Hole|Board // 6x {n}|Anna|[2]|[5] / {n}|Ben|[2]|", "C2:C13,D2:D13 by Hand id"),
    "seats over the names": ("Seat 1>3|Seat 2>3|Flop>3|Turn|River|Winner // 12x Anna|2c|Bob|2c|5c|Bob", "B2:C13,E2:F13,G2:K13"),
    "nine seats, the board first": ("Hand|Flop{1..3}|Turn|River|" + "|".join(f"Seat{seat}a|Seat{seat}b" for seat in range(1, 10)) + " // 5x {n}|7c|2*|2c|2*|2c|4*|2c|2c / {n}|5c|2*|6c|4*|4c|2* / {n}|5c|4*|2c|2*|4c|4*", "Seat1=G2:H16,Seat2=I2:J16,Seat3=K2:L16,Seat4=M2:N16,Seat5=O2:P16,Seat6=Q2:R16,Seat7=S2:T16,Seat8=U2:V16,Seat9=W2:X16,board=B2:F16"),
    "streets that were not dealt": ("Hand|Me{1..2}|V{1..2}|F{1..3}|T|R // 4x {n}|9c / {n}|7c / {n}|4c", "Me=B2:C13,V=D2:E13,board=F2:J13"),
    **{f"out, as {word!r}": (f"Hand|Me{{1..2}}|V{{1..2}}|F{{1..3}}|T|R // 4x {{n}}|9c / {{n}}|2c|{word}||5c / {{n}}|9c", "Me=B2:C13,V=D2:E13,board=F2:J13") for word in ("??", "muck", "Folded on the turn", "-", "did not play", "passed", "Sitting out", "away", "weg", "x", "F", "f", "xx", "fold")},
    "a flop in a cell, and who folded": ("Date|Hole|Flop|Turn|River|Showdown|Result // 3x 2026-01-01|[2]|[3]|c|c|folded|7 / 2026-01-01|[2]|[3]|c|c|[2]|7 / 2026-01-01|[2]|[3]|c|c|[2]|7", "B2:B10,F2:F10,C2:E10"),
    "a board in a cell that ends at the flop": ("Hero|Villain|Board // 3x [2]|[2]|[5] / [2]|[2]|[3] / [2]|[2]|[5]", "Hero=A2:A10,Villain=B2:B10,board=C2:C10"),
    "hole cards nobody has seen": ("Anna|Bernd|Board // 3x [2]|[2]|[5] / [2]|unknown|[5]", "Anna=A2:A7,Bernd=B2:B7,board=C2:C7"),
    "hole cards against each other": ("Hands|Board // 9x [2] vs [2]|[5]", "? because no kind fits"),
    **{f"players, as {names!r}": ("Nr|" + names.replace("|", ">2|") + ">2|Flop>3|Turn|River // 8x {n}|11c", ",".join(f"{name}={where}" for name, where in zip((names + "|board").split("|"), ("B2:C9", "D2:E9", "F2:G9", "H2:L9"), strict=True))) for names in ("Spieler 2|Spieler 3|Spieler 1", "Seat 2|Seat 5|Seat 9", "Player 3|Player 4|Player 5", "S4|S2|S1")},
    "names now and then like cards": ("My hand|Villain|His hand|Board // [2]|9s|[2]|[5] // 8x [2]|fish77|[2]|[5]", "My=A2:A10,His=C2:C10,board=D2:D10"),
}  # fmt: skip
"""Sheets read with ``--game holdem``."""

OMAHA = {
    "a flop that falls": ("Flop {1..3}|Turn|River|P{1..2} // 3x 5c|[4]|[4]", "F2:F4,G2:G4,A2:E4"),
    "omaha labels": ("P1>4|P2>4|Board // 13c", "A2:D2,E2:H2,I2:M2"),
    "omaha with four and five hole cards": ("Seat 1 cards>2|Seat 2 cards>2|Board // 3x [4]|1|[4]|2|[5] // 4x [5]|1>2|2|[5]", "? Seat 2=C2:C8,board=E2:E8 / Seat 1=A2:A8,board=E2:E8 because unread cards"),
    "numbered hole cards behind a flop in a cell": ("Deal|Flop|Turn|River|Card {1..4} // 6x {n}|[3]|6c", "~ E2:H7,B2:D7"),
}  # fmt: skip
"""Sheets read with ``--game omaha``."""

FRONT = {
    "front gap": ("3c||3c", "A1:C1,E1:G1"),
    "front": ("6c", "A1:C1,D1:F1"),
}  # fmt: skip
"""Sheets read with ``--game front``."""
