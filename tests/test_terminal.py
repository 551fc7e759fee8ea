"""Terminals as they are: narrow ones, ones without Unicode, full disks, readers that leave, runs that are cut short."""

import builtins
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner
from rich.text import Text
from support import commands
from support.books import ONE, TWO, book
from support.cases import cases

from xlpoker.__main__ import main as start
from xlpoker.cli import main, output
from xlpoker.cli.output import Bar

ROOT = Path(__file__).parent.parent
EULER = ROOT / "workbooks" / "euler54.xlsx"
POSIX = pytest.mark.skipif(os.name != "posix", reason="signals and devices of POSIX")


def started(*arguments, **environment):
    """Start a command in a process of its own, which minds signals even where the tests' own process was told not to."""

    def minding():
        for name in ("SIGINT", "SIGHUP", "SIGTERM"):
            signal.signal(getattr(signal, name), signal.SIG_DFL)

    mind = minding if os.name == "posix" else None
    return commands.start_command(
        *arguments, env=commands.environment(**environment), text=False, preexec_fn=mind
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("encoding", "arguments", "words"),
    [
        ("ascii", ("wins", EULER), "Player 1 |  376"),
        ("cp437", ("wins", EULER), "Player 1 |  376"),
        ("ascii", ("equity", "AhKh", "QcQd", "--board", "2c 3c 4c"), "QcQd |  77.98%"),
        ("cp437", ("hand", "A♠ K♠ Q♠ J♠ joker"), r"A\u2660 K\u2660 Q\u2660 J\u2660 joker"),
        ("ascii", ("hand", "--help"), "Value one hand"),
    ],
    ids=["wins in ASCII", "wins in a code page", "equity", "hand", "help"],
)
def test_a_stream_without_unicode(encoding, arguments, words):
    """What a stream cannot show is written in ASCII, and no command stops there."""
    out, err = started(*arguments, PYTHONIOENCODING=encoding).communicate()
    assert words in out.decode(encoding, "replace")
    assert err == b""


@pytest.mark.slow
@POSIX
@pytest.mark.parametrize(
    ("words", "closed", "code", "said"),
    [
        (["wins", "-"], "<&-", 2, "xlpoker: standard input is empty"),
        (["wins", EULER], ">&-", 0, ""),
        (["wins", EULER], "2>&-", 0, ""),
        (["wins", "nowhere.xlsx"], "<&- >&- 2>&-", 2, ""),
        (
            ["score", EULER, "-o", "-"],
            ">&-",
            2,
            "Error: - is standard output, which is closed; name a file.",
        ),
    ],
    ids=["in", "out", "err", "all", "output"],
)
def test_closed_streams(words, closed, code, said):
    """A stream that was closed before is no reason to fail, unless the result goes there."""
    shell = ["sh", "-c", f'"$0" -m xlpoker "$@" {closed}', sys.executable, *map(str, words)]
    done = subprocess.run(
        shell, capture_output=True, text=True, check=False, env=commands.environment()
    )
    assert (done.returncode, done.stderr.strip().rpartition("\n")[2]) == (code, said)


def test_json_stays_json():
    """A character that the stream lacks is an escape of JSON, beyond the first plane as well."""
    out, _ = started("hand", "🂡 K♠", "--json", PYTHONIOENCODING="cp1252").communicate()
    assert json.loads(out.decode("cp1252"))["hand"] == "🂡 K♠"


def printed(columns, *arguments):
    """Return the lines that a command prints on a terminal so many columns wide."""
    result = CliRunner().invoke(main, list(map(str, arguments)), env={"COLUMNS": str(columns)})
    assert result.exit_code == 0, result.output
    return [line.rstrip() for line in result.stdout.splitlines()]


@pytest.mark.parametrize("columns", [0, 40, 80])
@pytest.mark.parametrize(
    ("arguments", "whole"),
    [
        (("wins", EULER), (f"{EULER} · euler54 · 1,000 rows", "Player 1    376")),
        (
            ("hand", "5H 5C 6S 7S KD", "2C 3S 8S 8D TD"),
            ("2067", "2633", "Fives", "Eights", "Share"),
        ),
        (
            ("equity", "AhKh", "TT+, AKs, KQo, QJs, JTs", "--board", "2c 3c 4c"),
            ("36.29%", "59.01%", "KQo,", "AhKh"),
        ),
    ],
    ids=["wins", "hand", "equity"],
)
def test_a_narrow_terminal(columns, arguments, whole):
    """However narrow the terminal, words and numbers stay whole and no column vanishes."""
    lines = printed(columns, *arguments)
    assert [word for word in whole if not any(word in line for line in lines)] == []


