"""Files as bytes: what kind a file is, how it is replaced in one step, how zip archives are read and packed; no cards."""
