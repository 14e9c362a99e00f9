"""Bots over the verbs. They know no game; what is known of a game is in its insight.py."""
