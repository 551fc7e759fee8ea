"""Home games: logs of PokerNow, several hands of Open Hand History in a file; each hand is checked against itself."""

import csv
import io
import random
import re
from itertools import combinations

import openpyxl
import pytest
from click.testing import CliRunner
from support.histories import HOME, LOG, SAMPLES, read_history

from xlpoker import score
from xlpoker.cli import main
from xlpoker.errors import BookError, QuestionError
from xlpoker.histories.files import read_histories
from xlpoker.workbook.imports import import_histories, rows_of
from xlpoker.workbook.results_sheet import NOBODY, payments

OHH = (SAMPLES / "invented.ohh").read_text("utf-8")
HEAD, *LINES = LOG.splitlines(keepends=True)
BEN = 'Ben "The Wall"'


def test_the_hands_of_a_log(tmp_path):
    """Hold'em and Omaha, two runs, two boards, a bomb pot, blinds that were missed, a stack that the admin changed."""
    found = read_history(tmp_path, LOG, "log.csv")
    assert [str(one).partition("' ")[2] for one in found.unread] == [
        "is cut off: nobody collects the pot"
    ]
    assert [hand.notes for hand in found.hands] == [[], [], [], []]
    assert [(hand.number, hand.game, hand.limit, hand.stakes, hand.button, hand.pot, hand.all_in) for hand in found.hands] == [
        ("#1 aa11bb22cc33", "Hold'em", "NL", "0.50/1.00", 5, 120.5, 4),
        ("#2 dd44ee55ff66", "Hold'em", "NL", "0.50/1.00", None, 99.5, 0),
        ("#3 gg77hh88ii99", "Omaha", "PL", "0.50/1.00", 1, 16, None),
        ("#4 jj00kk11ll22", "Hold'em", "NL", "0.50/1.00", 3, 1, None),
    ]  # fmt: skip
    assert [{seat.name: seat.net for seat in hand.seats} for hand in found.hands] == [
        {"Anna": -0.5, BEN: 60.5, "Cleo": -60},
        {"Anna": 0, BEN: 0.25, "spa @ ces": -0.25},
        {"Anna": 1, BEN: 1, "spa @ ces": -2},
        {"Anna": 0.5, BEN: 0, "spa @ ces": -0.5},
    ]
    rows = [
        dict(zip(rows_of(found.hands)[0], row, strict=True)) for row in rows_of(found.hands)[1:]
    ]
    assert [row["Board"] for row in rows] == [
        "2H 7D JC TS 3C",
        "7C 5S 9C 4H 2C",
        "JD TC JS QS 3H",
        "TS 5C KS 6S 8S",
        "4S JS 6D 9S 9D",
        None,
    ]
    assert [row["Note"] for row in rows] == [
        None,
        "Anna showed [6H]",
        None,
        None,
        None,
        "not dealt [QD 4D 4C 5D 2C]; Anna showed [AS]",
    ]
    assert (
        rows[5]["Folded"] == f"{BEN} folded [2D 7H]"
    )  # whose log it is, shown by the hands before
    assert rows[0]["Table"] == "log"


ORDERS = {
    "the oldest first": lambda lines: lines[::-1],
    "shuffled": lambda lines: random.Random(1).sample(lines, len(lines)),
    "without numbers": lambda lines: [re.sub(r",\d+$", ",1.7E+14", line) for line in lines],
}


@pytest.mark.parametrize("order", ORDERS.values(), ids=ORDERS)
def test_lines_in_any_order(tmp_path, order):
    """The times and the numbers of the lines say how they follow each other."""
    found = read_history(tmp_path, HEAD + "".join(order(LINES)), "log.csv")
    assert found.hands == read_history(tmp_path, LOG, "log.csv").hands