@pytest.mark.slow
@POSIX
@pytest.mark.parametrize(
    "arguments",
    [("hand", "AH"), ("functions",), ("wins", EULER), ("hand", "--help"), ("excel", "lite")],
    ids=["hand", "functions", "wins", "help", "longer-than-a-buffer"],
)
def test_output_onto_a_full_disk(arguments):
    """Output that cannot be written is one line and exit code 2."""
    with open("/dev/full", "w") as full:  # noqa: PTH123 - a device
        process = commands.start_command(*arguments, stdout=full)
        errors = process.communicate()[1]
    assert errors == "xlpoker: the output cannot be written: No space left on device\n"
    assert process.returncode == 2


@pytest.mark.slow
@POSIX
def test_errors_onto_a_full_disk():
    """The exit code stays where the line of the error cannot be written either."""
    with open("/dev/full", "w") as full:  # noqa: PTH123 - a device
        silent = commands.start_command("wins", EULER, stdout=full, stderr=full)
        assert silent.wait() == 2


@POSIX
def test_a_reader_that_leaves():
    """As with `| head -1`: no word, and the exit code that shells give a broken pipe, which is not that of bad rows."""
    with started("functions") as process:
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141


@pytest.mark.slow
@POSIX
@pytest.mark.parametrize(
    ("sent", "code", "said"),
    [("SIGINT", 130, b"xlpoker: interrupted\n"), ("SIGTERM", 143, b""), ("SIGHUP", 129, b"")],
    ids=["ctrl-c", "terminated", "terminal-closed"],
)
def test_cut_short(tmp_path, sent, code, said):
    """A run that is cut short leaves nothing half written and an exit code of its own."""
    with started("deal", "20000", "-o", tmp_path / "deals.xlsx") as process:
        while not any(tmp_path.iterdir()):
            assert process.poll() is None
            time.sleep(0.01)
        process.send_signal(getattr(signal, sent))
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
    assert (
        result.stderr
        == f"xlpoker: {pipe} is no file but a pipe or a device; save what it holds to a file first\n"
    )
    assert result.exit_code == 2


@POSIX
def test_a_run_under_nohup_goes_on():
    """A signal that is ignored when the command starts is ignored by it."""
    code = (
        "import os, signal\nfrom xlpoker.cli import main\nfrom xlpoker.cli.hand_commands import hand\n"
        "signal.signal(signal.SIGHUP, signal.SIG_IGN)\n"
        "hand.callback = lambda **_: (os.kill(os.getpid(), signal.SIGHUP), print('goes on'))\n"
        "main(['hand', 'AH'])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, check=False, text=True, cwd=ROOT
    )
    assert (done.stdout, done.stderr, done.returncode) == ("goes on\n", "", 0)


def test_ctrl_c_while_the_command_is_loaded(monkeypatch):
    """Ctrl-C before the command line is there ends with its exit code, and no traceback."""

    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(builtins, "__import__", interrupted)
    with pytest.raises(SystemExit) as caught:
        start()
    assert caught.value.code == 130


ODD = "=a\x1b]0;owned\x07\x1b[2J\x9b1m\u202e\nxlpoker: all is well.csv"
SEEN = r"=a\x1b]0;owned\x07\x1b[2J\x9b1m\u202e\nxlpoker: all is well.csv"
RAW = "\x1b\x07\x9b\u202e"


@pytest.fixture
def odd(tmp_path, monkeypatch):
    """Return a file whose name and whose cells try to control the terminal."""
    monkeypatch.chdir(tmp_path)
    path = Path(ODD)
    path.write_text(
        "5H 5C 6S 7S KD\n5H 5C 6S 7S \x1b[31mRED\u202e\n2C 3S 8S 8D TD\n", encoding="utf-8"
    )
    return path


