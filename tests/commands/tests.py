#!/usr/bin/env python3
"""Tests that are written from witnesses: compiled with each framework they pass with the version whose results they expect, and tell the other one apart.

usage: tests.py CLEAVE SOURCE_DIR
"""
import json
import os
import re
import subprocess
import tempfile

from common import CLEAVE, expect, expect_error, finish, run, write

C = """
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct pair { char key[4]; int value; unsigned flag : 3; };
struct node { int value; struct node *next; };
enum color { RED, GREEN = 5 };
typedef struct { double x, y; } point_t;
int counter;
int clamp(int i) { return i > %(limit)s ? 0 : i; }
unsigned long wide(unsigned long n) { return n == 18446744073709551615ul ? %(wide)s : n; }
long least(long n) { return n < -9223372036854775807 ? %(least)s : 0; }
int strings(const char *s) { return s && s[0] == '"' && s[1] == '\\\\' ? %(string)s : 0; }
void record(struct pair *p, int v) { if (!p) return; p->value = v; p->flag = %(flag)s; if (v == 7) strcpy(p->key, %(key)s); }
int list(struct node *l) { return l && l->next && l->next->value == 3 ? %(list)s : 0; }
int sum(const int *v, int n) { int s = 0; for (int k = 0; k < n && k < 4; ++k) s += v[k]; return s == 6 ? %(sum)s : 0; }
void count(int by) { counter += by %(count)s; }
double sign(double x) { return x %(sign)s 0.0 ? x : -x; }
int nan_or_infinity(double x) { return x != x ? %(nan)s : x > 1e308 ? 2 : 3; }
float zero(float x) { return x == 0 ? %(zero)s : 1.5f; }
bool is_red(enum color c) { return c == %(color)s; }
char next_char(char c) { return c == 'x' ? %(char)s : c; }
point_t flip(point_t p) { if (p.x == 2) { p.y = %(flip)s; } return p; }
void say(int n) { if (n == 4) printf("%(say)s %%d\\n", n); }
int leave(int n) { if (n == 9) exit(%(exit)s); return 1; }
int give_up(int n) { if (n == 8) %(abort)s; return 1; }
int bytes(const unsigned char *p) { return p && p[0] == 200 ? %(bytes)s : 0; }
"""
BEFORE = dict(limit="100", wide="1", least="1", string="1", flag="5", key='"ab"', list="1", sum="1", count="", sign=">=", nan="1", zero="-0.0f", color="GREEN", char="'y'", flip="1",
              say="four", exit="3", abort="abort()", bytes="1")
AFTER = dict(limit="99", wide="2", least="2", string="2", flag="4", key='"ac"', list="2", sum="2", count="+ 1", sign=">", nan="2", zero="0.0f", color="RED", char="'z'", flip="-1",
             say="vier", exit="4", abort="return 2", bytes="2")

CXX = """
#include <stdexcept>
namespace shop {
enum class Size { Small, Large };
class Box {
 public:
  int fits(int n) const { return n > room_ ? %s : 1; }
 private:
  int room_;
};
struct Base { int level; };
struct Derived : Base { int extra; };
void raise(Derived &d, bool twice) { d.level += twice ? %s : 1; }
Size sizeOf(int n) { return n > 3 ? Size::%s : Size::Small; }
int check(int n) { if (n == 5) throw std::runtime_error("%s"); return n; }
static int hidden(int n) { return n == 6 ? %s : 0; }
int use(int n) { return hidden(n) + Box().fits(n); }
}
int measure(const shop::Box *b, int n) { return b ? b->fits(n) : -1; }
"""

PROGRAM = """
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv) {
  int c = getchar();
  if (argc > 1 && !strcmp(argv[1], "-x") && c == 'q') { puts("%s"); return %s; }
  return 0;
}
"""

NONE_PASSED = {"c": r"^0 of \d+ tests passed", "gtest": r"PASSED  \] 0 tests", "catch2": r"test cases: (\d+) \| \1 failed", "doctest": r"test cases: +\d+ \| +0 passed"}
FRAMEWORKS = {"c": [], "gtest": ["-lgtest", "-lgtest_main", "-pthread"], "catch2": [], "doctest": []}


