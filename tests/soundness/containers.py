#!/usr/bin/python3
"""Containers as inputs and observations, by brute force: random functions over a vector and a string, and a changed copy of each, are run natively on every
input of a small space; each input must do what the partition says that it lies in. The native program makes its containers and shows them through
their public interface alone, so it knows nothing of how cleave lays them out.

  containers.py CLEAVE [--seed N] [--count N]
"""
import argparse, itertools, json, os, random, subprocess, sys, tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "pairs"))
import smt_value

COMPILER = "clang++-19"
NUMBERS, CHARACTERS, MOST = (0, 1, 200), (0, ord("a"), ord("b")), 2
HEADERS = "#include <algorithm>\n#include <deque>\n#include <list>\n#include <map>\n#include <optional>\n#include <set>\n#include <string>\n#include <vector>\n#include <cstdio>\n\n"
STEPS = [
    "if (!v.empty()) v[0] += N;",
    "if (v.size() > N) v.pop_back();",
    "v.push_back(N);",
    "std::sort(v.begin(), v.end());",
    "std::reverse(v.begin(), v.end());",
    "v.erase(std::remove(v.begin(), v.end(), N), v.end());",
    "v.insert(v.begin(), s.size() + N);",
    "{ std::vector<unsigned char> w(v); v.swap(w); }",
    "v.reserve(8);",
    "s += 'a';",
    "if (s.size() > N) s.erase(0, 1);",
    "s = s + std::string(v.size(), 'b');",
    "if (s < \"b\") s.append(\"xyz\", N);",
    "for (char& c : s) if (c == 'a') c = 'b';",
    "s = std::to_string(v.size()) + s;",
    "std::swap(n, m);",
    "for (unsigned char x : v) n += x;",
    "n += static_cast<int>(std::count(s.begin(), s.end(), 'a'));",
    "if (s.find('b') != std::string::npos) n += N;",
    "{ std::map<int, int> t; for (unsigned char x : v) ++t[x]; n += static_cast<int>(t.size()); }",
    "{ std::set<char> t(s.begin(), s.end()); m += static_cast<int>(t.size()); }",
    "{ std::deque<int> t(v.begin(), v.end()); t.push_front(N); n += t.back(); }",
]
RESULTS = [
    ("std::vector<int>", "std::vector<int> r; for (unsigned char x : v) r.push_back(x + n); return r;", "for (int x : r) std::printf(\"%d,\", x);"),
    ("std::string", "return s + char('0' + n % 10);", "for (char c : r) std::printf(\"%d,\", c);"),
    ("std::map<int, int>", "std::map<int, int> r; for (unsigned char x : v) r[x] += n; return r;", "for (auto& e : r) std::printf(\"%d=%d,\", e.first, e.second);"),
    ("std::optional<int>", "if (n > m) return n; return std::nullopt;", "if (r) std::printf(\"%d\", *r); else std::printf(\"none\");"),
    ("std::pair<int, std::string>", "return {n - m, s};", "std::printf(\"%d:\", r.first); for (char c : r.second) std::printf(\"%d,\", c);"),
    ("std::list<std::string>", "std::list<std::string> r; for (unsigned char x : v) r.push_front(s + char(x)); return r;",
     "for (auto& e : r) { for (char c : e) std::printf(\"%d,\", c); std::printf(\";\"); }"),
]


def function(steps, result):
    body = "".join(f"  {each}\n" for each in steps)
    return f"{result[0]} f(std::vector<unsigned char>& v, std::string s) {{\n  int n = 0, m = 1;\n{body}  (void)m;\n  {result[1]}\n}}\n"


def pair(dice):
    fill = lambda step: step.replace("N", str(dice.randint(0, 2)))
    before = [fill(dice.choice(STEPS)) for _ in range(dice.randint(2, 4))]
    after = list(before)
    at = dice.randrange(len(after))
    change = dice.randrange(4)
    if change == 0:
        after.insert(at, "{ std::vector<unsigned char> w(v.rbegin(), v.rend()); v.assign(w.rbegin(), w.rend()); }")  # nothing
    elif change == 1:
        after[at] = fill(dice.choice(STEPS))
    elif change == 2:
        after.insert(at, fill(dice.choice(STEPS)))
    else:
        after[at:at + 2] = reversed(after[at:at + 2])
    result = dice.choice(RESULTS)
    return function(before, result), function(after, result), result


