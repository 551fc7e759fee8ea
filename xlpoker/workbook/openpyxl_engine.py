"""The engine ``openpyxl``: openpyxl reads the workbook and saves it anew, and the results go into the saved file.

openpyxl does not edit a file, it reads what it knows and writes a new one. So both files are counted, their parts by type and
their elements by name; what there is less of is told. No loss is known in advance, but what openpyxl writes in another way
without a loss (`REWRITTEN`). Not compared are styles, the theme, properties, and attributes but those of `PATTERNS`.
"""

from __future__ import annotations

import re
import warnings
import zipfile
from collections import Counter, defaultdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Any

from xlpoker.errors import BookError, counted
from xlpoker.files import holds_macros
from xlpoker.files.outputs import replaced
from xlpoker.layout.model import Layout
from xlpoker.scoring.model import GridBlock
from xlpoker.scoring.run import MemorySink, Output
from xlpoker.scoring.sources import Table
from xlpoker.workbook.xlsx.cells import legal
from xlpoker.workbook.xlsx.package import Package, checked
from xlpoker.workbook.xlsx.sink import SpliceSink
from xlpoker.workbook.xlsx.source import BookSource

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


class OpenpyxlSink(MemorySink):
    """A sink that rewrites a workbook with openpyxl, and adds the results, once all rows are scored.

    Macros, where the target may hold them, and rich text are kept; what the saved workbook lacks is named. Without `force` the
    workbook itself is refused where it would lose anything.
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
            made = Path(folder) / path.name  # as messages name it
            save_book(_loaded(path, macros=self._macros), made, target)
            lost = lost_parts(path, made)
            if path == target and lost and not self._output.force:
                raise BookError(
                    f"{path.name} would lose {'; '.join(lost)}; write to another file, or use --force"
                )
            with Package(made) as package:
                sink = SpliceSink(self._output, BookSource(package), self._table, self._layout)
                sink.take(GridBlock(self._table.grid), self.scored)
                warned = sink.finish()
        return warned + ([f"{target.name} lacks {'; '.join(lost)}"] if lost else [])


def lost_parts(path: Path, made: Path) -> list[str]:
    """Return what a workbook has lost in another file: elements and kinds of values with their numbers, and parts."""
    (before, parts), (after, left) = map(_census, (path, made))
    lost = Counter[str]()
    for (kind, name), count in (before - after).items():
        lost[name] += count * (kind in left or not parts.get(kind))  # else the part is gone
    known, others = (
        {**WORDS, **dict.fromkeys(PATTERNS)},
        sorted(name for name in +lost if name not in (*WORDS, *PATTERNS)),
    )
    lines = [counted(lost[name], word or name) for name, word in known.items() if lost[name]]
    lines += [f"{lost[name]:,} <{name}>" for name in others[:NAMED]]
    lines += [f"{counted(len(others) - NAMED, 'other kind')} of elements"] * (len(others) > NAMED)
    gone = [
        *dict.fromkeys(
            name for kind, names in parts.items() for name in names[len(left.get(kind, ())) :]
        )
    ]
    more = f" and {len(gone) - NAMED:,} more" if len(gone) > NAMED else ""
    return lines + [f"part{'s' * (len(gone) > 1)} {', '.join(gone[:NAMED])}{more}"] * bool(gone)


def _census(path: Path) -> tuple[Counter[tuple[str, str]], dict[str, list[str]]]:
    """Return how many of each element a workbook holds in parts of each type, and its parts by type, also those that are linked."""
    elements, parts = Counter[tuple[str, str]](), defaultdict[str, list[str]](list)
    with Package(path) as package:
        rows = package.tree("[Content_Types].xml") if "[Content_Types].xml" in package else ()
        types = {
            row.get("PartName") or f"/.{row.get('Extension')}": row.get("ContentType", "")
            for row in rows
        }
        types = {name.casefold(): kind for name, kind in types.items()}
        linked = {
            target for part in ("", *package.members) for target in package.related(part).values()
        }
        for name in package.members:
            ending = f".{name.rpartition('.')[2].casefold()}"
            kind = (
                ".rels"
                if ending == ".rels"
                else types.get(f"/{name.casefold()}", types.get(f"/{ending}", ending))
            )
            kind = "workbook" if name == package.workbook else kind
            if name.endswith("/") or name == "[Content_Types].xml" or kind.endswith(UNCOUNTED):
                continue
            found = _counted(package, name) if ending in (".xml", ".vml", ".rels") else Counter()
            if kind.endswith(NOTHING) and found.total() == 1:
                continue
            alone = next((those for end, those in ALONE.items() if kind.endswith(end)), None)
            for one, count in found.items():
                if isinstance(one, str) or (
                    one.decode() not in REWRITTEN if alone is None else one in alone
                ):
                    elements[kind, one if isinstance(one, str) else one.decode()] += count
            for key in (kind, f"{kind}, linked")[: 1 + (name in linked and alone is None)]:
                parts[key].append(name)
    for kind in parts:
        if kind.endswith(("sharedStrings+xml", "properties+xml", ".rels", "workbook")):
            parts[kind].clear()  # written if there is anything to write
    return elements, parts


def _counted(package: Package, name: str) -> Counter[bytes | str]:
    """Return how many of each element a part holds, and of each kind of value."""
    found, text = Counter[bytes | str](), b""
    with package.open_part(name) as part:
        while piece := part.read(PIECE):
            text += piece
            whole, text = text[: text.rfind(b"<")], text[text.rfind(b"<") :]
            found.update(_ELEMENT.findall(whole))
            found.update({kind: len(pattern.findall(whole)) for kind, pattern in PATTERNS.items()})
    found.update(_ELEMENT.findall(text))
    return found


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
            reason = (str(error).splitlines() or [type(error).__name__])[0].replace(
                str(path), path.name
            )
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
                where, size = f"{target} was not written: {name}", package.getinfo(name).file_size
                with package.open(name) as part:
                    for _ in checked(iter(lambda: part.read(PIECE), b""), where, size):
                        pass
