"""Scoring: a block of rows in, values, winners and problems out; independent of file formats."""
