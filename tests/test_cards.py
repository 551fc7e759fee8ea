"""How a card may be written, in any language, in one cell or two, and what is said when it is not one."""

import datetime as dt
from decimal import Decimal

import numpy as np
import pytest
from hosts import cells
from support.cases import cases
from support.kept_sheets import write_table
from support.refused import refused

from xlpoker import CardError, HandError, OptionError, hand, value, winner
from xlpoker.evaluator.cards import (
    RANKS,
    SUITS,
    TEXTS,
    card_text,
    check_hand,
    pair_code,
    parse_card,
    parse_cards,
)
from xlpoker.evaluator.cells import cell_codes, is_blank
from xlpoker.evaluator.hand import codes_of
from xlpoker.layout.cells import WORD, kind_of
from xlpoker.workbook.jobs import wins

RULE = "a card is a rank 2-9 T J Q K A and a suit C D H S, such as 5H or TD"
RANK_NAMES = "two three four five six seven eight nine ten jack queen king ace".split()
SUIT_NAMES = "clubs diamonds hearts spades".split()


def texts(codes):
    """Return codes as the project writes them, for tables that can be read."""
    return " ".join(map(card_text, codes))


# the ways in which every card is tried below stand here by one example
ONE_CARD = {
    "unicode suit, U+FE0E": ("5♥\ufe0e", "5H"),
    "name, no of": ("ten hearts", "TH"),
    "name, one word": ("AceOfSpades", "AS"),
    "name, letters": ("A of s", "AS"),
    "name, suit first": ("hearts ace", "AH"),
    "Chinese heart, other word": ("红心7", "7H"),
    "traditional heart": ("紅心7", "7H"),
    "traditional diamond": ("方塊7", "7D"),
    "eleven": ("11H", "JH"),
    "fourteen, unicode suit": ("14♣", "AC"),
    "suit in brackets": ("K(d)", "KD"),
    "in quotation marks": ('"5H"', "5H"),
    "in single quotation marks": ("'Tc'", "TC"),
    "full width": ("\uff15\uff28", "5H"),
    "no-break space between": ("A\u00a0♠", "AS"),
    "zero-width space around": ("\u200b5H\u200b", "5H"),
    "zero-width joiner within": ("5\u200dH", "5H"),
    "byte order mark": ("\ufeff5H", "5H"),
    "left-to-right mark": ("\u200e5H", "5H"),
    "line break after": ("5H\r\n", "5H"),
    "German, short heart": ("HeD", "QH"),
    "joker Xn": ("Xn", "Xn"),
    "joker word": ("joker", "Xn"),
    "joker, red": ("Red Joker", "Xn"),
    "joker star": ("*", "Xn"),
    "joker character": ("🃏", "Xn"),
    "joker character, U+FE0F": ("🃏\ufe0f", "Xn"),
    "joker, red character": ("\U0001f0bf", "Xn"),
    "joker, Chinese big": ("大王", "Xn"),
}

FIVE = "5H 5C 6S TS KD"
LINES = {
    "blanks": ("5H 5C 6S TS KD", FIVE),
    "line breaks": ("5H\n5C\r\n6S\nTS\nKD\n", FIVE),
    "compact": ("5H5C6STSKD", FIVE),
    "compact, 10": ("5H5C6S10SKD", FIVE),
    "compact, unicode with U+FE0F": ("5♥\ufe0f5♣\ufe0f6♠\ufe0fT♠\ufe0fK♦\ufe0f", FIVE),
    "compact, playing-card characters": (
        "\U0001f0b5\U0001f0d5\U0001f0a6\U0001f0aa\U0001f0ce",
        FIVE,
    ),
    "compact, full width": ("５Ｈ５Ｃ６ＳＴＳＫＤ", FIVE),
    "unicode with blanks": ("5♥ 5 ♣ 6♠ 10 ♠ K♦", FIVE),
    "names": (
        "Five of Hearts, five of clubs, Six of Spades, ten of spades, King of Diamonds",
        FIVE,
    ),
    "every card otherwise": ("5h ♣5 Six of Spades \U0001f0aa 方块K", FIVE),
    "compact with a joker": ("5H5C6SXnKD", "5H 5C 6S Xn KD"),
    "joker stars": ("5H**", "5H Xn Xn"),
    "German, short": ("He5 Kr5, Pi6;Pi10 KaK", FIVE),
    "blank": ("", ""),
}


