"""The net of kept answers: files of drawn sheets, each with the answer that the search gives.

    == hold'em: two players and a flop --game holdem
    Anna |    | Ben |    | Flop
    5H   | 5C | 2C  | 3S | 6S   | 7S | KD
    -> 2-2: hold'em, best five of two and the board; Anna A:B, Ben C:D; board E:G

A heading names the case and its options. The answer is the whole line that is printed, or the
question with its options, one line each. ``\\n`` stands for a new line within a cell. The lines
above the first heading say what the file holds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from support.drawings import rows_of
from xlpoker.layout.find import find
from xlpoker.layout.messages import question_lines, reading_line
from xlpoker.layout.options import Options
from xlpoker.layout.reading import Answer, Reading
from xlpoker.layout.sheet import Sheet

FOLDER = Path(__file__).parents[1] / "layout" / "kept_answers"

_CASE = "== "
_GAME = " --game "
_ANSWER = "-> "


@dataclass(frozen=True)
class KeptCase:
    """A drawn sheet, the game that is named for it, and the lines of the answer."""

    name: str
    game: str
    drawing: tuple[str, ...]
    expected: tuple[str, ...]

    @property
    def rows(self) -> list[list[Any]]:
        """The rows of the sheet."""
        drawn = rows_of("\n".join(self.drawing))
        return [[_with_new_lines(cell) for cell in row] for row in drawn]

    @property
    def is_read(self) -> bool:
        """Whether the answer is a line with the rows that are read."""
        return re.match(r"\d+-\d+: ", self.expected[0]) is not None

    @property
    def has_options(self) -> bool:
        """Whether the answer is a question with options to choose from."""
        return any(line.startswith("--") for line in self.expected)

    def answer(self) -> Answer | None:
        """Return what the search says about the sheet."""
        return find(Sheet.of("", self.rows), Options.parse(game=self.game)).answer


def _with_new_lines(cell: Any) -> Any:
    return cell.replace("\\n", "\n") if isinstance(cell, str) else cell


def printed(answer: Answer | None) -> list[str]:
    """Return what is printed about a sheet, without the last line of a question."""
    if answer is None:
        return ["no cards"]
    if isinstance(answer, Reading):
        return [reading_line(answer)]
    return question_lines(answer)[:-1]


def kept_cases(path: Path) -> Iterator[KeptCase]:
    """Return the cases of one file."""
    name = ""
    lines: list[str] = []
    for line in [*path.read_text(encoding="utf-8").splitlines(), _CASE]:
        if not line.startswith(_CASE):
            lines.append(line)
            continue
        if name:
            yield _case(name, lines)
        name = line.removeprefix(_CASE)
        lines = []


def _case(title: str, lines: list[str]) -> KeptCase:
    """Return the case below one heading."""
    name, _, game = title.partition(_GAME)
    filled = [line for line in lines if line]
    drawing = [line for line in filled if not line.startswith(_ANSWER)]
    answers = [line.removeprefix(_ANSWER) for line in filled if line.startswith(_ANSWER)]
    return KeptCase(name, game, tuple(drawing), tuple(answers))


def write_answers(path: Path) -> int:
    """Write what the search answers now into one file, and return how many answers changed."""
    introduction = path.read_text(encoding="utf-8").partition(f"\n{_CASE}")[0]
    parts = [f"{introduction.strip()}\n"]
    changed = 0
    for case in kept_cases(path):
        answers = printed(case.answer())
        changed += answers != list(case.expected)
        title = f"{case.name}{_GAME}{case.game}" if case.game else case.name
        answer_lines = [f"{_ANSWER}{line}" for line in answers]
        parts.append("\n".join([f"{_CASE}{title}", *case.drawing, *answer_lines]) + "\n")
    path.write_text("\n".join(parts), encoding="utf-8")
    return changed
