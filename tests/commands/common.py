"""What the tests of the commands share: running cleave, writing files, gathering failures."""
import json
import os
import subprocess
import sys

import jsonschema

CLEAVE = os.path.abspath(sys.argv[1])
SOURCE = os.path.abspath(sys.argv[2])
SLOWER = float(os.environ.get("CLEAVE_TEST_SLOWER", "1"))  # by how much cleave is slower than it should be: under sanitizers
failures = []
SCHEMA = json.load(open(os.path.join(SOURCE, "docs/json.schema.json")))


def expect(good, message):
    if not good:
        failures.append(message)


def run(*words, cwd=None):
    return subprocess.run([CLEAVE, *map(str, words)], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=240 * SLOWER, cwd=cwd)


def json_of(*words, status=None):
    done = run(*words, "--json")
    if status is not None:
        expect(done.returncode == status, f"{' '.join(map(str, words))}: status {done.returncode}, not {status}\n{done.stderr}")
    try:
        document = json.loads(done.stdout)
    except ValueError:
        sys.exit(f"no JSON from {' '.join(map(str, words))} (status {done.returncode}):\n{done.stdout}{done.stderr}")
    try:
        jsonschema.validate(document, {**SCHEMA, "$ref": "#/$defs/" + {"diff": "result", "signature": "signatures", "reduce": "reduction", "explain": "explanation"}[words[0]]})
    except jsonschema.ValidationError as wrong:
        expect(False, f"{' '.join(map(str, words))}: {wrong.message} at {list(wrong.absolute_path)}")
    return document


def diff_in(directory, *words, status):
    """`cleave diff` on files of a directory: the document, which follows the schema."""
    done = run("diff", *words, "--json", cwd=directory)
    expect(done.returncode == status, f"{words}: status {done.returncode}, not {status}: {done.stderr}")
    document = json.loads(done.stdout)
    try:
        jsonschema.validate(document, SCHEMA)
    except jsonschema.ValidationError as wrong:
        expect(False, f"{words}: {wrong.message} at {list(wrong.absolute_path)}")
    return document


def write(directory, name, text):
    path = os.path.join(directory, name)
    with open(path, "w") as file:
        file.write(text)
    return path


def expect_error(part, *words):
    done = run(*words)
    lines = done.stderr.strip().splitlines()
    expect(done.returncode == 2 and len(lines) == 1 and part in lines[0], f"{' '.join(map(str, words))}: status {done.returncode}, {done.stderr!r}, not '{part}'")


def finish():
    for failure in failures:
        print("FAILED:", failure)
    sys.exit(1 if failures else 0)
