#!/usr/bin/env python3
"""`cleave audit`, end to end: an untouched result passes; a result that was tampered with is found out, whatever was changed.

usage: audit.py CLEAVE SOURCE_DIR
"""
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

CLEAVE = os.path.abspath(sys.argv[1])
failures = []

# Different for 0 <= i <= 99, in a global; equal elsewhere, by way of changed code for i > 99 and without it for i < 0.
BEFORE = """
int counter;
int clamp(int i, int unused) { if (i < 0) return 0; counter = i; return i > 99 ? i * 2 : i; }
"""
AFTER = """
int counter;
int clamp(int i, int unused) { if (i < 0) return 0; counter = i > 99 ? i : i + 1; return i > 99 ? i + i : i; }
"""


def expect(condition, text):
    if not condition:
        failures.append(text)


def audit(directory, *words):
    return subprocess.run([CLEAVE, "audit", directory, *words], stdin=subprocess.DEVNULL, capture_output=True, text=True)


def make(work, name, *words):
    for version, text in (("before.c", BEFORE), ("after.c", AFTER)):
        with open(os.path.join(work, version), "w") as file:
            file.write(text)
    out = os.path.join(work, name)
    done = subprocess.run([CLEAVE, "diff", os.path.join(work, "before.c"), os.path.join(work, "after.c"), "--out", out, *words], capture_output=True, text=True)
    expect(done.returncode == 1, f"cleave diff: status {done.returncode}: {done.stderr}")
    return out


def check_untouched(work):
    out = make(work, "plain")
    done = audit(out)
    expect(done.returncode == 0, f"an untouched result: status {done.returncode}\n{done.stdout}{done.stderr}")
    for line in (r"^smt2: (\d+) of \1 agree \(.+ \d+\.\d+.*\)$", r"^coverage: 1 of 1 ", r"^witnesses: (\d+) of \1 behave as claimed$",
                 r"^members: (\d+) of \1 behave as claimed$", r"^not covered: ", r"^audit: everything that was checked agrees$"):
        expect(re.search(line, done.stdout, re.MULTILINE), f"no line like {line} in\n{done.stdout}")
    partitions = json.load(open(os.path.join(out, "result.json")))["entries"][0]["partitions"]
    drawn = int(re.search(r"^members: (\d+)", done.stdout, re.MULTILINE).group(1))
    expect(drawn >= 20 * len(partitions), f"only {drawn} members of {len(partitions)} partitions")
    document = json.loads(audit(out, "--json").stdout)
    expect(document["verdict"] == "agrees" and not any(c["disagree"] or c["undecided"] for c in document["checks"]), "--json says the same")
    return out


def change_result(directory, change):
    path = os.path.join(directory, "result.json")
    document = json.load(open(path))
    change(document["entries"][0])
    json.dump(document, open(path, "w"))


def first(entry, kind):
    return next(p for p in entry["partitions"] if p["kind"] == kind)


def set_kind(kind, to):
    def change(directory):
        def edit(entry):
            first(entry, kind)["kind"] = to
            entry["verdict"] = "different" if any(p["kind"] == "different" for p in entry["partitions"]) else "equivalent"
        change_result(directory, edit)
    return change


def set_field(kind, field, value):
    return lambda directory: change_result(directory, lambda entry: first(entry, kind).update({field: value}))


def set_witness(kind, text, bits):
    def edit(entry):
        partition = first(entry, kind)
        partition["witness"]["i"] = text
        if bits is not None:
            partition["witness_bits"]["i"] = bits
    return lambda directory: change_result(directory, edit)


def change_claim(edit):
    def change(directory):
        files = sorted(glob.glob(os.path.join(directory, "smt2", "*", "*.smt2")))
        expect(files, "there are claims")
        edit(files[0])
    return change


def flip_status(path):
    text = open(path).read()
    flipped = text.replace(":status unsat", ":status SAT").replace(":status sat", ":status unsat").replace(":status SAT", ":status sat")
    expect(flipped != text, "the status was flipped")
    open(path, "w").write(flipped)


