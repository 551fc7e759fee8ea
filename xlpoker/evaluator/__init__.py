"""The rules of poker in pure Python: cards, hand classes, the prime-product dictionary, games, showdowns."""
