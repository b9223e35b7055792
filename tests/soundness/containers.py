#!/usr/bin/python3
"""Containers as inputs and observations, by brute force: random functions over a vector and a string, or over an unordered map, and a changed copy of each, are
run natively on every input of a small space; each input must do what the partition says that it lies in. The native program makes its containers and shows
them through their public interface alone, so it knows nothing of how cleave lays them out. Every third pair is over an unordered map, of whose input each order
of elements is an input of its own.

  containers.py CLEAVE [--seed N] [--count N]
"""
import argparse, itertools, json, os, random, re, subprocess, sys, tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "pairs"))
import smt_value

COMPILER = "clang++-19"
NUMBERS, CHARACTERS, MOST = (0, 1, 200), (0, ord("a"), ord("b")), 2
HEADERS = "#include <algorithm>\n#include <deque>\n#include <list>\n#include <map>\n#include <optional>\n#include <set>\n#include <string>\n#include <unordered_map>\n#include <unordered_set>\n#include <vector>\n#include <cstdio>\n\n"
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


# Over an unordered map, in whose order the loops go.
TABLE_STEPS = [
    "++u[N];",
    "u.erase(N);",
    "u.insert({N, M});",
    "if (u.count(N)) u[N] += M;",
    "for (auto& e : u) n = n * 5 + e.first + 2 * e.second;",
    "if (!u.empty()) n += u.begin()->first;",
    "if (!u.empty()) u.erase(u.begin());",
    "for (auto& e : u) if (e.second == M) e.second = N;",
    "{ std::unordered_map<unsigned char, unsigned char> w(u); w.erase(N); u.swap(w); }",
    "{ std::unordered_set<int> w; for (auto& e : u) w.insert(e.second); m += static_cast<int>(w.size()); }",
    "{ std::map<int, int> w(u.begin(), u.end()); for (auto& e : w) n = n * 3 + e.first; }",
    "try { n += u.at(N); } catch (...) { m += 7; }",
    "auto M_ = u.find(N); if (M_ != u.end() && M_->second > M) return {n, u.size()};",
    "u.reserve(2);",
]
TABLE_RESULTS = [
    ("std::pair<int, size_t>", "return {n - m, u.size()};", "std::printf(\"%d:%zu\", r.first, r.second);"),
]


class Sequences:
    parameters = "std::vector<unsigned char>& v, std::string s"
    steps, results, bounds = STEPS, RESULTS, ["--bound", "v=2", "--bound", "s=2"]
    nothing = "{ std::vector<unsigned char> w(v.rbegin(), v.rend()); v.assign(w.rbegin(), w.rend()); }"
    show = "for (unsigned char x : v) std::printf(\"%d,\", x);"
    call = "f(v, s)"

    @staticmethod
    def inputs():
        for numbers in itertools.chain.from_iterable(itertools.product(NUMBERS, repeat=n) for n in range(MOST + 1)):
            for text in itertools.chain.from_iterable(itertools.product(CHARACTERS, repeat=n) for n in range(MOST + 1)):
                values = {"v.size()": len(numbers), "s.size()": len(text)}
                values.update({f"v[{k}]": each for k, each in enumerate(numbers)})
                values.update({f"s[{k}]": each for k, each in enumerate(text)})
                yield f"std::vector<unsigned char> v{{{','.join(map(str, numbers))}}}; std::string s{{{','.join(map(str, text))}}};", values


class Tables:
    parameters = "std::unordered_map<unsigned char, unsigned char>& u"
    steps, results, bounds = TABLE_STEPS, TABLE_RESULTS, ["--bound", "u=2"]
    nothing = "{ auto w = u; w.erase(250); }"
    show = "std::map<int, int> shown(u.begin(), u.end()); for (auto& e : shown) std::printf(\"%d=%d,\", e.first, e.second);"
    call = "f(u)"

    @staticmethod
    def inputs():
        for keys in itertools.chain.from_iterable(itertools.permutations(NUMBERS, n) for n in range(MOST + 1)):
            for numbers in itertools.product(NUMBERS, repeat=len(keys)):
                values = {"u.size()": len(keys)}
                values.update({f"u[{k}].first": each for k, each in enumerate(keys)})
                values.update({f"u[{k}].second": each for k, each in enumerate(numbers)})
                inserted = "".join(f" u[{key}] = {number};" for key, number in reversed(list(zip(keys, numbers))))
                yield f"std::unordered_map<unsigned char, unsigned char> u; u.max_load_factor(1000);{inserted}", values


