#!/usr/bin/python3
"""Checks what the manifests in examples/ say, without cleave: the versions are those whose patches are there, every patch fits and every version
compiles without a warning, a version called different differs on the input that is stated for it, and one called equivalent behaves alike on random and
on hand-written inputs.

  check_natively.py EXAMPLES_DIRECTORY [NAME...] [--sanitize address,undefined] [--runs 200] [--thorough] [--verbose]

manifest.json: "entry" and "args" (what to compare, for `cleave diff before.* FILE --entry ENTRY ARGS`); "versions", each with
  "file" (what examples/version writes), "kind" (equivalent or different: of the entry), "note" (what was changed), "args" (instead of those above),
  "input" (of a different one: {"argv", "stdin"} that show it), and
  "functions" (further entries: "entry", "args", "kind", and "call": C statements that print something else in a version that differs);
"native": how main is run: "argv" (words, or how to make them), "stdin" (how to make it), "inputs" (hand-written ones), "encoding", "kinds" (the least
number of different things that the inputs must show).
How to make a text: {"tokens": [...], "count": [least, most]}: so many of them, joined; "prefix": one of these stands in front;
"repeat": [least, most]: so many such words.
"""
import argparse, collections, json, os, random, re, struct, subprocess, sys, tempfile

BROKEN = 86  # exit status of a run in which a sanitizer found something
NOTHING = {"argv": [], "stdin": ""}
Run = collections.namedtuple("Run", "status stdout stderr")


def text_from(source, chance):
    if isinstance(source, str):
        return source
    count = chance.randint(*source["count"])
    return chance.choice(source.get("prefix", [""])) + "".join(chance.choice(source["tokens"]) for _ in range(count))


def random_input(native, chance):
    argv = []
    for source in native.get("argv", []):
        repeat = source.get("repeat", [1, 1]) if isinstance(source, dict) else [1, 1]
        argv += [text_from(source, chance) for _ in range(chance.randint(*repeat))]
    return {"argv": argv, "stdin": text_from(native["stdin"], chance) if "stdin" in native else ""}


def packed(text):
    return struct.pack("=I", len(text)) + text


