"""Every function of a program against itself, and two versions both ways round: what bench/identity runs.

A program here is a list of source files with compiler flags. A comparison is one run of `cleave diff` on a few of its functions; where a run ends in an error,
it is repeated in halves until the function at fault is alone, so that one failure hides no other. Differences are not replayed natively: what cleave
believes is judged, not what a replay saves it from saying.

A function's result is `decided`, `inconclusive` (with a reason), `refused` (cleave says before exploring it that it cannot), or a failure:
  false difference   a function differs from itself
  internal error     exit status 70, or an entry that reports one
  crash              a signal, no result, or no memory
  overtime           far beyond the budget
  disagreement       two runs that must agree do not: before/after exchanged
"""
import collections
import json
import os
import re
import resource
import signal
import subprocess
import sys
import tempfile
from dataclasses import dataclass

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../tests/pairs"))
import smt_value  # noqa: E402

GRANULARITIES = ("differential", "output", "path")
FAILURES = ("false difference", "internal error", "crash", "overtime", "disagreement")
MOST_WITNESSES, MOST_PARTITIONS, MOST_TEXT = 20, 200, 20000  # that are looked at where two results are held against each other


@dataclass(frozen=True)
class Program:
    files: tuple  # in the order of the command line
    flags: str    # for the compiler

    def reordered(self):
        return Program(tuple(reversed(self.files)), self.flags)


@dataclass(frozen=True)
class Function:
    name: str     # the linker's, which --entry takes and which is unique
    display: str  # the source's


@dataclass(frozen=True)
class Outcome:
    kind: str        # decided, inconclusive, refused, or one of FAILURES
    detail: str = ""
    entry: dict = None  # of the JSON result, where there is one


@dataclass(frozen=True)
class Limits:
    cleave: str
    budget: float = 1.0     # seconds for a function
    memory: int = 4 << 30   # bytes for a run
    batch: int = 16         # functions in a run
    native: bool = False    # replay differences


def seconds_of(text):
    """A budget as cleave takes it."""
    match = re.fullmatch(r"([\d.]+)(ms|s|m)", text)
    if not match:
        raise ValueError(f"{text}: write 1s, 500ms or 1m")
    return float(match[1]) * {"ms": 0.001, "s": 1, "m": 60}[match[2]]


# ---- what cleave prints ----

DEFINE = re.compile(r"^define (\S+?)\(.*?\) -> \(.*?\)(?P<rest>[^;]*)(?:; (?P<display>.*))? \{$")
PLACE = re.compile(r"; (?P<file>\S.*):\d+$")


def functions_in(dump, roots):
    """The functions of `cleave dump program` whose code stands in files below one of the directories: not the library's, nor its models."""
    found, current = [], None
    for line in dump.splitlines():
        define = DEFINE.match(line)
        if define:
            current = Function(define[1], define["display"] or define[1])
            continue
        place = PLACE.search(line)
        if current and place:
            if any(os.path.abspath(place["file"]).startswith(root + os.sep) for root in roots):
                found.append(current)
            current = None
    return found


def changed_in(dump):
    """The source names that `cleave dump changes` calls different, in themselves or in what they use, and not renamed."""
    endings = (": differs", ": same code, but something it uses differs")
    lines = [line for line in dump.splitlines() if line.endswith(endings) and not line.startswith("change ")]
    return [line.rsplit(": ", 1)[0] for line in lines if " (before: " not in line]


def differing_in(dump):
    """The source names that `cleave dump changes` calls different in themselves."""
    return {line.rsplit(": ", 1)[0] for line in dump.splitlines() if line.endswith(": differs") and not line.startswith("change ")}


def message_of(stderr):
    """The line that says what went wrong."""
    lines = [line.strip() for line in stderr.splitlines() if line.strip()]
    telling = [line for line in lines if line.startswith("cleave: ")] or lines[-1:] or ["no message"]
    compiler = [line for line in lines if "error: " in line and not line.startswith("cleave: ")]
    return " ".join([telling[0].removeprefix("cleave: "), *compiler[:1]])


