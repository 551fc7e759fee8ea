"""The zip package of an .xlsx or .xlsm workbook: reads its parts, and writes changed ones.

`Package` knows which part is which sheet by the relationships, not by names. Reading a part
verifies its length and its CRC and refuses decompression bombs. `Package.write` makes a new file in
which only the given parts differ. Every other member is copied raw, byte for byte, with its local
header, its extra fields and its data descriptor, in the same order::

    local header | data | descriptor   local header | data ...   central directory   end
    \\_____ copied as it stands ____/   \\_ or made anew _/       made anew, with all that
                                                                 it has of each member

A part that is written, and an archive, has less than 2 GB. Of the directory only zip64 fields are
dropped, which none as small as these needs.

New XML is read back before it replaces anything. Small parts are parsed whole while they are
packed, of a large sheet the first `CHECKED` bytes. Its rest consists of the user's rows, which were
parsed when they were read, and of new cells made of their tags and addresses, of digits, and of
escaped texts.
"""

from __future__ import annotations

import posixpath
import struct
import sys
import zlib
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from copy import copy
from itertools import pairwise
from pathlib import Path
from typing import IO, Any, BinaryIO, NamedTuple, NoReturn, Self, TypeVar
from xml.etree import ElementTree as ET
from xml.parsers import expat
from zipfile import ZIP64_LIMIT, ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from xlpoker.errors import BookError, nearest, quoted
from xlpoker.files import changed as _changed
from xlpoker.files import is_macro, stamp_of

__all__ = ["CHECKED", "FAST", "Package", "SheetPart", "ahead", "checked", "local_name"]

MOST_RATIO = 500
"""A part that unpacks to more than this many times its size is a bomb: full sheets reach fifty."""
BELIEVED = 1 << 26
"""Parts below this size may be as repetitive as they like."""
SMALL = 1 << 25
"""Parts that are read as a whole (the workbook, relationships, tables) are smaller than this."""
COPY = 1 << 20
AHEAD = 1 << 23
"""The bytes of a part from which a thread is worth its start."""
_HAS_THREADS = sys.platform != "emscripten"
MOST_WRITTEN = ZIP64_LIMIT
"""The most bytes of a part and an archive that are written.

Beyond it `zipfile` writes 64-bit fields, which Excel repairs.
"""
CHECKED = 1 << 18
"""The bytes of a large part that are parsed."""
FAST = 1
"""The compression level: a full sheet is a third larger than at 6, and takes a third of the time."""
_LOCAL_HEADER = struct.Struct("<4s4xH16x2H")
"""Signature, compression method, the lengths of the name and of the extra fields."""
_SIGNATURE = b"PK\3\4"
_ENCRYPTED_FLAG = 1
_UTF8_FLAG = 0x800
_ZIP64_FIELD = 1
_EXTRA_FIELD = struct.Struct("<2H")
"""The kind of an extra field, and the length of what follows."""
_TYPES = "[content_types].xml"
_MACRO_BOOK = b"ms-excel.sheet.macroEnabled.main"
_BOOK = b"openxmlformats-officedocument.spreadsheetml.sheet.main"
Item = TypeVar("Item")


class SheetPart(NamedTuple):
    """A worksheet: its name, the part that holds it, its state, its number.

    The state is ``visible``, ``hidden`` or ``veryHidden``.
    """

    name: str
    part: str
    state: str
    number: str = ""


class _Relationship(NamedTuple):
    """A relationship of a part: its type, its id, and the part at which it points."""

    kind: str
    key: str
    target: str


class _Builder(ET.TreeBuilder):
    """Builds the trees of small parts; refuses a DOCTYPE before it can declare anything."""

    def doctype(self, *_: object) -> None:
        """Refuse."""
        raise BookError("it has a DOCTYPE, which no workbook needs")


