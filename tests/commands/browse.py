#!/usr/bin/env python3
"""The terminal view, as a user sees and steers it: in tmux.

usage: browse.py CLEAVE SOURCE_DIR
"""
import json
import os
import subprocess
import tempfile
import time

from common import CLEAVE, SLOWER, SOURCE, expect, finish, run, write
from large_result import large_entry
from tmux import Terminal

# What differs on a few inputs, what prints bytes that would steer a terminal, what is equal.
VERSION = """
#include <stdio.h>
int area(int width, int height) {
  if (width < 0 || height < 0) return -1;
  if (width > 100 || height %s 100) return -2;
  return width * height;
}
void greet(char c) {
  printf("\\033[2J\\xff%s%%c\\n", c);
}
unsigned half(unsigned n) { return n %s; }
"""
LONG = "/* one line above the other */\n" * 200


def make_result(work):
    write(work, "before.c", LONG + VERSION % (">", "grüße", "/ 2"))
    write(work, "after.c", LONG + VERSION % (">=", "日本", ">> 1"))
    done = run("diff", "before.c", "after.c", "--entry", "area", "--entry", "greet", "--entry", "half", "--no-optimizer-proof", cwd=work)
    expect(done.returncode == 1, f"the result: {done.stdout}{done.stderr}")


def view(work, width=80, height=24, directory="cleave.out", **environment):
    return Terminal([CLEAVE, "browse", directory], width, height, cwd=work, **environment)


def lines(text):
    return [line.rstrip() for line in text.split("\n")]


def check_start_and_groups(work):
    with view(work) as terminal:
        text = terminal.wait("3 functions")
        expect("3 functions: 2 different, 1 equivalent" in text and "▌ area" in text and "? help" in text, f"the start:\n{text}")
        expect("width = 0, height = 100: before returns 0, after returns -2" in text, f"all of what shows it:\n{text}")
        terminal.keys("Enter")
        text = terminal.wait("1 Groups")
        expect("▌ exactly     width >= 0 && width <= 100 && height == 100" in text and "area(0, 100)" in text, f"groups:\n{text}")
        before, after = text.index("before      width * height   here 0"), text.index("after       -2")
        expect(before < after, "both results")
        terminal.keys("Down", "Enter")
        text = terminal.wait("group 2")
        expect("3 of 6 partitions" in text and "no changed line runs" in text, f"the partitions of a group:\n{text}")
        terminal.keys("Escape")
        terminal.wait("▌ 2  equal")
        terminal.keys("Home", "4")
        text = terminal.wait("computes")
        row = next(line for line in lines(text) if line.startswith("return "))
        expect(row.split() == ["return", "0", "-2"] and "input       area(0, 100)" in text, f"the runs:\n{text}")
        terminal.keys("5")
        expect("both versions behave alike" in " ".join(terminal.wait("guarantee").split()), "what is claimed")
        terminal.keys("n")
        text = terminal.wait("function 2 of 3")
        expect("greet" in lines(text)[0], f"the next function:\n{text}")
        terminal.keys("1")
        text = terminal.wait("▌ before      stdout")
        expect("\\x1b[2J\\xffgrüße" in text and "日本" in text, f"text of programs cannot steer the terminal:\n{text}")
        terminal.keys("?")
        terminal.wait("filter functions or partitions")
        terminal.keys("Escape", "Escape")
        terminal.wait("3 functions")
        terminal.keys("q")
        expect(terminal.status() == 0, "q")


def check_sources(work):
    with view(work) as terminal:
        terminal.wait("3 functions")
        terminal.keys("Enter", "3")
        text = terminal.wait("before  0")
        expect("205 -▌" in text and "205 +▌" in text and "the runs part here" in text, f"sources begin at the change:\n{text}")
        marked = next(line for line in lines(terminal.escapes()) if "205 " in line)
        expect("\033[31m" in marked and "\033[32m" in marked, f"without colours: {marked!r}")
        terminal.keys("Right", "Right")
        text = terminal.wait(lambda text: "height > 100)" in text and "height >= 100)" in text, "the rest of the line")
        terminal.keys("c")
        terminal.wait("  209 -")
        terminal.keys("/")
        terminal.type("above the other")
        terminal.keys("Enter")
        terminal.wait("    1   ")
        terminal.keys("Escape", "Left", "Left", "End")
        terminal.wait("unsigned half")
        terminal.size(160, 50)
        text = terminal.wait(lambda text: "│  205 +▌  if (width > 100 || height >= 100) return -2;" in text, "wide columns")
        expect(len(lines(text)) >= 50 and "? help" in lines(text)[49], f"the last line is at the end:\n{text}")
        terminal.size(60, 15)
        text = terminal.wait(lambda text: "205 +▌" in text and "│" not in text, "one column")
        terminal.size(30, 6)
        terminal.wait("cleave needs 40 x 10")
        terminal.size(80, 24)
        terminal.wait("3 Sources")


