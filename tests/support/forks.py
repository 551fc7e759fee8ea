"""The process that `commands.Forks` talks to: it reads questions as lines of JSON, forks, and answers."""

import gc
import json
import os
import resource
import signal
import sys
import traceback
from pathlib import Path

PATIENCE = 120  # seconds until a program that hangs is killed: many times what any of them takes


def warm() -> None:
    """Import what commands import, and build the tables that every table of cards needs."""
    import openpyxl  # noqa: F401 - for what is forked from here

    import xlpoker.cli.table_commands  # noqa: F401
    from xlpoker.workbook.jobs import wins

    wins(Path("workbooks/layouts/hands.csv"))
    wins(Path("workbooks/layouts/bad-rows.xlsx"))
    gc.collect()
    gc.freeze()


def program(code: str, words: list[str], folder: Path, cwd: str) -> int:
    """Run some lines in this process and return its exit code."""
    signal.alarm(PATIENCE)
    os.chdir(cwd)
    for number, name in ((1, "out"), (2, "err")):
        os.dup2(
            os.open(folder / f"{name}-{os.getpid()}", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600),
            number,
        )
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    sys.argv = ["xlpoker", *words]
    done = 0
    try:
        exec(compile(code, "program", "exec"), {"__name__": "__main__"})
    except SystemExit as end:
        done = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:  # noqa: BLE001 - as at the end of every Python
        traceback.print_exc()
        done = 1
    sys.stdout.flush()
    sys.stderr.flush()
    status = Path("/proc/self/status").read_text().splitlines()
    own = next(int(line.split()[1]) for line in status if line.startswith("VmHWM"))
    peak = max(own, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
    (folder / f"memory-{os.getpid()}").write_text(str(peak << 10))
    return done


def start(folder: Path, code: str, words: list[str], cwd: str) -> int:
    """Fork a process for a program."""
    pid = os.fork()
    if not pid:
        done = 1
        try:
            done = program(code, words, folder, cwd)
        finally:
            os._exit(done)
    return pid


def wait(folder: Path, pid: int) -> tuple[int, int]:
    """Return a process's exit code and its peak memory, as far as it came to say it."""
    code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    memory = folder / f"memory-{pid}"
    return code, int(memory.read_text()) if memory.exists() else 0


def main() -> None:
    """Answer until there are no questions."""
    folder = Path(sys.argv[1])
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    warm()
    for line in sys.stdin:
        question, *details = json.loads(line)
        answers.write(json.dumps({"start": start, "wait": wait}[question](folder, *details)) + "\n")
        answers.flush()


if __name__ == "__main__":
    main()
