#!/usr/bin/env python3
"""A program with probes does what the plain one does: same output, same exit status. On the programs of examples/, on the programs of
tests/models/programs, and on programs of csmith, at -O0 and -O2. And a log comes out that can be read.

    same.py BUILD SOURCE [FIRST-SEED [COUNT]]"""
import glob
import os
import subprocess
import sys
import tempfile

BUILD, SOURCE = map(os.path.abspath, sys.argv[1:3])
FIRST, COUNT = (int(sys.argv[3]) if len(sys.argv) > 3 else 1), (int(sys.argv[4]) if len(sys.argv) > 4 else 5)
PLUGIN, RUNTIME, CLEAVE = (os.path.join(BUILD, name) for name in ("cleave-probes.so", "cleave-probes.o", "cleave"))
failures = []
compared = 0


def build(source, output, level, extra, probes):
    driver = "clang++-19" if source.endswith(".cpp") else "clang-19"
    with_probes = ["-g", f"-fpass-plugin={PLUGIN}"] if probes else []
    return subprocess.run([driver, "-w", level, *with_probes, *extra, source, *([RUNTIME] if probes else []), "-lm", "-o", output],
                          capture_output=True, text=True)


def run(program, words, directory, log=None):
    environment = dict(os.environ, **({"CLEAVE_PROBES_LOG": log} if log else {}))
    try:
        done = subprocess.run([program, *words], stdin=subprocess.DEVNULL, capture_output=True, cwd=directory, env=environment, timeout=20)
    except subprocess.TimeoutExpired:
        return None
    return done.returncode, done.stdout, done.stderr


def compare(source, runs, extra=(), reached=True):
    global compared
    before = {}  # by words, of the plain program at -O0
    for level in ("-O0", "-O2"):
        with tempfile.TemporaryDirectory() as directory:
            plain, probed, log = (os.path.join(directory, name) for name in ("plain", "probed", "log"))
            os.mkdir(log)
            if build(source, plain, level, extra, False).returncode != 0:
                failures.append(f"{source} does not compile")
                continue
            made = build(source, probed, level, extra, True)
            if made.returncode != 0:
                failures.append(f"{source} {level} does not compile with probes:\n{made.stderr[-2000:]}")
                continue
            ran = False
            # Under one name: some print it.
            for words in runs:
                name = os.path.join(directory, "program")
                os.rename(plain, name)
                expected = run(name, words, directory)
                os.rename(name, plain)
                # Too slow; or C leaves open what it does (the sign of a NaN, memcpy that overlaps), and optimising shows it.
                if expected is None or before.setdefault(tuple(words), expected) != expected:
                    continue
                os.rename(probed, name)
                got = run(name, words, directory, log)
                os.rename(name, probed)
                compared += 1
                ran = True
                if got != expected:
                    failures.append(f"{source} {level} {words}: {str(expected)[:300]} became {str(got)[:300]}")
            shown = subprocess.run([CLEAVE, "dump", "log", log, "--points"], capture_output=True, text=True)
            if shown.returncode != 0 or (reached and ran and ":entry" not in shown.stdout):
                failures.append(f"{source} {level}: no log: {shown.stdout[:300]}{shown.stderr[:300]}")


for source in sorted(glob.glob(os.path.join(SOURCE, "examples/*/before.c*"))):
    if "int main(" in open(source).read():
        compare(source, [[], ["1", "2", "3"], ["a", "b"], ["7", "-3", "900", "1", "1", "0", "5", "6", "7", "1", "1", "2"], ["x?y", "z"]], reached=False)
for source in sorted(glob.glob(os.path.join(SOURCE, "tests/models/programs/*.c"))):
    if "int main(" in open(source).read() and not source.endswith("reader.c"):  # which is half of a program
        compare(source, [[]])
with tempfile.TemporaryDirectory() as programs:
    for seed in range(FIRST, FIRST + COUNT):
        source = os.path.join(programs, f"csmith-{seed}.c")
        if subprocess.run(["csmith", "--seed", str(seed), "-o", source], stdout=subprocess.DEVNULL).returncode == 0:
            compare(source, [[]], ["-I/usr/include/csmith"])
print(f"{compared} runs compared")
if compared < 20:
    failures.append("too few runs were compared")
sys.exit("\n".join(failures) if failures else 0)
