"""The extension for LibreOffice Calc: a component in Python that hands each formula's arguments to the catalogue.

The extension (.oxt, a zip archive) holds::

    description.xml          its name, version, and from which LibreOffice on it runs
    META-INF/manifest.xml    what the files are
    functions.idl            the functions as methods; every argument is `any`, so it may be a cell, a range or left out
    component.py             the object behind the interface: names, help and category come from the catalogue
    pythonpath/              those modules of xlpoker that the functions need, none of which needs another package

LibreOffice runs it with a Python of its own, so nothing has to be installed there. A range arrives as a tuple of tuples, a
single cell as itself, an argument left out as None, a blank cell of a range as an empty text; `xlpoker.blocks` knows them
all. A cell with an error never arrives: Calc shows the error instead of calling. Hands are arguments of their own, 22 at most: for
a sequence ("any number") Calc would call once for each cell of an array formula, each time with whole blocks.
"""

from __future__ import annotations

import io
import zipfile

import xlpoker
from xlpoker.addins.lite_server import sources
from xlpoker.functions import CATALOGUE, Function

__all__ = ["IDENTIFIER", "OLDEST", "SERVICE", "build"]

IDENTIFIER = "org.xlpoker.calc"
SERVICE = "org.xlpoker.Functions"
OLDEST = (7, 4)
"""From this LibreOffice on the extension runs; formulas in .xlsx files are understood from 25.2 on."""

PLAYERS = 22
"""The most hands of one formula: more players do not get two cards each and a board."""

_DESCRIPTION = """<?xml version="1.0" encoding="UTF-8"?>
<description xmlns="http://openoffice.org/extensions/description/2006" xmlns:d="http://openoffice.org/extensions/description/2006"
 xmlns:l="http://libreoffice.org/extensions/description/2011">
<identifier value="{identifier}"/><version value="{version}"/>
<display-name><name lang="en">xlpoker: poker hands in Calc</name></display-name>
<dependencies><l:LibreOffice-minimal-version value="{oldest}" d:name="LibreOffice {oldest}"/></dependencies>
</description>
"""
_MANIFEST = """<?xml version="1.0" encoding="UTF-8"?>
<manifest:manifest xmlns:manifest="http://openoffice.org/2001/manifest">
<manifest:file-entry manifest:media-type="application/vnd.sun.star.uno-typelibrary;type=RDB" manifest:full-path="functions.idl"/>
<manifest:file-entry manifest:media-type="application/vnd.sun.star.uno-component;type=Python" manifest:full-path="component.py"/>
</manifest:manifest>
"""
_COMPONENT = '''\
"""The functions of xlpoker for LibreOffice Calc; written by `xlpoker calc build`, change nothing here."""

import gc
from itertools import chain

import unohelper
from com.sun.star.lang import Locale, XServiceName
from com.sun.star.sheet import LocalizedName, XAddIn, XCompatibilityNames
from org.xlpoker import XFunctions

from xlpoker.functions import CATALOGUE, call

SERVICE = "org.xlpoker.Functions"
ARGUMENTS = {arguments}


def shown(name, *given):
    """Return the result of a function as rows of cells, without the omitted hands at the end."""
    while given and given[-1] is None:
        given = given[:-1]
    gc.disable()  # nothing of a block is in a circle; to look for one takes a third as long as the answer
    try:
        answer = call(name, *given)
        return tuple(zip(*[chain.from_iterable(answer)] * len(answer[0]))) if isinstance(answer, list) else ((answer,),)
    finally:
        gc.enable()


class Functions(unohelper.Base, XFunctions, XAddIn, XCompatibilityNames, XServiceName):
    """The add-in: LibreOffice asks for names, arguments and help, then calls the methods."""

    def __init__(self, context):
        self.locale = Locale("en", "US", "")

    def getProgrammaticFuntionName(self, name):
        return name.lower() if name.upper() in CATALOGUE else ""

    def getDisplayFunctionName(self, name):
        return name.upper()

    def getFunctionDescription(self, name):
        return CATALOGUE[name.upper()].help

    def getDisplayArgumentName(self, name, place):
        return ARGUMENTS[name.upper()][place][0]

    def getArgumentDescription(self, name, place):
        return ARGUMENTS[name.upper()][place][1]

    def getProgrammaticCategoryName(self, name):
        return "Add-In"

    getDisplayCategoryName = getProgrammaticCategoryName

    def getCompatibilityNames(self, name):
        return (LocalizedName(Locale("en", "US", ""), name.upper()),)

    def setLocale(self, locale):
        self.locale = locale

    def getLocale(self):
        return self.locale

    def getServiceName(self):
        return SERVICE


for one in CATALOGUE:
    setattr(Functions, one.lower(), lambda _, *given, name=one: shown(name, *given))

g_ImplementationHelper = unohelper.ImplementationHelper()
g_ImplementationHelper.addImplementation(Functions, SERVICE, (SERVICE, "com.sun.star.sheet.AddIn"))
'''


def _parameters(function: Function) -> list[tuple[str, str]]:
    """Return names and help of the parameters, as many as may be given."""
    *rest, last = ((argument.name, argument.help) for argument in function.arguments)
    if function.arguments[-1].repeats:
        return rest + [(f"{last[0].removesuffix('s')}{number}", last[1]) for number in range(1, PLAYERS + 1)]
    return [*rest, last]


def interface() -> str:
    """Return the functions as methods of an interface.

    >>> print(interface().splitlines()[1])
    sequence< sequence< any > > handval([in] any cards, [in] any scale, [in] any jokers);
    """
    methods = ["module org { module xlpoker { interface XFunctions {"]
    for function in CATALOGUE.values():
        given = ", ".join(f"[in] any {name}" for name, _ in _parameters(function))
        methods.append(f"sequence< sequence< any > > {function.name.lower()}({given});")
    return "\n".join([*methods, "}; }; };\n"])


def component() -> str:
    """Return the Python module with the object behind the interface."""
    arguments = {name: _parameters(function) for name, function in CATALOGUE.items()}
    return _COMPONENT.replace("{arguments}", repr(arguments))


def build() -> bytes:
    """Return the extension, the same bytes whenever it is made."""
    oldest = ".".join(map(str, OLDEST))
    parts = {
        "description.xml": _DESCRIPTION.format(identifier=IDENTIFIER, version=xlpoker.__version__, oldest=oldest),
        "META-INF/manifest.xml": _MANIFEST,
        "functions.idl": interface(),
        "component.py": component(),
    }
    modules = sources("xlpoker.functions")
    for name, text in modules.items():
        inner = any(other.startswith(f"{name}.") for other in modules)
        parts[f"pythonpath/{name.replace('.', '/')}{'/__init__' if inner else ''}.py"] = text
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(zipfile.ZipInfo(name, (2000, 1, 1, 0, 0, 0)), content, zipfile.ZIP_DEFLATED)
    return made.getvalue()
