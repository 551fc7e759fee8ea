"""Files with tables: read in blocks, scored, written."""
