#!/usr/bin/python3
"""Runs cleave on one test pair and checks what expect.json says; then the pair against itself and swapped.

  run_pair.py CLEAVE CASE_DIRECTORY

expect.json: "verdict" (required); "entry"; "flags" (a list); "exhaustive"; "equal", "different", "undefined", "unfinished" (numbers of partitions, exact or
[least, most]); "conditions": {condition text: kind} that must be among the partitions; "reason" (a part of the entry's reason);
"assumption" (a part of some assumption); "bounds" (sentences that are among the bounds); "equal_inputs", "different_inputs": inputs (name to number; what is left out is 0) that must lie in a partition of that kind,
and in none of the other; "marks": words that are the marks of every different partition, without those of undefined behaviour; "reasons": {a part of a reason: number of partitions that give it}; "unmentioned": {kind: names of inputs that no condition
of such partitions mentions}; "seconds": the most that the exploration may take; "granularities": {name: what to expect, as above, with --granularity name};
"faulty": true: a third version, faulty.*, must come out as different from before; "processor_seconds": the most that each of these comparisons may take, by the
clock of the processor (of cleave and its compilers), which a busy machine does not change.
"optimizer": true leaves the optimizer proof on, and asks for it where the verdict is equivalent; all other cases are explored.
"same": true says that no function differs at all; "before_entry": the name in before; "status": the exit status, where further entries decide it; "pairs": [[before, after]] for --pair; "lines": the lines of all
changes, [[before, after]], each [first, last] or null.
"identity": false skips nothing but says that before/before cannot be decided either; "swap_verdict" where the swapped verdict is another.
"""
import json, os, re, resource, shutil, subprocess, sys, tempfile

import smt_value

UNDEFINED = {"out of bounds", "use after free", "bad free", "uninitialised value", "overlapping copy", "bad call", "signed overflow"}
STATUS = {"equivalent": 0, "different": 1, "inconclusive": 3}


def find(directory, stem):
    for name in sorted(os.listdir(directory)):
        if name.startswith(stem + "."):
            return os.path.join(directory, name)
    sys.exit(f"{directory} has no {stem}.*")


def remember_compiled(directory):
    """What this process starts finds compile_once in the place of the compiler."""
    compiler = shutil.which("clang-19")
    if compiler is None:
        sys.exit("clang-19 is not installed")
    os.symlink(os.path.join(os.path.dirname(os.path.abspath(__file__)), "compile_once"), os.path.join(directory, "clang-19"))
    os.environ.update(CLEAVE_TEST_COMPILER=compiler, CLEAVE_TEST_COMPILED=directory, PATH=directory + os.pathsep + os.environ["PATH"])


SLOWER = float(os.environ.get("CLEAVE_TEST_SLOWER", "1"))  # by how much cleave is slower than it should be: under sanitizers


def slowed(flags):
    """Budgets, which these flags give in whole seconds, as long as it takes."""
    return [f"{int(word.removesuffix('s')) * SLOWER:.0f}s" if before == "--budget" else word for before, word in zip([""] + flags, flags)]


def diff(cleave, before, after, flags):
    with tempfile.TemporaryDirectory() as out:
        command = [cleave, "diff", before, after, "--json", "--out", out] + slowed(flags)
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=300 * SLOWER)
        try:
            document = json.loads(done.stdout)
        except ValueError:
            sys.exit(f"no JSON from {' '.join(command)} (status {done.returncode}):\n{done.stdout}{done.stderr}")
        return document, done.returncode


def processor_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


class Checker:
    def __init__(self):
        self.failures = []
        self.seconds = processor_seconds()

    def expect(self, good, message):
        if not good:
            self.failures.append(message)


def check_consistency(check, label, entry):
    """What must hold of any result."""
    kinds = [p["kind"] for p in entry["partitions"]]
    if entry["verdict"] == "equivalent":
        check.expect(all(kind in ("equal", "undefined") for kind in kinds), f"{label}: equivalent with a partition that is not equal")
        check.expect(entry["guarantee"]["exhaustive"], f"{label}: equivalent but not exhaustive")
    if entry["verdict"] == "different":
        check.expect("different" in kinds, f"{label}: different without a different partition")
    for p in entry["partitions"]:
        undefined = [p[side].get("trap", "") in UNDEFINED for side in ("before", "after")]
        check.expect(p["kind"] != "equal" or not any(undefined), f"{label}: partition {p['id']} is called equal, and a version is undefined there")
        check.expect(p["kind"] != "undefined" or any(undefined), f"{label}: partition {p['id']} is called undefined, and no version is")
    for p in entry["partitions"]:
        check.expect(p["kind"] != "different" or p["confirmed"], f"{label}: partition {p['id']} is reported as different but not confirmed")


