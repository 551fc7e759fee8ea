"""Every error that xlpoker raises, and the record of a bad cell.

::

    ValueError
      └─ PokerError            anything wrong with the input
           ├─ CardError        a text, number, date ... that is not a card
           ├─ HandError        good cards that are not a hand: duplicates, too many, too many jokers
           ├─ RangeError       a range of starting hands that cannot be read; names the character
           ├─ OptionError      a scale, style, joker rule or function name that does not exist
           ├─ LayoutError      the hands of a worksheet could not be found, or were named wrongly
           └─ BookError        a file that cannot be read or written

Messages are one line without control characters: where, the value quoted, what is accepted, the nearest guess. A bad row of
a worksheet is not an exception but data: a `CellError`.
"""

from __future__ import annotations

import errno
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import index
from typing import Any, TypeVar

__all__ = [
    "BookError",
    "CardError",
    "CellError",
    "HandError",
    "LayoutError",
    "OptionError",
    "PokerError",
    "QuestionError",
    "RangeError",
    "as_typed",
    "check_choice",
    "counted",
    "csv_text",
    "mistake",
    "nearest",
    "no_memory",
    "not_installed",
    "quoted",
    "remedy",
    "shown",
    "tried",
    "visible",
    "whole_number",
]


_UNSEEN = re.compile(r"[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
_SHORT = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}


def visible(text: str, form: str = "") -> str:
    r"""Return a text on one line: characters that control a terminal or turn the direction of writing are escapes.

    >>> visible("a\x1b[31m\n"), visible("\x9b1m \u202eb"), visible("\x1b", "\\u{:04x}")
    ('a\\x1b[31m\\n', '\\x9b1m \\u202eb', '\\u001b')
    """

    def escape(match: re.Match[str]) -> str:
        code = ord(match[0])
        return (
            form.format(code)
            if form
            else _SHORT.get(match[0]) or (f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}")
        )

    return _UNSEEN.sub(escape, text)


