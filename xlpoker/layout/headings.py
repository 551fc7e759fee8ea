"""What the words above a column say: ONE table of words, and the parser of a heading.

A heading has a role (a word of the table), says whose cards stand below it, and which card. In a heading with words of
several roles the role that stands first in the table counts: *Winning hand* is left aside. A word that is not in the table is a
plain name, and a plain name is a player. A new word is one word in the table.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, NamedTuple

__all__ = [
    "CALLED",
    "GENERIC",
    "HEADINGS",
    "Heading",
    "called",
    "folded",
    "heading",
    "is_series",
    "own_names",
    "together",
]

HEADINGS = {
    # cards that are no hand of the deal
    "aside": """discard discards discarded folded changed change exchanged replaced swapped held hold holds kept keep burn burned burnt cut rabbit muck
        mucked dead exposed example examples sample legend ranking rankings best winning losing top highest low upcard sorted copy
        next extra spare stub deck remaining ablage weggelegd odrzucone scarti descartes abgelegt abwurf getauscht ersatz gagnante meilleure ganadora vincente migliore mejor beste siegerhand
        siegerkarten gewinnblatt gewinnerblatt najlepsza
        défausse écart brulée descarte quemada zrzut scarto""",
    # hands of one player at several moments, or in several rows: no rivals
    "stage": "vorher nachher avant après antes después erste endhand dealt initial start starting before after old new final drawn draw front middle mid back bottom vorne mitte hinten",
    "board": """board boards flop flopp turn river runout runouts public comm tischkarten bord общие 公共牌 ボード community communal common shared gemeinschaftskarten gemeinschaft wspólne comunes comunitarias
        mesa communes comuni tableau""",
    "result": """winner winners won wins win value score result pot payout pays net prize place points total mark strength category chips
        stake stakes bet problem gewinner gewinn sieger ganador vencedor gagnant vainqueur wygrana pula einsatz prêmio equity sure right""",
    "rank": "rank ranks rang valeur wert",
    "suit": "suit suits farbe couleur palo",
    "note": "note notes remark remarks comment comments memo status bemerkung bemerkungen remarque remarques nota notas notiz",
    "name": "name names nom initials initial nickname email who surname vorname nachname kürzel initialen",
    "deal": "deal game gameno round id index trial serial seq trick contest main spiel runde reparto rozdanie runda gra mano mão partie partita partida manche donne turno giro rodada ronda ronde potje hand_id",
    "group": "monday tuesday wednesday thursday friday saturday sunday montag dienstag mittwoch donnerstag freitag samstag sonntag lundi mardi mercredi jeudi vendredi samedi dimanche date day evening night session table match week time zeit datum data tisch stół stolik tavolo tafel room tournament event timestamp",
    "code": "gruppe test homework classwork question questions answer answers solution solutions class form grade group set code section klasse classe course seat_no position pos",
    "card": "card cards carte cartes karte karten carta cartas karty kaart kaarten kort kortti c hole pocket down up street",
    "hand": "hand hands blatt",
    "player": """player players p seat pupil student spieler platz posto miejsce siège asiento joueur jugador jogador gracz giocatore speler pelaaja игрок 玩家 team opponent gegner adversaire adversario avversario przeciwnik tegenstander home away""",
    "number": "no nr num number # № n°",  # of a deal, without a word for anything else: Room no
}
STRENGTH = {role: at for at, role in enumerate(HEADINGS)}
ROLES = {word: role for role, words in HEADINGS.items() for word in words.split()}
CALLED = ("", "card", "hand", "player")
"""Roles of headings above hands."""
_ORDINALS = {word: at for at, word in enumerate("first second third fourth fifth sixth seventh".split(), 1)}
_STREETS = {"turn": 4, "river": 5, "t": 4, "r": 5}
_TOKEN = re.compile(r"([^\W\d_]+|#|№|n°)?(?:[^\w#№]|_)*(?:(\d+)(?:(?:st|nd|rd|th)\b)?)?", re.IGNORECASE)
_ASIDE = re.compile(r"(?<=.)\([^)]*\)|['’]s\b")
_NUMBERED = re.compile(r"([^\W\d]*)(\d+)|(\d+)([^\W\d]*)")
GENERIC = re.compile(r"(\D*?)[\s#.:_-]*(\d{1,2}|(?<![^\W_])[a-j])", re.IGNORECASE)
"""A placeholder for a player's name: *Player 1*, *P2*, *Hand A*."""
_WEAK, _NOTHING = ("f", "b", "t", "r"), ("column", "unnamed", "spalte", "col")
_OWNERS = ("player", "hand")
_EDGES = " _-.:#,;"
_MOST, _LETTERS = 80, 7  # characters of a heading; cards that letters number


