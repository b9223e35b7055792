#!/usr/bin/python3
"""Differences that are wanted: `--intend`, the file of what was accepted, and against every input of small functions.
intend.py CLEAVE SOURCE_DIRECTORY"""
import ctypes
import json
import os
import random
import subprocess
import tempfile

from common import SLOWER, diff_in, expect, finish, run, write

BEFORE = """#include <string.h>
int f(int n, int m) { if (n < 0) return 0; return n * 2 + m; }
const char *g(const char *s) { return s[0] == 'a' ? s : 0; }
double h(double x) { return x < 0 ? -x : x; }
int out;
void w(int n) { out = n; }
int trap(int n) { return n == 3 ? 1 / (n - 3) : n; }
int same(int after) { return after > 3 ? 1 : 0; }
"""
AFTER = """#include <string.h>
int f(int n, int m) { if (n < 0) return -1; return n * 2 + m + (m == 77); }
const char *g(const char *s) { return s[0] == 'a' && s[1] ? s : 0; }
double h(double x) { return x < 0 ? -x + 1 : x; }
int out;
void w(int n) { out = n == 5 ? 6 : n; }
int trap(int n) { return n; }
int same(int after) { return after > 4 ? 1 : 0; }
"""
# Function, expression, status.
CASES = [
    ("f", "n < 0", 1),
    ("f", "n < 0 && after == -1", 1),
    ("f", "(n < 0 && after == -1) || (m == 77 && after == before + 1)", 0),
    ("f", "(n < 0 && after == -2) || m == 77", 1),
    ("f", "after != before", 0),  # of any difference
    ("f", "0", 1),
    ("g", "after_is_null && !before_is_null", 0),
    ("g", "before_is_null", 1),
    ("g", "strlen(s) == 1", 0),
    ("h", "x < 0 && after > before", 0),
    ("h", "x < -1", 1),
    ("w", "n == 5", 0),
    ("w", "n == 6", 1),
    ("trap", "n == 3 && after == 3", 0),
    ("trap", "n == 3 && before == 0", 1),  # before returns nothing: whatever it might be
    ("same", "after == 4", 0),  # the parameter
]


def diff(directory, *words, status):
    return diff_in(directory, "before.c", "after.c", *words, status=status)["entries"]


def the_cases(directory):
    write(directory, "before.c", BEFORE)
    write(directory, "after.c", AFTER)
    for entry, expression, status in CASES:
        (found,) = diff(directory, "--entry", entry, "--intend", expression, status=status)
        expect(found["verdict"] == ("different", "different as intended")[status == 0], f"{entry}, {expression}: {found['verdict']}")
        expect(found["intention"] == expression, f"{entry}: {found['intention']}")
        outside = [each for each in found["partitions"] if each.get("intent") == "outside"]
        expect(bool(outside) == (status == 1), f"{entry}, {expression}: {len(outside)} partitions outside")
        expect(all(each["confirmed"] for each in outside), f"{entry}, {expression}: not confirmed")
    (found,) = diff(directory, "--entry", "f", "--intend", "n < 0", "--until", "difference", status=1)
    expect(any(each.get("intent") == "outside" for each in found["partitions"]), "until a difference that nobody wants")
    done = run("audit", "cleave.out", cwd=directory)
    expect(done.returncode == 0, f"audit: {done.stdout}")
    done = run("diff", "before.c", "after.c", "--entry", "f", "--intend", "n < 0", "--intend", "m == 77", cwd=directory)
    expect(done.returncode == 0 and "f: different as intended - 2 of 3 partitions differ, all of them as intended" in done.stdout, done.stdout)
    expect("intended     n < 0 || m == 77" in done.stdout, done.stdout)
    done = run("audit", "cleave.out", cwd=directory)
    expect(done.returncode == 0, f"audit: {done.stdout}")
    os.remove(os.path.join(directory, "cleave.out/smt2/f/p0-intended.smt2"))
    index = os.path.join(directory, "cleave.out/smt2/index.json")
    claims = json.load(open(index))
    claims["claims"] = [each for each in claims["claims"] if each["claim"] != "p0-intended"]
    json.dump(claims, open(index, "w"))
    done = run("audit", "cleave.out", cwd=directory)
    expect("there is no claim 'p0-intended'" in done.stdout, f"audit of what lacks a proof: {done.stdout}")


