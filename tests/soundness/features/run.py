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
import os
import sys
import tempfile
import time

import check
from dice import changed
from program import inputs_of

MODULES = ["memory", "ends", "widths", "records", "roots", "cxx", "watched", "units", "overlap", "callers", "layouts"]
GRANULARITIES = ("differential", "output", "path")
HARD = ("wrong-equal", "wrong-different", "uncovered", "undefined-in-equal", "wrong-share", "wrong-witness", "unreadable", "other-inputs", "broken")


def profiles():
    found = {}
    for name in MODULES:
        module = importlib.import_module(name)
        for profile, make in module.PROFILES.items():
            found[profile] = (module, make)
    return found


def make_pair(seed, make):
    before, after, what = changed(seed, make)
    if seed % 2:
        before, after = after, before
    after.cells = [mine.shared(other) for mine, other in zip(after.cells, before.cells)]
    rows, complete = inputs_of(after.cells, seed)
    return before.named(f"_{seed}"), after.named(f"_{seed}"), rows, complete, what


class Campaign:
    def __init__(self, options, checks):
        self.options, self.checks = options, checks
        self.counts, self.failed, self.pairs = collections.Counter(), 0, 0

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
        language = getattr(module, "LANGUAGE", "c")
        with tempfile.TemporaryDirectory(dir=self.options.work) as folder:
            pairs = [(before, after, rows, complete) for _, (before, after, rows, complete, _) in made]
            turn = made[0][0] // self.options.batch
            granularities = {"all": GRANULARITIES, "turns": (GRANULARITIES[turn % 3],)}.get(self.options.granularity, (self.options.granularity,))
            more = [*getattr(module, "CLEAVE", ()), *(["--no-optimizer-proof"] if self.options.granularity == "turns" and turn // 3 % 2 else [])]
            first = [(self.headed(module, p[0], k), self.headed(module, p[1], k), *p[2:]) for k, p in enumerate(pairs)]
            return check.check(folder, language, first, granularities, self.checks, getattr(module, "FLAGS", ()), more)

    @staticmethod
    def headed(module, program, k):
        return program.headed(module.INCLUDES) if k == 0 else program

    def record(self, profile, module, seed, pair, found):
        hard = False
        for granularity, finding in found:
            self.counts[f"{finding.weight}"] += 1
            hard = hard or finding.weight in HARD
            if finding.weight in HARD or self.options.verbose:
                print(f"{finding.weight.upper()} {profile} seed {seed} {granularity} ({pair[4]}): {finding.text}", flush=True)
        self.failed += hard
        if hard and self.options.keep:
            language = getattr(module, "LANGUAGE", "c")
            folder = os.path.join(self.options.keep, f"{found[0][1].weight}-{profile}-{seed}")
            os.makedirs(folder, exist_ok=True)
            check.write_versions(folder, language, [tuple(program.headed(module.INCLUDES) for program in pair[:2])])
            with open(os.path.join(folder, "found"), "w") as out:
                out.write("".join(f"{g} {f.weight}: {f.text}\n" for g, f in found))


def main():
    parser = argparse.ArgumentParser()
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
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("--cleave-option", action="append", default=[])
    parser.add_argument("--cleave", default="")
    options = parser.parse_args()
    build = os.path.abspath(options.build)
    tests = os.path.join(build, "tests", "soundness")
    checks = check.Options(options.cleave or os.path.join(build, "cleave"), os.path.join(tests, "features_runner"), os.path.join(tests, "features_members"), options.budget,
                           more=options.cleave_option)
    campaign = Campaign(options, checks)
    start = time.time()
    known = profiles()
    seed = options.seed
    asked = [name for name in known if name in (options.profile or []) or known[name][0].__name__ in options.module] or list(known)
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
