"""Hand histories: one invented hand in the words of each site, encodings, what is not understood, the table and the command."""

import csv
import datetime as dt
import random
import re
import sys

import openpyxl
import pytest
from click.testing import CliRunner
from support.histories import HOME, LOG, SAMPLES, STARS, read_history
from support.samples import sample_size

from xlpoker.cli import main
from xlpoker.errors import BookError, OptionError
from xlpoker.histories.files import is_history, read_histories
from xlpoker.histories.model import PlayedHand, Seat
from xlpoker.histories.runs import has_several_runs
from xlpoker.report.history_figures import history_deals
from xlpoker.workbook.imports import import_histories, rows_of

SITES = {
    "pokerstars.txt": "PokerStars",
    "ggpoker.txt": "GGPoker",
    "winamax.txt": "Winamax",
    "888.txt": "888",
    "888-german.txt": "888",
    "party.txt": "Party",
    "winning.txt": "Winning",
    "winning-old.txt": "Winning",
    "fulltilt.txt": "Full Tilt",
    "bovada.txt": "Bovada",
    "ongame.txt": "OnGame",
    "ipoker.xml": "iPoker",
    "invented.phhs": "Invented Club",
    "invented.ohh": "Invented Site",
}


@pytest.mark.parametrize(("name", "site"), SITES.items(), ids=SITES)
def test_every_site_tells_the_same_hand(name, site):
    """The hand is one: blinds 0.50 and 1, all in on the turn, set over aces; only the words differ."""
    found = read_histories(SAMPLES / name)
    assert found.unread == []
    (hand,) = found.hands
    assert (hand.site, hand.game, hand.time) == (
        site,
        "Hold'em",
        dt.datetime(2024, 3, 5, 21, 14, 7),
    )
    assert hand.limit == ("" if name == "winning-old.txt" else "NL")
    assert hand.number
    assert hand.table.startswith("Invented") or site == "Bovada"
    assert (hand.big_blind, hand.button, hand.all_in, hand.notes) == (1, 3, 4, [])
    assert hand.boards == [("2H", "7D", "JC", "TS", "3C")]
    assert [(seat.number, seat.stack, seat.folded) for seat in hand.seats] == [
        (1, 100, True),
        (2, 80, False),
        (3, 60, False),
    ]
    assert [seat.cards for seat in hand.seats] == [("KC", "4D"), ("JH", "JS"), ("AH", "AD")]
    assert [seat.net for seat in hand.seats] == [-0.5, 58.5, -60]
    assert hand.rake == 2


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"]
)
def test_any_encoding(tmp_path, encoding):
    """Names and the euro are read in every encoding that sites have used."""
    text = (SAMPLES / "winamax.txt").read_text("utf-8")
    (hand,) = read_history(tmp_path, text, encoding=encoding).hands
    assert (hand.seats[2].name, hand.stakes, hand.currency) == ("Zoë", "0.50€/1€", "EUR")


CHANGES = {
    "uncalled": (
        {"Bob the 2nd: calls $25\n": "Bob the 2nd: folds\nUncalled bet ($25) returned to Cyd: x\n", "Bob the 2nd collected $118.50": "Cyd: x collected $68.50"},
        [-0.5, -35, 33.5],
    ),
    "gift": ({"*** HOLE": "Cash Drop to Pot : total $5\n*** HOLE", "collected $118.50": "collected $123.50"}, [-0.5, 63.5, -60]),
    "two pots": ({"collected $118.50 from pot": "collected $18.50 from side pot\nBob the 2nd collected $100 from main pot"}, [-0.5, 58.5, -60]),
    "summary alone": ({"Bob the 2nd collected $118.50 from pot\n": ""}, [-0.5, 58.5, -60]),
    "dead blind": (
        {"*** HOLE": "Dee: posts small & big blinds $1.50\n*** HOLE", "Seat 3": "Seat 4: Dee ($50 in chips)\nSeat 3", "Ann: folds": "Ann: folds\nDee: folds", "118.50": "120"},
        [-0.5, 60, -60, -1.5],
    ),
    "missed blind": (
        {"*** HOLE": "Dee: posts missed blind $0.50\nDee: posts big blind $1\n*** HOLE", "Seat 3": "Seat 4: Dee ($50 in chips)\nSeat 3",
         "Cyd: x: raises $2 to $3": "Dee: raises $2 to $3\nCyd: x: calls $3", "Cyd: x: bets $4": "Dee: folds\nCyd: x: bets $4",
         "118.50": "122", "Total pot $120.50": "Total pot $124"},
        [-0.5, 62, -60, -3.5],
    ),
    "all in without a hyphen": ({"raises $25 to $45 and is all-in\nBob the 2nd: calls $25": "calls $20\nBob the 2nd: checks", "*** SHOW": "Bob the 2nd: bets $20\nCyd: x: is all in $20\n*** SHOW", "118.50": "108.50"}, [-0.5, 53.5, -55]),
}  # fmt: skip


