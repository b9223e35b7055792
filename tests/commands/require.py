#!/usr/bin/python3
"""`cleave require`, as a user would run it: requirements of files and projects, measured on tests. require.py CLEAVE SOURCE_DIRECTORY [--only NAME]"""
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

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


def select(work, how, *words, status=None):
    """What --select prints, and the document of the same run."""
    printed = run(work, "require", *words, "--select", *how, status=status).stdout
    return printed, json.load(open(os.path.join(work, "out", "require.json")))


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
    ours = {c["id"]: {k: c[k] for k in ("id", "function", "file", "before_file", "before_lines", "after_lines")} for c in require(work, before, after)["changes"]}
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
    printed, document = select(work, ["list"], before, after, *TESTS)
    names = printed.split()
    expect(document["measured"] and [c["function"] for c in document["changes"]] == ["limited", "price"], "what no test reaches stands first")
    unreached, reached = document["changes"]
    expect(unreached["records"] == 0 and unreached["tests"] == [], "no test comes to limited")
    expect(reached["records"] == 3 and sorted(reached["tests"]) == ["many", "member", "one"], f"three come to price: {reached['tests']}")
    fates = {r["fate"] for c in document["changes"] for s in c["statements"] for r in s["requirements"]}
    expect(fates == {"unsatisfied", "infeasible"}, f"none is satisfied: {fates}")
    expect(sorted(names) == ["many", "member", "one"], f"selected: {names}")

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


def check_augment(work):
    """Tests are found for what no test satisfies, and satisfy it when measured like any other; what cannot be is proved."""
    before, after = os.path.join(PRICE, "before"), os.path.join(PRICE, "after")
    document = require(work, before, after, *TESTS, "--augment", status=1)
    missing = {r["id"]: r for c in document["changes"] for s in c["statements"] for r in s["requirements"] if r["fate"] == "unsatisfied"}
    expect(len(missing) == 7 and all("added" in r for r in missing.values()), f"each has a test: {missing}")
    expect({i for t in document["added"] for i in t["satisfies"]} == set(missing), f"and the tests say so: {document['added']}")
    # As tests of the project.
    better, tested = os.path.join(work, "better"), os.path.join(work, "tested")
    for source, place in ((after, better), (before, tested)):
        shutil.copytree(source, place)
        rules = "".join(f"\n\t$(CC) -I. -o {t['name']} {t['name']}.c" for t in document["added"])
        open(os.path.join(place, "Makefile"), "a").write("added: test" + rules + "\n")
        for test in document["added"]:
            shutil.copy(test["source"], os.path.join(place, test["name"] + ".c"))
    run_all = "; ".join("./" + t["name"] for t in document["added"])
    measured = require(work, tested, better, "--build", "make added", "--program", "test", "--tests", run_all)
    fates = {r["id"]: r["fate"] for c in measured["changes"] for s in c["statements"] for r in s["requirements"]}
    expect(all(fates[i] == "satisfied" for i in missing), f"measured as tests of the project: {fates}")
    # What is found reads as an input of `explain`.
    single = document["added"][0]
    done = run(work, "explain", os.path.join(before, "price.c"), os.path.join(after, "price.c"), "--entry", single["entry"], "--test", single["file"])
    expect(done.returncode in (0, 1), f"explain reads it: {done.stderr}")