@POSIX
@cases(
    ("words", "code"),
    {
        "wins": (["wins", "{}"], 0),
        "wins-twice": (["wins", "{}", "{}"], 0),
        "csv": (["wins", "{}", "--csv"], 0),
        "json": (["wins", "{}", "--json"], 0),
        "sheet": (["wins", "{}", "--sheet", "\x1b[31m"], 2),
        "missing": (["wins", "{}.xlsx"], 2),
        "hands": (["wins", "{}", "--hands", "\x1b[31m"], 2),
        "score": (["score", "{}", "-o", "\x1b.xlsx"], 0),
        "import": (["import", "{}", "\x1b.xlsx"], 0),
        "hand": (["hand", "\x1b[31m"], 2),
        "equity": (["equity", "\x1b[31m", "AA"], 2),
        "title": (["outs", "6c7c", "AhAd", "--board", "8c9s4c\u2028"], 0),
        "usage": (["hand", "AH", "--game", "\x1b[31m"], 2),
        "command": (["\x1b[31m"], 2),
    },
)
def test_nothing_controls_the_terminal(odd, words, code):
    """Names, cells and words of the user's are shown escaped, forge no line and stay data in JSON."""
    done = CliRunner().invoke(main, [word.replace("{}", str(odd)) for word in words])
    assert done.exit_code == code, done.output
    assert not set(RAW) & set(done.output)
    assert not [
        line for line in done.output.splitlines() if line.startswith("xlpoker: all is well")
    ]
    if "--json" in words:
        assert json.loads(done.stdout)["file"] == ODD
    if "--csv" in words:
        assert done.stdout.splitlines()[1].startswith(f"'{SEEN},")
    if words == ["wins", "{}"]:
        assert done.stdout.startswith(f"{SEEN} · 3 rows")
        assert done.stderr.startswith(r"E2: '\x1b[31mRED\u202e' is not a card; ")


@POSIX
def test_an_odd_name_is_said_once(odd):
    """Among several files one that fails is named in front of its reason unless the reason names it."""
    odd.write_text("no cards here")
    done = CliRunner().invoke(main, ["wins", str(odd), str(EULER), "-q"])
    assert done.stderr.startswith(f"xlpoker: {SEEN} holds no hands")


def test_a_progress_bar_takes_any_name(monkeypatch):
    """What looks like markup of the terminal's library is a part of the name."""
    monkeypatch.setattr(output, "PATIENCE", 0)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    with Bar("[/x] [red].csv") as bar:
        bar(1, 2)
        assert bar._progress.tasks[0].description == r"\[/x] \[red].csv"
        assert "[/x] [red].csv" in Text.from_markup(bar._progress.tasks[0].description).plain


def test_names_in_csv_are_no_formulas(tmp_path):
    """A sheet whose name a spreadsheet would take for a formula has an apostrophe in front, in CSV only."""
    path = book(tmp_path / "a.xlsx", [ONE + TWO], sheet="=1+1")
    for option, shown in (("--csv", ",'=1+1,"), ("--json", '"=1+1"')):
        assert shown in CliRunner().invoke(main, ["wins", str(path), option]).stdout


def test_names_are_no_markup(tmp_path):
    """A player is called what the heading says, brackets and colons included."""
    rows = [["Ann [red]", "Ben :cat: Doe"], [" ".join(ONE), " ".join(TWO)]]
    path = book(tmp_path / "a.xlsx", rows, labels=None)
    for books in ([path], [path, EULER]):
        shown = CliRunner().invoke(main, ["wins", *map(str, books), "-q"]).stdout
        assert ("Ann [red]" in shown, "Ben :cat: Doe" in shown) == (True, True)


def test_what_is_echoed_is_short():
    """A word of 100,000 characters is not thrown back; the message about encodings lists them all."""
    for option, letter, most in (
        ("--sheet", "x", 400),
        ("--hands", "A", 400),
        ("--cards", "x", 800),
    ):
        done = CliRunner().invoke(main, ["wins", str(EULER), option, letter * 100_000])
        assert (done.exit_code, len(done.stderr) < most) == (2, True)


