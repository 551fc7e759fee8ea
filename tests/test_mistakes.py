"""Mistakes of xlpoker: an exception that is not ours costs one file, and says what to report."""

import json
import re

import pytest
from click.testing import CliRunner
from support.books import ONE, TWO, book
from support.histories import STARS

from xlpoker.cli import main
from xlpoker.histories import files
from xlpoker.scoring.counts import Counts, Options
from xlpoker.workbook import many_files
from xlpoker.workbook.xlsx.source import BookSource

REPORT = r"a mistake in xlpoker, please report it: KeyError in test_mistakes\.py, line \d+"


def break_reading(patch):
    """Let the reading of b.xlsx raise what nobody foresaw."""
    tables = BookSource.tables

    def broken(self, **named):
        return {}["b.xlsx"] if self.path.name == "b.xlsx" else tables(self, **named)

    patch.setattr(BookSource, "tables", broken)


@pytest.fixture
def books(tmp_path, monkeypatch):
    """Return a folder with three books, the second of which meets a mistake."""
    break_reading(monkeypatch)
    for number, name in enumerate("abc", 1):
        book(tmp_path / f"{name}.xlsx", [ONE + TWO] * number)
    return tmp_path


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "words", ["wins", "wins --all-sheets", "score", "score --all-sheets", "report -o all.xlsx"]
)
def test_the_other_files_go_on(books, words, tmp_path_factory, monkeypatch):
    """The file has its line, the others their counts, and the exit code is that of a file that cannot be read."""
    monkeypatch.chdir(tmp_path_factory.mktemp("output"))
    done = CliRunner().invoke(main, [*words.split(), str(books), "--json"])
    assert re.fullmatch(rf"xlpoker: {re.escape(str(books / 'b.xlsx'))}: {REPORT}\n", done.stderr), (
        done.stderr
    )
    assert [json.loads(line)["rows"] for line in done.stdout.splitlines()] == [1, 3]
    assert done.exit_code == 2


def test_a_file_alone(books):
    """One file ends in one line, too."""
    done = CliRunner().invoke(main, ["wins", str(books / "b.xlsx")])
    assert re.fullmatch(rf"xlpoker: .*b\.xlsx: {REPORT}\n", done.stderr), done.stderr
    assert (done.stdout, done.exit_code) == ("", 2)


def broken(path, options, named, *, written):
    """Count a file where the reading of b.xlsx is broken."""
    with pytest.MonkeyPatch.context() as patch:
        break_reading(patch)
        return many_files.result_of(path, options, named, written=written)


@pytest.mark.slow
def test_files_on_processors(books, monkeypatch):
    """A process goes on after a mistake."""
    monkeypatch.setattr(many_files, "result_of", broken)
    results = list(many_files.on_processors(sorted(books.iterdir()), Options(), 1, written=False))
    assert [result.rows if isinstance(result, Counts) else None for result in results] == [
        1,
        None,
        3,
    ]
    assert re.fullmatch(rf".*b\.xlsx: {REPORT}", str(results[1]))


def test_the_other_hands_of_histories_are_read(tmp_path, monkeypatch):
    """A hand that meets a mistake is listed among those not understood."""
    entries = files._entries

    def broken_entries(path, columns):
        reader, hands = entries(path, columns)
        return reader, [
            (line, first, (lambda: {}["hand"]) if "#2" in first else read)
            for line, first, read in hands
        ]

    monkeypatch.setattr(files, "_entries", broken_entries)
    number = re.search(r"#\d+", STARS)[0]
    source = tmp_path / "hands.txt"
    source.write_text(
        "\n\n\n".join(STARS.replace(number, f"#{place}") for place in (1, 2, 3)), encoding="utf-8"
    )
    found = files.read_histories(source)
    assert [hand.number for hand in found.hands] == ["1", "3"]
    assert re.fullmatch(REPORT, found.unread[0].reason)
    assert len(found.unread) == 1
