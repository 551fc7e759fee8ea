"""The files of a release: what is in them, that the same source gives the same bytes, and what is refused."""

import csv
import hashlib
import io
import os
import shutil
import subprocess
import sys
import tarfile
from base64 import urlsafe_b64encode
from pathlib import Path

import openpyxl
import pytest
from hosts import ROOT
from openpyxl.worksheet.formula import ArrayFormula
from support.parts import parts

import xlpoker
from tools import books, release
from tools.books import filed, new_excel, old_excel
from xlpoker.functions import call
from xlpoker.hosts import calc
from xlpoker.hosts.formulas import formulas, old

SOURCE = (
    *(".ci", ".github", "benchmarks", "docs", "tests", "tools", "workbooks", "xlpoker"),
    *(
        ".gitignore",
        ".pre-commit-config.yaml",
        ".readthedocs.yaml",
        "CHANGELOG.md",
        "CONTRIBUTING.md",
        "LICENSE",
    ),
    *("MANIFEST.in", "README.md", "pyproject.toml", "setup.py"),
)
GENERATED = ("PKG-INFO", "setup.cfg", "xlpoker.egg-info/")
FILES = {
    *(
        "poker-formulas.xlsx",
        "poker-formulas-old-excel.xlsx",
        "xlpoker.oxt",
        "google-sheets.txt",
        "xlwings-lite-main.py",
    ),
    *("xlpoker-0.1.0-py3-none-any.whl", "xlpoker-0.1.0.tar.gz", "xlpoker-0.1.0.zip", "SHA256SUMS"),
}
HOWTO = "python -m tools.release --workbooks writes it anew"


def opened(content, *, values=False):
    """Return a workbook from its bytes."""
    return openpyxl.load_workbook(io.BytesIO(content), data_only=values)


def cells(content, *, values):
    """Return all cells of a workbook by sheet and address."""
    found = {}
    for sheet in opened(content, values=values):
        for cell in (cell for row in sheet.iter_rows() for cell in row):
            value = cell.value
            found[sheet.title, cell.coordinate] = (
                (value.ref, value.text) if isinstance(value, ArrayFormula) else value
            )
    return found


def test_the_new_workbook():
    """A sheet that says what to do, the names, deals with values already worked out, and the formulas to read."""
    made = new_excel()
    book, shown = opened(made), opened(made, values=True)["Hands"]
    assert book.sheetnames == ["Start here", "Hands", "Formulas"]
    steps = [row[0] for row in book["Start here"].iter_rows(3, values_only=True)]
    assert {"Excel 365, 2024", "Excel on the web", "Google Sheets", "LibreOffice"} <= set(steps)
    assert {one.name: filed(one.text) for one in formulas()} == {
        name: one.attr_text.replace("\r", "") for name, one in book.defined_names.items()
    }
    assert all(one.comment for one in book.defined_names.values())
    for row in range(3, 15):
        one, two = (
            [shown.cell(row, column).value for column in range(at, at + 5)] for at in (1, 6)
        )
        won = call("WINNER", one, two)
        names = ("HANDVAL", "HANDNAME", "BESTHAND")
        answers = [
            *(call(name, one) for name in names),
            *(call(name, two) for name in names[:2]),
            won,
            won,
        ]
        assert [shown.cell(row, column).value for column in range(12, 19)] == answers
    assert book["Hands"]["R3"].value.ref == "R3:R14"
    assert [row[3] for row in book["Formulas"].iter_rows(2, values_only=True)] == [
        f"={one.text}" for one in formulas()
    ]


@pytest.mark.slow
def test_the_workbook_for_an_older_excel():
    """An array formula beside each hand that values the five cells to its left, and a comparison that needs nothing."""
    made = old_excel()
    book, shown = opened(made), opened(made, values=True)["Hands"]
    assert book.sheetnames == ["Start here", "Hands"]
    assert len(book.defined_names) == 0
    for row in range(3, 15):
        one, two = (
            [shown.cell(row, column).value for column in range(at, at + 5)] for at in (1, 7)
        )
        for place, cards in ((f"A{row}:E{row}", one), (f"G{row}:K{row}", two)):
            cell = f"{'FL'[place[0] == 'G']}{row}"
            assert (book["Hands"][cell].value.ref, book["Hands"][cell].value.text) == (
                cell,
                f"={old(place)}",
            )
            assert shown[cell].value == call("HANDVAL", cards)
        assert shown[f"M{row}"].value == call("WINNER", one, two)


@pytest.mark.parametrize("name", [books.NEW, books.OLD])
def test_what_the_first_sheet_says(name):
    """Each formula that it shows is right for the sheet Hands, and each file that it names is one of a release."""
    content = (ROOT / "workbooks" / name).read_bytes()
    said = " ".join(
        str(text) for row in opened(content)["Start here"].values for text in row if text
    )
    words = {
        word.strip(".,:")
        for word in said.split()
        if word.strip(".,:").endswith((".xlsx", ".oxt", ".txt"))
    }
    assert words
    assert words <= FILES
    assert "not tried" not in said


@pytest.fixture(scope="module")
def workbooks():
    """Return the files of the folder `workbooks` that a release makes, as they are made now."""
    return release.workbooks()


