"""PokerNow's ledgers, a line for each session of a player: the season's sum of each person, and the payments that settle it."""

from __future__ import annotations

import csv
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from xlpoker.errors import quoted
from xlpoker.histories.model import NotReadError, Reader

__all__ = ["READER", "Session", "payments", "people"]

_HEAD = re.compile(r"\W*player_nickname\b")
_CENT = 0.006
_MOST_EXACT = 14
"""People among whom the fewest payments are sought in all ways; each more doubles the time."""


@dataclass(slots=True)
class Session:
    """A player's session: the chips bought, those taken away and those on the table, the net; `night` is the day of its ledger."""

    site = "PokerNow"
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
    lines = csv.reader(text.splitlines(), delimiter=";" if text.count(";") > text.count(",") else ",")
    head = [name.strip(' "\ufeff') for name in next(lines)]
    rows = [(lines.line_num, row) for row in lines if any(row)]
    found = [(number, row, dict(zip(head, map(str.strip, row), strict=False))) for number, row in rows]
    night = min((start[:10] for *_, one in found if (start := one.get("session_start_at"))), default="")
    for number, row, said in found:
        yield number, ",".join(row), partial(_session, said, night)


def _session(said: Mapping[str, str], night: str) -> Session:
    """Return a session; raise `NotReadError` for one without a name, or with an amount that is none."""
    chips = {key: _chips(key, said.get(key, "")) for key in ("buy_in", "buy_out", "stack")}
    name, who = said.get("player_nickname", ""), said.get("player_id", "")
    if not name:
        raise NotReadError("names no player")
    cashed = chips["buy_out"] + chips["stack"]
    net = _chips("net", said["net"]) if said.get("net") else cashed - chips["buy_in"]
    one = Session(
        night, who, name, said.get("session_start_at", ""), said.get("session_end_at", ""), chips["buy_in"], cashed, net
    )
    if abs(cashed - chips["buy_in"] - net) > _CENT:
        one.notes.append(
            f"{name}: the net is {net:.10g}, buy_out and stack less buy_in {cashed - chips['buy_in']:.10g}"
        )
    return one


def _chips(key: str, text: str) -> float:
    if not re.fullmatch(r"-?\d{0,15}(?:\.\d+)?", text):
        raise NotReadError(f"has {quoted(text)} in {key}, which is no number")
    return float(text or 0)


def people(pairs: Iterable[tuple[str, str]]) -> dict[tuple[str, str], str]:
    """Return the person of each pair of an id and a name: the name that its id has most often, in its most frequent spelling.

    >>> people([("k1", "Anna"), ("k1", "Anna"), ("k1", "Ben"), ("k2", "ANNA"), ("", "Ben")])
    {('k1', 'Anna'): 'Anna', ('k1', 'Ben'): 'Anna', ('k2', 'ANNA'): 'Anna', ('', 'Ben'): 'Ben'}
    """
    counts = Counter(pairs)
    called: defaultdict[str, Counter[str]] = defaultdict(Counter)
    spelled: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for (who, name), times in counts.items():
        called[who or name][_folded(name)] += times
        spelled[_folded(name)][name] += times
    most = {pair: called[pair[0] or pair[1]].most_common(1)[0][0] for pair in counts}
    return {pair: spelled[name].most_common(1)[0][0] for pair, name in most.items()}


def _folded(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()


def payments(nets: Mapping[str, float]) -> list[tuple[str, str, float]]:
    """Return who pays whom how much so that all nets are settled, in as few payments as can be: the most groups that settle among themselves.

    Of more than 14 people who do not cancel in pairs, the one who owes most pays the one who is owed most, until all is settled.

    >>> payments({"Ann": -50, "Ben": -30, "Cleo": 50, "Dora": 20, "Eve": 10})
    [('Ann', 'Cleo', 50.0), ('Ben', 'Dora', 20.0), ('Ben', 'Eve', 10.0)]
    """
    cents = {name: round(100 * net) for name, net in nets.items() if round(100 * net)}
    groups: list[list[str]] = []
    for name, owed in list(cents.items()):
        other = next((one for one, other in cents.items() if name in cents and other == -owed), None)
        if other is not None:
            groups.append([name, other])
            del cents[name], cents[other]
    names = list(cents)
    groups += _groups(names, [*cents.values()]) if len(names) <= _MOST_EXACT else [names]
    return [one for group in groups for one in _settled({name: round(100 * nets[name]) for name in group})]


def _groups(names: Sequence[str], owed: Sequence[int]) -> list[list[str]]:
    """Return the names in as many groups as can be whose amounts add up to nothing; the last may hold the rest."""
    sums, most = [0], [0]
    for chosen in range(1, 1 << len(names)):
        low = (chosen & -chosen).bit_length() - 1
        sums.append(sums[chosen & (chosen - 1)] + owed[low])
        most.append(
            (sums[chosen] == 0) + max(most[chosen & ~(1 << at)] for at in range(len(names)) if chosen >> at & 1)
        )
    chosen = len(sums) - 1
    groups: list[list[str]] = [[]]
    while chosen:
        if sums[chosen] == 0:
            groups.append([])
        left = most[chosen] - (sums[chosen] == 0)
        at = next(at for at in range(len(names)) if chosen >> at & 1 and most[chosen & ~(1 << at)] == left)
        groups[-1].append(names[at])
        chosen &= ~(1 << at)
    return groups


def _settled(cents: dict[str, int]) -> Iterator[tuple[str, str, float]]:
    """Yield the payments within one group."""
    while (payer := min(cents, key=lambda name: cents[name], default=None)) and cents[payer] < 0:
        payee = max(cents, key=lambda name: cents[name])
        if cents[payee] <= 0:
            return
        paid = min(-cents[payer], cents[payee])
        yield payer, payee, paid / 100
        cents[payer] += paid
        cents[payee] -= paid


READER = Reader((".csv",), _HEAD.match, sessions_of)