def outcome_of_entry(entry, same):
    """What a finished entry means; `same`: both sides are the same program."""
    different = [part for part in entry["partitions"] if part["kind"] == "different"]
    reason = entry["reason"]
    if "internal error" in reason:
        return Outcome("internal error", reason, entry)
    if same and (entry["verdict"] == "different" or different or "predicted difference" in reason):
        shown = different[0]["reason"] if different else reason
        return Outcome("false difference", shown, entry)
    if entry["verdict"] != "inconclusive":
        return Outcome("decided", entry["verdict"], entry)
    explored = entry["partitions"] or "time budget" in reason
    return Outcome("inconclusive" if explored else "refused", reason, entry)


def outcome_of_end(status, stderr):
    """What a run without a result means; status as subprocess gives it, None: it was ended for its time."""
    if status is None:
        return Outcome("overtime", "no result within the time limit")
    if status == 70:
        return Outcome("crash" if "bad_alloc" in stderr else "internal error", message_of(stderr).removeprefix("internal error: "))
    if status == 2:
        return Outcome("refused", message_of(stderr))
    if status < 0:
        return Outcome("crash", f"signal {-status}: {message_of(stderr)}")
    return Outcome("crash", f"status {status}: {message_of(stderr)}")


def holds(partition, inputs, witness):
    """Whether the witness satisfies the partition's condition; not where the condition has floats, or is too large to say."""
    if len(partition["condition"]) > MOST_TEXT:
        return False
    try:
        return smt_value.holds(partition["condition"], inputs, {name: int(bits, 16) for name, bits in witness.items()})
    except (ValueError, KeyError, RecursionError):
        return False


def contradiction(one, other):
    """A witness of a difference in one result that lies in an equal partition of the other; or nothing."""
    if [cell["name"] for cell in one["inputs"]] != [cell["name"] for cell in other["inputs"]]:
        return ""
    different = [part for part in one["partitions"] if part["kind"] == "different"][:MOST_WITNESSES]
    equal = [{**part, "condition": smt_value.whole(part["condition"], other)} for part in other["partitions"] if part["kind"] == "equal"][:MOST_PARTITIONS]
    for part in different:
        for claim in equal:
            if holds(claim, other["inputs"], part["witness_bits"]):
                return f"different, exchanged equal, at {json.dumps(part['witness'])}"
    return ""


def mirrored(forward, backward):
    """The two entries of one function, before/after exchanged: what disagrees, or nothing."""
    verdicts = {forward["verdict"], backward["verdict"]}
    if verdicts == {"equivalent", "different"}:
        return f"{forward['verdict']}, exchanged {backward['verdict']}"
    claimed = contradiction(forward, backward) or contradiction(backward, forward)
    if claimed or not (forward["guarantee"]["exhaustive"] and backward["guarantee"]["exhaustive"]):
        return claimed
    counts = [sum(part["kind"] == "different" for part in entry["partitions"]) for entry in (forward, backward)]
    return f"{counts[0]} different partitions, exchanged {counts[1]}" if counts[0] != counts[1] else ""


# ---- runs ----

def version_words(label, program):
    return ["--" + label, *program.files, f"--{label}-cflags={program.flags} -w"]


def run_limited(words, seconds, memory):
    """Exit status (None: out of time), stdout, stderr. The process and its children share a group, which ends with it."""
    def limit():
        if "CLEAVE_TEST_SLOWER" not in os.environ:  # sanitizers reserve all addresses
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=limit, start_new_session=True)
    try:
        out, err = process.communicate(timeout=seconds)
        status = process.returncode
    except subprocess.TimeoutExpired:
        end_group(process)
        out, err = process.communicate()
        status = None
    return status, out.decode(errors="replace"), err.decode(errors="replace")


def end_group(process):
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


def dump(limits, words):
    status, out, err = run_limited([limits.cleave, "dump", *words], 300, limits.memory)
    if status != 0:
        raise RuntimeError(message_of(err) if status is not None else "cleave dump does not end")
    return out


def functions_of(limits, program, roots):
    return functions_in(dump(limits, ["program", *program.files, f"--cflags={program.flags} -w"]), roots)


