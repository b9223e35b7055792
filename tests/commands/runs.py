#!/usr/bin/env python3
"""Both runs of a group's example, and the lines that partitions rely on: in result.json, in SARIF, and what a user sees of them in a browser.

usage: runs.py CLEAVE SOURCE_DIR
"""
import json
import os
import tempfile

from browser import Browser
from common import diff_in, expect, finish, run, write
from sarif_check import sarif_problems

# A loop, a call, a struct behind a pointer, and a change in the callee. Lines are counted below.
VERSION = """struct total { int sum; int last; };

static int weight(int n) {
  if (n > %s)
    return 2;
  return 1;
}

int add(struct total *t, int kind) {
  if (t == 0)
    return -1;
  t->sum = 0;
  for (int i = 0; i < 50; i++)
    t->sum += i;
  t->last = weight(kind);
  return t->sum;
}
"""
PLUS = """namespace shop {
struct Basket {
  int count = 0;
  int price(int each) const { return count * each %s; }
};
int total(int count, int each) {
  Basket basket;
  basket.count = count & 3;
  return basket.price(each);
}
}
"""


def rows_of(document, entry="add"):
    group = next(each for each in document["entries"] if each["entry"].startswith(entry))["groups"][0]
    expect(group["kind"] == "different" and "runs" in group, f"the first group has runs: {list(group)}")
    runs = group.get("runs", {"files": [], "rows": []})
    step = lambda one: one and (runs["files"][one["at"][0]], one["at"][1], one.get("depth", 0), one.get("values", {}), one.get("skipped", 0))
    return group, runs, [(step(row.get("before")), step(row.get("after"))) for row in runs["rows"]]


def check_rows(document):
    group, runs, rows = rows_of(document)
    lines = lambda side: [row[side][1] for row in rows if row[side]]
    expect(lines(0)[0] == 9 and lines(1)[-1] == 17, f"from the first line to the last: {lines(0)}, {lines(1)}")
    expect({each[0] for row in rows for each in row if each} == {"before.c", "after.c"}, "no line of the harness")
    expect(len(rows) < 40 and any(each[4] > 50 for row in rows for each in row if each), f"the loop is cut, and that is said: {len(rows)} rows")
    values = [row[side][3] for row in rows for side in (0, 1) if row[side]]
    for wanted in ({"t->sum": "0"}, {"i": "0"}, {"i": "50"}, {"t->sum": "1225"}, {"return": "1225"}):
        expect(any(wanted.items() <= each.items() for each in values), f"nowhere {wanted}")
    parting = rows[runs["parts"]]
    expect([each and each[1:3] for each in parting] == [(4, 1), (4, 1)], f"the runs part in the callee: {parting}")
    behind = rows[runs["parts"] + 1:]
    results = [[row[side][3].get("t->last") for row in behind if row[side] and "t->last" in row[side][3]] for side in (0, 1)]
    expect(results == [["2"], ["1"]], f"what they compute: {results}")
    partition = next(each for each in document["entries"][0]["partitions"] if each["id"] == group["example"]["id"])
    expect(partition["relies"] == {"before": ["before.c:4"], "after": ["after.c:4"]}, f"relies on: {partition.get('relies')}")
    expect(group["example"]["relies"] == partition["relies"], "the example relies on something else")
    return [row for row in rows]


def check_ways_to_run(work, rows):
    """The same runs at each granularity, with workers, from the cache, and of each version with itself."""
    for words in (["--granularity", "output"], ["--granularity", "path"], ["-j", "2"]):
        again = rows_of(diff_in(work, "before.c", "after.c", "--entry", "add", "--out", "again", "--cache", "none", *words, status=1))[2]
        expect([[one and one[:3] for one in row] for row in again] == [[one and one[:3] for one in row] for row in rows], f"other lines with {words}")
    cache = ["--cache", os.path.join(work, "cache")]
    fresh = diff_in(work, "before.c", "after.c", "--entry", "add", "--out", "one", *cache, status=1)
    known = diff_in(work, "before.c", "after.c", "--entry", "add", "--out", "two", *cache, status=1)
    expect(known["entries"][0].get("remembered") is True, "it is not remembered")
    expect(rows_of(known)[2] == rows_of(fresh)[2] == rows, "what is remembered has other runs")
    swapped = rows_of(diff_in(work, "after.c", "before.c", "--entry", "add", "--out", "again", "--cache", "none", status=1))[2]
    expect(any(row[0] and row[1] and row[0][3].get("t->last") == "1" and row[1][3].get("t->last") == "2" for row in swapped), "swapped")
    same = diff_in(work, "before.c", "before.c", "--entry", "add", "--out", "again", "--cache", "none", "--no-optimizer-proof", status=0)
    for entry in same["entries"]:
        for group in entry.get("groups", []):
            sides = [(row.get("before"), row.get("after")) for row in group.get("runs", {"rows": []})["rows"]]
            expect(all(one == other for one, other in sides) and "parts" not in group.get("runs", {}), "a version parts from itself")


