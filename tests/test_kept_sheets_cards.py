"""Headings, marks and words beside the cards, as people write them."""

import pytest
from support.blocks import blocks
from support.kept_sheets import answer, check, deals, written

from xlpoker.workbook.job import Options, wins

TEN = deals(10, 12)
PAIRS = [[row[:5], row[5:]] for row in TEN]


def whole(rows, *, mark=" ", around="{}"):
    """Return rows with whole hands in cells."""
    return [[around.format(mark.join(row[:5])), around.format(mark.join(row[5:]))] for row in rows]


def cards(write):
    """Return rows with each card written so."""
    return [[write(*card) for card in row] for row in TEN]


GERMAN = dict(
    zip("23456789TJQKA", "Zwei Drei Vier Fünf Sechs Sieben Acht Neun Zehn Bube Dame König Ass".split(), strict=True)
)
FRENCH = dict(
    zip("23456789TJQKA", "deux trois quatre cinq six sept huit neuf dix Valet Dame Roi As".split(), strict=True)
)
KREUZ = {"C": "Kreuz", "D": "Karo", "H": "Herz", "S": "Pik"}
TREFLE = {"C": "trèfle", "D": "carreau", "H": "cœur", "S": "pique"}
SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}


def local(letters, rank):
    """Return a rank as a local deck prints it."""
    return "10" if rank == "T" else letters.get(rank, rank)


SHEETS = {
    "german-words": [["Anna", *[None] * 4, "Bernd"], *cards(lambda rank, suit: f"{KREUZ[suit]} {GERMAN[rank]}")],
    "german-words-and-numbers": cards(lambda rank, suit: f"{KREUZ[suit]}-{GERMAN[rank] if rank in 'TJQKA' else rank}"),
    "german-letters": cards(lambda rank, suit: SIGNS[suit] + local({"J": "B", "Q": "D"}, rank)),
    "german-letters-behind": cards(lambda rank, suit: local({"J": "B", "Q": "D"}, rank) + SIGNS[suit]),
    "german-hands": whole(cards(lambda rank, suit: SIGNS[suit] + local({"J": "B", "Q": "D"}, rank)), mark=""),
    "german-words-and-letters": cards(lambda rank, suit: f"{KREUZ[suit]} {local({'J': 'B', 'Q': 'D'}, rank)}"),
    "french-words": cards(lambda rank, suit: f"{FRENCH[rank]} de {TREFLE[suit]}"),
    "french-letters": cards(lambda rank, suit: local({"J": "V", "Q": "D", "K": "R"}, rank) + SIGNS[suit]),
    "french-hands": whole(
        cards(lambda rank, suit: f"{local({'J': 'V', 'Q': 'D', 'K': 'R'}, rank)} de {TREFLE[suit]}"), mark=", "
    ),
    "heading-P1-c1": [[f"P{p} c{n}" for p in (1, 2) for n in range(1, 6)], *TEN],
    "heading-P1-c1-once": [[f"P{p} c1" if n == 1 else f"c{n}" for p in (1, 2) for n in range(1, 6)], *TEN],
    "heading-h1c1": [[f"h{p}c{n}" for p in (1, 2) for n in range(1, 6)], *TEN],
    "names-As-and-Jack": [["As", None, None, None, None, "Jack"], *TEN],
    "brackets": [["Anna", "Bernd"], *whole(TEN, around="[{}]")],
    "round-brackets": [["Anna", "Bernd"], *whole(TEN, mark=", ", around="({})")],
    "a-dash-in-cards": cards("{}-{}".format),
    "a-slash-in-cards": cards("{}/{}".format),
    "ten-dash": cards(lambda rank, suit: f"{'10' if rank == 'T' else rank} - {suit.lower()}"),
    "tables-under-one-another": [
        *[["Table 1"], [*"ABCDE", *"FGHIJ"], *TEN[:6], [], ["Table 2"], [*"ABCDE", *"FGHIJ"], *TEN[6:]],
    ],
    "blank-rows-and-a-total": [
        [*"ABCDEFGHIJ", "Stake"],
        *TEN[:5],
        *[[]] * 4,
        *TEN[5:9],
        [],
        *TEN[9:],
        ["Total", *[None] * 9, 60],
    ],
    "headings-again-and-again": [line for row in TEN for line in (["Player 1", *[None] * 4, "Player 2"], row)],
}


@pytest.mark.parametrize("ending", [".xlsx", ".csv"])
@pytest.mark.parametrize("rows", SHEETS.values(), ids=SHEETS)
def test_two_players(tmp_path, rows, ending):
    """Two players with five cards each are found, and no heading is a bad row."""
    check(written(tmp_path / f"a{ending}", rows), [], answer(PAIRS))


@pytest.mark.parametrize("remark", ["# my hands", "# hands", "#two hands of mine"])
def test_a_remark_above_a_text(tmp_path, remark):
    """The words of a remark stand over no column."""
    path = tmp_path / "a.txt"
    path.write_text("\n".join([remark, *map(" ".join, TEN)]), encoding="utf-8")
    check(path, [], answer(PAIRS))


@pytest.mark.parametrize("ending", [".xlsx", ".csv"])
def test_a_heading_again_behind_the_first_rows(tmp_path, ending):
    """A heading that comes again far down is one, too, and no bad row."""
    heading = ["Player 1", *[None] * 4, "Player 2"]
    path = written(tmp_path / f"a{ending}", [heading, *TEN * 20, [], heading, *TEN * 20])
    with blocks(first=64, lines=2000):
        counts = wins(path, Options())
    assert (counts.rows, counts.bad) == (480, 0)
    assert counts.players == [40 * answer(PAIRS)[f"player_{number}"] for number in (1, 2)]