class Package:
    """A workbook opened for reading, from a `file` if it is open already; a context manager.

    `members` are the names in the archive's order, `sheets` the worksheets in the workbook's order,
    `from_1904` tells that days are counted from 1904, as old Macs did. `shared_strings`, `styles`
    and `calc_chain` are parts that may be missing. Raises `BookError` for a file that is damaged,
    encrypted, or holds a part twice.
    """

    def __init__(self, path: Path, file: BinaryIO | None = None) -> None:
        self.path = path
        self.from_1904 = False
        self._relationships: dict[str, list[_Relationship]] = {}
        try:
            self._file: BinaryIO = path.open("rb") if file is None else file
        except OSError as error:
            raise BookError(f"{path} cannot be read: {error.strerror}") from None
        self._stamp = stamp_of(self._file.fileno())
        try:
            self._archive = self._opened()
            self._names, self._ends = self._checked_members()
            self.workbook = self.first_related("", "officeDocument") or "xl/workbook.xml"
            if self.workbook not in self:
                self._damaged("it has no workbook part")
            self.sheets = self._sheets()
            self.shared_strings = self.first_related(self.workbook, "sharedStrings")
            self.styles = self.first_related(self.workbook, "styles")
            self.calc_chain = self.first_related(self.workbook, "calcChain")
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Self:
        return self

    def close(self, *_: object) -> None:
        """Close the file, which may then be replaced."""
        self._file.close()

    __exit__ = close

    def _damaged(self, reason: str) -> NoReturn:
        """Raise the error about a damaged file, or about one that another program has changed."""
        if stamp_of(self.path) != self._stamp:
            raise _changed(self.path)
        raise BookError(f"{self.path.name} is damaged: {reason}")

    def _opened(self) -> ZipFile:
        """Return the archive; raise `BookError` where the file is none."""
        try:
            return ZipFile(self._file)
        except (BadZipFile, ValueError, NotImplementedError, OverflowError, struct.error):
            self._damaged("it begins like a workbook but is not a whole zip file")
        except OSError as error:
            raise BookError(f"{self.path} cannot be read: {error.strerror}") from None

    def _checked_members(self) -> tuple[dict[str, ZipInfo], dict[int, int]]:
        """Return the members by their names as parts, and where each record ends, by its beginning.

        Names are unique, and one record lies behind the other, from the first byte on.
        """
        members = self._archive.infolist()
        starts = sorted(member.header_offset for member in members)
        if starts and starts[0] != 0:
            self._damaged("the directory of its parts does not lie where its end says")
        ends = dict(pairwise([*starts, self._archive.start_dir]))
        have_same_start = len(ends) < len(members)
        names: dict[str, ZipInfo] = {}
        for member in members:
            if names.setdefault(_key(member.filename), member) is not member:
                self._damaged(f"it holds the part {member.filename} twice")
            if have_same_start or not self._fits(member, ends[member.header_offset]):
                self._damaged(f"its part {member.filename} does not lie where the directory says")
        return names, ends

    def _fits(self, member: ZipInfo, end: int) -> bool:
        """Tell whether a member begins with its local header, and its data end before the next."""
        room = end - member.header_offset - _LOCAL_HEADER.size - member.compress_size
        if room < 0:
            return False
        self._file.seek(member.header_offset)
        header = self._file.read(_LOCAL_HEADER.size)
        signature, method, name_length, extra_length = _LOCAL_HEADER.unpack(header)
        if signature != _SIGNATURE or method != member.compress_type:
            return False
        return bool(room >= name_length + extra_length)

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

    @contextmanager
    def open_part(self, name: str) -> Iterator[IO[bytes]]:
        """Open a part for reading: unpacked as it is read, its CRC checked at its end."""
        member = self.member(name)
        self._check_readable(member, name)
        try:
            part = self._archive.open(member)
        except (BadZipFile, ValueError, RuntimeError):
            self._damaged(f"its part {name} does not lie where the directory says")
        try:
            with part:
                yield part
        except (BadZipFile, EOFError, zlib.error):
            self._damaged(f"its part {name} is cut off, or not what was stored (its CRC differs)")

    def _check_readable(self, member: ZipInfo, name: str) -> None:
        """Raise `BookError` for a part that is not read: of a changed file, encrypted, or a bomb."""
        if stamp_of(self.path) != self._stamp:
            raise _changed(self.path)
        if member.flag_bits & _ENCRYPTED_FLAG:
            raise BookError(f"{self.path.name} is encrypted: {name}; save it without a password")
        if member.compress_type not in (ZIP_DEFLATED, ZIP_STORED):
            self._damaged(
                f"{name} is packed in a way that workbooks do not use (method {member.compress_type})"
            )
        if member.file_size > max(BELIEVED, MOST_RATIO * member.compress_size):
            size = f"from {member.compress_size >> 10:,} KB to {member.file_size >> 20:,} MB"
            raise BookError(f"{self.path.name} is refused: {name} would unpack {size}")

    def read(self, name: str) -> bytes:
        """Return a whole part; raises `BookError` for one that is not small."""
        member = self.member(name)
        size = member.file_size
        if size > SMALL:
            self._damaged(f"{name} has {size >> 20:,} MB")
        with self.open_part(name) as part:
            return part.read(size)  # never more than that is unpacked

    def tree(self, name: str) -> ET.Element:
        """Return a small part as a tree of elements; a DOCTYPE is refused."""
        content = self.read(name)
        parser = ET.XMLParser(target=_Builder())  # noqa: S314 - the builder refuses what could declare entities
        try:
            return ET.fromstring(content, parser)  # noqa: S314
        except (ET.ParseError, ValueError, LookupError) as error:
            self._damaged(f"{name}: {error}")

    def related(self, part: str, kind: str = "") -> dict[str, str]:
        """Return the targets of a part's relationships by their ids: of all, or of one kind.

        The kind is the end of the type of the relationship. The package itself is the part "".
        Targets outside of the file are left out.
        """
        if part not in self._relationships:
            self._relationships[part] = self._relationships_of(part)
        return {
            relationship.key: relationship.target
            for relationship in self._relationships[part]
            if not kind or relationship.kind.endswith("/" + kind)
        }

    def _relationships_of(self, part: str) -> list[_Relationship]:
        """Return the relationships of a part to others in the file."""
        folder, name = posixpath.split(part)
        relations = posixpath.join(folder, "_rels", name + ".rels")
        if relations not in self:
            return []
        return [
            _Relationship(
                element.get("Type", ""),
                element.get("Id", ""),
                self._target(folder, element.get("Target", "")),
            )
            for element in self.tree(relations)
            if element.get("TargetMode") != "External"
        ]

    def _target(self, folder: str, target: str) -> str:
        """Return the part that a relationship of a part in a folder names."""
        path = posixpath.join("/", folder, target.replace("\\", "/"))
        full = posixpath.normpath(path).lstrip("/")
        if full in self:
            return full
        from urllib.parse import unquote  # few books need it

        return unquote(full)

    def first_related(self, part: str, kind: str) -> str | None:
        """Return the first target of that kind that exists."""
        for target in self.related(part, kind).values():
            if target in self:
                return target
        return None

    def _sheets(self) -> list[SheetPart]:
        """Return the worksheets in the workbook's order; note from which year days are counted."""
        targets = self.related(self.workbook, "worksheet")
        sheets = []
        for element in self.tree(self.workbook).iter():
            tag = local_name(element.tag)
            if tag == "sheet":
                part = targets.get(_relationship_id(element), "")
                if part in self:
                    sheets.append(_sheet_part(element, part))
            elif tag == "workbookPr":
                self.from_1904 = element.get("date1904", "0") in ("1", "true")
        if not sheets:
            self._damaged("it has no sheets")
        if len({sheet.part for sheet in sheets}) < len(sheets):
            self._damaged(f"it lists {len(sheets):,} sheets, more than it holds")
        return sheets

    def sheet(self, name: str) -> SheetPart:
        """Return the sheet of that name, in any case; raises `BookError` with the nearest name."""
        for sheet in self.sheets:
            if sheet.name.casefold() == name.casefold():
                return sheet
        names = [sheet.name for sheet in self.sheets]
        raise BookError(f"{self.path.name} has no sheet {quoted(name)}; {nearest(name, names)}")

    def chosen(self, name: str | None) -> list[SheetPart]:
        """Return the sheet of a name, all visible ones without."""
        if name is not None:
            return [self.sheet(name)]
        return [sheet for sheet in self.sheets if sheet.state == "visible"]

    @property
    def hidden_sheets(self) -> list[str]:
        """The names of the worksheets that are hidden."""
        return [sheet.name for sheet in self.sheets if sheet.state != "visible"]

    @property
    def is_signed(self) -> bool:
        """Whether the package carries a digital signature, which any change breaks."""
        return self.first_related("", "digital-signature/origin") is not None

    def write(
        self,
        target: Path,
        changed: Mapping[str, Iterable[bytes]],
        dropped: Collection[str] = (),
        last: str | None = None,
    ) -> None:
        """Write the package with some parts changed or dropped.

        It appears under its name in one step, or not at all. `changed` gives the new content of
        parts in pieces, asked for in the order of the archive, those of `last` behind all. Every other member is copied raw.
        The package is closed afterwards, since it may be the target. Raises `BookError` where the
        target cannot be written; then it is as it was.
        """
        from xlpoker.files.outputs import replaced

        content = {_key(self.member(name).filename): pieces for name, pieces in changed.items()}
        content |= self._types_without_macros(target, content)
        left_out = {_key(name) for name in dropped}
        order = {name: index for index, name in enumerate(self.members)}
        with replaced(target) as temporary:
            with ZipFile(temporary, "w") as archive:
                for member in self._in_order_of_writing(last):
                    key = _key(member.filename)
                    if key in content:
                        where = f"{target} was not written: {member.filename}"
                        _pack(archive, member, checked(content[key], where), target)
                    elif key not in left_out:
                        self._copy_raw(archive, member)
                    if archive.start_dir > MOST_WRITTEN:
                        raise _too_large(target)
                archive.filelist.sort(key=lambda member: order[member.filename])
                archive.comment = self._archive.comment
            self._file.close()

    def _in_order_of_writing(self, last: str | None) -> list[ZipInfo]:
        """Return all members in the order of the archive, but one of them behind all others."""
        last_key = None if last is None else _key(self.member(last).filename)
        return sorted(
            self._archive.infolist(),
            key=lambda member: (_key(member.filename) == last_key, member.header_offset),
        )

    def _types_without_macros(
        self, target: Path, content: Mapping[str, Iterable[bytes]]
    ) -> dict[str, Iterable[bytes]]:
        """Return the content types of an .xlsx file without macros, whose type must not allow any.

        Nothing is returned where they are right.
        """
        if target.suffix.lower() != ".xlsx" or any(map(is_macro, self.members)):
            return {}
        types = b"".join(content.get(_TYPES) or [self.read(_TYPES)])
        if _MACRO_BOOK not in types:
            return {}
        return {_TYPES: [types.replace(_MACRO_BOOK, _BOOK)]}

    def _copy_raw(self, archive: Any, member: ZipInfo) -> None:
        """Copy a member with all bytes from its header to the next one."""
        copied: Any = copy(member)
        copied.__class__ = _Member
        copied.extra = _without_zip64(member.extra)
        copied.header_offset = archive.start_dir
        self._file.seek(member.header_offset)
        archive.fp.seek(archive.start_dir)
        end = self._ends[member.header_offset]
        for start in range(member.header_offset, end, COPY):
            archive.fp.write(self._file.read(min(COPY, end - start)))
        archive.start_dir = archive.fp.tell()
        if archive.start_dir - copied.header_offset < end - member.header_offset:
            raise BookError(f"{member.filename} is cut off")
        archive.filelist.append(copied)