@pytest.mark.parametrize(("changes", "nets"), CHANGES.values(), ids=CHANGES)
def test_the_money(tmp_path, changes, nets):
    """What each player won or lost, however the pot came together."""
    text = STARS
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new)
    (hand,) = read_history(tmp_path, text).hands
    assert [seat.net for seat in hand.seats] == nets
    assert hand.notes == []


DEAD = ["[$0.01 + $0.02]", "[0,01 $ + 0,02 $]", "[ 0,01$ + 0,02$ ]"]


@pytest.mark.parametrize("posted", DEAD)
def test_every_amount_of_a_dead_blind_counts(tmp_path, posted):
    """Of two amounts one is dead and one a bet; in a small game a cent is no rounding."""
    text = (SAMPLES / "888.txt").read_text("utf-8")
    blinds = "Ann posts small blind [$0.01]\nBob posts big blind [$0.02]\n"
    head = text[: text.index("Ann posts")].replace("$0.50/$1", "$0.01/$0.02")
    played = "Cyd checks\nAnn folds\nBob raises [$0.06]\nCyd folds\n** Summary **\nBob collected [ $0.06 ]\n"
    (hand,) = read_history(
        tmp_path, f"{head}{blinds}Cyd posts dead blind {posted}\n** Dealing down cards **\n{played}"
    ).hands
    assert [seat.net for seat in hand.seats] == [-0.01, 0.04, -0.03]
    assert (hand.pot, hand.rake, hand.notes) == (0.06, 0, [])


def test_a_cent_that_is_missing_in_a_small_game_is_noted(tmp_path):
    """The pot is compared to a hundredth of the big blind."""
    text = (
        STARS.replace("$0.50/$1.00", "$0.01/$0.02")
        .replace("$0.50", "$0.01")
        .replace("$1\n", "$0.02\n")
    )
    text = (
        text[: text.index("Cyd: x: raises")]
        + "Cyd: x: folds\nAnn: folds\nBob the 2nd collected $0.04 from pot\n"
    )
    (hand,) = read_history(tmp_path, text).hands
    assert hand.notes == ["the bets do not make up the pot"]


def test_blinds_that_everybody_gives_up(tmp_path):
    """The small blind of a small game is in the pot, and no rounding: nets are the blinds."""
    text = (SAMPLES / "888.txt").read_text("utf-8").replace("$0.50", "$0.01").replace("$1", "$0.02")
    text = (
        text[: text.index("Cyd raises")]
        + "Cyd folds\nAnn folds\n** Summary **\nBob collected [ $0.03 ]\n"
    )
    (hand,) = read_history(tmp_path, text).hands
    assert ([seat.net for seat in hand.seats], hand.pot) == ([-0.01, 0.01, 0], 0.03)


FEES = {
    "named": ("winning-old.txt", "Rake 1.80. JP fee 0.20"),
    "without a name": ("winning-old.txt", "Rake 1.80"),
    "a jackpot": ("ggpoker.txt", "Rake $1.50 | Jackpot $0.40 | Bingo $0.10"),
}


@pytest.mark.parametrize(("name", "said"), FEES.values(), ids=FEES)
def test_a_fee_beside_the_rake(tmp_path, name, said):
    """What else the site kept is rake, also where only the pot without it tells."""
    text = re.sub(r"Rake [\d$].*", said, (SAMPLES / name).read_text("utf-8"))
    (hand,) = read_history(tmp_path, text).hands
    assert (hand.pot, hand.rake, hand.notes) == (120.5, 2, [])


