-- The addresses that the host doesn't let in.
CREATE TABLE blocked (
    network TEXT PRIMARY KEY,      -- 203.0.113.0/24; one address is a network of one
    since DOUBLE PRECISION NOT NULL,   -- seconds since 1970
    until DOUBLE PRECISION,        -- NULL: for good
    note TEXT NOT NULL             -- the host's own words
);
