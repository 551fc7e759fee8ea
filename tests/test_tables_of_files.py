"""The table of several files: its columns, headings and names are whole however wide it is."""

import random
import re

import pytest
from click.testing import CliRunner
from support import commands
from support.cases import cases

from xlpoker.cli import main, output
from xlpoker.cli.output import echo_table
from xlpoker.evaluator.cards import card_text

NAMES = ["Anna", "Bernhard", "Christina", "Dominik", "Eleonora Maria", "Ferdinand"]
LONG = [f"{name} of Hohenstein" for name in NAMES]
FILES = ["2026-01-09.csv", "Friday poker night 2026-01-16.csv"]


def played(folder, names, files=FILES):
    """Write a text file of ten deals for each name of a file, with a hand of five cards for each player."""
    source = random.Random(len(names))
    for file in files:
        lines = [",".join(names)]
        for _ in range(10):
            deck = [card_text(code) for code in source.sample(range(52), 5 * len(names))]
            lines.append(",".join(" ".join(deck[at : at + 5]) for at in range(0, len(deck), 5)))
        (folder / file).write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder


def tables_in(text):
    """Return the tables that are printed: the heading line of each, and the first column of its lines, put together again."""
    tables = []
    for part in text.strip("\n").split("\n\n"):
        heading, rule, *lines = part.splitlines()
        assert set(rule) == {"─"}
        width = heading.index("Rows" if not tables else re.split(r"\s{2,}", heading)[1])
        tables.append(
            (
                re.split(r"\s{2,}", heading.strip()),
                " ".join(line[:width].strip() for line in lines),
                part,
            )
        )
    return tables


@pytest.mark.sampled(6)
@pytest.mark.parametrize("columns", [40, 80, 120])
@pytest.mark.parametrize("players", range(2, 7))
@cases("names", {"short names": NAMES, "long names": LONG})
def test_nothing_is_cut_off(tmp_path, names, players, columns):
    """Every line fits, every part has the files, and every heading is there once, whole and in its order."""
    command = ["wins", str(played(tmp_path, names[:players])), "-q"]
    shown = CliRunner().invoke(main, command, env={"COLUMNS": str(columns)}).stdout
    tables = tables_in(shown)
    assert max(map(len, shown.splitlines())) <= max(columns, 80)
    assert [heading[0] for heading, _, _ in tables] == ["File"] * len(tables)
    assert [title for heading, _, _ in tables for title in heading[1:]] == [
        "Rows", *names[:players], "Ties", "Bad rows",
    ]  # fmt: skip
    assert {files for _, files, _ in tables} == {" ".join([*FILES, "2 files"])}


@pytest.mark.slow
def test_into_a_pipe(tmp_path):
    """A pipe has 80 columns, and holds the same table."""
    played(tmp_path, NAMES)
    process = commands.start_command("wins", tmp_path, "-q")
    out, err = process.communicate()
    assert (process.returncode, err) == (0, "")
    assert [heading[0] for heading, _, _ in tables_in(out)] == ["File"] * 2
    assert (
        out == CliRunner().invoke(main, ["wins", str(tmp_path), "-q"], env={"COLUMNS": "80"}).stdout
    )


def test_names_without_a_blank_are_folded(capsys):
    """A word of a hundred letters is broken into lines, of which none is lost, also where each letter fills two columns."""
    for letter, width in (("x", 1), ("牌", 2)):
        echo_table("", ("File", "Rows", letter * 100), [("y" * 100, 1, 2)])
        shown = capsys.readouterr().out
        assert (shown.count(letter), shown.count("y")) == (100, 100)
        assert (
            max(len(line) + (width - 1) * line.count(letter) for line in shown.splitlines()) <= 80
        )


def test_long_tables_measure_each_text_a_few_times(capsys, monkeypatch):
    """A table of thousands of players is drawn in time in proportion to its lines."""
    measured = []
    width = output._width
    monkeypatch.setattr(output, "_width", lambda text: measured.append(text) or width(text))
    echo_table("", ("Player", "Wins"), [(f"Player {number}", 1) for number in range(500)])
    assert capsys.readouterr().out.count("\n") == 502
    assert 1000 < len(measured) < 5000


@cases(
    "header, rows",
    {
        "wins": (("", "Wins"), [("Anna", 1200), ("Ben", 7), ("Bad rows", 0)]),
        "no headings": (("", ""), [("Bad rows", 12)]),
        "amounts": (
            ("", "Wins", "Gets", "Net"),
            [("Anna", 3, "12.50", " 2.50"), ("Ties", 1, "", "")],
        ),
        "a name of two columns a letter": (("File", "Rows"), [("红桃.xlsx", 5), ("Zoë [b]", 1000)]),
        "a heading that ends with a blank": (("File", "Ann "), [("a.xlsx", 5)]),
    },
)
def test_a_table_without_styles_is_drawn_as_rich_draws_it(capsys, monkeypatch, header, rows):
    """In a pipe a table that has room is drawn without rich, and has the same lines."""
    for name in ("FORCE_COLOR", "TTY_COMPATIBLE"):
        monkeypatch.delenv(name, raising=False)
    echo_table("book.xlsx", header, rows, counts=True, note="Hands 2-9: five-card")
    plain = capsys.readouterr().out
    monkeypatch.setenv("FORCE_COLOR", "")  # leaves the table to rich, and means no colours
    echo_table("book.xlsx", header, rows, counts=True, note="Hands 2-9: five-card")
    assert capsys.readouterr().out == plain
    assert plain.count("\n") >= len(rows) + 2
