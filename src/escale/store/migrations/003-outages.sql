-- The times when no server was there, so that every process that starts afterwards knows of them.
CREATE TABLE outages (
    start_at DOUBLE PRECISION NOT NULL,
    end_at DOUBLE PRECISION PRIMARY KEY
);
CREATE INDEX holders_by_match ON holders (match);
