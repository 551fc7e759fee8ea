"""Cards in the words of other languages, in one cell or in two."""

import pytest
from support.kept_sheets import written

from xlpoker.evaluator.cards import card_text, pair_code, parse_cards
from xlpoker.layout.cells import RANK, SUIT, WORD, code_of
from xlpoker.workbook.job import wins

RANKS = {
    "Spanish": "dos tres cuatro cinco seis siete ocho nueve diez jota reina rey as",
    "Portuguese": "dois três quatro cinco seis sete oito nove dez valete dama rei ás",
    "Italian": "due tre quattro cinque sei sette otto nove dieci fante donna re asso",
    "Polish": "dwójka trójka czwórka piątka szóstka siódemka ósemka dziewiątka dziesiątka walet dama król as",
}
SUITS = {
    "Spanish": ("tréboles diamantes corazones picas", "bastos oros copas espadas"),
    "Portuguese": ("paus ouros copas espadas",),
    "Italian": ("fiori quadri cuori picche",),
    "Polish": ("trefl karo kier pik",),
}
BETWEEN = {"Spanish": " de ", "Portuguese": " de ", "Italian": " di ", "Polish": " "}
WAYS = [(language, suits.split()) for language, several in SUITS.items() for suits in several]


@pytest.mark.parametrize(("language", "suits"), WAYS, ids=str)
def test_all_cards_of_a_language(language, suits):
    """Each of the 52, alone and all in one text, in small letters and capitals."""
    texts = [f"{rank}{BETWEEN[language]}{suit}" for rank in RANKS[language].split() for suit in suits]
    assert [parse_cards(text) for text in texts] == [[code] for code in range(52)]
    assert parse_cards(", ".join(texts[::-1]).upper()) == [*range(52)][::-1]


@pytest.mark.parametrize(
    ("text", "card"),
    [("W♠", "JS"), ("♠W", "JS"), ("w pik", "JS"), ("D♥", "QH"), ("K de espadas", "KS"), ("10 de oros", "TD"), ("7 fiori", "7C"), ("sota de copas", "JH")],
)  # fmt: skip
def test_letters_and_signs(text, card):
    """A Polish W is a jack; numbers and letters stand beside words, too."""
    assert " ".join(map(card_text, parse_cards(text))) == card


@pytest.mark.parametrize(
    ("rank", "suit", "card"),
    [("7", "♠ Spades", "7S"), (12, "Hearts ♥", "QH"), ("walet", "pik", "JS"), ("7", "♠ Hearts", None)],
)
def test_ranks_and_suits_in_two_cells(rank, suit, card):
    """A sign and a word for the same suit are one suit."""
    code = pair_code(rank, suit)
    assert (code if code is None else card_text(code)) == card


def test_names_stay_names():
    """A word alone is no card, and a first name no rank."""
    words = ("Regina", "Donna", "Rey", "walet", "♦ Diamonds")
    assert [*map(code_of, words)] == [WORD, WORD, WORD, RANK, SUIT]


def test_a_sheet(tmp_path):
    """A table of two columns a card is read where it is said."""
    signs = {"C": "♣ Clubs", "D": "♦ Diamonds", "H": "♥ Hearts", "S": "♠ Spades"}
    hands = ["5H 5C 6S 7S KD", "2C 3S 8S 8D 9D"]
    rows = [[cell for card in hand.split() for cell in (card[0], signs[card[1]])] for hand in hands]
    assert wins(
        written(tmp_path / "a.csv", [["Rank", "Suit"] * 5, *rows]), cards="rank-suit", hands="A2:J3"
    ).categories == {"One Pair": 2}
