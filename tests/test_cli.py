"""The command line: what a person sees, exit codes, JSON and CSV, start-up."""

import json
import pkgutil
import re
import shlex
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
import xlsxwriter
from support.books import ONE, TWO, book, cells
from support.cases import cases
from support.commands import run

from xlpoker.cli import main, output
from xlpoker.cli.options import GROUPS
from xlpoker.functions import CATALOGUE
from xlpoker.scales import SCALES

ROOT = Path(__file__).parent.parent
EULER = ROOT / "workbooks" / "euler54.xlsx"
RESULTS = (
    "L Player 1 HANDVAL, M Player 1 HANDNAME, N Player 2 HANDVAL, O Player 2 HANDNAME, P WINNER"
)
BAD = ROOT / "workbooks" / "layouts" / "bad-rows.xlsx"


@pytest.mark.parametrize(
    "source",
    [EULER, ROOT / "workbooks" / "poker.txt", ROOT / "workbooks" / "layouts" / "hands.csv"],
    ids=["xlsx", "txt", "csv"],
)
def test_wins_takes_workbooks_and_text_alike(source):
    """A workbook, poker.txt and a .csv give the same kind of object."""
    code, out, _ = run("wins", source, "--json")
    record = json.loads(out)
    assert code == 0
    assert list(record) == ["file", "sheet", "rows", "player_1", "player_2", "ties", "bad", "read"]
    assert (record["player_1"], record["rows"]) in [(376, 1000), (4, 12)]


def test_bad_rows_are_listed_and_strict_counts_them():
    """Bad rows go to standard error one a line; --strict makes them an exit code of 1."""
    lines = [
        "Sheet1!D4: '1OH' is not a card; did you mean '10H'?",
        "Sheet1!E7: a card is missing",
        "Sheet1!J10: duplicate card 7D in hands 1 and 2",
    ]
    assert run("wins", BAD)[::2] == (0, "\n".join(lines) + "\n")
    assert run("wins", BAD, "--strict")[::2] == (1, "\n".join(lines) + "\n")
    assert run("wins", BAD, "--strict", "-q")[::2] == (1, "")
    assert run("wins", EULER, "--strict")[0] == 0


def test_many_bad_rows_are_cut_short(tmp_path):
    """Ten lines are enough; the number of the others follows."""
    path = book(tmp_path / "a.xlsx", [ONE + TWO] * 20 + [[*ONE[:4], "x", *TWO]] * 15)
    _, out, err = run("wins", path)
    assert err.splitlines()[10:] == ["... and 5 more bad rows"]
    assert "Bad rows     15" in out


def calculated(path):
    """Write three deals with a formula each, and its value."""
    with xlsxwriter.Workbook(path) as made:
        sheet = made.add_worksheet("Sheet1")
        for row in range(3):
            sheet.write_row(row, 0, ONE + TWO)
            sheet.write_formula(row, 12, "=1+1", value=2)
    return path


@pytest.mark.parametrize("hands", [[], ["A1:E1,F1:J1", "A2:E3,F2:J3"]], ids=["one", "several"])
def test_score_in_place_refuses_to_lose_anything(tmp_path, hands):
    """Without --force openpyxl writes nothing where something would be lost, by one table or several."""
    path = calculated(tmp_path / "a.xlsx")
    before = path.read_bytes()
    named = [word for one in hands for word in ("--hands", one)]
    code, out, err = run("score", path, "--in-place", "--engine", "openpyxl", *named)
    assert (code, out) == (2, "")
    assert "a.xlsx would lose 3 cached values; write to another file, or use --force" in err
    assert path.read_bytes() == before
    assert run("score", path, "--in-place")[0] == 0
    assert run("score", path, "--in-place", "--engine", "openpyxl", "--force")[0] == 0
    assert json.loads(run("wins", path, "--json")[1])["player_2"] == 3


