"""The command line from tests: in this process, in a new one, or in one forked from a process in which all is imported."""

import json
import os
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from click.testing import CliRunner

from xlpoker.cli import main

TESTS = Path(__file__).parents[1]
ROOT = TESTS.parent
MISTAKE = "please report"
COMMAND = "import sys\nfrom xlpoker.cli import main\nmain(sys.argv[1:], prog_name='xlpoker')"


def run(*words: object, **more: Any) -> tuple[int, str, str]:
    """Return exit code, standard output and standard error of a command; an exception that is not ours fails the test."""
    result = CliRunner().invoke(main, [str(word) for word in words], **more)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert MISTAKE not in result.stderr, result.stderr
    return result.exit_code, result.stdout, result.stderr


def environment(**more: str) -> dict[str, str]:
    """Return the environment in which another Python finds the package and what tests share, its streams as users have them."""
    usual = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    return (
        usual
        | {"PYTHONPATH": os.pathsep.join([str(ROOT), str(TESTS)]), "OPENBLAS_NUM_THREADS": "1"}
        | more
    )


def start_command(*words: object, **more: Any) -> subprocess.Popen[str]:
    """Start a command in a new process."""
    named = {
        "env": environment(),
        "stdout": subprocess.PIPE,
        "stderr": subprocess.PIPE,
        "text": True,
    } | more
    return subprocess.Popen([sys.executable, "-m", "xlpoker", *map(str, words)], **named)


@dataclass
class FinishedProgram:
    """A program that has ended: its exit code (below 0 the signal that killed it), what it wrote, its peak memory."""

    code: int
    out: str
    err: str
    memory: int = 0


class NewProcess:
    """A program in a new Python."""

    def __init__(self, code: str, words: tuple[object, ...], cwd: Path) -> None:
        command = [sys.executable, "-c", code, *map(str, words)]
        out = {
            "stdin": subprocess.DEVNULL,
            "stdout": subprocess.PIPE,
            "stderr": subprocess.PIPE,
            "text": True,
        }
        self.process = subprocess.Popen(command, env=environment(), cwd=cwd, **out)

    def wait(self) -> FinishedProgram:
        """Wait for its end."""
        out, err = self.process.communicate()
        return FinishedProgram(self.process.returncode, out, err)

    def kill(self) -> None:
        """End it at once."""
        self.process.kill()


class ForkedProcess:
    """A program in a process forked by `Forks`."""

    def __init__(self, forks: "Forks", pid: int) -> None:
        self.forks, self.pid = forks, pid
        self.finished: FinishedProgram | None = None

    def wait(self) -> FinishedProgram:
        """Wait for its end."""
        if self.finished is None:
            code, memory = self.forks.ask("wait", self.pid)
            out, err = (
                (self.forks.folder / f"{name}-{self.pid}").read_text() for name in ("out", "err")
            )
            self.finished = FinishedProgram(code, out, err, memory)
        return self.finished

    def kill(self) -> None:
        """End it at once."""
        if self.finished is None:
            os.kill(self.pid, signal.SIGKILL)


class Forks:
    """A process in which the packages are imported, and from which programs are forked in some milliseconds.

    What a new process would import first is there at once, with further modules that are named; the memory of a program
    counts it, too. Where nothing can be forked each program has a new process, and its memory is not known.
    """

    def __init__(self, folder: Path, *modules: str) -> None:
        self.folder, self.modules = folder, modules

    def __enter__(self) -> Self:
        self.process = None
        if hasattr(os, "fork"):
            command = [sys.executable, "-m", "support.forks", str(self.folder), *self.modules]
            pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
            self.process = subprocess.Popen(command, env=environment(), cwd=ROOT, **pipes)
        return self

    def __exit__(self, *_: object) -> None:
        if self.process is not None:
            self.process.stdin.close()
            self.process.stdout.close()
            self.process.wait(30)

    def ask(self, *question: Any) -> Any:
        """Return the answer to a question."""
        self.process.stdin.write(json.dumps(question) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def start(self, code: str, *words: object, cwd: Path = ROOT) -> NewProcess | ForkedProcess:
        """Start some lines with these words behind the program's name."""
        if self.process is None:
            return NewProcess(code, words, cwd)
        return ForkedProcess(self, self.ask("start", code, [str(word) for word in words], str(cwd)))

    def command(self, *words: object, cwd: Path = ROOT) -> NewProcess | ForkedProcess:
        """Start a command."""
        return self.start(COMMAND, *words, cwd=cwd)

    def run(self, *words: object, cwd: Path = ROOT) -> FinishedProgram:
        """Run a command to its end."""
        return self.command(*words, cwd=cwd).wait()
