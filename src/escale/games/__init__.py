"""The games, one folder each. A folder here is a game of the library; nothing else has to be told."""
