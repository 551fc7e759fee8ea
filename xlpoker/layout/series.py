"""What the headings of single cards say together: A B C in turn, P1 c1 c2 c3, the flop before the turn, h1 h2 v1 v2.

Each rule takes the headings of the columns with cards, in their order, and returns them; `together` joins two rows of headings.
"""

from __future__ import annotations

import string
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import groupby, pairwise

from xlpoker.layout.headings import Heading

__all__ = ["completed", "together"]

_FULL, _TURN = 5, 4  # cards of a board; the card behind the flop
Line = list[Heading]


def completed(found: Sequence[Heading], cards: Collection[int]) -> Line:
    """Return the headings of all columns, those above `cards` completed by what stands beside them."""
    places = sorted(cards)
    line = [found[at] for at in places]
    for rule in (_letters, _numbers, _board_or_player, _suffixes, _carried, _streets, _stems):
        line = rule(line)
    made = dict(zip(places, line, strict=True))
    return [made.get(at, one) for at, one in enumerate(found)]


def _letters(line: Line) -> Line:
    """Letters in turn, A B C D E, number the cards: they name nobody."""
    single = [one.text.upper() for one in line if len(one.text) == 1 and one.text.isalpha()]
    in_turn = len(single) > 3 and "".join(single) in string.ascii_uppercase
    return [Heading(one.text) if in_turn and one.text.upper() in single else one for one in line]


def _numbers(line: Line) -> Line:
    """1 1 1 2 2 2 are players."""
    twice = any(one.text.isdecimal() and one.text == other.text for one, other in pairwise(line))
    return [Heading(one.text, "", one.text) if twice and one.text.isdecimal() else one for one in line]


def _board_or_player(line: Line) -> Line:
    """A1 .. A5 B1 .. B5, A and B, R1 .. R5 are players', F1 F2 F3 T R the board's."""
    counts = Counter(one.who for one in line if one.number and len(one.who) == 1)
    plain = {counts[one.who] for one in line if one.is_plain and one.number and len(one.who) == 1}
    most = {one.who: one.number for one in line if one.weak and one.text[1:]}
    pair = any(one.text.upper() == "A" for one in line)

    def is_player(one: Heading) -> bool:
        numbered = counts[one.who] in plain or most.get(one.who, 0) > (1 if one.who in "TR" else _FULL)
        return one.weak and (numbered if one.text[1:] else pair and one.who == "B")

    return [replace(one, role="") if is_player(one) else one for one in line]


def _suffixes(line: Line) -> Line:
    """Anna a, Anna b are the two cards of Anna."""
    for at, (one, other) in enumerate(pairwise(line)):
        stem, ends = one.text[:-1], one.text[-1:] + other.text[-1:]
        if one.is_plain and other.is_plain and stem == other.text[:-1] != "" and ends == "ab":
            line[at : at + 2] = [replace(one, who=stem.strip(), number=1), replace(other, who=stem.strip(), number=2)]
    return line


def _carried(line: Line) -> Line:
    """P1 c1, c2, c3: the player is said once."""
    for at in range(1, len(line)):
        one, other = line[at - 1 : at + 1]
        if one.who and one.role == "card" and not other.who and other.role == "card" and other.number == one.number + 1:
            line[at] = replace(other, who=one.who)
    return line


def _streets(line: Line) -> Line:
    """Turn and river may be the 4th and the 5th, and the three numbered cards before the turn are the flop."""
    for at in range(3, len(line)):
        flop, one = line[at - 3 : at], line[at]
        behind = flop[2].role == "board" or (
            one.number == _TURN and [card.number for card in flop] == [1, 2, 3] and flop[0].who
        )
        if behind and not one.who and one.number in (_TURN, _FULL) and one.role in ("", "card"):
            line[at] = one = replace(one, role="board")
        if line[at - 1].role == "board" and line[at - 1].number == _TURN and not one.text:
            line[at] = Heading("", "board", "", _FULL)
        if one.role == "board" and one.number == _TURN and [card.number for card in flop] == [1, 2, 3]:
            line[at - 3 : at] = [replace(card, role="board", who="") for card in flop]
    return line


def _stems(line: Line) -> Line:
    """h1 h2 v1 v2 are two players of two cards."""
    players = [one for one in line if one.role == "player" and one.who[-1:].isdigit()]
    others = [one for one in line if one not in players and one.role != "board" and one.who and one.number]
    runs = [[*run] for _, run in groupby(players, key=lambda one: one.who.rstrip("0123456789"))]
    if len(runs) + bool(others) < 2 or any(
        [one.who[len(one.who.rstrip("0123456789")) :] for one in run] != [*map(str, range(1, len(run) + 1))]
        for run in runs
    ):
        return line
    made = {
        one.text: replace(one, who=stem.strip(), number=int(one.who[len(stem) :]))
        for one in players
        for stem in [one.who.rstrip("0123456789")]
    }
    return [made.get(one.text, one) for one in line] if all(len(run) > 1 for run in runs) else line


def together(upper: Heading, lower: Heading, *, below_label: bool) -> Heading:
    """Return what two headings, one below the other, say together."""
    if not upper.text or not lower.text:
        return upper if upper.text else lower
    named = lower.is_plain or lower.weak or len(lower.text) == 1
    if upper.role in ("aside", "stage", "board") or (below_label and named):
        return replace(upper, number=lower.number or upper.number)
    if lower.role in ("card", "") and not lower.is_plain:  # below a word such as Nom or Mark: that is who
        return Heading(lower.text, "card", upper.who or lower.who or upper.text, lower.number)
    if lower.role == "card" or (lower.is_plain and lower.number and upper.who):
        return Heading(lower.text, lower.role, upper.who or lower.who, lower.number)
    return lower
