"""Every word that is printed about an answer, in the voice of the place where it is printed.

    COMMAND   --hands "Anna=B3:B10,Ben=C3:C10"          for a terminal
    PYTHON    hands=['Anna', 'Ben']                     for a DataFrame, which has column names
    DIALOG    1  Anna in B, Ben in C                    for a spreadsheet: a number is chosen

`xlpoker.layout.reading` has the values; the causes of questions come from the checks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from enum import Enum, auto
from typing import Any

from xlpoker.errors import as_typed, counted, quoted
from xlpoker.layout.columns_text import letters, range_of
from xlpoker.layout.games import Game
from xlpoker.layout.ranges import BOARD
from xlpoker.layout.reading import (
    Option,
    Part,
    Question,
    Reading,
    Unread,
    UnreadColumn,
    UnreadRow,
    UnreadRows,
)

__all__ = [
    "Voice",
    "frame_arguments",
    "option_arguments",
    "option_text",
    "question_lines",
    "reading_line",
    "reading_record",
]

_MOST_NAMES = 12
_MOST_UNREAD = 8
_LONGEST = 40
_NAME = re.compile(r"[^'!=\[\]:,;+\"]+")
_OPTION_OF_A_GAME = re.compile(r"--game ")
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
_RULES = {
    Game.FIVE_CARD: "five-card",
    Game.HOLDEM: "hold'em, best five of two and the board",
    Game.OMAHA: "Omaha, two of the hand and three of the board",
    Game.SHORT_DECK: "short deck, hold'em from the sixes up, a flush beats a full house",
    Game.SHORT_DECK_TRIPS: "short deck, a flush beats a full house, three of a kind a straight",
    Game.THREE_CARD: "three-card, casino rules: a straight beats a flush",
    Game.FRONT: "front hands, Chinese poker: pairs and trips only",
    Game.RAZZ: "razz, the lowest five: the ace is low, no straights or flushes",
    Game.DEUCE_TO_SEVEN: "2-7, the lowest hand: the ace is high, straights and flushes count",
    Game.OMAHA_HI_LO: "Omaha hi-lo, half of the pot for the best low, eight or better",
}


class Voice(Enum):
    """Where a message is printed."""

    COMMAND = auto()
    PYTHON = auto()
    DIALOG = auto()


_LAST_LINES = {
    Voice.COMMAND: 'or say where they are: --hands "Anna=A3:E9,Ben=F3:J9"',
    Voice.PYTHON: "or name the columns: hands=[['a1', 'a2', 'a3', 'a4', 'a5'], ['b1', ..]]",
    Voice.DIALOG: "choose a number; or cancel, select the cells of each hand, and click again",
}


_LEAVES_ROWS_OUT = {
    Voice.COMMAND: "--skip leaves its rows out",
    Voice.PYTHON: "skip='...' leaves its rows out",
    Voice.DIALOG: "delete its rows, or move them to another sheet",
}


def reading_line(reading: Reading, voice: Voice = Voice.COMMAND) -> str:
    """Return in one line what was read, and everything beside it that was not."""
    rows = f"{reading.first + 1}-{reading.last + 1}"
    place = f"{reading.sheet} {rows}".strip()
    parts = [
        f"{place}: {_rule(reading)}",
        _players(reading, voice),
    ]
    if reading.board:
        parts.append(_boards(reading, voice))
    if reading.stake_columns:
        parts.append(f"stakes {_columns(reading, reading.stake_columns, voice)}")
    if reading.by:
        parts.append(_deals(reading))
    if reading.cards:
        parts.append(f"cards as {reading.cards}")
    if reading.skipped_rows:
        parts.append(f"without {_rows(reading.skipped_rows)}")
    parts.extend(_in_voice(warning, voice) for warning in reading.warnings)
    if reading.unread:
        texts = [_unread(reading, part, voice) for part in reading.unread]
        parts.append(f"not read: {_shortened(texts, _MOST_UNREAD)}")
    return "; ".join(parts)


def _boards(reading: Reading, voice: Voice) -> str:
    """Return where the board is, or all boards are."""
    *first, last = [_columns(reading, board, voice) for board in reading.boards]
    if not first:
        return f"board {last}"
    return f"boards {', '.join(first)} and {last}"


def _in_voice(warning: str, voice: Voice) -> str:
    """Return a warning; only on a terminal it names an option with two dashes."""
    if voice is Voice.COMMAND:
        return warning
    return _OPTION_OF_A_GAME.sub("the game ", warning)


def _rule(reading: Reading) -> str:
    """Return the rule in words."""
    if reading.game is not Game.FIVE_CARD or reading.size == 5:
        return _RULES[reading.game]
    if reading.size == 7:
        return "best five of seven"
    return f"best five of {reading.size}"


def _columns(
    reading: Reading,
    columns: Sequence[int],
    voice: Voice,
) -> str:
    """Return columns by their letters, or by their names in Python."""
    if voice is not Voice.PYTHON:
        return letters(columns)
    names = _names_of_columns(reading, columns)
    if len(names) < 3:
        return ", ".join(names)
    return f"{names[0]} .. {names[-1]}"


def _players(reading: Reading, voice: Voice) -> str:
    """Return the players and their columns."""
    if len(reading.hands) == 1:
        return _hands_in_rows(reading, voice)
    texts: list[str] = []
    for number, hand in enumerate(reading.hands, start=1):
        name = hand.name or f"Player {number}"
        columns = _columns(reading, hand.columns, voice)
        text = f"{name} {columns}"
        if hand.part is not None:
            ordinal = _ORDINALS[hand.part % len(_ORDINALS)]
            text += f" ({ordinal} five cards)"
        if hand.names is not None:
            names = _columns(reading, [hand.names], voice)
            text += f" (player in {names})"
        texts.append(text)
    return _shortened(texts, _MOST_NAMES)


def _hands_in_rows(reading: Reading, voice: Voice) -> str:
    """Return where the hands of a table with one hand a row stand."""
    columns = _columns(reading, reading.hands[0].columns, voice)
    if not reading.by:
        return f"one hand a row in {columns}"
    if reading.names is None:
        return f"hands in {columns}"
    players = _columns(reading, [reading.names], voice)
    return f"hands in {columns}, players in {players}"


def _deals(reading: Reading) -> str:
    """Return the headings of the columns that tell deals apart."""
    names = _names_of_columns(reading, reading.by)
    text = f"deals by {', '.join(names)}"
    if reading.in_runs:
        text += " row after row, its numbers begin again"
    return text


def _names_of_columns(reading: Reading, columns: Sequence[int]) -> list[str]:
    """Return the headings of columns, letters where there is none."""
    return [reading.headings.get(column, letters([column])) for column in columns]


def _rows(rows: Sequence[int]) -> str:
    """Return rows in words.

    >>> _rows([3]), _rows([3, 5, 10])
    ('row 4', 'rows 4, 6, 11')
    """
    numbers = [str(row + 1) for row in rows]
    if len(rows) == 1:
        return f"row {numbers[0]}"
    return f"rows {_shortened(numbers, _MOST_NAMES)}"


def _unread(
    reading: Reading,
    part: Unread,
    voice: Voice,
) -> str:
    """Return a column, a row, or a sheet that is not read."""
    if isinstance(part, UnreadColumn):
        return _unread_column(reading, part, voice)
    if isinstance(part, UnreadRow):
        return f"row {part.row + 1} {_quoted(part.text)}"
    if isinstance(part, UnreadRows):
        return counted(part.total, "more row") + " of text"
    return f"sheet {part.name}"


def _unread_column(
    reading: Reading,
    column: UnreadColumn,
    voice: Voice,
) -> str:
    """Return a column that is not read, with the number of its texts and the first of them."""
    heading = column.heading[:_LONGEST]
    name = f"{letters([column.column])} {heading}".rstrip()
    if voice is Voice.PYTHON and heading:
        name = heading
    first = _quoted(column.text)
    if column.begins is not None:
        return f"{name} (from row {column.begins + 1} on, first {first})"
    if not column.total:
        return name
    number = counted(column.total, "text")
    if column.holds_cards:
        number = counted(column.total, "cell") + " with cards"
    if reading.searched_rows:
        number += f" in the first {reading.searched_rows:,} rows"
    if voice is not Voice.PYTHON:
        first = f"{column.cell} {first}"
    return f"{name} ({number}, first {first})"


def _quoted(text: str) -> str:
    """Return a text as messages quote it, cut where it is long."""
    if len(text) > _LONGEST:
        text = f"{text[: _LONGEST - 3]}..."
    return quoted(text)


def _shortened(texts: Sequence[str], most: int) -> str:
    """Return texts in a row, and how many more there are."""
    if len(texts) <= most:
        return ", ".join(texts)
    first_texts = ", ".join(texts[:most])
    return f"{first_texts}, {len(texts) - most} more"


def question_lines(question: Question, voice: Voice = Voice.COMMAND) -> list[str]:
    """Return a question: the cause, one line for each option, and how to say it oneself."""
    lines = [_cause(question, voice)]
    for number, option in enumerate(question.options, start=1):
        text = option_text(option, voice)
        if voice is Voice.DIALOG:
            text = f"{number}  {text}"
        line = f"{text}   {option.first.preview}"
        lines.append(line.rstrip())
    if question.is_refused:
        return [*lines, *_remedy_lines(question, voice)]
    if voice is Voice.DIALOG and not question.options:
        return [*lines, "select the cells of each hand, and click again"]
    return [*lines, _LAST_LINES[voice]]


def _cause(question: Question, voice: Voice) -> str:
    """Return the cause of a question behind its place; a DataFrame has no addresses of cells."""
    place = question.sheet
    if question.cell and voice is not Voice.PYTHON:
        place = question.cell
        if question.sheet:
            place = f"{question.sheet}!{place}"
    if not place:
        return question.cause
    return f"{place}: {question.cause}"


def _remedy_lines(question: Question, voice: Voice) -> list[str]:
    """Return what may be said where the game of a sheet is not scored."""
    remedy = question.remedy
    if not remedy:
        return []
    if remedy.game is None:
        return [_LEAVES_ROWS_OUT[voice]]
    texts = {
        Voice.COMMAND: f"--game {remedy.game}",
        Voice.PYTHON: f"game={remedy.game.value!r}",
        Voice.DIALOG: f"1  the game {remedy.game}",
    }
    return [f"{texts[voice]} {remedy.effect}"]


def option_text(option: Option, voice: Voice = Voice.COMMAND) -> str:
    """Return what is typed, passed, or chosen for an option."""
    if voice is Voice.DIALOG:
        return _in_words(option)
    if voice is Voice.PYTHON:
        return ", ".join(_PYTHON_WRITERS[part](option) for part in option.parts)
    return " ".join(_typed_options(option))


def _typed_options(option: Option) -> Iterator[str]:
    """Yield the options of a command line, such as ``--game holdem``."""
    for name, value in option_arguments(option).items():
        typed_name = f"--{name.replace('_', '-')}"
        if isinstance(value, bool):
            yield typed_name
        elif isinstance(value, list):
            for text in value:
                yield f"{typed_name} {_typed(text)}"
        elif name == "sheet":
            yield f"{typed_name} {as_typed(value)}"
        else:
            yield f"{typed_name} {_typed(value)}"


def option_arguments(option: Option) -> dict[str, str | list[str] | bool]:
    """Return what an option says, by the names of the command's options: ``{"hands": ["A2:E9"], "game": "holdem"}``."""
    arguments: dict[str, str | list[str] | bool] = {}
    for part in option.parts:
        name, value_of = _ARGUMENTS[part]
        arguments[name] = value_of(option)
    return arguments


