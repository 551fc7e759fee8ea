"""Every command that writes, into everything that may stand in its place: nothing is lost, and one line says what is wrong."""

import os
import stat

import pytest
from support.commands import run
from support.writers import WRITERS, make_inputs

import xlpoker
from xlpoker.errors import BookError
from xlpoker.workbook.jobs import score

THERE = "{} is there already; --force replaces it"
NAMED = f"{THERE}, -o names another"
TARGETS = {
    "no-folder": (
        lambda path: path.parent / "none" / path.name,
        "{} cannot be written: there is no folder none",
    ),
    "a-folder": (lambda path: path.mkdir(), "{} is a folder; name a file"),
    "a-file": (lambda path: path.write_bytes(b"mine"), None),
    "write-protected": (
        lambda path: path.write_bytes(b"mine") and path.chmod(0o444),
        "{} is write-protected; write to another",
    ),
    "a-link": (
        lambda path: path.with_suffix(".mine").write_bytes(b"mine") and path.symlink_to("t.mine"),
        None,
    ),
    "a-link-to-itself": (
        lambda path: path.symlink_to(path.name),
        "{} cannot be written: Too many levels of symbolic",
    ),
    "a-pipe": (os.mkfifo, "{} is no file but a pipe or a device; name a file"),
    "too-long": (
        lambda path: path.with_name("t" * 300 + path.suffix),
        "{} cannot be written: File name too long",
    ),
}


def state(folder):
    """Return what there is in a folder."""
    return {
        path.name: (path.lstat().st_mode, path.is_file() and path.read_bytes())
        for path in folder.iterdir()
    }


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Return a folder with the inputs of the commands."""
    monkeypatch.chdir(tmp_path)
    make_inputs(tmp_path)
    return tmp_path


def said(*words):
    """Return the exit code of a command and what it says on standard error."""
    code, _, text = run(*words)
    return code, text.strip()


@pytest.mark.sampled(15)
@pytest.mark.skipif(
    os.name == "nt", reason="there are no pipes in folders, and links are not for everybody"
)
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("name", WRITERS)
def test_what_stands_there_stays(folder, name, target):
    """What is no file, or somebody's, is refused in one line before anything is made; a pipe however much force is used."""
    words, ending, _ = WRITERS[name]
    make, reason = TARGETS[target]
    made = make(path := folder / f"t{ending}")
    path = made.relative_to(folder) if hasattr(made, "name") else path.relative_to(folder)
    before = state(folder)
    code, text = said(*words, path, *["--force"] * (target == "a-pipe"))
    if reason is None:
        reason = NAMED if name.startswith(("score", "report")) else THERE
    assert (code, text.count("\n")) == (2, 0)
    assert text.removeprefix("xlpoker: ").removeprefix("a.xlsx: ").startswith(reason.format(path))
    assert state(folder) == before


@pytest.mark.parametrize("name", [name for name, (_, _, endings) in WRITERS.items() if endings])
def test_standard_output_is_not_for_all(folder, name):
    """Where ``-`` is no target the line says so, and what is."""
    words, _, endings = WRITERS[name]
    before = state(folder)
    wrong = f"xlpoker: - is standard output, where this cannot be written; name a file that ends in {endings}"
    assert said(*words, "-") == (2, wrong)
    assert state(folder) == before


@pytest.mark.parametrize(
    "name", ["score", "score-text", "score-openpyxl", "score-tables", "import", "report"]
)
def test_the_input_stays(folder, name):
    """The input is not written over, under another name neither, and with force neither."""
    words, ending, _ = WRITERS[name]
    source = next(word for word in words if word.startswith("a."))
    (folder / f"t{ending}").symlink_to(source)
    before = state(folder)
    for force in ([], ["--force"]):
        code, text = said(*words, f"t{ending}", *force)
        assert (code, "is the input; name another" in text or "is the workbook itself" in text) == (
            2,
            True,
        )
    assert state(folder) == before


def test_an_output_that_is_write_protected(folder):
    """Whoever protects a file wants to keep it: without force it stays, in place, too."""
    score("a.xlsx")
    for path, in_place in ((folder / "a.scored.xlsx", False), (folder / "a.xlsx", True)):
        path.chmod(0o444)
        before = state(folder)
        with pytest.raises(
            BookError,
            match="is write-protected; write to another file, or use --force to replace it",
        ):
            score("a.xlsx", in_place=in_place)
        assert state(folder) == before
        score("a.xlsx", in_place=in_place, force=True)
        assert stat.S_IMODE(path.stat().st_mode) == 0o444


@pytest.mark.usefixtures("folder")
def test_the_ending_is_that_of_a_workbook(monkeypatch):
    """Nothing is counted for another name."""
    monkeypatch.setattr(xlpoker, "equity", lambda *_, **__: pytest.fail("it was counted"))
    wrong = "xlpoker: a.txt does not end in .xlsx; name it a.xlsx"
    assert said("equity", "random", "random", "TT+", "-o", "a.txt") == (2, wrong)


@pytest.mark.sampled(5)
@pytest.mark.parametrize("name", WRITERS)
@pytest.mark.parametrize("lock", ["~$t{}", ".~lock.t{}#"])
def test_an_output_that_is_open(folder, name, lock):
    """While another program has the output open it is not replaced, even where it is ours."""
    words, ending, _ = WRITERS[name]
    assert said(*words, f"t{ending}")[0] == 0
    (folder / lock.format(ending)).write_bytes(b"")
    before = state(folder)
    code, text = said(*words, f"t{ending}")
    assert (code, "lies beside it); close it there" in text) == (2, True)
    assert state(folder) == before


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", WRITERS)
def test_an_output_is_no_lock(folder, name):
    """A file that is named like the mark of an open book would keep that book from being written."""
    words, ending, _ = WRITERS[name]
    before = state(folder)
    code, text = said(*words, f"~$t{ending}")
    assert code == 2
    assert text.endswith(
        f": ~$t{ending} only marks t{ending} as open in a spreadsheet program; name t{ending} itself"
    )
    assert state(folder) == before


@pytest.mark.parametrize("words", ["wins", "score", "score --in-place", "report", "import"])
@pytest.mark.parametrize("is_book", [True, False], ids=["a-workbook", "a-lock"])
def test_a_lock_is_no_book(folder, words, is_book):
    """An output of it would lock the output of the book: it is refused by its name, whatever it holds."""
    (folder / "~$a.xlsx").write_bytes((folder / "a.xlsx").read_bytes() if is_book else b"\3Ann")
    before = state(folder)
    code, text = said(*words.split(), "~$a.xlsx", *["out.xlsx"] * (words == "import"))
    assert code == 2
    assert text.endswith(
        ": ~$a.xlsx only marks a.xlsx as open in a spreadsheet program; name a.xlsx itself"
    )
    assert state(folder) == before
