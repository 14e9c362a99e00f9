-- For how many seconds servers could take moves, all told: clocks are charged by this, and by no clock that may be set.
ALTER TABLE alive ADD COLUMN served DOUBLE PRECISION NOT NULL DEFAULT 0;
-- How many that were when the last event of a match with a clock was written; NULL: not known, nobody is charged.
ALTER TABLE matches ADD COLUMN wound DOUBLE PRECISION;
DROP TABLE outages;
