#!/usr/bin/python3
"""`cleave guard`, as a user would run it: properties that tests show, that hold on before, and that after breaks or keeps.
guard.py CLEAVE SOURCE_DIRECTORY"""
import json
import os
import shutil
import subprocess
import tempfile

import jsonschema

from common import CLEAVE, SCHEMA, SLOWER, SOURCE, expect, finish

STORE = os.path.join(SOURCE, "examples/guard-store")
WORDS = ["--build", "make", "--tests", "make check", "--no-progress", "--budget", f"{20 * SLOWER:.0f}s"]


def guard(work, before, after, *flags, status=None):
    tmp = os.path.join(work, "tmp")
    os.makedirs(tmp, exist_ok=True)
    done = subprocess.run([CLEAVE, "guard", before, after, *WORDS, "--out", os.path.join(work, "out"), *flags], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          timeout=400 * SLOWER, env={**os.environ, "TMPDIR": tmp})
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
    text = guard(work, before, after, status=1).stdout
    expect(text.startswith("5 properties") or "that held no longer do" in text.splitlines()[0], "the first line says it")
    expect("(confirmed)" in text and "relies on change" in text, "the text shows the violation")


def check_no_regression(work):
    before = copy(work, "same")
    refactored = copy(work, "refactored", {"store.c": ("return wanted->items > 0;", "int some = wanted->items >= 1;\n  return some;")})
    done = guard(work, before, refactored, "--json", status=0)
    document = json.loads(done.stdout)
    expect(document["violations"] == [], "a refactoring violates nothing")
    expect(sum(p["fate"] == "valid" for p in document["properties"]) > 5, "its properties are valid")
    same = json.loads(guard(work, before, before, "--json", status=0).stdout)
    expect(any("nothing to guard" in note for note in same["notes"]), "no change, nothing to guard")


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


with tempfile.TemporaryDirectory() as directory:
    for check in (check_store, check_no_regression, check_errors):
        work = os.path.join(directory, check.__name__)
        os.makedirs(work)
        check(work)
finish()
