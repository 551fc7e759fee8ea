"""The value of five cards as one array formula, for an Excel that knows neither LET nor LAMBDA (2007 to 2021).

Without names for its steps the formula says everything again where it needs it, and so it is made from its parts here.
"""

from __future__ import annotations

from string import Template

from xlpoker.addins.formulas import card_signs, first_values, row
from xlpoker.evaluator.cards import RANKS, SUITS
from xlpoker.evaluator.classes import CATEGORIES

__all__ = ["old"]

_OLD = """\
IF(COUNTA($cells)=0, "", IF(SUM(--($codes=TRANSPOSE($codes)))+SUM(--(LEN($written)<>2))<>5, VALUE("no card, or a card twice"), \
IF($pattern=5, IF(OR(MAX($ranks)-MIN($ranks)=4, $wheel), $straight+IF(MAX($ranks)-MIN($ranks)=4, MAX($ranks)-4, 0)+IF($suited, $runs), \
1+SUM(COMBIN($all+1, {5,4,3,2,1})*($all+1-{5,4,3,2,1})/($all+1))-MAX(0, MAX($ranks)-5+(MAX($ranks)=13))+IF($suited, $flush)), \
IF($pattern=9, $pairs+11*($one*($one-1)/2+$two)+$three-($three>$one)-($three>$two), \
LOOKUP($pattern, $firsts)+$one*COMBIN(12, $number)+SUM(($nth>0)*COMBIN($rest+1, ABS($nth))*($rest+1-$nth)/($rest+1))))))"""


def old(cells: str = "A3:E3") -> str:
    """Return one array formula for the value of five cards in cells: for Excel of 2007 and later, without LET or LAMBDA.

    How often each of the thirteen ranks occurs, times 13, plus the rank: the largest of these numbers are the ranks in
    their order of importance. The squares of how often they occur add up to 5, 7, 9, 11, 13, 17 for the six patterns.
    """
    patterns = {sum(times**2 for times in category.shape): category for category in CATEGORIES[::-1]}
    signs = [[sign for sign, letter in card_signs().items() if letter == suit] for suit in SUITS]
    suits = SUITS + "".join(map("".join, zip(*signs, strict=True)))
    written = f'SUBSTITUTE(UPPER({cells}), "10", "T")'
    ranks = f'FIND(LEFT({written}), "{RANKS}")'
    suit = f'MOD(FIND(RIGHT({written}), "{suits}"), 4)'
    times = f"FREQUENCY({ranks}, {{{';'.join(map(str, range(1, 13)))}}})"
    pattern = f"SUM({times}^2)"

    def rank(nth: str) -> str:
        return f"MOD(LARGE(13*{times}+{{{';'.join(map(str, range(13)))}}}, {nth}), 13)"

    alone = {squares: one for squares, one in sorted(patterns.items()) if squares not in (5, 9)}
    number = f"LOOKUP({pattern}, {{{row(alone)}}}, {{{row(len(one.shape) - 1 for one in alone.values())}}})"
    first = {one.index: value for one, value in zip(CATEGORIES, first_values(), strict=True)}
    return Template(_OLD).substitute(
        cells=cells,
        codes=f"(4*{ranks}+{suit})",
        written=written,
        ranks=ranks,
        pattern=pattern,
        wheel=f"AND(MAX({ranks})=13, MIN({ranks})=1, SUM({ranks})=23)",
        suited=f"MAX({suit})=MIN({suit})",
        straight=first[4],
        runs=first[8] - first[4],
        flush=first[5] - first[0],
        pairs=first[2],
        all=rank("{1,2,3,4,5}"),
        one=rank("1"),
        two=rank("2"),
        three=rank("3"),
        firsts=f"{{{row(alone)}}}, {{{row(first[one.index] for one in alone.values())}}}",
        number=number,
        nth=f"({number}-{{0,1,2}})",
        rest=f"({rank('{2,3,4}')}-({rank('{2,3,4}')}>{rank('1')}))",
    )
