"""Where the hands are in a table: found from its cells and the words above them, or named by the user."""
