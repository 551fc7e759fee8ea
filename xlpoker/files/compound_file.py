"""Compound files (MS-CFB, version 3): the file system in one file, of VBA projects and .xls books.

A file is sectors of 512 bytes. The FAT names for each sector the next one of its stream. Streams
below 4,096 bytes lie in sectors of 64 bytes within a stream of their own, chained by the mini FAT::

    header | sector 0 | sector 1 | sector 2 | ...
    FAT      1          END        4          ...    sectors 0 and 1 are one stream

The directory lists streams and storages (folders). Those of one storage are a red-black tree,
ordered by the length of the name, then by its capital letters. Two red nodes must not follow each
other, so a tree that is black throughout is one: so are those written here, balanced by halving.

Here a file is a dictionary of its streams by path (``VBA/dir``), read and written as a whole:
`read` and `write`; `read_stream` reads one of them. What they hold is the business of
`xlpoker.hosts.vba` and `xlpoker.workbook.marks_of_xls`.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from xlpoker.errors import BookError

__all__ = ["read", "read_stream", "write"]

_MAGIC = bytes.fromhex("d0cf11e0a1b11ae1")
_VERSION = (3, 0xFFFE, 9, 6)
"""Version 3, little endian, sectors of 2**9 bytes and small ones of 2**6."""
_SECTOR = 512
_MINI_SECTOR = 64
_CUTOFF = 4096
"""The size from which on a stream lies in sectors of its own."""
_ENTRY = struct.Struct("<64sHBBIII36xIQ")
"""An entry of the directory: name, its length, kind, color, left, right, child, start, size."""
_ROOT_CHILD = 76
_ROOT_START = 116
_LONGEST_NAME = 62
"""Bytes of a name in UTF-16 beside the zero at its end."""

_FREE = 0xFFFFFFFF
_END = 0xFFFFFFFE
_FAT = 0xFFFFFFFD
"""The greatest numbers in a table of sectors: a free one, the end of a stream, one of the FAT."""

_STORAGE = 1
_STREAM = 2
_ROOT = 5
_BLACK = 1

_HEADER_FATS = 109
"""Number of FAT sectors listed in the header; further sectors list those of a file above 7 MB.

They are enough for a hundred times the size of a file written here.
"""


_Links = tuple[int, int, int]
"""The indices of an entry's neighbours in the directory: left, right and child."""


def read(content: bytes) -> dict[str, bytes]:
    """Return the streams of a compound file by their paths.

    >>> read(write({"PROJECT": b"x", "VBA/dir": b""}))
    {'PROJECT': b'x', 'VBA/dir': b''}

    Raises `BookError` for anything else and for a damaged one.
    """
    with _readable_errors():
        folder = _Folder(content)
        return {path: folder.stream(path) for path in folder.places}


def read_stream(content: bytes, path: str) -> bytes | None:
    """Return one stream of a compound file, None if it has none of that path.

    >>> read_stream(write({"PROJECT": b"x", "VBA/dir": b""}), "PROJECT")
    b'x'

    Raises `BookError` for anything else and for a damaged one.
    """
    with _readable_errors():
        folder = _Folder(content)
        return folder.stream(path) if path in folder.places else None


@contextmanager
def _readable_errors() -> Iterator[None]:
    """Turn the errors of damaged tables into a `BookError`."""
    try:
        yield
    except (ValueError, IndexError, struct.error) as error:
        raise BookError(f"not a compound file that can be read: {error}") from None


class _Folder:
    """The tables of sectors of a compound file, and where each stream begins and how long it is."""

    def __init__(self, content: bytes) -> None:
        signature = content[:8]
        if signature != _MAGIC or struct.unpack_from("<HHHH", content, 26) != _VERSION:
            raise ValueError("it does not begin with the signature of one")
        first_directory, self._cutoff, first_mini_fat = struct.unpack_from("<I4xII", content, 48)
        self._content = content
        sectors = _count_of_sectors(content)
        fat = _numbers(_sectors(content, _fat_sectors(content)))
        self._fat = fat[:sectors]
        directory = self._stream_of_sectors(first_directory)
        self._mini_fat = _numbers(self._stream_of_sectors(first_mini_fat))
        root_start, _size = struct.unpack_from("<IQ", directory, _ROOT_START)
        self._small_streams = self._stream_of_sectors(root_start)
        self.places = {path: (start, size) for path, start, size in _entries(directory)}

    def stream(self, path: str) -> bytes:
        """Return the bytes of the stream of a path."""
        start, size = self.places[path]
        if size >= self._cutoff:
            stream = self._stream_of_sectors(start)
        else:
            stream = _mini_sectors(self._small_streams, _chain(start, self._mini_fat))
        if len(stream) < size:
            raise ValueError(f"{path} is cut short")
        return stream[:size]

    def _stream_of_sectors(self, start: int) -> bytes:
        return _sectors(self._content, _chain(start, self._fat))


