"""Ranges after --hands: read as people type them, refused with an example of what is right."""

import pytest
from support.refused import refused

from xlpoker.errors import LayoutError
from xlpoker.layout.grid import Area
from xlpoker.layout.ranges import Ranges, parse_ranges

TWO_HANDS = (Area(0, 4), Area(5, 9))


@pytest.mark.parametrize(
    ("hands", "expected"),
    [
        pytest.param("A3:E1002,F3:J1002", Ranges(None, TWO_HANDS, (2, 1001)), id="ranges"),
        pytest.param(
            " $a$3:$E$9 ; f3:J9 ", Ranges(None, TWO_HANDS, (2, 8)), id="dollars-blanks-semicolons"
        ),
        pytest.param("E9:A3", Ranges(None, (Area(0, 4),), (2, 8)), id="backwards"),
        pytest.param("A:E,F:J", Ranges(None, TWO_HANDS, None), id="whole-columns"),
        pytest.param("B3", Ranges(None, (Area(1, 1),), (2, 2)), id="one-cell"),
        pytest.param("B", Ranges(None, (Area(1, 1),), None), id="one-column"),
        pytest.param(
            "XFD1048576", Ranges(None, (Area(16383, 16383),), (1048575, 1048575)), id="last-cell"
        ),
        pytest.param("Friday!A3:E9,Friday!F3:J9", Ranges("Friday", TWO_HANDS, (2, 8)), id="sheet"),
        pytest.param("Friday!A3:E9,F3:J9", Ranges("Friday", TWO_HANDS, (2, 8)), id="sheet-once"),
        pytest.param(
            "'May, June'!A3:E9,'May, June'!F3:J9",
            Ranges("May, June", TWO_HANDS, (2, 8)),
            id="quoted-sheet",
        ),
        pytest.param(
            "'Ann''s'!A3:E9", Ranges("Ann's", (Area(0, 4),), (2, 8)), id="quote-in-a-sheet"
        ),
    ],
)
def test_ranges(hands, expected):
    """Ranges give columns and rows counted from 0, and the sheet where one is named."""
    assert parse_ranges(hands) == expected


NOT_A_RANGE = "is not a range; write it like A3:E1002, one range per hand"
OUTSIDE = "lies outside a sheet: columns are A to XFD, rows 1 to 1048576"


@pytest.mark.parametrize(
    ("hands", "message"),
    [
        pytest.param("", f"'' {NOT_A_RANGE}", id="empty"),
        pytest.param("A3:E9,", f"'' {NOT_A_RANGE}", id="comma-at-the-end"),
        pytest.param("A3:E", f"'A3:E' {NOT_A_RANGE}", id="half"),
        pytest.param("hands", f"'hands' {NOT_A_RANGE}", id="word"),
        pytest.param("A3-E9", f"'A3-E9' {NOT_A_RANGE}", id="dash"),
        pytest.param("3:9", f"'3:9' {NOT_A_RANGE}", id="whole-rows"),
        pytest.param("!A3:E9", f"'!A3:E9' {NOT_A_RANGE}", id="no-sheet-before-the-mark"),
        pytest.param("A0:E9", f"'A0:E9' {OUTSIDE}", id="row-0"),
        pytest.param("A1:E1048577", f"'A1:E1048577' {OUTSIDE}", id="row-beyond-the-last"),
        pytest.param("A" + "9" * 5000, f"'A{'9' * 37} ...' {NOT_A_RANGE}", id="row-of-5000-digits"),
        pytest.param("XFE1:XFF9", f"'XFE1:XFF9' {OUTSIDE}", id="column-beyond-the-last"),
        pytest.param(
            "A3:E9,F3:J8", "the ranges of --hands A3:E9,F3:J8 have different rows; give every hand the same ones", id="heights"
        ),
        pytest.param("A3:E9,C3:G9", "the ranges of --hands A3:E9,C3:G9 overlap in column C", id="overlap"),
        pytest.param("A:C,B:B", "the ranges of --hands A:C,B:B overlap in column B", id="within"),
        pytest.param(
            "May!A3:E9,June!F3:J9",
            "the ranges of --hands May!A3:E9,June!F3:J9 name different sheets; give every hand the same one",
            id="two-sheets",
        ),
    ],
)  # fmt: skip
def test_wrong_ranges(hands, message):
    """One line says what is wrong with which range."""
    with refused(LayoutError, message):
        parse_ranges(hands)
