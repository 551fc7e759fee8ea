"""Whole arrays: rows of codes, rows of texts, Omaha, jokers, against the fastest that each peer offers.

No peer takes an array of card codes in public. How each is called, all in one interleaved run:

- **xlpoker**: ``strengths(codes)``, a new array out, with every check (duplicates, jokers, missing cards);
  the engines NumPy and Numba apart;
- **pokerfast**: the private symbol ``pf_evaluate`` of its C library through ctypes, uint8 rows in, uint16 out, no checks
  (its public functions take one hand of texts each);
- **phevaluator**: ``evaluate_cards(*codes)``, ``evaluate_omaha_cards(*codes)``: numbers are its fastest input;
- **eval7**: ``evaluate(cards)`` with `Card` objects made beforehand; **treys**: ``Evaluator.evaluate([], cards)`` with its
  integers made beforehand; **pkrbot**: ``evaluate(cards)`` with its `Card` objects made beforehand; **xiapl**:
  ``evaluate_mask(mask)`` with bit masks made beforehand;
- from texts: **holdem-hand-evaluator** ``evaluate_hand(text)`` (it has no batch), **poker-equity** ``score_batch("high",
  texts)``, its batch of whole texts, **phevaluator** ``evaluate_cards(*texts)``; ours is ``parse`` and ``strengths`` on an
  object array with a text a card.

The slow peers do fewer rows; times are per hand.
"""

from __future__ import annotations

import ctypes
import importlib
from collections.abc import Callable, Sequence
from itertools import chain, combinations
from typing import Any
from unittest.mock import patch

import numpy as np

from benchmarks.timing import table, whole
from xlpoker.evaluator.batch import codes as codec
from xlpoker.evaluator.batch import games, kernel

ROWS = 1_000_000
FEW = 20_000
Work = Callable[[], object]
Contenders = dict[str, tuple[Work, int]]
OURS = "xlpoker, NumPy"


def installed(name: str) -> Any:
    """Return a module, None where it is not installed."""
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