def compiled(*words):
    done = subprocess.run(list(words), capture_output=True, text=True)
    expect(done.returncode == 0, f"{' '.join(words)}:\n{done.stderr[:3000]}")
    return done.returncode == 0


def output_of(program, *words):
    done = subprocess.run([program, *words], capture_output=True, text=True, errors="replace", timeout=120)
    return done.returncode, done.stdout + done.stderr


def written(out, *words):
    done = run("tests", out, *words)
    expect(done.returncode == 0, f"tests {words}: status {done.returncode}\n{done.stdout}{done.stderr}")
    return done


def check_c(work):
    out = os.path.join(work, "out")
    before, after = write(work, "before.c", C % BEFORE), write(work, "after.c", C % AFTER)
    done = run("diff", before, after, "--out", out, "--budget", "10s")
    expect(done.returncode == 1, done.stdout + done.stderr)
    for version in ("before", "after"):
        compiled("clang-19", "-w", "-c", os.path.join(work, version + ".c"), "-o", os.path.join(work, version + ".o"))
    for framework, libraries in FRAMEWORKS.items():
        place = os.path.join(work, framework)
        os.mkdir(place)
        source = os.path.join(place, "kept.c" if framework == "c" else "kept.cpp")
        told = written(out, "--format", framework, "--kind", "different", "-o", source)
        text = open(source).read()
        entries = set(re.findall(r"^static void (\w+)_group_\d+_body|^TEST\((\w+), group|^TEST_CASE\(\"(\w+), group", text, re.M))
        expect(len({max(names) for names in entries}) == len(BEFORE) - 1, f"{framework}: {sorted(entries)} of {len(BEFORE) - 1}\n{told.stderr}")
        compiler = ["clang-19", "-Wall", "-Werror", "-Wno-unused-function"] if framework == "c" else ["clang++-19", "-std=c++20", "-O0"]
        test = os.path.join(place, "kept.o")
        if not compiled(*compiler, "-c", source, "-o", test):
            continue
        for version in ("before", "after"):
            program = os.path.join(place, version)
            compiled("clang++-19", test, os.path.join(work, version + ".o"), *libraries, "-lm", "-o", program)
            status, said = output_of(program)
            if version == "before":
                expect(status == 0, f"{framework} fails with before:\n{said[-2000:]}")
            else:
                expect(status != 0 and re.search(NONE_PASSED[framework], said, re.M), f"{framework} passes with after:\n{said[-2000:]}")
    c = open(os.path.join(work, "c", "kept.c")).read()
    for part in (".next = &l_next_object", '= "\\"\\\\"', "18446744073709551615ul", "(-9223372036854775807L - 1)", "NAN", "signbit(result)", "counter = ", "// changed: ", "// different: ",
                 "Declared here and linked", "cc -c "):
        expect(part in c, f"the tests in C lack {part}")
    swapped = os.path.join(work, "swapped.c")
    written(out, "--expect", "after", "-o", swapped, "--entry", "clamp", "--all")
    if compiled("clang-19", swapped, os.path.join(work, "after.o"), "-lm", "-o", swapped + ".out"):
        expect(output_of(swapped + ".out")[0] == 0, "what after shows fails with after")
    document = json.loads(written(out, "--format", "json", "--entry", "strings", "--kind", "different").stdout)
    expect(document[0]["entry"] == "strings" and document[0]["shows"]["return"] == "1" and document[0]["input"]["s[0]"] == "34", f"json: {document}")
    kept = write(work, "kept.json", json.dumps(document))
    expect(run("reduce", before, "--entry", "strings", "--tests", kept).returncode == 0, "reduce does not read the tests")
    check_fuzz(work, out)


def check_fuzz(work, out):
    place = os.path.join(work, "fuzz")
    written(out, "--format", "libfuzzer", "--entry", "record", "--entry", "nan_or_infinity", "-o", place)
    for entry in ("record", "nan_or_infinity"):
        for version, good in (("before", True), ("after", False)):
            program = os.path.join(place, f"{entry}_{version}")
            if compiled("clang-19", "-g", "-fsanitize=fuzzer,address", os.path.join(place, f"fuzz_{entry}.c"), os.path.join(work, version + ".c"), "-w", "-lm", "-o", program):
                status, said = output_of(program, os.path.join(place, f"fuzz_{entry}_corpus"), "-runs=0", f"-artifact_prefix={work}/")
                expect((status == 0) == good, f"fuzzing {entry} with the seeds on {version}: {said[-1500:]}")


