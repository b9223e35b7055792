#!/usr/bin/python3
"""`cleave guard`, as a user would run it: properties that tests show, that hold on before, and that after breaks or keeps.
guard.py CLEAVE SOURCE_DIRECTORY"""
import json
import os
import shutil
import signal
import subprocess
import tempfile
import time

import jsonschema

from common import CLEAVE, SCHEMA, SLOWER, SOURCE, expect, finish

STORE = os.path.join(SOURCE, "examples/guard-store")
ONE = ["--from", "available_products"]  # a short look
WORDS = ["--build", "make", "--tests", "make check", "--no-progress", "--budget", f"{20 * SLOWER:.0f}s"]


def environment(work):
    tmp = os.path.join(work, "tmp")
    os.makedirs(tmp, exist_ok=True)
    return {**os.environ, "TMPDIR": tmp, "XDG_CACHE_HOME": os.path.join(work, "cache")}


def guard(work, before, after, *flags, status=None, words=WORDS):
    tmp = os.path.join(work, "tmp")
    done = subprocess.run([CLEAVE, "guard", before, after, *words, "--out", os.path.join(work, "out"), *flags], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          timeout=400 * SLOWER, env=environment(work))
    expect(status is None or done.returncode == status, f"guard {before} {after} {flags}: status {done.returncode}, not {status}\n{done.stdout[-1500:]}{done.stderr[-1500:]}")
    expect(not os.listdir(tmp), f"guard leaves {os.listdir(tmp)}")
    return done


def listing(directory):
    return sorted(os.path.join(path, name) for path, _, names in os.walk(directory) for name in names)


def copy(work, name, edit=None):
    """The store's before, as a project of its own."""
    path = os.path.join(work, name)
    shutil.copytree(os.path.join(STORE, "before"), path)
    for file, (old, new) in (edit or {}).items():
        text = open(os.path.join(path, file)).read()
        assert old in text, (file, old)
        open(os.path.join(path, file), "w").write(text.replace(old, new))
    return path


def check_store(work):
    before, after = os.path.join(STORE, "before"), os.path.join(STORE, "after")
    there = listing(STORE)
    done = guard(work, before, after, "--json", status=1)
    document = json.loads(done.stdout)
    jsonschema.validate(document, {**SCHEMA, "$ref": "#/$defs/guard"})
    expect(listing(STORE) == there, "nothing is written into the user's tree")
    properties = document["properties"]
    fates = {(p["function"], p["point"], p["text"]): p["fate"] for p in properties}
    expect(fates.get(("available_products", "in the loop", "total >= 0")) == "violated", "total >= 0 is violated in the loop")
    expect(fates.get(("available_products", "at exit", "result >= 0")) == "violated", "so is the result")
    expect(fates.get(("is_available", "at exit", "result == 0 || result == 1")) == "outdated", "a new test covers that the result is 0 or 1 no longer")
    true = [p["text"] for p in properties if p["fate"] in ("valid", "violated", "outdated", "open", "gone")]
    expect(not any(text in ("result <= 25", "total <= 25") for text in true), "an overfitted bound does not survive the proof on before")
    expect("i <= count" not in true or fates[("available_products", "in the loop", "i <= count")] != "violated", "what still holds is not violated")
    expect(any(p["fate"] == "valid" for p in properties), "something still holds")
    violation = document["violations"][0]
    expect(len(document["violations"]) == 1, f"one cause is one violation, not {len(document['violations'])}")
    expect(violation["confirmed"], f"a native run shows it: {violation.get('note')}")
    expect(violation["entry"] == "available_products", "from the caller on")
    expect(violation["changes"] and all(change["function"] == "is_available" for change in violation["changes"]), "it relies on the change of is_available")
    difference = violation.get("difference", {})
    expect(difference.get("confirmed") and difference["before"]["return"] != difference["after"]["return"], "it shows in the result, too")
    expect(json.load(open(os.path.join(work, "out", "guard.json"))) == document, "guard.json is the same document")
    check_trace(violation["trace"])
    text = guard(work, before, after, status=1).stdout
    expect("total: 0 -> -1" in text and "result = -1" in text, f"the text shows how it comes to that: {text[:2000]}")
    expect("return -1;" in text, "with the lines of the source")
    expect(text.startswith("5 properties") or "that held no longer do" in text.splitlines()[0], "the first line says it")
    expect("(confirmed)" in text and "relies on change" in text, "the text shows the violation")


