"""Odds: ranges of starting hands, outs, equity.

::

    equity.py ── ranges.py          what a player may hold: TT+, A5s-A2s, AhKh, random
       │  │
       │  ├─ known.py ── lanes.py   known hands from the flop on: all boards side by side in one int
       │  ├─ early.py               before the flop, Omaha, hi-lo and the short deck, in lanes, too
       │  ├─ equity_numpy.py        the same counts over arrays, where there is NumPy
       │  ├─ equity_boards.py       two ranges on every board, by levels of value
       │  └─ sampling.py            where counting takes too long: dealt at random from a seed
       │
    outs.py ── next_cards.py        the next cards one by one, in lanes
       └────── draws.py             what a hand is drawing to
"""
