#!/usr/bin/env python3
"""`cleave signature`: rows, their completeness, contracts that hold natively, SMT-LIB2 that another solver reads, two versions side by side.

usage: signature.py CLEAVE SOURCE_DIR
"""
import os
import random
import subprocess
import tempfile

from common import CLEAVE, SLOWER, SOURCE, expect, expect_error, failures, finish, json_of, run, write

EXAMPLES = os.path.join(SOURCE, "examples", "signature")


def rows_of(document):
    return {row["condition_text"]: row["output"] for row in document["signatures"][0]["rows"]}


def check_rows():
    choose = json_of("signature", f"{EXAMPLES}/choose.c", "--entry", "choose", "--output", "out", "--count-paths", status=0)
    expect(rows_of(choose) == {"x + y <= 10": {"out": "0"}, "x - y > 0 && x + y > 10": {"out": "x"}, "x - y <= 0 && x + y > 10": {"out": "y"}},
           f"choose has other rows: {rows_of(choose)}")
    signature = choose["signatures"][0]
    expect(signature["exhaustive"] and signature["unknown_paths"] == 0, "choose: every path's output condition is a row's")
    expect(sorted(row["paths"]["count"] for row in signature["rows"]) == [2, 2, 4] and all(row["paths"]["exact"] for row in signature["rows"]),
           "choose: eight paths, four of which show 0")
    paths = json_of("signature", f"{EXAMPLES}/choose.c", "--entry", "choose", "--output", "out", "--strategy", "dart", status=0)
    expect(len(paths["signatures"][0]["rows"]) == 8, "choose has eight paths")
    # The assignment before the branch is part of the condition.
    effect = json_of("signature", f"{EXAMPLES}/effect.c", "--entry", "effect", status=0)
    expect(rows_of(effect) == {"(x <= 4 || x >= INT_MAX)": {"return": "0"}, "x >= 5 && x < INT_MAX": {"return": "10"}}, f"effect: {rows_of(effect)}")
    # An index that depends on the input stays symbolic: no row is lost.
    correlated = json_of("signature", f"{EXAMPLES}/correlated.c", "--entry", "correlated", "--observe", "return", status=0)
    expect(sorted(row["return"] for row in rows_of(correlated).values()) == ["1", "2", "3"], f"correlated: {rows_of(correlated)}")


# Entries of the example programs that all paths can be walked of in a moment.
COMPLETE = [
    ("codec", "checksum", ["--nonnull", "bytes", "--length", "bytes=length", "--bound", "bytes=6"]),
    ("codec", "decode", ["--nonnull", "bytes", "--nonnull", "event", "--nonnull", "used", "--length", "bytes=length", "--bound", "bytes=4"]),
    ("codec", "decode", ["--nonnull", "bytes", "--nonnull", "event", "--nonnull", "used", "--length", "bytes=length", "--bound", "bytes=4", "--observe", "return"]),
    ("codec", "put_varint", ["--nonnull", "out", "--bound", "out=5"]),
    ("matrix", "turned", []),
    ("matrix", "walks", []),
    ("options", "parse_count", ["--bound", "text=3", "--nonnull", "text", "--nonnull", "count"]),
    ("options", "main", ["--argv", "?", "--bound", "argv[1]=2"]),
    ("statistics", "mean", ["--length", "values=count", "--bound", "values=4", "--nonnull", "values"]),
    ("statistics", "variance", ["--length", "values=count", "--bound", "values=4", "--nonnull", "values"]),
    ("tokens", "main", ["--stdin", "1"]),
    ("schedule", "main", ["--argv", "%d %d %d", "--stdin", "2"]),
    ("replace", "main", ["--argv", "a b", "--stdin", "2"]),
]


