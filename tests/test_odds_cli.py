"""The commands outs and equity: tables, JSON, CSV, bars, and the heat map as a workbook."""

import csv
import io
import json
import shlex
from pathlib import Path

import openpyxl
import pytest
from support.commands import run

import xlpoker
from xlpoker.cli.output import print_json
from xlpoker.odds.hits import grid, next_equities
from xlpoker.odds.ranges import STARTING_HANDS

FLOP = "8c 9s 4c"
PAGE = Path(__file__).parent.parent / "docs" / "commands.md"


def lines(text):
    """Return the lines without blanks at their ends."""
    return [line.rstrip() for line in text.splitlines()]


def test_outs_prints_cards_and_draws():
    """The turn of the first problem set as a person reads it."""
    code, out, err = run("outs", "6c 7c", "Ah Ad", "--board", f"{FLOP} Jh")
    assert (code, err) == (0, "")
    assert lines(out) == [
        "6c 7c against Ah Ad on 8c 9s 4c Jh",
        "             Cards   The river",
        "─" * 80,
        "Wins with       15   2C 3C 5C 5D 5H 5S 9C TC TD TH TS JC QC KC AC",
        "Ties with        0",
        "Loses with      29   2D 2H 2S 3D 3H 3S 4D 4H 4S 6D 6H 6S 7D 7H 7S 8D 8H 8S 9D 9H",
        "                     JD JS QD QH QS KD KH KS AS",
        "6c 7c: straight flush draw (1): 5C",
        "6c 7c: flush draw (9): 2C 3C 5C 9C TC JC QC KC AC",
        "6c 7c: open-ended straight draw (8): 5C 5D 5H 5S TC TD TH TS",
    ]


def test_outs_on_the_flop_adds_up_the_run_outs():
    """The turn cards, and the odds to the river."""
    _, out, _ = run("outs", "6c7c", "AhAd", "--board", FLOP)
    assert "Ahead after       15   2C 3C 5C 5D 5H 5S 9C TC TD TH TS JC QC KC AC" in out
    assert (
        "To the river, of 990 run-outs: wins 557 (56.26%), ties 0 (0.00%), loses 433 (43.74%)\n"
        in out
    )


def test_outs_as_data():
    """JSON holds counts and cards, CSV a line for each card."""
    record = json.loads(run("outs", "6c7c", "AhAd", "--board", FLOP + "Jh", "--json")[1])
    assert (record["win"], record["tie"], record["lose"]) == (15, 0, 29)
    assert [len(record["cards"][result]) for result in ("win", "tie", "lose")] == [15, 0, 29]
    flop = json.loads(run("outs", "6c7c", "AhAd", "--board", FLOP, "--json")[1])
    assert (flop["win"], len(flop["cards"]["win"])) == (557, 15)
    rows = list(
        csv.DictReader(io.StringIO(run("outs", "6c7c", "AhAd", "--board", FLOP, "--csv")[1]))
    )
    assert len(rows) == 45
    assert rows[0] == {"card": "2C", "result": "win"}


def test_the_page_shows_what_equity_prints():
    """The example on the page of the commands, to the letter."""
    shown = PAGE.read_text("utf-8").split("$ xlpoker equity ")[1].split("```")[0].splitlines()
    assert lines(run("equity", *shlex.split(shown[0]))[1]) == shown[1:]


def test_help_on_ranges():
    """`--notation` shows how ranges are written and the order of the 169 hands, with no hand given."""
    code, out, _ = run("equity", "--notation")
    assert code == 0
    assert "A8s A9s ATs AJs AQs AKs" in out
    assert "AA KK QQ JJ TT 99 88 AKs 77 AQs" in out


def test_one_hand_plays_against_random():
    """A single hand needs no opponent on the command line."""
    _, out, _ = run("equity", "6c7c", "--board", FLOP)
    assert lines(out)[0] == "on 8c 9s 4c · 1,070,190 deals, all counted"
    assert lines(out)[4].startswith("random ")


