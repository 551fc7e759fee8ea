"""Formulas with random hands, as users have them: two to nine cards, jokers, blanks, errors, many spellings."""

from __future__ import annotations

import ast
import random
from collections.abc import Iterator
from typing import Any

from hosts import Range
from xlpoker.functions import CATALOGUE, Function

RANKS, SUITS = "23456789TJQKA", "CDHS"
BAD = ["1OH", "#N/A", "#DIV/0!", 7, 2.5, True, "x", "5H 6H", None]
SIGNS = dict(zip(SUITS, "♣♦♥♠", strict=True))
KNOWN = {"HANDVAL", "HANDNAME", "BESTHAND", "WINNER", "SHARES", "HOLDEM", "OMAHA"}


def spelt(card: str, source: random.Random) -> str:
    """Return a card in one of the spellings that people use."""
    if card == "*":
        return source.choice(["*", "joker", "Xn"])
    rank, suit = card
    return source.choice(
        [card] * 5 + [card.lower(), rank.replace("T", "10") + SIGNS[suit], f" {card} ", suit + rank]
    )


def blocks(source: random.Random, rows: int, *widths: int) -> list[Range]:
    """Return blocks side by side, dealt from one deck a row; some rows are blank, some spoilt."""
    made: list[list[list[Any]]] = [[] for _ in widths]
    deck = [rank + suit for rank in RANKS for suit in SUITS] + ["*"] * 2
    for _ in range(rows):
        cards: list[Any] = [spelt(card, source) for card in source.sample(deck, sum(widths))]
        fate = source.random()
        if fate < 0.03:
            cards = [source.choice([None, ""])] * len(cards)
        elif fate < 0.08:
            cards[source.randrange(len(cards))] = source.choice(BAD)
        for place, width in enumerate(widths):
            start = sum(widths[:place])
            made[place].append(cards[start : start + width])
    return [Range(block) for block in made]


def example(entry: Function) -> tuple[str, tuple[Any, ...]]:
    """Return a function's example formula: its name and arguments."""
    expression = ast.parse(entry.example.removeprefix("="), mode="eval").body
    assert isinstance(expression, ast.Call)
    assert isinstance(expression.func, ast.Name)
    return expression.func.id, tuple(ast.literal_eval(argument) for argument in expression.args)


def formulas(hands: int) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Yield formulas over blocks: that many hands of two to nine cards, each with every function that takes it."""
    source = random.Random(54)
    rows = hands // 8
    for width in range(2, 10):
        (block,) = blocks(source, rows, width)
        yield "HANDVAL", (block,)
        yield (
            "HANDVAL",
            (block, source.choice(["cactus", "percentile"]), source.choice(["five", "natural"])),
        )
        yield "HANDNAME", (block, source.choice(["long", "short", "full"]))
        yield "BESTHAND", (block,)
        board, hole = blocks(source, rows, 5, 2)
        yield "BESTHAND", (hole, board)
        yield "HANDVAL", (Range([block.rows[0]]),)
        yield "HANDVAL", (Range([[cell] for cell in block.rows[1]]),)
        yield "HANDVAL", (block.rows[2][0],)
        for name in ("WINNER", "SHARES"):
            yield name, tuple(blocks(source, rows // 2, width, width, 3))
            yield name, (blocks(source, 1, width)[0], *blocks(source, rows // 2, width))
    for name, holes in (("HOLDEM", 2), ("OMAHA", 4)):
        yield name, tuple(blocks(source, rows, 5, holes, holes))
        yield name, tuple(blocks(source, rows, 3, holes, holes, holes))
    for entry in CATALOGUE.values():
        yield example(entry)
        if entry.name not in KNOWN:
            widths = [3, 2, 2] if len(entry.arguments) > 1 else [2, 2]
            if not entry.arguments[-1].repeats:
                widths = widths[: len(entry.arguments)]
            yield entry.name, tuple(blocks(source, 3, *widths))
