-- +goose Up

-- Experiments and runs get checksums, which games already have. Migration 3 computes the
-- checksums of existing rows.
ALTER TABLE experiments ADD COLUMN steps INTEGER NOT NULL DEFAULT 0;  -- number of rows in steps
ALTER TABLE experiments ADD COLUMN sum BLOB NOT NULL DEFAULT x'';     -- checksum of all other columns and of the entrants

ALTER TABLE runs ADD COLUMN games INTEGER NOT NULL DEFAULT 0;         -- number of games that the run has written
ALTER TABLE runs ADD COLUMN digest BLOB NOT NULL DEFAULT x'';         -- exclusive or of the checksums of these games
ALTER TABLE runs ADD COLUMN sum BLOB NOT NULL DEFAULT x'';            -- checksum of all other columns

-- The steps of tunings, in order.
CREATE TABLE steps (
    experiment INTEGER NOT NULL REFERENCES experiments (id) ON DELETE CASCADE,
    step       INTEGER NOT NULL,                                      -- from 0
    line       BLOB NOT NULL,                                         -- JSON
    sum        BLOB NOT NULL,                                         -- checksum of step, line and the experiment's key
    PRIMARY KEY (experiment, step)
) STRICT, WITHOUT ROWID;

-- +goose Down

DROP TABLE steps;
ALTER TABLE runs DROP COLUMN sum;
ALTER TABLE runs DROP COLUMN digest;
ALTER TABLE runs DROP COLUMN games;
ALTER TABLE experiments DROP COLUMN sum;
ALTER TABLE experiments DROP COLUMN steps;
