"""Hands of PokerNow as JSON, made of events in short."""

CHECK, BET, BIG, SMALL, LATE_BIG, LATE_SMALL, STRADDLE, CALL, RAISE, BOARD, WIN, FOLD, SHOW = range(
    13
)
VOTE, SHOWDOWN, BACK, BOUNTY, RAKE = 14, 15, 16, 18, 19
ANNA, BEN, CLEO = 2, 5, 9
PLAYERS = [
    {"id": "aaaa1111", "seat": ANNA, "name": "Anna", "stack": 5000, "hand": ["Ah", "Ad"]},
    {"id": "bbbb2222", "seat": BEN, "name": "Ben", "stack": 4000},
    {"id": "cccc3333", "seat": CLEO, "name": "Cleo", "stack": 3000},
]
BLINDS = [(SMALL, BEN, 10), (BIG, CLEO, 25)]
FLOP = {"type": BOARD, "turn": 1, "run": 1, "cards": ["2c", "7d", "9s"]}
TURN = {"type": BOARD, "turn": 2, "run": 1, "cards": ["Jc"]}
RIVER = {"type": BOARD, "turn": 3, "run": 1, "cards": ["3h"]}


def hand_of(events, **fields):
    """Return a hand with these events, of which those of players are (type, seat, value)."""
    payloads = [
        event
        if isinstance(event, dict)
        else dict(zip(("type", "seat", "value"), event, strict=False))
        for event in events
    ]
    record = {
        "id": "abcd12345678", "handVersion": 2, "number": "7", "gameType": "th", "cents": True,
        "smallBlind": 10, "bigBlind": 25, "ante": None, "straddleSeat": None, "dealerSeat": ANNA,
        "startedAt": 1709668800250, "bombPot": False, "sevenDeuceBounty": None, "doubleBoard": None,
        "players": PLAYERS, "events": [{"at": 1709668800251, "payload": payload} for payload in payloads],
    }  # fmt: skip
    return record | fields


def win_of(seat, value, **fields):
    """Return the event of a player who collects."""
    return {"type": WIN, "seat": seat, "value": value, "pot": value, "position": 1} | fields


SHOWN_DOWN = [
    *BLINDS, (RAISE, ANNA, 75), (CALL, BEN, 75), (FOLD, CLEO), FLOP, (CHECK, BEN), (CALL, ANNA, 25),
    (RAISE, BEN, 100), (CALL, ANNA, 100), TURN, (CHECK, BEN), (CHECK, ANNA), RIVER, (CHECK, BEN), (CHECK, ANNA),
    {"type": SHOWDOWN}, {"type": SHOW, "seat": BEN, "cards": ["Kh", "9d"]}, {"type": SHOW, "seat": ANNA, "cards": ["Ah", "Ad"]},
    win_of(ANNA, 375, cards=["Ah", "Ad"], runNumber="1", hiLo="h"), {"type": SHOW, "seat": CLEO, "cards": [None, "4d"]},
]  # fmt: skip