FAULTS = {
    "stacks": ("(140.50)", "(141.50)", f"{BEN} begins the next hand with 141.5, not 140.5"),
    "winner": (
        "A♥, A♦.",
        "8♠, 9♠.",
        "Cleo has the best cards on [2H 7D JC TS 3C] and collects nothing",
    ),
    "pot": ('calls 45.00"', 'calls 44.00"', "the bets do not make up the pot"),
    "no card": ("[10♠]", "[10x]", "'2♥, 7♦, J♣ [10x]' is not understood as cards"),
    "one card twice": ("A♥, A♦.", "A♥, J♥.", "JH stands twice"),
}


@pytest.mark.parametrize(("old", "new", "note"), FAULTS.values(), ids=FAULTS)
def test_what_does_not_fit_is_noted(tmp_path, old, new, note):
    """The hand stays in the table; the command counts and shows it."""
    assert old in LOG
    found = read_history(tmp_path, LOG.replace(old, new), "log.csv")
    assert len(found.hands) == 4
    assert note in found.hands[0].notes
    done = CliRunner().invoke(
        main, ["import", str(tmp_path / "log.csv"), str(tmp_path / "night.csv")]
    )
    assert f"Noted: PokerNow #1 aa11bb22cc33: {note}" in done.output
    assert re.search(r"1 not read, [12] noted\n$", done.output)


def test_a_pot_of_nothing(tmp_path):
    """All fold to the big blind, and the small blind is dead: the hand is whole."""
    texts = [
        '-- starting hand #1 (id: aa11bb22cc33)  (No Limit Texas Hold\'em) (dealer: "Anna @ a") --',
        'Player stacks: #1 "Anna @ a" (50) | #2 "Ben @ b" (40)',
        "Dead Small Blind",
        '"Ben @ b" posts a big blind of 4',
        '"Anna @ a" folds',
        'Uncalled bet of 4 returned to "Ben @ b"',
        '"Ben @ b" collected 0 from pot',
        "-- ending hand #1 --",
    ]
    file = io.StringIO()
    rows = [(text, f"2024-01-20T22:49:{order}.000Z", order) for order, text in enumerate(texts, 10)]
    csv.writer(file).writerows([("entry", "at", "order"), *rows[::-1]])
    (hand,) = read_history(tmp_path, file.getvalue(), "log.csv").hands
    assert (hand.pot, hand.notes, [seat.net for seat in hand.seats]) == (0, [], [0, 0])


def test_two_tables_in_one_file(tmp_path):
    """Those played at the same time are told apart by the line with the headings; without it what lies in each other is named."""
    two = [
        re.sub("@ ", "@ x", line).replace("(id: ", "(id: x").replace(".250Z", ".350Z")
        for line in LINES
    ]
    found = read_history(tmp_path, LOG + HEAD + "".join(two), "log.csv")
    assert [hand.number[3] for hand in found.hands] == [*"adgj", *"xxxx"]
    assert [hand.notes for hand in found.hands] == [[]] * 8
    assert len(found.unread) == 2
    later = [re.sub(r" hand #(\d)", r" hand #10\1", line) for line in two]
    found = read_history(tmp_path, LOG + "".join(later), "log.csv")
    assert found.hands == []
    assert [one.reason for one in found.unread] == [
        "ends in another hand: a line with the headings has to part two tables"
    ]


BROKEN = {
    "cut at the top": (HEAD + "".join(LINES[12:]), 3, "is cut off: nobody collects the pot"),
    "cut at the bottom": (
        HEAD + "".join(LINES[:-12]),
        3,
        "is cut off: the beginning of the hand is missing",
    ),
    "a line of anything else": (
        HEAD + "".join(LINES[4:]) + "Seat 1: Ann\n",
        4,
        "is no line of a log of PokerNow",
    ),
    "another game": (
        LOG.replace("Pot Limit Omaha Hi", "Seven Card Stud"),
        3,
        "is no hold'em or Omaha but Stud",
    ),
    "a table of cards": ("Anna,Ben\n5H,6S\n", 0, "begins no history of a known site"),
    "damaged JSON": (OHH.replace('"seat"', '"seat', 1) + OHH, 1, "is damaged: "),
    "JSON without players": (OHH.replace("players", "people") + OHH, 1, "is damaged: 'players'"),
}