def check_trace(trace):
    def changes(step):
        return {change["name"]: (change.get("old"), change.get("new")) for change in step["changes"]}

    expect(all(step["file"] == "store.c" and step["line"] > 0 and step["function"] in ("available_products", "is_available") for step in trace),
           f"steps are lines of the user's: {[(step['file'], step['line'], step['function']) for step in trace]}")
    returned = [k for k, step in enumerate(trace) if step["function"] == "is_available" and changes(step).get("result") == (None, "-1")]
    total = [k for k, step in enumerate(trace) if changes(step).get("total") == ("0", "-1")]
    expect(returned and trace[returned[0]]["line"] == 5 and trace[returned[0]]["depth"] == 1, f"is_available returns -1: {json.dumps(trace)}")
    expect(trace[returned[0]]["source"] == "if (!wanted->in_catalogue) return -1;" if returned else False, "a step has its line")
    expect(total == [len(trace) - 1] and trace[-1]["line"] == 12, f"then the total goes from 0 to -1, and that is the end: {json.dumps(trace)}")
    expect(changes(trace[0]).get("count") == (None, "1"), "it begins with the input")
    expect(not any(change["name"].startswith("cleave") for step in trace for change in step["changes"]), "nothing of ours is shown")


def check_no_regression(work):
    before = copy(work, "same")
    refactored = copy(work, "refactored", {"store.c": ("return wanted->items > 0;", "int some = wanted->items >= 1;\n  return some;")})
    done = guard(work, before, refactored, "--json", status=0)
    document = json.loads(done.stdout)
    expect(document["violations"] == [], "a refactoring violates nothing")
    expect(sum(p["fate"] == "valid" for p in document["properties"]) > 5, "its properties are valid")
    same = json.loads(guard(work, before, before, "--json", status=0).stdout)
    expect(any("nothing to guard" in note for note in same["notes"]), "no change, nothing to guard")


def small_files(work, name, before, after, test):
    """Two files with a test of their own, for a short look."""
    home = os.path.join(work, name)
    os.makedirs(home)
    for file, text in (("old.c", before), ("new.c", after), ("tests.c", test)):
        open(os.path.join(home, file), "w").write(text)
    words = ["--no-progress", "--json", "--budget", f"{10 * SLOWER:.0f}s", "--tests", "cc {} tests.c -o tests && ./tests"]
    return os.path.join(home, "old.c"), os.path.join(home, "new.c"), words


def check_overflow(work):
    """`limit - used` overflows where a limit is far below zero: C gives that no meaning, so it breaks nothing. A real fault beside it is still seen."""
    before = "int granted(int used, int limit) {\n  if (used < limit) return used + 1;\n  return 0;\n}\n"
    test = ("#include <assert.h>\nint granted(int, int);\nint main(void) {\n  for (int used = 0; used < 9; used++)\n    for (int limit = -3; limit < 9; limit++)\n"
            "      assert(granted(used, limit) <= (limit > 0 ? limit : 0));\n  return 0;\n}\n")
    same = before.replace("used < limit", "limit - used > 0")
    old, new, words = small_files(work, "overflow", before, same, test)
    done = guard(work, old, new, words=words)
    expect(done.returncode in (0, 3), f"only an overflow breaks it: {done.stdout[:3000]}")
    true = [p for p in json.loads(done.stdout)["properties"] if p["fate"] in ("valid", "open")]
    expect(any(p["text"] == "result != 0 ==> used < limit" for p in true), f"it is true of before: {[p['text'] for p in true]}")
    unseen = test.replace("int limit = -3;", "int limit = -9;").replace("assert(", "if (limit != used) assert(")
    old, new, words = small_files(work, "fault", before, before.replace("used < limit", "limit - used >= 0"), unseen)
    guard(work, old, new, status=1, words=words)


