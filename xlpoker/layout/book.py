"""Which sheet of a workbook holds the hands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from xlpoker.errors import LayoutError, quoted
from xlpoker.layout.complete import first_options
from xlpoker.layout.find import find
from xlpoker.layout.options import NO_OPTIONS, Options
from xlpoker.layout.reading import Answer, Finding, Option, Part, Question, Reading, UnreadSheet
from xlpoker.layout.sheet import Sheet
from xlpoker.layout.tables import tables_of
from xlpoker.layout.words import REFERENCE_SHEETS

__all__ = ["find_in_book", "is_reference_sheet"]

_MOST_NAMES = 4


class _SheetAnswer(NamedTuple):
    """The answer about one sheet."""

    name: str
    answer: Answer
    finding: Finding

    @property
    def is_reference(self) -> bool:
        """Whether the name says that the sheet explains the game."""
        return is_reference_sheet(self.name)

    @property
    def is_encoded(self) -> bool:
        """Whether its cards are numbers, or ranks and suits in cells of their own."""
        return isinstance(self.answer, Reading) and self.answer.cards != ""

    @property
    def has_no_option(self) -> bool:
        """Whether it is a question without an answer to choose, and not about the game."""
        if not isinstance(self.answer, Question):
            return False
        return not self.answer.options and not self.answer.is_refused


def is_reference_sheet(name: str) -> bool:
    """Tell whether a sheet's name says that the sheet explains the game.

    >>> is_reference_sheet("Hand rankings"), is_reference_sheet("Friday")
    (True, False)
    """
    return not REFERENCE_SHEETS.isdisjoint(name.casefold().split())


def find_in_book(sheets: Sequence[Sheet], options: Options = NO_OPTIONS) -> Finding:
    """Return where the hands of a workbook are: on one sheet, or a question which sheet.

    Raises `LayoutError` for options that name nothing on any of the sheets.
    """
    sheets = options.picked(sheets)
    answers: list[_SheetAnswer] = []
    errors: list[LayoutError] = []
    for sheet in sheets:
        try:
            finding = find(sheet, options)
        except LayoutError as error:
            errors.append(error)
            continue
        if finding.answer:
            answers.append(_SheetAnswer(sheet.name, finding.answer, finding))
    answers = _likeliest(answers)
    if errors and not answers:
        raise errors[0]
    if not answers:
        return Finding(None)
    if len(answers) > 1:
        return Finding(_which_sheet(answers))
    only = answers[0]
    answer = _with_other_sheets(only.answer, sheets)
    return only.finding._replace(answer=answer)


def _likeliest(answers: list[_SheetAnswer]) -> list[_SheetAnswer]:
    """Return the answers without sheets that explain the game, or hold no plain hands.

    If nothing is left then, they are kept.
    """
    answers = [each for each in answers if not each.is_reference] or answers
    answers = [each for each in answers if not each.is_encoded] or answers
    return [each for each in answers if not each.has_no_option] or answers


def _which_sheet(answers: Sequence[_SheetAnswer]) -> Question:
    """Return the question which of several sheets counts."""
    readings = [each.answer for each in answers if isinstance(each.answer, Reading)]
    choices = [Option((reading,), (Part.SHEET,)) for reading in readings]
    games = {(reading.game, reading.size) for reading in readings}
    are_all_read = len(readings) == len(answers)
    if are_all_read and len(games) == 1:
        choices.insert(0, Option(tuple(readings), (Part.ALL_SHEETS,)))
    names = [quoted(each.name) for each in answers[:_MOST_NAMES]]
    cause = f"hands stand on {len(answers)} sheets: {', '.join(names)}"
    for each in answers:
        if isinstance(each.answer, Question) and each.answer.is_refused:
            cause += f"; {each.answer.cause}"
            break
    return Question("", cause, "", first_options(choices))


def _with_other_sheets(answer: Answer, sheets: Sequence[Sheet]) -> Answer:
    """Return a reading that says which other sheets hold cards, too."""
    if not isinstance(answer, Reading):
        return answer
    unread = list(answer.unread)
    for sheet in sheets:
        if sheet.name == answer.sheet:
            continue
        if tables_of(sheet):
            unread.append(UnreadSheet(sheet.name))
    return answer._replace(unread=tuple(unread))
