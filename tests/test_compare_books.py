"""The comparer of workbooks: it finds a copy equal, and each kind of damage."""

import zipfile

import pytest
from support.compare_books import first_difference
from support.parts import SHEET
from support.rich_books import hands_book

THEME = "xl/theme/theme1.xml"
TAMPERED = {  # the part, what of it is replaced and by what, and how the answer begins
    "part-gone": ("docProps/core.xml", b"", None, "the parts are "),
    "part-changed": (THEME, b"</a:theme>", b"</a:theme> ", f"{THEME}: "),
    "styles-changed": ("xl/styles.xml", b"<fonts", b"<fonts x='1'", "xl/styles.xml: "),
    "cell-gone": (SHEET, b'<c r="A2" t="s"><v>10</v></c>', b"", f"{SHEET}: cell A2 is gone"),
    "cell-changed": (SHEET, b'<c r="B2" t="s"><v>', b'<c r="B2" t="s"><v>1', f"{SHEET}: cell B2 is "),
    "tail-gone": (SHEET, b"<pageMargins", b"<x", f"{SHEET}: it holds "),
}


@pytest.mark.parametrize(("part", "old", "new", "said"), TAMPERED.values(), ids=TAMPERED)
def test_the_comparer_sees_every_loss(tmp_path, part, old, new, said):
    """A part or cell that is gone or changed is named."""
    path = hands_book(tmp_path / "a.xlsx")
    assert first_difference(path, path, sheet=SHEET) is None
    with zipfile.ZipFile(path) as package:
        parts = {name: package.read(name) for name in package.namelist()}
        order = package.infolist()
    assert old in parts[part]
    before = parts.pop(part)
    if new is not None:
        parts[part] = before.replace(old, new)
    with zipfile.ZipFile(tmp_path / "b.xlsx", "w", zipfile.ZIP_DEFLATED) as made:
        for member in order:
            if member.filename in parts:
                made.writestr(member, parts[member.filename])
    assert str(first_difference(path, tmp_path / "b.xlsx", sheet=SHEET)).startswith(said)