def check_ends(work):
    """A property that is broken in a run that does not come back to its caller: the run tells of the mark as it sets it, whatever comes behind."""
    test = "#include <assert.h>\nint slot(int), stored(int);\nint main(void) {\n  for (int n = 0; n < 20; n++) assert(slot(n) == stored(n));\n  return 0;\n}\n"
    for name, end in (("exits", "exit(3)"), ("aborts", "abort()"), ("kills itself", "raise(SIGKILL)")):
        before = ("#include <signal.h>\n#include <stdlib.h>\nint slot(int n) {\n  int at = n < 0 ? 0 : n > 7 ? 7 : n;\n  return at;\n}\nint stored(int n) {\n  int at = slot(n);\n"
                  f"  if (n < 0) {end};\n  return at;\n}}\n")
        old, new, words = small_files(work, name, before, before.replace("n < 0 ? 0 : ", ""), test)
        document = json.loads(guard(work, old, new, "--from", "stored", words=words).stdout)
        if name == "kills itself":  # nothing is known of raise
            expect(not document["violations"], f"what is not understood is not claimed: {document['violations']}")
            continue
        expect(document["violations"], f"it is found although the run {name}")
        violation = document["violations"][0]
        expect(violation["confirmed"] and violation["entry"] == "stored", f"confirmed although the run {name}: {violation}")


def check_induction(work):
    """Whatever the number of iterations: proved. What holds for the first ones only is not, and where before shows it to be false beyond the bound, it is."""
    before = ("int level(int n) {\n  int i = 0, full = 0, late = 0;\n  while (i < n) {\n    if (full < 50) full += 2;\n    if (i == 70) late = 1;\n    i++;\n  }\n"
              "  return full;\n}\n")
    test = "#include <assert.h>\nint level(int);\nint main(void) {\n  for (int n = 0; n < 30; n++) assert(level(n) == (n < 25 ? 2 * n : 50));\n  return 0;\n}\n"
    old, new, words = small_files(work, "level", before, before.replace("i < n", "n > i"), test)
    document = json.loads(guard(work, old, new, words=words).stdout)
    said = {(p["point"], p["text"]): (p["fate"], p.get("proof"), p.get("check")) for p in document["properties"]}
    for point, text in (("in the loop", "full >= 0"), ("in the loop", "i >= 0"), ("in the loop", "full <= 50"), ("at exit", "result >= 0"), ("at exit", "result <= 50")):
        expect(said.get((point, text)) == ("valid", "proved", "proved"), f"{text} {point}: {said.get((point, text))}")
    late = said.get(("in the loop", "late == 0"))
    expect(late and late[1] != "proved", f"that holds for 70 iterations: {late}")
    # after goes wrong in the first iteration: the input and the trace are those of the bounded exploration
    old, new, words = small_files(work, "sinks", before, before.replace("full += 2", "full += n == 29 ? -1 : 2"), test.replace("n < 30", "n < 29"))
    document = json.loads(guard(work, old, new, status=1, words=words).stdout)
    expect(any(document["properties"][k]["text"] == "full >= 0" for v in document["violations"] for k in v["properties"]), "what was proved of before is violated on after")


