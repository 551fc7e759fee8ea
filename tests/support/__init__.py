"""What tests share: books of every kind, comparers, reference rules, and the runners by hand.

Imported as ``from support.books import book``; a runner is started as ``PYTHONPATH=tests python -m support.kill_runs``.
"""
