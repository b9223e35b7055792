#!/usr/bin/python3
"""`cleave require`, as a user would run it: requirements of files and projects, measured on tests. require.py CLEAVE SOURCE_DIRECTORY"""
import json
import os
import shutil
import subprocess
import tempfile

import jsonschema

from common import CLEAVE, SCHEMA, SLOWER, SOURCE, expect, finish

PRICE = os.path.join(SOURCE, "examples/require")
TESTS = ["--build", "make", "--tests", "./test {}", "--test-list", "./test --list"]
E = """#include <stdio.h>
int b;
void simple(int i) {
  int x = i;
  if (x > 5)
    x = 5 / (x - 5);
  x = x - 1;
  if (x == 0)
    printf("zero\\n");
  else
    printf("%d\\n", x);
}
"""


def run(work, *words, status=None):
    done = subprocess.run([CLEAVE, *map(str, words), "--out", os.path.join(work, "out")], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=400 * SLOWER)
    expect(status is None or done.returncode == status, f"{words}: status {done.returncode}, not {status}\n{done.stdout[-1500:]}{done.stderr[-1500:]}")
    return done


def require(work, *words, status=None):
    done = run(work, "require", *words, "--json", status=status)
    document = json.loads(done.stdout)
    jsonschema.validate(document, {**SCHEMA, "$ref": "#/$defs/require"})
    expect(json.load(open(os.path.join(work, "out", "require.json"))) == document, "require.json is the same document")
    return document


def write(work, name, text):
    path = os.path.join(work, name)
    open(path, "w").write(text)
    return path


def requirements(document):
    """(line of after, kind) -> requirement, of the first change."""
    return {(s["after"]["line"] if s["after"] else -s["before"]["line"], r["kind"]): r for s in document["changes"][0]["statements"] for r in s["requirements"]}


def check_files(work):
    before = write(work, "e.c", E)
    first = require(work, before, write(work, "c1.c", E.replace("int x = i", "int x = i + b")), "--distance", "0", status=1)
    found = requirements(first)
    expect(found[4, "different states"]["predicate"] == "b != 0", f"distance 0: {found[4, 'different states']}")
    expect(found[4, "only after"]["fate"] == "infeasible", "both come to the change")
    second = require(work, before, write(work, "c2.c", E.replace("x > 5", "x >= 5")), "--distance", "1", status=1)
    found = requirements(second)
    expect(found[6, "only after"]["predicate"] == "x == 5" and found[6, "only after"]["example"] == {"x": "5"}, f"five: {found[6, 'only after']}")
    expect(found[5, "different states"]["predicate"] == "x == 5", "and so does the branch")
    expect("line 5" in found[6, "only after"]["sentence"] and "x == 5" in found[6, "only after"]["sentence"], "one plain sentence")
    same = require(work, before, write(work, "same.c", E + "// no change\n"), status=0)
    expect(same["changes"] == [] and same["notes"], "nothing changed")
    equal = require(work, before, write(work, "equal.c", E.replace("x = x - 1", "x = x + -1")), status=0)
    expect(all(r["fate"] == "infeasible" for r in requirements(equal).values()), "a change without an effect requires nothing")


def check_names(work):
    """Changes have the ids and lines that `cleave diff` gives them."""
    before = write(work, "n1.c", "int f(int a) {\n  int r = a;\n  if (a > 3) r = 1;\n  return r;\n}\nint g(int a) {\n  return a + 1;\n}\n")
    after = write(work, "n2.c", "int f(int a) {\n  int r = a;\n  if (a > 4) r = 1;\n  return r;\n}\nint g(int a) {\n  return a + 2;\n}\n")
    changes = {}
    for entry in json.loads(run(work, "diff", before, after, "--json", "--budget", "10s").stdout)["entries"]:
        for change in entry["changes"]:
            changes[change["id"]] = change
    ours = {c["id"]: {k: c[k] for k in ("id", "function", "file", "before_lines", "after_lines")} for c in require(work, before, after)["changes"]}
    expect(ours == changes, f"the same changes: {ours} {changes}")


def check_loops(work):
    before = write(work, "l1.c", "int f(const int* a, int n) {\n  int s = 0;\n  for (int k = 0; k < n; k++)\n    s += a[k];\n  return s;\n}\n")
    after = write(work, "l2.c", "int f(const int* a, int n) {\n  int s = 0;\n  for (int k = 0; k <= n; k++)\n    s += a[k];\n  return s;\n}\n")
    found = requirements(require(work, before, after, "--unwind", "2", status=1))
    only = found[4, "only after"]
    expect(only["fate"] == "open" and "k" in only["example"], f"the loop is entered in after alone: {only}")
    expect(not only["complete"] or only["predicate"] != "false", "bounded loops are said so")


def check_callers(work):
    text = "static int twice(int v) {\n  int w = v * 2;\n  return w;\n}\nint use(int a, int n) {\n  int r = a + twice(n);\n  if (r > 10)\n    return 1;\n  return 0;\n}\n"
    found = requirements(require(work, write(work, "u1.c", text), write(work, "u2.c", text.replace("v * 2", "v * 3")), "--distance", "3", status=1))
    expect(found[6, "different states"]["predicate"] == "v != 0", f"behind the return: {found[6, 'different states']}")
    expect("use::a" in found[7, "different states"]["predicate"], "the caller's variables are called after it")


