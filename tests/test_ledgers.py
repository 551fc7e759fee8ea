"""Ledgers kept by hand: the headings say what a column holds, and each night has to sum to zero."""

from __future__ import annotations

from decimal import Decimal

import openpyxl
import pytest
from click.testing import CliRunner
from support.ledgers import imported, nets_of, notes_of, write_book

from xlpoker.cli import main
from xlpoker.errors import BookError, OptionError, QuestionError
from xlpoker.histories import ledger_tables
from xlpoker.histories.amounts import amount_of
from xlpoker.histories.files import is_history
from xlpoker.histories.model import NotReadError
from xlpoker.workbook.imports import import_histories, ledger_sheets

FRIDAY = """
Name  | Buy-in | Rebuy | Cash-out
Anna  | 20     | 20    | 55.10
Ben   | $20    |       | 0
Cleo  | 20     | -     | 24,90
"""
SHAPES = {
    "buy-in, rebuy, cash-out": ({"Friday": FRIDAY}, ["Friday"]),
    "a title above, a total below": (
        {"Friday": f"Our home game\n\n{FRIDAY.strip()}\nTotal | 60 | 20 | 80"},
        ["Our home game"],
    ),
    "net only": (
        {"Friday": "Player | Net\nAnna | +15.10\nBen | (20)\nCleo | 4.90 €"},
        ["Friday"],
    ),
    "other languages": (
        {"Freitag": "Spieler | Einkauf | Nachkauf | Auszahlung\nAnna|20|20|55,1\nBen|20||0\nCleo|20||24,9"},
        ["Freitag"],
    ),
    "buy-in and profit": (
        {"Friday": "Player | Bought in | Profit/Loss\nAnna|40|15.1\nBen|20|-20\nCleo|20|4.9"},
        ["Friday"],
    ),
}  # fmt: skip


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("drawings", "nights"), SHAPES.values(), ids=SHAPES)
def test_one_night(tmp_path, drawings, nights):
    """The same night, drawn in several ways, gives the same nets to the cent."""
    histories = imported(tmp_path, **drawings)
    (night,) = nights
    assert nets_of(histories) == {
        (night, "Anna"): "15.1",
        (night, "Ben"): "-20",
        (night, "Cleo"): "4.9",
    }
    assert notes_of(histories) == []


SEASONS = {
    "a sheet a night": (
        {"Friday": "Name|Net\nAnna|5\nBen|-5", "Autumn": "Name|Net\nAnna|-7\nBen|7"},
        ["Friday", "Autumn"],
    ),
    "nights below each other": (
        {"2024": "Friday\nName|Net\nAnna|5\nBen|-5\n\nAutumn\nName|Net\nAnna|-7\nBen|7"},
        ["Friday", "Autumn"],
    ),
    "titles below one row of headings": (
        {"2024": "Name|Net\n\nFriday\nAnna|5\nBen|-5\n\nAutumn\nAnna|-7\nBen|7"},
        ["Friday", "Autumn"],
    ),
    "tables without titles": (
        {"2024": "Name|Net\nAnna|5\nBen|-5\n\nName|Net\nAnna|-7\nBen|7"},
        ["2024 1", "2024 2"],
    ),
    "a column of dates, the latest first": (
        {"2024": "Date|Name|Net\n2024-03-12|Anna|-7\n|Ben|7\n2024-03-05|Anna|5\n|Ben|-5"},
        ["2024-03-05", "2024-03-12"],
    ),
    "two words for the night, two for the name": (
        {"2024": "Session Date|Player Name|Net\n3/5/2024|Anna|5\n3/5/2024|Ben|-5\n3/12/2024|Anna|-7\n3/12/2024|Ben|7"},
        ["3/5/2024", "3/12/2024"],
    ),
    "a column of numbers": (
        {"2024": "Session|Name|Net\n9|Anna|5\n9|Ben|-5\n10|Anna|-7\n10|Ben|7"},
        ["Session 9", "Session 10"],
    ),
}  # fmt: skip


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("drawings", "nights"), SEASONS.values(), ids=SEASONS)
def test_several_nights(tmp_path, drawings, nights):
    """*Results* has the nights in their order, with the sums after each, the payment and the chart."""
    imported(tmp_path, **drawings)
    sheet = openpyxl.load_workbook(tmp_path / "season.xlsx")["Results"]
    rows = [[cell for cell in row if cell is not None] for row in sheet.iter_rows(values_only=True)]
    assert [row for row in rows if row][2:] == [
        ["Person", "Nights", "Bought in", "Cashed out", "Net", "Also called"],
        ["Ben", 2, 2],
        ["Anna", 2, -2],
        ["Pays", "To", "Amount"],
        ["Anna", "Ben", 2],
        ["After the night", "Ben", "Anna"],
        [nights[0], -5, 5],
        [nights[1], 2, -2],
    ]
    assert len(sheet._charts) == 1


