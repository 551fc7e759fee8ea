"""The zip package of an .xlsx or .xlsm workbook: reads its parts with all checks, and writes changed ones, the rest untouched.

`Package` knows which part is which sheet by the relationships, not by names. Reading a part verifies its length and
its CRC and refuses decompression bombs. `Package.write` makes a new file in which only the given parts
differ: every other member is copied raw, byte for byte, with its local header, its extra fields and its data
descriptor, in the same order::

    local header | data | descriptor   local header | data ...   central directory   end
    \\_____ copied as it stands ____/   \\_ or made anew _/       made anew, with all that it said of each member

Limits: a part that is read is of less than 4 GB, one that is written and an archive of less than 2 GB.
"""

from __future__ import annotations

import posixpath
import urllib.parse
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO, NoReturn, Self, cast
from xml.etree import ElementTree as ET
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from xlpoker.errors import BookError, nearest, quoted
from xlpoker.files import zip_archive as zips
from xlpoker.files.file_types import is_macro
from xlpoker.files.replace import changed as _changed
from xlpoker.files.replace import replaced, stamp_of
from xlpoker.files.zip_archive import XmlCheck
from xlpoker.layout.grid import Box

__all__ = ["MOST_BYTES", "Package", "SheetPart", "drawings_of", "local_name"]

MOST_BYTES = (1 << 32) - 2
"""The most bytes of an unpacked part that is read."""
MOST_RATIO = 500
"""A part that unpacks to more than this many times its size is a bomb: full sheets reach fifty."""
BELIEVED = 1 << 26
"""Parts below this size may be as repetitive as they like."""
SMALL = 1 << 25
"""Parts that are read as a tree of elements (the workbook, relationships, tables) are smaller than this."""
COPY = 1 << 20
_ENCRYPTED = 1  # a flag
MOST_SHEETS = 5_000
_TYPES = "[content_types].xml"
_MACRO_BOOK, _BOOK = b"ms-excel.sheet.macroEnabled.main", b"openxmlformats-officedocument.spreadsheetml.sheet.main"
_COLUMN, _ROW = 609_600, 190_500  # the usual width of a column and height of a row, in the units of drawings (EMU)
SHARED = 2  # sheets on average that may be one part


@dataclass(frozen=True, slots=True)
class SheetPart:
    """A worksheet: its name, the part that holds it, its state (``visible``, ``hidden``, ``veryHidden``), its number."""

    name: str
    part: str
    state: str
    number: str = field(default="", compare=False)


class _Builder(ET.TreeBuilder):
    """Builds the trees of small parts; refuses a DOCTYPE before it can declare anything."""

    def doctype(self, *_: object) -> None:
        """Refuse."""
        raise BookError("it has a DOCTYPE, which no workbook needs")


