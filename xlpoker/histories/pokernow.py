"""PokerNow, the site of home games: logs and ledgers.

A log is a .csv with a line for each event, the newest first:

    entry,at,order
    "-- ending hand #7 --",2024-03-05T20:01:10.000Z,13
    "Flop:  [7♠, 2♦, 9♣]",2024-03-05T20:00:40.000Z,12

A player is `"Anna @ kY3x"`: the name and the id of the person. A log states neither a pot nor a
rake, but all that changes a stack; so each hand is checked against the stacks with which the next
hand begins. A ledger has a line for each session of a player.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import partial
from itertools import zip_longest
from math import nan
from typing import NamedTuple

from xlpoker.errors import quoted
from xlpoker.histories.model import (
    CENT,
    HOLE_CARDS,
    Cards,
    Entry,
    NotReadError,
    PlayedHand,
    Reader,
    Seat,
    game_of,
    refused,
)
from xlpoker.histories.money import Bet, settled
from xlpoker.histories.texts import time_in

__all__ = ["READER", "Session", "hands_of_log", "sessions_of"]

_SESSION = tuple(
    "player_id player_nickname session_start_at session_end_at buy_in buy_out stack net".split()
)
_FILE = re.compile(
    r"\A\W*(?:player_nickname|entry\W{1,3}at\W{1,3}order)\b|-- (?:starting|ending) hand #\d"
)
_MOST_DIGITS = 18  # of a whole number
_CHIPS = r"\d+(?:\.\d+)?"
_WHO = r'"(?P<name>.*) @ (?P<who>[\w-]+)"'
_HAND_MARK = re.compile(
    rf"-- (?:(?P<starting>starting)|ending) hand #(?P<number>\d{{1,{_MOST_DIGITS}}})"
)
_START = re.compile(
    r"-- starting hand #(?P<number>\d++) *+(?:\(id: (?P<id>\w+)\) *+)?"
    rf"\(?(?P<game>[^()]++)\)? *+\((?:dealer: {_WHO}|dead button)\) --"
)
_ACTION = re.compile(
    rf"{_WHO} (?P<verb>posts|calls|bets|raises|folds|checks|shows|collected)\b"
    rf"(?: a (?P<blind>small|big) blind)?[^\d♠♥♦♣AKQJ]*(?P<rest>(?P<chips>{_CHIPS})?.*)"
)
_SEATS = re.compile(rf'#(\d{{1,9}}) "(.{{0,200}}?) @ ([\w-]+)" \(({_CHIPS})\)')
_BACK = re.compile(rf"Uncalled bet of ({_CHIPS}) returned to {_WHO}")
_STREET = re.compile(r"(?:Flop|Turn|River)(?P<second> \(second (?:board|run)\))?: (?P<cards>.*)")
_ON_SECOND = re.compile(r" on the second (?:board|run)\b")
_CHANGE = re.compile(
    rf"(?>.*?\bplayer (?=\")){_WHO} (?:stack from (?P<old>{_CHIPS}) to (?P<new>{_CHIPS})|joined|sit|stand|quits|changed)"
)
_NO_END = "begins a quotation that does not end"
_DEAD = re.compile(r" missing | ante ")
_STACKS = "Player stacks:"
_OWN_CARDS = "Your hand is "
_UNDEALT = "Undealt cards:"
_LONGEST = 1 << 14  # characters of a line


class _Line(NamedTuple):
    """A line of a log; `number` is that of the line in the file."""

    time: str
    order: int
    number: int
    text: str


class _HandLines(NamedTuple):
    """The lines of a hand, from its first on."""

    number: int
    lines: list[_Line]


class _Table(NamedTuple):
    """The lines of one table: those before the first hand, and the hands.

    `end_of_other` is a line that ends another hand than the current one, None where there is none.
    """

    before: list[_Line]
    hands: list[_HandLines]
    end_of_other: _Line | None


@dataclass(slots=True)
class Session:
    """A player's session: the chips bought, those cashed, the net.

    `cashed` are the chips taken away and those on the table. `night` is the day of the ledger,
    `who` the id of the person. In a ledger of nets alone `bought` and `cashed` are None. Nights
    are sorted by `place`, then by name.
    """

    night: str
    who: str
    name: str
    began: str
    ended: str
    bought: Decimal | None
    cashed: Decimal | None
    net: Decimal
    also: str = ""  # the name in the ledger, where the person has several
    place: int = 0
    notes: list[str] = field(default_factory=list)


def hands_of_log(text: str) -> Iterator[Entry]:
    """Yield the hands of a log, whatever the order of its lines.

    A line with the headings begins another table.

    Lines that are none of a log, and those of a hand without its beginning, are yielded as hands
    that cannot be read.
    """
    tables: list[list[_Line]] = [[]]
    for number, row in _rows_of(text, _separator_of(text)):
        if row is None:
            yield number, '"', partial(refused, _NO_END)
        elif [cell.strip() for cell in row[:3]] == ["entry", "at", "order"]:
            tables.append([])
        elif len(row) > 2 and row[1][:4].isdecimal():
            order = int(row[2][:_MOST_DIGITS]) if row[2].isdecimal() else 0
            tables[-1].append(_Line(row[1], order, number, row[0].strip()))
        elif any(row):
            yield number, ",".join(row), partial(refused, "is no line of a log of PokerNow")
    for lines in tables:
        # in a file the newest line stands first
        yield from _hands(sorted(lines, key=lambda line: (line.time, line.order, -line.number)))


def _separator_of(text: str) -> str:
    """Return the separator of the columns; Excel writes semicolons in some countries.

    >>> _separator_of("entry,at,order"), _separator_of("entry;at;order")
    (',', ';')
    """
    return ";" if text.count(";") > text.count(",") else ","


def _rows_of(text: str, separator: str) -> Iterator[tuple[int, list[str] | None]]:
    """Yield the rows of a .csv, each with the number of its last line.

    A quotation that does not end is None.
    """
    lines = (line[:_LONGEST] for line in text.splitlines())
    rows = csv.reader(lines, delimiter=separator)
    while True:
        try:
            row: list[str] | None = next(rows)
        except StopIteration:
            return
        except csv.Error:
            row = None
        yield rows.line_num, row


def _hands(lines: list[_Line]) -> Iterator[Entry]:
    """Yield the hands of one table, whose lines are in order.

    Where a hand ends within another one, the lines are those of two tables: then only that line is
    yielded, as one that cannot be read.
    """
    table = _table_of(lines)
    if table.end_of_other is not None:
        _, _, number, text = table.end_of_other
        reason = "ends in another hand: a line with the headings has to part two tables"
        yield number, text, partial(refused, reason)
        return
    cut_off = _first_of_a_hand(table.before)
    if cut_off is not None:
        reason = "is cut off: the beginning of the hand is missing"
        yield cut_off.number, cut_off.text, partial(refused, reason)
    owners = _owners_of(lines)
    blinds: dict[str, str] = {}
    for index, hand in enumerate(table.hands):
        following = table.hands[index + 1 : index + 2]
        is_next = bool(following) and following[0].number == hand.number + 1
        after = following[0].lines if is_next else []
        first = hand.lines[0]
        yield first.number, first.text, partial(_hand, hand.lines, after, owners, blinds)


def _table_of(lines: list[_Line]) -> _Table:
    """Return the lines of a table, grouped by hand."""
    before: list[_Line] = []
    hands: list[_HandLines] = []
    numbers: set[int] = set()
    for line in lines:
        mark = _HAND_MARK.match(line.text)
        if mark is not None:
            number = int(mark["number"])
            if mark["starting"]:
                hands.append(_HandLines(number, []))
                numbers.add(number)
            elif number in numbers and number != hands[-1].number:
                return _Table(before, hands, line)
        current = hands[-1].lines if hands else before
        current.append(line)
    return _Table(before, hands, None)


def _first_of_a_hand(lines: Sequence[_Line]) -> _Line | None:
    """Return the first line that belongs to a hand, None where there is none."""
    for line in lines:
        if line.text.startswith("-- ending") or _ACTION.match(line.text):
            return line
    return None


def _owners_of(lines: Sequence[_Line]) -> Counter[str]:
    """Return how often each player shows the cards of the last `Your hand is`.

    The owner of the log does so most often.
    """
    owners: Counter[str] = Counter()
    own_cards = "?"
    for line in lines:
        if line.text.startswith(_OWN_CARDS):
            own_cards = line.text.removeprefix(_OWN_CARDS)
        elif line.text.endswith(f" {own_cards}."):
            action = _ACTION.match(line.text)
            if action is not None:
                owners[action["who"]] += 1
    return owners


def _hand(
    group: Sequence[_Line], after: Sequence[_Line], owners: Counter[str], blinds: dict[str, str]
) -> PlayedHand:
    """Return the hand of some lines.

    `after` are the lines of the next hand, if they are known; `blinds` are the last that were
    posted at the table, by size.
    """
    start = _START.match(group[0].text)
    if start is None:
        raise NotReadError("is no first line of a hand")
    game, limit = game_of(start["game"])
    hand = PlayedHand("PokerNow", f"#{start['number']} {start['id'] or ''}".strip(), game, limit)
    hand.time = time_in(group[0].time.replace("T", " "))
    parser = _LogParser(hand, owners, blinds)
    for line in group:
        parser.take(line.text)
    parser.finish(start["who"])
    _check_stacks(hand, parser.seats, group, after)
    return hand


class _LogParser:
    """One pass over the lines of a hand: `take` each line, then `finish`."""

    def __init__(self, hand: PlayedHand, owners: Counter[str], blinds: dict[str, str]) -> None:
        self._hand = hand
        self._owners = owners
        self._blinds = blinds
        self.seats: dict[str, Seat] = {}  # by the ids of the players
        self._shown: dict[str, Cards] = {}
        self._boards: dict[int, Cards] = {}
        self._bets: list[Bet] = []
        self._street = 0
        self._acted_at = 0

    def take(self, text: str) -> None:
        """Take a line."""
        if self._take_action(text) or self._take_street(text) or self._take_returned(text):
            return
        if text.startswith(_STACKS):
            self.seats = _seats(text)
        elif text.startswith(_OWN_CARDS):
            self._shown[self._owner()] = self._hand.cards(text.removeprefix(_OWN_CARDS))
        elif text.startswith(_UNDEALT):
            cards = self._hand.cards(text.removeprefix(_UNDEALT))
            self._hand.remarks.append(f"not dealt [{' '.join(cards)}]")

    def _take_action(self, text: str) -> bool:
        """Add the action of a player of the hand; return False if the line is none."""
        action = _ACTION.match(text)
        seat = self.seats.get(action["who"]) if action is not None else None
        if action is None or seat is None:
            return False
        verb = action["verb"]
        if verb == "shows":
            cards = self._hand.cards(action["rest"].rstrip("."))
            self._shown[seat.who] = self._shown.get(seat.who, ()) + cards
            return True
        amount = float(action["chips"] or 0)
        if amount or verb == "collected":  # nothing, where no small blind is left to win
            # of each bet the log names the whole on that street
            kind = _kind_of_bet(verb, text)
            run = _run_of(text) if kind == "won" else 0
            self._bets.append(Bet(kind, self._street, seat.name, amount, amount, run=run))
        seat.folded |= verb == "folds"
        if verb not in ("posts", "collected"):
            self._acted_at = max(map(len, self._boards.values()), default=0)
        elif action["blind"] and action["rest"] == action["chips"]:
            # a blind posted with the last chips, which may be less, has words behind the number
            self._blinds[action["blind"]] = action["chips"]
        return True

    def _take_street(self, text: str) -> bool:
        """Add the cards of a street; return False if the line deals none.

        A second board does not begin another street.
        """
        dealt = _STREET.match(text)
        if dealt is None:
            return False
        is_second = dealt["second"] is not None
        if not is_second:
            self._street += 1
        self._boards[1 if is_second else 0] = self._hand.cards(dealt["cards"])
        return True

    def _take_returned(self, text: str) -> bool:
        """Add an uncalled bet that is returned to a player; return False if the line returns none."""
        returned = _BACK.match(text)
        if returned is None or returned["who"] not in self.seats:
            return False
        name = self.seats[returned["who"]].name
        self._bets.append(Bet("back", self._street, name, float(returned[1])))
        return True

    def _owner(self) -> str:
        """Return the id of the log's owner, an empty text where the owner is not in the hand."""
        for who, _ in self._owners.most_common():
            if who in self.seats:
                return who
        return ""

    def finish(self, dealer: str | None) -> None:
        """Set the seats, the boards and the chips of the hand, and check it.

        `dealer` is the id of the player with the button.

        Raises `NotReadError` for an incomplete hand.
        """
        hand = self._hand
        hand.seats = list(self.seats.values())
        hand.boards = [self._boards[index] for index in sorted(self._boards)]
        if dealer in self.seats:
            hand.button = self.seats[dealer].number
        hand.stakes = "/".join(
            self._blinds[size] for size in ("small", "big") if size in self._blinds
        )
        if "big" in self._blinds:
            hand.big_blind = float(self._blinds["big"])
        self._show_cards()
        settled(hand, self._bets, 0.0)
        hand.close(self._acted_at)
        hand.check_winners()

    def _show_cards(self) -> None:
        """Give the seats their cards.

        A part of a hand, and cards of an owner who is not known, become remarks.
        """
        for who, shown in self._shown.items():
            cards = tuple(dict.fromkeys(shown))
            if who not in self.seats:
                remark = f"dealt to the owner of the log [{' '.join(cards)}]"
                self._hand.remarks.append(remark)
            elif len(cards) < min(HOLE_CARDS[self._hand.game.split()[0]]):
                self._hand.remarks.append(f"{self.seats[who].name} showed [{' '.join(cards)}]")
            else:
                self.seats[who].cards = cards


