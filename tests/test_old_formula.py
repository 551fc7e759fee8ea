"""The formula for old Excel, which is one array formula, in LibreOffice."""

import random
from xml.sax.saxutils import escape

import pytest
from support.books import csv_rows
from support.classes import CLASSES, euler_54
from support.samples import each_nth
from support.xml_books import inline, sheet, xml_book

from xlpoker.functions import call
from xlpoker.hosts.formulas import old

STRAIGHTS = [*range(5853, 5863), *range(7452, 7462)]
"""Where straights and straight flushes are among the classes, the weakest first."""


@pytest.mark.slow
@pytest.mark.engine("soffice")
def test_the_old_formula_in_libreoffice(tmp_path, libreoffice):
    """Classes with their cards in any order, deals of Euler 54, blanks and bad cards, each by an array formula of its own.

    Each twelfth class, all straights, and fifty deals; for a release all of them.
    """
    source = random.Random(54)
    classes = []
    places = sorted({*each_nth(range(len(CLASSES)), 12), *STRAIGHTS})
    for cards in (CLASSES[place] for place in places):
        suits = dict(zip("CDHS", source.sample("CDHS", 4), strict=True))
        classes.append([rank + suits[suit] for rank, suit in source.sample(cards, 5)])
    odd = [
        (["10H", "jh", "QH", "KH", "AH"], "7462"),
        (["10♥", "J♥", "Q♡", "K♥", "A♥"], "7462"),
        (["5H", "5H", "6S", "7S", "KD"], "#VALUE!"),
        (["5H", None, "6S", "7S", "KD"], "#VALUE!"),
        (["5H", "5X", "6S", "7S", "KD"], "#VALUE!"),
        ([None] * 5, ""),
    ]
    deals = [hand for row in each_nth(euler_54(), 20) for hand in (row[:5], row[5:])]
    hands = classes + deals + [cards for cards, _ in odd]
    formula = escape(old("A1:E1"))
    rows = []
    for at, cards in enumerate(hands, 1):
        cells = "".join(
            inline(f"{column}{at}", card)
            for column, card in zip("ABCDE", cards, strict=True)
            if card
        )
        text = formula.replace("A1:E1", f"A{at}:E{at}")
        rows.append(
            f'<row r="{at}">{cells}<c r="G{at}"><f t="array" ref="G{at}">{text}</f></c></row>'
        )
    xml_book(tmp_path / "old.xlsx", sheet("".join(rows)))
    libreoffice("csv", tmp_path, tmp_path / "old.xlsx")
    found = [row[6] for row in csv_rows(tmp_path / "old.csv")]
    values = [*(place + 1 for place in places), *(call("HANDVAL", hand) for hand in deals)]
    assert found[: len(values)] == list(map(str, values))
    assert [cell.replace("Err:502", "#VALUE!") for cell in found[len(values) :]] == [
        expected for _, expected in odd
    ]