@cases(
    ("arguments", "message"),
    {
        "no-book": (["wins"], "Missing argument 'BOOK...'"),
        "both": (
            ["score", "a.xlsx", "-o", "b.xlsx", "--in-place"],
            "-o and --in-place exclude each other.",
        ),
        "one-output-for-two": (
            ["score", "a.xlsx", "b.xlsx", "-o", "c.xlsx"],
            "-o takes one workbook; without it each goes to BOOK.scored.xlsx.",
        ),
        "game": (
            ["wins", "a.xlsx", "--game", "holdm"],
            "Invalid value for '--game': 'holdm' is not one of",
        ),
        "one-hand": (
            ["outs", "6c7c", "--board", "8c9s4c"],
            'Missing argument HAND2, the other hand; any two cards are: "6c7c" random.',
        ),
        "command": (["winz"], "No such command 'winz'"),
        "euler": (["scales", "--euler", "a.txt"], "--euler goes with --audit."),
    },
)
def test_wrong_usage_exits_with_2(arguments, message):
    """Wrong usage is explained, with the way to the help."""
    code, _, err = run(*arguments)
    assert code == 2
    assert message in err
    assert re.search(
        "^Try 'main .*(?:-h|--help)' for help", err, re.MULTILINE
    )  # one of them, by the version of click


@cases(
    ("arguments", "message"),
    {
        "two-hands-in-one-text": (
            ["hand", "5H 5C 6S 7S KD 2C 3S 8S 8D TD"],
            "10 cards are too many: a hand has 1 to 9; several hands stand in quotes each",
        ),
        "misspelt": (["hand", "1OH"], "'1OH' is not a card; did you mean '10H'?"),
        "board-without-game": (
            ["hand", "As Kd", "--board", "2c 3c 4c"],
            "five-card has no board; name the game: --game holdem or --game omaha",
        ),
        "folder": (
            ["score", ROOT / "tests" / "hosts"],
            "hosts holds no file to read; those are .xlsx",
        ),
        "ending": (["score", EULER, "-o", "a.pdf"], "choose .xlsx, .xlsm, .csv or .parquet"),
        "sheet": (["wins", EULER, "--sheet", "euler45"], "did you mean 'euler54'?"),
        "scale": (["scales", "hanz"], "'hanz' is not a scale; did you mean 'hans'?"),
        "file": (["scales", "mrt", "--audit", "--euler", "nowhere.txt"], "nowhere.txt"),
    },
)
def test_mistakes_are_one_line_and_exit_with_2(arguments, message):
    """One clear line on standard error, nothing on standard output."""
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert err.startswith("xlpoker: ")
    assert message in err
    assert err.count("\n") == 1


def test_hand_prints_value_name_and_best_five():
    """One hand is described, several are compared."""
    _, out, _ = run("hand", "5H 5C 6S 7S KD", "2C 3S 8S 8D TD")
    header, _, first, second = [re.split(r"\s{2,}", line.strip()) for line in out.splitlines()]
    assert header == ["Hand", "Value", "Name", "Best five", "Share"]
    assert first == ["5H 5C 6S 7S KD", "2067", "One Pair, Fives", "5H 5C KD 7S 6S", "0"]
    assert second == ["2C 3S 8S 8D TD", "2633", "One Pair, Eights", "8S 8D TD 3S 2C", "1"]


@cases(
    ("arguments", "expected"),
    {
        "holdem": (["As Ks", "--game", "holdem", "--board", "Qs Js Ts 2c 2d"], 7462),
        "omaha": (["As Kd Qh Jc", "--game", "omaha", "--board", "2s 3s 4s 5s 9d"], 1154),
        "five-of-a-kind": (["2c 2d 2h 2s *", "--jokers", "five"], 7463),
        "cactus": (["As Ks Qs Js Ts", "--scale", "cactus"], 1),
        "luyun": (["Xn 8D 8H 9H 9S 6H TH", "--scale", "luyun"], 231),
    },
)
def test_hand_in_json(arguments, expected):
    """Games, joker rules and scales reach the value."""
    assert json.loads(run("hand", *arguments, "--json")[1])["value"] == expected


