"""Reports on hand histories: players, starting hands, months, and what all-ins were worth."""

import openpyxl
import pandas as pd
import pytest
from click.testing import CliRunner
from support.histories import SAMPLES, STARS

from xlpoker import BookError, equity
from xlpoker.cli import main
from xlpoker.report.history_figures import HistoryDeal, HistorySeat, hero_of, history_deals, luck_of
from xlpoker.report.report import report
from xlpoker.text import folded
from xlpoker.workbook.imports import import_histories
from xlpoker.workbook.jobs import Options, score, wins


def table(sheet):
    """Return the rows of the table on a sheet as dictionaries."""
    rows = list(sheet.iter_rows(min_row=5, min_col=2, values_only=True))
    return [dict(zip(rows[0], row, strict=True)) for row in rows[1:] if row[1] is not None]


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    """Return a workbook with the sample hand of PokerStars, and again a month later with other cards."""
    folder = tmp_path_factory.mktemp("histories")
    later = (
        STARS.replace("000001:", "000002:")
        .replace("2024/03", "2024/04")
        .replace("[Kc 4d]", "[9s 9c]")
    )
    (folder / "hands.txt").write_text(f"{STARS}\n\n{later}", "utf-8")
    import_histories(folder / "hands.txt", folder / "hands.xlsx")
    return folder / "hands.xlsx"


@pytest.mark.sampled(2)
@pytest.mark.parametrize("ending", ["xlsx", "csv", "parquet"])
def test_score_finds_the_cards_and_agrees_with_who_collected(tmp_path, ending):
    """The hole cards and the board of every site's sample are found by themselves; the set wins."""
    target = tmp_path / f"hands.{ending}"
    import_histories(SAMPLES, target)
    counts = score(target, game="holdem")
    assert (counts.rows, counts.players, counts.bad) == (15, [0, 14, 0], 0)


@pytest.mark.slow
def test_the_report(book):
    """Results by player with the luck in all-ins, by starting hand and by month of who kept the histories."""
    done = CliRunner().invoke(main, ["report", str(book), "--game", "holdem", "-q"])
    assert done.exit_code == 0
    made = openpyxl.load_workbook(book.with_name("hands.report.xlsx"))
    assert made.sheetnames == ["Summary", "Best hands", "Players", "Starting hands", "Months"]
    players = {row["Player"]: row for row in table(made["Players"])}
    bob = players["Bob the 2nd"]
    assert (bob["Currency"], bob["Hands"], bob["Won"], bob["Net"], bob["Net in\nbig blinds"]) == (
        "USD",
        2,
        2,
        117,
        117,
    )
    assert bob["Luck in\nbig blinds"] == pytest.approx(2 * 118.5 * (1 - 42 / 44))
    assert sum(row["Luck in\nbig blinds"] or 0 for row in players.values()) == pytest.approx(0)
    assert [players[name]["All-in"] for name in ("Bob the 2nd", "Ann")] == [2, None]
    hands = made["Starting hands"]
    assert hands["C6"].value == "KK"
    assert (hands["G10"].value, hands["G10"].number_format) == (-0.5, '"99" +0.0;"99" -0.0;"99" 0')
    assert [(row["Month"], row["Hands"]) for row in table(made["Months"])] == [
        ("2024-03", 1),
        ("2024-04", 1),
    ]
    again = CliRunner().invoke(main, ["report", str(book), "--game", "holdem", "-q", "--force"])
    assert again.exit_code == 0
    assert hero_of(history_deals(book)) == "Ann"


@pytest.mark.slow
def test_money_apart_from_chips(tmp_path):
    """Dollars, euros and chips of tournaments are summed apart on every sheet, whoever has the most hands."""
    texts = [
        STARS.replace("000001:", f"{number:06}:").replace("USD", currency).replace("$", sign)
        for number, (currency, sign) in enumerate([("USD", "$"), ("USD", "$"), ("EUR", "€")], 1)
    ]
    (tmp_path / "hands.txt").write_text("\n\n".join(texts), "utf-8")
    import_histories(tmp_path / "hands.txt", tmp_path / "hands.xlsx")
    assert (
        CliRunner()
        .invoke(main, ["report", str(tmp_path / "hands.xlsx"), "--game", "holdem", "-q"])
        .exit_code
        == 0
    )
    made = openpyxl.load_workbook(tmp_path / "hands.report.xlsx")
    hands = made["Starting hands"]
    assert (hands["B4"].value, hands["B19"].value) == ("USD", "EUR")
    rows = list(hands.iter_rows(min_row=35, max_row=37, min_col=2, max_col=5, values_only=True))
    assert rows == [
        ("Hand", "Currency", "Hands", "Won"),
        ("K4o", "USD", 2, 0),
        ("K4o", "EUR", 1, 0),
    ]
    assert {(row["Player"], row["Currency"]): row["All-in"] for row in table(made["Players"])} == {
        (name, currency): None if name == "Ann" else deals
        for name in ("Ann", "Bob the 2nd", "Cyd: x")
        for currency, deals in (("USD", 2), ("EUR", 1))
    }
    assert made["Players"]["B3"].value.startswith("3 hands, 3 players; ")
    assert [row["Currency"] for row in table(made["Months"])] == ["EUR", "USD"]


