#!/usr/bin/env python3
"""`cleave explain`: branches that could be the cause, the values, and the parts of the change that are, each confirmed natively.

usage: explain.py CLEAVE SOURCE_DIR
"""
import json
import os
import re
import subprocess
import sys
import tempfile

from common import CLEAVE, SLOWER, SOURCE, expect, expect_error, finish, json_of, run, write

EXAMPLE = [os.path.join(SOURCE, "examples/explain", name) for name in ("before.c", "after.c")]


def explained(work, before, after, *words, status=1):
    files = write(work, "before.c", before), write(work, "after.c", after)
    document = json_of("explain", *files, *words, status=status)
    for branch in document["branches"]:
        expect(branch["replayed"] and "note" not in branch, f"an alternative was not confirmed natively: {branch}")
    return document


def lines(document):
    return [int(branch["place"]["at"].rpartition(":")[2]) for branch in document["branches"]]


def check_slices():
    """The branch on inp2 has nothing to do with x: only paths speak of it."""
    document = json_of("explain", *EXAMPLE, "--input", "inp1=0,inp2=5", status=1)
    expect(lines(document) == [4] and document["branches"][0]["place"]["source"] == "if (inp1 >= 0)", f"the branch on inp1 alone: {document['branches']}")
    branch = document["branches"][0]
    expect(branch["changed"] and branch["agrees"] and branch["replayed"], f"a changed branch, and an input on which the versions agree: {branch}")
    expect(int(branch["alternative"]["inp1"]) < 0, f"the alternative goes the other way: {branch['alternative']}")
    expect(document["confirmed"] and document["before"]["x"] == "-1" and document["after"]["x"] == "1", "what shows")
    expect(document["stats"]["before_literals"] == 1 and document["stats"]["after_literals"] == 1, f"slices have one literal each: {document['stats']}")
    paths = json_of("explain", *EXAMPLE, "--input", "inp1=0,inp2=5", "--conditions", "path", "--no-causes", status=1)
    expect(paths["stats"]["before_literals"] == 2 and paths["stats"]["after_literals"] == 2, f"paths have two: {paths['stats']}")
    same = json_of("explain", *EXAMPLE, "--input", "inp1=1", status=0)
    expect(not same["differs"], "an input that behaves alike")
    expect("both versions show the same" in run("explain", *EXAMPLE, "--input", "inp1=1").stdout, "and the text says so")


def check_ways_to_name_an_input(work):
    out = os.path.join(work, "out")
    run("diff", *EXAMPLE, "--out", out)
    result = json.load(open(os.path.join(out, "result.json")))
    partition = next(p for p in result["entries"][0]["partitions"] if p["kind"] == "different")
    by_id = json_of("explain", *EXAMPLE, "--test", partition["id"], "--out", out, "--no-causes", status=1)
    by_file = json_of("explain", *EXAMPLE, "--test", write(work, "t.json", json.dumps(partition["witness"])), "--no-causes", status=1)
    by_text = json_of("explain", *EXAMPLE, "--test", json.dumps(partition["witness_bits"]), "--no-causes", status=1)
    expect(by_id["input"] == by_file["input"] == by_text["input"] == partition["witness"], f"three ways to name {partition['witness']}")


# --- control flow

LIMIT = "int limit(int n) {\n  int most = 10;\n\n  int least = 0;\n\n  if (n > most && n < least + 5) return 1;\n  return 0;\n}\n"


def check_together(work):
    after = LIMIT.replace("most = 10", "most = 2").replace("least = 0", "least = 4")
    both = explained(work, LIMIT, after, "--input", "n=6")
    expect(both["causes"] == [[1, 2]] and [hunk["after_lines"] for hunk in both["hunks"]] == [[2, 2], [4, 4]], f"only together: {both['causes']}")
    expect("only together" in run("explain", os.path.join(work, "before.c"), os.path.join(work, "after.c"), "--input", "n=6").stdout, "in words")
    one = explained(work, LIMIT, after, "--input", "n=4")
    expect(one["causes"] == [[1]], f"the first alone: {one['causes']}")
    expect(lines(both) == [6], f"the branch that both reach: {lines(both)}")


def check_mirrored(work):
    before = "int f(int x) {\n  int y = 0;\n  if (x > 5) y = 1;\n  return y;\n}\n"
    document = explained(work, before, before.replace("  if (x > 5) y = 1;\n", ""), "--input", "x=9")
    expect([(b["version"], int(b["place"]["at"].rpartition(":")[2])) for b in document["branches"]] == [("before", 3)], f"a branch that was removed: {document['branches']}")
    expect(document["causes"] == [[1]] and document["hunks"][0]["after_lines"] is None, "a part that was removed")


def check_first_turn(work):
    """Two branches in one change: the runs part at the first that goes another way, not at the last before they meet again."""
    before = "int pick(int a, int b) {\n  int r = 0;\n  if (a > 5) r = 1;\n  if (b > 5) r += 2;\n  return r;\n}\n"
    after = before.replace("a > 5", "a >= 5").replace("b > 5", "b > 6")
    for words, line in (("a=5,b=0", 3), ("a=5,b=6", 3), ("a=0,b=6", 4)):
        ways = explained(work, before, after, "--input", words)["ways"]
        decided = [int(ways[side]["decided"]["at"].rpartition(":")[2]) for side in ("before", "after")]
        expect(decided == [line, line], f"with {words} both turn at line {line}: {ways}")


def check_library_code(work):
    """A branch inside a library function is named by the call."""
    before = '#include <string.h>\nint f(const char *s) {\n  return strcmp(s, "ab") == 0 ? 1 : 2;\n}\n'
    document = explained(work, before, before.replace('"ab"', '"ax"'), "--nonnull", "s", "--test", '{"s": "ab"}')
    expect(lines(document) and all(line == 3 for line in lines(document)), f"the call of strcmp: {document['branches']}")


