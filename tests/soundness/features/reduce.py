"""Makes a failing pair small: which steps there are and how to go on is features_reduce's, whether a pair still fails is asked of the campaign."""
import copy
import json
import os
import subprocess
import tempfile

import native


def texts(program):
    return [program.text, *(text for text, _ in program.others)]


def with_texts(program, given):
    made = copy.copy(program)
    made.text = given[0]
    made.others = [(text, extra) for text, (_, extra) in zip(given[1:], program.others)]
    return made


def compiles(program, head, language, flags):
    """With its glue, which mentions what must not be dropped."""
    with tempfile.TemporaryDirectory() as folder:
        whole = native.write_sources(folder, "before", [program.named("").headed(head)], language)
        command = native.command(language, "zero", flags) + ["-fsyntax-only", *whole]
        return subprocess.run(command, capture_output=True).returncode == 0


def reduced(before, after, still_fails, tool, seconds=120):
    """`before` and `after` with the @ in their names; `still_fails` takes a list of pairs."""
    with subprocess.Popen([tool], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        def say(what):
            process.stdin.write(json.dumps(what) + "\n")
            process.stdin.flush()

        say({"before": texts(before), "after": texts(after), "seconds": seconds})
        for line in process.stdout:
            said = json.loads(line)
            if "small" in said:
                return with_texts(before, said["small"]["before"]), with_texts(after, said["small"]["after"])
            say(still_fails([(with_texts(before, each["before"]), with_texts(after, each["after"])) for each in said["candidates"]]))
    raise RuntimeError(f"{os.path.basename(tool)} ended with {process.returncode}")
