"""PokerNow, the site of home games: logs, a .csv with a line for each event, the newest first, and ledgers.

Players are `"Anna @ kY3x"`. A log tells neither a pot nor a rake, but all that changes a stack: the stacks that the next hand begins
with check each hand. A ledger has a line for each session of a player.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import zip_longest
from math import nan
from typing import NamedTuple

from xlpoker.errors import quoted
from xlpoker.histories.model import (
    CENT,
    HOLE_CARDS,
    Cards,
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
_MARK = re.compile(
    rf"-- (?:(?P<starting>starting)|ending) hand #(?P<number>\d{{1,{_MOST_DIGITS}}})"
)
_START = re.compile(
    r"-- starting hand #(?P<number>\d++) *+(?:\(id: (?P<id>\w+)\) *+)?"
    rf"\(?(?P<game>[^()]++)\)? *+\((?:dealer: {_WHO}|dead button)\) --"
)
_DOES = re.compile(
    rf"{_WHO} (?P<verb>posts|calls|bets|raises|folds|checks|shows|collected)\b"
    rf"(?: a (?P<blind>small|big) blind)?[^\d♠♥♦♣AKQJ]*(?P<rest>(?P<chips>{_CHIPS})?.*)"
)
_SEATS = re.compile(rf'#(\d{{1,9}}) "(.{{0,200}}?) @ ([\w-]+)" \(({_CHIPS})\)')
_BACK = re.compile(rf"Uncalled bet of ({_CHIPS}) returned to {_WHO}")
_STREET = re.compile(r"(?:Flop|Turn|River)(?P<second> \(second (?:board|run)\))?: (?P<cards>.*)")
_CHANGE = re.compile(
    rf"(?>.*?\bplayer (?=\")){_WHO} (?:stack from (?P<old>{_CHIPS}) to (?P<new>{_CHIPS})|joined|sit|stand|quits|changed)"
)
_NO_END = "begins a quotation that does not end"
_DEAD = re.compile(r" missing | ante ")
_STACKS, _MINE, _UNDEALT = "Player stacks:", "Your hand is ", "Undealt cards:"
_LONGEST = 1 << 14  # characters of a line


class _Line(NamedTuple):
    time: str
    order: int
    number: int  # in the file
    text: str


@dataclass(slots=True)
class Session:
    """A player's session: the chips bought, those taken away and those on the table, the net; `night` is the day of its ledger."""

    night: str
    who: str
    name: str
    began: str
    ended: str
    bought: float
    cashed: float
    net: float
    also: str = ""  # the name in the ledger, where the person has several
    notes: list[str] = field(default_factory=list)


def hands_of_log(text: str) -> Iterator[tuple[int, str, Callable[[], PlayedHand]]]:
    """Yield the hands of a log, whatever the order of its lines; a line with the headings begins another table.

    Lines that are none of a log, and those of a hand without its beginning, are yielded as hands that cannot be read.
    """
    tables: list[list[_Line]] = [[]]
    comma = ";" if text.count(";") > text.count(",") else ","  # as Excel saves it in some countries
    for number, row in _rows_of(text, comma):
        if row is None:
            yield number, '"', partial(refused, _NO_END)
        elif [*map(str.strip, row[:3])] == ["entry", "at", "order"]:
            tables.append([])
        elif len(row) > 2 and row[1][:4].isdecimal():
            order = int(row[2][:_MOST_DIGITS]) if row[2].isdecimal() else 0
            tables[-1].append(_Line(row[1], order, number, row[0].strip()))
        elif any(row):
            yield number, ",".join(row), partial(refused, "is no line of a log of PokerNow")
    for lines in tables:
        # the newest stand first
        yield from _hands(sorted(lines, key=lambda line: (line.time, line.order, -line.number)))


def _rows_of(text: str, comma: str) -> Iterator[tuple[int, list[str] | None]]:
    """Yield the rows of a .csv, each with the number of its last line; None for a quotation that does not end."""
    rows = csv.reader((line[:_LONGEST] for line in text.splitlines()), delimiter=comma)
    while True:
        try:
            row: list[str] | None = next(rows)
        except StopIteration:
            return
        except csv.Error:
            row = None
        yield rows.line_num, row


