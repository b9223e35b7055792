#!/usr/bin/python3
"""A history of twenty revisions, as somebody would have written it: `cleave log`, `cleave bisect`, what is remembered between runs.
history.py CLEAVE SOURCE_DIRECTORY"""
import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import tempfile
import time

import yaml

from common import CLEAVE, SLOWER, SOURCE, expect, finish

WORDS = ["--build", "make", "--no-progress", "--budget", f"{10 * SLOWER:.0f}s"]

FIRST = {
    "Makefile": "OBJECTS = text.o money.o stack.o main.o\napp: $(OBJECTS)\n\t$(CXX) -o $@ $^\n%.o: %.c\n\t$(CC) -c -o $@ $<\n%.o: %.cc\n\t$(CXX) -c -o $@ $<\n",
    "limits.h": "#define MOST 100\n#define LEAST 0\n",
    "text.c": """#include "limits.h"
int is_blank(int c) { return c == ' ' || c == '\\t'; }
int blanks(const char *s) { int n = 0; for (int i = 0; s[i]; i++) if (is_blank(s[i])) n++; return n; }
""",
    "money.c": """#include "limits.h"
int clamp(int x) { if (x > MOST) return MOST; if (x < LEAST) return LEAST; return x; }
int discount(int cents, int percent) { return cents - cents / 100 * clamp(percent); }
""",
    "stack.cc": """struct Stack { int items[4]; int size; };
extern "C" int push(Stack *s, int x) { if (s->size < 0 || s->size >= 4) return 0; s->items[s->size++] = x; return 1; }
extern "C" int top(const Stack *s) { return s->size > 0 && s->size <= 4 ? s->items[s->size - 1] : -1; }
""",
    "main.c": "int discount(int, int);\nint main(void) { return discount(200, 10) & 127; }\n",
}

# A revision: its subject, edits (file, old, new), what `log` must say of it, and a word of its line.
STEPS = [
    ("text: count with while", [("text.c", "for (int i = 0; s[i]; i++) if (is_blank(s[i])) n++;", "while (*s) { n += is_blank(*s); s++; }")], "equivalent", "blanks"),
    ("money: clamp by conditionals", [("money.c", "if (x > MOST) return MOST; if (x < LEAST) return LEAST; return x;", "return x > MOST ? MOST : x < LEAST ? LEAST : x;")], "equivalent", "clamp"),
    ("README", [("README", None, "An example.\n")], "no code changed", ""),
    ("comments alone", [("money.c", "int clamp", "/* keeps x in its limits */\nint clamp")], "no code changed", ""),
    ("a feature: newlines are blanks", [("text.c", "c == ' ' || c == '\\t'", "c == ' ' || c == '\\t' || c == '\\n'")], "different", "is_blank: c = 10: before returns 0, after returns 1"),
    ("stack: a function is added", [("stack.cc", "extern \"C\" int top", "extern \"C\" int empty(const Stack *s) { return s->size == 0; }\nextern \"C\" int top")], "no code changed", ""),
    ("a header changes", [("limits.h", "#define MOST 100", "#define MOST 90")], "different", "clamp: x = 91: before returns 91, after returns 90"),
    ("does not build", [("money.c", "return x > MOST", "return x >> > MOST")], "does not build", "error: "),
    ("builds again", [("money.c", "return x >> > MOST", "return x > MOST")], "no code changed", ""),
    ("stack: names of the source", [("stack.cc", "return 0; s->items[s->size++] = x;", "return 0; const int at = s->size; s->items[at] = x; s->size = at + 1;")], "equivalent", "push"),
    ("rename: blanks is count_blanks", [("text.c", "int blanks(", "int count_blanks(")], "no code changed", ""),
    ("moved: money is in lib", [("Makefile", "money.o", "lib/money.o"), ("money.c", "limits.h", "../limits.h"), ("money.c", "MOVE", "lib/money.c")], "no code changed", ""),
    ("regression: an off by one", [("stack.cc", "s->size >= 4) return 0;", "s->size > 4) return 0;")], "different", "push"),
    ("text: a table", [("text.c", "int is_blank(int c) { return c == ' ' || c == '\\t' || c == '\\n'; }", "int is_blank(int c) { switch (c) { case ' ': case '\\t': case '\\n': return 1; default: return 0; } }")], "equivalent", "is_blank"),
    ("the off by one is fixed", [("stack.cc", "s->size > 4) return 0;", "s->size >= 4) return 0;")], "different", "push"),
    ("money: percent of all", [("lib/money.c", "cents - cents / 100 * clamp(percent)", "cents - clamp(percent) * (cents / 100)")], "equivalent", "discount"),
    ("a flag of the compiler", [("Makefile", "$(CC) -c", "$(CC) -DUNUSED=1 -c")], "no code changed", ""),
    ("regression: sign is lost", [("lib/money.c", "x < LEAST ? LEAST : x", "x <= LEAST ? LEAST + 1 : x")], "different", "clamp: x = "),
    ("stack: top of a bad size", [("stack.cc", "s->size > 0 && s->size <= 4", "s->size <= 4 && s->size > 0")], "equivalent", "top"),
]


