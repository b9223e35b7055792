#!/usr/bin/env python3
"""Second opinions on generated pairs: the three granularities and the optimizer proof look at the same pairs, and no input may be equal for one and
different for another; the evidence is solved again by another solver, each file as it stands; audit agrees with a sample.

usage: second_opinions.py CLEAVE SOUNDNESS [--seed N] [--count N] [--files N] [--audited N]
       second_opinions.py CLEAVE BUILD_DIRECTORY --features [MODULE...]     # pairs of features/, so many of each profile
"""
import argparse
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "pairs"))
import smt_value  # noqa: E402

GRANULARITIES = ("differential", "output", "path")
options = argparse.ArgumentParser()
options.add_argument("cleave")
options.add_argument("soundness")
options.add_argument("--seed", type=int, default=1)
options.add_argument("--count", type=int, default=150, help="pairs")
options.add_argument("--files", type=int, default=250, help="evidence files that are solved again")
options.add_argument("--audited", type=int, default=25, help="pairs that are audited")
options.add_argument("--features", nargs="*", help="pairs of these modules of features/, or of all")
options.add_argument("--budget", default="500ms", help="of each entry")
options = options.parse_args()
failures = []
counts = {}


def count(what, by=1):
    counts[what] = counts.get(what, 0) + by


class Batch:
    """Pairs that stand in the same files."""

    def __init__(self, before, after, entries, words):
        self.before, self.after, self.entries, self.words = before, after, entries, words


def generated(work, seed, number):
    folder = os.path.join(work, f"pairs-{seed}")
    if options.features is None:
        subprocess.run([options.soundness, "--write", folder, "--seed", str(seed), "--count", str(number)], check=True, stdout=subprocess.DEVNULL)
        files = [[os.path.join(folder, name)] for name in ("before.c", "after.c")]
        return [Batch(*files, [f"f_{each}" for each in range(seed, seed + number)], ["--globals", "fixed"])]
    writer = os.path.join(os.path.dirname(os.path.abspath(__file__)), "features", "run.py")
    asked = [word for module in options.features for word in ("--module", module)]
    command = [sys.executable, writer, options.soundness, "--write", folder, "--seed", str(seed), "--count", str(number), *asked]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    return [Batch(each["before"], each["after"], each["entries"], each["options"]) for each in map(json.loads, lines)]


def diff(batch, out, *words):
    entries = [word for name in batch.entries for word in ("--entry", name)]
    command = [options.cleave, "diff", "--before", *batch.before, "--after", *batch.after, "--json", "--no-progress", "--budget", options.budget, "--out", out, *entries, *batch.words, *words]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode not in (0, 1, 3):
        failures.append(f"cleave diff {' '.join(words)}: status {done.returncode}: {done.stderr[-1000:]}")
        return {}
    return {entry["entry"]: entry for entry in json.loads(done.stdout)["entries"]}


def sort_of(cell):
    if cell.get("float"):
        return "(_ FloatingPoint 8 24)" if cell["bits"] == 32 else "(_ FloatingPoint 11 53)"
    return f"(_ BitVec {cell['bits']})"


def disjunction(conditions):
    return "(or false " + " ".join(conditions) + ")"


def contradiction_question(opinions):
    """Is there an input that one opinion calls equal and another, or the same, different?"""
    inputs = next((entry["inputs"] for entry in opinions.values() if entry["inputs"]), [])
    conditions = {kind: [smt_value.whole(p["condition"], entry) for entry in opinions.values() for p in entry["partitions"] if p["kind"] == kind] for kind in ("equal", "different")}
    equal = disjunction(conditions["equal"])
    if any(entry["verdict"] == "equivalent" and not entry["partitions"] for entry in opinions.values()):
        equal = "true"  # by the code alone, for every input
    declared = "".join(f"(declare-const |{cell['name']}| {sort_of(cell)})\n" for cell in inputs)
    return f"(push 1)\n{declared}(assert (and {equal} {disjunction(conditions['different'])}))\n(check-sat)\n(pop 1)\n"


def ask(question):
    """Each question in a process of its own: z3 does not always look at its time limit."""
    try:
        return subprocess.run(["z3", "-in", "-t:2000"], input=question, capture_output=True, text=True, timeout=10).stdout.strip()
    except subprocess.TimeoutExpired:
        return "timeout"


