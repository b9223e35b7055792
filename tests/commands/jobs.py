#!/usr/bin/env python3
"""Entries are jobs: what goes wrong in one is the result of that one, whatever it is; how many run at a time changes nothing but time.

usage: jobs.py CLEAVE SOURCE_DIR
"""
import json
import os
import signal
import subprocess
import tempfile
import time

from common import CLEAVE, SLOWER, expect, finish, write

BEFORE = """int one(int x) { return x > 3 ? x + 1 : x; }
int two(int x) { return x * 2; }
int three(int x) { return x / 3; }
int four(int x) { if (x == 7) return 1; return 0; }
int five(int x) { return x + x + x; }
static int helper(int x) { return x - 1; }
int six(int *p) { *p += 3; return helper(*p); }
"""
AFTER = (BEFORE.replace("> 3", "> 4").replace("x * 2", "x * 3").replace("x / 3", "x / 5").replace("== 7", "== 8").replace("x + x + x", "3 * x").replace("+= 3", "+= 4"))
ENDLESS = "unsigned long f(unsigned long n, unsigned long m) { unsigned long s = 0; while (n > 1) { s += n %% 2 ? n * 3 : m; n = n %% 2 ? 3 * n + 1 : n / %s; } return s; }\n"


# Other kinds of inputs, differences and ends: strings, globals, traps, exceptions, what both do alike.
MORE_BEFORE = """#include <cstring>
static int calls;
int length(const char *s) { int n = 0; if (*s == ' ') s++; while (*s++ && n < 3) n++; return n; }
int share(int a, int b) { return a / b; }
int count(int x) { calls += x; return calls; }
int guard(int x) { if (x > 100) throw x; return x; }
int twice(int x) { return x * 2; }
struct Point { int x, y; };
int pick(const Point *p) { return p->x > 0 ? p->x : p->y; }
"""
MORE_AFTER = (MORE_BEFORE.replace("*s == ' '", "*s == ' ' || *s == '-'").replace("a / b", "b == 0 ? 0 : a / b").replace("calls += x", "calls += x + 1")
              .replace("x > 100", "x >= 100").replace("x * 2", "x + x").replace("p->x > 0", "p->x >= 0"))


def cleave(*words, timeout=240, **more):
    return subprocess.run([CLEAVE, *map(str, words)], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=timeout, **more)


def without_times(value):
    """Also without what random runs add until their time is up: estimates of shares, and the runs themselves."""
    if isinstance(value, dict):
        return {key: without_times(each) for key, each in value.items() if key not in ("stats", "share")}
    return [without_times(each) for each in value] if isinstance(value, list) else value


def same(work, before, after, names, *more):
    found = []
    for jobs in (1, 2, 5):
        out = os.path.join(work, f"out-{jobs}")
        done = cleave("diff", before, after, "--json", "-j", jobs, "--out", out, *more)
        expect(done.returncode == 1, f"-j {jobs}: status {done.returncode} {done.stderr}")
        document = json.loads(done.stdout)
        expect([entry["entry"] for entry in document["entries"]] == names, f"entries keep their order: {[entry['entry'] for entry in document['entries']]}")
        claims = json.load(open(os.path.join(out, "smt2/index.json")))
        replay = [[each["entry"], each["inputs"]] for each in json.load(open(os.path.join(out, "replay/replay.json")))["entries"]]
        whole = json.loads(cleave("report", out, "--format", "json").stdout)
        expect(not any("left_out" in entry for entry in whole["entries"]), f"all of it can be read: {whole.get('notes')}")
        found.append([without_files(without_times(document)), without_times(whole), claims, replay])
    return found[0] == found[1] == found[2]


def without_files(document):
    """Which file has the rest of a large entry depends on who was the first to write."""
    for entry in document["entries"]:
        entry.get("left_out", {}).pop("files", None)
    return document


