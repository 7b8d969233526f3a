"""Busbar's numbers against a plain timing loop, side by side on the same machine."""
import json
import os
import shutil
import statistics
import subprocess

import pytest
from processes import BIN, environment

SIZES = [65536, 262144, 1048576, 4194304]
ROUNDS = 9

MPIRUN = ["mpirun", "-np", "2", "--bind-to", "none", "--mca", "mpi_yield_when_idle", "1", "--oversubscribe"]
if os.geteuid() == 0:
    MPIRUN.append("--allow-run-as-root")


def run(*arguments):
    ran = subprocess.run([*MPIRUN, *arguments], capture_output=True, text=True, timeout=120, env=environment())
    assert ran.returncode == 0, ran.stderr
    return [json.loads(line) for line in ran.stdout.splitlines() if line.startswith("{")]


@pytest.mark.agreement
@pytest.mark.skipif(not shutil.which("mpirun"), reason="needs mpirun")
def test_all_reduce_agrees_with_a_plain_loop_within_ten_per_cent_from_64_kib():
    """Rounds alternate between the two, so drift of the machine meets both; the median of ratios decides."""
    ratios = {size: [] for size in SIZES}
    sizes = ",".join(map(str, SIZES))
    for _ in range(ROUNDS):
        busbar = run(str(BIN / "busbar-bench-mpi"), "--collective", "all_reduce", "--sizes", sizes, "--json",
                     "--cell-seconds", "0.3")
        plain = {line["size_bytes"]: line["bus_bandwidth_bytes_per_second"]
                 for line in run(str(BIN / "plain-loop"), *map(str, SIZES))}
        cells = [line["measurement"] for line in busbar if line.get("type") == "measurement"]
        assert len(cells) == len(SIZES)
        for size, cell in zip(SIZES, cells):
            ratios[size].append(cell["bus_bandwidth_bytes_per_second"] / plain[size])
    medians = {size: statistics.median(values) for size, values in ratios.items()}
    print("busbar / plain loop:", {size: round(value, 3) for size, value in medians.items()})
    assert all(0.9 <= value <= 1.1 for value in medians.values()), medians