TWO_NIGHTS = """
Date       | Name | Buy-in | Cash-out
2026-01-02 | Anna | 20     | 50
2026-01-02 | Ben  | 20     | 0
2026-01-02 | Cleo | 20     | 10
2026-01-09 | Anna | 20     | 0
2026-01-09 | Ben  | 20     | 60
"""
SUMS_OF_NIGHTS = {
    "bought, cashed and net": "Name|Bought in|Cashed out|Net\nBen|40|60|20\nAnna|40|50|10\nCleo|20|10|-10",
    "nets alone": "Player|Net\nBen|20\nAnna|10\nCleo|-10",
    "the best two nets": "Name|Net\nBen|20\nAnna|10",
    "the best two": "Name|Buy-in|Cash-out\nBen|40|60\nAnna|40|50",
    "with a row for all": "Name|Buy-in|Cash-out\nAnna|40|50\nBen|40|60\nCleo|20|10\nAll|100|120",
}  # fmt: skip


@pytest.mark.sampled(2)
@pytest.mark.parametrize("drawing", SUMS_OF_NIGHTS.values(), ids=SUMS_OF_NIGHTS)
def test_the_sums_of_a_season_are_no_night(tmp_path, drawing):
    """A sheet that adds up the nights would count them twice; it is said instead, once for all such sheets."""
    histories = imported(tmp_path, Nights=TWO_NIGHTS, Standings=drawing, Copy=drawing)
    headings = drawing.partition("\n")[0].replace("|", " | ")
    assert [str(row.reason) for row in histories.unread] == [
        f"{SUMS}: {name}!A1" for name in ("Standings", "Copy")
    ]
    assert headings in str(histories.unread[0])
    assert {session.night for session in histories.sessions} == {"2026-01-02", "2026-01-09"}


NETS_OF_NIGHTS = "Date|Anna|Ben|Cleo\n2026-01-02|30|-20|-10\n2026-01-09|-20|40|"
SUMS = "heads the sums of the nights, which are not counted"
AGAIN = "heads nights that stand in other rows, too, and is not counted"
COUNTED_ONCE = {
    "the sums of a sheet a night": (
        {
            "Friday": "Name|Buy-in|Cash-out\nAnna|20|30\nBen|20|10",
            "Saturday": "Name|Buy-in|Cash-out\nAnna|20|0\nBen|20|40",
            "Total": "Name|Buy-in|Cash-out\nAnna|40|30\nBen|40|50",
        },
        f"{SUMS}: Total!A1",
        {"Friday": ["10", "-10"], "Saturday": ["-20", "20"]},
    ),
    "the sums of a column for each player": (
        {"Season": NETS_OF_NIGHTS, "Standings": "Name|Net\nAnna|10\nBen|20\nCleo|-10"},
        f"{SUMS}: Standings!A1",
        {"2026-01-02": ["30", "-20", "-10"], "2026-01-09": ["-20", "40"]},
    ),
    "the nets of each night beside its rows": (
        {"Nights": TWO_NIGHTS, "Nets": NETS_OF_NIGHTS},
        f"{AGAIN}: Nets!A1",
        {"2026-01-02": ["30", "-20", "-10"], "2026-01-09": ["-20", "40"]},
    ),
    "the sums of months": (
        {
            "January": "Name|2026-01-02|2026-01-09\nAnna|30|-20\nBen|-30|20",
            "February": "Name|2026-02-06\nAnna|5\nBen|-5",
            "Year": "Name|Jan|Feb\nAnna|10|5\nBen|-10|-5",
        },
        f"{SUMS}: Year!A1",
        {"2026-01-02": ["30", "-30"], "2026-01-09": ["-20", "20"], "2026-02-06": ["5", "-5"]},
    ),
    "a sheet for each night, and one with all nets": (
        {
            "Friday": "Name|In|Out\nAnna|20|30\nBen|20|10",
            "Sunday": "Name|In|Out\nAnna|20|5\nBen|20|35",
            "Overview": "Name|Friday|Sunday\nAnna|10|-15\nBen|-10|15",
        },
        f"{AGAIN}: Overview!A1",
        {"Friday": ["10", "-10"], "Sunday": ["-15", "15"]},
    ),
    "a night and its leaderboard": (
        {
            "Season": "Night|Player|In|Out\n1|Anna|20|50\n1|Ben|20|0\n1|Cleo|20|10",
            "Leaderboard": "Player|Profit\nAnna|30\nCleo|-10\nBen|-20",
        },
        f"{SUMS}: Leaderboard!A1",
        {"Night 1": ["30", "-20", "-10"]},
    ),
}


