#!/usr/bin/env python3
"""Tests that there are, as the inputs that are looked at first: what only they find, what they leave as it is, and files that are none.

usage: seeds.py CLEAVE SOURCE_DIR
"""
import json
import os
import tempfile

from common import expect, expect_error, finish, run, write

# No search finds this in its first partitions: the hash has to be met.
BEFORE = "int f(const char *s, unsigned x) { unsigned h = 7; for (int i = 0; s[i]; i++) h = h * 31 + s[i]; h ^= x * 2654435761u; return h == %su; }\n"
MAIN = '#include <stdio.h>\n#include <string.h>\nint main(int argc, char **argv) { char b[9]; int n = (int)fread(b, 1, 8, stdin);\n' \
       '  return argc == 3 && !strcmp(argv[1], "-x y") && n == 3 && !memcmp(b, "q\\xff!", 3) ? %s : 0; }\n'


def hash_of(text, x):
    h = 7
    for c in text:
        h = (h * 31 + ord(c)) % 2**32
    return h ^ (x * 2654435761) % 2**32


def kinds(work, files, *options):
    """Of the first partitions."""
    out = os.path.join(work, "out")
    run("diff", *files, "--max-partitions", "2", "--budget", "20s", "--out", out, *options)
    with open(os.path.join(out, "result.json")) as document:
        return [each["kind"] for each in json.load(document)["entries"][0]["partitions"]]


def check_functions(work):
    text = BEFORE.replace("%s", str(hash_of("k3!", 99)))
    files = write(work, "before.c", text), write(work, "after.c", text.replace("return h ==", "return 2 * !(h !=").replace("u; }", "u); }"))
    seeds = write(work, "tests.json", json.dumps([{"name": "mine", "entry": "f", "input": {"s": "k3!", "x": 99}}, {"entry": "g", "input": {"y": 1}}]))
    expect("different" in kinds(work, files, "--entry", "f", "--seeds", seeds), "the seed is not among the first inputs")
    long = write(work, "long.json", json.dumps([{"entry": "f", "input": {"s": "longer than the plan"}}]))
    said = run("diff", *files, "--entry", "f", "--seeds", long, "--max-partitions", "1", "--out", os.path.join(work, "out")).stdout
    expect("1 of the seeds is not looked at" in said and "longer than the plan allows" in said, f"a test that does not fit is not said: {said}")


def check_main(work):
    files = write(work, "m1.c", MAIN % 3), write(work, "m2.c", MAIN % 4)
    tests = os.path.join(work, "tests")
    os.mkdir(tests)
    write(tests, "one.args", "'-x y' \\\"\n")
    with open(os.path.join(tests, "one.in"), "wb") as out:
        out.write(b"q\xff!")
    expect("different" in kinds(work, files, "--entry", "main", "--seeds", tests), "the run of main is not among the first inputs")
    write(tests, "notes.txt", "hello")
    expect_error("notes.txt is no test", "diff", *files, "--seeds", tests)


def check_bad(work):
    files = write(work, "b1.c", "int f(int n) { return n; }"), write(work, "b2.c", "int f(int n) { return n + 1; }")
    empty = os.path.join(work, "empty")
    os.mkdir(empty)
    for bad in (write(work, "bad.json", "{"), write(work, "list.json", "[1]"), write(work, "quote.args", "'a"), os.path.join(work, "nowhere"), empty):
        done = run("diff", *files, "--seeds", bad)
        expect(done.returncode == 2 and len(done.stderr.strip().splitlines()) == 1, f"{bad}: {done.returncode} {done.stderr}")


with tempfile.TemporaryDirectory() as work:
    check_functions(work)
    check_main(work)
    check_bad(work)
finish()