def check_infeasible(work):
    """No input of the function brings x to 20: what needs that cannot be, what needs n == 17 can. A run that crashes at once is a test as well."""
    text = "int f(int x, int n) {\n  int r = 0;\n  if (x < 3 || x > 9)\n    return -1;\n  if (n == 3 * x + 7)\n    x = x * 2;\n  if (x > 20)\n    r = 1;\n  if (n > 17)\n    r += 2;\n  return r;\n}\n"
    before = write(work, "g1.c", text)
    far = require(work, before, write(work, "g2.c", text.replace("x > 20", "x >= 20")), "--augment", status=0)
    found = requirements(far)
    expect(found[7, "different states"]["fate"] == "infeasible" and "no input of f" in found[7, "different states"]["reason"], f"{found[7, 'different states']}")
    expect(found[7, "different states"]["predicate"] == "x == 20" and far["added"] == [], "though a state would")
    near = require(work, before, write(work, "g3.c", text.replace("n > 17", "n >= 17")), "--augment", status=1)
    expect([t["input"]["n"] for t in near["added"]] == ["17"], f"{near['added']}")
    crash = require(work, write(work, "e.c", E), write(work, "c2.c", E.replace("x > 5", "x >= 5")), "--augment", status=1)
    expect([t["input"] for t in crash["added"]] == [{"i": "5"}] and len(crash["added"][0]["satisfies"]) == 3, f"the division by zero: {crash['added']}")


def check_mended(work):
    """The change is there because before crashes: an input on which it does is a test, and nothing is called infeasible."""
    text = "int f(const int *p, const int *q, int n) {\n  if (n > 3 && p == 0)\n    return -1;\n  if (n > 3)\n    return *q;\n  return 0;\n}\n"
    document = require(work, write(work, "m1.c", text), write(work, "m2.c", text.replace("p == 0", "q == 0")), "--augment", "--distance", "1", status=1)
    missing = [r for s in document["changes"][0]["statements"] for r in s["requirements"] if r["fate"] != "infeasible"]
    expect(missing and all("added" in r for r in missing), f"each has a test: {missing}")
    expect(any(t["input"]["q_is_null"] == "1" and t["input"]["p_is_null"] == "0" for t in document["added"]), f"one that before crashes on: {document['added']}")


def check_measured_callers(work):
    """Requirements behind the return speak of variables of the caller: they are recorded where it calls."""
    for version, factor in (("before", "2"), ("after", "3")):
        os.makedirs(os.path.join(work, version))
        write(work, f"{version}/f.c", f"static int times(int v) {{\n  int w = v * {factor};\n  return w;\n}}\nint use(int a, int n) {{\n  int r = a + times(n);\n  if (r > 10)\n    return 1;\n  return 0;\n}}\n"
              "int other(int a) {\n  return times(a) + 1;\n}\n")
        write(work, f"{version}/t.c", "#include <stdlib.h>\nint use(int a, int n);\nint other(int a);\nint main(int c, char** w) { return (c > 2 ? use(atoi(w[1]), atoi(w[2])) : other(atoi(w[1]))) < 0; }\n")
        write(work, f"{version}/Makefile", "t: t.c f.c\n\t$(CC) -o t t.c f.c\n")
    words = [os.path.join(work, "before"), os.path.join(work, "after"), "--build", "make", "--only", "times", "--distance", "3", "--tests", "./t {}", "--test-list", "printf '1 2\\n8 1\\n4\\n'"]
    words[words.index("./t {}")] = "sh -c './t $0' {}"
    found = {(s["function"], s["after"]["line"], r["kind"]): r for s in require(work, *words)["changes"][0]["statements"] for r in s["requirements"]}
    way = found["use", 7, "different states"]
    expect("use::a" in way["predicate"] and way["fate"] == "satisfied" and way["tests"] == ["8 1"], f"8 + 2 and 8 + 3 are on both sides of 10: {way}")
    returned = found["other", 12, "different states"]
    expect(returned["fate"] == "satisfied" and returned["tests"] == ["4"], f"by the test that calls it through other: {returned}")


