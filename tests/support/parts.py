"""Workbooks as zip archives: their parts by name, and copies with other parts."""

import io
import re
import zipfile
from pathlib import Path

SHEET = "xl/worksheets/sheet1.xml"


def parts(package: Path | bytes) -> dict[str, bytes]:
    """Return the content of every part by its name, in the archive's order; a damaged one fails."""
    with zipfile.ZipFile(io.BytesIO(package) if isinstance(package, bytes) else package) as opened:
        return {name: opened.read(name) for name in opened.namelist()}


def zipped(content, how=zipfile.ZIP_DEFLATED) -> bytes:
    """Return an archive of these parts, the same bytes at any time."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as package:
        for name, part in content.items():
            package.writestr(zipfile.ZipInfo(name), part, how)
    return made.getvalue()


def changed_parts(before: Path | bytes, after: Path | bytes) -> list[str]:
    """Return the names of the parts that differ."""
    old, new = parts(before), parts(after)
    return sorted(name for name in old.keys() | new.keys() if old.get(name) != new.get(name))


def with_part(path: Path, change, part=SHEET, target: Path | None = None) -> Path:
    """Change the text of a part, in the workbook itself or in a copy."""
    content = parts(path)
    content[part] = change(content[part].decode()).encode()
    target = target or path
    target.write_bytes(zipped(content))
    return target


def with_formats(parts):
    """Return parts without the list of formats; each cell has its format in the place of its number."""
    parts = {**parts}
    styles = parts.pop("xl/styles.xml")
    (listed,) = re.findall(rb"<cellXfs[^>]*>(.*?)</cellXfs>", styles, re.DOTALL)
    formats = re.findall(rb"<xf\s[^<>]*?(?:/>|>.*?</xf>)", listed, re.DOTALL)
    for name in parts:
        if name.startswith("xl/worksheets/sheet"):
            parts[name] = re.sub(
                rb"(<c [^<>]*\bs=)\"(\d+)\"",
                lambda match: match[1] + formats[int(match[2])],
                parts[name],
            )
    parts["other styles"] = re.sub(rb"<cellXfs.*</cellXfs>", b"", styles, flags=re.DOTALL)
    return parts