ODD_CARDS = {
    "a suit": ("[Jh Js] (", "[Jx Js] (", "'Jx Js' is not understood as cards"),
    "half a hand": ("Ann: folds", "Ann: folds\nDee: folds [9h]", "Dee has [9H], which is no whole hand"),
    "nobody": ("Dealt to Ann [Kc 4d]", "Dealt to Ann [Kc 4d]\nDealt to Eve [9h 9d]", "'9h 9d' has no place in the table"),
    "another board": ("Board [2h 7d Jc Ts 3c]", "Board [2h 7d Jc Ts 4c]", "'2h 7d Jc Ts 4c' has no place in the table"),
    "one seat": ("Seat 4: Dee", "Seat 3: Dee", "two players have one seat, one of them is missing"),
    "a cash-out": ("Ann: folds", "Ann: folds\nAnn: cashed out the hand for $1", "Ann cashed out"),
}  # fmt: skip


@pytest.mark.parametrize(("old", "new", "note"), ODD_CARDS.values(), ids=ODD_CARDS)
def test_no_card_is_dropped_silently(tmp_path, old, new, note):
    """What is not understood, or has no place in the table, is noted, counted and shown."""
    text = STARS.replace("Seat 3: Cyd", "Seat 4: Dee ($9 in chips)\nSeat 3: Cyd", 1).replace(
        "Ann: folds", "Ann: folds\nDee: folds"
    )
    assert old in text
    (tmp_path / "hand.txt").write_text(text.replace(old, new, 1), "utf-8")
    done = CliRunner().invoke(main, ["import", str(tmp_path / "hand.txt"), str(tmp_path / "a.csv")])
    assert f"Noted: PokerStars 700000000001: {note}" in done.output
    assert done.output.endswith("; 0 not read, 1 noted\n")
    assert note.replace('"', '""') in (tmp_path / "a.csv").read_text("utf-8")


def test_a_street_that_is_not_understood_leaves_no_board(tmp_path):
    """Two of three cards, or a board without its flop, would be other cards; bets of the street are bets of a street."""
    text = (
        STARS.replace("[2h 7d Jc]", "[2h 7d Bc]")
        .replace("Board [2h 7d Jc Ts 3c]\n", "")
        .replace("[2h 7d Jc Ts]", "")
    )
    (hand,) = read_history(tmp_path, text).hands
    assert (hand.boards, hand.all_in) == ([], None)
    assert [seat.net for seat in hand.seats] == [-0.5, 58.5, -60]
    assert hand.notes[0] == "'2h 7d Bc' is not understood as cards"


PLACES = {
    "to a name at the end": ("Dealt to Ann [Kc 4d]", "Dealing [K c][4 d] to Ann"),
    "shown when folded": ("Ann: folds", "Ann: folds [Kc 4d]"),
    "behind a label": ("Dealt to Ann [Kc 4d]", "Ann [ME] : Card dealt to a spot [Kc 4d]"),
    "small letters": ("Dealt to Ann [Kc 4d]", "Dealt to Ann [kc 4d]"),
}


@pytest.mark.parametrize(("old", "new"), PLACES.values(), ids=PLACES)
def test_where_hole_cards_stand(tmp_path, old, new):
    """They are read wherever a site writes them."""
    text = STARS.replace(old, new).replace("" if "Dealt" in old else "Dealt to Ann [Kc 4d]\n", "")
    (hand,) = read_history(tmp_path, text).hands
    assert (hand.seats[0].cards, hand.notes) == (("KC", "4D"), [])


def test_chat_is_no_bet(tmp_path):
    """Where actions have no colon, a name and a colon are chat."""
    text = (
        (SAMPLES / "party.txt")
        .read_text("utf-8")
        .replace("Bob checks\n", "Bob: bets 100 says who?\nBob checks\n")
    )
    assert "100 says" in text
    (hand,) = read_history(tmp_path, text).hands
    assert [seat.net for seat in hand.seats] == [-0.5, 58.5, -60]


BOARDS = {
    "run twice": (
        {
            "*** RIVER ***": "*** FIRST RIVER ***",
            "*** SHOW DOWN": "*** SECOND RIVER *** [2h 7d Jc Ts] [2c]\n*** SHOW DOWN",
            "Board [": "FIRST Board [",
        }
    ),
    "in the summary alone": {
        "Board [2h 7d Jc Ts 3c]": "Board [2h 7d Jc Ts 3c]\nBoard [2h 7d Jc Ts 2c]"
    },
}


