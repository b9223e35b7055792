#!/usr/bin/python3
"""The command line as users meet it: exit statuses, one-line errors, JSON against its schema, budgets, Ctrl-C, unwritable output, hostile input.

  command_line.py CLEAVE SOURCE_DIRECTORY
"""
import json, os, random, signal, subprocess, sys, tempfile, time

import jsonschema

CLEAVE, SOURCE = sys.argv[1], sys.argv[2]
BEFORE, AFTER = (os.path.join(SOURCE, "examples/clamp", name) for name in ("before.c", "after.c"))
ENDLESS = """
unsigned f(unsigned n, unsigned m) {
  unsigned s = 0;
  for (unsigned i = 0; i < n; i++) if (i * i %% 7 == m) s += i; else s ^= m;
  return s * %s;
}
"""
SLOWER = float(os.environ.get("CLEAVE_TEST_SLOWER", "1"))  # by how much cleave is slower than it should be: under sanitizers
failures = []


def expect(good, message):
    if not good:
        failures.append(message)


def cleave(*words, cwd=None):
    return subprocess.run([CLEAVE, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=120 * SLOWER, cwd=cwd)


def write(directory, name, text):
    path = os.path.join(directory, name)
    with open(path, "w") as file:
        file.write(text)
    return path


def check_statuses(work):
    out = ["--out", os.path.join(work, "out")]
    expect(cleave("diff", BEFORE, AFTER, *out).returncode == 1, "clamp: status 1")
    same = cleave("diff", BEFORE, BEFORE, *out)
    expect(same.returncode == 0 and "equivalent" in same.stdout, "a file against itself: status 0")
    twin = cleave("diff", BEFORE, BEFORE, "--entry", "clamp", *out)
    expect(twin.returncode == 0, "an unchanged entry: status 0")
    expect(cleave("--version").returncode == 0, "--version: status 0")
    for command in ([], ["diff"], ["explain"], ["signature"], ["reduce"], ["audit"], ["inputs"], ["dump"], ["dump", "trace"]):
        asked = cleave(*command, "--help")
        expect(asked.returncode == 0 and "Exit status: 0 " in asked.stdout and asked.stderr == "", f"{command} --help: status 0, on stdout")


def check_errors(work):
    empty = write(work, "empty.c", "")
    broken = write(work, "broken.c", "int f( {\n")
    bitcode = write(work, "junk.bc", "not bitcode")
    cases = {
        "one file": ["diff", BEFORE], "three files": ["diff", BEFORE, AFTER, AFTER],
        "missing file": ["diff", BEFORE, os.path.join(work, "absent.c")], "a directory": ["diff", BEFORE, work],
        "unknown extension": ["diff", BEFORE, write(work, "x.txt", "")], "does not compile": ["diff", BEFORE, broken],
        "junk bitcode": ["diff", BEFORE, bitcode], "unknown entry": ["diff", BEFORE, AFTER, "--entry", "clmap"], "unknown pair": ["diff", BEFORE, AFTER, "--pair", "clmap=clamp"],
        "no pair": ["diff", BEFORE, AFTER, "--pair", "clamp"],
        "bad budget": ["diff", BEFORE, AFTER, "--budget", "soon"], "bad strategy": ["diff", BEFORE, AFTER, "--strategy", "best"],
        "bad option": ["diff", BEFORE, AFTER, "--no-such-option"], "bad flag": ["diff", BEFORE, AFTER, "--cflags=-std=nonsense"],
        "unwritable output": ["diff", BEFORE, AFTER, "--out", "/proc/nowhere"], "an entry in one version": ["diff", BEFORE, empty, "--entry", "clamp"],
        "an assumption that nothing satisfies": ["diff", BEFORE, AFTER, "--assume", "i > 5 && i < 3"],
    }
    for name, words in cases.items():
        done = cleave(*words, cwd=work)
        first = done.stderr.splitlines()[0] if done.stderr else ""
        expect(done.returncode == 2, f"{name}: status {done.returncode} instead of 2")
        expect(first.startswith("cleave: ") and len(first) > 20, f"{name}: the error starts with '{first}'")
        expect(done.stdout == "", f"{name}: something on stdout")
    unknown = cleave("diff", BEFORE, AFTER, "--entry", "clmap", cwd=work)
    expect("clamp" in unknown.stderr, "an unknown entry names near ones")


# Each is one line that names what was not understood, what is near, and where to look.
UNKNOWN = {
    "dif a.c b.c": "cleave: no command 'dif'; did you mean 'diff'? (see cleave --help)", "dif --help": "cleave: no command 'dif'; did you mean 'diff'? (see cleave --help)",
    "frobnicate": "cleave: no command 'frobnicate' (see cleave --help)", "x": "cleave: no command 'x' (see cleave --help)",
    "dump progam a.c": "cleave: no command 'progam'; did you mean 'program'? (see cleave dump --help)",
    "diff a.c b.c --enty f": "cleave: no option '--enty'; did you mean '--entry'? (see cleave diff --help)",
    "diff a.c b.c --enty=f": "cleave: no option '--enty'; did you mean '--entry'? (see cleave diff --help)",
    "diff a.c b.c -x": "cleave: no option '-x' (see cleave diff --help)", "diff a.c b.c --without-rul": "cleave: no option '--without-rul' (see cleave diff --help)",
    "reduce a.c --test t.json": "cleave: no option '--test'; did you mean '--tests'? (see cleave reduce --help)",
    "--hlep": "cleave: no option '--hlep'; did you mean '--help'? (see cleave --help)", "--all diff a.c b.c": "cleave: no option '--all' (see cleave --help)",
    "dump trace a.c": "cleave: --entry is required (see cleave dump trace --help)",
}


def check_unknown_words(work):
    for words, line in UNKNOWN.items():
        done = cleave(*words.split(), cwd=work)
        expect((done.returncode, done.stdout, done.stderr) == (2, "", line + "\n"), f"{words}: status {done.returncode}, {done.stdout[:80]!r}, {done.stderr[:120]!r}")
    for words in ([], ["dump"]):  # nothing is asked for: help, but not as an answer
        done, asked = cleave(*words), cleave(*words, "--help")
        expect((done.returncode, done.stdout, done.stderr) == (2, "", asked.stdout), f"{words} alone: status 2 and the help on stderr")


# Once for each version, in every command; once in all where both versions are the same.
def check_compiler_messages(work):
    text = "int f(int x) { return x + K; }\nint g(char *s) { return s == 3; }\n"
    before, after = (write(work, f"warned_{k}.c", text.replace("K", str(k))) for k in (1, 2))
    tests = write(work, "warned.json", '[{"x": 1}]')
    out = ["--out", os.path.join(work, "out")]
    both = [["diff", *out], ["explain", "--input", "x=1", "--no-causes"], ["signature", "--compare"], ["reduce", "--tests", tests], ["dump", "changes"]]
    one = [["signature"], ["reduce", "--tests", tests], ["inputs"], ["dump", "program"], ["dump", "trace"]]
    entry = lambda words: [] if words == ["dump", "changes"] else ["--entry", "f"]
    for words, files in [(words, [before, after]) for words in both] + [(words, [before]) for words in one] + [(["diff", *out], [before, before])]:
        done = cleave(*words, *files, *entry(words))
        expect(done.returncode in (0, 1), f"{words}: status {done.returncode}, {done.stderr[:120]!r}")
        for file in (before, after):
            seen = done.stderr.count(file + ":2:")
            expect(seen == (file in files), f"{words} {len(files)}: {seen} messages about {os.path.basename(file)}")


def check_json(work):
    schema = json.load(open(os.path.join(SOURCE, "docs/json.schema.json")))
    out = os.path.join(work, "json")
    done = cleave("diff", BEFORE, AFTER, "--json", "--out", out)
    document = json.loads(done.stdout)
    jsonschema.validate(document, schema)
    expect(json.load(open(os.path.join(out, "result.json"))) == document, "result.json is what --json prints")
    expect(not os.path.exists(os.path.join(out, "partitions.jsonl")), "what result.json says need not be there twice")
    again = json.loads(cleave("diff", BEFORE, AFTER, "--json", "--out", out).stdout)
    for result in (document, again):
        for entry in result["entries"]:
            entry["stats"] = None
    expect(again == document, "equal seeds give equal reports")
    unconfirmed = json.loads(cleave("diff", BEFORE, AFTER, "--json", "--no-native", "--out", out).stdout)
    jsonschema.validate(unconfirmed, schema)
    expect(not any(p["confirmed"] for p in unconfirmed["entries"][0]["partitions"]), "--no-native confirms nothing")
    for strategy in ("dart", "express"):
        result = json.loads(cleave("diff", BEFORE, AFTER, "--json", "--strategy", strategy, "--out", out).stdout)
        jsonschema.validate(result, schema)
        expect(result["entries"][0]["verdict"] == "different", f"{strategy} finds the difference")


def check_budget(work):
    before = write(work, "endless_before.c", ENDLESS % "2")
    after = write(work, "endless_after.c", ENDLESS % "2 + 0 * m")
    start = time.time()
    done = cleave("diff", before, after, "--budget", "2s", "--no-optimizer-proof", "--granularity", "path", "--out", os.path.join(work, "budget"))
    spent = time.time() - start
    proved = cleave("diff", before, after, "--out", os.path.join(work, "proved"))
    expect(proved.returncode == 0 and "the optimised code" in proved.stdout, "the optimiser ends what exploration does not")
    expect(done.returncode == 3, f"an endless exploration: status {done.returncode}")
    expect("inconclusive" in done.stdout, "says inconclusive")
    expect(spent < 2 + (2 + 6) * SLOWER, f"a budget of 2 s took {spent:.1f} s")  # 6 s for compilers on a busy machine

    limited = cleave("diff", before, after, "--max-partitions", "3", "--no-optimizer-proof", "--granularity", "path", "--out", os.path.join(work, "budget"))
    expect(limited.returncode == 3 and "3 partitions" in limited.stdout, "--max-partitions is kept")


def check_interrupt(work):
    before = write(work, "endless_before.c", ENDLESS % "2")
    after = write(work, "endless_after.c", ENDLESS % "2 + 0 * m")
    out = os.path.join(work, "interrupted")
    process = subprocess.Popen([CLEAVE, "diff", before, after, "--budget", "100s", "--no-optimizer-proof", "--granularity", "path", "--out", out], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    lines = os.path.join(out, "partitions.jsonl")
    deadline = time.time() + 30 * SLOWER
    while time.time() < deadline and not (os.path.exists(lines) and '"id":' in open(lines).read()):
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    stdout, _ = process.communicate(timeout=30 * SLOWER)
    expect(process.returncode == 3, f"Ctrl-C: status {process.returncode}")
    expect("interrupted" in stdout, "Ctrl-C is said")
    kept = json.load(open(os.path.join(out, "result.json")))
    expect(len(kept["entries"][0]["partitions"]) > 0, "what was found before Ctrl-C is kept")


def check_hostile_bitcode(work):
    good = os.path.join(work, "good.bc")
    subprocess.run(["clang-19", "-g", "-emit-llvm", "-c", BEFORE, "-o", good], check=True)
    whole = open(good, "rb").read()
    draw = random.Random(1)
    for k in range(12):
        damaged = bytearray(whole[: len(whole) * (k + 1) // 8 if k < 6 else len(whole)])
        for _ in range(0 if k < 6 else k - 5):
            damaged[draw.randrange(len(damaged))] ^= 1 << draw.randrange(8)
        path = os.path.join(work, "damaged.bc")
        with open(path, "wb") as file:
            file.write(damaged)
        done = cleave("diff", good, path, "--budget", "1s", "--out", os.path.join(work, "out"))
        expect(done.returncode in (0, 1, 2, 3), f"damaged bitcode {k}: status {done.returncode}")
        expect(done.returncode != 2 or done.stderr.startswith("cleave: "), f"damaged bitcode {k}: '{done.stderr[:80]}'")


HOSTILE = {
    "deep recursion": "int d(int n) { if (n <= 0) return K; return d(n - 1) + 1; }\nint f(int n) { return d(1000000000) + n; }",
    "a gigabyte on the heap": "#include <stdlib.h>\n#include <string.h>\n"
    "int f(int n) { char *p = malloc(1u << 30); if (!p) return -1; memset(p, n, 1u << 30); return p[12345] + K; }",
    "a thousand gigabytes": "#include <stdlib.h>\nint f(int n) { int s = K; for (int i = 0; i < 1000; i++) { char *p = malloc(1u << 30); p[n & 9] = n; s += p[n & 9]; } return s; }",
    "a gigabyte on the stack": "int f(int n) { char big[1u << 30]; for (int i = 0; i < (1 << 30); i++) big[i] = n; return big[n & 0xfff] + K; }",
    "an endless loop": "volatile int g; int f(int n) { if (n == 5) for (;;) g++; return n + K; }",
    "many cases": "int f(int n) { switch (n) {" + "".join(f"case {i}: return {i * 7 % 1001} + (n == 50 ? K : 0);\n" for i in range(4000)) + "} return 0; }",
}


def check_hostile_programs(work):
    for name, text in HOSTILE.items():
        before, after = (write(work, f"hostile_{k}.c", text.replace("K", str(k))) for k in (1, 2))
        start = time.time()
        done = cleave("diff", before, after, "--entry", "f", "--budget", "1s", "--out", os.path.join(work, "out"))
        spent = time.time() - start
        expect(done.returncode in (0, 1, 3), f"{name}: status {done.returncode} {done.stderr[:100]}")
        expect(spent < 1 + 14 * SLOWER, f"{name}: a budget of 1 s took {spent:.1f} s")  # most of it for compilers on a busy machine


# Also where a build is given up half-way.
def check_nothing_left(work):
    place = os.path.join(work, "temporary")
    os.mkdir(place)
    environment = dict(os.environ, TMPDIR=place)
    broken = write(work, "broken.c", "int f( {\n")
    for words in ([BEFORE, AFTER], [BEFORE, AFTER, "--budget", "1ms"], [BEFORE, broken]):
        subprocess.run([CLEAVE, "diff", *words, "--out", os.path.join(work, "out")], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment, timeout=120)
    expect(os.listdir(place) == [], f"temporary files are left: {os.listdir(place)[:5]}")


with tempfile.TemporaryDirectory() as directory:
    check_statuses(directory)
    check_hostile_bitcode(directory)
    check_hostile_programs(directory)
    check_nothing_left(directory)
    check_errors(directory)
    check_unknown_words(directory)
    check_compiler_messages(directory)
    check_json(directory)
    check_budget(directory)
    check_interrupt(directory)
for failure in failures:
    print(failure)
print(f"{len(failures)} failures")
sys.exit(1 if failures else 0)
