"""Files made to harm end in a right answer or in one line, with little memory, and stay as they are."""

import json
import os
import sys
import time
from pathlib import Path

import pytest
from support.hostile_books import ANSWER, HOSTILE, NOT_SCORED, ending

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parent.parent
MEMORY = 240 << 20  # NumPy and the tables of the batch kernel are loaded for every sheet, and take some 40 MB of it
PATIENCE = 60  # seconds: many times what any of them takes, on a busy machine too


MEASURED = """
import atexit, os, resource, sys
def peak():  # of this program, not of the one that started it
    own = next(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith("VmHWM"))
    with open(sys.argv[1], "w") as file:
        file.write(str(max(own, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)))
atexit.register(peak)
from xlpoker.cli import main
main(sys.argv[2:], prog_name="xlpoker")
"""


def run(folder, *words):
    """Run the command line in a process of its own; return its exit code, output, errors, seconds and peak memory."""
    out, err = folder / "stdout", folder / "stderr"
    start = time.monotonic()
    child = os.posix_spawn(
        sys.executable,
        [sys.executable, "-c", MEASURED, str(folder / "memory"), *map(str, words)],
        os.environ | {"PYTHONPATH": str(ROOT), "OPENBLAS_NUM_THREADS": "1"},
        file_actions=[
            (os.POSIX_SPAWN_OPEN, 1, str(out), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600),
            (os.POSIX_SPAWN_OPEN, 2, str(err), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600),
        ],
    )
    while not (done := os.waitpid(child, os.WNOHANG))[0]:
        if time.monotonic() - start > PATIENCE:
            os.kill(child, 9)
        time.sleep(0.01)
    seconds = time.monotonic() - start
    code = os.waitstatus_to_exitcode(done[1])
    memory = int((folder / "memory").read_text()) << 10 if code >= 0 else 0
    return code, out.read_text(), err.read_text(), seconds, memory


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="peak memory is read from /proc")
@pytest.mark.parametrize("name", HOSTILE)
def test_a_message_or_a_right_answer(tmp_path, name):
    """Each is counted and scored; no traceback, little memory, nothing left behind, the file as it was."""
    make, words = HOSTILE[name]
    path = tmp_path / f"a{ending(name)}"
    make(path)
    before = path.read_bytes()
    commands = [["wins", path, "--json"], ["score", path, "--json", "-o", tmp_path / "out.xlsx"]]
    for command in commands:
        if command[0] == "score":
            words = NOT_SCORED.get(name, words)
        code, out, err, _, memory = run(tmp_path, *command)
        assert "Traceback" not in err
        assert memory <= MEMORY
        if words == ANSWER or (not words and code == 0):
            assert code == 0, err
            counts = json.loads(out)
            assert (counts["player_1"], counts["player_2"]) == (1, 1) or words != ANSWER
        else:
            assert (code, out, len(err.splitlines())) == (2, "", 1)
            assert err.startswith("xlpoker: ")
            assert words in err
            assert len(err) < 500
    assert path.read_bytes() == before
    assert {one.name for one in tmp_path.iterdir()} <= {path.name, "out.xlsx", "stdout", "stderr", "memory"}
