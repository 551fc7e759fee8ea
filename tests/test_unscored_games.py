"""Tables whose column *Game* names a game that is not scored: `wins`, `score` and `report` refuse them and name that column.

The search for hands knows the games by a closed list of their names.
"""

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
COMMANDS = {
    "wins": ["wins"],
    "wins --game omaha": ["wins", "--game", "omaha"],
    "score": ["score"],
    "score --game omaha": ["score", "--game", "omaha"],
    "report --game omaha": ["report", "--game", "omaha"],
}


def imported(folder, ending, *texts):
    """Return the table that `import` makes of some histories."""
    (folder / "hands.txt").write_text("\n\n".join(texts), "utf-8")
    table = folder / f"hands.{ending}"
    import_histories(folder / "hands.txt", table)
    (folder / "hands.txt").unlink()
    return table


@pytest.mark.sampled(4)
@pytest.mark.parametrize("texts", [[HILO], [HIGH, HILO]], ids=["hi-lo alone", "one of two"])
@pytest.mark.parametrize("ending", ["xlsx", "csv"])
@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_hands_of_hilo_are_not_scored_high(tmp_path, command, ending, texts):
    """From a history of Omaha hi-lo to the refusal: it names the column and the game, and nothing is written."""
    table = imported(tmp_path, ending, *texts)
    before = table.read_bytes()
    done = CliRunner().invoke(main, [command[0], str(table), *command[1:]])
    assert done.exit_code == 2
    assert "Game" in done.output
    assert "Omaha Hi/Lo" in done.output
    assert [path.name for path in tmp_path.iterdir()] == [table.name]
    assert table.read_bytes() == before


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
    table.write_text("\n".join([heading, *[row] * 2500, hilo, row]), "utf-8")
    for command in ("wins", "score"):
        done = CliRunner().invoke(main, [command, str(table)])
        assert done.exit_code == 2
        assert (
            "F2502: 'Omaha Hi/Lo' in the column Game names another game than omaha" in done.output
        )
    assert [path.name for path in tmp_path.iterdir()] == [table.name]
    done = CliRunner().invoke(main, ["wins", str(table), "--skip", "2502"])
    assert done.exit_code == 0
