#!/usr/bin/python3
"""Projects: the compiler drivers, `cleave build`, and `cleave diff` on directories and git revisions, as a user would run them.
project.py CLEAVE SOURCE_DIRECTORY"""
import filecmp
import json
import os
import signal
import subprocess
import tempfile
import time

from common import CLEAVE, expect, finish, write

WORDS = ["--no-progress", "--budget", "20s"]


def sh(command, cwd, status=0, **variables):
    done = subprocess.run(["/bin/sh", "-c", command], cwd=cwd, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=240,
                          env={**os.environ, "CLEAVE": CLEAVE, **variables})
    expect(status is None or done.returncode == status, f"{command}: status {done.returncode}, not {status}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done


def files(directory, **texts):
    """left__util_c="..." is left/util.c."""
    for name, text in texts.items():
        path = os.path.join(directory, name.replace("__", "/").replace("_", "."))
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as file:
            file.write(text)
    return directory


class Place:
    """A directory, and one for temporary files, which must be empty whenever cleave has ended."""

    def __init__(self, directory, name):
        self.path = os.path.join(directory, name)
        self.tmp = os.path.join(directory, name + ".tmp")
        os.makedirs(self.path)
        os.makedirs(self.tmp)

    def cleave(self, *words, status=None, cwd=None):
        done = subprocess.run([CLEAVE, *map(str, words)], cwd=cwd or self.path, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              timeout=240, env={**os.environ, "TMPDIR": self.tmp})
        expect(status is None or done.returncode == status,
               f"{' '.join(map(str, words))}: status {done.returncode}, not {status}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
        expect(not os.listdir(self.tmp), f"{' '.join(map(str, words))} leaves {os.listdir(self.tmp)}")
        return done

    def diff(self, before, after, *flags, status, cwd=None):
        with tempfile.TemporaryDirectory() as out:
            done = self.cleave("diff", before, after, *WORDS, *flags, "--json", "--out", out, status=status, cwd=cwd)
        return json.loads(done.stdout) if done.stdout else {"entries": [], "notes": []}


def verdicts(document):
    return {(entry.get("program"), entry["entry"]): entry["verdict"] for entry in document["entries"]}


def units_of(record):
    units = {}
    for name in os.listdir(os.path.join(record, "units")):
        if name.endswith(".json"):
            unit = json.load(open(os.path.join(record, "units", name)))
            units[name[:-5]] = {**unit, "code": os.path.exists(os.path.join(record, "units", name[:-5] + ".bc"))}
    return units


def links_of(record):
    """By output: its units, as sources."""
    units = units_of(record)
    links = {}
    for name in os.listdir(os.path.join(record, "links")):
        link = json.load(open(os.path.join(record, "links", name)))
        links[os.path.basename(link["output"])] = sorted(os.path.basename(units[u]["source"]) if u in units else "?" + u for u in link["units"])
    return links


# --- the drivers

def as_clang(directory):
    """Without a record the drivers are clang, to the byte."""
    here = files(os.path.join(directory, "plain"), a_c="#include <stdio.h>\nint main(void) { puts(__FILE__); return 3; }\n", bad_c="int f( { }\n",
                 b_cc="#include <string>\nint main() { std::string s = \"x\"; return int(s.size()); }\n", s_s=".text\n.globl g\ng: ret\n")
    for words in ("--version", "-dumpmachine", "-E a.c", "-S a.c -o -", "-M a.c", "-v -fsyntax-only a.c", "-fsyntax-only bad.c", "none.c", "", "-print-prog-name=ld"):
        ours, theirs = sh(f"$CLEAVE cc {words}", here, status=None), sh(f"clang-19 {words}", here, status=None)
        expect((ours.returncode, ours.stdout, ours.stderr) == (theirs.returncode, theirs.stdout, theirs.stderr), f"cc {words} is not clang {words}")
    sh("$CLEAVE cc -O2 -MD -c a.c -o x.o && mv x.d x1.d && clang-19 -O2 -MD -c a.c -o x2.o", here)
    expect(filecmp.cmp(os.path.join(here, "x.o"), os.path.join(here, "x2.o"), shallow=False), "an object of the driver is not clang's")
    sh("$CLEAVE c++ b.cc -o b && ./b", here, status=1)
    sh("echo 'int main(void) { return 4; }' | $CLEAVE cc -x c - -o in && ./in", here, status=4)


def kept(directory):
    """With a record they do the same, and keep it."""
    here = files(os.path.join(directory, "kept"), a_c="#include \"h.h\"\nint a(int x) { return x + H; }\n", h_h="#define H 1\n",
                 x__same_c="static int k(void) { return 1; }\nint x(void) { return k(); }\n", y__same_c="static int k(void) { return 2; }\nint y(void) { return k(); }\n",
                 main_c="int a(int), x(void), y(void), asmed(void);\nint main(void) { return a(0) + x() + y() + asmed(); }\n",
                 asmed_S=".globl asmed\nasmed: movl $4, %eax\nret\n.section .note.GNU-stack,\"\",@progbits\n", extra_c="int extra;\n", words_rsp="-c main.c -o 'the main.o'\n")
    write(here, "build.sh", """set -e
$CC -E a.c > /dev/null; $CC -S a.c -o a.s; $CC -M a.c > /dev/null; $CC -c -o /dev/null a.c; $CC --version > /dev/null
$CC -c x/same.c -o x/same.o & $CC -c y/same.c -o y/same.o & wait
echo 'int generated(void) { return 0; }' > gen.c; $CC -c gen.c -o gen.o; rm gen.c
$CC -c a.c; mv a.o renamed.o; $CC -c extra.c
$CC @words.rsp
$CC -c asmed.S -o asmed.o
ld -r renamed.o x/same.o -o part.o; cp part.o copied.o
ar rcs lib.a y/same.o extra.o gen.o asmed.o
$CC 'the main.o' copied.o lib.a -o prog
echo 'int main(void) { return 0; }' > conftest.c; $CC conftest.c -o conftest; rm -f conftest*
echo 'int main(void) { return 0; }' | $CC -x c - -o stdin
$CC main.c a.c x/same.c y/same.c asmed.S -o direct
$CXX -x c++ -c extra.c -o extra2.o; $CC -shared extra2.o -o libextra.so.1
if $CC -c missing.c 2> /dev/null; then exit 9; fi
""")
    sh("$CLEAVE build -o rec -- sh build.sh", here)
    left = sorted(name for name in os.listdir(here) if not name.endswith((".c", ".S", ".h", ".sh", ".rsp")))
    expect(left == sorted(["a.s", "x", "y", "gen.o", "renamed.o", "extra.o", "the main.o", "asmed.o", "part.o", "copied.o", "lib.a", "prog", "stdin", "direct", "extra2.o",
                           "libextra.so.1", "rec"]), f"left in the tree: {left}")
    sh("./prog", here, status=8)
    sh("./direct", here, status=8)
    rec = os.path.join(here, "rec")
    expect(not os.listdir(os.path.join(rec, "tmp")), f"left on their way: {os.listdir(os.path.join(rec, 'tmp'))}")
    links = links_of(rec)
    expect(links == {"prog": ["a.c", "asmed.S", "main.c", "same.c", "same.c"], "direct": ["a.c", "asmed.S", "main.c", "same.c", "same.c"], "stdin": ["-"],
                     "lib.a": ["asmed.S", "extra.c", "gen.c", "same.c"], "libextra.so.1": ["extra.c"]}, f"links: {links}")
    units = units_of(rec)
    expect(not any("conftest" in unit["source"] for unit in units.values()), "conftest stays")
    expect(all(unit["code"] == (not unit["source"].endswith(".S")) for unit in units.values()), "each unit but assembly has code")
    expect(any(unit["source"].endswith("gen.c") for unit in units.values()), "a source that is gone")


def precompiled(directory):
    here = files(os.path.join(directory, "pch"), h_h="#define N 3\nstatic inline int h(void) { return N; }\n", a_c="int main(void) { return h(); }\n", b_c="int main(void) { return h(); }\n")
    write(here, "build.sh", "set -e\n$CC -O2 -x c-header h.h -o h.h.pch\n$CC -O2 -include-pch h.h.pch a.c -o a\n$CC -O2 -include h.h b.c -o b\n")
    sh("$CLEAVE build -o rec -- sh build.sh && ./a", here, status=3)
    units = units_of(os.path.join(here, "rec"))
    expect(len(units) == 2 and all(unit["code"] for unit in units.values()), f"with precompiled headers: {units}")


def lto(directory):
    here = files(os.path.join(directory, "lto"), a_c="int a(void) { return 5; }\n", main_c="int a(void);\nint main(void) { return a(); }\n")
    write(here, "build.sh", "set -e\n$CC -flto -c a.c\n$CC -flto -c main.c\nar rcs l.a a.o\n$CC -flto main.o l.a -o prog || $CC -flto main.o a.o -o prog\n")
    if sh("clang-19 -flto a.c main.c -o try", here, status=None).returncode != 0:
        return  # this machine's linker has no plugin for it
    sh("$CLEAVE build -o rec -- sh build.sh", here)
    expect(links_of(os.path.join(here, "rec")).get("prog") == ["a.c", "main.c"], f"LLVM code is linked: {links_of(os.path.join(here, 'rec'))}")


def added(directory):
    """Flags and objects that are added on the way: the place for probes."""
    here = files(os.path.join(directory, "added"), main_c="int extra(void);\nint main(void) {\n#ifdef ADDED\nreturn extra();\n#else\nreturn 0;\n#endif\n}\n", extra_c="int extra(void) { return 6; }\n",
                 lib_c="int lib(void) { return 0; }\n")
    sh("clang-19 -c extra.c -o 'the extra.o'", here)
    variables = {"CLEAVE_COMPILE_FLAGS": "-DADDED=1 '-DTEXT=\"a b\"'", "CLEAVE_LINK_INPUTS": os.path.join(here, "the extra.o").replace(" ", "\\ ")}
    sh("$CLEAVE cc main.c -o prog && ./prog", here, status=6, **variables)
    sh("echo 'int extra(void); int main(void) { return extra(); }' | $CLEAVE cc -x c - -o in && ./in", here, status=6, **variables)
    sh("$CLEAVE cc -c main.c && $CLEAVE cc -r main.o -o r.o && ! nm r.o | grep -q 'T extra' && $CLEAVE cc main.o -o two && ./two", here, status=6, **variables)
    sh("$CLEAVE cc -shared lib.c -o lib.so && nm lib.so | grep -q 'T extra'", here, **variables)


# --- builds

LIBRARY = "static int step(int x) { return x + 1; }\nint clamp(int i) { int x = step(i) - 1; return x > 0 ? x : 0; }\nint twice(int i) { return step(i) * 2; }\n"
MAKEFILE = """all: one two
lib/libcommon.a: lib/common.o
	$(AR) rcs $@ $^
one: one.o left/util.o right/util.o lib/libcommon.a
	$(CC) -o $@ $^
two: two.c lib/libcommon.a
	$(CC) $(CFLAGS) -o $@ $^
"""


def sources(directory, **others):
    texts = dict(lib__common_c=LIBRARY, left__util_c="static int scale(int x) { return x * 3; }\nint leftUtil(int x) { return scale(x); }\n",
                 right__util_c="static int scale(int x) { return x * 5; }\nint rightUtil(int x) { return scale(x); }\n",
                 one_c="int clamp(int), leftUtil(int), rightUtil(int);\nint main(int argc, char** argv) { return argc > 1 ? clamp(argc) + leftUtil(argc) + rightUtil(argc) : 0; }\n",
                 two_c="int clamp(int), twice(int);\nint main(int argc, char** argv) { return argc > 2 ? twice(clamp(argc)) : 1; }\n", Makefile=MAKEFILE)
    return files(directory, **{**texts, **others})


CHANGED = LIBRARY.replace("x > 0 ? x : 0", "x > 0 ? x + (x == 7) : 0")


def two_programs(directory):
    place = Place(directory, "programs")
    before, after = sources(os.path.join(place.path, "before")), sources(os.path.join(place.path, "after"), lib__common_c=CHANGED)
    found = place.diff("before", "after/", "--build", "make -j3", status=1)
    expect(verdicts(found) == {("one", "clamp"): "different", ("one", "main"): "equivalent", ("two", "main"): "equivalent"}, f"once for both programs: {verdicts(found)}")
    expect(all(change["file"] == "lib/common.c" for entry in found["entries"] for change in entry["changes"]), "places are below the root")
    expect(sorted(os.listdir(before)) == ["Makefile", "left", "lib", "one.c", "right", "two.c"] and os.listdir(os.path.join(before, "left")) == ["util.c"], "nothing is written into before")

    found = place.diff("before", "after", "--build", "make", "--program", "two", status=1)
    expect(verdicts(found) == {("two", "clamp"): "different", ("two", "main"): "equivalent"}, f"one program: {verdicts(found)}")
    found = place.diff("before", "before", "--build", "make", status=0)
    expect(not found["entries"] and any(note.startswith("no program or library differs") for note in found["notes"]), f"the same: {found['notes']}")

    # Statics of one name, in files of one name: only one of them changed.
    sources(os.path.join(place.path, "right"), right__util_c="static int scale(int x) { return x * 6; }\nint rightUtil(int x) { return scale(x); }\n")
    found = place.diff("before", "right", "--build", "make", "--entry", "rightUtil", "--entry", "leftUtil", status=1)
    expect(verdicts(found)[("one", "rightUtil")] == "different" and verdicts(found)[("one", "leftUtil")] == "equivalent", f"equal names: {verdicts(found)}")

    # An earlier build left its objects: they are not taken for what they were made of.
    sh("make CC=cc", before)
    found = place.diff("before", "after", "--build", "make", status=1)
    expect(("one", "clamp") in verdicts(found), f"on top of an earlier build: {verdicts(found)}")

    assumed = place.diff("before", "after", "--build", "make", "--entry", "clamp", "--assume", "i != 7", "--program", "one", status=0)
    expect(verdicts(assumed) == {("one", "clamp"): "equivalent"}, f"--assume: {verdicts(assumed)}")


def makefile_names_gcc(directory):
    place = Place(directory, "gcc")
    for name, text in (("before", "int f(int x) { return x; }\n"), ("after", "int f(int x) { return x | 0; }\n")):
        files(os.path.join(place.path, name), f_c=text, Makefile="CC = gcc -std=gnu99\nlibf.so: f.c\n\t$(CC) -shared -fPIC -o $@ f.c\n")
    expect(verdicts(place.diff("before", "after", "--build", "make", status=0)) in ({("libf.so", "f"): "equivalent"}, {}), "a makefile that says gcc")


def own_library(directory):
    """A shared library of the project is a part of the program: what changes there is not taken for granted."""
    place = Place(directory, "shared")
    build = "clang -shared -fPIC -Wl,-soname,libs.so.1 s.c -o libs.so.1 && cc main.c ./libs.so.1 -o prog"
    main = "int s(int);\nint f(int x) { return s(x) %s; }\nint main(void) { return f(0); }\n"
    for name, text, change in (("before", "int s(int x) { return x; }\n", "* 2"), ("after", "int s(int x) { return x + 1; }\n", "+ s(x)")):
        files(os.path.join(place.path, name), s_c=text, main_c=main % change)
    found = verdicts(place.diff("before", "after", "--build", build, status=1))
    expect(found.get(("prog", "f")) == "different" and found.get(("prog", "s")) == "different" and ("libs.so", "s") not in found, f"own libraries: {found}")


def inlined(directory):
    """What optimised code needs no more of an archive, ours does: it is there."""
    place = Place(directory, "inlined")
    header = "static inline int low(int x) { extern int high(int); return __builtin_constant_p(x) ? 1 : high(x); }\n"
    for name, number in (("before", 1), ("after", 2)):
        files(os.path.join(place.path, name), h_h=header, high_c=f"int high(int x) {{ return x + {number}; }}\n", used_c="#include \"h.h\"\nint used(void) { return low(4); }\n",
              main_c="int used(void);\nint main(void) { return used(); }\n")
    found = verdicts(place.diff("before", "after", "--build", "cc -O2 -c high.c used.c && ar rcs lib.a high.o used.o && cc main.c lib.a -o prog", "--entry", "high", status=1))
    expect(found == {("prog", "high"): "different"}, f"what was inlined: {found}")


def unseen(directory):
    """What cannot be looked into, and changed, is not equivalent."""
    place = Place(directory, "unseen")
    asm = ".globl k\nk: movl $%d, %%eax\nret\n"
    for name, number in (("before", 1), ("after", 2)):
        files(os.path.join(place.path, name), k_s=asm % number, main_c="int k(void);\nint main(void) { return k(); }\n")
    found = place.diff("before", "after", "--build", "cc -c k.s && cc main.c k.o -o prog", status=3)
    expect(any("k.s (assembly)" in entry["reason"] for entry in found["entries"]), f"assembly: {found['entries']}")
    found = place.diff("before", "before", "--build", "cc -c k.s && cc main.c k.o -o prog", status=0)
    expect(not found["entries"], "the same assembly")


def moves_with_the_root(directory):
    """Absolute names (assert, CMake's sources) are no difference."""
    place = Place(directory, "paths")
    for name in ("before", "after"):
        files(os.path.join(place.path, name), sub__a_c="#include <assert.h>\nint a(int x) { assert(x); return x; }\nint main(void) { return a(1); }\n",
              CMakeLists_txt="cmake_minimum_required(VERSION 3.20)\nproject(p C)\nadd_executable(prog sub/a.c)\n")
    build = "cmake -S . -B out > log && cmake --build out"
    found = place.diff("before", "after", "--build", build, status=0)
    expect(not found["entries"] and any("no program or library differs (1 compared)" in note for note in found["notes"]), f"the same with CMake, its experiments left out: {found['notes']}")
    files(os.path.join(place.path, "after"), sub__a_c="#include <assert.h>\nint a(int x) { assert(x); return x ^ 1; }\nint main(void) { return a(1); }\n")
    found = place.diff("before", "after", "--build", build, "--entry", "a", status=1)
    expect(verdicts(found) == {("out/prog", "a"): "different"}, f"with CMake: {verdicts(found)}")


def words_as_compiler(directory):
    """CC="cleave cc", for make and CMake."""
    here = files(os.path.join(directory, "words"), a_c="int main(void) { return 0; }\n", CMakeLists_txt="cmake_minimum_required(VERSION 3.20)\nproject(p C)\nadd_executable(prog a.c)\n")
    sh('make a CC="$CLEAVE cc" && ./a', here)
    sh('CC="$CLEAVE cc" cmake -S . -B out && cmake --build out && out/prog', here)
    os.symlink(CLEAVE, os.path.join(here, "cleave-cc"))
    sh("./cleave-cc a.c -o linked && ./linked", here)


# --- versions

def repository(directory):
    place = Place(directory, "git")
    here = sources(place.path)
    git = "git -c user.name=x -c user.email=x@y -c init.defaultBranch=main "
    write(here, ".gitignore", "*.o\n*.a\none\ntwo\n")
    sh(f"{git} init -q . && {git} add . && {git} commit -qm one", here)
    sources(here, lib__common_c=CHANGED)
    sh(f"{git} commit -qam two && make CC=cc", here)
    before = sh("git status --porcelain --ignored; git worktree list; find .git -type f | sort | xargs sha256sum", here).stdout
    for versions in (["HEAD~1", "HEAD"], ["HEAD~1", "."]):
        found = place.diff(*versions, "--build", "make", status=1)
        expect(verdicts(found).get(("one", "clamp")) == "different", f"{versions}: {verdicts(found)}")
    with tempfile.TemporaryDirectory() as out:
        place.cleave("diff", "HEAD~1..HEAD", "--build", "make", "--out", out, *WORDS, status=1)
        done = place.cleave("diff", "HEAD~1", "HEAD", "--build", "make", "--program", "three", "--out", out, status=2)
        expect("there are one, two, lib/libcommon.a" in done.stderr, f"an unknown program: {done.stderr}")
        done = place.cleave("diff", "HEAD~1", "nonsense", "--build", "make", "--out", out, status=2)
        expect(done.stderr == "cleave: 'nonsense' is neither a directory nor a revision of a git repository here\n", f"no revision: {done.stderr}")
        done = place.cleave("diff", "HEAD~1", "HEAD", "--out", out, status=2)
        expect("--build 'make'" in done.stderr and len(done.stderr.splitlines()) == 1, f"no build command: {done.stderr}")
    expect(sh("git status --porcelain --ignored; git worktree list; find .git -path .git/.cleave -prune -o -type f -print | sort | xargs sha256sum", here).stdout == before, "the repository is as it was, but for what is remembered")


def not_committed(directory):
    """The working tree, what is staged, and a patch, each against a commit."""
    place = Place(directory, "staged")
    here = place.path
    git = "git -c user.name=x -c user.email=x@y -c init.defaultBranch=main "
    write(here, "Makefile", "prog: f.c\n\t$(CC) -o prog f.c\n")
    program = "int f(int n) {{ return n + {}; }}\nint main(int c, char** v) {{ return f(c) + !v; }}\n"
    write(here, "f.c", program.format(1))
    sh(f"{git} init -q . && {git} add . && {git} commit -qm one", here)
    write(here, "f.c", program.format(2))
    sh("git add f.c", here)
    write(here, "f.c", program.format(3))
    sh("git diff HEAD > ../change.diff", here)
    with tempfile.TemporaryDirectory() as out:
        def shown(*words, status=1):
            done = place.cleave("diff", *words, "--build", "make", "--entry", "f", "--json", *WORDS, "--out", out, status=status)
            return [p["after_expr"]["return"] for p in json.loads(done.stdout)["entries"][0]["partitions"]] if done.stdout else done.stderr

        expect(shown("HEAD") == ["n + 3"], f"the working tree: {shown('HEAD')}")
        expect(shown("--staged") == ["n + 2"] and shown("HEAD", "--staged") == ["n + 2"], "what is staged")
        sh("git checkout -q HEAD -- f.c", here)
        expect(shown("--patch", "../change.diff") == ["n + 3"] and shown("HEAD", "--patch", "../change.diff") == ["n + 3"], "a patch")
        write(here, "wrong.diff", "no patch\n")
        for words in (["--patch", "wrong.diff"], ["--patch", "absent.diff"], ["HEAD", "HEAD", "--patch", "../change.diff"], ["--staged", "--patch", "../change.diff"]):
            said = shown(*words, status=2)
            expect(said.startswith("cleave: ") and len(said.splitlines()) == 1, f"{words}: {said}")
    expect(open(os.path.join(here, "f.c")).read() == program.format(1), "nothing is written")


def failing(directory):
    place = Place(directory, "failing")
    sources(os.path.join(place.path, "before"), Makefile="all:\n\t@for i in 1 2 3 4 5 6 7 8 9; do echo line $$i; done\n\t@echo the reason; exit 3\n")
    after = sources(os.path.join(place.path, "after"))
    with tempfile.TemporaryDirectory() as out:
        done = place.cleave("diff", "before", "after", "--build", "make", "--out", out, status=2)
        expect("before (before): the build failed (exit status 2): make\n" in done.stderr and "the reason" in done.stderr, f"a build that fails: {done.stderr}")
        done = place.cleave("diff", "after", "after", "--build", "true", "--out", out, status=2)
        expect("the build compiled nothing" in done.stderr and len(done.stderr.splitlines()) == 1, f"nothing compiled: {done.stderr}")
        done = place.cleave("diff", "after", "after", "--build", "make", "--before-build", "false", "--out", out, status=2)
        expect("the build failed (exit status 1): false" in done.stderr, f"each its own: {done.stderr}")
    done = sh("$CLEAVE build -- make one CFLAGS=-Dint=", after, status=2)
    expect("error:" in done.stderr and "the build failed (exit status 2)" in done.stderr, f"cleave build fails: {done.stderr}")
    done = sh("$CLEAVE build", after, status=2)
    expect("say what to run" in done.stderr, "nothing to build")
    done = sh("mkdir mine && touch mine/x && $CLEAVE build -o mine -- make && exit 1; ls mine", after)
    expect(done.stdout == "x\n" and "is no record" in done.stderr, f"another directory is not overwritten: {done.stdout}{done.stderr}")


def interrupted(directory):
    """Ctrl-C during a build: nothing is left, neither files nor processes. Nor if cleave is killed."""
    stopped(directory, "interrupted", signal.SIGINT)
    stopped(directory, "killed", signal.SIGKILL)


def stopped(directory, name, how):
    place = Place(directory, name)
    sources(os.path.join(place.path, "before"), Makefile="all:\n\ttouch started\n\tsleep 98765 & sleep 98765\n")
    child = subprocess.Popen([CLEAVE, "diff", "before", "before", "--build", "make", "--out", os.path.join(place.path, "out")], cwd=place.path, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                             env={**os.environ, "TMPDIR": place.tmp})
    for _ in range(600):
        if any("started" in names for _, _, names in os.walk(place.tmp)):
            break
        time.sleep(0.05)
    child.send_signal(how)
    _, errors = child.communicate(timeout=30)
    if how == signal.SIGINT:
        expect(child.returncode == 2 and b"stopped during the build" in errors, f"{name}: {child.returncode} {errors}")
        expect(not os.listdir(place.tmp), f"{name}: left: {os.listdir(place.tmp)}")
    running = []
    for _ in range(100):
        running = [pid for pid in os.listdir("/proc") if pid.isdigit() and b"98765" in command_line(pid)]
        if not running and not os.listdir(place.tmp):
            return
        time.sleep(0.1)
    expect(False, f"{name}: processes {running} of the build go on, {os.listdir(place.tmp)} is left")


def command_line(pid):
    try:
        return open(f"/proc/{pid}/cmdline", "rb").read()
    except OSError:
        return b""


def records(directory):
    """What `cleave build` kept is a version."""
    place = Place(directory, "records")
    for name, text in (("before", LIBRARY), ("after", CHANGED)):
        here = sources(os.path.join(place.path, name), lib__common_c=text)
        done = sh("$CLEAVE build -o ../rec-%s -- make -j2 && make clean 2> /dev/null; rm -f one two */*.o" % name, here, status=None)
        expect("5 units, 2 programs, 1 library" in done.stdout, f"the summary: {done.stdout}")
    found = place.diff("rec-before", "rec-after", status=1)
    expect(verdicts(found).get(("one", "clamp")) == "different", f"records: {verdicts(found)}")


# What GCC's library has compiled ahead of time is compiled with the project, so that there is code to look at.
def library_of_cxx(directory):
    place = Place(directory, "cxx")
    text = '#include <string>\nint longer(const std::string& a, const std::string& b) { std::string all = a; all += b; return %s; }\nint main() { return longer("a", "b"); }\n'
    for name, result in (("before", "all.size() > 3 ? 1 : 0"), ("after", "all.length() >= 4 ? 1 : 0"), ("other", "all.length() >= 3 ? 1 : 0")):
        here = os.path.join(place.path, name)
        os.makedirs(here)
        write(here, "one.cpp", text % result)
        write(here, "Makefile", "one: one.cpp\n\t$(CXX) -o one one.cpp\n")
    entry = ("longer", "--bound", "a=3", "--bound", "b=3")
    found = place.diff("before", "after", "--build", "make", "--entry", *entry, status=0)
    expect(list(verdicts(found).values()) == ["equivalent"], f"strings of a project: {verdicts(found)} {[each['reason'] for each in found['entries']]}")
    found = place.diff("before", "other", "--build", "make", "--entry", *entry, status=1)
    expect(list(verdicts(found).values()) == ["different"], f"strings of a project: {verdicts(found)}")


def compile_commands(directory):
    place = Place(directory, "commands")
    for name, text in (("before", LIBRARY), ("after", CHANGED)):
        here = sources(os.path.join(place.path, name), lib__common_c=text)
        names = ["lib/common.c", "left/util.c", "right/util.c", "one.c", "two.c"]
        entries = [{"directory": here, "file": each, "arguments": ["ccache", "/usr/bin/cc", "-O2", "-o", each[:-1] + "o", "-c", each]} for each in names[:3]]
        entries += [{"directory": here, "file": os.path.join(here, each), "command": f"cc -g -c '{os.path.join(here, each)}'"} for each in names[3:]]
        write(here, "compile_commands.json", json.dumps(entries))
    found = place.diff("before", "after", status=1)
    expect(verdicts(found) == {("one", "clamp"): "different", ("one", "main"): "equivalent", ("two", "main"): "equivalent"}, f"compile_commands.json: {verdicts(found)}")
    expect(sorted(os.listdir(os.path.join(place.path, "before"))) == ["Makefile", "compile_commands.json", "left", "lib", "one.c", "right", "two.c"], "nothing is written there")
    write(os.path.join(place.path, "after"), "compile_commands.json", "[{")
    with tempfile.TemporaryDirectory() as out:
        done = place.cleave("diff", "before", "after", "--out", out, status=2)
    expect("cannot read" in done.stderr and len(done.stderr.splitlines()) == 1, f"a damaged file: {done.stderr}")


with tempfile.TemporaryDirectory() as directory:
    directory = os.path.realpath(directory)
    for check in (as_clang, kept, precompiled, lto, added, two_programs, makefile_names_gcc, own_library, inlined, unseen, moves_with_the_root, words_as_compiler, repository, not_committed, failing, interrupted,
                  records, library_of_cxx, compile_commands):
        check(directory)
finish()
