"""Odds: ranges of starting hands, outs, equity.

::

    equity.py ── table.py ── ranges.py ── range_words.py, order.py    what a player may hold: TT+, A5s-A2s, AhKh, random
       │  │
       │  ├─ matchups.py            combinations of hands that differ only in the names of suits, counted once
       │  ├─ known.py ── lanes.py   known hands from the flop on: all boards side by side in one int
       │  ├─ early.py               before the flop, Omaha, hi-lo and the short deck, in lanes, too
       │  ├─ equity_numpy.py        the counts of early.py over arrays, where NumPy is installed
       │  ├─ two_ranges.py ── range_boards.py   two ranges from the flop on, by groups of hands
       │  └─ sampling.py, equity_samples.py    where counting takes too long: random deals from a seed
       │
       ├─ equities.py               many situations at once, as arrays
       ├─ grid.py                   the 169 starting hands against a range
       └─ hits.py ── draws.py       made hands and draws of a range
    outs.py ── next_cards.py        the next cards one by one, in lanes
       └────── draws.py             what a hand is drawing to
"""