def test_shares_and_answers_are_short():
    """A third of a pot has four digits, and what a function gives is printed as in the README."""
    out = run("hand", "As Ks", "Ad Kd", "Ac Kc")[1]
    assert [line.split()[-1] for line in out.splitlines()[2:]] == ["0.3333"] * 3
    assert "->  0.562626, 0, 0.562626, 0.437374, 0, 0.437374\n" in run("functions")[1]


@pytest.mark.parametrize(
    "group", [[], ["excel"], ["calc"]], ids=lambda words: words[0] if words else "all"
)
def test_lists_of_commands_have_whole_sentences(group):
    """No sentence is cut in the help of a terminal of usual width."""
    listed = run(*group, "--help")[1].partition("Commands:")[2]
    assert "Excel" in listed or "LibreOffice" in listed
    assert "..." not in listed


def test_hand_and_functions_in_csv():
    """--csv has a header and a line per hand or function."""
    assert run("hand", "As Ks", "--csv")[1].splitlines()[0] == "hand,value,name,category,best_five"
    assert len(run("functions", "--csv")[1].splitlines()) == len(CATALOGUE) + 1
    assert json.loads(run("functions", "--json")[1].splitlines()[0])["answer"] == 7165


def _help_examples():
    for name, command in main.commands.items():
        for line in command.help.split("Examples:")[1].splitlines():
            if line.strip().startswith("xlpoker "):
                yield pytest.param(shlex.split(line)[1:], id=f"{name}-{line.strip()}")


@pytest.mark.parametrize("words", list(_help_examples()))
def test_examples_in_the_help_are_commands(words):
    """Every example names a command and options that exist."""
    command = main.commands[words[0]]
    with command.make_context(words[0], words[1:]):
        pass


def process(*arguments) -> subprocess.CompletedProcess:
    """Run a Python of its own."""
    return subprocess.run(
        [sys.executable, *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )


def test_the_help_imports_nothing_heavy():
    """The command starts fast: no NumPy, pandas, openpyxl, rich or xlwings for --help."""
    code = (
        "import sys\nfrom xlpoker.cli import main\n"
        "try: main(['--help'])\nexcept SystemExit: pass\n"
        "print([name for name in ('numpy', 'pandas', 'openpyxl', 'rich', 'xlwings') if name in sys.modules])"
    )
    assert process("-c", code).stdout.splitlines()[-1] == "[]"


@pytest.mark.slow
def test_wins_imports_what_it_uses(tmp_path):
    """A small workbook is counted without what other runs need: arrays, processes, threads, scripts of other formats."""
    path = book(tmp_path / "a.xlsx", [ONE + TWO])
    unused = "asyncio csv difflib html json logging multiprocessing numpy openpyxl pandas rich tempfile".split()
    unused += ["xlpoker.scoring.check", "xlpoker.cli.odds_commands"]
    code = (
        f"import sys\nfrom xlpoker.cli import main\ntry: main(['wins', {str(path)!r}])\nexcept SystemExit: pass\n"
        f"print([name for name in {unused} if name in sys.modules])"
    )
    assert process("-c", code).stdout.splitlines()[-1] == "[]"


OMAHA = "5H 6S 7H 8S KD KC 2D 3D 4C 9C TC JC QC".split()
OMAHA_CARDS = [f"{area} {card}" for area in ("Anna", "Ben", "Board") for card in range(1, 6)]
OMAHA_HEADINGS = [heading for heading in OMAHA_CARDS if heading not in ("Anna 5", "Ben 5")]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rows", "loads"),
    [([ONE + TWO], False), ([OMAHA_HEADINGS, OMAHA], True)],
    ids=["five-card", "omaha"],
)
def test_many_small_books_load_numpy_for_omaha(tmp_path, rows, loads):
    """The first book tells which game the others hold: five-card hands take as long with NumPy as without."""
    for number in range(3):
        path = book(tmp_path / f"{number}.xlsx", rows)
        with zipfile.ZipFile(path, "a") as archive:
            archive.writestr("docProps/thumbnail.jpeg", bytes(70_000))
    code = (
        f"import sys\nfrom xlpoker.cli import main\ntry: main(['wins', {str(tmp_path)!r}])\n"
        "except SystemExit as end: print(end.code, 'numpy' in sys.modules)"
    )
    assert process("-c", code).stdout.splitlines()[-1] == f"0 {loads}"


