"""Hands played at random with pokerkit: what each player put in, and what each one got."""

from functools import cache, lru_cache

RANKS, SUITS = "23456789TJQKA", "cdhs"


def played(rng, *, hi_lo=False):
    """Return what each player put in, whose hand counts, and what each one got, as pokerkit says.

    The game is no-limit hold'em, or limit Omaha hi-lo.
    """
    stakes, holes, boards, is_left, payouts = _play(rng, hi_lo=hi_lo)
    return stakes, holes, boards[0], is_left, payouts


def played_twice(rng):
    """Return the same of a hold'em hand that is run twice where all are all-in; it has one board or two."""
    return _play(rng, run_twice=True)


def _play(rng, *, hi_lo=False, run_twice=False):
    """Return a hand with its boards."""
    import pokerkit

    automation = pokerkit.Automation
    automations = (
        automation.ANTE_POSTING, automation.BET_COLLECTION, automation.BLIND_OR_STRADDLE_POSTING,
        automation.HOLE_CARDS_SHOWING_OR_MUCKING, automation.HAND_KILLING,
    )  # fmt: skip
    count = rng.randint(2, 9)
    stacks = [rng.choice([rng.randint(2, 40), rng.randint(20, 400)]) for _ in range(count)]
    game = pokerkit.NoLimitTexasHoldem
    bets = [2]
    if hi_lo:
        game = pokerkit.FixedLimitOmahaHoldemHighLowSplitEightOrBetter
        bets = [2, 4]
    state = game.create_state(
        automations,
        True,  # noqa: FBT003 - antes are uniform
        rng.choice([0, 1]),
        (1, 2),
        *bets,
        stacks,
        count,
        mode=pokerkit.Mode.CASH_GAME if run_twice else pokerkit.Mode.TOURNAMENT,
    )
    state.hand_types = tuple(map(valued_once, state.hand_types))
    deck = [rank + suit for rank in RANKS for suit in SUITS]
    rng.shuffle(deck)
    cards = 4 if hi_lo else 2
    holes = ["".join(deck.pop() for _ in range(cards)) for _ in range(count)]
    for hole in holes:
        state.deal_hole(hole)
    while state.status and not state.can_push_chips():
        if state.can_burn_card():
            state.burn_card(deck.pop())
        elif state.can_deal_board():
            state.deal_board("".join(deck.pop() for _ in range(state.board_dealing_count)))
        elif state.can_select_runout_count():
            state.select_runout_count(2)
        elif state.actor_index is not None:
            act(state, rng)
        else:
            raise AssertionError("the hand does not go on")
    stakes = [stack - left for stack, left in zip(stacks, state.stacks, strict=True)]
    is_left = list(state.statuses)
    boards = ["".join(map(repr, state.get_board_cards(index))) for index in state.board_indices]
    while state.can_push_chips():
        state.push_chips()
    while state.can_pull_chips():
        state.pull_chips()
    before = [stack - stake for stack, stake in zip(stacks, stakes, strict=True)]
    payouts = [after - left for after, left in zip(state.stacks, before, strict=True)]
    return stakes, holes, boards, is_left, payouts


@cache
def valued_once(hand_type):
    """Return pokerkit's type of a hand, whose values are kept.

    At a showdown pokerkit asks for each player's hand once for each other player.
    """

    class ValuedOnce(hand_type):
        @classmethod
        def from_game(cls, hole_cards, board_cards=()):
            return value_of(tuple(hole_cards), tuple(board_cards))

    @lru_cache(maxsize=100)
    def value_of(hole_cards, board_cards):
        return hand_type.from_game(hole_cards, board_cards)

    return ValuedOnce


def act(state, rng):
    """Let a player fold, call or raise."""
    choice = rng.random()
    if choice < 0.2 and state.can_fold():
        state.fold()
    elif choice < 0.5 and state.can_complete_bet_or_raise_to():
        low = state.min_completion_betting_or_raising_to_amount
        high = state.max_completion_betting_or_raising_to_amount
        state.complete_bet_or_raise_to(rng.choice([low, rng.randint(low, high), high]))
    else:
        state.check_or_call()