@pytest.mark.parametrize(("text", "hands", "reason"), BROKEN.values(), ids=BROKEN)
def test_the_rest_is_still_read(tmp_path, text, hands, reason):
    """What is cut off, or of another kind, is named with its place."""
    found = read_history(tmp_path, text, "some.json" if "ohh" in text else "log.csv")
    assert len(found.hands) == hands
    assert any(one.reason.startswith(reason) and one.line for one in found.unread)


def test_whose_log_it_is(tmp_path):
    """Where the owner shows no cards anywhere, no seat has them, but the note."""
    silent = re.sub(r'"""Ben[^\n]* shows a [^\n]*\n', "", LOG)
    folded = [hand.seats[1].cards for hand in read_history(tmp_path, silent, "log.csv").hands]
    assert folded[0] == ()
    (hand, *_) = read_history(tmp_path, silent, "log.csv").hands
    assert "dealt to the owner of the log [JH JS]" in hand.remarks


def test_two_logs_of_one_game(tmp_path):
    """Each player's log has that player's cards: a hand stands in the table once, with both; folders below are read, too."""
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "ben.csv").write_text(LOG, "utf-8")
    (tmp_path / "a.csv").write_text(
        HEAD + "".join(line for line in LINES if "Your hand is" not in line), "utf-8"
    )
    found = read_histories(tmp_path)
    assert (len(found.hands), found.doubles) == (4, 4)
    assert found.hands[3].seats[1].cards == ("2D", "7H")


def test_players_of_one_name(tmp_path):
    """Two at one table are told apart by their ids; who is called so elsewhere keeps the name."""
    (hand, *_) = read_history(tmp_path, LOG.replace("Cleo @", "Anna @"), "log.csv").hands
    assert [(seat.name, seat.net) for seat in hand.seats] == [
        ("Anna", -0.5),
        (BEN, 60.5),
        ("Anna @ zz90Lm3pQ1", -60),
    ]


def test_several_hands_of_open_hand_history(tmp_path):
    """One object behind another, a line each or a list; a second board; a tournament is played for chips without its mark."""
    river = '{"id": 3, "street": "River", "cards": [ "3c"], "actions": []}'
    flat = re.sub(r"\s+", " ", OHH)
    two = flat.replace(river, f"{river}, {river.replace('3c', '4c')}").replace("8000001", "8000002")
    two = two.replace('"tournament": false', '"tournament_info": {"tournament_number": "7"}')
    for text in (f"{OHH}\n{two}", f"{flat}\n{two}", f"[{OHH},{two}]"):
        found = read_history(tmp_path, text, "hands.jsonl")
        assert ([hand.number for hand in found.hands], found.unread) == (["8000001", "8000002"], [])
        assert found.hands[1].boards == [
            ("2H", "7D", "JC", "TS", "3C"),
            ("2H", "7D", "JC", "TS", "4C"),
        ]
        assert (found.hands[1].tournament, found.hands[1].currency) == ("7", "chips")


def test_the_season_of_ledgers(tmp_path):
    """Each person's sum, whatever the name of a night, who pays whom, and the sums night by night under a chart; hands stand beside."""
    book = tmp_path / "season.xlsx"
    done = CliRunner().invoke(main, ["import", str(HOME), str(book)])
    assert (
        "The hands are of holdem and omaha; wins, score and report take those of one: import with --game"
        in done.output
    )
    assert f"Results of 3 nights written to {book}\n" in done.output
    opened = openpyxl.load_workbook(book)
    assert opened.sheetnames == ["Hands", "Results"]
    rows = [
        [cell for cell in row if cell is not None]
        for row in opened["Results"].iter_rows(min_row=5, values_only=True)
    ]
    assert [row for row in rows if row] == [
        ["Person", "Nights", "Bought in", "Cashed out", "Net", "Also called"],
        [BEN, 3, 280, 417.25, 137.25],
        ["spa @ ces", 2, 100, 103.75, 3.75],
        ["Eve", 1, 100, 80, -20],
        ["Anna", 3, 400, 341.5, -58.5, "anna b"],
        ["Cleo", 3, 310, 247.5, -62.5],
        ["Pays", "To", "Amount"],
        ["Cleo", BEN, 62.5],
        ["Anna", BEN, 58.5],
        ["Eve", BEN, 16.25],
        ["Eve", "spa @ ces", 3.75],
        ["After the night", BEN, "spa @ ces", "Eve", "Anna", "Cleo"],
        ["2024-03-05", 61.75, -35.25, 0, 51.5, -78],
        ["2024-03-12", 47.25, -35.25, -20, 11.5, -3.5],
        ["2024-03-19", 137.25, 3.75, -20, -58.5, -62.5],
    ]
    (chart,) = opened["Results"]._charts
    assert len(chart.series) == 5