def test_score_in_json_and_csv(tmp_path):
    """The object of wins, and where the result went."""
    path = book(tmp_path / "a.xlsx", [ONE + TWO])
    record = {
        "file": str(path), "sheet": "Sheet1", "rows": 1, "player_1": 0, "player_2": 1, "ties": 0, "bad": 0,
        "output": str(tmp_path / "a.scored.xlsx"),
    }  # fmt: skip
    code, out, err = run("score", path, "--json")
    found = json.loads(out)
    said = "Sheet1 2-2: five-card; Player 1 A:E, Player 2 F:J"
    assert (code, found.pop("read")["said"], found, list(found), err) == (
        0,
        said,
        record,
        list(record),
        "",
    )
    code, out, err = run("score", path, "--csv", "--force")
    record["read"] = f'"{said}"'
    assert out.splitlines() == [",".join(record), ",".join(map(str, record.values()))]


def test_two_books_never_share_an_output(tmp_path):
    """a.xlsx and a.csv would both be scored to a.scored.xlsx, so the second is left out, and that is an error."""
    path = book(tmp_path / "a.xlsx", [ONE + TWO])
    (tmp_path / "a.csv").write_text(",".join(TWO + ONE))
    code, out, err = run("score", path, tmp_path / "a.csv")
    assert (code, "Written to" in out) == (2, True)
    assert (
        f"{tmp_path / 'a.csv'} is left out: {path} has the same output a.scored.xlsx"
        in " ".join(err.split())
    )
    assert cells(tmp_path / "a.scored.xlsx")[1][10] == 2
    assert run("score", path, path, "-q", "--force")[0] == 0


@pytest.mark.parametrize("command", main.commands.values(), ids=lambda command: command.name)
def test_every_help_has_examples_and_the_way_from_python(command):
    """Each command names its examples and its equal in Python, and that equal exists."""
    code, out, _ = run(command.name, "--help")
    assert code == 0
    assert "Examples:" in out
    found = re.findall(r"xlpoker(?:\.\w+)+", " ".join(out.split("In Python:")[1].split()))
    assert found
    for dotted in found:
        assert pkgutil.resolve_name(dotted) is not None


def test_no_bar_off_a_terminal_even_when_it_takes_long(monkeypatch, capsys):
    """A bar that has waited long enough still prints nothing into a pipe."""
    monkeypatch.setattr(output, "PATIENCE", -1)
    with output.Bar("a.xlsx") as bar:
        bar(1, 2)
        bar(2, 2)
    assert capsys.readouterr() == ("", "")


def test_scales_are_listed():
    """Each scale with its range, its direction and where it was published; the same as JSON and CSV."""
    code, out, err = run("scales")
    assert (code, err) == (0, "")
    assert out.startswith("strength  1 .. 7,462, higher is better\n  place among the 7,462 classes")
    assert "\nluyun  0 .. 7461, lower is better\n".replace("7461", "7,461") in out
    records = json.loads(run("scales", "--json")[1])
    assert [record["scale"] for record in records] == list(SCALES)
    lines = run("scales", "mrt", "hans", "--csv")[1].splitlines()
    assert lines[0] == "scale,least,greatest,better,help,source"
    assert lines[1].startswith("mrt,0.0705040302,9,higher,")


