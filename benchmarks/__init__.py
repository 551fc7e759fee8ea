"""Ratios against peers, all measured in one interleaved run: ``python -m benchmarks``."""
