#!/usr/bin/python3
"""What orchestration costs: usage overhead.py [--json]

1. A run of at least 60 s: its wall time over the sum of its cells' measuring times plus one mpirun start a launch.
2. 3 algorithms x 20 sizes in one start, side by side with a loop that starts mpirun once a cell.
"""
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "integration"))
from processes import BIN, Cluster, environment  # noqa: E402

MPIRUN = ["mpirun", "-np", "2", "--bind-to", "none", "--mca", "mpi_yield_when_idle", "1", "--oversubscribe"]
if os.geteuid() == 0:
    MPIRUN.append("--allow-run-as-root")
ALGORITHMS = ["default", "ring", "recursive_doubling"]
SIZES = [8 << n for n in range(20)]

MATRIX = """version: 1
name: overhead
engine: mpi
placements: [{nodes: each, ranks_per_node: 2}]
sweeps:
  - collectives: [all_reduce, all_gather]
    sizes: {from: 8, to: 4MiB, factor: 2}
    algorithms: [default, ring]
sampling: {target_half_width: 0.0001, samples_max: 100000, cell_seconds_max: 1.2}
"""


def seconds_of(command):
    begin = time.monotonic()
    subprocess.run(command, check=True, capture_output=True, env=environment())
    return time.monotonic() - begin


def orchestration(cluster):
    start_seconds = min(seconds_of([*MPIRUN, "true"]) for _ in range(3))
    begin = time.monotonic()
    run = cluster.submit(MATRIX)
    state = cluster.wait_for_run(run, seconds=600)
    wall = time.monotonic() - begin
    cells = cluster.measurements(run)
    measuring = sum(cell["measuring_seconds"] for cell in cells)
    launches = len(state["launches"])
    return {"wall_seconds": wall, "measuring_seconds": measuring, "cells": len(cells), "launches": launches,
            "mpirun_start_seconds": start_seconds, "ratio": wall / (measuring + launches * start_seconds)}


def one_start_against_a_loop():
    bench = [str(BIN / "busbar-bench-mpi"), "--collective", "all_reduce", "--json", "--cell-seconds", "0.1"]
    one_start = seconds_of([*MPIRUN, *bench, "--sizes", ",".join(map(str, SIZES)), "--algorithm", ",".join(ALGORITHMS)])
    loop = sum(seconds_of([*MPIRUN, *bench, "--sizes", str(size), "--algorithm", algorithm])
               for algorithm in ALGORITHMS for size in SIZES)
    return {"one_start_seconds": one_start, "loop_seconds": loop, "ratio": loop / one_start}


def main():
    with tempfile.TemporaryDirectory() as folder:
        cluster = Cluster(folder)
        try:
            cluster.start_controller()
            cluster.start_agent("n1")
            figures = {"orchestration": orchestration(cluster), "starts": one_start_against_a_loop()}
        finally:
            cluster.stop()
    if "--json" in sys.argv:
        print(json.dumps(figures, indent=2))
        return
    run, starts = figures["orchestration"], figures["starts"]
    print(f"run of {run['cells']} cells in {run['launches']} launch(es): {run['wall_seconds']:.1f} s, of which measuring "
          f"{run['measuring_seconds']:.1f} s; ratio {run['ratio']:.3f} (at most 1.05 wanted)")
    print(f"3 algorithms x 20 sizes: one start {starts['one_start_seconds']:.1f} s, one start a cell "
          f"{starts['loop_seconds']:.1f} s; ratio {starts['ratio']:.2f}")


if __name__ == "__main__":
    main()
