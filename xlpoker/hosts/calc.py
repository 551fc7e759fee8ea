"""The extension for LibreOffice Calc: a component in Python that calls the catalogue.

The extension (.oxt, a zip archive) holds::

    description.xml          its name, version, publisher, and from which LibreOffice on it runs
    description_en.txt, ...  what it is, in English and German; beside them the licence and the icon
    META-INF/manifest.xml    what the files are
    functions.idl            the functions as methods; an argument that may be left out is `any`,
                             the others are rows of cells
    component.py             the object behind the interface: names, help and category come from
                             the catalogue
    clicks.py                the object behind the menu (`xlpoker.hosts.calc_menu`)
    Addons.xcu, ...          the menu and the toolbar
    pythonpath/              those modules of xlpoker that functions and menu need, none of which
                             needs another package

LibreOffice runs it with a Python of its own, so nothing has to be installed there. A range arrives as a
tuple of tuples, and so does a single cell where the argument is needed. An argument left out arrives as
None, a blank cell of a range as an empty text. `xlpoker.functions.arguments` knows them all. A cell with an
error never arrives: Calc shows the error instead of calling. Hands are arguments of their own, 22 at most:
for a sequence ("any number") Calc would call once for each cell of an array formula, each time with whole
blocks.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping

import xlpoker
from xlpoker.functions import CATALOGUE, Function
from xlpoker.hosts.calc_menu import NEEDS, menu_parts
from xlpoker.hosts.lite import LICENCE, source_files

__all__ = ["IDENTIFIER", "OLDEST", "SERVICE", "build", "zipped"]

IDENTIFIER = "org.xlpoker.calc"
SERVICE = "org.xlpoker.Functions"
OLDEST = (7, 4)
"""The first LibreOffice that runs the extension; formulas in .xlsx it understands from 25.2 on."""

PLAYERS = 22
"""The most hands of one formula: more players do not get two cards each and a board."""
NEEDED = 2
"""The least hands of a formula that compares them."""

_DESCRIPTION = """<?xml version="1.0" encoding="UTF-8"?>
<description xmlns="http://openoffice.org/extensions/description/2006" xmlns:d="http://openoffice.org/extensions/description/2006"
 xmlns:l="http://libreoffice.org/extensions/description/2011" xmlns:x="http://www.w3.org/1999/xlink">
