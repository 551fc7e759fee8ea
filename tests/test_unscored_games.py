"""Tables whose column *Game* names a game: hi-lo is scored by its own rule, and never as Omaha; badugi and stud are refused.

The search for hands knows the games by a closed list of their names.
"""

import openpyxl
import pytest
from click.testing import CliRunner
from support.histories import STARS

from xlpoker.cli import main
from xlpoker.workbook.imports import import_histories

HIGH = (
    STARS.replace("Hold'em No Limit", "Omaha Pot Limit")
    .replace("[Kc 4d]", "[Kc 4d 4c 9d]")
    .replace("[Jh Js]", "[Jh Js 5h 5d]")
    .replace("[Ah Ad]", "[Ah Ad 8c 8s]")
)
HILO = HIGH.replace("Omaha Pot Limit", "Omaha Hi/Lo Pot Limit").replace("001:", "002:")
BADUGI = "Badugi"
COMMANDS = {
    "wins": ["wins"],
    "wins --game omaha": ["wins", "--game", "omaha"],
    "score": ["score"],
    "score --game omaha": ["score", "--game", "omaha"],
    "report --game omaha": ["report", "--game", "omaha"],
}
AS_OMAHA = {name: command for name, command in COMMANDS.items() if "--game" in name}


def imported(folder, ending, *texts, game=None):
    """Return the table that `import` makes of some histories, with another name of the game."""
    (folder / "hands.txt").write_text("\n\n".join(texts), "utf-8")
    table = folder / f"hands.{ending}"
    import_histories(folder / "hands.txt", table)
    (folder / "hands.txt").unlink()
    if game and ending == "csv":
        table.write_text(table.read_text("utf-8-sig").replace(",Omaha,", f",{game},"), "utf-8")
    elif game:
        book = openpyxl.load_workbook(table)
        for row in book.worksheets[0].iter_rows():
            for cell in row:
                cell.value = game if cell.value == "Omaha" else cell.value
        book.save(table)
    return table


def check_refused(tmp_path, table, command, *words):
    """Run a command that refuses a table: it says these words, and nothing is written."""
    before = table.read_bytes()
    done = CliRunner().invoke(main, [command[0], str(table), *command[1:]])
    assert done.exit_code == 2
    for word in words:
        assert word in done.output
    assert [path.name for path in tmp_path.iterdir()] == [table.name]
    assert table.read_bytes() == before


@pytest.mark.sampled(4)
@pytest.mark.parametrize("ending", ["xlsx", "csv"])
@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_hands_of_badugi_are_not_scored(tmp_path, command, ending):
    """The refusal names the column and the game, also where the caller names another one."""
    table = imported(tmp_path, ending, HIGH, game=BADUGI)
    check_refused(
        tmp_path, table, command, "'Badugi' in the column Game names a game that is not scored"
    )


@pytest.mark.sampled(3)
@pytest.mark.parametrize("texts", [[HILO], [HIGH, HILO]], ids=["hi-lo alone", "one of two"])
@pytest.mark.parametrize("ending", ["xlsx", "csv"])
@pytest.mark.parametrize("command", AS_OMAHA.values(), ids=AS_OMAHA)
def test_hands_of_hilo_are_not_scored_high(tmp_path, command, ending, texts):
    """Where the caller says Omaha, rows of hi-lo are refused."""
    table = imported(tmp_path, ending, *texts)
    words = "'Omaha Hi/Lo' in the column Game names another game than omaha"
    check_refused(tmp_path, table, command, words)


@pytest.mark.parametrize("command", ["wins", "score"])
def test_hands_of_two_games_are_counted_one_game_at_a_time(tmp_path, command):
    """Omaha and hi-lo in one table are a question."""
    table = imported(tmp_path, "csv", HIGH, HILO)
    check_refused(
        tmp_path, table, [command], "the rows are of several games: 'Omaha', 'Omaha Hi/Lo'"
    )


@pytest.mark.parametrize("ending", ["xlsx", "csv"])
def test_hands_of_hilo_are_scored(tmp_path, ending):
    """From a history of Omaha hi-lo to the shares of both halves."""
    table = imported(tmp_path, ending, HILO)
    done = CliRunner().invoke(main, ["wins", str(table)])
    assert done.exit_code == 0
    assert "Omaha hi-lo, half of the pot for the best low, eight or better" in done.output
    assert "Pots" in done.output
    done = CliRunner().invoke(main, ["score", str(table), "-o", str(tmp_path / "scored.csv")])
    assert done.exit_code == 0
    assert "share" in (tmp_path / "scored.csv").read_text("utf-8-sig").splitlines()[0]


def test_hands_of_one_game_are_imported(tmp_path):
    """Omaha and hi-lo are different games for ``--game``, too."""
    (tmp_path / "hands.txt").write_text(f"{HIGH}\n\n{HILO}", "utf-8")
    for game, name in (("omaha", "Omaha"), ("omaha-hi-lo", "Omaha Hi/Lo")):
        histories = import_histories(tmp_path / "hands.txt", tmp_path / f"{game}.csv", game=game)
        assert [hand.game for hand in histories.hands] == [name]


@pytest.mark.parametrize("ending", ["xlsx", "csv"])
def test_hands_of_omaha_are_scored(tmp_path, ending):
    """The same hands under the name of a game that is scored."""
    table = imported(tmp_path, ending, HIGH)
    done = CliRunner().invoke(main, ["wins", str(table), "--game", "omaha"])
    assert done.exit_code == 0
    assert "Bob the 2nd" in done.output


@pytest.mark.slow
def test_a_game_that_begins_far_down(tmp_path):
    """Rows below those that decide what is read are refused, too, and nothing is written."""
    table = imported(tmp_path, "csv", HIGH)
    heading, row = table.read_text("utf-8-sig").splitlines()
    hilo = row.replace("Omaha", "Omaha Hi/Lo")
    table.write_text("\n".join([heading, *[row] * 1600, hilo, row]), "utf-8")
    for command in ("wins", "score"):
        done = CliRunner().invoke(main, [command, str(table)])
        assert done.exit_code == 2
        assert (
            "F1602: 'Omaha Hi/Lo' in the column Game names another game than omaha" in done.output
        )
    assert [path.name for path in tmp_path.iterdir()] == [table.name]
    done = CliRunner().invoke(main, ["wins", str(table), "--skip", "1602"])
    assert done.exit_code == 0
