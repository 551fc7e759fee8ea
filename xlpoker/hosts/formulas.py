"""The functions as formulas without an add-in: defined names of LAMBDAs, from the hand classes.

A formula here is written as one types it, in steps of LET: words in capitals are functions and our
names, words in small letters are steps and parameters. Cards are numbers as in
`xlpoker.evaluator.cards`; sets of ranks are columns of thirteen zeros and ones, from the deuce to
the ace. The value of a hand is the first value of its category plus its place there. The place is
how many sets of ranks of that size stand below, a sum of binomial coefficients. `docs/formulas.md`
explains each step.

The formulas avoid functions that only Excel applies to arrays (MOD, COMBIN, TEXTJOIN, LARGE with
several places), so that other programs can calculate them too. No step has the name of a function,
of a cell, or of a command of Excel 4.0 (CALL, GROUP, RETURN), which Excel refuses where it is
called.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from math import comb
from string import Formatter, Template

from xlpoker.evaluator.cards import RANKS, SUITS, parse_card
from xlpoker.evaluator.classes import CATEGORIES, RANK_NAMES, Category, HandClass, ladder, name
from xlpoker.functions import CATALOGUE

__all__ = ["Formula", "card_signs", "first_values", "for_sheets", "formulas", "old", "pasted"]

PLAYERS = 9


@dataclass(frozen=True, slots=True)
class Formula:
    """A name, its parameters, its help, and its formula.

    Parameters that may be left out are in brackets.
    """

    name: str
    parameters: tuple[str, ...]
    help: str
    body: str

    @property
    def text(self) -> str:
        """Return the definition of the name, as one types it."""
        return f"LAMBDA({', '.join(self.parameters)},\n{self.body})"


_HANDCARDS = """\
LET(
  written, $clean,
  pieces, IF(COLUMNS(written)=1, MID(written, SEQUENCE(1, ROUNDUP(SUM(LEN(written))/2, 0), 1, 2), 2), written),
  codes, IFERROR(4*FIND(LEFT(pieces), "$ranks")+FIND(RIGHT(pieces), "$suits"),
    4*FIND(RIGHT(pieces), "$ranks")+FIND(LEFT(pieces), "$suits"))-5,
  wrong, SUM(--(LEN(pieces)<>2))+SUM(--(codes=TRANSPOSE(codes)))-COLUMNS(codes),
  IF(wrong, VALUE("no card, or a card twice"), codes))"""

_HANDVAL = """\
LET(
  each, SEQUENCE(13),
  from, --(SEQUENCE(1, 13)>=each),
  highest, LAMBDA(set, number, set*(MMULT(from, set)<=number)),
  place, LAMBDA(set, among, SUM(MAP(set, SUM(among)-MMULT(from, among), SUM(set)-MMULT(from, set)+1,
    LAMBDA(member, below, nth, IF(member*(below>=nth), ROUND(COMBIN(below, nth), 0), 0))))),
  singles, LAMBDA(set, LET(sets, place(highest(set, 5), each^0), sets-SUM(--({$straights}<sets)))),
  top, SEQUENCE(10),
  runs, (TRANSPOSE(each)>=top-1)*(TRANSPOSE(each)<=top+3)+(top=1)*(TRANSPOSE(each)=13),
  best_run, LAMBDA(set, MAX(top*(MMULT(runs, set)=5))),
  BYROW(cards, LAMBDA(hand, IF(SUM(LEN(TRIM(hand)))=0, "", LET(
  codes, HANDCARDS(hand),
  suits, codes-4*INT(codes/4),
  same, --(INT(codes/4)+1=each),
  times, MMULT(same, SEQUENCE(COLUMNS(codes))^0),
  suited, MMULT(same, TRANSPOSE(--(suits=MEDIAN(suits)))),
  most, MAX(times),
  lead, highest(--(times=most), CHOOSE(most, $leads)),
  kind, CHOOSE(most, $k0, IF(SUM(lead)=1, $k1, $k2), IF(SUM(--(times>1))=1, $k3, $k6), $k7),
  rest, highest((times>--(kind=$k6))*(lead=0), INDEX({$rests}, kind)),
  high, $v0+singles(--(times>0)),
  alike, IF(most=1, 0, INDEX({$firsts}, kind)+place(lead, each^0)*ROUND(COMBIN(13-SUM(lead), SUM(rest)), 0)+place(rest, 1-lead)),
  straight, IF(best_run(--(times>0)), $v4-1+best_run(--(times>0)), 0),
  flush, IF(SUM(suited)<5, 0, IF(best_run(suited), $v8-1+best_run(suited), $v5+singles(suited))),
  IF((COLUMNS(codes)<5)+(COLUMNS(codes)>7), VALUE("not five to seven cards"), MAX(high, alike, straight, flush)))))))"""

_BESTHAND = """\
MAP(HANDVAL(cards), SEQUENCE(ROWS(cards)), LAMBDA(number, line, IF(number="", "", LET(
  kind, MATCH(number, {$firsts}),
  codes, HANDCARDS(CHOOSEROWS(cards, line)),
  ranks, INT(codes/4),
  suits, codes-4*ranks,
  ones, SEQUENCE(1, COLUMNS(codes))^0,
  wanted, IF($flushes, --(suits=MEDIAN(suits)), ones),
  times, MMULT(wanted, --(ranks=TRANSPOSE(ranks))),
  weight, IF(kind=$k7, --(times=4), IF(kind=$k2, (times=2)*(ranks>=LARGE((times=2)*ranks, 3)), times)),
  down, number-INDEX({$firsts}, kind)+3-ranks,
  steps, down+13*(down<0),
  other, MMULT(ones, (ranks=TRANSPOSE(ranks))*(codes<TRANSPOSE(codes))*TRANSPOSE(wanted)),
  order, 64*wanted*IF($runs, (other=0)*(steps<5)*(5-steps), 13*weight+ranks+1)+codes,
  card, LAMBDA(nth, LET(found, MOD(LARGE(order, nth), 64),
    MID("$ranks", INT(found/4)+1, 1)&MID("$suits", MOD(found, 4)+1, 1))),
  card(1)&" "&card(2)&" "&card(3)&" "&card(4)&" "&card(5)))))"""

_HANDNAME = """\
MAP(HANDVAL(cards), BESTHAND(cards), LAMBDA(number, best, IF(number="", "", LET(
  kind, MATCH(number, {$firsts}),
  one, SUM(FIND(LEFT(best), "$ranks")),
  two, SUM(FIND(MID(best, INDEX({$seconds}, kind), 1), "$ranks")),
  words, {$words},
  plurals, {$plurals},
  CHOOSE(kind,
    $names)))))"""

_WINNER = """\
LET($missing
  heights, HSTACK($heights),
  $values,
  IF(SUM((heights>1)*(heights<MAX(heights))), VALUE("blocks of different heights"), MAP(SEQUENCE(MAX(heights)), LAMBDA(line, LET(
  numbers, HSTACK($numbers),
  players, SUM(--(numbers<>0)),
  blanks, SUM(--(numbers="")),
  $cards,
  codes, HSTACK($all),
  times, MMULT(SEQUENCE(1, COLUMNS(codes))^0, --(codes=TRANSPOSE(codes))),
  common, SUM(--(times=players))/players,
  unfair, SUM((times<>1)*(times<>players))+(common>IF(MIN($sizes)<6, 0, 5)),
  winners, SUM(--(numbers=MAX(numbers))),
  IF(blanks=players, "", IF(blanks, VALUE("a blank hand"), IF(unfair, VALUE("a card in two hands"),
    IF(winners>1, 0, MATCH(MAX(numbers), numbers, 0))))))))))"""


def row(numbers: Iterable[object]) -> str:
    """Return numbers as they stand in a row of an array."""
    return ",".join(map(str, numbers))


def _texts(words: Iterable[str]) -> str:
    return ",".join(f'"{word}"' for word in words)


def card_signs() -> dict[str, str]:
    """Return the signs of the suits, full and hollow ones, with their letters."""
    return {chr(sign): SUITS[parse_card(f"A{chr(sign)}") & 3] for sign in range(0x2660, 0x2668)}


def first_values() -> list[int]:
    """Return the lowest value of each category.

    >>> first_values()[:3]  # high card, one pair, two pair
    [1, 1278, 4138]
    """
    values: dict[str, int] = {}
    for value, hand_class in enumerate(ladder(), 1):
        values.setdefault(hand_class.category.name, value)
    return [values[category.name] for category in CATEGORIES]


def _clean() -> str:
    """Return the formula that normalises a text of cards.

    It gives two letters per card: capitals, T for 10, no blanks or commas, no suit signs.
    """
    text = "UPPER(hand)"
    for old_text, new in {" ": "", ",": "", "10": "T", "0": "T", **card_signs()}.items():
        text = f'SUBSTITUTE({text}, "{old_text}", "{new}")'
    for sign in (0xA0, 0xFE0F):
        text = f'SUBSTITUTE({text}, UNICHAR({sign}), "")'
    return text


def _sets_below(ranks: Iterable[int]) -> int:
    """Return how many sets of as many ranks are lower, the highest rank counting most."""
    return sum(comb(rank, nth) for nth, rank in enumerate(sorted(ranks), 1))


def _name_formula(category: Category, plurals: list[str]) -> str:
    """Return the formula for the names in a category.

    It is a pattern, such as ``"Pair of "&INDEX(plurals, one)``, and the names that differ from it.
    """
    parts: list[str] = []
    for text, field, _, _ in Formatter().parse(category.long):
        parts.append(text)
        if field == "name":
            parts.append(category.name)
        elif field is not None:
            words = "plurals" if field.endswith("s") else "words"
            place = "one" if field.startswith("0") else "two"
            parts.append(f'"&INDEX({words}, {place})&"')
    formula = f'"{"".join(parts)}"'.removesuffix('&""')
    for value, hand_class in enumerate(ladder(), 1):
        if hand_class.category is not category:
            continue
        ranks = [RANK_NAMES[rank] for rank in hand_class.ranks]
        ranks_in_plural = {
            f"{place}s": plurals[rank] for place, rank in enumerate(hand_class.ranks)
        }
        by_pattern = category.long.format(*ranks, name=category.name, **ranks_in_plural)
        if name(value) != by_pattern:
            formula = f'IF(number={value}, "{name(value)}", {formula})'
    return formula


@cache
def _constants() -> dict[str, str]:
    """Return the constants that the formulas take from the table of hand classes."""
    firsts = first_values()
    plurals = [name(firsts[1] + rank * comb(12, 3)).rpartition(" ")[2] for rank in range(13)]
    constants = {
        "clean": _clean(),
        "ranks": RANKS,
        "suits": SUITS,
        "firsts": row(firsts),
        "leads": row(_most_in_front()),
        "rests": row(_group_sizes(category)[1] for category in CATEGORIES),
        "straights": row(sorted(map(_sets_below, _straights()))),
        "seconds": row(3 * category.shape[0] + 1 for category in CATEGORIES),
        "words": _texts(RANK_NAMES),
        "plurals": _texts(plurals),
        "names": ",\n    ".join(_name_formula(category, plurals) for category in CATEGORIES),
        "flushes": _is_kind(category for category in CATEGORIES if category.flush),
        "runs": _is_kind(category for category in CATEGORIES if category.straight),
    }
    for category, first in zip(CATEGORIES, firsts, strict=True):
        constants[f"k{category.number}"] = str(category.number + 1)
        constants[f"v{category.number}"] = str(first)
    return constants


def _group_sizes(category: Category) -> list[int]:
    """Return how many ranks come equally often, for each number of times, and a zero at the end.

    >>> _group_sizes(CATEGORIES[2])  # two pair: two ranks twice, one rank once
    [2, 1, 0]
    """
    return [len(list(ranks)) for _, ranks in groupby(category.shape)] + [0]


def _most_in_front() -> list[int]:
    """Return how many ranks come most often, at most, where that is once, twice, ... four times."""
    most = []
    for times in range(1, 5):
        categories = [category for category in CATEGORIES if category.shape[0] == times]
        most.append(max(_group_sizes(category)[0] for category in categories))
    return most


def _straights() -> list[tuple[int, ...]]:
    """Return the ranks of each straight."""
    category = CATEGORIES[4]
    classes = [hand_class for hand_class in ladder() if hand_class.category is category]
    return [HandClass(category, hand_class.ranks).spread() for hand_class in classes]


def _is_kind(categories: Iterable[Category]) -> str:
    """Return the formula that is 1 where the step `kind` is that of one of the categories."""
    return "+".join(f"(kind={category.number + 1})" for category in categories)


def _filled(template: str, **more: str) -> str:
    return Template(template).substitute(_constants() | more)


def _winner(players: int, least: int) -> str:
    """Return the formula for the winner of up to that many hands.

    Those after the least number may be left out.
    """
    numbers = range(1, players + 1)

    def for_each(present: str, missing: str, before: str = "") -> str:
        """Return a step for each hand: `before`, and `present` or, if left out, `missing`."""
        steps: list[str] = []
        for number in numbers:
            step = present
            if number > least:
                step = f"IF(missing$n, {missing}, {present})"
            steps.append(Template(before + step).substitute(n=number))
        return ",\n    ".join(steps)

    line = "CHOOSEROWS(hand$n, MIN(line, ROWS(hand$n)))"
    steps_of_missing = [
        f"\n  missing{number}, ISOMITTED(hand{number})," for number in numbers if number > least
    ]
    return _filled(
        _WINNER,
        missing="".join(steps_of_missing),
        heights=for_each("ROWS(hand$n)", "1"),
        values=for_each("HANDVAL(hand$n)", "0", "values$n, "),
        numbers=for_each("INDEX(values$n, MIN(line, ROWS(hand$n)))", "0"),
        cards=for_each(f"HANDCARDS({line})", "-$n", "cards$n, "),
        all=", ".join(f"cards{number}" for number in numbers),
        sizes=for_each("COLUMNS(cards$n)", "6"),
    )


def _help(title: str, parameter: str, meaning: str) -> str:
    """Return the help of a formula, which takes fewer hands than the function of that name."""
    of_function = CATALOGUE[title].help.replace(" of 1 to 9 cards", "")
    plain = of_function.partition("; a joker")[0].rstrip(".")
    return f"{plain}. A hand has five to seven cards and no joker. {parameter}: {meaning}."


def formulas(*, optional: bool = True) -> list[Formula]:
    """Return the names with their formulas.

    Without optional parameters there is a WINNER for each number of hands.

    >>> [formula.name for formula in formulas()]
    ['HANDCARDS', 'HANDVAL', 'BESTHAND', 'HANDNAME', 'WINNER']
    """
    a_hand = "a hand, a card a cell or all in one cell"
    cards = f"The cards of one hand as numbers, 0 (2C) .. 51 (AS). hand: {a_hand}."
    names = [Formula("HANDCARDS", ("hand",), cards, _filled(_HANDCARDS))]
    templates = {"HANDVAL": _HANDVAL, "BESTHAND": _BESTHAND, "HANDNAME": _HANDNAME}
    for title, template in templates.items():
        words = _help(title, "cards", f"{a_hand}; or a block with one hand per row")
        names.append(Formula(title, ("cards",), words, _filled(template)))
    words = _help("WINNER", "hand1, hand2", "each a hand, or a block with one hand per row")
    for players in [PLAYERS] if optional else range(2, PLAYERS + 1):
        least = 2 if optional else players
        hands = [
            f"hand{number}" if number <= least else f"[hand{number}]"
            for number in range(1, players + 1)
        ]
        title = "WINNER" if least == 2 else f"WINNER{players}"
        names.append(Formula(title, tuple(hands), words, _winner(players, least)))
    return names


@dataclass
class _OpenCall:
    """A call, or another bracket, whose end is not reached yet."""

    is_lambda: bool
    last_argument: int = 0
    """The index of the piece behind its last comma."""


def for_sheets(text: str) -> str:
    """Return a formula for Google Sheets.

    There functions of one cell take arrays only inside ARRAYFORMULA.

    >>> for_sheets("SUM(MAP(cards, LAMBDA(one, LEN(one))))")
    'ARRAYFORMULA(SUM(MAP(cards, LAMBDA(one, ARRAYFORMULA(LEN(one))))))'
    """
    pieces: list[str] = []
    open_calls: list[_OpenCall] = []
    for piece in re.findall(r'"[^"]*"|LAMBDA\(|[(){},]|[^"(){},L]+|.', text):
        if piece in ("LAMBDA(", "(", "{"):
            open_calls.append(_OpenCall(piece == "LAMBDA("))
        elif piece == "," and open_calls:
            open_calls[-1].last_argument = len(pieces) + 1
        elif piece in (")", "}"):
            call = open_calls.pop()
            if call.is_lambda:
                body = pieces[call.last_argument]
                pieces[call.last_argument] = re.sub(r"^(\s*)", r"\1ARRAYFORMULA(", body)
                pieces.append(")")
        pieces.append(piece)
    return f"ARRAYFORMULA({''.join(pieces)})"


def pasted(host: str) -> str:
    """Return the formulas to paste into a host, each a block of name, arguments and formula.

    The host is "excel" or "sheets".
    """
    if host == "excel":
        blocks = [
            f"Name: {formula.name}\nComment: {formula.help}\nRefers to:\n={formula.text}\n"
            for formula in formulas()
        ]
    else:
        blocks = [_pasted_into_sheets(formula) for formula in formulas(optional=False)]
    return "\n".join(blocks)


def _pasted_into_sheets(formula: Formula) -> str:
    return (
        f"Function name: {formula.name}\n"
        f"Function description: {formula.help}\n"
        f"Argument placeholders: {', '.join(formula.parameters)}\n"
        f"Formula definition:\n={for_sheets(formula.body)}\n"
    )


# --- an Excel without LET and LAMBDA --------------------------------------------------------------
# Without names for its steps the formula says everything again where it needs it, and so it is made
# from its parts.

_OLD = """\
IF(COUNTA($cells)=0, "", IF(SUM(--($codes=TRANSPOSE($codes)))+SUM(--(LEN($written)<>2))<>5, VALUE("no card, or a card twice"), \
IF($pattern=5, IF(OR(MAX($ranks)-MIN($ranks)=4, $wheel), $straight+IF(MAX($ranks)-MIN($ranks)=4, MAX($ranks)-4, 0)+IF($suited, $runs), \
1+SUM(COMBIN($all+1, {5,4,3,2,1})*($all+1-{5,4,3,2,1})/($all+1))-MAX(0, MAX($ranks)-5+(MAX($ranks)=13))+IF($suited, $flush)), \
IF($pattern=9, $pairs+11*($one*($one-1)/2+$two)+$three-($three>$one)-($three>$two), \
LOOKUP($pattern, $firsts)+$one*COMBIN(12, $number)+SUM(($nth>0)*COMBIN($rest+1, ABS($nth))*($rest+1-$nth)/($rest+1))))))"""


def old(cells: str = "A3:E3") -> str:
    """Return one array formula for the value of five cards in cells.

    It is for Excel of 2007 and later, without LET or LAMBDA.

    How often each of the thirteen ranks occurs, times 13, plus the rank: the largest of these
    numbers are the ranks in their order of importance. The squares of how often they occur add up
    to 5, 7, 9, 11, 13, 17 for the six patterns.
    """
    written = f'SUBSTITUTE(UPPER({cells}), "10", "T")'
    ranks = f'FIND(LEFT({written}), "{RANKS}")'
    suit = f'MOD(FIND(RIGHT({written}), "{_suit_signs()}"), 4)'
    times = f"FREQUENCY({ranks}, {{{_column(range(1, 13))}}})"
    pattern = f"SUM({times}^2)"

    def rank(nth: str) -> str:
        return f"MOD(LARGE(13*{times}+{{{_column(range(13))}}}, {nth}), 13)"

    first = {
        category.number: value for category, value in zip(CATEGORIES, first_values(), strict=True)
    }
    looked_up = _categories_by_pattern()
    patterns = row(looked_up)
    sizes = row(len(category.shape) - 1 for category in looked_up.values())
    firsts = row(first[category.number] for category in looked_up.values())
    number = f"LOOKUP({pattern}, {{{patterns}}}, {{{sizes}}})"
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
        firsts=f"{{{patterns}}}, {{{firsts}}}",
        number=number,
        nth=f"({number}-{{0,1,2}})",
        rest=f"({rank('{2,3,4}')}-({rank('{2,3,4}')}>{rank('1')}))",
    )


def _suit_signs() -> str:
    """Return the letters of the suits, then their full signs, then their hollow ones."""
    suit_by_sign = card_signs()
    signs_by_suit = [
        [sign for sign, letter in suit_by_sign.items() if letter == suit] for suit in SUITS
    ]
    rows = ["".join(signs) for signs in zip(*signs_by_suit, strict=True)]
    return SUITS + "".join(rows)


def _column(numbers: Iterable[int]) -> str:
    """Return numbers as they stand in a column of an array."""
    return ";".join(map(str, numbers))


def _categories_by_pattern() -> dict[int, Category]:
    """Return the categories whose values follow from one rank and the others below it.

    Those are all but hands of five different ranks and of two pair. The keys are the sums of the
    squares of how often the ranks occur, in ascending order.
    """
    categories: dict[int, Category] = {}
    for category in CATEGORIES:
        pattern = sum(times**2 for times in category.shape)
        if pattern not in (5, 9):
            categories.setdefault(pattern, category)
    return dict(sorted(categories.items()))