def flip_everywhere(directory):
    """The file and the index: only the solver can tell."""
    path = os.path.join(directory, "smt2", "index.json")
    index = json.load(open(path))
    claim = index["claims"][0]
    claim["status"] = "sat" if claim["status"] == "unsat" else "unsat"
    json.dump(index, open(path, "w"))
    flip_status(os.path.join(directory, "smt2", claim["file"]))


def drop_coverage(directory):
    path = os.path.join(directory, "smt2", "index.json")
    index = json.load(open(path))
    index["claims"] = [c for c in index["claims"] if c["claim"] != "coverage"]
    json.dump(index, open(path, "w"))


TAMPERINGS = {
    "a different partition called equal": (set_kind("different", "equal"), 1),
    "an equal partition called different": (set_kind("equal", "different"), 1),
    "a wider condition": (set_field("equal", "condition", "true"), 1),
    "a narrower condition": (set_field("equal", "condition", "(= i #xffffffff)"), 1),
    "an impossible condition": (set_field("equal", "condition", "false"), 1),
    "a condition that is no term": (set_field("equal", "condition", "(oops i)"), 3),
    "a witness of another partition": (set_witness("different", "-5", "0xfffffffb"), 1),
    "a witness and other bits": (set_witness("different", "77", None), 1),
    "another verdict": (lambda d: change_result(d, lambda entry: entry.update(verdict="equivalent")), 1),
    "another status in a file": (change_claim(flip_status), 1),
    "another status in a file and the index": (flip_everywhere, 1),
    "a claim that is gone": (change_claim(os.remove), 1),
    "a coverage claim that is gone": (drop_coverage, 1),
    "no evidence": (lambda d: shutil.rmtree(os.path.join(d, "smt2")), 3),
    "no index": (lambda d: os.remove(os.path.join(d, "smt2", "index.json")), 2),
    "no replay": (lambda d: shutil.rmtree(os.path.join(d, "replay")), 3),
    "no module": (lambda d: os.remove(os.path.join(d, "replay", "after.bc")), 3),
    "a swapped module": (lambda d: shutil.copy(os.path.join(d, "replay", "before.bc"), os.path.join(d, "replay", "after.bc")), 1),
    "half a result": (lambda d: open(os.path.join(d, "result.json"), "r+").truncate(100), 2),
    "no result": (lambda d: os.remove(os.path.join(d, "result.json")), 2),
}


def check_tampering(work, original):
    for name, (tamper, status) in TAMPERINGS.items():
        copy = os.path.join(work, "tampered")
        shutil.copytree(original, copy)
        tamper(copy)
        done = audit(copy, "--members", "8")
        expect(done.returncode == status, f"{name}: status {done.returncode} instead of {status}\n{done.stdout}{done.stderr}")
        if status == 1:
            expect("DISAGREES" in done.stdout and "audit: DISAGREEMENT" in done.stdout, f"{name}: not said loudly\n{done.stdout}")
        shutil.rmtree(copy)


def check_options(work, original):
    out = make(work, "unreplayed", "--no-native")
    done = audit(out)
    expect(done.returncode == 3 and "native replay is not possible" in done.stdout, f"--no-native: status {done.returncode}\n{done.stdout}")
    expect(audit(original, "--solver", "/nonexistent/solver").returncode == 2, "a solver that does not run")
    expect(audit(os.path.join(work, "nowhere")).returncode == 2, "no directory")
    # A solver that never decides proves nothing.
    lazy = os.path.join(work, "lazy")
    with open(lazy, "w") as file:
        file.write("#!/bin/sh\n[ \"$1\" = --version ] && echo lazy 1.0 && exit\ngrep -o check-sat | sed s/.*/unknown/\n")
    os.chmod(lazy, 0o755)
    done = audit(original, "--solver", lazy)
    expect(done.returncode == 3 and "lazy 1.0" in done.stdout, f"a solver that never decides: status {done.returncode}\n{done.stdout}")


with tempfile.TemporaryDirectory() as directory:
    untouched = check_untouched(directory)
    check_tampering(directory, untouched)
    check_options(directory, untouched)
for failure in failures:
    print(failure)
print(f"{len(failures)} failures")
sys.exit(1 if failures else 0)
