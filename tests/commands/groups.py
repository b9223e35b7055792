#!/usr/bin/env python3
"""Groups of partitions, as a user sees them: few, each with a condition, an example and both results; checked and reported from the directory.

usage: groups.py CLEAVE SOURCE_DIR
"""
import json
import os
import tempfile

from common import SOURCE, expect, expect_error, finish, json_of, run, write

SPLIT = [os.path.join(SOURCE, "examples/split", name) for name in ("before.c", "after.c")]
FOLLOWED = "isspace(strchr(line, '=')[1])"

ENDS = """
int classify(int n) {
  if (n < 0) return -1;
  if (n %s 100) return 1;
  return 0;
}
"""


def expect_status(status, *words):
    done = run(*words)
    expect(done.returncode == status, f"{' '.join(words)}: status {done.returncode}, not {status}\n{done.stdout}{done.stderr}")
    return done.stdout


def check_partition_of_partitions(entry):
    members = [id for group in entry["groups"] for id in group["partitions"]]
    expect(sorted(members) == sorted(each["id"] for each in entry["partitions"]), "every partition is in one group")
    kinds = {each["id"]: each["kind"] for each in entry["partitions"]}
    for group in entry["groups"]:
        expect({kinds[id] for id in group["partitions"]} == {group["kind"]}, f"kinds are mixed: {group}")
        expect(group["count"] == len(group["partitions"]) and group["example"]["id"] in group["partitions"], f"members: {group}")


# Before keeps white space behind '=', after skips it.
def check_white_space_behind_the_equals_sign(work):
    out = os.path.join(work, "split")
    entry = json_of("diff", *SPLIT, "--out", out, status=1)["entries"][0]
    check_partition_of_partitions(entry)
    differences = [group for group in entry["groups"] if group["kind"] == "different"]
    expect(1 <= len(differences) <= 4, f"{len(differences)} groups of differences")
    for group in differences:
        condition = group.get("condition_text") or group.get("needs", "")
        expect(FOLLOWED in condition, f"it does not say what follows: {condition}")
        example = group["example"]["witness"]
        line = "".join(chr(int(example[f"line[{k}]"])) for k in range(8)).split("\0")[0]
        expect(group["example"]["confirmed"] and line.partition("=")[2][:1].isspace() and len(line) <= 4, f"the example: {line!r}")
    text = expect_status(1, "report", out)  # from the directory alone
    expect(FOLLOWED in text and "line != NULL" in text, text)
    expect(len(text.splitlines()) < 45 and "…" not in text.replace("… 3", ""), f"too long, or cut: {text}")
    expect(len(expect_status(1, "report", out, "--all").splitlines()) > 500, "--all has the partitions")
    expect_status(0, "audit", out)


def check_single_partitions(work):
    before, after = write(work, "before.c", ENDS % ">"), write(work, "after.c", ENDS % ">=")
    out = os.path.join(work, "ends")
    entry = json_of("diff", before, after, "--out", out, status=1)["entries"][0]
    check_partition_of_partitions(entry)
    first = entry["groups"][0]
    expect(first["exact"] and first["condition_text"] == "n == 100" and first["count"] == 1, f"one input: {first}")
    expect(first["share"]["count"] == "1 of 2^32", f"its share: {first}")
    expect(json.load(open(os.path.join(out, "result.json")))["entries"][0]["groups"] == entry["groups"], "the document has the same groups")
    text = expect_status(1, "report", out)
    expect("n == 100" in text and "classify(100)" in text, text)


# Both halves of "exact" are formulas among the evidence, and audit asks once more, from the conditions alone.
def check_evidence(work):
    code = "int f(int x, int y) { int r = 0; if (x < 0) { if (y == 3) r = %d; else if (y == 7) r = %d; else r = %d; } return r; }\n"
    before, after = write(work, "before.c", code % (1, 2, 3)), write(work, "after.c", code % (4, 5, 6))
    out = os.path.join(work, "evidence")
    entry = json_of("diff", before, after, "--out", out, status=1)["entries"][0]
    group = entry["groups"][0]
    expect(group["exact"] and group["count"] > 1 and group["condition_text"] == "x < 0", f"a group of several: {group}")
    names = [os.path.join(out, "smt2", "f", f"group0-{half}.smt2") for half in ("members", "others")]
    for name in names:
        expect("(set-info :status unsat)" in open(name).read(), f"what is claimed in {name}")
    expect("groups: 2 of 2 hold where they say" in expect_status(0, "audit", out, "--members", "1"), "audit looks at groups")

    alone = expect_status(0, "audit", out, "--members", "3", "--checks", "witnesses,members")
    expect("members: " in alone and "smt2: " not in alone and "only some checks were asked for: witnesses, members" in alone, f"some checks alone: {alone}")
    expect_status(2, "audit", out, "--checks", "member")

    def broken(condition):
        document = json.load(open(os.path.join(out, "result.json")))
        document["entries"][0]["groups"][0]["condition"] = condition
        json.dump(document, open(os.path.join(out, "result.json"), "w"))
        return expect_status(1, "audit", out, "--members", "1")

    expect("holds on an input outside of its partitions: x = 0x00000000" in broken("(bvslt x #x00000001)"), "a condition that is too wide")
    expect("does not satisfy its condition: x = 0xffffffff" in broken("(bvslt x #xffffffff)"), "a condition that is too narrow")
    index = json.load(open(os.path.join(out, "smt2/index.json")))
    expect([each["group"] for each in index["claims"] if each["claim"].startswith("group")] == [0, 0], "they are in the index")
    index["claims"] = [each for each in index["claims"] if each["claim"] != "group0-others"]
    json.dump(index, open(os.path.join(out, "smt2/index.json"), "w"))
    expect("there is no claim 'group0-others'" in expect_status(1, "audit", out, "--members", "1"), "a claim that is gone")


# No time for descriptions: what is said then is what all members say themselves.
def check_without_time(work):
    out = os.path.join(work, "short")
    entry = json_of("diff", *SPLIT, "--out", out, "--budget", "0.4s", status=1)["entries"][0]
    check_partition_of_partitions(entry)


def check_until_difference(work):
    entry = json_of("diff", *SPLIT, "--until", "difference", "--out", os.path.join(work, "until"), status=1)["entries"][0]
    differences = [each for each in entry["partitions"] if each["kind"] == "different"]
    expect(len(differences) == 1 and differences[0]["confirmed"], f"{len(differences)} differences")
    expect(not entry["guarantee"]["exhaustive"] and entry["verdict"] == "different", f"what is claimed: {entry['guarantee']}")
    expect(0 < entry["stats"]["first_difference_s"] <= entry["stats"]["wall_s"], f"times: {entry['stats']}")
    same = json_of("diff", SPLIT[0], SPLIT[0], "--entry", "split", "--until", "difference", "--out", os.path.join(work, "same"), status=0)["entries"][0]
    expect("first_difference_s" not in same["stats"], "there is none")
    expect_error("--until is difference", "diff", *SPLIT, "--until", "dawn")


with tempfile.TemporaryDirectory() as directory:
    check_until_difference(directory)
    check_white_space_behind_the_equals_sign(directory)
    check_single_partitions(directory)
    check_evidence(directory)
    check_without_time(directory)
finish()
