"""Volatile objects: each read gives an input of its own, and all accesses show, in order, however the run ends.

What the program reads and writes natively is told by its text: accesses stand in RD, WR and UP, which are plain C for cleave and calls of the runner natively.
"""
import random

from dice import Scope, body, expression, guard, number
from program import Cell, Program

MACROS = """#ifdef WATCHED
#define RD(x) ({ __typeof__(x) t_; unsigned long long b_ = watched_read((const void *)&(x), sizeof t_); memcpy((void *)&t_, &b_, sizeof t_); t_; })
#define WR(x, e) ({ __typeof__(x) t_ = (e); watched_write((const void *)&(x), (const void *)&t_, sizeof t_); (x) = t_; })
#define UP(x, op, e) WR(x, RD(x) op (e))
#else
#define RD(x) (x)
#define WR(x, e) ((x) = (e))
#define UP(x, op, e) ((x) op##= (e))
#endif
"""
PLACES = ["v@", "v@", "w@", "t@[1]", "t@[a & 1]", "d@.in", "d@.out", "*p"]


def place(d):
    return d.choice(PLACES)


def read(d):
    return f"RD({place(d)})"


STATEMENTS = [
    lambda d, s: f"x {d.choice(['=', '+=', '^=', '-='])} {read(d)};",
    lambda d, s: f"WR({place(d)}, {expression(d.at('e'), s, 1)});",
    lambda d, s: f"UP({place(d)}, {d.choice('+-^|')}, {expression(d.at('e'), s, 0)});",
    lambda d, s: f"if ({d.form(['%s > %s', '!(%s <= %s)', '!!(%s > %s)']) % (read(d.at('r')), number(d))}) x += {number(d)};",
    lambda d, s: d.form(["x = {r} + {q};", "{{ int k = {r}; x = k + {q}; }}", "x = {r}; x += {q};"]).format(r=read(d.at("r")), q=read(d.at("q"))),
    lambda d, s: d.form(["(void){r};", "{r};", "{{ int k = {r}; }}", ""]).format(r=read(d.at("r"))),
    lambda d, s: f"p = {d.choice(['&v@', '&d@.in', 'b ? &v@ : &d@.in', '&u@[a & 1]'])};",
    lambda d, s: f"for (int i = 0; i < {d.choice(['2', '3', '(a & 3)'])}; i++) {d.choice(['x = x * 2 + RD(v@);', 'WR(w@, x + i);', 'UP(*p, +, i);'])}",
    lambda d, s: f"while ({read(d)} & {d.choice(['1', '3', '128'])}) {{ if (n++ > 2) break; x += n; }}",
    lambda d, s: f"if (RD(v@) && {d.form(['RD(w@) > x', 'x < RD(w@)'])}) x = {number(d)};",
    lambda d, s: f"x += poll@({d.choice(['&v@', '&d@.in', 'p', 'p'])});",
    lambda d, s: f"{{ volatile int k = {expression(d.at('e'), s, 1)}; k++; x += k; }}",
    lambda d, s: f"if ({guard(d.at('c'), s)}) {d.choice(['exit(x & 3);', 'abort();', 'return x;', 'return x;', 'x /= (a & 7);'])}",
    lambda d, s: "total@ = x;",
]


def watched(d):
    kinds = random.Random(f"{d.seed}|types")
    h = d.at("helpers")
    s = Scope(["a", "a", "b", "x", "n"], ["x", "total@"], STATEMENTS)
    poll = h.form(["int s = RD(*at); if (s > 3) s += RD(*at); return s;", "int s = RD(*at); return s <= 3 ? s : s + RD(*at);", "int s = RD(*at); if (!(s <= 3)) { int r = RD(*at); s = r + s; } return s;"])
    text = f"""volatile unsigned char v@ = {number(h)}, u@[2];
volatile {kinds.choice(['short', 'int', 'unsigned', 'long'])} w@;
volatile {kinds.choice(['signed char', 'short', 'unsigned long'])} t@[2];
struct device@ {{ {kinds.choice(['', 'int id; '])}unsigned char in; short out; }};
volatile struct device@ d@;
int total@;
static int poll@(volatile unsigned char *at) {{ {poll} }}
int f@(unsigned char a, _Bool b) {{
  int x = {number(d)}, n = 0; volatile unsigned char *p = {d.choice(['&v@', '&d@.in'])};
{body(d.at('body'), s, 2 + d.below(4))}
  return x ^ {expression(d.at('last'), s)};
}}
"""
    values = [0, 1, 2, 3, 4, 5, 8, 15, 100, 127, 128, 129, 255, 256, 32768, 65535, 0xFFFFFFFF, 0x80000000, (1 << 64) - 1]
    cells = [Cell("a", 8), Cell("b", 1)] + [Cell(f"volatile_read[{k}]", 64, values) for k in range(8)]
    call = """watched("v", (void *)&v@, sizeof v@); watched("u", (void *)u@, sizeof u@); watched("w", (void *)&w@, sizeof w@); watched("t", (void *)t@, sizeof t@); watched("d", (void *)&d@, sizeof d@);
  watched_inputs(c + 2);
  int r = f@((unsigned char)c[0], (_Bool)c[1]); show("return %d total %d now %d %d %d %ld %ld %ld %d %d", r, total@, v@, u@[0], u@[1], (long)w@, (long)t@[0], (long)t@[1], d@.in, d@.out);"""
    return Program(text, call, cells)


PROFILES = {"watched": watched}
INCLUDES = "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n" + MACROS
FLAGS = ["-DWATCHED"]
