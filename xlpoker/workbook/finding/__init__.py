"""Where the hands are, step by step: kinds of cells, blocks of rows, words above them, cuts into hands and boards."""