def git(*words, cwd):
    done = subprocess.run(["git", "-c", "user.name=n", "-c", "user.email=n@localhost", "-c", "init.defaultBranch=main", *words], cwd=cwd, capture_output=True, text=True)
    expect(done.returncode == 0, f"git {words}: {done.stderr}")
    return done.stdout.strip()


def commit(repository, subject):
    git("add", "-A", cwd=repository)
    git("commit", "-qm", subject, cwd=repository)
    return git("rev-parse", "HEAD", cwd=repository)


def make_repository(directory):
    repository = os.path.join(directory, "app")
    os.makedirs(os.path.join(repository, "lib"))
    for name, text in FIRST.items():
        with open(os.path.join(repository, name), "w") as out:
            out.write(text)
    git("init", "-q", ".", cwd=repository)
    ids = [commit(repository, "the first")]
    for subject, edits, _, _ in STEPS:
        for name, old, new in edits:
            path = os.path.join(repository, name)
            if old == "MOVE":
                shutil.move(path, os.path.join(repository, new))
                continue
            text = open(path).read() if old is not None else ""
            expect(old is None or old in text, f"{subject}: {name} has no {old}")
            with open(path, "w") as out:
                out.write(new if old is None else text.replace(old, new))
        ids.append(commit(repository, subject))
    return repository, ids


def run(repository, *words, status=None, **environment):
    temporary = os.path.join(os.path.dirname(repository), "tmp")
    os.makedirs(temporary, exist_ok=True)
    done = subprocess.run([CLEAVE, *words], cwd=repository, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=600 * SLOWER,
                          env={**os.environ, "TMPDIR": temporary, **environment})
    expect(status is None or done.returncode == status, f"{words}: status {done.returncode}, not {status}\n{done.stdout[-1500:]}{done.stderr[-1500:]}")
    expect(not os.listdir(temporary), f"{words} leaves {os.listdir(temporary)}")
    expect(git("status", "--short", cwd=repository) == "" and git("worktree", "list", cwd=repository).count("\n") == 0, f"{words}: nothing is left in the tree")
    return done


def whole_history(repository, ids):
    began = time.time()
    rows = json.loads(run(repository, "log", *WORDS, "--json", status=0).stdout)["revisions"]
    cold = time.time() - began
    expect([row["revision"] for row in rows] == ids[1:], "a row for each revision")
    for row, (subject, _, fate, word) in zip(rows, STEPS):
        expect(row["verdict"] == fate and word in row.get("line", ""), f"{subject}: {row['verdict']}, not {fate}: {row.get('line', '')}")
    broken = [k for k, step in enumerate(STEPS) if step[2] == "does not build"][0]
    expect(rows[broken + 1].get("against") == ids[broken], "the one behind a revision that does not build is compared with the last that does")

    began = time.time()
    again = json.loads(run(repository, "log", *WORDS, "--json", status=0).stdout)["revisions"]
    warm = time.time() - began
    expect([(row["revision"], row["verdict"], row.get("line")) for row in again] == [(row["revision"], row["verdict"], row.get("line")) for row in rows], "the same again")
    told = [row for row in again if row["verdict"] in ("equivalent", "different", "inconclusive")]
    expect(all(row.get("remembered") for row in told), f"all is remembered: {[row for row in told if not row.get('remembered')]}")
    expect(cold < 120 * SLOWER and warm < cold / 3, f"cold {cold:.1f} s, warm {warm:.1f} s")

    text = run(repository, "log", *WORDS, "-n", "3", status=0).stdout
    expect("3 revisions: 1 equivalent, 1 different, 1 no code changed (3 remembered)" in text, f"the last three:\n{text}")
    rows = json.loads(run(repository, "log", *WORDS, "--json", "-L", "push", status=0).stdout)["revisions"]
    expect([row["verdict"] for row in rows] == ["does not build", "equivalent", "different", "different"], f"of one function: {rows}")


