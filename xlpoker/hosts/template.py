"""The add-in xlpoker.xlam, made from the template for add-ins that comes with xlwings.

The template holds xlwings' VBA code and a sheet ``_myaddin.conf`` with a list of settings. Its code
looks for its settings in a sheet of the add-in named ``myaddin.conf``. So the underscore is taken
away, and the Python and the module are written there. The add-in needs no other setting and serves
every workbook (plain .xlsx too). It does not depend on what other projects write into xlwings.conf.
The folder of the active workbook is kept out of Python's path. A file there could take the place of
a module, and for workbooks on OneDrive the folder is not always found.

The functions are one more VBA module: a VBA function for each of the catalogue, which passes its
arguments to Python. Help of their arguments and their category are in the workbook part. The tab with the buttons is a part of its
own and a second module, `xlpoker.hosts.ribbon`. Nothing else of the template is touched, and no
Excel is needed.

The module is the one that *Import Functions* of xlwings would write, with three differences:

- Ranges are handed over by their values (`VALUES`), without workbook and caller. From a Range
  xlwings reads the same values, and asks Excel twenty times more for what these functions never
  use. With `Value` dates stay dates and errors errors, as there. Arguments are `ByVal`, so that
  this changes no variable of a caller in VBA.
- Errors are caught from the first line on, since reading the values can fail.
- The help that Excel would be told by a call, and refuses for an add-in, stands in the text: the
  description, and the number of the category.
"""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from xml.sax.saxutils import escape, unescape

from xlpoker.errors import BookError
from xlpoker.files import compound_file
from xlpoker.functions import CATALOGUE, Argument, Function
from xlpoker.hosts.ribbon import PART, RELATION, RIBBON, custom_ui, procedures
from xlpoker.hosts.vba import with_module

__all__ = [
    "CATEGORY",
    "MODULE",
    "NAME",
    "filled",
    "members",
    "python_in",
    "template_of",
    "wrappers",
]

MODULE = "xlpoker.udfs"
NAME = "xlwings_udfs"
CATEGORY = 19
"""The number of the functions' own category: Excel has 19, numbered from 0."""
VALUES = "    If IsObject({0}) Then {0} = {0}.Value"

_FUNCTION = """\
Function {name}({parameters})
Attribute {name}.VB_Description = "{help}"
Attribute {name}.VB_ProcData.VB_Invoke_Func = " \\n{category}"
    #If App = "Microsoft Excel" Then
        If TypeOf Application.Caller Is Range Then On Error GoTo failed
    #End If
{prepared}
    {name} = XLPy.CallUDF("{module}", "{name}", {arguments})
    Exit Function
failed:
    {name} = Err.Description
End Function

"""
_REPEATED = """\
    Dim argsArray() As Variant
    argsArray = Array({fixed})
    ReDim Preserve argsArray(0 to UBound({last}) - LBound({last}) + {count})
    For k = LBound({last}) To UBound({last})
    argsArray({count} + k - LBound({last})) = {last}(k)
    Next k"""
_SHEET = "xl/worksheets/sheet1.xml"
_STRINGS = "xl/sharedStrings.xml"
_BOOK = "xl/workbook.xml"
_PROJECT = "xl/vbaProject.bin"
_RELATIONS = "_rels/.rels"
_GROUPS = (
    f'<functionGroups builtInGroupCount="{CATEGORY}">'
    '<functionGroup name="xlpoker"/></functionGroups>'
)
_EXTENSION = (
    '<ext uri="{{8193D73E-4604-4355-AFF4-8A2333D13BE4}}"'
    ' xmlns:x14="http://schemas.microsoft.com/office/spreadsheetml/2009/9/main">'
    "<x14:definedNames>{}</x14:definedNames></ext>"
)
"""Category and help of arguments are written as in an add-in that Excel saved.

docs/addin.md says in which one.
"""


def template_of(package: Path) -> bytes:
    """Return the template for add-ins of an installed xlwings.

    Raises `BookError` where the package has none.
    """
    try:
        return (package / "quickstart_addin.xlam").read_bytes()
    except OSError as error:
        raise BookError(
            f"no template for add-ins in {package}: {error.strerror}; pip install --upgrade xlwings"
        ) from None


