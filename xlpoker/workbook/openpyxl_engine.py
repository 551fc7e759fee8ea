"""The engine ``openpyxl``: openpyxl reads the workbook and saves it anew, and the results go into the saved file.

openpyxl does not edit a file: it reads what it knows and writes a new one. So a census is taken of
both files, of their parts by type and their elements by name, and the user is told what the new
file has less of. No loss is known in advance, but what openpyxl writes in another way without a
loss is not compared (`REWRITTEN`). Neither are styles, the theme, properties, and attributes except
for those of `PATTERNS`.
"""

from __future__ import annotations

import re
import warnings
import zipfile
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Any, NamedTuple

from xlpoker.errors import BookError, counted
from xlpoker.files import holds_macros
from xlpoker.files.outputs import replaced
from xlpoker.layout.model import Layout
from xlpoker.scoring.model import GridBlock
from xlpoker.scoring.run import MemorySink, Output
from xlpoker.scoring.sources import Table
from xlpoker.workbook.xlsx.package import Package, checked
from xlpoker.workbook.xlsx.sink import SpliceSink
from xlpoker.workbook.xlsx.source import BookSource
from xlpoker.workbook.xlsx.xml_texts import legal

__all__ = ["OpenpyxlSink", "check_book", "lost_parts", "save_book"]

PIECE, NAMED = 1 << 20, 4
_ELEMENT = re.compile(rb"<(?:[\w.-]+:)?(\w+)(?=[\s/>])")
PATTERNS = {
    "cached value": re.compile(
        rb"<(?:[\w.-]+:)?(?:v(?:\s[^<>]*)?>[^<]|is>)"
    ),  # texts in cells become shared ones
    "dynamic array formula": re.compile(rb"<[^<>]*\scm=\"[^\"]"),
    "rich value": re.compile(rb"<[^<>]*\svm=\"[^\"]"),
    "external link": re.compile(rb"<[^<>]*\sTargetMode=\"External\""),
    "document property": re.compile(rb"<(?:Company|Manager|HyperlinkBase)>[^<]"),
    "alternative text": re.compile(rb"<[^<>]*\sdescr=\"[^\"]"),
}
WORDS = {
    "pic": "picture",
    "sp": "shape",
    "cxnSp": "line",
    "grpSp": "group",
    "twoCellAnchor": "drawing",
}
REWRITTEN = frozenset(
    "fileVersion absPath revisionPtr fileRecoveryPr webPublishing conditionalFormatting cols col phoneticPr drawing row c v is f t r rPr "
    "sz color rFont family charset scheme creationId uniqueId useLocalDpi off ext extLst AlternateContent Choice Fallback lang printSettings "
    "graphicFrameLocks pageMargins pageSetup headerFooter".split()
)
UNCOUNTED = (
    "styles+xml",
    "theme+xml",
    "calcChain+xml",
    "core-properties+xml",
    "custom-properties+xml",
)
ALONE = {
    "vmlDrawing": (b"shape", b"Visible"),
    "sharedStrings+xml": (b"rPh",),
    "extended-properties+xml": (),
    ".rels": (),
}
"""The elements that are compared in parts that are always made anew."""
NOTHING = ("drawing+xml", "person+xml")
"""Parts that some programs write for nothing: with a root alone."""
WRITTEN_AT_NEED = ("sharedStrings+xml", "properties+xml", ".rels", "workbook")
"""Parts that openpyxl writes if there is anything to write."""
_CONTENT_TYPES = "[Content_Types].xml"