def bisections(repository, ids):
    regression = [k for k, step in enumerate(STEPS) if step[0].startswith("regression: sign")][0]
    found = json.loads(run(repository, "bisect", f"{ids[9]}..HEAD", *WORDS, "--entry", "clamp", "--input", "x=0", "--json", status=1).stdout)
    expect([row["revision"] for row in found["first"]] == [ids[regression + 1]], f"by input: {found['first']}")
    expect(len(found["looked"]) <= 6, f"{len(found['looked'])} of {len(ids)} are looked at")
    found = json.loads(run(repository, "bisect", f"{ids[13]}..HEAD", *WORDS, "--entry", "discount", "--json", status=1).stdout)
    expect([row["revision"] for row in found["first"]] == [ids[regression + 1]], f"by any input: {found['first']}")
    found = run(repository, "bisect", f"{ids[9]}..HEAD", *WORDS, "--entry", "clamp", "--input", "x=5", status=0).stdout
    expect("behaves as" in found, f"no revision changes it: {found}")
    broken = [k for k, step in enumerate(STEPS) if step[2] == "does not build"][0]
    done = run(repository, "bisect", f"{ids[broken + 1]}..HEAD", *WORDS, "--entry", "clamp", status=2)
    expect("error" in done.stderr, f"a good one that does not build: {done.stderr}")
    run(repository, "bisect", "HEAD", *WORDS, status=2)
    run(repository, "bisect", "HEAD~3..HEAD", *WORDS, "--input", "x=1", status=2)
    run(repository, "log", *WORDS, "no-such-revision", status=2)


def differences(repository, ids):
    """`diff` on revisions: a table, and what is remembered."""
    header = [k for k, step in enumerate(STEPS) if step[0] == "a header changes"][0]
    out = os.path.join(os.path.dirname(repository), "out")
    words = ["diff", f"{ids[header]}..{ids[header + 1]}", *WORDS, "--out", out]
    first = run(repository, *words, "--cache", "none", status=1).stdout
    expect("3 functions: 2 different, 1 equivalent" in first and "x = 91: before returns 91, after returns 90" in first and "function" in first and "remembered" not in first, f"a table:\n{first}")
    expect("guarantee" not in first, "and nothing else")
    expect("guarantee" in run(repository, *words, "--details", status=1).stdout, "--details")
    second = run(repository, *words, status=1).stdout
    expect("2 functions are answered from" in second, f"remembered:\n{second}")
    expect([line for line in second.splitlines() if "x = 91" in line] == [line for line in first.splitlines() if "x = 91" in line], "the same line")
    audit = run(repository, "audit", out).stdout
    expect("2 entries are remembered from an earlier run" in audit and "DISAGREE" not in audit, f"audit: {audit}")
    expect("answered from" not in run(repository, *words, "--seed", "7", status=1).stdout, "with other options it is another question")
    moved = [k for k, step in enumerate(STEPS) if step[0].startswith("moved")][0]
    text = run(repository, "diff", f"{ids[moved]}..{ids[moved + 1]}", *WORDS, "--out", out, status=0).stdout
    expect("moved: " in text and "money.c to lib/money.c" in text, f"moved:\n{text}")
    renamed = [k for k, step in enumerate(STEPS) if step[0].startswith("rename")][0]
    text = run(repository, "diff", f"{ids[renamed]}..{ids[renamed + 1]}", *WORDS, "--out", out, status=0).stdout
    expect("renamed: blanks is count_blanks now" in text, f"renamed:\n{text}")


