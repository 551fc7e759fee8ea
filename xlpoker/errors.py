"""Every error that xlpoker raises, and the record of a bad cell.

::

    ValueError
      └─ PokerError            anything wrong with the input
           ├─ CardError        a text, number, date ... that is not a card
           ├─ HandError        good cards that are not a hand: duplicates, too many, too many jokers
           ├─ RangeError       a range of starting hands that cannot be read; names the character
           ├─ OptionError      a scale, style, joker rule or function name that does not exist
           ├─ LayoutError      the hands of a worksheet could not be found, or were named wrongly
           │    └─ QuestionError  the layout is ambiguous; it has the answers to choose from
           └─ BookError        a file that cannot be read or written

Messages are one line without control characters: where, the value quoted, what is accepted, the
nearest guess. A bad row of a worksheet is not an exception but data: a `CellError`.
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
    "error_or_result",
    "mistake",
    "nearest",
    "no_memory",
    "not_installed",
    "quoted",
    "remedy",
    "shown",
    "visible",
    "whole_number",
]


_UNSEEN = re.compile(r"[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
_SHORT = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}


def visible(text: str, form: str = "") -> str:
    r"""Return a text on one line, with escapes for characters that a terminal would obey.

    Escaped are control characters, line separators and marks that turn the direction of writing.
    `form` is the format of an escape from the code of a character; without it, as Python has it.

    >>> visible("a\x1b[31m\n"), visible("\x9b1m \u202eb"), visible("\x1b", "\\u{:04x}")
    ('a\\x1b[31m\\n', '\\x9b1m \\u202eb', '\\u001b')
    """

    def escape(match: re.Match[str]) -> str:
        code = ord(match[0])
        if form:
            return form.format(code)
        if match[0] in _SHORT:
            return _SHORT[match[0]]
        return f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}"

    return _UNSEEN.sub(escape, text)


_FORMULAS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""How a text begins that a spreadsheet takes for a formula when it opens a .csv."""


def csv_text(text: str) -> str:
    r"""Return a text of unknown origin as a cell of a .csv file.

    The cell is no formula, and has neither control characters nor lone surrogates.

    >>> csv_text("=1+1"), csv_text("Anna"), csv_text("a\x01\ud800")
    ("'=1+1", 'Anna', 'a\\x01\\ud800')
    """
    mark = "'" if text.startswith(_FORMULAS) else ""
    return mark + visible(text).encode("utf-8", "backslashreplace").decode()


def quoted(text: str) -> str:
    """Return a value between quotes, shortened to forty characters, on one line.

    >>> quoted("5H" * 40)
    "'5H5H5H5H5H5H5H5H5H5H5H5H5H5H5H5H5H5H5H ...'"
    """
    text = visible(text[:41])
    if len(text) > 40:
        text = f"{text[:38]} ..."
    return f"'{text}'"


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
    """A range of starting hands that cannot be read.

    `position` is that of the wrong character, counted from 1.
    """

    def __init__(self, message: str, position: int) -> None:
        super().__init__(message)
        self.position = position


class OptionError(PokerError):
    """An option that does not exist."""


class LayoutError(PokerError):
    """Hands that could not be found in a worksheet."""


class NoCardsError(LayoutError):
    """Named columns in which no card stands."""


@dataclass(frozen=True)
class Choice:
    """An answer to a question.

    - `words`: what a person reads.
    - `typed`: the options of the command line that give this answer; of a DataFrame, the arguments.
    - `preview`: the first row as it is read with this answer.
    - `arguments`: the same options as arguments of the function in Python, by their names.
    """

    words: str
    typed: str
    preview: str
    arguments: Mapping[str, Any]


class QuestionError(LayoutError):
    """A question about the hands of a sheet, raised where the layout is ambiguous.

    - `lines`: what a terminal shows; the text of the error is the same on one line.
    - `choices`: the answers, each a `Choice`.
    - `why`: the reasons for the question.
    """

    def __init__(
        self, lines: Sequence[str], choices: Sequence[Choice] = (), why: Sequence[str] = ()
    ) -> None:
        self.lines = [visible(line) for line in lines]
        self.choices = list(choices)
        self.why = list(why)
        super().__init__(" | ".join(self.lines))
        self.args = (self.lines, self.choices, self.why)  # pickle calls the class with these

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