def check_callbacks(work):
    """Nothing can be called through an input of the changed function, so the program's input is searched. What the search does not find it tells."""
    text = ("#include <stdio.h>\nstatic int rate(void *opaque, int (*get)(void *)) {\n  int v = get(opaque);\n  if (v > 40)\n    return 2;\n  return 1;\n}\n"
            "static int first(void *p) { return *(int *)p; }\nint main(void) {\n  int n = 0, c;\n  while ((c = getchar()) >= '0' && c <= '9')\n    n = n * 10 + (c - '0');\n"
            "  printf(\"%d\\n\", rate(&n, first));\n  return 0;\n}\n")
    document = require(work, write(work, "h1.c", text), write(work, "h2.c", text.replace("v > 40", "v > 41")), "--augment", status=1)
    expect(len(document["added"]) == 1 and document["added"][0]["entry"] == "main", f"from main: {document['added']}")
    text = "unsigned h(const unsigned char *s, int n) {\n  unsigned k = 7;\n  for (int i = 0; i < n; i++)\n    k = k * 31u + s[i] * 17u;\n  k ^= k >> 13;\n  k *= 2654435761u;\n  if (k > 305419896u)\n    return 1;\n  return 0;\n}\n"
    document = require(work, write(work, "i1.c", text), write(work, "i2.c", text.replace("k > ", "k >= ")), "--augment", "--budget", "5s", status=1)
    searches = [r["search"] for s in document["changes"][0]["statements"] for r in s["requirements"] if r["fate"] == "open" and "added" not in r]
    expect(document["added"] or (searches and all("the change is reached" in each for each in searches)), f"how near it came: {searches}")


def check_ctest(work):
    """A project of CMake's with two tests: each is run by its name, and the expression selects those that come to the change."""
    for version, sign in (("before", ">"), ("after", ">=")):
        os.makedirs(os.path.join(work, version))
        write(work, f"{version}/f.c", f"int f(int a) {{\n  if (a {sign} 7)\n    return 1;\n  return 0;\n}}\n")
        write(work, f"{version}/t.c", "#include <stdlib.h>\nint f(int a);\nint main(int n, char** words) { return n > 1 ? f(atoi(words[1])) > 1 : 0; }\n")
        write(work, f"{version}/CMakeLists.txt", "cmake_minimum_required(VERSION 3.16)\nproject(t C)\nenable_testing()\nadd_executable(t t.c f.c)\n"
              "add_test(NAME none COMMAND t)\nadd_test(NAME few.1 COMMAND t 3)\nadd_test(NAME seven COMMAND t 7)\n")
    words = [os.path.join(work, "before"), os.path.join(work, "after"), "--build", "cmake -B out . && cmake --build out", "--tests", "ctest --test-dir out"]
    printed, document = select(work, ["ctest"], *words, status=0)
    expect({t["name"]: len(t["changes"]) for t in document["tests"]} == {"seven": 1, "few.1": 1, "none": 0}, f"each test is known: {document['tests']}")
    expect(document["tests"][0]["name"] == "seven" and all(t["passed"] for t in document["tests"]), "and what satisfies something comes first")
    expect(printed.strip() == r"^(seven|few\.1)$", f"for ctest -R: {printed}")


def check_google_test(work):
    """A program of GoogleTest's: each test is run by a filter."""
    for version, sign in (("before", ">"), ("after", ">=")):
        os.makedirs(os.path.join(work, version))
        write(work, f"{version}/f.cpp", f"int f(int a) {{\n  if (a {sign} 7)\n    return 1;\n  return 0;\n}}\n")
        write(work, f"{version}/t.cpp", "#include <gtest/gtest.h>\nint f(int a);\nTEST(F, Few) { EXPECT_EQ(f(3), 0); }\nTEST(F, Seven) { EXPECT_LE(f(7), 1); }\nTEST(Others, None) {}\n")
        write(work, f"{version}/Makefile", "t: t.cpp f.cpp\n\t$(CXX) -o t t.cpp f.cpp -lgtest -lgtest_main -lpthread\n")
    words = [os.path.join(work, "before"), os.path.join(work, "after"), "--build", "make", "--only", "f.cpp", "--distance", "1", "--tests", "./t", "--test-list", "gtest"]
    printed, document = select(work, [], *words, status=0)
    expect({t["name"]: len(t["changes"]) for t in document["tests"]} == {"F.Seven": 1, "F.Few": 1, "Others.None": 0}, f"each test is known: {document['tests']}")
    expect("static constructors" in "".join(document["changes"][0]["assumptions"]), "tests are registered by constructors that nobody can follow")
    expect(printed.split() == ["F.Seven", "F.Few"], "and listed in the order to run them")


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


