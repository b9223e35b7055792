#!/usr/bin/python3
"""Checks bench/guard/make-version: versions are written where they are wanted, all of a case with several, and nothing is made of a patch that does not fit, of a case that
is not there, or over what is there already.

  check_guard_versions.py SOURCE_DIRECTORY
"""
import os, shutil, subprocess, sys, tempfile

ROOT = os.path.abspath(sys.argv[1])
failures = []


def expect(good, message):
    if not good:
        failures.append(message)


def make_version(*words, root=ROOT):
    return subprocess.run([os.path.join(root, "bench/guard/make-version"), *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def text_of(*names):
    with open(os.path.join(*names), encoding="utf-8") as file:
        return file.read()


def check_versions(scratch):
    listed = make_version("--list").stdout.splitlines()
    expect("queue oversize" in listed and "guard-store catalogue" in listed, f"listed: {listed}")
    for words, versions in ((("queue", "oversize"), ["before", "after"]), (("tally", "last-line"), ["before", "after", "after-2", "after-3"]),
                            (("guard-store", "catalogue"), ["before", "after"])):
        directory = os.path.join(scratch, words[0])
        run = make_version(*words, directory)
        expect(run.stdout.split() == [os.path.join(directory, version) for version in versions], f"{words}: {run.stdout}{run.stderr}")
        expect(all(os.path.exists(os.path.join(directory, version, "Makefile")) for version in versions), f"{words}: not written")
    kept = os.path.join(ROOT, "bench/guard/projects/queue/queue.c")
    expect(text_of(scratch, "queue/before/queue.c") == text_of(kept), "before is not the project")
    expect(text_of(scratch, "queue/after/queue.c") != text_of(kept), "after is not changed")


def check_refusals(scratch):
    again = make_version("queue", "oversize", os.path.join(scratch, "queue"))
    expect(again.returncode != 0 and "is there already" in again.stderr, f"written again: {again.stderr}")
    for words in (("queue", "no-such-case"), ("no-such-project", "oversize")):
        run = make_version(*words, os.path.join(scratch, "nothing"))
        expect(run.returncode != 0 and "has no case" in run.stderr, f"{words}: {run.stderr}")
    copy = os.path.join(scratch, "copy")
    shutil.copytree(os.path.join(ROOT, "bench/guard"), os.path.join(copy, "bench/guard"))
    shutil.copytree(os.path.join(ROOT, "examples"), os.path.join(copy, "examples"))
    with open(os.path.join(copy, "bench/guard/projects/queue/queue.c"), "r+", encoding="utf-8") as file:
        lines = file.readlines()
        file.seek(0)
        file.writelines(["\n"] + lines)  # all lines are one further down
    run = make_version("queue", "oversize", os.path.join(scratch, "spoilt"), root=copy)
    expect(run.returncode != 0 and "does not fit" in run.stderr and "queue-oversize.patch" in run.stderr, f"a patch that does not fit: {run.stderr}")


with tempfile.TemporaryDirectory() as scratch:
    check_versions(scratch)
    check_refusals(scratch)
for failure in failures:
    print(failure)
sys.exit(1 if failures else 0)