@pytest.mark.parametrize(("text", "card"), ONE_CARD.values(), ids=ONE_CARD)
def test_one_card_in_every_dialect(text, card):
    """A text of any dialect is one card, for a cell and for a line alike."""
    code = parse_card(text)
    assert card_text(code) == card
    assert parse_cards(text) == cell_codes(text) == codes_of(text) == codes_of([text]) == [code]


@pytest.mark.parametrize(("text", "cards"), LINES.values(), ids=LINES)
def test_a_whole_hand_in_one_text(text, cards):
    """One text may hold many cards, whatever stands between them."""
    assert texts(parse_cards(text)) == texts(cell_codes(text)) == cards


@pytest.mark.parametrize("code", range(52), ids=lambda code: RANKS[code // 4] + SUITS[code % 4])
def test_every_card_in_every_way(code):
    """All 52 cards are read in all their spellings, and each of them is written back in one."""
    rank, suit = divmod(code, 4)
    letter, sign, hollow = SUITS[suit], "♣♦♥♠"[suit], "♧♢♡♤"[suit]
    chinese = ("梅花", "方块", "红桃", "黑桃")[suit]
    character = chr(0x1F0A0 + 16 * (3 - suit) + (2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14, 1)[rank])
    spellings = [
        character,
        f"{RANK_NAMES[rank]} of {SUIT_NAMES[suit]}",
        f"{RANK_NAMES[rank]} {letter.lower()}",
    ]
    for figure in (RANKS[rank], RANKS[rank].lower(), *(("10", "0") if rank == 8 else ())):
        for mark in (letter, letter.lower(), sign, f"{sign}\ufe0f", hollow, chinese):
            spellings += [figure + mark, mark + figure, f"{figure} {mark}"]
        spellings += [f"{sign} {figure}", f"{figure} of {SUIT_NAMES[suit]}", f"{chinese} {figure}"]
    assert {parse_card(spelling) for spelling in spellings} == {code}
    assert parse_card(card_text(code)) == code


def test_codes_are_those_of_the_contract():
    """A card is 4 * rank + suit, suits in the order C D H S; the joker is 52."""
    assert (parse_cards("2C 2D 2H 2S 3C"), parse_cards("AC AS Xn")) == (
        [0, 1, 2, 3, 4],
        [48, 51, 52],
    )


def test_common_spellings_cover_all_53_codes():
    """The table of common spellings knows each card in at least four ways and agrees with the long way."""
    ways = {code: [text for text in TEXTS if TEXTS[text] == code] for code in range(53)}
    assert min(map(len, ways.values())) >= 4
    for code, spellings in ways.items():
        assert {card_text(parse_card(f"{spelling}\u200b")) for spelling in spellings} == {
            card_text(code)
        }
        assert {parse_card(spelling) for spelling in spellings} == {code}


NOT_CARDS = {
    "German, a name": ("Pia", f"'Pia' is not a card; {RULE}"),
    "letter O for zero": ("1OH", "'1OH' is not a card; did you mean '10H'?"),
    "eleven behind a suit": ("C11", f"'C11' is not a card; {RULE}"),
    "joker, two letters": ("JK", "'JK' is not a card; did you mean 'joker'?"),
    "joker, wild": ("Wild", "'Wild' is not a card; did you mean 'joker'?"),
    "joker, the third": ("Joker 3", f"'3' in 'Joker 3' is not a card; {RULE}"),
    "one": ("1H", "'1H' is not a card; did you mean 'AH'?"),
    "full stop": ("5H.", "'5H.' is not a card; did you mean '5H'?"),
    "in a list": ("['1OH', 'KD']", "'1OH' is not a card; did you mean '10H'?"),
    "misspelt": ("Qeen of Harts", "'Qeen of Harts' is not a card; did you mean 'Queen of Hearts'?"),
    "rank alone": ("A", f"'A' is not a card; {RULE}"),
    "no such suit": ("5X", f"'5X' is not a card; {RULE}"),
    "knight": ("Knight of Spades", f"'Knight of Spades' is not a card; {RULE}"),
    "back of a card": ("\U0001f0a0", f"'\U0001f0a0' is not a card; {RULE}"),
    "one word of a line": ("5H 6X 7D", f"'6X' in '5H 6X 7D' is not a card; {RULE}"),
    "odd letters in a compact hand": ("5H6", f"'5H6' is not a card; {RULE}"),
    "a comma": (",", f"',' is not a card; {RULE}"),
}


@pytest.mark.parametrize(("text", "message"), NOT_CARDS.values(), ids=NOT_CARDS)
def test_what_is_said_about_a_text_that_is_no_card(text, message):
    """The value is quoted, followed by the nearest card or by what is accepted; cells, hands and values say the same."""
    for read in (
        parse_card,
        parse_cards,
        cell_codes,
        codes_of,
        hand,
        value,
        lambda text: value([text, "2C"]),
    ):
        with refused(CardError, message):
            read(text)


CELLS = {
    "no number": (Decimal("sNaN"), f"Decimal('sNaN') is a number, not a card; {RULE}"),
    "huge": (10**400, f"{str(10**400)[:56]} ... is a number, not a card; {RULE}"),
    "date in a zone": (dt.datetime(2023, 3, 15, 12, tzinfo=dt.UTC), f"2023-03-15 12:00:00 is a date, not a card; {RULE}"),
    "midnight in a zone": (dt.datetime(2023, 3, 15, tzinfo=dt.UTC), f"2023-03-15 is a date, not a card; {RULE}"),
    "escape": ("\x1b[31mRED", f"'\\x1b[31mRED' is not a card; {RULE}"),
    "turned": ("\u202e\u009b5Q", f"'\\u202e\\x9b5Q' is not a card; {RULE}"),
    "day": (dt.date(2024, 5, 6), f"2024-05-06 is a date, not a card; {RULE}"),
    "time": (dt.time(7, 8), f"07:08:00 is a time, not a card; {RULE}"),
    "duration": (dt.timedelta(hours=30), f"1 day, 6:00:00 is a time, not a card; {RULE}"),
    "duration of NumPy": (np.timedelta64(17, "h"), f"17 hours is a time, not a card; {RULE}"),
    "day of NumPy": (np.datetime64("2024-05-06"), f"2024-05-06 is a date, not a card; {RULE}"),
    "another thing": (b"5H", f"'b'5H'' is not a card; {RULE}"),
}  # fmt: skip


COMMON = {
    repr(cell): (cell, message)
    for cell, message in cells.CELLS
    if cell and "missing" not in message
}


@cases(("cell", "message"), COMMON | CELLS)
def test_what_is_said_about_a_cell_that_is_no_card(cell, message):
    """Numbers, dates, TRUE and error values each have their sentence."""
    with refused(CardError, message):
        cell_codes(cell)


@pytest.mark.parametrize("cell", [None, "", " ", "\u00a0", "\n"], ids=repr)
def test_a_blank_cell_has_no_cards(cell):
    """Blank is not an error: it has no cards."""
    assert is_blank(cell)
    assert cell_codes(cell) == []


HANDS = {
    "blank": ("", "no cards: a hand has 1 to 9"),
    "no cards": ([], "no cards: a hand has 1 to 9"),
    "the same card twice": ("As As", "duplicate card AS"),
    "the same card in two spellings": (["5h", "5H"], "duplicate card 5H"),
    "the same card in two dialects": ("Ace of Spades, ♠A, 2D", "duplicate card AS"),
    "duplicate beside jokers": ("Xn Xn 2C 2C", "duplicate card 2C"),
    "ten cards": ("2C 3D 4H 5S 6C 7D 8H 9S TC JD", "10 cards are too many: a hand has 1 to 9"),
    "three jokers": ("Xn Xn Xn AS KS", "3 jokers in one hand: at most 2 are allowed"),
}


@pytest.mark.parametrize(("cards", "message"), HANDS.values(), ids=HANDS)
def test_what_is_said_about_cards_that_are_no_hand(cards, message):
    """Good cards that do not make a hand are refused in the same words everywhere, never valued."""
    for read in (
        hand,
        value,
        winner,
        lambda cards: check_hand(codes_of(cards)),
        lambda cards: value(cards, "cactus"),
    ):
        with refused(HandError, message):
            read(cards)


@cases(
    ("text", "message"),
    {
        "blank": ("", "a card is missing"),
        "invisible": (" \u200b", "a card is missing"),
        "two": ("5H 6C", "'5H 6C' is 2 cards where one is expected"),
    },
)
def test_one_card_is_one_card(text, message):
    """Where one card is expected neither none nor two will do."""
    with refused(CardError, message):
        parse_card(text)


def test_a_blank_among_texts_is_a_missing_card():
    """A list with a blank in it is not silently a smaller hand."""
    with refused(CardError, "a card is missing: text 3 of 5 is blank"):
        value(["5H", "5C", "", "7S", "KD"])


@pytest.mark.parametrize("code", [-1, 53, 255, 5.0, True, None, b"5"], ids=repr)
def test_numbers_are_read_as_codes_only_where_they_are_codes(code):
    """Card codes are whole numbers 0 .. 52; nothing is rounded or guessed."""
    with refused(
        OptionError,
        f"{code!r} is not a card code; codes are 0 .. 51 (4 * rank + suit) and 52 for a joker",
    ):
        value([code, 1])


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("as ♠5 c2", "AS 5S 2C"),
        ("As ♠", "AS"),
        ("♠ As", "AS"),
        ("as de pique", "AS"),
        ("as ♥10", "AS TH"),
    ],
    ids=["suit-ahead", "sign", "sign-ahead", "french", "ten"],
)
def test_the_ace_of_spades_is_no_german_ace(text, cards):
    """`as` before a sign and a rank is a card by itself; before a suit alone it is the word for an ace."""
    assert texts(parse_cards(text)) == cards