def check_paths(work):
    """What predicates read is recorded wherever it lies: members of structs in arrays, behind two pointers, bytes of strings. A list, or a string, that is longer than any
    that they were computed for counts where no run came near its end. A write that one version does not do differs where something else was there."""
    structs = "struct item { int count; struct item *next; };\nstruct slot { int size; struct item *first; };\nstruct table { struct slot slots[4]; int used; const char *name; };\n"
    for version, change in (("before", ["> 5", "  t->used = 0;\n", "'b'", "> 7"]), ("after", [">= 5", "", "'c'", ">= 7"])):
        os.makedirs(os.path.join(work, version))
        write(work, f"{version}/f.c", structs + f"int total(struct table *t, int k) {{\n  int sum = t->used;\n  if (t->slots[2].first->count {change[0]})\n    sum += t->slots[1].size;\n  return sum + k;\n}}\n"
              f"void forget(struct table *t) {{\n{change[1]}  t->slots[0].size = 1;\n}}\n"
              f"int named(struct table *t) {{\n  int r = 0;\n  if (t->name[0] == 'a' && t->name[1] == {change[2]})\n    r = 1;\n  return r;\n}}\n"
              f"int longest(struct item *list) {{\n  int most = 0;\n  for (; list; list = list->next)\n    if (list->count > most)\n      most = list->count;\n  if (most {change[3]})\n    return 1;\n  return 0;\n}}\n")
        write(work, f"{version}/t.c", structs + "#include <stdlib.h>\nint total(struct table *t, int k);\nvoid forget(struct table *t);\nint named(struct table *t);\nint longest(struct item *list);\n"
              "int main(int n, char **words) {\n  struct item one = {atoi(words[1]), NULL};\n  struct table t = {{{0, NULL}, {atoi(words[2]), NULL}, {0, &one}, {0, NULL}}, 3, words[3]};\n"
              "  int r = total(&t, 1) + named(&t) + longest(&one);\n  if (n > 4) forget(&t);\n  return r < 0;\n}\n")
        write(work, f"{version}/Makefile", "t: t.c f.c\n\t$(CC) -o t t.c f.c\n")
    words = [os.path.join(work, "before"), os.path.join(work, "after"), "--build", "make", "--only", "f.c", "--tests", "sh -c './t $0' {}", "--test-list",
             "printf '4 1 b\\n5 0 ab\\n5 7 x\\n6 1 ac x\\n0 0 abababababab\\n'"]
    document = require(work, *words)
    by = {c["function"]: {(s["distance"], r["kind"]): r for s in c["statements"] for r in s["requirements"]} for c in document["changes"]}
    expect(by["total"][1, "only after"].get("tests") == ["5 0 ab", "5 7 x"], f"behind an array of structs: {by['total'][1, 'only after']}")
    expect(by["total"][2, "different states"].get("tests") == ["5 7 x"] and "t->slots[1].size != 0" in by["total"][2, "different states"]["predicate"], f"{by['total'][2, 'different states']}")
    removed = by["forget"][0, "different states"]
    expect("t->used != 0" in removed["predicate"] and removed.get("tests") == ["6 1 ac x"], f"what was written, and is not any more: {removed}")
    text = by["named"][0, "different states"]
    expect(text["fate"] == "satisfied" and sorted(text["tests"]) == ["0 0 abababababab", "5 0 ab", "6 1 ac x"], f"bytes of a string, also of a long one, whose end does not matter: {text}")


