"""Terminals as they are: narrow ones, ones without Unicode, full disks, readers that leave, runs that are cut short."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from xlpoker.cli import main

ROOT = Path(__file__).parent.parent
EULER = ROOT / "workbooks" / "euler54.xlsx"
RUN = [sys.executable, "-m", "xlpoker"]
POSIX = pytest.mark.skipif(os.name != "posix", reason="signals and devices of POSIX")


def started(*arguments, **environment):
    """Start a command in a process of its own."""
    return subprocess.Popen(
        [*RUN, *map(str, arguments)],
        env=os.environ | {"PYTHONPATH": str(ROOT), **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "cp437"])
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("wins", EULER), "Player 1 |  376"),
        (("equity", "AhKh", "QcQd", "--board", "2c 3c 4c"), "QcQd |  77.98%"),
        (("hand", "A♠ K♠ Q♠ J♠ joker"), r"A\u2660 K\u2660 Q\u2660 J\u2660 joker"),
        (("hand", "--help"), "Value one hand"),
    ],
    ids=["wins", "equity", "hand", "help"],
)
def test_a_stream_without_unicode(encoding, arguments, words):
    """What a stream cannot show is written in ASCII, and no command stops there."""
    out, err = started(*arguments, PYTHONIOENCODING=encoding).communicate()
    assert words in out.decode(encoding, "replace")
    assert err == b""


def test_json_stays_json():
    """A character that the stream lacks is an escape of JSON, beyond the first plane as well."""
    out, _ = started("hand", "🂡 K♠", "--json", PYTHONIOENCODING="cp1252").communicate()
    assert json.loads(out.decode("cp1252"))["hand"] == "🂡 K♠"


def printed(columns, *arguments):
    """Return the lines that a command prints on a terminal so many columns wide."""
    result = CliRunner().invoke(main, list(map(str, arguments)), env={"COLUMNS": str(columns)})
    assert result.exit_code == 0, result.output
    return [line.rstrip() for line in result.stdout.splitlines()]


@pytest.mark.parametrize("columns", [0, 1, 20, 40, 80])
@pytest.mark.parametrize(
    ("arguments", "whole"),
    [
        (("wins", EULER), (f"{EULER} · euler54 · 1,000 rows", "Player 1    376")),
        (("hand", "5H 5C 6S 7S KD", "2C 3S 8S 8D TD"), ("2067", "2633", "Fives", "Eights", "Share")),
        (("equity", "AhKh", "TT+, AKs, KQo, QJs, JTs", "--board", "2c 3c 4c"), ("36.29%", "59.01%", "KQo,", "AhKh")),
    ],
    ids=["wins", "hand", "equity"],
)
def test_a_narrow_terminal(columns, arguments, whole):
    """However narrow the terminal, words and numbers stay whole and no column vanishes."""
    lines = printed(columns, *arguments)
    assert [word for word in whole if not any(word in line for line in lines)] == []


@POSIX
@pytest.mark.parametrize("arguments", [("hand", "AH"), ("functions",), ("wins", EULER), ("hand", "--help")])
def test_output_onto_a_full_disk(arguments):
    """Output that cannot be written is one line and exit code 2."""
    with open("/dev/full", "w") as full:  # noqa: PTH123 - a device
        done = subprocess.run(
            [*RUN, *map(str, arguments)], stdout=full, stderr=subprocess.PIPE, check=False, cwd=ROOT, text=True
        )
    assert done.stderr == "xlpoker: the output cannot be written: No space left on device\n"
    assert done.returncode == 2


@POSIX
def test_a_reader_that_leaves():
    """As with `| head -1`: no word, and the exit code that shells give a broken pipe, which is not that of bad rows."""
    with started("functions") as process:
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141


@POSIX
@pytest.mark.parametrize(
    ("sent", "code", "said"),
    [(signal.SIGINT, 130, b"xlpoker: interrupted\n"), (signal.SIGTERM, 143, b"")],
    ids=["ctrl-c", "terminated"],
)
def test_cut_short(tmp_path, sent, code, said):
    """A run that is cut short leaves nothing half written and an exit code of its own."""
    with started("deck", tmp_path / "deck.csv") as process:
        while not any(tmp_path.iterdir()):
            assert process.poll() is None
            time.sleep(0.01)
        process.send_signal(sent)
        assert process.stderr.read() == said
    assert process.returncode == code
    assert list(tmp_path.iterdir()) == []


@POSIX
@pytest.mark.parametrize("command", ["wins", "score", "report"])
def test_a_pipe_is_no_file(tmp_path, command):
    """A pipe, which cannot be read twice, is refused at once; it neither hangs nor counts as empty."""
    pipe = tmp_path / "pipe.txt"
    os.mkfifo(pipe)
    result = CliRunner().invoke(main, [command, str(pipe)])
    assert result.stderr == f"xlpoker: {pipe} is no file but a pipe or a device; save what it holds to a file first\n"
    assert result.exit_code == 2
