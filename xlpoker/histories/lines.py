"""Parser of the lines below the head of a text history: seats, cards, bets, collected chips.

The same for all sites.

A line is recognised by its words, not by its site. It begins with a player's name and a verb (`Ann:
raises $2 to $4`), or it is one of the few lines without a name (`*** FLOP ***`, `Uncalled bet ($2)
returned to Ann`). What an amount means is not known from the words alone: `raises [3]` adds three
with one site and is the whole bet with another. `xlpoker.histories.money` tries both.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from xlpoker.errors import quoted
from xlpoker.evaluator.cards import count_cards
from xlpoker.histories.cash_outs import CashOuts
from xlpoker.histories.model import (
    Cards,
    Entry,
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
_SHOWDOWN = re.compile(r"(?i)[*\- ]*(first|second|third|1st|2nd|3rd) show ?down\b")
_MOST_LINES = 5_000
_MOST_HOLE_CARDS = 6
_BOARD_INDEX = {
    **dict.fromkeys(("first", "1st", "1"), 0),
    **dict.fromkeys(("second", "2nd", "2"), 1),
    **dict.fromkeys(("third", "3rd", "3"), 2),
}
_DEALT = re.compile(
    r"(?i)deal(?:t|ing)(?: pocket)?(?: cards?)?(?: to)? (?:(?P<shown>\[.+\]) to )?(?P<name>.+?)(?::|(?= \[)|$) ?(?P<cards>.*)"
)
_BACK = re.compile(
    r"(?i)(?:uncalled bet(?: of)?|returning) ?(?P<chips>.*?) (?:returned )?to (?P<name>.+?)(?: uncalled)?$"
)
_POT = re.compile(r"(?i)(?:total )?(?:pot|main pot)\b(?!.*won by)(?P<pot>.*?)(?P<rake>\brake.*)?$")
_RAKE = re.compile(r"(?i)(?:no )?rake\b(?: taken)?(?P<chips>.*)")
_WON_BY = re.compile(r"(?i)(?>.*?pot).*won by (?P<rest>.*)")
_FEES = re.compile(r"(?i)\||\bJP fee")  # between the rake, a jackpot and other fees
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
)  # cards between words
_NOT_AWARDED = "(pot not awarded as player cashed out)"
"""In the summary; no other line says that the player collects the pot."""
_DEALT_CARDS = re.compile(rf"\[|{_LOOSE.pattern}")
_NO_COLON = ("Party", "888")  # sites where a name and a colon are chat
_WON = re.compile(r"(?i)\b(?:collected|won)(?: total)? ?\(?(\D?\d[\d.,]*)")
_IN_POT = re.compile(r"pot[^($€£]{0,200}+\(([^)\d]{0,200}+\d[^)]{0,200}+)\)")
_POSTS = frozenset(
    "posts posted post has antes ante ante/small straddle straddles small big posts:".split()
)
_ALL_IN = ("all-in", "allin", "is all-in", "is all in", "raises all-in")
_FORCED_BETS = ("blind", "ante", "straddle")
_OTHER_PRIZES = ("bounty", "tournament", "ticket", "place")
"""Words of lines about prizes that are not chips of the pot."""
_KINDS = (
    "fold folds folded",
    "check checks checked",
    "call calls called",
    "bet bets",
    "raise raises raised",
    "won collected collects wins ties",
    "back returns return returned",
)
"""The kinds of actions, each followed by its other verbs."""
_KIND_OF_VERB = {verb: verbs.split()[0] for verbs in _KINDS for verb in verbs.split()}


def hand_of(lines: list[str]) -> PlayedHand:
    """Return the hand of some lines, from its first line on.

    Raises `NotReadError` for games other than hold'em and Omaha, and for an incomplete hand.

    >>> head = ["Hand #42: Hold'em No Limit ($1/$2)", "Seat 1: Ann ($9)", "Seat 2: Ben ($9)"]
    >>> preflop = ["Ann: posts big blind $2", "Ben: calls $2"]
    >>> flop = ["*** FLOP *** [2c 7d 9s]", "Ann: bets $7", "Ben: folds", "Ann collected $4"]
    >>> hand = hand_of([*head, *preflop, *flop])
    >>> [(seat.name, seat.net, seat.folded) for seat in hand.seats], hand.boards, hand.notes
    ([('Ann', 2.0, False), ('Ben', -2.0, True)], [('2C', '7D', '9S')], [])
    """
    if len(lines) > _MOST_LINES:
        raise NotReadError(f"goes on for {len(lines):,} lines; at most {_MOST_LINES:,} are read")
    parser = _LineParser(head_of(lines))
    for line in lines:
        parser.take(line)
    parser.finish(lines)
    return parser.hand


class _LineParser:
    """One pass over the lines of a hand: `take` each line, then `finish`."""

    def __init__(self, hand: PlayedHand) -> None:
        self.hand = hand
        self._seats: dict[str, Seat] = {}
        self._longest_name_first: list[Seat] = []
        self._sitting_out: set[str] = set()
        self._active: set[str] = set()  # the names of those who acted or paid
        self._dealt_boards: dict[int, list[str]] = {}
        self._written_boards: dict[int, list[str]] = {}  # of lines that repeat a whole board
        self._misses_dealt_cards = False
        self._bets: list[Bet] = []
        self._street = 0
        self._run = 0  # the board whose showdown the lines tell, from 1 on
        self._acted_at = 0
        self._in_summary = False
        self._rake: float | None = None
        self._gift = 0.0
        self._stated: dict[str, float] = {}
        self._cash_outs = CashOuts()

    def take(self, line: str) -> None:
        """Take a line: of a seat, of the summary, of a player, or one of those without a name."""
        before_play = not (self._in_summary or self._active)
        if before_play and self._take_seat(line):
            return
        if self._in_summary and self._take_summed_seat(line):
            return
        player = self._player(line)
        if player is not None:
            seat, rest = player
            is_chat = rest.startswith(":") and self.hand.site in _NO_COLON
            if not is_chat:
                self._act(seat, rest.lstrip(" :-").rstrip())
            return
        is_taken = (
            self._take_street(line)
            or self._take_showdown(line)
            or self._take_board(line)
            or self._take_dealt(line)
            or self._take_returned(line)
            or self._take_shares_of_pot(line)
        )
        if not is_taken:
            self._take_other(line)

    def _take_seat(self, line: str) -> bool:
        """Take a line that names a seat before the first action."""
        match = _SEAT.match(line)
        if match is None:
            return False
        name = (match["name"] or match["n2"]).strip()
        chips = match["chips"] or match["c2"] or match["c3"]
        if "sitting out" in line.lower():
            self._sitting_out.add(name)
        check_seats(len(self._seats))
        seat = Seat(int(match["seat"]), name, number_of(chips))
        self._seats[name] = seat
        if line.upper().endswith(("[DEALER]", ") DEALER")):
            self.hand.button = seat.number
        self._longest_name_first = sorted(self._seats.values(), key=lambda seat: -len(seat.name))
        return True

    def _take_summed_seat(self, line: str) -> bool:
        """Take a seat's line of the summary."""
        match = _SUMMED.match(line)
        player = self._player(match["rest"]) if match is not None else None
        if player is None:
            return False
        seat, rest = player
        if "(button)" in rest or "(dealer)" in rest:
            self.hand.button = self.hand.button or seat.number
        is_shown = "mucked" in rest.lower() or "net:" in rest or "won Total" in rest
        if is_shown or _SHOWN.search(rest):
            self._show(seat, rest)
        self._win_in_summary(seat, rest)
        return True

    def _win_in_summary(self, seat: Seat, rest: str) -> None:
        """Take what a player collected by a line of the summary, unless lines above say it."""
        winners = {bet.name for bet in self._bets if bet.kind == "won" and not bet.late}
        is_named_only_here = _NOT_AWARDED in rest and seat.name not in winners
        if winners and not is_named_only_here:
            return
        won = _WON.search(rest)
        if won is not None:
            amount = number_of(won[1]) or 0.0
            self._bets.append(Bet("won", self._street, seat.name, amount, late=True))

    def _take_street(self, line: str) -> bool:
        """Take a line with the cards of a street."""
        street = _STREET.match(line)
        if street is None or not _DEALT_CARDS.search(street["rest"]):
            return False
        self._street += 1
        cards = self._cards(street["rest"])
        if not cards:
            self._misses_dealt_cards = True
        order = street["a"] or street["b"] or street["c"]
        self._add_to_board(self._dealt_boards, order, cards)
        return True

    def _take_showdown(self, line: str) -> bool:
        """Take a line above the winners on one of several boards: ``*** SECOND SHOW DOWN ***``."""
        showdown = _SHOWDOWN.match(line)
        if showdown is None:
            return False
        self._run = 1 + _BOARD_INDEX[showdown[1].lower()]
        return True

    def _take_board(self, line: str) -> bool:
        """Take a line with a whole board."""
        board = _BOARD.match(line)
        if board is None:
            return False
        cards = self._cards(board["rest"])
        self._add_to_board(self._written_boards, board["a"], cards)
        return True

    def _take_dealt(self, line: str) -> bool:
        """Take a line with the hole cards that a player is dealt."""
        dealt = _DEALT.match(line)
        if dealt is None:
            return False
        seat = self._seats.get(dealt["name"].strip())
        self._show(seat, dealt["shown"] or dealt["cards"])
        return True

    def _take_returned(self, line: str) -> bool:
        """Take a line about an uncalled bet that is returned."""
        returned = _BACK.match(line)
        if returned is None:
            return False
        seat = self._seats.get(returned["name"].rstrip(". "))
        self._move("back", seat, returned["chips"])
        return True

    def _take_shares_of_pot(self, line: str) -> bool:
        """Take a line about a pot and its winners: ``Main pot $8 won by Ann ($4), Ben ($4)``."""
        won_by = _WON_BY.match(line)
        if won_by is None:
            return False
        for seat in self._longest_name_first:
            name_and_share = re.escape(seat.name) + r" \(([^()]*)\)"
            for share in re.findall(name_and_share, won_by["rest"]):
                self._move("won", seat, share)
        return True

    def _take_other(self, line: str) -> None:
        """Take a line that names no player first.

        It tells the button, the pot, the rake or where the summary begins.
        """
        if _SUMMARY.match(line):
            self._in_summary = True
        button = _BUTTON.search(line)
        if button is not None:
            self.hand.button = int(button[1] or button[2] or button[3])
            return
        drop = _DROP.match(line)
        if drop is not None:
            self._gift += number_of(drop[1]) or 0.0
            return
        pot = _POT.match(line)
        if pot is not None:
            self.hand.pot = number_of(pot["pot"]) or self.hand.pot
            if pot["rake"]:
                fees = [number_of(fee) or 0.0 for fee in _FEES.split(pot["rake"])]
                self._rake = round(sum(fees), 4)
            return
        rake = _RAKE.match(line)
        if rake is not None:
            self._rake = number_of(rake["chips"]) or 0.0

    def _player(self, line: str) -> tuple[Seat, str] | None:
        """Return the player whose name begins a line, and the text behind the name."""
        for text in (line, line.lstrip("*").removeprefix("Player ")):
            for seat in self._longest_name_first:
                if text.startswith(seat.name):
                    rest = text[len(seat.name) :]
                    if not rest or rest[0] in " :":
                        return seat, rest
        return None

    def _act(self, seat: Seat, rest: str) -> None:
        """Add what a player does; `rest` is the line behind the name."""
        lower = rest.lower()
        verb = re.split(r"[ (.,:]", lower, maxsplit=1)[0]
        kind = _KIND_OF_VERB.get(verb)
        if self._cash_outs.take(seat.name, rest):
            return
        if self._in_summary and self._take_outcome(seat, rest):
            return
        if "the button" in lower or "dealer button" in lower:
            self.hand.button = seat.number
        elif verb in _POSTS and _is_forced_bet(verb, lower):
            self._post(seat, lower, rest)
        elif lower.startswith(_ALL_IN):
            self._move("raise" if "raise" in lower else "call", seat, rest)
        elif kind == "won" or lower.startswith("hand result"):
            self._win(seat, lower, rest)
        elif kind in ("fold", "check"):
            seat.folded |= kind == "fold"
            self._note_action(seat)
            if "[" in rest:
                self._show(seat, rest)
        elif kind is not None:
            self._move(kind, seat, rest)
        elif _SHOWN.search(rest):
            self._show(seat, rest)

    def _take_outcome(self, seat: Seat, rest: str) -> bool:
        """Take a line of the summary with all that a player bet and collected."""
        outcome = _OUTCOME.search(rest)
        if outcome is None:
            return False
        self._stated[seat.name] = number_of(outcome["a"] or outcome["c"] or "0") or 0.0
        won = number_of(outcome["b"] or outcome["d"] or "0") or 0.0
        self._bets = [bet for bet in self._bets if (bet.kind, bet.name) != ("won", seat.name)]
        self._bets.append(Bet("won", self._street, seat.name, won))
        self._show(seat, rest)
        return True

    def _note_action(self, seat: Seat) -> None:
        """Remember that a player acted, and how many board cards there were."""
        self._acted_at = max(map(len, self._dealt_boards.values()), default=0)
        self._active.add(seat.name)

    def _move(self, kind: str, seat: Seat | None, text: str) -> None:
        """Add the bet that a text names: `$2`, or `$2 to $4` with the whole bet."""
        chips, _, to = text.partition(" to ")
        amount = number_of(chips)
        whole_bet = number_of(to) if to else None
        has_amount = amount is not None or whole_bet is not None
        if seat is None or not has_amount:
            return
        if kind not in ("won", "back"):
            self._note_action(seat)
        run = self._run if kind == "won" else 0
        bet = Bet(kind, self._street, seat.name, amount or 0.0, whole_bet, run=run)
        self._bets.append(bet)

    def _post(self, seat: Seat, lower: str, rest: str) -> None:
        """Take a blind, an ante or a straddle, or several: `[$0.50 + $1]`, `$1 dead $0.50`."""
        amounts = re.split(r"\+|\bdead\b", re.sub(r"^\D*", "", rest))
        amount = sum(number_of(text) or 0.0 for text in amounts)
        if not amount:
            return
        self._active.add(seat.name)
        big_blind = self.hand.big_blind
        is_ante = re.search(r"\bante\b(?!/)", lower) is not None
        is_dead = re.search(r"dead|missed|small (?:&|and) big|both", lower) is not None
        if is_dead and big_blind and amount >= big_blind:
            dead_chips = round(amount - big_blind, 4)
            self._bets.append(Bet("dead", 0, seat.name, dead_chips))
            amount = big_blind
            is_dead = False
        elif "big" in lower and not is_ante and not is_dead and big_blind is None:
            self.hand.big_blind = amount
        kind = "dead" if is_ante or is_dead else "post"
        self._bets.append(Bet(kind, 0, seat.name, amount))

    def _win(self, seat: Seat, lower: str, rest: str) -> None:
        """Take what a player collects from the pot; prizes of tournaments are left out."""
        if any(word in lower for word in _OTHER_PRIZES):
            return
        kind = "back" if "(uncalled)" in lower else "won"
        in_pot = _IN_POT.search(lower)
        amount = in_pot[1] if in_pot is not None else rest.replace(" to ", " ")
        self._move(kind, seat, amount)

    def _show(self, seat: Seat | None, text: str) -> None:
        """Take the first cards in brackets, which may come one by one.

        More cards of a hand replace fewer.
        """
        cards = self._first_cards(text)
        if seat is None:
            return
        is_next_card = len(cards) == 1 and cards[0] not in seat.cards and "received" in text
        if is_next_card:
            seat.cards += cards
        elif len(seat.cards) < len(cards) <= _MOST_HOLE_CARDS:
            seat.cards = cards

    def _first_cards(self, text: str) -> Cards:
        """Return the cards of the first brackets that hold any, or of a text without brackets."""
        for group in _GROUPS.findall(text) or [text]:
            cards = self._cards(group)
            if cards:
                return cards
        return ()

    def _cards(self, text: str) -> Cards:
        """Return all cards in brackets, or those between the words of a text without brackets."""
        card_texts = _BRACKETS.findall(text) or [" ".join(_LOOSE.findall(text))]
        return tuple(card for card_text in card_texts for card in self.hand.cards(card_text))

    def _add_to_board(self, boards: dict[int, list[str]], order: str | None, cards: Cards) -> None:
        """Add cards to a board.

        `order` is *first*, *2nd* or the like, None where the line names no board.
        """
        index = _BOARD_INDEX[order.lower()] if order else 0
        board = boards.setdefault(index, [])
        is_another_board = order is None and len(board) == 5 and not set(cards) <= set(board)
        if is_another_board:
            board = boards.setdefault(len(boards), [])
        board += [card for card in dict.fromkeys(cards) if card not in board]

    def finish(self, lines: list[str]) -> None:
        """Set the seats, the boards and the chips of the hand, and check it.

        `lines` are all that were taken.

        Raises `NotReadError` for an incomplete hand.
        """
        self._set_seats()
        self._set_boards()
        settled(self.hand, self._bets, self._rake, self._gift, self._stated)
        self._cash_outs.settle(self.hand)
        self._note_cards_without_place(lines)
        self.hand.close(5 if self._misses_dealt_cards else self._acted_at)

    def _set_seats(self) -> None:
        """Set the seats, those of players who sit out and do nothing left out, and the button."""
        hand = self.hand
        for name, seat in self._seats.items():
            if name in self._active or name not in self._sitting_out:
                hand.seats.append(seat)
        for seat in hand.seats:
            seat.number = seat.number or 10  # a seat 0
            if hand.button is None and seat.name.startswith("Dealer"):
                hand.button = seat.number
        if hand.button == 0:
            hand.button = 10

    def _set_boards(self) -> None:
        """Set the boards as they were dealt, or as they are written where that is more."""
        dealt = self._dealt_boards
        written = self._written_boards
        has_more_boards = len(written) > len(dealt)
        has_more_cards = len(written.get(0, ())) > len(dealt.get(0, ()))
        more_is_written = has_more_boards or has_more_cards
        boards = written if self._misses_dealt_cards or more_is_written else dealt
        first = boards.get(0, [])
        for order in sorted(boards):
            board = boards[order]
            if order and len(board) < len(first):  # only the streets that were dealt again
                board = first[: len(first) - len(board)] + board
            self.hand.boards.append(tuple(board[:5]))

    def _note_cards_without_place(self, lines: list[str]) -> None:
        """Note the cards in brackets that are neither on a board nor a player's."""
        hand = self.hand
        placed = {card for board in hand.boards for card in board}
        for seat in hand.seats:
            placed.update(seat.cards)
        text = "\n".join(line for line in lines if "Draw for dealer" not in line)
        for bracketed in dict.fromkeys(_BRACKETS.findall(text)):
            if count_cards(bracketed) and not placed.issuperset(hand.cards(bracketed)):
                hand.note(f"{quoted(bracketed.strip())} has no place in the table")


def _is_forced_bet(verb: str, lower: str) -> bool:
    """Tell whether a line with one of the verbs of posting is about a blind, an ante or a straddle.

    >>> _is_forced_bet("posts", "posts $2"), _is_forced_bet("small", "small blind $1")
    (True, True)
    >>> _is_forced_bet("has", "has 15 seconds left")
    False
    """
    return verb.startswith("post") or any(word in lower for word in _FORCED_BETS)


def _entries_of(text: str) -> Iterator[Entry]:
    """Yield the hands of a text."""
    for number, lines in hands_of(text):
        yield number, lines[0], partial(hand_of, lines)


READER = Reader((".txt", ".log"), has_hands, _entries_of)