class Package:
    """A workbook opened for reading, from a `file` if it is open already; a context manager.

    `members` are the names in the archive's order, `sheets` the worksheets in the workbook's order, `from_1904` tells that
    days are counted from 1904, as old Macs did, `has_names` that there are defined names; `shared_strings`, `styles` and `calc_chain` are parts that may be missing. Raises `BookError`
    for a file that is damaged, encrypted, or holds a part twice.
    """

    def __init__(self, path: Path, file: BinaryIO | None = None) -> None:
        self.path = path
        self.from_1904 = self.has_names = False
        self._related: dict[str, list[tuple[str, str, str]]] = {}
        try:
            self._file: BinaryIO = path.open("rb") if file is None else file
        except OSError as error:
            raise BookError(f"{path} cannot be read: {error.strerror}") from None
        self._stamp = stamp_of(self._file.fileno())
        try:
            self._archive, self._ends = self._opened()
            self._names = self._unique_names()
            self.workbook = self.first_related("", "officeDocument") or "xl/workbook.xml"
            if self.workbook not in self:
                self._damaged("it has no workbook part")
            self.sheets = self._sheets()
            found = [self.first_related(self.workbook, one) for one in ("sharedStrings", "styles", "calcChain")]
            self.shared_strings, self.styles, self.calc_chain = found
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file, which may then be replaced."""
        self._file.close()

    def _damaged(self, reason: str) -> NoReturn:
        if stamp_of(self.path) != self._stamp:
            raise _changed(self.path)
        raise BookError(f"{self.path.name} is damaged: {reason}")

    def _opened(self) -> tuple[ZipFile, dict[int, int]]:
        try:
            return zips.open_archive(self._file)
        except BookError as error:
            self._damaged(str(error))
        except OSError as error:
            raise BookError(f"{self.path} cannot be read: {error.strerror}") from None

    def _unique_names(self) -> dict[str, ZipInfo]:
        """Return the members by their names as parts: no leading slash, upper and lower case alike."""
        names: dict[str, ZipInfo] = {}
        for member in self._archive.infolist():
            if names.setdefault(_key(member.filename), member) is not member:
                self._damaged(f"it holds the part {member.filename} twice")
        return names

    @property
    def members(self) -> list[str]:
        """The names of all members, in the order of the directory."""
        return self._archive.namelist()

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and _key(name) in self._names

    def member(self, name: str) -> ZipInfo:
        """Return a member by its name, in any case; raises `BookError` where there is none."""
        if _key(name) not in self._names:
            self._damaged(f"it has no part {name}")
        return self._names[_key(name)]

    def open_part(self, name: str) -> BinaryIO:
        """Open a part for reading: unpacked as it is read, its length and CRC checked at its end."""
        member = self.member(name)
        if stamp_of(self.path) != self._stamp:
            raise _changed(self.path)
        if member.flag_bits & _ENCRYPTED:
            raise BookError(f"{self.path.name} is encrypted: {name}; save it without a password")
        if member.compress_type not in (ZIP_DEFLATED, ZIP_STORED):
            self._damaged(f"{name} is packed in a way that workbooks do not use (method {member.compress_type})")
        if member.file_size > MOST_BYTES or member.file_size > max(BELIEVED, MOST_RATIO * member.compress_size):
            size = f"from {member.compress_size >> 10:,} KB to {member.file_size >> 20:,} MB"
            raise BookError(f"{self.path.name} is refused: {name} would unpack {size}")
        return cast("BinaryIO", zips.Part(self._archive, member, self._damaged))

    def read(self, name: str, most: int = SMALL) -> bytes:
        """Return a whole part; raises `BookError` for one of more than `most` bytes."""
        if self.member(name).file_size > most:
            self._damaged(f"{name} has {self.member(name).file_size >> 20:,} MB")
        with self.open_part(name) as part:
            return part.read()

    def tree(self, name: str) -> ET.Element:
        """Return a small part as a tree of elements; a DOCTYPE is refused."""
        content = self.read(name)
        parser = ET.XMLParser(target=_Builder())  # noqa: S314 - the builder refuses what could declare entities
        try:
            return ET.fromstring(content, parser)  # noqa: S314
        except (ET.ParseError, ValueError, LookupError) as error:
            self._damaged(f"{name}: {error}")

    def related(self, part: str, kind: str = "") -> dict[str, str]:
        """Return the targets of a part's relationships, of all or of a kind (the end of its type), by their ids.

        The package itself is the part "". Targets outside of the file are left out.
        """
        if part not in self._related:
            folder, name = posixpath.split(part)
            relations = posixpath.join(folder, "_rels", name + ".rels")
            found = []
            for one in self.tree(relations) if relations in self else ():
                if one.get("TargetMode") != "External":
                    target = one.get("Target", "").replace("\\", "/")
                    full = posixpath.normpath(posixpath.join("/", folder, target)).lstrip("/")
                    full = full if full in self else urllib.parse.unquote(full)
                    found.append((one.get("Type", ""), one.get("Id", ""), full))
            self._related[part] = found
        return {key: full for said, key, full in self._related[part] if not kind or said.endswith("/" + kind)}

    def first_related(self, part: str, kind: str) -> str | None:
        """Return the first target of that kind that exists."""
        return next((target for target in self.related(part, kind).values() if target in self), None)

    def _sheets(self) -> list[SheetPart]:
        targets = self.related(self.workbook, "worksheet")
        sheets = []
        for one in self.tree(self.workbook).iter():
            if local_name(one.tag) == "sheet":
                key = next((value for name, value in one.items() if name.endswith("}id")), "")
                if targets.get(key, "") in self:
                    state, number = one.get("state", "visible"), one.get("sheetId", "")
                    sheets.append(SheetPart(one.get("name", ""), targets[key], state, number))
            elif local_name(one.tag) == "workbookPr":
                self.from_1904 = one.get("date1904", "0") in ("1", "true")
            elif local_name(one.tag) == "definedName":
                self.has_names = True
        if not sheets:
            self._damaged("it has no sheets")
        if len(sheets) > MOST_SHEETS or len({one.part for one in sheets}) < len(sheets) // SHARED:
            self._damaged(f"it lists {len(sheets):,} sheets, more than it holds or than are read")
        return sheets

    def sheet(self, name: str) -> SheetPart:
        """Return the sheet of that name, in any case; raises `BookError` with the nearest name."""
        for one in self.sheets:
            if one.name.casefold() == name.casefold():
                return one
        names = [one.name for one in self.sheets]
        raise BookError(f"{self.path.name} has no sheet {quoted(name)}; {nearest(name, names)}")

    def chosen(self, name: str | None) -> list[SheetPart]:
        """Return the sheet of a name, all visible ones without."""
        return [self.sheet(name)] if name is not None else [one for one in self.sheets if one.state == "visible"]

    @property
    def is_signed(self) -> bool:
        """Whether the package carries a digital signature, which any change breaks."""
        return self.first_related("", "digital-signature/origin") is not None

    def write(
        self,
        target: Path,
        changed: Mapping[str, Iterable[bytes]],
        dropped: Collection[str] = (),
        *,
        level: int | None = None,
    ) -> None:
        """Write the package with some parts changed or dropped; it appears under its name in one step, or not at all.

        `changed` gives the new content of parts in pieces, asked for in the order of the archive; `level` is the level of
        compression (1 fast .. 9 small). Every other member is copied raw. The package is closed afterwards, since it may be
        the target. Raises `BookError` where the target cannot be written; then it is as it was.
        """
        content = {_key(self.member(name).filename): pieces for name, pieces in changed.items()}
        to_xlsx = target.suffix.lower() == ".xlsx"
        if to_xlsx and not any(map(is_macro, self.members)):  # whose type must not allow macros
            types = b"".join(content.get(_TYPES) or [self.read(_TYPES)])
            content |= {_TYPES: [types.replace(_MACRO_BOOK, _BOOK)]} if _MACRO_BOOK in types else {}
        left_out = {_key(name) for name in dropped}
        with replaced(target) as temporary, temporary.open("wb") as out:
            made = zips.NewArchive(out, target.name)
            for member in sorted(self._archive.infolist(), key=lambda one: one.header_offset):
                key = _key(member.filename)
                if key in content:
                    check = XmlCheck(f"{target} was not written: {member.filename}")
                    made.pack(member, check.checked(content[key]), level)
                elif key not in left_out:
                    made.copy_raw(self._file, member, self._ends[member.header_offset])
            made.end(self._archive.infolist(), self._archive.comment)
            self._file.close()


def _key(name: str) -> str:
    return name.replace("\\", "/").lstrip("/").casefold()


def local_name(tag: object) -> str:
    """Return the name of a tag without its namespace."""
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def drawings_of(package: Package, sheet: str) -> list[Box]:
    """Return the cells below each drawing of the sheet with that part: exact where both corners are given, else estimated.

    Drawings without a cell, and parts that cannot be read, are left out.
    """
    found = []
    for part in package.related(sheet, "drawing").values():
        try:
            anchors = [one for one in package.tree(part).iter() if local_name(one.tag).endswith("CellAnchor")]
        except BookError:
            continue
        for anchor in anchors:
            parts = {local_name(one.tag): one for one in anchor}
            corners = [{local_name(one.tag): one.text for one in parts.get(key, ())} for key in ("from", "to")]
            start, end = map(_numbers, corners)
            if not {"col", "row"} <= start.keys() or ("to" in parts and not {"col", "row"} <= end.keys()):
                continue
            left, top = start["col"], start["row"]
            if end:  # a corner at the edge of a cell covers nothing of it
                right, bottom = (end[name] - (not end.get(f"{name}Off")) for name in ("col", "row"))
            else:
                size = _numbers(parts["ext"].attrib if "ext" in parts else {})
                right, bottom = left + size.get("cx", 0) // _COLUMN, top + size.get("cy", 0) // _ROW
            found.append(Box(top, left, max(bottom, top), max(right, left)))
    return found


def _numbers(texts: Mapping[str, str | None]) -> dict[str, int]:
    """Return the whole numbers among some texts."""
    return {name: int(text) for name, text in texts.items() if text is not None and text.strip().isdecimal()}
