"""The summary workbook: its figures are those of the hands, its charts point at them, every bad row is in it."""

import zipfile
from math import comb
from pathlib import Path

import openpyxl
import pytest
from click.testing import CliRunner
from support.books import ONE, TWO, book, sheets

from xlpoker.cli import main
from xlpoker.report.figures import figures
from xlpoker.report.report import report
from xlpoker.scoring.run import MemorySink
from xlpoker.workbook.jobs import Options
from xlpoker.workbook.pipeline import score_file

BOOKS = Path(__file__).parent.parent / "workbooks"
FIVE_CARDS = dict(
    zip(
        "High Card|One Pair|Two Pair|Three of a Kind|Straight|Flush|Full House|Four of a Kind|Straight Flush|Royal Flush".split("|"),
        (1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 36, 4),
        strict=True,
    )
)  # fmt: skip


def made(path, **options):
    """Return the figures of a book."""
    chosen = Options(**options)
    _, layout, counts, kept = score_file(path, chosen, lambda *_: MemorySink(codes=True))
    return figures(layout, kept.scored, counts)


def table(sheet, top):
    """Return the header and the rows of the table whose header stands in a row."""
    rows = []
    for row in sheet.iter_rows(min_row=top, min_col=2, values_only=True):
        if row[1] is None:
            break
        rows.append([value for value in row if value is not None])
    return rows[0], rows[1:]


def place(sheet, words):
    """Return the row whose first cell holds these words."""
    return next(row for row in range(1, sheet.max_row + 1) if sheet.cell(row, 2).value == words)


def test_the_figures_of_euler():
    """The deals of Project Euler problem 54: 376 wins, every hand in a category, the odds of five cards."""
    found = made(BOOKS / "euler54.xlsx")
    assert (found.players, found.cards, found.hands, found.counts.players) == (
        2,
        5,
        2000,
        [376, 624],
    )
    assert found.categories == tuple(FIVE_CARDS)
    assert found.category_counts[0] == (571, 371, 41, 12, 4, 1, 0, 0, 0, 0)
    assert found.expected == tuple(count / comb(52, 5) for count in FIVE_CARDS.values())
    assert [best.name.split(",")[0] for best in found.best] == ["Full House"] * 2 + [
        "Flush"
    ] * 2 + ["Straight"] * 6


def test_the_figures_of_holdem():
    """In hold'em a hand is made from seven cards, whose odds are others; the board is shown with the hole cards."""
    found = made(BOOKS / "holdem.xlsx", game="holdem")
    assert (found.cards, found.hands) == (7, 400)
    assert found.expected[1] == 58_627_800 / comb(52, 7)
    assert all(len(best.cards.split()) == 7 for best in found.best)


ODD = {
    "joker": ([["5H", "5C", "6S", "7S", "joker"], ONE], {}),
    "three-cards": ([row[:3] for row in (ONE, TWO)] * 2, {"hands": "A1:C4", "game": "five-card"}),
    "front": ([row[:3] for row in (ONE, TWO)] * 2, {"hands": "A1:C4", "game": "front"}),
}


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("rows", "options"), ODD.values(), ids=ODD)
def test_no_odds_where_none_are_known(tmp_path, rows, options):
    """With jokers, in other games and for hands of other sizes nothing is said of what was to be expected."""
    path = book(tmp_path / "a.xlsx", rows, labels=None)
    found = made(path, **options)
    assert found.expected is None
    report(path, Options(**options))
    sheet = openpyxl.load_workbook(tmp_path / "a.report.xlsx")["Summary"]
    header, lines = table(sheet, place(sheet, "Category"))
    assert header == ["Category", "All hands", "Share"]
    assert sum(line[1] for line in lines) == len(rows)


def test_five_of_a_kind_has_its_line(tmp_path):
    """The house rule's own category is listed where it came up."""
    path = book(tmp_path / "a.xlsx", [["5H", "5C", "5S", "5D", "joker"], ONE], labels=None)
    assert made(path, jokers="five").categories[-1] == "Five of a Kind"
    assert made(path).categories[-1] == "Royal Flush"


def test_cards_as_numbers_are_read_back(tmp_path):
    """The best hands show cards, also where the sheet holds numbers."""
    path = book(tmp_path / "a.xlsx", [[51, 50, 49, 48, 0]], labels=None)
    (best,) = made(path, cards="0-51:CDHS", hands="A1:E1").best
    assert (best.cell, best.name, best.cards) == ("A1", "Four of a Kind, Aces", "AS AH AD AC 2C")


