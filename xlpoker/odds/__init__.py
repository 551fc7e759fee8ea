"""Odds: ranges of starting hands, outs, equity.

::

    equity.py ── table.py ── ranges.py ── range_words.py     what a player may hold: TT+, A5s-A2s
       │
       ├─ known_hands.py ── streets.py ── lanes.py     known hands on a flop or turn: all boards side
       │                                by side in one int; next cards
       ├─ range_rivers.py               two ranges on a river, by bits
       ├─ range_boards.py               two ranges on a flop or turn, by groups of hands; large ones
       │                                on a river
       ├─ deals.py ── all_boards.py     every board of any game by rank multisets, in arrays; each kind
       │      │                         of combination of ranges
       │      ├─ boards_in_lanes.py     the same boards in plain Python, all multisets in one int
       │      └─ random_deals.py        random deals
       ├─ known_rows.py                 many situations at once, as arrays; three ranges and more on
       │                                a board
       ├─ hits.py ── draws.py           made hands and draws of a range, its next cards, and the 169
       │                                starting hands against it
       └─ categories.py                 what hands become by the river, each known hand by itself
              └─ range_categories.py    the same of ranges from the flop on
    chances.py ── categories.py         what one hand or range becomes when no other cards are known
    outs.py ── draws.py                 the next cards one by one, and what a hand is drawing to

A *deal* is known hands, a board so far and dead cards; a *table* has ranges instead of hands. Most
counts are by *sets of players* who win: bit 0 is player 1, so index 3 is a tie of the first two.

The game decides the engine. Hold'em has all of them, Omaha and the short deck have those over all
boards. A new game begins in `xlpoker.evaluator.games`. It gets odds by its hole cards in
`ranges.HOLES`, by when it has a flush in `rank_tables`, and by its values in `all_boards` and
`boards_in_lanes`, of ranks and of flushes apart; `deals.every_board`, slow and without tables, checks
them.
"""
