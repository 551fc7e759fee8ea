"""Read, evaluate, write: the commands ``wins``, ``score`` and ``import`` as functions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from xlpoker.errors import BookError, LayoutError, OptionError, check_choice, quoted
from xlpoker.evaluator.encodings import ENCODINGS, encoding
from xlpoker.evaluator.games import check_game
from xlpoker.evaluator.hand import check_rule
from xlpoker.files.file_types import FOREIGN, WORDS, is_parquet, is_workbook, kind_of, path_of
from xlpoker.files.replace import check_unlocked, same_file, watch_target, watched
from xlpoker.layout.deals import deal_heading
from xlpoker.layout.find import Layout, find_layout, named_layout
from xlpoker.layout.grid import Grid, a1
from xlpoker.layout.numeric import proposed_ranges
from xlpoker.layout.ranges import parse_ranges
from xlpoker.scales import scale_named
from xlpoker.scoring.counts import Counts, Options, options_of
from xlpoker.workbook.inputs import output_of
from xlpoker.workbook.outputs import check_target_is_ours
from xlpoker.workbook.read import formulas_without_values, read_grids, source_of, uncalculated
from xlpoker.workbook.writing import ENGINES, Writing, checked_writing, fits

if TYPE_CHECKING:
    from xlpoker.scoring.model import Scored

__all__ = ["Counts", "Options", "Writing", "examined", "import_text", "score", "wins"]

Progress = Callable[[int, int], None]
PathLike = Path | str
_ROWS = (".csv", ".parquet")
"""Endings of outputs that hold the rows of one sheet."""
MOST_COLUMNS = 64
"""Columns in which numbers are looked at."""


def wins(book: PathLike, options: Options | None = None, progress: Progress | None = None) -> Counts:
    """Return how often each player wins in a workbook or text file.

    Raises `BookError` for a file that cannot be read, `LayoutError` where the hands are not found, `OptionError` for
    an unknown option. Bad rows are counted and listed in the result.
    """
    path, options = path_of(book), options_of(options)
    with watched(path):
        if options.by is not None:
            return _grouped(path, options)
        if is_parquet(path):
            from xlpoker.workbook.parquet_stream import wins_parquet

            if options.check is not None:
                raise OptionError("winners are checked in worksheets and text files, not in Parquet files")

            return wins_parquet(path, options, progress)
        grid, layout, _, counts = _evaluated(path, None, options, progress)
        if len(layout.hands) == 1 and (by := deal_heading(grid, layout)) is not None:
            return _grouped(path, replace(options, by=by))
        return counts


def sheets_of(book: PathLike, options: Options) -> list[str]:
    """Return the names of the visible sheets that hold hands, those among them that need an option.

    Raises `BookError` for a file that cannot be read, `LayoutError` where no sheet holds any.
    """
    path = path_of(book)
    grids = read_grids(path)

    def holds(grid: Grid) -> bool:
        try:
            return find_layout(grid, options.game) is not None
        except LayoutError:
            return True

    found = [grid.sheet for grid in grids if holds(grid)]
    if not found:
        raise LayoutError(_nothing(path, grids))
    return found


def _grouped(path: Path, options: Options) -> Counts:
    """Return the counts of showdowns that are not rows."""
    from xlpoker.workbook.grouped import wins_by

    if options.check is not None:
        raise OptionError("winners are checked in tables with a showdown a row, not with --by")
    check_game(options.game)
    check_rule(options.jokers)
    return wins_by(path, read_grids(path, _sheet(options)), partial(_located, path, options=options), options)


def examined(
    path: Path, options: Options, progress: Progress | None, *, keep_codes: bool
) -> tuple[Grid, Layout, Scored, Counts]:
    """Return the first rows with the hands at least, where these are, what became of each row, and the counts."""
    return _evaluated(path, None, options, progress, keep_codes=keep_codes)


def _evaluated(
    path: Path,
    target: Path | None,
    options: Options,
    progress: Progress | None,
    writing: Writing | None = None,
    *,
    keep_codes: bool = False,
) -> tuple[Grid, Layout, Scored, Counts]:
    """Score a table of any format, and write it to a target where there is one."""
    if options.by is not None:
        raise OptionError("--by counts showdowns; it is there for wins alone")
    scale_named(options.scale)
    check_game(options.game)
    check_rule(options.jokers)
    located = partial(_located, path, options=options)
    workbook = is_workbook(path)
    if workbook and (target is None or target.suffix.lower() not in _ROWS):
        from xlpoker.workbook.xlsx.score import score_book

        counts = Counts(str(path), "")
        found = score_book(
            path, target, _sheet(options), located, options, counts, writing, progress, keep_codes=keep_codes
        )
        counts.names = list(found[1].names)
        return *found, counts
    from xlpoker.workbook.tables import score_table

    source = source_of(path, _sheet(options))
    overwrite = writing is not None and writing.overwrite
    formulas: Any = (lambda grid: uncalculated(path, grid.sheet)) if workbook else lambda _: {}
    grid, layout, scored, counts = score_table(
        source, path, target, options, located, progress,
        overwrite=overwrite, keep_codes=keep_codes, uncalculated=formulas,
    )  # fmt: skip
    counts.names = list(layout.names)
    return grid, layout, scored, counts


def score(
    book: PathLike,
    options: Options | None = None,
    *,
    output: PathLike | None = None,
    in_place: bool = False,
    force: bool = False,
    engine: str = ENGINES[0],
    writing: Writing | None = None,
    progress: Progress | None = None,
    **named: Any,
) -> Counts:
    """Write the hands' values and names and the winner beside the hands; return what `wins` returns and the output.

    The result goes to BOOK.scored.xlsx, to `output`, or with `in_place` into the workbook itself. The engine ``splice``
    changes nothing of a workbook but the rows of that sheet; ``openpyxl`` writes it anew, and in place only where
    nothing would be lost. A file in the output's place that is no output of ours is refused; `force` lifts both. `writing`
    says which columns, where and how. Options may be given by name: ``score("book.xlsx", sheet="Friday")``. Raises what
    `wins` raises, and `BookError` where another program changes the book, or the file in the output's place, meanwhile.
    """
    path = path_of(book)
    options = options_of(options, named)
    check_choice(engine, ENGINES, "is not an engine")
    writing = checked_writing(writing, options)
    place = None if in_place or output is None else path_of(output, "written")
    with watched(path) as remarks:
        counts = _scored(path, options, place, in_place, force, engine, writing, progress)
        counts.warnings += remarks
        return counts


def _scored(
    path: Path,
    options: Options,
    output: Path | None,
    in_place: bool,
    force: bool,
    engine: str,
    writing: Writing,
    progress: Progress | None,
) -> Counts:
    """Find out where the result goes and whether it may, then score into that place."""
    kind = kind_of(path)
    parquet, workbook = kind == "parquet", kind == "xlsx"
    beside = path.with_name(f"{path.stem}.scored.parquet") if parquet else output_of(path)
    target = path if in_place else beside if output is None else output
    _check_target(path, target, parquet=parquet, workbook=workbook, in_place=in_place)
    watch_target(target)
    if not force:
        check_unlocked(target)
    check_target_is_ours(target, force=force, in_place=in_place)
    overwrite = writing.overwrite
    rows = target.suffix.lower() in _ROWS
    if parquet and rows:
        from xlpoker.workbook.parquet_stream import score_parquet

        return score_parquet(path, target, options, progress, overwrite=overwrite)
    if workbook and not rows and engine == "splice" and fits(path, target):
        return _evaluated(path, target, options, progress, writing)[3]
    if writing != Writing(overwrite=overwrite):
        raise OptionError("how cells are written can be chosen for workbooks and the engine splice only")
    if not workbook or rows:
        grid, _, _, counts = _evaluated(path, target, options, progress, writing)
        if kind in (*FOREIGN, "xlsx"):
            counts.warnings.append(f"{target.name} holds the values of '{grid.sheet}' alone, without formats")
        return counts
    from xlpoker.workbook.openpyxl_engine import check_size, has_macros, write_book
    from xlpoker.workbook.preflight import losses

    if not force:
        check_size(path)
    keep_codes = bool(scale_named(options.scale).loose)
    found = examined(path, options, progress, keep_codes=keep_codes)  # what the reader refuses needs no further look
    lost, counts = losses(path), found[3]
    if target.suffix.lower() == ".xlsx" and has_macros(path):
        lost += ["a VBA project"] * ("a VBA project" not in lost)
    if in_place and lost and not force:
        raise BookError(f"{path.name} would lose {'; '.join(lost)}; write to another file, or use --force")
    counts.warnings += write_book(path, target, *found[:3], options, overwrite=overwrite)
    counts.output = str(target)
    if lost:
        counts.warnings.append(f"{target.name} lacks {'; '.join(lost)}")
    return counts


def _check_target(path: Path, target: Path, *, parquet: bool, workbook: bool, in_place: bool) -> None:
    """Raise `BookError` for a target of the wrong kind, or one that is the input by another name."""
    suffix = target.suffix.lower()
    kinds = (".xlsx", *[".xlsm"] * workbook, *_ROWS)
    if in_place and not workbook and not parquet:
        raise BookError(f"{path.name} is {WORDS[kind_of(path)]} and cannot be scored in place; leave --in-place out")
    if in_place:
        return
    if same_file(target, path):
        remedy = "is the workbook itself; use --in-place to write into it" if workbook else "is the input; name another"
        raise BookError(f"{target} {remedy}{', or use --in-place to add the columns to it' if parquet else ''}")
    if suffix not in kinds:
        raise BookError(
            f"{target.name} has no ending that can be written here; choose {', '.join(kinds[:-1])} or {kinds[-1]}"
        )
    if workbook and suffix == ".xlsm" and path.suffix.lower() != ".xlsm":
        raise BookError(f"{path.name} holds no macros; name the output .xlsx")


def _sheet(options: Options) -> str | None:
    """Return the sheet that is named, by itself or before the ranges."""
    named = parse_ranges(options.hands).sheet if options.hands is not None else None
    if named and options.sheet and named.casefold() != options.sheet.casefold():
        raise LayoutError(
            f"--sheet {quoted(options.sheet)} and --hands {quoted(options.hands or '')} name different sheets"
        )
    return options.sheet or named


def _located(path: Path, grids: Sequence[Grid], options: Options) -> tuple[Grid, Layout]:
    """Return the grid that holds the hands and where they are."""
    if options.hands is not None:
        filled = [grid for grid in grids if grid.rows]
        if not filled:
            raise LayoutError(f"{path.name} is empty")
        if len(filled) > 1:
            raise LayoutError(f"{path.name} has several sheets; say which: --sheet {_quoted(filled[0].sheet)}")
        cells_a_card = encoding(options.cards).cells if options.cards else 0
        return filled[0], named_layout(filled[0], options.hands, options.game, cells_a_card)
    if options.cards is not None:
        encoding(options.cards)
        paired = [(grid, layout) for grid in grids if (layout := find_layout(grid, options.game)) and layout.cards]
        if len(paired) == 1 and paired[0][1].cards == options.cards:
            return paired[0]
        ways = [f"--cards {layout.cards} --hands {layout}" for _, layout in paired] or _numbers(grids, [options.cards])
        said = f"say where they are: {' or '.join(ways)}" if ways else "name their ranges with --hands"
        raise LayoutError(f"cards as numbers are not searched for; {said}")
    found = [(grid, layout) for grid in grids if (layout := find_layout(grid, options.game)) is not None]
    if not found:
        raise LayoutError(_nothing(path, grids))
    if len(found) > 1:
        sheets = " and ".join(f"'{grid.sheet}'" for grid, _ in found[:4]) + " and more" * (len(found) > 4)
        raise LayoutError(f"{path.name} holds hands on {sheets}; say which: --sheet {_quoted(found[0][0].sheet)}")
    return found[0]


def _quoted(sheet: str) -> str:
    return f'"{sheet}"' if " " in sheet else sheet


class _Blanks:
    """The cells of a grid, and all beyond it, that look empty."""

    def __init__(self, grid: Grid) -> None:
        self._grid = grid

    def __contains__(self, cell: object) -> bool:
        return isinstance(cell, tuple) and self._grid.cell(*cell) is None


def _nothing(path: Path, grids: Sequence[Grid]) -> str:
    for grid in grids if is_workbook(path) else ():
        for (row, at), formula in formulas_without_values(path, grid.sheet, _Blanks(grid)).items():
            place = f"{formula} in {grid.sheet}!{a1(row, at)}"
            return f"{path.name} holds formulas without values, {place}; open it in a spreadsheet program and save it"
    if not any(grid.rows for grid in grids):
        sheets = ", ".join(grid.sheet for grid in grids if grid.sheet)
        return f"{path.name} holds no cards: {sheets + ' is' if len(grids) == 1 and sheets else 'it is'} empty"
    if ways := _numbers(grids, ENCODINGS):
        return f"{path.name} holds no cards such as 5H or TD; if its numbers are cards, say which: {' or '.join(ways)}"
    return f"{path.name} holds no cards; cards look like 5H or TD, and numbers that are cards are named with --cards and --hands"


def _numbers(grids: Sequence[Grid], names: Iterable[str]) -> list[str]:
    """Return the options for numbers that may be cards, in each of some encodings."""
    ways: list[str] = []
    for grid in grids:
        sheet = f"--sheet {_quoted(grid.sheet)} " if len(grids) > 1 else ""
        narrow = replace(grid, rows=[row[:MOST_COLUMNS] for row in grid.rows])
        found = {name: proposed_ranges(narrow, encoding(name)) for name in names if encoding(name).limits}
        ways += [f"{sheet}--cards {name} --hands {ranges}" for name, ranges in found.items() if ranges]
    return ways


def import_text(text: PathLike, book: PathLike, *, game: str = "five-card", overwrite: bool = False) -> int:
    """Write a text file's rows to a workbook, a .csv or a Parquet file, one card a cell; return how many rows hold hands.

    Where the hands of the game are found and have no labels they get a row of these. Raises `BookError` for a file that
    cannot be read, and for a book that exists unless `overwrite` is set, `LayoutError` where there are no cards.
    """
    source, target = path_of(text), path_of(book, "written")
    if (kind := kind_of(source)) != "text":
        raise BookError(f"{source.name} is {WORDS[kind]} already")
    from xlpoker.workbook.new_book import check_table, write_table
    from xlpoker.workbook.tables import labels_of

    check_table(target, source, overwrite=overwrite)
    (grid,) = read_grids(source)
    rows = list(grid.rows)
    try:
        layout = find_layout(grid, game)
    except LayoutError:  # what the hands are is asked when they are counted
        return write_table(target, "", rows, None)
    if layout is None:
        raise LayoutError(f"{source.name} holds neither cards, such as 5H or TD, nor hand histories")
    header = layout.header
    if header is None:
        header = layout.first
        rows.insert(header, labels_of(layout, max(map(len, rows))))
    write_table(target, "", rows, header)
    return sum(any(cell is not None for cell in row) for row in grid.rows[layout.first : layout.last + 1])
