"""Building from a clone: what is installed is what stands there now."""

import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
NEEDED = ("pyproject.toml", "setup.py", "README.md", "LICENSE")
BUILD = "import sys; from setuptools.build_meta import build_wheel; build_wheel(sys.argv[1])"
"""What pip does in the folder of a project."""


def modules(folder, out):
    """Build a wheel of a folder, and return the names of the modules in it."""
    command = [sys.executable, "-c", BUILD, out]
    subprocess.run(command, check=True, capture_output=True, cwd=folder)
    (wheel,) = out.iterdir()
    return {name for name in zipfile.ZipFile(wheel).namelist() if name.endswith(".py")}


@pytest.mark.slow
def test_a_deleted_module_is_not_installed(tmp_path):
    """A module that was there for the first build and is deleted since is not in the second; no folder is left behind.

    A few modules of the package stand for all.
    """
    clone = tmp_path / "clone"
    shutil.copytree(
        ROOT / "xlpoker" / "evaluator",
        clone / "xlpoker" / "evaluator",
        ignore=shutil.ignore_patterns("__pycache__"),
    )
    for name in ("__init__.py", "py.typed"):
        shutil.copy(ROOT / "xlpoker" / name, clone / "xlpoker")
    for name in NEEDED:
        shutil.copy(ROOT / name, clone)
    there = {path.relative_to(clone).as_posix() for path in (clone / "xlpoker").rglob("*.py")}
    (clone / "xlpoker" / "gone.py").touch()
    assert modules(clone, tmp_path / "first") == there | {"xlpoker/gone.py"}
    (clone / "xlpoker" / "gone.py").unlink()
    assert modules(clone, tmp_path / "second") == there
    assert not (clone / "build").exists()


def test_the_package_says_who_made_it_and_for_which_python():
    """It has authors, without an address of anybody, and names each Python that the workflow tests."""
    about = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert about["authors"] == [{"name": "The xlpoker authors"}]
    tested = re.findall(
        r'"(3\.\d+)"', (ROOT / ".github" / "workflows" / "ci.yml").read_text("utf-8")
    )
    named = [line.rpartition(" ")[2] for line in about["classifiers"] if "Python :: 3." in line]
    assert {*tested, about["requires-python"].removeprefix(">=")} == {*named}


def requirements():
    """Return the lowest versions that the project asks for, by package: one for each list that names it."""
    about = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    lists = [about["dependencies"], *about["optional-dependencies"].values()]
    lowest = {}
    for wanted in (requirement for requirements in lists for requirement in requirements):
        name, _, version = wanted.partition(";")[0].partition(">=")
        lowest.setdefault(name.lower(), []).append(version)
    return lowest


def test_a_package_has_one_lowest_version():
    """All lists that name a package ask for the same version of it, and the workflow runs the tests with these versions."""
    lowest = requirements()
    assert {"click", "openpyxl", "rich", "numpy", "pandas"} <= set(lowest)
    assert {name: versions for name, versions in lowest.items() if len(set(versions)) > 1} == {}
    workflow = (ROOT / ".github" / "workflows" / "ci.yml").read_text("utf-8")
    assert "--resolution lowest-direct" in workflow


def test_the_extra_for_tests_holds_what_tests_skip_without():
    """A test that skips where a package is missing runs in an environment made for the tests."""
    texts = [path.read_text("utf-8") for path in (ROOT / "tests").rglob("*.py")]
    wanted = {name for text in texts for name in re.findall(r'importorskip\("(\w+)', text)}
    assert "polars" in wanted
    about = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extra = {
        re.split("[>=]", requirement)[0].lower()
        for requirement in about["optional-dependencies"]["test"]
    }
    assert wanted - extra - sys.stdlib_module_names == set()


@pytest.mark.skipif(shutil.which("git") is None, reason="git lists the files")
def test_nothing_is_kept_that_a_run_has_left():
    """Measurements of a run are no part of the project."""
    ignored = (ROOT / ".gitignore").read_text("utf-8").split()
    assert {".coverage", ".mypy_cache/", ".pytest_cache/"} <= set(ignored)
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout.split()
    assert not {name.partition("/")[0] for name in listed} & {name.rstrip("/") for name in ignored}


def test_actions_are_pinned():
    """Each by its commit, with the tag beside it; each job of a release says what it may do, and one alone may publish."""
    workflows = ROOT / ".github" / "workflows"
    text = (workflows / "release.yml").read_text("utf-8")
    used = re.findall(r"uses: (.*)", text + (workflows / "ci.yml").read_text("utf-8"))
    assert len(used) == 13
    assert all(re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", one) for one in used)
    assert "\npermissions: {}\n" in text
    assert text.count("    permissions:\n") == 3
    assert text.count("secrets.") == 0


def test_no_address_is_made_up():
    """The one setting of the repository's address is empty, or stands in the description of the package."""
    from importlib.metadata import metadata

    import xlpoker

    urls = metadata("xlpoker").get_all("Project-URL") or []
    assert urls == ([f"Repository, {xlpoker.__repository__}"] if xlpoker.__repository__ else [])


STARTED = """
import sys
from xlpoker.cli import main
main(sys.argv[1:], standalone_mode=False)
import xlpoker.udfs
assert xlpoker.udfs.HANDVAL("5H 5C 6S 7S KD") == 2067
assert "pandas" not in sys.modules
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    ["score euler.xlsx", "report euler.xlsx", "import poker.txt new.xlsx", "equity AA KK"],
)
def test_pandas_is_not_loaded(tmp_path, words):
    """Workbooks, text files and functions do without it."""
    for name, source in (("euler.xlsx", "euler54.xlsx"), ("poker.txt", "poker.txt")):
        shutil.copy(ROOT / "workbooks" / source, tmp_path / name)
    subprocess.run(
        [sys.executable, "-c", STARTED, *words.split()],
        cwd=tmp_path,
        check=True,
        capture_output=True,
    )
