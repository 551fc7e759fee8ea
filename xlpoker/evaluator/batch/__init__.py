"""The rules of poker over arrays: (n, cards) uint8 codes -> values and winners; needs NumPy.

Each row gets the value that `xlpoker.evaluator.hand` and its neighbours give a single hand::

    codes.py  cells -> codes and back         games.py    hold'em, Omaha, front
        \\                                      |
         \\_______________________ kernel.py: values, bad rows, winners
                                     |              |
                      engine_numpy.py     engine_numba.py (optional, compiled)
                                     \\              |
                                      tables.py: logarithm keys, drawn with their bits

Bad rows are data: their value is 0. `codes.py` also rejects arrays that do not hold card codes.

Each name is imported from its module. This file imports none of them: threads that import one module of a package while
others import the package wait for each other where the package imports its modules.
"""
