#!/usr/bin/python3
"""cleave.toml, `cleave init`, `cleave help`, manual pages and completions, as a user would try them.

  config.py CLEAVE SOURCE_DIRECTORY
"""
import json, os, re, subprocess, tempfile

from common import CLEAVE, SOURCE, expect, finish
from common import run as cleave

CLAMP = [os.path.join(SOURCE, "examples/clamp", name) for name in ("before.c", "after.c")]


def write(path, text):
    with open(path, "w") as file:
        file.write(text)


def refused(work, text, words):
    """A cleave.toml that is wrong: one line that names the place, and status 2."""
    write(os.path.join(work, "cleave.toml"), text)
    done = cleave("diff", *CLAMP, cwd=work)
    expect(done.returncode == 2 and done.stdout == "", f"{text!r}: status {done.returncode}")
    expect(done.stderr.count("\n") == 1 and all(word in done.stderr for word in ["cleave.toml", *words]), f"{text!r}: {done.stderr!r}")


def check_settings(work):
    write(os.path.join(work, "cleave.toml"), 'json = true\nassume = "i < 0"\nbudget = "5s"\n[diff]\nentry = ["clamp"]\nbudget = "20s"\n[guard]\ntests = "make check"\n')
    below = os.path.join(work, "deep", "down")
    os.makedirs(below)
    for place in (work, below):
        done = cleave("diff", *CLAMP, cwd=place)
        entry = json.loads(done.stdout)["entries"][0]
        expect(done.returncode == 0 and entry["verdict"] == "equivalent", f"settings in {place}: status {done.returncode}")
    expect(cleave("diff", *CLAMP, "--assume", "i > 0", cwd=work).returncode == 1, "the command line comes first")
    expect(cleave("diff", *CLAMP, "--config", "none", cwd=work).stdout.startswith("clamp: different"), "--config none")
    other = os.path.join(work, "other.toml")
    write(other, 'budget = "never"\n')
    expect("'never'" in cleave("diff", *CLAMP, "--config", other, cwd=work).stderr, "--config FILE")
    expect(cleave("diff", *CLAMP, "--config", os.path.join(work, "absent.toml"), cwd=work).returncode == 2, "--config of a file that is not there")
    write(os.path.join(work, "cleave.toml"), f"before = [{json.dumps(CLAMP[0])}]\nafter = [{json.dumps(CLAMP[1])}]\nbuild = 'false'\n")
    expect(cleave("diff", cwd=work).returncode == 1, "versions from the file; how projects are built is not for files")
    expect(cleave("diff", CLAMP[0], CLAMP[0], cwd=work).returncode == 0, "versions from the command line")


def check_top_of_repository(work):
    """A file above the repository is not the project's."""
    write(os.path.join(work, "cleave.toml"), "budget = 'never'\n")
    inside = os.path.join(work, "project")
    os.makedirs(os.path.join(inside, ".git"))
    expect(cleave("diff", *CLAMP, cwd=inside).returncode == 1, "a file above the repository")


def check_init(work):
    for name, text, found in (("Makefile", "all:\n\ttrue\ntest: all\n\ttrue\n", ["make", "make test"]), ("CMakeLists.txt", "project(x C)\n", ["cmake", "ctest"]),
                              ("configure", "#!/bin/sh\n", ["./configure && make", "make check"]), ("meson.build", "project('x', 'c')\n", ["meson setup", "meson test"]), ("notes.txt", "", [])):
        place = tempfile.mkdtemp(dir=work)
        write(os.path.join(place, name), text)
        done = cleave("init", cwd=place)
        written = open(os.path.join(place, "cleave.toml")).read()
        expect(done.returncode == 0 and done.stdout.startswith("cleave.toml written: "), f"init with {name}: {done.returncode}, {done.stdout}{done.stderr}")
        expect(all(word in written for word in found), f"init with {name}: {written}")
        expect(cleave("diff", *CLAMP, cwd=place).returncode == 1, f"what init wrote for {name} is understood")
        every = re.sub(r"^# ((budget|total-budget|entry|bound|nonnull|ignore) = )", r"\1", written, flags=re.M)  # what stands in comments is understood, too
        write(os.path.join(place, "all.toml"), every)
        said = cleave("diff", *CLAMP, "--config", "all.toml", cwd=place)
        expect("parse" in said.stderr and "cleave.toml" not in said.stderr and "all.toml" not in said.stderr, f"comments of {name}: {said.stderr}")
        again = cleave("init", cwd=place)
        expect(again.returncode == 2 and "--force" in again.stderr, "init does not replace a file")
        expect(cleave("init", "--force", cwd=place).returncode == 0, "init --force does")


def check_help():
    asked, command = cleave("help", "diff"), cleave("diff", "--help")
    expect((asked.returncode, asked.stdout) == (0, command.stdout), "help diff is diff --help")
    expect(cleave("help").stdout == cleave("--help").stdout, "help is --help")
    wrong = cleave("help", "dif")
    expect(wrong.returncode == 2 and "did you mean 'diff'" in wrong.stderr, "help of what is no command")
    commands = re.findall(r"^  ([a-z]+)  ", cleave("--help").stdout.split("Subcommands:")[1], flags=re.M)
    expect(len(commands) >= 12, f"commands: {commands}")
    pages = os.path.join(os.path.dirname(CLEAVE), "manual")
    for name in commands:
        page = cleave("help", "--man", name).stdout
        expect(page.startswith(f".TH cleave\\-{name} 1") and ".SH EXIT STATUS" in page, f"manual page of {name}")
        expect(os.path.exists(os.path.join(pages, f"cleave-{name}.1")), f"manual page of {name} is installed")
    expect(cleave("help", "--completion", "tcsh").returncode == 2, "completion for an unknown shell")


def check_completion(work):
    script = os.path.join(work, "cleave.bash")
    write(script, cleave("help", "--completion", "bash").stdout)
    write(os.path.join(work, "old.c"), "")

    def completed(*words):
        line = " ".join(words)
        code = f"source {script}; cd {work}; COMP_WORDS=(cleave {line}); COMP_CWORD={len(words)}; _cleave; echo ${{COMPREPLY[@]}}"
        return subprocess.run(["bash", "-c", code], capture_output=True, text=True).stdout.split()

    expect(completed("di") == ["diff"], "a command")
    expect(completed("diff", "--gran") == ["--granularity"], "an option")
    expect(completed("diff", "ol") == ["old.c"], "a file")
    expect(completed("help", "sig") == ["signature"], "what help is asked of")
    for shell in ("zsh", "fish"):
        expect("--granularity" in cleave("help", "--completion", shell).stdout or "-l granularity" in cleave("help", "--completion", shell).stdout, shell)


with tempfile.TemporaryDirectory() as work:
    for check in (check_settings, check_top_of_repository, check_init, check_completion):
        check(tempfile.mkdtemp(dir=work))
    place = tempfile.mkdtemp(dir=work)
    refused(place, "bugdet = 3\n", [":1:", "did you mean 'budget'"])
    refused(place, "budget = '5s'\n[dif]\nall = true\n", ["'dif'", "did you mean 'diff'"])
    refused(place, "[diff]\ntests = 'make'\n", [":2:", "cleave diff has no option 'tests'"])
    refused(place, "all = 3\n", [":1:", "true or false"])
    refused(place, "budget = true\n", [":1:", "no flag"])
    refused(place, "budget = [1,\n", [])
    refused(place, "budget = {x = 1}\n", ["'budget' is a text"])
    check_help()
finish()