def filled(template: bytes, interpreter: str) -> bytes:
    """Return the add-in: the template with its settings switched on, and with the functions.

    `interpreter` is the path of the Python that Excel is to start. Raises `BookError` when the
    template is not as expected, as in an xlwings version that was not tried.
    """
    try:
        return _filled(template, interpreter)
    except (BookError, zipfile.BadZipFile, KeyError) as error:
        reason = f"it has no part {error}" if isinstance(error, KeyError) else error
        raise BookError(
            f"the template for add-ins of this xlwings is not as expected: {reason}"
        ) from None


def members(addin: bytes) -> dict[str, bytes]:
    """Return the parts of an add-in by their names, empty for any other file."""
    try:
        with zipfile.ZipFile(io.BytesIO(addin)) as opened:
            return {name: opened.read(name) for name in opened.namelist()}
    except (zipfile.BadZipFile, zlib.error):
        return {}


def python_in(parts: Mapping[str, bytes]) -> str:
    """Return the Python that an add-in starts, from its parts.

    That is the first setting with a value, or an empty text.
    """
    sheet = parts.get(_SHEET, b"").decode("utf-8", "replace")
    setting = re.search(r"<is><t>([^<]*)</t></is>", sheet)
    return unescape(setting[1]) if setting else ""


def _filled(template: bytes, interpreter: str) -> bytes:
    with zipfile.ZipFile(io.BytesIO(template)) as source:
        infos = source.infolist()
        parts = {info.filename: source.read(info) for info in infos}
    if any("vbaProjectSignature" in name for name in parts):
        raise BookError("its VBA project is signed")
    parts[_SHEET] = _sheet_of_settings(parts, interpreter)
    parts[_BOOK] = _book_with_help(parts[_BOOK])
    parts[_PROJECT] = _project_with_modules(parts[_PROJECT])
    parts[_RELATIONS] = _relations_with_tab(parts[_RELATIONS])
    addin = io.BytesIO()
    with zipfile.ZipFile(addin, "w", zipfile.ZIP_DEFLATED) as target:
        for info in infos:
            target.writestr(info, parts[info.filename])
        target.writestr(_part_of_tab(), custom_ui())
    return addin.getvalue()


def _sheet_of_settings(parts: Mapping[str, bytes], interpreter: str) -> bytes:
    """Return the sheet of settings with the Python and the module."""
    strings = re.findall(r"<si><t[^<>]*>([^<]*)</t></si>", parts[_STRINGS].decode())
    sheet = parts[_SHEET].decode()
    sheet = _with_value(sheet, strings, "Interpreter_Win", interpreter)
    sheet = _with_value(sheet, strings, "UDF Modules", MODULE)
    return _with_setting(sheet, "ADD_WORKBOOK_TO_PYTHONPATH", "False").encode()


def _book_with_help(part: bytes) -> bytes:
    """Return the workbook part with the settings switched on, the category and the help."""
    book = _once(part.decode(), 'name="_myaddin.conf"', 'name="myaddin.conf"')
    book = _once(book, "</sheets>", f"</sheets>{_GROUPS}")
    return _once(book, "<extLst>", f"<extLst>{_argument_help()}").encode()


def _project_with_modules(project: bytes) -> bytes:
    """Return the VBA project with two more modules: the functions, and what the buttons do."""
    streams = compound_file.read(project)
    for name, text in ((NAME, wrappers()), (RIBBON, procedures())):
        streams = with_module(streams, name, text.replace("\n", "\r\n"))
    return compound_file.write(streams)


def _relations_with_tab(part: bytes) -> bytes:
    """Return the relations of the package, with the one to the part that describes the tab."""
    relations = part.decode()
    if "extensibility" in relations:
        raise BookError("it has a ribbon of its own")
    return _once(relations, "</Relationships>", f"{RELATION}</Relationships>").encode()