@dataclass(frozen=True, slots=True)
class Heading:
    """The words above a column: a role ("" for a plain name), whose cards, which card; `weak`: B2, T, or a player's name."""

    text: str = ""
    role: str = ""
    who: str = ""
    number: int = 0
    weak: bool = False

    @property
    def is_plain(self) -> bool:
        """Whether it is a name, without any word of the table."""
        return bool(self.who) and not self.role


def folded(name: str) -> str:
    """Return a name as it is compared with others, whatever its capitals and blanks; columns of Parquet files have `_` for a blank.

    >>> folded(" Anna  Lee"), folded("anna_lee")
    ('anna lee', 'anna lee')
    """
    return " ".join(name.replace("_", " ").split()).casefold()


def heading(cell: Any) -> Heading:
    """Parse one heading by the table of words.

    >>> heading("p1_card3"), heading("Nick")
    (Heading(text='p1_card3', role='card', who='p1', number=3, weak=False), Heading(text='Nick', role='', who='Nick', number=0, weak=False))
    >>> heading("Anna's hand").who, heading("Winning hand").role, heading("Flop 2").role, heading("River").number
    ('Anna', 'aside', 'board', 5)
    >>> [heading(text).who for text in ("Doe, John c1", "Anna 3", "Cards Anna", "Player 2 card 5")]
    ['Doe, John', 'Anna', 'Anna', 'Player 2']
    """
    text = " ".join(str(cell).split()) if cell is not None and cell == cell else ""  # noqa: PLR0124 - NaN
    text = text.removesuffix(".0") if text[:1].isdigit() else text
    if not text or len(text) > _MOST:
        return Heading(text[:_MOST])
    plain = unicodedata.normalize("NFC", _ASIDE.sub("", text))
    plain = plain.lstrip("# ") or plain  # a remark in a text file
    items = _items(plain)
    word, number = (items[0].word.casefold(), items[0].number) if len(items) == 1 else ("", None)
    if word in _WEAK and (word != "b" or number):
        return Heading(text, "board", word.upper(), number or _STREETS.get(word, 0), weak=True)
    if word in _NOTHING or (len(word) == 1 and word.isalpha() and number is None):
        return Heading(text, "", "" if word in _NOTHING else text)
    roles = [item.role for item in items if item.role]
    who = [
        item for item in items if item.word and (not item.role or (item.role in _OWNERS and item.number is not None))
    ]
    numbers = [item.number for item in items if item.number is not None and item.role not in _OWNERS]
    counted = "number" in roles and {*roles} <= {"number", "hand"}  # No, Hand no
    role = "deal" if counted else min(roles, key=STRENGTH.__getitem__, default="")
    number = numbers[-1] if numbers else 0
    if role == "board":
        return Heading(
            text, role, "", next((_STREETS[one] for one in plain.casefold().split() if one in _STREETS), number)
        )
    who = who or items[:1] * (role == "player" and "number" not in roles)  # Seat no
    ends = [*(item.start for item in items), len(plain)]
    if not who:
        return Heading(text, role, "", number)
    in_turn = not roles and who[-1].number is not None  # Anna 3
    end = who[-1].end if in_turn else ends[items.index(who[-1]) + 1]
    return Heading(text, role, plain[who[0].start : end].strip(_EDGES), number)


class _Item(NamedTuple):
    """A word of a heading with its role and its number, any of which may be missing, and where the word begins and ends."""

    word: str
    role: str
    number: int | None
    start: int
    end: int


