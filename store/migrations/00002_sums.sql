-- +goose Up

-- Experiments and runs carry sums as games do. Migration 3 gives them to the rows that
-- are there.
ALTER TABLE experiments ADD COLUMN steps INTEGER NOT NULL DEFAULT 0;  -- rows of steps
ALTER TABLE experiments ADD COLUMN sum BLOB NOT NULL DEFAULT x'';     -- of all other columns and of the entrants

ALTER TABLE runs ADD COLUMN games INTEGER NOT NULL DEFAULT 0;         -- that it has written
ALTER TABLE runs ADD COLUMN digest BLOB NOT NULL DEFAULT x'';         -- exclusive or of their sums
ALTER TABLE runs ADD COLUMN sum BLOB NOT NULL DEFAULT x'';            -- of all other columns

-- The steps of a tuning, in their order.
CREATE TABLE steps (
    experiment INTEGER NOT NULL REFERENCES experiments (id) ON DELETE CASCADE,
    step       INTEGER NOT NULL,                                      -- from 0 on
    line       BLOB NOT NULL,                                         -- JSON
    sum        BLOB NOT NULL,                                         -- of step and line, and of the experiment's key
    PRIMARY KEY (experiment, step)
) STRICT, WITHOUT ROWID;

-- +goose Down

DROP TABLE steps;
ALTER TABLE runs DROP COLUMN sum;
ALTER TABLE runs DROP COLUMN digest;
ALTER TABLE runs DROP COLUMN games;
ALTER TABLE experiments DROP COLUMN sum;
ALTER TABLE experiments DROP COLUMN steps;
