"""What a type checker, a notebook and `import *` see of the names that `import xlpoker` loads later."""

import builtins
import os
import subprocess
import sys

import pytest
from hosts import ROOT

import xlpoker

USERS = """\
from typing import Literal, assert_type

import numpy as np
import numpy.typing as npt

import xlpoker
from xlpoker import *
from xlpoker.odds.equity import Odds
from xlpoker.odds.outs import Outs
from xlpoker.workbook.job import Counts

assert_type(xlpoker.hand("5H 5C 6S 7S KD"), Hand)
assert_type(xlpoker.equity("", "AhKh", "QcQd"), Odds)
assert_type(xlpoker.equity("", "AhKh", "QcQd").players[0].win, float)
assert_type(xlpoker.outs("8c 9s 4c", "6c 7c", "Ah Ad"), Outs)
assert_type(xlpoker.equities(["8c9s4c"], [["6c7c", "AhAd"]]), npt.NDArray[np.float64])
assert_type(xlpoker.parse(["5H"]), npt.NDArray[np.uint8])
assert_type(xlpoker.format([14]), npt.NDArray[np.object_])
assert_type(xlpoker.values([[14]]), npt.NDArray[np.float64])
assert_type(xlpoker.winners([[14]], [[15]]), npt.NDArray[np.int8])
assert_type(xlpoker.wins("book.xlsx"), Counts)
assert_type(score("book.xlsx"), Counts)
assert_type(format(7, "x"), str)
"""
WRONG = 'xlpoker.equty\nxlpoker.equity("", "AhKh", "QcQd").player\nxlpoker.score(7)\n'


@pytest.mark.slow
def test_a_users_file_has_types(tmp_path):
    """Every public name has its type under --strict, and what is misspelt or of another type is an error."""
    (tmp_path / "users.py").write_text(USERS + WRONG, "utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent", "--cache-dir", "cache", "users.py"]
    environment = os.environ | {"MYPYPATH": str(ROOT)}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    said = done.stdout.splitlines()
    first = len(USERS.splitlines()) + 1
    assert [line.partition(": ")[0] for line in said[:-1]] == [f"users.py:{first + at}" for at in range(3)], said
    assert [line.rpartition("[")[2] for line in said[:-1]] == ["attr-defined]", "attr-defined]", "arg-type]"]


def test_the_list_of_names_is_that_of_the_public_ones():
    """`dir` has what is documented, also what is loaded later, and nothing that the module needs for itself."""
    assert dir(xlpoker) == sorted([*xlpoker.__all__, "__version__", "format"])
    assert all(hasattr(xlpoker, name) for name in dir(xlpoker))


def test_a_star_hides_no_builtin():
    """`from xlpoker import *` gives no name that Python has already; `xlpoker.format` stays."""
    assert not set(xlpoker.__all__) & set(dir(builtins))
    assert xlpoker.format([14]).tolist() == ["5H"]