def check_completeness():
    """Output conditions need no more questions than paths, and each path's output condition is among them."""
    whole = 0
    for folder, entry, words in COMPLETE:
        directory = os.path.join(SOURCE, "examples", folder)
        file = os.path.join(directory, next(name for name in os.listdir(directory) if name.startswith("before.")))
        by_output = json_of("signature", file, "--entry", entry, *words, "--count-paths", "--budget", f"{10 * SLOWER:.0f}s")["signatures"][0]
        by_path = json_of("signature", file, "--entry", entry, *words, "--strategy", "dart", "--budget", f"{10 * SLOWER:.0f}s")["signatures"][0]
        name = f"{folder} {entry} {' '.join(words)}"
        if not (by_output["exhaustive"] and by_path["exhaustive"]):
            continue  # only whole walks can be compared
        whole += 1
        expect(by_output["unknown_paths"] == 0, f"{name}: {by_output['unknown_paths']} output conditions were missed")
        expect(len(by_output["rows"]) <= len(by_path["rows"]), f"{name}: {len(by_output['rows'])} rows of {len(by_path['rows'])} paths")
        expect(by_output["stats"]["solver_queries"] <= by_path["stats"]["solver_queries"],
               f"{name}: {by_output['stats']['solver_queries']} questions, and {by_path['stats']['solver_queries']} by paths")
        expect(sum(row["paths"]["count"] for row in by_output["rows"]) == len(by_path["rows"]), f"{name}: the rows stand for all paths")
    expect(whole >= 10, f"only {whole} of {len(COMPLETE)} signatures are whole")


CLASSIFY = """
unsigned classify(int a, unsigned b, signed char c, short d) {
  if (a < -3 && b > 7u) return b / 3u;
  if (c == 'x') return (unsigned)a ^ b;
  return d > 5 ? (unsigned)(d * 2) : 1u;
}
"""


def check_contracts(work):
    """The assertions hold for a native run of the function, on small and on random inputs; and a wrong result is noticed."""
    source = write(work, "classify.c", CLASSIFY)
    text = run("signature", source, "--entry", "classify", "--as", "assertions").stdout
    expect("static void check_classify(int a, unsigned int b, signed char c, short d, uint32_t result)" in text, f"assertions: {text}")
    random.seed(1)
    values = [(random.choice([0, -4, 5, random.getrandbits(31) - (1 << 30)]), random.choice([0, 8, random.getrandbits(32)]), random.choice([0, 120, -5]),
               random.choice([0, 6, -3, 32767])) for _ in range(200)]
    calls = "".join(f"  check_classify({a}, {b}u, {c}, {d}, classify({a}, {b}u, {c}, {d}) + wrong);\n" for a, b, c, d in values)
    main = write(work, "main.c", f"{CLASSIFY}\n{text}\nint main(int argc, char** argv) {{ long long wrong = argc - 1; (void)argv;\n{calls}  return 0; }}\n")
    program = os.path.join(work, "main")
    built = subprocess.run(["clang-19", "-fwrapv", "-o", program, main], capture_output=True, text=True)
    expect(built.returncode == 0, f"the assertions do not compile: {built.stderr}")
    expect(subprocess.run([program]).returncode == 0, "an assertion does not hold")
    expect(subprocess.run([program, "wrong"], stderr=subprocess.DEVNULL).returncode != 0, "a wrong result is not noticed")
    floats = run("signature", write(work, "f.c", "double f(double x) { return x > 1.5 ? x * 2 : -x; }\n"), "--entry", "f", "--as", "assertions").stdout
    main = write(work, "floats.c", f"{floats}\nint main(void) {{ check_f(NAN, NAN); check_f(2.0, 4.0); check_f(0.0, -0.0); return 0; }}\n")
    built = subprocess.run(["clang-19", "-o", program, main], capture_output=True, text=True)
    expect(built.returncode == 0 and subprocess.run([program]).returncode == 0, f"assertions about doubles: {built.stderr}")
    contracts = run("signature", f"{EXAMPLES}/effect.c", "--entry", "effect", "--as", "contracts").stdout
    for part in ("/*@ // effect", "behavior row_1:", "assumes x >= 5 && x < INT_MAX;", "ensures \\result == 10;", "complete behaviors row_0, row_1;"):
        expect(part in contracts, f"contracts lack '{part}': {contracts}")
    globals_ = run("signature", write(work, "g.c", "int n;\nvoid up(void) { if (n > 3) n = n - 1; else n = 0; }\n"), "--entry", "up", "--as", "contracts").stdout
    expect("ensures n == \\old(n) - 1;" in globals_, f"a global on the right stands for its value at the call: {globals_}")


