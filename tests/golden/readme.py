#!/usr/bin/python3
"""The output blocks of README.md are real output: each block behind `<!-- example: COMMAND -->` is compared with what the command prints now.
Of one behind `<!-- example, counts vary: COMMAND -->`, numbers of partitions are not compared: which are found first depends on the time for concrete runs.

  readme.py CLEAVE SOURCE_DIRECTORY            compare; times are not compared
  readme.py CLEAVE SOURCE_DIRECTORY --update   write the present output into the README; read the diff
"""
import os, re, shlex, subprocess, sys, tempfile

BLOCK = re.compile(r"(<!-- example(?:, counts vary)?: (.*?) -->\n```\n)(.*?)(```\n)", re.S)


def normalised(text):
    text = re.sub(r"\d+(\.\d+)? m?s\b", "T", text)
    if "CLEAVE_TEST_SLOWER" in os.environ:  # a share that is sampled has as many samples as there is time for
        text = re.sub(r"^  share  .*(\n   .*)*", "  share", text, flags=re.M)
    return re.sub(r"\d+ concrete runs", "N concrete runs", text)


def without_counts(text):
    return re.sub(r"\d+ (runs|of|partitions|different|equal|solver queries)\b", r"N \1", re.sub(r"of \d+ partitions", "of M partitions", normalised(text)))


def run(cleave, source, command):
    words = shlex.split(command)
    assert words[0] == "./cleave", command
    with tempfile.TemporaryDirectory() as out:
        done = subprocess.run([cleave] + words[1:] + ["--out", out], cwd=source, stdout=subprocess.PIPE, text=True, timeout=120)
    return done.stdout


def main():
    cleave, source = sys.argv[1], sys.argv[2]
    path = os.path.join(source, "README.md")
    readme = open(path).read()
    blocks = BLOCK.findall(readme)
    if not blocks:
        sys.exit("README.md has no example blocks")
    if sys.argv[3:] == ["--update"]:
        open(path, "w").write(BLOCK.sub(lambda m: m[1] + run(cleave, source, m[2]) + m[4], readme))
        return
    for marker, command, shown, _ in blocks:
        now = run(cleave, source, command)
        text = without_counts if "counts vary" in marker else normalised
        if text(now) != text(shown):
            sys.exit(f"README.md shows another output of {command}; it prints now:\n{now}")


main()