def check_same(work, before, after, names):
    # On a busy machine a question to the solver may take longer than it is worth, which changes a witness.
    expect(any(same(work, before, after, names, "--large", "2K") for _ in range(3)), "the number of jobs changes a large result")
    expect(any(same(work, before, after, names) for _ in range(3)), "the number of jobs changes the result")
    done = cleave("audit", os.path.join(work, "out-2"), "--members", 3)
    expect(done.returncode == 0, f"audit of what jobs left\n{done.stdout}")


def check_late_harnesses(work):
    """Of so many entries with pointers, each worker makes what its own needs."""
    text = "struct box { int width, height; char name[4]; };\n" + "".join(f"int f{k}(struct box *b, int *total) {{ *total += b->width * {k + 2}; return b->name[0] == 'a' + {k}; }}\n" for k in range(20))
    before, after = write(work, "late_before.c", text), write(work, "late_after.c", text.replace("== 'a'", "== 'b'"))
    out = os.path.join(work, "late")
    done = cleave("diff", before, after, "--json", "--out", out)
    entries = json.loads(done.stdout)["entries"]
    expect(done.returncode == 1 and len(entries) == 20, f"twenty functions: {done.returncode} {len(entries)}")
    for k, entry in enumerate(entries):
        different = [p for p in entry["partitions"] if p["kind"] == "different"]
        expect(entry["verdict"] == "different" and entry["guarantee"]["exhaustive"] and different and all(p["confirmed"] for p in different), f"f{k}: {entry['reason']}")
        expect([change["function"] for change in entry["changes"]] == [f"f{i}" for i in range(20)], f"f{k}: what is made for inputs is no change: {entry['changes']}")
    done = cleave("audit", out, "--members", 2)
    expect(done.returncode == 0, f"audit of entries whose harnesses came late\n{done.stdout}")


def check_one_name(work):
    """The destructors of a class have one name in the source. What is found of one is not the other's."""
    text = """struct node { int *count; long kept; virtual ~node(); };
node::~node() { if (count != nullptr) *count += 1; }
struct leaf : node { int value; ~leaf() override; };
leaf::~leaf() { if (value > 3) kept = 1; }
"""
    before, after = write(work, "names_before.cpp", text), write(work, "names_after.cpp", text.replace("+= 1", "+= 2"))
    out = os.path.join(work, "names")
    done = cleave("diff", before, after, "--json", "--out", out)
    entries = json.loads(done.stdout)["entries"]
    names = [entry["entry"] for entry in entries]
    expect(len(names) > 2 and len(set(names)) == len(names), f"every entry has a name of its own: {names}")
    for entry in entries:
        ids = [partition["id"] for partition in entry["partitions"]]
        expect(ids == list(range(len(ids))) and "before_entry" not in entry and "cannot be read" not in entry["reason"], f"{entry['entry']}: {ids} {entry['reason']}")
        alone = json.loads(cleave("diff", before, after, "--json", "--entry", entry["entry"], "--out", os.path.join(work, "alone")).stdout)["entries"][0]
        expect((alone["verdict"], len(alone["partitions"])) == (entry["verdict"], len(ids)), f"{entry['entry']}: {entry['verdict']} {len(ids)}, alone {alone['verdict']} {len(alone['partitions'])}")


