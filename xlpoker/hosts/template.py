"""The add-in xlpoker.xlam, made from the template for add-ins that comes with xlwings.

The template holds xlwings' VBA code and a sheet ``_myaddin.conf`` with a list of settings. Its code looks for its
settings in a sheet of the add-in named ``myaddin.conf``, so the underscore is taken away and the Python and the module
are written there: the add-in needs no other setting, serves every workbook (plain .xlsx too), and does not depend on
what other projects write into xlwings.conf. The folder of the active workbook is kept out of Python's path: a file
there could take the place of a module, and of workbooks on OneDrive it is not always found.

The functions are one more VBA module: a VBA function for each of the catalogue, which passes its arguments to Python. Help of
their arguments and their category are in the workbook part. Nothing else of the template is touched, and no Excel is needed.

The module is the one that *Import Functions* of xlwings would write, with three differences:

- Ranges are handed over by their values (`VALUES`), without workbook and caller: from a Range xlwings reads the same
  values, and asks Excel twenty times more for what these functions never use. With `Value` dates stay dates and errors
  errors, as there. Arguments are `ByVal`, so that this changes no variable of a caller in VBA.
- Errors are caught from the first line on, since reading the values can fail.
- The help that Excel would be told by a call, and refuses for an add-in, stands in the text: the description, and the number
  of the category.
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
from xlpoker.functions import CATALOGUE, Function
from xlpoker.hosts import compound_file
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
_PROJECT = "xl/vbaProject.bin"
_GROUPS = f'<functionGroups builtInGroupCount="{CATEGORY}"><functionGroup name="xlpoker"/></functionGroups>'
_EXTENSION = (
    '<ext uri="{{8193D73E-4604-4355-AFF4-8A2333D13BE4}}" xmlns:x14="http://schemas.microsoft.com/office/spreadsheetml/2009/9/main">'
    "<x14:definedNames>{}</x14:definedNames></ext>"
)
"""Category and help of arguments are written as in an add-in that Excel saved; docs/addin.md says which."""


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
    """Return the add-in: the template with its settings filled in and switched on, and with the functions.

    `interpreter` is the path of the Python that Excel is to start. Raises `BookError` when the template is not as
    expected, as in an xlwings version that was not tried.
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
    """Return the Python that an add-in starts, from its parts: the first setting with a value, or an empty text."""
    found = re.search(r"<is><t>(.*?)</t></is>", parts.get(_SHEET, b"").decode("utf-8", "replace"))
    return unescape(found[1]) if found else ""


def _filled(template: bytes, interpreter: str) -> bytes:
    made = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(template)) as source,
        zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as target,
    ):
        if any("vbaProjectSignature" in name for name in source.namelist()):
            raise BookError("its VBA project is signed")
        content = {member.filename: source.read(member) for member in source.infolist()}
        strings = re.findall(r"<si><t[^>]*>(.*?)</t></si>", content[_STRINGS].decode())
        sheet = content[_SHEET].decode()
        for name, value in (("Interpreter_Win", interpreter), ("UDF Modules", MODULE)):
            sheet = _with_value(sheet, strings, name, value)
        content[_SHEET] = _with_setting(sheet, "ADD_WORKBOOK_TO_PYTHONPATH", "False").encode()
        book = _once(
            content["xl/workbook.xml"].decode(), 'name="_myaddin.conf"', 'name="myaddin.conf"'
        )
        book = _once(book, "</sheets>", f"</sheets>{_GROUPS}")
        content["xl/workbook.xml"] = _once(book, "<extLst>", f"<extLst>{_argument_help()}").encode()
        streams = compound_file.read(content[_PROJECT])
        content[_PROJECT] = compound_file.write(
            with_module(streams, NAME, wrappers().replace("\n", "\r\n"))
        )
        for member in source.infolist():
            target.writestr(member, content[member.filename])
    return made.getvalue()


def _argument_help() -> str:
    """Return the extension of the workbook part that holds a sentence for each argument of the functions."""
    made = ""
    for entry in CATALOGUE.values():
        helps = "".join(
            f'<x14:argumentDescription index="{place}">{escape(one.help)}</x14:argumentDescription>'
            for place, one in enumerate(entry.arguments)
        )
        made += f'<x14:definedName name="{entry.name}"><x14:argumentDescriptions count="{len(entry.arguments)}">{helps}'
        made += "</x14:argumentDescriptions></x14:definedName>"
    return _EXTENSION.format(made)


def _with_value(sheet: str, strings: list[str], name: str, value: str) -> str:
    """Return the sheet of settings with a value in column B beside a name in column A."""
    index = strings.index(name) if name in strings else -1
    found = re.search(rf'<c r="A(\d+)"([^>]*) t="s"><v>{index}</v></c>', sheet)
    if found is None:
        raise BookError(f"there is no setting {name}")
    return sheet.replace(found[0], found[0] + _text(f"B{found[1]}", value, found[2]))


def _with_setting(sheet: str, name: str, value: str) -> str:
    """Return the sheet with one more row: the VBA code reads the settings down to the first blank cell of column A."""
    number = len(re.findall(r'<c r="A\d+"[^>]* t="s">', sheet))
    rows = re.findall(rf'<row r="{number}".*?</row>', sheet)
    if len(rows) != 1 or f'<row r="{number + 1}"' in sheet:
        raise BookError("the settings are not in the first rows")
    new = f'<row r="{number + 1}">{_text(f"A{number + 1}", name)}{_text(f"B{number + 1}", value)}</row>'
    return sheet.replace(rows[0], rows[0] + new)


def _text(cell: str, value: str, style: str = "") -> str:
    return f'<c r="{cell}"{style} t="inlineStr"><is><t>{escape(value)}</t></is></c>'


def _once(text: str, old: str, new: str) -> str:
    if text.count(old) != 1:
        raise BookError(f"{old} is missing")
    return text.replace(old, new)


def wrappers() -> str:
    """Return the text of the module.

    >>> wrappers().splitlines()[3]
    'Function BESTHAND(ByVal cards)'
    """
    head = (
        f'Attribute VB_Name = "{NAME}"\n'
        "'Autogenerated code by xlpoker - changes will be lost with the next xlpoker excel install!\n"
        '#Const App = "Microsoft Excel" \'Adjust when using outside of Excel\n'
    )
    return head + "".join(_wrapper(CATALOGUE[name]) for name in sorted(CATALOGUE))


def _wrapper(function: Function) -> str:
    fixed = [argument.name for argument in function.arguments if not argument.repeats]
    prepared = [VALUES.format(name) for name in fixed]
    arguments = f"Array({', '.join(fixed)})"
    if len(fixed) < len(
        function.arguments
    ):  # a ParamArray: VBA's "=" takes the values of a Range by itself
        last = function.arguments[-1].name
        prepared.append(_REPEATED.format(fixed=", ".join(fixed), last=last, count=len(fixed)))
        arguments = "argsArray"
    parameters = [
        f"ParamArray {argument.name}()"
        if argument.repeats
        else ("" if argument.default is None else "Optional ") + f"ByVal {argument.name}"
        for argument in function.arguments
    ]
    return _FUNCTION.format(
        name=function.name,
        parameters=", ".join(parameters),
        help=function.help.replace('"', '""'),
        prepared="\n".join(prepared),
        category=CATEGORY,
        module=MODULE,
        arguments=arguments,
    )