@pytest.mark.parametrize(
    ("drawings", "reason", "nets_by_night"), COUNTED_ONCE.values(), ids=COUNTED_ONCE
)
def test_what_stands_in_two_sheets_counts_once(tmp_path, drawings, reason, nets_by_night):
    """The sheet with sums, or with the nights of others, is said; the nets are those of the nights."""
    histories = imported(tmp_path, **drawings)
    assert [str(row.reason) for row in histories.unread] == [reason]
    nets: dict[str, list[str]] = {}
    for (night, _), net in nets_of(histories).items():
        nets.setdefault(night, []).append(net)
    assert nets == nets_by_night
    assert len(histories.sessions) == sum(map(len, nets_by_night.values()))


def test_a_sheet_without_known_headings_is_named(tmp_path):
    """A workbook's other amounts are not left out without a word; a sheet of texts is none of the ledger."""
    histories = imported(
        tmp_path, Nights=TWO_NIGHTS, Blinds="Level|Small|Big\n1|5|10", Rules="Be kind"
    )
    (unread,) = histories.unread
    assert (unread.text, str(unread.reason)) == (
        "Blinds",
        "is a sheet without headings of a ledger, and is not read",
    )


ONE_NIGHT = "Name|Buy-in|Cash-out\nAnna|20|35\nBen|20|5"
BELOW_OTHER_HEADINGS = {
    "nets by night": f"{ONE_NIGHT}\n\nNight|Anna|Ben\nFriday|15|-15",
    "a legend": f"{ONE_NIGHT}\n\n|Chips|are cents",
    "known headings again": f"{ONE_NIGHT}\n\nNight|Anna|Ben\nFriday|15|-15\n\n{ONE_NIGHT}",
}


@pytest.mark.parametrize("drawing", BELOW_OTHER_HEADINGS.values(), ids=BELOW_OTHER_HEADINGS)
def test_a_table_ends_above_other_headings(tmp_path, drawing):
    """Two words in place of amounts, below a blank row, head something else, which is said."""
    histories = imported(tmp_path, Friday=drawing)
    (unread,) = histories.unread
    reason = "heads rows that are no part of the ledger, and are not read: Friday!A5"
    assert str(unread.reason) == reason
    nets = list(nets_of(histories).values())
    assert nets == ["15", "-15"] * drawing.count("Buy-in")


NO_SUMS = {
    "another amount": {"Standings": "Name|Buy-in|Cash-out\nAnna|40|50\nBen|40|61\nCleo|20|10"},
    "somebody else": {"Standings": "Name|Buy-in|Cash-out\nAnna|40|50\nBen|40|60\nDora|20|10"},
    "dates": {"More": "Date|Name|Buy-in|Cash-out\n2026-01-16|Anna|40|50\n|Ben|40|60"},
}  # fmt: skip


@pytest.mark.parametrize("drawings", NO_SUMS.values(), ids=NO_SUMS)
def test_a_table_that_is_a_night_of_its_own(tmp_path, drawings):
    """Only a table that agrees in every amount is taken for sums."""
    histories = imported(tmp_path, Nights=TWO_NIGHTS, **drawings)
    assert histories.unread == []
    assert len({session.night for session in histories.sessions}) == 3


def test_two_nights_with_the_same_amounts(tmp_path):
    """One night is never taken for the sums of another."""
    night = "Name|Buy-in|Cash-out\nAnna|20|30\nBen|20|10"
    histories = imported(tmp_path, Friday=night, Saturday=night)
    assert len(histories.sessions) == 4


