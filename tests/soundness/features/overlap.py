"""Pointers that may overlap in any way (`--alias any`): each points to its own object, or to an element of another's, or to a global."""
import random

from dice import Scope, body, expression, number
from program import Cell, Program

SIZES = {"short": 2, "int": 4, "unsigned char": 1, "unsigned": 4}  # no plain or signed characters: those are strings, with a terminator
ELEMENTS = 2  # behind each pointer


def targets(own, other, own_kind, others, globals_):
    """What `own` may point to besides its own object, as cleave counts it: (name of an object, offset)."""
    step = SIZES[own_kind]
    found = []
    for name, kind, size in [(other, others, ELEMENTS * SIZES[others])] + globals_:
        width = SIZES[kind]
        if 1 not in (step, width) and step != width:
            continue
        found += [(name, at) for at in range(0, size, max(step, width)) if at + min(step, width) <= size]
    return found


STATEMENTS = [
    lambda d, s: f"{d.choice('pq')}[{d.choice(['0', '0', '1', 'a & 1'])}] {d.choice(['=', '+=', '-=', '^='])} {expression(d.at('e'), s, 1)};",
    lambda d, s: f"x {d.choice(['+=', '=', '^='])} {d.choice('pq')}[{d.choice(['0', '1', 'a & 1'])}];",
    lambda d, s: d.form(["*p = a; *q = 3; x += *p;", "*p = a; *q = 3; x += p == q ? 3 : *p;", "*p = a; x += *p; *q = 3;", "*q = 3; *p = a; x += *p;"]),
    lambda d, s: d.form(["{ int t = *p; *p = *q; *q = t; }", "{ int t = *q; *q = *p; *p = t; }", "if (p != q) { *p ^= *q; *q ^= *p; *p ^= *q; }", "{ *p ^= *q; *q ^= *p; *p ^= *q; }"]),
    lambda d, s: f"g@ {d.choice(['=', '+='])} {expression(d.at('e'), s, 1)};",
    lambda d, s: f"t@[{d.choice(['0', '1', 'a & 1'])}] {d.choice(['=', '+='])} {expression(d.at('e'), s, 1)};",
    lambda d, s: f"x += {d.choice(['g@', 't@[1]', 't@[a & 1]', 'g@ - *p', '*q + t@[0]'])};",
    lambda d, s: d.form(["*p += 1; *p += 1;", "*p += 2;", "{ int t = *p; *p = t + 2; }"]),
    lambda d, s: d.form(["x += *p; *q = 0; x += *p;", "x += *p + *p; *q = 0;", "x += *p; *q = 0; if (q != p) x += *p;"]),
    lambda d, s: f"if (p == {d.choice(['q', 'q', '(void *)&g@', '(void *)t@'])}) x += {number(d)};",
    lambda d, s: f"last@ = {d.choice('pq')};",
    lambda d, s: "free(q); return x;" if d.chance(25) else "x = x * 2 + *q;",
]


def overlap(d):
    fixed = random.Random(f"{d.seed}|types")
    kinds = fixed.choice([("short", "short"), ("int", "int"), ("unsigned char", "unsigned char"), ("unsigned", "int"), ("unsigned char", "int"), ("short", "unsigned char"), ("short", "int")])
    kind = fixed.choice([kinds[0], kinds[1]])
    s = Scope(["a", "a", "x", "b", "*p", "*q"], ["x"], STATEMENTS)
    checks = d.at("null").choice(["if (!p || !q) return -1;", "if (!p) return -1;", "if (!p || !q) return -1;"])
    inner = body(d.at('body'), s, 2 + d.below(3))
    kept = 1 not in (SIZES[kinds[0]], SIZES[kinds[1]])  # bytes may point into a pointer, too, and what they are there nobody knows
    if not kept:
        inner = inner.replace("last@ =", "x +=  q !=")
    text = f"""{kind} g@ = 5, t@[2] = {{6, 7}};
{'void *last@;' if kept else ''}
int f@({kinds[0]} *p, {kinds[1]} *q, unsigned char a) {{
  int x = {number(d)}, b = a & 1;
  {checks} x += g@ + t@[0] + t@[1];
{inner}
  return x ^ {expression(d.at('last'), s)};
}}
"""
    shared = [("g", kind, SIZES[kind]), ("t", kind, 2 * SIZES[kind])]
    all_targets = [targets("p", "q", kinds[0], kinds[1], shared), targets("q", "p", kinds[1], kinds[0], shared)]
    values = [0, 1, 2, 3, 7, 127, 128, 255, 256, 65535]
    cells = []
    for k, name in enumerate("pq"):
        bits = 8 * SIZES[kinds[k]]
        cells += [Cell(f"{name}_is_null", 1, [0, 0, 0, 0, 0, 0, 1])] + [Cell(f"{name}[{j}]", bits, values) for j in range(ELEMENTS)]
        cells.append(Cell(f"{name}_target", 8, list(range(len(all_targets[k]) + 1))))
    cells.append(Cell("a", 8, values))
    place = lambda name, at: f"(char *){ {'p': 'o[0]', 'q': 'o[1]', 'g': '&g@', 't': 't@'}[name] } + {at}"
    chosen = lambda k: "".join(f" if (c[{4 * k + 3}] == {n + 1}) r[{k}] = {place(*each)};" for n, each in enumerate(all_targets[k]))
    call = f"""void *o[2] = {{passed_in("p", {ELEMENTS * SIZES[kinds[0]]}), passed_in("q", {ELEMENTS * SIZES[kinds[1]]})}}, *r[2] = {{o[0], o[1]}};
  for (int j = 0; j < {ELEMENTS}; j++) {{ (({kinds[0]} *)o[0])[j] = c[1 + j]; (({kinds[1]} *)o[1])[j] = c[5 + j]; }}
 {chosen(0)}
 {chosen(1)}
  if (c[0]) r[0] = 0; if (c[4]) r[1] = 0;
  int result = f@(r[0], r[1], c[8]); show("return %d g %d t %d %d last", result, (int)g@, (int)t@[0], (int)t@[1]);
  {'' if kept else 'void *last@ = 0;'} if (last@ == &g@ || last@ == t@ || last@ == t@ + 1) show(" global %d", last@ == &g@ ? 0 : last@ == t@ ? 1 : 2); else if (show_pointer(last@)) show_block(last@);
  for (int k = 0; k < 2; k++) {{ show(" object"); if (show_pointer(o[k])) show_block(o[k]); }}"""
    return Program(text, call, cells)


PROFILES = {"overlap": overlap}
INCLUDES = "#include <stdio.h>\n#include <stdlib.h>\n"
CLEAVE = ["--alias", "any", "--bound", f"p={ELEMENTS}", "--bound", f"q={ELEMENTS}"]
