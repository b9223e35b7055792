#!/usr/bin/python3
"""Generated pairs of C++ functions that throw, catch, throw again and have destructors, in two small inputs; every claim of cleave is checked natively
on every input: an input of an equal partition must behave equally, one of a different partition differently, and an exhaustive result must cover it.

  exceptions.py CLEAVE [--seed N] [--count N] [--granularity NAME] [--keep DIRECTORY]
"""
import argparse, json, os, random, shutil, subprocess, sys, tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "pairs"))
import smt_value

PREAMBLE = """#include <stdio.h>
#include <stdexcept>
int total;
struct Base { int tag; explicit Base(int t) : tag(t) {} virtual ~Base() {} virtual int twice() const { return tag * 2; } };
struct Left : Base { explicit Left(int t) : Base(t) {} int twice() const override { return tag * 4; } };
struct Wide { int pad = 1; };
struct Right : Wide, Base { explicit Right(int t) : Base(t) {} };
struct Guard { int id; explicit Guard(int i) : id(i) {} ~Guard() { total = total * 3 + id; } };
struct Speaker { int id; explicit Speaker(int i) : id(i) {} ~Speaker() { printf("%d;", id); } };
"""
THROWN = ["{e}", "static_cast<unsigned>({e})", "Base({e})", "Left({e})", "Right({e})", "std::out_of_range(\"r\")", "std::runtime_error(\"s\")"]
CAUGHT = [("int e", "e"), ("unsigned e", "(int)e"), ("const Base& e", "e.twice()"), ("Left& e", "e.tag"), ("const std::exception& e", "e.what()[0]"),
          ("std::logic_error& e", "(int)sizeof e"), ("...", "7")]