@pytest.mark.parametrize("changes", BOARDS.values(), ids=BOARDS)
def test_two_boards(tmp_path, changes):
    """A hand that is run twice has a row for each board; nothing of the second stands on the first."""
    text = STARS
    for old, new in changes.items():
        text = text.replace(old, new)
    found = read_history(tmp_path, text)
    assert found.hands[0].boards == [("2H", "7D", "JC", "TS", "3C"), ("2H", "7D", "JC", "TS", "2C")]
    headings, *rows = rows_of(found.hands)
    board = headings.index("Board")
    assert [row[board] for row in rows] == ["2H 7D JC TS 3C", "2H 7D JC TS 2C"]


def test_tournaments_of_ongame_and_absolute(tmp_path):
    """Each hand counts, and is played for chips."""
    text = (SAMPLES / "ongame.txt").read_text("utf-8").replace("CET", "GMT+0100").replace("$", "")
    one = text.replace(
        "R5-70000001-1 *", 'T5-70000001-1 (TOURNAMENT: "Cup (live)", S-1-2, buy-in: €5) *', 1
    )
    two = text.replace("R5-70000001-1 *", "T5-70000001-2 (TOURNAMENT: ) *", 1).replace(
        "TEXAS_HOLDEM", "OMAHA_HI_LO"
    )
    found = read_history(tmp_path, one + two)
    assert [(hand.number, hand.tournament, hand.currency, hand.game) for hand in found.hands] == [
        ("T5-70000001-1", "S-1-2", "chips", "Hold'em"),
        ("T5-70000001-2", "T5-70000001", "chips", "Omaha Hi/Lo"),
    ]
    assert [seat.net for seat in found.hands[0].seats] == [-0.5, 58.5, -60]
    assert found.hands[0].time == dt.datetime(2024, 3, 5, 21, 14, 7)
    (hand,) = read_histories(SAMPLES / "absolute.txt").hands
    assert (hand.number, hand.tournament, hand.currency) == ("700000015", "4711", "chips")
    assert [seat.net for seat in hand.seats] == [-5, -30, 35]


def test_high_and_low_of_one_pot(tmp_path):
    """A player who wins both halves collects both."""
    text = (
        (SAMPLES / "ongame.txt")
        .read_text("utf-8")
        .replace("Bob ($118.50)", "Bob ($60 High), Bob ($58.50 Low)", 1)
    )
    (hand,) = read_history(tmp_path, text).hands
    assert ([seat.net for seat in hand.seats], hand.notes) == ([-0.5, 58.5, -60], [])


def test_tournaments_are_played_for_chips(tmp_path):
    """A tournament's number, its level and its chips."""
    head = "PokerStars Hand #7: Tournament #4711, $10+$1 USD Hold'em No Limit - Level IV (50/100) - 2024/03/05 21:14:07 ET"
    (hand,) = read_history(tmp_path, head + STARS[STARS.index("\n") :].replace("$", "")).hands
    assert (hand.tournament, hand.stakes, hand.big_blind, hand.currency) == (
        "4711",
        "50/100",
        100,
        "chips",
    )


def test_omaha(tmp_path):
    """Four hole cards, and eight or better where the head says so."""
    text = STARS.replace("Hold'em No Limit", "Omaha Hi/Lo Pot Limit").replace(
        "[Jh Js]", "[Jh Js 5h 5d]"
    )
    (hand,) = read_history(tmp_path, text).hands
    assert (hand.game, hand.limit, hand.seats[1].cards) == (
        "Omaha Hi/Lo",
        "PL",
        ("JH", "JS", "5H", "5D"),
    )
    assert hand.seats[2].cards == ()  # two cards are no Omaha hand


UNREAD = {
    "another game": (
        STARS.replace("Hold'em No Limit", "Razz Limit"),
        "is no hold'em or Omaha but Razz",
    ),
    "cut off": (STARS[: STARS.index("*** TURN")], "is cut off: nobody collects the pot"),
    "one player": ("\n".join(STARS.splitlines()[:3]), "has fewer than two players"),
    "another language": (
        STARS.replace("PokerStars Hand #", "Mão PokerStars #").replace("Seat", "Lugar"),
        "is of PokerStars in a language that is not read",
    ),
    "no history": ("Seat 1: Ann\nSeat 2: Bob", "is no first line of a hand"),
}


