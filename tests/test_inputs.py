"""Folders and patterns on the command line: which files are meant, which are left out, and why."""

import json
import os
from pathlib import Path

import pytest
from support import commands
from support.books import ONE, TWO, book
from support.cases import cases

from xlpoker.workbook.inputs import expanded
from xlpoker.workbook.targets import output_of

LEFT_OUT = "{} left out by name (*.scored.*, *.report.*, ~$*); name {} by itself to take it"
FILES = [
    "a.xlsx",
    "b.csv",
    "c.scored.xlsx",
    "c.xlsx",
    "d.report.xlsx",
    "notes.md",
    "~$a.xlsx",
    ".hidden.csv",
]


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Path:
    """Return a folder of such files, and one below it, as the current folder."""
    monkeypatch.chdir(tmp_path)
    for name in FILES:
        (tmp_path / name).write_bytes(b"")
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "e.xlsx").write_bytes(b"")
    return tmp_path


@cases(
    ("names", "files"),
    {
        "a-file": (["a.xlsx"], ["a.xlsx"]),
        "a-missing-file-is-an-error-later": (["nowhere.xlsx"], ["nowhere.xlsx"]),
        "a-folder": (["."], ["a.xlsx", "b.csv", "c.xlsx"]),
        "a-pattern": (["*.xlsx"], ["a.xlsx", "c.xlsx"]),
        "a-pattern-for-all-folders": (["**/*.xlsx"], ["a.xlsx", "below/e.xlsx", "c.xlsx"]),
        "a-file-and-its-folder": (["c.xlsx", "."], ["c.xlsx", "a.xlsx", "b.csv"]),
        "several": (["*.xlsx", "*.csv", "below"], ["a.xlsx", "c.xlsx", "b.csv", "below/e.xlsx"]),
        "an-output-that-is-named": (["c.scored.xlsx"], ["c.scored.xlsx"]),
        "an-output-with-its-book": (["c.scored.xlsx", "c.xlsx"], ["c.xlsx"]),
        "a-lock-with-its-book": (["a.xlsx", "~$a.xlsx"], ["a.xlsx"]),
    },
)
@pytest.mark.usefixtures("folder")
def test_files_that_are_meant(names, files):
    """Folders and patterns give their readable files by name; locks, hidden files and outputs of ours are left out."""
    assert ([path.as_posix() for path in expanded(names)[0]], expanded(names)[1]) == (files, [])


KINDS = "those are .xlsx, .xlsm, .xls, .xlsb, .ods, .csv, .tsv, .txt and .parquet"


@cases(
    ("names", "message"),
    {
        "no-such-file": (["*.pdf"], f"no file to read matches '*.pdf'; {KINDS}"),
        "outputs-alone": (
            ["*.scored.xlsx"],
            f"no file to read matches '*.scored.xlsx'; {KINDS} (c.scored.xlsx is left out)",
        ),
        "an-empty-folder": (["below/empty"], f"below{os.sep}empty holds no file to read; {KINDS}"),
    },
)
def test_nothing_to_read(folder, names, message):
    """A folder or a pattern without a file is said, with what would be taken and what was left out."""
    (folder / "below" / "empty").mkdir()
    files, errors = expanded([*names, "a.xlsx"])
    assert (files, [str(error) for error in errors]) == ([Path("a.xlsx")], [message])


def test_a_file_with_a_pattern_for_a_name(folder):
    """A file that is called a[1].xlsx is that file."""
    (folder / "a[1].xlsx").write_bytes(b"")
    assert expanded(["a[1].xlsx"]) == ([Path("a[1].xlsx")], [])


def test_one_file_by_several_names_counts_once(folder):
    """Links, a longer path and the same name again are one file; each is said."""
    names = ["a.xlsx", "below/../a.xlsx", "a.xlsx", "nowhere.xlsx"]
    if os.name == "posix":
        (folder / "soft.xlsx").symlink_to("a.xlsx")
        names.append("soft.xlsx")
    notes: list[str] = []
    files, errors = expanded(names, notes=notes)
    assert ([str(file) for file in files], errors) == (["a.xlsx", "nowhere.xlsx"], [])
    same = "is left out: it is the same file as a.xlsx"
    assert [note.replace(os.sep, "/") for note in notes] == [
        f"below/../a.xlsx {same}", "a.xlsx is named twice and counts once",
        *[f"{name} {same}" for name in names[4:]],
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "output"),
    [
        ("a.xlsx", "a.scored.xlsx"),
        ("a.XLSM", "a.scored.xlsm"),
        ("x/a.txt", "x/a.scored.xlsx"),
        ("a", "a.scored.xlsx"),
    ],
    ids=str,
)
def test_outputs(name, output):
    """The output stands beside the book; only books with macros and Parquet files keep their kind."""
    assert output_of(Path(name)).as_posix() == output


def run(*arguments) -> tuple[int, list[str], list[str]]:
    """Return exit code and the lines of a command's standard output, from the table of files on, and standard error."""
    code, out, err = commands.run(*arguments)
    lines = [line.rstrip() for line in out.splitlines()]
    start = next((at for at, line in enumerate(lines) if line.startswith("File  ")), 0)
    return code, lines[start:], err.splitlines()


def shown(name) -> str:
    """Return the name of a workbook in the folder as messages show it."""
    return str(Path("hands", f"{name}.xlsx"))