@pytest.mark.slow
def test_the_audit_says_what_is_wrong(monkeypatch):
    """Counts and the pair farthest apart as a table; a line more for what never ends."""
    monkeypatch.chdir(ROOT)
    code, out, err = run(
        "scales",
        "mrt",
        "fzz-formulas",
        "hans",
        "machanic-sql",
        "--audit",
        "--euler",
        "workbooks/poker.txt",
    )
    assert (code, err) == (0, "")
    assert [line.rstrip() for line in out.splitlines()] == [
        "Scale          Misordered   False ties   Player 1   Farthest apart",
        "─────────────────────────────────────────────────────────────────────────",
        "mrt                     0          858        376   222AA ties with 22233",
        "fzz-formulas    1,393,694            0        359   22A43 beats KKQJT",
        "hans               11,244            0        376   A6432 beats 5432A",
        "machanic-sql    3,095,217            0        397   T5432 beats 88885",
        "hans: 335,001 pairs more never end",
    ]


def test_the_audit_as_json(tmp_path):
    """One list of objects; the deals are those of the file that is named."""
    path = tmp_path / "deals.txt"
    path.write_text(f"{' '.join(ONE)} {' '.join(TWO)}\n{' '.join(TWO)} {' '.join(ONE)}\n")
    code, out, _ = run("scales", "keepitcool", "--audit", "--json", "--euler", path)
    assert code == 0
    example = "AKQJ9 ties with AK432"
    record = {
        "scale": "keepitcool",
        "misordered": 0,
        "false_ties": 154_183,
        "unfinished": 0,
        "example": example,
    }
    assert json.loads(out) == [record | {"euler_player_1": 1}]


def test_one_word_replaces_a_file(tmp_path):
    """The option has one name in every command."""
    made = tmp_path / "a.csv"
    made.write_text("old")
    assert run("excel", "lite", "-o", made, "--force")[0] == 0
    assert made.read_text(encoding="utf-8") != "old"
    for words in (["import"], ["equity"], ["excel", "lite"]):
        shown = run(*words, "--help")[1]
        assert ("--force" in shown, "--overwrite" in shown) == (True, False)


@pytest.mark.parametrize("command", ["wins", "score", "report"])
def test_options_are_listed_in_groups(command):
    """What people use comes first; every other option stands under More."""
    text = run(command, "--help")[1].split("Python:")[1]
    parts = re.split(r"\n\n([A-Z][^\n]*):\n", text)
    listed = [re.findall(r"^  (?:-\w, )?(--[\w-]+)", part, re.MULTILINE) for part in parts[2::2]]
    found = dict(zip(parts[1::2], listed, strict=True))
    there = {
        max(option.opts, key=len)
        for option in main.commands[command].params
        if option.opts[0].startswith("-")
    }
    expected = {title: [name for name in names if name in there] for title, names in GROUPS.items()}
    grouped = {name for names in expected.values() for name in names}
    assert list(found) == [*GROUPS, "More"]
    assert set(found.pop("More")) == (there - grouped) | {"--help"}
    assert found == expected


@pytest.mark.sampled(2)
@pytest.mark.parametrize("command", ["wins", "score", "report"])
def test_nothing_but_bad_rows_is_an_exit_code(tmp_path, command):
    """A table of which every row is bad ends with 1, alone and among others; one good row is enough for 0."""
    good = ONE + TWO
    bad = [[*good[:place], "1OH", *good[place + 1 :]] for place in (0, 4, 9)]
    paths = {
        name: book(tmp_path / f"{name}.xlsx", rows)
        for name, rows in {"a": [good, *bad], "b": bad}.items()
    }
    for names, code in (("a", 0), ("b", 1), ("ab", 1)):
        where = {
            "wins": [],
            "score": ["--force"],
            "report": ["--force", "-o", tmp_path / "out.xlsx"],
        }[command]
        assert run(command, *map(paths.get, names), *where, "--json", "-q")[0] == code
