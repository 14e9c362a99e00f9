-- When a server last said that it runs: the clocks of games don't count the time without one.
CREATE TABLE alive (
    one INTEGER PRIMARY KEY,       -- always 1
    at DOUBLE PRECISION NOT NULL   -- seconds since 1970
);