def wrong_words(directory):
    for words, part in [(("--intend", "n <", "--entry", "f"), "--intend:1:"), (("--intend", "after > 0", "--entry", "w"), "what the versions return (none)"),
                        (("--intend", "n == 1"), "say which with --entry"), (("--accepted", "nowhere.toml"), "nowhere.toml")]:
        done = run("diff", "before.c", "after.c", *words, cwd=directory)
        expect(done.returncode == 2 and part in done.stderr, f"{words}: status {done.returncode}, {done.stderr}")
    done = run("diff", "before.c", "before.c", "--intend", "n == 1", cwd=directory)
    expect(done.returncode == 0, f"nothing differs: {done.returncode} {done.stdout}{done.stderr}")


def accepted(directory):
    known = """[[accepted]]
entry = "f"
when = "n < 0 && after == -1"
why = "negative numbers are refused"
[[accepted]]
entry = "f"
when = "m == 77"
[[accepted]]
entry = "h"
when = "x < 0"
[[accepted]]
entry = "gone"
when = "nothing is known of it"
"""
    write(directory, "cleave.accepted.toml", known)
    below = os.path.join(directory, "below")
    os.mkdir(below)
    done = run("diff", "../before.c", "../after.c", "--no-progress", cwd=below)
    expect(done.returncode == 1 and "6 functions: 4 different, 2 different as intended" in done.stdout, f"the nearest file: {done.returncode} {done.stdout}{done.stderr}")
    (found,) = diff(directory, "--entry", "f", status=0)
    expect(found["verdict"] == "different as intended", found["verdict"])
    (found,) = diff(directory, "--entry", "f", "--accepted", "none", status=1)
    expect("intention" not in found, "--accepted none")
    for old, new, part in [('why = "neg', 'wy = "neg', "4: there is no 'wy'; did you mean 'why'?"), ('entry = "h"', "", "it needs 'entry'"), ('"m == 77"', "77", "'when' is a text"),
                           ("[[accepted]]", "[accept]", "a list of [[accepted]]"), ('"m == 77"', '"m = = 77"', "cleave.accepted.toml:7:"), ("[[accepted]]", "[[accepted", "cleave.accepted.toml:1:")]:
        write(directory, "cleave.accepted.toml", known.replace(old, new, 1))
        done = run("diff", "before.c", "after.c", "--entry", "f", cwd=directory)
        expect(done.returncode == 2 and part in done.stderr, f"{old} -> {new}: status {done.returncode}, {done.stderr}")
    os.remove(os.path.join(directory, "cleave.accepted.toml"))


def kept(directory):
    """`cleave accept`: what a run found, into the file, until nothing is left that nobody wants."""
    run("diff", "before.c", "after.c", cwd=directory)
    done = run("accept", cwd=directory)
    expect(done.returncode == 0 and "f:1  (n < 0) && after == -1\n    n = " in done.stdout and "h:1  (no expression" in done.stdout and not os.path.exists(os.path.join(directory, "cleave.accepted.toml")), done.stdout)
    for words, part in [(("--group", "h"), "--when"), (("--group", "nothing"), "is called 'nothing'"), (("--group", "f", "--group", "g", "--when", "1"), "speaks of one function"), (("nowhere",), "nowhere has neither")]:
        done = run("accept", *words, cwd=directory)
        expect(done.returncode == 2 and part in done.stderr, f"accept {words}: {done.returncode} {done.stderr}")
    run("accept", "--group", "f", "--why", 'a "reason"', cwd=directory)
    run("accept", "--group", "h:1", "--when", "x < 0 && after > before", cwd=directory)
    done = run("diff", "before.c", "after.c", cwd=directory)
    expect(done.returncode == 1 and "4 different, 2 different as intended" in done.stdout, f"{done.stdout}{done.stderr}")
    done = run("accept", "--all", cwd=directory)
    expect(done.returncode == 0, f"{done.stdout}{done.stderr}")
    done = run("diff", "before.c", "after.c", cwd=directory)
    expect(done.returncode == 0 and "6 different as intended" in done.stdout, f"{done.stdout}{done.stderr}")
    text = open(os.path.join(directory, "cleave.accepted.toml")).read()
    expect('why = "a \\"reason\\""' in text and "# n = " in text, text)
    done = run("accept", cwd=directory)
    expect("nothing differs that is not accepted" in done.stdout, done.stdout)
    write(directory, "after.c", AFTER.replace("m == 77", "m >= 77").replace("return -1", "return -2"))
    done = run("diff", "before.c", "after.c", "--entry", "f", cwd=directory)
    expect(done.returncode == 1 and "otherwise than intended" in done.stdout, f"what was accepted is this, and no more: {done.stdout}")
    write(directory, "after.c", AFTER)
    os.remove(os.path.join(directory, "cleave.accepted.toml"))