def test_sums_by_night_beside_the_rows(tmp_path):
    """A table without names at the right is not added to the players' rows, and each of its columns is named."""
    rows = TWO_NIGHTS.strip().splitlines()
    beside = ["|Night|Bought in|Cashed out", "|2026-01-02|60|60", "|2026-01-09|40|60"]
    rows[:3] = [f"{left} | {right}" for left, right in zip(rows, beside, strict=False)]
    histories = imported(tmp_path, Nights="\n".join(rows))
    assert [str(row.reason) for row in histories.unread] == [
        f"is a column that is not read: Nights!{cell}" for cell in ("F1", "G1", "H1")
    ]
    assert nets_of(histories)["2026-01-02", "Anna"] == "30"


IMBALANCES = {
    "cash-outs missing": (
        FRIDAY.replace("24,90", "19,90"),
        ["Friday: the cash-outs are 5.00 less than the buy-ins"],
    ),
    "cash-outs too high": (
        FRIDAY.replace("55.10", "55.11"),
        ["Friday: the cash-outs are 0.01 more than the buy-ins"],
    ),
    "nets": ("Name|Net\nAnna|5\nBen|-4.5", ["Friday: the nets add up to 0.50, not to 0"]),
    "a net that does not fit": (
        "Name|Buy-in|Cash-out|Net\nAnna|20|25|5\nBen|20|14|-5",
        ["Friday: Ben: the net is -5.00, cash-out less buy-in -6.00"],
    ),
}  # fmt: skip


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("drawing", "notes"), IMBALANCES.values(), ids=IMBALANCES)
def test_a_night_that_does_not_add_up(tmp_path, drawing, notes):
    """The note says by how much."""
    assert notes_of(imported(tmp_path, Friday=drawing)) == notes


UNREAD = {
    "a text": ("Eve|20||abc", "is not counted: Friday!D5, Cash-out: 'abc' is no amount"),
    "two meanings": (
        "Eve|20||1,234",
        "is not counted: Friday!D5, Cash-out: '1,234' is 1234 or 1 and 234 thousandths",
    ),
    "a negative buy-in": ("Eve|-20||0", "is not counted: Friday!B5, Buy-in: '-20' is negative"),
    "a formula without a value": (
        "Eve|20||=B5*2",
        "is not counted: Friday!D5, Cash-out: '=B5*2' is no amount",
    ),
    "formulas without values below a blank row": (
        "\nEve|=B2||=D2",
        "is not counted: Friday!B6, Buy-in: '=B2' is no amount",
    ),
    "a word below a blank row": (
        "\nEve|20||abc",
        "is not counted: Friday!D6, Cash-out: 'abc' is no amount",
    ),
    "no name": ("|20||19", "is not counted: Friday!A5 names no player"),
    "a sum": ("Total|60|20|80", "is a row of sums, which is not counted: Friday!A5"),
    "a sum without a word": ("|60|20|80", "is a row of sums, which is not counted: Friday!A5"),
    "somebody who did not play": ("Eve|||", "has no amounts, and is not counted: Friday!A5"),
}


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("line", "reason"), UNREAD.values(), ids=UNREAD)
def test_a_row_that_is_not_counted(tmp_path, line, reason):
    """It is named with its cell, and the other rows count."""
    drawing = f"{FRIDAY.strip()}\n{line}"
    histories = imported(tmp_path, Friday=drawing)
    assert [str(row.reason) for row in histories.unread] == [reason]
    assert [session.name for session in histories.sessions] == ["Anna", "Ben", "Cleo"]


