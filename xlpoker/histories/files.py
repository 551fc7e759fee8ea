"""Hand histories from files and folders.

Finds the files, picks the reader of each, and merges the duplicates of a hand.
"""

from __future__ import annotations

import glob
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from xlpoker.errors import BookError, OptionError, mistake, nearest, quoted
from xlpoker.files import kind_of, opened
from xlpoker.histories.ledgers import READER as LEDGER_READER
from xlpoker.histories.ledgers import (
    LedgerSheet,
    entries_of,
    headings_of,
    headings_of_text,
    sheet_of_text,
)
from xlpoker.histories.merge import merged_hand
from xlpoker.histories.model import NotReadError, PlayedHand, Reader, Seat, Unread, refused
from xlpoker.histories.pokernow import Session
from xlpoker.histories.texts import decoded

__all__ = [
    "Histories",
    "check_columns",
    "is_history",
    "ledger_of_text",
    "read_histories",
    "read_ledger",
]

_HEAD = 1 << 16  # bytes of a file that tell what it is
_OWN_SUFFIXES = (".phh", ".phhs", ".xml", ".ohh", ".json", ".jsonl")
"""The suffixes of files that are histories by their name alone."""
_MODULES = (
    "phh",
    "ipoker",
    "pokernow",
    "ohh",
    "pokernow_json",
    "ledgers",
    "lines",
)
"""The modules of this folder with a `READER`: the first that knows a text reads it, else the last.

A new format is a module of its own, named here before `lines`, which reads all other texts.
"""
READERS: tuple[Reader, ...] = tuple(
    import_module(f"xlpoker.histories.{name}").READER for name in _MODULES
)
_UNIQUE = re.compile(r"#\d+ \w{8,}")
"""A number with PokerNow's id: the log and the JSON of a hand differ in its time by parts of a second."""
SUFFIXES = tuple(dict.fromkeys(ending for reader in READERS for ending in reader.endings))


@dataclass(slots=True)
class Histories:
    """The content of files: the hands, and the sessions of ledgers.

    `unread` is what was not understood, `doubles` the number of duplicates.
    """

    hands: list[PlayedHand] = field(default_factory=list)
    sessions: list[Session] = field(default_factory=list)
    unread: list[Unread] = field(default_factory=list)
    doubles: int = 0


def is_history(source: Path, columns: Mapping[str, str] | None = None) -> bool:
    """Tell whether a file, a folder or a pattern is read as hand histories.

    `columns` are the meanings of columns in ledgers.
    """
    if source.suffix.lower() in _OWN_SUFFIXES or source.is_dir() or _is_pattern(source):
        return True
    if not source.is_file():
        return False
    with source.open("rb") as file:
        text = decoded(file.read(_HEAD))
    return any(reader.knows(*_arguments(reader, text, columns or {})) for reader in READERS)


def _arguments(reader: Reader, text: str, columns: Mapping[str, str]) -> list[Any]:
    return [text, columns] if reader.takes_columns else [text]


def ledger_of_text(source: Path, columns: Mapping[str, str] | None = None) -> list[LedgerSheet]:
    """Return the sheet of a text file with a ledger; an empty list for any other file."""
    if not source.is_file():
        return []
    text = _text_of(source)
    return [sheet_of_text(text, columns)] if LEDGER_READER.knows(text, columns) else []


def read_histories(source: Path, columns: Mapping[str, str] | None = None) -> Histories:
    """Return the hands of a file, a folder with its subfolders, or the files that match a pattern.

    `columns` are the meanings of columns in ledgers. Raises `BookError` where there is no such
    file, `OptionError` for the meaning of a column that no ledger has. A hand that is not
    understood is listed in `unread`.
    """
    histories = Histories()
    files = _files(source)
    if columns:
        check_columns(columns, _headings_of_files(files, columns), source)
    logs_by_hand: dict[object, list[PlayedHand]] = {}
    ledgers_by_session: dict[object, list[Session]] = {}
    for path in files:
        reader, entries = _entries(path, columns or {})
        for record in _records(path, reader, entries, histories.unread):
            if isinstance(record, Session):
                key = _key_of_session(record)
                ledgers_by_session.setdefault(key, []).append(record)
            else:
                key = _key_of_hand(record)
                logs_by_hand.setdefault(key, []).append(record)
                record.table = record.table or path.stem
    for logs in logs_by_hand.values():
        histories.hands.append(merged_hand(logs))
        histories.doubles += len(logs) - 1
    for ledgers in ledgers_by_session.values():
        last = max(ledgers, key=lambda session: session.ended)
        histories.sessions.append(last)
    _unify_names(histories)
    return histories


def read_ledger(
    path: Path, sheets: Sequence[LedgerSheet], columns: Mapping[str, str] | None = None
) -> Histories:
    """Return the sessions of a workbook with a ledger.

    Raises what `ledgers.entries_of` raises, `OptionError` for a column that is not there.
    """
    histories = Histories()
    if columns:
        check_columns(columns, headings_of(sheets, columns), path)
    entries = entries_of(sheets, columns or {})
    for record in _records(path, LEDGER_READER, entries, histories.unread):
        assert isinstance(record, Session)
        histories.sessions.append(record)
    _unify_names(histories)
    return histories


