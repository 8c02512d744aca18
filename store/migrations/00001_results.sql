-- +goose Up

-- The definition of each experiment, and the build that plays it.
CREATE TABLE experiments (
    id            INTEGER PRIMARY KEY,
    key           TEXT NOT NULL UNIQUE,  -- digest of kind, definition, build and programs
    kind          TEXT NOT NULL,
    title         TEXT NOT NULL,
    definition    TEXT NOT NULL,         -- package definition, as JSON
    rules         TEXT NOT NULL,
    board         TEXT NOT NULL,
    start_length  INTEGER NOT NULL,
    seed          TEXT NOT NULL,         -- decimal; an INTEGER has only 63 bits and a sign
    budget        TEXT NOT NULL,
    reproducible  INTEGER NOT NULL,      -- 0 if the games depend on a clock, program or server
    build         TEXT NOT NULL,         -- key of the build
    build_commit  TEXT NOT NULL,
    build_sum     TEXT NOT NULL,
    build_version TEXT NOT NULL,
    build_time    TEXT NOT NULL,         -- time of the commit
    programs      TEXT NOT NULL,         -- identifies the external programs and servers
    created       INTEGER NOT NULL       -- milliseconds of Unix time, as are all times in the file
) STRICT;

CREATE TABLE entrants (
    experiment INTEGER NOT NULL REFERENCES experiments (id) ON DELETE CASCADE,
    place      INTEGER NOT NULL,
    solver     TEXT NOT NULL,
    PRIMARY KEY (experiment, place)
) STRICT, WITHOUT ROWID;

-- Periods in which one program played games of an experiment.
CREATE TABLE runs (
    id         INTEGER PRIMARY KEY,
    key        TEXT NOT NULL UNIQUE,     -- random text
    experiment INTEGER NOT NULL REFERENCES experiments (id) ON DELETE CASCADE,
    command    TEXT NOT NULL,
    machine    TEXT NOT NULL,
    began      INTEGER NOT NULL,
    ended      INTEGER NOT NULL          -- when the last game was finished
) STRICT;

CREATE INDEX runs_of_experiment ON runs (experiment);

CREATE TABLE games (
    experiment INTEGER NOT NULL REFERENCES experiments (id) ON DELETE CASCADE,
    grp        INTEGER NOT NULL,
    seating    INTEGER NOT NULL,
    ending     TEXT NOT NULL,
    winner     INTEGER NOT NULL,         -- seat; valid if the ending is won
    turns      INTEGER NOT NULL,
    length     INTEGER NOT NULL,         -- length of the longest snake at the end
    mishaps    INTEGER NOT NULL,         -- faults of all seats
    took       INTEGER NOT NULL,         -- nanoseconds
    at         INTEGER NOT NULL,         -- when the game was finished
    run        INTEGER NOT NULL,
    sum        BLOB NOT NULL,            -- checksum of the other columns but experiment and run, and of the experiment's key
    detail     BLOB NOT NULL,            -- all other data of the game, see Game.Detail
    record     BLOB,                     -- the record as text, deflated
    log        BLOB                      -- the log of the official engine, deflated
) STRICT;

CREATE UNIQUE INDEX games_of_experiment ON games (experiment, grp, seating);

-- +goose Down

DROP TABLE games;
DROP TABLE runs;
DROP TABLE entrants;
DROP TABLE experiments;