@pytest.mark.parametrize(("text", "reason"), UNREAD.values(), ids=UNREAD)
def test_a_hand_that_is_not_understood_is_quoted(tmp_path, text, reason):
    """Its place, its first line and the reason are listed; the hand behind it is read."""
    found = read_history(tmp_path, f"{text}\n\n\n{STARS}")
    (unread,) = found.unread
    assert (
        str(unread)
        == f"{tmp_path / 'hand.txt'}:1: '{' '.join(text.splitlines()[0].split())[:80]}' {reason}"
    )
    assert len(found.hands) == 1


def test_a_line_in_another_encoding(tmp_path):
    """One name in the encoding of Windows changes no other line of a file in UTF-8; NUL between lines is no UTF-16."""
    lines = STARS.replace("Ann", "TeräsMies").encode().split(b"\n")
    lines[2] = lines[2].replace("Ter\u00e4s".encode(), "Ter\u00e4s".encode("cp1252"))
    (tmp_path / "hand.txt").write_bytes(b"\n\0\n".join(lines))
    (hand,) = read_histories(tmp_path / "hand.txt").hands
    assert [seat.name for seat in hand.seats] == ["TeräsMies", "Bob the 2nd", "Cyd: x"]
    assert [seat.net for seat in hand.seats] == [-0.5, 58.5, -60]


def test_damaged_xml_harms_no_other_game(tmp_path):
    """One game of a session is cut off, the next one is read."""
    text = (SAMPLES / "ipoker.xml").read_text("utf-8")
    game = text[text.index(" <game ") : text.index("</session>")]
    found = read_history(
        tmp_path,
        text.replace(game, game.replace("</general>", "", 1) + game.replace("7000001", "7000002")),
    )
    assert [hand.number for hand in found.hands] == ["7000002"]
    assert found.unread[0].line == 11
    assert found.unread[0].reason.startswith("is damaged: mismatched tag")


def test_hands_with_one_number_and_no_time_are_two(tmp_path):
    """Where hands are numbered from 0 in each session and have no time, what they hold tells them apart."""
    text = (SAMPLES / "invented.phhs").read_text("utf-8")
    text = "\n".join(
        line for line in text.splitlines() if not line.startswith(("year", "month", "day", "time"))
    )
    found = read_history(
        tmp_path,
        f"{text}\n\n{text.replace('[1]', '[2]').replace('d db Ts', 'd db Td')}\n\n{text.replace('[1]', '[3]')}",
        "a.phhs",
    )
    assert (len(found.hands), found.doubles) == (2, 1)


def test_what_is_a_history(tmp_path):
    """A text of cards is none, whatever its lines begin with; a folder, XML and .phhs are."""
    (tmp_path / "hands.txt").write_text(
        "Hand #1: 5H 5C 6S 7S KD\n#2: 2C 3S 8S 8D TD 1/2\n", "utf-8"
    )
    assert not is_history(tmp_path / "hands.txt")
    assert is_history(SAMPLES / "ipoker.xml")
    assert is_history(SAMPLES / "888.txt")
    (tmp_path / "greek.txt").write_text(UNREAD["another language"][0], "utf-8")
    assert is_history(tmp_path / "greek.txt")
    assert not is_history(SAMPLES.parent.parent.parent / "workbooks" / "poker.txt")


def test_phh_without_pokerkit(monkeypatch):
    """The other files of a folder are read, and what is missing is said once for each hand."""
    monkeypatch.setitem(sys.modules, "pokerkit", None)
    found = read_histories(SAMPLES)
    assert (len(found.hands), [one.reason for one in found.unread]) == (
        14,
        ['needs pokerkit: pip install ".[histories]" in your clone of xlpoker'],
    )