def _kind_of_bet(verb: str, text: str) -> str:
    """Return the kind of `Bet` of a line.

    >>> _kind_of_bet("posts", '"Ann @ x" posts a big blind of 5')
    'raise'
    >>> _kind_of_bet("posts", '"Ann @ x" posts an ante of 5')
    'dead'
    >>> _kind_of_bet("collected", '"Ann @ x" collected 5 from pot')
    'won'
    """
    if verb == "collected":
        return "won"
    if verb == "posts" and _DEAD.search(text):
        return "dead"
    return "raise"


def _run_of(text: str) -> int:
    """Return the board on which a player collects: the second where the line says so, else the first.

    >>> _run_of('"Ann @ x" collected 5 from pot with Trips on the second run (combination: ..)')
    2
    """
    return 2 if _ON_SECOND.search(text) else 1


def _seats(text: str) -> dict[str, Seat]:
    """Return the seats of a line of stacks by the players' ids.

    Of players with equal names, each has the id behind the name.

    >>> seats = _seats('Player stacks: #1 "Ann @ aa" (50) | #4 "ann @ bb" (7.5)')
    >>> [(seat.number, seat.name, seat.stack) for seat in seats.values()]
    [(1, 'Ann @ aa', 50.0), (4, 'ann @ bb', 7.5)]
    """
    matches = list(_SEATS.finditer(text))
    counts = Counter(match[2].strip().casefold() for match in matches)
    seats: dict[str, Seat] = {}
    for match in matches:
        who = match[3]
        name = match[2].strip()
        is_unique = counts[name.casefold()] == 1
        shown_name = name if is_unique else f"{name} @ {who}"
        seats[who] = Seat(int(match[1]), shown_name, float(match[4]), who=who)
    return seats