def check_alone(work):
    """Two changes, of which one comes to the other: together, and the first one alone."""
    text = "int f(int a, int b) {\n  int x = a + 1;\n  int y = b;\n  if (x > 10)\n    y = y + 2;\n  return y;\n}\n"
    document = require(work, write(work, "a1.c", text), write(work, "a2.c", text.replace("a + 1", "a + 2").replace("y + 2", "y + 3")), status=1)
    expect([(c["id"], c["reaches"], c.get("without")) for c in document["changes"]] == [(1, [2], None), (1, [], [2]), (2, [], None)], f"{document['changes']}")
    together, alone, other = ({(s["after"]["line"], r["kind"]): r for s in c["statements"] for r in s["requirements"]} for c in document["changes"])
    expect(together[5, "different states"]["fate"] == "open", "both versions add, but not the same")
    expect(alone[5, "different states"]["fate"] == "infeasible" and alone[5, "only after"]["predicate"] == "a == 9", f"alone they add the same: {alone[5, 'only after']}")
    expect(alone[5, "only after"]["id"] == "1a.3.2" and other[5, "different states"]["predicate"] == "true", "each has a name of its own")


def check_later(work):
    """What only the next call reads no state at the change tells: tests do, where they are run with the change and without it. The status is 3, since nobody knows of the rest."""
    text = "static int passed;\nint tick(int n) {\n  if (passed > 3)\n    n++;\n  passed = n;\n  return n;\n}\nint main(void) {\n  int r = 0;\n  for (int k = 0; k < 9; k++)\n    r += tick(k);\n  return r > 99;\n}\n"
    for version, change in (("before", "passed = n;"), ("after", "passed = n + 1;")):
        os.makedirs(os.path.join(work, version))
        write(work, f"{version}/t.c", text.replace("passed = n;", change))
        write(work, f"{version}/Makefile", "t: t.c\n\t$(CC) -o t t.c\n")
    document = require(work, os.path.join(work, "before"), os.path.join(work, "after"), "--build", "make", "--tests", "./t", "--distance", "1", status=3)
    later = [s for s in document["changes"][0]["statements"] if s.get("later")]
    expect([s["after"]["line"] for s in later] == [3], f"line 3 of the next call: {later}")
    expect([r["fate"] for r in later[0]["requirements"]] == ["satisfied", "undecided", "undecided"], f"it sees another `passed`, as often as before: {later}")
    document = require(work, os.path.join(work, "before"), os.path.join(work, "after"), "--build", "make", "--tests", "./t", "--distance", "1", "--no-later", status=3)
    expect(not any(s["requirements"] for s in document["changes"][0]["statements"] if s.get("later")), "nobody looked")
    document = require(work, os.path.join(work, "before/t.c"), os.path.join(work, "after/t.c"), "--distance", "1", status=1)
    expect([s.get("reason") for s in document["changes"][0]["statements"] if s.get("later")] == ["only later calls come to it"], "without tests nobody can tell")


def check_input(work):
    """What is left of stdin at the change, and the words of a program, are recorded; more input than predicates know of does not matter to a run that never comes to its end."""
    text = "#include <stdio.h>\nint main(int argc, char **argv) {\n  int c = getchar();\n  while (c == ' ') c = getchar();\n  int d = c;\n  int n = argv[argc - 1][0];\n  printf(\"%d %d\\n\", d, n);\n  return 0;\n}\n"
    folder = os.path.join(work, "input")
    for version, source in (("before", text), ("after", text.replace("c == ' '", "c == ' ' || c == ','").replace("argc - 1", "argc - 2"))):
        os.makedirs(os.path.join(folder, version))
        write(folder, f"{version}/p.c", source)
        write(folder, f"{version}/Makefile", "p: p.c\n\t$(CC) -o p p.c\n")
    for name, words, given in (("comma", "u u", ",x and many more bytes"), ("late", "a b", "  ,y"), ("none", "a b", "x"), ("end", "a a", " ")):
        write(work, f"input/after/{name}.sh", f"printf '%s' '{given}' > {name}.in; ./p {words} < {name}.in\n")
    write(work, "input/after/list", "comma\nlate\nnone\nend\n")
    document = require(work, os.path.join(folder, "before"), os.path.join(folder, "after"), "--build", "make", "--tests", "sh {}.sh", "--test-list", "cat list", "--distance", "0", "--budget", "12s", status=None)
    found = {(s["after"]["line"], r["kind"]): r for c in document["changes"] for s in c["statements"] for r in s["requirements"]}
    expect(set(found[4, "different states"]["tests"]) == {"comma", "late"}, f"a comma comes: {found[4, 'different states']}")
    expect(set(found[6, "different states"]["tests"]) == {"late", "none"}, f"the words begin with other letters: {found[6, 'different states']}")


