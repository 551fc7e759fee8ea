"""Cash-outs and insurance: nets and *Collected* are what was paid to the players, the note says why, the report how often."""

import re

import openpyxl
import pytest
from click.testing import CliRunner
from support.histories import SAMPLES, STARS, read_history

from xlpoker.cli import main
from xlpoker.histories.cash_outs import CashOuts
from xlpoker.report.history_figures import history_deals, luck_of
from xlpoker.workbook.imports import import_histories, rows_of

GG = (SAMPLES / "ggpoker.txt").read_text("utf-8")
BOB, CYD = "1b2c3d4e", "Hero"
BOB_COLLECTS = f"{BOB} collected $118.50 from pot\n"
STARS_COLLECTS = "Bob the 2nd collected $118.50 from pot\n"
NOT_AWARDED = "(pot not awarded as player cashed out)"


def stars(*cashed_out, awarded=True):
    """Return the hand of PokerStars in which Bob wins 118.50 of a pot of 120.50, with lines on cash-outs, and the pot given out or not."""
    text = STARS.replace(
        STARS_COLLECTS,
        (STARS_COLLECTS if awarded else "") + "".join(f"{line}\n" for line in cashed_out),
    )
    return text if awarded else re.sub(r"(won \(\$118\.50\).*)", rf"\1 {NOT_AWARDED}", text)


def ggpoker(*lines):
    """Return the hand of GGPoker in which the second player wins 118.50 of 120.50, with lines before the river."""
    return GG.replace("*** RIVER", "".join(f"{line}\n" for line in lines) + "*** RIVER")