def bad_caches(repository, ids):
    """Whatever the cache is, the answer is the same."""
    header = [k for k, step in enumerate(STEPS) if step[0] == "a header changes"][0]
    folder = os.path.dirname(repository)
    out, cache = os.path.join(folder, "out"), os.path.join(folder, "cache.db")
    words = ["diff", f"{ids[header]}..{ids[header + 1]}", *WORDS, "--out", out, "--cache", cache]

    def ask(said, *more):
        text = run(repository, *words, *more, status=1).stdout
        expect("3 functions: 2 different, 1 equivalent" in text and said in text, f"'{said}' is not in:\n{text}")

    ask("3 functions: 2 different, 1 equivalent")
    ask("2 functions are answered from")
    with open(cache, "r+b") as file:  # another program's
        file.write(b"no database at all, but long enough to be read as one" * 4)
    ask("is damaged")
    expect(os.path.exists(cache + ".damaged"), "it is put aside")
    ask("2 functions are answered from")
    size = os.path.getsize(cache)
    with open(cache, "r+b") as file:  # cut in the middle
        file.truncate(size // 2)
    ask("3 functions: 2 different, 1 equivalent")
    os.remove(cache)
    other = sqlite3.connect(cache)
    other.execute("create table mine (x)")
    other.commit()
    other.close()
    ask("is not a cache of cleave's")
    expect(sqlite3.connect(cache).execute("select count(*) from mine").fetchone() == (0,), "another program's file is left alone")
    os.remove(cache)
    ask("3 functions: 2 different, 1 equivalent")
    values = sqlite3.connect(cache)
    values.execute("update answers set value = zeroblob(length(value))")
    values.commit()
    values.close()
    ask("3 functions: 2 different, 1 equivalent")  # a value that is another one is none
    locked = sqlite3.connect(cache, isolation_level=None)
    locked.execute("begin exclusive")
    ask("3 functions: 2 different, 1 equivalent")
    locked.execute("rollback")
    locked.close()
    expect(run(repository, *words[:-1], "/dev/full", status=1).stdout.count("cache") > 0, "one that cannot be used is said")
    expect(run(repository, *words[:-1], os.path.join(repository, "Makefile", "x.db"), status=1).stdout.count("cache") > 0, "a file where a directory should be")
    both = [subprocess.Popen([CLEAVE, *words[:-3], out + str(k), "--cache", cache], cwd=repository, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) for k in range(2)]
    for process in both:
        text = process.communicate(timeout=300 * SLOWER)[0]
        expect(process.returncode == 1 and "warning" not in text, f"two at once: {text}")


def killed(repository, ids):
    """At whatever moment: no worktree, a cache that can be used, and the same answers the next time."""
    folder = os.path.dirname(repository)
    cache = os.path.join(folder, "killed.db")
    for k, after in enumerate((0.3, 1.0, 2.0)):
        temporary = os.path.join(folder, f"killed{k}")
        os.makedirs(temporary)
        process = subprocess.Popen([CLEAVE, "log", *WORDS, "--cache", cache, "-n", "8"], cwd=repository, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                   env={**os.environ, "TMPDIR": temporary}, start_new_session=True)
        time.sleep(after * SLOWER)
        process.send_signal(signal.SIGKILL if k != 1 else signal.SIGINT)
        process.wait(timeout=60 * SLOWER)
        expect(git("worktree", "list", cwd=repository).count("\n") == 0 and git("status", "--short", cwd=repository) == "", "no worktree is left")
    rows = json.loads(run(repository, "log", *WORDS, "--cache", cache, "-n", "8", "--json", status=0).stdout)["revisions"]
    expect([row["verdict"] for row in rows] == [step[2] for step in STEPS[-8:]], f"after a kill: {rows}")


def resumed(repository):
    """What was cut short goes on: `--resume` decides what the first run had no time for, and never loses what was found."""
    folder = os.path.dirname(repository)
    cache, out = os.path.join(folder, "resume.db"), os.path.join(folder, "resumed")
    before, after = os.path.join(folder, "before.c"), os.path.join(folder, "after.c")
    code = "int f(const unsigned char *p, int n) { int s = 0; for (int i = 0; i < n; i++) { if (p[i] % 7 == 3) s += 2; else if (p[i] %% 5 == 1) s ^= i; } return s %s 17; }\n".replace("%%", "%", 1)
    code = code.replace("% 7", "%% 7").replace("% 5", "%% 5")
    for path, op in ((before, "*"), (after, "+")):
        with open(path, "w") as file:
            file.write(code % op)
    words = ["diff", before, after, "--no-progress", "--cache", cache, "--out", out, "--json", "--merge-after", "0", "--granularity", "path"]
    first = json.loads(run(repository, *words, "--budget", "1s").stdout)["entries"][0]
    expect(not first["guarantee"]["exhaustive"], "there is more than a second of work")
    second = json.loads(run(repository, *words, "--budget", "1s").stdout)["entries"][0]
    expect(second.get("remembered") and len(second["partitions"]) == len(first["partitions"]), "asked again it is remembered as it was")
    third = json.loads(run(repository, *words, "--budget", f"{3 * SLOWER:.0f}s", "--resume").stdout)["entries"][0]
    expect(not third.get("remembered") and len(third["partitions"]) > len(first["partitions"]), f"{len(third['partitions'])} partitions, {len(first['partitions'])} before")
    run(repository, "diff", before, after, "--resume", "--out", out, status=2)


def services(repository, ids):
    """What ci/ has, run as the services run it."""
    folder = os.path.dirname(repository)
    header = [k for k, step in enumerate(STEPS) if step[0] == "a header changes"][0]
    summary = os.path.join(folder, "summary.md")

    def action(base, head, status, **inputs):
        given = yaml.safe_load(open(os.path.join(SOURCE, "ci/action.yml")))
        step = given["runs"]["steps"][0]
        values = {name: each["default"] for name, each in given["inputs"].items()} | {"base": base, "head": head, "build": "make"} | inputs
        environment = {name: re.sub(r"\$\{\{ inputs\.([a-z-]+) \}\}", lambda m: values[m[1]], text) for name, text in step["env"].items()}
        done = subprocess.run([step["shell"], "-c", step["run"]], cwd=repository, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=300 * SLOWER,
                              env={**os.environ, **environment, "CLEAVE": CLEAVE, "GITHUB_ACTION_PATH": os.path.join(SOURCE, "ci"), "GITHUB_STEP_SUMMARY": summary})
        expect(done.returncode == status, f"the action on {base}..{head}: {done.returncode}, not {status}\n{done.stdout}{done.stderr}")
        return done.stdout

    expect("x = 91" in action(ids[header], ids[header + 1], 1, arguments="--budget 20s --seed 1"), "the action prints the table")
    expect("### 🔴 cleave: different" in open(summary).read(), "and adds a summary")
    action(ids[header], ids[header + 1], 0, allow="equivalent different")
    action(ids[0], ids[1], 0)
    action(ids[header + 1], ids[header + 2], 2)  # does not build
    template = yaml.safe_load(open(os.path.join(SOURCE, "ci/gitlab.yml")))[".cleave"]
    line = template["script"][-1].replace("/opt/cleave", SOURCE).replace("FETCH_HEAD", ids[header]).replace(" HEAD ", f" {ids[header + 1]} ")
    done = subprocess.run(["bash", "-c", line], cwd=repository, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=300 * SLOWER,
                          env={**os.environ, **template["variables"], "CLEAVE": CLEAVE, "CLEAVE_BUILD": "make", "CLEAVE_SUMMARY": summary})
    expect(done.returncode == 1 and "x = 91" in done.stdout, f"the job of GitLab: {done.returncode}\n{done.stdout}{done.stderr}")

    # The hook, on the way to another repository.
    clone, remote = os.path.join(folder, "clone"), os.path.join(folder, "remote.git")
    git("clone", "-q", repository, clone, cwd=folder)
    git("init", "-q", "--bare", remote, cwd=folder)
    shutil.copy(os.path.join(SOURCE, "ci/pre-push"), os.path.join(clone, ".git/hooks/pre-push"))
    git("push", "-q", "--no-verify", remote, f"{ids[header]}:refs/heads/main", cwd=clone)

    def push(to, allowed=None):
        environment = {**os.environ, "CLEAVE": os.path.join(folder, "hooked"), **({"CLEAVE_ALLOW": allowed} if allowed else {})}
        return subprocess.run(["git", "push", "-q", remote, f"{to}:refs/heads/main"], cwd=clone, capture_output=True, text=True, timeout=300 * SLOWER, env=environment)

    with open(os.path.join(folder, "hooked"), "w") as file:  # how it is built stands in cleave.toml, which these revisions do not have
        file.write(f"#!/bin/sh\nexec {CLEAVE} \"$@\" --build make --budget 20s\n")
    os.chmod(os.path.join(folder, "hooked"), 0o755)
    done = push(ids[header + 1])
    expect(done.returncode != 0 and "the change is different" in done.stderr, f"a push that changes behaviour: {done.stderr}")
    done = push(ids[header + 1], "equivalent different")
    expect(done.returncode == 0, f"one that is allowed: {done.stderr}")
    expect(git("rev-parse", "main", cwd=remote) == ids[header + 1], "it came through")


def main():
    with tempfile.TemporaryDirectory() as directory:
        repository, ids = make_repository(directory)
        whole_history(repository, ids)
        bisections(repository, ids)
        differences(repository, ids)
        bad_caches(repository, ids)
        killed(repository, ids)
        resumed(repository)
        services(repository, ids)
    finish()


main()
