"""PokerNow's ledgers, a line for each session of a player: the season's sum of each person, and the payments that settle it."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, partial

from xlpoker.errors import quoted
from xlpoker.histories.model import CENT, NotReadError, Reader

__all__ = ["NOBODY", "READER", "Session", "payments"]

HEAD = tuple("player_id player_nickname session_start_at session_end_at buy_in buy_out stack net".split())
_HEAD = re.compile(r"\W*player_nickname\b")
NOBODY = "(not in the ledgers)"
_MOST_EXACT = 14
"""People among whom the fewest payments are sought in all ways; each more doubles the time."""


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


def sessions_of(text: str) -> Iterator[tuple[int, str, Callable[[], Session]]]:
    """Yield the sessions of a ledger.

    >>> text = "player_nickname,player_id,session_start_at,session_end_at,buy_in,buy_out,stack,net\\nAnna,kY3x,2024-03-05T20:00,,100,,130,30"
    >>> [(line, read().night, read().net) for line, _, read in sessions_of(text)]
    [(2, '2024-03-05', 30.0)]
    """
    lines = csv.DictReader(text.splitlines(), restval="", delimiter=";" if text.count(";") > text.count(",") else ",")
    lines.fieldnames = [name.strip(' "\ufeff') for name in lines.fieldnames or ()]
    found = [(lines.line_num, said) for said in lines]
    night = min((start[:10] for _, said in found if (start := said.get("session_start_at"))), default="")
    for number, said in found:
        yield number, ",".join(said[name] for name in lines.fieldnames), partial(_session, said, night)


def _session(said: Mapping[str, str], night: str) -> Session:
    """Return a session; raise `NotReadError` for one without a name, or with an amount that is none."""
    who, name, began, ended = (said.get(key, "").strip() for key in HEAD[:4])
    bought, away, stack, net = (_chips(key, said.get(key, "").strip()) for key in HEAD[4:])
    if not name:
        raise NotReadError("names no player")
    made = round(away + stack - bought, 4)
    one = Session(night, who, name, began, ended, bought, away + stack, net if said.get("net") else made)
    if abs(made - one.net) > CENT:
        one.notes.append(f"{name}: the net is {net:.10g}, buy_out and stack less buy_in {made:.10g}")
    return one


def _chips(key: str, text: str) -> float:
    if not re.fullmatch(r"-?\d{0,15}(?:\.\d+)?", text):
        raise NotReadError(f"has {quoted(text)} in {key}, which is no number")
    return float(text or 0)


def payments(nets: Mapping[str, float]) -> list[tuple[str, str, float]]:
    """Return who pays whom how much so that all nets are settled, in as few payments as can be: by groups that settle among themselves.

    Among more than 14 people the one who owes most pays the one who is owed most, until all is settled. What the nets lack to
    add up to 0 is nobody's.

    >>> payments({"Ann": -50, "Ben": -30, "Cleo": 50, "Dora": 20, "Eve": 10})
    [('Ben', 'Dora', 20.0), ('Ben', 'Eve', 10.0), ('Ann', 'Cleo', 50.0)]
    """
    rest = -sum(nets.values())
    nets = {**nets, NOBODY: rest if abs(rest) > CENT else 0.0}
    cents = {name: round(100 * net) for name, net in nets.items() if round(100 * net)}
    people = frozenset(cents.items())
    groups, paid = _groups(people) if len(people) <= _MOST_EXACT else (), []
    for group in (*groups, people.difference(*groups)):
        left = dict(sorted(group))
        while left and min(left.values()) < 0 < max(left.values()):
            payer, payee = min(left, key=left.__getitem__), max(left, key=left.__getitem__)
            chips = min(-left[payer], left[payee])
            paid.append((payer, payee, chips / 100))
            left[payer] += chips
            left[payee] -= chips
    return paid


@cache
def _groups(left: frozenset[tuple[str, int]]) -> tuple[frozenset[tuple[str, int]], ...]:
    """Return as many groups as can be whose amounts add up to nothing; where all amounts do, nobody is left out."""
    best = max((_groups(left - {one}) for one in sorted(left)), key=len, default=())
    rest = left.difference(*best)
    return (*best, rest) if rest and sum(cents for _, cents in rest) == 0 else best


READER = Reader((".csv",), _HEAD.match, sessions_of)
