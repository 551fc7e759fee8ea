"""Wins by person: columns of names beside the hands, also of players whose names have no letter."""

import csv
import json

import openpyxl
import pytest
from click.testing import CliRunner
from support.histories import STARS

from xlpoker import score
from xlpoker.cli import main
from xlpoker.layout.find import find
from xlpoker.layout.sheet import Sheet

BETTER, WORSE = "5H 5C 5S 7S KD", "2C 3S 8S 8D TD"
HEADINGS = ("Player A", "Cards A", "Player B", "Cards B")


def columns_of_names(names, headings=HEADINGS):
    """Return the columns of names beside the two hands of each row, as far as the search takes them for names."""
    rows = [[first, BETTER, second, WORSE] for first, second in names]
    reading = find(Sheet.of("", [list(headings), *rows])).answer
    return tuple(hand.names for hand in reading.hands if hand.names is not None)


PERSONS = {
    "names with letters": [("Ann", "Ben"), ("Ben", "Cleo")],
    "an id without a letter": [("Ann", "77777777"), ("Ben", "Cleo"), ("Ann", "Cleo")],
    "an id alone in its column": [("Ann", "77777777"), ("Ben", "77777777")],
    "an id that is a number": [("Ann", 77777777), ("Ben", 19.0), ("Ann", "Ben")],
    "a mark for an empty seat": [("Ann", "-"), ("Ben", "?"), ("Ann", "Ben")],
    "signs": [("Ann", "=)"), ("Ben", "19/20/21"), ("Ann", "Ben")],
    "a name like a card": [("Ann", "dj"), ("Ben", "Cleo"), ("Ann", "Cleo")],
}
SEATS = {
    "numbers alone": [("1", "2"), ("3", "4")],
    "mostly scores": [(12, 7), (3, 5), ("Ann", 9)],
    "decimals": [("Ann", 0.5), ("Ben", 1.5)],
    "true and false": [("Ann", True), ("Ben", False)],
    "an empty column": [("Ann", None), ("Ben", " ")],
    "cards": [("Ann", "KC"), ("Ben", "JD")],
}


@pytest.mark.parametrize("names", PERSONS.values(), ids=PERSONS)
def test_columns_that_hold_names(names):
    """At least half of the names have a letter, and everything else may be one."""
    assert columns_of_names(names) == (0, 2)


@pytest.mark.parametrize("names", SEATS.values(), ids=SEATS)
def test_columns_that_hold_anything_else(names):
    """Scores, numbers of seats and amounts below *Player* are no persons."""
    assert columns_of_names(names) == ()


def test_the_headings_of_import_say_that_names_stand_below():
    """There all players may have names without letters."""
    imported = ("Seat 1 name", "Seat 1 cards", "Seat 2 name", "Seat 2 cards", "Board")
    names = [("24", "77777777"), ("24", "19/20/21")]
    rows = [[first, "AH AD", second, "KH KD", "2C 3S 8S 8D TD"] for first, second in names]
    reading = find(Sheet.of("", [list(imported), *rows])).answer
    assert [hand.names for hand in reading.hands] == [0, 2]
    assert columns_of_names(names) == ()


UNUSUAL = ["77777777", "19/20/21", "24", "=)", "$$$", "007", "^_^", "dj", "5H"]


def season(name):
    """Return two histories in which a player of that name and another one win a showdown each, by turns in both seats."""
    second = (
        STARS.replace("001:", "002:")
        .replace("Bob the 2nd", "Ann_")
        .replace("Cyd: x", "Bob the 2nd")
    )
    return (STARS + "\n\n" + second.replace("Ann_", name)).replace("Cyd: x", name)


@pytest.mark.sampled(8)
@pytest.mark.parametrize("name", UNUSUAL)
@pytest.mark.parametrize("ending", ["xlsx", "csv"])
def test_wins_by_person_end_to_end(tmp_path, name, ending):
    """From the histories of a site to the wins: a name without a letter, or like a card, is one like the others."""
    (tmp_path / "hands.txt").write_text(season(name), "utf-8")
    table = tmp_path / f"hands.{ending}"
    assert (
        CliRunner().invoke(main, ["import", str(tmp_path / "hands.txt"), str(table)]).exit_code == 0
    )
    done = CliRunner().invoke(main, ["wins", str(table), "--game", "holdem", "--json"])
    assert done.exit_code == 0
    assert json.loads(done.output)["persons"] == {"Bob the 2nd": 1, name: 1, "Ann": 0}
    counts = score(table, output=tmp_path / "scored.csv", game="holdem")
    assert counts.persons == {"Bob the 2nd": 1, name: 1, "Ann": 0}


def test_ids_that_a_spreadsheet_program_made_numbers(tmp_path):
    """A .csv of histories that was opened and saved has numbers for such names; results written twice stay the same."""
    book = openpyxl.Workbook()
    book.active.append(HEADINGS)
    for first, second in [(77777777, "Ann"), ("Ben", 77777777), ("Ann", 8.0)]:
        book.active.append([first, BETTER, second, WORSE])
    book.save(tmp_path / "a.xlsx")
    for _ in range(2):
        done = CliRunner().invoke(main, ["score", str(tmp_path / "a.xlsx"), "--in-place"])
        assert done.exit_code == 0
        winners = {
            row[0].value: [cell.value for cell in row[1:]]
            for row in openpyxl.load_workbook(tmp_path / "a.xlsx").active.columns
        }
        assert winners["Winner"] == ["77777777", "Ben", "Ann"]
    done = CliRunner().invoke(main, ["wins", str(tmp_path / "a.xlsx"), "--json"])
    assert json.loads(done.output)["persons"] == {"77777777": 1, "Ben": 1, "Ann": 1, "8": 0}


def test_a_mark_for_an_empty_seat_is_nobody(tmp_path):
    """Dashes and question marks among the names name no person."""
    lines = [
        HEADINGS,
        ("Ann", BETTER, "-", WORSE),
        ("?", WORSE, "Ben", BETTER),
        ("Ben", WORSE, "Ann", BETTER),
    ]
    with (tmp_path / "a.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(lines)
    done = CliRunner().invoke(main, ["wins", str(tmp_path / "a.csv"), "--json"])
    assert done.exit_code == 0
    assert json.loads(done.output)["persons"] == {"Ann": 2, "Ben": 1}
