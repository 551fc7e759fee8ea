"""The name ``-``: tables come from standard input and go to standard output."""

import contextlib
import csv
import io
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner
from support.books import RESULTS
from support.commands import start_command

from xlpoker.cli import main

BOOKS = Path(__file__).parent.parent / "workbooks"
DEALS = (BOOKS / "poker.txt").read_bytes()
WINS = ["Player 1    376", "Player 2    624", "Ties          0", "Bad rows      0"]


def run(*words, given=b"", folder=None):
    """Return the exit code of a command, what it writes and what it says."""
    with contextlib.chdir(folder or "."):
        done = CliRunner().invoke(main, [str(word) for word in words], input=given)
    return done.exit_code, done.stdout_bytes, done.stderr


def table(written):
    """Return the rows of a table that was written to standard output."""
    return list(csv.reader(io.StringIO(written.decode("utf-8-sig"))))


@pytest.mark.parametrize(
    "given", [DEALS, (BOOKS / "euler54.xlsx").read_bytes()], ids=["text", "workbook"]
)
def test_wins_counts_standard_input(given):
    """A text or a workbook that is piped in is counted like a file."""
    code, written, _ = run("wins", "-", given=given)
    assert code == 0
    lines = [line.rstrip() for line in written.decode().splitlines()]
    assert lines[-4:] == WINS
    assert lines[0].startswith("standard input · ")


def test_import_reads_standard_input(tmp_path):
    """A text that is piped in becomes a table like a file."""
    code, written, said = run("import", "-", "a.csv", given=DEALS, folder=tmp_path)
    assert (code, written.decode().strip(), said) == (0, "1,000 rows written to a.csv", "")
    assert (tmp_path / "a.csv").read_text("utf-8").splitlines()[
        1
    ] == "8C,TS,KC,9H,4S,7D,2S,5D,3S,AC"


ALONE = "Warning: standard output holds the values of 'euler54' alone, without formats"


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    "words",
    [
        ["-"],
        ["-", "-o", "-"],
        [BOOKS / "poker.txt", "-o", "-"],
        [BOOKS / "euler54.xlsx", "-o", "-"],
    ],
    ids=["in", "both", "out", "workbook"],
)
def test_score_writes_standard_output(words):
    """The scored table alone goes to standard output; the counts, and what is left of a workbook, are said on standard error."""
    code, written, said = run("score", *words, given=DEALS)
    assert code == 0
    rows = [row for row in table(written) if "Winner" in row or row[-6] in ("0", "1", "2")]
    assert rows[0][-6:] == [*RESULTS, "Problem"]
    assert len(rows) == 1001
    assert [row[-6] for row in rows].count("1") == 376
    assert WINS[0] in said
    assert "Written to" not in said
    assert (ALONE in said) == (words[0] == BOOKS / "euler54.xlsx")


@pytest.mark.slow
def test_pipes_of_a_process():
    """The streams of a process of its own are read and written as bytes."""
    with start_command("score", "-", stdin=subprocess.PIPE, text=False) as process:
        written, said = process.communicate(DEALS)
    assert (process.returncode, len(table(written)), b"Player 1    376" in said) == (0, 1001, True)


def test_what_is_no_table_is_said(tmp_path):
    """Nothing, standard input named twice, and a report without a name end in one line and exit code 2."""
    assert run("wins", "-") == (2, b"", "xlpoker: standard input is empty\n")
    assert run("wins", "-", "-", given=DEALS)[2].endswith(
        "- is standard input and can be read once.\n"
    )
    assert "needs a name" in run("report", "-", given=DEALS)[2]
    assert "leave --in-place out" in run("score", "-", "--in-place", given=DEALS)[2]
    code, written, said = run("score", "-", given=b"no cards\n" * 3, folder=tmp_path)
    assert (code, written) == (2, b"")
    assert "standard input holds no hands" in said
    assert list(tmp_path.iterdir()) == []


def test_a_report_is_made_of_standard_input(tmp_path):
    """With a name for the report, standard input does."""
    code, written, _ = run("report", "-", "-o", tmp_path / "a.xlsx", given=DEALS)
    assert code == 0
    assert f"Written to {tmp_path / 'a.xlsx'}" in written.decode()


def test_a_file_of_that_name_is_the_file(tmp_path):
    """Where a file is called ``-``, it is read, and standard input is left alone."""
    (tmp_path / "-").write_bytes(DEALS)
    code, written, _ = run("wins", "-", "--json", given=b"", folder=tmp_path)
    assert (code, b'"player_1": 376' in written) == (0, True)
