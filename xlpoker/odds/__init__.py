"""Odds: ranges of starting hands, outs, equity.

::

    equity.py ── table.py ── ranges.py ── range_words.py, order.py    what a player may hold: TT+, A5s-A2s, AhKh, random
       │
       ├─ known_hands.py ── lanes.py    known hands on a flop or turn: all boards side by side in one int
       ├─ two_ranges.py ── range_hands.py, range_boards.py    two ranges from the flop on, by groups of hands
       ├─ matchups.py                   combinations of hands that differ only in the names of suits, counted once
       ├─ deals.py ── all_boards.py     every board of any game by rank multisets, board by board, or at random
       │      └─ random_deals.py        random deals as arrays
       ├─ known_rows.py                 many situations at once, as arrays; three ranges and more on a board
       ├─ grid.py                       the 169 starting hands against a range
       └─ hits.py ── draws.py           made hands and draws of a range
    outs.py ── next_cards.py            the next cards one by one, in lanes
       └────── draws.py                 what a hand is drawing to
"""
