"""The page ``docs/sheets.md``: its drawn sheets are read as it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support.drawings import sheet_of

from xlpoker.cli import main
from xlpoker.layout.find import find
from xlpoker.layout.messages import reading_line
from xlpoker.layout.reading import Reading

PAGE = (Path(__file__).parents[2] / "docs" / "sheets.md").read_text(encoding="utf-8")
DRAWINGS = [block for block in re.findall(r"```\n(.*?)```", PAGE, re.DOTALL) if "\n-> " in block]


@pytest.mark.parametrize("block", DRAWINGS, ids=[str(at) for at in range(1, len(DRAWINGS) + 1)])
def test_drawn_sheets(block: str) -> None:
    """The line below the arrow is the one that is printed."""
    drawing, _, line = block.partition("-> ")
    answer = find(sheet_of(drawing)).answer
    assert isinstance(answer, Reading)
    assert reading_line(answer) == line.strip()


def test_there_are_seven_shapes() -> None:
    """Each shape is drawn once."""
    assert len(DRAWINGS) == 7


def test_options_of_the_page_are_typed() -> None:
    """Each option on the page is one of the command."""
    typed = set(re.findall(r"`(--[a-z-]+)", PAGE))
    known = {option for parameter in main.commands["wins"].params for option in parameter.opts}
    assert {"--game", "--by", "--cards", "--all-sheets", "--skip", "--strict"} <= typed <= known


def test_the_page_is_short() -> None:
    """Somebody with a sheet of cards reads it to the end."""
    assert len(PAGE.splitlines()) <= 120