def check_true_contracts(work):
    """Behind the call, memory on the right is what it was before: behind pointers, in globals, in statics."""
    source = write(work, "c.c", """
static int count;
int table[2];
struct Node { int value; struct Node *next; };
void add(int *p, int x) { *p += x; }
int tick(void) { static int n; return ++n; }
int both(int x) { count += x; table[1] = table[0] - count; return count; }
int push(struct Node *node, int by) { if (!node) return -1; node->value += by; return node->value; }
int *chosen(int x) { return x > 0 ? &table[1] : 0; }
void leave(int a) { extern void exit(int); count = count + a; if (a == 3) exit(a - 1); }
""")
    expected = {
        "add": ["assumes !(p == \\null);", "ensures p[0] == \\old(p[0]) + x;", "ensures p[1] == \\old(p[1]);"],
        "tick": ["ensures \\result == \\old(tick.n) + 1;", "ensures tick.n == \\old(tick.n) + 1;"],
        "both": ["ensures \\result == x + \\old(count);", "ensures table[1] == \\old(table[0]) - (x + \\old(count));"],
        "push": ["ensures node->value == (\\old(node->value) + by);", "(node == \\null)"],
        "chosen": ["ensures \\result == \\null;"],
        "leave": ["exits \\exit_status == "],
    }
    for entry, parts in expected.items():
        text = run("signature", source, "--entry", entry, "--as", "contracts").stdout
        for part in parts:
            expect(part in text, f"contracts of {entry} lack '{part}': {text}")
        for line in text.splitlines():
            left, equals, right = line.strip().removeprefix("ensures ").partition(" == ")
            if line.strip().startswith("ensures ") and "object" not in right:
                for name in ("count", "table[", "p[", "tick.n", "node->"):
                    expect(name not in right.replace(f"\\old({name}", ""), f"{entry}: '{name}' stands for another value: {line}")


NAMES = ["result", "assert", "class", "new", "this", "isnan", "fabs", "INT_MAX", "uint32_t", "_x", "true_", "bool_", "int32_t", "NAN", "template", "check_f"]


def check_names(work):
    """Assertions compile as C and as C++, whatever the parameters are called, and hold."""
    program = os.path.join(work, "names")
    for name in NAMES:
        source = write(work, "names.c", f"int f(int {name}, double d) {{ return {name} > 3 && d < 1.5 ? {name} + 1 : {name}; }}\n")
        text = run("signature", source, "--entry", "f", "--as", "assertions").stdout
        calls = "".join(f"  check_f({a}, {d}, {a if not (a > 3 and d < 1.5) else a + 1});\n" for a in (-1, 3, 4, 9) for d in (0.5, 2.5))
        for compiler, file in (("clang-19", "names-main.c"), ("clang++-19", "names-main.cpp")):
            main = write(work, file, f"{text}\nint main(void) {{\n{calls}  return 0; }}\n")
            built = subprocess.run([compiler, "-fwrapv", "-o", program, main], capture_output=True, text=True)
            expect(built.returncode == 0 and subprocess.run([program]).returncode == 0, f"a parameter named {name}: {built.stderr}\n{text}")
    enum = write(work, "enum.c", "enum Colour { RED, GREEN };\ntypedef short Width;\nint f(enum Colour c, Width w) { return c == GREEN ? w : -w; }\n")
    text = run("signature", enum, "--entry", "f", "--as", "assertions").stdout
    main = write(work, "enum-main.c", f"{text}\nint main(void) {{ check_f(1, 5, 5); check_f(0, 5, -5); return 0; }}\n")
    built = subprocess.run(["clang-19", "-fwrapv", "-o", program, main], capture_output=True, text=True)
    expect(built.returncode == 0 and subprocess.run([program]).returncode == 0, f"types of the source: {built.stderr}\n{text}")


