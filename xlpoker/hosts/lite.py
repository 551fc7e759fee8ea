"""The module to paste into xlwings Lite, whose Python has no xlpoker installed.

One module holds everything: the sources of xlpoker that the functions need, packed, an importer
that finds them in memory, and the import of the functions. So the host needs no index and no
network. xlwings has to be imported first: `xlpoker.udfs` takes its decorators from it.
"""

from __future__ import annotations

import ast
import base64
import functools
import json
import sys
import zlib
from pathlib import Path

import xlpoker
from xlpoker.functions import CATALOGUE

__all__ = ["LICENCE", "lite", "source_files", "sources"]

LICENCE = """\
MIT License

Copyright (c) 2026 The xlpoker authors

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.
"""
_PASTED = '''\
# xlpoker {version}: {names} for xlwings Lite,
# and buttons that score the open sheet.
# Made by `xlpoker excel lite`; change nothing here, make it anew. The tab requirements.txt: xlwings.
# The code in PACKED, {size:,} bytes of Python in {count} modules, is under this licence:
#
{licence}
import base64
import importlib.abc
import importlib.util
import json
import sys
import zlib

PACKED = """
{data}
"""


class XlpokerPacked(importlib.abc.MetaPathFinder, importlib.abc.InspectLoader):
    """Imports xlpoker from the sources in PACKED."""

    sources = json.loads(zlib.decompress(base64.b64decode(PACKED)))

    def find_spec(self, name, path=None, target=None):
        return importlib.util.spec_from_loader(name, self) if name in self.sources else None

    def is_package(self, name):
        return any(other.startswith(name + ".") for other in self.sources)

    def get_source(self, name):
        return self.sources[name]


for name in [name for name in sys.modules if name.partition(".")[0] == "xlpoker"]:
    del sys.modules[name]  # of an earlier run of this module
sys.meta_path[:] = [XlpokerPacked()] + [one for one in sys.meta_path if type(one).__name__ != "XlpokerPacked"]

import xlwings as xw  # first: the functions take their decorators from it

from xlpoker.udfs import (  # noqa: E402
{imports}
)
from xlpoker.hosts.lite_click import (  # noqa: E402
{scripts}
)
'''
SCRIPTS = ("count_wins", "poker_help", "remove_results", "score_this_sheet")
"""What Lite shows buttons for: the functions of `xlpoker.hosts.lite_click`."""


def sources(start: str = "xlpoker.udfs") -> dict[str, str]:
    """Return the sources of all modules that `start` needs, by the name of the module.

    Left out are modules that need a package such as NumPy when they are loaded.

    >>> packed = sources()
    >>> "xlpoker.odds.outs" in packed, "xlpoker.odds.all_boards" in packed
    (True, False)
    """
    root = Path(xlpoker.__file__).parent.parent
    source_by_module: dict[str, str] = {}
    available = {"xlpoker", *sys.stdlib_module_names}
    pending = [start]
    visited: set[str] = set()
    while pending:
        name = pending.pop()
        if name in visited:
            continue
        visited.add(name)
        path = _file_of(root, name)
        if path is None:
            continue
        source = path.read_text(encoding="utf-8")
        at_load, anywhere = _imports(source)
        if {top.partition(".")[0] for top in at_load} <= available:
            source_by_module[name] = source
            pending.append(name.rpartition(".")[0])
            pending += anywhere
            pending += [f"{name}.{imported}" for imported in anywhere]
    return dict(sorted(source_by_module.items()))


def source_files(*starts: str) -> dict[str, str]:
    """Return the sources of all modules that some modules need, by the paths of their files.

    >>> "xlpoker/functions/__init__.py" in source_files("xlpoker.functions")
    True
    """
    modules: dict[str, str] = {}
    for start in starts:
        modules |= sources(start)
    files: dict[str, str] = {}
    for name, source in modules.items():
        is_package = any(other.startswith(f"{name}.") for other in modules)
        path = name.replace(".", "/") + ("/__init__" if is_package else "")
        files[f"{path}.py"] = source
    return files


def _file_of(root: Path, module: str) -> Path | None:
    """Return the file of a module or package, or None where the name is neither."""
    folder = root.joinpath(*module.split("."))
    for path in (folder / "__init__.py", folder.with_suffix(".py")):
        if path.is_file():
            return path
    return None


@functools.cache
def _imports(source: str) -> tuple[list[str], list[str]]:
    """Return two lists: what a module imports when it is loaded, and what it imports anywhere.

    Of ``from a import b`` both a and a.b are listed. The second list also holds the modules that
    a registry `_MODULES` names. What is imported for type checkers only is in neither.

    >>> _imports("import re\\n_MODULES = ('own', 'mrt')\\ndef f():\\n    from a import b")
    (['re'], ['re', 'own', 'mrt', 'a', 'a.b'])
    """
    tree = ast.parse(source)
    at_load: list[str] = []
    anywhere: list[str] = []
    nodes: list[ast.AST] = [tree]
    for node in nodes:  # grows: statements at any depth, no expressions
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "_MODULES":
            anywhere += ast.literal_eval(node.value)
        names = _imported_names(node)
        anywhere += names
        if node in tree.body:
            at_load += names
        is_for_type_checkers = (
            isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        )
        if not is_for_type_checkers:
            children = ast.iter_child_nodes(node)
            nodes += [child for child in children if not isinstance(child, ast.expr)]
    return at_load, anywhere


def _imported_names(node: ast.AST) -> list[str]:
    """Return the modules that a statement imports; an empty list for any other statement."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom) and node.module:
        return [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
    return []


def lite() -> str:
    """Return main.py for xlwings Lite.

    >>> lite().splitlines()[0].partition(" for ")[2]
    'xlwings Lite,'
    """
    names = sorted(CATALOGUE)
    source_by_module = sources("xlpoker.udfs") | sources("xlpoker.hosts.lite_click")
    packed = base64.b64encode(zlib.compress(json.dumps(source_by_module).encode(), 9)).decode()
    packed_lines = [packed[start : start + 120] for start in range(0, len(packed), 120)]
    licence_lines = [f"# {line}".rstrip() for line in LICENCE.splitlines()]
    return _PASTED.format(
        version=xlpoker.__version__,
        names=", ".join(names),
        size=sum(len(source) for source in source_by_module.values()),
        count=len(source_by_module),
        licence="\n".join(licence_lines),
        data="\n".join(packed_lines),
        imports="\n".join(f"    {name}," for name in names),
        scripts="\n".join(f"    {name}," for name in SCRIPTS),
    )