# the texts; the nets of three players who paid 0.50, 60 and 60; what is collected; the note
HANDS = {
    "PokerStars, the winner": (
        stars("Bob the 2nd cashed out the hand for $80.10 | Cash Out Fee $0.81", awarded=False),
        [-0.5, 20.1, -60], "Bob the 2nd 80.1", "Bob the 2nd cashed out for 80.1 in the place of 118.5 from the pot",
    ),
    "PokerStars, the loser": (
        stars("Cyd: x cashed out the hand for $9.90"),
        [-0.5, 58.5, -50.1], "Bob the 2nd 118.5; Cyd: x 9.9", "Cyd: x cashed out for 9.9",
    ),
    "PokerStars, both": (
        stars("Cyd: x cashed out the hand for $9.90", "Bob the 2nd cashed out the hand for $105 | Cash Out Fee $1.07", awarded=False),
        [-0.5, 45, -50.1], "Bob the 2nd 105; Cyd: x 9.9",
        "Bob the 2nd cashed out for 105 in the place of 118.5 from the pot; Cyd: x cashed out for 9.9",
    ),
    "PokerStars, a side pot": (
        stars("Cyd: x cashed out the hand for $6.89 | Cash Out Fee $0.14")
        .replace(STARS_COLLECTS, STARS_COLLECTS.replace("118.50", "110.00"))
        .replace("won ($118.50)", "won ($110)")
        .replace("and lost with a pair of Aces", f"and won ($8.50) with a pair of Aces {NOT_AWARDED}"),
        [-0.5, 50, -53.11], "Bob the 2nd 110; Cyd: x 6.89", "Cyd: x cashed out for 6.89 in the place of 8.5 from the pot",
    ),
    "GGPoker, lost": (
        ggpoker(f"{CYD}: Chooses to EV Cashout", f"{CYD}: Receives Cashout ($40.02)"),
        [-0.5, 58.5, -19.98], f"{BOB} 118.5; Hero 40.02", "Hero cashed out and received 40.02",
    ),
    "GGPoker, lost, without the choice": (
        ggpoker(f"{CYD}: Receives Cashout ($40.02)"),
        [-0.5, 58.5, -19.98], f"{BOB} 118.5; Hero 40.02", "Hero cashed out and received 40.02",
    ),
    "GGPoker, won, the risk of two streets": (
        ggpoker(f"{BOB}: Chooses to EV Cashout", f"{BOB}: Pays Cashout Risk ($19)", f"{BOB}: Pays Cashout Risk ($1.25)"),
        [-0.5, 38.25, -60], f"{BOB} 98.25", f"{BOB} cashed out and paid 20.25",
    ),
    "GGPoker, chosen alone": (
        ggpoker(f"{BOB}: Chooses to EV Cashout"),
        [-0.5, 58.5, -60], f"{BOB} 118.5", f"{BOB} cashed out",
    ),
    "GGPoker, insured and won": (
        ggpoker(
            f"{BOB}: get an all-in insurance (premium ($0/$4/$0) for ($0/$10.8/$0) - (Mandatory/Main/Sub))",
            f"{BOB}: pay premium of all-in insurance ($4)",
        ),
        [-0.5, 54.5, -60], f"{BOB} 114.5", f"{BOB} insured the hand and paid 4",
    ),
    "GGPoker, insured and lost": (
        ggpoker(
            f"{CYD}: get an all-in insurance (premium ($0/$4/$0) for ($0/$10.8/$0) - (Mandatory/Main/Sub))",
            f"{CYD}: get main compensation of all-in insurance ($10.8)",
        ),
        [-0.5, 58.5, -49.2], f"{BOB} 118.5; Hero 10.8", "Hero insured the hand and received 10.8",
    ),
    "GGPoker, a premium for nothing": (
        ggpoker(f"{CYD}: pay premium of all-in insurance ($4)"),
        [-0.5, 58.5, -64], f"{BOB} 118.5", "Hero insured the hand and paid 4",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("text", "nets", "collected", "note"), HANDS.values(), ids=HANDS)
def test_what_was_paid(tmp_path, text, nets, collected, note):
    """Of a cash-out the net has what the site paid; pot and rake are those of the pot, and the bets make it up."""
    (hand,) = read_history(tmp_path, text).hands
    assert [seat.net for seat in hand.seats] == nets
    heads, row = rows_of([hand])
    cells = dict(zip(heads, row, strict=True))
    assert (cells["Collected"], cells["Note"]) == (collected, note)
    assert (cells["Pot"], cells["Rake"]) == (120.5, 2)


def test_the_command_notes_it(tmp_path):
    """The import counts the hand among those with a note, and shows it."""
    (tmp_path / "hand.txt").write_text(HANDS["PokerStars, the winner"][0], "utf-8")
    done = CliRunner().invoke(
        main, ["import", str(tmp_path / "hand.txt"), str(tmp_path / "a.xlsx")]
    )
    assert (
        "Noted: PokerStars 700000000001: Bob the 2nd cashed out for 80.1 in the place of 118.5"
        in done.output
    )
    assert done.output.endswith("; 0 not read, 1 noted\n")


def test_words_of_players_are_no_cash_out(tmp_path):
    """Chat about a cash-out moves no money."""
    (hand,) = read_history(
        tmp_path, STARS.replace("Ann: folds\n", 'Ann: folds\nAnn said, "I cashed out for $50"\n')
    ).hands
    assert ([seat.net for seat in hand.seats], hand.notes) == ([-0.5, 58.5, -60], [])


@pytest.mark.parametrize(
    "words",
    [
        "calls $10",
        "collected $5 from pot",
        "cashier pays $3",
        "receives $4",
        "pays $2",
        "",
        "get lost",
    ],
)
def test_lines_of_another_kind(words):
    """Only the words of a cash-out or an insurance are taken."""
    assert not CashOuts().take("Ann", words)


def plain_and_cashed(folder):
    """Return a table of two all-ins before the river, one of them cashed out."""
    cashed = HANDS["PokerStars, the winner"][0].replace("001:", "002:")
    (folder / "hands.txt").write_text(f"{STARS}\n\n{cashed}", "utf-8")
    import_histories(folder / "hands.txt", folder / "hands.xlsx")
    return folder / "hands.xlsx"


@pytest.mark.slow
def test_the_report_counts_them(tmp_path):
    """The sheet of the players says how many hands had one, and what their nets are."""
    table = plain_and_cashed(tmp_path)
    done = CliRunner().invoke(main, ["report", str(table), "--game", "holdem"])
    assert done.exit_code == 0
    players = openpyxl.load_workbook(tmp_path / "hands.report.xlsx")["Players"]
    rows = [
        [cell for cell in row if cell is not None] for row in players.iter_rows(values_only=True)
    ]
    size = "2 hands, 3 players; tournament chips apart from money"
    assert rows[2] == [f"{size}; 1 hand with a cash-out or insurance, whose nets are what was paid"]
    nets = {row[0]: row[4] for row in rows if row[1:2] == ["USD"]}
    assert nets == {"Ann": -1, "Bob the 2nd": 78.6, "Cyd: x": -120}


@pytest.mark.slow
def test_a_report_without_cash_outs_says_nothing_of_them(tmp_path):
    """The line is as it was."""
    (tmp_path / "hands.txt").write_text(f"{STARS}\n\n{STARS.replace('001:', '002:')}", "utf-8")
    import_histories(tmp_path / "hands.txt", tmp_path / "hands.xlsx")
    assert (
        CliRunner()
        .invoke(main, ["report", str(tmp_path / "hands.xlsx"), "--game", "holdem"])
        .exit_code
        == 0
    )
    players = openpyxl.load_workbook(tmp_path / "hands.report.xlsx")["Players"]
    assert players["B3"].value == "2 hands, 3 players; tournament chips apart from money"


def test_a_cash_out_is_no_luck(tmp_path):
    """What the site paid does not depend on the cards that came: such a hand has no luck in its all-in."""
    plain, cashed = history_deals(plain_and_cashed(tmp_path))
    assert (plain.cash_out, cashed.cash_out) == (False, True)
    assert {*luck_of(plain)} == {"Bob the 2nd", "Cyd: x"}
    assert luck_of(cashed) == {}
