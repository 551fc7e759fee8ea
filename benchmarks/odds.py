"""Equity: from text to win, tie and share of each player, against programs that count the same.

Peers are called as their manuals say, from text where they take text: pokerfast ``equity(hands, board)`` (OMPEval in
C++), xiapl ``calculate_equity(masks, mask, SimulationOptions.exact())`` (C++; its masks are made from text in the same
call), poker-equity ``exact_from_text`` (Rust). eval7 and pkrbot value hands and count no odds with ties; they go through
every board in a Python loop and are far behind, as is pokerkit. "Fresh" are situations that nobody has met in any pass, so that no
answer is kept from before: every round deals new ones, which are timed at once, after thousands of others that fill the tables of rank
values; the rest goes through the same ones again and again.
"""

from __future__ import annotations

import importlib
import random
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import combinations
from typing import Any

import numpy as np

import xlpoker
from benchmarks.timing import ROUNDS, compact, nanoseconds

DECK = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
Situation = tuple[str, list[str]]
Times = dict[str, list[float]]
"""Nanoseconds of each contender in each round."""
ROUNDS_OF_ARRAYS = 7
WARM = 20_000


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

        found["xiapl"] = lambda given: calculate(
            [bits(hole) for hole in given[1]], bits(given[0]), exact()
        )
    if poker_equity := installed("poker_equity"):
        found["poker-equity"] = lambda given: poker_equity.exact_from_text(
            "holdem", given[1], board=given[0]
        )
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


def _again(given: list[Situation], slow: tuple[str, ...]) -> Times:
    """Return the times of the same situations in every pass."""
    contenders: dict[str, Callable[[Any], object]] = {"xlpoker": ours, **_peers()}
    inputs: dict[str, Any] = dict.fromkeys(contenders, given)
    for name in slow:
        if (loop := _by_hand(name)) is not None:
            contenders[name] = loop
            inputs[name] = given[:2]
    return nanoseconds(contenders, inputs)