def changes_dump(limits, before, after):
    return dump(limits, ["changes", *version_words("before", before), *version_words("after", after)])


def changed_of(limits, before, after):
    return changed_in(changes_dump(limits, before, after))


def run_seconds(limits, count):
    """The most that a run may take: compiling and lowering come on top of the budgets, and the machine may be busy."""
    return 120 + 5 * limits.budget * count


def compare(limits, before, after, functions, flags, same):
    """Outcome of each function, in order: one run for all, halves where it fails."""
    words = [limits.cleave, "diff", "--json", "--no-progress", "--budget", f"{int(limits.budget * 1000)}ms", *flags]
    words += version_words("before", before) + version_words("after", after)
    words += [word for each in functions for word in ("--entry", each.name)]
    words += [] if limits.native else ["--no-native"]
    words += ["--explore-unchanged", "--no-optimizer-proof"] if same else []
    with tempfile.TemporaryDirectory() as out:
        status, text, err = run_limited([*words, "--out", out], run_seconds(limits, len(functions)), limits.memory)
    entries = entries_of(text) if status in (0, 1, 3) else []
    if len(entries) == len(functions):
        return [outcome_of_entry(entry, same) for entry in entries]
    if len(functions) == 1:
        return [outcome_of_end(status, err)]
    middle = len(functions) // 2
    return [outcome for part in (functions[:middle], functions[middle:]) for outcome in compare(limits, before, after, part, flags, same)]


def entries_of(text):
    try:
        return json.loads(text)["entries"]
    except (ValueError, KeyError, TypeError):
        return []


def batches(items, size):
    return [items[at:at + size] for at in range(0, len(items), size)]


# ---- the questions ----

@dataclass(frozen=True)
class Job:
    """A few functions and one question about them; `answer` gives (function, outcome) for each."""
    question: str  # a granularity, `changes`, `order` or `swap`
    before: Program
    after: Program
    functions: tuple

    def answer(self, limits):
        if self.question == "swap":
            return self.exchanged(limits)
        if self.question == "changes":
            return self.matched(limits)
        granularity = self.question if self.question in GRANULARITIES else GRANULARITIES[0]
        flags = ["--granularity", granularity]
        return list(zip(self.functions, compare(limits, self.before, self.after, self.functions, flags, same=True)))

    def matched(self, limits):
        differing = differing_in(changes_dump(limits, self.before, self.after))
        return [(each, Outcome("false difference", "its code is said to differ") if each.display in differing else Outcome("decided", "same"))
                for each in self.functions]

    def exchanged(self, limits):
        answers = []
        forward = compare(limits, self.before, self.after, self.functions, [], same=False)
        backward = compare(limits, self.after, self.before, self.functions, [], same=False)
        for function, one, other in zip(self.functions, forward, backward):
            worse = next((each for each in (one, other) if each.kind in FAILURES), None)
            detail = mirrored(one.entry, other.entry) if one.entry and other.entry else ""
            if worse is None and detail:
                worse = Outcome("disagreement", detail)
            decided = one.kind == other.kind == "decided"
            answers.append((function, worse or (one if decided or one.kind != "decided" else other)))
        return answers


def identity_jobs(limits, program, functions, granularities):
    return [Job(granularity, program, program, tuple(part)) for granularity in granularities for part in batches(functions, limits.batch)]


def changes_jobs(program, functions):
    """Whether the code is found to be the same at all, also with the files the other way round: cheap, so in one go."""
    orders = [program, program.reordered()] if len(program.files) > 1 else [program]
    return [Job("changes", program, order, tuple(functions)) for order in orders]


def order_jobs(limits, program, functions):
    """The same program, its files the other way round. Statics are called after their files, so that a name means one function."""
    if len(program.files) < 2:
        return []
    return [Job("order", program, program.reordered(), tuple(part)) for part in batches(functions, limits.batch)]


def swap_jobs(limits, before, after, functions):
    return [Job("swap", before, after, tuple(part)) for part in batches(functions, limits.batch)]


def classes(answers):
    """How often each kind of outcome occurs."""
    return collections.Counter(outcome.kind for _, outcome in answers)
