"""Small things of XML parts as bytes: texts, attributes, references, without arrays.

They serve every reader and writer of parts, also where there is no NumPy.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from xml.parsers import expat

from xlpoker.addresses import Box, boxes_of

__all__ = [
    "MAIN",
    "attribute",
    "boxes",
    "content_up_to",
    "escaped",
    "formula_at",
    "gives_empty_text",
    "legal",
    "merged_boxes",
    "reason_of",
    "text_of",
    "unescaped",
    "whole",
    "xml_text",
]

MAIN = (
    "http://schemas.openxmlformats.org/spreadsheetml/2006/main",
    "http://purl.oclc.org/ooxml/spreadsheetml/main",  # strict
)
_PLAIN = re.compile(r"[ !#-%'-;=?-~]*")  # no character that means something in XML
_ILLEGAL = "[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]"
_LITERAL = "_(?=x[0-9A-Fa-f]{4}_)"
_MERGED = re.compile(rb"<(?:[\w.-]+:)?mergeCell\s[^<>]*\bref=[\"']([^\"']+)[\"']")
_FORMULA = re.compile(rb"<(?:[\w.-]+:)?f(\s[^<>]*?)?(?:/>|>(.*?)</(?:[\w.-]+:)?f\s*>)", re.DOTALL)
_TEXT_TYPE = re.compile(rb"\st=[\"']str[\"']")
_MARKS = rb"(?s)<!--(?:[^-]|-(?!-))*+-->|<!\[CDATA\[|\]\]>"
_ESCAPE = r"_x(?![Dd][89A-Fa-f])([0-9A-Fa-f]{4})_"  # not of half a surrogate pair


def content_up_to(name: bytes) -> bytes:
    """Return the pattern of everything up to the next tag of an element, be it opening or closing.

    It is read in one go: an element that never ends is not searched to the end of the part again and again.
    """
    return rb"[^<]*+(?:<(?!/?(?:[\w.-]+:)?%b[\s/>])[^<]*+)*+" % name


def text_of(raw: bytes | str) -> str:
    """Return the text of a value from its bytes in a part; a text that Expat has read is returned as it is.

    >>> text_of(b"R&amp;B")
    'R&B'
    """
    if isinstance(raw, str):
        return raw
    text = raw.decode("utf-8", "replace")
    if "&" in text:
        import html  # whose table of entities takes a millisecond

        text = html.unescape(text)
    return unescaped(text)


def attribute(tag: bytes, name: str) -> bytes:
    """Return an attribute of a tag, nothing where it has none of that name.

    >>> attribute(b'<c r="A1" s="7">', "s")
    b'7'
    """
    match = re.search(rb"\s%s=(?:\"([^\"]*)\"|'([^']*)')" % name.encode(), tag)
    if match is None:
        return b""
    return match[1] or match[2] or b""


def formula_at(block: bytes, start: int) -> tuple[bytes, str]:
    """Return the attributes and the text of the formula whose tag begins at a place.

    >>> formula_at(b'<c r="A1"><f t="array" ref="A1:A2">1&amp;2</f></c>', 10)
    (b' t="array" ref="A1:A2"', '1&2')
    """
    match = _FORMULA.match(block, start)
    if match is None:
        return b"", ""
    attributes, content = match.groups(default=b"")
    text = re.sub(_MARKS, b"", content)
    return attributes, text_of(text)


def gives_empty_text(block: bytes, cell: int, formula: int) -> bool:
    """Tell whether the formula of a cell without a value gives an empty text, or was never calculated.

    `cell` and `formula` are where their tags begin.

    >>> cell = b'<c r="A1" t="str"><f>IF(B1="","",B1)</f><v></v></c>'
    >>> gives_empty_text(cell, 0, cell.index(b"<f>"))
    True
    """
    return _TEXT_TYPE.search(block, cell, formula) is not None


def unescaped(text: str) -> str:
    r"""Return a text with the escapes of characters that XML cannot hold (``_x000D_``) decoded.

    >>> unescaped("5H_x000D_"), unescaped("_x005F_x000D_")
    ('5H\r', '_x000D_')
    """
    if "_x" not in text:
        return text
    return re.sub(_ESCAPE, lambda match: chr(int(match[1], 16)), text)


def legal(text: str) -> str:
    r"""Return a text as a cell holds it.

    Illegal characters are replaced, and text that looks like an escape is escaped.

    >>> legal("\x07 \uffff \r _x0041_")
    '� � _x000D_ _x005F_x0041_'
    """
    literal = re.sub(_LITERAL, "_x005F_", text)
    return re.sub(_ILLEGAL, "\ufffd", literal).replace("\r", "_x000D_")


def xml_text(text: str) -> bytes:
    """Return a text escaped to stand between two tags.

    >>> xml_text("a<b & c")
    b'a&lt;b &amp; c'
    """
    is_plain = _PLAIN.fullmatch(text) and "_x" not in text
    if is_plain:
        return text.encode()
    return escaped(legal(text)).encode()


def escaped(text: str) -> str:
    """Return a text with entities for the characters that mark XML, as in a formula.

    The standard library's function of that kind would load its modules for the Internet.

    >>> escaped('A1<4&"♥"')
    'A1&lt;4&amp;"♥"'
    """
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def whole(text: str) -> int:
    """Return the number of up to nine digits, -1 for any other text.

    >>> whole("12"), whole("9" * 10), whole("x")
    (12, -1, -1)
    """
    is_number = text.isdecimal() and len(text) < 10
    return int(text) if is_number else -1


def boxes(references: Collection[bytes]) -> list[Box]:
    """Return the rectangles of references; other texts are left out.

    >>> boxes([b"B2:C5", b"A1", b"none"])
    [Box(top=1, left=1, bottom=4, right=2), Box(top=0, left=0, bottom=0, right=0)]
    """
    return boxes_of(reference.decode("latin-1") for reference in references)


def merged_boxes(tail: bytes) -> list[Box]:
    """Return the merged areas, which are listed behind the rows of a sheet."""
    return boxes(_MERGED.findall(tail))


def reason_of(error: Exception) -> str:
    """Return Expat's reason why a part is invalid, or that its encoding is unknown (not an error of Expat).

    Any other error is raised again.
    """
    if isinstance(error, expat.ExpatError):
        return f"{expat.ErrorString(error.code)} in line {error.lineno}"
    if isinstance(error, UnicodeError) or "encoding" in str(error):
        return f"its encoding is not understood ({error})"
    raise error
