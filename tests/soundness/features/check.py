"""Runs cleave on a file of pairs and holds every claim against what the versions show natively."""
import json
import os
import random
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../pairs"))
import smt_value  # noqa: E402
import native


class Options:
    def __init__(self, cleave, runner, members, budget="300ms", more=()):
        self.cleave, self.runner, self.members, self.budget, self.more = cleave, runner, members, budget, list(more)


class Finding:
    """Something that is not as claimed. `weight`: wrong-equal, wrong-different, uncovered, undefined-in-equal, ..."""

    def __init__(self, weight, text):
        self.weight, self.text = weight, text


def quoted(text):
    return text if len(text) < 400 else text[:400] + "..."


OWN = re.compile(r" \{(\w+)=-?\d+\}")


def comparable(x, y):
    """Without members that one version alone has, which are shown as {name=value}."""
    if "{" not in x and "{" not in y:
        return x, y
    common = set(OWN.findall(x)) & set(OWN.findall(y))
    return tuple(OWN.sub(lambda found: found.group(0) if found.group(1) in common else "", shown) for shown in (x, y))


def undefined(shown):
    return shown.startswith("!")


def unclear(before, after):
    """One cannot tell some ends apart by a signal, and a run that was late may have ended."""
    return before.startswith("?") or after.startswith("?") or (before == after and before.startswith(("FPE", "ABRT")))


def write_versions(folder, language, pairs):
    """The files of each version, in the order in which they are given; those of after come in another one."""
    files = [native.write_version(folder, side, [pair[k] for pair in pairs], language) for k, side in enumerate(("before", "after"))]
    random.Random(pairs[0][1].entry).shuffle(files[1])
    return files


def words_of(more):
    """With what all profiles want unless they say otherwise."""
    globals_ = [] if "--globals" in more else ["--globals", "fixed"]
    return [*more, *globals_, *([] if any(word.startswith("--cflags") for word in more) else ["--cflags=-w"])]


PADDING = re.compile(r"(->|[.])padding_at_[0-9]+$")  # between members: zero in what the campaign makes


def run_cleave(folder, files, entries, options, more):
    command = [options.cleave, "diff", "--before", *files[0], "--after", *files[1], "--json", "--no-progress", "--no-native", "--budget", options.budget,
               "--max-steps", "200000", "--explore-unchanged", "--out", os.path.join(folder, "cleave.out"), *words_of([*options.more, *more])]
    for entry in entries:
        command += ["--entry", entry]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, errors="replace")
    if done.returncode not in (0, 1, 3):
        raise RuntimeError(f"cleave ended with {done.returncode}: {done.stderr[-600:]}")
    return {entry["entry"]: entry for entry in json.loads(done.stdout)["entries"]}


def cell_rows(entry, cells, rows):
    """The rows with the columns in cleave's order; None when cleave has other inputs."""
    names = {cell.name: k for k, cell in enumerate(cells)}
    inputs = [cell for cell in entry["inputs"] if cell["name"] in names or not PADDING.search(cell["name"])]
    for cell in inputs:
        if cell["name"] not in names:
            return None, f"an input {cell['name']} that the pair does not have: {[c['name'] for c in entry['inputs']]}"
        if cells[names[cell["name"]]].bits != cell["bits"]:
            return None, f"{cell['name']} has {cell['bits']} bits"
    order = [names.get(cell["name"]) for cell in entry["inputs"]]
    return [[0 if k is None else row[k] for k in order] for row in rows], ""


def witnesses(entry, cells):
    for partition in entry["partitions"]:
        bits = partition.get("witness_bits") or {}
        if all(cell.name in bits or not entry["inputs"] for cell in cells):
            yield [int(bits.get(cell.name, "0"), 16) for cell in cells]