def check_columns(columns: Collection[str], headings: Sequence[str], source: Path) -> None:
    """Raise `OptionError` for a column that none of the ledgers has, of which these are the headings.

    >>> check_columns(["Tipps"], ["Name", "A", "Tips", "B"], Path("ledger.csv"))
    Traceback (most recent call last):
    xlpoker.errors.OptionError: ledger.csv has no column 'Tipps'; did you mean 'Tips'?
    """
    if columns and not headings:
        stated = ", ".join(quoted(column) for column in columns)
        raise OptionError(f"{source.name} holds no ledger, so no column has a meaning: {stated}")
    known = {heading.casefold() for heading in headings}
    for column in columns:
        if column.casefold() not in known:
            words = [heading for heading in headings if len(heading) > 1]
            raise OptionError(
                f"{source.name} has no column {quoted(column)}; {nearest(column, words)}"
            )


def _records(
    path: Path,
    reader: Reader,
    entries: Iterable[tuple[int, str, Callable[[], Any]]],
    unread: list[Unread],
) -> Iterator[PlayedHand | Session]:
    """Yield the hands or the sessions of entries; add to `unread` what is not understood."""
    for line, first, parse in entries:
        try:
            record = parse()
        except NotReadError as error:
            unread.append(Unread(str(path), line, first.strip(), str(error)))
        except Exception as error:  # noqa: BLE001 - whatever it is, the other hands are read
            reason = f"is damaged: {error}" if reader.structured else mistake(error)
            unread.append(Unread(str(path), line, first.strip(), reason))
        else:
            if isinstance(record, Session):
                record.night = record.night or path.stem
            yield record


def _key_of_hand(hand: PlayedHand) -> object:
    """Return what is equal for one hand in several logs."""
    if _UNIQUE.fullmatch(hand.number):
        return hand.site, hand.number
    if hand.number and hand.time:
        return hand.site, hand.number, hand.time
    return str(hand)  # without a time, other hands may have its number


def _key_of_session(session: Session) -> object:
    """Return what is equal for one session in several ledgers."""
    if session.who and session.began:
        return session.who, session.began
    return object()  # equal to no other key


def _unify_names(histories: Histories) -> None:
    """Give all records of an id the name that it has most often, in one spelling for all ids.

    Where two players at one table would have one name, all players of that hand keep the names of
    the log.
    """
    names = _names_by_id(histories)
    for session in histories.sessions:
        session.also = session.name
        session.name = names[session.who or session.name]
    for hand in histories.hands:
        new_names = [names.get(seat.who, seat.name) for seat in hand.seats]
        are_unique = len(set(new_names)) == len(new_names)
        if are_unique:
            for seat, name in zip(hand.seats, new_names, strict=True):
                seat.name = name


def _names_by_id(histories: Histories) -> dict[str, str]:
    """Return the most frequent name of each id.

    A name of several ids is spelled as the id with the most records spells it.
    """
    records: list[Seat | Session] = []
    for hand in histories.hands:
        records += [seat for seat in hand.seats if seat.who]
    records += histories.sessions
    counts_by_id: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for record in records:
        counts_by_id[record.who or record.name][record.name] += 1
    spellings: dict[str, str] = {}
    names: dict[str, str] = {}
    for who in sorted(counts_by_id, key=lambda who: -counts_by_id[who].total()):
        ((name, _),) = counts_by_id[who].most_common(1)
        folded = unicodedata.normalize("NFKC", name).casefold()
        names[who] = spellings.setdefault(folded, name)
    return names


def _is_pattern(source: Path) -> bool:
    return not source.exists() and glob.has_magic(str(source))


def _files(source: Path) -> list[Path]:
    """Return the files to read.

    Raise `BookError` where there are none, or for a file of another kind.
    """
    if source.is_dir():
        paths = source.rglob("*")
        missing = f"{source} holds no histories"
    elif _is_pattern(source):
        paths = (Path(name) for name in glob.glob(str(source), recursive=True))  # noqa: PTH207
        missing = f"no history matches '{source}'"
    else:
        _check_file(source)
        return [source]
    files = sorted(path for path in paths if _is_history_file(path))
    if not files:
        raise BookError(f"{missing}; those are {', '.join(SUFFIXES[:-1])} and {SUFFIXES[-1]}")
    return files


def _check_file(source: Path) -> None:
    """Raise `BookError` for a source that is not a file to read.

    On a pipe, for example, a reader would wait for ever.
    """
    with opened(source):
        pass
    if source.suffix.lower() not in SUFFIXES:
        kind_of(source)  # raises what says which kind of file it is


def _is_history_file(path: Path) -> bool:
    is_hidden = path.name[0] == "."
    return path.suffix.lower() in SUFFIXES and path.is_file() and not is_hidden


def _headings_of_files(files: Iterable[Path], columns: Mapping[str, str]) -> list[str]:
    """Return the headings and letters of the columns of all ledgers among some files."""
    headings: list[str] = []
    for path in files:
        text = _text_of(path)
        if LEDGER_READER.knows(text, columns):
            headings += headings_of_text(text, columns)
    return headings


def _text_of(path: Path) -> str:
    with opened(path) as file:
        try:
            return decoded(file.read())
        except OSError as error:
            raise BookError(f"{path} cannot be read: {error.strerror}") from None


def _entries(
    path: Path, columns: Mapping[str, str]
) -> tuple[Reader, Iterator[tuple[int, str, Callable[[], Any]]]]:
    """Return the reader of a file, and its entries.

    A file that no reader knows has one entry, which is refused.
    """
    text = _text_of(path)
    for reader in READERS:
        arguments = _arguments(reader, text, columns)
        if reader.knows(*arguments):
            return reader, reader.hands(*arguments)
    last_reader = READERS[-1]
    if path.suffix.lower() in last_reader.endings:
        return last_reader, last_reader.hands(text)
    first_line = text.strip().partition("\n")[0]
    reason = "begins no history of a known site"
    return last_reader, iter([(1, first_line, partial(refused, reason))])
