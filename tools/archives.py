"""Archives whose bytes depend on their content alone: not on the time, the user, the system or the order of a folder."""

from __future__ import annotations

import gzip
import io
import tarfile
import zipfile

from xlpoker.addins.calc import zipped

__all__ = ["plain_sdist", "plain_wheel"]


def plain_wheel(wheel: bytes) -> bytes:
    """Return a wheel with its members in order, what describes it at the end, as wheels have it."""
    with zipfile.ZipFile(io.BytesIO(wheel)) as archive:
        names = sorted(archive.namelist(), key=lambda name: (".dist-info/" in name, name.endswith("/RECORD"), name))
        return zipped({name: archive.read(name) for name in names})


def plain_sdist(sdist: bytes) -> bytes:
    """Return a source distribution with its members in order, of no time and no user."""
    packed = io.BytesIO()
    with (
        tarfile.open(fileobj=io.BytesIO(sdist)) as old,
        gzip.GzipFile("", "wb", 9, packed, mtime=0) as compressed,
        tarfile.open(fileobj=compressed, mode="w", format=tarfile.GNU_FORMAT) as new,
    ):
        for member in sorted(old.getmembers(), key=lambda one: one.name):
            plain = tarfile.TarInfo(member.name)
            plain.type, plain.size, plain.mode = member.type, member.size, 0o755 if member.isdir() else 0o644
            new.addfile(plain, old.extractfile(member) if member.isfile() else None)
    return packed.getvalue()
