"""Excel for Windows under Wine: xlwings' own DLL and COM server in Windows Python, called by the stand-in `excel.c`.

A formula is called in the way of the wrappers in VBA of our add-in, which pass values and nothing else.
"""

from __future__ import annotations

import datetime as dt
import json
import os
import select
import signal
import subprocess
import sys
from decimal import Decimal
from functools import partial
from typing import Any

from hosts import HERE, MISSING, Host, Range, rows_of_answer, serve
from hosts.com import ERROR_NUMBERS
from hosts.windows import ENVIRONMENT, INSTALL, Windows, windows_path
from xlpoker.functions import CATALOGUE

LIMIT = 300
"""Seconds that an answer may take."""
ZERO = dt.datetime(1899, 12, 30)
SERVE = (
    r'cmd.exe  /K ""{python}" -B -c "import sys, os;import xlwings.utils;'
    r"xlwings.utils.prepare_sys_path(\"False;C:\\books\\book.xlsm;C:\\books\\book.xlsm;;;;\");"
    """import xlwings; xlwings.serve('$(CLSID)')"\""""
)
"""The command by which xlwings' VBA (XLPyCommand) has the DLL start Python."""


def cell(value: Any) -> str:
    """Return a cell as the stand-in reads it."""
    if isinstance(value, str):
        if value in ERROR_NUMBERS:
            return f"e{ERROR_NUMBERS[value]}"
        return "s" + value.replace("\\", "\\\\").replace("\n", "\\n")
    if value is None or isinstance(value, bool):
        return "b" if value is None else f"t{value:d}"
    if isinstance(value, dt.datetime):
        return f"d{(value - ZERO) / dt.timedelta(days=1)!r}"
    return f"{'c' if isinstance(value, Decimal) else 'n'}{value}"


def argument(given: Any) -> list[str]:
    """Return an argument as the stand-in reads it: a Range by the values of its cells (a)."""
    if not isinstance(given, Range):
        return ["m" if given == MISSING else cell(given)]
    return [
        f"a{len(given.rows)} {len(given.rows[0])}",
        *(cell(value) for row in given.rows for value in row),
    ]


def request(function: str, arguments: tuple[Any, ...], repeats: int = 1) -> str:
    """Return a formula as the stand-in reads it; what is left out at the end is passed as missing."""
    described = CATALOGUE[function].arguments
    lines = list(map(argument, arguments))
    if not described[-1].repeats:
        lines += [["m"]] * (len(described) - len(arguments))
    first = f"call {function} {repeats} 0 0 {len(lines)}"
    return "\n".join([first, *(line for group in lines for line in group)]) + "\n"


class Excel:
    """The stand-in for Excel with Python activated."""

    def __init__(self, windows: Windows, library: str) -> None:
        self.windows = windows
        command = SERVE.format(python=windows.python)
        given = [str(windows.excel), "calls", library, windows_path(windows.types), command]
        self.process = windows.start(
            *given, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
        )
        self.unread = b""
        self.started = self.reply()["started"]

    def say(self, text: str) -> None:
        """Send a request."""
        wanted = memoryview(text.encode())
        while wanted:
            wanted = wanted[self.process.stdin.write(wanted) :]

    def reply(self) -> dict[str, Any]:
        """Return the next line of the answer."""
        answers = self.process.stdout.fileno()
        while b"\n" not in self.unread:
            if not select.select([answers], [], [], LIMIT)[0]:
                self.process.kill()
                raise RuntimeError(f"the stand-in for Excel has not answered in {LIMIT} s")
            if not (read := os.read(answers, 1 << 20)):
                raise RuntimeError(f"the stand-in for Excel has ended: {self.process.wait(10)}")
            self.unread += read
        line, _, self.unread = self.unread.partition(b"\n")
        return json.loads(line)

    def ask(self, text: str) -> dict[str, Any]:
        """Return the answer to a request that has one line of it."""
        self.say(text)
        return self.reply()

    def close(self) -> dict[str, Any]:
        """End Python as KillPy does, and return how many objects of Excel's it still held."""
        self.process.stdin.close()
        last = self.reply()
        self.process.wait(30)
        return last