class OpenpyxlSink(MemorySink):
    """A sink that rewrites a workbook with openpyxl, and adds the results, once all rows are scored.

    Macros, where the target may hold them, and rich text are kept; what the saved workbook lacks is
    named. Without `force` the workbook itself is refused where it would lose anything.
    """

    def __init__(self, output: Output, source: BookSource, table: Table, layout: Layout) -> None:
        super().__init__(codes=output.options.by_cards)
        self._output, self._source, self._table, self._layout = output, source, table, layout
        self._macros = output.target.suffix.lower() == ".xlsm"
        if self._macros and not holds_macros(source.path):
            raise BookError(f"{source.path.name} holds no macros; save it as .xlsx first")

    def finish(self) -> list[str]:
        """Write the workbook; return warnings about losses and about the new columns."""
        super().finish()
        path, target = self._source.path, self._output.target
        self._source.package.close()  # the target may be this very file
        with TemporaryDirectory(prefix="xlpoker-") as folder:
            saved = Path(folder) / path.name  # as messages name it
            save_book(_loaded(path, macros=self._macros), saved, target)
            losses = "; ".join(lost_parts(path, saved))
            if path == target and losses and not self._output.force:
                raise BookError(
                    f"{path.name} would lose {losses}; write to another file, or use --force"
                )
            with Package(saved) as package:
                sink = SpliceSink(self._output, BookSource(package), self._table, self._layout)
                sink.take(GridBlock(self._table.grid), self.scored)
                warned = sink.finish()
        if losses:
            warned = [*warned, f"{target.name} lacks {losses}"]
        return warned


class Census(NamedTuple):
    """How many of each element a workbook holds, by the type of the part and the name, and its parts by type.

    Kinds of values, such as *cached value*, count as elements. Parts that others link to stand a
    second time under their type followed by ``, linked``. Types whose parts openpyxl writes when
    there is anything to write have no parts.
    """

    elements: Counter[tuple[str, str]]
    parts: dict[str, list[str]]


def lost_parts(path: Path, saved: Path) -> list[str]:
    """Return what a workbook has lost in another file: elements and kinds of values with their numbers, and parts."""
    before, after = _census(path), _census(saved)
    return _lost_elements(before, after) + _lost_part_names(before, after)


def _lost_elements(before: Census, after: Census) -> list[str]:
    """Return the elements and kinds of values of which there are fewer, except for those whose part is lost as a whole."""
    lost = Counter[str]()
    for (kind, name), count in (before.elements - after.elements).items():
        part_is_lost = kind not in after.parts and before.parts.get(kind)
        if not part_is_lost:
            lost[name] += count
    words: dict[str, str] = {**WORDS, **{name: name for name in PATTERNS}}
    other_names = sorted(name for name in lost if name not in words)
    lines = [counted(lost[name], word) for name, word in words.items() if lost[name]]
    lines += [f"{lost[name]:,} <{name}>" for name in other_names[:NAMED]]
    unnamed = len(other_names) - NAMED
    if unnamed > 0:
        lines.append(f"{counted(unnamed, 'other kind')} of elements")
    return lines


def _lost_part_names(before: Census, after: Census) -> list[str]:
    """Return a line about the parts of which there are fewer, nothing without any."""
    lost: dict[str, None] = {}
    for kind, names in before.parts.items():
        remaining = len(after.parts.get(kind, ()))
        lost.update(dict.fromkeys(names[remaining:]))
    if not lost:
        return []
    word = "parts" if len(lost) > 1 else "part"
    more = f" and {len(lost) - NAMED:,} more" if len(lost) > NAMED else ""
    return [f"{word} {', '.join([*lost][:NAMED])}{more}"]


def _census(path: Path) -> Census:
    """Take the census of a workbook."""
    elements, parts = Counter[tuple[str, str]](), defaultdict[str, list[str]](list)
    with Package(path) as package:
        types = _content_types(package)
        linked = set[str]()
        for part in ("", *package.members):
            linked.update(package.related(part).values())
        for name in package.members:
            kind = _kind_of_part(package, name, types)
            is_folder = name.endswith("/")
            if is_folder or name == _CONTENT_TYPES or kind.endswith(UNCOUNTED):
                continue
            counts = _count_elements(package, name)
            if kind.endswith(NOTHING) and counts.total() == 1:
                continue
            compared = _compared_elements(kind)
            for element, count in counts.items():
                if _is_compared(element, compared):
                    elements[kind, _as_text(element)] += count
            parts[kind].append(name)
            if name in linked and compared is None:
                parts[f"{kind}, linked"].append(name)
    for kind in parts:
        if kind.endswith(WRITTEN_AT_NEED):
            parts[kind].clear()
    return Census(elements, parts)