def _hands(lines: list[_Line]) -> Iterator[tuple[int, str, Callable[[], PlayedHand]]]:
    """Yield the hands of one table, whose lines are in order; none where hands lie in each other, which are those of two tables.

    Whose log it is, and whose the cards of `Your hand is` are, tells who shows such cards most often.
    """
    groups: list[list[_Line]] = [[]]
    begun: list[int] = []
    known: set[int] = set()
    owners: Counter[str] = Counter()
    mine = "?"
    for line in lines:
        mark = _MARK.match(line.text)
        if mark is not None and mark["starting"]:
            groups.append([])
            begun.append(int(mark["number"]))
            known.add(begun[-1])
        elif mark is not None and begun and begun[-1] != int(mark["number"]) in known:
            reason = "ends in another hand: a line with the headings has to part two tables"
            yield line.number, line.text, partial(refused, reason)
            return
        elif line.text.startswith(_MINE):
            mine = line.text.removeprefix(_MINE)
        elif line.text.endswith(f" {mine}.") and (does := _DOES.match(line.text)) is not None:
            owners[does["who"]] += 1
        groups[-1].append(line)
    lost = [
        line for line in groups[0] if line.text.startswith("-- ending") or _DOES.match(line.text)
    ]
    if lost:
        yield (
            lost[0].number,
            lost[0].text,
            partial(refused, "is cut off: the beginning of the hand is missing"),
        )
    blinds: dict[str, str] = {}
    for at, group in enumerate(groups[1:]):
        after = groups[at + 2] if begun[at + 1 : at + 2] == [begun[at] + 1] else []
        yield group[0].number, group[0].text, partial(_hand, group, after, owners, blinds)


def _hand(  # noqa: C901
    group: Sequence[_Line], after: Sequence[_Line], owners: Counter[str], blinds: dict[str, str]
) -> PlayedHand:
    """Return the hand of some lines; `after` are those of the next hand if they are there, `blinds` the last that were posted."""
    start = _START.match(group[0].text)
    if start is None:
        raise NotReadError("is no first line of a hand")
    hand = PlayedHand(
        "PokerNow", f"#{start['number']} {start['id'] or ''}".strip(), *game_of(start["game"])
    )
    hand.time = time_in(group[0].time.replace("T", " "))
    seats: dict[str, Seat] = {}
    shown: dict[str, Cards] = {}
    boards: dict[bool, Cards] = {}
    bets: list[Bet] = []
    street = acted_at = 0
    for line in group:
        text = line.text
        if (does := _DOES.match(text)) is not None and (seat := seats.get(does["who"])) is not None:
            verb, amount = does["verb"], float(does["chips"] or 0)
            if verb == "shows":
                shown[does["who"]] = shown.get(does["who"], ()) + hand.cards(
                    does["rest"].rstrip(".")
                )
                continue
            kind = (
                "won"
                if verb == "collected"
                else "dead"
                if verb == "posts" and _DEAD.search(text)
                else "raise"
            )
            if amount:  # of each bet the log names the whole on that street
                bets.append(Bet(kind, street, seat.name, amount, amount))
            seat.folded |= verb == "folds"
            if verb not in ("posts", "collected"):
                acted_at = max(map(len, boards.values()), default=0)
            elif (
                does["blind"] and does["rest"] == does["chips"]
            ):  # nobody posts it from his last chips
                blinds[does["blind"]] = does["chips"]
        elif (dealt := _STREET.match(text)) is not None:
            street += not dealt["second"]
            boards[bool(dealt["second"])] = hand.cards(dealt["cards"])
        elif (back := _BACK.match(text)) is not None and back["who"] in seats:
            bets.append(Bet("back", street, seats[back["who"]].name, float(back[1])))
        elif text.startswith(_STACKS):
            seats = _seats(text)
        elif text.startswith(_MINE):
            owner = next((who for who, _ in owners.most_common() if who in seats), "")
            shown[owner] = hand.cards(text.removeprefix(_MINE))
        elif text.startswith(_UNDEALT):
            hand.remarks.append(f"not dealt [{' '.join(hand.cards(text.removeprefix(_UNDEALT)))}]")
    hand.seats = list(seats.values())
    hand.boards = [board for _, board in sorted(boards.items())]
    hand.button = seats[start["who"]].number if start["who"] in seats else None
    hand.stakes = "/".join(blinds[size] for size in ("small", "big") if size in blinds)
    hand.big_blind = float(blinds["big"]) if "big" in blinds else None
    _show(hand, seats, shown)
    settled(hand, bets, 0.0)
    hand.close(acted_at)
    hand.check_winners()
    _check_stacks(hand, seats, group, after)
    return hand


