"""What home-game.xlsx shows when it is new: six nights and twelve hands."""

from __future__ import annotations

import datetime as dt
import random
from typing import Any

from home_game.parts import FIRST_NIGHT, SEASON_NAMES, serial
from xlpoker.evaluator.cards import card_text


def season_rows() -> list[tuple[int, str, float, float, float]]:
    """Return the rows of six nights, a fortnight apart, whose cash-outs add up to the buy-ins."""
    source = random.Random(47)
    rows = []
    for night in range(6):
        day = serial(FIRST_NIGHT + dt.timedelta(days=14 * night))
        names = sorted(source.sample(SEASON_NAMES, source.choice([5, 6, 7])))
        bought = [source.choice([20, 20, 20, 40, 60]) for _ in names]
        weights = [source.choice([0, 1, 2, 3, 5]) for _ in names]
        cashed = [sum(bought) * weight // max(sum(weights), 1) for weight in weights]
        cashed[weights.index(max(weights))] += sum(bought) - sum(cashed)
        hours = source.choice([3.5, 4, 4.5, 5])
        rows += [(day, *row, hours) for row in zip(names, bought, cashed, strict=True)]
    return rows


def sample_hands() -> list[dict[str, Any]]:
    """Return hands of the season: two to four players show down, others put in a blind; in one nobody calls."""
    source = random.Random(48)
    hands: list[dict[str, Any]] = []
    for number in range(12):
        cards = [card_text(code) for code in source.sample(range(52), 13)]
        players = source.sample(range(len(SEASON_NAMES)), source.choice([2, 2, 3, 4]) + 1)
        *shown, folded = players
        stakes = {player: source.choice([10, 20, 20, 35, 50]) for player in shown}
        stakes[folded] = 2
        holes = {
            player: (cards[5 + 2 * place], cards[6 + 2 * place])
            for place, player in enumerate(shown)
        }
        day = serial(FIRST_NIGHT + dt.timedelta(days=14 * (number // 2)))
        hands.append({"date": day, "board": cards[:5], "holes": holes, "stakes": stakes})
    hands[7] = {
        **hands[7],
        "board": hands[7]["board"][:3],
        "holes": {shown[0]: ("??", None)},
        "stakes": {shown[0]: 12, folded: 6},
    }
    return hands
