"""The table of layouts, continued: sheets with more than one reading, and the readings that the question must offer."""

FIVE_CARD = {
    # the number of cards says nothing of the hands
    "seven bare columns": ("8x 7c", "? A1:G8"),
    "three players without words": ("6x 15c", "? A1:E6,F1:J6,K1:O6 / holdem A1:B6,C1:D6,E1:F6,G1:H6,I1:J6,K1:O6"),
    "fifteen bare columns": ("8x 15c", "? A1:E8,F1:J8,K1:O8 / holdem A1:B8,C1:D8,E1:F8,G1:H8,I1:J8,K1:O8 / holdem F1:G8,H1:I8,J1:K8,L1:M8,N1:O8,A1:E8"),
    "four cards": ("2x 4c", "? A1:D2"),
    "rows counted before four cards": ("6x {n}|4c", "? B1:E6"),
    "nine of ten": ("9c", "? A1:I1 / holdem A1:B1,C1:D1,E1:I1 / holdem F1:G1,H1:I1,A1:E1"),
    "seven and seven without labels": ("3x 14c", "? A1:G3,H1:N3"),
    "six": ("6x 6c", "? A1:E6 / B1:F6 / A1:F6"),
    "names over fours": ("Ann>4|Bob // 6x 8c", "? Ann=A2:D7,Bob=E2:H7"),
    "names over four and three": ("Ann>4|Bob // 6x 7c", "? Ann=A2:D7,Bob=E2:G7"),
    "unequal hands": ("Anna>5|Ben // 8x 9c", "? Anna=A2:E9,Ben=F2:I9"),
    "three cards each": ("Player {1..3}|Dealer {1..3} // 8x 6c", "? front Player=A2:C9,Dealer=D2:F9 / three-card Player=A2:C9,Dealer=D2:F9"),
    "who folded, in a column that is not read": ("Deal|Player|Cards|Status // 4x {n}|Ann|[5]|played / {n}|Bob|[5]|folded", "? C2:C9 by Deal"),
    "the hand and the new hand": ("Ann|Ann new|Bob|Bob new // 6x [5]|[5]|[5]|[5]", "? A2:A7,B2:B7,C2:C7,D2:D7 / Ann=A2:A7,Bob=C2:C7 / Ann=B2:B7,Bob=D2:D7"),
    "the old hand and the hand": ("Ann old>5|Ann>5|Bob old>5|Bob>5 // 6x 20c", "? A2:E7,F2:J7,K2:O7,P2:T7 / Ann=A2:E7,Bob=K2:O7 / Ann=F2:J7,Bob=P2:T7"),
    "a new card is no hand": ("Ann>5|New card|Bob>5|New card // 6x 5c|c|5c|c", "Ann=A2:E7,Bob=G2:K7"),
    "front, middle, back": ("Front>3|Middle>5|Back // 6x 13c", "? D2:H7,I2:M7"),
    # codes that look like cards, without a word
    "codes under no word": ("8x {7C,8D,9C,7H,8S,7D}|5c", "? B1:F8"),
    "ids downwards": ("6x {9D,8D,7D,6D,5D,4D}|5c", "? B1:F6"),
    "ids over ten": ("50x D{n}|5c", "? B1:F50"),
    "two ids that may be cards": ("2x H{n+6}|5c", "? A1:E2 / B1:F2 / A1:F2"),
    "ids of three rows before sevens": ("3x H{n+6}|14c", "? B1:H3,I1:O3"),
    "ids of two rows before numbered cards": ("|p1_card{1..7}|p2_card{1..7} // 2x D{n+7}|14c", "? B2:H3,I2:O3"),
    "a sixth card under no word": ("Card {1..5} // 8x 6c", "? A2:E9 / A2:F9"),
    "cards named in a column of notes": ("6x 10c|{5H,good,AH,7C,2D,nice}", "? A1:E6,F1:J6"),
    # a column that is bad throughout
    "a column all bad": ("3x 4c|'11111|5c", "? A1:E3,F1:J3"),
    "the last card a question mark throughout": ("6x 4c|?", "? A1:D6"),
    "a seventh card bad throughout": ("P1>7|P2>7|P3 // 6x 6c|?|6c|?|6c|?", "? A2:G7,H2:N7,O2:U7"),
    "a bad card in the middle": ("6x 2c|#N/A|2c", "? A1:E6"),
    "one row with a blank": ("3c||6c", "? A1:E1,F1:J1"),
    "a mark behind every card": ("Deal|Card 1|Hold|Card 2|Hold|Card 3|Hold|Card 4|Hold|Card 5|Hold|Won // 6x 7|c|{,x}|c|{,x}|c|{,x}|c|{,x}|c|{,x}|5", "~ B2:B7+D2:D7+F2:F7+H2:H7+J2:J7"),
    "cards apart": ("6x c|x|c|x|c|x|c|x|c|x", "?"),
    # words that may be a name, a note or a stage
    **{f"a name or a note, as {word}": (f"Anna|{word}|Ben // 8x [5]|[5]|[5]", f"? Anna=A2:A9,{word}=B2:B9,Ben=C2:C9 / Anna=A2:A9,Ben=C2:C9") for word in ("Memo", "Nom", "Mark")},
    **{f"hands under {word}": (f"Anna|{word}|Ben // 8x [5]|[5]|[5]", "? Anna=A2:A9,Ben=C2:C9") for word in ("Notes", "Class")},
    "dealt, held and final": ("#|Dealt|Held|Final|Win // 8x {n}|[5]|[2]|[5]|{n+1}", "? B2:B9 / D2:D9"),
    "rows of Chinese poker": ("Ann front|Ann middle|Ann back|Bob front|Bob middle|Bob back // 8x [3]|[5]|[5]|[3]|[5]|[5]", "? Ann=B2:B9,Bob=E2:E9 / Ann=C2:C9,Bob=F2:F9"),
    "an example in the first row": ("Hand|Anna|Ben // Example|[5]|[5] // 6x {n}|[5]|[5]", "? Anna=B3:B8,Ben=C3:C8"),
    "a best hand in the last row": ("Student|Hand // 6x {Max,Eva,Tom,Ida,Ben,Zoe}|[5] // Best hand|[5]", "? B2:B7"),
    "a legend below": ("Hand|Anna|Ben // 6x {n}|[5]|[5] //  // Legend // |[5]|[5]", "? Anna=B2:B7,Ben=C2:C7"),
    "two rooms under an unknown word": ("Felt|Hand|Player|Cards // 4x Red|{n}|Anna|[5] / Red|{n}|Ben|[5] / Blue|{n}|Carl|[5] / Blue|{n}|Dora|[5]", "? D2:D17 by Hand / D2:D17 by Hand,Felt"),
    "hands in turn": ("P1 hand 1|P2 hand 1|P1 hand 2|P2 hand 2 // 6x [5]|[5]|[5]|[5]", "? A2:A7,B2:B7 & C2:C7,D2:D7"),
    # other cards beside the hands
    "a legend under no word": ("Anna|Ben // [5]|[5]||Royal flush|[5] // [5]|[5]||Flush|[5] // [5]|[5]||Pair|[5] // 5x [5]|[5]", "? Anna=A2:A9,Ben=B2:B9"),
    "a legend under a word nobody knows": ("Anna|Ben|Muster // 3x [5]|[5]|[5] // 5x [5]|[5]", "? Anna=A2:A9,Ben=B2:B9"),
    "a line and its halves": ("8x [10]|=A|[5]|[5]", "?"),
    "a hand and the line it was copied from": ("8x [5]|[5]|[10]", "? A1:A8,B1:B8"),
    # a board, and no game
    "a board": ("P1>2|P2>2|Board // 9c", "? holdem A2:B2,C2:D2,E2:I2"),
    "hole cards and a board": ("Hand|Board // 8x [2]|[5]", "? holdem A2:A9,B2:B9"),
    "hold'em dealt in turn": ("P1 card 1|P2 card 1|P1 card 2|P2 card 2|Board {1..5} // 6x 9c", "? holdem A2:A7+C2:C7,B2:B7+D2:D7,E2:I7"),
    # several tables
    "side by side": ("10c||10c", "? A1:E1,F1:J1 / L1:P1,Q1:U1"),
    "two bare tables side by side": ("6x 10c|||10c", "? A1:E6,F1:J6 / M1:Q6,R1:V6"),
    "titles over two tables": ("Friday>10|Saturday // 6x 20c", "? A2:E7,F2:J7 / K2:O7,P2:T7"),
    "two groups of pupils": ("Group A|||Group B // Name|Hand||Name|Hand // 8x {Ann,Bob,Cy,Dan,Eva,Finn,Gus,Hal}|[5]||{Ida,Jon,Kim,Lea,Max,Nia,Olga,Pat}|[5]", "? B3:B10 & E3:E10"),
    "two groups of pupils, cards in cells": ("Pupil|Card {1..5}||Pupil|Card {1..5} // 8x P{n}|5c||Q{n}|5c", "? B2:F9 & I2:M9"),
    "two evenings side by side": ("No|Anna|Ben||No|Anna|Ben // 8x {n}|[5]|[5]||{n}|[5]|[5]", "? Anna=B2:B9,Ben=C2:C9 & Anna=F2:F9,Ben=G2:G9"),
    "two evenings of unequal length": ("No|Anna|Ben||No|Anna|Ben // 5x {n}|[5]|[5]||{n}|[5]|[5] // 3x {n+5}|[5]|[5]", "? Anna=B2:B9,Ben=C2:C9 & Anna=F2:F9,Ben=G2:G9"),
    "one above the other in other columns": ("Player 1>5|Player 2 // 2x 10c // // Player 1>5|Player 2 // |10c", "? A2:E3,F2:J3"),
    "far apart": ("10c // // // // 5c", "? A1:E1,F1:J1 / A5:E5"),
    "labels between": ("Player 1>5|Player 2 // 10c // Player 3>5|Player 4 // 10c", "? A2:E2,F2:J2 & Player 3=A4:E4,Player 4=F4:J4"),
    "the players in another order below": ("Anna|Ben // 8x [5]|[5] // // Ben|Anna // 8x [5]|[5]", "? Anna=A2:A9,Ben=B2:B9 & Ben=A12:A19,Anna=B12:B19"),
    "an example above": ("Example:|5c // // Player 1>5|Player 2 // 6x 10c", "? A4:E9,F4:J9"),
    "a second hand behind a gap": ("40x 5c // 2x 5c||5c", "~ A1:E42,G1:K42"),
    # long tables whose deals are not clear
    "deal numbers that begin again": ("Deal|Player|Cards // 3x {n}|Ann|[5] / {n}|Bob|[5] // 3x {n}|Ann|[5] / {n}|Bob|[5]", "? C2:C13 by Deal"),
    "rows in turn": ("Player|Cards // 6x Ann|[5] / Bob|[5]", "? B2:B13 because turns"),
    **{f"tables that may be groups, as {word}": (f"Round|{word}|Player|Cards // 8x {{n}}|1|Anna|[5] / {{n}}|1|Ben|[5] / {{n}}|2|Cy|[5] / {{n}}|2|Di|[5]", f"? D2:D33 by Round / D2:D33 by Round,{word}") for word in ("Group", "Mesa", "Pair", "Stolik", "Desk")},
    "numbers that begin again in each class": ("Class|Deal|Pupil|Cards // 5x 7C|{n}|Anna|[5] / 7C|{n}|Ben|[5] // 3x 8D|{n}|Cy|[5] / 8D|{n}|Di|[5]", "? D2:D17 by Deal / D2:D17 by Deal,Class"),
    **{f"before and after a draw, as {word}": (f"Deal|{word}|Player|Cards // 10x {{n}}|1|Anna|AH KH QH 2C 3C / {{n}}|2|Anna|AH KH QH 4C 5C / {{n}}|1|Ben|AS KS QS 2D 3D / {{n}}|2|Ben|AS KS QS 4D 5D", f"? D2:D41 by Deal,{word} because draws") for word in ("Round", "Game")},
    # hands downwards, deals in columns; turned, they are read
    "cards downwards": ("5x Card {n}|2c", "? B1:C5 because sizes"),
    "seven cards downwards": ("Anna|Bob // 7x 2c", "? A2:B8"),
    "numbered cards downwards": ("|Anna|Bob // 5x Card {n}|2c", "? B2:C6 because downwards"),
    **{
        f"cards of a hand {way} again and again, as {sheet}": (turn + sheet, f"? because {way}")
        for turn, way in {"": "downwards", "turn: ": "turned"}.items()
        for sheet in (
            "|Anna|Bob|Cy // 8x Card 1|3c / Card 2|3c / Card 3|3c / Card 4|3c / Card 5|3c",
            "|Anna|Bob|Cy // 8x Card 1|3c / Card 2|3c / Card 3|3c / Card 4|3c / Card 5|3c / ",
            "Anna|Bob|Cy // 8x 3c / 3c / 3c / 3c / 3c / ",
            "8x Anna|Bob|Cy / 3c / 3c / 3c / 3c / 3c / ",

        )
    },
    "a deal in each column": ("turn: Player|Anna|Ben|Cy // 8x Round {n}|[5]|[5]|[5]", "? because turned"),
    "a deal in each column below dates": ("turn: Player|Anna|Ben|Cy // 8x 2026-11-0{n}|[5]|[5]|[5]", "? because turned ! 1"),
    "a deal in each column below other words": ("turn: Player|Anna|Ben|Cy // 8x The {n}. night|[5]|[5]|[5]", "? because turned"),
    "a deal in each column without words": ("turn: 8x [5]|[5]|[5]", "? because turned"),
    "a deal in each column of cards": ("turn: |Anna>5|Ben>5|Cy // 8x Deal {n}|15c", "? because downwards"),
    "a deal in each column of cards between blank rows": ("turn: |Anna>6|Ben>6|Cy // 8x Round #{n}|5c||5c||5c", "? because downwards"),
    "a deal in each column of numbered cards": ("turn: |Card {1..5}|Card {1..5}|Card {1..5} // 8x Game {n}|15c", "? because downwards"),
    "a deal in each column of cards without names": ("turn: |5*|5*|5* // 8x Deal {n}|15c", "? because downwards"),
    "headings of letters": ("A|B|C|D|E|F|G|H|I|J // 6x 10c // // A|B|C|D|E|F|G|H|I|J // 6x 10c", "? A2:E15,F2:J15"),
    "letters of players with numbers": ("A{1..5}|B{1..5} // 8x 10c", "? A2:E9,F2:J9"),
    "a number over each card": ("5*1|5*2 // 8x 10c", "? A2:E9,F2:J9"),
    "players above their first cards alone": ("P1 c1|c{2..5}|P2 c1|c{2..5} // 8x 10c", "? A2:E9,F2:J9"),
    # who folded, what does not count, what stands there twice
    "who folded, in a row of his": ("Deal|Player|Cards|Folded? // 8x {n}|Anna|[5]|{,,yes,} / {n}|Ben|[5]", "? C2:C17 by Deal because folds"),
    "who folded, by name": ("No|Anna|Ben|Who folded // 8x {n}|[5]|[5]|{,,,Ben,,,,}", "? Anna=B2:B9,Ben=C2:C9 because folds"),
    "who folded, as a status": ("No|Anna|Ben|Status // 8x {n}|[5]|[5]|{dabei,dabei,dabei,passt}", "? Anna=B2:B9,Ben=C2:C9 because folds"),
    "who folded, in a remark": ("No|Anna|Ben|Remarks // 8x {n}|[5]|[5]|{,,,sat out; late,,,,}", "? Anna=B2:B9,Ben=C2:C9 because folds"),
    "a deal that is void": ("No|Anna|Ben|Notes // 8x {n}|[5]|[5]|{,,Misdeal!,,,,,}", "? Anna=B2:B9,Ben=C2:C9 because void"),
    "a deal that is void in German": ("No|Anna|Ben|Notiz // 8x {n}|[5]|[5]|{,,ungültig,,,,,}", "? Anna=B2:B9,Ben=C2:C9 because void"),
    "a test among the numbers": ("No|Anna|Ben // 3x {n}|[5]|[5] // Test|[5]|[5] // 5x {n+3}|[5]|[5]", "? Anna=B2:B10,Ben=C2:C10 because void"),
    **{f"a deal again, as {title}": (f"No|Anna|Ben // 1|[5]|[5] // 2|[5]|[5] // 3|AH KH QH JH 9C|2C 3D 4H 5S 7C // 5x {{n+3}}|[5]|[5] //  // {title} // 3|AH KH QH JH 9C|2C 3D 4H 5S 7C", "? Anna=B2:B12,Ben=C2:C12 / Anna=B2:B9,Ben=C2:C9 because examples") for title in ("Hand of the night", "Bad beats", "Correction", "Blatt des Abends")},
    "letters of two languages": ("A♠ 9♥ 4♣ 5♦ V♣|A♦ B♥ 10♣ 7♦ 3♣ // H♠ 9♥ 4♣ 5♦ 2♣|A♦ 8♥ 10♣ 7♦ 3♣", "? A1:A2,B1:B2 because letters"),
    # more cards in a row, rows in turn, stars, lists
    "two columns of hands against each other": ("9x [5] vs [5]|[5] vs [5]", "? A1:A9,A1:A9 / B1:B9,B1:B9"),
    "the winning hand without words": ("6x [5]|[5]|=A / [5]|[5]|=B", "? A1:A12,B1:B12"),
    "the winning hand under another word": ("#|Ann|Ben|Shown // 6x {n}|[5]|[5]|=B / {n}|[5]|[5]|=C", "? Ann=B2:B13,Ben=C2:C13"),
    "a box under another word": ("#|Ann|Ben||Record // 1|[5]|[5]||Ah Kh Qh Jh Th // 2|[5]|[5]||by Ben, 2019 // 10x {n+2}|[5]|[5]", "? Ann=B2:B13,Ben=C2:C13"),
    "cards among notes without a heading": ("Deal|Ann>5|Ben // {n}|10c|Kd Qd // 4x {n}|10c // {n}|10c|Kd Qd // 4x {n}|10c", "? Ann=B2:F11,Ben=G2:K11"),
    "rows in turn below titles of deals": ("8x Deal {n} / Ann|5c / Bob|5c", "? B2:F24 because turns"),
    "rows in turn between blank rows": ("Player|C{1..5} // 8x Ann|5c / Bob|5c / Cid|5c / ", "? B2:F32 because turns"),
    "rows in turn of who is in the deal": ("Player|C{1..5} // 4x Ann|5c / Bob|5c / Cid|5c /  / Ann|5c / Cid|5c / ", "? B2:F28 because turns"),
    "rows in turn with players without a hand": ("Player|C{1..5} // 4x Ann|5c / Bob|5c / Cid|5c /  / Ann|5c / Bob / Cid|5c / ", "? B2:F32 because turns"),
    "rows in turn below days": ("4x Sunday / Ann|[5] / Bob|[5] / Cid|[5] / Saturday / Ann|[5] / Bob|[5] / Cid|[5]", "? B2:B32 because turns"),
    "names of hands, not numbers": ("Hand|Player|Cards // 5x One Pair|Ann|[5] / Flush|Bob|[5]", "? C2:C11 because turns"),
    "a star behind the winner": ("Ann>6|Bob // 3x 5c|*|5c / 5c||5c|* / 5c||5c", "? Ann=A2:E10,Bob=G2:K10"),
    "a list of all cards beside": ("Ann>5|Bob>5||Cards // 10c||2C // 10c||2D // 10c||2H // 10c||2S // 10c||3C // 10c||3D // 8x 11*|{3H,3S,4C,4D,4H,4S,5C,5D}", "? Ann=A2:E15,Bob=F2:J15"),
    "the board run twice in cells": ("Hand|Hero|Villain|Board 1|Board 2 // 8x {n}|[2]|[2]|[5]|[5]", "? holdem Hero=B2:B9,Villain=C2:C9,board=D2:D9"),
    "tables side by side, one shorter": ("Table 1>12|Table 2 // Nr|Ann>5|Bob>5||Nr|Cem>5|Dan // 4x {n}|10c||{n}|10c // 2x {n+4}|10c", "? Ann=B3:F8,Bob=G3:K8 & Cem=N3:R8,Dan=S3:W8"),
    "a note in the cell of a hand": ("6x {n}|[5]\n(dealer)|[5]", "? C1:C6"),
    "hands in a cell and beside": ("3x [5] vs [5]|[5]||AhKhQhJhTh", "? A1:A3,A1:A3"),
    "two columns of hole cards and a board": ("A|B|Board // 3x [2] {/} [2]|[2] {/} [2]|[5]", "? holdem A2:A4,A2:A4,C2:C4 / holdem B2:B4,B2:B4,C2:C4 / C2:C4"),
    "cards seen now and then": ("Deal|Ann>5|Ben>5|Seen // 4x {n}|10c / {n}|10c|Kd Qd / {n}|10c|Kd Qd", "? Ann=B2:F13,Ben=G2:K13"),
    "tables side by side of hold'em": ("Table 1>11|Table 2 // Nr|Ann>2|Bob>2|Board>5||Nr|Cem>2|Dan>2|Eve>2|Board // 6x {n}|9c||{n}|11c", "?"),
    "a video poker log": ("Dealt|Held|Final // 5x [5]|[1]|[5] / [5]||[5] / [5]|[2]|[5]", "? A2:A16,C2:C16 / A2:A16 / C2:C16"),
}  # fmt: skip
"""Sheets of the game that is not said."""