def check_other_code(work):
    """C++, a trap, and a run that is too long to be followed."""
    write(work, "one.cpp", PLUS % "")
    write(work, "two.cpp", PLUS % "+ 1")
    _, _, rows = rows_of(diff_in(work, "one.cpp", "two.cpp", "--out", "plus", "--entry", "shop::total(int, int)", status=1), "shop::total")
    values = [each[3] for row in rows for each in row if each]
    expect(any("basket.count" in each for each in values) and any("return" in each for each in values), f"of C++: {values}")
    text = "int pick(int i) {\n  int a[3] = {1, 2, 3};\n%s  return a[i];\n}\n"
    write(work, "trap1.c", text % "")
    write(work, "trap2.c", text % "  if (i < 0 || i > 2)\n    return 0;\n")
    document = diff_in(work, "trap1.c", "trap2.c", "--out", "trap", status=1)
    rows = [row for entry in document["entries"] for group in entry["groups"] if group["example"]["before"]["outcome"] == "trapped" for row in group["runs"]["rows"]]
    expect(any(row.get("before", {}).get("at", [0, 0])[1] == 3 and "after" not in row for row in rows), f"the line of the trap: {rows}")
    text = "int slow(int n) {\n  int s = 0;\n  for (int i = 0; i < 400000; i++)\n    s += i ^ n;\n  return s%s;\n}\n"
    write(work, "slow1.c", text % "")
    write(work, "slow2.c", text % " + 1")
    _, runs, rows = rows_of(diff_in(work, "slow1.c", "slow2.c", "--out", "slow", status=1), "slow")
    expect(runs.get("goes_on") == ["before", "after"] and 0 < len(rows) < 40, f"a long run is cut, and that is said: {runs.get('goes_on')}, {len(rows)} rows")


def check_sarif(work):
    document = json.loads(run("report", "cleave.out", "--format", "sarif", "--root", work, cwd=work).stdout)
    for problem in sarif_problems(document):
        expect(False, f"SARIF: {problem}")
    flows = document["runs"][0]["results"][0]["codeFlows"]
    expect(len(flows) == 2, "a flow for each version")
    for flow, name, value in zip(flows, ("before", "after"), ("2", "1")):
        steps = flow["threadFlows"][0]["locations"]
        texts = [step["location"]["message"]["text"] for step in steps]
        expect(5 < len(steps) <= 52 and f"{name}: t->last = {value}" in texts and any("the runs part here" in text for text in texts), f"{name}: {texts}")
        expect(any(step.get("nestingLevel") == 1 for step in steps), "the call is not nested")
        lines = [step["location"]["physicalLocation"]["region"] for step in steps]
        expect(lines[0]["startLine"] == 9 and "int add" in lines[0]["snippet"]["text"], f"the first line: {lines[0]}")


def check_page(browser, work):
    done = run("report", "cleave.out", "--format", "html", cwd=work)
    expect(done.returncode == 1, done.stderr)
    browser.size(1300, 1000)
    browser.open(os.path.join(work, "cleave.out/report.html"))
    browser.wait("return document.documentElement.dataset.ready", "the page")
    browser.click(".group[data-group='0']")
    margin = browser.run("""return Object.fromEntries([...document.querySelectorAll("td.number[data-line]")].map((cell) =>
        [`${cell.dataset.side} ${cell.dataset.line}`, [cell.classList.contains("ran"), cell.classList.contains("relied"), cell.nextElementSibling.nextElementSibling.innerText]]))""")
    expect(margin["before 5"][0] and not margin["after 5"][0] and margin["after 6"][0] and not margin["before 6"][0], "dots are where the versions came")
    expect([line for line in range(1, 18) if margin.get(f"after {line}", [0, 0])[1]] == [4], "lines that the partition relies on")
    expect("the runs part here" in margin["before 4"][2] and "the runs part here" in margin["after 4"][2], f"where they part: {margin['after 4']}")
    expect("t->last = 2" in margin["before 15"][2] and "t->last = 1" in margin["after 15"][2], f"values of both: {margin['before 15']}, {margin['after 15']}")
    expect("i = 0, 1, 2 … 49, 50" in margin["after 13"][2], f"the first and the last values of the loop: {margin['after 13']}")
    expect("returns 1225" in margin["after 17"][2] and not margin["after 11"][0], f"the end: {margin['after 17']}")
    rows = browser.run("return document.querySelectorAll('.run tr[data-row]').length")
    expect(browser.texts(".run tr.parts") == ["here the runs part"] and rows > 15, f"the runs, line by line: {rows}")
    differs = browser.texts(".run .differs")
    expect(differs == ["returns 2", "returns 1", "t->last = 2", "t->last = 1"], f"values that differ: {differs}")
    browser.run("document.querySelector('.run-box').focus()")
    browser.keys("\ue011", "\ue015")  # Home, down
    expect(f"line 2 of {rows}" in browser.texts(".runs .tools")[0], f"keys step: {browser.texts('.runs .tools')}")
    browser.click(".runs button[title='to where the runs part']")
    here = browser.run("return [...document.querySelectorAll('td.number[data-here]')].map((cell) => [cell.dataset.side, cell.dataset.line])")
    expect(here == [["before", "4"], ["after", "4"]], f"the sources show where that is: {here}")
    chosen = browser.texts(".run tr.chosen")
    expect(len(chosen) == 1 and "n >" in chosen[0], f"the chosen line: {chosen}")
    equal = browser.run("return [...document.querySelectorAll('.group')].findIndex((each) => each.dataset.kind === 'equal')")
    browser.click(f".group[data-group='{equal}']")
    expect(not browser.texts(".run tr.parts") and "Group" not in browser.texts(".about-runs")[0], "runs of an equal group do not part")
    browser.printed()
    expect(browser.texts(".run tr[data-row]") and not browser.texts(".runs .tools"), "what is printed")
    expect(browser.console() == [], f"messages of the console: {browser.console()}")


with tempfile.TemporaryDirectory() as directory:
    write(directory, "before.c", VERSION % "10")
    write(directory, "after.c", VERSION % "20")
    found = check_rows(diff_in(directory, "before.c", "after.c", "--entry", "add", status=1))
    check_ways_to_run(directory, found)
    check_other_code(directory)
    check_sarif(directory)
    with Browser() as chromium:
        check_page(chromium, directory)
finish()
