-- One run to a file. Pairs are added one transaction at a time and never changed; all totals are computed from here.
CREATE TABLE run (
    key TEXT PRIMARY KEY,            -- plan, created, folder, versions, finished
    value TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE agents (
    number INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    spec TEXT NOT NULL,
    digest TEXT                      -- of the file that a user's agent is in
);

CREATE TABLE pairs (
    number INTEGER PRIMARY KEY,
    one INTEGER NOT NULL REFERENCES agents,
    other INTEGER NOT NULL REFERENCES agents,
    points REAL NOT NULL,            -- what the one made of the games
    games INTEGER NOT NULL
);

CREATE TABLE games (
    number INTEGER PRIMARY KEY,      -- 2 * pair, and 1 more for the second
    pair INTEGER NOT NULL REFERENCES pairs,
    first INTEGER NOT NULL REFERENCES agents,
    second INTEGER NOT NULL REFERENCES agents,
    opening TEXT NOT NULL,
    seed TEXT NOT NULL,              -- 64 bits without a sign, which SQLite's integers are not
    winner INTEGER REFERENCES agents,
    ending TEXT NOT NULL,            -- rules, forfeit, length
    reason TEXT,                     -- time, crash, illegal, answer, start
    detail TEXT NOT NULL,
    plies INTEGER NOT NULL,
    seconds REAL NOT NULL
);

CREATE TABLE moves (
    game INTEGER NOT NULL REFERENCES games,
    ply INTEGER NOT NULL,
    agent INTEGER NOT NULL REFERENCES agents,
    text TEXT,                       -- nothing, if the agent failed and the game was over
    score INTEGER,
    nodes INTEGER,
    depth INTEGER,
    core TEXT,
    wall REAL NOT NULL,
    cpu REAL,
    waited REAL,                     -- for a core
    pondered REAL,                   -- seconds of a core in the other's time
    starved INTEGER NOT NULL,
    trouble TEXT,                    -- why the arena moved in the agent's place
    PRIMARY KEY (game, ply)
) WITHOUT ROWID;

CREATE TABLE losses (                -- of moves that the solver has looked at
    game INTEGER NOT NULL,
    ply INTEGER NOT NULL,
    best INTEGER NOT NULL,           -- what the position is worth: 1 won, 0 drawn, -1 lost
    value INTEGER NOT NULL,          -- what it is worth after the move, for who made it
    at_stake INTEGER,                -- whether some move gives something away
    place TEXT,                      -- the same text for the same position
    PRIMARY KEY (game, ply)
) WITHOUT ROWID;

CREATE TABLE said (                  -- what agents printed while they were asked for a move
    game INTEGER NOT NULL,
    ply INTEGER NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (game, ply)
) WITHOUT ROWID;

CREATE TABLE forgiven (              -- moves that had more time, because they waited for a core so long
    game INTEGER NOT NULL,
    ply INTEGER NOT NULL,
    seconds REAL NOT NULL,
    PRIMARY KEY (game, ply)
) WITHOUT ROWID;

CREATE TABLE seals (                 -- checksums of what was stored, see seals.py
    kind TEXT NOT NULL,              -- run, pair, losses (of a game), searches
    number INTEGER NOT NULL,
    seal INTEGER NOT NULL,
    PRIMARY KEY (kind, number)
) WITHOUT ROWID;
