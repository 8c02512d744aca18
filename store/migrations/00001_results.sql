-- +goose Up

-- What was to be played, and by which build.
CREATE TABLE experiments (
    id            INTEGER PRIMARY KEY,
    key           TEXT NOT NULL UNIQUE,  -- of kind, definition, build and programs
    kind          TEXT NOT NULL,
    title         TEXT NOT NULL,
    definition    TEXT NOT NULL,         -- the order, as JSON
    rules         TEXT NOT NULL,
    board         TEXT NOT NULL,
    start_length  INTEGER NOT NULL,
    seed          TEXT NOT NULL,         -- 64 bits, which an INTEGER here does not hold
    budget        TEXT NOT NULL,
    reproducible  INTEGER NOT NULL,      -- 0 where clocks or others have a say in the games
    build         TEXT NOT NULL,         -- its key
    build_commit  TEXT NOT NULL,
    build_sum     TEXT NOT NULL,
    build_version TEXT NOT NULL,
    build_time    TEXT NOT NULL,         -- of the commit
    programs      TEXT NOT NULL,         -- digest of those of others
    created       INTEGER NOT NULL       -- milliseconds of Unix time, like all times here
) STRICT;

CREATE TABLE entrants (
    experiment INTEGER NOT NULL REFERENCES experiments (id) ON DELETE CASCADE,
    place      INTEGER NOT NULL,
    solver     TEXT NOT NULL,
    PRIMARY KEY (experiment, place)
) STRICT, WITHOUT ROWID;

-- The times that a program played games of an experiment.
CREATE TABLE runs (
    id         INTEGER PRIMARY KEY,
    key        TEXT NOT NULL UNIQUE,     -- chance
    experiment INTEGER NOT NULL REFERENCES experiments (id) ON DELETE CASCADE,
    command    TEXT NOT NULL,
    machine    TEXT NOT NULL,
    began      INTEGER NOT NULL,
    ended      INTEGER NOT NULL          -- when it last wrote a game, or ended
) STRICT;

CREATE INDEX runs_of_experiment ON runs (experiment);

CREATE TABLE games (
    experiment INTEGER NOT NULL REFERENCES experiments (id) ON DELETE CASCADE,
    grp        INTEGER NOT NULL,
    seating    INTEGER NOT NULL,
    ending     TEXT NOT NULL,
    winner     INTEGER NOT NULL,         -- seat, where the ending is won
    turns      INTEGER NOT NULL,
    length     INTEGER NOT NULL,         -- of the longest snake at the end
    mishaps    INTEGER NOT NULL,         -- of all seats
    took       INTEGER NOT NULL,         -- nanoseconds
    at         INTEGER NOT NULL,         -- when it was finished
    run        INTEGER NOT NULL,
    sum        BLOB NOT NULL,            -- of all but experiment and run, and of the experiment's key
    detail     BLOB NOT NULL,            -- all that the kind keeps of the game
    record     BLOB,                     -- as text, deflated
    log        BLOB                      -- of the official engine, deflated
) STRICT;

CREATE UNIQUE INDEX games_of_experiment ON games (experiment, grp, seating);

-- +goose Down

DROP TABLE games;
DROP TABLE runs;
DROP TABLE entrants;
DROP TABLE experiments;
