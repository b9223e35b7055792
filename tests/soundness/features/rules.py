#!/usr/bin/python3
"""Which profile notices that a rule of what values rely on is left out, and after how many pairs: a table.

  rules.py BUILD_DIRECTORY [--module M] [--profile P] [--rule R] [--count 50] [--granularity output]

Measured at granularity output, seed 1 (the number of the pair that notices): reliant operands 2, phi 2, stored-since 7, ends 41; scalars operands 9, phi 9, output 1;
structs stored-since 8. Of 75 pairs none noticed loop-exit, resolved, calls, and at differential store-address and clean-inputs: `soundness --rules` has pairs for those.

Each pair is run natively once; cleave looks at it once with all rules, which must find nothing, and once without each.
"""
import argparse
import collections
import os
import sys

import run

RULES = ["operands", "phi", "loop-exit", "stored-since", "store-address", "resolved", "output", "ends", "calls", "clean-inputs"]


def table_of(campaign, name, module, make, options):
    """By rule the number of pairs that were looked at when the first wrong claim came; and what is wrong with all rules."""
    noticed, wrong = {}, []
    for first in range(options.seed, options.seed + options.count, options.batch):
        left = [rule for rule in options.rule if rule not in noticed]
        if not left:
            break
        made = [run.make_pair(seed, make) for seed in range(first, min(first + options.batch, options.seed + options.count))]
        words = ["--granularity", options.granularity, "--no-optimizer-proof"]
        runs = {"all rules": words, **{rule: [*words, f"--without-rule={rule}"] for rule in left}}
        findings, _ = campaign.checked(module, [pair[:4] for pair in made], runs)
        for k, found in enumerate(findings):
            for which, finding in found:
                if finding.weight not in run.HARD:
                    continue
                if which == "all rules":
                    wrong.append(f"{name} seed {first + k}: {finding.weight} {finding.text}")
                else:
                    noticed.setdefault(which, first + k - options.seed + 1)
    return noticed, wrong


def main():
    parser = argparse.ArgumentParser()
    run.add_options(parser)
    parser.set_defaults(count=50, granularity="output")
    parser.add_argument("--rule", action="append", choices=RULES)
    parser.add_argument("--expect-all", action="store_true", help="fail when one of the rules is noticed by no profile")
    options = parser.parse_args()
    options.rule = options.rule or RULES
    campaign = run.campaign_of(options)
    known = run.profiles()
    print(f"{'':12}" + "".join(f"{rule:>14}" for rule in options.rule))
    best, failures = collections.Counter(), []
    for name in run.asked_for(options):
        noticed, wrong = table_of(campaign, name, *known[name], options)
        failures += wrong
        best.update(noticed.keys())
        print(f"{name:12}" + "".join(f"{noticed.get(rule, '-'):>14}" for rule in options.rule), flush=True)
    missed = [rule for rule in options.rule if not best[rule]]
    for text in failures:
        print(f"WRONG WITH ALL RULES: {text}")
    print(f"{len(options.rule) - len(missed)} of {len(options.rule)} rules are noticed" + (f"; not {', '.join(missed)}" if missed else ""))
    sys.exit(1 if failures or (missed and options.expect_all) else 0)


if __name__ == "__main__":
    main()