def _check_stacks(
    hand: PlayedHand, seats: dict[str, Seat], group: Sequence[_Line], after: Sequence[_Line]
) -> None:
    """Note the players who begin the next hand with other chips than they have after this one.

    Between the hands, players buy chips or take them away, which a log tells too.
    """
    expected = {who: _stack_of(seat) + seat.net for who, seat in seats.items()}
    for line in _after_stacks([*group, *after]):
        change = _CHANGE.match(line.text)
        if change is not None and change["who"] in expected:
            expected[change["who"]] += _added_chips(change)
        elif line.text.startswith(_STACKS):
            _note_differences(hand, _seats(line.text), expected)
            return


def _stack_of(seat: Seat) -> float:
    """Return the chips of a seat at the beginning of the hand, 0 where they are not known."""
    return 0.0 if seat.stack is None else seat.stack


def _after_stacks(lines: Sequence[_Line]) -> Sequence[_Line]:
    """Return the lines after the first with stacks."""
    for index, line in enumerate(lines):
        if line.text.startswith(_STACKS):
            return lines[index + 1 :]
    return []


def _added_chips(change: re.Match[str]) -> float:
    """Return by how much a stack grows between two hands, nan where the log does not tell."""
    if not change["new"]:
        return nan
    return float(change["new"]) - float(change["old"])