TIPS = "Name|Buy-in|Cash-out|Tips\nAnna|20|23|2\nBen|20|15|0"
COUNTS = "Name|Buy-in|Rebuys|Cash-out\nAnna|20|2|70\nBen|20||10"
NAMES = "Name|Player|Net\nAnna|Ann|5\nBen|Benny|-5"
ONE_SIDE = "Name|Buy-in|Left with\nAnna|20|25\nBen|20|15"
QUESTIONS = {
    "an unknown heading": (TIPS, """
        Friday!D2: what does the column 'Tips' hold?
        --column "Tips=buy-in"   what a player paid in
        --column "Tips=cash-out"   what a player took out
        --column "Tips=skip"   neither: the column is not read
        """),
    "the other side of the money": (ONE_SIDE, """
        Friday!C2: what does the column 'Left with' hold?
        --column "Left with=buy-in"   what a player paid in
        --column "Left with=cash-out"   what a player took out
        --column "Left with=skip"   neither: the column is not read
        """),
    "how many, or how much": (COUNTS, """
        Friday!C2: is 'Rebuys' an amount, or how many there were?
        --column "Rebuys=buy-in"   an amount
        --column "Rebuys=rebuys"   a number of rebuys, each as large as the buy-in
        """),
    "two names": (NAMES, """
        Friday!B1: 'Name' and 'Player' are both headings of a name
        --column "Player=skip"   Name is the name
        --column "Name=skip"   Player is the name
        """),
}  # fmt: skip


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("drawing", "message"), QUESTIONS.values(), ids=QUESTIONS)
def test_a_column_whose_meaning_is_open(tmp_path, drawing, message):
    """One question with its cell; each answer is taken, in Python and on the command line."""
    with pytest.raises(QuestionError) as asked:
        imported(tmp_path, Friday=drawing)
    assert asked.value.lines == [line.strip() for line in message.strip().splitlines()]
    for choice in asked.value.choices:
        option, typed = choice.typed.split(" ", 1)
        command = ["import", str(tmp_path / "ledger.xlsx"), str(tmp_path / "b.xlsx"), "--force"]
        done = CliRunner().invoke(main, [*command, option, typed.strip('"')])
        assert "hold?" not in done.output
        assert done.exit_code == (2 if "Left with=skip" in typed or "Left with=buy" in typed else 0)


ANSWERS = {
    "cash-out": (TIPS, {"Tips": "cash-out"}, {"Anna": 5, "Ben": -5}),
    "by letter": (TIPS, {"d": "cash-out"}, {"Anna": 5, "Ben": -5}),
    "skip": (TIPS, {"Tips": "skip"}, {"Anna": 3, "Ben": -5}),
    "a number of rebuys": (COUNTS, {"Rebuys": "rebuys"}, {"Anna": 10, "Ben": -10}),
    "the other side": (ONE_SIDE, {"Left with": "cash-out"}, {"Anna": 5, "Ben": -5}),
    "names": (NAMES, {"Name": "skip"}, {"Ann": 5, "Benny": -5}),
}


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("drawing", "columns", "nets"), ANSWERS.values(), ids=ANSWERS)
def test_answers(tmp_path, drawing, columns, nets):
    """An answer names a column by its heading or letter."""
    histories = imported(tmp_path, columns, Friday=drawing)
    assert {session.name: session.net for session in histories.sessions} == nets


def test_nothing_is_asked_where_the_nights_sum_to_zero(tmp_path):
    """What is not read is said."""
    drawing = "Name|Buy-in|Cash-out|Hours|Remark\nAnna|20|25|4|late\nBen|20|15|5|"
    histories = imported(tmp_path, Friday=drawing)
    assert [f"{row.text} {row.reason}" for row in histories.unread] == [
        "Hours is a column that is not read: Friday!D1",
        "Remark is a column that is not read: Friday!E1",
    ]


def test_one_side_of_the_money(tmp_path):
    """Buy-ins alone settle nothing."""
    reason = "Friday!A1: the headings name a buy-in, but neither a cash-out nor a net"
    with pytest.raises(BookError) as raised:
        imported(tmp_path, Friday="Name|Buy-in\nAnna|20\nBen|20")
    assert str(raised.value) == reason


def test_two_currencies(tmp_path):
    """Dollars are not added to euros."""
    with pytest.raises(BookError) as raised:
        imported(tmp_path, Friday="Name|Net\nAnna|$5\nBen|-5 €")
    assert str(raised.value) == "Friday!B3: amounts in € stand beside amounts in $"


def test_a_wrong_answer(tmp_path):
    """The nearest meaning is named."""
    with pytest.raises(OptionError) as raised:
        imported(tmp_path, {"Tips": "cashout"}, Friday=TIPS)
    assert str(raised.value) == (
        "'cashout' for column 'Tips' is no meaning of a column; did you mean 'cash-out'?"
    )


