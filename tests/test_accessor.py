"""``import xlpoker`` is enough for ``df.poker``; neither package imports the other."""

import subprocess
import sys

import pytest
from support.cases import cases

pytest.importorskip("pandas")
FRAME = 'pandas.DataFrame({"a": ["AS AH 2C 3D 4H", "5S TH 2C 3D 4H"], "b": ["KS KH 7C 8D 9H", "KS KH 7C 8D 9H"]})'
SCORED = f"print({FRAME}.poker.score()['winner'].tolist())"


def printed(*lines):
    """Return what an interpreter of its own prints, in which warnings are errors."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", "\n".join(lines)],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    return done.stdout.strip()


@pytest.mark.slow
@cases(
    "imports",
    {
        "pandas-first": ["import pandas, xlpoker"],
        "xlpoker-first": ["import xlpoker, pandas"],
        "looked-for-before": [
            "import xlpoker, importlib.util",
            "importlib.util.find_spec('pandas')",
            "import pandas",
        ],
        "frames-too": ["import xlpoker, pandas, xlpoker.frames"],
        "frames-alone": ["import xlpoker.frames, pandas"],
        "a-part-of-pandas": ["import xlpoker", "from pandas import DataFrame", "import pandas"],
        "imported-twice": [
            "import xlpoker, sys",
            "del sys.modules['xlpoker']",
            "import xlpoker, pandas",
        ],
    },
)
def test_import_is_enough(imports):
    """In whatever order the two are imported, DataFrames have the accessor."""
    assert printed(*imports, SCORED) == "[1, 2]"


@pytest.mark.slow
def test_what_imports_leave():
    """Our package imports no pandas, pandas nothing that the accessor needs; then no finder of modules is left."""
    loaded = "print([name in sys.modules for name in ('pandas', 'xlpoker.frames')])"
    finders = "print([name for name in (type(finder).__name__ for finder in sys.meta_path) if 'Pandas' in name])"
    both = (loaded, finders)
    lines = printed("import sys, xlpoker", *both, "import pandas", *both).splitlines()
    assert lines == ["[False, False]", "['_PandasFinder']", "[True, False]", "[]"]


@pytest.mark.slow
def test_an_attribute_of_the_users_stays():
    """A DataFrame that has an attribute of that name keeps it."""
    assert (
        printed(
            "import pandas",
            "pandas.DataFrame.poker = 'mine'",
            "import xlpoker",
            f"print({FRAME}.poker)",
        )
        == "mine"
    )


def test_without_pandas():
    """Without pandas xlpoker is imported as ever."""
    blocked = "import sys; sys.modules['pandas'] = None"
    assert printed(blocked, "import xlpoker", "print(xlpoker.winner('AS AH', 'KS KH'))") == "1"
