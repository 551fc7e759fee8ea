"""The sheet *Results* of ledgers.

It has each person's season, the payments that settle it, and the sums night by night, also as a
chart.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from itertools import cycle
from typing import Any, NamedTuple, Self

from xlpoker.errors import BookError, counted
from xlpoker.histories.pokernow import Session
from xlpoker.workbook import sheet_format as look
from xlpoker.workbook.sheet_format import COUNT, GOLD, GREEN, LEFT, NET, TOP_ROW, TableColumn

__all__ = ["NOBODY", "add_results", "payments"]

COLORS = (
    GREEN,
    GOLD,
    "4472A8",
    "B5533C",
    "7A5BA6",
    "4FA3A5",
    "8C8C8C",
    "C77CA0",
)
"""Of the people in the chart."""
MONEY = "#,##0.00"
NOBODY = "(not in the ledgers)"
MOST_PEOPLE = 1_000
_MOST_EXACT = 14  # people of whom all groups are tried; each more doubles the time
Group = frozenset[tuple[str, int]]
"""People with their nets in cents."""


@dataclass(frozen=True)
class Season:
    """The sessions of ledgers by person, and each person's net; names come by net, best first."""

    sessions: dict[str, list[Session]]
    nets: dict[str, Decimal]
    names: list[str]
    nights: list[str]

    @classmethod
    def of(cls, sessions: Sequence[Session]) -> Self:
        """Group sessions by person."""
        by_person: dict[str, list[Session]] = {}
        for session in sessions:
            by_person.setdefault(session.name, []).append(session)
        nets = {name: _sum_of_nets(played) for name, played in by_person.items()}
        names = sorted(nets, key=nets.__getitem__, reverse=True)
        nights = _nights_in_order(sessions)
        return cls(by_person, nets, names, nights)


def _nights_in_order(sessions: Iterable[Session]) -> list[str]:
    """Return the nights by their first place, those of one place by name."""
    places: dict[str, int] = {}
    for session in sessions:
        first_place = places.get(session.night, session.place)
        places[session.night] = min(session.place, first_place)
    return sorted(places, key=lambda night: (places[night], night))


def _sum_of_nets(sessions: Iterable[Session]) -> Decimal:
    """Return the sum of what was won and lost in some sessions."""
    return sum((session.net for session in sessions), Decimal(0))


def _sum_of_known(amounts: Iterable[Decimal | None]) -> Decimal | None:
    """Return the sum of the amounts that are known, None where none is."""
    known = [amount for amount in amounts if amount is not None]
    return sum(known, Decimal(0)) if known else None


def add_results(book: Any, sessions: Sequence[Session]) -> None:
    """Add the sheet to a workbook of openpyxl.

    Raises `BookError` for more people than it has columns for.
    """
    sheet = book.create_sheet("Results")
    look.set_page(sheet)
    season = Season.of(sessions)
    count = len(season.names)
    if count > MOST_PEOPLE:
        raise BookError(
            f"the ledgers name {count:,} players; the sheet Results has room for {MOST_PEOPLE:,}"
        )
    people = counted(count, "player")
    nights = counted(len(season.nights), "night")
    look.write_title(sheet, "Results", f"{people}, {nights}; amounts as in the ledgers")
    below = _add_people(sheet, season)
    below = _add_payments(sheet, below, season)
    top = max(below + 2, TOP_ROW + look.CHART_ROWS + 1)
    _add_sums(sheet, top, season)
    if len(season.nights) > 1:
        _add_chart(sheet, top, season)


def _add_people(sheet: Any, season: Season) -> int:
    """Add the table of the persons; return the row of the next table."""
    columns = [
        TableColumn("Person", width=26),
        TableColumn("Nights", COUNT, 12),
        TableColumn("Bought in", MONEY, 14),
        TableColumn("Cashed out", MONEY, 14),
        TableColumn("Net", NET, 14),
        TableColumn("Also called", width=24),
    ]
    rows: list[list[Any]] = []
    for name in season.names:
        sessions = season.sessions[name]
        nights = {session.night for session in sessions}
        bought = _sum_of_known(session.bought for session in sessions)
        cashed = _sum_of_known(session.cashed for session in sessions)
        aliases = {session.also for session in sessions} - {"", name}
        also = ", ".join(sorted(aliases)) or None
        net = season.nets[name]
        rows.append([name, len(nights), bought, cashed, net, also])
    return look.add_table(sheet, TOP_ROW, columns, rows) + 1


