"""A few hundred mutated workbooks and tables; `fuzz_books` and `fuzz_tables` make as many as one likes."""

import pytest
from support import fuzz_books, fuzz_tables

pytestmark = pytest.mark.slow

RUNS = 120


@pytest.mark.parametrize("start", range(0, RUNS, 40))
def test_mutated_books(tmp_path, start):
    """No traceback, no refusal of more than one line, nothing left behind, a refused file as it was."""
    said = [fuzz_books.run(number, tmp_path) for number in range(start, start + 40)]
    assert said.count("read") < len(said)
    assert "read" in said


@pytest.mark.parametrize("kind", ["parquet", "text"])
def test_mutated_tables(tmp_path, kind):
    """The same of Parquet and text files, and no cell is lost on the way into each output."""
    said = [fuzz_tables.run(kind, number, tmp_path) for number in range(40)]
    assert 0 < said.count("read") < len(said)


@pytest.mark.parametrize("make", [fuzz_books.mutant, fuzz_tables.table, fuzz_tables.text])
def test_a_run_can_be_repeated(make):
    """The number of a run makes its file, to the byte."""
    assert [make(number) for number in range(20)] == [make(number) for number in range(20)]