def check_faults(work, before, after):
    out = os.path.join(work, "faults")
    words = {"internal": "a fault on purpose", "crash": "signal 11", "memory": "out of memory"}
    for kind, said in words.items():
        done = cleave("diff", before, after, "--fault", f"two={kind}", "--memory", "500M", "--out", out)
        expect(done.returncode == 1, f"{kind}: the others are decided: {done.returncode}")
        expect("1 failed" in done.stdout and "two: failed - " in done.stdout and said in done.stdout, f"{kind} is said\n{done.stdout[:500]}")
        expect("one: different" in done.stdout and "six: " in done.stdout, f"{kind}: the others go on")
        kept = os.path.join(out, "failed/two")
        again = subprocess.run(["./run", "--out", os.path.join(work, "again")], cwd=kept, env={**os.environ, "CLEAVE": CLEAVE}, capture_output=True, text=True)
        expect(again.returncode == 1 and "two: different" in again.stdout, f"{kind}: what is kept can be run again\n{again.stdout}{again.stderr}")
        document = json.load(open(os.path.join(out, "result.json")))
        entry = next(each for each in document["entries"] if each["entry"] == "two")
        expect(entry["verdict"] == "failed" and entry["partitions"] == [], f"{kind}: in the JSON")
    done = cleave("diff", before, after, "--entry", "two", "--fault", "two=crash", "--out", out)
    expect(done.returncode == 70, f"nothing has a verdict: status {done.returncode}")
    done = cleave("diff", before, after, "--entry", "five", "--entry", "two", "--fault", "two=crash", "--out", out)
    expect(done.returncode == 3, f"what failed is not equivalent: status {done.returncode}")


def children_of(process):
    pairs = []
    for each in filter(str.isdigit, os.listdir("/proc")):
        try:
            pairs.append((int(each), int(open(f"/proc/{each}/stat").read().rsplit(")", 1)[1].split()[1])))
        except OSError:
            pass  # it has ended
    below, work = set(), [process]
    while work:
        at = work.pop()
        for child, parent in pairs:
            if parent == at and child not in below:
                below.add(child)
                work.append(child)
    return below


def is_alive(process):
    try:
        return open(f"/proc/{process}/stat").read().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def start_endless(work, name, *more):
    before, after = write(work, "endless_before.c", ENDLESS % "2"), write(work, "endless_after.c", ENDLESS % "2 + 0 * m")
    out = os.path.join(work, name)
    process = subprocess.Popen([CLEAVE, "diff", before, after, "--budget", "100s", "--no-optimizer-proof", "--granularity", "path", "--out", out, *more], stdout=subprocess.PIPE, text=True)
    lines = os.path.join(out, "partitions.jsonl")
    deadline = time.time() + 60
    while time.time() < deadline and not (os.path.exists(lines) and '"id":' in open(lines).read()):
        time.sleep(0.05)
    return process, lines


def check_signals(work):
    process, lines = start_endless(work, "terminated")
    process.send_signal(signal.SIGTERM)
    stdout, _ = process.communicate(timeout=60)
    expect(process.returncode == 3 and "interrupted" in stdout and "proved equal on" in stdout, f"SIGTERM: {process.returncode}\n{stdout[:300]}")

    process, lines = start_endless(work, "killed")
    below = children_of(process.pid)
    expect(len(below) > 0, "there are workers")
    process.kill()
    process.communicate()
    deadline = time.time() + 20
    while time.time() < deadline and any(map(is_alive, below)):
        time.sleep(0.1)
    alive = list(filter(is_alive, below))
    expect(not alive, f"workers outlive the one who started them: {alive}")
    kept = [json.loads(line) for line in open(lines).read().splitlines()]
    expect("run" in kept[0] and any("id" in line for line in kept) and all(line["entry"] == "f" for line in kept[1:]), "what was found is there, line by line")


