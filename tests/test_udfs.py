"""The xlwings module: the functions of the catalogue, written out with their decorators, and nothing else."""

import importlib
import inspect
import json
import os
import subprocess
import sys
import types
from pathlib import Path

import pytest

from xlpoker import udfs
from xlpoker.functions import CATALOGUE


def clean(code: str) -> str:
    """Return what a program prints in a Python of its own."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_nothing_heavy_is_imported():
    """HANDVAL evaluates a block without NumPy, pandas, openpyxl or xlwings in the process."""
    code = (
        "import sys, xlpoker.udfs as u; print(u.HANDVAL((('5H','5C','6S','7S','KD'),)),"
        "[m for m in ('numpy', 'pandas', 'openpyxl', 'xlwings', 'click', 'rich') if m in sys.modules])"
    )
    assert clean(code) == "2067 []"


def test_it_holds_the_catalogue_and_nothing_else():
    """Each entry once, its parameters the catalogue's arguments, its docstring the help."""
    assert set(udfs.__all__) == set(CATALOGUE)
    assert [
        name for name in vars(udfs) if name.isupper() and callable(getattr(udfs, name))
    ] == list(CATALOGUE)
    for name, entry in CATALOGUE.items():
        function = getattr(udfs, name)
        parameters = inspect.signature(function).parameters
        assert list(parameters) == [argument.name for argument in entry.arguments]
        for argument in entry.arguments:
            repeats = parameters[argument.name].kind is inspect.Parameter.VAR_POSITIONAL
            optional = parameters[argument.name].default is None
            assert (repeats, optional) == (argument.repeats, argument.optional)
            assert parameters[argument.name].annotation is inspect.Parameter.empty
        assert function.__doc__ == entry.help
        assert len(entry.help) <= 255
        assert "\n" not in entry.help


@pytest.mark.parametrize("name", CATALOGUE)
def test_each_function_asks_its_entry_of_the_catalogue(name, monkeypatch):
    """What is passed goes on in the order of the arguments; an option that is left out is None."""
    calls = []
    monkeypatch.setattr(udfs, "call", lambda *passed: calls.append(passed) or "answer")
    function = getattr(udfs, name)
    needed = []
    for argument in CATALOGUE[name].arguments:
        if argument.repeats:
            needed += ["first", "second", "third"]
        elif not argument.optional:
            needed.append(argument.name)
    options = [argument.name for argument in CATALOGUE[name].arguments if argument.optional]
    assert function(*needed) == "answer"
    assert function(*needed, *options) == "answer"
    assert calls == [(name, *needed, *[None] * len(options)), (name, *needed, *options)]


@pytest.fixture
def recorded(monkeypatch):
    """Yield the module imported under an xlwings that records its decorators."""
    seen = {}

    def func(**options):
        return lambda function: (
            seen.setdefault(function.__name__, []).append(("func", options)) or function
        )

    def arg(name, convert=None, **options):
        return lambda function: (
            seen.setdefault(function.__name__, []).append((name, convert, options)) or function
        )

    monkeypatch.setitem(sys.modules, "xlwings", types.SimpleNamespace(func=func, arg=arg))
    importlib.reload(udfs)
    yield seen
    monkeypatch.undo()
    importlib.reload(udfs)


def test_the_decorators_are_xlwings_own(recorded):
    """Every argument is raw and carries its help, every function its category."""
    assert set(recorded) == set(CATALOGUE)
    for name, entry in CATALOGUE.items():
        function, *arguments = reversed(
            recorded[name]
        )  # the decorator next to the function comes first
        assert function == ("func", {"category": "xlpoker"})
        assert arguments == [
            ("*" * argument.repeats + argument.name, "raw", {"doc": argument.help})
            for argument in entry.arguments
        ]


def test_a_bare_environment_is_enough(tmp_path):
    """In a new virtual environment with nothing installed, not even NumPy, the functions answer."""
    venv = pytest.importorskip("venv")
    venv.create(tmp_path / "bare", with_pip=False, symlinks=os.name != "nt")
    python = tmp_path / "bare" / ("Scripts" if os.name == "nt" else "bin") / "python"
    code = (
        "import importlib.util as u, json, xlpoker.udfs as f\n"
        "print(json.dumps([[u.find_spec(n) is None for n in ('numpy', 'pandas', 'xlwings')],\n"
        "  f.HANDVAL([['5H 5C 6S 7S KD'], ['1OH']]), f.HOLDEM('8C 9S 4C JH TC', '6C 7C', 'AH AD'),\n"
        "  f.OUTS('8C 9S 4C JH', '6C 7C', 'AH AD')[0][3:], f.EQUITY('8C 9S 4C', '6C 7C', 'AH AD')[0][0]]))"
    )
    root = str(Path(udfs.__file__).parent.parent)
    done = subprocess.run(
        [str(python), "-c", code],
        env={"PYTHONPATH": root},
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout) == [
        [True, True, True],
        [[2067], ["#VALUE! '1OH' is not a card; did you mean '10H'?"]],
        1,
        [15, 0, 29],
        557 / 990,
    ]
