"""The process that `commands.Forks` talks to: it reads questions as lines of JSON, forks, and answers."""

import gc
import json
import os
import signal
import sys
import traceback
from importlib import import_module
from pathlib import Path

PATIENCE = 120  # seconds until a program that hangs is killed: many times what any of them takes


def warm(modules: list[str]) -> None:
    """Import what commands import, and the named modules; build the tables that every table of cards needs."""
    import openpyxl  # noqa: F401 - for what is forked from here

    import xlpoker.cli.table_commands  # noqa: F401
    from xlpoker.workbook.jobs import wins

    wins(Path("workbooks/layouts/hands.csv"))
    wins(Path("workbooks/layouts/bad-rows.xlsx"))
    for module in modules:
        import_module(module)
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


def wait(pid: int) -> tuple[int, int]:
    """Return a process's exit code, and its peak memory or that of its own children in bytes.

    The system is asked, not the process: it may have no memory left to answer.
    """
    _, status, usage = os.wait4(pid, 0)
    unit = 1 if sys.platform == "darwin" else 1024
    return os.waitstatus_to_exitcode(status), usage.ru_maxrss * unit


def main() -> None:
    """Answer until there are no questions."""
    folder = Path(sys.argv[1])
    modules = sys.argv[2:]
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    warm(modules)
    for line in sys.stdin:
        question, *details = json.loads(line)
        answer = start(folder, *details) if question == "start" else wait(*details)
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


if __name__ == "__main__":
    main()