<identifier value="{identifier}"/><version value="{version}"/>
<dependencies><l:LibreOffice-minimal-version value="{oldest}" d:name="LibreOffice {oldest}"/></dependencies>
<publisher><name x:href="{address}" lang="en">The xlpoker authors</name></publisher>
<display-name><name lang="en">xlpoker: poker hands in Calc</name><name lang="de">xlpoker: Pokerhände in Calc</name></display-name>
<extension-description><src x:href="description_en.txt" lang="en"/><src x:href="description_de.txt" lang="de"/></extension-description>
<icon><default x:href="icon.svg"/></icon>
<registration><simple-license accept-by="user" default-license-id="mit" suppress-on-update="true">
<license-text x:href="LICENSE" lang="en" license-id="mit"/></simple-license></registration>
{update}</description>
"""
_UPDATE = '<update-information><src x:href="{address}/releases/latest/download/xlpoker.update.xml"/></update-information>\n'
_TEXTS = {
    "description_en.txt": "Exact poker hands, winners, pot shares and odds as functions of Calc: {names}. Hands of one to nine "
    "cards, jokers, hold'em and Omaha; blocks as array formulas. Nothing else has to be installed.\n",
    "description_de.txt": "Pokerhände, Gewinner, Anteile am Pot und Gewinnchancen als Funktionen von Calc, exakt: {names}. Hände aus "
    "einer bis neun Karten, Joker, Hold'em und Omaha; Blöcke als Matrixformeln. Nichts weiter muss installiert werden.\n",
}
_ICON = """<svg xmlns="http://www.w3.org/2000/svg" width="42" height="42"><rect width="42" height="42" rx="6" fill="#1b6e3c"/>
<path fill="#fff" d="M21 6c4 7 13 11 13 18a6.5 6.5 0 0 1-11.5 4c.3 3 1.5 5 3.5 7H16c2-2 3.200-4 3.5-7A6.5 6.5 0 0 1 8 24c0-7 9-11 13-18z"/></svg>
"""
_MANIFEST = """<?xml version="1.0" encoding="UTF-8"?>
<manifest:manifest xmlns:manifest="http://openoffice.org/2001/manifest">
<manifest:file-entry manifest:media-type="application/vnd.sun.star.uno-typelibrary;type=RDB" manifest:full-path="functions.idl"/>
<manifest:file-entry manifest:media-type="application/vnd.sun.star.uno-component;type=Python" manifest:full-path="component.py"/>
{menu}</manifest:manifest>
"""
_ENTRY = '<manifest:file-entry manifest:media-type="{kind}" manifest:full-path="{name}"/>\n'
_KINDS = {
    "py": "application/vnd.sun.star.uno-component;type=Python",
    "xcu": "application/vnd.sun.star.configuration-data",
}
"""The types of files in the manifest, by the ends of their names."""
_COMPONENT = '''\
"""The functions of xlpoker for LibreOffice Calc; written by `xlpoker.hosts.calc`, change nothing here."""

import gc
import sys
from itertools import chain

{needs}

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


def _parameters(function: Function) -> list[tuple[str, str, str]]:
    """Return names, help and types of the parameters, as many as may be given."""
    parameters: list[tuple[str, str, str]] = []
    for argument in function.arguments:
        names = [argument.name]
        if argument.repeats:
            stem = argument.name.removesuffix("s")
            names = [f"{stem}{number}" for number in range(1, PLAYERS + 1)]
        for index, name in enumerate(names):
            is_optional = argument.optional or index >= NEEDED
            kind = "any" if is_optional else "sequence< sequence< any > >"
            parameters.append((name, argument.help, kind))
    return parameters


def interface() -> str:
    """Return the functions as methods of an interface.

    >>> print(interface().splitlines()[2])
    sequence< sequence< any > > handname([in] sequence< sequence< any > > cards, [in] any style);
    """
    methods = ["module org { module xlpoker { interface XFunctions {"]
    for function in CATALOGUE.values():
        parameters = [f"[in] {kind} {name}" for name, _, kind in _parameters(function)]
        name = function.name.lower()
        methods.append(f"sequence< sequence< any > > {name}({', '.join(parameters)});")
    return "\n".join([*methods, "}; }; };\n"])


def component() -> str:
    """Return the Python module with the object behind the interface."""
    arguments = {name: _parameters(function) for name, function in CATALOGUE.items()}
    return _COMPONENT.replace("{arguments}", repr(arguments)).replace("{needs}", NEEDS)


def build() -> bytes:
    """Return the extension, the same bytes whenever it is made."""
    address = xlpoker.__repository__
    description = _DESCRIPTION.format(
        identifier=IDENTIFIER,
        version=xlpoker.__version__,
        oldest=".".join(map(str, OLDEST)),
        address=address,
        update=_UPDATE.format(address=address) if address else "",
    )
    menu = menu_parts()
    entries = "".join(
        _ENTRY.format(kind=_KINDS[name.rpartition(".")[2]], name=name) for name in menu
    )
    parts = {"description.xml": description}
    for name, text in _TEXTS.items():
        parts[name] = text.format(names=", ".join(CATALOGUE))
    parts |= {
        "LICENSE": LICENCE,
        "icon.svg": _ICON,
        "META-INF/manifest.xml": _MANIFEST.format(menu=entries),
        "functions.idl": interface(),
        "component.py": component(),
        **menu,
    }
    for path, source in source_files("xlpoker.functions", "xlpoker.hosts.calc_click").items():
        parts[f"pythonpath/{path}"] = source
    return zipped({name: text.encode() for name, text in parts.items()})


def zipped(parts: Mapping[str, bytes]) -> bytes:
    """Return a zip archive, the same bytes whenever and on whatever system it is made."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as target:
        for name, content in parts.items():
            member = zipfile.ZipInfo(name, (2000, 1, 1, 0, 0, 0))
            member.create_system = 3  # Unix
            member.external_attr = 0o644 << 16
            target.writestr(member, content, zipfile.ZIP_DEFLATED)
    return archive.getvalue()
