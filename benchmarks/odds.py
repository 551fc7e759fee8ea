"""Equity: from text to win, tie and share of each player, against programs that count the same.

Peers are called as their manuals say, from text where they take text: pokerfast ``equity(hands, board)`` (OMPEval in
C++), xiapl ``calculate_equity(masks, mask, SimulationOptions.exact())`` (C++; its masks are made from text in the same
call), poker-equity ``exact_from_text`` (Rust). eval7 and pkrbot value hands and count no odds with ties; they go through
every board in a Python loop and are far behind, as is pokerkit. Each situation is another one: random hands, so that no
answer is met twice in a pass; tables of rank values are warm for all.
"""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable
from itertools import combinations
from typing import Any

import numpy as np  # noqa: F401 - a spreadsheet host has loaded it; without it the pure Python counts are used

import xlpoker
from benchmarks.timing import nanoseconds, table

DECK = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
Situation = tuple[str, list[str]]


def situations(number: int, players: int, board: int, seed: int = 1) -> list[Situation]:
    """Return random boards and hands as texts without blanks."""
    source = random.Random(seed)
    found = []
    for _ in range(number):
        cards = source.sample(DECK, 2 * players + board)
        holes = ["".join(cards[2 * player : 2 * player + 2]) for player in range(players)]
        found.append(("".join(cards[2 * players :]), holes))
    return found


def ours(given: Situation) -> object:
    """Count by `xlpoker.equity`."""
    return xlpoker.equity(given[0], *given[1])


def _peers() -> dict[str, Callable[[Situation], object]]:
    """Return the installed peers."""
    found: dict[str, Callable[[Situation], object]] = {}

    def installed(name: str) -> Any:
        try:
            return importlib.import_module(name)
        except ImportError:
            return None

    if pokerfast := installed("pokerfast.equity"):
        found["pokerfast"] = lambda given: pokerfast.equity(given[1], given[0])
    if installed("xiapl"):
        card = importlib.import_module("xiapl.card").Card.from_string
        mask = importlib.import_module("xiapl.utils").cards_to_mask
        simulation = importlib.import_module("xiapl.simulation")
        calculate, exact = simulation.calculate_equity, simulation.SimulationOptions.exact

        def bits(text: str) -> int:
            return mask([card(text[place : place + 2]) for place in range(0, len(text), 2)])  # type: ignore[no-any-return]

        found["xiapl"] = lambda given: calculate([bits(hole) for hole in given[1]], bits(given[0]), exact())
    if poker_equity := installed("poker_equity"):
        found["poker-equity"] = lambda given: poker_equity.exact_from_text("holdem", given[1], board=given[0])
    return found


def _by_hand(name: str) -> Callable[[Situation], object] | None:
    """Return a loop over all boards through a peer that values hands."""
    try:
        peer = importlib.import_module(name)
    except ImportError:
        return None
    new, evaluate = peer.Card, peer.evaluate

    def run(given: Situation) -> object:
        board, holes = given
        hands = [[new(hole[:2]), new(hole[2:])] for hole in holes]
        common = [new(board[place : place + 2]) for place in range(0, len(board), 2)]
        used = {board[place : place + 2] for place in range(0, len(board), 2)}
        used |= {hole[place : place + 2] for hole in holes for place in (0, 2)}
        rest = [new(text) for text in DECK if text not in used]
        wins = [0.0] * len(hands)
        for coming in combinations(rest, 5 - len(common)):
            values = [evaluate([*hand, *common, *coming]) for hand in hands]
            best = max(values)
            for place, value in enumerate(values):
                wins[place] += (value == best) / values.count(best)
        return wins

    return run


def _measure(title: str, given: list[Situation], *, slow: tuple[str, ...] = (), few: int = 0) -> str:
    contenders: dict[str, Callable[[Any], object]] = {"xlpoker": ours, **_peers()}
    inputs: dict[str, Any] = dict.fromkeys(contenders, given)
    for name in ("xiapl", "poker-equity"):
        if few and name in contenders:
            inputs[name] = given[:few]
    for name in slow:
        if (loop := _by_hand(name)) is not None:
            contenders[name] = loop
            inputs[name] = given[:2]
    return table(title, nanoseconds(contenders, inputs), "xlpoker").replace("ns a hand", "ns a situation")


def _outs() -> str:
    """Return how long the first problem set's flop takes: all turns and rivers, 45 x 44, with names of draws."""
    given = [("8c 9s 4c", "6c 7c", "Ah Ad")]
    times = nanoseconds({"xlpoker.outs": lambda one: xlpoker.outs(*one)}, {"xlpoker.outs": given})
    return table("Outs of 6c7c against AhAd on 8c 9s 4c", times, "xlpoker.outs").replace("ns a hand", "ns a flop")


def run() -> str:
    """Return the tables: before the flop with two, three and six players; flop and turn."""
    report = [
        _measure("AhKh against QcQd before the flop", [("", ["AhKh", "QcQd"])]),
        *[_measure(f"Before the flop, {players} players", situations(8, players, 0), few=1) for players in (2, 3, 6)],
        _measure("Flop, two players", situations(100, 2, 3), slow=("eval7", "pkrbot")),
        _measure("Flop, three players", situations(100, 3, 3)),
        _measure("Turn, two players", situations(100, 2, 4)),
        _outs(),
    ]
    return "\n".join(report)


if __name__ == "__main__":
    print(run())
