"""Reader of the lines below the head of a text history: seats, cards, bets, collected chips; the same for all sites.

A line is recognised by its words, not by its site: a player's name and a verb (`raises $2 to $4`), or one of the few lines
without a name (`*** FLOP ***`, `Uncalled bet ... returned to`). What an amount means is not known from the words alone:
`raises [3]` adds three with one site and is the whole bet with another. `xlpoker.histories.money` tries both.
"""

from __future__ import annotations

import re
from functools import partial

from xlpoker.errors import quoted
from xlpoker.evaluator.cards import count_cards
from xlpoker.histories.cash_outs import CashOuts
from xlpoker.histories.model import (
    Cards,
    NotReadError,
    PlayedHand,
    Reader,
    Seat,
    check_seats,
    number_of,
)
from xlpoker.histories.money import Bet, settled
from xlpoker.histories.texts import hands_of, has_hands, head_of

__all__ = ["READER", "hand_of"]

_SEAT = re.compile(
    r"(?>- (?P<n2>.+?) sitting in )?[Ss]eat [+#]?(?P<seat>\d+)"
    r"(?: with (?P<c2>[\d.,]+)|\s?[:-] ?(?P<name>.+?)(?: ?\((?P<chips>[^()\d]*\d[^()]*)\)[^()]*| - (?P<c3>\D?[\d.,]+))$)"
)
_SUMMED = re.compile(r"[Ss]eat ?[+#]?\d+ ?: (?P<rest>.+)")
_SUMMARY = re.compile(r"(?i)[*\- ]*summary|[*\- ]*hand conclusion")
_BUTTON = re.compile(
    r"(?i)seat #?(\d+) is the (?:button|dealer)|button (?:is )?(?:in |at |to )?seat #?(\d+)|(?:dealer|button): seat #?(\d+)"
)
_STREET = re.compile(
    r"(?i)[*\- ]*(?:board (?P<c>[123]) - )?(?:dealing )?(?:the )?(?:(?P<a>first|second|third|1st|2nd|3rd) )?(?:flop|turn|river|card dealt to table)(?: (?P<b>[123]))?\b(?P<rest>.*)"
)
_BOARD = re.compile(r"(?i)(?:(?P<a>first|second|third) )?board[^[]*(?P<rest>\[.*)")
_MOST_LINES = 5_000
_ORDER = {"first": 0, "1st": 0, "1": 0, "second": 1, "2nd": 1, "2": 1, "third": 2, "3rd": 2, "3": 2}
_DEALT = re.compile(
    r"(?i)deal(?:t|ing)(?: pocket)?(?: cards?)?(?: to)? (?:(?P<shown>\[.+\]) to )?(?P<name>.+?)(?::|(?= \[)|$) ?(?P<cards>.*)"
)
_BACK = re.compile(
    r"(?i)(?:uncalled bet(?: of)?|returning) ?(?P<chips>.*?) (?:returned )?to (?P<name>.+?)(?: uncalled)?$"
)
_POT = re.compile(r"(?i)(?:total )?(?:pot|main pot)\b(?!.*won by)(?P<pot>.*?)(?P<rake>\brake.*)?$")
_RAKE = re.compile(r"(?i)(?:no )?rake\b(?: taken)?(?P<chips>.*)")
_WON_BY = re.compile(r"(?i)(?>.*?pot).*won by (?P<rest>.*)")
_DROP = re.compile(r"(?i)(?:cash drop to pot|STP added).*?(\d.*)")
_OUTCOME = re.compile(
    r"Bets: (?P<a>[\d.,]+)\. Collects: (?P<b>[\d.,]+)|balance .{0,200}?(?:bet|lost) \D{0,2}(?P<c>\d[\d.,]*)(?:.*?collected \D{0,2}(?P<d>\d[\d.,]*))?"
)
_SHOWN = re.compile(
    r"(?i)\b(?:show(?:s|ed|n)?|muck(?:s|ed)|HI:|card dealt to a spot|received (?:a )?card)\b"
)
_BRACKETS = re.compile(r"\[([^]]{0,200}+)\]")
_GROUPS = re.compile(r"(?:\[[^]]{0,200}+\])+")  # a hand may come card by card
_LOOSE = re.compile(
    r"(?<![A-Za-z\d])(?:10|[2-9TJQKA])(?: of )?[cdhs](?![A-Za-z\d])"
)  # beside words
_NOT_AWARDED = "(pot not awarded as player cashed out)"  # and no line of its own says that the player collects it
_DEALT_CARDS = re.compile(rf"\[|{_LOOSE.pattern}")
_NO_COLON = ("Party", "888")  # sites where a name and a colon are chat
_WON = re.compile(r"(?i)\b(?:collected|won)(?: total)? ?\(?(\D?\d[\d.,]*)")
_IN_POT = re.compile(r"pot[^($€£]{0,200}+\(([^)\d]{0,200}+\d[^)]{0,200}+)\)")
_POSTS = frozenset(
    "posts posted post has antes ante ante/small straddle straddles small big posts:".split()
)
_KINDS = (
    "fold folds folded", "check checks checked", "call calls called", "bet bets", "raise raises raised",
    "won collected collects wins ties", "back returns return returned",
)  # fmt: skip
_VERBS = {verb: verbs.split()[0] for verbs in _KINDS for verb in verbs.split()}