def _relationship_id(element: ET.Element) -> str:
    """Return the id by which a sheet is listed, whatever the namespace of the attribute."""
    for name, value in element.items():
        if name.endswith("}id"):
            return value
    return ""


def _sheet_part(element: ET.Element, part: str) -> SheetPart:
    """Return a worksheet of the list of sheets, which is held by a part."""
    return SheetPart(
        name=element.get("name", ""),
        part=part,
        state=element.get("state", "visible"),
        number=element.get("sheetId", ""),
    )


class _Member(ZipInfo):
    """A member under the very bytes of its name; `zipfile` would write them as UTF-8."""

    __slots__ = ()

    def _encodeFilenameFlags(self) -> tuple[bytes, int]:  # noqa: N802 - what `zipfile` calls
        """Return the name as it was, and the flags that say how it is written."""
        encoding = "utf-8" if self.flag_bits & _UTF8_FLAG else "cp437"
        return self.orig_filename.encode(encoding), self.flag_bits


def _without_zip64(extra: bytes) -> bytes:
    """Return extra fields without those for sizes of 64 bits.

    >>> _without_zip64(b"\\1\\0\\2\\0ab" + b"\\7\\0\\1\\0c")
    b'\\x07\\x00\\x01\\x00c'
    """
    fields = b""
    while len(extra) >= _EXTRA_FIELD.size:
        kind, length = _EXTRA_FIELD.unpack_from(extra)
        end = _EXTRA_FIELD.size + length
        if kind != _ZIP64_FIELD:
            fields += extra[:end]
        extra = extra[end:]
    return fields + extra