def function(family, steps, result):
    body = "".join(f"  {each}\n" for each in steps)
    return f"{result[0]} f({family.parameters}) {{\n  int n = 0, m = 1;\n{body}  (void)m;\n  {result[1]}\n}}\n"


def pair(dice, family):
    fill = lambda step: step.replace("M_", f"at{dice.randrange(10**6)}").replace("N", str(dice.randint(0, 2))).replace("M", str(dice.randint(0, 2)))
    before = [fill(dice.choice(family.steps)) for _ in range(dice.randint(2, 4))]
    after = list(before)
    at = dice.randrange(len(after))
    change = dice.randrange(4)
    if change == 0:
        after.insert(at, family.nothing)
    elif change == 1:
        after[at] = fill(dice.choice(family.steps))
    elif change == 2:
        after.insert(at, fill(dice.choice(family.steps)))
    else:
        after[at:at + 2] = reversed(after[at:at + 2])
    result = dice.choice(family.results)
    return function(family, before, result), function(family, after, result), result


def native(directory, name, source, family, result):
    """What the version shows on each input, in order."""
    calls = "".join(f"  {{ {made} one({', '.join(re.findall(r'[a-z]+(?=[,)])', family.call))}); }}\n" for made, _ in family.inputs())
    text = (HEADERS + source + f"static void one({family.parameters}) {{\n"
            "  try { auto r = %s; %s } catch (...) { std::printf(\"threw\"); }\n" % (family.call, result[2]) +
            "  std::printf(\"|\"); %s\n  std::printf(\"\\n\");\n}\nint main() {\n" % family.show + calls + "}\n")
    path = os.path.join(directory, name + "-native.cpp")
    with open(path, "w") as file:
        file.write(text)
    subprocess.run([COMPILER, "-std=c++17", "-O0", "-w", path, "-o", path[:-4]], check=True)
    return subprocess.run([path[:-4]], check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()


def check(cleave, seed):
    """What is wrong; and how many inputs were judged."""
    family = Tables if seed % 3 == 0 else Sequences
    before, after, result = pair(random.Random(seed), family)
    with tempfile.TemporaryDirectory() as directory:
        for name, text in (("before", before), ("after", after)):
            with open(os.path.join(directory, name + ".cpp"), "w") as file:
                file.write(HEADERS + text)
        done = subprocess.run([cleave, "diff", "before.cpp", "after.cpp", "--entry", "f", "--cflags=-std=c++17", *family.bounds, "--budget", "6s",
                               "--json", "--explore-unchanged", "--no-optimizer-proof", "--out", "out"], cwd=directory, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        try:
            entry = json.loads(done.stdout)["entries"][0]
        except (ValueError, IndexError, KeyError):
            return [f"no result: {done.stdout[-500:]}{done.stderr[-500:]}"], 0
        shown = list(zip(native(directory, "before", before, family, result), native(directory, "after", after, family, result)))
    wrong, judged = [], 0
    for (made, values), (x, y) in zip(family.inputs(), shown):
        kinds = {each["kind"] for each in entry["partitions"] if each["kind"] in ("equal", "different") and smt_value.holds(smt_value.whole(each["condition"], entry), entry["inputs"], values)}
        judged += len(kinds)
        if "equal" in kinds and x != y:
            wrong.append(f"{made} is called equal: {x} and {y}")
        if "different" in kinds and x == y:
            wrong.append(f"{made} is called different: {x}")
        if not kinds and entry["guarantee"]["exhaustive"] and smt_value.holds(entry["guarantee"].get("within", "true"), entry["inputs"], values):
            wrong.append(f"{made} is covered by nothing")
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