def _note_differences(
    hand: PlayedHand, next_seats: dict[str, Seat], expected: dict[str, float]
) -> None:
    """Note the players whose stacks in the next hand are not the expected ones."""
    for who, seat in next_seats.items():
        if who in expected and abs(expected[who] - _stack_of(seat)) > CENT:
            hand.note(
                f"{seat.name} begins the next hand with {seat.stack:.10g}, not {expected[who]:.10g}"
            )


def sessions_of(text: str) -> Iterator[tuple[int, str, Callable[[], Session]]]:
    """Yield the sessions of a ledger.

    >>> headings = "player_nickname,session_start_at,buy_in,buy_out,stack,net"
    >>> text = headings + "\\nAnna,2024-03-05T20:00,100,,130,30"
    >>> [(line, read().night, read().net) for line, _, read in sessions_of(text)]
    [(2, '2024-03-05', Decimal('30'))]
    """
    rows = _rows_of(text, _separator_of(text))
    _, headings = next(rows, (0, None))
    names = [name.strip(' "\ufeff') for name in headings or ()]
    records: list[tuple[int, dict[str, str]]] = []
    for number, row in rows:
        if row is None:
            yield number, '"', partial(refused, _NO_END)
        elif row:
            cells = zip_longest(names, row[: len(names)], fillvalue="")
            records.append((number, dict(cells)))
    night = _first_day(record for _, record in records)
    for number, record in records:
        yield number, ",".join(record.values()), partial(_session, record, night)