def deal(rows: int, cards: int, seed: int = 1) -> np.ndarray:
    """Return random hands as codes."""
    source = np.random.default_rng(seed)
    parts = [
        source.random((50_000, 52), np.float32).argsort(axis=1)[:, :cards]
        for _ in range(-(-rows // 50_000))
    ]
    return np.ascontiguousarray(np.concatenate(parts)[:rows].astype(np.uint8))


def ours(hands: np.ndarray) -> Contenders:
    """Return our two engines."""

    def through(engine: str) -> Work:
        chosen = importlib.import_module(f"xlpoker.evaluator.batch.engine_{engine}")

        def work() -> None:
            with patch.object(kernel, "engine_for", lambda _: chosen):
                kernel.strengths(hands)

        return work

    found: Contenders = {OURS: (through("numpy"), len(hands))}
    if installed("numba"):
        found["xlpoker, Numba"] = (through("numba"), len(hands))
    return found


def pokerfast(hands: np.ndarray) -> Contenders:
    """Return pokerfast's C core."""
    if not (equity := installed("pokerfast.equity")):
        return {}
    evaluate = equity._load().pf_evaluate  # noqa: SLF001 - the only way in for arrays
    rows, cards = hands.shape
    given = hands.ctypes.data_as(ctypes.c_char_p)

    def work() -> None:
        out = np.empty(rows, np.uint16)
        evaluate(given, rows, cards, out.ctypes.data_as(ctypes.POINTER(ctypes.c_uint16)))

    return {"pokerfast, private C symbol": (work, rows)}


def _each(call: Callable[..., object], made: Sequence[Any]) -> tuple[Work, int]:
    return (lambda: [call(hand) for hand in made]), len(made)


def one_by_one(hands: np.ndarray) -> Contenders:
    """Return the peers that take one hand a call, with their own kind of card made beforehand."""
    few: list[list[int]] = hands[:FEW].tolist()
    texts = [["23456789TJQKA"[code >> 2] + "cdhs"[code & 3] for code in hand] for hand in few]
    found: Contenders = {}
    if module := installed("phevaluator"):
        cards = module.evaluate_cards
        found["phevaluator"] = ((lambda: [cards(*hand) for hand in few]), FEW)
    if module := installed("treys"):
        evaluate, new = module.Evaluator().evaluate, module.Card.new
        found["treys"] = _each(
            lambda hand: evaluate([], hand), [[new(text) for text in hand] for hand in texts]
        )
    for name in ("eval7", "pkrbot"):
        if module := installed(name):
            found[name] = _each(
                module.evaluate, [[module.Card(text) for text in hand] for hand in texts]
            )
    if module := installed("xiapl"):
        card, mask = module.card.Card, module.utils.cards_to_mask
        sets = [mask([card(code // 4 + 2, "cdhs"[code % 4]) for code in hand]) for hand in few]
        found["xiapl"] = _each(module.eval.evaluate_mask, sets)
    return found


def omaha(cards: int = 9) -> str:
    """Return the table for Omaha hands with a board of five."""
    hands = deal(ROWS // 4, cards)
    board, hole = np.ascontiguousarray(hands[:, :5]), np.ascontiguousarray(hands[:, 5:])
    contenders: Contenders = {
        "xlpoker": ((lambda: games.game_strengths("omaha", hole, board)), len(hands))
    }
    if module := installed("phevaluator"):
        call, few = module.evaluate_omaha_cards, hands[:FEW].tolist()
        contenders["phevaluator"] = ((lambda: [call(*hand) for hand in few]), FEW)
    return table(
        "Omaha: four hole cards and a board of five, from codes", whole(contenders), "xlpoker"
    )


def texts() -> str:
    """Return the table for rows of texts."""
    hands = deal(ROWS // 2, 5)
    made = codec.format_codes(hands)
    cells = np.array(
        [bytes(cell, "ascii").decode() for cell in made.ravel()], dtype=object
    ).reshape(made.shape)
    lower = [[cell[0] + cell[1].lower() for cell in row] for row in made.tolist()]
    lines = ["".join(row) for row in lower]
    contenders: Contenders = {
        "xlpoker": ((lambda: kernel.strengths(codec.parse(cells))), len(hands))
    }
    if module := installed("holdem_hand_evaluator"):
        contenders["holdem-hand-evaluator"] = _each(module.evaluate_hand, lines)
    if module := installed("poker_equity"):
        contenders["poker-equity, score_batch"] = (
            (lambda score=module.score_batch: score("high", lines)),
            len(lines),
        )
    if module := installed("phevaluator"):
        contenders["phevaluator"] = (
            (lambda call=module.evaluate_cards: [call(*row) for row in lower[:FEW]]),
            FEW,
        )
    report = table("Five cards from an object array, a text a card", whole(contenders), "xlpoker")
    cell_times = whole({"xlpoker.parse": ((lambda: codec.parse(cells)), cells.size)})
    return (
        report
        + "\n"
        + table("Text to codes, a cell", cell_times, "xlpoker.parse").replace(
            "ns a hand", "ns a cell"
        )
    )


def all_hands() -> np.ndarray:
    """Return all five-card hands."""
    return np.fromiter(
        chain.from_iterable(combinations(range(52), 5)), np.uint8, 5 * 2_598_960
    ).reshape(-1, 5)


def run() -> str:
    """Return all tables."""
    report = []
    for cards in (5, 6, 7):
        hands = deal(ROWS, cards)
        contenders = ours(hands) | pokerfast(hands) | one_by_one(hands)
        report.append(table(f"{cards} cards, a million rows of codes", whole(contenders, 15), OURS))
    every = all_hands()
    report.append(
        table(
            "All 2,598,960 five-card hands, from codes", whole(ours(every) | pokerfast(every)), OURS
        )
    )
    report.append(texts())
    report.append(omaha())
    jokers = deal(ROWS // 4, 7)
    jokers[:, 3] = 52
    nine = deal(ROWS // 4, 9)
    alone = {
        "a joker and six cards": ((lambda: kernel.strengths(jokers)), len(jokers)),
        "nine cards": ((lambda: kernel.strengths(nine)), len(nine)),
    }
    report.append(
        table("Nobody to compare with (no peer knows jokers or nine cards)", whole(alone), "")
    )
    return "\n".join(report)


if __name__ == "__main__":
    print(run())
