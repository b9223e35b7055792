#!/usr/bin/python3
"""Generated pairs in features of C and C++ that the other generator lacks: every claim of cleave is checked natively on every input (or on many).

  run.py BUILD_DIRECTORY --profile lists --seed 1 --count 200 [--granularity all] [--keep DIRECTORY]
  run.py BUILD_DIRECTORY --module memory --minutes 30

What counts as a failure: an input of an equal partition on which the versions differ, or on which one has no meaning; an input of a different partition on which
they agree; an exhaustive result that leaves one out; shares and witnesses that are not so; and whatever ends cleave otherwise than with a verdict.
"""
import argparse
import collections
import importlib
import json
import os
import sys
import tempfile
import time

import check
import reduce
from dice import changed
from program import inputs_of

MODULES = ["memory", "ends", "widths", "records", "roots", "cxx", "watched", "units", "overlap", "callers", "layouts", "reliant", "outside", "language"]
GRANULARITIES = ("differential", "output", "path")
HARD = ("wrong-equal", "wrong-different", "uncovered", "undefined-in-equal", "wrong-share", "wrong-witness", "unreadable", "other-inputs", "broken")


def profiles():
    found = {}
    for name in MODULES:
        module = importlib.import_module(name)
        for profile, make in module.PROFILES.items():
            found[profile] = (module, make)
    return found


def unnamed_pair(seed, make):
    before, after, what = changed(seed, make)
    if seed % 2:
        before, after = after, before
    after.cells = [mine.shared(other) for mine, other in zip(after.cells, before.cells)]
    return before, after, what


def make_pair(seed, make):
    before, after, what = unnamed_pair(seed, make)
    rows, complete = inputs_of(after.cells, seed)
    return before.named(f"_{seed}"), after.named(f"_{seed}"), rows, complete, what


def language_of(module):
    return getattr(module, "LANGUAGE", "c")


class Campaign:
    def __init__(self, options, checks):
        self.options, self.checks = options, checks
        self.counts, self.failed, self.pairs, self.reductions = collections.Counter(), 0, 0, 0

    def batch(self, profile, module, make, seeds):
        made = []
        for seed in seeds:
            made.append((seed, make_pair(seed, make)))
        try:
            findings, verdicts = self.run(module, made)
        except Exception as problem:  # a crash, a time-out, code that does not compile: find the one
            if len(made) > 1:
                for seed in seeds:
                    self.batch(profile, module, make, [seed])
                return
            text = getattr(problem, "stderr", None) or str(problem)
            findings, verdicts = [[("", check.Finding("broken", text[-1500:]))]], []
        self.pairs += len(made)
        if self.options.progress:
            with open(self.options.progress, "w") as out:
                out.write(f"{self.pairs} pairs, {self.failed} failed, {dict(self.counts)}\n")
        self.counts.update(verdicts)
        for (seed, pair), found in zip(made, findings):
            self.record(profile, module, seed, pair, found)

    def run(self, module, made):
        turn = made[0][0] // self.options.batch
        granularities = {"all": GRANULARITIES, "turns": (GRANULARITIES[turn % 3],)}.get(self.options.granularity, (self.options.granularity,))
        more = ["--no-optimizer-proof"] if self.options.granularity == "turns" and turn // 3 % 2 else []
        return self.checked(module, [pair[:4] for _, pair in made], {each: ["--granularity", each, *more] for each in granularities})

    def checked(self, module, pairs, runs):
        head = module.INCLUDES
        with tempfile.TemporaryDirectory(dir=self.options.work) as folder:
            first = [(pairs[0][0].headed(head), pairs[0][1].headed(head), *pairs[0][2:]), *pairs[1:]]
            return check.check(folder, language_of(module), first, runs, self.checks, getattr(module, "FLAGS", ()), getattr(module, "CLEAVE", ()))

    def kinds(self, module, pairs, seed, run):
        """How each of some pairs fails, where they have no names yet; None where it does not."""
        named = [tuple(program.named(f"_r{k}") for program in pair) for k, pair in enumerate(pairs)]
        rows, complete = inputs_of(pairs[0][1].cells, seed)
        try:
            findings, _ = self.checked(module, [(*pair, rows, complete) for pair in named], {run or "differential": ["--granularity", run or "differential"]})
        except Exception:
            return ["broken"] if len(pairs) == 1 else [self.kinds(module, [pair], seed, run)[0] for pair in pairs]
        return [next((f.weight for _, f in found if f.weight in HARD), None) for found in findings]

    def reduce(self, folder, profile, module, seed, granularity):
        language, flags = language_of(module), getattr(module, "FLAGS", ())
        before, after, _ = unnamed_pair(seed, profiles()[profile][1])
        wanted = self.kinds(module, [(before, after)], seed, granularity)[0]
        if wanted is None:
            print("  not reduced: alone it does not fail", flush=True)
            return

        def still_fails(pairs):
            good = [all(reduce.compiles(program, module.INCLUDES, language, flags) for program in pair) for pair in pairs]
            some = [pair for pair, is_good in zip(pairs, good) if is_good]
            kinds = iter(self.kinds(module, some, seed, granularity) if some else [])
            return [is_good and next(kinds) == wanted for is_good in good]

        small = reduce.reduced(before, after, still_fails, self.options.reducer, self.options.reduce_seconds)
        kept = os.path.join(folder, "reduced")
        os.makedirs(kept, exist_ok=True)
        check.write_versions(kept, language, [tuple(program.named("").headed(module.INCLUDES) for program in small)])
        print(f"  reduced from {len(after.everything())} to {len(small[1].everything())} characters: {kept}", flush=True)

    def record(self, profile, module, seed, pair, found):
        hard = False
        for granularity, finding in found:
            self.counts[f"{finding.weight}"] += 1
            hard = hard or finding.weight in HARD
            if finding.weight in HARD or self.options.verbose:
                print(f"{finding.weight.upper()} {profile} seed {seed} {granularity} ({pair[4]}): {finding.text}", flush=True)
        self.failed += hard
        if hard and self.options.keep:
            folder = os.path.join(self.options.keep, f"{found[0][1].weight}-{profile}-{seed}")
            os.makedirs(folder, exist_ok=True)
            check.write_versions(folder, language_of(module), [tuple(program.headed(module.INCLUDES) for program in pair[:2])])
            with open(os.path.join(folder, "found"), "w") as out:
                out.write("".join(f"{g} {f.weight}: {f.text}\n" for g, f in found))
            if self.options.reduce and self.reductions < self.options.reduce:
                self.reductions += 1
                self.reduce(folder, profile, module, seed, found[0][0])