def remembered(directory):
    """What is intended is part of the question."""
    words = ("--entry", "f", "--cache", "cache.db")
    diff(directory, *words, status=1)
    (found,) = diff(directory, *words, "--intend", "n < 0 || m == 77", status=0)
    expect("remembered" not in found, "an answer to another question")
    (found,) = diff(directory, *words, "--intend", "n < 0 || m == 77", status=0)
    expect(found.get("remembered") is True and found["verdict"] == "different as intended", f"the same question: {found['verdict']}")
    (found,) = diff(directory, *words, "--intend", "n < 0 || m == 78", status=1)
    expect("remembered" not in found, "an answer to another question")


def many(directory):
    """Functions that are planned one by one."""
    text = "".join(f"int f{k}(const int *p) {{ return p[0] + {k}; }}\n" for k in range(18))
    write(directory, "before.c", text)
    write(directory, "after.c", text.replace("p[0] +", "1 + p[0] +"))
    write(directory, "cleave.accepted.toml", "".join(f'[[accepted]]\nentry = "f{k}"\nwhen = "after == before + {1 + (k == 7)}"\n' for k in range(18)))
    found = diff(directory, status=1)
    expect({each["entry"]: each["verdict"] for each in found} == {f"f{k}": "different" if k == 7 else "different as intended" for k in range(18)}, "one of many")
    os.remove(os.path.join(directory, "cleave.accepted.toml"))


def bisected(directory):
    def git(*words):
        subprocess.run(["git", "-c", "user.name=A", "-c", "user.email=a@example", *words], cwd=directory, check=True, capture_output=True)

    write(directory, "Makefile", "all: f.o\n\t$(AR) rcs libf.a f.o\nf.o: f.c\n\t$(CC) -c -o f.o f.c\n")
    git("init", "-q", "-b", "main")
    for k, body in enumerate(["n < 0 ? 0 : n", "n < 0 ? -1 : n", "n < 0 ? -1 : n + 0", "n < 0 ? -1 : n == 9 ? 8 : n"]):
        write(directory, "f.c", f"int f(int n) {{ return {body}; }}\n")
        git("add", "Makefile", "f.c")
        git("commit", "-q", "-m", f"step {k}")
        git("tag", f"v{k}")
    words = ("--entry", "f", "--build", "make", "--no-progress")
    done = run("bisect", "v0..v3", *words, cwd=directory)
    expect(done.returncode == 1 and "step 1" in done.stdout.splitlines()[-1] + done.stdout, f"any difference: {done.stdout}{done.stderr}")
    done = run("bisect", "v0..v3", *words, "--intend", "n < 0 && after == -1", "--json", cwd=directory)
    first = json.loads(done.stdout)["first"]
    expect(done.returncode == 1 and [each["subject"] for each in first] == ["step 3"], f"a difference that nobody wants: {done.stdout}{done.stderr}")
    done = run("bisect", "v0..v2", *words, "--intend", "n < 0 && after == -1", cwd=directory)
    expect(done.returncode == 0, f"all is wanted: {done.stdout}{done.stderr}")
    done = run("bisect", "v0..v2", "--build", "make", "--intend", "n < 0", cwd=directory)
    expect(done.returncode == 2 and "--entry" in done.stderr, f"of which function: {done.stderr}")


class Random:
    """Functions of two bytes, and expressions over them, whose every input is tried."""

    def __init__(self, seed):
        self.dice = random.Random(seed)

    def atom(self, names):
        return self.dice.choice([*names, str(self.dice.randint(-3, 3)), str(self.dice.choice([7, 64, -128, 127]))])

    def value(self, names, depth=2):
        if depth == 0:
            return self.atom(names)
        a, b = self.value(names, depth - 1), self.value(names, depth - 1)
        return self.dice.choice([self.atom(names), f"({a} + {b})", f"({a} - {b})", f"({a} * {b})", f"({a} & {b})", f"({self.test(names)} ? {a} : {b})"])

    def test(self, names):
        return f"({self.atom(names)} {self.dice.choice(['<', '<=', '==', '!=', '>'])} {self.atom(names)})"

    def condition(self):
        names = ["x", "y", "before", "after"] if self.dice.random() < 0.7 else ["x", "y"]
        return " ".join([self.test(names)] + [f"{self.dice.choice(['&&', '||'])} {self.test(names)}" for _ in range(self.dice.randint(0, 2))])

    def triple(self):
        old = [self.test("xy"), self.value("xy"), self.value("xy")]
        new = list(old)
        where = self.dice.randrange(3)
        new[where] = self.test("xy") if where == 0 else self.value("xy")
        condition = self.condition()
        if self.dice.random() < 0.6:  # what the change is about, all of it or a part
            about = (f"{old[0]} != {new[0]}", old[0], f"!{old[0]}")[where]
            if where != 0 and self.dice.random() < 0.5:
                about += f" && after == (signed char)({new[where]})"
            condition = self.dice.choice([about, about, f"{about} && ({condition})", f"{about} || ({condition})"])
        body = "signed char f(signed char x, signed char y) {{ if ({}) return {}; return {}; }}\n"
        return body.format(*old), body.format(*new), condition


