#!/usr/bin/env python3
"""Native runs do no harm: where namespaces work, where only Landlock does, and where neither does, which is then said beside the verdict.

usage: sandbox.py CLEAVE SOURCE_DIR
"""
import ctypes
import json
import os
import struct
import subprocess
import sys
import tempfile

from common import CLEAVE, expect, finish, write

LIBC = ctypes.CDLL(None, use_errno=True)


def refuse_landlock():
    """From here on the kernel has no Landlock, for this process and all that it starts: a filter for its first system call."""
    load, equal, back = 0x20, 0x15, 0x06
    steps = [(load, 0, 0, 0), (equal, 0, 1, 444), (back, 0, 0, 0x00050000 | 38), (back, 0, 0, 0x7FFF0000)]  # number 444: ENOSYS; else: allow
    code = b"".join(struct.pack("HBBI", *step) for step in steps)
    buffer = ctypes.create_string_buffer(code)
    program = ctypes.create_string_buffer(struct.pack("HxxxxxxQ", len(steps), ctypes.addressof(buffer)))
    if LIBC.prctl(38, 1, 0, 0, 0) != 0 or LIBC.prctl(22, 2, program, 0, 0) != 0:
        os._exit(99)


class Machine:
    """Where cleave is run: like this one, or with less."""

    def __init__(self, namespaces=True, landlock=True):
        self.before = None if landlock else refuse_landlock
        self.words = [] if namespaces else ["unshare", "-Ur", "sh", "-c", 'echo 0 > /proc/sys/user/max_user_namespaces && exec "$@"', "sh"]

    def run(self, *words):
        return subprocess.run([*self.words, CLEAVE, *map(str, words)], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=240,
                              preexec_fn=self.before)


def sources(work, precious):
    text = '#include <stdio.h>\nint f(int x) {\n  if (x == 777) remove("%s");\n  return x%s;\n}\n'
    return write(work, "before.c", text % (precious, "")), write(work, "after.c", text % (precious, " + 1"))


def check_confirmed(machine, name):
    with tempfile.TemporaryDirectory() as work:
        precious = write(work, "precious", "text")
        out = os.path.join(work, "out")
        done = machine.run("diff", *sources(work, precious), "--all", "--out", out)
        expect(done.returncode == 1, f"{name}: status {done.returncode}\n{done.stdout}{done.stderr}")
        expect("f(777)" in done.stdout and "unconfirmed" not in done.stdout, f"{name}: all is confirmed\n{done.stdout}")
        expect(os.path.exists(precious), f"{name}: diff removed a file")
        done = machine.run("audit", out, "--members", 3)
        expect(done.returncode == 0, f"{name}: audit ends with {done.returncode}\n{done.stdout}{done.stderr}")
        expect(os.path.exists(precious), f"{name}: audit removed a file")
        done = machine.run("explain", *sources(work, precious), "--input", "x=777")
        expect("(confirmed)" in done.stdout, f"{name}: explain\n{done.stdout}{done.stderr}")
        expect(os.path.exists(precious), f"{name}: explain removed a file")


def check_refused(machine):
    with tempfile.TemporaryDirectory() as work:
        precious = write(work, "precious", "text")
        out = os.path.join(work, "out")
        done = machine.run("diff", *sources(work, precious), "--out", out)
        first = done.stdout.splitlines()[0] if done.stdout else ""
        expect(done.returncode == 1, f"no sandbox: status {done.returncode}\n{done.stdout}{done.stderr}")
        expect("not confirmed by native runs: there is no sandbox here" in " ".join(done.stdout.split()), f"no sandbox: beside the verdict stands\n{done.stdout}")
        expect("f: different" in first, f"no sandbox: {first}")
        expect("unconfirmed" in done.stdout, f"no sandbox: nothing is confirmed\n{done.stdout}")
        document = json.load(open(os.path.join(out, "result.json")))
        expect(not any(each["confirmed"] for each in document["entries"][0]["partitions"]), "no sandbox: confirmed is false")
        expect("no sandbox" in document["entries"][0]["reason"], "no sandbox: the reason is in the JSON")
        done = machine.run("audit", out)
        expect(done.returncode == 3 and "no sandbox" in done.stdout, f"no sandbox: audit ends with {done.returncode}\n{done.stdout}{done.stderr}")
        done = machine.run("explain", *sources(work, precious), "--input", "x=777")
        expect("NOT confirmed" in done.stdout and "no sandbox" in done.stdout, f"no sandbox: explain\n{done.stdout}{done.stderr}")
        expect(os.path.exists(precious), "no sandbox: something ran all the same")
        done = machine.run("diff", *sources(work, precious), "--out", out, "--unsafe-native")
        expect(done.returncode == 1 and "unconfirmed" not in done.stdout, f"--unsafe-native\n{done.stdout}{done.stderr}")
        expect(not os.path.exists(precious), "--unsafe-native runs it for good; did anything run?")


def allowed(words):
    return subprocess.run(words, capture_output=True).returncode == 0


check_confirmed(Machine(), "as it is")
if allowed(["unshare", "-Ur", "true"]):
    check_confirmed(Machine(namespaces=False), "no namespaces")
    check_confirmed(Machine(landlock=False), "no Landlock")
    check_refused(Machine(namespaces=False, landlock=False))
else:
    print("nobody may make namespaces here: the other machines were left out", file=sys.stderr)
finish()
