"""Text histories: decodes a file, cuts it into hands, and reads the head of a hand."""

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
    ("PokerStars", r"(?i:PokerStars)|PokerMaster"), ("GGPoker", r"Poker Hand #|GG"), ("Winamax", "Winamax"),
    ("Full Tilt", "Full ?Tilt"), ("Bovada", "Bovada|Ignition|Bodog"), ("BetOnline", "BetOnline"), ("Absolute", "Stage"),
    ("Cake", "Hand#"), ("888", r"\*+ (?:Cassava|888|Pacific)|.*888"), ("Betfair", r"\*+ Betfair"),
    ("OnGame", r"\*+ History"), ("Everleaf", r"\*+ Hand history for game"), ("Party", r"\*+ .*Hand History"),
    ("Seals with Clubs", r"Hand #\d+-\d"), ("Winning", "Hand #|Game started"), ("PKR", "Starting"),
    ("PokerTracker", r"\*\* Game ID|(?:MERGE_)?GAME #|Game #\d+ Version"), ("KingsClub", r"#\d+:"), ("Unibet", r"Game #\d+: Table"),
)  # fmt: skip
_SITE = re.compile("|".join(f"(?P<s{at}>{words})" for at, (_, words) in enumerate(_SITES)))
_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
_CLOCK = r"(?P<H>\d\d?):(?P<M>\d\d?)(?::(?P<S>\d\d?))?"
_TIMES = [
    re.compile(one)
    for one in (
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
    re.compile(one)
    for one in (
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
_CURRENCIES = {"$": "USD", "€": "EUR", "£": "GBP", "¥": "CNY", "₹": "INR"}


def decoded(data: bytes) -> str:
    """Return the text of a file: UTF-8, or a line that is not in the encoding of Windows; UTF-16 with a mark or without.

    >>> [decoded("5€".encode(code)) for code in ("utf-8-sig", "utf-16", "utf-16-le", "cp1252")]
    ['5€', '5€', '5€', '5€']
    >>> decoded("Zoë 5€\\n".encode() + "Zoë 5€".encode("cp1252"))
    'Zoë 5€\\nZoë 5€'
    """
    head = data[:1000]
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", errors="replace")
    if 4 * head.count(0) >= len(head) > 0:  # other texts hold no NUL but as a mark between lines
        return data.decode(
            "utf-16-le" if head[1::2].count(0) > head[::2].count(0) else "utf-16-be",
            errors="replace",
        )
    try:
        return data.decode("utf-8-sig").replace("\0", "")
    except UnicodeDecodeError:
        lines = data.split(b"\n")
        return (
            "\n".join(map(decoded, lines))
            if len(lines) > 1
            else data.decode("cp1252", errors="replace")
        )


def is_start(line: str) -> bool:
    """Tell whether a line is the first of a hand.

    >>> is_start("PokerStars Hand #42:  Hold'em No Limit"), is_start("Seat 1: Ann ($2 in chips)")
    (True, False)
    """
    marked = "#" in line or "Game" in line or "***" in line or "PokerStars" in line
    return marked and _START.match(line[:_LONGEST]) is not None


def has_hands(text: str) -> bool:
    """Tell whether a text has the first line of a hand and seats.

    >>> has_hands("Hand #1: 5H 5C"), has_hands("Hand #1: Hold'em\\nSeat 1: Ann ($5)")
    (False, True)
    """
    lines = [line.strip() for line in text.splitlines()]
    return any(map(is_start, lines)) and any(
        _SEATED.match(line) or _A_SEAT.match(line) for line in lines
    )


def hands_of(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the hands of a text: the number of the first line, and the lines with single blanks, empty ones left out.

    Lines with seats before the first hand, and all lines of a text without a hand, are yielded as a hand that cannot be read.
    """
    first, lines, begun = 1, list[str](), False
    for number, raw in enumerate(text.splitlines(), 1):
        line = " ".join(raw[:_LONGEST].replace("\ufeff", "").removeprefix("ï»¿").split())
        if not line:
            continue
        if is_start(line) and not (len(lines) == 1 and lines[0] == line):
            if lines and (begun or any(map(_SEATED.match, lines))):
                yield first, lines
            first, lines, begun = number, [], True
        elif not lines:
            first = number
        lines.append(line)
    if lines:
        yield first, lines


def pieces(text: str, start: re.Pattern[str]) -> Iterator[tuple[int, str]]:
    """Yield the parts of a text that begin where a pattern is found, each with the number of its line.

    >>> list(pieces("one\\ntwo #1\\n#2", re.compile("#")))
    [(2, '#1\\n'), (3, '#2')]
    """
    starts, line = [found.start() for found in start.finditer(text)], 1
    for before, at, end in zip([0, *starts], starts, [*starts[1:], len(text)], strict=False):
        line += text.count("\n", before, at)
        yield line, text[at:end]


def head_of(lines: list[str]) -> PlayedHand:
    """Return a hand with the data above its seats: site, number, time, game, stakes, table, tournament.

    Raises `NotReadError` for other games than hold'em and Omaha.
    """
    at = next((at for at, line in enumerate(lines) if _SEATED.match(line)), 12)
    head = "\n".join(lines[:at])
    start = _START.match(lines[0])
    if start is None:
        raise NotReadError("is no first line of a hand")
    if start["g"]:
        raise NotReadError("is of PokerStars in a language that is not read")
    number = (
        next(filter(None, start.groups()), None)
        or (re.search(r"Game ID: (\d+)", head) or [""] * 2)[1]
    )
    hand = PlayedHand(site_of(lines[0]), number)
    table = next(filter(None, (one.search(head) for one in _TABLES)), None)
    hand.table = table[1].strip() if table else ""
    hand.game, hand.limit = game_of(head.replace(hand.table, " ") if len(hand.table) > 3 else head)
    hand.time = time_in(head)
    if tournament := _TOURNAMENT.search(head):
        hand.tournament = next(filter(None, tournament.groups()))
    found = [one[0].strip() for one in _STAKES.finditer(_DATE.sub(" ", head))]
    if found:
        hand.stakes = found[-1] if hand.tournament else found[0]
        hand.big_blind = number_of(re.split(r"[/|]", hand.stakes)[1])
    sign = next((sign for sign in _CURRENCIES if sign in hand.stakes), "")
    code = re.search(r"\b(USD|EUR|GBP|CNY|INR|mBTC)\b", head)
    play = re.search(r"play[ _-]?money|practice", head, re.IGNORECASE)
    hand.currency = (
        "chips" if hand.tournament or play else _CURRENCIES.get(sign) or (code[1] if code else "")
    )
    return hand


def site_of(line: str) -> str:
    """Return the site of a hand by its first line: a known site, else the words before the number.

    >>> site_of("Poker Hand #RC5: Omaha"), site_of("Gear Poker Game #7: Hold'em")
    ('GGPoker', 'Gear')
    """
    if (found := _SITE.match(line)) is not None:
        return _SITES[int((found.lastgroup or "s0")[1:])][0]
    words = re.split(r"(?i) ?(?:hand|game) ?#", line)
    return (
        words[0].removesuffix(" Poker").strip("*# ") if len(words) > 1 else ""
    ) or "another site"


def time_in(head: str) -> datetime | None:
    """Return the first time that a text names, None where it names none.

    >>> str(time_in("2010/07/03 14:46:30 CET")), str(time_in("Monday, May 21, 16:56:05 MSKS 2012"))
    ('2010-07-03 14:46:30', '2012-05-21 16:56:05')
    """
    for one in _TIMES:
        if (found := one.search(head)) is not None:
            month = found["m"].lower()
            try:
                number = int(month) if month.isdecimal() else _MONTHS.index(month) + 1
                day, hour, minute, second = (
                    int(part or 0) for part in found.group("d", "H", "M", "S")
                )
                return datetime(int(found["y"]), number, day, hour, minute, second)  # noqa: DTZ001 - the site's own clock
            except ValueError:
                continue
    return None
