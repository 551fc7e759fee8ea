"""The functions as defined names of a workbook.

Into a workbook go the names and nothing else: `workbook.xml` is the one part that changes, all others are copied byte for
byte.
"""

from __future__ import annotations

import html
import re
from pathlib import Path

from xlpoker.addins.formulas import filed, formulas
from xlpoker.errors import BookError
from xlpoker.files.file_types import check_ending, holds_macros, kind_of, path_of
from xlpoker.files.replace import check_output, same_file, watched
from xlpoker.workbook.xlsx.package import Package
from xlpoker.workbook.xlsx.part_edits import calculating, with_defined_names

__all__ = ["add_formulas", "with_names"]

_NAME = rb"<(?:[\w.-]+:)?definedName\s[^<>]*?\bname=[\"']%b[\"'][^<>]*>.*?</(?:[\w.-]+:)?definedName>"


def add_formulas(
    book: Path, output: Path | None = None, *, in_place: bool = False, force: bool = False, overwrite: bool = False
) -> list[str]:
    """Add the names to a workbook, in another file or in place; return sentences on what was done and what to know.

    Raises `BookError` for a file that is no workbook, a target that must not be replaced (`force` replaces it), and for
    names that the workbook has already and that are not ours (`overwrite` replaces them).
    """
    with watched(book) as remarks:
        target = book if in_place or output is None else output
        if kind_of(path_of(book)) != "xlsx":
            raise BookError(f"{book.name} is not an .xlsx or .xlsm workbook; save it as one")
        if not in_place and same_file(book, target):
            raise BookError(f"{book} is the workbook itself; use --in-place to write into it")
        if not in_place:
            plain = [".xlsx", ".xlsm"][: 1 + (book.suffix.lower() == ".xlsm")]
            check_ending(target, [".xlsm"] if holds_macros(book) else plain)
        check_output(target, force=force, in_place=in_place)
        with Package(book) as package:
            after, new = with_names(package, overwrite=overwrite)
            if in_place and not new:
                return [f"Nothing to do: {book.name} has the names already"]
            if new and package.is_signed:
                remarks.append(f"{target.name} is signed, and its signature no longer holds")
            package.write(target, {package.workbook: [calculating(after)]} if new else {})
        names = ", ".join(new)
        return [
            f"{names} written to {target}" if new else f"{book.name} has the names already; copied to {target}",
            *remarks,
        ]


def with_names(package: Package, *, overwrite: bool = False) -> tuple[bytes, list[str]]:
    """Return the workbook part with the names, and those that are new or changed in it."""
    xml = package.read(package.workbook)
    new = {formula.name: (formula.help, filed(formula.text)) for formula in formulas()}
    for one in package.tree(package.workbook).iter():
        title, text = one.get("name", "").upper(), one.text or ""
        if str(one.tag).endswith("}definedName") and title in new:
            if "localSheetId" not in one.attrib and text == new[title][1]:
                del new[title]
                continue
            if not overwrite:
                raise BookError(
                    f"{package.path.name} has a name {title} already: {text[:40]!r}; use --overwrite to replace it"
                )
            xml = re.sub(_NAME % title.encode(), b"", xml, flags=re.DOTALL | re.IGNORECASE)
    made: list[tuple[bytes, ...]] = []
    for title, (said, text) in new.items():
        lines = html.escape(text, quote=False).replace("\n", "\r\n")  # as Excel ends them
        parts = (f'name="{title}" comment="{html.escape(said)}"', lines)
        made.append(tuple(part.encode("ascii", "xmlcharrefreplace") for part in parts))
    return with_defined_names(xml, made) if made else xml, list(new)