def _fat_sectors(content: bytes) -> list[int]:
    """Return the numbers of the sectors of the FAT: 109 in the header, 127 in each further list.

    The last number of a list is the sector of the next one. A file has not more of them than sectors.
    """
    numbers = [*struct.unpack_from(f"<{_HEADER_FATS}I", content, 76)]
    (next_list,) = struct.unpack_from("<I", content, 68)
    sectors = _count_of_sectors(content)
    while next_list < _FAT and len(numbers) < sectors:
        *listed, next_list = _numbers(_sectors(content, [next_list]))
        numbers += listed
    used = [number for number in numbers if number < _FAT]
    return used[:sectors]


def _count_of_sectors(content: bytes) -> int:
    """Return how many sectors a file has behind its header, the last of which may be cut short."""
    return -(-len(content) // _SECTOR) - 1


def _entries(directory: bytes) -> Iterator[tuple[str, int, int]]:
    """Yield path, first sector and size of each stream of a directory."""
    seen: set[int] = set()
    (root_child,) = struct.unpack_from("<I", directory, _ROOT_CHILD)
    pending = [("", root_child)]
    while pending:
        folder, number = pending.pop()
        if number == _FREE:
            continue
        if number in seen:
            raise ValueError("its directory runs in a circle")
        seen.add(number)
        entry = _ENTRY.unpack_from(directory, number * _ENTRY.size)
        name, name_length, kind, _color, left, right, child, start, size = entry
        length = max(name_length - 2, 0)  # without the zero at the end
        path = folder + name[:length].decode("utf-16-le")
        pending += [(folder, right), (folder, left)]
        if kind == _STORAGE:
            pending.append((path + "/", child))
        else:
            yield path, start, size & 0xFFFFFFFF  # version 3 counts no further


def _sectors(content: bytes, numbers: Sequence[int]) -> bytes:
    """Return the bytes of some sectors; what the file lacks of them are zeros."""
    sectors = []
    for number in numbers:
        start = (number + 1) * _SECTOR  # behind the header
        sector = content[start : start + _SECTOR]
        sectors.append(sector.ljust(_SECTOR, b"\0"))
    return b"".join(sectors)


def _mini_sectors(small_streams: bytes, numbers: Sequence[int]) -> bytes:
    """Return the bytes of some sectors within the stream of small ones."""
    starts = [number * _MINI_SECTOR for number in numbers]
    return b"".join(small_streams[start : start + _MINI_SECTOR] for start in starts)


def _numbers(table: bytes) -> tuple[int, ...]:
    return struct.unpack(f"<{len(table) // 4}I", table)


def _chain(start: int, table: Sequence[int]) -> list[int]:
    """Return the numbers of a stream's sectors in their order."""
    numbers: list[int] = []
    while start < _FAT:
        if len(numbers) > len(table):
            raise ValueError("a chain of sectors runs in a circle")
        numbers.append(start)
        start = table[start]
    return numbers


class _Area:
    """Sectors of one size, to which streams are added, with the table that chains them."""

    def __init__(self, sector: int) -> None:
        self._sector = sector
        self._parts: list[bytes] = []
        self.table: list[int] = []

    @property
    def content(self) -> bytes:
        """Return the bytes of all sectors."""
        return b"".join(self._parts)

    def add(self, content: bytes) -> int:
        """Add a stream and return the number of its first sector."""
        count = -(-len(content) // self._sector)
        if count == 0:
            return _END
        start = len(self.table)
        self.table += range(start + 1, start + count)
        self.table.append(_END)
        self._parts.append(content.ljust(count * self._sector, b"\0"))
        return start


def write(streams: Mapping[str, bytes]) -> bytes:
    """Return a compound file with these streams; the folders are those of their paths.

    Raises `BookError` where a name has more than 31 characters, and for more than 7 MB.
    """
    large = _Area(_SECTOR)
    small = _Area(_MINI_SECTOR)
    starts: dict[str, int] = {}
    for path, content in streams.items():
        area = small if len(content) < _CUTOFF else large
        starts[path] = area.add(content)
    root = large.add(small.content), len(small.content)
    mini_fat = _filled(small.table)
    first_mini_fat = large.add(mini_fat)
    first_directory = large.add(_directory(streams, starts, root))
    fat_sectors = _count_of_fat_sectors(len(large.table))
    if fat_sectors > _HEADER_FATS:
        raise BookError("a VBA project of more than 7 MB")
    first_fat = len(large.table)
    header = struct.pack(
        "<8s16xHHHHH6xIIIIIIIII",
        _MAGIC,
        0x3E,  # the minor version
        *_VERSION,
        *(0, fat_sectors),
        *(first_directory, 0, _CUTOFF),
        *(first_mini_fat, len(mini_fat) // _SECTOR),
        *(_END, 0),  # the FAT needs no sectors to list its own
    )
    header += struct.pack(f"<{fat_sectors}I", *range(first_fat, first_fat + fat_sectors))
    fat = _filled([*large.table, *[_FAT] * fat_sectors])
    return header.ljust(_SECTOR, b"\xff") + large.content + fat


def _count_of_fat_sectors(sectors: int) -> int:
    """Return how many sectors the FAT takes that lists this many others, and itself.

    >>> _count_of_fat_sectors(127), _count_of_fat_sectors(128)
    (1, 2)
    """
    count = 1
    while (sectors + count) * 4 > count * _SECTOR:
        count += 1
    return count


def _filled(table: Sequence[int]) -> bytes:
    """Return a table of sectors as bytes, filled up to whole sectors with marks of free ones."""
    packed = struct.pack(f"<{len(table)}I", *table)
    return packed + b"\xff" * (-len(packed) % _SECTOR)


def _order(path: str) -> tuple[int, bytes]:
    """Return the key by which the names of a storage are ordered."""
    _, _, name = path.rpartition("/")
    capitals = "".join(map(_capital, name))
    return len(name.encode("utf-16-le")), capitals.encode("utf-16-be")


def _capital(letter: str) -> str:
    """Return the capital of a letter, and a letter without a single capital as it is.

    >>> _capital("a"), _capital("ß")
    ('A', 'ß')
    """
    capital = letter.upper()
    return capital if len(capital) == 1 else letter


def _directory(
    streams: Mapping[str, bytes], starts: Mapping[str, int], root: tuple[int, int]
) -> bytes:
    """Return the directory: the root, the storages, the streams.

    `starts` are the first sectors of the streams, `root` is the first sector and the size of the
    stream that holds the small ones.
    """
    storages = _storages(streams)
    paths = ["", *storages, *streams]
    links = _links(paths, storages)
    entries: list[bytes] = []
    for path in paths:
        _, _, last_name = path.rpartition("/")
        name = (last_name or "Root Entry").encode("utf-16-le")
        if len(name) > _LONGEST_NAME:
            raise BookError(f"{path!r} is too long a name for a stream of a compound file")
        kind = _STORAGE
        start = size = 0
        if not path:
            kind = _ROOT
            start, size = root
        elif path in streams:
            kind = _STREAM
            start = starts[path]
            size = len(streams[path])
        length = len(name) + 2  # with the zero at the end
        entry = _ENTRY.pack(name, length, kind, _BLACK, *links[path], start, size)
        entries.append(entry)
    unused = struct.pack("<68xIII48x", _FREE, _FREE, _FREE)
    while len(entries) % (_SECTOR // _ENTRY.size):
        entries.append(unused)
    return b"".join(entries)


def _storages(paths: Iterable[str]) -> list[str]:
    """Return the folders of these paths, and those above them.

    >>> _storages(["PROJECT", "VBA/dir", "a/b/c"])
    ['VBA', 'a', 'a/b']
    """
    storages: set[str] = set()
    for path in paths:
        folder = _folder_of(path)
        while folder:
            storages.add(folder)
            folder = _folder_of(folder)
    return sorted(storages)


def _links(paths: Sequence[str], storages: Sequence[str]) -> dict[str, _Links]:
    """Return for each path the indices of its neighbours in the tree, left, right and child.

    The child of a storage, or of the root, is the root of the tree of what lies in it.
    """
    indices = {path: index for index, path in enumerate(paths)}
    neighbours: dict[str, tuple[int, int]] = {"": (_FREE, _FREE)}
    children: dict[str, int] = {}

    def tree(members: Sequence[str]) -> int:
        """Link sorted members by halving and return the index of their root."""
        if not members:
            return _FREE
        half = len(members) // 2
        middle = members[half]
        left = tree(members[:half])
        right = tree(members[half + 1 :])
        neighbours[middle] = (left, right)
        return indices[middle]

    for storage in ["", *storages]:
        members = [path for path in paths if path and _folder_of(path) == storage]
        children[storage] = tree(sorted(members, key=_order))
    links = {}
    for path in paths:
        left, right = neighbours[path]
        child = children.get(path, _FREE)
        links[path] = (left, right, child)
    return links


def _folder_of(path: str) -> str:
    """Return the storage in which a path lies, blank for the root."""
    folder, _, _ = path.rpartition("/")
    return folder
