"""VBA projects (MS-OVBA): compresses texts, and adds a module to an existing project.

What is written holds source and no compiled code: MS-OVBA asks that of every writer that is not Office (2.3.4.1 and
2.3.4.3: no PerformanceCache, version and cookies 0xFFFF), and Office compiles the source when it opens the project.
Everything else of the project stays as it is: references, properties, the other modules letter for letter.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator, Mapping

from xlpoker.errors import BookError

__all__ = ["compressed", "decompressed", "record", "records", "with_module"]

_CHUNK = 4096
_HEAD = bytes.fromhex("cc61ffff000100")
"""The stream _VBA_PROJECT of a writer that is not Office: a version that no Office has, and no cache."""

(
    _CODE_PAGE,
    _VERSION,
    _MODULES,
    _PROJECT_COOKIE,
    _NAME,
    _STREAM,
    _OFFSET,
    _COOKIE,
    _ALL_MODULES_END,
) = (
    *(0x03, 0x09, 0x0F, 0x13, 0x19, 0x1A, 0x31, 0x2C),
    0x10,
)


def decompressed(content: bytes) -> bytes:
    """Return a text that was compressed.

    >>> decompressed(bytes.fromhex("0103b002614500")) == b"a" * 73  # the last example of MS-OVBA 3.2
    True

    Raises `BookError` for anything else.
    """
    if content[:1] != b"\x01":
        raise BookError("a text of the VBA project is not compressed as it should be")
    made = bytearray()
    at = 1
    try:
        while at < len(content):
            header = int.from_bytes(content[at : at + 2], "little")
            end = min(at + (header & 0xFFF) + 3, len(content))
            _unpack(content, at + 2, end, packed=header & 0x8000, made=made)
            at = end
    except IndexError:
        raise BookError("a text of the VBA project is damaged") from None
    return bytes(made)


def _unpack(content: bytes, at: int, end: int, *, packed: int, made: bytearray) -> None:
    """Add the text of one chunk: letters, or copies of up to 4,098 letters that came before in the chunk."""
    if not packed:
        made += content[at:end]
        return
    begin = len(made)
    while at < end:
        flags = content[at]
        at += 1
        for bit in range(8):
            if at >= end:
                return
            if not flags >> bit & 1:
                made.append(content[at])
                at += 1
                continue
            token = content[at] | content[at + 1] << 8
            at += 2
            shift = _shift(len(made) - begin)
            back = (token >> shift) + 1
            for _ in range((token & (1 << shift) - 1) + 3):
                made.append(made[-back])


def _shift(place: int) -> int:
    """Return how many of a copy's 16 bits hold its length; the others hold its distance, which the chunk limits."""
    return 16 - max(4, (place - 1).bit_length()) if place else 12


def compressed(content: bytes) -> bytes:
    """Return a text compressed, each copy the longest and nearest that there is.

    >>> compressed(b"abcabcabc").hex(), decompressed(compressed(b"5H 5C " * 999)) == b"5H 5C " * 999
    ('0105b0086162630320', True)

    Raises `BookError` for bytes that would become longer, as no real text does.
    """
    made = bytearray(b"\x01")
    for begin in range(0, len(content), _CHUNK):
        chunk = content[begin : begin + _CHUNK]
        tokens = _tokens(chunk)
        if len(tokens) <= _CHUNK:
            made += struct.pack("<H", len(tokens) - 1 | 0xB000) + tokens
        elif len(chunk) == _CHUNK:
            made += struct.pack("<H", _CHUNK - 1 | 0x3000) + chunk
        else:
            raise BookError("a text for the VBA project cannot be compressed")
    return bytes(made)


def _tokens(chunk: bytes) -> bytes:
    made = bytearray()
    at = bit = flags = 0
    while at < len(chunk):
        if not bit:
            flags = len(made)
            made.append(0)
        shift = _shift(at)
        most = min((1 << shift) + 2, len(chunk) - at)
        length, place = 2, -1
        while (
            length < most
            and (found := chunk.rfind(chunk[at : at + length + 1], 0, at + length)) >= 0
        ):
            place, length = found, length + 1
            while length < most and chunk[place + length] == chunk[at + length]:
                length += 1
        if place >= 0:
            made += struct.pack("<H", at - place - 1 << shift | length - 3)
            made[flags] |= 1 << bit
            at += length
        else:
            made.append(chunk[at])
            at += 1
        bit = (bit + 1) % 8
    return bytes(made)


