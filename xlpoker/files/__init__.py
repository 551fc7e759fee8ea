"""Files as bytes: what kind a file is, how it is replaced in one step; no cards."""
