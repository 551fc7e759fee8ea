"""Text histories: decodes a file, splits it into hands, and parses the head of a hand.

The head is the lines above the seats: site, number, time, game, stakes, table, tournament.
`xlpoker.histories.lines` parses the rest.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime

from xlpoker.histories.model import NotReadError, PlayedHand, game_of, number_of

__all__ = [
    "decoded",
    "hands_of",
    "has_hands",
    "head_of",
    "is_start",
    "pieces",
    "site_of",
    "time_in",
]

_START = re.compile(
    r"""\W*+(?:
        (?:[A-Z][\w.]*[ ]){0,3}(?:[A-Z][\w.]*[ _])?(?:Hand|Game|Stage)[ ]?\#[ ]?(?P<a>[\w-]+)\s*(?::|-|\ TBL|\ Zone|\ Version|\ Tourney)
      | Winamax\ Poker\ -.*?HandId:\ \#(?P<b>[\d-]+)
      | Game\ started\ at:\ | Starting\ Hand\ \#(?P<d>\d+) | (?<=\*\*\ )Game\ ID\ (?P<e>\d+)
      | (?<=\#)(?P<f>\d+):\ .*\d/\d
      | (?=[^:]*PokerStars)[^:\d]*+(?P<g>\d{8,}+)[^:\d]*+:.*\d:\d\d )  # in any language
    | (?=\W*?\*{4}).*?history\ for\ (?:game|hand)\ \#?(?P<c>[\w-]+)\ [*(]""",
    re.VERBOSE | re.IGNORECASE,
)
_LONGEST = 1000  # characters of a line
_SEATED = re.compile(r"(?:- .+ sitting in )?seat \d+ ?[: -]", re.IGNORECASE)
_A_SEAT = re.compile(r"[^\W\d_]+ \d+: (?>.+? \()\D*\d")
_SITES = (
    ("PokerStars", r"(?i:PokerStars)|PokerMaster"),
    ("GGPoker", r"Poker Hand #|GG"),
    ("Winamax", "Winamax"),
    ("Full Tilt", "Full ?Tilt"),
    ("Bovada", "Bovada|Ignition|Bodog"),
    ("BetOnline", "BetOnline"),
    ("Absolute", "Stage"),
    ("Cake", "Hand#"),
    ("888", r"\*+ (?:Cassava|888|Pacific)|.*888"),
    ("Betfair", r"\*+ Betfair"),
    ("OnGame", r"\*+ History"),
    ("Everleaf", r"\*+ Hand history for game"),
    ("Party", r"\*+ .*Hand History"),
    ("Seals with Clubs", r"Hand #\d+-\d"),
    ("Winning", "Hand #|Game started"),
    ("PKR", "Starting"),
    ("PokerTracker", r"\*\* Game ID|(?:MERGE_)?GAME #|Game #\d+ Version"),
    ("KingsClub", r"#\d+:"),
    ("Unibet", r"Game #\d+: Table"),
)
"""The sites and the words by which the first line of a hand tells them.

The first that matches counts.
"""
_SITE = re.compile(
    "|".join(f"(?P<s{index}>{words})" for index, (_, words) in enumerate(_SITES))
)  # the group s0 is the first site
_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
_CLOCK = r"(?P<H>\d\d?):(?P<M>\d\d?)(?::(?P<S>\d\d?))?"
_TIMES = [
    re.compile(pattern)
    for pattern in (
        rf"(?P<y>\d{{4}})[/-](?P<m>\d\d?)[/-](?P<d>\d\d?)[ -]+{_CLOCK}",
        rf"{_CLOCK} \w+ - (?P<y>\d{{4}})/(?P<m>\d\d?)/(?P<d>\d\d?)",
        rf"{_CLOCK} (?P<y>\d{{4}})/(?P<m>\d\d?)/(?P<d>\d\d?)",
        rf"(?P<d>\d\d) (?P<m>\d\d|[A-Z][a-z]{{2}}) (?P<y>\d{{4}}) {_CLOCK}",
        rf"(?P<m>[A-Z][a-z]{{2}})\w{{0,12}} (?P<d>\d\d?),? {_CLOCK}(?: [\w+-]+)? (?P<y>\d{{4}})",
        rf"(?P<d>\d\d)[/.-](?P<m>\d\d)[/.-](?P<y>\d{{4}}) {_CLOCK}",
        rf"{_CLOCK} (?P<d>\d\d?)\.(?P<m>\d\d?)\.(?P<y>\d{{4}})",
    )
]
_MONEY = r"[$€£¥₹]? ?\d[\d.,]{0,30}[kK]? ?[$€£]?"
_STAKES = re.compile(rf"(?<![\w/.]){_MONEY} ?[/|] ?{_MONEY}(?![\w/])")
_TABLES = [
    re.compile(pattern)
    for pattern in (
        r"(?i)table:? '(.{1,100}?)'(?= |$)",
        r"(?i)table:? (?:name:? )?#?([^,([\n']{1,100}?)(?= - |[,([\n]|$)",
        r"(?m)^(.+) \d+-max Seat #",
        r"Game ID: \d+ \S{1,200} (.{1,200}?) \(",
    )
]
_DATE = re.compile(r"\d{1,20}/\d{1,20}/\d{1,20}")
_TOURNAMENT = re.compile(
    r"""Tournament:?[ ]\#?(\d+) | Tourney[ ]ID[ ](\d+)
      | hand[ ]\S{1,200}[ ]\(TOURNAMENT:[ ].{0,200}?([RS]-[\d-]+) | hand[ ](T\d+-\d+)-\d+[ ]\(TOURNAMENT
      | (Tournament[ ]".{1,200}?") | Trny:[ ]?(\d+) | TBL\#\S{1,200},?[ ].{0,200}?Tournament[ ]\#?(\d+)
      | \((\d{6,})\) | (Freeroll)""",
    re.VERBOSE,
)
_MOST_LINES_OF_A_HEAD = 12  # where no seat follows
_GAME_ID = re.compile(r"Game ID: (\d+)")
_CURRENCY_CODE = re.compile(r"\b(USD|EUR|GBP|CNY|INR|mBTC)\b")
_PLAY_MONEY = re.compile(r"play[ _-]?money|practice", re.IGNORECASE)
_CURRENCIES = {"$": "USD", "€": "EUR", "£": "GBP", "¥": "CNY", "₹": "INR"}