def test_the_workbook_holds_the_figures(tmp_path):
    """Each table says what the commands say; each chart's data are the cells of a table."""
    counts = report(BOOKS / "euler54.xlsx", output=tmp_path / "a.xlsx")
    assert counts.output == str(tmp_path / "a.xlsx")
    written = openpyxl.load_workbook(tmp_path / "a.xlsx")
    assert written.sheetnames == ["Summary", "Best hands"]  # and no empty sheet of bad rows
    sheet = written["Summary"]
    assert table(sheet, 5) == (
        ["Result", "Rows", "Expected\nwins", "Share"],
        [["Player 1", 376, 500, 0.376], ["Player 2", 624, 500, 0.624], ["Ties", 0, 0]],
    )
    top = place(sheet, "Category")
    header, lines = table(sheet, top)
    assert header == [
        "Category", "Player 1", "Player 2", "All hands", "Share", "Expected\nshare", "Expected\nhands", "Difference",
        "One in",
    ]  # fmt: skip
    assert [line[0] for line in lines] == list(FIVE_CARDS)
    assert [sum(line[column] for line in lines) for column in (1, 2, 3)] == [1000, 1000, 2000]
    assert sum(line[5] for line in lines) == pytest.approx(1)
    assert lines[7][5:] == [
        pytest.approx(624 / comb(52, 5)),
        pytest.approx(0.48, abs=0.01),
        -0.5,
        4165,
    ]
    won, categories = sheet._charts
    assert [one.val.numRef.f for one in won.series] == [
        "'Summary'!$C$6:$C$8",
        "'Summary'!$D$6:$D$8",
    ]
    assert [one.val.numRef.f for one in categories.series] == [
        f"'Summary'!${column}${top + 1}:${column}${top + 10}" for column in "FG"
    ]


def test_fairness_is_told(tmp_path):
    """The deals of Project Euler problem 54 are no fair ones: player 2 wins too often, and no hand is rare."""
    report(BOOKS / "euler54.xlsx", output=tmp_path / "a.xlsx")
    notes = [row[1] for row in openpyxl.load_workbook(tmp_path / "a.xlsx")["Summary"].values]
    (wins_equal,) = (note for note in notes if note and note.startswith("Do the players"))
    assert wins_equal == (
        "Do the players win equally often? Very unlikely by chance: fewer than 1 of 1,000 fair sheets differs as much; "
        f"chi-square(1) = {2 * 124**2 / 500:.1f}, p < 0.0001"
    )
    assert sum(bool(note) and note.startswith("Does Player ") for note in notes) == 2


def long_book(path, deals):
    """Write a table with a row for each player of each deal, who are given with their cards."""
    rows = [
        [number, who, " ".join(cards)] for number, deal in enumerate(deals) for who, cards in deal
    ]
    return book(path, [["Deal", "Player", "Cards"], *rows], labels=None)


def test_wins_are_expected_of_who_was_in(tmp_path):
    """A share of each showdown is expected; wins are tested where all players are in all, and not taken together."""
    deals = [
        [("Ana", ONE if number % 2 else TWO), (who, TWO if number % 2 else ONE)]
        for who in ("Ben", "Cleo")
        for number in range(20)
    ]
    found = made(long_book(tmp_path / "a.xlsx", deals))
    assert found.counts.players == [20, 10, 10]
    assert found.expected_wins == [20, 10, 10]
    assert found.untested == ["The wins are not tested: not all players are in every showdown."]
    assert not [test for test in found.tests if "win" in test.question]
    report(long_book(tmp_path / "b.xlsx", deals[:8]))
    sheet = openpyxl.load_workbook(tmp_path / "b.report.xlsx")["Summary"]
    assert place(sheet, "Too few rows to test the wins: each player expects fewer than 5.")


BOARD = "2C 7D 9H JS 3C".split()


