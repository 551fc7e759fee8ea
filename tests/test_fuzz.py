"""A few hundred mutated workbooks; `fuzz_books` makes as many as one likes."""

import fuzz_books
import pytest

RUNS = 240


@pytest.mark.parametrize("start", range(0, RUNS, 40))
def test_mutated_books(tmp_path, start):
    """No traceback, no refusal of more than one line, nothing left behind, a refused file as it was."""
    said = [fuzz_books.run(number, tmp_path) for number in range(start, start + 40)]
    assert said.count("read") < len(said)
    assert "read" in said


def test_a_run_can_be_repeated():
    """The number of a run makes its file, to the byte."""
    assert [fuzz_books.mutant(number) for number in range(20)] == [fuzz_books.mutant(number) for number in range(20)]