@cases(
    ("words", "hands"),
    {
        "one-hand": (["hand", "Ah", "Kh", "Qh", "Jh", "Th"], ["Ah Kh Qh Jh Th"]),
        "two-hands": (["hand", "Ah Kh", "Qh Jh"], ["Ah Kh", "Qh Jh"]),
        "unlike-hands": (["hand", "Ah", "Kh Qh"], ["Ah", "Kh Qh"]),
        "holdem": (["hand", "Ah", "Kd", "--game", "holdem", "--board", "2c 3c 4c"], ["Ah Kd"]),
        "by-twos": (["equity", "Ah", "Kh", "Qc", "Qd"], ["Ah Kh", "Qc Qd"]),
        "against-random": (["equity", "Ah", "Kh", "--board", "2c3c4c5c"], ["Ah Kh", "random"]),
        "omaha": (
            [
                "equity",
                *"Ah Kh Qh Jh 2c 2d 7s 8s".split(),
                "--game",
                "omaha",
                "--board",
                "3c4c5c6d",
            ],
            ["Ah Kh Qh Jh", "2c 2d 7s 8s"],
        ),
    },
)
def test_single_cards_are_put_together(words, hands):
    """Cards as words of their own are hands: what one types first."""
    done = CliRunner().invoke(main, [*words, "--json"])
    records = [json.loads(line) for line in done.stdout.splitlines()]
    records = records[0] if isinstance(records[0], list) else records
    assert [record["hand"] for record in records] == hands


@pytest.mark.parametrize(
    ("words", "shown", "example"),
    [
        (["Ah", "Kh", "Qc"], "Ah", "AhKh QcQd"),
        (["AhKh", "Qc"], "Qc", "AhKh QcQd"),
        ([*"Ah Kh Qc".split(), "--game", "omaha"], "Ah", "AsKsQhJh 2c2d7s8s --game omaha"),
    ],
    ids=["odd", "one", "omaha"],
)
def test_a_single_card_is_no_hand(words, shown, example):
    """Cards that do not make hands of the same size get an example to paste."""
    done = CliRunner().invoke(main, ["equity", *words])
    said = f"xlpoker: '{shown}' is one card; write a hand as one word, such as: xlpoker equity {example}\n"
    assert (done.stderr, done.exit_code) == (said, 2)
    assert CliRunner().invoke(main, ["equity", *example.split(), "--samples", "100"]).exit_code == 0


def test_values_of_short_hands_are_short():
    """A table shows two decimals; CSV, JSON and the published scales all of them."""
    assert "784.04 " in CliRunner().invoke(main, ["hand", "Ah"]).stdout
    assert "784.0434782608696" in CliRunner().invoke(main, ["hand", "Ah", "--csv"]).stdout
    assert (
        "5.1413121109" in CliRunner().invoke(main, ["hand", "AhKhQhJh9h", "--scale", "mrt"]).stdout
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("package", "words", "code"),
    [
        ("numpy", "wins euler.xlsx", 2),
        ("numpy", "import poker.txt new.xlsx", 2),
        ("numpy", "scales --audit", 2),
        ("openpyxl", "report euler.xlsx", 2),
        ("numpy", "hand AhKhQhJhTh", 0),
        ("numpy", "equity AhKh QcQd --board 8c9s4c", 0),
        ("numpy", "formulas --old", 0),
    ],
)
def test_a_missing_package_is_named(tmp_path, package, words, code):
    """One line says what to install, and nothing is left behind; what can do without the package does."""
    for name, source in (("euler.xlsx", "euler54.xlsx"), ("poker.txt", "poker.txt")):
        shutil.copy(ROOT / "workbooks" / source, tmp_path / name)
    start = (
        f"import sys; sys.modules[{package!r}] = None; from xlpoker.__main__ import main; main()"
    )
    command, environment = [sys.executable, "-c", start, *words.split()], commands.environment()
    done = subprocess.run(
        command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    said = f"xlpoker: this command needs {package}, which is not installed: pip install {package}\n"
    assert (done.returncode, done.stderr) == (code, said * (code == 2))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["euler.xlsx", "poker.txt"]


def test_the_end_searches_for_no_cycles():
    """At the end of a command nearly all objects are left out of the search for cycles, which would take as long as small books."""
    code = (
        "import atexit, gc; from xlpoker.__main__ import main\n"
        "atexit.register(lambda: print(len(gc.get_objects()), gc.get_freeze_count()))\n"
        "main()"
    )
    command = [sys.executable, "-c", code, "--version"]
    done = subprocess.run(
        command, env=commands.environment(), capture_output=True, text=True, check=True
    )
    searched, left_out = map(int, done.stdout.split()[-2:])
    assert searched < left_out // 10