class Results:
    """The file that many_runs.c writes."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def number(self):
        self.at += 4
        return struct.unpack_from("=I", self.data, self.at - 4)[0]

    def text(self):
        length = self.number()
        self.at += length
        return self.data[self.at - length:self.at]

    def runs(self):
        found = []
        while self.at < len(self.data):
            status = os.waitstatus_to_exitcode(self.number())
            found.append(Run(status, self.text(), self.text()))
        return found


class Example:
    def __init__(self, directory, work, options):
        self.directory, self.work, self.options = directory, work, options
        self.name = os.path.basename(directory)
        self.manifest = json.load(open(os.path.join(directory, "manifest.json"), encoding="utf-8"))
        self.native = self.manifest["native"]
        self.encoding = self.native.get("encoding", "utf-8")
        self.suffix = os.path.splitext(self.manifest["versions"][0]["file"])[1]
        self.failures, self.runs = [], 0

    def expect(self, good, message):
        if not good:
            self.failures.append(f"{self.name}: {message}")
        return good

    def compile(self, arguments):
        command = ["clang-19" if self.suffix == ".c" else "clang++-19", "-O0", "-Wall", "-Wextra", *arguments]
        if self.options.sanitize:
            command += ["-g", f"-fsanitize={self.options.sanitize}", "-fno-sanitize-recover=all"]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        return self.expect(done.returncode == 0 and not done.stdout, f"{' '.join(command)}:\n{done.stdout}")

    def write_version(self, file):
        """The path of a changed version, made from its patch."""
        command = [os.path.join(os.path.dirname(self.directory), "version"), f"{self.name}/{file}", self.work]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        return os.path.join(self.work, self.name, file) if self.expect(done.returncode == 0, done.stdout) else None

    def build(self, path, calls):
        """One version with its main renamed, and a function that runs either it or one of the calls; many_runs.c has the main."""
        with open(path, encoding="utf-8") as source:
            takes_arguments = re.search(r"^int main\(int", source.read(), re.MULTILINE)
        stem = os.path.join(self.work, os.path.splitext(os.path.basename(path))[0])
        with open(stem + self.suffix, "w", encoding="utf-8") as out:
            out.write(f'#define main program_main\n#include "{path}"\n#undef main\n')
            out.write('extern "C" ' if self.suffix == ".cpp" else "")
            out.write("int run_version(int call, int argc, char **argv);\n\nint run_version(int call, int argc, char **argv) {\n  (void)argc, (void)argv;\n")
            for number, call in enumerate(calls, 1):
                out.write(f"  if (call == {number}) {{\n    {call}\n    return 0;\n  }}\n")
            out.write(f"  return call == 0 ? program_main({'argc, argv' if takes_arguments else ''}) : 2;\n}}\n")
        built = self.compile(["-Wno-missing-field-initializers", stem + self.suffix, self.runner, "-o", stem])
        return stem if built else None

    def run(self, program, inputs):
        """`inputs`: pairs of the number of a call (0: main) and what is given to it."""
        with open(program + ".inputs", "wb") as out:
            for call, given in inputs:
                words = [b"program"] + [word.encode(self.encoding) for word in given["argv"]]
                out.write(struct.pack("=II", call, len(words)) + b"".join(map(packed, words)) + packed(given["stdin"].encode(self.encoding)))
        environment = dict(os.environ, **{f"{tool}_OPTIONS": f"exitcode={BROKEN}" for tool in ("ASAN", "UBSAN", "MSAN", "LSAN")})
        subprocess.run([program, program + ".inputs", program + ".results"], check=True, env=environment)
        with open(program + ".results", "rb") as file:
            runs = Results(file.read()).runs()
        self.expect(len(runs) == len(inputs), f"{program}: {len(runs)} runs of {len(inputs)}")
        self.runs += len(runs)
        for (_, given), run in zip(inputs, runs):
            message = run.stderr.decode(errors="replace")
            self.expect(0 <= run.status != BROKEN, f"{os.path.basename(program)} breaks on {given}: status {run.status}\n{message}")
        return runs

    def inputs(self):
        chance = random.Random(self.name)
        stated = [version["input"] for version in self.manifest["versions"] if "input" in version]
        return self.native["inputs"] + stated + [random_input(self.native, chance) for _ in range(self.options.runs)]

    def check_lists(self):
        versions = self.manifest["versions"]
        listed = sorted([f"before{self.suffix}"] + [os.path.splitext(version["file"])[0] + ".patch" for version in versions])
        present = sorted(name for name in os.listdir(self.directory) if name.startswith(("before", "after")))
        self.expect(listed == present, f"the manifest lists {listed}, the directory has {present}")
        with open(os.path.join(os.path.dirname(self.directory), "README.md"), encoding="utf-8") as file:
            row = re.search(rf"^\| \[{self.name}\]\({self.name}\) .*\| (\d+) \|$", file.read(), re.MULTILINE)
        self.expect(row and int(row[1]) == len(versions), f"the table of examples/README.md does not say {len(versions)} versions")
        for kind, least in (("equivalent", 3), ("different", 5)):
            number = sum(version["kind"] == kind for version in versions)
            self.expect(number >= least, f"{number} {kind} versions")

    def check_main(self, version, program, known):
        """`known`: what before shows on all inputs."""
        if version["kind"] == "different":
            given = [(0, version["input"])]
            self.expect(self.run(self.before, given) != self.run(program, given), f"{version['file']} does not differ on {version['input']}")
            if not self.options.thorough:
                return
        inputs = self.inputs()
        differing = [given for given, was, now in zip(inputs, known, self.run(program, [(0, given) for given in inputs])) if was != now]
        if version["kind"] == "equivalent":
            self.expect(not differing, f"{version['file']} differs on {differing[:3]}")
        if self.options.verbose:
            print(f"  {version['file']}: {version['kind']}, {len(differing)} of {len(inputs)} inputs differ - {version['note']}")

    def check_functions(self, version, program):
        for function in version.get("functions", []):
            given = [(self.calls.index(function["call"]) + 1, NOTHING)]
            was, now = self.run(self.before, given)[0], self.run(program, given)[0]
            self.expect(was.stdout and was.status == now.status == 0, f"{version['file']}: the call of {function['entry']} fails")
            self.expect((was == now) == (function["kind"] == "equivalent"), f"{version['file']}: {function['entry']} is not {function['kind']}")

    def check(self):
        self.check_lists()
        versions = self.manifest["versions"]
        self.calls = sorted({function["call"] for version in versions for function in version.get("functions", [])})
        self.runner = os.path.join(self.work, "many_runs.o")
        source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "many_runs.c")
        if not self.compile(["-xc", "-c", source, "-o", self.runner]):
            return
        self.before = self.build(os.path.join(self.directory, f"before{self.suffix}"), self.calls)
        if not self.before:
            return
        known = self.run(self.before, [(0, given) for given in self.inputs()])
        self.expect(len(set(known)) >= self.native.get("kinds", 40), f"the inputs show only {len(set(known))} different things")
        for version in versions:
            path = self.write_version(version["file"])
            program = path and self.build(path, self.calls)
            if program:
                self.check_main(version, program, known)
                self.check_functions(version, program)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("examples")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--sanitize", default="", help="for example address,undefined or memory")
    parser.add_argument("--runs", type=int, default=200, help="random inputs per equivalent version")
    parser.add_argument("--thorough", action="store_true", help="run the random inputs on different versions, too")
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    options.examples = os.path.abspath(options.examples)
    found = sorted(name for name in os.listdir(options.examples) if os.path.exists(os.path.join(options.examples, name, "manifest.json")))
    names = options.names or found
    failures, runs = [], 0
    for name in names:
        with tempfile.TemporaryDirectory() as work:
            example = Example(os.path.join(options.examples, name), work, options)
            if options.verbose:
                print(name)
            example.check()
            failures += example.failures
            runs += example.runs
    for failure in failures:
        print(failure)
    print(f"{len(names)} examples, {runs} runs, {len(failures)} failures")
    sys.exit(0 if names and not failures else 1)


if __name__ == "__main__":
    main()
