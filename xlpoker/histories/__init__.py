"""Hand histories of poker sites: read into hands, hands into a table that can be scored."""