LEDGERS = {
    "one missing": ("spa @ ces", "Xavier,x,2024,,10,,10,0\nspa @ ces", 5, None),
    "no number": (
        ",100,,151.5,51.5",
        ",100,,abc,51.5",
        4,
        "has 'abc' in stack, which is no number",
    ),
    "a sign alone": (",100,,151.5,51.5", ",100,,-,51.5", 4, "has '-' in stack, which is no number"),
    "no name": ("Anna,", ",", 4, "names no player"),
    "a net that does not fit": (
        ",151.5,51.5",
        ",151.5,50",
        5,
        "the net is 50, buy_out and stack less buy_in 51.5",
    ),
    "saved by Excel": (",", ";", 5, None),
    "twice": ("spa @", "Cleo,zz90Lm3pQ1,2024-03-05T19:58:04.123Z,,60,,0,-60\nspa @", 5, None),
}


@pytest.mark.parametrize(("old", "new", "sessions", "said"), LEDGERS.values(), ids=LEDGERS)
def test_ledgers_with_faults(tmp_path, old, new, sessions, said):
    """A bad line is named and the others are read; a net that does not fit is noted, a session that comes twice counts once."""
    text = (
        (HOME / "ledger_pglInvented1.csv")
        .read_text("utf-8")
        .replace(old, new, -1 if len(old) == 1 else 1)
    )
    found = read_history(tmp_path, text, "ledger.csv")
    assert len(found.sessions) == sessions + ("Xavier" in new)
    told = [
        *(one.reason for one in found.unread),
        *(note for one in found.sessions for note in one.notes),
    ]
    assert [said in one for one in told] == [True] * (said is not None)


def test_a_ledger_that_does_not_add_up(tmp_path):
    """What is missing is nobody's, and the sheet says so."""
    text = (HOME / "ledger_pglInvented1.csv").read_text("utf-8").replace("spa @ ces", "Xavier", 1)
    (tmp_path / "ledger.csv").write_text("".join(text.splitlines(keepends=True)[:-1]), "utf-8")
    import_histories(tmp_path / "ledger.csv", tmp_path / "r.xlsx")
    cells = [
        cell
        for row in openpyxl.load_workbook(tmp_path / "r.xlsx")["Results"].values
        for cell in row
        if cell
    ]
    assert NOBODY in cells
    assert "The nets add up to 35.25, not to 0: somebody is missing." in cells
    with pytest.raises(BookError, match=r"r\.csv does not end in \.xlsx; name it r\.xlsx"):
        import_histories(tmp_path / "ledger.csv", tmp_path / "r.csv")


def test_payments_are_few():
    """No way needs fewer: as many groups as can be settle among themselves, as the sums of all subsets tell."""
    dice = random.Random(9)
    for _ in range(100):
        nets = [dice.randint(-4, 4) for _ in range(dice.randint(2, 6))]
        nets.append(-sum(nets))
        paid = payments({str(at): net for at, net in enumerate(nets)})
        left = list(nets)
        for payer, payee, chips in paid:
            left[int(payer)] += chips
            left[int(payee)] -= chips
        assert not any(left)
        owed = [net for net in nets if net]
        assert len(paid) == len(owed) - _most_groups(owed)
    assert len(payments({str(at): net for at, net in enumerate([-1] * 20 + [20])})) == 20


