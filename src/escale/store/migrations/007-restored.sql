-- When a match was last restored from a backup, in seconds since 1970; NULL: never. It is kept as if something had happened then.
ALTER TABLE matches ADD COLUMN restored DOUBLE PRECISION;
