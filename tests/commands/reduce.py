#!/usr/bin/env python3
"""`cleave reduce`: of tests that are computed alike one is kept; formats of tests; what cannot be classified stays.

usage: reduce.py CLEAVE SOURCE_DIR
"""
import json
import os
import tempfile

from common import SOURCE, expect, expect_error, finish, json_of, run, write

CHOOSE = os.path.join(SOURCE, "examples/signature/choose.c")
TESTS = [{"x": 1, "y": 2, "z": 0}, {"x": 3, "y": 1, "z": 5}, {"name": "big", "input": {"x": 20, "y": 2}}, {"x": 200, "y": -1, "z": 9}, {"x": 2, "y": "12"}]


def fates(document):
    return {test["name"]: "kept" if test["kept"] else test["duplicate_of"] for test in document["tests"]}


def check_one_version(work):
    tests = write(work, "tests.json", json.dumps(TESTS))
    kept = os.path.join(work, "kept.json")
    document = json_of("reduce", CHOOSE, "--entry", "choose", "--output", "out", "--tests", tests, "--write", kept, status=0)
    expect(fates(document) == {"0": "kept", "1": "0", "big": "kept", "3": "big", "4": "kept"}, f"choose: {fates(document)}")
    expect([test["name"] for test in json.load(open(kept))] == ["0", "big", "4"], "the kept tests are written")
    again = json_of("reduce", CHOOSE, "--entry", "choose", "--output", "out", "--tests", kept, status=0)
    expect(all(test["kept"] for test in again["tests"]), "a reduced suite cannot be reduced")
    # All that is printed counts, unless one output is chosen.
    document = json_of("reduce", CHOOSE, "--entry", "choose", "--tests", tests, status=0)
    expect(fates(document) == {"0": "kept", "1": "kept", "big": "kept", "3": "kept", "4": "kept"}, f"choose with its text: {fates(document)}")


def check_two_versions(work):
    after = write(work, "after.c", open(CHOOSE).read().replace("b = a;", "b = a + 1;"))
    tests = write(work, "tests.json", json.dumps(TESTS))
    document = json_of("reduce", CHOOSE, after, "--entry", "choose", "--tests", tests, status=0)
    expect(fates(document) == {"0": "kept", "1": "0", "big": "kept", "3": "big", "4": "big"}, f"two versions: {fates(document)}")
    expect([test.get("kind") for test in document["tests"]] == ["equal", None, "different", None, None], "kinds of partitions")
    # The witnesses of a result are tests, too, each of a partition of its own.
    out = os.path.join(work, "out")
    run("diff", CHOOSE, after, "--entry", "choose", "--out", out)
    document = json_of("reduce", CHOOSE, after, "--entry", "choose", "--tests", os.path.join(out, "result.json"), status=0)
    expect(all(test["kept"] for test in document["tests"]) and len(document["tests"]) >= 2, f"witnesses: {fates(document)}")


TEXT = """
#include <string.h>
int vowels(const char *s, const int *xs, int n) {
  int count = 0;
  if (!s) return -1;
  for (; *s; s++) if (strchr("aeiou", *s)) count++;
  return count + (xs && n > 0 ? xs[0] : 0);
}
"""


def check_values(work):
    """Texts, lists and null pointers as values."""
    source = write(work, "text.c", TEXT)
    tests = write(work, "values.json", json.dumps({"ab": {"s": "ab", "xs": [1, 2], "n": 2}, "eb": {"s": "eb", "xs": [7], "n": 2}, "ac": {"s": "ac", "xs": [5], "n": 2},
                                                  "null": {"s": None}, "null too": {"s": None, "n": 0, "xs": None}, "long": {"s": "bcdfgh"}}))
    document = json_of("reduce", source, "--entry", "vowels", "--tests", tests, status=0)
    expect(fates(document)["null too"] == "null" and fates(document)["null"] == "kept", f"null pointers: {fates(document)}")
    expect(fates(document)["ab"] == "kept" and fates(document)["eb"] == "kept", f"another vowel is another way: {fates(document)}")
    long = write(work, "long.json", json.dumps([{"s": "far too long a text"}]))
    expect_error("longer than the plan allows", "reduce", source, "--entry", "vowels", "--tests", long)


def check_unfinished(work):
    source = write(work, "endless.c", "int f(int n) { while (n > 5) n = n | 8; return n; }\n")
    tests = write(work, "endless.json", "[{\"n\": 1}, {\"n\": 9}, {\"n\": 10}, {\"n\": 2}]")
    document = json_of("reduce", source, "--entry", "f", "--tests", tests, "--max-steps", "10000", status=0)
    expect([test["kept"] for test in document["tests"]] == [True, True, True, False], f"what did not finish is kept: {fates(document)}")
    expect("did not finish" in document["tests"][1]["note"], "and the note says why")


def check_errors(work):
    tests = write(work, "tests.json", json.dumps(TESTS))
    expect_error("--entry", "reduce", CHOOSE, "--tests", tests)
    expect_error("nowhere.json", "reduce", CHOOSE, "--entry", "choose", "--tests", "nowhere.json")
    expect_error("write a list of objects", "reduce", CHOOSE, "--entry", "choose", "--tests", CHOOSE)
    expect_error("has no tests", "reduce", CHOOSE, "--entry", "choose", "--tests", write(work, "none.json", "[]"))
    expect_error("names no input", "reduce", CHOOSE, "--entry", "choose", "--tests", write(work, "odd.json", '[{"w": 1}]'))
    expect_error("is no value of x", "reduce", CHOOSE, "--entry", "choose", "--tests", write(work, "odd.json", '[{"x": "many"}]'))


with tempfile.TemporaryDirectory() as directory:
    check_one_version(directory)
    check_two_versions(directory)
    check_values(directory)
    check_unfinished(directory)
    check_errors(directory)
finish()
