"""Files of histories that hold, or are, something odd: fields of another type, pipes and devices, texts under other endings."""

import json
import os

import openpyxl
import pytest
from click.testing import CliRunner
from support.histories import SAMPLES, STARS
from support.pokernow_json import SHOWN_DOWN, hand_of
from support.samples import each_nth

from xlpoker.cli import main
from xlpoker.histories.files import SUFFIXES, is_history, read_histories

OHH = json.loads((SAMPLES / "invented.ohh").read_text("utf-8"))["ohh"]
LISTS = [["a"], {"a": 1}, [[]], [], {}, True]
FIELDS = {
    "site_name": "text", "table_name": "text", "game_number": "text", "game_type": "text", "currency": "text",
    "start_date_utc": "text", "dealer_seat": "number of a seat",
}  # fmt: skip


@pytest.mark.sampled(7)
@pytest.mark.parametrize("value", LISTS, ids=map(str, LISTS))
@pytest.mark.parametrize(("field", "kind"), FIELDS.items(), ids=FIELDS)
def test_a_list_or_an_object_in_a_field_loses_no_folder(tmp_path, field, kind, value):
    """The hand is left out, with its place and what is wrong; the others of the folder are written."""
    (tmp_path / "good.txt").write_text(STARS, "utf-8")
    (tmp_path / "odd.json").write_text(json.dumps({"ohh": OHH | {field: value}}), "utf-8")
    done = CliRunner().invoke(main, ["import", str(tmp_path), str(tmp_path / "hands.xlsx")])
    assert (done.exit_code, done.exception) == (0, None)
    assert f"Not read: {tmp_path / 'odd.json'}:1: " in done.output
    assert f" has {value} in {field}, which is no {kind}\n" in done.output
    assert done.output.endswith("(PokerStars 1); 1 not read\n")
    assert openpyxl.load_workbook(tmp_path / "hands.xlsx")["Hands"].max_row == 2


ANYTHING = [
    None,
    True,
    0,
    -1,
    10**400,
    1e308,
    float("nan"),
    float("inf"),
    "",
    "x",
    [],
    ["a"],
    [[{}]],
    {},
    {"a": ["b"]},
]
SOME = each_nth(ANYTHING, 2)


def _paths(value, path=()):
    """Yield the way to each field and each item of a JSON value."""
    pairs = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list)
        else ()
    )
    for key, below in pairs:
        yield (*path, key)
        yield from _paths(below, (*path, key))


def _changed(value, path, new):
    """Return a copy of a JSON value with something else at a place."""
    copied = json.loads(json.dumps(value))
    *way, last = path
    place = copied
    for key in way:
        place = place[key]
    place[last] = new
    return copied


@pytest.mark.slow
@pytest.mark.parametrize("new", SOME, ids=map(repr, range(len(SOME))))
def test_anything_anywhere_in_open_hand_history(tmp_path, new):
    """Whatever stands in a field, the hand is read or listed, and the good one behind it is written."""
    lines = []
    numbers_by_path = {path: f"8{number:06}" for number, path in enumerate(_paths(OHH))}
    for path, number in numbers_by_path.items():
        odd = _changed(OHH | {"game_number": f"odd-{int(number[1:])}"}, path, new)
        lines += [json.dumps({"ohh": hand}) for hand in (odd, OHH | {"game_number": number})]
    (tmp_path / "hands.jsonl").write_text("\n".join(lines), "utf-8")
    done = CliRunner().invoke(
        main, ["import", str(tmp_path / "hands.jsonl"), str(tmp_path / "hands.csv")]
    )
    assert (done.exit_code, done.exception) == (0, None)
    written = (tmp_path / "hands.csv").read_text("utf-8")
    assert [path for path, number in numbers_by_path.items() if number not in written] == []


@pytest.mark.slow
@pytest.mark.parametrize("new", ANYTHING, ids=map(repr, range(len(ANYTHING))))
def test_anything_anywhere_in_the_json_of_pokernow(tmp_path, new):
    """As there."""
    hand = hand_of(
        [*SHOWN_DOWN, {"type": 18, "receivedBounties": [[2, 1]], "paidBounties": [[5, 1]]}]
    )
    paths = list(_paths(hand))
    hands = []
    for number, path in enumerate(paths):
        hands += [
            _changed(hand, path, new) | {"id": f"odd{number:09}"},
            hand | {"id": f"good{number:08}"},
        ]
    (tmp_path / "hands.json").write_text(json.dumps({"hands": hands}), "utf-8")
    done = CliRunner().invoke(
        main, ["import", str(tmp_path / "hands.json"), str(tmp_path / "hands.csv")]
    )
    assert (done.exit_code, done.exception) == (0, None)
    written = (tmp_path / "hands.csv").read_text("utf-8")
    assert [path for number, path in enumerate(paths) if f"good{number:08}" not in written] == []