def decoded(data: bytes) -> str:
    """Return the text of a file: UTF-16 with a byte order mark or without, else UTF-8.

    Lines that are not UTF-8 are cp1252.

    >>> [decoded("5€".encode(code)) for code in ("utf-8-sig", "utf-16", "utf-16-le", "cp1252")]
    ['5€', '5€', '5€', '5€']
    >>> decoded("Zoë 5€\\n".encode() + "Zoë 5€".encode("cp1252"))
    'Zoë 5€\\nZoë 5€'
    """
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", errors="replace")
    head = data[:1000]
    # other texts hold few NULs, as marks between lines
    is_utf16 = len(head) > 0 and 4 * head.count(0) >= len(head)
    if is_utf16:
        is_little_endian = head[1::2].count(0) > head[::2].count(0)
        return data.decode("utf-16-le" if is_little_endian else "utf-16-be", errors="replace")
    try:
        return data.decode("utf-8-sig").replace("\0", "")
    except UnicodeDecodeError:
        lines = data.split(b"\n")
    if len(lines) > 1:
        return "\n".join(decoded(line) for line in lines)
    return data.decode("cp1252", errors="replace")


def is_start(line: str) -> bool:
    """Tell whether a line is the first of a hand.

    >>> is_start("PokerStars Hand #42:  Hold'em No Limit"), is_start("Seat 1: Ann ($2 in chips)")
    (True, False)
    """
    may_start = "#" in line or "Game" in line or "***" in line or "PokerStars" in line
    return may_start and _START.match(line[:_LONGEST]) is not None