@pytest.mark.sampled(2)
@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_text_files(tmp_path, separator):
    """A .csv is read like a sheet; its night is the name of the file."""
    source = tmp_path / "friday.csv"
    rows = [["Name", "Net"], ["Anna", '"5,50"'], ["Ben", '"-5,50"']]
    source.write_text("\n".join(separator.join(row) for row in rows), "utf-8-sig")
    done = CliRunner().invoke(main, ["import", str(source), str(tmp_path / "season.xlsx")])
    assert done.output == f"Results of 1 night written to {tmp_path / 'season.xlsx'}; 0 not read\n"
    histories = import_histories(source, tmp_path / "b.xlsx")
    assert nets_of(histories) == {("friday", "Anna"): "5.5", ("friday", "Ben"): "-5.5"}


@pytest.mark.slow
def test_many_cents_are_exact(tmp_path):
    """A thousand times ten cents are a hundred, without a trace of binary fractions."""
    rows = "\n".join("Anna|0.1\nBen|-0.1" for _ in range(1000))
    imported(tmp_path, Friday=f"Name|Net\n{rows}")
    cells = openpyxl.load_workbook(tmp_path / "season.xlsx")["Results"].values
    assert [row[5] for row in cells if row[1] in ("Anna", "Ben")][:2] == [100, -100]


NO_LEDGERS = {
    "cards beside a result": "Player|Hand|Result\nAnna|5H 6S|5\nBen|2C 3D|-5",
    "a result in words": "Player|Result\nAnna|won\nBen|lost",
    "five cards": "Anna||||\n5H|5C|6S|7S|KD",
}


@pytest.mark.parametrize("drawing", NO_LEDGERS.values(), ids=NO_LEDGERS)
def test_no_ledger(tmp_path, drawing):
    """Cards, and results without amounts, are not taken for a ledger."""
    assert ledger_sheets(write_book(tmp_path / "a.xlsx", Deals=drawing)) == []
    text = tmp_path / "a.csv"
    text.write_text(drawing.replace("|", ","), "utf-8")
    assert not is_history(text)


AMOUNTS = {
    "$20": "20", "20,50": "20.50", "20.5": "20.5", "(15)": "-15", "($1,234)": "-1234",
    "1,234.50": "1234.50", "1.234,50 €": "1234.50", "1 234,50": "1234.50", "1'234.50": "1234.50",
    "1,234,567": "1234567", "+15": "15", "- 15": "-15", "−15": "-15", "-$7": "-7", "EUR 5": "5",
    "5kr": "5", "$ -": "0", ".5": "0.5", "0.125": "0.125", "33.3333": "33.3333", "$0.00": "0.00",
}  # fmt: skip
NO_AMOUNTS = [
    "1,234",
    "1.234",
    "20+20",
    "2x20",
    "20/40",
    "1,23,456",
    "(-5)",
    "--5",
    "#REF!",
    "9" * 30,
]


@pytest.mark.parametrize("command", ["wins", "score"])
def test_other_commands_name_the_one_for_ledgers(tmp_path, command):
    """A ledger holds no hands to count."""
    book = write_book(tmp_path / "ledger.xlsx", Friday=FRIDAY)
    done = CliRunner().invoke(main, [command, str(book)])
    assert (
        "ledger.xlsx holds a ledger and no hands; xlpoker import ledger.xlsx season.xlsx settles it"
        in " ".join(done.output.split())
    )


def test_a_table_of_words_is_looked_at_in_its_corner(tmp_path, monkeypatch):
    """Whether a table without hands is a ledger shows in its first rows and columns: no others are read for the message."""
    book = tmp_path / "words.csv"
    book.write_text(f"{'a word,' * 2000}\n" * 300, encoding="utf-8")
    cells = []
    letters_of = ledger_tables.letters_of
    monkeypatch.setattr(
        ledger_tables, "letters_of", lambda text: cells.append(text) or letters_of(text)
    )
    done = CliRunner().invoke(main, ["wins", str(book)])
    assert "words.csv holds no hands" in done.output
    assert 256 < len(cells) < 2000 * 300


@pytest.mark.parametrize(("text", "amount"), AMOUNTS.items())
def test_amounts(text, amount):
    """Texts with one meaning are read exactly."""
    assert amount_of(text) == Decimal(amount)


@pytest.mark.parametrize("text", NO_AMOUNTS)
def test_no_amounts(text):
    """A text with two meanings, or none, is refused."""
    with pytest.raises(NotReadError):
        amount_of(text)
