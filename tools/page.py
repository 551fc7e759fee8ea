"""The web page of `docs/app`, built: ``python -m tools.release --page FOLDER``.

The folder holds everything that the page loads, so that it needs no other server::

    index.html, app.js ...          docs/app
    euler54.xlsx                    the example
    modules.zip                     our modules that the page needs
    started.bin                     the memory of Python once it has started, made by `page_start.mjs`
    pyodide/                        Python for the browser, from the npm package of that name

The memory is not the same bytes each time, all else is. XLPOKER_LITE may name a folder in which npm
has put Pyodide already, as the tests have one.
"""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import TemporaryDirectory

from tools.release import ROOT, run
from xlpoker.hosts.calc import zipped
from xlpoker.hosts.lite import LICENCE, source_files

__all__ = ["PYODIDE", "page"]

PYODIDE = "314.0.7"
"""The version of the npm package."""
_PYODIDE_FILES = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "python_stdlib.zip",
    "pyodide-lock.json",
)
_FAILURE = "the page cannot be built"


def page() -> dict[str, bytes]:
    """Return all files of the page by their names."""
    files = {path.name: path.read_bytes() for path in sorted((ROOT / "docs" / "app").glob("*.*"))}
    files["euler54.xlsx"] = (ROOT / "workbooks" / "euler54.xlsx").read_bytes()
    modules = {"xlpoker/LICENSE": LICENCE} | source_files("xlpoker.hosts.page")
    files["modules.zip"] = zipped({name: text.encode() for name, text in modules.items()})
    with TemporaryDirectory() as folder:
        pyodide = _pyodide(Path(folder))
        sources = Path(folder) / "modules.zip"
        sources.write_bytes(files["modules.zip"])
        memory = Path(folder) / "started.bin"
        script = ROOT / "tools" / "page_start.mjs"
        run(_FAILURE, "node", *map(str, (script, pyodide, sources, memory)))
        files["started.bin"] = memory.read_bytes()
        for name in _PYODIDE_FILES:
            files[f"pyodide/{name}"] = (pyodide / name).read_bytes()
    return files


def _pyodide(folder: Path) -> Path:
    """Return the folder of the npm package, which npm puts into `folder` unless there is one."""
    ready = os.environ.get("XLPOKER_LITE")
    if ready and (Path(ready) / "node_modules" / "pyodide").is_dir():
        folder = Path(ready)
    else:
        command = ("npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", str(folder))
        run(_FAILURE, *command, f"pyodide@{PYODIDE}")
    return folder / "node_modules" / "pyodide"