@pytest.mark.slow
@pytest.mark.parametrize("name", [books.NEW, books.OLD])
def test_the_committed_workbooks(workbooks, name):
    """Cells, formulas, values and names are those that are made now; other bytes may come from another XlsxWriter."""
    there, made = (ROOT / "workbooks" / name).read_bytes(), workbooks[name]
    for values in (False, True):
        assert cells(there, values=values) == cells(made, values=values), HOWTO
    assert str(opened(there).defined_names) == str(opened(made).defined_names), HOWTO


def test_the_committed_extension():
    """Each part is that which is made now."""
    there = (ROOT / "workbooks" / "xlpoker.oxt").read_bytes()
    assert parts(there) == parts(calc.build()), HOWTO


def test_the_workbooks_are_written_anew(monkeypatch, tmp_path):
    """`--workbooks` puts what is made in the place of what stands in the folder, and writes nothing else."""
    folder = tmp_path / "workbooks"
    folder.mkdir()
    (folder / books.NEW).write_bytes(b"old")
    monkeypatch.setattr(release, "ROOT", tmp_path)
    monkeypatch.setattr(release, "workbooks", lambda: {books.NEW: b"new", "xlpoker.oxt": b"oxt"})
    assert release.main(["--workbooks"]) == 0
    found = {path.name: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    assert found == {books.NEW: b"new", "xlpoker.oxt": b"oxt"}


@pytest.mark.slow
def test_texts_to_paste(monkeypatch):
    """What Google Sheets asks for, in the words of its fields; LibreOffice looks for updates only where there is an address."""
    assert set(release.texts()) == {"google-sheets.txt", "xlwings-lite-main.py"}
    text = release.texts()["google-sheets.txt"].decode()
    assert text.count("\nFunction name: ") == text.count("\nFormula definition:\n=") == 12
    monkeypatch.setattr(xlpoker, "__repository__", "https://example.org/xlpoker")
    update = release.texts()["xlpoker.update.xml"].decode()
    assert (
        f'"https://example.org/xlpoker/releases/download/v{xlpoker.__version__}/xlpoker.oxt"'
        in update
    )
    assert f'<version value="{xlpoker.__version__}"/>' in update


def git(folder, *words):
    """Run git in a folder, as nobody in particular."""
    names = {
        f"GIT_{who}_{what}": "nobody"
        for who in ("AUTHOR", "COMMITTER")
        for what in ("NAME", "EMAIL")
    }
    subprocess.run(
        ["git", "-C", folder, *words], check=True, capture_output=True, env=os.environ | names
    )


def released(clone, *words, **environment):
    """Run the command in a clone; return its exit code and what it says on standard error."""
    command = [sys.executable, "-m", "tools.release", *map(str, words)]
    done = subprocess.run(
        command,
        cwd=clone,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
        umask=0o77,
    )
    return done.returncode, done.stderr


@pytest.fixture(scope="module")
def clone(tmp_path_factory, workbooks):
    """Return a clone of the project as it stands, with the files of `workbooks` as they are made now."""
    folder = tmp_path_factory.mktemp("release") / "clone"
    for name in SOURCE:
        if (ROOT / name).is_dir():
            shutil.copytree(
                ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__")
            )
        else:
            shutil.copy(ROOT / name, folder / name)
    for name, content in workbooks.items():
        (folder / "workbooks" / name).write_bytes(content)
    git(folder.parent, "init", "-q", "clone")
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "all")
    return folder


@pytest.fixture(scope="module")
def made(clone):
    """Return the folder with the files of a release."""
    assert released(clone, clone.parent / "one", TZ="UTC", PYTHONHASHSEED="1") == (0, "")
    return clone.parent / "one"


pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


@pytest.mark.slow
def test_the_same_source_gives_the_same_bytes(clone, made):
    """At another time, in another time zone, with other rights and another order of sets, tagged or not."""
    git(clone, "tag", f"v{xlpoker.__version__}")
    try:
        assert released(clone, clone.parent / "two", TZ="Asia/Tokyo", PYTHONHASHSEED="2") == (0, "")
    finally:
        git(clone, "tag", "-d", f"v{xlpoker.__version__}")
    assert {path.name for path in made.iterdir()} == {
        name.replace("0.1.0", xlpoker.__version__) for name in FILES
    }
    for path in made.iterdir():
        assert path.read_bytes() == (clone.parent / "two" / path.name).read_bytes(), path.name