def test_import_writes_a_table(tmp_path):
    """The command takes a folder; folded cards are named, not scored."""
    done = CliRunner().invoke(main, ["import", str(SAMPLES), str(tmp_path / "hands.xlsx")])
    assert done.exit_code == 0
    assert done.output.startswith("15 hands written to ")
    assert "PokerStars 1" in done.output
    rows = list(openpyxl.load_workbook(tmp_path / "hands.xlsx")["Hands"].values)
    assert len(rows) == 16
    row = dict(zip(rows[0], next(row for row in rows if row[1] == "700000000001"), strict=True))
    assert row["Time"] == dt.datetime(2024, 3, 5, 21, 14, 7)
    assert (row["Seat 1 cards"], row["Seat 2 cards"], row["Seat 3 cards"]) == (
        None,
        "JH JS",
        "AH AD",
    )
    assert (row["Folded"], row["Collected"]) == ("Ann folded [KC 4D]", "Bob the 2nd 118.5")
    assert (row["Board"], row["Pot"], row["Rake"], row["All-in at"]) == (
        "2H 7D JC TS 3C",
        120.5,
        2,
        4,
    )


def test_one_game_of_two(tmp_path):
    """With --game the other hands stay out, and the hands stand in the order of their times."""
    other = STARS.replace("Hold'em No Limit", "Omaha Pot Limit").replace("001:", "002:")
    earlier = STARS.replace("001:", "003:").replace("2024/03", "2024/02")
    (tmp_path / "hands.txt").write_text(f"{STARS}\n{other}\n{earlier}", "utf-8")
    found = import_histories(tmp_path / "hands.txt", tmp_path / "a.csv", game="holdem")
    assert [hand.number[-1] for hand in found.hands] == ["3", "1"]
    (tmp_path / "hands.txt").write_text(f"{STARS}\n{earlier}", "utf-8")
    with pytest.raises(
        BookError, match=r"hands\.txt holds no hand of omaha; it holds 2 of Hold'em$"
    ):
        import_histories(tmp_path / "hands.txt", tmp_path / "b.csv", game="omaha")
    with pytest.raises(OptionError, match="'stud' is no game of histories"):
        import_histories(tmp_path / "hands.txt", tmp_path / "b.csv", game="stud")


def test_score_names_no_winner_where_cards_are_unknown(tmp_path):
    """A showdown in which one player's cards were not seen has none; a player who was not dealt in is no player of it."""
    hidden = STARS.replace("001:", "002:").replace("shows [Ah Ad] (a pair of Aces)", "mucks hand")
    hidden = hidden.replace("showed [Ah Ad] and lost with a pair of Aces", "mucked")
    out = STARS.replace("001:", "003:").replace(
        "Seat 3: Cyd", "Seat 4: Dee ($9 in chips)\nSeat 3: Cyd", 1
    )
    (tmp_path / "hands.txt").write_text(f"{STARS}\n{hidden}\n{out}", "utf-8")
    table, scored = tmp_path / "hands.csv", tmp_path / "scored.csv"
    import_histories(tmp_path / "hands.txt", table)
    options = ["--game", "holdem", "--columns", "value,hand,winner", "-o", str(scored)]
    done = CliRunner().invoke(main, ["score", str(table), *options])
    assert done.exit_code == 0
    assert re.search(r"No showdown +1\nBad rows +0\n", done.output)
    rows = list(csv.DictReader(scored.read_text("utf-8").splitlines()))
    assert [row["Seat 3 cards"] for row in rows] == ["AH AD", "unknown", "AH AD"]
    assert [row["Winner"] for row in rows] == ["Bob the 2nd", "", "Bob the 2nd"]
    assert rows[1]["Seat 2 value"] == rows[0]["Seat 2 value"]
    assert [part.cards for part in history_deals(table)[1].parts] == ["KC 4D", "JH JS", ""]


REFUSED = {
    "no hand": ("nothing.txt", "book.xlsx", "holds no hand that is understood"),
    "other JSON": (
        "other.json",
        "book.xlsx",
        "other.json:1: '{}' begins no history of a known site",
    ),
    "ending": (
        "hands.txt",
        "book.ods",
        "has no ending that can be written here; choose .xlsx, .csv or .parquet",
    ),
    "nothing there": (
        "none*.txt",
        "book.xlsx",
        "none*.txt'; those are .phh, .phhs, .xml, .csv, .ohh, .json, .jsonl, .txt and .log",
    ),
}