class Generator:
    """A function is lines with holes; a change fills one hole otherwise."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.helpers = 0

    def expression(self):
        r = self.random
        return r.choice(["a", "b", "a + b", "a - b", "a * 2", "v", "v + a", "v ^ b", str(r.randint(-4, 9)), "a & 3"])

    def condition(self):
        r = self.random
        return f"{r.choice(['a', 'b', 'v', 'a + b', 'a & 3', 'total'])} {r.choice(['<', '>', '==', '!=', '<=', '>='])} {r.randint(-3, 9)}"

    def throw(self):
        return "throw " + self.random.choice(THROWN).format(e=self.expression()) + ";"

    def statements(self, depth, inHandler):
        return [line for _ in range(self.random.randint(1, 3)) for line in self.statement(depth, inHandler)]

    def statement(self, depth, inHandler):
        r = self.random
        kind = r.choice(["assign", "global", "throw", "call", "try", "guard", "if", "return", "print"] + (["again"] if inHandler else []))
        if depth <= 0 and kind in ("try", "if"):
            kind = "assign"
        if kind == "assign":
            return [f"v = {self.expression()};"]
        if kind == "global":
            return [f"total += {self.expression()};"]
        if kind == "throw":
            return [f"if ({self.condition()}) {self.throw()}"]
        if kind == "again":
            return [f"if ({self.condition()}) throw;"]
        if kind == "call" and self.helpers:
            return [f"v += h{r.randrange(self.helpers)}({self.expression()}, {self.expression()});"]
        if kind == "guard":
            return [f"{r.choice(['Guard', 'Speaker'])} g{r.randrange(10 ** 6)}({r.randint(1, 9)});"]
        if kind == "if":
            return [f"if ({self.condition()}) {{"] + self.statements(depth - 1, inHandler) + ["}"]
        if kind == "return":
            return [f"if ({self.condition()}) return {self.expression()};"]
        if kind == "try":
            handlers = r.sample(CAUGHT[:-1], r.randint(1, 3)) + ([CAUGHT[-1]] if r.random() < 0.4 else [])
            lines = ["try {"] + self.statements(depth - 1, inHandler)
            for declared, value in handlers:
                lines += [f"}} catch ({declared}) {{", f"v += {value};"] + self.statements(depth - 1, True)
            return lines + ["}"]
        return [f"printf(\"%d,\", {self.expression()});"]

    def function(self, name):
        quiet = " noexcept" if self.random.random() < 0.1 else ""
        return [f"int {name}(int a, int b){quiet} {{", "int v = 0;"] + self.statements(3, False) + self.statements(2, False) + ["return v + total;", "}"]

    def program(self):
        lines = []
        for k in range(self.random.randint(1, 3)):
            lines += self.function(f"h{k}")
            self.helpers = k + 1
        return lines + self.function("body")

    def changed(self, lines):
        """Another line in place of one, or one more, or one less."""
        lines = list(lines)
        plain = [k for k, line in enumerate(lines) if line.endswith(";") and not line.startswith(("int v", "return v"))]
        at = self.random.choice(plain) if plain else 1
        self.helpers = 0
        inHandler = lines[at].endswith("throw;")
        way = self.random.random()
        if way < 0.3:
            lines[at] = lines[at].replace("+", "-") if "+" in lines[at] else self.throw() if way < 0.1 else lines[at].replace(" 1", " 2").replace("< ", "<= ")
        elif way < 0.5:
            lines[at : at + 1] = []
        elif way < 0.8:
            lines[at : at + 1] = self.statement(0, inHandler)
        else:
            lines[at:at] = self.statement(0, False)
        return lines


def source(lines):
    return PREAMBLE + "\n".join(lines) + "\nint f(signed char a, bool b) { return body(a, b); }\n"


DRIVER = """
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
static void show(int a, int b) {
  try { printf("= %d", f((signed char)a, b != 0)); }
  catch (int e) { printf("! int %d", e); } catch (unsigned e) { printf("! unsigned %u", e); }
  catch (const Left& e) { printf("! Left %d", e.tag); } catch (const Right& e) { printf("! Right %d", e.tag); } catch (const Base& e) { printf("! Base %d", e.tag); }
  catch (const std::out_of_range& e) { printf("! oor %s", e.what()); } catch (const std::runtime_error& e) { printf("! rt %s", e.what()); }
  printf(" total %d", total);
}
int main() {
  setvbuf(stdout, 0, _IONBF, 0);
  for (int a = -128; a < 128; ++a)
    for (int b = 0; b < 2; ++b) {
      int pipes[2];
      if (pipe(pipes) != 0) return 1;
      pid_t child = fork();
      if (child == 0) { dup2(pipes[1], 1); dup2(pipes[1], 2); close(pipes[0]); show(a, b); _exit(0); }
      close(pipes[1]);
      char text[4096]; size_t used = 0; ssize_t n;
      while ((n = read(pipes[0], text + used, sizeof text - 1 - used)) > 0) used += (size_t)n;
      close(pipes[0]);
      int status = 0; waitpid(child, &status, 0);
      for (size_t i = 0; i < used; ++i) if (text[i] == '\\n') text[i] = '|';
      text[used] = 0;
      printf("%d %s\\n", status, text);
    }
}
"""


def native(directory, name, text):
    path = os.path.join(directory, name + "_native.cpp")
    open(path, "w").write(text + DRIVER)
    binary = os.path.join(directory, name)
    subprocess.run(["clang++-19", "-O0", "-w", "-fwrapv", path, "-o", binary], check=True)
    return subprocess.run([binary], stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()


def check(cleave, seed, granularity, directory):
    """What is wrong, or nothing; and the verdict."""
    generator = Generator(seed)
    lines = generator.program()
    texts = {"before": source(lines), "after": source(generator.changed(lines))}
    for name, text in texts.items():
        open(os.path.join(directory, name + ".cpp"), "w").write(text)
    command = [cleave, "diff", "before.cpp", "after.cpp", "--entry", "f(signed char, bool)", "--json", "--budget", "5s", "--globals", "fixed",
               "--granularity", granularity, "--no-optimizer-proof", "--cflags=-w"]
    done = subprocess.run(command, cwd=directory, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=120)
    if done.returncode not in (0, 1, 3):
        return f"cleave ended with {done.returncode}: {done.stderr[-500:]}", "failed"
    document = json.loads(done.stdout)
    shown = {name: native(directory, name, text) for name, text in texts.items()}
    same = [x == y for x, y in zip(shown["before"], shown["after"])]
    if not document["entries"]:
        return ("" if all(same) else "no entry, but the versions differ"), "same code"
    entry = document["entries"][0]
    for index, equal in enumerate(same):
        values = {"a": index // 2 - 128, "b": index % 2}
        kinds = {p["kind"] for p in entry["partitions"] if smt_value.holds(smt_value.whole(p["condition"], entry), entry["inputs"], values)} if entry["partitions"] else set()
        claimed = "equal" if equal else "different"
        other = "different" if equal else "equal"
        if other in kinds:
            return f"{values} is {claimed}, and lies in a partition called {other}:\n  {shown['before'][index]}\n  {shown['after'][index]}", entry["verdict"]
        if entry["guarantee"]["exhaustive"] and not kinds and entry["partitions"]:
            return f"{values} is not covered", entry["verdict"]
        if entry["verdict"] == "equivalent" and not equal:
            return f"{values} differs", entry["verdict"]
    for p in entry["partitions"]:
        if p["kind"] == "different" and not p["confirmed"]:
            return f"partition {p['id']} is not confirmed", entry["verdict"]
    return "", entry["verdict"] + (": " + entry["reason"][:90] if entry["verdict"] == "inconclusive" else "")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("cleave")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--granularity", default="differential")
    parser.add_argument("--keep", default="")
    options = parser.parse_args()
    cleave = os.path.abspath(options.cleave)
    verdicts, failures = {}, 0
    for seed in range(options.seed, options.seed + options.count):
        with tempfile.TemporaryDirectory() as directory:
            problem, verdict = check(cleave, seed, options.granularity, directory)
            verdicts[verdict] = verdicts.get(verdict, 0) + 1
            if problem:
                failures += 1
                print(f"FAILED seed {seed}: {problem}")
                if options.keep:
                    shutil.copytree(directory, os.path.join(options.keep, str(seed)), dirs_exist_ok=True)
    for verdict, number in sorted(verdicts.items()):
        print(f"{number:6} {verdict}")
    decided = sum(n for v, n in verdicts.items() if not v.startswith("inconclusive") and v != "failed")
    if decided * 2 < options.count:
        sys.exit("too few pairs are decided")
    sys.exit(1 if failures else 0)


main()
