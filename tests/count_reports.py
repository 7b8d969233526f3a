"""Adds up the runners' JUnit reports and prints "N passed, N failed" as the last line.

usage: count_reports.py REPORTS FAILED_STEPS
A failed step without a failed test in its report (a crash, a build that broke) counts as one failure.
"""
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path


def count(folder):
    passed = failed = skipped = 0
    for report in sorted(Path(folder).glob("*.xml")):
        try:
            root = ElementTree.parse(report).getroot()
        except ElementTree.ParseError:
            print(f"unreadable report: {report.name}")
            failed += 1
            continue
        for case in root.iter("testcase"):
            if case.find("failure") is not None or case.find("error") is not None:
                failed += 1
            elif case.find("skipped") is not None or case.get("status") in ("notrun", "disabled"):
                skipped += 1
            else:
                passed += 1
    return passed, failed, skipped


def main():
    passed, failed, skipped = count(sys.argv[1])
    failed_steps = int(sys.argv[2])
    if failed_steps and not failed:
        failed = failed_steps
    print(f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else ""))
    sys.exit(1 if failed or not passed else 0)


if __name__ == "__main__":
    main()