HOLDEM = {
    "no board": ("Hero>2|Villain // 2x 4c", "?"),
    "no words": ("9c", "? A1:B1,C1:D1,E1:I1 / F1:G1,H1:I1,A1:E1"),
    "two blocks": ("9c // // // // |9c", "? A1:B1,C1:D1,E1:I1 / B5:C5,D5:E5,F5:J5"),
    "a board in pieces": ("2c||3c||c||c", "?"),
    "a board alone": ("5c", "?"),
    "two players and the flop": ("6x 7c", "? A1:B6,C1:G6"),
    "ids before two players and the turn": ("4x S{n+5}|8c", "? B1:C4,D1:E4,F1:I4"),
    "the river bad throughout": ("P1>2|P2>2|Board // 6x 8c|?", "? A2:B7,C2:D7,E2:H7"),
    "a label of the board inside": ("4*|Board // 6x 2c|?|6c", "?"),
    "hold'em above hands of five": ("6x 9c // // // // 6x 5c", "? A1:B6,C1:D6,E1:I6"),
    "a player whose hands are all bad": ("Hand|Anna|Ben|Carl|Board // 6x {n}|[2]|ZZ [1]|[2]|[5]", "? Anna=B2:B7,Ben=C2:C7,Carl=D2:D7,board=E2:E7"),
    "two boards": ("Anna>2|Ben>2|Board 1>5|Board 2 // 8x 14c", "? Anna=A2:B9,Ben=C2:D9,board=E2:I9"),
    "run twice": ("Anna>2|Ben>2|Flop>3|Turn|River|Turn 2|River 2 // 8x 11c", "? Anna=A2:B9,Ben=C2:D9,board=E2:I9"),
    "a river under no word": ("Anna>2|Ben>2|Flop>3|Turn // 8x 9c", "? Anna=A2:B9,Ben=C2:D9,board=E2:I9"),
}  # fmt: skip
"""Sheets read with ``--game holdem``."""

OMAHA = {
    "omaha of four or six": ("6x 17c", "? A1:D6,E1:H6,I1:L6,M1:Q6 / F1:I6,J1:M6,N1:Q6,A1:E6 / A1:F6,G1:L6,M1:Q6 / F1:K6,L1:Q6,A1:E6"),
    "omaha with the river or the flop": ("6x 11c", "? A1:F6,G1:K6"),
    "omaha of five with a bad card": ("P1>5|P2>5|Board // 6x 4c|?|10c", "? A2:E7,F2:J7,K2:O7"),
}  # fmt: skip
"""Sheets read with ``--game omaha``."""

FRONT = {
    "a front of four": ("4c", "?"),
}  # fmt: skip
"""Sheets read with ``--game front``."""