def check_expected(check, entry, status, expected):
    verdict = expected["verdict"]
    check.expect(entry["verdict"] == verdict, f"verdict is {entry['verdict']} ({entry['reason']}), expected {verdict}")
    check.expect(status == expected.get("status", STATUS[verdict]), f"exit status is {status}")
    for kind in ("equal", "different", "undefined", "unfinished"):
        if kind not in expected:
            continue
        number = sum(p["kind"] == kind for p in entry["partitions"])
        least, most = expected[kind] if isinstance(expected[kind], list) else (expected[kind], expected[kind])
        check.expect(least <= number <= most, f"{number} {kind} partitions, expected {expected[kind]}")
    if "marks" in expected:
        for p in entry["partitions"]:
            check.expect(p["kind"] != "different" or p.get("marks", []) == expected["marks"], f"partition {p['id']} is marked {p.get('marks')}, expected {expected['marks']}")
    if "exhaustive" in expected:
        check.expect(entry["guarantee"]["exhaustive"] == expected["exhaustive"], "exhaustive is otherwise")
    if expected.get("optimizer", False):
        by_optimizer = entry["guarantee"]["granularity"] == "optimizer"
        check.expect(by_optimizer == (verdict == "equivalent"), f"granularity is {entry['guarantee']['granularity']}")
    if "reason" in expected:
        check.expect(expected["reason"] in entry["reason"], f"the reason is: {entry['reason']}")
    if "assumption" in expected:
        check.expect(any(expected["assumption"] in a for a in entry["guarantee"]["assumptions"]), f"assumptions: {entry['guarantee']['assumptions']}")
    for bound in expected.get("bounds", []):
        check.expect(bound in entry["guarantee"]["bounds"], f"bounds: {entry['guarantee']['bounds']}")
    if "before_entry" in expected:
        check.expect(entry.get("before_entry") == expected["before_entry"], f"the entry in before is {entry.get('before_entry')}")
    if "lines" in expected:
        lines = [[c["before_lines"], c["after_lines"]] for c in entry["changes"]]
        check.expect(lines == expected["lines"], f"the lines of the changes are {lines}")
    shown = {p["condition_text"]: p["kind"] for p in entry["partitions"]}
    for text, kind in expected.get("conditions", {}).items():
        check.expect(shown.get(text) == kind, f"no {kind} partition '{text}' among {shown}")


    for part, number in expected.get("reasons", {}).items():
        found = sum(part in p["reason"] for p in entry["partitions"])
        check.expect(found == number, f"{found} partitions with the reason '{part}', expected {number}")
    for kind, names in expected.get("unmentioned", {}).items():
        for p in entry["partitions"]:
            mentioned = [name for name in names if p["kind"] == kind and re.search(rf"\b{name}\b", p["condition"])]
            check.expect(not mentioned, f"the {kind} partition '{p['condition_text']}' mentions {mentioned}")
    if "seconds" in expected:
        spent = entry["stats"]["wall_s"]
        check.expect(spent <= expected["seconds"] * SLOWER, f"{spent} s, expected at most {expected['seconds']}")
    check_inputs(check, entry, expected)


def check_inputs(check, entry, expected):
    for kind, other in (("equal", "different"), ("different", "equal")):
        for values in expected.get(kind + "_inputs", []):
            where = [p["kind"] for p in entry["partitions"] if smt_value.holds(smt_value.whole(p["condition"], entry), entry["inputs"], values)]
            check.expect(kind in where, f"{values} lies in no {kind} partition")
            check.expect(other not in where, f"{values} lies in a partition that is called {other}")


def check_time(check, label, expected):
    """Of what ran since the last call."""
    spent, check.seconds = processor_seconds() - check.seconds, processor_seconds()
    most = expected.get("processor_seconds", float("inf")) * SLOWER
    check.expect(spent <= most, f"{label}: {spent:.1f} s of processor time, expected at most {most}")