RANKS_OF = {
    "Spanish": "dos tres cuatro cinco seis siete ocho nueve diez jota reina rey as",
    "Portuguese": "dois três quatro cinco seis sete oito nove dez valete dama rei ás",
    "Italian": "due tre quattro cinque sei sette otto nove dieci fante donna re asso",
    "Polish": "dwójka trójka czwórka piątka szóstka siódemka ósemka dziewiątka dziesiątka walet dama król as",
}
SUITS_OF = {
    "Spanish": ("tréboles diamantes corazones picas", "bastos oros copas espadas"),
    "Portuguese": ("paus ouros copas espadas",),
    "Italian": ("fiori quadri cuori picche",),
    "Polish": ("trefl karo kier pik",),
}
BETWEEN = {"Spanish": " de ", "Portuguese": " de ", "Italian": " di ", "Polish": " "}
WAYS = [(language, suits.split()) for language, several in SUITS_OF.items() for suits in several]


@pytest.mark.parametrize(("language", "suits"), WAYS, ids=str)
def test_all_cards_of_a_language(language, suits):
    """Each of the 52, alone and all in one text, in small letters and capitals."""
    texts = [
        f"{rank}{BETWEEN[language]}{suit}" for rank in RANKS_OF[language].split() for suit in suits
    ]
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
    [
        ("7", "♠ Spades", "7S"),
        (12, "Hearts ♥", "QH"),
        ("walet", "pik", "JS"),
        ("7", "♠ Hearts", None),
    ],
)
def test_ranks_and_suits_in_two_cells(rank, suit, card):
    """A sign and a word for the same suit are one suit."""
    code = pair_code(rank, suit)
    assert (code if code is None else card_text(code)) == card


def test_names_stay_names():
    """A word alone is no card, and a first name no rank."""
    assert {*map(kind_of, ("Regina", "Donna", "Rey", "walet", "♦ Diamonds"))} == {WORD}


def test_a_sheet(tmp_path):
    """A table of two columns a card is read where it is said."""
    signs = {"C": "♣ Clubs", "D": "♦ Diamonds", "H": "♥ Hearts", "S": "♠ Spades"}
    hands = ["5H 5C 6S 7S KD", "2C 3S 8S 8D 9D"]
    rows = [[cell for card in hand.split() for cell in (card[0], signs[card[1]])] for hand in hands]
    assert wins(
        write_table(tmp_path / "a.csv", [["Rank", "Suit"] * 5, *rows]),
        cards="rank-suit",
        hands="A2:J3",
    ).categories == {"One Pair": 2}
