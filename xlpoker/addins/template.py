"""The add-in xlpoker.xlam, made from the template for add-ins that comes with xlwings.

The template holds xlwings' VBA code and a sheet ``_myaddin.conf`` with a list of settings. Its code looks for its
settings in a sheet of the add-in named ``myaddin.conf``, so the underscore is taken away and the Python and the module
are written there: the add-in needs no other setting, serves every workbook (plain .xlsx too), and does not depend on
what other projects write into xlwings.conf. Nothing else of the template is touched, so that no Excel is needed here.
"""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import Path
from xml.sax.saxutils import escape

from xlpoker.errors import BookError

__all__ = ["MODULE", "filled", "template_of"]

MODULE = "xlpoker.udfs"
_SHEET = "xl/worksheets/sheet1.xml"
_STRINGS = "xl/sharedStrings.xml"


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


def filled(template: bytes, interpreter: str, module: str = MODULE) -> bytes:
    """Return the add-in: the template with its settings filled in and switched on.

    `interpreter` is the path of the Python that Excel is to start. Raises `BookError` when the template is not as
    expected, which would be a newer xlwings.
    """
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(template)) as source, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as target:
        strings = re.findall(r"<si><t[^>]*>(.*?)</t></si>", source.read(_STRINGS).decode())
        for member in source.infolist():
            content = source.read(member)
            if member.filename == "xl/workbook.xml":
                content = _once(content.decode(), 'name="_myaddin.conf"', 'name="myaddin.conf"').encode()
            elif member.filename == _SHEET:
                sheet = content.decode()
                for name, value in (("Interpreter_Win", interpreter), ("UDF Modules", module)):
                    sheet = _with_value(sheet, strings, name, value)
                content = sheet.encode()
            target.writestr(member, content)
    return made.getvalue()


def _with_value(sheet: str, strings: list[str], name: str, value: str) -> str:
    """Return the sheet of settings with a value in column B beside a name in column A."""
    index = strings.index(name) if name in strings else -1
    found = re.search(rf'<c r="A(\d+)"([^>]*) t="s"><v>{index}</v></c>', sheet)
    if found is None:
        raise BookError(f"the template for add-ins of this xlwings has no setting {name}")
    cell = f'<c r="B{found[1]}"{found[2]} t="inlineStr"><is><t>{escape(value)}</t></is></c>'
    return sheet.replace(found[0], found[0] + cell)


def _once(text: str, old: str, new: str) -> str:
    if text.count(old) != 1:
        raise BookError(f"the template for add-ins of this xlwings is not as expected: {old} is missing")
    return text.replace(old, new)