def memberships(folder, questions, options):
    path = os.path.join(folder, "questions.bin")
    native.write_inputs(path, [rows for _, _, rows in questions])
    asked = [{"inputs": inputs, "conditions": conditions} for inputs, conditions, _ in questions]
    done = subprocess.run([options.members, path], input=json.dumps(asked), capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError("members: " + done.stderr)
    lines = iter(done.stdout.splitlines())
    return [[next(lines) for _ in conditions] for _, conditions, _ in questions]


def judge(entry, rows, complete, before, after, members, loose):
    """Findings of one entry at one granularity. `loose`: inputs on which one version shows a member that the other does not have, which may count as a difference or not."""
    found = []

    def add(weight, text):
        if sum(f.weight == weight for f in found) < 1:
            found.append(Finding(weight, text))

    partitions = entry["partitions"]
    domain, within, members = members[0], members[1], members[2:]
    tolerated = any("unchanged code that runs into undefined behaviour" in text for text in entry["guarantee"]["assumptions"])
    for k, line in enumerate(members):
        if line.startswith("?"):
            add("unreadable", line)
            return found
    shares = {"equal": 0, "different": 0, "undefined": 0, "open": 0}
    size = 0
    for i, (x, y) in enumerate(zip(before, after)):
        if domain[i] == "0":
            continue
        size += 1
        kinds = [partitions[k]["kind"] for k in range(len(partitions)) if members[k][i] == "1"]
        first = kinds[0] if kinds else "open"
        shares["open" if first == "unfinished" else first] += 1
        said = f"input {rows[i]}\n    before {quoted(x)}\n    after  {quoted(y)}"
        no_meaning = undefined(x) or undefined(y)
        if not partitions and entry["verdict"] == "equivalent" and x != y and not no_meaning and not unclear(x, y):
            add("wrong-equal", f"equivalent without partitions; {said}")
        is_whole = entry["guarantee"]["exhaustive"] and within[i] == "1"
        if is_whole and partitions and (not kinds or "within" in entry["guarantee"] and set(kinds) == {"unfinished"}):
            add("uncovered", said)
        for k, partition in enumerate(partitions):
            if members[k][i] != "1":
                continue
            kind = partition["kind"]
            if kind == "equal" and x.startswith("?late") != y.startswith("?late") and not no_meaning:
                add("late-in-equal", f"partition {partition['id']}; {said}")
            if kind == "equal" and not unclear(x, y):
                if no_meaning:
                    # Both may leave an unset value where the caller can see it: that is what both leave.
                    unset = x.startswith("!uninit") and y.startswith("!uninit")
                    alike = unset or (tolerated and undefined(x) and undefined(y))
                    add("undefined-alike" if alike else "undefined-in-equal", f"partition {partition['id']}; {said}")
                elif x != y:
                    add("wrong-equal", f"partition {partition['id']}: {partition['condition_text'][:200]}; {said}")
            if kind == "different" and not unclear(x, y) and not no_meaning and x == y and not loose[i]:
                add("wrong-different", f"partition {partition['id']}: {partition['reason']}; {partition['condition_text'][:200]}; {said}\n    {json.dumps(partition['before'])[:500]}\n    {json.dumps(partition['after'])[:500]}")
            if kind == "undefined" and not no_meaning:
                add("undefined-unseen", f"partition {partition['id']}: {partition['reason']}; {said}")
    if complete and size and "share" in entry:
        for kind, count in shares.items():
            share = entry["share"].get(kind)
            if share and share["exact"] and not share["low"] - 1e-9 <= count / size <= share["high"] + 1e-9:
                add("wrong-share", f"{kind}: {count} of {size}, said {share}")
    for partition in partitions:
        wanted = partition.get("witness_bits")
        check_witness(partition, wanted, rows, entry, before, after, add)
    return found


def check_witness(partition, wanted, rows, entry, before, after, add):
    """The witness shows natively what the document says it shows: how the run ends, and an integer that it returned."""
    if not wanted or partition["kind"] == "unfinished":
        return
    key = [int(wanted[cell["name"]], 16) for cell in entry["inputs"]]
    if key not in rows:
        return
    i = rows.index(key)
    for side, shown in (("before", before[i]), ("after", after[i])):
        said = partition[side]
        if shown.startswith(("!", "?")):
            continue
        ended = shown.split(" ")[0]
        ends = {"returned": ("return",), "exited": ("exit",), "trapped": ("FPE", "ABRT", "NULL", "ILL"), "threw": ("threw",)}.get(said["outcome"], ())
        if ended not in ends and partition["kind"] != "undefined":
            add("wrong-witness", f"partition {partition['id']} {side}: said {json.dumps(said)[:300]}, shown {quoted(shown)}")
        elif ended == "exit" and said.get("status") != shown.split(" ")[1]:
            add("wrong-witness", f"partition {partition['id']} {side}: said {json.dumps(said)[:300]}, shown {quoted(shown)}")
        elif ended == "return":
            value, text = shown.split(" ")[1], said.get("return")
            if text is not None and text.lstrip("-").isdigit() and value.lstrip("-").isdigit() and int(text) != int(value):
                add("wrong-witness", f"partition {partition['id']} {side}: returned {text}, natively {value}")


def check(folder, language, pairs, runs, options, flags=(), more=()):
    """pairs: (before, after, rows, complete). runs: names, and the options of cleave that make them. Returns, by pair, a list of (name, finding), and the verdicts."""
    files = write_versions(folder, language, pairs)
    results = {g: run_cleave(folder, files, [pair[1].entry for pair in pairs], options, [*words, *more]) for g, words in runs.items()}
    tables = []
    for before, after, rows, _ in pairs:
        table = list(rows)
        for g in runs:
            entry = results[g].get(after.entry)
            for row in witnesses(entry, after.cells) if entry else ():
                if row not in table:
                    table.append(row)
        tables.append(table)
    path = os.path.join(folder, "inputs.bin")
    native.write_inputs(path, [[[cell.native(v) for cell, v in zip(pair[1].cells, row)] for row in table] for pair, table in zip(pairs, tables)])
    shown = [native.run(folder, side, [pair[k] for pair in pairs], path, tables, options.runner, language, flags) for k, side in enumerate(("before", "after"))]
    loose = [[comparable(p, q) != (p, q) for p, q in zip(x, y)] for x, y in zip(*shown)]
    shown = [list(side) for side in zip(*([list(side) for side in zip(*(comparable(p, q) for p, q in zip(x, y)))] for x, y in zip(*shown)))]
    findings, verdicts = [[] for _ in pairs], []
    for x, y in zip(*shown):
        differing = sum(p != q for p, q in zip(x, y))
        meaningless = sum(undefined(p) or undefined(q) for p, q in zip(x, y))
        verdicts.append("natively " + ("undefined" if meaningless == len(x) else "equal" if differing == 0 else "different" if differing == len(x) else "mixed"))
    for g in runs:
        questions, asked = [], []
        for k, (before, after, rows, complete) in enumerate(pairs):
            entry = results[g].get(after.entry)
            if entry is None:
                verdicts.append("no entry")
                if any(x != y and not undefined(x) and not undefined(y) for x, y in zip(shown[0][k], shown[1][k])):
                    findings[k].append((g, Finding("wrong-equal", "the result lacks the entry, and the versions differ")))
                continue
            verdicts.append(entry["verdict"] if entry["verdict"] != "inconclusive" else "inconclusive: " + entry["reason"][:70])
            if not entry["inputs"] and not entry["partitions"]:
                table, cells = tables[k], [{"name": c.name, "bits": c.bits, "float": c.is_float} for c in after.cells]
            else:
                table, problem = cell_rows(entry, after.cells, tables[k])
                cells = entry["inputs"]
                if table is None:
                    findings[k].append((g, Finding("other-inputs", problem)))
                    continue
            questions.append((cells, [entry.get("domain", "true"), entry["guarantee"].get("within", "true")] + [smt_value.whole(p["condition"], entry) for p in entry["partitions"]], table))
            asked.append(k)
        if not questions:
            continue
        for k, members, question in zip(asked, memberships(folder, questions, options), questions):
            complete = pairs[k][3] and len(tables[k]) == len(pairs[k][2])
            for finding in judge(results[g][pairs[k][1].entry], question[2], complete, shown[0][k], shown[1][k], members, loose[k]):
                findings[k].append((g, finding))
    return findings, verdicts
