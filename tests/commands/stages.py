#!/usr/bin/env python3
"""Small inputs first: of what is too much for the time, a whole is proved, up to sizes that are said; and nothing larger is claimed.

usage: stages.py CLEAVE SOURCE_DIR
"""
import json
import os
import re
import tempfile

from common import diff_in, expect, finish, run, write

WORDS = "int f(const char *s) { int n = 0, w = 0; for (int i = 0; s[i]; i++) { if (s[i] == ' ') w = 0; else if (!w) { w = 1; n++; } } return n; }\n"
WORDS_AGAIN = "int f(const char *s) { int n = 0, in = 0; while (*s) { char c = *s++; if (c != ' ' && !in) n++; in = c != ' '; } return %s; }\n"
LIST = "#include <stddef.h>\nstruct N { int v; struct N *next; };\n" \
       "int f(const struct N *p) { int s = 0; for (; p != NULL; p = p->next) { if (p->v > 3) s += 2; else if (p->v < -3) s -= 1; } return s; }\n"
LIST_AGAIN = "#include <stddef.h>\nstruct N { int v; struct N *next; };\n" \
             "int f(const struct N *p) { int a = 0, b = 0; while (p) { a += p->v > 3; b += p->v < -3; p = p->next; } return 2 * a - b; }\n"
FEW = ["--entry", "f", "--no-optimizer-proof", "--merge-after", "0", "--stage-after", "2", "--budget", "60s"]


def pair(work, before, after):
    write(work, "before.c", before)
    write(work, "after.c", after)
    return ["before.c", "after.c"]


def text_bound(entry):
    """Of the one string s."""
    found = [re.fullmatch(r"s: strings of up to (\d+) bytes?", each) for each in entry["guarantee"]["bounds"]]
    return next((int(each.group(1)) for each in found if each), None)


def check_text(work):
    files = pair(work, WORDS, WORDS_AGAIN % "n")
    entry = diff_in(work, *files, *FEW, "--max-partitions", "20", status=0)["entries"][0]
    expect(entry["guarantee"]["exhaustive"] and "within" in entry["guarantee"], f"no sizes are told: {entry['guarantee']}")
    bound = text_bound(entry)
    expect(bound is not None and 1 <= bound < 8, f"20 partitions are for short strings: {entry['guarantee']['bounds']}")
    expect("of these sizes" in entry["reason"] and "larger ones: " in entry["reason"], f"the reason says nothing of larger inputs: {entry['reason']}")
    said = run("audit", "cleave.out", cwd=work)
    expect(said.returncode == 0, f"audit does not agree: {said.stdout}{said.stderr}")
    shown = run("report", "cleave.out", cwd=work).stdout
    expect(f"strings of up to {bound} byte" in shown and "every input of these sizes" in shown, f"the report on disk speaks of other sizes: {shown}")
    whole = diff_in(work, *files, *FEW, status=0)["entries"][0]
    expect(text_bound(whole) == 8 and "within" not in whole["guarantee"], f"with time all strings are dealt with: {whole['reason']} {whole['guarantee']['bounds']}")
    without = diff_in(work, *files, *(["0" if each == "2" else each for each in FEW]), "--max-partitions", "20", status=3)["entries"][0]
    expect(not without["guarantee"]["exhaustive"], "without stages nothing is whole")


def check_damaged(work):
    """A result that claims larger sizes than were proved is noticed."""
    diff_in(work, *pair(work, WORDS, WORDS_AGAIN % "n"), *FEW, "--max-partitions", "20", status=0)
    path = os.path.join(work, "cleave.out", "result.json")
    with open(path) as file:
        document = json.load(file)
    del document["entries"][0]["guarantee"]["within"]
    with open(path, "w") as file:
        json.dump(document, file)
    said = run("audit", "cleave.out", cwd=work)
    expect(said.returncode == 1, f"audit believes that all sizes were dealt with: {said.stdout}")


