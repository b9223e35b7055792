#!/usr/bin/python3
"""What bench/identity makes of what cleave prints and how it ends, without cleave: engine.py SOURCE_DIRECTORY

A script stands for cleave: its entries end as their names say.
"""
import importlib.machinery
import importlib.util
import os
import stat
import sys
import tempfile

SOURCE = os.path.abspath(sys.argv[1])
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(SOURCE, "bench"))

import packages
import self_check
from self_check import Function, Job, Limits, Program

failures = []


def expect(got, wanted, what):
    if got != wanted:
        failures.append(f"{what}: {got!r}, expected {wanted!r}")


STANDS_FOR_CLEAVE = """#!/usr/bin/python3
import json, os, resource, signal, sys, time
words = sys.argv[1:]
entries = [words[k + 1] for k, word in enumerate(words) if word == "--entry"]
before = words[words.index("--before") + 1]
INPUTS = [{"name": "(*p)[0]", "bits": 8}, {"name": "n", "bits": 32}]
def part(kind, condition):
    return {"kind": kind, "reason": "differs in return" if kind == "different" else "", "condition": condition, "witness": {"(*p)[0]": "1", "n": "2"},
            "witness_bits": {"(*p)[0]": "0x01", "n": "0x00000002"}}
done = []
for name in entries:
    partitions, verdict, reason = [part("equal", "true")], "equivalent", "all equal"
    if name == "broken":
        print("cleave: internal error: some check failed\\nThis is a bug in cleave", file=sys.stderr)
        sys.exit(70)
    if name == "killed":
        os.kill(os.getpid(), signal.SIGSEGV)
    if name == "silent":
        sys.exit(0)
    if name == "refused":
        print("cleave: no such function", file=sys.stderr)
        sys.exit(2)
    if name == "endless":
        time.sleep(600)
    if name == "hungry":
        try:
            block = bytearray(1 << 34)
        except MemoryError:
            print("cleave: internal error: std::bad_alloc", file=sys.stderr)
            sys.exit(70)
    if name == "false" or name == "one_way" and before == "a.c":
        partitions, verdict, reason = [part("different", "true")], "different", "1 of 1 partitions differ"
    if name == "more_one_way":
        partitions = [part("different", "true")] * (2 if before == "a.c" else 1)
        verdict = "different"
    if name == "reported":
        partitions, verdict, reason = [], "inconclusive", "internal error: some check failed"
    if name == "slow":
        verdict, reason = "inconclusive", "the time budget is used up"
    if name == "variadic":
        partitions, verdict, reason = [], "inconclusive", "variadic takes a variable number of arguments"
    if name == "half":
        verdict = "inconclusive" if before == "a.c" else "equivalent"
    if name in ("contradicts", "beside"):
        claimed = "(= |(*p)[0]| #x01)" if name == "contradicts" else "(and (= n #x00000002) (= |(*p)[0]| #x03))"
        partitions = [part("different", "(= n #x00000002)")] if before == "a.c" else [part("equal", claimed)]
        verdict = "inconclusive"
    done.append({"entry": name, "verdict": verdict, "reason": reason, "partitions": partitions, "inputs": INPUTS, "guarantee": {"exhaustive": verdict != "inconclusive"}})
print(json.dumps({"entries": done}))
sys.exit({"equivalent": 0, "different": 1, "inconclusive": 3}[done[-1]["verdict"]])
"""


def check_outcomes(cleave):
    limits = Limits(cleave, budget=0.1, memory=1 << 30, batch=16)
    program = Program(("a.c", "b.c"), "")
    wanted = {"fine": "decided", "broken": "internal error", "killed": "crash", "silent": "crash", "refused": "refused", "hungry": "crash", "false": "false difference",
              "reported": "internal error", "slow": "inconclusive", "variadic": "refused", "last": "decided"}
    if "CLEAVE_TEST_SLOWER" in os.environ:
        del wanted["hungry"]  # sanitizers take more addresses than any limit leaves, so there is none
    functions = tuple(Function(name, name) for name in wanted)
    answers = Job("path", program, program, functions).answer(limits)
    expect({function.name: outcome.kind for function, outcome in answers}, wanted, "kinds of outcomes, all in one batch")
    details = {function.name: outcome.detail for function, outcome in answers}
    expect(details["broken"], "some check failed", "the text of an internal error")
    expect(details["false"], "differs in return", "the text of a difference")

    names = ("fine", "one_way", "more_one_way", "false", "broken", "half", "contradicts", "beside")
    answers = Job("swap", program, program.reordered(), tuple(Function(name, name) for name in names)).answer(limits)
    kinds = [outcome.kind for _, outcome in answers]
    expect(kinds, ["decided", "disagreement", "disagreement", "decided", "internal error", "inconclusive", "disagreement", "inconclusive"], "kinds of outcomes, before and after exchanged")

    self_check.run_seconds, kept = (lambda *_: 1), self_check.run_seconds
    outcome = Job("path", program, program, (Function("endless", "endless"),)).answer(limits)[0][1]
    self_check.run_seconds = kept
    expect(outcome.kind, "overtime", "a run that does not end")


