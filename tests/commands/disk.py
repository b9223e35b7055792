#!/usr/bin/env python3
"""The output directory: nothing is lost whatever happens to it, and what is left of a run that was ended can still be reported.

usage: disk.py CLEAVE SOURCE_DIR
"""
import json
import os
import resource
import signal
import subprocess
import tempfile
import time

import jsonschema

from common import CLEAVE, SCHEMA, expect, finish, run, write

BEFORE = "int one(int x) { return x > 3 ? x + 1 : x; }\nint two(int x) { return x * 2; }\n"
AFTER = BEFORE.replace("> 3", "> 4").replace("x * 2", "x + x")
PARSER = """#include <ctype.h>
struct pair { char key[8]; char value[8]; };
int parse(const char *line, struct pair *out) {
  int k = 0, v = 0;
  while (isspace((unsigned char)*line)) line++;
  while (*line && *line != '=' && !isspace((unsigned char)*line)) { if (k == 7) return -1; out->key[k++] = *line++; }
  out->key[k] = 0;
  while (isspace((unsigned char)*line)) line++;
  if (*line != '=' || k == 0) return -1;
  line++;
  while (*line) { if (v == 7) return -1; out->value[v++] = *line++; }
  while (v > 0 && isspace((unsigned char)out->value[v - 1])) v--;
  out->value[v] = 0;
  return v;
}
"""
MANY = """unsigned f(unsigned x, unsigned y) {
  unsigned s = y;
  for (int i = 0; i < 24; i++)
    if (x >> i & 1) s = s * 3 + i%s;
  return s;
}
"""