MODULES = r"C:\books\modules"
"""Where the modules are that Excel's side of a click is made of."""


class Clicks(Host):
    """Excel's side of a click, a program of its own in Windows Python (`excel_in_windows`)."""

    def __init__(self, windows: Windows, library: str) -> None:
        super().__init__("excel_in_windows")
        self.windows, self.library = windows, library

    def start(self) -> None:
        """Start the program, which starts the server."""
        for path in HERE.glob("*.py"):
            self.windows.write(rf"{MODULES}\hosts\{path.name}", path.read_bytes())
        windows = self.windows
        given = [self.library, windows_path(windows.types), SERVE.format(python=windows.python)]
        code = f"import sys; sys.path.insert(0, r'{MODULES}'); from hosts.excel_in_windows import main; main()"
        self.process = windows.start(
            windows.python, "-B", "-c", code, *given, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )


def shown(reply: dict[str, Any]) -> list[list[Any]]:
    """Return the cells that a formula shows; where the call fails, the wrapper shows Err.Description."""
    return [[reply["failed"]]] if "failed" in reply else rows_of_answer(reply["answer"])


def main() -> None:
    """Serve formulas, the import of functions into a workbook, and programs of Windows."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that Wine is ended then too
    with Windows() as windows:
        (library,) = windows.path(ENVIRONMENT).glob("xlwings64-*.dll")
        excel = Excel(windows, ENVIRONMENT + "\\" + library.name)

        def calls(formulas: list[tuple[str, tuple[Any, ...]]]) -> list[Any]:
            return [shown(excel.ask(request(name, arguments))) for name, arguments in formulas]

        def counted(function: str, arguments: tuple[Any, ...], repeats: int = 1) -> dict[str, Any]:
            """Return what a formula makes Python ask of Excel, and the seconds that its calls take."""
            return excel.ask(request(function, arguments, repeats))

        def imported(name: str) -> tuple[str, dict[str, Any]]:
            """Return the VBA module and the help that *Import Functions* puts in a workbook of that name, pressed twice."""
            for _ in range(2):
                help_: dict[str, Any] = {}
                excel.say(f"import {name}\n")
                while "macro" in (reply := excel.reply()):
                    given = reply["macro"]
                    named = {
                        "Description": given[1],
                        "Category": given[6],
                        "ArgumentDescriptions": given[10],
                    }
                    help_[given[0].partition("!")[2]] = named
            return bytes.fromhex(reply["text"]).decode().replace("\r\n", "\n"), help_

        def streams(file: str) -> dict[str, bytes]:
            """Return the streams of a compound file, as Windows' own functions read them."""
            lines = windows.done(str(windows.excel), "streams", file).splitlines()
            return {
                found["stream"]: bytes.fromhex(found["content"]) for found in map(json.loads, lines)
            }

        clicks = Clicks(windows, ENVIRONMENT + "\\" + library.name)

        def asked_by_a_click(question: str, *details: Any) -> Any:
            """Return what Excel's side of a click says; it is started by the first question."""
            if not clicks.process:
                clicks.start()
            return clicks.ask(question, *details)

        def ended() -> dict[str, Any]:
            """End Python, start it again, and return what was left at the end."""
            nonlocal excel
            last = excel.close()
            excel = Excel(windows, ENVIRONMENT + "\\" + library.name)
            return last

        serve(
            calls=calls,
            counted=counted,
            imported=imported,
            streams=streams,
            ended=ended,
            clicked=partial(asked_by_a_click, "clicked"),
            refused=partial(asked_by_a_click, "refused"),
            again=lambda: excel.ask("again\n"),
            write=windows.write,
            run=windows.run,
            typed=windows.typed,
            installation=lambda: (INSTALL, windows.installation),
            wheel=lambda: windows.wheel,
            read=lambda file: windows.path(file).read_bytes(),
            delete=lambda file: windows.path(file).unlink(missing_ok=True),
            python=lambda: windows.python,
        )
        excel.close()
        if clicks.process:
            clicks.__exit__()


if __name__ == "__main__":
    main()
