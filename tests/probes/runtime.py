#!/usr/bin/env python3
"""The runtime of probes in programs that do not make it easy: threads, forks, kills, a full disk, closed descriptors, small stacks, wild pointers.

    runtime.py BUILD"""
import os
import re
import signal
import subprocess
import sys
import tempfile
import time

BUILD = os.path.abspath(sys.argv[1])
PLUGIN, RUNTIME, CLEAVE = (os.path.join(BUILD, name) for name in ("cleave-probes.so", "cleave-probes.o", "cleave"))
failures = []


class Case:
    """A program in a directory of its own, with and without probes."""

    def __init__(self, name, text, settings="", flags=(), language="c"):
        self.name = name
        self.directory = tempfile.TemporaryDirectory()
        self.log = self.path("log")
        os.mkdir(self.log)
        source = self.path("t." + language)
        open(source, "w").write(text)
        open(self.path("settings"), "w").write(settings)
        driver = "clang++-19" if language == "cpp" else "clang-19"
        subprocess.run([driver, "-O1", "-w", source, *flags, "-o", self.path("plain")], check=True)
        subprocess.run([driver, "-O1", "-w", "-g", f"-fpass-plugin={PLUGIN}", source, RUNTIME, *flags, "-o", self.path("probed")], check=True,
                       env=dict(os.environ, CLEAVE_PLUGIN_OPTIONS=self.path("settings")))

    def path(self, name):
        return os.path.join(self.directory.name, name)

    def run(self, which="probed", before=(), **more):
        environment = dict(os.environ)
        if which == "probed":
            environment["CLEAVE_PROBES_LOG"] = self.log
        return subprocess.run([*before, self.path(which)], stdin=subprocess.DEVNULL, capture_output=True, env=environment, timeout=60, cwd=self.directory.name, **more)

    def same(self, before=()):
        plain, probed = self.run("plain", before), self.run("probed", before)
        shown = [(done.returncode, done.stdout, done.stderr) for done in (plain, probed)]
        self.expect(shown[0] == shown[1], f"{shown[0]} became {shown[1]}")
        return probed

    def dump(self, *words):
        done = subprocess.run([CLEAVE, "dump", "log", self.log, *words], capture_output=True, text=True)
        self.expect(done.returncode == 0, done.stderr)
        return done.stdout

    def lines(self, key):
        return [line for line in self.dump().splitlines() if f" {key}: " in line]

    def expect(self, good, message):
        if not good:
            failures.append(f"{self.name}: {message}"[:1500])


ALL = "bound 100000000\nfile 200000000\n"


def threads():
    case = Case("threads", """
#include <pthread.h>
int f(int n) { return n + 1; }
void* work(void* given) { int s = 0; for (int i = 0; i < 5000; ++i) s += f(i); return (void*)(long)s; }
int main(void) { pthread_t t[8]; for (int i = 0; i < 8; ++i) pthread_create(&t[i], 0, work, 0);
  for (int i = 0; i < 8; ++i) pthread_join(t[i], 0); return 0; }
""", ALL + "function f\n", ["-pthread"])
    case.same()
    case.expect(len(case.lines("f:entry")) == 40000, "an entry was lost")
    exits = case.lines("f:exit:0")
    case.expect(len(exits) == 40000, "an exit was lost")
    wrong = [line for line in exits if not (m := re.search(r"return = (\d+), n = (\d+), old\(n\) = (\d+)", line)) or int(m[1]) != int(m[3]) + 1 or m[2] != m[3]]
    case.expect(not wrong, f"torn: {wrong[:3]}")


def forks():
    case = Case("forks", """
#include <sys/wait.h>
#include <unistd.h>
#include <stdio.h>
struct S { int value; } s;
int f(struct S* p) { return p->value; }
int main(void) { for (int i = 0; i < 5; ++i) { if (fork() == 0) { s.value = 100 + i; f(&s); _exit(0); } }
  while (wait(0) > 0); f(&s); if (vfork() == 0) { f(&s); _exit(0); } wait(0); puts("done"); return 0; }
""", ALL + "function f\n")
    case.same()
    values = sorted(int(re.search(r"p->value = (\d+)", line)[1]) for line in case.lines("f:entry"))
    case.expect(values == [0, 0, 100, 101, 102, 103, 104], f"values {values}: a child must read its own memory")
    case.expect(len([name for name in os.listdir(case.log) if name.endswith(".probes")]) == 1, "children share the file")