def _seats(text: str) -> dict[str, Seat]:
    """Return the seats of a line of stacks by the players' ids, which stand behind names that two of them have."""
    found = [
        (who, int(at), name.strip(), float(chips)) for at, name, who, chips in _SEATS.findall(text)
    ]
    names = Counter(name.casefold() for _, _, name, _ in found)
    return {
        who: Seat(at, name if names[name.casefold()] == 1 else f"{name} @ {who}", chips, who=who)
        for who, at, name, chips in found
    }


def _show(hand: PlayedHand, seats: dict[str, Seat], shown: dict[str, Cards]) -> None:
    """Give the seats their cards; a part of a hand, and cards of the log's owner who is not known, are remarks."""
    for who, some in shown.items():
        cards = tuple(dict.fromkeys(some))
        if who not in seats:
            hand.remarks.append(f"dealt to the owner of the log [{' '.join(cards)}]")
        elif len(cards) < min(HOLE_CARDS[hand.game.split()[0]]):
            hand.remarks.append(f"{seats[who].name} showed [{' '.join(cards)}]")
        else:
            seats[who].cards = cards


def _check_stacks(
    hand: PlayedHand, seats: dict[str, Seat], group: Sequence[_Line], after: Sequence[_Line]
) -> None:
    """Note the players who do not begin the next hand of the table with the chips that they have after this one."""
    have = {who: (seat.stack or 0.0) + seat.net for who, seat in seats.items()}
    lines = iter((*group, *after))
    any(line.text.startswith(_STACKS) for line in lines)  # passes over what comes before the stacks
    for line in lines:
        if (change := _CHANGE.match(line.text)) is not None and change["who"] in have:
            have[change["who"]] += (
                float(change["new"]) - float(change["old"]) if change["new"] else nan
            )
        elif line.text.startswith(_STACKS):
            for who, seat in _seats(line.text).items():
                if who in have and abs(have[who] - (seat.stack or 0.0)) > CENT:
                    hand.note(
                        f"{seat.name} begins the next hand with {seat.stack:.10g}, not {have[who]:.10g}"
                    )
            break


def sessions_of(text: str) -> Iterator[tuple[int, str, Callable[[], Session]]]:
    """Yield the sessions of a ledger.

    >>> text = "player_nickname,player_id,session_start_at,session_end_at,buy_in,buy_out,stack,net\\nAnna,kY3x,2024-03-05T20:00,,100,,130,30"
    >>> [(line, read().night, read().net) for line, _, read in sessions_of(text)]
    [(2, '2024-03-05', 30.0)]
    """
    rows = _rows_of(text, ";" if text.count(";") > text.count(",") else ",")
    _, head = next(rows, (0, None))
    names = [name.strip(' "\ufeff') for name in head or ()]
    sessions: list[tuple[int, dict[str, str]]] = []
    for number, row in rows:
        if row is None:
            yield number, '"', partial(refused, _NO_END)
        elif row:
            sessions.append((number, dict(zip_longest(names, row[: len(names)], fillvalue=""))))
    night = min(
        (start[:10] for _, said in sessions if (start := said.get("session_start_at"))), default=""
    )
    for number, said in sessions:
        yield number, ",".join(said.values()), partial(_session, said, night)


def _session(said: Mapping[str, str], night: str) -> Session:
    """Return a session; raise `NotReadError` for one without a name, or with an amount that is none."""
    who, name, began, ended = (said.get(key, "").strip() for key in _SESSION[:4])
    bought, away, stack, net = (_chips(key, said.get(key, "").strip()) for key in _SESSION[4:])
    if not name:
        raise NotReadError("names no player")
    made = round(away + stack - bought, 4)
    one = Session(
        night, who, name, began, ended, bought, away + stack, net if said.get("net") else made
    )
    if abs(made - one.net) > CENT:
        one.notes.append(
            f"{name}: the net is {net:.10g}, buy_out and stack less buy_in {made:.10g}"
        )
    return one


def _chips(key: str, text: str) -> float:
    if not re.fullmatch(r"-?\d{0,15}(?:\.\d+)?", text):
        raise NotReadError(f"has {quoted(text)} in {key}, which is no number")
    return float(text or 0)


READER = Reader(
    (".csv",),
    _FILE.search,
    lambda text: (sessions_of if "player_nickname" in text.partition("\n")[0] else hands_of_log)(
        text
    ),
)
