"""Busbar's numbers against a plain timing loop, side by side on the same machine."""
import json
import os
import shutil
import statistics
import subprocess

import pytest
from processes import BIN, environment

SIZES = [65536, 262144, 1048576, 4194304]
ROUNDS = 15

MPIRUN = ["mpirun", "-np", "2", "--bind-to", "none", "--mca", "mpi_yield_when_idle", "1", "--oversubscribe"]
if os.geteuid() == 0:
    MPIRUN.append("--allow-run-as-root")


@pytest.mark.agreement
@pytest.mark.skipif(not shutil.which("mpirun"), reason="needs mpirun")
def test_all_reduce_agrees_with_a_plain_loop_within_ten_per_cent_from_64_kib():
    """Both in turns within one start, so that drift of the machine and the place of the processes meet both alike."""
    ran = subprocess.run([*MPIRUN, str(BIN / "agreement-rounds"), str(ROUNDS), *map(str, SIZES)],
                         capture_output=True, text=True, timeout=300, env=environment())
    assert ran.returncode == 0, ran.stderr
    ratios = {size: [] for size in SIZES}
    for line in map(json.loads, ran.stdout.splitlines()):
        ratios[line["size_bytes"]].append(line["plain_seconds"] / line["busbar_seconds"])
    assert all(len(values) == ROUNDS for values in ratios.values())
    medians = {size: statistics.median(values) for size, values in ratios.items()}
    print("bus bandwidth, busbar / plain loop:", {size: round(value, 3) for size, value in medians.items()})
    assert all(0.9 <= value <= 1.1 for value in medians.values()), ratios
