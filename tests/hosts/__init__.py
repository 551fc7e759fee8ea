"""The programs that host the functions, each run for real up to Excel's door: one process a host, asked in the same words.

A host is a program (`com`, `wine`, `lite`) that reads requests and answers on its standard streams; `Host`
starts it and asks. An argument of a call is what stands in the cells (`Range`), or any other value for what is typed into
the formula; each host turns it into what its Excel would deliver. Errors are texts (``#N/A``), blank cells None.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import traceback
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
MISSING = "<left out>"
"""An argument that the formula leaves out between two commas."""

WINE = ("wine", "x86_64-w64-mingw32-gcc", "x86_64-w64-mingw32-widl")
"""The programs that the host `wine` needs."""


@dataclass(frozen=True)
class Range:
    """The cells of a worksheet that a formula points to: rows of texts, numbers, None for a blank cell."""

    rows: list[list[Any]]


class Host:
    """A host program: started on entering a ``with`` statement, ended on leaving it."""

    def __init__(self, program: str, **environment: str) -> None:
        self.program = program
        self.environment = environment
        self.process: Any = None

    def __enter__(self) -> Self:
        kept = {
            name: value for name, value in os.environ.items() if not name.startswith("XLWINGS_")
        }
        path = os.pathsep.join([str(ROOT), str(HERE.parent)])
        self.process = subprocess.Popen(
            [sys.executable, "-m", f"hosts.{self.program}"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=ROOT,
            env=kept | {"PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"} | self.environment,
        )
        return self

    def __exit__(self, *_: object) -> None:
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait(30)

    def ask(self, question: str, *details: Any) -> Any:
        """Return a host's answer to any question that it knows; an exception there is an exception here."""
        pickle.dump((question, details), self.process.stdin)
        self.process.stdin.flush()
        good, answer = pickle.load(self.process.stdout)
        if not good:
            raise RuntimeError(answer)
        return answer

    def call(self, function: str, *arguments: Any) -> list[list[Any]]:
        """Return the rows of cells that a formula shows."""
        return self.calls([(function, arguments)])[0]

    def calls(self, formulas: list[tuple[str, tuple[Any, ...]]]) -> list[list[list[Any]]]:
        """Return the rows of cells that each of many formulas shows."""
        return self.ask("calls", formulas)


def serve(**known: Any) -> None:
    """Answer the questions that come on standard input with the functions given, until the input ends.

    Whatever a host prints goes to standard error, so that it does not run into the answers.
    """
    questions, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    while True:
        try:
            question, details = pickle.load(questions)
        except EOFError:
            return
        try:
            reply = True, known[question](*details)
        except Exception as error:  # noqa: BLE001 - told to the one who asked
            reply = False, f"{type(error).__name__}: {error}\n{traceback.format_exc()}"
        pickle.dump(reply, answers)
        answers.flush()


def rows_of_answer(value: Any) -> list[list[Any]]:
    """Return an answer as rows of cells, whatever its shape: a value is one cell, a flat list one row."""
    if not isinstance(value, list | tuple):
        return [[value]]
    if not value or not isinstance(value[0], list | tuple):
        return [list(value)]
    return [list(row) for row in value]
