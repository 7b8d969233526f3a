#!/usr/bin/python3
"""Seconds from a change in one source of core/ to its tests' result, in the dev preset: usage rebuild.py"""
import subprocess
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "core/statistics/summary.cc"


def build():
    subprocess.run(["cmake", "--build", "--preset", "dev", "--target", "unit_core"], cwd=ROOT, check=True, capture_output=True)


def main():
    subprocess.run(["cmake", "--preset", "dev"], cwd=ROOT, check=True, capture_output=True)
    build()
    text = SOURCE.read_text()
    try:
        SOURCE.write_text(text + f"\n// {time.time()}\n")  # a new text, so that no compiler cache answers
        begin = time.monotonic()
        build()
        subprocess.run([str(ROOT / "build/dev/bin/unit_core"), "--gtest_brief=1"], check=True, capture_output=True)
        print(f"change in {SOURCE.relative_to(ROOT)}: rebuilt and tested in {time.monotonic() - begin:.1f} s (under 20 wanted)")
    finally:
        SOURCE.write_text(text)
        build()


if __name__ == "__main__":
    main()
