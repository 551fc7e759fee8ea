"""The comparer of workbooks: it finds a copy equal, and each kind of damage."""

import zipfile

import pytest
from support.compare_books import first_difference
from support.rich_books import hands_book

SHEET = "xl/worksheets/sheet1.xml"

TAMPERED = {
    "part-gone": (lambda parts: parts.pop("docProps/core.xml"), "the parts are "),
    "part-changed": (
        lambda parts: parts.update({"xl/theme/theme1.xml": parts["xl/theme/theme1.xml"] + b" "}),
        "xl/theme/theme1.xml: ",
    ),
    "styles-changed": (
        lambda parts: parts.update({"xl/styles.xml": parts["xl/styles.xml"].replace(b"<fonts", b"<fonts x='1'")}),
        "xl/styles.xml: ",
    ),
    "cell-gone": (
        lambda parts: parts.update({SHEET: parts[SHEET].replace(b'<c r="A2" t="s"><v>10</v></c>', b"")}),
        f"{SHEET}: cell A2 is gone",
    ),
    "cell-changed": (
        lambda parts: parts.update({SHEET: parts[SHEET].replace(b'<c r="B2" t="s"><v>', b'<c r="B2" t="s"><v>1')}),
        f"{SHEET}: cell B2 is ",
    ),
    "tail-gone": (
        lambda parts: parts.update(
            {SHEET: parts[SHEET].replace(b"<pageMargins", b"<x").replace(b"pageMargins>", b"x>")}
        ),
        f"{SHEET}: it holds ",
    ),
}


@pytest.mark.parametrize(("tamper", "said"), TAMPERED.values(), ids=TAMPERED)
def test_the_comparer_sees_every_loss(tmp_path, tamper, said):
    """A part or cell that is gone or changed is named."""
    path = hands_book(tmp_path / "a.xlsx")
    with zipfile.ZipFile(path) as package:
        parts = {name: package.read(name) for name in package.namelist()}
        order = package.infolist()
    assert first_difference(path, path, sheet=SHEET) is None
    before = dict(parts)
    tamper(parts)
    assert parts != before
    with zipfile.ZipFile(tmp_path / "b.xlsx", "w", zipfile.ZIP_DEFLATED) as made:
        for member in order:
            if member.filename in parts:
                made.writestr(member, parts[member.filename])
    assert str(first_difference(path, tmp_path / "b.xlsx", sheet=SHEET)).startswith(said)