def check_crashes(work):
    """Processes of the tests that die on the way: what they recorded until then counts, however they die."""
    before = "int clamped(int n) {\n  int at = n > 90 ? 90 : n;\n  return at;\n}\n"
    test = ("#include <assert.h>\n#include <signal.h>\n#include <stdlib.h>\n#include <sys/wait.h>\n#include <unistd.h>\nint clamped(int);\n"
            "static void dying(int n, int how) {\n  int status = 0;\n  if (fork() == 0) {\n    clamped(n);\n    if (how == 0) abort();\n    if (how == 1) *(volatile int*)0 = clamped(n - 1);\n"
            "    if (how == 2) raise(SIGKILL);\n    _exit(1);\n  }\n  wait(&status);\n  assert(status != 0);\n}\n"
            "int main(void) {\n  for (int n = 1; n < 9; n++) assert(clamped(n) == n);\n  for (int how = 0; how < 4; how++) dying(20 + how, how);\n  return 0;\n}\n")
    old, new, words = small_files(work, "dying", before, before.replace("> 90 ? 90", ">= 90 ? 90"), test)
    document = json.loads(guard(work, old, new, status=0, words=words).stdout)
    expect(summary_of(document, "collect").startswith("26 records at 2 points"), summary_of(document, "collect"))
    expect(sum(p["samples"] for p in document["properties"] if p["text"] == "n >= 1" and p["point"] == "at entry") == 13, "each of them has its records: 8, and 1 + 2 + 1 + 1")
    expect(any(p["text"] == "n <= 23" for p in document["properties"]), "the last one's, too")
    failing = test.replace("  return 0;\n}\n", "  abort();\n}\n")
    old, new, words = small_files(work, "fails", before, before.replace("> 90 ? 90", ">= 90 ? 90"), failing)
    done = guard(work, old, new, status=2, words=words)
    expect("the tests of before fail" in done.stderr and "134" in done.stderr, f"a test that crashes fails: {done.stderr}")


def check_errors(work):
    before = copy(work, "fine")
    broken = copy(work, "broken", {"store.c": ("return wanted->items > 0;", "return wanted->nothing;")})
    done = guard(work, before, broken, status=2)
    expect("the build failed" in done.stderr and "nothing" in done.stderr, f"the compiler's message is shown: {done.stderr[-300:]}")
    failing = copy(work, "failing", {"store.c": ("return wanted->items > 0;", "return wanted->items > 1;")})
    done = guard(work, before, failing, status=2)
    expect("the tests of after fail" in done.stderr, f"failing tests are said: {done.stderr[-300:]}")
    expect(listing(failing) == listing(failing) and not os.path.exists(os.path.join(failing, "store.o")), "nothing is left in the tree")
    done = subprocess.run([CLEAVE, "guard", before, failing, "--build", "make"], capture_output=True, text=True)
    expect(done.returncode == 2 and "--tests" in done.stderr, "--tests is asked for")
    done = subprocess.run([CLEAVE, "guard", before, os.path.join(work, "nowhere"), "--build", "make", "--tests", "true"], capture_output=True, text=True)
    expect(done.returncode == 2 and len(done.stderr.strip().splitlines()) == 1, f"a place that is not there: {done.stderr}")


def fates(done):
    return {(p["function"], p["point"], p["text"]): p["fate"] for p in json.loads(done.stdout)["properties"]}


def summary_of(document, step):
    return next(s["summary"] for s in document["steps"] if s["name"] == step)


def summary(done, step):
    return summary_of(json.loads(done.stdout), step)


def check_files(work):
    """Two single files: each stands in the place of the second one, in a copy of its directory."""
    home = os.path.join(work, "home")
    os.makedirs(home)
    for source, name in (("before/store.c", "old.c"), ("after/store.c", "store.c"), ("after/store.h", "store.h"), ("before/test_store.c", "old_tests.c"),
                         ("after/test_store.c", "tests.c")):
        shutil.copy(os.path.join(STORE, source), os.path.join(home, name))
    there = listing(home)
    old, new = os.path.join(home, "old.c"), os.path.join(home, "store.c")
    words = ["--no-progress", "--budget", f"{20 * SLOWER:.0f}s", "--tests", "cc {} old_tests.c -o tests && ./tests", "--after-tests", "cc -O1 {} tests.c -o tests && ./tests"]
    done = guard(work, old, new, "--json", status=1, words=words)
    document = json.loads(done.stdout)
    expect(fates(done).get(("available_products", "in the loop", "total >= 0")) == "violated", "it is found in files as well")
    place = next(p for p in document["properties"] if p["fate"] == "violated" and p["text"] == "total >= 0")
    expect(place["before"]["at"].startswith("old.c:") and place["after"]["at"].startswith("store.c:"), f"places are in the user's files: {place}")
    expect(listing(home) == there, "nothing is written beside them")
    done = guard(work, old, new, status=2, words=["--no-progress", "--tests", "cc {} tests.c -o tests && ./tests"])
    expect("the tests of before fail" in done.stderr and "abacus is 1, not -1" in done.stderr, f"what the tests said is shown: {done.stderr[-500:]}")
    done = guard(work, old, os.path.join(home, "nothing.c"), status=2, words=["--tests", "true"])
    expect(len(done.stderr.strip().splitlines()) == 1, f"a file that is not there: {done.stderr}")


