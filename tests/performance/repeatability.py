#!/usr/bin/python3
"""Two runs of a matrix in a row: usage repeatability.py [matrix.yaml] [--json]

Prints the median over cells of |second - first| / mean of their medians, and the worst, overall and by size class.
"""
import json
import statistics
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/integration"))
from processes import Cluster  # noqa: E402

CLASSES = [("below 4 KiB", 0, 4096), ("4 KiB to 256 KiB", 4096, 262144), ("from 256 KiB", 262144, 1 << 62)]


def differences(first, second):
    """(size, relative difference of medians) of the cells that both runs measured."""
    later = {cell["cell"]: cell for cell in second if cell["state"] == "measured"}
    found = []
    for cell in first:
        other = later.get(cell["cell"])
        if cell["state"] != "measured" or not other:
            continue
        a, b = cell["samples"]["median_seconds"], other["samples"]["median_seconds"]
        found.append((cell["requested"]["size_bytes"], abs(b - a) / ((a + b) / 2)))
    return found


def main():
    files = [a for a in sys.argv[1:] if not a.startswith("--")]
    text = Path(files[0] if files else ROOT / "deploy/examples/quickstart.yaml").read_text()
    with tempfile.TemporaryDirectory() as folder:
        cluster = Cluster(folder)
        try:
            cluster.start_controller()
            cluster.start_agent("n1")
            runs = [cluster.submit(text) for _ in range(2)]
            for run in runs:
                cluster.wait_for_run(run, seconds=1200)
            found = differences(*[cluster.measurements(run) for run in runs])
        finally:
            cluster.stop()
    figures = {"cells": len(found), "median": statistics.median(d for _, d in found), "worst": max(d for _, d in found),
               "by_size": {name: statistics.median([d for s, d in found if low <= s < high] or [float("nan")])
                           for name, low, high in CLASSES}}
    if "--json" in sys.argv:
        print(json.dumps(figures, indent=2))
        return
    print(f"{figures['cells']} cells: medians differ by {figures['median']:.1%} in the median, {figures['worst']:.1%} at worst")
    for name, value in figures["by_size"].items():
        print(f"  {name}: {value:.1%}")


if __name__ == "__main__":
    main()