def has_hands(text: str) -> bool:
    """Tell whether a text has the first line of a hand and seats.

    >>> has_hands("Hand #1: 5H 5C"), has_hands("Hand #1: Hold'em\\nSeat 1: Ann ($5)")
    (False, True)
    """
    lines = [line.strip() for line in text.splitlines()]
    if not any(map(is_start, lines)):
        return False
    return any(_SEATED.match(line) or _A_SEAT.match(line) for line in lines)


def hands_of(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the hands of a text: the number of the first line, and the lines.

    The lines have single blanks, and empty lines are left out.

    Lines with seats before the first hand, and all lines of a text without a hand, are yielded as a
    hand that cannot be read.

    >>> list(hands_of("Hand #1: Hold'em\\nSeat 1: Ann ($5)\\n\\nHand #2: Hold'em"))
    [(1, ["Hand #1: Hold'em", 'Seat 1: Ann ($5)']), (4, ["Hand #2: Hold'em"])]
    """
    first = 1
    lines: list[str] = []
    in_hand = False
    for number, raw in enumerate(text.splitlines(), 1):
        line = _with_single_blanks(raw)
        if not line:
            continue
        is_repeated = len(lines) == 1 and lines[0] == line
        if is_start(line) and not is_repeated:
            if lines and (in_hand or any(map(_SEATED.match, lines))):
                yield first, lines
            first = number
            lines = []
            in_hand = True
        elif not lines:
            first = number
        lines.append(line)
    if lines:
        yield first, lines


def _with_single_blanks(line: str) -> str:
    """Return a line without byte order marks, its words separated by single blanks.

    >>> _with_single_blanks("\\ufeffSeat 1:   Ann\\t($5) ")
    'Seat 1: Ann ($5)'
    """
    line = line[:_LONGEST].replace("\ufeff", "")
    return " ".join(line.removeprefix("ï»¿").split())


def pieces(text: str, start: re.Pattern[str]) -> Iterator[tuple[int, str]]:
    """Yield the parts of a text that begin where a pattern matches, each with its line number.

    >>> list(pieces("one\\ntwo #1\\n#2", re.compile("#")))
    [(2, '#1\\n'), (3, '#2')]
    """
    starts = [match.start() for match in start.finditer(text)]
    ends = [*starts[1:], len(text)]
    line = 1
    counted_to = 0
    for begin, end in zip(starts, ends, strict=False):  # no start has an end
        line += text.count("\n", counted_to, begin)
        counted_to = begin
        yield line, text[begin:end]


def head_of(lines: list[str]) -> PlayedHand:
    """Return a hand with what stands above its seats.

    These are the site, number, time, game, stakes, table and tournament.

    Raises `NotReadError` for other games than hold'em and Omaha.
    """
    head = _lines_above_seats(lines)
    hand = PlayedHand(site_of(lines[0]), _number_of_hand(lines[0], head))
    hand.table = _table_of(head)
    without_table = head.replace(hand.table, " ") if len(hand.table) > 3 else head
    hand.game, hand.limit = game_of(without_table)
    hand.time = time_in(head)
    hand.tournament = _tournament_of(head)
    all_stakes = [match[0].strip() for match in _STAKES.finditer(_DATE.sub(" ", head))]
    if all_stakes:
        hand.stakes = all_stakes[-1] if hand.tournament else all_stakes[0]
        hand.big_blind = number_of(re.split(r"[/|]", hand.stakes)[1])
    hand.currency = _currency_of(hand, head)
    return hand


def _lines_above_seats(lines: list[str]) -> str:
    """Return the head of a hand, its lines joined.

    >>> _lines_above_seats(["Hand #1: Hold'em", "Table Mira", "Seat 1: Ann ($5)"])
    "Hand #1: Hold'em\\nTable Mira"
    """
    for index, line in enumerate(lines):
        if _SEATED.match(line):
            return "\n".join(lines[:index])
    return "\n".join(lines[:_MOST_LINES_OF_A_HEAD])


def _number_of_hand(first_line: str, head: str) -> str:
    """Return the number of a hand, an empty text where there is none.

    Raise `NotReadError` for a line that begins no hand.
    """
    start = _START.match(first_line)
    if start is None:
        raise NotReadError("is no first line of a hand")
    if start["g"]:
        raise NotReadError("is of PokerStars in a language that is not read")
    number = _first_group(start)
    if number:
        return number
    game_id = _GAME_ID.search(head)
    return game_id[1] if game_id is not None else ""


def _first_group(match: re.Match[str]) -> str:
    """Return the first group of a match that is not empty, else an empty text.

    >>> _first_group(re.match("(a)|(b)", "b"))
    'b'
    """
    for group in match.groups():
        if group:
            return str(group)
    return ""


def _table_of(head: str) -> str:
    """Return the name of the table, an empty text where there is none.

    >>> _table_of("Table 'Mira II' 9-max Seat #3 is the button")
    'Mira II'
    """
    for pattern in _TABLES:
        table = pattern.search(head)
        if table is not None:
            return table[1].strip()
    return ""


def _tournament_of(head: str) -> str:
    """Return the number of the tournament, an empty text where there is none.

    >>> _tournament_of("PokerStars Hand #1: Tournament #3456, $1+$0.10 USD Hold'em")
    '3456'
    """
    tournament = _TOURNAMENT.search(head)
    return _first_group(tournament) if tournament is not None else ""


def _currency_of(hand: PlayedHand, head: str) -> str:
    """Return the currency: chips, that of the sign in the stakes, or a code.

    It is chips in tournaments and for play money.
    """
    if hand.tournament or _PLAY_MONEY.search(head):
        return "chips"
    for sign, currency in _CURRENCIES.items():
        if sign in hand.stakes:
            return currency
    code = _CURRENCY_CODE.search(head)
    return code[1] if code is not None else ""


def site_of(line: str) -> str:
    """Return the site of a hand by its first line: a known site, else the words before the number.

    >>> site_of("Poker Hand #RC5: Omaha"), site_of("Gear Poker Game #7: Hold'em")
    ('GGPoker', 'Gear')
    >>> site_of("7: Hold'em")
    'another site'
    """
    known = _SITE.match(line)
    if known is not None:
        return _SITES[int((known.lastgroup or "s0")[1:])][0]
    words, *rest = re.split(r"(?i) ?(?:hand|game) ?#", line)
    has_number = bool(rest)
    site = words.removesuffix(" Poker").strip("*# ") if has_number else ""
    return site or "another site"


def time_in(head: str) -> datetime | None:
    """Return the first time that a text names, None where it names none.

    >>> str(time_in("2010/07/03 14:46:30 CET")), str(time_in("Monday, May 21, 16:56:05 MSKS 2012"))
    ('2010-07-03 14:46:30', '2012-05-21 16:56:05')
    """
    for pattern in _TIMES:
        match = pattern.search(head)
        if match is None:
            continue
        try:
            return _time_of(match)
        except ValueError:  # no such month, day or hour
            continue
    return None


def _time_of(match: re.Match[str]) -> datetime:
    """Return the time of a match of one of the patterns.

    Raise `ValueError` where there is no such time.
    """
    month_text = match["m"].lower()
    month = int(month_text) if month_text.isdecimal() else _MONTHS.index(month_text) + 1
    day, hour, minute, second = (int(part or 0) for part in match.group("d", "H", "M", "S"))
    return datetime(int(match["y"]), month, day, hour, minute, second)  # noqa: DTZ001 - the site's own clock
