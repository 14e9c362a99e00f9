-- The journal: one row an event. What a match is now is computed from its events; the other tables only help to find it.
CREATE TABLE matches (
    id TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    status TEXT NOT NULL,          -- playing, over, ended
    listed INTEGER NOT NULL,       -- 1: anybody may find it and watch
    invitation TEXT NOT NULL UNIQUE,
    updated DOUBLE PRECISION NOT NULL  -- seconds since 1970
);
CREATE TABLE events (
    match TEXT NOT NULL REFERENCES matches (id),
    seq INTEGER NOT NULL,          -- from 1, without gaps
    body TEXT NOT NULL,            -- JSON
    PRIMARY KEY (match, seq)
);
CREATE TABLE holders (
    holder TEXT NOT NULL,          -- the hash of a token
    match TEXT NOT NULL REFERENCES matches (id),
    PRIMARY KEY (holder, match)
);
CREATE INDEX matches_by_status ON matches (status, updated);