def check_order(work):
    """A text that was printed earlier is another one to those who read it, though the call has the same arguments."""
    text = "#include <stdio.h>\nstatic void say(int n) {\n  if (n > 3)\n    printf(\"more\\n\");\n}\nvoid f(int n) {\n  printf(\"%d\\n\", n);\n  printf(\"and\\n\");\n  say(n);\n}\n"
    moved = "#include <stdio.h>\nstatic void say(int n) {\n  if (n > 3)\n    printf(\"more\\n\");\n}\nvoid f(int n) {\n  say(n);\n  printf(\"%d\\n\", n);\n  printf(\"and\\n\");\n}\n"
    document = require(work, write(work, "o1.c", text), write(work, "o2.c", moved), status=None)
    wanted = [r["predicate"] for c in document["changes"] for s in c["statements"] for r in s["requirements"] if s["what"] == "calls printf" and r["kind"] == "different states" and r["fate"] == "open"]
    expect("n >= 4" in wanted, f"where both are printed: {document['changes']}")


def check_contained(work):
    """A search that ends by force is said to have, and the rest of the report is there."""
    text = "int f(int a) {\n  int r = 0;\n  if (a > 3)\n    r = 1;\n  return r;\n}\nint g(int a) {\n  return a > 3;\n}\n"
    document = require(work, write(work, "k1.c", text), write(work, "k2.c", text.replace("a > 3", "a > 4")), "--augment", "--fault", "f=crash", status=1)
    searches = [r.get("search", "") for s in document["changes"][0]["statements"] for r in s["requirements"] if r["fate"] == "open"]
    expect(searches and all("the search ended early" in each for each in searches), f"{searches}")
    expect(document["added"] and all(t["entry"] == "g" for t in document["added"]), f"the other change is searched for: {document['added']}")


def check_statuses(work):
    """0: all that can be is satisfied; 1: something is not; 2: bad usage or input; 3: something is undecided, and nothing is known to be missing."""
    text = "int f(int a) {\n  int r = 0;\n  if (a > 3)\n    r = 1;\n  return r;\n}\n"
    before = write(work, "s1.c", text)
    require(work, before, before, status=0)
    require(work, before, write(work, "s2.c", text.replace("a > 3", "a > 4")), status=1)
    run(work, "require", before, os.path.join(work, "none.c"), status=2)
    run(work, "require", before, write(work, "s3.c", "int f(int a) { return\n"), status=2)
    many = "#include <stdarg.h>\nint g(int n, ...) {\n  va_list all;\n  va_start(all, n);\n  int r = n + 1;\n  va_end(all);\n  return r;\n}\n"
    document = require(work, write(work, "v1.c", many), write(work, "v2.c", many.replace("n + 1", "n + 2")), status=3)
    expect("any number of arguments" in json.dumps(document["changes"]), "and why")


COLLATZ = """#include <stdio.h>
unsigned steps(unsigned x) {
  unsigned n = 0;
  while (x != 1 && x != 0) {
    x = x % 2 ? x / 2 : 3 * x + 1;
    n = n + 1;
  }
  unsigned twice = n * 2;
  return twice + x;
}
"""


