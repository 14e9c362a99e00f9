"""The journals of all matches, kept in a database. It knows matches by their ids and events by their bytes, nothing more."""