def kills():
    case = Case("kills", """
volatile int stop;
int f(int n) { return n; }
int main(void) { for (int i = 0; !stop; ++i) f(i); return 0; }
""", ALL + "function f\n")
    process = subprocess.Popen([case.path("probed")], env=dict(os.environ, CLEAVE_PROBES_LOG=case.log))
    time.sleep(0.3)
    process.send_signal(signal.SIGKILL)
    process.wait()
    seen = [int(re.search(r"n = (\d+)", line)[1]) for line in case.lines("f:entry")]
    case.expect(len(seen) > 100 and seen == list(range(len(seen))), f"{len(seen)} records, and they have gaps")


def crashes():
    for name, end in (("abort", "__builtin_trap();"), ("_exit", "_exit(3);"), ("null", "*(volatile int*)0 = 1;")):
        case = Case("crash by " + name, "#include <unistd.h>\nint f(int n) { return n; }\nint main(void) { f(7); " + end + " }\n")
        case.same()
        case.expect(len(case.lines("f:entry")) == 1, "the record before the end is missing")


def full_disk():
    case = Case("full disk", """
#include <stdio.h>
int f(int n) { return n; }
int main(void) { int s = 0; for (int i = 0; i < 200000; ++i) s += f(i); printf("%d\\n", s); return 0; }
""", ALL + "function f\n")
    expected = case.run("plain").stdout
    script = f"mount -t tmpfs -o size=300k none {case.log} && CLEAVE_PROBES_LOG={case.log} {case.path('probed')} && {CLEAVE} dump log {case.log} --points"
    done = subprocess.run(["unshare", "-rm", "sh", "-c", script], capture_output=True)
    if done.returncode != 0 and (b"unshare" in done.stderr or b"mount:" in done.stderr):
        print("no mount namespaces here: the full disk was not tried")
        return
    case.expect(done.returncode == 0 and done.stdout.startswith(expected), f"{done}")
    case.expect(b"the disk was full" in done.stdout, f"the log does not say that the disk was full: {done.stdout}")
    script = script.replace("size=300k", "size=4k")
    done = subprocess.run(["unshare", "-rm", "sh", "-c", script], capture_output=True)
    case.expect(done.stdout.startswith(expected), f"with no room at all: {done}")


def hostile():
    case = Case("hostile", """
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <fenv.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>
struct S { int a; struct S* next; char* name; long far[100]; int last; };
int f(struct S* p, char* s, int* q, int n) { return n; }
struct S* dangling(void) { void* m = mmap(0, 8192, 3, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); munmap(m, 8192); return m; }
void handler(int sig) { f(0, 0, 0, sig); }
void* small(void* given) { return (void*)(long)f(0, "thread", 0, 1); }
int main(void) {
  errno = 77;
  f((void*)8, (char*)-1, (int*)0x8000000000000000, 1);
  f(dangling(), (char*)dangling(), (int*)dangling(), 1000);
  char* guarded = mmap(0, 8192, 3, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect(guarded + 4096, 4096, PROT_NONE);
  memset(guarded, 'x', 4096);
  f((struct S*)(guarded + 4000), guarded + 4090, (int*)(guarded + 4094), 3);
  printf("errno %d, descriptor %d, flags %d\\n", errno, open("/dev/null", O_RDONLY), fetestexcept(FE_ALL_EXCEPT));
  fflush(stdout);
  for (int d = 3; d < 100; ++d) close(d);
  f(0, "after closing", 0, 2);
  printf("descriptor %d\\n", open("/dev/null", O_RDONLY));
  static char stack[16384];
  stack_t alternative = {stack, 0, MINSIGSTKSZ > 8192 ? MINSIGSTKSZ : 8192};
  sigaltstack(&alternative, 0);
  struct sigaction action = {.sa_handler = handler, .sa_flags = SA_ONSTACK};
  sigaction(SIGUSR1, &action, 0);
  raise(SIGUSR1);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 16384);
  pthread_t thread;
  printf("%d\\n", pthread_create(&thread, &attributes, small, 0));
  pthread_join(thread, 0);
  struct rlimit none = {0, 0};
  setrlimit(RLIMIT_FSIZE, &none);
  for (int i = 0; i < 20000; ++i) f(0, "limit", 0, i);
  chroot("/proc");
  chdir("/");
  f(0, "elsewhere", 0, 3);
  fflush(stdout);
  execl("/self/exe", "x", (char*)0);
  return errno == 77;
}
""", "bound 30000\n", ["-pthread", "-lm"])
    case.same()
    lines = case.lines("f:entry")
    case.expect(len(lines) > 20000, f"{len(lines)} records")
    case.expect("a[" not in lines[0] and "strlen" not in lines[0] and "*q" not in lines[0], f"read behind a wild pointer: {lines[0]}")
    case.expect("p->" not in lines[1], f"read behind a dangling pointer: {lines[1]}")
    case.expect("p->a = 2021161080" in lines[2] and "p->last" not in lines[2] and "strlen" not in lines[2] and "*q" not in lines[2], lines[2])


