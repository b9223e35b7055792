#!/usr/bin/env python3
"""`cleave audit`, end to end: an untouched result passes; a result that was tampered with is found out, whatever was changed.

usage: audit.py CLEAVE SOURCE_DIR
"""
import glob
import hashlib
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


def register(directory):
    """As one would who tampers with care: the manifest has the digests of what is there. Only what the files mean can tell."""
    path = os.path.join(directory, "manifest.json")
    manifest = json.load(open(path))
    names = ["result.json"]
    for folder in ("smt2", "replay"):
        names += [os.path.relpath(file, directory) for file in glob.glob(os.path.join(directory, folder, "**"), recursive=True) if os.path.isfile(file)]
    manifest["files"] = {name: hashlib.sha256(open(os.path.join(directory, name), "rb").read()).hexdigest() for name in names}
    json.dump(manifest, open(path, "w"))


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


def drop_claims(beginning):
    def change(directory):
        path = os.path.join(directory, "smt2", "index.json")
        index = json.load(open(path))
        left = [c for c in index["claims"] if not c["claim"].startswith(beginning)]
        expect(len(left) < len(index["claims"]), f"there are claims that begin with {beginning}")
        index["claims"] = left
        json.dump(index, open(path, "w"))
    return change


def edit_entry(edit):
    return lambda directory: change_result(directory, edit)


def group_of(entry, kind):
    return next(group for group in entry["groups"] if group["kind"] == kind and group["exact"])


def set_group(kind, condition):
    return edit_entry(lambda entry: group_of(entry, kind).update(condition=condition))


def set_observed(kind, version, name, value):
    return lambda directory: change_result(directory, lambda entry: first(entry, kind)[version].update({name: value}))


def drop_partition(kind):
    def edit(entry):
        gone = first(entry, kind)
        entry["partitions"] = [p for p in entry["partitions"] if p is not gone]
        left = [p for p in entry["partitions"] if p["kind"] == "different"]
        entry["reason"] = f"{len(left)} of {len(entry['partitions'])} partitions differ"
    return lambda directory: change_result(directory, edit)


def drop_partitions(directory):
    """As if nothing had been explored."""
    change_result(directory, lambda entry: (entry.update(verdict="equivalent", partitions=[], reason="the same"), entry.pop("share")))


def change_document(edit):
    def change(directory):
        path = os.path.join(directory, "result.json")
        document = json.load(open(path))
        edit(document)
        json.dump(document, open(path, "w"))
    return change


def assert_false(path):
    text = open(path).read()
    head = text[:text.index("(assert")]
    open(path, "w").write(head + "(assert false)\n(check-sat)\n")


def edit_share(entry):
    entry["share"]["equal"] = dict(entry["share"]["equal"], low=1.0, estimate=1.0, high=1.0)


def rename_input(entry):
    entry["inputs"][1]["name"] = "other"
    for partition in entry["partitions"]:
        for field in ("witness", "witness_bits"):
            partition[field]["other"] = partition[field].pop("unused")