def start_many(work, out, *more):
    """A run that finds thousands of partitions, which ends once it is told."""
    before, after = write(work, "many_before.c", MANY % ""), write(work, "many_after.c", MANY % " + (i == 13)")
    return subprocess.Popen([CLEAVE, "diff", before, after, "--granularity", "path", "--no-optimizer-proof", "--no-native", "--budget", "200s", "--out", out, *more],
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def wait_for_lines(out, wanted):
    deadline = time.time() + 120
    lines = os.path.join(out, "partitions.jsonl")
    while time.time() < deadline and not (os.path.exists(lines) and open(lines).read().count('"id":') >= wanted):
        time.sleep(0.05)


def check_small(work):
    before = write(work, "parser_before.c", PARSER)
    after = write(work, "parser_after.c", PARSER.replace("  line++;\n", "  line++;\n  while (isspace((unsigned char)*line)) line++;\n"))
    out = os.path.join(work, "parser")
    done = run("diff", before, after, "--no-native", "--max-partitions", 300, "--out", out, "--json")
    document = json.loads(done.stdout)
    jsonschema.validate(document, SCHEMA)
    entry = document["entries"][0]
    expect(len(entry.get("terms", {})) > 3, "conditions share terms")
    size = os.path.getsize(os.path.join(out, "result.json"))
    expect(size < 4300 * len(entry["partitions"]), f"{size} bytes for {len(entry['partitions'])} partitions")
    expect(not os.path.exists(os.path.join(out, "partitions.jsonl")), "partitions are written once")


def check_report(work, before, after):
    out = os.path.join(work, "report")
    shown = run("diff", before, after, "--out", out)
    again = run("report", out)
    expect((again.returncode, again.stdout) == (shown.returncode, shown.stdout), f"report says what diff said\n{shown.stdout}\n{again.stdout}")
    document = json.loads(run("report", out, "--format", "json").stdout)
    expect(document == json.load(open(os.path.join(out, "result.json"))), "so does its JSON")
    for words, said in ((["report", os.path.join(work, "nowhere")], "neither result.json nor"), (["report", out, "--format", "x"], "--format is")):
        wrong = run(*words)
        expect(wrong.returncode == 2 and said in wrong.stderr and wrong.stderr.count("\n") == 1, f"{words}: {wrong.returncode} {wrong.stderr}")
    with open(os.path.join(out, "result.json"), "r+") as file:
        text = file.read().replace('"equivalent"', '"different"')
        file.seek(0)
        file.write(text)
    wrong = run("report", out)
    expect(wrong.returncode == 2 and "is not what cleave wrote" in wrong.stderr, f"a changed result: {wrong.returncode} {wrong.stderr}")


def check_killed(work):
    out = os.path.join(work, "killed")
    process = start_many(work, out)
    wait_for_lines(out, 50)
    process.kill()
    process.communicate()
    lines = [json.loads(line) for line in open(os.path.join(out, "partitions.jsonl")).read().splitlines()]
    for line in lines[:20]:
        jsonschema.validate(line, {**SCHEMA, "$ref": "#/$defs/journalLine"})
    found = sum("id" in line for line in lines)
    done = run("report", out)
    different = any(line.get("kind") == "different" for line in lines)
    expect(done.returncode == (1 if different else 3), f"report of a killed run: {done.returncode} {done.stderr}")
    for said in ("the run was cut short: 0 of 1 comparison came to an end", "cut short, with what was found until then: f"):
        expect(said in done.stdout, f"it says: {said}\n{done.stdout[-600:]}")
    document = json.loads(run("report", out, "--format", "json").stdout)
    jsonschema.validate(document, SCHEMA)
    entry = document["entries"][0]
    expect(len(entry["partitions"]) == found and not entry["guarantee"]["exhaustive"] and "cut short" in entry["reason"], "all that was found is there")
    again = run("diff", *(os.path.join(work, name) for name in ("many_before.c", "many_after.c")), "--max-partitions", 3, "--no-optimizer-proof", "--granularity", "path", "--out", out)
    expect(again.returncode in (1, 3) and not os.path.exists(os.path.join(out, "partitions.jsonl")), f"and the directory can be used again: {again.returncode} {again.stderr}")


def check_two_runs(work, before, after):
    out = os.path.join(work, "both")
    process = start_many(work, out)
    wait_for_lines(out, 5)
    second = run("diff", before, after, "--out", out)
    expect(second.returncode == 2 and "in use by another run" in second.stderr and second.stderr.count("\n") == 1, f"two runs: {second.returncode} {second.stderr}")
    still = run("report", out)
    expect("still writing" in still.stdout, f"a report of a run that goes on\n{still.stdout[-300:]}")
    process.send_signal(signal.SIGTERM)
    stdout, _ = process.communicate()
    expect("f: " in stdout and os.path.exists(os.path.join(out, "result.json")), "the first loses nothing")


def lines_of(out):
    """All lines that a run left, whichever files they are in."""
    lines = []
    for folder, _, names in sorted(os.walk(out)):
        for name in sorted(names):
            path = os.path.join(folder, name)
            if name == "partitions.jsonl":
                lines += open(path).read().splitlines()
            elif name.endswith(".jsonl.zst"):  # of a file that is cut short, what was written
                lines += subprocess.run(["zstd", "-dcq", path], capture_output=True, text=True).stdout.splitlines()
    return [json.loads(line) for line in lines]


def check_large(work):
    """Of a large result the document has a part, and every command finds the rest."""
    before, after = write(work, "many_before.c", MANY % ""), write(work, "many_after.c", MANY % " + (i == 13)")
    words = ["diff", before, after, "--granularity", "path", "--no-optimizer-proof", "--max-partitions", 400, "--seed", 1, "--merge-after", 100000]
    whole = json.loads(run(*words, "--json", "--out", os.path.join(work, "one")).stdout)
    out = os.path.join(work, "large")
    shown = run(*words, "--json", "--large", "60K", "--out", out)
    document = json.loads(shown.stdout)
    jsonschema.validate(document, SCHEMA)
    expect(document == json.load(open(os.path.join(out, "result.json"))), "result.json is what --json prints")
    entry, all_of_it = document["entries"][0], whole["entries"][0]
    left = entry.get("left_out", {})
    missing = sum(count for kind, count in left.items() if kind != "files")
    expect(missing > 100 and len(entry["partitions"]) + missing == len(all_of_it["partitions"]), f"{len(entry['partitions'])} and {left}")
    expect(sorted(os.listdir(os.path.join(out, "partitions"))) == ["0.jsonl.zst", "1.jsonl.zst"] and left["files"] == ["partitions.jsonl", "partitions/1.jsonl.zst"], f"{left}")
    for line in lines_of(out)[:50]:
        jsonschema.validate(line, {**SCHEMA, "$ref": "#/$defs/journalLine"})

    told = json.loads(run("report", out, "--format", "json").stdout)["entries"][0]
    for each in (told, all_of_it):
        for key in ("stats", "share"):
            each.pop(key, None)
        for group in each["groups"]:
            group.pop("share", None)  # sampled, for a time
    expect(told == all_of_it, "report prints the document that has them all")
    text = run("report", out)
    different = sum(each["kind"] == "different" for each in all_of_it["partitions"])
    expect(f"{different} different" in text.stdout and "warning" not in text.stdout, f"a report in short\n{text.stdout[-500:]}")
    every = run("report", out, "--all").stdout
    expect("more (--all" not in every and every.count("\n") > 400, "and in full")
    one = next(p["id"] for p in told["partitions"] if p["id"] not in {q["id"] for q in entry["partitions"]})
    explained = run("explain", before, after, "--test", one, "--no-causes", "--out", out)
    expect(explained.returncode in (0, 1), f"a partition that is left out can be explained: {explained.returncode} {explained.stderr}")
    reduced = json.loads(run("reduce", before, after, "--tests", os.path.join(out, "result.json"), "--json").stdout)
    expect(len(reduced["tests"]) == len(told["partitions"]), f"its witnesses are tests: {len(reduced['tests'])}")
    done = run("audit", out, "--members", 1)
    expect(done.returncode == 0 and f"witnesses: {len(told['partitions'])} of {len(told['partitions'])}" in done.stdout, f"audit: {done.returncode} {done.stdout}{done.stderr}")

    lines = os.path.join(out, "partitions/1.jsonl.zst")
    content = open(lines, "rb").read()
    for damaged in (content[:-200], content[:len(content) // 2] + b"x" + content[len(content) // 2 + 1:], None):
        os.remove(lines)
        if damaged is not None:
            open(lines, "wb").write(damaged)
        said = run("report", out)
        expect("warning: " + lines in said.stdout and said.returncode == shown.returncode, f"damage is said: {said.returncode} {said.stdout[-300:]}")
        partial = json.loads(run("report", out, "--format", "json").stdout)["entries"][0]
        expect(len(partial["partitions"]) + sum(n for k, n in partial["left_out"].items() if k != "files") == len(told["partitions"]), "what cannot be read is counted")
        done = run("audit", out, "--members", 0)
        expect(done.returncode in (1, 2), f"audit does not agree: {done.returncode} {done.stdout}")
        if damaged is None:
            open(lines, "wb").close()
    again = run("diff", before, after, "--max-partitions", 3, "--no-optimizer-proof", "--no-native", "--out", out)
    expect(again.returncode in (1, 3) and not os.path.exists(os.path.join(out, "partitions")), "another run takes all of it away")


def check_killed_large(work):
    """Whenever a run is killed: what its files have so far is a report."""
    out, found = os.path.join(work, "killed-large"), []
    for wait in (0.2, 0.5, 1.0, 2.0):
        process = start_many(work, out, "--large", "20K")
        deadline = time.time() + 120
        while time.time() < deadline and not os.path.exists(os.path.join(out, "partitions/1.jsonl.zst")):
            time.sleep(0.05)
        time.sleep(wait)
        process.kill()
        process.communicate()
        time.sleep(0.2)  # workers end, too
        count = sum("id" in line for line in lines_of(out))
        done = run("report", out, "--format", "json")
        document = json.loads(done.stdout)
        jsonschema.validate(document, SCHEMA)
        expect(done.returncode in (1, 3) and len(document["entries"][0]["partitions"]) == count, f"{wait} s: {done.returncode} {count} {len(document['entries'][0]['partitions'])}")
        expect(not any("damaged" in note or "cannot be read" in note for note in document["notes"]), f"nothing is damaged: {document['notes']}")
        found.append(count)
    expect(found[-1] > 100 and os.path.exists(os.path.join(out, "partitions")), f"there were compressed lines: {found}")


def check_end_in_time(work):
    out = os.path.join(work, "term")
    process = start_many(work, out)
    wait_for_lines(out, 3000)
    told, cost = time.time(), os.times()
    process.send_signal(signal.SIGTERM)
    stdout, _ = process.communicate()
    took, busy = time.time() - told, os.getloadavg()[0] / os.cpu_count()
    expect(took < 2 * max(1, 2 * busy), f"the report came {took:.1f} s after SIGTERM")
    expect(process.returncode in (1, 3) and "partitions" in stdout + "inconclusive", f"{process.returncode} {stdout[:200]}")
    entry = json.load(open(os.path.join(out, "result.json")))["entries"][0]
    expect(len(entry["partitions"]) >= 3000 and "interrupted" in entry["reason"] + stdout or entry["verdict"] == "different", f"all that was found: {len(entry['partitions'])}")


def check_full(work, before, after):
    for size in (100, 3000, 6000):
        out = os.path.join(work, f"full-{size}")
        done = subprocess.run([CLEAVE, "diff", before, after, "--no-native", "--out", out], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size)))
        refused = done.returncode == 2 and done.stderr.startswith("cleave: cannot") and not done.stdout  # not even the compiler can write
        failed = done.returncode in (3, 70) and "failed - cannot write" in done.stdout  # nor a worker
        told = done.returncode == 1 and "one: different" in done.stdout and "warning: cannot write" in done.stdout
        whole = done.returncode == 1 and "warning" not in done.stdout and "one" in [e["entry"] for e in json.load(open(os.path.join(out, "result.json")))["entries"]]
        expect(refused or failed or told or whole, f"files of {size} bytes: {done.returncode} {done.stdout[:500]} {done.stderr}")
    inside = write(work, "file", "")
    for out in (os.path.join(inside, "out"), "/proc/nothing/out"):
        done = run("diff", before, after, "--out", out)
        expect(done.returncode == 2 and "--out" in done.stderr and done.stderr.count("\n") == 1, f"{out}: {done.returncode} {done.stderr}")


def main():
    with tempfile.TemporaryDirectory() as work:
        before, after = write(work, "before.c", BEFORE), write(work, "after.c", AFTER)
        check_small(work)
        check_report(work, before, after)
        check_killed(work)
        check_large(work)
        check_killed_large(work)
        check_two_runs(work, before, after)
        check_end_in_time(work)
        check_full(work, before, after)
    finish()


main()
