"""Compound files (MS-CFB, version 3): the small file system in one file that Office keeps a VBA project in.

A file is sectors of 512 bytes. The FAT names for each sector the next one of its stream; streams below 4,096 bytes lie
in sectors of 64 bytes within a stream of their own, chained by the mini FAT. The directory lists streams and storages
(folders); those of one storage are a red-black tree, ordered by the length of the name, then by its capital letters. Where two
red nodes must not follow each other, a tree that is black throughout is one: so are those written here, balanced by halving.

Here a file is a dictionary of its streams by path (``VBA/dir``), read and written as a whole.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence

from xlpoker.errors import BookError

__all__ = ["read", "write"]

_MAGIC = bytes.fromhex("d0cf11e0a1b11ae1")
_SECTOR, _MINI, _CUTOFF, _ENTRY = 512, 64, 4096, 128
_FREE, _END, _FAT = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD
_STORAGE, _STREAM, _ROOT, _BLACK = 1, 2, 5, 1
_HEADER_FATS = 109
"""Number of FAT sectors listed in the header: enough for 7 MB, a hundred times the size of a file written here."""


def read(content: bytes) -> dict[str, bytes]:
    """Return the streams of a compound file by their paths.

    >>> read(write({"PROJECT": b"x", "VBA/dir": b""}))
    {'PROJECT': b'x', 'VBA/dir': b''}

    Raises `BookError` for anything else and for a damaged one.
    """
    try:
        return _streams(content)
    except (ValueError, IndexError, struct.error) as error:
        raise BookError(f"not a compound file that can be read: {error}") from None


def _streams(content: bytes) -> dict[str, bytes]:
    if content[:8] != _MAGIC or struct.unpack_from("<HHHH", content, 26) != (3, 0xFFFE, 9, 6):
        raise ValueError("it does not begin with the signature of one")
    first_directory, cutoff, first_mini = struct.unpack_from("<I4xII", content, 48)
    fats = [
        number for number in struct.unpack_from(f"<{_HEADER_FATS}I", content, 76) if number < _FAT
    ]

    def sectors(numbers: Sequence[int]) -> bytes:
        found = [content[(number + 1) * _SECTOR : (number + 2) * _SECTOR] for number in numbers]
        return b"".join(sector.ljust(_SECTOR, b"\0") for sector in found)

    fat = _numbers(sectors(fats))
    directory = sectors(_chain(first_directory, fat))
    minifat = _numbers(sectors(_chain(first_mini, fat)))
    *_, start, _size = struct.unpack_from("<IQ", directory, 116)
    small = sectors(_chain(start, fat))

    found: dict[str, bytes] = {}
    seen: set[int] = set()
    pending = [("", struct.unpack_from("<I", directory, 76)[0])]
    while pending:
        above, number = pending.pop()
        if number == _FREE:
            continue
        if number in seen:
            raise ValueError("its directory runs in a circle")
        seen.add(number)
        raw, length, kind, left, right, child, start, size = struct.unpack_from(
            "<64sHBxIII36xIQ", directory, number * _ENTRY
        )
        name = above + raw[: max(length - 2, 0)].decode("utf-16-le")
        pending += [(above, right), (above, left)]
        size &= 0xFFFFFFFF  # version 3 counts no further
        if kind == _STORAGE:
            pending.append((name + "/", child))
        elif size < cutoff:
            minis = [
                small[mini * _MINI : (mini + 1) * _MINI] for mini in _chain(start, minifat) if size
            ]
            found[name] = b"".join(minis)[:size]
        else:
            found[name] = sectors(_chain(start, fat))[:size]
        if kind != _STORAGE and len(found[name]) != size:
            raise ValueError(f"{name} is cut short")
    return found


def _numbers(table: bytes) -> tuple[int, ...]:
    return struct.unpack(f"<{len(table) // 4}I", table)


def _chain(start: int, table: Sequence[int]) -> list[int]:
    found: list[int] = []
    while start < _FAT:
        if len(found) > len(table):
            raise ValueError("a chain of sectors runs in a circle")
        found.append(start)
        start = table[start]
    return found


def write(streams: Mapping[str, bytes]) -> bytes:
    """Return a compound file with these streams; the folders are those of their paths.

    Raises `BookError` where a name has more than 31 characters, and for more than 7 MB.
    """
    table: list[int] = []  # the FAT
    body: list[bytes] = []
    minifat: list[int] = []
    small: list[bytes] = []
    starts: dict[str, int] = {}

    def placed(content: bytes, size: int, chains: list[int], into: list[bytes]) -> int:
        count = -(-len(content) // size)
        start = len(chains)
        chains += [*range(start + 1, start + count), _END] if count else []
        into.append(content.ljust(count * size, b"\0"))
        return start if count else _END

    for path, content in streams.items():
        starts[path] = (
            placed(content, _MINI, minifat, small)
            if len(content) < _CUTOFF
            else placed(content, _SECTOR, table, body)
        )
    holder = b"".join(small)
    root = placed(holder, _SECTOR, table, body), len(holder)
    mini = placed(_filled(minifat), _SECTOR, table, body)
    directory = placed(_directory(streams, starts, root), _SECTOR, table, body)
    fats = next(
        count for count in range(1, len(table) + 2) if (len(table) + count) * 4 <= count * _SECTOR
    )
    if fats > _HEADER_FATS:
        raise BookError("a VBA project of more than 7 MB")
    names = [len(table) + place for place in range(fats)]
    header = struct.pack(
        "<8s16xHHHHH6xIIIIIIIIII",
        *(
            _MAGIC,
            0x3E,
            3,
            0xFFFE,
            9,
            6,
        ),  # signature, version 3.62, byte order, sectors of 2**9 and of 2**6 bytes
        *(0, fats, directory, 0, _CUTOFF),
        *(mini, len(_filled(minifat)) // _SECTOR, _END, 0, names[0]),
    )
    header += struct.pack(f"<{fats - 1}I", *names[1:])
    return header.ljust(_SECTOR, b"\xff") + b"".join(body) + _filled([*table, *[_FAT] * fats])


def _filled(table: Sequence[int]) -> bytes:
    """Return a table of sectors as bytes, filled up to whole sectors with the mark of a free one."""
    packed = struct.pack(f"<{len(table)}I", *table)
    return packed + b"\xff" * (-len(packed) % _SECTOR)


def _order(path: str) -> tuple[int, bytes]:
    name = path.rpartition("/")[2]
    capitals = "".join(letter.upper() if len(letter.upper()) == 1 else letter for letter in name)
    return len(name.encode("utf-16-le")), capitals.encode("utf-16-be")


def _directory(
    streams: Mapping[str, bytes], starts: Mapping[str, int], root: tuple[int, int]
) -> bytes:
    """Return the directory: the root, the storages, the streams, and for each its place in the tree of its storage."""
    above = {path: path.rpartition("/")[0] for path in streams}
    storages = sorted(
        {
            "/".join(path.split("/")[:depth])
            for path in streams
            for depth in range(1, path.count("/") + 1)
        }
    )
    above |= {path: path.rpartition("/")[0] for path in storages}
    places = {path: number for number, path in enumerate(["", *storages, *streams])}
    links = {path: [_FREE, _FREE, _FREE] for path in places}  # left, right, child

    def tree(paths: list[str]) -> int:
        """Return the middle of these as the root of a tree."""
        if not paths:
            return _FREE
        middle = len(paths) // 2
        links[paths[middle]][:2] = tree(paths[:middle]), tree(paths[middle + 1 :])
        return places[paths[middle]]

    for storage in ["", *storages]:
        links[storage][2] = tree(
            sorted((path for path in above if above[path] == storage), key=_order)
        )
    made = b""
    for path in places:
        name = (path.rpartition("/")[2] or "Root Entry").encode("utf-16-le")
        if len(name) > 62:
            raise BookError(f"{path!r} is too long a name for a stream of a compound file")
        kind, start, size = _STORAGE, 0, 0
        if not path:
            kind, (start, size) = _ROOT, root
        elif path in streams:
            kind, start, size = _STREAM, starts[path], len(streams[path])
        made += struct.pack(
            "<64sHBBIII36xIQ", name, len(name) + 2, kind, _BLACK, *links[path], start, size
        )
    unused = struct.pack("<68xIII48x", _FREE, _FREE, _FREE)
    return made + unused * (-len(places) % (_SECTOR // _ENTRY))