def _content_types(package: Package) -> dict[str, str]:
    """Return the content types of a package by ``/part`` and ``/.ending``, in small letters."""
    if _CONTENT_TYPES not in package:
        return {}
    types: dict[str, str] = {}
    for row in package.tree(_CONTENT_TYPES):
        name = row.get("PartName") or f"/.{row.get('Extension')}"
        types[name.casefold()] = row.get("ContentType", "")
    return types


def _kind_of_part(package: Package, name: str, types: Mapping[str, str]) -> str:
    """Return the content type of a part, or its ending where it has none."""
    if name == package.workbook:
        return "workbook"
    ending = _ending_of(name)
    if ending == ".rels":
        return ending
    kind_by_ending = types.get(f"/{ending}", ending)
    return types.get(f"/{name.casefold()}", kind_by_ending)


def _ending_of(name: str) -> str:
    """Return the ending of a part's name, in small letters, with its dot."""
    return f".{name.rpartition('.')[2].casefold()}"


def _compared_elements(kind: str) -> tuple[bytes, ...] | None:
    """Return the elements that are compared in parts of a type that are always made anew, None for any other type."""
    for ending, elements in ALONE.items():
        if kind.endswith(ending):
            return elements
    return None


def _is_compared(element: bytes | str, compared: Collection[bytes] | None) -> bool:
    """Tell whether an element (bytes) or a kind of value (text) is compared."""
    if isinstance(element, str):
        return True
    if compared is not None:
        return element in compared
    return element.decode() not in REWRITTEN


def _as_text(element: bytes | str) -> str:
    """Return the name of an element as a text."""
    return element if isinstance(element, str) else element.decode()


def _count_elements(package: Package, name: str) -> Counter[bytes | str]:
    """Return how many of each element a part of XML holds (bytes), and of each kind of value (texts)."""
    counts = Counter[bytes | str]()
    if _ending_of(name) not in (".xml", ".vml", ".rels"):
        return counts
    rest = b""
    with package.open_part(name) as part:
        while piece := part.read(PIECE):
            rest += piece
            last_tag = rest.rfind(b"<")
            whole, rest = rest[:last_tag], rest[last_tag:]
            counts.update(_ELEMENT.findall(whole))
            for kind, pattern in PATTERNS.items():
                counts[kind] += len(pattern.findall(whole))
    counts.update(_ELEMENT.findall(rest))
    return counts


def _loaded(path: Path, *, macros: bool) -> Any:
    """Return a workbook read by openpyxl, dates as the numbers that they are; raise `BookError` with the reason where openpyxl fails."""
    from openpyxl.reader.excel import ExcelReader

    class Reader(ExcelReader):
        """A reader that rounds no dates and times to microseconds."""

        def read_worksheets(self) -> None:
            vars(self.wb).update(
                _date_formats=frozenset(), _timedelta_formats=frozenset()
            )  # there is no option
            super().read_worksheets()

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what is lost is told in better words
        try:
            with path.open("rb") as file:  # a path would be judged by its ending
                reader = Reader(file, keep_vba=macros, rich_text=True)
                reader.read()
                return reader.wb
        except Exception as error:
            lines = str(error).splitlines() or [type(error).__name__]
            reason = lines[0].replace(str(path), path.name)
            raise BookError(f"{path.name} is damaged: {reason}") from error


def writable(value: Any) -> Any:
    """Return a value as a cell can hold it."""
    return legal(value) if isinstance(value, str) else value


def save_book(book: Any, target: Path, named: Path | None = None) -> None:
    """Save a workbook of openpyxl to the target (in messages: `named`), checked by reading it back, in one step."""
    try:
        with replaced(target, named) as temporary:
            book.save(temporary)
            check_book(temporary, named or target)
    finally:
        if book.vba_archive is not None:
            book.vba_archive.close()


def check_book(path: Path | IO[bytes], target: Path) -> None:
    """Raise `BookError` unless all XML parts of a workbook that is about to become the target can be read."""
    with zipfile.ZipFile(path) as package:
        for name in package.namelist():
            if name.endswith((".xml", ".rels")):
                where = f"{target} was not written: {name}"
                size = package.getinfo(name).file_size
                with package.open(name) as part:
                    pieces = iter(partial(part.read, PIECE), b"")
                    for _ in checked(pieces, where, size):
                        pass
