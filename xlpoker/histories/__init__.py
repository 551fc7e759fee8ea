"""Hand histories of poker sites, read into `PlayedHand` objects."""
