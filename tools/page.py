"""The web page of `docs/app`, built: ``python -m tools.release --page FOLDER``.

The folder holds everything that the page loads, so that it needs no other server::

    index.html, app.js ...          docs/app
    euler54.xlsx                    the example
    wheels/                         our modules that the page needs, openpyxl, et_xmlfile
    pyodide/                        Python for the browser, from the npm package of that name

XLPOKER_LITE may name a folder in which npm has put Pyodide already, as the tests have one.
"""

from __future__ import annotations

import base64
import hashlib
import importlib.metadata
import os
import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

import xlpoker
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
_PAGE_FILES = ("index.html", "app.js", "app.css", "glue.py")
_METADATA = "Metadata-Version: 2.1\nName: xlpoker\nVersion: {version}\nLicense: MIT\n"
_WHEEL = "Wheel-Version: 1.0\nGenerator: tools.page\nRoot-Is-Purelib: true\nTag: py3-none-any\n"


def page() -> dict[str, bytes]:
    """Return all files of the page by their names."""
    files = {name: (ROOT / "docs" / "app" / name).read_bytes() for name in _PAGE_FILES}
    files["euler54.xlsx"] = (ROOT / "workbooks" / "euler54.xlsx").read_bytes()
    wheels = {"xlpoker.whl": our_wheel()}
    wheels |= {f"{name}.whl": installed_wheel(name) for name in _DISTRIBUTIONS}
    files |= {f"wheels/{name}": content for name, content in wheels.items()}
    files |= {f"pyodide/{name}": content for name, content in pyodide_files().items()}
    return files


def our_wheel() -> bytes:
    """Return a wheel of those modules that the page needs, without any other."""
    modules = sources("xlpoker.hosts.page")
    parts = {}
    for name, source in modules.items():
        is_package = any(other.startswith(f"{name}.") for other in modules)
        path = name.replace(".", "/") + ("/__init__" if is_package else "")
        parts[f"{path}.py"] = source.encode()
    version = xlpoker.__version__
    folder = f"xlpoker-{version}.dist-info"
    parts[f"{folder}/METADATA"] = _METADATA.format(version=version).encode()
    parts[f"{folder}/WHEEL"] = _WHEEL.encode()
    parts[f"{folder}/LICENSE"] = LICENCE.encode()
    record = [f"{name},sha256={_digest(part)},{len(part)}" for name, part in parts.items()]
    parts[f"{folder}/RECORD"] = "\n".join([*record, f"{folder}/RECORD,,", ""]).encode()
    return zipped(parts)


def _digest(content: bytes) -> str:
    """Return a SHA-256 as the record of a wheel has it."""
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()


def installed_wheel(name: str) -> bytes:
    """Return an installed package of pure Python, packed with what describes it."""
    parts = {}
    for file in importlib.metadata.files(name) or ():
        path = Path(str(file.locate()))
        is_source = file.suffix == ".py" or file.name in ("METADATA", "LICENCE.rst", "LICENSE")
        if is_source and path.is_file():
            parts[file.as_posix()] = path.read_bytes()
    if not parts:
        raise BookError(f"{name} is not installed as a package; pip install {name}")
    return zipped(dict(sorted(parts.items())))


def pyodide_files() -> dict[str, bytes]:
    """Return the files of Pyodide, which npm fetches unless they are there."""
    kept = os.environ.get("XLPOKER_LITE")
    if kept and (Path(kept) / "node_modules" / "pyodide").is_dir():
        return _files_of(Path(kept))
    if shutil.which("npm") is None:
        raise BookError("npm is not installed; the page needs Pyodide from it")
    with TemporaryDirectory() as folder:
        command = ["npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", folder]
        done = subprocess.run(
            [*command, f"pyodide@{PYODIDE}"], capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise BookError(
                f"npm cannot fetch Pyodide: {(done.stderr or done.stdout).strip()[-300:]}"
            )
        return _files_of(Path(folder))


def _files_of(folder: Path) -> dict[str, bytes]:
    """Return what the page loads of the npm package in a folder."""
    package = folder / "node_modules" / "pyodide"
    return {name: (package / name).read_bytes() for name in _PYODIDE_FILES}
