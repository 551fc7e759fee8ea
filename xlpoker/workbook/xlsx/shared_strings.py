"""The shared strings of a workbook, without arrays.

A small part of plain texts is split at its tags; Expat reads what stands around them, and any other
part as a whole::

    <sst xmlns="..."><si><t>5H</t></si><si><t>Anna</t></si></sst>   ->   ["5H", "Anna"]
"""

from __future__ import annotations

import io
from typing import IO
from xml.parsers import expat

from xlpoker.errors import BookError
from xlpoker.workbook.xlsx.package import Package
from xlpoker.workbook.xlsx.xml_texts import MAIN, reason_of, unescaped

__all__ = ["shared_strings"]

_TAGS = {f"{space} {name}": name for space in MAIN for name in ("sst", "si", "t", "rPh")}
CHUNK = 1 << 18
STRING_BYTES = 1 << 22
"""The most bytes of one shared string; a cell holds 32,767 characters."""
_BEGIN = b"<si><t>"
_END = b"</t></si>"
_TAGS_OF_A_STRING = 4
_WITH_BLANKS = b'<t xml:space="preserve">'
_CONTROLS = bytes(set(range(0x20)).difference(b"\t\n"))
_ILLEGAL = ("]]>", "\ufffe", "\uffff")
"""What Expat refuses in a text."""


def shared_strings(package: Package) -> list[str]:
    """Return all shared strings of a workbook; raises `BookError` for a part that is damaged.

    Rich text becomes plain text, phonetic guides are left out.
    """
    if package.shared_strings is None:
        return []
    where = f"{package.path.name} is damaged: {package.shared_strings}"
    size = package.member(package.shared_strings).file_size
    if size > CHUNK:
        with package.open_part(package.shared_strings) as part:
            return _strings_of(part, where)
    content = package.read(package.shared_strings)
    strings = _plain_strings(content)
    if strings is None:
        strings = _strings_of(io.BytesIO(content), where)
    return strings


def _plain_strings(content: bytes) -> list[str] | None:
    """Return the texts of a part that holds plain texts in UTF-8, None for any other part."""
    begin = content.find(b"<si>")
    end = content.rfind(b"</sst>")
    if begin < 0 or not _is_usual_frame(content[:begin], content[end:]):
        return None
    body = content[begin:end].replace(_WITH_BLANKS, b"<t>")
    if not body.startswith(_BEGIN) or not body.endswith(_END):
        return None
    texts = body[len(_BEGIN) : -len(_END)].split(_END + _BEGIN)
    if not _are_plain(body, len(texts)):
        return None
    return [unescaped(text.decode()) for text in texts]


def _is_usual_frame(head: bytes, tail: bytes) -> bool:
    """Tell whether what stands around the texts is valid, and names no other encoding than UTF-8."""
    declaration = head[: head.find(b"?>") + 2]
    if b"encoding" in declaration and b'"UTF-8"' not in declaration.upper():
        return False
    try:
        further_strings = _strings_of(io.BytesIO(head + tail), "")
    except BookError:
        return False
    return not further_strings


def _are_plain(body: bytes, count: int) -> bool:
    """Tell whether there is nothing but so many texts, without references, that XML allows."""
    has_other_tags = body.count(b"<") > _TAGS_OF_A_STRING * count
    has_controls = len(body.translate(None, _CONTROLS)) < len(body)
    if has_other_tags or has_controls or b"&" in body:
        return False
    try:
        text = body.decode()
    except UnicodeDecodeError:
        return False
    return not any(sign in text for sign in _ILLEGAL)


def _strings_of(part: IO[bytes], where: str) -> list[str]:
    """Return the texts of the part."""
    reader = _StringsReader(where)
    try:
        reader.read(part)
    except BookError:
        raise
    except (expat.ExpatError, LookupError, ValueError) as error:
        raise BookError(f"{where}: {reason_of(error)}") from None
    finally:
        reader.close()
    return reader.strings


class _StringsReader:
    """Reads the shared strings part by Expat; one object reads one part."""

    def __init__(self, where: str) -> None:
        self.where = where
        self.strings: list[str] = []
        self.pieces: list[str] = []
        self.is_phonetic = False
        self.has_begun = False
        self.last_end = 0  # the byte behind the last string
        self.parser = expat.ParserCreate(namespace_separator=" ")
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end
        self.parser.StartDoctypeDeclHandler = self.doctype

    def start(self, tag: str, _: dict[str, str]) -> None:
        """Note where strings, texts and phonetic guides begin."""
        name = _TAGS.get(tag)
        if not self.has_begun and name != "sst":
            root = tag.rpartition(" ")[2]
            raise BookError(f"{self.where}: it begins with <{root}>, not <sst>")
        self.has_begun = True
        if name == "t" and not self.is_phonetic:
            self.parser.CharacterDataHandler = self.pieces.append
        elif name == "si":
            self.pieces.clear()
        elif name == "rPh":
            self.is_phonetic = True

    def end(self, tag: str) -> None:
        """Keep a string that is complete."""
        name = _TAGS.get(tag)
        if name == "t":
            self.parser.CharacterDataHandler = None
        elif name == "si":
            self.strings.append(unescaped("".join(self.pieces)))
            self.last_end = self.parser.CurrentByteIndex
        elif name == "rPh":
            self.is_phonetic = False

    def doctype(self, *_: object) -> None:
        """Refuse a DOCTYPE before it can declare anything."""
        raise BookError(f"{self.where}: it has a DOCTYPE, which no workbook needs")

    def read(self, part: IO[bytes]) -> None:
        """Feed the parser with a part."""
        fed = 0
        piece = part.read(CHUNK)
        while piece:
            self.parser.Parse(piece, False)  # noqa: FBT003 - the parameter has no name
            fed += len(piece)
            if fed - self.last_end > STRING_BYTES + CHUNK:
                raise BookError(f"{self.where}: a text of more than {STRING_BYTES >> 20} MB")
            piece = part.read(CHUNK)
        self.parser.Parse(b"", True)  # noqa: FBT003

    def close(self) -> None:
        """Break the reference cycle of parser and reader, which would outlive the reading."""
        self.parser.StartElementHandler = None
        self.parser.EndElementHandler = None
        self.parser.StartDoctypeDeclHandler = None
        self.parser.CharacterDataHandler = None