# Behind each of these the journal and the manifest are made to fit.
TAMPERINGS = {
    "a different partition called equal": (set_kind("different", "equal"), 1),
    "an equal partition called different": (set_kind("equal", "different"), 1),
    "a wider condition": (set_field("equal", "condition", "true"), 1),
    "a group with a wider condition": (set_group("different", "(bvslt i #x00000065)"), 1),
    "a group with a narrower condition": (set_group("equal", "(bvslt i #xfffffff0)"), 1),
    "a group without a member": (edit_entry(lambda entry: group_of(entry, "equal")["partitions"].pop()), 1),
    "a narrower condition": (set_field("equal", "condition", "(= i #xffffffff)"), 1),
    "an impossible condition": (set_field("equal", "condition", "false"), 1),
    "a condition that is no term": (set_field("equal", "condition", "(oops i)"), 3),
    "wider words": (set_field("equal", "condition_text", "true"), 1),
    "narrower words": (set_field("equal", "condition_text", "i == -5"), 1),
    "other words": (set_field("different", "condition_text", "i > 99"), 1),
    "a witness of another partition": (set_witness("different", "-5", "0xfffffffb"), 1),
    "a witness and other bits": (set_witness("different", "77", None), 1),
    "another result of before": (set_observed("different", "before", "return", "4711"), 1),
    "another result of both": (lambda d: (set_observed("equal", "before", "return", "3")(d), set_observed("equal", "after", "return", "3")(d)), 1),
    "another global of after": (set_observed("different", "after", "counter", "4711"), 1),
    "another ending": (set_observed("different", "after", "outcome", "exited"), 1),
    "text that was not printed": (set_observed("equal", "before", "stdout", "hello"), 1),
    "another expression": (set_field("different", "after_expr", {"return": "i + 7", "counter": "i + 1"}), 1),
    "confirmed what is equal": (set_field("equal", "confirmed", True), 1),
    "another verdict": (edit_entry(lambda entry: entry.update(verdict="equivalent")), 1),
    "not exhaustive, and equivalent": (edit_entry(lambda entry: entry["guarantee"].update(exhaustive=False) or entry.update(verdict="equivalent")), 1),
    "assumptions that are gone": (edit_entry(lambda entry: entry["guarantee"].update(assumptions=[])), 1),
    "a granularity that is none": (edit_entry(lambda entry: entry["guarantee"].update(granularity="fine")), 1),
    "a proof in place of partitions": (edit_entry(lambda entry: entry["guarantee"].update(granularity="optimizer")), 1),
    "a mark for NaN": (set_field("different", "marks", ["only for NaN"]), 1),
    "a mark for null": (set_field("different", "marks", ["only for a null pointer"]), 1),
    "a mark for an empty string": (set_field("different", "marks", ["only for an empty string"]), 1),
    "a mark of undefined behaviour": (set_field("different", "marks", ["before is undefined here"]), 1),
    "a mark of somebody else": (set_field("equal", "marks", ["reviewed"]), 1),
    "another count": (edit_entry(lambda entry: entry.update(reason="9 of 9 partitions differ")), 1),
    "another share": (edit_entry(edit_share), 1),
    "an input of another name": (edit_entry(rename_input), 1),
    "a different partition that is gone": (drop_partition("different"), 1),
    "an equal partition that is gone": (drop_partition("equal"), 1),
    "all partitions gone": (drop_partitions, 1),
    "an entry that is gone": (change_document(lambda document: document["entries"].pop()), 1),
    "another status in a file": (change_claim(flip_status), 1),
    "another status in a file and the index": (flip_everywhere, 1),
    "a claim that is gone": (change_claim(os.remove), 1),
    "a coverage claim that is gone": (drop_claims("coverage"), 1),
    "no evidence": (lambda d: shutil.rmtree(os.path.join(d, "smt2")), 3),
    "no index": (lambda d: os.remove(os.path.join(d, "smt2", "index.json")), 2),
    "no replay": (lambda d: shutil.rmtree(os.path.join(d, "replay")), 3),
    "no module": (lambda d: os.remove(os.path.join(d, "replay", "after.bc")), 3),
    "a swapped module": (lambda d: shutil.copy(os.path.join(d, "replay", "before.bc"), os.path.join(d, "replay", "after.bc")), 1),
    "half a result": (lambda d: open(os.path.join(d, "result.json"), "r+").truncate(100), 2),
}

def note_other_partition(directory):
    entry = json.load(open(os.path.join(directory, "result.json")))["entries"][0]
    with open(os.path.join(directory, "partitions.jsonl"), "w") as file:
        for partition in entry["partitions"]:
            file.write(json.dumps({"entry": entry["entry"], **partition, "id": partition["id"] + 1}) + "\n")


# These are noticed by their digests.
CARELESS = {
    "a formula that says nothing": (change_claim(assert_false), 1),
    "an assumption that is gone": (edit_entry(lambda entry: entry["guarantee"].update(assumptions=[])), 1),
    "other lines": (edit_entry(lambda entry: entry["changes"][0].update(after_lines=[1, 1])), 1),
    "notes of another partition": (note_other_partition, 1),
    "a file more": (lambda d: shutil.copy(os.path.join(d, "result.json"), os.path.join(d, "smt2", "more.smt2")), 1),
    "no manifest": (lambda d: os.remove(os.path.join(d, "manifest.json")), 1),
    "half a manifest": (lambda d: open(os.path.join(d, "manifest.json"), "r+").truncate(50), 1),
    "no replay": (lambda d: shutil.rmtree(os.path.join(d, "replay")), 1),
    "no result": (lambda d: os.remove(os.path.join(d, "result.json")), 2),
}


