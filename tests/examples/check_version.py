#!/usr/bin/python3
"""Checks examples/version on patches made here: what fits becomes the version, and what does not fit exactly is refused, with nothing written.

  check_version.py EXAMPLES_DIRECTORY
"""
import difflib, os, shutil, subprocess, sys, tempfile

SCRIPT = os.path.join(os.path.abspath(sys.argv[1]), "version")
BEFORE = "".join(f"line {number};\n" for number in range(1, 21))
AFTER = BEFORE.replace("line 3;\n", "").replace("line 9;", "changed;").replace("line 15;\n", "line 15;\n\nadded;\n")
OVERLAPPING = """--- before.c
+++ after-1.c
@@ -8,3 +8,3 @@
 line 8;
-line 9;
+changed;
 line 10;
@@ -10,3 +11,3 @@
 line 10;
-line 11;
+changed;
 line 12;
"""
LAST = BEFORE.replace("line 1;", "first;").replace("line 20;\n", "")
failures = []


def expect(good, message):
    if not good:
        failures.append(message)


def patch_of(before, after, context=1):
    return "".join(difflib.unified_diff(before.splitlines(True), after.splitlines(True), "before.c", "after-1.c", n=context))


def version_of(before, patch):
    """What the script says, and what it wrote: a tree of its own, so that the place that it takes by default is seen, too."""
    with tempfile.TemporaryDirectory() as root:
        os.makedirs(os.path.join(root, "examples/program"))
        shutil.copy(SCRIPT, os.path.join(root, "examples/version"))
        for name, text in (("before.c", before), ("after-1.patch", patch)):
            with open(os.path.join(root, "examples/program", name), "w", encoding="utf-8") as file:
                file.write(text)
        done = subprocess.run(["examples/version", "program/after-1.c"], cwd=root, capture_output=True, text=True)
        written = os.path.join(root, "build/examples/program/after-1.c")
        if not os.path.exists(written):
            return done, None
        with open(written, encoding="utf-8") as file:
            return done, file.read()


def check_fits(name, before, after, patch):
    done, text = version_of(before, patch)
    expect(done.returncode == 0 and text == after, f"{name}: status {done.returncode}, {text!r}\n{done.stderr}")
    expect(done.stdout == "examples/program/before.c build/examples/program/after-1.c\n", f"{name}: prints {done.stdout!r}")


def check_refused(name, before, patch):
    done, text = version_of(before, patch)
    expect(done.returncode == 1 and text is None, f"{name}: status {done.returncode}, {text!r}")
    expect("after-1.patch: " in done.stderr and "Traceback" not in done.stderr, f"{name}: says {done.stderr!r}")


def swapped(patch):
    """The first two hunks in the other order."""
    head, first, second, rest = patch.split("@@ -")[0], *("@@ -" + hunk for hunk in patch.split("@@ -", 3)[1:])
    return head + second + first + rest


def main():
    patch = patch_of(BEFORE, AFTER)
    check_fits("three hunks", BEFORE, AFTER, patch)
    check_fits("more context", BEFORE, AFTER, patch_of(BEFORE, AFTER, 3))
    check_fits("first and last line", BEFORE, LAST, patch_of(BEFORE, LAST))
    check_fits("a function behind the numbers", BEFORE, AFTER, patch.replace(" @@\n", " @@ int f(void) {\n"))
    check_refused("another removed line", BEFORE.replace("line 9;", "line nine;"), patch)
    check_refused("another line around", BEFORE.replace("line 10;", "line ten;"), patch)
    check_refused("moved by a line", "\n" + BEFORE, patch)
    check_refused("cut off before", BEFORE.split("line 15;")[0], patch)
    check_refused("cut off patch", BEFORE, patch[:patch.rindex("+added;")])
    check_refused("wrong count", BEFORE, patch.replace("@@ -8,3 ", "@@ -8,4 "))
    check_refused("wrong place after", BEFORE, patch.replace("+7,3 @@", "+8,3 @@"))
    check_refused("hunks out of order", BEFORE, swapped(patch))
    check_refused("overlapping hunks", BEFORE, OVERLAPPING)
    check_refused("a stray line", BEFORE, patch.replace("-line 9;\n", "-line 9;\nstray\n"))
    check_refused("without context", BEFORE, patch_of(BEFORE, BEFORE.replace("line 4;\n", "line 4;\nadded;\n"), 0))
    check_refused("of another file", BEFORE, patch.replace("+++ after-1.c", "+++ after-2.c"))
    check_refused("empty", BEFORE, "")
    check_refused("no hunk", BEFORE, "--- before.c\n+++ after-1.c\n")
    for failure in failures:
        print(failure)
    print(f"{len(failures)} failures")
    sys.exit(1 if failures else 0)


main()