def entry_of(document, expected):
    if "entry" not in expected:
        return document["entries"][0]
    return next(e for e in document["entries"] if expected["entry"] in (e["entry"], e["entry"].split("(")[0], e["entry"].split("(")[0].split(" ")[-1]))


def check_case(cleave, case):
    expected = json.load(open(os.path.join(case, "expect.json")))
    before, after = find(case, "before"), find(case, "after")
    expected.setdefault("flags", [])
    if not expected.get("optimizer", False):
        expected["flags"].append("--no-optimizer-proof")
    pairs = expected.get("pairs", [])
    flags = expected["flags"] + [word for x, y in pairs for word in ("--pair", f"{x}={y}")]
    if "entry" in expected:
        flags += ["--entry", expected["entry"]]
    check = Checker()
    check_time(check, "as given", expected)
    document, status = diff(cleave, before, after, flags)
    check_time(check, "as given", expected)
    if expected.get("faulty", False):
        faulty, faulty_status = diff(cleave, before, find(case, "faulty"), flags)
        check_time(check, "the faulty version", expected)
        check.expect(faulty_status == 1, f"the faulty version: {faulty['entries'][0]['verdict']} ({faulty['entries'][0]['reason']})")
        check_consistency(check, "the faulty version", faulty["entries"][0])
    check.expect(not expected.get("same", False) or not document["entries"], "some function differs")
    if not document["entries"]:
        check.expect(expected["verdict"] == "equivalent" and status == 0, "no entry differs")
    else:
        entry = entry_of(document, expected)
        check_expected(check, entry, status, expected)
        check_consistency(check, "as given", entry)

        rest = list(expected["flags"])
        # Under sanitizers, which look for faults of the code and take their time, as given and swapped is enough.
        twins = () if "CLEAVE_TEST_SLOWER" in os.environ else (("before/before", before, entry.get("before_entry", entry["entry"])),)
        for label, file, name in twins:
            same, _ = diff(cleave, file, file, rest + ["--entry", name, "--explore-unchanged"])
            twin = same["entries"][0]
            check_consistency(check, label, twin)
            check.expect(all(p["kind"] != "different" for p in twin["partitions"]), f"{label}: differs from itself")
            if expected["verdict"] != "inconclusive" and expected.get("identity", True):
                check.expect(twin["verdict"] == "equivalent", f"{label}: {twin['verdict']} ({twin['reason']})")

        for granularity, wanted in expected.get("granularities", {}).items() if twins else ():
            other, status = diff(cleave, before, after, flags + ["--granularity", granularity])
            own = Checker()
            inputs = {key: expected[key] for key in ("equal_inputs", "different_inputs") if key in expected}
            check_expected(own, entry_of(other, expected), status, {"verdict": expected["verdict"], **inputs, **wanted})
            check_consistency(own, "as given", entry_of(other, expected))
            check.failures += [f"--granularity {granularity}: {failure}" for failure in own.failures]

        rest += [word for x, y in pairs for word in ("--pair", f"{y}={x}")]
        mirrored, _ = diff(cleave, after, before, rest + ["--entry", entry["entry"]])
        swapped = next((each for each in mirrored["entries"] if each["entry"] == entry["entry"]), mirrored["entries"][0])
        check_consistency(check, "swapped", swapped)
        wanted = expected.get("swap_verdict", expected["verdict"])
        check.expect(swapped["verdict"] == wanted, f"swapped: {swapped['verdict']} ({swapped['reason']})")
        # Which of many partitions come first, and so how many there are, depends on the time for concrete runs.
        few = 16
        in_time = "CLEAVE_TEST_SLOWER" not in os.environ and max(len(entry["partitions"]), len(swapped["partitions"])) <= few
        if in_time and entry["guarantee"]["exhaustive"] and swapped["guarantee"]["exhaustive"] and "swap_verdict" not in expected:
            count = lambda e, kind: sum(p["kind"] == kind for p in e["partitions"])
            for kind in ("equal", "different"):
                check.expect(count(entry, kind) == count(swapped, kind), f"swapped: {count(swapped, kind)} {kind} partitions instead of {count(entry, kind)}")
    for failure in check.failures:
        print(f"{case}: {failure}")
    return check.failures


def main():
    with tempfile.TemporaryDirectory() as compiled:
        remember_compiled(compiled)
        failures = check_case(sys.argv[1], sys.argv[2])
    sys.exit(1 if failures else 0)


main()
