"""VBA projects (MS-OVBA): compresses texts, and adds a module to an existing project.

What is written holds source and no compiled code. MS-OVBA asks that of every writer that is not
Office (2.3.4.1 and 2.3.4.3: no PerformanceCache, version and cookies 0xFFFF). Office compiles the
source when it opens the project. Everything else of the project stays as it is: references,
properties, the other modules letter for letter.

A compressed text is the byte 1 and chunks of up to 4,096 bytes of text::

    chunk     header (2 bytes: packed or not, the size of the chunk - 3), then groups
    group     a byte of flags, then up to eight tokens, one for each flag
    token     flag 0: a byte of the text
              flag 1: a copy (2 bytes): distance - 1 in the upper bits, length - 3 in the lower ones

"abcabcabc" is the tokens a, b, c and one copy: three bytes back, six bytes long.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator, Mapping
from enum import IntEnum

from xlpoker.errors import BookError

__all__ = ["compressed", "decompressed", "record", "records", "with_module"]

_CHUNK = 4096
_PACKED = 0x8000
"""The bit in the header of a chunk that tells that its text is compressed."""
_SIGNATURE = 0x3000
_VERSION_AND_NO_CACHE = bytes.fromhex("cc61ffff000100")
"""The stream _VBA_PROJECT of a writer that is not Office: no version of Office, no cache."""


class _Kind(IntEnum):
    """The kinds of records in ``dir`` that are read or written here."""

    CODE_PAGE = 0x03
    VERSION = 0x09
    MODULES = 0x0F
    ALL_MODULES_END = 0x10
    PROJECT_COOKIE = 0x13
    NAME = 0x19
    STREAM = 0x1A
    HELP_FILE = 0x1C
    HELP_CONTEXT = 0x1E
    PROCEDURAL = 0x21
    MODULE_END = 0x2B
    COOKIE = 0x2C
    OFFSET = 0x31
    STREAM_UNICODE = 0x32
    NAME_UNICODE = 0x47
    HELP_FILE_UNICODE = 0x48


def decompressed(content: bytes) -> bytes:
    """Return a text that was compressed.

    The last example of MS-OVBA 3.2:

    >>> decompressed(bytes.fromhex("0103b002614500")) == b"a" * 73
    True

    Raises `BookError` for anything else.
    """
    if content[:1] != b"\x01":
        raise BookError("a text of the VBA project is not compressed as it should be")
    text = bytearray()
    start = 1
    try:
        while start < len(content):
            header = int.from_bytes(content[start : start + 2], "little")
            end = min(start + (header & 0xFFF) + 3, len(content))
            if header & _PACKED:
                _unpack(content, start + 2, end, text)
            else:
                text += content[start + 2 : end]
            start = end
    except IndexError:
        raise BookError("a text of the VBA project is damaged") from None
    return bytes(text)


def _unpack(content: bytes, position: int, end: int, text: bytearray) -> None:
    """Add the text of a compressed chunk, whose tokens stand from `position` to `end`."""
    begin = len(text)
    while position < end:
        flags = content[position]
        position += 1
        for bit in range(8):
            if position >= end:
                return
            is_copy = flags >> bit & 1
            if not is_copy:
                text.append(content[position])
                position += 1
                continue
            token = content[position] | content[position + 1] << 8
            position += 2
            shift = _length_bits(len(text) - begin)
            distance = (token >> shift) + 1
            length = (token & (1 << shift) - 1) + 3
            for _ in range(length):  # a copy may run into itself
                text.append(text[-distance])


def _length_bits(position: int) -> int:
    """Return how many of a copy's 16 bits hold its length, by its position in the chunk.

    The others hold its distance, which cannot be greater than the position.
    """
    if position == 0:
        return 12
    return 16 - max(4, (position - 1).bit_length())


def compressed(content: bytes) -> bytes:
    """Return a compressed text; each copy is the longest possible, and the nearest of these.

    >>> compressed(b"abcabcabc").hex(), decompressed(compressed(b"5H 5C " * 999)) == b"5H 5C " * 999
    ('0105b0086162630320', True)

    Raises `BookError` for bytes that would become longer, as no real text does.
    """
    chunks = bytearray(b"\x01")
    for begin in range(0, len(content), _CHUNK):
        chunk = content[begin : begin + _CHUNK]
        tokens = _tokens(chunk)
        if len(tokens) <= _CHUNK:
            header = len(tokens) - 1 | _SIGNATURE | _PACKED
            chunks += struct.pack("<H", header) + tokens
        elif len(chunk) == _CHUNK:
            chunks += struct.pack("<H", _CHUNK - 1 | _SIGNATURE) + chunk
        else:
            raise BookError("a text for the VBA project cannot be compressed")
    return bytes(chunks)


def _tokens(chunk: bytes) -> bytes:
    """Return the text of a chunk as groups of tokens."""
    groups = bytearray()
    flags = 0  # the index of the group's byte of flags
    bit = 0
    position = 0
    while position < len(chunk):
        if bit == 0:
            flags = len(groups)
            groups.append(0)
        shift = _length_bits(position)
        source, length = _longest_copy(chunk, position, most=(1 << shift) + 2)
        if length:
            distance = position - source
            groups += struct.pack("<H", (distance - 1) << shift | (length - 3))
            groups[flags] |= 1 << bit
            position += length
        else:
            groups.append(chunk[position])
            position += 1
        bit = (bit + 1) % 8
    return bytes(groups)


def _longest_copy(chunk: bytes, position: int, most: int) -> tuple[int, int]:
    """Return where the longest text begins that comes again at a position, and its length.

    The nearest one of that length is taken, `most` is the greatest length. The length is 0 where
    less than three bytes come again.

    >>> _longest_copy(b"abcabcabc", 3, 99), _longest_copy(b"abcd", 3, 99)
    ((0, 6), (-1, 0))
    """
    source, length = -1, 2
    most = min(most, len(chunk) - position)
    while length < most:
        longer = chunk.rfind(chunk[position : position + length + 1], 0, position + length)
        if longer < 0:
            break
        source = longer
        length += 1
        while length < most and chunk[source + length] == chunk[position + length]:
            length += 1
    if source < 0:
        return -1, 0
    return source, length


def records(directory: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the records of a project's ``dir``, decompressed: the kind and the content."""
    position = 0
    while position < len(directory):
        kind, size = struct.unpack_from("<HI", directory, position)
        if kind == _Kind.VERSION:
            size = 6  # it says 4
        start = position + 6
        yield kind, directory[start : start + size]
        position = start + size