_FORMULAS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""How a text begins that a spreadsheet takes for a formula when it opens a .csv."""


def csv_text(text: str) -> str:
    r"""Return a text of somebody else as a cell of a .csv holds it: no formula, no control character, no half of a pair.

    >>> csv_text("=1+1"), csv_text("Anna"), csv_text("a\x01\ud800")
    ("'=1+1", 'Anna', 'a\\x01\\ud800')
    """
    mark = "'" if text.startswith(_FORMULAS) else ""
    return mark + visible(text).encode("utf-8", "backslashreplace").decode()


def quoted(text: str) -> str:
    """Return a value between quotes, shortened to forty characters, control characters made visible.

    >>> quoted("5H" * 40)
    "'5H5H5H5H5H5H5H5H5H5H5H5H5H5H5H5H5H5H5H ...'"
    """
    text = visible(text[:41])
    return f"'{text if len(text) <= 40 else text[:38] + ' ...'}'"


def as_typed(name: str) -> str:
    """Return a name as one types it in a command.

    >>> as_typed("Jan"), as_typed("Friday night")
    ('Jan', '"Friday night"')
    """
    return name if re.fullmatch(r"[\w.-]+", name) else f'"{name}"'


class PokerError(ValueError):
    """Anything wrong with the input."""

    def __init__(self, message: str) -> None:
        super().__init__(visible(message))


class CardError(PokerError):
    """A value that is not a card."""


class HandError(PokerError):
    """Good cards that do not make a hand."""


class RangeError(PokerError):
    """A range of starting hands that cannot be read: `position` is the character, counted from 1."""

    def __init__(self, message: str, position: int) -> None:
        super().__init__(message)
        self.position = position


class OptionError(PokerError):
    """An option that does not exist."""


class LayoutError(PokerError):
    """Hands that could not be found in a worksheet."""


@dataclass(frozen=True)
class Choice:
    """An answer to a question: in words, as it is typed, and as arguments by the names of the command's options.

    `preview` is the first row as it is read then.
    """

    words: str
    typed: str
    preview: str
    arguments: Mapping[str, Any]


class QuestionError(LayoutError):
    """A question about the hands of a sheet, in lines as a terminal shows them; its text is one line.

    `choices` are the answers to choose from, `why` says how the search came to the question.
    """

    def __init__(
        self, lines: Sequence[str], choices: Sequence[Choice] = (), why: Sequence[str] = ()
    ) -> None:
        self.lines = [visible(line) for line in lines]
        self.choices = list(choices)
        self.why = list(why)
        super().__init__(" | ".join(self.lines))
        self.args = (self.lines, self.choices, self.why)  # of which another process makes it again

    def __str__(self) -> str:
        return " | ".join(self.lines)


class BookError(PokerError):
    """A file that cannot be read or written."""


@dataclass(frozen=True, slots=True)
class CellError:
    """One bad cell of a worksheet or file: where it is, what stands in it, and what is wrong.

    >>> print(CellError("Sheet1", "C7", "1OH", "'1OH' is not a card; did you mean '10H'?"))
    Sheet1!C7: '1OH' is not a card; did you mean '10H'?
    """

    sheet: str
    cell: str
    value: str
    reason: str

    def __str__(self) -> str:
        where = f"{self.sheet}!{self.cell}" if self.sheet else self.cell
        return visible(f"{where}: {self.reason}")


Outcome = TypeVar("Outcome")


def tried(
    file: object, work: Callable[..., Outcome], *arguments: Any, **named: Any
) -> Outcome | PokerError:
    """Return what a job on a file returns, or as an error what is wrong with the file; no exception stops the other files.

    >>> str(tried("a.csv", {}.__getitem__, "Pot")).rpartition(" in ")[0]
    'a.csv: a mistake in xlpoker, please report it: KeyError'
    """
    try:
        return work(*arguments, **named)
    except PokerError as error:
        return error
    except OSError as error:
        return no_memory(error, file) or BookError(
            f"{error.filename or file}: {error.strerror or error}"
        )
    except Exception as error:  # noqa: BLE001 - whatever it is, it is that file's
        return (
            no_memory(error, file) or not_installed(error) or BookError(f"{file}: {mistake(error)}")
        )


def not_installed(error: Exception) -> OptionError | None:
    """Return the error about a package that is missing, where an exception tells of one.

    >>> str(not_installed(ModuleNotFoundError(name="numpy.linalg")))
    'this command needs numpy, which is not installed: pip install numpy'
    """
    package = (getattr(error, "name", None) or "xlpoker").partition(".")[0]
    if not isinstance(error, ModuleNotFoundError) or package == "xlpoker":
        return None
    return OptionError(
        f"this command needs {package}, which is not installed: pip install {package}"
    )


NO_MEMORY = "not enough memory; close other programs, or take fewer rows at a time"
_LACKS_MEMORY = {
    "ImportError": ("failed to map segment", "cannot allocate memory"),
    "RuntimeError": ("can't start new thread",),
    "ArrowException": ("Failed to launch worker thread",),
    "ExpatError": ("out of memory",),
    "error": ("Error -4 while",),
}
"""What errors say that have no type of their own, by the name of their type: of the loader of libraries, of threads, of pyarrow, of
Expat and zlib."""


def no_memory(error: BaseException, file: object = "") -> BookError | None:
    """Return the error about memory that is used up, where an exception, or one that led to it, tells of that.

    Libraries have many words for it, and what they cannot read any more looks damaged.

    >>> str(no_memory(MemoryError(), "a.parquet"))
    'a.parquet: not enough memory; close other programs, or take fewer rows at a time'
    """
    seen: BaseException | None = error
    while seen is not None:
        if _lacks_memory(seen):
            return BookError(f"{file}: {NO_MEMORY}" if file else NO_MEMORY)
        seen = seen.__cause__ or seen.__context__
    return None


def _lacks_memory(error: BaseException) -> bool:
    """Tell whether this very exception says that there is no more memory."""
    if isinstance(error, MemoryError):
        return True
    if isinstance(error, OSError):
        return error.errno == errno.ENOMEM
    return any(phrase in str(error) for phrase in _LACKS_MEMORY.get(type(error).__name__, ()))


def mistake(error: Exception, where: str = "") -> str:
    """Return the words for an exception that is not ours: its type, and where it was raised."""
    if no_memory(error):
        return NO_MEMORY
    import traceback
    from pathlib import Path

    frame = traceback.extract_tb(error.__traceback__)[-1]
    where = where or f"{Path(frame.filename).name}, line {frame.lineno}"
    return f"a mistake in xlpoker, please report it: {type(error).__name__} in {where}"


def nearest(word: str, choices: Iterable[str]) -> str:
    """Return the end of a message about an unknown word: the nearest choice, or all choices.

    >>> nearest("strenght", ["strength", "cactus"])
    "did you mean 'strength'?"
    >>> nearest("zzz", ["strength", "cactus"])
    'choose from strength, cactus'
    """
    known = list(choices)
    folded = {choice.casefold(): choice for choice in known}
    import difflib

    close = difflib.get_close_matches(word.casefold(), list(folded), n=1)
    if close:
        return f"did you mean '{folded[close[0]]}'?"
    return "choose from " + ", ".join(known) if known else "there is none"


_LONGEST = 60


def shown(value: object) -> str:
    """Return any value as a message quotes it: as Python writes it, on one line, shortened.

    >>> shown("strenght"), shown([14, 33]), shown("5H" * 40)
    ("'strenght'", '[14, 33]', "'5H5H5H5H5H5H5H5H5H5H5H5H5H5H5H5H5H5H5H5H5H5H5H5H5H5H5H5 ...")
    """
    try:
        text = " ".join(repr(value).split())
    except Exception:  # noqa: BLE001 - a value whose repr fails is quoted by its type
        text = f"<{type(value).__name__}>"
    return text if len(text) <= _LONGEST else text[: _LONGEST - 4] + " ..."


def counted(number: int, word: str) -> str:
    """Return a number with its noun.

    >>> counted(1, "row"), counted(1200, "row")
    ('1 row', '1,200 rows')
    """
    return f"{number:,} {word}{'s' * (number != 1)}"


def remedy(extra: str) -> str:
    """Return the command that installs an extra of xlpoker, quoted for every shell.

    >>> remedy("parquet")
    'pip install ".[parquet]" in your clone of xlpoker'
    """
    return f'pip install ".[{extra}]" in your clone of xlpoker'


def html_table(header: Sequence[str], rows: Iterable[Sequence[object]], caption: str = "") -> str:
    """Return a table for a notebook.

    >>> html_table(["a"], [["<b>"]])
    '<table><tr><th>a</th></tr><tr><td>&lt;b&gt;</td></tr></table>'
    """
    from html import escape

    lines = [("th", header), *(("td", row) for row in rows)]
    body = "".join(
        f"<tr>{''.join(f'<{tag}>{escape(str(cell))}</{tag}>' for cell in cells)}</tr>"
        for tag, cells in lines
    )
    return f"<table>{f'<caption>{escape(caption)}</caption>' if caption else ''}{body}</table>"


def check_choice(word: object, choices: Collection[str], problem: str) -> None:
    """Raise `OptionError` unless a word is one of the choices.

    >>> check_choice("strenght", ["strength", "cactus"], "is not a scale")
    Traceback (most recent call last):
    xlpoker.errors.OptionError: 'strenght' is not a scale; did you mean 'strength'?
    """
    if not isinstance(word, str) or word not in choices:
        guess = (
            nearest(word, choices) if isinstance(word, str) else "choose from " + ", ".join(choices)
        )
        quoted = f"'{word}'" if isinstance(word, str) and len(word) < _LONGEST else shown(word)
        raise OptionError(f"{quoted} {problem}; {guess}")


def whole_number(value: object, what: str, least: int, reason: str = "") -> int:
    """Return a value as an int; it must be a whole number, of Python or NumPy, and at least `least`.

    >>> whole_number(-1, "a seed", 0)
    Traceback (most recent call last):
    xlpoker.errors.OptionError: -1 is not a seed; a seed is a whole number from 0 on

    Raises `OptionError` for anything else; `reason` replaces the message for a number that is too small.
    """
    try:
        number = index(value) if not isinstance(value, bool) else None  # type: ignore[arg-type]
    except TypeError:
        number = None
    if number is not None and number < least and reason:
        raise OptionError(f"{number} {reason}")
    if number is None or number < least:
        raise OptionError(f"{shown(value)} is not {what}; {what} is a whole number from {least} on")
    return number