def check_stopped_early(work):
    """While it compiles, plans or proves: what is not known is not said, above all not that code which is the same behaves the same."""
    members = "".join(f"  int m{k};\n" for k in range(6)) + "  struct box *p1;\n"
    text = f"struct box {{\n{members}}};\nint helper(int (*f)(int), int x) {{ return f(x); }}\n" + "".join(
        f"int f{k}(struct box *b, struct box *c) {{ return b->m0 + c->p1->m{k % 6} + {k}; }}\n" for k in range(150))
    before, after = write(work, "early_before.c", text), write(work, "early_after.c", text.replace("->m0 +", "->m0 -"))
    told = []
    for wait in (0.3, 0.6, 1.0, 1.5, 2.5):
        process = subprocess.Popen([CLEAVE, "diff", before, after, "--json", "--no-progress", "--out", os.path.join(work, "early")],
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        time.sleep(wait)
        process.send_signal(signal.SIGTERM)
        stdout, stderr = process.communicate(timeout=60)
        if process.returncode == 2:
            expect("stopped" in stderr, f"stopped while compiling: {stderr}")
            continue
        told.append(wait)
        entries = json.loads(stdout)["entries"]
        expect(len(entries) == 150, f"{wait} s: every function is named: {len(entries)}")
        expect(all(entry["verdict"] != "equivalent" for entry in entries), f"{wait} s: a function that differs is called equivalent")
    expect(told, "a report, whenever it is stopped")


def check_budgets(work, before, after):
    started = time.time()
    done = cleave("diff", before, after, "--total-budget", "500ms", "--no-optimizer-proof", "--no-native", "--out", os.path.join(work, "total"))
    expect(done.returncode in (1, 3), f"--total-budget: {done.returncode} {done.stderr}")
    for words, said in ((["--jobs", "0"], "--jobs"), (["--memory", "3X"], "not a size"), (["--memory", "1K"], "64M"), (["--total-budget", "x"], "not a duration")):
        wrong = cleave("diff", before, after, *words)
        expect(wrong.returncode == 2 and said in wrong.stderr and wrong.stderr.count("\n") == 1, f"{words}: {wrong.returncode} {wrong.stderr}")


TIRING = """
int quick(int x) {{ return x + {number}; }}
unsigned one(unsigned n, unsigned x) {{ unsigned s = 1; for (unsigned i = 0; i != n; i++) if (x & (1u << i % 32)) s = {value}; else s ^= x; return s; }}
unsigned two(unsigned n, unsigned x) {{ unsigned s = 2; for (unsigned i = 0; i != n; i++) if (x & (1u << i % 32)) s = {value}; else s ^= x; return s; }}
"""


# What has had its first turn and is not finished gets another one, and goes on where it was. (The number is the product of two primes of 32 bits: nobody
# decides soon whether some s and x come to it.)
def check_turns(work):
    before, after = write(work, "turns_before.c", TIRING.format(value="s * 3 + i", number=1)), write(work, "turns_after.c", TIRING.format(value="i + 3 * s + ((unsigned long)(s | 1) * (x | 1) == 18446743979220271189u)", number=2))
    started = time.time()
    done = cleave("diff", before, after, "--total-budget", "4s", "-j", "2", "--no-optimizer-proof", "--no-native", "--json", "--out", os.path.join(work, "turns"))
    entries = {entry["entry"]: entry for entry in json.loads(done.stdout)["entries"]}
    expect(entries["quick"]["verdict"] == "different", f"quick: {entries['quick']['reason']}")
    for name in ("one", "two"):
        expect("budget is used up" in entries[name]["reason"] and entries[name]["partitions"], f"{name}: {entries[name]['reason']}")
    most = max(entries[name]["stats"]["wall_s"] for name in ("one", "two"))
    expect(most > 2.3, f"a second turn: {most} s")
    expect(SLOWER > 1 or time.time() - started < 12, f"4 s in all take {time.time() - started:.1f} s")


def main():
    with tempfile.TemporaryDirectory() as work:
        before, after = write(work, "before.c", BEFORE), write(work, "after.c", AFTER)
        check_same(work, before, after, ["one", "two", "three", "four", "five", "six"])
        more = write(work, "more_before.cpp", MORE_BEFORE), write(work, "more_after.cpp", MORE_AFTER)
        check_same(work, *more, ["length(char const*)", "share(int, int)", "count(int)", "guard(int)", "twice(int)", "pick(Point const*)"])
        check_late_harnesses(work)
        check_one_name(work)
        check_faults(work, before, after)
        check_signals(work)
        check_stopped_early(work)
        check_budgets(work, before, after)
        check_turns(work)
    finish()


main()