def check_interrupted(work):
    """What was found up to then is reported, and that it is not all."""
    after = COLLATZ.replace("x % 2 ? x / 2 : 3 * x + 1", "x % 2 ? 3 * x + 1 : x / 2")
    words = [write(work, "i1.c", COLLATZ), write(work, "i2.c", after), "--unwind", "100000", "--budget", "200s", "--augment", "--json", "--out", os.path.join(work, "out")]
    for wait in (2, 4, 8, 16, 32):  # on a busy machine it has found no change yet
        child = subprocess.Popen([CLEAVE, "require", *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        time.sleep(wait)
        start = time.time()
        child.send_signal(signal.SIGTERM if wait > 2 else signal.SIGINT)
        out, errors = child.communicate(timeout=100 * SLOWER)
        seconds = time.time() - start
        if child.returncode != 2:
            break
        expect("interrupted" in errors, f"and why: {errors}")
    expect(seconds < 20 * SLOWER, f"it takes {seconds:.0f} s to end")
    expect(child.returncode in (1, 3), f"status {child.returncode}: {errors[-500:]}")
    document = json.loads(out)
    jsonschema.validate(document, {**SCHEMA, "$ref": "#/$defs/require"})
    expect(document["interrupted"] and "interrupted" in document["notes"][-1], "that it was interrupted is said")
    expect(len(document["changes"]) == 1 and document["changes"][0]["statements"], "the change, and what it affects")
    why = {s.get("reason") for s in document["changes"][0]["statements"]} | {r.get("reason") for s in document["changes"][0]["statements"] for r in s["requirements"]}
    expect(any("interrupted" in (each or "") for each in why), f"what was not looked at: {why}")


def check_total_budget(work):
    """All changes together keep to it, whatever each of them might take."""
    text = "".join(COLLATZ.replace("steps", f"steps{k}").replace("#include <stdio.h>\n", "") for k in range(4))
    after = text.replace("x % 2 ? x / 2 : 3 * x + 1", "x % 2 ? 3 * x + 1 : x / 2")
    start = time.time()
    document = require(work, write(work, "t1.c", text), write(work, "t2.c", after), "--unwind", "100000", "--budget", "100s", "--total-budget", "8s", "--augment")
    seconds = time.time() - start
    expect(seconds < 60 * SLOWER, f"it takes {seconds:.0f} s")
    expect(len(document["changes"]) == 4 and all(c["statements"] for c in document["changes"]), "all changes are looked at")
    expect(not document["interrupted"], "nobody interrupted it")
    expect(all(any(s["requirements"] for s in c["statements"]) for c in document["changes"]), "each has had its part")
    for wrong in ("0s", "soon"):
        done = run(work, "require", os.path.join(work, "t1.c"), os.path.join(work, "t2.c"), "--total-budget", wrong, status=2)
        expect(done.stderr.count("\n") == 1, f"one line: {done.stderr}")


def check_usage(work):
    before = write(work, "x.c", "int f(int a) { return a; }\n")
    for words in (["--distance", "many"], ["--tests", "make check"], ["--select", "list"], ["--select"]):
        done = run(work, "require", before, before, *words, status=2)
        expect(done.stderr.count("\n") == 1, f"one line: {done.stderr}")
    broken = os.path.join(work, "broken")
    shutil.copytree(os.path.join(PRICE, "after"), broken)
    open(os.path.join(broken, "price.c"), "a").write("int broken = ;\n")
    run(work, "require", os.path.join(PRICE, "before"), broken, *TESTS, status=2)


ONLY = sys.argv[sys.argv.index("--only") + 1] if "--only" in sys.argv else ""  # checks whose names have it
with tempfile.TemporaryDirectory() as work:
    for check in (check_files, check_names, check_loops, check_callers, check_tests, check_augment, check_infeasible, check_mended, check_measured_callers, check_callbacks, check_ctest, check_google_test, check_many_records, check_paths, check_alone, check_later, check_input, check_order, check_contained, check_statuses, check_interrupted, check_total_budget, check_usage):
        if ONLY and ONLY not in check.__name__:
            continue
        directory = os.path.join(work, check.__name__)
        os.makedirs(directory)
        check(directory)
finish()
