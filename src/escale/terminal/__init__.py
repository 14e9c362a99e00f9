"""A table in the terminal: the games played by typing moves."""
