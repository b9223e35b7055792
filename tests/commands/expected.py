#!/usr/bin/python3
"""Differences as steps towards a version that is known to be right: `cleave diff --expected`, also against every input of small functions.
expected.py CLEAVE SOURCE_DIRECTORY"""
import ctypes
import json
import os
import random
import subprocess
import tempfile

from common import SLOWER, diff_in, expect, finish, run, write

# A fix that is incomplete, as the first paper draws it: for i > 0 it is one, for 0 it is not.
BEFORE = "int next(int i) { if (i > 0) return i; return 0; }\nint g(const char *s) { return s[0] == 'x'; }\nint only(int n) { return n; }\n"
AFTER = "int next(int i) { if (i >= 0) return i + 1; return 0; }\nint g(const char *s) { return s[0] == 'y'; }\nint only(int n) { return n + 1; }\n"
RIGHT = "int next(int i) { if (i > 0) return i + 1; return 0; }\nint g(const char *s) { return s[0] == 'z'; }\n"


def steps_of(directory, *words, status=1):
    document = diff_in(directory, *words, status=status)
    return {each["entry"]: each for each in document["expected"]["entries"]}, document


def of_files(directory):
    for name, text in {"before.c": BEFORE, "after.c": AFTER, "right.c": RIGHT}.items():
        write(directory, name, text)
    found, document = steps_of(directory, "before.c", "after.c", "--expected", "right.c")
    (entry,) = [each for each in document["entries"] if each["entry"] == "next"]
    witness = {each["id"]: each["witness"]["i"] for each in entry["partitions"]}
    told = {(witness[each["partition"]] == "0", each["step"], each["proved"]) for each in found["next"]["differences"]}
    expect(told == {(True, "regression", True), (False, "progression", True)}, f"next: {told}")
    (g,) = found["g"]["differences"]
    expect({g["step"], *g["others"]} == {"progression", "regression"} and not g["proved"], f"g: {g}")
    expect("no such function" in found["only"]["problem"], f"only: {found['only']}")
    expect(json.load(open(os.path.join(directory, "cleave.out", "expected.json"))) == document["expected"], "it is kept on disk as well")
    done = run("diff", "before.c", "after.c", "--expected", "right.c", "--entry", "next", cwd=directory)
    expect("next: of 2 differences: 50 % progression, 50 % regression, 0 % intermediate" in done.stdout and "regression   i = 0: before returns 0, after returns 1" in done.stdout, done.stdout)
    for words, part in [(("--expected", "nowhere.c"), "nowhere.c"), (("--expected", "broken.c"), "broken.c")]:
        write(directory, "broken.c", "int next(int i) { return }\n")
        done = run("diff", "before.c", "after.c", *words, cwd=directory)
        expect(done.returncode == 2 and part in done.stderr, f"{words}: {done.returncode} {done.stderr}")
    done = run("diff", "before.c", "before.c", "--expected", "right.c", cwd=directory)
    expect(done.returncode == 0 and "nothing differs" in done.stdout, done.stdout)


def of_projects(directory):
    for name, text in {"old": BEFORE, "new": AFTER, "right": RIGHT + "int only(int n) { return n + 1; }\n"}.items():
        os.mkdir(os.path.join(directory, name))
        write(os.path.join(directory, name), "f.c", text)
        write(os.path.join(directory, name), "Makefile", "libf.a: f.o\n\t$(AR) rcs libf.a f.o\nf.o: f.c\n\t$(CC) -c -o f.o f.c\n")
    found, _ = steps_of(directory, "old", "new", "--build", "make", "--cache", "none", "--expected", "right")
    expect(found["next"]["progression"] == 1 and found["next"]["regression"] == 1 and found["only"]["progression"] == 1, f"projects: {found}")


class Random:
    def __init__(self, seed):
        self.dice = random.Random(seed)

    def value(self):
        return self.dice.choice(["x", "y", "x + y", "x - 1", "3", "x & y", "-x", "y * 2"])

    def test(self):
        return f"{self.dice.choice('xy')} {self.dice.choice(['<', '==', '>'])} {self.dice.choice(['0', '5', 'x', 'y', '-100'])}"

    def versions(self):
        parts = [self.test(), self.value(), self.test(), self.value(), self.value()]
        all_three = []
        for _ in range(3):
            for where in self.dice.sample(range(5), self.dice.randint(1, 2)):
                parts[where] = self.test() if where in (0, 2) else self.value()
            all_three.append("signed char f(signed char x, signed char y) {{ if ({}) return {}; if ({}) return {}; return {}; }}\n".format(*parts))
        return all_three


def against_every_input(directory, seeds):
    proved = {}
    for seed in seeds:
        texts = Random(seed).versions()
        for name, text in zip(("before.c", "after.c", "right.c"), texts):
            write(directory, name, text)
        oracle = "".join(text.replace(" f(", f" f{k}(") for k, text in enumerate(texts)) + """void oracle(int *counts) { counts[0] = counts[1] = counts[2] = 0;
for (int x = -128; x < 128; x++) for (int y = -128; y < 128; y++) { signed char b = f0(x, y), a = f1(x, y), e = f2(x, y); if (a != b) ++counts[a == e ? 0 : b == e ? 1 : 2]; } }
int step(int x, int y) { signed char b = f0(x, y), a = f1(x, y), e = f2(x, y); return a == e ? 0 : b == e ? 1 : 2; }\n"""
        library = os.path.join(directory, f"oracle{seed}.so")
        subprocess.run(["clang-19", "-w", "-O1", "-fwrapv", "-shared", "-fPIC", "-o", library, write(directory, "oracle.c", oracle)], check=True)
        native = ctypes.CDLL(library)
        counts = (ctypes.c_int * 3)()
        native.oracle(counts)
        words = ("progression", "regression", "intermediate")
        found, document = steps_of(directory, "before.c", "after.c", "--expected", "right.c", "--budget", f"{10 * SLOWER:.0f}s", status=1 if sum(counts) else 0)
        if not sum(counts):
            continue
        if "f" not in found:
            expect(False, f"seed {seed}: nothing is said of f: {document['entries'][:1]}"[:1500] + "".join(texts))
            continue
        witnesses = {each["id"]: each["witness"] for each in document["entries"][0]["partitions"]}
        there = set()
        for each in found["f"]["differences"]:
            witness = witnesses[each["partition"]]
            expected = words[native.step(int(witness["x"]), int(witness["y"]))]
            expect(each["step"] == expected, f"seed {seed}: {witness} is {expected}, not {each['step']}:\n{''.join(texts)}")
            there |= {each["step"], *each.get("others", [])}
            proved[each["proved"]] = proved.get(each["proved"], 0) + 1
        expect(there == {word for word, count in zip(words, counts) if count}, f"seed {seed}: {there}, natively {list(counts)}:\n{''.join(texts)}")
    expect(proved.get(True, 0) > proved.get(False, 0), f"few are proved: {proved}")


with tempfile.TemporaryDirectory() as top:
    for name, test in {"files": of_files, "projects": of_projects}.items():
        os.mkdir(os.path.join(top, name))
        test(os.path.join(top, name))
    os.mkdir(os.path.join(top, "every"))
    against_every_input(os.path.join(top, "every"), range(1, int(os.environ.get("CLEAVE_EXPECTED_CASES", "4")) + 1))
finish()
