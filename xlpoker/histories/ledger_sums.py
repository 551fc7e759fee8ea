"""Tables of a ledger that hold no night, but the sums of all nights.

    Nights                                   Standings
    Date       | Name | Buy-in | Cash-out    Name | Bought in | Cashed out | Net
    2026-01-02 | Anna | 20     | 50          Anna | 40        | 50         | 10
    2026-01-09 | Anna | 20     | 0           ..

Counted as a night they would double the season. No word decides, but the amounts: those of each
player are the sums over the nights.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from decimal import Decimal
from functools import cached_property
from typing import NamedTuple

from xlpoker.histories.ledger_tables import Table
from xlpoker.histories.pokernow import Session
from xlpoker.layout.words import LedgerColumn

__all__ = ["tables_of_sums"]

_LEAST_NIGHTS = 2
_LEAST_PLAYERS = 2
_LEAST_PLAYERS_WITH_NETS_ALONE = 3
"""The nets of two players are one amount with two signs, which a third night may have by chance."""


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
        return _Amounts(self.bought + times * other.bought, self.cashed + times * other.cashed, net)

    def agrees_with(self, other: _Amounts) -> bool:
        """Tell whether the amounts that both state are equal."""
        if self.bought is None or other.bought is None:
            return self.net == other.net
        return self == other


Players = dict[str, _Amounts]
"""The amounts of each player, by the name in small letters."""


class _TableOfSessions:
    """A table and the sessions of its rows."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.sessions: list[Session] = []

    @cached_property
    def players(self) -> Players:
        """The amounts of each player, without a last row, such as *All*, that adds them up."""
        return _without_total(_players_of(self.sessions))

    @cached_property
    def nets(self) -> frozenset[tuple[str, Decimal]]:
        """The net of each player; copies of a table have the same."""
        return frozenset((name, amounts.net) for name, amounts in self.players.items())

    @property
    def is_dated(self) -> bool:
        """Whether a column names the nights."""
        return bool(self.table.of(LedgerColumn.NIGHT.value))


def tables_of_sums(rows: Sequence[tuple[Table, Session]]) -> list[Table]:
    """Return the tables without dates that hold the sums over the nights of all others.

    `rows` are the rows that count, each with its table. The nights are those of the tables with
    dates, where there are such. Several tables with the same sums are all returned.
    """
    tables: list[_TableOfSessions] = []
    for table, session in rows:
        if not tables or tables[-1].table is not table:
            tables.append(_TableOfSessions(table))
        tables[-1].sessions.append(session)
    undated = [table for table in tables if not table.is_dated]
    dated = [session for table in tables if table.is_dated for session in table.sessions]
    if dated:
        sums = _players_of(dated)
        has_nights = _has_nights(dated)
        return [table.table for table in undated if has_nights and _are_sums(table.players, sums)]
    return _sums_among(undated)


def _sums_among(tables: Sequence[_TableOfSessions]) -> list[Table]:
    """Return those of some tables without dates that hold the sums over all others but their copies."""
    sessions = [session for table in tables for session in table.sessions]
    sums = _players_of(sessions)
    copies = Counter(table.nets for table in tables)
    summaries: list[Table] = []
    for table in tables:
        times = copies[table.nets]
        if len(tables) - times < _LEAST_NIGHTS:
            continue
        rest = {name: sums[name].plus(amounts, -times) for name, amounts in table.players.items()}
        if _are_sums(table.players, rest):
            summaries.append(table.table)
    return summaries


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


def _are_sums(players: Players, sums: Players) -> bool:
    """Tell whether the amounts of enough players are the sums, to the cent."""
    least = _LEAST_PLAYERS
    if any(amounts.bought is None for amounts in players.values()):
        least = _LEAST_PLAYERS_WITH_NETS_ALONE
    if len(players) < least:
        return False
    return all(
        name in sums and amounts.agrees_with(sums[name]) for name, amounts in players.items()
    )


def _without_total(players: Players) -> Players:
    """Return the amounts without a last one whose buy-in and cash-out are the sums of those above."""
    *above, last = players
    if len(above) < _LEAST_PLAYERS:
        return players
    first, *others = (players[name] for name in above)
    total = first
    for amounts in others:
        total = total.plus(amounts)
    if total.bought is None or total != players[last]:
        return players
    return {name: players[name] for name in above}