def check_smt(work):
    """Another solver agrees that the rows cover every input and do not overlap."""
    text = run("signature", f"{EXAMPLES}/choose.c", "--entry", "choose", "--output", "out", "--as", "smt2").stdout
    declare = "".join(f"(declare-const {name} (_ BitVec 32))\n" for name in "xyz")
    for question in ("(assert (not (or (|row-0| x y z) (|row-1| x y z) (|row-2| x y z))))", "(assert (and (|row-0| x y z) (|row-1| x y z)))",
                     "(assert (and (|row-1| x y z) (|row-2| x y z)))", "(assert (and (|row-1| x y z) (not (= (|row-1:out| x y z) x))))"):
        script = write(work, "q.smt2", f"{text}{declare}{question}\n(check-sat)\n")
        answer = subprocess.run(["z3", script], capture_output=True, text=True).stdout.strip()
        expect(answer == "unsat", f"{question}: {answer}")
    out = os.path.join(work, "out")
    expect(run("signature", f"{EXAMPLES}/choose.c", "--entry", "choose", "--output", "out", "--out", out).returncode == 0, "signature --out")
    expect(os.path.exists(os.path.join(out, "smt2", "choose.signature.smt2")), "the signature is written")
    coverage = [os.path.join(folder, name) for folder, _, names in os.walk(out) for name in names if "coverage" in name]
    expect(len(coverage) == 1, f"the proof of coverage is written: {coverage}")
    for file in coverage:
        expect(subprocess.run(["z3", file], capture_output=True, text=True).stdout.strip() == "unsat", f"{file} is not unsatisfiable")


def check_comparison(work):
    before = open(f"{EXAMPLES}/choose.c").read()

    def fates(after, status):
        document = json_of("signature", "--compare", f"{EXAMPLES}/choose.c", write(work, "after.c", after), "--entry", "choose", "--output", "out", status=status)
        return sorted(row["fate"] for row in document["comparisons"][0]["rows"])

    expect(fates(before, 0) == ["stayed"] * 3, "nothing changed")
    expect(fates(before.replace("x + y > 10", "!(x + y <= 10)"), 0) == ["stayed"] * 3, "another way to say the same")
    expect(fates(before.replace("b = a", "b = a + 1"), 1) == ["changed", "changed", "stayed"], "other outputs")
    expect(fates(before.replace("x + y > 10", "x + y > 11"), 1) == ["changed"] * 3, "other conditions")
    expect(fates(before.replace("out = b", "out = x == 77 ? 5 : b"), 1) == ["came"] + ["changed"] * 3, "a row came")
    expect(fates(before.replace("if (x + y > 10) b = a;", "b = a;"), 1) == ["changed", "changed", "went"], "a row went")


TWINS = """
int twins(int a, int b) {
  if (a < 0) return 0;
  if (b > 3) return a;
  return a;
}
"""
MANY = """
#include <string.h>
struct pair { char key[6]; int used; };
int keep(struct pair *p, const char *s) {
  if (!p) return -1;
  if (!s) return -1;
  size_t n = strlen(s);
  if (n > 5) return -2;
  for (size_t k = 0; k < n; k++) p->key[k] = s[k];
  p->key[n] = 0;
  return 1;
}
"""


