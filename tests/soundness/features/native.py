"""Compiles the versions of many pairs and runs them on every input."""
import os
import re
import struct
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
FILLS = (("zero", 0), ("pattern", 0xAA))
REDIRECT = "".join(f"-D{name}=fenced_{name} " for name in ("malloc", "calloc", "realloc", "free", "fopen", "exit", "_exit")).split()


def glue(programs, file, cxx):
    lines = [f'#include "{file}"', '#include <stdio.h>', f'#include "{HERE}/shown.h"']
    for k, program in enumerate(programs):
        lines.append(program.extra)
        lines.append(f"static void call_{k}(const unsigned long long *c) {{ {program.call} }}")
    link = 'extern "C" ' if cxx else ""
    lines.append(f"{link}const struct feature_entry feature_entries[{len(programs) + 1}] = {{")
    lines += [f'  {{"{k}", call_{k}, {int("atexit" in program.text)}, {int("fopen" in program.text)}}},' for k, program in enumerate(programs)]
    lines += ["  {0, 0, 0, 0}", "};"]
    return "\n".join(lines) + "\n"


def write_inputs(path, tables):
    with open(path, "wb") as out:
        for rows in tables:
            width = len(rows[0]) if rows else 0
            out.write(struct.pack("<QQ", width, len(rows)))
            for row in rows:
                out.write(struct.pack(f"<{width}Q", *row))


def read_answers(path, tables):
    with open(path, "rb") as data:
        answers = []
        for rows in tables:
            shown = []
            for _ in rows:
                size = struct.unpack("<Q", data.read(8))[0]
                shown.append(data.read(size).decode("latin-1"))
            answers.append(shown)
        return answers


def merged(x, y):
    """What was shown whatever memory was filled with. Bytes of a block that were never written do not show, nor how many of them there are at its end."""
    if x == y:
        return x
    one, other = x.split(" "), y.split(" ")
    if len(one) == len(other) and all(p == q or (p, q) == ("00", "aa") for p, q in zip(one, other)):
        return re.sub(r"( --)+(?= [^-\d a-f][^ ]*|$)", "", " ".join(p if p == q else "--" for p, q in zip(one, other)))
    return "!uninitialised " + x


def write_version(folder, side, programs, language):
    """The files of a version, each with that of all programs; a version of several files is a folder."""
    several = bool(programs[0].others)
    names = [f"{side}/unit{j}.{language}" for j in range(1 + len(programs[0].others))] if several else [f"{side}.{language}"]
    os.makedirs(os.path.join(folder, os.path.dirname(names[0])), exist_ok=True)
    for j, name in enumerate(names):
        with open(os.path.join(folder, name), "w") as out:
            out.write("".join(program.others[j - 1][0] if j else program.text for program in programs))
    return names


def write_sources(folder, side, programs, language):
    """The same with the glue around them, as they are compiled."""
    sources = []
    for j, name in enumerate(write_version(folder, side, programs, language)):
        sources.append(os.path.join(folder, f"{side}_native{j}.{language}"))
        with open(sources[j], "w") as out:
            shown = f'#include "{name}"\n#include "{HERE}/shown.h"\n' + "".join(program.others[j - 1][1] for program in programs) if j else glue(programs, name, language == "cpp")
            out.write(shown)
    return sources


def command(language, fill, flags):
    cxx = language == "cpp"
    return ["clang++-19" if cxx else "clang-19", "-O0", "-w", "-fwrapv", "-fno-strict-aliasing", "-fPIC", f"-ftrivial-auto-var-init={fill}",
            *([] if cxx else REDIRECT + ["-include", f"{HERE}/shown.h"]), *flags]


def run(folder, side, programs, tables_path, tables, runner, language, flags):
    """What each program showed on each input; with a `!` in front where C gives the run no meaning."""
    sources = write_sources(folder, side, programs, language)
    results = []
    for name, fill in FILLS:
        library = os.path.join(folder, f"{side}_{name}.so")
        subprocess.run([*command(language, name, flags), "-shared", "-Wl,-Bsymbolic", *sources, "-o", library], check=True, capture_output=True, text=True)
        work = os.path.join(folder, f"{side}_{name}")
        os.makedirs(work, exist_ok=True)
        answers = library + ".answers"
        done = subprocess.run([runner, library, tables_path, answers, str(fill), work], capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError(f"the runner ended with {done.returncode}: {done.stderr}")
        results.append(read_answers(answers, tables))
        if language == "cpp":
            break
    if len(results) == 1:
        return results[0]
    return [[merged(x, y) for x, y in zip(first, second)] for first, second in zip(*results)]
