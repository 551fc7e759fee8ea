"""Locates the hands in a table: searched by its cells and the words above them, or named by the user."""
