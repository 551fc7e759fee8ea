"""The texts of one click: what was read and counted, questions, and why nothing was done."""

from __future__ import annotations

from xlpoker.errors import counted, mistake, visible
from xlpoker.layout.messages import Voice, option_text, question_lines, reading_line
from xlpoker.layout.reading import Question
from xlpoker.scoring.counts import Counts
from xlpoker.scoring.halves import pot_text

__all__ = [
    "EMPTY",
    "HELP",
    "MOST_CELLS",
    "NO_HANDS",
    "NO_RESULTS",
    "PROTECTED",
    "READ_ONLY",
    "choices_of",
    "counts_text",
    "failure_text",
    "marked_rows_text",
    "numbers_of",
    "question_text",
    "too_large",
]

MOST_CELLS = 5_000_000
"""The most cells of a sheet that a click reads: 100,000 rows of 50 columns."""
_SHOWN = 5
"""How many bad rows are shown."""
EMPTY = "{sheet} is empty; type or paste hands first, a card in each cell, such as 5H"
NO_HANDS = (
    "{sheet} holds no hands; cards look like 5H or TD, and each hand has columns of its own, or a"
    " cell such as 5H 5C 6S 7S KD"
)
NO_RESULTS = "{sheet} holds no results of xlpoker"
PROTECTED = "{sheet} is protected; remove the protection, then click again"
READ_ONLY = "{book} is open for reading only; save it under another name to keep this"
_COPY_THE_OTHERS = "To leave these rows out, copy the other rows to a sheet of their own"
_CHOOSE_VISIBLE = "To leave these rows out, choose visible and click again"
HELP = """\
Score this sheet finds the hands and writes the winner, values and names beside them. \
Clicking again replaces these results.
Count wins shows how often each player wins, and writes nothing.
Remove results empties the cells that Score this sheet has written, and no others.
Which cells are hands? Select one cell, and xlpoker finds them. Or select the cells of each hand, \
with Ctrl held for the second one.
Cards look like 5H, TD, 10♠ or Ace of Spades, one in each cell, or all in one: 5H 5C 6S 7S KD."""


def counts_text(counts: Counts) -> str:
    """Return what was read and counted, the first bad rows, and warnings."""
    lines = [_summary(counts)]
    if counts.errors:
        lines += [str(error) for error in counts.errors[:_SHOWN]]
        more = counts.bad - _SHOWN
        if more > 0:
            lines.append(f"... and {counted(more, 'more bad row')}")
    lines += [f"Warning: {warning}" for warning in counts.warnings]
    if counts.reading is not None:
        lines.append(f"Read: {reading_line(counts.reading, Voice.DIALOG)}")
    return "\n".join(lines)


def _summary(counts: Counts) -> str:
    """Return the counts in one line: 1,000 rows: Ann 376, Ben 624, ties 0.

    >>> _summary(Counts("", "", rows=1000, players=[376, 624]))
    '1,000 rows: Player 1 376, Player 2 624, ties 0'
    >>> from fractions import Fraction
    >>> _summary(Counts("", "", rows=3, players=[1, 0], ties=2, pots=[Fraction(5, 2), Fraction(1, 2)]))
    '3 rows: Player 1 1, Player 2 0, split pots 2, pots of Player 1 2.5, pots of Player 2 0.5'
    """
    numbers = numbers_of(counts)
    parts = [f"{label} {number:,}" for label, number in numbers]
    pots = counts.pots_of_winners()
    parts += [f"pots of {label} {pot_text(pot)}" for label, pot in pots]
    return f"{counts.size}: {', '.join(parts)}" if parts else counts.size


def numbers_of(counts: Counts) -> list[tuple[str, int]]:
    """Return what was counted, each number behind its label.

    >>> numbers_of(Counts("", "", rows=1000, players=[376, 624]))
    [('Player 1', 376), ('Player 2', 624), ('ties', 0)]
    """
    numbers: list[tuple[str, int]] = counts.persons.most_common()
    if not numbers:
        numbers = list(zip(counts.labels, counts.players, strict=False))
    if counts.players:
        numbers.append((counts.label_of_ties.lower(), counts.ties))
    numbers += counts.categories.items()
    if counts.no_showdown:
        numbers.append(("no showdown", counts.no_showdown))
    if counts.bad:
        numbers.append(("bad", counts.bad))
    return numbers


def question_text(question: Question) -> str:
    """Return a question with its numbered answers."""
    lines = question_lines(question, Voice.DIALOG)
    return "\n".join(map(visible, lines))


def choices_of(question: Question) -> tuple[str, ...]:
    """Return the answers to a question, in the order of their numbers.

    A game that is not scored may be counted as another one, which is the only answer then.
    """
    remedy = question.remedy
    if remedy is not None and remedy.game is not None:
        return (f"the game {remedy.game} {remedy.effect}",)
    return tuple(visible(option_text(option, Voice.DIALOG)) for option in question.options)


def marked_rows_text(*, has_choice: bool) -> str:
    """Return how rows are left out that are hidden or struck out; a form may have a choice for it."""
    return _CHOOSE_VISIBLE if has_choice else _COPY_THE_OTHERS


def failure_text(error: Exception) -> str:
    """Return what is said of an exception that nobody foresaw."""
    return f"Nothing was written: {mistake(error)}"


def too_large(sheet: str, rows: int, columns: int) -> str:
    """Return why a sheet is too large for a click, an empty text where it is not.

    >>> too_large("Hands", 1000, 12), too_large("Hands", 1_048_576, 5)[:40]
    ('', 'Hands has 1,048,576 rows and 5 columns; ')
    """
    if rows * columns <= MOST_CELLS:
        return ""
    return (
        f"{sheet} has {counted(rows, 'row')} and {counted(columns, 'column')}; a click reads up to"
        f" {MOST_CELLS:,} cells; delete rows that are only formatted, or save the workbook and run"
        " xlpoker score in a terminal"
    )