def check_asserts(work):
    before = copy(work, "before")
    after = copy(work, "after", {"store.c": ("return wanted->items > 0;", "int some = wanted->items >= 1;\n  return some;")})
    there = listing(after)
    emitted = os.path.join(work, "emitted")
    done = guard(work, before, after, "--json", "--emit-asserts", emitted, *ONE, status=0)
    asserts = json.loads(done.stdout)["asserts"]
    valid = sum(p["fate"] == "valid" for p in json.loads(done.stdout)["properties"])
    expect(asserts["written"] > 5 and asserts["written"] + sum(asserts["skipped"].values()) == valid, f"each is written or counted: {asserts}, {valid} valid")
    expect(listing(after) == there, "after itself is as it was")
    text = open(os.path.join(emitted, "store.c")).read()
    expect("assert(total <= i);" in text and "cleave_old_" in text, f"assertions stand at their places, with what was on entry: {text}")
    expect(sorted(os.listdir(emitted)) == sorted(os.listdir(after)), "the copy has what after has, and nothing of a build")
    built = subprocess.run(["make", "check"], cwd=emitted, capture_output=True, text=True)
    expect(built.returncode == 0, f"it compiles, and its tests pass: {built.stdout[-500:]}{built.stderr[-500:]}")
    open(os.path.join(emitted, "store.c"), "w").write(text.replace("total += is_available", "total += 2 * is_available"))
    built = subprocess.run(["make", "check"], cwd=emitted, capture_output=True, text=True)
    expect(built.returncode != 0 and "Assertion" in built.stdout + built.stderr, "what breaks a property is stopped by an assertion")
    done = guard(work, before, after, "--emit-asserts", emitted, status=2)
    expect("there is something already" in done.stderr, "nothing is overwritten")


def check_baseline(work):
    before, after, file = os.path.join(STORE, "before"), os.path.join(STORE, "after"), os.path.join(work, "store.baseline")
    flags = ["--json", "--no-cache", "--baseline", file, *ONE]
    first = guard(work, before, after, *flags, status=1)
    second = guard(work, before, after, *flags, status=1)
    for step in ("collect", "infer"):
        expect("baseline" not in summary(first, step) and "(from the baseline)" in summary(second, step), f"{step} is not repeated: {summary(second, step)}")
    expect(fates(first) == fates(second), "with what is known the same comes out")
    # another after: what is known of before still counts, and what is violated is found again
    fixed = copy(work, "fixed", {"store.c": ("return wanted->items > 0;", "int some = wanted->items >= 1;\n  return some;")})
    third = guard(work, before, fixed, *flags, status=0)
    expect("(from the baseline)" in summary(third, "collect") and json.loads(third.stdout)["violations"] == [], "the baseline serves another after")
    # another before: it does not
    other = copy(work, "other", {"store.c": ("int total = 0;", "int total = 0 ;")})
    kept = open(file).read()
    fourth = guard(work, other, after, *flags, status=1)
    expect("baseline" not in summary(fourth, "collect") and any("another version" in note for note in json.loads(fourth.stdout)["notes"]), "another before is looked at")
    expect(open(file).read() != kept, "and kept")
    text = open(file).read()
    open(file, "w").write(text.replace('"rows": ', '"rows": 1', 1))
    fifth = guard(work, other, after, *flags, status=1)
    expect(any("damaged" in note for note in json.loads(fifth.stdout)["notes"]), "a damaged one is noticed")
    expect("baseline" not in summary(fifth, "collect"), "and made anew")
    # What is proved in time is not the same on every machine; what is violated is.
    expect("violated" in fates(fifth).values() and set(fates(fifth)) == set(fates(fourth)), "with the same properties")