def test_folded_cards_late_in_a_table(tmp_path):
    """A column *Folded* that is blank for long and then names cards says nothing against the hands."""
    texts = [STARS.replace("000001:", f"{number:06}:") for number in range(80)]
    bare = [text.replace("Dealt to Ann [Kc 4d]\n", "") for text in texts[:-1]]
    (tmp_path / "hands.txt").write_text("\n\n".join([*bare, texts[-1]]), "utf-8")
    import_histories(tmp_path / "hands.txt", tmp_path / "hands.csv")
    assert wins(tmp_path / "hands.csv", game="holdem").rows == 80


@pytest.mark.sampled(3)
@pytest.mark.parametrize("ending", ["xlsx", "csv", "parquet"])
def test_best_hands_of_people(tmp_path, ending):
    """The wins of histories are counted by seat and by person; the winner and each of the best hands is who sat there in that row."""
    other = STARS.replace("000001:", "000002:").replace("Bob the 2nd", "Eve")
    (tmp_path / "hands.txt").write_text(f"{STARS}\n\n{other}", "utf-8")
    path = tmp_path / f"hands.{ending}"
    import_histories(tmp_path / "hands.txt", path)
    counts = report([path, path], Options(game="holdem"), output=tmp_path / "r.xlsx")
    assert all(name.startswith("Seat ") for name in counts.names)
    assert sorted(counts.players) == [0, 0, 4]
    assert wins(path, game="holdem").names == counts.names
    score(path, game="holdem", output=tmp_path / "s.csv")
    scored = pd.read_csv(tmp_path / "s.csv").rename(columns=folded)
    assert {"seat 1 value", "seat 2 hand"} <= {*scored}
    assert scored["winner"].tolist() == ["Bob the 2nd", "Eve"]
    persons = {"Ann": 0, "Bob the 2nd": 1, "Cyd: x": 0, "Eve": 1}
    assert wins(path, game="holdem").persons == persons
    assert counts.persons == {name: 2 * won for name, won in persons.items()}
    best = table(openpyxl.load_workbook(tmp_path / "r.xlsx")["Best hands"])
    assert [row["Player"] for row in best[:4]] == ["Bob the 2nd", "Eve"] * 2
    ids = pd.read_csv(tmp_path / "s.csv")["Hand id"]
    assert [row["Hand id"] for row in best[:4]] == [*map(str, ids)] * 2


@pytest.mark.parametrize(
    ("game", "odds", "bob", "cyd"),
    [
        ("6+ Hold'em", "short-deck", "Jh Js", "Ah Ad"),
        ("Omaha", "omaha", "Jh Js 9s 8s", "Ah Ad 8d Kh"),
    ],
    ids=["short-deck", "omaha"],
)
def test_all_ins_of_other_games(tmp_path, game, odds, bob, cyd):
    """All-ins with the short deck and in Omaha are worth what the odds of these games say."""
    text = (
        STARS.replace("Hold'em", game).replace("2h", "6h").replace("3c", "9c").replace("4d", "9d")
    )
    text = text.replace("[Kc 9d]", "[Kc 9d Qc Qd]" if odds == "omaha" else "[Kc 9d]")
    (tmp_path / "hands.txt").write_text(text.replace("Jh Js", bob).replace("Ah Ad", cyd), "utf-8")
    import_histories(tmp_path / "hands.txt", tmp_path / "hands.csv", game=odds)
    counts = score(tmp_path / "hands.csv", game=odds)
    assert (counts.rows, counts.players, counts.bad) == (1, [0, 1, 0], 0)
    (deal,) = history_deals(tmp_path / "hands.csv")
    shares = [player.equity for player in equity("6h 7d Jc Ts", bob, cyd, game=odds).players]
    assert 0.5 < shares[0] < 1
    assert luck_of(deal) == {
        "Bob the 2nd": pytest.approx(118.5 * (1 - shares[0])),
        "Cyd: x": pytest.approx(-118.5 * shares[1]),
    }
    with pytest.raises(BookError, match="holds no hand of holdem;"):
        import_histories(tmp_path / "hands.txt", tmp_path / "other.csv", game="holdem")


def test_side_pots_are_worth_their_own_equity():
    """The short stack can win the main pot only: a third of its equity's chips are not his to lose."""
    parts = [
        HistorySeat("short", "AH AD", 20, 30),
        HistorySeat("one", "KH KD", -20),
        HistorySeat("two", "QH QD", 0, 20),
    ]
    deal = HistoryDeal("2024-03", "Hold'em", 1.0, "USD", "2C 3D 4H 8S 9C", 3, parts)
    luck = luck_of(deal)
    share = equity("2C 3D 4H", "AH AD", "KH KD", "QH QD").players[0].equity
    assert luck["short"] == pytest.approx(30 * (1 - share))
    assert sum(luck.values()) == pytest.approx(0)
    assert -luck["one"] > 20 - luck["two"] > 0


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"all_in": None}, "not all in"),
        ({"game": "Stud"}, "no odds"),
        ({"game": "Hold'em 6+"}, "a deuce on the board"),
        ({"game": "Omaha Hi/Lo"}, "no odds of half a pot"),
        ({"big_blind": 0.0}, "no blinds"),
    ],
    ids=["river", "game", "short-deck", "hi-lo", "blinds"],
)
def test_hands_without_a_worth(change, reason):
    """Where the equity is not that of a whole pot there is none."""
    said = {"all_in": 3, "game": "Hold'em", "big_blind": 1.0} | change
    parts = [HistorySeat("one", "KH KD", -20), HistorySeat("two", "QH QD", 20, 40)]
    deal = HistoryDeal(
        "", said["game"], said["big_blind"], "USD", "2C 3D 4H 8S 9C", said["all_in"], parts
    )
    assert luck_of(deal) == {}, reason
