"""Memory that runs out: one line says so, of a good file never that it is damaged, and of xlpoker never that it is mistaken."""

import os
import sys
import zlib
from xml.parsers import expat

import pytest
from support.books import ONE, TWO
from support.cases import cases
from support.commands import COMMAND, run
from support.refused import refused
from support.writers import make_inputs

import xlpoker
from xlpoker import dealing
from xlpoker.errors import BookError, PokerError, no_memory
from xlpoker.workbook import imports, new_book
from xlpoker.workbook.jobs import score, wins
from xlpoker.workbook.xlsx.source import BookSource

NO_MEMORY = "not enough memory; close other programs, or take fewer rows at a time"


def expat_error():
    """Return the error of Expat for want of memory."""
    error = expat.ExpatError("out of memory: line 1, column 0")
    error.code = 1
    return error


def caused_by_memory():
    """Return an error that another one led to, which was for want of memory."""
    error = BookError("a.xlsx is damaged")
    error.__context__ = MemoryError()
    return error


LACKS = {
    "Python": MemoryError,
    "the system": lambda: OSError(12, "Cannot allocate memory"),
    "a thread": lambda: RuntimeError("can't start new thread"),
    "a library": lambda: ImportError("libarrow.so: failed to map segment from shared object"),
    "zlib": lambda: zlib.error("Error -4 while decompressing data"),
    "Expat": expat_error,
    "an import": lambda: SystemError("error return without exception set"),
    "a call": lambda: SystemError("<function load> returned NULL without setting an exception"),
    "a module": lambda: SystemError("initialization of _socket raised unreported exception"),
    "an error before": caused_by_memory,
}
OTHERS = {
    "a damaged part": lambda: expat.ExpatError("no element found: line 1, column 0"),
    "a missing file": lambda: FileNotFoundError(2, "No such file or directory"),
    "a library": lambda: ImportError("libarrow.so: wrong ELF class"),
    "a cell that says so": lambda: PokerError("'out of memory' is not a card"),
    "the interpreter": lambda: SystemError("bad argument to internal function"),
    "a damaged stream": lambda: zlib.error("Error -3 while decompressing data"),
}


@pytest.mark.parametrize("error", LACKS.values(), ids=LACKS)
def test_whatever_words_say_it(error):
    """Each library has its own words and types for memory that is used up."""
    assert str(no_memory(error(), "a.xlsx")) == f"a.xlsx: {NO_MEMORY}"


@pytest.mark.parametrize("error", OTHERS.values(), ids=OTHERS)
def test_what_is_no_lack_of_memory(error):
    """Other errors of the same types are what they were."""
    assert no_memory(error(), "a.xlsx") is None


def failing(error):
    """Return a function that fails so, whatever it is given."""

    def fail(*_, **__):
        raise error()

    return fail


@pytest.fixture
def inputs(tmp_path, monkeypatch):
    """Return the current folder, with the inputs of the commands that write."""
    monkeypatch.chdir(tmp_path)
    make_inputs(tmp_path)
    return tmp_path


SEAMS = {  # the command, and what fails in it
    "wins": (["wins", "a.xlsx"], (BookSource, "tables"), "a.xlsx: "),
    "score": (["score", "a.xlsx"], (BookSource, "tables"), "a.xlsx: "),
    "report": (["report", "a.xlsx"], (BookSource, "tables"), "a.xlsx: "),
    "import": (["import", "a.txt", "out.xlsx"], (imports, "find"), "a.txt: "),
    "import of histories": (["import", "hands.txt", "out.xlsx"], (imports, "rows_of"), ""),
    "deal": (["deal", "3", "-o", "out.xlsx"], (dealing, "deal"), ""),
    "deal while writing": (["deal", "3", "-o", "out.xlsx"], (new_book, "_rows"), ""),
    "equity": (["equity", "AhKh", "QcQd"], (xlpoker, "equity"), ""),
}


@pytest.mark.parametrize("error", [MemoryError, LACKS["a thread"]], ids=["Python", "a thread"])
@pytest.mark.parametrize("name", SEAMS)
def test_one_line_and_nothing_left(inputs, monkeypatch, name, error):
    """Wherever it happens the command says it in one line, has exit code 2 and leaves nothing behind."""
    words, (owner, function), file = SEAMS[name]
    before = sorted(os.listdir(inputs))
    monkeypatch.setattr(owner, function, failing(error))
    assert run(*words) == (2, "", f"xlpoker: {file}{NO_MEMORY}\n")
    assert sorted(os.listdir(inputs)) == before


@pytest.mark.usefixtures("inputs")
def test_a_book_that_openpyxl_cannot_hold(monkeypatch):
    """What openpyxl fails at for want of memory is no damage."""
    monkeypatch.setattr("openpyxl.reader.excel.ExcelReader.read_worksheets", failing(MemoryError))
    with refused(BookError, f"a.xlsx: {NO_MEMORY}"):
        score("a.xlsx", engine="openpyxl")


def test_a_parquet_file_that_pyarrow_cannot_hold(tmp_path, monkeypatch):
    """The words of Arrow's allocator are not those of a damaged file."""
    pa = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "a.parquet"
    parquet.write_table(
        pa.table({f"c{place}": [card] for place, card in enumerate(ONE + TWO)}), path
    )
    assert wins(path).rows == 1
    monkeypatch.setattr(
        parquet.ParquetFile,
        "iter_batches",
        failing(lambda: pa.ArrowMemoryError("realloc of size 8 failed")),
    )
    with refused(BookError, f"a.parquet: {NO_MEMORY}"):
        wins(path)


LIMITED = """
import resource, sys
size = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (size + int(sys.argv.pop(1)),) * 2)
"""


@pytest.mark.slow
@pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="the size of a process is read from /proc"
)
@pytest.mark.parametrize("megabytes", [1, 4, 16])
@cases(
    "words",
    {
        "wins": ["wins", "a.txt"],
        "score": ["score", "a.txt", "-o", "out.csv"],
        "import": ["import", "a.txt", "out.xlsx"],
        "deal": ["deal", "100000", "-o", "out.xlsx"],
    },
)
def test_a_process_with_little_memory(tmp_path, forks, words, megabytes):
    """Where the system gives a process no more, the command ends in time, in its own words; with enough it does its work."""
    (tmp_path / "a.txt").write_text(f"{' '.join(ONE + TWO)}\n" * 100_000)
    before = sorted(os.listdir(tmp_path))
    ended = forks.start(LIMITED + COMMAND, megabytes << 20, *words, cwd=tmp_path).wait()
    if ended.code == 0:
        assert megabytes > 1
        return
    assert ended.err.splitlines() == [
        f"xlpoker: {'a.txt: ' if 'a.txt: ' in ended.err else ''}{NO_MEMORY}"
    ]
    assert (ended.code, ended.out) == (2, "")
    assert sorted(os.listdir(tmp_path)) == before