NO_HISTORY = "is not a workbook: its content is JSON, which is read where it holds hand histories of PokerNow or Open Hand History"
NO_FILE = "is no file but a pipe or a device; save what it holds to a file first"


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
@pytest.mark.parametrize("ending", SUFFIXES)
def test_a_pipe_is_refused_whatever_its_name(tmp_path, forks, ending):
    """Nobody may ever write into it, so that reading it would last for ever; among other files it is passed over."""
    pipe = tmp_path / f"hands{ending}"
    os.mkfifo(pipe)
    done = forks.run("import", pipe, tmp_path / "hands.xlsx")
    assert (done.code, done.err) == (2, f"xlpoker: {pipe} {NO_FILE}\n")
    assert [path.name for path in tmp_path.iterdir()] == [pipe.name]
    (tmp_path / "good.txt").write_text(STARS, "utf-8")
    assert len(read_histories(tmp_path).hands) == 1


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="there is no such device here")  # noqa: PTH110 - no file
@pytest.mark.parametrize("ending", [".json", ".phh", ".xml", ".ohh"])
def test_a_device_is_refused(tmp_path, ending):
    """It may have no end."""
    device = tmp_path / f"zeros{ending}"
    device.symlink_to("/dev/zero")
    done = CliRunner().invoke(main, ["import", str(device), str(tmp_path / "hands.xlsx")])
    assert (done.exit_code, done.output) == (2, f"xlpoker: {device} {NO_FILE}\n")


def test_a_missing_history(tmp_path):
    """A file that is not there is named, whatever its ending."""
    done = CliRunner().invoke(
        main, ["import", str(tmp_path / "none.json"), str(tmp_path / "hands.xlsx")]
    )
    assert (done.exit_code, done.output) == (
        2,
        f"xlpoker: {tmp_path / 'none.json'} does not exist\n",
    )


DEALS = "5H 5C 6S 7S KD 2C 3S 8S 8D TD\n5D 8C 9S JS AC 2C 5C 7D 8S QH\n"


@pytest.mark.parametrize("ending", [".data", ".dat", ".log", ".DATA", ".txt", ""])
def test_a_text_under_another_ending(tmp_path, ending):
    """Collections of data and programs call their texts .data and .log: they are read as .txt is."""
    path = tmp_path / f"deals{ending}"
    path.write_text(DEALS, "utf-8")
    done = CliRunner().invoke(main, ["wins", str(path), "--json"])
    assert done.exit_code == 0
    counts = json.loads(done.output)
    assert (counts["rows"], counts["player_1"], counts["player_2"], counts["bad"]) == (2, 1, 1, 0)
    done = CliRunner().invoke(main, ["score", str(path), "-o", str(tmp_path / "scored.csv")])
    assert done.exit_code == 0
    assert len((tmp_path / "scored.csv").read_text("utf-8").splitlines()) == 3
    done = CliRunner().invoke(main, ["import", str(path), str(tmp_path / "book.xlsx")])
    assert (done.exit_code, done.output) == (0, f"2 rows written to {tmp_path / 'book.xlsx'}\n")


@pytest.mark.parametrize("ending", [".data", ".log"])
def test_histories_under_another_ending(tmp_path, ending):
    """Histories are recognised by their content: `import` reads them, `wins` says how they become a table."""
    path = tmp_path / f"stars{ending}"
    path.write_text(STARS, "utf-8")
    assert is_history(path)
    assert len(read_histories(path).hands) == 1
    done = CliRunner().invoke(main, ["wins", str(path)])
    assert done.exit_code == 2
    assert f"stars{ending} holds hand histories; make a table of them first" in done.output


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("a.data", b"", "a.data is empty"),
        ("a.log", b"\x89PNG\r\n\x1a\n\0\0\0", "a.log is not a workbook: its content is not known"),
        ("a.dat", b"\0\1\2\3 5H", "a.dat is not a workbook: its content is not known"),
        ("a.json", b'{"hands": ["5H 5C"]}', f"a.json {NO_HISTORY}"),
        ("a.md", b"5H 5C", "a.md is not a workbook: its content is text; name it a.csv or a.txt"),
    ],
    ids=["empty", "a picture", "bytes", "JSON", "another ending"],
)
def test_what_is_no_text_is_still_refused(tmp_path, name, content, reason):
    """Under those endings programs write anything; what is no text is named as such."""
    (tmp_path / name).write_bytes(content)
    done = CliRunner().invoke(main, ["wins", str(tmp_path / name)])
    assert (done.exit_code, done.output) == (2, f"xlpoker: {reason}\n")


def test_a_folder_takes_no_logs(tmp_path):
    """In a folder .log and .data are those of programs; tables are looked for in files that are called .csv, .tsv and .txt."""
    (tmp_path / "deals.txt").write_text(DEALS, "utf-8")
    (tmp_path / "server.log").write_text("started\n", "utf-8")
    done = CliRunner().invoke(main, ["wins", str(tmp_path)])
    assert done.exit_code == 0
    assert "server.log" not in done.output
