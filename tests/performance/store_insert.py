#!/usr/bin/python3
"""Measurements a second into the store, beside the sqlite3 shell that loads the same rows into the same schema.

Both write in transactions of the same size, WAL and synchronous=FULL, alternating; the medians are compared. The shell
gets the rows of measurements, raw samples and events as INSERT statements. Exit code 1 below half of the shell's rate.

    tests/performance/store_insert.py [build/release/bin]
"""
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROWS, BATCH, ROUNDS = 20_000, 1_000, 3
RATIO_MIN = 0.5
TABLES = ("measurements", "raw_samples", "events")


def ours(program, folder):
    shutil.rmtree(folder, ignore_errors=True)
    out = subprocess.run([program, folder, str(ROWS), str(BATCH)], check=True, capture_output=True, text=True)
    return float(out.stdout)


def quoted(value):
    if value is None:
        return "NULL"
    if isinstance(value, bytes):
        return f"X'{value.hex()}'"
    if isinstance(value, str):
        return "'" + value.replace("'", "''") + "'"
    return repr(value)


def statements(database):
    """The rows of the store, measurement by measurement, in transactions of BATCH."""
    rows = {table: database.execute(f"SELECT * FROM {table} ORDER BY 1").fetchall() for table in TABLES}
    rows["measurements"].sort(key=lambda row: row[:2])
    rows["raw_samples"].sort(key=lambda row: row[:2])
    rows["events"] = rows["events"][-ROWS:]
    yield "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;"
    for first in range(0, ROWS, BATCH):
        yield "BEGIN IMMEDIATE;"
        for index in range(first, min(first + BATCH, ROWS)):
            for table in TABLES:
                yield f"INSERT INTO {table} VALUES ({','.join(map(quoted, rows[table][index]))});"
        yield "COMMIT;"


def empty_copy(source, target):
    """The store as it was before the first measurement."""
    shutil.copy(source, target)
    with sqlite3.connect(target, isolation_level=None) as database:
        database.execute("DELETE FROM events WHERE kind = 'cell_measured'")
        for table in ("raw_samples", "measurements"):
            database.execute(f"DELETE FROM {table}")
        database.execute("VACUUM")


def shell(script, empty, target):
    for old in target.parent.glob(target.name + "*"):
        old.unlink()
    shutil.copy(empty, target)
    begin = time.monotonic()
    with script.open() as statements_file:
        subprocess.run(["sqlite3", "-bail", str(target)], stdin=statements_file, check=True, stdout=subprocess.DEVNULL)
    return ROWS / (time.monotonic() - begin)


def main():
    program = Path(sys.argv[1] if len(sys.argv) > 1 else "build/release/bin") / "store-insert-performance"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        ours(program, folder / "store")
        empty, script = folder / "empty.db", folder / "rows.sql"
        with sqlite3.connect(folder / "store" / "busbar.db") as database:
            script.write_text("\n".join(statements(database)))
        empty_copy(folder / "store" / "busbar.db", empty)
        rates = {"busbar": [], "sqlite3 shell": []}
        for _ in range(ROUNDS):
            rates["busbar"].append(ours(program, folder / "store"))
            rates["sqlite3 shell"].append(shell(script, empty, folder / "shell.db"))
    medians = {who: statistics.median(values) for who, values in rates.items()}
    ratio = medians["busbar"] / medians["sqlite3 shell"]
    for who, rate in medians.items():
        print(f"{who:14} {rate:10.0f} measurements/s (rounds: {', '.join(f'{r:.0f}' for r in rates[who])})")
    print(f"ratio          {ratio:10.2f} (at least {RATIO_MIN})")
    return 0 if ratio >= RATIO_MIN else 1


if __name__ == "__main__":
    sys.exit(main())
