#!/usr/bin/python3
"""`cleave diff` on versions of several files: what corresponds is told by files and names, never by their order. files.py CLEAVE SOURCE_DIRECTORY"""
import json
import os
import tempfile

from common import expect, expect_error, finish, run, write

WORDS = ["--no-progress", "--budget", "20s"]


def program(directory, name, **files):
    """Writes `one`, `two`, ... as one.c, two.c in a directory of their own."""
    folder = os.path.join(directory, name)
    os.makedirs(folder)
    return [write(folder, each + ".c", text) for each, text in files.items()]


def diff(before, after, *flags, status):
    with tempfile.TemporaryDirectory() as out:
        done = run("diff", "--before", *before, "--after", *after, *WORDS, *flags, "--json", "--out", out)
    expect(done.returncode == status, f"{before} {after} {flags}: status {done.returncode}, not {status}\n{done.stderr}")
    return json.loads(done.stdout) if done.stdout else {"entries": []}


def verdicts(document):
    return {entry["entry"]: entry["verdict"] for entry in document["entries"]}


def statics(directory):
    one = "static int add(int x) { return x + %d; }\nint left(int x) { return add(x); }\n"
    two = "static int add(int x) { return x - %d; }\nint right(int x) { return add(x) * 2; }\n"
    before = program(directory, "before", one=one % 1, two=two % 1)
    both = program(directory, "both", one=one % 2, two=two % 2)
    second = program(directory, "second", one=one % 1, two=two % 2)

    changed = {"left": "different", "right": "different", "one.c:add": "different", "two.c:add": "different"}
    for order in (both, both[::-1]):
        expect(verdicts(diff(before, order, status=1)) == changed, "both statics changed")
    for order in (second, second[::-1]):
        expect(verdicts(diff(before, order, status=1)) == {"right": "different", "two.c:add": "different"}, "the second static changed")
    expect(not diff(before, before[::-1], status=0)["entries"], "files in another order")
    same = ["--explore-unchanged", "--entry", "left", "--entry", "right", "--entry", "one.c:add", "--no-optimizer-proof"]
    expect(set(verdicts(diff(before, before[::-1], *same, status=0)).values()) == {"equivalent"}, "files in another order, explored")

    out = ["--out", os.path.join(directory, "out")]
    expect_error("'add' names several functions; say which: one.c:add, two.c:add", "diff", "--before", *before, "--after", *both, "--entry", "add", *out)
    chosen = diff(before, second, "--entry", "two.c:add", "--entry", "two.c:add", "--entry", "one.c:left", status=1)
    expect(verdicts(chosen) == {"two.c:add": "different", "left": "equivalent"}, f"chosen by file, and once: {verdicts(chosen)}")


def variables(directory):
    one = "static int state;\nint get(int x) { return state + x; }\nvoid set(int x) { state = x; }\n"
    two = "static int state;\nint take(int x) { return state - x; }\nvoid put(int x) { state = x; }\n"
    before = program(directory, "variables", one=one, two=two)
    expect(not diff(before, before[::-1], status=0)["entries"], "variables in another order of files")
    explored = ["--explore-unchanged", "--no-optimizer-proof", *[word for name in ("get", "set", "take", "put") for word in ("--entry", name)]]
    document = diff(before, before[::-1], *explored, status=0)
    expect(set(verdicts(document).values()) == {"equivalent"}, "variables in another order of files, explored")
    moved = program(directory, "moved", one=one.replace("state = x", "state = x + 1"), two=two)
    document = diff(before, moved[::-1], status=1)
    expect(verdicts(document) == {"set": "different"}, f"only one of the variables is written otherwise: {verdicts(document)}")
    shown = json.dumps(document)
    expect("one.c:state" in shown and "state.1" not in shown, "a variable is called after its file")
    # Other names of files: by what they define.
    renamed = program(directory, "renamed", lower=two, upper=one)
    expect(not diff(before, renamed, status=0)["entries"], "files with other names")


def pointers(directory):
    text = "static int twice(int x) { return 2 * x; }\ntypedef int (*Function)(int);\nFunction %s(void) { return twice; }\n"
    choose = "typedef int (*Function)(int);\nFunction one(void);\nFunction two(void);\nFunction choose(int x) { return x %s 0 ? one() : two(); }\n"
    before = program(directory, "pointers", a=text % "one", b=text % "two", c=choose % ">")
    after = program(directory, "others", a=text % "one", b=text % "two", c=choose % ">=")
    shown = json.dumps(diff(before, after, "--entry", "choose", status=3))  # a native run does not tell functions by name
    expect("&a.c:twice" in shown and "&b.c:twice" in shown, "two statics behind pointers are told apart")


def alone(directory):
    with_both = write(directory, "two.c", "int kept(int x) { return x; }\nint gone(int x) { return -x; }\n")
    with_one = write(directory, "one.c", "int kept(int x) { return x; }\n")
    empty = write(directory, "none.c", "/* nothing */\n")
    expect("gone exists in before only" in diff([with_both], [with_one], status=0)["notes"], "a function that went")
    expect("gone exists in after only" in diff([with_one], [with_both], status=0)["notes"], "a function that came")
    out = ["--out", os.path.join(directory, "out")]
    expect_error("no function is in both versions, so there is nothing to compare: gone, kept exist in before only", "diff", with_both, empty, *out)


def flags(directory):
    source = write(directory, "plain.c", "int plain(int x) { return x; }\n")
    notes = diff([source], [source], "--after-cflags=-O2 -DX", status=0)["notes"]
    expect(any(note.startswith("no effect: -O2 of after;") for note in notes), f"flags that have no effect: {notes}")
    notes = diff([source], [source], "--cflags=-DX -O0", status=0)["notes"]
    expect(not any("no effect" in note for note in notes), f"flags that have one: {notes}")


with tempfile.TemporaryDirectory() as place:
    for part in (statics, variables, pointers, alone, flags):
        part(place)
finish()