def limits():
    text = "int f(int n) { return n; }\nint main(void) { int s = 0; for (int i = 0; i < 1000; ++i) s += f(i); return s & 1; }\n"
    case = Case("limits", text)
    for command in ("ulimit -f 0", "ulimit -f 8", "ulimit -v 20000", "ulimit -v 200000", "ulimit -l 0"):
        case.same(["sh", "-c", command + '; exec "$0"'])
    case.log = case.path("missing")
    case.same()
    case.log = "/proc/self"
    case.same()


def bounds():
    case = Case("bounds", """
int f(int n) { return n; }
int main(void) { int s = 0; for (int i = 0; i < 3000000; ++i) s += f(i); return s & 1; }
""", "bound 100\nfunction f\n")
    case.same()
    records = len(case.lines("f:entry"))
    case.expect(100 <= records <= 600, f"{records} records of a point whose bound is 100")
    case.expect("beyond the bound only some were recorded" in case.dump("--points"), "the log does not say that it is a sample")
    seen = [int(re.search(r"n = (\d+)", line)[1]) for line in case.lines("f:entry")]
    case.expect(seen[:100] == list(range(100)) and seen[-1] > 1000000, f"{seen[:3]} ... {seen[-3:]}")
    small = Case("file bound", "int f(int n) { return n; }\nint main(void) { int s = 0; for (int i = 0; i < 100000; ++i) s += f(i); return s & 1; }\n",
                 "bound 100000000\nfile 65536\n")
    small.same()
    small.expect("the file was full" in small.dump("--points"), "the log does not say that it was full")
    total = Case("total bound", "int f(int n) { return n; }\nint main(void) { int s = 0; for (int i = 0; i < 2000; ++i) s += f(i); return s & 1; }\n",
                 "bound 100000\ntotal 300000\n")
    for _ in range(8):
        total.same()
    used = sum(os.stat(os.path.join(total.log, name)).st_blocks * 512 for name in os.listdir(total.log))
    total.expect(used < 700000, f"{used} bytes where 300000 were asked for")
    total.expect("all files together were full" in total.dump("--points"), "the log does not say that the room for all was used up")


def libraries():
    case = Case("static", "#include <stdio.h>\nint f(int n) { return n; }\nint main(void) { printf(\"%d\\n\", f(3)); return 0; }\n", flags=["-static"])
    case.same()
    case.expect(len(case.lines("f:entry")) == 1, "a static program records nothing")
    case = Case("library", "#include <dlfcn.h>\nint main(int c, char** v) { void* l = dlopen(\"./lib.so\", 2); int (*f)(int) = dlsym(l, \"f\"); return f(4); }\n")
    open(case.path("lib.c"), "w").write("int f(int inside) { return inside; }\n")
    subprocess.run(["clang-19", "-g", "-fPIC", "-shared", f"-fpass-plugin={PLUGIN}", case.path("lib.c"), RUNTIME, "-o", case.path("lib.so")], check=True)
    done = case.run()
    case.expect(done.returncode == 4, f"{done}")
    case.expect(len(case.lines("f:entry")) == 1 and len(case.lines("main:exit:0")) == 1, "both record, each in its file")


def settings():
    directory = tempfile.TemporaryDirectory()
    source = os.path.join(directory.name, "t.c")
    open(source, "w").write("int f(int n) { return n; }\n")
    open(os.path.join(directory.name, "bad"), "w").write("nonsense 3\n")
    for name, word in (("bad", "not a setting of probes: nonsense 3"), ("missing", "cannot read the settings of probes")):
        done = subprocess.run(["clang-19", "-g", "-c", f"-fpass-plugin={PLUGIN}", source, "-o", "/dev/null"], capture_output=True, text=True,
                              env=dict(os.environ, CLEAVE_PLUGIN_OPTIONS=os.path.join(directory.name, name)))
        if done.returncode == 0 or word not in done.stderr:
            failures.append(f"settings: {done}")


for test in (threads, forks, kills, crashes, full_disk, hostile, limits, bounds, libraries, settings):
    test()
sys.exit("\n".join(failures) if failures else 0)
