#!/usr/bin/python3
"""The functions of this directory against themselves, at every granularity, and with the files in another order: sample.py CLEAVE SOURCE_DIRECTORY

What bench/identity does with published packages. These files have statics of equal names on purpose. Nothing may differ, fail or end in an error, and most must
be decided: an engine that gives up shows nothing.
"""
import collections
import json
import os
import subprocess
import sys
import tempfile

CLEAVE, SOURCE = sys.argv[1], sys.argv[2]
SLOWER = float(os.environ.get("CLEAVE_TEST_SLOWER", "1"))
HERE = os.path.dirname(os.path.abspath(__file__))
LEAST_DECIDED = {"changes": 90, "differential": 45, "output": 35, "path": 30, "order": 45}  # of some fifty functions; the budget is short


def main():
    with tempfile.TemporaryDirectory() as out:
        done = subprocess.run([sys.executable, os.path.join(SOURCE, "bench/identity"), "--cleave", CLEAVE, "--sources", HERE, "--budget", f"{300 * SLOWER:.0f}ms", "--granularity", "changes,differential,output,path,order",
                               "--out", out], stdin=subprocess.DEVNULL)
        outcomes = [json.loads(line) for line in open(os.path.join(out, "outcomes.jsonl"))]
    decided = collections.Counter(each["question"] for each in outcomes if each["kind"] == "decided")
    few = [f"{question}: {decided[question]} decided, expected at least {least}" for question, least in LEAST_DECIDED.items() if decided[question] < least]
    for line in few:
        print("FAILED:", line)
    sys.exit(1 if done.returncode != 0 or few else 0)


main()