def test_folded_seats_expect_nothing(tmp_path):
    """Who folds, or is away, expects no share of a row, and rows without a showdown stand beside the wins; shares are of all good rows."""
    rows = [
        *[["AS AH", "KS KH", "x", *BOARD]] * 6,
        *[["AS AH", "KS KH", "QS QH", *BOARD]] * 6,
        ["AS AH", "x", "x", *BOARD],
        ["AS AH", "KS KH", "x", *BOARD[:3], None, None],
        ["AS AH", "AS KH", "x", *BOARD],
    ]
    path = book(tmp_path / "a.xlsx", [["Ana", "Ben", "Cleo", "Board"], *rows], labels=None)
    found = made(path, game="holdem")
    assert (found.counts.players, found.counts.no_showdown, found.counts.bad) == ([13, 0, 0], 1, 1)
    assert found.expected_wins == [6, 5, 2]
    assert found.tests == []
    assert [said[:23] for said in found.untested] == [
        "The wins are not tested",
        "The hands are not teste",
    ]
    report([path, path], Options(game="holdem"), output=tmp_path / "b.xlsx")
    written = openpyxl.load_workbook(tmp_path / "b.xlsx")
    lines = table(written["Summary"], 5)[1]
    assert [line[:2] for line in lines[3:]] == [["Ties", 0], ["No showdown", 2]]
    assert sum(line[-1] for line in lines) == pytest.approx(1)
    assert written["Summary"]["B12"].value == "Shares of 28 rows; bad rows, not counted: 2"
    assert [cell.value for cell in written["Books"][5]][7:] == ["Ties", "No showdown", "Bad rows"]
    assert [cell.value for cell in written["Books"][8]][7:] == [0, 2, 2]


def test_notes_fill_the_space_beside_the_chart(tmp_path):
    """Long ones go over several rows: else one line makes the page so wide that a third of it is empty."""
    rows = [
        ["Ana", "Ben", "A column with a long heading"],
        *[["5H 5C 6S 7S KD", "2C 3S 8S 8D TD", "x" * 300]] * 3,
    ]
    path = book(tmp_path / "a.xlsx", rows, labels=None)
    report([path], output=tmp_path / "b.xlsx")
    summary = openpyxl.load_workbook(tmp_path / "b.xlsx")["Summary"]
    notes = {
        area.min_row: area
        for area in summary.merged_cells.ranges
        if str(summary.cell(area.min_row, 2).value).startswith(("Shares", "Expected wins", "Read"))
    }
    assert [(area.min_col, area.max_col) for area in notes.values()] == [(2, 5)] * 3
    assert all(summary.cell(row, 2).alignment.wrap_text for row in notes)
    assert max(area.size["rows"] for area in notes.values()) > 2
    chart = summary._charts[0].anchor
    assert max(area.max_row for area in notes.values()) <= chart.to.row


def test_the_sheets_of_one_book(tmp_path):
    """Several sheets of a book are called sheets, and each of the best hands names its sheet."""
    rows = [named("Anna", "Ben"), [f"Card {card}" for card in [*range(1, 6)] * 2], ONE + TWO]
    path = sheets(tmp_path / "a.xlsx", {"Jan": rows, "Feb": rows})
    done = CliRunner().invoke(main, ["report", str(path), "--all-sheets"])
    assert done.exit_code == 0
    written = openpyxl.load_workbook(tmp_path / "a.report.xlsx")
    header, lines = table(written["Best hands"], 5)
    assert header == ["Sheet", "Cell", "Player", "Hand", "Cards"]
    assert sorted(line[:3] for line in lines[:2]) == [["Feb", "F3", "Ben"], ["Jan", "F3", "Ben"]]
    assert written["Books"]["B3"].value == "a.xlsx · 2 sheets"
    assert written["Summary"]["B3"].value == "a.xlsx · 2 sheets · 2 rows · 4 hands with a value"


FAIR = {
    "one-player": ([[*ONE]] * 30, "one player has no wins to share", 1),
    "few-rows": ([ONE + TWO] * 3, "three rows tell nothing", 0),
    "two-players": ([ONE + TWO] * 30, "wins, and each player's hands", 3),
}


@pytest.mark.parametrize(("rows", "reason", "tests"), FAIR.values(), ids=FAIR)
def test_fairness_needs_rows(tmp_path, rows, reason, tests):
    """Only what has enough rows, and more than one possible end, is tested."""
    path = book(tmp_path / "a.xlsx", rows, labels=None)
    assert len(made(path).tests) == tests, reason