@pytest.mark.parametrize(("source", "book", "reason"), REFUSED.values(), ids=REFUSED)
def test_what_import_refuses(tmp_path, source, book, reason):
    """Nothing is written where no hand is understood."""
    (tmp_path / "nothing.txt").write_text(UNREAD["cut off"][0], "utf-8")
    (tmp_path / "hands.txt").write_text(STARS, "utf-8")
    (tmp_path / "other.json").write_text("{}", "utf-8")
    done = CliRunner().invoke(main, ["import", str(tmp_path / source), str(tmp_path / book)])
    assert done.exit_code == 2
    assert reason in done.output
    assert not (tmp_path / book).exists()


@pytest.mark.sampled(15)
@pytest.mark.parametrize(
    "path", [*(SAMPLES / name for name in SITES), *HOME.glob("poker*")], ids=lambda path: path.name
)
@pytest.mark.parametrize("command", ["wins", "score", "report"])
def test_histories_are_no_tables(tmp_path, path, command):
    """Whoever counts the raw histories of a site is told how they become a table; what is named makes one."""
    done = CliRunner().invoke(main, [command, str(path)])
    first, _, typed = done.output.strip().partition(": xlpoker import ")
    assert (done.exit_code, first) == (
        2,
        f"xlpoker: {path.name} holds hand histories; make a table of them first",
    )
    source, book = typed.split()
    assert CliRunner().invoke(main, ["import", source, str(tmp_path / book), "-q"]).exit_code == 0
    assert (tmp_path / "hands.xlsx").exists()


def test_histories_on_standard_input(tmp_path):
    """The same where they are piped in, to be counted or to be imported."""
    text = (SAMPLES / "888.txt").read_bytes()
    done = CliRunner().invoke(main, ["wins", "-"], input=text)
    assert done.output.endswith("make a table of them first: xlpoker import - hands.xlsx\n")
    done = CliRunner().invoke(main, ["import", "-", str(tmp_path / "a.csv")], input=text)
    assert done.output == f"1 hand written to {tmp_path / 'a.csv'} (888 1); 0 not read\n"


JUNK = [
    "", "0", "9" * 400, "[", "(", "$", "\x00", "Seat 0: ", "1e999", "/", "#", "None", "nan", "99:99:99", "\n", "\r",
    "<game ", '"', '""', ",", "é", ") --", "-- starting hand #", "♠",
]  # fmt: skip
TEXTS = {name: (SAMPLES / name).read_text("utf-8") for name in SITES} | {"log.csv": LOG}


@pytest.mark.sampled(10)
@pytest.mark.parametrize("name", TEXTS)
def test_no_damage_is_a_stop(tmp_path, name):
    """Letters that are missing, doubled or strange: each hand is read or listed, and its row can be written."""
    dice = random.Random(name)
    for _ in range(sample_size(20, release=60) if name in SITES else 60):
        damaged = TEXTS[name]
        for _ in range(dice.randint(1, 4)):
            at = dice.randrange(len(damaged))
            damaged = damaged[:at] + dice.choice(JUNK) + damaged[at + dice.randint(0, 9) :]
        found = read_history(tmp_path, damaged, name)
        assert found.hands or found.unread
        assert [one for one in found.unread if "report it" in one.reason] == []
        boards = [len(hand.boards) if has_several_runs(hand) else 1 for hand in found.hands]
        assert len(rows_of(found.hands)) == sum(boards) + 1


def test_the_best_low_that_collects_nothing_is_noted():
    """Half of the pot is for the low hand: whoever has the best one collects something."""
    ann = Seat(1, "Ann", 9, ("AH", "2D", "QH", "QS"), paid=9)
    ben = Seat(2, "Ben", 9, ("KH", "KD", "TC", "JD"), paid=9, won=18)
    hand = PlayedHand("PokerStars", "1", "Omaha Hi/Lo", seats=[ann, ben])
    hand.boards = [("3S", "4D", "8H", "KC", "9D")]
    hand.check_winners()
    assert hand.notes == ["Ann has the best low on [3S 4D 8H KC 9D] and collects nothing"]
    hand.notes.clear()
    hand.boards = [("3S", "TH", "QD", "KC", "9D")]  # no low
    hand.check_winners()
    assert hand.notes == []
