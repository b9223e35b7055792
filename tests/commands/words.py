#!/usr/bin/env python3
"""Texts in the words of the source: enumerators, flags, characters, truth values, strings, pointers, names of C++. Checked by audit, too.

usage: words.py CLEAVE SOURCE_DIR
"""
import os
import re
import tempfile

from common import expect, finish, json_of, run, write

BEFORE = """
#include <stdbool.h>
#include <string.h>
enum color { RED, GREEN = 5, BLUE };
typedef enum { F_NONE = 0, F_READ = 1, F_WRITE = 2, F_EXEC = 4 } flags_t;
struct item { enum color color; char mark; bool on; flags_t flags; char name[4]; const char *at; };
enum color next(enum color c, char key, bool up) {
  if (key == 'r') return RED;
  if (c == GREEN && up) return BLUE;
  return up ? c : RED;
}
flags_t grant(flags_t f, bool w) { return w ? f | F_WRITE : f & ~F_WRITE; }
void mark(struct item *it, char c) {
  it->mark = c == 'x' ? 'y' : c;
  if (it->flags & F_EXEC) it->flags = F_READ | F_WRITE;
  it->name[0] = 'K';
  it->name[1] = 0;
  it->at = &it->name[1];
}
bool same(const char *s) { return strcmp(s, "ab") == 0; }
"""
CHANGES = [("return BLUE;", "return RED;"), ("f | F_WRITE", "f | F_WRITE | F_EXEC"), ("'y'", "'z'"), ("name[1];", "name[2];"), ("it->flags = F_READ | F_WRITE", "it->flags = F_READ | F_WRITE | F_EXEC"), ("'K'", "'L'"), ('"ab"', '"ac"')]

CXX = """
#include <string>
#include <vector>
namespace ns { enum class Level { Low = 1, High = 3 }; enum State { Off, On = 4 };
int take(const std::string &s, const std::vector<int> &v);
Level of(State s) { return s == On ? Level::High : Level::LOWER; } }
"""


def after_text():
    text = BEFORE
    for old, new in CHANGES:
        assert old in text
        text = text.replace(old, new)
    return text


def has(text, *parts):
    for part in parts:
        expect(part in text, f"not said: {part} in\n{text}")


def check_c(work):
    files = write(work, "before.c", BEFORE), write(work, "after.c", after_text())
    out = os.path.join(work, "c")
    entries = {each["entry"]: each for each in json_of("diff", *files, "--out", out, status=1)["entries"]}
    expect(entries["next"]["enums"]["enum color"] == {"names": {"RED": 0, "GREEN": 5, "BLUE": 6}, "bits": 32, "flags": False}, f"enums: {entries['next'].get('enums')}")
    expect(entries["grant"]["enums"]["flags_t"]["flags"] and entries["grant"]["observed_types"] == {"return": "flags_t"}, "flags")
    expect(entries["mark"]["observed_types"]["it->name[]"] == "char", f"types: {entries['mark']['observed_types']}")
    several = [each for each in entries["mark"]["partitions"] if each["before_expr"].get("it->flags") == "F_READ | F_WRITE"]
    expect(several and all(each["after_expr"]["it->flags"] == "F_READ | F_WRITE | F_EXEC" for each in several), "several flags")
    text = run("report", out, "--all").stdout
    has(text, "c == GREEN", "key != 'r'", "next(GREEN, 0, true)", "BLUE", "f | F_WRITE | F_EXEC", "grant(F_NONE, true)", "it->flags & F_EXEC", 'it->name = "K"',
        "it->at = &it->name[1]", "s[1] == 'b'")
    conditions = [each.get("condition_text", "") for each in entries["same"]["groups"] if each["exact"]]
    expect(any('strcmp(s, "ab") == 0' in each for each in conditions), f"a whole string: {conditions}")
    expect(not re.search(r"[0-9]{9}", text.replace("2147483647", "")), f"an address, perhaps:\n{text}")
    audit = run("audit", out, "--members", "5")
    expect(audit.returncode == 0 and "conditions in words" not in audit.stdout, f"audit reads the words:\n{audit.stdout}")
    text = run("signature", files[0], "--entry", "next").stdout
    has(text, "c == GREEN", "'r'", "BLUE", "RED")
    text = run("signature", files[0], "--entry", "mark").stdout
    has(text, "it == NULL", "it->flags & F_EXEC", "it->flags = F_READ | F_WRITE", 'it->name = "K"', "it->at = &it->name[1]")
    expect("it->color" not in text, f"what is left as it was:\n{text}")
    tests = write(work, "tests.json", '[{"it->flags": 4, "c": 120}, {"it_is_null": 1}]')
    text = run("reduce", files[0], "--entry", "mark", "--tests", tests).stdout
    has(text, "it != NULL", "it == NULL", "c == 'x'")
    text = run("explain", *files, "--entry", "mark", "--input", "it->flags=4,c=120", "--no-causes").stdout
    has(text, "it->flags = F_EXEC", "c = 'x'", "it->mark = 'y'", "&it->name[1]")


def check_cxx(work):
    before, after = write(work, "before.cpp", CXX.replace("LOWER", "Low")), write(work, "after.cpp", CXX.replace("LOWER", "High"))
    out = os.path.join(work, "cxx")
    entry = json_of("diff", before, after, "--entry", "ns::of", "--out", out, status=1)["entries"][0]
    expect("ns::On" in entry["enums"]["ns::State"]["names"] and "ns::Level::High" in entry["enums"]["ns::Level"]["names"], f"scopes: {entry['enums']}")
    text = run("report", out).stdout
    has(text, "s != On", "Level::Low", "Level::High")
    expect("ns::Level" not in text, text)
    expect(run("audit", out, "--members", "5").returncode == 0, "audit reads scopes")


with tempfile.TemporaryDirectory() as directory:
    check_c(directory)
    check_cxx(directory)
finish()