def check_tests(work):
    before, after = os.path.join(PRICE, "before"), os.path.join(PRICE, "after")
    document = require(work, before, after, *TESTS, status=1)
    expect(document["measured"] and [c["function"] for c in document["changes"]] == ["limited", "price"], "what no test reaches stands first")
    unreached, reached = document["changes"]
    expect(unreached["records"] == 0 and unreached["tests"] == [], "no test comes to limited")
    expect(reached["records"] == 3 and sorted(reached["tests"]) == ["many", "member", "one"], f"three come to price: {reached['tests']}")
    fates = {r["fate"] for c in document["changes"] for s in c["statements"] for r in s["requirements"]}
    expect(fates == {"unsatisfied", "infeasible"}, f"none is satisfied: {fates}")
    names = run(work, "require", before, after, *TESTS, "--select", "list").stdout.split()
    expect(sorted(names) == ["many", "member", "one"], f"selected: {names}")
    expression = run(work, "require", before, after, *TESTS, "--select", "ctest").stdout.strip()
    expect(expression.startswith("^(") and expression.endswith(")$") and set(expression[2:-2].split("|")) == set(names), f"for ctest: {expression}")

    better = os.path.join(work, "better")
    shutil.copytree(after, better)
    test = open(os.path.join(better, "test.c")).read()
    test = test.replace("static int nothing", "static int ten(void) { return price_of(10, 7, 1) == 58; }\nstatic int hundred(void) { return limited(100) == 100; }\nstatic int nothing")
    test = test.replace('{"one", one}', '{"one", one}, {"ten", ten}, {"hundred", hundred}')
    open(os.path.join(better, "test.c"), "w").write(test)
    tested = os.path.join(work, "tested")
    shutil.copytree(before, tested)
    shutil.copy(os.path.join(better, "test.c"), tested)
    expect(require(work, before, better, "--build", "make", "--only", "nobody", status=0)["changes"] == [], "nothing of nobody's changed")
    others = [c["function"] for c in require(work, before, better, "--build", "make", "--only", "price.c")["changes"]]
    expect(others == ["price", "limited"], f"the changes of a file: {others}")
    document = require(work, tested, better, *TESTS, status=0)
    satisfied = {t for c in document["changes"] for s in c["statements"] for r in s["requirements"] for t in r.get("tests", [])}
    expect(satisfied == {"ten", "hundred"}, f"they satisfy everything: {satisfied}")
    expect(sorted(t["name"] for t in document["tests"][:2]) == ["hundred", "ten"], "and come first")
    # Without names each process is a test.
    document = require(work, tested, better, "--build", "make", "--tests", "./test one; ./test ten; ./test hundred", status=0)
    expect([t["satisfies"] for t in document["tests"]].count(0) == 1 and len(document["tests"]) == 3, f"three processes: {document['tests']}")


def check_many_records(work):
    """One of a million visits satisfies a requirement: all are recorded, and all are looked at."""
    for version, sign in (("before", ">"), ("after", ">=")):
        os.makedirs(os.path.join(work, version))
        write(work, f"{version}/f.c", f"int f(int a, int b) {{\n  int r = a;\n  if (a {sign} 777777)\n    r = b;\n  return r;\n}}\n")
        write(work, f"{version}/t.c", "int f(int a, int b);\nint main(void) {\n  unsigned s = 0;\n  for (int k = 0; k < 1000000; k++) s += (unsigned)f(k, 3);\n  return s == 0;\n}\n")
        write(work, f"{version}/Makefile", "t: t.c f.c\n\t$(CC) -O1 -o t t.c f.c\n")
    document = require(work, os.path.join(work, "before"), os.path.join(work, "after"), "--build", "make", "--tests", "./t", status=0)
    change = document["changes"][0]
    expect(change["records"] == 1000000, f"every visit is recorded: {change['records']}")
    counts = {r.get("records") for s in change["statements"] for r in s["requirements"] if r["fate"] == "satisfied"}
    expect(counts == {1}, f"one visit does it: {counts}")


def check_usage(work):
    before = write(work, "x.c", "int f(int a) { return a; }\n")
    for words in (["--distance", "many"], ["--tests", "make check"], ["--select", "list"]):
        done = run(work, "require", before, before, *words, status=2)
        expect(done.stderr.count("\n") == 1, f"one line: {done.stderr}")
    broken = os.path.join(work, "broken")
    shutil.copytree(os.path.join(PRICE, "after"), broken)
    open(os.path.join(broken, "price.c"), "a").write("int broken = ;\n")
    run(work, "require", os.path.join(PRICE, "before"), broken, *TESTS, status=2)


with tempfile.TemporaryDirectory() as work:
    for check in (check_files, check_names, check_loops, check_callers, check_tests, check_many_records, check_usage):
        directory = os.path.join(work, check.__name__)
        os.makedirs(directory)
        check(directory)
finish()