def add_options(parser):
    parser.add_argument("build")
    parser.add_argument("--profile", action="append", choices=sorted(profiles()))
    parser.add_argument("--module", action="append", default=[], choices=MODULES, help="all profiles of a file")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=100, help="pairs of each profile")
    parser.add_argument("--batch", type=int, default=25)
    parser.add_argument("--minutes", type=float, default=0)
    parser.add_argument("--granularity", default="differential", choices=[*GRANULARITIES, "all", "turns"], help="turns: one for each file of pairs, with and without the optimiser proof")
    parser.add_argument("--budget", default="300ms")
    parser.add_argument("--keep", default="")
    parser.add_argument("--work", default="/dev/shm" if os.path.isdir("/dev/shm") else None)
    parser.add_argument("--progress", default="", help="file that says how far it is")
    parser.add_argument("--reduce", type=int, default=0, metavar="N", help="make the first N failing pairs small, in --keep")
    parser.add_argument("--reduce-seconds", type=float, default=120, help="for one pair")
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("--cleave-option", action="append", default=[])
    parser.add_argument("--cleave", default="")


def campaign_of(options):
    tests = os.path.join(os.path.abspath(options.build), "tests", "soundness")
    cleave = options.cleave or os.path.join(os.path.abspath(options.build), "cleave")
    checks = check.Options(cleave, os.path.join(tests, "features_runner"), os.path.join(tests, "features_members"), options.budget, options.cleave_option)
    options.reducer = os.path.join(tests, "features_reduce")
    return Campaign(options, checks)


def asked_for(options):
    known = profiles()
    return [name for name in known if name in (options.profile or []) or known[name][0].__name__ in options.module] or list(known)


def write_pairs(options):
    """Only writes the pairs of each profile, and says as JSON, in a line for each, how cleave is to be asked."""
    for profile in asked_for(options):
        module, make = profiles()[profile]
        pairs = [make_pair(seed, make)[:2] for seed in range(options.seed, options.seed + options.count)]
        pairs[0] = tuple(program.headed(module.INCLUDES) for program in pairs[0])
        folder = os.path.join(options.write, profile)
        os.makedirs(folder, exist_ok=True)
        files = [[os.path.join(folder, name) for name in side] for side in check.write_versions(folder, language_of(module), pairs)]
        print(json.dumps({"profile": profile, "before": files[0], "after": files[1], "entries": [after.entry for _, after in pairs], "options": check.words_of(getattr(module, "CLEAVE", []))}))


def main():
    parser = argparse.ArgumentParser()
    add_options(parser)
    parser.add_argument("--write", default="", help="only write the pairs into this directory")
    options = parser.parse_args()
    if options.write:
        write_pairs(options)
        return
    campaign = campaign_of(options)
    start = time.time()
    known = profiles()
    seed = options.seed
    asked = asked_for(options)
    while True:
        for profile in asked:
            module, make = known[profile]
            step = options.batch if options.minutes else options.count
            for first in range(seed, seed + step, options.batch):
                campaign.batch(profile, module, make, range(first, min(first + options.batch, seed + step)))
        seed += options.batch
        if not options.minutes or time.time() - start > options.minutes * 60:
            break
    for what, count in sorted(campaign.counts.items()):
        print(f"{count:8}  {what}")
    print(f"{time.time() - start:8.1f}s")
    print(f"{campaign.pairs - campaign.failed} passed, {campaign.failed} failed")
    decided = sum(campaign.counts[verdict] for verdict in ("equivalent", "different"))
    if campaign.pairs >= 20 and decided < campaign.pairs / 2:
        sys.exit("too few pairs are decided: the campaign shows too little")
    sys.exit(1 if campaign.failed or not campaign.pairs else 0)


if __name__ == "__main__":
    main()
