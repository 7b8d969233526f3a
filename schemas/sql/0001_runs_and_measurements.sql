-- Runs, their plans, events, launches and results; nodes; series.
-- Times end in _us (microseconds since 1970 UTC) or _seconds. Never edit this file: add a new one.

CREATE TABLE provenance (
  id      INTEGER PRIMARY KEY,
  content TEXT NOT NULL UNIQUE            -- JSON object of texts
);

CREATE TABLE nodes (
  id            TEXT PRIMARY KEY,
  version       TEXT NOT NULL,            -- of its agent
  spool         TEXT NOT NULL,
  facts         TEXT NOT NULL,            -- JSON
  provenance_id INTEGER NOT NULL REFERENCES provenance(id),
  last_seen_us  INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE runs (
  sequence          INTEGER PRIMARY KEY AUTOINCREMENT,
  id                TEXT NOT NULL UNIQUE,
  matrix            TEXT NOT NULL,        -- its name
  matrix_text       TEXT NOT NULL,        -- as it was sent
  sampling          TEXT NOT NULL,        -- JSON
  timeouts          TEXT NOT NULL,        -- JSON
  state             TEXT NOT NULL,
  reason            TEXT NOT NULL DEFAULT '',
  submitted_us      INTEGER NOT NULL,
  started_us        INTEGER,
  ended_us          INTEGER,
  cells_planned     INTEGER NOT NULL,
  cells_measured    INTEGER NOT NULL DEFAULT 0,
  cells_failed      INTEGER NOT NULL DEFAULT 0,
  cells_left_out    INTEGER NOT NULL DEFAULT 0,
  cells_pruned      INTEGER NOT NULL,
  cells_over_budget INTEGER NOT NULL,
  duplicates        INTEGER NOT NULL,
  estimate_seconds  REAL NOT NULL,
  notes             TEXT NOT NULL         -- JSON array of texts
);
CREATE INDEX runs_by_state ON runs(state, sequence);
CREATE INDEX runs_by_matrix ON runs(matrix, sequence);
CREATE INDEX runs_by_time ON runs(submitted_us, sequence);

CREATE TABLE idempotency (
  key  TEXT PRIMARY KEY,
  body TEXT NOT NULL,                     -- what was sent with it, to tell another request
  run  INTEGER NOT NULL REFERENCES runs(sequence)
) WITHOUT ROWID;

CREATE TABLE cells (
  run              INTEGER NOT NULL REFERENCES runs(sequence),
  cell             INTEGER NOT NULL,
  key              TEXT NOT NULL,         -- the series' identity without origin
  content          TEXT NOT NULL,         -- JSON of the cell
  estimate_seconds REAL NOT NULL,
  PRIMARY KEY (run, cell)
) WITHOUT ROWID;

CREATE TABLE left_out_cells (             -- never planned: pruned, or over the budget
  run              INTEGER NOT NULL REFERENCES runs(sequence),
  position         INTEGER NOT NULL,
  content          TEXT NOT NULL,
  code             TEXT NOT NULL,         -- 'over_budget', or the reason's code
  reason           TEXT NOT NULL,
  PRIMARY KEY (run, position)
) WITHOUT ROWID;

CREATE TABLE launch_groups (
  run      INTEGER NOT NULL REFERENCES runs(sequence),
  position INTEGER NOT NULL,
  content  TEXT NOT NULL,                 -- JSON: placement, protocol, estimate_seconds
  PRIMARY KEY (run, position)
) WITHOUT ROWID;

CREATE TABLE launches (
  id             TEXT PRIMARY KEY,
  run            INTEGER NOT NULL REFERENCES runs(sequence),
  number         INTEGER NOT NULL,        -- from 1 in its run
  node           TEXT NOT NULL,
  launch_group   INTEGER NOT NULL,
  state          TEXT NOT NULL,           -- dispatched, running, or how it ended
  reason         TEXT NOT NULL DEFAULT '',
  dispatched_us  INTEGER NOT NULL,
  started_us     INTEGER,
  ended_us       INTEGER,
  provenance_id  INTEGER REFERENCES provenance(id),
  command        TEXT NOT NULL DEFAULT '[]',  -- JSON argument vector
  exit_code      INTEGER,
  signal         INTEGER,
  start_seconds  REAL,
  launch_seconds REAL,
  output_tail    TEXT NOT NULL DEFAULT ''
) WITHOUT ROWID;
CREATE UNIQUE INDEX launches_by_run ON launches(run, number);

CREATE TABLE events (
  id      INTEGER PRIMARY KEY AUTOINCREMENT,
  run     INTEGER NOT NULL REFERENCES runs(sequence),
  at_us   INTEGER NOT NULL,
  kind    TEXT NOT NULL,
  content TEXT NOT NULL                   -- JSON
);
CREATE INDEX events_by_run ON events(run, id);

CREATE TABLE series (
  id             INTEGER PRIMARY KEY,
  key            TEXT NOT NULL,
  origin         TEXT NOT NULL CHECK (origin IN ('measured', 'imported', 'simulated')),
  oversubscribed INTEGER NOT NULL,
  plan_version   INTEGER NOT NULL,        -- of the way of measuring; a new one starts new series
  collective     TEXT NOT NULL,
  content        TEXT NOT NULL,           -- JSON of the cell
  UNIQUE (key, origin, oversubscribed, plan_version)
);
CREATE INDEX series_by_collective ON series(collective, id);

CREATE TABLE measurements (
  run                                  INTEGER NOT NULL REFERENCES runs(sequence),
  cell                                 INTEGER NOT NULL,
  launch                               TEXT NOT NULL REFERENCES launches(id),
  series                               INTEGER NOT NULL REFERENCES series(id),
  origin                               TEXT NOT NULL CHECK (origin IN ('measured', 'imported', 'simulated')),
  measured_us                          INTEGER NOT NULL,
  used_algorithm                       TEXT NOT NULL,
  used_protocol                        TEXT NOT NULL,
  samples                              INTEGER NOT NULL,
  median_seconds                       REAL NOT NULL,
  interval_low_seconds                 REAL NOT NULL,
  interval_high_seconds                REAL NOT NULL,
  algorithm_bandwidth_bytes_per_second REAL NOT NULL,
  bus_bandwidth_bytes_per_second       REAL NOT NULL,
  measuring_seconds                    REAL NOT NULL,
  content                              TEXT NOT NULL,  -- JSON of the measurement, without raw samples
  PRIMARY KEY (run, cell)
) WITHOUT ROWID;
CREATE INDEX measurements_by_series ON measurements(series, run, cell);

CREATE TABLE raw_samples (                -- apart from the measurements, since they have a retention period
  run      INTEGER NOT NULL,
  cell     INTEGER NOT NULL,
  seconds  BLOB NOT NULL,                 -- zlib of little-endian float32
  PRIMARY KEY (run, cell)
) WITHOUT ROWID;

CREATE TABLE cell_failures (
  run       INTEGER NOT NULL REFERENCES runs(sequence),
  cell      INTEGER NOT NULL,
  launch    TEXT,                         -- none: it was never in a launch
  state     TEXT NOT NULL,
  reason    TEXT NOT NULL,
  failed_us INTEGER NOT NULL,
  evidence  TEXT NOT NULL DEFAULT '',     -- JSON of a measurement that does not count, or empty
  PRIMARY KEY (run, cell)
) WITHOUT ROWID;