@pytest.fixture
def months(tmp_path):
    """Return a folder with two books of hands and one without."""
    folder = tmp_path / "months"
    folder.mkdir()
    book(folder / "a.xlsx", [ONE + TWO] * 3)
    book(folder / "b.xlsx", [TWO + ONE, ["1OH", *ONE[1:], *TWO]])
    (folder / "c.csv").write_text("no cards\n")
    return folder


def test_several_books_are_one_report(months, tmp_path):
    """A line each and a sum; the figures are those of all; hands and bad rows name their book."""
    done = CliRunner().invoke(main, ["report", str(months), "-o", str(tmp_path / "year.xlsx")])
    assert done.exit_code == 2
    assert "c.csv" in done.stderr
    assert done.stdout.count("Written to") == 1
    written = openpyxl.load_workbook(tmp_path / "year.xlsx")
    assert written.sheetnames == ["Summary", "Best hands", "Books", "Bad rows"]
    header, lines = table(written["Books"], 5)
    assert header == ["Book", "Sheet", "Rows", "Player 1", "Player 2", "Ties", "Bad rows"]
    assert lines == [["a.xlsx", "Sheet1", 3, 0, 3, 0, 0], ["b.xlsx", "Sheet1", 2, 1, 0, 0, 1]]
    everything = [cell.value for cell in written["Books"][8]]
    assert everything == [None, "2 books", None, 5, 1, 3, 0, 1]
    assert table(written["Summary"], 5)[1] == [
        ["Player 1", 1, 2, 0.25],
        ["Player 2", 3, 2, 0.75],
        ["Ties", 0, 0],
    ]
    assert table(written["Bad rows"], 5)[1][0][:3] == ["b.xlsx", "Sheet1", "A3"]


def named(one, two):
    """Return a heading with the names of two players over five cards each."""
    return [one, *[None] * 4, two]


def test_several_books_need_a_name(months):
    """Nobody guesses what the report of several books is called; from Python a list of books is one report, too."""
    done = CliRunner().invoke(main, ["report", str(months)])
    assert (done.exit_code, done.stderr) == (
        2,
        "xlpoker: several books go into one report; say where it goes: -o FILE.xlsx\n",
    )
    counts = report([months / "a.xlsx", months / "b.xlsx"], output=months / "all.xlsx")
    assert (counts.rows, counts.players, counts.bad) == (5, [1, 3], 1)


def corners(chart):
    """Return the rows and columns that a chart covers, counted from 1."""
    start, end = chart.anchor._from, chart.anchor.to
    return range(start.row + 1, end.row + 1), range(start.col + 1, end.col + 1)


@pytest.mark.sampled(5)
@pytest.mark.parametrize("players", range(1, 10))
def test_charts_cover_nothing(tmp_path, players):
    """However many players there are, no chart lies on a table or on another chart."""
    deck = [rank + suit for rank in "23456789TJQKA" for suit in "CDHS"]
    path = book(tmp_path / "a.xlsx", [deck[: 5 * players], deck[5 * players : 0 : -1]], labels=None)
    areas = ",".join(
        f"{openpyxl.utils.get_column_letter(5 * n + 1)}1:{openpyxl.utils.get_column_letter(5 * n + 5)}2"
        for n in range(players)
    )
    report(path, Options(hands=areas))
    sheet = openpyxl.load_workbook(tmp_path / "a.report.xlsx")["Summary"]
    covered = [
        {(row, column) for row in rows for column in columns}
        for rows, columns in map(corners, sheet._charts)
    ]
    filled = {
        (cell.row, cell.column)
        for row in sheet.iter_rows()
        for cell in row
        if cell.value is not None
    }
    assert len(covered) == (1 if players == 1 else 2)
    assert not any(filled & one for one in covered)
    assert len(covered) == 1 or not covered[0] & covered[1]


def test_bad_rows_are_listed(tmp_path):
    """Sheet, cell, value and reason of each; a text that looks like a formula stays a text."""
    path = book(
        tmp_path / "a.xlsx",
        [ONE + TWO, ["1OH", *ONE[1:], *TWO], ONE + ONE, [*ONE, *TWO[:4], "\x02=1"[1:]]],
    )
    counts = report(path)
    sheet = openpyxl.load_workbook(tmp_path / "a.report.xlsx")["Bad rows"]
    header, lines = table(sheet, 5)
    assert header == ["Sheet", "Cell", "Value", "Reason"]
    assert [tuple(line) for line in lines] == [
        (error.sheet, error.cell, error.value, error.reason) for error in counts.errors
    ]
    assert len(lines) == counts.bad == 3
    assert sheet.auto_filter.ref == "B5:E8"
    assert {cell.data_type for row in sheet.iter_rows(min_row=6, max_row=8) for cell in row} == {
        "n",
        "s",
    }


