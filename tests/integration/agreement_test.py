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


def run(*arguments):
    ran = subprocess.run([*MPIRUN, *arguments], capture_output=True, text=True, timeout=120, env=environment())
    assert ran.returncode == 0, ran.stderr
    return [json.loads(line) for line in ran.stdout.splitlines() if line.startswith("{")]


def upper_quartile(values):
    return statistics.quantiles(values, n=4)[2]


@pytest.mark.agreement
@pytest.mark.skipif(not shutil.which("mpirun"), reason="needs mpirun")
def test_all_reduce_agrees_with_a_plain_loop_within_ten_per_cent_from_64_kib():
    """Rounds alternate between the two, so drift of the machine meets both.

    A start of either falls into a faster or a slower mode at 64 KiB (up to twice the time, steady within the start; it
    depends on where the buffers lie), and whatever else runs only slows. So what each can reach is compared: the upper
    quartile over rounds of the median within each.
    """
    found = {"busbar": {size: [] for size in SIZES}, "plain": {size: [] for size in SIZES}}
    for _ in range(ROUNDS):
        for line in run(str(BIN / "busbar-bench-mpi"), "--collective", "all_reduce", "--sizes",
                        ",".join(map(str, SIZES)), "--json", "--cell-seconds", "0.2"):
            if line["type"] == "measurement":
                found["busbar"][SIZES[line["cell"]]].append(
                    line["measurement"]["bus_bandwidth_bytes_per_second"])
        for line in run(str(BIN / "plain-loop"), *map(str, SIZES)):
            found["plain"][line["size_bytes"]].append(line["bus_bandwidth_bytes_per_second"])
    ratios = {size: upper_quartile(found["busbar"][size]) / upper_quartile(found["plain"][size]) for size in SIZES}
    print("busbar / plain loop:", {size: round(value, 3) for size, value in ratios.items()})
    assert all(len(values) == ROUNDS for sizes in found.values() for values in sizes.values())
    assert all(0.9 <= value <= 1.1 for value in ratios.values()), ratios