def _hands_ranges(option: Option) -> list[str]:
    """Return the ranges of each reading: those of all hands, with their names."""
    ranges_of_readings: list[str] = []
    for reading in option.readings:
        different_ranges = dict.fromkeys(_ranges(reading))
        ranges_of_readings.append(",".join(different_ranges))
    return ranges_of_readings


def _typed(text: str) -> str:
    """Return a text with quotes if a shell needs them."""
    if " " in text:
        return as_typed(text)
    return text


def _ranges(reading: Reading) -> list[str]:
    """Return the ranges of the hands and of the board."""
    names = _typed_names(reading)
    ranges: list[str] = []
    for name, hand in zip(names, reading.hands, strict=True):
        hand_range = range_of(hand.columns, reading.first, reading.last)
        if name:
            hand_range = f"{name}={hand_range}"
        ranges.append(hand_range)
    for columns in reading.boards:
        board = range_of(columns, reading.first, reading.last)
        ranges.append(f"{BOARD}={board}")
    return ranges


def _typed_names(reading: Reading) -> list[str]:
    """Return names that can stand before ranges; none for hands without names.

    A board is named, and then the hands are, too.
    """
    names = [hand.name for hand in reading.hands]
    needs_names = len(names) > 1 or len(reading.board) > 0
    if needs_names and all(map(_can_be_typed, names)):
        return names
    if not reading.board:
        return [""] * len(names)
    return [f"Player {number}" for number in range(1, len(names) + 1)]