def _add_payments(
    sheet: Any,
    top: int,
    season: Season,
) -> int:
    """Add the table of the payments, and a note where money is missing.

    Return the row below the table.
    """
    columns = [
        TableColumn("Pays"),
        TableColumn("To"),
        TableColumn(""),
        TableColumn("Amount", MONEY),
    ]
    payments_of_season = payments(season.nets)
    rows = [(payer, payee, None, amount) for payer, payee, amount in payments_of_season]
    below = look.add_table(sheet, top, columns, rows)
    if any(NOBODY in row for row in rows):
        total = sum(season.nets.values())
        note = f"The nets add up to {total:,.2f}, not to 0: somebody is missing."
        look.write_note(sheet, below, note)
    return below


def _add_sums(
    sheet: Any,
    top: int,
    season: Season,
) -> None:
    """Add the table of the sums, a row for each night."""
    columns = [TableColumn("After the night")]
    columns += [TableColumn(name, NET) for name in season.names]
    rows: list[list[Any]] = []
    nets = dict.fromkeys(season.names, Decimal(0))
    for night in season.nights:
        for name in season.names:
            played = [session for session in season.sessions[name] if session.night == night]
            nets[name] += _sum_of_nets(played)
        rows.append([night, *nets.values()])
    look.add_table(sheet, top, columns, rows)


def _add_chart(
    sheet: Any,
    top: int,
    season: Season,
) -> None:
    """Add the chart of the sums, which stand in a table below a row."""
    from openpyxl.chart import LineChart

    chart: Any = LineChart()
    chart.title = look.chart_title("The season", 1400)
    chart.legend.position = "b"
    rows = range(top + 1, top + 1 + len(season.nights))
    colors = dict(zip(season.names, cycle(COLORS), strict=False))
    look.add_series(sheet, chart, LEFT + 1, rows, colors, LEFT)
    look.set_axes(chart, "Net", "#,##0")
    chart.x_axis.tickLblPos = "low"
    look.place_chart(sheet, chart, LEFT + 7, TOP_ROW, 9)


class Payment(NamedTuple):
    """How much a person pays to another one."""

    payer: str
    payee: str
    amount: float


def payments(nets: Mapping[str, Decimal | float]) -> list[Payment]:
    """Return who pays whom how much so that all nets are settled.

    There are as few payments as can be: people are divided into groups that settle among
    themselves. Among more than 14 people the one who owes most pays the one who is owed most, until
    all is settled. What the nets lack to add up to 0 is nobody's.

    >>> for payment in payments({"Ann": -50, "Ben": -30, "Cleo": 50, "Dora": 20, "Eve": 10}):
    ...     print(*payment)
    Ben Dora 20.0
    Ben Eve 10.0
    Ann Cleo 50.0
    """
    exact = {name: Decimal(net) for name, net in nets.items()}
    exact[NOBODY] = -sum(exact.values(), Decimal(0))
    cents = {name: round(100 * net) for name, net in exact.items()}
    people = frozenset((name, amount) for name, amount in cents.items() if amount)
    groups: tuple[Group, ...] = ()
    if len(people) <= _MOST_EXACT:
        groups = _groups(people)
    remaining = people.difference(*groups)
    settled: list[Payment] = []
    for group in (*groups, remaining):
        settled += _settled(group)
    return settled


def _settled(group: Group) -> list[Payment]:
    """Return the payments among a group: who owes most pays the one who is owed most."""
    cents = dict(sorted(group))
    settled: list[Payment] = []
    while cents and min(cents.values()) < 0 < max(cents.values()):
        payer = min(cents, key=cents.__getitem__)
        payee = max(cents, key=cents.__getitem__)
        amount = min(-cents[payer], cents[payee])
        settled.append(Payment(payer, payee, amount / 100))
        cents[payer] += amount
        cents[payee] -= amount
    return settled


@cache
def _groups(people: Group) -> tuple[Group, ...]:
    """Return as many groups as can be whose amounts add up to nothing.

    Where all amounts do, nobody is left out.
    """
    without_one = [_groups(people - {person}) for person in sorted(people)]
    most_groups = max(without_one, key=len, default=())
    remaining = people.difference(*most_groups)
    total = sum(cents for _, cents in remaining)
    if remaining and total == 0:
        return (*most_groups, remaining)
    return most_groups