def error_or_result(
    file: object, work: Callable[..., Outcome], *arguments: Any, **named: Any
) -> Outcome | PokerError:
    """Return the result of a job on a file, or its exception as an error that names the file.

    So one bad file does not stop the jobs on other files.

    >>> error_or_result("a.csv", {"Pot": 3}.__getitem__, "Pot")
    3
    >>> str(error_or_result("a.csv", {}.__getitem__, "Pot")).rpartition(" in ")[0]
    'a.csv: a mistake in xlpoker, please report it: KeyError'
    """
    try:
        return work(*arguments, **named)
    except PokerError as error:
        return error
    except OSError as error:
        message = f"{error.filename or file}: {error.strerror or error}"
        return no_memory(error, file) or BookError(message)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is that file's
        known = no_memory(error, file) or not_installed(error)
        return known or BookError(f"{file}: {mistake(error)}")


def not_installed(error: Exception) -> OptionError | None:
    """Return the error about a missing package, or None where an exception has another cause.

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
    "SystemError": (
        "without exception set",
        "without setting an exception",
        "unreported exception",
    ),
}
"""Phrases in messages about memory, by the name of the exception's type.

They come from the loader of libraries, threads, pyarrow, Expat, zlib and, where a MemoryError is
lost during an import, from Python itself, in this order.
"""


def no_memory(error: BaseException, file: object = "") -> BookError | None:
    """Return the error about memory that is used up, or None where an exception has another cause.

    The causes of the exception are looked at, too: libraries have many words for a lack of memory,
    and a reader without memory may call its file damaged.

    >>> str(no_memory(MemoryError(), "a.parquet"))
    'a.parquet: not enough memory; close other programs, or take fewer rows at a time'
    """
    cause: BaseException | None = error
    while cause is not None:
        if _lacks_memory(cause):
            return BookError(f"{file}: {NO_MEMORY}" if file else NO_MEMORY)
        cause = cause.__cause__ or cause.__context__
    return None


def _lacks_memory(error: BaseException) -> bool:
    """Tell whether this exception, its causes apart, says that there is no more memory."""
    if isinstance(error, MemoryError):
        return True
    if isinstance(error, OSError):
        return error.errno == errno.ENOMEM
    phrases = _LACKS_MEMORY.get(type(error).__name__, ())
    return any(phrase in str(error) for phrase in phrases)


def mistake(error: Exception, where: str = "") -> str:
    """Return the message about an exception that is not ours: its type, and where it was raised."""
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
    if not known:
        return "there is none"
    return "choose from " + ", ".join(known)


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
    if len(text) <= _LONGEST:
        return text
    return text[: _LONGEST - 4] + " ..."


def counted(number: int, word: str) -> str:
    """Return a number with its noun.

    >>> counted(1, "row"), counted(1200, "row")
    ('1 row', '1,200 rows')
    """
    noun = word if number == 1 else f"{word}s"
    return f"{number:,} {noun}"


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

    def html_row(tag: str, values: Sequence[object]) -> str:
        cells = [f"<{tag}>{escape(str(value))}</{tag}>" for value in values]
        return f"<tr>{''.join(cells)}</tr>"

    parts = [html_row("th", header)]
    parts += [html_row("td", row) for row in rows]
    if caption:
        parts.insert(0, f"<caption>{escape(caption)}</caption>")
    return f"<table>{''.join(parts)}</table>"


def check_choice(word: object, choices: Collection[str], problem: str) -> None:
    """Raise `OptionError` unless a word is one of the choices.

    >>> check_choice("strenght", ["strength", "cactus"], "is not a scale")
    Traceback (most recent call last):
    xlpoker.errors.OptionError: 'strenght' is not a scale; did you mean 'strength'?
    """
    if not isinstance(word, str):
        raise OptionError(f"{shown(word)} {problem}; choose from {', '.join(choices)}")
    if word not in choices:
        value = f"'{word}'" if len(word) < _LONGEST else shown(word)
        raise OptionError(f"{value} {problem}; {nearest(word, choices)}")


def whole_number(value: object, meaning: str, least: int, reason: str = "") -> int:
    """Return a value as an int: a whole number of Python or NumPy that is at least `least`.

    `meaning` is the value with its article: "a seed".

    >>> whole_number(-1, "a seed", 0)
    Traceback (most recent call last):
    xlpoker.errors.OptionError: -1 is not a seed; a seed is a whole number from 0 on

    Raises `OptionError` for anything else, with `reason` where a number is too small.
    """
    number = _as_int(value)
    if number is not None and number < least and reason:
        raise OptionError(f"{number} {reason}")
    if number is None or number < least:
        rule = f"{meaning} is a whole number from {least} on"
        raise OptionError(f"{shown(value)} is not {meaning}; {rule}")
    return number


def _as_int(value: object) -> int | None:
    """Return a whole number of Python or NumPy as an int, or None for any other value."""
    if isinstance(value, bool):
        return None
    try:
        return index(value)  # type: ignore[arg-type]
    except TypeError:
        return None