def _can_be_typed(name: str) -> bool:
    """Tell whether a name can be typed before a range."""
    if name.casefold() == BOARD:
        return False
    return _NAME.fullmatch(name) is not None


def _skipped(option: Option) -> list[int]:
    """Return the numbers of the rows that are left out, as a spreadsheet counts."""
    return [row + 1 for row in option.first.skipped_rows]


def _by_names(option: Option) -> list[str]:
    """Return the headings of the columns that tell deals apart."""
    return _names_of_columns(option.first, option.first.by)


_ARGUMENTS: dict[Part, tuple[str, Callable[[Option], str | list[str] | bool]]] = {
    Part.SHEET: ("sheet", lambda option: option.first.sheet),
    Part.ALL_SHEETS: ("all_sheets", lambda _option: True),
    Part.HANDS: ("hands", _hands_ranges),
    Part.BY: ("by", lambda option: ",".join(_by_names(option))),
    Part.CARDS: ("cards", lambda option: option.first.cards),
    Part.GAME: ("game", lambda option: option.first.game.value),
    Part.SKIP: ("skip", lambda option: ",".join(map(str, _skipped(option)))),
}


def frame_arguments(option: Option) -> dict[str, Any]:
    """Return what an option says as arguments of a DataFrame's functions: columns by their names."""
    arguments: dict[str, Any] = {}
    for part in option.parts:
        if part is Part.HANDS:
            arguments |= _columns_of_hands(option.first)
        elif part is Part.BY:
            arguments["by"] = _by_names(option)
        else:
            name, value_of = _ARGUMENTS[part]
            arguments[name] = value_of(option)
    return arguments


