"""Worksheets: where the hands are, reading, scoring, writing."""