def _first_day(records: Iterable[Mapping[str, str]]) -> str:
    """Return the day on which the first session began, an empty text where no record tells it.

    >>> starts = ("2024-03-06T00:10", "2024-03-05T20:00", "")
    >>> _first_day({"session_start_at": start} for start in starts)
    '2024-03-05'
    """
    starts = [record.get("session_start_at") for record in records]
    return min((start[:10] for start in starts if start), default="")


def _session(record: Mapping[str, str], night: str) -> Session:
    """Return a session.

    Raise `NotReadError` for one without a name, or with an amount that is no number.
    """
    who, name, began, ended = (record.get(key, "").strip() for key in _SESSION[:4])
    bought, taken_away, stack, net = (
        _chips(key, record.get(key, "").strip()) for key in _SESSION[4:]
    )
    if not name:
        raise NotReadError("names no player")
    cashed = taken_away + stack
    computed_net = cashed - bought
    stated_net = net if record.get("net") else computed_net
    session = Session(night, who, name, began, ended, bought, cashed, stated_net)
    if abs(computed_net - stated_net) > CENT:
        session.notes.append(
            f"{name}: the net is {net.normalize():f}, buy_out and stack less buy_in {computed_net.normalize():f}"
        )
    return session


def _chips(key: str, text: str) -> Decimal:
    """Return an amount, 0 for an empty text; raise `NotReadError` for another text than a number.

    >>> _chips("net", "-12.5"), _chips("net", "")
    (Decimal('-12.5'), Decimal('0'))
    """
    if not text:
        return Decimal(0)
    if not re.fullmatch(r"-?(?:\d{1,15}(?:\.\d+)?|\.\d+)", text):
        raise NotReadError(f"has {quoted(text)} in {key}, which is no number")
    return Decimal(text)


def _entries_of(text: str) -> Iterator[tuple[int, str, Callable[[], Session | PlayedHand]]]:
    """Yield the sessions of a ledger or the hands of a log."""
    headings = text.partition("\n")[0]
    return sessions_of(text) if "player_nickname" in headings else hands_of_log(text)


READER = Reader((".csv",), _FILE.search, _entries_of)