def record(kind: int, content: bytes = b"") -> bytes:
    """Return a record of ``dir``.

    >>> list(records(record(0x0F, bytes(2)) + record(0x09, bytes(6))))
    [(15, b'\\x00\\x00'), (9, b'\\x00\\x00\\x00\\x00\\x00\\x00')]
    """
    size = 4 if kind == _Kind.VERSION else len(content)
    return struct.pack("<HI", kind, size) + content


def with_module(streams: Mapping[str, bytes], name: str, source: str) -> dict[str, bytes]:
    """Return the streams of a project with one module more, and without compiled code.

    Raises `BookError` for a project that is protected, in another code page than 1252, or that is
    no project.
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
    directory, sources = _directory_with_module(streams, name)
    new_streams = {
        path: content
        for path, content in {**streams, **sources}.items()
        if not path.startswith("VBA/__SRP_")  # compiled code
    }
    new_streams["VBA/" + name] = compressed(source.encode("cp1252"))
    new_streams["VBA/_VBA_PROJECT"] = _VERSION_AND_NO_CACHE
    new_streams["VBA/dir"] = compressed(directory)
    names = name.encode() + b"\0" + name.encode("utf-16-le") + bytes(4)
    new_streams["PROJECTwm"] = streams["PROJECTwm"][:-2] + names
    new_streams["PROJECT"] = _project_with_module(project, name).encode("cp1252")
    return new_streams


def _directory_with_module(
    streams: Mapping[str, bytes], name: str
) -> tuple[bytes, dict[str, bytes]]:
    """Return the records of ``dir`` with a module more, and the other modules without their code.

    The streams of modules begin with compiled code, if there is any; their source follows.
    """
    directory = b""
    sources: dict[str, bytes] = {}
    stream = ""
    for kind, content in records(decompressed(streams["VBA/dir"])):
        new_content = content
        if kind == _Kind.CODE_PAGE and content != struct.pack("<H", 1252):
            code_page = int.from_bytes(content, "little")
            raise BookError(f"the VBA project is in code page {code_page}, not in 1252")
        if kind == _Kind.STREAM:
            stream = "VBA/" + content.decode("cp1252")
        elif kind == _Kind.NAME and content.decode("cp1252").lower() == name.lower():
            raise BookError(f"the VBA project has a module {name} already")
        elif kind == _Kind.OFFSET:
            sources[stream] = streams[stream][int.from_bytes(content, "little") :]
            decompressed(sources[stream])  # raises BookError for what is no source
            new_content = bytes(4)
        elif kind in (_Kind.PROJECT_COOKIE, _Kind.COOKIE):
            new_content = b"\xff\xff"
        elif kind == _Kind.MODULES:
            new_content = struct.pack("<H", int.from_bytes(content, "little") + 1)
        elif kind == _Kind.ALL_MODULES_END:
            directory += _module(name)
        directory += record(kind, new_content)
    if _module(name) not in directory:
        raise BookError("the VBA project has no list of modules")
    return directory, sources


def _project_with_module(project: str, name: str) -> str:
    """Return the text of the stream PROJECT with a module more, whose window is closed."""
    head, tail = project.rstrip().split("\r\nName=", 1)
    window = f"\r\n{name}=0, 0, 0, 0, C" if "\r\n[Workspace]" in tail else ""
    return f"{head}\r\nModule={name}\r\nName={tail}{window}\r\n"


def _module(name: str) -> bytes:
    """Return the records of a module: its names, no help, its source at the stream's start."""
    narrow = name.encode()
    wide = name.encode("utf-16-le")
    module_records = [
        record(_Kind.NAME, narrow),
        record(_Kind.NAME_UNICODE, wide),
        record(_Kind.STREAM, narrow),
        record(_Kind.STREAM_UNICODE, wide),
        record(_Kind.HELP_FILE),
        record(_Kind.HELP_FILE_UNICODE),
        record(_Kind.OFFSET, bytes(4)),
        record(_Kind.HELP_CONTEXT, bytes(4)),
        record(_Kind.COOKIE, b"\xff\xff"),
        record(_Kind.PROCEDURAL),
        record(_Kind.MODULE_END),
    ]
    return b"".join(module_records)