def hand_of(lines: list[str]) -> PlayedHand:
    """Return the hand that some lines tell, from its first line on.

    Raises `NotReadError` for games other than hold'em and Omaha, and for an incomplete hand.
    """
    return _Reader(lines).hand


class _Reader:
    """One pass over the lines of a hand."""

    def __init__(self, lines: list[str]) -> None:
        if len(lines) > _MOST_LINES:
            raise NotReadError(
                f"goes on for {len(lines):,} lines; at most {_MOST_LINES:,} are read"
            )
        self.hand = head_of(lines)
        text = "\n".join(line for line in lines if "Draw for dealer" not in line)
        self._seats: dict[str, Seat] = {}
        self._by_length: list[Seat] = []
        self._out: set[str] = set()
        self._boards: dict[int, list[str]] = {}
        self._written: dict[int, list[str]] = {}
        self._bets: list[Bet] = []
        self._street = 0
        self._acted_at = 0
        self._lost = False
        self._active: set[str] = set()
        self._summary = False
        self._rake: float | None = None
        self._gift = 0.0
        self._told: dict[str, float] = {}
        self._cash_outs = CashOuts()
        for line in lines:
            self._line(line)
        self._end()
        placed = {
            card
            for cards in (*self.hand.boards, *(seat.cards for seat in self.hand.seats))
            for card in cards
        }
        for one in dict.fromkeys(_BRACKETS.findall(text)):
            if count_cards(one) and not placed.issuperset(self.hand.cards(one)):
                self.hand.note(f"{quoted(one.strip())} has no place in the table")
        self.hand.close(5 if self._lost else self._acted_at)

    def _line(self, line: str) -> None:
        if not (self._summary or self._active) and (taken := _SEAT.match(line)) is not None:
            self._seat(line, taken)
        elif (
            self._summary
            and (summed := _SUMMED.match(line)) is not None
            and (named := self._player(summed["rest"]))
        ):
            self._summed(*named)
        elif (found := self._player(line)) is not None:
            seat, rest = found
            if not (rest.startswith(":") and self.hand.site in _NO_COLON):
                self._act(seat, rest.lstrip(" :-").rstrip())
        elif (street := _STREET.match(line)) is not None and _DEALT_CARDS.search(street["rest"]):
            self._street += 1
            cards = self._cards(street["rest"])
            self._lost |= not cards
            self._on_board(self._boards, street["a"] or street["b"] or street["c"], cards)
        elif (board := _BOARD.match(line)) is not None:
            self._on_board(self._written, board["a"], self._cards(board["rest"]))
        elif (dealt := _DEALT.match(line)) is not None:
            self._shows(self._seats.get(dealt["name"].strip()), dealt["shown"] or dealt["cards"])
        elif (back := _BACK.match(line)) is not None:
            self._money("back", self._seats.get(back["name"].rstrip(". ")), back["chips"])
        elif (won := _WON_BY.match(line)) is not None:
            for seat in self._by_length:
                for share in re.findall(re.escape(seat.name) + r" \(([^()]*)\)", won["rest"]):
                    self._money("won", seat, share)
        else:
            self._other(line)

    def _other(self, line: str) -> None:
        """Take a line that names no player first: the button, the pot and the rake, the summary."""
        if _SUMMARY.match(line):
            self._summary = True
        if (button := _BUTTON.search(line)) is not None:
            self.hand.button = int(next(filter(None, button.groups())))
        elif (drop := _DROP.match(line)) is not None:
            self._gift += number_of(drop[1]) or 0.0
        elif (pot := _POT.match(line)) is not None:
            self.hand.pot = number_of(pot["pot"]) or self.hand.pot
            if pot["rake"]:
                parts = re.split(r"(?i)\||\bJP fee", pot["rake"])  # a jackpot and other fees, too
                self._rake = round(sum(number_of(part) or 0.0 for part in parts), 4)
        elif (rake := _RAKE.match(line)) is not None:
            self._rake = number_of(rake["chips"]) or 0.0

    def _seat(self, line: str, found: re.Match[str]) -> None:
        name = (found["name"] or found["n2"]).strip()
        chips = found["chips"] or found["c2"] or found["c3"]
        if "sitting out" in line.lower():
            self._out.add(name)
        check_seats(len(self._seats))
        seat = self._seats[name] = Seat(int(found["seat"]), name, number_of(chips))
        if line.upper().endswith(("[DEALER]", ") DEALER")):
            self.hand.button = seat.number
        self._by_length = sorted(self._seats.values(), key=lambda seat: -len(seat.name))

    def _player(self, line: str) -> tuple[Seat, str] | None:
        """Return the player whose name begins a line, and the text behind the name."""
        for text in (line, line.lstrip("*").removeprefix("Player ")):
            for seat in self._by_length:
                if text.startswith(seat.name) and text[len(seat.name) : len(seat.name) + 1] in (
                    " ",
                    ":",
                    "",
                ):
                    return seat, text[len(seat.name) :]
        return None

    def _act(self, seat: Seat, rest: str) -> None:
        """Take what a player does."""
        lower = rest.lower()
        verb = re.split(r"[ (.,:]", lower, maxsplit=1)[0]
        kind = _VERBS.get(verb)
        if self._cash_outs.take(seat.name, rest):
            return
        if self._summary and (outcome := _OUTCOME.search(rest)) is not None:
            paid, won = (
                number_of(outcome[one] or outcome[other] or "0") or 0.0
                for one, other in ("ac", "bd")
            )
            self._told[seat.name] = paid
            self._bets = [bet for bet in self._bets if (bet.kind, bet.name) != ("won", seat.name)]
            self._bets.append(Bet("won", self._street, seat.name, won))
            self._shows(seat, rest)
        elif "the button" in lower or "dealer button" in lower:
            self.hand.button = seat.number
        elif verb in _POSTS and (
            "blind" in lower or "ante" in lower or "straddle" in lower or verb.startswith("post")
        ):
            self._post(seat, lower, rest)
        elif lower.startswith(("all-in", "allin", "is all-in", "is all in", "raises all-in")):
            self._money("raise" if "raise" in lower else "call", seat, rest)
        elif kind == "won" or lower.startswith("hand result"):
            self._wins(seat, lower, rest)
        elif kind in ("fold", "check"):
            seat.folded |= kind == "fold"
            self._acts(seat)
            if "[" in rest:
                self._shows(seat, rest)
        elif kind is not None:
            self._money(kind, seat, rest)
        elif _SHOWN.search(rest):
            self._shows(seat, rest)

    def _acts(self, seat: Seat) -> None:
        self._acted_at = max(map(len, self._boards.values()), default=0)
        self._active.add(seat.name)

    def _money(self, kind: str, seat: Seat | None, text: str) -> None:
        chips, _, to = text.partition(" to ")
        amount = number_of(chips)
        whole = number_of(to) if to else None
        if seat is None or (amount is None and whole is None):
            return
        if kind not in ("won", "back"):
            self._acts(seat)
        self._bets.append(Bet(kind, self._street, seat.name, amount or 0.0, whole))

    def _post(self, seat: Seat, lower: str, rest: str) -> None:
        """Take a blind, an ante or a straddle, or several in one: `[$0.50 + $1]`, `$1 dead $0.50`."""
        amount = sum(
            number_of(part) or 0.0 for part in re.split(r"\+|\bdead\b", re.sub(r"^\D*", "", rest))
        )
        if not amount:
            return
        self._active.add(seat.name)
        ante, dead = (
            re.search(r"\bante\b(?!/)", lower),
            re.search(r"dead|missed|small (?:&|and) big|both", lower),
        )
        if dead and (blind := self.hand.big_blind) and amount >= blind:
            self._bets.append(Bet("dead", 0, seat.name, round(amount - blind, 4)))
            amount, dead = blind, None
        elif "big" in lower and not (ante or dead) and self.hand.big_blind is None:
            self.hand.big_blind = amount
        self._bets.append(Bet("dead" if ante or dead else "post", 0, seat.name, amount))

    def _wins(self, seat: Seat, lower: str, rest: str) -> None:
        if "bounty" in lower or "tournament" in lower or "ticket" in lower or "place" in lower:
            return
        kind = "back" if "(uncalled)" in lower else "won"
        inside = _IN_POT.search(lower)
        self._money(kind, seat, inside[1] if inside else rest.replace(" to ", " "))

    def _shows(self, seat: Seat | None, text: str) -> None:
        """Take the first cards in brackets, which may come one by one; more cards of a hand replace fewer."""
        cards = next(filter(None, map(self._cards, _GROUPS.findall(text) or [text])), ())
        if (
            seat is not None
            and len(cards) == 1
            and cards[0] not in seat.cards
            and "received" in text
        ):
            seat.cards += cards
        elif seat is not None and len(seat.cards) < len(cards) <= 6:
            seat.cards = cards

    def _summed(self, seat: Seat, rest: str) -> None:
        """Take a seat's line of the summary."""
        if "(button)" in rest or "(dealer)" in rest:
            self.hand.button = self.hand.button or seat.number
        if _SHOWN.search(rest) or "mucked" in rest.lower() or "net:" in rest or "won Total" in rest:
            self._shows(seat, rest)
        winners = {bet.name for bet in self._bets if bet.kind == "won" and not bet.late}
        awarded_here = not winners or (_NOT_AWARDED in rest and seat.name not in winners)
        if awarded_here and (won := _WON.search(rest)):
            self._bets.append(
                Bet("won", self._street, seat.name, number_of(won[1]) or 0.0, late=True)
            )

    def _cards(self, text: str) -> Cards:
        inside = _BRACKETS.findall(text) or [" ".join(_LOOSE.findall(text))]
        return tuple(card for one in inside for card in self.hand.cards(one))

    def _on_board(self, boards: dict[int, list[str]], order: str | None, cards: Cards) -> None:
        board = boards.setdefault(_ORDER[order.lower()] if order else 0, [])
        if order is None and len(board) == 5 and not set(cards) <= set(board):
            board = boards.setdefault(len(boards), [])
        board += [card for card in dict.fromkeys(cards) if card not in board]

    def _end(self) -> None:
        hand = self.hand
        hand.seats = [
            seat
            for name, seat in self._seats.items()
            if name in self._active or name not in self._out
        ]
        for seat in hand.seats:
            seat.number = seat.number or 10  # a seat 0
            if hand.button is None and seat.name.startswith("Dealer"):
                hand.button = seat.number
        hand.button = 10 if hand.button == 0 else hand.button
        boards = self._boards
        if (
            self._lost
            or len(self._written.get(0, ())) > len(boards.get(0, ()))
            or len(self._written) > len(boards)
        ):
            boards = self._written
        shared = boards.get(0, [])
        for order in sorted(boards):
            board = boards[order]
            if order and len(board) < len(shared):  # only the streets that were dealt again
                board = shared[: len(shared) - len(board)] + board
            hand.boards.append(tuple(board[:5]))
        settled(hand, self._bets, self._rake, self._gift, self._told)
        self._cash_outs.settle(hand)


READER = Reader(
    (".txt", ".log"),
    has_hands,
    lambda text: ((at, lines[0], partial(hand_of, lines)) for at, lines in hands_of(text)),
)
