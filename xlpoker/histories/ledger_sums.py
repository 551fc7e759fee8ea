"""Parts of a ledger that hold no further night, though they look so: sums, and the same nights again.

    Nights                                   Standings
    Date       | Name | Buy-in | Cash-out    Name | Bought in | Cashed out | Net
    2026-01-02 | Anna | 20     | 50          Anna | 40        | 50         | 10
    2026-01-09 | Anna | 20     | 0           ..

Counted as a night *Standings* would double the season. No word decides, but the amounts: those of
each player are the sums over the nights.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from decimal import Decimal
from functools import cached_property
from typing import NamedTuple

from xlpoker.histories.ledger_tables import ISO_DATE
from xlpoker.histories.pokernow import Session

__all__ = ["Part", "reasons_not_to_count"]

_LEAST_NIGHTS = 2
_LEAST_PLAYERS = 2
_LEAST_PLAYERS_OF_CHANCE = 3
"""The nets of two players are one amount with two signs, which another night may have by chance."""


class _Amounts(NamedTuple):
    """What a player bought, cashed and won; None where a ledger has nets alone."""

    bought: Decimal | None
    cashed: Decimal | None
    net: Decimal

    def plus(self, other: _Amounts, times: int = 1) -> _Amounts:
        """Return the sums with other amounts, taken so many times."""
        net = self.net + times * other.net
        if self.bought is None or self.cashed is None:
            return _Amounts(None, None, net)
        if other.bought is None or other.cashed is None:
            return _Amounts(None, None, net)
        bought = self.bought + times * other.bought
        cashed = self.cashed + times * other.cashed
        return _Amounts(bought, cashed, net)

    def agrees_with(self, other: _Amounts) -> bool:
        """Tell whether the amounts that both state are equal."""
        if self.bought is None or other.bought is None:
            return self.net == other.net
        return self == other


Players = dict[str, _Amounts]
"""The amounts of each player, by the name in small letters."""


class Part:
    """A table or a grid of a ledger: its headings, their row and first cell, and the sessions below.

    `states_nights` is true where a column, or the headings, say which night it was.
    """

    def __init__(self, headings: str, row: int, cell: str, *, states_nights: bool) -> None:
        self.headings = headings
        self.row = row
        self.cell = cell
        self.states_nights = states_nights
        self.sessions: list[Session] = []

    @cached_property
    def players(self) -> Players:
        """The amounts of each player, without a last row, such as *All*, that adds them up."""
        return _without_total(_players_of(self.sessions))

    def has_dates(self) -> bool:
        """Tell whether each night is a date."""
        if not self.states_nights:
            return False
        return all(ISO_DATE.fullmatch(session.night) for session in self.sessions)

    def has_nets_alone(self) -> bool:
        """Tell whether a player has a net without a buy-in and a cash-out."""
        return any(amounts.bought is None for amounts in self.players.values())

    def has_nights(self) -> bool:
        """Tell whether each night has a date or another name."""
        return self.states_nights

    @cached_property
    def nets(self) -> frozenset[tuple[str, Decimal]]:
        """The net of each player; copies of a table have the same."""
        return frozenset((name, amounts.net) for name, amounts in self.players.items())

    @cached_property
    def nets_by_night(self) -> set[tuple[str, str, Decimal]]:
        """Night, player and net of each session."""
        nets: set[tuple[str, str, Decimal]] = set()
        for session in self.sessions:
            player = session.name.casefold()
            nets.add((session.night, player, session.net))
        return nets


def reasons_not_to_count(parts: Sequence[Part]) -> dict[Part, str]:
    """Return the parts with sessions that are counted in other parts, each with the reason."""
    reasons: dict[Part, str] = {}
    for part in _sums_among(parts):
        reasons[part] = f"heads the sums of the nights, which are not counted: {part.cell}"
    nights = [part for part in parts if part not in reasons]
    for part in _repeated_among(nights):
        reasons[part] = (
            f"heads nights that stand in other rows, too, and is not counted: {part.cell}"
        )
    return reasons


def _repeated_among(parts: Sequence[Part]) -> list[Part]:
    """Return the parts all of whose nights stand in parts before them, with the same nets."""
    nets_so_far: set[tuple[str, str, Decimal]] = set()
    repeated: list[Part] = []
    for part in parts:
        is_known = part.nets_by_night <= nets_so_far and _has_nights(part.sessions)
        if part.states_nights and is_known:
            repeated.append(part)
        nets_so_far |= part.nets_by_night
    return repeated


def _sums_among(parts: Sequence[Part]) -> list[Part]:
    """Return the parts that hold the sums of the nights.

    The nights are the parts with dates; without any, those that state another name of each night;
    without these, all others.
    """
    parts = [part for part in parts if part.sessions]
    for is_night in (Part.has_dates, Part.has_nights):
        nights = [part for part in parts if is_night(part)]
        candidates = [part for part in parts if not is_night(part)]
        if nights and candidates:
            return _sums_of(nights, candidates)
    return _sums_of_others(parts)


def _sums_of(nights: Sequence[Part], candidates: Sequence[Part]) -> list[Part]:
    """Return those candidates that hold the sums of the nights."""
    sessions = _sessions_of(nights)
    sums = _players_of(sessions)
    least = _LEAST_PLAYERS if _has_nights(sessions) else _LEAST_PLAYERS_OF_CHANCE
    return [part for part in candidates if _are_sums(part.players, sums, least)]


def _sums_of_others(parts: Sequence[Part]) -> list[Part]:
    """Return the parts that hold the sums of all others but their own copies."""
    sums = _players_of(_sessions_of(parts))
    copies = Counter(part.nets for part in parts)
    summaries: list[Part] = []
    for part in parts:
        times = copies[part.nets]
        if len(parts) - times < _LEAST_NIGHTS:
            continue
        rest: Players = {}
        for name, amounts in part.players.items():
            rest[name] = sums[name].plus(amounts, -times)
        least = _LEAST_PLAYERS
        if part.has_nets_alone():
            least = _LEAST_PLAYERS_OF_CHANCE
        if _are_sums(part.players, rest, least):
            summaries.append(part)
    return summaries


def _sessions_of(parts: Sequence[Part]) -> list[Session]:
    """Return the sessions of some parts."""
    return [session for part in parts for session in part.sessions]


def _has_nights(sessions: Sequence[Session]) -> bool:
    """Tell whether there are several nights, without which nothing is added up."""
    return len({session.night for session in sessions}) >= _LEAST_NIGHTS


def _players_of(sessions: Sequence[Session]) -> Players:
    """Return the sums over the sessions of each player."""
    players: Players = {}
    for session in sessions:
        name = session.name.casefold()
        amounts = _Amounts(session.bought, session.cashed, session.net)
        players[name] = players[name].plus(amounts) if name in players else amounts
    return players


def _are_sums(players: Players, sums: Players, least: int) -> bool:
    """Tell whether the amounts of at least so many players are the sums, to the cent."""
    if len(players) < least:
        return False
    for name, amounts in players.items():
        if name not in sums or not amounts.agrees_with(sums[name]):
            return False
    return True


def _without_total(players: Players) -> Players:
    """Return the amounts without a last one whose buy-in and cash-out are the sums of those above."""
    *above, last = players
    if len(above) < _LEAST_PLAYERS:
        return players
    first, *further = above
    total = players[first]
    for name in further:
        total = total.plus(players[name])
    if total.bought is None or total != players[last]:
        return players
    return {name: players[name] for name in above}
