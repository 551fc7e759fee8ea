"""The zip package of an .xlsx or .xlsm workbook: reads its parts with all checks, and writes changed ones, the rest untouched.

`Package` knows which part is which sheet by the relationships, not by names. Reading a part verifies its length and
its CRC and refuses decompression bombs. `Package.write` makes a new file in which only the given parts
differ: every other member is copied raw, byte for byte, with its local header, its extra fields and its data
descriptor, in the same order::

    local header | data | descriptor   local header | data ...   central directory   (zip64 end, locator)   end
    \\_____ copied as it stands ____/   \\_ or made anew _/       offsets put right    as there were before

Limits: a part of less than 4 GB, an archive of less than 4 GB; zip64 fields of small archives are kept.
"""

from __future__ import annotations

import posixpath
import urllib.parse
from collections.abc import Collection, Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import IO, BinaryIO, NoReturn, Self, cast
from xml.etree import ElementTree as ET

from xlpoker.errors import BookError, nearest, quoted
from xlpoker.files import zip_archive as zips
from xlpoker.files.file_types import is_macro
from xlpoker.files.marks import marked
from xlpoker.files.replace import XmlCheck, stamp_of
from xlpoker.files.replace import changed as _changed

__all__ = ["MOST_BYTES", "Package", "SheetPart", "local_name"]

MOST_BYTES = (1 << 32) - 2
"""The most bytes of an unpacked part, and of an archive: the limit of zip files without 64-bit fields."""
MOST_RATIO = 500
"""A part that unpacks to more than this many times its size is a bomb: full sheets reach fifty."""
BELIEVED = 1 << 26
"""Parts below this size may be as repetitive as they like."""
SMALL = 1 << 25
"""Parts that are read as a tree of elements (the workbook, relationships, tables) are smaller than this."""
COPY = 1 << 20
MOST_SHEETS = 5_000
_TYPES = "[content_types].xml"
_MACRO_BOOK, _BOOK = b"ms-excel.sheet.macroEnabled.main", b"openxmlformats-officedocument.spreadsheetml.sheet.main"
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
        self._reading = Lock()
        self._related: dict[str, list[tuple[str, str, str]]] = {}
        try:
            self._file: BinaryIO = path.open("rb") if file is None else file
        except OSError as error:
            raise BookError(f"{path} cannot be read: {error.strerror}") from None
        self._stamp = stamp_of(self._file.fileno())
        try:
            self._directory = self._read_directory()
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

    def _read_directory(self) -> zips.Directory:
        try:
            return zips.read_directory(self._file)
        except BookError as error:
            self._damaged(str(error))
        except OSError as error:
            raise BookError(f"{self.path} cannot be read: {error.strerror}") from None

    def _unique_names(self) -> dict[str, zips.Member]:
        """Return the members by their names as parts: no leading slash, upper and lower case alike."""
        names: dict[str, zips.Member] = {}
        for member in self._directory.members:
            if names.setdefault(_key(member.name), member) is not member:
                self._damaged(f"it holds the part {member.name} twice")
        return names

    @property
    def members(self) -> list[str]:
        """The names of all members, in the order of the directory."""
        return [member.name for member in self._directory.members]

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and _key(name) in self._names

    def member(self, name: str) -> zips.Member:
        """Return a member by its name, in any case; raises `BookError` where there is none."""
        if _key(name) not in self._names:
            self._damaged(f"it has no part {name}")
        return self._names[_key(name)]

    def open_part(self, name: str) -> BinaryIO:
        """Open a part for reading: unpacked as it is read, its length and CRC checked at its end."""
        member = self.member(name)
        if stamp_of(self.path) != self._stamp:
            raise _changed(self.path)
        if member.flags & 1:
            raise BookError(f"{self.path.name} is encrypted: {name}; save it without a password")
        if member.method not in (zips.DEFLATED, zips.STORED):
            self._damaged(f"{name} is packed in a way that workbooks do not use (method {member.method})")
        if member.size > MOST_BYTES or member.size > max(BELIEVED, MOST_RATIO * member.packed):
            size = f"from {member.packed >> 10:,} KB to {member.size >> 20:,} MB"
            raise BookError(f"{self.path.name} is refused: {name} would unpack {size}")
        return cast("BinaryIO", zips.Part(self._piece, member, self._damaged))

    def _piece(self, place: int, size: int) -> bytes:
        """Return some bytes of the file; parts can be read at the same time."""
        with self._reading:
            self._file.seek(place)
            return self._file.read(size)

    def read(self, name: str, most: int = SMALL) -> bytes:
        """Return a whole part; raises `BookError` for one of more than `most` bytes."""
        if self.member(name).size > most:
            self._damaged(f"{name} has {self.member(name).size >> 20:,} MB")
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
        content = {_key(self.member(name).name): pieces for name, pieces in changed.items()}
        if target.suffix.lower() == ".xlsx" and not any(
            map(is_macro, self.members)
        ):  # whose type must not allow macros
            types = b"".join(content.get(_TYPES) or [self.read(_TYPES)])
            content |= {_TYPES: [types.replace(_MACRO_BOOK, _BOOK)]} if _MACRO_BOOK in types else {}
        left_out = {_key(name) for name in dropped}
        part = next((self.member(name).name for name in changed), "")
        with marked(target, part) as temporary, temporary.open("wb") as out:
            places: dict[int, zips.Member] = {}
            for member in sorted(self._directory.members, key=lambda one: one.start):
                key = _key(member.name)
                if key in left_out:
                    continue
                if key in content:
                    check = XmlCheck(f"{target} was not written: {member.name}")
                    places[member.start] = self._pack(out, member, content[key], level, check)
                else:
                    places[member.start] = member.moved(out.tell())
                    self._copy(out, member)
                if out.tell() > MOST_BYTES:
                    raise BookError(f"{target.name} would be larger than 4 GB")
            kept = [places[member.start] for member in self._directory.members if member.start in places]
            self._directory.write(out, kept)
            self._file.close()

    def _copy(self, out: IO[bytes], member: zips.Member) -> None:
        for place in range(member.start, member.end, COPY):
            size = min(COPY, member.end - place)
            piece = self._piece(place, size)
            if len(piece) < size:
                self._damaged(f"{member.name} is cut off")
            out.write(piece)

    def _pack(
        self, out: IO[bytes], member: zips.Member, pieces: Iterable[bytes], level: int | None, check: XmlCheck
    ) -> zips.Member:
        """Write new content under a member's name, checked by an XML parser, and return its record."""
        start = out.tell()
        out.write(member.local_header(0, 0, 0))
        with closing(zips.Packer(level, out)) as work:
            for piece in pieces:
                work.put(piece)
                check.put(piece)  # while it is packed
            crc, size, packed = work.end()
        check.end()
        if size > MOST_BYTES or packed > MOST_BYTES:
            raise BookError(f"{member.name} would be larger than 4 GB")
        end = out.tell()
        out.seek(start)
        out.write(member.local_header(crc, packed, size))
        out.seek(end)
        return member.repacked(start, crc, packed, size)


def _key(name: str) -> str:
    return name.replace("\\", "/").lstrip("/").casefold()


def local_name(tag: object) -> str:
    """Return the name of a tag without its namespace."""
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""