def check_dumps():
    dump = """define f(ptr %0) -> (i32) {
b0.entry:
  jump b1.for.cond                                             ; /p/lib/a.c:4
}

define helper(i32 %0) -> (i32) internal {
b0.entry:
  %0 = alloca 8, align 8
  %1 = add i32 %0, 1                                           ; /p/lib/b.c:3
}

define _ZN2ns1gEPFivE(ptr %0) -> (ptr) ; ns::g(int (*)()) {
b0.entry:
  return ptr %1                                                ; /p/lib/include/x.h:30
}

define memcpy(ptr %0, ptr %1, i64 %2) -> (ptr) {
b0.entry:
  return ptr %1                                                ; /models/string.c:30
}

define near(ptr %0) -> (i32) {
b0.entry:
  return i32 1                                                 ; /p/library/a.c:1
}
"""
    found = [(each.name, each.display) for each in self_check.functions_in(dump, ["/p/lib"])]
    expect(found, [("f", "f"), ("helper", "helper"), ("_ZN2ns1gEPFivE", "ns::g(int (*)())")], "functions of a program")
    changes = """change 1 in helper: before 3, after 3
sum: same code, but something it uses differs
helper: differs
ns::g(int (*)()): differs
fresh (before: old, alike): differs
vs: same
"""
    expect(self_check.changed_in(changes), ["sum", "helper", "ns::g(int (*)())"], "functions that changed")
    expect(self_check.differing_in(changes), {"helper", "ns::g(int (*)())", "fresh (before: old, alike)"}, "functions whose own code differs")


def check_messages():
    compiler = "cleave: cannot compile /p/a.c: the compiler says\n/p/a.c:1:10: fatal error: 'x.h' file not found\n 1 | #include\n1 error generated.\n"
    expect(self_check.message_of(compiler), "cannot compile /p/a.c: the compiler says /p/a.c:1:10: fatal error: 'x.h' file not found", "a compiler's error")
    expect(self_check.message_of("note: something\nno idea\n"), "no idea", "an unknown message")
    expect(self_check.message_of(""), "no message", "no message")


def check_packages():
    targets = "mirror:/debian-security bookworm-security main\nmirror:/debian bookworm contrib\nmirror:/debian bookworm main\nmirror:/debian bookworm-updates main\n"
    expect(packages.mirror_in(targets, "bookworm"), "mirror:/debian", "the mirror of a release")
    expect(packages.mirror_in(targets, "trixie"), None, "a release without a mirror")
    expect(packages.release_in('NAME="Debian"\nVERSION_CODENAME=bookworm\n'), "bookworm", "the codename of a release")
    with tempfile.TemporaryDirectory() as place:
        def fill(content):
            (content / "half").touch()
            raise packages.Missing("no network")
        target = packages.pathlib.Path(place) / "package"
        try:
            packages.into_cache(target, fill)
            failures.append("a failed download raises nothing")
        except packages.Missing:
            expect(list(packages.pathlib.Path(place).iterdir()), [], "what a failed download leaves in the cache")


def check_command():
    path = os.path.join(SOURCE, "bench/identity")
    loader = importlib.machinery.SourceFileLoader("identity", path)
    identity = importlib.util.module_from_spec(importlib.util.spec_from_loader("identity", loader))
    loader.exec_module(identity)
    expect(identity.spread(list(range(10)), 3), [0, 3, 6], "three of ten")
    expect(identity.spread([1, 2], 3), [1, 2], "three of two")
    expect(identity.spread([1, 2], 0), [1, 2], "all")
    expect(self_check.seconds_of("500ms"), 0.5, "a budget")
    listed = identity.known_packages.known([])
    expect(len({package["name"] for package in listed}), len(listed), "packages of different names")
    for package in listed:
        expect(package["from"] in packages.FETCH and bool(package["files"]) and len(package["versions"]) in (1, 2), True, package["name"])


def main():
    check_dumps()
    check_messages()
    check_packages()
    check_command()
    with tempfile.TemporaryDirectory() as place:
        cleave = os.path.join(place, "cleave")
        with open(cleave, "w") as file:
            file.write(STANDS_FOR_CLEAVE)
        os.chmod(cleave, os.stat(cleave).st_mode | stat.S_IXUSR)
        check_outcomes(cleave)
    for failure in failures:
        print("FAILED:", failure)
    sys.exit(1 if failures else 0)


main()