def compare(work):
    """Each granularity, and the optimizer proof with hardly any exploration behind it."""
    answers = [answer for k, batch in enumerate(generated(work, options.seed, options.count)) for answer in compare_batch(batch, os.path.join(work, f"batch{k}"))]
    if answers.count("unsat") < 0.9 * len(answers):
        failures.append(f"z3 decided only {answers.count('unsat')} of {len(answers)} questions")


def compare_batch(batch, work):
    runs = {name: ("--granularity", name, "--explore-unchanged", "--no-optimizer-proof", "--no-native") for name in GRANULARITIES}
    runs["optimizer"] = ("--max-partitions", "1", "--no-native")
    with ThreadPoolExecutor(2) as pool:
        results = dict(zip(runs, pool.map(lambda name: diff(batch, os.path.join(work, name), *runs[name]), runs)))
    questions = []
    asked = []
    for name in batch.entries:
        opinions = {run: entries[name] for run, entries in results.items() if name in entries}
        verdicts = {run: entry["verdict"] for run, entry in opinions.items()}
        for verdict in verdicts.values():
            count(f"verdict {verdict}")
        if "equivalent" in verdicts.values() and "different" in verdicts.values():
            failures.append(f"{name} of seed {options.seed}: {verdicts}")
        if opinions:
            asked.append(name)
            questions.append(contradiction_question(opinions))
    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(ask, questions))
    for name, answer in zip(asked, answers):
        count(f"granularities agree: {answer}")
        if answer not in ("unsat", "unknown", "timeout"):
            failures.append(f"{name}: an input is equal in one opinion and different in another ({answer})")
    return answers


def solve_again(work):
    solver = next((name for name in ("cvc5", "z3") if shutil.which(name)), None)
    for packed in [os.path.join(folder, name) for folder, _, names in os.walk(work) for name in names if name.endswith(".smt2.zst")]:
        subprocess.run(["zstd", "-q", "-d", "--rm", packed], check=True)
    files = sorted(os.path.join(folder, name) for folder, _, names in os.walk(work) for name in names if name.endswith(".smt2"))
    random.Random(options.seed).shuffle(files)
    limit = {"cvc5": "--tlimit=5000", "z3": "-t:5000"}[solver]

    def solve(file):
        said = re.search(r"\(set-info :status (\w+)\)", open(file).read()).group(1)
        try:
            answer = subprocess.run([solver, limit, file], capture_output=True, text=True, timeout=20)
        except subprocess.TimeoutExpired:
            return file, said, "interrupted"
        return file, said, answer.stdout.strip().split("\n")[0] or "interrupted"

    with ThreadPoolExecutor(2) as pool:
        for file, said, answer in pool.map(solve, files[:options.files]):
            count(f"evidence, by {solver}: {'agrees' if answer == said else answer[:40]}")
            if answer != said and answer not in ("unknown", "timeout", "interrupted") and "interrupted by timeout" not in answer:
                failures.append(f"{os.path.relpath(file, work)} says {said}, and {solver} {answer[:200]}")
    if not files:
        failures.append("there is no evidence")


def audit(work):
    for k, batch in enumerate(generated(work, options.seed + 100000, options.audited)):
        audit_batch(batch, os.path.join(work, f"audited{k}"))


def audit_batch(batch, out):
    diff(batch, out, "--no-optimizer-proof")
    done = subprocess.run([options.cleave, "audit", out, "--members", "2", "--json"], capture_output=True, text=True)
    if done.returncode not in (0, 3):
        failures.append(f"audit of {batch.entries[0]}...: status {done.returncode}: {done.stdout[-3000:]}{done.stderr[-500:]}")
        return
    for check in json.loads(done.stdout)["checks"]:
        count(f"audit, {check['kind']}: agree", check["agree"])
        count(f"audit, {check['kind']}: undecided", len(check["undecided"]))


with tempfile.TemporaryDirectory() as directory:
    compare(directory)
    solve_again(directory)
    audit(directory)
for what in sorted(counts):
    print(f"{counts[what]:>8}  {what}")
for failure in failures:
    print(failure)
print(f"{len(failures)} failures")
sys.exit(1 if failures else 0)
