"""One hand from text to value: what a cell of a spreadsheet asks for.

Each peer gets the strings in its own spelling, made beforehand, and is called in the fastest way found:
treys ``Evaluator.evaluate([], [Card.new(c) ...])``, phevaluator ``evaluate_cards(*cards)``, eval7
``evaluate([Card(c) ...])``, pokerkit ``StandardHighHand(text)``, holdem-hand-evaluator ``evaluate_hand(text)`` (Rust).
All 2,000 hands are different random ones; every evaluation starts from text.
"""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable, Sequence
from typing import Any

import xlpoker
from benchmarks.timing import nanoseconds, table

HANDS = 2_000


def _random_hands(cards: int) -> list[list[str]]:
    source = random.Random(cards)
    deck = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    return [source.sample(deck, cards) for _ in range(HANDS)]


def _peers() -> dict[str, tuple[Callable[[Any], object], Callable[[list[str]], Any]]]:
    """Return the installed peers: how each is called, and the shape in which it wants a hand."""
    found: dict[str, tuple[Callable[[Any], object], Callable[[list[str]], Any]]] = {}

    def installed(name: str) -> Any:
        try:
            return importlib.import_module(name)
        except ImportError:
            return None

    if treys := installed("treys"):
        evaluate, new = treys.Evaluator().evaluate, treys.Card.new
        found["treys"] = (lambda hand: evaluate([], [new(card) for card in hand]), list)
    if phevaluator := installed("phevaluator"):
        evaluate_cards = phevaluator.evaluate_cards
        found["phevaluator"] = (lambda hand: evaluate_cards(*hand), list)
    if eval7 := installed("eval7"):
        rate, card_of = eval7.evaluate, eval7.Card
        found["eval7"] = (lambda hand: rate([card_of(card) for card in hand]), list)
    if pokerkit := installed("pokerkit"):
        high = pokerkit.StandardHighHand
        found["pokerkit"] = (
            lambda text: high(text) if len(text) == 10 else high.from_game(text),
            "".join,
        )
    if rust := installed("holdem_hand_evaluator"):
        found["holdem-hand-evaluator"] = (rust.evaluate_hand, "".join)
    return found


def _measure(title: str, hands: Sequence[list[str]]) -> str:
    contenders: dict[str, Callable[[Any], object]] = {"xlpoker": xlpoker.value}
    inputs: dict[str, Sequence[Any]] = {"xlpoker": hands}
    for name, (work, shape) in _peers().items():
        few = hands[: HANDS // 10] if name == "pokerkit" else hands
        contenders[name] = work
        inputs[name] = [shape(hand) for hand in few]
    return table(title, nanoseconds(contenders, inputs), "xlpoker")


def run() -> str:
    """Return the tables for five, six and seven cards as texts, and for five and seven cards in one text."""
    report = [
        _measure("Five cards, a text each", _random_hands(5)),
        _measure("Six cards, a text each", _random_hands(6)),
        _measure("Seven cards, a text each", _random_hands(7)),
    ]
    for cards, title in (
        (5, 'Five cards in one text ("4d 6s 9h Qh Qc")'),
        (7, "Seven cards in one text"),
    ):
        lines = [" ".join(hand) for hand in _random_hands(cards)]
        contenders: dict[str, Callable[[Any], object]] = {"xlpoker": xlpoker.value}
        for name in ("treys", "phevaluator"):
            if name in (peers := _peers()):
                contenders[name] = lambda line, work=peers[name][0]: work(line.split())  # type: ignore[misc]
        report.append(
            table(title, nanoseconds(contenders, dict.fromkeys(contenders, lines)), "xlpoker")
        )
    return "\n".join(report)


if __name__ == "__main__":
    print(run())