def _columns_of_hands(reading: Reading) -> dict[str, list[Any]]:
    """Return the names of the columns of hands, and of the board if there is one."""
    columns_of_hands = dict.fromkeys(hand.columns for hand in reading.hands)
    names_of_hands = [_names_of_columns(reading, columns) for columns in columns_of_hands]
    hands = [names[0] if len(names) == 1 else names for names in names_of_hands]
    if not reading.board:
        return {"hands": hands}
    columns_of_boards = [column for board in reading.boards for column in board]
    board = _names_of_columns(reading, columns_of_boards)
    return {"hands": hands, "board": board}


def _hands_argument(option: Option) -> str:
    """Return the columns of hands as Python's arguments."""
    columns = _columns_of_hands(option.first)
    text = ", ".join(f"{name}={names}" for name, names in columns.items())
    more = len(option.readings) - 1
    if more:
        text += f" (and {counted(more, 'more table')})"
    return text


_PYTHON_WRITERS: dict[Part, Callable[[Option], str]] = {
    Part.SHEET: lambda option: f"sheet={option.first.sheet!r}",
    Part.ALL_SHEETS: lambda _option: "all_sheets=True",
    Part.HANDS: _hands_argument,
    Part.BY: lambda option: f"by={_by_names(option)}",
    Part.CARDS: lambda option: f"cards={option.first.cards!r}",
    Part.GAME: lambda option: f"game={option.first.game.value!r}",
    Part.SKIP: lambda option: f"skip={_skipped(option)}",
}


def _in_words(option: Option) -> str:
    """Return an option as a sentence without options of a command line."""
    reading = option.first
    writers: dict[Part, Callable[[], str]] = {
        Part.SHEET: lambda: f"the sheet {reading.sheet}",
        Part.ALL_SHEETS: lambda: f"all {len(option.readings)} sheets",
        Part.HANDS: lambda: " and ".join(_table_in_words(each) for each in option.readings),
        Part.BY: lambda: _deals(reading),
        Part.CARDS: lambda: f"cards as {reading.cards}",
        Part.GAME: lambda: _RULES[reading.game],
        Part.SKIP: lambda: f"without {_rows(reading.skipped_rows)}",
    }
    return "; ".join(writers[part]() for part in option.parts)


def _table_in_words(reading: Reading) -> str:
    """Return the hands of a reading and its board, with its rows."""
    text = _players(reading, Voice.DIALOG)
    if reading.board:
        text += f", {_boards(reading, Voice.DIALOG)}"
    return f"{text}, rows {reading.first + 1} to {reading.last + 1}"


def reading_record(reading: Reading) -> dict[str, object]:
    """Return a reading as ``--json`` prints it: the line, and its parts as ranges and letters."""
    first, last = reading.first, reading.last
    hands: dict[str, str] = {}
    for number, hand in enumerate(reading.hands, start=1):
        name = hand.name or f"Player {number}"
        hands[name] = range_of(hand.columns, first, last)
    board = None
    if reading.board:
        board = range_of(reading.board, first, last)
    names = None
    if reading.names is not None:
        names = letters([reading.names])
    by = _names_of_columns(reading, reading.by)
    skipped_rows = [row + 1 for row in reading.left_out_rows]
    boards = [range_of(columns, first, last) for columns in reading.further_boards]
    return {
        "said": reading_line(reading),
        "hands": hands,
        "board": board,
        **({"further_boards": boards} if boards else {}),
        "game": reading.game.value,
        "cards_of_a_hand": reading.size,
        "cards": reading.cards or None,
        "by": ",".join(by) or None,
        "names": names,
        "without_rows": skipped_rows or None,
        "not_read": [_unread(reading, part, Voice.COMMAND) for part in reading.unread],
        "warnings": list(reading.warnings),
    }