def test_the_command(tmp_path):
    """`xlpoker report` prints the wins and where the report is; a text file has one too, which --force replaces."""
    (tmp_path / "a.txt").write_text(" ".join(ONE + TWO) + "\n")
    for more in ((), ("--force",)):
        done = CliRunner().invoke(main, ["report", str(tmp_path / "a.txt"), *more])
        assert (done.exit_code, f"Written to {tmp_path / 'a.report.xlsx'}" in done.output) == (
            0,
            True,
        )


@pytest.mark.slow
@pytest.mark.engine("soffice")
def test_libreoffice_draws_both_charts(tmp_path, libreoffice):
    """Another program opens the report and keeps its charts when it saves it again."""
    report(BOOKS / "euler54.xlsx", output=tmp_path / "a.xlsx")
    libreoffice("ods", tmp_path, tmp_path / "a.xlsx")
    with zipfile.ZipFile(tmp_path / "a.ods") as saved:
        charts = [
            name
            for name in saved.namelist()
            if name.startswith("Object ") and name.endswith("/content.xml")
        ]
        assert len(charts) == 2
        assert all(b"chart:series" in saved.read(name) for name in charts)


@pytest.mark.slow
def test_books_with_other_names(tmp_path):
    """Sums go by the players' names, whatever their seats; players without names stay apart, which a note says."""
    paths = [
        book(tmp_path / "a.xlsx", [named("Anna", "Ben"), [None], ONE + TWO], labels=None),
        book(
            tmp_path / "b.xlsx",
            [named("BEN ", "Anna"), [None], *[TWO + ONE] * 2, ONE + TWO],
            labels=None,
        ),
        book(tmp_path / "c.xlsx", [ONE + TWO]),
    ]
    report(paths[:2], output=tmp_path / "d.xlsx")
    sheet = openpyxl.load_workbook(tmp_path / "d.xlsx")["Summary"]
    assert [row[:2] for row in table(sheet, 5)[1]] == [["Anna", 1], ["Ben", 3], ["Ties", 0]]
    header, lines = table(sheet, place(sheet, "Category"))
    assert header[1:4] == ["Anna", "Ben", "All hands"]
    assert [line[1:4] for line in lines[:2]] == [[0, 0, 0], [4, 4, 8]]
    report(paths, output=tmp_path / "d.xlsx", force=True)
    written = openpyxl.load_workbook(tmp_path / "d.xlsx")
    assert [row[0] for row in table(written["Summary"], 5)[1]] == [
        "Anna",
        "Ben",
        "Player 1",
        "Player 2",
        "Ties",
    ]
    assert {row[3] for row in table(written["Best hands"], 5)[1]} == {
        "Anna",
        "Ben",
        "Player 1",
        "Player 2",
    }
    lines = [[cell.value for cell in row[3:8]] for row in written["Books"]["A6:H9"]]
    assert lines == [
        [1, 0, 1, None, None],
        [3, 1, 2, None, None],
        [1, None, None, 0, 1],
        [5, 1, 3, 0, 1],
    ]
    assert written["Books"]["B10"].value == (
        "c.xlsx · Sheet1 without names of players: Player 1, Player 2 ... are counted apart"
    )


def test_best_hands_name_the_person_in_the_row(tmp_path):
    """Where names stand beside the hands, a seat is another person in each row."""
    rows = [
        ["Name A", "Cards A", "Name B", "Cards B"],
        ["Zoe", "AS KS QS JS TS", "Max", "2C 3D 5H 8S 9C"],
        ["Tom", "2C 3D 5H 8S 9C", "Zoe", "AS KC QC JC TC"],
        ["Max", "2C 2D 5H 8S 9C", "Tom", "AS KC QC JC 2H"],
    ]
    path = tmp_path / "a.csv"
    path.write_text("\n".join(",".join(row) for row in rows))
    report([path], output=tmp_path / "r.xlsx")
    _, lines = table(openpyxl.load_workbook(tmp_path / "r.xlsx")["Best hands"], 5)
    assert [row[1] for row in lines[:4]] == ["Zoe", "Zoe", "Max", "Tom"]
