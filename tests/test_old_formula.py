"""The formula for old Excel, which is one array formula, in LibreOffice."""

import random
from xml.sax.saxutils import escape

import pytest
from support.books import csv_rows
from support.classes import CLASSES, euler_54
from support.xml_books import inline, sheet, xml_book

from xlpoker.hosts.formulas import old


@pytest.mark.slow
@pytest.mark.engine("soffice")
def test_the_old_formula_in_libreoffice(tmp_path, libreoffice):
    """Every class with its cards in any order, the deals of Euler 54, blanks and bad cards, each by an array formula of its own."""
    source = random.Random(54)
    classes = []
    for cards in CLASSES:
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
    deals = [row[:5] for row in euler_54()] + [row[5:] for row in euler_54()]
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
    assert found[:7462] == [str(value) for value in range(1, 7463)]
    one, two = found[7462:8462], found[8462:9462]
    assert sum(int(first) > int(second) for first, second in zip(one, two, strict=True)) == 376
    assert [cell.replace("Err:502", "#VALUE!") for cell in found[9462:]] == [
        expected for _, expected in odd
    ]
