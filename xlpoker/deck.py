"""All 2,598,960 five-card hands as a table: cards, value, category, name, and any other scale.

One row per hand, in the order of the deck (2C 2D 2H 2S 3C ... AS, as `itertools.combinations` goes through it), written to
.parquet, .csv or .xlsx (three sheets, because one holds 1,048,576 rows at the most).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, combinations, islice
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from xlpoker.arrays import on_scale_array
from xlpoker.errors import OptionError, remedy
from xlpoker.evaluator.batch.codes import format_codes
from xlpoker.evaluator.batch.kernel import strengths
from xlpoker.evaluator.batch.tables import value_categories
from xlpoker.evaluator.classes import CATEGORIES, name
from xlpoker.files.file_types import check_ending, path_of
from xlpoker.files.replace import replaced
from xlpoker.scales import scale_named

__all__ = ["ENDINGS", "HANDS", "write_deck"]

HANDS = 2_598_960
ROWS = 1 << 16
SHEET_ROWS = HANDS // 3
Progress = Callable[[int, int], None]
DeckPart = dict[str, Any]


def all_hands() -> npt.NDArray[np.uint8]:
    """Return the codes of all five-card hands, (2598960, 5)."""
    cards = chain.from_iterable(combinations(range(52), 5))
    return np.fromiter(cards, np.uint8, 5 * HANDS).reshape(-1, 5)


def write_deck(target: Path | str, scales: Sequence[str] = (), progress: Progress | None = None) -> int:
    """Write all hands to a file whose ending says which kind; return how many.

    The columns are ``card_1`` .. ``card_5``, ``value`` (1 .. 7462, higher is better), ``category``, ``name``, and one for
    each of `scales`. Raises `OptionError` for an unknown scale, `BookError` for an ending that is none of `ENDINGS` and
    for a file that cannot be written.
    """
    target = path_of(target, "written")
    for scale in scales:
        scale_named(scale)
    check_ending(target, list(ENDINGS))
    write = ENDINGS[target.suffix.lower()]
    others = [scale for scale in dict.fromkeys(scales) if scale != "strength"]
    with replaced(target) as temporary:
        write(temporary, _reported(_blocks(others), progress), others)
    return HANDS


def _blocks(scales: Sequence[str]) -> Iterator[DeckPart]:
    hands = all_hands()
    for start in range(0, HANDS, ROWS):
        codes = hands[start : start + ROWS]
        values, bad = strengths(codes)
        block: DeckPart = {f"card_{place + 1}": format_codes(codes[:, place]) for place in range(5)}
        block["value"] = values
        block["category"] = np.array([one.name for one in CATEGORIES], dtype=object).take(
            value_categories().take(values)
        )
        block["name"] = np.array([None, *map(name, range(1, 7463))], dtype=object).take(values)
        for scale in scales:
            block[scale] = on_scale_array(scale, values, bad, codes)
        yield block


def _reported(blocks: Iterator[DeckPart], progress: Progress | None) -> Iterator[DeckPart]:
    done = 0
    for block in blocks:
        yield block
        done += len(block["value"])
        if progress is not None:
            progress(done, HANDS)


def _rows(block: DeckPart) -> Iterator[tuple[Any, ...]]:
    return zip(*(column.tolist() for column in block.values()), strict=True)


def _parquet(target: Path, blocks: Iterator[DeckPart], _scales: Sequence[str]) -> None:
    try:
        import pyarrow as pa
        import pyarrow.parquet
    except ImportError:
        raise OptionError(f"Parquet files need pyarrow: {remedy('parquet')}") from None
    writer: Any = None
    try:
        for block in blocks:
            table = pa.table(block)
            writer = writer or pa.parquet.ParquetWriter(target, table.schema, compression="zstd")
            writer.write_table(table)
    finally:
        if writer is not None:
            writer.close()


def _csv(target: Path, blocks: Iterator[DeckPart], _scales: Sequence[str]) -> None:
    import csv

    with target.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        for number, block in enumerate(blocks):
            if not number:
                writer.writerow(block)
            writer.writerows(_rows(block))


def _xlsx(target: Path, blocks: Iterator[DeckPart], scales: Sequence[str]) -> None:
    from xlpoker.workbook.new_book import NewSheet, write_book

    header = [*(f"Card {place}" for place in range(1, 6)), "Value", "Category", "Name", *scales]
    rows = chain.from_iterable(map(_rows, blocks))
    parts = iter(lambda: [*islice(rows, SHEET_ROWS)], [])
    write_book(target, (NewSheet(f"Hands {at}", [header, *part]) for at, part in enumerate(parts, 1)))


ENDINGS: dict[str, Callable[[Path, Iterator[DeckPart], Sequence[str]], None]] = {
    ".parquet": _parquet,
    ".csv": _csv,
    ".xlsx": _xlsx,
}
"""The endings of files that the deck can be written to."""
