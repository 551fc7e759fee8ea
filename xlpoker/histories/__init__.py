"""Hand histories of poker sites, read into `Hand` objects."""