@pytest.mark.slow
def test_what_is_in_the_files(clone, made):
    """Sums, a wheel whose record is true, a source distribution that builds, and a ZIP without a folder within a folder."""
    name = f"xlpoker-{xlpoker.__version__}"
    for line in (made / "SHA256SUMS").read_text().splitlines():
        expected, file = line.split()
        assert hashlib.sha256((made / file).read_bytes()).hexdigest() == expected
    wheel = parts((made / release.WHEEL).read_bytes())
    for file, digest, size in csv.reader(wheel[f"{name}.dist-info/RECORD"].decode().splitlines()):
        if digest:
            found = urlsafe_b64encode(hashlib.sha256(wheel[file]).digest()).decode().rstrip("=")
            assert (digest, int(size)) == (f"sha256={found}", len(wheel[file]))
    assert {path.partition("/")[0] for path in wheel} == {"xlpoker", f"{name}.dist-info"}
    assert "Project-URL" not in wheel[f"{name}.dist-info/METADATA"].decode()
    with tarfile.open(made / f"{name}.tar.gz") as sdist:
        assert {f"{name}/setup.py", f"{name}/PKG-INFO", f"{name}/xlpoker/__init__.py"} <= set(
            sdist.getnames()
        )
        assert {(one.uid, one.mtime, one.uname) for one in sdist.getmembers()} == {(0, 0, "")}
    everything = parts((made / f"{name}.zip").read_bytes())
    shown = {
        release.WHEEL,
        "README.md",
        "docs/excel.md",
        "workbooks/tour.xlsx",
        f"workbooks/{books.NEW}",
    }
    assert shown | {"xlwings-lite/main.py"} <= set(everything)
    for file in (books.NEW, books.OLD, "xlpoker.oxt"):
        assert (made / file).read_bytes() == (clone / "workbooks" / file).read_bytes()


@pytest.mark.slow
def test_the_source_distribution_holds_the_whole_project(clone, made):
    """Every file that is committed is in it, and nothing else: the tests run from it as in a clone."""
    name = f"xlpoker-{xlpoker.__version__}"
    listed = subprocess.run(
        ["git", "-C", clone, "ls-files"], check=True, capture_output=True, text=True
    )
    with tarfile.open(made / f"{name}.tar.gz") as sdist:
        packed = {
            member.name.removeprefix(f"{name}/") for member in sdist.getmembers() if member.isfile()
        }
    committed = set(listed.stdout.splitlines())
    assert {
        "tests/conftest.py",
        "tests/data/windows.json",
        "docs/excel.md",
        "workbooks/poker.txt",
    } <= committed
    assert {path for path in packed if not path.startswith(GENERATED)} == committed


def changed(clone):
    (clone / "README.md").write_text("new")
    (clone / "new.txt").write_text("new")


def tagged(clone):
    git(clone, "tag", f"v{xlpoker.__version__}")
    (clone / "LICENSE").write_text("new")
    git(clone, "commit", "-q", "-a", "-m", "later")


def stale(clone):
    path = clone / "xlpoker" / "functions" / "catalogue.py"
    path.write_text(path.read_text("utf-8") + "\n", "utf-8")
    git(clone, "commit", "-q", "-a", "-m", "later")


REFUSED = {
    "dirty-tree": (changed, "not committed: README.md and 1 more; commit before a release"),
    "version-exists": (
        tagged,
        f"version {xlpoker.__version__} exists, tagged v{xlpoker.__version__}; set the next __version__ in xlpoker/__init__.py",
    ),
    "stale-workbooks": (
        stale,
        "workbooks/xlpoker.oxt is not that of this source; python -m tools.release --workbooks",
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize(("change", "message"), REFUSED.values(), ids=REFUSED)
def test_what_is_refused(clone, tmp_path, change, message):
    """One line, exit code 2, and nothing is written."""
    copy, folder = tmp_path / "clone", tmp_path / "out"
    shutil.copytree(clone, copy)
    change(copy)
    assert released(copy, folder) == (2, f"release: {message}\n")
    assert not folder.exists()


def test_another_file_in_the_folder(monkeypatch, tmp_path, capsys):
    """A file of the same name that differs stays, and so do all others; what is no folder is named."""
    ours = {"SHA256SUMS": b"sums", "google-sheets.txt": b"ours"}
    monkeypatch.setattr(release, "check_tree", lambda: None)
    monkeypatch.setattr(release, "workbooks", dict)
    monkeypatch.setattr(release, "artefacts", lambda _files: ours)
    theirs = tmp_path / "google-sheets.txt"
    theirs.write_text("mine")
    assert release.main([str(tmp_path)]) == 2
    assert [path.read_text() for path in tmp_path.iterdir()] == ["mine"]
    assert release.main([str(theirs)]) == 2
    assert capsys.readouterr().err.splitlines() == [
        f"release: {theirs} is there and differs; delete it, or name another folder",
        f"release: cannot write {theirs}: File exists",
    ]


def test_missing_tools(monkeypatch, tmp_path, capsys):
    """The package that is missing, how to get it; git; a folder that is no clone."""

    def said(name, value):
        with monkeypatch.context() as patch:
            patch.setattr(name, value)
            assert release.main([str(tmp_path)]) == 2
        return capsys.readouterr().err

    pip = f"{sys.executable} -m pip install build numpy setuptools XlsxWriter"
    assert (
        said("importlib.util.find_spec", lambda _name: None)
        == f"release: build is not installed; {pip}\n"
    )
    assert (
        said("shutil.which", lambda _name: None)
        == "release: git is not installed; a release is made in a clone\n"
    )
    assert (
        said("tools.release.ROOT", Path(os.sep))
        == f"release: {os.sep} is not a clone; a release is made in one\n"
    )
    assert list(tmp_path.iterdir()) == []