def records(directory: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the records of a project's ``dir``, decompressed: the kind and the content."""
    at = 0
    while at < len(directory):
        kind, size = struct.unpack_from("<HI", directory, at)
        size = 6 if kind == _VERSION else size  # it says 4
        yield kind, directory[at + 6 : at + 6 + size]
        at += 6 + size


def record(kind: int, content: bytes = b"") -> bytes:
    """Return a record of ``dir``.

    >>> list(records(record(0x0F, bytes(2)) + record(0x09, bytes(6))))
    [(15, b'\\x00\\x00'), (9, b'\\x00\\x00\\x00\\x00\\x00\\x00')]
    """
    return struct.pack("<HI", kind, 4 if kind == _VERSION else len(content)) + content


def with_module(streams: Mapping[str, bytes], name: str, source: str) -> dict[str, bytes]:
    """Return the streams of a project with one module more, and without compiled code.

    Raises `BookError` for a project that is protected, in another code page than 1252, or that is no project.
    """
    try:
        return _with_module(streams, name, source)
    except BookError:
        raise
    except (KeyError, ValueError, struct.error) as error:
        raise BookError(f"not a VBA project as expected: {error!r}") from None


def _with_module(streams: Mapping[str, bytes], name: str, source: str) -> dict[str, bytes]:
    project = streams["PROJECT"].decode("cp1252")
    password = re.search(r'^DPB="([0-9A-F]*)"', project, re.MULTILINE)
    if password is None or len(password[1]) > 22:  # as much as "no password" takes
        raise BookError("the VBA project is protected by a password")
    made = dict(streams)
    directory, stream = b"", ""
    for kind, content in records(decompressed(streams["VBA/dir"])):
        written = content
        if kind == _CODE_PAGE and content != struct.pack("<H", 1252):
            raise BookError(
                f"the VBA project is in code page {int.from_bytes(content, 'little')}, not in 1252"
            )
        if kind == _STREAM:
            stream = "VBA/" + content.decode("cp1252")
        elif kind == _NAME and content.decode("cp1252").lower() == name.lower():
            raise BookError(f"the VBA project has a module {name} already")
        elif kind == _OFFSET:
            made[stream] = streams[stream][int.from_bytes(content, "little") :]
            decompressed(made[stream])
            written = bytes(4)
        elif kind in (_PROJECT_COOKIE, _COOKIE):
            written = b"\xff\xff"
        elif kind == _MODULES:
            written = struct.pack("<H", int.from_bytes(content, "little") + 1)
        elif kind == _ALL_MODULES_END:
            directory += _module(name)
        directory += record(kind, written)
    if _module(name) not in directory:
        raise BookError("the VBA project has no list of modules")
    made = {path: content for path, content in made.items() if not path.startswith("VBA/__SRP_")}
    made["VBA/" + name] = compressed(source.encode("cp1252"))
    made["VBA/_VBA_PROJECT"] = _HEAD
    made["VBA/dir"] = compressed(directory)
    made["PROJECTwm"] = (
        streams["PROJECTwm"][:-2] + name.encode() + b"\0" + name.encode("utf-16-le") + bytes(4)
    )
    head, tail = project.rstrip().split("\r\nName=", 1)
    window = f"\r\n{name}=0, 0, 0, 0, C" if "\r\n[Workspace]" in tail else ""
    made["PROJECT"] = f"{head}\r\nModule={name}\r\nName={tail}{window}\r\n".encode("cp1252")
    return made


def _module(name: str) -> bytes:
    """Return the records of a module: its names, no help, the source at the stream's start, and its kind."""
    narrow, wide = name.encode(), name.encode("utf-16-le")
    return b"".join(
        record(kind, content)
        for kind, content in (
            *(
                (_NAME, narrow),
                (0x47, wide),
                (_STREAM, narrow),
                (0x32, wide),
                (0x1C, b""),
                (0x48, b""),
            ),
            *(
                (_OFFSET, bytes(4)),
                (0x1E, bytes(4)),
                (_COOKIE, b"\xff\xff"),
                (0x21, b""),
                (0x2B, b""),
            ),
        )
    )
