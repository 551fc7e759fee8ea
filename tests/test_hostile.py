"""Files made to harm, and mutated ones, end in a right answer, in one line or in a question, with little memory; they stay as they are."""

import json
import sys

import pytest
from support import fuzz_books, fuzz_tables
from support.commands import MISTAKE
from support.hostile_books import ANSWER, HOSTILE, ending
from support.samples import sample_size

pytestmark = pytest.mark.slow

MEMORY = (
    300 << 20
)  # 40 MB of it NumPy and the tables of the batch kernel, 50 what malloc keeps for threads


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="peak memory is read from /proc")
@pytest.mark.parametrize("name", HOSTILE)
def test_a_message_or_a_right_answer(tmp_path, forks, name):
    """Each is counted and scored; no traceback, little memory, nothing left behind, the file as it was."""
    make, words = HOSTILE[name]
    path = tmp_path / f"a{ending(name)}"
    make(path)
    before = path.read_bytes()
    commands = [["wins", path, "--json"], ["score", path, "--json", "-o", tmp_path / "out.xlsx"]]
    for command in commands:
        if (command[0], name) == (
            "score",
            "far-cell",
        ):  # what is counted need not have room for results
            words = "there is no room right of the last column of Sheet1"
        ended = forks.run(*command)
        assert "Traceback" not in ended.err
        assert MISTAKE not in ended.err
        assert 0 < ended.memory <= MEMORY
        if words == ANSWER or (not words and ended.code == 0):
            assert ended.code == 0, ended.err
            counts = json.loads(ended.out)
            assert (counts["player_1"], counts["player_2"]) == (1, 1) or words != ANSWER
        else:
            lines = ended.err.splitlines()
            assert (ended.code, ended.out) == (2, "")
            asks = lines[0].endswith("say which:") or "is read only if you say so (" in lines[0]
            asks = asks or lines[-1].startswith("  or say where they are: --hands ")
            assert len(lines) == 1 or (asks and len(lines) <= 8)
            assert ended.err.startswith("xlpoker: ")
            assert words in ended.err
            assert max(map(len, lines)) < 500
    assert path.read_bytes() == before
    assert {one.name for one in tmp_path.iterdir()} <= {path.name, "out.xlsx"}


@pytest.mark.parametrize("start", range(0, sample_size(60, release=120), 30))
def test_mutated_books(tmp_path, start):
    """No traceback, no refusal of more than one line, nothing left behind, a refused file as it was."""
    said = [fuzz_books.run(number, tmp_path) for number in range(start, start + 30)]
    assert said.count("read") < len(said)
    assert "read" in said


@pytest.mark.parametrize("kind", ["parquet", "text"])
def test_mutated_tables(tmp_path, kind):
    """The same of Parquet and text files, and no cell is lost on the way into each output."""
    said = [
        fuzz_tables.run(kind, number, tmp_path)
        for number in (*range(sample_size(15, release=40)), 3133)
    ]  # 3133: blank cells beside hands against each other
    assert 0 < said.count("read") < len(said)


@pytest.mark.parametrize("make", [fuzz_books.mutant, fuzz_tables.table, fuzz_tables.text])
def test_a_run_can_be_repeated(make):
    """The number of a run makes its file, to the byte."""
    assert [make(number) for number in range(20)] == [make(number) for number in range(20)]