@pytest.mark.parametrize(
    "words",
    [["AhKh vs QQ"], ["AhKh", "vs", "QQ"], ["AhKh", "VS.", "QQ"], ["AhKh against QQ"]],
    ids=" ".join,
)
def test_hands_against_each_other_in_words(words):
    """What stands between hands, within a word or as one, parts them."""
    assert run("equity", *words, "--json") == run("equity", "AhKh", "QQ", "--json")


def test_equity_as_data():
    """JSON is a list with a record for each hand; sampled answers name samples, seed and error."""
    records = json.loads(run("equity", "6c7c", "AhAd", "--board", FLOP, "--json")[1])
    assert [record["hand"] for record in records] == ["6c7c", "AhAd"]
    assert records[0] == {
        "hand": "6c7c",
        "win": 557 / 990,
        "tie": 0.0,
        "equity": 557 / 990,
        "boards": 990,
    }
    sampled = json.loads(run("equity", "TT+", "AK", "--samples", "500", "--seed", "3", "--json")[1])
    assert list(sampled[0]) == ["hand", "win", "tie", "equity", "error", "samples", "seed"]
    assert (sampled[0]["samples"], sampled[0]["seed"]) == (500, 3)
    rows = list(
        csv.DictReader(
            io.StringIO(run("equity", "AsKsQhJh", "2c2d7s8s", "--game", "omaha", "--csv")[1])
        )
    )
    assert [row["boards"] for row in rows] == ["1086008", "1086008"]


def test_sampled_table_shows_the_error():
    """Where deals are random the title says so and a column tells how far off they may be."""
    out = lines(run("equity", "TT+", "AK", "--samples", "10000")[1])
    assert out[0] == "before the flop · 10,000 deals at random, seed 54"
    assert "Error" in out[1]
    assert "± 0.4" in out[3]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ("equity", "TTs+", "AA"),
            "xlpoker: 'TTs+' character 3: a pair has no suits; did you mean 'TT+'?",
        ),
        (("equity", "AhKh", "AhQd"), "xlpoker: duplicate card AH in hole 1 and hole 2"),
        (
            ("outs", "AhKh", "QcQd", "--board", "2c"),
            "xlpoker: 1 board card: outs are for a flop of 3 or a turn of 4",
        ),
        (
            ("equity", "AhKh", "QcQd", "-o", "grid.xls"),
            "xlpoker: grid.xls does not end in .xlsx; name it grid.xlsx",
        ),
    ],
    ids=["range", "twice", "board", "ending"],
)
def test_mistakes_are_one_line(arguments, message):
    """Exit code 2 and the reason."""
    code, _, err = run(*arguments)
    assert (code, err.strip()) == (2, message)


def test_options_that_exclude_each_other():
    """Wrong usage is told before any work."""
    for words in ("AA KK --exact --samples 200", "AsKsQhJh 2c2d7s8s --game omaha -o a.xlsx"):
        code, out, err = run("equity", *words.split())
        assert (code, out, err[:6]) == (2, "", "Usage:")


@pytest.mark.slow
def test_heat_map(tmp_path):
    """The workbook holds numbers under a colour scale, names in their formats, and a list."""
    path = tmp_path / "grid.xlsx"
    code, out, _ = run("equity", "JJ+", "TT+, AK", "--board", FLOP, "-o", path)
    assert (code, lines(out)[-1]) == (0, f"Written to {path}")
    book = openpyxl.load_workbook(path)
    sheet = book["grid"]
    assert sheet["B2"].value == "Equity of each starting hand against TT+, AK on 8C 9S 4C"
    cells = {cell.number_format.split('"')[1]: cell for row in sheet["B5:N17"] for cell in row}
    assert list(cells) == [name for row in STARTING_HANDS for name in row]
    drawn = grid(FLOP, "TT+, AK")
    assert all(
        cell.value == pytest.approx(drawn.fields[name].equity) for name, cell in cells.items()
    )
    (rule,) = sheet.conditional_formatting
    assert (str(rule.sqref), rule.rules[0].type) == ("B5:N17", "colorScale")
    assert [float(end.val) for end in rule.rules[0].colorScale.cfvo] == [
        0.2,
        0.5,
        0.8,
    ]  # the same in every map
    hands = list(book["hands"].iter_rows(min_row=5, min_col=2, values_only=True))
    assert hands[0] == ("Hand", "Win", "Tie", "Equity")
    assert len(hands) == 170
    assert [row[3] for row in hands[1:]] == sorted((row[3] for row in hands[1:]), reverse=True)