@pytest.fixture
def books(tmp_path, monkeypatch) -> Path:
    """Return a folder with two good books, one with a bad row, one hand a row, and a file that cannot be read."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "hands").mkdir()
    book(tmp_path / "hands" / "a.xlsx", [ONE + TWO, TWO + ONE])
    book(tmp_path / "hands" / "b.xlsx", [ONE + TWO, [*ONE[:4], "1OH", *TWO]])
    book(tmp_path / "hands" / "c.xlsx", [ONE, TWO], labels=None)
    (tmp_path / "hands" / "d.xlsx").write_bytes(b"PK\x03\x04 and no more")
    (tmp_path / "hands" / "~$a.xlsx").write_bytes(b"lock")
    return tmp_path / "hands"


SUMMARY = [
    "File               Rows   Player 1   Player 2   Ties   Bad rows",
    "───────────────────────────────────────────────────────────────",
    "a.xlsx                2          1          1      0          0",
    "b.xlsx                2          0          1      0          1",
    "c.xlsx                2                                       0",
    "3 done, 1 failed      6          1          2      0          1",
]
BROKEN = "xlpoker: d.xlsx is damaged: it begins like a workbook but is not a whole zip file"
BAD = f"hands{os.sep}b.xlsx: Sheet1!E3: '1OH' is not a card; did you mean '10H'?"


@pytest.mark.parametrize("named", ["hands", "hands/", "hands/*.xlsx"])
@pytest.mark.usefixtures("books")
def test_wins_of_a_folder(named):
    """A line for each file and one for all; the file that fails does not stop the rest, and the exit code tells."""
    assert run("wins", named) == (
        2,
        SUMMARY,
        [f"Warning: {LEFT_OUT}".format("1 file", "it"), BAD, BROKEN],
    )


def test_score_of_a_folder_twice(books):
    """Each book gets its output; the outputs are no inputs the second time, and are replaced with --force only."""
    outputs = [f"hands{os.sep}{name}.scored.xlsx" for name in "abc"]
    done = [*SUMMARY, *(f"Written to {output}" for output in outputs)]
    noted = [
        f"Warning: {LEFT_OUT}".format(*number) for number in (("1 file", "it"), ("4 files", "one"))
    ]
    assert run("score", "hands/*.xlsx") == (2, done, [noted[0], BAD, BROKEN])
    before = [Path(output).read_bytes() for output in outputs]
    there = [
        f"xlpoker: {path.replace('.scored', '')}: {path} is there already; --force replaces it, -o names another"
        for path in outputs
    ]
    assert run("score", "hands/*.xlsx") == (2, [], [noted[1], *there, BROKEN])
    assert [Path(output).read_bytes() for output in outputs] == before
    assert run("score", "hands/*.xlsx", "--force") == (2, done, [noted[1], BAD, BROKEN])
    assert sorted(path.name for path in books.iterdir()) == [
        "a.scored.xlsx", "a.xlsx", "b.scored.xlsx", "b.xlsx", "c.scored.xlsx", "c.xlsx", "d.xlsx", "~$a.xlsx",
    ]  # fmt: skip


def test_a_folder_for_programs_and_under_strict(books):
    """Programs get an object or a line per file; bad rows are an exit code under --strict once nothing fails."""
    code, out, _ = run("wins", "hands", "--json", "-q")
    assert (code, [json.loads(line)["file"] for line in out]) == (
        2,
        [f"hands{os.sep}{name}.xlsx" for name in "abc"],
    )
    _, (titles, *rows), _ = run("wins", "hands", "--csv", "-q")
    assert titles == "file,sheet,rows,player_1,player_2,ties,bad,read,categories"
    assert [row.partition(',"')[0] for row in rows[:2]] == [
        f"{shown('a')},Sheet1,2,1,1,0,0",
        f"{shown('b')},Sheet1,2,0,1,0,1",
    ]
    (books / "d.xlsx").unlink()
    assert [run("wins", "hands", "-q", *strict)[0] for strict in ([], ["--strict"])] == [0, 1]


def test_a_question_names_its_file(books):
    """Of many files the one that is asked about is named."""
    book(books / "d.xlsx", [ONE + TWO, ["Ann", *[None] * 4, "Bob"], TWO + ONE])
    _, _, err = run("wins", "hands", "-q")
    cause = "Sheet1!A3: several tables with different headings; another is in rows 4 to 4"
    assert err[1] == f"xlpoker: {shown('d')}: {cause}"
    both = '  --hands "Player 1=A2:E2,Player 2=F2:J2" --hands Ann=A4:E4,Bob=F4:J4   Player 1 5H 5C 6S 7S KD '
    assert any(line.startswith(both) for line in err)


def test_one_output_for_a_folder(books):
    """-o names one file: a folder with several is refused, one with a single book prints what the book prints."""
    code, out, err = run("score", "hands", "-o", "result.xlsx")
    assert (code, out, "-o takes one workbook" in err[-1]) == (2, [], True)
    for name in "bcd":
        (books / f"{name}.xlsx").unlink()
    code, out, _ = run("score", "hands", "-o", "result.xlsx")
    assert (code, out[0], out[-1]) == (
        0,
        f"hands{os.sep}a.xlsx · Sheet1 · 2 rows",
        "Written to result.xlsx",
    )


def test_a_folder_of_many_files(tmp_path, monkeypatch):
    """The files of a folder are compared with each other a few times each, not each with all, so are those of a shell."""
    files = [tmp_path / f"{number}{end}.xlsx" for number in range(300) for end in ("", ".scored")]
    for file in files:
        file.touch()
    compared = []
    equal = Path.__eq__
    monkeypatch.setattr(Path, "__eq__", lambda one, other: compared.append(1) or equal(one, other))
    monkeypatch.setattr(
        Path, "stem", property(lambda path: compared.append(1) or path.name.rpartition(".")[0])
    )
    assert [len(expanded(names, written=True)[0]) for names in ([tmp_path], files)] == [300, 300]
    assert len(compared) < 30 * len(files)