# --- values

def check_values(work):
    before = "int scale = 2;\nint price(int n) {\n  int net = n * 3;\n  int gross = net + net / 5;\n  return gross * scale;\n}\n"
    document = explained(work, before, before.replace("n * 3", "n * 4"), "--entry", "price", "--input", "n=10", "--globals", "fixed")
    expect(document["branches"] == [], "no branch is to blame")
    steps = [(int(step["after"]["at"].rpartition(":")[2]), step["before_value"], step["after_value"]) for step in document["steps"]]
    expect((4, "6", "8") in steps and (5, "72", "96") in steps, f"the values on the way: {steps}")
    expect(document["causes"] == [[1]] and document["hunks"][0]["after_lines"] == [3, 3], "the changed line")


def check_returned(work):
    """A value that is computed by changed code alone shows where it is returned."""
    before = "double f(double x) {\n  return x > 1.5 ? x * 2 : -x;\n}\n"
    document = explained(work, before, before.replace("x * 2", "x * 3"), "--input", "x=2.5")
    steps = [(step["after"]["at"].rpartition(":")[2], step["before_value"], step["after_value"]) for step in document["steps"]]
    expect(steps == [("2", "5.0", "7.5")], f"the returned value: {steps}")


def check_parting(work):
    before = "int f(int a, int b) {\n  int c = a + b;\n  if (c > 10)\n    return 1;\n  return 2;\n}\n"
    document = explained(work, before, before.replace("a + b", "a - b"), "--input", "a=9,b=4")
    ways = document["ways"]
    expect(ways["before"]["decided"]["at"].endswith(":3") and ways["before"]["compared"] == "13 with 10", f"before: {ways['before']}")
    expect(ways["after"]["compared"] == "5 with 10" and ways["after"]["next"]["at"].endswith(":5"), f"after: {ways['after']}")


# --- hybrids

def check_unbuilt(work):
    """Parts that compile only together are taken together; comments are no cause."""
    before = "int f(int x) {\n  int a = x;\n\n  // as it is\n\n  return a;\n}\n"
    after = before.replace("int a = x;", "int b = x + 1;").replace("as it is", "one more").replace("return a", "return b")
    document = explained(work, before, after, "--input", "x=1")
    expect(document["causes"] == [[1, 3]] and document["stats"]["unbuilt"] >= 2, f"declared and used: {document['causes']}, {document['stats']}")


def check_main(work):
    before = '#include <stdio.h>\nint main(void) {\n  int c = getchar();\n  if (c == \'a\') puts("first");\n  else puts("other");\n  return 0;\n}\n'
    document = explained(work, before, before.replace("'a'", "'b'"), "--entry", "main", "--stdin", "2", "--test", '{"stdin": "b"}')
    expect(lines(document) == [4] and document["branches"][0]["agrees"], f"a program: {document['branches']}")


def check_errors(work):
    expect_error("give an input to explain", "explain", *EXAMPLE)
    expect_error("NAME=VALUE", "explain", *EXAMPLE, "--input", "inp1")
    expect_error("names no input", "explain", *EXAMPLE, "--input", "inp3=1")
    expect_error("no partition 99", "explain", *EXAMPLE, "--test", "99", "--out", os.path.join(work, "out"))
    expect_error("nowhere", "explain", *EXAMPLE, "--test", "nowhere/t.json")
    expect_error("--conditions", "explain", *EXAMPLE, "--input", "inp1=0", "--conditions", "all")
    expect_error("did not finish", "explain", write(work, "b.c", "int f(int n) { while (n > 5) n |= 8; return n; }\n"),
                 write(work, "a.c", "int f(int n) { while (n > 5) n |= 8; return n + 1; }\n"), "--input", "n=9", "--max-steps", "10000")


STRUCT_RETURNED = """typedef struct { int x, y; } Point;
static Point turned(Point p) { Point q = {p.y, -p.x}; return q; }
int f(int x, int y) { Point p = {x, y}; Point q = turned(p); return q.y; }
"""


def check_structs_are_no_numbers(work):
    done = run("explain", write(work, "sb.c", STRUCT_RETURNED), write(work, "sa.c", STRUCT_RETURNED.replace("-p.x", "-p.x - 1")),
                  "--entry", "f", "--input", "x=3", "--input", "y=4")
    parts = done.stdout.split("How the runs part")[-1].split("\n\n")[0]
    expect("-3 before, -4 after" in parts, f"the member that differs\n{done.stdout}")
    expect(not re.search(r"[0-9]{7,}", parts), f"bits of a struct\n{parts}")


def check_regressions():
    least = "15" if SLOWER == 1 else "13"  # how many inputs are tried before the first partition is a matter of time
    done = subprocess.run([sys.executable, os.path.join(SOURCE, "bench/explain"), "--cleave", CLEAVE, "--only", "options,matrix", "--budget", f"{20 * SLOWER:.0f}s", "--least", least],
                          capture_output=True, text=True)
    expect(done.returncode == 0, f"bench/explain:\n{done.stdout}{done.stderr}")


with tempfile.TemporaryDirectory() as directory:
    check_slices()
    check_structs_are_no_numbers(directory)
    check_ways_to_name_an_input(directory)
    check_together(directory)
    check_mirrored(directory)
    check_first_turn(directory)
    check_library_code(directory)
    check_values(directory)
    check_returned(directory)
    check_parting(directory)
    check_unbuilt(directory)
    check_main(directory)
    check_errors(directory)
    check_regressions()
finish()