def _part_of_tab() -> zipfile.ZipInfo:
    """Return the entry of the archive for the tab, of a fixed date: the same bytes each time."""
    part = zipfile.ZipInfo(PART, (1980, 1, 1, 0, 0, 0))
    part.compress_type = zipfile.ZIP_DEFLATED
    return part


def _argument_help() -> str:
    """Return the extension of the workbook part with a sentence for each argument."""
    names = ""
    for entry in CATALOGUE.values():
        descriptions = ""
        for index, argument in enumerate(entry.arguments):
            descriptions += f'<x14:argumentDescription index="{index}">'
            descriptions += f"{escape(argument.help)}</x14:argumentDescription>"
        names += f'<x14:definedName name="{entry.name}">'
        names += f'<x14:argumentDescriptions count="{len(entry.arguments)}">{descriptions}'
        names += "</x14:argumentDescriptions></x14:definedName>"
    return _EXTENSION.format(names)


def _with_value(sheet: str, strings: list[str], name: str, value: str) -> str:
    """Return the sheet of settings with a value in column B beside a name in column A."""
    index = strings.index(name) if name in strings else -1
    cell = re.search(rf'<c r="A(\d+)"([^>]*) t="s"><v>{index}</v></c>', sheet)
    if cell is None:
        raise BookError(f"there is no setting {name}")
    row, style = cell[1], cell[2]
    return sheet.replace(cell[0], cell[0] + _text(f"B{row}", value, style))


def _with_setting(sheet: str, name: str, value: str) -> str:
    """Return the sheet with one more row.

    The VBA code reads the settings down to the first blank cell of column A.
    """
    last = len(re.findall(r'<c r="A\d+"[^<>]* t="s">', sheet))
    new = last + 1
    last_rows = re.findall(rf'<row r="{last}".*?</row>', sheet)
    if len(last_rows) != 1 or f'<row r="{new}"' in sheet:
        raise BookError("the settings are not in the first rows")
    row = f'<row r="{new}">{_text(f"A{new}", name)}{_text(f"B{new}", value)}</row>'
    return sheet.replace(last_rows[0], last_rows[0] + row)


def _text(cell: str, value: str, style: str = "") -> str:
    return f'<c r="{cell}"{style} t="inlineStr"><is><t>{escape(value)}</t></is></c>'


def _once(text: str, old: str, new: str) -> str:
    """Return a text with one replacement; raise `BookError` where it is not the only one."""
    if text.count(old) != 1:
        raise BookError(f"{old} is missing")
    return text.replace(old, new)


def wrappers() -> str:
    """Return the text of the module.

    >>> wrappers().splitlines()[3]
    'Function BESTHAND(ByVal cards, Optional ByVal board)'
    """
    head = (
        f'Attribute VB_Name = "{NAME}"\n'
        "'Autogenerated code by xlpoker"
        " - changes will be lost with the next xlpoker excel install!\n"
        '#Const App = "Microsoft Excel" \'Adjust when using outside of Excel\n'
    )
    return head + "".join(_wrapper(CATALOGUE[name]) for name in sorted(CATALOGUE))


def _wrapper(function: Function) -> str:
    """Return the VBA function that passes its arguments to Python."""
    fixed = [argument.name for argument in function.arguments if not argument.repeats]
    prepared = [VALUES.format(name) for name in fixed]
    arguments = f"Array({', '.join(fixed)})"
    last = function.arguments[-1]
    if last.repeats:  # a ParamArray: VBA's "=" takes the values of a Range by itself
        repeated = _REPEATED.format(fixed=", ".join(fixed), last=last.name, count=len(fixed))
        prepared.append(repeated)
        arguments = "argsArray"
    parameters = [_parameter(argument) for argument in function.arguments]
    return _FUNCTION.format(
        name=function.name,
        parameters=", ".join(parameters),
        help=function.help.replace('"', '""'),
        prepared="\n".join(prepared),
        category=CATEGORY,
        module=MODULE,
        arguments=arguments,
    )


def _parameter(argument: Argument) -> str:
    """Return the declaration of an argument in VBA."""
    if argument.repeats:
        return f"ParamArray {argument.name}()"
    optional = "Optional " if argument.optional else ""
    return f"{optional}ByVal {argument.name}"