def check_filter(work):
    with view(work) as terminal:
        terminal.wait("3 functions")
        terminal.keys("/")
        terminal.type("HALF")
        text = terminal.wait("1 of 3 functions")
        expect("▌ half" in text and "▌ area" not in text and "filter: HALF" in text, f"functions:\n{text}")
        terminal.keys("Escape")
        terminal.wait("3 functions: ")
        terminal.keys("Home", "Enter", "2")
        terminal.wait("6 partitions")
        terminal.keys("f")
        text = terminal.wait("1 of 6 partitions, different")
        expect(" equal " not in text, f"one kind:\n{text}")
        terminal.keys("f", "s")
        text = terminal.wait("5 of 6 partitions, equal, by number")
        terminal.keys("/")
        terminal.type("width < 0")
        text = terminal.wait("filter: width < 0")
        terminal.keys("BSpace", "Enter", "Down")
        terminal.wait("filter: width <")
        expect("? help" in terminal.wait("▌ #"), "the filter stays")


def check_leaving(work):
    for keys in (["C-c"], ["3", "C-c"], ["/", "C-c"], ["q"]):
        with view(work) as terminal:
            terminal.wait("3 functions")
            terminal.keys(*keys)
            status, settings = terminal.status(), terminal.settings()
            expect(status == 0 and "echo" in settings and "icanon" in settings and "isig" in settings, f"{keys}: {status} {settings}")
            terminal.wait(lambda text: "functions" not in text, "the screen as it was")
    with view(work) as terminal:
        terminal.wait("3 functions")
        process = subprocess.run(["pgrep", "-f", f"^{CLEAVE} browse cleave.out"], capture_output=True, text=True).stdout.split()
        own = [each for each in process if os.readlink(f"/proc/{each}/cwd") == os.path.realpath(work)]
        os.kill(int(own[0]), 15)
        expect(terminal.status() == 0 and "icanon" in terminal.settings(), "a signal")


def check_other_terminals(work):
    with view(work, NO_COLOR="1") as terminal:
        terminal.wait("3 functions")
        terminal.keys("Enter", "3")
        terminal.wait("205 -▌")
        expect(not any(f"\033[{code}m" in terminal.escapes() for code in range(30, 38)), "colours although NO_COLOR is set")
    with view(work, TERM="vt100") as terminal:
        terminal.wait("3 functions")
    with view(work, LC_ALL="C") as terminal:
        terminal.wait("3 functions")
        terminal.keys("n", "Enter", "n")
        text = terminal.wait("function 2 of 3")
        expect("> before      stdout" in text and "gr??e" in text, f"without UTF-8:\n{text}")
    with view(work, TERM="dumb") as terminal:
        expect(terminal.status() == 2, "TERM=dumb")
        expect(lines(terminal.text())[0].startswith("cleave: browse: this terminal (TERM=dumb)"), f"TERM=dumb: {terminal.text()}")
    with view(work, 160, directory="nowhere") as terminal:
        expect(terminal.status() == 2 and "cleave: " in lines(terminal.text())[0] and "nowhere" in lines(terminal.text())[0] and lines(terminal.text())[1] == "", f"nowhere: {terminal.text()}")
    done = run("browse", "cleave.out", cwd=work)
    expect(done.returncode == 2 and done.stdout == "" and len(done.stderr.strip().splitlines()) == 1 and "terminal" in done.stderr, f"no terminal: {done.returncode} {done.stderr}")


def check_large_results(work):
    out = os.path.join(work, "large")
    os.mkdir(out)
    write(out, "result.json", json.dumps({"schema": 1, "cleave": "0.1.0", "entries": [large_entry(f"function_{k}", 400) for k in range(50)]}))
    start = time.monotonic()
    with view(work, 100, 30, "large") as terminal:
        terminal.wait("50 functions", seconds=60 * SLOWER)
        started = time.monotonic() - start
        terminal.keys("End", "Enter", "2", "End")
        terminal.wait("▌ #398")
        start = time.monotonic()
        for _ in range(40):
            terminal.keys("PPage", "Up")
        terminal.keys("Home")
        terminal.wait("▌ #0")
        terminal.keys("/")
        terminal.type("a >= 398")
        terminal.wait(" of 400 partitions, filter: a >= 398")
        scrolled = time.monotonic() - start
        print(f"20,000 partitions in 50 functions: there after {started:.2f} s, 80 keys and a filter in {scrolled:.2f} s")
        expect(started < 10 * SLOWER and scrolled < 10 * SLOWER, f"slow: {started:.2f} s, {scrolled:.2f} s")


with tempfile.TemporaryDirectory() as work:
    make_result(work)
    check_start_and_groups(work)
    check_sources(work)
    check_filter(work)
    check_leaving(work)
    check_other_terminals(work)
    check_large_results(work)
finish()
