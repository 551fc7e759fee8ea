"""xlwings Lite up to its door: Pyodide from npm under Node, xlwings installed by micropip from an index on loopback.

It runs the main.py of `xlpoker excel lite` as pasted.
The pieces are fetched once into the folder named by XLPOKER_LITE: Pyodide (npm), micropip, packaging and xlwings (the
pure wheels of PyPI). Formulas go straight to our functions with what Pyodide makes of JavaScript's values.
"""

from __future__ import annotations

import functools
import http.server
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from typing import Any

from hosts import HERE, rows_of_answer, serve
from hosts.office import payload
from xlpoker.hosts.lite import lite

PYODIDE = "314.0.7"


def fetch(folder: Path) -> tuple[Path, Path]:
    """Return the folders of Pyodide and of the wheels that it needs, fetched if they are not there."""
    pyodide, wheels = folder / "node_modules" / "pyodide", folder / "wheels"
    if not (pyodide / "pyodide.mjs").exists():
        folder.mkdir(parents=True, exist_ok=True)
        run(
            "npm",
            "install",
            "--silent",
            "--no-audit",
            "--no-fund",
            "--prefix",
            str(folder),
            f"pyodide@{PYODIDE}",
        )
    wanted = json.loads((pyodide / "pyodide-lock.json").read_text(encoding="utf-8"))["packages"]
    if not wheels.exists():
        import xlwings

        fresh = Path(tempfile.mkdtemp(dir=folder))
        python = [
            "--only-binary=:all:",
            "--platform=any",
            "--python-version=3.14",
            "--no-deps",
            "--quiet",
        ]
        for name, version in (
            ("micropip", wanted["micropip"]["version"]),
            ("packaging", ""),
            ("xlwings", xlwings.__version__),
        ):
            target = folder / "index" if name == "xlwings" else fresh
            requirement = f"{name}=={version}" if version else name
            run(
                sys.executable, "-m", "pip", "download", *python, "--dest", str(target), requirement
            )
        fresh.rename(wheels)
    return pyodide, wheels


def run(*command: str) -> None:
    """Run a command; its last words are the error if it fails."""
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    if done.returncode:
        raise RuntimeError(f"{command[0]}: {(done.stderr or done.stdout).strip()[-400:]}")


class Index(http.server.SimpleHTTPRequestHandler):
    """A package index of one folder of wheels: /name/ lists those of a package."""

    def do_GET(self) -> None:
        """Give a wheel, or the page of a package."""
        name = self.path.strip("/")
        if name.endswith(".whl"):
            super().do_GET()
            return
        found = [
            wheel.name for wheel in Path(self.directory).glob(f"{name.replace('-', '_')}-*.whl")
        ]
        page = "".join(f'<a href="/{wheel}">{wheel}</a>' for wheel in found)
        self.send_response(200 if found else 404)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(f"<!DOCTYPE html><html><body>{page}</body></html>".encode())

    def log_message(self, *_: object) -> None:
        """Say nothing."""


def main() -> None:
    """Start Pyodide and serve formulas."""
    pyodide, wheels = fetch(Path(os.environ["XLPOKER_LITE"]))
    with tempfile.TemporaryDirectory() as temporary:
        index = Path(temporary)
        for wheel in (wheels.parent / "index").glob("*.whl"):
            shutil.copy(wheel, index)
        main_py = index / "main.py"
        main_py.write_text(lite(), encoding="utf-8")
        names = sorted(wheel.name for wheel in index.glob("*.whl"))
        server = http.server.ThreadingHTTPServer(
            ("127.0.0.1", 0), functools.partial(Index, directory=temporary)
        )
        threading.Thread(target=server.serve_forever, daemon=True).start()
        command = ["node", str(HERE / "lite.mjs"), str(pyodide), str(wheels)]
        command += [f"http://127.0.0.1:{server.server_port}/{{package_name}}/", "xlwings"]
        command += [str(main_py)]
        node = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )
        while (line := node.stdout.readline()) not in ("ready\n", ""):
            sys.stderr.write(line)

        def asked(question: str, *details: Any) -> Any:
            node.stdin.write(json.dumps([question, details]) + "\n")
            node.stdin.flush()
            good, reply = json.loads(node.stdout.readline())
            if not good:
                raise RuntimeError(reply[-600:])
            return reply

        def calls(formulas: list[tuple[str, tuple[Any, ...]]]) -> list[Any]:
            return [
                rows_of_answer(reply)
                for reply in asked("calls", [payload(*formula) for formula in formulas])
            ]

        def facts() -> dict[str, Any]:
            return asked("facts") | {"wheels": names}

        def measured(formulas: list[tuple[str, tuple[Any, ...]]]) -> float:
            return asked("measured", [payload(*formula) for formula in formulas])

        def scored(rows: list[list[Any]]) -> dict[str, Any]:
            return asked("scored", rows)

        serve(calls=calls, facts=facts, measured=measured, scored=scored)
        node.stdin.close()
        node.wait(30)


if __name__ == "__main__":
    main()