def inputs():
    for numbers in itertools.chain.from_iterable(itertools.product(NUMBERS, repeat=n) for n in range(MOST + 1)):
        for text in itertools.chain.from_iterable(itertools.product(CHARACTERS, repeat=n) for n in range(MOST + 1)):
            yield numbers, text


def native(directory, name, source, result):
    """What the version shows on each input, in order."""
    calls = "".join("  one({%s}, {%s});\n" % (",".join(map(str, v)), ",".join(map(str, s))) for v, s in inputs())
    text = (HEADERS + source + "static void one(std::vector<unsigned char> v, std::string s) {\n"
            "  try { auto r = f(v, s); %s } catch (...) { std::printf(\"threw\"); }\n" % result[2] +
            "  std::printf(\"|\"); for (unsigned char x : v) std::printf(\"%d,\", x);\n  std::printf(\"\\n\");\n}\nint main() {\n" + calls + "}\n")
    path = os.path.join(directory, name + "-native.cpp")
    with open(path, "w") as file:
        file.write(text.replace("one({", "one(std::vector<unsigned char>{").replace("}, {", "}, std::string{"))
    subprocess.run([COMPILER, "-std=c++17", "-O0", "-w", path, "-o", path[:-4]], check=True)
    return subprocess.run([path[:-4]], check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()


def check(cleave, seed):
    """What is wrong; and how many inputs were judged."""
    before, after, result = pair(random.Random(seed))
    with tempfile.TemporaryDirectory() as directory:
        for name, text in (("before", before), ("after", after)):
            with open(os.path.join(directory, name + ".cpp"), "w") as file:
                file.write(HEADERS + text)
        done = subprocess.run([cleave, "diff", "before.cpp", "after.cpp", "--entry", "f", "--cflags=-std=c++17", "--bound", "v=2", "--bound", "s=2", "--budget", "6s",
                               "--json", "--explore-unchanged", "--no-optimizer-proof", "--out", "out"], cwd=directory, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        try:
            entry = json.loads(done.stdout)["entries"][0]
        except (ValueError, IndexError, KeyError):
            return [f"no result: {done.stdout[-500:]}{done.stderr[-500:]}"], 0
        shown = list(zip(native(directory, "before", before, result), native(directory, "after", after, result)))
    wrong, judged = [], 0
    for (numbers, text), (x, y) in zip(inputs(), shown):
        values = {"v.size()": len(numbers), "s.size()": len(text)}
        values.update({f"v[{k}]": each for k, each in enumerate(numbers)})
        values.update({f"s[{k}]": each for k, each in enumerate(text)})
        kinds = {each["kind"] for each in entry["partitions"] if each["kind"] in ("equal", "different") and smt_value.holds(smt_value.whole(each["condition"], entry), entry["inputs"], values)}
        judged += len(kinds)
        if "equal" in kinds and x != y:
            wrong.append(f"{numbers} {text} is called equal: {x} and {y}")
        if "different" in kinds and x == y:
            wrong.append(f"{numbers} {text} is called different: {x}")
        if not kinds and entry["guarantee"]["exhaustive"]:
            wrong.append(f"{numbers} {text} is covered by nothing")
    if wrong:
        wrong += [before, after]
    return wrong, judged


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("cleave")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=6)
    options = parser.parse_args()
    cleave = os.path.abspath(options.cleave)
    failed = total = 0
    for seed in range(options.seed, options.seed + options.count):
        wrong, judged = check(cleave, seed)
        total += judged
        failed += bool(wrong)
        if wrong:
            print(f"seed {seed}:", *wrong[:3], *wrong[-2:], sep="\n")
    print(f"{options.count} pairs, {total} claims on inputs, {failed} wrong")
    if failed or total < 60 * options.count:  # most must have been decided
        sys.exit(1)


main()