def check_tampering(work, original, tamperings, careful):
    for name, (tamper, status) in tamperings.items():
        copy = os.path.join(work, "tampered")
        shutil.copytree(original, copy)
        tamper(copy)
        if careful:
            register(copy)
        done = audit(copy, "--members", "8")
        expect(done.returncode == status, f"{name}: status {done.returncode} instead of {status}\n{done.stdout}{done.stderr}")
        if status == 1:
            expect("DISAGREES" in done.stdout and "audit: DISAGREEMENT" in done.stdout, f"{name}: not said loudly\n{done.stdout}")
        shutil.rmtree(copy)


def check_sources(work, original):
    source = os.path.join(work, "after.c")
    text = open(source).read()
    open(source, "w").write(text + "// later\n")
    done = audit(original, "--members", "1")
    expect(done.returncode == 1 and "the source has changed since" in done.stdout, f"a source that has changed: {done.stdout}")
    os.remove(source)
    done = audit(original, "--members", "1")
    expect(done.returncode == 0 and "1 source is not here" in done.stdout, f"a source that is gone: {done.stdout}")
    open(source, "w").write(text)


# Right results whose inputs are not all values of their cells, and results of another type.
RIGHT = {
    "lengths": ("int f(const char *data, int length) { int s = 0; for (int i = 0; i < length; i++) s ^= data[i]; return s; }",
                "int f(const char *data, int length) { int s = 0; for (int i = length - 1; i >= 0; i--) s ^= data[i]; return s; }", []),
    "an assumption": ("int f(int x) { return x / 2; }", "int f(int x) { return x >> 1; }", ["--assume", "x >= 0"]),
    "a small domain": ("int f(unsigned x) { int a[8] = {3, 1, 4, 1, 5, 9, 2, 6}; return a[(x * 7 + x / 3) % 8]; }",
                       "int f(unsigned x) { int a[8] = {3, 1, 4, 1, 5, 9, 2, 7}; return a[(x * 7 + x / 3) % 8]; }", ["--assume", "x < 10"]),
    "function pointers": ("int twice(int x) { return x * 2; }\nint thrice(int x) { return x * 3; }\nint f(int (*g)(int), int x) { return g(x) + x * 2; }",
                          "int twice(int x) { return x * 2; }\nint thrice(int x) { return x * 3; }\nint f(int (*g)(int), int x) { return x + x + g(x); }", []),
    "stdin": ("#include <stdio.h>\nint main(void) { int c = getchar(); return c == 'a' || c == 'b' ? 1 : 0; }",
              "#include <stdio.h>\nint main(void) { int c = getchar(); return c >= 'a' && c <= 'b'; }", ["--stdin", "2", "--entry", "main"]),
    "a wider result": ("short f(short x) { return x / 2; }", "int f(short x) { return x / 2; }", ["--entry", "f"]),
    "floats by their bits": ("float f(float x, int n) { return n > 0 ? -x : x; }",
                             "#include <string.h>\nfloat f(float x, int n) { unsigned u; if (n <= 0) return x; memcpy(&u, &x, 4); u ^= 1u << 31; memcpy(&x, &u, 4); return x; }", []),
}


def check_right(work):
    for name, (before, after, words) in RIGHT.items():
        files = []
        for version, text in (("before", before), ("after", after)):
            files.append(os.path.join(work, f"right-{version}.c"))
            with open(files[-1], "w") as file:
                file.write(text + "\n")
        out = os.path.join(work, "right")
        done = subprocess.run([CLEAVE, "diff", *files, "--no-optimizer-proof", "--out", out, *words], capture_output=True, text=True)
        expect(done.returncode in (0, 1), f"{name}: cleave diff: status {done.returncode}: {done.stdout}{done.stderr}")
        done = audit(out, "--members", "5")
        expect(done.returncode == 0, f"{name}: status {done.returncode}\n{done.stdout}{done.stderr}")
        for file in glob.glob(os.path.join(out, "smt2", "*", "*.smt2")):
            for solver in ("z3", "cvc5"):
                if shutil.which(solver):
                    answer = subprocess.run([solver, file], capture_output=True, text=True).stdout.strip()
                    expect(answer == re.search(r":status (\w+)", open(file).read()).group(1), f"{name}: {solver} says {answer} to {os.path.basename(file)}, as it stands")


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
    check_tampering(directory, untouched, TAMPERINGS, True)
    check_tampering(directory, untouched, CARELESS, False)
    check_sources(directory, untouched)
    check_right(directory)
    check_options(directory, untouched)
for failure in failures:
    print(failure)
print(f"{len(failures)} failures")
sys.exit(1 if failures else 0)