def check_cxx(work):
    out = os.path.join(work, "out")
    before = write(work, "before.cpp", CXX % ("0", "2", "Large", "five", "1"))
    after = write(work, "after.cpp", CXX % ("2", "3", "Small", "5", "2"))
    run("diff", before, after, "--out", out, "--budget", "10s")
    source = os.path.join(work, "kept.cpp")
    told = written(out, "--format", "doctest", "--kind", "different", "-o", source)
    text = open(source).read()
    for entry in ("shop::raise", "shop::sizeOf", "shop::check", "shop::hidden", "measure", "shop::Box::fits"):
        expect(f'TEST_CASE("{entry}(' in text, f"no test of {entry}:\n{told.stderr}")
    for version in (before, after):
        if compiled("clang++-19", "-std=c++20", "-fno-access-control", f'-DCODE_UNDER_TEST="{version}"', source, "-lm", "-o", source + ".out"):
            status, said = output_of(source + ".out")
            expect((status == 0) == (version == before), f"{version}: status {status}\n{said[-3000:]}")


def check_program(work):
    out = os.path.join(work, "out")
    before, after = write(work, "before.c", PROGRAM % ("yes", 3)), write(work, "after.c", PROGRAM % ("no", 3))
    run("diff", before, after, "--out", out, "--entry", "main", "--argv", "?", "--stdin", "1", "--budget", "10s")
    source = os.path.join(work, "kept.c")
    written(out, "-o", source)
    for version in (before, after):
        code = os.path.join(work, "code.o")
        compiled("clang-19", "-Dmain=main_of_the_program", "-c", version, "-o", code)
        if compiled("clang-19", source, code, "-o", source + ".out"):
            status, said = output_of(source + ".out")
            expect((status == 0) == (version == before), f"{version}: status {status}\n{said}")


HEADER = """
char last(const char *t) { return t[-1] > 0 ? t[t[-1] - 1] : 0; }
"""


def check_headers(work):
    """A string with its length in front of it; and files that go elsewhere than the directory that the sources are named from."""
    write(work, "before.c", HEADER)
    write(work, "after.c", HEADER.replace("> 0", "> 1"))
    command = lambda *words: subprocess.run([CLEAVE, *words], cwd=work, capture_output=True, text=True)
    done = command("diff", "before.c", "after.c", "--entry", "last", "--out", "out")
    expect(done.returncode == 1, done.stdout + done.stderr)
    for words in (["-o", "kept.c"], ["-o", "deep/er/kept.c"]):
        done = command("tests", "out", "--include", *words)
        expect(done.returncode == 0, done.stdout + done.stderr)
        source = os.path.join(work, words[1])
        for version in ("before", "after"):
            code = [] if version == "before" else [f'-DCODE_UNDER_TEST="{work}/after.c"']
            if compiled("clang-19", "-w", source, *code, "-lm", "-o", source + ".out"):
                status, said = output_of(source + ".out")
                expect((status == 0) == (version == "before"), f"{version}: status {status}\n{said}")


def check_usage(work):
    expect_error("neither result.json", "tests", work)
    out = os.path.join(work, "out")
    before, after = write(work, "before.c", "int f(int *p) { return *p; }"), write(work, "after.c", "int f(int *p) { return p ? *p : 3; }")
    run("diff", before, after, "--out", out)
    expect_error("--format is", "tests", out, "--format", "junit")
    expect_error("no function 'g'", "tests", out, "--entry", "g")
    done = run("tests", out, "--kind", "different")
    expect(done.returncode == 3 and "undefined behaviour" in done.stderr, f"a null pointer is followed: {done.returncode} {done.stderr}")
    text = written(out).stdout
    expect("// Left out (1):" in text and "undefined behaviour" in text, "the file does not tell what is left out")


with tempfile.TemporaryDirectory() as directory:
    for check in (check_c, check_cxx, check_program, check_headers, check_usage):
        work = os.path.join(directory, check.__name__)
        os.mkdir(work)
        check(work)
finish()