def _fresh(
    players: int, board: int, number: int = 300, names: tuple[str, ...] = ("xiapl",)
) -> Times:
    """Return the times of situations never met before, each contender in turn the first of a round.

    Another situation comes before each turn: the contender before has filled the processor's cache.
    """
    peers = _peers()
    contenders = {"xlpoker": ours} | {name: peers[name] for name in names if name in peers}
    for given in situations(WARM if board else WARM // 10, players, board, seed=0):
        ours(given)
    times: dict[str, list[float]] = {name: [] for name in contenders}
    for turn in range(ROUNDS):
        before, *dealt = situations(number + 1, players, board, seed=turn + 1)
        for place in range(len(contenders)):
            name = list(contenders)[(turn + place) % len(contenders)]
            contenders[name](before)
            start = time.process_time_ns()
            for given in dealt:
                contenders[name](given)
            times[name].append((time.process_time_ns() - start) / number)
    return times


RANGES = (("TT+,AKs", "22-99,AQs"), ("22+,A2s+,KTs+", "55+,AJs+,AJo+"))
WEIGHTED = (("TT+:0.5,AKs", "22-99:0.5,AQs"),)


def _suits(board: str) -> str:
    """Return how many cards of each suit a board has, the most first: 211, 22, 31."""
    return "".join(
        sorted((str(board.count(suit)) for suit in "cdhs" if suit in board), reverse=True)
    )


def _boards(number: int, cards: int, kind: str, turn: int) -> list[str]:
    """Return random boards, of that kind of suits where one is named."""
    source = random.Random(1000 * cards + turn)
    found: list[str] = []
    while len(found) < number:
        board = "".join(source.sample(DECK, cards))
        if kind in {"", _suits(board)}:
            found.append(board)
    return found


def _ranges(first: str, second: str, cards: int, number: int, kind: str = "") -> Times:
    """Return how long fresh boards of two ranges take, against xiapl with one thread; on a river of a hand eval7, too."""
    contenders: dict[str, Callable[[str], object]] = {
        "xlpoker": lambda board: xlpoker.equity(board, first, second)
    }
    try:
        simulation = importlib.import_module("xiapl.simulation")
        ranges = importlib.import_module("xiapl.range").Range.from_string
        card, mask = (
            importlib.import_module("xiapl.card").Card.from_string,
            importlib.import_module("xiapl.utils").cards_to_mask,
        )
        exact = simulation.SimulationOptions.exact()
        exact.threads = 1
        mine, yours, mode = ranges(first), ranges(second), simulation.RangeEquityMode.AggregateOnly
        contenders["xiapl"] = lambda board: simulation.calculate_range_equity(
            mine,
            yours,
            mask([card(board[place : place + 2]) for place in range(0, len(board), 2)]),
            exact,
            mode,
        )
    except ImportError:
        pass
    if cards == 5 and len(first) == 4:
        contenders.pop("xiapl", None)
        try:
            peer = importlib.import_module("eval7")
            hole, held = [peer.Card(first[:2]), peer.Card(first[2:])], peer.HandRange(second)
            contenders["eval7"] = lambda board: peer.py_hand_vs_range_exact(
                hole,
                held,
                [peer.Card(board[place : place + 2]) for place in range(0, len(board), 2)],
            )
        except ImportError:
            pass
    times: dict[str, list[float]] = {name: [] for name in contenders}
    for turn in range(ROUNDS + 1):
        dealt = [board for board in _boards(2 * number, cards, kind, turn) if first not in board][
            :number
        ]
        if cards == 5 and len(first) == 4:
            dealt = [board for board in dealt if first[:2] not in board and first[2:] not in board]
        for place in range(len(contenders)):
            name = list(contenders)[(turn + place) % len(contenders)]
            start = time.process_time_ns()
            for board in dealt:
                contenders[name](board)
            if turn:
                times[name].append((time.process_time_ns() - start) / len(dealt))
    return times


def _all_ranges() -> str:
    """Return the table of two ranges on every street and kind of turn, of a hand against a range, and of three ranges."""
    rows: dict[str, Times] = {}
    for first, second in RANGES:
        name = f"{first} against {second}"
        rows[f"{name}, flop"] = _ranges(first, second, 3, 10)
        for kind in ("1111", "211", "22", "31"):
            suits = "-".join(kind)
            rows[f"{name}, turn, suits {suits}"] = _ranges(first, second, 4, 40, kind)
        rows[f"{name}, river"] = _ranges(first, second, 5, 100)
    for first, second in WEIGHTED:
        rows[f"{first} against {second}, river"] = _ranges(first, second, 5, 100)
    rows["AhKh against TT+,AQ+, river"] = _ranges("AhKh", "TT+,AQ+", 5, 200)
    for street, cards in (("flop", 3), ("turn", 4), ("river", 5)):
        rows[f"TT+, AQ+ and 77-99, {street}"] = _three_ranges(cards)
    return compact("Ranges on fresh boards", "xlpoker", rows)


def _three_ranges(cards: int) -> Times:
    """Return how long fresh boards of three ranges take."""
    times: Times = {"xlpoker": []}
    for turn in range(ROUNDS):
        dealt = _boards(3, cards, "", turn)
        start = time.process_time_ns()
        for board in dealt:
            xlpoker.equity(board, "TT+", "AQ+", "77-99", exact=True)
        times["xlpoker"].append((time.process_time_ns() - start) / len(dealt))
    return times


def _arrays(board: int, players: int = 2, rows: int = 20_000, few: int = 300) -> Times:
    """Return how long a row of `xlpoker.equities` takes, codes in and numbers out, against loops from text."""
    loops = {"a loop over xlpoker.equity": ours}
    if peer := _peers().get("xiapl"):
        loops["a loop over xiapl"] = peer
    times: Times = {"xlpoker.equities": []} | {name: [] for name in loops}
    source = np.random.default_rng(5)
    for turn in range(ROUNDS_OF_ARRAYS):
        codes = source.random((rows, 52)).argsort(axis=1)[:, : board + 2 * players].astype(np.uint8)
        start = time.process_time_ns()
        xlpoker.equities(codes[:, :board], codes[:, board:].reshape(rows, players, 2))
        times["xlpoker.equities"].append((time.process_time_ns() - start) / rows)
        dealt = situations(few, players, board, seed=turn + 1)
        for name, loop in loops.items():
            start = time.process_time_ns()
            for given in dealt:
                loop(given)
            times[name].append((time.process_time_ns() - start) / few)
    return times


def _outs() -> Times:
    """Return how long outs of fresh flops take: all turns and rivers, 45 x 44, with names of draws."""
    times: Times = {"xlpoker": []}
    for turn in range(ROUNDS):
        dealt = situations(100, 2, 3, seed=turn + 1)
        start = time.process_time_ns()
        for board, holes in dealt:
            xlpoker.outs(board, *holes)
        times["xlpoker"].append((time.process_time_ns() - start) / len(dealt))
    return times


FIRST = """
import time
from benchmarks.odds import ours, situations
dealt = situations(101, 2, 3, seed=int({turn}))
start = time.process_time()
ours(dealt[0])
middle = time.process_time()
for given in dealt[1:]:
    ours(given)
print((middle - start) * 1e3, (time.process_time() - middle) * 1e4)
"""


def _first() -> dict[str, Times]:
    """Return what the first flops of a process cost: the first one with the tables of all hands, and the hundred after it."""
    runs = []
    for turn in range(7):
        code = FIRST.format(turn=turn + 1)
        done = subprocess.run(  # noqa: S603
            [sys.executable, "-c", code], capture_output=True, text=True, check=True
        )
        runs.append([float(word) for word in done.stdout.split()])
    return {
        "the first flop of a process": {"xlpoker": [1e6 * run[0] for run in runs]},
        "each of the hundred flops after it": {"xlpoker": [1e3 * run[1] for run in runs]},
    }


def run() -> str:
    """Return the tables: known hands on all streets, arrays, ranges."""
    all_peers = ("pokerfast", "xiapl", "poker-equity")
    fresh = {
        f"before the flop, {players} players": _fresh(players, 0, 4, all_peers)
        for players in (2, 3, 6)
    }
    fresh |= {
        f"flop, {players} players": _fresh(players, 3, number)
        for players, number in ((2, 300), (3, 300), (6, 100), (9, 50))
    }
    fresh["turn, 2 players"] = _fresh(2, 4)
    fresh["river, 2 players"] = _fresh(2, 5)
    fresh["river, 3 players"] = _fresh(3, 5)
    again = {"flop, 2 players": _again(situations(100, 2, 3), ("eval7", "pkrbot"))}
    arrays = {
        "flops, 2 players": _arrays(3),
        "turns, 2 players": _arrays(4),
        "flops, 3 players": _arrays(3, 3, 4_000, 100),
        "flops, 6 players": _arrays(3, 6, 4_000, 100),
        "rivers, 3 players": _arrays(5, 3, 20_000, 100),
        "before the flop, 2 players": _arrays(0, 2, 40, 40),
    }
    outs = {"outs of two hands on a flop": _outs()}
    report = [
        compact("Fresh situations, one at a time", "xlpoker", fresh),
        compact("The same situations again and again", "xlpoker", again),
        compact("A row of an array", "xlpoker.equities", arrays),
        _all_ranges(),
        compact("Outs, and the first flops of a process", "xlpoker", outs | _first()),
    ]
    return "\n".join(report)


if __name__ == "__main__":
    print(run())