def test_heat_map_is_not_written_over(tmp_path):
    """An existing file stays unless --force says otherwise."""
    path = tmp_path / "grid.xlsx"
    path.write_text("mine")
    code, _, err = run("equity", "JJ+", "QQ", "--board", FLOP + "Jh 2d", "-o", path)
    assert (code, err) == (2, f"xlpoker: {path} is there already; --force replaces it\n")
    assert path.read_text() == "mine"
    assert run("equity", "JJ+", "QQ", "--board", FLOP + "Jh 2d", "-o", path, "--force")[0] == 0
    assert openpyxl.load_workbook(path).sheetnames == ["grid", "hands"]


def test_equity_refuses_what_takes_hours():
    """One line for too many samples, more than any float as well; exit code 2."""
    for number in ("9" * 400, "1000000000000"):
        code, out, err = run("equity", "AhKh", "QcQd", "--samples", number)
        assert (code, out) == (2, "")
        assert "samples takes longer than an hour" in err


@pytest.mark.parametrize("number", [float("nan"), float("inf")], ids=str)
def test_json_is_never_printed_with_what_json_does_not_have(number, capsys):
    """A number that is none would be a mistake of ours, and is not printed."""
    with pytest.raises(ValueError, match="not JSON compliant"):
        print_json({"equity": number})
    assert capsys.readouterr().out == ""


def test_streets():
    """The odds before the flop, on the flop, the turn and the river of a board, as text and as data."""
    code, out, _ = run("equity", "AhKh", "QcQd", "--board", "Kc 7s 2d 2h Qs", "--streets")
    assert code == 0
    titles = [line.split(" · ")[0] for line in out.splitlines() if " · " in line]
    assert titles == ["before the flop", "on KC 7S 2D", "on KC 7S 2D 2H", "on Kc 7s 2d 2h Qs"]
    code, out, _ = run("equity", "AhKh", "TT+", "--board", "Kc 7s 2d 2h", "--streets", "--json")
    records = json.loads(out)
    assert [record["street"] for record in records] == ["preflop"] * 2 + ["flop"] * 2 + ["turn"] * 2
    for record, board in zip(records[::2], ("", "Kc 7s 2d", "Kc 7s 2d 2h"), strict=True):
        assert record["equity"] == xlpoker.equity(board, "AhKh", "TT+").players[0].equity
    code, _, err = run("equity", "AhKh", "QcQd", "--streets")
    assert (code, "--streets goes with a --board of three to five cards" in err) == (2, True)


@pytest.mark.parametrize(
    "hands", [("6c 7c", "TT+, AK"), ("6c 7c", "Ah Ad")], ids=["ranges", "hands"]
)
def test_next_cards_as_a_workbook(tmp_path, hands):
    """Each next card with the equity after it, the best first, and a chart of them; no file is replaced unasked."""
    book = tmp_path / "outs.xlsx"
    code, out, _ = run("outs", *hands, "--board", "8c 9s 4c", "-o", str(book))
    assert (code, out.splitlines()[-1]) == (0, f"Written to {book}")
    sheet = openpyxl.load_workbook(book).active
    rows = [row[1:4] for row in sheet.iter_rows(min_row=5, values_only=True) if row[1]]
    now = xlpoker.equity("8c 9s 4c", *hands).players[0].equity
    assert rows[0] == ("Next card", "Equity after it", "Change")
    expected = next_equities("8c 9s 4c", *hands)
    assert {card: equity for card, equity, _ in rows[1:]} == pytest.approx(expected)
    assert all(change == pytest.approx(equity - now) for _, equity, change in rows[1:])
    assert len(sheet._charts) == 1
    code, _, err = run("outs", *hands, "--board", "8c 9s 4c", "-o", str(book))
    assert (code, "--force" in err) == (2, True)
    code, out, _ = run("outs", *hands, "--board", "8c 9s 4c", "-o", str(book), "--force", "--json")
    assert (code, json.loads(out) != {}) == (0, True)