def _most_groups(owed):
    """Return into how many groups that add up to 0 some numbers can be cut."""
    first, *rest = owed or [0]
    parts = (
        [one for size in range(len(rest) + 1) for one in combinations(range(len(rest)), size)]
        if owed
        else []
    )
    whole = [one for one in parts if first + sum(rest[at] for at in one) == 0]
    return max(
        (1 + _most_groups([net for at, net in enumerate(rest) if at not in one]) for one in whole),
        default=0,
    )


PERSONS = """Player A,Cards A,Player B,Cards B
Ann,5H 5C 6S 7S KD,Ben,2C 3S 8S 8D TD
Ben,5D 8C 9S JS AC,Ann,2C 5C 7D 8S QH
Ann,2D 9C AS AH AC,,3D 6D 7D TD QD
Ann,2D 9C AS AH 4C,Cleo,2H 9D AD AC 4S
"""


@pytest.mark.parametrize("ending", ["csv", "xlsx"])
def test_results_by_person(tmp_path, ending):
    """The winner is the name beside the cards, without one the hand's; wins are summed by it; scoring again changes nothing."""
    (tmp_path / "a.csv").write_text(PERSONS, "utf-8")
    found = score(tmp_path / "a.csv", output=tmp_path / f"b.{ending}")
    assert (found.players, found.persons) == ([1, 2], {"Ben": 2, "B": 1, "Ann": 0, "Cleo": 0})
    if ending == "csv":
        rows = [
            line.split(",", 4)[4] for line in (tmp_path / "b.csv").read_text("utf-8").splitlines()
        ]
        assert [next(csv.reader([row]))[0] for row in rows] == [
            "Winner",
            "Ben",
            "Ben",
            "B",
            "Ann, Cleo",
        ]
        return
    done = CliRunner().invoke(main, ["score", str(tmp_path / "b.xlsx"), "--in-place"])
    assert re.search(r"Ben +2\nB +1\nAnn +0\nCleo +0\nTies +1\n", done.output)
    done = CliRunner().invoke(main, ["wins", str(tmp_path / "b.xlsx"), str(tmp_path / "a.csv")])
    assert re.search(r"Ben +4\nB +2\n", done.output)
    (winners,) = [
        row
        for row in zip(*openpyxl.load_workbook(tmp_path / "b.xlsx").active.values, strict=True)
        if row[0] == "Winner"
    ]
    assert winners[1:] == ("Ben", "Ben", "B", "Ann, Cleo")


def test_names_in_rotating_seats(tmp_path):
    """Words left of each hand that come again at another seat are names, whatever stands above them."""
    (tmp_path / "a.csv").write_text(PERSONS.replace("Player", "Comment"), "utf-8")
    found = score(tmp_path / "a.csv", output=tmp_path / "b.csv")
    assert found.persons == {"Ben": 2, "B": 1, "Ann": 0, "Cleo": 0}


def test_comments_are_no_persons(tmp_path):
    """Words left of each hand that never come again at another seat may be two lists: a question, and named they are no names."""
    words = PERSONS.replace("Player", "Comment")
    for row, name in enumerate(["Ann", "Ben", "Ann", "Ben", "Cleo", "Ann", "Ann"]):
        words = words.replace(name, f"remark {row}", 1)
    (tmp_path / "a.csv").write_text(words, "utf-8")
    with pytest.raises(
        QuestionError, match="lists of names stand side by side, and no name comes again"
    ) as asked:
        score(tmp_path / "a.csv", output=tmp_path / "b.csv")
    apart, together = [choice.arguments["hands"] for choice in asked.value.choices]
    assert (apart, together) == (["B2:B5", "D2:D5"], ["A=B2:B5,B=D2:D5"])
    found = score(tmp_path / "a.csv", output=tmp_path / "b.csv", hands=together[0])
    assert (found.players, found.persons, found.names) == ([1, 2], {}, ["A", "B"])
