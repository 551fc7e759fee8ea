"""Odds: ranges of starting hands, outs, equity.

::

    equity.py ── ranges.py          what a player may hold: TT+, A5s-A2s, AhKh, random
       │  │
       │  ├─ counting.py            exact, pure Python: rank multisets and rank sets of one suit instead of boards
       │  ├─ equity_numpy.py        the same counts over arrays, and whole ranges on one board
       │  └─ sampling.py            where counting takes too long: dealt at random from a seed
       │
    outs.py ── draws.py             the next cards one by one; what a hand is drawing to
"""