def check_cache(work):
    before, after = os.path.join(STORE, "before"), os.path.join(STORE, "after")
    command = [CLEAVE, "guard", before, after, *WORDS, "--json", *ONE]
    both = [subprocess.Popen([*command, "--out", os.path.join(work, f"out{k}")], stdout=subprocess.PIPE, text=True, env=environment(work)) for k in (0, 1)]
    said = [process.communicate(timeout=400 * SLOWER)[0] for process in both]
    expect([process.returncode for process in both] == [1, 1], "two at once")
    again = guard(work, before, after, "--json", *ONE, status=1)
    expect("(from the cache)" in summary(again, "collect") and "(from the cache)" in summary(again, "outdated"), "what is unchanged is not repeated")
    # Either of the two may have been the one that was kept, and what was proved in time may not be the same in both.
    expect(json.loads(again.stdout)["violations"] != [] and json.loads(said[0])["violations"] != [], "with its violations")
    cache = os.path.join(work, "cache/cleave/guard")
    for name in os.listdir(cache):
        text = open(os.path.join(cache, name)).read()
        open(os.path.join(cache, name), "w").write(text[: len(text) // 2])
    redone = guard(work, before, after, "--json", *ONE, status=1)
    expect("cache" not in summary(redone, "collect") and any("damaged" in note for note in json.loads(redone.stdout)["notes"]), "what is damaged is made anew")
    expect(set(fates(redone)) == set(fates(again)) and "violated" in fates(redone).values(), "and the same properties are looked at, and violated ones found")
    other = guard(work, before, after, "--json", *ONE, "--unwind", "2", status=None)
    expect("cache" not in summary(other, "collect"), "another bound is another question")


def check_progress(work):
    before, after = os.path.join(STORE, "before"), os.path.join(STORE, "after")
    done = guard(work, before, after, "--json", *ONE, status=1, words=[word for word in WORDS if word != "--no-progress"])
    lines = done.stderr.splitlines()
    names = [line.split(":")[1].strip() for line in lines]
    expect(names == ["build", "collect", "infer", "outdated", "try", "prove", "check"], f"a log gets a line for each step: {lines}")
    document = json.loads(done.stdout)
    counts = document["counts"]
    expect(counts["dynamic"] == len(document["properties"]) and counts["true"] == sum(counts[fate] for fate in ("valid", "violated", "open", "outdated", "gone")), f"{counts}")
    expect(f"{counts['true']} are true of before" in lines[5] and f"{counts['violated']} violated" in lines[6], f"with its counts: {lines}")
    text = guard(work, before, after, "--all", *ONE, status=1).stdout
    for heading in ("Outdated:", "Valid:", "Shown by the tests of before by chance"):
        expect(heading in text, f"--all lists {heading}")


def check_interrupt(work):
    before, after = copy(work, "before"), copy(work, "after", {"store.c": ("return wanted->items > 0;", "int some = wanted->items >= 1;\n  return some;")})
    there = listing(before) + listing(after)
    mark = os.path.join(work, "started")
    command = [CLEAVE, "guard", before, after, "--build", "make", "--tests", f"touch {mark}; sleep 600 & wait", "--no-progress", "--out", os.path.join(work, "out")]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=environment(work))
    deadline = time.time() + 120 * SLOWER
    while not os.path.exists(mark) and time.time() < deadline:
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    errors = process.communicate(timeout=60 * SLOWER)[1]
    expect(process.returncode == 2 and "stopped" in errors, f"Ctrl-C ends it: {process.returncode} {errors}")
    expect(not os.listdir(os.path.join(work, "tmp")), f"and leaves nothing: {os.listdir(os.path.join(work, 'tmp'))}")
    expect(listing(before) + listing(after) == there, "nor in the trees")


with tempfile.TemporaryDirectory() as directory:
    for check in (check_store, check_no_regression, check_overflow, check_ends, check_induction, check_crashes, check_errors, check_files, check_asserts, check_baseline, check_cache, check_progress, check_interrupt):
        work = os.path.join(directory, check.__name__)
        os.makedirs(work)
        check(work)
finish()