def check_fewer_rows(work):
    """Rows that compute the same are merged where a literal and its opposite part them, and grouped for a reader."""
    twins = json_of("signature", write(work, "twins.c", TWINS), "--entry", "twins", "--count-paths", status=0)["signatures"][0]
    expect({row["condition_text"]: (row["output"]["return"], row["paths"]["count"]) for row in twins["rows"]} == {"a < 0": ("0", 1), "a >= 0": ("a", 2)},
           f"two ways to return a are one: {twins['rows']}")
    expect([row["id"] for row in twins["rows"]] == [0, 1], "ids are counted on")
    paths = json_of("signature", os.path.join(work, "twins.c"), "--entry", "twins", "--strategy", "dart", status=0)["signatures"][0]
    expect(len(paths["rows"]) == 3, "who asks for paths gets paths")
    file, out = write(work, "many.c", MANY), os.path.join(work, "many")
    many = json_of("signature", file, "--entry", "keep", "--bound", "s=8", "--out", out, status=0)["signatures"][0]
    expect(sorted(id for group in many["groups"] for id in group["rows"]) == list(range(len(many["rows"]))), "each row is in one group")
    conditions = {group.get("condition_text"): group for group in many["groups"]}
    expect(any(each and "p_is_null || s_is_null" in each and group["output"]["return"] == "-1" and group["uniform"] for each, group in conditions.items()),
           f"what is -1: {list(conditions)}")
    expect(all("?" not in row["condition"] for row in many["rows"]), "a row's condition stands by itself")
    for name in sorted(os.listdir(os.path.join(out, "smt2", "keep"))):
        answer = subprocess.run(["z3", os.path.join(out, "smt2", "keep", name)], capture_output=True, text=True).stdout.strip()
        expect(answer == "unsat" or not name.startswith("group"), f"{name}: {answer}")
    text = run("signature", file, "--entry", "keep", "--bound", "s=8").stdout
    expect("p == NULL || s == NULL" in text and "(--all lists them)" in text and len(text.splitlines()) < 30, f"groups: {text}")
    whole = run("signature", file, "--entry", "keep", "--bound", "s=8", "--all").stdout
    expect("p->key[0..3] = s[0..3]" in whole and "p->used" not in whole, f"rows in few words: {whole}")
    expect('s = "aaaa"' in whole, f"tests that a person would write: {whole}")
    changed = run("signature", "--compare", file, write(work, "other.c", MANY.replace("-2", "-3")), "--entry", "keep", "--bound", "s=8")
    expect(changed.returncode == 1 and "stayed (--all shows them)" in changed.stdout, f"what stayed is counted: {changed.stdout}")


def check_errors(work):
    expect_error("--entry", "signature", f"{EXAMPLES}/choose.c")
    expect_error("nosuch", "signature", f"{EXAMPLES}/choose.c", "--entry", "nosuch")
    expect_error("--as", "signature", f"{EXAMPLES}/choose.c", "--entry", "choose", "--as", "prose")
    expect_error("--strategy", "signature", f"{EXAMPLES}/choose.c", "--entry", "choose", "--strategy", "bfs")
    expect_error("BEFORE AFTER", "signature", "--compare", f"{EXAMPLES}/choose.c", "--entry", "choose")
    expect_error("nothing that could be shown", "signature", f"{EXAMPLES}/choose.c", "--entry", "choose", "--output", "ouch")
    endless = write(work, "endless.c", "int f(int n) { int s = 0; for (int i = 0; i < n; i++) s += i * n; return s; }\n")
    done = run("signature", endless, "--entry", "f", "--budget", "1s")
    expect(done.returncode == 3 and "not exhaustive: the time budget is used up" in done.stdout, f"a walk that does not end: {done.returncode} {done.stdout[:200]}")


with tempfile.TemporaryDirectory() as directory:
    check_rows()
    check_contracts(directory)
    check_true_contracts(directory)
    check_names(directory)
    check_smt(directory)
    check_comparison(directory)
    check_fewer_rows(directory)
    check_errors(directory)
    check_completeness()
finish()
