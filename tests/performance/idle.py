#!/usr/bin/python3
"""Memory and processor share of an idle controller and agent over 20 s: usage idle.py [--json]"""
import json
import os
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "integration"))
from processes import Cluster  # noqa: E402

SECONDS = 20


def processor_seconds(pid):
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def resident_mib(pid):
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    raise AssertionError("no VmRSS")


def main():
    with tempfile.TemporaryDirectory() as folder:
        cluster = Cluster(folder)
        try:
            pids = {"controller": cluster.start_controller().process.pid, "agent": cluster.start_agent("n1").process.pid}
            time.sleep(2)
            before = {name: processor_seconds(pid) for name, pid in pids.items()}
            time.sleep(SECONDS)
            figures = {name: {"resident_mib": resident_mib(pid), "core_percent": 100 * (processor_seconds(pid) - before[name]) / SECONDS}
                       for name, pid in pids.items()}
        finally:
            cluster.stop()
    if "--json" in sys.argv:
        print(json.dumps(figures, indent=2))
        return
    for name, figure in figures.items():
        print(f"{name}: {figure['resident_mib']:.1f} MiB resident, {figure['core_percent']:.2f} % of a core")


if __name__ == "__main__":
    main()