def _too_large(target: Path) -> BookError:
    """Return the error about a target that would be too large."""
    return BookError(f"{target.name} would be larger than 2 GB")


def _pack(archive: ZipFile, member: ZipInfo, pieces: Iterator[bytes], target: Path) -> None:
    """Write new content in the place of a member's, whose name, times and attributes stay.

    A thread makes the next piece of a large one.
    """
    packed: Any = copy(member)
    packed.compress_type = ZIP_DEFLATED
    packed._compresslevel = FAST  # noqa: SLF001 - for a member with times of its own
    packed.extra = b""  # extra fields of a local header can be others
    packed.file_size = 0
    if member.file_size > AHEAD and _HAS_THREADS:
        pieces = ahead(pieces)
    size = 0
    with archive.open(packed, "w") as part:
        for piece in pieces:
            size += len(piece)
            if size > MOST_WRITTEN:
                raise _too_large(target)
            part.write(piece)
    packed.extra = _without_zip64(member.extra)
    packed.external_attr = member.external_attr


def ahead(items: Iterator[Item]) -> Iterator[Item]:
    """Yield the items of an iterator; a thread makes the next item while one is used.

    >>> list(ahead(iter("abc")))
    ['a', 'b', 'c']
    """
    from concurrent.futures import ThreadPoolExecutor  # small files need none

    end: Any = object()
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(next, items, end)
        item = waiting.result()
        while item is not end:
            waiting = pool.submit(next, items, end)
            yield item
            item = waiting.result()


def checked(pieces: Iterable[bytes], where: str, most: int = CHECKED) -> Iterator[bytes]:
    """Yield the pieces of a part, each once the XML parser has read it.

    The first piece, which may be all, is read whole. Behind the first `most` bytes the parser reads
    no more of further pieces. Raises `BookError`, which begins with `where`, for invalid XML.
    """
    parser = expat.ParserCreate()

    def parse(piece: bytes, *, last: bool) -> None:
        try:
            parser.Parse(piece, last)
        except (expat.ExpatError, ValueError, LookupError) as error:
            raise BookError(f"{where} cannot be read back: {error}") from None

    room: int | None = None
    for piece in pieces:
        if most >= 0:
            parse(piece[:room], last=False)
        most -= len(piece)
        room = most
        yield piece
    if most >= 0:
        parse(b"", last=True)


def _key(name: str) -> str:
    """Return the name of a part without a leading slash; upper and lower case are alike."""
    return name.replace("\\", "/").lstrip("/").casefold()


def local_name(tag: object) -> str:
    """Return the name of a tag without its namespace."""
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""
