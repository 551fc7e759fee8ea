"""A recorded Windows computer: registry, files and Pythons from `tests/data/windows.json`; files in `locked` are open in Excel."""
# ruff: noqa: D102 - the names are those of `xlpoker.hosts.windows.Windows`

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import xlpoker
from xlpoker.errors import BookError
from xlpoker.hosts.template import template_of

RECORDED = Path(__file__).parents[1] / "data" / "windows.json"
XLWINGS = Path(find_spec("xlwings").origin).parent
"""Its folder: to import it takes a second, for Matplotlib and NumPy."""
PYTHON = "C:\\Users\\Ann\\poker\\.venv\\Scripts\\python.exe"


class Recorded:
    """The computer of the record; what is written stays in `files`."""

    def __init__(self, **changed: Any) -> None:
        record = json.loads(RECORDED.read_text(encoding="utf-8")) | changed
        self.platform: str = record["platform"]
        self.python: str = record["python"]
        self.startup: str = record["startup"]
        self.values: dict[str, Any] = record["registry"]
        self.files: dict[str, bytes] = {
            path: text.encode() for path, text in record["files"].items()
        }
        self.pythons: dict[str, dict[str, Any]] = record["pythons"]
        for found in self.pythons.values():
            if found.get("xlpoker") == "this":
                found["xlpoker"] = xlpoker.__version__
        self.locked: set[str] = set()
        self.xlwings = "0.37.8"

    def registry(self, key: str, name: str) -> Any:
        return self.values.get(f"{key}|{name}")

    def read(self, path: str) -> bytes | None:
        return self.files.get(path)

    def write(self, path: str, content: bytes | None) -> None:
        if path in self.locked:
            raise BookError(f"cannot write {path}: Permission denied; close Excel and try again")
        self.files.pop(path, None)
        if content is not None:
            self.files[path] = content

    def probe(self, python: str) -> dict[str, Any]:
        return self.pythons.get(python, {})

    def template(self) -> tuple[str, bytes]:
        return self.xlwings, template_of(XLWINGS)