def _items(text: str) -> list[_Item]:
    """Return the words of a heading, each with its number: Card 3, 3rd, third, card c."""
    items: list[_Item] = []
    for match in filter(lambda one: one[1] or one[2], _TOKEN.finditer(text)):
        word, digits = match[1] or "", match[2]
        last = items[-1] if items else _Item("", "", None, 0, 0)
        letter = ord(word.casefold()) - 96 if len(word) == 1 and last.word and not digits else 0
        number = int(digits[:9]) if digits else _ORDINALS.get(word.casefold())
        end = match.end(1 if word else 2)
        if 0 < letter <= _LETTERS and last.number is None and last.role in ("player", "hand"):
            items[-1] = last._replace(number=letter)
        elif 0 < letter <= _LETTERS and (last.number is not None or last.role == "card"):
            items.append(_Item("", "", letter, match.start(1), end))
        elif number is not None and not (word and digits):
            items.append(_Item("", "", number, match.start(1 if word else 2), end))
        else:
            items.append(_Item(word, ROLES.get(word.casefold(), ""), number, match.start(1), end))
    return items


def called(head: Heading) -> Heading:
    """Return a heading as if its words were a name.

    >>> called(heading("Memo 2")).who
    'Memo'
    """
    return replace(head, role="", who=head.text if head.weak else head.text.rstrip("0123456789").rstrip(" _-.#"))


def is_series(texts: list[str], least: int = 3, *, alike: bool = False) -> bool:
    """Tell whether most texts are numbered in turn: C1 C2 C3, 1 2 3; with `alike` below the same letter, from four numbers on.

    >>> is_series(["C1", "C2", "C3"]), is_series(["7C", "4D", "9H"]), is_series(["h1", "h2", "h1", "h2"])
    (True, False, True)
    """
    made = [match for text in texts if (match := _NUMBERED.fullmatch(text.strip()))]
    numbers = [int((match[2] or match[3])[:9]) for match in made]
    first = min(numbers, default=0)
    return (
        len(made) >= least
        and len({*numbers}) > 1 + 2 * alike
        and not (alike and len({match[1] or match[4] for match in made}) > 1)
        and 2 * len(made) > len(texts)
        and all(later in (one, one + 1, first) for one, later in pairwise(numbers))
    )


def own_names(names: list[str]) -> tuple[str, ...]:
    """Return the players' names if each has one of its own; nothing for placeholders counted from 1 or A, and for names that come twice.

    >>> own_names(["Anna", "Ben"]), own_names(["Player 1", "Player 2"]), own_names(["Seat 2", "Seat 5"]), own_names(["", "Ben"])
    (('Anna', 'Ben'), (), ('Seat 2', 'Seat 5'), ())
    """
    counts = [match for name in names if (match := GENERIC.fullmatch(name))]
    places = [int(one) if (one := match[2]).isdecimal() else int(one, 36) - 9 for match in counts]
    whos = {match[1].casefold() for match in counts}
    roles = {ROLES.get(who.strip(), "") for who in whos - {"seat"}}
    is_counted = len(counts) == len(names) and len(whos) == 1 and places == [*range(1, len(names) + 1)]
    if (
        not all(names)
        or len({*map(folded, names)}) < len(names)
        or (is_counted and (roles & {"player", "hand", "card"} or names[0].isdecimal()))
    ):
        return ()
    return tuple(names)


def together(upper: Heading, lower: Heading, *, below_label: bool) -> Heading:
    """Return what two headings, one below the other, say together."""
    if not (upper.text and lower.text):
        return upper if upper.text else lower
    named = lower.is_plain or lower.weak or len(lower.text) == 1
    if upper.role in ("aside", "stage", "board") or (below_label and named):
        return replace(upper, number=lower.number or upper.number)
    if lower.role in ("card", "") and (not lower.is_plain or (lower.number and upper.who)):
        return Heading(lower.text, "card", upper.who or lower.who or upper.text, lower.number)
    return lower  # a word such as Nom or Mark above numbers is who