def check_faults(work):
    """It takes five bytes to have three words."""
    files = pair(work, WORDS, WORDS_AGAIN % "n > 2 ? 2 : n")
    for most in (4, 8, 12, 16, 24, 32, 48):
        done = run("diff", *files, *FEW, "--max-partitions", most, "--json", cwd=work)
        entry = json.loads(done.stdout)["entries"][0]
        if entry["verdict"] == "equivalent":
            expect(text_bound(entry) < 5, f"{most} partitions: three words are called the same up to {text_bound(entry)} bytes")
        else:
            expect(entry["verdict"] in ("different", "inconclusive"), f"{most} partitions: {entry['verdict']}")
    diff_in(work, *files, *FEW, status=1)


def check_lists(work):
    files = pair(work, LIST, LIST_AGAIN)
    entry = diff_in(work, *files, *FEW, "--bound", "p=6", "--max-partitions", "25", status=0)["entries"][0]
    expect("within" in entry["guarantee"], f"lists are not taken in stages: {entry['reason']}")
    expect(not any("up to 6 " in each for each in entry["guarantee"]["bounds"]), f"the bound of the plan is said: {entry['guarantee']['bounds']}")
    expect(run("audit", "cleave.out", cwd=work).returncode == 0, "audit does not agree on lists")


def check_assumed(work):
    """What the user assumes leaves no short strings: sizes grow until there are inputs."""
    files = pair(work, WORDS, WORDS_AGAIN % "n")
    done = run("diff", *files, *FEW, "--assume", "s && s[0] && s[1] && s[2]", "--max-partitions", "20", "--json", cwd=work)
    entry = json.loads(done.stdout)["entries"][0]
    if entry["verdict"] == "equivalent":
        expect(text_bound(entry) >= 3 and run("audit", "cleave.out", cwd=work).returncode == 0, f"no such string has {text_bound(entry)} bytes")
    else:
        expect(entry["verdict"] == "inconclusive", entry["verdict"])


def check_unfinished(work):
    """Where longer strings come to something that is not supported, the shorter ones are proved all the same."""
    odd = " if (s[0] && s[1] && s[2] && s[3]) return (int)(long)s % 2;"
    files = pair(work, WORDS.replace("return n", odd + " return n"), (WORDS_AGAIN % "n").replace("return n", odd + " return n"))
    entry = diff_in(work, *files, *FEW, status=0)["entries"][0]
    expect(text_bound(entry) == 3, f"strings of 3 bytes finish, those of 4 do not: {entry['reason']} {entry['guarantee']['bounds']}")


def check_wider(work):
    """No string of the plan's bound comes to the change: the bound is four times as much then."""
    longer = "#include <string.h>\nint f(const char *s, int x) { if (strlen(s) > 20) x = x * %s + 1; return x; }\n"
    entry = diff_in(work, *pair(work, longer % "2", longer % "3"), "--entry", "f", "--nonnull", "s", status=1)["entries"][0]
    expect(text_bound(entry) == 32, f"the bound is told: {entry['guarantee']['bounds']}")
    expect(len(entry["inputs"]) == 33, f"the inputs are those of the wider plan: {len(entry['inputs'])}")
    with open(os.path.join(work, "cleave.out", "result.json")) as file:
        kept = json.load(file)["entries"][0]
    expect(len(kept["partitions"]) == len(entry["partitions"]), "partitions of the narrow plan are kept")
    expect(run("audit", "cleave.out", cwd=work).returncode == 0, "audit does not agree on wider bounds")
    nowhere = "#include <string.h>\nint f(const char *s, int x) { if (strlen(s) > 200) x = x * %s + 1; return x; }\n"
    entry = diff_in(work, *pair(work, nowhere % "2", nowhere % "3"), "--entry", "f", "--nonnull", "s", "--budget", "20s", status=3)["entries"][0]
    expect("no input within the bounds comes to a change" in entry["reason"] and "128" in entry["reason"], f"the last bound is told: {entry['reason']}")
    expect(run("audit", "cleave.out", cwd=work).returncode == 0, "audit does not agree where no input comes to a change")


with tempfile.TemporaryDirectory() as directory:
    for number, check in enumerate((check_text, check_damaged, check_faults, check_lists, check_assumed, check_unfinished, check_wider)):
        os.mkdir(os.path.join(directory, str(number)))
        check(os.path.join(directory, str(number)))
finish()
