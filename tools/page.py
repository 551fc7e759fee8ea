"""The web page of `docs/app`, built: ``python -m tools.release --page FOLDER``.

The folder holds everything that the page loads, so that it needs no other server::

    index.html, app.js ...          docs/app
    euler54.xlsx                    the example
    modules.zip                     our modules that the page needs, openpyxl, et_xmlfile; compiled
    started.bin                     the memory of Python once it has started
    pyodide/                        Python for the browser, from the npm package of that name

`page_start.mjs` makes the two in the middle. The memory is not the same bytes each time, all else is.
XLPOKER_LITE may name a folder in which npm has put Pyodide already, as the tests have one.
"""

from __future__ import annotations

import importlib.metadata
import os
import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from xlpoker.errors import BookError
from xlpoker.hosts.calc import zipped
from xlpoker.hosts.lite import LICENCE, sources

__all__ = ["PYODIDE", "page"]

ROOT = Path(__file__).parent.parent
PYODIDE = "314.0.7"
"""The version of the npm package."""
_PYODIDE_FILES = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "python_stdlib.zip",
    "pyodide-lock.json",
)
_DISTRIBUTIONS = ("openpyxl", "et_xmlfile")
_LICENCES = ("LICENCE.rst", "LICENSE")
_PAGE_FILES = ("index.html", "app.js", "app.css", "glue.py")
_START_FILES = ("modules.zip", "started.bin")


def page() -> dict[str, bytes]:
    """Return all files of the page by their names."""
    files = {name: (ROOT / "docs" / "app" / name).read_bytes() for name in _PAGE_FILES}
    files["euler54.xlsx"] = (ROOT / "workbooks" / "euler54.xlsx").read_bytes()
    with TemporaryDirectory() as folder:
        pyodide = _pyodide(Path(folder))
        files |= _started(pyodide, Path(folder))
        for name in _PYODIDE_FILES:
            files[f"pyodide/{name}"] = (pyodide / name).read_bytes()
    return files


def _started(pyodide: Path, folder: Path) -> dict[str, bytes]:
    """Return the modules and the memory of Python, made in a folder."""
    modules = folder / "sources.zip"
    modules.write_bytes(zipped(our_sources() | others_sources()))
    workbook = ROOT / "workbooks" / "layouts" / "bad-rows.xlsx"
    script = ROOT / "tools" / "page_start.mjs"
    _run("node", str(script), str(pyodide), str(modules), str(workbook), str(folder))
    return {name: (folder / name).read_bytes() for name in _START_FILES}


def our_sources() -> dict[str, bytes]:
    """Return those modules that the page needs, without any other, and the licence."""
    modules = sources("xlpoker.hosts.page")
    parts = {"xlpoker/LICENSE": LICENCE.encode()}
    for name, source in modules.items():
        is_package = any(other.startswith(f"{name}.") for other in modules)
        path = name.replace(".", "/") + ("/__init__" if is_package else "")
        parts[f"{path}.py"] = source.encode()
    return parts


def others_sources() -> dict[str, bytes]:
    """Return the modules of the packages of others that the page needs, and their licences."""
    parts: dict[str, bytes] = {}
    for name in _DISTRIBUTIONS:
        for file in importlib.metadata.files(name) or ():
            path = Path(str(file.locate()))
            is_needed = file.suffix == ".py" or file.name in _LICENCES
            if is_needed and path.is_file():
                parts[file.as_posix()] = path.read_bytes()
    if not any(part.startswith("openpyxl/") for part in parts):
        raise BookError("openpyxl is not installed as a package; pip install openpyxl")
    return dict(sorted(parts.items()))


def _pyodide(folder: Path) -> Path:
    """Return the folder of the npm package, which npm puts into `folder` unless there is one."""
    ready = os.environ.get("XLPOKER_LITE")
    if ready and (Path(ready) / "node_modules" / "pyodide").is_dir():
        folder = Path(ready)
    else:
        command = ("npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", str(folder))
        _run(*command, f"pyodide@{PYODIDE}")
    return folder / "node_modules" / "pyodide"


def _run(program: str, *words: str) -> None:
    """Run a program; raise `BookError` with the end of what it says where it fails."""
    if shutil.which(program) is None:
        raise BookError(f"{program} is not installed; the page needs Node and npm to be built")
    done = subprocess.run([program, *words], capture_output=True, text=True, check=False)
    if done.returncode:
        raise BookError(f"{program} fails: {(done.stderr or done.stdout).strip()[-500:]}")