def against_every_input(directory, seeds):
    verdicts = {}
    for seed in seeds:
        before, after, condition = Random(seed).triple()
        write(directory, "before.c", before)
        write(directory, "after.c", after)
        oracle = before.replace(" f(", " f0(") + after.replace(" f(", " f1(") + f"""int oracle(int *differs) {{ int unwanted = 0; *differs = 0;
for (int x = -128; x < 128; x++) for (int y = -128; y < 128; y++) {{ signed char before = f0(x, y), after = f1(x, y);
if (before != after) {{ ++*differs; if (!({condition})) ++unwanted; }} }} return unwanted; }}\n"""
        library = os.path.join(directory, f"oracle{seed}.so")
        subprocess.run(["clang-19", "-w", "-O1", "-fwrapv", "-shared", "-fPIC", "-o", library, write(directory, "oracle.c", oracle)], check=True)
        differs = ctypes.c_int()
        unwanted = ctypes.CDLL(library).oracle(ctypes.byref(differs))
        expected = 0 if differs.value == 0 or unwanted == 0 else 1
        done = run("diff", "before.c", "after.c", "--intend", condition, "--json", "--budget", f"{10 * SLOWER:.0f}s", cwd=directory)
        verdict = json.loads(done.stdout)["entries"][0]["verdict"] if done.stdout.startswith("{") and json.loads(done.stdout)["entries"] else "equivalent"
        verdicts[verdict] = verdicts.get(verdict, 0) + 1
        expect(done.returncode in (expected, 3), f"seed {seed}: status {done.returncode}, of {differs.value} differences {unwanted} are not intended:\n{before}{after}{condition}\n{done.stderr}")
    expect(verdicts.get("inconclusive", 0) <= len(seeds) // 10, f"too many are inconclusive: {verdicts}")
    expect(verdicts.get("different as intended", 0) >= len(seeds) // 10 and verdicts.get("different", 0) >= len(seeds) // 10, f"the cases are poor: {verdicts}")


def cxx(directory):
    head = "#include <stdexcept>\nenum class Kind { A, B };\nclass Box { public: int size; Kind kind() const;"
    write(directory, "before.cpp", head + " };\nKind Box::kind() const { return size > 3 ? Kind::B : Kind::A; }\nbool odd(unsigned n) { if (n > 100) throw std::range_error(\"n\"); return n & 1; }\n")
    write(directory, "after.cpp", head + " };\nKind Box::kind() const { return size > 4 ? Kind::B : Kind::A; }\nbool odd(unsigned n) { if (n > 100) return false; return n & 1; }\n")
    for words, status in [(("Box::kind", "self->size == 4 && after == Kind::A"), 0), (("Box::kind", "after == Kind::B"), 1), (("odd", "n > 100 && !after"), 0), (("odd", "n > 100 && after"), 1)]:
        done = run("diff", "before.cpp", "after.cpp", "--entry", words[0], "--intend", words[1], cwd=directory)
        expect(done.returncode == status, f"{words}: {done.returncode} {done.stdout}{done.stderr}")


with tempfile.TemporaryDirectory() as top:
    for test in (the_cases, wrong_words, accepted, kept, remembered):
        test(top)
    for name, test in {"many": many, "bisected": bisected, "cxx": cxx}.items():
        os.mkdir(os.path.join(top, name))
        test(os.path.join(top, name))
    os.mkdir(os.path.join(top, "every"))
    count = int(os.environ.get("CLEAVE_INTEND_CASES", "6"))
    against_every_input(os.path.join(top, "every"), range(1, count + 1))
finish()
