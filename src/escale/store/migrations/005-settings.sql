-- What all processes share and keep, by its name: the key that signs browsers' tokens.
CREATE TABLE settings (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
);
