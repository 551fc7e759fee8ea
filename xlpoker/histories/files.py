"""Hand histories from files and folders: finds the files, picks the reader of each, and drops hands that come twice."""

from __future__ import annotations

import glob
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from pathlib import Path

from xlpoker.errors import BookError, mistake
from xlpoker.files import kind_of, opened
from xlpoker.histories.merge import merged_hand
from xlpoker.histories.model import NotReadError, PlayedHand, Reader, Seat, Unread, refused
from xlpoker.histories.pokernow import Session
from xlpoker.histories.texts import decoded

__all__ = ["Histories", "is_history", "read_histories"]

_HEAD = 1 << 16
_MODULES = (
    "phh",
    "ipoker",
    "pokernow",
    "ohh",
    "lines",
)
"""The files of this folder that read a site: the first that knows a text, or the last."""
READERS: tuple[Reader, ...] = tuple(
    import_module(f"xlpoker.histories.{name}").READER for name in _MODULES
)
SUFFIXES = tuple(dict.fromkeys(ending for reader in READERS for ending in reader.endings))


@dataclass(slots=True)
class Histories:
    """The content of files: the hands and the sessions of ledgers, those not understood, and how many came twice."""

    hands: list[PlayedHand] = field(default_factory=list)
    sessions: list[Session] = field(default_factory=list)
    unread: list[Unread] = field(default_factory=list)
    doubles: int = 0


def is_history(source: Path) -> bool:
    """Tell whether a file, a folder or a pattern is read as hand histories."""
    own = (".phh", ".phhs", ".xml", ".ohh", ".json", ".jsonl")
    if source.suffix.lower() in own or source.is_dir() or _is_pattern(source):
        return True
    if not source.is_file():
        return False
    with source.open("rb") as file:
        text = decoded(file.read(_HEAD))
    return any(reader.knows(text) for reader in READERS)


def read_histories(source: Path) -> Histories:
    """Return the hands of a file, of a folder with all below it, or of the files that a pattern names.

    Raises `BookError` where there is no such file; a hand that is not understood is listed.
    """
    histories = Histories()
    hands: dict[object, list[PlayedHand]] = {}
    sessions: dict[object, list[Session]] = {}
    for path in _files(source):
        reader, entries = _entries(path)
        for line, first, read in entries:
            try:
                record = read()
                if isinstance(record, Session):
                    record.night = record.night or path.stem
                    sessions.setdefault(_key_of_session(record), []).append(record)
                else:
                    hands.setdefault(_key_of_hand(record), []).append(record)
                    record.table = record.table or path.stem
            except Exception as error:  # noqa: BLE001 - whatever it is, it is that hand's
                wrong = f"is damaged: {error}" if reader.structured else mistake(error)
                reason = str(error) if isinstance(error, NotReadError) else wrong
                histories.unread.append(Unread(str(path), line, first.strip(), reason))
    histories.hands = [merged_hand(logs) for logs in hands.values()]
    histories.doubles = sum(len(logs) - 1 for logs in hands.values())
    histories.sessions = [
        max(ledgers, key=lambda session: session.ended) for ledgers in sessions.values()
    ]
    _call_by_person(histories)
    return histories


def _key_of_hand(hand: PlayedHand) -> object:
    """Return what a hand has in common with itself in another log."""
    if hand.number and hand.time:
        return hand.site, hand.number, hand.time
    return str(hand)  # without both, the number may come again


def _key_of_session(session: Session) -> object:
    """Return what a session has in common with itself in another ledger."""
    if session.who and session.began:
        return session.who, session.began
    return object()


def _call_by_person(found: Histories) -> None:
    """Give all records of an id the name that it has most often, in one spelling for all ids; two at one table keep theirs."""
    named: defaultdict[str, Counter[str]] = defaultdict(Counter)
    records: list[Seat | Session] = [
        seat for hand in found.hands for seat in hand.seats if seat.who
    ]
    for one in [*records, *found.sessions]:
        named[one.who or one.name][one.name] += 1
    spelled: dict[str, str] = {}
    names = {}
    for who in sorted(named, key=lambda who: -named[who].total()):
        ((name, _),) = named[who].most_common(1)
        names[who] = spelled.setdefault(unicodedata.normalize("NFKC", name).casefold(), name)
    for session in found.sessions:
        session.also, session.name = session.name, names[session.who or session.name]
    for hand in found.hands:
        called = [names.get(seat.who, seat.name) for seat in hand.seats]
        for seat, name in (
            zip(hand.seats, called, strict=True) if len({*called}) == len(called) else ()
        ):
            seat.name = name


def _is_pattern(source: Path) -> bool:
    return not source.exists() and glob.has_magic(str(source))


def _files(source: Path) -> list[Path]:
    if not source.is_dir() and not _is_pattern(source):
        with opened(
            source
        ):  # says what a pipe or a device is, on which a reader would wait for ever
            pass
        if source.suffix.lower() not in SUFFIXES:
            kind_of(source)  # says what the file is
        return [source]
    named = (
        source.rglob("*") if source.is_dir() else map(Path, glob.glob(str(source), recursive=True))  # noqa: PTH207
    )
    found = sorted(
        path
        for path in named
        if path.suffix.lower() in SUFFIXES and path.is_file() and path.name[0] != "."
    )
    if not found:
        missing = (
            f"no history matches '{source}'"
            if _is_pattern(source)
            else f"{source} holds no histories"
        )
        raise BookError(f"{missing}; those are {', '.join(SUFFIXES[:-1])} and {SUFFIXES[-1]}")
    return found


def _entries(path: Path) -> tuple[Reader, Iterator[tuple[int, str, Callable[[], PlayedHand]]]]:
    with opened(path) as file:
        try:
            text = decoded(file.read())
        except OSError as error:
            raise BookError(f"{path} cannot be read: {error.strerror}") from None
    reader = next((one for one in READERS if one.knows(text)), READERS[-1])
    if path.suffix.lower() not in reader.endings and not reader.knows(text):
        first = text.strip().partition("\n")[0]
        return reader, iter([(1, first, partial(refused, "begins no history of a known site"))])
    return reader, reader.hands(text)
