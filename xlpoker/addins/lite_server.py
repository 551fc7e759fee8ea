"""The module to paste into xlwings Lite and xlwings Server, whose Python has no xlpoker installed.

One module holds everything: the sources of xlpoker that the functions need and that need nothing else, packed, an
importer that finds them in memory, and the import of the functions. So the host needs no index and no network.
xlwings has to be imported first: `xlpoker.udfs` takes its decorators from it.
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

__all__ = ["LICENCE", "lite", "server", "sources"]

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
# xlpoker {version}: {names} for {host}.
# Made by `xlpoker excel {command}`; change nothing here, make it anew. {place}
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
'''


def sources(start: str = "xlpoker.udfs") -> dict[str, str]:
    """Return the sources of all modules that `start` needs, by name, without those that need a package such as NumPy.

    >>> found = sources()
    >>> "xlpoker.odds.outs" in found, "xlpoker.odds.all_boards" in found, "xlpoker.workbook.job" in found
    (True, False, False)
    """
    root = Path(xlpoker.__file__).parent.parent
    found: dict[str, str] = {}
    pending = [start]
    while pending:
        name = pending.pop()
        places = (
            root.joinpath(*name.split("."), "__init__.py"),
            root.joinpath(*name.split(".")).with_suffix(".py"),
        )
        path = next((path for path in places if path.is_file()), None)
        if path is None or name in found:
            continue
        text = path.read_text(encoding="utf-8")
        at_once, anywhere = _imports(text)
        if {top.partition(".")[0] for top in at_once} <= {"xlpoker", *sys.stdlib_module_names}:
            found[name] = text
            pending += [name.rpartition(".")[0], *anywhere, *(f"{name}.{one}" for one in anywhere)]
    return dict(sorted(found.items()))


@functools.cache
def _imports(text: str) -> tuple[list[str], list[str]]:
    """Return what a module imports when it is loaded, and what anywhere but for type checkers or by its registry `_MODULES`.

    >>> _imports("import re\\n_MODULES = ('own', 'mrt')\\ndef f():\\n    from a import b")
    (['re'], ['re', 'own', 'mrt', 'a', 'a.b'])
    """
    tree = ast.parse(text)
    nodes: list[ast.AST] = [tree]
    at_once, anywhere = [], []
    for node in nodes:  # statements alone, at any depth
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif (
            isinstance(node, ast.ImportFrom) and node.module
        ):  # of ``from a import b`` both a and a.b
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        elif isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "_MODULES":
            anywhere += ast.literal_eval(node.value)
        if not (isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"):
            nodes += [
                inner for inner in ast.iter_child_nodes(node) if not isinstance(inner, ast.expr)
            ]
        anywhere += names
        at_once += names if node in tree.body else []
    return at_once, anywhere


def lite() -> str:
    """Return main.py for xlwings Lite.

    >>> lite().splitlines()[0]
    '# xlpoker 0.1.0: BESTHAND, EQUITY, HANDNAME, HANDVAL, HOLDEM, OMAHA, OUTS, SHARES, WINNER for xlwings Lite.'
    """
    return _pasted("xlwings Lite", "lite", "The tab requirements.txt: xlwings.")


def server() -> str:
    """Return the module of custom functions of an xlwings Server."""
    return _pasted("xlwings Server", "server", "To be installed: xlwings-server.")


def _pasted(host: str, command: str, place: str) -> str:
    names, modules = sorted(CATALOGUE), sources()
    packed = base64.b64encode(zlib.compress(json.dumps(modules).encode(), 9)).decode()
    return _PASTED.format(
        version=xlpoker.__version__,
        names=", ".join(names),
        host=host,
        command=command,
        place=place,
        size=sum(map(len, modules.values())),
        count=len(modules),
        licence="\n".join(f"# {line}".rstrip() for line in LICENCE.splitlines()),
        data="\n".join(packed[at : at + 120] for at in range(0, len(packed), 120)),
        imports="\n".join(f"    {name}," for name in names),
    )
